#include "audit.h"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>

#include "audit_file.h"
#include "audit_scan.h"
#include "base/buf.h"
#include "base/fdio.h"
#include "base/json.h"
#include "base/mem.h"
#include "base/util.h"

#define RESERVE		(64 * 1024)
#define WAIT_MS		10000
#define LOG_ID		16

enum sync_policy { SYNC_ALL = 0, SYNC_INTENT, SYNC_OFF };

static const char *const sync_names[] = { "all", "intent", "off" };

struct audit {
	struct audit_file	 file;
	enum sync_policy	 sync;
	int			 wait_ms;
	char			 id[LOG_ID * 2 + 1];	/* of this log */
};

/* The end of the log, known good, while the lock is held. */
struct head {
	uint64_t	next;		/* the sequence number to come */
	struct hash	hash;
	off_t		size;
};

static const char *
state_home(void)
{
	const char *home = getenv("XDG_STATE_HOME");

	return home != NULL && *home == '/' ? home : NULL;
}

/* The place in the state folder. */
static int
state_path(char **ret_path)
{
	auto_buf struct buf b = BUF_INIT;
	const char *home = getenv("HOME");

	if (state_home() != NULL)
		buf_adds(&b, state_home());
	else if (home != NULL && *home == '/')
		buf_addf(&b, "%s/.local/state", home);
	else
		return -ENOENT;
	buf_adds(&b, "/sallyport/audit.jsonl");
	*ret_path = buf_steal(&b);
	return 0;
}

int
audit_default_path(char **ret_path)
{
	const char *given = getenv("SALLYPORT_AUDIT");

	if (given == NULL || *given == '\0')
		return state_path(ret_path);
	*ret_path = mem_strdup(given);
	return 0;
}

/* Folders above `path`, as far as they are missing. */
static int
make_parents(const char *path)
{
	auto_free char *part = mem_strdup(path);
	char *slash = part;

	while ((slash = strchr(slash + 1, '/')) != NULL) {
		*slash = '\0';
		if (mkdir(part, 0700) < 0 && errno != EEXIST)
			return -errno;
		*slash = '/';
	}
	return 0;
}

static int
open_file(const char *path, struct audit_file *ret)
{
	auto_free char *standard = NULL;
	int r = audit_file_open(path, true, ret);

	if (r != -ENOENT || state_path(&standard) < 0 ||
	    strcmp(path, standard) != 0)
		return r;
	r = make_parents(path);
	return r < 0 ? r : audit_file_open(path, true, ret);
}

static int
read_settings(struct audit *a)
{
	const char *sync = getenv("SALLYPORT_AUDIT_SYNC");
	const char *wait = getenv("SALLYPORT_AUDIT_WAIT");
	char *end;
	long seconds;

	a->sync = SYNC_INTENT;
	if (sync != NULL && *sync != '\0') {
		size_t i = 0;

		while (i < ARRAY_SIZE(sync_names) &&
		    strcmp(sync, sync_names[i]) != 0)
			i++;
		if (i == ARRAY_SIZE(sync_names))
			return -ENOTSUP;
		a->sync = (enum sync_policy)i;
	}
	a->wait_ms = WAIT_MS;
	if (wait != NULL && *wait != '\0') {
		seconds = strtol(wait, &end, 10);
		if (end == wait || *end != '\0' || seconds < 0 || seconds > 3600)
			return -ENOTSUP;
		a->wait_ms = (int)seconds * 1000;
	}
	return 0;
}

