/*
 * What parameters of the submission's own functions are given: where a
 * function is only ever called by its name, all of its calls are seen.
 */
#include "own.h"

#include <string.h>

#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "eval.h"
#include "eval_parts.h"

#define CALLS_MAX	64
#define DEPTH_MAX	4	/* functions that hand on what they are given */

struct calls {
	uint32_t	function;
	unsigned	shift;		/* 1: of a method, `self` stands first */
	uint32_t	at[CALLS_MAX];
	size_t		n;
};

/* The name of a function or class. */
static uint32_t
title_of(const struct judge *j, uint32_t definition)
{
	return tree_child(j->nodes, definition, NODE_IDENTIFIER);
}

/* Ways to a function or an object past its name, of those not refused. */
bool
own_is_reached_otherwise(struct judge *j)
{
	static const char ways[][20] = { "__class__", "__closure__",
	    "__globals__", "__main__", "doctest", "exec",
	    "get_objects", "getmembers", "globals", "locals", "modules",
	    "sallyport_anybody" };

	return !own_may_look(j) || OWN_MENTIONS(j, ways) ||
	    j->scopes.list[1].stars != 0 ||
	    own_first_of(j, KNOWN(builtins_name)) != 0;
}

/* x.name: is this x? */
static bool
is_asked_for_attribute(const struct judge *j, uint32_t at)
{
	uint32_t parent = j->nodes[at].parent;

	return j->nodes[parent].kind == NODE_ATTRIBUTE && at == parent + 1;
}

/* Does nobody get what this name stands for, but for its attributes? */
static bool
is_kept(struct judge *j, uint32_t name)
{
	uint32_t binding = judge_binding(j, name), i;

	for (i = own_first_of(j, j->nodes[name].name); i != 0;
	    i = j->own_next[i])
		if (j->nodes[i].role == ROLE_LOAD && judge_binding(j, i) ==
		    binding && !is_asked_for_attribute(j, i) &&
		    (j->nodes[j->nodes[i].parent].kind != NODE_ATTRIBUTE))
			return false;
	return binding != 0;
}

/* The object that this call of a class makes: is it kept, too? */
static bool
object_is_kept(struct judge *j, uint32_t call)
{
	uint32_t parent = j->nodes[call].parent;

	return is_asked_for_attribute(j, call) ||
	    j->nodes[parent].kind == NODE_EXPRESSION_STATEMENT ||
	    (j->nodes[parent].kind == NODE_ASSIGNMENT &&
	    j->nodes[j->nodes[parent].parent].kind ==
	    NODE_EXPRESSION_STATEMENT && call == j->nodes[parent + 1].skip &&
	    j->nodes[parent + 1].kind == NODE_IDENTIFIER &&
	    is_kept(j, parent + 1));
}

/*
 * A class that stands on none, and whose objects nobody gets: no library can
 * call its methods by the names that it looks for, "write" or "items".
 */
static bool
class_is_kept(struct judge *j, uint32_t class)
{
	uint32_t title = title_of(j, class), list, i, parent;
	uint32_t inner = j->nodes[tree_last(j->nodes, class)].scope;

	if (tree_child(j->nodes, class, NODE_ARGUMENTS) != 0 ||
	    j->nodes[j->nodes[class].parent].kind == NODE_DECORATED)
		return false;
	for (i = own_first_of(j, j->nodes[title].name); i != 0;
	    i = j->own_next[i]) {
		parent = j->nodes[i].parent;
		if (i != title && (j->nodes[parent].kind != NODE_CALL ||
		    i != parent + 1 || !object_is_kept(j, parent)))
			return false;
	}
	for (i = class; i < j->nodes[class].skip; i++) {
		if (j->nodes[i].scope != inner)
			continue;
		/* Other functions become methods, too. */
		if (j->nodes[i].kind == NODE_LAMBDA ||
		    (j->nodes[i].kind == NODE_IDENTIFIER && j->nodes[i].role ==
		    ROLE_LOAD && judge_binding(j, i) != 0))
			return false;
		list = j->nodes[i].kind != NODE_FUNCTION ? 0 :
		    tree_child(j->nodes, i, NODE_PARAMETERS);
		if (list != 0 && list + 1 < j->nodes[list].skip &&
		    (j->nodes[list + 1].kind != NODE_IDENTIFIER ||
		    !is_kept(j, list + 1)))
			return false;
	}
	return true;
}

