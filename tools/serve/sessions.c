#include "sessions.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/clock.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/mem.h"
#include "ask.h"
#include "keys.h"
#include "metrics.h"
#include "owned.h"
#include "waiter.h"

struct seat {
	struct owned	 own;
	int64_t		 since, end;	/* milliseconds; 0: none */
	int64_t		 touched;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct owned *seats;

void
failure_set(struct failure *fail, unsigned status, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	fail->status = status;
	vsnprintf(fail->text, sizeof(fail->text), fmt, ap);
	va_end(ap);
}

/* Under the lock; NULL, it is not there. */
static struct seat *
find(const struct tenant *tenant, const char *id)
{
	struct owned **at = owned_find(&seats, tenant, id);

	return at != NULL ? (struct seat *)*at : NULL;
}

static void
add(const struct tenant *tenant, const char *id, int64_t life_ms)
{
	struct seat *seat = mem_new(1, sizeof(*seat));

	memcpy(seat->own.id, id, OWNED_ID);
	seat->own.tenant = tenant;
	seat->since = clock_ms();
	seat->end = life_ms > 0 ? seat->since + life_ms : 0;
	pthread_mutex_lock(&lock);
	owned_add(&seats, &seat->own);
	pthread_mutex_unlock(&lock);
}

static struct json *
ids_of(const struct tenant *tenant)
{
	struct json *ids;

	pthread_mutex_lock(&lock);
	ids = owned_ids(seats, tenant);
	pthread_mutex_unlock(&lock);
	return ids;
}

/* Those that ended by themselves are nobody's. */
static void
sweep(const struct tenant *tenant)
{
	struct json *ids = ids_of(tenant);
	const char *id;
	size_t i;
	int fd;

	for (i = 0; i < js_len(ids); i++) {
		id = js_as_str(js_at(ids, i));
		fd = ask(tenant->pool, id, ask_head("status"), "", 0);
		if (fd >= 0)
			close(fd);
		else if (fd == -ENOENT)
			sessions_forget(tenant, id);
	}
	js_free(ids);
}

static bool
take_seat(const struct tenant *tenant)
{
	if (limits_take(tenant, LIMIT_SESSIONS, 1))
		return true;
	sweep(tenant);
	return limits_take(tenant, LIMIT_SESSIONS, 1);
}

bool
sessions_open(const struct waiter *w, const struct tenant *tenant,
    int64_t life_ms, char ret_id[33], struct failure *fail)
{
	struct json *doc = NULL;
	const char *id, *error;
	/* The pool opens it, whoever leaves: only its id can close it. */
	const struct waiter staying = { -1, w->over };
	int64_t before = clock_us();
	int r;

	if (!take_seat(tenant)) {
		failure_set(fail, 429, "this key has all the sessions that it "
		    "may have: close one");
		return false;
	}
	r = ask_whole(&staying, tenant->pool, NULL, ask_head("open"), "", 0,
	    &doc, NULL);
	id = js_get_str(doc, "session");
	error = js_get_str(doc, "error");
	if (r == 0 && error == NULL && id != NULL && strlen(id) == 32) {
		memcpy(ret_id, id, 33);
		js_free(doc);
		add(tenant, ret_id, life_ms);
		metrics_opened(clock_us() - before);
		return true;
	}
	failure_set(fail, 503, "no session could be opened: %s", r < 0 ?
	    strerror(-r) : error != NULL ? error : "the pool did not say why");
	js_free(doc);
	limits_give_back(tenant, LIMIT_SESSIONS, 1);
	return false;
}

bool
sessions_are(const struct tenant *tenant, const char *id)
{
	bool are;

	pthread_mutex_lock(&lock);
	are = find(tenant, id) != NULL;
	pthread_mutex_unlock(&lock);
	return are;
}

bool
sessions_set_life(const struct tenant *tenant, const char *id,
    int64_t life_ms)
{
	struct seat *seat;

	pthread_mutex_lock(&lock);
	seat = find(tenant, id);
	if (seat != NULL)
		seat->end = clock_ms() + life_ms;
	pthread_mutex_unlock(&lock);
	return seat != NULL;
}

bool
sessions_age(const struct tenant *tenant, const char *id, int64_t *ret_age,
    int64_t *ret_left)
{
	int64_t now = clock_ms();
	const struct seat *seat;

	pthread_mutex_lock(&lock);
	seat = find(tenant, id);
	if (seat != NULL) {
		*ret_age = now - seat->since;
		*ret_left = seat->end != 0 ? seat->end - now : -1;
	}
	pthread_mutex_unlock(&lock);
	return seat != NULL;
}

void
sessions_touch(const struct tenant *tenant, const char *id)
{
	struct seat *seat;

	pthread_mutex_lock(&lock);
	seat = find(tenant, id);
	if (seat != NULL)
		seat->touched++;
	pthread_mutex_unlock(&lock);
}

int64_t
sessions_touched(const struct tenant *tenant, const char *id)
{
	const struct seat *seat;
	int64_t touched;

	pthread_mutex_lock(&lock);
	seat = find(tenant, id);
	touched = seat != NULL ? seat->touched : -1;
	pthread_mutex_unlock(&lock);
	return touched;
}

/* For others it is not there any more. NULL: it was not. */
static struct seat *
take_out(const struct tenant *tenant, const char *id)
{
	struct owned **at;
	struct seat *seat;

	pthread_mutex_lock(&lock);
	at = owned_find(&seats, tenant, id);
	seat = at != NULL ? owned_take(at) : NULL;
	pthread_mutex_unlock(&lock);
	return seat;
}

/* NULL is fine. */
static void
free_seat(struct seat *seat)
{
	if (seat != NULL)
		limits_give_back(seat->own.tenant, LIMIT_SESSIONS, 1);
	free(seat);
}

void
sessions_forget(const struct tenant *tenant, const char *id)
{
	free_seat(take_out(tenant, id));
}

/* It answers once it is over. */
static void
end(const struct waiter *w, unsigned pool, const char *id)
{
	struct json *doc = NULL;
	int fd;

	if (w != NULL) {
		ask_whole(w, pool, id, ask_head("close"), "", 0, &doc, NULL);
		js_free(doc);
		return;
	}
	fd = ask(pool, id, ask_head("close"), "", 0);
	if (fd >= 0)
		close(fd);
}

bool
sessions_close(const struct waiter *w, const struct tenant *tenant,
    const char *id)
{
	/* First, as who hears that it ended may ask whether it is there. */
	struct seat *seat = take_out(tenant, id);

	if (seat == NULL)
		return false;
	end(w, tenant->pool, id);
	free_seat(seat);
	return true;
}

void
sessions_interrupt(const struct tenant *tenant, const char *id)
{
	int fd;

	if (!sessions_are(tenant, id))
		return;
	fd = ask(tenant->pool, id, ask_head("interrupt"), "", 0);
	if (fd >= 0)
		close(fd);
}

size_t
sessions_count(void)
{
	const struct owned *seat;
	size_t n = 0;

	pthread_mutex_lock(&lock);
	for (seat = seats; seat != NULL; seat = seat->next)
		n++;
	pthread_mutex_unlock(&lock);
	return n;
}

struct json *
sessions_list(const struct tenant *tenant)
{
	sweep(tenant);
	return ids_of(tenant);
}

static void
set_unheard(struct failure *fail, int r)
{
	if (r == -ENOENT)
		failure_set(fail, 404, "no such session: it has ended, or "
		    "never was");
	else
		failure_set(fail, r == -EAGAIN ? 503 : 502, "the session did "
		    "not answer: %s", strerror(-r));
}

/* Of what a session would not do, by its kind. */
static unsigned
status_of(const char *kind)
{
	return kind == NULL ? 500 : strcmp(kind, "busy") == 0 ? 409 :
	    strcmp(kind, "missing") == 0 ? 404 : 400;
}

int
sessions_begin(const struct tenant *tenant, const char *id,
    struct json *head, const char *bytes, size_t n, struct failure *fail)
{
	int fd = -ENOENT;

