/*
 * Descriptors passed over a socket. What is on its way is open nowhere, so no
 * look at the tree would see how large it is: the limits hold it until it has
 * arrived. Control data moves to the slot, so that the numbers checked are the
 * numbers passed; that no sibling puts another file under one meanwhile is
 * sure of a lone thread only. For others the message is sent on behalf, with
 * descriptors of our own.
 */
#include "check_pass.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/util.h"
#include "behalf.h"
#include "limits.h"
#include "tracee.h"

#define RIGHTS_MAX	253		/* SCM_MAX_FD */
#define CONTROL_MAX	8192u
#define BYTES_MAX	65536u		/* of one message on behalf */
#define VECTORS_MAX	64u

struct rights {
	int	 fd[RIGHTS_MAX];	/* the caller's */
	int	 mine[RIGHTS_MAX];	/* what is behind them */
	unsigned n;
	bool	 others;		/* more than rights is in there */
};

static void
close_rights(struct rights *rights)
{
	unsigned i;

	for (i = 0; i < RIGHTS_MAX; i++) {
		if (rights->mine[i] >= 0)
			close(rights->mine[i]);
	}
}

#define auto_rights __attribute__((cleanup(close_rights)))

/* As the kernel reads it. */
static int
find_rights(const char *control, size_t size, struct rights *rights)
{
	struct cmsghdr head;
	size_t at, n;

	for (at = 0; at + sizeof(head) <= size;
	    at += CMSG_ALIGN(head.cmsg_len)) {
		memcpy(&head, control + at, sizeof(head));
		if (head.cmsg_len < sizeof(head) || head.cmsg_len > size - at)
			return -EINVAL;
		if (head.cmsg_level != SOL_SOCKET ||
		    head.cmsg_type != SCM_RIGHTS) {
			rights->others = true;
			continue;
		}
		n = (head.cmsg_len - CMSG_LEN(0)) / sizeof(int);
		if (n > RIGHTS_MAX - rights->n)
			return -EINVAL;
		memcpy(rights->fd + rights->n, control + at + CMSG_LEN(0),
		    n * sizeof(int));
		rights->n += (unsigned)n;
	}
	return 0;
}

static int
hold(struct check *c, struct rights *rights)
{
	char link[64];
	unsigned i;

	for (i = 0; i < rights->n; i++) {
		if (rights->fd[i] < 0 || rights->fd[i] >= c->wall->reader_fd)
			return -EBADF;
		snprintf(link, sizeof(link), "/proc/%d/fd/%d",
		    (int)c->task->tid, rights->fd[i]);
		rights->mine[i] = open(link, O_PATH | O_CLOEXEC);
		if (rights->mine[i] < 0)
			return errno == ENOENT ? -EBADF : -errno;
	}
	return -limits_on_pass(c->wall->limits, rights->mine, rights->n);
}

/* The payload, as much as fits; *ret_len how much there was. */
static int
gather(struct check *c, const struct msghdr *msg, char *bytes, size_t *ret_n,
    bool *ret_whole)
{
	struct iovec iov[VECTORS_MAX];
	size_t i, n = msg->msg_iovlen, part;
	int r;

	*ret_n = 0;
	*ret_whole = n <= VECTORS_MAX;
	if (n > VECTORS_MAX)
		n = VECTORS_MAX;
	r = tracee_read(c->task->tid, (uint64_t)(uintptr_t)msg->msg_iov, iov,
	    n * sizeof(*iov));
	for (i = 0; r == 0 && i < n; i++) {
		part = iov[i].iov_len;
		if (part > BYTES_MAX - *ret_n) {
			part = BYTES_MAX - *ret_n;
			*ret_whole = false;
		}
		r = tracee_read(c->task->tid,
		    (uint64_t)(uintptr_t)iov[i].iov_base, bytes + *ret_n,
		    part);
		*ret_n += part;
	}
	return r;
}

static int
option_of(int sock, int which)
{
	socklen_t len = sizeof(int);
	int value = -1;

	return getsockopt(sock, SOL_SOCKET, which, &value, &len) < 0 ? -1 :
	    value;
}

/* Our own of each, which nobody can exchange. -EPERM where a host forbids. */
static int
take_over(struct check *c, struct rights *rights)
{
	auto_fd int pidfd = (int)syscall(SYS_pidfd_open, c->task->tgid, 0);
	unsigned i;

	for (i = 0; i < rights->n; i++) {
		close(rights->mine[i]);
		rights->mine[i] = (int)syscall(SYS_pidfd_getfd, pidfd,
		    rights->fd[i], 0);
		if (rights->mine[i] < 0)
			return -errno;
	}
	return 0;
}

