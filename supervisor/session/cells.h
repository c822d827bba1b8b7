/*
 * The cells of a session, in its supervisor:
 *
 *	before -> (the front's word) begin -> runs -> over -> between -> begin
 *
 * What stands ready in a pool does so before its first, too, and only the word
 * says whether it becomes a session or one run, which is followed by nothing.
 *
 * What a cell came to is told while all of its tree stands still, as of a run
 * that ended: an event "cell" with the members of "end". A tree that dies says
 * "end", and that was the session.
 *
 *	over	its first process says so (tracer/loop_cell.c)
 *	late	its time is over, or its user interrupts it: KeyboardInterrupt;
 *		where that does not end it either, the tree is killed
 */
#ifndef SALLYPORT_CELLS_H
#define SALLYPORT_CELLS_H

#include <stdbool.h>
#include <stdint.h>

struct cells;
struct loop_cells;
struct supervisor;
struct watchdog;

/* For the process that `sup` took over from a zygote. */
struct cells *cells_new(struct supervisor *);
const struct loop_cells *cells_loop(const struct cells *);
/* Before the tree runs; and once it is dead. */
void cells_watch(struct cells *, struct watchdog *);

/* The front's words, on a thread of its own: what is to begin lies there;
 * interrupt the one that runs; it may run so long, from its beginning. */
void cells_next(struct cells *, char word);
void cells_interrupt(struct cells *);
void cells_extend(struct cells *, int64_t wall_ms);

/* Was the session ended because a cell did not end when interrupted? */
bool cells_stuck(const struct cells *);

#endif
