#include "recorder.h"

#include <pthread.h>

#include "../base/buf.h"
#include "../base/fit.h"
#include "../base/hash.h"
#include "../base/json.h"
#include "../base/mem.h"
#include "../base/redact.h"
#include "../base/util.h"
#include "../limits/limits.h"
#include "../policy/policy.h"

/* Beyond this many, one entry for each call and rule counts the rest. */
#define DISTINCT_MAX	256
#define EXPLORE_MAX	4096	/* where all is to be listed */
#define COARSE_MAX	1024	/* such entries; what comes then is in none */
#define REFUSALS_MAX	32
#define LOOKUPS_MAX	200	/* who looks up more searches the host */
#define LOOKUPS_BYTES	(128u << 10)
#define LOOKUPS_PLACED	4096	/* beyond this many, no more places */

struct entry {
	struct hash	 key;
	int64_t		 count;
};

struct refusal {
	struct hash	 key;
	struct json	*json;
	int64_t		 count, asked;
};

/* The tracer's alone, but for the limit. */
struct recorder {
	size_t		 distinct, bytes;	/* that may be told */
	void		(*on_violation)(const struct json *, void *);
	void		*arg;
	struct entry	*entries;		/* in the order they were told */
	size_t		 count, cap, coarse;
	struct fit_rest	 untold, unlisted;	/* violations; refusals */
	struct refusal	 refusals[REFUSALS_MAX];
	size_t		 nrefusals;
	struct refusal	 lookups[LOOKUPS_MAX];	/* json: NULL if too long */
	size_t		 nlookups, lookup_bytes;
	int64_t		 looked_up;
	struct fit_rest	 unkept;		/* lookups */
	bool		 searched;
	pthread_mutex_t	 lock;			/* of what follows; never held
						   for long: the clock needs it */
	bool		 has_limit;
	int		 which;
	int64_t		 limit, used;
};

struct recorder *
recorder_new(bool all, void (*on_violation)(const struct json *, void *),
    void *arg)
{
	struct recorder *recorder = mem_new(1, sizeof(*recorder));

	pthread_mutex_init(&recorder->lock, NULL);
	recorder->on_violation = on_violation;
	recorder->arg = arg;
	recorder->distinct = all ? EXPLORE_MAX : DISTINCT_MAX;
	recorder->bytes = RECORDER_BYTES;
	return recorder;
}

void
recorder_renew(struct recorder *recorder)
{
	size_t i;

	for (i = 0; i < recorder->nrefusals; i++)
		js_free(recorder->refusals[i].json);
	for (i = 0; i < recorder->nlookups; i++)
		js_free(recorder->lookups[i].json);
	memset(recorder->refusals, 0, sizeof(recorder->refusals));
	memset(recorder->lookups, 0, sizeof(recorder->lookups));
	recorder->nrefusals = recorder->nlookups = recorder->lookup_bytes = 0;
	recorder->count = recorder->coarse = 0;
	recorder->bytes = RECORDER_BYTES;
	recorder->looked_up = 0;
	recorder->searched = false;
	recorder->untold = recorder->unlisted = recorder->unkept =
	    (struct fit_rest){ 0 };
}

static const char *
or_empty(const char *s)
{
	return s != NULL ? s : "";
}

/* Same call, same rule, same first argument, same place: the same thing. */
static struct hash
key_of(const struct violation *v, bool coarse)
{
	auto_buf struct buf key = BUF_INIT;
	const struct json *frame = coarse ? NULL : js_at(v->python, 0);
	struct hash hash;

	buf_addf(&key, "%s %s", or_empty(v->syscall),
	    v->ruling != NULL ? or_empty(v->ruling->rule) : "");
	if (!coarse)
		buf_addc(&key, '\n');
	if (!coarse && v->arguments != NULL)
		js_write(v->arguments, &key);
	if (frame != NULL)
		buf_addf(&key, "\n%s:%lld", or_empty(js_get_str(frame, "file")),
		    (long long)js_get_num(frame, "line"));
	hash_of(buf_str(&key), key.len, &hash);
	return hash;
}

