/*
 * One file of the work folder, while nothing of the tree runs: given, taken
 * away, or read. The keeper's side, then the front's.
 */
#include "keeper_parts.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/fdio.h"
#include "../base/mem.h"
#include "../base/util.h"
#include "remove.h"

/* The folder that `path` lies in, below work/; its last part. */
static int
open_parent(int top_fd, const char *path, const char **ret_name)
{
	const char *slash = strrchr(path, '/');
	auto_fd int work = remove_open(top_fd, "work", O_RDONLY | O_DIRECTORY);
	auto_free char *folder = NULL;
	int fd;

	if (work < 0 || !keeper_is_plain(path))
		return work < 0 ? work : -EINVAL;
	*ret_name = slash != NULL ? slash + 1 : path;
	if (slash != NULL) {
		folder = mem_strndup(path, (size_t)(slash - path));
		return remove_open(work, folder, O_RDONLY | O_DIRECTORY);
	}
	fd = work;
	work = -1;
	return fd;
}

/* Anew: whoever has one of this name open keeps that one. */
static int
receive_file(int fd, int top_fd, const char *path, char *bytes)
{
	const char *name = path;
	auto_fd int at = open_parent(top_fd, path, &name);
	auto_fd int to = -1;
	struct keeper_head head;
	int r = at < 0 ? at : 0, got;

	if (r == 0 && unlinkat(at, name, 0) < 0 && errno != ENOENT)
		r = -errno;
	if (r == 0) {
		to = openat(at, name, O_WRONLY | O_CREAT | O_EXCL |
		    O_NOFOLLOW | O_CLOEXEC, 0644);
		r = to < 0 ? -errno : 0;
	}
	/* To its end in any case: the next message is another's. */
	while ((got = keeper_receive(fd, &head, bytes)) == 0 &&
	    head.kind == KEEPER_DATA)
		if (r == 0)
			r = fdio_write_all(to, bytes, head.len);
	if (got < 0)
		return got;
	if (r < 0 && to >= 0)
		unlinkat(at, name, 0);
	return r;
}

static int
drop_file(int top_fd, const char *path)
{
	const char *name = path;
	auto_fd int at = open_parent(top_fd, path, &name);

	if (at < 0)
		return at;
	return unlinkat(at, name, 0) < 0 ? -errno : 0;
}

static int
send_file(int fd, int top_fd, const char *path, char *bytes)
{
	const char *name = path;
	auto_fd int at = open_parent(top_fd, path, &name);
	auto_fd int from = at < 0 ? at : remove_open(at, name, O_RDONLY |
	    O_NONBLOCK | O_NOCTTY);
	struct stat st, work;
	ssize_t n;
	int r = 0;

	if (from < 0)
		return from;
	if (fstat(from, &st) < 0 || fstatat(top_fd, "work", &work,
	    AT_SYMLINK_NOFOLLOW) < 0)
		return -errno;
	if (!S_ISREG(st.st_mode) || st.st_nlink != 1)
		return S_ISDIR(st.st_mode) ? -EISDIR : -EPERM;
	while (r == 0 && (n = read(from, bytes, KEEPER_MOST)) != 0)
		r = n < 0 ? -errno : keeper_send(fd, KEEPER_DATA, bytes,
		    (size_t)n);
	return r;
}

bool
keeper_serve_file(int fd, int top_fd, enum keeper_kind kind, char *bytes,
    int *ret)
{
	auto_free char *path = mem_strdup(bytes);

	if (kind == KEEPER_PUT)
		*ret = receive_file(fd, top_fd, path, bytes);
	else if (kind == KEEPER_DROP)
		*ret = drop_file(top_fd, path);
	else if (kind == KEEPER_GET)
		*ret = send_file(fd, top_fd, path, bytes);
	else
		return false;
	return true;
}

/* What is answered, its data to `to`. */
static int
finish(int fd, int to, int64_t most)
{
	auto_free char *bytes = mem_resize(NULL, KEEPER_MOST + 1, 1);
	struct keeper_head head;
	int r, written = 0, result;

	while ((r = keeper_receive(fd, &head, bytes)) == 0 &&
	    head.kind == KEEPER_DATA) {
		most -= head.len;
		if (most < 0)
			written = -EFBIG;
		if (written == 0)
			written = fdio_write_all(to, bytes, head.len);
	}
	if (r < 0)
		return r;
	if (head.kind != KEEPER_DONE || head.len != sizeof(result))
		return -EPROTO;
	memcpy(&result, bytes, sizeof(result));
	return result < 0 ? result : written;
}

int
keeper_put(int fd, const char *path, const char *bytes, size_t n)
{
	int r = keeper_send(fd, KEEPER_PUT, path, strlen(path));
	size_t part;

	for (; r == 0 && n > 0; bytes += part, n -= part) {
		part = n < KEEPER_MOST ? n : KEEPER_MOST;
		r = keeper_send(fd, KEEPER_DATA, bytes, part);
	}
	if (r == 0)
		r = keeper_send(fd, KEEPER_END, NULL, 0);
	return r == 0 ? finish(fd, -1, 0) : r;
}

int
keeper_drop(int fd, const char *path)
{
	int r = keeper_send(fd, KEEPER_DROP, path, strlen(path));

	return r == 0 ? finish(fd, -1, 0) : r;
}

int
keeper_get(int fd, const char *path, int to, int64_t most)
{
	int r = keeper_send(fd, KEEPER_GET, path, strlen(path));

	return r == 0 ? finish(fd, to, most) : r;
}
