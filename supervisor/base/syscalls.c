#include "syscalls.h"

#include "syscalls_data.h"
#include "util.h"

static const char *const kind_names[] = {
	[SYSCALL_INT] = "int", [SYSCALL_FD] = "fd", [SYSCALL_DIRFD] = "dirfd",
	[SYSCALL_PATH] = "path", [SYSCALL_STR] = "str", [SYSCALL_PTR] = "ptr",
	[SYSCALL_LEN] = "len", [SYSCALL_FLAGS] = "flags",
	[SYSCALL_MODE] = "mode", [SYSCALL_CMD] = "cmd",
	[SYSCALL_OFFSET] = "offset", [SYSCALL_ID] = "id",
	[SYSCALL_PID] = "pid", [SYSCALL_SIGNAL] = "signal",
	[SYSCALL_ADDR] = "addr", [SYSCALL_PROT] = "prot",
	[SYSCALL_SOCKADDR] = "sockaddr", [SYSCALL_MSGHDR] = "msghdr",
	[SYSCALL_MMSGHDR] = "mmsghdr", [SYSCALL_IOVEC] = "iovec",
	[SYSCALL_ARGV] = "argv", [SYSCALL_ENVP] = "envp",
	[SYSCALL_OPEN_HOW] = "open_how",
};

static const char *const path_names[] = {
	[SYSCALL_PATH_NONE] = "none", [SYSCALL_PATH_OPEN] = "open",
	[SYSCALL_PATH_CREATE] = "create", [SYSCALL_PATH_DELETE] = "delete",
	[SYSCALL_PATH_CHANGE] = "change", [SYSCALL_PATH_WRITE] = "write",
	[SYSCALL_PATH_STAT] = "stat", [SYSCALL_PATH_LINK] = "link",
	[SYSCALL_PATH_CHDIR] = "chdir", [SYSCALL_PATH_EXEC] = "exec",
	[SYSCALL_PATH_ADMIN] = "admin",
};

const char *
syscall_kind_name(enum syscall_kind kind)
{
	return (unsigned)kind < SYSCALL_NKINDS ? kind_names[kind] : "unknown";
}

const char *
syscall_path_name(enum syscall_path path)
{
	return (unsigned)path < SYSCALL_PATH_NCLASSES ? path_names[path] :
	    "unknown";
}

const struct syscall_row *
syscall_by_number(enum syscall_abi abi, long nr)
{
	const struct syscall_numbers *numbers;

	if ((unsigned)abi >= SYSCALL_NABIS)
		return NULL;
	numbers = &syscall_data_numbers[abi];
	if (nr < 0 || (unsigned long)nr >= numbers->n ||
	    numbers->rows[nr] == 0)
		return NULL;
	return &syscall_data_rows[numbers->rows[nr] - 1];
}

static int
compare_name(const void *name, const void *row)
{
	return strcmp(name, ((const struct syscall_row *)row)->name);
}

const struct syscall_row *
syscall_by_name(const char *name)
{
	return bsearch(name, syscall_data_rows, syscall_data_count,
	    sizeof(*syscall_data_rows), compare_name);
}

size_t
syscall_count(void)
{
	return syscall_data_count;
}

const struct syscall_row *
syscall_at(size_t i)
{
	return i < syscall_data_count ? &syscall_data_rows[i] : NULL;
}

long
syscall_last(enum syscall_abi abi)
{
	return (unsigned)abi < SYSCALL_NABIS ?
	    (long)syscall_data_numbers[abi].n - 1 : -1;
}

const char *
syscall_kernel(void)
{
	return syscall_data_kernel;
}
