#include "held.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/mem.h"
#include "../base/util.h"
#include "buffers.h"

/* Looks that a file may keep its name though it was about to lose it. */
#define NAMED_LOOKS	8

struct held_file {
	int	 fd;
	dev_t	 dev;
	ino_t	 ino;
	bool	 passed, is_memory;
	unsigned named;
};

struct held {
	struct held_file	files[HELD_MAX];
	unsigned		count;
	unsigned		passing;
	bool			disturbed;	/* since the last sweep */
};

struct held *
held_new(void)
{
	return mem_new(1, sizeof(struct held));
}

static void
let_go(struct held *held, unsigned i)
{
	close(held->files[i].fd);
	held->files[i] = held->files[--held->count];
}

void
held_free(struct held *held)
{
	if (held == NULL)
		return;
	while (held->count > 0)
		let_go(held, 0);
	free(held);
}

bool
held_any(const struct held *held)
{
	return held->count > 0;
}

void
held_passing(struct held *held)
{
	held->passing++;
	held->disturbed = true;
}

void
held_passed(struct held *held)
{
	if (held->passing > 0)
		held->passing--;
	/* It is on its way from now on, whatever a look saw before. */
	held->disturbed = true;
}

int
held_keep(struct held *held, int fd, bool passed)
{
	struct held_file *file;
	char link[64], to[32];
	struct stat st;
	ssize_t n;
	unsigned i;

	if (fstat(fd, &st) < 0)
		return -errno;
	for (i = 0; i < held->count; i++) {
		file = &held->files[i];
		if (file->dev == st.st_dev && file->ino == st.st_ino) {
			file->passed |= passed;
			return 0;
		}
	}
	if (held->count == HELD_MAX)
		return -ETOOMANYREFS;
	file = &held->files[held->count];
	memset(file, 0, sizeof(*file));
	file->fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);
	if (file->fd < 0)
		return -errno;
	snprintf(link, sizeof(link), "/proc/self/fd/%d", file->fd);
	n = readlink(link, to, sizeof(to));
	file->dev = st.st_dev;
	file->ino = st.st_ino;
	file->passed = passed;
	file->is_memory = n >= 7 && memcmp(to, "/memfd:", 7) == 0;
	held->count++;
	return 0;
}

void
held_count(struct held *held, struct procfs_look *look)
{
	struct stat st;
	char link[40];
	unsigned i;

	for (i = 0; i < held->count; i++) {
		struct held_file *file = &held->files[i];

		if (fstat(file->fd, &st) < 0)
			continue;
		if (S_ISFIFO(st.st_mode) || S_ISSOCK(st.st_mode)) {
			if (procfs_see(look, st.st_dev, st.st_ino))
				look->memory += S_ISFIFO(st.st_mode) ?
				    BUFFERS_PIPE : BUFFERS_SOCKET;
			continue;
		}
		if (!S_ISREG(st.st_mode) ||
		    !procfs_see_file(look, st.st_dev, st.st_ino))
			continue;
		/* By another name, a walk through folders counts it. */
		snprintf(link, sizeof(link), "/proc/self/fd/%d", file->fd);
		if (st.st_nlink != 0 && !(look->ask_names &&
		    procfs_is_shut(AT_FDCWD, link)))
			continue;
		if (file->is_memory)
			look->memory += st.st_blocks * 512;
		else
			look->disk += st.st_blocks * 512;
	}
}

/* Open somewhere, or mapped? */
static bool
is_used(const struct procfs_look *look, const struct held_file *file)
{
	unsigned i;

	/* Full: what was not noted may be in use. */
	if (look->nseen == PROCFS_SEEN)
		return true;
	for (i = 0; i < look->nseen; i++) {
		if (look->seen[i].ino == file->ino)
			return look->seen[i].is_open || look->seen[i].is_mapped;
	}
	return false;
}

void
held_sweep(struct held *held, const struct procfs_look *look)
{
	bool arrived = held->passing == 0 && !held->disturbed &&
	    !look->in_flight;
	struct stat st;
	unsigned i;

	held->disturbed = false;
	for (i = held->count; i-- > 0; ) {
		struct held_file *file = &held->files[i];

		if (file->passed && !arrived)
			continue;
		file->passed = false;
		/* It is about to lose its name, or someone failed to. */
		if (fstat(file->fd, &st) == 0 && S_ISREG(st.st_mode) &&
		    st.st_nlink != 0 && file->named++ < NAMED_LOOKS)
			continue;
		if (!is_used(look, file))
			let_go(held, i);
	}
}
