#include "audit.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include "audit_impl.h"
#include "audit_scan.h"
#include "../base/bounds.h"
#include "../base/buf.h"
#include "../base/json.h"
#include "../base/mem.h"
#include "../base/util.h"

/* Nothing goes on in a log that proves nothing any more. */
#define NEXT	"sallyport audit repair --new-epoch keeps it as it is and " \
		"begins a new one"

#define RESERVE		(64 * 1024)
#define ROTATIONS_MAX	4
#define FIRST_LINE	16384		/* more than any first record has */

/*
 * A checkpoint must be on the disk before the key moves on: were the log to
 * lose it in a crash of the machine, no one could sign that log any more.
 */
static bool
must_sync(const struct audit *a, const char *type)
{
	if (a->set.sync != AUDIT_SYNC_INTENT)
		return a->set.sync == AUDIT_SYNC_ALL;
	return strcmp(type, "intent") == 0 || strcmp(type, "approval") == 0 ||
	    strcmp(type, "checkpoint") == 0;
}

/* Types that the log writes by itself. */
bool
audit_is_own_type(const char *type)
{
	static const char own[][16] = {
		"log", "repair", "checkpoint", "rotate", "retention",
		"unanchored",
	};

	return IS_ONE_OF(type, own);
}

/*
 * A caller's record is synced behind the lock, so that many who wait for the
 * disk wait together.
 */
int
audit_append_locked(struct audit *a, struct audit_head *head,
    const char *type, const struct json *body)
{
	auto_buf struct buf line = BUF_INIT;
	struct hash hash;
	int r = audit_make_line(head, type, body, &line, &hash);

	bool sync = audit_is_own_type(type) && must_sync(a, type);

	if (r == 0 && sync)
		r = audit_sync_code(a);
	if (r == 0)
		r = audit_file_append(a->file.fd, head->size, line.data,
		    line.len);
	if (r < 0)
		return r;
	if (sync && fdatasync(a->file.fd) < 0) {
		r = -errno;
		return ftruncate(a->file.fd, head->size) < 0 ? -errno : r;
	}
	audit_mirror(a, type, body, head->next);
	head->hash = hash;
	head->next++;
	head->size += (off_t)line.len;
	a->wrote = true;
	return 0;
}

/* Is this line the record that comes next? */
static bool
is_next(const struct audit_head *head, const struct buf *text,
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
repair(struct audit *a, struct audit_head *head, const struct buf *torn)
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
	if (r == 0 && head->next == 0)
		r = audit_begin_locked(a, head);
	if (r < 0)
		return r;
	hash_of(torn->data, torn->len, &hash);
	hash_hex(&hash, hex);
	body = js_obj();
	js_put_num(body, "bytes", (int64_t)torn->len);
	js_put_str(body, "sha256", hex);
	js_put_flag(body, "kept", whole);
	r = audit_append_locked(a, head, "repair", body);
	js_free(body);
	return r;
}

/*
 * Where the next record goes. The last one is verified: nothing is chained
 * to a record that is not whole (-EBADMSG).
 */
static int
find_head(struct audit *a, struct audit_head *ret)
{
	auto_buf struct buf last = BUF_INIT, torn = BUF_INIT;
	struct audit_head head = { 0 };
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
		r = audit_begin_locked(a, &head);
	if (r == 0)
		*ret = head;
	return r;
}

/* The first line of a file says which log it is of, and which part. */
static int
read_first(int fd, char ret_id[AUDIT_LOG_ID + 1], uint64_t *ret_first)
{
	auto_free char *block = mem_new(FIRST_LINE, 1);
	ssize_t n = pread(fd, block, FIRST_LINE, 0);
	struct json *first;
	const char *id, *end;
	int r = -EBADMSG;

	if (n < 0)
		return -errno;
	end = memchr(block, '\n', (size_t)n);
	if (end == NULL || js_parse(block, (size_t)(end - block), &first) < 0)
		return r;
	id = js_get_str(first, "log");
	if (id != NULL && strlen(id) == AUDIT_LOG_ID) {
		memcpy(ret_id, id, AUDIT_LOG_ID + 1);
		*ret_first = (uint64_t)js_get_num(first, "seq");
		r = 0;
	}
	js_free(first);
	return r;
}

