/*
 * Whose session it is. The pool has sessions of all tenants; one that is
 * somebody else's is, for all who ask, not there.
 */
#ifndef SALLYPORT_SERVE_SESSIONS_H
#define SALLYPORT_SERVE_SESSIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct http_request;
struct json;
struct tenant;
struct waiter;

/* What stood in the way, for the answer. */
struct failure {
	unsigned	status;		/* of HTTP; 0: nothing did */
	char		text[480];
};
void failure_set(struct failure *, unsigned status, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/*
 * A session of the tenant's, which ends by itself after `life_ms` (0: when the
 * pool says). Its id is in `ret_id`. False: `fail` says why.
 */
bool sessions_open(const struct waiter *, const struct tenant *,
    int64_t life_ms, char ret_id[33], struct failure *fail);
/* Is it there, and the tenant's? */
bool sessions_are(const struct tenant *, const char *id);
/* It gets so much of life from now on. False: no such session. */
bool sessions_set_life(const struct tenant *, const char *id,
    int64_t life_ms);
/* Milliseconds since it was opened, and (-1: not said) until it ends. */
bool sessions_age(const struct tenant *, const char *id, int64_t *ret_age,
    int64_t *ret_left);
/* What was asked of it may have changed something; how often was that? -1: no
 * such session. */
void sessions_touch(const struct tenant *, const char *id);
int64_t sessions_touched(const struct tenant *, const char *id);
/* It ends; with `waiter`, it has ended on return. False: no such session. */
bool sessions_close(const struct waiter *, const struct tenant *,
    const char *id);
/* KeyboardInterrupt in its cell, if one runs. That of a client who has gone is
 * interrupted by the session, which hears it from the connection's end. */
void sessions_interrupt(const struct tenant *, const char *id);
/* It has ended by itself: an ask said -ENOENT. */
void sessions_forget(const struct tenant *, const char *id);
/* Ids of the tenant's, a list of texts; the caller's to free. */
struct json *sessions_list(const struct tenant *);

size_t sessions_count(void);		/* of all tenants */

/*
 * Ask a session: see ask_whole(). *ret_doc, the caller's, is not of an error,
 * which is in `fail` then, and false returned: 404 of one that is not there,
 * 409 or 400 of what cannot be now or at all, 503 where the sandbox failed.
 */
struct buf;
bool sessions_ask(const struct waiter *, const struct tenant *,
    const char *id, struct json *head, const char *bytes, size_t n,
    struct json **ret_doc, struct buf *rest, struct failure *fail);

/*
 * Contexts of ours, whose answers we believe, have names that begin so; a
 * client's cell is not in one. NULL: the member of this body names none.
 */
#define SESSIONS_OWN	"."
const char *sessions_wrong_context(const struct json *body);

/* A cell, and its document: of one with the status `error`, which means that
 * the sandbox failed, `fail`. */
bool sessions_run(const struct waiter *, const struct tenant *,
    const char *id, struct json *head, const char *code, size_t n,
    struct json **ret_doc, struct failure *fail);
/* What such a document, or the state that comes instead, has to say of that;
 * false: it is a run's. */
bool sessions_failed(const struct json *doc, struct failure *fail);
/* The same, up to the descriptor from which the answer comes; or -1. Once it came,
 * sessions_touch() is the caller's. */
int sessions_begin(const struct tenant *, const char *id, struct json *head,
    const char *bytes, size_t n, struct failure *fail);

/* Each second: those whose life is over end. */
void sessions_tick(void);

#endif
