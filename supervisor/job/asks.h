/*
 * Does a program wait for what comes through a pipe? Asked of the kernel, task
 * by task, so that it does not matter under which number the pipe is open
 * there, nor by which call it is waited for.
 */
#ifndef SALLYPORT_ASKS_H
#define SALLYPORT_ASKS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct sock_filter;

struct asks {
	size_t	bytes;		/* as many as it would take; 0: nobody waits */
	bool	polls;		/* it waits for any, and said no number */
};

/* Does a thread of this process sleep until something comes through `pipe`
 * (its inode)? False if the process is gone. */
bool asks_of(pid_t process, ino_t pipe, struct asks *ret);

/* Does this call, which a thread is about to make, ask for it? */
bool asks_by_call(pid_t process, pid_t thread, ino_t pipe, long nr,
    const uint64_t arg[6], struct asks *ret);

/* Has this process the pipe by another number than 0? */
bool asks_elsewhere(pid_t process, ino_t pipe);

/*
 * Who looks again and again without waiting is never seen asleep. A filter to
 * go before the main one, under which such calls stop for the tracer (of reads,
 * those of descriptor 0) and all others are left to that. Returns how long it
 * is, ASKS_FILTER at most.
 */
#define ASKS_FILTER	64
unsigned asks_filter(struct sock_filter *code);

#endif
