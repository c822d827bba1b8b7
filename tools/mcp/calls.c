/*
 * A call of a tool: one request after the other, each answered by the end of
 * its socket. run_python without a session opens one; then come its files,
 * then the cell.
 */
#include "mcp.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#include "../../supervisor/base/clock.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/mem.h"
#include "../session/wire.h"
#include "answer.h"
#include "definitions.h"

#define ANSWER_MAX	((size_t)64 << 20)
#define TELL_MS		1000
#define TELL_BYTES	4096	/* of output, at a time */

enum { STEP_EVICT, STEP_OPEN, STEP_PUT, STEP_LAST };

static struct call *
add(struct mcp *m)
{
	struct call *c = mem_new(1, sizeof(*c));

	c->fd = -1;
	c->since = c->told = clock_ms();
	c->next = m->calls;
	m->calls = c;
	return c;
}

static void
drop(struct mcp *m, struct call *c)
{
	struct call **at = &m->calls;

	while (*at != c)
		at = &(*at)->next;
	*at = c->next;
	if (c->fd >= 0)
		close(c->fd);
	if (c->pid > 0) {
		kill(c->pid, SIGKILL);
		waitpid(c->pid, NULL, 0);
	}
	buf_free(&c->answer);
	js_free(c->id);
	js_free(c->token);
	js_free(c->args);
	free(c);
}

void
call_free_all(struct mcp *m)
{
	while (m->calls != NULL)
		drop(m, m->calls);
}

static struct json *
request(const char *what)
{
	struct json *head = js_obj();

	js_put_str(head, "do", what);
	return head;
}

/* A request of our own, whose answer nobody waits for. */
static void
fire(struct mcp *m, const char *session, const char *what)
{
	int fd = host_ask(m, session, request(what), "", 0);

	if (fd >= 0) {
		struct call *c = add(m);

		c->fd = fd;
		c->mute = true;
	}
}

/* Of our sessions: the one of that id, or one that is free (""). */
static struct session *
seat(struct mcp *m, const char *id)
{
	size_t i;

	for (i = 0; i < MCP_SESSIONS; i++)
		if (strcmp(m->sessions[i].id, id) == 0)
			return &m->sessions[i];
	return NULL;
}

/* Which was used longest ago and does nothing now; or NULL. */
static struct session *
idlest(struct mcp *m)
{
	struct session *best = NULL, *s;
	const struct call *c;

	for (s = m->sessions; s < m->sessions + MCP_SESSIONS; s++) {
		for (c = m->calls; c != NULL && (s->id[0] == '\0' ||
		    strcmp(c->session, s->id) != 0); c = c->next)
			;
		if (s->id[0] != '\0' && c == NULL && (best == NULL ||
		    s->used < best->used))
			best = s;
	}
	return best;
}

static void
finish(struct mcp *m, struct call *c, struct json *result)
{
	struct session *mine = seat(m, c->session);

	if (mine != NULL && mine->id[0] != '\0')
		mine->used = clock_ms();
	/* Nobody was told its name. */
	if (c->fresh && (c->mute || c->step != STEP_LAST) && mine != NULL) {
		fire(m, c->session, "close");
		mine->id[0] = '\0';
	}
	if (c->mute) {
		js_free(result);
	} else {
		mcp_reply(m, c->id, c->modern, result);
		c->id = NULL;
	}
	drop(m, c);
}

static void
fail(struct mcp *m, struct call *c, const char *why)
{
	finish(m, c, answer_text(true, why, strlen(why)));
}

static void
fail_errno(struct mcp *m, struct call *c, int r)
{
	auto_buf struct buf why = BUF_INIT;

	if (c->step != STEP_OPEN && (r == -ENOENT || r == -ECONNREFUSED)) {
		struct session *mine = seat(m, c->session);

		if (mine != NULL)
			mine->id[0] = '\0';
		buf_adds(&why, "there is no session of this name: it ended, "
		    "or never was. Call run_python without session to begin "
		    "a new one");
	} else {
		buf_addf(&why, "the sandbox failed: %s", strerror(-r));
	}
	fail(m, c, buf_str(&why));
}

/* Takes over `head`: false if the call has failed, and is gone. */
static bool
ask(struct mcp *m, struct call *c, const char *session, struct json *head,
    const char *bytes, size_t n)
{
	int r = host_ask(m, session, head, bytes, n);

	c->answer.len = 0;
	if (r < 0) {
		fail_errno(m, c, r);
		return false;
	}
	c->fd = r;
	return true;
}

static bool
open_session(struct mcp *m, struct call *c)
{
	struct session *old = seat(m, "") == NULL || c->evicted ? idlest(m) :
	    NULL;

	c->step = STEP_OPEN;
	c->answer.len = 0;
	if (old != NULL) {
		c->evicted = true;
		c->fd = host_ask(m, old->id, request("close"), "", 0);
		old->id[0] = '\0';
		c->step = c->fd >= 0 ? STEP_EVICT : STEP_OPEN;
	}
	return c->step == STEP_EVICT || ask(m, c, NULL, request("open"), "",
	    0);
}

