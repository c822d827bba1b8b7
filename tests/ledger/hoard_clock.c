/* What makes looks long, or will not stop: each goes on until it is ended. */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hoard.h"

static void
for_ever(void)
{
	for (;;)
		nap(1000);
}

static void
nothing(long bytes)
{
	(void)bytes;
	for_ever();
}

static void
make_pieces(long bytes)
{
	char *at = mmap(NULL, 4096ul * 65000, PROT_READ, MAP_PRIVATE |
	    MAP_ANONYMOUS, -1, 0);
	long i;

	(void)bytes;
	for (i = 0; i < 65000; i += 2)
		mprotect(at + i * 4096, 4096, PROT_NONE);
	for_ever();
}

static void
pieces(long bytes)
{
	by_children(8, make_pieces, bytes);
}

static void
make_descriptors(long bytes)
{
	int i;

	(void)bytes;
	for (i = 0; i < 250; i++)
		dup(1);
	for_ever();
}

static void
descriptors(long bytes)
{
	by_children(30, make_descriptors, bytes);
}

static void
deep_folders(long bytes)
{
	char name[32];
	int i;

	(void)bytes;
	for (i = 0; i < 20000; i++) {
		snprintf(name, sizeof(name), "f%d", i);
		close(open(name, O_RDWR | O_CREAT, 0600));
		if (i % 100 == 0 && (mkdir("d", 0700) < 0 || chdir("d") < 0))
			break;
	}
	for_ever();
}

static void
epoll_entries(long bytes)
{
	struct epoll_event event = { 0 };
	int polls[40], i, j, n, fd;

	(void)bytes;
	for (i = 0; i < 40; i++)
		polls[i] = epoll_create1(0);
	for (j = 0; j < 40; j++) {
		fd = eventfd(0, 0);
		for (n = 160; n < 240; n++) {
			dup2(fd, n);
			for (i = 0; i < 40; i++)
				epoll_ctl(polls[i], EPOLL_CTL_ADD, n, &event);
		}
	}
	for_ever();
}

static void
locks(long bytes)
{
	struct flock lock = { .l_type = F_WRLCK, .l_len = 1 };
	int fd = open("l", O_RDWR | O_CREAT, 0600);

	(void)bytes;
	for (lock.l_start = 0; lock.l_start < 20000; lock.l_start += 2) {
		lock.l_pid = 0;
		if (fcntl(fd, F_OFD_SETLK, &lock) < 0)
			break;
	}
	for_ever();
}

static void
touched(long bytes)
{
	char *at = mmap(NULL, (size_t)bytes, PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (at != MAP_FAILED)
		touch(at, (size_t)bytes);
	for_ever();
}

static void
fork_and_exit(long bytes)
{
	int i;

	(void)bytes;
	for (i = 0; i < 4; i++) {
		if (fork() == 0)
			break;
	}
	for (;;) {
		if (fork() == 0)
			_exit(0);
		while (waitpid(-1, NULL, WNOHANG) > 0)
			;
	}
}

static void
stopped(long bytes)
{
	(void)bytes;
	if (fork() == 0)
		for (;;)
			kill(getpid(), SIGSTOP);
	for (;;)
		kill(getpid(), SIGSTOP);
}

static void
deaf(long bytes)
{
	int i;

	(void)bytes;
	for (i = 1; i < 65; i++)
		signal(i, SIG_IGN);
	for_ever();
}

static void
vfork_that_stays(long bytes)
{
	(void)bytes;
	if (vfork() == 0)
		for_ever();
	for_ever();
}

static void *
thread_spins(void *arg)
{
	(void)arg;
	for (;;)
		close(open("/", O_PATH));
	return NULL;
}

static void
threads(long bytes)
{
	pthread_t thread;
	int i;

	(void)bytes;
	for (i = 0; i < 60; i++)
		pthread_create(&thread, NULL, thread_spins, NULL);
	for_ever();
}

const struct mode clock_modes[] = {
	{ "nothing", nothing },
	{ "pieces", pieces },
	{ "descriptors", descriptors },
	{ "deep-folders", deep_folders },
	{ "epoll-entries", epoll_entries },
	{ "locks", locks },
	{ "touched", touched },
	{ "fork-and-exit", fork_and_exit },
	{ "stopped", stopped },
	{ "deaf", deaf },
	{ "vfork-that-stays", vfork_that_stays },
	{ "threads", threads },
	{ NULL, NULL }
};
