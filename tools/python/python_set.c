/*
 * sallyport python set: an environment of a table's wheels.
 *
 *	table -> each wheel, by its hash -> a job below the wall unpacks copies
 *	      -> what it left is copied to a folder beside the place, gets its
 *	         interpreter, is checked -> and is given the place's name
 *
 * Until then nothing stands at that place. What was left of one that was
 * interrupted is removed by the next.
 */
#include "python.h"

#include <dirent.h>
#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/fdio.h"
#include "../../supervisor/base/hash.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/run/python.h"
#include "../../supervisor/run/python_check.h"
#include "../../supervisor/run/python_packages.h"
#include "../../supervisor/run/python_set.h"
#include "../../supervisor/run/remove.h"
#include "../cmd.h"
#include "../run/run_common.h"

extern const char python_set_py[];		/* made from set.py */

/* The job's table: one program, its folder, and the files that no other may
 * write, because they are settings of a package that it evaluates. */
static const char rules[] =
"sallyport-rules 1\n"
"include \"shared/syscalls.rules\"\n"
"include \"shared/files.rules\"\n"
"include \"shared/self.rules\"\n"
"allow write $WORK/lib/**/matplotlibrc $WORK/lib/**/*.mplstyle\n"
"limit wall 30m cpu 30m memory 1G output 1M disk 64G processes 4\n"
"limit open_files 64 file_size 8G files 100000\n"
"require tier B\n";

enum { OPT_TABLE = 256, OPT_INTO, OPT_PYTHON, OPT_AUDIT, OPT_UID };

static const struct option longs[] = {
	{ "table", required_argument, NULL, OPT_TABLE },
	{ "into", required_argument, NULL, OPT_INTO },
	{ "python", required_argument, NULL, OPT_PYTHON },
	{ "audit", required_argument, NULL, OPT_AUDIT },
	{ "uid", required_argument, NULL, OPT_UID },
	{ NULL, 0, NULL, 0 },
};

struct making {
	const char		*folder, *table, *into, *python, *audit, *uid;
	struct buf		 text;		/* of the table */
	struct python_set	 set;
	struct python		 py;
	char			**wheels;	/* names in the folder */
	struct hash		*hashes;
	char			*above;		/* of `into`, canonical */
	char			*name, *stage;	/* there: itself, and unfinished */
	int			 above_fd, stage_fd;
};

static int
take_options(struct making *m, int argc, char **argv)
{
	int c;

	while ((c = cmd_getopt(&cmd_python, argc, argv, longs)) != -1) {
		const char **slot = c == OPT_TABLE ? &m->table :
		    c == OPT_INTO ? &m->into : c == OPT_PYTHON ? &m->python :
		    c == OPT_AUDIT ? &m->audit : c == OPT_UID ? &m->uid : NULL;

		if (slot == NULL)
			return cmd_python.failure;
		*slot = optarg;
	}
	if (optind + 1 != argc || m->table == NULL || m->into == NULL)
		return cmd_usage(&cmd_python, "set takes a folder of wheels, "
		    "--table and --into");
	m->folder = argv[optind];
	return 0;
}

static int
complain(char *why)
{
	cmd_error(&cmd_python, "%s; nothing was installed", why);
	free(why);
	return 1;
}

/* The table, the interpreter, and of each package its wheel. */
static int
find_all(struct making *m)
{
	uid_t uid = m->uid != NULL ? (uid_t)strtoul(m->uid, NULL, 10) :
	    run_uid_default();
	char *why = NULL;
	size_t i;
	int r = fdio_read_file(m->table, PYTHON_SET_MAX, &m->text);

	if (r < 0 || m->text.data == NULL) {
		cmd_error(&cmd_python, "%s: %s", m->table, r < 0 ?
		    strerror(-r) : "is empty");
		return 1;
	}
	if (python_set_parse(m->table, buf_str(&m->text), &m->set, &why) < 0 ||
	    python_find(m->python, uid, &why, &m->py) < 0)
		return complain(why);
	m->wheels = mem_new(m->set.n, sizeof(*m->wheels));
	m->hashes = mem_new(m->set.n, sizeof(*m->hashes));
	for (i = 0; i < m->set.n; i++)
		if (python_set_wheel(&m->set.rows[i], m->folder, &m->py,
		    &m->wheels[i], &m->hashes[i], &why) < 0)
			return complain(why);
	return 0;
}

