#include "supervise_parts.h"
#include "supervise_names.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/wait.h>

#include "../base/buf.h"
#include "../base/fdio.h"
#include "../base/mem.h"
#include "../base/util.h"
#include "../host/launch.h"
#include "../policy/landlock_sets.h"
#include "../run/run.h"
#include "../zygote/handover.h"
#include "drain.h"

/* What a zygote's child is to run, and with what: argv, 0, environment, 0. */
int
supervise_take(struct supervisor *sup, const struct launch_config *lc)
{
	const struct supervise_config *cfg = sup->cfg;
	auto_fd int cwd = open(lc->cwd, O_PATH | O_DIRECTORY | O_CLOEXEC);
	const int fds[HANDOVER_N] = {
		[HANDOVER_STDIN] = lc->stdio[0],
		[HANDOVER_STDOUT] = lc->stdio[1],
		[HANDOVER_STDERR] = lc->stdio[2],
		[HANDOVER_SCRIPT] = cfg->script_fd,
		[HANDOVER_REPORT] = drain_writer(sup->drain, 2),
		[HANDOVER_GUARD] = lc->guard_fd, [HANDOVER_WAY] = lc->way_fd,
		[HANDOVER_LANDLOCK] = lc->landlock_fd, [HANDOVER_CWD] = cwd,
	};
	char *const *const lists[] = { lc->argv, lc->env };
	auto_buf struct buf text = BUF_INIT;
	size_t i, k;

	/* A filter besides the zygote's it could not be given. */
	if (cwd < 0 || lc->before != NULL)
		return cwd < 0 ? -errno : -EOPNOTSUPP;
	for (i = 0; i < ARRAY_SIZE(lists); i++) {
		for (k = 0; lists[i][k] != NULL; k++)
			buf_add(&text, lists[i][k], strlen(lists[i][k]) + 1);
		buf_addc(&text, '\0');
	}
	sup->taken = handover_ask(cfg->take, fds, text.data, text.len);
	/* Its zygote is of no more use, and what it does need not end: with the
	 * family all of it goes, and we do. */
	if (sup->taken == -ETIMEDOUT && kill(cfg->front, HANDOVER_SIGNAL) == 0)
		pause();
	return sup->taken < 0 ? sup->taken : 0;
}

/*
 * As run_give_script() wrote it: a line of two numbers, so many bytes of words,
 * and, last, so many of the script. What is not so was not written by us.
 */
void
supervise_learn(struct supervisor *sup)
{
	struct run_options *opts = mem_new(1, sizeof(*opts));
	struct supervise_config *cfg = mem_new(1, sizeof(*cfg));
	struct buf text = BUF_INIT;	/* as long as this process */
	size_t script, words, room;
	char *at, *end;
	/* Of a session it has the room of the cells before it. */
	off_t begun = lseek(sup->cfg->script_fd, 0, SEEK_CUR);

	if (begun < 0 ||
	    fdio_read_all(sup->cfg->script_fd, SIZE_MAX / 2, &text) < 0 ||
	    lseek(sup->cfg->script_fd, begun, SEEK_SET) < 0)
		supervise_fail(sup, "reading the script", errno);
	script = strtoul(buf_str(&text), &end, 10);
	words = strtoul(end, &end, 10);
	at = end + 1;
	room = text.len - (size_t)(at - text.data);
	if (*end != '\n' || script > room || words > room - script)
		supervise_fail(sup, "reading the script", EPROTO);
	*opts = *sup->cfg->opts;
	opts->script_name = at;
	at += strlen(at) + 1;		/* its folder */
	opts->script_file = at + strlen(at) + 1;
	opts->script = text.data + text.len - script;
	opts->script_len = script;
	*cfg = *sup->cfg;
	cfg->opts = opts;
	sup->cfg = cfg;
	supervise_tell_evidence(cfg);
}

/* The zygote's supervisor: without it nobody has anything to do here. */
static pid_t eldest;

static void
on_child(int sig)
{
	int saved = errno;
	pid_t pid;

	(void)sig;
	while ((pid = waitpid(-1, NULL, WNOHANG)) > 0)
		if (pid == eldest)
			_exit(125);
	errno = saved;
}

/* One of the family, in the process of its own that this is now. */
static void __attribute__((noreturn))
run_one(const struct supervisor *family, const struct supervise_config *cfg)
{
	struct supervisor *sup = mem_new(1, sizeof(*sup));
	int sets[LANDLOCK_SETS_N], r;

	signal(SIGCHLD, SIG_DFL);
	sup->cfg = cfg;
	sup->iso = family->iso;
	supervise_settle(sup, cfg->front);
	sup->child_rules = -1;
	if (sup->iso.landlock) {
		r = landlock_sets_new(cfg->policy,
		    supervise_is_exact(cfg->policy), sets);
		if (r < 0)
			supervise_fail(sup, "Landlock", r);
		close(sets[LANDLOCK_SETS_SELF]);
		sup->child_rules = sets[LANDLOCK_SETS_CHILD];
	}
	supervise_rest(sup);
}

void
supervise_family(const struct supervise_config *zygote,
    const struct supervise_jobs *jobs)
{
	const struct sigaction act = { .sa_handler = on_child,
	    .sa_flags = SA_RESTART };
	struct supervisor *sup = mem_new(1, sizeof(*sup));
	struct supervise_config cfg = *zygote;
	struct handover hand;
	char said[16];
	pid_t self;
	int r;

	sup->cfg = zygote;
	supervise_begin(sup, jobs->keep, jobs->nkeep);
	if (sup->alone)
		supervise_fail_why(sup, "nobody can trace here: no zygote",
		    ENOSYS);
	r = handover_new(&hand);
	if (r < 0)
		supervise_fail(sup, "a zygote's sockets", r);
	self = getpid();
	cfg.give = &hand;
	cfg.front = self;
	eldest = fork();
	if (eldest == 0)
		run_one(sup, &cfg);
	if (eldest < 0)
		supervise_fail(sup, "starting a process", errno);
	handover_part(&hand);
	/* As it says, or by its end, of which its supervisor tells. */
	do
		r = (int)recv(hand.ask, said, sizeof(said), 0);
	while (r < 0 && errno == EINTR);
	if (r > 0)
		supervise_say(sup, "loaded");
	sigaction(SIGCHLD, &act, NULL);
	while (jobs->next(jobs->arg)) {
		pid_t pid = fork();

		if (pid == 0) {
			if (!jobs->describe(&cfg, jobs->arg))
				_exit(125);
			cfg.front = self;
			cfg.give = NULL;
			cfg.take = &hand;
			run_one(sup, &cfg);
		}
		/* Where none can be started, the job hears nothing more. */
		jobs->forget(jobs->arg);
	}
	_exit(0);
}
