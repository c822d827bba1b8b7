#include "lines.h"

#include <string.h>

#include "syntax_parts.h"
#include "tree.h"

/*
 * A continuation that begins its logical line: CPython takes the indentation
 * in front of the backslash, the parser adds up that of both lines.
 */
void
lines_look_at_continuation(const char *text, uint32_t start, struct tree *ret)
{
	uint32_t i = start;

	if (ret->indent_end != 0)
		return;
	while (i > 0 && (text[i - 1] == ' ' || text[i - 1] == '\t' ||
	    text[i - 1] == '\f'))
		i--;
	if (i > 0 && text[i - 1] != '\n')
		return;
	/* Behind another continuation, nothing is counted. */
	if (i > 1 && (text[i - 2] == '\\' ||
	    (text[i - 2] == '\r' && i > 2 && text[i - 3] == '\\')))
		return;
	ret->indent_start = start;
	ret->indent_end = start + 1;
}

/* Between tokens CPython knows these and no other spaces. */
void
lines_look_at_padding(const char *text, uint32_t from, uint32_t to,
    struct tree *ret)
{
	if (from == 0 && to >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
		from = 3;
	for (; from < to && ret->space_end == 0; from++)
		if (strchr(" \t\f\r\n\\", text[from]) == NULL) {
			ret->space_start = from;
			ret->space_end = from + 1;
		}
}

/* Is there a new line in front of this byte that no backslash takes away? */
bool
lines_have_end(const char *text, uint32_t start, uint32_t padding)
{
	uint32_t i;

	for (i = start - padding; i < start; i++) {
		if (text[i] != '\n')
			continue;
		if (i == 0 || (text[i - 1] != '\\' && (text[i - 1] != '\r' ||
		    i < 2 || text[i - 2] != '\\')))
			return true;
	}
	return false;
}

/* Before the end of the line that a backslash ends here; 0: it ends none. */
static uint32_t
before_continuation(const char *text, uint32_t i)
{
	if (i < 2 || text[i - 1] != '\n')
		return 0;
	i -= text[i - 2] == '\r' ? 2 : 1;
	return i > 0 && text[i - 1] == '\\' ? i - 1 : 0;
}

/*
 * A continuation in front of a string is no node: the parser's scanner takes
 * it for a space. Does the logical line of this token begin with one?
 */
static bool
begins_with_continuation(const char *text, uint32_t i)
{
	uint32_t before;
	bool any = false;

	for (;; i = before, any = true) {
		while (i > 0 && strchr(" \t\f", text[i - 1]) != NULL)
			i--;
		before = before_continuation(text, i);
		if (before == 0)
			return any && i > 0 && text[i - 1] == '\n';
	}
}

/*
 * The parser was given a space for each tab, so its lines are as deep as they
 * have bytes in front. CPython counts tabs to the next multiple of 8 as well,
 * and where the two disagree, it refuses. The parser's count ends at 65,535.
 */
void
lines_look_at_indent(struct joins *joins, const char *text, const char *bytes,
    uint32_t start, struct tree *ret)
{
	struct indent in = tokens_indent(bytes, start), *top;
	uint32_t i = start;
	bool odd = start > MAX_INDENT && in.bytes > MAX_INDENT;

	while (i > 0 && (text[i - 1] == ' ' || text[i - 1] == '\t'))
		i--;
	if (i > 1 && text[i - 1] != '\n' ? text[i - 1] == '\f' :
	    i > 1 && (text[i - 2] == '\\' || text[i - 2] == '\r'))
		odd |= begins_with_continuation(text, start);
	if (i > 0 && text[i - 1] != '\n' && text[i - 1] != '\f')
		goto out;
	for (top = &joins->indents[joins->depth]; in.bytes < top->bytes;
	    top--, joins->depth--)
		odd |= in.column >= top->column;
	if (in.bytes == top->bytes)
		odd |= in.column != top->column;
	else if (joins->depth + 1 == TOKENS_INDENT_MAX)
		odd = true;
	else {
		odd |= in.column <= top->column;
		joins->indents[++joins->depth] = in;
	}
out:
	if (odd && ret->indent_end == 0) {
		ret->indent_start = i;
		ret->indent_end = start + (i == start);
	}
}
