#include "launch.h"

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "../base/landlock.h"
#include "../base/mem.h"
#include "../base/util.h"
#include "confine.h"

struct launch {
	pid_t	pid;
	int	go;		/* written: go on */
	int	status;		/* read: why the exec failed */
};

enum step {
	STEP_STDIO = 0, STEP_DESCRIPTORS, STEP_CWD, STEP_RLIMITS, STEP_NOPRIVS,
	STEP_WAIT, STEP_LANDLOCK, STEP_FILTER, STEP_EXEC,
};

static const char *const step_names[] = {
	[STEP_STDIO] = "standard streams",
	[STEP_DESCRIPTORS] = "descriptors",
	[STEP_CWD] = "current directory",
	[STEP_RLIMITS] = "resource limits",
	[STEP_NOPRIVS] = "no_new_privs",
	[STEP_WAIT] = "waiting for the tracer",
	[STEP_LANDLOCK] = "Landlock",
	[STEP_FILTER] = "system call filter",
	[STEP_EXEC] = "exec",
};

struct report {
	int	step, err;
};

/* May be seized now; what follows on the pipe is a failure. */
static const struct report ready = { STEP_WAIT, 0 };

/* In the child: one message, then the end. */
static void __attribute__((noreturn))
give_up(int status_fd, enum step step, int err)
{
	struct report report = { .step = step, .err = err };
	ssize_t n = write(status_fd, &report, sizeof(report));

	(void)n;
	_exit(127);
}

/*
 * Descriptors in the child. Low numbers are the tree's; our own go above all
 * it may ever have:
 *
 *	0 1 2	standard streams
 *	3 ...	extra
 *	G	guard (G is the limit on open files), stays across exec
 *	G+1	status, G+2 go, G+3 Landlock: close-on-exec
 *	G+4	where sockets are handed over, stays (INET_WAY)
 */
static enum step
arrange_descriptors(const struct launch_config *cfg, int *status, int *go,
    int *landlock, int *ret_err)
{
	int base = (int)cfg->limits[RULES_OPEN_FILES];
	int high = base + 5, moved[16], i;
	int n = (int)cfg->nextra + 3;

	*ret_err = EINVAL;
	if (n > (int)ARRAY_SIZE(moved) || base < n)
		return STEP_DESCRIPTORS;
	/* All of them away from where others have to go, then down. */
	for (i = 0; i < n; i++) {
		moved[i] = fcntl(i < 3 ? cfg->stdio[i] : cfg->extra[i - 3],
		    F_DUPFD_CLOEXEC, high);
		if (moved[i] < 0)
			goto failed;
	}
	*status = fcntl(*status, F_DUPFD_CLOEXEC, high);
	*go = fcntl(*go, F_DUPFD_CLOEXEC, high);
	if (*status < 0 || *go < 0)
		goto failed;
	if (cfg->landlock_fd >= 0) {
		*landlock = fcntl(cfg->landlock_fd, F_DUPFD_CLOEXEC, high);
		if (*landlock < 0)
			goto failed;
	}
	if (cfg->guard_fd >= 0) {
		i = fcntl(cfg->guard_fd, F_DUPFD_CLOEXEC, high);
		if (i < 0 || dup2(i, base) < 0)
			goto failed;
	}
	if (cfg->way_fd >= 0) {
		i = fcntl(cfg->way_fd, F_DUPFD_CLOEXEC, high);
		if (i < 0 || dup2(i, base + 4) < 0)
			goto failed;
	}
	for (i = 0; i < n; i++) {
		if (dup2(moved[i], i) < 0)
			goto failed;
	}
	if (dup3(*status, base + 1, O_CLOEXEC) < 0 ||
	    dup3(*go, base + 2, O_CLOEXEC) < 0)
		goto failed;
	*status = base + 1;
	*go = base + 2;
	if (cfg->landlock_fd >= 0) {
		if (dup3(*landlock, base + 3, O_CLOEXEC) < 0)
			goto failed;
		*landlock = base + 3;
	}
	*ret_err = -confine_close((unsigned)n, (unsigned)base - 1);
	if (*ret_err == 0 && cfg->guard_fd < 0)
		*ret_err = -confine_close((unsigned)base, (unsigned)base);
	if (*ret_err == 0)
		*ret_err = -confine_close((unsigned)base + 4 +
		    (cfg->way_fd >= 0), ~0u);
	return STEP_DESCRIPTORS;
failed:
	*ret_err = errno;
	return i < 3 ? STEP_STDIO : STEP_DESCRIPTORS;
}

