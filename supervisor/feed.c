#include "feed.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>

#include "base/fdio.h"
#include "base/util.h"

int
feed_open(int fd)
{
	int mode = fcntl(fd, F_GETFL), again;
	char link[40];
	off_t at;

	if (mode < 0)
		return -errno;
	if ((mode & O_ACCMODE) == O_RDONLY)
		return fd;
	if ((mode & O_ACCMODE) == O_WRONLY) {
		again = open("/dev/null", O_RDONLY | O_CLOEXEC);
		return again < 0 ? -errno : again;
	}
	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	/* Nothing here may wait for a writer, or take a terminal over. */
	again = open(link, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (again < 0)
		return fd;
	at = lseek(fd, 0, SEEK_CUR);
	if ((at > 0 && lseek(again, at, SEEK_SET) != at) ||
	    fcntl(again, F_SETFL, mode & O_NONBLOCK) < 0) {
		close(again);
		return fd;
	}
	return again;
}

/* From the one to the other, until either ends. */
static void *
copy(void *arg)
{
	int *ends = arg;
	char block[16384];
	ssize_t n;

	for (;;) {
		n = read(ends[0], block, sizeof(block));
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0 || fdio_write_all(ends[1], block, (size_t)n) < 0)
			break;
	}
	close(ends[1]);
	return NULL;
}

int
feed_start(int fd)
{
	static int ends[2];
	int mode = fcntl(fd, F_GETFL), pipe_[2], r;
	sigset_t all, old;
	pthread_t thread;

	if (mode < 0)
		return -errno;
	if ((mode & O_ACCMODE) == O_RDONLY)
		return fd;
	if (pipe2(pipe_, O_CLOEXEC) < 0)
		return -errno;
	ends[0] = fd;
	ends[1] = pipe_[1];
	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &old);
	r = pthread_create(&thread, NULL, copy, ends);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	if (r != 0) {
		close(pipe_[0]);
		close(pipe_[1]);
		return -r;
	}
	pthread_detach(thread);
	return pipe_[0];
}
