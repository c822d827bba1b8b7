/*
 * A zygote's child changes its tracer: zygote/handover.h.
 *
 * Given: the guard is kept out of the zygote's children. At its first stop the
 * child names who may trace it, where Yama asks for that; dies with the zygote
 * until it is taken; and is let go as it stops for good, so that no instruction
 * of its own runs while nobody judges it.
 *
 * Taken: at that same stop it gets what the launched one makes for itself: its
 * descriptors, a guard, limits, a session, the run's Landlock domain. The
 * filter it has already. Each is a call that it makes for us; the filter stops
 * what it does not know, and only here somebody lets that pass.
 */
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "../base/landlock.h"
#include "../base/util.h"
#include "../check/check_inet.h"
#include "../host/confine.h"
#include "../limits/limits.h"
#include "../policy/policy.h"
#include "../zygote/handover.h"
#include "guard.h"
#include "loop_parts.h"
#include "tracee.h"

#ifndef PTRACE_EVENT_STOP
#define PTRACE_EVENT_STOP 128
#endif
#ifndef __NR_mseal
#define __NR_mseal 462
#endif
#ifndef __NR_close_range
#define __NR_close_range 436
#endif
#ifndef __NR_landlock_restrict_self
#define __NR_landlock_restrict_self 446
#endif

struct hand {
	struct loop		*loop;
	struct task		*task;
	struct injection	 in;
	int			 err;	/* the first */
};

/* A call of the task's; 0 once one has failed. */
static long
call(struct hand *h, long nr, uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
	const uint64_t arg[6] = { a, b, c, d };
	long got = 0;

	if (h->err == 0)
		h->err = loop_inject(h->loop, h->task, &h->in, nr, arg, &got);
	return got;
}

/* The next stop of `tid` alone; 0 or -errno, -ESRCH if it ended. */
static int
wait_for(pid_t tid, int *ret)
{
	while (waitpid(tid, ret, __WALL) < 0)
		if (errno != EINTR)
			return -errno;
	return WIFSTOPPED(*ret) ? 0 : -ESRCH;
}

/* No child has it, nor the memory where another would have to lie. */
static int
hide_guard(struct loop *l, struct task *t)
{
	struct hand h = { .loop = l, .task = t };
	struct arch_save save;
	struct arch_call clone;

	arch_call_get(&t->regs, &clone);
	save = (struct arch_save){ .ip = arch_ip(&t->regs),
	    .nr = (uint64_t)clone.nr };
	memcpy(save.arg, clone.arg, sizeof(save.arg));
	arch_call_skip(&t->regs, -EAGAIN);
	h.err = arch_regs_set(t->tid, &t->regs);
	if (h.err == 0)
		h.err = loop_inject_begin(l, t, &h.in);
	call(&h, __NR_madvise, arch_guard_base, GUARD_SIZE, MADV_DONTFORK, 0);
	if (h.err != 0)
		return h.err;
	/* The call itself begins anew. */
	arch_call_rewind(&h.in.clean, &save);
	h.err = arch_regs_set(t->tid, &h.in.clean);
	if (h.err == 0 && ptrace(PTRACE_SETSIGMASK, t->tid,
	    sizeof(h.in.mask), &h.in.mask) < 0)
		h.err = -errno;
	return h.err;
}

bool
loop_hand_on_fork(struct loop *l, struct task *t)
{
	int r;

	if (l->config->give == NULL || t->tid != l->wall.root ||
	    (t->clone_flags & (CLONE_VM | CLONE_THREAD)) ||
	    !handover_wanted(l->config->give))
		return false;
	l->giving = true;
	if (l->hidden)
		return false;
	l->hidden = true;
	limits_on_no_child(l->wall.limits, t->tgid);
	t->cloning = t->in_call = false;
	r = hide_guard(l, t);
	if (r < 0 && r != -ESRCH)
		loop_fail(l, r, "keeping the guard out of a child");
	else if (r == 0)
		loop_resume(l, t, 0);
	return true;
}

/* `child` is at its first stop, and nobody's task here. */
static int
let_go(struct loop *l, pid_t child)
{
	struct task t = { .tid = child, .tgid = child };
	struct hand h = { .loop = l, .task = &t };
	int status = 0, tries;

	h.err = loop_inject_begin(l, &t, &h.in);
	call(&h, __NR_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0);
	call(&h, __NR_prctl, PR_SET_PTRACER,
	    (uint64_t)l->config->give->heirs, 0, 0);
	if (h.err == -EINVAL)		/* this kernel has no Yama */
		h.err = 0;
	if (h.err == 0)
		h.err = loop_inject_end(&t, &h.in, arch_result(&h.in.clean));
	if (h.err == 0 && kill(child, SIGSTOP) < 0)
		h.err = -errno;
	for (tries = 0; h.err == 0 && tries < 64; tries++) {
		if (ptrace(PTRACE_CONT, child, 0, 0) < 0)
			return -errno;
		h.err = wait_for(child, &status);
		if ((unsigned)status >> 8 == SIGSTOP)
			break;
	}
	if (h.err == 0 && ptrace(PTRACE_DETACH, child, 0, SIGSTOP) < 0)
		h.err = -errno;
	return h.err;
}

