#include "look.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

#include "../base/clock.h"
#include "../base/mem.h"
#include "../base/util.h"
#include "../tracer/guard.h"
#include "../policy/policy.h"
#include "../tracer/proctext.h"
#include "buffers.h"

/* What one look may cost: text read, and time of this thread's own. */
#define TEXT_MAX	(16 << 20)
#define CPU_NS		INT64_C(250000000)
#define LOCKS_TEXT	(2u << 20)

/* What the kernel keeps for a piece of an address space, and for its link to
 * each that it was forked from (as measured, 6.18, rounded up). */
#define PIECE_SIZE	288
#define LINK_SIZE	64
#define PIECES		1024	/* that every process may have */
#define PIECES_COUNTED	8192	/* beyond: as many as there can be */
#define PIECES_MOST	65530	/* vm.max_map_count */
/* Where nobody traces, POSIX semaphores to take at their word. */
#define SEMAPHORES_MAX	16
#define SEEN		4096

struct seen {
	dev_t	dev;
	ino_t	ino;
};

struct looker {
	struct seen	 seen[SEEN];
	uint16_t	 slot[2 * SEEN];	/* of seen, plus 1 */
	unsigned	 nseen;
	dev_t		 memory_dev;	/* where memory files lie */
	dev_t		 proc_dev;
	bool		 tells_flight;	/* this kernel, of local sockets */
	int64_t		 text, until;	/* what is left; and when to end */
	unsigned	 semaphores, spends;
	const struct look_order *order;
	struct look	*look;
};

static bool
tells_flight(void)
{
	auto_fd int info = -1;
	char name[48], text[512];
	int64_t waiting;
	ssize_t n = -1;
	int pair[2];

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0)
		return false;
	snprintf(name, sizeof(name), "/proc/self/fdinfo/%d", pair[0]);
	info = open(name, O_RDONLY | O_CLOEXEC);
	if (info >= 0)
		n = read(info, text, sizeof(text));
	close(pair[0]);
	close(pair[1]);
	return n > 0 && proctext_number(text, (size_t)n, "scm_fds", &waiting);
}

struct looker *
looker_new(void)
{
	struct looker *l = mem_new(1, sizeof(*l));
	auto_fd int fd = memfd_create("look", MFD_CLOEXEC);
	struct stat st;

	if (fd >= 0 && fstat(fd, &st) == 0)
		l->memory_dev = st.st_dev;
	if (stat("/proc", &st) == 0)
		l->proc_dev = st.st_dev;
	l->tells_flight = tells_flight();
	return l;
}

void
looker_free(struct looker *l)
{
	free(l);
}

/* May more be read? Then `n` bytes of text were. */
static bool
spend(struct looker *l, size_t n)
{
	l->text -= (int64_t)n;
	/* To ask for this clock is a system call. */
	if (l->text < 0 || (++l->spends % 64 == 0 &&
	    clock_ns(CLOCK_THREAD_CPUTIME_ID) > l->until))
		l->look->spent = true;
	return !l->look->spent;
}

/* Is it seen for the first time? Yes also where there is no room to know. */
static bool
see(struct looker *l, dev_t dev, ino_t ino)
{
	unsigned at = (unsigned)((ino * UINT64_C(0x9e3779b97f4a7c15)) >> 51);

	for (; l->slot[at] != 0; at = (at + 1) % (2 * SEEN))
		if (l->seen[l->slot[at] - 1].ino == ino &&
		    l->seen[l->slot[at] - 1].dev == dev)
			return false;
	if (l->nseen == SEEN)
		return true;
	l->seen[l->nseen++] = (struct seen){ dev, ino };
	l->slot[at] = (uint16_t)l->nseen;
	return true;
}

/* Lines of what is known of this descriptor that begin with `word`. */
static int64_t
count_lines(struct looker *l, pid_t tid, const char *fd, const char *word)
{
	char name[64], line[128];
	int64_t count = 0;
	size_t n;
	FILE *f;

	snprintf(name, sizeof(name), "/proc/%d/fdinfo/%.16s", (int)tid, fd);
	f = fopen(name, "re");
	if (f == NULL)
		return 0;
	while (proctext_next(f, line, sizeof(line), &n) && spend(l, n))
		count += strncmp(line, word, strlen(word)) == 0;
	fclose(f);
	return count;
}

