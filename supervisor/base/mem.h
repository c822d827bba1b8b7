/*
 * Memory that is never NULL.
 *
 * When memory runs out there is no safe way to go on judging: these call the
 * handler set by the program (which reports one line and exits), and abort if
 * it returns or was never set. A dead supervisor kills its tree, so running
 * out fails closed.
 */
#ifndef SALLYPORT_MEM_H
#define SALLYPORT_MEM_H

#include <stddef.h>
#include <string.h>

typedef void mem_exhausted_fn(size_t wanted);

void mem_set_exhausted(mem_exhausted_fn *handler);

/* Is this a build that looks for what is not freed at the end? */
#ifdef __SANITIZE_ADDRESS__
#define MEM_IS_WATCHED	1
#else
#define MEM_IS_WATCHED	0
#endif

/* Zeroed memory for `count` things of `size`; overflow counts as exhaustion. */
void *mem_new(size_t count, size_t size) __attribute__((malloc));
void *mem_resize(void *old, size_t count, size_t size);
char *mem_strdup(const char *s) __attribute__((malloc));
char *mem_strndup(const char *s, size_t n) __attribute__((malloc));

/*
 * A growing array: make room for one more element behind `*count`, and return
 * its place, zeroed. `*items` is the caller's, released with free().
 */
void mem_grow(void *items, size_t *cap, size_t size);

static inline void *
mem_push(void *items, size_t *count, size_t *cap, size_t size)
{
	char *first;

	if (*count == *cap)
		mem_grow(items, cap, size);
	memcpy(&first, items, sizeof(first));
	return memset(first + (*count)++ * size, 0, size);
}

#define MEM_PUSH(items, count, cap) \
	((__typeof__(*(items)) *)mem_push(&(items), &(count), &(cap), \
	    sizeof(*(items))))

/*
 * An arena: many small allocations, freed at once. One for each file judged.
 * Not for use from two threads.
 */
struct arena;

struct arena *arena_new(void);
void arena_free(struct arena *);		/* NULL is fine */
/* As if freed and made anew, but some memory is kept for the next use. */
void arena_reset(struct arena *);
/* Memory to use before any of its own, the lender's until a reset. */
void arena_lend(struct arena *, void *memory, size_t n);
void *arena_alloc(struct arena *, size_t size);	/* zeroed, 16-aligned */
/* The same, not zeroed: of what is large and is filled at once. */
void *arena_room(struct arena *, size_t size);
char *arena_strndup(struct arena *, const char *s, size_t n);
size_t arena_used(const struct arena *);	/* bytes handed out */

#endif
