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
 * The read-only descriptor waits in the tree's processes for the next exec
 * under the number policy_limit(RULES_OPEN_FILES): the first one above
 * RLIMIT_NOFILE, so that no call of the tree is ever given it or may make
 * it anew; the filter keeps the tree from closing it.
 */

struct guard;

int guard_new(struct guard **ret);
void guard_free(struct guard *);
int guard_reader_fd(const struct guard *);	/* stays the guard's */

#endif
