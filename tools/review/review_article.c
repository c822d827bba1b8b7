/* All that the page says about one entry: who, what was found, its source. */
#include "review_page.h"

#include <stdbool.h>
#include <string.h>

#include "review.h"
#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/json.h"

static void
add_term(struct buf *out, const char *name, const char *value, bool mono)
{
	if (value == NULL || value[0] == '\0')
		return;
	buf_addf(out, "<div%s><dt>%s</dt><dd%s>", mono ? " class=\"long\"" :
	    "", name, mono ? " class=\"m\"" : "");
	page_add(out, value);
	buf_adds(out, "</dd></div>\n");
}

static void
add_member(const char *key, const struct json *value, void *arg)
{
	auto_buf struct buf text = BUF_INIT;
	struct buf *out = arg;
	size_t n;
	const char *s = js_as_text(value, &n);

	if (js_is_null(value) || ((js_is_arr(value) || js_is_obj(value)) &&
	    js_len(value) == 0))
		return;
	buf_adds(out, "<div><dt>");
	page_add(out, key);
	buf_adds(out, "</dt><dd class=\"m\">");
	if (s != NULL)
		page_add_n(out, s, n);
	else {
		if (js_is_arr(value) && js_as_str(js_at(value, 0)) != NULL)
			review_add_list(&text, value);
		else
			js_write(value, &text);
		page_add_n(out, buf_str(&text), text.len);
	}
	buf_adds(out, "</dd></div>\n");
}

void
page_object(struct buf *out, const char *title, const struct json *object)
{
	if (!js_is_obj(object) || js_len(object) == 0)
		return;
	buf_addf(out, "<h3>%s</h3>\n<dl class=\"facts\">", title);
	js_each(object, add_member, out);
	buf_adds(out, "</dl>\n");
}

static void
add_bound(struct buf *out, const struct json *grants)
{
	auto_buf struct buf text = BUF_INIT;

	review_add_bound(&text, grants);
	if (text.len == 0)
		return;
	buf_adds(out, "<h3>What an approval binds</h3>\n<p class=\"m\">");
	page_add_n(out, text.data, text.len);
	buf_adds(out, "</p>\n");
}

static void
add_facts(struct buf *out, const struct review_log *log,
    const struct review_entry *e)
{
	auto_buf struct buf when = BUF_INIT;

	review_add_time(e->time, &when);
	buf_adds(out, "<dl class=\"facts\">");
	add_term(out, "time", buf_str(&when), false);
	add_term(out, "command", e->command, false);
	add_term(out, "profile", e->profile, false);
	add_term(out, "label", e->label, false);
	add_term(out, "agent", e->agent, false);
	add_term(out, "user", e->user, false);
	if (review_kind(e) != REVIEW_NO)
		add_term(out, "state", review_state_name(review_state(log, e,
		    NULL)), false);
	add_term(out, "outcome", e->status, false);
	add_term(out, "id", e->id, true);
	add_term(out, "code", e->sha256, true);
	add_term(out, "policy", e->policy, true);
	add_term(out, "record", e->hash, true);
	buf_adds(out, "</dl>\n");
}

static void
add_chain(struct buf *out, const struct json *chain)
{
	for (size_t i = 0; i < js_len(chain); i++) {
		const struct json *step = js_at(chain, i);
		const struct json *inner = js_get(step, "inner");

		buf_addf(out, "%s<li><span class=\"d\">%lld:%lld",
		    i == 0 ? "<ol class=\"c\">" : "",
		    (long long)js_get_num(step, "line"),
		    (long long)js_get_num(step, "column"));
		if (js_len(inner) > 0)
			buf_addf(out, " in the text, %lld:%lld",
			    (long long)js_get_num(inner, "line"),
			    (long long)js_get_num(inner, "column"));
		buf_adds(out, "</span> <code>");
		page_add(out, js_get_str(step, "text"));
		buf_adds(out, "</code> <span class=\"d\">");
		page_add(out, js_get_str(step, "fact"));
		buf_adds(out, i + 1 == js_len(chain) ? "</span></li></ol>" :
		    "</span></li>");
	}
}

static void
add_finding(struct buf *out, const struct json *f, size_t at)
{
	const char *class = page_class_of(f), *s;
	long long line = js_get_num(f, "line");

	buf_addf(out, "<li class=\"%s\"><span class=\"w %s\">%s</span> <b>",
	    class, class, class);
	page_add(out, js_get_str(f, "rule"));
	buf_adds(out, "</b> ");
	page_add(out, js_get_str(f, "message"));
	buf_adds(out, " <span class=\"d\">");
	page_add(out, js_get_str(f, "severity"));
	buf_adds(out, " ");
	page_add(out, js_get_str(f, "class"));
	buf_adds(out, "</span>");
	if (js_get_num(f, "cell") > 0)
		buf_addf(out, ", cell %lld line %lld<code class=\"call\">",
		    (long long)js_get_num(f, "cell"), line);
	else
		buf_addf(out, ", <a href=\"#e%zu-L%lld\">line %lld</a>"
		    "<code class=\"call\">", at, line, line);
	page_add(out, js_get_str(f, "excerpt"));
	buf_adds(out, "</code>");
	add_chain(out, js_get(f, "chain"));
	s = js_get_str(f, "hint");
	if (s != NULL && s[0] != '\0') {
		buf_adds(out, "<p class=\"hint\">");
		page_add(out, s);
		buf_adds(out, "</p>");
	}
	buf_adds(out, "</li>\n");
}

