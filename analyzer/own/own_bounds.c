/*
 * What an expression may be where the evaluator alone does not know it, worked
 * out backwards: what all calls of an own function hand to its parameter, what
 * zip, enumerate, product and the views of a dict take out of known lists, an
 * option with choices, a guard in front; and texts made of such. Either every
 * possibility is found, or nothing is said.
 *
 * A name that is asked for while it is being worked out has no answer, with
 * one exception: `name = "nan" + name`, outside a loop, is what the name was
 * before, once through the statement. And whether getattr and the like reach
 * what is looked at, by names that are not known yet, is taken for granted
 * until the answer is there: then each of those names is worked out, taking
 * the same for granted, and held against it. At run time one of them would
 * have to be the first to break its word.
 */
#include "own.h"

#include <string.h>

#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "../fold/foldcall.h"
#include "../judge.h"
#include "../values/eval.h"
#include "../values/eval_parts.h"
#include "own_parts.h"

#define NESTED_MAX	32
#define OWED_MAX	400
#define STEPS_MAX	8
#define FOLDING_MAX	60000	/* steps of all questions of a submission */

#define ATTRIBUTES	0x80000000u

struct asked {
	uint32_t		 binding;	/* or ATTRIBUTES of a name */
	bool			 again;		/* was asked for meanwhile */
	const struct vset	*so_far;	/* while it goes round; or NULL */
	struct asked		*before;
};

static bool
is_whole(const struct vset *set)
{
	size_t i;

	for (i = 0; i < set->n; i++)
		if ((set->v[i]->kind == VALUE_LIST ||
		    set->v[i]->kind == VALUE_DICT) &&
		    set->v[i]->flags & VALUE_OPEN)
			return false;
	return set->n > 0 && !set->unknown;
}

/* Could more be said of this: a text with gaps, a choice, a path of one? */
static bool
is_open(const struct value *v)
{
	switch (v->kind) {
	case VALUE_PARTIAL:
		return true;
	case VALUE_RESULT:
		return v->name == KNOWN(max) || v->name == KNOWN(min) ||
		    v->name == KNOWN(next) || (v->name == KNOWN(pathlib_Path) &&
		    (v->text.bytes == NULL || memchr(v->text.bytes, FOLD_GAP,
		    v->text.n) != NULL));
	case VALUE_PATH:	/* an attribute of such */
		return v->from != NULL && is_open(v->from);
	default:
		return false;
	}
}

bool
bounds_are_done(const struct vset *set)
{
	size_t i;

	for (i = 0; i < set->n; i++)
		if (is_open(set->v[i]))
			return false;
	return is_whole(set);
}

static const struct vset *
join(struct judge *j, const struct vset *a, const struct vset *b)
{
	return a == NULL || b == NULL ? NULL : vset_join(j->arena, a, b);
}

static struct asked *
find_asked(struct judge *j, uint32_t binding)
{
	struct asked *a;

	for (a = j->own_asked; a != NULL && a->binding != binding;
	    a = a->before)
		;
	return a;
}

/* What stands for the attributes of a name; the name itself has others. */
static uint32_t
attribute_asked(const struct judge *j, uint32_t at)
{
	return j->nodes[at].kind != NODE_ATTRIBUTE ? 0 : ATTRIBUTES |
	    j->nodes[tree_last(j->nodes, at)].name;
}

bool
own_owes(struct judge *j, uint32_t argument, uint32_t target)
{
	size_t i;

	if (j->own_nested == 0 || j->own_nowed >= OWED_MAX)
		return false;
	for (i = 0; i < j->own_nowed; i++)
		if (j->own_owed[i].argument == argument &&
		    j->own_owed[i].target == target)
			return true;
	*MEM_PUSH(j->own_owed, j->own_nowed, j->own_owed_cap) =
	    (struct owed){ argument, target };
	return true;
}

static uint32_t
argument(const struct judge *j, uint32_t call, uint32_t n)
{
	uint32_t list = tree_last(j->nodes, call), child;

	if (j->nodes[list].kind != NODE_ARGUMENTS)
		return 0;
	TREE_CHILDREN(j->nodes, list, child) {
		if (tree_is_splat(j->nodes, child))
			return 0;
		if (j->nodes[child].kind == NODE_COMMENT ||
		    j->nodes[child].kind == NODE_KEYWORD_ARGUMENT)
			continue;
		if (n-- == 0)
			return child;
	}
	return 0;
}

