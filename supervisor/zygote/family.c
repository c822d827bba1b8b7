#include "family.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "../base/buf.h"
#include "../base/fdio.h"
#include "../base/hash.h"
#include "../base/json.h"
#include "../base/mem.h"
#include "../base/util.h"
#include "../job/supervise.h"
#include "../run/run_parts.h"
#include "../run/workdir.h"
#include "handover.h"

/* A package is looked at so far: files; folders in folders. */
#define STAMP_FILES	20000
#define STAMP_DEEP	16

static const char zygote_text[] =
#include "zygote_py.h"
;

/* What of a job is sent: its descriptors, and where its folders are. */
enum { FD_EVENTS = 0, FD_GO, FD_OUT, FD_ERR, FD_STDIN, FD_SCRIPT, FD_LOCK,
    FD_N };
enum { AT_WORK = 0, AT_HOME, AT_CODE, AT_CWD, AT_N };

/* The zygote's run is like any other, and its script is ours. */
struct family {
	struct run_options	 opts, jobs;	/* the zygote's; theirs */
	struct run		 run;
	struct buf		 script;
	const char		**reads, **writes;
	char			*cwd;
	pid_t			 pid;
	int			 ask, serve;	/* the socket of family_ask */
	int			 events[2], go[2];
	int			 fds[FD_N];	/* of the job at hand; its */
	char			 text[AT_N * PATH_MAX];	/* folders */
};

int
family_ask(const struct family *f, const struct supervise_config *cfg)
{
	const int fds[FD_N] = { cfg->events_fd, cfg->go_fd, cfg->out[0],
	    cfg->out[1], cfg->stdin_fd, cfg->script_fd, cfg->lock_fd };
	const char *const at[AT_N] = { cfg->dirs->work, cfg->dirs->home,
	    cfg->dirs->code, cfg->cwd };
	auto_buf struct buf text = BUF_INIT;
	int i;

	for (i = 0; i < AT_N; i++)
		buf_add(&text, at[i], strlen(at[i]) + 1);
	return handover_send(f->ask, fds, FD_N, text.data, text.len);
}

/* In the family's first process. What a killed run's are closed with it. */
static bool
next_job(void *arg)
{
	struct family *f = arg;

	memset(f->text, 0, sizeof(f->text));
	return handover_receive(f->serve, f->fds, FD_N, f->text,
	    sizeof(f->text) - 1) > 0;
}

static void
forget_job(void *arg)
{
	struct family *f = arg;

	for (int i = 0; i < FD_N; i++)
		close(f->fds[i]);
}

/* In the job's own: the zygote's policy, for other folders. */
static bool
describe_job(struct supervise_config *ret, void *arg)
{
	struct family *f = arg;
	struct run_options *opts = mem_new(1, sizeof(*opts));
	struct policy_dirs *dirs = mem_new(1, sizeof(*dirs));
	char *at[AT_N], *why = NULL, *p = f->text;
	struct policy *policy = NULL;
	int i;

	for (i = 0; i < AT_N; i++, p += strlen(p) + 1)
		at[i] = p;
	*opts = f->jobs;
	*dirs = f->run.dirs;
	dirs->work = at[AT_WORK];
	dirs->home = at[AT_HOME];
	dirs->code = at[AT_CODE];
	if (policy_new(opts, dirs, &why, &policy) < 0)
		return false;
	policy_add_headers(policy, f->run.program.interpreter,
	    f->run.program.loader);
	*ret = (struct supervise_config){ .opts = opts, .policy = policy,
	    .dirs = dirs, .uid = f->run.uid, .uid_fd = -1,
	    .exe = f->run.python.exe, .cwd = at[AT_CWD],
	    .events_fd = f->fds[FD_EVENTS], .go_fd = f->fds[FD_GO],
	    .out = { f->fds[FD_OUT], f->fds[FD_ERR] },
	    .stdin_fd = f->fds[FD_STDIN], .script_fd = f->fds[FD_SCRIPT],
	    .lock_fd = f->fds[FD_LOCK], .cgroup_fd = -1 };
	run_later_args(&f->run, opts, dirs, policy, ret);
	return true;
}

