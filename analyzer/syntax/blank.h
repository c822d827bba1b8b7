/*
 * What the parser is given in place of what it cannot read: text of the same
 * length.
 */
#ifndef SALLYPORT_BLANK_H
#define SALLYPORT_BLANK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BLANK_LINES	64	/* a run that long costs the parser too much */

/*
 * Is there a run of so many lines of comments? The parser's scanner looks at
 * all that is left of one for each of its lines.
 */
bool blank_has_comments(const char *text, uint32_t n);

/*
 * Each tab that begins a line as one space, which the parser counts as 8: of
 * lines that CPython takes, the bytes in front say how deep they are. In
 * *scratch (of *cap bytes, made larger where it must be; the caller's to
 * free); the text itself where there is none.
 */
const char *blank_tabs(const char *text, uint32_t n, char **scratch,
    size_t *cap);

/*
 * What the parser takes for `x := ...` and CPython for a format: the `=` of
 * f"{x:=^9}" becomes another filler. Only where nothing but a format, a text
 * or a comment may say so; `scratch` as above.
 */
const char *blank_formats(const char *text, uint32_t n, char **scratch,
    size_t *cap);

/* A copy to be changed; `scratch` as above. */
char *blank_copy(const char *text, uint32_t n, char **scratch, size_t *cap);

#endif
