/*
 * The file under the log: which file may be one, its lock, and its tail.
 *
 * The lock is an open-file-description lock (Linux 3.15) over the whole file:
 * it goes with the last descriptor, so a killed writer never leaves one
 * behind. It is asked for again and again up to a bound rather than waited
 * for, since whoever can read the file can also hold a lock on it for ever.
 */
#ifndef SALLYPORT_AUDIT_FILE_H
#define SALLYPORT_AUDIT_FILE_H

#include <stdbool.h>
#include <sys/types.h>

struct buf;

struct audit_file {
	int	 dir;		/* the folder it lies in; O_PATH */
	int	 fd;
	char	*name;		/* in that folder */
	dev_t	 dev;
	ino_t	 ino;
};

#define AUDIT_FILE_INIT	{ -1, -1, NULL, 0, 0 }

/*
 * Open it, for reading and appending, creating it (0600) if `create`.
 * Refused: -ELOOP a symbolic link, -EISDIR, -EINVAL anything else that is no
 * regular file, -EPERM a file that is someone else's or that others may
 * write. Nothing is opened before its type is known: opening a device acts.
 */
int audit_file_open(const char *path, bool create, struct audit_file *ret);
void audit_file_close(struct audit_file *);

/* The same for a file that is only read: any owner, any mode; *ret_fd. */
int audit_file_open_read(const char *path, int *ret_fd);

/*
 * A file beside the log that is its owner's alone: -EPERM where others may do
 * anything with it, or it is theirs, or no regular file. *ret_fd.
 */
int audit_file_open_own(int side, const char *name, int flags, int *ret_fd);

/*
 * Take the lock, and see that the locked file still is the one of that name:
 * after a rotation the new one is opened instead. -ETIMEDOUT when another
 * holds it for longer than `wait_ms`, -ESTALE when nothing of that name is
 * there any more.
 */
int audit_file_lock(struct audit_file *, int wait_ms);
void audit_file_unlock(struct audit_file *);

struct audit_tail {
	off_t	size;		/* of the file */
	off_t	end;		/* behind the last newline */
	off_t	line;		/* where the last whole line begins */
};

/*
 * Find the end by reading backwards: `last` becomes the last whole line
 * (without its newline; empty if there is none), `torn` what lies behind it.
 * -EBADMSG if either is longer than a record may be.
 */
int audit_file_tail(int fd, struct audit_tail *ret, struct buf *last,
    struct buf *torn);

/* All `n` bytes from `at`, or -errno; -EBADMSG if the file ends before. */
int audit_file_read(int fd, off_t at, void *bytes, size_t n);

/*
 * Write all `n` bytes. A file size limit (RLIMIT_FSIZE) is -EFBIG, never a
 * signal.
 */
int audit_file_write(int fd, const void *bytes, size_t n);

/*
 * Append `n` bytes at `size`, the present end. On failure the file is as it
 * was.
 */
int audit_file_append(int fd, off_t size, const void *bytes, size_t n);

/* Room for `n` more bytes, or the errno that says why not. */
int audit_file_reserve(int fd, off_t size, off_t n);

#endif