/* One place where the function's name stands. */
static bool
add_call(struct judge *j, struct calls *c, uint32_t at)
{
	uint32_t callee = at, title = title_of(j, c->function);

	if (at == title)
		return true;
	if (j->nodes[j->nodes[at].parent].kind == NODE_ATTRIBUTE &&
	    !is_asked_for_attribute(j, at)) {
		/* Of another object. */
		if (c->shift == 0)
			return true;
		callee = j->nodes[at].parent;
	} else if (j->nodes[at].role == ROLE_NAME) {
		return true;
	} else if (c->shift != 0) {
		return false;
	} else if (judge_binding(j, at) != judge_binding(j, title)) {
		return true;
	}
	if (j->nodes[callee].role != ROLE_LOAD || c->n == CALLS_MAX ||
	    j->nodes[j->nodes[callee].parent].kind != NODE_CALL ||
	    callee != j->nodes[callee].parent + 1)
		return false;
	c->at[c->n++] = j->nodes[callee].parent;
	return true;
}

/* All calls of this function. False: not all of them are seen. */
static bool
find_calls(struct judge *j, uint32_t function, struct calls *c)
{
	uint32_t title = title_of(j, function), scope, i;

	if (j->nodes[function].kind != NODE_FUNCTION || title == 0 ||
	    j->nodes[j->nodes[function].parent].kind == NODE_DECORATED ||
	    strncmp(names_text(j->names, j->nodes[title].name), "__", 2) == 0)
		return false;
	*c = (struct calls){ .function = function };
	scope = j->nodes[function].scope;
	c->shift = j->scopes.list[scope].kind == SCOPE_CLASS;
	if (c->shift != 0 ? !class_is_kept(j, j->scopes.list[scope].node) :
	    judge_binding(j, title) == 0)
		return false;
	for (i = own_first_of(j, j->nodes[title].name); i != 0;
	    i = j->own_next[i])
		if (!add_call(j, c, i))
			return false;
	return true;
}

/* Does what this call gives go to names, or lose but an attribute? */
static bool
result_is_named(struct judge *j, uint32_t call, const struct vset *set)
{
	uint32_t up = j->nodes[call].parent, target = up + 1, child;

	if (is_asked_for_attribute(j, call))
		return vset_only(set, VALUE_MODULE) != NULL;
	if (j->nodes[up].kind == NODE_EXPRESSION_STATEMENT)
		return true;
	if (j->nodes[up].kind != NODE_ASSIGNMENT ||
	    j->nodes[j->nodes[up].parent].kind != NODE_EXPRESSION_STATEMENT ||
	    call != j->nodes[target].skip || j->scopes.list[
	    j->nodes[up].scope].kind == SCOPE_CLASS)
		return false;
	if (j->nodes[target].kind == NODE_PATTERN_LIST)
		TREE_CHILDREN(j->nodes, target, child)
			if (j->nodes[child].kind != NODE_IDENTIFIER)
				return false;
	return j->nodes[target].kind == NODE_PATTERN_LIST ||
	    j->nodes[target].kind == NODE_IDENTIFIER;
}

bool
own_returns_in_sight(struct judge *j, uint32_t name)
{
	const struct value *module = vset_only(eval(j, name), VALUE_MODULE);
	uint32_t function = j->scopes.list[j->nodes[name].scope].node;
	const struct vset *given;
	struct calls c;
	size_t i, k;

	if (module == NULL || own_is_reached_otherwise(j) ||
	    !find_calls(j, function, &c) || c.shift != 0 ||
	    strncmp(j->source.bytes + j->nodes[function].start, "def", 3) != 0)
		return false;	/* also async def: await is not followed */
	for (i = 0; i < c.n; i++) {
		given = eval(j, c.at[i]);
		if (!result_is_named(j, c.at[i], given))
			return false;
		given = eval_join(j, given, eval_inside(j, given));
		for (k = 0; k < given->n && (given->v[k]->kind != VALUE_MODULE
		    || given->v[k]->name != module->name); k++)
			;
		if (k == given->n)
			return false;
	}
	return true;
}

static const struct vset *value_given(struct judge *, uint32_t, unsigned,
    bool *);

/* What this call gives the parameter; its default is another matter. */
static const struct vset *
argument_of(struct judge *j, const struct calls *c, uint32_t call,
    const struct def *d, unsigned depth)
{
	uint32_t list = tree_last(j->nodes, call), child, n = c->shift;
	bool uncalled = false;

	if (j->nodes[list].kind != NODE_ARGUMENTS)
		return &vset_unknown;
	TREE_CHILDREN(j->nodes, list, child) {
		if (j->nodes[child].kind == NODE_KEYWORD_ARGUMENT) {
			if (j->nodes[child + 1].name == j->nodes[d->node].name)
				return value_given(j, tree_last(j->nodes,
				    child), depth, &uncalled);
			continue;
		}
		if (tree_is_splat(j->nodes, child) ||
		    j->nodes[child].kind == NODE_DICTIONARY_SPLAT)
			return &vset_unknown;
		if (n++ == d->index)
			return value_given(j, child, depth, &uncalled);
	}
	return &vset_none;
}

