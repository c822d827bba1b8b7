/*
 * A curated set of packages: a table of names, versions and hashes of wheels,
 * written as installers of packages write it when asked for hashes:
 *
 *	numpy==2.4.6 \
 *	    --hash=sha256:89cd... \
 *	    --hash=sha256:90f9...		one for each machine, say
 *
 * and nothing else: no options, no markers, no addresses. An environment made
 * of it keeps a copy, by which it is known as one.
 */
#ifndef SALLYPORT_PYTHON_SET_H
#define SALLYPORT_PYTHON_SET_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/hash.h"

#define PYTHON_SET_FILE	"sallyport-set.txt"	/* beside pyvenv.cfg */
#define PYTHON_SET_MAX	(4 << 20)		/* bytes of a table */

struct python;

struct python_set_row {
	char		*name;		/* as packages are compared */
	char		*version;
	struct hash	*hashes;	/* of wheels that are this */
	size_t		 n, cap;
	unsigned	 line;
};

struct python_set {
	struct python_set_row	*rows;
	size_t			 n, cap;
};

/*
 * `table` is what errors call the text. Returns 0; or -EINVAL with *ret_why, the
 * caller's to free: which line, what is wrong with it.
 */
int python_set_parse(const char *table, const char *text, struct python_set *ret,
    char **ret_why);
void python_set_release(struct python_set *);

/* Is it the interpreter of an environment made of a set? */
bool python_set_made(const struct python *);

/*
 * The one wheel in `folder` that is this row's and fits the interpreter, by
 * its name, and by its bytes one of the hashes: *ret is its name there, the
 * caller's to free. Links are not followed. -EINVAL with *ret_why, the caller's
 * to free.
 */
int python_set_wheel(const struct python_set_row *, const char *folder,
    const struct python *, char **ret, struct hash *ret_hash, char **ret_why);

#endif
