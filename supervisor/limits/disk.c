#include "disk.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <time.h>

#include "../base/clock.h"
#include "../base/mem.h"
#include "../base/util.h"
#include "../policy/policy.h"
#include "limits.h"
#include "before.h"

/* What nests deeper cannot be counted. */
#define DEPTH_MAX	400

/* What a walk may cost, of this thread's own time; and as often as much as the
 * first one took, as trees may be large that were there before. */
#define CPU_NS		INT64_C(400000000)
#define TIMES		4

struct root {
	char	*path;
	bool	 own;		/* made for this run */
	bool	 reopen;	/* its folders, where they were closed */
};

struct disk {
	struct root	*roots;
	size_t		 nroots, cap;
	int64_t		 before;
	int64_t		 budget, until;		/* of a walk; of this one */
	int64_t		 largest, named;
	bool		 spent;
	struct before	*names;
	enum { NAMES_PASS, NAMES_ADD, NAMES_COUNT } what;
};

static int64_t count(struct disk *, const struct root *);

static bool
is_below(const char *path, const char *top)
{
	size_t n = strlen(top);

	return strncmp(path, top, n) == 0 && (path[n] == '\0' ||
	    path[n] == '/' || n == 1);
}

static void
add_root(struct disk *disk, const char *path, bool own)
{
	struct root *root;
	size_t i;

	for (i = 0; i < disk->nroots; i++) {
		if (is_below(path, disk->roots[i].path))
			return;
	}
	/* What lay below it is part of it now. */
	for (i = disk->nroots; i-- > 0; ) {
		root = &disk->roots[i];
		if (root->own || !is_below(root->path, path))
			continue;
		free(root->path);
		*root = disk->roots[--disk->nroots];
	}
	root = MEM_PUSH(disk->roots, disk->nroots, disk->cap);
	root->path = mem_strdup(path);
	root->own = own;
}

/* Not: what holds no bytes of a disk, whatever is written there. */
static int
add_tree(const char *path, unsigned accesses, void *arg)
{
	if ((accesses & 1u << ACCESS_WRITE) && !is_below(path, "/dev") &&
	    !is_below(path, "/proc") && !is_below(path, "/sys"))
		add_root(arg, path, false);
	return 0;
}

struct disk *
disk_new(const char *work, const char *home, int64_t before,
    const struct policy *policy, struct before *names, bool alone)
{
	struct disk *disk = mem_new(1, sizeof(*disk));
	int64_t begun;
	size_t i;

	if (work != NULL)
		add_root(disk, work, true);
	if (home != NULL)
		add_root(disk, home, true);
	if (policy != NULL)
		policy_each_tree(policy, false, add_tree, disk);
	for (i = 0; i < disk->nroots; i++)
		disk->roots[i].reopen = disk->roots[i].own && alone;
	disk->before = before;
	disk->budget = CPU_NS;
	disk->names = names;
	disk->what = NAMES_ADD;
	begun = clock_ns(CLOCK_THREAD_CPUTIME_ID);
	disk->until = INT64_MAX;
	for (i = 0; i < disk->nroots; i++) {
		if (!disk->roots[i].own)
			disk->before += count(disk, &disk->roots[i]);
	}
	disk->budget += TIMES * (clock_ns(CLOCK_THREAD_CPUTIME_ID) - begun);
	return disk;
}

void
disk_begin(struct disk *disk)
{
	size_t i;

	for (i = 0; i < disk->nroots; i++) {
		if (disk->roots[i].own)
			count(disk, &disk->roots[i]);
	}
}

void
disk_free(struct disk *disk)
{
	size_t i;

	if (disk == NULL)
		return;
	for (i = 0; i < disk->nroots; i++)
		free(disk->roots[i].path);
	free(disk->roots);
	free(disk);
}

/*
 * A folder of the run's that its owner closed to himself would hide what grows
 * in it. A tracer sees to it that none is; for runs without one it is opened
 * again.
 */
static DIR *
open_folder(int dir_fd, const char *name, bool reopen)
{
	const int flags = O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
	int fd = openat(dir_fd, name, O_RDONLY | flags);
	char link[40];
	DIR *dir;

	if (fd < 0 && errno == EACCES && reopen) {
		auto_fd int held = openat(dir_fd, name, O_PATH | flags);

		snprintf(link, sizeof(link), "/proc/self/fd/%d", held);
		if (held >= 0 && chmod(link, 0700) == 0)
			fd = openat(dir_fd, name, O_RDONLY | flags);
	}
	if (fd < 0)
		return NULL;
	dir = fdopendir(fd);
	if (dir == NULL)
		close(fd);
	return dir;
}

static void
see_name(struct disk *disk, const struct stat *st)
{
	if (disk->what == NAMES_ADD)
		before_add(disk->names, st);
	else if (disk->what == NAMES_COUNT && !before_have(disk->names, st))
		disk->named++;
}

static int64_t
count(struct disk *disk, const struct root *root)
{
	DIR *stack[DEPTH_MAX];
	struct dirent *entry;
	struct stat st;
	int64_t sum = 0;
	int level = 0;

	if (lstat(root->path, &st) == 0)
		see_name(disk, &st);
	stack[0] = open_folder(AT_FDCWD, root->path, root->reopen);
	if (stack[0] == NULL)
		return !root->own && lstat(root->path, &st) == 0 ?
		    st.st_blocks * 512 : 0;
	while (level >= 0 && !disk->spent) {
		entry = readdir(stack[level]);
		if (entry == NULL) {
			closedir(stack[level--]);
			continue;
		}
		if (strcmp(entry->d_name, ".") == 0 ||
		    strcmp(entry->d_name, "..") == 0 ||
		    fstatat(dirfd(stack[level]), entry->d_name, &st,
		    AT_SYMLINK_NOFOLLOW) < 0)
			continue;
		see_name(disk, &st);
		sum += st.st_blocks * 512 + LIMITS_ENTRY;
		if (S_ISREG(st.st_mode) && st.st_size > disk->largest)
			disk->largest = st.st_size;
		if (!S_ISDIR(st.st_mode))
			continue;
		if (level + 1 == DEPTH_MAX ||
		    clock_ns(CLOCK_THREAD_CPUTIME_ID) > disk->until) {
			disk->spent = true;
			break;
		}
		stack[level + 1] = open_folder(dirfd(stack[level]),
		    entry->d_name, root->reopen);
		if (stack[level + 1] != NULL)
			level++;
	}
	while (level >= 0)
		closedir(stack[level--]);
	return sum;
}

void
disk_walk(struct disk *disk, bool names, struct disk_walk *ret)
{
	int64_t start = clock_us(), sum = 0;
	size_t i;

	disk->until = clock_ns(CLOCK_THREAD_CPUTIME_ID) + disk->budget;
	disk->largest = disk->named = 0;
	disk->what = names ? NAMES_COUNT : NAMES_PASS;
	disk->spent = false;
	for (i = 0; i < disk->nroots; i++)
		sum += count(disk, &disk->roots[i]);
	ret->bytes = sum - disk->before;
	ret->largest = disk->largest;
	ret->names = disk->named;
	ret->spent = disk->spent;
	ret->took = clock_us() - start;
}
