#include "recorder.h"

#include <pthread.h>

#include "base/buf.h"
#include "base/json.h"
#include "base/mem.h"
#include "base/util.h"
#include "limits/limits.h"
#include "policy.h"

/* Beyond this many, one entry for each call and rule counts the rest. */
#define DISTINCT_MAX	256
#define EXPLORE_MAX	4096	/* where all is to be listed */
#define REFUSALS_MAX	32
#define LOOKUPS_MAX	32	/* the last counts what is left */

struct entry {
	char		*key;
	struct json	*json;
	int64_t		 count;
};

struct recorder {
	pthread_mutex_t	 lock;
	pthread_mutex_t	 limit_lock;	/* never held for long: the clock
					   waits for it */
	size_t		 distinct;
	void		(*on_violation)(const struct json *, void *);
	void		*arg;
	struct entry	*entries;
	size_t		 count, cap;
	struct entry	 refusals[REFUSALS_MAX];
	int64_t		 asked[REFUSALS_MAX];
	size_t		 nrefusals;
	struct entry	 lookups[LOOKUPS_MAX];
	size_t		 nlookups;
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
	pthread_mutex_init(&recorder->limit_lock, NULL);
	recorder->on_violation = on_violation;
	recorder->arg = arg;
	recorder->distinct = all ? EXPLORE_MAX : DISTINCT_MAX;
	return recorder;
}

static const char *
or_empty(const char *s)
{
	return s != NULL ? s : "";
}

/* Same call, same rule, same first argument, same place: the same thing. */
static char *
key_of(const struct violation *v, bool coarse)
{
	auto_buf struct buf key = BUF_INIT;
	const struct json *frame = js_at(v->python, 0);

	buf_addf(&key, "%s %s", or_empty(v->syscall),
	    v->ruling != NULL ? or_empty(v->ruling->rule) : "");
	if (coarse)
		return buf_steal(&key);
	buf_addc(&key, '\n');
	if (v->arguments != NULL)
		js_write(v->arguments, &key);
	if (frame != NULL)
		buf_addf(&key, "\n%s:%lld", or_empty(js_get_str(frame, "file")),
		    (long long)js_get_num(frame, "line"));
	return buf_steal(&key);
}

static struct entry *
find(struct recorder *recorder, const char *key)
{
	size_t i;

	for (i = recorder->count; i-- > 0; ) {
		if (strcmp(recorder->entries[i].key, key) == 0)
			return &recorder->entries[i];
	}
	return NULL;
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
	return json;
}

void
recorder_violation(struct recorder *recorder, struct violation *v)
{
	bool coarse = false;
	auto_free char *key = key_of(v, false);
	const struct json *fresh = NULL;
	struct entry *entry;

	pthread_mutex_lock(&recorder->lock);
	entry = find(recorder, key);
	if (entry == NULL && recorder->count >= recorder->distinct) {
		coarse = true;
		free(key);
		key = key_of(v, true);
		entry = find(recorder, key);
	}
	if (entry != NULL) {
		entry->count++;
	} else {
		entry = MEM_PUSH(recorder->entries, recorder->count,
		    recorder->cap);
		entry->key = steal_ptr(&key);
		entry->json = to_json(v, coarse);
		entry->count = 1;
		fresh = entry->json;
	}
	pthread_mutex_unlock(&recorder->lock);
	/* The clock needs the lock; and what is kept stays as it is. */
	if (fresh != NULL && recorder->on_violation != NULL)
		recorder->on_violation(fresh, recorder->arg);
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
	js_put(json, "python", v->python != NULL ? steal_ptr(&v->python) :
	    js_arr());
	js_put_str(json, "python_why", v->python_why);
	js_put(json, "native", v->native != NULL ? steal_ptr(&v->native) :
	    js_arr());
	return json;
}

