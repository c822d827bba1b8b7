/*
 * The layout of a loaded table: one block without pointers. Private to the
 * rules modules and the generator; everyone else reads it through rules.h.
 *
 *	struct ruleset | rows | examples | slots | ids | globs | buckets
 *	               | regexes | needs | leads | aliases | modules
 *	               | listed | strings
 *
 * Offsets count bytes from the start of the block. It is written and read on
 * machines of one byte order; the magic number notices another.
 */
#ifndef SALLYPORT_RULES_IMAGE_H
#define SALLYPORT_RULES_IMAGE_H

#include <stddef.h>
#include <stdint.h>

#include "rules.h"
#include "rules_needs.h"

#define RULES_MAGIC	0x36525053u	/* "SPR6", least byte first */

/* A pattern and its place in the order of specificity (0 is tried first). */
struct rules_image_glob {
	uint32_t row, rank;
};

/* The patterns of one kind that share their first part; "" shares none. */
struct rules_image_bucket {
	uint32_t kind;			/* RULES_KIND_NONE: a free slot */
	uint32_t hash;			/* of the first part; 0 for "" */
	uint32_t first, count;		/* in globs */
};

/* A row with a pattern, and what a match of it needs. */
struct rules_image_regex {
	uint32_t row;
	uint32_t needs, nneeds;		/* index and count */
};

/*
 * What a subject begins with, cut at a dot (of a module or member) or at a
 * parenthesis (of a call): `n` bytes of that subject. A hash table.
 */
struct rules_image_lead {
	uint32_t kind;			/* RULES_KIND_NONE: a free slot */
	uint32_t subject, n;
};

/* A module with a `surface` list; a hash table. */
struct rules_image_module {
	uint32_t name;			/* 0: a free slot */
	uint32_t first, count;		/* in listed */
};

/* A name of that list, in order; `home` is "" where it is judged as itself. */
struct rules_image_listed {
	uint32_t name, home;
};

struct ruleset {
	uint32_t	magic, size;
	uint32_t	rows, nrows;
	uint32_t	examples, nexamples;
	uint32_t	slots, nslots;		/* row + 1, by kind and subject */
	uint32_t	ids, nids;		/* row + 1, by id */
	uint32_t	globs, nglobs;
	uint32_t	buckets, nbuckets;
	uint32_t	regexes, nregexes;	/* in the order of rows */
	uint32_t	needs, nneeds;
	uint32_t	leads, nleads;
	uint32_t	aliases, naliases;
	uint32_t	modules, nmodules;
	uint32_t	listed, nlisted;
	uint32_t	strings, nstrings;
	uint32_t	profile;		/* string */
	uint32_t	environment;		/* string, or "" */
	uint32_t	alerts, zero;		/* enum rules_alert */
	uint32_t	defaults[RULES_NKINDS];	/* row + 1, or 0 */
	uint32_t	tier, by_landlock;
	int64_t		limits[RULES_NLIMITS];
	uint8_t		hash[32];
};

/* What tools/gen/rules_image.c writes: profiles, their images, all texts. */
struct rules_builtin_text {
	const char	*name, *text;
	size_t		 n;
};

extern const char *const rules_builtin_profiles[];	/* NULL-terminated */
extern const struct ruleset *const rules_builtin_images[];
extern const struct rules_builtin_text rules_builtin_texts[];
/* Of each image as it is with `judge reads by landlock`: its hash. */
extern const uint8_t rules_builtin_reads[][32];

/* FNV-1a, with the kind mixed in. Never 0. */
uint32_t rules_image_hash(uint32_t kind, const char *s, size_t n);
/* What `*` stops at in this subject: '.', '/' or NUL for nothing. */
char rules_image_sep(uint32_t kind, const char *subject);
/* Length of the first part: all before the first separator past byte 0, or,
 * where names have parts, before what is passed. */
size_t rules_image_head(const char *s, size_t n, char sep);

#endif
