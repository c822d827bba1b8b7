#include "renounce.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include "../arch/arch.h"
#include "../base/util.h"

#ifndef PR_SET_VMA
#define PR_SET_VMA 0x53564d41
#endif
#ifndef __NR_clone3
#define __NR_clone3 435
#endif

#define NEW_NAMESPACES	(0x80u | CLONE_NEWNS | 0x02000000u | CLONE_NEWUTS | \
    CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET)

/* Bytes, memory, time, itself. A call's number alone decides, so the kernel
 * keeps the answer (5.11) and runs no program. */
static const unsigned everybody[] = {
	SYS_read, SYS_write, SYS_close, SYS_readv, SYS_writev, SYS_pread64,
	SYS_pwrite64, SYS_lseek, SYS_fstat, SYS_fcntl, SYS_dup, SYS_dup3,
	SYS_pipe2, SYS_ppoll, SYS_ioctl, SYS_getdents64, SYS_eventfd2,
	SYS_mmap, SYS_munmap, SYS_mprotect, SYS_mremap, SYS_madvise, SYS_brk,
	SYS_futex, SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn,
	SYS_rt_sigpending, SYS_rt_sigtimedwait,
	SYS_sigaltstack, SYS_restart_syscall, SYS_exit, SYS_exit_group,
	SYS_set_robust_list, SYS_set_tid_address, SYS_rseq, SYS_getpid,
	SYS_gettid, SYS_getppid, SYS_getuid, SYS_geteuid, SYS_getgid,
	SYS_getegid, SYS_getresuid, SYS_getrandom, SYS_uname, SYS_sysinfo,
	SYS_getrusage, SYS_prlimit64, SYS_clock_gettime, SYS_clock_getres,
	SYS_clock_nanosleep, SYS_nanosleep, SYS_gettimeofday,
	SYS_sched_yield, SYS_sched_getaffinity, SYS_sched_setaffinity,
	SYS_membarrier, SYS_kill, SYS_tgkill, SYS_wait4, SYS_waitid,
	/* Names; what they lead to is Landlock's and the user's to say. */
	SYS_openat, SYS_newfstatat, SYS_statx, SYS_readlinkat, SYS_faccessat,
	SYS_unlinkat, SYS_renameat2, SYS_linkat, SYS_symlinkat, SYS_mkdirat,
	SYS_fchmod, SYS_fchmodat, SYS_fchown, SYS_fchownat, SYS_utimensat,
	SYS_ftruncate, SYS_fallocate, SYS_statfs, SYS_fstatfs, SYS_getcwd,
	SYS_umask,
#ifdef __NR_openat2
	__NR_openat2,
#endif
#ifdef __NR_faccessat2
	__NR_faccessat2,
#endif
#ifdef __NR_open
	/* As they are spelled where machines have both. */
	SYS_open, SYS_stat, SYS_lstat, SYS_access, SYS_readlink, SYS_unlink,
	SYS_rename, SYS_mkdir, SYS_rmdir, SYS_chmod, SYS_chown, SYS_lchown,
	SYS_poll, SYS_select, SYS_dup2, SYS_pipe, SYS_time, SYS_link,
	SYS_symlink, SYS_renameat, SYS_getpgrp, SYS_alarm, SYS_pause,
#endif
};

static const unsigned supervisor[] = {
	/* The tree. */
	SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev,
	SYS_getsid, SYS_getpgid,
#ifdef __NR_pidfd_open
	__NR_pidfd_open, __NR_pidfd_send_signal, __NR_pidfd_getfd,
#endif
	/* On behalf; not a socket of its own, but see allow_datagrams. */
	SYS_connect, SYS_bind, SYS_listen, SYS_chdir, SYS_fchdir, SYS_sendmsg,
	SYS_getsockopt, SYS_setsockopt, SYS_getsockname, SYS_getpeername, SYS_mknodat,
	SYS_truncate, SYS_flock, SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr,
	SYS_getxattr, SYS_lgetxattr, SYS_fgetxattr, SYS_listxattr,
	SYS_llistxattr, SYS_flistxattr, SYS_removexattr, SYS_lremovexattr,
	SYS_fremovexattr, SYS_timer_create, SYS_timer_settime,
#ifdef __NR_fchmodat2
	__NR_fchmodat2,
#endif
	/* Who reads a stack, until its jail: Landlock says what may run. */
	SYS_execve, SYS_execveat, SYS_setrlimit, SYS_getrlimit, SYS_mincore,
	SYS_msync,
#ifdef __NR_close_range
	__NR_close_range,
#endif
#ifdef __NR_arch_prctl
	SYS_arch_prctl,
#endif
};

static const unsigned front[] = {
	/* The log, what the run left behind, what is copied out. */
	SYS_fsync, SYS_fdatasync, SYS_flock, SYS_sendfile, SYS_truncate,
	SYS_copy_file_range, SYS_fchdir, SYS_preadv, SYS_pwritev,
	SYS_pselect6, SYS_fadvise64, SYS_sync_file_range,
	/* The host's journal, on the socket it has. */
	SYS_sendto, SYS_sendmsg, SYS_getsockopt,
};

