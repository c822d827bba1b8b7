#include "python_check.h"

#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>

#include "../base/buf.h"
#include "../base/fdio.h"
#include "../base/mem.h"
#include "../base/util.h"
#include "python.h"
#include "python_packages.h"

#define RECORD_MAX	(16 << 20)
#define CACHE_MAX	(64 << 20)
#define SETTLED		2	/* seconds: a change may not show before */

/* One file as it was when it was read. Zeroed where it is padded. */
struct memory {
	uint64_t	dev, ino, size;
	int64_t		written, written_ns, changed, changed_ns;
	struct hash	hash;
};

struct checking {
	struct memory		*old, *now;
	size_t			 nold, n, cap;
	struct hash_state	 contents;
	struct python_check	*result;
	void			(*say)(void *, const char *, const char *);
	void			*arg;
};

static int
by_file(const void *a, const void *b)
{
	const struct memory *m = a, *n = b;

	return m->ino != n->ino ? (m->ino < n->ino ? -1 : 1) :
	    m->dev != n->dev ? (m->dev < n->dev ? -1 : 1) : 0;
}

static struct memory
memory_of(const struct stat *st)
{
	return (struct memory){ .dev = st->st_dev, .ino = st->st_ino,
	    .size = (uint64_t)st->st_size, .written = st->st_mtim.tv_sec,
	    .written_ns = st->st_mtim.tv_nsec, .changed = st->st_ctim.tv_sec,
	    .changed_ns = st->st_ctim.tv_nsec };
}

static bool
is_ours(const struct stat *st)
{
	return st->st_uid == geteuid() && (st->st_mode & 022) == 0;
}

/* The folder for what is remembered, if it is ours alone; or -1. */
static int
open_cache(void)
{
	const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
	auto_buf struct buf path = BUF_INIT;
	auto_fd int fd = -1;
	struct stat st;
	char *slash;

	if (cache != NULL && cache[0] == '/')
		buf_adds(&path, cache);
	else if (home != NULL && home[0] == '/')
		buf_addf(&path, "%s/.cache", home);
	else
		return -1;
	buf_adds(&path, "/sallyport/python/");
	for (slash = path.data; (slash = strchr(slash + 1, '/')) != NULL;) {
		*slash = '\0';
		if (mkdir(path.data, 0700) < 0 && errno != EEXIST)
			return -1;
		*slash = '/';
	}
	fd = open(path.data, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0 || fstat(fd, &st) < 0 || !is_ours(&st))
		return -1;
	return fcntl(fd, F_DUPFD_CLOEXEC, 0);
}

static void
recall(struct checking *c, int folder, const char *name, struct buf *text)
{
	auto_fd int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW |
	    O_CLOEXEC | O_NONBLOCK);
	struct stat st;

	if (fd < 0 || fstat(fd, &st) < 0 || !S_ISREG(st.st_mode) ||
	    !is_ours(&st) || st.st_size > CACHE_MAX ||
	    st.st_size % (off_t)sizeof(struct memory) != 0 ||
	    fdio_read_all(fd, CACHE_MAX, text) < 0)
		return;
	c->old = (struct memory *)(void *)text->data;
	c->nold = text->len / sizeof(struct memory);
}

static void
remember(struct checking *c, int folder, const char *name)
{
	auto_buf struct buf temporary = BUF_INIT;
	auto_fd int fd = -1;
	size_t size = c->n * sizeof(*c->now);

	if (c->n == 0 || c->result->read == 0)
		return;
	qsort(c->now, c->n, sizeof(*c->now), by_file);
	buf_addf(&temporary, "%s.%d", name, (int)getpid());
	fd = openat(folder, buf_str(&temporary), O_WRONLY | O_CREAT | O_EXCL |
	    O_CLOEXEC, 0600);
	if (fd < 0)
		return;
	if (fdio_write_all(fd, c->now, size) < 0 ||
	    renameat(folder, buf_str(&temporary), folder, name) < 0)
		unlinkat(folder, buf_str(&temporary), 0);
}

static int
hash_file(struct checking *c, const char *path, struct hash *ret)
{
	auto_fd int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	const struct memory *known;
	struct hash_state state;
	struct memory m;
	struct stat st;
	char bytes[65536];
	ssize_t n;

	if (fd < 0 || fstat(fd, &st) < 0)
		return -errno;
	m = memory_of(&st);
	known = c->nold == 0 ? NULL : bsearch(&m, c->old, c->nold, sizeof(m),
	    by_file);
	if (known != NULL) {
		m.hash = known->hash;
		if (memcmp(&m, known, sizeof(m)) != 0)
			known = NULL;
	}
	if (known == NULL) {
		hash_begin(&state);
		while ((n = read(fd, bytes, sizeof(bytes))) > 0)
			hash_update(&state, bytes, (size_t)n);
		if (n < 0)
			return -errno;
		hash_end(&state, &m.hash);
		c->result->read++;
	}
	*ret = m.hash;
	/* What changes within a tick of the clock looks as it did. */
	if (m.changed + SETTLED < time(NULL) && m.written + SETTLED < time(NULL))
		*MEM_PUSH(c->now, c->n, c->cap) = m;
	return 0;
}

