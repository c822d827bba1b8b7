#include "drain.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>

#include "../base/clock.h"
#include "../base/fdio.h"
#include "../base/mem.h"
#include "../base/util.h"

#define PATIENCE_MS	2000
#define SMALL		4096	/* bytes; who writes fewer may write often */
#define REST_MS		1	/* between looks at who does */

struct stream {
	int	from, writer, to;
	int	err;		/* of the write that failed */
	bool	gone;		/* the receiver is */
};

struct drain {
	struct stream		 streams[3];	/* the third: aside */
	bool			 capture, running;
	uint64_t		 limit;
	void			(*on_limit)(void *);
	void			*arg;
	bool			(*aside)(const char *, size_t, void *);
	void			*aside_arg;
	int			 ended;		/* eventfd: the tree is dead */
	bool			 dead;
	bool			 small;		/* so was all that came last */
	int64_t			 taken_at;
	struct drain_stats	 stats;
	struct pollfd		 wait[4];
	pthread_mutex_t		 lock;		/* while what came is taken */
	pthread_t		 thread;
};

static int
open_stream(struct stream *s, int to)
{
	int ends[2];

	if (pipe2(ends, O_CLOEXEC) < 0)
		return -errno;
	s->from = ends[0];
	s->writer = ends[1];
	s->to = to;
	return fcntl(ends[0], F_SETFL, O_NONBLOCK) < 0 ? -errno : 0;
}

int
drain_new(const int to[2], bool capture, int64_t limit,
    void (*on_limit)(void *arg), void *arg, struct drain **ret)
{
	struct drain *drain = mem_new(1, sizeof(*drain));
	int i, r = 0;

	drain->capture = capture;
	drain->limit = (uint64_t)limit;
	drain->on_limit = on_limit;
	drain->arg = arg;
	pthread_mutex_init(&drain->lock, NULL);
	for (i = 0; i < 3; i++)
		drain->streams[i].from = drain->streams[i].writer = -1;
	drain->ended = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (drain->ended < 0)
		r = -errno;
	for (i = 0; i < 2 && r == 0; i++)
		r = open_stream(&drain->streams[i], to[i]);
	if (r < 0)
		drain_free(drain);
	else
		*ret = drain;
	return r;
}

int
drain_aside(struct drain *drain, bool (*aside)(const char *, size_t, void *),
    void *arg)
{
	drain->aside = aside;
	drain->aside_arg = arg;
	return open_stream(&drain->streams[2], -1);
}

int
drain_writer(const struct drain *drain, int stream)
{
	return drain->streams[stream].writer;
}

