/*
 * By libseccomp; the only file that knows it.
 *
 * The default is to stop. What a row allows runs; where the row says
 * `inspect`, the patterns below name the registers that need no look. A
 * pattern compares whole 64-bit registers, even where the kernel cuts an
 * argument to 32: what differs only up there stops, and the check cuts it as
 * the kernel does. No pattern refuses by argument: refusals are recorded.
 */
#include "filter.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/futex.h>
#include <linux/prctl.h>
#include <sched.h>
#include <seccomp.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../base/landlock.h"
#include "../base/mem.h"
#include "../base/syscalls.h"
#include "../base/util.h"
#include "filter_image.h"
#include "../tracer/guard.h"
#include "../limits/buffers.h"
#include "policy.h"

#ifndef PR_SET_VMA
#define PR_SET_VMA 0x53564d41
#endif

#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif

struct filter {
	struct sock_fprog	 prog;
};

/* While one is made. */
struct making {
	const struct policy	*policy;
	scmp_filter_ctx		 ctx;
	int			 nr;	/* the call at hand */
	uint64_t		 reader;
	bool			 sealed;
	bool			 alone;
	bool			 landlocked;
	bool			 as_tree;
	int			 err;	/* the first */
};

/* Allow the call at hand where all `n` comparisons hold. */
static void
allow(struct making *m, unsigned n, const struct scmp_arg_cmp *cmp)
{
	int r = seccomp_rule_add_array(m->ctx, SCMP_ACT_ALLOW, m->nr, n, cmp);

	if (r < 0 && m->err == 0)
		m->err = r;
}

#define ALLOW(m, ...) do { \
	const struct scmp_arg_cmp list_[] = { __VA_ARGS__ }; \
	allow((m), ARRAY_SIZE(list_), list_); \
} while (0)

/*
 * Small private memory that is no code. Shared memory always stops: what
 * is in it stays when nobody looks at it, and so is counted when reserved. Without
 * mseal(2), fixed addresses stop too.
 */
static void
pass_mmap(struct making *m)
{
	static const uint64_t kinds[] = { 0, MAP_ANONYMOUS };
	const uint64_t code = GUARD_CODE, data = GUARD_DATA;
	const uint64_t flags = GUARD_MAP_FLAGS;
	uint64_t mask = MAP_SHARED | MAP_ANONYMOUS | MAP_HUGETLB |
	    MAP_GROWSDOWN;
	size_t i;

	if (!m->sealed)
		mask |= MAP_FIXED | 0x100000;	/* MAP_FIXED_NOREPLACE */
	for (i = 0; i < ARRAY_SIZE(kinds); i++)
		ALLOW(m, SCMP_A1(SCMP_CMP_LT, FILTER_PIECE),
		    SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0),
		    SCMP_A3(SCMP_CMP_MASKED_EQ, mask, kinds[i]));
	/* A library's data goes where its code was mapped. */
	for (i = 0; !m->sealed && i < ARRAY_SIZE(kinds); i++)
		ALLOW(m, SCMP_A0(SCMP_CMP_GE, arch_guard_base +
		    (UINT64_C(1) << 32)), SCMP_A1(SCMP_CMP_LT, FILTER_PIECE),
		    SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0),
		    SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_SHARED | MAP_ANONYMOUS,
		    kinds[i]));
	/*
	 * The guard itself, exactly as the supervisor has a new image map it.
	 * Where it is already, NOREPLACE refuses.
	 */
	if (m->sealed) {
		ALLOW(m, SCMP_A0(SCMP_CMP_EQ, arch_guard_base),
		    SCMP_A1(SCMP_CMP_EQ, code),
		    SCMP_A2(SCMP_CMP_EQ, PROT_READ | PROT_EXEC),
		    SCMP_A3(SCMP_CMP_EQ, flags),
		    SCMP_A4(SCMP_CMP_EQ, m->reader),
		    SCMP_A5(SCMP_CMP_EQ, 0));
		ALLOW(m, SCMP_A0(SCMP_CMP_EQ, arch_guard_base + code),
		    SCMP_A1(SCMP_CMP_EQ, data),
		    SCMP_A2(SCMP_CMP_EQ, PROT_READ),
		    SCMP_A3(SCMP_CMP_EQ, flags),
		    SCMP_A4(SCMP_CMP_EQ, m->reader),
		    SCMP_A5(SCMP_CMP_EQ, code));
	}
	/* File pages, read only, cost nobody memory. */
	ALLOW(m, SCMP_A2(SCMP_CMP_EQ, PROT_READ),
	    SCMP_A3(SCMP_CMP_EQ, MAP_PRIVATE));
	ALLOW(m, SCMP_A2(SCMP_CMP_EQ, PROT_NONE),
	    SCMP_A3(SCMP_CMP_EQ, MAP_PRIVATE | MAP_ANONYMOUS |
	    MAP_NORESERVE));
}

