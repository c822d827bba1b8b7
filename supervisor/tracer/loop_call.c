/*
 * Calls on their way in and out: judge, rewrite, restore, record.
 */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>

#include "../base/json.h"
#include "../base/syscalls.h"
#include "../base/util.h"
#include "../check/check.h"
#include "../evidence/evidence.h"
#include "../job/feed.h"
#include "guard.h"
#include "../limits/limits.h"
#include "loop_parts.h"
#include "tracee.h"
#include "../check/violation.h"

/* The kernel's own: by the handler's SA_RESTART, anew or EINTR. */
#define RESTART_SYS	512

/* Long fstats from one place before it is worth a patch. */
#define FSTATS	2

static void
record(struct loop *l, struct check *c)
{
	const struct syscall_row *row = syscall_by_number(SYSCALL_NATIVE,
	    c->in.nr);
	struct violation v = { 0 };
	char number[32];

	if (row == NULL)
		snprintf(number, sizeof(number), "syscall_%ld", c->in.nr);
	v.syscall = row != NULL ? row->name : number;
	v.ruling = &c->ruling;
	v.err = c->ruling.kill ? 0 : c->err;
	v.tid = c->task->tid;
	v.arguments = check_decode(c);
	evidence_at_stop(c->task->tgid, c->task->tid, &v);
	recorder_violation(l->wall.recorder, &v);
}

/* What a limit refused, how much of it, and where in the submission. */
static void
record_refusal(struct loop *l, struct task *t, long nr,
    const struct limits_refusal *refused)
{
	const struct syscall_row *row = syscall_by_number(SYSCALL_NATIVE, nr);
	struct violation v = { 0 };

	v.syscall = row != NULL ? row->name : "?";
	v.err = refused->err;
	v.tid = t->tid;
	evidence_at_stop(t->tgid, t->tid, &v);
	limits_refused(l->wall.limits, refused);
	recorder_refusal(l->wall.recorder, &v, refused);
}

/* What does not exist for the run: the same as ever, and no violation. */
static void
record_lookup(struct loop *l, const struct check *c, const char *name)
{
	struct ruling ruling;
	const struct syscall_row *row = syscall_by_number(SYSCALL_NATIVE,
	    c->in.nr);
	struct violation v = { .ruling = &c->ruling };

	v.syscall = row != NULL ? row->name : "?";
	/* A check that answers by itself has its error there. */
	v.err = c->lookup != NULL ? (int)-c->answer : c->err;
	v.tid = c->task->tid;
	if (recorder_places_lookup(l->wall.recorder))
		evidence_python_at_stop(c->task->tgid, c->task->tid, &v);
	if (!recorder_lookup(l->wall.recorder, &v, name))
		return;
	ruling = policy_self(l->wall.policy, "search");
	v = (struct violation){ .syscall = v.syscall, .ruling = &ruling,
	    .err = c->err, .tid = v.tid, .arguments = check_decode(c) };
	evidence_at_stop(c->task->tgid, c->task->tid, &v);
	recorder_violation(l->wall.recorder, &v);
}

/* How long a file a call was about to make, as far as its arguments tell. */
static int64_t
length_wanted(const struct arch_call *call)
{
	switch (call->nr) {
	case SYS_write:
	case SYS_pwrite64:
		return (int64_t)call->arg[2];
	case SYS_ftruncate:
		return (int64_t)call->arg[1];
	case SYS_fallocate:
		return (int64_t)(call->arg[2] + call->arg[3]);
	default:
		return 0;
	}
}

/*
 * The kernel tells of a file that would be too large by a signal, of which we
 * hear even where it is ignored; the call's registers are still there.
 */
void
loop_on_too_large(struct loop *l, struct task *t)
{
	struct limits_refusal refused;
	struct arch_call call;

	if (arch_regs_get(t->tid, &t->regs) < 0)
		return;
	arch_call_get(&t->regs, &call);
	limits_on_too_large(l->wall.limits, length_wanted(&call), &refused);
	record_refusal(l, t, call.nr, &refused);
}

