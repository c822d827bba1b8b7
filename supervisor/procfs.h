/*
 * Numbers about a process of the tree. All return 0, or -errno when it is
 * gone; none trusts a name or text that the process chose.
 */
#ifndef SALLYPORT_PROCFS_H
#define SALLYPORT_PROCFS_H

#include <stdint.h>
#include <sys/types.h>

struct procfs_memory {
	int64_t	rss, shared, data;	/* bytes; data: what RLIMIT_DATA
					   counts, and the stack */
	int64_t	tables;			/* that say where the pages are */
};

int procfs_memory(pid_t, struct procfs_memory *ret);
/* Proportional share of what is mapped: slow, it walks page tables. */
int procfs_pss(pid_t, int64_t *ret_bytes);
/* All threads', exited ones too; exact to the nanosecond. */
int procfs_cpu(pid_t, int64_t *ret_ns);
/* Of children that were waited for. Exact to a clock tick. */
int procfs_children_cpu(pid_t, int64_t *ret_ns);
int procfs_written(pid_t, int64_t *ret_bytes);

/*
 * Files without a name that the process holds open: bytes of those in memory
 * (memfd_create) and of those on disk (unlinked). `seen` has room for `max`
 * pairs of device and inode, so that none is counted twice.
 */
struct procfs_file {
	dev_t	dev;
	ino_t	ino;
};
int procfs_nameless(pid_t, struct procfs_file *seen, unsigned max,
    unsigned *nseen, int64_t *memory, int64_t *disk, int64_t *nopen);

/*
 * The like that is mapped and open nowhere: how many files in memory and on
 * disk (each may be as large as a file may be), and how many pieces of shared
 * memory without any file.
 */
int procfs_mapped(pid_t, struct procfs_file *seen, unsigned max,
    unsigned *nseen, int64_t *memory, int64_t *disk, int64_t *shared);

/* The children of every thread of `pid`; how many there are. */
unsigned procfs_children(pid_t, pid_t *ret, unsigned max);

#endif
