/*
 * A stopped tracee's memory. Its other threads may rewrite what we read after
 * we look: never decide twice from two reads, never let the kernel read again
 * what was decided about.
 */
#ifndef SALLYPORT_TRACEE_H
#define SALLYPORT_TRACEE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Exactly `n` bytes, or -EFAULT. -ESRCH: killed meanwhile. */
int tracee_read(pid_t tid, uint64_t addr, void *out, size_t n);
/* -ENOSYS where this host refuses process_vm_writev. */
int tracee_write(pid_t tid, uint64_t addr, const void *bytes, size_t n);

/* As many bytes as there are, at most `n`: a count, or -EFAULT if none. */
ssize_t tracee_read_some(pid_t tid, uint64_t addr, void *out, size_t n);

/*
 * A NUL-terminated string into `out`, `size` bytes with the NUL. Returns its
 * length; -EFAULT where the kernel would fault, -ENAMETOOLONG if there is no
 * NUL within `size` bytes.
 */
ssize_t tracee_read_str(pid_t tid, uint64_t addr, char *out, size_t size);

/*
 * Numbers of /proc/TID/status: "Tgid", "PPid", "Umask" (octal). Negative
 * errno if it cannot be had.
 */
long tracee_status(pid_t tid, const char *field);

/* Where this process keeps a system call instruction: in its vDSO. */
int tracee_find_insn(pid_t tid, uint64_t *ret);

#endif
