/* All that the page says about one entry. */
#include "review_page.h"

#include <stdbool.h>
#include <string.h>

#include "review.h"
#include "review_calls.h"
#include "../supervisor/base/buf.h"
#include "../supervisor/base/json.h"
#include "../supervisor/base/mem.h"

static void
add_term(struct buf *out, const char *name, const char *value, bool mono)
{
	if (value == NULL || value[0] == '\0')
		return;
	buf_addf(out, "<dt>%s</dt><dd%s>", name, mono ? " class=\"m\"" : "");
	page_add(out, value);
	buf_adds(out, "</dd>\n");
}

static void
add_json(struct buf *out, const struct json *value)
{
	auto_buf struct buf text = BUF_INIT;
	size_t n;
	const char *s = js_as_text(value, &n);

	if (s != NULL) {
		page_add_n(out, s, n);
		return;
	}
	js_write(value, &text);
	page_add_n(out, buf_str(&text), text.len);
}

static void
add_member(const char *key, const struct json *value, void *arg)
{
	struct buf *out = arg;

	if (js_is_null(value))
		return;
	buf_adds(out, "<dt>");
	page_add(out, key);
	buf_adds(out, "</dt><dd class=\"m\">");
	add_json(out, value);
	buf_adds(out, "</dd>\n");
}

static void
add_object(struct buf *out, const char *title, const struct json *object)
{
	if (!js_is_obj(object) || js_len(object) == 0)
		return;
	buf_addf(out, "<h3>%s</h3>\n<dl>", title);
	js_each(object, add_member, out);
	buf_adds(out, "</dl>\n");
}

static void
add_facts(struct buf *out, const struct review_log *log,
    const struct review_entry *e)
{
	auto_buf struct buf when = BUF_INIT;

	review_add_time(e->time, &when);
	buf_adds(out, "<dl>");
	add_term(out, "time", buf_str(&when), false);
	add_term(out, "command", e->command, false);
	add_term(out, "id", e->id, true);
	add_term(out, "label", e->label, false);
	add_term(out, "agent", e->agent, false);
	add_term(out, "user", e->user, false);
	add_term(out, "profile", e->profile, false);
	add_term(out, "code", e->sha256, true);
	add_term(out, "policy", e->policy, true);
	add_term(out, "record", e->hash, true);
	if (review_is_queued(e))
		add_term(out, "state", review_state_name(review_state(log, e,
		    NULL)), false);
	add_term(out, "outcome", e->status, false);
	buf_adds(out, "</dl>\n");
}

static void
add_finding(struct buf *out, const struct json *f, size_t at)
{
	const struct json *chain = js_get(f, "chain"), *step;
	const char *decision = js_get_str(f, "decision"), *s;
	const char *class = decision != NULL && strcmp(decision, "hold") == 0 ?
	    "hold" : decision != NULL && strcmp(decision, "allow") == 0 ?
	    "allow" : "block";
	size_t i;

	buf_addf(out, "<li class=\"%s\"><span class=\"w %s\">%s</span> <b>",
	    class, class, class);
	page_add(out, js_get_str(f, "rule"));
	buf_adds(out, "</b> ");
	page_add(out, js_get_str(f, "severity"));
	buf_adds(out, " ");
	page_add(out, js_get_str(f, "class"));
	if (js_get(f, "cell") != NULL)
		buf_addf(out, ", cell %lld line %lld",
		    (long long)js_get_num(f, "cell"),
		    (long long)js_get_num(f, "line"));
	else
		buf_addf(out, ", <a href=\"#e%zu-L%lld\">line %lld</a>", at,
		    (long long)js_get_num(f, "line"),
		    (long long)js_get_num(f, "line"));
	buf_adds(out, "<br>");
	page_add(out, js_get_str(f, "message"));
	buf_adds(out, "<br><code>");
	page_add(out, js_get_str(f, "excerpt"));
	buf_adds(out, "</code>");
	for (i = 0; i < js_len(chain); i++) {
		step = js_at(chain, i);
		buf_addf(out, "%s<li>%lld:%lld <code>", i == 0 ?
		    "<ol class=\"c\">" : "",
		    (long long)js_get_num(step, "line"),
		    (long long)js_get_num(step, "column"));
		page_add(out, js_get_str(step, "text"));
		buf_adds(out, "</code> &rarr; ");
		page_add(out, js_get_str(step, "fact"));
		buf_adds(out, i + 1 == js_len(chain) ? "</li></ol>" :
		    "</li>");
	}
	s = js_get_str(f, "hint");
	if (s != NULL && s[0] != '\0') {
		buf_adds(out, i == 0 ? "<br>" : "");
		buf_adds(out, "<span class=\"d\">instead: ");
		page_add(out, s);
		buf_adds(out, "</span>");
	}
	buf_adds(out, "</li>\n");
}

