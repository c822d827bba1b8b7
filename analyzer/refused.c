/*
 * What the parser takes for Python and CPython's own parser or compiler does
 * not: it would never run, so saying that it may is a wrong answer. Each case
 * is one CPython refuses for certain, whatever stands around it.
 */
#include "check.h"

#include "../supervisor/base/util.h"
#include "judge.h"
#include "literal.h"
#include "report.h"

static bool
text_is(const struct judge *j, uint32_t node, const char *text)
{
	size_t n, len = strlen(text);
	const char *s = judge_text(j, node, &n);

	return n == len && memcmp(s, text, n) == 0;
}

static bool
begins(const struct judge *j, uint32_t node, const char *text)
{
	size_t n, len = strlen(text);
	const char *s = judge_text(j, node, &n);

	return n >= len && memcmp(s, text, len) == 0;
}

/* The function or lambda that this runs in; 0: a class body or the module. */
static uint32_t
function_of(const struct judge *j, uint32_t at)
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

/* May this stand where something is bound or deleted? */
static bool
is_target(const struct judge *j, uint32_t at, unsigned depth)
{
	uint32_t child;

	switch (j->nodes[at].kind) {
	case NODE_IDENTIFIER:
	case NODE_ATTRIBUTE:
	case NODE_SUBSCRIPT:
		return !text_is(j, at, "__debug__");
	case NODE_LIST_SPLAT:
	case NODE_LIST_SPLAT_PATTERN:
	case NODE_PARENTHESIZED:
	case NODE_TUPLE:
	case NODE_LIST:
	case NODE_EXPRESSION_LIST:
	case NODE_PATTERN_LIST:
	case NODE_TUPLE_PATTERN:
	case NODE_LIST_PATTERN:
		TREE_CHILDREN(j->nodes, at, child)
			if (depth > 32 || !is_target(j, child, depth + 1))
				return false;
		return true;
	default:
		/* What else may stand there, the parser knows. */
		return syntax_is_kind(j->nodes[at].kind) &&
		    j->nodes[at].kind != NODE_CALL &&
		    j->nodes[at].kind != NODE_INTEGER &&
		    j->nodes[at].kind != NODE_FLOAT &&
		    j->nodes[at].kind != NODE_STRING &&
		    j->nodes[at].kind != NODE_BINARY &&
		    j->nodes[at].kind != NODE_NONE &&
		    j->nodes[at].kind != NODE_TRUE &&
		    j->nodes[at].kind != NODE_FALSE;
	}
}

/* a, b; (a, b); [a]; but not (a), which comes as a pattern, too. */
static bool
is_several(const struct judge *j, uint32_t at)
{
	return j->nodes[at].kind == NODE_PATTERN_LIST ||
	    j->nodes[at].kind == NODE_LIST_PATTERN ||
	    (j->nodes[at].kind == NODE_TUPLE_PATTERN &&
	    tree_count(j->nodes, at) > 1);
}

/* 0777, 1L, 0_7, 1_ */
static bool
is_bad_integer(const struct judge *j, uint32_t at)
{
	size_t n, i;
	const char *s = judge_text(j, at, &n);
	bool zeros = n > 1 && s[0] == '0' && strchr("xXoObB", s[1]) == NULL;

	if (n == 0 || s[n - 1] == '_' || s[n - 1] == 'l' || s[n - 1] == 'L')
		return true;
	if (!zeros || s[n - 1] == 'j' || s[n - 1] == 'J')
		return false;
	for (i = 1; i < n; i++)
		if (s[i] != '0' && s[i] != '_')
			return s[i] >= '1' && s[i] <= '9';
	return false;
}

/* Escapes that are begun and not ended; bytes past ASCII. */
static bool
is_bad_string(const struct judge *j, uint32_t at)
{
	struct literal_prefix prefix;
	size_t n, i, k, want;
	const char *s;

	s = judge_text(j, at + 1, &n);
	literal_read_prefix(s, n, &prefix);
	if (tree_first(j->nodes, at, NODE_INTERPOLATION) != 0)
		return false;
	s = judge_text(j, at, &n);
	for (i = 0; i < n; i++) {
		if (prefix.bytes && (unsigned char)s[i] >= 0x80)
			return true;
		if (s[i] != '\\' || prefix.raw || i + 1 >= n)
			continue;
		want = s[++i] == 'x' ? 2 : prefix.bytes ? 0 : s[i] == 'u' ? 4 :
		    s[i] == 'U' ? 8 : 0;
		if (s[i] == 'N' && !prefix.bytes &&
		    (i + 2 >= n || s[i + 1] != '{' || s[i + 2] == '}'))
			return true;
		for (k = 1; k <= want; k++)
			if (i + k >= n || strchr("0123456789abcdefABCDEF",
			    s[i + k]) == NULL)
				return true;
		if (want == 8 && (s[i + 1] != '0' || s[i + 2] != '0' ||
		    (s[i + 3] != '0' && memcmp(s + i + 3, "10", 2) != 0)))
			return true;
	}
	return false;
}

