#include "keys.h"

#include <errno.h>
#include <string.h>

#include "../../supervisor/base/json.h"
#include "../../supervisor/base/mem.h"

static struct tenant *tenants;
static size_t ntenants;
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

int
keys_load(const struct json *doc)
{
	const struct json *list = js_get(doc, "tenants"), *one;
	const char *name, *hash;
	size_t i;

	needed = js_get_flag(doc, "keys");
	ntenants = js_len(list);
	if (ntenants == 0)
		return -EINVAL;
	tenants = mem_new(ntenants, sizeof(*tenants));
	for (i = 0; i < ntenants; i++) {
		one = js_at(list, i);
		name = js_get_str(one, "name");
		hash = js_get_str(one, "sha256");
		if (name == NULL || (needed && (hash == NULL ||
		    hash_parse(hash, &tenants[i].hash) < 0)))
			return -EINVAL;
		tenants[i].name = mem_strdup(name);
		tenants[i].pool = (unsigned)i;
		tenants[i].number = (unsigned)js_get_num(one, "pool");
		tenants[i].measures = !needed || js_get_flag(one, "metrics");
		tenants[i].usage = usage_new();
		load_limits(&tenants[i].limits, js_get(one, "limits"));
	}
	return 0;
}

const struct tenant *
keys_find(const char *key)
{
	const struct tenant *found = NULL;
	struct hash hash;
	size_t i;

	if (!needed)
		return &tenants[0];
	hash_of(key, strlen(key), &hash);
	for (i = 0; i < ntenants; i++)
		if (hash_equals(&hash, &tenants[i].hash))
			found = &tenants[i];
	return found;
}

const struct tenant *
keys_at(unsigned pool)
{
	return pool < ntenants ? &tenants[pool] : NULL;
}

bool
keys_are_needed(void)
{
	return needed;
}
