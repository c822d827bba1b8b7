/*
 * Folders of a sandbox that are watched. Nothing there tells of changes (R208):
 * a look is a listing, and what happened is how it differs from the one before.
 * Between two requests a sandbox stands still, so that a stream looks after what
 * may have changed something, and again and again while commands run.
 */
#include "e2b.h"

#include <string.h>

#include "../../supervisor/base/clock.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/mem.h"
#include "e2b_commands.h"
#include "e2b_files.h"
#include "owned.h"
#include "waiter.h"

#define MOST		8	/* of a sandbox, at once */
#define NAMES		1000	/* of a folder, with those below it */
#define TURN_MS		400	/* between looks of a stream */
#define PATIENCE_MS	300	/* of one of its looks: then a cell runs */
#define WAIT_MS		300000	/* of who asked for one */

struct e2b_watcher {
	struct e2b_watcher	*next;
	char			 id[OWNED_ID];
	char			*path;
	bool			 recursive, entries;
	struct json		*seen;	/* by name: see look() of e2b_files.py */
};

static void
free_watcher(struct e2b_watcher *w)
{
	free(w->path);
	js_free(w->seen);
	free(w);
}

void
e2b_watchers_free(struct e2b_sandbox *s)
{
	struct e2b_watcher *w;

	while ((w = s->watchers) != NULL) {
		s->watchers = w->next;
		free_watcher(w);
	}
}

/* How two listings differ. */
struct difference {
	const struct json	*was, *now, *entries;
	struct json		*events;
	const char		*same;	/* the form that is looked for */
	const struct json	*other;	/* where it is not */
	bool			 is_there;
};

static void
add_event(struct difference *d, const char *name, const char *type)
{
	const struct json *entry = js_get(d->entries, name);
	struct json *event = js_obj();

	js_put_str(event, "name", name);
	js_put_str(event, "type", type);
	if (entry != NULL)
		js_put(event, "entry", js_copy(entry));
	js_add(d->events, event);
}

static void
find_same(const char *name, const struct json *form, void *arg)
{
	struct difference *d = arg;

	d->is_there |= strcmp(js_as_str(form), d->same) == 0 &&
	    js_get(d->other, name) == NULL;
}

/* Is what has this form in `in`, by another name, which `other` has not? */
static bool
is_moved(struct difference *d, const char *form, const struct json *in,
    const struct json *other)
{
	d->same = form;
	d->other = other;
	d->is_there = false;
	js_each(in, find_same, d);
	return d->is_there;
}

static void
note_gone(const char *name, const struct json *form, void *arg)
{
	struct difference *d = arg;

	if (js_get(d->now, name) == NULL)
		add_event(d, name, is_moved(d, js_as_str(form), d->now,
		    d->was) ? "EVENT_TYPE_RENAME" : "EVENT_TYPE_REMOVE");
}

/* A new file is told of as E2B does: made, given its mode, written. */
static void
note_there(const char *name, const struct json *value, void *arg)
{
	struct difference *d = arg;
	const char *form = js_as_str(value), *was = js_get_str(d->was, name);
	const bool is_file = form[0] == 'f';
	const size_t mode = strcspn(form, " ");

	if (was == NULL) {
		add_event(d, name, "EVENT_TYPE_CREATE");
		if (!is_file || is_moved(d, form, d->was, d->now))
			return;
		add_event(d, name, "EVENT_TYPE_CHMOD");
		add_event(d, name, "EVENT_TYPE_WRITE");
		return;
	}
	if (is_file && strcmp(was + strcspn(was, " "), form + mode) != 0)
		add_event(d, name, "EVENT_TYPE_WRITE");
	if (strncmp(was, form, mode + 1) != 0)
		add_event(d, name, "EVENT_TYPE_CHMOD");
}

static struct json *
events_of(const struct json *was, const struct json *now,
    const struct json *entries)
{
	struct difference d = { .was = was, .now = now, .entries = entries,
	    .events = js_arr() };

	js_each(was, note_gone, &d);
	js_each(now, note_there, &d);
	return d.events;
}

/* {"seen","entries"}, the caller's; or NULL: `fail`, which is "busy" where a
 * cell runs and it was not waited for. */
static struct json *
look(const struct waiter *waiter, struct e2b_sandbox *s,
    const struct e2b_watcher *w, int patience, struct e2b_failure *fail)
{
	struct json *given = js_obj(), *said;
	const struct json *seen;
	struct failure why;
	const char *code;

	js_put_str(given, "do", "Watch");
	js_put_str(given, "path", w->path);
	js_put_num(given, "recursive", w->recursive);
	js_put_num(given, "entries", w->entries);
	js_put_num(given, "first", w->seen == NULL);
	js_put_num(given, "most", NAMES);
	said = e2b_hear_code(waiter, s, given, e2b_files, patience, &why);
	js_free(given);
	code = js_get_str(said, "code");
	seen = js_get(said, "seen");
	if (code != NULL)
		e2b_fail_with(fail, code, js_get_str(said, "message") != NULL ?
		    js_get_str(said, "message") : "");
	else if (said != NULL && (!js_is_texts(seen) || js_len(seen) > NAMES))
		e2b_fail_with(fail, "internal", "what was said of the folder "
		    "is no listing");
	else if (said == NULL)
		e2b_fail_with(fail, why.status == 429 ? "busy" : why.status ==
		    403 ? "permission_denied" : "unavailable", why.text);
	else
		return said;
	js_free(said);
	return NULL;
}

