/*
 * Numbers about a process of the tree. All return 0, or -errno when it is
 * gone; none trusts a name or text that the process chose.
 */
#ifndef SALLYPORT_PROCFS_H
#define SALLYPORT_PROCFS_H

#include <stdbool.h>
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
 * One look at what the tree's processes hold: every file without a name, pipe
 * and socket, once.
 */
#define PROCFS_SEEN	4096

struct procfs_file {
	dev_t	dev;
	ino_t	ino;
	bool	is_open, is_mapped;	/* by descriptor; by address */
	bool	is_socket, is_file;
};

struct procfs_look {
	struct procfs_file	seen[PROCFS_SEEN];
	uint16_t		slot[2 * PROCFS_SEEN];	/* of seen, plus 1 */
	unsigned		nseen;
	unsigned		nsockets;
	int64_t			memory, disk;	/* bytes found */
	int64_t			shared;		/* pieces without any file */
	unsigned		semaphores;	/* to take at their word */
	bool			ask_sockets;	/* whether descriptors wait */
	bool			ask_names;	/* whether files can be reached */
	bool			in_flight;	/* some do, or none could say */
};

bool procfs_is_shut(int dir_fd, const char *link);

/* Nothing seen yet. */
void procfs_look_begin(struct procfs_look *);
/* Note it; true if it is seen for the first time (or there is no room). */
bool procfs_see(struct procfs_look *, dev_t, ino_t);
bool procfs_see_file(struct procfs_look *, dev_t, ino_t);

/*
 * Files without a name that the process holds open: bytes of those in memory
 * (memfd_create) and of those on disk (unlinked); pipes, for what they can
 * hold, and sockets. *nopen: how many descriptors it has.
 */
int procfs_nameless(pid_t, struct procfs_look *, int64_t *nopen);

/*
 * The like that is mapped and open nowhere. Each counts as `most` bytes, which
 * no file may exceed.
 */
int procfs_mapped(pid_t, struct procfs_look *, int64_t most);

/* Is it dead, but not waited for? Then whose child it is. */
int procfs_dead(pid_t, pid_t *ret_parent);

/* The children of every thread of `pid`; how many there are. */
unsigned procfs_children(pid_t, pid_t *ret, unsigned max);

#endif
