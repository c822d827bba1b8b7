/*
 * Lines and what stands in front of them, where the parser counts otherwise
 * than CPython: what is odd goes into the tree's fields for it.
 */
#ifndef SALLYPORT_LINES_H
#define SALLYPORT_LINES_H

#include <stdbool.h>
#include <stdint.h>

#include "tokens.h"

struct tree;

/*
 * Lines, as the parser joined them. Where no statement may end, it takes a
 * new line for a space, even outside of brackets:
 *
 *	a,
 *	b = c
 *
 * is one assignment to it, and two statements to CPython.
 */
struct joins {
	unsigned	open;		/* brackets and strings */
	uint32_t	may_begin;	/* where a statement or clause begins */
	struct indent	indents[TOKENS_INDENT_MAX];
	unsigned	depth;
};

/* A continuation that begins its logical line; spaces between two tokens. */
void lines_look_at_continuation(const char *text, uint32_t start,
    struct tree *ret);
void lines_look_at_padding(const char *text, uint32_t from, uint32_t to,
    struct tree *ret);
/* Is there a new line in front of this byte that no backslash takes away? */
bool lines_have_end(const char *text, uint32_t start, uint32_t padding);
/* `bytes` have the tabs for which `text` has spaces. */
void lines_look_at_indent(struct joins *joins, const char *text,
    const char *bytes, uint32_t start, struct tree *ret);

#endif
