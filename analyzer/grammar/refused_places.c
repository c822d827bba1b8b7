/*
 * What the parser takes anywhere and CPython only in some places: `:=`, stars,
 * await, yield, imports from __future__. All of these are rare, so each may
 * look at what is around it.
 */
#include "refused_parts.h"

#include "../../supervisor/base/util.h"
#include "../syntax/tree.h"

#define BLOCKS_MAX	21	/* CPython 3.13's; one less before it */
#define SPECIFIERS_MAX	2	/* of an f-string, within each other */

/* Is what `from` begins the body of this function or class? */
static bool
is_body(const struct judge *j, uint32_t owner, uint32_t from)
{
	return from == tree_last(j->nodes, owner);
}

/* Only a docstring may stand before: the first of all statements. */
static bool
is_docstring(const struct judge *j, uint32_t statement)
{
	uint32_t i = statement + 1;

	if (statement != 1 || j->nodes[statement].kind !=
	    NODE_EXPRESSION_STATEMENT)
		return false;
	while (j->nodes[i].kind == NODE_PARENTHESIZED)
		i++;
	return j->nodes[statement + 1].skip == j->nodes[statement].skip &&
	    (j->nodes[i].kind == NODE_STRING ||
	    j->nodes[i].kind == NODE_CONCATENATED_STRING);
}

static bool
has_future(const struct judge *j, const char *feature)
{
	uint32_t i, child;

	for (i = 1; i < j->tree.n && (is_docstring(j, i) ||
	    j->nodes[i].kind == NODE_FUTURE_IMPORT); i = j->nodes[i].skip)
		TREE_CHILDREN(j->nodes, i, child)
			if (refused_is(j, child, feature))
				return true;
	return false;
}

/*
 * Types are worked out apart: no :=, yield or await in `type A = ...`, in what
 * bounds a parameter of types, beside such parameters, or in an annotation
 * that is kept as a text.
 */
static bool
is_in_type(const struct judge *j, uint32_t at)
{
	uint32_t from = at;
	bool annotation = false;

	for (at = j->nodes[at].parent; at != 0; from = at,
	    at = j->nodes[at].parent)
		switch (j->nodes[at].kind) {
		case NODE_TYPE_ALIAS:
			return true;
		case NODE_TYPE:
			annotation = true;
			break;
		case NODE_LAMBDA:
			return false;
		case NODE_FUNCTION:
		case NODE_CLASS:
			if (is_body(j, at, from))
				return false;
			if (j->nodes[from].kind == NODE_TYPE_PARAMETER)
				return true;
			if (tree_count(j->nodes, at) > 3 &&
			    j->nodes[j->nodes[at + 1].skip].kind ==
			    NODE_TYPE_PARAMETER && (annotation ||
			    j->nodes[at].kind == NODE_CLASS))
				return true;
			return annotation && has_future(j, "annotations");
		case NODE_BLOCK:
			return annotation && has_future(j, "annotations");
		}
	return annotation && has_future(j, "annotations");
}

/* Is this name among the targets of a clause? */
static bool
is_bound_by(const struct judge *j, uint32_t clause, uint32_t name)
{
	uint32_t i;

	for (i = clause + 1; i < j->nodes[clause + 1].skip; i++)
		if (j->nodes[i].kind == NODE_IDENTIFIER &&
		    j->nodes[i].role == ROLE_STORE && j->nodes[i].name == name)
			return true;
	return false;
}

/*
 * A := in a comprehension binds around it: so not what the comprehension
 * binds, not in what it goes over, and not in the body of a class.
 */
