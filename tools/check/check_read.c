/* The bytes of one input. */
#include "check.h"

#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>

#include "../../supervisor/base/fdio.h"

/* Component by component, for kernels before 5.6 and strict filters. */
static int
open_by_steps(int root_fd, const char *path, int flags)
{
	char name[NAME_MAX + 1];
	int at = root_fd, next, saved;
	size_t n;

	for (;;) {
		path += strspn(path, "/");
		n = strcspn(path, "/");
		if (n > NAME_MAX)
			return -ENAMETOOLONG;
		memcpy(name, path, n);
		name[n] = '\0';
		path += n;
		next = openat(at, name, path[0] == '\0' ?
		    flags | O_NOFOLLOW | O_CLOEXEC :
		    O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		saved = errno;
		if (at != root_fd)
			close(at);
		if (next < 0)
			return -saved;
		if (path[0] == '\0')
			return next;
		at = next;
	}
}

int
check_open_below(int root_fd, const char *path, int flags)
{
	struct open_how how = {
		.flags = (unsigned)(flags | O_CLOEXEC),
		.resolve = RESOLVE_NO_SYMLINKS | RESOLVE_BENEATH,
	};
	long fd;

	fd = syscall(SYS_openat2, root_fd, path, &how, sizeof(how));
	if (fd >= 0)
		return (int)fd;
	if (errno != ENOSYS && errno != EPERM && errno != EAGAIN)
		return -errno;
	return open_by_steps(root_fd, path, flags);
}

/* A pipe without a name, such as a shell's <(command): it has a writer. */
static bool
is_nameless_pipe(int fd, const struct stat *st)
{
	struct statfs fs;

	return S_ISFIFO(st->st_mode) && fstatfs(fd, &fs) == 0 &&
	    fs.f_type == PIPEFS_MAGIC;
}

static int
open_input(const struct check_input *in, const char **ret_why)
{
	const int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
	struct stat st;
	int fd;

	if (in->root_fd >= 0) {
		fd = check_open_below(in->root_fd, in->below, flags);
		errno = fd < 0 ? -fd : 0;
	} else
		fd = open(in->name, flags);
	if (fd < 0) {
		*ret_why = errno == ELOOP && in->root_fd >= 0 ?
		    "became a symbolic link: not followed" : strerror(errno);
		return -1;
	}
	if (fstat(fd, &st) < 0)
		*ret_why = strerror(errno);
	else if (S_ISREG(st.st_mode))
		return fd;
	else if (in->root_fd < 0 && is_nameless_pipe(fd, &st)) {
		/* O_NONBLOCK was for the open only. */
		if (fcntl(fd, F_SETFL, 0) == 0)
			return fd;
		*ret_why = strerror(errno);
	} else if (S_ISFIFO(st.st_mode))
		*ret_why = "a FIFO: give its content to standard input, "
		    "as '-'";
	else
		*ret_why = "not a regular file";
	close(fd);
	return -1;
}

int
check_read(const struct check_input *in, struct buf *out,
    const char **ret_why)
{
	auto_fd int fd = -1;
	int from = STDIN_FILENO, r;

	if (in->bytes != NULL && in->nbytes <= CHECK_MAX_BYTES) {
		buf_add(out, in->bytes, in->nbytes);
		return 0;
	}
	if (in->bytes != NULL) {
		*ret_why = "larger than 16 MiB: not read";
		return -1;
	}
	if (!in->is_stdin) {
		fd = open_input(in, ret_why);
		if (fd < 0)
			return -1;
		from = fd;
	}
	r = fdio_read_all(from, CHECK_MAX_BYTES, out);
	if (r == 0)
		return 0;
	*ret_why = r == -EFBIG ? "larger than 16 MiB: not read" : strerror(-r);
	return -1;
}
