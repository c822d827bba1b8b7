/*
 * Calls that start programs and that speak to sockets; ops.c has the rest.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "race.h"

#define AGAIN	200	/* attempts of a process whose execs fail */

int udp_bad;

static struct sockaddr_in address, names[2];
static struct sockaddr_un local;
static struct mmsghdr messages[2];
static char *vector[2];

#define P	(scene.path)
#define TRY(name_)	int try_##name_(void)

/* What a child does, and what it counts where we share no memory with it. */
struct child {
	long	nr;
	int	attempts;
	long	*tried, *done;
};

static int
run_child(void *arg)
{
	const struct child *child = arg;
	char *plain[] = { P, NULL }, *envp[] = { NULL };
	char **argv = scene.kind == KIND_ARGV ? vector : plain;
	int i;

	for (i = 0; i < child->attempts; i++) {
		++*child->tried;
		if (child->nr == SYS_execveat)
			syscall(SYS_execveat, scene.dir, P, argv, envp, 0);
		else
			syscall(SYS_execve, P, argv, envp);
		*child->done += errno == ENOEXEC;
	}
	_exit(1);
}

/*
 * The forbidden program exits with 66. The other exits with 0; or it is none
 * (ENOEXEC, from the kernel), and the same process can try again. A child that
 * shares our memory has the changer beside it; what is not memory it does not
 * share, so there it needs a changer of its own.
 */
static int
run(long nr, int attempts)
{
	static char stack[65536] __attribute__((aligned(16)));
	static long *counts;
	struct child child = { .nr = nr, .attempts = attempts };
	int status = 0;
	pid_t pid;

	if (counts == NULL)
		counts = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED |
		    MAP_ANONYMOUS, -1, 0);
	if (counts == MAP_FAILED)
		_exit(2);
	child.tried = &counts[0];
	child.done = &counts[1];
	counts[0] = counts[1] = 0;
	if (scene.kind == KIND_CWD || scene.kind == KIND_DIRFD) {
		pid = fork();
		if (pid == 0) {
			change_beside();
			run_child(&child);
		}
	} else {
		pid = clone(run_child, stack + sizeof(stack), CLONE_VM |
		    CLONE_VFORK | SIGCHLD, &child);
	}
	if (pid > 0)
		while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
			;
	scene.more = counts[0] > 1 ? counts[0] - 1 : 0;
	scene.done += counts[1] + (pid > 0 && WIFEXITED(status) &&
	    WEXITSTATUS(status) == 0);
	return WIFEXITED(status) && WEXITSTATUS(status) == 66;
}
TRY(execve) { return run(SYS_execve, 1); }
TRY(execveat) { return run(SYS_execveat, 1); }
TRY(execve_again) { return run(SYS_execve, AGAIN); }
TRY(execveat_again) { return run(SYS_execveat, AGAIN); }

TRY(connect)
{
	struct sockaddr_in peer;
	socklen_t len = sizeof(peer);
	struct linger off = { 1, 0 };
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), win;

	setsockopt(fd, SOL_SOCKET, SO_LINGER, &off, sizeof(off));
	win = counted(connect(fd, (struct sockaddr *)&address,
	    sizeof(address))) == 0 &&
	    getpeername(fd, (struct sockaddr *)&peer, &len) == 0 &&
	    peer.sin_port == targets.port_bad;
	close(fd);
	return win;
}

TRY(bind)
{
	struct sockaddr_in own;
	socklen_t len = sizeof(own);
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0), win, one = 1;

	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	win = counted(bind(fd, (struct sockaddr *)&address,
	    sizeof(address))) == 0 &&
	    getsockname(fd, (struct sockaddr *)&own, &len) == 0 &&
	    own.sin_port == targets.port_bad;
	close(fd);
	return win;
}

TRY(connect_unix)
{
	struct sockaddr_un peer = { 0 };
	socklen_t len = sizeof(peer);
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC,
	    0), win;

	win = counted(connect(fd, (struct sockaddr *)&local,
	    sizeof(local))) == 0 &&
	    getpeername(fd, (struct sockaddr *)&peer, &len) == 0 &&
	    strstr(peer.sun_path, "/xb/") != NULL;
	close(fd);
	return win;
}

TRY(bind_unix)
{
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	long r = counted(bind(fd, (struct sockaddr *)&local, sizeof(local)));

	close(fd);
	return is_made(r, 0);
}

static int
udp(void)
{
	static int fd = -1;

	if (fd < 0)
		fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	return fd;
}

/* The forbidden receiver is ours: what arrives is a win. */
static int
has_arrived(void)
{
	char c;
	int win = 0;

	while (recv(udp_bad, &c, 1, MSG_DONTWAIT) == 1)
		win = 1;
	return win;
}

TRY(sendto)
{
	counted(sendto(udp(), "x", 1, 0, (struct sockaddr *)&address,
	    sizeof(address)));
	return has_arrived();
}

TRY(sendmsg)
{
	counted(sendmsg(udp(), &messages[0].msg_hdr, 0));
	return has_arrived();
}

TRY(sendmmsg)
{
	counted(sendmmsg(udp(), messages, 2, 0));
	return has_arrived();
}

void
ops_other_prepare(void)
{
	static struct iovec iov = { (void *)(uintptr_t)"x", 1 };
	int i;

	vector[0] = P;
	address.sin_family = AF_INET;
	/* What is bound by the harness cannot be bound again. */
	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK +
	    (strcmp(scene.op->name, "bind") == 0));
	address.sin_port = targets.port_good;
	targets.port = &address.sin_port;
	names[0] = names[1] = address;
	names[1].sin_port = targets.port_bad;
	for (i = 0; i < 2; i++) {
		messages[i].msg_hdr.msg_name = scene.kind == KIND_ADDR ?
		    &address : &names[0];
		messages[i].msg_hdr.msg_namelen = sizeof(names[0]);
		messages[i].msg_hdr.msg_iov = &iov;
		messages[i].msg_hdr.msg_iovlen = 1;
	}
	targets.pointer = &messages[0].msg_hdr.msg_name;
	targets.pointer_good = &names[0];
	targets.pointer_bad = &names[1];
	local.sun_family = AF_UNIX;
	snprintf(local.sun_path, sizeof(local.sun_path), "%.107s", P);
	if (strstr(scene.op->name, "unix") != NULL && targets.byte != NULL)
		targets.byte = local.sun_path + (targets.byte -
		    (volatile char *)P);
}