/* 43 characters of the alphabet for names of files, without padding. */
static bool
parse_hash(const char *s, size_t n, struct hash *ret)
{
	static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	    "abcdefghijklmnopqrstuvwxyz0123456789-_";
	uint32_t bits = 0;
	size_t i, out = 0;
	int have = 0;

	if (n != 43)
		return false;
	for (i = 0; i < n; i++) {
		const char *at = memchr(alphabet, s[i], 64);

		if (at == NULL)
			return false;
		bits = bits << 6 | (uint32_t)(at - alphabet);
		have += 6;
		if (have >= 8 && out < HASH_BYTES) {
			have -= 8;
			ret->bytes[out++] = (uint8_t)(bits >> have);
		}
	}
	return out == HASH_BYTES;
}

/* "PATH,sha256=HASH,SIZE", the path below `site`; it may stand in quotes. */
static void
check_line(struct checking *c, const char *site, const char *line, size_t n)
{
	static const char algorithm[] = "sha256=";
	auto_buf struct buf path = BUF_INIT;
	const char *end = line + n, *name = line, *comma, *hash;
	struct hash want, got;
	int r;

	if (n < 2)
		return;
	comma = line[0] == '"' ? memchr(line + 1, '"', n - 1) : NULL;
	if (comma != NULL)
		name++;
	else
		comma = memchr(line, ',', n);
	if (comma == NULL)
		return;
	hash = memchr(comma, ',', (size_t)(end - comma));
	if (hash == NULL || (size_t)(end - hash) < sizeof(algorithm) + 43 ||
	    memcmp(hash + 1, algorithm, sizeof(algorithm) - 1) != 0 ||
	    !parse_hash(hash + sizeof(algorithm), 43, &want))
		return;
	buf_addf(&path, "%s/%.*s", site, (int)(comma - name), name);
	c->result->files++;
	r = hash_file(c, buf_str(&path), &got);
	if (r < 0) {
		c->say(c->arg, buf_str(&path), r == -ENOENT ? "is gone" :
		    strerror(-r));
		return;
	}
	hash_update(&c->contents, name, (size_t)(comma - name));
	hash_update(&c->contents, &got, sizeof(got));
	if (memcmp(&got, &want, sizeof(got)) != 0)
		c->say(c->arg, buf_str(&path), "is another than was installed");
}

static void
check_package(struct checking *c, const struct python_package *package)
{
	auto_buf struct buf path = BUF_INIT, text = BUF_INIT;
	auto_free char *site = mem_strndup(package->info,
	    (size_t)(strrchr(package->info, '/') - package->info));
	const char *line;
	size_t n;

	buf_addf(&path, "%s/RECORD", package->info);
	if (fdio_read_file(buf_str(&path), RECORD_MAX, &text) < 0 ||
	    text.data == NULL) {
		c->result->unrecorded++;
		return;
	}
	for (line = text.data; *line != '\0'; line += n + (line[n] != '\0')) {
		n = strcspn(line, "\n");
		check_line(c, site, line, n > 0 && line[n - 1] == '\r' ? n - 1 :
		    n);
	}
}

int
python_check(const struct python *py, const struct python_packages *packages,
    void (*say)(void *, const char *, const char *), void *arg,
    struct python_check *ret)
{
	struct checking c = { .result = ret, .say = say, .arg = arg };
	auto_buf struct buf text = BUF_INIT;
	auto_fd int folder = open_cache();
	struct hash name;
	char hex[HASH_HEX];
	size_t i;

	*ret = (struct python_check){ 0 };
	hash_of(py->argv0, strlen(py->argv0), &name);
	hash_hex(&name, hex);
	if (folder >= 0)
		recall(&c, folder, hex, &text);
	hash_begin(&c.contents);
	for (i = 0; i < packages->n; i++)
		check_package(&c, &packages->items[i]);
	hash_end(&c.contents, &ret->contents);
	if (folder >= 0)
		remember(&c, folder, hex);
	free(c.now);
	return ret->files > 0 || packages->n == 0 ? 0 : -ENODATA;
}