static struct entry *
find(struct recorder *recorder, const struct hash *key)
{
	size_t i;

	for (i = recorder->count; i-- > 0; ) {
		if (memcmp(&recorder->entries[i].key, key, sizeof(*key)) == 0)
			return &recorder->entries[i];
	}
	return NULL;
}

/*
 * As all may see it, log and document and page; nor does a hash of what is
 * left out tell a short secret. Takes it over.
 */
static struct json *
clean(struct json *json)
{
	struct json *fitted = fit_owned(json, FIT_ITEM);
	struct json *shown = redact_json(fitted);

	js_free(fitted);
	return shown;
}

static struct json *
to_json(struct violation *v, bool coarse)
{
	struct json *json = js_obj();
	const struct ruling *ruling = v->ruling;

	js_put_str(json, "syscall", v->syscall);
	js_put(json, "arguments", v->arguments != NULL && !coarse ?
	    steal_ptr(&v->arguments) : js_obj());
	js_put_str(json, "rule", ruling != NULL ? or_empty(ruling->rule) : "");
	js_put_str(json, "message",
	    ruling != NULL ? or_empty(ruling->why) : "");
	js_put_str(json, "hint", ruling != NULL ? or_empty(ruling->hint) : "");
	js_put_str(json, "errno", v->err > 0 ? strerrorname_np(v->err) : NULL);
	js_put_num(json, "count", 1);
	js_put(json, "python", v->python != NULL && !coarse ?
	    steal_ptr(&v->python) : js_arr());
	js_put_str(json, "python_why", v->python_why);
	js_put(json, "native", v->native != NULL && !coarse ?
	    steal_ptr(&v->native) : js_arr());
	return clean(json);
}

static void
tell(struct recorder *recorder, const struct hash *key,
    const struct json *json)
{
	struct entry *entry = MEM_PUSH(recorder->entries, recorder->count,
	    recorder->cap);

	entry->key = *key;
	entry->count = 1;
	if (recorder->on_violation != NULL)
		recorder->on_violation(json, recorder->arg);
}

/* Too many, or too much: only how often, of which call, by which rule. */
static void
tell_coarse(struct recorder *recorder, struct violation *v,
    const struct json *untold)
{
	struct hash key = key_of(v, true);
	struct entry *entry = find(recorder, &key);
	struct json *json;

	fit_leave(&recorder->untold, untold);
	if (entry != NULL) {
		entry->count++;
	} else if (recorder->coarse < COARSE_MAX) {
		recorder->coarse++;
		json = to_json(v, true);
		tell(recorder, &key, json);
		js_free(json);
	}
}

void
recorder_violation(struct recorder *recorder, struct violation *v)
{
	auto_buf struct buf text = BUF_INIT;
	struct hash key = key_of(v, false);
	struct entry *entry = find(recorder, &key);
	struct json *json;

	if (entry != NULL) {
		entry->count++;
	} else {
		json = to_json(v, false);
		js_write(json, &text);
		if (recorder->count - recorder->coarse < recorder->distinct &&
		    text.len <= recorder->bytes) {
			recorder->bytes -= text.len;
			tell(recorder, &key, json);
		} else
			tell_coarse(recorder, v, json);
		js_free(json);
	}
	js_free(v->arguments);
	js_free(v->python);
	js_free(v->native);
	v->arguments = v->python = v->native = NULL;
}

