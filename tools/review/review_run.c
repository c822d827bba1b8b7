/* The part of the page about what happened when it ran. */
#include "review_page.h"

#include <stdbool.h>
#include <string.h>

#include "review.h"
#include "review_calls.h"
#include "../run/run_where.h"
#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/json.h"

static const char *
colour_of(const char *status)
{
	if (strcmp(status, "completed") == 0)
		return "good";
	return strcmp(status, "held") == 0 ? "hold" : "bad";
}

static void
add_plain(struct buf *out, struct buf *text)
{
	page_add_n(out, buf_str(text), text->len);
	text->len = 0;
}

static void
add_frames(struct buf *out, const struct json *frames)
{
	auto_buf struct buf text = BUF_INIT;

	for (size_t i = 0; i < js_len(frames); i++) {
		review_add_frame(&text, js_at(frames, i));
		add_plain(out, &text);
		buf_addc(out, '\n');
	}
}

/* The Python stack open, the native one behind its title. */
static void
add_stacks(struct buf *out, const struct json *of)
{
	const char *why = js_get_str(of, "python_why");
	const struct json *native = js_get(of, "native");

	if (js_len(js_get(of, "python")) > 0) {
		buf_adds(out, "<pre class=\"x\" tabindex=\"0\" role=\"region\""
		    " aria-label=\"Python stack\">");
		add_frames(out, js_get(of, "python"));
		buf_adds(out, "</pre>");
	} else if (why != NULL) {
		buf_adds(out, "<span class=\"d\">no Python stack: ");
		page_add(out, why);
		buf_adds(out, "</span>");
	}
	if (js_len(native) == 0)
		return;
	buf_addf(out, "<details><summary>native stack, %zu frame%s</summary>"
	    "<pre class=\"x\" tabindex=\"0\" role=\"region\" aria-label=\""
	    "native stack\">", js_len(native), js_len(native) == 1 ? "" : "s");
	add_frames(out, native);
	buf_adds(out, "</pre></details>");
}

static void
add_hint(struct buf *out, const struct json *of)
{
	const char *hint = js_get_str(of, "hint");

	if (hint == NULL || hint[0] == '\0')
		return;
	buf_adds(out, "<p class=\"hint\">");
	page_add(out, hint);
	buf_adds(out, "</p>");
}

static void
add_violation(struct buf *out, const struct review_entry *e,
    const struct json *record)
{
	const struct json *v = js_get(record, "violation");
	auto_buf struct buf text = BUF_INIT;
	long long at = (long long)(js_get_num(record, "time") -
	    js_get_num(e->intent, "time"));

	buf_adds(out, "<li class=\"block\"><b>");
	page_add(out, js_get_str(v, "rule"));
	buf_adds(out, "</b> ");
	page_add(out, js_get_str(v, "message"));
	buf_addf(out, " <span class=\"d\">at %lld ms</span>"
	    "<code class=\"call\">", at > 0 ? at : 0);
	review_add_call(&text, v);
	add_plain(out, &text);
	buf_adds(out, "</code>");
	add_stacks(out, v);
	add_hint(out, v);
	buf_adds(out, "</li>\n");
}

static void
add_violations(struct buf *out, const struct review_entry *e)
{
	size_t shown = 0;

	for (size_t i = 0; i < js_len(e->events); i++) {
		const struct json *record = js_at(e->events, i);

		if (js_get(record, "violation") == NULL)
			continue;
		buf_adds(out, shown++ == 0 ? "<h3>Violations</h3>\n"
		    "<ul class=\"f\">\n" : "");
		add_violation(out, e, record);
	}
	buf_adds(out, shown > 0 ? "</ul>\n" : "");
}

/* Threads, or refusals: a line each, and their stacks. */
static void
add_places(struct buf *out, const char *title, const char *class,
    const struct json *list,
    void (*head)(struct buf *, const struct json *), int64_t left_out)
{
	auto_buf struct buf text = BUF_INIT;

	if (js_len(list) == 0)
		return;
	buf_addf(out, "<h3>%s</h3>\n<ul class=\"f\">\n", title);
	for (size_t i = 0; i < js_len(list); i++) {
		buf_addf(out, "<li class=\"%s\"><b>", class);
		head(&text, js_at(list, i));
		add_plain(out, &text);
		buf_adds(out, "</b>");
		add_stacks(out, js_at(list, i));
		buf_adds(out, "</li>\n");
	}
	if (left_out > 0)
		buf_addf(out, "<li>and %lld more</li>\n", (long long)left_out);
	buf_adds(out, "</ul>\n");
}

struct limits {
	struct buf			*out;
	const struct review_entry	*e;
};

