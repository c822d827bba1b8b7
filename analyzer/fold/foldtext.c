#include "foldtext.h"

#include <ctype.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "../syntax/literal.h"

bool
foldtext_is_ascii(struct piece p)
{
	size_t i;

	for (i = 0; i < p.n; i++)
		if ((unsigned char)p.s[i] >= 0x80)
			return false;
	return true;
}

size_t
foldtext_length(struct piece p, bool bytes)
{
	size_t i, n = 0;
	unsigned cp;

	if (bytes || foldtext_is_ascii(p))
		return p.n;
	for (i = 0; i < p.n; n++)
		i += literal_next(p.s + i, p.n - i, &cp);
	return n;
}

void
foldtext_bounds(int64_t n, const int64_t *start, const int64_t *stop,
    int64_t step, int64_t *ret_from, int64_t *ret_to)
{
	int64_t from = start != NULL ? *start : step > 0 ? 0 : n - 1;
	int64_t to = stop != NULL ? *stop : step > 0 ? n : -n - 1;

	from += from < 0 ? n : 0;
	to += to < 0 ? n : 0;
	*ret_from = from < 0 ? (step > 0 ? 0 : -1) : from < n ? from :
	    step > 0 ? n : n - 1;
	*ret_to = to < 0 ? (step > 0 ? 0 : -1) : to < n ? to : n;
}

int
foldtext_slice(struct piece p, bool bytes, const int64_t *start,
    const int64_t *stop, int64_t step, struct buf *out)
{
	int64_t n = (int64_t)foldtext_length(p, bytes), from, to, i;
	auto_free uint32_t *at = NULL;
	unsigned cp;
	size_t byte, k;

	if (step == 0 || step == INT64_MIN || n > FOLD_MAX)
		return -ENOTSUP;
	foldtext_bounds(n, start, stop, step, &from, &to);
	if (!bytes && (size_t)n != p.n) {
		at = mem_new((size_t)n + 1, sizeof(*at));
		for (byte = k = 0; byte < p.n; k++) {
			at[k] = (uint32_t)byte;
			byte += literal_next(p.s + byte, p.n - byte, &cp);
		}
		at[n] = (uint32_t)p.n;
	}
	for (i = from; step > 0 ? i < to : i > to; ) {
		buf_add(out, p.s + (at != NULL ? at[i] : i), at != NULL ?
		    at[i + 1] - at[i] : 1);
		if (__builtin_add_overflow(i, step, &i))
			break;
	}
	return 0;
}

/* Texts of a loop are long, and full of what is replaced: byte by byte. */
int
foldtext_replace(struct piece p, struct piece from, struct piece to,
    int64_t count, struct buf *out)
{
	size_t i, most, n = 0;
	char *s;

	if (from.n == 0)
		return -ENOTSUP;
	most = p.n + (to.n > 0 ? p.n / from.n * to.n : 0);
	if (most > FOLD_MAX)
		most = FOLD_MAX;
	s = buf_room(out, most);
	for (i = 0; i < p.n; ) {
		if (p.s[i] != from.s[0] || count == 0 || p.n - i < from.n ||
		    memcmp(p.s + i, from.s, from.n) != 0) {
			if (n == most)
				return -ENOTSUP;
			s[n++] = p.s[i++];
			continue;
		}
		if (most - n < to.n)
			return -ENOTSUP;
		if (to.n > 0)
			memcpy(s + n, to.s, to.n);
		n += to.n;
		i += from.n;
		count -= count > 0;
	}
	buf_took(out, n);
	return 0;
}

int
foldtext_case(struct piece p, enum foldtext_case how, struct buf *out)
{
	size_t i;

	if (!foldtext_is_ascii(p))
		return -ENOTSUP;
	for (i = 0; i < p.n; i++)
		buf_addc(out, (char)(how == CASE_LOWER ? tolower(
		    (unsigned char)p.s[i]) : toupper((unsigned char)p.s[i])));
	return 0;
}

static bool
strips(char c, const struct piece *set)
{
	if (set == NULL)
		return c == ' ' || (c >= '\t' && c <= '\r') ||
		    (c >= 0x1c && c <= 0x1f);
	return memchr(set->s, c, set->n) != NULL;
}

struct piece
foldtext_strip(struct piece p, const struct piece *set, bool left, bool right)
{
	while (left && p.n > 0 && strips(*p.s, set))
		p.s++, p.n--;
	while (right && p.n > 0 && strips(p.s[p.n - 1], set))
		p.n--;
	return p;
}

/* "UTF-8", "utf_8" and "utf8" are one name. */
static bool
is_named(struct piece name, const char *const *names)
{
	char plain[24];
	size_t i, n = 0;

	if (name.n >= sizeof(plain))
		return false;
	for (i = 0; i < name.n; i++)
		if (isalnum((unsigned char)name.s[i]))
			plain[n++] = (char)tolower((unsigned char)name.s[i]);
	plain[n] = '\0';
	for (i = 0; names[i] != NULL; i++)
		if (strcmp(plain, names[i]) == 0)
			return true;
	return false;
}

static const char *const ascii_names[] = { "ascii", "usascii", "646", NULL };
static const char *const utf8_names[] = { "utf8", "u8", "utf", "cp65001",
    NULL };
static const char *const latin_names[] = { "latin1", "latin", "iso88591",
    "l1", "cp819", "8859", NULL };
