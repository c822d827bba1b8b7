#include "handover.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

int
handover_new(struct handover *ret)
{
	int pair[2], size = 2 * HANDOVER_BYTES;

	ret->ask = ret->serve = ret->told[0] = ret->told[1] = ret->turn = -1;
	ret->heirs = getpid();
	ret->wanted = mmap(NULL, sizeof(*ret->wanted), PROT_READ | PROT_WRITE,
	    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (ret->wanted == MAP_FAILED)
		return -errno;
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) < 0)
		return -errno;
	ret->ask = pair[0];
	ret->serve = pair[1];
	ret->turn = memfd_create("turn", MFD_CLOEXEC);
	if (ret->turn < 0)
		return -errno;
	if (setsockopt(ret->ask, SOL_SOCKET, SO_SNDBUF, &size,
	    sizeof(size)) < 0 || pipe2(ret->told, O_CLOEXEC) < 0)
		return -errno;
	return 0;
}

void
handover_part(struct handover *h)
{
	close(h->serve);
	close(h->told[1]);
	h->serve = h->told[1] = -1;
}

union control {
	struct cmsghdr	head;
	char		room[CMSG_SPACE(sizeof(int) * HANDOVER_N)];
};

int
handover_send(int sock, const int *fds, unsigned nfds, const void *bytes,
    size_t n)
{
	struct iovec io = { (void *)(uintptr_t)bytes, n };
	union control control;
	struct msghdr msg = { .msg_iov = &io, .msg_iovlen = 1,
	    .msg_control = &control,
	    .msg_controllen = CMSG_SPACE(sizeof(int) * nfds) };
	struct cmsghdr *head = CMSG_FIRSTHDR(&msg);
	int list[HANDOVER_N];
	unsigned i;

	if (n == 0 || n > HANDOVER_BYTES || nfds > HANDOVER_N)
		return -EMSGSIZE;
	/* In place of one that is not there the last, which is. */
	for (i = 0; i < nfds; i++)
		list[i] = fds[i] >= 0 ? fds[i] : fds[nfds - 1];
	memset(&control, 0, sizeof(control));
	head->cmsg_level = SOL_SOCKET;
	head->cmsg_type = SCM_RIGHTS;
	head->cmsg_len = CMSG_LEN(sizeof(int) * nfds);
	memcpy(CMSG_DATA(head), list, sizeof(int) * nfds);
	while (sendmsg(sock, &msg, MSG_NOSIGNAL) < 0)
		if (errno != EINTR)
			return -errno;
	return 0;
}

ssize_t
handover_receive(int sock, int *fds, unsigned nfds, void *bytes, size_t size)
{
	struct iovec io = { bytes, size };
	union control control;
	struct msghdr msg = { .msg_iov = &io, .msg_iovlen = 1,
	    .msg_control = &control, .msg_controllen = sizeof(control) };
	struct cmsghdr *head;
	ssize_t n;

	do
		n = recvmsg(sock, &msg, MSG_CMSG_CLOEXEC);
	while (n < 0 && errno == EINTR);
	if (n <= 0)
		return n < 0 ? -errno : 0;
	head = CMSG_FIRSTHDR(&msg);
	if (head == NULL || head->cmsg_type != SCM_RIGHTS ||
	    head->cmsg_len != CMSG_LEN(sizeof(int) * nfds))
		return -EPROTO;
	memcpy(fds, CMSG_DATA(head), sizeof(int) * nfds);
	return n;
}

/*
 * A zygote that does not fork any more (a library's thread may never come to
 * where others wait for it) is of no more use.
 */
static pid_t
next_child(const struct handover *h)
{
	struct pollfd told = { .fd = h->told[0], .events = POLLIN };
	pid_t child;
	ssize_t got;
	int ready;

	while ((ready = poll(&told, 1, HANDOVER_MS)) < 0 && errno == EINTR)
		;
	if (ready == 0)
		return -ETIMEDOUT;
	do
		got = read(h->told[0], &child, sizeof(child));
	while (got < 0 && errno == EINTR);
	return got == (ssize_t)sizeof(child) ? child : got < 0 ? -errno :
	    -EPIPE;
}

/* Who asked before, and died before it took its child: that has to go. */
static int
clear_way(const struct handover *h)
{
	struct pollfd told = { .fd = h->told[0], .events = POLLIN };
	pid_t child;

	while (handover_wanted(h) || poll(&told, 1, 0) > 0) {
		child = next_child(h);
		if (child < 0)
			return child;
		kill(child, SIGKILL);
	}
	return 0;
}

pid_t
handover_ask(const struct handover *h, const int fds[HANDOVER_N],
    const void *bytes, size_t n)
{
	/* Of a process, so that it is gone with it. */
	struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
	pid_t child;

	while (fcntl(h->turn, F_SETLKW, &lock) < 0)
		if (errno != EINTR)
			return -errno;
	child = clear_way(h);
	if (child == 0) {
		atomic_store(h->wanted, 1);
		child = handover_send(h->ask, fds, HANDOVER_N, bytes, n);
		if (child < 0)
			atomic_store(h->wanted, 0);
	}
	if (child == 0)
		child = next_child(h);
	lock.l_type = F_UNLCK;
	fcntl(h->turn, F_SETLK, &lock);
	return child;
}

int
handover_wanted(const struct handover *h)
{
	return atomic_load(h->wanted) != 0;
}

int
handover_give(const struct handover *h, pid_t child)
{
	ssize_t n;

	atomic_store(h->wanted, 0);
	do
		n = write(h->told[1], &child, sizeof(child));
	while (n < 0 && errno == EINTR);
	return n == (ssize_t)sizeof(child) ? 0 : -EPIPE;
}
