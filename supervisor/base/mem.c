#include "mem.h"

#include "util.h"

#define ARENA_CHUNK	(64u * 1024)
#define ARENA_SPARE	32	/* chunks that a reset keeps */

static mem_exhausted_fn *exhausted_handler;

void
mem_set_exhausted(mem_exhausted_fn *handler)
{
	exhausted_handler = handler;
}

static void *
mem_or_die(void *got, size_t wanted)
{
	if (got != NULL)
		return got;
	if (exhausted_handler != NULL)
		exhausted_handler(wanted);
	abort();
}

void *
mem_new(size_t count, size_t size)
{
	if (count == 0 || size == 0)
		count = size = 1;
	return mem_or_die(calloc(count, size), count * size);
}

void *
mem_resize(void *old, size_t count, size_t size)
{
	size_t bytes;

	if (__builtin_mul_overflow(count, size, &bytes))
		mem_or_die(NULL, SIZE_MAX);
	return mem_or_die(realloc(old, bytes ? bytes : 1), bytes);
}

char *
mem_strndup(const char *s, size_t n)
{
	return mem_or_die(strndup(s, n), n + 1);
}

char *
mem_strdup(const char *s)
{
	return mem_strndup(s, strlen(s));
}

void *
mem_push(void *items, size_t *count, size_t *cap, size_t size)
{
	void **array = items;
	char *slot;

	if (*count == *cap) {
		size_t grown = *cap ? *cap * 2 : 8;

		*array = mem_resize(*array, grown, size);
		*cap = grown;
	}
	slot = (char *)*array + (*count)++ * size;
	memset(slot, 0, size);
	return slot;
}

struct arena_chunk {
	struct arena_chunk	*next;
	size_t			 used, size;
	_Alignas(16) char	 bytes[];
};

struct arena {
	struct arena_chunk	*chunks;
	struct arena_chunk	*spare;		/* zeroed, of size ARENA_CHUNK */
	size_t			 nspare;
	size_t			 handed_out;
};

struct arena *
arena_new(void)
{
	return mem_new(1, sizeof(struct arena));
}

static void
free_chunks(struct arena_chunk *chunk)
{
	struct arena_chunk *next;

	for (; chunk != NULL; chunk = next) {
		next = chunk->next;
		free(chunk);
	}
}

void
arena_free(struct arena *arena)
{
	if (arena == NULL)
		return;
	free_chunks(arena->chunks);
	free_chunks(arena->spare);
	free(arena);
}

void
arena_reset(struct arena *arena)
{
	struct arena_chunk *chunk = arena->chunks, *next;

	for (; chunk != NULL; chunk = next) {
		next = chunk->next;
		if (chunk->size != ARENA_CHUNK ||
		    arena->nspare == ARENA_SPARE) {
			free(chunk);
			continue;
		}
		memset(chunk->bytes, 0, chunk->used);
		chunk->used = 0;
		chunk->next = arena->spare;
		arena->spare = chunk;
		arena->nspare++;
	}
	arena->chunks = NULL;
	arena->handed_out = 0;
}

void *
arena_alloc(struct arena *arena, size_t size)
{
	struct arena_chunk *chunk = arena->chunks;
	size_t rounded = (size + 15) & ~(size_t)15;
	void *place;

	if (rounded < size)
		mem_or_die(NULL, size);
	if (chunk == NULL || chunk->size - chunk->used < rounded) {
		size_t room = rounded > ARENA_CHUNK ? rounded : ARENA_CHUNK;

		chunk = arena->spare;
		if (room == ARENA_CHUNK && chunk != NULL) {
			arena->spare = chunk->next;
			arena->nspare--;
		} else {
			chunk = mem_new(1, sizeof(*chunk) + room);
			chunk->size = room;
		}
		chunk->next = arena->chunks;
		arena->chunks = chunk;
	}
	place = chunk->bytes + chunk->used;
	chunk->used += rounded;
	arena->handed_out += rounded;
	return place;
}

char *
arena_strndup(struct arena *arena, const char *s, size_t n)
{
	char *copy = arena_alloc(arena, n + 1);

	memcpy(copy, s, n);
	return copy;
}

size_t
arena_used(const struct arena *arena)
{
	return arena->handed_out;
}
