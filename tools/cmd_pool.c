/*
 * sallyport pool: runs that stand ready, behind a socket.
 *
 *	pool		judges nothing, runs nothing: keeps as many workers as
 *			are wanted
 *	  family	a zygote, and the supervisors of what comes from it
 *	  worker	one run: made ready, waits for a client, judges, runs,
 *			answers with the document of `run --json`, and ends
 *
 * A request is one line of JSON, its members optional but `bytes`, then so many
 * bytes of Python:
 *
 *	{"bytes":9,"name":"a.py","args":["x"],"label":"nightly"}
 *
 * {"do":"open"} makes the worker that gets it a session, and another one takes
 * its place: see session/session.h.
 */
#include "run/run_common.h"

#include <fcntl.h>
#include <getopt.h>
#include <poll.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>

#include "../analyzer/gate.h"
#include "../supervisor/audit/audit.h"
#include "../supervisor/base/buf.h"
#include "../supervisor/base/clock.h"
#include "../supervisor/base/fdio.h"
#include "../supervisor/base/json.h"
#include "../supervisor/base/mem.h"
#include "../supervisor/run/workdir.h"
#include "../supervisor/zygote/family.h"
#include "python/lacking.h"
#include "run/run_options.h"
#include "session/seats.h"
#include "session/session.h"
#include "session/wire.h"

#define READY		4		/* runs, where no option says it */

struct pool {
	struct run_setup	 setup;
	struct gate		*gate;
	struct lacking		 lacking;
	struct family		*family;
	char			*root;		/* where its runs have theirs */
	int			 root_fd;
	const char		*path;		/* of the socket */
	int			 listener;
	char			*sessions;	/* their sockets' folder */
	struct seats		*seats;
	pid_t			 worker[RUN_READY_MAX];
	unsigned		 nworkers;
	sigset_t		 awaited, before;	/* blocked; what was */
};

/* Its texts are the peer's. */
struct request {
	const char	*name, *label;
	char		**argv;
	bool		 opens;		/* a session */
};

/* Once all of it is there; NULL, or what is wrong with it. */
static const char *
read_request(struct wire_peer *peer, struct request *req)
{
	struct pollfd wait = { .fd = peer->fd, .events = POLLIN };
	const struct json *args;
	const char *what, *why = NULL;
	int64_t end = clock_ms() + WIRE_MS, left;
	size_t i;
	int r;

	do {
		left = end - clock_ms();
		if (left <= 0 || poll(&wait, 1, (int)left) <= 0)
			return "the request did not come to its end in time";
		r = wire_hear(peer, &why);
	} while (r == 0);
	if (r < 0)
		return why;
	what = js_get_str(peer->head, "do");
	req->opens = what != NULL && strcmp(what, "open") == 0;
	what = js_get_str(peer->head, "name");
	req->name = what != NULL && what[0] != '\0' ? what : "<stdin>";
	req->label = js_get_str(peer->head, "label");
	args = js_get(peer->head, "args");
	req->argv = mem_new(js_len(args) + 1, sizeof(*req->argv));
	for (i = 0; i < js_len(args); i++) {
		what = js_as_str(js_at(args, i));
		req->argv[i] = mem_strdup(what != NULL ? what : "");
	}
	return NULL;
}

/* Who is there, or -1: the pool ends, or what stands ready is not there any
 * more, and another takes its place before anybody asks. */
static int
accept_one(const struct pool *pool, struct run_ready *ready)
{
	struct pollfd wait[2] = { { .fd = pool->listener, .events = POLLIN },
	    { .fd = run_ready_fd(ready), .events = POLLIN } };
	sigset_t before;
	int fd = -1;

	sigprocmask(SIG_BLOCK, &pool->awaited, &before);
	while (fd < 0 && !run_ready_is_over())
		if (ppoll(wait, 2, NULL, &before) > 0) {
			if (wait[1].revents != 0)
				break;
			fd = accept4(pool->listener, NULL, NULL,
			    SOCK_CLOEXEC);
		}
	sigprocmask(SIG_SETMASK, &before, NULL);
	return fd;
}

