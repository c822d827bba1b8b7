/*
 * Calls: of the submission's own functions, with the values they are given;
 * of what fetches by name (getattr, import_module); the rest goes to
 * foldcall.c, and what does not fold there is the result of that path.
 */
#include "eval.h"

#include <string.h>

#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "../fold/fold.h"
#include "../judge.h"
#include "eval_parts.h"

#define CALLS_MAX	3

const struct vset *
eval_in(struct judge *j, const struct override *extra, uint32_t node)
{
	const struct override *saved = j->overrides;
	const struct vset *set;
	uint32_t scope = j->scopes.bindings[extra->binding].scope;
	uint32_t frame = j->frame;

	j->overrides = extra;
	j->overridden[scope]++;
	j->frame = ++j->frames;
	set = eval(j, node);
	j->frame = frame;
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

#define GIVEN_MAX	8

/* What a call gives a function of the submission's own. */
struct given {
	const struct vset *const *at;
	size_t			 n;
	bool			 open;	/* there may be more */
	uint32_t		 name[GIVEN_MAX];
	const struct vset	*named[GIVEN_MAX];
	size_t			 nnames;
};

/* What reaches this parameter; NULL if the call does not say. */
static const struct vset *
given_to(struct judge *j, const struct def *d, uint32_t name,
    const struct given *given)
{
	const struct vset **list;
	bool in_list;
	size_t i;

	if (d->kind == DEF_PACK) {
		in_list = j->nodes[j->nodes[d->node].parent].kind ==
		    NODE_LIST_SPLAT_PATTERN;
		if (!in_list || given->open || d->index > given->n)
			return NULL;
		i = given->n - d->index;
		list = arena_alloc(j->arena, (i + 1) * sizeof(*list));
		memcpy(list, given->at + d->index, i * sizeof(*list));
		return fold_list(j, d->node, list, i, VALUE_FIXED);
	}
	if (d->kind != DEF_PARAMETER)
		return NULL;
	if (d->index < given->n && d->index != PARAMETER_BY_NAME)
		return given->at[d->index];
	for (i = 0; i < given->nnames; i++)
		if (given->name[i] == name)
			return given->named[i];
	return NULL;
}

static const struct vset *
call_function(struct judge *j, uint32_t function, const struct given *given)
{
	uint32_t scope, binding, frame = j->frame;
	struct override *o, *all = NULL;
	const struct override *saved = j->overrides;
	const struct vset *set;

	scope = j->nodes[tree_last(j->nodes, function)].scope;
	j->cuts += j->depth > EVAL_DEPTH_MAX / 2;
	if (j->scopes.list[scope].yields || j->calls >= CALLS_MAX ||
	    j->folding > EVAL_FOLDING_MAX || j->overridden[scope] != 0 ||
	    j->scopes.list[scope].kind != SCOPE_FUNCTION ||
	    j->scopes.list[scope].node != function ||
	    j->depth > EVAL_DEPTH_MAX / 2)
		return &vset_unknown;
	for (binding = j->scopes.list[scope].bindings; binding != 0 &&
	    given->n + given->nnames > 0;
	    binding = j->scopes.bindings[binding].sibling) {
		const struct def *d = scopes_only_def(&j->scopes, binding);

		if (d == NULL || d->owner != function)
			continue;
		set = given_to(j, d, j->scopes.bindings[binding].name, given);
		if (set == NULL)
			continue;
		o = arena_alloc(j->arena, sizeof(*o));
		o->binding = binding;
		o->value = set;
		o->next = all != NULL ? all : saved;
		all = o;
	}
	j->calls++;
	j->overridden[scope]++;
	j->frame = ++j->frames;
	if (all != NULL)
		j->overrides = all;
	set = call_returns(j, scope);
	j->frame = frame;
	j->overrides = saved;
	j->overridden[scope]--;
	j->calls--;
	return set;
}

const struct vset *
eval_call_function(struct judge *j, uint32_t function,
    const struct vset *const *args, size_t n)
{
	struct given given = { .at = args, .n = n };

	return call_function(j, function, &given);
}

static void
give_by_name(struct given *given, uint32_t name, const struct vset *set)
{
	if (given->nnames == GIVEN_MAX)
		return;
	given->name[given->nnames] = name;
	given->named[given->nnames++] = set;
}

static const struct vset *
call_own(struct judge *j, const struct value *callee, uint32_t call,
    unsigned skip)
{
	const struct vset *args[GIVEN_MAX];
	const struct vset *const *items;
	struct given given = { .at = args };
	uint32_t list = tree_last(j->nodes, call), child;
	size_t n, i;

	if (j->nodes[list].kind != NODE_ARGUMENTS)
		return &vset_unknown;
	/* What returns nothing, does so whatever it is given. */
	if (j->scopes.list[j->nodes[tree_last(j->nodes, callee->node)].scope]
	    .returns == 0)
		return call_function(j, callee->node, &given);
	TREE_CHILDREN(j->nodes, list, child) {
		if (skip > 0) {
			skip--;
			continue;
		}
		if (j->nodes[child].kind == NODE_DICTIONARY_SPLAT)
			return &vset_unknown;
		if (j->nodes[child].kind == NODE_KEYWORD_ARGUMENT) {
			give_by_name(&given, j->nodes[child + 1].name,
			    eval(j, tree_last(j->nodes, child)));
			continue;
		}
		if (given.open)
			continue;
		if (tree_is_splat(j->nodes, child)) {
			items = fold_elements(j, eval(j, child), &n);
			given.open = items == NULL ||
			    given.n + n > GIVEN_MAX;
			for (i = 0; !given.open && i < n; i++)
				args[given.n++] = items[i];
			continue;
		}
		if (given.n == GIVEN_MAX)
			return &vset_unknown;
		args[given.n++] = eval(j, child);
	}
	return call_function(j, callee->node, &given);
}

/* next((x for x in many if x.is_file()), None): one that it yields. */
static const struct vset *
call_next(struct judge *j, uint32_t list)
{
	uint32_t first = j->nodes[list].kind == NODE_GENERATOR ? list :
	    list + 1, other;

	if (first >= j->nodes[list].skip ||
	    j->nodes[first].kind != NODE_GENERATOR)
		return NULL;
	other = j->nodes[first].skip;
	if (first == list || other >= j->nodes[list].skip)
		return eval(j, first + 1);
	return j->nodes[other].skip < j->nodes[list].skip ||
	    tree_is_splat(j->nodes, other) ? NULL :
	    eval_join(j, eval(j, first + 1), eval(j, other));
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
	case KNOWN(object_getattribute):
	case KNOWN(type_getattribute):
		first = tree_positional(j->nodes, call, 0);
		second = tree_positional(j->nodes, call, 1);
		if (first == 0 || second == 0)
			return &vset_unknown;
		names = eval(j, second);
		for (i = 0; i < names->n; i++)
			if (names->v[i]->kind == VALUE_STR)
				set = eval_join(j, set, eval_attribute(j,
				    eval(j, first), names_intern(j->names,
				    names->v[i]->text.bytes,
				    names->v[i]->text.n), call));
		second = tree_positional(j->nodes, call, 2);
		if (second != 0)
			set = eval_join(j, set, eval(j, second));
		return vset_with_unknown(j->arena, set);
	case KNOWN(import_):
	case KNOWN(import_module):
		first = tree_positional(j->nodes, call, 0);
		names = first != 0 ? eval(j, first) : &vset_unknown;
		for (i = 0; i < names->n; i++)
			if (names->v[i]->kind == VALUE_STR)
				set = eval_join(j, set, vset_one(j->arena,
				    eval_module(j, names_intern(j->names,
				    names->v[i]->text.bytes,
				    names->v[i]->text.n), call, NULL)));
		return vset_with_unknown(j->arena, set);
	case KNOWN(globals_get):
		first = tree_positional(j->nodes, call, 0);
		second = tree_positional(j->nodes, call, 1);
		set = eval_namespace(j, first == 0 ? &vset_unknown : eval(j,
		    first), call);
		return second == 0 ? set : eval_join(j, set, eval(j, second));
	case KNOWN(next):
		return call_next(j, tree_last(j->nodes, call));
	default:
		return NULL;
	}
}

