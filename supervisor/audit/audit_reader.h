/*
 * The lines of a log, one after the other, in bounded memory.
 */
#ifndef SALLYPORT_AUDIT_READER_H
#define SALLYPORT_AUDIT_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct audit_reader {
	int	 fd;		/* borrowed */
	off_t	 at;		/* of the line that comes next */
	off_t	 limit;		/* read no further */
	uint64_t line;		/* number of the line last given, from 1 */
	char	*block;
	size_t	 have, used, cap;
};

/*
 * From `from` to the file's present end. The size is taken under the lock, so
 * that no record is seen half written; should the lock not be had within a
 * second, the size is taken all the same.
 */
int audit_reader_init(struct audit_reader *, int fd, off_t from);
/* The file has grown: go on to its present end. */
int audit_reader_extend(struct audit_reader *);
void audit_reader_free(struct audit_reader *);

/*
 * 1 and a line (without its newline, valid until the next call), 0 at the
 * end, -EMSGSIZE at a line longer than a record may be, or -errno.
 * *ret_whole is false for a last line that lacks its newline.
 */
int audit_reader_next(struct audit_reader *, const char **ret_line,
    size_t *ret_n, bool *ret_whole);

/* Forget the last line given, of `n` bytes and without its newline: it may
 * come again, whole or cut off. */
void audit_reader_back(struct audit_reader *, size_t n);

#endif