static const struct vset *elements(struct judge *, uint32_t node);

/* zip(a, b), product(a, b): one of the elements of each. */
static const struct vset *
one_of_each(struct judge *j, uint32_t call, uint32_t repeat)
{
	const struct vset *items[STEPS_MAX];
	size_t n = 0;
	uint32_t node;

	while (n < STEPS_MAX && (node = argument(j, call, (uint32_t)(repeat >
	    0 ? 0 : n))) != 0) {
		items[n++] = elements(j, node);
		if (repeat > 0 && n == repeat)
			break;
	}
	return n == 0 || n == STEPS_MAX ? NULL : eval_listed(j, call, items, n,
	    VALUE_FIXED);
}

/* What iterating over a dict's items() and values() gives. */
static const struct vset *
view_of(struct judge *j, uint32_t call)
{
	const struct vset *set, *all = &vset_none, *pair[2];
	const char *method;
	size_t i, k;

	method = names_text(j->names, j->nodes[tree_last(j->nodes,
	    call + 1)].name);
	if (strcmp(method, "keys") == 0)
		return elements(j, call + 2);
	/* Of what these are is asked where they stand (own_subclasses). */
	if (strcmp(method, "__subclasses__") == 0)
		return own_all_classes(j);
	if (strcmp(method, "items") != 0 && strcmp(method, "values") != 0)
		return NULL;
	set = own_bounds(j, call + 2);
	if (set == NULL || !is_whole(set))
		return NULL;
	for (i = 0; i < set->n; i++) {
		if (set->v[i]->kind != VALUE_DICT)
			return NULL;
		for (k = 0; k < set->v[i]->items.n; k += 2) {
			pair[0] = set->v[i]->items.list[k];
			pair[1] = set->v[i]->items.list[k + 1];
			/* Pairs of one place would be taken for one list. */
			all = vset_join(j->arena, all, method[0] == 'v' ?
			    pair[1] : eval_listed(j, pair[0]->n > 0 ?
			    pair[0]->v[0]->place : call, pair, 2,
			    VALUE_FIXED));
		}
	}
	return all;
}

static const struct vset *
elements_of_call(struct judge *j, uint32_t call)
{
	static const char same[][16] = { "sorted", "list", "tuple", "set",
	    "reversed", "iter", "frozenset" };
	static const char each[][24] = { "zip", "itertools.product",
	    "itertools.zip_longest" };
	const struct value *v = vset_only(eval(j, call + 1), VALUE_PATH);
	const struct vset *pair[2] = { NULL, NULL };
	const char *name;

	if (j->nodes[tree_last(j->nodes, call)].kind != NODE_ARGUMENTS)
		return NULL;
	if (v == NULL || j->nodes[call + 1].kind == NODE_ATTRIBUTE) {
		if (v == NULL && (j->nodes[call + 1].kind != NODE_ATTRIBUTE ||
		    argument(j, call, 0) != 0))
			return NULL;
		if (v == NULL)
			return view_of(j, call);
	}
	name = names_text(j->names, v->name);
	if (IS_ONE_OF(name, same))
		return argument(j, call, 0) == 0 ? NULL :
		    elements(j, argument(j, call, 0));
	if (strcmp(name, "enumerate") == 0 && argument(j, call, 0) != 0) {
		pair[1] = elements(j, argument(j, call, 0));
		return eval_listed(j, call, pair, 2, VALUE_FIXED);
	}
	if (IS_ONE_OF(name, each))
		return tree_first(j->nodes, tree_last(j->nodes, call),
		    NODE_KEYWORD_ARGUMENT) != 0 ? NULL :
		    one_of_each(j, call, 0);
	if (strcmp(name, "itertools.combinations") == 0 ||
	    strcmp(name, "itertools.permutations") == 0) {
		v = argument(j, call, 1) == 0 ? NULL : vset_only(eval(j,
		    argument(j, call, 1)), VALUE_INT);
		return v == NULL || v->integer < 1 || v->integer >=
		    STEPS_MAX ? NULL : one_of_each(j, call,
		    (uint32_t)v->integer);
	}
	return NULL;
}

