#include "python.h"

#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

#include "../base/buf.h"
#include "../base/clock.h"
#include "../base/json.h"
#include "../base/mem.h"
#include "../confine.h"

#define ASK_MS		20000
#define ANSWER_MAX	65536

static const char question[] =
    "import sys, json, sysconfig as s, os\n"
    "p = s.get_paths()\n"
    "t = [p[k] for k in ('stdlib', 'platstdlib', 'purelib', 'platlib')]\n"
    "t += [d for d in sys.path if d]\n"
    "l = s.get_config_var('LIBDIR')\n"
    "n = s.get_config_var('INSTSONAME')\n"
    "if l and n: t.append(os.path.join(l, n))\n"
    "print(json.dumps({'exe': sys.executable, 'trees': t}))\n";

/*
 * May `uid`, with the group of the same number alone, reach and execute this?
 * By the mode bits of every folder on the way; access(2) would answer for us.
 */
static bool
class_may(const struct stat *st, uid_t uid, mode_t bits)
{
	if (uid == 0)
		return (st->st_mode & (bits | bits >> 3 | bits >> 6)) != 0;
	if (st->st_uid == uid)
		return (st->st_mode & bits) == bits;
	if (st->st_gid == uid)
		return (st->st_mode & bits >> 3) == bits >> 3;
	return (st->st_mode & bits >> 6) == bits >> 6;
}

static bool
uid_may_execute(const char *canonical, uid_t uid)
{
	auto_free char *part = mem_strdup(canonical);
	struct stat st;
	char *slash = part;

	/* As ourselves the kernel knows best (access lists and all). */
	if (uid == geteuid())
		return access(canonical, R_OK | X_OK) == 0 &&
		    stat(canonical, &st) == 0 && S_ISREG(st.st_mode);
	while ((slash = strchr(slash + 1, '/')) != NULL) {
		*slash = '\0';
		if (stat(part, &st) < 0 || !class_may(&st, uid, 0100))
			return false;
		*slash = '/';
	}
	return stat(canonical, &st) == 0 && S_ISREG(st.st_mode) &&
	    class_may(&st, uid, 0500);
}

static int
try_path(const char *path, uid_t uid, char **ret_real)
{
	auto_free char *real = realpath(path, NULL);

	if (real == NULL)
		return -errno;
	if (!uid_may_execute(real, uid))
		return -EACCES;
	*ret_real = steal_ptr(&real);
	return 0;
}

/* The first of PATH that can be used; *ret_path is the name as found. */
static int
search(const char *name, uid_t uid, char **ret_path, char **ret_real,
    struct buf *tried)
{
	const char *path = getenv("PATH"), *p, *end;
	int r, err = -ENOENT;

	if (strchr(name, '/') != NULL) {
		r = try_path(name, uid, ret_real);
		if (r == 0)
			*ret_path = mem_strdup(name);
		return r;
	}
	if (path == NULL || path[0] == '\0')
		path = "/usr/local/bin:/usr/bin:/bin";
	for (p = path; ; p = end + 1) {
		auto_buf struct buf b = BUF_INIT;

		end = strchrnul(p, ':');
		/* An empty or relative part means wherever we stand: no. */
		if (p[0] == '/') {
			buf_add(&b, p, (size_t)(end - p));
			buf_addf(&b, "/%s", name);
			r = try_path(buf_str(&b), uid, ret_real);
			if (r == 0) {
				*ret_path = buf_steal(&b);
				return 0;
			}
			if (r != -ENOENT && r != -ENOTDIR) {
				err = r;
				if (tried != NULL)
					buf_addf(tried, "; %s: uid %u may not "
					    "execute it", buf_str(&b),
					    (unsigned)uid);
			}
		}
		if (*end == '\0')
			return err;
	}
}

int
python_which(const char *name, uid_t uid, char **ret_path)
{
	auto_free char *found = NULL;

	return search(name, uid, &found, ret_path, NULL);
}

static void
add_tree(struct python *py, const char *path)
{
	char **slot;
	size_t i;
	auto_free char *real = realpath(path, NULL);

	if (real == NULL || strcmp(real, "/") == 0 || strchr(real, '*') != NULL)
		return;
	for (i = 0; i < py->ntrees; i++) {
		if (strcmp(py->trees[i], real) == 0)
			return;
	}
	slot = MEM_PUSH(py->trees, py->ntrees, py->trees_cap);
	*slot = steal_ptr(&real);
}

static void
add_treef(struct python *py, const char *fmt, const char *prefix,
    const char *version)
{
	auto_buf struct buf b = BUF_INIT;

	buf_addf(&b, fmt, prefix, version);
	add_tree(py, buf_str(&b));
}

