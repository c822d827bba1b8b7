/*
 * New tasks, signals, and calls that name another process: only within the
 * tree.
 */
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/futex.h>
#include <linux/prctl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../base/util.h"
#include "../limits/limits.h"
#include "../tracer/proctext.h"
#include "../tracer/tracee.h"

#ifndef CLONE_NEWCGROUP
#define CLONE_NEWCGROUP 0x02000000
#endif

/* Without these, a child would be nobody's tracee, or another world's. */
#define CLONE_REFUSED	(CLONE_UNTRACED | CLONE_PTRACE | CLONE_PARENT | \
    CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | \
    CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | CLONE_IO)

static enum check_end
start_task(struct check *c, uint64_t flags)
{
	int r;

	if (!policy_task(c->wall->policy, flags & CLONE_THREAD, &c->ruling)) {
		c->err = c->ruling.err;
		return CHECK_DENY;
	}
	if (c->wall->tasks.count + 8 >= GUARD_SLOTS)
		return check_answer(c, -EAGAIN);
	r = limits_on_clone(c->wall->limits, c->task->tgid,
	    flags & CLONE_VM, &c->refused);
	if (r > 0)
		return check_answer(c, -r);
	c->task->clone_flags = flags;
	c->task->cloning = true;
	return CHECK_RUN;
}

static enum check_end
on_clone(struct check *c)
{
	uint64_t flags = c->in.arg[0];

	if (flags & (CLONE_UNTRACED | CLONE_PTRACE))
		return check_deny_self(c, "untraced");
	if (flags & CLONE_REFUSED)
		return check_deny(c);
	/*
	 * Who shares memory is a thread, or a vfork child whose parent stands
	 * still: else "is it alone?" had no answer. Threads share descriptors,
	 * and nobody else does: who looks at one of them, sees all.
	 */
	if (!(flags & CLONE_FILES) != !(flags & CLONE_THREAD))
		return check_deny(c);
	if ((flags & CLONE_VM) && !(flags & (CLONE_THREAD | CLONE_VFORK)))
		return check_deny(c);
	return start_task(c, flags);
}

#ifdef __NR_fork
static enum check_end
on_fork(struct check *c)
{
	return start_task(c, c->in.nr == __NR_vfork ?
	    CLONE_VM | CLONE_VFORK : 0);
}
#endif

struct group {
	pid_t	pgid, caller;
	int	sig, sent, err;
};

static int
in_group(struct task *t, void *arg)
{
	return t->tid == t->tgid && getpgid(t->tgid) ==
	    ((struct group *)arg)->pgid;
}

static int
send_one(struct task *t, void *arg)
{
	struct group *g = arg;

	if (t->tid != t->tgid || t->tgid == g->caller)
		return 0;
	if (kill(t->tgid, g->sig) == 0)
		g->sent++;
	else
		g->err = errno;
	return 0;
}

/* kill(-1): everybody, as far as the tree goes. */
static enum check_end
signal_all(struct check *c, int sig)
{
	struct group g = { .caller = c->task->tgid, .sig = sig,
	    .err = ESRCH };

	if (sig < 0 || sig > 64)
		return check_answer(c, -EINVAL);
	task_each(&c->wall->tasks, send_one, &g);
	return check_answer(c, g.sent > 0 ? 0 : -g.err);
}

/*
 * One of the tree's that is dead: waited for by us, and by its parent, or not
 * yet. Its number may be another's by now, so no call runs with it.
 */
static bool
is_zombie(struct check *c, pid_t pid)
{
	long parent = tracee_status(pid, "PPid");

	return parent > 0 && (parent == c->wall->reaper ||
	    task_is_ours(&c->wall->tasks, (pid_t)parent));
}

static enum check_end
target(struct check *c, pid_t pid)
{
	if (task_is_ours(&c->wall->tasks, pid))
		return CHECK_RUN;
	if (task_was_ours(&c->wall->tasks, pid)) {
		if (!is_zombie(c, pid))
			return check_answer(c, -ESRCH);
		/* A descriptor of whatever process is judged when used. */
		return c->in.nr == __NR_pidfd_open ? CHECK_RUN :
		    check_answer(c, 0);
	}
	if (pid == getpid() || pid == getppid() || pid == c->wall->above ||
	    pid == c->wall->reaper)
		return check_deny_self(c, "signal");
	/* Whether it exists is not told. */
	return check_deny(c);
}

