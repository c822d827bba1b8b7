/*
 * No recursion and no paths: folders nested a hundred thousand deep have
 * neither a name that a call would take nor a place on our stack. Instead the
 * tree is flattened while it is removed:
 *
 *	top/a/b/c/...	->	top/.0/c/...	->	top/.1/...
 *
 * Each folder found in the top one is emptied of its files, and its folders
 * are moved up into the top one, where they are found later. Every step
 * holds two descriptors.
 */
#include "remove.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "../base/util.h"

struct removal {
	int		top_fd;
	unsigned	counter;	/* for names in the top folder */
	bool		progress;
	int		err;		/* of the last thing that stayed */
};

static bool
is_dots(const char *name)
{
	return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

/* Without openat2(2): of a mount, the kernel tells since 5.8. */
static bool
is_elsewhere(int dir_fd, int fd)
{
	struct stat dir, st;
	struct statx stx;

	if (fstat(dir_fd, &dir) < 0 || fstat(fd, &st) < 0 ||
	    dir.st_dev != st.st_dev)
		return true;
	return statx(fd, "", AT_EMPTY_PATH, STATX_TYPE, &stx) == 0 &&
	    (stx.stx_attributes & stx.stx_attributes_mask &
	    STATX_ATTR_MOUNT_ROOT) != 0;
}

int
remove_open(int dir_fd, const char *name, int flags)
{
	struct open_how how = {
		.flags = (uint64_t)(flags | O_NOFOLLOW | O_CLOEXEC),
		.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS |
		    RESOLVE_NO_XDEV,
	};
	int fd = (int)syscall(SYS_openat2, dir_fd, name, &how, sizeof(how));

	if (fd >= 0 || (errno != ENOSYS && errno != EPERM))
		return fd < 0 ? -errno : fd;
	fd = openat(dir_fd, name, (int)how.flags);
	if (fd < 0)
		return -errno;
	if (is_elsewhere(dir_fd, fd)) {
		close(fd);
		return -EXDEV;
	}
	return fd;
}

/* Give ourselves every right on a folder. */
static void
unlock_folder(int dir_fd, const char *name)
{
	auto_fd int fd = remove_open(dir_fd, name, O_PATH | O_DIRECTORY);
	char path[40];

	if (fd < 0)
		return;
	/* fchmod(2) refuses an O_PATH descriptor; its magic link does not. */
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	if (chmod(path, 0700) < 0)
		return;
}

static DIR *
open_folder(int dir_fd, const char *name)
{
	int fd;
	DIR *dir;

	unlock_folder(dir_fd, name);
	fd = remove_open(dir_fd, name, O_RDONLY | O_DIRECTORY);
	if (fd < 0) {
		errno = -fd;
		return NULL;
	}
	dir = fdopendir(fd);
	if (dir == NULL)
		close(fd);
	return dir;
}

/* Move a folder up into the top one, under a name that is free there. */
static bool
move_up(struct removal *rm, int from_fd, const char *name)
{
	char fresh[24];
	int tries;

	for (tries = 0; tries < 64; tries++) {
		snprintf(fresh, sizeof(fresh), ".%u", rm->counter++);
		if (renameat(from_fd, name, rm->top_fd, fresh) == 0)
			return true;
		if (errno == EACCES && tries == 0)
			unlock_folder(from_fd, name);
		else if (errno != ENOTEMPTY && errno != EEXIST &&
		    errno != ENOTDIR)
			break;
	}
	rm->err = -errno;
	return false;
}

/* Empty one folder of the top one. */
static void
empty(struct removal *rm, DIR *dir)
{
	struct dirent *entry;
	int fd = dirfd(dir);

	while ((entry = readdir(dir)) != NULL) {
		if (is_dots(entry->d_name))
			continue;
		if (unlinkat(fd, entry->d_name, 0) == 0 ||
		    unlinkat(fd, entry->d_name, AT_REMOVEDIR) == 0 ||
		    move_up(rm, fd, entry->d_name))
			rm->progress = true;
		else
			rm->err = -errno;
	}
}

/* One pass over the top folder; returns how many entries it saw. */
static size_t
pass(struct removal *rm, DIR *top)
{
	struct dirent *entry;
	size_t seen = 0;
	DIR *dir;

	rewinddir(top);
	while ((entry = readdir(top)) != NULL) {
		if (is_dots(entry->d_name))
			continue;
		seen++;
		if (unlinkat(rm->top_fd, entry->d_name, 0) == 0 ||
		    unlinkat(rm->top_fd, entry->d_name, AT_REMOVEDIR) == 0) {
			rm->progress = true;
			continue;
		}
		rm->err = -errno;
		dir = open_folder(rm->top_fd, entry->d_name);
		if (dir == NULL)
			continue;
		empty(rm, dir);
		closedir(dir);
		if (unlinkat(rm->top_fd, entry->d_name, AT_REMOVEDIR) == 0)
			rm->progress = true;
		else
			rm->err = -errno;
	}
	return seen;
}

int
remove_inside(int dir_fd, const char *name)
{
	struct removal rm = { .progress = true };
	DIR *top = open_folder(dir_fd, name);
	size_t left = 0;

	if (top == NULL)
		return errno == ENOENT ? 0 : -errno;
	rm.top_fd = dirfd(top);
	while (rm.progress) {
		rm.progress = false;
		left = pass(&rm, top);
		if (left == 0)
			break;
	}
	closedir(top);
	return left == 0 ? 0 : rm.err != 0 ? rm.err : -ENOTEMPTY;
}