struct nth {
	size_t		 left;
	const char	*name;
	const struct json *value;
};

static void
see_nth(const char *key, const struct json *value, void *arg)
{
	struct nth *nth = arg;

	if (nth->left-- == 0) {
		nth->name = key;
		nth->value = value;
	}
}

/* The next of its files; behind them what it is about. */
static bool
go_on(struct mcp *m, struct call *c)
{
	static const char *const words[] = { [TOOL_RUN] = "run",
	    [TOOL_LIST] = "files", [TOOL_GET] = "get", [TOOL_END] = "close" };
	struct nth file = { c->nput++, NULL, NULL };
	struct json *head;
	const char *bytes;
	size_t n = 0;

	if (c->mute) {
		fail(m, c, "");
		return false;
	}
	js_each(js_get(c->args, "files"), see_nth, &file);
	if (file.value != NULL) {
		c->step = STEP_PUT;
		head = request("put");
		js_put_str(head, "name", file.name);
		bytes = js_as_text(file.value, &n);
		return ask(m, c, c->session, head, bytes, n);
	}
	c->step = STEP_LAST;
	head = request(words[c->tool->id]);
	if (js_get_str(c->args, "path") != NULL)
		js_put_str(head, "name", js_get_str(c->args, "path"));
	if (js_is_num(js_get(c->args, "timeout_s")))
		js_put_num(head, "time_ms", 1000 * js_get_num(c->args,
		    "timeout_s"));
	js_put_flag(head, "stream", c->token != NULL);
	/* Else a cancelled call would interrupt the one that it waits for. */
	js_put_num(head, "wait_ms", 0);
	bytes = js_as_text(js_get(c->args, "code"), &n);
	return ask(m, c, c->session, head, bytes != NULL ? bytes : "", n);
}

/* check_python, explain: by the program's own words. */
static void
run_word(struct mcp *m, struct call *c)
{
	const char *id = js_get_str(c->args, "id"), *code;
	const char *check[] = { "check", "--json", "--", "-", NULL },
	    *explain[] = { "explain", "--json", "--", id, NULL };
	struct json *doc = c->tool->id == TOOL_EXPLAIN ? host_explain(m, id) :
	    NULL;
	size_t n = 0;
	int r;

	code = js_as_text(js_get(c->args, "code"), &n);
	c->step = STEP_LAST;
	if (doc != NULL) {
		finish(m, c, answer_result(c->tool, doc, "", 0, NULL));
		js_free(doc);
		return;
	}
	r = host_run(m, c->tool->id == TOOL_CHECK ? check : explain,
	    code != NULL ? code : "", n, &c->pid);
	if (r < 0)
		fail_errno(m, c, r);
	else
		c->fd = r;
}

void
call_begin(struct mcp *m, const struct tool *tool, struct json *id,
    bool modern, const struct json *args, const struct json *token)
{
	struct call *c = add(m);
	const char *session = js_get_str(args, "session");

	c->tool = tool;
	c->id = id;
	c->modern = modern;
	c->args = js_copy(args);
	c->token = token != NULL ? js_copy(token) : NULL;
	if (tool->id == TOOL_CHECK || tool->id == TOOL_EXPLAIN) {
		run_word(m, c);
	} else if (session == NULL) {
		open_session(m, c);
	} else if (!wire_is_id(session)) {
		c->step = STEP_PUT;
		fail_errno(m, c, -ENOENT);
	} else {
		memcpy(c->session, session, sizeof(c->session));
		go_on(m, c);
	}
}

/* What a session that was asked for came to. */
static bool
opened(struct mcp *m, struct call *c, const struct json *doc)
{
	const char *id = js_get_str(doc, "session"),
	    *error = js_get_str(doc, "error");
	struct session *mine = seat(m, "");

	m->pool.begun = true;
	if (wire_is_id(id) && error == NULL) {
		memcpy(c->session, id, sizeof(c->session));
		c->fresh = true;
		if (mine != NULL) {
			memcpy(mine->id, id, sizeof(mine->id));
			mine->used = clock_ms();
		}
		return go_on(m, c);
	}
	/* The pool may have room for fewer than we. */
	if (!c->evicted && idlest(m) != NULL) {
		c->evicted = true;
		return open_session(m, c);
	}
	fail(m, c, error != NULL ? error : "the sandbox failed: no session "
	    "was opened");
	return false;
}