static int64_t
clock_ms(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static struct json *clean_copy(const struct json *value);

static void
copy_member(const char *key, const struct json *value, void *into)
{
	js_put(into, key, clean_copy(value));
}

/*
 * A copy that every reader of the log can hold: an integer beyond 2^53-1
 * becomes its decimal digits as a string. Depth is judged by the scanner.
 */
static struct json *
clean_copy(const struct json *value)
{
	struct json *into;
	char digits[24];
	int64_t n;

	if (js_is_obj(value)) {
		into = js_obj();
		js_each(value, copy_member, into);
		return into;
	}
	if (js_is_arr(value)) {
		into = js_arr();
		for (size_t i = 0; i < js_len(value); i++)
			js_add(into, clean_copy(js_at(value, i)));
		return into;
	}
	if (js_is_num(value)) {
		n = js_as_num(value);
		if (n > AUDIT_NUM_MAX || n < -AUDIT_NUM_MAX) {
			snprintf(digits, sizeof(digits), "%lld", (long long)n);
			return js_str(digits);
		}
	}
	return js_copy(value);
}

/*
 * The line for one record, newline included. The hash takes the place of its
 * own length of zeros, so the text is made once; the scanner that readers use
 * has the last word on whether it is a record.
 */
static int
make_line(const struct head *head, const char *type, const struct json *body,
    struct buf *out, struct hash *ret_hash)
{
	static const char *const ours[] = {
		"hash", "prev", "seq", "time", "boot", "type",
	};
	struct json *record = clean_copy(body);
	struct hash zeros = { { 0 } };
	struct audit_line line;
	char hex[HASH_HEX];
	size_t i;
	int r = 0;

	for (i = 0; i < ARRAY_SIZE(ours); i++)
		if (js_get(body, ours[i]) != NULL)
			r = -EINVAL;
	hash_hex(&zeros, hex);
	js_put_str(record, "hash", hex);
	hash_hex(&head->hash, hex);
	js_put_str(record, "prev", hex);
	js_put_num(record, "seq", (int64_t)head->next);
	js_put_num(record, "time", clock_ms(CLOCK_REALTIME));
	js_put_num(record, "boot", clock_ms(CLOCK_BOOTTIME));
	js_put_str(record, "type", type);
	if (r == 0)
		r = js_canonical(record, out);
	js_free(record);
	if (r == 0 && out->len > AUDIT_LINE_MAX)
		r = -EMSGSIZE;
	if (r == 0 && audit_scan(out->data, out->len, &line, NULL, NULL) < 0)
		r = -EINVAL;
	if (r < 0)
		return r;
	audit_scan_leaf(out->data, out->len, &line, ret_hash);
	hash_hex(ret_hash, hex);
	memcpy(out->data + line.hash_at + strlen("\"hash\":\""), hex,
	    HASH_HEX - 1);
	buf_addc(out, '\n');
	return 0;
}

static bool
must_sync(const struct audit *a, const char *type)
{
	if (a->sync != SYNC_INTENT)
		return a->sync == SYNC_ALL;
	return strcmp(type, "intent") == 0 || strcmp(type, "approval") == 0;
}

/* The lock is held. On success `head` is the new record's. */
static int
append_locked(struct audit *a, struct head *head, const char *type,
    const struct json *body)
{
	auto_buf struct buf line = BUF_INIT;
	struct hash hash;
	int r = make_line(head, type, body, &line, &hash);

	if (r == 0)
		r = audit_file_append(a->file.fd, head->size, line.data,
		    line.len);
	if (r < 0)
		return r;
	if (must_sync(a, type) && fdatasync(a->file.fd) < 0) {
		r = -errno;
		return ftruncate(a->file.fd, head->size) < 0 ? -errno : r;
	}
	head->hash = hash;
	head->next++;
	head->size += (off_t)line.len;
	return 0;
}

static int
append_genesis(struct audit *a, struct head *head)
{
	struct json *body = js_obj();
	unsigned char id[LOG_ID];
	int r = 0;

	if (getrandom(id, sizeof(id), 0) != (ssize_t)sizeof(id))
		r = -EIO;
	for (size_t i = 0; i < sizeof(id); i++)
		snprintf(a->id + 2 * i, 3, "%02x", id[i]);
	js_put_str(body, "format", "sallyport/audit/1");
	js_put_str(body, "log", a->id);
	js_put_str(body, "sync", sync_names[a->sync]);
	if (r == 0)
		r = append_locked(a, head, "log", body);
	js_free(body);
	return r;
}

/* Is this line the record that comes next? */
static bool
is_next(const struct head *head, const struct buf *text,
    struct audit_line *ret)
{
	struct hash leaf;

	if (audit_scan(text->data, text->len, ret, NULL, NULL) < 0)
		return false;
	audit_scan_leaf(text->data, text->len, ret, &leaf);
	return memcmp(&leaf, &ret->hash, sizeof(leaf)) == 0 &&
	    ret->seq == head->next &&
	    memcmp(&ret->prev, &head->hash, sizeof(leaf)) == 0;
}

/*
 * A writer died in the midst of its write, or its machine did. What it left
 * is no record, so it is cut off; how much and which bytes is put on record.
 * If only the newline is missing, the record is whole and stays.
 */
static int
repair(struct audit *a, struct head *head, const struct buf *torn)
{
	struct audit_line line;
	struct json *body;
	struct hash hash;
	char hex[HASH_HEX];
	bool whole = is_next(head, torn, &line);
	int r = 0;

	if (whole) {
		r = audit_file_append(a->file.fd,
		    head->size + (off_t)torn->len, "\n", 1);
		head->hash = line.hash;
		head->next++;
		head->size += (off_t)torn->len + 1;
	} else if (ftruncate(a->file.fd, head->size) < 0)
		r = -errno;
	if (r < 0)
		return r;
	hash_of(torn->data, torn->len, &hash);
	hash_hex(&hash, hex);
	body = js_obj();
	js_put_num(body, "bytes", (int64_t)torn->len);
	js_put_str(body, "sha256", hex);
	js_put_flag(body, "kept", whole);
	if (head->next == 0)
		r = append_genesis(a, head);
	if (r == 0)
		r = append_locked(a, head, "repair", body);
	js_free(body);
	return r;
}

/*
 * Where the next record goes. The last one is verified: nothing is chained
 * to a record that is not whole (-EBADMSG).
 */
static int
find_head(struct audit *a, struct head *ret)
{
	auto_buf struct buf last = BUF_INIT, torn = BUF_INIT;
	struct head head = { 0 };
	struct audit_tail tail;
	struct audit_line line;
	struct hash leaf;
	int r = audit_file_tail(a->file.fd, &tail, &last, &torn);

	if (r < 0)
		return r;
	head.size = tail.end;
	if (tail.end > 0) {
		r = audit_scan(buf_str(&last), last.len, &line, NULL, NULL);
		if (r < 0)
			return r;
		audit_scan_leaf(last.data, last.len, &line, &leaf);
		if (memcmp(&leaf, &line.hash, sizeof(leaf)) != 0)
			return -EBADMSG;
		head.hash = leaf;
		head.next = line.seq + 1;
	}
	if (torn.len > 0)
		r = repair(a, &head, &torn);
	if (r == 0 && head.next == 0)
		r = append_genesis(a, &head);
	if (r == 0)
		*ret = head;
	return r;
}

/* The first line says which log this is. It is short; 16 KiB hold it. */
static int
read_id(int fd, char ret[LOG_ID * 2 + 1])
{
	char block[16384], *end;
	struct json *first;
	const char *id;
	ssize_t n = pread(fd, block, sizeof(block), 0);
	int r = -EBADMSG;

	if (n < 0)
		return -errno;
	end = memchr(block, '\n', (size_t)n);
	if (end == NULL || js_parse(block, (size_t)(end - block), &first) < 0)
		return r;
	id = js_get_str(first, "log");
	if (id != NULL && strlen(id) == LOG_ID * 2) {
		memcpy(ret, id, LOG_ID * 2 + 1);
		r = 0;
	}
	js_free(first);
	return r;
}

/*
 * Lock, and know the head. A writer that already had the log open must find
 * the same log again: another one under its name is -ESTALE.
 */
static int
enter(struct audit *a, struct head *ret)
{
	char id[LOG_ID * 2 + 1];
	struct stat st;
	int r = audit_file_lock(&a->file, a->wait_ms);

	if (r < 0)
		return r;
	if (a->id[0] != '\0') {
		r = fstat(a->file.fd, &st) < 0 ? -errno :
		    st.st_size == 0 ? -ESTALE : read_id(a->file.fd, id);
		if (r == 0 && strcmp(id, a->id) != 0)
			r = -ESTALE;
	}
	if (r == 0)
		r = find_head(a, ret);
	if (r == 0 && a->id[0] == '\0')
		r = read_id(a->file.fd, a->id);
	if (r < 0)
		audit_file_unlock(&a->file);
	return r;
}

const char *
audit_why(int err)
{
	switch (-err) {
	case ELOOP:
		return "it is a symbolic link";
	case EISDIR:
		return "it is a directory";
	case EINVAL:
		return "it is no regular file";
	case ENOTSUP:
		return "SALLYPORT_AUDIT_SYNC is all, intent or off, and "
		    "SALLYPORT_AUDIT_WAIT a number of seconds";
	case EPERM:
		return "it belongs to someone else, or others may write to it";
	case EBADMSG:
		return "its end is damaged: see sallyport audit verify";
	case ETIMEDOUT:
		return "another process does not let go of its lock";
	case ESTALE:
		return "it was moved or replaced while in use";
	case EMSGSIZE:
		return "the record is longer than 4 MiB";
	default:
		return strerror(-err);
	}
}

int
audit_open(const char *path, struct audit **ret)
{
	struct audit *a = mem_new(1, sizeof(*a));
	struct head head;
	int r;

	a->file = (struct audit_file)AUDIT_FILE_INIT;
	r = read_settings(a);
	if (r == 0)
		r = open_file(path, &a->file);
	if (r == 0)
		r = enter(a, &head);
	if (r == 0) {
		r = audit_file_reserve(a->file.fd, head.size, RESERVE);
		audit_file_unlock(&a->file);
	}
	if (r < 0) {
		audit_close(a);
		return r;
	}
	*ret = a;
	return 0;
}

void
audit_close(struct audit *a)
{
	if (a == NULL)
		return;
	audit_file_close(&a->file);
	free(a);
}

int
audit_append(struct audit *a, const char *type, const struct json *body,
    uint64_t *ret_seq, struct hash *ret_hash)
{
	struct head head;
	int r;

	if (!js_is_obj(body))
		return -EINVAL;
	r = enter(a, &head);
	if (r < 0)
		return r;
	r = append_locked(a, &head, type, body);
	audit_file_unlock(&a->file);
	if (r < 0)
		return r;
	if (ret_seq != NULL)
		*ret_seq = head.next - 1;
	if (ret_hash != NULL)
		*ret_hash = head.hash;
	return 0;
}

/* A folder of ours, below `dir`. */
static int
open_folder(int dir, const char *name, int *ret_fd)
{
	auto_fd int fd = -1;
	struct stat st;

	if (mkdirat(dir, name, 0700) < 0 && errno != EEXIST)
		return -errno;
	fd = openat(dir, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0 || fstat(fd, &st) < 0)
		return -errno;
	if (st.st_uid != geteuid() || (st.st_mode & (S_IWGRP | S_IWOTH)))
		return -EPERM;
	*ret_fd = steal_fd(&fd);
	return 0;
}

/* Is there a file of this name with these bytes? Another's never serves. */
static bool
is_stored(int dir, const char *name, const struct hash *want, size_t n)
{
	auto_fd int fd = openat(dir, name,
	    O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	auto_buf struct buf bytes = BUF_INIT;
	struct hash have;
	struct stat st;

	if (fd < 0 || fstat(fd, &st) < 0 || !S_ISREG(st.st_mode) ||
	    (size_t)st.st_size != n || fdio_read_all(fd, n, &bytes) < 0)
		return false;
	hash_of(buf_str(&bytes), bytes.len, &have);
	return memcmp(&have, want, sizeof(have)) == 0;
}

int
audit_store_code(struct audit *a, const struct hash *hash, const void *bytes,
    size_t n)
{
	auto_fd int side = -1, code = -1, shelf = -1, fd = -1;
	auto_buf struct buf name = BUF_INIT, temp = BUF_INIT;
	char hex[HASH_HEX], first[3];
	int r;

	hash_hex(hash, hex);
	memcpy(first, hex, 2);
	first[2] = '\0';
	buf_addf(&name, "%s.d", a->file.name);
	r = open_folder(a->file.dir, name.data, &side);
	if (r == 0)
		r = open_folder(side, "code", &code);
	if (r == 0)
		r = open_folder(code, first, &shelf);
	if (r < 0)
		return r;
	if (is_stored(shelf, hex, hash, n))
		return 0;
	buf_addf(&temp, ".%s.%d", hex, (int)getpid());
	unlinkat(shelf, temp.data, 0);
	fd = openat(shelf, temp.data,
	    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0)
		return -errno;
	r = audit_file_append(fd, 0, bytes, n);
	if (r == 0 && a->sync != SYNC_OFF && fsync(fd) < 0)
		r = -errno;
	if (r == 0 && renameat(shelf, temp.data, shelf, hex) < 0)
		r = -errno;
	if (r < 0)
		unlinkat(shelf, temp.data, 0);
	return r;
}
