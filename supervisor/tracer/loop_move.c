/*
 * chdir(2) where the tree could put a link on the way meanwhile. It has no way
 * to be told to follow none, so the caller makes three calls in its place:
 *
 *	openat2(name, O_PATH, no links)  ->  fchdir(fd)  ->  close(fd)
 *
 * each begun at the stop in which the one before it ends, at the instruction
 * that called chdir. A sibling that puts another folder under the descriptor
 * moves to one it had open, as fchdir(2) always may. No handler sees the state
 * between: signals wait.
 */
#include <errno.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>

#include "../base/util.h"
#include "loop_parts.h"

/* The kernel's own set of signals. */
#define MASK_SIZE sizeof(uint64_t)

void
move_begin(struct task *t)
{
	uint64_t all = ~UINT64_C(0);

	t->moved = 0;
	if (ptrace(PTRACE_GETSIGMASK, t->tid, MASK_SIZE, &t->mask) == 0)
		ptrace(PTRACE_SETSIGMASK, t->tid, MASK_SIZE, &all);
}

static long
next_call(const struct task *t)
{
	return t->moved == 1 ? SYS_fchdir : SYS_close;
}

bool
move_goes_on(const struct task *t)
{
	struct arch_call call;

	arch_call_get(&t->regs, &call);
	return t->after == AFTER_MOVE && call.nr == next_call(t) &&
	    call.arg[0] == t->after_arg[0];
}

bool
move_next(struct task *t)
{
	struct arch_save next = t->save;
	long result = arch_result(&t->regs);

	if (t->moved == 1)
		t->after_arg[1] = (uint64_t)result;
	if (t->moved == 2 || (t->moved == 0 && result < 0)) {
		if (t->moved == 2)
			result = (long)t->after_arg[1];
		/* Not of chdir's: no descriptor was left. */
		else if (result == -EMFILE || result == -ENFILE)
			result = -ENOMEM;
		ptrace(PTRACE_SETSIGMASK, t->tid, MASK_SIZE, &t->mask);
		arch_result_set(&t->regs, result);
		return false;
	}
	if (t->moved == 0)
		t->after_arg[0] = (uint64_t)result;
	t->moved++;
	t->after = AFTER_MOVE;
	next.arg[0] = t->after_arg[0];
	next.nr = (uint64_t)next_call(t);
	arch_call_rewind(&t->regs, &next);
	arch_regs_set(t->tid, &t->regs);
	return true;
}
