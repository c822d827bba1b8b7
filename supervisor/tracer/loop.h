/*
 * The tracer: one thread that owns ptrace for the whole tree.
 */
#ifndef SALLYPORT_LOOP_H
#define SALLYPORT_LOOP_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct calls;
struct feed;
struct guard;
struct handover;
struct json;
struct launch;
struct limits;
struct policy;
struct recorder;
struct used;

/* Of what a zygote gave: on the tracer's thread, while all of the tree stands still. */
struct loop_cells {
	void	(*over)(int value, void *arg);	/* a cell is, as it says */
	bool	(*begin)(void *arg);		/* the next one is about to:
						   do others follow it? */
	void	*arg;
};
/* The process that one tells, by a signal, that a cell is over: its value. */
#define LOOP_CELL_END	2147483647

struct loop_config {
	const struct policy	*policy;
	struct launch		*launch;	/* a child that waits, unseized */
	struct guard		*guard;
	struct limits		*limits;
	struct recorder		*recorder;
	struct used		*used;		/* notes what is allowed */
	struct calls		*calls;		/* records all; or NULL */
	struct feed		*feed;		/* is told who polls */
	bool			 landlocked;	/* the child will be */
	int			 way[2];	/* inet_way_new; stays */
	const char		*cwd;		/* where the child begins */
	const struct handover	*give;		/* where its children go whenever
						   one is wanted; or NULL */
	pid_t			 taken;		/* instead of `launch`: a child
						   that was given; or 0 */
	const struct loop_cells	*cells;		/* or NULL */
	int64_t			 cpu_ms;	/* of one that was taken, if
						   that is more than the policy's */
};

enum loop_end {
	LOOP_ERROR = 0,
	LOOP_EXITED,		/* value: exit code of the first process */
	LOOP_SIGNALED,		/* value: signal that ended it */
	LOOP_KILLED,		/* ended by policy (a `kill` row) */
	LOOP_LIMIT,		/* a limit ended it: ask the limits which */
	LOOP_STOPPED,		/* loop_stop was called */
	LOOP_CELL,		/* it did not: a cell of a session is over */
};

struct loop_result {
	enum loop_end	end;
	int		value;
	uint64_t	stops, syscalls;
	uint64_t	processes;	/* how many there ever were */
	uint64_t	threads;	/* beside the first of each */
	struct json	*doing;		/* of each thread at the end of its
					   time; the caller's, or NULL */
	unsigned	left_out;	/* threads not in there */
	int		err;		/* LOOP_ERROR: negative errno */
	const char	*err_doing;	/* static */
};

/*
 * Seize the waiting child, let it go, and judge until the last tracee is
 * gone. Whatever the first process left running is killed. On return no
 * process of the tree exists, whatever the result says.
 */
int loop_run(const struct loop_config *, struct loop_result *ret);

/*
 * Thread-safe: a limit was crossed; find out what everyone is doing, then end
 * the tree. A call may be lost: repeat it until the tree is gone. True once
 * all stand still.
 */
bool loop_look(void);

/*
 * From one thread: let every task stand still from now on; or go on. A call may
 * be lost: repeat it until it says true.
 */
bool loop_hold(bool);
/*
 * From another: likewise, but only those `tids` are stopped, the others as they
 * stop by themselves; again and again while it lasts.
 */
void loop_throttle(bool hold, const pid_t *tids, unsigned n);

/*
 * Of a session, between two cells: the next one is there. A call may be lost:
 * repeat it, not as the `first`, until it says true.
 */
bool loop_next_cell(bool first);

/* Async-signal- and thread-safe: end the tree now. */
void loop_stop(void);

#endif
