/*
 * Every call of a run, as a file: what `run --trace` leaves.
 *
 *	sallyport-calls 1 x86_64
 *	p US TID TGID PARENT		a task is there; PARENT 0: the first
 *	x US TID IMAGE			it executes this now
 *	c US NS TID NR RESULT ARG...	a call: its start, how long it took
 *	e US TID STATUS			it is gone; STATUS as wait(2) has it
 *	end CALLS LOST			the last line
 *
 * US counts microseconds since the file was begun, NS nanoseconds. A call is
 * written when it returns, so lines are ordered by their ends; RESULT is `?`
 * for one that never does. Of the arguments those are written that the
 * signature has, numbers as they are: what is a pointer is `-`. Nothing is
 * read from the tracee's memory. IMAGE is escaped as for a terminal.
 *
 * At CALLS_MAX bytes no more calls are written, only counted: LOST.
 */
#ifndef SALLYPORT_CALLS_H
#define SALLYPORT_CALLS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#define CALLS_MAX	(64u << 20)

struct calls;

/* What a task is in the midst of; zeroed: nothing. */
struct calls_open {
	bool		 is_open;
	int64_t		 at;		/* ns since the beginning */
	long		 nr;
	uint64_t	 arg[6];
};

/* `fd` is written to, and stays the caller's. */
struct calls *calls_new(int fd);
/* Writes what is left. 0, or the error of the first write that failed. */
int calls_end(struct calls *, uint64_t *ret_calls, uint64_t *ret_lost);

void calls_enter(struct calls *, struct calls_open *, long nr,
    const uint64_t arg[6]);
void calls_return(struct calls *, struct calls_open *, pid_t tid,
    int64_t result);
void calls_task(struct calls *, pid_t tid, pid_t tgid, pid_t parent);
void calls_image(struct calls *, pid_t tid, const char *path);
/* The task is gone; a call it was in never returned. */
void calls_gone(struct calls *, struct calls_open *, pid_t tid, int status);

#endif
