/*
 * Where in the submission a stopped task is: Python frames, native frames.
 */
#ifndef SALLYPORT_EVIDENCE_H
#define SALLYPORT_EVIDENCE_H

#include <sys/types.h>

struct violation;

/*
 * Fill `python` or `python_why`, and `native`, for a task in a ptrace stop.
 * Never fails: what cannot be known is "unknown", and why.
 */
void evidence_at_stop(pid_t tgid, pid_t tid, struct violation *);

#endif
