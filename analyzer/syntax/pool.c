#include "pool.h"

#include <stdint.h>
#include <sys/mman.h>

#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"

#define CHUNK		(256u * 1024)
#define GRAIN		8u	/* the parser keeps nothing wider */
#define SPARE_MAX	64u
#define NBINS		256u		/* of up to NBINS * GRAIN bytes */

/* In front of every object: its size, rounded up. */
struct head {
	size_t	size;
};

struct freed {
	struct freed	*next;
};

struct chunk {
	struct chunk		*next;
	size_t			 size;
	_Alignas(GRAIN) char	 bytes[];
};

struct pool {
	struct chunk	*chunks;	/* the newest is being filled */
	struct chunk	*spare;		/* all of size CHUNK */
	size_t		 nspare;
	char		*at, *end;
	struct freed	*bins[NBINS];
	size_t		 used;
};

struct pool *
pool_new(void)
{
	return mem_new(1, sizeof(struct pool));
}

static void
free_chunks(struct chunk *chunk)
{
	struct chunk *next;

	for (; chunk != NULL; chunk = next) {
		next = chunk->next;
		free(chunk);
	}
}

void
pool_free(struct pool *p)
{
	if (p == NULL)
		return;
	free_chunks(p->chunks);
	free_chunks(p->spare);
	free(p);
}

void
pool_reset(struct pool *p)
{
	struct chunk *chunk = p->chunks, *next;

	for (; chunk != NULL; chunk = next) {
		next = chunk->next;
		if (chunk->size != CHUNK || p->nspare == SPARE_MAX) {
			free(chunk);
			continue;
		}
		chunk->next = p->spare;
		p->spare = chunk;
		p->nspare++;
	}
	memset(p->bins, 0, sizeof(p->bins));
	p->chunks = NULL;
	p->at = p->end = NULL;
	p->used = 0;
}

size_t
pool_used(const struct pool *p)
{
	return p->used;
}

static void
add_chunk(struct pool *p, size_t want)
{
	size_t room = want > CHUNK ? want : CHUNK;
	struct chunk *chunk = p->spare;

	if (room == CHUNK && chunk != NULL) {
		p->spare = chunk->next;
		p->nspare--;
	} else {
		chunk = mem_resize(NULL, sizeof(*chunk) + room, 1);
		chunk->size = room;
	}
	chunk->next = p->chunks;
	p->chunks = chunk;
	p->used += room;
	p->at = chunk->bytes;
	p->end = chunk->bytes + room;
}

void
pool_expect(struct pool *p, size_t n)
{
	if (p->chunks != NULL || p->spare != NULL)
		return;
	add_chunk(p, 0);
	n = n < CHUNK ? n : CHUNK;
	/* From the second page on: the first is in use. Old kernels refuse. */
	madvise((void *)(((uintptr_t)p->at | 4095) + 1), n & ~(size_t)4095,
	    MADV_POPULATE_WRITE);
}

void *
pool_lend(struct pool *p, size_t *ret_n)
{
	void *lent;

	*ret_n = 0;
	if (p->spare == NULL)
		return NULL;
	add_chunk(p, CHUNK);
	lent = p->at;
	*ret_n = (size_t)(p->end - p->at);
	p->at = p->end;
	return lent;
}

static void *
take(struct pool *p, size_t size)
{
	size_t want = size + sizeof(struct head);
	struct head *head;

	if ((size_t)(p->end - p->at) < want)
		add_chunk(p, want);
	head = (struct head *)(void *)p->at;
	head->size = size;
	p->at += want;
	return head + 1;
}

void *
pool_malloc(struct pool *p, size_t size)
{
	size_t rounded = (size + GRAIN - 1) & ~(size_t)(GRAIN - 1);
	size_t bin = rounded / GRAIN;
	struct freed *got;

	if (rounded < size)
		abort();
	if (bin < NBINS && p->bins[bin] != NULL) {
		got = p->bins[bin];
		p->bins[bin] = got->next;
		return got;
	}
	return take(p, rounded != 0 ? rounded : GRAIN);
}

void *
pool_calloc(struct pool *p, size_t count, size_t size)
{
	size_t bytes;
	void *got;

	if (__builtin_mul_overflow(count, size, &bytes))
		abort();
	got = pool_malloc(p, bytes);
	memset(got, 0, bytes);
	return got;
}

void *
pool_realloc(struct pool *p, void *old, size_t size)
{
	size_t had;
	void *got;

	if (old == NULL)
		return pool_malloc(p, size);
	had = ((struct head *)old - 1)->size;
	if (size <= had)
		return old;
	got = pool_malloc(p, size);
	memcpy(got, old, had);
	pool_release(p, old);
	return got;
}

void
pool_release(struct pool *p, void *old)
{
	struct freed *freed = old;
	size_t bin;

	if (old == NULL)
		return;
	bin = ((struct head *)old - 1)->size / GRAIN;
	if (bin >= NBINS)
		return;
	freed->next = p->bins[bin];
	p->bins[bin] = freed;
}
