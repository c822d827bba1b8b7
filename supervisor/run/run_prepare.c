#include "run_parts.h"

#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "../base/buf.h"
#include "../base/fdio.h"
#include "../base/json.h"
#include "../base/mem.h"
#include "../host/cgroup.h"
#include "../job/feed.h"
#include "../job/supervise.h"
#include "../check/path.h"
#include "../session/room.h"
#include "codedir.h"
#include "own_uid.h"
#include "workdir.h"

#define NOBODY		65534
#define DESCRIPTORS	16	/* what the child needs besides its own limit */
#define STACK		(256 << 10)	/* of the front, with room to spare */

int
run_refuse(struct run *run, int status, char *why)
{
	if (run->why == NULL) {
		run->why = why;
		run->why_status = status;
	} else
		free(why);
	return -EINVAL;
}

int
run_refusef(struct run *run, int status, const char *fmt, ...)
{
	auto_buf struct buf why = BUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	buf_vaddf(&why, fmt, ap);
	va_end(ap);
	return run_refuse(run, status, buf_steal(&why));
}

uid_t
run_uid_default(void)
{
	return geteuid() == 0 ? NOBODY : geteuid();
}

static int
choose_uid(struct run *run)
{
	const struct run_options *opts = run->opts;
	uid_t self = geteuid();
	auto_free char *why = NULL;

	run->uid = opts->uid;
	if (run->uid == (uid_t)-1 && opts->uid_last != 0) {
		if (self != 0)
			return run_refusef(run, STATUS_FAILED, "--uid-range: "
			    "only root can run as another uid; leave it out");
		if (own_uid_take(opts->uid_first, opts->uid_last, &run->uid,
		    &run->uid_fd, &why) < 0)
			return run_refusef(run, STATUS_FAILED, "--uid-range "
			    "%u-%u: %s", (unsigned)opts->uid_first,
			    (unsigned)opts->uid_last, why);
	}
	if (run->uid == (uid_t)-1)
		run->uid = run_uid_default();
	if (self != 0 && run->uid != self)
		return run_refusef(run, STATUS_FAILED, "--uid %u: only root can "
		    "run as another uid; leave it out", (unsigned)run->uid);
	return 0;
}

static int
make_workdir(struct run *run, bool (*stop)(void))
{
	const struct run_options *opts = run->opts;
	char *why = NULL;
	size_t i;
	int r;

	r = workdir_new(run->uid, opts->base, &run->workdir);
	if (r == -EINVAL)	/* chown to it: a rootless container */
		return run_refusef(run, STATUS_FAILED, "cannot make a work "
		    "folder for uid %u, which this user namespace does not "
		    "have; --uid names one that it has", (unsigned)run->uid);
	if (r < 0)
		return run_refusef(run, STATUS_FAILED,
		    "cannot make a work folder below /tmp, /var/tmp or "
		    "/dev/shm: %s%s", strerror(-r), r == -EROFS ?
		    "; a container with a read-only root needs a tmpfs on one "
		    "of them" : "");
	for (i = 0; i < opts->ninputs; i++) {
		r = workdir_add_input(run->workdir, &opts->inputs[i], stop,
		    &why);
		if (r == -EINTR)
			return r;	/* the signal says why */
		if (r < 0)
			return run_refuse(run, STATUS_FAILED, why);
	}
	run->dirs.work = workdir_work(run->workdir);
	run->dirs.home = workdir_home(run->workdir);
	if (opts->script_name != NULL && opts->later) {
		r = workdir_begin_code(run->workdir);
		if (r < 0)
			return run_refusef(run, STATUS_FAILED, "cannot make "
			    "the folder of the code: %s", strerror(-r));
	}
	if (opts->script_name != NULL && !opts->later &&
	    workdir_add_code(run->workdir, opts, &why) < 0)
		return run_refuse(run, STATUS_FAILED, why);
	run->dirs.code = workdir_code(run->workdir);
	return 0;
}

static void
name_program(struct run *run)
{
	run->dirs.program = run->program.exe;
	if (run->opts->script_name == NULL && run->dirs.python_moved == NULL)
		run->dirs.program_name = run->program.called;
	run->dirs.interpreter = run->program.interpreter;
	run->dirs.loader = run->program.loader;
}