/* What iterating over this gives; NULL if that is not known. */
static const struct vset *
elements(struct judge *j, uint32_t node)
{
	static const struct step item = { .kind = STEP_ITEM };
	const struct vset *set = NULL, *all = &vset_none;
	size_t i;

	while (j->nodes[node].kind == NODE_PARENTHESIZED)
		node++;
	if (j->nodes[node].kind == NODE_CALL)
		set = elements_of_call(j, node);
	if (set != NULL)
		return set;
	set = own_bounds(j, node);
	if (set == NULL || !is_whole(set))
		return NULL;
	/* None and numbers cannot be iterated: TypeError. */
	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind != VALUE_NONE &&
		    set->v[i]->kind != VALUE_INT)
			all = vset_join(j->arena, all, eval_steps(j,
			    vset_one(j->arena, set->v[i]), &item, node));
	return all->n > 0 && !all->unknown ? all : NULL;
}

const struct vset *
own_defined(struct judge *j, const struct def *d)
{
	const struct step *step, *all[STEPS_MAX];
	struct step *copy;
	const struct vset *set;
	size_t n = 0;

	if (d->kind == DEF_PARAMETER || (d->kind == DEF_PACK && j->nodes[
	    j->nodes[d->node].parent].kind == NODE_DICTIONARY_SPLAT_PATTERN))
		return own_given(j, d);
	if (d->kind != DEF_VALUE)
		return NULL;
	for (step = d->steps; step != NULL; step = step->before) {
		if (n == STEPS_MAX || step->kind == STEP_ENTER ||
		    step->kind == STEP_INSIDE)
			return NULL;
		all[n++] = step;
	}
	if (n > 0 && all[n - 1]->kind == STEP_ITEM) {
		set = elements(j, d->expr);
		n--;
	} else
		set = own_bounds(j, d->expr);
	for (; set != NULL && n > 0; n--) {
		copy = arena_alloc(j->arena, sizeof(*copy));
		*copy = *all[n - 1];
		copy->before = NULL;
		set = eval_steps(j, set, copy, d->node);
	}
	return set != NULL && is_whole(set) ? set : NULL;
}

bool
own_runs_once(const struct judge *j, uint32_t node)
{
	for (; node != 0; node = j->nodes[node].parent)
		switch (j->nodes[node].kind) {
		case NODE_FOR:
		case NODE_WHILE:
		case NODE_FOR_IN_CLAUSE:
			return false;
		case NODE_FUNCTION:
		case NODE_LAMBDA:
			return true;
		}
	return true;
}

#define AGAIN_MAX	4

/* All that the statements give which bind this name. */
static const struct vset *
all_defined(struct judge *j, struct asked *a)
{
	uint32_t def = j->scopes.bindings[a->binding].first;
	uint32_t again[AGAIN_MAX];
	const struct vset *set = &vset_none, *one;
	size_t n = 0, i, round;

	for (; def != 0; def = j->scopes.defs[def].next) {
		struct def d = j->scopes.defs[def];

		a->again = false;
		one = own_defined(j, &d);
		if (a->again && n < AGAIN_MAX && d.kind == DEF_VALUE &&
		    own_runs_once(j, d.node))
			again[n++] = def;
		else if (one == NULL)
			return NULL;
		else
			set = vset_join(j->arena, set, one);
	}
	for (round = 0; round < n; round++)
		for (i = 0; i < n && set != NULL; i++) {
			struct def d = j->scopes.defs[again[i]];

			a->so_far = set;
			set = join(j, set, own_defined(j, &d));
		}
	return set;
}

/* Lists that a name stands for: is nothing done to them by that name? */
static bool
is_kept(struct judge *j, uint32_t binding, const struct vset *set)
{
	size_t i;

	for (i = 0; i < set->n; i++)
		if ((set->v[i]->kind == VALUE_LIST ||
		    set->v[i]->kind == VALUE_DICT) &&
		    (!(set->v[i]->flags & VALUE_FIXED) ||
		    set->v[i]->flags & VALUE_CHANGES))
			break;
	if (i == set->n)
		return true;
	for (i = 0; i < set->n && !(set->v[i]->flags & VALUE_CHANGES); i++)
		;
	return (i == set->n && own_only_looks(j, binding)) ||
	    eval_keeps_name(j, binding, set);
}

