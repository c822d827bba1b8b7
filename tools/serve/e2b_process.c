/* The commands of a sandbox, by Connect's frames. */
#include "e2b_commands.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../supervisor/base/clock.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/mem.h"

struct stream {
	struct e2b_sandbox	*sandbox;	/* held */
	struct json		*given, *selector;	/* starts, or joins */
	char			*tag;
	int64_t			 end;		/* ms of the clock; 0: none */
	struct e2b_listener	*listener;	/* NULL: not yet */
	struct buf		*out;
	bool			 is_over;
};

/* {"event":{KIND:...}} */
static void
add_event(struct buf *out, const char *kind, struct json *taken)
{
	struct json *event = js_obj(), *message = js_obj();

	js_put(event, kind, taken);
	js_put(message, "event", event);
	e2b_add_frame(out, message);
}

/* How it ended; then how the stream did. */
static void
add_end(struct buf *out, int64_t status)
{
	struct json *end = js_obj();
	char text[64];

	snprintf(text, sizeof(text), status >= 0 ? "exit status %d" :
	    "signal: %d", status >= 0 ? (int)status : (int)-status);
	if (status < 0)
		js_put_str(end, "error", text);
	js_put_num(end, "exitCode", status >= 0 ? status : 128 - status);
	js_put_flag(end, "exited", status >= 0);
	js_put_str(end, "status", text);
	add_event(out, "end", end);
	e2b_add_last(out, NULL);
}

static void
add_told(void *arg, const char *name, const char *text, int64_t status)
{
	struct stream *x = arg;
	struct json *data;

	if (name == NULL) {
		add_end(x->out, status);
		x->is_over = true;
		return;
	}
	data = js_obj();
	js_put_str(data, name, text);
	add_event(x->out, "data", data);
}

/* Its first frame. */
static bool
begin(const struct waiter *w, struct stream *x, struct e2b_failure *fail)
{
	struct json *start;

	x->listener = x->given != NULL ? e2b_commands_start(w, x->sandbox,
	    steal_ptr(&x->given), x->tag, fail) :
	    e2b_commands_join(x->sandbox, x->selector, fail);
	if (x->listener == NULL)
		return false;
	start = js_obj();
	js_put_num(start, "pid", e2b_listener_pid(x->listener));
	add_event(x->out, "start", start);
	return true;
}

/* As its client said how long it may take. */
static void
end_late(const struct waiter *w, struct stream *x)
{
	struct e2b_failure late = { "deadline_exceeded", "the command took "
	    "longer than its request lets it" }, fail;
	struct json *selector = js_obj();

	js_put_num(selector, "pid", e2b_listener_pid(x->listener));
	if (x->selector == NULL)
		e2b_commands_signal(w, x->sandbox, selector, SIGKILL, &fail);
	js_free(selector);
	e2b_add_last(x->out, &late);
}

static bool
more(struct http_request *req, void *arg, struct buf *out)
{
	const struct waiter *w = http_waiter(req);
	struct stream *x = arg;
	struct e2b_failure fail;
	int64_t left = E2B_KEEP_MS;
	int r;

	x->out = out;
	if (x->listener == NULL) {
		if (begin(w, x, &fail))
			return true;
		if (strcmp(fail.code, "closed") == 0)
			http_break(req);
		else
			e2b_add_last(out, &fail);
		return false;
	}
	if (x->end != 0 && x->end - clock_ms() < left)
		left = x->end - clock_ms();
	r = e2b_listener_hear(w, x->listener, left > 0 ? (int)left : 0,
	    add_told, x, &fail);
	if (r == -2 && strcmp(fail.code, "resource_exhausted") != 0)
		http_break(req);	/* its sandbox ended */
	else if (r == -2)
		e2b_add_last(out, &fail);
	else if (r == 0 && x->end != 0 && clock_ms() >= x->end) {
		end_late(w, x);
		r = -1;
	} else if (r == 0)
		add_event(out, "keepalive", js_obj());
	return r >= 0 && !x->is_over;
}

static void
done(void *arg)
{
	struct stream *x = arg;

	if (x->listener != NULL)
		e2b_listener_leave(x->listener);
	js_free(x->given);
	js_free(x->selector);
	free(x->tag);
	e2b_put(x->sandbox);
	free(x);
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
	js_put_num(given, "stdin", js_get_flag(message, "stdin"));
	js_put_str(given, "cwd", cwd != NULL && cwd[0] != '\0' ? cwd :
	    E2B_HOME);
	return given;
}

/* `s` and what is there of the two are taken over. */
static void
stream(struct http_request *req, struct e2b_sandbox *s, struct json *given,
    struct json *selector, const char *tag)
{
	struct stream *x = mem_new(1, sizeof(*x));

