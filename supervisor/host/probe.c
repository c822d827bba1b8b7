#include "probe.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/openat2.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>

#include "../arch/arch.h"
#include "../base/landlock.h"
#include "../base/util.h"
#include "confine.h"
#include "../tracer/tracee.h"

#ifndef __NR_mseal
#define __NR_mseal 462
#endif

static int
say(const char **ret_what, int result, const char *what)
{
	if (ret_what != NULL)
		*ret_what = what;
	return result;
}

static int
say_errno(const char **ret_what)
{
	return say(ret_what, 1, strerror(errno));
}

static void
reap(pid_t pid)
{
	int status;

	kill(pid, SIGKILL);
	while (waitpid(pid, &status, __WALL) < 0 && errno == EINTR)
		;
}

/* Two calls that nothing here needs: one for the tracer, one refused. */
#define STOPPED	SYS_getppid
#define REFUSED	SYS_getsid

static int
install_filter(void)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
		    offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, STOPPED, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, REFUSED, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EDOM),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog prog = { ARRAY_SIZE(code), code };

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ||
	    syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &prog) < 0)
		return -errno;
	return 0;
}

/* A child that runs `body` and tells what it returned by its exit status. */
static int
in_child(int (*body)(void), const char **ret_what)
{
	pid_t pid = fork();
	int status;

	if (pid < 0)
		return say_errno(ret_what);
	if (pid == 0)
		_exit(body());
	while (waitpid(pid, &status, __WALL) < 0) {
		if (errno != EINTR)
			return say_errno(ret_what);
	}
	if (WIFSIGNALED(status))
		return say(ret_what, 1, strsignal(WTERMSIG(status)));
	return WEXITSTATUS(status);
}

/* Exit statuses of bodies: 0 held, 1 went through, above: an errno. */
static int
verdict(int r, const char **ret_what, const char *held, const char *through)
{
	if (r == 0)
		return say(ret_what, 0, held);
	return say(ret_what, 1, r == 1 ? through : strerror(r));
}

static const long probe_word = 0x53616c6c79706f72;

/* `first` is done before anyone traces. */
static void __attribute__((noreturn))
traced_child(int (*first)(void), int wait_fd, int ready_fd)
{
	char token;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
	if (first != NULL && first() != 0)
		_exit(1);
	close(ready_fd);	/* until here nobody may seize us */
	if (read(wait_fd, &token, 1) != 1 || install_filter() < 0)
		_exit(2);
	if (first != NULL && (syscall(REFUSED, 0) != -1 || errno != EDOM))
		_exit(1);
	/* The tracer turns this one into getpid, and changes nothing else. */
	_exit(syscall(STOPPED) == getpid() ? 0 : 1);
}

/* At the stop the filter asked for: make getppid a getpid. */
static int
rewrite_at_stop(pid_t pid, const char **ret_what)
{
	long copy = 0;
	int status, r;

	for (;;) {
		while ((r = waitpid(pid, &status, __WALL)) < 0 &&
		    errno == EINTR)
			;
		if (r < 0)
			return say_errno(ret_what);
		if (WIFEXITED(status))
			return say(ret_what, 1, "the filter cannot stop calls");
		if (status >> 8 == (SIGTRAP | PTRACE_EVENT_SECCOMP << 8))
			break;
		ptrace(PTRACE_CONT, pid, 0, 0);
	}
	if (tracee_read(pid, (uint64_t)(uintptr_t)&probe_word, &copy,
	    sizeof(copy)) < 0 || copy != probe_word)
		return say(ret_what, 1, "memory of a tracee cannot be read");
	return 0;
}

static int
rewrite_call(pid_t pid, long nr)
{
	struct arch_regs regs = { 0 };
	struct arch_call call;
	int r = arch_regs_get(pid, &regs);

	if (r < 0)
		return r;
	arch_call_get(&regs, &call);
	call.nr = nr;
	arch_call_set(&regs, &call);
	return arch_regs_set(pid, &regs);
}

