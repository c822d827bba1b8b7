#include "asks.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <stdio.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <sys/uio.h>

#include "../arch/arch.h"
#include "../base/util.h"
#include "../tracer/tracee.h"

#define POLLED_MAX	1024
#define VECTORS_MAX	16
/* A number of descriptors below that of any futex's operation: see is_asking. */
#define RESTARTED_MAX	128

struct look {
	pid_t	process, thread;
	ino_t	pipe;
};

static ssize_t
read_of(const struct look *look, const char *name, char *text, size_t size)
{
	char path[96];
	auto_fd int fd = -1;
	ssize_t n;

	snprintf(path, sizeof(path), "/proc/%d/task/%d/%s",
	    (int)look->process, (int)look->thread, name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	n = fd < 0 ? -1 : read(fd, text, size - 1);
	text[n < 0 ? 0 : n] = '\0';
	return n;
}

/*
 * The kernel's own words: what has a name of somebody's choice begins with a
 * slash. A stat would ask the file, which may be one that does not answer.
 */
static bool
is_ours(const struct look *look, long fd)
{
	char path[96], have[64], want[64];
	ssize_t n;

	if (fd < 0)
		return false;
	snprintf(path, sizeof(path), "/proc/%d/task/%d/fd/%ld",
	    (int)look->process, (int)look->thread, fd);
	snprintf(want, sizeof(want), "pipe:[%llu]",
	    (unsigned long long)look->pipe);
	n = readlink(path, have, sizeof(have) - 1);
	have[n < 0 ? 0 : n] = '\0';
	return strcmp(have, want) == 0;
}

static bool
is_polled(const struct look *look, uint64_t at, uint64_t n)
{
	struct pollfd list[POLLED_MAX];
	uint64_t i;

	if (n > POLLED_MAX ||
	    tracee_read(look->thread, at, list, n * sizeof(*list)) < 0)
		return false;
	for (i = 0; i < n; i++)
		if ((list[i].events & (POLLIN | POLLRDNORM)) != 0 &&
		    is_ours(look, list[i].fd))
			return true;
	return false;
}

static bool
is_selected(const struct look *look, uint64_t n, uint64_t at)
{
	fd_set set;
	int fd;

	FD_ZERO(&set);
	if (at == 0 || (int)n <= 0)
		return false;
	n = (unsigned)n > FD_SETSIZE ? FD_SETSIZE : (unsigned)n;
	if (tracee_read(look->thread, at, &set, (n + 63) / 64 * 8) < 0)
		return false;
	for (fd = 0; fd < (int)n; fd++)
		if (FD_ISSET(fd, &set) && is_ours(look, fd))
			return true;
	return false;
}

static bool
is_watched(const struct look *look, int epoll)
{
	char name[32], text[16384], *at;
	unsigned events;
	long fd;

	snprintf(name, sizeof(name), "fdinfo/%d", epoll);
	if (read_of(look, name, text, sizeof(text)) <= 0)
		return false;
	for (at = text; (at = strstr(at, "tfd:")) != NULL; at++)
		if (sscanf(at, "tfd: %ld events: %x", &fd, &events) == 2 &&
		    (events & POLLIN) != 0 && is_ours(look, fd))
			return true;
	return false;
}

static size_t
length_of(const struct look *look, uint64_t at, uint64_t n)
{
	struct iovec list[VECTORS_MAX];
	size_t sum = 0, i;

	n = n > VECTORS_MAX ? VECTORS_MAX : n;
	if (tracee_read(look->thread, at, list, n * sizeof(*list)) < 0)
		return 0;
	for (i = 0; i < n && sum < 1u << 20; i++)
		sum += list[i].iov_len < 1u << 20 ? list[i].iov_len : 1u << 20;
	return sum;
}

/* By the call it sleeps in, and that one's arguments. */
static bool
is_asking(const struct look *look, long nr, const uint64_t arg[6],
    struct asks *ret)
{
	ret->polls = true;
	switch (nr) {
	case SYS_read:
		ret->polls = false;
		ret->bytes = arg[2];
		return is_ours(look, (int)arg[0]);
	case SYS_readv:
	case SYS_preadv2:
		ret->polls = false;
		ret->bytes = length_of(look, arg[1], arg[2]);
		return is_ours(look, (int)arg[0]);
#ifdef SYS_poll
	case SYS_poll:
#endif
	case SYS_ppoll:
		return is_polled(look, arg[0], (unsigned)arg[1]);
	/* It was stopped and goes on, most often a poll or a futex. */
	case SYS_restart_syscall:
		return (unsigned)arg[1] < RESTARTED_MAX &&
		    is_polled(look, arg[0], (unsigned)arg[1]);
#ifdef SYS_select
	case SYS_select:
#endif
	case SYS_pselect6:
		return is_selected(look, arg[0], arg[1]);
#ifdef SYS_epoll_wait
	case SYS_epoll_wait:
#endif
	case SYS_epoll_pwait:
#ifdef SYS_epoll_pwait2
	case SYS_epoll_pwait2:
#endif
		return is_watched(look, (int)arg[0]);
	default:
		return false;
	}
}

/* Not stopped by somebody on its way out of the call. */
static bool
is_asleep(const struct look *look)
{
	char text[256], *end;

	if (read_of(look, "stat", text, sizeof(text)) <= 0)
		return false;
	/* The name is the task's own word. */
	end = strrchr(text, ')');
	return end != NULL && end[1] == ' ' && end[2] == 'S';
}

static bool
asks(const struct look *look, struct asks *ret)
{
	unsigned long long arg[6];
	uint64_t given[6];
	char text[256];
	long nr;
	int i;

	/* "running", or "-1" and addresses for who sleeps in no call. */
	if (read_of(look, "syscall", text, sizeof(text)) <= 0 ||
	    sscanf(text, "%ld %llx %llx %llx %llx %llx %llx", &nr, &arg[0],
	    &arg[1], &arg[2], &arg[3], &arg[4], &arg[5]) != 7)
		return false;
	for (i = 0; i < 6; i++)
		given[i] = arg[i];
	return is_asking(look, nr, given, ret) && is_asleep(look);
}

bool
asks_of(pid_t process, ino_t pipe, struct asks *ret)
{
	struct look look = { .process = process, .pipe = pipe };
	struct dirent *entry;
	bool found = false;
	char path[48];
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%d/task", (int)process);
	dir = opendir(path);
	if (dir == NULL)
		return false;
	while (!found && (entry = readdir(dir)) != NULL) {
		look.thread = (pid_t)strtol(entry->d_name, NULL, 10);
		found = look.thread > 0 && asks(&look, ret);
	}
	closedir(dir);
	return found;
}

bool
asks_by_call(pid_t process, pid_t thread, ino_t pipe, long nr,
    const uint64_t arg[6], struct asks *ret)
{
	struct look look = { process, thread, pipe };

	return is_asking(&look, nr, arg, ret);
}

bool
asks_elsewhere(pid_t process, ino_t pipe)
{
	struct look look = { process, process, pipe };
	struct dirent *entry;
	bool found = false;
	char path[48];
	long fd;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%d/fd", (int)process);
	dir = opendir(path);
	if (dir == NULL)
		return false;
	while (!found && (entry = readdir(dir)) != NULL) {
		fd = strtol(entry->d_name, NULL, 10);
		found = fd > 0 && is_ours(&look, fd);
	}
	closedir(dir);
	return found;
}

/* A time of nothing is the argument itself, or may stand where it points. */
static const struct {
	unsigned	nr, arg;
	bool		is;	/* `value`, or else anything but that */
	uint32_t	value;
} brief[] = {
	{ SYS_read, 0, true, 0 },
	{ SYS_readv, 0, true, 0 },
#ifdef SYS_poll
	{ SYS_poll, 2, true, 0 },
#endif
	{ SYS_ppoll, 2, false, 0 },
#ifdef SYS_select
	{ SYS_select, 4, false, 0 },
#endif
	{ SYS_pselect6, 4, false, 0 },
#ifdef SYS_epoll_wait
	{ SYS_epoll_wait, 3, true, 0 },
#endif
	{ SYS_epoll_pwait, 3, true, 0 },
#ifdef SYS_epoll_pwait2
	{ SYS_epoll_pwait2, 3, false, 0 },
#endif
};

#define LOAD(member_) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, \
    (uint32_t)offsetof(struct seccomp_data, member_))
#define LEAVE	BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

unsigned
asks_filter(struct sock_filter *code)
{
	const struct sock_filter begin[] = {
		LOAD(arch), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, arch_audit, 1, 0),
		LEAVE, LOAD(nr),
	};
	unsigned n = ARRAY_SIZE(begin);
	size_t i;

	memcpy(code, begin, sizeof(begin));
	for (i = 0; i < ARRAY_SIZE(brief); i++) {
		const struct sock_filter row[] = {
			BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, brief[i].nr, 0, 4),
			LOAD(args[brief[i].arg]),	/* the lower half */
			BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, brief[i].value,
			    !brief[i].is, brief[i].is),
			BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE), LEAVE,
		};

		memcpy(code + n, row, sizeof(row));
		n += ARRAY_SIZE(row);
	}
	code[n++] = (struct sock_filter)LEAVE;
	return n;
}