/* "a" b"b" */
static bool
mixes_bytes(const struct judge *j, uint32_t at)
{
	struct literal_prefix prefix;
	bool bytes = false, text = false;
	uint32_t child;
	size_t n;
	const char *s;

	TREE_CHILDREN(j->nodes, at, child) {
		if (j->nodes[child].kind != NODE_STRING)
			continue;
		s = judge_text(j, child + 1, &n);
		literal_read_prefix(s, n, &prefix);
		*(prefix.bytes ? &bytes : &text) = true;
	}
	return bytes && text;
}

/* The name that a parameter binds; 0: a separator. */
static uint32_t
name_of_parameter(const struct judge *j, uint32_t at)
{
	uint32_t name = at;

	while (j->nodes[name].kind != NODE_IDENTIFIER &&
	    name + 1 < j->nodes[at].skip)
		name++;
	return j->nodes[name].kind == NODE_IDENTIFIER ? name : 0;
}

static bool
are_bad_parameters(const struct judge *j, uint32_t list)
{
	uint32_t child, other, name, kind;
	bool defaults = false, star = false, bare = false, slash = false;
	bool end = false;
	size_t n = 0;

	TREE_CHILDREN(j->nodes, list, child) {
		kind = j->nodes[child].kind;
		if (end || kind == NODE_TUPLE_PATTERN)
			return true;
		/* `*a: T` is typed, and a star. */
		if (kind == NODE_TYPED_PARAMETER)
			kind = j->nodes[child + 1].kind == NODE_IDENTIFIER ?
			    NODE_IDENTIFIER : j->nodes[child + 1].kind;
		switch (kind) {
		case NODE_LIST_SPLAT_PATTERN:
		case NODE_KEYWORD_SEPARATOR:
			if (star)
				return true;
			star = true;
			bare = kind == NODE_KEYWORD_SEPARATOR;
			break;
		case NODE_DICTIONARY_SPLAT_PATTERN:
			if (bare)
				return true;
			end = true;
			break;
		case NODE_POSITIONAL_SEPARATOR:
			if (slash || star || n == 0)
				return true;
			slash = true;
			break;
		case NODE_DEFAULT_PARAMETER:
		case NODE_TYPED_DEFAULT_PARAMETER:
			defaults = true;
			bare = false;
			break;
		case NODE_IDENTIFIER:
			if (defaults && !star)
				return true;
			bare = false;
			break;
		}
		n++;
		name = name_of_parameter(j, child);
		if (name == 0)
			continue;
		if (text_is(j, name, "__debug__"))
			return true;
		/* Few have many. */
		for (other = list + 1; other < child && n < 64;
		    other = j->nodes[other].skip)
			if (name_of_parameter(j, other) != 0 &&
			    j->nodes[name_of_parameter(j, other)].name ==
			    j->nodes[name].name)
				return true;
	}
	return bare;
}

