/* What a sandbox runs: cells, in contexts. */
#include "e2b.h"

#include <string.h>
#include <time.h>

#include "../../supervisor/base/json.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "ask.h"
#include "owned.h"

#define KEEP_MS		5000	/* between signs of life */
#define HELD_MS		100	/* that errors wait for the end of a cell */
#define CONTEXTS_MAX	12u	/* of a session, less those of our own */

static void
get_health(struct http_request *req)
{
	struct e2b_sandbox *s = e2b_get(req);

	if (s == NULL)
		return;
	e2b_put(s);
	http_answer(req, 204, NULL, "", 0);
}

struct execution {
	struct e2b_cell	 cell;
	unsigned	 count;
	struct buf	 held;		/* printed to stderr, and not yet sent */
	bool		 told;		/* its number */
	struct json	*updated;	/* by display_id, what it came to; or NULL */
};

static void
send_line(struct buf *out, struct json *taken)
{
	js_write(taken, out);
	buf_addc(out, '\n');
	js_free(taken);
}

static struct json *
event(const char *type)
{
	struct json *one = js_obj();

	js_put_str(one, "type", type);
	return one;
}

static void
send_text(struct buf *out, const char *type, const char *text, size_t n)
{
	struct json *one = event(type);
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	js_put_text(one, "text", text, n);
	js_put_num(one, "timestamp", (int64_t)now.tv_sec * 1000000000 +
	    now.tv_nsec);
	send_line(out, one);
}

/* The traceback of what ended the cell comes as its error alone. */
static void
send_held(struct execution *x, struct buf *out, const char *trace)
{
	size_t n = x->held.len, cut = trace != NULL ? strlen(trace) : 0;

	if (cut <= n && cut > 0 && memcmp(x->held.data + n - cut, trace,
	    cut) == 0)
		n -= cut;
	if (n > 0)
		send_text(out, "stderr", x->held.data, n);
	buf_free(&x->held);
}

static void
add_member(const char *key, const struct json *value, void *arg)
{
	static const char ours[][12] = { "type", "notes", "time_ms",
	    "display_id" };

	if (!IS_ONE_OF(key, ours) && !js_is_null(value))
		js_put(arg, key, js_copy(value));
}

static void
send_result(struct buf *out, const struct json *line)
{
	struct json *one = event("result");

	js_each(line, add_member, one);
	js_put(one, "extra", js_obj());
	send_line(out, one);
}

static void
send_updated(const char *key, const struct json *value, void *arg)
{
	(void)key;
	send_result(arg, value);
}

static void
send_end(struct execution *x, struct buf *out, const struct json *doc)
{
	const char *name, *value, *trace;
	struct json *one;

	/* Its clients know no updates: what they came to follows the rest. */
	if (x->updated != NULL)
		js_each(x->updated, send_updated, out);
	if (e2b_is(doc, "completed")) {
		send_held(x, out, NULL);
	} else {
		e2b_error_of(doc, &name, &value, &trace);
		send_held(x, out, trace);
		one = event("error");
		js_put_str(one, "name", name);
		js_put_str(one, "value", value);
		js_put_str(one, "traceback", trace);
		send_line(out, one);
	}
	send_line(out, event("end_of_execution"));
}

/* False: that was all. */
static bool
send_next(struct execution *x, struct buf *out, const struct json *line)
{
	const char *type = js_get_str(line, "type"), *text,
	    *id = js_get_str(line, "display_id");
	size_t n;

	if (x->cell.over) {
		send_end(x, out, line);
		return false;
	}
	if (type == NULL)
		return true;
	text = js_as_text(js_get(line, "text"), &n);
	if (strcmp(type, "stderr") == 0 && text != NULL) {
		buf_add(&x->held, text, n);
		return true;
	}
	send_held(x, out, NULL);
	if (strcmp(type, "stdout") == 0 && text != NULL)
		send_text(out, type, text, n);
	else if (strcmp(type, "result") == 0)
		send_result(out, line);
	else if (strcmp(type, "update") == 0 && id != NULL) {
		if (x->updated == NULL)
			x->updated = js_obj();
		js_put(x->updated, id, js_copy(line));
	}
	return true;
}

