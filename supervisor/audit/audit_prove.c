#include "audit_prove.h"

#include "audit_note.h"
#include "audit_scan.h"
#include "audit_tree.h"
#include "audit_walk.h"
#include "../base/buf.h"
#include "../base/json.h"
#include "../base/util.h"

static bool
is_type(const struct audit_line *got, const char *type)
{
	return got->type_len == strlen(type) &&
	    memcmp(got->type, type, got->type_len) == 0;
}

/* The note of a checkpoint's line, appended to `out`; its head. */
static int
read_note(const char *line, size_t n, struct buf *out,
    struct audit_note *ret)
{
	struct json *record;
	const char *text;
	int r = -EBADMSG;

	if (js_parse(line, n, &record) < 0)
		return r;
	text = js_get_str(record, "note");
	if (text != NULL)
		r = audit_note_parse(text, strlen(text), ret);
	if (r == 0)
		buf_adds(out, text);
	js_free(record);
	return r;
}

static int
next_record(struct audit_walk *w, const char **line, size_t *n,
    struct audit_line *ret)
{
	bool whole;
	int r = audit_walk_next(w, line, n, &whole);

	if (r <= 0)
		return r;
	if (!whole && audit_walk_is_last_file(w))
		return 0;	/* torn: no record yet */
	return !whole || audit_scan(*line, *n, ret, NULL, NULL) < 0 ?
	    -EBADMSG : 1;
}

/* The checkpoint that is meant: of `size`, or the last. */
static int
find_note(const char *path, uint64_t size, struct buf *out,
    struct audit_note *ret)
{
	struct audit_walk *w = NULL;
	struct audit_note note;
	struct audit_line got;
	const char *line;
	bool any = false;
	size_t n;
	int r = audit_walk_open(path, &w);

	while (r == 0 && (r = next_record(w, &line, &n, &got)) > 0) {
		r = 0;
		if (!is_type(&got, "checkpoint"))
			continue;
		if (size != 0 && size != got.seq)
			continue;
		out->len = 0;
		r = read_note(line, n, out, &note);
		any = r == 0;
		if (any)
			*ret = note;
	}
	audit_walk_free(w);
	return r < 0 ? r : any ? 0 : -ENODATA;
}

int
audit_checkpoints(const char *path, bool all, struct buf *out)
{
	struct audit_walk *w = NULL;
	struct audit_note note;
	struct audit_line got;
	const char *line;
	bool any = false;
	size_t n;
	int r;

	if (!all)
		return find_note(path, 0, out, &note);
	r = audit_walk_open(path, &w);
	while (r == 0 && (r = next_record(w, &line, &n, &got)) > 0) {
		r = 0;
		if (!is_type(&got, "checkpoint"))
			continue;
		if (any)
			buf_addc(out, '\n');
		r = read_note(line, n, out, &note);
		any = true;
	}
	audit_walk_free(w);
	return r < 0 ? r : any ? 0 : -ENODATA;
}

/* The tree before the first record that is kept, from that record itself. */
static int
read_start(const char *line, size_t n, uint64_t seq, struct audit_tree *ret)
{
	struct audit_tree tree = { .size = seq };
	const struct json *peaks;
	struct json *record;
	const char *hex;
	size_t i = 0;
	int r = 0;

	if (js_parse(line, n, &record) < 0)
		return -EBADMSG;
	peaks = js_get(record, "tree");
	for (int bit = AUDIT_TREE_DEEPEST - 1; r == 0 && bit >= 0; bit--) {
		if (!(seq >> bit & 1))
			continue;
		hex = js_as_str(js_at(peaks, i++));
		r = hex == NULL ? -EBADMSG :
		    hash_parse(hex, &tree.peaks[bit]);
	}
	js_free(record);
	if (r == 0)
		*ret = tree;
	return r < 0 ? -EBADMSG : 0;
}

struct proving {
	uint64_t		 seq;
	struct audit_note	 note;
	struct audit_path	*path;
	struct hash		 leaf;		/* of the record itself */
	struct buf		 record;	/* its line */
};

static int
feed_record(struct proving *p, const char *line, size_t n,
    const struct audit_line *got)
{
	struct audit_tree start = { 0 };
	struct hash leaf;
	int r = 0;

	if (p->path == NULL) {
		if (got->seq > 0)
			r = read_start(line, n, got->seq, &start);
		if (r == 0)
			r = audit_path_new(&start, p->seq, p->note.size,
			    &p->path);
		if (r < 0)
			return r == -EINVAL ? -ENOENT : r;
	}
	audit_scan_leaf(line, n, got, &leaf);
	if (got->seq == p->seq) {
		p->leaf = leaf;
		buf_add(&p->record, line, n);
	}
	audit_path_feed(p->path, &leaf);
	return 0;
}

static int
feed_all(struct proving *p, const char *path)
{
	struct audit_walk *w = NULL;
	struct audit_line got;
	const char *line;
	size_t n;
	int r = audit_walk_open(path, &w);

	while (r == 0 && (r = next_record(w, &line, &n, &got)) > 0) {
		if (got.seq >= p->note.size) {
			r = 0;
			break;
		}
		r = feed_record(p, line, n, &got);
	}
	audit_walk_free(w);
	return r < 0 ? r : p->record.len == 0 ? -EBADMSG : 0;
}

/* What was made is checked as its reader will. */
static int
write_proof(const struct proving *p, const struct buf *note, struct buf *out)
{
	struct hash siblings[AUDIT_TREE_DEEPEST];
	size_t n;

	if (audit_path_count(p->path, &n) < 0)
		return -EBADMSG;
	for (size_t i = 0; i < n; i++)
		audit_path_at(p->path, i, &siblings[i]);
	if (audit_path_check(&p->leaf, p->seq, p->note.size, siblings, n,
	    &p->note.root) < 0)
		return -EBADMSG;
	buf_adds(out, "c2sp.org/tlog-proof@v1\nextra ");
	sign_base64(p->record.data, p->record.len, out);
	buf_addf(out, "\nindex %llu\n", (unsigned long long)p->seq);
	for (size_t i = 0; i < n; i++) {
		sign_base64(&siblings[i], sizeof(siblings[i]), out);
		buf_addc(out, '\n');
	}
	buf_addc(out, '\n');
	buf_add(out, note->data, note->len);
	return 0;
}

int
audit_prove(const char *path, uint64_t seq, uint64_t size, struct buf *out)
{
	struct proving p = { .seq = seq, .record = BUF_INIT };
	auto_buf struct buf note = BUF_INIT;
	int r = find_note(path, size, &note, &p.note);

	if (r == 0 && seq >= p.note.size)
		r = -ENODATA;
	if (r == 0)
		r = feed_all(&p, path);
	if (r == 0)
		r = write_proof(&p, &note, out);
	audit_path_free(p.path);
	buf_free(&p.record);
	return r;
}
