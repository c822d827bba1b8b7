/*
 * Lists and dicts that others can reach: they may hold more than the display
 * that made them shows. What only looks at one is no way to change it.
 */
#include "check.h"
#include "judge.h"

#include <string.h>

#include "../supervisor/base/mem.h"
#include "../supervisor/base/util.h"
#include "eval_parts.h"
#include "foldcall.h"

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
	uint32_t index;
	const struct def *d;

	if (j->nodes[callee].kind == NODE_ATTRIBUTE)
		callee++;
	else if (j->nodes[callee].kind == NODE_IDENTIFIER &&
	    scopes_resolve(&j->scopes, j->nodes[callee].scope,
	    j->nodes[callee].name) == 0)
		return j->scopes.list[1].stars == 0;
	if (j->nodes[callee].kind != NODE_IDENTIFIER)
		return false;
	index = scopes_resolve(&j->scopes, j->nodes[callee].scope,
	    j->nodes[callee].name);
	if (index == 0 || j->scopes.bindings[index].first == 0)
		return false;
	d = &j->scopes.defs[j->scopes.bindings[index].first];
	return d->next == 0 && (d->kind == DEF_IMPORT || d->kind ==
	    DEF_IMPORT_AS || d->kind == DEF_FROM);
}

/* A function of a library that takes what is in a list, and not the list. */
static bool
is_copied(struct judge *j, uint32_t callee)
{
	static const char copies[][24] = { "zip", "enumerate", "sum", "any",
	    "all", "filter", "collections.Counter", "collections.deque",
	    "random.choice", "random.choices", "random.sample" };
	static const char within[][16] = { "itertools.", "pandas.",
	    "statistics." };
	const struct value *v = !is_builtin_or_import(j, callee) ? NULL :
	    vset_only(eval(j, callee), VALUE_PATH);
	const char *name = v == NULL ? "" : names_text(j->names, v->name);
	size_t i;

	for (i = 0; i < ARRAY_SIZE(within); i++)
		if (strncmp(name, within[i], strlen(within[i])) == 0)
			return strrchr(name, '.') == name +
			    strlen(within[i]) - 1;
	return IS_ONE_OF(name, copies);
}

/* sorted(x), list(x): what is in it, in a new list. */
static bool
is_listed(const struct judge *j, uint32_t callee)
{
	static const char lists[][16] = { "sorted", "list", "tuple",
	    "reversed", "len", "iter" };

	return j->nodes[callee].kind == NODE_IDENTIFIER && scopes_resolve(
	    &j->scopes, j->nodes[callee].scope, j->nodes[callee].name) == 0 &&
	    IS_ONE_OF(names_text(j->names, j->nodes[callee].name), lists);
}

/* Each name in the target of a loop or an assignment is only looked at. */
static bool
is_only_looked_at(struct judge *j, uint32_t target)
{
	uint32_t i, binding;

	for (i = target; i < j->nodes[target].skip; i++)
		switch (j->nodes[i].kind) {
		case NODE_IDENTIFIER:
			binding = scopes_resolve(&j->scopes,
			    j->nodes[i].scope, j->nodes[i].name);
			if (binding == 0 || !own_only_looks(j, binding))
				return false;
			break;
		case NODE_PATTERN_LIST:
		case NODE_TUPLE_PATTERN:
			break;
		default:
			return false;
		}
	return true;
}

/*
 * Where a name may be used so that nothing can change the list it stands for:
 * iterated, indexed, compared, counted.
 */
