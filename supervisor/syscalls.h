/*
 * The system calls of the native ABI, by name and number.
 */
#ifndef SALLYPORT_SYSCALLS_H
#define SALLYPORT_SYSCALLS_H

#define SYSCALLS_MAX	512	/* every listed number is below this */

/* NULL for a number that is not listed. */
const char *syscall_name(long nr);
/* -1 for a name that is not listed. */
long syscall_number(const char *name);

#endif