static struct json *
take_seen(struct json *said)
{
	struct json *seen = js_copy(js_get(said, "seen"));

	js_drop(said, "seen");
	return seen;
}

/* From what lies there now. False: `fail`. */
static bool
begin(const struct waiter *waiter, struct e2b_sandbox *s,
    const struct json *body, char ret_id[OWNED_ID], struct e2b_failure *fail)
{
	struct e2b_watcher *w = mem_new(1, sizeof(*w)), *other;
	const char *path = js_get_str(body, "path");
	struct json *said;
	unsigned n = 0;

	w->path = mem_strdup(path != NULL ? path : "");
	w->recursive = js_get_flag(body, "recursive");
	w->entries = js_get_flag(body, "includeEntry");
	owned_new_id(w->id);
	said = look(waiter, s, w, WAIT_MS, fail);
	if (said != NULL)
		w->seen = take_seen(said);
	js_free(said);
	e2b_lock();
	for (other = s->watchers; other != NULL; other = other->next)
		n++;
	if (w->seen != NULL && n < MOST) {
		memcpy(ret_id, w->id, OWNED_ID);
		w->next = s->watchers;
		s->watchers = w;
		w = NULL;
	} else if (w->seen != NULL)
		e2b_fail_with(fail, "resource_exhausted", "a sandbox has 8 "
		    "watched folders at most");
	e2b_unlock();
	if (w != NULL)
		free_watcher(w);
	return w == NULL;
}

/* Under the lock. */
static struct e2b_watcher **
find(struct e2b_sandbox *s, const char *id)
{
	struct e2b_watcher **at = &s->watchers;

	while (*at != NULL && strcmp((*at)->id, id) != 0)
		at = &(*at)->next;
	return *at != NULL ? at : NULL;
}

/* What happened since, a list, the caller's; or NULL: `fail`. */
static struct json *
take_events(const struct waiter *waiter, struct e2b_sandbox *s,
    const char *id, int patience, struct e2b_failure *fail)
{
	struct json *said, *now, *was = NULL, *events = NULL;
	struct e2b_watcher as = { .path = NULL }, **at;

	e2b_fail_with(fail, "not_found", "no such watcher");
	e2b_lock();
	at = find(s, id);
	if (at != NULL) {
		as = **at;
		as.path = mem_strdup(as.path);
	}
	e2b_unlock();
	if (at == NULL)
		return NULL;
	said = look(waiter, s, &as, patience, fail);
	free(as.path);
	if (said == NULL)
		return NULL;
	now = take_seen(said);
	e2b_lock();
	at = find(s, id);
	if (at != NULL) {
		was = (*at)->seen;
		(*at)->seen = js_share(now);
	}
	e2b_unlock();
	if (was != NULL)
		events = events_of(was, now, js_get(said, "entries"));
	js_free(was);
	js_free(now);
	js_free(said);
	return events;
}

static bool
end(struct e2b_sandbox *s, const char *id)
{
	struct e2b_watcher **at, *w = NULL;

	e2b_lock();
	at = find(s, id);
	if (at != NULL) {
		w = *at;
		*at = w->next;
	}
	e2b_unlock();
	if (w != NULL)
		free_watcher(w);
	return w != NULL;
}

/* `doc` or, where it is NULL, an error of Connect's. */
static void
answer(struct http_request *req, struct json *doc,
    const struct e2b_failure *fail)
{
	const bool busy = strcmp(fail->code, "busy") == 0;
	unsigned status = 200;

	if (doc == NULL) {
		doc = js_obj();
		js_put_str(doc, "code", busy ? "resource_exhausted" :
		    fail->code);
		js_put_str(doc, "message", fail->text);
		status = busy ? 429 : e2b_status_of(fail->code);
	}
	http_answer_json(req, status, doc);
}

static void
post_create(struct http_request *req)
{
	const struct json *body = http_body_object(req);
	struct e2b_sandbox *s = body != NULL ? e2b_get(req) : NULL;
	struct e2b_failure fail = { "", "" };
	struct json *doc = NULL;
	char id[OWNED_ID];

	if (s == NULL)
		return;
	if (begin(http_waiter(req), s, body, id, &fail)) {
		doc = js_obj();
		js_put_str(doc, "watcherId", id);
	}
	e2b_put(s);
	answer(req, doc, &fail);
}

