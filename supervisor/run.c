#include "run.h"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "base/buf.h"
#include "base/fdio.h"
#include "base/json.h"
#include "base/mem.h"
#include "base/util.h"
#include "isolation.h"
#include "policy.h"
#include "program.h"
#include "python.h"
#include "supervise.h"
#include "workdir.h"

#define NOBODY		65534
/* No honest supervisor says more: 256 violations, each of a few kilobytes. */
#define EVENTS_MAX	(64u << 20)
#define DESCRIPTORS	16	/* what the child needs besides its own limit */

static const char bootstrap[] =
#include "bootstrap.h"
;

/* Exit statuses of the contract. */
enum {
	STATUS_LIMIT = 124, STATUS_FAILED = 125, STATUS_DENIED = 126,
	STATUS_NOT_FOUND = 127, STATUS_SIGNALED = 128,
};

struct run {
	const struct run_options	*opts;
	const struct run_events		*events;
	uid_t				 uid;
	struct workdir			*workdir;
	struct python			 python;
	struct program			 program;
	struct policy			*policy;
	struct policy_dirs		 dirs;
	char				*why;		/* nothing ran: why */
	int				 why_status;
	char				**argv, **env;
	int				 memory[2];	/* captured output */
	int				 script_fd, stdin_fd, output_fd;
	pid_t				 supervisor;
	int				 events_fd, go_fd;
	struct json			*isolation, *end;
	int				 log_error;
};

/* The supervisor to end, for the handler; and the first signal that came. */
static volatile sig_atomic_t	caught;
static atomic_int		supervisor_pid;

static void
on_signal(int sig)
{
	int saved = errno, pid = atomic_load(&supervisor_pid);

	if (caught == 0)
		caught = sig;
	if (pid > 0)
		kill(pid, SIGTERM);
	errno = saved;
}

static const int ending_signals[] = { SIGINT, SIGTERM, SIGHUP };

static void
catch_signals(struct sigaction old[])
{
	struct sigaction act = { .sa_handler = on_signal };
	size_t i;

	caught = 0;
	atomic_store(&supervisor_pid, 0);
	for (i = 0; i < ARRAY_SIZE(ending_signals); i++) {
		sigaction(ending_signals[i], NULL, &old[i]);
		/* nohup(1) and the like have their reasons. */
		if (old[i].sa_handler != SIG_IGN)
			sigaction(ending_signals[i], &act, NULL);
	}
}

static void
restore_signals(const struct sigaction old[])
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(ending_signals); i++)
		sigaction(ending_signals[i], &old[i], NULL);
}

static int
refuse(struct run *run, int status, char *why)
{
	if (run->why == NULL) {
		run->why = why;
		run->why_status = status;
	} else
		free(why);
	return -EINVAL;
}

static int PRINTF_LIKE(3, 4)
refusef(struct run *run, int status, const char *fmt, ...)
{
	auto_buf struct buf why = BUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	buf_vaddf(&why, fmt, ap);
	va_end(ap);
	return refuse(run, status, buf_steal(&why));
}

static int
choose_uid(struct run *run)
{
	uid_t self = geteuid();

	run->uid = run->opts->uid;
	if (run->uid == (uid_t)-1)
		run->uid = self == 0 ? NOBODY : self;
	if (self != 0 && run->uid != self)
		return refusef(run, STATUS_FAILED, "--uid %u: only root can "
		    "run as another uid; leave it out", (unsigned)run->uid);
	return 0;
}

