/* The only file that knows libmicrohttpd. */
#include "http.h"

#include <microhttpd.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <strings.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include "../../supervisor/base/clock.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/mem.h"
#include "body.h"
#include "keys.h"
#include "metrics.h"
#include "path.h"
#include "sessions.h"
#include "waiter.h"

#define CONNECTIONS	512u
#define STACK		(512u << 10)
#define HEADERS_MAX	(32u << 10)
#define BODIES_MAX	((size_t)256 << 20)	/* of all that there are */
#define ADDED		8	/* headers of an answer */
#define TURN_MS		1000
#define PATIENCE_MS	60000	/* until a request is whole, or more is read */
#define DRAIN_MS	10000	/* for those that are being answered */

/* Of who is there: he waits for us, or has not all of his answer yet. */
enum state { RESTS = 0, WORKS, SENDS };

struct connection {
	struct connection	*next, **back;
	int			 fd;
	int64_t			 since;		/* milliseconds */
	enum state		 state;
};

struct http_request {
	struct MHD_Connection	*conn;
	struct connection	*of;
	struct arena		*arena;
	const struct http_route	*route;
	const struct tenant	*tenant;
	struct path		 path;
	struct buf		 body;
	struct json		*object;	/* the body */
	const char		*too_much;	/* of a body: why; or NULL */
	int64_t			 since;		/* microseconds: it is whole */
	bool			 answered;
	struct MHD_Response	*answer;
	unsigned		 status;
	const char		*headers[2 * ADDED];
	size_t			 nheaders;
	/* Of a stream. */
	http_more		*more;
	void			*arg, (*done)(void *arg);
	struct buf		 piece;
	size_t			 sent;		/* of the piece */
	bool			 over, broken;
	struct waiter		 waiter;
	bool			 counted, runs;	/* by limits */
};

static const struct http_options *options;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct connection *connections;
static atomic_size_t bodies;
static int enough = -1;			/* can be read once we end */

static void
set_state(struct connection *c, enum state state)
{
	pthread_mutex_lock(&lock);
	c->state = state;
	c->since = clock_ms();
	pthread_mutex_unlock(&lock);
}

const char *
http_header(const struct http_request *req, const char *name)
{
	return MHD_lookup_connection_value(req->conn, MHD_HEADER_KIND, name);
}

struct seeking {
	const char	*prefix;
	bool		 found;
};

static enum MHD_Result
on_header(void *cls, enum MHD_ValueKind kind, const char *name,
    const char *value)
{
	struct seeking *s = cls;

	(void)kind;
	(void)value;
	if (strncasecmp(name, s->prefix, strlen(s->prefix)) == 0)
		s->found = true;
	return MHD_YES;
}

bool
http_has_headers(const struct http_request *req, const char *prefix)
{
	struct seeking s = { prefix, false };

	MHD_get_connection_values(req->conn, MHD_HEADER_KIND, on_header, &s);
	return s.found;
}

const char *
http_query(struct http_request *req, const char *name)
{
	const char *value = NULL;
	enum MHD_Result is = MHD_lookup_connection_value_n(req->conn,
	    MHD_GET_ARGUMENT_KIND, name, strlen(name), &value, NULL);

	if (is != MHD_YES)
		return NULL;
	return value != NULL ? path_decode(req->arena, value, strlen(value)) :
	    "";
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
	size_t n;
	const char *text = http_body(req, &n);

	if (req->object == NULL && body_parse(text, n, &req->object) < 0)
		http_problem(req, 400, "the body is no JSON document, or one "
		    "of more than %d values", BODY_VALUES);
	else if (!js_is_obj(req->object))
		http_problem(req, 400, "the body is no JSON object");
	else
		return req->object;
	return NULL;
}

const struct tenant *
http_tenant(const struct http_request *req)
{
	return req->tenant;
}

bool
http_set_tenant(struct http_request *req, const struct tenant *tenant)
{
	char seconds[16];
	unsigned wait;

	wait = limits_pace(tenant);
	if (wait == 0 && limits_take(tenant, LIMIT_REQUESTS, 1)) {
		req->tenant = tenant;
		req->counted = true;
		return true;
	}
	snprintf(seconds, sizeof(seconds), "%u", wait > 0 ? wait : 1);
	http_add_header(req, "Retry-After", seconds);
	http_problem(req, 429, wait > 0 ? "too many requests a minute with "
	    "this key: wait" : "too many requests at once with this key");
	return false;
}

