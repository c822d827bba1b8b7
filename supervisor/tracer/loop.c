/*
 * The event loop: what stopped, why, and what becomes of it.
 *
 *	seize -> release -> [ wait -> handle -> resume ]* -> kill -> reap
 *
 * One call of a tracee, as its tracer sees it:
 *
 *	SECCOMP event	loop_on_call	judge; rewrite registers
 *	(CLONE event)	adopt		the child exists
 *	(EXEC event)	loop_on_exec	the image is new
 *	return stop	loop_on_return	only where ->after asks for it
 *
 * Every ptrace request may fail with ESRCH: the task was killed meanwhile.
 * That is no error; its exit is reported by wait.
 */
#include "loop.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../base/mem.h"
#include "../base/util.h"
#include "calls.h"
#include "guard.h"
#include "../host/launch.h"
#include "../limits/limits.h"
#include "loop_parts.h"
#include "../policy/policy.h"
#include "tracee.h"

#ifndef PTRACE_EVENT_STOP
#define PTRACE_EVENT_STOP 128
#endif

#define OPTIONS	(PTRACE_O_EXITKILL | PTRACE_O_TRACESECCOMP | \
    PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE | \
    PTRACE_O_TRACEEXEC | PTRACE_O_TRACESYSGOOD)

/* A task that stops this often in a row does not get ahead of others. */
#define STREAK	16
#define BATCH	64

/* For loop_stop: the first process, and that it was asked. */
static atomic_int stop_pidfd = -1;
/*
 * The same where there is no pidfd (before Linux 5.3, or refused): cleared once
 * it is reaped. Its number can be another's only a whole round of numbers
 * later, not in the moment between.
 */
static atomic_int stop_pid = -1;
static atomic_int stop_wanted;

void
loop_stop(void)
{
	int saved = errno, fd;

	atomic_store(&stop_wanted, 1);
	fd = atomic_load(&stop_pidfd);
	if (fd >= 0)
		syscall(SYS_pidfd_send_signal, fd, SIGKILL, NULL, 0);
	else if ((fd = atomic_load(&stop_pid)) > 0)
		kill(fd, SIGKILL);
	errno = saved;
}

void
loop_resume(struct loop *l, struct task *t, int sig)
{
	int how = t->after != AFTER_NOTHING || l->config->calls != NULL ?
	    PTRACE_SYSCALL : PTRACE_CONT;

	place_continue(l, t, how, sig);
}

static int
kill_one(struct task *t, void *arg)
{
	(void)arg;
	/* Not reaped by us yet, so the number is still this process. */
	kill(t->tgid, SIGKILL);
	/* Who stands still as it ends is not woken by that. */
	ptrace(PTRACE_CONT, t->tid, 0, 0);
	return 0;
}

void
loop_finish(struct loop *l, enum loop_end end, int value)
{
	if (l->wall.ending == 0) {
		l->wall.ending = 1;
		l->result->end = end;
		l->result->value = value;
	}
	if (!l->killing) {
		l->killing = true;
		task_each(&l->wall.tasks, kill_one, NULL);
	}
}

void
loop_fail(struct loop *l, int err, const char *doing)
{
	if (l->wall.ending == 0) {
		l->result->err = err;
		l->result->err_doing = doing;
	}
	loop_finish(l, LOOP_ERROR, 0);
}

/*
 * A task that is there now: at its parent's event, or at its own first stop,
 * whichever comes first. (The parent's may never come: it can be killed.) Its
 * end may come before its parent's event, too: nobody hears of it again.
 */
static struct task *
adopt(struct loop *l, pid_t tid, pid_t tgid, const struct task *parent)
{
	struct task *t = task_find(&l->wall.tasks, tid);
	long found;

	if (t != NULL)
		return t;
	if (task_was_ours(&l->wall.tasks, tid) &&
	    tracee_status(tid, "TracerPid") != gettid())
		return NULL;
	if (tgid == 0) {
		found = tracee_status(tid, "Tgid");
		if (found <= 0)
			return NULL;
		tgid = (pid_t)found;
	}
	t = task_add(&l->wall.tasks, tid, tgid);
	t->mapped = true;
	t->slot = guard_take(l->wall.guard);
	place_new(l, tid);
	/* A clone under a PTRACE_SYSCALL of the parent starts in a stop of
	 * its own, outside of any call. */
	if (l->config->calls != NULL)
		calls_task(l->config->calls, tid, tgid, parent != NULL ?
		    parent->tid : 0);
	if (tid == tgid)
		l->result->processes++;
	else
		l->result->threads++;
	limits_on_new_task(l->wall.limits, tid, tgid, parent != NULL ?
	    parent->tgid : (pid_t)tracee_status(tid, "PPid"));
	if (l->killing || t->slot < 0)
		kill(tgid, SIGKILL);
	return t;
}

