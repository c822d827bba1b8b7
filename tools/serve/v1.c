#include "v1.h"

#include <string.h>

#include "../../supervisor/base/json.h"
#include "../../supervisor/base/util.h"
#include "ask.h"
#include "keys.h"
#include "once.h"
#include "openapi.h"
#include "sessions.h"
#include "v1_parts.h"

static void
get_health(struct http_request *req)
{
	http_answer(req, 200, "text/plain", "ok\n", 3);
}

/* In a session of its own. */
static void
stream_once(struct http_request *req, const struct json *body,
    const char *code, size_t n)
{
	struct failure fail;
	char id[33];

	if (sessions_open(http_waiter(req), http_tenant(req), 0, id, &fail))
		v1_stream(req, id, v1_cell(body), code, n, true);
	else
		http_fail(req, &fail);
}

static void
post_run(struct http_request *req)
{
	static const char *const members[] = { V1_CODE, "files", "wait", NULL };
	const struct json *body, *files;
	struct failure fail;
	struct json *doc;
	const char *code;
	size_t n;

	body = v1_code(req, members, &code, &n);
	if (body == NULL)
		return;
	files = js_get(body, "files");
	if (js_get(body, "wait") != NULL && !js_get_flag(body, "wait"))
		v1_begin_job(req, body, code, n);
	else if (!http_take_run(req))
		;
	else if (v1_streams(req, body) && files == NULL)
		stream_once(req, body, code, n);
	else if (once_run(http_waiter(req), http_tenant(req), v1_cell(body),
	    code, n, files, &doc, &fail))
		http_answer_json(req, 200, doc);
	else
		http_fail(req, &fail);
}

static void
get_openapi(struct http_request *req)
{
	http_answer(req, 200, "application/json", openapi_json,
	    strlen(openapi_json));
}

static void
post_check(struct http_request *req)
{
	static const char *const members[] = { V1_CODE, NULL };
	const struct json *body;
	struct json *head, *doc = NULL;
	const char *code;
	size_t n;
	int r;

	body = v1_code(req, members, &code, &n);
	if (body == NULL || !http_take_run(req))
		return;
	head = ask_head("check");
	js_put_str(head, "name", js_get_str(body, "name"));
	js_put_str(head, "label", js_get_str(body, "label"));
	r = ask_whole(http_waiter(req), http_tenant(req)->pool, NULL, head, code, n, &doc,
	    NULL);
	if (r == 0 && js_get(doc, "decision") != NULL) {
		http_answer_json(req, 200, doc);
		return;
	}
	http_problem(req, r == 0 ? 500 : 503, "the sandbox failed: %s", r ==
	    0 ? js_get_str(js_get(doc, "error"), "value") : strerror(-r));
	js_free(doc);
}

static void
add_lines(struct buf *out, const struct json *lines)
{
	const char *text;
	size_t i, n;

	for (i = 0; i < js_len(lines); i++)
		if ((text = js_as_text(js_at(lines, i), &n)) != NULL)
			buf_add(out, text, n);
}

/* {success, output, error}, as small services of one's own answer. */
static struct json *
plain_answer(const struct json *doc)
{
	const struct json *logs = js_get(doc, "logs");
	const char *status = js_get_str(doc, "status"),
	    *trace = js_get_str(js_get(doc, "error"), "traceback");
	bool success = strcmp(status, "completed") == 0;
	auto_buf struct buf output = BUF_INIT;
	struct json *plain = js_obj();

	add_lines(&output, js_get(logs, "stdout"));
	add_lines(&output, js_get(logs, "stderr"));
	js_put_flag(plain, "success", success);
	js_put_text(plain, "output", buf_str(&output), output.len);
	/* Of what we ended, and of what was refused, we say why. */
	js_put_str(plain, "error", success ? NULL : trace != NULL &&
	    strcmp(status, "failed") == 0 ? trace :
	    js_get_str(doc, "summary"));
	return plain;
}

static void
post_execute(struct http_request *req)
{
	static const char names[][8] = { "python", "python3", "py" };
	const struct json *body;
	const char *code, *language;
	struct failure fail;
	struct json *head, *doc;
	size_t n;

	body = v1_code(req, NULL, &code, &n);
	if (body == NULL || !http_take_run(req))
		return;
	language = js_get_str(body, "language");
	if (language != NULL && !IS_ONE_OF(language, names)) {
		http_problem(req, 400, "language: python is the only one here");
		return;
	}
	head = ask_head("run");
	if (js_get_num(body, "timeout") > 0)
		js_put_num(head, "time_ms", js_get_num(body, "timeout") *
		    1000);
	if (!once_run(http_waiter(req), http_tenant(req), head, code, n, NULL,
	    &doc, &fail)) {
		http_fail(req, &fail);
		return;
	}
	http_answer_json(req, 200, plain_answer(doc));
	js_free(doc);
}

const struct http_route v1_routes[] = {
	{ "GET", "/healthz", NULL, HTTP_OPEN, get_health },
	{ "GET", "/openapi.json", NULL, HTTP_OPEN, get_openapi },
	{ "POST", "/v1/run", NULL, 0, post_run },
	{ "POST", "/v1/check", NULL, 0, post_check },
	{ "POST", "/execute", NULL, 0, post_execute },
	{ 0 }
};