static void
add_limit(const char *name, const struct json *value, void *arg)
{
	const struct limits *l = arg;
	auto_buf struct buf text = BUF_INIT;
	int64_t limit = js_as_num(value), used;
	bool ended;

	used = review_used(l->e, name, &ended);
	buf_adds(l->out, "<tr><th scope=\"row\">");
	page_add(l->out, name);
	buf_adds(l->out, "</th><td class=\"n\">");
	if (used >= 0)
		run_add_amount(&text, name, used);
	add_plain(l->out, &text);
	buf_adds(l->out, "</td><td class=\"n\">");
	run_add_amount(&text, name, limit);
	add_plain(l->out, &text);
	buf_adds(l->out, "</td><td>");
	if (used >= 0 && limit > 0) {
		double part = (double)used / (double)limit * 100;

		buf_addf(l->out, "<svg class=\"bar\" viewBox=\"0 0 100 6\" "
		    "preserveAspectRatio=\"none\" role=\"img\" aria-label=\""
		    "%.0f %%\"><rect class=\"%s\" width=\"%.1f\" height=\"6\"/>"
		    "</svg>", part, ended ? "over" : "used",
		    part > 100 ? 100 : part);
	}
	buf_addf(l->out, "%s</td></tr>\n", ended ?
	    " <span class=\"w bad\">reached</span>" : "");
}

static void
add_limits(struct buf *out, const struct review_entry *e)
{
	const struct json *limits = js_get(e->intent, "limits");
	struct limits l = { out, e };

	if (!js_is_obj(limits) || js_len(limits) == 0)
		return;
	buf_adds(out, "<h3>Limits</h3>\n<table><thead><tr><th scope=\"col\">"
	    "limit</th><th scope=\"col\" class=\"n\">used</th><th scope=\"col\""
	    " class=\"n\">of</th><th scope=\"col\"></th></tr></thead>"
	    "<tbody>\n");
	js_each(limits, add_limit, &l);
	buf_adds(out, "</tbody></table>\n");
}

/* Used beside declared. */
static void
add_promise(struct buf *out, const struct json *promise)
{
	static const char *const parts[] = { "used", "used_not_declared",
	    "declared_not_used" };
	auto_buf struct buf text = BUF_INIT;

	if (!js_is_obj(promise))
		return;
	buf_adds(out, "<h3>Declared and used</h3>\n");
	if (!js_get_flag(promise, "complete"))
		buf_adds(out, "<p class=\"d\">Not complete: the manifest could "
		    "not foresee all, or not all that was used was kept.</p>"
		    "\n");
	buf_adds(out, "<table class=\"p\"><thead><tr><th scope=\"col\">"
	    "</th><th scope=\"col\">used</th><th scope=\"col\">used, not declared</th>"
	    "<th scope=\"col\">declared, not used</th></tr></thead><tbody>\n");
	for (const char *const *what = review_promises; *what != NULL; what++) {
		size_t before = out->len, said = 0;

		buf_addf(out, "<tr><th scope=\"row\">%s</th>", *what);
		for (size_t i = 0; i < ARRAY_SIZE(parts); i++) {
			buf_addf(out, "<td class=\"m\">");
			review_add_list(&text, js_get(js_get(promise,
			    parts[i]), *what));
			said += text.len;
			add_plain(out, &text);
			buf_adds(out, "</td>");
		}
		buf_adds(out, "</tr>\n");
		if (said == 0)
			out->len = before;
	}
	buf_adds(out, "</tbody></table>\n");
}

static void
add_files(struct buf *out, const struct json *files,
    const struct json *skipped)
{
	if (js_len(files) + js_len(skipped) == 0)
		return;
	buf_adds(out, "<h3>Files written</h3>\n<table><thead><tr>"
	    "<th scope=\"col\">path</th><th scope=\"col\" class=\"n\">bytes"
	    "</th><th scope=\"col\">sha256</th></tr></thead><tbody>\n");
	for (size_t i = 0; i < js_len(files); i++) {
		const struct json *f = js_at(files, i);

		buf_adds(out, "<tr><td class=\"m\">");
		page_add(out, js_get_str(f, "path"));
		buf_addf(out, "</td><td class=\"n\">%lld</td>"
		    "<td class=\"m\">", (long long)js_get_num(f, "size"));
		page_add(out, js_get_str(f, "sha256"));
		buf_adds(out, "</td></tr>\n");
	}
	for (size_t i = 0; i < js_len(skipped); i++) {
		const struct json *f = js_at(skipped, i);

		buf_adds(out, "<tr><td class=\"m\">");
		page_add(out, js_get_str(f, "path"));
		buf_adds(out, "</td><td></td><td>not kept: ");
		page_add(out, js_get_str(f, "why"));
		buf_adds(out, "</td></tr>\n");
	}
	buf_adds(out, "</tbody></table>\n");
}

static void
add_error(struct buf *out, const struct json *error)
{
	const char *traceback = js_get_str(error, "traceback");
	const char *value = js_get_str(error, "value"), *newline;

	if (!js_is_obj(error))
		return;
	buf_adds(out, "<h3>Error</h3>\n<p><b>");
	page_add(out, js_get_str(error, "name"));
	buf_adds(out, value != NULL && value[0] != '\0' ? "</b>: " : "</b>");
	page_add(out, value);
	buf_adds(out, "</p>\n");
	if (traceback == NULL || traceback[0] == '\0')
		return;
	buf_adds(out, "<pre class=\"x\" tabindex=\"0\" role=\"region\" "
	    "aria-label=\"traceback\">");
	for (; *traceback != '\0'; traceback = newline + (*newline != '\0')) {
		newline = traceback + strcspn(traceback, "\n");
		page_add_n(out, traceback, (size_t)(newline - traceback));
		buf_addc(out, '\n');
	}
	buf_adds(out, "</pre>\n");
}

