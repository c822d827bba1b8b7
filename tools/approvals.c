#include "approvals.h"

#include <time.h>

#include "run/run_common.h"
#include "../supervisor/audit/audit.h"
#include "../supervisor/audit/audit_scan.h"
#include "../supervisor/audit/audit_walk.h"
#include "../supervisor/base/buf.h"
#include "../supervisor/base/clock.h"
#include "../supervisor/base/json.h"
#include "../supervisor/base/mem.h"

static bool
copy_text(char *to, size_t size, const char *from)
{
	if (from == NULL || strlen(from) >= size)
		return false;
	memcpy(to, from, strlen(from) + 1);
	return true;
}

int
grants_hash_value(struct audit *log, const void *bytes, size_t n,
    char ret_hex[HASH_HEX])
{
	struct hash hash;
	int r = audit_keyed_hash(log, "grants", bytes, n, &hash);

	if (r == 0)
		hash_hex(&hash, ret_hex);
	return r;
}

bool
approval_key_make(struct approval_key *ret, const char *sha256,
    const char *policy, const char *profile, const char *grants)
{
	struct approval_key key;
	struct hash hash;

	memset(&key, 0, sizeof(key));
	if (!copy_text(key.sha256, sizeof(key.sha256), sha256) ||
	    !copy_text(key.policy, sizeof(key.policy), policy) ||
	    !copy_text(key.profile, sizeof(key.profile), profile) ||
	    !copy_text(key.grants, sizeof(key.grants), grants) ||
	    hash_parse(sha256, &hash) < 0 || hash_parse(policy, &hash) < 0 ||
	    hash_parse(grants, &hash) < 0)
		return false;
	*ret = key;
	return true;
}

bool
approval_key_read(struct approval_key *ret, const struct json *record)
{
	return approval_key_make(ret, js_get_str(record, "sha256"),
	    js_get_str(record, "policy"), js_get_str(record, "profile"),
	    js_get_str(record, "grants_hash"));
}

void
approval_key_put(const struct approval_key *key, struct json *record)
{
	js_put_str(record, "sha256", key->sha256);
	js_put_str(record, "policy", key->policy);
	js_put_str(record, "profile", key->profile);
	js_put_str(record, "grants_hash", key->grants);
}

bool
approval_key_same(const struct approval_key *a, const struct approval_key *b)
{
	return strcmp(a->sha256, b->sha256) == 0 &&
	    strcmp(a->policy, b->policy) == 0 &&
	    strcmp(a->profile, b->profile) == 0 &&
	    strcmp(a->grants, b->grants) == 0;
}

/* Whatever the options were: who rejects code rejects it with fewer, too. */
static void
void_earlier(struct approvals *all, const struct approval_key *key)
{
	struct approval_key same;

	for (size_t i = 0; i < all->n; i++) {
		same = all->items[i].key;
		memcpy(same.grants, key->grants, sizeof(same.grants));
		if (approval_key_same(&same, key))
			all->items[i].revoked = true;
	}
}

static void
mark_used(struct approvals *all, const struct approval *use)
{
	for (size_t i = 0; i < all->n; i++) {
		struct approval *a = &all->items[i];

		if (a->act == APPROVAL_APPROVE &&
		    strcmp(a->hash, use->of) == 0 && a->used_by[0] == '\0')
			memcpy(a->used_by, use->run, sizeof(a->used_by));
	}
}

/* Zeroed act: not one that is understood. */
static struct approval
read_approval(const struct json *record)
{
	struct approval a = { 0 };
	const char *act = js_get_str(record, "act");
	const char *scope = js_get_str(record, "scope");

	if (act == NULL || !approval_key_read(&a.key, record) ||
	    !copy_text(a.hash, sizeof(a.hash), js_get_str(record, "hash")))
		return a;
	a.seq = (uint64_t)js_get_num(record, "seq");
	a.time = js_get_num(record, "time");
	if (strcmp(act, "reject") == 0)
		a.act = APPROVAL_REJECT;
	else if (strcmp(act, "approve") == 0 && scope != NULL) {
		a.until = js_get_num(record, "until");
		/* What is not understood holds for one run at most. */
		a.once = strcmp(scope, "hash") != 0;
		a.act = APPROVAL_APPROVE;
	} else if (strcmp(act, "use") == 0 &&
	    copy_text(a.of, sizeof(a.of), js_get_str(record, "approval")) &&
	    copy_text(a.run, sizeof(a.run), js_get_str(record, "id")))
		a.act = APPROVAL_USE;
	return a;
}

