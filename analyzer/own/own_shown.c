/*
 * A value that is only shown does no harm, whatever it is: it goes into a text
 * or a number, is compared or asked whether it is true, and nobody gets it who
 * could call it or step further into it. Names of attributes that nobody knows
 * are let through where what they lead to is only shown.
 *
 * Own classes have hooks that are handed what stands beside their objects:
 * where there is one for an operator, it hands the value on.
 */
#include "own.h"

#include <string.h>

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../values/eval.h"
#include "../values/eval_parts.h"

#define NESTED_MAX	24

/* A name or a function whose uses are being looked at. */
struct shown {
	uint32_t		 what;	/* a binding; 0: of a function */
	uint32_t		 function;
	unsigned		 depth;
	const struct shown	*before;
};

static bool is_shown(struct judge *, uint32_t at, const struct shown *);

static bool
is_asked(struct shown *s, const struct shown *before)
{
	const struct shown *a;

	for (a = before; a != NULL; a = a->before)
		if (a->what == s->what && a->function == s->function)
			return true;
	s->before = before;
	s->depth = before == NULL ? 1 : before->depth + 1;
	return false;
}

/* "{:>{}} {}": no gap goes into what it is given, as "{.name}" does. */
static bool
is_plain_template(const struct value *v)
{
	size_t i, depth = 0;

	for (i = 0; v != NULL && i < v->text.n; i++) {
		depth += v->text.bytes[i] == '{';
		depth -= depth > 0 && v->text.bytes[i] == '}';
		if (depth > 0 && (v->text.bytes[i] == '.' ||
		    v->text.bytes[i] == '[') && memchr(":{}",
		    v->text.bytes[i - 1], 3) == NULL &&
		    memrchr(v->text.bytes, ':', i) == NULL)
			return false;
	}
	return v != NULL;
}

/* The only name of a builtin, or of what a module holds; or "". */
static const char *
callee_of(struct judge *j, uint32_t call)
{
	const struct value *v = vset_only(eval(j, call + 1), VALUE_PATH);

	return v == NULL ? "" : names_text(j->names, v->name);
}

/* An argument of a call, by its place or as *list. */
static bool
argument_is_shown(struct judge *j, uint32_t at, const struct shown *s)
{
	/* Each gives a text, a number, or whether something is so. */
	static const char shows[][16] = { "print", "str", "repr", "ascii",
	    "format", "len", "bool", "callable", "id", "hash", "int", "float",
	    "abs", "round", "any", "all" };
	/* What they give holds it. */
	static const char keeps[][16] = { "list", "tuple", "zip",
	    "enumerate", "reversed", "iter" };
	static const char compares[][16] = { "set", "frozenset", "sorted",
	    "dict" };
	static const char texts[][8] = { "str", "repr", "ascii", "len",
	    "format", "bool" };
	uint32_t list = j->nodes[at].kind == NODE_GENERATOR &&
	    j->nodes[j->nodes[at].parent].kind == NODE_CALL ? at :
	    j->nodes[at].parent;
	uint32_t call = j->nodes[list].parent, first = list + 1, up;
	const char *name = callee_of(j, call);
	const struct value *v;

	if (IS_ONE_OF(name, shows))
		return true;
	/* A key= is handed each of them. */
	if (IS_ONE_OF(name, keeps) || IS_ONE_OF(name, compares))
		return tree_first(j->nodes, list, NODE_KEYWORD_ARGUMENT) ==
		    0 && (IS_ONE_OF(name, keeps) || eval_compares_plainly(j)) &&
		    is_shown(j, call, s);
	if (strcmp(name, "isinstance") == 0)
		return at == first && eval_builtin_looks(j, call + 1, list);
	if (strcmp(name, "map") == 0 && list != at && at != first) {
		v = vset_only(eval(j, first), VALUE_PATH);
		return v != NULL && IS_ONE_OF(names_text(j->names, v->name),
		    texts);
	}
	if (strcmp(name, "type") == 0) {
		up = j->nodes[call].parent;
		return tree_count(j->nodes, list) == 1 &&
		    j->nodes[up].kind == NODE_ATTRIBUTE && call == up + 1 &&
		    (judge_is_named(j, tree_last(j->nodes, up), "__name__") ||
		    judge_is_named(j, tree_last(j->nodes, up),
		    "__qualname__"));
	}
	/* What has a keyword may hand it to a function of one's own. */
	if (strcmp(name, "json.dumps") == 0)
		return list != at && at == first && tree_first(j->nodes, list,
		    NODE_DICTIONARY_SPLAT) == 0 && tree_keyword(j->nodes, list,
		    names_lookup(j->names, "default", 7)) == 0 && tree_keyword(
		    j->nodes, list, names_lookup(j->names, "cls", 3)) == 0;
	if (j->nodes[call + 1].kind != NODE_ATTRIBUTE)
		return false;
	if (j->nodes[call + 2].kind != NODE_STRING)
		return false;
	name = names_text(j->names, j->nodes[tree_last(j->nodes, call +
	    1)].name);
	return strcmp(name, "join") == 0 || (strcmp(name, "format") == 0 &&
	    is_plain_template(vset_only(eval(j, call + 2), VALUE_STR)));
}

