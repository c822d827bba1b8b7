/*
 * `with` in a replay: own objects, locks and what else is waited for; whatever
 * else is entered may do anything.
 */
#include "replay_parts.h"

#include <string.h>

#include "../values/site.h"

/* An own object, whose methods say what is done. */
static bool
run_within(struct replay *r, uint32_t item, uint32_t body,
    struct thing object)
{
	const struct node *nodes = r->j->nodes;
	struct thing none[3] = { thing_none(), thing_none(), thing_none() };
	struct thing got, value;
	enum flow flow;

	if (object.kind != THING_OBJECT || !replay_class_is_plain(r,
	    object.heap->node, 0) || !replay_special(r, object, "__exit__",
	    &got) || !replay_ask(r, object, "__enter__", NULL, 0, &got))
		return false;
	if (nodes[item + 1].kind == NODE_AS_PATTERN)
		replay_bind(r, tree_last(nodes, item + 1) + 1, got);
	if (r->flow != GOES_ON)
		return true;
	replay_block(r, body);
	if (r->flow == IS_LOST)
		return true;
	flow = r->flow;
	value = r->value;
	r->flow = GOES_ON;
	if (flow == RAISES)
		none[0] = none[1] = none[2] = thing_unknown();
	replay_ask(r, object, "__exit__", none, 3, &got);
	if (r->flow != GOES_ON || flow == GOES_ON)
		return true;
	/* What it says is true, swallows what was raised. */
	if (flow == RAISES && got.kind != THING_NONE) {
		r->doubts++;
		if (thing_truth(r, got) > 0)
			return true;
	}
	r->flow = flow;
	r->value = value;
	return true;
}

/* with lock: */
static void
run_holding(struct replay *r, uint32_t body, struct thing waiter)
{
	struct thing value;
	enum flow flow;

	replay_enter(r, waiter, false);
	if (r->flow != GOES_ON)
		return;
	replay_block(r, body);
	if (r->flow == IS_LOST || r->flow == BLOCKS)
		return;
	flow = r->flow;
	value = r->value;
	r->flow = GOES_ON;
	replay_enter(r, waiter, true);
	if (r->flow == GOES_ON) {
		r->flow = flow;
		r->value = value;
	}
}

/* with suppress(KeyError): */
static bool
run_suppressing(struct replay *r, uint32_t item, uint32_t body)
{
	const struct node *nodes = r->j->nodes;
	uint32_t call = item + 1, child;
	struct thing raised;
	int is = 0;

	if (nodes[call].kind != NODE_CALL || strcmp(site_callee(r->j, call),
	    "contextlib.suppress") != 0)
		return false;
	replay_block(r, body);
	if (r->flow != RAISES)
		return true;
	raised = r->value;
	TREE_CHILDREN(nodes, tree_last(nodes, call), child) {
		r->flow = GOES_ON;
		if (is <= 0)
			is = replay_covers(r, child);
	}
	r->value = raised;
	r->flow = is == 0 ? RAISES : GOES_ON;
	r->doubts += is < 0;
	return true;
}

void
replay_with(struct replay *r, uint32_t at)
{
	const struct node *nodes = r->j->nodes;
	uint32_t body = tree_last(nodes, at), i, item = 0, n = 0;
	struct thing of;
	bool named;

	for (i = at + 1; i < body; i++)
		if (nodes[i].kind == NODE_WITH_ITEM) {
			item = i;
			n++;
		}
	if (n == 1 && run_suppressing(r, item, body))
		return;
	for (i = at + 1; i < body && r->flow == GOES_ON; i++) {
		if (nodes[i].kind != NODE_WITH_ITEM)
			continue;
		named = nodes[i + 1].kind == NODE_AS_PATTERN;
		of = replay_eval(r, i + 1 + named);
		if (n == 1 && of.kind == THING_WAITER) {
			if (named)
				replay_bind(r, tree_last(nodes, i + 1) + 1,
				    of);
			run_holding(r, body, of);
			return;
		}
		if (n == 1 && run_within(r, item, body, of))
			return;
		if (named)
			replay_forget(r, tree_last(nodes, i + 1));
	}
	/* What it enters may do anything, and swallow what is raised. */
	r->doubts++;
	replay_block(r, body);
	if (r->flow == RAISES)
		r->doubts++;
}