static void
give(struct loop *l, pid_t child)
{
	int r;

	l->giving = false;
	l->newborn = 0;
	r = let_go(l, child);
	if (r == 0)
		r = handover_give(l->config->give, child);
	if (r < 0) {
		kill(child, SIGKILL);
		loop_fail(l, r, "handing over a child");
	}
}

bool
loop_hand_on_new(struct loop *l, struct task *t, pid_t child)
{
	if (!l->giving || t->tid != l->wall.root)
		return false;
	limits_on_no_child(l->wall.limits, t->tgid);
	if (l->newborn == child)
		give(l, child);
	else
		l->newborn = child;
	return true;
}

bool
loop_hand_on_stop(struct loop *l, pid_t child)
{
	if (!l->giving)
		return false;
	if (l->newborn == child)
		give(l, child);
	else if (tracee_status(child, "PPid") == l->wall.root)
		l->newborn = child;
	else
		return false;
	return true;
}

static void
map_guard(struct hand *h, uint64_t from)
{
	const uint64_t flags = GUARD_MAP_FLAGS;
	const uint64_t code[6] = { arch_guard_base, GUARD_CODE,
	    PROT_READ | PROT_EXEC, flags, from, 0 };
	const uint64_t data[6] = { arch_guard_base + GUARD_CODE, GUARD_DATA,
	    PROT_READ, flags, from, GUARD_CODE };
	const uint64_t *const part[] = { code, data };
	long got;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(part) && h->err == 0; i++) {
		h->err = loop_inject(h->loop, h->task, &h->in, __NR_mmap,
		    part[i], &got);
		if (h->err == 0 && got != (long)part[i][0])
			h->err = -EEXIST;
	}
	if (guard_has_mseal())
		call(h, __NR_mseal, arch_guard_base, GUARD_SIZE, 0, 0);
}

/* Descriptors from `first` to `last`, which may be none. */
static void
close_all(struct hand *h, uint64_t first, uint64_t last)
{
	call(h, __NR_close_range, first, last, 0, 0);
	/* Before Linux 5.9, or refused by a host's filter. */
	if (h->err != -ENOSYS && h->err != -EPERM)
		return;
	for (; first <= last; first++) {
		h->err = 0;
		call(h, __NR_close, first, 0, 0, 0);
		if (h->err == -ESRCH)
			return;
	}
	h->err = 0;
}

/* All it has is what it is handed, under the numbers that launch gives. */
static void
arrange(struct hand *h)
{
	const struct loop_config *cfg = h->loop->config;
	const uint64_t most = (uint64_t)h->loop->wall.reader_fd,
	    first = most - HANDOVER_N;
	unsigned i;

	for (i = HANDOVER_STDIN; i <= HANDOVER_REPORT; i++)
		call(h, __NR_dup3, first + i, i, 0, 0);
	call(h, __NR_dup3, first + HANDOVER_GUARD, most, 0, 0);
	if (cfg->way[0] >= 0)
		call(h, __NR_dup3, first + HANDOVER_WAY, most + INET_WAY, 0,
		    0);
	call(h, __NR_fchdir, first + HANDOVER_CWD, 0, 0, 0);
	if (cfg->landlocked)
		call(h, __NR_landlock_restrict_self,
		    first + HANDOVER_LANDLOCK, 0, 0, 0);
	close_all(h, HANDOVER_REPORT + 1, most - 1);
	/* Above them the zygote's: the way, if this one has none. */
	if (cfg->way[0] < 0)
		close_all(h, most + INET_WAY, most + INET_WAY);
}

int
loop_hand_take(struct loop *l, struct task *t)
{
	const struct loop_config *cfg = l->config;
	struct hand h = { .loop = l, .task = t };
	int64_t limits[RULES_NLIMITS];
	int i, status, r;

	r = wait_for(t->tid, &status);
	if (r < 0)
		return r;
	if ((unsigned)status >> 16 != PTRACE_EVENT_STOP)
		return -EPROTO;
	for (i = 0; i < RULES_NLIMITS; i++)
		limits[i] = policy_limit(cfg->policy, (enum rules_limit)i);
	if (limits[RULES_CPU] < cfg->cpu_ms)
		limits[RULES_CPU] = cfg->cpu_ms;
	/* Above its limit first, then that limit. */
	r = confine_room(t->tid, limits[RULES_OPEN_FILES] + INET_WAY + 1);
	if (r == 0)
		r = loop_inject_begin(l, t, &h.in);
	if (r < 0)
		return r;
	call(&h, __NR_setsid, 0, 0, 0, 0);
	call(&h, __NR_prctl, PR_SET_PDEATHSIG, 0, 0, 0);
	map_guard(&h, (uint64_t)HANDOVER_FIRST(l->wall.reader_fd) +
	    HANDOVER_GUARD);
	arrange(&h);
	if (h.err == 0)
		h.err = confine_rlimits(t->tid, limits, 0);
	if (h.err == 0)
		h.err = loop_inject_end(t, &h.in, arch_result(&h.in.clean));
	t->mapped = h.err == 0;
	/* Still stopped, for all that is not its tracer. */
	if (h.err == 0 && kill(t->tid, SIGCONT) < 0)
		h.err = -errno;
	return h.err;
}
