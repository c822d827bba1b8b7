/*
 * Sockets of IPv4 and IPv6. Where no row names an endpoint there are none. Else
 * none may hear of strangers but by a `bind` row, and what makes a port is not
 * asked for it: nearly every call that sends binds a socket of datagrams that
 * has no port, write(2) too, which does not stop. So what holds is a property
 * of the socket itself, whoever has it, under whatever number:
 *
 *	made here, deaf (a filter drops all that comes), and handed over
 *	connected here to a declared endpoint, or bound here to one: then
 *	    it hears, in the first case of its peer alone
 *	before it is disconnected: deaf again
 *
 * A socket of streams binds itself only to connect, which is judged, and to
 * listen, which only those may that were bound here.
 */
#include "check_inet.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <netinet/in.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../base/util.h"
#include "behalf.h"
#include "../limits/buffers.h"
#include "../limits/limits.h"
#include "../tracer/tracee.h"
#include "check_pass.h"

#ifndef SO_COOKIE
#define SO_COOKIE 57
#endif

/* What recvmsg(2) writes to, below the caller's stack. */
struct handed {
	struct msghdr	msg;
	struct iovec	iov;
	uint64_t	byte;
	struct cmsghdr	head;
	int		fd, unused;
};

void
inet_spell(const struct sockaddr *sa, bool datagram, char *out, size_t size)
{
	const struct sockaddr_in *in = (const void *)sa;
	const struct sockaddr_in6 *in6 = (const void *)sa;
	bool is_v6 = sa->sa_family == AF_INET6;
	const uint8_t *addr = is_v6 ? in6->sin6_addr.s6_addr :
	    (const uint8_t *)&in->sin_addr;
	unsigned port = ntohs(is_v6 ? in6->sin6_port : in->sin_port);
	char text[INET6_ADDRSTRLEN] = "";

	/* v6 with an address of v4 inside. */
	if (is_v6 && IN6_IS_ADDR_V4MAPPED(&in6->sin6_addr)) {
		addr += 12;
		is_v6 = false;
	}
	inet_ntop(is_v6 ? AF_INET6 : AF_INET, addr, text, sizeof(text));
	snprintf(out, size, is_v6 ? "%s[%s]:%u" : "%s%s:%u",
	    datagram ? POLICY_UDP : "", text, port);
}

static bool
is_inet(int domain)
{
	return domain == AF_INET || domain == AF_INET6;
}

bool
inet_is_datagram(int sock)
{
	return is_inet(check_socket_option(sock, SO_DOMAIN)) &&
	    check_socket_option(sock, SO_TYPE) == SOCK_DGRAM;
}

/* Nothing that comes is put into its queue; or all again. */
static long
make_deaf(int sock)
{
	struct sock_filter drop = { BPF_RET | BPF_K, 0, 0, 0 };
	struct sock_fprog prog = { .len = 1, .filter = &drop };

	return behalf_result(setsockopt(sock, SOL_SOCKET, SO_ATTACH_FILTER,
	    &prog, sizeof(prog)));
}

static long
make_hear(int sock)
{
	int none = 0;
	long r = behalf_result(setsockopt(sock, SOL_SOCKET, SO_DETACH_FILTER,
	    &none, sizeof(none)));

	return r == -ENOENT ? 0 : r;
}

static uint64_t
cookie_of(int sock)
{
	socklen_t len = sizeof(uint64_t);
	uint64_t cookie = 0;

	return getsockopt(sock, SOL_SOCKET, SO_COOKIE, &cookie, &len) < 0 ? 0 :
	    cookie;
}

/* Bound here to what a row names: that, it stays as long as it lives. */
static bool
was_bound(const struct check *c, int sock)
{
	uint64_t cookie = cookie_of(sock);
	size_t i;

	for (i = 0; cookie != 0 && i < TASK_BOUND; i++)
		if (c->wall->net.bound[i] == cookie)
			return true;
	return false;
}

static bool
has_port(int sock)
{
	struct sockaddr_in6 own = { 0 };
	socklen_t len = sizeof(own);

	return getsockname(sock, (struct sockaddr *)&own, &len) < 0 ||
	    own.sin6_port != 0;	/* where sin_port is */
}

static bool
has_peer(int sock)
{
	struct sockaddr_storage peer;
	socklen_t len = sizeof(peer);

	return getpeername(sock, (struct sockaddr *)&peer, &len) == 0;
}

/*
 * One that already has a port nobody asked for may have been found by
 * strangers, whose words would still be on their way: it stays deaf.
 */
static long
connect_datagrams(struct check *c, int sock, socklen_t len)
{
	const struct sockaddr *to = (const void *)c->slot->addr;
	bool bound = was_bound(c, sock);
	long r;

	if (!bound && !has_peer(sock) && has_port(sock))
		return -EINVAL;
	r = behalf_result(connect(sock, to, len));
	return r < 0 || bound || !has_peer(sock) ? r : make_hear(sock);
}

