#include "audit.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include "audit_impl.h"
#include "../base/buf.h"
#include "../base/fdio.h"
#include "../base/util.h"

int
audit_open_folder(int dir, const char *name, int *ret_fd)
{
	auto_fd int fd = -1;
	struct stat st;

	if (mkdirat(dir, name, 0700) < 0 && errno != EEXIST)
		return -errno;
	fd = openat(dir, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0 || fstat(fd, &st) < 0)
		return -errno;
	if (st.st_uid != geteuid() || (st.st_mode & (S_IWGRP | S_IWOTH)))
		return -EPERM;
	/* What was submitted is its owner's to read, and nobody else's. */
	if ((st.st_mode & 077) != 0 && fchmod(fd, 0700) < 0)
		return -errno;
	*ret_fd = steal_fd(&fd);
	return 0;
}

/* Is there a file of this name with these bytes? Another's never serves. */
static bool
is_stored(int dir, const char *name, const struct hash *want, size_t n)
{
	auto_fd int fd = openat(dir, name,
	    O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	auto_buf struct buf bytes = BUF_INIT;
	struct hash have;
	struct stat st;

	if (fd < 0 || fstat(fd, &st) < 0 || !S_ISREG(st.st_mode) ||
	    (size_t)st.st_size != n || fdio_read_all(fd, n, &bytes) < 0)
		return false;
	hash_of(buf_str(&bytes), bytes.len, &have);
	if (memcmp(&have, want, sizeof(have)) != 0)
		return false;
	if ((st.st_mode & 077) != 0 && fchmod(fd, 0600) < 0)
		return false;
	/* Retention goes by when it was last submitted. */
	futimens(fd, NULL);
	return true;
}

static int
sync_code(struct audit *a)
{
	int r = 0;

	while (a->nunsynced > 0) {
		int fd = a->unsynced[--a->nunsynced];

		if (fsync(fd) < 0 && r == 0)
			r = -errno;
		close(fd);
	}
	return r;
}

int
audit_sync_code(struct audit *a)
{
	int r;

	pthread_mutex_lock(&a->lock);
	r = sync_code(a);
	pthread_mutex_unlock(&a->lock);
	return r;
}

/*
 * Submissions are synced before the record that must be, many at once: the
 * first one commits the file system's journal for all.
 */
static int
sync_later(struct audit *a, int *fd)
{
	int r = 0;

	if (a->set.sync == AUDIT_SYNC_OFF)
		return 0;
	pthread_mutex_lock(&a->lock);
	if (a->nunsynced == AUDIT_UNSYNCED_MAX)
		r = sync_code(a);
	a->unsynced[a->nunsynced++] = steal_fd(fd);
	pthread_mutex_unlock(&a->lock);
	return r;
}

/* A whole file under its name at once, in the place of what was there. */
static int
put_file(int dir, const char *name, const void *bytes, size_t n, int *ret_fd)
{
	auto_buf struct buf temp = BUF_INIT;
	auto_fd int fd = -1;
	int r;

	buf_addf(&temp, ".%s.%d", name, (int)gettid());
	unlinkat(dir, temp.data, 0);
	fd = openat(dir, temp.data,
	    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0)
		return -errno;
	r = audit_file_append(fd, 0, bytes, n);
	if (r == 0 && renameat(dir, temp.data, dir, name) < 0)
		r = -errno;
	if (r < 0)
		unlinkat(dir, temp.data, 0);
	else
		*ret_fd = steal_fd(&fd);
	return r;
}

int
audit_store_code(struct audit *a, const struct hash *hash, const void *bytes,
    size_t n)
{
	auto_fd int code = -1, shelf = -1, fd = -1;
	char hex[HASH_HEX], first[3];
	int r;

	hash_hex(hash, hex);
	memcpy(first, hex, 2);
	first[2] = '\0';
	r = audit_open_folder(a->side, "code", &code);
	if (r == 0)
		r = audit_open_folder(code, first, &shelf);
	if (r < 0)
		return r;
	if (is_stored(shelf, hex, hash, n))
		return 0;
	r = put_file(shelf, hex, bytes, n, &fd);
	return r < 0 ? r : sync_later(a, &fd);
}

const char *
audit_anchor_path(const struct audit *a)
{
	return a->set.anchor;
}

int
audit_note_interpreter(struct audit *a, const char *path,
    const char *fingerprint, bool *ret_changed)
{
	auto_fd int dir = -1, fd = -1, put = -1;
	auto_buf struct buf was = BUF_INIT;
	struct hash hash;
	char name[HASH_HEX];
	int r = audit_open_folder(a->side, "interpreters", &dir);

	if (r < 0)
		return r;
	hash_of(path, strlen(path), &hash);
	hash_hex(&hash, name);
	fd = openat(dir, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	if (fd >= 0)
		fdio_read_all(fd, HASH_HEX, &was);
	*ret_changed = fd >= 0 && strcmp(buf_str(&was), fingerprint) != 0;
	if (fd >= 0 && !*ret_changed)
		return 0;
	return put_file(dir, name, fingerprint, strlen(fingerprint), &put);
}

int
audit_calls_create(struct audit *a, const char *id, int *ret_fd)
{
	auto_fd int dir = -1;
	int fd, r = audit_open_folder(a->side, "calls", &dir);

	if (r < 0)
		return r;
	fd = openat(dir, id, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW |
	    O_CLOEXEC, 0600);
	if (fd < 0)
		return -errno;
	*ret_fd = fd;
	return 0;
}

/* A folder that we made, of files that we copied there. */
static int
remove_names(int dir, const char *name, unsigned depth)
{
	int fd = openat(dir, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW |
	    O_CLOEXEC);
	DIR *names = fd >= 0 ? fdopendir(fd) : NULL;
	struct dirent *one;

	if (names == NULL)
		return -errno;
	while ((one = readdir(names)) != NULL) {
		if (strcmp(one->d_name, ".") == 0 ||
		    strcmp(one->d_name, "..") == 0)
			continue;
		if (unlinkat(fd, one->d_name, 0) < 0 && errno == EISDIR &&
		    depth > 0)
			remove_names(fd, one->d_name, depth - 1);
	}
	closedir(names);
	return unlinkat(dir, name, AT_REMOVEDIR) < 0 ? -errno : 0;
}

/* Whoever made it died before it was held. */
static bool
is_orphan(int dir, const char *name)
{
	auto_fd int fd = openat(dir, name, O_RDONLY | O_DIRECTORY |
	    O_NOFOLLOW | O_CLOEXEC);

	return fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0 &&
	    faccessat(fd, AUDIT_HELD_DOCUMENT, F_OK, 0) < 0;
}

/* How many there are; with `sweeps`, without those. */
static size_t
count_held(int dir, bool sweeps)
{
	int fd = openat(dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *names = fd >= 0 ? fdopendir(fd) : NULL;
	struct dirent *one;
	size_t n = 0;

	if (names == NULL)
		return SIZE_MAX;
	while (n < AUDIT_HELD_MOST && (one = readdir(names)) != NULL)
		n += one->d_name[0] != '.' && !(sweeps && is_orphan(dir,
		    one->d_name) && remove_names(dir, one->d_name, 64) == 0);
	closedir(names);
	return n;
}

int
audit_held_create(struct audit *a, const char *id, int *ret_fd)
{
	auto_fd int dir = -1, fd = -1;
	int r = audit_open_folder(a->side, "held", &dir);

	if (r < 0)
		return r;
	if (count_held(dir, false) >= AUDIT_HELD_MOST &&
	    count_held(dir, true) >= AUDIT_HELD_MOST)
		return -EDQUOT;
	if (mkdirat(dir, id, 0700) < 0)
		return -errno;
	r = audit_open_folder(dir, id, &fd);
	if (r == 0 && flock(fd, LOCK_EX | LOCK_NB) < 0)
		r = -errno;
	if (r == 0)
		*ret_fd = steal_fd(&fd);
	return r;
}

int
audit_held_remove(struct audit *a, const char *id)
{
	auto_fd int dir = -1;
	int r = audit_open_folder(a->side, "held", &dir);

	return r < 0 ? r : remove_names(dir, id, 64);
}
