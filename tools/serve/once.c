#include "once.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/json.h"
#include "ask.h"
#include "http.h"
#include "keys.h"

struct once {
	struct http_request	*req;
	unsigned		 pool;
	char			 id[33];
	int			 r;
};

/* What a session, or what should have become one, says is wrong. */
static int
said(struct http_request *req, int r, struct json *doc)
{
	const char *error = js_get_str(doc, "error");

	if (r == 0 && error != NULL) {
		r = -EPROTO;
		http_problem(req, strstr(error, "sessions are open") != NULL ?
		    503 : 400, "%s", error);
	} else if (r < 0)
		http_problem(req, 503, "the sandbox failed: %s",
		    strerror(-r));
	js_free(doc);
	return r;
}

static int
open_one(struct once *o)
{
	struct json *doc = NULL;
	int r = ask_whole(o->req, o->pool, NULL, ask_head("open"), "", 0,
	    &doc, NULL);

	if (r == 0 && js_get_str(doc, "session") != NULL &&
	    strlen(js_get_str(doc, "session")) == 32)
		memcpy(o->id, js_get_str(doc, "session"), 33);
	return said(o->req, r, doc);
}

static void
put_file(const char *name, const struct json *value, void *arg)
{
	struct json *head = ask_head("put"), *doc = NULL;
	struct once *o = arg;
	size_t n;
	const char *text = js_as_text(value, &n);

	if (o->r < 0 || text == NULL) {
		if (o->r == 0)
			http_problem(o->req, 400, "files: want names and "
			    "texts");
		o->r = o->r < 0 ? o->r : -EINVAL;
		js_free(head);
		return;
	}
	js_put_str(head, "name", name);
	o->r = ask_whole(o->req, o->pool, o->id, head, text, n, &doc, NULL);
	o->r = said(o->req, o->r, doc);
}

/* It answers once it is over, for which nobody waits. */
static void
close_one(struct once *o)
{
	int fd = ask(o->pool, o->id, ask_head("close"), "", 0);

	if (fd >= 0)
		close(fd);
}

int
once_run(struct http_request *req, struct json *head, const char *code,
    size_t n, const struct json *files, struct json **ret_doc)
{
	struct once o = { .req = req, .pool = http_tenant(req)->pool };
	struct json *doc = NULL;
	const char *status;

	o.r = open_one(&o);
	if (o.r < 0) {
		js_free(head);
		return o.r;
	}
	if (files != NULL)
		js_each(files, put_file, &o);
	if (o.r == 0) {
		o.r = ask_whole(req, o.pool, o.id, head, code, n, &doc, NULL);
		status = js_get_str(doc, "status");
		if (o.r < 0 || status == NULL)
			o.r = said(req, o.r, doc);
		else if (strcmp(status, "error") == 0) {
			http_problem(req, 500, "the sandbox failed: %s",
			    js_get_str(js_get(doc, "error"), "value"));
			js_free(doc);
			o.r = -EPROTO;
		} else
			*ret_doc = doc;
	} else
		js_free(head);
	close_one(&o);
	return o.r;
}