bool
http_take_run(struct http_request *req)
{
	if (req->runs || limits_take(req->tenant, LIMIT_RUNS, 1))
		return req->runs = true;
	http_add_header(req, "Retry-After", "1");
	http_problem(req, 429, "too many runs at once with this key");
	return false;
}

const struct waiter *
http_waiter(const struct http_request *req)
{
	return &req->waiter;
}

void *
http_alloc(struct http_request *req, size_t n)
{
	return arena_alloc(req->arena, n);
}

void
http_add_header(struct http_request *req, const char *name, const char *value)
{
	if (req->nheaders + 2 > ARRAY_SIZE(req->headers))
		return;
	req->headers[req->nheaders++] = arena_strndup(req->arena, name,
	    strlen(name));
	req->headers[req->nheaders++] = arena_strndup(req->arena, value,
	    strlen(value));
}

static void
set_answer(struct http_request *req, unsigned status, const char *type,
    struct MHD_Response *answer)
{
	size_t i;

	if (req->answered) {
		MHD_destroy_response(answer);
		return;
	}
	req->answered = true;
	req->status = status;
	req->answer = answer;
	if (type != NULL)
		MHD_add_response_header(answer, "Content-Type", type);
	MHD_add_response_header(answer, "X-Content-Type-Options", "nosniff");
	MHD_add_response_header(answer, "Cache-Control", "no-store");
	for (i = 0; i < req->nheaders; i += 2)
		MHD_add_response_header(answer, req->headers[i],
		    req->headers[i + 1]);
}

void
http_answer(struct http_request *req, unsigned status, const char *type,
    const void *bytes, size_t n)
{
	set_answer(req, status, type, MHD_create_response_from_buffer(n,
	    (void *)(uintptr_t)bytes, MHD_RESPMEM_MUST_COPY));
}

static void
answer_document(struct http_request *req, unsigned status, const char *type,
    struct json *taken)
{
	auto_buf struct buf text = BUF_INIT;

	js_write(taken, &text);
	buf_addc(&text, '\n');
	js_free(taken);
	http_answer(req, status, type, text.data, text.len);
}

void
http_answer_json(struct http_request *req, unsigned status,
    struct json *taken)
{
	answer_document(req, status, "application/json", taken);
}

void
http_problem(struct http_request *req, unsigned status, const char *fmt, ...)
{
	auto_buf struct buf detail = BUF_INIT;
	struct json *doc = js_obj();
	va_list ap;

	va_start(ap, fmt);
	buf_vaddf(&detail, fmt, ap);
	va_end(ap);
	js_put_str(doc, "type", "about:blank");
	js_put_str(doc, "title", MHD_get_reason_phrase_for(status));
	js_put_num(doc, "status", status);
	js_put_str(doc, "detail", buf_str(&detail));
	answer_document(req, status, "application/problem+json", doc);
}

void
http_fail(struct http_request *req, const struct failure *fail)
{
	http_problem(req, fail->status, "%s", fail->text);
}

/*
 * What was asked for has ended: whoever reads the end of the answer may ask for
 * the next, and whoever reads it slowly runs nothing.
 */
static void
end_run(struct http_request *req)
{
	if (req->done != NULL)
		req->done(req->arg);
	req->done = NULL;
	if (req->runs)
		limits_give_back(req->tenant, LIMIT_RUNS, 1);
	req->runs = false;
}

static ssize_t
on_read(void *cls, uint64_t pos, char *to, size_t most)
{
	struct http_request *req = cls;
	size_t n = req->piece.len - req->sent;

	(void)pos;
	while (n == 0 && !req->over) {
		req->piece.len = req->sent = 0;
		set_state(req->of, WORKS);
		req->over = !req->more(req, req->arg, &req->piece);
		set_state(req->of, SENDS);
		n = req->piece.len;
	}
	if (req->over)
		end_run(req);
	if (n == 0)
		return req->broken || waiter_is_gone(&req->waiter) ?
		    MHD_CONTENT_READER_END_WITH_ERROR :
		    MHD_CONTENT_READER_END_OF_STREAM;
	if (n > most)
		n = most;
	memcpy(to, req->piece.data + req->sent, n);
	req->sent += n;
	return (ssize_t)n;
}

void
http_break(struct http_request *req)
{
	req->broken = true;
}

void
http_stream(struct http_request *req, unsigned status, const char *type,
    http_more *more, void *arg, void (*done)(void *arg))
{
	req->more = more;
	req->arg = arg;
	req->done = done;
	set_answer(req, status, type, MHD_create_response_from_callback(
	    MHD_SIZE_UNKNOWN, 16384, on_read, req, NULL));
}

