/*
 * Files that no folder shows: memory files, and what lost its last name while
 * somebody had it open. Each is held here by a descriptor, so what it takes is
 * known exactly, whoever has it open, maps it, or has it on its way over a
 * socket.
 *
 * Until nobody else has it: the kernel grants a lease to write (F_SETLEASE)
 * only where no other open file leads to the inode, and a mapping and a message
 * hold the open file they were made from. Where that cannot be asked (another
 * owner, a file system without leases) it is held until the run ends.
 *
 * Not safe from two threads: the limits' lock is around every call.
 */
#ifndef SALLYPORT_OBJECTS_H
#define SALLYPORT_OBJECTS_H

#include <stdbool.h>
#include <stdint.h>

/* Each is a descriptor of ours. */
#define OBJECTS_MAX	1024

struct objects;

struct objects *objects_new(void);
void objects_free(struct objects *);

/* Is there room for one more? What nobody has is let go of first. */
bool objects_fit(struct objects *);

/*
 * Hold `fd`, which is ours from now on. It counts for its blocks, but never for
 * less than `least` bytes.
 */
enum objects_kind {
	OBJECTS_MEMORY,		/* of memory; the others are of a disk: */
	OBJECTS_MADE,		/* made by the run, */
	OBJECTS_FOUND,		/* there before */
};
void objects_hold(struct objects *, int fd, int64_t least, enum objects_kind);
/* How many of OBJECTS_MADE there are. */
unsigned objects_made(const struct objects *);

/* Let go of what nobody else has. */
void objects_sweep(struct objects *);

/* Bytes of what is held, as it is now. */
void objects_sum(const struct objects *, int64_t *ret_memory,
    int64_t *ret_disk);

/*
 * Has anybody else this file open? Asked of a descriptor that was opened for
 * reading (not O_PATH). Yes, where the kernel does not say.
 */
bool objects_is_open(int fd);

#endif