/* What these statements, of all that bind the name, give it. */
static const struct vset *
defined_by(struct judge *j, const uint32_t *list, size_t n)
{
	const struct vset *set = &vset_none;
	struct def d;
	size_t i;

	for (i = 0; i < n && set != NULL; i++) {
		d = j->scopes.defs[list[i]];
		set = join(j, set, own_defined(j, &d));
	}
	return set;
}

static const struct vset *
bounds_of_name(struct judge *j, uint32_t at)
{
	uint32_t binding = judge_binding(j, at), last[OWN_REACHING_MAX];
	const struct binding *b = &j->scopes.bindings[binding];
	struct asked a = { .binding = binding, .before = j->own_asked }, *open;
	const struct vset *set;
	size_t n;

	if (binding == 0 || b->first == 0 || !own_may_look(j))
		return NULL;
	n = own_reaching(j, at, last);
	open = n > 0 ? NULL : find_asked(j, binding);
	if (open != NULL) {
		open->again = true;
		return open->so_far;
	}
	set = own_guarded(j, at);
	if (set != NULL)
		return set;
	/* Where it is not bound yet, CPython looks further. */
	if (b->flags & (BINDING_DELETED | BINDING_GLOBAL | BINDING_NONLOCAL) ||
	    j->scopes.list[b->scope].kind == SCOPE_CLASS ||
	    (b->scope == 1 && facts_is_builtin(j->facts, b->name)))
		return own_beginning(j, at);
	j->own_asked = n > 0 ? a.before : &a;
	set = n > 0 ? defined_by(j, last, n) : all_defined(j, &a);
	j->own_asked = a.before;
	return set != NULL && set->n > 0 && !set->unknown &&
	    is_kept(j, binding, set) ? set : own_beginning(j, at);
}

/* x.name: the attributes of that name are one name, whatever objects have. */
static const struct vset *
bounds_of_field(struct judge *j, uint32_t at)
{
	uint32_t binding = attribute_asked(j, at);
	struct asked a = { .binding = binding }, *open;
	const struct vset *set;

	open = find_asked(j, binding);
	if (binding == 0 || open != NULL) {
		if (open != NULL)
			open->again = true;
		return NULL;
	}
	a.before = j->own_asked;
	j->own_asked = &a;
	set = own_field(j, at);
	j->own_asked = a.before;
	return set;
}

/* table[key], whatever key is: one of the values, or KeyError. */
static const struct vset *
one_of_values(struct judge *j, uint32_t node)
{
	const struct vset *set = own_bounds(j, node + 1), *all = &vset_none;
	size_t i, k;

	if (set == NULL || !is_whole(set))
		return NULL;
	for (i = 0; i < set->n; i++) {
		if (set->v[i]->kind != VALUE_DICT)
			return NULL;
		for (k = 1; k < set->v[i]->items.n; k += 2)
			all = vset_join(j->arena, all,
			    set->v[i]->items.list[k]);
	}
	return all;
}

/* The last name of a callee that is an attribute; or "". */
static const char *
method_of(const struct judge *j, uint32_t call)
{
	return j->nodes[call + 1].kind != NODE_ATTRIBUTE ? "" : names_text(
	    j->names, j->nodes[tree_last(j->nodes, call + 1)].name);
}

/* table.get(key), table.get(key, other): a value, the other one, or None. */
static const struct vset *
bounds_of_get(struct judge *j, uint32_t call)
{
	uint32_t list = tree_last(j->nodes, call), other;
	const struct vset *set;

	if (strcmp(method_of(j, call), "get") != 0 ||
	    j->nodes[list].kind != NODE_ARGUMENTS ||
	    tree_first(j->nodes, list, NODE_KEYWORD_ARGUMENT) != 0)
		return NULL;
	set = one_of_values(j, call + 1);
	other = argument(j, call, 1);
	return set == NULL ? NULL : other == 0 ? vset_join(j->arena, set,
	    vset_one(j->arena, value_new(j->arena, VALUE_NONE, call))) :
	    join(j, set, own_bounds(j, other));
}

