#include "handover.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

int
handover_new(struct handover *ret)
{
	int pair[2], size = 2 * HANDOVER_BYTES;

	ret->ask = ret->serve = ret->told[0] = ret->told[1] = -1;
	ret->heirs = getpid();
	ret->wanted = mmap(NULL, sizeof(*ret->wanted), PROT_READ | PROT_WRITE,
	    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (ret->wanted == MAP_FAILED)
		return -errno;
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) < 0)
		return -errno;
	ret->ask = pair[0];
	ret->serve = pair[1];
	if (setsockopt(ret->ask, SOL_SOCKET, SO_SNDBUF, &size,
	    sizeof(size)) < 0 || pipe2(ret->told, O_CLOEXEC) < 0)
		return -errno;
	return 0;
}

pid_t
handover_ask(const struct handover *h, const int fds[HANDOVER_N],
    const void *bytes, size_t n)
{
	struct iovec io = { (void *)(uintptr_t)bytes, n };
	union {
		struct cmsghdr	head;
		char		room[CMSG_SPACE(sizeof(int) * HANDOVER_N)];
	} control;
	struct msghdr msg = { .msg_iov = &io, .msg_iovlen = 1,
	    .msg_control = &control, .msg_controllen = sizeof(control) };
	struct cmsghdr *head = CMSG_FIRSTHDR(&msg);
	int list[HANDOVER_N], i;
	pid_t child;
	ssize_t got;

	if (n == 0 || n > HANDOVER_BYTES)
		return -EMSGSIZE;
	/* In place of one that is not there another, which nobody uses. */
	for (i = 0; i < HANDOVER_N; i++)
		list[i] = fds[i] >= 0 ? fds[i] : fds[HANDOVER_CWD];
	memset(&control, 0, sizeof(control));
	head->cmsg_level = SOL_SOCKET;
	head->cmsg_type = SCM_RIGHTS;
	head->cmsg_len = CMSG_LEN(sizeof(list));
	memcpy(CMSG_DATA(head), list, sizeof(list));
	atomic_store(h->wanted, 1);
	while (sendmsg(h->ask, &msg, MSG_NOSIGNAL) < 0)
		if (errno != EINTR)
			return -errno;
	do
		got = read(h->told[0], &child, sizeof(child));
	while (got < 0 && errno == EINTR);
	return got == (ssize_t)sizeof(child) ? child : got < 0 ? -errno :
	    -EPIPE;
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
