/*
 * Runs that nobody waits for: the id is told before the code runs, and the
 * document is kept for an hour. One that ends with us is lost, never run again.
 */
#ifndef SALLYPORT_SERVE_JOBS_H
#define SALLYPORT_SERVE_JOBS_H

#include <stdbool.h>
#include <stddef.h>

#include "owned.h"

struct failure;
struct json;
struct tenant;
struct waiter;

/* See once_run(); what is given is copied, `head` taken over. It counts as a
 * run of the tenant's until it is over. */
bool jobs_begin(const struct tenant *, struct json *head, const char *code,
    size_t n, const struct json *files, char ret_id[OWNED_ID],
    struct failure *fail);
/*
 * How it stands, after at most `ms` of waiting for its end: {"id","state":
 * running|done|failed, "document","error"}. NULL: no such job of the tenant's.
 */
struct json *jobs_about(const struct waiter *, const struct tenant *,
    const char *id, int ms);
/* It is interrupted, and forgotten. False: no such job. */
bool jobs_remove(const struct tenant *, const char *id);
struct json *jobs_list(const struct tenant *);	/* ids */

void jobs_tick(void);		/* each second */

#endif