static bool
is_bad_in_comprehension(const struct judge *j, uint32_t at)
{
	uint32_t name = j->nodes[at + 1].name, from = at, child, walrus = at;
	bool inside = false;

	for (at = j->nodes[at].parent; at != 0; from = at,
	    at = j->nodes[at].parent) {
		switch (j->nodes[at].kind) {
		case NODE_FOR_IN_CLAUSE:
			if (from != at + 1)
				return true;
			break;
		case NODE_FUNCTION:
		case NODE_LAMBDA:
			if (is_body(j, at, from))
				inside = true, name = 0;
			break;
		case NODE_CLASS:
			if (name != 0 && inside && is_body(j, at, from))
				return true;
			return false;
		}
		if (name == 0 || !tree_is_comprehension(j->nodes, at))
			continue;
		/* CPython goes through the element last. */
		TREE_CHILDREN(j->nodes, at, child)
			if (j->nodes[child].kind == NODE_FOR_IN_CLAUSE &&
			    (!inside || child < walrus || from == at + 1) &&
			    is_bound_by(j, child, name))
				return true;
		inside = true;
	}
	return false;
}

/* Where `a := b` may stand without parentheses. */
static bool
takes_walrus(const struct judge *j, uint32_t at)
{
	uint32_t parent = j->nodes[at].parent;

	switch (j->nodes[parent].kind) {
	case NODE_PARENTHESIZED:
	case NODE_ARGUMENTS:
	case NODE_SUBSCRIPT:
	case NODE_LIST:
	case NODE_SET:
	case NODE_TUPLE:
	case NODE_IF:
	case NODE_ELIF:
	case NODE_WHILE:
	case NODE_MATCH:
	case NODE_DECORATOR:
	case NODE_LIST_COMPREHENSION:
	case NODE_SET_COMPREHENSION:
	case NODE_GENERATOR:
	/* There it is no assignment, but a format. */
	case NODE_INTERPOLATION:
	case NODE_EXPRESSION_LIST:
		return true;
	case NODE_IF_CLAUSE:
		return j->nodes[j->nodes[parent].parent].kind == NODE_CASE;
	default:
		/* What no list knows is none of what is known to be wrong. */
		return !syntax_is_kind(j->nodes[parent].kind);
	}
}

bool
refused_walrus(const struct judge *j, uint32_t at)
{
	return !takes_walrus(j, at) || is_bad_in_comprehension(j, at) ||
	    is_in_type(j, at);
}

bool
refused_star(const struct judge *j, uint32_t at)
{
	uint32_t parent = j->nodes[at].parent;

	/* Only an argument may be any expression. */
	switch (j->nodes[at + 1].kind) {
	case NODE_COMPARISON:
	case NODE_BOOLEAN:
	case NODE_NOT:
	case NODE_CONDITIONAL:
	case NODE_LAMBDA:
		if (j->nodes[parent].kind != NODE_ARGUMENTS &&
		    j->nodes[parent].kind != NODE_SUBSCRIPT)
			return true;
		break;
	case NODE_LIST_SPLAT:
	case NODE_LIST_SPLAT_PATTERN:
		return true;
	}
	switch (j->nodes[parent].kind) {
	case NODE_TUPLE:
	case NODE_EXPRESSION_STATEMENT:
		/* (*a), *a: one, and no comma behind it. */
		return at == parent + 1 && j->nodes[at].skip ==
		    j->nodes[parent].skip && !refused_has(j,
		    j->nodes[at].end, j->nodes[parent].end, ',');
	case NODE_PARENTHESIZED:
	case NODE_COMPARISON:
	case NODE_BOOLEAN:
	case NODE_BINARY:
	case NODE_UNARY:
	case NODE_NOT:
	case NODE_AWAIT:
	case NODE_ASSIGNMENT:
	case NODE_AUGMENTED:
	case NODE_RETURN:
	case NODE_YIELD:
	case NODE_SLICE:
	case NODE_INTERPOLATION:
	case NODE_LIST_COMPREHENSION:
	case NODE_SET_COMPREHENSION:
	case NODE_GENERATOR:
	case NODE_ASSERT:
	case NODE_CONDITIONAL:
	case NODE_LAMBDA:
	case NODE_KEYWORD_ARGUMENT:
	case NODE_PAIR:
	case NODE_IF:
	case NODE_ELIF:
	case NODE_WHILE:
	case NODE_FOR:
	case NODE_FOR_IN_CLAUSE:
	case NODE_WITH_ITEM:
	case NODE_AS_PATTERN_TARGET:
	case NODE_RAISE:
	case NODE_DELETE:
	case NODE_NAMED_EXPRESSION:
	case NODE_DEFAULT_PARAMETER:
	case NODE_DECORATOR:
		return true;
	default:
		return false;
	}
}

