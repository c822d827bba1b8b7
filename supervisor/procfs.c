#include "procfs.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <time.h>

#include "base/util.h"
#include "guard.h"
#include "policy.h"

static int
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
	return 0;
}

static int64_t
number_after(const char *text, const char *word)
{
	const char *at = strstr(text, word);

	return at != NULL ? strtoll(at + strlen(word), NULL, 10) : 0;
}

int
procfs_memory(pid_t pid, struct procfs_memory *ret)
{
	static int64_t page;
	long long rss, shared, data;
	char text[256], status[2048];
	int r = read_file(pid, "statm", text, sizeof(text));

	if (r < 0)
		return r;
	if (page == 0)
		page = sysconf(_SC_PAGESIZE);
	/* size resident shared text lib data dirty */
	if (sscanf(text, "%*d %lld %lld %*d %*d %lld", &rss, &shared,
	    &data) != 3)
		return -EPROTO;
	ret->rss = rss * page;
	ret->shared = shared * page;
	ret->data = data * page;
	r = read_file(pid, "status", status, sizeof(status));
	ret->tables = r == 0 ? number_after(status, "\nVmPTE:") * 1024 : 0;
	return 0;
}

int
procfs_pss(pid_t pid, int64_t *ret_bytes)
{
	char text[2048];
	int r = read_file(pid, "smaps_rollup", text, sizeof(text));

	if (r < 0)
		return r;
	*ret_bytes = number_after(text, "\nPss:") * 1024;
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
procfs_children_cpu(pid_t pid, int64_t *ret_ns)
{
	static int64_t tick;
	long long user, system_;
	char text[1024], *at;
	int r = read_file(pid, "stat", text, sizeof(text));

	if (r < 0)
		return r;
	if (tick == 0)
		tick = 1000000000ll / sysconf(_SC_CLK_TCK);
	/* The name is the process's own word, and may hold anything. */
	at = strrchr(text, ')');
	if (at == NULL || sscanf(at + 1, " %*c %*d %*d %*d %*d %*d %*u %*u "
	    "%*u %*u %*u %*u %*u %lld %lld", &user, &system_) != 2)
		return -EPROTO;
	*ret_ns = (user + system_) * tick;
	return 0;
}

int
procfs_written(pid_t pid, int64_t *ret_bytes)
{
	char text[512];
	int r = read_file(pid, "io", text, sizeof(text));

	if (r < 0)
		return r;
	*ret_bytes = number_after(text, "\nwchar: ");
	return 0;
}

static bool
see(struct procfs_file *seen, unsigned max, unsigned *nseen,
    const struct stat *st)
{
	unsigned i;

	for (i = 0; i < *nseen; i++) {
		if (seen[i].dev == st->st_dev && seen[i].ino == st->st_ino)
			return false;
	}
	/* Full: count it again rather than not at all. */
	if (*nseen < max) {
		seen[*nseen].dev = st->st_dev;
		seen[*nseen].ino = st->st_ino;
		(*nseen)++;
	}
	return true;
}

int
procfs_nameless(pid_t pid, struct procfs_file *seen, unsigned max,
    unsigned *nseen, int64_t *memory, int64_t *disk, int64_t *nopen)
{
	struct dirent *entry;
	struct stat st;
	char path[64], link[32];
	ssize_t n;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%d/fd", (int)pid);
	dir = opendir(path);
	if (dir == NULL)
		return -errno;
	*nopen = 0;
	while ((entry = readdir(dir)) != NULL) {
		if (entry->d_name[0] == '.')
			continue;
		(*nopen)++;
		if (fstatat(dirfd(dir), entry->d_name, &st, 0) < 0 ||
		    !S_ISREG(st.st_mode) || st.st_nlink != 0 ||
		    !see(seen, max, nseen, &st))
			continue;
		n = readlinkat(dirfd(dir), entry->d_name, link, sizeof(link));
		if (n >= 7 && memcmp(link, "/memfd:", 7) == 0)
			*memory += st.st_blocks * 512;
		else
			*disk += st.st_blocks * 512;
	}
	closedir(dir);
	return 0;
}

/*
 * A POSIX semaphore, as libc leaves it: one page of a file without a name,
 * below the run's own /dev/shm. A few are taken at their word; that much disk
 * (each as large as a file may be) a run could hide.
 */
#define SEMAPHORES_MAX	16

static bool
is_semaphore(const char *name, unsigned long mapped)
{
	return mapped <= 4096 &&
	    strstr(name, "/home/" POLICY_SHM "/sem.") != NULL;
}

int
procfs_mapped(pid_t pid, struct procfs_file *seen, unsigned max,
    unsigned *nseen, int64_t *memory, int64_t *disk, int64_t *shared)
{
	static const char gone[] = " (deleted)", work[] = "/sallyport-run.";
	unsigned long from, to, ino, high, low;
	unsigned semaphores = 0;
	char path[64], line[4352], *name;
	struct stat st = { 0 };
	unsigned i;
	size_t n;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/maps", (int)pid);
	f = fopen(path, "re");
	if (f == NULL)
		return -errno;
	while (fgets(line, sizeof(line), f) != NULL) {
		n = strcspn(line, "\n");
		line[n] = '\0';
		if (n < sizeof(gone) || strcmp(line + n - sizeof(gone) + 1,
		    gone) != 0 || sscanf(line, "%lx-%lx %*s %*s %lx:%lx %lu",
		    &from, &to, &high, &low, &ino) != 5 ||
		    guard_touches(from, 1))
			continue;
		name = strchr(line, '/');
		st.st_dev = makedev(high, low);
		st.st_ino = ino;
		if (name == NULL)
			continue;
		/* Stacked file systems give another device here. */
		for (i = 0; i < *nseen && seen[i].ino != st.st_ino; i++)
			;
		if (strstr(name, work) != NULL && i < *nseen)
			continue;
		if (!see(seen, max, nseen, &st))
			continue;
		if (strncmp(name, "/dev/zero ", 10) == 0)
			++*shared;
		else if (strncmp(name, "/memfd:", 7) == 0)
			++*memory;
		else if (is_semaphore(name, to - from) &&
		    ++semaphores <= SEMAPHORES_MAX)
			continue;
		else if (strstr(name, work) != NULL)
			++*disk;
	}
	fclose(f);
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
