/* What the reviewer's desk says of calls, places, limits: text, and the page. */
#include "review.h"

#include "../run/run_where.h"
#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/json.h"

static void
add_value(struct buf *out, const struct json *value)
{
	auto_buf struct buf text = BUF_INIT;
	const char *s;
	size_t n;

	s = js_as_text(value, &n);
	if (s == NULL) {
		js_write(value, &text);
		buf_add_visible(out, buf_str(&text), text.len);
		return;
	}
	buf_addc(out, '"');
	buf_add_visible(out, s, n);
	buf_addc(out, '"');
}

static void
add_member(const char *key, const struct json *value, void *arg)
{
	struct buf *out = arg;

	buf_adds(out, out->len > 0 ? ", " : "");
	review_add_visible(out, key);
	buf_addc(out, '=');
	add_value(out, value);
}

void
review_add_members(struct buf *out, const struct json *object)
{
	auto_buf struct buf text = BUF_INIT;

	js_each(object, add_member, &text);
	buf_adds(out, buf_str(&text));
}

void
review_add_bound(struct buf *out, const struct json *grants)
{
	const struct json *row, *value;
	size_t i;

	for (i = 0; i < js_len(grants); i++) {
		row = js_at(grants, i);
		value = js_at(row, 2);
		buf_adds(out, i > 0 ? ", " : "");
		review_add_visible(out, js_as_str(js_at(row, 0)));
		buf_addc(out, ' ');
		review_add_visible(out, js_as_str(js_at(row, 1)));
		if (value != NULL && !js_is_null(value)) {
			buf_addc(out, '=');
			add_value(out, value);
		}
	}
}

/* Is the path, up to its quote, in a folder that an option gives? */
static bool
is_given(const struct json *grants, const char *path, size_t n)
{
	for (size_t i = 0; i < js_len(grants); i++) {
		const struct json *row = js_at(grants, i);
		const char *kind = js_as_str(js_at(row, 0));
		const char *name = js_as_str(js_at(row, 1));
		const char *folder = js_as_str(js_at(row, 2));
		size_t len = folder != NULL ? strlen(folder) : 0;

		if (kind == NULL || strcmp(kind, "option") != 0 ||
		    name == NULL || len == 0 || len > n ||
		    (strcmp(name, "write") != 0 && strcmp(name, "chdir") != 0))
			continue;
		if (memcmp(folder, path, len) == 0 && (len == n ||
		    path[len] == '/' || folder[len - 1] == '/'))
			return true;
	}
	return false;
}

/*
 * What the gate held for its place; it does not know the options. A path below
 * ~ is in the home folder that the run gets.
 */
void
review_add_unpermitted(struct buf *out, const struct review_entry *e)
{
	const struct json *all = js_get(js_get(e->verdict, "verdict"),
	    "findings");

	for (size_t i = 0; i < js_len(all); i++) {
		const char *s = js_get_str(js_at(all, i), "message"), *path;

		if (s == NULL || (strncmp(s, "`write:", 7) != 0 &&
		    strncmp(s, "`delete:", 8) != 0))
			continue;
		path = strchr(s, ':') + 1;
		if ((*path != '/' && strncmp(path, "..", 2) != 0) ||
		    is_given(js_get(e->verdict, "grants"), path,
		    strcspn(path, "`")))
			continue;
		buf_adds(out, out->len > 0 ? ", " : "");
		buf_add_visible(out, s + 1, strcspn(s + 1, "`"));
		buf_addf(out, " in line %lld", (long long)js_get_num(
		    js_at(all, i), "line"));
	}
}

void
review_add_call(struct buf *out, const struct json *violation)
{
	const char *err = js_get_str(violation, "errno");

	review_add_visible(out, js_get_str(violation, "syscall"));
	buf_addc(out, '(');
	review_add_members(out, js_get(violation, "arguments"));
	buf_adds(out, err != NULL ? ") = " : ") and ended the run");
	review_add_visible(out, err);
	if (js_get_num(violation, "count") > 1)
		buf_addf(out, ", %lld times",
		    (long long)js_get_num(violation, "count"));
}