/*
 * A writer that already had the log open must find the same log again: a
 * later part of it after a rotation, but no other under its name.
 */
static int
look_again(struct audit *a)
{
	char id[AUDIT_LOG_ID + 1];
	struct stat st;
	int r;

	if (fstat(a->file.fd, &st) < 0)
		return -errno;
	if (st.st_size == 0)
		return -ESTALE;
	r = read_first(a->file.fd, id, &a->first);
	return r == 0 && strcmp(id, a->id) != 0 ? -ESTALE : r;
}

static int
audit_enter(struct audit *a, struct audit_head *ret)
{
	bool again = a->id[0] != '\0';
	int r = audit_file_lock(&a->file, a->set.wait_ms);

	if (r < 0)
		return r;
	if (again)
		r = look_again(a);
	if (r == 0)
		r = find_head(a, ret);
	if (r == 0 && !again)
		r = read_first(a->file.fd, a->id, &a->first);
	if (r < 0)
		audit_file_unlock(&a->file);
	return r;
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

	if (r != -ENOENT || audit_state_path(&standard) < 0 ||
	    strcmp(path, standard) != 0)
		return r;
	r = make_parents(path);
	return r < 0 ? r : audit_file_open(path, true, ret);
}

/* A file elsewhere for checkpoints; opened now, so that it is there later. */
static int
open_anchor(struct audit *a)
{
	struct stat st;

	if (a->set.anchor == NULL)
		return 0;
	a->anchor = open(a->set.anchor, O_WRONLY | O_APPEND | O_CREAT |
	    O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0600);
	if (a->anchor < 0 || fstat(a->anchor, &st) < 0 ||
	    !S_ISREG(st.st_mode))
		return audit_settings_bad_anchor();
	return 0;
}

/* No journal there is no error: it mirrors, it does not keep. */
static void
open_journal(struct audit *a)
{
	struct sockaddr_un to = { .sun_family = AF_UNIX };

	if (a->set.journal == NULL ||
	    strlen(a->set.journal) >= sizeof(to.sun_path))
		return;
	memcpy(to.sun_path, a->set.journal, strlen(a->set.journal));
	a->journal = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (a->journal >= 0 && connect(a->journal,
	    (const struct sockaddr *)&to, sizeof(to)) < 0) {
		close(a->journal);
		a->journal = -1;
	}
}

static int
open_all(struct audit *a, const char *path, struct audit_head *ret)
{
	auto_free char *side = NULL;
	struct stat st;
	int r = open_file(path, &a->file);

	if (r < 0)
		return r;
	if (asprintf(&side, "%s.d", a->file.name) < 0)
		return -ENOMEM;
	r = audit_open_folder(a->file.dir, side, &a->side);
	if (r == 0)
		r = open_anchor(a);
	if (r < 0)
		return r;
	open_journal(a);
	r = audit_enter(a, ret);
	if (r < 0)
		return r;
	r = fstat(a->file.fd, &st) < 0 ? -errno : audit_check_signed(a);
	if (r == 0)
		r = audit_file_reserve(a->file.fd, ret->size, RESERVE);
	/* Where this fails, what needs it says so. */
	if (r == 0)
		audit_secret_make_locked(a->side);
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
		return audit_settings_bad();
	case EPERM:
		return "it, or the folder beside it, belongs to someone else, "
		    "or others may write to it";
	case EBADMSG:
		return "it is no log, or its end is damaged: sallyport audit "
		    "verify says where; " NEXT;
	case ENOKEY:
		return "the key it is signed with, in the folder .d beside it, "
		    "is gone: put it back, or " NEXT;
	case EKEYREJECTED:
		return "it does not continue what was signed; records were "
		    "taken away or replaced, or its key is damaged: sallyport "
		    "audit verify says where; " NEXT;
	case ETIMEDOUT:
		return "another process does not let go of its lock";
	case ESTALE:
		return "it was moved or replaced while in use";
	case EMSGSIZE:
		return "the record is longer than 4 MiB";
	default:
		return bounds_error(-err);
	}
}