static void
add_frames(struct buf *out, const char *what, const struct json *frames)
{
	for (size_t i = 0; i < js_len(frames); i++) {
		const struct json *f = js_at(frames, i);

		buf_addf(out, "%-8s", i == 0 ? what : "");
		if (js_get(f, "file") != NULL) {
			page_add(out, js_get_str(f, "file"));
			buf_addf(out, ":%lld in ",
			    (long long)js_get_num(f, "line"));
		} else {
			page_add(out, js_get_str(f, "module"));
			buf_addf(out, "+0x%llx ",
			    (unsigned long long)js_get_num(f, "offset"));
		}
		page_add(out, js_get_str(f, "function"));
		buf_addc(out, '\n');
	}
}

static void
add_violation(struct buf *out, const struct review_entry *e,
    const struct json *record)
{
	const struct json *v = js_get(record, "violation");
	const char *err = js_get_str(v, "errno");
	long long at = (long long)(js_get_num(record, "time") -
	    js_get_num(e->intent, "time"));

	buf_adds(out, "<li class=\"block\"><b>");
	page_add(out, js_get_str(v, "rule"));
	buf_adds(out, "</b> <code>");
	page_add(out, js_get_str(v, "syscall"));
	buf_adds(out, "</code> ");
	if (err != NULL) {
		buf_adds(out, "= ");
		page_add(out, err);
	} else
		buf_adds(out, "and ended the run");
	if (js_get_num(v, "count") > 1)
		buf_addf(out, ", %lld times",
		    (long long)js_get_num(v, "count"));
	buf_addf(out, " <span class=\"d\">at %lld ms</span><br>",
	    at > 0 ? at : 0);
	page_add(out, js_get_str(v, "message"));
	buf_adds(out, "<dl>");
	js_each(js_get(v, "arguments"), add_member, out);
	buf_adds(out, "</dl>");
	if (js_len(js_get(v, "python")) + js_len(js_get(v, "native")) > 0) {
		buf_adds(out, "<pre class=\"x\" tabindex=\"0\" role=\"region\""
		    " aria-label=\"stack\">");
		add_frames(out, "python", js_get(v, "python"));
		add_frames(out, "native", js_get(v, "native"));
		buf_adds(out, "</pre>");
	}
	if (js_get_str(v, "hint") != NULL) {
		buf_adds(out, "<span class=\"d\">instead: ");
		page_add(out, js_get_str(v, "hint"));
		buf_adds(out, "</span>");
	}
	buf_adds(out, "</li>\n");
}

static void
add_decision(struct buf *out, const struct json *record)
{
	const char *act = js_get_str(record, "act");

	buf_adds(out, "<li>");
	review_add_time(js_get_num(record, "time"), out);
	buf_adds(out, " <b>");
	page_add(out, act);
	buf_adds(out, "</b> by ");
	page_add(out, act != NULL && strcmp(act, "use") == 0 ?
	    js_get_str(record, "id") : js_get_str(record, "user"));
	if (act != NULL && strcmp(act, "approve") == 0) {
		buf_adds(out, ", scope ");
		page_add(out, js_get_str(record, "scope"));
		buf_adds(out, ", until ");
		review_add_time(js_get_num(record, "until"), out);
	}
	buf_adds(out, "<br>");
	page_add(out, js_get_str(record, "reason"));
	buf_adds(out, "</li>\n");
}

static void
add_events(struct buf *out, const struct review_entry *e, const char *type,
    const char *title)
{
	size_t shown = 0;

	for (size_t i = 0; i < js_len(e->events); i++) {
		const struct json *record = js_at(e->events, i);
		const char *is = js_get_str(record, "type");

		if (is == NULL || strcmp(is, type) != 0)
			continue;
		if (shown++ == 0)
			buf_addf(out, "<h3>%s</h3>\n<ul class=\"f\">\n",
			    title);
		if (strcmp(type, "violation") == 0)
			add_violation(out, e, record);
		else
			add_decision(out, record);
	}
	buf_adds(out, shown > 0 ? "</ul>\n" : "");
}