/* An empty folder beside the place, which is ours while we hold its lock. */
static int
begin_stage(struct making *m)
{
	auto_free char *given = mem_strdup(m->into), *folder = NULL;
	auto_buf struct buf stage = BUF_INIT;
	size_t n = strlen(given);
	struct stat st;
	char *slash;

	while (n > 1 && given[n - 1] == '/')
		given[--n] = '\0';
	slash = strrchr(given, '/');
	m->name = mem_strdup(slash != NULL ? slash + 1 : given);
	folder = slash == NULL ? mem_strdup(".") : mem_strndup(given,
	    slash == given ? 1 : (size_t)(slash - given));
	m->above = realpath(folder, NULL);
	m->above_fd = m->above == NULL ? -1 : open(m->above, O_RDONLY |
	    O_DIRECTORY | O_CLOEXEC);
	if (m->above_fd < 0 || m->name[0] == '\0' || m->name[0] == '.') {
		cmd_error(&cmd_python, "--into %s: %s", m->into,
		    m->above_fd < 0 ? strerror(errno) : "want the name of a "
		    "folder that is not there yet");
		return 1;
	}
	if (fstatat(m->above_fd, m->name, &st, AT_SYMLINK_NOFOLLOW) == 0) {
		cmd_error(&cmd_python, "--into %s: is there already; a set is "
		    "installed once, and another one elsewhere", m->into);
		return 1;
	}
	buf_addf(&stage, ".%s.unfinished", m->name);
	m->stage = buf_steal(&stage);
	if (mkdirat(m->above_fd, m->stage, 0755) < 0 && errno != EEXIST)
		m->stage_fd = -1;
	else
		m->stage_fd = openat(m->above_fd, m->stage, O_RDONLY |
		    O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (m->stage_fd < 0 || fstat(m->stage_fd, &st) < 0 ||
	    st.st_uid != geteuid() || flock(m->stage_fd, LOCK_EX | LOCK_NB) < 0) {
		cmd_error(&cmd_python, "%s/%s: %s", m->above, m->stage,
		    errno == EWOULDBLOCK ? "another is being made there" :
		    m->stage_fd < 0 ? strerror(errno) : "is another user's");
		free(steal_ptr(&m->stage));
		return 1;
	}
	if (remove_inside(m->above_fd, m->stage) == 0 &&
	    fchmod(m->stage_fd, 0755) == 0)
		return 0;
	cmd_error(&cmd_python, "%s/%s: %s", m->above, m->stage,
	    strerror(errno));
	return 1;
}

static void
end_stage(struct making *m)
{
	if (m->stage != NULL && remove_inside(m->above_fd, m->stage) == 0)
		unlinkat(m->above_fd, m->stage, AT_REMOVEDIR);
}

/* The place of packages in an environment. The caller's to free. */
static char *
site_of(const struct making *m)
{
	auto_buf struct buf b = BUF_INIT;

	buf_addf(&b, "lib/python%s/site-packages", m->py.version);
	return buf_steal(&b);
}

static void
note_wheels(const struct making *m, struct json *given)
{
	struct json *all = js_arr();
	char hex[HASH_HEX];
	size_t i;

	for (i = 0; i < m->set.n; i++) {
		struct json *one = js_obj();

		hash_hex(&m->hashes[i], hex);
		js_put_str(one, "name", m->set.rows[i].name);
		js_put_str(one, "version", m->set.rows[i].version);
		js_put_str(one, "wheel", m->wheels[i]);
		js_put_str(one, "sha256", hex);
		js_add(all, one);
	}
	js_put(given, "set", all);
}

/*
 * The job: an ordinary run of a script of ours, without a network, that has
 * the wheels as inputs, copied as they were hashed, and writes its own folder.
 */
static int
unpack(struct making *m)
{
	auto_buf struct buf output = BUF_INIT;
	auto_free char *site = site_of(m);
	const char **argv = mem_new(3 * m->set.n + 2, sizeof(*argv));
	char word[] = "set", *words[] = { word, NULL, NULL, NULL };
	auto_buf struct buf uid = BUF_INIT, errors = BUF_INIT;
	struct run_setup setup = { 0 };
	struct ruleset *own;
	int n = 1, r;
	size_t i;

	buf_addf(&output, "--output=%s/%s", m->above, m->stage);
	words[n++] = output.data;
	if (m->uid != NULL) {
		buf_addf(&uid, "--uid=%s", m->uid);
		words[n++] = uid.data;
	}
	optind = 0;
	r = run_parse(&cmd_python, n, words, &setup);
	if (r != 0)
		return r;
	if (rules_parse("set", rules, sizeof(rules) - 1, &errors, &own) < 0) {
		cmd_error(&cmd_python, "%s", buf_str(&errors));
		return cmd_python.failure;
	}
	setup.opts.rules = own;
	setup.audit_path = m->audit;
	setup.opts.python = m->py.argv0;
	setup.opts.stdin_null = true;
	setup.opts.script_name = "<set>";
	setup.opts.script = python_set_py;
	setup.opts.script_len = strlen(python_set_py);
	argv[0] = site;
	for (i = 0; i < m->set.n; i++) {
		auto_buf struct buf file = BUF_INIT;
		struct run_input *input = mem_push(&setup.inputs,
		    &setup.ninputs, &setup.inputs_cap, sizeof(*input));

		buf_addf(&file, "%s/%s", m->folder, m->wheels[i]);
		*input = (struct run_input){ .file = buf_steal(&file),
		    .name = m->wheels[i], .bound = true,
		    .hash = m->hashes[i] };
		argv[1 + 3 * i] = m->wheels[i];
		argv[2 + 3 * i] = m->set.rows[i].name;
		argv[3 + 3 * i] = m->set.rows[i].version;
	}
	setup.opts.inputs = setup.inputs;
	setup.opts.ninputs = setup.ninputs;
	setup.opts.argv = (char *const *)(uintptr_t)argv;
	note_wheels(m, setup.given);
	r = run_begin(&setup);
	return r != 0 ? r : run_and_report(&setup, NULL);
}

static volatile sig_atomic_t job;

static void
pass_on(int sig)
{
	kill((pid_t)job, sig);
}

/*
 * In a process of its own: it gives up its rights once the job runs, and dies
 * of the signals that end it. We stay to clear away.
 */
static int
run_job(struct making *m)
{
	struct sigaction passing = { .sa_handler = pass_on }, before[2];
	sigset_t both, mask;
	int status = 0;
	pid_t pid;

	sigemptyset(&both);
	sigaddset(&both, SIGINT);
	sigaddset(&both, SIGTERM);
	sigprocmask(SIG_BLOCK, &both, &mask);

	pid = fork();
	if (pid == 0) {
		sigprocmask(SIG_SETMASK, &mask, NULL);
		if (prctl(PR_SET_PDEATHSIG, SIGTERM) < 0 || getppid() == 1)
			_exit(cmd_python.failure);
		status = unpack(m);
		fflush(NULL);
		_exit(status);
	}
	job = pid;
	if (pid > 0) {
		sigaction(SIGINT, &passing, &before[0]);
		sigaction(SIGTERM, &passing, &before[1]);
	}
	sigprocmask(SIG_SETMASK, &mask, NULL);
	while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (pid > 0) {
		sigaction(SIGINT, &before[0], NULL);
		sigaction(SIGTERM, &before[1], NULL);
	}
	if (pid > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return 0;
	cmd_error(&cmd_python, "nothing was installed");
	return 1;
}

static int
put_file(struct making *m, const char *name, const char *bytes, size_t n)
{
	auto_fd int fd = openat(m->stage_fd, name, O_WRONLY | O_CREAT | O_EXCL |
	    O_NOFOLLOW | O_CLOEXEC, 0644);

	return fd < 0 ? -errno : fdio_write_all(fd, bytes, n);
}

/* What the job must not have made is made here, or this fails. */
static int
add_interpreter(struct making *m)
{
	auto_buf struct buf cfg = BUF_INIT, name = BUF_INIT;
	const char *slash = strrchr(m->py.exe, '/');
	static const char *const links[] = { "python3", "python" };
	auto_fd int bin = -1;
	size_t i;
	int r;

	buf_addf(&cfg, "home = %.*s\ninclude-system-site-packages = false\n"
	    "version = %s\n", (int)(slash - m->py.exe), m->py.exe,
	    m->py.version);
	buf_addf(&name, "python%s", m->py.version);
	r = put_file(m, "pyvenv.cfg", cfg.data, cfg.len);
	if (r == 0)
		r = put_file(m, PYTHON_SET_FILE, m->text.data, m->text.len);
	if (r < 0)
		return r;
	if (mkdirat(m->stage_fd, "bin", 0755) < 0)
		return -errno;
	bin = openat(m->stage_fd, "bin", O_RDONLY | O_DIRECTORY | O_NOFOLLOW |
	    O_CLOEXEC);
	if (bin < 0 || symlinkat(m->py.exe, bin, buf_str(&name)) < 0)
		return -errno;
	for (i = 0; i < ARRAY_SIZE(links); i++)
		if (symlinkat(buf_str(&name), bin, links[i]) < 0)
			return -errno;
	return 0;
}

static void
say_problem(void *arg, const char *path, const char *what)
{
	size_t *n = arg;

	if ((*n)++ < 5)
		cmd_error(&cmd_python, "%s: %s", path, what);
}

/* Is it what the table says, file by file, and an interpreter's? */
static int
check_stage(struct making *m)
{
	auto_buf struct buf name = BUF_INIT;
	struct python_packages packages;
	struct python_check check;
	struct python py;
	size_t problems = 0, i;
	char *why = NULL;

	buf_addf(&name, "%s/%s/bin/python", m->above, m->stage);
	if (python_find(buf_str(&name), geteuid(), &why, &py) < 0)
		return complain(why);
	python_packages_read(&py, &packages);
	if (packages.n != m->set.n)
		say_problem(&problems, m->into, "holds other packages than "
		    "the table");
	for (i = 0; i < m->set.n && problems == 0; i++)
		if (!python_packages_has(&packages, m->set.rows[i].name,
		    m->set.rows[i].version))
			say_problem(&problems, m->set.rows[i].name,
			    "was not installed");
	if (problems == 0 && (python_check(&py, &packages, say_problem,
	    &problems, &check) < 0 || check.unrecorded > 0))
		say_problem(&problems, m->into, "cannot be checked");
	python_packages_release(&packages);
	python_release(&py);
	return problems > 0 ? 1 : 0;
}

static int
finish(struct making *m)
{
	auto_buf struct buf out = BUF_INIT;
	int r = add_interpreter(m);

	if (r < 0) {
		cmd_error(&cmd_python, "%s/%s: %s", m->above, m->stage,
		    strerror(-r));
		return 1;
	}
	if (check_stage(m) != 0)
		return 1;
	/* Nothing is replaced that came to be there meanwhile. */
	if (renameat2(m->above_fd, m->stage, m->above_fd, m->name,
	    RENAME_NOREPLACE) < 0) {
		cmd_error(&cmd_python, "--into %s: %s", m->into,
		    strerror(errno));
		return 1;
	}
	buf_addf(&out, "%zu packages in %s/%s\n", m->set.n, m->above, m->name);
	return cmd_print(&cmd_python, &out) < 0 ? cmd_python.failure : 0;
}

static int
run_set(int argc, char **argv)
{
	struct making m = { .above_fd = -1, .stage_fd = -1 };
	size_t i;
	int r = take_options(&m, argc, argv);

	umask(022);
	if (r == 0)
		r = find_all(&m);
	if (r == 0)
		r = begin_stage(&m);
	if (r == 0)
		r = run_job(&m);
	if (r == 0)
		r = finish(&m);
	if (m.stage_fd >= 0)
		end_stage(&m);
	for (i = 0; m.wheels != NULL && i < m.set.n; i++)
		free(m.wheels[i]);
	free(m.wheels);
	free(m.hashes);
	free(m.above);
	free(m.name);
	free(m.stage);
	buf_free(&m.text);
	python_set_release(&m.set);
	python_release(&m.py);
	return r;
}

const struct cmd_word python_word_set = {
	.name = "set",
	.usage = "[options] --table FILE --into DIR FOLDER",
	.summary = "an environment of the wheels in FOLDER that a table names",
	.run = run_set,
	.help =
"  --table FILE  NAME==VERSION --hash=sha256:HEX, as `pip-compile --generate-hashes`\n"
"                and `uv pip compile --generate-hashes` write it\n"
"  --into DIR    where the environment comes to be; it is not there yet\n"
"  --python PATH the interpreter it is for\n"
"  --uid N       whom to become meanwhile when started as root (65534)\n"
"  --audit FILE  the log\n",
};