/* Methods of names that Python asks for a text, a number, or yes or no. */
static bool
returns_what_is_shown(const char *name)
{
	static const char asked[][16] = { "__repr__", "__str__", "__format__",
	    "__hash__", "__len__", "__bool__", "__int__", "__float__",
	    "__bytes__" };

	return IS_ONE_OF(name, asked);
}

/*
 * What is found by a name is shown. Asked within itself, it is taken for
 * granted: of all that are found so, one would have to be the first that is
 * not, and none can be while the others are.
 */
static bool
step_is_shown(struct judge *j, uint32_t call)
{
	bool shown;

	if (j->own_naming)
		return true;
	j->own_naming = true;
	shown = is_shown(j, call, NULL);
	j->own_naming = false;
	return shown;
}

bool
own_named_by_text(struct judge *j, uint32_t name)
{
	static const char views[][16] = { "globals", "locals",
	    "methodcaller", "attrgetter", "getattr_static", "getmembers" };
	/* No question that leads back here. */
	static const struct shown here = { .function = UINT32_MAX,
	    .depth = NESTED_MAX };
	uint32_t i, list, argument;
	const struct vset *set;
	size_t k;

	if (OWN_MENTIONS(j, views) || eval_texts_name(j))
		return true;
	for (i = own_first_of(j, KNOWN(vars)); i != 0; i = j->own_next[i])
		if (!is_shown(j, j->nodes[i].parent, &here))
			return true;
	for (i = own_first_of(j, KNOWN(dunder_dict)); i != 0;
	    i = j->own_next[i])
		if (!is_shown(j, j->nodes[i].parent, &here))
			return true;
	/* One whose name nobody knows is shown as well, or is refused. */
	for (i = own_first_of(j, KNOWN(getattr)); i != 0; i = j->own_next[i]) {
		list = own_arguments_of(j, i);
		if (list == 0 || tree_count(j->nodes, list) < 2)
			return true;
		argument = j->nodes[list + 1].skip;
		set = own_bounds(j, argument);
		if (set == NULL && own_looks_like_step(j, j->nodes[list]
		    .parent, list + 1) && !step_is_shown(j, j->nodes[list]
		    .parent))
			return true;
		/* With a gap, it is refused or no name between underscores. */
		for (k = 0; set != NULL && k < set->n; k++)
			if (own_may_be_name(j, set->v[k], name) &&
			    !(set->v[k]->kind == VALUE_PARTIAL && names_text(
			    j->names, name)[0] == '_'))
				return true;
	}
	return false;
}

/* Nobody calls it by its name: x.__str__() would return whatever it does. */
static bool
is_asked_by_python(struct judge *j, uint32_t name)
{
	uint32_t i;

	for (i = own_first_of(j, name); i != 0; i = j->own_next[i])
		if (j->nodes[j->nodes[i].parent].kind != NODE_FUNCTION)
			return false;
	return !own_named_by_text(j, name);
}

/*
 * What a function returns, or yields, is shown wherever it is called: each
 * mention of its name is a call of it, and no library calls it.
 */