/* "completed, exit 0, 0.123 s of wall clock, 0.080 s of processor time" */
static void
add_status(struct buf *out, const struct review_entry *e)
{
	const struct json *usage = js_get(e->outcome, "usage");
	auto_buf struct buf text = BUF_INIT;

	buf_adds(out, "<h3>Run</h3>\n<p><span class=\"w ");
	buf_addf(out, "%s\">", colour_of(e->status));
	page_add(out, e->status[0] != '\0' ? e->status :
	    "no outcome is recorded");
	buf_adds(out, "</span>");
	if (js_is_num(js_get(e->outcome, "exit_code")))
		buf_addf(out, " exit %lld", (long long)js_get_num(e->outcome,
		    "exit_code"));
	else if (js_is_num(js_get(e->outcome, "signal")))
		buf_addf(out, " signal %lld", (long long)js_get_num(e->outcome,
		    "signal"));
	if (js_is_obj(usage)) {
		buf_adds(&text, ", ");
		run_add_amount(&text, "wall", js_get_num(usage, "wall_ms"));
		buf_adds(&text, " of wall clock, ");
		run_add_amount(&text, "cpu", js_get_num(usage, "cpu_ms"));
		buf_adds(&text, " of processor time, tier ");
		review_add_visible(&text, js_get_str(js_get(e->intent,
		    "isolation"), "tier"));
		add_plain(out, &text);
	}
	if (js_get_flag(e->intent, "degraded"))
		buf_adds(out, " <span class=\"w bad\">degraded</span>");
	buf_adds(out, "</p>\n");
}

void
page_run(struct buf *out, const struct review_log *log,
    const struct review_entry *e)
{
	struct calls_file calls;
	int r;

	if (e->intent == NULL)
		return;
	add_status(out, e);
	add_violations(out, e);
	add_places(out, "What limits refused", "hold",
	    js_get(e->outcome, "refusals"), review_add_refusal, 0);
	add_places(out, "What every thread was doing", "allow",
	    js_get(e->outcome, "threads"), review_add_thread,
	    js_get_num(e->outcome, "threads_left_out"));
	add_error(out, js_get(e->outcome, "error"));
	r = calls_file_read(log, e, &calls);
	page_timeline(out, e, r == 0 ? &calls : NULL);
	if (r == 0) {
		page_processes(out, &calls, e);
		calls_file_free(&calls);
	} else if (r != -ENOENT)
		buf_adds(out, "<p><span class=\"w bad\">the file of its calls "
		    "is gone, or not the one that the log holds</span></p>\n");
	add_files(out, js_get(e->outcome, "files"), js_get(e->outcome,
	    "skipped"));
	add_limits(out, e);
	add_promise(out, js_get(e->outcome, "promise"));
	page_object(out, "Options", js_get(e->intent, "options"));
	page_object(out, "Isolation", js_get(e->intent, "isolation"));
	page_object(out, "Usage", js_get(e->outcome, "usage"));
}

/* The innermost frame that is in the submission. */
static int64_t
line_of(const struct review_entry *e, const struct json *of)
{
	const struct json *frames = js_get(of, "python");

	for (size_t i = 0; i < js_len(frames); i++) {
		const char *file = js_get_str(js_at(frames, i), "file");

		if (file != NULL && strcmp(file, e->name) == 0)
			return js_get_num(js_at(frames, i), "line");
	}
	return 0;
}

static void
note_places(struct page_notes *notes, const struct review_entry *e,
    const char *class, const struct json *list,
    void (*head)(struct buf *, const struct json *))
{
	auto_buf struct buf text = BUF_INIT;

	for (size_t i = 0; i < js_len(list); i++) {
		head(&text, js_at(list, i));
		page_note_add(notes, line_of(e, js_at(list, i)), class, &text);
		text.len = 0;
	}
}

void
page_run_notes(struct page_notes *notes, const struct review_entry *e)
{
	auto_buf struct buf text = BUF_INIT;

	for (size_t i = 0; i < js_len(e->events); i++) {
		const struct json *v = js_get(js_at(e->events, i),
		    "violation");

		if (v == NULL)
			continue;
		text.len = 0;
		buf_adds(&text, "denied by ");
		review_add_visible(&text, js_get_str(v, "rule"));
		buf_adds(&text, ": ");
		review_add_call(&text, v);
		page_note_add(notes, line_of(e, v), "block", &text);
	}
	note_places(notes, e, "hold", js_get(e->outcome, "refusals"),
	    review_add_refusal);
	note_places(notes, e, "allow", js_get(e->outcome, "threads"),
	    review_add_thread);
}
