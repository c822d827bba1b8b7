/*
 * What a run was refused, told while it runs.
 */
#ifndef SALLYPORT_RECORDER_H
#define SALLYPORT_RECORDER_H

#include <stdbool.h>
#include <stdint.h>

#include "../check/violation.h"

/*
 * `on_violation` gets each distinct one as it happens, on the tracer, and no
 * lock is held meanwhile; none is kept here. At most RECORDER_BYTES are told;
 * with `all`, sixteen times as many are kept apart. What comes then is counted,
 * by call and rule, and hashed.
 */
#define RECORDER_BYTES	(4u << 20)

struct recorder *recorder_new(bool all,
    void (*on_violation)(const struct json *, void *arg), void *arg);

/*
 * What is still to be said of those that were told: a list of {"at","count"},
 * for each that happened more than once, by its place in their order. The
 * refusals of the run document. Notes of what is in neither, `violations` and
 * `refusals` (base/fit.h). All are the caller's to free. On the tracer, or
 * after it.
 */
struct json *recorder_again(struct recorder *);
struct json *recorder_refusals(struct recorder *);
struct json *recorder_lookups(struct recorder *);
struct json *recorder_left_out(struct recorder *);

/* Nothing was told yet, and nothing kept; on the tracer. */
void recorder_renew(struct recorder *);

/*
 * The first limit that was recorded since this was asked before, if any was; any
 * of the results may be NULL. This and recorder_limit() may be called from any
 * thread: what is recorded meanwhile is told the next time.
 */
bool recorder_take_limit(struct recorder *, int *ret_which,
    int64_t *ret_limit, int64_t *ret_used);

#endif
