/*
 * A session: the snippets that were accepted so far, in one file of a folder.
 *
 *	sallyport-session 1 COUNT BYTES SHA256
 *	LENGTH SHA256
 *	...the snippet...
 *
 * The head's hash covers all that follows it, each snippet's hash the one
 * before and its own bytes. The file is written anew and renamed into place,
 * so that it is never torn; the folder itself is the lock. Folder and file
 * must belong to us and be writable by nobody else: the hashes find what was
 * damaged, the modes keep out who could make new hashes. An empty file beside
 * it says that there are snippets: if they go, the session does not begin anew.
 */
#include "check.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/file.h>
#include <sys/stat.h>

#include "../../supervisor/base/fdio.h"
#include "../../supervisor/base/hash.h"
#include "../../supervisor/base/mem.h"

#define SESSION_FILE	"snippets"
#define SESSION_NEW	"snippets.new"
#define SESSION_BEGUN	"begun"
#define SESSION_MAX	(4u << 20)

struct session {
	int		 dir_fd;
	struct buf	 text;		/* what the gate reads first */
	struct buf	 records;	/* the file behind its head */
	size_t		*starts;	/* first line of each snippet */
	size_t		 count, starts_cap, lines;
	struct hash	 last;
	struct buf	 kept;
	bool		 has_kept;
};

static int why(char **ret, const char *fmt, ...) PRINTF_LIKE(2, 3);

static int
why(char **ret, const char *fmt, ...)
{
	struct buf text = BUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	buf_vaddf(&text, fmt, ap);
	va_end(ap);
	*ret = buf_steal(&text);
	return -1;
}

void
session_close(struct session *s)
{
	if (s == NULL)
		return;
	buf_free(&s->text);
	buf_free(&s->records);
	buf_free(&s->kept);
	free(s->starts);
	if (s->dir_fd >= 0)
		close(s->dir_fd);	/* and with it the lock */
	free(s);
}

const struct buf *
session_text(const struct session *s)
{
	return &s->text;
}

size_t
session_find_line(const struct session *s, size_t line, size_t *ret_line)
{
	size_t i = s->count;

	while (i > 1 && s->starts[i - 1] > line)
		i--;
	*ret_line = i > 0 ? line - s->starts[i - 1] + 1 : line;
	return i;
}

static bool
is_private(const struct stat *st)
{
	return st->st_uid == geteuid() && (st->st_mode & 022) == 0;
}

static void
chain_hash(const struct hash *before, const char *p, size_t n,
    struct hash *ret)
{
	struct hash_state state;

	hash_begin(&state);
	hash_update(&state, before->bytes, HASH_BYTES);
	hash_update(&state, p, n);
	hash_end(&state, ret);
}

/* Snippets are joined by an empty line: nothing continues across it. */
static void
add_snippet(struct session *s, const char *p, size_t n)
{
	size_t i;

	i = s->text.len;
	*MEM_PUSH(s->starts, s->count, s->starts_cap) = s->lines + 1;
	buf_add(&s->text, p, n);
	if (n > 0 && p[n - 1] != '\n')
		buf_addc(&s->text, '\n');
	buf_addc(&s->text, '\n');
	for (; i < s->text.len; i++)
		s->lines += s->text.data[i] == '\n';
}

static void
add_record(struct session *s, const char *p, size_t n)
{
	char hex[HASH_HEX];

	chain_hash(&s->last, p, n, &s->last);
	hash_hex(&s->last, hex);
	buf_addf(&s->records, "%zu %s\n", n, hex);
	buf_add(&s->records, p, n);
	buf_addc(&s->records, '\n');
}

/* One line of the file, its end cut off; NULL if there is none. */
static char *
cut_line(char **rest, size_t *left)
{
	char *line = *rest, *end = memchr(line, '\n', *left);

	if (end == NULL || memchr(line, '\0', (size_t)(end - line)) != NULL)
		return NULL;
	*end = '\0';
	*left -= (size_t)(end + 1 - line);
	*rest = end + 1;
	return line;
}

static int
parse_number(char *s, char **ret_end, size_t *ret)
{
	unsigned long long n;

	if (*s < '0' || *s > '9')
		return -EINVAL;
	errno = 0;
	n = strtoull(s, ret_end, 10);
	if (errno != 0 || n > SESSION_MAX || **ret_end != ' ')
		return -EINVAL;
	++*ret_end;
	*ret = (size_t)n;
	return 0;
}

static int
parse_session(struct session *s, char *p, size_t left)
{
	static const char magic[] = "sallyport-session 1 ";
	size_t count, bytes, n;
	struct hash said, is;
	char *line, *at;

	line = cut_line(&p, &left);
	if (line == NULL || strncmp(line, magic, sizeof(magic) - 1) != 0)
		return -EINVAL;
	at = line + sizeof(magic) - 1;
	if (parse_number(at, &at, &count) < 0 ||
	    parse_number(at, &at, &bytes) < 0 || hash_parse(at, &said) < 0)
		return -EINVAL;
	hash_of(p, left, &is);
	if (bytes != left || memcmp(&said, &is, sizeof(is)) != 0)
		return -EINVAL;
	while (left > 0) {
		line = cut_line(&p, &left);
		if (line == NULL || parse_number(line, &at, &n) < 0 ||
		    hash_parse(at, &said) < 0 || n >= left || p[n] != '\n')
			return -EINVAL;
		add_snippet(s, p, n);
		add_record(s, p, n);
		if (memcmp(&said, &s->last, sizeof(said)) != 0)
			return -EINVAL;
		p += n + 1;
		left -= n + 1;
	}
	return s->count == count ? 0 : -EINVAL;
}

