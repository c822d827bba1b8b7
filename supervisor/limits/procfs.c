#include "procfs.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>

#include "../base/util.h"
#include "../tracer/proctext.h"

/* How much, or -errno; the text is ended. */
static ssize_t
read_file(pid_t pid, const char *name, char *text, size_t size)
{
	char path[64];
	auto_fd int fd = -1;
	ssize_t n;

	snprintf(path, sizeof(path), "/proc/%d/%s", (int)pid, name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	n = read(fd, text, size - 1);
	if (n < 0)
		return -errno;
	text[n] = '\0';
	return n;
}

int
procfs_memory(pid_t tid, struct procfs_memory *ret)
{
	static int64_t page;
	long long size, rss, files, data;
	char text[4096];
	ssize_t n = read_file(tid, "statm", text, sizeof(text));

	if (n < 0)
		return (int)n;
	if (page == 0)
		page = sysconf(_SC_PAGESIZE);
	/* size resident shared text lib data dirty */
	if (sscanf(text, "%lld %lld %lld %*d %*d %lld", &size, &rss,
	    &files, &data) != 4)
		return -EPROTO;
	if (size == 0)
		return -ESRCH;
	ret->rss = rss * page;
	ret->own = (rss - files) * page;
	ret->data = data * page;
	n = read_file(tid, "status", text, sizeof(text));
	if (n < 0 || !proctext_number(text, (size_t)n, "VmPTE", &ret->tables))
		ret->tables = 0;
	ret->tables *= 1024;
	return 0;
}

int
procfs_pss(pid_t tid, int64_t *ret_bytes)
{
	int64_t all, files = 0;
	char text[4096];
	ssize_t n = read_file(tid, "smaps_rollup", text, sizeof(text));

	if (n < 0)
		return (int)n;
	if (!proctext_number(text, (size_t)n, "Pss", &all))
		return -EPROTO;
	if (proctext_number(text, (size_t)n, "Pss_Shmem", &files) &&
	    files < all)
		all -= files;
	*ret_bytes = all * 1024;
	return 0;
}

int
procfs_cpu(pid_t pid, int64_t *ret_ns)
{
	/* The clock that counts a whole process, as clock_getcpuclockid(3). */
	clockid_t clock = (clockid_t)((~(unsigned)pid) << 3 | 2);
	struct timespec ts;

	if (clock_gettime(clock, &ts) < 0)
		return -errno;
	*ret_ns = ts.tv_sec * 1000000000ll + ts.tv_nsec;
	return 0;
}

int
procfs_ran(pid_t tid, int64_t *ret_ns)
{
	long long ns;
	char text[80];
	ssize_t n = read_file(tid, "schedstat", text, sizeof(text));

	if (n < 0)
		return (int)n;
	if (sscanf(text, "%lld", &ns) != 1)
		return -EPROTO;
	*ret_ns = ns;
	return 0;
}

bool
procfs_moves(pid_t tid)
{
	static const long calls[] = { SYS_write, SYS_writev, SYS_pwritev,
	    SYS_pwritev2, SYS_sendto, SYS_sendmsg, SYS_sendmmsg, SYS_recvfrom,
	    SYS_recvmsg, SYS_recvmmsg, SYS_sendfile, SYS_copy_file_range };
	char text[160];
	ssize_t n = read_file(tid, "syscall", text, sizeof(text));
	size_t i;

	for (i = 0; n > 0 && text[0] != 'r' && i < ARRAY_SIZE(calls); i++)
		if (strtol(text, NULL, 10) == calls[i])
			return true;
	return false;
}

int
procfs_children_cpu(pid_t tid, int64_t *ret_ns)
{
	static int64_t tick;
	int64_t user, system_;
	char text[1024];
	ssize_t n = read_file(tid, "stat", text, sizeof(text));

	if (n < 0)
		return (int)n;
	if (tick == 0)
		tick = 1000000000ll / sysconf(_SC_CLK_TCK);
	if (!proctext_stat(text, (size_t)n, 16, &user) ||
	    !proctext_stat(text, (size_t)n, 17, &system_))
		return -EPROTO;
	*ret_ns = (user + system_) * tick;
	return 0;
}

int
procfs_dead(pid_t pid, pid_t *ret_parent)
{
	int64_t state, parent;
	char text[1024];
	ssize_t n = read_file(pid, "stat", text, sizeof(text));

	if (n < 0)
		return (int)n;
	if (!proctext_stat(text, (size_t)n, 3, &state) ||
	    !proctext_stat(text, (size_t)n, 4, &parent))
		return -EPROTO;
	*ret_parent = (pid_t)parent;
	return state == 'Z' || state == 'X' ? 0 : -EBUSY;
}

int
procfs_written(pid_t tid, int64_t *ret_bytes)
{
	char text[512];
	ssize_t n = read_file(tid, "io", text, sizeof(text));

	if (n < 0)
		return (int)n;
	return proctext_number(text, (size_t)n, "wchar", ret_bytes) ? 0 :
	    -EPROTO;
}

int
procfs_io(pid_t tid, bool all, int64_t *ret_bytes)
{
	char name[40], text[512];
	int64_t in, out;
	ssize_t n;

	snprintf(name, sizeof(name), all ? "io" : "task/%d/io", (int)tid);
	n = read_file(tid, name, text, sizeof(text));
	if (n < 0)
		return (int)n;
	if (!proctext_number(text, (size_t)n, "rchar", &in) ||
	    !proctext_number(text, (size_t)n, "wchar", &out))
		return -EPROTO;
	*ret_bytes = in + out;
	return 0;
}

unsigned
procfs_children(pid_t pid, pid_t *ret, unsigned max)
{
	char path[64], text[4096], *at, *end;
	struct dirent *entry;
	unsigned n = 0;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%d/task", (int)pid);
	dir = opendir(path);
	if (dir == NULL)
		return 0;
	while ((entry = readdir(dir)) != NULL) {
		if (entry->d_name[0] == '.')
			continue;
		snprintf(path, sizeof(path), "task/%.16s/children",
		    entry->d_name);
		if (read_file(pid, path, text, sizeof(text)) < 0)
			continue;
		for (at = text; n < max; at = end) {
			long child = strtol(at, &end, 10);

			if (end == at)
				break;
			ret[n++] = (pid_t)child;
		}
	}
	closedir(dir);
	return n;
}
