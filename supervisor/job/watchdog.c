/*
 * Two threads: one has the clock and ends the run, one looks at what the tree
 * uses. The first waits for nothing that the tree can make long: no look, no
 * lock that is held during one.
 */
#include "watchdog.h"

#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/eventfd.h>
#include <time.h>

#include "../base/clock.h"
#include "../base/mem.h"
#include "../base/rules.h"
#include "../base/util.h"
#include "../limits/limits.h"

#define FIRST_MS	25
#define AGAIN_MS	10
#define SAMPLE_MS	2	/* between samples while the tree is stopped */
#define PAUSED_MS	1000	/* between asking whether all stand still */
#define POLL_MS		1	/* and between asking whether it stands */
#define GIVE_UP_MS	30000
#define LOOK_MS		50	/* for the tracer, to say what all are doing */

struct watchdog {
	struct limits	*limits;
	_Atomic int64_t	 wall_ms;
	bool		(*_Atomic late)(void *arg);
	void		*late_arg;
	_Atomic int64_t	 start, paused;	/* since when, or 0 */
	void		(*end)(void);
	bool		(*look)(void);
	int		 wake;		/* eventfd of the clock's */
	atomic_bool	 stopped, wanted;
	atomic_bool	 early;		/* what runs yet is ours alone */
	pthread_t	 clock, looker;
};

int64_t
watchdog_elapsed(const struct watchdog *dog)
{
	int64_t paused = atomic_load(&dog->paused);

	return (paused != 0 ? paused : clock_ms()) - atomic_load(&dog->start);
}

void
watchdog_pause(struct watchdog *dog)
{
	if (atomic_load(&dog->paused) == 0)
		atomic_store(&dog->paused, clock_ms());
}

void
watchdog_resume(struct watchdog *dog)
{
	int64_t paused = atomic_load(&dog->paused);

	if (paused == 0)
		return;
	/* In this order: no more has ever passed than has. */
	atomic_fetch_add(&dog->start, clock_ms() - paused);
	atomic_store(&dog->paused, 0);
}

static void
wait_for(int fd, int other, int64_t ms)
{
	struct pollfd wait[2] = {
		{ .fd = fd, .events = POLLIN },
		{ .fd = other, .events = POLLIN },
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
 * Does the tree still have time to be looked at? Not while what it used goes
 * on growing: but once all stand still, nothing does.
 */
static bool
may_look(struct watchdog *dog, int64_t ended)
{
	return dog->look != NULL && !atomic_load(&dog->wanted) &&
	    clock_ms() - ended < LOOK_MS && (dog->look() ||
	    !limits_still_grows(dog->limits) || dog->look());
}

int64_t
watchdog_left(const struct watchdog *dog)
{
	return atomic_load(&dog->wall_ms) - watchdog_elapsed(dog);
}

/* A session's cell may be ended by other means first. */
static bool
goes_on(struct watchdog *dog)
{
	bool (*late)(void *) = atomic_load(&dog->late);

	return late != NULL && !limits_exceeded(dog->limits) &&
	    !atomic_load(&dog->wanted) && late(dog->late_arg);
}

static void *
clock_main(void *arg)
{
	struct watchdog *dog = arg;
	int64_t left, ended = 0;

	while (!atomic_load(&dog->stopped)) {
		left = watchdog_left(dog);
		if (ended == 0 && left <= 0 && goes_on(dog))
			continue;
		if (ended == 0 && left <= 0)
			limits_exceed(dog->limits, RULES_WALL,
			    atomic_load(&dog->wall_ms),
			    watchdog_elapsed(dog));
		if (!limits_exceeded(dog->limits) &&
		    !atomic_load(&dog->wanted)) {
			wait_for(dog->wake, limits_end_fd(dog->limits), left);
			continue;
		}
		if (ended == 0)
			ended = clock_ms();
		if (may_look(dog, ended)) {
			wait_for(dog->wake, -1, POLL_MS);
			continue;
		}
		dog->end();
		limits_kill(dog->limits);
		if (clock_ms() - ended > GIVE_UP_MS)
			_exit(WATCHDOG_GAVE_UP);
		wait_for(dog->wake, -1, AGAIN_MS);
	}
	return NULL;
}

/* While all stand still nothing is used, and what began anew is as young as a
 * run that begins: it is given as long. */
static void *
looker_main(void *arg)
{
	struct watchdog *dog = arg;
	int64_t next = FIRST_MS;
	bool ends, still;

	while (!atomic_load(&dog->stopped)) {
		ends = limits_exceeded(dog->limits);
		still = !ends && (atomic_load(&dog->early) ||
		    atomic_load(&dog->paused) != 0);
		wait_for(limits_wake_fd(dog->limits), -1, ends ? SAMPLE_MS :
		    still ? PAUSED_MS : next);
		if (still)
			next = FIRST_MS;
		else if (!atomic_load(&dog->stopped))
			next = limits_sample(dog->limits);
	}
	return NULL;
}

static void
wake(struct watchdog *dog)
{
	uint64_t one = 1;
	ssize_t n = write(dog->wake, &one, sizeof(one));

	(void)n;
}

int
watchdog_start(struct limits *limits, int64_t wall_ms, bool (*look)(void),
    void (*end)(void), struct watchdog **ret)
{
	struct watchdog *dog = mem_new(1, sizeof(*dog));
	int r;

	dog->limits = limits;
	atomic_store(&dog->wall_ms, wall_ms);
	atomic_store(&dog->start, clock_ms());
	dog->end = end;
	dog->look = look;
	dog->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (dog->wake < 0) {
		r = -errno;
		free(dog);
		return r;
	}
	r = pthread_create(&dog->clock, NULL, clock_main, dog);
	if (r == 0) {
		r = pthread_create(&dog->looker, NULL, looker_main, dog);
		if (r != 0) {
			atomic_store(&dog->stopped, true);
			wake(dog);
			pthread_join(dog->clock, NULL);
		}
	}
	if (r != 0) {
		close(dog->wake);
		free(dog);
		return -r;
	}
	*ret = dog;
	return 0;
}

void
watchdog_early(struct watchdog *dog)
{
	atomic_store(&dog->early, true);
}

void
watchdog_renew(struct watchdog *dog, int64_t wall_ms,
    bool (*late)(void *arg), void *arg)
{
	dog->late_arg = arg;
	atomic_store(&dog->late, late);
	atomic_store(&dog->wall_ms, wall_ms);
	atomic_store(&dog->start, clock_ms());
	atomic_store(&dog->paused, 0);
	atomic_store(&dog->early, false);
	limits_wake(dog->limits);
	wake(dog);
}

void
watchdog_extend(struct watchdog *dog, int64_t wall_ms)
{
	atomic_store(&dog->wall_ms, wall_ms);
	wake(dog);
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
	limits_wake(dog->limits);
	pthread_join(dog->clock, NULL);
	pthread_join(dog->looker, NULL);
	close(dog->wake);
	free(dog);
}
