/*
 * While the user has stopped the run: every task stands still at its next stop,
 * and is handled once it may go on.
 */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>

#include "../base/mem.h"
#include "../base/util.h"
#include "loop_parts.h"

static atomic_bool hold_wanted, is_held;

/* What loop_throttle wants. */
#define STOPPED_MAX	1024

static struct {
	pthread_mutex_t	 lock;
	bool		 hold;
	pid_t		 tids[STOPPED_MAX];
	unsigned	 n;
} throttle = { .lock = PTHREAD_MUTEX_INITIALIZER };

bool
loop_hold(bool hold)
{
	atomic_store(&hold_wanted, hold);
	return !loop_wake() || atomic_load(&is_held) == hold;
}

void
loop_throttle(bool hold, const pid_t *tids, unsigned n)
{
	pthread_mutex_lock(&throttle.lock);
	throttle.hold = hold;
	throttle.n = n < STOPPED_MAX ? n : STOPPED_MAX;
	memcpy(throttle.tids, tids, throttle.n * sizeof(*tids));
	pthread_mutex_unlock(&throttle.lock);
	loop_wake();
}

/* Is the tree to be held? Who runs, though it is, is stopped. */
static bool
take_throttle(struct loop *l)
{
	struct task *t;
	bool hold;

	pthread_mutex_lock(&throttle.lock);
	hold = throttle.hold;
	while (throttle.n > 0) {
		t = task_find(&l->wall.tasks, throttle.tids[--throttle.n]);
		if (t != NULL && !t->parked && !t->waiting && !l->killing)
			ptrace(PTRACE_INTERRUPT, t->tid, 0, 0);
	}
	pthread_mutex_unlock(&throttle.lock);
	return hold;
}

static int
interrupt(struct task *t, void *arg)
{
	(void)arg;
	/* Also who stands still already: something may resume it. */
	ptrace(PTRACE_INTERRUPT, t->tid, 0, 0);
	return 0;
}

void
loop_keep(struct loop *l, const struct stop *stop)
{
	struct stop *slot = MEM_PUSH(l->parked, l->nparked, l->parked_cap);
	struct task *t = task_find(&l->wall.tasks, stop->pid);

	*slot = *stop;
	slot->known = t != NULL;
	if (t != NULL)
		t->parked = true;
}

void
loop_unkeep(struct loop *l, pid_t pid)
{
	size_t i;

	for (i = 0; i < l->nparked; i++)
		if (l->parked[i].pid == pid)
			l->parked[i].pid = 0;
}

bool
loop_park(struct loop *l, const struct stop *stop)
{
	if (!l->holding || l->killing)
		return false;
	if (!WIFSTOPPED(stop->status) ||
	    (unsigned)stop->status >> 16 == PTRACE_EVENT_EXIT) {
		/* It dies, and holding it would only keep that from us. Its
		 * number may be another's by the time it would be due. */
		loop_unkeep(l, stop->pid);
		return false;
	}
	loop_keep(l, stop);
	return true;
}

void
loop_unpark(struct loop *l)
{
	struct stop *list = l->parked;
	size_t i, n = l->nparked;

	l->holding = false;
	/* While they are handled some may be kept again; and all that come
	 * after one that ended a cell, behind which nobody goes on. */
	l->parked = NULL;
	l->nparked = l->parked_cap = 0;
	for (i = 0; i < n; i++) {
		/* An exec of a thread of the same process ends it unheard. */
		if (list[i].pid != 0 && (!list[i].known ||
		    task_find(&l->wall.tasks, list[i].pid) != NULL) &&
		    !loop_park(l, &list[i]))
			loop_handle(l, &list[i]);
	}
	free(list);
	loop_retry_waiting(l);
}

void
loop_hold_turn(struct loop *l)
{
	bool user = atomic_load(&hold_wanted), hold = take_throttle(l) || user;

	if (user && !atomic_load(&is_held) && !l->killing)
		task_each(&l->wall.tasks, interrupt, NULL);
	hold |= loop_cell_waits(l);
	if (hold && !l->killing)
		l->holding = true;
	else if (l->holding || l->nparked > 0)
		loop_unpark(l);
	atomic_store(&is_held, user);
}
