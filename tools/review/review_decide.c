/* sallyport review approve, reject: a person's word, put on record. */
#include "review_standing.h"

#include <getopt.h>

#include "../../supervisor/audit/audit.h"
#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/json.h"

#define REASON_MAX	4096

struct word {
	const char	*log, *reason, *until, *scope, *user;
	const char	*id;
	bool		 releases;	/* its output; it ran */
	int64_t		 until_ms;
	struct review_stand stand;
	bool		 by_rule;	/* --scope rule */
};

static int
parse(struct word *w, int argc, char **argv, bool approves)
{
	static const struct option longs[] = {
		{ "audit", required_argument, NULL, 'a' },
		{ "reason", required_argument, NULL, 'r' },
		{ "user", required_argument, NULL, 'n' },
		{ "until", required_argument, NULL, 'u' },
		{ "scope", required_argument, NULL, 's' },
		REVIEW_STAND_OPTIONS,
		{ NULL, 0, NULL, 0 }
	};
	int c, r;

	while ((c = cmd_getopt(&cmd_review, argc, argv, longs)) != -1) {
		if (!approves && strchr("usRgG", c) != NULL)
			return cmd_usage(&cmd_review, "a rejection has no end "
			    "and no scope");
		if (c == 'a')
			w->log = optarg;
		else if (c == 'r')
			w->reason = optarg;
		else if (c == 'n')
			w->user = optarg;
		else if (c == 'u')
			w->until = optarg;
		else if (c == 's')
			w->scope = optarg;
		else if (c == 'R')
			review_standing_take(&w->stand, optarg);
		else if (c == 'g')
			w->stand.agent = optarg;
		else if (c == 'G')
			w->stand.any_agent = true;
		else
			return cmd_review.failure;
	}
	if (optind + 1 != argc)
		return cmd_usage(&cmd_review, "%s takes one ID", argv[0]);
	w->id = argv[optind];
	if (w->reason == NULL || strspn(w->reason, " \t\n") ==
	    strlen(w->reason) || strlen(w->reason) > REASON_MAX)
		return cmd_usage(&cmd_review, "--reason TEXT: say why, in "
		    "%d bytes at most", REASON_MAX);
	if (!approves)
		return 0;
	if (w->scope == NULL)
		w->scope = "once";
	w->by_rule = strcmp(w->scope, "rule") == 0;
	if (strcmp(w->scope, "once") != 0 && strcmp(w->scope, "hash") != 0 &&
	    !w->by_rule)
		return cmd_usage(&cmd_review, "--scope is once, hash or rule, "
		    "not '%s'", w->scope);
	r = review_standing_check(&w->stand, w->by_rule);
	if (r != 0)
		return r;
	if (w->until == NULL)
		return cmd_usage(&cmd_review, "--until TIME: say when it ends");
	if (review_parse_time(w->until, true, &w->until_ms) < 0)
		return cmd_usage(&cmd_review, "--until: no time: '%s'; "
		    "1h, 7d, 2026-11-30 and 2026-11-30T12:00 (UTC) are",
		    w->until);
	return 0;
}

/* Nothing is decided on a record that may not be what it was. */
static int
check_log(const struct review_log *log)
{
	if (log->rep_err == 0 && (log->rep.fault == AUDIT_WHOLE ||
	    log->rep.fault == AUDIT_TORN_TAIL))
		return 0;
	cmd_error(&cmd_review, "%s: nothing was decided", log->path);
	return cmd_review.failure;
}

static int
append(const char *path, struct json *body, const char *drop,
    uint64_t *ret_seq)
{
	struct audit *log;
	int r = audit_open(path, &log);

	if (r == 0) {
		r = audit_append(log, "approval", body, ret_seq, NULL);
		/* An approval that is not signed does not count. */
		if (r == 0)
			r = audit_checkpoint(log);
		if (r == 0 && drop != NULL)
			r = audit_held_remove(log, drop);
		audit_close(log);
	}
	if (r == 0)
		return 0;
	cmd_error(&cmd_review, "%s: the decision was not recorded: %s", path,
	    audit_why(r));
	return cmd_review.failure;
}

