#include "v1_parts.h"

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

#define FIRST_MS	100
#define TEXT_MAX	1023u
#define CODE_MAX	((size_t)8 << 20)
#define FILES_MOST	256u

/* What is wrong with what stands beside the code; NULL: nothing. */
static const char *
wrong_member(const struct json *body)
{
	static const char texts[][8] = { "name", "label", "context" };
	const struct json *one, *time = js_get(body, "time_ms");
	size_t i, n;

	for (i = 0; i < ARRAY_SIZE(texts); i++) {
		one = js_get(body, texts[i]);
		if (one != NULL && !js_is_null(one) &&
		    (js_as_text(one, &n) == NULL || n > TEXT_MAX))
			return "name, label, context: want a text of at most "
			    "1023 bytes";
	}
	if (time != NULL && (!js_is_num(time) || js_as_num(time) < 1))
		return "time_ms: want milliseconds, a whole number";
	one = js_get(body, "env");
	if (one != NULL && !js_is_obj(one))
		return "env: want an object of names and texts";
	one = js_get(body, "files");
	if (one != NULL && (!js_is_obj(one) || js_len(one) > FILES_MOST))
		return "files: want an object of at most 256 names";
	return sessions_wrong_context(body);
}

struct known {
	const char	*const *members, *other;
};

static void
see_member(const char *name, const struct json *value, void *arg)
{
	struct known *k = arg;
	size_t i;

	(void)value;
	for (i = 0; k->members[i] != NULL; i++)
		if (strcmp(k->members[i], name) == 0)
			return;
	k->other = name;
}

const struct json *
v1_body(struct http_request *req, const char *const *members)
{
	const struct json *body = http_body_object(req);
	struct known k = { members, NULL };

	if (body == NULL)
		return NULL;
	js_each(body, see_member, &k);
	if (k.other == NULL)
		return body;
	http_problem(req, 400, "%.100s: no member of this body; /openapi.json "
	    "has them", k.other);
	return NULL;
}

const struct json *
v1_code(struct http_request *req, const char *const *members,
    const char **ret_code, size_t *ret_n)
{
	const struct json *body = members != NULL ? v1_body(req, members) :
	    http_body_object(req);
	const char *wrong;

	if (body == NULL)
		return NULL;
	*ret_code = js_as_text(js_get(body, "code"), ret_n);
	wrong = wrong_member(body);
	if (*ret_code == NULL)
		http_problem(req, 400, "code: want a text");
	else if (*ret_n > CODE_MAX)
		http_problem(req, 413, "code: at most 8 MiB");
	else if (wrong != NULL)
		http_problem(req, 400, "%s", wrong);
	else
		return body;
	return NULL;
}

struct json *
v1_cell(const struct json *body)
{
	static const char members[][8] = { "name", "label", "env", "time_ms",
	    "context" };
	struct json *head = ask_head("run");
	size_t i;

	for (i = 0; i < ARRAY_SIZE(members); i++)
		if (js_get(body, members[i]) != NULL)
			js_put(head, members[i], js_copy(js_get(body,
			    members[i])));
	return head;
}

bool
v1_streams(const struct http_request *req, const struct json *body)
{
	const char *accept = http_header(req, "Accept");

	return js_get_flag(body, "stream") || (accept != NULL &&
	    strstr(accept, "application/x-ndjson") != NULL);
}

void
v1_done(struct http_request *req)
{
	http_answer(req, 204, NULL, "", 0);
}

struct stream {
	struct ask_lines	 lines;
	struct buf		 first;		/* line; or empty */
	const struct tenant	*tenant;
	char			 id[33];
	bool			 ends;
};

/* Is it the last line? That is counted. */
static bool
note_document(const struct buf *line)
{
	static const char begins[] = "{\"type\":\"document\"";
	struct json *doc;

	if (line->len < sizeof(begins) || memcmp(line->data, begins,
	    sizeof(begins) - 1) != 0 || js_parse(line->data, line->len,
	    &doc) < 0)
		return false;
	metrics_document(doc);
	js_free(doc);
	return true;
}

static bool
more(struct http_request *req, void *arg, struct buf *out)
{
	struct stream *s = arg;
	bool last;
	int r;

	if (s->first.len > 0) {
		buf_add(out, s->first.data, s->first.len);
		buf_free(&s->first);
		r = 1;
	} else
		r = ask_line(http_waiter(req), &s->lines, -1, out);
	if (r <= 0)
		return false;
	last = note_document(out);
	buf_addc(out, '\n');
	return !last;
}

static void
done(void *arg)
{
	struct stream *s = arg;

	close(s->lines.fd);
	sessions_touch(s->tenant, s->id);
	buf_free(&s->lines.came);
	buf_free(&s->first);
	if (s->ends)
		sessions_close(NULL, s->tenant, s->id);
	free(s);
}

/* What is refused is so at once, and has a status of its own. */
static bool
is_refused(struct http_request *req, struct stream *s, struct failure *fail)
{
	struct json *doc = NULL;
	bool failed;
	int r = ask_line(http_waiter(req), &s->lines, FIRST_MS, &s->first);

	if (r == 0)
		return false;
	if (r < 0) {
		failure_set(fail, 502, "the session died");
		return true;
	}
	if (js_parse(s->first.data, s->first.len, &doc) < 0)
		return false;
	/* Lines before the document have no status. */
	failed = (js_get(doc, "status") != NULL || js_get(doc, "state") !=
	    NULL) && sessions_failed(doc, fail);
	js_free(doc);
	return failed;
}

void
v1_stream(struct http_request *req, const char *id, struct json *head,
    const char *code, size_t n, bool ends)
{
	struct failure fail;
	struct stream *s;
	int fd;

	js_put_flag(head, "stream", true);
	fd = sessions_begin(http_tenant(req), id, head, code, n, &fail);
	if (fd < 0) {
		http_fail(req, &fail);
		if (ends)
			sessions_close(NULL, http_tenant(req), id);
		return;
	}
	s = mem_new(1, sizeof(*s));
	*s = (struct stream){ .lines = { fd, BUF_INIT, 0 }, .ends = ends,
	    .tenant = http_tenant(req) };
	memcpy(s->id, id, sizeof(s->id));
	if (is_refused(req, s, &fail)) {
		done(s);
		http_fail(req, &fail);
		return;
	}
	http_stream(req, 200, "application/x-ndjson", more, s, done);
}
