/*
 * One attack on the wall: attack NAME CANARY. Prints "won" if the attack had
 * its effect, "lost WHY" if it did not. Unsupervised each must win (the
 * control); supervised none may.
 *
 * CANARY is a folder with a file `secret`, which may not be read.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/io_uring.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "wall.h"

#define GUARD	((char *)0x700000000000)
#define SLOTS	((char *)0x700000000000 + 2048 * 128)

static char secret[4096];

int
lost(const char *why)
{
	printf("lost %s: %s\n", why, strerror(errno));
	return 1;
}

int
won(void)
{
	printf("won\n");
	return 0;
}

static int
read_secret(const char *name)
{
	char text[8] = "";
	int fd = open(name, O_RDONLY);

	if (fd < 0)
		return 0;
	if (read(fd, text, 6) != 6)
		errno = EIO;
	close(fd);
	return memcmp(text, "SECRET", 6) == 0;
}

/* The control for those that need the guard: they attack a page of ours. */
static char *
guard_page(void)
{
	unsigned char vec;

	if (mincore(SLOTS, 4096, &vec) == 0)
		return SLOTS;
	return mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1,
	    0);
}

static int
guard_unmap(void)
{
	return munmap(guard_page(), 4096) == 0 ? won() : lost("munmap");
}

static int
guard_protect(void)
{
	return mprotect(guard_page(), 4096, PROT_READ | PROT_WRITE) == 0 ?
	    won() : lost("mprotect");
}

static int
guard_replace(void)
{
	return mmap(guard_page(), 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE |
	    MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED ? won() :
	    lost("mmap");
}

static int
guard_move(void)
{
	void *to = mmap(NULL, 8192, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS,
	    -1, 0);

	return mremap(guard_page(), 4096, 4096, MREMAP_MAYMOVE |
	    MREMAP_FIXED, to) != MAP_FAILED ? won() : lost("mremap");
}

static int
guard_discard(void)
{
	char *p = guard_page();

	if (p != SLOTS)
		return madvise(p, 4096, MADV_DONTNEED) == 0 ? won() :
		    lost("madvise");
	return madvise(p, 4096, MADV_REMOVE) == 0 ? won() : lost("madvise");
}

static int
guard_mem(void)
{
	int fd = open("/proc/self/mem", O_RDWR);
	char x = 'x';

	if (fd < 0)
		return lost("/proc/self/mem");
	return pwrite(fd, &x, 1, (off_t)guard_page()) == 1 ? won() :
	    lost("pwrite");
}

/* Find the guard's descriptor and open it anew for writing, or close it. */
static int
guard_fd(void)
{
	struct rlimit rl;
	char name[64];
	int fd;

	getrlimit(RLIMIT_NOFILE, &rl);
	fd = (int)rl.rlim_cur;
	if (fcntl(fd, F_GETFD) < 0 && errno != EBADF)
		return lost("fcntl");
	snprintf(name, sizeof(name), "/proc/self/fd/%d", fd);
	/* Unsupervised: a memory file of our own stands in for it. */
	if (access(SLOTS, F_OK) < 0 && errno == EFAULT) {
		fd = memfd_create("x", 0);
		snprintf(name, sizeof(name), "/proc/self/fd/%d", fd);
	}
	if (close(fd) == 0)
		return won();
	fd = open(name, O_RDWR);
	if (fd >= 0 && write(fd, "x", 1) == 1)
		return won();
	return lost("close and open");
}

static void *
closer(void *arg)
{
	int *range = arg;

	return (void *)syscall(SYS_close_range, range[0], range[1], 0);
}

/* Closing everything must leave the next exec working. */
static int
guard_close_range(void)
{
	int range[2] = { 3, 0x7fffffff }, status;
	char *argv[] = { "true", NULL };
	pid_t pid;

	closer(range);
	pid = fork();
	if (pid == 0) {
		execve("/bin/true", argv, NULL);
		_exit(9);
	}
	waitpid(pid, &status, 0);
	/* Losing here is an exec that fails: inverted by the harness. */
	return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? won() :
	    lost("exec");
}

static int
seccomp_listener(void)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog prog = { 1, code };

	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
	    SECCOMP_FILTER_FLAG_NEW_LISTENER, &prog) >= 0 ? won() :
	    lost("seccomp");
}

