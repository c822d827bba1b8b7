/*
 * What was there before the run, by inode: names of it are no names of the
 * run's, but for those that the run gave it besides.
 *
 * Filled before the tree runs; then the tracer's alone, or, where there is
 * none, the watchdog's.
 */
#ifndef SALLYPORT_BEFORE_H
#define SALLYPORT_BEFORE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

struct before;

struct before *before_new(void);
void before_free(struct before *);

/* It was there before. */
void before_add(struct before *, const struct stat *);
bool before_have(const struct before *, const struct stat *);

/* It was given one more name. */
void before_linked(struct before *, const struct stat *);
/* It loses one; `st` as before that. Was it one that the run gave it? */
bool before_unlinked(struct before *, const struct stat *st);
/* How many of those there are. */
int64_t before_links(const struct before *);

#endif
