/*
 * Holds the tree to a part of the processors, where no control group does: a
 * thread of its own looks how much it uses, and has the tracer let it stand
 * still (loop_throttle) until that was too much no longer.
 */
#ifndef SALLYPORT_THROTTLE_H
#define SALLYPORT_THROTTLE_H

#include <stdbool.h>
#include <stdint.h>

struct limits;
struct throttle;

/*
 * `cpus` in thousandths of a processor; of 0 nothing comes (*ret is NULL). 0 or
 * -errno; -EOPNOTSUPP where nobody traces (`alone`).
 */
int throttle_start(struct limits *, int64_t cpus, bool alone,
    struct throttle **ret);
/* For how many milliseconds the tree stood still, since this was asked before.
 * Both accept NULL. */
int64_t throttle_take(struct throttle *);
int64_t throttle_stop(struct throttle *);

#endif