/* The value of the node, while its function's parameters are as given. */
static const struct vset *
value_within(struct judge *j, const struct calls *c, uint32_t scope,
    uint32_t node, unsigned depth)
{
	struct override *given = NULL, *one;
	const struct vset *set;
	uint32_t b;
	size_t i;

	for (b = j->scopes.list[scope].bindings; b != 0;
	    b = j->scopes.bindings[b].sibling) {
		const struct def *d = scopes_only_def(&j->scopes, b);

		if (d == NULL || d->kind != DEF_PARAMETER ||
		    (c->shift != 0 && d->index == 0))
			continue;
		set = d->expr != 0 ? eval(j, d->expr) : &vset_none;
		for (i = 0; i < c->n && !set->unknown; i++)
			set = vset_join(j->arena, set, argument_of(j, c,
			    c->at[i], scopes_only_def(&j->scopes, b), depth));
		one = arena_alloc(j->arena, sizeof(*one));
		*one = (struct override){ .binding = b, .value = set,
		    .next = given };
		given = one;
	}
	return given == NULL ? &vset_unknown : eval_in(j, given, node);
}

/* Does a parameter of this function stand in the expression? */
static bool
mentions_parameter(const struct judge *j, uint32_t node, uint32_t function)
{
	const struct def *d;
	uint32_t i;

	for (i = node; i < j->nodes[node].skip; i++) {
		d = judge_only_def(j, i);
		if (d != NULL && d->kind == DEF_PARAMETER &&
		    d->owner == function)
			return true;
	}
	return false;
}

/* `name in TABLE`; where it does not hold, `name not in TABLE`: TABLE. */
static uint32_t
table_asked(struct judge *j, uint32_t test, uint32_t binding, bool holds)
{
	return j->nodes[test].kind == NODE_COMPARISON && judge_binding(j, test +
	    1) == binding && tree_count(j->nodes, test) == 2 &&
	    judge_operates(j, test, holds ? "in" : "notin") ?
	    tree_last(j->nodes, test) : 0;
}

/* `not name.startswith("_")`; where it does not hold, without `not`. */
static uint32_t
public_asked(struct judge *j, uint32_t test, uint32_t binding, bool holds)
{
	uint32_t call = test + holds, list;
	const struct value *v;

	if ((holds && j->nodes[test].kind != NODE_NOT) || j->nodes[call].kind
	    != NODE_CALL || j->nodes[call + 1].kind != NODE_ATTRIBUTE ||
	    !judge_is_named(j, tree_last(j->nodes, call + 1), "startswith") ||
	    judge_binding(j, call + 2) != binding)
		return 0;
	list = tree_last(j->nodes, call);
	v = tree_count(j->nodes, list) != 1 ? NULL : vset_only(eval(j, list +
	    1), VALUE_STR);
	return v != NULL && value_is_text(v, "_");
}

typedef uint32_t asked_fn(struct judge *, uint32_t test, uint32_t binding,
    bool holds);

/* Such a test, also beside other conditions: what it says, or 0. */
static uint32_t
asked(struct judge *j, uint32_t test, uint32_t binding, bool holds,
    asked_fn *what)
{
	uint32_t said;

	if (j->nodes[test].kind == NODE_PARENTHESIZED)
		test++;
	if (j->nodes[test].kind != NODE_BOOLEAN || !judge_operates(j, test,
	    holds ? "and" : "or"))
		return what(j, test, binding, holds);
	said = asked(j, test + 1, binding, holds, what);
	return said != 0 ? said : asked(j, tree_last(j->nodes, test), binding,
	    holds, what);
}

/* Does the block of this `if` lead away, and is there no other branch? */
static bool
leads_away(const struct judge *j, uint32_t statement)
{
	uint32_t block = j->nodes[statement + 1].skip, last;

	if (j->nodes[block].kind != NODE_BLOCK ||
	    tree_last(j->nodes, statement) != block)
		return false;
	last = tree_last(j->nodes, block);
	return j->nodes[last].kind == NODE_RAISE ||
	    j->nodes[last].kind == NODE_RETURN ||
	    j->nodes[last].kind == NODE_CONTINUE;
}

/*
 * What a test in front of this name says of it: around it, or before it in one
 * of the blocks around it. 0: there is none.
 */
