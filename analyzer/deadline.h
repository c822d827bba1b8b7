/*
 * When judging ends: by the time this thread computed, so that a loaded host
 * gives the same verdicts as an idle one; and at last by the clock.
 */
#ifndef SALLYPORT_DEADLINE_H
#define SALLYPORT_DEADLINE_H

#include <stdbool.h>
#include <stdint.h>

#include "../supervisor/base/clock.h"

#define DEADLINE_PATIENCE	20	/* times as long by the clock */

struct deadline {
	int64_t	cpu_ns, wall_ns;	/* zeroed: over */
};

/* In so many milliseconds, for the thread that calls this. */
static inline struct deadline
deadline_in(uint64_t ms)
{
	return (struct deadline){
		clock_ns(CLOCK_THREAD_CPUTIME_ID) + (int64_t)ms * 1000000,
		clock_ns(CLOCK_MONOTONIC) +
		    (int64_t)ms * 1000000 * DEADLINE_PATIENCE,
	};
}

static inline bool
deadline_is_over(const struct deadline *d)
{
	return clock_ns(CLOCK_THREAD_CPUTIME_ID) > d->cpu_ns ||
	    clock_ns(CLOCK_MONOTONIC) > d->wall_ns;
}

#endif
