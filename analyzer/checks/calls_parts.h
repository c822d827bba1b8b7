/*
 * Between calls.c, byname.c and passed.c, and nobody else's.
 */
#ifndef SALLYPORT_CALLS_PARTS_H
#define SALLYPORT_CALLS_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct judge;
struct value;
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

/*
 * passed.c: what the call passes to the callable of this name, keywords and
 * positions by their number and by the name they have; what stars hide is `_`.
 * Arguments in front of `first` are not for it.
 */
void check_keywords(struct judge *, uint32_t call, uint32_t path,
    uint32_t first, const struct value *callee);
/*
 * The same by the last part of the name, of whatever object: x.name(). An
 * array of its own memory may be of any type; df.apply(f) hands nothing on, and
 * SQL without parameters calls none of sqlite's functions that take addresses.
 */
void check_method_keywords(struct judge *, uint32_t call, const char *name,
    uint32_t first, const struct value *callee);

#endif
