/*
 * Between own_bounds.c, which is the manual, and own_parts.c.
 */
#ifndef SALLYPORT_OWN_PARTS_H
#define SALLYPORT_OWN_PARTS_H

#include <stdbool.h>
#include <stdint.h>

struct judge;
struct vset;

/* Whole, and nothing more could be said of any of it. */
bool bounds_are_done(const struct vset *);
/* NULL: nothing was found out about the parts of this expression. */
const struct vset *bounds_with_parts(struct judge *, uint32_t node);

#endif