static void
name_python(struct run *run, const struct python *py)
{
	run->dirs.python_exe = py->exe;
	run->dirs.python_trees = (const char *const *)py->trees.items;
	/* Of a copy, the names are folders of its own: see python_moved. */
	if (py->moved.items == NULL)
		run->dirs.python_ways = (const char *const *)py->ways.items;
	run->dirs.python_moved = (const char *const *)py->moved.items;
}

static bool
is_another(const struct python *py, const struct hash *judged)
{
	struct hash now;

	if (judged == NULL)
		return false;
	python_fingerprint(py, &now);
	return memcmp(&now, judged, sizeof(now)) != 0;
}

/* What runs: an interpreter for a script, else the program and its kin. */
static int
find_program(struct run *run)
{
	const struct run_options *opts = run->opts;
	char *why = NULL;
	int r;

	if (opts->script_name != NULL) {
		r = python_find(opts->python, run->uid, &why, &run->python);
		if (r < 0)
			return run_refuse(run, STATUS_FAILED, why);
		if (is_another(&run->python, opts->python_hash))
			return run_refusef(run, STATUS_FAILED, "%s is not the "
			    "interpreter that was judged, or what it starts "
			    "with has changed since; run it again",
			    run->python.exe);
		run->dirs.python_name = run->python.argv0;
		name_python(run, &run->python);
		r = program_of(run->python.exe, &why, &run->program);
		if (r < 0)
			return run_refuse(run, STATUS_FAILED, why);
		name_program(run);
		return 0;
	}
	r = program_find(opts->argv[0], run->uid, &why, &run->program);
	if (r < 0)
		return run_refuse(run, r == -ENOENT || r == -ENOTDIR ?
		    STATUS_NOT_FOUND : STATUS_FAILED, why);
	if (run->program.is_python)
		name_python(run, &run->program.python);
	name_program(run);
	return 0;
}

static void
push(char ***list, size_t *n, size_t *cap, char *item)
{
	char **slot;

	slot = mem_push(list, n, cap, sizeof(**list));
	*slot = item;
}

static void
build_argv(struct run *run)
{
	const struct run_options *opts = run->opts;
	size_t n = 0, cap = 0, i;

	if (opts->script_name != NULL) {
		const char *const fixed[] = { run->python.argv0, "-I", "-B",
		    "-c", run_bootstrap, "3", "4", opts->script_name,
		    policy_shown(run->policy, run->dirs.code),
		    codedir_script(opts), opts->results ? "1" : "0" };
		size_t known = ARRAY_SIZE(fixed) - (opts->later ? 4 : 0);

		for (i = 0; i < known; i++)
			push(&run->argv, &n, &cap, mem_strdup(fixed[i]));
	}
	/* As the kernel starts a script; but that it goes by a link it says. */
	if (opts->script_name == NULL && run->program.word != NULL) {
		push(&run->argv, &n, &cap, mem_strdup(run->program.word));
		if (run->program.argument != NULL)
			push(&run->argv, &n, &cap,
			    mem_strdup(run->program.argument));
	}
	for (i = 0; !opts->later && opts->argv != NULL &&
	    opts->argv[i] != NULL; i++)
		push(&run->argv, &n, &cap, mem_strdup(
		    i > 0 || opts->script_name != NULL ? opts->argv[i] :
		    run->program.word != NULL ? run->program.called :
		    run->program.argv0 != NULL ? run->program.argv0 :
		    opts->argv[i]));
	push(&run->argv, &n, &cap, NULL);
}

/* Threads that numeric libraries start unasked, so that a few fit. */
static int
library_threads(const struct run *run)
{
	int64_t tasks = policy_limit(run->policy, RULES_PROCESSES) / 8;
	cpu_set_t set;
	int cpus = 1;

	if (sched_getaffinity(0, sizeof(set), &set) == 0)
		cpus = CPU_COUNT(&set);
	if (tasks > 4)
		tasks = 4;
	if (tasks < 1)
		tasks = 1;
	return cpus < tasks ? cpus : (int)tasks;
}