static long
disconnect(struct check *c, int sock, socklen_t len)
{
	long r = inet_is_datagram(sock) && !was_bound(c, sock) ?
	    make_deaf(sock) : 0;

	return r < 0 ? r : behalf_result(connect(sock,
	    (const void *)c->slot->addr, len));
}

enum check_end
inet_connect(struct check *c, int sock, socklen_t len)
{
	struct pollfd there = { .fd = sock, .events = POLLOUT };
	const struct sockaddr *to = (const void *)c->slot->addr;
	long r;

	if (to->sa_family == AF_UNSPEC)
		return check_answer(c, disconnect(c, sock, len));
	if (inet_is_datagram(sock))
		return check_answer(c, connect_datagrams(c, sock, len));
	/* Begun a moment ago. */
	if (c->task->again_since != 0 && poll(&there, 1, 0) == 0)
		return behalf_again(c, sock);
	r = behalf_connect(sock, to, len);
	return r == -EINTR ? behalf_again(c, sock) : check_answer(c, r);
}

enum check_end
inet_bind(struct check *c, int sock, socklen_t len)
{
	struct task_net *net = &c->wall->net;
	long r = behalf_result(bind(sock, (const void *)c->slot->addr, len));

	if (r == 0)
		net->bound[net->nbound++ % TASK_BOUND] = cookie_of(sock);
	if (r == 0 && inet_is_datagram(sock))
		r = make_hear(sock);
	return check_answer(c, r);
}

/*
 * One that was not bound takes a port of its own on every address; one that has
 * another name got it by a connection, and may lose it before we listen.
 */
enum check_end
inet_listen(struct check *c, int sock)
{
	struct sockaddr_storage any = { .ss_family =
	    (sa_family_t)check_socket_option(sock, SO_DOMAIN) };

	inet_spell((const void *)&any, false, c->space, sizeof(c->space));
	if (!was_bound(c, sock) && policy_path(c->wall->policy, ACCESS_BIND,
	    c->space).verb != RULES_ALLOW)
		return check_deny(c);
	return check_answer(c, behalf_result(listen(sock, check_int(c, 1))));
}

long
inet_send_to(struct check *c, int sock, socklen_t len)
{
	if (!inet_is_datagram(sock) || was_bound(c, sock))
		return 0;
	if (has_peer(sock)) {
		/* Nobody who names whom he sends to is told who did not
		 * listen the last time. */
		check_socket_option(sock, SO_ERROR);
		return 0;
	}
	return connect_datagrams(c, sock, len);
}

/* May pidfd_getfd(2) be had at all? Of no descriptor, if it may. */
static bool
may_take(void)
{
	auto_fd int self = (int)syscall(SYS_pidfd_open, getpid(), 0);

	return self >= 0 && syscall(SYS_pidfd_getfd, self, -1, 0) < 0 &&
	    errno == EBADF;
}

int
inet_way_new(const struct policy *policy, int ret_way[2])
{
	ret_way[0] = ret_way[1] = -1;
	return !policy_has_net(policy, true) || !may_take() ? 0 :
	    behalf_result(socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC |
	    SOCK_NONBLOCK, 0, ret_way)) < 0 ? -errno : 0;
}

/* A deaf one, on its way to the caller. */
static int
put_on_way(struct check *c)
{
	int flags = SOCK_CLOEXEC | (check_int(c, 1) & SOCK_NONBLOCK);
	auto_fd int sock = socket(check_int(c, 0), SOCK_DGRAM | flags,
	    check_int(c, 2));
	char control[CMSG_SPACE(sizeof(int))] = "", byte = 0, rest[8];
	struct cmsghdr *head = (struct cmsghdr *)(void *)control;
	struct iovec iov = { &byte, 1 };
	struct msghdr msg = { .msg_iov = &iov, .msg_iovlen = 1,
	    .msg_control = control, .msg_controllen = sizeof(control) };
	long r = sock < 0 ? -errno : make_deaf(sock);

	if (r < 0)
		return (int)r;
	/* Whom one was meant for may have died before he took it. */
	while (read(c->wall->net.taken, rest, sizeof(rest)) > 0)
		;
	head->cmsg_level = SOL_SOCKET;
	head->cmsg_type = SCM_RIGHTS;
	head->cmsg_len = CMSG_LEN(sizeof(int));
	memcpy(CMSG_DATA(head), &sock, sizeof(sock));
	return sendmsg(c->wall->net.hand, &msg, MSG_DONTWAIT | MSG_NOSIGNAL) <
	    0 ? -errno : 0;
}

/*
 * The caller's socket(2) becomes the recvmsg(2) that takes ours. It writes
 * below the caller's stack, as a signal's frame would; who changes that
 * meanwhile gets a wrong number, and no other socket.
 */
