/* Full files: the chain goes on in a new one; the oldest may go. */
#include "audit.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include "audit_impl.h"
#include "audit_note.h"
#include "audit_parts.h"
#include "../base/buf.h"
#include "../base/json.h"
#include "../base/util.h"

#define NEW_FILE	"rotating"	/* in the folder FILE.d */

/*
 * What a reader needs who has no older file: which log this is, the tree of
 * all before, and the key that signs next.
 */
static struct json *
make_body(const struct audit *a, const struct audit_signer *s,
    const char *after)
{
	auto_buf struct buf origin = BUF_INIT, text = BUF_INIT;
	struct json *body = js_obj(), *peaks = js_arr();
	uint8_t key[SIGN_PUBLIC];
	char hex[HASH_HEX];

	for (int i = AUDIT_TREE_DEEPEST - 1; i >= 0; i--) {
		if (!(s->tree.size >> i & 1))
			continue;
		hash_hex(&s->tree.peaks[i], hex);
		js_add(peaks, js_str(hex));
	}
	buf_addf(&origin, AUDIT_ORIGIN "%s", s->id);
	sign_public(s->seed, key);
	audit_note_key(origin.data, key, &text);
	js_put_str(body, "after", after);
	js_put_str(body, "format", AUDIT_FORMAT);
	js_put_str(body, "key", text.data);
	js_put_str(body, "log", s->id);
	js_put_str(body, "sync", audit_sync_name(a->set.sync));
	js_put(body, "tree", peaks);
	return body;
}

/* The new file with its first record, complete before it gets its name. */
static int
make_file(struct audit *a, const struct audit_head *head,
    const struct json *body)
{
	auto_buf struct buf line = BUF_INIT;
	auto_fd int fd = -1;
	struct hash hash;
	int r = audit_make_line(head, "rotate", body, &line, &hash);

	if (r < 0)
		return r;
	unlinkat(a->side, NEW_FILE, 0);
	fd = openat(a->side, NEW_FILE,
	    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0)
		return -errno;
	r = audit_file_append(fd, 0, line.data, line.len);
	if (r == 0 && a->set.sync != AUDIT_SYNC_OFF && fsync(fd) < 0)
		r = -errno;
	return r;
}

/* Is `full` another name of the present file? A crash left it so. */
static bool
is_linked(const struct audit *a, const char *full)
{
	struct stat st;

	return fstatat(a->file.dir, full, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
	    st.st_dev == a->file.dev && st.st_ino == a->file.ino;
}

static int
link_full(const struct audit *a, const char *full)
{
	if (linkat(a->file.dir, a->file.name, a->file.dir, full, 0) == 0 ||
	    (errno == EEXIST && is_linked(a, full)))
		return 0;
	return errno == EPERM || errno == EOPNOTSUPP || errno == EMLINK ?
	    -EXDEV : -errno;
}

/*
 *	FILE.d/rotating		complete, the chain's next record
 *	link FILE FILE.seq	FILE has two names
 *	rename over FILE	in one step; waiters see another inode
 *
 * There is no moment at which FILE is missing or without a record.
 */
int
audit_rotate_locked(struct audit *a, struct audit_head *head)
{
	char full[AUDIT_PART_NAME];
	struct audit_signer s;
	struct json *body;
	int r = audit_sign_locked(a, head, 1, &s);

	if (r < 0)
		return r;
	r = audit_parts_name(a->file.name, a->first, full);
	if (r == 0) {
		body = make_body(a, &s, full);
		r = make_file(a, head, body);
		js_free(body);
	}
	if (r == 0)
		r = link_full(a, full);
	if (r == 0 && renameat(a->side, NEW_FILE, a->file.dir,
	    a->file.name) < 0)
		r = -errno;
	if (r == 0) {
		s.first = head->next;
		s.offset = 0;
		r = audit_signer_store(a->side, &s);
	}
	sign_wipe(&s, sizeof(s));
	return r;
}

/*
 * Submissions and calls last written before the last dropped file was closed:
 * no kept record is about those. Both times are the file system's.
 */
static void
drop_shelf(int code, const char *name, time_t before)
{
	int fd = openat(code, name,
	    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	DIR *shelf = fd < 0 ? NULL : fdopendir(fd);
	struct dirent *entry;
	struct stat st;

	if (shelf == NULL) {
		if (fd >= 0)
			close(fd);
		return;
	}
	while ((entry = readdir(shelf)) != NULL)
		if (fstatat(fd, entry->d_name, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
		    S_ISREG(st.st_mode) &&
		    st.st_mtim.tv_sec < before)
			unlinkat(fd, entry->d_name, 0);
	closedir(shelf);
}

static void
drop_beside(const struct audit *a, time_t before)
{
	auto_fd int code = openat(a->side, "code",
	    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	char name[3];

	for (int i = 0; code >= 0 && i < 256; i++) {
		snprintf(name, sizeof(name), "%02x", i);
		drop_shelf(code, name, before);
	}
	/* The calls of a run are written before its outcome is. */
	drop_shelf(a->side, "calls", before);
}

/* The record stands before anything is gone. */
static int
drop_parts(struct audit *a, struct audit_head *head,
    const struct audit_parts *parts, size_t n)
{
	struct json *body = js_obj(), *names = js_arr();
	const struct audit_part *kept = &parts->items[n];
	struct stat last = { .st_mtim.tv_sec = 0 };
	int r;

	if (fstatat(a->file.dir, parts->items[n - 1].name, &last,
	    AT_SYMLINK_NOFOLLOW) < 0) {
		js_free(body);
		js_free(names);
		return -errno;
	}

	for (size_t i = 0; i < n; i++)
		js_add(names, js_str(parts->items[i].name));
	js_put(body, "files", names);
	js_put_num(body, "until", (int64_t)(kept->first == UINT64_MAX ?
	    a->first : kept->first));
	r = audit_append_locked(a, head, "retention", body);
	js_free(body);
	for (size_t i = 0; r == 0 && i < n; i++)
		if (unlinkat(a->file.dir, parts->items[i].name, 0) < 0)
			r = -errno;
	if (r == 0)
		drop_beside(a, last.st_mtim.tv_sec);
	return r;
}

int
audit_retain_locked(struct audit *a, struct audit_head *head)
{
	struct audit_parts parts;
	int r;

	if (a->set.keep == 0)
		return 0;
	r = audit_parts_list(a->file.dir, a->file.name, &parts);
	if (r < 0)
		return r;
	if (parts.n - 1 > a->set.keep)
		r = drop_parts(a, head, &parts, parts.n - 1 - a->set.keep);
	audit_parts_free(&parts);
	return r;
}
