/*
 * What the files of the event loop share. Only loop*.c include this: ptrace
 * stays among them.
 */
#ifndef SALLYPORT_LOOP_PARTS_H
#define SALLYPORT_LOOP_PARTS_H

#include <sched.h>
#include <stdbool.h>
#include <sys/resource.h>

#include "loop.h"
#include "task.h"

/* Where this thread runs, and the task it serves: see loop_place.c. */
struct place {
	cpu_set_t	all, one;	/* what we were given; the one of `cpu` */
	int		count, cpu, last;	/* of `all`; ours, or -1; before */
	bool		free;		/* the scheduler chooses, this once */
	pid_t		task;		/* who stopped last */
	unsigned	since, changes, until;	/* stops; of others; to come */
};

/* What a wait told. */
struct stop {
	pid_t		pid;
	int		status;
	struct rusage	usage;
	bool		known;		/* parked: it had a task by then */
};

struct loop {
	struct wall		 wall;
	const struct loop_config *config;
	struct loop_result	*result;
	bool			 killing;	/* only reaping is left */
	bool			 over;		/* nor is that */
	unsigned		 execs;		/* tasks that are ->execing */
	bool			 looked;	/* loop_describe was called */
	int			 waiting;	/* tasks held: for an exec area,
						   for a socket */

	struct place		 place;
	bool			 holding;	/* the user stopped the run */
	bool			 between;	/* cells of a session; the next */
	bool			 cell_due;	/* one is there */
	bool			 cells_over;	/* it was the last */
	struct stop		*parked;	/* meanwhile, in order */
	size_t			 nparked, parked_cap;

	bool			 hidden;	/* no child gets the guard */
	bool			 giving;	/* the next one is to go */
	pid_t			 newborn;	/* it: told of by its parent, or
						   by its own stop; or 0 */
};

/* Do what a stop, or an end, asks for. */
void loop_handle(struct loop *, const struct stop *);
/* The next that is there, or with WNOHANG: false, none is. */
bool loop_wait_one(struct stop *ret, int flags);

/*
 * loop_still.c: amid a call of `keep`, the other tasks of process `tgid` (0:
 * all there are) stand still until it has been handled. False: `keep` is gone
 * (->is_gone).
 */
bool loop_still(struct loop *, struct task *keep, pid_t tgid);
/* Nobody is made to: but who stopped, or ended, is heard. */
bool loop_hear(struct loop *, struct task *keep);
/* After loop_still: how many could not be held, amid a call that may make a name. */
unsigned loop_still_naming(struct loop *);

/*
 * loop_hold.c: take note of what loop_hold asks for, between two waits. Is this
 * stop kept for later? Handle all that were kept, and keep no more.
 */
void loop_hold_turn(struct loop *);
bool loop_park(struct loop *, const struct stop *);
/* Keep a stop for later in any case; forget those of a task that is gone. */
void loop_keep(struct loop *, const struct stop *);
void loop_unkeep(struct loop *, pid_t);
void loop_unpark(struct loop *);

/* Continue a stopped task, however it has to be, with a signal or 0. */
void loop_resume(struct loop *, struct task *, int sig);
/* The run ends this way, unless it already ended another. */
void loop_finish(struct loop *, enum loop_end, int value);
void loop_fail(struct loop *, int err, const char *doing);

/*
 * loop_place.c: a call's stop, before it is judged; and how a task is
 * continued, `how` being a request of ptrace. A new task, before it runs.
 */
void place_begin(struct loop *);
void place_follow(struct loop *, const struct task *);
void place_continue(struct loop *, struct task *, int how, int sig);
void place_new(struct loop *, pid_t tid);
void place_end(struct loop *);

/* loop_call.c: a call on its way in; on its way out; a signal. */
void loop_on_call(struct loop *, struct task *);
void loop_on_return(struct loop *, struct task *);
void loop_on_too_large(struct loop *, struct task *);
/* Give back what the stub would have, wherever the task is in it. */
void loop_undo_stub(struct loop *, struct task *);
/* A signal ends a call that waits, be it between two of its sleeps. */
void loop_interrupt(struct task *);
/* Judge those again that waited for an exec area. */
void loop_retry_waiting(struct loop *);

/*
 * loop_move.c: chdir by three calls. As the first begins; is this the next,
 * on its way in; as one ends: true if another was begun, else the registers
 * have chdir's result.
 */
void move_begin(struct task *);
bool move_goes_on(const struct task *);
bool move_next(struct task *);

/*
 * loop_hand.c: a fork was judged, and may run: true if the stop was dealt with.
 * Its child is there, as its parent's event tells; as its own first stop does:
 * true if it is one to be given, which it is once both have told. One that was
 * taken becomes what launch makes; 0 or -errno.
 */
bool loop_hand_on_fork(struct loop *, struct task *);
bool loop_hand_on_new(struct loop *, struct task *, pid_t child);
bool loop_hand_on_stop(struct loop *, pid_t child);
int loop_hand_take(struct loop *, struct task *);

/*
 * loop_cell.c: is this call the one that ends a cell? Then it was dealt with
 * (->is_gone). Does the tree wait for the next?
 */
struct arch_call;
bool loop_cell_on_call(struct loop *, struct task *, const struct arch_call *);
bool loop_cell_waits(struct loop *);

/* loop_trace.c: a stop at a call while all are recorded; true on its way in. */
bool loop_trace(struct loop *, struct task *);

/*
 * loop_look.c: once, when a limit was crossed: stop all, describe all into the
 * result. Nobody is resumed.
 */
void loop_describe(struct loop *);
/* Too late for that: who there is, and why no more is known. */
void loop_describe_killed(struct loop *);
bool loop_look_wanted(void);
/* End the tracer's wait; it may just be about to begin one. False: there is no
 * tracer. */
bool loop_wake(void);
/* Around the time in which loop_look may be called. */
void loop_look_begin(void);
void loop_look_end(void);

/*
 * For it: the task a wait was about, adopted if it is new, NULL if it is gone
 * now. Of a stop nothing else is done.
 */
struct task *loop_task_of(struct loop *, pid_t, int status);

/*
 * An exec of `t` is let go; it came to nothing, or is done, or `t` is gone. In
 * between its process may become another image at any moment, under the number
 * of its first thread: no stop of the others is handled.
 */
void loop_exec_begin(struct loop *, struct task *);
void loop_exec_over(struct loop *, struct task *);

/* loop_exec.c: a new image: verify it, map the guard into it. */
void loop_on_exec(struct loop *, struct task *);

/*
 * Calls that a stopped task makes for us, each of one step; the stop at hand is
 * left by the first. -ESRCH: it is gone (->is_gone).
 */
struct injection {
	struct arch_regs clean;
	uint64_t	 insn, mask;
};
int loop_inject_begin(struct loop *, struct task *, struct injection *);
int loop_inject(struct loop *, struct task *, const struct injection *,
    long nr, const uint64_t arg[6], long *ret);
int loop_inject_end(struct task *, struct injection *, long result);

/* loop_object.c: CHECK_OBJECT. */
struct check;
void loop_make_object(struct loop *, struct task *, struct check *);

#endif
