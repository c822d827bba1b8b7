/* How `run` and `exec` show a person where something happened. */
#ifndef SALLYPORT_RUN_WHERE_H
#define SALLYPORT_RUN_WHERE_H

#include <stdint.h>

struct buf;
struct json;
struct run_setup;

/* "FILE:LINE in FUNCTION", the line, and what of it is meant; or nothing. */
void run_add_place(struct buf *out, const struct run_setup *,
    const struct json *frame);

/* 512 MiB, 30.000 s, 32: as a limit of this name is counted. */
void run_add_amount(struct buf *out, const char *name, int64_t n);

/* What each thread was doing when its time was over. */
void run_add_threads(struct buf *out, const struct run_setup *,
    const struct json *threads);

/* What limits refused: how much, of how much, where. */
void run_add_refusals(struct buf *out, const struct run_setup *,
    const struct json *refusals);

/* If so, that what a process had when it forked counts in both. */
void run_add_twice(struct buf *out, const struct json *refusal);

/* What the run asked for that does not exist for it, as far as it matters. */
void run_add_lookups(struct buf *out, const struct run_setup *,
    const struct json *record);

/* The option that permits it, if one does. */
void run_add_option(struct buf *out, const struct json *denied);

void run_add_visible(struct buf *out, const char *s);	/* NULL is fine */

#endif
