/*
 * The user stops the front, and lets it go on: the tree stands still meanwhile,
 * and its time does too.
 */
#ifndef SALLYPORT_HEED_H
#define SALLYPORT_HEED_H

#include <stdbool.h>

struct cells;
struct feed;
struct heed;
struct watchdog;

/*
 * Read the front's words (supervise.h) from `fd`, on a thread of its own.
 * Those of what a zygote gave are for `cells` (or NULL). `alone`: without a
 * tracer nobody can hold the tree, and its time goes on. 0 or -errno.
 */
int heed_start(int fd, bool alone, struct feed *, struct watchdog *,
    struct cells *, struct heed **ret);

/* The tree is dead: neither the feed nor the watchdog is touched any more. */
void heed_stop(struct heed *);

#endif
