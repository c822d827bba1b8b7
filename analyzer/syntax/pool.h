/*
 * Memory for one parse: the parser's objects are made and released by the
 * thousand, and all are gone together when the tree has been read. Released
 * ones are used again within the parse, so that a long one stays small.
 */
#ifndef SALLYPORT_POOL_H
#define SALLYPORT_POOL_H

#include <stddef.h>

struct pool;

struct pool *pool_new(void);
void pool_free(struct pool *);
/* Forget everything; keeps some memory for the next time. */
void pool_reset(struct pool *);
/*
 * So many bytes will be wanted: in a pool that has none yet, ask the kernel for
 * their pages at once, which takes less than a fault for each.
 */
void pool_expect(struct pool *, size_t n);
size_t pool_used(const struct pool *);		/* bytes taken from the system */

/*
 * After a reset: memory that is in use already, for others until the next one.
 * NULL if there is none.
 */
void *pool_lend(struct pool *, size_t *ret_n);

void *pool_malloc(struct pool *, size_t size);
void *pool_calloc(struct pool *, size_t count, size_t size);
void *pool_realloc(struct pool *, void *old, size_t size);
void pool_release(struct pool *, void *);

#endif