static void
add_files(struct buf *out, const struct json *files)
{
	if (js_len(files) == 0)
		return;
	buf_adds(out, "<h3>Files written</h3>\n<table><thead><tr>"
	    "<th scope=\"col\">path</th><th scope=\"col\">bytes</th>"
	    "<th scope=\"col\">sha256</th></tr></thead><tbody>\n");
	for (size_t i = 0; i < js_len(files); i++) {
		const struct json *f = js_at(files, i);

		buf_adds(out, "<tr><td class=\"m\">");
		page_add(out, js_get_str(f, "path"));
		buf_addf(out, "</td><td class=\"n\">%lld</td>"
		    "<td class=\"m\">", (long long)js_get_num(f, "size"));
		page_add(out, js_get_str(f, "sha256"));
		buf_adds(out, "</td></tr>\n");
	}
	buf_adds(out, "</tbody></table>\n");
}

static void
add_source(struct buf *out, const struct review_log *log,
    const struct review_entry *e, size_t at, const struct json *findings)
{
	auto_buf struct buf code = BUF_INIT;
	int r;

	if (e->sha256[0] == '\0')
		return;
	buf_adds(out, "<h3>Source</h3>\n");
	r = review_code(log, e->sha256, &code);
	if (r == 0)
		page_source(out, at, buf_str(&code), code.len, findings);
	else {
		buf_adds(out, "<p><span class=\"w bad\">not shown</span> ");
		page_add(out, r == -EBADMSG ? "what is stored is not what "
		    "was submitted" : strerror(-r));
		buf_adds(out, "</p>\n");
	}
}

static void
add_run(struct buf *out, const struct review_log *log,
    const struct review_entry *e)
{
	struct calls_file calls;
	int r;

	if (e->intent == NULL)
		return;
	r = calls_file_read(log, e, &calls);
	page_timeline(out, e, r == 0 ? &calls : NULL);
	if (r == 0) {
		page_processes(out, &calls, e);
		calls_file_free(&calls);
	} else if (r != -ENOENT)
		buf_adds(out, "<p><span class=\"w bad\">the file of its calls "
		    "is gone, or not the one that the log holds</span></p>\n");
	add_events(out, e, "violation", "Violations");
	add_files(out, js_get(e->outcome, "files"));
	add_object(out, "Limit that ended it", js_get(e->outcome, "limit"));
	add_object(out, "Limits", js_get(e->intent, "limits"));
	add_object(out, "Usage", js_get(e->outcome, "usage"));
	add_object(out, "Declared and used", js_get(e->outcome, "promise"));
	add_object(out, "Error", js_get(e->outcome, "error"));
	add_object(out, "Options", js_get(e->intent, "options"));
	add_object(out, "Isolation", js_get(e->intent, "isolation"));
}

void
page_article(struct buf *out, const struct review_log *log,
    const struct review_entry *e, size_t at)
{
	const struct json *verdict = js_get(e->verdict, "verdict");
	const struct json *findings = js_get(verdict, "findings");
	const char *word = e->decision[0] == '\0' ? "run" : e->decision;
	size_t i;

	buf_addf(out, "<article id=\"e%zu\" aria-labelledby=\"e%zu-h\">\n"
	    "<h2 id=\"e%zu-h\"><span class=\"w ", at, at, at);
	page_add(out, word);
	buf_adds(out, "\">");
	page_add(out, word);
	buf_adds(out, "</span> ");
	page_add(out, e->name);
	buf_adds(out, "</h2>\n");
	add_facts(out, log, e);
	if (js_len(findings) > 0)
		buf_adds(out, "<h3>Findings</h3>\n<ul class=\"f\">\n");
	for (i = 0; i < js_len(findings); i++)
		add_finding(out, js_at(findings, i), at);
	buf_adds(out, js_len(findings) > 0 ? "</ul>\n" : "");
	add_source(out, log, e, at, findings);
	add_object(out, "Options that permit or limit",
	    js_get(e->verdict, "grants"));
	add_object(out, "Manifest", js_get(verdict, "manifest"));
	add_run(out, log, e);
	add_events(out, e, "approval", "Decisions");
	buf_adds(out, "<p><a href=\"#main\">back to the top</a></p>\n"
	    "</article>\n");
}
