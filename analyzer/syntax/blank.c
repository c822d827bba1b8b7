/*
 * What the parser cannot read, or not in time, and need not.
 *
 * Long runs of comment lines: the parser's scanner looks at all that is left
 * of one for each of its lines, so it is given blank lines instead. It also
 * fails where a decorator is followed by a comment further left.
 */
#include "blank.h"

#include <ctype.h>
#include <string.h>

#include "../../supervisor/base/mem.h"

/* A line of nothing but a comment, past what stands before it. */
static bool
is_comment(const char *line, uint32_t n)
{
	uint32_t i = 0;

	while (i < n && (line[i] == ' ' || line[i] == '\t'))
		i++;
	return i < n && line[i] == '#';
}

/*
 * Would the parser read the same if this line were blank, even within a text
 * of several lines? Then it must neither end the text nor a field of it, nor
 * go on a line that continues. Spaces past ASCII are looked for elsewhere.
 */
static bool
is_harmless(const char *text, uint32_t from, uint32_t to)
{
	uint32_t i;

	if (from >= 2 && (text[from - 2] == '\\' ||
	    (from >= 3 && text[from - 2] == '\r' && text[from - 3] == '\\')))
		return false;
	for (i = from; i < to; i++) {
		unsigned char c = (unsigned char)text[i];

		if (c == '\\' || c == '{' || c == '}' || c >= 0x80 ||
		    ((c == '"' || c == '\'') && i + 2 < to &&
		    text[i + 1] == text[i] && text[i + 2] == text[i]))
			return false;
	}
	return true;
}

static uint32_t
line_end(const char *text, uint32_t from, uint32_t n)
{
	const char *end = memchr(text + from, '\n', n - from);

	return end != NULL ? (uint32_t)(end - text) : n;
}

/* Where the run of comment lines that begins here ends; counts them. */
static uint32_t
run_end(const char *text, uint32_t from, uint32_t n, uint32_t *ret_lines)
{
	uint32_t end;

	*ret_lines = 0;
	while (from < n) {
		end = line_end(text, from, n);
		if (!is_comment(text + from, end - from))
			break;
		++*ret_lines;
		from = end < n ? end + 1 : n;
	}
	return from;
}

static void
blank_run(const char *text, char *copy, uint32_t from, uint32_t stop)
{
	uint32_t end;

	while (from < stop) {
		end = line_end(text, from, stop);
		if (is_harmless(text, from, end))
			memset(copy + from, ' ', end - from -
			    (end > from && text[end - 1] == '\r'));
		from = end + 1;
	}
}

/* A copy to change, unless `text` is it already. */
char *
blank_copy(const char *text, uint32_t n, char **scratch, size_t *cap)
{
	if (text == *scratch)
		return *scratch;
	if (*cap < n) {
		*scratch = mem_resize(*scratch, n, 1);
		*cap = n;
	}
	memcpy(*scratch, text, n);
	return *scratch;
}

const char *
blank_comments(const char *text, uint32_t n, uint32_t run, char **scratch,
    size_t *cap)
{
	const char *from = text;
	uint32_t at = 0, end, lines;

	while (at < n) {
		end = run_end(text, at, n, &lines);
		if (lines >= run) {
			from = blank_copy(from, n, scratch, cap);
			blank_run(text, *scratch, at, end);
		}
		if (end < n)
			end = line_end(text, end, n) + 1;
		at = end;
	}
	return from;
}

/* Behind `:=`: ^9, >9 and the like, or 9d}, +9.2f}; no expression is that. */
static bool
is_format(const char *s, uint32_t n)
{
	uint32_t i = 0, digits;

	if (n == 0 || strchr("<>^", s[0]) != NULL)
		return n > 0 && s[0] != '\0';
	i += s[0] == '+' || s[0] == '-';
	digits = i;
	while (i < n && (isdigit((unsigned char)s[i]) || s[i] == '.'))
		i++;
	return i > digits && i + 1 < n && s[i + 1] == '}' &&
	    strchr("bcdeEfFgGnosxX%", s[i]) != NULL;
}

const char *
blank_formats(const char *text, uint32_t n, char **scratch, size_t *cap)
{
	const char *from = text, *at = text, *end = text + n;

	while ((at = memmem(at, (size_t)(end - at), ":=", 2)) != NULL) {
		at += 2;
		if (!is_format(at, (uint32_t)(end - at)))
			continue;
		from = blank_copy(from, n, scratch, cap);
		(*scratch)[at - 1 - text] = '_';
	}
	return from;
}

/* Past spaces; of several lines and their comments if `lines`. */
static uint32_t
skip_space(const char *text, uint32_t from, uint32_t to, bool lines)
{
	while (from < to) {
		if (text[from] == ' ' || text[from] == '\t')
			from++;
		else if (lines && text[from] == '#')
			from = line_end(text, from, to);
		else if (lines && (text[from] == '\n' || text[from] == '\r'))
			from++;
		else
			break;
	}
	return from;
}

const char *
blank_case(const char *text, uint32_t n, uint32_t from, uint32_t to,
    char **scratch, size_t *cap)
{
	static const char pass[] = { 'p', 'a', 's', 's', ';' };
	char *copy;

	from = skip_space(text, from, to, false);
	if (from >= to || text[from++] != ':' ||
	    skip_space(text, from, to, true) != to ||
	    memchr(text + from, '\n', to - from) == NULL ||
	    to - from < sizeof(pass))
		return NULL;
	copy = blank_copy(text, n, scratch, cap);
	memset(copy + from, ' ', to - from);
	memcpy(copy + from, pass, sizeof(pass));
	return copy;
}
