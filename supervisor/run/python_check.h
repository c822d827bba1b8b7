/*
 * Are the files of packages what was installed? By the hashes that installers
 * leave beside them (RECORD). What was read is remembered for the next time.
 */
#ifndef SALLYPORT_PYTHON_CHECK_H
#define SALLYPORT_PYTHON_CHECK_H

#include <stddef.h>

#include "../base/hash.h"

struct python;
struct python_packages;

struct python_check {
	size_t		 files;		/* that have a hash */
	size_t		 read;		/* of these, not remembered */
	size_t		 unrecorded;	/* packages without one */
	struct hash	 contents;	/* of all these files and their names */
};

/*
 * `say` is told of each file that is not as it was installed: its path, and
 * whether it is gone or changed. What is remembered lies in the caller's cache
 * folder; where others may write there, or to it, all is read again.
 * 0, or -errno if nothing could be compared.
 */
int python_check(const struct python *, const struct python_packages *,
    void (*say)(void *arg, const char *path, const char *what), void *arg,
    struct python_check *ret);

#endif
