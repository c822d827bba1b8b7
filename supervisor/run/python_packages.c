#include "python_packages.h"

#include <ctype.h>
#include <dirent.h>

#include "../base/buf.h"
#include "../base/hash.h"
#include "../base/mem.h"
#include "../base/util.h"
#include "python.h"

/* "NAME-VERSION.dist-info", or Debian's "NAME-VERSION.egg-info". */
static void
add_entry(struct python_packages *all, const char *folder, const char *entry)
{
	static const char *const ends[] = { ".dist-info", ".egg-info" };
	auto_buf struct buf name = BUF_INIT, info = BUF_INIT;
	const char *dash = strchr(entry, '-'), *at;
	size_t n = strlen(entry), i, end = 0, length;

	for (i = 0; i < ARRAY_SIZE(ends); i++) {
		length = strlen(ends[i]);
		if (n > length && strcmp(entry + n - length, ends[i]) == 0)
			end = n - length;
	}
	if (dash == NULL || end == 0 || dash >= entry + end)
		return;
	for (at = entry; at < dash; at++)
		buf_addc(&name, *at == '_' || *at == '.' ? '-' :
		    (char)tolower((unsigned char)*at));
	/* An egg may say for what interpreter it is, behind its version. */
	length = strcspn(dash + 1, "-");
	if (dash + 1 + length > entry + end)
		length = (size_t)(entry + end - dash) - 1;
	for (i = 0; i < all->n; i++)
		if (strcmp(all->items[i].name, buf_str(&name)) == 0)
			return;
	buf_addf(&info, "%s/%s", folder, entry);
	*MEM_PUSH(all->items, all->n, all->cap) = (struct python_package){
	    .name = buf_steal(&name), .version = mem_strndup(dash + 1, length),
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