void
approvals_take(struct approvals *all, const struct json *record)
{
	const char *type = js_get_str(record, "type"), *text;
	struct approval a;

	if (js_get_num(record, "time") > all->latest)
		all->latest = js_get_num(record, "time");
	if (type == NULL || strcmp(type, "approval") != 0)
		return;
	standing_take(&all->standing, record);
	a = read_approval(record);
	if (a.act == APPROVAL_NONE)
		return;
	if (a.act == APPROVAL_REJECT)
		void_earlier(all, &a.key);
	if (a.act == APPROVAL_USE)
		mark_used(all, &a);
	text = js_get_str(record, "reason");
	a.reason = mem_strdup(text != NULL ? text : "");
	text = js_get_str(record, "user");
	a.user = mem_strdup(text != NULL ? text : "");
	*MEM_PUSH(all->items, all->n, all->cap) = a;
}

int
approvals_read(const char *path, struct approvals *all)
{
	struct audit_walk *walk;
	struct audit_line info;
	struct json *record;
	const char *line;
	bool whole;
	size_t n;
	int r = audit_walk_open(path, &walk);

	if (r < 0)
		return r;
	while ((r = audit_walk_next(walk, &line, &n, &whole)) > 0) {
		r = audit_scan(line, n, &info, NULL, NULL);
		if (r < 0)
			break;
		if (info.time > all->latest)
			all->latest = info.time;
		if (info.type_len != strlen("approval") ||
		    memcmp(info.type, "approval", info.type_len) != 0)
			continue;
		r = js_parse(line, n, &record);
		if (r < 0)
			break;
		approvals_take(all, record);
		js_free(record);
	}
	audit_walk_free(walk);
	return r;
}

void
approvals_free(struct approvals *all)
{
	for (size_t i = 0; i < all->n; i++) {
		free(all->items[i].reason);
		free(all->items[i].user);
	}
	free(all->items);
	standing_free(&all->standing);
	memset(all, 0, sizeof(*all));
}

int64_t
approvals_now(const struct approvals *all)
{
	int64_t now = clock_ns(CLOCK_REALTIME) / 1000000;

	return now > all->latest ? now : all->latest;
}

/* Why this approval does not serve; NULL if it does. */
static const char *
fault_of(const struct approval *a, int64_t now, const char *run)
{
	if (a->revoked)
		return "its approval was withdrawn by a rejection";
	if (a->until <= now)
		return "its approval has expired";
	if (a->once && a->used_by[0] != '\0' &&
	    (run == NULL || strcmp(a->used_by, run) != 0))
		return "its approval was for one run, and is used";
	return NULL;
}

const struct approval *
approvals_find(const struct approvals *all, const struct approval_key *key,
    const char *run, struct buf *why)
{
	const char *fault = NULL, *other = NULL;
	int64_t now = approvals_now(all);
	size_t i;

	for (i = all->n; i-- > 0;) {
		const struct approval *a = &all->items[i];

		if (a->act != APPROVAL_APPROVE ||
		    strcmp(a->key.sha256, key->sha256) != 0)
			continue;
		if (strcmp(a->key.profile, key->profile) != 0)
			other = "it is approved under another profile";
		else if (strcmp(a->key.policy, key->policy) != 0)
			other = "it is approved under another policy of that "
			    "name";
		else if (strcmp(a->key.grants, key->grants) != 0)
			other = "it is approved with other options, arguments "
			    "or input: all of them have to be the same";
		else if (fault_of(a, now, run) == NULL)
			return a;
		else if (fault == NULL)
			fault = fault_of(a, now, run);
	}
	buf_adds(why, fault != NULL ? fault : other != NULL ? other :
	    "a person must approve");
	return NULL;
}