bool
eval_only_looks(struct judge *j, uint32_t at)
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
	case NODE_ASSIGNMENT:
		/* a = b = x: both. */
		for (; j->nodes[parent].kind == NODE_ASSIGNMENT;
		    at = parent, parent = j->nodes[at].parent)
			if (at != tree_last(j->nodes, parent) ||
			    !is_only_looked_at(j, parent + 1))
				return false;
		return j->nodes[parent].kind == NODE_EXPRESSION_STATEMENT;
	case NODE_FOR:
	case NODE_FOR_IN_CLAUSE:
		return at != parent + 1;
	case NODE_ATTRIBUTE:
		return at == parent + 1 && is_view(j, parent);
	case NODE_KEYWORD_ARGUMENT:
		return own_lists_choices(j, parent);
	case NODE_DEFAULT_PARAMETER:
	case NODE_TYPED_DEFAULT_PARAMETER:
		return own_default_is_looked_at(j, parent);
	case NODE_SUBSCRIPT:
		return j->nodes[parent].role == ROLE_LOAD;
	case NODE_COMPARISON:
	case NODE_BINARY:
	case NODE_NOT:
	case NODE_IF:
	case NODE_INTERPOLATION:
	case NODE_LIST_SPLAT:
	case NODE_DICTIONARY_SPLAT:
		return true;
	case NODE_ARGUMENTS:
		callee = j->nodes[parent].parent + 1;
		if (j->nodes[callee].kind == NODE_ATTRIBUTE)
			return j->nodes[tree_last(j->nodes, callee)].name ==
			    names_lookup(j->names, "join", 4);
		switch (j->nodes[callee].kind != NODE_IDENTIFIER ||
		    scopes_resolve(&j->scopes, j->nodes[callee].scope,
		    j->nodes[callee].name) != 0 ? 0 : j->nodes[callee].name) {
		case KNOWN(len): case KNOWN(print): case KNOWN(sorted):
		case KNOWN(list): case KNOWN(tuple): case KNOWN(set):
		case KNOWN(map): case KNOWN(bytes): case KNOWN(reversed):
		case KNOWN(str): case KNOWN(repr): case KNOWN(isinstance):
		case KNOWN(bytearray): case KNOWN(frozenset):
		case KNOWN(dict): case KNOWN(min): case KNOWN(max):
		case KNOWN(iter):
			return true;
		}
		return own_argument_is_looked_at(j, at) ||
		    is_copied(j, callee);
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
		if (parent != NODE_COMPARISON && parent != NODE_INTERPOLATION &&
		    parent != NODE_NOT && parent != NODE_IF)
			flags |= BINDING_EXPOSED_PARTS;
		if (flags == 0)
			continue;
		b = scopes_resolve(&j->scopes, j->nodes[i].scope,
		    j->nodes[i].name);
		if (b != 0)
			j->scopes.bindings[b].flags |= flags;
	}
	j->exposed_known = true;
}

/*
 * Is what this use of a name hands out of a list or dict, one of its elements,
 * only looked at?
 */
static bool
element_is_looked_at(struct judge *j, uint32_t at, bool of_dict)
{
	uint32_t parent, callee, call, index;
	bool wrapped = false;		/* in a tuple of zip or items() */

	for (;;) {
		parent = j->nodes[at].parent;
		callee = j->nodes[parent].parent + 1;
		switch (j->nodes[parent].kind) {
		case NODE_COMPARISON:
		case NODE_INTERPOLATION:
		case NODE_NOT:
		case NODE_IF:
			return true;
		case NODE_FOR:
		case NODE_FOR_IN_CLAUSE:
			return at != parent + 1 && (!wrapped ||
			    j->nodes[parent + 1].kind != NODE_IDENTIFIER) &&
			    is_only_looked_at(j, parent + 1);
		case NODE_SUBSCRIPT:
			/* A slice of a list is none of its elements. */
			index = j->nodes[at].skip;
			return at == parent + 1 && !wrapped && (of_dict ||
			    j->nodes[index].kind == NODE_INTEGER) &&
			    eval_only_looks(j, parent);
		case NODE_ATTRIBUTE:
			/* x.items() in a loop; x.get(y) is one of them. */
			call = j->nodes[parent].parent;
			if (at != parent + 1 || !is_view(j, parent))
				return false;
			if (strcmp(names_text(j->names, j->nodes[tree_last(
			    j->nodes, parent)].name), "get") == 0)
				return !wrapped && eval_only_looks(j, call);
			if (wrapped)
				return false;
			wrapped = strcmp(names_text(j->names, j->nodes[
			    tree_last(j->nodes, parent)].name), "items") == 0;
			at = call;
			continue;
		case NODE_ARGUMENTS:
			if (!is_listed(j, callee)) {
				if (wrapped || !is_copied(j, callee))
					return false;
				wrapped = true;
			}
			at = j->nodes[parent].parent;
			continue;
		default:
			return false;
		}
	}
}