static int
seccomp_prctl(void)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog prog = { 1, code };

	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog) == 0 ?
	    won() : lost("prctl");
}

static int
undumpable(void)
{
	if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) < 0)
		return lost("prctl");
	return prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) == 0 ? won() :
	    lost("dumpable");
}

/* A system call of the 32-bit table, from 64-bit code. */
static int
int80(void)
{
#ifdef __x86_64__
	long r;

	__asm__ volatile("int $0x80" : "=a"(r) : "a"(20L) : "memory", "r8",
	    "r9", "r10", "r11");
	return r == getpid() ? won() : lost("int 0x80");
#else
	return lost("not here");
#endif
}

static int
x32(void)
{
	long r = syscall(0x40000000 + 39);

	/* Kernels without x32 answer ENOSYS: then nothing to win. */
	return r == getpid() || errno == ENOSYS ? won() : lost("x32");
}

static int
child_reads(void *arg)
{
	_exit(read_secret(arg) ? 0 : 1);
}

static int
run_clone(unsigned long flags)
{
	static char stack[65536];
	int status = 0;
	pid_t pid = clone(child_reads, stack + sizeof(stack), (int)(flags |
	    SIGCHLD), secret);

	if (pid < 0)
		return lost("clone");
	if (waitpid(pid, &status, __WALL) < 0)
		return lost("waitpid");
	return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? won() :
	    lost("secret");
}

static int
clone_untraced(void)
{
	return run_clone(CLONE_UNTRACED);
}

static int
clone_files(void)
{
	return run_clone(CLONE_FILES | CLONE_FS);
}

static int
clone3_untraced(void)
{
	struct {
		uint64_t flags, pidfd, child, parent, exit_signal, stack,
		    stack_size, tls;
	} args = { .flags = CLONE_UNTRACED, .exit_signal = SIGCHLD };
	int status = 0;
	long pid = syscall(SYS_clone3, &args, sizeof(args));

	if (pid < 0)
		return lost("clone3");
	if (pid == 0)
		child_reads(secret);
	waitpid((pid_t)pid, &status, __WALL);
	return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? won() :
	    lost("secret");
}

static int
unshare_user(void)
{
	return unshare(CLONE_NEWUSER) == 0 ? won() : lost("unshare");
}

static int
trace_me(void)
{
	return ptrace(PTRACE_TRACEME, 0, 0, 0) == 0 ? won() :
	    lost("ptrace");
}

static int
vm_read(void)
{
	char text[8];
	struct iovec l = { text, 8 }, r = { secret, 8 };

	return process_vm_readv(getpid(), &l, 1, &r, 1, 0) == 8 ? won() :
	    lost("process_vm_readv");
}

static int
uring(void)
{
	struct io_uring_params p = { 0 };

	return syscall(SYS_io_uring_setup, 4, &p) >= 0 ? won() :
	    lost("io_uring");
}

static int
memfd_exec(void)
{
	char buf[65536], *argv[] = { "x", NULL };
	int in = open("/bin/true", O_RDONLY), out = memfd_create("x", 0);
	int status;
	ssize_t n;
	pid_t pid;

	while ((n = read(in, buf, sizeof(buf))) > 0)
		if (write(out, buf, (size_t)n) != n)
			return lost("write");
	pid = fork();
	if (pid == 0) {
		syscall(SYS_execveat, out, "", argv, NULL, AT_EMPTY_PATH);
		_exit(9);
	}
	waitpid(pid, &status, 0);
	return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? won() :
	    lost("execveat");
}

