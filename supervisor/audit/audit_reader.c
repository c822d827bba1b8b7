#include "audit_reader.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "audit_scan.h"
#include "../base/mem.h"
#include "../base/util.h"

#define BLOCK		(1u << 20)
#define LOCK_TRIES	500

/* Readers take the lock shared, and only for one fstat. */
static int
size_now(int fd, off_t *ret)
{
	struct flock whole = { .l_type = F_RDLCK, .l_whence = SEEK_SET };
	const struct timespec nap = { 0, 2000000 };
	struct stat st;
	int i, r;

	for (i = 0; i < LOCK_TRIES; i++) {
		if (fcntl(fd, F_OFD_SETLK, &whole) == 0)
			break;
		if (errno != EAGAIN && errno != EACCES && errno != EINTR)
			break;	/* a file system without locks */
		nanosleep(&nap, NULL);
	}
	r = fstat(fd, &st) < 0 ? -errno : 0;
	whole.l_type = F_UNLCK;
	fcntl(fd, F_OFD_SETLK, &whole);
	if (r == 0)
		*ret = st.st_size;
	return r;
}

int
audit_reader_init(struct audit_reader *rd, int fd, off_t from)
{
	struct audit_reader new = { .fd = fd, .at = from };
	int r = size_now(fd, &new.limit);

	if (r == 0)
		*rd = new;
	return r;
}

int
audit_reader_extend(struct audit_reader *rd)
{
	return size_now(rd->fd, &rd->limit);
}

void
audit_reader_free(struct audit_reader *rd)
{
	free(rd->block);
	rd->block = NULL;
}

/* More bytes behind what is there; 0 at the limit. */
static int
fill(struct audit_reader *rd)
{
	off_t from = rd->at + (off_t)(rd->have - rd->used);
	size_t room;
	ssize_t got;

	if (rd->used > 0) {
		memmove(rd->block, rd->block + rd->used, rd->have - rd->used);
		rd->have -= rd->used;
		rd->used = 0;
	}
	if (rd->cap - rd->have < BLOCK / 2) {
		rd->cap += BLOCK;
		rd->block = mem_resize(rd->block, rd->cap, 1);
	}
	room = rd->cap - rd->have;
	if ((off_t)room > rd->limit - from)
		room = rd->limit > from ? (size_t)(rd->limit - from) : 0;
	do
		got = pread(rd->fd, rd->block + rd->have, room, from);
	while (got < 0 && errno == EINTR);
	if (got < 0)
		return -errno;
	rd->have += (size_t)got;
	return got > 0;
}

static int
give(struct audit_reader *rd, size_t n, bool whole, const char **ret_line,
    size_t *ret_n, bool *ret_whole)
{
	*ret_line = rd->block + rd->used;
	*ret_n = n;
	*ret_whole = whole;
	rd->used += n + whole;
	rd->at += (off_t)(n + whole);
	rd->line++;
	return 1;
}

int
audit_reader_next(struct audit_reader *rd, const char **ret_line,
    size_t *ret_n, bool *ret_whole)
{
	size_t seen = 0, left;
	char *end;
	int r;

	for (;;) {
		left = rd->have - rd->used;
		end = left > seen ? memchr(rd->block + rd->used + seen, '\n',
		    left - seen) : NULL;
		if (end != NULL)
			return give(rd, (size_t)(end - rd->block) - rd->used,
			    true, ret_line, ret_n, ret_whole);
		if (left > AUDIT_LINE_MAX)
			return -EMSGSIZE;
		seen = left;
		r = fill(rd);
		if (r < 0)
			return r;
		if (r == 0)
			break;
	}
	if (left == 0)
		return 0;
	return give(rd, left, false, ret_line, ret_n, ret_whole);
}

void
audit_reader_back(struct audit_reader *rd, size_t n)
{
	rd->at -= (off_t)n;
	rd->used = rd->have = 0;
	rd->line--;
}
