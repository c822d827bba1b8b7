#include "standing.h"

#include "approvals.h"
#include "run/run_common.h"
#include "../supervisor/audit/audit.h"
#include "../supervisor/base/buf.h"
#include "../supervisor/base/json.h"
#include "../supervisor/base/mem.h"
#include "../supervisor/base/rules.h"

#define SUBJECT_MAX	120	/* a longer one is not shown in full */

struct fact {
	const char	*rule;
	char		 subject[SUBJECT_MAX];
};

/*
 * Text that is what it looks like. The gate writes '?' for what is not known,
 * '*' for what stands for many, parentheses for arguments, a backslash for
 * bytes that cannot be shown, dots and [redacted:N] for what is not shown.
 */
static bool
is_constant(const char *s)
{
	size_t i, n = strlen(s);

	for (i = 0; i < n; i++)
		if (s[i] < ' ' || s[i] > '~' || strchr("?*()`\\", s[i]))
			return false;
	return n > 0 && n < SUBJECT_MAX && s[0] != ' ' && s[n - 1] != ' ' &&
	    strstr(s, "...") == NULL && strstr(s, "[redacted:") == NULL;
}

/* Does a row of this kind name a fact, and is it what the message shows? */
static bool
names_fact(const struct ruleset *rules, const struct rules_row *row,
    const char *subject)
{
	const struct rules_row *found;

	switch (row->kind) {
	case RULES_IMPORT:
	case RULES_MEMBER:
	case RULES_PATH:
	case RULES_HOST:
		return true;
	case RULES_CALL:
		/* Handed on, a callable is shown as the source calls it. */
		found = rules_find(rules, RULES_CALL, subject);
		return found != NULL && strcmp(rules_text(rules, found->id),
		    rules_text(rules, row->id)) == 0;
	default:
		return false;
	}
}

/* "`SUBJECT`: WHY", and nothing behind it. */
static bool
read_fact(const struct ruleset *rules, const struct json *finding,
    struct fact *ret)
{
	const char *rule = js_get_str(finding, "rule");
	const char *message = js_get_str(finding, "message");
	const char *class = js_get_str(finding, "class"), *end;
	const struct rules_row *row;

	row = rule == NULL ? NULL : rules_by_id(rules, rule);
	if (row == NULL || class == NULL || strcmp(class,
	    rules_class_name(RULES_CAPABILITY)) != 0 || message == NULL ||
	    message[0] != '`' || (end = strchr(++message, '`')) == NULL ||
	    (size_t)(end - message) >= sizeof(ret->subject) ||
	    strncmp(end, "`: ", 3) != 0 ||
	    strcmp(end + 3, rules_text(rules, row->why)) != 0)
		return false;
	memcpy(ret->subject, message, (size_t)(end - message));
	ret->subject[end - message] = '\0';
	ret->rule = rule;
	return is_constant(ret->subject) &&
	    names_fact(rules, row, ret->subject);
}

static bool
is_held(const struct json *finding)
{
	const char *decision = js_get_str(finding, "decision");

	return decision != NULL && strcmp(decision, "hold") == 0;
}

bool
standing_has(const struct json *facts, const char *rule, const char *subject)
{
	for (size_t i = 0; i < js_len(facts); i++) {
		const char *r = js_get_str(js_at(facts, i), "rule");
		const char *s = js_get_str(js_at(facts, i), "subject");

		if (r != NULL && s != NULL && strcmp(r, rule) == 0 &&
		    strcmp(s, subject) == 0)
			return true;
	}
	return false;
}

void
standing_put_facts(const struct ruleset *rules, const struct json *verdict,
    struct json *record)
{
	const struct json *findings = js_get(verdict, "findings");
	struct json *facts = js_arr(), *one;
	struct fact f;

	for (size_t i = 0; i < js_len(findings) &&
	    js_len(facts) < STANDING_OPENS_MOST; i++) {
		if (!is_held(js_at(findings, i)) ||
		    !read_fact(rules, js_at(findings, i), &f) ||
		    standing_has(facts, f.rule, f.subject))
			continue;
		one = js_obj();
		js_put_str(one, "rule", f.rule);
		js_put_str(one, "subject", f.subject);
		js_add(facts, one);
	}
	if (js_len(facts) > 0)
		js_put(record, "constants", facts);
	else
		js_free(facts);
}

