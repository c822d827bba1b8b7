/*
 * Attacks by a socket that the supervisor connects on a task's behalf, since
 * it lies where the tree can put a link; and by descriptors of processes.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "wall.h"

#define SLOT	40	/* the number whose file is exchanged */

static struct sockaddr_un where = { .sun_family = AF_UNIX, .sun_path = "s" };
static atomic_bool over;
static int sock;

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
	const int *both = arg;

	while (!over) {
		dup2(both[0], SLOT);
		dup2(both[1], SLOT);
	}
	return arg;
}

/*
 * A process of others, signalled by a descriptor that takes the place of one's
 * own after the look: as often as it can be exchanged, so half of all looks see
 * the one, and half of all signals go by the other. The victim tells who won.
 */
int
pidfd_exchange(void)
{
	char name[64];
	int both[2], tries;
	pthread_t thread;
	long since = now();

	snprintf(name, sizeof(name), "/proc/%s", getenv("VICTIM"));
	both[0] = (int)syscall(SYS_pidfd_open, getpid(), 0);
	both[1] = open(name, O_RDONLY | O_DIRECTORY);
	if (both[0] < 0 || both[1] < 0)
		return lost("descriptors of processes");
	signal(SIGUSR1, SIG_IGN);
	dup2(both[0], SLOT);
	pthread_create(&thread, NULL, exchange, both);
	for (tries = 0; tries < 20000 && now() - since < 2000000000L; tries++)
		syscall(SYS_pidfd_send_signal, SLOT, SIGUSR1, NULL, 0);
	over = true;
	pthread_join(thread, NULL);
	fprintf(stderr, "%d tries\n", tries);
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
