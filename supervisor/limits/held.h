/*
 * Files that are in use and open nowhere: what was passed over a socket and
 * not taken yet, and what is mapped but has neither name nor descriptor. No
 * /proc shows their size, so one O_PATH descriptor of each is held here (which
 * keeps no pipe and no socket open) until it is sure that nobody needs it.
 *
 * The kernel tells of each socket how many descriptors wait in it (scm_fds in
 * its fdinfo, Linux 5.6). Once a whole look saw none, and nobody was passing
 * any meanwhile, nothing is on its way and all can go. Where it does not tell,
 * they stay, and after HELD_MAX nothing more can be passed.
 *
 * Not safe from two threads: the limits' lock is around every call.
 */
#ifndef SALLYPORT_HELD_H
#define SALLYPORT_HELD_H

#include <stdbool.h>
#include <stdint.h>

#include "procfs.h"

#define HELD_MAX	256

struct held;

struct held *held_new(void);
void held_free(struct held *);

/*
 * Keep what O_PATH descriptor `fd` (which stays the caller's) leads to. 0,
 * -ETOOMANYREFS, or why not. `passed`: over a socket; else it is mapped.
 */
int held_keep(struct held *, int fd, bool passed);

/* A task is about to pass descriptors; it is done, or gone. */
void held_passing(struct held *);
void held_passed(struct held *);

/* Is a look worth the price of asking each socket what waits in it? */
bool held_any(const struct held *);

/*
 * While a look is under way: count what is held and was not seen open; then,
 * when all maps were looked at as well, let go of what nobody needs. The
 * tracer may pass more in between only if the lock is given up.
 */
void held_count(struct held *, struct procfs_look *);
void held_sweep(struct held *, const struct procfs_look *);

#endif