static struct json *
refusal_json(struct violation *v, const struct limits_refusal *refused)
{
	struct json *json = js_obj();

	js_put_str(json, "syscall", v->syscall);
	js_put_str(json, "errno", strerrorname_np(refused->err));
	js_put_str(json, "limit", rules_limit_name(
	    (enum rules_limit)refused->which));
	js_put_num(json, "max", refused->limit);
	js_put_num(json, "used", refused->used);
	js_put_num(json, "asked", refused->asked);
	js_put_num(json, "count", 1);
	js_put_flag(json, "forked", refused->forked);
	js_put(json, "python", v->python != NULL ? steal_ptr(&v->python) :
	    js_arr());
	js_put_str(json, "python_why", v->python_why);
	js_put(json, "native", v->native != NULL ? steal_ptr(&v->native) :
	    js_arr());
	return clean(json);
}

void
recorder_refusal(struct recorder *recorder, struct violation *v,
    const struct limits_refusal *refused)
{
	auto_buf struct buf text = BUF_INIT;
	const struct json *frame = js_at(v->python, 0);
	struct refusal *refusal;
	struct json *json;
	struct hash key;
	int magnitude = 0;
	size_t i;

	/* Amounts are alike if they have as many digits, in base two. */
	while (refused->asked >> magnitude != 0)
		magnitude++;
	buf_addf(&text, "%s %d %d %s:%lld", v->syscall, refused->which,
	    magnitude,
	    frame != NULL ? or_empty(js_get_str(frame, "file")) : "",
	    frame != NULL ? (long long)js_get_num(frame, "line") : 0);
	hash_of(buf_str(&text), text.len, &key);
	for (i = 0; i < recorder->nrefusals; i++)
		if (memcmp(&recorder->refusals[i].key, &key, sizeof(key)) == 0)
			break;
	if (i < REFUSALS_MAX) {
		refusal = &recorder->refusals[i];
		if (i == recorder->nrefusals) {
			recorder->nrefusals++;
			refusal->key = key;
			refusal->json = refusal_json(v, refused);
		}
		refusal->count++;
		if (refused->asked > refusal->asked)
			refusal->asked = refused->asked;
	} else {
		json = refusal_json(v, refused);
		fit_leave(&recorder->unlisted, json);
		js_free(json);
	}
	js_free(v->python);
	js_free(v->native);
	v->python = v->native = NULL;
}

struct json *
recorder_refusals(struct recorder *recorder)
{
	struct json *all = js_arr();
	size_t i;

	for (i = 0; i < recorder->nrefusals; i++) {
		const struct refusal *refusal = &recorder->refusals[i];
		struct json *copy = js_copy(refusal->json);

		js_put_num(copy, "count", refusal->count);
		js_put_num(copy, "asked", refusal->asked);
		js_add(all, copy);
	}
	return all;
}

static struct json *
lookup_json(const struct violation *v, const char *name,
    const struct json *frame)
{
	struct json *json = js_obj();

	js_put_str(json, "call", v->syscall);
	js_put_str(json, "name", name);
	js_put_str(json, "file", js_get_str(frame, "file"));
	js_put(json, "line", frame != NULL ? js_num(js_get_num(frame,
	    "line")) : js_nul());
	js_put_num(json, "count", 1);
	js_put_str(json, "errno", v->err > 0 ? strerrorname_np(v->err) : NULL);
	js_put_str(json, "rule", or_empty(v->ruling->rule));
	js_put_str(json, "message", or_empty(v->ruling->why));
	js_put_str(json, "hint", or_empty(v->ruling->hint));
	return clean(json);
}

bool
recorder_places_lookup(const struct recorder *recorder)
{
	return recorder->looked_up < LOOKUPS_PLACED && !recorder->searched;
}

