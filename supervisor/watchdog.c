#include "watchdog.h"

#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/eventfd.h>
#include <time.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/rules.h"
#include "base/util.h"
#include "limits/limits.h"

#define FIRST_MS	25
#define AGAIN_MS	10
#define STOPPING_MS	50	/* until most trees stand still: and */
#define SAMPLE_MS	1	/* this between samples meanwhile */
#define GIVE_UP_MS	30000
#define LOOK_MS		2000	/* for the tracer, to say what all are doing */

struct watchdog {
	struct limits	*limits;
	int64_t		 wall_ms, start;
	void		(*end)(void);
	bool		(*look)(void);
	int		 wake;		/* eventfd */
	atomic_bool	 stopped, wanted;
	pthread_t	 thread;
};

static void
wait_ms(struct watchdog *dog, int64_t ms)
{
	struct pollfd wait[2] = {
		{ .fd = dog->wake, .events = POLLIN },
		{ .fd = limits_wake_fd(dog->limits), .events = POLLIN },
	};
	uint64_t woken;
	int i;

	if (poll(wait, 2, ms < 1 ? 1 : (int)ms) <= 0)
		return;
	for (i = 0; i < 2; i++) {
		if ((wait[i].revents & POLLIN) &&
		    read(wait[i].fd, &woken, sizeof(woken)) < 0)
			return;
	}
}

/*
 * What has been seen to grow may stand still by now: that is asked after the
 * look at what it uses, or a tree that a busy host let us see late would be
 * killed amid being looked at.
 */
static bool
may_look(struct watchdog *dog, int64_t ended)
{
	return dog->look != NULL && !atomic_load(&dog->wanted) &&
	    clock_ms() - ended < LOOK_MS && (dog->look() ||
	    !limits_still_grows(dog->limits) || dog->look());
}

static void *
watchdog_main(void *arg)
{
	struct watchdog *dog = arg;
	int64_t next = FIRST_MS, left, ended = 0;

	while (!atomic_load(&dog->stopped)) {
		left = dog->start + dog->wall_ms - clock_ms();
		if (ended == 0 && left <= 0)
			limits_exceed(dog->limits, RULES_WALL, dog->wall_ms,
			    clock_ms() - dog->start);
		if (limits_exceeded(dog->limits) || atomic_load(&dog->wanted)) {
			if (ended == 0)
				ended = clock_ms();
			if (may_look(dog, ended)) {
				wait_ms(dog, clock_ms() - ended < STOPPING_MS ?
				    SAMPLE_MS : AGAIN_MS);
				continue;
			}
			dog->end();
			limits_kill(dog->limits);
			if (clock_ms() - ended > GIVE_UP_MS)
				_exit(WATCHDOG_GAVE_UP);
			wait_ms(dog, AGAIN_MS);
			continue;
		}
		wait_ms(dog, next < left ? next : left);
		if (!atomic_load(&dog->stopped))
			next = limits_sample(dog->limits);
	}
	return NULL;
}

int
watchdog_start(struct limits *limits, int64_t wall_ms, bool (*look)(void),
    void (*end)(void), struct watchdog **ret)
{
	struct watchdog *dog = mem_new(1, sizeof(*dog));
	int r;

	dog->limits = limits;
	dog->wall_ms = wall_ms;
	dog->start = clock_ms();
	dog->end = end;
	dog->look = look;
	dog->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (dog->wake < 0) {
		r = -errno;
		free(dog);
		return r;
	}
	r = pthread_create(&dog->thread, NULL, watchdog_main, dog);
	if (r != 0) {
		close(dog->wake);
		free(dog);
		return -r;
	}
	*ret = dog;
	return 0;
}

static void
wake(struct watchdog *dog)
{
	uint64_t one = 1;
	ssize_t n = write(dog->wake, &one, sizeof(one));

	(void)n;
}

void
watchdog_end(struct watchdog *dog)
{
	int saved = errno;

	atomic_store(&dog->wanted, true);
	wake(dog);
	errno = saved;
}

void
watchdog_stop(struct watchdog *dog)
{
	if (dog == NULL)
		return;
	atomic_store(&dog->stopped, true);
	wake(dog);
	pthread_join(dog->thread, NULL);
	close(dog->wake);
	free(dog);
}
