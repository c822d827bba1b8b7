/* The files of a sandbox. */
#include "e2b.h"

#include <stdio.h>
#include <string.h>

#include "../../supervisor/base/json.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "ask.h"
#include "e2b_files.h"
#include "owned.h"

/* What its code says of a failure. */
unsigned
e2b_status_of(const char *code)
{
	static const struct {
		char		code[20];
		unsigned	status;
	} all[] = { { "not_found", 404 }, { "already_exists", 409 },
	    { "invalid_argument", 400 }, { "permission_denied", 403 },
	    { "unimplemented", 501 }, { "failed_precondition", 400 }, { "out_of_range", 413 },
	    { "resource_exhausted", 429 }, { "unavailable", 502 } };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(all); i++)
		if (strcmp(code, all[i].code) == 0)
			return all[i].status;
	return 500;
}

static struct json *
question(const char *what, const char *path, const char *to)
{
	struct json *given = js_obj();

	js_put_str(given, "do", what);
	js_put_str(given, "path", path);
	js_put_str(given, "to", to != NULL ? to : "");
	js_put_num(given, "depth", 1);
	js_put_num(given, "most", HTTP_BODY_MAX);
	return given;
}

/* `given` is taken over. NULL: answered. */
static struct json *
ask_files(struct http_request *req, struct e2b_sandbox *s, struct json *given)
{
	struct json *said = e2b_ask_code(req, s, given, e2b_files);
	const char *code = js_get_str(said, "code");
	struct json *doc;

	js_free(given);
	if (code == NULL)
		return said;
	/* Connect names its errors, the rest of envd numbers them. */
	doc = js_obj();
	js_put_str(doc, "message", js_get_str(said, "message"));
	if (strcmp(http_header(req, "Content-Type") != NULL ? http_header(req,
	    "Content-Type") : "", "application/json") == 0)
		js_put_str(doc, "code", code);
	else
		js_put_num(doc, "code", e2b_status_of(code));
	http_answer_json(req, e2b_status_of(code), doc);
	js_free(said);
	return NULL;
}

static void
post_filesystem(struct http_request *req)
{
	const struct json *body = http_body_object(req);
	struct e2b_sandbox *s = body != NULL ? e2b_get(req) : NULL;
	const char *what = http_part(req, 0), *path = js_get_str(body, "path"),
	    *from = js_get_str(body, "source");
	struct json *given, *said;

	if (s == NULL)
		return;
	given = question(what, path != NULL ? path : from != NULL ? from : "",
	    js_get_str(body, "destination"));
	if (js_get_num(body, "depth") > 0)
		js_put_num(given, "depth", js_get_num(body, "depth"));
	said = ask_files(req, s, given);
	if (said != NULL)
		http_answer_json(req, 200, said);
	e2b_put(s);
}

static const char *
in_home(const char *path)
{
	static const char home[] = E2B_HOME "/";

	return strncmp(path, home, sizeof(home) - 1) == 0 ? path +
	    sizeof(home) - 1 : path;
}

/* A name in the folder itself; NULL: it lies elsewhere. */
static const char *
plain_name(const char *path)
{
	path = in_home(path);
	return strchr(path, '/') == NULL && path[0] != '\0' && path[0] != '~' &&
	    strcmp(path, ".") != 0 && strcmp(path, "..") != 0 ? path : NULL;
}

static bool
ask_session(struct http_request *req, struct e2b_sandbox *s, const char *what,
    const char *name, const char *of, const char *bytes, size_t n,
    struct buf *rest)
{
	struct json *head = ask_head(what), *doc;
	struct failure fail;

	js_put_str(head, "name", name);
	if (of != NULL)
		js_put_str(head, "of", of);
	if (!e2b_ask_session(req, s, head, bytes, n, &doc, rest, &fail)) {
		e2b_error(req, fail.status, "%s", fail.text);
		return false;
	}
	js_free(doc);
	return true;
}

/* What only carried bytes from here to there. */
static void
remove_own(struct http_request *req, struct e2b_sandbox *s, const char *name)
{
	struct json *head = ask_head("remove"), *said;
	struct failure fail;

	js_put_str(head, "name", name);
	if (e2b_ask_session(req, s, head, "", 0, &said, NULL, &fail))
		js_free(said);
}

/* Where it lies deeper, or is packed (by gzip), it comes by way of a name of
 * ours; what unpacks it is within the sandbox, and bounded as bodies are. */
static bool
write_file(struct http_request *req, struct e2b_sandbox *s, const char *path,
    const char *bytes, size_t n, bool packed, struct json *list)
{
	auto_buf struct buf full = BUF_INIT, own = BUF_INIT;
	const char *name = packed ? NULL : plain_name(path), *moved;
	char id[OWNED_ID];
	struct json *one, *said;

	if (name == NULL) {
		owned_new_id(id);
		buf_addf(&own, ".e2b-%s", id);
	}
	if (!ask_session(req, s, "put", name != NULL ? name : buf_str(&own),
	    NULL, bytes, n, NULL))
		return false;
	if (name != NULL) {
		buf_addf(&full, E2B_HOME "/%s", name);
	} else {
		said = ask_files(req, s, question(packed ? "Unpack" : "Move",
		    buf_str(&own), path));
		if (said == NULL) {
			remove_own(req, s, buf_str(&own));
			return false;
		}
		moved = js_get_str(js_get(said, "entry"), "path");
		buf_adds(&full, moved != NULL && moved[0] == '/' ? moved :
		    path);
		js_free(said);
	}
	one = js_obj();
	name = strrchr(buf_str(&full), '/');
	js_put_str(one, "name", name != NULL ? name + 1 : buf_str(&full));
	js_put_str(one, "type", "file");
	js_put_str(one, "path", buf_str(&full));
	js_add(list, one);
	return true;
}

