/*
 * One attack on the ledger: hoard MODE MIB. It holds that much of something,
 * or as much as it is let, for a moment, in a way that a limit might not see;
 * or, of the clock's, goes on for ever.
 */
#include "hoard.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char zeros[MIB];

void
nap(long ms)
{
	struct timespec time = { ms / 1000, ms % 1000 * 1000000 };

	while (nanosleep(&time, &time) < 0 && errno == EINTR)
		;
}

void
hold(void)
{
	nap(HOLD_MS);
}

long
fill(int fd, long bytes)
{
	long done = 0;
	ssize_t n;

	while (done < bytes) {
		n = write(fd, zeros, bytes - done < MIB ?
		    (size_t)(bytes - done) : MIB);
		if (n <= 0)
			break;
		done += n;
	}
	return done;
}

void
stuff(int fd)
{
	size_t n = 65536;

	/* Smaller where the larger does not fit any more. */
	while (n >= 512) {
		if (send(fd, zeros, n, MSG_DONTWAIT) <= 0 && (errno != ENOTSOCK ||
		    write(fd, zeros, n < 4096 ? n : 4096) <= 0))
			n /= 2;
	}
}

void
touch(char *at, size_t bytes)
{
	size_t i;

	for (i = 0; i < bytes; i += 4096)
		at[i] = 1;
}

void
send_fd(int sock, int fd)
{
	char control[CMSG_SPACE(sizeof(int))] = "", byte = 'x';
	struct iovec iov = { &byte, 1 };
	struct msghdr msg = { .msg_iov = &iov, .msg_iovlen = 1,
	    .msg_control = control, .msg_controllen = sizeof(control) };
	struct cmsghdr *head = CMSG_FIRSTHDR(&msg);

	head->cmsg_level = SOL_SOCKET;
	head->cmsg_type = SCM_RIGHTS;
	head->cmsg_len = CMSG_LEN(sizeof(int));
	memcpy(CMSG_DATA(head), &fd, sizeof(fd));
	if (sendmsg(sock, &msg, 0) < 0)
		perror("sendmsg");
}

int
take_fd(int sock)
{
	char control[CMSG_SPACE(sizeof(int))] = "", byte;
	struct iovec iov = { &byte, 1 };
	struct msghdr msg = { .msg_iov = &iov, .msg_iovlen = 1,
	    .msg_control = control, .msg_controllen = sizeof(control) };
	int fd = -1;

	if (recvmsg(sock, &msg, 0) > 0 && msg.msg_controllen > 0)
		memcpy(&fd, CMSG_DATA(CMSG_FIRSTHDR(&msg)), sizeof(fd));
	return fd;
}

void
by_children(int n, void (*run)(long), long bytes)
{
	int i;

	for (i = 0; i < n; i++) {
		pid_t pid = fork();

		if (pid == 0) {
			run(bytes / n);
			hold();
			_exit(0);
		}
	}
	while (wait(NULL) > 0)
		;
}

static void (*of_thread)(long);
static long its_bytes;

static void *
thread_main(void *arg)
{
	(void)arg;
	nap(50);	/* the leader is gone */
	of_thread(its_bytes);
	hold();
	_exit(0);
}

void
by_thread(void (*run)(long), long bytes)
{
	pthread_t thread;

	of_thread = run;
	its_bytes = bytes;
	if (pthread_create(&thread, NULL, thread_main, NULL) != 0)
		exit(1);
	syscall(SYS_exit, 0);
}

int
main(int argc, char **argv)
{
	const struct mode *const all[] = { memory_modes, kernel_modes,
	    disk_modes, clock_modes };
	const struct mode *mode;
	size_t i;

	for (i = 0; i < 4; i++) {
		for (mode = all[i]; mode->name != NULL; mode++) {
			if (argc < 3 || strcmp(mode->name, argv[1]) != 0)
				continue;
			memset(zeros, 'z', sizeof(zeros));
			mode->run(atol(argv[2]) * MIB);
			hold();
			return 0;
		}
	}
	return 2;
}
