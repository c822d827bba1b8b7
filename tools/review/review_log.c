/*
 * The log, read for a reviewer: a light pass over all of it, and a second one
 * that keeps the records of those entries that are wanted.
 */
#include "review.h"

#include <fcntl.h>

#include "../../supervisor/audit/audit.h"
#include "../../supervisor/audit/audit_scan.h"
#include "../../supervisor/audit/audit_walk.h"
#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/fdio.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/rules.h"

#define CODE_MAX	(64u << 20)
#define EVENTS_MOST	1000		/* kept of one run */

static uint32_t
hash_id(const char *id)
{
	uint32_t h = 2166136261u;

	for (; *id != '\0'; id++)
		h = (h ^ (unsigned char)*id) * 16777619u;
	return h;
}

static void
put_id(struct review_log *log, uint32_t item)
{
	size_t i = hash_id(log->items[item].id) & (log->table_size - 1);

	while (log->table[i] != 0)
		i = (i + 1) & (log->table_size - 1);
	log->table[i] = item + 1;
}

static struct review_entry *
find_id(const struct review_log *log, const char *id)
{
	size_t i;

	if (log->table_size == 0 || id == NULL || id[0] == '\0')
		return NULL;
	i = hash_id(id) & (log->table_size - 1);
	for (; log->table[i] != 0; i = (i + 1) & (log->table_size - 1))
		if (strcmp(log->items[log->table[i] - 1].id, id) == 0)
			return &log->items[log->table[i] - 1];
	return NULL;
}

static const char *
keep(struct review_log *log, const char *s)
{
	return s == NULL || s[0] == '\0' ? "" :
	    arena_strndup(log->arena, s, strlen(s));
}

static struct review_entry *
add_entry(struct review_log *log, const struct json *record)
{
	const char *hash = js_get_str(record, "hash");
	struct review_entry *e;
	size_t i;

	e = MEM_PUSH(log->items, log->n, log->cap);
	e->id = keep(log, js_get_str(record, "id"));
	if (hash != NULL && strlen(hash) < sizeof(e->hash))
		memcpy(e->hash, hash, strlen(hash) + 1);
	e->seq = (uint64_t)js_get_num(record, "seq");
	e->time = js_get_num(record, "time");
	e->command = keep(log, js_get_str(record, "command"));
	e->agent = keep(log, js_get_str(record, "agent"));
	e->user = keep(log, js_get_str(record, "user"));
	e->label = keep(log, js_get_str(record, "label"));
	e->name = e->sha256 = e->profile = e->policy = e->decision =
	    e->grants_hash =
	    e->status = e->rule = e->message = "";
	if (e->id[0] == '\0')
		return e;
	if (log->n * 2 > log->table_size) {
		log->table_size = log->table_size == 0 ? 1024 :
		    log->table_size * 2;
		free(log->table);
		log->table = mem_new(log->table_size, sizeof(*log->table));
		for (i = 0; i < log->n; i++)
			if (log->items[i].id[0] != '\0')
				put_id(log, (uint32_t)i);
	} else
		put_id(log, (uint32_t)(log->n - 1));
	return e;
}

static int
severity_of(const char *word)
{
	for (int i = RULES_LOW; i <= RULES_CRITICAL; i++)
		if (word != NULL && strcmp(word, rules_severity_name(
		    (enum rules_severity)i)) == 0)
			return i;
	return RULES_SEVERITY_UNSET;
}

/* The finding that decided: as grave as the decision, and the gravest. */
static void
take_findings(struct review_log *log, struct review_entry *e,
    const struct json *findings)
{
	const struct json *f, *lead = NULL;
	const char *decision;
	int severity;
	size_t i;

	for (i = 0; i < js_len(findings); i++) {
		f = js_at(findings, i);
		decision = js_get_str(f, "decision");
		severity = severity_of(js_get_str(f, "severity"));
		if (decision == NULL || strcmp(decision, e->decision) != 0 ||
		    (lead != NULL && severity <= e->severity))
			continue;
		lead = f;
		e->severity = severity;
	}
	e->rule = keep(log, js_get_str(lead, "rule"));
	e->message = keep(log, js_get_str(lead, "message"));
}

