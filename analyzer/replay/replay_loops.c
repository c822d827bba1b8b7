/*
 * Loops of a replay. One that comes back to where it was has no end; of one
 * with many rounds, what some of them cost stands for the others.
 */
#include "replay_parts.h"

#include <string.h>

#include "../exhaust/endless_parts.h"
#include "../exhaust/loops_parts.h"
#include "../report.h"

#define ROUNDS		600
#define STEPS		2000	/* until a last look */
#define HOPELESS	1e13	/* rounds: for months */
#define EXACT		64	/* rounds of a `for` that are all gone through */

/* A statement that prints, or puts something into a list or set. */
static bool
keeps(const struct judge *j, uint32_t call)
{
	uint32_t callee = call + 1;
	const char *name;

	if (j->nodes[call].kind != NODE_CALL || j->nodes[j->nodes[
	    call].parent].kind != NODE_EXPRESSION_STATEMENT)
		return false;
	if (j->nodes[callee].kind == NODE_ATTRIBUTE) {
		name = names_text(j->names, j->nodes[tree_last(j->nodes,
		    callee)].name);
		return strcmp(name, "append") == 0 || strcmp(name, "add") == 0;
	}
	return j->nodes[callee].kind == NODE_IDENTIFIER && strcmp(names_text(
	    j->names, j->nodes[callee].name), "print") == 0;
}

/* Is the name that stands there the target, or in what only it is bound to? */
static bool
makes(const struct judge *j, uint32_t at, uint32_t node, uint32_t name)
{
	uint32_t right, target, value;

	/* n, node = n + 1, node.next */
	if (j->nodes[at].kind == NODE_PATTERN_LIST)
		return true;
	if (j->nodes[at].kind == NODE_EXPRESSION_LIST) {
		right = at;
		at = j->nodes[at].parent;
		target = at + 1;
		if (j->nodes[at].kind != NODE_ASSIGNMENT || j->nodes[target]
		    .kind != NODE_PATTERN_LIST || tree_count(j->nodes, target)
		    != tree_count(j->nodes, right))
			return false;
		target++;
		TREE_CHILDREN(j->nodes, right, value) {
			if (node >= value && node < j->nodes[value].skip)
				return judge_is_name(j, target, name);
			target = j->nodes[target].skip;
		}
		return false;
	}
	/* print(n), seen.append(n): of a list that nobody looks into. */
	if (j->nodes[at].kind == NODE_ARGUMENTS)
		return keeps(j, j->nodes[at].parent);
	return (j->nodes[at].kind == NODE_AUGMENTED ||
	    j->nodes[at].kind == NODE_ASSIGNMENT) && judge_is_name(j,
	    at + 1, name) && j->nodes[j->nodes[at].parent].kind ==
	    NODE_EXPRESSION_STATEMENT;
}

/*
 * Is this name read for nothing but to make it anew, so that no test can
 * depend on it? `total += x`.
 */
static bool
is_idle(const struct judge *j, uint32_t loop, uint32_t binding)
{
	uint32_t i, at, name = j->scopes.bindings[binding].name;

	for (i = loop; i < j->nodes[loop].skip; i++) {
		if (j->nodes[i].kind != NODE_IDENTIFIER ||
		    j->nodes[i].name != name || j->nodes[i].role == ROLE_NAME)
			continue;
		for (at = j->nodes[i].parent; at > loop; at =
		    j->nodes[at].parent)
			if (j->nodes[at].kind != NODE_BINARY &&
			    j->nodes[at].kind != NODE_PARENTHESIZED)
				break;
		if (!makes(j, at, i, name))
			return false;
	}
	return true;
}

bool
replay_is_idle(struct replay *r, uint32_t binding)
{
	r->steps += (r->j->nodes[r->loop].skip - r->loop) / 64;
	return r->loop != 0 && r->calls == r->calls_before && is_idle(r->j,
	    r->loop, binding);
}

static void
open_window(struct replay *r, uint32_t loop)
{
	if (r->looping == 1) {
		r->base += r->njournal;
		r->njournal = 0;
	}
	r->window = r->base + r->njournal;
	r->doubts_before = r->doubts;
	r->calls_before = r->calls;
	r->reads_before = r->reads;
	r->loop = loop;
}

/* What the loop around goes on with afterwards. */
struct window {
	uint32_t	window, loop, doubts, calls, reads;
};

static void
begin_loop(struct replay *r, uint32_t loop, struct window *ret)
{
	*ret = (struct window){ r->window, r->loop, r->doubts_before,
	    r->calls_before, r->reads_before };
	r->looping++;
	r->huge_at = r->huge_at == 0 ? loop : r->huge_at;
	open_window(r, loop);
}

static void
end_loop(struct replay *r, const struct window *outer)
{
	r->looping--;
	r->window = outer->window;
	r->loop = outer->loop;
	r->doubts_before = outer->doubts;
	r->calls_before = outer->calls;
	r->reads_before = outer->reads;
	if (r->looping == 0)
		r->huge_at = 0;
}

/* Is all as it was, and known to have come to that? */
static bool
may_judge(struct replay *r)
{
	return r->doubts == r->doubts_before && !r->is_shared &&
	    !r->probing && journal_is_undone(r) &&
	    !loop_is_ended_from_outside(r->j);
}

/* What never comes to a `break`, nor anywhere else. */
static void
report_loop(struct replay *r, uint32_t loop, const char *what)
{
	report_flow(r->j, FLOW_ENDLESS_LOOP, loop, what, NULL);
	r->reported = true;
	r->flow = IS_LOST;
}

