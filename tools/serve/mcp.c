/*
 * Each request is a message of its own, with its own dispatcher: nothing is kept
 * between two but sessions, which are the tenant's. An answer is one JSON
 * document, or a stream of events where progress is wanted.
 */
#include "../mcp/mcp.h"
#include "mcp.h"
#include "body.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "../../supervisor/base/json.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "ask.h"
#include "keys.h"
#include "metrics.h"
#include "sessions.h"
#include "waiter.h"

#define TURN_MS		1000

struct exchange {
	struct mcp		 mcp;		/* first: see of() */
	const struct waiter	*waiter;
	const struct tenant	*tenant;
	struct buf		 out;
	bool			 events;	/* it is a stream of them */
	bool			 answered, bad_meta;
	int64_t			 code;		/* of an error that was answered */
	char			 opened[33];	/* for this call; or "" */
};

static const struct json *settings;

void
mcp_load(const struct json *doc)
{
	settings = doc;
}

static struct exchange *
of(struct mcp *m)
{
	return (struct exchange *)(void *)m;
}

static void
on_message(struct mcp *m, const struct json *message)
{
	struct exchange *x = of(m);
	const struct json *result = js_get(message, "result"),
	    *structured = js_get(result, "structuredContent");
	const char *named = js_get_str(structured, "session");

	if (js_get(message, "method") == NULL) {
		x->answered = true;
		x->code = js_get_num(js_get(message, "error"), "code");
		if (js_get(structured, "status") != NULL)
			metrics_document(structured);
		/* It is told of, and so its asker's. */
		if (named != NULL && strcmp(named, x->opened) == 0)
			x->opened[0] = '\0';
	} else if (!x->events)
		return;
	if (x->events)
		buf_adds(&x->out, "event: message\ndata: ");
	js_write(message, &x->out);
	buf_adds(&x->out, x->events ? "\n\n" : "\n");
}

/* In the place of tools/mcp/host.c. */
int
host_ask(struct mcp *m, const char *session, struct json *head,
    const char *bytes, size_t n)
{
	struct exchange *x = of(m);

	/* One is opened before its call: see open_for(). */
	if (session == NULL || !sessions_are(x->tenant, session)) {
		js_free(head);
		return -ENOENT;
	}
	return ask(x->tenant->pool, session, head, bytes, n);
}

int
host_run(struct mcp *m, const char *const *argv, const char *input, size_t n,
    pid_t *ret)
{
	struct exchange *x = of(m);

	*ret = 0;
	if (strcmp(argv[0], "check") != 0)
		return -ENOENT;
	return ask(x->tenant->pool, NULL, ask_head("check"), input, n);
}

struct json *
host_explain(struct mcp *m, const char *id)
{
	const struct json *rules = js_get(js_get(settings, "rules"), "rules"),
	    *rule;
	struct json *doc = js_obj(), *found = js_arr();
	size_t i;

	(void)m;
	for (i = 0; i < js_len(rules); i++) {
		rule = js_at(rules, i);
		if (js_get_str(rule, "id") != NULL &&
		    strcmp(js_get_str(rule, "id"), id) == 0)
			js_add(found, js_copy(rule));
	}
	js_put_str(doc, "schema", "sallyport/explain/1");
	js_put(doc, "rules", found);
	return doc;
}

/* Space around a header's value is none of it. */
static bool
same(const char *header, const char *text)
{
	size_t n;

	if (header == NULL)
		return false;
	header += strspn(header, " \t");
	for (n = strlen(header); n > 0 && strchr(" \t", header[n - 1]) != NULL;
	    n--)
		;
	return strlen(text) == n && memcmp(header, text, n) == 0;
}

/* What the headers say has to be what the message says; its _meta is whole. */
static const char *
wrong_header(const struct http_request *req, const struct json *message)
{
	const struct json *params = js_get(message, "params");
	const char *version = http_header(req, "MCP-Protocol-Version"),
	    *said = js_get_str(js_get(params, "_meta"),
	    "io.modelcontextprotocol/protocolVersion"),
	    *method = http_header(req, "Mcp-Method"),
	    *name = http_header(req, "Mcp-Name"),
	    *does = js_get_str(message, "method"),
	    *about = js_get_str(params, "name");

	if (!same(version, said))
		return "MCP-Protocol-Version is not the _meta's";
	if (does != NULL && !same(method, does))
		return "Mcp-Method is not the message's method";
	if (does != NULL && strcmp(does, "tools/call") == 0 && about != NULL &&
	    !same(name, about))
		return "Mcp-Name is not the name of params";
	return NULL;
}

/* It says so, or its header does. */
static bool
is_modern(const struct http_request *req, const struct json *message)
{
	return js_get(js_get(js_get(message, "params"), "_meta"),
	    "io.modelcontextprotocol/protocolVersion") != NULL ||
	    same(http_header(req, "MCP-Protocol-Version"), RPC_MODERN);
}

/* By the older era a header alone says the version. */
static bool
is_unknown_version(const struct http_request *req)
{
	const char *version = http_header(req, "MCP-Protocol-Version");

	return version != NULL && !rpc_is_version(version);
}

static bool
is_run(const struct json *message)
{
	const char *method = js_get_str(message, "method"),
	    *name = js_get_str(js_get(message, "params"), "name");

	return method != NULL && name != NULL &&
	    strcmp(method, "tools/call") == 0 &&
	    strcmp(name, "run_python") == 0;
}

static struct json *
with(const struct json *obj, const char *member, struct json *value)
{
	struct json *copy = js_is_obj(obj) ? js_copy(obj) : js_obj();

	js_put(copy, member, value);
	return copy;
}

/* A session for a call that names none; the message with it, the caller's, or
 * NULL: it has one, or none is wanted. False: `fail`. */
