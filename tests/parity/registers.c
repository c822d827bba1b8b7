/*
 * What each system call leaves in the registers. The ABI keeps all but rax,
 * rcx (where it returns to) and r11 (the flags); so must a supervisor that
 * rewrites calls. Prints a line for each call; bare and supervised the lines
 * must be the same. Once quietly, once under a storm of signals.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

enum { RAX, RBX, RCX, RDX, RSI, RDI, RBP, R8, R9, R10, R11, R12, R13, R14, R15,
	FLAGS, RIP, NREGS };

void raw_call(const uint64_t in[NREGS], uint64_t out[NREGS],
    uint8_t vectors[256]);

__asm__(
	".text\n"
	".globl raw_call\n"
	"raw_call:\n"
	"	push %rbx\n	push %rbp\n	push %r12\n"
	"	push %r13\n	push %r14\n	push %r15\n"
	"	push %rdx\n	push %rsi\n"
	"	movups 0(%rdx), %xmm0\n"
	"	movups 112(%rdx), %xmm7\n"
	"	movups 240(%rdx), %xmm15\n"
	"	mov 0(%rdi), %rax\n	mov 8(%rdi), %rbx\n"
	"	mov 16(%rdi), %rcx\n	mov 24(%rdi), %rdx\n"
	"	mov 32(%rdi), %rsi\n	mov 48(%rdi), %rbp\n"
	"	mov 56(%rdi), %r8\n	mov 64(%rdi), %r9\n"
	"	mov 72(%rdi), %r10\n	mov 80(%rdi), %r11\n"
	"	mov 88(%rdi), %r12\n	mov 96(%rdi), %r13\n"
	"	mov 104(%rdi), %r14\n	mov 112(%rdi), %r15\n"
	"	mov 40(%rdi), %rdi\n"
	"	stc\n"			/* a flag to be kept */
	"	syscall\n"
	"1:	pushfq\n"
	"	push %rax\n"
	"	mov 16(%rsp), %rax\n"
	"	mov %rbx, 8(%rax)\n	mov %rcx, 16(%rax)\n"
	"	mov %rdx, 24(%rax)\n	mov %rsi, 32(%rax)\n"
	"	mov %rdi, 40(%rax)\n	mov %rbp, 48(%rax)\n"
	"	mov %r8, 56(%rax)\n	mov %r9, 64(%rax)\n"
	"	mov %r10, 72(%rax)\n	mov %r11, 80(%rax)\n"
	"	mov %r12, 88(%rax)\n	mov %r13, 96(%rax)\n"
	"	mov %r14, 104(%rax)\n	mov %r15, 112(%rax)\n"
	"	pop %rbx\n	mov %rbx, 0(%rax)\n"
	"	pop %rbx\n	mov %rbx, 120(%rax)\n"
	"	lea 1b(%rip), %rbx\n	mov %rbx, 128(%rax)\n"
	"	pop %rsi\n	pop %rdx\n"
	"	movups %xmm0, 0(%rdx)\n"
	"	movups %xmm7, 112(%rdx)\n"
	"	movups %xmm15, 240(%rdx)\n"
	"	pop %r15\n	pop %r14\n	pop %r13\n"
	"	pop %r12\n	pop %rbp\n	pop %rbx\n"
	"	ret\n");

static const char *const names[] = { "rax", "rbx", "rcx", "rdx", "rsi", "rdi",
	"rbp", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "flags" };
static volatile sig_atomic_t ticks;
static int fails;

static void
on_tick(int sig)
{
	int fd = open("f", O_RDONLY);

	(void)sig;
	if (fd >= 0)
		close(fd);
	ticks++;
}

#define A(x)	((uint64_t)(uintptr_t)(x))
#define CWD	((uint64_t)(int64_t)AT_FDCWD)

/*
 * A signal for the next call, each a bit later than the last. Each is set for
 * once: were the timer to run on, a handler that takes longer than its
 * interval would keep the program from going on at all.
 */
static void
signal_soon(void)
{
	static long turn;
	struct itimerval soon = { .it_value.tv_usec = 1 + turn++ * 7 % 400 };

	setitimer(ITIMER_REAL, &soon, NULL);
}