static long
send_own(struct check *c, int sock, const struct msghdr *from,
    const struct rights *rights, int flags)
{
	static char bytes[BYTES_MAX];
	char control[CMSG_SPACE(sizeof(rights->mine))] = "";
	struct cmsghdr *head = (struct cmsghdr *)(void *)control;
	struct iovec iov = { .iov_base = bytes };
	struct msghdr msg = { .msg_iov = &iov, .msg_iovlen = 1,
	    .msg_control = control };
	bool whole;
	int r;

	r = gather(c, from, bytes, &iov.iov_len, &whole);
	if (r < 0)
		return r;
	/* A stream takes what it takes; a message is whole or none. */
	if (!whole && option_of(sock, SO_TYPE) != SOCK_STREAM)
		return -EMSGSIZE;
	if (from->msg_name != NULL) {
		msg.msg_name = c->slot->addr;
		msg.msg_namelen = from->msg_namelen;
	}
	head->cmsg_level = SOL_SOCKET;
	head->cmsg_type = SCM_RIGHTS;
	head->cmsg_len = CMSG_LEN(rights->n * sizeof(int));
	memcpy(CMSG_DATA(head), rights->mine, rights->n * sizeof(int));
	msg.msg_controllen = CMSG_SPACE(rights->n * sizeof(int));
	return behalf_result(sendmsg(sock, &msg, flags | MSG_DONTWAIT |
	    MSG_NOSIGNAL));
}

static enum check_end
on_behalf(struct check *c, const struct msghdr *msg, struct rights *rights,
    int flags)
{
	auto_fd int sock = behalf_descriptor(c, check_int(c, 0));
	long r = sock < 0 ? sock : take_over(c, rights);
	bool waits;

	if (r == -EBADF)
		return check_answer(c, r);
	/* Who sends shows in credentials, which would be ours. */
	if (r < 0 || rights->others)
		return check_deny(c);
	/* Others do not pass descriptors, whatever they are given. */
	if (option_of(sock, SO_DOMAIN) != AF_UNIX)
		return CHECK_RUN;
	r = -limits_on_pass(c->wall->limits, rights->mine, rights->n);
	if (r < 0)
		return check_answer(c, r);
	r = send_own(c, sock, msg, rights, flags);
	limits_on_passed(c->wall->limits);
	waits = !(flags & MSG_DONTWAIT) &&
	    !(fcntl(sock, F_GETFL) & O_NONBLOCK);
	if (r == -EAGAIN && waits)
		return behalf_again(c);
	if (r == -EPIPE && !(flags & MSG_NOSIGNAL))
		syscall(SYS_tgkill, c->task->tgid, c->task->tid, SIGPIPE);
	return check_answer(c, r);
}

enum check_end
check_pass(struct check *c, struct msghdr *msg, int flags)
{
	auto_rights struct rights rights = { .n = 0 };
	char *control = c->slot->path[0];
	bool alone = task_is_alone(&c->wall->tasks, c->task);
	int r;

	memset(rights.mine, 0xff, sizeof(rights.mine));
	if (msg->msg_control == NULL || msg->msg_controllen == 0) {
		msg->msg_controllen = 0;
		return CHECK_RUN;
	}
	if (msg->msg_controllen > CONTROL_MAX)
		return check_answer(c, -ENOBUFS);
	r = tracee_read(c->task->tid, (uint64_t)(uintptr_t)msg->msg_control,
	    control, msg->msg_controllen);
	if (r == 0)
		r = find_rights(control, msg->msg_controllen, &rights);
	if (r < 0)
		return check_answer(c, r);
	msg->msg_control = (void *)(uintptr_t)GUARD_AT(c->task->slot, path);
	if (rights.n == 0)
		return CHECK_RUN;
	r = hold(c, &rights);
	if (r < 0)
		return check_answer(c, r);
	if (!alone) {
		limits_on_passed(c->wall->limits);
		return on_behalf(c, msg, &rights, flags);
	}
	/* Until it has returned, it may still be about to. */
	c->task->passing = true;
	c->task->after = AFTER_RESTORE;
	return CHECK_RUN;
}
