/*
 * sallyport review show: all that the log and the store have of one entry.
 */
#include "review.h"

#include <getopt.h>

#include "../supervisor/audit.h"
#include "../supervisor/base/buf.h"
#include "../supervisor/base/json.h"
#include "../supervisor/base/mem.h"

struct page {
	const struct review_log		*log;
	const struct review_entry	*e;
	const struct audit_report	*rep;
	int				 rep_err;
	const struct buf		*code;
	int				 code_err;
	struct buf			*out;
};

static void
add_field(struct page *p, const char *name, const char *value)
{
	if (value == NULL || value[0] == '\0')
		return;
	buf_addf(p->out, "%-12s", name);
	review_add_visible(p->out, value);
	buf_addc(p->out, '\n');
}

static void
add_value(struct buf *out, const struct json *value)
{
	auto_buf struct buf text = BUF_INIT;
	const char *s;
	size_t n;

	s = js_as_text(value, &n);
	if (s != NULL) {
		buf_addc(out, '"');
		buf_add_visible(out, s, n);
		buf_addc(out, '"');
		return;
	}
	js_write(value, &text);
	buf_add_visible(out, buf_str(&text), text.len);
}

static void
add_member(const char *key, const struct json *value, void *arg)
{
	struct buf *out = arg;

	buf_adds(out, out->len > 0 && out->data[out->len - 1] != '(' &&
	    out->data[out->len - 1] != ' ' ? ", " : "");
	review_add_visible(out, key);
	buf_addc(out, '=');
	add_value(out, value);
}

static void
add_object(struct page *p, const char *name, const struct json *object)
{
	auto_buf struct buf text = BUF_INIT;

	if (!js_is_obj(object) || js_len(object) == 0)
		return;
	js_each(object, add_member, &text);
	buf_addf(p->out, "%-12s%s\n", name, buf_str(&text));
}

static void
add_finding(struct page *p, const struct json *f)
{
	const struct json *chain = js_get(f, "chain"), *step;
	const char *s;
	size_t i;

	buf_adds(p->out, "\n  ");
	review_add_visible(p->out, js_get_str(f, "rule"));
	buf_adds(p->out, " ");
	review_add_visible(p->out, js_get_str(f, "decision"));
	buf_adds(p->out, ", ");
	review_add_visible(p->out, js_get_str(f, "severity"));
	buf_adds(p->out, ", ");
	review_add_visible(p->out, js_get_str(f, "class"));
	buf_addf(p->out, ", line %lld column %lld: ",
	    (long long)js_get_num(f, "line"),
	    (long long)js_get_num(f, "column"));
	review_add_visible(p->out, js_get_str(f, "message"));
	buf_adds(p->out, "\n    | ");
	review_add_visible(p->out, js_get_str(f, "excerpt"));
	buf_addc(p->out, '\n');
	for (i = 0; i < js_len(chain); i++) {
		step = js_at(chain, i);
		buf_addf(p->out, "    %lld:%lld ",
		    (long long)js_get_num(step, "line"),
		    (long long)js_get_num(step, "column"));
		review_add_visible(p->out, js_get_str(step, "text"));
		buf_adds(p->out, " -> ");
		review_add_visible(p->out, js_get_str(step, "fact"));
		buf_addc(p->out, '\n');
	}
	s = js_get_str(f, "hint");
	if (s != NULL && s[0] != '\0') {
		buf_adds(p->out, "    instead: ");
		review_add_visible(p->out, s);
		buf_addc(p->out, '\n');
	}
}

static void
add_verdict(struct page *p)
{
	const struct json *verdict = js_get(p->e->verdict, "verdict");
	const struct json *findings = js_get(verdict, "findings");
	size_t i;

	if (verdict == NULL)
		return;
	buf_addf(p->out, "\nverdict     %s, %zu findings\n", p->e->decision,
	    js_len(findings));
	add_object(p, "grants", js_get(p->e->verdict, "grants"));
	add_object(p, "manifest", js_get(verdict, "manifest"));
	for (i = 0; i < js_len(findings); i++)
		add_finding(p, js_at(findings, i));
}

