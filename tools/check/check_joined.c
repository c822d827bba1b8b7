/*
 * Where one text stands behind another: what begins indented would be read as
 * part of a function that ended there, but is run by itself, without the
 * indent or not at all.
 */
#include "check.h"

#include <string.h>

const char *
joined_indent(const char *s, size_t n)
{
	const char *end = s + n, *line, *at;

	for (line = s; line < end; line = at + 1) {
		at = line;
		while (at < end && (*at == ' ' || *at == '\t' || *at == '\f' ||
		    *at == '\v'))
			at++;
		if (at < end && *at != '\n' && *at != '\r' && *at != '#')
			return at > line ? at : NULL;
		at = memchr(at, '\n', (size_t)(end - at));
		if (at == NULL)
			break;
	}
	return NULL;
}

/* Is this line of the program one before a block that begins indented? */
static bool
is_before_indented(const struct document *doc, size_t line, size_t *next)
{
	const struct frontend_block *block;

	for (; *next < doc->nblocks; ++*next) {
		block = &doc->blocks[*next];
		if (block->first > line + 1)
			return false;
		if (block->first == line + 1 && !block->aside &&
		    joined_indent(doc->program.data + block->byte,
		    block->end_byte - block->byte) != NULL)
			return true;
	}
	return false;
}

bool
joined_apart(const struct document *doc, const struct buf *program,
    struct buf *out)
{
	size_t line, next = 1, n;
	const char *s = program->data, *end;
	bool any = false;

	for (line = 0; (n = program->len - (size_t)(s - program->data)) > 0;
	    line++, s = end) {
		end = memchr(s, '\n', n);
		end = end != NULL ? end + 1 : s + n;
		if (end - s == 1 && is_before_indented(doc, line, &next)) {
			buf_adds(out, "if 1:");
			any = true;
		}
		buf_add(out, s, (size_t)(end - s));
	}
	return any;
}
