/* Memory that belongs to no process, or hides from the one it belongs to. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hoard.h"

#define SHARED	(MAP_SHARED | MAP_ANONYMOUS)

static void
files_written(long bytes)
{
	for (; bytes > 0; bytes -= PIECE) {
		if (fill(memfd_create("m", 0), PIECE) < PIECE)
			break;
	}
}

static void
files_allocated(long bytes)
{
	for (; bytes > 0; bytes -= PIECE) {
		if (fallocate(memfd_create("m", 0), 0, 0, PIECE) < 0)
			break;
	}
}

/* A hole, filled by touching it; by what has no descriptor any more. */
static void
files_mapped(long bytes)
{
	char *at;
	int fd;

	for (; bytes > 0; bytes -= PIECE) {
		fd = memfd_create("m", 0);
		if (fd < 0 || ftruncate(fd, PIECE) < 0)
			break;
		at = mmap(NULL, PIECE, PROT_READ | PROT_WRITE, MAP_SHARED, fd,
		    0);
		close(fd);
		if (at == MAP_FAILED)
			break;
		touch(at, PIECE);
	}
}

static void
files_mapped_first(long bytes)
{
	char *at[512];
	int n, i, fd;

	for (n = 0; n < bytes / PIECE; n++) {
		fd = memfd_create("m", 0);
		if (fd < 0 || ftruncate(fd, PIECE) < 0)
			break;
		at[n] = mmap(NULL, PIECE, PROT_READ | PROT_WRITE, MAP_SHARED,
		    fd, 0);
		close(fd);
		if (at[n] == MAP_FAILED)
			break;
	}
	for (i = 0; i < n; i++)
		touch(at[i], PIECE);
}

static void
files_of_a_thread(long bytes)
{
	by_thread(files_written, bytes);
}

static void *
dup_main(void *arg)
{
	int i;

	(void)arg;
	for (;;) {
		for (i = 3; i < 200; i++) {
			int fd = dup(i);

			dup2(i, 300 + i);
			close(fd);
		}
	}
	return NULL;
}

static void *
files_main(void *arg)
{
	long bytes = *(long *)arg;
	int fd;

	for (; bytes > 0; bytes -= PIECE) {
		fd = memfd_create("m", 0);
		if (fd < 0 || fill(fd, PIECE) < PIECE)
			break;
	}
	return NULL;
}

/* Siblings copy every number, and so get hold of what is only half made. */
static void
files_while_numbers_are_copied(long bytes)
{
	pthread_t makers[4], thread;
	long part = bytes / 4;
	int i;

	for (i = 0; i < 4; i++)
		pthread_create(&thread, NULL, dup_main, NULL);
	for (i = 0; i < 4; i++)
		pthread_create(&makers[i], NULL, files_main, &part);
	for (i = 0; i < 4; i++)
		pthread_join(makers[i], NULL);
}

static void
files_sent(long bytes)
{
	int pair[2] = { -1, -1 }, fd, n;

	for (n = 0; bytes > 0; bytes -= PIECE) {
		if (n++ % 8 == 0 && socketpair(AF_UNIX, SOCK_STREAM, 0, pair) < 0)
			break;
		fd = memfd_create("m", 0);
		if (fill(fd, PIECE) < PIECE)
			break;
		send_fd(pair[0], fd);
		close(fd);
	}
}

/* In a socket that is in a socket; filled when it is there. */
static void
files_sent_nested(long bytes)
{
	int outer[2], inner[2], fd;

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, outer) < 0)
		return;
	for (; bytes > 0; bytes -= PIECE) {
		if (socketpair(AF_UNIX, SOCK_STREAM, 0, inner) < 0)
			break;
		fd = memfd_create("m", 0);
		send_fd(inner[0], fd);
		send_fd(outer[0], inner[1]);
		close(inner[0]);
		close(inner[1]);
		if (fill(fd, PIECE) < PIECE)
			break;
		close(fd);
	}
}

static void
shared(long bytes)
{
	char *at;

	for (; bytes > 0; bytes -= PIECE) {
		at = mmap(NULL, PIECE, PROT_READ | PROT_WRITE, SHARED, -1, 0);
		if (at == MAP_FAILED)
			break;
		touch(at, PIECE);
	}
}