static void
take_verdict(struct review_log *log, struct review_entry *e,
    const struct json *record)
{
	const struct json *verdict = js_get(record, "verdict");

	e->profile = keep(log, js_get_str(record, "profile"));
	e->policy = keep(log, js_get_str(record, "policy"));
	e->grants_hash = keep(log, js_get_str(record, "grants_hash"));
	e->name = keep(log, js_get_str(verdict, "name"));
	e->sha256 = keep(log, js_get_str(verdict, "sha256"));
	e->decision = keep(log, js_get_str(verdict, "decision"));
	if (review_kind(e) != REVIEW_NO)
		take_findings(log, e, js_get(verdict, "findings"));
}

/* What happened to it stands before what the gate thought of it. */
static void
take_violation(struct review_log *log, struct review_entry *e,
    const struct json *record)
{
	const struct json *v = js_get(record, "violation");

	e->met = (uint64_t)js_get_num(record, "seq");
	if (e->violations++ > 0)
		return;
	e->rule = keep(log, js_get_str(v, "rule"));
	e->message = keep(log, js_get_str(v, "message"));
	e->severity = RULES_HIGH;
}

static void
take_outcome(struct review_log *log, struct review_entry *e,
    const struct json *record)
{
	const struct json *limit = js_get(record, "limit");

	e->met = (uint64_t)js_get_num(record, "seq");
	e->status = keep(log, js_get_str(record, "status"));
	if (strcmp(e->status, "held") == 0 &&
	    js_len(js_get(record, "output")) > 0) {
		limit = js_at(js_get(record, "output"), 0);
		e->rule = keep(log, js_get_str(limit, "rule"));
		e->message = keep(log, js_get_str(limit, "message"));
		e->severity = RULES_MEDIUM;
	}
	if (review_kind(e) != REVIEW_LIMIT)
		return;
	e->rule = keep(log, js_get_str(limit, "name"));
	e->message = "ended at this limit";
	e->severity = RULES_MEDIUM;
}

static void
take_light(struct review_log *log, const char *type,
    const struct json *record)
{
	struct review_entry *e = find_id(log, js_get_str(record, "id"));

	approvals_take(&log->approvals, record);
	if (strcmp(type, "approval") == 0) {
		const char *act = js_get_str(record, "act");

		if (e != NULL && js_is_arr(js_get(record, "decisions")))
			e->opened = true;
		e = find_id(log, js_get_str(record, "run"));
		if (e != NULL && act != NULL) {
			e->released = strcmp(act, "release") == 0;
			e->withheld = !e->released;
		}
		return;
	}
	if (e == NULL)
		e = add_entry(log, record);
	if (strcmp(type, "verdict") == 0)
		take_verdict(log, e, record);
	else if (strcmp(type, "violation") == 0)
		take_violation(log, e, record);
	else if (strcmp(type, "outcome") == 0)
		take_outcome(log, e, record);
	else if (strcmp(type, "intent") == 0 && e->profile[0] == '\0') {
		e->profile = keep(log, js_get_str(record, "profile"));
		e->policy = keep(log, js_get_str(record, "policy"));
		e->name = keep(log, js_get_str(record, "executable"));
	}
}

static struct review_entry *
find_seq(struct review_log *log, uint64_t seq)
{
	size_t low = 0, high = log->n, mid;

	while (low < high) {
		mid = low + (high - low) / 2;
		if (log->items[mid].seq < seq)
			low = mid + 1;
		else
			high = mid;
	}
	return low < log->n && log->items[low].seq == seq ?
	    &log->items[low] : NULL;
}

static void
add_event(struct review_entry *e, const struct json *record)
{
	if (e->events == NULL)
		e->events = js_arr();
	if (js_len(e->events) < EVENTS_MOST)
		js_add(e->events, js_copy(record));
}

