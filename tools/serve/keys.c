#include "keys.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>

#include "../../supervisor/base/json.h"
#include "../../supervisor/base/mem.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct tenant **tenants;
static size_t ntenants, cap;
static bool needed;

static void
load_limits(struct limits *limits, const struct json *given)
{
	static const char names[LIMIT_MAX][12] = { "requests", "runs",
	    "sessions", "files" };
	size_t i;

	for (i = 0; i < LIMIT_MAX; i++)
		limits->most[i] = (uint64_t)js_get_num(given, names[i]);
	limits->rate = (unsigned)js_get_num(given, "rate");
}

static bool
is_right(const struct json *one, bool with_key)
{
	const char *hash = js_get_str(one, "sha256");
	struct hash any;

	return js_get_str(one, "name") != NULL && (!with_key ||
	    (hash != NULL && hash_parse(hash, &any) == 0));
}

/* Under the lock. In another pool, or with another key, he is another one. */
static struct tenant *
find_same(const struct tenant *as)
{
	size_t i;

	for (i = 0; i < ntenants; i++)
		if (strcmp(tenants[i]->name, as->name) == 0 &&
		    tenants[i]->number == as->number &&
		    hash_equals(&tenants[i]->hash, &as->hash))
			return tenants[i];
	return NULL;
}

/* Under the lock. */
static void
take(const struct json *one)
{
	struct tenant as = { 0 }, *t;
	struct limits limits;

	as.name = (char *)(uintptr_t)js_get_str(one, "name");
	as.number = (unsigned)js_get_num(one, "pool");
	if (needed)
		hash_parse(js_get_str(one, "sha256"), &as.hash);
	load_limits(&limits, js_get(one, "limits"));
	t = find_same(&as);
	if (t == NULL) {
		t = mem_new(1, sizeof(*t));
		t->name = mem_strdup(as.name);
		t->hash = as.hash;
		t->number = as.number;
		t->pool = (unsigned)ntenants;
		t->usage = usage_new();
		*MEM_PUSH(tenants, ntenants, cap) = t;
	}
	limits_set(t, &limits);
	t->measures = !needed || js_get_flag(one, "metrics");
	t->gone = false;
}

int
keys_load(const struct json *doc)
{
	const struct json *list = js_get(doc, "tenants");
	bool with_key = js_get_flag(doc, "keys");
	size_t i, n = js_len(list);

	for (i = 0; i < n; i++)
		if (!is_right(js_at(list, i), with_key))
			return -EINVAL;
	if (n == 0)
		return -EINVAL;
	pthread_mutex_lock(&lock);
	needed = with_key;
	for (i = 0; i < ntenants; i++)
		tenants[i]->gone = true;
	for (i = 0; i < n; i++)
		take(js_at(list, i));
	pthread_mutex_unlock(&lock);
	return 0;
}

const struct tenant *
keys_find(const char *key)
{
	const struct tenant *found = NULL;
	struct hash hash;
	size_t i;

	hash_of(key, strlen(key), &hash);
	pthread_mutex_lock(&lock);
	for (i = 0; i < ntenants; i++)
		if (!needed || (hash_equals(&hash, &tenants[i]->hash) &&
		    !tenants[i]->gone))
			found = tenants[i];
	pthread_mutex_unlock(&lock);
	return found;
}

const struct tenant *
keys_at(unsigned pool)
{
	const struct tenant *found;

	pthread_mutex_lock(&lock);
	found = pool < ntenants ? tenants[pool] : NULL;
	pthread_mutex_unlock(&lock);
	return found;
}

bool
keys_are_needed(void)
{
	return needed;
}
