/*
 * What grows where nobody looks: attack FOLDER KIND [NUMBER]. Bounded by
 * NUMBER, MiB unless said otherwise. Prints a line when it holds what it got,
 * and holds it for as long as the harness needs to see it.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/falloc.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define MIB ((size_t)1 << 20)
#define HUGE_PAGE (2 * MIB)

static const char *kind;
static size_t number;
static char block[1 << 20];
static volatile int done;

static void
hold(size_t got)
{
	dprintf(1, "holds %zu\n", got);
	usleep(700000);
}

static int
named(const char *prefix, unsigned n)
{
	char name[32];

	snprintf(name, sizeof(name), "%s%u", prefix, n);
	return open(name, O_CREAT | O_RDWR, 0600);
}

/* Memory files in a table of descriptors that only this thread has. */
static int
fill_memory(void *arg)
{
	size_t got = 0;
	int fd = -1, r = 0;

	(void)arg;
	if (strcmp(kind, "unshare") == 0)
		r = unshare(CLONE_FILES);
	else if (strcmp(kind, "range") == 0)
		r = (int)syscall(SYS_close_range, 100, 120, 2);
	if (r < 0)
		dprintf(1, "refused: %s\n", strerror(errno));
	while (r == 0 && got < number) {
		if (got % 32 == 0)
			fd = memfd_create("m", 0);
		if (fd < 0 || write(fd, block, MIB) != (ssize_t)MIB)
			break;
		got++;
	}
	if (r == 0)
		hold(got);
	done = 1;
	syscall(SYS_exit, 0);
	return 0;
}

static void *
fill_thread(void *arg)
{
	fill_memory(arg);
	return NULL;
}

static void
hidden_table(void)
{
	int flags = CLONE_VM | CLONE_FS | CLONE_SIGHAND | CLONE_THREAD |
	    CLONE_SYSVSEM;
	char *stack = malloc(1 << 17);
	pthread_t thread;

	if (strcmp(kind, "clone") != 0) {
		pthread_create(&thread, NULL, fill_thread, NULL);
	} else if (clone(fill_memory, stack + (1 << 17), flags, NULL) < 0) {
		dprintf(1, "refused: %s\n", strerror(errno));
		return;
	}
	while (!done)
		usleep(10000);
}

