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
	int64_t	idle_ns;		/* by the clock: not over before */
};

/* In so many milliseconds, for the thread that calls this. */
static inline struct deadline
deadline_in(uint64_t ms)
{
	int64_t now = clock_ns(CLOCK_MONOTONIC), ns = (int64_t)ms * 1000000;

	return (struct deadline){
		clock_ns(CLOCK_THREAD_CPUTIME_ID) + ns,
		now + ns * DEADLINE_PATIENCE, now + ns,
	};
}

/*
 * A thread computes no faster than the clock runs: until then, reading that
 * is enough. The time it computed takes a system call to read.
 */
static inline bool
deadline_is_over(struct deadline *d)
{
	int64_t now = clock_ns(CLOCK_MONOTONIC), used;

	if (now < d->idle_ns)
		return false;
	used = clock_ns(CLOCK_THREAD_CPUTIME_ID);
	if (used > d->cpu_ns || now > d->wall_ns)
		return true;
	d->idle_ns = d->cpu_ns - used < d->wall_ns - now ?
	    now + (d->cpu_ns - used) : d->wall_ns;
	return false;
}

#endif
