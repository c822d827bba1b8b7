/* The pool, its sockets, and other words of the program. */
#include "mcp.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

#include "../../supervisor/base/clock.h"
#include "../../supervisor/base/fdio.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/mem.h"
#include "../session/session.h"
#include "../session/wire.h"

#define PROGRAM		"/proc/self/exe"
#define START_MS	60000	/* until the pool listens */
#define END_MS		20000	/* until it has ended */
#define PATIENCE_S	10	/* until a request is taken */

static void
wait_a_little(void)
{
	nanosleep(&(struct timespec){ .tv_nsec = 5000000 }, NULL);
}

/* Standard input and output are the protocol's: it gets others. */
static pid_t
start(const char *const *argv, int input, int output, int how_it_dies)
{
	pid_t parent = getpid(), pid = fork();
	sigset_t none;

	if (pid != 0)
		return pid < 0 ? -errno : pid;
	prctl(PR_SET_PDEATHSIG, how_it_dies);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGPIPE, SIG_DFL);
	if (getppid() == parent && dup2(input, STDIN_FILENO) >= 0 &&
	    dup2(output, STDOUT_FILENO) >= 0)
		execv(PROGRAM, (char *const *)argv);
	_exit(125);
}

bool
host_is_lost(struct mcp *m)
{
	if (m->pool <= 0 || waitpid(m->pool, NULL, WNOHANG) == 0)
		return false;
	m->pool = 0;
	return true;
}

static int
start_pool(struct mcp *m, char *const *options, size_t n)
{
	const char **argv = mem_new(n + 4, sizeof(*argv));
	auto_fd int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
	int64_t end = clock_ms() + START_MS;
	struct stat st;
	size_t i;

	argv[0] = "sallyport";
	argv[1] = "pool";
	for (i = 0; i < n; i++)
		argv[2 + i] = options[i];
	argv[2 + n] = m->at;
	m->pool = start(argv, nothing, STDERR_FILENO, SIGTERM);
	free(argv);
	if (m->pool < 0)
		return m->pool;
	/* It listens before it has runs ready. */
	while (stat(m->at, &st) < 0) {
		if (host_is_lost(m))
			return -ECHILD;
		if (clock_ms() > end)
			return -ETIMEDOUT;
		wait_a_little();
	}
	return 0;
}

int
host_start(struct mcp *m, char *const *options, size_t n)
{
	auto_buf struct buf path = BUF_INIT;
	const char *tmp = getenv("TMPDIR");

	if (m->at != NULL)
		return 0;
	buf_addf(&path, "%s/sallyport-mcp.XXXXXX", tmp != NULL &&
	    tmp[0] == '/' ? tmp : "/tmp");
	if (mkdtemp(path.data) == NULL)		/* 0700 */
		return -errno;
	m->folder = mem_strdup(path.data);
	buf_adds(&path, "/s");
	m->at = buf_steal(&path);
	return start_pool(m, options, n);
}

/* To the pool (`session` NULL) or a session. */
static int
connect_to(const struct mcp *m, const char *session)
{
	auto_buf struct buf path = BUF_INIT;

	buf_adds(&path, m->at);
	if (session != NULL)
		buf_addf(&path, "%s%s", SESSIONS, session);
	return wire_connect(buf_str(&path), PATIENCE_S);
}

int
host_ask(struct mcp *m, const char *session, struct json *head,
    const char *bytes, size_t n)
{
	int fd = connect_to(m, session), r = fd;

	if (fd >= 0)
		r = wire_send(fd, head, bytes, n);
	js_free(head);
	if (r < 0 && fd >= 0)
		close(fd);
	return r < 0 ? r : fd;
}

static void
hear_out(int fd)
{
	char block[512];

	while (fd >= 0 && read(fd, block, sizeof(block)) > 0)
		;
	if (fd >= 0)
		close(fd);
}

static void
end_sessions(struct mcp *m)
{
	struct json *head;
	size_t i;

	for (i = 0; i < MCP_SESSIONS; i++) {
		if (m->sessions[i].id[0] == '\0')
			continue;
		head = js_obj();
		js_put_str(head, "do", "close");
		/* It answers when it is over. */
		hear_out(host_ask(m, m->sessions[i].id, head, "", 0));
	}
}

/* A pool that still begins would leave its folders behind: one that has
 * answered, be it that nothing was asked, has begun. */
static void
await_begun(struct mcp *m)
{
	int fd = m->begun ? -1 : connect_to(m, NULL);

	if (fd >= 0)
		shutdown(fd, SHUT_WR);
	hear_out(fd);
}

void
host_end(struct mcp *m)
{
	int64_t end;

	if (m->folder == NULL && m->at != NULL)
		end_sessions(m);
	if (m->pool > 0) {
		await_begun(m);
		kill(m->pool, SIGTERM);
	}
	end = clock_ms() + END_MS;
	while (m->pool > 0 && !host_is_lost(m)) {
		if (clock_ms() > end)
			kill(m->pool, SIGKILL);
		wait_a_little();
	}
	if (m->folder != NULL) {
		unlink(m->at);
		rmdir(m->folder);
	}
	free(m->folder);
	free(m->at);
}

int
host_run(struct mcp *m, const char *const *argv, const char *input, size_t n,
    pid_t *ret)
{
	const char *all[16] = { "sallyport" };
	auto_fd int in = -1;
	size_t i, k;
	int ends[2], r = fdio_sealed("sallyport-mcp", input, n, &in);

	if (r < 0)
		return r;
	all[1] = argv[0];
	for (k = 0; k < m->njudged; k++)
		all[2 + k] = m->judged[k];
	for (i = 1; argv[i] != NULL; i++)
		all[1 + k + i] = argv[i];
	if (pipe2(ends, O_CLOEXEC) < 0)
		return -errno;
	*ret = start(all, in, ends[1], SIGKILL);
	close(ends[1]);
	if (*ret < 0) {
		close(ends[0]);
		return *ret;
	}
	return ends[0];
}