static void
put_person(struct json *body, const struct word *w)
{
	char account[32];

	snprintf(account, sizeof(account), "uid %u", (unsigned)getuid());
	js_put_str(body, "reason", w->reason);
	js_put_str(body, "user", w->user != NULL ? w->user : account);
	js_put_num(body, "uid", (int64_t)getuid());
}

static struct json *
make_body(const struct word *w, const struct review_entry *e, bool approves)
{
	struct json *body = js_obj();
	struct approval_key key;

	js_put_str(body, "act", w->releases ? approves ? "release" :
	    "withhold" : approves ? "approve" : "reject");
	if (w->releases) {
		js_put_str(body, "run", e->id);
		js_put_str(body, "sha256", e->sha256);
	} else if (review_key(e, &key))
		approval_key_put(&key, body);
	if (!w->releases && js_is_arr(js_get(e->verdict, "grants")))
		js_put(body, "grants", js_copy(js_get(e->verdict, "grants")));
	js_put_str(body, "record", e->hash);
	put_person(body, w);
	if (approves) {
		js_put_str(body, "scope", w->scope);
		js_put_num(body, "until", w->until_ms);
	}
	return body;
}

static int
is_over(const struct review_log *log, const struct word *w)
{
	if (w->until_ms > approvals_now(&log->approvals))
		return 0;
	cmd_error(&cmd_review, "--until: %s is over already", w->until);
	return 1;
}

/* May this be decided so? 0 or an exit status. */
static int
check_entry(const struct review_log *log, const struct review_entry *e,
    const struct word *w, bool approves)
{
	struct approval_key key;

	if (w->releases && !approves)
		return 0;
	if (w->releases && w->by_rule) {
		cmd_error(&cmd_review, "'%s' ran, and its output is held: "
		    "--scope rule is for code to come", w->id);
		return 1;
	}
	if (w->releases)
		return is_over(log, w);
	if (!review_key(e, &key)) {
		cmd_error(&cmd_review, e->sha256[0] == '\0' ?
		    "'%s' was not judged by the gate: there is nothing to "
		    "decide" : "'%s' has no record of its options: submit it "
		    "again", w->id);
		return 1;
	}
	if (!approves)
		return 0;
	if (strcmp(e->decision, "hold") != 0) {
		cmd_error(&cmd_review, strcmp(e->decision, "block") == 0 ?
		    "'%s' is blocked: only what is held can be approved" :
		    "'%s' was allowed: it needs no approval", w->id);
		return 1;
	}
	return is_over(log, w);
}

/* Said before an approval is given that comes to nothing. */
static void
warn(const struct review_entry *e)
{
	auto_buf struct buf text = BUF_INIT;

	review_add_unpermitted(&text, e);
	if (text.len > 0)
		cmd_error(&cmd_review, "warning: no --write permits %s: the "
		    "run will be denied it; submit it with --write FOLDER "
		    "instead", text.data);
}

static void
report(const struct word *w, const struct review_entry *e, bool approves,
    uint64_t seq, struct buf *out)
{
	if (w->releases) {
		buf_addf(out, "%s the output of %s; record %llu\n", approves ?
		    "released" : "withheld", e->id, (unsigned long long)seq);
		return;
	}
	buf_adds(out, approves ? "approved " : "rejected ");
	review_add_start(out, e->sha256);
	buf_adds(out, " (");
	review_add_visible(out, e->name);
	buf_adds(out, ") under profile ");
	review_add_visible(out, e->profile);
	buf_addf(out, ", policy %.12s", e->policy);
	if (approves) {
		buf_addf(out, ", for %s, until ", strcmp(w->scope,
		    "once") == 0 ? "one run" : "every run of this code");
		review_add_time(w->until_ms, out);
		buf_adds(out, ", with exactly: ");
		review_add_bound(out, js_get(e->verdict, "grants"));
	}
	buf_addf(out, "; record %llu\n", (unsigned long long)seq);
}

