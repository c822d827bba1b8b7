/* The pool, its sockets, and other words of the program. */
#include "mcp.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#include "../../supervisor/base/fdio.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/mem.h"
#include "../session/session.h"
#include "../session/wire.h"

#define PATIENCE_S	10	/* until a request is taken */

int
host_start(struct mcp *m, char *const *options, size_t n)
{
	return m->pool.at != NULL ? 0 : hosted_start(&m->pool,
	    "sallyport-mcp", (const char *const *)options, n);
}

/* To the pool (`session` NULL) or a session. */
static int
connect_to(const struct mcp *m, const char *session)
{
	auto_buf struct buf path = BUF_INIT;

	buf_adds(&path, m->pool.at);
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
		hosted_hear_out(host_ask(m, m->sessions[i].id, head, "", 0));
	}
}

void
host_end(struct mcp *m)
{
	if (m->pool.folder == NULL && m->pool.at != NULL)
		end_sessions(m);
	hosted_end(&m->pool);
}

struct json *
host_explain(struct mcp *m, const char *id)
{
	(void)m;
	(void)id;
	return NULL;
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
	*ret = hosted_spawn(HOSTED_PROGRAM, all, in, ends[1], SIGKILL);
	close(ends[1]);
	if (*ret < 0) {
		close(ends[0]);
		return *ret;
	}
	return ends[0];
}