/* Does the table give it a /tmp of its own? The policy is not made yet. */
static bool
has_tmp(const struct run *run)
{
	const struct rules_alias *alias;

	for (size_t i = 0; (alias = rules_alias(run->opts->rules, i)) != NULL;
	    i++)
		if (strcmp(rules_text(run->opts->rules, alias->name),
		    "/tmp") == 0)
			return true;
	return false;
}

/*
 * A thread of a numeric library's that has nothing to do spins first, for 5 to
 * 200 ms: processor time for nothing whenever another one computes alone, or
 * is stopped; and where processors are few, or busy, the tracer waits for it.
 * These make it sleep after a tenth of a millisecond or less, about what
 * waking it costs.
 */
static const char *const plain_env[] = {
	"PATH=/usr/local/bin:/usr/bin:/bin",
	"LANG=C.UTF-8",
	"USER=user",		/* nobody looks into /etc/passwd for it */
	"LOGNAME=user",
	"MPLBACKEND=Agg",	/* matplotlib need not look for a screen */
	"MALLOC_ARENA_MAX=2",	/* each arena reserves 64 MiB */
	"OPENBLAS_THREAD_TIMEOUT=18",	/* 2^18 cycles */
	"GOMP_SPINCOUNT=1000",	/* GNU's OpenMP; its own if threads are many */
	"KMP_BLOCKTIME=0",	/* LLVM's and Intel's, in milliseconds */
	"MIMALLOC_ARENA_EAGER_COMMIT=0",	/* pyarrow's: 1 GiB at first use */
	"POLARS_SKIP_CPU_CHECK=1",	/* it writes machine code, and warns */
};

static void
build_env(struct run *run)
{
	static const char *const thread_caps[] = { "OPENBLAS_NUM_THREADS",
	    "OMP_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS",
	    "POLARS_MAX_THREADS" };
	static const struct { const char *name, *below; } homes[] = {
		{ "HOME", "" }, { "MPLCONFIGDIR", "/.config/matplotlib" },
		{ "XDG_CONFIG_HOME", "/.config" },
		{ "XDG_CACHE_HOME", "/.cache" },
		{ "XDG_DATA_HOME", "/.local/share" },
		{ "XDG_STATE_HOME", "/.local/state" },
	};
	const char *const *own = run->opts->env;
	auto_buf struct buf b = BUF_INIT;
	size_t n = 0, cap = 0, i, j;

	for (i = 0; i < ARRAY_SIZE(plain_env); i++)
		push(&run->env, &n, &cap, mem_strdup(plain_env[i]));
	buf_addf(&b, "TMPDIR=%s", has_tmp(run) ? "/tmp" : run->dirs.work);
	push(&run->env, &n, &cap, buf_steal(&b));
	for (i = 0; i < ARRAY_SIZE(homes); i++) {
		buf_addf(&b, "%s=%s%s", homes[i].name, run->dirs.home,
		    homes[i].below);
		push(&run->env, &n, &cap, buf_steal(&b));
	}
	for (i = 0; i < ARRAY_SIZE(thread_caps); i++) {
		buf_addf(&b, "%s=%d", thread_caps[i], library_threads(run));
		push(&run->env, &n, &cap, buf_steal(&b));
	}
	for (i = 0; own != NULL && own[i] != NULL; i++) {
		size_t name = (size_t)(strchrnul(own[i], '=') - own[i]) + 1;

		for (j = 0; j < n; j++) {
			if (strncmp(run->env[j], own[i], name) == 0)
				break;
		}
		if (j == n)
			push(&run->env, &n, &cap, mem_strdup(own[i]));
		else {
			free(run->env[j]);
			run->env[j] = mem_strdup(own[i]);
		}
	}
	push(&run->env, &n, &cap, NULL);
}

