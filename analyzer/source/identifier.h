/*
 * Names past ASCII. CPython asks whether they are identifiers as they stand,
 * and then takes them in their normal form, NFKC: `ｅval` is eval. It does so
 * for names alone, never for strings such as getattr takes.
 */
#ifndef SALLYPORT_IDENTIFIER_H
#define SALLYPORT_IDENTIFIER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct names;

#define IDENTIFIER_MAX	1000	/* bytes, where one of them is past ASCII */

/* A letter, a digit or '_' of ASCII, whatever the locale. */
static inline bool
identifier_is_plain(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	    (c >= '0' && c <= '9') || c == '_';
}

/*
 * The number of the name that CPython makes of these bytes. One that is longer
 * than IDENTIFIER_MAX or has no normal form is the empty name, which nothing
 * else is called.
 */
uint32_t identifier_intern(struct names *, const char *s, size_t n);
/* XID_Start or '_', then XID_Continue, of Unicode 14: that of Python 3.11. */
bool identifier_is_valid(const char *s, size_t n);
/*
 * Is this normal form of a name past ASCII a name of ASCII, or is there a word
 * in it, between digits and `_`, of letters of ASCII and of others that all
 * look like them: a Cyrillic one in `password`?
 */
bool identifier_is_disguised(const char *s, size_t n);
/* Does this normal form mean something else in letters of ASCII, or hold what
 * nobody sees, such as a variation selector? */
bool identifier_misleads(const char *s, size_t n);

#endif
