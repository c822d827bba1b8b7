/*
 * An expression once more, with what was found out about its parts: of a text
 * that is put together, each combination.
 */
#include "own_parts.h"

#include "../../supervisor/base/mem.h"
#include "../judge.h"
#include "../values/eval.h"
#include "own.h"

#define PARTS_MAX	12
#define COMBINATIONS_MAX 48

/* Parts of an expression, of which more is known than the evaluator says. */
struct parts {
	struct override	list[PARTS_MAX];
	size_t		n, combinations;
};

static void
find_parts(struct judge *j, uint32_t node, struct parts *parts)
{
	uint32_t i, text = 0;	/* where the f-string ends that it is in */
	const struct vset *set;

	for (i = node; i < j->nodes[node].skip && parts->n < PARTS_MAX; i++) {
		if (j->nodes[i].kind == NODE_STRING && i >= text)
			text = j->nodes[i].skip;
		if (i == node || (j->nodes[i].kind != NODE_IDENTIFIER &&
		    j->nodes[i].kind != NODE_ATTRIBUTE) ||
		    j->nodes[i].role != ROLE_LOAD)
			continue;
		set = eval(j, i);
		/* An f-string takes only what has one value. */
		if (bounds_are_done(set) && (i >= text || set->n == 1))
			continue;
		set = own_bounds(j, i);
		if (set == NULL)
			continue;
		parts->list[parts->n++] = (struct override){ .node = i,
		    .value = set };
		i = j->nodes[i].skip - 1;
	}
}

/* `inner`: in a comprehension it is another one each time. */
static bool
may_spread(const struct vset *set, size_t combinations, bool inner)
{
	size_t i;

	if (inner)
		return false;
	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind != VALUE_STR &&
		    set->v[i]->kind != VALUE_INT)
			return false;
	return set->n > 1 && set->n * combinations <= COMBINATIONS_MAX;
}

/* The expression, with each possibility of the parts from the k-th on. */
static const struct vset *
spread(struct judge *j, uint32_t node, struct parts *parts, size_t k)
{
	const struct vset *set, *all = &vset_none;
	uint32_t frame = j->frame;
	size_t i;

	if (k == parts->n) {
		j->frame = ++j->frames;
		set = eval(j, node);
		j->frame = frame;
		return set;
	}
	set = parts->list[k].value;
	if (!may_spread(set, parts->combinations, j->nodes[
	    parts->list[k].node].scope != j->nodes[node].scope))
		return spread(j, node, parts, k + 1);
	parts->combinations *= set->n;
	for (i = 0; i < set->n; i++) {
		parts->list[k].value = vset_one(j->arena, set->v[i]);
		all = vset_join(j->arena, all, spread(j, node, parts, k + 1));
	}
	parts->list[k].value = set;
	parts->combinations /= set->n;
	return all;
}

const struct vset *
bounds_with_parts(struct judge *j, uint32_t node)
{
	struct parts parts = { .n = 0, .combinations = 1 };
	const struct override *saved = j->overrides;
	uint32_t scope = j->nodes[node].scope, folding = j->folding;
	const struct vset *set;
	size_t i;

	find_parts(j, node, &parts);
	if (parts.n == 0)
		return NULL;
	for (i = 0; i < parts.n; i++)
		parts.list[i].next = i == 0 ? saved : &parts.list[i - 1];
	j->overrides = &parts.list[parts.n - 1];
	j->overridden[scope]++;
	set = spread(j, node, &parts, 0);
	j->overridden[scope]--;
	j->overrides = saved;
	j->own_folding += j->folding - folding;
	j->folding = folding;
	return set;
}
