/*
 * Calls: of the submission's own functions, with the values they are given;
 * of what fetches by name (getattr, import_module); the rest goes to
 * foldcall.c, and what does not fold there is the result of that path.
 */
#include "judge.h"

#include "../supervisor/base/mem.h"
#include "../supervisor/base/util.h"
#include "eval_parts.h"

#define CALLS_MAX	3

const struct vset *
eval_in(struct judge *j, const struct override *extra, uint32_t node)
{
	const struct override *saved = j->overrides;
	const struct vset *set;
	uint32_t scope = j->scopes.bindings[extra->binding].scope;

	j->overrides = extra;
	j->overridden[scope]++;
	set = eval(j, node);
	j->overridden[scope]--;
	j->overrides = saved;
	return set;
}

static const struct vset *
call_returns(struct judge *j, uint32_t scope)
{
	const struct vset *set = &vset_none;
	uint32_t def = j->scopes.list[scope].returns;

	for (; def != 0; def = j->scopes.defs[def].next)
		set = eval_join(j, set, eval(j, j->scopes.defs[def].expr));
	return set;
}

const struct vset *
eval_call_function(struct judge *j, uint32_t function,
    const struct vset *const *args, size_t n)
{
	uint32_t scope, binding;
	struct override *o, *all = NULL;
	const struct override *saved = j->overrides;
	const struct vset *set;

	scope = j->nodes[tree_last(j->nodes, function)].scope;
	if (j->scopes.list[scope].yields || j->calls >= CALLS_MAX ||
	    j->folding > EVAL_FOLDING_MAX || j->overridden[scope] != 0 ||
	    j->scopes.list[scope].kind != SCOPE_FUNCTION ||
	    j->scopes.list[scope].node != function ||
	    j->depth > EVAL_DEPTH_MAX / 2)
		return &vset_unknown;
	for (binding = j->scopes.list[scope].bindings; binding != 0 && n > 0;
	    binding = j->scopes.bindings[binding].sibling) {
		const struct def *d =
		    &j->scopes.defs[j->scopes.bindings[binding].first];

		/* Number 0 is of no kind. */
		if (d->kind != DEF_PARAMETER || d->owner != function ||
		    d->index >= n)
			continue;
		o = arena_alloc(j->arena, sizeof(*o));
		o->binding = binding;
		o->value = args[d->index];
		o->next = all != NULL ? all : saved;
		all = o;
	}
	j->calls++;
	j->overridden[scope]++;
	if (all != NULL)
		j->overrides = all;
	set = call_returns(j, scope);
	j->overrides = saved;
	j->overridden[scope]--;
	j->calls--;
	return set;
}

static const struct vset *
call_own(struct judge *j, const struct value *callee, uint32_t call)
{
	const struct vset *args[8];
	uint32_t list = tree_last(j->nodes, call), child;
	size_t n = 0;

	if (j->nodes[list].kind != NODE_ARGUMENTS)
		return &vset_unknown;
	TREE_CHILDREN(j->nodes, list, child) {
		switch (j->nodes[child].kind) {
		case NODE_KEYWORD_ARGUMENT:
		case NODE_LIST_SPLAT:
		case NODE_DICTIONARY_SPLAT:
			return eval_call_function(j, callee->node, NULL, 0);
		}
		if (n == ARRAY_SIZE(args))
			return &vset_unknown;
		args[n++] = eval(j, child);
	}
	return eval_call_function(j, callee->node, args, n);
}

/* The n-th positional argument of a call; 0 if there is none for certain. */
static uint32_t
positional(const struct judge *j, uint32_t call, uint32_t n)
{
	uint32_t list = tree_last(j->nodes, call), child;

	if (j->nodes[list].kind != NODE_ARGUMENTS)
		return 0;
	TREE_CHILDREN(j->nodes, list, child) {
		if (j->nodes[child].kind == NODE_LIST_SPLAT ||
		    j->nodes[child].kind == NODE_KEYWORD_ARGUMENT ||
		    j->nodes[child].kind == NODE_DICTIONARY_SPLAT)
			return 0;
		if (n-- == 0)
			return child;
	}
	return 0;
}

/* getattr(x, "name") is x.name; import_module("x") is a module. */
static const struct vset *
call_special(struct judge *j, uint32_t path, uint32_t call)
{
	const struct vset *set = &vset_none, *names;
	uint32_t first, second;
	size_t i;

	switch (path) {
	case KNOWN(getattr):
		first = positional(j, call, 0);
		second = positional(j, call, 1);
		if (first == 0 || second == 0)
			return &vset_unknown;
		names = eval(j, second);
		for (i = 0; i < names->n; i++)
			if (names->v[i]->kind == VALUE_STR)
				set = eval_join(j, set, eval_attribute(j,
				    eval(j, first), names_intern(j->names,
				    names->v[i]->text.bytes,
				    names->v[i]->text.n), call));
		second = positional(j, call, 2);
		if (second != 0)
			set = eval_join(j, set, eval(j, second));
		return vset_with_unknown(j->arena, set);
	case KNOWN(import_):
	case KNOWN(import_module):
		first = positional(j, call, 0);
		names = first != 0 ? eval(j, first) : &vset_unknown;
		for (i = 0; i < names->n; i++)
			if (names->v[i]->kind == VALUE_STR)
				set = eval_join(j, set, vset_one(j->arena,
				    eval_module(j, names_intern(j->names,
				    names->v[i]->text.bytes,
				    names->v[i]->text.n), call, NULL)));
		return vset_with_unknown(j->arena, set);
	default:
		return NULL;
	}
}

const struct vset *
eval_call(struct judge *j, uint32_t node)
{
	const struct vset *callees = eval(j, node + 1), *set, *one;
	struct value *made;
	size_t i;

	set = callees->unknown || callees->n == 0 ? &vset_unknown : &vset_none;
	for (i = 0; i < callees->n; i++) {
		const struct value *callee = callees->v[i];

		switch (callee->kind) {
		case VALUE_PATH:
			one = call_special(j, callee->name, node);
			if (one == NULL)
				one = fold_call(j, callee, node);
			if (one != NULL)
				break;
			made = value_new(j->arena, VALUE_RESULT, node);
			made->name = callee->name;
			made->from = callee;
			made->flags = callee->flags & VALUE_REFUSED;
			one = vset_one(j->arena, made);
			break;
		case VALUE_METHOD:
			one = fold_call(j, callee, node);
			break;
		case VALUE_FUNCTION:
			one = call_own(j, callee, node);
			break;
		case VALUE_CLASS:
			made = value_new(j->arena, VALUE_OBJECT, node);
			made->node = callee->node;
			one = vset_one(j->arena, made);
			break;
		default:
			one = NULL;
		}
		set = eval_join(j, set, one != NULL ? one : &vset_unknown);
	}
	return set;
}