/* The one that is meant, or where there is room for it; or NULL. */
static struct refusal *
find_lookup(struct recorder *recorder, const struct violation *v,
    const char *name)
{
	auto_buf struct buf text = BUF_INIT;
	const struct json *frame = js_at(v->python, 0);
	bool placed = recorder_places_lookup(recorder);
	struct hash key;
	size_t i;

	buf_addf(&text, "%s %s %s:%lld", v->syscall, name,
	    or_empty(js_get_str(frame, "file")),
	    (long long)js_get_num(frame, "line"));
	hash_of(buf_str(&text), text.len, &key);
	for (i = 0; i < recorder->nlookups; i++) {
		struct refusal *one = &recorder->lookups[i];

		if (memcmp(&one->key, &key, sizeof(key)) == 0 || (!placed &&
		    one->json != NULL && strcmp(js_get_str(one->json, "name"),
		    name) == 0 && strcmp(js_get_str(one->json, "call"),
		    v->syscall) == 0))
			return one;
	}
	if (i == LOOKUPS_MAX)
		return NULL;
	recorder->lookups[i].key = key;
	recorder->nlookups++;
	return &recorder->lookups[i];
}

bool
recorder_lookup(struct recorder *recorder, struct violation *v,
    const char *name)
{
	auto_buf struct buf text = BUF_INIT;
	struct refusal *entry = find_lookup(recorder, v, name);
	bool first = entry == NULL && !recorder->searched;
	struct json *json = NULL;

	recorder->looked_up++;
	if (entry == NULL || entry->count == 0) {
		json = lookup_json(v, name, js_at(v->python, 0));
		js_write(json, &text);
	}
	if (entry != NULL && json != NULL &&
	    recorder->lookup_bytes + text.len <= LOOKUPS_BYTES) {
		recorder->lookup_bytes += text.len;
		entry->json = steal_ptr(&json);
	} else if (json != NULL)
		fit_leave(&recorder->unkept, json);
	if (entry != NULL)
		entry->count++;
	recorder->searched |= first;
	js_free(json);
	js_free(v->python);
	js_free(v->native);
	v->python = v->native = NULL;
	return first;
}

struct json *
recorder_lookups(struct recorder *recorder)
{
	struct json *all = js_arr();
	size_t i;

	for (i = 0; i < recorder->nlookups; i++) {
		struct json *copy;

		if (recorder->lookups[i].json == NULL)
			continue;
		copy = js_copy(recorder->lookups[i].json);
		js_put_num(copy, "count", recorder->lookups[i].count);
		js_add(all, copy);
	}
	return all;
}

void
recorder_limit(struct recorder *recorder, int which, int64_t limit,
    int64_t used)
{
	pthread_mutex_lock(&recorder->lock);
	if (!recorder->has_limit) {
		recorder->has_limit = true;
		recorder->which = which;
		recorder->limit = limit;
		recorder->used = used;
	} else if (recorder->which == which && used > recorder->used)
		recorder->used = used;
	pthread_mutex_unlock(&recorder->lock);
}

struct json *
recorder_again(struct recorder *recorder)
{
	struct json *all = js_arr(), *one;
	size_t i;

	for (i = 0; i < recorder->count; i++) {
		if (recorder->entries[i].count == 1)
			continue;
		one = js_obj();
		js_put_num(one, "at", (int64_t)i);
		js_put_num(one, "count", recorder->entries[i].count);
		js_add(all, one);
	}
	return all;
}

struct json *
recorder_left_out(struct recorder *recorder)
{
	struct json *notes = js_obj();

	if (recorder->untold.count > 0)
		js_put(notes, "violations", fit_note(&recorder->untold));
	if (recorder->unlisted.count > 0)
		js_put(notes, "refusals", fit_note(&recorder->unlisted));
	if (recorder->unkept.count > 0)
		js_put(notes, "lookups", fit_note(&recorder->unkept));
	return notes;
}

bool
recorder_take_limit(struct recorder *recorder, int *ret_which,
    int64_t *ret_limit, int64_t *ret_used)
{
	bool has;

	pthread_mutex_lock(&recorder->lock);
	has = recorder->has_limit;
	recorder->has_limit = false;
	if (has && ret_which != NULL)
		*ret_which = recorder->which;
	if (has && ret_limit != NULL)
		*ret_limit = recorder->limit;
	if (has && ret_used != NULL)
		*ret_used = recorder->used;
	pthread_mutex_unlock(&recorder->lock);
	return has;
}
