/*
 * A zygote, and jobs in its children: handover PROFILE ZYGOTE SCRIPT...
 *
 * Prints what each of the supervisors says, a line each: "zygote JSON" or
 * "N JSON"; what the scripts print goes to files N.out of the current folder.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "supervisor/base/buf.h"
#include "supervisor/base/fdio.h"
#include "supervisor/base/mem.h"
#include "supervisor/base/rules.h"
#include "supervisor/base/util.h"
#include "supervisor/job/supervise.h"
#include "supervisor/run/run_parts.h"
#include "supervisor/run/workdir.h"
#include "supervisor/zygote/handover.h"

#define JOBS 64
#define OPEN_FILES 256

struct job {
	struct run_options	 opts;
	struct run		 run;
	struct supervise_config	 cfg;
	char			*cwd;
	int			 events[2], go[2];
	struct buf		 script, said;
};

static struct job zygote, jobs[JOBS];
static int next_job[2];

static bool
no_stop(void)
{
	return false;
}

static void
die(const char *what, const char *why)
{
	fprintf(stderr, "handover: %s: %s\n", what, why);
	exit(2);
}

static void
prepare(struct job *j, const struct ruleset *rules, const char *name,
    const char *const *reads, const char *const *writes, int out)
{
	auto_fd int fd = open(name, O_RDONLY | O_CLOEXEC);

	if (fd < 0 || fdio_read_all(fd, 1 << 20, &j->script) < 0)
		die(name, strerror(errno));
	if (writes != NULL)
		buf_addf(&j->script, "start(5, %d)\n",
		    HANDOVER_FIRST(OPEN_FILES));
	j->opts = (struct run_options){ .later = writes == NULL,
	    .rules = rules, .uid = (uid_t)-1,
	    .script_name = name, .script = j->script.data,
	    .script_len = j->script.len, .reads = reads, .writes = writes,
	    .limits = { [RULES_OPEN_FILES] = OPEN_FILES }, .cgroup = "none", .stdin_null = true };
	j->run = (struct run)RUN_INIT;
	j->run.opts = &j->opts;
	if (run_prepare(&j->run, no_stop, &j->cwd) < 0)
		die(name, j->run.why);
	if (workdir_watch(j->run.workdir) < 0 ||
	    workdir_add_names(j->run.workdir, j->run.policy) < 0)
		die(name, "its folder");
	if (j->opts.later && run_give_script(&j->run) < 0)
		die(name, j->run.why);
	if (pipe2(j->events, O_CLOEXEC) < 0 || pipe2(j->go, O_CLOEXEC) < 0)
		die("pipe", strerror(errno));
	j->cfg = (struct supervise_config){ .opts = &j->opts,
	    .policy = j->run.policy, .dirs = &j->run.dirs,
	    .uid = j->run.uid, .uid_fd = -1, .front = getpid(),
	    .exe = j->run.python.exe, .cwd = j->cwd, .argv = j->run.argv,
	    .env = j->run.env, .events_fd = j->events[1],
	    .go_fd = j->go[0], .out = { out, out },
	    .stdin_fd = j->run.stdin_fd, .script_fd = j->run.script_fd,
	    .lock_fd = workdir_lock_fd(j->run.workdir), .cgroup_fd = -1 };
}

static unsigned char which;

static bool
next(void *arg)
{
	(void)arg;
	return read(next_job[0], &which, 1) == 1;
}

static bool
describe(struct supervise_config *ret, void *arg)
{
	(void)arg;
	*ret = jobs[which].cfg;
	return true;
}

static void
forget(void *arg)
{
	(void)arg;
}

/* What it said until its end; it is let go as soon as it is ready. */
static void
follow(struct job *j, const char *name, bool until_ready)
{
	char block[4096], *line, *end;
	ssize_t n;

	while ((n = read(j->events[0], block, sizeof(block))) > 0) {
		buf_add(&j->said, block, (size_t)n);
		while ((end = memchr(j->said.data, '\n', j->said.len)) !=
		    NULL) {
			line = j->said.data;
			*end = '\0';
			printf("%s %s\n", name, line);
			n = strstr(line, "\"event\":\"ready\"") != NULL;
			if (n && write(j->go[1], "!", 1) < 0)
				return;
			if (strstr(line, "\"event\":\"end\"") != NULL ||
			    strstr(line, "\"event\":\"failed\"") != NULL ||
			    (n && until_ready))
				return;
			j->said.len -= (size_t)(end + 1 - line);
			memmove(line, end + 1, j->said.len + 1);
		}
	}
	printf("%s gone\n", name);
}

static void
finish(struct run *run)
{
	workdir_remove(run->workdir, NULL);
	run_unprepare(run);
}

int
main(int argc, char *argv[])
{
	const struct ruleset *rules = NULL;
	const char *writes[2 * JOBS + 1] = { NULL }, *reads[JOBS + 1] = { NULL };
	int keep[6 * JOBS + 1], nkeep = 0, i, n, status;
	char name[32];
	pid_t family;

	if (argc < 4 || (n = argc - 3) > JOBS)
		die("usage", "handover PROFILE ZYGOTE SCRIPT...");
	if (rules_builtin(argv[1], &rules) < 0)
		die(argv[1], "no such profile");
	signal(SIGPIPE, SIG_IGN);
	if (pipe2(next_job, O_CLOEXEC) < 0)
		die("pipe", strerror(errno));
	keep[nkeep++] = next_job[0];
	for (i = 0; i < n; i++) {
		snprintf(name, sizeof(name), "%d.out", i);
		prepare(&jobs[i], rules, argv[i + 3], NULL, NULL, open(name,
		    O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
		writes[2 * i] = jobs[i].run.dirs.work;
		writes[2 * i + 1] = jobs[i].run.dirs.home;
		reads[i] = jobs[i].run.dirs.code;
		keep[nkeep++] = jobs[i].events[1];
		keep[nkeep++] = jobs[i].go[0];
		keep[nkeep++] = jobs[i].cfg.out[0];
		keep[nkeep++] = jobs[i].cfg.script_fd;
		keep[nkeep++] = jobs[i].cfg.stdin_fd;
		keep[nkeep++] = jobs[i].cfg.lock_fd;
	}
	prepare(&zygote, rules, argv[2], reads, writes, STDERR_FILENO);
	family = fork();
	if (family == 0)
		supervise_family(&zygote.cfg, &(struct supervise_jobs){ next,
		    describe, forget, NULL, keep, (size_t)nkeep });
	close(next_job[0]);
	close(zygote.events[1]);
	follow(&zygote, "zygote", true);
	for (i = 0; i < n; i++) {
		which = (unsigned char)i;
		snprintf(name, sizeof(name), "%d", i);
		if (write(next_job[1], &which, 1) != 1)
			die("family", "is gone");
		close(jobs[i].events[1]);
		follow(&jobs[i], name, false);
		fflush(stdout);
	}
	close(next_job[1]);
	waitpid(family, &status, 0);
	for (i = 0; i < n; i++)
		finish(&jobs[i].run);
	finish(&zygote.run);
	return 0;
}