/* One call; a line unless `quiet`, where only a difference is told. */
static long
tell(const char *name, long nr, uint64_t a, uint64_t b, uint64_t c, uint64_t d,
    uint64_t e, uint64_t f, int quiet)
{
	uint64_t in[NREGS], out[NREGS];
	uint8_t vectors[256], before[256];
	char line[400];
	size_t n;
	int i, bad = 0;

	for (i = 0; i < NREGS; i++)
		in[i] = UINT64_C(0x5555000000000000) + (uint64_t)i * 0x1111;
	in[RAX] = (uint64_t)nr;
	in[RDI] = a;
	in[RSI] = b;
	in[RDX] = c;
	in[R10] = d;
	in[R8] = e;
	in[R9] = f;
	for (i = 0; i < 256; i++)
		vectors[i] = before[i] = (uint8_t)(i * 7 + 1);
	if (quiet)
		signal_soon();
	raw_call(in, out, vectors);
	n = (size_t)snprintf(line, sizeof(line), "%s %s%ld:", name,
	    (long)out[RAX] < 0 ? "errno " : "ok ",
	    (long)out[RAX] < 0 ? -(long)out[RAX] : 0L);
	for (i = RBX; i <= R15; i++) {
		if (i == RCX ? out[RCX] == out[RIP] : i == R11 ?
		    (out[R11] & 0xcd5) == (out[FLAGS] & 0xcd5) :
		    out[i] == in[i])
			continue;
		bad++;
		n += (size_t)snprintf(line + n, sizeof(line) - n, " %s",
		    names[i]);
	}
	if (!(out[FLAGS] & 1))
		bad++, n += (size_t)snprintf(line + n, sizeof(line) - n,
		    " carry");
	if (memcmp(vectors, before, sizeof(before)) != 0)
		bad++, n += (size_t)snprintf(line + n, sizeof(line) - n,
		    " vectors");
	if (!quiet)
		printf("%s%s\n", line, bad ? " changed" : " kept");
	else if (bad)
		fails++;
	return (long)out[RAX];
}

#define T(name, ...)	tell(name, __VA_ARGS__, quiet)