/* "PREFIX/bin/python3.11": its parts, if the name has them. */
static bool
split_exe(const char *exe, char **ret_prefix, char **ret_version)
{
	const char *slash = strrchr(exe, '/'), *name = slash + 1;
	static const char stem[] = "python";
	const char *bin = slash - 4;

	if (strncmp(name, stem, sizeof(stem) - 1) != 0 || bin < exe ||
	    strncmp(bin, "/bin", 4) != 0)
		return false;
	name += sizeof(stem) - 1;
	if (strspn(name, "0123456789.") != strlen(name) ||
	    strchr(name, '.') == NULL)
		return false;
	*ret_prefix = mem_strndup(exe, (size_t)(bin - exe));
	*ret_version = mem_strdup(name);
	return true;
}

/* Where an installed interpreter's library always lies. */
static bool
trees_by_layout(struct python *py)
{
	auto_free char *prefix = NULL;
	auto_free char *version = NULL;
	auto_buf struct buf os_py = BUF_INIT;

	if (!split_exe(py->exe, &prefix, &version))
		return false;
	buf_addf(&os_py, "%s/lib/python%s/os.py", prefix, version);
	if (access(buf_str(&os_py), F_OK) < 0)
		return false;
	if (strcmp(prefix, "/usr") != 0 && strcmp(prefix, "") != 0) {
		add_treef(py, "%s/lib", prefix, "");
		add_treef(py, "%s/lib64", prefix, "");
		return true;
	}
	add_treef(py, "%s/lib/python%s", prefix, version);
	add_treef(py, "%s/lib64/python%s", prefix, version);
	add_treef(py, "%s/local/lib/python%s", prefix, version);
	add_treef(py, "%s/lib/python3", prefix, "");
	/* Debian keeps sitecustomize there, behind a link. */
	add_treef(py, "%s/etc/python%s", "", version);
	return true;
}

static void PRINTF_LIKE(2, 3)
add_path(struct python *py, const char *fmt, ...)
{
	auto_buf struct buf b = BUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	buf_vaddf(&b, fmt, ap);
	va_end(ap);
	*MEM_PUSH(py->trees, py->ntrees, py->trees_cap) = buf_steal(&b);
}

/*
 * Where an interpreter looks for its library before it finds it. Most of
 * these are not there; looking must not read as a try to break out.
 */
static void
add_landmarks(struct python *py, const char *exe)
{
	static const char *const beside[] = {
		"pyvenv.cfg", "pybuilddir.txt", "Modules", "lib",
	};
	auto_free char *dir = mem_strdup(exe);
	auto_free char *prefix = NULL;
	auto_free char *version = NULL;
	char *slash = strrchr(dir, '/'), *dot;
	size_t i;

	if (slash == NULL || slash == dir)
		return;
	add_path(py, "%s", exe);
	add_path(py, "%s._pth", exe);
	*slash = '\0';
	for (i = 0; i < ARRAY_SIZE(beside); i++)
		add_path(py, "%s/%s", dir, beside[i]);
	if (!split_exe(py->exe, &prefix, &version))
		return;
	dot = strchr(version, '.');
	/* Upwards, folder by folder. */
	while ((slash = strrchr(dir, '/')) != NULL) {
		*slash = '\0';
		add_path(py, "%s/pyvenv.cfg", dir);
		add_path(py, "%s/lib/python%s", dir, version);
		add_path(py, "%s/lib/python%.*s%s.zip", dir,
		    (int)(dot - version), version, dot + 1);
	}
}

/* A virtual environment lies above the name, not above what it links to. */
static void
add_environment(struct python *py)
{
	auto_buf struct buf b = BUF_INIT;
	const char *slash = strrchr(py->argv0, '/');

	if (slash == NULL)
		return;
	buf_add(&b, py->argv0, (size_t)(slash - py->argv0));
	buf_adds(&b, "/../pyvenv.cfg");
	if (access(buf_str(&b), F_OK) < 0)
		return;
	b.len -= strlen("/pyvenv.cfg");
	b.data[b.len] = '\0';
	add_tree(py, buf_str(&b));
}

