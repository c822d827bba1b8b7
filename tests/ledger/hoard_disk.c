/* Disk: files that no walk through folders finds, or not when it looks. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hoard.h"

#define PART	(4 * MIB)

static int
make(const char *name)
{
	return open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
}

/* What becomes of each file, before it is filled and after. */
static void
each(long bytes, void (*before)(int), void (*after)(int))
{
	int fd;

	for (; bytes > 0; bytes -= PART) {
		fd = make("f");
		if (fd < 0)
			break;
		if (before != NULL)
			before(fd);
		if (fill(fd, PART) < PART)
			break;
		if (after != NULL)
			after(fd);
	}
}

static void
unlink_it(int fd)
{
	(void)fd;
	unlink("f");
}

static void
unlinked_and_open(long bytes)
{
	each(bytes, unlink_it, NULL);
}

static void
map_and_close(int fd)
{
	char *at = mmap(NULL, PART, PROT_READ, MAP_SHARED, fd, 0);

	if (at == MAP_FAILED)
		exit(1);
	close(fd);
	unlink("f");
}

static void
unlinked_and_mapped(long bytes)
{
	each(bytes, NULL, map_and_close);
}

static int way[2];

static void
send_and_close(int fd)
{
	unlink("f");
	if (way[0] < 0)
		exit(1);
	send_fd(way[0], fd);
	close(fd);
}

static void
unlinked_and_sent(long bytes)
{
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, way) == 0)
		each(bytes, NULL, send_and_close);
}

static void
rename_another(int fd)
{
	(void)fd;
	close(make("g"));
	rename("g", "f");
	unlink("f");
}

static void
renamed_over(long bytes)
{
	each(bytes, NULL, rename_another);
}

static void
unlinked_by_a_thread(long bytes)
{
	by_thread(unlinked_and_open, bytes);
}

static void
close_it(int fd)
{
	fchmod(fd, 0);
	unlink("f");
}

static void
unlinked_and_unreadable(long bytes)
{
	each(bytes, close_it, NULL);
}

static void
never_named(long bytes)
{
	int fd;

	for (; bytes > 0; bytes -= PART) {
		fd = open(".", O_TMPFILE | O_RDWR, 0600);
		if (fd < 0 || fill(fd, PART) < PART)
			break;
	}
}

static void *
hop_main(void *arg)
{
	(void)arg;
	for (;;) {
		rename("a/big", "z/big");
		rename("z/big", "a/big");
	}
	return NULL;
}

/* From a folder that is not counted yet to one that was, and back. */
static void
folder_that_hops(long bytes)
{
	char name[64];
	pthread_t thread;
	int i, fd, folder;

	mkdir("a", 0700);
	for (i = 0; i < 300; i++) {
		snprintf(name, sizeof(name), "m%03d", i);
		mkdir(name, 0700);
	}
	mkdir("z", 0700);
	mkdir("a/big", 0700);
	folder = open("a/big", O_RDONLY | O_DIRECTORY);
	pthread_create(&thread, NULL, hop_main, NULL);
	for (i = 0; bytes > 0; bytes -= PART, i++) {
		snprintf(name, sizeof(name), "f%d", i);
		fd = openat(folder, name, O_RDWR | O_CREAT, 0600);
		if (fd < 0 && (errno == ENOENT || errno == EACCES)) {
			/* It moved while it was looked up. */
			bytes += PART;
			continue;
		}
		if (fill(fd, PART) < PART)
			break;
		close(fd);
	}
}

static void
folder_that_is_closed(long bytes)
{
	char name[64];
	int i, fd, fds[256], n = (int)(bytes / PART);

	mkdir("c", 0700);
	for (i = 0; i < n; i++) {
		snprintf(name, sizeof(name), "c/f%d", i);
		fds[i] = make(name);
	}
	fd = open("c", O_RDONLY | O_DIRECTORY);
	fchmod(fd, 0);
	chmod("c", 0);
	for (i = 0; i < n; i++) {
		if (fill(fds[i], PART) < PART)
			break;
	}
}

static void
room_behind_the_end(long bytes)
{
	char name[64];
	int fd, i;

	for (i = 0; bytes > 0; bytes -= PART, i++) {
		snprintf(name, sizeof(name), "f%d", i);
		fd = make(name);
		if (fallocate(fd, FALLOC_FL_KEEP_SIZE, 0, PART) < 0)
			break;
		close(fd);
	}
}

/* A name for each kilobyte and a half; no byte of contents. */
static void
empty_files(long bytes)
{
	char name[64];
	int fd, i;

	for (i = 0; i < bytes / 1024; i++) {
		if (i % 500 == 0) {
			snprintf(name, sizeof(name), "d%d", i / 500);
			if (mkdir(name, 0700) < 0)
				break;
		}
		snprintf(name, sizeof(name), "d%d/f%d", i / 500, i);
		fd = make(name);
		if (fd < 0)
			break;
		close(fd);
	}
}

static void
many_names(long bytes)
{
	char name[256];
	int i;

	close(make("f"));
	for (i = 0; i < bytes / 1024; i++) {
		snprintf(name, sizeof(name), "%0200d", i);
		if (link("f", name) < 0)
			break;
	}
}

static void
holes_filled_by_touch(long bytes)
{
	char *at[256], name[64];
	int n, i, fd;

	for (n = 0; n < bytes / PART; n++) {
		snprintf(name, sizeof(name), "f%d", n);
		fd = make(name);
		if (fd < 0 || ftruncate(fd, PART) < 0)
			break;
		at[n] = mmap(NULL, PART, PROT_READ | PROT_WRITE, MAP_SHARED,
		    fd, 0);
		close(fd);
		if (at[n] == MAP_FAILED)
			break;
	}
	for (i = 0; i < n; i++)
		touch(at[i], PART);
}

static void
files_at_once(long bytes)
{
	char name[64];
	int fds[256], i, n = (int)(bytes / PART);

	for (i = 0; i < n; i++) {
		snprintf(name, sizeof(name), "f%d", i);
		fds[i] = make(name);
	}
	for (i = 0; i < n; i++) {
		if (fill(fds[i], PART) < PART)
			break;
	}
}

const struct mode disk_modes[] = {
	{ "files-at-once", files_at_once },
	{ "unlinked-and-open", unlinked_and_open },
	{ "unlinked-and-mapped", unlinked_and_mapped },
	{ "unlinked-and-sent", unlinked_and_sent },
	{ "renamed-over", renamed_over },
	{ "unlinked-by-a-thread", unlinked_by_a_thread },
	{ "unlinked-and-unreadable", unlinked_and_unreadable },
	{ "never-named", never_named },
	{ "folder-that-hops", folder_that_hops },
	{ "folder-that-is-closed", folder_that_is_closed },
	{ "room-behind-the-end", room_behind_the_end },
	{ "empty-files", empty_files },
	{ "many-names", many_names },
	{ "holes-filled-by-touch", holes_filled_by_touch },
	{ NULL, NULL }
};