/* Who it serves, until it ends: on the socket that it has. */
static const unsigned session[] = {
	SYS_accept4, SYS_recvfrom, SYS_memfd_create, SYS_setsockopt,
};

/* The front of the service: the sockets it has and the threads that serve
 * them. It names nothing, and connects nowhere. */
static const unsigned service[] = {
	SYS_read, SYS_write, SYS_writev, SYS_close, SYS_fcntl, SYS_ppoll,
	SYS_accept4, SYS_recvfrom, SYS_recvmsg, SYS_sendto, SYS_sendmsg,
	SYS_shutdown, SYS_getsockopt, SYS_setsockopt, SYS_getsockname,
	SYS_getpeername, SYS_eventfd2,
	SYS_mmap, SYS_munmap, SYS_mprotect, SYS_mremap, SYS_madvise, SYS_brk,
	SYS_futex, SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn,
	SYS_sigaltstack,
	SYS_restart_syscall, SYS_exit, SYS_exit_group, SYS_set_robust_list,
	SYS_rseq, SYS_getpid, SYS_gettid, SYS_tgkill, SYS_getrandom,
	SYS_clock_gettime, SYS_clock_nanosleep, SYS_nanosleep,
	SYS_sched_yield, SYS_sched_getaffinity, SYS_membarrier,
#ifdef __NR_poll
	SYS_poll,
#endif
};

/* prctl: what the reader of a stack gives up, and what malloc names. */
static const unsigned prctls[] = {
	PR_SET_PDEATHSIG, PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, PR_SET_VMA,
};

/* What the tools that watch a build of ours for mistakes do on their own. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
static const unsigned sanitizer[] = {
	SYS_clone, SYS_ptrace, SYS_prctl, SYS_personality, SYS_setrlimit,
	SYS_getrlimit, SYS_process_vm_readv, SYS_munlock, SYS_mlock,
	SYS_gettimeofday,
};
#endif

static void (*tell)(const char *nr);

struct writing {
	struct sock_filter	*code;
	unsigned		 n;
};

static void
put(struct writing *w, uint16_t code, uint8_t jt, uint8_t jf, uint32_t k)
{
	if (w->n < RENOUNCE_MAX)
		w->code[w->n++] = (struct sock_filter){ code, jt, jf, k };
}

#define LOAD(w_, member_) put((w_), BPF_LD | BPF_W | BPF_ABS, 0, 0, \
    (uint32_t)offsetof(struct seccomp_data, member_))
#define RETURN(w_, action_) put((w_), BPF_RET | BPF_K, 0, 0, (action_))
#define UNLESS_EQUAL(w_, k_, over_) put((w_), BPF_JMP | BPF_JEQ | BPF_K, 0, \
    (over_), (k_))

static void
allow(struct writing *w, const unsigned *list, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++) {
		UNLESS_EQUAL(w, list[i], 1);
		RETURN(w, SECCOMP_RET_ALLOW);
	}
}

/* New threads and processes, but no new world for them. */
static void
allow_clone(struct writing *w)
{
#ifdef __NR_fork
	allow(w, (const unsigned[]){ SYS_fork, SYS_vfork }, 2);
#endif
	UNLESS_EQUAL(w, __NR_clone3, 1);
	RETURN(w, SECCOMP_RET_ERRNO | ENOSYS);	/* libc falls back */
	UNLESS_EQUAL(w, SYS_clone, 4);
	LOAD(w, args[0]);
	put(w, BPF_JMP | BPF_JSET | BPF_K, 1, 0, NEW_NAMESPACES);
	RETURN(w, SECCOMP_RET_ALLOW);
	RETURN(w, SECCOMP_RET_TRAP);
}

/* New threads, and no process. */
static void
allow_threads(struct writing *w)
{
	UNLESS_EQUAL(w, __NR_clone3, 1);
	RETURN(w, SECCOMP_RET_ERRNO | ENOSYS);	/* libc falls back */
	UNLESS_EQUAL(w, SYS_clone, 5);
	LOAD(w, args[0]);
	put(w, BPF_JMP | BPF_JSET | BPF_K, 2, 0, NEW_NAMESPACES);
	put(w, BPF_JMP | BPF_JSET | BPF_K, 0, 1, CLONE_THREAD);
	RETURN(w, SECCOMP_RET_ALLOW);
	RETURN(w, SECCOMP_RET_TRAP);
}

static void
allow_prctl(struct writing *w, bool names)
{
	size_t i;

	UNLESS_EQUAL(w, SYS_prctl, (uint8_t)(2 * ARRAY_SIZE(prctls) + 2 +
	    (names ? 2 : 0)));
	LOAD(w, args[0]);
	/* Threads that its library names. */
	if (names) {
		UNLESS_EQUAL(w, PR_SET_NAME, 1);
		RETURN(w, SECCOMP_RET_ALLOW);
	}
	for (i = 0; i < ARRAY_SIZE(prctls); i++) {
		UNLESS_EQUAL(w, prctls[i], 1);
		RETURN(w, SECCOMP_RET_ALLOW);
	}
	RETURN(w, SECCOMP_RET_TRAP);
}