static void
each(int quiet)
{
	struct sockaddr_in in = { .sin_family = AF_INET };
	struct sockaddr_in6 odd = { .sin6_family = AF_INET6 };
	struct iovec iov = { &in, 1 };
	struct mmsghdr msg = { .msg_hdr = { &in, sizeof(in), &iov, 1, NULL, 0,
	    0 } };
	struct open_how how = { .flags = O_RDONLY };
	struct timespec ts[2] = { { 5, 6 }, { 7, 8 } };
	char buf[4096], *argv[] = { buf, NULL };
	uint64_t pid = (uint64_t)getpid();
	long fd, u, page;

	in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	in.sin_port = htons(1);
	fd = T("open", SYS_open, A("f"), O_RDONLY, 0, 0, 0, 0);
	close((int)fd);
	fd = T("openat", SYS_openat, CWD, A("d/e/f"), O_RDONLY, 0, 0, 0);
	T("openat none", SYS_openat, CWD, A("none"), O_RDONLY, 0, 0, 0);
	T("openat fault", SYS_openat, CWD, 1, O_RDONLY, 0, 0, 0);
	close((int)T("openat2", SYS_openat2, CWD, A("f"), A(&how), sizeof(how),
	    0, 0));
	T("openat2 size", SYS_openat2, CWD, A("f"), A(&how), 3, 0, 0);
	close((int)T("creat", SYS_creat, A("c"), 0600, 0, 0, 0, 0));
	T("stat", SYS_stat, A("f"), A(buf), 0, 0, 0, 0);
	T("stat deep", SYS_stat, A("d/e/f"), A(buf), 0, 0, 0, 0);
	T("stat fault", SYS_stat, A("d/e/f"), 1, 0, 0, 0, 0);
	T("lstat", SYS_lstat, A("l"), A(buf), 0, 0, 0, 0);
	T("newfstatat", SYS_newfstatat, CWD, A("l"), A(buf), 0, 0, 0);
	T("newfstatat fd", SYS_newfstatat, (uint64_t)fd, A(""), A(buf),
	    AT_EMPTY_PATH, 0, 0);
	T("statx", SYS_statx, CWD, A("d/e/f"), 0, 0xfff, A(buf), 0);
	T("access", SYS_access, A("f"), 4, 0, 0, 0, 0);
	T("faccessat2", SYS_faccessat2, CWD, A("d/e/f"), 2, 0x200, 0, 0);
	T("readlink", SYS_readlink, A("l"), A(buf), 100, 0, 0, 0);
	T("readlinkat deep", SYS_readlinkat, CWD, A("d/e/l"), A(buf), 100, 0,
	    0);
	T("statfs", SYS_statfs, A("f"), A(buf), 0, 0, 0, 0);
	T("chdir", SYS_chdir, A("."), 0, 0, 0, 0, 0);
	T("getxattr", SYS_getxattr, A("f"), A("user.no"), A(buf), 10, 0, 0);
	T("listxattr", SYS_listxattr, A("f"), A(buf), 100, 0, 0, 0);
	T("mkdir", SYS_mkdir, A("m"), 0755, 0, 0, 0, 0);
	T("mkdirat deep", SYS_mkdirat, CWD, A("d/e/m"), 0755, 0, 0, 0);
	T("mkdir there", SYS_mkdir, A("m"), 0755, 0, 0, 0, 0);
	T("rmdir", SYS_rmdir, A("m"), 0, 0, 0, 0, 0);
	T("unlinkat deep", SYS_unlinkat, CWD, A("d/e/m"), AT_REMOVEDIR, 0, 0,
	    0);
	T("mknod", SYS_mknod, A("n"), S_IFIFO | 0600, 0, 0, 0, 0);
	T("symlink", SYS_symlink, A("t"), A("s"), 0, 0, 0, 0);
	T("link", SYS_link, A("f"), A("h"), 0, 0, 0, 0);
	T("rename", SYS_rename, A("h"), A("h2"), 0, 0, 0, 0);
	T("renameat2", SYS_renameat2, CWD, A("h2"), CWD, A("d/e/h"), 1, 0);
	T("unlink", SYS_unlink, A("d/e/h"), 0, 0, 0, 0, 0);
	T("unlink", SYS_unlink, A("n"), 0, 0, 0, 0, 0);
	T("unlink", SYS_unlink, A("s"), 0, 0, 0, 0, 0);
	T("chmod", SYS_chmod, A("f"), 0644, 0, 0, 0, 0);
	T("fchmod", SYS_fchmod, (uint64_t)fd, 0644, 0, 0, 0, 0);
	T("chown", SYS_chown, A("f"), UINT32_MAX, UINT32_MAX, 0, 0, 0);
	T("fchownat", SYS_fchownat, CWD, A("l"), UINT32_MAX, UINT32_MAX,
	    AT_SYMLINK_NOFOLLOW, 0);
	T("utimensat", SYS_utimensat, CWD, A("f"), A(ts), 0, 0, 0);
	T("truncate", SYS_truncate, A("c"), 3, 0, 0, 0, 0);
	T("execve none", SYS_execve, A("none"), A(argv), 0, 0, 0, 0);
	T("execve folder", SYS_execve, A("d"), A(argv), 0, 0, 0, 0);
	T("fcntl", SYS_fcntl, (uint64_t)fd, F_GETFL, 0, 0, 0, 0);
	T("ioctl", SYS_ioctl, (uint64_t)fd, 0x5401, A(buf), 0, 0, 0);
	T("dup2", SYS_dup2, (uint64_t)fd, 20, 0, 0, 0, 0);
	T("close", SYS_close, 20, 0, 0, 0, 0, 0);
	T("close none", SYS_close, 20, 0, 0, 0, 0, 0);
	u = T("socket", SYS_socket, AF_INET, SOCK_DGRAM, 0, 0, 0, 0);
	T("connect", SYS_connect, (uint64_t)u, A(&in), sizeof(in), 0, 0, 0);
	T("connect odd", SYS_connect, (uint64_t)u, A(&odd), 3, 0, 0, 0);
	T("connect fault", SYS_connect, (uint64_t)u, 1, 16, 0, 0, 0);
	close((int)u);
	u = socket(AF_INET, SOCK_DGRAM, 0);
	T("sendto", SYS_sendto, (uint64_t)u, A("x"), 1, 0, A(&in),
	    sizeof(in));
	T("sendmsg", SYS_sendmsg, (uint64_t)u, A(&msg.msg_hdr), 0, 0, 0, 0);
	T("sendmmsg", SYS_sendmmsg, (uint64_t)u, A(&msg), 1, 0, 0, 0);
	T("setsockopt", SYS_setsockopt, (uint64_t)u, SOL_SOCKET, SO_REUSEADDR,
	    A(&(int){ 1 }), 4, 0);
	close((int)u);
	T("prctl", SYS_prctl, 16 /* PR_GET_NAME */, A(buf), 0, 0, 0, 0);
	T("kill", SYS_kill, pid, 0, 0, 0, 0, 0);
	T("tgkill", SYS_tgkill, pid, pid, 0, 0, 0, 0);
	T("getpriority", SYS_getpriority, 0, pid, 0, 0, 0, 0);
	T("prlimit64", SYS_prlimit64, pid, 7, 0, A(buf), 0, 0);
	T("sched_getaffinity", SYS_sched_getaffinity, pid, sizeof(buf), A(buf),
	    0, 0, 0);
	page = T("mmap", SYS_mmap, 0, 1 << 22, PROT_READ, 0x22, UINT64_MAX, 0);
	T("mprotect", SYS_mprotect, (uint64_t)page, 1 << 22, PROT_READ |
	    PROT_WRITE, 0, 0, 0);
	T("madvise", SYS_madvise, (uint64_t)page, 1 << 22, 4, 0, 0, 0);
	page = T("mremap", SYS_mremap, (uint64_t)page, 1 << 22, 1 << 23, 1, 0,
	    0);
	T("munmap", SYS_munmap, (uint64_t)page, 1 << 23, 0, 0, 0, 0);
	T("pidfd_open none", SYS_pidfd_open, 0, 0, 0, 0, 0, 0);
	T("no such call", 1000, 1, 2, 3, 4, 5, 6);
	T("read", SYS_read, (uint64_t)fd, A(buf), 1, 0, 0, 0);
	close((int)fd);
	unlink("c");
}

int
main(void)
{
	struct sigaction act = { .sa_handler = on_tick, .sa_flags =
	    SA_RESTART };
	int i;

	mkdir("d", 0755);
	mkdir("d/e", 0755);
	close(open("f", O_CREAT | O_RDWR, 0644));
	close(open("d/e/f", O_CREAT | O_RDWR, 0644));
	if (symlink("f", "l") < 0 || symlink("f", "d/e/l") < 0)
		perror("symlink");
	each(0);
	sigaction(SIGALRM, &act, NULL);
	for (i = 0; i < 200 || ticks < 50; i++)
		each(1);
	printf("under a storm: %d calls changed a register\n", fails);
	return 0;
}
