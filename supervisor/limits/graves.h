/*
 * Processes that are dead and that nobody waited for. Each still takes one of
 * the host's numbers, and so counts as a process: a tree that never waits could
 * else use up all of them.
 *
 * Not safe from two threads: the limits' lock is around every call.
 */
#ifndef SALLYPORT_GRAVES_H
#define SALLYPORT_GRAVES_H

#include <stdint.h>
#include <sys/types.h>

struct graves;

struct graves *graves_new(void);
void graves_free(struct graves *);

/* This one ended; whoever is to wait for it is `parent`, or we are. */
void graves_add(struct graves *, pid_t pid, pid_t parent);

/* How many there are; or at most are, if that is below `enough`: each costs a
 * look. */
int64_t graves_count(struct graves *, int64_t enough);

#endif
