#include "jail.h"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include "../base/util.h"

#if defined(__x86_64__)
#define JAIL_ARCH	AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define JAIL_ARCH	AUDIT_ARCH_AARCH64
#endif

/* What parsing needs; x32 numbers have bit 30 set and match none of these. */
static const unsigned allowed[] = {
	SYS_read, SYS_pread64, SYS_write, SYS_lseek, SYS_close,
	SYS_mmap, SYS_munmap, SYS_mremap, SYS_brk, SYS_madvise, SYS_mprotect,
	SYS_futex, SYS_rt_sigreturn, SYS_rt_sigprocmask, SYS_sigaltstack,
	SYS_clock_gettime, SYS_getpid, SYS_gettid,
	SYS_exit, SYS_exit_group,
};

static int
install_filter(void)
{
	struct sock_filter code[ARRAY_SIZE(allowed) + 6];
	struct sock_fprog prog = { .filter = code };
	unsigned n = 0, i, count = ARRAY_SIZE(allowed);

	code[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
	    offsetof(struct seccomp_data, arch));
	code[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
	    JAIL_ARCH, 1, 0);
	code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K,
	    SECCOMP_RET_KILL_PROCESS);
	code[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
	    offsetof(struct seccomp_data, nr));
	for (i = 0; i < count; i++)
		code[n++] = (struct sock_filter)BPF_JUMP(
		    BPF_JMP | BPF_JEQ | BPF_K, allowed[i],
		    (uint8_t)(count - i), 0);
	code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K,
	    SECCOMP_RET_KILL_PROCESS);
	code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K,
	    SECCOMP_RET_ALLOW);
	prog.len = (unsigned short)n;
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog) < 0)
		return -errno;
	return 0;
}

static void
close_from(int first)
{
	int fd;

	if (syscall(SYS_close_range, first, ~0u, 0) == 0)
		return;
	for (fd = first; fd < 4096; fd++)	/* before Linux 5.9 */
		close(fd);
}

int
jail_enter(int first_fd, unsigned long memory)
{
	struct rlimit core = { 0, 0 };
	const struct rlimit size UNUSED = { memory, memory };

	close_from(first_fd);
	/* 1 keeps a host's program for cores from starting, 0 does not. */
	if (getrlimit(RLIMIT_CORE, &core) < 0)
		return -errno;
	core.rlim_cur = core.rlim_max = core.rlim_max > 0;
	if (setrlimit(RLIMIT_CORE, &core) < 0)
		return -errno;
#ifndef __SANITIZE_ADDRESS__		/* its shadow is terabytes of data */
	if (setrlimit(RLIMIT_DATA, &size) < 0)
		return -errno;
#endif
	return install_filter();
}