static bool
is_list(const struct json *opens)
{
	size_t i;

	for (i = 0; i < js_len(opens); i++) {
		const char *s = js_get_str(js_at(opens, i), "subject");

		if (js_get_str(js_at(opens, i), "rule") == NULL || s == NULL ||
		    !is_constant(s))
			return false;
	}
	return js_is_arr(opens) && i > 0 && i <= STANDING_OPENS_MOST;
}

static bool
copy_hash(char to[HASH_HEX], const char *from)
{
	struct hash hash;

	if (from == NULL || hash_parse(from, &hash) < 0)
		return false;
	hash_hex(&hash, to);
	return true;
}

static void
take_decision(struct standings *all, const struct json *record)
{
	struct standing s = { .seq = (uint64_t)js_get_num(record, "seq"),
	    .time = js_get_num(record, "time"),
	    .until = js_get_num(record, "until") };
	const char *profile = js_get_str(record, "profile");
	const char *agent = js_get_str(record, "agent");
	const char *reason = js_get_str(record, "reason");
	const char *user = js_get_str(record, "user");

	if (!copy_hash(s.hash, js_get_str(record, "hash")) ||
	    !copy_hash(s.policy, js_get_str(record, "policy")) ||
	    profile == NULL || strlen(profile) >= sizeof(s.profile) ||
	    !is_list(js_get(record, "opens")) || s.until <= s.time ||
	    s.until - s.time > STANDING_MOST_MS ||
	    (agent != NULL ? agent[0] == '\0' : !js_get_flag(record,
	    "any_agent")))
		return;
	memcpy(s.profile, profile, strlen(profile) + 1);
	s.agent = agent != NULL ? mem_strdup(agent) : NULL;
	s.reason = mem_strdup(reason != NULL ? reason : "");
	s.user = mem_strdup(user != NULL ? user : "");
	s.opens = js_copy(js_get(record, "opens"));
	*MEM_PUSH(all->items, all->n, all->cap) = s;
}

static struct standing *
by_hash(struct standings *all, const char *hash)
{
	for (size_t i = 0; hash != NULL && i < all->n; i++)
		if (strcmp(all->items[i].hash, hash) == 0)
			return &all->items[i];
	return NULL;
}

void
standing_take(struct standings *all, const struct json *record)
{
	const struct json *used = js_get(record, "decisions");
	const char *act = js_get_str(record, "act");
	struct standing *s;

	if (act == NULL)
		return;
	if (strcmp(act, "stand") == 0)
		take_decision(all, record);
	else if (strcmp(act, "end") == 0) {
		s = by_hash(all, js_get_str(record, "decision"));
		if (s != NULL)
			s->ended = true;
	} else if (strcmp(act, "opened") == 0)
		for (size_t i = 0; i < js_len(used); i++) {
			s = by_hash(all, js_as_str(js_at(used, i)));
			if (s != NULL)
				s->used++;
		}
}

void
standing_free(struct standings *all)
{
	for (size_t i = 0; i < all->n; i++) {
		free(all->items[i].agent);
		free(all->items[i].reason);
		free(all->items[i].user);
		js_free(all->items[i].opens);
	}
	free(all->items);
	memset(all, 0, sizeof(*all));
}

/* What a run asks for. */
struct asked {
	const struct ruleset	*rules;
	const char		*sha256, *agent, *profile;
	char			 policy[HASH_HEX];
	struct json		*verdict;
};

/* The one that opens this, or NULL. */
static const struct standing *
find_one(const struct approvals *all, const struct asked *q,
    const struct fact *f)
{
	int64_t now = approvals_now(all);

	for (size_t i = all->standing.n; i-- > 0;) {
		const struct standing *s = &all->standing.items[i];

		if (!s->ended && s->until > now &&
		    strcmp(s->policy, q->policy) == 0 &&
		    strcmp(s->profile, q->profile) == 0 &&
		    (s->agent == NULL || (q->agent != NULL &&
		    strcmp(s->agent, q->agent) == 0)) &&
		    standing_has(s->opens, f->rule, f->subject))
			return s;
	}
	return NULL;
}

static void
add_used(struct json *used, const char *hash)
{
	for (size_t i = 0; i < js_len(used); i++)
		if (strcmp(js_as_str(js_at(used, i)), hash) == 0)
			return;
	js_add(used, js_str(hash));
}

/*
 * The decisions that open all that is held, as a list of hashes, or NULL; then
 * `why` says what they do not open, if they open anything. `ret_last` gets the
 * latest of them.
 */
