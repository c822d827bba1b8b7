/*
 * Texts that a path which did not fold may be, or that are part of it. Any of
 * them is judged as if it were the path: what is not known where it leads,
 * and is written somewhere on the way, counts as it.
 */
#ifndef SALLYPORT_BEHIND_H
#define SALLYPORT_BEHIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../values/value.h"

#define BEHIND_MAX 200

struct judge;

struct behind {
	const struct value	*list[BEHIND_MAX];
	size_t			 n;
	bool			 nothing;	/* is to be seen behind it */
	bool			 as_pieces;	/* of code: pieces.h, no list */
	unsigned		 pieces;
	bool			 nowhere;	/* a part is from: what Python or
						   a library hands over */
	bool			 outside;	/* one is: a person, a file */
};

/* What stands around a text, in the one that it becomes. */
enum {
	AFTER_SOMETHING = 1,
	AFTER_SLASH = 2,
	BEFORE_SOMETHING = 4,
	MAY_BEGIN = 8,		/* or nothing, in front of it */
};

/*
 * Keep this text if it begins like a path to elsewhere, or a URL: with gaps
 * for what stands around it. `from` (may be NULL) is what it was made of.
 */
void behind_add(struct judge *, struct behind *, unsigned around, uint32_t at,
    const char *, size_t n, const struct value *from);
void behind_keep(struct behind *, const struct value *);
/* The same of each word in a text that something is read out of. */
void behind_add_parts(struct judge *, struct behind *, unsigned around,
    uint32_t at, const char *, size_t n);
/* json.__file__, sys.executable: somewhere in the host's own Python. */
void behind_add_library(struct judge *, struct behind *, unsigned around,
    uint32_t at, const char *full);

#endif
