/*
 * What a message carries beside its bytes. Control data moves to the slot, so
 * that its kinds are those that were judged. Which descriptors are passed does
 * not matter: each is the caller's, and what is on its way counts wherever it
 * is. A message to a socket by its name is sent on behalf, with descriptors of
 * our own.
 */
#include "check_pass.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "../base/util.h"
#include "behalf.h"
#include "../tracer/tracee.h"

#define RIGHTS_MAX	253		/* SCM_MAX_FD */
#define CONTROL_MAX	8192u
#define BYTES_MAX	262144u		/* of one message on behalf */
#define VECTORS_MAX	64u

struct rights {
	int	 fd[RIGHTS_MAX];	/* the caller's */
	int	 mine[RIGHTS_MAX];	/* what is behind them */
	unsigned n;
	bool	 others;		/* more than rights is in there */
	bool	 refused;		/* of a kind that is not known */
};

/*
 * What else a message may carry. Not: options of the packet (IP_RETOPTS,
 * IPV6_RTHDR), which name hosts it goes to first.
 */
static const struct {
	int	level, type;
} known[] = {
	{ SOL_SOCKET, SCM_CREDENTIALS },
	{ IPPROTO_IP, IP_TOS }, { IPPROTO_IP, IP_TTL },
	{ IPPROTO_IP, IP_PKTINFO },
	{ IPPROTO_IPV6, IPV6_PKTINFO }, { IPPROTO_IPV6, IPV6_HOPLIMIT },
	{ IPPROTO_IPV6, IPV6_TCLASS },
};

static bool
is_known(const struct cmsghdr *head)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(known); i++)
		if (head->cmsg_level == known[i].level &&
		    head->cmsg_type == known[i].type)
			return true;
	return false;
}

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
			rights->refused |= !is_known(&head);
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

/* One message on behalf; its vectors are in the caller's memory. */
struct outgoing {
	struct iovec	 iov[VECTORS_MAX];
	size_t		 n;
	bool		 whole;		/* nothing of it is missing here */
	int		 to;		/* O_PATH of whom it goes to */
	int		 flags;
};

static int
read_header(struct check *c, const struct msghdr *msg, struct outgoing *out)
{
	out->whole = msg->msg_iovlen <= VECTORS_MAX;
	out->n = out->whole ? msg->msg_iovlen : VECTORS_MAX;
	return tracee_read(c->task->tid, (uint64_t)(uintptr_t)msg->msg_iov,
	    out->iov, out->n * sizeof(out->iov[0]));
}

/* The payload, as much as fits. */
static int
gather(struct check *c, struct outgoing *out, char *bytes, size_t *ret_n)
{
	size_t i, part;
	int r = 0;

	*ret_n = 0;
	for (i = 0; r == 0 && i < out->n; i++) {
		part = out->iov[i].iov_len;
		if (part > BYTES_MAX - *ret_n) {
			part = BYTES_MAX - *ret_n;
			out->whole = false;
		}
		r = tracee_read(c->task->tid,
		    (uint64_t)(uintptr_t)out->iov[i].iov_base,
		    bytes + *ret_n, part);
		*ret_n += part;
	}
	return r;
}

int
check_socket_option(int sock, int which)
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
		rights->mine[i] = (int)syscall(SYS_pidfd_getfd, pidfd,
		    rights->fd[i], 0);
		if (rights->mine[i] < 0)
			return -errno;
	}
	return 0;
}

