/*
 * String literals and numbers as CPython reads them.
 */
#ifndef SALLYPORT_LITERAL_H
#define SALLYPORT_LITERAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buf;

struct literal_prefix {
	bool	bytes, raw, format;
	bool	python2;	/* backquotes, or a prefix Python 3 has not */
	uint8_t	quotes;		/* 1 or 3 */
};

/* What 0 to 9 and letters, small or not, count; of anything else 99. */
unsigned literal_digit(char);

/* `start` is the text of a string_start. */
void literal_read_prefix(const char *start, size_t n,
    struct literal_prefix *ret);

/*
 * Append the value of a literal's inside. Escapes are resolved unless raw;
 * doubled braces are halved if `format`. Lone surrogates become three bytes.
 * False if the value is not known: an escape by a character's name that is
 * not in the table, or one CPython refuses.
 */
bool literal_decode(const struct literal_prefix *, const char *s, size_t n,
    struct buf *out);

/* An integer of at most 63 bits; false for others. */
bool literal_integer(const char *s, size_t n, int64_t *ret);

/* The code point at `s`, surrogates included; its length, 0 at the end. */
size_t literal_next(const char *s, size_t n, unsigned *ret_cp);
void literal_add(struct buf *, unsigned cp);

#endif
