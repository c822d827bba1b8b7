/*
 * Paths made of several things that calls hand over: f"{folder}/{name}" is one
 * of the host's where f("", "etc/x") is called, and neither part says so. Each
 * call is tried by itself, so that what different calls give is not mixed; of
 * attributes, and of what functions around it were given, all that is seen.
 * What is not seen stays a gap: these are possibilities, not all of them.
 */
#include "places.h"

#include <string.h>

#include "../fold/foldcall.h"
#include "../judge.h"
#include "../obscure/obscure.h"
#include "../own/own.h"
#include "../read/tree.h"
#include "../report.h"
#include "../values/eval.h"

#define PARTS_MAX	12
#define COMBINATIONS_MAX 48
#define STEPS_MAX	3	/* calls that hand on what they made of it */
#define TRIES_MAX	4000	/* of one submission */

struct parts {
	struct override	list[PARTS_MAX];
	uint32_t	scopes[PARTS_MAX];
	size_t		n, combinations;
};

static const struct vset *values_of(struct judge *, uint32_t node,
    unsigned steps);

/* The texts and paths among these; `gaps`: also those that have some. */
static const struct vset *
texts_of(struct judge *j, const struct vset *set, bool gaps)
{
	const struct vset *texts = &vset_none;
	const struct value *v;
	size_t i;

	for (i = 0; i < set->n; i++) {
		v = set->v[i];
		if ((v->kind == VALUE_STR || v->kind == VALUE_PARTIAL ||
		    (v->kind == VALUE_RESULT && v->text.bytes != NULL)) &&
		    (gaps || memchr(v->text.bytes, FOLD_GAP, v->text.n) ==
		    NULL))
			texts = vset_join(j->arena, texts, vset_one(j->arena,
			    v));
	}
	return texts;
}

/* All of it, if it is known: also lists, which f("", *x) takes apart. */
static const struct vset *
known_of(struct judge *j, const struct vset *set)
{
	return set->unknown ? texts_of(j, set, false) : set;
}

static void
add_part(struct parts *parts, struct override part, uint32_t scope)
{
	if (part.value->n == 0 || parts->n == PARTS_MAX)
		return;
	parts->scopes[parts->n] = scope;
	parts->list[parts->n++] = part;
}

/*
 * The scope that the function is in: while its own counts as overridden, a
 * call of it would be one out of itself.
 */
static uint32_t
scope_around(const struct judge *j, uint32_t at)
{
	const struct scope *s = &j->scopes.list[j->nodes[at].scope];

	return s->kind == SCOPE_FUNCTION ? s->parent : j->nodes[at].scope;
}

/* The first return value of the own functions in this set; or 0. */
static uint32_t
returns_of(const struct judge *j, const struct vset *set)
{
	uint32_t body;
	size_t i;

	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind == VALUE_FUNCTION) {
			body = tree_last(j->nodes, set->v[i]->node);
			return j->scopes.list[j->nodes[body].scope].returns;
		}
	return 0;
}

/* What self.folder is, also where that is a property. */
static const struct vset *
attribute_of(struct judge *j, uint32_t at, unsigned steps)
{
	const struct vset *set = handed_over(j, at), *more;
	uint32_t def;

	if (set->n == 0) {
		more = own_bounds(j, at);
		set = more != NULL ? more : set;
	}
	for (def = returns_of(j, eval(j, at)); def != 0;
	    def = j->scopes.defs[def].next)
		set = vset_join(j->arena, set, values_of(j,
		    j->scopes.defs[def].expr, steps + 1));
	return known_of(j, set);
}

/*
 * self.folder, in this expression, in what its names stand for, and in what
 * calls in it return.
 */
static void
add_attributes(struct judge *j, uint32_t node, struct parts *parts,
    unsigned steps)
{
	const struct def *d;
	uint32_t i, def;

	for (i = node; i < j->nodes[node].skip && steps < STEPS_MAX; i++) {
		for (def = j->nodes[i].kind != NODE_CALL ? 0 : returns_of(j,
		    eval(j, i + 1)); def != 0; def = j->scopes.defs[def].next)
			add_attributes(j, j->scopes.defs[def].expr, parts,
			    steps + 1);
		if (j->nodes[i].role != ROLE_LOAD || (!place_is_unsure(eval(j,
		    i)) && vset_only(eval(j, i), VALUE_PATH) == NULL))
			continue;
		if (j->nodes[i].kind == NODE_ATTRIBUTE &&
		    j->nodes[j->nodes[i].parent].kind != NODE_CALL)
			add_part(parts, (struct override){ .node = i,
			    .value = attribute_of(j, i, steps) },
			    scope_around(j, i));
		d = j->nodes[i].kind == NODE_IDENTIFIER ? judge_only_def(j,
		    i) : NULL;
		if (d != NULL && d->kind == DEF_VALUE && d->steps == NULL &&
		    d->expr != 0)
			add_attributes(j, d->expr, parts, steps + 1);
	}
}

