/*
 * What zlib.decompress and gzip.decompress make of bytes (RFC 1950 to 1952):
 * at most FOLD_MAX bytes, in time bounded by them and by the input.
 * Returns 0, or -ENOTSUP for more, and for what CPython would not take.
 */
#ifndef SALLYPORT_FOLDINFLATE_H
#define SALLYPORT_FOLDINFLATE_H

#include <stdbool.h>

struct buf;
struct piece;

int foldinflate(const struct piece *, bool gzip, struct buf *out);

#endif
