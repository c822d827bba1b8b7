/*
 * Walks of the tree of one's own classes: `for c in Base.__subclasses__()`,
 * a function that calls itself with each of them, a queue of those still to
 * be seen. What is below an own class is an own class; so where only such
 * classes go into a list, a parameter or a name, only such come out of it.
 *
 * Levels: 0 is a class or a constant, 1 a container of such, 2 a container of
 * tuples of such. What is asked again while it is being answered is taken for
 * granted: at run time another class would have to come in somewhere first.
 */
#include "own.h"

#include <string.h>

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../values/eval.h"
#include "../values/eval_parts.h"

#define LEVELS_MAX	3
#define NESTED_MAX	60

/* A question that is being answered: of a binding, or of a function. */
struct walk {
	uint32_t		 what;
	unsigned		 level, depth;
	bool			 of_function, of_mentions;
	const struct walk	*before;
};

static bool holds(struct judge *, uint32_t at, unsigned level,
    const struct walk *);

/* Is it asked already? Else `w` becomes the question. */
static bool
is_asked(struct walk *w, const struct walk *before)
{
	const struct walk *a;

	for (a = before; a != NULL; a = a->before)
		if (a->what == w->what && a->level == w->level &&
		    a->of_function == w->of_function &&
		    a->of_mentions == w->of_mentions)
			return true;
	w->before = before;
	w->depth = before == NULL ? 1 : before->depth + 1;
	return false;
}

/* What a class is made of, or metaclass=: an own class, or a plain one. */
static bool
base_is_dumb(struct judge *j, uint32_t base)
{
	bool of_meta = j->nodes[base].kind == NODE_KEYWORD_ARGUMENT;
	const struct vset *set;
	const char *s;
	size_t i, n;

	if (of_meta && !judge_is_named(j, base + 1, "metaclass"))
		return true;
	set = eval(j, of_meta ? tree_last(j->nodes, base) :
	    j->nodes[base].kind == NODE_SUBSCRIPT ? base + 1 : base);
	for (i = 0; i < set->n; i++) {
		if (set->v[i]->kind == VALUE_CLASS && !of_meta)
			continue;
		s = names_text(j->names, set->v[i]->name);
		n = strlen(s);
		if (set->v[i]->kind != VALUE_PATH || set->v[i]->name ==
		    KNOWN(type) || (of_meta ? strcmp(s, "abc.ABCMeta") != 0 :
		    n > 4 && strcmp(s + n - 4, "Meta") == 0))
			return false;
	}
	return set->n > 0 && !set->unknown;
}

/* Does no class have a metaclass that answers for it, or items of its own? */
static bool
classes_are_dumb(struct judge *j)
{
	static const char answers[][24] = { "__class_getitem__", "globals",
	    "locals" };
	uint32_t i, base, list;

	if (OWN_MENTIONS(j, answers) || !own_may_look(j) ||
	    !own_vars_take_one(j))
		return false;
	for (i = 0; i < j->tree.n; i++) {
		if (j->nodes[i].kind != NODE_CLASS)
			continue;
		list = tree_child(j->nodes, i, NODE_ARGUMENTS);
		for (base = list + 1; list != 0 && base < j->nodes[list].skip;
		    base = j->nodes[base].skip)
			if (!base_is_dumb(j, base))
				return false;
	}
	return true;
}

static bool
is_method_of_lists(struct judge *j, uint32_t name)
{
	return scopes_find(&j->scopes, 0, name) == 0 &&
	    !own_reached_by_name(j, name, REACH_WRITES);
}

/* Each argument but keywords, which choose or bound. */
static bool
each_holds(struct judge *j, uint32_t list, unsigned level,
    const struct walk *w)
{
	uint32_t child;

	if (j->nodes[list].kind == NODE_GENERATOR)
		return holds(j, list, level, w);
	TREE_CHILDREN(j->nodes, list, child)
		if (j->nodes[child].kind != NODE_KEYWORD_ARGUMENT &&
		    j->nodes[child].kind != NODE_COMMENT &&
		    !holds(j, child, level, w))
			return false;
	return true;
}

