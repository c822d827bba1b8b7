#include "foldunpack.h"

#include <bzlib.h>
#include <errno.h>
#include <lzma.h>

#include "../supervisor/base/buf.h"
#include "foldtext.h"

#define DICTIONARY_MAX	(80u << 20)	/* xz -9 asks for 65 MiB */
#define STEP		4096

int
foldunpack_bzip2(const struct piece *p, struct buf *out)
{
	bz_stream s = { .next_in = (char *)(uintptr_t)p->s,
	    .avail_in = (unsigned)p->n };
	char step[STEP];
	size_t before;
	int r;

	/* The smaller memory: it is no slower for so little. */
	if (out->len != 0 || BZ2_bzDecompressInit(&s, 0, 1) != BZ_OK)
		return -ENOTSUP;
	do {
		s.next_out = step;
		s.avail_out = sizeof(step);
		before = s.avail_in;
		r = BZ2_bzDecompress(&s);
		if (r != BZ_OK && r != BZ_STREAM_END)
			break;
		buf_add(out, step, sizeof(step) - s.avail_out);
	} while (r == BZ_OK && out->len <= FOLD_MAX &&
	    (s.avail_out < sizeof(step) || s.avail_in < before));
	BZ2_bzDecompressEnd(&s);
	return r == BZ_STREAM_END && s.avail_in == 0 && out->len <= FOLD_MAX ?
	    0 : -ENOTSUP;
}

int
foldunpack_lzma(const struct piece *p, struct buf *out)
{
	lzma_stream s = LZMA_STREAM_INIT;
	uint8_t step[STEP];
	size_t before;
	lzma_ret r;

	if (out->len != 0 ||
	    lzma_auto_decoder(&s, DICTIONARY_MAX, 0) != LZMA_OK)
		return -ENOTSUP;
	s.next_in = (const uint8_t *)p->s;
	s.avail_in = p->n;
	do {
		s.next_out = step;
		s.avail_out = sizeof(step);
		before = s.avail_in;
		r = lzma_code(&s, LZMA_RUN);
		if (r != LZMA_OK && r != LZMA_STREAM_END)
			break;
		buf_add(out, step, sizeof(step) - s.avail_out);
	} while (r == LZMA_OK && out->len <= FOLD_MAX &&
	    (s.avail_out < sizeof(step) || s.avail_in < before));
	lzma_end(&s);
	return r == LZMA_STREAM_END && s.avail_in == 0 &&
	    out->len <= FOLD_MAX ? 0 : -ENOTSUP;
}
