/*
 * run --explore and exec --explore: from all that was denied, what would have
 * to be given.
 */
#ifndef SALLYPORT_RUN_EXPLORE_H
#define SALLYPORT_RUN_EXPLORE_H

struct buf;
struct json;
struct run_setup;

/*
 * Add the member `explore`: `options` that would permit what no rule refuses
 * but the default, once each and sorted; `rules` that refused something, how
 * often. Nothing without --explore.
 */
void run_explore_note(const struct run_setup *, struct json *record);

/* The same for a person. */
void run_explore_text(struct buf *out, const struct json *record);

#endif