/* One part of a form. */
struct part {
	const char	*head, *bytes;
	size_t		 nhead, n;
};

/* The next one at *at; false: there is none. */
static bool
next_part(const char **at, const char *end, const char *mark, size_t nmark,
    struct part *ret)
{
	const char *p = memmem(*at, (size_t)(end - *at), mark, nmark), *stop;

	if (p == NULL || end - p < (ptrdiff_t)nmark + 2 ||
	    memcmp(p + nmark, "--", 2) == 0)
		return false;
	ret->head = p + nmark;
	ret->bytes = memmem(ret->head, (size_t)(end - ret->head), "\r\n\r\n",
	    4);
	if (ret->bytes == NULL)
		return false;
	ret->nhead = (size_t)(ret->bytes - ret->head);
	ret->bytes += 4;
	for (stop = ret->bytes; (stop = memmem(stop, (size_t)(end - stop),
	    mark, nmark)) != NULL; stop += nmark)
		if (stop - ret->bytes >= 2 && memcmp(stop - 2, "\r\n", 2) == 0)
			break;
	if (stop == NULL)
		return false;
	ret->n = (size_t)(stop - 2 - ret->bytes);
	*at = stop;
	return true;
}

/* filename="..." of a part's head, the caller's to free; or NULL. */
static char *
file_name(const struct part *part)
{
	static const char word[] = "filename=\"";
	const char *at = memmem(part->head, part->nhead, word,
	    sizeof(word) - 1), *end;

	if (at == NULL)
		return NULL;
	at += sizeof(word) - 1;
	end = memchr(at, '"', (size_t)(part->head + part->nhead - at));
	return end != NULL ? mem_strndup(at, (size_t)(end - at)) : NULL;
}

/* False: answered. */
static bool
write_form(struct http_request *req, struct e2b_sandbox *s, const char *path,
    const char *type, struct json *list)
{
	const char *word = strstr(type, "boundary=");
	auto_buf struct buf mark = BUF_INIT;
	struct part part;
	const char *at, *end;
	size_t n;
	bool is_ok = true;

	if (word == NULL) {
		e2b_error(req, 400, "a form without a boundary");
		return false;
	}
	word += strlen("boundary=");
	buf_adds(&mark, "--");
	buf_add(&mark, word + (*word == '"'), strcspn(word + (*word == '"'),
	    "\"; "));
	at = http_body(req, &n);
	end = at + n;
	while (is_ok && next_part(&at, end, mark.data, mark.len, &part)) {
		auto_free char *name = file_name(&part);

		if (path == NULL && name == NULL) {
			e2b_error(req, 400, "path: which file?");
			return false;
		}
		is_ok = write_file(req, s, path != NULL ? path : name,
		    part.bytes, part.n, false, list);
	}
	return is_ok;
}

static void
post_files(struct http_request *req)
{
	struct e2b_sandbox *s = e2b_get_signed(req, "write");
	const char *type = http_header(req, "Content-Type"),
	    *path = http_query(req, "path"), *bytes,
	    *packing = http_header(req, "Content-Encoding");
	bool is_form = type != NULL && strncmp(type, "multipart/form-data",
	    19) == 0, is_ok;
	struct json *list;
	size_t n;

	if (s == NULL)
		return;
	if (path != NULL && path[0] == '\0')
		path = NULL;
	list = js_arr();
	is_ok = packing == NULL || (!is_form && strcmp(packing, "gzip") == 0);
	if (http_has_headers(req, "X-Metadata-")) {
		e2b_error(req, 501, "metadata: files have none here; write "
		    "them without");
		is_ok = false;
	} else if (!is_ok)
		e2b_error(req, 415, "Content-Encoding: gzip, of what is no "
		    "form, or send the bytes as they are");
	else if (is_form) {
		is_ok = write_form(req, s, path, type, list);
	} else if (path == NULL) {
		e2b_error(req, 400, "path: which file?");
		is_ok = false;
	} else {
		bytes = http_body(req, &n);
		is_ok = write_file(req, s, path, bytes, n, packing != NULL,
		    list);
	}
	if (is_ok)
		http_answer_json(req, 200, list);
	else
		js_free(list);
	e2b_put(s);
}

static void
get_files(struct http_request *req)
{
	struct e2b_sandbox *s = e2b_get_signed(req, "read");
	auto_buf struct buf bytes = BUF_INIT, own = BUF_INIT;
	const char *path = http_query(req, "path");
	char id[OWNED_ID];
	struct json *said;

	if (s == NULL)
		return;
	owned_new_id(id);
	buf_addf(&own, ".e2b-%s", id);
	said = ask_files(req, s, question("Copy", path != NULL ? path : "",
	    buf_str(&own)));
	js_free(said);
	if (said != NULL) {
		if (ask_session(req, s, "get", buf_str(&own), in_home(path !=
		    NULL ? path : ""), "", 0, &bytes))
			http_answer(req, 200, "application/octet-stream",
			    buf_str(&bytes), bytes.len);
		remove_own(req, s, buf_str(&own));
	}
	e2b_put(s);
}

#define ID	"E2b-Sandbox-Id", HTTP_OPEN

const struct http_route e2b_envd_routes[] = {
	{ "POST", "/files", NULL, HTTP_OPEN, post_files },
	{ "GET", "/files", NULL, HTTP_OPEN, get_files },
	{ "POST", "/filesystem.Filesystem/{}", ID, post_filesystem },
	{ 0 }
};
