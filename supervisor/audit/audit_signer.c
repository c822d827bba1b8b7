#include "audit_signer.h"

#include <endian.h>
#include <fcntl.h>
#include <sys/stat.h>

#include "audit_file.h"
#include "audit_note.h"
#include "audit_parts.h"
#include "audit_reader.h"
#include "audit_scan.h"
#include "../base/json.h"
#include "../base/util.h"

/* One page at most, so that no kill leaves half of a write. */
struct stored {
	char		magic[16];
	char		id[AUDIT_LOG_ID];
	uint64_t	first, offset, size, signed_size;
	struct hash	head;
	uint8_t		seed[SIGN_SEED];
	struct hash	peaks[AUDIT_TREE_DEEPEST];
	struct hash	check;		/* of all before it */
};

_Static_assert(sizeof(struct stored) <= 4096, "more than a page");

static const char magic[16] = "sallyport-sign1";

static void
pack(const struct audit_signer *s, struct stored *ret)
{
	struct stored st;

	memset(&st, 0, sizeof(st));
	memcpy(st.magic, magic, sizeof(magic));
	memcpy(st.id, s->id, AUDIT_LOG_ID);
	st.first = htole64(s->first);
	st.offset = htole64(s->offset);
	st.size = htole64(s->tree.size);
	st.signed_size = htole64(s->signed_size);
	st.head = s->head;
	memcpy(st.seed, s->seed, SIGN_SEED);
	memcpy(st.peaks, s->tree.peaks, sizeof(st.peaks));
	hash_of(&st, offsetof(struct stored, check), &st.check);
	*ret = st;
	sign_wipe(&st, sizeof(st));
}

static int
unpack(const struct stored *st, struct audit_signer *ret)
{
	struct hash check;

	hash_of(st, offsetof(struct stored, check), &check);
	if (memcmp(&check, &st->check, sizeof(check)) != 0 ||
	    memcmp(st->magic, magic, sizeof(magic)) != 0)
		return -EBADMSG;
	memset(ret, 0, sizeof(*ret));
	memcpy(ret->id, st->id, AUDIT_LOG_ID);
	ret->first = le64toh(st->first);
	ret->offset = le64toh(st->offset);
	ret->head = st->head;
	ret->tree.size = le64toh(st->size);
	ret->signed_size = le64toh(st->signed_size);
	memcpy(ret->tree.peaks, st->peaks, sizeof(st->peaks));
	memcpy(ret->seed, st->seed, SIGN_SEED);
	return 0;
}

int
audit_signer_create(int side, const struct audit_signer *s)
{
	auto_fd int fd = -1;
	struct stored st;
	int r;

	unlinkat(side, "signer.new", 0);
	fd = openat(side, "signer.new",
	    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0)
		return -errno;
	pack(s, &st);
	r = audit_file_append(fd, 0, &st, sizeof(st));
	sign_wipe(&st, sizeof(st));
	if (r == 0 && fsync(fd) < 0)
		r = -errno;
	if (r == 0 && renameat(side, "signer.new", side, "signer") < 0)
		r = -errno;
	if (r == 0 && fsync(side) < 0)
		r = -errno;
	return r;
}

int
audit_signer_load(int side, struct audit_signer *ret)
{
	auto_fd int fd = -1;
	struct stored st;
	int r = audit_file_open_own(side, "signer", O_RDONLY, &fd);

	if (r == 0)
		r = audit_file_read(fd, 0, &st, sizeof(st));
	if (r == 0)
		r = unpack(&st, ret);
	sign_wipe(&st, sizeof(st));
	return r;
}

int
audit_signer_store(int side, const struct audit_signer *s)
{
	auto_fd int fd = -1;
	struct stored st;
	ssize_t n;
	int r = audit_file_open_own(side, "signer", O_WRONLY, &fd);

	if (r < 0)
		return r;
	pack(s, &st);
	n = pwrite(fd, &st, sizeof(st), 0);
	if (n != (ssize_t)sizeof(st))
		r = n < 0 ? -errno : -EIO;
	sign_wipe(&st, sizeof(st));
	return r;
}

