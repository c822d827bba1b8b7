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
#include <sys/socket.h>

#include "check.h"

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

/*
 * The mode a folder gets when `mode` was asked for. Its owner may always read
 * and search it: what grows in one that is closed to him, through descriptors
 * or by names he knows, would be hidden from the limit on disk.
 */
static inline unsigned
behalf_folder_mode(unsigned mode)
{
	return mode | 0500;
}

/*
 * The mode a new file gets: never one that makes it run as its owner, which is
 * the run's user, whoever else on the host starts it.
 */
static inline unsigned
behalf_file_mode(unsigned mode)
{
	return mode & ~06000u;
}

/*
 * The caller's descriptor `fd`, as one of our own that no sibling of its can
 * exchange; closing it is the caller's. -EBADF; another errno where the host
 * refuses pidfd_getfd(2).
 */
int behalf_descriptor(struct check *, int fd);

/*
 * connect for a moment: where it waits (for room in a queue, for an answer), it
 * is told to stop, again and again, since no setting of the socket's is ours
 * alone: a sibling could undo it between ours and the wait. -EINTR then.
 */
long behalf_connect(int sock, const struct sockaddr *, socklen_t);

/*
 * The call would have to wait, and we cannot: judge it again in a moment, for
 * `us` microseconds in all, or without end (0).
 */
enum check_end behalf_wait(struct check *, int64_t us);
/* The same, for as long as its socket's SO_SNDTIMEO says. */
enum check_end behalf_again(struct check *, int sock);

/* The tree member's file creation mask, or -errno. */
long behalf_umask(struct check *);

#endif
