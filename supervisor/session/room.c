#include "room.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../base/buf.h"
#include "../base/fdio.h"
#include "../base/mem.h"
#include "../base/util.h"

struct room {
	char	*at;		/* mapped; or NULL */
};

struct room *
room_new(void)
{
	return mem_new(1, sizeof(struct room));
}

int
room_fill(struct room *room, int fd, const void *script, size_t n)
{
	int r;

	if (ftruncate(fd, ROOM_BYTES) < 0 ||
	    lseek(fd, ROOM_BYTES, SEEK_SET) < 0)
		return -errno;
	r = fdio_write_all(fd, script, n);
	if (r < 0)
		return r;
	/* What is mapped now may be written through; nothing else may. */
	room->at = mmap(NULL, ROOM_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED,
	    fd, 0);
	if (room->at == MAP_FAILED) {
		room->at = NULL;
		return -errno;
	}
	if (fcntl(fd, F_ADD_SEALS, F_SEAL_FUTURE_WRITE | F_SEAL_SHRINK |
	    F_SEAL_GROW | F_SEAL_SEAL) < 0 ||
	    lseek(fd, ROOM_BYTES, SEEK_SET) < 0)
		return -errno;
	return 0;
}

int
room_put(struct room *room, const struct room_cell *cell)
{
	size_t nname = strlen(cell->name) + 1, n;
	size_t ncontext = strlen(cell->context) + 1;
	char head[ROOM_HEAD], *at = room->at;

	n = (size_t)snprintf(head, sizeof(head),
	    " %u %lld %lld %d %zu %zu %zu %zu\n", cell->number,
	    (long long)cell->wall_ms, (long long)cell->cpu_ms, cell->fresh,
	    cell->nenv, ncontext, nname, cell->ncode);
	if (n >= sizeof(head) || cell->nenv > ROOM_BYTES / 2 ||
	    cell->ncode > ROOM_CODE ||
	    n + cell->nenv + ncontext + nname + cell->ncode > ROOM_BYTES)
		return -EFBIG;
	memcpy(at, head, n);
	at += n;
	if (cell->nenv > 0)
		memcpy(at, cell->env, cell->nenv);
	at += cell->nenv;
	memcpy(at, cell->context, ncontext);
	at += ncontext;
	memcpy(at, cell->name, nname);
	if (cell->ncode > 0)
		memcpy(at + nname, cell->code, cell->ncode);
	return 0;
}

void
room_interrupt(struct room *room)
{
	*(volatile char *)room->at = '!';
}

void
room_free(struct room *room)
{
	if (room != NULL && room->at != NULL)
		munmap(room->at, ROOM_BYTES);
	free(room);
}

int
room_read(int fd, struct room_cell *ret)
{
	char head[ROOM_HEAD + 1], *at = head, *bytes;
	size_t ncontext, nname, all;
	ssize_t n = pread(fd, head, ROOM_HEAD, 0);

	if (n <= 0)
		return -EPROTO;
	head[n] = '\0';
	ret->number = (unsigned)strtoul(at + 1, &at, 10);
	ret->wall_ms = strtoll(at, &at, 10);
	ret->cpu_ms = strtoll(at, &at, 10);
	ret->fresh = strtoul(at, &at, 10) != 0;
	ret->nenv = strtoul(at, &at, 10);
	ncontext = strtoul(at, &at, 10);
	nname = strtoul(at, &at, 10);
	ret->ncode = strtoul(at, &at, 10);
	if (*at++ != '\n' || nname == 0 || ncontext == 0 ||
	    ret->nenv > ROOM_BYTES || ncontext > ROOM_BYTES ||
	    nname > ROOM_BYTES || ret->ncode > ROOM_BYTES)
		return -EPROTO;
	all = ret->nenv + ncontext + nname + ret->ncode;
	bytes = mem_new(all + 1, 1);
	n = pread(fd, bytes, all, at - head);
	ret->env = bytes;
	ret->context = bytes + ret->nenv;
	ret->name = ret->context + ncontext;
	ret->code = ret->name + nname;
	if (n == (ssize_t)all && ret->name[-1] == '\0' &&
	    ret->code[-1] == '\0')
		return 0;
	free(bytes);
	return -EPROTO;
}
