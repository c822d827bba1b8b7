/*
 * Addresses: connect, bind, sendto, sendmsg, sendmmsg, listen. The address is
 * copied to the slot, spelled for the policy, and used from there; payload
 * stays where it is.
 *
 *	1.2.3.4:80	udp:[::1]:53	unix:/path	unix:@abstract
 */
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include "../base/buf.h"
#include "../base/util.h"
#include "behalf.h"
#include "../limits/buffers.h"
#include "../limits/limits.h"
#include "check_inet.h"
#include "check_pass.h"
#include "../tracer/tracee.h"

#ifndef MSG_FASTOPEN
#define MSG_FASTOPEN 0x20000000
#endif

/* Where the host gives us no socket of the caller's to act on. */
static enum check_end
no_behalf(struct check *c, int err)
{
	const struct path *p = &c->wall->path[0];

	return err == -EBADF ? check_answer(c, err) :
	    p->fixed ? check_answer(c, -ENAMETOOLONG) : check_deny(c);
}

/*
 * Below folders that the tree can change, and where the whole name is too long
 * for an address: to the very thing that was judged, by a descriptor of ours,
 * from a socket that no sibling can exchange. (Who asks the other end for our
 * credentials sees the supervisor's.) We cannot wait for a queue that is full.
 */
static enum check_end
connect_behalf(struct check *c)
{
	auto_fd int sock = behalf_descriptor(c, check_int(c, 0));
	struct sockaddr_un sun = { .sun_family = AF_UNIX };
	auto_fd int fd = -1;
	long r;

	if (sock < 0)
		return no_behalf(c, sock);
	r = behalf_object(c, 0, false, &fd, sun.sun_path);
	if (r < 0)
		return check_answer(c, r);
	r = behalf_connect(sock, (const struct sockaddr *)&sun, sizeof(sun));
	return r == -EINTR ? behalf_again(c, sock) : check_answer(c, r);
}

/* "name", "./name": what is bound has the name that was given. */
static bool
is_here(const char *raw)
{
	while (raw[0] == '.' && raw[1] == '/') {
		raw += 2;
		raw += strspn(raw, "/");
	}
	return raw[strcspn(raw, "/")] == '\0';
}

/*
 * Where the caller is, if the name as it was given leads from there into the
 * folder that was judged: through an alias it does not, but into the host's
 * folder of that name. Else -EXDEV, or another errno.
 */
static int
way_as_given(struct check *c, int judged)
{
	char at[64], up[GUARD_PATH], *slash;
	auto_fd int cwd = -1, dir = -1;
	struct stat ours, theirs;

	snprintf(at, sizeof(at), "/proc/%d/cwd", (int)c->task->tid);
	cwd = open(at, O_PATH | O_DIRECTORY | O_CLOEXEC);
	snprintf(up, sizeof(up), "%s", c->wall->raw[0]);
	for (slash = up + strlen(up); slash > up + 1 && slash[-1] == '/';)
		*--slash = '\0';
	slash = strrchr(up, '/');
	if (slash != NULL)
		slash[1] = '\0';
	if (cwd < 0)
		return -errno;
	dir = openat(cwd, slash != NULL ? up : ".", O_PATH | O_DIRECTORY |
	    O_CLOEXEC);
	if (dir < 0 || fstat(dir, &theirs) < 0 || fstat(judged, &ours) < 0 ||
	    ours.st_dev != theirs.st_dev || ours.st_ino != theirs.st_ino)
		return -EXDEV;
	return steal_fd(&cwd);
}

/*
 * By the caller's own socket, and the name as it was given; where that leads
 * elsewhere or is one part anyway, by its last part from the folder that was
 * judged. -EXDEV: it does lead elsewhere, and by its whole name it can be bound.
 */
static long
bind_behalf(struct check *c, int sock, bool here, bool whole)
{
	struct sockaddr_un sun = { .sun_family = AF_UNIX };
	char base[GUARD_PATH];
	const char *name = here ? c->wall->raw[0] : base;
	auto_fd int parent = behalf_parent(c, 0, base), given = -1;
	long mask, r;
	size_t n;

	if (parent < 0)
		return parent;
	if (!here) {
		given = way_as_given(c, parent);
		if (given >= 0)
			name = c->wall->raw[0];
		else if (whole || given != -EXDEV)
			return given;
	}
	n = strlen(name);
	if (n > sizeof(sun.sun_path))
		return -ENAMETOOLONG;
	mask = behalf_umask(c);
	if (mask < 0)
		return mask;
	memcpy(sun.sun_path, name, n);
	if (fchdir(given >= 0 ? given : parent) < 0)
		return -errno;
	umask((mode_t)mask);
	r = behalf_result(bind(sock, (const struct sockaddr *)&sun,
	    (socklen_t)(offsetof(struct sockaddr_un, sun_path) + n)));
	umask(0);
	return chdir("/") < 0 ? -errno : r;
}

