/*
 * One look at a stopped process, in a process of its own that is jailed
 * before it looks. Only evidence.c includes this.
 */
#ifndef SALLYPORT_EVIDENCE_JOB_H
#define SALLYPORT_EVIDENCE_JOB_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "../base/buf.h"

struct evidence_regs;
struct json;

/* What a job answers with; also what its child runs inside the jail. */
typedef void evidence_answer_fn(const struct evidence_regs *, int mem, int maps,
    struct json *answer);

struct evidence_job {
	pid_t		 pid;		/* -1: did not start */
	int		 fd;
	struct buf	 text;
};

/* Find the unwinder while its folder can still be seen. */
void evidence_job_begin(void);
bool evidence_job_unwinds(void);

/* `fn` in the jail; or, if it is NULL, the unwinder. */
void evidence_job_start(struct evidence_job *, pid_t tgid,
    evidence_answer_fn *fn, const struct evidence_regs *);

/*
 * Wait for all until `end_us`, or until they have had 100 ms of the processor;
 * end those that are late. ret[i] is the caller's, or NULL if there was no
 * sensible answer in time.
 */
void evidence_job_collect(struct evidence_job *, unsigned n, int64_t end_us,
    struct json **ret);

#endif
