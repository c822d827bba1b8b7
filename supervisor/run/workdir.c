#include "workdir.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "../base/buf.h"
#include "../base/fdio.h"
#include "../base/hash.h"
#include "../base/json.h"
#include "../base/mem.h"
#include "../base/util.h"
#include "../policy.h"
#include "remove.h"

#define STALE_SECONDS	600
#define DEPTH_MAX	64
#define FILES_MAX	10000
#define SKIPPED_MAX	1000

struct workdir {
	char	*base, *name;	/* base/name is the upper folder */
	char	*work, *home;
	int	 base_fd, top_fd, work_fd;
	uid_t	 uid;
	char	**inputs;
	size_t	 ninputs, inputs_cap;
	int64_t	 input_blocks;
};

int
workdir_lock_fd(const struct workdir *wd)
{
	return wd->top_fd;
}

const char *
workdir_work(const struct workdir *wd)
{
	return wd->work;
}

const char *
workdir_home(const struct workdir *wd)
{
	return wd->home;
}

/* Remove what killed runs of this user left below `base`. */
static void
sweep(int base_fd)
{
	int copy = openat(base_fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *dir = copy >= 0 ? fdopendir(copy) : NULL;
	struct dirent *entry;
	struct stat st;

	if (dir == NULL) {
		if (copy >= 0)
			close(copy);
		return;
	}
	while ((entry = readdir(dir)) != NULL) {
		int is_new = strncmp(entry->d_name, POLICY_NEW,
		    sizeof(POLICY_NEW) - 1) == 0;
		auto_fd int fd = -1;

		if (!is_new && strncmp(entry->d_name, POLICY_RUN,
		    sizeof(POLICY_RUN) - 1) != 0)
			continue;
		fd = openat(base_fd, entry->d_name,
		    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		if (fd < 0 || fstat(fd, &st) < 0 || st.st_uid != geteuid())
			continue;
		/* One that is just being made has no lock yet. */
		if (is_new && time(NULL) - st.st_mtime < STALE_SECONDS)
			continue;
		if (flock(fd, LOCK_EX | LOCK_NB) < 0)
			continue;
		remove_tree(base_fd, entry->d_name);
	}
	closedir(dir);
}

static int
make_folder(struct workdir *wd, const char *name, char **ret_path)
{
	auto_buf struct buf b = BUF_INIT;

	if (mkdirat(wd->top_fd, name, 0700) < 0)
		return -errno;
	if (geteuid() == 0 && wd->uid != 0 && fchownat(wd->top_fd, name,
	    wd->uid, wd->uid, AT_SYMLINK_NOFOLLOW) < 0)
		return -errno;
	if (ret_path == NULL)
		return 0;
	buf_addf(&b, "%s/%s/%s", wd->base, wd->name, name);
	*ret_path = buf_steal(&b);
	return 0;
}

static int
make_in(struct workdir *wd, const char *base)
{
	static const char digits[] = "abcdefghijklmnopqrstuvwxyz012345";
	char name[64], final[64], word[17];
	uint8_t random[16];
	int r, i;

	wd->base = realpath(base, NULL);
	if (wd->base == NULL)
		return -errno;
	wd->base_fd = open(wd->base, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (wd->base_fd < 0)
		return -errno;
	sweep(wd->base_fd);
	if (getrandom(random, sizeof(random), 0) != sizeof(random))
		return -EIO;
	for (i = 0; i < 16; i++)
		word[i] = digits[random[i] % 32];
	word[16] = '\0';
	snprintf(name, sizeof(name), POLICY_NEW "%s", word);
	snprintf(final, sizeof(final), POLICY_RUN "%s", word);
	/* Others may pass through, as the run's uid must, but not look. */
	if (mkdirat(wd->base_fd, name, 0711) < 0)
		return -errno;
	wd->name = mem_strdup(final);
	wd->top_fd = openat(wd->base_fd, name,
	    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (wd->top_fd < 0 || flock(wd->top_fd, LOCK_EX | LOCK_NB) < 0 ||
	    fchmod(wd->top_fd, wd->uid == geteuid() ? 0700 : 0711) < 0 ||
	    renameat(wd->base_fd, name, wd->base_fd, final) < 0) {
		r = -errno;
		remove_tree(wd->base_fd, name);
		return r;
	}
	r = make_folder(wd, "work", &wd->work);
	if (r == 0)
		r = make_folder(wd, "home", &wd->home);
	if (r == 0)
		r = make_folder(wd, "home/" POLICY_SHM, NULL);
	if (r < 0) {
		remove_tree(wd->base_fd, final);
		return r;
	}
	wd->work_fd = openat(wd->top_fd, "work",
	    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	return wd->work_fd < 0 ? -errno : 0;
}

int
workdir_new(uid_t uid, struct workdir **ret)
{
	const char *bases[] = { NULL, "/tmp", "/var/tmp", "/dev/shm" };
	int r = -ENOENT, first = 0;
	size_t i;

	/* The caller's own choice only where the run has its rights. */
	if (uid == geteuid())
		bases[0] = getenv("TMPDIR");
	for (i = 0; i < ARRAY_SIZE(bases); i++) {
		struct workdir *wd;

		if (bases[i] == NULL || bases[i][0] != '/' ||
		    strchr(bases[i], '*') != NULL)
			continue;
		wd = mem_new(1, sizeof(*wd));
		wd->base_fd = wd->top_fd = wd->work_fd = -1;
		wd->uid = uid;
		r = make_in(wd, bases[i]);
		if (r == 0) {
			*ret = wd;
			return 0;
		}
		if (first == 0)
			first = r;
		workdir_free(wd);
	}
	return first != 0 ? first : r;
}

int
workdir_remove(struct workdir *wd)
{
	return remove_tree(wd->base_fd, wd->name);
}

void
workdir_free(struct workdir *wd)
{
	size_t i;

	if (wd == NULL)
		return;
	if (wd->base_fd >= 0)
		close(wd->base_fd);
	if (wd->top_fd >= 0)
		close(wd->top_fd);
	if (wd->work_fd >= 0)
		close(wd->work_fd);
	for (i = 0; i < wd->ninputs; i++)
		free(wd->inputs[i]);
	free(wd->inputs);
	free(wd->base);
	free(wd->name);
	free(wd->work);
	free(wd->home);
	free(wd);
}

/* All of `from` into `to`, hashing on the way; at most `max` bytes. Ends
 * with -EINTR once `stop`, if there is one, says so. */
static int
copy_bytes(int from, int to, int64_t max, struct hash_state *hash,
    bool (*stop)(void), int64_t *ret_n)
{
	char block[65536];
	int64_t sum = 0;
	ssize_t n;
	int r;

	for (;;) {
		if (stop != NULL && stop())
			return -EINTR;
		n = read(from, block, sizeof(block));
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		if (n == 0)
			break;
		sum += n;
		if (sum > max)
			return -EFBIG;
		if (hash != NULL)
			hash_update(hash, block, (size_t)n);
		if (to >= 0) {
			r = fdio_write_all(to, block, (size_t)n);
			if (r < 0)
				return r;
		}
	}
	*ret_n = sum;
	return 0;
}

static int
input_refused(char **ret_why, int err, const char *file, const char *text)
{
	auto_buf struct buf b = BUF_INIT;

	buf_addf(&b, "--input %s: %s", file, text);
	*ret_why = buf_steal(&b);
	return -err;
}

int
workdir_add_input(struct workdir *wd, const char *file, const char *name,
    bool (*stop)(void), char **ret_why)
{
	auto_fd int from = -1;
	auto_fd int to = -1;
	struct stat st;
	int64_t n;
	char **slot;
	int r;

	if (name[0] == '\0' || strchr(name, '/') != NULL ||
	    strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
		return input_refused(ret_why, EINVAL, file,
		    "the name in the work folder must be a plain file name");
	from = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (from < 0 || fstat(from, &st) < 0)
		return input_refused(ret_why, errno, file, strerror(errno));
	if (S_ISDIR(st.st_mode))
		return input_refused(ret_why, EISDIR, file,
		    "is a folder; give its files one by one, or --read it");
	if (!S_ISREG(st.st_mode))
		return input_refused(ret_why, EINVAL, file,
		    "is no regular file; write what it holds to one first");
	if (fcntl(from, F_SETFL, 0) < 0)
		return input_refused(ret_why, errno, file, strerror(errno));
	to = openat(wd->work_fd, name,
	    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0444);
	if (to < 0 && errno == EEXIST)
		return input_refused(ret_why, EEXIST, file,
		    "another input has this name; use --input FILE=NAME");
	if (to < 0)
		return input_refused(ret_why, errno, file, strerror(errno));
	/* One that grows meanwhile is not whole. */
	r = copy_bytes(from, to, st.st_size, NULL, stop, &n);
	if (r == -EFBIG)
		return input_refused(ret_why, EFBIG, file,
		    "grew while it was copied; try again when it is whole");
	if (r == -EINTR)
		return r;
	if (r < 0)
		return input_refused(ret_why, -r, file, strerror(-r));
	if (fchmod(to, 0444) < 0)
		return input_refused(ret_why, errno, file, strerror(errno));
	if (fstat(to, &st) == 0)
		wd->input_blocks += st.st_blocks * 512;
	slot = MEM_PUSH(wd->inputs, wd->ninputs, wd->inputs_cap);
	*slot = mem_strdup(name);
	return 0;
}

int64_t
workdir_input_blocks(const struct workdir *wd)
{
	return wd->input_blocks;
}

/* What a walk of the work folder found. */
struct found {
	char	**paths;
	size_t	  count, cap;
	struct json *skipped;
};

static void
skip(struct json *skipped, const char *path, const char *why)
{
	struct json *item;

	if (js_len(skipped) >= SKIPPED_MAX)
		return;		/* the last one says so */
	item = js_obj();
	if (js_len(skipped) == SKIPPED_MAX - 1) {
		js_put_str(item, "path", "");
		js_put_str(item, "why", "more was skipped than is listed");
	} else {
		js_put_str(item, "path", path);
		js_put_str(item, "why", why);
	}
	js_add(skipped, item);
}

static bool
is_input(const struct workdir *wd, const char *path)
{
	size_t i;

	for (i = 0; i < wd->ninputs; i++) {
		if (strcmp(wd->inputs[i], path) == 0)
			return true;
	}
	return false;
}

static const char *
kind_refused(mode_t mode)
{
	return S_ISLNK(mode) ? "a symbolic link" :
	    S_ISFIFO(mode) ? "a pipe" :
	    S_ISSOCK(mode) ? "a socket" : "a device";
}

/* One entry of the folder at `level`; returns a folder to walk next, or -1. */
static int
look_at(struct workdir *wd, struct found *found, int dir_fd, const char *name,
    const char *path, int level)
{
	struct stat st;
	int fd;

	if (fstatat(dir_fd, name, &st, AT_SYMLINK_NOFOLLOW) < 0) {
		skip(found->skipped, path, strerror(errno));
		return -1;
	}
	if (S_ISDIR(st.st_mode)) {
		if (level + 1 >= DEPTH_MAX || strlen(path) > 3800) {
			skip(found->skipped, path, "folders nest too deep");
			return -1;
		}
		fd = openat(dir_fd, name,
		    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		if (fd < 0)
			skip(found->skipped, path, strerror(errno));
		return fd;
	}
	if (!S_ISREG(st.st_mode))
		skip(found->skipped, path, kind_refused(st.st_mode));
	else if (st.st_nlink != 1)
		skip(found->skipped, path, "has more than one link");
	else if (found->count >= FILES_MAX)
		skip(found->skipped, path, "more files than are listed");
	else if (!is_input(wd, path))
		*MEM_PUSH(found->paths, found->count, found->cap) =
		    mem_strdup(path);
	return -1;
}

/* Depth first with a stack of bounded height, no recursion. */
static void
walk(struct workdir *wd, struct found *found)
{
	struct {
		DIR	*dir;
		size_t	 path_len;
	} stack[DEPTH_MAX];
	auto_buf struct buf path = BUF_INIT;
	int level = 0, fd;
	struct dirent *entry;

	fd = openat(wd->work_fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0) {
		skip(found->skipped, "", strerror(errno));
		return;
	}
	stack[0].dir = fdopendir(fd);
	stack[0].path_len = 0;
	if (stack[0].dir == NULL) {
		close(fd);
		return;
	}
	while (level >= 0) {
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
		fd = look_at(wd, found, dirfd(stack[level].dir),
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
}

static int
by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Open below `dir_fd` without following a link at any place. */
static int
open_beneath(int dir_fd, const char *path)
{
	struct open_how how = {
		.flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK,
		.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS,
	};
	long fd = syscall(SYS_openat2, dir_fd, path, &how, sizeof(how));

	if (fd < 0 && (errno == ENOSYS || errno == EPERM))
		fd = openat(dir_fd, path, (int)how.flags);
	return fd < 0 ? -errno : (int)fd;
}

/* A new file below the output folder, its folders made as needed. */
static int
create_output(int output_fd, const char *path, const char **ret_why)
{
	auto_free char *copy = mem_strdup(path);
	auto_fd int at = dup(output_fd);
	char *part = copy, *slash;
	int fd;

	if (at < 0)
		return -errno;
	while ((slash = strchr(part, '/')) != NULL) {
		*slash = '\0';
		if (mkdirat(at, part, 0777) < 0 && errno != EEXIST) {
			*ret_why = strerror(errno);
			return -errno;
		}
		fd = openat(at, part,
		    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		if (fd < 0) {
			*ret_why = "the output folder has something else of "
			    "this name";
			return -errno;
		}
		close(at);
		at = fd;
		part = slash + 1;
	}
	fd = openat(at, part,
	    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
	if (fd < 0) {
		*ret_why = errno == EEXIST ?
		    "exists in the output folder already" : strerror(errno);
		return -errno;
	}
	return fd;
}

/* List one file, and copy it if there is somewhere to. */
static void
collect_one(struct workdir *wd, const char *path, int output_fd,
    int64_t *budget, struct json *files, struct json *skipped)
{
	auto_fd int from = open_beneath(wd->work_fd, path);
	auto_fd int to = -1;
	struct hash_state state;
	struct hash hash;
	char hex[HASH_HEX];
	const char *why = NULL;
	struct json *item;
	struct stat st;
	int64_t n;
	int r;

	if (from < 0 || fstat(from, &st) < 0) {
		skip(skipped, path, strerror(from < 0 ? -from : errno));
		return;
	}
	if (!S_ISREG(st.st_mode) || st.st_nlink != 1) {
		skip(skipped, path, "is no longer a plain file");
		return;
	}
	if (st.st_size > *budget) {
		skip(skipped, path, "beyond the disk limit");
		return;
	}
	if (output_fd >= 0) {
		to = create_output(output_fd, path, &why);
		if (to < 0) {
			skip(skipped, path, why);
			return;
		}
	}
	hash_begin(&state);
	r = copy_bytes(from, to, *budget, &state, NULL, &n);
	if (r < 0) {
		auto_buf struct buf text = BUF_INIT;

		/* A copy that broke off is not left looking whole. */
		buf_adds(&text, strerror(-r));
		if (to >= 0 && ftruncate(to, 0) == 0)
			buf_adds(&text, "; an empty file remains");
		skip(skipped, path, buf_str(&text));
		return;
	}
	*budget -= n;
	hash_end(&state, &hash);
	hash_hex(&hash, hex);
	item = js_obj();
	js_put_str(item, "path", path);
	js_put_num(item, "size", n);
	js_put_str(item, "sha256", hex);
	js_add(files, item);
}

void
workdir_collect(struct workdir *wd, int output_fd, int64_t max_bytes,
    struct json *files, struct json *skipped)
{
	struct found found = { .skipped = skipped };
	size_t i;

	walk(wd, &found);
	if (found.count > 0)
		qsort(found.paths, found.count, sizeof(*found.paths), by_name);
	for (i = 0; i < found.count; i++) {
		collect_one(wd, found.paths[i], output_fd, &max_bytes, files,
		    skipped);
		free(found.paths[i]);
	}
	free(found.paths);
}
