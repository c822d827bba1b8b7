/* The control API: sandboxes made, listed, kept alive, ended. */
#include "e2b.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "../../supervisor/base/clock.h"
#include "../../supervisor/base/hash.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/sign.h"
#include "../../supervisor/base/util.h"
#include "keys.h"
#include "owned.h"

#define LIFE_S		300
#define LIFE_MAX_S	86400

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct e2b_sandbox *sandboxes;

void
e2b_lock(void)
{
	pthread_mutex_lock(&lock);
}

void
e2b_unlock(void)
{
	pthread_mutex_unlock(&lock);
}

void
e2b_error(struct http_request *req, unsigned status, const char *fmt, ...)
{
	auto_buf struct buf text = BUF_INIT;
	struct json *doc = js_obj();
	va_list ap;

	va_start(ap, fmt);
	buf_vaddf(&text, fmt, ap);
	va_end(ap);
	js_put_num(doc, "code", status);
	js_put_str(doc, "message", buf_str(&text));
	http_answer_json(req, status, doc);
}

static void
free_sandbox(struct e2b_sandbox *s)
{
	e2b_watchers_free(s);
	free(s->template);
	js_free(s->envs);
	js_free(s->metadata);
	js_free(s->contexts);
	free(s);
}

void
e2b_put(struct e2b_sandbox *s)
{
	bool last;

	e2b_lock();
	last = --s->holders == 0;
	e2b_unlock();
	if (last)
		free_sandbox(s);
}

/* Of the tenant's, or (NULL) of anybody's: whoever knows its id. */
static struct e2b_sandbox *
find(const struct tenant *tenant, const char *id)
{
	struct e2b_sandbox *s;

	e2b_lock();
	for (s = sandboxes; s != NULL; s = s->next)
		if (strcmp(s->id, id) == 0 && (tenant == NULL ||
		    s->tenant == tenant)) {
			s->holders++;
			break;
		}
	e2b_unlock();
	if (s != NULL && !sessions_are(s->tenant, id)) {
		e2b_put(s);
		return NULL;
	}
	return s;
}

static bool
is_same(const char *given, const char *token)
{
	struct hash ours, theirs;

	if (given == NULL)
		return false;
	hash_of(given, strlen(given), &theirs);
	hash_of(token, strlen(token), &ours);
	return hash_equals(&theirs, &ours);
}

/*
 * Its services are asked without the key: by an id of 128 bits that nobody else
 * was told, and by the token where the sandbox has one.
 */
struct e2b_sandbox *
e2b_get(struct http_request *req)
{
	const char *id = http_header(req, "E2b-Sandbox-Id"),
	    *token = http_header(req, "X-Access-Token");
	const struct tenant *tenant = http_tenant(req);
	struct e2b_sandbox *s = id != NULL ? find(keys_are_needed() ? tenant :
	    NULL, id) : NULL;

	if (token == NULL)
		token = http_header(req, "E2B-Traffic-Access-Token");
	if (s == NULL)
		e2b_error(req, 502, "the sandbox was not found: it has ended, "
		    "or never was");
	else if ((s->secure || token != NULL) && !is_same(token, s->token))
		e2b_error(req, 401, "X-Access-Token: not that of this sandbox");
	else if (tenant != NULL || http_set_tenant(req, s->tenant))
		return s;
	if (s != NULL)
		e2b_put(s);
	return NULL;
}

/* What a link that was signed for this sandbox has. */
static bool
is_signed(const struct e2b_sandbox *s, const char *what, const char *until,
    const char *given)
{
	auto_buf struct buf text = BUF_INIT, sign = BUF_INIT;
	struct hash hash;

	buf_addf(&text, "%s:%s%s%s", what, s->token, until != NULL ? ":" : "",
	    until != NULL ? until : "");
	hash_of(text.data, text.len, &hash);
	buf_adds(&sign, "v1_");
	sign_base64(hash.bytes, sizeof(hash.bytes), &sign);
	sign.data[strcspn(sign.data, "=")] = '\0';
	return is_same(given, buf_str(&sign));
}

/* Whose token signed it: it names no sandbox. */
static struct e2b_sandbox *
find_signer(const struct tenant *tenant, const char *what, const char *until,
    const char *given)
{
	struct e2b_sandbox *s;
	char id[OWNED_ID] = "";

	e2b_lock();
	for (s = sandboxes; s != NULL; s = s->next)
		if (is_signed(s, what, until, given))
			memcpy(id, s->id, sizeof(id));
	e2b_unlock();
	return id[0] != '\0' ? find(tenant, id) : NULL;
}