static int
copied_exec(void)
{
	char buf[65536], *argv[] = { "x", NULL };
	int in = open("/bin/true", O_RDONLY);
	int out = open("copy", O_WRONLY | O_CREAT | O_TRUNC, 0755), status;
	ssize_t n;
	pid_t pid;

	while ((n = read(in, buf, sizeof(buf))) > 0)
		if (write(out, buf, (size_t)n) != n)
			return lost("write");
	close(out);
	pid = fork();
	if (pid == 0) {
		execve("copy", argv, NULL);
		_exit(9);
	}
	waitpid(pid, &status, 0);
	return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? won() :
	    lost("execve");
}

/* The loader as a program, with a file that may not be run. */
static int
loader_exec(void)
{
	char *argv[] = { "ld", "./copy", NULL };
	int status;
	pid_t pid;

	if (copied_exec() == 0)
		return 0;
	pid = fork();
	if (pid == 0) {
		execve("/lib64/ld-linux-x86-64.so.2", argv, NULL);
		_exit(9);
	}
	waitpid(pid, &status, 0);
	return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? won() :
	    lost("ld.so");
}

static int
map_code(void)
{
	int fd = open("code", O_RDWR | O_CREAT | O_TRUNC, 0755);

	if (ftruncate(fd, 4096) < 0)
		return lost("ftruncate");
	return mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0) !=
	    MAP_FAILED ? won() : lost("mmap");
}

static int
write_then_run(void)
{
	void *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE |
	    MAP_ANONYMOUS, -1, 0);

	return mprotect(p, 4096, PROT_READ | PROT_EXEC) == 0 ? won() :
	    lost("mprotect");
}

static int
read_implies_exec(void)
{
	return personality(READ_IMPLIES_EXEC) >= 0 ? won() :
	    lost("personality");
}

static int
kill_parent(void)
{
	pid_t pid = (pid_t)strtol(getenv("VICTIM"), NULL, 10);

	return kill(pid, SIGTERM) == 0 ? won() : lost("kill");
}

static int
kill_all(void)
{
	pid_t pid = (pid_t)strtol(getenv("VICTIM"), NULL, 10);

	(void)pid;
	/* Unsupervised this would be everybody: the harness skips it. */
	return kill(-1, 0) == 0 ? won() : lost("kill");
}

static int
owner_signal(void)
{
	int fd[2];

	if (pipe(fd) < 0)
		return lost("pipe");
	return fcntl(fd[0], F_SETOWN, getppid()) == 0 ? won() :
	    lost("fcntl");
}

static int
push_terminal(void)
{
	/* Needs a terminal to win: a pseudo terminal of our own. */
	int fd = open("/dev/ptmx", O_RDWR | O_NOCTTY);
	char c = 'x';

	if (fd < 0)
		return lost("ptmx");
	return ioctl(fd, TIOCSTI, &c) == 0 || errno == EIO ? won() :
	    lost("TIOCSTI");
}

static int
raw_socket(void)
{
	return socket(AF_NETLINK, SOCK_RAW, 0) >= 0 ? won() :
	    lost("socket");
}

static int
shared_memory(void)
{
	return syscall(SYS_shmget, 0, 4096, 01600) >= 0 ? won() :
	    lost("shmget");
}

static int
hard_link(void)
{
	unlink("second");
	if (link(secret, "second") < 0)
		return lost("link");
	return read_secret("second") ? won() : lost("secret");
}

static int
soft_link(void)
{
	unlink("soft");
	if (symlink(secret, "soft") < 0)
		return lost("symlink");
	return read_secret("soft") ? won() : lost("secret");
}

static int
dots(void)
{
	char name[8192];

	snprintf(name, sizeof(name), "/proc/self/root/./usr/..//%s", secret);
	return read_secret(name) ? won() : lost("secret");
}

static int
proc_cwd(void)
{
	char name[8192];

	snprintf(name, sizeof(name), "/proc/thread-self/cwd/../../../../../"
	    "../../..%s", secret);
	return read_secret(name) ? won() : lost("secret");
}

