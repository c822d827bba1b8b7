#include "python_packages.h"

#include <ctype.h>
#include <dirent.h>
#include <stdbool.h>
#include <sys/stat.h>

#include "../base/buf.h"
#include "../base/hash.h"
#include "../base/mem.h"
#include "../base/util.h"
#include "python.h"

char *
python_package_name(const char *name, size_t n)
{
	auto_buf struct buf b = BUF_INIT;
	bool within = false;
	size_t i;

	for (i = 0; i < n; i++) {
		bool mark = strchr("-_.", name[i]) != NULL;

		if (!mark || !within)
			buf_addc(&b, mark ? '-' :
			    (char)tolower((unsigned char)name[i]));
		within = mark;
	}
	return buf_steal(&b);
}

/* "NAME-VERSION.dist-info", or Debian's "NAME-VERSION.egg-info". */
static void
add_entry(struct python_packages *all, const char *folder, const char *entry)
{
	static const char *const ends[] = { ".dist-info", ".egg-info" };
	auto_buf struct buf info = BUF_INIT;
	auto_free char *name = NULL;
	const char *dash = strchr(entry, '-');
	size_t n = strlen(entry), i, end = 0, length;

	for (i = 0; i < ARRAY_SIZE(ends); i++) {
		length = strlen(ends[i]);
		if (n > length && strcmp(entry + n - length, ends[i]) == 0)
			end = n - length;
	}
	if (dash == NULL || end == 0 || dash >= entry + end)
		return;
	name = python_package_name(entry, (size_t)(dash - entry));
	/* An egg may say for what interpreter it is, behind its version. */
	length = strcspn(dash + 1, "-");
	if (dash + 1 + length > entry + end)
		length = (size_t)(entry + end - dash) - 1;
	for (i = 0; i < all->n; i++)
		if (strcmp(all->items[i].name, name) == 0)
			return;
	buf_addf(&info, "%s/%s", folder, entry);
	*MEM_PUSH(all->items, all->n, all->cap) = (struct python_package){
	    .name = steal_ptr(&name), .version = mem_strndup(dash + 1, length),
	    .info = buf_steal(&info) };
}

static int
by_name(const void *a, const void *b)
{
	return strcmp(((const struct python_package *)a)->name,
	    ((const struct python_package *)b)->name);
}

void
python_packages_read(const struct python *py, struct python_packages *ret)
{
	const struct dirent *entry;
	size_t i;

	*ret = (struct python_packages){ 0 };
	for (i = 0; i < py->sites.n; i++) {
		DIR *dir = opendir(py->sites.items[i]);

		while (dir != NULL && (entry = readdir(dir)) != NULL)
			add_entry(ret, py->sites.items[i], entry->d_name);
		if (dir != NULL)
			closedir(dir);
	}
	if (ret->n > 0)
		qsort(ret->items, ret->n, sizeof(*ret->items), by_name);
}

bool
python_packages_has(const struct python_packages *all, const char *name,
    const char *version)
{
	size_t i;

	for (i = 0; i < all->n; i++)
		if (strcmp(all->items[i].name, name) == 0)
			return strcmp(all->items[i].version, version) == 0;
	return false;
}

void
python_packages_release(struct python_packages *all)
{
	size_t i;

	for (i = 0; i < all->n; i++) {
		free(all->items[i].name);
		free(all->items[i].version);
		free(all->items[i].info);
	}
	free(all->items);
	*all = (struct python_packages){ 0 };
}

void
python_packages_hash(const struct python *py,
    const struct python_packages *all, struct hash *ret)
{
	struct hash_state state;
	size_t i;

	hash_begin(&state);
	hash_update(&state, py->version, strlen(py->version) + 1);
	for (i = 0; i < all->n; i++) {
		hash_update(&state, all->items[i].name,
		    strlen(all->items[i].name) + 1);
		hash_update(&state, all->items[i].version,
		    strlen(all->items[i].version) + 1);
	}
	hash_end(&state, ret);
}

bool
python_has_module(const struct python *py, const char *name)
{
	static const char *const endings[] = { "", ".py" };
	size_t n = strlen(name), i, k;
	const struct dirent *entry;
	struct stat st;

	for (i = 0; i < py->sites.n; i++) {
		const char *site = py->sites.items[i];
		DIR *dir;
		bool found = false;

		for (k = 0; k < ARRAY_SIZE(endings); k++) {
			auto_buf struct buf path = BUF_INIT;

			buf_addf(&path, "%s/%s%s", site, name, endings[k]);
			if (stat(buf_str(&path), &st) == 0)
				return true;
		}
		/* NAME.cpython-311-x86_64-linux-gnu.so */
		dir = opendir(site);
		while (dir != NULL && !found && (entry = readdir(dir)) != NULL)
			found = strncmp(entry->d_name, name, n) == 0 &&
			    entry->d_name[n] == '.' &&
			    strstr(entry->d_name + n, ".so") != NULL;
		if (dir != NULL)
			closedir(dir);
		if (found)
			return true;
	}
	return false;
}