static int
make_workdir(struct run *run)
{
	const struct run_options *opts = run->opts;
	char *why = NULL;
	size_t i;
	int r;

	r = workdir_new(run->uid, &run->workdir);
	if (r < 0)
		return refusef(run, STATUS_FAILED,
		    "cannot make a work folder below /tmp: %s", strerror(-r));
	for (i = 0; i < opts->ninputs; i++) {
		r = workdir_add_input(run->workdir, opts->inputs[i].file,
		    opts->inputs[i].name, &why);
		if (r < 0)
			return refuse(run, STATUS_FAILED, why);
	}
	run->dirs.work = workdir_work(run->workdir);
	run->dirs.home = workdir_home(run->workdir);
	return 0;
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
			return refuse(run, STATUS_FAILED, why);
		run->dirs.python_exe = run->python.exe;
		run->dirs.python_trees =
		    (const char *const *)run->python.trees;
		r = program_of(run->python.exe, &why, &run->program);
		if (r < 0)
			return refuse(run, STATUS_FAILED, why);
		run->dirs.programs = (const char *const *)run->program.files;
		return 0;
	}
	r = program_find(opts->argv[0], run->uid, &why, &run->program);
	if (r < 0)
		return refuse(run, r == -ENOENT || r == -ENOTDIR ?
		    STATUS_NOT_FOUND : STATUS_FAILED, why);
	if (run->program.is_python) {
		run->dirs.python_exe = run->program.python.exe;
		run->dirs.python_trees =
		    (const char *const *)run->program.python.trees;
	}
	run->dirs.programs = (const char *const *)run->program.files;
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
		    "-c", bootstrap, "3", "4", opts->script_name };

		for (i = 0; i < ARRAY_SIZE(fixed); i++)
			push(&run->argv, &n, &cap, mem_strdup(fixed[i]));
	}
	for (i = 0; opts->argv != NULL && opts->argv[i] != NULL; i++)
		push(&run->argv, &n, &cap, mem_strdup(
		    i == 0 && run->program.argv0 != NULL ?
		    run->program.argv0 : opts->argv[i]));
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

static void
build_env(struct run *run)
{
	static const char *const thread_caps[] = { "OPENBLAS_NUM_THREADS",
	    "OMP_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS" };
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

	push(&run->env, &n, &cap,
	    mem_strdup("PATH=/usr/local/bin:/usr/bin:/bin"));
	push(&run->env, &n, &cap, mem_strdup("LANG=C.UTF-8"));
	/* Each arena of malloc reserves 64 MiB. */
	push(&run->env, &n, &cap, mem_strdup("MALLOC_ARENA_MAX=2"));
	buf_addf(&b, "TMPDIR=%s", run->dirs.work);
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
	int i, r;

	if (opts->stdin_null) {
		run->stdin_fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
		if (run->stdin_fd < 0)
			return refusef(run, STATUS_FAILED, "/dev/null: %s",
			    strerror(errno));
	} else
		run->stdin_fd = STDIN_FILENO;
	for (i = 0; opts->capture && i < 2; i++) {
		run->memory[i] = memfd_create("output", MFD_CLOEXEC);
		if (run->memory[i] < 0)
			return refusef(run, STATUS_FAILED, "memfd_create: %s",
			    strerror(errno));
	}
	if (opts->script_name == NULL)
		return 0;
	r = fdio_sealed("script", opts->script, opts->script_len,
	    &run->script_fd);
	return r < 0 ? refusef(run, STATUS_FAILED,
	    "cannot seal the script: %s", strerror(-r)) : 0;
}

