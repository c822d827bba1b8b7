/*
 * Every system call the tables know: numbers, and the names and kinds of its
 * arguments. Made from rules/syscalls.tbl; rows are constant data without
 * pointers.
 */
#ifndef SALLYPORT_SYSCALLS_H
#define SALLYPORT_SYSCALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum syscall_abi {
	SYSCALL_X86_64 = 0,
	SYSCALL_AARCH64,
	SYSCALL_NABIS,
#if defined(__aarch64__)
	SYSCALL_NATIVE = SYSCALL_AARCH64,
#else
	SYSCALL_NATIVE = SYSCALL_X86_64,
#endif
};

enum syscall_kind {
	SYSCALL_INT = 0,
	SYSCALL_FD,
	SYSCALL_DIRFD,		/* what the path behind it is relative to */
	SYSCALL_PATH,
	SYSCALL_STR,		/* a string that is no path to look up */
	SYSCALL_PTR,		/* memory no check looks into, or an output */
	SYSCALL_LEN,
	SYSCALL_FLAGS,
	SYSCALL_MODE,
	SYSCALL_CMD,		/* selects what the call does */
	SYSCALL_OFFSET,
	SYSCALL_ID,		/* uid or gid */
	SYSCALL_PID,		/* also tids, process groups */
	SYSCALL_SIGNAL,
	SYSCALL_ADDR,		/* of the caller's memory map */
	SYSCALL_PROT,
	SYSCALL_SOCKADDR,	/* its length is the next argument */
	SYSCALL_MSGHDR,
	SYSCALL_MMSGHDR,	/* its count is the next argument */
	SYSCALL_IOVEC,
	SYSCALL_ARGV,
	SYSCALL_ENVP,
	SYSCALL_OPEN_HOW,	/* its size is the next argument */
	SYSCALL_NKINDS
};

/* What becomes of a path. */
enum syscall_path {
	SYSCALL_PATH_NONE = 0,	/* the argument is no path */
	SYSCALL_PATH_OPEN,	/* by flags: read, write, create */
	SYSCALL_PATH_CREATE,
	SYSCALL_PATH_DELETE,
	SYSCALL_PATH_CHANGE,	/* mode, owner, times, attributes */
	SYSCALL_PATH_WRITE,	/* truncate */
	SYSCALL_PATH_STAT,
	SYSCALL_PATH_LINK,	/* gets another name */
	SYSCALL_PATH_CHDIR,
	SYSCALL_PATH_EXEC,
	SYSCALL_PATH_ADMIN,	/* mounts and the like */
	SYSCALL_PATH_NCLASSES
};

#define SYSCALL_MAX_ARGS 6
#define SYSCALL_MAX	512	/* every number is below this */

struct syscall_arg {
	char	name[16];
	uint8_t	kind, path;
	bool	nofollow;	/* a last symbolic link is meant itself */
	int8_t	dirfd;		/* of a path: its dirfd's index, or -1 */
};

struct syscall_row {
	char			name[28];
	int16_t			nr[SYSCALL_NABIS];	/* -1: not there */
	uint8_t			nargs;
	struct syscall_arg	args[SYSCALL_MAX_ARGS];
};

/* NULL if there is none. Rows are sorted by name. */
const struct syscall_row *syscall_by_number(enum syscall_abi, long nr);
const struct syscall_row *syscall_by_name(const char *name);
size_t syscall_count(void);
const struct syscall_row *syscall_at(size_t i);

/* The highest number of the ABI's list: past it, ENOSYS. */
long syscall_last(enum syscall_abi);
/* The version whose list this is, "6.18". */
const char *syscall_kernel(void);

const char *syscall_kind_name(enum syscall_kind);
const char *syscall_path_name(enum syscall_path);

#endif