static void
forget(struct loop *l, struct task *t, int64_t cpu)
{
	limits_on_exit_task(l->wall.limits, t->tid, t->tgid, cpu);
	guard_give(l->wall.guard, t->slot);
	if (t->exec_area >= 0) {
		guard_exec_give(l->wall.guard, t->exec_area);
		loop_retry_waiting(l);
	}
	loop_exec_over(l, t);
	if (t->waiting)
		l->waiting--;
	t->waiting = false;
	if (l->wall.net.taking == t->tid) {
		l->wall.net.taking = 0;
		loop_retry_waiting(l);
	}
	task_remove(&l->wall.tasks, t);
}

/* A limit ends the run, and does not wait until all are looked at. */
static bool
is_cut_short(const struct loop *l)
{
	return !l->killing && atomic_load(&stop_wanted) &&
	    limits_exceeded(l->wall.limits);
}

static void
on_end(struct loop *l, struct task *t, int status, int64_t cpu)
{
	bool was_launching = t->launching;
	const char *doing = NULL;
	pid_t tid = t->tid;
	int r;

	if (l->config->calls != NULL)
		calls_gone(l->config->calls, &t->traced, tid, status);
	if (is_cut_short(l))
		loop_describe_killed(l);
	forget(l, t, tid == t->tgid ? cpu : 0);
	if (tid != l->wall.root)
		return;
	atomic_store(&stop_pid, -1);
	/* It never came to its exec: it tells why, or a limit was too small. */
	if (was_launching && !l->killing &&
	    !limits_exceeded(l->wall.limits)) {
		r = launch_outcome(l->config->launch, &doing);
		loop_fail(l, r < 0 ? r : -ECHILD, doing != NULL ? doing :
		    "starting the program");
	}
	if (atomic_load(&stop_wanted))
		loop_finish(l, limits_exceeded(l->wall.limits) ? LOOP_LIMIT :
		    LOOP_STOPPED, 0);
	else if (limits_exceeded(l->wall.limits))
		loop_finish(l, LOOP_LIMIT, 0);
	else if (WIFEXITED(status))
		loop_finish(l, LOOP_EXITED, WEXITSTATUS(status));
	else
		loop_finish(l, LOOP_SIGNALED, WTERMSIG(status));
}

static void
on_new(struct loop *l, struct task *t)
{
	unsigned long pid = 0;

	if (ptrace(PTRACE_GETEVENTMSG, t->tid, 0, &pid) == 0 && pid > 0 &&
	    !loop_hand_on_new(l, t, (pid_t)pid))
		adopt(l, (pid_t)pid, (t->clone_flags & CLONE_THREAD) ?
		    t->tgid : (pid_t)pid, t);
	t->clone_flags = 0;
	t->cloning = false;
	loop_resume(l, t, 0);
}

void
loop_exec_begin(struct loop *l, struct task *t)
{
	l->execs += !t->execing;
	t->execing = true;
}

void
loop_exec_over(struct loop *l, struct task *t)
{
	l->execs -= t->execing;
	t->execing = false;
}

static int
is_overtaking(struct task *t, void *arg)
{
	const struct task *other = arg;

	return t->execing && t != other && t->tgid == other->tgid;
}

struct siblings {
	struct loop	*loop;
	struct task	*keep;
};

static int
drop_sibling(struct task *t, void *arg)
{
	struct siblings *s = arg;

	if (t != s->keep && t->tgid == s->keep->tgid)
		forget(s->loop, t, 0);
	return 0;
}

/*
 * The thread that execs takes over the number of its leader, and every other
 * thread is gone; some of them without telling.
 */
