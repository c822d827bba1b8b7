/*
 * Processes and threads as programs really use them: tasks NAME. Exits 0 if
 * everything was as it is without supervision.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;
static const char *self;

static int
reap(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 +
	    WTERMSIG(status);
}

static int
do_vfork(void)
{
	char *argv[] = { "true", NULL };
	int i;

	for (i = 0; i < 50; i++) {
		pid_t pid = vfork();

		if (pid == 0) {
			execve("/bin/true", argv, environ);
			_exit(9);
		}
		if (reap(pid) != 0)
			return 1;
	}
	return 0;
}

static int
do_spawn(void)
{
	char *argv[] = { "true", NULL };
	pid_t pid;
	int i;

	for (i = 0; i < 50; i++)
		if (posix_spawn(&pid, "/bin/true", NULL, NULL, argv,
		    environ) != 0 || reap(pid) != 0)
			return 1;
	return posix_spawn(&pid, "/nowhere", NULL, NULL, argv, environ) ==
	    ENOENT ? 0 : 2;
}

static void *
exec_thread(void *arg)
{
	char *argv[] = { "true", NULL };

	(void)arg;
	execve("/bin/true", argv, environ);
	return NULL;
}

static void *
spin_thread(void *arg)
{
	struct stat st;

	(void)arg;
	for (;;)
		stat("/etc/passwd", &st);
	return NULL;
}

/* A thread that is not the leader execs, while others are amid calls. */
static int
do_thread_exec(void)
{
	pthread_t t;
	int i, k;

	for (i = 0; i < 20; i++) {
		pid_t pid = fork();

		if (pid == 0) {
			for (k = 0; k < 4; k++)
				pthread_create(&t, NULL, spin_thread, NULL);
			usleep(1000);
			pthread_create(&t, NULL, exec_thread, NULL);
			for (;;)
				pause();
		}
		if (reap(pid) != 0)
			return 1;
	}
	return 0;
}

static void *
late_thread(void *arg)
{
	(void)arg;
	usleep(50000);
	if (open("/etc/passwd", O_RDONLY) < 0)
		_exit(3);
	_exit(7);
}

/* The leader is gone, and the process lives on. */
static int
do_leader_exit(void)
{
	pthread_t t;
	pid_t pid = fork();

	if (pid == 0) {
		pthread_create(&t, NULL, late_thread, NULL);
		syscall(SYS_exit, 0);
	}
	return reap(pid) == 7 ? 0 : 1;
}

static void *
leader_gone_exec(void *arg)
{
	char *argv[] = { "true", NULL };

	(void)arg;
	usleep(50000);
	execve("/bin/true", argv, environ);
	_exit(3);
}

static int
do_leader_gone_exec(void)
{
	pthread_t t;
	pid_t pid = fork();

	if (pid == 0) {
		pthread_create(&t, NULL, leader_gone_exec, NULL);
		syscall(SYS_exit, 0);
	}
	return reap(pid) == 0 ? 0 : 1;
}

static void *
short_thread(void *arg)
{
	int fd = open("/etc/passwd", O_RDONLY);

	if (fd < 0)
		return (void *)1;
	close(fd);
	return arg;
}

static int
do_thread_storm(void)
{
	pthread_t t[16];
	int round, i;
	void *ret;

	for (round = 0; round < 60; round++) {
		for (i = 0; i < 16; i++)
			if (pthread_create(&t[i], NULL, short_thread,
			    NULL) != 0)
				return 1;
		for (i = 0; i < 16; i++) {
			pthread_join(t[i], &ret);
			if (ret != NULL)
				return 2;
		}
	}
	return 0;
}

static int
do_fork_storm(void)
{
	int round, i;
	pid_t pid[16];

	for (round = 0; round < 30; round++) {
		for (i = 0; i < 16; i++) {
			pid[i] = fork();
			if (pid[i] < 0)
				return 1;
			if (pid[i] == 0) {
				/* Some are killed amid their calls. */
				int k, fd;

				for (k = 0; k < 20; k++) {
					fd = open("/etc/passwd", O_RDONLY);
					if (fd < 0)
						_exit(5);
					close(fd);
				}
				_exit(0);
			}
		}
		for (i = 0; i < 16; i += 3)
			kill(pid[i], SIGKILL);
		for (i = 0; i < 16; i++) {
			int got = reap(pid[i]);

			if (got != 0 && got != 128 + SIGKILL)
				return 2;
		}
	}
	return 0;
}

