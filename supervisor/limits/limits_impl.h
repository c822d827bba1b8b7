/*
 * What the files of the ledger share; nobody else includes this. The lock is
 * around everything here but what says otherwise.
 */
#ifndef SALLYPORT_LIMITS_IMPL_H
#define SALLYPORT_LIMITS_IMPL_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "../base/rules.h"
#include "limits.h"
#include "look.h"
#include "before.h"

#define LIMITS_IDLE_MS	100	/* between two samples */
#define LIMITS_BUSY_MS	10	/* while something grows, or is about to */

struct proc {
	pid_t	tgid, via;	/* via: a living thread of it */
	unsigned threads;
	bool	borrowed;	/* shares its parent's memory until it execs */
	unsigned forks;		/* since an exec, its parents' before it too */
	struct look_pieces pieces;	/* a child's: what it costs, */
	int64_t	pieces_until;	/* and until when that is true enough */
	pid_t	parent;
	int64_t	cpu, children_cpu, written;
	int64_t	dead_cpu;	/* of its children that are gone */
	int64_t	rss, own, tables;	/* as last seen */
	int64_t	data, lease, part;
	int64_t	closed;		/* of data, what RLIMIT_DATA does not count */
	int64_t	soft;		/* RLIMIT_DATA, as last set */
	int64_t	promise, promised, met;	/* bytes; since when; `data` then */
	int64_t	file_size;	/* RLIMIT_FSIZE, as last set */
};

struct member {
	pid_t	tid, tgid;
	int64_t	io;		/* as last seen; only where there is a limit */
	int64_t	ran;		/* nanoseconds; where the processors are held */
};

struct limits {
	pthread_mutex_t		 lock;
	int64_t			 max[RULES_NLIMITS];
	struct recorder		*recorder;
	bool			 alone;
	bool			 net;	/* there may be sockets of it */
	atomic_bool		 exceeded;
	int			 wake, ended;	/* eventfds */

	struct proc		*procs;
	size_t			 nprocs, procs_cap;
	struct member		*members;
	size_t			 nmembers, members_cap;
	size_t			 nalone;	/* where nobody traces */
	/* Clones that were permitted and have not been seen yet. */
	unsigned		 pending;
	bool			 pending_borrows;
	int64_t			 pending_since;
	struct graves		*graves;

	/* What no process owns, in bytes. */
	struct objects		*objects;
	int64_t			 object_memory, object_disk;	/* last seen */
	int64_t			 channels;	/* granted, and not forgiven */
	int64_t			 lasting;	/* of them, until the end */
	struct look_pieces	 kept;		/* by the kernel: last look */
	struct look_pieces	 forked;	/* since it began */

	int64_t			 dealt;		/* of them, as leases know it */
	int64_t			 recounted;	/* channels, by the last look */
	int64_t			 recount_due;	/* milliseconds; not before */

	struct disk		*disk;		/* by who walks alone */
	struct before		*before;
	int64_t			 named;		/* that the run made; at most */
	int64_t			 unsure;	/* of them, since a recount */
	int64_t			 attributes;
	int64_t			 walked;	/* bytes in folders, last walk */
	int64_t			 hidden;	/* seen where nobody traces */
	int64_t			 made;		/* granted since it began */
	_Atomic int64_t		 file_size;	/* RLIMIT_FSIZE, as last dealt */
	pthread_mutex_t		 walking;	/* one walk at a time */
	/* Around renames, and walks that must not miss what they move. */
	pthread_mutex_t		 names;
	atomic_uint		 renames;

	int64_t			 cpu_before;	/* limits_count_anew */
	int64_t			 written_before;
	int64_t			 cpu_gone, written_gone, io_gone, io;
	int64_t			 rss_before;	/* limits_count_anew; KiB */
	int64_t			 rss_peak, tasks_peak;
	int64_t			 near_memory;	/* see limits_on_peak() */
	/* What was used when it was first seen to be too much; more since. */
	int64_t			 over_memory, over_disk;
	atomic_bool		 grows;
	unsigned		 exits;		/* since the last sample */
	int64_t			 hot_until;	/* milliseconds */
	int64_t			 look_due, walk_due;	/* microseconds */
	struct looker		*looker, *recounter;	/* the watchdog's; the
							   tracer's */
};

struct proc *limits_find(struct limits *, pid_t tgid);

/*
 * Refuse it: the run's limit, unless another was met before. Returns `err`,
 * which is positive.
 */
int limits_refuse(struct limits *, int which, int64_t used, int64_t asked,
    int err, struct limits_refusal *ret);

/* Memory that belongs to no process; bytes on disk, with what was granted. */
int64_t limits_outside(const struct limits *);
int64_t limits_disk(const struct limits *);
/* How long a file may be. */
int64_t limits_file_size(const struct limits *);
/* Objects as they are now: few, and exact. */
void limits_see_objects(struct limits *);

/* io.c: bytes that were read and written until now; only where there is a
 * limit, else 0. */
int64_t limits_io(struct limits *);

/*
 * Walk through the folders now; no lock is held. True if there was more than
 * before.
 */
bool limits_walk(struct limits *);

/* Without a tracer: who is below us now. */
void limits_find_tree(struct limits *);

/* Whom a look is to look at, as it is now; its lists are the caller's to free
 * by limits_order_free. */
struct look_order;
void limits_order(struct limits *, struct look_order *ret);
void limits_order_free(struct look_order *);

/*
 * leases.c: private memory.
 *
 * What all processes have now; what they were let take and may not have yet,
 * but for `proc` (or NULL).
 */
int64_t leases_data(struct limits *);
int64_t leases_promised(struct limits *, const struct proc *);
/* `proc` is about to take `want`, and has `met` then. */
void leases_promise(struct limits *, struct proc *, int64_t want, int64_t met);
/*
 * Deal what is free: with `parent`, also to its child that is about to be born
 * with its lease and all it has.
 */
void leases_deal(struct limits *, struct proc *parent);
/* What a process has reserved; its living thread is looked for. */
int64_t leases_data_of(struct limits *, struct proc *);

#endif