static void __attribute__((noreturn))
child(const struct launch_config *cfg, int status, int go, pid_t parent)
{
	int landlock = -1, err;
	enum step step;
	char token;
	ssize_t n;

	/* Until it is seized; a parent that died before this is seen here. */
	if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0 || getppid() != parent)
		_exit(127);
	setsid();
	umask(022);
	confine_signals();
	/* Of that one a tracer keeps what our limit is the cause of. */
	if (cfg->guard_fd >= 0)
		signal(SIGXFSZ, SIG_DFL);
	if (chdir(cfg->cwd) < 0)
		give_up(status, STEP_CWD, errno);
	step = arrange_descriptors(cfg, &status, &go, &landlock, &err);
	if (err != 0)
		give_up(status, step, err);
	err = confine_rlimits(0, cfg->limits, cfg->above);
	if (err < 0)
		give_up(status, STEP_RLIMITS, -err);
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
		give_up(status, STEP_NOPRIVS, errno);
	/*
	 * The supervisor is not dumpable and so neither is its child, which
	 * an unprivileged tracer then could not seize.
	 */
	if (prctl(PR_SET_DUMPABLE, 1, 0, 0, 0) < 0)
		give_up(status, STEP_NOPRIVS, errno);
	if (write(status, &ready, sizeof(ready)) != sizeof(ready))
		_exit(127);
	do
		n = read(go, &token, 1);
	while (n < 0 && errno == EINTR);
	if (n != 1)
		give_up(status, STEP_WAIT, n < 0 ? errno : EPIPE);
	if (landlock >= 0) {
		err = landlock_enter(landlock);
		if (err < 0)
			give_up(status, STEP_LANDLOCK, -err);
	}
	/* The other forbids to add any. */
	if (cfg->before != NULL && syscall(SYS_seccomp,
	    SECCOMP_SET_MODE_FILTER, 0, cfg->before) < 0)
		give_up(status, STEP_FILTER, errno);
	if (cfg->filter != NULL && syscall(SYS_seccomp,
	    SECCOMP_SET_MODE_FILTER, 0, cfg->filter) < 0)
		give_up(status, STEP_FILTER, errno);
	execve(cfg->exe, cfg->argv, cfg->env);
	give_up(status, STEP_EXEC, errno);
}

int
launch_new(const struct launch_config *cfg, struct launch **ret)
{
	int go[2] = { -1, -1 }, status[2] = { -1, -1 }, err;
	struct report report = { 0, EPROTO };
	ssize_t n;
	struct launch *launch;
	pid_t pid, self = getpid();

	if (pipe2(go, O_CLOEXEC) < 0 || pipe2(status, O_CLOEXEC) < 0)
		goto failed;
	pid = fork();
	if (pid < 0)
		goto failed;
	if (pid == 0) {
		close(go[1]);
		close(status[0]);
		child(cfg, status[1], go[0], self);
	}
	close(go[0]);
	close(status[1]);
	go[0] = status[1] = -1;
	do
		n = read(status[0], &report, sizeof(report));
	while (n < 0 && errno == EINTR);
	if (n != sizeof(report) || report.err != 0) {
		kill(pid, SIGKILL);
		while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
			;
		errno = n == sizeof(report) ? report.err : EPROTO;
		goto failed;
	}
	launch = mem_new(1, sizeof(*launch));
	launch->pid = pid;
	launch->go = go[1];
	launch->status = status[0];
	*ret = launch;
	return 0;
failed:
	err = errno;
	for (n = 0; n < 2; n++) {
		if (go[n] >= 0)
			close(go[n]);
		if (status[n] >= 0)
			close(status[n]);
	}
	return -err;
}

pid_t
launch_pid(const struct launch *launch)
{
	return launch->pid;
}

int
launch_release(struct launch *launch)
{
	ssize_t n;

	do
		n = write(launch->go, "!", 1);
	while (n < 0 && errno == EINTR);
	n = n == 1 ? 0 : -errno;
	close(launch->go);
	launch->go = -1;
	return (int)n;
}

int
launch_outcome(struct launch *launch, const char **ret_step)
{
	struct report report;
	ssize_t n;

	if (launch->status < 0)
		return 0;
	do
		n = read(launch->status, &report, sizeof(report));
	while (n < 0 && errno == EINTR);
	close(launch->status);
	launch->status = -1;
	if (n == 0)
		return 0;
	if (n != sizeof(report) || report.step < 0 ||
	    report.step > STEP_EXEC || report.err <= 0) {
		*ret_step = "starting";
		return -EPROTO;
	}
	*ret_step = step_names[report.step];
	return -report.err;
}
