/*
 * Numbers about one process of the tree, by a living thread of it: the first
 * may have ended, and /proc/PID is empty then. All return 0, or -errno when it
 * is gone (-ESRCH: that thread is, others may live).
 */
#ifndef SALLYPORT_PROCFS_H
#define SALLYPORT_PROCFS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct procfs_memory {
	int64_t	rss, data;	/* bytes; data: what RLIMIT_DATA counts, and
				   the stack */
	int64_t	own;		/* of rss, what is no file's */
	int64_t	tables;		/* that say where the pages are */
};

int procfs_memory(pid_t tid, struct procfs_memory *ret);
/*
 * Its share of what is mapped, without memory files, whose blocks are known
 * (before Linux 5.4 with them): slow, it walks page tables.
 */
int procfs_pss(pid_t tid, int64_t *ret_bytes);
/* All threads', exited ones too; exact to the nanosecond. */
int procfs_cpu(pid_t pid, int64_t *ret_ns);
/* Of children that were waited for. Exact to a clock tick. */
int procfs_children_cpu(pid_t tid, int64_t *ret_ns);
/* Of this thread; without a lock, a tick late at most. */
int procfs_ran(pid_t tid, int64_t *ret_ns);
/* Does it wait amid a call that may have moved a part of its bytes? */
bool procfs_moves(pid_t tid);
int procfs_written(pid_t tid, int64_t *ret_bytes);
/*
 * Bytes by read, write and their like, on descriptors of any kind: of this
 * thread alone, or with `all` of its process, the children it waited for too.
 */
int procfs_io(pid_t tid, bool all, int64_t *ret_bytes);

/* Is it dead, but not waited for? Then whose child it is. */
int procfs_dead(pid_t, pid_t *ret_parent);

/* The children of every thread of `pid`; how many there are. */
unsigned procfs_children(pid_t pid, pid_t *ret, unsigned max);

#endif