static void
deny(struct loop *l, struct task *t, struct check *c)
{
	size_t i = 0;

	while (i < ARRAY_SIZE(c->judged) - 1 && c->judged[i] == NULL)
		i++;
	if (c->ruling.lookup)
		record_lookup(l, c, c->judged[i] != NULL ? c->judged[i] : "");
	else if (!c->ruling.quiet)
		record(l, c);
	if (c->ruling.kill) {
		loop_finish(l, LOOP_KILLED, 0);
		ptrace(PTRACE_CONT, t->tid, 0, 0);
		return;
	}
	arch_call_skip(&t->regs, -(long)c->err);
	if (arch_regs_set(t->tid, &t->regs) == 0)
		loop_resume(l, t, 0);
}

/*
 * A process that says fstat the long way again and again is taught the short
 * one, in its own private copy of libc's code. Nothing is trusted to it: what
 * it calls then is judged as ever. Only while no other thread can be amid
 * those instructions.
 */
static void
patch_fstat(struct loop *l, struct task *t)
{
	uint8_t code[ARCH_PATCH_WINDOW + 16], patch[ARCH_PATCH_MAX];
	uint64_t from = t->fstat_ip - ARCH_PATCH_WINDOW, at;
	size_t n, off = 0, first, i;
	long word;

	if (!task_is_alone(&l->wall.tasks, t) ||
	    tracee_read(t->tid, from, code, ARCH_PATCH_WINDOW) < 0)
		return;
	n = arch_fstat_patch(code, ARCH_PATCH_WINDOW, &off, patch);
	if (n == 0)
		return;
	memcpy(code + off, patch, n);
	/* Whole words; shared mappings refuse this, the guard among them. */
	first = off - (size_t)((from + off) & 7);
	for (i = first; i < off + n; i += 8) {
		at = from + i;
		memcpy(&word, code + i, sizeof(word));
		if (ptrace(PTRACE_POKETEXT, t->tid, at, word) < 0)
			return;
	}
}

static void
rewrite(struct loop *l, struct task *t, const struct check *c)
{
	struct arch_save *save = &t->save;
	uint64_t stub = guard_stub(l->wall.guard, t->slot);

	memcpy(save->arg, c->in.arg, sizeof(save->arg));
	save->ip = arch_ip(&t->regs);
	save->nr = (uint64_t)c->in.nr;
	t->rewritten = true;
	if (t->after == AFTER_MOVE)
		move_begin(t);
	if (t->after == AFTER_EXEC)
		loop_exec_begin(l, t);
	arch_call_set(&t->regs, &c->out);
	if (stub != 0 && t->after == AFTER_NOTHING) {
		c->slot->save = *save;
		arch_ip_set(&t->regs, stub + arch_insn_size);
	} else if (t->after == AFTER_NOTHING) {
		t->after = AFTER_RESTORE;
	}
	if (arch_regs_set(t->tid, &t->regs) == 0)
		loop_resume(l, t, 0);
}

/*
 * Before its exec our own child calls nothing that needs a look but that
 * exec, whose arguments are ours.
 */
static void
on_launching(struct loop *l, struct task *t, const struct check *c)
{
	if (c->in.nr != SYS_execve) {
		loop_fail(l, -EPROTO, "launching: an unexpected call");
		ptrace(PTRACE_CONT, t->tid, 0, 0);
		return;
	}
	loop_resume(l, t, 0);
}

/* What was granted and is not used any more. False: the task is gone. */
static bool
recount(struct loop *l, struct task *t, int which)
{
	if (which == RULES_PROCESSES)
		return loop_hear(l, t);
	if (!loop_still(l, t, 0))
		return false;
	if (which == RULES_FILES)
		limits_recount_names(l->wall.limits, loop_still_naming(l));
	else
		limits_recount(l->wall.limits);
	return true;
}