static bool
step(struct mcp *m, struct call *c)
{
	const char *text = buf_str(&c->answer), *newline;
	struct json *doc = NULL;
	struct session *mine;
	bool goes_on = false;
	size_t head;

	newline = memchr(text, '\n', c->answer.len);
	head = newline != NULL ? (size_t)(newline - text) : c->answer.len;
	js_parse(text, head, &doc);
	if (c->tool == NULL) {
		drop(m, c);
	} else if (c->step == STEP_EVICT) {
		c->step = STEP_OPEN;
		goes_on = ask(m, c, NULL, request("open"), "", 0);
	} else if (c->step == STEP_OPEN) {
		goes_on = opened(m, c, doc);
	} else if (c->step == STEP_PUT && js_get_str(doc, "error") == NULL) {
		goes_on = go_on(m, c);
	} else if (c->step == STEP_PUT) {
		fail(m, c, js_get_str(doc, "error"));
	} else {
		mine = c->session[0] != '\0' ? seat(m, c->session) : NULL;
		if (mine != NULL && (c->tool->id == TOOL_END || js_get_flag(
		    js_get(doc, "session"), "ended")))
			mine->id[0] = '\0';
		if (doc == NULL && c->pid > 0)
			fail(m, c, "nothing is known of this");
		else
			finish(m, c, answer_result(c->tool, doc, newline !=
			    NULL ? newline + 1 : "", newline != NULL ?
			    c->answer.len - head - 1 : 0, c->session[0] !=
			    '\0' ? c->session : NULL));
	}
	js_free(doc);
	return goes_on;
}

static void
tell(struct mcp *m, struct call *c, const char *text)
{
	int64_t now = clock_ms();

	c->told = now;
	/* It must increase. */
	c->progress = now - c->since > c->progress ? now - c->since :
	    c->progress + 1;
	if (!c->mute)
		mcp_progress(m, c->token, c->progress, text);
}

/* The lines that came before the document: what it printed so far. */
static void
take_stream(struct mcp *m, struct call *c)
{
	auto_buf struct buf said = BUF_INIT;
	const char *newline;
	size_t from = 0, n;

	while ((newline = memchr(c->answer.data + from, '\n', c->answer.len -
	    from)) != NULL) {
		const char *line = c->answer.data + from, *text, *type;
		struct json *one = NULL;

		js_parse(line, (size_t)(newline - line), &one);
		type = js_get_str(one, "type");
		text = js_as_text(js_get(one, "text"), &n);
		if (type == NULL || strcmp(type, "document") == 0) {
			js_free(one);
			break;
		}
		if (text != NULL && said.len + n <= TELL_BYTES)
			buf_add(&said, text, n);
		js_free(one);
		from = (size_t)(newline + 1 - c->answer.data);
	}
	c->answer.len -= from;
	memmove(c->answer.data, c->answer.data + from, c->answer.len);
	if (said.len > 0)
		tell(m, c, buf_str(&said));
}

bool
call_read(struct mcp *m, struct call *c)
{
	ssize_t n = read(c->fd, buf_room(&c->answer, 65536), 65536);

	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return true;
	if (n > 0) {
		buf_took(&c->answer, (size_t)n);
		if (c->token != NULL && c->step == STEP_LAST &&
		    c->tool->id == TOOL_RUN && memchr(c->answer.data +
		    c->answer.len - (size_t)n, '\n', (size_t)n) != NULL)
			take_stream(m, c);
		if (c->answer.len <= ANSWER_MAX)
			return true;
		fail(m, c, "the sandbox failed: its answer is larger than "
		    "64 MiB");
		return false;
	}
	close(c->fd);
	c->fd = -1;
	return step(m, c);
}

struct call *
call_find(struct mcp *m, const struct json *id)
{
	const char *name = js_as_str(id), *other;
	struct call *c;

	for (c = m->calls; c != NULL; c = c->next) {
		other = js_as_str(c->id);
		if (name != NULL ? other != NULL && strcmp(name, other) == 0 :
		    js_is_num(c->id) && js_as_num(c->id) == js_as_num(id))
			break;
	}
	return c;
}

void
call_cancel(struct mcp *m, const struct json *id)
{
	struct call *c = call_find(m, id);

	if (c == NULL)
		return;
	c->mute = true;
	if (c->pid > 0)
		drop(m, c);
	else if (c->step == STEP_LAST && c->tool->id == TOOL_RUN)
		fire(m, c->session, "interrupt");
}

void
call_tell(struct mcp *m)
{
	int64_t now = clock_ms();
	struct call *c;

	for (c = m->calls; c != NULL; c = c->next) {
		auto_buf struct buf text = BUF_INIT;

		if (c->token == NULL || c->mute || now - c->told < TELL_MS)
			continue;
		buf_addf(&text, "%s, %lld s", c->step == STEP_LAST ?
		    "running" : "getting ready",
		    (long long)(now - c->since) / 1000);
		tell(m, c, buf_str(&text));
	}
}
