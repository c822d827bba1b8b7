/*
 * Whole-file reading and writing, sealed memory files, and where helpers lie.
 */
#ifndef SALLYPORT_FDIO_H
#define SALLYPORT_FDIO_H

#include <stddef.h>

struct buf;

/*
 * Read `fd` to its end, appending to `out`; EINTR is retried.
 * Returns 0, or -EFBIG as soon as more than `max` bytes came (`out` then holds
 * the first `max`), or the read's negative errno.
 */
int fdio_read_all(int fd, size_t max, struct buf *out);

/*
 * The regular file, pipe or device at `path`, read whole. Never blocks on
 * opening a FIFO without a writer; a directory is -EISDIR.
 */
int fdio_read_file(const char *path, size_t max, struct buf *out);

/* Write all `n` bytes; EINTR and short writes are retried. 0 or -errno. */
int fdio_write_all(int fd, const void *bytes, size_t n);

/* All that is left in `from`, to `to`; EINTR is retried. 0 or -errno. */
int fdio_copy(int from, int to);

/*
 * A memory file holding exactly these bytes, sealed against every change,
 * opened read-only at offset 0, close-on-exec. *ret_fd is the caller's.
 */
int fdio_sealed(const char *name, const void *bytes, size_t n, int *ret_fd);

/*
 * The path of one of our helper programs, which are installed with this one:
 * added to `out`. 0, or -errno: where this program lies cannot be told.
 */
int fdio_helper(const char *name, struct buf *out);

#endif
