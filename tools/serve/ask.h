/*
 * What is asked of a pool or of a session: see tools/session/session.h for the
 * requests. The front can open no socket: its parent connects, and hands over.
 */
#ifndef SALLYPORT_SERVE_ASK_H
#define SALLYPORT_SERVE_ASK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buf;
struct http_request;
struct json;

/* Of the channel to the parent: one datagram asks, one answers, with the
 * descriptor. */
struct ask_word {
	uint32_t	pool;
	char		session[36];	/* "": the pool itself */
};
void ask_begin(int channel);

/*
 * A request, sent: the descriptor from which the answer comes, or -errno:
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
int ask_whole(struct http_request *, unsigned pool, const char *session,
    struct json *head, const char *bytes, size_t n, struct json **ret_doc,
    struct buf *rest);

/* `head` of a request that does `what`. */
struct json *ask_head(const char *what);

#endif
