#include "used.h"

#include <string.h>

#include "../base/json.h"
#include "../base/mem.h"
#include "../base/util.h"

#define BUCKETS		(USED_MAX * 2)

struct thing {
	uint32_t	 hash;
	enum access	 access;
	char		*name;
};

struct used {
	struct thing	things[BUCKETS];
	unsigned	count;
	size_t		bytes;
	bool		full;
};

struct used *
used_new(void)
{
	return mem_new(1, sizeof(struct used));
}

void
used_renew(struct used *u)
{
	for (size_t i = 0; u->count > 0 && i < BUCKETS; i++)
		free(u->things[i].name);
	memset(u, 0, sizeof(*u));
}

void
used_note(struct used *u, enum access access, const char *name)
{
	uint32_t h = 2166136261u ^ (uint32_t)access;
	struct thing *t;

	if (u == NULL || access == ACCESS_STAT || access == ACCESS_BIND)
		return;
	for (const char *p = name; *p != '\0'; p++)
		h = (h ^ (unsigned char)*p) * 16777619u;
	for (size_t i = h % BUCKETS;; i = (i + 1) % BUCKETS) {
		t = &u->things[i];
		if (t->name == NULL)
			break;
		if (t->hash == h && t->access == access &&
		    strcmp(t->name, name) == 0)
			return;
	}
	if (u->count == USED_MAX || u->bytes + strlen(name) > USED_BYTES) {
		u->full = true;
		return;
	}
	u->bytes += strlen(name);
	u->count++;
	t->hash = h;
	t->access = access;
	t->name = mem_strdup(name);
}

/* What is behind `dir` and its slash, or NULL if `name` is not below it. */
static const char *
below(const char *name, const char *dir)
{
	size_t n = dir != NULL ? strlen(dir) : 0;

	return n > 1 && strncmp(name, dir, n) == 0 && name[n] == '/' ?
	    name + n + 1 : NULL;
}

static const char *
below_any(const char *name, const char *const *dirs)
{
	const char *rest = NULL;

	for (; rest == NULL && dirs != NULL && *dirs != NULL; dirs++)
		rest = strcmp(name, *dirs) == 0 ? "" : below(name, *dirs);
	return rest;
}

/* Looked at by the loader, libc and the interpreter, whatever they run. */
static bool
is_runtime(const char *name)
{
	static const char *const trees[] = { "/lib", "/lib64", "/usr/lib",
	    "/usr/lib64", "/usr/local/lib", "/usr/share/locale",
	    "/usr/share/zoneinfo", "/etc/ld.so.conf.d", "/proc", "/sys",
	    NULL };
	static const char files[][24] = { "/", "/etc/ld.so.cache",
	    "/etc/ld.so.preload", "/etc/localtime", "/dev/urandom",
	    "/dev/null", "/usr/lib", "/lib",
	    "/etc/locale.alias" };

	return below_any(name, trees) != NULL || IS_ONE_OF(name, files);
}

static bool
ends(const char *s, size_t n, const char *with)
{
	size_t w = strlen(with);

	return n > w && memcmp(s + n - w, with, w) == 0;
}

/*
 * "python3.11/json/__pycache__/decoder.cpython-311.pyc" is of the package
 * json, "python3.11/abc.py" is abc. False for what is no module.
 */
static bool
package_of(const char *rest, char *ret, size_t size)
{
	static const char *const skip[] = { "site-packages/",
	    "dist-packages/", "lib-dynload/", "__pycache__/" };
	const char *base = strrchr(rest, '/');
	size_t n, i;

	if (strncmp(rest, "lib/", 4) == 0)
		rest += 4;
	if (strncmp(rest, "python3", 7) == 0 && strchr(rest, '/') != NULL)
		rest = strchr(rest, '/') + 1;
	for (i = 0; i < ARRAY_SIZE(skip); i++)
		if (strncmp(rest, skip[i], strlen(skip[i])) == 0)
			rest += strlen(skip[i]);
	base = base != NULL && base > rest ? base + 1 : rest;
	n = strlen(base);
	if (!ends(base, n, ".py") && !ends(base, n, ".pyc") &&
	    !ends(base, n, ".so"))
		return false;
	n = strcspn(rest, "/.");
	if (n == 0 || n >= size)
		return false;
	memcpy(ret, rest, n);
	ret[n] = '\0';
	return true;
}

struct lists {
	char	**items[ACCESS_NKINDS + 1];	/* the last: modules */
	size_t	  n[ACCESS_NKINDS + 1], cap[ACCESS_NKINDS + 1];
};

static void
put(struct lists *l, int which, const char *name)
{
	*MEM_PUSH(l->items[which], l->n[which], l->cap[which]) =
	    mem_strdup(name);
}

/* Of what was asked for, or of what it is run by. */
static bool
is_image(const char *name, const struct policy_dirs *dirs)
{
	const char *const images[] = { dirs->python_exe, dirs->program,
	    dirs->interpreter, dirs->loader };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(images); i++)
		if (images[i] != NULL && strcmp(name, images[i]) == 0)
			return true;
	return false;
}

static void
sort_in(struct lists *l, const struct thing *t,
    const struct policy_dirs *dirs)
{
	const char *rest = below(t->name, dirs->work);
	char package[128];

	if (rest != NULL) {
		put(l, t->access, rest);
		return;
	}
	if (strcmp(t->name, dirs->work) == 0)
		return;
	if (t->access == ACCESS_READ && (below(t->name, dirs->code) != NULL ||
	    (dirs->code != NULL && strcmp(t->name, dirs->code) == 0)))
		return;
	rest = below_any(t->name, dirs->python_trees);
	if (t->access == ACCESS_READ && rest != NULL) {
		if (package_of(rest, package, sizeof(package)))
			put(l, ACCESS_NKINDS, package);
		return;
	}
	if (t->access == ACCESS_READ && (is_runtime(t->name) ||
	    is_image(t->name, dirs)))
		return;
	put(l, t->access, t->name);
}

static struct json *
take_list(struct lists *l, int which)
{
	struct json *list = js_arr();
	char **items = l->items[which];
	size_t i;

	if (l->n[which] > 0)
		qsort(items, l->n[which], sizeof(*items), util_compare_texts);
	for (i = 0; i < l->n[which]; i++)
		if (i == 0 || strcmp(items[i], items[i - 1]) != 0)
			js_add(list, js_str(items[i]));
	for (i = 0; i < l->n[which]; i++)
		free(items[i]);
	free(items);
	return list;
}

struct json *
used_json(struct used *u, const struct policy_dirs *dirs)
{
	struct json *all = js_obj();
	struct lists l;

	memset(&l, 0, sizeof(l));
	for (size_t i = 0; i < BUCKETS; i++)
		if (u->things[i].name != NULL)
			sort_in(&l, &u->things[i], dirs);
	js_put_flag(all, "complete", !u->full);
	js_put(all, "modules", take_list(&l, ACCESS_NKINDS));
	js_put(all, "reads", take_list(&l, ACCESS_READ));
	js_put(all, "writes", take_list(&l, ACCESS_WRITE));
	js_put(all, "hosts", take_list(&l, ACCESS_CONNECT));
	js_put(all, "programs", take_list(&l, ACCESS_EXEC));
	return all;
}
