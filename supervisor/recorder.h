/*
 * What a run was refused, collected while it runs.
 */
#ifndef SALLYPORT_RECORDER_H
#define SALLYPORT_RECORDER_H

#include <stdbool.h>
#include <stdint.h>

#include "violation.h"

/*
 * `on_violation` gets each distinct one as it happens, on the tracer. With
 * `all`, sixteen times as many are kept apart.
 */
struct recorder *recorder_new(bool all,
    void (*on_violation)(const struct json *, void *arg), void *arg);

/* The arrays of the run document. The caller's to free. */
struct json *recorder_violations(struct recorder *);
struct json *recorder_refusals(struct recorder *);
struct json *recorder_lookups(struct recorder *);

/* True once a limit was recorded; any of the results may be NULL. */
bool recorder_first_limit(struct recorder *, int *ret_which,
    int64_t *ret_limit, int64_t *ret_used);

#endif
