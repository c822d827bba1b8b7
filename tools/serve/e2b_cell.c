/* A cell of a sandbox, read line by line. */
#include "e2b.h"

#include <errno.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../../supervisor/base/clock.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/mem.h"
#include "ask.h"
#include "keys.h"
#include "metrics.h"
#include "waiter.h"

#define TURN_MS		20	/* between asks where more wait than may */
#define WAIT_MS		86400000	/* for its turn, in the session */
#define CELL_MS		((int64_t)300000)

static void
add_env(const char *key, const struct json *value, void *arg)
{
	js_put(arg, key, js_copy(value));
}

void
e2b_cell_begin(struct e2b_cell *c, struct e2b_sandbox *s, struct json *head,
    const char *code, size_t n)
{
	struct json *env = js_obj();

	*c = (struct e2b_cell){ .sandbox = s, .head = head, .code = BUF_INIT,
	    .fd = -1, .came = BUF_INIT };
	buf_add(&c->code, code, n);
	js_put_str(env, "HOME", E2B_HOME);
	js_each(s->envs, add_env, env);
	if (js_is_obj(js_get(head, "env")))
		js_each(js_get(head, "env"), add_env, env);
	js_put(head, "env", env);
	js_put_flag(head, "stream", true);
	js_put_num(head, "time_ms", CELL_MS);
}

/* Too many wait for the one that runs. */
static bool
is_busy(const struct json *line)
{
	const struct json *session = js_get(line, "session");
	const char *kind = js_get_str(js_is_obj(session) ? session : line,
	    "refused");

	return kind != NULL && strcmp(kind, "busy") == 0;
}

static int
take_line(const struct waiter *w, struct e2b_cell *c, int ms,
    struct json **ret)
{
	struct ask_lines lines = { c->fd, c->came, c->seen };
	auto_buf struct buf line = BUF_INIT;
	int r = ask_line(w, &lines, ms, &line);

	c->came = lines.came;
	c->seen = lines.seen;
	if (r <= 0)
		return r;
	return js_parse(buf_str(&line), line.len, ret) < 0 ? -EPROTO : 1;
}

int
e2b_cell_line(const struct waiter *w, struct e2b_cell *c, int ms,
    struct json **ret, struct failure *fail)
{
	struct json *line;
	int r;

	if (c->fd < 0)
		c->fd = sessions_begin(c->sandbox->tenant, c->sandbox->id,
		    steal_ptr(&c->head), buf_str(&c->code), c->code.len, fail);
	if (c->fd < 0)
		return -ENOENT;
	r = take_line(w, c, ms, &line);
	if (r < 0)
		failure_set(fail, 502, "the sandbox has ended");
	if (r <= 0)
		return r;
	c->over = js_get_str(line, "status") != NULL ||
	    js_get_str(line, "state") != NULL;
	if (c->over && !is_busy(line) && sessions_failed(line, fail)) {
		js_free(line);
		return -EIO;
	}
	if (c->over)
		metrics_document(line);
	*ret = line;
	return 1;
}

void
e2b_cell_end(struct e2b_cell *c)
{
	if (c->fd >= 0)
		close(c->fd);
	if (!c->looks)
		sessions_touch(c->sandbox->tenant, c->sandbox->id);
	buf_free(&c->came);
	buf_free(&c->code);
	js_free(c->head);
	e2b_put(c->sandbox);
}

bool
e2b_is(const struct json *doc, const char *status)
{
	const char *is = js_get_str(doc, "status");

	return is != NULL && strcmp(is, status) == 0;
}

void
e2b_error_of(const struct json *doc, const char **ret_name,
    const char **ret_value, const char **ret_trace)
{
	static const char names[][2][20] = {
		{ "blocked", "Blocked" }, { "held", "Held" },
		{ "timed_out", "TimedOut" },
		{ "limit_exceeded", "LimitExceeded" },
		{ "interrupted", "KeyboardInterrupt" },
	};
	const struct json *error = js_get(doc, "error");
	size_t i;

	*ret_name = js_get_str(error, "name");
	*ret_value = js_get_str(error, "value");
	*ret_trace = js_get_str(error, "traceback");
	if (*ret_name == NULL) {
		*ret_name = "Ended";
		for (i = 0; i < ARRAY_SIZE(names); i++)
			if (e2b_is(doc, names[i][0]))
				*ret_name = names[i][1];
		*ret_value = js_get_str(doc, "summary");
	}
	if (*ret_value == NULL)
		*ret_value = "";
	if (*ret_trace == NULL)
		*ret_trace = *ret_value;
}

bool
e2b_is_closed(const struct json *doc)
{
	const char *why = js_get_str(js_get(doc, "session"), "why");

	return why != NULL && strcmp(why, "it was closed") == 0;
}

bool
e2b_ask_session(struct http_request *req, const struct e2b_sandbox *s,
    struct json *head, const char *bytes, size_t n, struct json **ret_doc,
    struct buf *rest, struct failure *fail)
{
	const struct timespec moment = { .tv_nsec = TURN_MS * 1000000 };
	bool is;

	js_put_num(head, "wait_ms", WAIT_MS);
	while (!(is = sessions_ask(http_waiter(req), s->tenant, s->id,
	    js_copy(head), bytes, n, ret_doc, rest, fail)) &&
	    fail->status == 409 && !waiter_is_gone(http_waiter(req)))
		nanosleep(&moment, NULL);
	js_free(head);
	return is;
}

struct json *
e2b_hear_code(const struct waiter *w, struct e2b_sandbox *s,
    const struct json *given, const char *code, int look_ms,
    struct failure *fail)
{
	struct json *head = ask_head("run"), *line = NULL, *found = NULL;
	auto_buf struct buf all = BUF_INIT;
	const char *name, *value = NULL, *trace;
	const struct json *json;
	struct e2b_cell c;
	int r;

	buf_adds(&all, "given = ");
	js_write(given, &all);
	buf_addc(&all, '\n');
	buf_adds(&all, code);
	js_put_str(head, "context", SESSIONS_OWN "files");
	js_put_str(head, "name", "<files>");
	js_put_flag(head, "fresh", true);
	if (look_ms > 0)
		js_put_num(head, "wait_ms", look_ms);
	e2b_lock();
	s->holders++;
	e2b_unlock();
	e2b_cell_begin(&c, s, head, all.data, all.len);
	c.looks = look_ms > 0;
	while ((r = e2b_cell_line(w, &c, 1 << 30, &line, fail)) > 0 && !c.over)
		js_free(line);
	e2b_cell_end(&c);
	if (r <= 0)
		return NULL;
	if (e2b_is(line, "completed")) {
		/* None, where it was too large for the document. */
		json = js_get(js_at(js_get(line, "results"), 0), "json");
		found = json != NULL ? js_copy(json) : NULL;
	} else
		e2b_error_of(line, &name, &value, &trace);
	if (found == NULL && is_busy(line))
		failure_set(fail, 429, "too many wait for the cell that runs");
	else if (found == NULL)
		failure_set(fail, 403, "permission denied: %s", value != NULL ?
		    value : "nothing was said");
	js_free(line);
	return found;
}

struct json *
e2b_ask_code(struct http_request *req, struct e2b_sandbox *s,
    const struct json *given, const char *code)
{
	struct failure fail;
	struct json *found = e2b_hear_code(http_waiter(req), s, given, code,
	    0, &fail);

	if (found == NULL)
		e2b_error(req, fail.status, "%s", fail.text);
	return found;
}