static void
on_exec(struct loop *l, struct task *t)
{
	unsigned long former = 0;
	struct siblings s = { l, t };
	struct task *old;

	/* Whatever its first thread had stopped for is over. */
	t->mapped = false;
	loop_unkeep(l, t->tid);
	if (t->waiting)
		l->waiting--;
	t->waiting = false;
	if (ptrace(PTRACE_GETEVENTMSG, t->tid, 0, &former) < 0)
		return;
	if (former != 0 && (pid_t)former != t->tid) {
		old = task_find(&l->wall.tasks, (pid_t)former);
		if (old != NULL) {
			if (t->exec_area >= 0)
				guard_exec_give(l->wall.guard, t->exec_area);
			free(t->image);
			t->image = steal_ptr(&old->image);
			t->exec_area = old->exec_area;
			t->after = old->after;
			t->traced = old->traced;
			t->launching = old->launching;
			old->exec_area = -1;
		}
		limits_on_thread_exec(l->wall.limits, (pid_t)former, t->tid);
	}
	t->in_call = true;
	loop_exec_over(l, t);
	task_each(&l->wall.tasks, drop_sibling, &s);
	loop_on_exec(l, t);
	if (l->config->calls != NULL) {
		/* Mapping the guard took the stop on the way out. */
		calls_return(l->config->calls, &t->traced, t->tid, 0);
		calls_image(l->config->calls, t->tid, t->image);
	}
	if (t->is_gone)
		on_end(l, t, t->exit_status, 0);
}

/*
 * The kernel's word, as from the caller to itself, of a call that would have
 * made a file too large; what others send looks the same, but no call has
 * failed so then. It ends a program that has not learned to ignore it: not
 * where the limit is ours, and the program will see the call's result.
 */
static bool
is_too_large(struct loop *l, struct task *t)
{
	siginfo_t info;

	return ptrace(PTRACE_GETSIGINFO, t->tid, 0, &info) == 0 &&
	    info.si_code == SI_USER && info.si_pid == t->tgid &&
	    arch_regs_get(t->tid, &t->regs) == 0 &&
	    arch_result(&t->regs) == -EFBIG &&
	    limits_is_file_size(l->wall.limits, t->tgid);
}

static void
on_signal(struct loop *l, struct task *t, int sig)
{
	int r;

	if (t->rewritten && t->slot >= 0) {
		r = arch_regs_get(t->tid, &t->regs);
		if (r == 0)
			loop_undo_stub(l, t);
	}
	if (t->again && arch_regs_get(t->tid, &t->regs) == 0)
		loop_interrupt(t);
	if (sig == SIGXFSZ && is_too_large(l, t)) {
		loop_on_too_large(l, t);
		sig = 0;
	}
	/* The call is over, or will be begun anew. */
	t->in_call = false;
	loop_resume(l, t, sig);
}

/* A stop of our making is one that no call may tell of; signals' are others. */
static void
go_on(struct loop *l, struct task *t)
{
	if (!t->listening && arch_regs_get(t->tid, &t->regs) == 0 &&
	    arch_call_anew(&t->regs))
		arch_regs_set(t->tid, &t->regs);
	t->listening = false;
	loop_resume(l, t, 0);
}

static void
on_stop(struct loop *l, struct task *t, int status)
{
	int sig = WSTOPSIG(status), event = (unsigned)status >> 16;

	t->stops++;
	l->result->stops++;
	place_follow(l, t);
	if (event == PTRACE_EVENT_EXIT) {
		t->dying = true;
		limits_on_last_io(l->wall.limits, t->tid);
	}
	if (l->killing) {
		kill(t->tgid, SIGKILL);
		if (event == PTRACE_EVENT_FORK || event == PTRACE_EVENT_VFORK ||
		    event == PTRACE_EVENT_CLONE) {
			on_new(l, t);
			return;
		}
		ptrace(PTRACE_CONT, t->tid, 0, 0);
		return;
	}
	switch (event) {
	case PTRACE_EVENT_SECCOMP:
		t->in_call = true;
		loop_on_call(l, t);
		if (t->is_gone)
			on_end(l, t, t->exit_status, 0);
		return;
	case PTRACE_EVENT_FORK:
	case PTRACE_EVENT_VFORK:
	case PTRACE_EVENT_CLONE:
		on_new(l, t);
		return;
	case PTRACE_EVENT_EXEC:
		on_exec(l, t);
		return;
	case PTRACE_EVENT_STOP:
		/* A group stop is left to SIGCONT; a first stop is not. */
		t->listening |= sig == SIGSTOP || sig == SIGTSTP ||
		    sig == SIGTTIN || sig == SIGTTOU;
		if (t->listening && sig != SIGTRAP)
			ptrace(PTRACE_LISTEN, t->tid, 0, 0);
		else
			go_on(l, t);
		return;
	case 0:
		break;
	default:
		loop_resume(l, t, 0);
		return;
	}
	if (sig != (SIGTRAP | 0x80)) {
		on_signal(l, t, sig);
		return;
	}
	t->in_call = l->config->calls != NULL ? loop_trace(l, t) : !t->in_call;
	if (t->in_call) {
		loop_resume(l, t, 0);
		return;
	}
	loop_on_return(l, t);
}

