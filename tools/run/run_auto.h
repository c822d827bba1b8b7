/*
 * run --profile auto[:BASE]: the manifest of the gate, if it is complete,
 * narrows the policy of BASE to what the code was seen to need.
 */
#ifndef SALLYPORT_RUN_AUTO_H
#define SALLYPORT_RUN_AUTO_H

#include <stdbool.h>

struct json;
struct run_setup;
struct verdict;

/* The profile that `auto` or `auto:BASE` begins with; NULL if `name` is
 * neither. */
const char *run_auto_base(const char *name);

/*
 * Narrow the options of a run that was given `auto`; says so on standard error
 * where it cannot. The verdict must outlive the run.
 */
void run_auto_narrow(struct run_setup *, const struct verdict *);

/* Add the member `auto`: what came of it; null without --profile auto. */
void run_auto_note(const struct run_setup *, struct json *record);

void run_auto_release(struct run_setup *);

#endif