/* x: *a; only `*args: *a` may be. */
bool
refused_star_type(const struct judge *j, uint32_t at)
{
	uint32_t type = j->nodes[at].parent, owner = j->nodes[type].parent;

	switch (j->nodes[owner].kind) {
	case NODE_ASSIGNMENT:
	case NODE_FUNCTION:
	case NODE_TYPED_DEFAULT_PARAMETER:
		return true;
	case NODE_TYPED_PARAMETER:
		return j->nodes[owner + 1].kind != NODE_LIST_SPLAT_PATTERN;
	default:
		return false;
	}
}

/* await, and `async` before `for` and `with`, in what is not async itself. */
bool
refused_await(const struct judge *j, uint32_t at)
{
	uint32_t function = refused_function_of(j, at), i;

	if (j->nodes[at].kind == NODE_FOR_IN_CLAUSE &&
	    j->nodes[j->nodes[at].parent].kind == NODE_GENERATOR)
		return false;
	if (j->nodes[at].kind == NODE_AWAIT && (is_in_type(j, at) ||
	    j->nodes[j->nodes[at].parent].kind == NODE_AWAIT))
		return true;
	/* A comprehension that is handed out may be awaited elsewhere. */
	for (i = j->nodes[at].parent; i > function; i = j->nodes[i].parent)
		if (j->nodes[i].kind == NODE_GENERATOR)
			return false;
	/* At the top, a notebook may. */
	if (function == 0)
		return !j->may_be_indented;
	return j->nodes[function].kind == NODE_LAMBDA ||
	    !refused_begins(j, function, "async");
}

bool
refused_yield(const struct judge *j, uint32_t at)
{
	uint32_t function = refused_function_of(j, at), i, from = at;
	size_t n, k = strlen("yield");
	const char *s = judge_text(j, at, &n);

	if (function == 0 || is_in_type(j, at))
		return true;
	/* What a comprehension goes over first is outside of it. */
	for (i = j->nodes[at].parent; i > function; from = i,
	    i = j->nodes[i].parent) {
		if (j->nodes[i].kind == NODE_FOR_IN_CLAUSE &&
		    i == j->nodes[j->nodes[i].parent + 1].skip &&
		    from == tree_last(j->nodes, i))
			i = j->nodes[i].parent;
		else if (tree_is_comprehension(j->nodes, i))
			return true;
	}
	while (k < n && (s[k] == ' ' || s[k] == '\t'))
		k++;
	return n >= k + 5 && memcmp(s + k, "from", 4) == 0 &&
	    strchr(" \t(['\"\\", s[k + 4]) != NULL &&
	    refused_begins(j, function, "async");
}

bool
refused_except_star(const struct judge *j, uint32_t clause)
{
	size_t n, k = strlen("except");
	const char *s = judge_text(j, clause, &n);

	while (k < n && (s[k] == ' ' || s[k] == '\t'))
		k++;
	return k < n && s[k] == '*';
}

/* Does this leave the body of an `except*`? */
static bool
leaves_except_star(const struct judge *j, uint32_t at)
{
	bool loop = j->nodes[at].kind == NODE_RETURN;
	uint32_t i;

	for (i = j->nodes[at].parent; i != 0; i = j->nodes[i].parent)
		switch (j->nodes[i].kind) {
		case NODE_FUNCTION:
		case NODE_CLASS:
			return false;
		case NODE_FOR:
		case NODE_WHILE:
			if (!loop)
				return false;
			break;
		case NODE_EXCEPT:
			if (refused_except_star(j, i))
				return true;
			break;
		}
	return false;
}

/* return, break or continue */
bool
refused_return(const struct judge *j, uint32_t at)
{
	uint32_t function;

	if (leaves_except_star(j, at))
		return true;
	if (j->nodes[at].kind != NODE_RETURN)
		return false;
	function = refused_function_of(j, at);
	if (function == 0)
		return true;
	/* What yields, and is async, returns no value. */
	return at + 1 < j->nodes[at].skip &&
	    refused_begins(j, function, "async") &&
	    j->scopes.list[j->nodes[at].scope].yields;
}