static int
open_descriptors(struct run *run)
{
	const struct run_options *opts = run->opts;
	auto_buf struct buf all = BUF_INIT;
	struct stat st;
	int r;

	if (opts->stdin_null) {
		run->stdin_fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
		if (run->stdin_fd < 0)
			return run_refusef(run, STATUS_FAILED, "/dev/null: %s",
			    strerror(errno));
	} else {
		run->stdin_fd = feed_open(opts->stdin_fd);
		if (run->stdin_fd < 0)
			return run_refusef(run, STATUS_FAILED,
			    "standard input: %s", strerror(-run->stdin_fd));
		run->stdin_flags = fstat(opts->stdin_fd, &st) == 0 &&
		    S_ISREG(st.st_mode) ? fcntl(opts->stdin_fd, F_GETFL) : -1;
	}
	if (opts->script_name == NULL)
		return 0;
	if (opts->later) {
		run->script_fd = memfd_create("script", MFD_CLOEXEC |
		    MFD_ALLOW_SEALING);
		r = run->script_fd < 0 ? -errno : 0;
	} else {
		run_add_script(run, &all);
		r = fdio_sealed("script", all.data, all.len, &run->script_fd);
	}
	return r < 0 ? run_refusef(run, STATUS_FAILED,
	    "cannot seal the script: %s", strerror(-r)) : 0;
}