/* A page of somebody else's that a browser shows may ask for nothing. */
static const char *
is_foreign(const struct http_request *req)
{
	const char *host = http_header(req, "Host"),
	    *origin = http_header(req, "Origin");

	if (host == NULL)
		return "no Host";
	if (options->local && !path_is_local(host))
		return "Host: without keys this service is for localhost alone";
	if (origin == NULL)
		return NULL;
	if (path_is_same_host(origin, host))
		return NULL;
	return "Origin: a page of another host";
}

/* False: an answer stands. */
static bool
find_route(struct http_request *req, const char *method)
{
	const struct http_route *r;
	const char *other = NULL;
	size_t i;

	for (i = 0; options->tables[i] != NULL; i++)
		for (r = options->tables[i]; r->method != NULL; r++) {
			if (!path_match(req->arena, &req->path,
			    r->path) || (r->header != NULL &&
			    http_header(req, r->header) == NULL))
				continue;
			if (strcmp(r->method, method) == 0) {
				req->route = r;
				return true;
			}
			other = r->method;
		}
	if (other == NULL)
		http_problem(req, 404, "no such path");
	else {
		http_add_header(req, "Allow", other);
		http_problem(req, 405, "this path takes %s", other);
	}
	return false;
}

static bool
find_tenant(struct http_request *req)
{
	const char *key = http_header(req, "X-API-Key"),
	    *bearer = http_header(req, "Authorization");
	const struct tenant *tenant = NULL;

	if (key == NULL && bearer != NULL &&
	    strncasecmp(bearer, "Bearer ", 7) == 0)
		key = bearer + 7;
	if (key != NULL || !keys_are_needed())
		tenant = keys_find(key != NULL ? key : "");
	if (tenant != NULL)
		return http_set_tenant(req, tenant);
	if (req->route->flags & HTTP_OPEN)
		return true;
	http_add_header(req, "WWW-Authenticate", "Bearer");
	http_problem(req, 401, key != NULL ? "this key is none of ours" :
	    "give a key: X-API-Key, or Authorization: Bearer");
	return false;
}

/* Its head is there. */
static void
see_head(struct http_request *req, const char *path, const char *method)
{
	const char *length = http_header(req, "Content-Length"),
	    *foreign = is_foreign(req);

	if (foreign != NULL)
		http_problem(req, 403, "%s", foreign);
	else if (!path_split(req->arena, path, &req->path))
		http_problem(req, 400, "a path that cannot be");
	else if (!find_route(req, method) || !find_tenant(req))
		;
	else if (length != NULL && strtoull(length, NULL, 10) > HTTP_BODY_MAX)
		http_problem(req, 413, "a body has at most %zu MiB",
		    HTTP_BODY_MAX >> 20);
}

static void
take_body(struct http_request *req, const char *bytes, size_t n)
{
	if (req->too_much == NULL && req->body.len + n > HTTP_BODY_MAX)
		req->too_much = "a body has at most 16 MiB";
	if (req->too_much == NULL &&
	    atomic_fetch_add(&bodies, n) + n > BODIES_MAX) {
		atomic_fetch_sub(&bodies, n);
		req->too_much = "too much is being sent at once: try again";
	}
	if (req->too_much == NULL) {
		buf_add(&req->body, bytes, n);
		return;
	}
	atomic_fetch_sub(&bodies, req->body.len);
	buf_free(&req->body);
}

static enum MHD_Result
send_answer(struct http_request *req)
{
	enum MHD_Result r;

	if (!req->answered)
		http_problem(req, 500, "this request was not answered");
	if (req->more == NULL)
		end_run(req);
	set_state(req->of, SENDS);
	metrics_request(req->status, clock_us() - req->since);
	r = MHD_queue_response(req->conn, req->status, req->answer);
	MHD_destroy_response(req->answer);
	return r;
}

