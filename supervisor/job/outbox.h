/*
 * What the supervisor says to the front, written by a thread of its own: who
 * says something never waits for a front that is slow, or stopped.
 */
#ifndef SALLYPORT_OUTBOX_H
#define SALLYPORT_OUTBOX_H

#include <stddef.h>

struct outbox;

/* `fd` stays the caller's. Without a reader there the process ends. 0 or
 * -errno. */
int outbox_new(int fd, struct outbox **ret);

/* From any thread. What is said is bounded by whoever says it. */
void outbox_add(struct outbox *, const char *text, size_t n);

/* Wait until all is written, and end the thread. Frees it. */
void outbox_finish(struct outbox *);

#endif
