/*
 * A mediator as they are usually written, to show that the races are real:
 * it stops the call, reads what it names, decides, and lets the kernel read
 * again. naive CANARY PROGRAM ARG...
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/openat2.h>
#include <linux/seccomp.h>
#include <limits.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include "race.h"

#ifndef SYS_fchmodat2
#define SYS_fchmodat2 452
#endif

static const char *canary;
static unsigned port_bad;

static long
peek(pid_t pid, unsigned long at, void *out, size_t n)
{
	struct iovec l = { out, n }, r = { (void *)at, n };

	return process_vm_readv(pid, &l, 1, &r, 1, 0);
}

static void
peek_text(pid_t pid, unsigned long at, char out[PATH_MAX])
{
	size_t n = 4096 - (at & 4095);
	long got = peek(pid, at, out, n);

	out[got > 0 && got < PATH_MAX ? got : 0] = '\0';
	if (got == PATH_MAX)
		out[PATH_MAX - 1] = '\0';
}

/* Below a folder that may not be used: CANARY/pb or CANARY/xb? */
static int
is_forbidden(const char *name)
{
	size_t n = strlen(canary);

	return strncmp(name, canary, n) == 0 && name[n] == '/' &&
	    name[n + 1] != '\0' && name[n + 2] == 'b' && name[n + 3] == '/';
}

/* The name as it would be walked, with and without a link at its end. */
static int
judge_text(pid_t pid, int dirfd, const char *raw)
{
	char full[2 * PATH_MAX + 2], link[64], real[PATH_MAX + 300];
	char base[PATH_MAX], *last;
	ssize_t n;

	if (raw[0] == '/') {
		snprintf(full, sizeof(full), "%s", raw);
	} else {
		if (dirfd == -100)
			snprintf(link, sizeof(link), "/proc/%d/cwd", pid);
		else
			snprintf(link, sizeof(link), "/proc/%d/fd/%d", pid,
			    dirfd);
		n = readlink(link, base, sizeof(base) - 1);
		base[n > 0 ? n : 0] = '\0';
		snprintf(full, sizeof(full), "%s/%s", base, raw);
	}
	if (is_forbidden(full) ||
	    (realpath(full, real) != NULL && is_forbidden(real)))
		return 0;
	last = strrchr(full, '/');
	if (last == NULL)
		return 1;
	*last = '\0';
	if (realpath(full, real) == NULL)
		return 1;
	snprintf(real + strlen(real), 300, "/%.298s", last + 1);
	return !is_forbidden(real);
}

static int
judge_path(pid_t pid, int dirfd, unsigned long at)
{
	char raw[PATH_MAX];

	peek_text(pid, at, raw);
	return judge_text(pid, dirfd, raw);
}

static int
judge_address(pid_t pid, unsigned long at)
{
	union {
		struct sockaddr_in	in;
		struct sockaddr_un	un;
	} a;

	memset(&a, 0, sizeof(a));
	peek(pid, at, &a, sizeof(a));
	if (a.un.sun_family == AF_UNIX) {
		a.un.sun_path[sizeof(a.un.sun_path) - 1] = '\0';
		return judge_text(pid, -100, a.un.sun_path);
	}
	return ntohs(a.in.sin_port) != port_bad;
}

/* The calls with names: where they stand, and where their folders do. */
static const struct {
	int		nr;
	signed char	path, dir, path2, dir2;
} calls[] = {
	{ SYS_open, 0, -1, -1, -1 }, { SYS_openat, 1, 0, -1, -1 },
	{ SYS_openat2, 1, 0, -1, -1 }, { SYS_creat, 0, -1, -1, -1 },
	{ SYS_stat, 0, -1, -1, -1 }, { SYS_lstat, 0, -1, -1, -1 },
	{ SYS_newfstatat, 1, 0, -1, -1 }, { SYS_statx, 1, 0, -1, -1 },
	{ SYS_access, 0, -1, -1, -1 }, { SYS_faccessat, 1, 0, -1, -1 },
	{ SYS_faccessat2, 1, 0, -1, -1 }, { SYS_readlink, 0, -1, -1, -1 },
	{ SYS_readlinkat, 1, 0, -1, -1 }, { SYS_statfs, 0, -1, -1, -1 },
	{ SYS_chdir, 0, -1, -1, -1 }, { SYS_getxattr, 0, -1, -1, -1 },
	{ SYS_lgetxattr, 0, -1, -1, -1 }, { SYS_listxattr, 0, -1, -1, -1 },
	{ SYS_llistxattr, 0, -1, -1, -1 }, { SYS_setxattr, 0, -1, -1, -1 },
	{ SYS_lsetxattr, 0, -1, -1, -1 }, { SYS_removexattr, 0, -1, -1, -1 },
	{ SYS_lremovexattr, 0, -1, -1, -1 }, { SYS_unlink, 0, -1, -1, -1 },
	{ SYS_unlinkat, 1, 0, -1, -1 }, { SYS_rmdir, 0, -1, -1, -1 },
	{ SYS_mkdir, 0, -1, -1, -1 }, { SYS_mkdirat, 1, 0, -1, -1 },
	{ SYS_mknod, 0, -1, -1, -1 }, { SYS_mknodat, 1, 0, -1, -1 },
	{ SYS_symlink, 1, -1, -1, -1 }, { SYS_symlinkat, 2, 1, -1, -1 },
	{ SYS_link, 0, -1, 1, -1 }, { SYS_linkat, 1, 0, 3, 2 },
	{ SYS_rename, 0, -1, 1, -1 }, { SYS_renameat, 1, 0, 3, 2 },
	{ SYS_renameat2, 1, 0, 3, 2 }, { SYS_chmod, 0, -1, -1, -1 },
	{ SYS_fchmodat, 1, 0, -1, -1 }, { SYS_fchmodat2, 1, 0, -1, -1 },
	{ SYS_chown, 0, -1, -1, -1 }, { SYS_lchown, 0, -1, -1, -1 },
	{ SYS_fchownat, 1, 0, -1, -1 }, { SYS_utime, 0, -1, -1, -1 },
	{ SYS_utimes, 0, -1, -1, -1 }, { SYS_futimesat, 1, 0, -1, -1 },
	{ SYS_utimensat, 1, 0, -1, -1 }, { SYS_truncate, 0, -1, -1, -1 },
	{ SYS_execve, 0, -1, -1, -1 }, { SYS_execveat, 1, 0, -1, -1 },
	{ SYS_connect, -1, -1, -1, -1 }, { SYS_bind, -1, -1, -1, -1 },
	{ SYS_sendto, -1, -1, -1, -1 }, { SYS_sendmsg, -1, -1, -1, -1 },
	{ SYS_sendmmsg, -1, -1, -1, -1 },
};
enum { N = sizeof(calls) / sizeof(calls[0]) };

