/*
 * Attacks by a socket that the supervisor connects on a task's behalf, since
 * it lies where the tree can put a link.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "wall.h"

#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif

#define SLOT	40	/* the number whose file is exchanged */

static struct sockaddr_un where = { .sun_family = AF_UNIX, .sun_path = "s" };
static atomic_bool armed, over;
static atomic_long delay;
static int theirs, sock;

static int
listening(int backlog)
{
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	unlink(where.sun_path);
	return bind(fd, (struct sockaddr *)&where, sizeof(where)) == 0 &&
	    listen(fd, backlog) == 0 ? fd : -1;
}

static long
now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000L + ts.tv_nsec;
}

static void *
exchange(void *arg)
{
	long since;

	while (!over) {
		if (!armed)
			continue;
		since = now();
		while (now() - since < delay)
			;
		dup2(theirs, SLOT);
		armed = false;
	}
	return arg;
}

/*
 * Whoever is at the other end, signalled by a descriptor that takes the place
 * of one's own after the look. Late exchanges come first: an early one is seen.
 */
int
pidfd_exchange(void)
{
	struct timeval soon = { .tv_sec = 5 };
	int fd = listening(4), own, end;
	socklen_t len = sizeof(theirs);
	pthread_t thread;
	pid_t peer;

	if (fd < 0)
		return lost("listen");
	peer = fork();
	if (peer == 0) {
		sock = socket(AF_UNIX, SOCK_STREAM, 0);
		if (connect(sock, (struct sockaddr *)&where,
		    sizeof(where)) < 0)
			_exit(1);
		alarm(20);
		pause();
		_exit(0);
	}
	/* Nobody comes where connecting is refused. */
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &soon, sizeof(soon));
	end = accept(fd, NULL, NULL);
	if (end < 0 || getsockopt(end, SOL_SOCKET, SO_PEERPIDFD, &theirs,
	    &len) < 0)
		return lost("who is at the other end");
	signal(SIGUSR1, SIG_IGN);
	own = (int)syscall(SYS_pidfd_open, getpid(), 0);
	pthread_create(&thread, NULL, exchange, NULL);
	for (delay = 300000; delay >= 0; delay -= 1000) {
		dup2(own, SLOT);
		armed = true;
		/* Refused by the kernel, not by the judge: it got there. */
		if (syscall(SYS_pidfd_send_signal, SLOT, SIGUSR1, NULL, 0) < 0)
			return won();
		while (armed)
			;
		if (waitpid(peer, NULL, WNOHANG) == peer)
			return won();
	}
	over = true;
	if (syscall(SYS_pidfd_send_signal, SLOT, SIGUSR1, NULL, 0) == 0)
		waitpid(peer, NULL, 0);
	return won();
}

/* A name that the kernel picks, which any process of the host can connect to. */
int
bind_nameless(void)
{
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);

	return bind(fd, (struct sockaddr *)&where,
	    sizeof(where.sun_family)) == 0 && listen(fd, 1) == 0 ? won() :
	    lost("bind");
}

static void *
hurry(void *arg)
{
	struct timeval never = { 0 };

	while (!over) {
		setsockopt(sock, SOL_SOCKET, SO_SNDTIMEO, &never,
		    sizeof(never));
		fcntl(sock, F_SETFL, 0);
	}
	return arg;
}

static void *
wait_for_room(void *arg)
{
	while (!over)
		connect(sock, (struct sockaddr *)&where, sizeof(where));
	return arg;
}

/* The judge itself, made to wait for room that nobody makes. */
int
connect_stall(void)
{
	int fd = listening(0), i;
	pthread_t threads[2];
	long since;

	if (fd < 0)
		return lost("listen");
	for (i = 0; i < 2; i++)
		connect(socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0),
		    (struct sockaddr *)&where, sizeof(where));
	sock = socket(AF_UNIX, SOCK_STREAM, 0);
	pthread_create(&threads[0], NULL, hurry, NULL);
	pthread_create(&threads[1], NULL, wait_for_room, NULL);
	for (since = now(); now() - since < 1000000000L; usleep(1000))
		access("nothing", F_OK);
	printf("lost: judged to the end\n");
	_exit(0);
}