/* What stands in a container: nobody else may have it to change it. */
static bool
is_part(struct judge *j, uint32_t at, unsigned level, const struct walk *w)
{
	uint32_t child;

	if (level == 0 || (j->nodes[at].kind != NODE_TUPLE &&
	    j->nodes[at].kind != NODE_EXPRESSION_LIST))
		return holds(j, at, 0, w);
	TREE_CHILDREN(j->nodes, at, child)
		if (!is_part(j, child, level - 1, w))
			return false;
	return true;
}

static bool
display_holds(struct judge *j, uint32_t at, unsigned level,
    const struct walk *w)
{
	uint32_t child;

	if (level == 0)
		return false;
	TREE_CHILDREN(j->nodes, at, child)
		switch (j->nodes[child].kind) {
		case NODE_COMMENT:
			break;
		case NODE_LIST_SPLAT:
			if (!holds(j, child + 1, level, w))
				return false;
			break;
		case NODE_PAIR:
			if (!is_part(j, child + 1, level - 1, w) || !is_part(j,
			    tree_last(j->nodes, child), level - 1, w))
				return false;
			break;
		default:
			if (tree_is_splat(j->nodes, child) ||
			    !is_part(j, child, level - 1, w))
				return false;
		}
	return true;
}

bool
own_is_undecorated(struct judge *j, uint32_t function)
{
	uint32_t parent = j->nodes[function].parent, child;
	const struct value *v;

	if (j->nodes[parent].kind != NODE_DECORATED)
		return true;
	TREE_CHILDREN(j->nodes, parent, child) {
		if (child == function)
			continue;
		v = j->nodes[child].kind != NODE_DECORATOR ? NULL :
		    vset_only(eval(j, child + 1), VALUE_PATH);
		if (v == NULL || (v->name != KNOWN(classmethod) &&
		    strcmp(names_text(j->names, v->name), "staticmethod") !=
		    0))
			return false;
	}
	return true;
}

/* All that a function of one's own returns or, one by one, yields. */
static bool
returns_hold(struct judge *j, uint32_t function, unsigned level,
    const struct walk *before)
{
	struct walk w = { .what = function, .level = level,
	    .of_function = true };
	uint32_t body = tree_last(j->nodes, function), scope, def, i;

	if (is_asked(&w, before))
		return true;
	if (w.depth > NESTED_MAX || !own_may_look(j) ||
	    !own_is_undecorated(j, function))
		return false;
	scope = j->nodes[body].scope;
	if (j->scopes.list[scope].node != function)
		return false;
	if (!j->scopes.list[scope].yields) {
		for (def = j->scopes.list[scope].returns; def != 0;
		    def = j->scopes.defs[def].next)
			if (!holds(j, j->scopes.defs[def].expr, level, &w))
				return false;
		return true;
	}
	for (i = body; i < j->nodes[function].skip; i++) {
		if (j->nodes[i].kind != NODE_YIELD ||
		    j->nodes[i].scope != scope || j->nodes[i].skip == i + 1)
			continue;
		if (j->nodes[i].end - j->nodes[i].start > 10 && memcmp(
		    j->source.bytes + j->nodes[i].start, "yield from ", 11) ==
		    0 ? !holds(j, i + 1, level, &w) : level == 0 || !is_part(j,
		    i + 1, level - 1, &w))
			return false;
	}
	return level > 0;
}

/* `cls.all_below()`: of a name that own functions alone have. */
static bool
method_holds(struct judge *j, uint32_t name, unsigned level,
    const struct walk *w)
{
	/* What any class answers to, or one that is a dict or abstract. */
	static const char others[][16] = { "mro", "fromkeys", "register" };
	uint32_t index = scopes_find(&j->scopes, 0, name), def, each;
	const char *s = names_text(j->names, name);

	if (index == 0 || s[0] == '_' || IS_ONE_OF(s, others) ||
	    !own_texts_are_plain(j) ||
	    own_reached_by_name(j, name, REACH_WRITES))
		return false;
	for (def = j->scopes.bindings[index].first; def != 0;
	    def = j->scopes.defs[def].next) {
		/* What a class binds. */
		if (j->scopes.defs[def].kind != DEF_BINDING)
			return false;
		for (each = j->scopes.bindings[j->scopes.defs[def].expr].first;
		    each != 0; each = j->scopes.defs[each].next)
			if (j->scopes.defs[each].kind != DEF_FUNCTION ||
			    !returns_hold(j, j->scopes.defs[each].node, level,
			    w))
				return false;
	}
	return true;
}

