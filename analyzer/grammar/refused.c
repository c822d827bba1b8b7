/*
 * What the parser takes for Python and CPython's own parser or compiler does
 * not: it would never run, so saying that it may is a wrong answer. Each case
 * is one CPython refuses for certain, whatever stands around it.
 */
#include "refused.h"

#include "../../supervisor/base/util.h"
#include "../symbols/occurrences.h"
#include "../findings/report.h"
#include "../syntax/errors.h"
#include "refused_parts.h"
#include "../syntax/tokens.h"

#define NODES_BETWEEN	256	/* looks at the time */

/* 0 in a class body, too. */
uint32_t
refused_function_of(const struct judge *j, uint32_t at)
{
	uint32_t from = at;

	for (at = j->nodes[at].parent; at != 0; from = at,
	    at = j->nodes[at].parent)
		switch (j->nodes[at].kind) {
		case NODE_FUNCTION:
		case NODE_LAMBDA:
			/* Defaults and annotations are evaluated outside. */
			if (from == tree_last(j->nodes, at))
				return at;
			break;
		case NODE_CLASS:
			if (from == tree_last(j->nodes, at))
				return 0;
			break;
		}
	return 0;
}

/* Around a break or continue: a loop, before anything that is none of it. */
static bool
is_in_loop(const struct judge *j, uint32_t at)
{
	uint32_t from = at;

	for (at = j->nodes[at].parent; at != 0; from = at,
	    at = j->nodes[at].parent)
		switch (j->nodes[at].kind) {
		case NODE_FOR:
		case NODE_WHILE:
			if (j->nodes[from].kind != NODE_ELSE)
				return true;
			break;
		case NODE_FUNCTION:
		case NODE_CLASS:
			return false;
		}
	return false;
}

/* May this stand where something is bound or, without stars, deleted? */
static bool
is_target(const struct judge *j, uint32_t at, bool stars, unsigned depth)
{
	uint32_t child;

	switch (j->nodes[at].kind) {
	case NODE_IDENTIFIER:
	case NODE_ATTRIBUTE:
	case NODE_SUBSCRIPT:
		return true;
	case NODE_LIST_SPLAT:
	case NODE_LIST_SPLAT_PATTERN:
		if (!stars)
			return false;
		/* fall through */
	case NODE_PARENTHESIZED:
	case NODE_TUPLE:
	case NODE_LIST:
	case NODE_EXPRESSION_LIST:
	case NODE_PATTERN_LIST:
	case NODE_TUPLE_PATTERN:
	case NODE_LIST_PATTERN:
		TREE_CHILDREN(j->nodes, at, child)
			if (depth > 32 || !is_target(j, child, stars,
			    depth + 1))
				return false;
		return true;
	default:
		return false;
	}
}

/* a, b; (a,); (); [a]; but not (a), which comes as a pattern, too. */
static bool
is_several(const struct judge *j, uint32_t at)
{
	uint32_t last = tree_last(j->nodes, at);

	/* ((a)) is one as well. */
	while (j->nodes[at].kind == NODE_TUPLE_PATTERN && last == at + 1 &&
	    (j->nodes[last].kind == NODE_TUPLE_PATTERN ||
	    j->nodes[last].kind == NODE_LIST_PATTERN)) {
		at = last;
		last = tree_last(j->nodes, at);
	}
	return j->nodes[at].kind == NODE_PATTERN_LIST ||
	    j->nodes[at].kind == NODE_LIST_PATTERN ||
	    (j->nodes[at].kind == NODE_TUPLE_PATTERN && (last == at ||
	    last != at + 1 || (refused_has(j, j->nodes[last].end,
	    j->nodes[at].end, ',') && !refused_has(j, j->nodes[last].end,
	    j->nodes[at].end, '#'))));
}

/* a, *b, *c; (*a): one star, not too far behind, and it needs a comma. */
static bool
has_bad_stars(const struct judge *j, uint32_t at)
{
	uint32_t child, stars = 0, before = 0;

	TREE_CHILDREN(j->nodes, at, child)
		if (j->nodes[child].kind == NODE_LIST_SPLAT_PATTERN &&
		    (before > 0xff || ++stars > 1))
			return true;
		else
			before++;
	return (stars == 1 && j->nodes[at].kind ==
	    NODE_TUPLE_PATTERN && !is_several(j, at));
}

