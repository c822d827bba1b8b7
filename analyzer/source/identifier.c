#include "identifier.h"

#include <stdlib.h>
#include <string.h>

#include <unictype.h>
#include <uninorm.h>
#include <unistr.h>

#include "../../supervisor/base/util.h"
#include "names.h"

/*
 * `ｉf` is a name to CPython, and one that later versions compile no more. A
 * `__debug__` it does not let anyone bind, and from `__future__` it imports
 * before anything runs: both are known here by their letters.
 */
static const char reserved[][16] = { "False", "None", "True",
    "__debug__", "__future__", "and", "as", "assert", "async", "await",
    "break", "class", "continue", "def", "del", "elif", "else", "except",
    "finally", "for", "from", "global", "if", "import", "in", "is", "lambda",
    "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with",
    "yield" };

static bool
is_ascii(const char *s, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if ((unsigned char)s[i] >= 0x80)
			return false;
	return true;
}

uint32_t
identifier_intern(struct names *names, const char *s, size_t n)
{
	uint8_t room[256], *normal;
	size_t len = sizeof(room);
	uint32_t name;

	if (is_ascii(s, n))
		return names_intern(names, s, n);
	if (n > IDENTIFIER_MAX)
		return names_intern(names, "", 0);
	normal = u8_normalize(UNINORM_NFKC, (const uint8_t *)s, n, room, &len);
	name = normal == NULL ? names_intern(names, "", 0) :
	    names_intern(names, (const char *)normal, len);
	if (normal != room)
		free(normal);
	return name;
}

bool
identifier_is_valid(const char *s, size_t n)
{
	ucs4_t c;
	size_t i;
	int k;

	for (i = 0; i < n; i += (size_t)k) {
		k = u8_mbtoucr(&c, (const uint8_t *)s + i, n - i);
		if (k <= 0 || !(i > 0 ? uc_is_property_xid_continue(c) :
		    c == '_' || uc_is_property_xid_start(c)))
			return false;
	}
	return n > 0;
}

/*
 * Letters of other scripts that are drawn as one of ASCII, without those of
 * Greek that are drawn a little otherwise: those are symbols (`dν`, `ρv`).
 */
static const uint16_t twins[] = { 0x0251, 0x0261, 0x037f, 0x0391, 0x0392,
    0x0395, 0x0396, 0x0397, 0x0399, 0x039a, 0x039c, 0x039d, 0x039f, 0x03a1,
    0x03a4, 0x03a5, 0x03a7, 0x03bf, 0x03f2, 0x03f3, 0x03f9, 0x0405, 0x0406,
    0x0408, 0x0410, 0x0412, 0x0415, 0x041a, 0x041c, 0x041d, 0x041e, 0x0420,
    0x0421, 0x0422, 0x0423, 0x0425, 0x0430, 0x0435, 0x043e, 0x0440, 0x0441,
    0x0443, 0x0445, 0x0455, 0x0456, 0x0458, 0x0474, 0x0475, 0x04ae, 0x04af,
    0x04bb, 0x04c0, 0x04cf, 0x0501, 0x050c, 0x051a, 0x051b, 0x051c, 0x051d,
    0x054d, 0x054f, 0x0555, 0x0563, 0x0566, 0x0570, 0x0578, 0x057d, 0x0581,
    0x0584, 0x0585 };

/* Of Coptic, Cherokee and Lisu, so many are that all count. */
static bool
is_twin(ucs4_t c)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(twins); i++)
		if (twins[i] == c)
			return true;
	return (c >= 0x13a0 && c < 0x1400) || (c >= 0x2c80 && c < 0x2d00) ||
	    (c >= 0xa4d0 && c < 0xa500);
}

bool
identifier_is_disguised(const char *s, size_t n)
{
	bool plain = false, twin = false, other = false;
	ucs4_t c;
	size_t i;
	int k;

	if (is_ascii(s, n))
		return true;
	for (i = 0; i < n; i += (size_t)k) {
		k = u8_mbtoucr(&c, (const uint8_t *)s + i, n - i);
		if (k <= 0)
			return true;
		if (c == '_' || (c >= '0' && c <= '9')) {
			if (plain && twin && !other)
				return true;
			plain = twin = other = false;
		} else if (c < 0x80)
			plain = true;
		else if (is_twin(c))
			twin = true;
		else
			other = true;
	}
	return plain && twin && !other;
}

bool
identifier_misleads(const char *s, size_t n)
{
	ucs4_t c;
	size_t i;
	int k;

	for (i = 0; i < ARRAY_SIZE(reserved); i++)
		if (strlen(reserved[i]) == n && memcmp(s, reserved[i], n) == 0)
			return true;
	for (i = 0; i < n; i += (size_t)k) {
		k = u8_mbtoucr(&c, (const uint8_t *)s + i, n - i);
		if (k <= 0 || uc_is_property_default_ignorable_code_point(c))
			return true;
	}
	return false;
}
