/*
 * sallyport pool: runs that stand ready, behind a socket.
 *
 * A request is one line of JSON, its members optional but `bytes`, then so many
 * bytes of Python:
 *
 *	{"bytes":9,"name":"a.py","args":["x"],"label":"nightly","tenant":"t",
 *	 "options":["--read","/data"]}
 *
 * {"do":"open"} makes the worker that gets it a session, and another one takes
 * its place: see session/session.h. {"do":"check"} is answered by the verdict,
 * as `check --format json` prints it, and nothing runs. {"do":"status"} is
 * answered by the pool.
 */
#include "pool/pool.h"

#include <fcntl.h>
#include <getopt.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/sysinfo.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <sys/wait.h>

#include "../analyzer/gate.h"
#include "../supervisor/audit/audit.h"
#include "../supervisor/base/buf.h"
#include "../supervisor/base/clock.h"
#include "../supervisor/base/fdio.h"
#include "../supervisor/base/json.h"
#include "../supervisor/base/mem.h"
#include "../supervisor/run/workdir.h"
#include "../supervisor/zygote/family.h"
#include "run/run_options.h"
#include "session/seats.h"
#include "session/session.h"

#define READY		4		/* runs, where no option says it */
#define SHRINK_MS	60000
#define LOOK_MS		1000		/* between looks at memory and files */
#define PART		4		/* of all memory, where nothing is said */

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

/* All that ended; 0, or an exit status: nothing goes on without them. */
static int
reap(struct pool *pool)
{
	auto_buf struct buf path = BUF_INIT;
	char id[33];
	int status, r;
	pid_t pid;

	while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
		if (seats_leave(pool->seats, pid, id)) {
			/* One that was killed removes nothing. */
			path.len = 0;
			buf_addf(&path, "%s%s", pool->sessions, id);
			unlink(buf_str(&path));
		}
		if (places_left(pool, pid, status))
			continue;
		r = zygotes_left(pool, pid, status);
		if (r > 1)
			return r;
	}
	return 0;
}

/* Nobody has become ready for a while, and somebody waits: he runs cold. */
static void
take_cold(struct pool *pool)
{
	struct wish wish = { .text = -1, .since = clock_ms() };

	wish.client = accept4(pool->listener, NULL, NULL, SOCK_CLOEXEC);
	if (wish.client < 0)
		return;
	snprintf(wish.head.why_cold, sizeof(wish.head.why_cold),
	    "no run stood ready");
	places_start(pool, -1, &wish);
	close(wish.client);
}

static bool
is_anyone(const struct pool *pool, enum place_state state)
{
	for (size_t i = 0; i < pool->nplaces; i++)
		if (pool->places[i].pid > 0 &&
		    atomic_load(&pool->shared->places[i].state) == (int)state)
			return true;
	return false;
}

/* How long until something is to be done unasked. */
static int
time_left(const struct pool *pool, int64_t now)
{
	int64_t left = pool->looked + LOOK_MS - now;
	unsigned i;

	if (pool->nwaiting > 0)
		left = 1;
	else if (is_anyone(pool, PLACE_MAKING))
		left = left < 20 ? left : 20;
	for (i = 0; i < pool->nzygotes; i++)
		if (pool->zygotes[i].not_before > now &&
		    left > pool->zygotes[i].not_before - now)
			left = pool->zygotes[i].not_before - now;
	return left < 0 ? 0 : (int)left;
}

/* What came by signals: 0, an exit status, or -1: it is to end. */
static int
hear_signals(struct pool *pool)
{
	struct signalfd_siginfo info;
	bool ends = false;

	while (read(pool->signals, &info, sizeof(info)) ==
	    (ssize_t)sizeof(info))
		ends |= info.ssi_signo == SIGTERM || info.ssi_signo == SIGINT;
	return ends ? -1 : reap(pool);
}

static int
hear_zygotes(struct pool *pool, const struct pollfd *wait)
{
	const unsigned nsets = pool->kinds[0].nsets;
	unsigned i, set, loaded = 0;
	int left;

	for (i = 0; i < pool->nzygotes; i++)
		if (pool->zygotes[i].state == ZYGOTE_LOADING &&
		    wait[i].revents != 0)
			zygotes_hear(pool, (int)i);
	if (pool->said_ready)
		return 0;
	for (set = 0; set < nsets; set++) {
		left = (int)set;	/* they were the first */
		if (pool->zygotes[left].state == ZYGOTE_NONE)
			return cmd_pool.failure;
		loaded += pool->zygotes[left].state == ZYGOTE_LOADED;
	}
	if (loaded < nsets)
		return 0;
	pool->said_ready = true;
	cmd_error(&cmd_pool, "%u runs stand ready at %s", pool->setup.nready,
	    pool->path);
	return 0;
}