/* Sockets for datagrams, which it makes for the tree: no other kind. */
static void
allow_datagrams(struct writing *w)
{
	UNLESS_EQUAL(w, SYS_socket, 11);
	LOAD(w, args[0]);
	put(w, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, AF_INET);
	UNLESS_EQUAL(w, AF_INET6, 6);
	LOAD(w, args[1]);
	put(w, BPF_ALU | BPF_AND | BPF_K, 0, 0, ~(uint32_t)SOCK_NONBLOCK);
	UNLESS_EQUAL(w, SOCK_DGRAM | SOCK_CLOEXEC, 3);
	LOAD(w, args[2]);
	put(w, BPF_JMP | BPF_JEQ | BPF_K, 2, 0, 0);
	put(w, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, IPPROTO_UDP);
	RETURN(w, SECCOMP_RET_TRAP);
	RETURN(w, SECCOMP_RET_ALLOW);
}

/* What libc can do without: how many processors there are. */
static void
refuse_names(struct writing *w)
{
	UNLESS_EQUAL(w, SYS_openat, 1);
	RETURN(w, SECCOMP_RET_ERRNO | EACCES);
}

unsigned
renounce_program(enum renounce_who who, struct sock_filter *code)
{
	bool is_front = who == RENOUNCE_FRONT || who == RENOUNCE_SESSION;
	struct writing w = { code, 0 };

	LOAD(&w, arch);
	put(&w, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, arch_audit);
	RETURN(&w, SECCOMP_RET_KILL_PROCESS);
	LOAD(&w, nr);
	/* x32, where the list would mean other calls. */
	put(&w, BPF_JMP | BPF_JGE | BPF_K, 0, 1, 0x40000000u);
	RETURN(&w, SECCOMP_RET_KILL_PROCESS);
	if (who == RENOUNCE_SERVICE) {
		allow(&w, service, ARRAY_SIZE(service));
		refuse_names(&w);
	} else {
		if (!is_front)
			allow(&w, supervisor, ARRAY_SIZE(supervisor));
		allow(&w, everybody, ARRAY_SIZE(everybody));
	}
	if (is_front)
		allow(&w, front, ARRAY_SIZE(front));
	if (who == RENOUNCE_SESSION)
		allow(&w, session, ARRAY_SIZE(session));
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
	allow(&w, sanitizer, ARRAY_SIZE(sanitizer));
#endif
	if (who == RENOUNCE_SUPERVISOR_NET)
		allow_datagrams(&w);
	if (who == RENOUNCE_SERVICE)
		allow_threads(&w);
	else if (!is_front)
		allow_clone(&w);
	allow_prctl(&w, who == RENOUNCE_SERVICE);
	RETURN(&w, SECCOMP_RET_TRAP);
	return w.n;
}

/* Whoever takes this handler away is ended by the kernel. */
static void
on_given_up(int sig, siginfo_t *info, void *context)
{
	unsigned nr = (unsigned)info->si_syscall;
	char text[16], *at = text + sizeof(text);

	(void)sig;
	(void)context;
	for (*--at = '\0'; at > text && (nr > 0 || at[0] == '\0'); nr /= 10)
		*--at = (char)('0' + nr % 10);
	tell(at);
	_exit(125);
}

int
renounce(enum renounce_who who, void (*say)(const char *nr))
{
	struct sock_filter code[RENOUNCE_MAX];
	struct sock_fprog prog = { .filter = code };
	struct sigaction act = { .sa_sigaction = on_given_up,
	    .sa_flags = SA_SIGINFO };
	long r;

	prog.len = (unsigned short)renounce_program(who, code);
	if (prog.len >= RENOUNCE_MAX)
		return -E2BIG;
	tell = say;
	if (sigaction(SIGSYS, &act, NULL) < 0)
		return -errno;
	/* Threads that began earlier, too: a number is one that did not. */
	r = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
	    SECCOMP_FILTER_FLAG_TSYNC, &prog);
	return r < 0 ? -errno : r > 0 ? -EBUSY : 0;
}

int
renounce_clone3(void)
{
	struct sock_filter code[8];
	struct sock_fprog prog = { .filter = code };
	struct writing w = { code, 0 };

	/* Of no arguments a kernel that has it says EINVAL. */
	if (syscall(__NR_clone3, NULL, 0) >= 0 || errno != EPERM)
		return 0;
	LOAD(&w, arch);
	put(&w, BPF_JMP | BPF_JEQ | BPF_K, 0, 3, arch_audit);
	LOAD(&w, nr);
	UNLESS_EQUAL(&w, __NR_clone3, 1);
	RETURN(&w, SECCOMP_RET_ERRNO | ENOSYS);
	RETURN(&w, SECCOMP_RET_ALLOW);
	prog.len = (unsigned short)w.n;
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ||
	    syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &prog) < 0)
		return -errno;
	return 0;
}