int
audit_open(const char *path, struct audit **ret)
{
	struct audit *a = mem_new(1, sizeof(*a));
	struct audit_head head;
	int r;

	a->file = (struct audit_file)AUDIT_FILE_INIT;
	a->side = a->anchor = a->journal = -1;
	pthread_mutex_init(&a->lock, NULL);
	r = audit_settings_read(&a->set);
	if (r == 0)
		r = open_all(a, path, &head);
	if (r < 0) {
		a->wrote = false;
		audit_close(a);
		return r;
	}
	*ret = a;
	return 0;
}

int
audit_checkpoint(struct audit *a)
{
	struct audit_head head;
	int r = audit_enter(a, &head);

	if (r < 0)
		return r;
	r = audit_sign_locked(a, &head, 1, NULL);
	audit_file_unlock(&a->file);
	if (r == 0)
		a->wrote = false;
	return r;
}

void
audit_close(struct audit *a)
{
	if (a == NULL)
		return;
	/* If this fails, the records wait for the next writer's checkpoint. */
	if (a->wrote)
		audit_checkpoint(a);
	audit_sync_code(a);
	pthread_mutex_destroy(&a->lock);
	audit_file_close(&a->file);
	if (a->side >= 0)
		close(a->side);
	if (a->anchor >= 0)
		close(a->anchor);
	if (a->journal >= 0)
		close(a->journal);
	free(a);
}

/*
 * Enter, past a rotation if the file is full, and past a checkpoint if one is
 * due. Both come before the record, so that it is the last thing to fail.
 */
static int
enter_with_room(struct audit *a, struct audit_head *head)
{
	int r = audit_enter(a, head);

	for (int i = 0; r == 0 && a->set.rotate > 0 &&
	    head->size >= a->set.rotate && i < ROTATIONS_MAX; i++) {
		r = audit_rotate_locked(a, head);
		if (r == -EXDEV) {
			a->set.rotate = 0;	/* the file grows on */
			r = 0;
			break;
		}
		audit_file_unlock(&a->file);
		if (r == 0)
			r = audit_enter(a, head);
		if (r < 0)
			return r;
		r = audit_retain_locked(a, head);
		if (r < 0)
			audit_file_unlock(&a->file);
	}
	if (r == 0 && head->next - a->signed_size >= AUDIT_UNSIGNED_MAX) {
		/* Others may have signed since we last looked. */
		r = audit_sign_locked(a, head, AUDIT_UNSIGNED_MAX, NULL);
		if (r < 0)
			audit_file_unlock(&a->file);
	}
	return r;
}

int
audit_append(struct audit *a, const char *type, const struct json *body,
    uint64_t *ret_seq, struct hash *ret_hash)
{
	struct audit_head head;
	int r;

	if (!js_is_obj(body) || audit_is_own_type(type))
		return -EINVAL;
	r = enter_with_room(a, &head);
	if (r < 0)
		return r;
	r = audit_append_locked(a, &head, type, body);
	audit_file_unlock(&a->file);
	if (r == 0 && must_sync(a, type))
		r = audit_sync_code(a);
	if (r == 0 && must_sync(a, type) && fdatasync(a->file.fd) < 0)
		r = -errno;
	if (r < 0)
		return r;
	if (ret_seq != NULL)
		*ret_seq = head.next - 1;
	if (ret_hash != NULL)
		*ret_hash = head.hash;
	return 0;
}
