#include "python_copy.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "../base/buf.h"
#include "../base/fdio.h"
#include "../base/hash.h"
#include "../base/mem.h"
#include "../base/util.h"
#include "python.h"
#include "remove.h"

static const char *
store(void)
{
	const char *own = getenv("SALLYPORT_PYTHONS");

	return own != NULL && own[0] == '/' ? own : "/var/lib/sallyport/python";
}

/* Is the canonical `path` root's alone to change, by any folder on the way? */
static bool
is_roots(const char *path)
{
	auto_free char *real = realpath(path, NULL);
	auto_free char *part = mem_strdup(path);
	struct stat st;
	char *slash;

	if (real == NULL || strcmp(real, path) != 0 || stat(path, &st) < 0 ||
	    st.st_uid != 0 || (st.st_mode & 022) != 0)
		return false;
	while ((slash = strrchr(part, '/')) != NULL && slash != part) {
		*slash = '\0';
		/* In /tmp each has only what is his. */
		if (stat(part, &st) < 0 || st.st_uid != 0 ||
		    ((st.st_mode & 022) != 0 && !(st.st_mode & S_ISVTX)))
			return false;
	}
	return true;
}

/* Is it a folder that is closed to others, or does it lie in one? */
static bool
is_closed(const char *path)
{
	auto_free char *part = mem_strdup(path);
	struct stat st;
	char *slash;

	do {
		if (stat(part, &st) == 0 && S_ISDIR(st.st_mode) &&
		    (st.st_mode & 0001) == 0)
			return true;
		slash = strrchr(part, '/');
		if (slash != NULL)
			*slash = '\0';
	} while (slash != NULL && slash != part);
	return false;
}

/* Where each new file is entered: its name, what it is, what it holds. */
struct copying {
	struct hash_state	 hash;
	const char		*to;	/* the names of the host begin here */
	char			**why;
};

static int
fail(struct copying *c, const char *path)
{
	int err = errno;

	return buf_why(c->why, err, "%s: %s", path, strerror(err));
}

/*
 * The tree may be a user's, who changes it meanwhile: what root reads, and all
 * may read then, lies where it was found, by no link.
 */
static int
open_plainly(const char *path, uint64_t flags)
{
	struct open_how how = { .flags = flags | O_RDONLY | O_CLOEXEC |
	    O_NONBLOCK, .resolve = RESOLVE_NO_SYMLINKS };

	return (int)syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof(how));
}

static int
copy_file(struct copying *c, const char *from, const char *to)
{
	auto_fd int in = open_plainly(from, 0);
	auto_fd int out = in < 0 ? -1 : open(to, O_WRONLY | O_CREAT | O_EXCL |
	    O_CLOEXEC, 0644);
	struct timespec times[2];
	char bytes[65536];
	struct stat st;
	ssize_t n;
	int r;

	if (out < 0 || fstat(in, &st) < 0)
		return fail(c, from);
	while ((n = read(in, bytes, sizeof(bytes))) > 0) {
		hash_update(&c->hash, bytes, (size_t)n);
		r = fdio_write_all(out, bytes, (size_t)n);
		if (r < 0)
			return buf_why(c->why, -r, "%s: %s", to, strerror(-r));
	}
	/* By which what was compiled knows its source. */
	times[0] = st.st_atim;
	times[1] = st.st_mtim;
	if (n < 0 || futimens(out, times) < 0 ||
	    ((st.st_mode & 0100) != 0 && fchmod(out, 0755) < 0))
		return fail(c, from);
	return 0;
}

static int copy(struct copying *, const char *);

static int
copy_folder(struct copying *c, const char *from)
{
	auto_fd int folder = open_plainly(from, O_DIRECTORY);
	struct dirent **entries = NULL;
	int n = folder < 0 ? -1 : scandirat(folder, ".", &entries, NULL,
	    alphasort), r = 0, i;

	if (n < 0)
		return fail(c, from);
	for (i = 0; i < n; i++) {
		const char *name = entries[i]->d_name;
		auto_buf struct buf b = BUF_INIT;

		buf_addf(&b, "%s/%s", from, name);
		if (r == 0 && strcmp(name, ".") != 0 && strcmp(name, "..") != 0)
			r = copy(c, buf_str(&b));
		free(entries[i]);
	}
	free(entries);
	return r;
}

/* `from`, to its name below c->to; what is there already stays. */
static int
copy(struct copying *c, const char *from)
{
	auto_buf struct buf to = BUF_INIT, entry = BUF_INIT;
	char target[PATH_MAX] = "";
	struct stat st, there;
	ssize_t n;

	if (lstat(from, &st) < 0)
		return errno == ENOENT ? 0 : fail(c, from);
	buf_addf(&to, "%s%s", c->to, from);
	if (S_ISDIR(st.st_mode)) {
		if (mkdir(buf_str(&to), 0755) < 0 && errno != EEXIST)
			return fail(c, buf_str(&to));
		return copy_folder(c, from);
	}
	if (lstat(buf_str(&to), &there) == 0)
		return 0;
	buf_addf(&entry, "%s %o", from, (unsigned)(st.st_mode & (S_IFMT |
	    0100)));
	hash_update(&c->hash, buf_str(&entry), entry.len + 1);
	if (S_ISREG(st.st_mode))
		return copy_file(c, from, buf_str(&to));
	if (!S_ISLNK(st.st_mode))
		return 0;
	n = readlink(from, target, sizeof(target) - 1);
	if (n < 0 || symlink(target, buf_str(&to)) < 0)
		return fail(c, from);
	hash_update(&c->hash, target, (size_t)n + 1);
	return 0;
}

