#include "disk.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <time.h>

#include "../base/clock.h"
#include "../base/mem.h"
#include "../base/util.h"
#include "../policy.h"

/* What nests deeper cannot be counted, and so is more than is allowed. */
#define DEPTH_MAX	400
#define UNCOUNTED	(INT64_C(1) << 60)
/* Blocks a file without blocks costs: its inode. */
#define INODE_BYTES	512

struct root {
	char	*path;
	bool	 own;		/* made for this run */
	bool	 reopen;	/* its folders, where they were closed */
};

/* A folder that nobody can search: what it held when it was closed. */
struct shut {
	dev_t	dev;
	ino_t	ino;
	int64_t	bytes;
};

struct disk {
	struct shut	*shut;
	size_t		 nshut, shut_cap;
	struct root	*roots;
	size_t		 nroots, cap;
	int64_t		 before, last;
	int64_t		 next_us;	/* not to be counted again before */
	int64_t			 attributes;	/* bytes in them */
};

static int64_t count(const struct disk *, const struct root *,
    bool apparent);

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
    const struct policy *policy, bool alone)
{
	struct disk *disk = mem_new(1, sizeof(*disk));
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
	for (i = 0; i < disk->nroots; i++) {
		if (!disk->roots[i].own)
			disk->before += count(disk, &disk->roots[i],
			    false);
	}
	return disk;
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
	free(disk->shut);
	free(disk);
}

/*
 * A folder of the run's that its owner closed to himself would hide what grows
 * in it. A tracer tells when (disk_shut); for runs without one it is
 * opened again.
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

static int64_t
shut_bytes(const struct disk *disk, const struct stat *st)
{
	size_t i;

	for (i = 0; i < disk->nshut; i++) {
		if (disk->shut[i].dev == st->st_dev &&
		    disk->shut[i].ino == st->st_ino)
			return disk->shut[i].bytes;
	}
	return 0;
}

void
disk_shut(struct disk *disk, const char *folder)
{
	char inside[64];
	struct root root = { .path = inside };
	struct stat st;
	struct shut *shut;
	size_t i;

	/* It is a link, which the count would not follow. */
	snprintf(inside, sizeof(inside), "%s/.", folder);

	if (stat(folder, &st) < 0)
		return;
	for (i = 0; i < disk->nshut; i++) {
		if (disk->shut[i].dev == st.st_dev &&
		    disk->shut[i].ino == st.st_ino)
			break;
	}
	shut = i < disk->nshut ? &disk->shut[i] :
	    MEM_PUSH(disk->shut, disk->nshut, disk->shut_cap);
	shut->dev = st.st_dev;
	shut->ino = st.st_ino;
	shut->bytes = count(disk, &root, true);
}

bool
disk_has_shut(const struct disk *disk)
{
	return disk->nshut > 0;
}

static int64_t
count(const struct disk *disk, const struct root *root, bool apparent)
{
	DIR *stack[DEPTH_MAX];
	struct dirent *entry;
	struct stat st;
	int64_t sum = 0;
	int level = 0;

	stack[0] = open_folder(AT_FDCWD, root->path, root->reopen);
	if (stack[0] == NULL)
		return !root->own && lstat(root->path, &st) == 0 ?
		    st.st_blocks * 512 : 0;
	while (level >= 0) {
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
		sum += st.st_blocks * 512 + INODE_BYTES;
		if (apparent && S_ISREG(st.st_mode) &&
		    st.st_size > st.st_blocks * 512)
			sum += st.st_size - st.st_blocks * 512;
		if (!S_ISDIR(st.st_mode))
			continue;
		if (level + 1 == DEPTH_MAX) {
			sum = UNCOUNTED;
			break;
		}
		stack[level + 1] = open_folder(dirfd(stack[level]),
		    entry->d_name, root->reopen);
		if (stack[level + 1] != NULL)
			level++;
		else
			sum += shut_bytes(disk, &st);
	}
	while (level >= 0)
		closedir(stack[level--]);
	return sum;
}

int64_t
disk_attribute(struct disk *disk, int64_t more)
{
	if (more < -disk->attributes)
		more = -disk->attributes;
	disk->attributes += more;
	return more;
}

int64_t
disk_usage_now(struct disk *disk)
{
	disk->next_us = 0;
	return disk_usage(disk);
}

int64_t
disk_usage(struct disk *disk)
{
	int64_t start = clock_us(), took, sum = 0;
	size_t i;

	if (start < disk->next_us)
		return disk->last + disk->attributes;
	for (i = 0; i < disk->nroots; i++)
		sum += count(disk, &disk->roots[i], false);
	took = clock_us() - start;
	disk->next_us = start + took * 10;
	disk->last = sum > disk->before ? sum - disk->before : 0;
	return disk->last + disk->attributes;
}
