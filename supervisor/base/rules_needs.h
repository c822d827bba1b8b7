/*
 * What a text must hold for a regular expression to match it: a look at a few
 * bytes in place of a match, and of the pattern's compilation. Of what it
 * does not understand it asks nothing, so that it never hides a match.
 */
#ifndef SALLYPORT_RULES_NEEDS_H
#define SALLYPORT_RULES_NEEDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RULES_NEED_LITERAL	21

/* One way to meet a clause: these bytes somewhere, this among them in a row. */
struct rules_need {
	uint64_t	bytes;		/* as rules_needs_bytes() */
	uint8_t		n, last;	/* last of its clause */
	uint8_t		folds;		/* small letters stand for large ones, too */
	char		literal[RULES_NEED_LITERAL];
};

/* Every clause must be met, by one of its ways. Part of a table's image. */
struct rules_needs {
	struct rules_need	*list;
	size_t		 n, cap;
};

/* Of a pattern as PCRE2 reads it without options. */
void rules_needs_find(const char *pattern, struct rules_needs *ret);
void rules_needs_release(struct rules_needs *);

/*
 * The bit of a byte. Of 64, small letters and punctuation have one each, since
 * texts hold the ones and patterns ask for the others; 0 is for the rest.
 */
extern const uint8_t rules_needs_bit[256];

/* A set of bytes. */
static inline uint64_t
rules_needs_bytes(const char *s, size_t n)
{
	uint64_t set = 0;
	size_t i;

	for (i = 0; i < n; i++)
		set |= 1ull << rules_needs_bit[(unsigned char)s[i]];
	return set;
}

/* Bytes without which none of this is met. */
uint64_t rules_needs_always(const struct rules_need *, size_t nneeds);

/* May there be a match? `bytes` are those of `s`. */
bool rules_needs_met(const struct rules_need *, size_t nneeds, const char *s,
    size_t n, uint64_t bytes);

#endif
