/*
 * Decisions that stand: review approve --scope rule, review standing, and
 * their end by review reject.
 */
#include "review_standing.h"

#include <getopt.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/json.h"

void
review_standing_take(struct review_stand *w, const char *rule)
{
	if (w->n < REVIEW_STAND_RULES)
		w->rules[w->n] = rule;
	w->n++;
}

int
review_standing_check(const struct review_stand *w, bool by_rule)
{
	if (!by_rule)
		return w->n > 0 || w->agent != NULL || w->any_agent ?
		    cmd_usage(&cmd_review, "--rule, --agent and --any-agent "
		    "belong to --scope rule") : 0;
	if (w->n == 0 || w->n > REVIEW_STAND_RULES)
		return cmd_usage(&cmd_review, "--scope rule wants 1 to %d "
		    "--rule RULE[=SUBJECT]: what it opens", REVIEW_STAND_RULES);
	if ((w->agent != NULL) == w->any_agent)
		return cmd_usage(&cmd_review, "--scope rule wants --agent "
		    "NAME, or --any-agent: for whom it stands");
	if (w->agent != NULL && w->agent[0] == '\0')
		return cmd_usage(&cmd_review, "--agent: an empty name");
	return 0;
}

/* RULE or RULE=SUBJECT; how many of the facts it means. */
static size_t
add_facts(const char *word, const struct json *facts, struct json *opens)
{
	const char *equals = strchr(word, '=');
	size_t i, n = equals != NULL ? (size_t)(equals - word) : strlen(word),
	    met = 0;

	for (i = 0; i < js_len(facts); i++) {
		const char *rule = js_get_str(js_at(facts, i), "rule");
		const char *subject = js_get_str(js_at(facts, i), "subject");

		if (rule == NULL || subject == NULL || strlen(rule) != n ||
		    strncmp(rule, word, n) != 0 ||
		    (equals != NULL && strcmp(equals + 1, subject) != 0))
			continue;
		met++;
		if (!standing_has(opens, rule, subject))
			js_add(opens, js_copy(js_at(facts, i)));
	}
	return met;
}

static void
add_opens(struct buf *out, const struct json *opens)
{
	for (size_t i = 0; i < js_len(opens); i++) {
		buf_adds(out, i > 0 ? ", " : "");
		review_add_visible(out, js_get_str(js_at(opens, i), "rule"));
		buf_addc(out, ' ');
		review_add_visible(out, js_get_str(js_at(opens, i),
		    "subject"));
	}
}

int
review_standing_fill(const struct review_log *log,
    const struct review_entry *e, const struct review_stand *w,
    int64_t until_ms, struct json *body)
{
	const struct json *facts = js_get(e->verdict, "constants");
	auto_buf struct buf known = BUF_INIT;
	struct json *opens = js_arr();

	js_put(body, "opens", opens);
	if (until_ms - approvals_now(&log->approvals) > STANDING_MOST_MS)
		return cmd_usage(&cmd_review, "--until: a decision stands "
		    "for 31 days at most");
	for (size_t i = 0; i < w->n; i++) {
		if (add_facts(w->rules[i], facts, opens) > 0)
			continue;
		add_opens(&known, facts);
		cmd_error(&cmd_review, "--rule %s: nothing of it is held there "
		    "whose subject is known in full%s%s", w->rules[i],
		    known.len > 0 ? "; there is " : "", buf_str(&known));
		return 1;
	}
	js_put_str(body, "act", "stand");
	js_put_str(body, "scope", "rule");
	js_put_str(body, "profile", e->profile);
	js_put_str(body, "policy", e->policy);
	js_put_str(body, "agent", w->agent);
	js_put_flag(body, "any_agent", w->any_agent);
	return 0;
}

void
review_standing_report(const struct json *body, uint64_t seq,
    struct buf *out)
{
	const char *agent = js_get_str(body, "agent");

	buf_adds(out, "standing: opens ");
	add_opens(out, js_get(body, "opens"));
	buf_adds(out, " under profile ");
	review_add_visible(out, js_get_str(body, "profile"));
	buf_addf(out, ", policy %.12s, for ", js_get_str(body, "policy"));
	buf_adds(out, agent != NULL ? "agent " : "any agent");
	review_add_visible(out, agent);
	buf_adds(out, ", until ");
	review_add_time(js_get_num(body, "until"), out);
	buf_addf(out, "; record %llu\n", (unsigned long long)seq);
}

