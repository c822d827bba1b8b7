/*
 * Interned byte strings: one number for each, so that names compare as
 * numbers. Those of known.h are there from the start, as constants of the
 * program; each judge has a table of its own for the others.
 */
#ifndef SALLYPORT_NAMES_H
#define SALLYPORT_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct names;

struct names *names_new(void);
void names_free(struct names *);
/* Forgets all but the known ones. */
void names_reset(struct names *);
/* Another submission: names keep their numbers, but none is in it yet. */
void names_begin(struct names *);

uint32_t names_intern(struct names *, const char *s, size_t n);
/*
 * 0 if this submission has not interned it, whatever others did: what is asked
 * by this must not hang on what was judged before. No name has the number 0.
 */
uint32_t names_lookup(const struct names *, const char *s, size_t n);
/* NUL-terminated; valid until the reset. */
const char *names_text(const struct names *, uint32_t name);
uint32_t names_length(const struct names *, uint32_t name);
bool names_is_dunder(const char *s, size_t n);	/* as in __name__ */
uint32_t names_count(const struct names *);	/* numbers are below this */

/* FNV-1a, its halves mixed: the low bits choose a slot. */
static inline uint32_t
names_hash(const char *s, size_t n)
{
	uint32_t h = 2166136261u;
	size_t i;

	for (i = 0; i < n; i++)
		h = (h ^ (unsigned char)s[i]) * 16777619u;
	return h ^ h >> 15;
}

/* The known names, made from known.h by tools/gen/known: by number, and slots
 * that hold numbers, by hash with linear probing; 0 is free. */
#define KNOWN_SLOTS	1024u	/* a power of two */

struct known {
	uint32_t	hash;
	uint8_t		n;
	char		text[27];
};

extern const struct known known_names[];
extern const uint16_t known_slots[KNOWN_SLOTS];

#endif
