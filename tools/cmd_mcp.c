/*
 * sallyport mcp: see mcp/mcp.h. One line of standard input is a message, and
 * one of standard output.
 */
#include "cmd.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#include "../supervisor/base/buf.h"
#include "../supervisor/base/fdio.h"
#include "../supervisor/base/json.h"
#include "../supervisor/base/mem.h"
#include "mcp/mcp.h"

#define LINE_MAX_BYTES	((size_t)8 << 20)
#define POLLED		(4 * MCP_CALLS)

static volatile sig_atomic_t stopped;
static struct buf instructions;

static void
stop(int sig)
{
	(void)sig;
	stopped = 1;
}

static void
write_line(struct mcp *m, const struct json *message)
{
	auto_buf struct buf line = BUF_INIT;

	js_write(message, &line);
	buf_addc(&line, '\n');
	if (fdio_write_all(STDOUT_FILENO, line.data, line.len) < 0)
		m->over = true;
}

static void
take_line(struct mcp *m, const char *line, size_t n)
{
	struct json *message = NULL;

	if (n == 0 || (n == 1 && line[0] == '\r'))
		return;
	js_parse(line, n, &message);
	rpc_take(m, message);
	js_free(message);
}

/* What is there of standard input: false at its end. */
static bool
take_input(struct mcp *m, struct buf *in, bool *too_long)
{
	ssize_t n = read(STDIN_FILENO, buf_room(in, 65536), 65536);
	size_t from = 0, seen = in->len;
	const char *newline;

	if (n <= 0)
		return n < 0 && (errno == EINTR || errno == EAGAIN);
	buf_took(in, (size_t)n);
	while ((newline = memchr(in->data + seen, '\n', in->len - seen)) !=
	    NULL) {
		size_t end = (size_t)(newline - in->data);

		if (*too_long)
			*too_long = false;
		else
			take_line(m, in->data + from, end - from);
		from = seen = end + 1;
	}
	memmove(in->data, in->data + from, in->len - from);
	in->len -= from;
	if (in->len > LINE_MAX_BYTES && !*too_long) {
		*too_long = true;
		rpc_refuse(m, NULL, RPC_BAD_JSON, "a message of more than 8 MiB");
	}
	if (*too_long)
		in->len = 0;
	return true;
}

static int
serve(struct mcp *m, const sigset_t *while_waiting)
{
	auto_buf struct buf in = BUF_INIT;
	struct timespec turn = { .tv_sec = 1 };
	bool too_long = false;

	while (!stopped && !m->over) {
		struct pollfd fds[1 + POLLED] = { { .fd = STDIN_FILENO,
		    .events = POLLIN } };
		struct call *calls[1 + POLLED], *c;
		nfds_t n = 1, i;

		for (c = m->calls; c != NULL && n <= POLLED; c = c->next) {
			calls[n] = c;
			fds[n++] = (struct pollfd){ c->fd, POLLIN, 0 };
		}
		if (ppoll(fds, n, &turn, while_waiting) < 0 && errno != EINTR)
			return -errno;
		if (stopped)
			break;
		/* One that is over frees none but itself. */
		for (i = 1; i < n; i++)
			if (fds[i].revents != 0)
				call_read(m, calls[i]);
		call_tell(m);
		if (hosted_is_lost(&m->pool))
			return -ECHILD;
		if (fds[0].revents != 0 && !take_input(m, &in, &too_long))
			break;
	}
	return 0;
}

/* The policy in words, as `sallyport policy --as-prompt` prints it. */
static int
read_instructions(struct mcp *m)
{
	static const char *const words[] = { "policy", "--as-prompt", NULL };
	pid_t pid;
	auto_fd int fd = host_run(m, words, "", 0, &pid);
	int r = fd < 0 ? fd : fdio_read_all(fd, 65536, &instructions);

	if (fd >= 0)
		waitpid(pid, NULL, 0);
	return r;
}

/* Its own option apart from the pool's; 0 or an exit status. */
static int
parse(struct mcp *m, int argc, char **argv, size_t *ret_n)
{
	static const char *const judged[] = { "--profile", "--rules" };
	size_t k, n = 0;
	int i;

	for (i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--help") == 0) {
			exit(cmd_print_help(&cmd_mcp));
		} else if (m->pool.at == NULL && strncmp(argv[i], "--at=", 5) == 0) {
			m->pool.at = mem_strdup(argv[i] + 5);
			continue;
		} else if (m->pool.at == NULL && strcmp(argv[i], "--at") == 0 &&
		    i + 1 < argc) {
			m->pool.at = mem_strdup(argv[++i]);
			continue;
		}
		for (k = 0; k < ARRAY_SIZE(judged); k++) {
			size_t len = strlen(judged[k]);

			if (strncmp(argv[i], judged[k], len) != 0 ||
			    m->njudged + 2 > ARRAY_SIZE(m->judged))
				continue;
			if (argv[i][len] == '=')
				m->judged[m->njudged++] = argv[i];
			if (argv[i][len] != '\0' || i + 1 == argc)
				continue;
			m->judged[m->njudged++] = argv[i];
			m->judged[m->njudged++] = argv[i + 1];
			argv[n++] = argv[i++];
			break;
		}
		argv[n++] = argv[i];
	}
	*ret_n = n;
	if (m->pool.at != NULL && n > m->njudged)
		return cmd_usage(&cmd_mcp, "--at SOCKET: of the pool's "
		    "options only --profile and --rules, to judge by");
	return 0;
}

static int
run_mcp(int argc, char **argv)
{
	struct sigaction act = { .sa_handler = stop };
	struct mcp m = { .send = write_line };
	sigset_t held, before;
	size_t n = 0;
	int r = parse(&m, argc, argv, &n);

	if (r != 0) {
		free(m.pool.at);
		return r;
	}
	sigemptyset(&held);
	sigaddset(&held, SIGTERM);
	sigaddset(&held, SIGINT);
	sigaddset(&held, SIGHUP);
	sigprocmask(SIG_BLOCK, &held, &before);
	sigaction(SIGTERM, &act, NULL);
	sigaction(SIGINT, &act, NULL);
	sigaction(SIGHUP, &act, NULL);
	signal(SIGPIPE, SIG_IGN);
	r = host_start(&m, argv, n);
	if (r == 0)
		r = read_instructions(&m);
	m.instructions = buf_str(&instructions);
	if (r == 0)
		r = serve(&m, &before);
	if (r < 0)
		cmd_error(&cmd_mcp, "%s", r == -ECHILD ?
		    "the pool has ended" : strerror(-r));
	call_free_all(&m);
	host_end(&m);
	buf_free(&instructions);
	return r < 0 ? cmd_mcp.failure : 0;
}

const struct cmd cmd_mcp = {
	.name = "mcp",
	.usage = "[--at SOCKET] [options of pool]",
	.summary = "a server of the Model Context Protocol, on stdio",
	.failure = 125,
	.run = run_mcp,
	.takes = &cmd_pool,
	.own = (const char *const []){ "--at", NULL },
	.help = "\n"
	    "  --at SOCKET    of a pool that is there; else one is started, "
	    "with\n"
	    "                 the options that are given: see `sallyport pool "
	    "--help`\n",
};