static long
send_own(struct check *c, int sock, struct outgoing *out,
    const struct rights *rights)
{
	static char bytes[BYTES_MAX];
	char control[CMSG_SPACE(sizeof(rights->mine))] = "";
	struct cmsghdr *head = (struct cmsghdr *)(void *)control;
	struct sockaddr_un sun = { .sun_family = AF_UNIX };
	struct iovec iov = { .iov_base = bytes };
	struct msghdr msg = { .msg_iov = &iov, .msg_iovlen = 1 };
	int r;

	r = gather(c, out, bytes, &iov.iov_len);
	if (r < 0)
		return r;
	/* A stream takes what it takes; a message is whole or none. */
	if (!out->whole && check_socket_option(sock, SO_TYPE) != SOCK_STREAM)
		return -EMSGSIZE;
	snprintf(sun.sun_path, sizeof(sun.sun_path), "/proc/self/fd/%d",
	    out->to);
	msg.msg_name = &sun;
	msg.msg_namelen = sizeof(sun);
	if (rights->n > 0) {
		head->cmsg_level = SOL_SOCKET;
		head->cmsg_type = SCM_RIGHTS;
		head->cmsg_len = CMSG_LEN(rights->n * sizeof(int));
		memcpy(CMSG_DATA(head), rights->mine, rights->n * sizeof(int));
		msg.msg_control = control;
		msg.msg_controllen = CMSG_SPACE(rights->n * sizeof(int));
	}
	return behalf_result(sendmsg(sock, &msg, out->flags | MSG_DONTWAIT |
	    MSG_NOSIGNAL));
}

static enum check_end
on_behalf(struct check *c, struct outgoing *out, struct rights *rights)
{
	auto_fd int sock = behalf_descriptor(c, check_int(c, 0));
	long r = sock < 0 ? sock : rights->n > 0 ? take_over(c, rights) : 0;
	bool waits;

	if (r == -EBADF)
		return check_answer(c, r);
	/* Who sends shows in credentials, which would be ours. */
	if (r < 0 || rights->others)
		return check_deny(c);
	r = send_own(c, sock, out, rights);
	waits = !(out->flags & MSG_DONTWAIT) &&
	    !(fcntl(sock, F_GETFL) & O_NONBLOCK);
	if (r == -EAGAIN && waits)
		return behalf_again(c, sock);
	if (r == -EPIPE && !(out->flags & MSG_NOSIGNAL) &&
	    check_socket_option(sock, SO_TYPE) == SOCK_STREAM)
		syscall(SYS_tgkill, c->task->tgid, c->task->tid, SIGPIPE);
	return check_answer(c, r);
}

enum check_end
check_send_to(struct check *c, uint64_t at, uint64_t n, int flags, int to)
{
	struct outgoing out = { .n = 1, .whole = true, .to = to,
	    .flags = flags };
	struct rights none;

	none.n = 0;
	none.others = none.refused = false;
	out.iov[0].iov_base = (void *)(uintptr_t)at;
	out.iov[0].iov_len = n;
	return on_behalf(c, &out, &none);
}

/* Control data, if there is any, to the slot; what it passes, to `rights`. */
static int
take_control(struct check *c, struct msghdr *msg, struct rights *rights)
{
	char *control = c->slot->path[0];
	int r;

	if (msg->msg_control == NULL || msg->msg_controllen == 0) {
		msg->msg_controllen = 0;
		return 0;
	}
	if (msg->msg_controllen > CONTROL_MAX)
		return -ENOBUFS;
	r = tracee_read(c->task->tid, (uint64_t)(uintptr_t)msg->msg_control,
	    control, msg->msg_controllen);
	if (r == 0)
		r = find_rights(control, msg->msg_controllen, rights);
	msg->msg_control = (void *)(uintptr_t)GUARD_AT(c->task->slot, path);
	return r;
}

enum check_end
check_pass(struct check *c, struct msghdr *msg, int flags, int to)
{
	auto_rights struct rights rights = { .n = 0 };
	struct outgoing out = { .to = to, .flags = flags };
	int r;

	memset(rights.mine, 0xff, sizeof(rights.mine));
	r = take_control(c, msg, &rights);
	if (r < 0)
		return check_answer(c, r);
	if (rights.refused)
		return check_deny(c);
	if (to < 0)
		return CHECK_RUN;
	r = read_header(c, msg, &out);
	return r < 0 ? check_answer(c, r) : on_behalf(c, &out, &rights);
}