/* Past a checkpoint that the state has not seen: the seed moves on. */
static int
pass_checkpoint(struct audit_signer *s, const char *line, size_t n)
{
	struct audit_note note;
	struct json *record;
	const char *text;
	uint8_t next[SIGN_SEED], key[SIGN_PUBLIC];
	int r = -EKEYREJECTED;

	if (js_parse(line, n, &record) < 0)
		return -EBADMSG;
	text = js_get_str(record, "note");
	if (text != NULL && audit_note_parse(text, strlen(text), &note) == 0 &&
	    note.has_next) {
		sign_next_seed(s->seed, next);
		sign_public(next, key);
		if (memcmp(key, note.next, sizeof(key)) == 0) {
			memcpy(s->seed, next, sizeof(next));
			r = 0;
		}
		sign_wipe(next, sizeof(next));
	}
	js_free(record);
	return r;
}

/* A record that follows the state's end; older ones are passed over. */
static int
take_record(struct audit_signer *s, const char *line, size_t n)
{
	static const char checkpoint[] = "checkpoint";
	struct audit_line got;
	struct hash leaf;

	if (audit_scan(line, n, &got, NULL, NULL) < 0)
		return -EBADMSG;
	if (got.seq < s->tree.size)
		return 0;
	audit_scan_leaf(line, n, &got, &leaf);
	if (memcmp(&leaf, &got.hash, sizeof(leaf)) != 0)
		return -EBADMSG;
	if (got.seq != s->tree.size ||
	    memcmp(&got.prev, &s->head, sizeof(leaf)) != 0)
		return -EKEYREJECTED;
	audit_tree_add(&s->tree, &leaf);
	s->head = leaf;
	if (got.type_len != sizeof(checkpoint) - 1 ||
	    memcmp(got.type, checkpoint, got.type_len) != 0)
		return 0;
	s->signed_size = s->tree.size;
	return pass_checkpoint(s, line, n);
}

static int
read_file(struct audit_signer *s, int fd, uint64_t first, off_t from)
{
	struct audit_reader rd = { .fd = fd, .at = from };
	const char *line;
	struct stat st;
	bool whole;
	size_t n;
	int r;

	/* The caller has the lock: the size is what it is. */
	if (fstat(fd, &st) < 0)
		return -errno;
	rd.limit = st.st_size;
	if (from > st.st_size)
		return -EKEYREJECTED;
	while ((r = audit_reader_next(&rd, &line, &n, &whole)) > 0) {
		r = whole ? take_record(s, line, n) : -EBADMSG;
		if (r < 0)
			break;
	}
	if (r == 0) {
		s->first = first;
		s->offset = (uint64_t)rd.at;
	}
	audit_reader_free(&rd);
	return r;
}

/* The state ends in a file that is full by now: read on through those. */
static int
read_full_files(struct audit_signer *s, int dir, const char *name)
{
	struct audit_parts parts;
	int r = audit_parts_list(dir, name, &parts);

	if (r < 0)
		return r;
	for (size_t i = 0; r == 0 && i + 1 < parts.n; i++) {
		auto_fd int fd = -1;

		/* One that ends before the state does is not needed. */
		if (i + 2 < parts.n &&
		    parts.items[i + 1].first <= s->tree.size)
			continue;
		fd = openat(dir, parts.items[i].name,
		    O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
		r = fd < 0 ? -errno : read_file(s, fd, parts.items[i].first, 0);
	}
	audit_parts_free(&parts);
	return r;
}

int
audit_signer_catch_up(struct audit_signer *s, int dir, const char *name,
    int fd, uint64_t first)
{
	int r = 0;

	if (s->first == first)
		return read_file(s, fd, first, (off_t)s->offset);
	if (s->tree.size < first)
		r = read_full_files(s, dir, name);
	if (r == 0 && s->tree.size != first)
		r = -EKEYREJECTED;
	return r < 0 ? r : read_file(s, fd, first, 0);
}