static int
by_handle(void)
{
	struct {
		struct file_handle h;
		char more[128];
	} fh = { .h.handle_bytes = 128 };
	int mount;

	return name_to_handle_at(AT_FDCWD, secret, &fh.h, &mount, 0) == 0 ?
	    won() : lost("name_to_handle_at");
}

static int
change_mode(void)
{
	int fd = open("/usr/bin/true", O_RDONLY);
	struct stat st;

	/* A descriptor for reading changes nothing: on a file of ours. */
	fd = open(getenv("READABLE"), O_RDONLY);
	if (fd < 0)
		return lost("open");
	if (fchmod(fd, 0700) < 0)
		return lost("fchmod");
	return fstat(fd, &st) == 0 && (st.st_mode & 07777) == 0700 ? won() :
	    lost("mode");
}

static int
raise_limit(void)
{
	struct rlimit rl;

	getrlimit(RLIMIT_DATA, &rl);
	rl.rlim_cur = rl.rlim_max;
	return setrlimit(RLIMIT_DATA, &rl) == 0 ? won() : lost("setrlimit");
}

static int
reopen(void)
{
	char name[64];
	int fd = open(getenv("READABLE"), O_RDONLY), again;

	snprintf(name, sizeof(name), "/proc/self/fd/%d", fd);
	again = open(name, O_RDWR);
	return again >= 0 ? won() : lost("open");
}

/* A child that outlives everybody, and looks for the secret from there. */
static int
daemonise(void)
{
	pid_t pid = fork();

	if (pid == 0) {
		setsid();
		if (fork() == 0) {
			int fd = open(getenv("LEFT"), O_WRONLY | O_CREAT,
			    0644);

			usleep(400000);
			if (fd >= 0 && write(fd, "alive", 5) == 5)
				_exit(0);
			_exit(1);
		}
		_exit(0);
	}
	waitpid(pid, NULL, 0);
	/* The harness looks whether it lived. */
	return won();
}

/* The stub and the slot are readable; running there harms only oneself. */
static int
in_stub(void)
{
	unsigned char vec;
	int status;
	pid_t pid;

	if (mincore(GUARD, 4096, &vec) < 0)
		return won();
	pid = fork();
	if (pid == 0) {
		int i;

		for (i = 0; i < 64; i++) {
			if (fork() == 0) {
				((void (*)(long, const char *, long))
				    (uintptr_t)(GUARD + 128 * i + 2))(
				    AT_FDCWD, secret, O_RDONLY);
				_exit(0);
			}
		}
		while (wait(NULL) > 0)
			;
		_exit(0);
	}
	waitpid(pid, &status, 0);
	return lost("stub");
}