/*
 * Binding follows no link at the end. On the way, none can come in between
 * where the parent is fixed, or nobody else is there; or it leads at worst to
 * where the run may make files, by Landlock. Where none of these holds, only a
 * name of one part can be bound. What is told of the socket later is the name
 * that was given, if no alias is on its way.
 */
static enum check_end
bind_path(struct check *c)
{
	const struct path *p = &c->wall->path[0];
	bool fits = p->len <= sizeof(((struct sockaddr_un *)0)->sun_path);
	bool walks = c->wall->landlocked || c->wall->tasks.count == 1;
	bool here = is_here(c->wall->raw[0]), whole = p->parent_fixed || walks;
	auto_fd int sock = -1;
	enum check_end end;
	long r;

	if (p->last != PATH_NORMAL)
		return check_answer(c, -EADDRINUSE);
	end = check_name_room(c, 0);
	if (end != CHECK_RUN)
		return check_answer(c, c->answer == -EEXIST ? -EADDRINUSE :
		    c->answer);
	if (!fits || !whole || p->slash || c->wall->raw[0][0] != '/') {
		sock = behalf_descriptor(c, check_int(c, 0));
		if (sock >= 0 && (here || walks)) {
			r = bind_behalf(c, sock, here, fits && !p->slash);
			if (r == 0)
				limits_on_name(c->wall->limits, NULL, true);
			if (r != -EXDEV)
				return check_answer(c, r);
		}
		if (sock == -EBADF || !whole)
			return sock == -EBADF ? no_behalf(c, sock) :
			    check_deny(c);
		if (!fits)
			return check_answer(c, -ENAMETOOLONG);
	}
	limits_on_name(c->wall->limits, NULL, false);
	c->task->naming = true;
	return CHECK_RUN;
}

/*
 * A socket's path is followed by the kernel, links and all. Where the tree
 * can put a link, connecting is on behalf, and so is sending: *ret_to is the
 * socket then.
 */
static enum check_end
unix_path(struct check *c, int arg, enum access access, socklen_t *len,
    int *ret_to)
{
	struct sockaddr_un *sun = (struct sockaddr_un *)(void *)c->slot->addr;
	struct path *p = &c->wall->path[0];
	size_t n = *len - offsetof(struct sockaddr_un, sun_path);
	bool binds = access == ACCESS_BIND, fits;
	char judged[PATH_MAX + 8], space[PATH_MAX];
	enum check_end end;
	int r;

	n = strnlen(sun->sun_path, n);
	memcpy(c->wall->raw[0], sun->sun_path, n);
	c->wall->raw[0][n] = '\0';
	r = path_resolve(c->wall->paths, c->task->tid, c->task->tgid,
	    AT_FDCWD, c->wall->raw[0], binds ? PATH_PARENT : PATH_FOLLOW, p);
	if (p->name[0] == '\0')
		return check_answer(c, r);
	snprintf(judged, sizeof(judged), "unix:%s", path_judged(p->name,
	    c->task->tgid, space));
	snprintf(c->space, sizeof(c->space), "%s", judged);
	c->judged[arg] = c->space;
	if (!check_access(c, access, judged) ||
	    (r == 0 && binds && !check_access(c, ACCESS_WRITE, p->name)))
		return binds && check_is_there(c) ?
		    check_answer(c, -EADDRINUSE) : CHECK_DENY;
	if (r < 0)
		return check_answer(c, r);
	if (p->own_fd >= 0)
		return check_deny(c);
	fits = p->len <= sizeof(sun->sun_path);
	if (binds) {
		end = bind_path(c);
		if (end != CHECK_RUN)
			return end;
	} else if (!p->fixed || !fits) {
		if (c->in.nr == __NR_connect)
			return connect_behalf(c);
		r = behalf_object(c, 0, false, ret_to, space);
		return r < 0 ? check_answer(c, r) : CHECK_RUN;
	}
	memset(sun->sun_path, 0, sizeof(sun->sun_path));
	memcpy(sun->sun_path, p->name, p->len);
	*len = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + p->len);
	return CHECK_RUN;
}

