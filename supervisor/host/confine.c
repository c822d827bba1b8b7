#include "confine.h"

#include <grp.h>
#include <linux/capability.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include "../base/util.h"

#ifndef __NR_close_range
#define __NR_close_range	436
#endif

/* Highest capability number any kernel may know. */
#define CAP_NUMBERS	64

static int
drop_capabilities(void)
{
	struct __user_cap_header_struct head = {
		.version = _LINUX_CAPABILITY_VERSION_3,
	};
	struct __user_cap_data_struct none[2] = { { 0, 0, 0 }, { 0, 0, 0 } };

	prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
	if (syscall(SYS_capset, &head, none) < 0)
		return -errno;
	return 0;
}

int
confine_become(uid_t uid)
{
	uid_t real, effective, saved;
	int cap;

	if (geteuid() == 0) {
		/* An empty bounding set: not even uid 0 gains one by exec. */
		for (cap = 0; cap < CAP_NUMBERS; cap++)
			if (prctl(PR_CAPBSET_DROP, cap, 0, 0, 0) < 0 &&
			    errno == EINVAL)
				break;		/* there are no more */
		if (setgroups(0, NULL) < 0 && errno != EPERM)
			return -errno;
		if (setresgid(uid, uid, uid) < 0)
			return -errno;
		if (setresuid(uid, uid, uid) < 0)
			return -errno;
	}
	if (getresuid(&real, &effective, &saved) < 0)
		return -errno;
	if (real != uid || effective != uid || saved != uid)
		return -EPERM;
	return drop_capabilities();
}

static int
set_rlimit(pid_t pid, __rlimit_resource_t which, uint64_t soft, uint64_t hard)
{
	struct rlimit now, want = { .rlim_cur = soft, .rlim_max = hard };

	if (prlimit(pid, which, NULL, &now) < 0)
		return -errno;
	/* Whoever started us may have been stricter. */
	if (now.rlim_max < want.rlim_max)
		want.rlim_max = now.rlim_max;
	if (want.rlim_max < want.rlim_cur)
		want.rlim_cur = want.rlim_max;
	return prlimit(pid, which, &want, NULL) < 0 ? -errno : 0;
}

int
confine_rlimits(pid_t pid, const int64_t limits[RULES_NLIMITS], unsigned above)
{
	/* Of one process; the tree's sum is watched. A second of grace. */
	uint64_t seconds = (uint64_t)limits[RULES_CPU] / 1000 + 2;
	/* No file may be larger than all of them together. */
	uint64_t file = (uint64_t)(limits[RULES_FILE_SIZE] <
	    limits[RULES_DISK] ? limits[RULES_FILE_SIZE] : limits[RULES_DISK]);
	int r;

	/* None is written, nor given to a program of the host's, which a limit
	 * of 0 does not keep from starting: 1 does (2.6.32). */
	r = set_rlimit(pid, RLIMIT_CORE, 1, 1);
	if (r == 0)
		r = set_rlimit(pid, RLIMIT_RTPRIO, 0, 0);
	if (r == 0)
		r = set_rlimit(pid, RLIMIT_NICE, 0, 0);
	if (r == 0)
		r = set_rlimit(pid, RLIMIT_CPU, seconds, seconds + 1);
	if (r == 0)
		r = set_rlimit(pid, RLIMIT_FSIZE, file, file);
	if (r == 0)
		r = set_rlimit(pid, RLIMIT_DATA, (uint64_t)limits[RULES_MEMORY],
		    (uint64_t)limits[RULES_MEMORY]);
	if (r == 0)
		r = set_rlimit(pid, RLIMIT_STACK, 8u << 20, 8u << 20);
	if (r == 0)
		r = set_rlimit(pid, RLIMIT_MEMLOCK, 64u << 10, 64u << 10);
	if (r == 0)
		r = set_rlimit(pid, RLIMIT_MSGQUEUE, 0, 0);
	if (r == 0)
		r = set_rlimit(pid, RLIMIT_SIGPENDING, 1024, 1024);
	if (r == 0)
		r = set_rlimit(pid, RLIMIT_NOFILE,
		    (uint64_t)limits[RULES_OPEN_FILES],
		    (uint64_t)limits[RULES_OPEN_FILES] + above);
	return r;
}

int
confine_room(pid_t pid, int64_t most)
{
	return set_rlimit(pid, RLIMIT_NOFILE, (uint64_t)most, (uint64_t)most);
}

void
confine_signals(void)
{
	struct sigaction act = { .sa_handler = SIG_DFL };
	sigset_t none;
	int sig;

	for (sig = 1; sig < NSIG; sig++)
		sigaction(sig, &act, NULL);	/* SIGKILL, SIGSTOP: EINVAL */
	act.sa_handler = SIG_IGN;
	sigaction(SIGXFSZ, &act, NULL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

int
confine_close(unsigned first, unsigned last)
{
	unsigned fd;
	struct rlimit limit;

	if (first > last)
		return 0;
	if (syscall(__NR_close_range, first, last, 0) == 0)
		return 0;
	/* Before Linux 5.9, or refused by a host's filter. */
	if (getrlimit(RLIMIT_NOFILE, &limit) < 0)
		return -errno;
	for (fd = first; fd <= last && fd < limit.rlim_max &&
	    fd < 1u << 20; fd++)
		close((int)fd);
	return 0;
}

void
confine_close_others(const int *keep, size_t n)
{
	unsigned from = 0, next;
	size_t i;

	for (;;) {
		next = ~0u;
		for (i = 0; i < n; i++) {
			if (keep[i] >= 0 && (unsigned)keep[i] >= from &&
			    (unsigned)keep[i] < next)
				next = (unsigned)keep[i];
		}
		if (next == ~0u)
			break;
		if (next > from)
			confine_close(from, next - 1);
		from = next + 1;
	}
	confine_close(from, ~0u);
}