static int
answer(struct pool *pool, struct run_ready *ready, int fd)
{
	struct run_setup *setup = &pool->setup;
	struct request req = { 0 };
	/* Who does not read holds nobody up for longer. */
	const struct timeval most = { .tv_sec = WIRE_MS / 1000 };
	struct wire_peer peer;
	const char *why;
	int r;

	wire_begin(&peer, fd);
	why = read_request(&peer, &req);
	setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &most, sizeof(most));
	if (why == NULL && req.opens) {
		if (req.label != NULL)
			setup->label = mem_strdup(req.label);
		return session_serve(setup, ready, pool->seats,
		    pool->sessions, &peer);
	}
	fcntl(fd, F_SETFL, 0);
	if (dup2(fd, STDOUT_FILENO) < 0)
		return cmd_pool.failure;
	close(fd);
	setup->ready = ready;
	if (why != NULL) {
		peer.fd = STDOUT_FILENO;
		wire_read_rest(&peer);
		cmd_error(&cmd_pool, "%s", why);
		run_failed(setup, cmd_pool.failure);
		run_document_end(setup);
		run_ready_free(ready);
		return 0;
	}
	setup->opts.script_name = req.name;
	setup->opts.script = wire_bytes(&peer);
	setup->opts.script_len = peer.bytes;
	setup->opts.argv = req.argv;
	if (req.label != NULL)
		setup->label = req.label;
	r = run_submission(setup, pool->gate);
	run_failed(setup, r);
	run_document_end(setup);
	run_ready_free(ready);
	return 0;
}

/* In a process of its own: one run. */
static int
work(struct pool *pool)
{
	struct run_setup *setup = &pool->setup;
	struct run_ready *ready = NULL;
	auto_free char *why = NULL;
	int r, fd;

	prctl(PR_SET_PDEATHSIG, SIGTERM);
	setup->opts.later = true;
	setup->opts.stdin_null = true;
	setup->opts.script_name = "<stdin>";
	setup->opts.base = pool->root;
	r = run_begin(setup);
	if (r == 0)
		r = run_document_open(setup);
	if (r != 0)
		return r;
	if (run_ready_new(&setup->opts, pool->family, &ready, &why) < 0) {
		cmd_error(&cmd_pool, "%s", why);
		return cmd_pool.failure;
	}
	fd = accept_one(pool, ready);
	if (fd < 0) {
		run_ready_free(ready);
		return 0;
	}
	return answer(pool, ready, fd);
}

static void
fill(struct pool *pool)
{
	unsigned i;
	pid_t pid;

	for (i = 0; i < pool->nworkers; i++) {
		if (pool->worker[i] > 0 &&
		    !seats_has(pool->seats, pool->worker[i]))
			continue;
		pid = fork();
		if (pid == 0) {
			sigprocmask(SIG_SETMASK, &pool->before, NULL);
			_exit(work(pool));
		}
		if (pid < 0) {
			cmd_error(&cmd_pool, "starting a process: %s",
			    strerror(errno));
			return;
		}
		pool->worker[i] = pid;
	}
}

/* All that ended; 0, or an exit status: nothing goes on without them. */
static int
reap(struct pool *pool)
{
	const struct timespec moment = { .tv_nsec = 100000000 };
	auto_buf struct buf path = BUF_INIT;
	char id[33];
	unsigned i;
	int status;
	pid_t pid;

	while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
		for (i = 0; i < pool->nworkers; i++)
			if (pool->worker[i] == pid)
				break;
		if (seats_leave(pool->seats, pid, id)) {
			/* One that was killed removes nothing. */
			path.len = 0;
			buf_addf(&path, "%s%s", pool->sessions, id);
			unlink(buf_str(&path));
			if (i < pool->nworkers)
				pool->worker[i] = 0;
			continue;
		}
		if (i == pool->nworkers) {
			if (!family_ended(pool->family, pid))
				continue;
			cmd_error(&cmd_pool, "the zygote's family ended");
			return cmd_pool.failure;
		}
		pool->worker[i] = 0;
		/* One that could not be made ready is not made at once again. */
		if (WIFEXITED(status) && WEXITSTATUS(status) ==
		    cmd_pool.failure)
			nanosleep(&moment, NULL);
	}
	return 0;
}

static void
end_session(pid_t pid)
{
	kill(pid, SIGTERM);
}

static void
wait_for_session(pid_t pid)
{
	while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
}

static int
serve(struct pool *pool)
{
	unsigned i;
	int sig, r = 0;

	do {
		fill(pool);
		sig = sigwaitinfo(&pool->awaited, NULL);
		if (sig == SIGCHLD)
			r = reap(pool);
	} while (r == 0 && (sig < 0 || sig == SIGCHLD || sig == SIGUSR1));
	seats_each(pool->seats, end_session);
	for (i = 0; i < pool->nworkers; i++)
		if (pool->worker[i] > 0)
			kill(pool->worker[i], SIGTERM);
	for (i = 0; i < pool->nworkers; i++)
		while (pool->worker[i] > 0 && waitpid(pool->worker[i], NULL,
		    0) < 0 && errno == EINTR)
			;
	seats_each(pool->seats, wait_for_session);
	return r;
}