/* a: b = c = d; a = b: c = d; a: b: c; (a, b): c; *a = b; a = b += c */
static bool
is_bad_assignment(const struct judge *j, uint32_t at)
{
	uint32_t left = at + 1, second = j->nodes[left].skip, last, outer;

	if (j->nodes[left].kind == NODE_LIST_SPLAT_PATTERN)
		return true;
	if (second >= j->nodes[at].skip || j->nodes[second].kind != NODE_TYPE)
		return false;
	last = tree_last(j->nodes, at);
	outer = j->nodes[j->nodes[at].parent].kind;
	return is_several(j, left) || outer == NODE_ASSIGNMENT ||
	    outer == NODE_AUGMENTED ||
	    j->nodes[last].kind == NODE_ASSIGNMENT ||
	    j->nodes[last].kind == NODE_AUGMENTED ||
	    j->nodes[second + 1].kind == NODE_CONSTRAINED_TYPE;
}

/* Is this name used before, in the same scope? */
static bool
is_used_before(struct judge *j, uint32_t name)
{
	uint32_t i;

	for (i = own_first_of(j, j->nodes[name].name); i != 0 && i < name;
	    i = j->own_next[i])
		if (j->nodes[i].scope == j->nodes[name].scope &&
		    j->nodes[i].role != ROLE_NAME &&
		    j->nodes[j->nodes[i].parent].kind != NODE_GLOBAL &&
		    j->nodes[j->nodes[i].parent].kind != NODE_NONLOCAL)
			return true;
	return false;
}

/* `import a,`: a comma is the end only within parentheses. */
static bool
ends_with_comma(const struct judge *j, uint32_t at)
{
	return j->source.bytes[j->nodes[at].end - 1] == ',';
}

/* What must have a body, and an end of file gave it none. */
static bool
lacks_body(const struct judge *j, uint32_t at)
{
	uint32_t child, handlers = 0, last = 0;

	TREE_CHILDREN(j->nodes, at, child) {
		if (j->nodes[child].kind == NODE_BLOCK) {
			last = child;
			if (j->nodes[child].skip == child + 1)
				return true;
		}
		/* A bare except must be the last. */
		if (j->nodes[child].kind == NODE_EXCEPT &&
		    j->nodes[child + 1].kind == NODE_BLOCK &&
		    j->nodes[child].skip < j->nodes[at].skip &&
		    j->nodes[j->nodes[child].skip].kind == NODE_EXCEPT)
			return true;
		handlers += j->nodes[child].kind == NODE_EXCEPT ||
		    j->nodes[child].kind == NODE_FINALLY;
	}
	return last == 0 || (j->nodes[at].kind == NODE_TRY && handlers == 0);
}

/*
 * The bytes in front, if it is the first of its line; UINT32_MAX: not. Where
 * tabs come among them in two ways, CPython refuses too.
 */
static uint32_t
indent_of(const struct judge *j, uint32_t at)
{
	uint32_t start = j->nodes[at].start, i = start;
	const char *s = j->source.bytes;

	while (i > 0 && strchr(" \t\f", s[i - 1]) != NULL)
		i--;
	if (!(i == 3 && memcmp(s, "\xef\xbb\xbf", 3) == 0) && i > 0 &&
	    (s[i - 1] != '\n' || (i > 1 && s[i - 2] == '\\')))
		return UINT32_MAX;
	return tokens_indent(s, start).bytes;
}

/* `else` and its like begin where the statement does. */
static bool
is_clause_out_of_line(const struct judge *j, uint32_t at)
{
	uint32_t mine = indent_of(j, at), first;

	first = mine == UINT32_MAX ? mine : indent_of(j, j->nodes[at].parent);
	return first != UINT32_MAX && first != mine;
}

/* Statements of one block begin in one column. */
static bool
is_out_of_line(const struct judge *j, uint32_t at)
{
	uint32_t block = j->nodes[at].parent, mine, first;

	mine = indent_of(j, at);
	if (mine == UINT32_MAX)
		return false;
	/* eval() takes spaces in front, and so does a cell of a notebook. */
	if (block == 0)
		return mine != 0 && !j->may_be_indented;
	first = indent_of(j, block + 1);
	return first != UINT32_MAX && first != mine;
}

