/*
 * Places already looked at: what was found there, and the words of memory
 * that it hangs on. Only evidence.c includes this.
 */
#ifndef SALLYPORT_EVIDENCE_PLACE_H
#define SALLYPORT_EVIDENCE_PLACE_H

#include <sys/types.h>

struct evidence_regs;
struct json;

/*
 * The answers of a place where the task is again; borrowed, NULL if it is not.
 * Reads words of the tracee and compares them, no more.
 */
const struct json *evidence_place_find(pid_t tid, const struct evidence_regs *,
    const struct json **ret_native);

/*
 * Remember it: `answer` with its member `words`, `native` (or NULL) beside it;
 * both are copied. Without words nothing is remembered. The oldest makes room.
 */
void evidence_place_keep(const struct evidence_regs *,
    const struct json *answer, const struct json *native);

#endif
