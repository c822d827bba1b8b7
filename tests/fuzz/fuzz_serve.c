/*
 * The adapters of `sallyport serve` between a hostile client and a hostile
 * pool. The library of HTTP is not here: this stands in for it.
 *
 *	METHOD PATH?QUERY	the first line
 *	!Header: value		any number
 *	body			of any bytes; \\ooo is the one of that octal number
 *	\n===\n			what any session and the pool answer
 */
#include "standalone.h"

#include <fcntl.h>
#include <stdarg.h>
#include <unistd.h>

#include "supervisor/base/json.h"
#include "supervisor/base/mem.h"
#include "supervisor/base/util.h"
#include "tools/serve/ask.h"
#include "tools/serve/body.h"
#include "tools/serve/e2b.h"
#include "tools/serve/http.h"
#include "tools/serve/jobs.h"
#include "tools/serve/keys.h"
#include "tools/serve/mcp.h"
#include "tools/serve/metrics.h"
#include "tools/serve/path.h"
#include "tools/serve/sessions.h"
#include "tools/serve/v1.h"
#include "tools/serve/waiter.h"

#define PIPE_MAX	60000
#define SESSION		"0123456789abcdef0123456789abcdef"

struct http_request {
	struct arena	*arena;
	struct path	 path;
	const char	*query, *headers;
	size_t		 nheaders;
	struct buf	 body;
	struct json	*object;
	bool		 answered;
	http_more	*more;
	void		*arg, (*done)(void *);
};

static const struct http_route *const tables[] = { e2b_code_routes,
    e2b_routes, e2b_watch_routes, e2b_envd_routes, e2b_process_routes,
    v1_routes, v1_session_routes, v1_kept_routes, metrics_routes, mcp_routes };
static const struct tenant *tenant;
static const struct waiter waiter = { -1, -1 };
static const char *reply;
static size_t nreply;

/* In the place of ask.c's way to the parent. */
int
ask_connect(unsigned pool, const char *session)
{
	int ends[2];

	(void)pool;
	(void)session;
	if (nreply > 0 && reply[0] == 'E')
		return -ENOENT;
	if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) < 0)
		abort();
	if (session == NULL && (nreply == 0 || reply[0] != 'O'))
		dprintf(ends[1], "{\"session\":\"" SESSION "\","
		    "\"error\":null}\n");
	else if (write(ends[1], reply, nreply < PIPE_MAX ? nreply : PIPE_MAX) <
	    0 && errno != EAGAIN)
		abort();
	close(ends[1]);
	return ends[0];
}

int
ask_send(int fd, struct json *head, const char *bytes, size_t n)
{
	auto_buf struct buf text = BUF_INIT;

	(void)fd;
	js_write(head, &text);
	return n > 0 && bytes == NULL ? -EINVAL : 0;
}

const char *
http_header(const struct http_request *req, const char *name)
{
	const char *line = req->headers;
	size_t i, n = strlen(name);

	for (i = 0; i < req->nheaders; i++, line += strlen(line) + 1)
		if (strncasecmp(line + 1, name, n) == 0 && line[1 + n] == ':')
			return line + n + 2 + (line[n + 2] == ' ');
	/* It is there once an input has made it. */
	if (strcmp(name, "E2b-Sandbox-Id") == 0)
		return SESSION;
	if (strcmp(name, "Connect-Timeout-Ms") == 0)
		return "20";
	return req->query != NULL && strcmp(name, "Accept") == 0 ?
	    "application/x-ndjson, text/event-stream" : NULL;
}

bool
http_has_headers(const struct http_request *req, const char *prefix)
{
	return req->nheaders > 0 && strncasecmp(req->headers + 1, prefix,
	    strlen(prefix)) == 0;
}

const char *
http_query(struct http_request *req, const char *name)
{
	const char *q = req->query;
	size_t n = strlen(name);

	return q != NULL && strncmp(q, name, n) == 0 && q[n] == '=' ?
	    path_decode(req->arena, q + n + 1, strlen(q + n + 1)) : NULL;
}

const char *
http_part(const struct http_request *req, size_t i)
{
	return i < req->path.nfound ? req->path.found[i] : NULL;
}

const char *
http_body(const struct http_request *req, size_t *ret_n)
{
	*ret_n = req->body.len;
	return req->body.data != NULL ? req->body.data : "";
}

const struct json *
http_body_object(struct http_request *req)
{
	if (req->object == NULL)
		body_parse(buf_str(&req->body), req->body.len, &req->object);
	if (js_is_obj(req->object))
		return req->object;
	http_problem(req, 400, "no");
	return NULL;
}

const struct tenant *
http_tenant(const struct http_request *req)
{
	(void)req;
	return tenant;
}

bool
http_set_tenant(struct http_request *req, const struct tenant *of)
{
	(void)req;
	return of == tenant;
}

bool
http_take_run(struct http_request *req)
{
	(void)req;
	return true;
}

const struct waiter *
http_waiter(const struct http_request *req)
{
	(void)req;
	return &waiter;
}

void
http_add_header(struct http_request *req, const char *name, const char *value)
{
	(void)req;
	if (strpbrk(name, "\r\n") != NULL || strpbrk(value, "\r\n") != NULL)
		abort();
}

/* Exactly one. */
static void
answer(struct http_request *req)
{
	if (req->answered)
		abort();
	req->answered = true;
}

