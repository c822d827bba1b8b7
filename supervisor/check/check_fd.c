/*
 * Descriptors: the guard's reader is kept from being closed, and what the
 * filter did not let pass by its command is refused.
 */
#include "check.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include "../base/util.h"
#include "behalf.h"
#include "../limits/buffers.h"
#include "../limits/limits.h"
#include "../tracer/tracee.h"
#include "violation.h"

#ifndef CLOSE_RANGE_UNSHARE
#define CLOSE_RANGE_UNSHARE 2
#endif
#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif

static bool
is_reader(const struct check *c, int arg)
{
	return check_int(c, arg) == c->wall->reader_fd;
}

static enum check_end
on_close(struct check *c)
{
	/* To the tree, no descriptor above its limit exists. */
	return is_reader(c, 0) ? check_answer(c, -EBADF) : CHECK_RUN;
}

static enum check_end
on_dup2(struct check *c)
{
	return is_reader(c, 0) || is_reader(c, 1) ? check_answer(c, -EBADF) :
	    CHECK_RUN;
}

/*
 * Everything up to the limit, and nothing from there on. All threads of a
 * process share one table of descriptors: who looks at one, sees them all.
 */
static enum check_end
on_close_range(struct check *c)
{
	unsigned first = (unsigned)c->in.arg[0];
	unsigned last = (unsigned)c->in.arg[1];
	unsigned reader = (unsigned)c->wall->reader_fd;

	if (first > last)
		return CHECK_RUN;
	if (c->in.arg[2] & CLOSE_RANGE_UNSHARE) {
		if (!task_is_alone(&c->wall->tasks, c->task))
			return check_deny(c);
		c->out.arg[2] &= ~(uint64_t)CLOSE_RANGE_UNSHARE;
	}
	if (first >= reader)
		return check_answer(c, 0);
	if (last >= reader)
		c->out.arg[1] = reader - 1;
	return check_rewrite(c, c->in.nr);
}

/*
 * Who wants to be told of credentials gives his own: a socket without a name
 * gets one from the kernel then, which any process of the host can send to or,
 * once it listens, connect to. So only where there is a name, or a peer for
 * good; on behalf, since a sibling could exchange the descriptor.
 */
static enum check_end
pass_credentials(struct check *c)
{
	auto_fd int sock = behalf_descriptor(c, check_int(c, 0));
	struct sockaddr_un name;
	socklen_t len = sizeof(name), size = sizeof(int);
	int on, type = SOCK_DGRAM, r;

	if (sock == -EBADF)
		return check_answer(c, sock);
	if (check_int(c, 4) < (int)sizeof(on))
		return check_answer(c, -EINVAL);
	r = tracee_read(c->task->tid, c->in.arg[3], &on, sizeof(on));
	if (r < 0)
		return check_answer(c, r);
	if (sock < 0 || getsockname(sock, (struct sockaddr *)&name, &len) < 0 ||
	    getsockopt(sock, SOL_SOCKET, SO_TYPE, &type, &size) < 0)
		return check_deny(c);
	if (on != 0 && name.sun_family == AF_UNIX &&
	    len <= sizeof(name.sun_family)) {
		len = sizeof(name);
		if (type == SOCK_DGRAM || getpeername(sock,
		    (struct sockaddr *)&name, &len) < 0)
			return check_deny(c);
	}
	return check_answer(c, behalf_result(setsockopt(sock, SOL_SOCKET,
	    SO_PASSCRED, &on, sizeof(on))));
}

/*
 * A size of the send buffer, which is in memory: cut to what is counted, as the
 * kernel cuts it to its own maximum.
 */
static enum check_end
on_setsockopt(struct check *c)
{
	int size, r;

	if (check_int(c, 1) == SOL_SOCKET && check_int(c, 2) == SO_PASSCRED)
		return pass_credentials(c);
	if (check_int(c, 1) != SOL_SOCKET || check_int(c, 2) != SO_SNDBUF)
		return check_deny(c);
	if (check_int(c, 4) < (int)sizeof(size))
		return check_answer(c, -EINVAL);
	r = tracee_read(c->task->tid, c->in.arg[3], &size, sizeof(size));
	if (r < 0)
		return check_answer(c, r);
	if ((unsigned)size > BUFFERS_SEND)
		size = BUFFERS_SEND;
	memcpy(c->slot->addr, &size, sizeof(size));
	c->out.arg[3] = GUARD_AT(c->task->slot, addr);
	c->out.arg[4] = sizeof(size);
	return check_rewrite(c, c->in.nr);
}

