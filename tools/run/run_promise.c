/*
 * Declared against used: the gate's manifest beside what the supervisor
 * allowed while the code ran.
 */
#include "run_common.h"

#include "../../supervisor/base/json.h"
#include "../../supervisor/base/rules.h"

/* "./a//b" in a manifest is "a/b" where it is used. */
static const char *
plain(const char *path)
{
	while (path[0] == '.' && path[1] == '/')
		path += 2;
	return path;
}

static bool
matches(const char *declared, const char *used)
{
	declared = plain(declared);
	return strcmp(declared, used) == 0 ||
	    rules_glob(declared, used, '/');
}

static bool
is_in(const struct json *list, const char *name, bool list_declares)
{
	for (size_t i = 0; i < js_len(list); i++) {
		const char *item = js_as_str(js_at(list, i));

		if (item != NULL && (list_declares ? matches(item, name) :
		    matches(name, item)))
			return true;
	}
	return false;
}

/* The members of `list` that `other` has not. */
static struct json *
missing_from(const struct json *other, const struct json *list,
    bool other_declares)
{
	struct json *out = js_arr();

	for (size_t i = 0; i < js_len(list); i++) {
		const char *item = js_as_str(js_at(list, i));

		if (item != NULL && !is_in(other, item, other_declares))
			js_add(out, js_str(item));
	}
	return out;
}

static struct json *
compare(const struct json *manifest, const struct json *used,
    bool of_the_used)
{
	static const char *const lists[] = { "reads", "writes", "hosts" };
	static const char *const flags[] = { "processes", "threads" };
	struct json *out = js_obj();
	size_t i;

	for (i = 0; i < ARRAY_SIZE(lists); i++) {
		const struct json *m = js_get(manifest, lists[i]);
		const struct json *u = js_get(used, lists[i]);

		js_put(out, lists[i], of_the_used ? missing_from(m, u, true) :
		    missing_from(u, m, false));
	}
	for (i = 0; i < ARRAY_SIZE(flags); i++) {
		bool m = js_get_flag(manifest, flags[i]);
		bool u = js_get_flag(used, flags[i]);

		js_put_flag(out, flags[i], of_the_used ? u && !m : m && !u);
	}
	return out;
}

void
run_promise(struct json *record, const struct json *verdict)
{
	const struct json *used = js_get(record, "used");
	const struct json *manifest = js_get(verdict, "manifest");
	struct json *promise;

	js_put(record, "promise", js_nul());
	if (!js_is_obj(used))
		return;
	promise = js_obj();
	js_put_flag(promise, "complete", js_get_flag(used, "complete") &&
	    js_get_flag(manifest, "complete"));
	js_put(promise, "used", js_copy(used));
	js_put(promise, "used_not_declared", js_is_obj(manifest) ?
	    compare(manifest, used, true) : js_nul());
	js_put(promise, "declared_not_used", js_is_obj(manifest) ?
	    compare(manifest, used, false) : js_nul());
	js_put(record, "promise", promise);
}
