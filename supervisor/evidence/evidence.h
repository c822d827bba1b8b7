/*
 * Where in the submission a stopped task is: Python frames, native frames.
 *
 * All that parses the tracee's memory runs in processes of its own, jailed
 * (jail.h), for at most 100 ms of the processor (and a second of a busy host's
 * clock); a tracee that breaks the parser gains a process that can write one
 * answer. Python frames need nothing but this program; native frames come from
 * the helper `unwind` (supervisor/helper), which alone loads libunwind, so
 * that no other command pays for it.
 */
#ifndef SALLYPORT_EVIDENCE_H
#define SALLYPORT_EVIDENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct json;
struct violation;

#define EVIDENCE_REGS	33	/* enough for x86-64 (17) and aarch64 (33) */

/* A task's registers by their DWARF numbers, the program counter apart. */
struct evidence_regs {
	uint64_t	reg[EVIDENCE_REGS];
	uint64_t	pc, sp;
	uint64_t	thread_pointer;
};

/* Processor time of all that looked: children of ours, but not the tree's. */
int64_t evidence_cpu_ns(void);

/* One file of the submission. */
struct evidence_file {
	const char	*name;		/* in frames, and as it is told */
	const char	*below;		/* the name it has in a folder that
					   frames may call it by as well */
	const char	*source;	/* to which columns refer; or NULL */
	size_t		 n;
};

/*
 * Once, before the supervisor confines itself and before the first stop: the
 * files whose frames count (NULL: any file's), and their folder. All stays the
 * caller's and must live on. With `all`, a run may spend 20 s on looking
 * instead of 2.
 */
void evidence_begin(const struct evidence_file *, size_t n,
    const char *folder, bool all);

/* Other files from now on, in the same folder, and what may be spent anew; by
 * the tracer. */
void evidence_renew(const struct evidence_file *, size_t n);

/*
 * Fill `python` or `python_why`, and `native`, for a task in a ptrace stop.
 * Called by the tracer. Never fails: what cannot be known is "unknown", and
 * why. A run may spend 2 s of the processor on it in all, and 20 s of the
 * clock; then the answer is unknown, too. Who comes back to the same place is
 * not looked at again.
 */
void evidence_at_stop(pid_t tgid, pid_t tid, struct violation *);

/* The same without `native`, whose unwinder is then not started. */
void evidence_python_at_stop(pid_t tgid, pid_t tid, struct violation *);

/*
 * The same for one of many threads, into an object: `python`, `python_why`
 * (null if known), `innermost` (the innermost frame; null if that is the
 * submission's) and `native`. Until `end_us` of clock_us(); past it all is
 * unknown.
 */
void evidence_of_thread(pid_t tgid, pid_t tid, int64_t end_us, struct json *);

#endif
