#include "disk.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>

#include "base/mem.h"
#include "base/util.h"

/* What nests deeper cannot be counted, and so is more than is allowed. */
#define DEPTH_MAX	400
#define UNCOUNTED	(INT64_C(1) << 60)
/* Blocks a file without blocks costs: its inode. */
#define INODE_BYTES	512

struct disk {
	char	*roots[2];
	int64_t	 before, last;
	int64_t	 next_us;	/* not to be counted again before */
};

struct disk *
disk_new(const char *work, const char *home, int64_t before)
{
	struct disk *disk = mem_new(1, sizeof(*disk));

	disk->roots[0] = work != NULL ? mem_strdup(work) : NULL;
	disk->roots[1] = home != NULL ? mem_strdup(home) : NULL;
	disk->before = before;
	return disk;
}

void
disk_free(struct disk *disk)
{
	if (disk == NULL)
		return;
	free(disk->roots[0]);
	free(disk->roots[1]);
	free(disk);
}

static int64_t
now_us(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000ll + ts.tv_nsec / 1000;
}

/*
 * A folder that its owner closed to himself would hide what grows in it: it is
 * opened again.
 */
static DIR *
open_folder(int dir_fd, const char *name)
{
	const int flags = O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
	int fd = openat(dir_fd, name, O_RDONLY | flags);
	char link[40];
	DIR *dir;

	if (fd < 0 && errno == EACCES) {
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
count(const char *root)
{
	DIR *stack[DEPTH_MAX];
	struct dirent *entry;
	struct stat st;
	int64_t sum = 0;
	int level = 0;

	stack[0] = open_folder(AT_FDCWD, root);
	if (stack[0] == NULL)
		return 0;
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
		if (!S_ISDIR(st.st_mode))
			continue;
		if (level + 1 == DEPTH_MAX) {
			sum = UNCOUNTED;
			break;
		}
		stack[level + 1] = open_folder(dirfd(stack[level]),
		    entry->d_name);
		if (stack[level + 1] != NULL)
			level++;
	}
	while (level >= 0)
		closedir(stack[level--]);
	return sum;
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
	int64_t start = now_us(), took, sum = 0;
	int i;

	if (start < disk->next_us)
		return disk->last;
	for (i = 0; i < 2; i++)
		sum += disk->roots[i] != NULL ? count(disk->roots[i]) : 0;
	took = now_us() - start;
	disk->next_us = start + took * 10;
	disk->last = sum > disk->before ? sum - disk->before : 0;
	return disk->last;
}
