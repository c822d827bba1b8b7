/*
 * Who waits for an answer of the pool, and may stop to.
 */
#ifndef SALLYPORT_SERVE_WAITER_H
#define SALLYPORT_SERVE_WAITER_H

#include <stdbool.h>

struct waiter {
	int	client;		/* a connection that may end; or -1 */
	int	over;		/* can be read once all is over; or -1 */
};

/*
 * Until `fd` can be read, at most `ms` (-1: for ever). 1; 0 once the time is
 * over; -ECONNRESET: nobody waits any more.
 */
int waiter_await(const struct waiter *, int fd, int ms);
/* Does nobody wait any more? */
bool waiter_is_gone(const struct waiter *);

#endif