static void
post_events(struct http_request *req)
{
	const struct json *body = http_body_object(req);
	struct e2b_sandbox *s = body != NULL ? e2b_get(req) : NULL;
	const char *id = js_get_str(body, "watcherId");
	struct e2b_failure fail = { "", "" };
	struct json *doc = NULL, *events;

	if (s == NULL)
		return;
	events = take_events(http_waiter(req), s, id != NULL ? id : "",
	    WAIT_MS, &fail);
	if (events != NULL) {
		doc = js_obj();
		js_put(doc, "events", events);
	}
	e2b_put(s);
	answer(req, doc, &fail);
}

static void
post_remove(struct http_request *req)
{
	const struct json *body = http_body_object(req);
	struct e2b_sandbox *s = body != NULL ? e2b_get(req) : NULL;
	const char *id = js_get_str(body, "watcherId");
	struct e2b_failure fail = { "not_found", "no such watcher" };

	if (s == NULL)
		return;
	answer(req, end(s, id != NULL ? id : "") ? js_obj() : NULL, &fail);
	e2b_put(s);
}

struct stream {
	struct e2b_sandbox	*sandbox;	/* held */
	struct json		*body;
	char			 id[OWNED_ID];	/* "": not yet */
	int64_t			 touched, end;
};

static void
add_message(struct buf *out, const char *kind, struct json *taken)
{
	struct json *message = js_obj();

	js_put(message, kind, taken);
	e2b_add_frame(out, message);
}

/* What happened, if something may have: 1; 0: nothing; -1: that was all. */
static int
hear(struct http_request *req, struct stream *x, struct buf *out)
{
	const struct json *events;
	struct e2b_sandbox *s = x->sandbox;
	int64_t touched = sessions_touched(s->tenant, s->id);
	struct e2b_failure fail;
	struct json *list;
	size_t i;

	if (touched == x->touched && !e2b_commands_run(s))
		return 0;
	list = take_events(http_waiter(req), s, x->id, PATIENCE_MS, &fail);
	if (list == NULL && strcmp(fail.code, "busy") == 0)
		return 0;
	if (list == NULL && (strcmp(fail.code, "unavailable") == 0 ||
	    sessions_touched(s->tenant, s->id) < 0)) {
		http_break(req);	/* its sandbox ended */
		return -1;
	}
	if (list == NULL) {
		e2b_add_last(out, &fail);
		return -1;
	}
	x->touched = touched;
	events = list;
	for (i = 0; i < js_len(events); i++)
		add_message(out, "filesystem", js_copy(js_at(events, i)));
	js_free(list);
	return i > 0;
}

static bool
more(struct http_request *req, void *arg, struct buf *out)
{
	int64_t keep = clock_ms() + E2B_KEEP_MS, left;
	struct stream *x = arg;
	struct e2b_failure late = { "deadline_exceeded", "it was watched as "
	    "long as the request lets it" }, fail;
	int r = 0;

	if (x->id[0] == '\0') {
		x->touched = sessions_touched(x->sandbox->tenant,
		    x->sandbox->id);
		r = begin(http_waiter(req), x->sandbox, x->body, x->id, &fail);
		if (r)
			add_message(out, "start", js_obj());
		else
			e2b_add_last(out, &fail);
		return r;
	}
	while (r == 0 && clock_ms() < keep) {
		left = x->end != 0 ? x->end - clock_ms() : TURN_MS;
		if (left <= 0) {
			e2b_add_last(out, &late);
			return false;
		}
		if (waiter_await(http_waiter(req), -1, left < TURN_MS ?
		    (int)left : TURN_MS) != 0)
			return false;
		r = hear(req, x, out);
	}
	if (r == 0)
		add_message(out, "keepalive", js_obj());
	return r >= 0;
}

static void
done(void *arg)
{
	struct stream *x = arg;

	end(x->sandbox, x->id);
	e2b_put(x->sandbox);
	js_free(x->body);
	free(x);
}

static void
post_watch(struct http_request *req)
{
	struct e2b_sandbox *s = e2b_get(req);
	struct json *body;
	struct stream *x;

	if (s == NULL)
		return;
	body = e2b_read_frame(req);
	if (!js_is_obj(body)) {
		js_free(body);
		e2b_put(s);
		e2b_error(req, 400, "want one frame of Connect's with a path "
		    "in it");
		return;
	}
	x = mem_new(1, sizeof(*x));
	*x = (struct stream){ .sandbox = s, .body = body,
	    .end = e2b_deadline(req) };
	http_stream(req, 200, E2B_STREAM, more, x, done);
}

#define ID	"E2b-Sandbox-Id", HTTP_OPEN
#define P	"/filesystem.Filesystem/"

const struct http_route e2b_watch_routes[] = {
	{ "POST", P "WatchDir", ID, post_watch },
	{ "POST", P "CreateWatcher", ID, post_create },
	{ "POST", P "GetWatcherEvents", ID, post_events },
	{ "POST", P "RemoveWatcher", ID, post_remove },
	{ 0 }
};