void
loop_on_call(struct loop *l, struct task *t)
{
	struct check c;
	struct ruling ruling;
	enum check_end end = CHECK_DENY;
	check_fn *fn;

	if (arch_regs_get(t->tid, &t->regs) < 0)
		return;
	if (move_goes_on(t)) {
		loop_resume(l, t, 0);
		return;
	}
	/* The kernel restarted a call inside the stub: judge it anew, as
	 * what it was and where it was. */
	if (t->rewritten && t->slot >= 0 && arch_ip(&t->regs) ==
	    guard_stub(l->wall.guard, t->slot) + arch_insn_size) {
		arch_call_rewind(&t->regs, &t->save);
		arch_ip_set(&t->regs, t->save.ip);
		memcpy(c.in.arg, t->save.arg, sizeof(c.in.arg));
		c.in.nr = (long)t->save.nr;
		arch_call_set(&t->regs, &c.in);
		if (arch_regs_set(t->tid, &t->regs) < 0)
			return;
	}
	/* What an earlier call left in the slot is over. */
	t->rewritten = false;
	c.wall = &l->wall;
	c.task = t;
	c.slot = t->slot >= 0 ? guard_slot(l->wall.guard, t->slot) : NULL;
	arch_call_get(&t->regs, &c.in);
	check_begin(&c);
	t->after = AFTER_NOTHING;
	/* A signal interrupts a fork, which is then begun anew. */
	if (t->cloning)
		limits_on_no_clone(l->wall.limits);
	t->cloning = t->naming = false;
	if (!t->again)
		t->again_since = 0;
	t->again = false;
	if (t->launching) {
		on_launching(l, t, &c);
		return;
	}
	if (loop_cell_on_call(l, t, &c.in))
		return;
	ruling = policy_syscall(l->wall.policy, c.in.nr);
	fn = check_find(c.in.nr);
	if (ruling.verb == RULES_ALLOW && fn == NULL)
		end = CHECK_RUN;
	else if ((ruling.verb == RULES_INSPECT || ruling.verb == RULES_ALLOW) &&
	    c.slot != NULL && t->mapped && fn != NULL) {
		end = check_room(&c);
		if (end == CHECK_RUN)
			end = fn(&c);
	} else
		check_deny(&c);
	if (end == CHECK_ANSWER && c.refused.err != 0 &&
	    limits_may_recount(l->wall.limits, &c.refused)) {
		if (!recount(l, t, c.refused.which))
			return;
		check_begin(&c);
		end = fn(&c);
	}
	switch (end) {
	case CHECK_RUN:
		if (t->cloning && loop_hand_on_fork(l, t))
			return;
		feed_on_call(l->config->feed, t->tgid, t->tid, c.in.nr,
		    c.in.arg);
		loop_resume(l, t, 0);
		return;
	case CHECK_OBJECT:
		loop_make_object(l, t, &c);
		return;
	case CHECK_REWRITE:
		if (t->fstat_count == FSTATS) {
			patch_fstat(l, t);
			t->fstat_count++;	/* once */
		}
		rewrite(l, t, &c);
		return;
	case CHECK_ANSWER:
		if (c.refused.err != 0)
			record_refusal(l, t, c.in.nr, &c.refused);
		if (c.lookup != NULL)
			record_lookup(l, &c, c.lookup);
		arch_call_skip(&t->regs, c.answer);
		if (arch_regs_set(t->tid, &t->regs) == 0)
			loop_resume(l, t, 0);
		return;
	case CHECK_WAIT:
		if (!t->waiting)
			l->waiting++;
		t->waiting = true;
		return;
	case CHECK_DENY:
		break;
	}
	deny(l, t, &c);
}

static int
retry(struct task *t, void *arg)
{
	struct loop *l = arg;

	if (!t->waiting)
		return 0;
	t->waiting = false;
	l->waiting--;
	loop_on_call(l, t);
	return 0;
}

void
loop_retry_waiting(struct loop *l)
{
	/* Nobody goes on while all are held: they are asked again after it. */
	if (l->waiting > 0 && !l->killing && !l->holding)
		task_each(&l->wall.tasks, retry, l);
}