/*
 * The last thread of all is about to end: nothing of it runs any more, and what
 * the kernel has to undo (milliseconds, of much memory) nobody need wait for.
 * The status that it ends with, then.
 */
static bool
is_last(struct loop *l, const struct task *t, int *status)
{
	unsigned long ends;

	if (l->config->taken != t->tid || l->killing ||
	    l->wall.tasks.count != 1 || !WIFSTOPPED(*status) ||
	    (unsigned)*status >> 16 != PTRACE_EVENT_EXIT ||
	    atomic_load(&stop_wanted) || limits_exceeded(l->wall.limits) ||
	    ptrace(PTRACE_GETEVENTMSG, t->tid, 0, &ends) < 0)
		return false;
	limits_on_last_io(l->wall.limits, t->tid);
	*status = (int)ends;
	return true;
}

void
loop_handle(struct loop *l, const struct stop *stop)
{
	const struct rusage *usage = &stop->usage;
	pid_t pid = stop->pid;
	int status = stop->status;
	struct task *t = task_find(&l->wall.tasks, pid);

	if (t == NULL && WIFSTOPPED(status) && loop_hand_on_stop(l, pid))
		return;
	if (t == NULL && WIFSTOPPED(status))
		t = adopt(l, pid, 0, NULL);
	if (t == NULL)
		return;		/* another child of this thread; or killed */
	if (WIFSTOPPED(status) && l->execs > 0 && !l->killing &&
	    (unsigned)status >> 16 != PTRACE_EVENT_EXEC &&
	    (unsigned)status >> 16 != PTRACE_EVENT_EXIT &&
	    task_each(&l->wall.tasks, is_overtaking, t) != 0) {
		loop_keep(l, stop);
		return;
	}
	t->parked = false;
	if (!WIFSTOPPED(status))
		loop_unkeep(l, pid);
	l->over = is_last(l, t, &status);
	if (WIFSTOPPED(status)) {
		on_stop(l, t, status);
		return;
	}
	on_end(l, t, status, (usage->ru_utime.tv_sec +
	    usage->ru_stime.tv_sec) * INT64_C(1000000000) +
	    (usage->ru_utime.tv_usec + usage->ru_stime.tv_usec) *
	    INT64_C(1000));
}

bool
loop_wait_one(struct stop *ret, int flags)
{
	ret->pid = wait4(-1, &ret->status, __WALL | __WNOTHREAD | flags,
	    &ret->usage);
	return ret->pid > 0;
}

/*
 * wait() serves the first of its list that is ready. A task that stops and
 * stops would starve the rest: after a streak, collect all that are ready
 * before continuing any.
 */
static int
wait_and_handle(struct loop *l)
{
	static pid_t last;
	static unsigned streak;
	static struct stop batch[BATCH];
	struct task *t;
	int n = 0, i;

	if (!loop_wait_one(&batch[n], 0))
		return errno == EINTR ? 0 : -errno;
	streak = batch[n].pid == last ? streak + 1 : 0;
	last = batch[n++].pid;
	if (streak >= STREAK) {
		streak = 0;
		while (n < BATCH && loop_wait_one(&batch[n], WNOHANG))
			n++;
	}
	for (i = 0; i < n; i++)
		if ((t = task_find(&l->wall.tasks, batch[i].pid)) != NULL)
			t->parked = true;
	for (i = 0; i < n; i++)
		if (!loop_park(l, &batch[i]))
			loop_handle(l, &batch[i]);
	return 0;
}

/* While everybody is made to stand still: keep count, resume nobody. */
struct task *
loop_task_of(struct loop *l, pid_t pid, int status)
{
	struct task *t = task_find(&l->wall.tasks, pid);
	int event = (unsigned)status >> 16;
	unsigned long made = 0;

	if (!WIFSTOPPED(status)) {
		if (t != NULL)
			on_end(l, t, status, 0);
		return NULL;
	}
	if (t == NULL)
		t = adopt(l, pid, 0, NULL);
	if (t != NULL && (event == PTRACE_EVENT_FORK ||
	    event == PTRACE_EVENT_VFORK || event == PTRACE_EVENT_CLONE) &&
	    ptrace(PTRACE_GETEVENTMSG, pid, 0, &made) == 0 && made > 0)
		adopt(l, (pid_t)made, (t->clone_flags & CLONE_THREAD) ?
		    t->tgid : (pid_t)made, t);
	return t;
}

