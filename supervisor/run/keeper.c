#include "keeper.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "../base/fdio.h"
#include "../base/fit.h"
#include "../base/json.h"
#include "../base/mem.h"
#include "../base/util.h"
#include "../host/confine.h"
#include "keeper_parts.h"
#include "remove.h"

struct keeper {
	pid_t	pid;
	int	fd;
};

int
keeper_send(int fd, enum keeper_kind kind, const void *bytes, size_t n)
{
	struct keeper_head head = { .kind = kind, .len = (uint32_t)n };
	int r = fdio_write_all(fd, &head, sizeof(head));

	return r == 0 && n > 0 ? fdio_write_all(fd, bytes, n) : r;
}

static int
read_whole(int fd, char *bytes, size_t n)
{
	ssize_t got;

	for (; n > 0; bytes += got, n -= (size_t)got) {
		got = read(fd, bytes, n);
		if (got < 0 && errno == EINTR)
			got = 0;
		else if (got <= 0)
			return got < 0 ? -errno : -EPIPE;
	}
	return 0;
}

int
keeper_receive(int fd, struct keeper_head *head, char *bytes)
{
	int r = read_whole(fd, (char *)head, sizeof(*head));

	if (r == 0 && head->len > KEEPER_MOST)
		r = -EPROTO;
	if (r == 0)
		r = read_whole(fd, bytes, head->len);
	if (r == 0)
		bytes[head->len] = '\0';
	return r;
}

/* Work and home as they are, whatever lies in the one or the other. */
static int
empty_both(int top_fd)
{
	int work = remove_inside(top_fd, "work");
	int home = remove_inside(top_fd, "home");

	return work < 0 ? work : home;
}

static void __attribute__((noreturn))
serve(int fd, int top_fd)
{
	char *bytes = mem_resize(NULL, KEEPER_MOST + 1, 1);
	size_t ninputs = 0, cap = 0;
	struct keeper_head head;
	char **inputs = NULL;
	int64_t most;
	int r;

	while (keeper_receive(fd, &head, bytes) == 0) {
		r = -EPROTO;
		if (head.kind == KEEPER_INPUT) {
			*MEM_PUSH(inputs, ninputs, cap) = mem_strdup(bytes);
			continue;
		}
		if (head.kind == KEEPER_REMOVE) {
			r = empty_both(top_fd);
		} else if (head.kind == KEEPER_COLLECT &&
		    head.len == sizeof(most)) {
			memcpy(&most, bytes, sizeof(most));
			r = keeper_walk(fd, top_fd, most, inputs, ninputs);
			/* They come with each. */
			while (ninputs > 0)
				free(inputs[--ninputs]);
		} else
			keeper_serve_file(fd, top_fd, head.kind, bytes, &r);
		if (keeper_send(fd, KEEPER_DONE, &r, sizeof(r)) < 0 ||
		    head.kind == KEEPER_REMOVE)
			break;
	}
	_exit(0);
}

static void __attribute__((noreturn))
become(uid_t uid, pid_t front, int fd, int top_fd)
{
	static const int ignored[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT,
	    SIGPIPE, SIGTSTP, SIGTTOU };
	const int keep[] = { fd, top_fd };
	sigset_t none;
	size_t i;

	confine_close_others(keep, ARRAY_SIZE(keep));
	/* A change of uid clears what is asked for before. */
	if (confine_become(uid) < 0 ||
	    prctl(PR_SET_PDEATHSIG, SIGKILL) < 0 || getppid() != front ||
	    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) < 0 ||
	    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
		_exit(1);
	/* What the terminal says to all is for the front: we end with it. */
	for (i = 0; i < ARRAY_SIZE(ignored); i++)
		signal(ignored[i], SIG_IGN);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	serve(fd, top_fd);
}

int
keeper_new(uid_t uid, int top_fd, struct keeper **ret)
{
	pid_t front = getpid(), pid;
	sigset_t all, before;
	int pair[2], r;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0)
		return -errno;
	fflush(NULL);
	/* It has our handlers until it sets its own, and unblocks all then. */
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &before);
	pid = fork();
	r = -errno;
	if (pid == 0)
		become(uid, front, pair[1], top_fd);
	sigprocmask(SIG_SETMASK, &before, NULL);
	close(pair[1]);
	if (pid < 0) {
		close(pair[0]);
		return r;
	}
	*ret = mem_new(1, sizeof(**ret));
	(*ret)->pid = pid;
	(*ret)->fd = pair[0];
	return 0;
}

void
keeper_free(struct keeper *k)
{
	if (k == NULL)
		return;
	close(k->fd);
	while (waitpid(k->pid, NULL, 0) < 0 && errno == EINTR)
		;
	free(k);
}

void
keeper_collect(struct keeper *k, char *const *inputs, size_t n,
    struct keeper_output output, int64_t max_bytes, struct fit_list *files,
    struct fit_list *skipped)
{
	struct json *item;
	size_t i;
	int r = 0;

	for (i = 0; i < n && r == 0; i++)
		r = keeper_send(k->fd, KEEPER_INPUT, inputs[i],
		    strlen(inputs[i]));
	if (r == 0)
		r = keeper_send(k->fd, KEEPER_COLLECT, &max_bytes,
		    sizeof(max_bytes));
	if (r == 0)
		r = keeper_take(k->fd, output, files, skipped);
	if (r == 0)
		return;
	item = js_obj();
	js_put_str(item, "path", "");
	js_put_str(item, "why", "the process that looks after what was left "
	    "ended: nothing more is listed");
	js_add(skipped->items, item);
}

int
keeper_empty(struct keeper *k)
{
	auto_free char *bytes = mem_resize(NULL, KEEPER_MOST + 1, 1);
	struct keeper_head head;
	int r = keeper_send(k->fd, KEEPER_REMOVE, NULL, 0), result;

	if (r == 0)
		r = keeper_receive(k->fd, &head, bytes);
	if (r < 0)
		return r;
	if (head.kind != KEEPER_DONE || head.len != sizeof(result))
		return -EPROTO;
	memcpy(&result, bytes, sizeof(result));
	return result;
}

int
keeper_file(struct keeper *k, enum keeper_deed deed, const char *path,
    const char *bytes, size_t n, int to)
{
	return deed == KEEPER_FILE_PUT ? keeper_put(k->fd, path, bytes, n) :
	    deed == KEEPER_FILE_DROP ? keeper_drop(k->fd, path) :
	    keeper_get(k->fd, path, to, (int64_t)n);
}
