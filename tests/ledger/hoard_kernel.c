/* What the kernel keeps for a process, or counts as no data of it. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hoard.h"

#define WATCHES	900
#define LEVELS	14	/* whose long names fit into one path */
#define NESTS	4
#define HUGE	(2 * MIB)

static int
watch_all(int poll)
{
	struct epoll_event event = { 0 };
	int i;

	for (i = 0; i < WATCHES; i++)
		if (epoll_ctl(poll, EPOLL_CTL_ADD, 100 + i, &event) < 0)
			return -1;
	return 0;
}

/* Each epoll is on its way over a socket, and open nowhere. */
static void
watches_sent(long bytes)
{
	int pair[2] = { -1, -1 }, fd = eventfd(0, 0), i, n, poll, r = 0;

	for (i = 0; i < WATCHES; i++)
		dup2(fd, 100 + i);
	for (n = 0; bytes > 0 && r == 0; bytes -= 200 * WATCHES) {
		if (n++ % 100 == 0 && socketpair(AF_UNIX, SOCK_STREAM, 0, pair) < 0)
			break;
		poll = epoll_create1(0);
		if (poll < 0)
			break;
		r = watch_all(poll);
		send_fd(pair[0], poll);
		close(poll);
	}
}

/*
 * Longer than any path may be: what has a long path becomes the end of another.
 * Each of these bytes is written as four.
 */
static void
map_by_a_long_name(void)
{
	char long_name[251], from[16], at[16 + LEVELS * 251], *end;
	int i, nest, fd;

	memset(long_name, '\n', sizeof(long_name) - 1);
	long_name[sizeof(long_name) - 1] = '\0';
	mkdir("n0", 0700);
	fd = open("n0/f", O_RDWR | O_CREAT, 0600);
	if (fd < 0 || ftruncate(fd, 4096) < 0 || mmap(NULL, 4096, PROT_READ,
	    MAP_SHARED, fd, 0) == MAP_FAILED)
		return;
	for (nest = 1; nest <= NESTS; nest++) {
		snprintf(from, sizeof(from), "n%d", nest - 1);
		end = at + snprintf(at, sizeof(at), "n%d", nest);
		mkdir(at, 0700);
		for (i = 0; i < LEVELS; i++) {
			end += sprintf(end, "/%s", long_name);
			if (i + 1 < LEVELS)
				mkdir(at, 0700);
		}
		rename(from, at);
	}
	close(fd);
}

static void
open_texts(long bytes)
{
	char text[4096];
	int fd;

	for (; bytes > 0; bytes -= 64 << 10) {
		fd = open("/proc/self/maps", O_RDONLY);
		if (fd < 0)
			break;
		while (read(fd, text, sizeof(text)) > 0)
			;
	}
}

/* Of a text below /proc the kernel keeps the longest line. */
static void
texts_with_long_names(long bytes)
{
	map_by_a_long_name();
	by_children(4, open_texts, bytes);
}

/* Each that was forked has links to all it came from, for each piece. */
static void
fork_pieces(long pieces, int deep, long ms)
{
	char *at = mmap(NULL, 8192 * pieces, PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	long i;

	if (at == MAP_FAILED)
		return;
	for (i = 0; i < pieces; i++)
		mprotect(at + 8192 * i, 4096, PROT_NONE);
	for (;;) {
		for (i = 0; i < pieces; i++)
			at[8192 * i + 4096] = 1;
		if (deep-- > 0 && fork() == 0)
			continue;
		while (wait(NULL) > 0)
			;
		nap(ms);
		return;
	}
}

static void
pieces_forked(long bytes)
{
	fork_pieces(bytes / MIB * 8, 40, 0);
}

static void
pieces_forked_for_ever(long bytes)
{
	(void)bytes;
	fork_pieces(500, 60, 60000);
}

/* What may grow as a stack does is no data. */
static void
small_pieces_of_stack(long bytes)
{
	pieces_of_64k(bytes, MAP_PRIVATE | MAP_GROWSDOWN, false);
}

static void
fill_stack(long bytes)
{
	volatile char *at = __builtin_alloca((size_t)bytes);

	nap(300);	/* until all are there */
	for (bytes -= 4096; bytes >= 0; bytes -= 4096)
		at[bytes] = 1;
}

static void
stacks(long bytes)
{
	by_children(36, fill_stack, bytes);
}

/*
 * Forked first, when there is one piece, and then cut into many: each of those
 * has links to all it came from.
 */
static void
pieces_cut(long bytes)
{
	long pieces = bytes / MIB * 12, i;
	char *at = mmap(NULL, 8192 * pieces, PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int deep, go[2];
	char c;

	if (at == MAP_FAILED || pipe(go) < 0)
		return;
	*at = 1;
	mprotect(at, 8192 * pieces, PROT_NONE);
	for (deep = 0; deep < 50 && fork() == 0; deep++)
		;
	close(go[1]);
	read(go[0], &c, 1);
	for (i = 0; i < pieces; i++)
		munmap(at + 8192 * i, 4096);
	hold();
	while (wait(NULL) > 0)
		;
}

static void
small_pieces_droppable(long bytes)
{
	const int droppable = 0x08;
	void *at = mmap(NULL, 4096, PROT_READ, MAP_ANONYMOUS | droppable, -1,
	    0);

	/* Before Linux 6.11 there is none. */
	pieces_of_64k(bytes, at == MAP_FAILED ? MAP_PRIVATE : droppable, false);
}

/* Nobody may write it, and it becomes memory all the same: MADV_COLLAPSE. */
static void
never_written(long bytes)
{
	char *at = mmap(NULL, (size_t)bytes + 2 * HUGE, PROT_NONE, MAP_PRIVATE |
	    MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	volatile char byte;
	long i;

	if (at == MAP_FAILED)
		return;
	at += HUGE - (unsigned long)at % HUGE;
	mprotect(at, 4096, PROT_READ | PROT_WRITE);
	at[0] = 1;
	mprotect(at, (size_t)bytes, PROT_READ);
	for (i = 0; i < bytes; i += HUGE) {
		byte = at[i];
		madvise(at + i, HUGE, 25);
	}
}

/* Tables that say where pages are: one for each page that is read. */
static void
tables(long bytes)
{
	int fd = open("t", O_RDWR | O_CREAT, 0600);
	volatile char byte;
	char *at;
	long i;

	if (fd < 0 || ftruncate(fd, 16 * MIB) < 0)
		return;
	for (; bytes > 0; bytes -= 8 * 4096) {
		at = mmap(NULL, 16 * MIB, PROT_READ, MAP_PRIVATE, fd, 0);
		if (at == MAP_FAILED)
			break;
		for (i = 0; i < 8; i++)
			byte = at[i * HUGE];
	}
}

const struct mode kernel_modes[] = {
	{ "watches-sent", watches_sent },
	{ "texts-with-long-names", texts_with_long_names },
	{ "pieces-forked", pieces_forked },
	{ "pieces-forked-for-ever", pieces_forked_for_ever },
	{ "pieces-cut", pieces_cut },
	{ "stacks", stacks },
	{ "small-pieces-of-stack", small_pieces_of_stack },
	{ "small-pieces-droppable", small_pieces_droppable },
	{ "never-written", never_written },
	{ "tables", tables },
	{ NULL, NULL }
};