static bool
result_is_shown(struct judge *j, uint32_t at, const struct shown *before)
{
	/* What Python and libraries ask of objects, to use it. */
	static const char asked[][16] = { "keys", "filter", "mro", "fromutc",
	    "convert" };
	uint32_t function = at, name, i, parent, call, class = 0;
	struct shown s = { 0 };
	bool called = false;

	while (function != 0 && j->nodes[function].kind != NODE_FUNCTION)
		function = j->nodes[function].kind == NODE_LAMBDA ? 0 :
		    j->nodes[function].parent;
	if (function == 0)
		return false;
	name = j->nodes[tree_first(j->nodes, function, NODE_IDENTIFIER)].name;
	/* A generator's is what `yield from` gives; nobody looks at it. */
	i = j->nodes[tree_last(j->nodes, function)].scope;
	if (j->nodes[at].kind == NODE_RETURN && (j->scopes.list[i].node !=
	    function || j->scopes.list[i].yields))
		return false;
	if (returns_what_is_shown(names_text(j->names, name)) &&
	    j->nodes[at].kind == NODE_RETURN)
		return is_asked_by_python(j, name);
	s.function = function;
	if (is_asked(&s, before))
		return true;
	if (s.depth > NESTED_MAX || !own_may_look(j) || names_text(j->names,
	    name)[0] == '_' || IS_ONE_OF(names_text(j->names, name), asked) ||
	    j->nodes[j->nodes[function].parent].kind ==
	    NODE_DECORATED || own_named_by_text(j, name))
		return false;
	if (j->scopes.list[j->nodes[function].scope].kind == SCOPE_CLASS) {
		class = j->nodes[j->nodes[function].parent].parent;
		if (j->nodes[class].kind != NODE_CLASS || !own_class(j, class))
			return false;
	}
	for (i = own_first_of(j, name); i != 0; i = j->own_next[i]) {
		parent = j->nodes[i].parent;
		if (j->nodes[parent].kind == NODE_FUNCTION && i == parent + 1)
			continue;
		/* Of whatever object: another's method adds nothing. */
		call = j->nodes[parent].kind == NODE_ATTRIBUTE && i != parent +
		    1 ? j->nodes[parent].parent : parent;
		if (j->nodes[call].kind != NODE_CALL || (call == parent ? i :
		    parent) != call + 1 || !is_shown(j, call, &s))
			return false;
		called = true;
	}
	return called;
}

/* x = at, where each time x is read it is shown. */
static bool
name_is_shown(struct judge *j, uint32_t at, const struct shown *before)
{
	static const char views[][16] = { "globals", "locals", "__dict__" };
	uint32_t binding = judge_binding(j, at), i;
	struct shown s = { .what = binding };

	if (binding == 0 || j->scopes.list[j->scopes.bindings[binding].scope]
	    .kind == SCOPE_CLASS || j->scopes.bindings[binding].flags &
	    (BINDING_GLOBAL | BINDING_NONLOCAL))
		return false;
	if (is_asked(&s, before))
		return true;
	if (s.depth > NESTED_MAX || !own_may_look(j) ||
	    OWN_MENTIONS(j, views) || eval_texts_name(j) ||
	    !own_vars_take_one(j))
		return false;
	for (i = own_first_of(j, j->scopes.bindings[binding].name); i != 0;
	    i = j->own_next[i])
		if (j->nodes[i].role == ROLE_LOAD && judge_binding(j, i) ==
		    binding && !is_shown(j, i, &s))
			return false;
	/* x += y hands x to what y is. */
	return !scopes_is_augmented(&j->scopes, binding);
}

/* at - x, at / x: only what counts has these. "%s" % at is a text. */
static bool
operand_is_shown(struct judge *j, uint32_t at, bool inside)
{
	uint32_t parent = j->nodes[at].parent, left = parent + 1;

	switch (site_operator(j, left, tree_last(j->nodes, parent))) {
	case '%':
		return at != left && j->nodes[left].kind == NODE_STRING;
	case '-':
	case '/':
		return !inside && eval_compares_plainly(j) &&
		    eval_operand_is_kept(j, at, true);
	default:
		return false;
	}
}

/* `x is None`, `x is not y`: no hook is asked. */
static bool
is_told_apart(const struct judge *j, uint32_t comparison)
{
	uint32_t left = comparison + 1, i = j->nodes[left].end;
	const char *s = j->source.bytes;

	while (s[i] == ' ')
		i++;
	return tree_count(j->nodes, comparison) == 2 && s[i] == 'i' &&
	    s[i + 1] == 's';
}

/* at.__name__, at.__doc__: texts, but of an object that gives itself others. */
static bool
part_is_shown(struct judge *j, uint32_t attribute)
{
	static const char texts[][16] = { "__name__", "__qualname__",
	    "__doc__" };
	const char *name = names_text(j->names, j->nodes[tree_last(j->nodes,
	    attribute)].name);

	return IS_ONE_OF(name, texts) && j->nodes[attribute].role ==
	    ROLE_LOAD && scopes_find(&j->scopes, 0, j->nodes[tree_last(
	    j->nodes, attribute)].name) == 0;
}

