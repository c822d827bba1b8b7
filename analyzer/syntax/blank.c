/*
 * What the parser cannot read, or counts otherwise, and need not see.
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

static uint32_t
line_end(const char *text, uint32_t from, uint32_t n)
{
	const char *end = memchr(text + from, '\n', n - from);

	return end != NULL ? (uint32_t)(end - text) : n;
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

bool
blank_has_comments(const char *text, uint32_t n)
{
	uint32_t at, end, lines = 0;

	for (at = 0; at < n && lines < BLANK_LINES; at = end + 1) {
		end = line_end(text, at, n);
		lines = is_comment(text + at, end - at) ? lines + 1 : 0;
	}
	return lines >= BLANK_LINES;
}

const char *
blank_tabs(const char *text, uint32_t n, char **scratch, size_t *cap)
{
	const char *from = text, *tab;
	uint32_t at = 0, first;

	while ((tab = memchr(from + at, '\t', n - at)) != NULL) {
		at = (uint32_t)(tab - from);
		for (first = at; first > 0 && strchr(" \f", text[first - 1]) !=
		    NULL; first--)
			;
		if (first > 0 && text[first - 1] != '\n') {
			at++;
			continue;
		}
		from = blank_copy(from, n, scratch, cap);
		for (; at < n && strchr(" \t\f", text[at]) != NULL; at++)
			if (text[at] == '\t')
				(*scratch)[at] = ' ';
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
