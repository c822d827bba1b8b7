/*
 * Where in the submission a stopped task is: Python frames, native frames.
 *
 * All that parses the tracee's memory runs in a process of its own, jailed
 * (jail.h), for at most 100 ms; a tracee that breaks the parser gains a
 * process that can write one answer. Python frames need nothing but this
 * program; native frames come from the helper `unwind` (supervisor/helper),
 * which alone loads libunwind, so that no other command pays for it.
 */
#ifndef SALLYPORT_EVIDENCE_H
#define SALLYPORT_EVIDENCE_H

#include <stdint.h>
#include <sys/types.h>

struct violation;

#define EVIDENCE_REGS	33	/* enough for x86-64 (17) and aarch64 (33) */

/* A task's registers by their DWARF numbers, the program counter apart. */
struct evidence_regs {
	uint64_t	reg[EVIDENCE_REGS];
	uint64_t	pc;
	uint64_t	thread_pointer;
};

/*
 * Once, before the supervisor confines itself and before the first stop:
 * `submission` is the name whose frames count (NULL: any file's).
 * The string stays the caller's and must live on.
 */
void evidence_begin(const char *submission);

/*
 * Fill `python` or `python_why`, and `native`, for a task in a ptrace stop.
 * Called by the tracer. Never fails: what cannot be known is "unknown", and
 * why. A run may spend 2 s on it in all; then the answer is unknown, too.
 */
void evidence_at_stop(pid_t tgid, pid_t tid, struct violation *);

#endif