/* Ranges that cannot touch the guard: far from it, and short. */
static void
pass_range(struct making *m)
{
	if (m->sealed) {
		allow(m, 0, NULL);
		return;
	}
	ALLOW(m, SCMP_A0(SCMP_CMP_GE, arch_guard_base + (UINT64_C(1) << 32)));
	ALLOW(m, SCMP_A0(SCMP_CMP_LT, arch_guard_base - (UINT64_C(1) << 32)),
	    SCMP_A1(SCMP_CMP_LT, UINT64_C(1) << 31));
}

/*
 * Advice that leaves a mapping what it is. Not: keeping it out of a child,
 * where another could take the guard's place; mseal(2) forbids that of private
 * memory only.
 */
static void
pass_madvise(struct making *m)
{
	if (!m->sealed) {
		ALLOW(m, SCMP_A0(SCMP_CMP_GE, arch_guard_base +
		    (UINT64_C(1) << 32)), SCMP_A2(SCMP_CMP_LT, MADV_REMOVE));
		ALLOW(m, SCMP_A0(SCMP_CMP_LT, arch_guard_base -
		    (UINT64_C(1) << 32)), SCMP_A1(SCMP_CMP_LT,
		    UINT64_C(1) << 31), SCMP_A2(SCMP_CMP_LT, MADV_REMOVE));
		return;
	}
	ALLOW(m, SCMP_A2(SCMP_CMP_LT, MADV_REMOVE));
	ALLOW(m, SCMP_A2(SCMP_CMP_EQ, MADV_HUGEPAGE));
	ALLOW(m, SCMP_A2(SCMP_CMP_EQ, MADV_NOHUGEPAGE));
}

/*
 * Patterns of one call compare each argument under one mask: libseccomp 2.5
 * merges others wrongly (`policy prove` saw large writable ranges pass).
 */
static void
pass_mprotect(struct making *m)
{
	const struct scmp_arg_cmp far[] = {
		SCMP_A0(SCMP_CMP_LT, arch_guard_base - (UINT64_C(1) << 32)),
		SCMP_A0(SCMP_CMP_GE, arch_guard_base + (UINT64_C(1) << 32)),
	};
	/* What becomes writable is counted where it is large; what may not be
	 * written any more, always. */
	const struct scmp_arg_cmp written[] = {
		SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC | PROT_WRITE,
		    PROT_WRITE),
		SCMP_A1(SCMP_CMP_LT, 1 << 20),
	};
	size_t i;

	if (m->sealed) {
		allow(m, 2, written);
		return;
	}
	for (i = 0; i < ARRAY_SIZE(far); i++) {
		const struct scmp_arg_cmp small[] = { far[i], written[0],
		    written[1] };

		allow(m, 3, small);
	}
}

static void
pass_mremap(struct making *m)
{
	if (m->sealed)
		ALLOW(m, SCMP_A2(SCMP_CMP_LT, 1 << 20));
}