static bool
attribute_call_holds(struct judge *j, uint32_t call, unsigned level,
    const struct walk *w)
{
	static const char takes[][16] = { "pop", "popleft", "get" };
	static const char keeps[][24] = { "copy", "union", "difference",
	    "intersection", "symmetric_difference", "keys", "values" };
	uint32_t object = call + 2, list = tree_last(j->nodes, call);
	uint32_t name = j->nodes[tree_last(j->nodes, call + 1)].name;
	const char *method = names_text(j->names, name);

	if (name == KNOWN(dunder_subclasses))
		return level > 0 && j->nodes[list].skip == list + 1 &&
		    holds(j, object, 0, w);
	if (IS_ONE_OF(method, takes))
		return is_method_of_lists(j, name) &&
		    holds(j, object, level + 1, w) &&
		    each_holds(j, list, level, w);
	if (IS_ONE_OF(method, keeps))
		return is_method_of_lists(j, name) && level > 0 &&
		    holds(j, object, level, w) && each_holds(j, list, level,
		    w);
	if (strcmp(method, "items") == 0)
		return is_method_of_lists(j, name) && level > 1 &&
		    holds(j, object, level - 1, w);
	return holds(j, object, 0, w) && method_holds(j, name, level, w);
}

/* max(xs, key=f), without default=. */
static bool
has_no_default(struct judge *j, uint32_t list)
{
	uint32_t child;

	TREE_CHILDREN(j->nodes, list, child)
		if (j->nodes[child].kind == NODE_DICTIONARY_SPLAT ||
		    (j->nodes[child].kind == NODE_KEYWORD_ARGUMENT &&
		    !judge_is_named(j, child + 1, "key")))
			return false;
	return true;
}

static bool
call_holds(struct judge *j, uint32_t call, unsigned level,
    const struct walk *w)
{
	static const char makes[][24] = { "list", "tuple", "set", "frozenset",
	    "sorted", "reversed", "iter", "collections.deque",
	    "itertools.chain" };
	static const char counts[][16] = { "len", "str", "int", "repr",
	    "issubclass", "isinstance" };
	static const char pairs[][16] = { "enumerate", "zip" };
	static const char chooses[][8] = { "next", "min", "max" };
	uint32_t callee = call + 1, list = tree_last(j->nodes, call);
	const struct value *v = vset_only(eval(j, callee), VALUE_PATH);
	const struct def *d;
	const char *name;

	if (j->nodes[list].kind != NODE_ARGUMENTS &&
	    j->nodes[list].kind != NODE_GENERATOR)
		return false;
	if (v == NULL && j->nodes[callee].kind == NODE_ATTRIBUTE)
		return attribute_call_holds(j, call, level, w);
	if (v == NULL) {
		d = judge_only_def(j, callee);
		return d != NULL && d->kind == DEF_FUNCTION && returns_hold(j,
		    d->node, level, w);
	}
	name = names_text(j->names, v->name);
	if (IS_ONE_OF(name, makes))
		return level > 0 && each_holds(j, list, level, w);
	if (IS_ONE_OF(name, pairs))
		return level > 1 && each_holds(j, list, level - 1, w);
	if (IS_ONE_OF(name, chooses))
		return has_no_default(j, list) && each_holds(j, list,
		    level + 1, w);
	if (v->name == KNOWN(type))
		return j->nodes[list].kind == NODE_ARGUMENTS && tree_count(
		    j->nodes, list) == 1 && own_self(j, list + 1) != 0;
	return IS_ONE_OF(name, counts);
}

