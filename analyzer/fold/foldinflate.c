#include "foldinflate.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>

#include "../../supervisor/base/buf.h"
#include "foldtext.h"

#define CODE_BITS	15
#define LITERALS	288
#define DISTANCES	30
#define LENGTH_CODES	19

struct bits {
	const unsigned char	*s;
	size_t			 n, at;
	uint32_t		 held;
	unsigned		 have;
	bool			 over;	/* asked for more than there is */
};

/* How many codes there are of each length, and the symbols in their order. */
struct code {
	uint16_t	count[CODE_BITS + 1], symbol[LITERALS];
};

static unsigned
take_bits(struct bits *b, unsigned n)
{
	unsigned value;

	while (b->have < n) {
		if (b->at == b->n) {
			b->over = true;
			return 0;
		}
		b->held |= (uint32_t)b->s[b->at++] << b->have;
		b->have += 8;
	}
	value = b->held & ((1u << n) - 1);
	b->held >>= n;
	b->have -= n;
	return value;
}

/* False if the lengths are of more codes than there can be. */
static bool
make_code(struct code *code, const uint8_t *lengths, unsigned n)
{
	uint16_t next[CODE_BITS + 2];
	unsigned i;
	int left = 1;

	memset(code->count, 0, sizeof(code->count));
	for (i = 0; i < n; i++)
		code->count[lengths[i]]++;
	code->count[0] = 0;
	next[1] = 0;
	for (i = 1; i <= CODE_BITS; i++) {
		left = left * 2 - code->count[i];
		if (left < 0)
			return false;
		next[i + 1] = (uint16_t)(next[i] + code->count[i]);
	}
	for (i = 0; i < n; i++)
		if (lengths[i] != 0)
			code->symbol[next[lengths[i]]++] = (uint16_t)i;
	return true;
}

/* The next symbol; -1 if the bits are no code. */
static int
take_symbol(struct bits *b, const struct code *code)
{
	int value = 0, first = 0, index = 0;
	unsigned i;

	for (i = 1; i <= CODE_BITS && !b->over; i++) {
		value |= (int)take_bits(b, 1);
		if (value - first < code->count[i])
			return code->symbol[index + value - first];
		index += code->count[i];
		first = (first + code->count[i]) * 2;
		value *= 2;
	}
	return -1;
}

static bool
take_stored(struct bits *b, struct buf *out)
{
	unsigned n, not_n;

	b->held = b->have = 0;
	n = take_bits(b, 16);
	not_n = take_bits(b, 16);
	if (b->over || n != (not_n ^ 0xffff) || b->n - b->at < n ||
	    out->len + n > FOLD_MAX)
		return false;
	buf_add(out, b->s + b->at, n);
	b->at += n;
	return true;
}

static bool
take_block(struct bits *b, const struct code *literals,
    const struct code *distances, struct buf *out)
{
	static const uint16_t length_base[] = { 3, 4, 5, 6, 7, 8, 9, 10, 11,
	    13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
	    163, 195, 227, 258 };
	static const uint16_t distance_base[] = { 1, 2, 3, 4, 5, 7, 9, 13, 17,
	    25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049,
	    3073, 4097, 6145, 8193, 12289, 16385, 24577 };
	unsigned n, distance;
	int symbol;

	for (;;) {
		symbol = take_symbol(b, literals);
		if (symbol < 0 || b->over || out->len >= FOLD_MAX)
			return false;
		if (symbol == 256)
			return true;
		if (symbol < 256) {
			buf_addc(out, (char)symbol);
			continue;
		}
		symbol -= 257;
		if (symbol > 28)
			return false;
		n = length_base[symbol];
		if (symbol > 7 && symbol < 28)
			n += take_bits(b, (unsigned)symbol / 4 - 1);
		symbol = take_symbol(b, distances);
		if (symbol < 0 || symbol >= DISTANCES)
			return false;
		distance = distance_base[symbol];
		if (symbol > 3)
			distance += take_bits(b, (unsigned)symbol / 2 - 1);
		if (b->over || distance > out->len ||
		    out->len + n > FOLD_MAX)
			return false;
		for (; n > 0; n--)
			buf_addc(out, out->data[out->len - distance]);
	}
}

static bool
take_fixed(struct bits *b, struct buf *out)
{
	struct code literals, distances;
	uint8_t lengths[LITERALS];

	memset(lengths, 8, 144);
	memset(lengths + 144, 9, 112);
	memset(lengths + 256, 7, 24);
	memset(lengths + 280, 8, 8);
	make_code(&literals, lengths, LITERALS);
	memset(lengths, 5, DISTANCES);
	make_code(&distances, lengths, DISTANCES);
	return take_block(b, &literals, &distances, out);
}

