#include "workdir.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>

#include "../base/buf.h"
#include "../base/fdio.h"
#include "../base/mem.h"
#include "../base/util.h"
#include "../check/path.h"
#include "../policy/policy.h"
#include "codedir.h"
#include "keeper.h"
#include "remove.h"
#include "run.h"

#define STALE_SECONDS	600

struct workdir {
	char	*base, *name;	/* base/name is the upper folder */
	char	*work, *home, *code;
	int	 base_fd, top_fd, work_fd;
	uid_t	 uid;
	struct keeper *keeper;
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

const char *
workdir_code(const struct workdir *wd)
{
	return wd->code;
}

static void
name_code(struct workdir *wd)
{
	auto_buf struct buf b = BUF_INIT;

	buf_addf(&b, "%s/%s/" CODEDIR, wd->base, wd->name);
	wd->code = buf_steal(&b);
}

int
workdir_begin_code(struct workdir *wd)
{
	name_code(wd);
	return mkdirat(wd->top_fd, CODEDIR, 0755) < 0 ||
	    fchmodat(wd->top_fd, CODEDIR, 0755, 0) < 0 ? -errno : 0;
}

int
workdir_add_code(struct workdir *wd, const struct run_options *opts,
    char **ret_why)
{
	if (wd->code == NULL)
		name_code(wd);
	return codedir_make(wd->top_fd, wd->work, opts, ret_why);
}

/*
 * The folder `name` of `base_fd`, once it is empty but for ours, which are
 * empty: nothing else is removed here, whatever our rights.
 */
static int
remove_empty(int base_fd, const char *name, int top_fd)
{
	/* Whose the last is says whose the others were: see sweep_one(). */
	static const char *const ours[] = { "home/" POLICY_SHM,
	    "home/" POLICY_TMP, "home", "work" };
	size_t i;
	int r = codedir_remove(top_fd);

	if (r < 0)
		return r;
	for (i = 0; i < ARRAY_SIZE(ours); i++)
		if (unlinkat(top_fd, ours[i], AT_REMOVEDIR) < 0 &&
		    errno != ENOENT)
			return -errno;
	return unlinkat(base_fd, name, AT_REMOVEDIR) < 0 ? -errno : 0;
}

/*
 * What a killed run left is removed with that run's rights. Of a folder that
 * others may have changed it is not known whose they were.
 */
static void
sweep_one(int base_fd, const char *name, int top_fd)
{
	struct keeper *keeper = NULL;
	struct stat st;

	if (fstat(top_fd, &st) < 0 || (st.st_mode & 022) != 0)
		return;
	/* Without it, it was killed before anything could lie here. */
	if (fstatat(top_fd, "work", &st, AT_SYMLINK_NOFOLLOW) == 0 &&
	    S_ISDIR(st.st_mode) &&
	    keeper_new(st.st_uid, top_fd, &keeper) == 0) {
		/* One that was being made is not all the run's, and is empty:
		 * that something stays shows below. */
		keeper_empty(keeper);
		keeper_free(keeper);
	}
	remove_empty(base_fd, name, top_fd);
}

/* Remove what killed runs of this user left below `base`. */
static void
sweep(const char *base)
{
	DIR *dir = opendir(base);
	struct dirent *entry;
	struct stat st;
	int base_fd;

	if (dir == NULL)
		return;
	base_fd = dirfd(dir);
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
		sweep_one(base_fd, entry->d_name, fd);
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

/* 80 bits of chance: 0 or -EIO. */
static int
make_word(char word[17])
{
	static const char digits[] = "abcdefghijklmnopqrstuvwxyz012345";
	uint8_t random[16];
	int i;

	if (getrandom(random, sizeof(random), 0) != sizeof(random))
		return -EIO;
	for (i = 0; i < 16; i++)
		word[i] = digits[random[i] % 32];
	word[16] = '\0';
	return 0;
}

static int
make_in(struct workdir *wd, const char *base)
{
	char name[64], final[64], word[17];
	int r;

	wd->base = realpath(base, NULL);
	if (wd->base == NULL)
		return -errno;
	wd->base_fd = open(wd->base, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (wd->base_fd < 0)
		return -errno;
	r = make_word(word);
	if (r < 0)
		return r;
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
		unlinkat(wd->base_fd, name, AT_REMOVEDIR);
		return r;
	}
	r = make_folder(wd, "work", &wd->work);
	if (r == 0)
		r = make_folder(wd, "home", &wd->home);
	if (r == 0)
		r = make_folder(wd, "home/" POLICY_SHM, NULL);
	if (r == 0)
		r = make_folder(wd, "home/" POLICY_TMP, NULL);
	if (r < 0) {
		remove_empty(wd->base_fd, final, wd->top_fd);
		return r;
	}
	wd->work_fd = openat(wd->top_fd, "work",
	    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	return wd->work_fd < 0 ? -errno : 0;
}

int
workdir_new(uid_t uid, const char *base, struct workdir **ret)
{
	const char *bases[] = { base, "/tmp", "/var/tmp", "/dev/shm" };
	int r = -ENOENT, first = 0;
	size_t i;

	/* The caller's own choice only where the run has its rights. */
	if (base != NULL)
		bases[1] = bases[2] = bases[3] = NULL;
	else if (uid == geteuid())
		bases[0] = getenv("TMPDIR");
	for (i = 0; i < ARRAY_SIZE(bases); i++) {
		if (bases[i] != NULL && (bases[i][0] != '/' ||
		    strchr(bases[i], '*') != NULL))
			bases[i] = NULL;
		/* Where the one that was killed had its place is not known. */
		if (bases[i] != NULL)
			sweep(bases[i]);
	}
	for (i = 0; i < ARRAY_SIZE(bases); i++) {
		struct workdir *wd;

		if (bases[i] == NULL)
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

#define POOLS	"/tmp"

void
workdir_pool_remove(const char *path, int fd)
{
	sweep(path);
	rmdir(path);
	close(fd);
}

/* What killed pools of this user left. */
static void
sweep_pools(void)
{
	DIR *dir = opendir(POOLS);
	struct dirent *entry;
	struct stat st;

	while (dir != NULL && (entry = readdir(dir)) != NULL) {
		auto_buf struct buf path = BUF_INIT;
		int fd;

		if (strncmp(entry->d_name, POLICY_POOL,
		    sizeof(POLICY_POOL) - 1) != 0)
			continue;
		buf_addf(&path, POOLS "/%s", entry->d_name);
		fd = open(buf_str(&path), O_RDONLY | O_DIRECTORY |
		    O_NOFOLLOW | O_CLOEXEC);
		if (fd < 0)
			continue;
		if (fstat(fd, &st) == 0 && st.st_uid == geteuid() &&
		    flock(fd, LOCK_EX | LOCK_NB) == 0)
			workdir_pool_remove(buf_str(&path), fd);
		else
			close(fd);
	}
	if (dir != NULL)
		closedir(dir);
}

/* 0, or -errno; -EAGAIN: another pool took it for one that was left. */
static int
make_pool(char **ret_path, int *ret_fd)
{
	auto_buf struct buf path = BUF_INIT;
	auto_fd int fd = -1;
	struct stat st;
	char word[17];
	int r = make_word(word);

	if (r < 0)
		return r;
	/* Short: with all that is below it, names of sockets are to fit. */
	buf_addf(&path, POOLS "/" POLICY_POOL "%.8s", word);
	if (mkdir(buf_str(&path), 0711) < 0)
		return -errno;
	fd = open(buf_str(&path), O_RDONLY | O_DIRECTORY | O_NOFOLLOW |
	    O_CLOEXEC);
	if (fd < 0)
		return errno == ENOENT ? -EAGAIN : -errno;
	if (flock(fd, LOCK_EX | LOCK_NB) < 0)
		return -errno;
	if (fstat(fd, &st) < 0 || st.st_nlink == 0)
		return -EAGAIN;
	if (fchmod(fd, 0711) < 0) {
		r = -errno;
		rmdir(buf_str(&path));
		return r;
	}
	*ret_path = buf_steal(&path);
	*ret_fd = steal_fd(&fd);
	return 0;
}

int
workdir_pool_new(char **ret_path, int *ret_fd)
{
	int r, tries;

	sweep_pools();
	for (tries = 0, r = -EAGAIN; r == -EAGAIN && tries < 16; tries++)
		r = make_pool(ret_path, ret_fd);
	return r;
}

int
workdir_watch(struct workdir *wd)
{
	return wd->keeper != NULL ? 0 :
	    keeper_new(wd->uid, wd->top_fd, &wd->keeper);
}

/*
 * What libraries look up in /etc, of a host that has one user and no other
 * hosts, and a command that Debian calls otherwise; nothing for a name that is
 * not known.
 */
static void
own_names(const struct workdir *wd, const char *base, struct buf *out)
{
	unsigned id = (unsigned)wd->uid;

	if (strcmp(base, "passwd") == 0)
		buf_addf(out, "user:x:%u:%u:user:%s:/bin/sh\n", id, id,
		    wd->home);
	else if (strcmp(base, "group") == 0)
		buf_addf(out, "user:x:%u:\n", id);
	else if (strcmp(base, "hosts") == 0)
		buf_adds(out, "127.0.0.1 localhost\n::1 localhost\n");
	else if (strcmp(base, "hostname") == 0)
		buf_adds(out, "localhost\n");
	else if (strcmp(base, "nsswitch.conf") == 0)
		buf_adds(out, "passwd: files\ngroup: files\nhosts: files\n"
		    "services: files\nprotocols: files\n");
	else if (strcmp(base, "resolv.conf") == 0)
		buf_adds(out, "# no network\n");
	else if (strcmp(base, "python") == 0)
		buf_adds(out, "#!/bin/sh\nexec python3 \"$@\"\n");
}

static int
add_own_names(struct workdir *wd, const struct policy *policy)
{
	size_t i, n = strlen(wd->home) - strlen("home");
	const char *file;
	int r = 0;

	if (policy_alias_file(policy, 0) != NULL)
		r = make_folder(wd, "home/" POLICY_ETC, NULL);
	for (i = 0; r == 0 && (file = policy_alias_file(policy, i)) != NULL;
	    i++) {
		auto_buf struct buf text = BUF_INIT;
		auto_fd int fd = openat(wd->top_fd, file + n, O_WRONLY |
		    O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0444);

		own_names(wd, strrchr(file, '/') + 1, &text);
		r = fd < 0 || fchmod(fd, text.len > 2 && text.data[0] == '#' &&
		    text.data[1] == '!' ? 0555 : 0444) < 0 ? -errno :
		    fdio_write_all(fd, buf_str(&text), text.len);
	}
	return r;
}

int
workdir_add_names(struct workdir *wd, const struct policy *policy)
{
	size_t i, n = strlen(wd->home) - strlen("home");
	const char *folder;
	char *slash;
	int r = 0;

	for (i = 0; (folder = policy_alias_folder(policy, i)) != NULL; i++) {
		auto_free char *name = mem_strdup(folder + n);

		for (slash = name + strlen("home"); slash != NULL && r == 0;
		    slash = strchr(slash + 1, '/')) {
			char *end = strchrnul(slash + 1, '/'), kept = *end;

			*end = '\0';
			r = make_folder(wd, name, NULL);
			if (r == -EEXIST)
				r = 0;
			*end = kept;
		}
	}
	/* To be looked at: what is written there would be nowhere. */
	for (i = 0; r == 0 &&
	    (folder = policy_alias_folder(policy, i)) != NULL; i++) {
		auto_free char *name = mem_strndup(folder + n,
		    (size_t)(strrchr(folder, '/') - folder) - n);

		if (fchmodat(wd->top_fd, name, 0555, 0) < 0)
			r = -errno;
	}
	return r == 0 ? add_own_names(wd, policy) : r;
}

int
workdir_remove(struct workdir *wd, char **ret_where)
{
	auto_buf struct buf b = BUF_INIT;
	size_t i;
	int r = 0;

	/* Where none can be started nothing ran: there is what we put there. */
	if (workdir_watch(wd) == 0)
		r = keeper_empty(wd->keeper);
	else
		for (i = 0; i < wd->ninputs; i++)
			unlinkat(wd->work_fd, wd->inputs[i], 0);
	if (r == 0)
		r = remove_empty(wd->base_fd, wd->name, wd->top_fd);
	if (r < 0 && ret_where != NULL) {
		buf_addf(&b, "%s/%s", wd->base, wd->name);
		*ret_where = buf_steal(&b);
	}
	return r;
}

void
workdir_free(struct workdir *wd)
{
	size_t i;

	if (wd == NULL)
		return;
	keeper_free(wd->keeper);
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
	free(wd->code);
	free(wd);
}

/* All of `from` into `to`, at most `max` bytes. Ends with -EINTR once `stop`,
 * if there is one, says so. */
static int
copy_bytes(int from, int to, int64_t max, struct hash_state *hash,
    bool (*stop)(void))
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
		hash_update(hash, block, (size_t)n);
		r = fdio_write_all(to, block, (size_t)n);
		if (r < 0)
			return r;
	}
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
workdir_add_input(struct workdir *wd, const struct run_input *input,
    bool (*stop)(void), char **ret_why)
{
	const char *file = input->file, *name = input->name;
	struct hash_state state;
	struct hash hash;
	auto_fd int from = -1;
	auto_fd int to = -1;
	struct stat st;
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
	hash_begin(&state);
	r = copy_bytes(from, to, st.st_size, &state, stop);
	hash_end(&state, &hash);
	if (r == 0 && input->bound &&
	    memcmp(&hash, &input->hash, sizeof(hash)) != 0)
		return input_refused(ret_why, ESTALE, file,
		    "holds other bytes than were judged: it is being changed");
	if (r == -EFBIG)
		return input_refused(ret_why, EFBIG, file,
		    "grew while it was copied; try again when it is whole");
	if (r == -EINTR)
		return r;
	if (r < 0)
		return input_refused(ret_why, -r, file, strerror(-r));
	/* The table keeps it from being written, and a copy, which takes the
	 * mode along, is the run's own; in tier C the mode keeps it, too. */
	if (fchmod(to, path_has_openat2() ? 0644 : 0444) < 0)
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

void
workdir_collect(struct workdir *wd, struct keeper_output output,
    int64_t max_bytes, struct fit_list *files, struct fit_list *skipped)
{
	if (wd->keeper != NULL)
		keeper_collect(wd->keeper, wd->inputs, wd->ninputs, output,
		    max_bytes, files, skipped);
}

int
workdir_file(struct workdir *wd, enum keeper_deed deed, const char *path,
    const char *bytes, size_t n, int to)
{
	return wd->keeper == NULL ? -EINVAL : keeper_file(wd->keeper, deed,
	    path, bytes, n, to);
}

int
workdir_put_code(struct workdir *wd, const char *name, const char *bytes,
    size_t n)
{
	return codedir_put(wd->top_fd, name, bytes, n);
}
