/*
 * Interned byte strings: one number for each, so that names compare as
 * numbers. One table for each judge; names_reset() forgets those of the last
 * file and keeps the fixed ones.
 */
#ifndef SALLYPORT_NAMES_H
#define SALLYPORT_NAMES_H

#include <stddef.h>
#include <stdint.h>

struct names;

struct names *names_new(void);
void names_free(struct names *);
/* What is interned so far stays across names_reset. */
void names_fix(struct names *);
void names_reset(struct names *);

/* One that is there as long as the table, NUL-terminated: not copied. */
uint32_t names_intern_static(struct names *, const char *s);
uint32_t names_intern(struct names *, const char *s, size_t n);
/* 0 if it was never interned; no name has the number 0. */
uint32_t names_lookup(const struct names *, const char *s, size_t n);
/* NUL-terminated; valid until the reset. */
const char *names_text(const struct names *, uint32_t name);
uint32_t names_length(const struct names *, uint32_t name);
uint32_t names_count(const struct names *);	/* numbers are below this */

#endif