void
replay_while(struct replay *r, uint32_t loop)
{
	const struct node *nodes = r->j->nodes;
	uint32_t body = loop_body(r->j, loop), rounds = 0, next = 1;
	uint32_t steps = r->steps, widened = 0, doubts = r->doubts;
	struct window outer;
	int is;

	begin_loop(r, loop, &outer);
	for (;;) {
		if (rounds > 0 && may_judge(r)) {
			report_loop(r, loop, "while");
			break;
		}
		if (rounds == next) {
			next *= 2;
			open_window(r, loop);
		}
		/* For a last look: what if it goes on like this? */
		if (widened > 0)
			widened++;
		else if (rounds >= ROUNDS || r->steps - steps > STEPS) {
			journal_widen(r);
			open_window(r, loop);
			next = UINT32_MAX;
			widened = 1;
		}
		is = thing_truth(r, replay_eval(r, loop + 1));
		if (r->flow != GOES_ON)
			break;
		if (is == 0) {
			if (nodes[body].skip < nodes[loop].skip)
				replay_statement(r, nodes[body].skip);
			break;
		}
		if (is < 0 && rounds == 0) {
			/* Once, for what is in it. */
			r->doubts++;
			replay_block(r, body);
			r->flow = r->flow == IS_LOST ? IS_LOST : GOES_ON;
		}
		if (is < 0 || (rounds >= 2 && doubts != r->doubts) ||
		    widened >= 3) {
			replay_forget(r, loop);
			break;
		}
		replay_block(r, body);
		rounds++;
		if (r->flow == CONTINUES)
			r->flow = GOES_ON;
		if (r->flow == BREAKS) {
			r->flow = GOES_ON;
			break;
		}
		if (r->flow != GOES_ON)
			break;
	}
	end_loop(r, &outer);
}

/* One round; false when it was the last. */
static bool
run_round(struct replay *r, uint32_t loop, uint32_t body, struct thing item)
{
	replay_bind(r, loop + 1, item);
	if (r->flow == GOES_ON)
		replay_block(r, body);
	if (r->flow == CONTINUES)
		r->flow = GOES_ON;
	if (r->flow == BREAKS) {
		r->flow = GOES_ON;
		return false;
	}
	return r->flow == GOES_ON;
}

/* The item that stands there, as far as it is known. */
static struct thing
item_at(struct replay *r, struct thing over, double at)
{
	if (over.kind == THING_RANGE)
		return thing_int(over.heap->v[0].integer + (int64_t)at *
		    over.heap->v[2].integer);
	return thing_has_items(r, over) && over.kind != THING_DICT &&
	    at < over.heap->n ? over.heap->v[(size_t)at] : thing_unknown();
}

/* Too many rounds to go through: what some of them cost, that many times. */
static void
sample_rounds(struct replay *r, uint32_t loop, uint32_t body,
    struct thing over, double n)
{
	double times = r->times;
	enum flow flow;

	if (!loop_may_end(r->j, loop))
		r->times *= n / 2;
	run_round(r, loop, body, item_at(r, over, n / 3));
	if (r->flow == GOES_ON)
		run_round(r, loop, body, item_at(r, over, n * 2 / 3));
	r->times = times;
	flow = r->flow;
	if (flow == IS_LOST)
		return;
	/* Whatever it looks for: it does not stand at the beginning. */
	if (flow == GOES_ON && n > HOPELESS && !r->probing) {
		report_loop(r, loop, "for");
		return;
	}
	r->flow = GOES_ON;
	replay_forget(r, loop);
}

/* The first items; those that come again and again, until nothing changes. */
static void
run_endless(struct replay *r, uint32_t loop, uint32_t body,
    struct thing over)
{
	uint32_t i, n = over.heap->n, tails = n - over.heap->node, pass;
	struct window window;
	bool goes_on = true;

	endless_take(r, over);
	for (i = 0; i < tails && goes_on; i++)
		goes_on = run_round(r, loop, body, over.heap->v[i]);
	if (!goes_on)
		return;
	begin_loop(r, loop, &window);
	for (pass = 0; pass < 4 && goes_on; pass++) {
		for (i = tails; i < n && goes_on; i++)
			goes_on = run_round(r, loop, body, over.heap->v[i]);
		if (goes_on && may_judge(r)) {
			report_loop(r, loop, "for");
			goes_on = false;
		} else if (goes_on) {
			if (pass == 1)
				journal_widen(r);
			open_window(r, loop);
		}
	}
	end_loop(r, &window);
	if (goes_on)
		replay_forget(r, loop);
}

void
replay_for(struct replay *r, uint32_t loop)
{
	const struct node *nodes = r->j->nodes;
	uint32_t source = nodes[loop + 1].skip, body = nodes[source].skip;
	struct thing over = replay_eval(r, source), list;
	double n;
	size_t i;

	if (r->flow != GOES_ON)
		return;
	if (endless_is_known(r, over)) {
		run_endless(r, loop, body, over);
		return;
	}
	n = thing_length(r, over);
	if (n < 0 || n > EXACT) {
		if (n < 0 || r->probing) {
			r->doubts++;
			n = 1;
		}
		sample_rounds(r, loop, body, over, n);
		return;
	}
	if (!thing_items(r, over, &list)) {
		r->doubts++;
		sample_rounds(r, loop, body, over, 1);
		return;
	}
	for (i = 0; i < list.heap->n && !list.heap->is_lost && i < 4 * EXACT;
	    i++)
		if (!run_round(r, loop, body, list.heap->v[i]))
			return;
	if (i >= 4 * EXACT || list.heap->is_lost)
		replay_forget(r, loop);
	if (nodes[body].skip < nodes[loop].skip && r->flow == GOES_ON)
		replay_statement(r, nodes[body].skip);
}