/* Is this line (from 1) part of a finding? */
static bool
is_marked(const struct json *findings, int64_t line)
{
	for (size_t i = 0; i < js_len(findings); i++) {
		const struct json *f = js_at(findings, i);

		if (line >= js_get_num(f, "line") &&
		    line <= js_get_num(f, "end_line") &&
		    js_get(f, "cell") == NULL)
			return true;
	}
	return false;
}

static void
add_source(struct page *p)
{
	const struct json *findings = js_get(js_get(p->e->verdict, "verdict"),
	    "findings");
	const char *at, *end, *newline;
	int64_t line = 1;

	if (p->e->sha256[0] == '\0')
		return;
	buf_adds(p->out, "\nsource\n");
	if (p->code_err < 0) {
		buf_addf(p->out, "  not shown: %s\n", p->code_err == -EBADMSG ?
		    "what is stored is not what was submitted" :
		    strerror(-p->code_err));
		return;
	}
	at = p->code->data;
	end = at + p->code->len;
	for (; at != NULL && at < end; line++) {
		newline = memchr(at, '\n', (size_t)(end - at));
		if (newline == NULL)
			newline = end;
		buf_addf(p->out, "%c%5lld | ", is_marked(findings, line) ?
		    '!' : ' ', (long long)line);
		buf_add_visible(p->out, at, (size_t)(newline - at));
		buf_addc(p->out, '\n');
		at = newline + 1;
	}
}

static void
add_frames(struct page *p, const char *what, const struct json *frames)
{
	for (size_t i = 0; i < js_len(frames); i++) {
		const struct json *f = js_at(frames, i);

		buf_addf(p->out, "    %-7s", i == 0 ? what : "");
		if (js_get(f, "file") != NULL) {
			review_add_visible(p->out, js_get_str(f, "file"));
			buf_addf(p->out, ":%lld in ",
			    (long long)js_get_num(f, "line"));
			review_add_visible(p->out, js_get_str(f, "function"));
		} else {
			review_add_visible(p->out, js_get_str(f, "module"));
			buf_addf(p->out, "+0x%llx ",
			    (unsigned long long)js_get_num(f, "offset"));
			review_add_visible(p->out, js_get_str(f, "function"));
		}
		buf_addc(p->out, '\n');
	}
}

static void
add_violation(struct page *p, const struct json *v)
{
	auto_buf struct buf arguments = BUF_INIT;
	const char *err = js_get_str(v, "errno");

	js_each(js_get(v, "arguments"), add_member, &arguments);
	buf_adds(p->out, "\n  denied: ");
	review_add_visible(p->out, js_get_str(v, "syscall"));
	buf_addf(p->out, "(%s) %s", buf_str(&arguments), err != NULL ? "= " :
	    "and ended the run");
	review_add_visible(p->out, err);
	if (js_get_num(v, "count") > 1)
		buf_addf(p->out, ", %lld times",
		    (long long)js_get_num(v, "count"));
	buf_adds(p->out, "\n    ");
	review_add_visible(p->out, js_get_str(v, "rule"));
	buf_adds(p->out, ": ");
	review_add_visible(p->out, js_get_str(v, "message"));
	buf_addc(p->out, '\n');
	add_frames(p, "python", js_get(v, "python"));
	add_frames(p, "native", js_get(v, "native"));
}

static void
add_decision(struct page *p, const struct json *record)
{
	const char *act = js_get_str(record, "act");

	buf_adds(p->out, "\n  ");
	review_add_time(js_get_num(record, "time"), p->out);
	buf_adds(p->out, "  ");
	review_add_visible(p->out, act);
	if (act != NULL && strcmp(act, "use") == 0) {
		buf_adds(p->out, " by run ");
		review_add_visible(p->out, js_get_str(record, "id"));
	} else {
		buf_adds(p->out, " by ");
		review_add_visible(p->out, js_get_str(record, "user"));
	}
	if (act != NULL && strcmp(act, "approve") == 0) {
		buf_adds(p->out, ", scope ");
		review_add_visible(p->out, js_get_str(record, "scope"));
		buf_adds(p->out, ", until ");
		review_add_time(js_get_num(record, "until"), p->out);
	}
	buf_adds(p->out, ", profile ");
	review_add_visible(p->out, js_get_str(record, "profile"));
	buf_adds(p->out, ", policy ");
	review_add_visible(p->out, js_get_str(record, "policy"));
	if (js_get_str(record, "reason") != NULL) {
		buf_adds(p->out, "\n    ");
		review_add_visible(p->out, js_get_str(record, "reason"));
	}
	buf_addc(p->out, '\n');
}

