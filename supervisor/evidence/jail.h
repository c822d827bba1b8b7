/*
 * The last confinement of a process that only parses: after this it can
 * compute, read and write what it has open, manage its own memory, and exit.
 * Anything else kills it. For work on bytes that a tracee wrote.
 */
#ifndef SALLYPORT_JAIL_H
#define SALLYPORT_JAIL_H

/*
 * Close every descriptor from `first_fd` on, take away core dumps and growth
 * past `memory` bytes, and install the filter. Returns 0 or -errno; go on only
 * if it is 0. Works without privileges; sets no_new_privs.
 */
int jail_enter(int first_fd, unsigned long memory);

#endif
