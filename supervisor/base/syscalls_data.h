/* What tools/gen/syscalls.c writes. Private to syscalls.c. */
#ifndef SALLYPORT_SYSCALLS_DATA_H
#define SALLYPORT_SYSCALLS_DATA_H

#include "syscalls.h"

struct syscall_numbers {
	const uint16_t	*rows;		/* row + 1, by number */
	size_t		 n;
};

extern const struct syscall_row syscall_data_rows[];
extern const size_t syscall_data_count;
extern const struct syscall_numbers syscall_data_numbers[SYSCALL_NABIS];
extern const char syscall_data_kernel[];

#endif