static enum check_end
hand_over(struct check *c)
{
	uint64_t at = (arch_sp(&c->task->regs) - ARCH_RED_ZONE -
	    sizeof(struct handed)) & ~UINT64_C(15);
	struct handed to = { .fd = -1 };
	int r;

	/* Where it could not be connected, it is not there either. */
	if (c->wall->net.hand < 0)
		return check_deny_self(c, "datagrams");
	if (c->wall->net.taking != 0)
		return CHECK_WAIT;
	to.iov.iov_base = (void *)(uintptr_t)(at + offsetof(struct handed,
	    byte));
	to.iov.iov_len = 1;
	to.msg.msg_iov = (void *)(uintptr_t)(at + offsetof(struct handed,
	    iov));
	to.msg.msg_iovlen = 1;
	to.msg.msg_control = (void *)(uintptr_t)(at + offsetof(struct handed,
	    head));
	to.msg.msg_controllen = CMSG_LEN(sizeof(int));
	r = tracee_write(c->task->tid, at, &to, sizeof(to));
	if (r == -ENOSYS)
		return check_deny_self(c, "datagrams");
	if (r == 0)
		r = put_on_way(c);
	if (r < 0)
		return check_answer(c, r);
	c->wall->net.taking = c->task->tid;
	c->task->after = AFTER_SOCKET;
	c->task->after_arg[0] = at + offsetof(struct handed, fd);
	memset(c->out.arg, 0, sizeof(c->out.arg));
	c->out.arg[0] = (uint64_t)c->wall->reader_fd + INET_WAY;
	c->out.arg[1] = at;
	c->out.arg[2] = MSG_DONTWAIT | (check_int(c, 1) & SOCK_CLOEXEC ?
	    MSG_CMSG_CLOEXEC : 0);
	return check_rewrite(c, __NR_recvmsg);
}

void
check_took(struct wall *wall, struct task *t)
{
	long result = arch_result(&t->regs);
	int fd = -1;

	wall->net.taking = 0;
	if (result == 1 && tracee_read(t->tid, t->after_arg[0], &fd,
	    sizeof(fd)) < 0)
		fd = -1;
	arch_result_set(&t->regs, result < 0 ? -ENOBUFS : fd < 0 ? -EMFILE :
	    fd);
}

/* What has no endpoint does not exist: programs ask, and do without. */
static enum check_end
no_net(struct check *c, bool datagram)
{
	static const char *const names[2][2] = {
		{ "AF_INET SOCK_STREAM", "AF_INET SOCK_DGRAM" },
		{ "AF_INET6 SOCK_STREAM", "AF_INET6 SOCK_DGRAM" },
	};

	c->lookup = names[check_int(c, 0) == AF_INET6][datagram];
	c->ruling = policy_path(c->wall->policy, ACCESS_CONNECT, datagram ?
	    POLICY_UDP : "");
	return check_answer(c, -EAFNOSUPPORT);
}

/*
 * What can wait in it counts from now on. Datagrams wait with who gets them,
 * also when their senders are gone: as no look tells such a socket from others,
 * it counts until the run ends.
 */
static enum check_end
local_socket(struct check *c)
{
	int type = check_int(c, 1) & 0xf;
	/* SOCK_RAW is one, too. */
	bool datagram = type != SOCK_STREAM && type != SOCK_SEQPACKET;
	int r = limits_on_channels(c->wall->limits,
	    c->in.nr == __NR_socketpair ? 2 : 1, datagram ?
	    BUFFERS_MESSAGES : BUFFERS_STREAM, datagram, &c->refused);

	return r > 0 ? check_answer(c, -r) : CHECK_RUN;
}

enum check_end
inet_socket(struct check *c)
{
	const struct policy *policy = c->wall->policy;
	int type = check_int(c, 1) & ~(SOCK_CLOEXEC | SOCK_NONBLOCK);
	int protocol = check_int(c, 2), r;
	bool datagram = type == SOCK_DGRAM;
	bool usual = datagram ? protocol == 0 || protocol == IPPROTO_UDP :
	    type == SOCK_STREAM && (protocol == 0 || protocol == IPPROTO_TCP);

	if (check_int(c, 0) == AF_UNIX)
		return local_socket(c);
	/* Which addresses there are: libraries ask, and do without. */
	if (check_int(c, 0) == AF_NETLINK && protocol == 0 &&
	    c->in.nr == __NR_socket) {
		c->lookup = "AF_NETLINK";
		c->ruling = policy_path(policy, ACCESS_CONNECT, "");
		return check_answer(c, -EAFNOSUPPORT);
	}
	if (!is_inet(check_int(c, 0)))
		return check_deny(c);
	if (!policy_has_net(policy, datagram) && (usual ||
	    !policy_has_net(policy, !datagram)))
		return no_net(c, datagram);
	if (!usual || c->in.nr != __NR_socket)
		return check_deny(c);
	/* Who waits for another to take his counts again: too much. */
	r = limits_on_channels(c->wall->limits, 1, BUFFERS_INET, false,
	    &c->refused);
	if (r > 0)
		return check_answer(c, -r);
	return datagram ? hand_over(c) : CHECK_RUN;
}