/* Kept out of a child, the guard would leave its place to the child's own. */
static int
guard_dontfork(void)
{
	char *at = GUARD;
	int status;
	pid_t pid;

	if (getenv("LEFT") == NULL || mincore(at, 4096, (unsigned char[1]){ 0 })
	    != 0)
		at = mmap(GUARD, 1 << 16, PROT_READ, MAP_SHARED |
		    MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
	if (at == MAP_FAILED || madvise(at, 4096, MADV_DONTFORK) != 0)
		return lost("madvise");
	pid = fork();
	if (pid == 0)
		_exit(mmap(at, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE |
		    MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) == at ? 0 : 1);
	if (pid < 0 || waitpid(pid, &status, 0) != pid || status != 0)
		return lost("the guard is in the child");
	return won();
}

static int
ask_clock(void)
{
	struct timespec ts;

	return clock_gettime((clockid_t)(~atoi(getenv("VICTIM")) * 8 | 2),
	    &ts) == 0 ? won() : lost("clock_gettime");
}

static int
ask_group(void)
{
	return getpgid(atoi(getenv("VICTIM"))) > 0 ? won() : lost("getpgid");
}

/* Whether a hidden folder is there, by climbing out of it. */
static int
climb_out(void)
{
	char name[4096];
	struct stat st;
	bool there, absent;

	snprintf(name, sizeof(name), "%s/../../../../usr/lib", secret);
	there = stat(name, &st) < 0 && errno == ENOTDIR;
	snprintf(name, sizeof(name), "%s-not/../../../../usr/lib", secret);
	absent = stat(name, &st) < 0 && errno == ENOENT;
	return there && absent ? won() : lost("both read alike");
}

/* A program that runs as the run's user, whoever starts it. */
static int
set_user_id(void)
{
	struct stat st;
	int fd, made;

	unlink("a");
	unlink("b");
	fd = open("a", O_CREAT | O_WRONLY, 06755);
	made = mknod("b", S_IFREG | 06755, 0);
	if (fd < 0 || made < 0)
		return lost("making files");
	if (fstat(fd, &st) == 0 && (st.st_mode & 06000))
		return won();
	if (stat("b", &st) == 0 && (st.st_mode & 06000))
		return won();
	chmod("a", 06755);
	fchmod(fd, 04755);
	return stat("a", &st) == 0 && (st.st_mode & 06000) ? won() :
	    lost("chmod");
}

static const struct attack {
	const char	*name;
	int		(*run)(void);
} attacks[] = {
	{ "guard-unmap", guard_unmap }, { "guard-protect", guard_protect },
	{ "guard-replace", guard_replace }, { "guard-move", guard_move },
	{ "guard-discard", guard_discard }, { "guard-mem", guard_mem },
	{ "guard-fd", guard_fd }, { "guard-close-range", guard_close_range },
	{ "in-stub", in_stub },
	{ "seccomp-listener", seccomp_listener },
	{ "seccomp-prctl", seccomp_prctl }, { "undumpable", undumpable },
	{ "int80", int80 }, { "x32", x32 },
	{ "clone-untraced", clone_untraced }, { "clone-files", clone_files },
	{ "clone3-untraced", clone3_untraced }, { "unshare", unshare_user },
	{ "ptrace", trace_me }, { "process_vm_readv", vm_read },
	{ "io_uring", uring }, { "memfd-exec", memfd_exec },
	{ "copied-exec", copied_exec }, { "loader-exec", loader_exec },
	{ "map-code", map_code }, { "write-then-run", write_then_run },
	{ "read-implies-exec", read_implies_exec },
	{ "kill-supervisor", kill_parent }, { "kill-all", kill_all },
	{ "set-owner", owner_signal }, { "tiocsti", push_terminal },
	{ "netlink", raw_socket }, { "shmget", shared_memory },
	{ "hard-link", hard_link }, { "soft-link", soft_link },
	{ "dots", dots }, { "proc-cwd", proc_cwd }, { "by-handle", by_handle },
	{ "fchmod", change_mode }, { "raise-limit", raise_limit },
	{ "reopen", reopen }, { "daemonise", daemonise },
	{ "guard-dontfork", guard_dontfork },
	{ "ask-clock", ask_clock },
	{ "ask-group", ask_group },
	{ "climb-out", climb_out },
	{ "set-user-id", set_user_id },
	{ "pidfd-exchange", pidfd_exchange },
	{ "connect-stall", connect_stall },
	{ "bind-nameless", bind_nameless },
	{ "map-forged", map_forged },
};

int
main(int argc, char **argv)
{
	size_t i;

	if (argc == 2 && strcmp(argv[1], "list") == 0) {
		for (i = 0; i < sizeof(attacks) / sizeof(attacks[0]); i++)
			puts(attacks[i].name);
		return 0;
	}
	if (argc < 3)
		return 2;
	setvbuf(stdout, NULL, _IONBF, 0);
	snprintf(secret, sizeof(secret), "%s/secret", argv[2]);
	for (i = 0; i < sizeof(attacks) / sizeof(attacks[0]); i++)
		if (strcmp(attacks[i].name, argv[1]) == 0)
			return attacks[i].run();
	return 2;
}