static int
open_output(struct run *run)
{
	const char *output = run->opts->output;
	char opened[PATH_MAX];

	if (output == NULL)
		return 0;
	if (mkdir(output, 0777) == 0 || errno == EEXIST)
		run->output_fd = open(output,
		    O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (run->output_fd < 0)
		return run_refusef(run, STATUS_FAILED, "--output %s: %s", output,
		    errno == ENOTDIR ? "is there, and is not a folder" :
		    strerror(errno));
	if (run->opts->canonical &&
	    (path_of_fd(getpid(), run->output_fd, opened) < 0 ||
	    strcmp(opened, output) != 0))
		return run_refusef(run, STATUS_FAILED, "--output %s: leads "
		    "elsewhere now; nothing was run", output);
	/* Said now: afterwards what the run made would be lost. */
	if (faccessat(run->output_fd, ".", W_OK | X_OK, AT_EACCESS) < 0)
		return run_refusef(run, STATUS_FAILED, "--output %s: no file "
		    "can be made there: %s", output, strerror(errno));
	return 0;
}

/* Landlock only adds rights: where it judges alone, that must be enough. */
static int
check_reads(struct run *run)
{
	auto_free char *why = NULL;

	if (policy_reads_by_landlock(run->policy) &&
	    run->dirs.python_moved != NULL)
		return run_refusef(run, STATUS_FAILED, "%s runs by its copy, "
		    "which has its name only where names are judged: leave "
		    "out `judge reads by landlock`, or run it as its owner",
		    run->dirs.python_moved[0]);
	if (!policy_reads_by_landlock(run->policy) ||
	    !policy_landlock_exceeds(run->policy, 1u << ACCESS_READ, false,
	    &why))
		return 0;
	return run_refusef(run, STATUS_FAILED, "`judge reads by landlock` "
	    "would grant more than the table says: %s; leave that row out, or "
	    "permit less", why);
}

/* Where the run begins, and whether it may. */
static int
check_chdir(struct run *run, char **ret_cwd)
{
	auto_free char *real = NULL;
	struct stat st;

	if (run->opts->chdir == NULL) {
		*ret_cwd = mem_strdup(run->dirs.work);
		return 0;
	}
	real = realpath(run->opts->chdir, NULL);
	if (real == NULL || stat(real, &st) < 0)
		return run_refusef(run, STATUS_FAILED, "--chdir %s: %s",
		    run->opts->chdir, strerror(errno));
	if (run->opts->canonical && strcmp(real, run->opts->chdir) != 0)
		return run_refusef(run, STATUS_FAILED, "--chdir %s: leads to "
		    "%s now; nothing was run", run->opts->chdir, real);
	if (!S_ISDIR(st.st_mode))
		return run_refusef(run, STATUS_FAILED, "--chdir %s: not a folder",
		    run->opts->chdir);
	if (policy_path(run->policy, ACCESS_READ, real).verb != RULES_ALLOW)
		return run_refusef(run, STATUS_FAILED, "--chdir %s: the run may "
		    "not read it; add --read or --write for it",
		    run->opts->chdir);
	*ret_cwd = steal_ptr(&real);
	return 0;
}

/* Would the kernel let the run's uid open it for reading? */
static bool
is_open_to(const struct run *run, const char *path)
{
	struct stat st;

	return run->uid == 0 || (stat(path, &st) == 0 &&
	    (st.st_uid == run->uid || (st.st_mode & 0044)));
}

/*
 * What decides about a run, it may not change: what it is called, its path,
 * and what to do.
 */
static int
check_reach(struct run *run, const char *what, const char *path,
    const char *advice)
{
	auto_buf struct buf why = BUF_INIT;

	if (path == NULL || !reach_may_change(&run->reach, path, &why))
		return 0;
	return run_refusef(run, STATUS_FAILED, "the %s %s lies where the run "
	    "%s: nothing was run; %s", what, path, buf_str(&why), advice);
}

/*
 * A log that the run could change proves nothing, and one that it can read
 * lends it the key the log is signed with.
 */
static int
check_log(struct run *run)
{
	static const char advice[] = "--audit FILE puts it elsewhere";
	auto_buf struct buf beside = BUF_INIT;
	auto_free char *real = NULL;

	if (run->opts->log == NULL)
		return 0;
	real = realpath(run->opts->log, NULL);
	if (real == NULL)
		return run_refusef(run, STATUS_FAILED, "%s: %s",
		    run->opts->log, strerror(errno));
	buf_addf(&beside, "%s.d/signer", real);
	if (check_reach(run, "log", run->opts->log, advice) < 0 ||
	    check_reach(run, "log's key", buf_str(&beside), advice) < 0 ||
	    check_reach(run, "log's anchor", run->opts->anchor,
	    "SALLYPORT_AUDIT_ANCHOR names another") < 0)
		return -EINVAL;
	if ((policy_path(run->policy, ACCESS_READ, real).verb !=
	    RULES_ALLOW || !is_open_to(run, real)) &&
	    (policy_path(run->policy, ACCESS_READ, buf_str(&beside)).verb !=
	    RULES_ALLOW || !is_open_to(run, buf_str(&beside))))
		return 0;
	return run_refusef(run, STATUS_FAILED, "the log %s lies where the run "
	    "may read: nothing was run; %s", run->opts->log, advice);
}

/* The interpreter, its library, and the tables with what they include. */
static int
check_deciders(struct run *run)
{
	static const char advice[] = "take an interpreter that it cannot "
	    "change (--python PATH), or let it write elsewhere";
	const struct python *py = run->opts->script_name != NULL ?
	    &run->python : &run->program.python;
	const char *const *table = run->opts->tables;
	char *const *at;

	for (; table != NULL && *table != NULL; table++)
		if (check_reach(run, "table", *table, "it is to lie where no "
		    "run may write") < 0)
			return -EINVAL;
	for (at = py->ways.items; at != NULL && *at != NULL; at++)
		if (check_reach(run, "interpreter", *at, advice) < 0)
			return -EINVAL;
	for (at = py->keys.items; at != NULL && *at != NULL; at++)
		if (check_reach(run, "interpreter's", *at, advice) < 0)
			return -EINVAL;
	if (py->exe != NULL && check_reach(run, "interpreter's loader",
	    run->program.loader, advice) < 0)
		return -EINVAL;
	for (at = py->trees.items; at != NULL && *at != NULL; at++) {
		auto_buf struct buf why = BUF_INIT;

		if (reach_may_change_below(&run->reach, *at, &why))
			return run_refusef(run, STATUS_FAILED, "the "
			    "interpreter's %s lies where the run %s: nothing "
			    "was run; %s", *at, buf_str(&why), advice);
	}
	return 0;
}

/* Of too little stack the kernel says SIGSEGV; without /proc nobody can trace. */
static int
check_host(struct run *run)
{
	struct rlimit limit;

	if (access("/proc/self/fd", F_OK) < 0)
		return run_refusef(run, STATUS_FAILED, "/proc is not mounted "
		    "here: nothing can be run without it");
	if (getrlimit(RLIMIT_STACK, &limit) < 0 || limit.rlim_cur >= STACK)
		return 0;
	return run_refusef(run, STATUS_FAILED, "this process has a stack of "
	    "%llu KiB, which is too little to run anything; raise its limit "
	    "(ulimit -s) to %d or more",
	    (unsigned long long)limit.rlim_cur >> 10, STACK >> 10);
}

/* Descriptors the child holds above the limit must exist at all. */
static int
check_open_files(struct run *run)
{
	struct rlimit limit;
	int64_t most;

	if (getrlimit(RLIMIT_NOFILE, &limit) < 0)
		return 0;
	most = limit.rlim_max > 1 << 20 ? 1 << 20 : (int64_t)limit.rlim_max;
	most -= 2 * DESCRIPTORS;
	if (most < 8)
		return run_refusef(run, STATUS_FAILED, "this process may open "
		    "%lld files, which are too few to run anything; raise "
		    "its limit (ulimit -n) to %d or more",
		    (long long)limit.rlim_max, 2 * DESCRIPTORS + 8);
	if (policy_limit(run->policy, RULES_OPEN_FILES) > most)
		return run_refusef(run, STATUS_FAILED, "--open-files: this process "
		    "may pass on %lld at most", (long long)most);
	if (policy_limit(run->policy, RULES_OPEN_FILES) < 8)
		return run_refusef(run, STATUS_FAILED,
		    "--open-files: a run needs 8 at least");
	return 0;
}

static int
make_cgroup(struct run *run)
{
	const char *where = run->opts->cgroup;
	auto_free char *why = NULL;

	if (where != NULL && strcmp(where, "none") == 0)
		return 0;
	if (cgroup_new(where, policy_limit(run->policy, RULES_MEMORY),
	    policy_limit(run->policy, RULES_PROCESSES),
	    policy_limit(run->policy, RULES_CPUS), &run->cgroup, &why) < 0)
		return run_refusef(run, STATUS_FAILED, "--cgroup %s", why);
	return 0;
}

/*
 * A name that the run could not give a file of its own, no input has: asked of
 * a folder where there are no inputs, which nobody may write.
 */
static int
check_inputs(struct run *run)
{
	const struct run_options *opts = run->opts;
	auto_buf struct buf other = BUF_INIT;
	struct ruling any;
	size_t i;

	buf_addf(&other, "%s/any", run->dirs.home);
	any = policy_path(run->policy, ACCESS_WRITE, buf_str(&other));
	for (i = 0; i < opts->ninputs; i++) {
		auto_buf struct buf path = BUF_INIT;
		struct ruling ruling;

		buf_addf(&path, "%s/%s", run->dirs.home, opts->inputs[i].name);
		ruling = policy_path(run->policy, ACCESS_WRITE,
		    buf_str(&path));
		/* Of all names alike it is not the name's. */
		if (ruling.verb != RULES_ALLOW &&
		    (any.rule == NULL || strcmp(ruling.rule, any.rule) != 0))
			return run_refusef(run, STATUS_FAILED, "--input %s: "
			    "%s %s (%s); give it another name: --input "
			    "FILE=NAME", opts->inputs[i].file,
			    opts->inputs[i].name, ruling.why, ruling.rule);
	}
	return 0;
}

int
run_prepare(struct run *run, bool (*stop)(void), char **ret_cwd)
{
	char *why = NULL;

	if (check_host(run) < 0 || choose_uid(run) < 0 || find_program(run) < 0 ||
	    make_workdir(run, stop) < 0)
		return -EINVAL;
	if (policy_new(run->opts, &run->dirs, &why, &run->policy) < 0 ||
	    program_check(&run->program, run->policy, &why) < 0)
		return run_refuse(run, STATUS_FAILED, why);
	policy_add_headers(run->policy, run->program.interpreter,
	    run->program.loader);
	run->reach = (struct reach){ .policy = run->policy, .uid = run->uid,
	    .own_uid = run->uid != geteuid() };
	if (check_inputs(run) < 0 || check_log(run) < 0 ||
	    check_deciders(run) < 0 || check_reads(run) < 0 || open_output(run) < 0 ||
	    check_chdir(run, ret_cwd) < 0 || check_open_files(run) < 0 ||
	    open_descriptors(run) < 0 || make_cgroup(run) < 0)
		return -EINVAL;
	build_argv(run);
	build_env(run);
	return 0;
}

void
run_later_args(const struct run *of, const struct run_options *opts,
    const struct policy_dirs *dirs, struct policy *policy,
    struct supervise_config *ret)
{
	struct run run = *of;

	run.opts = opts;
	run.dirs = *dirs;
	run.policy = policy;
	run.argv = run.env = NULL;
	build_argv(&run);
	build_env(&run);
	ret->argv = run.argv;
	ret->env = run.env;
}
