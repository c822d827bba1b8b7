/*
 * The bytes of a submission before anything parses them: what CPython and the
 * parser would read differently, and where lines begin.
 */
#ifndef SALLYPORT_SOURCE_H
#define SALLYPORT_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../findings/words.h"

#define SOURCE_OPEN_MAX	1999	/* brackets open at one place */

struct arena;
struct span;

struct source {
	const char	*bytes;		/* in UTF-8 */
	uint32_t	 n;
	uint32_t	*lines;		/* byte at which each line begins */
	size_t		 nlines, cap;
	bool		 ascii;
	bool		 has_bom;
};

typedef void source_report_fn(void *arg, enum source_word, uint32_t start,
    uint32_t end);

/*
 * Index the lines and report what is wrong, in no order. Returns whether
 * `s->bytes` may be parsed at all: the given ones, or if they declare a
 * charset of one byte a character, what they are in UTF-8, in the arena. NULL
 * refuses to: a part of something else declares nothing. `s->lines` is kept
 * from call to call.
 */
bool source_open(struct source *s, struct arena *, const char *bytes,
    uint32_t n, source_report_fn *report, void *arg);
void source_release(struct source *);

void source_span(const struct source *, uint32_t start, uint32_t end,
    struct span *ret);
void source_place(const struct source *, uint32_t at, uint32_t *ret_line,
    uint32_t *ret_column);

#endif
