#include "task.h"

#include <stdlib.h>

#include "../base/mem.h"

static struct task **
bucket_of(const struct tasks *ts, pid_t tid)
{
	return (struct task **)&ts->bucket[(unsigned)tid % TASK_BUCKETS];
}

struct task *
task_find(const struct tasks *ts, pid_t tid)
{
	struct task *t;

	for (t = *bucket_of(ts, tid); t != NULL; t = t->next)
		if (t->tid == tid)
			return t;
	return NULL;
}

struct task *
task_add(struct tasks *ts, pid_t tid, pid_t tgid)
{
	struct task *t = mem_new(1, sizeof(*t)), **at = bucket_of(ts, tid);

	t->tid = tid;
	t->tgid = tgid;
	t->slot = t->exec_area = -1;
	t->next = *at;
	*at = t;
	ts->count++;
	return t;
}

void
task_remove(struct tasks *ts, struct task *t)
{
	struct task **at = bucket_of(ts, t->tid);

	while (*at != t)
		at = &(*at)->next;
	*at = t->next;
	ts->count--;
	ts->gone[ts->ngone++ % TASK_GONE] = t->tid;
	free(t->image);
	free(t->code);
	free(t);
}

int
task_each(struct tasks *ts, int (*fn)(struct task *, void *), void *arg)
{
	struct task *t, *next;
	unsigned i;
	int r;

	for (i = 0; i < TASK_BUCKETS; i++) {
		for (t = ts->bucket[i]; t != NULL; t = next) {
			next = t->next;
			r = fn(t, arg);
			if (r != 0)
				return r;
		}
	}
	return 0;
}

static int
has_tgid(struct task *t, void *arg)
{
	return t->tgid == *(pid_t *)arg;
}

bool
task_is_ours(const struct tasks *ts, pid_t pid)
{
	/* A leader may be gone from the table while its threads live on. */
	return pid > 0 && (task_find(ts, pid) != NULL ||
	    task_each((struct tasks *)(uintptr_t)ts, has_tgid, &pid) != 0);
}

bool
task_was_ours(const struct tasks *ts, pid_t pid)
{
	unsigned i;

	for (i = 0; i < TASK_GONE; i++)
		if (ts->gone[i] == pid)
			return pid > 0;
	return false;
}

struct sharing {
	const struct task	*task;
};

static int
is_sibling(struct task *t, void *arg)
{
	const struct task *me = ((struct sharing *)arg)->task;

	return t != me && t->tgid == me->tgid;
}

bool
task_is_alone(const struct tasks *ts, const struct task *t)
{
	struct sharing s = { t };

	return task_each((struct tasks *)(uintptr_t)ts, is_sibling, &s) == 0;
}
