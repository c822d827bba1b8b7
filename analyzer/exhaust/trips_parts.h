/*
 * trips.c: how often something is done. Private to what sums up.
 */
#ifndef SALLYPORT_TRIPS_PARTS_H
#define SALLYPORT_TRIPS_PARTS_H

#include <stdbool.h>
#include <stdint.h>

struct judge;

/* The rounds of a `for` or `while`; 0: not known. */
double trips_of(struct judge *, uint32_t loop);
/*
 * How often what stands here is done, at least: 1, or the rounds of the loops
 * around it; with `through_calls` also of those around its function's calls.
 */
double trips_around(struct judge *, uint32_t node, bool through_calls,
    unsigned outward);
/* The number that this is, or its mean over the rounds of the loop around. */
double trips_sum(struct judge *, uint32_t node);

#endif
