/* One run of the operator's command. */
#include "alert.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/clock.h"
#include "../../supervisor/base/fdio.h"
#include "../../supervisor/base/util.h"
#include "../../supervisor/host/confine.h"

#define LOOK_MS		10
#define ROUNDS		100	/* of looks for what it left behind */

static int
become(uid_t uid)
{
	if (geteuid() != 0 || uid == 0)
		return 0;
	return setgroups(0, NULL) < 0 || setresgid(uid, uid, uid) < 0 ||
	    setresuid(uid, uid, uid) < 0 ? -errno : 0;
}

/* In the child. `said` is for the errno with which it could not be executed. */
static _Noreturn void
execute(char *const *argv, uid_t uid, int record, int said)
{
	static char path[] = "PATH=/usr/bin:/bin", lang[] = "LANG=C.UTF-8";
	static char *const env[] = { path, lang, NULL };
	const struct rlimit none = { 0, 0 };
	int err, keep[] = { 0, 1, 2, said };

	if (setsid() < 0 || dup2(record, 0) < 0 || chdir("/") < 0)
		_exit(127);
	confine_close_others(keep, ARRAY_SIZE(keep));
	setrlimit(RLIMIT_CORE, &none);
	err = become(uid);
	if (err == 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
		execve(argv[0], argv, env);
	err = err < 0 ? -err : errno;
	fdio_write_all(said, &err, sizeof(err));
	_exit(127);
}

/* What it forked comes to us once its parents are gone, in whatever session. */
static void
kill_children(void)
{
	auto_buf struct buf list = BUF_INIT;
	char path[64], *next, *end;
	long pid;

	snprintf(path, sizeof(path), "/proc/self/task/%d/children", getpid());
	if (fdio_read_file(path, 1 << 16, &list) < 0)
		return;
	for (next = (char *)(uintptr_t)buf_str(&list);; next = end) {
		pid = strtol(next, &end, 10);
		if (end == next || pid <= 0)
			break;
		kill((pid_t)pid, SIGKILL);
	}
}

static void
kill_rest(void)
{
	const struct timespec pause = { 0, LOOK_MS * 1000000L };

	for (int i = 0; i < ROUNDS; i++) {
		kill_children();
		while (waitpid(-1, NULL, WNOHANG) > 0)
			;
		if (waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD)
			return;
		nanosleep(&pause, NULL);
	}
}

/* False: not in its time, and its group was killed. */
static bool
wait_for(pid_t pid, int *ret_status)
{
	const struct timespec pause = { 0, LOOK_MS * 1000000L };
	int64_t end = clock_ms() + ALERT_TIME_MS;
	siginfo_t info = { .si_pid = 0 };

	/* Its pid, and so its group's, stays its own until that is killed. */
	while (info.si_pid != pid && clock_ms() < end) {
		if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG |
		    WNOWAIT) == 0 && info.si_pid != pid)
			nanosleep(&pause, NULL);
	}
	kill(-pid, SIGKILL);
	while (waitpid(pid, ret_status, 0) < 0 && errno == EINTR)
		;
	return info.si_pid == pid;
}

const char *
alert_command(char *const *argv, uid_t uid, const char *bytes, size_t n,
    struct buf *why)
{
	auto_fd int record = -1, in = -1, out = -1;
	int said[2], status = 0, err = 0, r;
	bool ended;
	pid_t pid;

	r = fdio_sealed("alert", bytes, n, &record);
	if (r == 0 && pipe2(said, O_CLOEXEC) < 0)
		r = -errno;
	if (r < 0) {
		buf_addf(why, "it was not started: %s", strerror(-r));
		return buf_str(why);
	}
	in = said[0];
	out = said[1];
	pid = fork();
	if (pid == 0)
		execute(argv, uid, record, out);
	close(out);
	out = -1;
	if (pid < 0) {
		buf_addf(why, "it was not started: %s", strerror(errno));
		return buf_str(why);
	}
	ended = wait_for(pid, &status);
	kill_rest();
	if (read(in, &err, sizeof(err)) == sizeof(err))
		buf_addf(why, "it cannot be executed: %s", strerror(err));
	else if (!ended)
		buf_addf(why, "it took longer than %d s and was killed",
		    ALERT_TIME_MS / 1000);
	else if (WIFSIGNALED(status))
		buf_addf(why, "it died of signal %d", WTERMSIG(status));
	else if (WEXITSTATUS(status) != 0)
		buf_addf(why, "it ended with status %d", WEXITSTATUS(status));
	return why->len > 0 ? buf_str(why) : NULL;
}