static bool mentions_keep(struct judge *, uint32_t binding, unsigned level,
    const struct walk *);

/* x.append(y) and the like, of a container that has level `level`. */
static bool
method_keeps(struct judge *j, uint32_t attribute, unsigned level,
    const struct walk *w)
{
	static const char looks[][24] = { "pop", "popleft", "popitem", "sort",
	    "reverse", "clear", "copy", "remove", "discard", "index", "count",
	    "keys", "values", "items", "get", "union", "difference",
	    "intersection", "issubset", "issuperset" };
	static const char takes_one[][16] = { "append", "add", "appendleft" };
	static const char takes_all[][16] = { "extend", "update",
	    "extendleft" };
	uint32_t call = j->nodes[attribute].parent, list;
	const char *method = names_text(j->names, j->nodes[tree_last(j->nodes,
	    attribute)].name);

	list = tree_last(j->nodes, call);
	if (j->nodes[call].kind != NODE_CALL || attribute != call + 1)
		return false;
	if (IS_ONE_OF(method, looks))
		return true;
	if (IS_ONE_OF(method, takes_one))
		return j->nodes[list].kind == NODE_ARGUMENTS && tree_count(
		    j->nodes, list) == 1 && is_part(j, list + 1, level - 1,
		    w);
	return IS_ONE_OF(method, takes_all) && tree_first(j->nodes, list,
	    NODE_KEYWORD_ARGUMENT) == 0 && each_holds(j, list, level, w);
}

/* f(x): of a builtin that looks, or an own function that does. */
static bool
argument_keeps(struct judge *j, uint32_t at, unsigned level,
    const struct walk *w)
{
	static const char looks[][24] = { "len", "sorted", "list", "tuple",
	    "set", "frozenset", "reversed", "enumerate", "zip", "iter", "next",
	    "min", "max", "any", "all", "print", "str", "repr", "bool",
	    "collections.deque", "itertools.chain" };
	const struct value *v = vset_only(eval(j, j->nodes[j->nodes[at]
	    .parent].parent + 1), VALUE_PATH);
	uint32_t parameter;

	if (v != NULL)
		return IS_ONE_OF(names_text(j->names, v->name), looks);
	parameter = own_parameter_for(j, at);
	return parameter != 0 && mentions_keep(j, parameter, level, w);
}

/* x = [], x = list(y): nobody else has it. */
static bool
is_made_here(const struct judge *j, const struct def *d)
{
	uint32_t at = d->kind == DEF_VALUE ? judge_assigned(j, d) : 0;

	switch (at == 0 ? NODE_UNKNOWN : j->nodes[at].kind) {
	case NODE_LIST:
	case NODE_SET:
	case NODE_DICTIONARY:
	case NODE_LIST_COMPREHENSION:
	case NODE_SET_COMPREHENSION:
	case NODE_CALL:
		return true;
	default:
		return false;
	}
}

/* A list that the function made itself, and has no more once it returns it. */
static bool
is_its_own(struct judge *j, uint32_t binding)
{
	const struct binding *b = &j->scopes.bindings[binding];
	uint32_t i, def, scope;

	if (j->scopes.list[b->scope].kind != SCOPE_FUNCTION ||
	    j->scopes.list[b->scope].yields)
		return false;
	for (def = b->first; def != 0; def = j->scopes.defs[def].next)
		if (j->scopes.defs[def].kind != DEF_AUGMENTED &&
		    !is_made_here(j, &j->scopes.defs[def]))
			return false;
	for (i = own_first_of(j, b->name); i != 0; i = j->own_next[i]) {
		scope = j->nodes[i].scope;
		while (j->scopes.list[scope].kind == SCOPE_COMPREHENSION)
			scope = j->scopes.list[scope].parent;
		if (j->nodes[i].role == ROLE_LOAD && judge_binding(j, i) ==
		    binding && scope != b->scope)
			return false;
	}
	return true;
}