static bool
open_for(struct exchange *x, const struct json *message, struct json **ret,
    struct failure *fail)
{
	const struct json *params = js_get(message, "params"),
	    *args = js_get(params, "arguments");

	*ret = NULL;
	if (!is_run(message) || js_get(args, "session") != NULL ||
	    js_get_str(args, "code") == NULL)
		return true;
	if (!sessions_open(x->waiter, x->tenant, 0, x->opened, fail))
		return false;
	*ret = with(message, "params", with(params, "arguments", with(args,
	    "session", js_str(x->opened))));
	return true;
}

static void
end(void *arg)
{
	struct exchange *x = arg;

	call_free_all(&x->mcp);
	if (x->opened[0] != '\0')
		sessions_close(NULL, x->tenant, x->opened);
	buf_free(&x->out);
	free(x);
}

/* One turn of its calls: false, nobody waits any more. */
static bool
turn(struct exchange *x)
{
	struct pollfd all[MCP_CALLS + 2];
	struct call *calls[MCP_CALLS], *c;
	nfds_t n = 0, i;

	for (c = x->mcp.calls; c != NULL && n < MCP_CALLS; c = c->next) {
		calls[n] = c;
		all[n++] = (struct pollfd){ c->fd, POLLIN, 0 };
	}
	all[n] = (struct pollfd){ x->waiter->client, POLLRDHUP, 0 };
	all[n + 1] = (struct pollfd){ x->waiter->over, POLLIN, 0 };
	if (poll(all, n + 2, TURN_MS) < 0 && errno != EINTR)
		return false;
	if (all[n].revents != 0 || all[n + 1].revents != 0)
		return false;
	for (i = 0; i < n; i++)
		if (all[i].revents != 0)
			call_read(&x->mcp, calls[i]);
	call_tell(&x->mcp);
	return true;
}

static bool
more(struct http_request *req, void *arg, struct buf *out)
{
	struct exchange *x = arg;

	(void)req;
	while (x->out.len == 0 && x->mcp.calls != NULL)
		if (!turn(x))
			return false;
	buf_add(out, x->out.data, x->out.len);
	x->out.len = 0;
	return x->mcp.calls != NULL;
}

/* Of errors of the protocol the newer era has a status. */
static unsigned
status_of(const struct exchange *x, bool modern)
{
	return x->bad_meta || x->code == RPC_BAD_JSON || x->code == RPC_BAD_REQUEST ||
	    x->code == RPC_BAD_VERSION || x->code == RPC_BAD_HEADER ||
	    x->code == RPC_NO_CAPABILITY ? 400 :
	    x->code == RPC_NO_METHOD && modern ? 404 : 200;
}

static void
answer(struct http_request *req, struct exchange *x, bool modern)
{
	if (x->events && x->mcp.calls != NULL) {
		http_stream(req, 200, "text/event-stream", more, x, end);
		return;
	}
	while (x->mcp.calls != NULL && turn(x))
		;
	if (x->answered)
		http_answer(req, status_of(x, modern), x->events ?
		    "text/event-stream" : "application/json",
		    buf_str(&x->out), x->out.len);
	else
		http_answer(req, 202, NULL, "", 0);
	end(x);
}

static bool
wants_events(const struct http_request *req, const struct json *message)
{
	const char *accept = http_header(req, "Accept");

	return accept != NULL && strstr(accept, "text/event-stream") != NULL &&
	    js_get(js_get(js_get(message, "params"), "_meta"),
	    "progressToken") != NULL;
}

static const char *
instructions_of(const struct tenant *tenant)
{
	const char *text = js_as_str(js_at(js_get(settings, "instructions"),
	    tenant->number));

	return text != NULL ? text : "";
}

static struct exchange *
begin(struct http_request *req)
{
	struct exchange *x = mem_new(1, sizeof(*x));

	x->waiter = http_waiter(req);
	x->tenant = http_tenant(req);
	x->mcp.send = on_message;
	/* Each message is by itself. */
	x->mcp.initialized = true;
	x->mcp.instructions = instructions_of(x->tenant);
	return x;
}

static void
post_message(struct http_request *req)
{
	struct exchange *x;
	const struct json *meta;
	struct json *message = NULL, *mended = NULL;
	struct failure fail;
	const char *text, *wrong;
	size_t n;
	bool modern;

	text = http_body(req, &n);
	body_parse(text, n, &message);
	modern = is_modern(req, message);
	meta = js_get(js_get(message, "params"), "_meta");
	if (is_run(message) && !http_take_run(req)) {
		js_free(message);
		return;
	}
	x = begin(req);
	x->bad_meta = modern && message != NULL && !rpc_is_meta(meta);
	wrong = modern && message != NULL && !x->bad_meta ?
	    wrong_header(req, message) : NULL;
	if (x->bad_meta)
		rpc_refuse(&x->mcp, js_get(message, "id"), RPC_BAD_PARAMS,
		    rpc_meta_wanted);
	else if (wrong != NULL)
		rpc_refuse(&x->mcp, js_get(message, "id"), RPC_BAD_HEADER,
		    wrong);
	else if (!modern && is_unknown_version(req))
		rpc_refuse(&x->mcp, js_get(message, "id"),
		    RPC_BAD_REQUEST, "MCP-Protocol-Version: none that is "
		    "served");
	else if (!open_for(x, message, &mended, &fail)) {
		js_free(message);
		http_fail(req, &fail);
		end(x);
		return;
	} else {
		x->events = wants_events(req, message);
		if (n > 0)
			rpc_take(&x->mcp, mended != NULL ? mended : message);
	}
	js_free(message);
	js_free(mended);
	answer(req, x, modern);
}

const struct http_route mcp_routes[] = {
	{ "POST", "/mcp", NULL, 0, post_message },
	{ 0 }
};
