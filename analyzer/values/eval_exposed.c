/*
 * Lists and dicts that others can reach: they may hold more than the display
 * that made them shows. What only looks at one is no way to change it.
 */
#include "eval.h"

#include <string.h>

#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../own/own.h"
#include "eval_parts.h"

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
	static const char copies[][24] = { "zip", "enumerate", "sum", "any",
	    "all", "filter", "collections.Counter", "collections.deque",
	    "random.choice", "random.choices", "random.sample",
	    "pandas.Categorical", "pandas.DataFrame", "pandas.Index",
	    "pandas.Series", "pandas.concat", "pandas.isna", "pandas.isnull",
	    "pandas.notna", "pandas.notnull", "pandas.to_datetime",
	    "pandas.to_numeric", "pandas.unique" };
	static const char within[][16] = { "itertools.", "statistics." };
	const struct value *v = !is_builtin_or_import(j, callee) ? NULL :
	    vset_only(eval(j, callee), VALUE_PATH);
	const char *name = v == NULL ? "" : names_text(j->names, v->name);
	size_t i;

	/* repeat(x) gives x itself; so does sum([], x). */
	if (strcmp(name, "itertools.repeat") == 0 || (strcmp(name, "sum") == 0
	    && at != j->nodes[callee].skip + 1))
		return false;
	for (i = 0; i < ARRAY_SIZE(within); i++)
		if (strncmp(name, within[i], strlen(within[i])) == 0)
			return strrchr(name, '.') == name +
			    strlen(within[i]) - 1;
	return IS_ONE_OF(name, copies);
}

static bool
is_builtin(const struct judge *j, uint32_t callee)
{
	return j->nodes[callee].kind == NODE_IDENTIFIER &&
	    judge_binding(j, callee) == 0;
}

/* sorted(x), list(x): what is in it, in a new list. */
static bool
is_listed(const struct judge *j, uint32_t callee)
{
	static const char lists[][16] = { "sorted", "list", "tuple",
	    "reversed", "iter" };

	return is_builtin(j, callee) &&
	    IS_ONE_OF(names_text(j->names, j->nodes[callee].name), lists);
}

/* print(x), len(x): nothing that is in it comes out. */
static bool
is_shown(const struct judge *j, uint32_t callee)
{
	static const char shows[][16] = { "bool", "isinstance", "len",
	    "print", "repr", "str" };

	return is_builtin(j, callee) &&
	    IS_ONE_OF(names_text(j->names, j->nodes[callee].name), shows);
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
		    is_copied(j, callee, at);
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
	bool by_text = eval_texts_name(j);
	uint32_t i, b, parent;
	uint8_t flags;

	for (i = 1; by_text && i < j->scopes.nbindings; i++)
		j->scopes.bindings[i].flags |= BINDING_EXPOSED |
		    BINDING_EXPOSED_PARTS;
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

#define LOOKING_MAX	8	/* names for what lies in the same list */

/* A name whose uses are being looked at, and what it stands for. */
struct holder {
	uint32_t		 binding;
	const struct vset	*set;
	unsigned		 depth;
	const struct holder	*before;
};

static bool inside_is_kept(struct judge *, uint32_t at, const struct vset *,
    const struct holder *);

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

/* What `key` (NULL: any) takes out of these, of lists, tuples and dicts. */
static const struct vset *
taken(struct judge *j, const struct vset *set, const struct value *key)
{
	const struct vset *all = &vset_none;
	size_t i, k, dict;

	for (i = 0; i < set->n; i++) {
		const struct value *v = set->v[i];

		if (v->kind != VALUE_LIST && v->kind != VALUE_DICT)
			continue;
		dict = v->kind == VALUE_DICT;
		if (!dict && key != NULL && key->kind == VALUE_INT &&
		    !(v->flags & (VALUE_OPEN | VALUE_UNORDERED)) &&
		    key->integer >= 0 && (size_t)key->integer < v->items.n) {
			all = vset_join(j->arena, all,
			    v->items.list[key->integer]);
			continue;
		}
		for (k = dict; k < v->items.n; k += 1 + dict) {
			const struct value *have = !dict ? NULL : vset_only(
			    v->items.list[k - 1], VALUE_STR);

			if (key == NULL || key->kind != VALUE_STR ||
			    have == NULL || value_same(have, key))
				all = vset_join(j->arena, all,
				    v->items.list[k]);
		}
	}
	return all;
}

/* An index that is written out; it can be told before names are known. */
static const struct value *
literal_key(struct judge *j, uint32_t index)
{
	return j->nodes[index].kind == NODE_INTEGER || (j->nodes[index].kind ==
	    NODE_STRING && tree_first(j->nodes, index, NODE_INTERPOLATION) ==
	    0) ? eval(j, index)->n == 1 ? eval(j, index)->v[0] : NULL : NULL;
}

/* A tuple: a key and a value; or whatever place: one of these. */
static const struct vset *
pair_of(struct judge *j, uint32_t place, const struct vset *first,
    const struct vset *second)
{
	struct value *v = value_new(j->arena, VALUE_LIST, place);

	v->items.list = arena_alloc(j->arena, 2 * sizeof(*v->items.list));
	v->items.n = 1 + (second != NULL);
	v->items.list[0] = first;
	v->items.list[1] = second;
	v->flags = second != NULL ? VALUE_FIXED : VALUE_FIXED |
	    VALUE_UNORDERED;
	value_settle(j->arena, v);
	return vset_one(j->arena, v);
}

/* Of these, the ones that are no dicts. */
static const struct vset *
only_lists(struct judge *j, const struct vset *set)
{
	const struct vset *all = &vset_none;
	size_t i;

	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind == VALUE_LIST)
			all = vset_join(j->arena, all, vset_one(j->arena,
			    set->v[i]));
	return all;
}

