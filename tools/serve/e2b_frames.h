/*
 * Connect's streams: frames of five bytes, flags and a length, with JSON behind.
 */
#ifndef SALLYPORT_SERVE_E2B_FRAMES_H
#define SALLYPORT_SERVE_E2B_FRAMES_H

#include <stdint.h>

#define E2B_STREAM	"application/connect+json"
#define E2B_KEEP_MS	5000	/* where nothing happens, that is said */

struct buf;
struct http_request;
struct json;

/* Of Connect's errors, the code and text. */
struct e2b_failure {
	char	code[32], text[480];
};
void e2b_fail_with(struct e2b_failure *, const char *code, const char *text);

/* `taken` is taken over. */
void e2b_add_frame(struct buf *out, struct json *taken);
/* The last one: that was all (NULL), or what went wrong. */
void e2b_add_last(struct buf *out, const struct e2b_failure *);
/* What is in the one frame of a request, the caller's to free; or NULL. */
struct json *e2b_read_frame(const struct http_request *);
/* Until when its client waits, milliseconds of the clock; 0: without an end. */
int64_t e2b_deadline(const struct http_request *);

#endif
