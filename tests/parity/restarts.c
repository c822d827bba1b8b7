/*
 * What a signal does to a call that waits: interrupted, restarted, or through
 * restart_syscall. Each waits until it is seen asleep, is signalled, and, if it
 * sleeps on, is let go. Prints a line for each; bare and supervised the lines
 * must be the same. No line depends on how long anything took.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int fds[2], pair[2], lock_fd;
static pid_t child, self;
static atomic_int handled, returned, word;
static int stop_instead;

static void
on_signal(int sig)
{
	/* A mediated call in between, which uses the same slot. */
	int fd = open("f", O_RDONLY);

	(void)sig;
	if (fd >= 0)
		close(fd);
	handled++;
}

static void
nap(long ms)
{
	struct timespec ts = { ms / 1000, ms % 1000 * 1000000 };

	while (nanosleep(&ts, &ts) < 0)
		;
}

/* Is the main thread asleep, several times over? */
static void
await_sleep(void)
{
	char name[64], line[256], *state;
	int seen = 0, fd;
	ssize_t n;

	snprintf(name, sizeof(name), "/proc/self/task/%d/stat", (int)self);
	while (seen < 4 && !returned) {
		nap(4);
		fd = open(name, O_RDONLY);
		n = fd < 0 ? 0 : read(fd, line, sizeof(line) - 1);
		close(fd);
		line[n > 0 ? n : 0] = '\0';
		state = strrchr(line, ')');
		seen = state != NULL && state[2] == 'S' ? seen + 1 : 0;
	}
}

struct wait {
	const char	*name;
	long		(*call)(void);
	void		(*end)(void);	/* lets it go */
};

static long
do_read(void)
{
	char c;

	return read(fds[0], &c, 1);
}

static void
end_pipe(void)
{
	if (write(fds[1], "x", 1) < 0)
		perror("write");
}

static long
do_readv(void)
{
	char c;
	struct { void *p; size_t n; } v = { &c, 1 };

	return syscall(SYS_readv, fds[0], &v, 1);
}

static long
do_poll(void)
{
	struct pollfd p = { fds[0], POLLIN, 0 };

	return poll(&p, 1, 10000);
}

static long
do_poll_forever(void)
{
	struct pollfd p = { fds[0], POLLIN, 0 };

	return poll(&p, 1, -1);
}

static long
do_ppoll(void)
{
	struct pollfd p = { fds[0], POLLIN, 0 };
	struct timespec ts = { 10, 0 };

	return ppoll(&p, 1, &ts, NULL);
}

static long
do_select(void)
{
	struct timeval tv = { 10, 0 };
	fd_set set;

	FD_ZERO(&set);
	FD_SET(fds[0], &set);
	return select(fds[0] + 1, &set, NULL, NULL, &tv);
}

static long
do_epoll(void)
{
	struct epoll_event e = { .events = EPOLLIN };
	int fd = epoll_create1(0);
	long n;

	epoll_ctl(fd, EPOLL_CTL_ADD, fds[0], &e);
	n = epoll_wait(fd, &e, 1, 10000);
	close(fd);
	return n;
}

/* Restarted by the kernel's own call, with what was left of the time. */
static long
do_nanosleep(void)
{
	struct timespec ts = { stop_instead ? 1 : 20, 0 }, left = { 0 };
	long r = syscall(SYS_nanosleep, &ts, &left);

	return r < 0 && left.tv_sec == 0 ? -2 : r;
}

static long
do_clock(void)
{
	struct timespec ts = { stop_instead ? 1 : 20, 0 }, left = { 0 };
	long r = clock_nanosleep(CLOCK_MONOTONIC, 0, &ts, &left);

	errno = (int)r;
	return r != 0 ? -1 : 0;
}

static long
do_clock_absolute(void)
{
	struct timespec ts;
	long r;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	ts.tv_sec += stop_instead ? 1 : 20;
	r = clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &ts, NULL);
	errno = (int)r;
	return r != 0 ? -1 : 0;
}

static long
do_futex(void)
{
	return syscall(SYS_futex, &word, FUTEX_WAIT, 0, NULL);
}

static long
do_futex_timed(void)
{
	struct timespec ts = { 10, 0 };

	return syscall(SYS_futex, &word, FUTEX_WAIT, 0, &ts);
}

static void
end_futex(void)
{
	word = 1;
	while (!returned) {
		syscall(SYS_futex, &word, FUTEX_WAKE, 1);
		nap(2);
	}
	word = 0;
}

static long
do_wait4(void)
{
	int status;

	return wait4(child, &status, 0, NULL) == child ? status : -1;
}

static long
do_waitid(void)
{
	siginfo_t info;
	long r = waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT);

	return r;
}

static void
end_child(void)
{
	kill(child, SIGKILL);
}

static long
do_open(void)
{
	int fd = open("fifo", O_RDONLY);

	if (fd >= 0)
		close(fd);
	return fd < 0 ? -1 : 0;
}

static void
end_open(void)
{
	int fd = open("fifo", O_WRONLY | O_NONBLOCK);

	while (fd < 0 && !returned) {
		nap(2);
		fd = open("fifo", O_WRONLY | O_NONBLOCK);
	}
	while (!returned)
		nap(2);
	if (fd >= 0)
		close(fd);
}

