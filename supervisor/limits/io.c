/*
 * Bytes read and written. The kernel counts them for each thread, by calls and
 * not by what they are made on; a thread's last word is heard as it ends, so
 * that short lives hide nothing.
 */
#include "limits_impl.h"
#include "procfs.h"

bool
limits_counts_io(const struct limits *limits)
{
	return limits->max[RULES_IO] > 0;
}

static struct member *
find(struct limits *limits, pid_t tid)
{
	size_t i;

	for (i = 0; i < limits->nmembers; i++)
		if (limits->members[i].tid == tid)
			return &limits->members[i];
	return NULL;
}

static void
see(struct member *member)
{
	int64_t bytes;

	if (procfs_io(member->tid, false, &bytes) == 0 && bytes > member->io)
		member->io = bytes;
}

void
limits_on_last_io(struct limits *limits, pid_t tid)
{
	struct member *member;

	pthread_mutex_lock(&limits->lock);
	member = find(limits, tid);
	if (member != NULL)
		see(member);
	pthread_mutex_unlock(&limits->lock);
}

void
limits_on_thread_exec(struct limits *limits, pid_t from, pid_t tid)
{
	struct member *old, *member;

	pthread_mutex_lock(&limits->lock);
	old = find(limits, from);
	member = find(limits, tid);
	if (old != NULL && member != NULL) {
		limits->io_gone += member->io;
		member->io = old->io;
		old->io = 0;
	}
	pthread_mutex_unlock(&limits->lock);
}

int64_t
limits_io(struct limits *limits)
{
	int64_t sum = limits->io_gone, bytes;
	size_t i;

	if (!limits_counts_io(limits))
		return 0;
	for (i = 0; i < limits->nmembers; i++) {
		see(&limits->members[i]);
		sum += limits->members[i].io;
	}
	/* What was waited for is in its parent's number then. */
	for (i = 0; limits->alone && i < limits->nprocs; i++)
		if (procfs_io(limits->procs[i].via, true, &bytes) == 0)
			sum += bytes;
	if (sum > limits->io)
		limits->io = sum;
	return limits->io;
}