static void
add_events(struct page *p, const char *type, const char *title)
{
	bool any = false;

	for (size_t i = 0; i < js_len(p->e->events); i++) {
		const struct json *record = js_at(p->e->events, i);
		const char *is = js_get_str(record, "type");

		if (is == NULL || strcmp(is, type) != 0)
			continue;
		if (!any)
			buf_addf(p->out, "\n%s\n", title);
		any = true;
		if (strcmp(type, "violation") == 0)
			add_violation(p, js_get(record, "violation"));
		else
			add_decision(p, record);
	}
}

static void
add_run(struct page *p)
{
	const struct json *in = p->e->intent, *o = p->e->outcome, *files, *f;
	size_t i;

	if (in == NULL && o == NULL)
		return;
	buf_addf(p->out, "\nrun         %s\n", p->e->status[0] != '\0' ?
	    p->e->status : "no outcome is recorded");
	add_field(p, "executable", js_get_str(in, "executable"));
	add_object(p, "options", js_get(in, "options"));
	add_object(p, "isolation", js_get(in, "isolation"));
	add_object(p, "limits", js_get(in, "limits"));
	add_object(p, "limit", js_get(o, "limit"));
	add_object(p, "error", js_get(o, "error"));
	add_object(p, "usage", js_get(o, "usage"));
	add_object(p, "trace", js_get(o, "trace"));
	add_object(p, "promise", js_get(o, "promise"));
	files = js_get(o, "files");
	for (i = 0; i < js_len(files); i++) {
		f = js_at(files, i);
		buf_addf(p->out, "%-12s", i == 0 ? "files" : "");
		review_add_visible(p->out, js_get_str(f, "path"));
		buf_addf(p->out, ", %lld bytes, ",
		    (long long)js_get_num(f, "size"));
		review_add_visible(p->out, js_get_str(f, "sha256"));
		buf_addc(p->out, '\n');
	}
}

static void
add_log(struct page *p)
{
	buf_adds(p->out, "\nlog         ");
	review_add_visible(p->out, p->log->path);
	if (p->rep_err < 0)
		buf_addf(p->out, ": not verified: %s\n",
		    audit_why(p->rep_err));
	else if (p->rep->fault != AUDIT_WHOLE)
		buf_addf(p->out, ": NOT WHOLE: %s at record %llu\n",
		    audit_fault_name(p->rep->fault),
		    (unsigned long long)p->rep->fault_seq);
	else
		buf_addf(p->out, ": whole, %llu records, signed up to %llu; "
		    "unanchored\n", (unsigned long long)p->rep->records,
		    (unsigned long long)p->rep->signed_to);
}

static void
show_text(struct page *p)
{
	const struct review_entry *e = p->e;

	add_field(p, "name", e->name);
	add_field(p, "id", e->id);
	add_field(p, "label", e->label);
	add_field(p, "agent", e->agent);
	add_field(p, "user", e->user);
	buf_addf(p->out, "%-12s", "time");
	review_add_time(e->time, p->out);
	buf_addc(p->out, '\n');
	add_field(p, "code", e->sha256);
	add_field(p, "profile", e->profile);
	add_field(p, "policy", e->policy);
	buf_addf(p->out, "%-12s%llu %s\n", "record",
	    (unsigned long long)e->seq, e->hash);
	if (review_is_queued(e))
		add_field(p, "state", review_state_name(review_state(p->log,
		    e, NULL)));
	add_verdict(p);
	add_source(p);
	add_run(p);
	add_events(p, "violation", "violations");
	add_events(p, "approval", "decisions");
	add_log(p);
}

