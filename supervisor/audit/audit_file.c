#include "audit_file.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "audit_scan.h"
#include "../base/buf.h"
#include "../base/clock.h"
#include "../base/fdio.h"
#include "../base/mem.h"
#include "../base/util.h"

#define BLOCK		8192

static int
check_type(mode_t mode)
{
	if (S_ISREG(mode))
		return 0;
	if (S_ISLNK(mode))
		return -ELOOP;
	return S_ISDIR(mode) ? -EISDIR : -EINVAL;
}

/* Ours alone: who can write the log can forge what no one has saved yet. */
static int
check_owner(const struct stat *st)
{
	if (st->st_uid != geteuid() || (st->st_mode & (S_IWGRP | S_IWOTH)))
		return -EPERM;
	return 0;
}

static int
open_in(struct audit_file *f, bool create)
{
	int flags = O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK |
	    O_NOCTTY;
	auto_fd int fd = -1;
	struct stat st;
	int r;

	r = fstatat(f->dir, f->name, &st, AT_SYMLINK_NOFOLLOW) < 0 ? -errno : 0;
	if (r == 0)
		r = check_type(st.st_mode);
	else if (r == -ENOENT && create)
		r = 0, flags |= O_CREAT;
	if (r < 0)
		return r;
	fd = openat(f->dir, f->name, flags, 0600);
	if (fd < 0 || fstat(fd, &st) < 0)
		return -errno;
	r = check_type(st.st_mode);
	if (r == 0)
		r = check_owner(&st);
	if (r < 0)
		return r;
	if (f->fd >= 0)
		close(f->fd);
	f->fd = steal_fd(&fd);
	f->dev = st.st_dev;
	f->ino = st.st_ino;
	return 0;
}

int
audit_file_open(const char *path, bool create, struct audit_file *ret)
{
	struct audit_file f = AUDIT_FILE_INIT;
	const char *slash = strrchr(path, '/');
	auto_free char *folder = NULL;
	int r;

	if (*path == '\0')
		return -ENOENT;
	if (slash != NULL && slash[1] == '\0')
		return -EISDIR;
	folder = slash == NULL ? mem_strdup(".") :
	    mem_strndup(path, slash == path ? 1 : (size_t)(slash - path));
	f.dir = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (f.dir < 0)
		return -errno;
	f.name = mem_strdup(slash == NULL ? path : slash + 1);
	r = open_in(&f, create);
	if (r < 0) {
		audit_file_close(&f);
		return r;
	}
	*ret = f;
	return 0;
}

void
audit_file_close(struct audit_file *f)
{
	if (f->fd >= 0)
		close(f->fd);
	if (f->dir >= 0)
		close(f->dir);
	free(f->name);
	*f = (struct audit_file)AUDIT_FILE_INIT;
}

int
audit_file_open_read(const char *path, int *ret_fd)
{
	auto_fd int fd = -1;
	struct stat st;
	int r;

	if (stat(path, &st) < 0)
		return -errno;
	r = check_type(st.st_mode);
	if (r < 0)
		return r;
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0 || fstat(fd, &st) < 0)
		return -errno;
	r = check_type(st.st_mode);
	if (r < 0)
		return r;
	*ret_fd = steal_fd(&fd);
	return 0;
}

