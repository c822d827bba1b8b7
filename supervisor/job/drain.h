/*
 * The tree's standard output and error, taken from it as fast as it writes, on
 * a thread of their own: neither the tracer nor the tree ever waits for what
 * becomes of the bytes, beyond the pipe's own room.
 */
#ifndef SALLYPORT_DRAIN_H
#define SALLYPORT_DRAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct drain;

struct drain_stats {
	uint64_t	taken[2];	/* bytes that came, up to the limit */
	bool		truncated[2];	/* bytes of it were dropped */
	int		err[2];		/* why the receiver took no more */
	bool		exceeded;	/* more came than the limit allows */
	char		tail[8192];	/* the last of standard error */
	size_t		tail_len;
};

/*
 * `to` are the two descriptors that get the bytes; they stay the caller's. If
 * `capture`, they are files that take everything; else whatever the caller of
 * sallyport gave, which may be slow, full or gone. Of both streams together
 * `limit` bytes are kept; then `on_limit` is called once, on the thread.
 */
int drain_new(const int to[2], bool capture, int64_t limit,
    void (*on_limit)(void *arg), void *arg, struct drain **ret);

/*
 * Before the start: a third pipe, of which nothing is delivered: what comes goes
 * to `take`, on the thread, until it returns false, behind all that was printed
 * before it was sent. 0 or -errno.
 */
int drain_aside(struct drain *, bool (*take)(const char *bytes, size_t n,
    void *arg), void *arg);

/* The ends the tree writes to, the third's (or -1) is 2; closed by
 * drain_start. */
int drain_writer(const struct drain *, int stream);
int drain_start(struct drain *);

/*
 * While the tree stands still, from any thread: take all that lies in the
 * pipes. What is said of the streams counts anew from here. Where the output
 * is captured.
 */
void drain_settle(struct drain *, struct drain_stats *ret);

/*
 * Call once the tree is dead: take what still lies in the pipes, deliver it
 * (a receiver that takes nothing for two seconds loses the rest, which then
 * counts as truncated), end the thread.
 */
void drain_finish(struct drain *, struct drain_stats *ret);
void drain_free(struct drain *);

#endif
