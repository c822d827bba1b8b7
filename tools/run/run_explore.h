/*
 * From what was denied, what would have to be given: all of it at the end of a
 * run with --explore, and the remedy of each denial under `exec`, whose
 * programs nobody writes anew.
 */
#ifndef SALLYPORT_RUN_EXPLORE_H
#define SALLYPORT_RUN_EXPLORE_H

struct buf;
struct json;
struct ruleset;
struct run_setup;

/*
 * Add the member `explore`: `options` that would permit what no rule refuses
 * but the default, once each and sorted; `rules` that refused something, how
 * often. Null without --explore.
 */
void run_explore_note(const struct run_setup *, struct json *record);

/*
 * A copy of a violation or lookup with the member `option`: what would permit
 * it, for the operator, or null; the same for all of a record.
 */
struct json *run_with_option(const struct run_setup *,
    const struct json *denied);
void run_add_options(const struct run_setup *, struct json *record);

/* What run_explore_note added, for a person. */
void run_explore_text(struct buf *out, const struct json *record);

#endif