/* key=lambda x: at, of what compares the keys and forgets them. */
static bool
is_sorting_key(struct judge *j, uint32_t at)
{
	static const char sorts[][8] = { "sorted", "min", "max" };
	uint32_t keyword = j->nodes[at].parent, call;

	call = j->nodes[j->nodes[keyword].parent].parent;
	return j->nodes[keyword].kind == NODE_KEYWORD_ARGUMENT &&
	    judge_is_named(j, keyword + 1, "key") &&
	    eval_compares_plainly(j) && (IS_ONE_OF(callee_of(j,
	    call), sorts) || (j->nodes[call].kind == NODE_CALL &&
	    j->nodes[call + 1].kind == NODE_ATTRIBUTE && judge_is_named(j,
	    tree_last(j->nodes, call + 1), "sort")));
}

/*
 * `at` in a function's body. At the end of a notebook's cell it would get a
 * name all the same.
 */
static bool
is_dropped(const struct judge *j, uint32_t statement)
{
	return j->scopes.list[j->nodes[statement].scope].kind ==
	    SCOPE_FUNCTION;
}

static bool
is_shown(struct judge *j, uint32_t at, const struct shown *s)
{
	uint32_t parent;
	bool inside = false;	/* of a container, now */

	for (;; at = parent) {
		parent = j->nodes[at].parent;
		switch (j->nodes[parent].kind) {
		case NODE_PARENTHESIZED:
		case NODE_BOOLEAN:
			continue;
		case NODE_SET:
		case NODE_PAIR:
		case NODE_SET_COMPREHENSION:
			/* Keys are compared, values are not. */
			if (!(j->nodes[parent].kind == NODE_PAIR &&
			    at != parent + 1) && !eval_compares_plainly(j))
				return false;
			/* FALLTHROUGH */
		case NODE_TUPLE:
		case NODE_LIST:
		case NODE_DICTIONARY:
		case NODE_EXPRESSION_LIST:
		case NODE_LIST_SPLAT:
		case NODE_DICTIONARY_SPLAT:
		case NODE_LIST_COMPREHENSION:
		case NODE_DICTIONARY_COMPREHENSION:
		case NODE_GENERATOR:
			inside = true;
			if (tree_is_comprehension(j->nodes, parent) &&
			    at != parent + 1)
				return false;
			if (j->nodes[parent].kind == NODE_GENERATOR &&
			    j->nodes[j->nodes[parent].parent].kind ==
			    NODE_CALL)
				return argument_is_shown(j, parent, s);
			continue;
		case NODE_CONDITIONAL:
			if (at == j->nodes[parent + 1].skip)
				return true;
			continue;
		case NODE_NOT:
		case NODE_IF:
		case NODE_ELIF:
		case NODE_WHILE:
		case NODE_IF_CLAUSE:
			return true;
		case NODE_EXPRESSION_STATEMENT:
			return is_dropped(j, parent);
		case NODE_ASSERT:
		case NODE_INTERPOLATION:
			return at == parent + 1;
		case NODE_COMPARISON:
			return is_told_apart(j, parent) ||
			    eval_compares_plainly(j);
		case NODE_BINARY:
			return operand_is_shown(j, at, inside);
		case NODE_ATTRIBUTE:
			return at == parent + 1 && !inside &&
			    part_is_shown(j, parent);
		case NODE_ARGUMENTS:
			return argument_is_shown(j, at, s);
		case NODE_LAMBDA:
			return is_sorting_key(j, parent);
		case NODE_RETURN:
		case NODE_YIELD:
			return result_is_shown(j, parent, s);
		case NODE_ASSIGNMENT:
			return at == tree_last(j->nodes, parent) &&
			    j->nodes[parent + 1].kind == NODE_IDENTIFIER &&
			    j->nodes[j->nodes[parent].parent].kind !=
			    NODE_ASSIGNMENT && name_is_shown(j, parent + 1, s);
		default:
			return false;
		}
	}
}

bool
own_is_shown(struct judge *j, uint32_t at)
{
	return is_shown(j, at, NULL);
}

bool
own_getter_is_shown(struct judge *j, uint32_t call)
{
	uint32_t parent = j->nodes[call].parent;

	return (j->nodes[parent].kind == NODE_CALL && call == parent + 1 &&
	    is_shown(j, parent, NULL)) || is_sorting_key(j, call);
}
