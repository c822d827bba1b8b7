/* The commands of a sandbox, by Connect's frames. */
#include "e2b.h"

#include <string.h>

#include "../../supervisor/base/json.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/sign.h"
#include "../../supervisor/base/util.h"
#include "ask.h"
#include "body.h"

#define FRAME		5	/* bytes before what is in it */
#define LAST		2	/* its flag */
#define KEEP_MS		5000

struct command {
	struct e2b_cell	 cell;
	bool		 told;		/* that it began */
};

static void
add_frame(struct buf *out, unsigned char flags, struct json *taken)
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

/* {"event":{KIND:...}} */
static void
add_event(struct buf *out, const char *kind, struct json *taken)
{
	struct json *event = js_obj(), *message = js_obj();

	js_put(event, kind, taken);
	js_put(message, "event", event);
	add_frame(out, 0, message);
}

static void
add_data(struct buf *out, const char *stream, const char *bytes, size_t n)
{
	auto_buf struct buf text = BUF_INIT;
	struct json *data = js_obj();

	sign_base64(bytes, n, &text);
	js_put_str(data, stream, buf_str(&text));
	add_event(out, "data", data);
}

/* How it ended; then how the stream did. */
static void
add_end(struct buf *out, const struct json *doc)
{
	const char *summary = js_get_str(doc, "summary");
	const struct json *exit = js_get(doc, "exit_code");
	struct json *end = js_obj();
	auto_buf struct buf text = BUF_INIT;
	int64_t value = js_is_num(exit) ? js_as_num(exit) : 137;

	if (e2b_is(doc, "completed") || e2b_is(doc, "failed"))
		buf_addf(&text, "exit status %d", (int)value);
	else {
		buf_adds(&text, summary != NULL ? summary : "ended");
		js_put_str(end, "error", buf_str(&text));
	}
	js_put_num(end, "exitCode", value);
	js_put_flag(end, "exited", true);
	js_put_str(end, "status", buf_str(&text));
	add_event(out, "end", end);
	add_frame(out, LAST, js_obj());
}

static void
add_failure(struct buf *out, const struct failure *fail)
{
	struct json *error = js_obj(), *message = js_obj();

	js_put_str(error, "code", fail->status == 404 || fail->status == 502 ?
	    "unavailable" : "internal");
	js_put_str(error, "message", fail->text);
	js_put(message, "error", error);
	add_frame(out, LAST, message);
}

static bool
more(struct http_request *req, void *arg, struct buf *out)
{
	struct command *x = arg;
	const char *type, *text;
	struct failure fail;
	struct json *line;
	size_t n;
	int r;

	if (!x->told) {
		line = js_obj();
		js_put_num(line, "pid", 1);
		add_event(out, "start", line);
		return x->told = true;
	}
	while (out->len == 0) {
		r = e2b_cell_line(req, &x->cell, KEEP_MS, &line, &fail);
		if (r < 0) {
			add_failure(out, &fail);
			return false;
		}
		if (r == 0) {
			add_event(out, "keepalive", js_obj());
			return true;
		}
		type = js_get_str(line, "type");
		text = js_as_text(js_get(line, "text"), &n);
		if (x->cell.over && e2b_is_closed(line))
			http_break(req);
		else if (x->cell.over)
			add_end(out, line);
		else if (text != NULL && (strcmp(type, "stdout") == 0 ||
		    strcmp(type, "stderr") == 0))
			add_data(out, type, text, n);
		js_free(line);
		if (x->cell.over)
			return false;
	}
	return true;
}

static void
done(void *arg)
{
	struct command *x = arg;

	e2b_cell_end(&x->cell);
	free(x);
}

/* What is in the one frame of a request, the caller's to free; or NULL. */
static struct json *
read_frame(const struct http_request *req)
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

/* The program, its words, its folder and environment; NULL: it is none. */
static struct json *
command_of(const struct json *message)
{
	const struct json *process = js_get(message, "process"),
	    *args = js_get(process, "args"), *envs = js_get(process, "envs");
	const char *cmd = js_get_str(process, "cmd"),
	    *cwd = js_get_str(process, "cwd");
	struct json *given;

	if (cmd == NULL)
		return NULL;
	given = js_obj();
	js_put_str(given, "cmd", cmd);
	js_put(given, "args", js_is_arr(args) ? js_copy(args) : js_arr());
	js_put(given, "envs", js_is_obj(envs) ? js_copy(envs) : js_obj());
	js_put_str(given, "cwd", cwd != NULL && cwd[0] != '\0' ? cwd :
	    E2B_HOME);
	return given;
}

static void
post_start(struct http_request *req)
{
	struct e2b_sandbox *s = e2b_get(req);
	struct json *message, *given, *head;
	struct command *x;

	if (s == NULL)
		return;
	message = read_frame(req);
	given = command_of(message);
	js_free(message);
	if (given == NULL || !http_take_run(req)) {
		if (given == NULL)
			e2b_error(req, 400, "want one frame of Connect's with "
			    "a process in it");
		js_free(given);
		e2b_put(s);
		return;
	}
	head = ask_head("run");
	js_put_str(head, "name", "<command>");
	js_put(head, "command", given);
	x = mem_new(1, sizeof(*x));
	*x = (struct command){ .told = false };
	e2b_cell_begin(&x->cell, s, head, "", 0);
	http_stream(req, 200, "application/connect+json", more, x, done);
}

static void
post_list(struct http_request *req)
{
	struct e2b_sandbox *s = e2b_get(req);
	struct json *doc;

	if (s == NULL)
		return;
	e2b_put(s);
	doc = js_obj();
	js_put(doc, "processes", js_arr());
	http_answer_json(req, 200, doc);
}

/* To whatever runs: a sandbox runs one thing at a time. */
static void
post_signal(struct http_request *req)
{
	struct e2b_sandbox *s = e2b_get(req);

	if (s == NULL)
		return;
	sessions_interrupt(s->tenant, s->id);
	http_answer_json(req, 200, js_obj());
	e2b_put(s);
}

/* Input, and what runs on behind a request: there is neither. */
static void
post_other(struct http_request *req)
{
	struct e2b_sandbox *s = e2b_get(req);
	struct json *doc;

	if (s == NULL)
		return;
	e2b_put(s);
	doc = js_obj();
	js_put_str(doc, "code", "unimplemented");
	js_put_str(doc, "message", "a command has no input, and ends with the "
	    "request that began it");
	http_answer_json(req, 501, doc);
}

#define ID	"E2b-Sandbox-Id", HTTP_OPEN
#define P	"/process.Process/"

const struct http_route e2b_process_routes[] = {
	{ "POST", P "Start", ID, post_start },
	{ "POST", P "List", ID, post_list },
	{ "POST", P "SendSignal", ID, post_signal },
	{ "POST", P "{}", ID, post_other },
	{ 0 }
};