static enum check_end
on_kill(struct check *c)
{
	pid_t pid = (pid_t)check_int(c, 0);
	struct group g = { .pgid = -pid };

	if (pid > 0)
		return target(c, pid);
	if (pid == -1)
		return signal_all(c, check_int(c, 1));
	/* Groups do not reach across sessions, and the session is ours. */
	if (pid == 0 || (pid != INT32_MIN &&
	    task_each(&c->wall->tasks, in_group, &g) != 0))
		return CHECK_RUN;
	return check_deny(c);
}

/* tkill, rt_sigqueueinfo, pidfd_open: a pid first. */
static enum check_end
on_pid_first(struct check *c)
{
	pid_t pid = (pid_t)check_int(c, 0);

	return pid <= 0 ? check_answer(c, -EINVAL) : target(c, pid);
}

static enum check_end
on_tgkill(struct check *c)
{
	enum check_end end;

	if (check_int(c, 0) <= 0 || check_int(c, 1) <= 0)
		return check_answer(c, -EINVAL);
	end = target(c, (pid_t)check_int(c, 0));
	return end == CHECK_RUN ? target(c, (pid_t)check_int(c, 1)) : end;
}

/*
 * Whom a descriptor names: not only one of us. A socket tells who is at its
 * other end, and where that was connected on behalf, it is the supervisor; a
 * descriptor of /proc/PID would serve as well. A sibling could put another
 * under the number after the look, so unless there is none, the signal goes to
 * the number of the process that was judged.
 */
static enum check_end
on_pidfd_signal(struct check *c)
{
	bool alone = task_is_alone(&c->wall->tasks, c->task);
	char name[64], text[1024];
	auto_fd int info = -1;
	enum check_end end;
	int64_t pid;
	ssize_t n;

	snprintf(name, sizeof(name), "/proc/%d/fdinfo/%d",
	    (int)c->task->tid, check_int(c, 0));
	info = open(name, O_RDONLY | O_CLOEXEC);
	if (info < 0)
		return check_answer(c, -EBADF);
	n = read(info, text, sizeof(text));
	if (n <= 0 || !proctext_number(text, (size_t)n, "Pid", &pid) ||
	    pid <= 0)
		return check_deny(c);
	end = target(c, (pid_t)pid);
	if (end != CHECK_RUN || alone)
		return end;
	/* To a thread, to a group: as before Linux 6.9. */
	if ((unsigned)c->in.arg[3] != 0)
		return check_answer(c, -EINVAL);
	memset(c->out.arg, 0, sizeof(c->out.arg));
	c->out.arg[0] = (uint64_t)pid;
	c->out.arg[1] = c->in.arg[1];
	c->out.arg[2] = c->in.arg[2];
	return check_rewrite(c, c->in.arg[2] == 0 ? __NR_kill :
	    __NR_rt_sigqueueinfo);
}

/* A pid argument, or 0 for the caller itself. */
static enum check_end
on_own_pid(struct check *c)
{
	pid_t pid = (pid_t)check_int(c, 0);

	return pid == 0 || task_is_ours(&c->wall->tasks, pid) ? CHECK_RUN :
	    check_deny(c);
}

/* The processors a task may run on: not while we narrow them, and not ours to
 * narrow once the program has chosen. */
static enum check_end
on_affinity(struct check *c)
{
	enum check_end end = on_own_pid(c);

	c->task->placing = true;
	if (end == CHECK_RUN && c->in.nr == __NR_sched_setaffinity)
		c->wall->places = true;
	return end;
}

