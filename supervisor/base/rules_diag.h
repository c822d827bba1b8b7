/*
 * Errors of the table loader, as a compiler shows them: the place, what is
 * wrong, the line, a caret. Private to the rules modules.
 */
#ifndef SALLYPORT_RULES_DIAG_H
#define SALLYPORT_RULES_DIAG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util.h"

struct buf;

#define RULES_MAX_ERRORS	20

/* A file of a load. Its text lives until the load is over. */
struct rules_file {
	const char	*name;		/* what errors call it */
	const char	*dir;		/* where its includes are looked for */
	const char	*text;
	size_t		 n;
	bool		 compiled_in;
	uint64_t	 dev, ino;	/* of a file on disk */
	bool		 open;		/* being read: an include is a cycle */
};

/* Some bytes of a file. */
struct rules_place {
	const struct rules_file	*file;
	uint32_t		 off, len;
};

struct rules_diag {
	struct buf	*out;
	unsigned	 count;
};

/* Past RULES_MAX_ERRORS nothing is added; see rules_diag_full. */
void rules_diag_error(struct rules_diag *, const struct rules_place *,
    const char *fmt, ...) PRINTF_LIKE(3, 4);
bool rules_diag_full(const struct rules_diag *);

/*
 * The nearest of `words` (NULL-terminated), or NULL if none is near enough to
 * be what was meant: at most a third of the letters may differ.
 */
const char *rules_diag_nearest(const char *word, const char *const *words);
/* Add "; did you mean 'x'?", or nothing. */
void rules_diag_suggest(struct buf *out, const char *word,
    const char *const *words);

#endif