static int
judge(pid_t pid, const struct user_regs_struct *u)
{
	const unsigned long arg[6] = { u->rdi, u->rsi, u->rdx, u->r10, u->r8,
	    u->r9 };
	struct open_how how = { 0 };
	struct msghdr msg = { 0 };
	int i;

	switch (u->orig_rax) {
	case SYS_connect:
	case SYS_bind:
		return judge_address(pid, arg[1]);
	case SYS_sendto:
		return judge_address(pid, arg[4]);
	case SYS_sendmsg:
	case SYS_sendmmsg:
		peek(pid, arg[1], &msg, sizeof(msg));
		return judge_address(pid, (unsigned long)msg.msg_name);
	}
	/* In xa everything may be read and nothing written. */
	if (u->orig_rax == SYS_openat2 &&
	    peek(pid, arg[2], &how, sizeof(how)) == sizeof(how) &&
	    (how.flags & O_ACCMODE) != O_RDONLY)
		return 0;
	for (i = 0; i < N && calls[i].nr != (int)u->orig_rax; i++)
		;
	if (i == N)
		return 1;
	return judge_path(pid, calls[i].dir < 0 ? -100 :
	    (int)arg[(int)calls[i].dir], arg[(int)calls[i].path]) &&
	    (calls[i].path2 < 0 || judge_path(pid, calls[i].dir2 < 0 ? -100 :
	    (int)arg[(int)calls[i].dir2], arg[(int)calls[i].path2]));
}

static void
filter(void)
{
	struct sock_filter code[N * 2 + 5];
	struct sock_fprog prog = { N * 2 + 5, code };
	int i, k = 0;

	/* The attacker's housekeeping (race.h) does not stop. */
	code[k++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
	    offsetof(struct seccomp_data, args[5]));
	code[k++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
	    BYPASS, 0, 1);
	code[k++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K,
	    SECCOMP_RET_ALLOW);
	code[k++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
	    offsetof(struct seccomp_data, nr));
	for (i = 0; i < N; i++) {
		code[k++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ |
		    BPF_K, (unsigned)calls[i].nr, 0, 1);
		code[k++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K,
		    SECCOMP_RET_TRACE);
	}
	code[k++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K,
	    SECCOMP_RET_ALLOW);
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog);
}

int
main(int argc, char **argv)
{
	const char *ports = getenv("RACE_PORTS");
	struct user_regs_struct u;
	cpu_set_t first, allowed;
	int status, cpu = 0;
	pid_t root, pid;

	if (argc < 3 || ports == NULL ||
	    sscanf(ports, "%*u,%u", &port_bad) != 1)
		return 2;
	canary = argv[1];
	root = fork();
	if (root == 0) {
		raise(SIGSTOP);
		filter();
		execv(argv[2], argv + 2);
		_exit(127);
	}
	waitpid(root, &status, WUNTRACED);
	/* Beside the caller: the changer has the other processor. */
	sched_getaffinity(0, sizeof(allowed), &allowed);
	while (!CPU_ISSET(cpu, &allowed))
		cpu++;
	CPU_ZERO(&first);
	CPU_SET(cpu, &first);
	sched_setaffinity(0, sizeof(first), &first);
	if (ptrace(PTRACE_SEIZE, root, 0, PTRACE_O_EXITKILL |
	    PTRACE_O_TRACESECCOMP | PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK |
	    PTRACE_O_TRACEVFORK) < 0)
		return 2;
	kill(root, SIGCONT);
	while ((pid = waitpid(-1, &status, __WALL)) > 0) {
		if (!WIFSTOPPED(status)) {
			if (pid == root)
				return WIFEXITED(status) ?
				    WEXITSTATUS(status) : 3;
			continue;
		}
		if (status >> 8 == (SIGTRAP | PTRACE_EVENT_SECCOMP << 8) &&
		    ptrace(PTRACE_GETREGS, pid, 0, &u) == 0 &&
		    !judge(pid, &u)) {
			u.orig_rax = (unsigned long)-1;
			u.rax = (unsigned long)-EACCES;
			ptrace(PTRACE_SETREGS, pid, 0, &u);
		}
		ptrace(PTRACE_CONT, pid, 0, status >> 16 ? 0 :
		    WSTOPSIG(status) == SIGTRAP || WSTOPSIG(status) == SIGSTOP
		    ? 0 : WSTOPSIG(status));
	}
	return 3;
}
