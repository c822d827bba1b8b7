/*
 * Places already looked at: what was found there, and the words of memory
 * that it hangs on. Only evidence.c includes this.
 */
#ifndef SALLYPORT_EVIDENCE_PLACE_H
#define SALLYPORT_EVIDENCE_PLACE_H

#include <stdbool.h>
#include <sys/types.h>

struct evidence_regs;
struct json;

/*
 * The answers of a place where the task is again; borrowed, NULL if it is not.
 * Reads words of the tracee and compares them, no more. Who wants native
 * frames gets only what was remembered by one who looked for them.
 */
const struct json *evidence_place_find(pid_t tid, const struct evidence_regs *,
    bool native, const struct json **ret_native);

/*
 * Remember it: `answer` with its member `words`, and beside it, if native
 * frames were looked for, what was found (or NULL); both are copied. Without
 * words nothing is remembered. The oldest makes room.
 */
void evidence_place_keep(const struct evidence_regs *,
    const struct json *answer, bool native, const struct json *found);

/* Where other code runs now, a place may look like one of before. */
void evidence_place_forget(void);

#endif