/* Words that the parser takes for names: some, or where they are bound. */
static bool
is_bad_name(const struct judge *j, uint32_t at)
{
	const struct node *node = &j->nodes[at];

	switch (node->end - node->start) {
	case 5:
		return refused_is(j, at, "async") || refused_is(j, at, "await");
	case 9:
		return refused_is(j, at, "__debug__") &&
		    (node->role == ROLE_STORE || node->role == ROLE_DELETE ||
		    (j->nodes[node->parent].kind == NODE_ASSIGNMENT &&
		    at == node->parent + 1) ||
		    (j->nodes[node->parent].kind == NODE_ATTRIBUTE &&
		    at != node->parent + 1 &&
		    (j->nodes[node->parent].role == ROLE_STORE ||
		    j->nodes[node->parent].role == ROLE_DELETE)));
	default:
		return false;
	}
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

static bool
is_refused(struct judge *j, uint32_t at)
{
	const struct node *node = &j->nodes[at];
	uint32_t child, n = 0;

	switch (node->kind) {
	case NODE_INTEGER:
	case NODE_FLOAT:
		return refused_number(j, at);
	case NODE_STRING:
		return refused_string(j, at);
	case NODE_CONCATENATED_STRING:
		return refused_concatenation(j, at);
	case NODE_IDENTIFIER:
		return is_bad_name(j, at);
	case NODE_COMPARISON:
		for (child = at + 1; j->nodes[child].skip < node->skip;
		    child = j->nodes[child].skip) {
			const char *s = j->source.bytes + j->nodes[child].end;
			size_t len = j->nodes[j->nodes[child].skip].start -
			    j->nodes[child].end;

			if (memmem(s, len, "<>", 2) != NULL &&
			    memchr(s, '#', len) == NULL)
				return true;
		}
		return false;
	case NODE_RAISE:
		return at + 1 < node->skip &&
		    j->nodes[at + 1].kind == NODE_EXPRESSION_LIST;
	case NODE_EXCEPT:
		TREE_CHILDREN(j->nodes, at, child)
			n += j->nodes[child].kind != NODE_BLOCK;
		return n > 1 || lacks_body(j, at) ||
		    is_clause_out_of_line(j, at);
	case NODE_PARAMETERS:
	case NODE_LAMBDA_PARAMETERS:
		return refused_parameters(j, at);
	case NODE_ARGUMENTS:
		return refused_arguments(j, at);
	case NODE_BREAK:
	case NODE_CONTINUE:
		if (!is_in_loop(j, at))
			return true;
		/* fall through */
	case NODE_RETURN:
		return refused_return(j, at);
	case NODE_YIELD:
		return refused_yield(j, at);
	case NODE_FOR_IN_CLAUSE:
		if (refused_clause(j, at))
			return true;
		if (!refused_begins(j, at, "async"))
			return false;
		/* fall through */
	case NODE_AWAIT:
		return refused_await(j, at);
	case NODE_LIST_SPLAT:
		return refused_star(j, at);
	case NODE_LAMBDA:
		return refused_lambda(j, at);
	case NODE_NONLOCAL:
	case NODE_GLOBAL:
		TREE_CHILDREN(j->nodes, at, child)
			/* Few have many. */
			if (n++ < 64 && is_used_before(j, child))
				return true;
		return false;
	case NODE_DELETE:
		TREE_CHILDREN(j->nodes, at, child)
			if (!is_target(j, child, false, 0))
				return true;
		return false;
	case NODE_AS_PATTERN_TARGET:
		return at + 1 < node->skip && (!is_target(j, at + 1, true, 0) ||
		    (j->nodes[j->nodes[node->parent].parent].kind ==
		    NODE_EXCEPT && j->nodes[at + 1].kind != NODE_IDENTIFIER));
	case NODE_PATTERN_LIST:
	case NODE_TUPLE_PATTERN:
	case NODE_LIST_PATTERN:
		return has_bad_stars(j, at);
	case NODE_AUGMENTED:
		return is_several(j, at + 1) || j->nodes[node->parent].kind !=
		    NODE_EXPRESSION_STATEMENT;
	case NODE_ASSIGNMENT:
		return is_bad_assignment(j, at);
	case NODE_NAMED_EXPRESSION:
		return !takes_walrus(j, at);
	case NODE_WILDCARD_IMPORT:
		return refused_function_of(j, at) != 0 || j->scopes.list[
		    node->scope].kind != SCOPE_MODULE;
	case NODE_IMPORT_FROM:
		/* from a import b.c */
		TREE_CHILDREN(j->nodes, at, child) {
			n = j->nodes[child].kind == NODE_ALIASED_IMPORT;
			if (child != at + 1 && j->nodes[child + n].kind ==
			    NODE_DOTTED_NAME && tree_count(j->nodes, child + n)
			    > 1)
				return true;
		}
		/* fall through */
	case NODE_IMPORT_STATEMENT:
		return ends_with_comma(j, at);
	case NODE_FUTURE_IMPORT:
		return ends_with_comma(j, at) || refused_future(j, at);
	case NODE_FOR:
		if (j->nodes[at + 1].kind == NODE_LIST_SPLAT_PATTERN)
			return true;
		/* fall through */
	case NODE_WITH:
		if (refused_begins(j, at, "async") && refused_await(j, at))
			return true;
		/* fall through */
	case NODE_WHILE:
	case NODE_TRY:
	case NODE_MATCH:
	case NODE_CASE:
		return lacks_body(j, at);
	case NODE_ELIF:
	case NODE_ELSE:
	case NODE_FINALLY:
		return lacks_body(j, at) || is_clause_out_of_line(j, at);
	case NODE_FUNCTION:
	case NODE_CLASS:
		/* Of its decorators: others have blocks around them. */
		if (j->nodes[node->parent].kind == NODE_DECORATED &&
		    is_clause_out_of_line(j, at))
			return true;
		/* fall through */
	case NODE_IF:
		return lacks_body(j, at);
	case NODE_TYPE_CONVERSION:
		return !refused_is(j, at, "!r") && !refused_is(j, at, "!s") &&
		    !refused_is(j, at, "!a");
	case NODE_DICTIONARY_SPLAT:
		/* {a, **b}, (a, **b) */
		return j->nodes[node->parent].kind != NODE_ARGUMENTS &&
		    j->nodes[node->parent].kind != NODE_DICTIONARY;
	}
	return false;
}

/* Of what is refused: was it once Python? */
static bool
is_python2(const struct judge *j, uint32_t at)
{
	switch (j->nodes[at].kind) {
	case NODE_INTEGER:
	case NODE_COMPARISON:
	case NODE_RAISE:
		return true;
	case NODE_EXCEPT:
		return tree_count(j->nodes, at) == 3;
	case NODE_PARAMETERS:
	case NODE_LAMBDA_PARAMETERS:
		return tree_first(j->nodes, at, NODE_TUPLE_PATTERN) != 0;
	default:
		return false;
	}
}

void
check_refused(struct judge *j)
{
	uint32_t i;

	for (i = 1; i < j->tree.n; i++) {
		/* One node may look at all the others. */
		if (i % NODES_BETWEEN == 0 && deadline_is_over(&j->deadline)) {
			j->late = true;
			return;
		}
		if (!is_refused(j, i) && ((j->nodes[j->nodes[i].parent].kind !=
		    NODE_BLOCK && j->nodes[i].parent != 0) ||
		    !is_out_of_line(j, i)))
			continue;
		if (is_python2(j, i))
			report_source(j, SOURCE_NOT_PYTHON3,
			    j->nodes[i].start, j->nodes[i].end);
		else
			refused_syntax(j, ERRORS_NOWHERE,
			    j->nodes[i].start, j->nodes[i].end);
		return;
	}
}

void
refused_syntax(struct judge *j, uint32_t stop, uint32_t start,
    uint32_t end)
{
	struct error error;

	if (!errors_find(j->source.bytes, j->source.n, stop, &error))
		report_source(j, SOURCE_SYNTAX_ERROR, start, end);
	else if (error.says[0] == '\0' || error.word != SOURCE_SYNTAX_ERROR)
		report_source(j, error.word, error.start, error.end);
	else
		report_bound(j, error.word, error.start, error.end, "%s",
		    error.says);
}
