/* /v1/sessions: state between cells. */
#include "v1.h"
#include "v1_parts.h"

#include <string.h>
#include <unistd.h>

#include "../../supervisor/base/json.h"
#include "../../supervisor/base/util.h"
#include "ask.h"
#include "keys.h"
#include "sessions.h"

#define LIFE_MAX	((int64_t)86400000)

static void
post_open(struct http_request *req)
{
	static const char *const members[] = { "life_ms", NULL };
	const struct tenant *tenant = http_tenant(req);
	struct json *head = ask_head("status"), *doc;
	struct failure fail;
	auto_buf struct buf path = BUF_INIT;
	char id[33];
	const struct json *body = NULL;
	int64_t life = 0;
	size_t n;

	http_body(req, &n);
	if (n > 0 && (body = v1_body(req, members)) == NULL) {
		js_free(head);
		return;
	}
	life = js_get_num(body, "life_ms");
	if (life < 0 || life > LIFE_MAX) {
		js_free(head);
		http_problem(req, 400, "life_ms: not between 1 and %lld",
		    (long long)LIFE_MAX);
	} else if (!sessions_open(http_waiter(req), tenant, life, id, &fail)) {
		js_free(head);
		http_fail(req, &fail);
	} else if (!sessions_ask(http_waiter(req), tenant, id, head, "", 0,
	    &doc, NULL, &fail)) {
		sessions_close(NULL, tenant, id);
		http_fail(req, &fail);
	} else {
		buf_addf(&path, "/v1/sessions/%s", id);
		http_add_header(req, "Location", buf_str(&path));
		http_answer_json(req, 201, doc);
	}
}

static void
get_list(struct http_request *req)
{
	struct json *doc = js_obj();

	js_put(doc, "sessions", sessions_list(http_tenant(req)));
	http_answer_json(req, 200, doc);
}

/* What answers with how the session stands. */
static void
ask_state(struct http_request *req, struct json *head, const char *bytes,
    size_t n)
{
	struct failure fail;
	struct json *doc;

	if (sessions_ask(http_waiter(req), http_tenant(req),
	    http_part(req, 0), head, bytes, n, &doc, NULL, &fail))
		http_answer_json(req, 200, doc);
	else
		http_fail(req, &fail);
}

static void
get_state(struct http_request *req)
{
	ask_state(req, ask_head("status"), "", 0);
}

static void
post_interrupt(struct http_request *req)
{
	ask_state(req, ask_head("interrupt"), "", 0);
}

/* With the member of the body that the word takes. */
static void
ask_with(struct http_request *req, const char *what, const char *member)
{
	const char *const members[] = { member, NULL };
	const struct json *body = v1_body(req, members);
	const char *wrong = sessions_wrong_context(body);
	struct json *head;

	if (body == NULL)
		return;
	if (wrong != NULL) {
		http_problem(req, 400, "%s", wrong);
		return;
	}
	head = ask_head(what);
	if (js_get(body, member) != NULL)
		js_put(head, member, js_copy(js_get(body, member)));
	ask_state(req, head, "", 0);
}

static void
post_extend(struct http_request *req)
{
	ask_with(req, "extend", "time_ms");
}

static void
post_restart(struct http_request *req)
{
	ask_with(req, "restart", "context");
}

static void
delete_session(struct http_request *req)
{
	if (sessions_close(http_waiter(req), http_tenant(req),
	    http_part(req, 0)))
		v1_done(req);
	else
		http_problem(req, 404, "no such session: it has ended, or "
		    "never was");
}

static void
post_run(struct http_request *req)
{
	static const char *const members[] = { V1_CODE, "context", NULL };
	struct failure fail;
	const struct json *body;
	struct json *doc;
	const char *code;
	size_t n;

	body = v1_code(req, members, &code, &n);
	if (body == NULL || !http_take_run(req))
		return;
	if (v1_streams(req, body)) {
		v1_stream(req, http_part(req, 0), v1_cell(body), code, n,
		    false);
		return;
	}
	if (sessions_run(http_waiter(req), http_tenant(req),
	    http_part(req, 0), v1_cell(body), code, n, &doc, &fail)) {
		http_answer_json(req, 200, doc);
		return;
	}
	http_fail(req, &fail);
}

static struct json *
file_head(struct http_request *req, const char *what)
{
	struct json *head = ask_head(what);

	js_put_str(head, "name", http_part(req, 1));
	return head;
}

static void
get_files(struct http_request *req)
{
	ask_state(req, ask_head("files"), "", 0);
}

static void
put_file(struct http_request *req)
{
	const char *bytes;
	size_t n;

	bytes = http_body(req, &n);
	ask_state(req, file_head(req, "put"), bytes, n);
}

static void
get_file(struct http_request *req)
{
	auto_buf struct buf bytes = BUF_INIT;
	struct failure fail;
	struct json *doc;

	if (!sessions_ask(http_waiter(req), http_tenant(req),
	    http_part(req, 0), file_head(req, "get"), "", 0, &doc, &bytes,
	    &fail)) {
		http_fail(req, &fail);
		return;
	}
	js_free(doc);
	http_answer(req, 200, "application/octet-stream", buf_str(&bytes),
	    bytes.len);
}

static void
delete_file(struct http_request *req)
{
	ask_state(req, file_head(req, "remove"), "", 0);
}

#define S	"/v1/sessions"

const struct http_route v1_session_routes[] = {
	{ "POST", S, NULL, 0, post_open },
	{ "GET", S, NULL, 0, get_list },
	{ "GET", S "/{}", NULL, 0, get_state },
	{ "DELETE", S "/{}", NULL, 0, delete_session },
	{ "POST", S "/{}/run", NULL, 0, post_run },
	{ "POST", S "/{}/interrupt", NULL, 0, post_interrupt },
	{ "POST", S "/{}/extend", NULL, 0, post_extend },
	{ "POST", S "/{}/restart", NULL, 0, post_restart },
	{ "GET", S "/{}/files", NULL, 0, get_files },
	{ "PUT", S "/{}/files/{*}", NULL, 0, put_file },
	{ "GET", S "/{}/files/{*}", NULL, 0, get_file },
	{ "DELETE", S "/{}/files/{*}", NULL, 0, delete_file },
	{ 0 }
};