/*
 * A descriptor of the process at the other end: where that was connected on
 * behalf, it is the supervisor. As before Linux 6.5.
 */
static enum check_end
on_getsockopt(struct check *c)
{
	return check_int(c, 1) == SOL_SOCKET && check_int(c, 2) ==
	    SO_PEERPIDFD ? check_deny(c) : CHECK_RUN;
}

/* What can wait in it counts from now on. */
static enum check_end
on_pipe(struct check *c)
{
	int r = limits_on_channels(c->wall->limits, 1, BUFFERS_PIPE, false,
	    &c->refused);

	return r > 0 ? check_answer(c, -r) : CHECK_RUN;
}

/* So does what epoll(7) keeps of a descriptor. */
static enum check_end
on_epoll_ctl(struct check *c)
{
	int r = limits_on_channels(c->wall->limits, 1, BUFFERS_WATCH, false,
	    &c->refused);

	return r > 0 ? check_answer(c, -r) : CHECK_RUN;
}

/* cp(1) first asks a file system to let two files share their bytes. */
static enum check_end
on_ioctl(struct check *c)
{
	unsigned cmd = (unsigned)c->in.arg[1];

	return cmd == FICLONE || cmd == FICLONERANGE ?
	    check_answer(c, -EOPNOTSUPP) : check_deny(c);
}

/* Calls whose registers the filter did not find on its list. */
static enum check_end
on_unlisted(struct check *c)
{
	return check_deny(c);
}

const struct check_entry check_fd_calls[] = {
	{ __NR_close, on_close },
#ifdef __NR_dup2
	{ __NR_dup2, on_dup2 },
#endif
	{ __NR_dup3, on_dup2 },
	{ __NR_close_range, on_close_range },
	{ __NR_epoll_ctl, on_epoll_ctl },
	{ __NR_ioctl, on_ioctl },
#ifdef __NR_pipe
	{ __NR_pipe, on_pipe },
#endif
	{ __NR_pipe2, on_pipe },
	{ __NR_setsockopt, on_setsockopt },
	{ __NR_getsockopt, on_getsockopt },
#ifdef __NR_arch_prctl
	{ __NR_arch_prctl, on_unlisted },
#endif
	{ __NR_personality, on_unlisted },
	{ 0, NULL }
};

static bool
makes_descriptor(long nr)
{
	switch (nr) {
#ifdef __NR_open
	case __NR_open:
	case __NR_creat:
	case __NR_pipe:
#endif
	case __NR_openat:
	case __NR_openat2:
	case __NR_pipe2:
	case __NR_socket:
	case __NR_socketpair:
	case __NR_accept:
	case __NR_accept4:
	case __NR_memfd_create:
		return true;
	default:
		return false;
	}
}

/* Those that the limit counts: not the guard's, which lies above it. */
static int
count_descriptors(pid_t tid, int most)
{
	char name[32];
	DIR *dir;
	int n = 0;

	snprintf(name, sizeof(name), "/proc/%d/fd", (int)tid);
	dir = opendir(name);
	for (struct dirent *e; dir != NULL && (e = readdir(dir)) != NULL; )
		n += e->d_name[0] != '.' && 
		    strtol(e->d_name, NULL, 10) < most;
	if (dir != NULL)
		closedir(dir);
	return n;
}

enum check_end
check_room(struct check *c)
{
	int most = c->wall->reader_fd, had;
	char last[48];

	if (!makes_descriptor(c->in.nr))
		return CHECK_RUN;
	/* The kernel gives the lowest number that is free. */
	snprintf(last, sizeof(last), "/proc/%d/fd/%d", (int)c->task->tid,
	    most - 1);
	if (faccessat(AT_FDCWD, last, F_OK, AT_SYMLINK_NOFOLLOW) < 0)
		return CHECK_RUN;
	had = count_descriptors(c->task->tid, most);
	if (had < most)
		return CHECK_RUN;
	recorder_limit(c->wall->recorder, RULES_OPEN_FILES, most, had + 1);
	c->refused = (struct limits_refusal){ .err = EMFILE,
	    .which = RULES_OPEN_FILES, .limit = most, .used = had,
	    .asked = 1 };
	return check_answer(c, -EMFILE);
}
