/*
 * What the run has put on disk: the blocks of all below its two folders, and
 * by how much the other trees grew that its policy lets it write (whoever made
 * them grow).
 */
#ifndef SALLYPORT_DISK_H
#define SALLYPORT_DISK_H

#include <stdbool.h>
#include <stdint.h>

struct disk;
struct before;
struct policy;

/*
 * `before`: bytes that lay there when the run began, and are not its own.
 * `names`, the caller's, gets all that has a name there by now, and at
 * disk_begin, just before the tree runs, all in the run's own folders.
 */
struct disk *disk_new(const char *work, const char *home, int64_t before,
    const struct policy *, struct before *names, bool alone);
void disk_begin(struct disk *);
void disk_free(struct disk *);

struct disk_walk {
	int64_t	bytes;		/* more than when the run began, or less */
	int64_t	largest;	/* of the files: how long it is */
	int64_t	names;		/* of what was not there before */
	int64_t	took;		/* microseconds */
	bool	spent;		/* there is more than a walk may cost */
};

/*
 * Walk through all of them. Who moves a file or folder meanwhile may hide it:
 * hold that off, or compare with another walk. Names are counted if `names`.
 */
void disk_walk(struct disk *, bool names, struct disk_walk *ret);

#endif