static long
do_recv(void)
{
	char c;

	return recv(pair[0], &c, 1, 0);
}

static void
end_recv(void)
{
	send(pair[1], "x", 1, 0);
}

/* Fill a socket, then send one more, with a header that is judged. */
static long
do_sendmsg(void)
{
	char full[4096] = "";
	struct iovec v = { full, sizeof(full) };
	struct msghdr msg = { .msg_iov = &v, .msg_iovlen = 1 };

	while (send(pair[0], full, sizeof(full), MSG_DONTWAIT) > 0)
		;
	return sendmsg(pair[0], &msg, 0);
}

static void
end_send(void)
{
	char full[65536];

	while (!returned)
		if (recv(pair[1], full, sizeof(full), MSG_DONTWAIT) <= 0)
			nap(2);
	while (recv(pair[1], full, sizeof(full), MSG_DONTWAIT) > 0)
		;
}

static long
do_flock(void)
{
	int fd = open("f", O_RDONLY);
	long r = flock(fd, LOCK_EX);

	close(fd);
	return r;
}

static void
end_flock(void)
{
	flock(lock_fd, LOCK_UN);
}

static long
do_pause(void)
{
	return pause();
}

static void
end_signal(void)
{
	syscall(SYS_tgkill, getpid(), self, SIGUSR2);
}

static long
do_sigsuspend(void)
{
	sigset_t none;

	sigemptyset(&none);
	return sigsuspend(&none);
}

static void
no_end(void)
{
}

static const struct wait waits[] = {
	{ "read", do_read, end_pipe }, { "readv", do_readv, end_pipe },
	{ "poll", do_poll, end_pipe },
	{ "poll forever", do_poll_forever, end_pipe },
	{ "ppoll", do_ppoll, end_pipe }, { "select", do_select, end_pipe },
	{ "epoll_wait", do_epoll, end_pipe },
	{ "nanosleep", do_nanosleep, no_end },
	{ "clock_nanosleep", do_clock, no_end },
	{ "clock_nanosleep to a time", do_clock_absolute, no_end },
	{ "futex", do_futex, end_futex },
	{ "futex with a time", do_futex_timed, end_futex },
	{ "wait4", do_wait4, end_child }, { "waitid", do_waitid, end_child },
	{ "open of a fifo", do_open, end_open },
	{ "recv", do_recv, end_recv }, { "sendmsg", do_sendmsg, end_send },
	{ "flock", do_flock, end_flock }, { "pause", do_pause, end_signal },
	{ "sigsuspend", do_sigsuspend, end_signal },
};

/* Signals the sleeper, and lets it go if it sleeps on. */
static void *
waker(void *arg)
{
	const struct wait *w = arg;
	int before = handled;

	await_sleep();
	if (stop_instead) {
		pid_t other = fork();

		if (other == 0) {
			kill(getppid(), SIGSTOP);
			nap(30);
			kill(getppid(), SIGCONT);
			_exit(0);
		}
		waitpid(other, NULL, 0);
	} else {
		syscall(SYS_tgkill, getpid(), self, SIGUSR1);
		while (handled == before)
			nap(2);
	}
	await_sleep();
	if (!returned)
		w->end();
	return NULL;
}

static void
prepare(void)
{
	char c;

	if (child > 0) {
		kill(child, SIGKILL);
		waitpid(child, NULL, 0);
	}
	child = fork();
	if (child == 0)
		for (;;)
			pause();
	while (recv(pair[0], &c, 1, MSG_DONTWAIT) > 0)
		;
	fcntl(fds[0], F_SETFL, O_NONBLOCK);
	while (read(fds[0], &c, 1) > 0)
		;
	fcntl(fds[0], F_SETFL, 0);
	flock(lock_fd, LOCK_EX);
	handled = returned = 0;
}

static void
each(const char *how, int flags)
{
	struct sigaction act = { .sa_handler = on_signal, .sa_flags = flags };
	pthread_t thread;
	size_t i;
	long r;
	int e;

	sigaction(SIGUSR1, &act, NULL);
	sigaction(SIGUSR2, &act, NULL);
	for (i = 0; i < sizeof(waits) / sizeof(waits[0]); i++) {
		prepare();
		pthread_create(&thread, NULL, waker, (void *)(uintptr_t)&
		    waits[i]);
		errno = 0;
		r = waits[i].call();
		e = r < 0 ? errno : 0;
		returned = 1;
		pthread_join(thread, NULL);
		printf("%s, %s: %ld errno %d, handled %d\n", waits[i].name,
		    how, r, e, handled);
	}
}

int
main(void)
{
	self = getpid();
	alarm(100);
	lock_fd = open("f", O_CREAT | O_RDWR, 0600);
	setvbuf(stdout, NULL, _IOLBF, 0);
	if (mkfifo("fifo", 0600) < 0 || pipe(fds) < 0 ||
	    socketpair(AF_UNIX, SOCK_STREAM, 0, pair) < 0)
		return 1;
	each("interrupted", 0);
	each("restarted", SA_RESTART);
	stop_instead = 1;
	each("stopped", SA_RESTART);
	kill(child, SIGKILL);
	return 0;
}