static const struct vset *call_value(struct judge *, const struct value *,
    uint32_t args, unsigned skip, uint32_t node);

/* One callee, with the arguments of the call `args` past the first few. */
static const struct vset *
call_value(struct judge *j, const struct value *callee, uint32_t args,
    unsigned skip, uint32_t node)
{
	const struct vset *one = NULL;
	struct value *made;

	switch (callee->kind) {
	case VALUE_MODULE:
		/* socket.socket, requests.get: of what is refused whole. */
		if (!(callee->flags & VALUE_REFUSED))
			break;
		made = value_new(j->arena, VALUE_RESULT, node);
		made->name = callee->name;
		made->from = callee;
		made->flags = VALUE_REFUSED;
		return vset_one(j->arena, made);
	case VALUE_PATH:
		one = skip > 0 ? NULL : call_special(j, callee->name, args);
		if (one == NULL)
			one = fold_call(j, callee, args, skip);
		if (one != NULL)
			break;
		made = value_new(j->arena, VALUE_RESULT, node);
		made->name = callee->name;
		made->from = callee;
		made->flags = callee->flags & VALUE_REFUSED;
		return vset_one(j->arena, made);
	case VALUE_METHOD:
		one = fold_call(j, callee, args, skip);
		break;
	case VALUE_FUNCTION:
		return call_own(j, callee, args, skip);
	case VALUE_CLASS:
		made = value_new(j->arena, VALUE_OBJECT, node);
		made->node = callee->node;
		if (j->overrides != NULL)
			made->flags |= VALUE_OPEN;
		return vset_one(j->arena, made);
	case VALUE_RESULT:
		break;
	}
	return one != NULL ? one : &vset_unknown;
}

const struct vset *
eval_call(struct judge *j, uint32_t node)
{
	const struct vset *callees = eval(j, node + 1), *set;
	size_t i;

	set = callees->unknown || callees->n == 0 ? &vset_unknown : &vset_none;
	for (i = 0; i < callees->n; i++)
		set = eval_join(j, set, call_value(j, callees->v[i], node, 0,
		    node));
	return set;
}
