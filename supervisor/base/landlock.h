/*
 * Landlock: the kernel's own check of paths, ports and signals, for a process
 * that asks for it. Made before fork, entered behind it.
 */
#ifndef SALLYPORT_LANDLOCK_H
#define SALLYPORT_LANDLOCK_H

#include <stdbool.h>
#include <stdint.h>

enum landlock_access {
	LANDLOCK_MAY_READ = 1,
	LANDLOCK_MAY_WRITE = 2,		/* create, change, delete, rename */
	LANDLOCK_MAY_EXEC = 4,
};

/* The version the kernel offers, or 0 if it offers none. */
int landlock_abi(void);

enum landlock_any {
	LANDLOCK_ANY_CONNECT = 1,
	LANDLOCK_ANY_BIND = 2,
};

/*
 * A set of rules that refuses all the kernel can refuse: every right on files,
 * TCP (ABI 4) but what `any` leaves to others to judge, and, if `scoped`,
 * signals and abstract sockets to outside (ABI 6). *ret_fd is the caller's.
 * Returns 0, or -EOPNOTSUPP without Landlock.
 */
int landlock_new(bool scoped, unsigned any, int *ret_fd);

/*
 * Permit something below `path` (a folder) or on it (a file), in each of the
 * `n` sets. A path that is not there, or cannot be reached, permits nothing: 0.
 */
int landlock_allow_path(const int *fds, int n, const char *path,
    unsigned accesses);
int landlock_allow_connect(int fd, uint16_t port);
int landlock_allow_bind(int fd, uint16_t port);

/*
 * Enter: this thread and all it forks. Needs no_new_privs. Async-signal-safe.
 */
int landlock_enter(int fd);

#endif
