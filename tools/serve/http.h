/*
 * HTTP, as the adapters see it: a table of routes, and for each a function
 * that gets a request which is whole and gives exactly one answer. It runs in
 * a thread of the connection's own, and may wait (see http_waiter). Texts of a
 * request live as long as it.
 */
#ifndef SALLYPORT_SERVE_HTTP_H
#define SALLYPORT_SERVE_HTTP_H

#include <stdbool.h>
#include <stddef.h>

#include "../../supervisor/base/buf.h"

#define HTTP_BODY_MAX	((size_t)16 << 20)

struct http_request;
struct json;
struct tenant;
struct waiter;

enum {
	HTTP_OPEN = 1,		/* for who has no key: it looks at others itself */
};

struct http_route {
	const char	*method;	/* NULL ends a table */
	/* {} is one segment, {*} all that are left, without the first slash. */
	const char	*path;
	/* Only of requests that have this header; or NULL. Such a row stands
	 * before one without. */
	const char	*header;
	unsigned	 flags;
	void		(*run)(struct http_request *);
};

/* Header names in any case; NULL where there is none. */
const char *http_header(const struct http_request *, const char *name);
/* Is there one whose name begins so? */
bool http_has_headers(const struct http_request *, const char *prefix);
/* Of the query, decoded; "" of one without a value. */
const char *http_query(struct http_request *, const char *name);
/* What stands for the {} number `i` of the route, decoded. */
const char *http_part(const struct http_request *, size_t i);
const char *http_body(const struct http_request *, size_t *ret_n);
/* The body as one; NULL: it is none, which was answered. */
const struct json *http_body_object(struct http_request *);
/* Whose key it has; of HTTP_OPEN NULL until it was found by another one. */
const struct tenant *http_tenant(const struct http_request *);
/* False: it asks too much, which was answered. */
bool http_set_tenant(struct http_request *, const struct tenant *);
/* One of the tenant's runs, until this request's answer is whole. False: it has
 * all that it may have, which was answered. */
bool http_take_run(struct http_request *);

/* The client, which may be gone before it is answered. */
const struct waiter *http_waiter(const struct http_request *);
/* A place for what has to live as long as the request. */
void *http_alloc(struct http_request *, size_t);

/* Beside the answer to come. */
void http_add_header(struct http_request *, const char *name,
    const char *value);
void http_answer(struct http_request *, unsigned status, const char *type,
    const void *bytes, size_t n);
void http_answer_json(struct http_request *, unsigned status,
    struct json *taken);
/* A problem document (RFC 9457), whose detail says what to do. */
void http_problem(struct http_request *, unsigned status, const char *fmt, ...)
    PRINTF_LIKE(3, 4);
struct failure;
void http_fail(struct http_request *, const struct failure *);

/*
 * An answer in pieces, as they come: `more` waits for the next one (by
 * http_waiter()), adds it to `out`, and says false once that was the last. It is
 * not called again once the client is gone; `done`, whatever happened, is
 * called with `arg` behind the last.
 */
typedef bool http_more(struct http_request *, void *arg, struct buf *out);
void http_stream(struct http_request *, unsigned status, const char *type,
    http_more *more, void *arg, void (*done)(void *arg));
/* Of a stream whose end is not that of what was asked for: it breaks off. */
void http_break(struct http_request *);

/* main.c: serve on the socket until `stop` can be read: 0 or -errno. */
struct http_options {
	const struct http_route *const *tables;	/* NULL-terminated */
	int		 listener, stop;
	bool		 local;		/* Host has to be a name of this host */
	void		(*tick)(void);	/* each second */
};
int http_serve(const struct http_options *);

#endif
