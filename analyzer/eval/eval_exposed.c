/*
 * Lists and dicts that others can reach: they may hold more than the display
 * that made them shows. What only looks at one is no way to change it.
 */
#include "eval.h"

#include <string.h>

#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "own.h"
#include "eval_parts.h"
#include "signatures.h"

/* x.items(): a call of what shows a dict or list, and changes nothing. */
static bool
is_view(const struct judge *j, uint32_t attribute)
{
	static const char views[][8] = { "items", "keys", "values", "get",
	    "copy", "index", "count" };
	uint32_t call = j->nodes[attribute].parent;

	return j->nodes[call].kind == NODE_CALL && attribute == call + 1 &&
	    IS_ONE_OF(names_text(j->names, j->nodes[tree_last(j->nodes,
	    attribute)].name), views);
}

/*
 * A builtin, or what an import alone binds: what it is can be asked for while
 * other names are being worked out.
 */
static bool
is_builtin_or_import(const struct judge *j, uint32_t callee)
{
	const struct def *d;

	if (j->nodes[callee].kind == NODE_ATTRIBUTE)
		callee++;
	else if (j->nodes[callee].kind == NODE_IDENTIFIER &&
	    judge_binding(j, callee) == 0)
		return j->scopes.list[1].stars == 0;
	d = judge_only_def(j, callee);
	return d != NULL && (d->kind == DEF_IMPORT || d->kind ==
	    DEF_IMPORT_AS || d->kind == DEF_FROM);
}

/* A function of a library that takes what is in a list, and not the list. */
static bool
is_copied(struct judge *j, uint32_t callee, uint32_t at)
{
	const struct rules_parameter *p;
	struct rules_model m;
	const struct value *v = !is_builtin_or_import(j, callee) ? NULL :
	    vset_only(eval(j, callee), VALUE_PATH);

	if (v == NULL || !model_of(j, names_text(j->names, v->name), &m))
		return false;
	p = model_takes(j, &m, at);
	return p != NULL && p->use == RULES_USE_ITEMS;
}

#define HANDED_MAX	4	/* functions that hand a list on */

static bool only_looks(struct judge *, uint32_t at, unsigned depth);

/* A function of the submission's own that only looks at what it gets here. */
static bool
function_looks(struct judge *j, uint32_t callee, uint32_t at, unsigned depth)
{
	const struct def *function = judge_only_def(j, callee), *d;
	uint32_t list = j->nodes[at].parent, child, n = 0, b, i;

	if (depth > HANDED_MAX || function == NULL ||
	    function->kind != DEF_FUNCTION || !own_may_look(j) ||
	    j->nodes[j->nodes[function->node].parent].kind == NODE_DECORATED)
		return false;
	for (child = list + 1; child < at; child = j->nodes[child].skip) {
		if (tree_is_splat(j->nodes, child))
			return false;
		n++;
	}
	b = j->scopes.list[j->nodes[tree_last(j->nodes, function->node)].scope]
	    .bindings;
	for (; b != 0; b = j->scopes.bindings[b].sibling) {
		d = scopes_only_def(&j->scopes, b);
		if (d != NULL && d->kind == DEF_PARAMETER && d->index == n &&
		    d->owner == function->node)
			break;
	}
	if (b == 0)
		return false;
	for (i = own_first_of(j, j->scopes.bindings[b].name); i != 0;
	    i = j->own_next[i])
		if (j->nodes[i].role == ROLE_LOAD && judge_binding(j, i) == b &&
		    !only_looks(j, i, depth))
			return false;
	return true;
}

/*
 * Where a name may be used so that nothing can change the list it stands for:
 * iterated, indexed, compared, counted.
 */
bool
eval_only_looks(struct judge *j, uint32_t at)
{
	return only_looks(j, at, 0);
}

static bool
only_looks(struct judge *j, uint32_t at, unsigned depth)
{
	uint32_t parent = j->nodes[at].parent, callee;

	/* names or KNOWN: one of both. */
	while (j->nodes[parent].kind == NODE_BOOLEAN ||
	    j->nodes[parent].kind == NODE_CONDITIONAL ||
	    j->nodes[parent].kind == NODE_PARENTHESIZED) {
		at = parent;
		parent = j->nodes[at].parent;
	}
	switch (j->nodes[parent].kind) {
	case NODE_FOR:
	case NODE_FOR_IN_CLAUSE:
		return at != parent + 1;
	case NODE_ATTRIBUTE:
		return at == parent + 1 && is_view(j, parent);
	case NODE_KEYWORD_ARGUMENT:
		return false;
	case NODE_SUBSCRIPT:
		/* Behind the brackets, a class of one's own may get it. */
		return at == parent + 1 ? j->nodes[parent].role == ROLE_LOAD :
		    eval_operand_is_kept(j, at, false);
	case NODE_COMPARISON:
	case NODE_BINARY:
		return eval_operand_is_kept(j, at, false);
	case NODE_NOT:
	case NODE_IF:
	case NODE_INTERPOLATION:
	case NODE_LIST_SPLAT:
	case NODE_DICTIONARY_SPLAT:
		return true;
	case NODE_ARGUMENTS:
		callee = j->nodes[parent].parent + 1;
		return (j->nodes[callee].kind == NODE_ATTRIBUTE &&
		    eval_joiner_is_text(j, callee)) ||
		    eval_builtin_looks(j, callee, parent) ||
		    is_copied(j, callee, at) ||
		    function_looks(j, callee, at, depth + 1);
	default:
		return false;
	}
}

/*
 * Names whose value others may change. What holds lists is changed through
 * its parts as well, so of that only comparing and counting is harmless.
 */