static int
trace_child(int (*first)(void), const char **ret_what)
{
	int ends[2], ready[2], status = 0, r;
	pid_t pid;
	char token;

	if (pipe2(ends, O_CLOEXEC) < 0)
		return say_errno(ret_what);
	if (pipe2(ready, O_CLOEXEC) < 0) {
		close(ends[0]);
		close(ends[1]);
		return say_errno(ret_what);
	}
	pid = fork();
	if (pid == 0) {
		close(ready[0]);
		close(ends[1]);
		traced_child(first, ends[0], ready[1]);
	}
	close(ends[0]);
	close(ready[1]);
	if (pid < 0) {
		close(ends[1]);
		close(ready[0]);
		return say_errno(ret_what);
	}
	r = (int)read(ready[0], &token, 1);
	close(ready[0]);
	if (ptrace(PTRACE_SEIZE, pid, 0, PTRACE_O_EXITKILL |
	    PTRACE_O_TRACESECCOMP | PTRACE_O_TRACESYSGOOD) < 0) {
		r = say_errno(ret_what);
		close(ends[1]);
		reap(pid);
		return r;
	}
	r = write(ends[1], "!", 1) == 1 ? 0 : say_errno(ret_what);
	close(ends[1]);
	if (r == 0)
		r = rewrite_at_stop(pid, ret_what);
	if (r == 0 && rewrite_call(pid, SYS_getpid) < 0)
		r = say(ret_what, 1, "a stopped call cannot be rewritten");
	if (r == 0) {
		ptrace(PTRACE_CONT, pid, 0, 0);
		while (waitpid(pid, &status, __WALL) < 0 && errno == EINTR)
			;
		if (WIFEXITED(status))
			return verdict(WEXITSTATUS(status), ret_what,
			    "seized, read, stopped and rewrote a child",
			    "a rewritten call was not what ran");
	}
	reap(pid);
	return r != 0 ? r : say(ret_what, 1, "the traced child did not exit");
}

int
probe_trace(const char **ret_what)
{
	return trace_child(NULL, ret_what);
}

static int
filter_body(void)
{
	int r = install_filter();

	if (r < 0)
		return -r;
	return syscall(REFUSED, 0) == -1 && errno == EDOM ? 0 : 1;
}

int
probe_filter(const char **ret_what)
{
	return verdict(in_child(filter_body, ret_what), ret_what,
	    "a filtered call answered the filter's errno",
	    "a filtered call went through");
}

