/*
 * What is asked of a pool or of a session: see tools/session/session.h for the
 * requests. The front can open no socket: its parent connects, and hands over.
 */
#ifndef SALLYPORT_SERVE_ASK_H
#define SALLYPORT_SERVE_ASK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../../supervisor/base/buf.h"

struct json;
struct waiter;

/* Of the channel to the parent: one datagram asks, one answers, with the
 * descriptor. */
struct ask_word {
	uint32_t	pool;
	char		session[36];	/* "": the pool itself */
};
/* For a pool: the file of keys as it was read last. */
#define ASK_KEYS	(~0u)
void ask_begin(int channel);
/* channel.c: a connection to the pool (`session` NULL) or a session, or -errno;
 * a request, sent: 0 or -errno. */
int ask_connect(unsigned pool, const char *session);
int ask_send(int fd, struct json *head, const char *bytes, size_t n);

/* An answer that comes in lines. Begin with the descriptor, and BUF_INIT; close
 * and free them at the end. */
struct ask_lines {
	int		fd;
	struct buf	came;
	size_t		seen;		/* bytes with no end of a line */
};

/*
 * A request of the tenant whose `pool` that is, sent: the descriptor from which the answer comes, or -errno:
 * -ENOENT, there is no such session (any more); -EAGAIN, too many wait.
 * `head` is taken over.
 */
int ask(unsigned pool, const char *session, struct json *head,
    const char *bytes, size_t n);

/*
 * The same, and all of the answer: *ret_doc is its first line, the caller's to
 * free, `rest` (or NULL) what follows. 0 or -errno: -ECONNRESET, the client is
 * gone, or the session has died.
 */
int ask_whole(const struct waiter *, unsigned pool, const char *session,
    struct json *head, const char *bytes, size_t n, struct json **ret_doc,
    struct buf *rest);

/*
 * An answer line by line: 1, and the next one, without its end, in `out`; 0
 * once `ms` (-1: for ever) are over; -EPIPE: that was all; -ECONNRESET: nobody
 * waits any more.
 */
int ask_line(const struct waiter *, struct ask_lines *, int ms,
    struct buf *out);

/* `head` of a request that does `what`. */
struct json *ask_head(const char *what);

#endif
