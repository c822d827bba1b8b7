#include "charset.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"

#define NAME_MAX_BYTES	32
#define DIGITS		4	/* of each character, in hexadecimal */

struct charset {
	char	names[184];	/* each between spaces, as find_name makes it */
	char	high[128 * DIGITS + 1];	/* "" if its bytes are UTF-8's */
};

static const struct charset charsets[] = {
#include "charset_table.inc"
};

/*
 * encodings.normalize_encoding: lower case, and one _ for what is neither
 * letter nor digit. " name "; false if it is longer than any.
 */
static bool
normalize(const char *name, size_t n, char ret[NAME_MAX_BYTES + 3])
{
	size_t i, k = 0;
	bool apart = false;

	ret[k++] = ' ';
	for (i = 0; i < n; i++) {
		unsigned char c = (unsigned char)name[i];

		if (!isalnum(c)) {
			apart = k > 1;
			continue;
		}
		if (k + apart > NAME_MAX_BYTES)
			return false;
		if (apart)
			ret[k++] = '_';
		ret[k++] = (char)tolower(c);
		apart = false;
	}
	ret[k++] = ' ';
	ret[k] = '\0';
	return k > 2;
}

/*
 * The tokenizer takes three names before it asks for a codec, and whatever
 * follows them: utf-8-unix, latin-1-dos.
 */
static const char *
cut_suffix(const char *name)
{
	static const char heads[][16] = { " utf_8", " latin_1",
	    " iso_8859_1", " iso_latin_1" };
	size_t i, n;

	for (i = 0; i < ARRAY_SIZE(heads); i++) {
		n = strlen(heads[i]);
		if (strncmp(name, heads[i], n) == 0 &&
		    (name[n] == '_' || name[n] == ' '))
			return i == 0 ? " utf_8 " : " latin_1 ";
	}
	return name;
}

const struct charset *
charset_find(const char *name, size_t n)
{
	char normal[NAME_MAX_BYTES + 3];
	const char *plain;
	size_t i;

	if (!normalize(name, n, normal))
		return NULL;
	plain = cut_suffix(normal);
	for (i = 0; i < ARRAY_SIZE(charsets); i++)
		if (strstr(charsets[i].names, plain) != NULL)
			return &charsets[i];
	return NULL;
}

bool
charset_is_utf8(const struct charset *set)
{
	return set->high[0] == '\0';
}

static unsigned
read_character(const char *digits)
{
	unsigned cp = 0, i;

	for (i = 0; i < DIGITS; i++)
		cp = cp << 4 | (unsigned)(digits[i] <= '9' ? digits[i] - '0' :
		    digits[i] - 'a' + 10);
	return cp;
}

int
charset_decode(const struct charset *set, struct arena *arena,
    const char *bytes, uint32_t n, const char **ret, uint32_t *ret_n)
{
	char wide[128][4], *text;
	uint8_t length[128];
	uint64_t total = 0;
	uint32_t i, at = 0;

	for (i = 0; i < 128; i++) {
		unsigned cp = read_character(set->high + i * DIGITS);

		length[i] = cp == 0 ? 0 : (uint8_t)u8_encode(cp, wide[i]);
	}
	for (i = 0; i < n; i++) {
		unsigned char c = (unsigned char)bytes[i];

		if (c >= 128 && length[c - 128] == 0) {
			*ret_n = i;
			return -EILSEQ;
		}
		total += c < 128 ? 1 : length[c - 128];
	}
	if (total > UINT32_MAX)
		return -EFBIG;
	text = arena_alloc(arena, total + 1);
	for (i = 0; i < n; i++) {
		unsigned char c = (unsigned char)bytes[i];

		if (c < 128) {
			text[at++] = (char)c;
			continue;
		}
		memcpy(text + at, wide[c - 128], length[c - 128]);
		at += length[c - 128];
	}
	*ret = text;
	*ret_n = at;
	return 0;
}