/* getpriority, ioprio_get: of processes, of groups; never of users. */
static enum check_end
on_getpriority(struct check *c)
{
	pid_t who = (pid_t)check_int(c, 1);
	struct group g = { .pgid = who };
	int kind = check_int(c, 0) - (c->in.nr == __NR_ioprio_get ? 1 : 0);

	if ((kind == 0 || kind == 1) && (who == 0 || (kind == 0 ?
	    task_is_ours(&c->wall->tasks, who) :
	    task_each(&c->wall->tasks, in_group, &g) != 0)))
		return CHECK_RUN;
	return check_deny(c);
}

/* The clock of a process: its number, inverted, above three bits of kind. */
static enum check_end
on_clock(struct check *c)
{
	int clock = check_int(c, 0);
	pid_t pid = (pid_t)~(clock >> 3);

	if (clock >= 0 || pid == 0 || ((clock & 7) != 3 &&
	    task_is_ours(&c->wall->tasks, pid)))
		return CHECK_RUN;
	return check_deny(c);
}

/* The header names a process; the slot's copy, read only, is the one used. */
static enum check_end
on_capget(struct check *c)
{
	uint32_t head[2];
	int r = tracee_read(c->task->tid, c->in.arg[0], head, sizeof(head));

	if (r < 0)
		return check_answer(c, r);
	/* Asking for the version, which would be written. */
	if (head[0] != _LINUX_CAPABILITY_VERSION_3) {
		head[0] = _LINUX_CAPABILITY_VERSION_3;
		return check_give(c, c->in.arg[0], head, 4,
		    c->in.arg[1] == 0 ? 0 : -EINVAL);
	}
	if (head[1] != 0 && !task_is_ours(&c->wall->tasks, (pid_t)head[1]))
		return check_deny(c);
	memcpy(c->slot->addr, head, sizeof(head));
	c->out.arg[0] = GUARD_AT(c->task->slot, addr);
	return check_rewrite(c, c->in.nr);
}

/*
 * None at all is what who lowers this one asks for, and has, by the 1 that is
 * set (confine.c); 0 would be more.
 */
static enum check_end
core_limit(struct check *c, uint64_t at)
{
	struct rlimit want;
	int r = tracee_read(c->task->tid, at, &want, sizeof(want));

	return check_answer(c, r < 0 ? r : want.rlim_cur > want.rlim_max ?
	    -EINVAL : want.rlim_max > 1 ? -EPERM : 0);
}

/* Limits of the tree's own; see filter.c for the one on data. */
static enum check_end
on_prlimit(struct check *c)
{
	enum check_end end;

	if (check_int(c, 0) < 0)
		return check_answer(c, -ESRCH);
	end = on_own_pid(c);
	if (end == CHECK_RUN && c->in.arg[2] != 0 &&
	    check_int(c, 1) == RLIMIT_DATA)
		return check_deny(c);
	if (end != CHECK_RUN || c->in.arg[2] == 0 ||
	    check_int(c, 1) != RLIMIT_CORE)
		return end;
	end = core_limit(c, c->in.arg[2]);
	if (c->answer != 0 || c->in.arg[3] == 0)
		return end;
	c->out.arg[2] = 0;
	return check_rewrite(c, c->in.nr);
}

static enum check_end
on_setrlimit(struct check *c)
{
	switch (check_int(c, 0)) {
	case RLIMIT_DATA:
		return check_deny(c);
	case RLIMIT_CORE:
		return core_limit(c, c->in.arg[1]);
	default:
		return CHECK_RUN;
	}
}

/* setpriority, ioprio_set: which, who. */
static enum check_end
on_priority(struct check *c)
{
	pid_t who = (pid_t)check_int(c, 1);
	struct group g = { .pgid = who };
	/* PRIO_PROCESS is 0, IOPRIO_WHO_PROCESS 1; a group is one more. */
	int base = c->in.nr == __NR_ioprio_set ? 1 : 0;

	if (check_int(c, 0) == base && (who == 0 ||
	    task_is_ours(&c->wall->tasks, who)))
		return CHECK_RUN;
	if (check_int(c, 0) == base + 1 && (who == 0 ||
	    task_each(&c->wall->tasks, in_group, &g) != 0))
		return CHECK_RUN;
	return check_deny(c);
}

