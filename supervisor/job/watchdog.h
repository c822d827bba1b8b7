/*
 * A thread that looks at the clock and at what the tree uses, and does one
 * thing: end the run. It depends on nothing the tree can hold up.
 */
#ifndef SALLYPORT_WATCHDOG_H
#define SALLYPORT_WATCHDOG_H

#include <stdbool.h>
#include <stdint.h>

struct limits;
struct watchdog;

/*
 * From here the wall clock counts. When a limit was crossed `look` (or NULL) is
 * called again and again for at most two seconds, and no longer than nothing
 * grows; it is to end the tree once it knows what all were doing, and true says
 * that all stand still, so that nothing can grow any more. Then `end` is
 * called (on the thread), and every process of the tree is killed, again and
 * again until watchdog_stop; if the tree still stands thirty seconds later, the
 * supervisor ends itself with WATCHDOG_GAVE_UP, and the kernel the tree with it.
 */
#define WATCHDOG_GAVE_UP 124

int watchdog_start(struct limits *, int64_t wall_ms, bool (*look)(void),
    void (*end)(void), struct watchdog **ret);
void watchdog_stop(struct watchdog *);		/* NULL is fine */

/*
 * From one thread: while the tree is made to stand still, its time does too.
 * What of it has passed, in milliseconds.
 */
void watchdog_pause(struct watchdog *);
void watchdog_resume(struct watchdog *);
int64_t watchdog_elapsed(const struct watchdog *);
int64_t watchdog_left(const struct watchdog *);		/* until it is late */

/* Until it is renewed, what runs is ours: nothing is looked at. */
void watchdog_early(struct watchdog *);

/*
 * Of a session, while its time stands still: it goes on, from 0, and `wall_ms`
 * of it may pass. Then `late` (or NULL), on the thread, says whether the run goes
 * on, having made that so (by watchdog_extend): else it ends. More may pass now,
 * from any thread.
 */
void watchdog_renew(struct watchdog *, int64_t wall_ms,
    bool (*late)(void *arg), void *arg);
void watchdog_extend(struct watchdog *, int64_t wall_ms);

/* Async-signal-safe: end the run as if at a limit, but without one. */
void watchdog_end(struct watchdog *);

#endif
