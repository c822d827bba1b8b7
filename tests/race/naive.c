/*
 * A mediator as they are usually written, to show that the races are real:
 * it stops the call, reads what it names, decides, and lets the kernel read
 * again. naive CANARY PROGRAM ARG...
 */
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
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
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

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

/* Is it one of the things the run may not use? */
static int
is_forbidden(const char *name)
{
	size_t n = strlen(canary), m = strlen(name);

	return strncmp(name, canary, n) == 0 && (name[m - 1] == 'b' ||
	    strncmp(name + n, "/dir/", 5) == 0);
}

static int
judge_path(pid_t pid, int dirfd, unsigned long at)
{
	char raw[PATH_MAX], full[2 * PATH_MAX], link[64], real[PATH_MAX];
	char base[PATH_MAX];
	ssize_t n;

	peek_text(pid, at, raw);
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
	if (realpath(full, real) == NULL)
		snprintf(real, sizeof(real), "%.4000s", full);
	return !is_forbidden(raw[0] == '/' ? raw : real) &&
	    !is_forbidden(real);
}

static int
judge(pid_t pid, const struct user_regs_struct *u)
{
	struct sockaddr_in sin = { 0 };
	struct msghdr msg = { 0 };
	char text[PATH_MAX];
	unsigned long at;

	switch (u->orig_rax) {
	case SYS_openat:
	case SYS_newfstatat:
	case SYS_readlinkat:
		return judge_path(pid, (int)u->rdi, u->rsi);
	case SYS_open:
	case SYS_stat:
	case SYS_readlink:
	case SYS_truncate:
		return judge_path(pid, -100, u->rdi);
	case SYS_execve:
		if (peek(pid, u->rsi + 8, &at, 8) == 8 && at != 0) {
			peek_text(pid, at, text);
			if (strcmp(text, "66") == 0)
				return 0;
		}
		return judge_path(pid, -100, u->rdi);
	case SYS_connect:
		peek(pid, u->rsi, &sin, sizeof(sin));
		return ntohs(sin.sin_port) != port_bad;
	case SYS_sendto:
		peek(pid, u->r8, &sin, sizeof(sin));
		return ntohs(sin.sin_port) != port_bad;
	case SYS_sendmsg:
		peek(pid, u->rsi, &msg, sizeof(msg));
		peek(pid, (unsigned long)msg.msg_name, &sin, sizeof(sin));
		return ntohs(sin.sin_port) != port_bad;
	}
	return 1;
}

static void
filter(void)
{
	static const int traced[] = { SYS_openat, SYS_newfstatat,
	    SYS_readlinkat, SYS_open, SYS_stat, SYS_readlink, SYS_truncate,
	    SYS_execve, SYS_connect, SYS_sendto, SYS_sendmsg };
	enum { N = sizeof(traced) / sizeof(traced[0]) };
	struct sock_filter code[N * 2 + 2];
	struct sock_fprog prog = { N * 2 + 2, code };
	int i, k = 0;

	code[k++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
	    offsetof(struct seccomp_data, nr));
	for (i = 0; i < N; i++) {
		code[k++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ |
		    BPF_K, (unsigned)traced[i], 0, 1);
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
	cpu_set_t first;
	int status;
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
	CPU_ZERO(&first);
	CPU_SET(0, &first);
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
