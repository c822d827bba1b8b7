/* A stopped task's registers for unwinding; one file for each machine. */
#ifndef SALLYPORT_ARCH_UNWIND_H
#define SALLYPORT_ARCH_UNWIND_H

#include <sys/types.h>

struct evidence_regs;

/* The task must be in a ptrace stop of the calling thread. 0 or -errno. */
int arch_unwind_regs(pid_t tid, struct evidence_regs *ret);

#endif
