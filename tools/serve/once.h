/*
 * Code that is run once: a session of its own, one cell, and its end.
 */
#ifndef SALLYPORT_SERVE_ONCE_H
#define SALLYPORT_SERVE_ONCE_H

#include <stddef.h>

struct http_request;
struct json;

/*
 * With files of an object {"NAME": "TEXT"} (or NULL) in its folder. `head` of
 * the cell is taken over. *ret_doc, the caller's, is the document of the run.
 * 0 or -errno; after an error, and where the sandbox failed, it was answered.
 */
int once_run(struct http_request *, struct json *head, const char *code,
    size_t n, const struct json *files, struct json **ret_doc);

#endif