/* What iterating over lists gives, and over dicts: their keys are leaves. */
static const struct vset *
iterated(struct judge *j, const struct vset *set)
{
	return taken(j, only_lists(j, set), NULL);
}

/* Each use of the name leaves as it is what the name stands for. */
static bool
name_is_kept(struct judge *j, uint32_t binding, const struct vset *set,
    const struct holder *before)
{
	const struct binding *b = &j->scopes.bindings[binding];
	struct holder one = { .binding = binding, .set = set, .depth =
	    before == NULL ? 1 : before->depth + 1, .before = before };
	const struct holder *h;
	uint32_t i, def, name = b->name;

	/* What is asked while it is being answered: some use must be first. */
	for (h = before; h != NULL; h = h->before)
		if (h->binding == binding && vset_same(h->set, set))
			return true;
	if (one.depth > LOOKING_MAX || !own_may_look(j) ||
	    (before != NULL && j->scopes.list[b->scope].kind == SCOPE_CLASS))
		return false;
	for (def = b->first; def != 0 && before != NULL;
	    def = j->scopes.defs[def].next)
		if (j->scopes.defs[def].kind == DEF_AUGMENTED ||
		    j->scopes.defs[def].kind == DEF_BINDING)
			return false;
	for (i = own_first_of(j, name); i != 0; i = j->own_next[i])
		if (j->nodes[i].role == ROLE_LOAD && scopes_resolve(
		    &j->scopes, j->nodes[i].scope, name) == binding &&
		    !inside_is_kept(j, i, set, &one))
			return false;
	return true;
}

/* The target of a loop or an assignment, and what it gets. */
static bool
target_is_kept(struct judge *j, uint32_t target, const struct vset *set,
    const struct holder *before)
{
	struct value key = { .kind = VALUE_INT };
	uint32_t binding, child;

	if (!holds_changeable(set))
		return true;
	switch (j->nodes[target].kind) {
	case NODE_IDENTIFIER:
		binding = judge_binding(j, target);
		return binding != 0 && name_is_kept(j, binding, set, before);
	case NODE_PATTERN_LIST:
	case NODE_TUPLE_PATTERN:
		TREE_CHILDREN(j->nodes, target, child) {
			if (j->nodes[child].kind == NODE_LIST_SPLAT_PATTERN ||
			    !target_is_kept(j, child, taken(j, set, &key),
			    before))
				return false;
			key.integer++;
		}
		return true;
	default:
		return false;
	}
}

