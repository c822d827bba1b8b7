/*
 * The charsets a source may declare: those of CPython of which each byte is a
 * character and the first 128 are ASCII. In any other, what stands in a
 * comment may be code.
 */
#ifndef SALLYPORT_CHARSET_H
#define SALLYPORT_CHARSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct charset;

/* By a name as a coding cookie holds it; NULL if there is none. */
const struct charset *charset_find(const char *name, size_t n);

/* Is it UTF-8, or ASCII alone? */
bool charset_is_utf8(const struct charset *);

/*
 * A text in UTF-8, in the arena. Returns 0, -EFBIG where that is more than
 * 4 GiB, or -EILSEQ and *ret_n the place of a byte that is no character.
 */
int charset_decode(const struct charset *, struct arena *, const char *bytes,
    uint32_t n, const char **ret, uint32_t *ret_n);

#endif
