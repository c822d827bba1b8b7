/*
 * For a moment, amid a call of one task: others stand still, so that nothing
 * changes while we look, or while the task makes several calls in place of
 * one. What they stop for is kept, and handled after the call at hand.
 */
#include <errno.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <time.h>

#include "../base/clock.h"
#include "../base/mem.h"
#include "loop_parts.h"

/*
 * Who does not stop by then is held up in the kernel. It runs no instruction
 * of its own before it has stopped.
 */
#define STILL_US	30000
/* Who is about to end has ended by then, unless other threads keep it. */
#define HEAR_US		3000

struct group {
	const struct task	*keep;
	pid_t			 tgid;		/* 0: all */
};

static bool
is_in(const struct group *g, const struct task *t)
{
	return t != g->keep && (g->tgid == 0 || t->tgid == g->tgid);
}

static int
interrupt(struct task *t, void *arg)
{
	if (is_in(arg, t) && !t->parked && !t->waiting)
		ptrace(PTRACE_INTERRUPT, t->tid, 0, 0);
	return 0;
}

static int
is_moving(struct task *t, void *arg)
{
	return is_in(arg, t) && !t->parked && !t->waiting;
}

/* What one of them stopped for; false: the task at hand is gone. */
static bool
take(struct loop *l, const struct stop *stop, struct task *keep)
{
	if (WIFSTOPPED(stop->status) && (stop->pid == keep->tid ||
	    (unsigned)stop->status >> 16 != PTRACE_EVENT_EXIT)) {
		loop_keep(l, stop);
		/* It stands in a stop: this is another task by its number. */
		return stop->pid != keep->tid;
	} else if (stop->pid == keep->tid) {
		keep->is_gone = true;
		keep->exit_status = stop->status;
		return false;
	} else {
		/* It is gone, or runs nothing more. */
		loop_unkeep(l, stop->pid);
		loop_handle(l, stop);
	}
	return true;
}

static int
is_dying(struct task *t, void *arg)
{
	(void)arg;
	return t->dying;
}

bool
loop_still(struct loop *l, struct task *keep, pid_t tgid)
{
	const struct timespec pause = { .tv_nsec = 50000 };
	struct group group = { keep, tgid };
	int64_t end = clock_us() + STILL_US;
	struct stop stop;

	task_each(&l->wall.tasks, interrupt, &group);
	while (task_each(&l->wall.tasks, is_moving, &group) != 0) {
		if (loop_wait_one(&stop, WNOHANG)) {
			if (!take(l, &stop, keep))
				return false;
		} else if (clock_us() >= end) {
			break;
		} else {
			nanosleep(&pause, NULL);
		}
	}
	return !keep->is_gone;
}

bool
loop_hear(struct loop *l, struct task *keep)
{
	const struct timespec pause = { .tv_nsec = 50000 };
	int64_t end = clock_us() + HEAR_US;
	struct stop stop;

	for (;;) {
		if (loop_wait_one(&stop, WNOHANG)) {
			if (!take(l, &stop, keep))
				return false;
		} else if (clock_us() >= end ||
		    task_each(&l->wall.tasks, is_dying, NULL) == 0) {
			break;
		} else {
			nanosleep(&pause, NULL);
		}
	}
	return !keep->is_gone;
}

static int
count_naming(struct task *t, void *arg)
{
	unsigned *n = arg;

	/* Of who stands still it is known. */
	if (t->parked || t->waiting)
		t->naming = false;
	*n += t->naming;
	return 0;
}

unsigned
loop_still_naming(struct loop *l)
{
	unsigned n = 0;

	task_each(&l->wall.tasks, count_naming, &n);
	return n;
}
