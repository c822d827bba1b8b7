/*
 * Standard input of the tree. A regular file that is open for reading alone is
 * passed as it is. Of everything else (a terminal, pipe, socket, device) the
 * tree gets a pipe of ours, which a thread of the supervisor fills: only while
 * the tree waits for input, with no more than was asked for. So the caller's
 * descriptor keeps its flags, its size, and all that nobody asked for; a
 * terminal's keystrokes go where the terminal's owner has them go, since the
 * thread reads as one of the caller's own job.
 */
#ifndef SALLYPORT_FEED_H
#define SALLYPORT_FEED_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct feed;
struct limits;
struct sock_fprog;

/*
 * In the front, which may open what the run's uid may not: what feed_new() is
 * to be given for `fd`, which is `fd` itself, or a new descriptor: a file that
 * is open for writing too, at the same place for reading alone; /dev/null, and
 * for what cannot be read at all. Negative errno.
 */
int feed_open(int fd);

/* In the supervisor; `alone`: there is no tracer. 0 or -errno. */
int feed_new(int fd, bool alone, struct feed **ret);
int feed_reader(const struct feed *);	/* for the tree; it keeps it */

/* Once the tree's first process has it: begin. It ends with this process. */
int feed_start(struct feed *, struct limits *);

/* It takes nothing while the tree stands still. From any thread. */
void feed_pause(struct feed *, bool);

/*
 * The filter by which the tracer learns of calls that may ask and do not wait,
 * or NULL; and any call on its way in. `feed` may be NULL.
 */
const struct sock_fprog *feed_filter(const struct feed *);
void feed_on_call(struct feed *, pid_t process, pid_t thread, long nr,
    const uint64_t arg[6]);

#endif
