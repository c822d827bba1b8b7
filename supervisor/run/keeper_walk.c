#include "keeper_parts.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "../base/buf.h"
#include "../base/mem.h"
#include "../base/util.h"
#include "../policy/policy.h"
#include "remove.h"

#define DEPTH_MAX	64
#define FILES_MAX	100000

/* What a walk of the work folder found. */
struct found {
	int		  fd;		/* to the front */
	int		  root_fd;	/* of those that are walked */
	const char	 *prefix;	/* what their names begin with, or "" */
	size_t		  temporary;	/* left out: made by tempfile */
	uid_t		  uid;		/* whose the work folder is */
	char		**inputs;	/* sorted names */
	size_t		  ninputs;
	char		**paths;
	size_t		  count, cap;
	int		  err;		/* of the socket */
};

static void
skip(struct found *found, const char *path, const char *why)
{
	auto_buf struct buf b = BUF_INIT;
	int r;

	buf_add(&b, path, strlen(path) + 1);
	buf_adds(&b, why);
	r = keeper_send(found->fd, KEEPER_SKIP, b.data, b.len);
	if (r < 0)
		found->err = r;
}

static bool
is_input(const struct found *found, const char *path)
{
	return found->ninputs > 0 && bsearch(&path, found->inputs,
	    found->ninputs, sizeof(*found->inputs), util_compare_texts) != NULL;
}

static const char *
kind_refused(mode_t mode)
{
	return S_ISLNK(mode) ? "a symbolic link" :
	    S_ISFIFO(mode) ? "a pipe" :
	    S_ISSOCK(mode) ? "a socket" : "a device";
}

static const char *
spell_error(int err)
{
	return err == EXDEV ? "lies on another file system" : strerror(err);
}

/* Not to be read, though it is a regular file? */
static const char *
file_refused(const struct found *found, const struct stat *st)
{
	return st->st_uid != found->uid ? "belongs to another user" :
	    st->st_nlink != 1 ? "has more than one link" : NULL;
}

/* As Python's tempfile calls them: "tmp", eight more, and what was asked for. */
static bool
is_temporary(const char *name)
{
	return strncmp(name, "tmp", 3) == 0 && strspn(name + 3,
	    "abcdefghijklmnopqrstuvwxyz0123456789_") >= 8;
}

/* One entry of the folder at `level`; returns a folder to walk next, or -1. */
static int
look_at(struct found *found, int dir_fd, const char *name, const char *path,
    int level)
{
	const char *why;
	struct stat st;
	int fd;

	if (found->prefix[0] != '\0' && is_temporary(name)) {
		found->temporary++;
		return -1;
	}
	if (fstatat(dir_fd, name, &st, AT_SYMLINK_NOFOLLOW) < 0) {
		skip(found, path, strerror(errno));
		return -1;
	}
	if (S_ISDIR(st.st_mode)) {
		if (level + 1 >= DEPTH_MAX || strlen(path) > 3800) {
			skip(found, path, "folders nest too deep");
			return -1;
		}
		fd = remove_open(dir_fd, name, O_RDONLY | O_DIRECTORY);
		if (fd < 0)
			skip(found, path, spell_error(-fd));
		return fd;
	}
	why = S_ISREG(st.st_mode) ? file_refused(found, &st) :
	    kind_refused(st.st_mode);
	if (is_input(found, path))
		return -1;
	if (why == NULL && found->count >= FILES_MAX)
		why = "more files than are listed";
	if (why != NULL)
		skip(found, path, why);
	else
		*MEM_PUSH(found->paths, found->count, found->cap) =
		    mem_strdup(path);
	return -1;
}

/* Depth first with a stack of bounded height, no recursion. */
static void
walk(struct found *found)
{
	struct {
		DIR	*dir;
		size_t	 path_len;
	} stack[DEPTH_MAX];
	auto_buf struct buf path = BUF_INIT;
	int level = 0, fd;
	struct dirent *entry;

	fd = openat(found->root_fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0) {
		skip(found, "", strerror(errno));
		return;
	}
	stack[0].dir = fdopendir(fd);
	buf_adds(&path, found->prefix);
	stack[0].path_len = path.len;
	if (stack[0].dir == NULL) {
		close(fd);
		return;
	}
	while (level >= 0 && found->err == 0) {
		entry = readdir(stack[level].dir);
		if (entry == NULL) {
			closedir(stack[level].dir);
			level--;
			continue;
		}
		if (strcmp(entry->d_name, ".") == 0 ||
		    strcmp(entry->d_name, "..") == 0)
			continue;
		path.len = stack[level].path_len;
		if (path.len > 0)
			buf_addc(&path, '/');
		buf_adds(&path, entry->d_name);
		fd = look_at(found, dirfd(stack[level].dir),
		    entry->d_name, buf_str(&path), level);
		if (fd < 0)
			continue;
		stack[level + 1].dir = fdopendir(fd);
		if (stack[level + 1].dir == NULL) {
			close(fd);
			continue;
		}
		stack[++level].path_len = path.len;
	}
	/* Only if the front is gone. */
	while (level >= 0)
		closedir(stack[level--].dir);
}

