#include "feed.h"

#include <fcntl.h>
#include <linux/filter.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "asks.h"
#include "../base/clock.h"
#include "../base/fdio.h"
#include "../base/mem.h"
#include "../base/util.h"
#include "../limits/limits.h"

#define BLOCK_MAX	65536u	/* what a pipe holds */
#define POLLED_MAX	4096u	/* to who said no number; a terminal's line */
#define PROCESSES_MAX	1024

#define ANY	UINT32_MAX	/* of `called`: who said no number */

/* Between two looks: at first; at most; and while it is known who waits. */
#define NAP_US		50
#define NAP_MOST_US	20000
#define WAIT_MS		50

struct feed {
	int		 from, to, reader;
	bool		 passed;	/* `from` is what the tree gets */
	bool		 terminal;
	ino_t		 pipe;
	int64_t		 nap;		/* microseconds, before the next look */
	size_t		 grown;		/* to give to who said no number */
	atomic_bool	 paused;
	atomic_uint	 given;		/* how often */
	/* Bytes, by a call on its way in; above 32 bits, what had been given. */
	_Atomic uint64_t called;
	int		 wake;		/* eventfd: for `called` */
	bool		 alone;
	struct limits	*limits;
	pthread_t	 thread;
	struct sock_filter code[ASKS_FILTER];
	struct sock_fprog filter;
	char		 block[BLOCK_MAX];
};

static int
open_null(void)
{
	int fd = open("/dev/null", O_RDONLY | O_CLOEXEC);

	return fd < 0 ? -errno : fd;
}

static bool
is_null(const struct stat *st)
{
	return S_ISCHR(st->st_mode) && st->st_rdev == makedev(1, 3);
}

/* Nothing but a read can come of it. Memory would count as the tree's. */
static bool
may_pass(int fd, const struct stat *st)
{
	int seals = fcntl(fd, F_GET_SEALS);

	return (seals < 0 || !(seals & F_SEAL_WRITE)) && (S_ISREG(st->st_mode) || is_null(st)) &&
	    (fcntl(fd, F_GETFL) & (O_ACCMODE | O_PATH)) == O_RDONLY;
}

int
feed_open(int fd)
{
	int mode = fcntl(fd, F_GETFL), again;
	struct stat st;
	char link[40];
	off_t at;

	if (mode < 0 || fstat(fd, &st) < 0)
		return -errno;
	/* Ours, whose flags are nobody else's. */
	if (is_null(&st) || (mode & O_ACCMODE) == O_WRONLY)
		return open_null();
	if (!S_ISREG(st.st_mode) || may_pass(fd, &st))
		return fd;
	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	again = open(link, O_RDONLY | O_CLOEXEC);
	if (again < 0)
		return fd;
	at = lseek(fd, 0, SEEK_CUR);
	if (at > 0 && lseek(again, at, SEEK_SET) != at) {
		close(again);
		return fd;
	}
	return again;
}

int
feed_new(int fd, bool alone, struct feed **ret)
{
	struct feed *feed = mem_new(1, sizeof(*feed));
	struct stat st;
	int ends[2], r;

	feed->from = fd;
	feed->to = feed->reader = -1;
	feed->alone = alone;
	feed->grown = 1;
	feed->nap = NAP_US;
	feed->terminal = isatty(fd) == 1;
	if (fstat(fd, &st) < 0)
		goto failed;
	feed->passed = may_pass(fd, &st);
	if (!feed->passed) {
		feed->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
		if (feed->wake < 0 || pipe2(ends, O_CLOEXEC) < 0)
			goto failed;
		feed->reader = ends[0];
		feed->to = ends[1];
		if (fstat(feed->to, &st) < 0)
			goto failed;
		feed->pipe = st.st_ino;
		feed->filter.filter = feed->code;
		feed->filter.len = (unsigned short)asks_filter(feed->code);
	}
	*ret = feed;
	return 0;
failed:
	r = -errno;
	free(feed);
	return r;
}

int
feed_reader(const struct feed *feed)
{
	return feed->passed ? feed->from : feed->reader;
}

/* Until time has passed, or somebody calls. */
static void
nap(struct feed *feed, int64_t us)
{
	const struct timespec time = { us / 1000000, us % 1000000 * 1000 };
	struct pollfd wait = { .fd = feed->wake, .events = POLLIN };
	uint64_t calls;

	if (ppoll(&wait, 1, &time, NULL) > 0 &&
	    read(feed->wake, &calls, sizeof(calls)) < 0)
		return;
}

static bool
is_empty(const struct feed *feed)
{
	int have;

	return ioctl(feed->reader, FIONREAD, &have) == 0 && have == 0;
}

/*
 * Who reads without ever waiting, by a number that no filter knows, is not
 * seen to. It asks by having said so: the pipe is ours, and only the tree can
 * have made it so.
 */