/* Of each only a page is mapped, and that never twice at one place. */
static void
shared_but_for_a_page(long bytes)
{
	char *page[512], *at;
	int n, i, round;

	for (n = 0; n < bytes / PIECE; n++) {
		at = mmap(NULL, PIECE, PROT_READ | PROT_WRITE, SHARED, -1, 0);
		if (at == MAP_FAILED)
			break;
		touch(at, PIECE);
		munmap(at + 4096, PIECE - 4096);
		page[n] = at;
	}
	for (round = 0; round < 2000; round++) {
		for (i = 0; i < n; i++) {
			at = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE |
			    MAP_ANONYMOUS, -1, 0);
			at = mremap(page[i], 4096, 4096, MREMAP_MAYMOVE |
			    MREMAP_FIXED, at);
			if (at != MAP_FAILED)
				page[i] = at;
		}
	}
}

static void
shared_opened_in_pieces(long bytes)
{
	char *at = mmap(NULL, (size_t)bytes, PROT_NONE, SHARED, -1, 0);
	long i;

	if (at == MAP_FAILED)
		return;
	for (i = 0; i < bytes; i += 512 << 10) {
		if (mprotect(at + i, 512 << 10, PROT_READ | PROT_WRITE) < 0)
			break;
		touch(at + i, 512 << 10);
	}
}

/* The same, and each piece for itself from the start. */
static void
shared_closed_first(long bytes)
{
	char *at[512];
	int n, i;

	for (n = 0; n < bytes / PIECE; n++) {
		at[n] = mmap(NULL, PIECE, PROT_NONE, SHARED, -1, 0);
		if (at[n] == MAP_FAILED)
			break;
	}
	for (i = 0; i < n; i++) {
		if (mprotect(at[i], PIECE, PROT_READ | PROT_WRITE) < 0)
			break;
		touch(at[i], PIECE);
	}
}

/* A child has them, whose parent is another program by then. */
static void
shared_by_a_child(long bytes)
{
	int ready[2];
	char byte;

	if (pipe(ready) < 0)
		return;
	for (; bytes > 0; bytes -= 4 * PIECE) {
		char *at = mmap(NULL, 4 * PIECE, PROT_READ | PROT_WRITE, SHARED,
		    -1, 0);
		pid_t pid = at == MAP_FAILED ? -1 : fork();

		if (pid < 0)
			break;
		if (pid == 0) {
			if (fork() != 0)
				_exit(0);
			if (write(ready[1], "x", 1) == 1)
				touch(at, 4 * PIECE);
			nap(3 * HOLD_MS);
			_exit(0);
		}
		waitpid(pid, NULL, 0);
		if (read(ready[0], &byte, 1) < 1)
			break;
		munmap(at, 4 * PIECE);
	}
	nap(HOLD_MS);
	execl("/bin/sleep", "sleep", "1", (char *)NULL);
}

static void
zero_device(long bytes)
{
	int fd = open("/dev/zero", O_RDWR);
	char *at;

	for (; bytes > 0; bytes -= PIECE) {
		at = mmap(NULL, PIECE, PROT_READ | PROT_WRITE, MAP_SHARED, fd,
		    0);
		if (at == MAP_FAILED)
			break;
		touch(at, PIECE);
	}
}

static void
pipes(long bytes)
{
	int ends[2];

	for (; bytes > 0; bytes -= 65536) {
		if (pipe2(ends, O_NONBLOCK) < 0)
			break;
		stuff(ends[1]);
	}
}

/* Filled here, held by another; what a look sees now, is there next. */
static void
pipes_moved(long bytes)
{
	int way[2], ends[2], held = 0;

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, way) < 0)
		return;
	if (fork() == 0) {
		close(way[0]);
		while (take_fd(way[1]) >= 0 && ++held < 800)
			;
		nap(3 * HOLD_MS);
		_exit(0);
	}
	for (; bytes > 0; bytes -= 65536) {
		if (pipe2(ends, O_NONBLOCK) < 0)
			break;
		stuff(ends[1]);
		send_fd(way[0], ends[0]);
		close(ends[0]);
		close(ends[1]);
	}
}

static void
stuff_pairs(int type, long bytes)
{
	int ends[2], size = 1 << 24;

	for (; bytes > 0; bytes -= 2 * 200 * 1024) {
		if (socketpair(AF_UNIX, type, 0, ends) < 0)
			break;
		setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &size, sizeof(size));
		stuff(ends[0]);
		stuff(ends[1]);
	}
}

static void
pairs_of_streams(long bytes)
{
	stuff_pairs(SOCK_STREAM, bytes);
}

