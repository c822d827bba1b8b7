/*
 * Ownership in the type: a local declared auto_free or auto_fd is released
 * when its scope ends, unless it was stolen first.
 */
#ifndef SALLYPORT_UTIL_H
#define SALLYPORT_UTIL_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "banned.h"

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))
#define UNUSED		__attribute__((unused))
#define PRINTF_LIKE(fmt, args) __attribute__((format(printf, fmt, args)))

/* As strcmp(), and at once where names begin differently: most do. */
static inline int
util_compare(const char *a, const char *b)
{
	int difference = (unsigned char)*a - (unsigned char)*b;

	return difference != 0 ? difference : strcmp(a, b);
}

/* For qsort(3) and bsearch(3): an array of texts. */
static inline int
util_compare_texts(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static inline bool
util_is_one_of(const char *name, const char *row, size_t n, size_t width)
{
	for (; n > 0; n--, row += width)
		if (util_compare(row, name) == 0)
			return true;
	return false;
}

/*
 * Is the name in this array of names? They stand in its rows, each wider than
 * the longest: an array of pointers would be written to at every start, and
 * does not compile here.
 */
#define IS_ONE_OF(name, list) util_is_one_of((name), \
	_Generic(&(list)[0], const char *const *: 0.0, default: *(list)), \
	ARRAY_SIZE(list), sizeof((list)[0]))

/* Canonical names: is `path` the folder `dir`, or below it? */
static inline bool
util_is_below(const char *path, const char *dir)
{
	size_t n = strlen(dir);

	if (n > 0 && dir[n - 1] == '/')
		n--;
	return strncmp(path, dir, n) == 0 &&
	    (path[n] == '/' || path[n] == '\0');
}

static inline void
util_release_mem(void *slot)
{
	free(*(void **)slot);
}

static inline void
util_release_fd(int *fd)
{
	int saved = errno;

	if (*fd >= 0)
		close(*fd);
	errno = saved;
}

#define auto_free	__attribute__((cleanup(util_release_mem)))
#define auto_fd		__attribute__((cleanup(util_release_fd)))

static inline void *
util_steal_ptr(void *slot)
{
	void *taken = *(void **)slot;

	*(void **)slot = NULL;
	return taken;
}

static inline int
util_steal_fd(int *fd)
{
	int taken = *fd;

	*fd = -1;
	return taken;
}

#define steal_ptr(slot)	((__typeof__(*(slot)))util_steal_ptr(slot))
#define steal_fd(slot)	util_steal_fd(slot)

#endif