bool
approvals_rejects(const struct approvals *all, const char *sha256,
    const char *policy, const char *profile)
{
	for (size_t i = all->n; i-- > 0;) {
		const struct approval *a = &all->items[i];

		if (a->act != APPROVAL_USE &&
		    strcmp(a->key.sha256, sha256) == 0 &&
		    strcmp(a->key.policy, policy) == 0 &&
		    strcmp(a->key.profile, profile) == 0)
			return a->act == APPROVAL_REJECT;
	}
	return false;
}

bool
approvals_is_whole(const char *path, uint64_t seq, struct buf *note)
{
	struct audit_report rep;
	int r = audit_verify(path, NULL, &rep);

	/* Of several that would let it run, the last is told of. */
	note->len = 0;
	if (r < 0)
		buf_addf(note, "the log cannot be verified: %s",
		    audit_why(r));
	else if (rep.fault != AUDIT_WHOLE)
		buf_addf(note, "the log that approves it is not whole (%s, "
		    "record %llu): see sallyport audit verify",
		    audit_fault_name(rep.fault),
		    (unsigned long long)rep.fault_seq);
	else if (seq >= rep.signed_to)
		buf_adds(note, "its approval is not signed");
	else
		return true;
	return false;
}

static int
record_use(struct run_setup *setup, const struct approval *a)
{
	struct json *body = js_obj();

	js_put_str(body, "act", "use");
	js_put_str(body, "approval", a->hash);
	approval_key_put(&a->key, body);
	return run_record(setup, "approval", body);
}

/* The record of the use stands: did it come first, and does all still hold? */
static bool
is_ours(struct run_setup *setup, const struct approval_key *key,
    struct buf *note)
{
	struct approvals all = { 0 };
	const struct approval *a = NULL;
	int r = approvals_read(setup->log_path, &all);

	if (r < 0)
		buf_addf(note, "the log cannot be read: %s", audit_why(r));
	else
		a = approvals_find(&all, key, setup->id, note);
	if (a != NULL && a->once && strcmp(a->used_by, setup->id) != 0) {
		buf_adds(note, "its approval was for one run, and is used");
		a = NULL;
	}
	if (a != NULL) {
		buf_addf(note, "approved by %s, for %s: %s",
		    a->user[0] != '\0' ? a->user : "an unnamed reviewer",
		    a->once ? "this one run" : "every run of this code",
		    a->reason);
	}
	approvals_free(&all);
	return a != NULL;
}

static void
add_next_step(const struct run_setup *setup, struct buf *note)
{
	buf_addf(note, ": sallyport review approve %s --reason TEXT "
	    "--until 1h", setup->id);
	if (setup->audit_path != NULL)
		buf_addf(note, " --audit %s", setup->audit_path);
}

bool
approvals_use(struct run_setup *setup, const struct approvals *all,
    const char *sha256, struct buf *note)
{
	const struct approval *a;
	struct approval_key key;
	char policy[HASH_HEX];
	struct hash hash;
	bool may = false;
	int r;

	rules_hash(setup->opts.rules, &hash);
	hash_hex(&hash, policy);
	if (!approval_key_make(&key, sha256, policy,
	    rules_profile_name(setup->opts.rules), setup->grants_hash)) {
		buf_adds(note, "a person must approve");
		return false;
	}
	a = approvals_find(all, &key, NULL, note);
	if (a == NULL)
		add_next_step(setup, note);
	if (a != NULL && approvals_is_whole(setup->log_path, a->seq, note)) {
		r = record_use(setup, a);
		if (r < 0)
			buf_addf(note, "the use of its approval cannot be "
			    "recorded: %s", audit_why(r));
		else
			may = is_ours(setup, &key, note);
	}
	return may;
}