/* In the child: the question, as the run's uid, with nothing of ours. */
static void __attribute__((noreturn))
ask_child(const char *program, uid_t uid, int out)
{
	char *const argv[] = { (char *)(uintptr_t)program, "-I", "-B", "-c",
	    (char *)(uintptr_t)question, NULL };
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	confine_signals();
	if (null < 0 || dup2(null, 0) < 0 || dup2(out, 1) < 0 ||
	    dup2(null, 2) < 0 || confine_close(3, ~0u) < 0 ||
	    confine_become(uid) < 0 ||
	    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
		_exit(126);
	execv(program, argv);
	_exit(127);
}

/* Read until its end or until time is up. */
static int
read_answer(int fd, struct buf *answer)
{
	struct pollfd wait = { .fd = fd, .events = POLLIN };
	int64_t end = clock_ms() + ASK_MS, left;
	char block[4096];
	ssize_t n;

	for (;;) {
		left = end - clock_ms();
		if (left <= 0)
			return -ETIMEDOUT;
		if (poll(&wait, 1, (int)left) <= 0)
			continue;
		n = read(fd, block, sizeof(block));
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n < 0 ? -errno : 0;
		if (answer->len + (size_t)n > ANSWER_MAX)
			return -EFBIG;
		buf_add(answer, block, (size_t)n);
	}
}

static int
ask(const char *program, uid_t uid, struct json **ret)
{
	auto_buf struct buf answer = BUF_INIT;
	int ends[2], r, status;
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC) < 0)
		return -errno;
	pid = fork();
	if (pid == 0)
		ask_child(program, uid, ends[1]);
	close(ends[1]);
	if (pid < 0) {
		close(ends[0]);
		return -EAGAIN;
	}
	r = read_answer(ends[0], &answer);
	close(ends[0]);
	kill(pid, SIGKILL);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (r < 0)
		return r;
	if (answer.len == 0)
		return -ENOEXEC;
	return js_parse(answer.data, answer.len, ret);
}

static bool
is_elf(const char *path)
{
	auto_fd int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	char magic[4];

	/* What we cannot read we cannot tell; then it is asked. */
	return fd >= 0 && read(fd, magic, 4) == 4 &&
	    memcmp(magic, "\177ELF", 4) == 0;
}

static int
take_answer(struct python *py, const struct json *answer, uid_t uid)
{
	const char *exe = js_get_str(answer, "exe");
	const struct json *trees = js_get(answer, "trees");
	size_t i;
	int r;

	if (exe == NULL || exe[0] != '/')
		return -ENOEXEC;
	free(py->argv0);
	free(py->exe);
	py->argv0 = mem_strdup(exe);
	py->exe = NULL;
	r = try_path(exe, uid, &py->exe);
	if (r < 0)
		return r;
	for (i = 0; i < js_len(trees); i++) {
		const char *tree = js_as_str(js_at(trees, i));

		if (tree != NULL && tree[0] == '/')
			add_tree(py, tree);
	}
	return 0;
}

static void
finish(struct python *py)
{
	add_environment(py);
	add_landmarks(py, py->exe);
	if (strcmp(py->argv0, py->exe) != 0)
		add_landmarks(py, py->argv0);
	*MEM_PUSH(py->trees, py->ntrees, py->trees_cap) = NULL;
}

int
python_find(const char *wanted, uid_t uid, char **ret_why, struct python *ret)
{
	const char *name = wanted != NULL ? wanted : "python3";
	auto_buf struct buf tried = BUF_INIT, why = BUF_INIT;
	struct python py = { 0 };
	struct json *answer = NULL;
	int r;

	r = search(name, uid, &py.argv0, &py.exe, &tried);
	if (r < 0) {
		buf_addf(&why, "no interpreter: %s: %s", name, r == -ENOENT ?
		    "not found" : "cannot be executed by this run's uid");
		if (r == -EACCES && tried.len == 0)
			buf_addf(&why, " (%u)", (unsigned)uid);
		buf_add(&why, buf_str(&tried), tried.len);
		buf_adds(&why, "; --python PATH names another");
		*ret_why = buf_steal(&why);
		return r;
	}
	if (is_elf(py.exe) && trees_by_layout(&py)) {
		finish(&py);
		*ret = py;
		return 0;
	}
	r = ask(py.argv0, uid, &answer);
	if (r == 0)
		r = take_answer(&py, answer, uid);
	js_free(answer);
	if (r < 0) {
		buf_addf(&why, "no interpreter: %s did not say where its "
		    "Python is (%s); --python PATH names a real one",
		    py.argv0 != NULL ? py.argv0 : name, strerror(-r));
		*ret_why = buf_steal(&why);
		python_release(&py);
		return r;
	}
	trees_by_layout(&py);
	finish(&py);
	*ret = py;
	return 0;
}

void
python_release(struct python *py)
{
	size_t i;

	for (i = 0; i < py->ntrees; i++)
		free(py->trees[i]);
	free(py->trees);
	free(py->exe);
	free(py->argv0);
	*py = (struct python){ 0 };
}
