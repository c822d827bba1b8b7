/*
 * sallyport review show: all that the log and the store have of one entry.
 */
#include "review.h"

#include <getopt.h>

#include "review_calls.h"
#include "../run/run_where.h"
#include "../../supervisor/audit/audit.h"
#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/json.h"

#define TASKS_MOST	64

struct page {
	const struct review_log		*log;
	const struct review_entry	*e;
	const struct buf		*code;
	int				 code_err;
	const char			*given;		/* --audit, or NULL */
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
add_object(struct page *p, const char *name, const struct json *object)
{
	if (!js_is_obj(object) || js_len(object) == 0)
		return;
	buf_addf(p->out, "%-12s", name);
	review_add_members(p->out, object);
	buf_addc(p->out, '\n');
}

static void
add_finding(struct page *p, const struct json *f)
{
	const struct json *chain = js_get(f, "chain"), *step, *inner;
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
		inner = js_get(step, "inner");
		if (js_len(inner) > 0)
			buf_addf(p->out, "in the text, %lld:%lld ",
			    (long long)js_get_num(inner, "line"),
			    (long long)js_get_num(inner, "column"));
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
	buf_addf(p->out, "\nverdict     %s, %zu finding%s\n", p->e->decision,
	    js_len(findings), js_len(findings) == 1 ? "" : "s");
	buf_addf(p->out, "%-12s", "binds");
	review_add_bound(p->out, js_get(p->e->verdict, "grants"));
	buf_addc(p->out, '\n');
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
		    js_get_num(f, "cell") == 0)
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
		buf_addf(p->out, "    %-7s", i == 0 ? what : "");
		review_add_frame(p->out, js_at(frames, i));
		buf_addc(p->out, '\n');
	}
}

static void
add_stacks(struct page *p, const struct json *of)
{
	const char *why = js_get_str(of, "python_why");

	add_frames(p, "python", js_get(of, "python"));
	if (why != NULL) {
		buf_adds(p->out, "    no Python stack: ");
		review_add_visible(p->out, why);
		buf_addc(p->out, '\n');
	}
	add_frames(p, "native", js_get(of, "native"));
}

static void
add_violation(struct page *p, const struct json *v)
{
	const char *hint = js_get_str(v, "hint");

	buf_adds(p->out, "\n  denied: ");
	review_add_call(p->out, v);
	buf_adds(p->out, "\n    ");
	review_add_visible(p->out, js_get_str(v, "rule"));
	buf_adds(p->out, ": ");
	review_add_visible(p->out, js_get_str(v, "message"));
	buf_addc(p->out, '\n');
	if (hint != NULL && hint[0] != '\0') {
		buf_adds(p->out, "    instead: ");
		review_add_visible(p->out, hint);
		buf_addc(p->out, '\n');
	}
	add_stacks(p, v);
}

/* Threads, refusals: a line each, and their stacks. */
static void
add_places(struct page *p, const char *title, const struct json *list,
    void (*head)(struct buf *, const struct json *))
{
	if (js_len(list) > 0)
		buf_addf(p->out, "\n%s\n", title);
	for (size_t i = 0; i < js_len(list); i++) {
		buf_adds(p->out, "\n  ");
		head(p->out, js_at(list, i));
		buf_addc(p->out, '\n');
		add_stacks(p, js_at(list, i));
	}
}

/*
 *	promise     not complete
 *	  used                reads: in.csv; modules: json
 *	  used, not declared  reads: more.txt
 *	  declared, not used  nothing
 */
static void
add_promise(struct page *p, const struct json *promise)
{
	static const char *const parts[][2] = { { "used", "used" },
	    { "used_not_declared", "used, not declared" },
	    { "declared_not_used", "declared, not used" } };
	size_t i, any;

	if (!js_is_obj(promise))
		return;
	buf_addf(p->out, "promise     %s\n", js_get_flag(promise,
	    "complete") ? "complete" : "not complete");
	for (i = 0; i < ARRAY_SIZE(parts); i++) {
		const struct json *part = js_get(promise, parts[i][0]);

		any = 0;
		buf_addf(p->out, "  %-20s", parts[i][1]);
		for (const char *const *what = review_promises; *what != NULL;
		    what++) {
			auto_buf struct buf text = BUF_INIT;

			review_add_list(&text, js_get(part, *what));
			if (text.len > 0)
				buf_addf(p->out, "%s%s: %s", any++ > 0 ?
				    "; " : "", *what, buf_str(&text));
		}
		buf_adds(p->out, any > 0 ? "\n" : "nothing\n");
	}
}