void
http_answer(struct http_request *req, unsigned status, const char *type,
    const void *bytes, size_t n)
{
	answer(req);
	if (status < 200 || status > 599 || (n > 0 && (bytes == NULL ||
	    type == NULL)))
		abort();
}

void
http_answer_json(struct http_request *req, unsigned status,
    struct json *taken)
{
	auto_buf struct buf text = BUF_INIT;

	js_write(taken, &text);
	js_free(taken);
	http_answer(req, status, "application/json", text.data, text.len);
}

void
http_problem(struct http_request *req, unsigned status, const char *fmt, ...)
{
	auto_buf struct buf text = BUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	buf_vaddf(&text, fmt, ap);
	va_end(ap);
	http_answer(req, status, "text", buf_str(&text), text.len);
}

void
http_fail(struct http_request *req, const struct failure *fail)
{
	http_problem(req, fail->status, "%s", fail->text);
}

void
http_stream(struct http_request *req, unsigned status, const char *type,
    http_more *more, void *arg, void (*done)(void *arg))
{
	http_answer(req, status, type, "", 0);
	req->more = more;
	req->arg = arg;
	req->done = done;
}

void
http_break(struct http_request *req)
{
	req->more = NULL;
}

static void
begin(void)
{
	static const char settings[] = "{\"keys\":false,\"tenants\":[{\"name\":"
	    "\"a\",\"limits\":{\"sessions\":4,\"runs\":4,\"files\":100000}}],"
	    "\"rules\":{\"rules\":[{\"id\":\"G201\"}]},\"instructions\":"
	    "[\"x\"]}";
	struct json *doc;

	if (js_parse(settings, sizeof(settings) - 1, &doc) < 0 ||
	    keys_load(doc) < 0)
		abort();
	mcp_load(doc);
	tenant = keys_find("");
}

static void
serve(struct http_request *req, const char *method)
{
	auto_buf struct buf out = BUF_INIT;
	const struct http_route *r;
	size_t i, n = 0;

	for (i = 0; i < ARRAY_SIZE(tables); i++)
		for (r = tables[i]; r->method != NULL; r++) {
			if (strcmp(r->method, method) != 0 ||
			    !path_match(req->arena, &req->path, r->path))
				continue;
			r->run(req);
			if (!req->answered)
				abort();
			while (req->more != NULL && n++ < 100000 &&
			    req->more(req, req->arg, &out))
				out.len = 0;
			if (req->done != NULL)
				req->done(req->arg);
			return;
		}
}

/* Jobs run beside us: until none does, and none is left. */
static void
end_jobs(void)
{
	struct json *ids = jobs_list(tenant);
	size_t i;

	for (i = 0; i < js_len(ids); i++) {
		js_free(jobs_about(&waiter, tenant, js_as_str(js_at(ids, i)),
		    5000));
		jobs_remove(tenant, js_as_str(js_at(ids, i)));
	}
	js_free(ids);
}

/* The lines of headers, each ended by a NUL of its own: what is behind them. */
static char *
take_headers(struct http_request *req, char *text)
{
	char *end;

	req->headers = text;
	while (text[0] == '!' && (end = strchr(text, '\n')) != NULL) {
		*end = '\0';
		text = end + 1;
		req->nheaders++;
	}
	return text;
}

static void
put_body(struct buf *body, const char *text, size_t n)
{
	unsigned byte, digits;
	size_t i = 0;

	while (i < n) {
		if (text[i] != '\\' || i + 1 == n || text[i + 1] < '0' ||
		    text[i + 1] > '7') {
			buf_add(body, text + i++, 1);
			continue;
		}
		for (i++, byte = digits = 0; digits < 3 && i < n &&
		    text[i] >= '0' && text[i] <= '7'; digits++)
			byte = byte * 8 + (unsigned)(text[i++] - '0');
		buf_add(body, &(char){ (char)byte }, 1);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	struct http_request req = { .body = BUF_INIT };
	auto_free char *text = mem_new(n + 1, 1);	/* bytes may be NUL */
	char *line_end, *path, *body, *cut;
	char id[33];
	size_t left;
	struct failure fail;

	if (tenant == NULL)
		begin();
	if (n > 0)
		memcpy(text, data, n);
	line_end = strchr(text, '\n');
	path = strchr(text, ' ');
	if (line_end == NULL || path == NULL || path > line_end)
		return 0;
	*line_end = *path++ = '\0';
	body = take_headers(&req, line_end + 1);
	left = n - (size_t)(body - text);
	cut = memmem(body, left, "\n===\n", 5);
	reply = cut != NULL ? cut + 5 : "";
	nreply = cut != NULL ? left - (size_t)(reply - body) : 0;
	req.arena = arena_new();
	put_body(&req.body, body, cut != NULL ? (size_t)(cut - body) : left);
	req.query = strchr(path, '?');
	if (req.query != NULL)
		*(char *)(uintptr_t)req.query++ = '\0';
	/* One that is there, so that requests come further. */
	sessions_open(&waiter, tenant, 0, id, &fail);
	if (path_split(req.arena, path, &req.path))
		serve(&req, text);
	end_jobs();
	nreply = 0;
	sessions_forget(tenant, SESSION);
	while (sessions_are(tenant, SESSION))
		sessions_forget(tenant, SESSION);
	buf_free(&req.body);
	js_free(req.object);
	arena_free(req.arena);
	return 0;
}
