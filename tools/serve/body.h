/*
 * A client's JSON, which may not become much more than it is when it is read.
 */
#ifndef SALLYPORT_SERVE_BODY_H
#define SALLYPORT_SERVE_BODY_H

#include <stddef.h>

#define BODY_VALUES	20000		/* at most */

struct json;

/* 0, *ret for js_free(); or -EINVAL, *ret NULL: it is none, or has more. */
int body_parse(const char *text, size_t n, struct json **ret);

#endif
