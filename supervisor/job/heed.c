#include "heed.h"

#include <pthread.h>
#include <signal.h>
#include <time.h>

#include "../base/mem.h"
#include "../base/util.h"
#include "feed.h"
#include "../session/cells.h"
#include "../tracer/loop.h"
#include "supervise.h"
#include "watchdog.h"

struct heed {
	int		 fd;
	struct feed	*feed;
	pthread_mutex_t	 lock;		/* guards the next */
	struct watchdog	*dog;		/* while the tree runs */
	struct cells	*cells;		/* of what a zygote gave, or NULL */
};

static void
hold(struct heed *heed, bool holds)
{
	const struct timespec moment = { .tv_nsec = 1000000 };

	pthread_mutex_lock(&heed->lock);
	if (heed->dog != NULL) {
		feed_pause(heed->feed, holds);
		while (!loop_hold(holds))
			nanosleep(&moment, NULL);
		if (holds)
			watchdog_pause(heed->dog);
		else
			watchdog_resume(heed->dog);
	}
	pthread_mutex_unlock(&heed->lock);
}

/* False: it is for all that run. */
static bool
heed_session(struct heed *heed, char word)
{
	int64_t wall_ms;

	if (heed->cells == NULL)
		return false;
	if (word == SUPERVISE_GO || word == SUPERVISE_SESSION ||
	    word == SUPERVISE_CELL)
		cells_next(heed->cells, word);
	else if (word == SUPERVISE_INTERRUPT)
		cells_interrupt(heed->cells);
	else if (word != SUPERVISE_EXTEND)
		return false;
	else if (read(heed->fd, &wall_ms, sizeof(wall_ms)) ==
	    (ssize_t)sizeof(wall_ms))
		cells_extend(heed->cells, wall_ms);
	return true;
}

static void *
heed_main(void *arg)
{
	struct heed *heed = arg;
	char word;
	ssize_t n;

	while ((n = read(heed->fd, &word, 1)) > 0 ||
	    (n < 0 && errno == EINTR))
		if (n > 0 && word == SUPERVISE_END)
			break;
		else if (n > 0 && !heed_session(heed, word))
			hold(heed, word == SUPERVISE_HOLD);
	/* Who would hear of the rest is gone, or wants no more of it. */
	pthread_mutex_lock(&heed->lock);
	if (heed->dog != NULL)
		watchdog_end(heed->dog);
	pthread_mutex_unlock(&heed->lock);
	return NULL;
}

int
heed_start(int fd, bool alone, struct feed *feed, struct watchdog *dog,
    struct cells *cells, struct heed **ret)
{
	struct heed *heed = mem_new(1, sizeof(*heed));
	pthread_t thread;
	int r;

	heed->fd = fd;
	heed->feed = feed;
	heed->dog = dog;
	heed->cells = cells;
	pthread_mutex_init(&heed->lock, NULL);
	*ret = heed;
	if (alone)
		return 0;
	r = pthread_create(&thread, NULL, heed_main, heed);
	if (r == 0)
		pthread_detach(thread);
	return -r;
}

void
heed_stop(struct heed *heed)
{
	/* The thread may be amid it, and is left to its read. */
	pthread_mutex_lock(&heed->lock);
	heed->dog = NULL;
	pthread_mutex_unlock(&heed->lock);
}