static int
open_dir(const char *dir, char **ret_why, int *ret_fd)
{
	struct stat st;
	int fd;

	if (mkdir(dir, 0700) < 0 && errno != EEXIST)
		return why(ret_why, "cannot be made: %s", strerror(errno));
	fd = open(dir, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return why(ret_why, "%s", strerror(errno));
	*ret_fd = fd;
	if (fstat(fd, &st) < 0)
		return why(ret_why, "%s", strerror(errno));
	if (!is_private(&st))
		return why(ret_why, "is not ours alone: chown it to uid %u, "
		    "chmod go-w", (unsigned)geteuid());
	if (flock(fd, LOCK_EX) < 0)
		return why(ret_why, "cannot be locked: %s", strerror(errno));
	return 0;
}

/* Nothing in it but what a session that was killed may leave. */
static bool
is_empty(int dir_fd)
{
	struct dirent *entry;
	bool empty = true;
	DIR *d;
	int fd;

	fd = openat(dir_fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	d = fd < 0 ? NULL : fdopendir(fd);
	if (d == NULL) {
		if (fd >= 0)
			close(fd);
		return false;
	}
	while (empty && (entry = readdir(d)) != NULL)
		empty = strcmp(entry->d_name, ".") == 0 ||
		    strcmp(entry->d_name, "..") == 0 ||
		    strcmp(entry->d_name, SESSION_NEW) == 0;
	closedir(d);
	return empty;
}

static int
read_snippets(struct session *s, char **ret_why)
{
	auto_buf struct buf bytes = BUF_INIT;
	auto_fd int fd = openat(s->dir_fd, SESSION_FILE,
	    O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	struct stat st;
	int r;

	if (fd < 0 && errno == ENOENT) {
		if (fstatat(s->dir_fd, SESSION_BEGUN, &st,
		    AT_SYMLINK_NOFOLLOW) == 0)
			return why(ret_why, "has lost its " SESSION_FILE ": "
			    "begin a new session");
		return is_empty(s->dir_fd) ? 0 : why(ret_why, "holds other "
		    "files, and no session: give a new folder");
	}
	if (fd < 0 || fstat(fd, &st) < 0)
		return why(ret_why, SESSION_FILE ": %s", strerror(errno));
	if (!S_ISREG(st.st_mode) || st.st_nlink != 1 || !is_private(&st))
		return why(ret_why, SESSION_FILE " is not ours alone");
	r = fdio_read_all(fd, SESSION_MAX, &bytes);
	if (r < 0)
		return why(ret_why, SESSION_FILE ": %s", strerror(-r));
	buf_str(&bytes);
	if (parse_session(s, bytes.data, bytes.len) < 0)
		return why(ret_why, SESSION_FILE " was changed by something "
		    "else: begin a new session");
	return 0;
}

struct session *
session_new(void)
{
	struct session *s = mem_new(1, sizeof(*s));

	s->dir_fd = -1;
	return s;
}

int
session_open(const char *dir, char **ret_why, struct session **ret)
{
	struct session *s = mem_new(1, sizeof(*s));

	s->dir_fd = -1;
	if (open_dir(dir, ret_why, &s->dir_fd) < 0 ||
	    read_snippets(s, ret_why) < 0) {
		session_close(s);
		return -1;
	}
	*ret = s;
	return 0;
}

void
session_keep(struct session *s, const char *program, size_t n)
{
	buf_free(&s->kept);
	buf_add(&s->kept, program, n);
	s->has_kept = true;
}

/* Once there are snippets: a session that never kept any may begin again. */
static int
mark_begun(const struct session *s)
{
	auto_fd int fd = openat(s->dir_fd, SESSION_BEGUN,
	    O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);

	return fd < 0 || fsync(s->dir_fd) < 0 ? -errno : 0;
}

int
session_commit(struct session *s)
{
	auto_buf struct buf head = BUF_INIT;
	auto_fd int fd = -1;
	char hex[HASH_HEX];
	struct hash all;
	int r;

	if (!s->has_kept)
		return 0;
	add_record(s, s->kept.data, s->kept.len);
	add_snippet(s, s->kept.data, s->kept.len);
	s->has_kept = false;
	if (s->dir_fd < 0)
		return 0;
	if (s->records.len > SESSION_MAX - 256)
		return -EFBIG;
	hash_of(s->records.data, s->records.len, &all);
	hash_hex(&all, hex);
	buf_addf(&head, "sallyport-session 1 %zu %zu %s\n", s->count,
	    s->records.len, hex);
	if (unlinkat(s->dir_fd, SESSION_NEW, 0) < 0 && errno != ENOENT)
		return -errno;
	fd = openat(s->dir_fd, SESSION_NEW,
	    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0)
		return -errno;
	r = fdio_write_all(fd, head.data, head.len);
	if (r == 0)
		r = fdio_write_all(fd, s->records.data, s->records.len);
	if (r == 0 && fsync(fd) < 0)
		r = -errno;
	if (r == 0 && renameat(s->dir_fd, SESSION_NEW, s->dir_fd,
	    SESSION_FILE) < 0)
		r = -errno;
	if (r < 0)
		unlinkat(s->dir_fd, SESSION_NEW, 0);
	return r < 0 ? r : mark_begun(s);
}

void
session_hash(const struct session *s, struct hash *ret)
{
	hash_of(s->text.data, s->text.len, ret);
}
