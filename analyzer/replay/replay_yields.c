/*
 * Generators of a replay: what they give is handed to whoever goes through
 * them at the moment they give it, so that both are followed in the order in
 * which they are done. One that is asked for some of its items only, is not
 * followed.
 */
#include "replay_parts.h"

#include <string.h>

#include "../../supervisor/base/util.h"

struct thing
yields_make(struct replay *r, struct thing function, const struct thing *args,
    size_t n)
{
	struct thing ret = thing_new(r, THING_GENERATOR, n + 1);
	size_t i;

	thing_push(r, ret, function);
	for (i = 0; i < n; i++)
		thing_push(r, ret, args[i]);
	return ret;
}

static uint32_t
scope_of(const struct replay *r, uint32_t function)
{
	const struct node *nodes = r->j->nodes;

	return nodes[tree_last(nodes, function)].scope;
}

/* The names of whoever goes through it, and which call that is. */
static void
keep_names(struct replay *r, struct hook *hook, uint32_t scope)
{
	const struct scopes *s = &r->j->scopes;
	uint32_t b;

	hook->scope = scope;
	hook->serial = r->serials[scope];
	hook->names = thing_new(r, THING_TUPLE, 8);
	for (b = s->list[scope].bindings; b != 0; b = s->bindings[b].sibling)
		thing_push(r, hook->names, r->slots[b].now);
}

static void
swap_names(struct replay *r, struct hook *hook)
{
	const struct scopes *s = &r->j->scopes;
	uint32_t scope = hook->scope, serial = r->serials[scope], b, i = 0;
	struct thing now;

	r->serials[scope] = hook->serial;
	hook->serial = serial;
	for (b = s->list[scope].bindings; b != 0; b = s->bindings[b].sibling) {
		now = r->slots[b].now;
		slot_set(r, b, hook->names.heap->v[i]);
		hook->names.heap->v[i++] = now;
	}
	r->steps += i / 2;
}

/* Runs it, with what is done with each item. False: it is not followed. */
static bool
run(struct replay *r, struct thing generator, struct hook *hook)
{
	struct heap *heap = generator.heap;
	struct thing function = heap->n > 0 ? heap->v[0] : thing_unknown();
	bool again = false;
	uint32_t i;

	if (!thing_has_items(r, generator) || function.kind != THING_FUNCTION
	    || !thing_is_current(r, function))
		return false;
	/*
	 * Within itself, names would be mixed up: unless it is gone through
	 * by itself, and each has its own while it is its turn.
	 */
	for (i = 0; i < r->nframes; i++)
		if (r->frames[i].function == function.node)
			again = true;
	if (again && (hook->loop == 0 || r->frames[r->nframes - 1].function !=
	    function.node || r->is_around[scope_of(r, function.node)]))
		return false;
	if (again)
		keep_names(r, hook, scope_of(r, function.node));
	thing_before_write(r, heap);
	hook->outer = r->hook;
	r->hook = hook;
	r->generates = true;
	replay_function(r, function.node, 0, heap->v + 1, heap->n - 1,
	    UINT32_MAX);
	r->generates = false;
	r->hook = hook->outer;
	/* There is nothing left in it. */
	heap->n = 0;
	heap->is_lost = true;
	if (r->flow == LEAVES) {
		r->flow = hook->left;
		r->value = hook->value;
	}
	return true;
}

bool
yields_items(struct replay *r, struct thing t, struct thing *ret_list)
{
	struct hook hook = { .loop = 0 };

	if (t.kind != THING_GENERATOR)
		return thing_items(r, t, ret_list);
	hook.list = thing_new(r, THING_LIST, 0);
	/* Whoever asks for them need not keep them. */
	hook.list.heap->drains = true;
	if (!run(r, t, &hook) || r->flow != GOES_ON || hook.list.heap->is_lost)
		return false;
	*ret_list = hook.list;
	return true;
}

bool
yields_for(struct replay *r, uint32_t loop, struct thing over,
    bool *ret_goes_on)
{
	struct hook hook = { .loop = loop };

	if (!run(r, over, &hook))
		return false;
	*ret_goes_on = !hook.is_left && r->flow == GOES_ON;
	return true;
}

static void
give(struct replay *r, struct thing item)
{
	struct hook *hook = r->hook;

	r->hook = hook->outer;
	if (hook->scope != 0)
		swap_names(r, hook);
	if (r->writing > 0)
		replay_add(r, TOTAL_WRITTEN, thing_size(r, item, 0) / 4);
	if (hook->loop == 0)
		thing_push(r, hook->list, item);
	else if (!replay_round(r, hook->loop, item) && r->flow != IS_LOST) {
		hook->is_left = true;
		hook->left = r->flow;
		hook->value = r->value;
		r->flow = LEAVES;
	}
	if (hook->scope != 0)
		swap_names(r, hook);
	r->hook = hook;
}

/* yield x, yield from x */
struct thing
replay_yield(struct replay *r, uint32_t node)
{
	const struct node *nodes = r->j->nodes;
	uint32_t what = node + 1;
	const char *s = r->j->source.bytes + nodes[node].start + 5;
	struct thing item, list;
	size_t i;

	if (r->hook == NULL) {
		replay_forget(r, node);
		return thing_unknown();
	}
	item = what < nodes[node].skip ? replay_eval(r, what) : thing_none();
	if (r->flow != GOES_ON)
		return thing_unknown();
	while (*s == ' ')
		s++;
	if (what >= nodes[node].skip || strncmp(s, "from", 4) != 0 ||
	    r->j->source.bytes + nodes[what].start <= s) {
		give(r, item);
		return r->flow == GOES_ON ? thing_none() : thing_unknown();
	}
	if (!yields_items(r, item, &list))
		return r->flow == GOES_ON ? thing_doubtful(r) :
		    thing_unknown();
	for (i = 0; i < list.heap->n && r->flow == GOES_ON; i++)
		give(r, list.heap->v[i]);
	return thing_none();
}
