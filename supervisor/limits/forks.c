/* What a fork costs before it is made: room for a copy, and one task more. */
#include "../base/clock.h"
#include "../base/util.h"
#include "graves.h"
#include "limits_impl.h"
#include "look.h"

#define PENDING_MS	2000
#define PIECES_MS	50	/* a fork of so many that more would matter
				   takes as long */

/*
 * Room for a copy of `parent`? What the kernel keeps for its pieces counts from
 * now on; and there are no more links of them than it can undo in time.
 */
static int
fork_memory(struct limits *limits, struct proc *parent,
    struct limits_refusal *ret)
{
	int64_t max = limits->max[RULES_MEMORY], now = clock_ms();
	int64_t sum = leases_data(limits) + limits_outside(limits), want;
	const struct look_pieces *pieces = &parent->pieces;

	if (now > parent->pieces_until) {
		parent->pieces = look_pieces(parent->via, parent->forks + 1);
		parent->pieces_until = now + PIECES_MS;
	}
	want = parent->data + pieces->memory;
	if (limits->kept.links + limits->forked.links + pieces->links >
	    LOOK_LINKS_MAX && sum + want <= max)
		want = max + 1;		/* more than can be is too much */
	if (want > max - sum) {
		limits_refuse(limits, RULES_MEMORY, sum, want, ENOMEM, ret);
		ret->forked = true;
		return ENOMEM;
	}
	limits->forked.memory += pieces->memory;
	limits->forked.links += pieces->links;
	parent->promise = 0;
	leases_deal(limits, parent);
	return 0;
}

int
limits_on_clone(struct limits *limits, pid_t parent_tgid, bool shares_memory,
    struct limits_refusal *ret)
{
	int64_t max = limits->max[RULES_PROCESSES], tasks;
	struct proc *parent;
	int err = 0;

	pthread_mutex_lock(&limits->lock);
	if (limits->pending > 0 &&
	    clock_ms() - limits->pending_since > PENDING_MS)
		limits->pending = 0;
	tasks = (int64_t)(limits->nmembers + limits->pending);
	tasks += graves_count(limits->graves, max - tasks);
	if (tasks >= max) {
		err = limits_refuse(limits, RULES_PROCESSES, tasks, 1, EAGAIN,
		    ret);
		goto out;
	}
	parent = limits_find(limits, parent_tgid);
	if (!shares_memory && parent != NULL) {
		err = fork_memory(limits, parent, ret);
		if (err != 0)
			goto out;
	}
	limits->pending++;
	limits->pending_borrows = shares_memory;
	limits->pending_since = clock_ms();
out:
	pthread_mutex_unlock(&limits->lock);
	return err;
}

void
limits_on_no_clone(struct limits *limits)
{
	pthread_mutex_lock(&limits->lock);
	if (limits->pending > 0)
		limits->pending--;
	pthread_mutex_unlock(&limits->lock);
}

void
limits_on_no_child(struct limits *limits, pid_t parent_tgid)
{
	struct proc *parent;

	limits_on_no_clone(limits);
	pthread_mutex_lock(&limits->lock);
	parent = limits_find(limits, parent_tgid);
	if (parent != NULL) {
		limits->forked.memory -= parent->pieces.memory;
		limits->forked.links -= parent->pieces.links;
	}
	pthread_mutex_unlock(&limits->lock);
}