static int
send_head(const struct found *found, const char *path, const struct stat *st)
{
	auto_buf struct buf head = BUF_INIT;

	buf_addc(&head, st->st_mode & 0100 ? 'y' : '-');
	buf_addc(&head, found->prefix[0] != '\0' ? 'y' : '-');
	buf_adds(&head, path);
	return keeper_send(found->fd, KEEPER_FILE, head.data, head.len);
}

/* One file to the front, byte by byte. */
static void
send_one(struct found *found, const char *path, int64_t *budget)
{
	size_t n_prefix = strlen(found->prefix);
	auto_fd int from = remove_open(found->root_fd,
	    path + n_prefix + (n_prefix > 0), O_RDONLY | O_NONBLOCK | O_NOCTTY);
	const char *why = NULL;
	char block[KEEPER_MOST];
	int64_t sum = 0;
	struct stat st;
	ssize_t n;

	if (from < 0 || fstat(from, &st) < 0)
		why = spell_error(from < 0 ? -from : errno);
	else if (!S_ISREG(st.st_mode) || file_refused(found, &st) != NULL)
		why = "is no longer a plain file";
	else if (st.st_size > *budget)
		why = "beyond the disk limit";
	else
		found->err = send_head(found, path, &st);
	while (why == NULL && found->err == 0) {
		n = read(from, block, sizeof(block));
		if (n < 0 && errno == EINTR)
			continue;
		if (n == 0)
			break;
		sum += n > 0 ? n : 0;
		if (n < 0 || sum > *budget)
			why = strerror(n < 0 ? errno : EFBIG);
		else
			found->err = keeper_send(found->fd, KEEPER_DATA,
			    block, (size_t)n);
	}
	if (why != NULL) {
		skip(found, path, why);
		return;
	}
	*budget -= sum;
	if (found->err == 0)
		found->err = keeper_send(found->fd, KEEPER_END, NULL, 0);
}

/* What lies below `root_fd`, listed and sent. */
static void
send_all(struct found *found, int root_fd, const char *prefix,
    int64_t *max_bytes)
{
	size_t i;

	found->root_fd = root_fd;
	found->prefix = prefix;
	walk(found);
	if (found->count > 0)
		qsort(found->paths, found->count, sizeof(*found->paths),
		    util_compare_texts);
	for (i = 0; i < found->count; i++) {
		if (found->err == 0)
			send_one(found, found->paths[i], max_bytes);
		free(found->paths[i]);
	}
	found->count = 0;
}

int
keeper_walk(int fd, int top_fd, int64_t max_bytes, char **inputs, size_t n)
{
	auto_fd int work_fd = remove_open(top_fd, "work",
	    O_RDONLY | O_DIRECTORY);
	auto_fd int tmp_fd = remove_open(top_fd, "home/" POLICY_TMP,
	    O_RDONLY | O_DIRECTORY);
	struct found found = { .fd = fd, .inputs = inputs, .ninputs = n };
	auto_buf struct buf left = BUF_INIT, prefix = BUF_INIT;
	struct stat st;

	if (work_fd < 0 || fstat(work_fd, &st) < 0)
		return work_fd < 0 ? work_fd : -errno;
	/* As the run's files are, also where a file system has one owner. */
	found.uid = st.st_uid;
	if (n > 0)
		qsort(inputs, n, sizeof(*inputs), util_compare_texts);
	send_all(&found, work_fd, "", &max_bytes);
	/* What a program puts into /tmp it means to be found. It may have made
	 * a tmp/ of its own. */
	buf_adds(&prefix, "tmp");
	while (fstatat(work_fd, buf_str(&prefix), &st,
	    AT_SYMLINK_NOFOLLOW) == 0 && prefix.len < NAME_MAX)
		buf_addc(&prefix, '_');
	if (tmp_fd >= 0 && found.err == 0)
		send_all(&found, tmp_fd, buf_str(&prefix), &max_bytes);
	if (found.temporary > 0) {
		buf_addf(&left, "%zu with names that tempfile makes",
		    found.temporary);
		skip(&found, buf_str(&prefix), buf_str(&left));
	}
	free(found.paths);
	return found.err;
}
