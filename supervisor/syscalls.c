#include "syscalls.h"

#include <stddef.h>
#include <string.h>

static const char *const names[SYSCALLS_MAX] = {
#define SYSCALL(name, nr) [nr] = #name,
#include "syscall_list.h"
#undef SYSCALL
};

const char *
syscall_name(long nr)
{
	return nr >= 0 && nr < SYSCALLS_MAX ? names[nr] : NULL;
}

long
syscall_number(const char *name)
{
	long nr;

	for (nr = 0; nr < SYSCALLS_MAX; nr++) {
		if (names[nr] != NULL && strcmp(names[nr], name) == 0)
			return nr;
	}
	return -1;
}
