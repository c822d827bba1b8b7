#include "foldunpack.h"

#include <bzlib.h>
#include <errno.h>
#include <lzma.h>

#include "../../supervisor/base/buf.h"
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

/*
 * In place of the library's, which asks the processor what it knows whenever a
 * program starts: under a hypervisor that costs as much as four pages.
 */
uint64_t
lzma_crc64(const uint8_t *s, size_t n, uint64_t crc)
{
	static const uint64_t of_nibble[16] = {
		0x0000000000000000, 0x7d9ba13851336649, 0xfb374270a266cc92,
		0x86ace348f355aadb, 0x64b62bcaebc387a1, 0x192d8af2baf0e1e8,
		0x9f8169ba49a54b33, 0xe21ac88218962d7a, 0xc96c5795d7870f42,
		0xb4f7f6ad86b4690b, 0x325b15e575e1c3d0, 0x4fc0b4dd24d2a599,
		0xadda7c5f3c4488e3, 0xd041dd676d77eeaa, 0x56ed3e2f9e224471,
		0x2b769f17cf112238,
	};

	for (crc = ~crc; n > 0; n--) {
		crc ^= *s++;
		crc = of_nibble[crc & 15] ^ crc >> 4;
		crc = of_nibble[crc & 15] ^ crc >> 4;
	}
	return ~crc;
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
