/* The channel to the parent, who connects for us. */
#include <errno.h>
#include <pthread.h>
#include <sys/socket.h>

#include "../../supervisor/base/util.h"
#include "../session/wire.h"
#include "ask.h"

static int parent = -1;
static pthread_mutex_t asking = PTHREAD_MUTEX_INITIALIZER;

void
ask_begin(int channel)
{
	parent = channel;
}

int
ask_connect(unsigned pool, const char *session)
{
	struct ask_word word = { .pool = pool };
	union {
		struct cmsghdr	head;
		char		room[CMSG_SPACE(sizeof(int))];
	} control;
	int r = -EPIPE, fd = -1;
	struct iovec io = { &r, sizeof(r) };
	struct msghdr m = { .msg_iov = &io, .msg_iovlen = 1,
	    .msg_control = &control, .msg_controllen = sizeof(control) };
	const struct cmsghdr *c;
	ssize_t n = -1;

	if (session != NULL && !wire_is_id(session))
		return -ENOENT;
	if (session != NULL)
		memcpy(word.session, session, 33);
	pthread_mutex_lock(&asking);
	if (send(parent, &word, sizeof(word), MSG_NOSIGNAL) ==
	    (ssize_t)sizeof(word))
		while ((n = recvmsg(parent, &m, MSG_CMSG_CLOEXEC)) < 0 &&
		    errno == EINTR)
			;
	pthread_mutex_unlock(&asking);
	if (n != (ssize_t)sizeof(r))
		return -EPIPE;
	c = CMSG_FIRSTHDR(&m);
	if (c != NULL && c->cmsg_type == SCM_RIGHTS)
		memcpy(&fd, CMSG_DATA(c), sizeof(fd));
	return r < 0 ? r : fd < 0 ? -EPIPE : fd;
}

int
ask_send(int fd, struct json *head, const char *bytes, size_t n)
{
	return wire_send(fd, head, bytes, n);
}