struct e2b_sandbox *
e2b_get_signed(struct http_request *req, const char *operation)
{
	const char *given = http_query(req, "signature"),
	    *until = http_query(req, "signature_expiration"),
	    *path = http_query(req, "path"),
	    *user = http_query(req, "username");
	auto_buf struct buf what = BUF_INIT;
	struct e2b_sandbox *s;

	if (given == NULL && http_header(req, "E2b-Sandbox-Id") != NULL)
		return e2b_get(req);
	buf_addf(&what, "%s:%s:%s", path != NULL ? path : "", operation,
	    user != NULL ? user : "");
	s = given == NULL ? NULL : find_signer(keys_are_needed() ?
	    http_tenant(req) : NULL, buf_str(&what), until, given);
	if (s == NULL)
		e2b_error(req, 401, "signature: there is none, or of no "
		    "sandbox that is there");
	else if (until != NULL && strtoll(until, NULL, 10) < time(NULL))
		e2b_error(req, 401, "signature is already expired");
	else if (http_tenant(req) != NULL || http_set_tenant(req, s->tenant))
		return s;
	if (s != NULL)
		e2b_put(s);
	return NULL;
}

/* Those whose session ended are nobody's. */
void
e2b_tick(void)
{
	struct e2b_sandbox **at = &sandboxes, *over = NULL, *s;

	e2b_lock();
	while ((s = *at) != NULL)
		if (!sessions_are(s->tenant, s->id)) {
			*at = s->next;
			s->next = over;
			over = s;
		} else
			at = &s->next;
	e2b_unlock();
	while ((s = over) != NULL) {
		over = s->next;
		e2b_put(s);
	}
}

static void
put_time(struct json *doc, const char *key, int64_t ms_from_now)
{
	struct timespec now;
	time_t seconds;
	char text[32];
	struct tm tm;

	clock_gettime(CLOCK_REALTIME, &now);
	seconds = now.tv_sec + (time_t)(ms_from_now / 1000);
	gmtime_r(&seconds, &tm);
	strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &tm);
	js_put_str(doc, key, text);
}

/* NULL: it has ended. */
static struct json *
about(const struct e2b_sandbox *s)
{
	struct json *doc;
	int64_t age, left;

	if (!sessions_age(s->tenant, s->id, &age, &left))
		return NULL;
	doc = js_obj();
	js_put_str(doc, "sandboxID", s->id);
	js_put_str(doc, "templateID", s->template);
	js_put_str(doc, "alias", s->template);
	js_put_str(doc, "clientID", "sallyport");
	js_put_str(doc, "envdVersion", "0.6.4");
	js_put_str(doc, "envdAccessToken", s->token);
	js_put_str(doc, "trafficAccessToken", s->token);
	js_put_str(doc, "domain", NULL);
	js_put_str(doc, "state", "running");
	js_put_num(doc, "cpuCount", 1);
	js_put_num(doc, "memoryMB", 1024);
	js_put_num(doc, "diskSizeMB", 100);
	js_put(doc, "metadata", js_copy(s->metadata));
	put_time(doc, "startedAt", -age);
	put_time(doc, "endAt", left);
	return doc;
}

static bool
is_texts(const struct json *obj)
{
	return obj == NULL || js_is_null(obj) || js_is_texts(obj);
}

static struct json *
texts(const struct json *obj)
{
	return js_is_obj(obj) ? js_copy(obj) : js_obj();
}

/* What of a request cannot be had; NULL: nothing. */
static const char *
is_wrong(const struct json *body)
{
	static const char templates[][20] = { "base", "code-interpreter-v1",
	    "code-interpreter", "sallyport" };
	const char *template = js_get_str(body, "templateID");
	int64_t life = js_get_num(body, "timeout");

	if (template == NULL || !IS_ONE_OF(template, templates))
		return "templateID: no such template; there are base, "
		    "code-interpreter-v1 and sallyport";
	if (life < 0 || life > LIFE_MAX_S)
		return "timeout: not between 0 and 86400 seconds";
	if (!is_texts(js_get(body, "envVars")) ||
	    !is_texts(js_get(body, "metadata")))
		return "envVars, metadata: objects of texts";
	return NULL;
}

static int64_t
life_ms(const struct json *body)
{
	int64_t life = js_get_num(body, "timeout");

	return (life > 0 ? life : LIFE_S) * 1000;
}

static void
post_create(struct http_request *req)
{
	const struct json *body = http_body_object(req);
	const char *wrong;
	struct e2b_sandbox *s;
	struct failure fail;
	struct json *doc;
	char id[33];

	if (body == NULL)
		return;
	wrong = is_wrong(body);
	if (wrong != NULL) {
		e2b_error(req, strncmp(wrong, "templateID", 10) == 0 ? 404 :
		    400, "%s", wrong);
		return;
	}
	if (!sessions_open(http_waiter(req), http_tenant(req), life_ms(body),
	    id, &fail)) {
		e2b_error(req, fail.status, "%s", fail.text);
		return;
	}
	s = mem_new(1, sizeof(*s));
	memcpy(s->id, id, sizeof(s->id));
	owned_new_id(s->token);
	s->tenant = http_tenant(req);
	s->holders = 2;
	s->secure = js_get_flag(body, "secure");
	s->template = mem_strdup(js_get_str(body, "templateID"));
	s->envs = texts(js_get(body, "envVars"));
	s->metadata = texts(js_get(body, "metadata"));
	s->contexts = js_obj();
	e2b_lock();
	s->next = sandboxes;
	sandboxes = s;
	e2b_unlock();
	doc = about(s);
	e2b_put(s);
	if (doc != NULL)
		http_answer_json(req, 201, doc);
	else
		e2b_error(req, 503, "the sandbox ended as it began");
}