static void
put_copy(struct json *doc, const char *key, const struct json *value)
{
	js_put(doc, key, value != NULL ? js_copy(value) : js_nul());
}

static void
show_json(struct page *p)
{
	const struct review_entry *e = p->e;
	struct json *doc = js_obj(), *log = js_obj();
	struct json *violations = js_arr(), *decisions = js_arr();
	size_t i;

	js_put_str(doc, "schema", "sallyport/review/1");
	js_put_str(doc, "id", e->id[0] != '\0' ? e->id : NULL);
	js_put_str(doc, "name", e->name);
	js_put_str(doc, "sha256", e->sha256);
	js_put_str(doc, "profile", e->profile);
	js_put_str(doc, "policy", e->policy);
	js_put_num(doc, "time", e->time);
	js_put_num(doc, "seq", (int64_t)e->seq);
	js_put_str(doc, "record", e->hash);
	js_put_str(doc, "state", review_is_queued(e) ? review_state_name(
	    review_state(p->log, e, NULL)) : NULL);
	put_copy(doc, "verdict", js_get(e->verdict, "verdict"));
	put_copy(doc, "grants", js_get(e->verdict, "grants"));
	js_put(doc, "source", p->code_err == 0 && e->sha256[0] != '\0' ?
	    js_text(p->code->data != NULL ? p->code->data : "",
	    p->code->len) : js_nul());
	put_copy(doc, "intent", e->intent);
	put_copy(doc, "outcome", e->outcome);
	for (i = 0; i < js_len(e->events); i++) {
		const struct json *record = js_at(e->events, i);

		if (js_get(record, "violation") != NULL)
			js_add(violations, js_copy(record));
		else
			js_add(decisions, js_copy(record));
	}
	js_put(doc, "violations", violations);
	js_put(doc, "decisions", decisions);
	js_put_str(log, "file", p->log->path);
	js_put_flag(log, "whole", p->rep_err == 0 &&
	    p->rep->fault == AUDIT_WHOLE);
	if (p->rep_err == 0)
		js_put_num(log, "signed_to", (int64_t)p->rep->signed_to);
	js_put(doc, "log", log);
	js_write(doc, p->out);
	buf_addc(p->out, '\n');
	js_free(doc);
}

static int
show(struct review_log *log, const char *id, bool json)
{
	auto_buf struct buf out = BUF_INIT, code = BUF_INIT;
	struct review_entry *e = review_find(log, id);
	struct audit_report rep;
	struct page p = { .log = log, .e = e, .rep = &rep, .code = &code,
		.out = &out };
	int r;

	if (e == NULL)
		return 1;
	e->wanted = true;
	r = review_fill(log);
	if (r != 0)
		return r;
	if (e->sha256[0] != '\0')
		p.code_err = review_code(log, e->sha256, &code);
	p.rep_err = audit_verify(log->path, NULL, &rep);
	if (json)
		show_json(&p);
	else
		show_text(&p);
	return review_print(&out);
}

int
review_cmd_show(int argc, char **argv)
{
	static const struct option longs[] = {
		{ "audit", required_argument, NULL, 'a' },
		{ "json", no_argument, NULL, 'j' },
		{ NULL, 0, NULL, 0 }
	};
	auto_free char *path = NULL;
	const char *given = NULL;
	struct review_log log;
	bool json = false;
	int c, r;

	while ((c = cmd_getopt(&cmd_review, argc, argv, longs)) != -1) {
		if (c == 'a')
			given = optarg;
		else if (c == 'j')
			json = true;
		else
			return cmd_review.failure;
	}
	if (optind + 1 != argc)
		return cmd_usage(&cmd_review, "show takes one ID");
	path = review_path(given);
	if (path == NULL)
		return cmd_review.failure;
	r = review_open(path, &log);
	if (r == 0)
		r = show(&log, argv[optind], json);
	review_close(&log);
	return r;
}