static bool
mention_keeps(struct judge *j, uint32_t at, unsigned level,
    const struct walk *w)
{
	uint32_t parent = j->nodes[at].parent, up = j->nodes[parent].parent;

	switch (j->nodes[parent].kind) {
	case NODE_ATTRIBUTE:
		return at == parent + 1 && method_keeps(j, parent, level, w);
	case NODE_SUBSCRIPT:
		if (at != parent + 1)
			return true;
		if (j->nodes[up].kind == NODE_AUGMENTED && parent == up + 1)
			return false;
		if (j->nodes[parent].role == ROLE_STORE)
			return j->nodes[up].kind == NODE_ASSIGNMENT &&
			    parent == up + 1 &&
			    tree_first(j->nodes, parent, NODE_SLICE) == 0 &&
			    holds(j, tree_last(j->nodes, parent), 0, w) &&
			    is_part(j, tree_last(j->nodes, up), level - 1, w);
		return true;
	case NODE_ARGUMENTS:
		return argument_keeps(j, at, level, w);
	case NODE_RETURN:
		return is_its_own(j, judge_binding(j, at));
	case NODE_COMPARISON:
	case NODE_BINARY:
		return eval_operand_is_kept(j, at, true);
	case NODE_AUGMENTED:
		return at == parent + 1;
	case NODE_FOR:
	case NODE_FOR_IN_CLAUSE:
	case NODE_WHILE:
	case NODE_IF:
	case NODE_ELIF:
	case NODE_NOT:
	case NODE_LIST_SPLAT:
	case NODE_INTERPOLATION:
		return true;
	case NODE_YIELD:	/* yield from x: its elements */
		return memcmp(j->source.bytes + j->nodes[parent].start,
		    "yield from", 10) == 0;
	default:
		return false;
	}
}

/* Does nothing else get into the container that a name stands for? */
static bool
mentions_keep(struct judge *j, uint32_t binding, unsigned level,
    const struct walk *before)
{
	struct walk w = { .what = binding, .level = level,
	    .of_mentions = true };
	uint32_t i;

	if (is_asked(&w, before))
		return true;
	if (w.depth > NESTED_MAX || !own_may_look(j))
		return false;
	for (i = own_first_of(j, j->scopes.bindings[binding].name); i != 0;
	    i = j->own_next[i])
		if (j->nodes[i].role == ROLE_LOAD && judge_binding(j, i) ==
		    binding && !mention_keeps(j, i, level, &w))
			return false;
	return true;
}

struct given {
	unsigned		 level;
	const struct walk	*w;
};

static bool
visit_given(struct judge *j, void *context, uint32_t argument)
{
	const struct given *g = context;

	return holds(j, argument, g->level, g->w);
}

/* sorted(xs, key=lambda c: ...): c is one of xs. */
static bool
key_holds(struct judge *j, uint32_t lambda, unsigned level,
    const struct walk *w)
{
	static const char chooses[][8] = { "sorted", "max", "min" };
	uint32_t keyword = j->nodes[lambda].parent, list, call;
	const struct value *v;

	list = j->nodes[keyword].parent;
	call = j->nodes[list].parent;
	if (j->nodes[keyword].kind != NODE_KEYWORD_ARGUMENT ||
	    !judge_is_named(j, keyword + 1, "key") ||
	    j->nodes[call].kind != NODE_CALL)
		return false;
	v = vset_only(eval(j, call + 1), VALUE_PATH);
	return v != NULL && IS_ONE_OF(names_text(j->names, v->name),
	    chooses) && holds(j, list + 1, level + 1, w);
}

static bool
def_holds(struct judge *j, const struct def *d, unsigned level,
    const struct walk *w)
{
	struct given given = { level, w };
	const struct step *step;

	switch (d->kind) {
	case DEF_CLASS:
		return j->nodes[j->nodes[d->node].parent].kind !=
		    NODE_DECORATED;
	case DEF_AUGMENTED:
		return holds(j, tree_last(j->nodes, d->expr), level, w);
	case DEF_PARAMETER:
		return j->nodes[d->owner].kind == NODE_LAMBDA ?
		    d->index == 0 && key_holds(j, d->owner, level, w) :
		    own_each_given(j, d, visit_given, &given);
	case DEF_VALUE:
		if (judge_assigned(j, d) != 0)
			return holds(j, judge_assigned(j, d), level, w);
		for (step = d->steps; step != NULL; step = step->before)
			switch (step->kind) {
			case STEP_INDEX:
			case STEP_LAST:
			case STEP_ITEM:
				level++;
				break;
			case STEP_REST:
				break;
			default:
				return false;
			}
		return holds(j, d->expr, level, w);
	default:
		return false;
	}
}