/* Does the expression, or what a name in it stands for, have this name? */
static bool
has_name(struct judge *j, uint32_t node, uint32_t binding, unsigned steps)
{
	const struct def *d;
	uint32_t i;

	for (i = node; i < j->nodes[node].skip; i++) {
		if (j->nodes[i].kind != NODE_IDENTIFIER ||
		    j->nodes[i].role != ROLE_LOAD)
			continue;
		if (judge_binding(j, i) == binding)
			return true;
		d = steps < STEPS_MAX ? judge_only_def(j, i) : NULL;
		if (d != NULL && d->kind == DEF_VALUE && d->expr != 0 &&
		    has_name(j, d->expr, binding, steps + 1))
			return true;
	}
	return false;
}

/* What each parameter of the expression gets in this call; NULL: in any. */
static void
add_parameters(struct judge *j, uint32_t function, uint32_t node,
    const struct use *use, struct parts *parts, unsigned steps)
{
	uint32_t list = tree_child(j->nodes, function, NODE_PARAMETERS), child;
	const struct vset *set;
	const struct def *d;
	uint32_t at, given;

	if (list == 0)
		list = tree_child(j->nodes, function, NODE_LAMBDA_PARAMETERS);
	if (list == 0)
		return;
	TREE_CHILDREN(j->nodes, list, child) {
		at = j->nodes[child].kind == NODE_IDENTIFIER ? child :
		    child + 1;
		d = j->nodes[at].kind == NODE_IDENTIFIER ? judge_only_def(j,
		    at) : NULL;
		if (d == NULL || (d->kind != DEF_PARAMETER &&
		    j->nodes[child].kind != NODE_LIST_SPLAT_PATTERN) ||
		    !has_name(j, node, judge_binding(j, at), 0))
			continue;
		if (use == NULL)
			set = handed_over(j, at);
		else {
			set = uses_given(j, use, d, &given);
			if (given == 0 && d->expr != 0)
				set = eval(j, d->expr);
			else if (given != 0 && place_is_unsure(set))
				set = values_of(j, given, steps + 1);
		}
		add_part(parts, (struct override){ .binding =
		    judge_binding(j, at), .value = known_of(j, set) },
		    j->nodes[at].scope);
	}
}

/* The node, with each possibility of the parts from the k-th on. */
static const struct vset *
spread(struct judge *j, uint32_t node, struct parts *parts, size_t k)
{
	const struct vset *set, *all = &vset_none;
	uint32_t frame = j->frame;
	size_t i;

	if (k == parts->n) {
		if (++j->tries > TRIES_MAX)
			return all;
		j->frame = ++j->frames;
		all = eval(j, node);
		j->frame = frame;
		return texts_of(j, all, true);
	}
	set = parts->list[k].value;
	if (set->n * parts->combinations > COMBINATIONS_MAX)
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

static const struct vset *
values_with(struct judge *j, uint32_t node, struct parts *parts)
{
	const struct override *saved = j->overrides;
	uint32_t folding = j->folding;
	const struct vset *set;
	size_t i;

	if (parts->n == 0)
		return &vset_none;
	for (i = 0; i < parts->n; i++) {
		parts->list[i].next = i == 0 ? saved : &parts->list[i - 1];
		j->overridden[parts->scopes[i]]++;
	}
	j->overrides = &parts->list[parts->n - 1];
	parts->combinations = 1;
	set = spread(j, node, parts, 0);
	for (i = 0; i < parts->n; i++)
		j->overridden[parts->scopes[i]]--;
	j->overrides = saved;
	j->folding = folding;
	return set;
}

static uint32_t
function_around(const struct judge *j, uint32_t at)
{
	while (at != 0 && j->nodes[at].kind != NODE_FUNCTION &&
	    j->nodes[at].kind != NODE_LAMBDA)
		at = j->nodes[at].parent;
	return at;
}

/* What it may be, of what is seen. */
static const struct vset *
values_of(struct judge *j, uint32_t node, unsigned steps)
{
	const struct vset *all = texts_of(j, eval(j, node), false);
	uint32_t function = function_around(j, node), at, use;
	struct parts parts = { .n = 0 };
	size_t outer;

	if (steps > STEPS_MAX || !place_is_unsure(eval(j, node)))
		return all;
	add_attributes(j, node, &parts, steps);
	for (at = function; at != 0;) {
		at = function_around(j, j->nodes[at].parent);
		if (at != 0)
			add_parameters(j, at, node, NULL, &parts,
			    steps);
	}
	if (j->first_use == NULL)
		uses_find(j);
	outer = parts.n;
	use = function == 0 ? 0 : j->first_use[function];
	if (use == 0)
		return vset_join(j->arena, all, values_with(j, node, &parts));
	for (; use != 0 && j->tries <= TRIES_MAX; use = j->uses[use - 1]
	    .next) {
		parts.n = outer;
		add_parameters(j, function, node, &j->uses[use - 1], &parts,
		    steps);
		all = vset_join(j->arena, all, values_with(j, node, &parts));
	}
	return all;
}

void
check_together(struct judge *j, char use, uint32_t node,
    const struct vset *mode)
{
	const struct vset *set;
	size_t i;

	if (!place_is_unsure(eval(j, node)))
		return;
	set = values_of(j, node, 0);
	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind != VALUE_PARTIAL)
			check_place(j, use, vset_one(j->arena, set->v[i]),
			    mode, node);
		else if (use != 'h')
			check_use(j, use, mode, set->v[i], node);
	if (j->tries > TRIES_MAX)
		report_flow(j, FLOW_COMPUTED_PATH, node, "a path", NULL);
}
