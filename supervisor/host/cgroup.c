#include "cgroup.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <time.h>

#include "../base/buf.h"
#include "../base/fdio.h"
#include "../base/mem.h"
#include "../base/util.h"

#define SMALL_FILE	(1 << 20)

/*
 * What the kernel keeps for a tree (page tables, stacks, socket buffers) is
 * charged to the group as well; the limit itself is held without it.
 */
#define KERNEL_SHARE	(8 << 20)

/* How long a killed group may take to empty: 1 s. */
#define EMPTY_TRIES	200
#define EMPTY_WAIT_NS	5000000

/*
 * Of a processor's time in so many microseconds; short, as twice the quota may
 * come together where two periods meet. The kernel takes no less than QUOTA.
 */
#define PERIOD_US	20000
#define QUOTA_US	1000
#define PERIOD_MAX_US	1000000

struct cgroup {
	char	*path;
	bool	 holds_cpus;
	int	 folder, join;
};

static int
read_at(int folder, const char *name, struct buf *out)
{
	auto_fd int fd = openat(folder, name, O_RDONLY | O_CLOEXEC);

	return fd < 0 ? -errno : fdio_read_all(fd, SMALL_FILE, out);
}

static int
write_at(int folder, const char *name, const char *value)
{
	auto_fd int fd = openat(folder, name, O_WRONLY | O_CLOEXEC);

	return fd < 0 ? -errno : fdio_write_all(fd, value, strlen(value));
}

static int
write_number(int folder, const char *name, int64_t value)
{
	char text[32];

	snprintf(text, sizeof(text), "%lld", (long long)value);
	return write_at(folder, name, text);
}

/* Is `word` one of those in `text`, which spaces and newlines part? */
static bool
has_word(const char *text, const char *word)
{
	size_t n = strlen(word), len;

	for (; *text != '\0'; text += len + strspn(text + len, " \n")) {
		len = strcspn(text, " \n");
		if (len == n && strncmp(text, word, n) == 0)
			return true;
	}
	return false;
}

/* The rest of the first line of `text` that begins with `head`, or NULL. */
static char *
line_after(const char *text, const char *head)
{
	size_t n = strlen(head);

	for (; *text != '\0'; text = strchrnul(text, '\n'), text += *text != 0) {
		if (strncmp(text, head, n) == 0)
			return mem_strndup(text + n, strcspn(text + n, "\n"));
	}
	return NULL;
}

/* Where the hierarchy of version 2 is mounted, or NULL. */
static char *
find_mount(void)
{
	auto_buf struct buf mounts = BUF_INIT;
	char *line, *rest, *root, *point, *type;

	if (fdio_read_file("/proc/self/mountinfo", SMALL_FILE, &mounts) < 0)
		return NULL;
	/* 36 35 98:0 ROOT POINT OPTIONS ... - TYPE SOURCE OPTIONS */
	for (rest = mounts.data; (line = strsep(&rest, "\n")) != NULL; ) {
		type = strstr(line, " - cgroup2 ");
		if (type == NULL)
			continue;
		strsep(&line, " ");
		strsep(&line, " ");
		strsep(&line, " ");
		root = strsep(&line, " ");
		point = strsep(&line, " ");
		/* What /proc says is below the root; escapes are not read. */
		if (point != NULL && strcmp(root, "/") == 0 &&
		    strchr(point, '\\') == NULL)
			return mem_strdup(point);
	}
	return NULL;
}

static bool
is_delegated(const char *path)
{
	char mark[2];

	if (geteuid() != 0)
		return access(path, W_OK) == 0;
	return (getxattr(path, "trusted.delegate", mark, sizeof(mark)) == 1 ||
	    getxattr(path, "user.delegate", mark, sizeof(mark)) == 1) &&
	    mark[0] == '1';
}

static int
set_cpus(struct cgroup *cg, int64_t cpus)
{
	int64_t period = PERIOD_US;
	char text[64];
	int r;

	if (period * cpus / 1000 < QUOTA_US)
		period = QUOTA_US * 1000 / cpus;
	/* So little is held by us, who stop for as long as it takes. */
	if (period > PERIOD_MAX_US)
		return 0;
	snprintf(text, sizeof(text), "%lld %lld",
	    (long long)(period * cpus / 1000), (long long)period);
	r = write_at(cg->folder, "cpu.max", text);
	cg->holds_cpus = r == 0;
	return r;
}

struct bounds {
	int64_t	memory, tasks, cpus;
};

/* A new group below `path`, with its bounds. */
static int
make_below(const char *path, const struct bounds *b,
    struct cgroup **ret, const char **ret_doing)
{
	auto_buf struct buf hands_on = BUF_INIT, name = BUF_INIT;
	struct timespec now;
	struct cgroup *cg;
	auto_fd int above = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	bool has_cpu;
	int r;