static void
find_exposed(struct judge *j)
{
	uint32_t i, b, parent;
	uint8_t flags;

	for (i = 0; i < j->tree.n; i++) {
		if (j->nodes[i].kind != NODE_IDENTIFIER ||
		    j->nodes[i].role != ROLE_LOAD)
			continue;
		flags = eval_only_looks(j, i) ? 0 : BINDING_EXPOSED;
		parent = j->nodes[j->nodes[i].parent].kind;
		if ((parent != NODE_COMPARISON || !eval_operand_is_kept(j, i,
		    true)) && parent != NODE_INTERPOLATION &&
		    parent != NODE_NOT && parent != NODE_IF)
			flags |= BINDING_EXPOSED_PARTS;
		if (flags == 0)
			continue;
		b = judge_binding(j, i);
		if (b != 0)
			j->scopes.bindings[b].flags |= flags;
	}
	j->exposed_known = true;
}

/* Lists and dicts in it that somebody could change. */
static bool
holds_changeable(const struct vset *set)
{
	size_t i;

	for (i = 0; i < set->n; i++)
		if ((set->v[i]->kind == VALUE_LIST ||
		    set->v[i]->kind == VALUE_DICT) &&
		    (!(set->v[i]->flags & VALUE_FIXED) ||
		    set->v[i]->flags & VALUE_CHANGES))
			return true;
	return false;
}

/* May others have changed this list or dict, bound to a name? */
static bool
may_change(struct judge *j, uint32_t binding, const struct value *v)
{
	uint8_t flags = j->scopes.bindings[binding].flags;

	if ((v->kind != VALUE_LIST && v->kind != VALUE_DICT) ||
	    v->flags & VALUE_OPEN)
		return false;
	if (v->flags & VALUE_CHANGES && flags & BINDING_EXPOSED_PARTS)
		return true;
	return !(v->flags & VALUE_FIXED) && flags & BINDING_EXPOSED;
}

static const struct value *open_parts(struct judge *, const struct value *,
    bool whole);

static const struct vset *
open_each(struct judge *j, const struct vset *set)
{
	const struct vset *all = set->unknown ? &vset_unknown : &vset_none;
	size_t i;

	for (i = 0; i < set->n; i++)
		all = vset_join(j->arena, all, vset_one(j->arena,
		    open_parts(j, set->v[i], true)));
	return all;
}

/*
 * The lists and dicts in it may hold more than they show; what a tuple holds,
 * or a list that only its parts are reached of, stays where it is.
 */
static const struct value *
open_parts(struct judge *j, const struct value *v, bool whole)
{
	struct value *copy;
	size_t i;

	if (v->kind != VALUE_LIST && v->kind != VALUE_DICT)
		return v;
	copy = value_copy(j->arena, v);
	if (v->flags & VALUE_FIXED)
		whole = false;
	if (whole && v->flags & VALUE_CHANGES) {
		/* Nothing is certain of what lies deeper. */
		value_hide(j->arena, copy, vset_with_unknown(j->arena,
		    value_inside(j->arena, v)));
	} else if (v->flags & VALUE_CHANGES) {
		copy->items.list = arena_alloc(j->arena, (v->items.n + 1) *
		    sizeof(*copy->items.list));
		for (i = 0; i < v->items.n; i++)
			copy->items.list[i] = open_each(j, v->items.list[i]);
	}
	if (whole)
		copy->flags |= VALUE_OPEN;
	return copy;
}

/* What may have been changed by this name, or (0) by any, is open. */
static struct vset *
open_changed(struct judge *j, const struct vset *set, uint32_t binding)
{
	struct vset *copy = arena_alloc(j->arena, sizeof(*copy) +
	    set->n * sizeof(copy->v[0]));
	bool whole = binding == 0 || j->scopes.bindings[binding].flags &
	    BINDING_EXPOSED;
	size_t i;

	*copy = *set;
	copy->hash = 0;
	for (i = 0; i < set->n; i++) {
		copy->v[i] = set->v[i];
		if (binding != 0 && !may_change(j, binding, set->v[i]))
			continue;
		copy->v[i] = open_parts(j, set->v[i], whole);
		copy->flags |= copy->v[i]->flags & VALUE_OPEN;
	}
	return copy;
}

const struct vset *
eval_shared(struct judge *j, const struct vset *set)
{
	return holds_changeable(set) ? open_changed(j, set, 0) : set;
}

/* A list that others can reach may hold more than its display shows. */
const struct vset *
eval_exposed(struct judge *j, uint32_t binding, uint32_t version,
    const struct vset *set)
{
	struct binding *b = &j->scopes.bindings[version];
	struct vset *copy;
	bool by_parts = false;
	size_t i;

	if (b->closed == set)
		return b->opened;
	for (i = 0; i < set->n; i++)
		if ((set->v[i]->kind == VALUE_LIST ||
		    set->v[i]->kind == VALUE_DICT) &&
		    !(set->v[i]->flags & VALUE_OPEN))
			break;
	if (i == set->n)
		return set;
	if (!j->exposed_known)
		find_exposed(j);
	for (; i < set->n && !may_change(j, binding, set->v[i]); i++)
		;
	if (i == set->n)
		return set;
	copy = open_changed(j, set, binding);
	for (i = 0; i < set->n; i++)
		by_parts |= (set->v[i]->flags & VALUE_CHANGES) != 0;
	/* The same lists again, with what was worked out of them. */
	if (!by_parts) {
		b->closed = set;
		b->opened = copy;
	}
	return copy;
}
