#include "fdio.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "buf.h"
#include "util.h"

#define BLOCK	16384

int
fdio_read_all(int fd, size_t max, struct buf *out)
{
	size_t total = 0;
	ssize_t n;

	for (;;) {
		n = read(fd, buf_room(out, BLOCK), BLOCK);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		if (n == 0)
			return 0;
		if ((size_t)n > max - total) {
			buf_took(out, max - total);
			return -EFBIG;
		}
		buf_took(out, (size_t)n);
		total += (size_t)n;
	}
}

int
fdio_read_file(const char *path, size_t max, struct buf *out)
{
	auto_fd int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	struct stat st;

	if (fd < 0 || fstat(fd, &st) < 0)
		return -errno;
	if (S_ISDIR(st.st_mode))
		return -EISDIR;
	/* O_NONBLOCK was for the open only: a pipe is waited for. */
	if (fcntl(fd, F_SETFL, 0) < 0)
		return -errno;
	return fdio_read_all(fd, max, out);
}

int
fdio_write_all(int fd, const void *bytes, size_t n)
{
	const char *p = bytes;
	ssize_t w;

	while (n > 0) {
		w = write(fd, p, n);
		if (w < 0 && errno == EINTR)
			continue;
		if (w < 0)
			return -errno;
		p += w;
		n -= (size_t)w;
	}
	return 0;
}

int
fdio_copy(int from, int to)
{
	char block[65536];
	ssize_t n;
	int r;

	for (;;) {
		n = read(from, block, sizeof(block));
		if (n == 0)
			return 0;
		if (n < 0 && errno != EINTR)
			return -errno;
		r = n > 0 ? fdio_write_all(to, block, (size_t)n) : 0;
		if (r < 0)
			return r;
	}
}

int
fdio_sealed(const char *name, const void *bytes, size_t n, int *ret_fd)
{
	auto_fd int fd = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
	char path[32];
	int reader, r;

	if (fd < 0)
		return -errno;
	r = fdio_write_all(fd, bytes, n);
	if (r < 0)
		return r;
	if (fcntl(fd, F_ADD_SEALS,
	    F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) < 0)
		return -errno;
	/* A second open file: read-only, with an offset of its own. */
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	reader = open(path, O_RDONLY | O_CLOEXEC);
	if (reader < 0)
		return -errno;
	*ret_fd = reader;
	return 0;
}

int
fdio_helper(const char *name, struct buf *out)
{
	char exe[4096];
	ssize_t n = readlink("/proc/self/exe", exe, sizeof(exe) - 1);

	if (n <= 0)
		return n < 0 ? -errno : -ENOENT;
	exe[n] = '\0';
	/* The kernel's own name of it, which is absolute. */
	buf_add(out, exe, (size_t)(strrchr(exe, '/') + 1 - exe));
	buf_addf(out, "../libexec/sallyport/%s", name);
	return 0;
}
