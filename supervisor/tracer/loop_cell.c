/*
 * A session: its first process runs one cell after another, and says by a call
 * that nobody else makes (a signal to a process that cannot be) that it is done
 * with one. From then until the next is there, all of the tree stands still.
 *
 * What a pool keeps ready stands still like this before it runs anything.
 *
 * Whoever makes that call early ends the cell early, and nothing else: what
 * still runs then is stopped, and what it came to is told by what was seen.
 */
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>

#include "../base/util.h"
#include "loop_parts.h"

/* Rounds of loop_still() for those that the kernel holds up. */
#define ROUNDS	64

static atomic_bool wanted;

bool
loop_next_cell(bool first)
{
	if (first)
		atomic_store(&wanted, true);
	return !atomic_load(&wanted) || !loop_wake();
}

static int
is_moving(struct task *t, void *arg)
{
	return t != arg && !t->parked && !t->waiting;
}

/* False: the task is gone. */
static bool
stand_still(struct loop *l, struct task *t)
{
	int i;

	for (i = 0; i < ROUNDS; i++) {
		if (!loop_still(l, t, 0))
			return false;
		if (task_each(&l->wall.tasks, is_moving, t) == 0)
			break;
	}
	return true;
}

bool
loop_cell_on_call(struct loop *l, struct task *t, const struct arch_call *call)
{
	const struct loop_cells *cells = l->config->cells;
	const struct stop stop = { .pid = t->tid, .status =
	    (PTRACE_EVENT_SECCOMP << 8 | SIGTRAP) << 8 | 0x7f };

	if (cells == NULL || t->tid != l->wall.root || call->nr != SYS_kill ||
	    (pid_t)call->arg[0] != LOOP_CELL_END)
		return false;
	if (l->cell_due) {
		l->cell_due = false;
		arch_call_skip(&t->regs, 0);
		if (arch_regs_set(t->tid, &t->regs) == 0)
			loop_resume(l, t, 0);
		return true;
	}
	if (l->cells_over)
		return false;
	if (!stand_still(l, t))
		return true;
	loop_keep(l, &stop);
	l->between = l->holding = true;
	cells->over((int)call->arg[1], cells->arg);
	return true;
}

bool
loop_cell_waits(struct loop *l)
{
	const struct loop_cells *cells = l->config->cells;

	if (!l->between || l->killing)
		return false;
	if (!atomic_exchange(&wanted, false))
		return true;
	l->cells_over = !cells->begin(cells->arg);
	l->between = false;
	l->cell_due = true;
	return false;
}
