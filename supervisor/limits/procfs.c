#include "procfs.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <time.h>

#include "../base/util.h"
#include "buffers.h"
#include "../guard.h"
#include "../policy.h"

/* What the kernel keeps for a locked range, and for a piece of an address space
 * (as measured, 6.18, rounded up); pieces that every process has are its own. */
#define LOCK_SIZE	288
/* Of epoll's; five times what it takes, as looking at so many takes long. */
#define WATCH_SIZE	1024
#define PIECE_SIZE	288
#define PIECES		1024

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
procfs_dead(pid_t pid, pid_t *ret_parent)
{
	char text[1024], *at, state;
	int r = read_file(pid, "stat", text, sizeof(text));

	if (r < 0)
		return r;
	at = strrchr(text, ')');
	if (at == NULL || sscanf(at + 1, " %c %d", &state, ret_parent) != 2)
		return -EPROTO;
	return state == 'Z' || state == 'X' ? 0 : -EBUSY;
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

void
procfs_look_begin(struct procfs_look *look)
{
	memset(look->slot, 0, sizeof(look->slot));
	look->nseen = look->nsockets = 0;
	look->memory = look->disk = look->shared = 0;
	look->in_flight = false;
}

/* The first seen with this number from slot *at on, or NULL. */
static struct procfs_file *
find_seen(struct procfs_look *look, ino_t ino, unsigned *at)
{
	struct procfs_file *file;

	for (; look->slot[*at] != 0; *at = (*at + 1) % (2 * PROCFS_SEEN)) {
		file = &look->seen[look->slot[*at] - 1];
		if (file->ino == ino)
			return file;
	}
	return NULL;
}

static struct procfs_file *
note(struct procfs_look *look, dev_t dev, ino_t ino, bool *is_new)
{
	unsigned at = (unsigned)((ino * UINT64_C(0x9e3779b97f4a7c15)) >> 51);
	struct procfs_file *file;

	*is_new = true;
	for (; (file = find_seen(look, ino, &at)) != NULL;
	    at = (at + 1) % (2 * PROCFS_SEEN)) {
		if (file->dev == dev) {
			*is_new = false;
			return file;
		}
	}
	/* Full: count it again rather than not at all. */
	if (look->nseen == PROCFS_SEEN)
		return NULL;
	file = &look->seen[look->nseen++];
	memset(file, 0, sizeof(*file));
	file->dev = dev;
	file->ino = ino;
	look->slot[at] = (uint16_t)look->nseen;
	return file;
}

bool
procfs_see(struct procfs_look *look, dev_t dev, ino_t ino)
{
	bool is_new;

	note(look, dev, ino, &is_new);
	return is_new;
}

bool
procfs_see_file(struct procfs_look *look, dev_t dev, ino_t ino)
{
	struct procfs_file *file;
	bool is_new;

	file = note(look, dev, ino, &is_new);
	if (file != NULL)
		file->is_file = true;
	return is_new;
}

/*
 * A file that has a name which nobody can reach, as it lies in a folder that
 * was closed: no walk through folders counts it.
 */
bool
procfs_is_shut(int dir_fd, const char *link)
{
	char name[4096];
	struct stat st;
	ssize_t n = readlinkat(dir_fd, link, name, sizeof(name) - 1);

	if (n <= 0)
		return false;
	name[n] = '\0';
	return lstat(name, &st) < 0 && errno == EACCES;
}

/* Do descriptors wait in this socket? Not, if it is none of AF_UNIX. */
static bool
has_waiting(pid_t pid, const char *fd)
{
	char name[48], text[1024];

	snprintf(name, sizeof(name), "fdinfo/%.16s", fd);
	return read_file(pid, name, text, sizeof(text)) == 0 &&
	    number_after(text, "scm_fds:") > 0;
}

/* Lines of what is known of this descriptor that begin with `first`. */
static int64_t
count_lines(pid_t pid, const char *fd, char first)
{
	char name[64], block[16384], *at;
	int64_t count = 0;
	auto_fd int info = -1;
	bool fresh = true;
	ssize_t n, i;

	snprintf(name, sizeof(name), "/proc/%d/fdinfo/%.16s", (int)pid, fd);
	info = open(name, O_RDONLY | O_CLOEXEC);
	while (info >= 0 && (n = read(info, block, sizeof(block))) > 0) {
		for (i = 0; i < n; i = at - block + 1, fresh = true) {
			count += fresh && block[i] == first;
			at = memchr(block + i, '\n', (size_t)(n - i));
			fresh = false;
			if (at == NULL)
				break;
		}
	}
	return count;
}

int
procfs_nameless(pid_t pid, struct procfs_look *look, int64_t *nopen)
{
	struct procfs_file *file;
	struct dirent *entry;
	struct stat st;
	char path[64], link[32];
	bool is_new;
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
		if (fstatat(dirfd(dir), entry->d_name, &st, 0) < 0)
			continue;
		/* What is locked by it; what an epoll(7) waits for. */
		if (S_ISREG(st.st_mode))
			look->memory += LOCK_SIZE * count_lines(pid,
			    entry->d_name, 'l');
		else if ((st.st_mode & S_IFMT) == 0)
			look->memory += WATCH_SIZE * count_lines(pid,
			    entry->d_name, 't');
		if (!(S_ISREG(st.st_mode) || S_ISFIFO(st.st_mode) ||
		    S_ISSOCK(st.st_mode)) || (S_ISREG(st.st_mode) &&
		    st.st_nlink != 0 && !(look->ask_names &&
		    procfs_is_shut(dirfd(dir), entry->d_name))))
			continue;
		file = note(look, st.st_dev, st.st_ino, &is_new);
		if (file != NULL) {
			file->is_open = true;
			file->is_file = S_ISREG(st.st_mode);
			file->is_socket = S_ISSOCK(st.st_mode);
		}
		if (!is_new)
			continue;
		if (S_ISFIFO(st.st_mode)) {
			look->memory += BUFFERS_PIPE;
			continue;
		}
		if (S_ISSOCK(st.st_mode)) {
			look->nsockets++;
			if (look->ask_sockets)
				look->in_flight |= has_waiting(pid,
				    entry->d_name);
			continue;
		}
		n = readlinkat(dirfd(dir), entry->d_name, link, sizeof(link));
		if (n >= 7 && memcmp(link, "/memfd:", 7) == 0)
			look->memory += st.st_blocks * 512;
		else
			look->disk += st.st_blocks * 512;
	}
	closedir(dir);
	return 0;
}