/* What is added is counted; changing and removing add nothing. */
static void
pass_epoll_ctl(struct making *m)
{
	ALLOW(m, SCMP_A1(SCMP_CMP_EQ, EPOLL_CTL_DEL));
	ALLOW(m, SCMP_A1(SCMP_CMP_EQ, EPOLL_CTL_MOD));
}

/* Below the reader's number there is nothing to protect. */
static void
pass_close(struct making *m)
{
	ALLOW(m, SCMP_A0(SCMP_CMP_LT, m->reader));
}

static void
pass_dup(struct making *m)
{
	ALLOW(m, SCMP_A0(SCMP_CMP_LT, m->reader),
	    SCMP_A1(SCMP_CMP_LT, m->reader));
}

static void
pass_close_range(struct making *m)
{
	/* Not: CLOSE_RANGE_UNSHARE. */
	ALLOW(m, SCMP_A1(SCMP_CMP_LT, m->reader),
	    SCMP_A2(SCMP_CMP_MASKED_EQ, ~UINT64_C(4), 0));
}

/* Not: owners and signals of descriptors, leases, notification; nor locks,
 * where somebody can judge them. */
static void
pass_fcntl(struct making *m)
{
	static const unsigned cmds[] = {
		F_SETLK, F_SETLKW, F_OFD_SETLK, F_OFD_SETLKW,
		F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_GETLK,
		F_GETOWN, F_DUPFD_CLOEXEC, F_GETPIPE_SZ, F_ADD_SEALS,
		F_GET_SEALS, F_OFD_GETLK,
	};
	size_t i;

	for (i = m->alone ? 0 : 4; i < ARRAY_SIZE(cmds); i++)
		ALLOW(m, SCMP_A0(SCMP_CMP_LT, m->reader),
		    SCMP_A1(SCMP_CMP_EQ, cmds[i]));
	/* With this one, who shares the open file could read no more. */
	ALLOW(m, SCMP_A0(SCMP_CMP_LT, m->reader), SCMP_A1(SCMP_CMP_EQ, F_SETFL),
	    SCMP_A2(SCMP_CMP_MASKED_EQ, O_DIRECT, 0));
	/* What every pipe can hold is counted; more would not be. */
	ALLOW(m, SCMP_A0(SCMP_CMP_LT, m->reader),
	    SCMP_A1(SCMP_CMP_EQ, F_SETPIPE_SZ),
	    SCMP_A2(SCMP_CMP_LE, BUFFERS_PIPE));
}

/* Where nobody traces. Not: huge pages. (CLOEXEC, ALLOW_SEALING, NOEXEC_SEAL, EXEC.) */
static void
pass_memfd(struct making *m)
{
	ALLOW(m, SCMP_A1(SCMP_CMP_MASKED_EQ, ~UINT64_C(0x1b), 0));
}

/* Asking; and what fcntl does as well. Not: pushing characters into a
 * terminal, owners of descriptors, devices. */
static void
pass_ioctl(struct making *m)
{
	static const unsigned cmds[] = {
		TCGETS, TIOCGWINSZ, TIOCGPGRP, FIONREAD, FIONBIO, FIOCLEX,
		FIONCLEX, TIOCOUTQ,
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(cmds); i++)
		ALLOW(m, SCMP_A0(SCMP_CMP_LT, m->reader),
		    SCMP_A1(SCMP_CMP_EQ, cmds[i]));
}

static void
pass_prctl(struct making *m)
{
	static const unsigned ops[] = {
		PR_SET_NAME, PR_GET_NAME, PR_GET_DUMPABLE, PR_GET_PDEATHSIG,
		PR_GET_KEEPCAPS, PR_CAPBSET_READ, PR_GET_NO_NEW_PRIVS,
		PR_SET_NO_NEW_PRIVS, PR_SET_VMA, PR_SET_TIMERSLACK,
		PR_GET_TIMERSLACK, PR_SET_THP_DISABLE, PR_GET_THP_DISABLE,
		PR_GET_SECCOMP,
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(ops); i++)
		ALLOW(m, SCMP_A0(SCMP_CMP_EQ, ops[i]));
}

