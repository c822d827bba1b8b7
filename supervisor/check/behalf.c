#include "behalf.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "../base/util.h"
#include "check.h"
#include "../tracer/tracee.h"

int
behalf_parent(struct check *c, int which, char base[4352])
{
	const struct path *p = &c->wall->path[which];
	const char *name;
	size_t n;
	int fd;

	fd = path_open_parent(p, &name);
	if (fd < 0)
		return fd;
	n = strlen(name);
	memcpy(base, name, n + 1);
	if (p->slash)
		memcpy(base + n, "/", 2);
	return fd;
}

int
behalf_object(struct check *c, int which, bool link_too, int *ret_fd,
    char link[64])
{
	const struct path *p = &c->wall->path[which];
	struct stat st;
	int fd;

	fd = path_open_object(p, p->slash ? O_DIRECTORY : 0);
	if (fd < 0)
		return fd;
	if (!link_too && (fstat(fd, &st) < 0 || S_ISLNK(st.st_mode))) {
		close(fd);
		return -ELOOP;
	}
	snprintf(link, 64, "/proc/self/fd/%d", fd);
	*ret_fd = fd;
	return 0;
}

int
behalf_descriptor(struct check *c, int fd)
{
	auto_fd int pidfd = (int)syscall(SYS_pidfd_open, c->task->tgid, 0);
	int r;

	if (pidfd < 0)
		return -ENOSYS;
	if (fd < 0 || fd >= c->wall->reader_fd)
		return -EBADF;
	r = (int)syscall(SYS_pidfd_getfd, pidfd, fd, 0);
	return r < 0 ? -errno : r;
}

static int64_t
now_us(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * INT64_C(1000000) + ts.tv_nsec / 1000;
}

enum check_end
behalf_wait(struct check *c, int64_t us)
{
	static const struct timespec moment = { .tv_nsec = 1000000 };
	int64_t now = now_us();

	if (c->task->again_since == 0)
		c->task->again_since = now;
	if (us > 0 && now - c->task->again_since >= us)
		return check_answer(c, -EAGAIN);
	c->task->after_arg[0] = us > 0;
	memcpy(c->slot->path[1], &moment, sizeof(moment));
	memset(c->out.arg, 0, sizeof(c->out.arg));
	c->out.arg[0] = CLOCK_MONOTONIC;
	c->out.arg[2] = GUARD_AT(c->task->slot, path) + GUARD_PATH;
	c->task->after = AFTER_AGAIN;
	return check_rewrite(c, __NR_clock_nanosleep);
}

enum check_end
behalf_again(struct check *c, int sock)
{
	struct timeval most = { 0 };
	socklen_t len = sizeof(most);

	if (getsockopt(sock, SOL_SOCKET, SO_SNDTIMEO, &most, &len) < 0)
		return check_answer(c, -errno);
	return behalf_wait(c, most.tv_sec * INT64_C(1000000) + most.tv_usec);
}

/* It is for the EINTR. */
static void
on_moment(int sig)
{
	(void)sig;
}

long
behalf_connect(int sock, const struct sockaddr *addr, socklen_t len)
{
	static const struct itimerspec moments = {
		.it_interval = { .tv_nsec = 1000000 },
		.it_value = { .tv_nsec = 1000000 },
	}, off;
	static timer_t timer;
	static bool ready;
	struct sigaction act = { .sa_handler = on_moment };
	struct sigevent event = { .sigev_notify = SIGEV_THREAD_ID,
	    .sigev_signo = SIGALRM };
	long r;

	if (!ready) {
		event._sigev_un._tid = (pid_t)syscall(SYS_gettid);
		if (sigaction(SIGALRM, &act, NULL) < 0 ||
		    timer_create(CLOCK_MONOTONIC, &event, &timer) < 0)
			return -EACCES;
		ready = true;
	}
	if (timer_settime(timer, 0, &moments, NULL) < 0)
		return -EACCES;
	r = behalf_result(connect(sock, addr, len));
	timer_settime(timer, 0, &off, NULL);
	return r;
}

long
behalf_umask(struct check *c)
{
	return tracee_status(c->task->tid, "Umask");
}
