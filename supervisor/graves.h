/*
 * Processes that are dead and that nobody waited for. Each still takes one of
 * the host's numbers, and so counts as a process: a tree that never waits could
 * else use up all of them.
 *
 * Not safe from two threads: the limits' lock is around every call.
 */
#ifndef SALLYPORT_GRAVES_H
#define SALLYPORT_GRAVES_H

#include <stddef.h>
#include <sys/types.h>

struct graves;

struct graves *graves_new(void);
void graves_free(struct graves *);

/* This one ended; whoever is to wait for it is `parent`, or we are. */
void graves_add(struct graves *, pid_t pid, pid_t parent);

/* How many there may be; and, at the price of a look at each, how many are. */
size_t graves_most(const struct graves *);
size_t graves_look(struct graves *);

#endif