static void
add_findings(struct buf *out, const struct json *findings, size_t at)
{
	if (js_len(findings) == 0)
		return;
	buf_adds(out, "<h3>Findings</h3>\n<ul class=\"f\">\n");
	for (size_t i = 0; i < js_len(findings); i++)
		add_finding(out, js_at(findings, i), at);
	buf_adds(out, "</ul>\n");
}

static void
add_decision(struct buf *out, const struct json *record)
{
	const char *act = js_get_str(record, "act");
	bool approves = act != NULL && strcmp(act, "approve") == 0;
	bool use = act != NULL && (strcmp(act, "use") == 0 ||
	    strcmp(act, "opened") == 0);

	buf_addf(out, "<li class=\"%s\"><b>", approves || use ? "allow" :
	    "block");
	page_add(out, act);
	buf_adds(out, use ? "</b> by run <span class=\"m\">" : "</b> by "
	    "<span>");
	page_add(out, use ? js_get_str(record, "id") :
	    js_get_str(record, "user"));
	buf_adds(out, "</span> <span class=\"d\">");
	review_add_time(js_get_num(record, "time"), out);
	if (approves) {
		buf_adds(out, ", scope ");
		page_add(out, js_get_str(record, "scope"));
		buf_adds(out, ", until ");
		review_add_time(js_get_num(record, "until"), out);
	}
	buf_adds(out, "</span>");
	if (js_get_str(record, "reason") != NULL) {
		buf_adds(out, "<br>");
		page_add(out, js_get_str(record, "reason"));
	}
	buf_adds(out, "</li>\n");
}

static void
add_decisions(struct buf *out, const struct review_entry *e)
{
	size_t shown = 0;

	for (size_t i = 0; i < js_len(e->events); i++) {
		const struct json *record = js_at(e->events, i);

		if (js_get_str(record, "act") == NULL)
			continue;
		buf_adds(out, shown++ == 0 ? "<h3>Decisions</h3>\n"
		    "<ul class=\"f\">\n" : "");
		add_decision(out, record);
	}
	buf_adds(out, shown > 0 ? "</ul>\n" : "");
}

/* Of each finding what it is, where it begins; of the run where it met us. */
static void
collect_notes(struct page_notes *notes, const struct review_entry *e,
    const struct json *findings)
{
	auto_buf struct buf text = BUF_INIT;

	for (size_t i = 0; i < js_len(findings); i++) {
		const struct json *f = js_at(findings, i);

		if (js_get_num(f, "cell") > 0)
			continue;
		text.len = 0;
		review_add_visible(&text, js_get_str(f, "rule"));
		buf_adds(&text, " ");
		review_add_visible(&text, js_get_str(f, "message"));
		page_note_add(notes, js_get_num(f, "line"), page_class_of(f),
		    &text);
	}
	page_run_notes(notes, e);
}

static void
add_source(struct buf *out, const struct review_log *log,
    const struct review_entry *e, size_t at, size_t whole_at,
    const struct json *findings)
{
	auto_buf struct buf code = BUF_INIT;
	struct page_notes notes = { 0 };
	int r;

	if (e->sha256[0] == '\0')
		return;
	buf_adds(out, "<h3>Source</h3>\n");
	r = review_code(log, e->sha256, &code);
	if (r == 0) {
		collect_notes(&notes, e, findings);
		page_source(out, at, whole_at, buf_str(&code), code.len,
		    findings, &notes);
		page_notes_free(&notes);
		return;
	}
	buf_adds(out, "<p><span class=\"w bad\">not shown</span> ");
	page_add(out, r == -EBADMSG ? "what is stored is not what was "
	    "submitted" : strerror(-r));
	buf_adds(out, "</p>\n");
}

void
page_article(struct buf *out, const struct review_log *log,
    const struct review_entry *e, size_t at, size_t whole_at)
{
	const struct json *verdict = js_get(e->verdict, "verdict");
	const struct json *findings = js_get(verdict, "findings");
	const char *word = e->decision[0] == '\0' ? "run" : e->decision;

	buf_addf(out, "<article id=\"e%zu\" aria-labelledby=\"e%zu-h\">\n"
	    "<h2 id=\"e%zu-h\"><span class=\"w ", at, at, at);
	page_add(out, word);
	buf_adds(out, "\">");
	page_add(out, word);
	buf_adds(out, "</span> ");
	page_add(out, e->name);
	buf_adds(out, "</h2>\n");
	add_facts(out, log, e);
	add_decisions(out, e);
	add_findings(out, findings, at);
	add_source(out, log, e, at, whole_at, findings);
	page_run(out, log, e);
	add_bound(out, js_get(e->verdict, "grants"));
	page_object(out, "Manifest", js_get(verdict, "manifest"));
	buf_adds(out, "<p class=\"back\"><a href=\"#main\">back to the top"
	    "</a></p>\n</article>\n");
}