/* Do descriptors wait in this socket? Perhaps, where that is not told. */
static bool
has_waiting(struct looker *l, pid_t tid, const char *fd)
{
	char name[64], text[1024];
	auto_fd int info = -1;
	int64_t waiting;
	ssize_t n;

	if (!l->tells_flight)
		return true;
	snprintf(name, sizeof(name), "/proc/%d/fdinfo/%.16s", (int)tid, fd);
	info = open(name, O_RDONLY | O_CLOEXEC);
	n = info < 0 ? -1 : read(info, text, sizeof(text));
	/* One that is not local carries none, and does not say so. */
	return n <= 0 || (proctext_number(text, (size_t)n, "scm_fds",
	    &waiting) && waiting > 0);
}

static void
see_channel(struct looker *l, pid_t tid, const char *fd, const struct stat *st)
{
	if (!see(l, st->st_dev, st->st_ino))
		return;
	if (S_ISFIFO(st->st_mode)) {
		l->look->channels += BUFFERS_PIPE;
		return;
	}
	/* Which kind it is only its holder can be asked: the largest. */
	l->look->channels += l->order->net ? BUFFERS_INET : BUFFERS_STREAM;
	if (!l->look->in_flight)
		l->look->in_flight = has_waiting(l, tid, fd);
}

static void
see_descriptor(struct looker *l, pid_t tid, int dir, const char *fd)
{
	struct stat st;

	if (fstatat(dir, fd, &st, 0) < 0)
		return;
	/* What is there twice counts twice: less is forgiven. */
	if ((st.st_mode & S_IFMT) == 0) {
		if (l->order->still || l->order->alone)
			l->look->channels += BUFFERS_WATCH *
			    count_lines(l, tid, fd, "tfd:");
	} else if (S_ISREG(st.st_mode) && st.st_dev == l->proc_dev) {
		l->look->channels += BUFFERS_NAMES;
	} else if (S_ISFIFO(st.st_mode) || S_ISSOCK(st.st_mode)) {
		if (l->order->still || l->order->alone)
			see_channel(l, tid, fd, &st);
	} else if (S_ISREG(st.st_mode) && st.st_nlink == 0 &&
	    l->order->alone && see(l, st.st_dev, st.st_ino)) {
		if (st.st_dev == l->memory_dev)
			l->look->memory += st.st_blocks * 512;
		else
			l->look->disk += st.st_blocks * 512;
	}
}

static void
see_descriptors(struct looker *l, pid_t tid)
{
	struct dirent *entry;
	char path[64];
	int64_t n = 0;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%d/fd", (int)tid);
	dir = opendir(path);
	if (dir == NULL)
		return;
	while ((entry = readdir(dir)) != NULL && spend(l, 1)) {
		if (entry->d_name[0] == '.')
			continue;
		n++;
		see_descriptor(l, tid, dirfd(dir), entry->d_name);
	}
	closedir(dir);
	if (n > l->look->open_most)
		l->look->open_most = n;
}

/*
 * A POSIX semaphore, as libc leaves it: one page of a file without a name,
 * below the run's own /dev/shm.
 */
static bool
is_semaphore(struct looker *l, const struct proctext_map *map)
{
	static const char stem[] = "/home/" POLICY_SHM "/sem.";

	return map->end - map->start <= 4096 && memmem(map->name,
	    map->name_len, stem, sizeof(stem) - 1) != NULL &&
	    ++l->semaphores <= SEMAPHORES_MAX;
}

/*
 * Where nobody traces: what is mapped, has lost its name and is open nowhere.
 * That the name says so makes it count; nothing is excused for it.
 */
static void
see_mapped(struct looker *l, const struct proctext_map *map)
{
	static const char gone[] = " (deleted)";
	const size_t n = sizeof(gone) - 1;
	dev_t dev = makedev(map->major, map->minor);

	if (map->ino == 0 || map->name_len < n || memcmp(map->name +
	    map->name_len - n, gone, n) != 0 || guard_touches(map->start, 1) ||
	    !see(l, dev, map->ino) || is_semaphore(l, map))
		return;
	if (dev == l->memory_dev)
		l->look->memory += l->order->most;
	else
		l->look->disk += l->order->most;
}

