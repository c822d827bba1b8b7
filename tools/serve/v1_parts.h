/* What the files of v1 share. */
#ifndef SALLYPORT_SERVE_V1_PARTS_H
#define SALLYPORT_SERVE_V1_PARTS_H

#include "http.h"

/* A body of these members and no other, up to a NULL. NULL: it is none, or has
 * another, which was answered. */
const struct json *v1_body(struct http_request *, const char *const *members);
/* One with code, and what goes with it; without `members` any may be there. */
const struct json *v1_code(struct http_request *, const char *const *members,
    const char **ret_code, size_t *ret_n);
#define V1_CODE	"code", "name", "label", "time_ms", "env", "stream"
/* Of such a body what a cell takes: name label env time_ms context. */
struct json *v1_cell(const struct json *body);
/* Does it want lines as they come? It says "stream":true, or asks for
 * application/x-ndjson. */
bool v1_streams(const struct http_request *, const struct json *body);
/* The cell's lines, then its document. `head` is taken over; with `ends` the
 * session is closed behind it. */
void v1_stream(struct http_request *, const char *id, struct json *head,
    const char *code, size_t n, bool ends);
/* 202, and a job, for such a body. */
void v1_begin_job(struct http_request *, const struct json *body,
    const char *code, size_t n);
/* 204, nothing. */
void v1_done(struct http_request *);

#endif