static struct json *
find_all(const struct approvals *all, const struct asked *q,
    const struct standing **ret_last, struct buf *why)
{
	const struct json *findings = js_get(q->verdict, "findings"), *one;
	struct json *used = js_arr();
	const struct standing *s;
	size_t i, open = 0;
	struct fact f;

	*ret_last = NULL;
	for (i = 0; i < js_len(findings); i++) {
		one = js_at(findings, i);
		if (js_get_str(one, "decision") != NULL &&
		    strcmp(js_get_str(one, "decision"), "allow") == 0)
			continue;
		s = is_held(one) && read_fact(q->rules, one, &f) ?
		    find_one(all, q, &f) : NULL;
		if (s != NULL) {
			add_used(used, s->hash);
			if (*ret_last == NULL || s->seq > (*ret_last)->seq)
				*ret_last = s;
		} else if (open++ == 0 && why != NULL) {
			buf_adds(why, "no standing decision opens ");
			buf_adds(why, js_get_str(one, "rule"));
			buf_adds(why, " of ");
			buf_adds(why, js_get_str(one, "message"));
			buf_adds(why, "; ");
		}
	}
	if (js_len(used) > 0 && open == 0)
		return used;
	if (js_len(used) == 0 && why != NULL)
		why->len = 0;
	js_free(used);
	return NULL;
}

/* May decisions that stand be asked at all? */
static bool
is_open_to_any(const struct approvals *all, const struct asked *q)
{
	const char *decision = js_get_str(q->verdict, "decision");

	return all->standing.n > 0 && decision != NULL &&
	    strcmp(decision, "hold") == 0 &&
	    js_get_flag(js_get(q->verdict, "manifest"), "complete") &&
	    !approvals_rejects(all, q->sha256, q->policy, q->profile);
}

static int
record_use(struct run_setup *setup, const struct asked *q,
    const struct json *used)
{
	struct json *body = js_obj();

	js_put_str(body, "act", "opened");
	js_put_str(body, "sha256", q->sha256);
	js_put_str(body, "policy", q->policy);
	js_put_str(body, "profile", q->profile);
	js_put(body, "decisions", js_copy(used));
	return run_record(setup, "approval", body);
}

/* Each finding that was opened, by what. */
static void
mark(const struct approvals *all, const struct asked *q)
{
	struct json *marked = js_arr(), *one;
	const struct json *findings = js_get(q->verdict, "findings");
	const struct standing *s;
	struct fact f;

	for (size_t i = 0; i < js_len(findings); i++) {
		one = js_copy(js_at(findings, i));
		if (is_held(one) && read_fact(q->rules, one, &f) &&
		    (s = find_one(all, q, &f)) != NULL)
			js_put_str(one, "opened_by", s->hash);
		js_add(marked, one);
	}
	js_put(q->verdict, "findings", marked);
}

/* The record of the use stands: do all decisions still, behind it? */
static bool
still_open(struct run_setup *setup, const struct asked *q, struct buf *note)
{
	struct approvals all = { 0 };
	const struct standing *last;
	struct json *used = NULL;
	bool may;

	if (approvals_read(setup->log_path, &all) == 0 &&
	    is_open_to_any(&all, q))
		used = find_all(&all, q, &last, NULL);
	may = used != NULL;
	if (may) {
		mark(&all, q);
		buf_addf(note, "opened by standing decision %.12s of %s%s: %s",
		    last->hash, last->user, js_len(used) > 1 ?
		    ", and others" : "", last->reason);
	}
	js_free(used);
	approvals_free(&all);
	return may;
}

bool
standing_use(struct run_setup *setup, const struct approvals *all,
    const char *sha256, struct json *verdict, struct buf *note)
{
	struct asked q = { .rules = setup->opts.rules, .sha256 = sha256,
	    .agent = setup->agent, .verdict = verdict,
	    .profile = rules_profile_name(setup->opts.rules) };
	const struct standing *last;
	struct json *used = NULL;
	struct hash hash;
	bool may = false;

	rules_hash(q.rules, &hash);
	hash_hex(&hash, q.policy);
	if (is_open_to_any(all, &q))
		used = find_all(all, &q, &last, note);
	if (used != NULL && approvals_is_whole(setup->log_path, last->seq,
	    note) && record_use(setup, &q, used) == 0)
		may = still_open(setup, &q, note);
	js_free(used);
	return may;
}