const struct standing *
review_standing_find(const struct review_log *log, const char *id)
{
	const struct standings *all = &log->approvals.standing;
	const struct standing *found = NULL;

	for (size_t i = 0; strlen(id) >= 4 && i < all->n; i++) {
		if (strncmp(all->items[i].hash, id, strlen(id)) != 0)
			continue;
		if (found != NULL)
			return NULL;
		found = &all->items[i];
	}
	return found;
}

static const char *
state_of(const struct review_log *log, const struct standing *s)
{
	return s->ended ? "ended" : s->until <= approvals_now(
	    &log->approvals) ? "expired" : "stands";
}

static struct json *
one_json(const struct review_log *log, const struct standing *s)
{
	struct json *o = js_obj();

	js_put_str(o, "decision", s->hash);
	js_put_str(o, "state", state_of(log, s));
	js_put(o, "opens", js_copy(s->opens));
	js_put_str(o, "profile", s->profile);
	js_put_str(o, "policy", s->policy);
	js_put_str(o, "agent", s->agent);
	js_put_num(o, "time", s->time);
	js_put_num(o, "until", s->until);
	js_put_num(o, "runs", (int64_t)s->used);
	js_put_str(o, "user", s->user);
	js_put_str(o, "reason", s->reason);
	return o;
}

static void
add_one(const struct review_log *log, const struct standing *s,
    struct buf *out)
{
	buf_addf(out, "%.12s  %s, until ", s->hash, state_of(log, s));
	review_add_time(s->until, out);
	buf_addf(out, ", %zu %s, ", s->used, s->used == 1 ? "run" : "runs");
	buf_adds(out, s->agent != NULL ? "agent " : "any agent");
	review_add_visible(out, s->agent);
	buf_adds(out, ", profile ");
	review_add_visible(out, s->profile);
	buf_addf(out, ", policy %.12s\n    opens ", s->policy);
	add_opens(out, s->opens);
	buf_adds(out, "\n    ");
	review_add_visible(out, s->user);
	buf_adds(out, ": ");
	review_add_visible(out, s->reason);
	buf_addc(out, '\n');
}

static int
show_all(const struct review_log *log, bool ended, bool json)
{
	const struct standings *all = &log->approvals.standing;
	auto_buf struct buf out = BUF_INIT;
	struct json *list = js_arr(), *doc = js_obj();

	for (size_t i = all->n; i-- > 0;) {
		const struct standing *s = &all->items[i];

		if (!ended && strcmp(state_of(log, s), "stands") != 0)
			continue;
		js_add(list, one_json(log, s));
		if (!json)
			add_one(log, s, &out);
	}
	js_put(doc, "decisions", list);
	if (json) {
		js_write(doc, &out);
		buf_addc(&out, '\n');
	} else if (out.len == 0)
		buf_adds(&out, "no decision stands\n");
	js_free(doc);
	return review_print(&out);
}

static int
run_standing(int argc, char **argv)
{
	static const struct option longs[] = {
		{ "audit", required_argument, NULL, 'a' },
		{ "all", no_argument, NULL, 'A' },
		{ "json", no_argument, NULL, 'j' },
		{ NULL, 0, NULL, 0 }
	};
	const char *given = NULL;
	auto_free char *path = NULL;
	bool all = false, json = false;
	struct review_log log;
	int c, r;

	while ((c = cmd_getopt(&cmd_review, argc, argv, longs)) != -1) {
		if (c == 'a')
			given = optarg;
		else if (c == 'A')
			all = true;
		else if (c == 'j')
			json = true;
		else
			return cmd_review.failure;
	}
	if (optind != argc)
		return cmd_usage(&cmd_review, "standing takes no ID");
	path = review_path(given);
	if (path == NULL)
		return cmd_review.failure;
	r = review_open(path, &log);
	if (r == 0)
		r = show_all(&log, all, json);
	review_close(&log);
	return r;
}

const struct cmd_word review_word_standing = {
	.name = "standing",
	.usage = "[--all] [--json] [--audit FILE]",
	.summary = "decisions that open rules for code to come",
	.help =
	"    --all                ended and expired ones, too\n"
	"    --json               for programs\n",
	.run = run_standing,
};
