/*
 * What path.c (from a name to the canonical one) and path_open.c (from that to
 * what it names) share.
 */
#ifndef SALLYPORT_PATH_PARTS_H
#define SALLYPORT_PATH_PARTS_H

#include <stdbool.h>
#include <stddef.h>

/* The length of what `name`, of `len` bytes, lies in; 0 for the root. */
size_t path_parent_len(const char *name, size_t len);
/* A descriptor (O_PATH and `flags`) or -errno; no link is followed. */
int path_open_nolinks(const char *name, int flags);
/* Does the kernel's text of a link end as that of something deleted? */
bool path_is_deleted(const char *text, size_t n);

#endif