static struct look_pieces
weigh(int64_t pieces, unsigned forks)
{
	struct look_pieces sum = { 0, 0 };

	if (pieces > PIECES_COUNTED)
		pieces = PIECES_MOST;
	if (pieces > PIECES)
		sum.memory = PIECE_SIZE * (pieces - PIECES);
	sum.memory += LINK_SIZE * pieces * forks;
	sum.links = pieces * (1 + (int64_t)forks);
	return sum;
}

static FILE *
open_maps(pid_t tid)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/maps", (int)tid);
	return fopen(path, "re");
}

struct look_pieces
look_pieces(pid_t tid, unsigned forks)
{
	FILE *f = open_maps(tid);
	char line[256];
	int64_t pieces = 0;
	size_t n;

	while (f != NULL && pieces <= PIECES_COUNTED &&
	    proctext_next(f, line, sizeof(line), &n))
		pieces++;
	if (f != NULL)
		fclose(f);
	return weigh(pieces, forks);
}

static void
see_pieces(struct looker *l, pid_t tid, unsigned forks)
{
	struct proctext_map map;
	struct look_pieces sum;
	char line[4352];
	int64_t pieces = 0;
	size_t n;
	FILE *f = open_maps(tid);

	if (f == NULL)
		return;
	while (proctext_next(f, line, sizeof(line), &n) && spend(l, n)) {
		if (++pieces > PIECES_COUNTED && !l->order->alone)
			break;
		if (l->order->alone && proctext_map(line, n, &map))
			see_mapped(l, &map);
		/* It is too much already: the sooner that is known, the less. */
		if (l->look->links + pieces * (1 + (int64_t)forks) >
		    LOOK_LINKS_MAX)
			l->look->spent = true;
	}
	fclose(f);
	sum = weigh(pieces, forks);
	l->look->memory += sum.memory;
	l->look->links += sum.links;
}

static bool
is_ours(const struct look_order *order, long pid)
{
	size_t i;

	for (i = 0; i < order->n; i++)
		if (order->tgids[i] == pid)
			return true;
	return false;
}

/*
 * The kernel's list, which holds no name. That of an open file (OFD) has no
 * owner there. The newest stand first: a host with many hides none of ours.
 *
 *	1: OFDLCK ADVISORY  WRITE -1 fe:00:131073 0 0
 *	1: -> POSIX  ADVISORY  READ 4711 fe:00:131073 0 EOF
 */
int64_t
look_locks(const struct look_order *order)
{
	FILE *f = fopen("/proc/locks", "re");
	size_t n, text = 0;
	int64_t locks = 0;
	char line[160], *at;
	long pid;

	if (f == NULL)
		return INT64_MAX;
	while (text < LOCKS_TEXT &&
	    proctext_next(f, line, sizeof(line), &n)) {
		text += n + 1;
		at = strstr(line, "READ ");
		if (at == NULL)
			at = strstr(line, "WRITE ");
		if (at != NULL && sscanf(at, "%*s %ld", &pid) == 1 &&
		    (pid < 0 || is_ours(order, pid)))
			locks++;
	}
	fclose(f);
	return locks;
}

void
looker_look(struct looker *l, const struct look_order *order,
    struct look *ret)
{
	size_t i;

	memset(ret, 0, sizeof(*ret));
	memset(l->slot, 0, sizeof(l->slot));
	l->nseen = l->semaphores = 0;
	l->text = TEXT_MAX;
	l->until = clock_ns(CLOCK_THREAD_CPUTIME_ID) + CPU_NS;
	l->order = order;
	l->look = ret;
	/* Descriptors of all first: what is mapped as well is open then. */
	for (i = 0; i < order->n && !ret->spent; i++)
		see_descriptors(l, order->tids[i]);
	for (i = 0; i < order->n && !ret->spent && !order->still; i++)
		see_pieces(l, order->tids[i], order->forks[i]);
}