	*x = (struct stream){ .sandbox = s, .given = given,
	    .selector = selector, .tag = tag != NULL ? mem_strdup(tag) : NULL,
	    .end = e2b_deadline(req) };
	http_stream(req, 200, E2B_STREAM, more, x, done);
}

static void
post_start(struct http_request *req)
{
	struct e2b_sandbox *s = e2b_get(req);
	struct e2b_failure terminal = { "unimplemented", "pty: a sandbox has "
	    "no terminals" };
	auto_buf struct buf out = BUF_INIT;
	struct json *message, *given;

	if (s == NULL)
		return;
	message = e2b_read_frame(req);
	given = command_of(message);
	if (js_get(message, "pty") != NULL) {
		e2b_add_last(&out, &terminal);
		http_answer(req, 200, E2B_STREAM, out.data, out.len);
	} else if (given != NULL && http_take_run(req)) {
		stream(req, s, given, NULL, js_get_str(message, "tag"));
		js_free(message);
		return;
	} else if (given == NULL)
		e2b_error(req, 400, "want one frame of Connect's with a "
		    "process in it");
	js_free(given);
	js_free(message);
	e2b_put(s);
}

/* Of one that runs, what it says from now on. */
static void
post_connect(struct http_request *req)
{
	struct e2b_sandbox *s = e2b_get(req);
	struct json *message;

	if (s == NULL)
		return;
	message = e2b_read_frame(req);
	if (message != NULL && js_is_obj(js_get(message, "process"))) {
		stream(req, s, NULL, js_copy(js_get(message, "process")),
		    NULL);
	} else {
		e2b_error(req, 400, "want one frame of Connect's with a "
		    "process in it");
		e2b_put(s);
	}
	js_free(message);
}

static void
post_list(struct http_request *req)
{
	struct e2b_sandbox *s = e2b_get(req);
	struct json *doc;

	if (s == NULL)
		return;
	doc = js_obj();
	js_put(doc, "processes", e2b_commands_list(s));
	e2b_put(s);
	http_answer_json(req, 200, doc);
}

/* {} or an error of Connect's. */
static void
answer(struct http_request *req, bool is, const struct e2b_failure *fail)
{
	struct json *doc = js_obj();

	if (!is) {
		js_put_str(doc, "code", fail->code);
		js_put_str(doc, "message", fail->text);
	}
	http_answer_json(req, is ? 200 : e2b_status_of(fail->code), doc);
}

static void
post_signal(struct http_request *req)
{
	const struct json *body = http_body_object(req);
	struct e2b_sandbox *s = body != NULL ? e2b_get(req) : NULL;
	const char *name = js_get_str(body, "signal");
	struct e2b_failure fail = { "invalid_argument",
	    "signal: there are SIGNAL_SIGKILL and SIGNAL_SIGTERM" };
	int signal = name == NULL ? 0 : strcmp(name, "SIGNAL_SIGKILL") == 0 ?
	    SIGKILL : strcmp(name, "SIGNAL_SIGTERM") == 0 ? SIGTERM : 0;

	if (s == NULL)
		return;
	answer(req, signal != 0 && e2b_commands_signal(http_waiter(req), s,
	    js_get(body, "process"), signal, &fail), &fail);
	e2b_put(s);
}

static void
give_input(struct http_request *req, bool last)
{
	const struct json *body = http_body_object(req);
	struct e2b_sandbox *s = body != NULL ? e2b_get(req) : NULL;
	const char *text = last ? "" : js_get_str(js_get(body, "input"),
	    "stdin");
	struct e2b_failure fail = { "invalid_argument", "input: want stdin" };

	if (s == NULL)
		return;
	answer(req, text != NULL && e2b_commands_input(http_waiter(req), s,
	    js_get(body, "process"), text, last, &fail), &fail);
	e2b_put(s);
}

static void
post_input(struct http_request *req)
{
	give_input(req, false);
}

static void
post_close(struct http_request *req)
{
	give_input(req, true);
}

/* There is no terminal. */
static void
post_other(struct http_request *req)
{
	struct e2b_sandbox *s = e2b_get(req);
	struct e2b_failure fail = { "unimplemented", "a sandbox has no "
	    "terminals, and its commands take no streams" };

	if (s == NULL)
		return;
	e2b_put(s);
	answer(req, false, &fail);
}

#define ID	"E2b-Sandbox-Id", HTTP_OPEN
#define P	"/process.Process/"

const struct http_route e2b_process_routes[] = {
	{ "POST", P "Start", ID, post_start },
	{ "POST", P "List", ID, post_list },
	{ "POST", P "Connect", ID, post_connect },
	{ "POST", P "SendSignal", ID, post_signal },
	{ "POST", P "SendInput", ID, post_input },
	{ "POST", P "CloseStdin", ID, post_close },
	{ "POST", P "{}", ID, post_other },
	{ 0 }
};