int
audit_file_open_own(int side, const char *name, int flags, int *ret_fd)
{
	auto_fd int fd = openat(side, name,
	    flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	struct stat st;

	if (fd < 0 || fstat(fd, &st) < 0)
		return -errno;
	if (!S_ISREG(st.st_mode) || st.st_uid != geteuid() ||
	    (st.st_mode & 077))
		return -EPERM;
	*ret_fd = steal_fd(&fd);
	return 0;
}

/*
 * Waiting in the kernel's queue would be fairer, but has no bound short of a
 * signal. Short naps first: a writer holds it for some ten microseconds. They
 * stay short, or who has waited long would meet the lock free ever less often.
 */
static int
lock_fd(int fd, int64_t until)
{
	struct flock whole = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
	struct timespec nap = { 0, 20000 };

	for (;;) {
		if (fcntl(fd, F_OFD_SETLK, &whole) == 0)
			return 0;
		if (errno != EAGAIN && errno != EACCES && errno != EINTR)
			return -errno;
		if (clock_ms() >= until)
			return -ETIMEDOUT;
		nanosleep(&nap, NULL);
		if (nap.tv_nsec < 500000)
			nap.tv_nsec += nap.tv_nsec / 4;
	}
}

int
audit_file_lock(struct audit_file *f, int wait_ms)
{
	int64_t until = clock_ms() + wait_ms;
	struct stat st;
	int r;

	for (;;) {
		r = lock_fd(f->fd, until);
		if (r < 0)
			return r;
		if (fstatat(f->dir, f->name, &st, AT_SYMLINK_NOFOLLOW) < 0) {
			r = errno == ENOENT ? -ESTALE : -errno;
			audit_file_unlock(f);
			return r;
		}
		if (st.st_dev == f->dev && st.st_ino == f->ino)
			return 0;
		/* It was full, and is another file now. */
		audit_file_unlock(f);
		r = open_in(f, false);
		if (r < 0)
			return r == -ENOENT ? -ESTALE : r;
		if (clock_ms() > until)
			return -ETIMEDOUT;
	}
}

void
audit_file_unlock(struct audit_file *f)
{
	struct flock whole = { .l_type = F_UNLCK, .l_whence = SEEK_SET };
	int saved = errno;

	fcntl(f->fd, F_OFD_SETLK, &whole);
	errno = saved;
}

int
audit_file_read(int fd, off_t at, void *bytes, size_t n)
{
	char *p = bytes;
	ssize_t got;

	while (n > 0) {
		got = pread(fd, p, n, at);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -errno;
		if (got == 0)
			return -EBADMSG;
		p += got;
		at += got;
		n -= (size_t)got;
	}
	return 0;
}

/*
 * The last newline before `before`, as the offset behind it; 0 if there is
 * none. No further back than a record and its newline may reach.
 */
static int
line_start(int fd, off_t before, off_t *ret)
{
	off_t least = before > (off_t)AUDIT_LINE_MAX + 1 ?
	    before - AUDIT_LINE_MAX - 1 : 0;
	off_t at = before;
	char block[BLOCK], *hit;
	size_t n;
	int r;

	while (at > least) {
		n = at - least < BLOCK ? (size_t)(at - least) : BLOCK;
		r = audit_file_read(fd, at - (off_t)n, block, n);
		if (r < 0)
			return r;
		hit = memrchr(block, '\n', n);
		if (hit != NULL) {
			*ret = at - (off_t)n + (hit - block) + 1;
			return 0;
		}
		at -= (off_t)n;
	}
	if (least > 0)
		return -EBADMSG;
	*ret = 0;
	return 0;
}

static int
read_span(int fd, off_t from, off_t to, struct buf *out)
{
	auto_free char *bytes = mem_new((size_t)(to - from), 1);
	int r;

	r = audit_file_read(fd, from, bytes, (size_t)(to - from));
	if (r == 0)
		buf_add(out, bytes, (size_t)(to - from));
	return r;
}

int
audit_file_tail(int fd, struct audit_tail *ret, struct buf *last,
    struct buf *torn)
{
	struct audit_tail t = { 0 };
	struct stat st;
	int r;

	if (fstat(fd, &st) < 0)
		return -errno;
	t.size = st.st_size;
	r = line_start(fd, t.size, &t.end);
	if (r == 0 && t.end > 0)
		r = line_start(fd, t.end - 1, &t.line);
	if (r == 0 && t.end > 0)
		r = read_span(fd, t.line, t.end - 1, last);
	if (r == 0)
		r = read_span(fd, t.end, t.size, torn);
	if (r == 0)
		*ret = t;
	return r;
}

/* Past RLIMIT_FSIZE the kernel also sends SIGXFSZ, which would kill us. */
int
audit_file_write(int fd, const void *bytes, size_t n)
{
	const struct timespec none = { 0, 0 };
	sigset_t one, old, waiting;
	int r;

	sigemptyset(&one);
	sigaddset(&one, SIGXFSZ);
	pthread_sigmask(SIG_BLOCK, &one, &old);
	r = fdio_write_all(fd, bytes, n);
	if (r == -EFBIG && sigpending(&waiting) == 0 &&
	    sigismember(&waiting, SIGXFSZ))
		sigtimedwait(&one, NULL, &none);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return r;
}

int
audit_file_append(int fd, off_t size, const void *bytes, size_t n)
{
	int r = audit_file_write(fd, bytes, n);

	/* If cutting fails too, the next writer finds a torn tail. */
	if (r < 0 && ftruncate(fd, size) < 0)
		return r;
	return r;
}

int
audit_file_reserve(int fd, off_t size, off_t n)
{
	struct rlimit limit;
	char zeros[BLOCK] = { 0 };
	int r;

	if (getrlimit(RLIMIT_FSIZE, &limit) == 0 &&
	    limit.rlim_cur != RLIM_INFINITY &&
	    (rlim_t)(size + n) > limit.rlim_cur)
		return -EFBIG;
	if (fallocate(fd, FALLOC_FL_KEEP_SIZE, size, n) == 0)
		return 0;
	if (errno != EOPNOTSUPP && errno != ENOSYS && errno != EINTR)
		return -errno;
	/* A file system without it: write, and take it back. */
	r = audit_file_append(fd, size, zeros, sizeof(zeros));
	if (r == 0 && ftruncate(fd, size) < 0)
		r = -errno;
	return r;
}
