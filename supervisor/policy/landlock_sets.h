/*
 * What the rows come to in Landlock's terms: two sets of its rules, alike but
 * for what the supervisor needs more than the child.
 */
#ifndef SALLYPORT_LANDLOCK_SETS_H
#define SALLYPORT_LANDLOCK_SETS_H

#include <stdbool.h>

struct policy;

enum { LANDLOCK_SETS_CHILD = 0, LANDLOCK_SETS_SELF, LANDLOCK_SETS_N };

/*
 * `exact`: without what Landlock can only give as more than the table says.
 * That is for where a name could lead elsewhere by the time it is opened, or
 * where nobody looks at names. The descriptors are the caller's, those that
 * are not -1 on error, too. Returns 0, or as landlock_new().
 */
int landlock_sets_new(const struct policy *, bool exact, int ret[LANDLOCK_SETS_N]);

#endif
