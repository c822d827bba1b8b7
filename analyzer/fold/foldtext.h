/*
 * What Python's methods of str and bytes make of constants. Pure functions:
 * bytes in, bytes out, bounded. 0, or -ENOTSUP where the result is not known
 * (also where CPython would raise).
 */
#ifndef SALLYPORT_FOLDTEXT_H
#define SALLYPORT_FOLDTEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buf;

#define FOLD_MAX	(64u * 1024)	/* bytes of a folded constant */

struct piece {
	const char	*s;
	size_t		 n;
};

bool foldtext_is_ascii(struct piece);
/* Code points of a str, or bytes of bytes. */
size_t foldtext_length(struct piece, bool bytes);
/* Where a slice of n begins and ends; NULL: it does not say. */
void foldtext_bounds(int64_t n, const int64_t *start, const int64_t *stop,
    int64_t step, int64_t *ret_from, int64_t *ret_to);
int foldtext_slice(struct piece, bool bytes, const int64_t *start,
    const int64_t *stop, int64_t step, struct buf *out);
int foldtext_replace(struct piece, struct piece from, struct piece to,
    int64_t count, struct buf *out);
enum foldtext_case { CASE_LOWER, CASE_UPPER };
int foldtext_case(struct piece, enum foldtext_case, struct buf *out);
struct piece foldtext_strip(struct piece, const struct piece *set, bool left,
    bool right);
int foldtext_decode(struct piece, struct piece encoding, struct buf *out);
int foldtext_encode(struct piece, struct piece encoding, struct buf *out);
enum foldtext_codec { CODEC_BASE64, CODEC_BASE64URL, CODEC_BASE32, CODEC_HEX,
    CODEC_ROT13 };
int foldtext_codec(struct piece, enum foldtext_codec, struct buf *out);
/* codecs.decode's names: false if it is none of ours. */
bool foldtext_find_codec(struct piece name, enum foldtext_codec *ret);

#endif
