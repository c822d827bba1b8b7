/*
 * What CPython says of a source that it does not read, and at which place; and
 * whether a part of a document that is no Python stands there.
 */
#ifndef SALLYPORT_ERRORS_H
#define SALLYPORT_ERRORS_H

#include <stdbool.h>
#include <stdint.h>

#include "../findings/words.h"

#define ERRORS_NOWHERE	UINT32_MAX

struct error {
	enum source_word	word;
	uint32_t		start, end;
	char			says[96];	/* "": what is not known */
};

/*
 * `stop` is the end of what the parser could read, or ERRORS_NOWHERE if it
 * read all. False: what is wrong is not known, nor where.
 */
bool errors_find(const char *text, uint32_t n, uint32_t stop,
    struct error *ret);

#endif