static void
pairs_of_datagrams(long bytes)
{
	stuff_pairs(SOCK_DGRAM, bytes);
}

static void
pairs_of_packets(long bytes)
{
	stuff_pairs(SOCK_SEQPACKET, bytes);
}

/* Who sent is gone; what was sent waits. */
static void
datagrams_of_the_gone(long bytes)
{
	static char large[180 * 1024];
	struct sockaddr_un name = { .sun_family = AF_UNIX };
	int at, from, n = 0, i;

	for (; bytes > 0; bytes -= 10 * 120 * 1024) {
		at = socket(AF_UNIX, SOCK_DGRAM, 0);
		snprintf(name.sun_path, sizeof(name.sun_path), "g%d", n++);
		if (at < 0 || bind(at, (void *)&name, sizeof(name)) < 0)
			break;
		for (i = 0; i < 10; i++) {
			from = socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0);
			if (from < 0 || connect(from, (void *)&name,
			    sizeof(name)) < 0)
				return;
			send(from, large, sizeof(large), 0);
			close(from);
		}
	}
}

/* Connected, sent to, closed; and never accepted. */
static void
never_accepted(long bytes)
{
	struct sockaddr_un name = { .sun_family = AF_UNIX };
	int at = -1, from, n = 0;

	for (; bytes > 0; bytes -= 200 * 1024) {
		if (n % 100 == 0) {
			at = socket(AF_UNIX, SOCK_STREAM, 0);
			snprintf(name.sun_path, sizeof(name.sun_path), "a%d", n);
			unlink(name.sun_path);	/* of a try before */
			if (at < 0 || bind(at, (void *)&name, sizeof(name)) <
			    0 || listen(at, 1000) < 0)
				break;
		}
		from = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
		n++;
		if (from < 0)
			break;
		if (connect(from, (void *)&name, sizeof(name)) < 0) {
			/* Full: another one to wait at. */
			bytes += 200 * 1024;
			n += 99 - (n - 1) % 100;
			close(from);
			continue;
		}
		stuff(from);
		close(from);
	}
}

void
pieces_of_64k(long bytes, int flags, bool close)
{
	char *at;

	for (; bytes > 0; bytes -= 64 << 10) {
		at = mmap(NULL, 64 << 10, PROT_READ | PROT_WRITE,
		    MAP_ANONYMOUS | flags, -1, 0);
		if (at == MAP_FAILED)
			break;
		touch(at, 64 << 10);
		if (close)
			mprotect(at, 64 << 10, PROT_READ);
	}
}

static void
small_pieces(long bytes)
{
	pieces_of_64k(bytes, MAP_PRIVATE, false);
}

/* What nobody may write any more, the kernel no longer counts as data. */
static void
small_pieces_closed(long bytes)
{
	pieces_of_64k(bytes, MAP_PRIVATE, true);
}

static void
small_pieces_of_many(long bytes)
{
	by_children(16, small_pieces, bytes);
}

static void
small_pieces_of_a_thread(long bytes)
{
	by_thread(small_pieces, bytes);
}

const struct mode memory_modes[] = {
	{ "files-written", files_written },
	{ "files-allocated", files_allocated },
	{ "files-mapped", files_mapped },
	{ "files-mapped-first", files_mapped_first },
	{ "files-of-a-thread", files_of_a_thread },
	{ "files-while-numbers-are-copied", files_while_numbers_are_copied },
	{ "files-sent", files_sent },
	{ "files-sent-nested", files_sent_nested },
	{ "shared", shared },
	{ "shared-but-for-a-page", shared_but_for_a_page },
	{ "shared-opened-in-pieces", shared_opened_in_pieces },
	{ "shared-closed-first", shared_closed_first },
	{ "shared-by-a-child", shared_by_a_child },
	{ "zero-device", zero_device },
	{ "pipes", pipes },
	{ "pipes-moved", pipes_moved },
	{ "pairs-of-streams", pairs_of_streams },
	{ "pairs-of-datagrams", pairs_of_datagrams },
	{ "pairs-of-packets", pairs_of_packets },
	{ "datagrams-of-the-gone", datagrams_of_the_gone },
	{ "never-accepted", never_accepted },
	{ "small-pieces-closed", small_pieces_closed },
	{ "small-pieces-of-many", small_pieces_of_many },
	{ "small-pieces-of-a-thread", small_pieces_of_a_thread },
	{ NULL, NULL }
};