static bool
are_bad_arguments(const struct judge *j, uint32_t list)
{
	uint32_t child, other;
	bool keyword = false, dict = false;
	size_t n = 0;

	TREE_CHILDREN(j->nodes, list, child) {
		n++;
		switch (j->nodes[child].kind) {
		case NODE_KEYWORD_ARGUMENT:
			keyword = true;
			if (text_is(j, child + 1, "__debug__"))
				return true;
			for (other = list + 1; other < child && n < 64;
			    other = j->nodes[other].skip)
				if (j->nodes[other].kind ==
				    NODE_KEYWORD_ARGUMENT &&
				    j->nodes[other + 1].name ==
				    j->nodes[child + 1].name)
					return true;
			break;
		case NODE_DICTIONARY_SPLAT:
			dict = true;
			break;
		case NODE_LIST_SPLAT:
			if (dict)
				return true;
			break;
		case NODE_GENERATOR:
			if (tree_count(j->nodes, list) > 1 &&
			    !begins(j, child, "("))
				return true;
			/* fall through */
		default:
			/* `*a.b` comes as an attribute of `*a`. */
			if ((keyword || dict) && !tree_is_splat(j->nodes,
			    child))
				return true;
		}
	}
	/* f(,) */
	if (n == 0) {
		size_t len;
		const char *s = judge_text(j, list, &len);

		return len > 2 && s[1] == ',';
	}
	return false;
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

static bool
is_bad_nonlocal(const struct judge *j, uint32_t at)
{
	uint32_t function = function_of(j, at), outer;

	/* Somewhere around that function there must be another. */
	for (outer = function; outer != 0 && (outer == function ||
	    (j->nodes[outer].kind != NODE_FUNCTION &&
	    j->nodes[outer].kind != NODE_LAMBDA));
	    outer = j->nodes[outer].parent)
		;
	if (function != 0)
		return outer == 0;
	for (outer = at; outer != 0 && j->nodes[outer].kind != NODE_FUNCTION;
	    outer = j->nodes[outer].parent)
		;
	return outer == 0;
}

/* await and `async for` in a function that is not async. */
static bool
is_bad_await(const struct judge *j, uint32_t at)
{
	uint32_t function = function_of(j, at), i;

	/* A comprehension that is handed out may be awaited elsewhere. */
	for (i = j->nodes[at].parent; i > function; i = j->nodes[i].parent)
		if (j->nodes[i].kind == NODE_GENERATOR)
			return false;
	/* At the top, a notebook may. */
	return function != 0 && (j->nodes[function].kind == NODE_LAMBDA ||
	    !begins(j, function, "async"));
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

/* The spaces in front, if it is the first of its line; UINT32_MAX: not. */
static uint32_t
indent_of(const struct judge *j, uint32_t at)
{
	uint32_t start = j->nodes[at].start, i = start;
	const char *s = j->source.bytes;

	while (i > 0 && s[i - 1] == ' ')
		i--;
	if (i == 3 && memcmp(s, "\xef\xbb\xbf", 3) == 0)
		return start - i;
	if (i > 0 && s[i - 1] != '\n')
		return UINT32_MAX;
	if (i > 1 && s[i - 2] == '\\')
		return UINT32_MAX;
	return start - i;
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
		return mine != 0 && !judge_may_be_indented(j);
	first = indent_of(j, block + 1);
	return first != UINT32_MAX && first != mine;
}

/* `for` and `except` may be followed by what no name may. */
static bool
is_keyword(const struct judge *j, uint32_t at)
{
	return text_is(j, at, "async") || text_is(j, at, "await");
}

static bool
is_refused(struct judge *j, uint32_t at)
{
	const struct node *node = &j->nodes[at];
	uint32_t child, n = 0;

	switch (node->kind) {
	case NODE_INTEGER:
		return is_bad_integer(j, at);
	case NODE_STRING:
		return is_bad_string(j, at);
	case NODE_CONCATENATED_STRING:
		return mixes_bytes(j, at);
	case NODE_IDENTIFIER:
		return node->end - node->start == 5 && is_keyword(j, at);
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
		return n > 1 || lacks_body(j, at);
	case NODE_PARAMETERS:
	case NODE_LAMBDA_PARAMETERS:
		return are_bad_parameters(j, at);
	case NODE_ARGUMENTS:
		return are_bad_arguments(j, at);
	case NODE_RETURN:
		return function_of(j, at) == 0;
	case NODE_YIELD:
		return function_of(j, at) == 0;
	case NODE_AWAIT:
		return is_bad_await(j, at);
	case NODE_BREAK:
	case NODE_CONTINUE:
		return !is_in_loop(j, at);
	case NODE_NONLOCAL:
		if (is_bad_nonlocal(j, at) && !text_is(j, at + 1,
		    "__class__"))
			return true;
		/* fall through */
	case NODE_GLOBAL:
		TREE_CHILDREN(j->nodes, at, child)
			if (is_used_before(j, child))
				return true;
		return false;
	case NODE_DELETE:
		TREE_CHILDREN(j->nodes, at, child)
			if (!is_target(j, child, 0))
				return true;
		return false;
	case NODE_AS_PATTERN_TARGET:
		return at + 1 < node->skip && !is_target(j, at + 1, 0);
	case NODE_AUGMENTED:
		return is_several(j, at + 1) || text_is(j, at + 1, "__debug__");
	case NODE_ASSIGNMENT:
		/* *a = 1; (a, b): int */
		return j->nodes[at + 1].kind == NODE_LIST_SPLAT_PATTERN ||
		    text_is(j, at + 1, "__debug__") ||
		    (j->nodes[j->nodes[at + 1].skip].kind == NODE_TYPE &&
		    j->nodes[at + 1].skip < node->skip &&
		    is_several(j, at + 1));
	case NODE_NAMED_EXPRESSION:
		return j->nodes[node->parent].kind == NODE_EXPRESSION_STATEMENT
		    || j->nodes[node->parent].kind == NODE_KEYWORD_ARGUMENT ||
		    j->nodes[node->parent].kind == NODE_DEFAULT_PARAMETER;
	case NODE_WILDCARD_IMPORT:
		return function_of(j, at) != 0 || j->scopes.list[
		    node->scope].kind == SCOPE_FUNCTION;
	case NODE_FUNCTION:
	case NODE_CLASS:
	case NODE_IF:
	case NODE_ELIF:
	case NODE_ELSE:
	case NODE_FOR:
	case NODE_WHILE:
	case NODE_WITH:
	case NODE_TRY:
	case NODE_FINALLY:
		return lacks_body(j, at);
	case NODE_TYPE_CONVERSION:
		return !text_is(j, at, "!r") && !text_is(j, at, "!s") &&
		    !text_is(j, at, "!a");
	case NODE_DICTIONARY_SPLAT:
		/* {a, **b} */
		return j->nodes[node->parent].kind == NODE_SET;
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
		if (!is_refused(j, i) && ((j->nodes[j->nodes[i].parent].kind !=
		    NODE_BLOCK && j->nodes[i].parent != 0) ||
		    !is_out_of_line(j, i)))
			continue;
		report_source(j, is_python2(j, i) ? SOURCE_NOT_PYTHON3 :
		    SOURCE_SYNTAX_ERROR, j->nodes[i].start, j->nodes[i].end);
		return;
	}
}