static bool
is_read_unseen(const struct feed *feed, pid_t process)
{
	return feed->nap == NAP_MOST_US &&
	    (fcntl(feed->reader, F_GETFL) & O_NONBLOCK) != 0 &&
	    (feed->alone || asks_elsewhere(process, feed->pipe));
}

/* A call that came before what was given last has an answer in that. */
static uint32_t
called_for(const struct feed *feed)
{
	uint64_t called = atomic_load(&feed->called);

	return called >> 32 == atomic_load(&feed->given) ?
	    (uint32_t)called : 0;
}

/*
 * Who asks, and for how much. Who said no number gets as much as was taken so
 * far by such as did not, but of a terminal a line.
 */
static bool
is_wanted(struct feed *feed, struct asks *ret)
{
	uint32_t called = called_for(feed);
	pid_t list[PROCESSES_MAX];
	bool found = called > 0;
	unsigned n, i;

	if (atomic_load(&feed->paused) || !is_empty(feed))
		return false;
	ret->polls = called == 0 || called == ANY;
	ret->bytes = called;
	n = found ? 0 : limits_processes(feed->limits, list, PROCESSES_MAX);
	for (i = 0; i < n && !found; i++)
		found = is_read_unseen(feed, list[i]) ||
		    asks_of(list[i], feed->pipe, ret);
	if (ret->polls)
		ret->bytes = feed->terminal ? POLLED_MAX : feed->grown;
	else if (ret->bytes > BLOCK_MAX)
		ret->bytes = BLOCK_MAX;
	return found && ret->bytes > 0;
}

/*
 * A terminal that is another job's: reading at once is what has the kernel
 * stop ours, as it would the program alone.
 */
static bool
is_foreign(const struct feed *feed)
{
	pid_t owner = feed->terminal ? tcgetpgrp(feed->from) : -1;

	return owner > 0 && owner != getpgrp();
}

/* True unless there is no more to come. */
static bool
give(struct feed *feed, const struct asks *asks)
{
	ssize_t got = read(feed->from, feed->block, asks->bytes);

	if (got < 0 && (errno == EINTR || errno == EAGAIN)) {
		nap(feed, NAP_MOST_US);
		return true;
	}
	if (got <= 0)
		return false;
	if (asks->polls && feed->grown < POLLED_MAX)
		feed->grown *= 2;
	if (fdio_write_all(feed->to, feed->block, (size_t)got) < 0)
		return false;
	/* Not before it is there: who finds the pipe empty asks for more. */
	atomic_fetch_add(&feed->given, 1);
	return true;
}

/* For something to come; if time passes, it is asked again who waits. */
static void
wait_for(struct feed *feed, struct pollfd *wait)
{
	atomic_store(&feed->called, 0);
	poll(wait, 1, WAIT_MS);
}

static void *
feed_main(void *arg)
{
	struct feed *feed = arg;
	struct pollfd wait = { .fd = feed->from, .events = POLLIN };
	int64_t begun, cost;
	struct asks asks;
	bool more = true;

	while (more) {
		begun = clock_us();
		if (is_wanted(feed, &asks)) {
			if ((!asks.polls && is_foreign(feed)) ||
			    poll(&wait, 1, 0) > 0)
				more = give(feed, &asks);
			else
				wait_for(feed, &wait);
			feed->nap = NAP_US;
			continue;
		}
		/* Looking is to cost little of a processor. */
		cost = 16 * (clock_us() - begun);
		nap(feed, feed->nap > cost ? feed->nap : cost);
		feed->nap *= 2;
		if (feed->nap > NAP_MOST_US)
			feed->nap = NAP_MOST_US;
	}
	close(feed->to);
	return NULL;
}

int
feed_start(struct feed *feed, struct limits *limits)
{
	sigset_t most, old;
	int r;

	if (feed->passed)
		return 0;
	feed->limits = limits;
	sigfillset(&most);
	sigdelset(&most, SIGTTIN);
	pthread_sigmask(SIG_SETMASK, &most, &old);
	r = pthread_create(&feed->thread, NULL, feed_main, feed);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	if (r == 0)
		pthread_detach(feed->thread);
	return -r;
}

void
feed_pause(struct feed *feed, bool paused)
{
	atomic_store(&feed->paused, paused);
}

const struct sock_fprog *
feed_filter(const struct feed *feed)
{
	return feed->passed || feed->alone ? NULL : &feed->filter;
}

void
feed_on_call(struct feed *feed, pid_t process, pid_t thread, long nr,
    const uint64_t arg[6])
{
	const uint64_t one = 1;
	uint64_t given;
	struct asks asks;

	if (feed == NULL || feed->passed)
		return;
	given = atomic_load(&feed->given);
	if (!is_empty(feed) ||
	    !asks_by_call(process, thread, feed->pipe, nr, arg, &asks))
		return;
	atomic_store(&feed->called, given << 32 |
	    (asks.polls ? ANY : asks.bytes < ANY ? asks.bytes : BLOCK_MAX));
	if (write(feed->wake, &one, sizeof(one)) < 0)
		return;		/* it is awake */
}
