/*
 * What loops.c, conditions.c and endings.c share about the tests of loops.
 * Private to these.
 */
#ifndef SALLYPORT_LOOPS_PARTS_H
#define SALLYPORT_LOOPS_PARTS_H

#include <stdbool.h>
#include <stdint.h>

struct judge;

/* endings.c: a loop without an end whose body does nothing that ends it. */
void check_endless(struct judge *, uint32_t loop);
/* loops.c: does this `for` go over what has no end? */
bool loop_has_no_end(struct judge *, uint32_t loop);
/* Does the test of this `while` stay true? */
bool condition_stays_true(struct judge *, uint32_t loop);
/* The block of a `while`, which may have an `else` behind it. */
uint32_t loop_body(const struct judge *, uint32_t loop);
/*
 * Does the body do nothing to this name but add (or, with a negative sign,
 * take away) constants? *ret_most is the largest of them.
 */
bool loop_only_counts(struct judge *, uint32_t body, uint32_t name, char sign,
    int64_t *ret_most);
/* conditions.c: can the test of this `while` never come out false? */
bool condition_never_fails(struct judge *, uint32_t loop);
/* Is it far more steps away than anybody waits for? */
bool condition_is_far(struct judge *, uint32_t loop);
/* Is as much work added to a list in each round as is taken from it? */
bool condition_is_fed(struct judge *, uint32_t loop);

#endif
