/*
 * Room for what recurses. `ulimit -s` may leave a program less than its
 * deepest work takes, and the kernel says so with a SIGSEGV.
 */
#ifndef SALLYPORT_STACK_H
#define SALLYPORT_STACK_H

#include <pthread.h>

/* What a call may count on; the gate's deepest takes half a megabyte. */
#define STACK_ROOM	(2u << 20)

/*
 * Call `call(arg)` with STACK_ROOM of stack: on this thread if it has that,
 * else on one that is made for it and has ended when this returns.
 * Returns 0, or -errno if no thread was to be had: then nothing was called.
 */
int stack_call(void (*call)(void *), void *arg);

/* pthread_create with room. Returns 0 or -errno. */
int stack_thread(pthread_t *ret, void *(*start)(void *), void *arg);

#endif