static int
open_output(struct run *run)
{
	const char *output = run->opts->output;

	if (output == NULL)
		return 0;
	if (mkdir(output, 0777) == 0 || errno == EEXIST)
		run->output_fd = open(output,
		    O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (run->output_fd < 0)
		return refusef(run, STATUS_FAILED, "--output %s: %s", output,
		    errno == ENOTDIR ? "is there, and is not a folder" :
		    strerror(errno));
	return 0;
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
		return refusef(run, STATUS_FAILED, "--chdir %s: %s",
		    run->opts->chdir, strerror(errno));
	if (!S_ISDIR(st.st_mode))
		return refusef(run, STATUS_FAILED, "--chdir %s: not a folder",
		    run->opts->chdir);
	if (policy_path(run->policy, ACCESS_READ, real).verb != RULES_ALLOW)
		return refusef(run, STATUS_FAILED, "--chdir %s: the run may "
		    "not read it; add --read or --write for it",
		    run->opts->chdir);
	*ret_cwd = steal_ptr(&real);
	return 0;
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
	if (policy_limit(run->policy, RULES_OPEN_FILES) > most)
		return refusef(run, STATUS_FAILED, "--open-files: this process "
		    "may pass on %lld at most", (long long)most);
	if (policy_limit(run->policy, RULES_OPEN_FILES) < 8)
		return refusef(run, STATUS_FAILED,
		    "--open-files: a run needs 8 at least");
	return 0;
}

static int
prepare(struct run *run, char **ret_cwd)
{
	char *why = NULL;

	if (choose_uid(run) < 0 || find_program(run) < 0 ||
	    make_workdir(run) < 0)
		return -EINVAL;
	if (policy_new(run->opts, &run->dirs, &why, &run->policy) < 0)
		return refuse(run, STATUS_FAILED, why);
	if (open_output(run) < 0 || check_chdir(run, ret_cwd) < 0 || check_open_files(run) < 0 ||
	    open_descriptors(run) < 0)
		return -EINVAL;
	build_argv(run);
	build_env(run);
	return 0;
}

static int
fork_supervisor(struct run *run, const char *cwd)
{
	struct supervise_config sc = {
		.opts = run->opts, .policy = run->policy, .dirs = &run->dirs,
		.uid = run->uid, .front = getpid(), .cwd = cwd,
		.argv = run->argv, .env = run->env,
		.stdin_fd = run->stdin_fd, .script_fd = run->script_fd,
		.lock_fd = workdir_lock_fd(run->workdir),
	};
	int events[2], go[2];

	sc.exe = run->opts->script_name != NULL ? run->python.exe :
	    run->program.exe;
	sc.out[0] = run->opts->capture ? run->memory[0] : STDOUT_FILENO;
	sc.out[1] = run->opts->capture ? run->memory[1] : STDERR_FILENO;
	sc.disk_before = workdir_input_blocks(run->workdir);
	if (pipe2(events, O_CLOEXEC) < 0)
		return refusef(run, STATUS_FAILED, "pipe: %s", strerror(errno));
	if (pipe2(go, O_CLOEXEC) < 0) {
		close(events[0]);
		close(events[1]);
		return refusef(run, STATUS_FAILED, "pipe: %s", strerror(errno));
	}
	/* Room for all that a run may say while the log is slow. */
	fcntl(events[0], F_SETPIPE_SZ, 1 << 20);
	fflush(NULL);
	run->supervisor = fork();
	if (run->supervisor == 0) {
		sc.events_fd = events[1];
		sc.go_fd = go[0];
		supervise(&sc);
	}
	close(events[1]);
	close(go[0]);
	run->events_fd = events[0];
	run->go_fd = go[1];
	if (run->supervisor < 0)
		return refusef(run, STATUS_FAILED, "fork: %s", strerror(errno));
	atomic_store(&supervisor_pid, run->supervisor);
	if (caught != 0)
		kill(run->supervisor, SIGTERM);
	return 0;
}

/* What the log says before anything untrusted starts. */
static struct json *
intent_facts(struct run *run)
{
	struct json *facts = js_obj(), *limits = js_obj();
	int i;

	js_put(facts, "isolation", js_copy(run->isolation));
	js_put_num(facts, "uid", run->uid);
	js_put_str(facts, "executable", run->opts->script_name != NULL ?
	    run->python.exe : run->program.exe);
	for (i = 0; i < RULES_NLIMITS; i++)
		js_put_num(limits, rules_limit_name((enum rules_limit)i),
		    policy_limit(run->policy, (enum rules_limit)i));
	js_put(facts, "limits", limits);
	js_put_flag(facts, "degraded", run->opts->degraded);
	return facts;
}

/* The supervisor stands ready: does what it stands on suffice? */
static void
on_ready(struct run *run, const struct json *event)
{
	const struct json *isolation = js_get(event, "isolation");
	const char *tier = js_get_str(isolation, "tier");
	char need = rules_tier(run->opts->rules);
	struct json *facts;
	int r = 0;

	if (tier == NULL || run->isolation != NULL)
		return;
	run->isolation = js_copy(isolation);
	if (!isolation_suffices(tier[0], need) && !run->opts->degraded) {
		refusef(run, STATUS_FAILED, "this host gives tier %s, the "
		    "profile requires %c: `sallyport doctor` says what is "
		    "missing; --degraded runs all the same", tier, need);
		close(run->go_fd);
		run->go_fd = -1;
		return;
	}
	facts = intent_facts(run);
	if (run->events != NULL && run->events->intent != NULL)
		r = run->events->intent(facts, run->events->arg);
	js_free(facts);
	if (r < 0) {
		run->log_error = r;
		refusef(run, STATUS_FAILED, "the audit log cannot be written: "
		    "%s; nothing was run", strerror(-r));
	} else if (write(run->go_fd, "!", 1) != 1)
		refusef(run, STATUS_FAILED, "the supervisor died");
	close(run->go_fd);
	run->go_fd = -1;
}

static void
on_event(struct run *run, const char *line, size_t n)
{
	const struct json *violation;
	struct json *event;
	const char *name;
	int r;

	if (js_parse(line, n, &event) < 0)
		return;
	name = js_get_str(event, "event");
	if (name != NULL && strcmp(name, "ready") == 0) {
		on_ready(run, event);
	} else if (name != NULL && strcmp(name, "violation") == 0) {
		violation = js_get(event, "violation");
		if (run->events != NULL && run->events->violation != NULL &&
		    run->log_error == 0) {
			r = run->events->violation(violation,
			    run->events->arg);
			if (r < 0) {
				run->log_error = r;
				kill(run->supervisor, SIGTERM);
			}
		}
	} else if (name != NULL && strcmp(name, "failed") == 0) {
		const char *why = js_get_str(event, "why");

		refusef(run, STATUS_FAILED, "%s", why != NULL ? why :
		    "the supervisor failed");
	} else if (name != NULL && strcmp(name, "end") == 0 &&
	    run->end == NULL) {
		run->end = event;
		return;
	}
	js_free(event);
}

/* Read what the supervisor says until it says no more. */
static void
follow(struct run *run)
{
	auto_buf struct buf text = BUF_INIT;
	char block[65536], *newline;
	size_t from, total = 0;
	ssize_t n;

	/* After its last word the tree is dead, and it only exits. */
	while (run->end == NULL) {
		n = read(run->events_fd, block, sizeof(block));
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		total += (size_t)n;
		if (total > EVENTS_MAX) {
			kill(run->supervisor, SIGKILL);
			break;
		}
		buf_add(&text, block, (size_t)n);
		from = 0;
		while ((newline = memchr(text.data + from, '\n',
		    text.len - from)) != NULL) {
			size_t end = (size_t)(newline - text.data);

			on_event(run, text.data + from, end - from);
			from = end + 1;
		}
		text.len -= from;
		memmove(text.data, text.data + from, text.len + 1);
	}
}

static void
wait_supervisor(struct run *run)
{
	int status = 0;

	if (run->supervisor <= 0)
		return;
	while (waitpid(run->supervisor, &status, 0) < 0 && errno == EINTR)
		;
	/* From here the number may be another's. */
	atomic_store(&supervisor_pid, 0);
	run->supervisor = 0;
	if (run->end != NULL || run->why != NULL)
		return;
	if (caught != 0 && run->isolation == NULL)
		return;
	if (WIFSIGNALED(status))
		refusef(run, STATUS_FAILED, "the supervisor died of signal %d; "
		    "the tree died with it", WTERMSIG(status));
	else
		refusef(run, STATUS_FAILED, "the supervisor ended without a "
		    "record (status %d); the tree died with it",
		    WEXITSTATUS(status));
}

/* One string for each line, its newline included. */
static struct json *
split_lines(int fd)
{
	struct json *lines = js_arr();
	auto_buf struct buf all = BUF_INIT;
	size_t from, n;
	char *newline;

	if (fd < 0 || lseek(fd, 0, SEEK_SET) < 0 ||
	    fdio_read_all(fd, SIZE_MAX / 2, &all) < 0)
		return lines;
	for (from = 0; from < all.len; from += n) {
		newline = memchr(all.data + from, '\n', all.len - from);
		n = newline != NULL ?
		    (size_t)(newline - all.data) + 1 - from : all.len - from;
		js_add(lines, js_text(all.data + from, n));
	}
	return lines;
}

static struct json *
own_error(const char *why)
{
	struct json *error = js_obj();

	js_put_str(error, "name", "sallyport");
	js_put_str(error, "value", why);
	js_put_str(error, "traceback", "");
	return error;
}

/*
 * A refused allocation, open or write that the code did not cope with comes
 * back as the exception it died of, even where no call stopped for us.
 */
static const char *
limit_in_error(const struct json *error)
{
	const char *name = js_get_str(error, "name");
	const char *value = js_get_str(error, "value");

	if (name == NULL || value == NULL)
		return NULL;
	if (strcmp(name, "MemoryError") == 0 ||
	    strcmp(name, "_ArrayMemoryError") == 0 ||
	    strncmp(value, "[Errno 12] ", 11) == 0)
		return "memory";
	if (strncmp(value, "[Errno 24] ", 11) == 0)
		return "open_files";
	if (strncmp(value, "[Errno 27] ", 11) == 0)
		return "file_size";
	if (strncmp(value, "[Errno 28] ", 11) == 0)
		return "disk";
	return NULL;
}

static struct json *
limit_of(struct run *run, const struct json *error)
{
	const struct json *limit = js_get(run->end, "limit");
	const char *name;
	struct json *made;
	int i;

	if (js_is_obj(limit))
		return js_copy(limit);
	name = limit_in_error(error);
	for (i = 0; name != NULL && i < RULES_NLIMITS; i++) {
		if (strcmp(rules_limit_name((enum rules_limit)i), name) != 0)
			continue;
		made = js_obj();
		js_put_str(made, "name", name);
		js_put_num(made, "limit", policy_limit(run->policy,
		    (enum rules_limit)i));
		js_put_num(made, "used", policy_limit(run->policy,
		    (enum rules_limit)i));
		return made;
	}
	return js_nul();
}

struct outcome {
	const char	*status;
	int		 exit_status, exit_code, signal;
};

static struct outcome
outcome_of(struct run *run, const struct json *limit)
{
	struct outcome o = { "error", STATUS_FAILED, -1, 0 };
	const char *end = run->end != NULL ? js_get_str(run->end, "end") : NULL;
	int value = (int)js_get_num(run->end, "value");
	const char *name = js_get_str(limit, "name");
	bool bounded = name != NULL;

	if (run->why != NULL || end == NULL || run->log_error != 0) {
		o.exit_status = run->why != NULL ? run->why_status :
		    STATUS_FAILED;
		if (run->why == NULL && caught != 0)
			o.signal = caught;
		return o;
	}
	if (strcmp(end, "exited") == 0) {
		o.exit_code = o.exit_status = value;
		o.status = value == 0 ? "completed" : "failed";
		bounded = bounded && (value != 0 ||
		    js_get_flag(run->end, "exceeded"));
	} else if (strcmp(end, "signaled") == 0) {
		o.signal = value;
		o.exit_status = STATUS_SIGNALED + value;
		o.status = "failed";
	} else if (strcmp(end, "killed") == 0) {
		o.status = "denied";
		o.exit_status = STATUS_DENIED;
		o.signal = SIGKILL;
		bounded = false;
	} else if (strcmp(end, "limit") == 0) {
		o.signal = SIGKILL;
	} else if (strcmp(end, "stopped") == 0 && caught != 0) {
		o.signal = caught;
		o.exit_status = STATUS_SIGNALED + caught;
		o.status = "failed";
	} else
		bounded = false;
	if (bounded && !(caught != 0 && strcmp(end, "stopped") == 0)) {
		o.status = strcmp(name, "wall") == 0 ? "timed_out" :
		    "limit_exceeded";
		o.exit_status = STATUS_LIMIT;
	}
	return o;
}

static struct json *
zero_usage(void)
{
	static const char *const members[] = { "wall_ms", "cpu_ms",
	    "max_rss_kib", "processes", "stops", "bytes_written",
	    "bytes_output" };
	struct json *usage = js_obj();
	size_t i;

	for (i = 0; i < ARRAY_SIZE(members); i++) {
		if (i == 4)
			js_put(usage, "syscalls", js_nul());
		js_put_num(usage, members[i], 0);
	}
	return usage;
}

static struct json *
copy_or(const struct json *from, const char *key, struct json *otherwise)
{
	const struct json *have = js_get(from, key);

	if (have == NULL)
		return otherwise;
	js_free(otherwise);
	return js_copy(have);
}

static void
collect_files(struct run *run, struct json *record)
{
	struct json *files = js_arr(), *skipped = js_arr();

	/* Only what a dead tree left: nothing runs any more here. */
	if (run->workdir != NULL && run->end != NULL)
		workdir_collect(run->workdir, run->output_fd,
		    policy_limit(run->policy, RULES_DISK), files, skipped);
	js_put(record, "files", files);
	js_put(record, "skipped", skipped);
}

static struct json *
build_record(struct run *run, int *ret_status)
{
	struct json *record = js_obj(), *part, *error, *limit, *tail = js_obj();
	struct isolation none = { .uid = run->uid };
	struct outcome o;

	collect_files(run, tail);
	error = copy_or(run->end, "error", js_nul());
	limit = limit_of(run, error);
	o = outcome_of(run, limit);
	/* An exception that was reported but did not end the run is no error. */
	if (o.exit_code == 0) {
		js_free(error);
		error = js_nul();
	}
	if (o.exit_code == 0 && !js_is_obj(js_get(run->end, "limit"))) {
		js_free(limit);
		limit = js_nul();
	}
	if (run->why == NULL && run->log_error != 0)
		refusef(run, STATUS_FAILED, "the audit log cannot be written: "
		    "%s; the run was ended", strerror(-run->log_error));
	if (run->why == NULL && strcmp(o.status, "error") == 0) {
		const char *doing = js_get_str(run->end, "doing");

		refusef(run, STATUS_FAILED, "%s: %s", doing != NULL ? doing :
		    "the run", caught != 0 ? "was interrupted" :
		    strerror((int)js_get_num(run->end, "err")));
	}
	if (run->why != NULL) {
		js_free(error);
		error = own_error(run->why);
		o.status = "error";
		o.exit_status = run->why_status;
	}
	js_put_str(record, "schema", "sallyport/run/1");
	js_put_str(record, "status", o.status);
	js_put(record, "text", js_nul());
	js_put(record, "results", js_arr());
	part = js_obj();
	js_put(part, "stdout", split_lines(run->memory[0]));
	js_put(part, "stderr", split_lines(run->memory[1]));
	js_put(record, "logs", part);
	part = js_obj();
	js_put_flag(part, "stdout", js_get_flag(run->end, "truncated_stdout"));
	js_put_flag(part, "stderr", js_get_flag(run->end, "truncated_stderr"));
	js_put(record, "truncated", part);
	js_put(record, "error", error);
	js_put(record, "exit_code", o.exit_code >= 0 ? js_num(o.exit_code) :
	    js_nul());
	js_put(record, "signal", o.signal > 0 ? js_num(o.signal) : js_nul());
	js_put(record, "violations", copy_or(run->end, "violations", js_arr()));
	js_put(record, "limit", limit);
	js_put(record, "usage", copy_or(run->end, "usage", zero_usage()));
	js_put(record, "files", js_copy(js_get(tail, "files")));
	js_put(record, "skipped", js_copy(js_get(tail, "skipped")));
	js_free(tail);
	js_put(record, "isolation", run->isolation != NULL ?
	    js_copy(run->isolation) : isolation_json(&none));
	*ret_status = o.exit_status;
	return record;
}

static void
free_list(char **list)
{
	size_t i;

	for (i = 0; list != NULL && list[i] != NULL; i++)
		free(list[i]);
	free(list);
}

static void
release(struct run *run)
{
	int i;

	if (run->workdir != NULL)
		workdir_remove(run->workdir);
	wait_supervisor(run);
	workdir_free(run->workdir);
	policy_free(run->policy);
	python_release(&run->python);
	program_release(&run->program);
	free_list(run->argv);
	free_list(run->env);
	for (i = 0; i < 2; i++) {
		if (run->memory[i] >= 0)
			close(run->memory[i]);
	}
	if (run->script_fd >= 0)
		close(run->script_fd);
	if (run->stdin_fd > STDERR_FILENO)
		close(run->stdin_fd);
	if (run->events_fd >= 0)
		close(run->events_fd);
	if (run->go_fd >= 0)
		close(run->go_fd);
	if (run->output_fd >= 0)
		close(run->output_fd);
	js_free(run->isolation);
	js_free(run->end);
	free(run->why);
}

int
run_supervised(const struct run_options *opts, const struct run_events *events,
    struct json **ret_record, int *ret_status, int *ret_signal)
{
	struct run run = {
		.opts = opts, .events = events, .memory = { -1, -1 },
		.script_fd = -1, .stdin_fd = -1, .events_fd = -1, .go_fd = -1,
		.output_fd = -1,
	};
	struct sigaction old[ARRAY_SIZE(ending_signals)];
	auto_free char *cwd = NULL;

	catch_signals(old);
	if (prepare(&run, &cwd) == 0 && fork_supervisor(&run, cwd) == 0) {
		follow(&run);
		if (run.end == NULL)
			wait_supervisor(&run);
	}
	*ret_record = build_record(&run, ret_status);
	release(&run);
	restore_signals(old);
	*ret_signal = caught;
	return 0;
}