static bool
no_stop(void)
{
	return false;
}

/* A module that is not there, most likely. */
static char *
why_it_ended(const struct json *event)
{
	const struct json *error = js_get(event, "error");
	const char *name = js_get_str(error, "name"),
	    *value = js_get_str(error, "value");
	auto_buf struct buf text = BUF_INIT;

	buf_addf(&text, "the zygote ended before it was ready: %s: %s",
	    name != NULL ? name : "?", value != NULL ? value : "?");
	return buf_steal(&text);
}

int
family_fd(const struct family *f)
{
	return f->run.events_fd;
}

int
family_hear(struct family *f, char **ret_why)
{
	struct run *run = &f->run;
	bool more = run_hear(run);

	if (run->loaded)
		return 1;
	if (run->why == NULL && run->end == NULL && more)
		return 0;
	*ret_why = run->why != NULL ? mem_strdup(run->why) :
	    run->end != NULL ? why_it_ended(run->end) :
	    mem_strdup("its supervisor died");
	return -EINVAL;
}

static int
start(struct family *f, char **ret_why)
{
	struct supervise_config cfg = {
		.opts = &f->opts, .policy = f->run.policy,
		.dirs = &f->run.dirs, .uid = f->run.uid, .uid_fd = -1,
		.exe = f->run.python.exe, .cwd = f->cwd,
		.argv = f->run.argv, .env = f->run.env,
		.events_fd = f->events[1], .go_fd = f->go[0],
		.out = { STDERR_FILENO, STDERR_FILENO },
		.stdin_fd = f->run.stdin_fd, .script_fd = f->run.script_fd,
		.lock_fd = workdir_lock_fd(f->run.workdir), .cgroup_fd = -1,
	};

	const struct supervise_jobs jobs = { next_job, describe_job,
	    forget_job, f, &f->serve, 1 };

	cfg.front = getpid();
	f->pid = fork();
	if (f->pid < 0) {
		*ret_why = mem_strdup(strerror(errno));
		return -EINVAL;
	}
	if (f->pid == 0)
		supervise_family(&cfg, &jobs);
	close(f->serve);
	close(f->events[1]);
	close(f->go[0]);
	f->serve = f->events[1] = f->go[0] = -1;
	f->run.events_fd = f->events[0];
	f->run.go_fd = f->go[1];
	f->run.loads = true;
	return 0;
}

/* The list, and one more. */
static const char **
with(const char *const *list, const char *more)
{
	const char **all;
	size_t n = 0;

	while (list != NULL && list[n] != NULL)
		n++;
	all = mem_new(n + 2, sizeof(*all));
	if (n > 0)
		memcpy(all, list, n * sizeof(*all));
	all[n] = more;
	return all;
}

int
family_new(const struct run_options *opts, const char *const *modules,
    struct family **ret, char **ret_why)
{
	struct family *f = mem_new(1, sizeof(*f));
	int pair[2];
	size_t i;