	if (sessions_are(tenant, id))
		fd = ask(tenant->pool, id, head, bytes, n);
	else
		js_free(head);
	if (fd >= 0)
		return fd;
	if (fd == -ENOENT)
		sessions_forget(tenant, id);
	set_unheard(fail, fd);
	return -1;
}

bool
sessions_ask(const struct waiter *w, const struct tenant *tenant,
    const char *id, struct json *head, const char *bytes, size_t n,
    struct json **ret_doc, struct buf *rest, struct failure *fail)
{
	struct json *doc = NULL;
	const char *error;
	int r;

	if (!sessions_are(tenant, id)) {
		js_free(head);
		r = -ENOENT;
	} else
		r = ask_whole(w, tenant->pool, id, head, bytes, n, &doc, rest);
	sessions_touch(tenant, id);
	if (r == -ENOENT)
		sessions_forget(tenant, id);
	if (r < 0) {
		set_unheard(fail, r);
		return false;
	}
	error = js_get_str(doc, "error");
	if (error != NULL) {
		failure_set(fail, status_of(js_get_str(doc, "refused")), "%s",
		    error);
		js_free(doc);
		return false;
	}
	/* It says so before it is gone. */
	if (js_get_flag(js_get(doc, "session"), "ended"))
		sessions_forget(tenant, id);
	*ret_doc = doc;
	return true;
}

const char *
sessions_wrong_context(const struct json *body)
{
	const char *context = js_get_str(body, "context");

	return context != NULL && strncmp(context, SESSIONS_OWN,
	    strlen(SESSIONS_OWN)) == 0 ?
	    "context: names that begin with a point are ours" : NULL;
}

bool
sessions_failed(const struct json *doc, struct failure *fail)
{
	const char *status = js_get_str(doc, "status"),
	    *value = js_get_str(js_get(doc, "error"), "value");

	if (status != NULL && strcmp(status, "error") != 0)
		return false;
	if (value == NULL)
		value = js_get_str(doc, "error");
	failure_set(fail, status_of(js_get_str(status != NULL ?
	    js_get(doc, "session") : doc, "refused")), "%s", value != NULL ? value :
	    "the session did not say why");
	return true;
}

bool
sessions_run(const struct waiter *w, const struct tenant *tenant,
    const char *id, struct json *head, const char *code, size_t n,
    struct json **ret_doc, struct failure *fail)
{
	struct json *doc;

	if (!sessions_ask(w, tenant, id, head, code, n, &doc, NULL, fail))
		return false;
	if (sessions_failed(doc, fail)) {
		js_free(doc);
		return false;
	}
	metrics_document(doc);
	*ret_doc = doc;
	return true;
}

void
sessions_tick(void)
{
	int64_t now = clock_ms();
	struct owned **at = &seats, *over = NULL, *one;
	int64_t until;

	pthread_mutex_lock(&lock);
	while (*at != NULL) {
		until = ((const struct seat *)*at)->end;
		if ((*at)->tenant->gone || (until != 0 && until <= now))
			owned_add(&over, owned_take(at));
		else
			at = &(*at)->next;
	}
	pthread_mutex_unlock(&lock);
	while (over != NULL) {
		one = owned_take(&over);
		end(NULL, one->tenant->pool, one->id);
		free_seat((struct seat *)one);
	}
}