/* Where nobody traces: local ones. Elsewhere they stop, and count. */
static void
pass_socket(struct making *m)
{
	ALLOW(m, SCMP_A0(SCMP_CMP_EQ, AF_UNIX));
}

/*
 * Not: filters in the kernel's own languages, protocols on top of TCP, groups:
 * whoever joins one tells the network so. What gives a socket a name by itself
 * is looked at.
 */
static void
pass_setsockopt(struct making *m)
{
	static const uint64_t generic[] = {
		SO_REUSEADDR, SO_RCVBUF, SO_KEEPALIVE, SO_OOBINLINE,
		SO_LINGER, SO_REUSEPORT, SO_RCVLOWAT, SO_SNDLOWAT, SO_RCVTIMEO,
		SO_SNDTIMEO, SO_BROADCAST, SO_TIMESTAMP, SO_PRIORITY,
		SO_DONTROUTE, SO_PEEK_OFF,
	};
	/* IP_TOS TTL PKTINFO MTU_DISCOVER RECVERR RECVTTL RECVTOS MTU
	 * BIND_ADDRESS_NO_PORT MULTICAST_TTL MULTICAST_LOOP */
	static const uint64_t v4[] = { 1, 2, 8, 10, 11, 12, 13, 14, 24, 33,
	    34 };
	/* IPV6_UNICAST_HOPS MULTICAST_HOPS MULTICAST_LOOP MTU_DISCOVER MTU
	 * RECVERR V6ONLY RECVPKTINFO RECVHOPLIMIT RECVTCLASS TCLASS */
	static const uint64_t v6[] = { 16, 18, 19, 23, 24, 25, 26, 49, 51, 66,
	    67 };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(generic); i++)
		ALLOW(m, SCMP_A1(SCMP_CMP_EQ, SOL_SOCKET),
		    SCMP_A2(SCMP_CMP_EQ, generic[i]));
	ALLOW(m, SCMP_A1(SCMP_CMP_EQ, 6), SCMP_A2(SCMP_CMP_LT, 19));
	for (i = 0; i < ARRAY_SIZE(v4); i++)
		ALLOW(m, SCMP_A1(SCMP_CMP_EQ, 0), SCMP_A2(SCMP_CMP_EQ, v4[i]));
	for (i = 0; i < ARRAY_SIZE(v6); i++)
		ALLOW(m, SCMP_A1(SCMP_CMP_EQ, 41),
		    SCMP_A2(SCMP_CMP_EQ, v6[i]));
}

/* Not: what came after SO_PEERPIDFD, or is that. */
static void
pass_getsockopt(struct making *m)
{
	ALLOW(m, SCMP_A2(SCMP_CMP_LT, SO_PEERPIDFD));
}

/* Not: locks whose word holds the number of a task. */
static void
pass_futex(struct making *m)
{
	static const uint64_t ops[] = {
		FUTEX_WAIT, FUTEX_WAKE, FUTEX_REQUEUE, FUTEX_CMP_REQUEUE,
		FUTEX_WAKE_OP, FUTEX_WAIT_BITSET, FUTEX_WAKE_BITSET,
	};
	uint64_t mask = ~(uint64_t)(FUTEX_PRIVATE_FLAG |
	    FUTEX_CLOCK_REALTIME);
	size_t i;

	for (i = 0; i < ARRAY_SIZE(ops); i++)
		ALLOW(m, SCMP_A1(SCMP_CMP_MASKED_EQ, mask, ops[i]));
}

/* On a connected socket. */
static void
pass_sendto(struct making *m)
{
	ALLOW(m, SCMP_A3(SCMP_CMP_MASKED_EQ, 0x20000000, 0), /* FASTOPEN */
	    SCMP_A4(SCMP_CMP_EQ, 0));
}