static bool
name_holds(struct judge *j, uint32_t at, unsigned level,
    const struct walk *before)
{
	uint32_t binding = judge_binding(j, at), def;
	const struct binding *b = &j->scopes.bindings[binding];
	struct walk w = { .what = binding, .level = level };

	if (binding == 0 || b->first == 0)
		return false;
	if (is_asked(&w, before))
		return true;
	/* Where it is not bound yet, CPython looks further. */
	if (w.depth > NESTED_MAX || !own_may_look(j) ||
	    b->flags & (BINDING_GLOBAL | BINDING_NONLOCAL) ||
	    j->scopes.list[b->scope].kind == SCOPE_CLASS ||
	    (b->scope == 1 && facts_is_builtin(j->facts, b->name)))
		return false;
	for (def = b->first; def != 0; def = j->scopes.defs[def].next)
		if (!def_holds(j, &j->scopes.defs[def], level, &w))
			return false;
	return level == 0 || mentions_keep(j, binding, level, &w);
}

static bool
is_own_class(struct judge *j, uint32_t at)
{
	const struct vset *set = eval(j, at);
	size_t i;

	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind != VALUE_CLASS)
			return false;
	return (set->n > 0 && !set->unknown) ||
	    own_class_of_self(j, at, true) != 0;
}

/* Of an expression, at this level: see above. */
static bool
holds(struct judge *j, uint32_t at, unsigned level, const struct walk *w)
{
	if (level > LEVELS_MAX || eval_has_no_time(j))
		return false;
	switch (j->nodes[at].kind) {
	case NODE_TRUE:
	case NODE_FALSE:
	case NODE_NONE:
	case NODE_INTEGER:
	case NODE_FLOAT:
	case NODE_STRING:
		return true;
	case NODE_PARENTHESIZED:
	case NODE_LIST_SPLAT:
		return holds(j, at + 1, level, w);
	case NODE_NAMED_EXPRESSION:
		return level == 0 && holds(j, tree_last(j->nodes, at), level,
		    w);
	case NODE_BINARY:
		return eval_operand_is_kept(j, at + 1, true) &&
		    holds(j, at + 1, level, w) &&
		    holds(j, tree_last(j->nodes, at), level, w);
	case NODE_CONDITIONAL:
	case NODE_BOOLEAN:
		return holds(j, at + 1, level, w) &&
		    holds(j, tree_last(j->nodes, at), level, w);
	case NODE_LIST:
	case NODE_TUPLE:
	case NODE_SET:
	case NODE_DICTIONARY:
	case NODE_EXPRESSION_LIST:
		return display_holds(j, at, level, w);
	case NODE_LIST_COMPREHENSION:
	case NODE_SET_COMPREHENSION:
	case NODE_GENERATOR:
		return level > 0 && is_part(j, at + 1, level - 1, w);
	case NODE_SUBSCRIPT:
		return holds(j, at + 1, level + (tree_first(j->nodes, at,
		    NODE_SLICE) == 0), w);
	case NODE_CALL:
		return call_holds(j, at, level, w);
	case NODE_ATTRIBUTE:
		return j->nodes[tree_last(j->nodes, at)].name ==
		    KNOWN(dunder_class) && own_self(j, at + 1) != 0;
	case NODE_IDENTIFIER:
		return is_own_class(j, at) || name_holds(j, at, level, w);
	default:
		return false;
	}
}

bool
own_walks(struct judge *j, uint32_t at)
{
	return classes_are_dumb(j) && holds(j, at, 0, NULL);
}