static int
listen_at(struct pool *pool)
{
	pool->listener = wire_listen(pool->path, 1024);
	if (pool->listener >= 0)
		return 0;
	if (pool->listener == -ENAMETOOLONG)
		cmd_error(&cmd_pool, "%s: longer than %zu bytes", pool->path,
		    sizeof(((struct sockaddr_un *)NULL)->sun_path) - 1);
	else
		cmd_error(&cmd_pool, "%s: %s%s", pool->path,
		    strerror(-pool->listener),
		    pool->listener == -EADDRINUSE ?
		    "; remove it if no pool is there" : "");
	return cmd_pool.failure;
}

/* What is of one run, and what a family has one of. */
static int
check_options(const struct run_setup *setup)
{
	const struct run_options *opts = &setup->opts;
	const char *not = setup->is_auto ? "profile auto" :
	    setup->stream ? "stream" : opts->trace ? "trace" :
	    opts->output != NULL ? "output" :
	    opts->uid_last != 0 ? "uid-range" : opts->cgroup != NULL &&
	    strcmp(opts->cgroup, "none") != 0 ? "cgroup" : NULL;

	return not == NULL ? 0 : cmd_usage(&cmd_pool, "--%s: not for runs that "
	    "stand ready before anything is known of them", not);
}

/* All that is needed before any code comes: 0, or an exit status. */
static int
open_pool(struct pool *pool)
{
	struct run_setup *setup = &pool->setup;
	struct gate_options options = { 0 };
	auto_free char *why = NULL;
	int r;

	options.granted = run_granted(setup);
	lacking_begin(&pool->lacking, setup->opts.rules, setup->opts.python,
	    &options);
	if (gate_new(setup->opts.rules, &options, &why, &pool->gate) < 0) {
		cmd_error(&cmd_pool, "the gate cannot use this table: %s",
		    why != NULL ? why : "unknown reason");
		return cmd_pool.failure;
	}
	session_defaults(&setup->opts.session);
	r = listen_at(pool);
	if (r == 0)
		r = session_folder(&cmd_pool, pool->path, &pool->sessions);
	if (r != 0)
		return r;
	pool->seats = seats_new(setup->opts.session.most);
	if (pool->seats == NULL) {
		cmd_error(&cmd_pool, "%s", strerror(errno));
		return cmd_pool.failure;
	}
	r = workdir_pool_new(&pool->root, &pool->root_fd);
	if (r < 0) {
		cmd_error(&cmd_pool, "no folder for its runs: %s",
		    strerror(-r));
		return cmd_pool.failure;
	}
	setup->opts.base = pool->root;
	if (family_new(&setup->opts, setup->preload.items, &pool->family,
	    &why) < 0) {
		cmd_error(&cmd_pool, "%s", why);
		return cmd_pool.failure;
	}
	return 0;
}

static void
close_pool(struct pool *pool)
{
	if (pool->listener >= 0) {
		close(pool->listener);
		unlink(pool->path);
	}
	family_free(pool->family);
	if (pool->root != NULL)
		workdir_pool_remove(pool->root, pool->root_fd);
	if (pool->sessions != NULL)
		rmdir(pool->sessions);
	free(pool->sessions);
	seats_free(pool->seats);
	free(pool->root);
	gate_free(pool->gate);
	lacking_release(&pool->lacking);
	run_release(&pool->setup);
}

static int
run_pool(int argc, char **argv)
{
	struct pool pool = { .listener = -1 };
	struct run_setup *setup = &pool.setup;
	int r = run_parse(&cmd_pool, argc, argv, setup);

	if (r == 0 && optind + 1 != argc)
		r = cmd_usage(&cmd_pool, "one SOCKET: a path for it");
	if (r == 0)
		r = check_options(setup);
	if (r == 0) {
		pool.path = argv[optind];
		pool.nworkers = setup->nready > 0 ? setup->nready : READY;
		setup->json = setup->opts.results = true;
		sigemptyset(&pool.awaited);
		sigaddset(&pool.awaited, SIGTERM);
		sigaddset(&pool.awaited, SIGINT);
		sigaddset(&pool.awaited, SIGCHLD);
		sigaddset(&pool.awaited, SIGUSR1);
		signal(SIGPIPE, SIG_IGN);
		r = open_pool(&pool);
	}
	if (r == 0) {
		/* Of those, too, that end before it is waited for. */
		sigprocmask(SIG_BLOCK, &pool.awaited, &pool.before);
		cmd_error(&cmd_pool, "%u runs stand ready at %s",
		    pool.nworkers, pool.path);
		r = serve(&pool);
	}
	close_pool(&pool);
	return r;
}

const struct cmd cmd_pool = {
	.name = "pool",
	.usage = "[options] SOCKET",
	.summary = "keep runs ready, and run what comes through a socket",
	.failure = 125,
	.in_order = true,
	.run = run_pool,
	.help = run_help_pool,
};