static const char *const escape_names[] = { "unicodeescape", NULL };

int
foldtext_decode(struct piece p, struct piece encoding, struct buf *out)
{
	static const struct literal_prefix plain = { .quotes = 1 };
	size_t i;

	/* What is not of the encoding may be left out, or replaced. */
	if (is_named(encoding, ascii_names) ||
	    is_named(encoding, utf8_names)) {
		if (!u8_valid(p.s, p.n) || (!foldtext_is_ascii(p) &&
		    is_named(encoding, ascii_names)))
			return -ENOTSUP;
		buf_add(out, p.s, p.n);
		return 0;
	}
	if (is_named(encoding, latin_names)) {
		for (i = 0; i < p.n; i++)
			literal_add(out, (unsigned char)p.s[i]);
		return 0;
	}
	if (is_named(encoding, escape_names))
		return foldtext_is_ascii(p) && literal_decode(&plain, p.s, p.n, out) ?
		    0 : -ENOTSUP;
	return -ENOTSUP;
}

int
foldtext_encode(struct piece p, struct piece encoding, struct buf *out)
{
	size_t i;
	unsigned cp;

	if ((is_named(encoding, utf8_names) && u8_valid(p.s, p.n)) ||
	    (is_named(encoding, ascii_names) && foldtext_is_ascii(p))) {
		buf_add(out, p.s, p.n);
		return 0;
	}
	if (!is_named(encoding, latin_names))
		return -ENOTSUP;
	for (i = 0; i < p.n; ) {
		i += literal_next(p.s + i, p.n - i, &cp);
		if (cp > 0xff)
			return -ENOTSUP;
		buf_addc(out, (char)cp);
	}
	return 0;
}

/*
 * As binascii does: passes over what is not of the alphabet, and ends at a
 * padding that completes a group of four.
 */
static int
decode_base64(struct piece p, bool url, struct buf *out)
{
	static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	    "abcdefghijklmnopqrstuvwxyz0123456789+/";
	unsigned held = 0, place = 0, pads = 0;
	const char *at;
	size_t i;

	for (i = 0; i < p.n; i++) {
		char c = p.s[i];

		if (c == '=') {
			if (place >= 2 && place + ++pads >= 4)
				return 0;
			continue;
		}
		/* The other two characters still count as what they are. */
		if (url && (c == '-' || c == '_'))
			c = c == '-' ? '+' : '/';
		at = c != '\0' ? strchr(alphabet, c) : NULL;
		if (at == NULL)
			continue;
		pads = 0;
		held = (held << 6 | (unsigned)(at - alphabet)) & 0xffff;
		if (place > 0)
			buf_addc(out, (char)(held >> (6 - 2 * place)));
		place = (place + 1) % 4;
	}
	return place == 0 ? 0 : -ENOTSUP;
}

static int
decode_base32(struct piece p, struct buf *out)
{
	static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
	unsigned held = 0, have = 0;
	const char *at;
	size_t i;

	for (i = 0; i < p.n; i++) {
		if (p.s[i] == '=')
			continue;
		at = p.s[i] != '\0' ? strchr(alphabet, p.s[i]) : NULL;
		if (at == NULL)
			return -ENOTSUP;
		held = (held << 5 | (unsigned)(at - alphabet)) & 0xffff;
		have += 5;
		if (have >= 8) {
			have -= 8;
			buf_addc(out, (char)(held >> have));
		}
	}
	return 0;
}

static int
decode_hex(struct piece p, struct buf *out)
{
	unsigned held = 0, digit;
	size_t i, n = 0;

	for (i = 0; i < p.n; i++) {
		if (isspace((unsigned char)p.s[i]) && n % 2 == 0)
			continue;
		digit = literal_digit(p.s[i]);
		if (digit >= 16)
			return -ENOTSUP;
		held = (held << 4 | digit) & 0xff;
		if (++n % 2 == 0)
			buf_addc(out, (char)held);
	}
	return n % 2 == 0 ? 0 : -ENOTSUP;
}

int
foldtext_codec(struct piece p, enum foldtext_codec codec, struct buf *out)
{
	size_t i;

	switch (codec) {
	case CODEC_BASE64:
	case CODEC_BASE64URL:
		return decode_base64(p, codec == CODEC_BASE64URL, out);
	case CODEC_BASE32:
		return decode_base32(p, out);
	case CODEC_HEX:
		return decode_hex(p, out);
	case CODEC_ROT13:
		for (i = 0; i < p.n; i++) {
			char c = p.s[i], low = (char)(c | 0x20);

			if (low >= 'a' && low <= 'z')
				c = (char)(c + (low < 'n' ? 13 : -13));
			buf_addc(out, c);
		}
		return 0;
	}
	return -ENOTSUP;
}

bool
foldtext_find_codec(struct piece name, enum foldtext_codec *ret)
{
	static const char *const rot[] = { "rot13", NULL };
	static const char *const hex[] = { "hex", "hexcodec", NULL };
	static const char *const b64[] = { "base64", "base64codec", NULL };

	if (is_named(name, rot))
		*ret = CODEC_ROT13;
	else if (is_named(name, hex))
		*ret = CODEC_HEX;
	else if (is_named(name, b64))
		*ret = CODEC_BASE64;
	else
		return false;
	return true;
}