void
loop_undo_stub(struct loop *l, struct task *t)
{
	int at = guard_in_stub(l->wall.guard, t->slot, arch_ip(&t->regs));

	if (at < 0) {
		/* Without a stub, a signal comes after the stop on the way
		 * out: nothing of ours is left in the registers. */
		return;
	}
	if (at == 0) {
		arch_call_rewind(&t->regs, &t->save);
	} else {
		arch_args_restore(&t->regs, &t->save);
		arch_ip_set(&t->regs, t->save.ip);
		if (at == (int)arch_insn_size)
			arch_restart_nr_set(&t->regs, (long)t->save.nr);
	}
	arch_regs_set(t->tid, &t->regs);
}

/*
 * A call that waits has slept a moment: once more. If a signal woke it, it ends
 * as the call itself would have: begun anew if the handler says so, but with a
 * time to wait at most never.
 */
static void
again(struct task *t)
{
	t->rewritten = false;
	if (arch_result(&t->regs) != 0) {
		loop_interrupt(t);
		return;
	}
	t->again = true;
	arch_call_rewind(&t->regs, &t->save);
	arch_regs_set(t->tid, &t->regs);
}

void
loop_interrupt(struct task *t)
{
	t->again = false;
	arch_ip_set(&t->regs, t->save.ip);
	arch_args_restore(&t->regs, &t->save);
	arch_restart_nr_set(&t->regs, (long)t->save.nr);
	arch_result_set(&t->regs, t->after_arg[0] != 0 ? -EINTR :
	    -RESTART_SYS);
	arch_regs_set(t->tid, &t->regs);
}

/* A stop on the way out that was asked for. */
void
loop_on_return(struct loop *l, struct task *t)
{
	enum after after = t->after;

	t->after = AFTER_NOTHING;
	if (after == AFTER_NOTHING || arch_regs_get(t->tid, &t->regs) < 0) {
		loop_resume(l, t, 0);
		return;
	}
	switch (after) {
	case AFTER_EXEC:
		loop_exec_over(l, t);
		guard_exec_give(l->wall.guard, t->exec_area);
		t->exec_area = -1;
		break;
	case AFTER_MAP_CODE:
		if (!check_mapped(&l->wall, t, arch_result(&t->regs))) {
			loop_finish(l, LOOP_KILLED, 0);
			ptrace(PTRACE_CONT, t->tid, 0, 0);
			return;
		}
		break;
	case AFTER_LOCK:
	case AFTER_KEEP:
		if ((after == AFTER_LOCK ? check_locked : check_kept)(t,
		    arch_result(&t->regs)))
			break;
		loop_finish(l, LOOP_KILLED, 0);
		ptrace(PTRACE_CONT, t->tid, 0, 0);
		return;
	case AFTER_GIVE:
		arch_result_set(&t->regs, arch_result(&t->regs) ==
		    (long)t->after_arg[0] ? (long)t->after_arg[1] : -EFAULT);
		break;
	case AFTER_AGAIN:
		again(t);
		loop_resume(l, t, 0);
		return;
	case AFTER_MOVE:
		if (move_next(t)) {
			loop_resume(l, t, 0);
			return;
		}
		if (l->config->calls != NULL)
			calls_return(l->config->calls, &t->traced, t->tid,
			    arch_result(&t->regs));
		break;
	case AFTER_SENDMMSG:
		check_sent(&l->wall, t);
		break;
	case AFTER_SOCKET:
		check_took(&l->wall, t);
		break;
	case AFTER_NOTHING:
	case AFTER_RESTORE:
		break;
	}
	if (t->rewritten) {
		arch_args_restore(&t->regs, &t->save);
		arch_restart_nr_set(&t->regs, (long)t->save.nr);
		t->rewritten = false;
		arch_regs_set(t->tid, &t->regs);
	}
	loop_resume(l, t, 0);
	if (after == AFTER_EXEC || after == AFTER_SOCKET)
		loop_retry_waiting(l);
}
