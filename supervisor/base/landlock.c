#include "landlock.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "util.h"

/*
 * Headers of a distribution are older than kernels that run under it, so the
 * numbers stand here. The kernel takes a larger struct whose tail is zero.
 */
#ifndef __NR_landlock_create_ruleset
#define __NR_landlock_create_ruleset	444
#define __NR_landlock_add_rule		445
#define __NR_landlock_restrict_self	446
#endif

struct ruleset_attr {
	uint64_t	fs, net, scoped;
};

struct path_attr {
	uint64_t	access;
	int32_t		parent_fd;
} __attribute__((packed));

struct port_attr {
	uint64_t	access, port;
};

#define CREATE_VERSION		1u
#define RULE_PATH		1
#define RULE_PORT		2

#define FS_EXECUTE		(1ull << 0)
#define FS_WRITE_FILE		(1ull << 1)
#define FS_READ_FILE		(1ull << 2)
#define FS_READ_DIR		(1ull << 3)
#define FS_REMOVE_DIR		(1ull << 4)
#define FS_REMOVE_FILE		(1ull << 5)
#define FS_MAKE_CHAR		(1ull << 6)
#define FS_MAKE_DIR		(1ull << 7)
#define FS_MAKE_REG		(1ull << 8)
#define FS_MAKE_SOCK		(1ull << 9)
#define FS_MAKE_FIFO		(1ull << 10)
#define FS_MAKE_BLOCK		(1ull << 11)
#define FS_MAKE_SYM		(1ull << 12)
#define FS_REFER		(1ull << 13)	/* ABI 2, Linux 5.19 */
#define FS_TRUNCATE		(1ull << 14)	/* ABI 3, Linux 6.2 */
#define FS_IOCTL_DEV		(1ull << 15)	/* ABI 5, Linux 6.10 */
#define NET_BIND_TCP		(1ull << 0)	/* ABI 4, Linux 6.7 */
#define NET_CONNECT_TCP		(1ull << 1)
#define SCOPE_ABSTRACT		(1ull << 0)	/* ABI 6, Linux 6.12 */
#define SCOPE_SIGNAL		(1ull << 1)

#define FS_OF_FILES	(FS_EXECUTE | FS_WRITE_FILE | FS_READ_FILE | \
			 FS_TRUNCATE | FS_IOCTL_DEV)

int
landlock_abi(void)
{
	static int abi = -1;
	long r;

	if (abi < 0) {
		r = syscall(__NR_landlock_create_ruleset, NULL, 0,
		    CREATE_VERSION);
		abi = r > 0 ? (int)r : 0;
	}
	return abi;
}

static uint64_t
fs_handled(int abi)
{
	uint64_t all = FS_REFER - 1;	/* the thirteen of ABI 1 */

	if (abi >= 2)
		all |= FS_REFER;
	if (abi >= 3)
		all |= FS_TRUNCATE;
	if (abi >= 5)
		all |= FS_IOCTL_DEV;
	return all;
}

int
landlock_new(bool scoped, unsigned any, int *ret_fd)
{
	struct ruleset_attr attr = { 0 };
	int abi = landlock_abi();
	long fd;

	if (abi == 0)
		return -EOPNOTSUPP;
	attr.fs = fs_handled(abi);
	if (abi >= 4)
		attr.net = (any & LANDLOCK_ANY_BIND ? 0 : NET_BIND_TCP) |
		    (any & LANDLOCK_ANY_CONNECT ? 0 : NET_CONNECT_TCP);
	if (abi >= 6 && scoped)
		attr.scoped = SCOPE_ABSTRACT | SCOPE_SIGNAL;
	fd = syscall(__NR_landlock_create_ruleset, &attr, sizeof(attr), 0);
	if (fd < 0)
		return -errno;
	/* The kernel makes it close-on-exec. */
	*ret_fd = (int)fd;
	return 0;
}

int
landlock_allow_path(const int *fds, int n, const char *path,
    unsigned accesses)
{
	auto_fd int at = open(path, O_PATH | O_CLOEXEC);
	struct path_attr attr = { .parent_fd = at };
	struct stat st;
	int i;

	if (at < 0)
		return errno == ENOENT || errno == EACCES ||
		    errno == ENOTDIR ? 0 : -errno;
	if (fstat(at, &st) < 0)
		return -errno;
	if (accesses & LANDLOCK_MAY_READ)
		attr.access |= FS_READ_FILE | FS_READ_DIR;
	if (accesses & LANDLOCK_MAY_EXEC)
		attr.access |= FS_EXECUTE;
	if (accesses & LANDLOCK_MAY_WRITE)
		attr.access |= FS_WRITE_FILE | FS_REMOVE_DIR |
		    FS_REMOVE_FILE | FS_MAKE_DIR | FS_MAKE_REG |
		    FS_MAKE_SOCK | FS_MAKE_FIFO | FS_MAKE_SYM | FS_REFER |
		    FS_TRUNCATE;
	if (!S_ISDIR(st.st_mode)) {
		attr.access &= FS_OF_FILES;
		/* A named device: its ioctls are the filter's to judge. */
		if (attr.access != 0)
			attr.access |= FS_IOCTL_DEV;
	}
	attr.access &= fs_handled(landlock_abi());
	if (attr.access == 0)
		return 0;
	for (i = 0; i < n; i++) {
		if (syscall(__NR_landlock_add_rule, fds[i], RULE_PATH, &attr,
		    0) < 0)
			return -errno;
	}
	return 0;
}

static int
allow_port(int fd, uint64_t access, uint16_t port)
{
	struct port_attr attr = { .access = access, .port = port };

	if (landlock_abi() < 4)
		return 0;
	if (syscall(__NR_landlock_add_rule, fd, RULE_PORT, &attr, 0) < 0)
		return -errno;
	return 0;
}

int
landlock_allow_connect(int fd, uint16_t port)
{
	return allow_port(fd, NET_CONNECT_TCP, port);
}

int
landlock_allow_bind(int fd, uint16_t port)
{
	return allow_port(fd, NET_BIND_TCP, port);
}

int
landlock_enter(int fd)
{
	if (syscall(__NR_landlock_restrict_self, fd, 0) < 0)
		return -errno;
	return 0;
}
