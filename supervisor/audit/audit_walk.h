/*
 * All lines of a log, through its full files to the present one.
 */
#ifndef SALLYPORT_AUDIT_WALK_H
#define SALLYPORT_AUDIT_WALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct audit_walk;

/*
 * `path` is the log; given the name of a full file (FILE.000000000042), that
 * file alone is walked. The end is where the log ended when this was called;
 * writers may go on, and may rotate.
 */
int audit_walk_open(const char *path, struct audit_walk **ret);
void audit_walk_free(struct audit_walk *);	/* NULL is fine */

/* 1 and a line, 0 at the end, or -errno, as audit_reader_next. */
int audit_walk_next(struct audit_walk *, const char **ret_line, size_t *ret_n,
    bool *ret_whole);

/* Where the line last given stands. */
const char *audit_walk_file(const struct audit_walk *);	/* without folder */
uint64_t audit_walk_line(const struct audit_walk *);
bool audit_walk_is_last_file(const struct audit_walk *);
/* Only one full file was asked for. */
bool audit_walk_is_part(const struct audit_walk *);

#endif