static void
take_full(struct review_log *log, const char *type,
    const struct json *record)
{
	struct review_entry *e = find_id(log, js_get_str(record, "id"));
	struct json **place = NULL;
	size_t i;

	if (strcmp(type, "approval") == 0) {
		for (i = 0; i < log->n; i++) {
			const char *code = js_get_str(record, "sha256");

			e = &log->items[i];
			if (e->wanted && code != NULL &&
			    strcmp(code, e->sha256) == 0)
				add_event(e, record);
		}
		return;
	}
	if (e == NULL)
		e = find_seq(log, (uint64_t)js_get_num(record, "seq"));
	if (e == NULL || !e->wanted)
		return;
	if (strcmp(type, "verdict") == 0)
		place = &e->verdict;
	else if (strcmp(type, "intent") == 0)
		place = &e->intent;
	else if (strcmp(type, "outcome") == 0)
		place = &e->outcome;
	else if (strcmp(type, "violation") == 0)
		add_event(e, record);
	if (place != NULL && *place == NULL)
		*place = js_copy(record);
}

static bool
is_of_interest(const struct audit_line *info)
{
	static const char *const types[] = { "submission", "verdict", "intent",
	    "violation", "outcome", "approval" };

	for (size_t i = 0; i < ARRAY_SIZE(types); i++)
		if (info->type_len == strlen(types[i]) &&
		    memcmp(info->type, types[i], info->type_len) == 0)
			return true;
	return false;
}

static int
pass(struct review_log *log,
    void (*take)(struct review_log *, const char *, const struct json *))
{
	struct audit_walk *walk;
	struct audit_line info;
	struct json *record;
	const char *line;
	bool whole;
	size_t n;
	int r = audit_walk_open(log->path, &walk);

	if (r < 0) {
		cmd_error(&cmd_review, "%s: %s", log->path, r == -ENOENT ?
		    "no log yet; run, or check --audit, begins one" :
		    audit_why(r));
		return cmd_review.failure;
	}
	while ((r = audit_walk_next(walk, &line, &n, &whole)) > 0) {
		if (audit_scan(line, n, &info, NULL, NULL) < 0)
			continue;
		if (info.time > log->approvals.latest)
			log->approvals.latest = info.time;
		if (!is_of_interest(&info) || js_parse(line, n, &record) < 0)
			continue;
		take(log, js_get_str(record, "type"), record);
		js_free(record);
	}
	audit_walk_free(walk);
	/* What could be read is evidence still, and the log's state is shown. */
	if (r < 0)
		cmd_error(&cmd_review, "%s: not read to its end: %s",
		    log->path, audit_why(r));
	return 0;
}

int
review_open(const char *path, struct review_log *log)
{
	int r;

	memset(log, 0, sizeof(*log));
	log->path = mem_strdup(path);
	log->arena = arena_new();
	r = pass(log, take_light);
	if (r != 0)
		return r;
	log->rep_err = audit_verify(path, NULL, &log->rep);
	if (log->rep_err < 0)
		cmd_error(&cmd_review, "%s: not verified: %s", path,
		    audit_why(log->rep_err));
	else if (log->rep.fault != AUDIT_WHOLE)
		cmd_error(&cmd_review, "%s: not whole (%s, record %llu): what "
		    "it says may not be what happened; see sallyport audit "
		    "verify", path, audit_fault_name(log->rep.fault),
		    (unsigned long long)log->rep.fault_seq);
	return 0;
}

int
review_fill(struct review_log *log)
{
	return pass(log, take_full);
}

void
review_close(struct review_log *log)
{
	for (size_t i = 0; i < log->n; i++) {
		js_free(log->items[i].verdict);
		js_free(log->items[i].intent);
		js_free(log->items[i].outcome);
		js_free(log->items[i].events);
	}
	free(log->items);
	free(log->table);
	free(log->path);
	arena_free(log->arena);
	approvals_free(&log->approvals);
}

static bool
begins(const char *s, const char *with)
{
	return strncmp(s, with, strlen(with)) == 0;
}

static bool
is_alike(const struct review_entry *a, const struct review_entry *b)
{
	struct approval_key x, y;

	return review_key(a, &x) && review_key(b, &y) &&
	    approval_key_same(&x, &y);
}