/* One byte of each large page of a file, and the file is made short. */
static void
pin(void)
{
	size_t size = 32 * MIB, at, got = 0, pieces;
	volatile char seen;
	unsigned n;

	for (n = 0; n * 32 < number; n++) {
		int fd = named("p", 0), to[2], r;
		char *place, *map;

		for (at = 0; at < size; at += MIB)
			r = (int)pwrite(fd, block, MIB, (off_t)at);
		fdatasync(fd);
		posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
		place = mmap(NULL, 2 * size, PROT_READ, MAP_PRIVATE |
		    MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		map = (char *)(((uintptr_t)place + HUGE_PAGE - 1) &
		    ~(HUGE_PAGE - 1));
		map = mmap(map, size, PROT_READ, MAP_SHARED | MAP_FIXED, fd, 0);
		madvise(map, size, MADV_HUGEPAGE);
		if (strcmp(kind, "sendfile-socket") == 0)
			r = socketpair(AF_UNIX, SOCK_STREAM, 0, to);
		else
			r = pipe(to) < 0 ? -1 : 0;
		if (r < 0)
			break;
		for (at = 0, pieces = 0; at < size; at += HUGE_PAGE) {
			off_t off = (off_t)at;

			seen = map[at];
			(void)seen;
			if (strcmp(kind, "splice") == 0)
				r = (int)splice(fd, &off, to[1], NULL, 1,
				    SPLICE_F_NONBLOCK);
			else
				r = (int)sendfile(to[1], fd, &off, 1);
			pieces += r == 1;
		}
		got += pieces * 2;
		munmap(place, 2 * size);
		if (ftruncate(fd, 0) < 0)
			break;
		close(fd);
	}
	if (got == 0)
		dprintf(1, "refused: %s\n", strerror(errno));
	else
		hold(got);
}

/* Blocks without a byte written, or beyond the end of what a file may be. */
static void *
allocate(void *arg)
{
	int mode = strcmp(kind, "keep") == 0 ? FALLOC_FL_KEEP_SIZE :
	    strcmp(kind, "zero") == 0 ? FALLOC_FL_ZERO_RANGE |
	    FALLOC_FL_KEEP_SIZE : 0;
	size_t got = 0, step = strcmp(kind, "large") == 0 ? number : 16;
	unsigned n;
	int fd, r;

	for (n = 0; got < number; n++) {
		fd = named("g", n);
		r = fallocate(fd, mode, strcmp(kind, "far") == 0 ?
		    (off_t)1 << 33 : 0, (off_t)(step * MIB));
		if (r < 0) {
			dprintf(1, "refused: %s\n", strerror(errno));
			break;
		}
		got += step;
		close(fd);
	}
	hold(got);
	return arg;
}

/* A file made longer than any may be by a hole, which is then filled. */
static void
insert(void)
{
	int fd = named("g", 0);
	size_t at, got = 0;
	char *map;

	if (pwrite(fd, block, MIB, 0) < 0 || fallocate(fd,
	    FALLOC_FL_INSERT_RANGE, 0, (off_t)(number * MIB)) < 0) {
		dprintf(1, "refused: %s\n", strerror(errno));
		return;
	}
	for (at = 0; at < number; at += 4) {
		map = mmap(NULL, 4 * MIB, PROT_READ | PROT_WRITE, MAP_SHARED,
		    fd, (off_t)(at * MIB));
		if (map == MAP_FAILED)
			break;
		memset(map, 7, 4 * MIB);
		munmap(map, 4 * MIB);
		got += 4;
	}
	hold(got);
}

/* Files open in a folder that is closed, and go on to grow. */
static void
closed_folder(void)
{
	size_t got = 0, i;
	char name[32], inside[48];
	unsigned n;
	int fd;

	if (strcmp(kind, "closed-umask") == 0)
		umask(0400);
	for (n = 0; got < number; n++) {
		snprintf(name, sizeof(name), "d%u", n);
		snprintf(inside, sizeof(inside), "d%u/f", n);
		if (strcmp(kind, "closed-mkdir") == 0)
			mkdir(name, 0300);
		else
			mkdir(name, 0700);
		fd = open(inside, O_CREAT | O_RDWR, 0600);
		if (strcmp(kind, "closed-chmod") == 0)
			chmod(name, 0);
		for (i = 0; fd >= 0 && i < 40; i++) {
			if (write(fd, block, MIB) < 0)
				break;
			got++;
		}
		if (i < 40)
			break;
		close(fd);
		usleep(120000);
	}
	hold(got);
}

/* Shared memory that nobody may touch, until it is opened piece by piece. */
static void
opened_later(void)
{
	int fd = strcmp(kind, "opened-zero") == 0 ?
	    open("/dev/zero", O_RDWR) : -1;
	size_t got = 0, piece;
	char *map;

	for (; got < number; got += 32) {
		map = mmap(NULL, 32 * MIB, PROT_NONE, MAP_SHARED |
		    (fd < 0 ? MAP_ANONYMOUS : 0), fd, 0);
		if (map == MAP_FAILED) {
			dprintf(1, "refused: %s\n", strerror(errno));
			break;
		}
		for (piece = 0; piece < 32; piece++) {
			if (mprotect(map + piece * MIB, MIB - 4096, PROT_READ |
			    PROT_WRITE) == 0)
				memset(map + piece * MIB, 7, MIB - 4096);
		}
		munmap(map, 32 * MIB - 4096);
	}
	hold(got);
}

/* Notes about the pages of memory files, which stay when nothing is mapped. */
static void
policies(void)
{
	size_t size = 64 * MIB, at, page, got = 0;
	unsigned long nodes = 1;
	int fd, r = 0;
	char *map;

	for (; got < number && r == 0; got += 5) {
		fd = memfd_create("m", 0);
		if (ftruncate(fd, (off_t)size) < 0)
			break;
		for (at = 0; at < size && r == 0; at += 2 * MIB) {
			map = mmap(NULL, 2 * MIB, PROT_READ | PROT_WRITE,
			    MAP_SHARED, fd, (off_t)at);
			for (page = 0; page < 2 * MIB && r == 0; page += 8192)
				r = (int)syscall(SYS_mbind, map + page, 4096,
				    2, &nodes, 64, 0);
			munmap(map, 2 * MIB);
		}
	}
	if (r < 0)
		dprintf(1, "refused: %s\n", strerror(errno));
	else
		hold(got);
}

/* Locked ranges, each with another between. */
static void
ranges(void)
{
	struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
	int fd = named("l", 0), command = strcmp(kind, "ranges") == 0 ?
	    F_OFD_SETLK : F_SETLK;
	size_t i;

	if (strcmp(kind, "ranges-cut") == 0) {
		lock.l_len = 0;		/* all of it, and then holes */
		if (fcntl(fd, command, &lock) < 0)
			return;
		lock.l_type = F_UNLCK;
	}
	for (i = 0; i < number; i++) {
		lock.l_start = (off_t)(2 * i + 1);
		lock.l_len = 1;
		if (fcntl(fd, command, &lock) < 0) {
			dprintf(1, "refused: %s\n", strerror(errno));
			break;
		}
	}
	hold(i);
}

static void
send_size_signal(void)
{
	struct sigevent event = { .sigev_notify = SIGEV_SIGNAL,
	    .sigev_signo = SIGXFSZ };
	struct itimerspec soon = { .it_value = { .tv_nsec = 1000000 } };
	struct rlimit own = { 4096, 4096 };
	timer_t timer;
	pid_t parent = getpid();
	ssize_t r;
	int fd;

	if (strcmp(kind, "xfsz-kill") == 0) {
		kill(getpid(), SIGXFSZ);
	} else if (strcmp(kind, "xfsz-raise") == 0) {
		raise(SIGXFSZ);
	} else if (strcmp(kind, "xfsz-queue") == 0) {
		sigqueue(getpid(), SIGXFSZ, (union sigval){ 0 });
	} else if (strcmp(kind, "xfsz-child") == 0) {
		if (fork() == 0) {
			kill(parent, SIGXFSZ);
			_exit(0);
		}
		usleep(500000);
	} else if (strcmp(kind, "xfsz-timer") == 0) {
		timer_create(CLOCK_MONOTONIC, &event, &timer);
		timer_settime(timer, 0, &soon, NULL);
		usleep(500000);
	} else {
		if (strcmp(kind, "xfsz-own") == 0)
			setrlimit(RLIMIT_FSIZE, &own);
		fd = named("x", 0);
		r = pwrite(fd, block, 8192, 0);
		r = pwrite(fd, block, 8192, (off_t)(number * MIB));
		dprintf(1, "%s\n", r < 0 ? strerror(errno) : "written");
		return;
	}
	dprintf(1, "alive\n");
}

int
main(int argc, char **argv)
{
	pthread_t thread;

	if (argc < 3 || chdir(argv[1]) < 0)
		return 2;
	kind = argv[2];
	number = argc > 3 ? (size_t)atol(argv[3]) : 0;
	memset(block, 7, sizeof(block));
	if (strcmp(kind, "clone") == 0 || strcmp(kind, "unshare") == 0 ||
	    strcmp(kind, "range") == 0)
		hidden_table();
	else if (strcmp(kind, "splice") == 0 ||
	    strncmp(kind, "sendfile", 8) == 0)
		pin();
	else if (strcmp(kind, "insert") == 0)
		insert();
	else if (strncmp(kind, "closed", 6) == 0)
		closed_folder();
	else if (strncmp(kind, "opened", 6) == 0)
		opened_later();
	else if (strcmp(kind, "policies") == 0)
		policies();
	else if (strncmp(kind, "ranges", 6) == 0)
		ranges();
	else if (strncmp(kind, "xfsz", 4) == 0)
		send_size_signal();
	else if (strcmp(kind, "thread") == 0 && pthread_create(&thread, NULL,
	    allocate, NULL) == 0)
		pthread_join(thread, NULL);
	else
		allocate(NULL);
	return 0;
}