static atomic_int ticks;

static void
on_tick(int sig)
{
	int fd = open("/etc/hostname", O_RDONLY);

	(void)sig;
	if (fd >= 0)
		close(fd);
	ticks++;
}

/*
 * Every register that the ABI keeps over a call is checked after each of many
 * mediated ones, under a storm of signals whose handlers make such calls too.
 */
static int
do_registers(void)
{
#ifdef __x86_64__
	struct itimerval soon = { 0 };
	struct sigaction act = { .sa_handler = on_tick };
	const char *name = "/etc/passwd";
	long i, r, bad = 0;

	sigaction(SIGALRM, &act, NULL);
	for (i = 0; i < 20000; i++) {
		/* From before the call to after it. Each is set for once: were
		 * the timer to run on, a handler that takes longer than its
		 * interval would keep the program from going on at all. */
		soon.it_value.tv_usec = 1 + i * 7 % 400;
		setitimer(ITIMER_REAL, &soon, NULL);
		register uint64_t r8 __asm__("r8") = 0x8888;
		register uint64_t r9 __asm__("r9") = 0x9999;
		register uint64_t r10 __asm__("r10") = 0;
		register uint64_t r12 __asm__("r12") = 0x1212;
		register uint64_t r13 __asm__("r13") = 0x1313;
		register uint64_t r15 __asm__("r15") = 0x1515;
		uint64_t rdi = (uint64_t)(int64_t)-100, rsi =
		    (uint64_t)(uintptr_t)name, rdx = 0;

		__asm__ volatile("syscall" : "=a"(r), "+D"(rdi), "+S"(rsi),
		    "+d"(rdx), "+r"(r8), "+r"(r9), "+r"(r10), "+r"(r12),
		    "+r"(r13), "+r"(r15) : "0"(257L) : "rcx", "r11",
		    "memory");
		if (rdi != (uint64_t)(int64_t)-100 || rdx != 0 || r10 != 0 ||
		    rsi != (uint64_t)(uintptr_t)name || r8 != 0x8888 ||
		    r9 != 0x9999 || r12 != 0x1212 || r13 != 0x1313 ||
		    r15 != 0x1515)
			bad++;
		if (r == -EINTR)
			continue;
		if (r < 0)
			return 3;
		close((int)r);
	}
	soon.it_value.tv_usec = 0;
	setitimer(ITIMER_REAL, &soon, NULL);
	if (ticks < 50)
		return 4;
	return bad == 0 ? 0 : 1;
#else
	return 0;
#endif
}

/* A job that is stopped stays so until it is continued. */
static int
do_stop(void)
{
	int status;
	pid_t pid = fork();

	if (pid == 0) {
		raise(SIGSTOP);
		/* That it goes on is told only as long as it does. */
		for (;;)
			pause();
	}
	if (waitpid(pid, &status, WUNTRACED) != pid || !WIFSTOPPED(status) ||
	    WSTOPSIG(status) != SIGSTOP)
		return 1;
	if (waitpid(pid, &status, WNOHANG) != 0)
		return 2;
	kill(pid, SIGCONT);
	if (waitpid(pid, &status, WCONTINUED) != pid ||
	    !WIFCONTINUED(status))
		return 3;
	kill(pid, SIGUSR1);
	return waitpid(pid, &status, 0) == pid && WIFSIGNALED(status) &&
	    WTERMSIG(status) == SIGUSR1 ? 0 : 4;
}

/* SIGTRAP is a signal like others. */
static int
do_trap(void)
{
	struct sigaction act = { .sa_handler = on_tick };

	sigaction(SIGTRAP, &act, NULL);
	raise(SIGTRAP);
	kill(getpid(), SIGTRAP);
	return ticks == 2 ? 0 : 1;
}

/* Arguments and environment come whole, also large ones. */
static int
do_arguments(void)
{
	static char big[100000];
	char *argv[40] = { (char *)(uintptr_t)self, "count" };
	char *envp[] = { "A=1", big, NULL };
	pid_t pid;
	int i;

	memset(big, 'x', sizeof(big) - 1);
	memcpy(big, "B=", 2);
	for (i = 2; i < 12; i++)
		argv[i] = big + 2 + i;
	for (; i < 39; i++)
		argv[i] = "";
	pid = fork();
	if (pid == 0) {
		execve(self, argv, envp);
		_exit(1);
	}
	return reap(pid) == 39 ? 0 : 1;
}

