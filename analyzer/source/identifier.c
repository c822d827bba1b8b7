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