/* The caller itself. */
static void
pass_self(struct making *m)
{
	ALLOW(m, SCMP_A0(SCMP_CMP_EQ, 0));
}

/*
 * Asking for limits, and changing one's own, but for the one on data: the
 * supervisor moves that one, within its hard limit, as the tree grows.
 */
static void
pass_prlimit(struct making *m)
{
	ALLOW(m, SCMP_A0(SCMP_CMP_EQ, 0), SCMP_A2(SCMP_CMP_EQ, 0));
	ALLOW(m, SCMP_A0(SCMP_CMP_EQ, 0), SCMP_A1(SCMP_CMP_LT, 2));
	ALLOW(m, SCMP_A0(SCMP_CMP_EQ, 0), SCMP_A1(SCMP_CMP_EQ, 3));
	ALLOW(m, SCMP_A0(SCMP_CMP_EQ, 0), SCMP_A1(SCMP_CMP_EQ, 7));
}

static void
pass_setrlimit(struct making *m)
{
	ALLOW(m, SCMP_A0(SCMP_CMP_LT, 2));
	ALLOW(m, SCMP_A0(SCMP_CMP_EQ, 3));
	ALLOW(m, SCMP_A0(SCMP_CMP_EQ, 7));
}

/* Setting and reading FS and GS. */
static void
pass_arch_prctl(struct making *m)
{
	static const uint64_t ops[] = { 0x1001, 0x1002, 0x1003, 0x1004 };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(ops); i++)
		ALLOW(m, SCMP_A0(SCMP_CMP_EQ, ops[i]));
}

/* Clocks of the system and of the caller; others name a process. */
static void
pass_clock(struct making *m)
{
	ALLOW(m, SCMP_A0(SCMP_CMP_LT, 16));
}

/* PRIO_PROCESS, or IOPRIO_WHO_PROCESS, of the caller itself. */
static void
pass_getpriority(struct making *m)
{
	ALLOW(m, SCMP_A0(SCMP_CMP_LT, 2), SCMP_A1(SCMP_CMP_EQ, 0));
}

/* Asking which it is. */
static void
pass_personality(struct making *m)
{
	ALLOW(m, SCMP_A0(SCMP_CMP_EQ, 0xffffffff));
	ALLOW(m, SCMP_A0(SCMP_CMP_EQ, UINT64_MAX));
}

/*
 * Opening for reading alone, where the profile leaves that to Landlock. A
 * directory's listing is reading too.
 */
static void
pass_openat(struct making *m)
{
	if (!m->landlocked || !policy_reads_by_landlock(m->policy))
		return;
	ALLOW(m, SCMP_A2(SCMP_CMP_MASKED_EQ, O_ACCMODE | O_CREAT | O_TRUNC |
	    O_PATH | O_TMPFILE, 0));
	ALLOW(m, SCMP_A2(SCMP_CMP_MASKED_EQ, O_ACCMODE | O_CREAT | O_TRUNC |
	    O_PATH | O_TMPFILE, O_DIRECTORY));
}