/*
 * An address that is none: sending, it is the socket's to say so, since one
 * that is connected does not look at it. From the slot, nothing can be added.
 */
static enum check_end
no_address(struct check *c)
{
	return c->in.nr == __NR_connect || c->in.nr == __NR_bind ?
	    check_answer(c, -EINVAL) : CHECK_RUN;
}

static enum check_end
unix_address(struct check *c, int arg, enum access access, socklen_t *len,
    int *ret_to)
{
	const struct sockaddr_un *sun =
	    (const struct sockaddr_un *)(const void *)c->slot->addr;
	size_t n = *len - offsetof(struct sockaddr_un, sun_path);
	struct buf b = BUF_INIT;

	if (*len > sizeof(*sun))
		return no_address(c);
	/* No name: connect says EINVAL; bind picks an abstract one. */
	if (n == 0 && access != ACCESS_BIND)
		return CHECK_RUN;
	if (n > 0 && sun->sun_path[0] != '\0')
		return unix_path(c, arg, access, len, ret_to);
	buf_adds(&b, "unix:@");
	if (n > 0)
		buf_add_visible(&b, sun->sun_path + 1, n - 1);
	snprintf(c->space, sizeof(c->space), "%s", buf_str(&b));
	buf_free(&b);
	c->judged[arg] = c->space;
	return check_access(c, access, c->space) ? CHECK_RUN : CHECK_DENY;
}

/*
 * Copy the address at `addr`, `len` bytes, to the slot and judge it there.
 * CHECK_RUN: *ret_len bytes of it may be used; or, if *ret_to is one now, a
 * descriptor of ours that is the caller's to close, the socket behind that.
 */
static enum check_end
judge_address(struct check *c, int arg, uint64_t addr, int len,
    enum access access, bool datagram, socklen_t *ret_len, int *ret_to)
{
	struct sockaddr_storage copy;
	struct sockaddr *sa = (struct sockaddr *)(void *)&copy;
	int r;

	if (len < 0 || (size_t)len > sizeof(copy))
		return check_answer(c, -EINVAL);
	memset(&copy, 0, sizeof(copy));
	r = tracee_read(c->task->tid, addr, &copy, (size_t)len);
	if (r < 0)
		return check_answer(c, r);
	/* Sending takes it for an address of v4. */
	if (sa->sa_family == AF_UNSPEC && c->in.nr != __NR_connect &&
	    c->in.nr != __NR_bind)
		sa->sa_family = AF_INET;
	memcpy(c->slot->addr, &copy, sizeof(c->slot->addr));
	*ret_len = (socklen_t)len;
	if ((size_t)len < sizeof(sa->sa_family))
		return no_address(c);
	switch (sa->sa_family) {
	case AF_UNIX:
		return unix_address(c, arg, access, ret_len, ret_to);
	case AF_UNSPEC:
		/* connect: undo it, which leaves nothing to reach. bind
		 * takes it for an address of v4. */
		if (c->in.nr == __NR_connect)
			return CHECK_RUN;
		/* fall through */
	case AF_INET:
	case AF_INET6:
		/* A scope id may be missing (SIN6_LEN_RFC2133). */
		if ((size_t)len < (sa->sa_family == AF_INET6 ?
		    offsetof(struct sockaddr_in6, sin6_scope_id) :
		    sizeof(struct sockaddr_in)))
			return no_address(c);
		inet_spell(sa, datagram, c->space, sizeof(c->space));
		break;
	default:
		snprintf(c->space, sizeof(c->space), "family-%u:",
		    sa->sa_family);
	}
	c->judged[arg] = c->space;
	return check_access(c, access, c->space) ? CHECK_RUN : CHECK_DENY;
}

/* Can a socket of the run's be one of IPv4 or IPv6; one for datagrams? */
static bool
has_net(const struct check *c)
{
	return policy_has_net(c->wall->policy, false) ||
	    policy_has_net(c->wall->policy, true);
}

static bool
has_datagrams(const struct check *c)
{
	return c->wall->net.hand >= 0;
}

/*
 * On the network it depends on the socket what the address means, and whether
 * it is heard of: on behalf, where that is open. Else all are for streams.
 */