/* Was a limit crossed, or are we told to end? */
static void
end_if_due(struct loop *l)
{
	if (l->killing)
		return;
	if (is_cut_short(l)) {
		loop_describe_killed(l);
	} else if (!atomic_load(&stop_wanted)) {
		if (!loop_look_wanted() && !limits_exceeded(l->wall.limits))
			return;
		loop_describe(l);
	}
	loop_finish(l, limits_exceeded(l->wall.limits) ? LOOP_LIMIT :
	    LOOP_STOPPED, 0);
}

static int
begin(struct loop *l, pid_t root)
{
	unsigned long options = OPTIONS;
	struct task *t;
	int fd, r, tries;

	/*
	 * The child inherits that we are not dumpable, and for an unprivileged
	 * tracer is out of reach until it has made itself so again.
	 */
	if (limits_counts_io(l->wall.limits) || l->config->taken != 0)
		options |= PTRACE_O_TRACEEXIT;
	for (tries = 0; ptrace(PTRACE_SEIZE, root, 0, options) < 0; tries++) {
		if (errno != EPERM || tries >= 2000)
			return -errno;
		nanosleep(&(struct timespec){ .tv_nsec = 200000 }, NULL);
	}
	t = task_add(&l->wall.tasks, root, root);
	t->launching = l->config->taken == 0;
	if (l->config->calls != NULL)
		calls_task(l->config->calls, root, root, 0);
	t->slot = guard_take(l->wall.guard);
	l->result->processes = 1;
	limits_on_new_task(l->wall.limits, root, root, 0);
	if (l->config->taken != 0) {
		r = loop_hand_take(l, t);
		if (r < 0)
			return r;
	}
	l->wall.session = getsid(root);
	fd = (int)syscall(SYS_pidfd_open, root, 0);
	if (fd >= 0)
		atomic_store(&stop_pidfd, fd);
	else
		atomic_store(&stop_pid, root);
	if (l->config->taken == 0)
		return launch_release(l->config->launch);
	loop_resume(l, t, 0);
	return 0;
}

int
loop_run(const struct loop_config *config, struct loop_result *ret)
{
	struct loop *l = mem_new(1, sizeof(*l));
	pid_t root = config->taken != 0 ? config->taken :
	    launch_pid(config->launch);
	int r, fd;

	memset(ret, 0, sizeof(*ret));
	l->config = config;
	l->result = ret;
	l->wall.policy = config->policy;
	l->wall.guard = config->guard;
	l->wall.limits = config->limits;
	l->wall.recorder = config->recorder;
	l->wall.used = config->used;
	l->wall.net.hand = config->way[0];
	l->wall.net.taken = config->way[1];
	l->wall.root = root;
	l->wall.above = l->wall.reaper = getpid();
	if (config->taken != 0) {
		l->wall.above = (pid_t)tracee_status(root, "PPid");
		l->wall.reaper = (pid_t)tracee_status(l->wall.above, "PPid");
	}
	l->wall.landlocked = config->landlocked;
	l->wall.reader_fd = (int)policy_limit(config->policy,
	    RULES_OPEN_FILES);
	place_begin(l);
	paths_new(config->policy, &l->wall.paths);
	paths_begin_in(l->wall.paths, config->cwd);
	/* What is made on behalf takes the tracee's mask, not ours. No other
	 * thread of this process makes files. */
	umask(0);
	loop_look_begin();
	r = begin(l, root);
	if (r < 0) {
		kill(root, SIGKILL);
		loop_fail(l, r, "seizing the first process");
	}
	while ((r = l->over ? -ECHILD : wait_and_handle(l)) == 0) {
		loop_hold_turn(l);
		end_if_due(l);
		/* What a zygote gave away may be our child now, and lives on. */
		if (config->give != NULL && l->wall.ending != 0 &&
		    l->wall.tasks.count == 0) {
			r = -ECHILD;
			break;
		}
	}
	loop_look_end();
	if (r != -ECHILD)
		loop_fail(l, r, "waiting");
	else if (l->wall.ending == 0)
		loop_fail(l, -ECHILD, "waiting for the first process");
	fd = atomic_exchange(&stop_pidfd, -1);
	if (fd >= 0)
		close(fd);
	while (l->wall.tasks.count > 0) {
		unsigned i;

		for (i = 0; i < TASK_BUCKETS; i++)
			while (l->wall.tasks.bucket[i] != NULL)
				forget(l, l->wall.tasks.bucket[i], 0);
	}
	place_end(l);
	paths_free(l->wall.paths);
	free(l->parked);
	r = ret->end == LOOP_ERROR ? ret->err : 0;
	free(l);
	return r;
}