struct review_entry *
review_find(struct review_log *log, const char *id, bool to_decide)
{
	struct review_entry *e = find_id(log, id), *found = NULL;
	size_t n = 0, i;
	bool alike = to_decide;

	if (e != NULL)
		return e;
	if (strlen(id) < 4) {
		cmd_error(&cmd_review, "'%s' is too short: give 4 characters "
		    "of a run's id or of a hash at least", id);
		return NULL;
	}
	for (i = 0; i < log->n; i++) {
		e = &log->items[i];
		if (!begins(e->sha256, id) && !begins(e->id, id) &&
		    !begins(e->hash, id))
			continue;
		alike = alike && (found == NULL || is_alike(found, e));
		found = e;
		n++;
	}
	if (n > 1 && !alike) {
		cmd_error(&cmd_review, "'%s' stands for %zu submissions: give "
		    "the id of one, as sallyport review list has it", id, n);
		return NULL;
	}
	if (found == NULL)
		cmd_error(&cmd_review, "%s: nothing there has the id or the "
		    "hash '%s'", log->path, id);
	return found;
}

enum review_kind
review_kind(const struct review_entry *e)
{
	if (e->violations > 0 || strcmp(e->status, "denied") == 0)
		return REVIEW_VIOLATION;
	if (strcmp(e->status, "timed_out") == 0 ||
	    strcmp(e->status, "limit_exceeded") == 0)
		return REVIEW_LIMIT;
	return strcmp(e->decision, "hold") == 0 ||
	    strcmp(e->status, "held") == 0 ? REVIEW_HOLD :
	    strcmp(e->decision, "block") == 0 ? REVIEW_BLOCK : REVIEW_NO;
}

const char *
review_kind_name(enum review_kind kind)
{
	static const char *const names[] = {
		[REVIEW_NO] = "none", [REVIEW_HOLD] = "hold",
		[REVIEW_BLOCK] = "block", [REVIEW_VIOLATION] = "violation",
		[REVIEW_LIMIT] = "limit",
	};

	return names[kind];
}

bool
review_key(const struct review_entry *e, struct approval_key *ret)
{
	return approval_key_make(ret, e->sha256, e->policy, e->profile,
	    e->grants_hash);
}

enum review_state
review_state(const struct review_log *log, const struct review_entry *e,
    const struct approval **ret)
{
	const struct approvals *all = &log->approvals;
	struct approval_key key;
	int64_t now;
	size_t i;

	if (ret != NULL)
		*ret = NULL;
	if (e->released || e->withheld)
		return e->released ? REVIEW_APPROVED : REVIEW_REJECTED;
	if (!review_key(e, &key))
		return REVIEW_OPEN;
	now = approvals_now(all);
	for (i = all->n; i-- > 0;) {
		const struct approval *a = &all->items[i];

		if (a->act == APPROVAL_USE ||
		    !approval_key_same(&a->key, &key))
			continue;
		if (ret != NULL)
			*ret = a;
		if (a->act == APPROVAL_REJECT || a->revoked)
			return REVIEW_REJECTED;
		return a->until <= now || (a->once && a->used_by[0] != '\0') ?
		    REVIEW_SPENT : REVIEW_APPROVED;
	}
	return e->opened ? REVIEW_APPROVED : REVIEW_OPEN;
}

const char *
review_state_name(enum review_state state)
{
	static const char *const names[] = {
		[REVIEW_OPEN] = "open", [REVIEW_APPROVED] = "approved",
		[REVIEW_REJECTED] = "rejected", [REVIEW_SPENT] = "spent",
	};

	return names[state];
}

int
review_code(const struct review_log *log, const char *sha256, struct buf *out)
{
	auto_buf struct buf path = BUF_INIT;
	struct hash want, have;
	int r = hash_parse(sha256, &want);

	if (r < 0)
		return r;
	buf_addf(&path, "%s.d/code/%.2s/%s", log->path, sha256, sha256);
	r = fdio_read_file(path.data, CODE_MAX, out);
	if (r < 0)
		return r;
	hash_of(buf_str(out), out->len, &have);
	if (memcmp(&have, &want, sizeof(have)) == 0)
		return 0;
	out->len = 0;
	return -EBADMSG;
}