/*
 * A POSIX semaphore, as libc leaves it: one page of a file without a name,
 * below the run's own /dev/shm. Where a tracer sees it lose its name, it is
 * held and its size known (held.h); else a few are taken at their word.
 */
static bool
is_semaphore(const char *name, unsigned long mapped)
{
	return mapped <= 4096 &&
	    strstr(name, "/home/" POLICY_SHM "/sem.") != NULL;
}

/* One line of maps whose file has no name any more. */
static void
see_mapped(struct procfs_look *look, const char *name, dev_t dev, ino_t ino,
    unsigned long mapped, unsigned *semaphores, int64_t most)
{
	static const char work[] = "/sallyport-run.";
	unsigned at = (unsigned)((ino * UINT64_C(0x9e3779b97f4a7c15)) >> 51);
	struct procfs_file *file;
	bool is_new;

	/* Stacked file systems give another device here. */
	while (strstr(name, work) != NULL &&
	    (file = find_seen(look, ino, &at)) != NULL) {
		file->is_mapped = true;
		if (file->is_file)
			return;
		at = (at + 1) % (2 * PROCFS_SEEN);
	}
	file = note(look, dev, ino, &is_new);
	if (file != NULL)
		file->is_mapped = true;
	if (!is_new)
		return;
	if (strncmp(name, "/dev/zero ", 10) == 0)
		look->shared++;
	else if (strncmp(name, "/memfd:", 7) == 0)
		look->memory += most;
	else if (is_semaphore(name, mapped) &&
	    ++*semaphores <= look->semaphores)
		return;
	else if (strstr(name, work) != NULL)
		look->disk += most;
}

int
procfs_mapped(pid_t pid, struct procfs_look *look, int64_t most)
{
	static const char gone[] = " (deleted)";
	unsigned long from, to, ino, high, low;
	unsigned semaphores = 0, pieces = 0;
	char path[64], line[4352], *name;
	size_t n;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/maps", (int)pid);
	f = fopen(path, "re");
	if (f == NULL)
		return -errno;
	while (fgets(line, sizeof(line), f) != NULL) {
		if (++pieces > PIECES)
			look->memory += PIECE_SIZE;
		n = strcspn(line, "\n");
		line[n] = '\0';
		if (n < sizeof(gone) || strcmp(line + n - sizeof(gone) + 1,
		    gone) != 0 || sscanf(line, "%lx-%lx %*s %*s %lx:%lx %lu",
		    &from, &to, &high, &low, &ino) != 5 ||
		    guard_touches(from, 1))
			continue;
		name = strchr(line, '/');
		if (name != NULL)
			see_mapped(look, name, makedev(high, low), ino,
			    to - from, &semaphores, most);
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