/* Is what this is called with, one of a list's elements, left as it is? */
static bool
callable_keeps(struct judge *j, uint32_t at, const struct vset *set,
    const struct holder *before)
{
	uint32_t child, binding;
	const struct scope *scope;

	switch (j->nodes[at].kind) {
	case NODE_NONE:
		return true;
	case NODE_IDENTIFIER:
		return is_builtin(j, at);
	case NODE_CALL:			/* itemgetter(1) */
		child = tree_last(j->nodes, at + 1);
		return j->nodes[child > at + 1 ? child : at + 1].name ==
		    names_lookup(j->names, "itemgetter", 10) &&
		    is_builtin_or_import(j, at + 1);
	case NODE_LAMBDA:
		break;
	default:
		return false;
	}
	scope = &j->scopes.list[j->nodes[tree_last(j->nodes, at)].scope];
	if (scope->node != at)
		return false;
	for (binding = scope->bindings; binding != 0;
	    binding = j->scopes.bindings[binding].sibling)
		if (!name_is_kept(j, binding, set, before))
			return false;
	return true;
}

/* filter(f, rows), sorted(rows, key=f): f gets each of them. */
static bool
callables_keep(struct judge *j, uint32_t list, const struct vset *set,
    const struct holder *before)
{
	static const char calls[][24] = { "sorted", "filter", "accumulate",
	    "dropwhile", "filterfalse", "groupby", "starmap", "takewhile" };
	static const char behind[][16] = { "sorted", "accumulate",
	    "groupby" };
	uint32_t callee = j->nodes[list].parent + 1, child, at;
	const struct value *v = vset_only(eval(j, callee), VALUE_PATH);
	const char *name = v == NULL ? "" : names_text(j->names, v->name);

	if (strncmp(name, "itertools.", 10) == 0)
		name += 10;
	if (!IS_ONE_OF(name, calls))
		return true;
	set = vset_join(j->arena, set, iterated(j, set));
	TREE_CHILDREN(j->nodes, list, child) {
		bool keyword = j->nodes[child].kind == NODE_KEYWORD_ARGUMENT;

		at = keyword ? tree_last(j->nodes, child) : child;
		if (keyword ? j->nodes[at].kind == NODE_TRUE ||
		    j->nodes[at].kind == NODE_FALSE :
		    (child == list + 1) == IS_ONE_OF(name, behind))
			continue;
		if (!callable_keeps(j, at, set, before))
			return false;
	}
	return true;
}

/*
 * Does what this use of a name hands out of a list or dict stay as it is,
 * however deep it lies?
 */
static bool
inside_is_kept(struct judge *j, uint32_t at, const struct vset *set,
    const struct holder *before)
{
	const struct vset *iter = NULL;	/* of a view, an iterator: its items */
	uint32_t parent, callee, index;
	const char *method;

	while (holds_changeable(iter != NULL ? iter : set)) {
		parent = j->nodes[at].parent;
		callee = j->nodes[parent].parent + 1;
		switch (j->nodes[parent].kind) {
		case NODE_BOOLEAN:
		case NODE_CONDITIONAL:
		case NODE_PARENTHESIZED:
			at = parent;
			break;
		case NODE_COMPARISON:
			return eval_operand_is_kept(j, at, true);
		case NODE_INTERPOLATION:
		case NODE_NOT:
		case NODE_IF:
			return true;
		case NODE_ASSIGNMENT:
			for (; j->nodes[parent].kind == NODE_ASSIGNMENT;
			    at = parent, parent = j->nodes[at].parent)
				if (at != tree_last(j->nodes, parent) ||
				    iter != NULL || !target_is_kept(j, parent +
				    1, set, before))
					return false;
			return j->nodes[parent].kind ==
			    NODE_EXPRESSION_STATEMENT;
		case NODE_FOR:
		case NODE_FOR_IN_CLAUSE:
			return at != parent + 1 && target_is_kept(j, parent +
			    1, iter != NULL ? iter : iterated(j, set), before);
		case NODE_SUBSCRIPT:
			index = j->nodes[at].skip;
			if (j->nodes[parent].role != ROLE_LOAD || iter != NULL)
				return false;
			if (at != parent + 1)
				return !holds_changeable(taken(j, set,
				    NULL)) && eval_only_looks(j, at);
			/* A slice holds the same elements; x[i] may be one. */
			if (j->nodes[index].kind != NODE_SLICE)
				set = vset_join(j->arena, taken(j, set,
				    literal_key(j, index)), j->nodes[
				    index].kind == NODE_INTEGER ? &vset_none :
				    only_lists(j, set));
			at = parent;
			break;
		case NODE_ATTRIBUTE:
			if (at != parent + 1 || iter != NULL ||
			    !is_view(j, parent))
				return false;
			method = names_text(j->names, j->nodes[tree_last(
			    j->nodes, parent)].name);
			at = j->nodes[parent].parent;
			if (strcmp(method, "get") == 0)
				set = taken(j, set, NULL);
			else if (strcmp(method, "values") == 0)
				iter = taken(j, set, NULL);
			else if (strcmp(method, "items") == 0)
				iter = pair_of(j, at, &vset_unknown,
				    taken(j, set, NULL));
			else if (strcmp(method, "copy") != 0)
				return true;
			break;
		case NODE_ARGUMENTS:
			if (is_listed(j, callee)) {
				if (!callables_keep(j, parent, iter != NULL ?
				    iter : iterated(j, set), before))
					return false;
				iter = iter != NULL ? iter : iterated(j, set);
				at = j->nodes[parent].parent;
				break;
			}
			if (is_shown(j, callee))
				return j->nodes[callee].name != KNOWN(
				    isinstance) || eval_builtin_looks(j,
				    callee, parent);
			if (is_copied(j, callee, at)) {
				if (!callables_keep(j, parent, iter != NULL ?
				    iter : iterated(j, set), before))
					return false;
				iter = pair_of(j, at, iter != NULL ? iter :
				    iterated(j, set), NULL);
				at = j->nodes[parent].parent;
				break;
			}
			/* FALLTHROUGH */
		default:
			return iter == NULL && !holds_changeable(taken(j, set,
			    NULL)) && eval_only_looks(j, at);
		}
	}
	/* Leaves: whoever gets one cannot change where it came from. */
	return true;
}