/* What differs in the high half only came here; what no kernel knows, too. */
static enum check_end
on_futex(struct check *c)
{
	switch (check_int(c, 1) & FUTEX_CMD_MASK) {
	case FUTEX_WAIT:
	case FUTEX_WAKE:
	case FUTEX_REQUEUE:
	case FUTEX_CMP_REQUEUE:
	case FUTEX_WAKE_OP:
	case FUTEX_WAIT_BITSET:
	case FUTEX_WAKE_BITSET:
		return CHECK_RUN;
	default:
		return check_deny(c);
	}
}

static enum check_end
on_prctl(struct check *c)
{
	/* What the filter lets pass never comes here; see filter.c. */
	switch (check_int(c, 0)) {
	case PR_SET_DUMPABLE:
		/* 0 would hide the caller's memory from us. */
		return c->in.arg[1] == 1 ? CHECK_RUN :
		    check_deny_self(c, "dumpable");
	case PR_SET_SECCOMP:
		return check_deny_self(c, "filter");
	case PR_SET_PTRACER:
		return check_deny_self(c, "trace");
	default:
		return check_deny(c);
	}
}

/* To be who one is already: nothing changes, and make asks for it. */
static enum check_end
on_identity(struct check *c)
{
	bool group = c->in.nr == __NR_setgid || c->in.nr == __NR_setregid ||
	    c->in.nr == __NR_setresgid;
	int own = (int)(group ? getegid() : geteuid()), n, i;

	n = c->in.nr == __NR_setuid || c->in.nr == __NR_setgid ? 1 :
	    c->in.nr == __NR_setreuid || c->in.nr == __NR_setregid ? 2 : 3;
	for (i = 0; i < n; i++)
		if (check_int(c, i) != own && (n == 1 || check_int(c, i) != -1))
			return check_deny(c);
	return check_answer(c, 0);
}

const struct check_entry check_process_calls[] = {
	{ __NR_setuid, on_identity },
	{ __NR_setgid, on_identity },
	{ __NR_setreuid, on_identity },
	{ __NR_setregid, on_identity },
	{ __NR_setresuid, on_identity },
	{ __NR_setresgid, on_identity },
	{ __NR_clone, on_clone },
#ifdef __NR_fork
	{ __NR_fork, on_fork },
	{ __NR_vfork, on_fork },
#endif
	{ __NR_kill, on_kill },
	{ __NR_tkill, on_pid_first },
	{ __NR_tgkill, on_tgkill },
	{ __NR_rt_sigqueueinfo, on_pid_first },
	{ __NR_rt_tgsigqueueinfo, on_tgkill },
	{ __NR_pidfd_open, on_pid_first },
	{ __NR_pidfd_send_signal, on_pidfd_signal },
	{ __NR_getpgid, on_own_pid },
	{ __NR_getsid, on_own_pid },
	{ __NR_getpriority, on_getpriority },
	{ __NR_ioprio_get, on_getpriority },
	{ __NR_get_robust_list, on_own_pid },
	{ __NR_capget, on_capget },
	{ __NR_sched_getscheduler, on_own_pid },
	{ __NR_sched_getparam, on_own_pid },
	{ __NR_sched_getattr, on_own_pid },
	{ __NR_sched_rr_get_interval, on_own_pid },
	{ __NR_clock_gettime, on_clock },
	{ __NR_clock_getres, on_clock },
	{ __NR_clock_nanosleep, on_clock },
	{ __NR_timer_create, on_clock },
	{ __NR_prlimit64, on_prlimit },
	{ __NR_setrlimit, on_setrlimit },
	{ __NR_setpgid, on_own_pid },
	{ __NR_sched_setaffinity, on_affinity },
	{ __NR_sched_getaffinity, on_affinity },
	{ __NR_sched_setscheduler, on_own_pid },
	{ __NR_sched_setparam, on_own_pid },
	{ __NR_sched_setattr, on_own_pid },
	{ __NR_setpriority, on_priority },
	{ __NR_ioprio_set, on_priority },
	{ __NR_futex, on_futex },
	{ __NR_prctl, on_prctl },
	{ 0, NULL }
};
