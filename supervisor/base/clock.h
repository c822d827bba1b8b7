/*
 * Clocks in whole numbers. The kernel never refuses those a caller of this
 * names (its own, CLOCK_MONOTONIC, CLOCK_REALTIME).
 */
#ifndef SALLYPORT_CLOCK_H
#define SALLYPORT_CLOCK_H

#include <stdint.h>
#include <time.h>

/* Nanoseconds since the clock's own beginning. */
static inline int64_t
clock_ns(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

/* Of the clock that nobody sets. */
static inline int64_t
clock_us(void)
{
	return clock_ns(CLOCK_MONOTONIC) / 1000;
}

static inline int64_t
clock_ms(void)
{
	return clock_ns(CLOCK_MONOTONIC) / 1000000;
}

#endif