void
review_add_frame(struct buf *out, const struct json *frame)
{
	if (js_get(frame, "file") != NULL) {
		review_add_visible(out, js_get_str(frame, "file"));
		buf_addf(out, ":%lld in ",
		    (long long)js_get_num(frame, "line"));
		review_add_visible(out, js_get_str(frame, "function"));
		return;
	}
	review_add_visible(out, js_get_str(frame, "module"));
	buf_addf(out, "+0x%llx ", (unsigned long long)js_get_num(frame,
	    "offset"));
	review_add_visible(out, js_get_str(frame, "function"));
}

void
review_add_thread(struct buf *out, const struct json *thread)
{
	const struct json *inner = js_get(thread, "innermost");
	const char *call = js_get_str(thread, "call");
	long long pid = js_get_num(thread, "pid");
	long long tid = js_get_num(thread, "tid");

	if (pid == tid)
		buf_addf(out, "process %lld", pid);
	else
		buf_addf(out, "thread %lld of process %lld", tid, pid);
	buf_adds(out, call != NULL ? ", in " : ", computing");
	review_add_visible(out, call);
	if (js_is_obj(inner)) {
		buf_adds(out, ", at ");
		review_add_frame(out, inner);
	}
}

/* "mmap of 1025 MiB = ENOMEM: the limit of memory is 512 MiB, 9 MiB in use" */
void
review_add_refusal(struct buf *out, const struct json *refusal)
{
	const char *name = js_get_str(refusal, "limit");
	const char *call = js_get_str(refusal, "syscall");

	review_add_visible(out, call != NULL ? call : "a call");
	if (name == NULL)
		return;
	if (js_get_num(refusal, "asked") > 0) {
		buf_adds(out, " of ");
		run_add_amount(out, name, js_get_num(refusal, "asked"));
	}
	buf_adds(out, " = ");
	review_add_visible(out, js_get_str(refusal, "errno"));
	if (js_get_num(refusal, "count") > 1)
		buf_addf(out, ", %lld times",
		    (long long)js_get_num(refusal, "count"));
	buf_adds(out, ": the limit of ");
	review_add_visible(out, name);
	buf_adds(out, " is ");
	run_add_amount(out, name, js_get_num(refusal, "max"));
	if (js_get_num(refusal, "used") > 0) {
		buf_adds(out, ", in use were ");
		run_add_amount(out, name, js_get_num(refusal, "used"));
	}
}

/* Of what is limited, the usage that is counted; NULL: none is. */
static const char *
usage_of(const char *limit)
{
	static const char *const pairs[][2] = {
		{ "wall", "wall_ms" }, { "cpu", "cpu_ms" },
		{ "memory", "max_rss_kib" }, { "disk", "bytes_written" },
		{ "output", "bytes_output" }, { "processes", "processes" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(pairs); i++)
		if (strcmp(pairs[i][0], limit) == 0)
			return pairs[i][1];
	return NULL;
}

int64_t
review_used(const struct review_entry *e, const char *limit, bool *ret_ended)
{
	const struct json *end = js_get(e->outcome, "limit");
	const struct json *usage = js_get(e->outcome, "usage");
	const char *name = js_get_str(end, "name"), *key = usage_of(limit);

	*ret_ended = name != NULL && strcmp(name, limit) == 0;
	if (*ret_ended)
		return js_get_num(end, "used");
	if (key == NULL || !js_is_num(js_get(usage, key)))
		return -1;
	return strcmp(limit, "memory") != 0 ? js_get_num(usage, key) :
	    js_get_num(usage, key) > INT64_MAX / 1024 ? -1 :
	    js_get_num(usage, key) * 1024;
}

const char *const review_promises[] = { "reads", "writes", "hosts", "programs",
    "modules", "processes", "threads", NULL };

void
review_add_list(struct buf *out, const struct json *value)
{
	auto_buf struct buf text = BUF_INIT;
	size_t i;

	if (value == NULL || js_is_null(value))
		return;
	if (!js_is_arr(value)) {
		js_write(value, &text);
		if (strcmp(buf_str(&text), "false") != 0)
			buf_add_visible(out, buf_str(&text), text.len);
		return;
	}
	for (i = 0; i < js_len(value) && i < REVIEW_LIST_MOST; i++) {
		buf_adds(out, i > 0 ? ", " : "");
		review_add_visible(out, js_as_str(js_at(value, i)));
	}
	if (i < js_len(value))
		buf_addf(out, " and %zu more", js_len(value) - i);
}