static void
close_once(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/*
 * A pipe that polls writable has room for PIPE_BUF bytes, so a write of no
 * more does not block unless another writer was quicker. The receiver's own
 * flags are not ours to change: others share them.
 */
static bool
deliver(struct drain *drain, struct stream *s, const char *p, size_t n)
{
	struct pollfd wait[2] = {
		{ .fd = s->to, .events = POLLOUT },
		{ .fd = drain->ended, .events = POLLIN },
	};
	ssize_t w;
	int r;

	while (n > 0) {
		r = poll(wait, drain->dead ? 1 : 2,
		    drain->dead ? PATIENCE_MS : -1);
		if (r < 0 && errno == EINTR)
			continue;
		if (!drain->dead && (wait[1].revents & POLLIN))
			drain->dead = true;
		if (r == 0)
			return false;
		if (wait[0].revents == 0)
			continue;
		w = write(s->to, p, n < 4096 ? n : 4096);
		if (w < 0 && (errno == EINTR || errno == EAGAIN))
			continue;
		if (w < 0) {
			s->err = errno;
			return false;
		}
		p += w;
		n -= (size_t)w;
	}
	return true;
}

static bool
store(struct stream *s, const char *p, size_t n)
{
	int r = fdio_write_all(s->to, p, n);

	if (r < 0)
		s->err = -r;
	return r == 0;
}

/* The end of standard error says what a program died of. */
static void
keep_tail(struct drain_stats *stats, const char *p, size_t n)
{
	size_t room = sizeof(stats->tail), drop;

	if (n > room) {
		p += n - room;
		n = room;
	}
	drop = stats->tail_len + n > room ? stats->tail_len + n - room : 0;
	memmove(stats->tail, stats->tail + drop, stats->tail_len - drop);
	stats->tail_len -= drop;
	memcpy(stats->tail + stats->tail_len, p, n);
	stats->tail_len += n;
}

/* Returns false once there is nothing more to come. */
static bool
take(struct drain *drain, int which)
{
	struct stream *s = &drain->streams[which];
	uint64_t sum = drain->stats.taken[0] + drain->stats.taken[1];
	char block[65536];
	ssize_t n = read(s->from, block, sizeof(block));
	size_t keep;

	if (n < 0)
		return errno == EINTR || errno == EAGAIN;
	if (n == 0)
		return false;
	drain->small &= n < SMALL;
	keep = (size_t)n;
	if (keep > drain->limit - sum) {
		keep = (size_t)(drain->limit - sum);
		drain->stats.truncated[which] = true;
		if (!drain->stats.exceeded) {
			drain->stats.exceeded = true;
			drain->on_limit(drain->arg);
		}
	}
	drain->stats.taken[which] += keep;
	if (which == 1)
		keep_tail(&drain->stats, block, keep);
	if (s->gone) {
		drain->stats.truncated[which] = true;
		return true;
	}
	if (drain->capture ? store(s, block, keep) :
	    deliver(drain, s, block, keep))
		return true;
	/*
	 * The receiver is gone. The writer learns it as it would without us
	 * between: from its next write.
	 */
	s->gone = true;
	drain->stats.err[which] = s->err;
	drain->stats.truncated[which] = true;
	return false;
}

static void
close_stream(struct drain *drain, int which, struct pollfd *wait)
{
	close_once(&drain->streams[which].from);
	wait->fd = -1;
}

/* What was printed before this was sent lies in the other pipes already. */
static bool
take_aside(struct drain *drain, struct pollfd wait[])
{
	char block[65536];
	ssize_t n = read(drain->streams[2].from, block, sizeof(block));
	int i;

	if (n < 0)
		return errno == EINTR || errno == EAGAIN;
	for (i = 0; n > 0 && i < 2; i++)
		if (wait[i].fd >= 0 && !take(drain, i))
			close_stream(drain, i, &wait[i]);
	return n > 0 && drain->aside(block, (size_t)n, drain->aside_arg);
}

/*
 * A line at a time, as Python writes, would be a wake at a time: it would cost
 * the writer more than the write does. The first comes through at once.
 */
static void
rest(struct drain *drain)
{
	struct pollfd ended = { .fd = drain->ended, .events = POLLIN };

	if (!drain->dead && drain->small &&
	    clock_ms() - drain->taken_at <= REST_MS)
		poll(&ended, 1, REST_MS);
	drain->small = true;
}

/* What the poll said is there. */
static void
take_all(struct drain *drain, struct pollfd *wait)
{
	int i;

	for (i = 0; i < 3; i++)
		if (wait[i].fd >= 0 && wait[i].revents != 0 &&
		    !(i < 2 ? take(drain, i) : take_aside(drain, wait)))
			close_stream(drain, i, &wait[i]);
}

static void *
drain_main(void *arg)
{
	struct drain *drain = arg;
	struct pollfd *wait = drain->wait;
	int r;

	while (wait[0].fd >= 0 || wait[1].fd >= 0 || wait[2].fd >= 0) {
		/* Nobody writes any more: what is there, is all there is. */
		if (drain->dead)
			wait[3].fd = -1;
		r = poll(wait, 4, drain->dead ? 0 : -1);
		if (r < 0 && errno != EINTR)
			break;
		if (r == 0)
			break;
		if (r < 0)
			continue;
		if (wait[3].fd >= 0 && (wait[3].revents & POLLIN))
			drain->dead = true;
		rest(drain);
		pthread_mutex_lock(&drain->lock);
		take_all(drain, wait);
		pthread_mutex_unlock(&drain->lock);
		drain->taken_at = clock_ms();
	}
	return NULL;
}

void
drain_settle(struct drain *drain, struct drain_stats *ret)
{
	struct pollfd wait[3];
	int i;

	pthread_mutex_lock(&drain->lock);
	/* The thread may be amid a poll of its own. */
	memcpy(wait, drain->wait, sizeof(wait));
	while (poll(wait, 3, 0) > 0) {
		take_all(drain, wait);
		if (wait[0].fd < 0 && wait[1].fd < 0 && wait[2].fd < 0)
			break;
	}
	for (i = 0; i < 3; i++)
		drain->wait[i].fd = wait[i].fd;
	*ret = drain->stats;
	drain->stats = (struct drain_stats){ .taken = { 0 } };
	pthread_mutex_unlock(&drain->lock);
}

int
drain_start(struct drain *drain)
{
	int i, r;

	for (i = 0; i < 3; i++) {
		close_once(&drain->streams[i].writer);
		drain->wait[i] = (struct pollfd){ .fd =
		    drain->streams[i].from, .events = POLLIN };
	}
	drain->wait[3] = (struct pollfd){ .fd = drain->ended,
	    .events = POLLIN };
	r = pthread_create(&drain->thread, NULL, drain_main, drain);
	drain->running = r == 0;
	return -r;
}

void
drain_finish(struct drain *drain, struct drain_stats *ret)
{
	uint64_t one = 1;

	if (drain->running) {
		while (write(drain->ended, &one, sizeof(one)) < 0 &&
		    errno == EINTR)
			;
		pthread_join(drain->thread, NULL);
		drain->running = false;
	}
	*ret = drain->stats;
}

void
drain_free(struct drain *drain)
{
	int i;

	if (drain == NULL)
		return;
	for (i = 0; i < 3; i++) {
		close_once(&drain->streams[i].from);
		close_once(&drain->streams[i].writer);
	}
	close_once(&drain->ended);
	free(drain);
}