	*ret_doing = "opening it";
	if (above < 0)
		return -errno;
	*ret_doing = "its cgroup.subtree_control";
	r = read_at(above, "cgroup.subtree_control", &hands_on);
	if (r < 0)
		return r;
	*ret_doing = "it has to hand on memory and pids "
	    "(cgroup.subtree_control)";
	has_cpu = has_word(buf_str(&hands_on), "cpu");
	if (!has_word(buf_str(&hands_on), "memory") ||
	    !has_word(buf_str(&hands_on), "pids"))
		return -EOPNOTSUPP;
	clock_gettime(CLOCK_MONOTONIC, &now);
	buf_addf(&name, "sallyport-%d-%lx", (int)getpid(),
	    (unsigned long)now.tv_nsec);
	*ret_doing = "making a group in it";
	if (mkdirat(above, buf_str(&name), 0755) < 0)
		return -errno;
	cg = mem_new(1, sizeof(*cg));
	cg->join = -1;
	cg->folder = openat(above, buf_str(&name),
	    O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	hands_on.len = 0;
	buf_addf(&hands_on, "%s/%s", path, buf_str(&name));
	cg->path = buf_steal(&hands_on);
	if (cg->folder < 0) {
		r = -errno;
		goto failed;
	}
	*ret_doing = "setting memory.max";
	r = write_number(cg->folder, "memory.max", b->memory > INT64_MAX -
	    KERNEL_SHARE ? b->memory : b->memory + KERNEL_SHARE);
	if (r < 0)
		goto failed;
	/* Without swap, or without its accounting, there is none to bound. */
	r = write_at(cg->folder, "memory.swap.max", "0");
	if (r < 0 && r != -ENOENT)
		goto failed;
	*ret_doing = "setting memory.oom.group";
	r = write_at(cg->folder, "memory.oom.group", "1");
	if (r < 0)
		goto failed;
	*ret_doing = "setting pids.max";
	r = write_number(cg->folder, "pids.max", b->tasks);
	if (r < 0)
		goto failed;
	*ret_doing = "setting cpu.max";
	r = b->cpus > 0 && has_cpu ? set_cpus(cg, b->cpus) : 0;
	if (r < 0)
		goto failed;
	*ret_doing = "opening cgroup.procs";
	cg->join = openat(cg->folder, "cgroup.procs", O_WRONLY | O_CLOEXEC);
	r = cg->join < 0 ? -errno : 0;
	if (r < 0)
		goto failed;
	*ret = cg;
	return 0;
failed:
	cgroup_end(cg);
	return r;
}

/* Our own group, then those above it. */
static void
find_and_make(const struct bounds *b, struct cgroup **ret)
{
	auto_free char *mount = find_mount(), *own = NULL;
	auto_buf struct buf groups = BUF_INIT, path = BUF_INIT;
	const char *doing;
	char *slash;

	if (mount == NULL || fdio_read_file("/proc/self/cgroup", SMALL_FILE,
	    &groups) < 0)
		return;
	own = line_after(buf_str(&groups), "0::/");
	/* A group outside of our namespace is written with "..". */
	if (own == NULL || strncmp(own, "..", 2) == 0)
		return;
	buf_addf(&path, "%s/%s", mount, own);
	for (;;) {
		if (is_delegated(path.data) && make_below(path.data, b, ret,
		    &doing) == 0)
			return;
		slash = strrchr(path.data, '/');
		if (slash == NULL ||
		    (size_t)(slash - path.data) < strlen(mount))
			return;
		*slash = '\0';
		path.len = (size_t)(slash - path.data);
	}
}

int
cgroup_new(const char *where, int64_t memory, int64_t tasks, int64_t cpus,
    struct cgroup **ret, char **ret_why)
{
	const struct bounds b = { memory, tasks, cpus };
	auto_buf struct buf why = BUF_INIT;
	const char *doing = NULL;
	int r;

	*ret = NULL;
	if (where == NULL) {
		find_and_make(&b, ret);
		return 0;
	}
	r = make_below(where, &b, ret, &doing);
	if (r == 0)
		return 0;
	buf_addf(&why, "%s: %s: %s", where, doing, strerror(-r));
	*ret_why = buf_steal(&why);
	return r;
}

int
cgroup_join_fd(const struct cgroup *cg)
{
	return cg == NULL ? -1 : cg->join;
}

int
cgroup_join(int join_fd, pid_t pid)
{
	char text[32];
	int n = snprintf(text, sizeof(text), "%d", (int)pid);

	return fdio_write_all(join_fd, text, (size_t)n);
}

bool
cgroup_was_full(const struct cgroup *cg)
{
	auto_buf struct buf events = BUF_INIT;
	auto_free char *kills = NULL;

	if (cg == NULL || read_at(cg->folder, "memory.events", &events) < 0)
		return false;
	kills = line_after(buf_str(&events), "oom_kill ");
	return kills != NULL && strtoll(kills, NULL, 10) > 0;
}

bool
cgroup_holds_cpus(const struct cgroup *cg)
{
	return cg != NULL && cg->holds_cpus;
}

int64_t
cgroup_throttled(const struct cgroup *cg)
{
	auto_buf struct buf stat = BUF_INIT;
	auto_free char *us = NULL;

	if (cg == NULL || read_at(cg->folder, "cpu.stat", &stat) < 0)
		return 0;
	us = line_after(buf_str(&stat), "throttled_usec ");
	return us != NULL ? strtoll(us, NULL, 10) / 1000 : 0;
}

const char *
cgroup_path(const struct cgroup *cg)
{
	return cg->path;
}

void
cgroup_end(struct cgroup *cg)
{
	struct timespec wait = { .tv_nsec = EMPTY_WAIT_NS };
	int tries;

	if (cg == NULL)
		return;
	for (tries = 0; tries < EMPTY_TRIES && rmdir(cg->path) < 0 &&
	    errno == EBUSY; tries++) {
		/* Since Linux 5.14; before, the supervisor's death does it. */
		write_at(cg->folder, "cgroup.kill", "1");
		nanosleep(&wait, NULL);
	}
	if (cg->join >= 0)
		close(cg->join);
	if (cg->folder >= 0)
		close(cg->folder);
	free(cg->path);
	free(cg);
}