	*ret = f;
	buf_adds(&f->script, zygote_text);
	for (i = 0; modules[i] != NULL; i++)
		buf_addf(&f->script, "import %s\n", modules[i]);
	buf_addf(&f->script, "start(5, %d, ", HANDOVER_FIRST(
	    policy_limit_of(opts, RULES_OPEN_FILES)));
	run_add_parts(&f->script);
	buf_adds(&f->script, ")\n");
	f->opts = *opts;
	f->jobs = *opts;
	f->jobs.later = true;
	f->jobs.script_name = "<stdin>";
	f->opts.script_name = "<zygote>";
	f->opts.script = f->script.data;
	f->opts.script_len = f->script.len;
	f->opts.stdin_null = true;
	f->opts.cgroup = "none";
	/* Landlock's domain of all: what the jobs' own are made from. */
	f->opts.reads = f->reads = with(opts->reads, opts->base);
	f->opts.writes = f->writes = with(opts->writes, opts->base);
	/* As long as it is wanted. */
	f->opts.limits[RULES_WALL] = f->opts.limits[RULES_CPU] = INT64_C(1) <<
	    40;
	/* Beside it each child is one more, until it is handed over. */
	f->opts.limits[RULES_PROCESSES] = policy_limit_of(opts,
	    RULES_PROCESSES) + 1;
	f->run = (struct run)RUN_INIT;
	f->run.opts = &f->opts;
	f->events[0] = f->events[1] = f->go[0] = f->go[1] = -1;
	if (run_prepare(&f->run, no_stop, &f->cwd) < 0) {
		*ret_why = mem_strdup(f->run.why);
		return -EINVAL;
	}
	if (workdir_watch(f->run.workdir) < 0 ||
	    workdir_add_names(f->run.workdir, f->run.policy) < 0 ||
	    socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) < 0 ||
	    pipe2(f->events, O_CLOEXEC) < 0 || pipe2(f->go, O_CLOEXEC) < 0) {
		*ret_why = mem_strdup(strerror(errno));
		return -EINVAL;
	}
	f->ask = pair[0];
	f->serve = pair[1];
	return start(f, ret_why);
}

pid_t
family_pid(const struct family *f)
{
	return f->pid;
}

/* Number, size and times of it, and of what lies in it. */
static void
add_stamp(int at, const char *name, unsigned depth, unsigned *left,
    struct hash_state *state)
{
	struct dirent *entry;
	struct stat st;
	DIR *dir = NULL;
	int fd = -1;

	if (*left == 0 || fstatat(at, name, &st, 0) < 0)
		return;
	--*left;
	hash_update(state, &st.st_ino, sizeof(st.st_ino));
	hash_update(state, &st.st_size, sizeof(st.st_size));
	hash_update(state, &st.st_mtim, sizeof(st.st_mtim));
	if (S_ISDIR(st.st_mode) && depth > 0)
		fd = openat(at, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd >= 0)
		dir = fdopendir(fd);
	while (dir != NULL && (entry = readdir(dir)) != NULL)
		if (entry->d_name[0] != '.' &&
		    strcmp(entry->d_name, "__pycache__") != 0)
			add_stamp(dirfd(dir), entry->d_name, depth - 1, left,
			    state);
	if (dir != NULL)
		closedir(dir);
}

void
family_stamp(const struct family *f, const char *const *modules,
    struct hash *ret)
{
	static const char *const endings[] = { "", ".py" };
	const struct python_list *sites = &f->run.python.sites;
	unsigned left = STAMP_FILES;
	struct hash_state state;
	struct hash hash;
	size_t i, k, m;

	hash_begin(&state);
	python_fingerprint(&f->run.python, &hash);
	hash_update(&state, &hash, sizeof(hash));
	for (m = 0; modules[m] != NULL; m++)
		for (i = 0; i < sites->n; i++)
			for (k = 0; k < ARRAY_SIZE(endings); k++) {
				auto_buf struct buf path = BUF_INIT;

				buf_addf(&path, "%s/%.*s%s", sites->items[i],
				    (int)strcspn(modules[m], "."), modules[m],
				    endings[k]);
				add_stamp(AT_FDCWD, buf_str(&path), STAMP_DEEP,
				    &left, &state);
			}
	hash_end(&state, ret);
}

bool
family_ended(struct family *f, pid_t pid)
{
	if (f->pid != pid)
		return false;
	f->pid = 0;		/* it can be another's now */
	return true;
}

void
family_free(struct family *f)
{
	if (f == NULL)
		return;
	run_close(&f->ask);
	/* The others are the run's. */
	run_close(&f->go[0]);
	run_close(&f->events[1]);
	if (f->pid > 0) {
		kill(f->pid, SIGKILL);
		while (waitpid(f->pid, NULL, 0) < 0 && errno == EINTR)
			;
	}
	if (f->run.workdir != NULL)
		workdir_remove(f->run.workdir, NULL);
	run_unprepare(&f->run);
	buf_free(&f->script);
	free(f->reads);
	free(f->writes);
	free(f->cwd);
	free(f);
}
