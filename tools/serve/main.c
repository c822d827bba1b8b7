/*
 * sallyport-serve, started by `sallyport serve` alone: HTTP on the one side,
 * the sockets of pools on the other. It judges nothing and runs nothing, and
 * holds no right but those sockets: tools/serve/README.md.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/fdio.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/landlock.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/host/confine.h"
#include "../../supervisor/host/renounce.h"
#include "ask.h"
#include "e2b.h"
#include "files.h"
#include "jobs.h"
#include "keys.h"
#include "mcp.h"
#include "metrics.h"
#include "sessions.h"
#include "v1.h"

#define LISTENER	3	/* as our parent has put them there */
#define CHANNEL		4
#define SETTINGS	5
#define SETTINGS_MAX	((size_t)4 << 20)
#define OTHER_UID	65533	/* that of no run */

static const struct http_route *const tables[] = { e2b_code_routes,
    e2b_routes, e2b_watch_routes, e2b_envd_routes, e2b_process_routes,
    v1_routes, v1_session_routes, v1_kept_routes, metrics_routes, mcp_routes,
    NULL };

static int again = -1;		/* SIGHUP */

static void
complain(const char *what, const char *why)
{
	auto_buf struct buf line = BUF_INIT;

	buf_addf(&line, "sallyport serve: %s: %s\n", what, why);
	fdio_write_all(STDERR_FILENO, line.data, line.len);
}

static void
say(const char *nr)
{
	complain("the front asked for a system call that it gave up", nr);
}

static void
out_of_memory(size_t wanted)
{
	(void)wanted;
	complain("the front", "out of memory");
	_exit(125);
}

/* The file of keys has been read again by our parent. */
static void
take_keys(void)
{
	struct signalfd_siginfo info;
	auto_buf struct buf text = BUF_INIT;
	struct json *doc = NULL;
	auto_fd int fd = -1;
	int r;

	if (read(again, &info, sizeof(info)) != (ssize_t)sizeof(info))
		return;
	r = fd = ask_connect(ASK_KEYS, NULL);
	if (r >= 0)
		r = fdio_read_all(fd, SETTINGS_MAX, &text);
	if (r >= 0)
		r = js_parse(buf_str(&text), text.len, &doc);
	if (r >= 0)
		r = keys_load(doc);
	js_free(doc);
	if (r < 0)
		complain("the old keys stay", strerror(-r));
	else
		complain("keys", "read again");
}

static void
tick(void)
{
	take_keys();
	sessions_tick();
	files_tick();
	jobs_tick();
	e2b_tick();
}

/* Nothing but the descriptors that it has. */
static int
give_up(void)
{
	auto_fd int set = -1;
	int r;

	confine_close(SETTINGS, ~0u);
	/* A connection, and one to the pool for it. */
	r = confine_room(0, 4096);
	if (r < 0)
		return r;
	r = confine_become(geteuid() == 0 ? OTHER_UID : geteuid());
	if (r < 0)
		return r;
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ||
	    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) < 0)
		return -errno;
	r = landlock_new(true, 0, &set);
	if (r == 0)
		r = landlock_enter(set);
	return r < 0 && r != -EOPNOTSUPP ? r : 0;
}

static int
read_settings(struct json **ret)
{
	auto_buf struct buf text = BUF_INIT;
	int r = fdio_read_all(SETTINGS, SETTINGS_MAX, &text);

	if (r == 0)
		r = js_parse(buf_str(&text), text.len, ret);
	if (r == 0)
		mcp_load(*ret);
	return r == 0 ? keys_load(*ret) : r;
}

int
main(void)
{
	struct http_options options = { .tables = tables,
	    .listener = LISTENER, .tick = tick };
	struct json *settings = NULL;
	sigset_t ends, hup;
	int r = read_settings(&settings);

	mem_set_exhausted(out_of_memory);
	signal(SIGPIPE, SIG_IGN);
	sigemptyset(&ends);
	sigaddset(&ends, SIGTERM);
	sigaddset(&ends, SIGINT);
	sigemptyset(&hup);
	sigaddset(&hup, SIGHUP);
	sigprocmask(SIG_BLOCK, &ends, NULL);
	sigprocmask(SIG_BLOCK, &hup, NULL);
	options.local = !keys_are_needed();
	ask_begin(CHANNEL);
	if (r == 0)
		r = give_up();
	again = signalfd(-1, &hup, SFD_CLOEXEC | SFD_NONBLOCK);
	options.stop = signalfd(-1, &ends, SFD_CLOEXEC);
	if (r == 0)
		r = renounce(RENOUNCE_SERVICE, say);
	if (r == 0)
		r = http_serve(&options);
	js_free(settings);
	if (r < 0)
		complain("the front could not begin", strerror(-r));
	_exit(r < 0 ? 125 : 0);
}