static uint32_t
asked_before(struct judge *j, uint32_t name, asked_fn *what)
{
	uint32_t binding = judge_binding(j, name), at, parent, child, said = 0;
	const struct def *d = judge_only_def(j, name);

	/* Bound here, before the test, and not again before it is used. */
	if (d == NULL || j->nodes[name].scope != j->scopes.bindings[binding]
	    .scope || j->nodes[d->node].scope != j->nodes[name].scope)
		return 0;
	for (at = name; at != 0 && said == 0 && j->nodes[at].kind !=
	    NODE_FUNCTION; at = parent) {
		parent = j->nodes[at].parent;
		if (j->nodes[parent].kind == NODE_IF && j->nodes[at].kind ==
		    NODE_BLOCK && at == j->nodes[parent + 1].skip &&
		    d->node < parent)
			said = asked(j, parent + 1, binding, true, what);
		if (j->nodes[parent].kind != NODE_BLOCK &&
		    j->nodes[parent].kind != NODE_MODULE)
			continue;
		TREE_CHILDREN(j->nodes, parent, child) {
			if (child >= at || d->node >= child || said != 0)
				continue;
			if (j->nodes[child].kind == NODE_ASSERT)
				said = asked(j, child + 1, binding, true,
				    what);
			else if (j->nodes[child].kind == NODE_IF &&
			    leads_away(j, child))
				said = asked(j, child + 1, binding, false,
				    what);
		}
	}
	return said;
}

/* What a test in front of the name leaves of it. */
static const struct vset *
value_tested(struct judge *j, uint32_t name)
{
	static const struct step item = { .kind = STEP_ITEM };
	uint32_t table = asked_before(j, name, table_asked);
	const struct vset *set = table == 0 ? &vset_unknown : eval(j, table);
	size_t i;

	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind != VALUE_LIST && set->v[i]->kind !=
		    VALUE_DICT)
			return &vset_unknown;
	set = eval_steps(j, set, &item, name);
	return vset_are_texts(set) && own_texts_are_plain(j) ? set :
	    &vset_unknown;
}

static const struct vset *
value_given(struct judge *j, uint32_t node, unsigned depth,
    bool *ret_uncalled)
{
	const struct vset *set = eval(j, node), *within;
	uint32_t scope = j->nodes[node].scope;
	struct calls calls;

	if (set->unknown) {
		within = value_tested(j, node);
		if (!within->unknown)
			return within;
	}
	for (; !vset_are_texts(set) && depth < DEPTH_MAX && scope > 1;
	    scope = j->scopes.list[scope].parent) {
		if (j->scopes.list[scope].kind != SCOPE_FUNCTION ||
		    !find_calls(j, j->scopes.list[scope].node, &calls))
			continue;
		if (calls.n == 0) {
			*ret_uncalled |= mentions_parameter(j, node,
			    calls.function);
			continue;
		}
		within = value_within(j, &calls, scope, node, depth + 1);
		if (set->unknown ? !within->unknown : vset_are_texts(within))
			return within;
	}
	return set;
}

const struct vset *
own_given(struct judge *j, uint32_t node, bool *ret_uncalled)
{
	const struct vset *set;

	*ret_uncalled = false;
	if (j->overrides != NULL)
		return eval(j, node);
	set = value_tested(j, node);
	return !set->unknown ? set : own_is_reached_otherwise(j) ?
	    eval(j, node) : value_given(j, node, 0, ret_uncalled);
}

/* `for name in vars(object)`: is the name of an attribute that it has. */
static bool
is_of_itself(struct judge *j, const struct def *d, uint32_t object)
{
	uint32_t at = d->expr, list;

	if (d->kind != DEF_VALUE || d->steps == NULL || d->steps->kind !=
	    STEP_ITEM || d->steps->before != NULL ||
	    j->nodes[at].kind != NODE_CALL || j->scopes.list[1].stars != 0)
		return false;
	list = tree_last(j->nodes, at);
	if (judge_is_name(j, at + 1, KNOWN(sorted)) && judge_binding(j, at + 1)
	    == 0 && j->nodes[list + 1].kind == NODE_CALL &&
	    tree_count(j->nodes, list) == 1) {
		at = list + 1;
		list = tree_last(j->nodes, at);
	}
	return judge_is_name(j, at + 1, KNOWN(vars)) && judge_binding(j, at + 1)
	    == 0 && tree_count(j->nodes, list) == 1 &&
	    judge_binding(j, list + 1) != 0 &&
	    judge_binding(j, list + 1) == judge_binding(j, object);
}

bool
own_public_name(struct judge *j, uint32_t object, uint32_t name)
{
	uint32_t binding = judge_binding(j, name);
	const struct def *d;

	if (binding == 0 || !own_is_plain(j, object))
		return false;
	d = scopes_only_def(&j->scopes, scopes_at(&j->scopes, binding,
	    j->nodes[name].scope, name).binding);
	return (d != NULL && is_of_itself(j, d, object)) ||
	    (own_texts_are_plain(j) && asked_before(j, name, public_asked) !=
	    0);
}
