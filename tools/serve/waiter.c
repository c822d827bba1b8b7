#include "waiter.h"

#include <errno.h>
#include <poll.h>

#include "../../supervisor/base/clock.h"

int
waiter_await(const struct waiter *w, int fd, int ms)
{
	struct pollfd wait[3] = { { fd, POLLIN, 0 }, { w->client, POLLRDHUP,
	    0 }, { w->over, POLLIN, 0 } };
	int64_t end = clock_ms() + ms, left = ms;
	int r;

	while ((r = poll(wait, 3, ms < 0 ? -1 : (int)left)) < 0 &&
	    errno == EINTR) {
		left = end - clock_ms();
		if (left < 0)
			left = 0;
	}
	if (r < 0)
		return -errno;
	if (r == 0)
		return 0;
	return wait[1].revents != 0 || wait[2].revents != 0 ? -ECONNRESET : 1;
}

bool
waiter_is_gone(const struct waiter *w)
{
	return waiter_await(w, -1, 0) != 0;
}
