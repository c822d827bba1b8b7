/*
 * When a limit ends the run: stop everyone, say what each was doing, and
 * resume nobody; who asked for this kills the tree afterwards.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../base/fit.h"
#include "../base/json.h"
#include "../base/clock.h"
#include "../base/syscalls.h"
#include "../base/util.h"
#include "../evidence/evidence.h"
#include "loop_parts.h"

/* Nothing of the tree runs meanwhile; a busy host takes its time. */
#define STOP_US		800000		/* until all stand still */
#define LOOK_US		1500000		/* for all of it */
#define LISTED_MAX	64u

static atomic_int look_wanted;
static pthread_t tracer;
static atomic_bool has_tracer, all_still;

static void
on_wake(int sig)
{
	(void)sig;	/* it is for the EINTR */
}

void
loop_look_begin(void)
{
	struct sigaction act = { .sa_handler = on_wake };

	/* Without SA_RESTART: a wait ends. Our child has been forked. */
	sigaction(SIGUSR1, &act, NULL);
	tracer = pthread_self();
	atomic_store(&has_tracer, true);
}

void
loop_look_end(void)
{
	atomic_store(&has_tracer, false);
}

bool
loop_look_wanted(void)
{
	return atomic_load(&look_wanted) != 0;
}

bool
loop_wake(void)
{
	/* The thread is joined after us, if at all: its number is good. */
	if (!atomic_load(&has_tracer))
		return false;
	pthread_kill(tracer, SIGUSR1);
	return true;
}

bool
loop_look(void)
{
	atomic_store(&look_wanted, 1);
	loop_wake();
	return atomic_load(&all_still);
}

static int
interrupt(struct task *t, void *arg)
{
	(void)arg;
	/* Who waits for an exec area stands still already. */
	t->held = t->waiting;
	if (!t->held)
		ptrace(PTRACE_INTERRUPT, t->tid, 0, 0);
	return 0;
}

static int
is_moving(struct task *t, void *arg)
{
	(void)arg;
	return !t->held;
}

static void
stop_all(struct loop *l)
{
	const struct timespec pause = { .tv_nsec = 200000 };
	int64_t end = clock_us() + STOP_US;
	struct task *t;
	int status;
	pid_t pid;

	task_each(&l->wall.tasks, interrupt, NULL);
	/* Time is asked for where nobody has stopped: it may be we who were
	 * late. As nobody is resumed, there is an end of stops. */
	while (task_each(&l->wall.tasks, is_moving, NULL) != 0) {
		pid = waitpid(-1, &status, __WALL | __WNOTHREAD | WNOHANG);
		if (pid < 0 || (pid == 0 && clock_us() >= end))
			break;
		if (pid == 0) {
			nanosleep(&pause, NULL);
			continue;
		}
		t = loop_task_of(l, pid, status);
		if (t != NULL && WIFSTOPPED(status))
			t->held = true;
	}
	atomic_store(&all_still,
	    task_each(&l->wall.tasks, is_moving, NULL) == 0);
}

/*
 * The call a task is in; NULL if it computes. The kernel says it of a thread
 * that stands still.
 */
static const char *
call_of(const struct task *t)
{
	const struct syscall_row *row;
	char name[48], text[64];
	auto_fd int fd = -1;
	ssize_t n;

	snprintf(name, sizeof(name), "/proc/%d/syscall", (int)t->tid);
	fd = open(name, O_RDONLY | O_CLOEXEC);
	n = fd < 0 ? -1 : read(fd, text, sizeof(text) - 1);
	if (n <= 0 || text[0] < '0' || text[0] > '9')
		return NULL;
	text[n] = '\0';
	row = syscall_by_number(SYSCALL_NATIVE, strtol(text, NULL, 10));
	return row != NULL ? row->name : NULL;
}

struct listing {
	struct task	*tasks[LISTED_MAX];
	unsigned	 n, left_out;
};

static int
collect(struct task *t, void *arg)
{
	struct listing *list = arg;

	if (list->n < LISTED_MAX)
		list->tasks[list->n++] = t;
	else
		list->left_out++;
	return 0;
}

static int
by_number(const void *a, const void *b)
{
	const struct task *x = *(struct task *const *)a;
	const struct task *y = *(struct task *const *)b;

	return x->tid < y->tid ? -1 : x->tid > y->tid;
}

/* `why` there is nothing to be seen of it, or NULL. */
static struct json *
describe(const struct task *t, int64_t end, const char *why)
{
	struct json *json = js_obj();

	js_put_num(json, "pid", t->tgid);
	js_put_num(json, "tid", t->tid);
	js_put_str(json, "call", why == NULL ? call_of(t) : NULL);
	if (why == NULL) {
		evidence_of_thread(t->tgid, t->tid, end, json);
		return fit_owned(json, FIT_ITEM);
	}
	js_put(json, "python", js_arr());
	js_put_str(json, "python_why", why);
	js_put(json, "innermost", js_nul());
	js_put(json, "native", js_arr());
	return json;
}

static void
describe_all(struct loop *l, int64_t end, const char *why)
{
	struct listing list = { .n = 0 };
	unsigned i;

	task_each(&l->wall.tasks, collect, &list);
	if (list.n == 0 || l->result->doing != NULL)
		return;
	qsort(list.tasks, list.n, sizeof(struct task *), by_number);
	l->result->doing = js_arr();
	for (i = 0; i < list.n; i++)
		js_add(l->result->doing, describe(list.tasks[i], end,
		    why != NULL || list.tasks[i]->held ? why :
		    "it did not stand still in time: the kernel holds it"));
	l->result->left_out = list.left_out;
}

void
loop_describe(struct loop *l)
{
	int64_t end = clock_us() + LOOK_US;

	if (l->looked)
		return;
	l->looked = true;
	/* Nobody is to be met any more: be where there is room, as are those
	 * that look, who inherit it. */
	place_end(l);
	loop_unpark(l);
	stop_all(l);
	describe_all(l, end, NULL);
}

void
loop_describe_killed(struct loop *l)
{
	describe_all(l, 0, "it was killed before it could be looked at: what "
	    "the run used went on growing, or time was over");
}