static const struct {
	const char	*name;
	void		(*pass)(struct making *);
} patterns[] = {
	{ "arch_prctl", pass_arch_prctl },
	{ "clock_getres", pass_clock },
	{ "clock_gettime", pass_clock },
	{ "clock_nanosleep", pass_clock },
	{ "close", pass_close },
	{ "close_range", pass_close_range },
	{ "dup2", pass_dup },
	{ "dup3", pass_dup },
	{ "epoll_ctl", pass_epoll_ctl },
	{ "fcntl", pass_fcntl },
	{ "futex", pass_futex },
	{ "get_robust_list", pass_self },
	{ "getpgid", pass_self },
	{ "getpriority", pass_getpriority },
	{ "getsid", pass_self },
	{ "getsockopt", pass_getsockopt },
	{ "ioctl", pass_ioctl },
	{ "ioprio_get", pass_getpriority },
	{ "madvise", pass_madvise },
	{ "mmap", pass_mmap },
	{ "mprotect", pass_mprotect },
	{ "mremap", pass_mremap },
	{ "munmap", pass_range },
	{ "openat", pass_openat },
	{ "personality", pass_personality },
	{ "pkey_mprotect", pass_mprotect },
	{ "prctl", pass_prctl },
	{ "prlimit64", pass_prlimit },
	{ "sched_getattr", pass_self },
	{ "sched_getparam", pass_self },
	{ "sched_getscheduler", pass_self },
	{ "sched_rr_get_interval", pass_self },
	{ "sched_setattr", pass_self },
	{ "sched_setparam", pass_self },
	{ "sched_setscheduler", pass_self },
	{ "sendto", pass_sendto },
	{ "setpgid", pass_self },
	{ "setrlimit", pass_setrlimit },
	{ "setsockopt", pass_setsockopt },
	{ "timer_create", pass_clock },
};

static void
pass_pattern(struct making *m, const char *name)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(patterns); i++)
		if (strcmp(patterns[i].name, name) == 0)
			patterns[i].pass(m);
}

/*
 * Without a tracer nobody looks at names, so what carries one is refused,
 * but for what Landlock judges in the kernel (files since ABI 3, signals since
 * ABI 6), and for looking at files' names, which nothing hides then. Memory is
 * bounded by the resource limit alone, and there is no guard to protect.
 */
static const char by_landlock[][16] = {
	"execve", "link", "linkat", "mkdir", "mkdirat", "rename", "renameat",
	"renameat2", "rmdir", "symlink", "symlinkat", "truncate", "unlink",
	"unlinkat",
};
/*
 * Of these also the mode, if the flags say that it counts: no file may run as
 * its owner, whoever starts it. (That of openat2 lies in memory.)
 */
static const struct {
	const char	*name;
	int		 flags, mode;		/* which arguments */
} makers[] = {
	{ "creat", -1, 1 }, { "mknod", -1, 1 }, { "mknodat", -1, 2 },
	{ "open", 1, 2 }, { "openat", 2, 3 },
};
static const char scoped_by_landlock[][24] = {
	"kill", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "tgkill", "tkill",
};
static const char looks_only[][16] = {
	"access", "chdir", "faccessat", "faccessat2", "fchdir", "getcwd",
	"getxattr", "lgetxattr", "lstat", "newfstatat", "readlink", "readlinkat", "stat", "statfs",
	"statx",
};
static const char own_memory[][16] = {
	"epoll_ctl", "flock", "ftruncate", "madvise", "mmap", "mremap",
	"munmap", "pipe", "pipe2",
};
static const char protects[][16] = { "mprotect", "pkey_mprotect" };
/* Where there is a tracer they stop: it narrows what they ask for. */
static const char own_processors[][24] = {
	"sched_getaffinity", "sched_setaffinity",
};

/* Threads share descriptors, and nobody else does. */
static void
pass_clone(struct making *m)
{
	/* Not: CLONE_NEW*, UNTRACED, PTRACE, PARENT, IO */
	const uint64_t never = 0xfe82a000, both = CLONE_THREAD | CLONE_FILES;

	ALLOW(m, SCMP_A0(SCMP_CMP_MASKED_EQ, never | both, 0));
	ALLOW(m, SCMP_A0(SCMP_CMP_MASKED_EQ, never | both, both));
}

