/*
 * What bz2.decompress and lzma.decompress make of bytes: at most FOLD_MAX
 * bytes of one whole stream, with nothing behind it. bzip2 unpacks a block of
 * 900,000 bytes before any of it can be had, so each call of it counts as
 * FOLDUNPACK_WORK of the evaluator's steps: some 20 ms.
 * Returns 0, or -ENOTSUP for more, and for what CPython would not take.
 */
#ifndef SALLYPORT_FOLDUNPACK_H
#define SALLYPORT_FOLDUNPACK_H

struct buf;
struct piece;

#define FOLDUNPACK_WORK	30000u

int foldunpack_bzip2(const struct piece *, struct buf *out);
int foldunpack_lzma(const struct piece *, struct buf *out);

#endif
