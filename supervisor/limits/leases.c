/*
 * Private memory is bounded where it is reserved. RLIMIT_DATA counts the
 * private writable memory of one process, exactly and in the kernel (since
 * Linux 4.7). A tree of one has all that is free as its own; from the first
 * fork on each process has a lease, its soft limit, and the leases never add
 * up to more than the limit:
 *
 *	limit  =  outside  +  lease A  +  lease B  +  ...
 *	lease A  =  what A has  +  its share of what nobody has
 *	outside  =  what belongs to no process: objects, pipes, sockets
 *
 * What was written and closed to writing since, RLIMIT_DATA does not count: of
 * what a process has it is the part beyond that, and its soft limit is its
 * lease without it.
 *
 * They are dealt again at every fork, at large reservations, when what is
 * outside grows, and as time goes by. Raising a soft limit is refused to the
 * tree by the filter.
 */
#include <errno.h>
#include <sys/resource.h>

#include "../base/clock.h"
#include "disk.h"
#include "limits_impl.h"
#include "procfs.h"

#define PROMISE_MS	20

/* /proc of a thread that ended says nothing: ask another one. */
static int
memory_of(struct limits *limits, struct proc *proc,
    struct procfs_memory *memory)
{
	int r = procfs_memory(proc->via, memory);
	size_t i;

	for (i = 0; r == -ESRCH && i < limits->nmembers; i++) {
		if (limits->members[i].tgid != proc->tgid)
			continue;
		r = procfs_memory(limits->members[i].tid, memory);
		if (r == 0)
			proc->via = limits->members[i].tid;
	}
	return r;
}

/* The stack is counted: it is memory. */
int64_t
leases_data_of(struct limits *limits, struct proc *proc)
{
	struct procfs_memory memory;

	if (memory_of(limits, proc, &memory) == 0) {
		proc->closed = memory.own > memory.data ?
		    memory.own - memory.data : 0;
		proc->data = memory.data + proc->closed;
		proc->rss = memory.rss;
		proc->own = memory.own;
		proc->tables = memory.tables;
	}
	return proc->borrowed ? 0 : proc->data;
}

int64_t
leases_data(struct limits *limits)
{
	int64_t sum = 0;
	size_t i;

	for (i = 0; i < limits->nprocs; i++)
		sum += leases_data_of(limits, &limits->procs[i]);
	return sum;
}

static void
set_lease(struct limits *limits, struct proc *proc, int64_t lease)
{
	int64_t most = lease > proc->closed ? lease - proc->closed : 0;
	struct rlimit limit = {
		.rlim_cur = (rlim_t)most,
		.rlim_max = (rlim_t)limits->max[RULES_MEMORY],
	};

	if (lease == proc->lease && most == proc->soft)
		return;
	if (prlimit(proc->tgid, RLIMIT_DATA, &limit, NULL) == 0) {
		proc->lease = lease;
		proc->soft = most;
	}
}

/* What a process was let reserve, as long as it may not have done so yet. */
static int64_t
promise_of(struct proc *proc, int64_t now)
{
	if (now - proc->promised > PROMISE_MS || proc->data >= proc->met)
		proc->promise = 0;
	return proc->promise;
}

int64_t
leases_promised(struct limits *limits, const struct proc *but)
{
	int64_t sum = 0, now = clock_ms();
	size_t i;

	for (i = 0; i < limits->nprocs; i++)
		if (&limits->procs[i] != but)
			sum += promise_of(&limits->procs[i], now);
	return sum;
}

/* Each one's part; how much there is for all of them beyond what they have. */
static void
share_out(struct limits *limits, const struct proc *parent)
{
	int64_t sum = leases_data(limits) + leases_promised(limits, NULL);
	int64_t shares = (int64_t)limits->nprocs + (parent != NULL);
	int64_t left;
	size_t i;

	if (parent != NULL)
		sum += parent->data;
	left = limits->max[RULES_MEMORY] - sum - limits_outside(limits);
	for (i = 0; i < limits->nprocs; i++) {
		struct proc *proc = &limits->procs[i];

		proc->part = proc->data + proc->promise +
		    (left > 0 ? left / shares : 0);
	}
}

/*
 * Lowering comes before raising, and no lower than what each is to have: a
 * process must not be refused what is free. Who took more than its part before
 * it was lowered is seen then, and all is dealt anew; who goes on like that
 * keeps the others from being raised.
 */
void
leases_deal(struct limits *limits, struct proc *parent)
{
	bool settled = false;
	int tries;
	size_t i;

	if (limits->nprocs == 1 && parent == NULL) {
		int64_t left = limits->max[RULES_MEMORY] -
		    limits_outside(limits);

		set_lease(limits, &limits->procs[0], left > 0 ? left : 0);
		return;
	}
	for (tries = 0; tries < 4 && !settled; tries++) {
		share_out(limits, parent);
		for (i = 0; i < limits->nprocs; i++) {
			struct proc *proc = &limits->procs[i];

			if (proc->lease == 0 || proc->lease > proc->part)
				set_lease(limits, proc, proc->part);
		}
		settled = true;
		for (i = 0; i < limits->nprocs; i++)
			settled &= leases_data_of(limits, &limits->procs[i]) <=
			    limits->procs[i].part;
	}
	for (i = 0; i < limits->nprocs && settled; i++)
		set_lease(limits, &limits->procs[i], limits->procs[i].part);
}

void
limits_on_first(struct limits *limits, uint64_t bytes)
{
	int64_t max = limits->max[RULES_MEMORY];

	pthread_mutex_lock(&limits->walking);
	disk_begin(limits->disk);
	pthread_mutex_unlock(&limits->walking);
	if (bytes > (uint64_t)max)
		limits_exceed(limits, RULES_MEMORY, max, bytes > INT64_MAX ?
		    INT64_MAX : (int64_t)bytes);
}

void
leases_promise(struct limits *limits, struct proc *proc, int64_t want,
    int64_t met)
{
	proc->promise = want;
	proc->promised = clock_ms();
	proc->met = met;
	if (met > proc->lease)
		leases_deal(limits, NULL);
}