/* Who started it holds the other end, and is gone; what it writes is nothing. */
static bool
has_input_ended(void)
{
	char block[4096];
	ssize_t n = read(STDIN_FILENO, block, sizeof(block));

	return n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN);
}

/* One turn of it. 0, an exit status, or -1: it is to end. */
static int
turn(struct pool *pool)
{
	struct pollfd wait[5 + RUN_ZYGOTES_MAX];
	uint64_t woken;
	int64_t now = clock_ms();
	unsigned i;
	int r = 0;

	wait[0] = (struct pollfd){ pool->signals, POLLIN, 0 };
	/* They wait in the socket, then, and who sends one more, too. */
	wait[1] = (struct pollfd){ pool->nwaiting < POOL_WISHES ?
	    pool->wishes[0] : -1, POLLIN, 0 };
	wait[2] = (struct pollfd){ pool->wake, POLLIN, 0 };
	wait[3] = (struct pollfd){ pool->said_ready &&
	    !is_anyone(pool, PLACE_READY) && !places_come(pool, -1) ?
	    pool->listener : -1, POLLIN, 0 };
	for (i = 0; i < pool->nzygotes; i++)
		wait[4 + i] = (struct pollfd){ pool->zygotes[i].state ==
		    ZYGOTE_LOADING ? family_fd(pool->zygotes[i].family) : -1,
		    POLLIN, 0 };
	wait[4 + i] = (struct pollfd){ pool->setup.until_eof ? STDIN_FILENO :
	    -1, POLLIN, 0 };
	if (poll(wait, 5 + pool->nzygotes, time_left(pool, now)) > 0) {
		if (wait[4 + i].revents != 0 && has_input_ended()) {
			pool->left = true;
			return -1;
		}
		if (wait[2].revents != 0)
			r = read(pool->wake, &woken, sizeof(woken)) < 0 &&
			    errno != EAGAIN ? cmd_pool.failure : 0;
		if (wait[1].revents != 0)
			wishes_take(pool);
		if (r == 0)
			r = hear_zygotes(pool, wait + 4);
		if (r == 0 && wait[0].revents != 0)
			r = hear_signals(pool);
		if (r == 0 && wait[3].revents != 0)
			take_cold(pool);
	}
	if (r != 0)
		return r;
	if (clock_ms() - pool->looked >= LOOK_MS) {
		zygotes_look(pool);
		pool->looked = clock_ms();
	}
	wishes_place(pool);
	places_fill(pool);
	return 0;
}

static int
serve(struct pool *pool)
{
	int r;

	pool->looked = clock_ms();
	do
		r = turn(pool);
	while (r == 0);
	seats_each(pool->seats, end_session);
	places_end(pool);
	seats_each(pool->seats, wait_for_session);
	return r < 0 ? 0 : r;
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

static bool
holds_proc(const char *const *paths)
{
	for (; paths != NULL && *paths != NULL; paths++)
		if (strcmp(*paths, "/") == 0 || (strncmp(*paths, "/proc", 5) ==
		    0 && ((*paths)[5] == '\0' || (*paths)[5] == '/')))
			return true;
	return false;
}

/* What is of one run, and what a family has one of. */
int
pool_check_options(const struct run_setup *setup)
{
	const struct run_options *opts = &setup->opts;
	const char *not = setup->is_auto ? "profile auto" :
	    setup->stream ? "stream" : opts->trace ? "trace" :
	    opts->output != NULL ? "output" :
	    opts->uid_last != 0 ? "uid-range" : opts->cgroup != NULL &&
	    strcmp(opts->cgroup, "none") != 0 ? "cgroup" : NULL;

	if (not != NULL)
		return cmd_usage(&cmd_pool, "--%s: not for runs that stand "
		    "ready before anything is known of them", not);
	/* Of the zygote and its other runs, which have one uid. */
	if (holds_proc(opts->reads) || holds_proc(opts->writes))
		return cmd_usage(&cmd_pool, "--read, --write: /proc as a whole "
		    "holds every other run of the pool");
	return 0;
}

/* What it is told by, and what its workers share. */
static int
open_ways(struct pool *pool)
{
	const size_t n = POOL_PLACES + pool->setup.opts.session.most;

	pool->places = mem_new(n, sizeof(*pool->places));
	pool->shared = mmap(NULL, sizeof(*pool->shared) + n *
	    sizeof(pool->shared->places[0]), PROT_READ | PROT_WRITE,
	    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	pool->nplaces = n;
	pool->signals = signalfd(-1, &pool->awaited, SFD_CLOEXEC |
	    SFD_NONBLOCK);
	pool->wake = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC |
	    TFD_NONBLOCK);
	if (pool->shared == MAP_FAILED || pool->signals < 0 || pool->wake < 0 ||
	    socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0,
	    pool->wishes) < 0) {
		cmd_error(&cmd_pool, "%s", strerror(errno));
		return cmd_pool.failure;
	}
	return 0;
}

