#include "family.h"

#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "../base/buf.h"
#include "../base/fdio.h"
#include "../base/json.h"
#include "../base/mem.h"
#include "../base/util.h"
#include "../job/supervise.h"
#include "../run/run_parts.h"
#include "../run/workdir.h"
#include "handover.h"

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

/* Until the zygote is there: NULL, or why it will not be, the caller's. */
static char *
wait_until_there(struct family *f)
{
	auto_buf struct buf said = BUF_INIT;
	struct json *event;
	char block[4096], *end;
	const char *name, *why;
	ssize_t n;

	while ((n = read(f->events[0], block, sizeof(block))) > 0 ||
	    (n < 0 && errno == EINTR)) {
		buf_add(&said, block, n > 0 ? (size_t)n : 0);
		while (said.len > 0 && (end = memchr(said.data, '\n',
		    said.len)) != NULL) {
			char *result = NULL;
			bool over = false;

			n = end - said.data;
			if (js_parse(said.data, (size_t)n, &event) == 0) {
				name = js_get_str(event, "event");
				why = js_get_str(event, "why");
				if (name != NULL && strcmp(name,
				    "ready") == 0 && write(f->go[1], "!",
				    1) != 1)
					result = mem_strdup(strerror(errno));
				else if (name != NULL && strcmp(name,
				    "loaded") == 0)
					over = true;
				else if (name != NULL && strcmp(name,
				    "end") == 0)
					result = why_it_ended(event);
				else if (name != NULL && strcmp(name,
				    "failed") == 0)
					result = mem_strdup(why != NULL ?
					    why : "?");
				js_free(event);
			}
			if (over || result != NULL)
				return result;
			said.len -= (size_t)n + 1;
			memmove(said.data, end + 1, said.len + 1);
		}
	}
	return mem_strdup("its supervisor died");
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
	*ret_why = wait_until_there(f);
	return *ret_why != NULL ? -EINVAL : 0;
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
	int i;

	if (f == NULL)
		return;
	run_close(&f->ask);
	for (i = 0; i < 2; i++) {
		run_close(&f->go[i]);
		run_close(&f->events[i]);
	}
	if (f->pid > 0) {
		kill(f->pid, SIGTERM);
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