/* Does whatever gets at what lies in the list or dict only look at it? */
static bool
keeps_inside(struct judge *j, uint32_t binding, const struct value *v)
{
	struct binding *b = &j->scopes.bindings[binding];
	bool kept;

	if (b->asked == v)
		return !(b->flags & BINDING_EXPOSED_ELEMENTS);
	kept = name_is_kept(j, binding, vset_one(j->arena, v), NULL);
	b = &j->scopes.bindings[binding];
	b->asked = v;
	b->flags &= (uint8_t)~BINDING_EXPOSED_ELEMENTS;
	b->flags |= kept ? 0 : BINDING_EXPOSED_ELEMENTS;
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
	if (v->flags & VALUE_CHANGES && flags & BINDING_EXPOSED_PARTS &&
	    !keeps_inside(j, binding, v))
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
	copy->inside = copy->any = NULL;
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

const struct vset *
eval_shared(struct judge *j, const struct vset *set)
{
	struct vset *copy;
	size_t i;

	if (!holds_changeable(set))
		return set;
	copy = arena_alloc(j->arena, sizeof(*copy) +
	    set->n * sizeof(copy->v[0]));
	*copy = *set;
	copy->hash = 0;
	for (i = 0; i < set->n; i++) {
		copy->v[i] = open_parts(j, set->v[i], true);
		copy->flags |= copy->v[i]->flags & VALUE_OPEN;
	}
	return copy;
}

/* A list that others can reach may hold more than its display shows. */
const struct vset *
eval_exposed(struct judge *j, uint32_t binding, const struct vset *set)
{
	struct binding *b = &j->scopes.bindings[binding];
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
	copy = arena_alloc(j->arena, sizeof(*copy) +
	    set->n * sizeof(copy->v[0]));
	*copy = *set;
	copy->hash = 0;
	for (i = 0; i < set->n; i++) {
		copy->v[i] = set->v[i];
		by_parts |= (set->v[i]->flags & VALUE_CHANGES) != 0;
		if (!may_change(j, binding, set->v[i]))
			continue;
		copy->v[i] = open_parts(j, set->v[i],
		    j->scopes.bindings[binding].flags & BINDING_EXPOSED);
		copy->flags |= copy->v[i]->flags & VALUE_OPEN;
	}
	/* The same lists again, with what was worked out of them. */
	if (!by_parts) {
		b = &j->scopes.bindings[binding];
		b->closed = set;
		b->opened = copy;
	}
	return copy;
}