/* A read-only shared mapping of a file whose only writable one is ours. */
static int
guard_body(void)
{
	int fd = memfd_create("probe", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	size_t n = (size_t)sysconf(_SC_PAGESIZE);
	volatile char *mine, *theirs;
	char path[40], byte = 'x';
	struct iovec local, remote;
	int reader, again, mem;

	if (fd < 0 || ftruncate(fd, (off_t)n) < 0)
		return errno;
	mine = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (mine == MAP_FAILED || fcntl(fd, F_ADD_SEALS, 0x10 /* FUTURE_WRITE,
	    Linux 5.1 */ | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) < 0)
		return errno;
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	reader = open(path, O_RDONLY | O_CLOEXEC);
	if (reader < 0)
		return errno;
	theirs = mmap(NULL, n, PROT_READ, MAP_SHARED, reader, 0);
	if (theirs == MAP_FAILED)
		return errno;
	mine[0] = 'a';
	/* All the ways a tracee has to write there. */
	if (mprotect((void *)(uintptr_t)theirs, n, PROT_READ | PROT_WRITE) == 0)
		return 1;
	snprintf(path, sizeof(path), "/proc/self/fd/%d", reader);
	again = open(path, O_RDWR | O_CLOEXEC);
	if (again >= 0 && (pwrite(again, &byte, 1, 0) == 1 || mmap(NULL, n,
	    PROT_READ | PROT_WRITE, MAP_SHARED, again, 0) != MAP_FAILED))
		return 1;
	mem = open("/proc/self/mem", O_RDWR | O_CLOEXEC);
	if (mem >= 0 &&
	    pwrite(mem, &byte, 1, (off_t)(uintptr_t)theirs) == 1)
		return 1;
	local.iov_base = &byte;
	remote.iov_base = (void *)(uintptr_t)theirs;
	local.iov_len = remote.iov_len = 1;
	if (process_vm_writev(getpid(), &local, 1, &remote, 1, 0) == 1)
		return 1;
	madvise((void *)(uintptr_t)theirs, n, MADV_REMOVE);
	return theirs[0] == 'a' ? 0 : 1;
}

int
probe_guard(const char **ret_what)
{
	return verdict(in_child(guard_body, ret_what), ret_what,
	    "six ways to write to sealed memory were refused",
	    "sealed memory was written to");
}

static int
mseal_body(void)
{
	size_t n = (size_t)sysconf(_SC_PAGESIZE);
	void *page = mmap(NULL, n, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS,
	    -1, 0);

	if (page == MAP_FAILED || syscall(__NR_mseal, page, n, 0) < 0)
		return errno;
	return munmap(page, n) == 0 ? 1 : 0;
}

static int
probe_mseal(const char **ret_what)
{
	return verdict(in_child(mseal_body, ret_what), ret_what,
	    "a sealed mapping could not be unmapped",
	    "a sealed mapping was unmapped");
}

int
probe_openat2(const char **ret_what)
{
	struct open_how how = {
		.flags = O_PATH | O_CLOEXEC,
		.resolve = RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS,
	};
	long fd = syscall(SYS_openat2, AT_FDCWD, "/proc/self/cwd", &how,
	    sizeof(how));

	if (fd >= 0) {
		close((int)fd);
		return say(ret_what, 1, "a symbolic link was followed");
	}
	if (errno != ELOOP)
		return say_errno(ret_what);
	return say(ret_what, 0, "a symbolic link was refused");
}

/* What every process may open, the supervisor in its own rules too. */
static int
landlock_body(void)
{
	int ruleset, fd, r = landlock_new(true, 0, &ruleset);

	if (r < 0)
		return -r;
	fd = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return errno;
	close(fd);
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
		return errno;
	r = landlock_enter(ruleset);
	if (r < 0)
		return -r;
	fd = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return fd < 0 && errno == EACCES ? 0 : 1;
}

int
probe_landlock(const char **ret_what)
{
	return verdict(in_child(landlock_body, ret_what), ret_what,
	    "an open outside of the rules was refused",
	    "an open outside of the rules went through");
}

static int
guard_and_landlock(void)
{
	return guard_body() == 0 && landlock_body() == 0 ? 0 : 1;
}

bool
probe_together(bool landlock)
{
	return trace_child(landlock ? guard_and_landlock : guard_body,
	    NULL) == 0;
}

/*
 * A tracer that dies: does its tracee? The grandchild holds the pipe open as
 * long as it lives.
 */
static int
exitkill_body(void)
{
	int ends[2], status;
	pid_t tracer;
	char token;

	if (pipe2(ends, O_CLOEXEC) < 0 ||
	    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) < 0)
		return errno;
	tracer = fork();
	if (tracer == 0) {
		pid_t child = fork();

		if (child == 0) {
			close(ends[0]);
			alarm(5);
			for (;;)
				pause();
		}
		if (child < 0 ||
		    ptrace(PTRACE_SEIZE, child, 0, PTRACE_O_EXITKILL) < 0) {
			kill(child, SIGKILL);
			_exit(errno != 0 ? errno : EPERM);
		}
		raise(SIGKILL);
	}
	close(ends[1]);
	if (tracer < 0)
		return errno;
	while (waitpid(tracer, &status, 0) < 0 && errno == EINTR)
		;
	if (WIFEXITED(status))
		return WEXITSTATUS(status);
	/* Ends when the tracee is gone; its alarm would come seconds later. */
	alarm(2);
	return read(ends[0], &token, 1) == 0 ? 0 : 1;
}

static int
probe_exitkill(const char **ret_what)
{
	return verdict(in_child(exitkill_body, ret_what), ret_what,
	    "a killed tracer took its tracee along",
	    "a tracee outlived its tracer");
}

