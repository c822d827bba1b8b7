/*
 * What the parser takes anywhere and CPython only in some places: `:=`, stars,
 * await, yield, imports from __future__. All of these are rare, so each may
 * look at what is around it.
 */
#include "refused_parts.h"

#include "../../supervisor/base/util.h"
#include "../syntax/tree.h"

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

/* await, and `async` before `for` and `with`, in what is not async itself. */
bool
refused_await(const struct judge *j, uint32_t at)
{
	uint32_t function = refused_function_of(j, at), i;

	if (j->nodes[at].kind == NODE_FOR_IN_CLAUSE &&
	    j->nodes[j->nodes[at].parent].kind == NODE_GENERATOR)
		return false;
	if (j->nodes[at].kind == NODE_AWAIT &&
	    j->nodes[j->nodes[at].parent].kind == NODE_AWAIT)
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

	if (function == 0)
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

/* return, break or continue */
bool
refused_return(const struct judge *j, uint32_t at)
{
	uint32_t function;

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