/* f"{lambda x: y}": the colon begins a format. */
bool
refused_lambda(const struct judge *j, uint32_t at)
{
	uint32_t i = j->nodes[at].parent;

	/* An operand it may be only in parentheses. */
	switch (j->nodes[i].kind) {
	case NODE_NOT:
	case NODE_UNARY:
	case NODE_BINARY:
	case NODE_BOOLEAN:
	case NODE_COMPARISON:
		return true;
	}
	while (j->nodes[i].kind == NODE_EXPRESSION_LIST ||
	    j->nodes[i].kind == NODE_CONDITIONAL)
		i = j->nodes[i].parent;
	return j->nodes[i].kind == NODE_INTERPOLATION;
}

bool
refused_specifier(const struct judge *j, uint32_t at)
{
	unsigned depth = 0;
	uint32_t i;

	for (i = at; i != 0 && j->nodes[i].kind != NODE_STRING;
	    i = j->nodes[i].parent)
		depth += j->nodes[i].kind == NODE_FORMAT_SPECIFIER;
	return depth > SPECIFIERS_MAX;
}

/* Those of __future__; its authors' joke is none. */
static const char features[][24] = { "nested_scopes", "generators",
    "division", "absolute_import", "with_statement", "print_function",
    "unicode_literals", "barry_as_FLUFL", "generator_stop", "annotations" };

bool
refused_future(const struct judge *j, uint32_t at)
{
	uint32_t child, name;
	size_t i;

	TREE_CHILDREN(j->nodes, at, child) {
		name = j->nodes[child].kind == NODE_ALIASED_IMPORT ?
		    child + 1 : child;
		for (i = 0; i < ARRAY_SIZE(features); i++)
			if (refused_is(j, name, features[i]))
				break;
		if (i == ARRAY_SIZE(features))
			return true;
	}
	/* A cell of a notebook begins anew. */
	if (j->may_be_indented)
		return false;
	if (j->nodes[at].parent != 0)
		return true;
	if (at == 1)
		return false;
	/* The one before is looked at as well. */
	for (child = at - 1; j->nodes[child].parent != 0;
	    child = j->nodes[child].parent)
		;
	return j->nodes[child].kind != NODE_FUTURE_IMPORT &&
	    !is_docstring(j, child);
}

static bool
has_child(const struct judge *j, uint32_t at, unsigned kind)
{
	uint32_t child;

	TREE_CHILDREN(j->nodes, at, child)
		if (j->nodes[child].kind == kind)
			return true;
	return false;
}

/* How many blocks of CPython's this one opens around `from`. */
static unsigned
blocks_of(const struct judge *j, uint32_t at, uint32_t from)
{
	bool handles, ends;

	switch (j->nodes[at].kind) {
	case NODE_FOR:
	case NODE_WHILE:
		return from == at || j->nodes[from].kind == NODE_BLOCK;
	case NODE_WITH:
		return tree_count(j->nodes, at + 1);
	case NODE_TRY:
		break;
	default:
		return 0;
	}
	handles = has_child(j, at, NODE_EXCEPT);
	ends = has_child(j, at, NODE_FINALLY);
	switch (j->nodes[from].kind) {
	case NODE_BLOCK:
		return handles + ends;
	case NODE_ELSE:
		return ends;
	case NODE_FINALLY:
		return 1;
	default:
		/* A handler, within what handles. */
		return 2u * handles + ends;
	}
}

bool
refused_nesting(const struct judge *j, uint32_t at)
{
	uint32_t from = at;
	unsigned n = 0;

	for (; at != 0 && n <= BLOCKS_MAX; from = at, at = j->nodes[at].parent) {
		if (j->nodes[at].kind == NODE_FUNCTION ||
		    j->nodes[at].kind == NODE_CLASS)
			break;
		n += blocks_of(j, at, from);
	}
	return n > BLOCKS_MAX;
}
