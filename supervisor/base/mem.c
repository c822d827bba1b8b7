#include "mem.h"

#include "util.h"

/* Chunks grow from the first size to the second: a page that is never used is
 * never asked of the kernel, which is what a short life costs most. */
#define ARENA_FIRST	(4u * 1024 - 64)
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

void
mem_grow(void *items, size_t *cap, size_t size)
{
	void **array = items;
	size_t grown = *cap ? *cap * 2 : 8;

	*array = mem_resize(*array, grown, size);
	*cap = grown;
}

struct arena_chunk {
	struct arena_chunk	*next;
	size_t			 size;
	_Alignas(16) char	 bytes[];
};

struct arena {
	char			*at;		/* what is taken next, */
	size_t			 left;		/* and how much is there */
	struct arena_chunk	*chunks;
	struct arena_chunk	*spare;		/* of size ARENA_CHUNK */
	size_t			 nspare;
	size_t			 grown;		/* size of the next chunk */
	size_t			 handed_out;
};

struct arena *
arena_new(void)
{
	struct arena *arena = mem_new(1, sizeof(*arena));

	arena->grown = ARENA_FIRST;
	return arena;
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
		chunk->next = arena->spare;
		arena->spare = chunk;
		arena->nspare++;
	}
	arena->chunks = NULL;
	arena->handed_out = 0;
	arena->left = 0;
}

void
arena_lend(struct arena *arena, void *memory, size_t n)
{
	size_t over = -(uintptr_t)memory & 15;

	if (n < over)
		return;
	arena->at = (char *)memory + over;
	arena->left = n - over;
}

static struct arena_chunk *
add_chunk(struct arena *arena, size_t wanted)
{
	struct arena_chunk *chunk = arena->spare;

	if (wanted <= ARENA_CHUNK && chunk != NULL) {
		arena->spare = chunk->next;
		arena->nspare--;
	} else {
		if (wanted < arena->grown)
			wanted = arena->grown;
		arena->grown = arena->grown < ARENA_CHUNK / 2 ?
		    arena->grown * 2 : ARENA_CHUNK;
		chunk = mem_resize(NULL, sizeof(*chunk) + wanted, 1);
		chunk->size = wanted;
	}
	chunk->next = arena->chunks;
	arena->chunks = chunk;
	return chunk;
}

/* From a chunk of its own, or one that has more left than there is now. */
static void *
take_elsewhere(struct arena *arena, size_t size)
{
	struct arena_chunk *chunk = add_chunk(arena, size);

	if (chunk->size - size > arena->left) {
		arena->at = chunk->bytes + size;
		arena->left = chunk->size - size;
	}
	return chunk->bytes;
}

/* Not zeroed. *ret_size: the bytes that are there. */
static inline void *
take(struct arena *arena, size_t size, size_t *ret_size)
{
	size_t rounded = (size + 15) & ~(size_t)15;
	void *place;

	if (rounded < size)
		mem_or_die(NULL, size);
	arena->handed_out += rounded;
	*ret_size = rounded;
	if (arena->left <= rounded)
		return take_elsewhere(arena, rounded);
	place = arena->at;
	arena->at += rounded;
	arena->left -= rounded;
	return place;
}

void *
arena_room(struct arena *arena, size_t size)
{
	return take(arena, size, &size);
}

/* Most are small: two stores, which may overlap, are less than a call. */
void *
arena_alloc(struct arena *arena, size_t size)
{
	char *place = take(arena, size, &size);

	if (size > 128 || size == 0)
		return memset(place, 0, size);
	if (size > 64) {
		memset(place, 0, 64);
		memset(place + size - 64, 0, 64);
	} else if (size > 32) {
		memset(place, 0, 32);
		memset(place + size - 32, 0, 32);
	} else {
		memset(place, 0, 16);
		memset(place + size - 16, 0, 16);
	}
	return place;
}

char *
arena_strndup(struct arena *arena, const char *s, size_t n)
{
	size_t size;
	char *copy = take(arena, n + 1, &size);

	memcpy(copy, s, n);
	copy[n] = '\0';
	return copy;
}

size_t
arena_used(const struct arena *arena)
{
	return arena->handed_out;
}
