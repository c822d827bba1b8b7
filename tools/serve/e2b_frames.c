#include "e2b_frames.h"

#include <stdio.h>
#include <stdlib.h>

#include "../../supervisor/base/clock.h"
#include "../../supervisor/base/json.h"
#include "body.h"
#include "http.h"

#define FRAME		5	/* bytes before what is in it */
#define LAST		2	/* its flag */
#define MOST_MS		86400000	/* what is longer is no bound */

void
e2b_fail_with(struct e2b_failure *fail, const char *code, const char *text)
{
	snprintf(fail->code, sizeof(fail->code), "%s", code);
	snprintf(fail->text, sizeof(fail->text), "%s", text);
}

static void
add(struct buf *out, unsigned char flags, struct json *taken)
{
	auto_buf struct buf text = BUF_INIT;
	unsigned char head[FRAME] = { flags };
	size_t i;

	js_write(taken, &text);
	js_free(taken);
	for (i = 1; i < FRAME; i++)
		head[i] = (unsigned char)(text.len >> (8 * (FRAME - 1 - i)));
	buf_add(out, head, sizeof(head));
	buf_add(out, text.data, text.len);
}

void
e2b_add_frame(struct buf *out, struct json *taken)
{
	add(out, 0, taken);
}

void
e2b_add_last(struct buf *out, const struct e2b_failure *fail)
{
	struct json *message = js_obj(), *error;

	if (fail != NULL) {
		error = js_obj();
		js_put_str(error, "code", fail->code);
		js_put_str(error, "message", fail->text);
		js_put(message, "error", error);
	}
	add(out, LAST, message);
}

struct json *
e2b_read_frame(const struct http_request *req)
{
	struct json *message;
	size_t n, size;
	const unsigned char *body = (const void *)http_body(req, &n);

	if (n < FRAME || body[0] != 0)
		return NULL;
	size = (size_t)body[1] << 24 | (size_t)body[2] << 16 |
	    (size_t)body[3] << 8 | body[4];
	if (size != n - FRAME || body_parse((const char *)body + FRAME, size,
	    &message) < 0)
		return NULL;
	return message;
}

int64_t
e2b_deadline(const struct http_request *req)
{
	const char *most = http_header(req, "Connect-Timeout-Ms");
	int64_t ms = most != NULL ? strtoll(most, NULL, 10) : 0;

	return ms > 0 && ms < MOST_MS ? clock_ms() + ms : 0;
}