/* "memory      9 MiB of 512 MiB" */
static void
add_limit(const char *name, const struct json *value, void *arg)
{
	struct page *p = arg;
	bool ended;
	int64_t used = review_used(p->e, name, &ended);

	buf_adds(p->out, "  ");
	review_add_visible(p->out, name);
	buf_addc(p->out, ' ');
	if (used >= 0) {
		run_add_amount(p->out, name, used);
		buf_adds(p->out, " of ");
	}
	run_add_amount(p->out, name, js_as_num(value));
	buf_adds(p->out, ended ? ", REACHED\n" : "\n");
}

static void
add_decision(struct page *p, const struct json *record)
{
	const char *act = js_get_str(record, "act");

	buf_adds(p->out, "\n  ");
	review_add_time(js_get_num(record, "time"), p->out);
	buf_adds(p->out, "  ");
	review_add_visible(p->out, act);
	if (act != NULL && (strcmp(act, "use") == 0 ||
	    strcmp(act, "opened") == 0)) {
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

/* Of a traced run: who started whom. */
static void
add_processes(struct page *p)
{
	struct calls_file f;

	if (calls_file_read(p->log, p->e, &f) < 0)
		return;
	if (f.nlanes > 0)
		buf_adds(p->out, "\nprocesses\n");
	for (size_t i = 0; i < f.nlanes && i < TASKS_MOST; i++) {
		const struct calls_lane *lane = &f.lanes[i];

		buf_addf(p->out, "  %s%d", lane->tid == lane->tgid ? "" :
		    "  thread ", (int)lane->tid);
		if (lane->parent != 0)
			buf_addf(p->out, " of %d", (int)lane->parent);
		buf_adds(p->out, lane->image_len > 1 || lane->parent == 0 ?
		    " " : "");
		if (lane->image_len > 1)
			buf_add_visible(p->out, lane->image, lane->image_len);
		else if (lane->parent == 0)
			review_add_visible(p->out, js_get_str(p->e->intent,
			    "executable"));
		buf_addf(p->out, ", %zu calls, %zu refused\n", lane->calls,
		    lane->refused);
	}
	if (f.nlanes > TASKS_MOST)
		buf_addf(p->out, "  and %zu more\n", f.nlanes - TASKS_MOST);
	calls_file_free(&f);
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
	if (js_len(js_get(in, "limits")) > 0)
		buf_adds(p->out, "limits\n");
	js_each(js_get(in, "limits"), add_limit, p);
	add_object(p, "error", js_get(o, "error"));
	add_object(p, "usage", js_get(o, "usage"));
	add_object(p, "trace", js_get(o, "trace"));
	add_promise(p, js_get(o, "promise"));
	files = js_get(o, "files");
	for (i = 0; i < js_len(files); i++) {
		f = js_at(files, i);
		buf_addf(p->out, "%-12s", i == 0 ? "files" : "");
		review_add_visible(p->out, js_get_str(f, "path"));
		buf_addf(p->out, ", %lld byte%s, ",
		    (long long)js_get_num(f, "size"),
		    js_get_num(f, "size") == 1 ? "" : "s");
		review_add_visible(p->out, js_get_str(f, "sha256"));
		buf_addc(p->out, '\n');
	}
	files = js_get(o, "skipped");
	for (i = 0; i < js_len(files); i++) {
		f = js_at(files, i);
		buf_addf(p->out, "%-12s", i == 0 ? "not kept" : "");
		review_add_visible(p->out, js_get_str(f, "path"));
		buf_adds(p->out, ": ");
		review_add_visible(p->out, js_get_str(f, "why"));
		buf_addc(p->out, '\n');
	}
	add_processes(p);
	add_places(p, "refused by limits", js_get(o, "refusals"),
	    review_add_refusal);
	add_places(p, "threads", js_get(o, "threads"), review_add_thread);
}

static void
add_log(struct page *p)
{
	buf_adds(p->out, "\nlog         ");
	review_add_visible(p->out, p->log->path);
	if (p->log->rep_err < 0)
		buf_addf(p->out, ": not verified: %s\n",
		    audit_why(p->log->rep_err));
	else if (p->log->rep.fault != AUDIT_WHOLE)
		buf_addf(p->out, ": NOT WHOLE: %s at record %llu\n",
		    audit_fault_name(p->log->rep.fault),
		    (unsigned long long)p->log->rep.fault_seq);
	else
		buf_addf(p->out, ": whole, %llu records, signed up to %llu; "
		    "unanchored\n", (unsigned long long)p->log->rep.records,
		    (unsigned long long)p->log->rep.signed_to);
}

/* What is held and undecided: how a person decides. */
static void
add_way_on(struct page *p)
{
	enum review_state state = review_state(p->log, p->e, NULL);
	auto_buf struct buf denied = BUF_INIT;

	if (strcmp(p->e->decision, "hold") != 0 ||
	    (state != REVIEW_OPEN && state != REVIEW_SPENT))
		return;
	review_add_unpermitted(&denied, p->e);
	if (denied.len > 0)
		buf_addf(p->out, "\nno --write permits %s: approved, the run "
		    "is denied it all the same\n", denied.data);
	buf_adds(p->out, "\nto let it run: sallyport review approve ");
	review_add_visible(p->out, p->e->id[0] != '\0' ? p->e->id :
	    p->e->hash);
	buf_adds(p->out, " --reason TEXT --until 1h");
	if (p->given != NULL) {
		buf_adds(p->out, " --audit ");
		review_add_visible(p->out, p->given);
	}
	buf_addc(p->out, '\n');
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
	if (review_kind(e) != REVIEW_NO)
		add_field(p, "state", review_state_name(review_state(p->log,
		    e, NULL)));
	add_verdict(p);
	add_source(p);
	add_run(p);
	add_events(p, "violation", "violations");
	add_events(p, "approval", "decisions");
	add_log(p);
	add_way_on(p);
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
	js_put_str(doc, "state", review_kind(e) != REVIEW_NO ?
	    review_state_name(review_state(p->log, e, NULL)) : NULL);
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
	js_put_flag(log, "whole", p->log->rep_err == 0 &&
	    p->log->rep.fault == AUDIT_WHOLE);
	js_put(log, "signed_to", p->log->rep_err == 0 ?
	    js_num((int64_t)p->log->rep.signed_to) : js_nul());
	js_put(doc, "log", log);
	js_write(doc, p->out);
	buf_addc(p->out, '\n');
	js_free(doc);
}

static int
show(struct review_log *log, const char *given, const char *id, bool json)
{
	auto_buf struct buf out = BUF_INIT, code = BUF_INIT;
	struct review_entry *e = review_find(log, id, false);
	struct page p = { .log = log, .e = e, .code = &code,
		.given = given, .out = &out };
	int r;

	if (e == NULL)
		return 1;
	e->wanted = true;
	r = review_fill(log);
	if (r != 0)
		return r;
	if (e->sha256[0] != '\0')
		p.code_err = review_code(log, e->sha256, &code);
	if (json)
		show_json(&p);
	else
		show_text(&p);
	return review_print(&out);
}

static int
run_show(int argc, char **argv)
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
		r = show(&log, given, argv[optind], json);
	review_close(&log);
	return r;
}

const struct cmd_word review_word_show = {
	.name = "show",
	.usage = "[--audit FILE] [--json] ID",
	.summary = "source, findings, record, stacks, hashes of one",
	.help =
	"    --json               as one document\n",
	.run = run_show,
};