static enum MHD_Result
on_request(void *cls, struct MHD_Connection *conn, const char *url,
    const char *method, const char *version, const char *bytes, size_t *n,
    void **slot)
{
	struct http_request *req = *slot;

	(void)cls;
	(void)version;
	if (req == NULL) {
		*slot = req = mem_new(1, sizeof(*req));
		req->conn = conn;
		req->of = MHD_get_connection_info(conn,
		    MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
		req->arena = arena_new();
		req->since = clock_us();
		req->waiter = (struct waiter){ req->of->fd, enough };
		see_head(req, url, method);
		return req->answered ? send_answer(req) : MHD_YES;
	}
	if (*n > 0) {
		take_body(req, bytes, *n);
		*n = 0;
		return MHD_YES;
	}
	set_state(req->of, WORKS);
	req->since = clock_us();
	if (req->too_much != NULL)
		http_problem(req, req->too_much[0] == 'a' ? 413 : 503, "%s",
		    req->too_much);
	else
		req->route->run(req);
	return send_answer(req);
}

static void
on_completed(void *cls, struct MHD_Connection *conn, void **slot,
    enum MHD_RequestTerminationCode how)
{
	struct http_request *req = *slot;

	(void)cls;
	(void)conn;
	(void)how;
	if (req == NULL)
		return;
	end_run(req);
	set_state(req->of, RESTS);
	if (req->counted)
		limits_give_back(req->tenant, LIMIT_REQUESTS, 1);
	atomic_fetch_sub(&bodies, req->body.len);
	buf_free(&req->body);
	buf_free(&req->piece);
	js_free(req->object);
	arena_free(req->arena);
	free(req);
	*slot = NULL;
}

static void
on_connection(void *cls, struct MHD_Connection *conn, void **slot,
    enum MHD_ConnectionNotificationCode code)
{
	struct connection *c = *slot;

	(void)cls;
	pthread_mutex_lock(&lock);
	if (code == MHD_CONNECTION_NOTIFY_STARTED) {
		*slot = c = mem_new(1, sizeof(*c));
		c->fd = MHD_get_connection_info(conn,
		    MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
		c->since = clock_ms();
		c->next = connections;
		c->back = &connections;
		if (c->next != NULL)
			c->next->back = &c->next;
		connections = c;
	} else if (c != NULL) {
		*c->back = c->next;
		if (c->next != NULL)
			c->next->back = c->back;
		free(c);
		*slot = NULL;
	}
	pthread_mutex_unlock(&lock);
}

/* Paths and queries are decoded when they are in parts. */
static size_t
leave(void *cls, struct MHD_Connection *conn, char *text)
{
	(void)cls;
	(void)conn;
	return strlen(text);
}

/* Who keeps us waiting is shut out. How many are being answered? */
static size_t
look_round(void)
{
	int64_t now = clock_ms();
	struct connection *c;
	size_t n = 0;

	pthread_mutex_lock(&lock);
	for (c = connections; c != NULL; c = c->next) {
		n += c->state != RESTS;
		if (c->state != WORKS && now - c->since > PATIENCE_MS)
			shutdown(c->fd, SHUT_RDWR);
	}
	pthread_mutex_unlock(&lock);
	return n;
}

static void
drain(struct MHD_Daemon *daemon)
{
	int64_t end = clock_ms() + DRAIN_MS;
	uint64_t one = 1;

	MHD_quiesce_daemon(daemon);
	while (look_round() > 0 && clock_ms() < end)
		poll(NULL, 0, 20);
	if (write(enough, &one, sizeof(one)) < 0)
		return;
	MHD_stop_daemon(daemon);
}

int
http_serve(const struct http_options *opts)
{
	struct pollfd wait = { opts->stop, POLLIN, 0 };
	struct MHD_Daemon *daemon;

	options = opts;
	enough = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (enough < 0)
		return -errno;
	daemon = MHD_start_daemon(MHD_USE_THREAD_PER_CONNECTION |
	    MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_POLL | MHD_USE_ITC, 0,
	    NULL, NULL, on_request, NULL,
	    MHD_OPTION_LISTEN_SOCKET, opts->listener,
	    MHD_OPTION_CONNECTION_LIMIT, CONNECTIONS,
	    MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)HEADERS_MAX,
	    MHD_OPTION_THREAD_STACK_SIZE, (size_t)STACK,
	    MHD_OPTION_NOTIFY_COMPLETED, on_completed, NULL,
	    MHD_OPTION_NOTIFY_CONNECTION, on_connection, NULL,
	    MHD_OPTION_UNESCAPE_CALLBACK, leave, NULL,
	    MHD_OPTION_STRICT_FOR_CLIENT, 1,
	    MHD_OPTION_END);
	if (daemon == NULL)
		return errno != 0 ? -errno : -EIO;
	while (poll(&wait, 1, TURN_MS) <= 0) {
		look_round();
		opts->tick();
	}
	drain(daemon);
	return 0;
}
