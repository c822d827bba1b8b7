/*
 * How many sessions a pool has: shared by it and its workers, each of which
 * takes a seat as it becomes a session.
 */
#ifndef SALLYPORT_SEATS_H
#define SALLYPORT_SEATS_H

#include <stdbool.h>
#include <sys/types.h>

struct seats;

/* In the pool, before it has workers; NULL with errno. */
struct seats *seats_new(unsigned most);
void seats_free(struct seats *);		/* NULL is fine */

/* In a worker: for the session `id`; false: there is none. */
bool seats_take(struct seats *, const char *id);
/* In the pool: has this worker one? It ended, and leaves it: its id is in
 * `ret_id`; false if it had none. */
bool seats_has(const struct seats *, pid_t);
bool seats_leave(struct seats *, pid_t, char ret_id[33]);
/* Each that sits there. */
void seats_each(const struct seats *, void (*fn)(pid_t));

#endif
