#include "audit_parts.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include "../base/mem.h"
#include "../base/util.h"

#define DIGITS	12

/* ".000000000042" at the end of `suffix`, and nothing else. */
static bool
parse_suffix(const char *suffix, uint64_t *ret)
{
	uint64_t n = 0;

	if (suffix[0] != '.' || strlen(suffix) != 1 + DIGITS)
		return false;
	for (suffix++; *suffix != '\0'; suffix++) {
		if (*suffix < '0' || *suffix > '9')
			return false;
		n = n * 10 + (uint64_t)(*suffix - '0');
	}
	*ret = n;
	return true;
}

bool
audit_parts_is_full(const char *name)
{
	size_t n = strlen(name);
	uint64_t first;

	return n > 1 + DIGITS && parse_suffix(name + n - 1 - DIGITS, &first);
}

int
audit_parts_name(const char *name, uint64_t first, char ret[AUDIT_PART_NAME])
{
	int n = snprintf(ret, AUDIT_PART_NAME, "%s.%0*llu", name, DIGITS,
	    (unsigned long long)first);

	return n < AUDIT_PART_NAME ? 0 : -ENAMETOOLONG;
}

static int
compare_parts(const void *left, const void *right)
{
	const struct audit_part *a = left, *b = right;

	return a->first < b->first ? -1 : a->first > b->first;
}

static void
add_part(struct audit_parts *parts, const char *name, uint64_t first)
{
	struct audit_part *p = MEM_PUSH(parts->items, parts->n, parts->cap);

	p->name = mem_strdup(name);
	p->first = first;
}

static void
read_folder(DIR *folder, const char *name, struct audit_parts *parts)
{
	size_t n = strlen(name);
	struct dirent *entry;
	uint64_t first;

	while ((entry = readdir(folder)) != NULL)
		if (strncmp(entry->d_name, name, n) == 0 &&
		    parse_suffix(entry->d_name + n, &first))
			add_part(parts, entry->d_name, first);
}

/*
 * A crash between the two steps of a rotation leaves one file with two names:
 * it is still the present one.
 */
static void
drop_double(int dir, const char *name, struct audit_parts *parts)
{
	struct stat now, last;

	if (parts->n == 0 ||
	    fstatat(dir, name, &now, AT_SYMLINK_NOFOLLOW) < 0 ||
	    fstatat(dir, parts->items[parts->n - 1].name, &last,
	    AT_SYMLINK_NOFOLLOW) < 0 ||
	    now.st_dev != last.st_dev || now.st_ino != last.st_ino)
		return;
	free(parts->items[--parts->n].name);
}

int
audit_parts_list(int dir, const char *name, struct audit_parts *ret)
{
	struct audit_parts parts = { NULL, 0, 0 };
	int fd = openat(dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *folder;

	if (fd < 0 && errno != EACCES)
		return -errno;
	if (fd >= 0) {
		folder = fdopendir(fd);
		if (folder == NULL) {
			close(fd);
			return -ENOMEM;
		}
		read_folder(folder, name, &parts);
		closedir(folder);
	}
	if (parts.n > 0)
		qsort(parts.items, parts.n, sizeof(*parts.items),
		    compare_parts);
	drop_double(dir, name, &parts);
	add_part(&parts, name, UINT64_MAX);
	*ret = parts;
	return 0;
}

void
audit_parts_free(struct audit_parts *parts)
{
	for (size_t i = 0; i < parts->n; i++)
		free(parts->items[i].name);
	free(parts->items);
	*parts = (struct audit_parts){ NULL, 0, 0 };
}