static bool
more(struct http_request *req, void *arg, struct buf *out)
{
	struct execution *x = arg;
	struct failure fail;
	struct json *line, *one;
	bool goes_on = true;
	int r;

	if (!x->told) {
		x->told = true;
		one = event("number_of_executions");
		js_put_num(one, "execution_count", x->count);
		send_line(out, one);
		return true;
	}
	while (out->len == 0 && goes_on) {
		r = e2b_cell_line(http_waiter(req), &x->cell,
		    x->held.len > 0 ? HELD_MS : KEEP_MS, &line, &fail);
		if (r < 0) {
			/* A sandbox that ended has no end of a cell. */
			http_break(req);
			return false;
		}
		if (r == 0 && x->held.len > 0)
			send_held(x, out, NULL);
		else if (r == 0)
			send_line(out, event("keepalive"));
		else {
			goes_on = send_next(x, out, line);
			if (!goes_on && e2b_is_closed(line))
				http_break(req);
			js_free(line);
		}
	}
	return goes_on;
}

static void
done(void *arg)
{
	struct execution *x = arg;

	e2b_cell_end(&x->cell);
	buf_free(&x->held);
	js_free(x->updated);
	free(x);
}

/* NULL: it can be run. */
static const char *
is_wrong(const struct e2b_sandbox *s, const struct json *body, unsigned *ret)
{
	static const char names[][8] = { "python", "python3", "py" };
	const char *language = js_get_str(body, "language"),
	    *context = js_get_str(body, "context_id");
	const struct json *env = js_get(body, "env_vars");

	*ret = 400;
	if (js_get_str(body, "code") == NULL)
		return "code: want a text";
	if (context != NULL && language != NULL)
		return "context_id, language: one of them";
	if (language != NULL && !IS_ONE_OF(language, names) &&
	    strcmp(language, "bash") != 0)
		return "language: there are python and bash";
	if (env != NULL && !js_is_null(env) && !js_is_obj(env))
		return "env_vars: want an object";
	if (context != NULL && strcmp(context, "python") != 0 &&
	    !js_is_obj(js_get(s->contexts, context))) {
		*ret = 404;
		return "context_id: no such context";
	}
	return NULL;
}

/* A shell is no cell: no gate reads it. */
static void
put_command(struct json *head, const char *code)
{
	struct json *command = js_obj(), *args = js_arr();

	js_add(args, js_str("-c"));
	js_add(args, js_str(code));
	js_put_str(command, "cmd", "/bin/bash");
	js_put(command, "args", args);
	js_put(command, "envs", js_obj());
	js_put_str(command, "cwd", E2B_HOME);
	js_put(head, "command", command);
	js_put_str(head, "name", "<command>");
}

static void
post_execute(struct http_request *req)
{
	const struct json *body = http_body_object(req);
	struct e2b_sandbox *s = body != NULL ? e2b_get(req) : NULL;
	struct execution *x;
	const char *wrong, *code, *context;
	struct json *head;
	unsigned status;
	size_t n;

	if (s == NULL)
		return;
	e2b_lock();
	wrong = is_wrong(s, body, &status);
	e2b_unlock();
	if (wrong != NULL || !http_take_run(req)) {
		if (wrong != NULL)
			e2b_error(req, status, "%s", wrong);
		e2b_put(s);
		return;
	}
	x = mem_new(1, sizeof(*x));
	*x = (struct execution){ .held = BUF_INIT };
	e2b_lock();
	x->count = ++s->ran;
	e2b_unlock();
	head = ask_head("run");
	context = js_get_str(body, "context_id");
	if (context != NULL && strcmp(context, "python") != 0)
		js_put_str(head, "context", context);
	if (js_is_obj(js_get(body, "env_vars")))
		js_put(head, "env", js_copy(js_get(body, "env_vars")));
	code = js_as_text(js_get(body, "code"), &n);
	if (js_get_str(body, "language") != NULL &&
	    strcmp(js_get_str(body, "language"), "bash") == 0)
		put_command(head, code);
	e2b_cell_begin(&x->cell, s, head, code, n);
	http_stream(req, 200, "application/x-ndjson", more, x, done);
}