static int
make_folders(const char *path)
{
	auto_free char *part = mem_strdup(path);
	char *slash = part;

	while ((slash = strchr(slash + 1, '/')) != NULL) {
		*slash = '\0';
		if (mkdir(part, 0755) < 0 && errno != EEXIST)
			return -errno;
		*slash = '/';
	}
	return 0;
}

/* "of/FINGERPRINT", which links to the copy of what it is now. */
static void
link_of(const struct python *py, struct buf *ret)
{
	struct hash now;
	char hex[HASH_HEX];

	python_fingerprint(py, &now);
	hash_hex(&now, hex);
	buf_addf(ret, "%s/of/%s", store(), hex);
}

/* Where the copy of what it is now lies. */
static int
find_copy(const struct python *py, char **ret)
{
	auto_buf struct buf link = BUF_INIT;
	auto_free char *folder = NULL, *links = NULL;

	link_of(py, &link);
	folder = realpath(buf_str(&link), NULL);
	if (folder == NULL)
		return -ENOENT;
	links = mem_strndup(buf_str(&link),
	    (size_t)(strrchr(buf_str(&link), '/') - buf_str(&link)));
	if (!is_roots(links) || !is_roots(folder))
		return -EPERM;
	*ret = steal_ptr(&folder);
	return 0;
}

static int
name_copy(struct copying *c, const struct python *py, char **ret_folder)
{
	auto_buf struct buf folder = BUF_INIT, link = BUF_INIT, text = BUF_INIT;
	struct hash hash;
	char hex[HASH_HEX];

	hash_end(&c->hash, &hash);
	hash_hex(&hash, hex);
	buf_addf(&folder, "%s/%s", store(), hex);
	/* The same bytes again: what was there is as good. */
	if (rename(c->to, buf_str(&folder)) < 0 && errno != ENOTEMPTY &&
	    errno != EEXIST)
		return fail(c, buf_str(&folder));
	link_of(py, &link);
	buf_addf(&text, "../%s", hex);
	if (make_folders(buf_str(&link)) < 0 ||
	    (symlink(buf_str(&text), buf_str(&link)) < 0 && errno != EEXIST))
		return fail(c, buf_str(&link));
	*ret_folder = buf_steal(&folder);
	return 0;
}

/* What did not come to be a copy. */
static void
discard(const char *to)
{
	auto_fd int folder = open(store(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	const char *name = strrchr(to, '/') + 1;

	if (folder >= 0 && remove_inside(folder, name) == 0)
		unlinkat(folder, name, AT_REMOVEDIR);
}

int
python_copy_make(const struct python *py, char **ret_folder, char **ret_why)
{
	auto_buf struct buf to = BUF_INIT;
	struct copying c = { .why = ret_why };
	mode_t before;
	size_t i;
	int r = 0;

	if (geteuid() != 0)
		return buf_why(ret_why, EPERM, "only root can make a copy that "
		    "only root may write; as yourself you reach your own");
	if (find_copy(py, ret_folder) == 0)
		return 0;
	for (i = 0; i < py->tops.n && !is_closed(py->tops.items[i]); i += 2)
		;
	if (i >= py->tops.n)
		return buf_why(ret_why, EINVAL, "%s lies in no folder that is "
		    "closed to others: it needs no copy", py->exe);
	before = umask(022);
	buf_addf(&to, "%s/.new.%d", store(), (int)getpid());
	c.to = buf_str(&to);
	hash_begin(&c.hash);
	if (make_folders(c.to) < 0 || mkdir(c.to, 0755) < 0)
		r = fail(&c, c.to);
	else if (!is_roots(c.to))
		r = buf_why(ret_why, EPERM, "%s: others than root may write "
		    "there, or in a folder above", c.to);
	for (i = 0; r == 0 && py->trees.items[i] != NULL; i++) {
		auto_buf struct buf below = BUF_INIT;

		if (!is_closed(py->trees.items[i]))
			continue;
		buf_addf(&below, "%s%s", c.to, py->trees.items[i]);
		r = make_folders(buf_str(&below)) < 0 ? fail(&c,
		    buf_str(&below)) : copy(&c, py->trees.items[i]);
	}
	if (r == 0)
		r = name_copy(&c, py, ret_folder);
	umask(before);
	discard(c.to);
	return r;
}

/*
 * What lay at *path lies there below `folder`, if it is of what was copied.
 * Above that it is looked for where it was, and is not there either.
 */
static void
move(const struct python *py, const char *folder, char **path)
{
	auto_buf struct buf b = BUF_INIT;
	size_t i;

	for (i = 1; i < py->tops.n; i += 2)
		if (is_closed(py->tops.items[i]) &&
		    util_is_below(*path, py->tops.items[i]))
			break;
	if (i > py->tops.n)
		return;
	buf_addf(&b, "%s%s", folder, *path);
	free(*path);
	*path = buf_steal(&b);
}

int
python_copy_use(struct python *py)
{
	auto_free char *folder = NULL;
	size_t i;
	int r = find_copy(py, &folder);

	if (r < 0)
		return r;
	for (i = 0; i < py->tops.n; i += 2) {
		auto_buf struct buf b = BUF_INIT;

		if (!is_closed(py->tops.items[i + 1]))
			continue;
		*MEM_PUSH(py->moved.items, py->moved.n, py->moved.cap) =
		    mem_strdup(py->tops.items[i]);
		buf_addf(&b, "%s%s", folder, py->tops.items[i + 1]);
		*MEM_PUSH(py->moved.items, py->moved.n, py->moved.cap) =
		    buf_steal(&b);
	}
	*MEM_PUSH(py->moved.items, py->moved.n, py->moved.cap) = NULL;
	py->moved.n--;
	move(py, folder, &py->exe);
	for (i = 0; py->trees.items[i] != NULL; i++)
		move(py, folder, &py->trees.items[i]);
	return 0;
}