/* Whatever gets at an element of what the name stands for only looks at it. */
static bool
elements_are_kept(struct judge *j, uint32_t binding, bool of_dict)
{
	struct binding *b = &j->scopes.bindings[binding];
	uint8_t asked = of_dict ? BINDING_ASKED_DICT : BINDING_ASKED_LIST;
	uint32_t i, name = b->name;
	bool kept = own_may_look(j);

	if (b->flags & BINDING_EXPOSED_ELEMENTS || b->flags & asked)
		return !(b->flags & BINDING_EXPOSED_ELEMENTS);
	for (i = own_first_of(j, name); i != 0 && kept; i = j->own_next[i])
		kept = j->nodes[i].role != ROLE_LOAD || scopes_resolve(
		    &j->scopes, j->nodes[i].scope, name) != binding ||
		    element_is_looked_at(j, i, of_dict);
	b->flags |= asked | (kept ? 0 : BINDING_EXPOSED_ELEMENTS);
	return kept;
}

/* May others have changed this list or dict, bound to a name? */
static bool
may_change(struct judge *j, uint32_t binding, const struct value *v)
{
	uint8_t flags = j->scopes.bindings[binding].flags;

	if ((v->kind != VALUE_LIST && v->kind != VALUE_DICT) ||
	    v->flags & VALUE_OPEN)
		return false;
	/* Deeper than elements that hold no lists nobody looks. */
	if (v->flags & VALUE_CHANGES && flags & BINDING_EXPOSED_PARTS &&
	    (v->depth > 2 || !elements_are_kept(j, binding,
	    v->kind == VALUE_DICT)))
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
	const struct vset *all;
	struct value *copy;
	size_t i;

	if (v->kind != VALUE_LIST && v->kind != VALUE_DICT)
		return v;
	copy = arena_alloc(j->arena, sizeof(*copy));
	*copy = *v;
	copy->hash = 0;
	copy->inside = NULL;
	if (v->flags & VALUE_FIXED)
		whole = false;
	if (whole && v->flags & VALUE_CHANGES) {
		/* Nothing is certain of what lies deeper. */
		all = vset_with_unknown(j->arena, value_inside(j->arena, v));
		copy->items.n = v->kind == VALUE_DICT ? 2 : 1;
		copy->items.list = arena_alloc(j->arena, 2 * sizeof(all));
		copy->items.list[0] = copy->items.list[1] = all;
	} else if (v->flags & VALUE_CHANGES) {
		copy->items.list = arena_alloc(j->arena, (v->items.n + 1) *
		    sizeof(all));
		for (i = 0; i < v->items.n; i++)
			copy->items.list[i] = open_each(j, v->items.list[i]);
	}
	if (whole)
		copy->flags |= VALUE_OPEN;
	return copy;
}

/* A list that others can reach may hold more than its display shows. */
const struct vset *
eval_exposed(struct judge *j, uint32_t binding, const struct vset *set)
{
	struct vset *copy;
	size_t i;

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
	copy = arena_alloc(j->arena, sizeof(*copy) +
	    set->n * sizeof(copy->v[0]));
	*copy = *set;
	copy->hash = 0;
	for (i = 0; i < set->n; i++) {
		copy->v[i] = set->v[i];
		if (!may_change(j, binding, set->v[i]))
			continue;
		copy->v[i] = open_parts(j, set->v[i],
		    j->scopes.bindings[binding].flags & BINDING_EXPOSED);
		copy->flags |= copy->v[i]->flags & VALUE_OPEN;
	}
	return copy;
}