void
recorder_refusal(struct recorder *recorder, struct violation *v,
    const struct limits_refusal *refused)
{
	auto_buf struct buf key = BUF_INIT;
	const struct json *frame = js_at(v->python, 0);
	struct entry *entry;
	int magnitude = 0;
	size_t i;

	/* Amounts are alike if they have as many digits, in base two. */
	while (refused->asked >> magnitude != 0)
		magnitude++;
	buf_addf(&key, "%s %d %d %s:%lld", v->syscall, refused->which,
	    magnitude,
	    frame != NULL ? or_empty(js_get_str(frame, "file")) : "",
	    frame != NULL ? (long long)js_get_num(frame, "line") : 0);
	pthread_mutex_lock(&recorder->lock);
	for (i = 0; i < recorder->nrefusals; i++)
		if (strcmp(recorder->refusals[i].key, buf_str(&key)) == 0)
			break;
	if (i < REFUSALS_MAX) {
		entry = &recorder->refusals[i];
		if (i == recorder->nrefusals) {
			recorder->nrefusals++;
			entry->key = buf_steal(&key);
			entry->json = refusal_json(v, refused);
		}
		entry->count++;
		if (refused->asked > recorder->asked[i])
			recorder->asked[i] = refused->asked;
	}
	pthread_mutex_unlock(&recorder->lock);
	js_free(v->python);
	js_free(v->native);
	v->python = v->native = NULL;
}

struct json *
recorder_refusals(struct recorder *recorder)
{
	struct json *all = js_arr();
	size_t i;

	pthread_mutex_lock(&recorder->lock);
	for (i = 0; i < recorder->nrefusals; i++) {
		struct json *copy = js_copy(recorder->refusals[i].json);

		js_put_num(copy, "count", recorder->refusals[i].count);
		js_put_num(copy, "asked", recorder->asked[i]);
		js_add(all, copy);
	}
	pthread_mutex_unlock(&recorder->lock);
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
	js_put_str(json, "rule", or_empty(v->ruling->rule));
	js_put_str(json, "message", or_empty(v->ruling->why));
	js_put_str(json, "hint", or_empty(v->ruling->hint));
	return json;
}

void
recorder_lookup(struct recorder *recorder, struct violation *v,
    const char *name)
{
	auto_buf struct buf key = BUF_INIT;
	const struct json *frame = js_at(v->python, 0);
	struct entry *entry;
	size_t i;

	buf_addf(&key, "%s %s %s:%lld", v->syscall, name,
	    or_empty(js_get_str(frame, "file")),
	    (long long)js_get_num(frame, "line"));
	pthread_mutex_lock(&recorder->lock);
	for (i = 0; i < recorder->nlookups; i++)
		if (strcmp(recorder->lookups[i].key, buf_str(&key)) == 0)
			break;
	if (i == LOOKUPS_MAX)
		i--;
	entry = &recorder->lookups[i];
	if (i == recorder->nlookups) {
		recorder->nlookups++;
		entry->key = buf_steal(&key);
		entry->json = lookup_json(v, name, frame);
	}
	entry->count++;
	pthread_mutex_unlock(&recorder->lock);
	js_free(v->python);
	js_free(v->native);
	v->python = v->native = NULL;
}

static struct json *
copy_entries(const struct entry *entries, size_t n)
{
	struct json *all = js_arr();
	size_t i;

	for (i = 0; i < n; i++) {
		struct json *copy = js_copy(entries[i].json);

		js_put_num(copy, "count", entries[i].count);
		js_add(all, copy);
	}
	return all;
}

struct json *
recorder_lookups(struct recorder *recorder)
{
	struct json *all;

	pthread_mutex_lock(&recorder->lock);
	all = copy_entries(recorder->lookups, recorder->nlookups);
	pthread_mutex_unlock(&recorder->lock);
	return all;
}

void
recorder_limit(struct recorder *recorder, int which, int64_t limit,
    int64_t used)
{
	pthread_mutex_lock(&recorder->limit_lock);
	if (!recorder->has_limit) {
		recorder->has_limit = true;
		recorder->which = which;
		recorder->limit = limit;
		recorder->used = used;
	} else if (recorder->which == which && used > recorder->used)
		recorder->used = used;
	pthread_mutex_unlock(&recorder->limit_lock);
}

struct json *
recorder_violations(struct recorder *recorder)
{
	struct json *all;

	pthread_mutex_lock(&recorder->lock);
	all = copy_entries(recorder->entries, recorder->count);
	pthread_mutex_unlock(&recorder->lock);
	return all;
}

bool
recorder_first_limit(struct recorder *recorder, int *ret_which,
    int64_t *ret_limit, int64_t *ret_used)
{
	bool has;

	pthread_mutex_lock(&recorder->limit_lock);
	has = recorder->has_limit;
	if (has && ret_which != NULL)
		*ret_which = recorder->which;
	if (has && ret_limit != NULL)
		*ret_limit = recorder->limit;
	if (has && ret_used != NULL)
		*ret_used = recorder->used;
	pthread_mutex_unlock(&recorder->limit_lock);
	return has;
}