static struct json *
context_of(const char *id)
{
	struct json *one = js_obj();

	js_put_str(one, "id", id);
	js_put_str(one, "language", "python");
	js_put_str(one, "cwd", E2B_HOME);
	return one;
}

static void
post_context(struct http_request *req)
{
	static const char names[][8] = { "python", "python3", "py" };
	const struct json *body = http_body_object(req);
	struct e2b_sandbox *s = body != NULL ? e2b_get(req) : NULL;
	const char *language = js_get_str(body, "language"),
	    *cwd = js_get_str(body, "cwd");
	char id[OWNED_ID];
	bool full = false;

	if (s == NULL)
		return;
	if (language != NULL && !IS_ONE_OF(language, names))
		e2b_error(req, 400, "language: python is the only one here");
	else if (cwd != NULL && strcmp(cwd, E2B_HOME) != 0)
		e2b_error(req, 400, "cwd: contexts of a sandbox share one, "
		    E2B_HOME);
	else {
		owned_new_id(id);
		e2b_lock();
		full = js_len(s->contexts) >= CONTEXTS_MAX;
		if (!full)
			js_put(s->contexts, id, context_of(id));
		e2b_unlock();
		if (full)
			e2b_error(req, 429, "a sandbox makes %u contexts at "
			    "most", CONTEXTS_MAX);
		else
			http_answer_json(req, 201, context_of(id));
	}
	e2b_put(s);
}

static void
add_context(const char *key, const struct json *value, void *arg)
{
	(void)key;
	js_add(arg, js_copy(value));
}

static void
get_contexts(struct http_request *req)
{
	struct e2b_sandbox *s = e2b_get(req);
	struct json *list;

	if (s == NULL)
		return;
	list = js_arr();
	js_add(list, context_of("python"));
	e2b_lock();
	js_each(s->contexts, add_context, list);
	e2b_unlock();
	e2b_put(s);
	http_answer_json(req, 200, list);
}

/* Its names go; with `forget`, it too. */
static void
restart(struct http_request *req, bool forget)
{
	struct e2b_sandbox *s = e2b_get(req);
	const char *id = http_part(req, 0);
	struct json *head, *doc;
	struct failure fail;
	bool is_first = strcmp(id, "python") == 0, is;

	if (s == NULL)
		return;
	e2b_lock();
	is = js_is_obj(js_get(s->contexts, id));
	e2b_unlock();
	head = ask_head("restart");
	if (!is_first)
		js_put_str(head, "context", id);
	if (!is && !is_first) {
		js_free(head);
		e2b_error(req, 404, "no such context");
	} else if (e2b_ask_session(req, s, head, "", 0, &doc, NULL, &fail)) {
		js_free(doc);
		e2b_lock();
		if (forget)
			js_drop(s->contexts, id);
		e2b_unlock();
		http_answer(req, 204, NULL, "", 0);
	} else
		e2b_error(req, fail.status, "%s", fail.text);
	e2b_put(s);
}

static void
delete_context(struct http_request *req)
{
	restart(req, true);
}

static void
post_restart(struct http_request *req)
{
	restart(req, false);
}

#define ID	"E2b-Sandbox-Id", HTTP_OPEN

const struct http_route e2b_code_routes[] = {
	{ "GET", "/health", ID, get_health },
	{ "POST", "/execute", ID, post_execute },
	{ "POST", "/contexts", ID, post_context },
	{ "GET", "/contexts", ID, get_contexts },
	{ "DELETE", "/contexts/{}", ID, delete_context },
	{ "POST", "/contexts/{}/restart", ID, post_restart },
	{ 0 }
};
