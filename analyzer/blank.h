/*
 * What the parser is given in place of very long runs of comments.
 */
#ifndef SALLYPORT_BLANK_H
#define SALLYPORT_BLANK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BLANK_LINES	64	/* a run is at least this long */

/*
 * The same text with most lines of such runs blank, of the same length, in
 * *scratch (of *cap bytes, made larger where it must be; the caller's to
 * free); or the text itself where it has none.
 */
const char *blank_comments(const char *text, uint32_t n, char **scratch,
    size_t *cap);

#endif