/* Without a log nothing would run. */
static int
check_log(struct run_setup *setup)
{
	int r = run_begin(setup);

	if (r == 0)
		audit_close(setup->audit);
	setup->audit = NULL;
	return r;
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
	r = check_log(setup);
	if (r == 0)
		r = open_ways(pool);
	if (r == 0)
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
	kinds_begin(pool);
	return zygotes_begin(pool);
}

/* Who would have removed it is gone: if nothing else is there. */
static void
leave_folder(const char *path)
{
	auto_free char *folder = mem_strdup(path);
	char *end = strrchr(folder, '/');

	if (end == NULL || end == folder)
		return;
	*end = '\0';
	rmdir(folder);
}

static void
close_pool(struct pool *pool)
{
	if (pool->listener >= 0) {
		close(pool->listener);
		unlink(pool->path);
	}
	zygotes_end(pool);
	kinds_end(pool);
	if (pool->root != NULL)
		workdir_pool_remove(pool->root, pool->root_fd);
	if (pool->sessions != NULL)
		session_leave(pool->path);
	if (pool->left)
		leave_folder(pool->path);
	free(pool->sessions);
	seats_free(pool->seats);
	free(pool->root);
	gate_free(pool->gate);
	lacking_release(&pool->lacking);
	run_release(&pool->setup);
}

static void
set_defaults(struct run_setup *setup)
{
	struct sysinfo info;

	if (setup->nready == 0)
		setup->nready = READY;
	if (setup->shrink_ms == 0)
		setup->shrink_ms = SHRINK_MS;
	if (setup->pool_memory == 0)
		setup->pool_memory = sysinfo(&info) == 0 ?
		    (int64_t)(info.totalram / PART * info.mem_unit) :
		    INT64_MAX;
}

/* Of one that is there. */
static int
print_status(const char *path)
{
	struct json *head = js_obj();
	auto_fd int fd = wire_connect(path, WIRE_MS / 1000);
	int r = fd;

	js_put_str(head, "do", "status");
	if (r >= 0)
		r = wire_send(fd, head, "", 0);
	js_free(head);
	if (r < 0) {
		cmd_error(&cmd_pool, "%s: %s", path, strerror(-r));
		return cmd_pool.failure;
	}
	fdio_copy(fd, STDOUT_FILENO);
	return 0;
}

static int
run_pool(int argc, char **argv)
{
	struct pool pool = { .listener = -1, .wishes = { -1, -1 } };
	struct run_setup *setup = &pool.setup;
	int r = run_parse(&cmd_pool, argc, argv, setup);

	if (r == 0 && optind + 1 != argc)
		r = cmd_usage(&cmd_pool, "one SOCKET: a path for it");
	if (r == 0)
		r = pool_check_options(setup);
	if (r == 0) {
		pool.path = argv[optind];
		pool.argc = optind;
		pool.argv = argv;
	}
	if (r == 0 && setup->status)
		return print_status(pool.path);
	if (r == 0) {
		setup->json = setup->opts.results = true;
		set_defaults(setup);
		sigemptyset(&pool.awaited);
		sigaddset(&pool.awaited, SIGTERM);
		sigaddset(&pool.awaited, SIGINT);
		sigaddset(&pool.awaited, SIGCHLD);
		sigaddset(&pool.awaited, SIGUSR1);
		signal(SIGPIPE, SIG_IGN);
		/* From the first that is made on: what ends it before it stands
		 * ready ends it as later. */
		sigprocmask(SIG_BLOCK, &pool.awaited, &pool.before);
		r = open_pool(&pool);
	}
	if (r == 0)
		r = serve(&pool);
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
