#include "once.h"

#include <string.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/json.h"
#include "ask.h"
#include "files.h"
#include "sessions.h"

#define KEPT_MAX	((int64_t)8 << 20)	/* of a file that is left */

struct once {
	const struct waiter	*waiter;
	const struct tenant	*tenant;
	char			 id[33];
	struct failure		*fail;
	struct json		*files;		/* with what is kept of them */
};

static void
put_file(const char *name, const struct json *value, void *arg)
{
	auto_buf struct buf bytes = BUF_INIT;
	struct once *o = arg;
	struct json *head, *doc;
	const char *id = js_get_str(value, "id"), *text;
	size_t n;

	text = js_as_text(value, &n);
	if (o->fail->status != 0)
		return;
	if (text != NULL)
		buf_add(&bytes, text, n);
	else if (id == NULL) {
		failure_set(o->fail, 400, "files: want names, each with a text "
		    "or {\"id\":...} of a file that is kept");
		return;
	} else if (!files_read(o->tenant, id, &bytes)) {
		failure_set(o->fail, 404, "files: no file of this id is kept");
		return;
	}
	head = ask_head("put");
	js_put_str(head, "name", name);
	if (sessions_ask(o->waiter, o->tenant, o->id, head, buf_str(&bytes),
	    bytes.len, &doc, NULL, o->fail))
		js_free(doc);
}

/* Its bytes, for who asks later: `id` is null of one that is too large. */
static void
keep_file(struct once *o, const struct json *file)
{
	struct json *one = js_copy(file), *head = ask_head("get"), *doc;
	const char *path = js_get_str(file, "path");
	auto_buf struct buf bytes = BUF_INIT;
	char id[OWNED_ID] = "";
	struct failure fail;

	js_put_str(head, "name", path);
	if (path == NULL || js_get_num(file, "size") > KEPT_MAX)
		js_free(head);
	else if (sessions_ask(o->waiter, o->tenant, o->id, head, "", 0, &doc,
	    &bytes, &fail)) {
		js_free(doc);
		if (!files_keep(o->tenant, path, buf_str(&bytes), bytes.len,
		    id, &fail))
			id[0] = '\0';
	}
	js_put_str(one, "id", id[0] != '\0' ? id : NULL);
	js_add(o->files, one);
}

static struct json *
run(struct once *o, struct json *head, const char *code, size_t n)
{
	struct json *doc;
	const struct json *files;
	size_t i;

	if (!sessions_run(o->waiter, o->tenant, o->id, head, code, n, &doc,
	    o->fail))
		return NULL;
	files = js_get(doc, "files");
	o->files = js_arr();
	for (i = 0; i < js_len(files); i++)
		if (js_is_obj(js_at(files, i)))
			keep_file(o, js_at(files, i));
	js_put(doc, "files", o->files);
	return doc;
}

bool
once_run(const struct waiter *w, const struct tenant *tenant,
    struct json *head, const char *code, size_t n, const struct json *files,
    struct json **ret_doc, struct failure *fail)
{
	struct once o = { .waiter = w, .tenant = tenant, .fail = fail };
	struct json *doc = NULL;

	fail->status = 0;
	if (!sessions_open(w, tenant, 0, o.id, fail)) {
		js_free(head);
		return false;
	}
	if (files != NULL)
		js_each(files, put_file, &o);
	if (fail->status == 0)
		doc = run(&o, head, code, n);
	else
		js_free(head);
	sessions_close(NULL, tenant, o.id);
	*ret_doc = doc;
	return doc != NULL;
}