static int
drop_body(void)
{
	uid_t uid = 65534;
	int r;

	if (geteuid() != 0)
		uid = geteuid();
	r = confine_become(uid);
	if (r < 0)
		return -r;
	if (uid != 0 && (setuid(0) == 0 || seteuid(0) == 0))
		return 1;
	/* CAP_CHOWN, CAP_SYS_ADMIN and all others are gone with it. */
	return chown("/", 0, 0) == 0 ? 1 : 0;
}

static int
probe_drop(const char **ret_what)
{
	return verdict(in_child(drop_body, ret_what), ret_what,
	    "became unprivileged, and could not go back",
	    "privileges could be had again");
}

static int
limit_body(void)
{
	struct rlimit limit = { 4u << 20, 4u << 20 };
	int ends[2], status;
	pid_t pid;
	void *got;

	/* Of another process, as the supervisor does it. */
	if (pipe2(ends, O_CLOEXEC) < 0)
		return errno;
	pid = fork();
	if (pid == 0) {
		char token;

		prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
		close(ends[1]);
		if (read(ends[0], &token, 1) != 1)
			_exit(2);
		got = mmap(NULL, 64u << 20, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		_exit(got == MAP_FAILED && errno == ENOMEM ? 0 : 1);
	}
	if (pid < 0)
		return errno;
	close(ends[0]);
	if (prlimit(pid, RLIMIT_DATA, &limit, NULL) < 0) {
		int err = errno;

		reap(pid);
		return err;
	}
	if (write(ends[1], "!", 1) != 1) {
		reap(pid);
		return EPIPE;
	}
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

static int
probe_limits(const char **ret_what)
{
	return verdict(in_child(limit_body, ret_what), ret_what,
	    "a child's allocation past its limit was refused",
	    "a child's allocation past its limit went through");
}

static int
yama_body(void)
{
	int ends[2];
	pid_t pid;
	int r = 0;

	/* Not our child, but a child's: is a descendant enough? */
	if (pipe2(ends, O_CLOEXEC) < 0)
		return errno;
	pid = fork();
	if (pid == 0) {
		pid_t deep = fork();
		ssize_t n;

		if (deep == 0) {
			prctl(PR_SET_PDEATHSIG, SIGKILL);
			for (;;)
				pause();
		}
		n = write(ends[1], &deep, sizeof(deep));
		(void)n;
		for (;;)
			pause();
	}
	if (pid < 0)
		return errno;
	{
		pid_t deep = -1;

		if (read(ends[0], &deep, sizeof(deep)) != sizeof(deep))
			r = EIO;
		else if (ptrace(PTRACE_SEIZE, deep, 0, PTRACE_O_EXITKILL) < 0)
			r = errno;
		if (deep > 0)
			kill(deep, SIGKILL);
		while (deep > 0 && waitpid(deep, NULL, __WALL) < 0 &&
		    errno == EINTR)
			;
	}
	reap(pid);
	return r;
}

static int
probe_yama(const char **ret_what)
{
	return verdict(in_child(yama_body, ret_what), ret_what,
	    "a descendant that is not a child was seized",
	    "a descendant was not seized");
}

const struct probe probes[] = {
	{ "ptrace", "seize a child, read its memory, rewrite its call",
	    probe_trace, 1 },
	{ "exitkill", "kill a tracer and look for its tracee",
	    probe_exitkill, 1 },
	{ "yama", "seize a descendant that is no child", probe_yama, 0 },
	{ "seccomp", "make a call that a filter refuses", probe_filter, 1 },
	{ "guard", "write to sealed memory in every way", probe_guard, 1 },
	{ "mseal", "unmap a sealed mapping", probe_mseal, 0 },
	{ "openat2", "open through a symbolic link", probe_openat2, 0 },
	{ "landlock", "open what no rule permits", probe_landlock, 0 },
	{ "privileges", "drop them, and ask for them back", probe_drop, 1 },
	{ "limits", "allocate past a limit set from outside", probe_limits, 1 },
	{ NULL, NULL, NULL, 0 }
};