static enum check_end
address_call(struct check *c, enum access access)
{
	const struct sockaddr *sa = (const void *)c->slot->addr;
	auto_fd int none = -1, sock = -1;
	enum check_end end;
	socklen_t len = 0;

	if (has_net(c)) {
		sock = behalf_descriptor(c, check_int(c, 0));
		if (sock == -EBADF)
			return check_answer(c, sock);
		if (sock < 0 && has_datagrams(c))
			return check_deny(c);
	}
	end = judge_address(c, 1, c->in.arg[1], check_int(c, 2), access,
	    sock >= 0 && inet_is_datagram(sock), &len, &none);
	if (end != CHECK_RUN)
		return end;
	if (sock >= 0 && sa->sa_family != AF_UNIX) {
		if (access == ACCESS_BIND)
			return inet_bind(c, sock, len);
		if (has_datagrams(c))
			return inet_connect(c, sock, len);
	}
	c->out.arg[1] = GUARD_AT(c->task->slot, addr);
	c->out.arg[2] = len;
	return check_rewrite(c, c->in.nr);
}

/* Where somebody listens it makes the socket that he may accept. */
static enum check_end
on_connect(struct check *c)
{
	int r = c->task->again_since != 0 ? 0 : limits_on_channels(
	    c->wall->limits, 1, BUFFERS_STREAM, false, &c->refused);

	if (r > 0)
		return check_answer(c, -r);
	return address_call(c, ACCESS_CONNECT);
}

static enum check_end
on_bind(struct check *c)
{
	return address_call(c, ACCESS_BIND);
}

/* A message to the address in the slot: by a socket that hears of it alone. */
static enum check_end
to_peer(struct check *c, socklen_t len)
{
	const struct sockaddr *sa = (const void *)c->slot->addr;
	auto_fd int sock = -1;
	long r;

	if (!has_datagrams(c) || len < sizeof(sa->sa_family) ||
	    sa->sa_family == AF_UNIX)
		return CHECK_RUN;
	sock = behalf_descriptor(c, check_int(c, 0));
	r = sock < 0 ? sock : inet_send_to(c, sock, len);
	return r < 0 ? check_answer(c, r) : CHECK_RUN;
}

static enum check_end
on_sendto(struct check *c)
{
	auto_fd int to = -1;
	enum check_end end;
	socklen_t len = 0;

	/* A connection opened by sending would be one no connect was asked
	 * about. */
	if (c->in.arg[3] & MSG_FASTOPEN)
		return check_deny(c);
	if (c->in.arg[4] == 0)
		return CHECK_RUN;
	end = judge_address(c, 4, c->in.arg[4], check_int(c, 5),
	    ACCESS_CONNECT, has_datagrams(c), &len, &to);
	if (end == CHECK_RUN)
		end = to_peer(c, len);
	if (end != CHECK_RUN)
		return end;
	if (to >= 0)
		return check_send_to(c, c->in.arg[1], c->in.arg[2],
		    check_int(c, 3), to);
	c->out.arg[4] = GUARD_AT(c->task->slot, addr);
	c->out.arg[5] = len;
	return check_rewrite(c, c->in.nr);
}

/*
 * The header moves to the slot, so that its name is the one judged, and so do
 * control data; vectors stay the caller's.
 */
static enum check_end
judge_header(struct check *c, uint64_t at, uint64_t flags)
{
	auto_fd int to = -1;
	struct msghdr msg;
	enum check_end end;
	socklen_t len = 0;
	int r;

	r = tracee_read(c->task->tid, at, &msg, sizeof(msg));
	if (r < 0)
		return check_answer(c, r);
	if (msg.msg_name != NULL && msg.msg_namelen > 0) {
		/* The kernel cuts longer names. */
		if (msg.msg_namelen > sizeof(struct sockaddr_storage))
			msg.msg_namelen = sizeof(struct sockaddr_storage);
		end = judge_address(c, 1, (uint64_t)(uintptr_t)msg.msg_name,
		    (int)msg.msg_namelen, ACCESS_CONNECT, has_datagrams(c),
		    &len, &to);
		if (end == CHECK_RUN)
			end = to_peer(c, len);
		if (end != CHECK_RUN)
			return end;
		msg.msg_name = (void *)(uintptr_t)GUARD_AT(c->task->slot,
		    addr);
		msg.msg_namelen = len;
	} else {
		msg.msg_name = NULL;
		msg.msg_namelen = 0;
	}
	end = check_pass(c, &msg, (int)flags, to);
	if (end != CHECK_RUN)
		return end;
	c->slot->msg = msg;
	c->out.arg[1] = GUARD_AT(c->task->slot, msg);
	return CHECK_RUN;
}