static bool
take_dynamic(struct bits *b, struct buf *out)
{
	static const uint8_t order[LENGTH_CODES] = { 16, 17, 18, 0, 8, 7, 9,
	    6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15 };
	unsigned nliterals = take_bits(b, 5) + 257;
	unsigned ndistances = take_bits(b, 5) + 1;
	unsigned ncodes = take_bits(b, 4) + 4, i, n;
	uint8_t lengths[LITERALS + 32] = { 0 }, repeated;
	struct code literals, distances;
	int symbol;

	if (nliterals > 286 || ndistances > DISTANCES)
		return false;
	for (i = 0; i < ncodes; i++)
		lengths[order[i]] = (uint8_t)take_bits(b, 3);
	if (b->over || !make_code(&literals, lengths, LENGTH_CODES))
		return false;
	memset(lengths, 0, LENGTH_CODES);
	for (i = 0; i < nliterals + ndistances; ) {
		symbol = take_symbol(b, &literals);
		if (symbol < 0)
			return false;
		if (symbol < 16) {
			lengths[i++] = (uint8_t)symbol;
			continue;
		}
		if (symbol == 16 && i == 0)
			return false;
		repeated = symbol == 16 ? lengths[i - 1] : 0;
		n = symbol == 16 ? 3 + take_bits(b, 2) : symbol == 17 ?
		    3 + take_bits(b, 3) : 11 + take_bits(b, 7);
		if (b->over || i + n > nliterals + ndistances)
			return false;
		for (; n > 0; n--)
			lengths[i++] = repeated;
	}
	return lengths[256] != 0 &&
	    make_code(&literals, lengths, nliterals) &&
	    make_code(&distances, lengths + nliterals, ndistances) &&
	    take_block(b, &literals, &distances, out);
}

static uint32_t
adler32(const struct buf *out)
{
	uint32_t a = 1, b = 0;
	size_t i;

	for (i = 0; i < out->len; i++) {
		a = (a + (unsigned char)out->data[i]) % 65521;
		b = (b + a) % 65521;
	}
	return b << 16 | a;
}

static uint32_t
crc32(const struct buf *out)
{
	uint32_t crc = 0xffffffff;
	size_t i;
	unsigned k;

	for (i = 0; i < out->len; i++) {
		crc ^= (unsigned char)out->data[i];
		for (k = 0; k < 8; k++)
			crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
	}
	return ~crc;
}

/* Past the head of a file; false for a head that says more than is usual. */
static bool
skip_head(struct bits *b, bool gzip)
{
	enum { FLAG_NAME = 8 };
	unsigned flags;

	if (!gzip) {
		/* No dictionary, and the check of these two. */
		if (b->n < 2 || (b->s[0] & 15) != 8 || (b->s[1] & 32) != 0 ||
		    (b->s[0] << 8 | b->s[1]) % 31 != 0)
			return false;
		b->at = 2;
		return true;
	}
	if (b->n < 10 || b->s[0] != 0x1f || b->s[1] != 0x8b || b->s[2] != 8)
		return false;
	flags = b->s[3];
	b->at = 10;
	if (flags & FLAG_NAME) {
		while (b->at < b->n && b->s[b->at] != 0)
			b->at++;
		b->at++;
	}
	return (flags & ~(unsigned)FLAG_NAME) == 0 && b->at <= b->n;
}

int
foldinflate(const struct piece *p, bool gzip, struct buf *out)
{
	struct bits b = { .s = (const unsigned char *)p->s, .n = p->n };
	const unsigned char *end;
	bool last = false;

	if (out->len != 0 || !skip_head(&b, gzip))
		return -ENOTSUP;
	while (!last) {
		bool good;

		last = take_bits(&b, 1) != 0;
		switch (take_bits(&b, 2)) {
		case 0: good = take_stored(&b, out); break;
		case 1: good = take_fixed(&b, out); break;
		case 2: good = take_dynamic(&b, out); break;
		default: good = false; break;
		}
		if (!good || b.over)
			return -ENOTSUP;
	}
	/* What is left of the last byte belongs to nothing. */
	end = b.s + b.at;
	/* Another part may follow in a gzip file, and would be read too. */
	if (b.n - b.at != (gzip ? 8 : 4))
		return -ENOTSUP;
	if (!gzip)
		return ((uint32_t)end[0] << 24 | (uint32_t)end[1] << 16 |
		    (uint32_t)end[2] << 8 | end[3]) == adler32(out) ? 0 :
		    -ENOTSUP;
	return ((uint32_t)end[3] << 24 | (uint32_t)end[2] << 16 |
	    (uint32_t)end[1] << 8 | end[0]) == crc32(out) ? 0 : -ENOTSUP;
}
