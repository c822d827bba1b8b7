/*
 * Calls done in the tracer's own name, below directories that the tree can
 * change: the parent is opened without following a link, the call is made
 * with a base name there. The supervisor has the run's uid and Landlock
 * domain, so it can do no more than the run could.
 */
#ifndef SALLYPORT_BEHALF_H
#define SALLYPORT_BEHALF_H

#include <errno.h>
#include <stdbool.h>

struct check;

/* One result of libc's: the value, or the negative errno. */
static inline long
behalf_result(long r)
{
	return r < 0 ? -(long)errno : r;
}

/* Parent of wall->path[which], and its base name with the slash it was
 * written with, in `base`. A descriptor the caller closes, or -errno. */
int behalf_parent(struct check *, int which, char base[4352]);

/*
 * An O_PATH descriptor of the thing itself, and "/proc/self/fd/N" that leads
 * to it. Unless `link_too`, a symbolic link there is -ELOOP: it came late, and
 * what the caller would have been led to was not judged.
 */
int behalf_object(struct check *, int which, bool link_too, int *ret_fd,
    char link[64]);

/* The tree member's file creation mask, or -errno. */
long behalf_umask(struct check *);

#endif