/* The tenant's own, of the path. NULL: answered. */
static struct e2b_sandbox *
own(struct http_request *req)
{
	struct e2b_sandbox *s = find(http_tenant(req), http_part(req, 0));

	if (s == NULL)
		e2b_error(req, 404, "no such sandbox: it has ended, or never "
		    "was");
	return s;
}

static void
answer_about(struct http_request *req, struct e2b_sandbox *s)
{
	struct json *doc = about(s);

	e2b_put(s);
	if (doc != NULL)
		http_answer_json(req, 200, doc);
	else
		e2b_error(req, 404, "no such sandbox: it has ended");
}

static void
get_one(struct http_request *req)
{
	struct e2b_sandbox *s = own(req);

	if (s != NULL)
		answer_about(req, s);
}

/* False: answered. `more`: it is never made shorter. */
static bool
set_life(struct http_request *req, const struct e2b_sandbox *s, bool more)
{
	const struct json *body = http_body_object(req);
	int64_t age, left = 0, life;

	if (body == NULL)
		return false;
	life = js_get_num(body, "timeout");
	if (life < 0 || life > LIFE_MAX_S) {
		e2b_error(req, 400, "timeout: not between 0 and %d seconds",
		    LIFE_MAX_S);
		return false;
	}
	sessions_age(s->tenant, s->id, &age, &left);
	if (!more || life * 1000 > left)
		sessions_set_life(s->tenant, s->id, life * 1000);
	return true;
}

static void
post_connect(struct http_request *req)
{
	struct e2b_sandbox *s = own(req);

	if (s == NULL)
		return;
	if (set_life(req, s, true))
		answer_about(req, s);
	else
		e2b_put(s);
}

static void
post_timeout(struct http_request *req)
{
	struct e2b_sandbox *s = own(req);

	if (s == NULL)
		return;
	if (set_life(req, s, false))
		http_answer(req, 204, NULL, "", 0);
	e2b_put(s);
}

static void
delete_one(struct http_request *req)
{
	struct e2b_sandbox *s = own(req);

	if (s == NULL)
		return;
	sessions_close(http_waiter(req), s->tenant, s->id);
	http_answer(req, 204, NULL, "", 0);
	e2b_put(s);
}

/* Its rows are met with the policy, which lets nobody onto a network. */
static void
put_network(struct http_request *req)
{
	struct e2b_sandbox *s = own(req);

	if (s == NULL)
		return;
	if (http_body_object(req) != NULL)
		http_answer(req, 204, NULL, "", 0);
	e2b_put(s);
}

/* What needs a machine that can be stopped and copied. */
static void
refuse(struct http_request *req)
{
	e2b_error(req, 501, "not here: a sandbox is not paused, copied or "
	    "measured");
}

/* name=value&name=value, decoded once. */
static bool
has_metadata(const struct e2b_sandbox *s, const char *query)
{
	const char *at = query, *end, *equals, *value;

	for (; at != NULL && *at != '\0'; at = *end == '&' ? end + 1 : end) {
		auto_buf struct buf name = BUF_INIT;

		end = at + strcspn(at, "&");
		equals = memchr(at, '=', (size_t)(end - at));
		if (equals == NULL)
			return false;
		buf_add(&name, at, (size_t)(equals - at));
		value = js_get_str(s->metadata, buf_str(&name));
		if (value == NULL || strlen(value) != (size_t)(end - equals -
		    1) || memcmp(value, equals + 1, strlen(value)) != 0)
			return false;
	}
	return true;
}

static void
get_list(struct http_request *req)
{
	const char *metadata = http_query(req, "metadata"),
	    *state = http_query(req, "state");
	struct json *list = js_arr(), *one;
	struct e2b_sandbox *s;

	js_free(sessions_list(http_tenant(req)));
	e2b_lock();
	for (s = sandboxes; s != NULL; s = s->next) {
		if (s->tenant != http_tenant(req) || (state != NULL &&
		    strstr(state, "running") == NULL) ||
		    !has_metadata(s, metadata))
			continue;
		one = about(s);
		if (one != NULL)
			js_add(list, one);
	}
	e2b_unlock();
	http_answer_json(req, 200, list);
}

#define BOTH(method, path, run) \
	{ method, "/sandboxes" path, NULL, 0, run }, \
	{ method, "/v2/sandboxes" path, NULL, 0, run }

const struct http_route e2b_routes[] = {
	BOTH("POST", "", post_create),
	BOTH("GET", "", get_list),
	BOTH("GET", "/{}", get_one),
	BOTH("DELETE", "/{}", delete_one),
	BOTH("POST", "/{}/connect", post_connect),
	BOTH("POST", "/{}/timeout", post_timeout),
	BOTH("POST", "/{}/refreshes", post_timeout),
	BOTH("PUT", "/{}/network", put_network),
	BOTH("POST", "/{}/{*}", refuse),
	BOTH("GET", "/{}/{*}", refuse),
	{ "GET", "/snapshots", NULL, 0, refuse },
	{ 0 }
};
