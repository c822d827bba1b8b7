/*
 * Opening what a canonical name leads to, and nothing else; and the names of
 * what is open.
 */
#include "path.h"
#include "path_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../base/util.h"

size_t
path_parent_len(const char *name, size_t len)
{
	while (len > 0 && name[len - 1] != '/')
		len--;
	return len > 0 ? len - 1 : 0;
}

bool
path_has_openat2(void)
{
	static int known;
	struct open_how how = { .flags = O_PATH | O_CLOEXEC,
	    .resolve = RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS };
	int fd;

	if (known == 0) {
		fd = (int)syscall(__NR_openat2, AT_FDCWD, "/", &how,
		    sizeof(how));
		known = fd >= 0 ? 1 : -1;
		if (fd >= 0)
			close(fd);
	}
	return known > 0;
}

/* Without openat2: part by part, refusing links ourselves. */
static int
open_by_parts(const char *name, int flags)
{
	int dir = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC), next;
	char part[NAME_MAX + 1];
	struct stat st;
	size_t n;

	while (dir >= 0) {
		name += strspn(name, "/");
		n = strcspn(name, "/");
		if (n == 0)
			return dir;
		if (n > NAME_MAX) {
			close(dir);
			return -ENAMETOOLONG;
		}
		memcpy(part, name, n);
		part[n] = '\0';
		name += n;
		next = openat(dir, part, O_PATH | O_NOFOLLOW | O_CLOEXEC |
		    (name[strspn(name, "/")] == '\0' ? flags : 0));
		n = next < 0 ? (size_t)errno : 0;
		close(dir);
		if (next < 0)
			return -(int)n;
		if (name[0] != '\0' && fstat(next, &st) == 0 &&
		    S_ISLNK(st.st_mode)) {
			close(next);
			return -ELOOP;
		}
		dir = next;
	}
	return -errno;
}

int
path_open_nolinks(const char *name, int flags)
{
	struct open_how how = {
		.flags = (uint64_t)(O_PATH | O_CLOEXEC | flags),
		.resolve = RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS,
	};
	int fd, tries;

	if (!path_has_openat2())
		return open_by_parts(name, flags);
	for (tries = 0; tries < 3; tries++) {
		fd = (int)syscall(__NR_openat2, AT_FDCWD, name, &how,
		    sizeof(how));
		if (fd >= 0 || errno != EAGAIN)
			break;
	}
	return fd < 0 ? -errno : fd;
}

int
path_open_parent(const struct path *p, const char **ret_base)
{
	char dir[PATH_MAX];
	size_t n = path_parent_len(p->name, p->len);

	memcpy(dir, p->name, n);
	dir[n] = '\0';
	*ret_base = p->name + n + 1;
	return path_open_nolinks(n == 0 ? "/" : dir, O_DIRECTORY);
}

int
path_open_object(const struct path *p, int extra_flags)
{
	/* O_PATH with O_NOFOLLOW opens a link itself, which NO_SYMLINKS
	 * allows for the last part (5.6). */
	return path_open_nolinks(p->name, O_NOFOLLOW | extra_flags);
}

bool
path_is_deleted(const char *text, size_t n)
{
	return n > 10 && memcmp(text + n - 10, " (deleted)", 10) == 0;
}

int
path_of_fd(pid_t tid, int fd, char ret[PATH_MAX])
{
	char link[64];
	struct stat one, two;
	ssize_t n;

	if (fd == AT_FDCWD)
		snprintf(link, sizeof(link), "/proc/%d/cwd", (int)tid);
	else if (fd < 0)
		return -EBADF;
	else
		snprintf(link, sizeof(link), "/proc/%d/fd/%d", (int)tid, fd);
	n = readlink(link, ret, PATH_MAX);
	if (n < 0)
		return errno == ENOENT && fd != AT_FDCWD ? -EBADF : -errno;
	if (n == PATH_MAX)
		return -ENAMETOOLONG;
	ret[n] = '\0';
	if (ret[0] != '/')
		return ret[0] == '(' ? -ENOENT : -ENOTDIR;
	/*
	 * The kernel writes the name a thing has now. Only a real name that
	 * ends like this can be taken for a deleted one.
	 */
	if (path_is_deleted(ret, (size_t)n) && (stat(link, &one) < 0 ||
	    lstat(ret, &two) < 0 || one.st_dev != two.st_dev ||
	    one.st_ino != two.st_ino))
		return -ENOENT;
	return 0;
}