/* max(xs, key=f), next(xs, None): one of them, or what else is given. */
static const struct vset *
bounds_of_chosen(struct judge *j, uint32_t call)
{
	static const char chooses[][16] = { "max", "min", "next",
	    "random.choice" };
	const struct value *v = vset_only(eval(j, call + 1), VALUE_PATH);
	uint32_t list = tree_last(j->nodes, call), first = argument(j, call,
	    0), child;
	const struct vset *all;

	if (v == NULL || first == 0 || !IS_ONE_OF(names_text(j->names,
	    v->name), chooses))
		return NULL;
	all = elements(j, first);
	TREE_CHILDREN(j->nodes, list, child) {
		if (child == first || j->nodes[child].kind == NODE_COMMENT ||
		    (j->nodes[child].kind == NODE_KEYWORD_ARGUMENT &&
		    judge_is_named(j, child + 1, "key")))
			continue;
		if (v->name != KNOWN(next) && j->nodes[child].kind !=
		    NODE_KEYWORD_ARGUMENT)
			return NULL;
		all = join(j, all, own_bounds(j, tree_last(j->nodes,
		    child) > child && j->nodes[child].kind ==
		    NODE_KEYWORD_ARGUMENT ? tree_last(j->nodes, child) :
		    child));
	}
	return all;
}

/* What the methods of this name return, where no others have it. */
static const struct vset *
bounds_of_method(struct judge *j, uint32_t call)
{
	uint32_t name = j->nodes[call + 1].kind != NODE_ATTRIBUTE ? 0 :
	    j->nodes[tree_last(j->nodes, call + 1)].name, def, scope;
	const struct vset *methods, *all = &vset_none;
	size_t i;

	if (name == 0 || !own_method(j, call + 2, name))
		return NULL;
	methods = eval_binding(j, scopes_find(&j->scopes, 0, name));
	for (i = 0; i < methods->n && all != NULL; i++) {
		uint32_t function = methods->v[i]->node;

		scope = j->nodes[tree_last(j->nodes, function)].scope;
		if (j->scopes.list[scope].yields ||
		    j->scopes.list[scope].node != function ||
		    j->scopes.list[scope].returns == 0)
			return NULL;
		for (def = j->scopes.list[scope].returns; def != 0;
		    def = j->scopes.defs[def].next)
			all = join(j, all, own_bounds(j,
			    j->scopes.defs[def].expr));
	}
	return all;
}

/* {k: v for ...}: a dict that has any of these keys, if all are known. */
static const struct vset *
bounds_of_dict(struct judge *j, uint32_t comprehension)
{
	uint32_t pair = comprehension + 1;
	const struct vset *keys, *value;
	struct value *dict;
	size_t i;

	if (j->nodes[pair].kind != NODE_PAIR)
		return NULL;
	keys = own_bounds(j, pair + 1);
	if (keys == NULL || !vset_are_texts(keys))
		return NULL;
	value = eval(j, tree_last(j->nodes, pair));
	dict = value_new(j->arena, VALUE_DICT, comprehension);
	dict->items.list = arena_alloc(j->arena, 2 * keys->n *
	    sizeof(*dict->items.list));
	for (i = 0; i < keys->n; i++) {
		dict->items.list[dict->items.n++] = vset_one(j->arena,
		    keys->v[i]);
		dict->items.list[dict->items.n++] = value;
	}
	dict->flags |= value->flags & (VALUE_HAS_MODULE | VALUE_HAS_SENSITIVE);
	value_settle(j->arena, dict);
	return vset_one(j->arena, dict);
}

