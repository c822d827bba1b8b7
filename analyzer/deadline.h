/*
 * When judging ends: by the time this thread computed, so that a loaded host
 * gives the same verdicts as an idle one; and at last by the clock.
 */
#ifndef SALLYPORT_DEADLINE_H
#define SALLYPORT_DEADLINE_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#define DEADLINE_PATIENCE	20	/* times as long by the clock */

struct deadline {
	uint64_t	cpu_ns, wall_ns;	/* zeroed: over */
};

static inline uint64_t
deadline_read(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* In so many milliseconds, for the thread that calls this. */
static inline struct deadline
deadline_in(uint64_t ms)
{
	return (struct deadline){
		deadline_read(CLOCK_THREAD_CPUTIME_ID) + ms * 1000000u,
		deadline_read(CLOCK_MONOTONIC) +
		    ms * 1000000u * DEADLINE_PATIENCE,
	};
}

static inline bool
deadline_is_over(const struct deadline *d)
{
	return deadline_read(CLOCK_THREAD_CPUTIME_ID) > d->cpu_ns ||
	    deadline_read(CLOCK_MONOTONIC) > d->wall_ns;
}

#endif