static enum check_end
on_sendmsg(struct check *c)
{
	enum check_end end;

	if (c->in.arg[2] & MSG_FASTOPEN)
		return check_deny(c);
	end = judge_header(c, c->in.arg[1], c->in.arg[2]);
	return end == CHECK_RUN ? check_rewrite(c, c->in.nr) : end;
}

/*
 * The kernel writes each message's length beside its header, which it could
 * not in the slot. sendmmsg may send fewer than asked: it sends one.
 */
static enum check_end
on_sendmmsg(struct check *c)
{
	const uint32_t none = 0;
	enum check_end end;
	uint32_t len;

	if (c->in.arg[3] & MSG_FASTOPEN)
		return check_deny(c);
	if ((unsigned)c->in.arg[2] == 0)
		return check_answer(c, 0);
	/* Where we cannot write to a tracee: callers fall back to sendmsg. */
	if (tracee_write(c->task->tid, c->in.arg[1] + sizeof(struct msghdr),
	    &none, sizeof(none)) == -ENOSYS)
		return check_answer(c, -ENOSYS);
	end = judge_header(c, c->in.arg[1], c->in.arg[3]);
	if (end == CHECK_ANSWER && c->answer >= 0) {
		/* Sent on behalf. */
		len = (uint32_t)c->answer;
		return check_answer(c, tracee_write(c->task->tid,
		    c->in.arg[1] + sizeof(struct msghdr), &len, sizeof(len)) <
		    0 ? -EFAULT : 1);
	}
	if (end != CHECK_RUN)
		return end;
	c->out.arg[2] = c->in.arg[3];
	c->task->after = AFTER_SENDMMSG;
	c->task->after_arg[0] = c->in.arg[1] + sizeof(struct msghdr);
	return check_rewrite(c, __NR_sendmsg);
}

void
check_sent(struct wall *wall, struct task *t)
{
	long sent = arch_result(&t->regs);
	uint32_t len = (uint32_t)sent;

	(void)wall;
	if (sent < 0)
		return;
	arch_result_set(&t->regs, tracee_write(t->tid, t->after_arg[0], &len,
	    sizeof(len)) < 0 ? -EFAULT : 1);
}

/* May any socket take a port on every address? */
static bool
may_bind_any(const struct check *c)
{
	return policy_path(c->wall->policy, ACCESS_BIND, "0.0.0.0:0").verb ==
	    RULES_ALLOW && policy_path(c->wall->policy, ACCESS_BIND,
	    "[::]:0").verb == RULES_ALLOW;
}

/*
 * What has no name cannot listen, if it is local; a socket of the network then
 * takes a port of its own on every address.
 */
static enum check_end
on_listen(struct check *c)
{
	auto_fd int sock = -1;
	int domain = -1, r;

	/* Who waits to be accepted is in no process, and may be gone. */
	if (check_int(c, 1) < 0 || check_int(c, 1) > BUFFERS_BACKLOG)
		c->in.arg[1] = c->out.arg[1] = BUFFERS_BACKLOG;
	r = limits_on_channels(c->wall->limits, BUFFERS_BACKLOG,
	    BUFFERS_STREAM / 2, true, &c->refused);
	if (r > 0)
		return check_answer(c, -r);
	if (!has_net(c) || may_bind_any(c))
		return check_rewrite(c, c->in.nr);
	sock = behalf_descriptor(c, check_int(c, 0));
	if (sock == -EBADF)
		return check_answer(c, sock);
	if (sock < 0)
		return check_deny(c);
	getsockopt(sock, SOL_SOCKET, SO_DOMAIN, &domain,
	    &(socklen_t){ sizeof(domain) });
	if (domain == AF_INET || domain == AF_INET6)
		return inet_listen(c, sock);
	/* Who connects is told who listens: the caller, if no sibling could
	 * exchange the descriptor. */
	return task_is_alone(&c->wall->tasks, c->task) ?
	    check_rewrite(c, c->in.nr) : check_answer(c, behalf_result(listen(sock, check_int(c, 1))));
}

const struct check_entry check_net_calls[] = {
	{ __NR_connect, on_connect },
	{ __NR_bind, on_bind },
	{ __NR_sendto, on_sendto },
	{ __NR_sendmsg, on_sendmsg },
	{ __NR_sendmmsg, on_sendmmsg },
	{ __NR_listen, on_listen },
	{ __NR_socket, inet_socket },
	{ __NR_socketpair, inet_socket },
	{ 0, NULL }
};