static int
do_count(int argc, char **argv)
{
	const char *b = getenv("B");
	int i;

	if (b == NULL || strlen(b) != 99997 || getenv("A") == NULL)
		return 1;
	for (i = 2; i < 12; i++)
		if (strlen(argv[i]) != 99997 - (size_t)i)
			return 2;
	return argc;
}

static int
do_too_long(void)
{
	static char big[200000];
	char *argv[] = { "true", big, NULL };

	memset(big, 'x', sizeof(big) - 1);
	execve("/bin/true", argv, environ);
	return errno == E2BIG ? 0 : 1;
}

static int
do_descriptors(void)
{
	char byte = 'x', control[CMSG_SPACE(sizeof(int))] = "";
	struct iovec iov = { &byte, 1 };
	struct msghdr msg = { .msg_iov = &iov, .msg_iovlen = 1,
	    .msg_control = control, .msg_controllen = sizeof(control) };
	struct cmsghdr *cm = CMSG_FIRSTHDR(&msg);
	struct mmsghdr two[2] = { { .msg_hdr = { .msg_iov = &iov,
	    .msg_iovlen = 1 } }, { .msg_hdr = { .msg_iov = &iov,
	    .msg_iovlen = 1 } } };
	int pair[2], fd[2], got;

	if (socketpair(AF_UNIX, SOCK_DGRAM, 0, pair) < 0 || pipe(fd) < 0)
		return 1;
	cm->cmsg_level = SOL_SOCKET;
	cm->cmsg_type = SCM_RIGHTS;
	cm->cmsg_len = CMSG_LEN(sizeof(int));
	memcpy(CMSG_DATA(cm), &fd[1], sizeof(int));
	if (sendmsg(pair[0], &msg, 0) != 1)
		return 2;
	msg.msg_controllen = sizeof(control);
	if (recvmsg(pair[1], &msg, 0) != 1)
		return 3;
	memcpy(&got, CMSG_DATA(CMSG_FIRSTHDR(&msg)), sizeof(int));
	if (write(got, "y", 1) != 1 || read(fd[0], &byte, 1) != 1 ||
	    byte != 'y')
		return 4;
	got = sendmmsg(pair[0], two, 2, 0);
	if (got < 1 || two[0].msg_len != 1)
		return 5;
	return recv(pair[1], &byte, 1, 0) == 1 ? 0 : 6;
}

/* A grandchild whose parent died is still reaped, by whoever may. */
static int
do_orphans(void)
{
	int i, fd[2];
	char c;

	if (pipe(fd) < 0)
		return 1;
	for (i = 0; i < 20; i++) {
		pid_t pid = fork();

		if (pid == 0) {
			if (fork() == 0) {
				usleep(1000);
				if (write(fd[1], "x", 1) != 1)
					_exit(1);
				_exit(0);
			}
			_exit(0);
		}
		if (reap(pid) != 0)
			return 2;
	}
	for (i = 0; i < 20; i++)
		if (read(fd[0], &c, 1) != 1)
			return 3;
	return 0;
}

static const struct {
	const char	*name;
	int		(*run)(void);
} all[] = {
	{ "vfork", do_vfork }, { "posix_spawn", do_spawn },
	{ "thread-exec", do_thread_exec }, { "leader-exit", do_leader_exit },
	{ "leader-gone-exec", do_leader_gone_exec },
	{ "thread-storm", do_thread_storm }, { "fork-storm", do_fork_storm },
	{ "registers", do_registers }, { "stop", do_stop },
	{ "trap", do_trap }, { "arguments", do_arguments },
	{ "too-long", do_too_long }, { "descriptors", do_descriptors },
	{ "orphans", do_orphans },
};

int
main(int argc, char **argv)
{
	size_t i;

	self = argv[0];
	alarm(60);
	if (argc > 3 && strcmp(argv[1], "count") == 0)
		return do_count(argc, argv);
	for (i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		if (argc == 2 && strcmp(argv[1], "list") == 0)
			puts(all[i].name);
		else if (argc == 2 && strcmp(argv[1], all[i].name) == 0)
			return all[i].run();
	}
	return argc == 2 && strcmp(argv[1], "list") == 0 ? 0 : 99;
}