static const struct vset *
work_out(struct judge *j, uint32_t node)
{
	const struct vset *set = eval(j, node), *found = NULL;
	size_t owed = j->own_nowed;

	if (j->own_nested >= NESTED_MAX || j->own_folding > FOLDING_MAX)
		return NULL;
	j->own_nested++;
	switch (j->nodes[node].kind) {
	case NODE_IDENTIFIER:
		found = bounds_of_name(j, node);
		break;
	case NODE_ATTRIBUTE:
		found = own_choice(j, node);
		if (found == NULL)
			found = own_class_constant(j, node, false);
		if (found == NULL)
			found = own_field_names(j, node);
		if (found == NULL)
			found = bounds_of_field(j, node);
		if (found == NULL)
			found = bounds_with_parts(j, node);
		break;
	case NODE_CONDITIONAL:
	case NODE_BOOLEAN:
		found = own_bounds(j, node + 1);
		if (found != NULL)
			found = join(j, found, own_bounds(j,
			    tree_last(j->nodes, node)));
		break;
	case NODE_PARENTHESIZED:
		found = own_bounds(j, node + 1);
		break;
	case NODE_NAMED_EXPRESSION:
		found = own_bounds(j, tree_last(j->nodes, node));
		break;
	case NODE_SUBSCRIPT:
		found = bounds_with_parts(j, node);
		if (found == NULL || !is_whole(found))
			found = one_of_values(j, node);
		break;
	case NODE_CALL:
		found = bounds_of_get(j, node);
		if (found == NULL)
			found = bounds_of_method(j, node);
		if (found == NULL)
			found = bounds_of_chosen(j, node);
		if (found == NULL)
			found = bounds_with_parts(j, node);
		break;
	case NODE_DICTIONARY_COMPREHENSION:
		found = bounds_of_dict(j, node);
		break;
	case NODE_STRING:
	case NODE_BINARY:
	case NODE_LIST:
	case NODE_TUPLE:
	case NODE_DICTIONARY:
	case NODE_LIST_COMPREHENSION:
	case NODE_GENERATOR:
		found = bounds_with_parts(j, node);
		break;
	}
	j->own_nested--;
	if (found != NULL && is_whole(found))
		return found;
	/* What is not said is not taken for granted either. */
	j->own_nowed = owed;
	return is_whole(set) ? set : NULL;
}

static const struct vset *
settled(const struct judge *j, uint32_t node)
{
	size_t i;

	for (i = 0; i < j->own_nsettled; i++)
		if (j->own_settled[i].node == node)
			return j->own_settled[i].set;
	return NULL;
}

/* Is none of the looks that were taken not to reach a name one that does? */
static bool
keeps_word(struct judge *j)
{
	const struct vset *set;
	bool private;
	size_t i, k;

	for (i = 0; i < j->own_nowed; i++) {
		struct owed owed = j->own_owed[i];

		set = settled(j, owed.argument);
		if (set == NULL) {
			j->own_nested++;
			set = work_out(j, owed.argument);
			private = set == NULL && own_private_name(j,
			    owed.argument) && names_text(j->names,
			    owed.target)[0] != '_';
			j->own_nested--;
			if (private)
				continue;
			if (set == NULL)
				return false;
			*MEM_PUSH(j->own_settled, j->own_nsettled,
			    j->own_settled_cap) = (struct settled){
			    owed.argument, set };
		}
		for (k = 0; k < set->n; k++)
			if (set->v[k]->kind > VALUE_DICT ||
			    set->v[k]->kind == VALUE_MODULE ||
			    set->v[k]->kind == VALUE_PATH ||
			    set->v[k]->kind == VALUE_RESULT ||
			    own_may_be_name(j, set->v[k], owed.target))
				return false;
	}
	return true;
}

const struct vset *
own_bounds(struct judge *j, uint32_t node)
{
	const struct vset *set = eval(j, node), *found;
	size_t known = j->own_nsettled;

	/* `a = b = []`: what one of them puts in, the other one has. */
	if (eval_is_bound_twice(j, node)) {
		set = eval_shared(j, set);
		return bounds_are_done(set) ? set : NULL;
	}
	if (bounds_are_done(set))
		return set;
	if (j->own_nested > 0)
		return work_out(j, node);
	found = settled(j, node);
	if (found != NULL)
		return found;
	j->own_nowed = 0;
	found = work_out(j, node);
	if (!keeps_word(j)) {
		j->own_nsettled = known;
		found = is_whole(set) ? set : NULL;
	}
	j->own_nowed = 0;
	return found;
}
