/* /v1/jobs and /v1/files: what is kept between requests. */
#include "v1.h"
#include "v1_parts.h"

#include <stdlib.h>
#include <string.h>

#include "../../supervisor/base/json.h"
#include "files.h"
#include "jobs.h"
#include "keys.h"
#include "sessions.h"

#define WAIT_MAX	30	/* seconds */

static void
none(struct http_request *req, const char *what)
{
	http_problem(req, 404, "no such %s: it was removed, its hour is over, "
	    "or it never was", what);
}

void
v1_begin_job(struct http_request *req, const struct json *body,
    const char *code, size_t n)
{
	auto_buf struct buf path = BUF_INIT;
	char id[OWNED_ID];
	struct failure fail;

	if (!jobs_begin(http_tenant(req), v1_cell(body), code, n,
	    js_get(body, "files"), id, &fail)) {
		http_fail(req, &fail);
		return;
	}
	buf_addf(&path, "/v1/jobs/%s", id);
	http_add_header(req, "Location", buf_str(&path));
	http_answer_json(req, 202, jobs_about(http_waiter(req),
	    http_tenant(req), id, 0));
}

static void
get_jobs(struct http_request *req)
{
	struct json *doc = js_obj();

	js_put(doc, "jobs", jobs_list(http_tenant(req)));
	http_answer_json(req, 200, doc);
}

static void
get_job(struct http_request *req)
{
	const char *wait = http_query(req, "wait_seconds");
	unsigned long seconds = 0;
	char *end = NULL;
	struct json *doc;

	if (wait != NULL)
		seconds = strtoul(wait, &end, 10);
	if (wait != NULL && (wait[0] < '0' || wait[0] > '9' || *end != '\0' ||
	    seconds > WAIT_MAX)) {
		http_problem(req, 400, "wait_seconds: not between 0 and %d",
		    WAIT_MAX);
		return;
	}
	doc = jobs_about(http_waiter(req), http_tenant(req), http_part(req, 0),
	    (int)seconds * 1000);
	if (doc == NULL)
		none(req, "job");
	else
		http_answer_json(req, 200, doc);
}

static void
delete_job(struct http_request *req)
{
	if (jobs_remove(http_tenant(req), http_part(req, 0)))
		v1_done(req);
	else
		none(req, "job");
}

static void
get_files(struct http_request *req)
{
	struct json *doc = js_obj();

	js_put(doc, "files", files_list(http_tenant(req)));
	http_answer_json(req, 200, doc);
}

static void
post_file(struct http_request *req)
{
	const char *name = http_query(req, "name"), *bytes;
	struct failure fail;
	char id[OWNED_ID];
	size_t n;

	bytes = http_body(req, &n);
	if (name == NULL || name[0] == '\0' || strlen(name) > 255)
		http_problem(req, 400, "name: want ?name= of at most 255 "
		    "bytes");
	else if (files_keep(http_tenant(req), name, bytes, n, id, &fail))
		http_answer_json(req, 201, files_about(http_tenant(req), id));
	else
		http_fail(req, &fail);
}

static void
get_file(struct http_request *req)
{
	auto_buf struct buf bytes = BUF_INIT;

	if (files_read(http_tenant(req), http_part(req, 0), &bytes))
		http_answer(req, 200, "application/octet-stream",
		    buf_str(&bytes), bytes.len);
	else
		none(req, "file");
}

static void
delete_file(struct http_request *req)
{
	if (files_remove(http_tenant(req), http_part(req, 0)))
		v1_done(req);
	else
		none(req, "file");
}

const struct http_route v1_kept_routes[] = {
	{ "GET", "/v1/jobs", NULL, 0, get_jobs },
	{ "GET", "/v1/jobs/{}", NULL, 0, get_job },
	{ "DELETE", "/v1/jobs/{}", NULL, 0, delete_job },
	{ "GET", "/v1/files", NULL, 0, get_files },
	{ "POST", "/v1/files", NULL, 0, post_file },
	{ "GET", "/v1/files/{}", NULL, 0, get_file },
	{ "DELETE", "/v1/files/{}", NULL, 0, delete_file },
	{ 0 }
};