/* For code to come. */
static int
decide_rules(const struct review_log *log, const struct review_entry *e,
    const struct word *w)
{
	auto_buf struct buf out = BUF_INIT;
	struct json *body = js_obj();
	uint64_t seq;
	int r = review_standing_fill(log, e, &w->stand, w->until_ms, body);

	js_put_str(body, "record", e->hash);
	js_put_num(body, "until", w->until_ms);
	put_person(body, w);
	if (r == 0)
		r = append(log->path, body, NULL, &seq);
	if (r == 0) {
		review_standing_report(body, seq, &out);
		r = review_print(&out);
	}
	js_free(body);
	return r;
}

/* What stood stands no more. */
static int
end_standing(const struct review_log *log, const struct standing *s,
    const struct word *w)
{
	auto_buf struct buf out = BUF_INIT;
	struct json *body = js_obj();
	uint64_t seq;
	int r;

	js_put_str(body, "act", "end");
	js_put_str(body, "decision", s->hash);
	put_person(body, w);
	r = append(log->path, body, NULL, &seq);
	js_free(body);
	if (r != 0)
		return r;
	buf_addf(&out, "ended: standing decision %.12s; record %llu\n",
	    s->hash, (unsigned long long)seq);
	return review_print(&out);
}

static int
decide(int argc, char **argv, bool approves)
{
	auto_buf struct buf out = BUF_INIT;
	auto_free char *path = NULL;
	struct word w = { 0 };
	const struct standing *standing = NULL;
	struct review_log log;
	struct review_entry *e;
	struct json *body;
	uint64_t seq;
	int r = parse(&w, argc, argv, approves);

	if (r != 0)
		return r;
	path = review_path(w.log);
	if (path == NULL)
		return cmd_review.failure;
	r = review_open(path, &log);
	if (r == 0)
		r = check_log(&log);
	if (r == 0 && !approves)
		standing = review_standing_find(&log, w.id);
	if (standing != NULL) {
		r = end_standing(&log, standing, &w);
		review_close(&log);
		return r;
	}
	if (r == 0) {
		e = review_find(&log, w.id, true);
		w.releases = e != NULL && review_holds_output(&log, e);
		r = e == NULL ? 1 : check_entry(&log, e, &w, approves);
	}
	if (r == 0) {
		e->wanted = true;
		r = review_fill(&log);
	}
	if (r == 0 && w.by_rule) {
		r = decide_rules(&log, e, &w);
		review_close(&log);
		return r;
	}
	if (r == 0 && approves && !w.releases)
		warn(e);
	if (r == 0) {
		body = make_body(&w, e, approves);
		r = append(path, body, w.releases && !approves ? e->id :
		    NULL, &seq);
		js_free(body);
	}
	if (r == 0) {
		report(&w, e, approves, seq, &out);
		r = review_print(&out);
	}
	review_close(&log);
	return r;
}

static int
run_approve(int argc, char **argv)
{
	return decide(argc, argv, true);
}

const struct cmd_word review_word_approve = {
	.name = "approve",
	.usage = "--reason TEXT --until TIME [--scope once|hash | "
	    "--scope rule --rule RULE... --agent NAME|--any-agent] "
	    "[--user NAME] [--audit FILE] ID",
	.summary = "let a held submission run: this code, policy, profile",
	.help =
	"    --reason TEXT        why; required\n"
	"    --until TIME         as 2h, 7d, 2026-11-30T12:00 (UTC); required\n"
	"    --scope once|hash    for one run (the default), or for all\n"
	"    --scope rule         stands: opens rules for code to come, too\n"
	"    --rule RULE[=WHAT]   that, of what is held there; more than once\n"
	"    --agent NAME         for this agent, or --any-agent\n"
	"    --user NAME          who says so; the account's number\n",
	.run = run_approve,
};

static int
run_reject(int argc, char **argv)
{
	return decide(argc, argv, false);
}

const struct cmd_word review_word_reject = {
	.name = "reject",
	.usage = "--reason TEXT [--user NAME] [--audit FILE] ID",
	.summary = "no, and take back what was approved",
	.help =
	"    --reason TEXT        why; required\n"
	"    --user NAME          who says so; the account's number\n",
	.run = run_reject,
};
