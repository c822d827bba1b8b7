/*
 * Memory that the supervisor writes and no tracee can: the name checked there
 * is the name the kernel then uses.
 *
 * One sealed memory file, writable here, read-only and shared in every
 * tracee, a slot for each task (by tid: tasks may share memory).
 */
#ifndef SALLYPORT_GUARD_H
#define SALLYPORT_GUARD_H

/*
 * The number under which the read-only descriptor waits in the tree's
 * processes for the next exec. Above every RLIMIT_NOFILE a run gets; the
 * filter keeps the tree from closing or replacing it.
 */
#define GUARD_FD	1048000

struct guard;

int guard_new(struct guard **ret);
void guard_free(struct guard *);
int guard_reader_fd(const struct guard *);	/* stays the guard's */

#endif