static bool
pass_maker(struct making *m, const char *name)
{
	const uint64_t makes = O_CREAT | (O_TMPFILE & ~O_DIRECTORY);
	size_t i;

	for (i = 0; i < ARRAY_SIZE(makers); i++) {
		if (strcmp(makers[i].name, name) != 0)
			continue;
		ALLOW(m, SCMP_CMP64((unsigned)makers[i].mode,
		    SCMP_CMP_MASKED_EQ, 06000, 0));
		if (makers[i].flags >= 0)
			ALLOW(m, SCMP_CMP64((unsigned)makers[i].flags,
			    SCMP_CMP_MASKED_EQ, makes, 0));
		return true;
	}
	return false;
}

static void
pass_alone(struct making *m, const char *name)
{
	int abi = landlock_abi();

	if ((IS_ONE_OF(name, by_landlock) && abi >= 3) ||
	    (IS_ONE_OF(name, scoped_by_landlock) && abi >= 6) ||
	    IS_ONE_OF(name, looks_only) || IS_ONE_OF(name, own_memory) ||
	    (policy_makes_code(m->policy) && IS_ONE_OF(name, protects)))
		allow(m, 0, NULL);
	else if (IS_ONE_OF(name, own_processors))
		pass_self(m);
	else if (IS_ONE_OF(name, protects))
		ALLOW(m, SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
	else if (strcmp(name, "memfd_create") == 0)
		pass_memfd(m);
	else if (strcmp(name, "socket") == 0 || strcmp(name, "socketpair") == 0)
		pass_socket(m);
	else if (abi >= 3 && pass_maker(m, name))
		return;
	else if (strcmp(name, "clone") == 0)
		pass_clone(m);
	else if (strcmp(name, "fallocate") == 0)
		/* With no mode, the kernel minds the limit on sizes. */
		ALLOW(m, SCMP_A1(SCMP_CMP_EQ, 0));
	else if (strcmp(name, "fork") == 0 || strcmp(name, "vfork") == 0)
		allow(m, 0, NULL);
	else
		pass_pattern(m, name);
}

/* One row of the list, by its ruling under this ABI's number. */
static void
add_call(struct making *m, const struct syscall_row *row, int nr,
    enum filter_mode mode)
{
	struct ruling r = policy_syscall(m->policy, row->nr[SYSCALL_NATIVE]);
	uint32_t err = r.err > 0 ? (uint32_t)r.err : EPERM;
	uint32_t refuse = SCMP_ACT_ERRNO(err);
	int done = 0;

	m->nr = nr;
	switch (r.verb) {
	case RULES_ALLOW:
		allow(m, 0, NULL);
		return;
	case RULES_INSPECT:
		if (mode == FILTER_ALONE)
			pass_alone(m, row->name);
		else
			pass_pattern(m, row->name);
		return;
	case RULES_DENY:
	case RULES_HOLD:
		break;
	}
	if (r.kill && mode == FILTER_ALONE)
		refuse = SCMP_ACT_KILL_PROCESS;
	else if (mode != FILTER_ALONE && (!r.quiet || r.kill))
		return;		/* stops: the default */
	done = seccomp_rule_add(m->ctx, refuse, nr, 0);
	/* The default action itself cannot be added; it need not be. */
	if (done < 0 && done != -EACCES && m->err == 0)
		m->err = done;
}

/* libseccomp 2.5 writes its program to a file only. */
static int
take_program(struct making *m, struct filter *f)
{
	auto_fd int fd = memfd_create("filter", MFD_CLOEXEC);
	off_t size;
	int r;

	if (fd < 0)
		return -errno;
	r = seccomp_export_bpf(m->ctx, fd);
	if (r < 0)
		return r;
	size = lseek(fd, 0, SEEK_END);
	if (size <= 0 || (size_t)size / sizeof(struct sock_filter) >
	    BPF_MAXINSNS)
		return -E2BIG;
	f->prog.len = (unsigned short)((size_t)size /
	    sizeof(struct sock_filter));
	f->prog.filter = mem_new(f->prog.len, sizeof(struct sock_filter));
	if (pread(fd, f->prog.filter, (size_t)size, 0) != size)
		return -EIO;
	return 0;
}

static int
make_filter(struct making *m, enum filter_mode mode, enum syscall_abi abi,
    struct filter *f)
{
	size_t i;
	int r;

	/* Another ABI's calls, x32 included, end the process: its numbers
	 * mean other calls. */
	r = seccomp_attr_set(m->ctx, SCMP_FLTATR_ACT_BADARCH,
	    SCMP_ACT_KILL_PROCESS);
	/*
	 * A run that compiles its own takes a list, built in two thirds of
	 * the time of a tree. Calls allowed by their number alone never
	 * reach the program (the kernel keeps a bitmap of them, 5.11).
	 */
	if (r == 0)
		r = seccomp_attr_set(m->ctx, SCMP_FLTATR_CTL_OPTIMIZE,
		    m->as_tree ? 2 : 1);
	if (r == 0 && abi != SYSCALL_NATIVE) {
		r = seccomp_arch_remove(m->ctx, seccomp_arch_native());
		if (r == 0)
			r = seccomp_arch_add(m->ctx, abi == SYSCALL_AARCH64 ?
			    SCMP_ARCH_AARCH64 : SCMP_ARCH_X86_64);
	}
	if (r < 0)
		return r;
	for (i = 0; i < syscall_count(); i++) {
		const struct syscall_row *row = syscall_at(i);
		int native = row->nr[SYSCALL_NATIVE];
		char *name;

		if (row->nr[abi] < 0 || native < 0)
			continue;
		/*
		 * libseccomp takes native numbers and turns them, by its own
		 * list, into the filter's. Calls younger than that list
		 * stay with the default: they stop.
		 */
		name = abi == SYSCALL_NATIVE ? NULL :
		    seccomp_syscall_resolve_num_arch(seccomp_arch_native(),
		    native);
		if (abi == SYSCALL_NATIVE || name != NULL)
			add_call(m, row, native, mode);
		free(name);
	}
	if (m->err < 0)
		return m->err;
	return take_program(m, f);
}

int
filter_generate(const struct policy *policy, enum filter_mode mode, int abi,
    bool sealed, bool as_tree, struct filter **ret)
{
	struct making m = {
		.policy = policy,
		.reader = (uint64_t)policy_limit(policy, RULES_OPEN_FILES),
		.sealed = sealed,
		.alone = mode == FILTER_ALONE,
		.landlocked = mode == FILTER_LANDLOCKED,
		.as_tree = as_tree,
	};
	struct filter *f = mem_new(1, sizeof(*f));
	int r = -ENOMEM;

	m.ctx = seccomp_init(mode != FILTER_ALONE ? SCMP_ACT_TRACE(0) :
	    SCMP_ACT_ERRNO(EPERM));
	if (m.ctx != NULL) {
		r = make_filter(&m, mode, (enum syscall_abi)abi, f);
		seccomp_release(m.ctx);
	}
	if (r < 0) {
		filter_free(f);
		return r;
	}
	*ret = f;
	return 0;
}

int
filter_compile_for(const struct policy *policy, enum filter_mode mode, int abi,
    struct filter **ret)
{
	bool sealed = guard_has_mseal();
	struct filter *f;

	if (abi != SYSCALL_NATIVE)
		return filter_generate(policy, mode, abi, sealed, false,
		    ret);
	f = mem_new(1, sizeof(*f));
	if (filter_image_take(policy, mode, sealed, &f->prog)) {
		*ret = f;
		return 0;
	}
	free(f);
	return filter_generate(policy, mode, abi, sealed, false, ret);
}

int
filter_compile(const struct policy *policy, enum filter_mode mode,
    struct filter **ret)
{
	return filter_compile_for(policy, mode, SYSCALL_NATIVE, ret);
}

void
filter_free(struct filter *f)
{
	if (f == NULL)
		return;
	free(f->prog.filter);
	free(f);
}

const struct sock_fprog *
filter_program(const struct filter *f)
{
	return &f->prog;
}
