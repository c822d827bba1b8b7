/*
 * What may be used is earned as time goes by, and is kept for a moment only:
 * in any time t it is t * cpus and BURST, and what is used between two looks.
 * Who is out of it stands still until some is earned again.
 *
 * Only who ran since the last look is stopped: who waits in the kernel uses
 * nothing, and is woken by nothing of ours. So what is begun anew (see
 * arch_call_anew) had not waited for longer than between two looks.
 */
#include "throttle.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/sysinfo.h>
#include <time.h>

#include "../base/clock.h"
#include "../base/mem.h"
#include "../base/util.h"
#include "../limits/limits.h"
#include "../tracer/loop.h"

#define BURST_NS	INT64_C(40000000)
#define LEAST_US	1000		/* between two looks; */
#define MOST_US		20000
#define HELD_US		4000		/* while the tree is held */
#define OFF_US		INT64_C(50000)	/* so long at most, beyond its debt */
#define TASKS_MAX	1024		/* stopped at once */

struct throttle {
	struct limits	*limits;
	int64_t		 cpus;		/* thousandths */
	int64_t		 tokens;	/* nanoseconds; below 0: debt */
	int64_t		 seen, used;	/* us; nanoseconds of the tree then */
	_Atomic int64_t	 held_us;
	atomic_bool	 stopped;
	pthread_t	 thread;
};

/* Earn, and pay. */
static void
account(struct throttle *th)
{
	/* In this order: whoever is late here is in their favour. */
	int64_t used = limits_cpu(th->limits), now = clock_us();

	th->tokens += (now - th->seen) * th->cpus;
	if (th->tokens > BURST_NS)
		th->tokens = BURST_NS;
	if (used > th->used)
		th->tokens -= used - th->used;
	th->seen = now;
	th->used = used > th->used ? used : th->used;
}

static void
wait_us(int64_t us)
{
	nanosleep(&(struct timespec){ .tv_sec = us / 1000000,
	    .tv_nsec = us % 1000000 * 1000 }, NULL);
}

/* Nobody goes on until enough is earned. */
static void
hold(struct throttle *th, pid_t *tids, unsigned n)
{
	int64_t enough = OFF_US * th->cpus, begun = clock_us();

	if (enough > BURST_NS / 2)
		enough = BURST_NS / 2;
	while (!atomic_load(&th->stopped) && th->tokens < enough) {
		loop_throttle(true, tids, n);
		/* At times that nobody can know. */
		wait_us(HELD_US / 2 + clock_us() % HELD_US);
		account(th);
		n = limits_ran(th->limits, tids, TASKS_MAX);
	}
	loop_throttle(false, NULL, 0);
	th->held_us += clock_us() - begun;
}

static void *
throttle_main(void *arg)
{
	struct throttle *th = arg;
	int64_t processors = get_nprocs(), until;
	pid_t tids[TASKS_MAX];
	unsigned n;

	th->seen = clock_us();
	th->used = limits_cpu(th->limits);
	while (!atomic_load(&th->stopped)) {
		/* Were all of them busy, when would it be used up? */
		until = th->tokens / 1000 / processors;
		wait_us(until < LEAST_US ? LEAST_US :
		    until > MOST_US ? MOST_US : until);
		account(th);
		n = limits_ran(th->limits, tids, TASKS_MAX);
		if (th->tokens < 0)
			hold(th, tids, n);
	}
	return NULL;
}

int
throttle_start(struct limits *limits, int64_t cpus, bool alone,
    struct throttle **ret)
{
	struct throttle *th;
	int r;

	*ret = NULL;
	/* More than there are is no limit. */
	if (cpus == 0 || cpus >= INT64_C(1000) * get_nprocs())
		return 0;
	if (alone)
		return -EOPNOTSUPP;
	th = mem_new(1, sizeof(*th));
	th->limits = limits;
	th->cpus = cpus;
	th->tokens = BURST_NS;
	r = pthread_create(&th->thread, NULL, throttle_main, th);
	if (r != 0) {
		free(th);
		return -r;
	}
	*ret = th;
	return 0;
}

int64_t
throttle_take(struct throttle *th)
{
	return th != NULL ? atomic_exchange(&th->held_us, 0) / 1000 : 0;
}

int64_t
throttle_stop(struct throttle *th)
{
	int64_t held_ms;

	if (th == NULL)
		return 0;
	atomic_store(&th->stopped, true);
	pthread_join(th->thread, NULL);
	held_ms = throttle_take(th);
	free(th);
	return held_ms;
}
