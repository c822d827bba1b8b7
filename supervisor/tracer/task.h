/*
 * The tracer's own picture of the tree: one task for each thread, found by
 * tid. Only the tracer thread looks at it.
 */
#ifndef SALLYPORT_TASK_H
#define SALLYPORT_TASK_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "../arch/arch.h"
#include "calls.h"
#include "../check/path.h"

struct guard;
struct limits;
struct loop_config;
struct policy;
struct recorder;
struct used;

/* What is left to do when the call under way returns. */
enum after {
	AFTER_NOTHING = 0,
	AFTER_RESTORE,		/* put the arguments back: no stub here */
	AFTER_EXEC,		/* it failed: give the area back */
	AFTER_MAP_CODE,		/* see that what was mapped is what was meant */
	AFTER_GIVE,		/* bytes were handed out: give the true result */
	AFTER_AGAIN,		/* it slept a moment: judge the call anew;
				   [0]: a signal ends it */
	AFTER_MOVE,		/* chdir, a call of three: loop_move.c;
				   [0]: the descriptor, [1]: the result */
	AFTER_LOCK,		/* see that it was the file that was meant;
				   [0], [1]: its device and number */
	AFTER_KEEP,		/* see that no file was opened without rights */
	AFTER_SENDMMSG,		/* one message sent: tell it as sendmmsg does */
	AFTER_SOCKET,		/* a socket was handed over: its number;
				   [0]: where that lies */
};

struct task {
	struct task	*next;
	pid_t		 tid, tgid;
	int		 slot;		/* in the guard, or -1 */
	bool		 mapped;	/* the guard is there */
	bool		 launching;	/* our own child, before its exec */
	bool		 rewritten;	/* its slot holds a saved call */
	bool		 in_call;	/* between a stop in and the one out */
	bool		 waiting;	/* held until it is its turn */
	bool		 placing;	/* asks for processors: see loop_place.c */
	bool		 held;		/* stands still for good: loop_look.c */
	bool		 parked;	/* its stop was told, and is not handled */
	bool		 dying;		/* at its exit stop, or beyond */
	struct arch_regs regs;		/* of the current stop */
	struct arch_save save;		/* of the last rewritten call */
	enum after	 after;
	uint64_t	 after_arg[2];
	uint64_t	 mask;		/* of signals, during AFTER_MOVE */
	unsigned	 moved;		/* how many of the three are over */
	bool		 again;		/* the next call is one of before */
	int64_t		 again_since;	/* that began then; microseconds */
	char		*code;		/* the file AFTER_MAP_CODE expects */
	bool		 is_gone;	/* its end was seen inside an exec */
	int		 exit_status;
	int		 exec_area;
	bool		 execing;	/* its exec was let go, and is not over */
	char		*image;		/* what exec was allowed, canonical */
	uint64_t	 fstat_ip;	/* where fstat was last spelled long */
	unsigned	 fstat_count;	/* how often there: see loop_call.c */
	bool		 cloning;	/* it may, and has not yet */
	bool		 naming;	/* its last call may make a name */
	bool		 listening;	/* stopped by a signal, until SIGCONT */
	uint64_t	 clone_flags;	/* of the clone under way */
	struct calls_open traced;	/* --trace: the call under way */
	uint64_t	 stops;
};

#define TASK_BUCKETS	1024
#define TASK_GONE	1024

struct tasks {
	struct task	*bucket[TASK_BUCKETS];
	unsigned	 count;
	pid_t		 gone[TASK_GONE];	/* a ring of the latest */
	unsigned	 ngone;
};

struct task *task_find(const struct tasks *, pid_t tid);
struct task *task_add(struct tasks *, pid_t tid, pid_t tgid);
/* Frees it; its slot and area were given back before. */
void task_remove(struct tasks *, struct task *);
/* Calls `fn` for each until it returns nonzero, and returns that. `fn` may
 * remove the task it was given. */
int task_each(struct tasks *, int (*fn)(struct task *, void *), void *);
/* True if `pid` is a thread or process of the tree. */
bool task_is_ours(const struct tasks *, pid_t pid);
/* True if it lately was the number of one that is dead. */
bool task_was_ours(const struct tasks *, pid_t pid);
/* Is this the only thread of its process? */
bool task_is_alone(const struct tasks *, const struct task *);

#define TASK_BOUND	64

/* Of IPv4 and IPv6: check_inet.c. */
struct task_net {
	int		 hand, taken;	/* our end of the way by which the tree
					   is handed a socket; its own; or -1 */
	pid_t		 taking;	/* who takes one from there, or 0 */
	uint64_t	 bound[TASK_BOUND];	/* SO_COOKIE: a ring */
	unsigned	 nbound;
};

/* Everything one run's tracer knows. */
struct wall {
	const struct policy	*policy;
	struct guard		*guard;
	struct limits		*limits;
	struct recorder		*recorder;
	struct paths		*paths;
	struct used		*used;		/* what was allowed */
	struct tasks		 tasks;
	struct task_net		 net;
	pid_t			 root;		/* the first process; its parent; */
	pid_t			 above, reaper;	/* and who waits for orphans */
	pid_t			 session;
	int			 reader_fd;	/* in the tracees */
	bool			 landlocked;	/* the tree is, too */
	int64_t			 locks;		/* ranges, at most; check_lock.c */
	bool			 places;	/* it chose processors itself */
	int			 ending;	/* enum loop_end, once it ends */
	char			 raw[2][PATH_MAX + 16];
	struct path		 path[2];
	char			 judged[2][PATH_MAX];
};

#endif
