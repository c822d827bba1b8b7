/*
 * Between calls.c and byname.c, and nobody else's.
 */
#ifndef SALLYPORT_CALLS_PARTS_H
#define SALLYPORT_CALLS_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct judge;
struct vset;

/* The n-th positional argument; 0: none, SIGNATURE_UNKNOWN: hidden. */
uint32_t positional(const struct judge *, uint32_t call, size_t n);
/* What it may be; of none that is seen, anything. */
const struct vset *value_of(struct judge *, uint32_t argument);

/* May this text be among them? */
bool may_be(const struct vset *, const char *text);

/*
 * getattr() and its like; `writes`: setattr() and delattr(), `only_looks`:
 * hasattr().
 */
void check_getattr(struct judge *, uint32_t call, bool writes,
    bool only_looks);
/* operator.attrgetter("a.b", "c"); without `all`, methodcaller("a"). */
void check_getter(struct judge *, uint32_t call, bool all);

#endif
