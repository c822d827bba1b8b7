/*
 * On which processor the tracer and a task meet.
 *
 * A stop is two switches between the task and us. On one processor they cost
 * a few microseconds; across two, each has to wake an idle processor, which
 * costs ten times that, more so on a virtual machine. The scheduler prefers
 * idle processors. So we stay on the processor of who stops, and whom we
 * continue is woken on ours: it may run nowhere else while it is woken, and
 * anywhere again before it runs on.
 *
 * Not so where several stop in turns: they may run at once, and would wait for
 * each other. Then everybody runs where the scheduler puts him.
 *
 * Now and then all are set free for a moment. If the one processor has become
 * busy with others, the scheduler takes the task to another, and we follow.
 *
 * A program sees nothing of it: what asks for the processors a task may run
 * on, or sets them, stops; then the task is continued as it is, and once a
 * program has set them it is never moved by us again.
 */
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <unistd.h>

#include "../base/util.h"
#include "loop_parts.h"
#include "proctext.h"

/* How many stops until we look again where the tree runs: more, the longer
 * it stays where it is. */
#define FOLLOW		16
#define FOLLOW_MAX	1024

void
place_begin(struct loop *l)
{
	struct place *p = &l->place;

	p->cpu = -1;
	p->until = 1;
	if (sched_getaffinity(0, sizeof(p->all), &p->all) == 0)
		p->count = CPU_COUNT(&p->all);
}

/* The processor a task last ran on: field 39 of its stat. */
static int
cpu_of(pid_t tid)
{
	char name[48], text[1024];
	auto_fd int fd = -1;
	int64_t cpu;
	ssize_t n;

	snprintf(name, sizeof(name), "/proc/%d/stat", (int)tid);
	fd = open(name, O_RDONLY | O_CLOEXEC);
	n = fd < 0 ? -1 : read(fd, text, sizeof(text));
	return n > 0 && proctext_stat(text, (size_t)n, 39, &cpu) ? (int)cpu :
	    -1;
}

/* -1: wherever the scheduler likes. */
static void
run_on(struct place *p, int cpu)
{
	if (cpu == p->cpu)
		return;
	if (cpu >= 0 && cpu < CPU_SETSIZE && CPU_ISSET(cpu, &p->all)) {
		CPU_ZERO(&p->one);
		CPU_SET(cpu, &p->one);
		if (sched_setaffinity(0, sizeof(p->one), &p->one) == 0)
			p->cpu = cpu;
	} else if (sched_setaffinity(0, sizeof(p->all), &p->all) == 0) {
		p->cpu = -1;
	}
}

void
place_follow(struct loop *l, const struct task *t)
{
	struct place *p = &l->place;
	int cpu;

	if (p->count < 2)
		return;
	if (t->tid != p->task)
		p->changes++;
	p->task = t->tid;
	if (!p->free && ++p->since < p->until)
		return;
	if (p->free) {
		p->free = false;
		cpu = cpu_of(t->tid);
		p->until = cpu != p->last ? FOLLOW : p->until * 2 <
		    FOLLOW_MAX ? p->until * 2 : FOLLOW_MAX;
		p->last = cpu;
		run_on(p, cpu);
	} else {
		p->free = p->changes <= p->since / 2;
		run_on(p, -1);
	}
	p->since = p->changes = 0;
}

void
place_continue(struct loop *l, struct task *t, int how, int sig)
{
	struct place *p = &l->place;
	bool here = p->cpu >= 0 && !t->placing && !l->wall.places &&
	    sched_setaffinity(t->tid, sizeof(p->one), &p->one) == 0;

	t->placing = false;
	ptrace(how, t->tid, 0, sig);
	if (here)
		sched_setaffinity(t->tid, sizeof(p->all), &p->all);
}

/* Its parent may have been amid being woken. */
void
place_new(struct loop *l, pid_t tid)
{
	if (l->place.count > 1 && !l->wall.places)
		sched_setaffinity(tid, sizeof(l->place.all), &l->place.all);
}

void
place_end(struct loop *l)
{
	run_on(&l->place, -1);
}
