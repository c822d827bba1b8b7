#include "audit.h"

#include <fcntl.h>

#include "audit_anchor.h"
#include "audit_impl.h"
#include "audit_jobs.h"
#include "audit_scan.h"
#include "audit_walk.h"
#include "../base/buf.h"
#include "../base/json.h"
#include "../base/mem.h"
#include "../base/util.h"

struct check {
	struct audit_walk	*walk;
	struct audit_report	*report;
	struct audit_anchors	 anchors;
	size_t			 anchor;	/* the next one to meet */
	uint64_t		 next;	/* the sequence number to come */
	struct hash		 head;	/* what it must be chained to */
	struct audit_tree	 tree;
	char			 origin[AUDIT_ORIGIN_MAX];
	bool			 has_key;
	uint8_t			 key[SIGN_PUBLIC];	/* of this epoch */
	uint64_t		 until;	/* what retention has taken */
	uint64_t		 mark;	/* behind the last checkpoint's record */
	uint64_t		 since_line;	/* of the first record not yet */
	char			 since_file[256];	/* under a signature */
	struct audit_jobs	 jobs;
	struct audit_signer	 signer;
};

const char *
audit_fault_name(enum audit_fault fault)
{
	static const char *const names[] = {
		"whole", "torn", "edited", "removed", "reordered",
		"malformed", "truncated", "forged",
	};

	return fault < ARRAY_SIZE(names) ? names[fault] : "unknown";
}

const char *
audit_signer_name(enum audit_signer_state state)
{
	static const char *const names[] = {
		"absent", "unreadable", "agrees", "behind", "disagrees",
	};

	return state < ARRAY_SIZE(names) ? names[state] : "unknown";
}

static void PRINTF_LIKE(6, 7)
found_at(struct check *c, enum audit_fault fault, uint64_t seq,
    const char *file, uint64_t line, const char *fmt, ...)
{
	struct audit_report *rep = c->report;
	va_list ap;

	rep->fault = fault;
	rep->fault_seq = seq;
	rep->fault_line = line;
	snprintf(rep->fault_file, sizeof(rep->fault_file), "%s", file);
	va_start(ap, fmt);
	vsnprintf(rep->detail, sizeof(rep->detail), fmt, ap);
	va_end(ap);
}

/* At the line last read. */
#define found(c, fault, seq, ...) found_at(c, fault, seq, \
    audit_walk_file((c)->walk), audit_walk_line((c)->walk), __VA_ARGS__)

static bool
is_same(const struct hash *a, const struct hash *b)
{
	return memcmp(a, b, sizeof(*a)) == 0;
}

static bool
is_type(const struct audit_line *got, const char *type)
{
	return got->type_len == strlen(type) &&
	    memcmp(got->type, type, got->type_len) == 0;
}

/* Does the record that should stand here come further down? */
static int
look_ahead(struct check *c, uint64_t *ret_line)
{
	struct audit_line got;
	struct hash leaf;
	const char *line;
	bool whole;
	size_t n;
	int r;

	*ret_line = 0;
	while ((r = audit_walk_next(c->walk, &line, &n, &whole)) > 0) {
		if (audit_scan(line, n, &got, NULL, NULL) < 0 ||
		    got.seq != c->next || !is_same(&got.prev, &c->head))
			continue;
		audit_scan_leaf(line, n, &got, &leaf);
		if (!is_same(&leaf, &got.hash))
			continue;
		*ret_line = audit_walk_line(c->walk);
		return 0;
	}
	return r == -EMSGSIZE ? 0 : r;
}

/* A record that is whole in itself, but not the one that comes next. */
static int
judge_order(struct check *c, const struct audit_line *got)
{
	unsigned long long seq = got->seq, next = c->next;
	uint64_t line = audit_walk_line(c->walk), there;
	char file[sizeof(c->report->fault_file)];
	int r;

	if (got->seq == c->next && c->next == 0) {
		found(c, AUDIT_MALFORMED, 0,
		    "the first record is chained to another");
		return 0;
	}
	if (got->seq == c->next) {
		found(c, AUDIT_EDITED, c->next - 1,
		    "records %llu and %llu do not belong together: %llu was "
		    "replaced, or what follows comes from elsewhere",
		    next - 1, next, next - 1);
		c->report->fault_line -= line > 1;
		return 0;
	}
	if (got->seq < c->next) {
		found(c, AUDIT_REORDERED, got->seq,
		    "record %llu stands where %llu should", seq, next);
		return 0;
	}
	snprintf(file, sizeof(file), "%s", audit_walk_file(c->walk));
	r = look_ahead(c, &there);
	if (r < 0)
		return r;
	if (there > 0)
		found_at(c, AUDIT_REORDERED, c->next, file, line,
		    "record %llu stands here; %llu follows only on line %llu",
		    seq, next, (unsigned long long)there);
	else if (seq - next == 1)
		found_at(c, AUDIT_REMOVED, c->next, file, line,
		    "record %llu is missing", next);
	else
		found_at(c, AUDIT_REMOVED, c->next, file, line,
		    "records %llu to %llu are missing", next, seq - 1);
	return 0;
}

/* A later file says the same of itself as all before it have led to? */
static int
check_claims(const struct check *c, const struct json *peaks)
{
	struct hash peak;
	const char *hex;
	size_t i = 0;

	for (int bit = AUDIT_TREE_DEEPEST - 1; bit >= 0; bit--) {
		if (!(c->next >> bit & 1))
			continue;
		hex = js_as_str(js_at(peaks, i++));
		if (hex == NULL || hash_parse(hex, &peak) < 0 ||
		    !is_same(&peak, &c->tree.peaks[bit]))
			return -EBADMSG;
	}
	return 0;
}

/* What a file's first line says: the log's name, its key, its tree. */
static int
take_first(struct check *c, const struct json *record)
{
	const struct json *peaks = js_get(record, "tree");
	const char *id = js_get_str(record, "log");
	const char *key = js_get_str(record, "key");
	char origin[sizeof(c->origin)];
	uint8_t named[SIGN_PUBLIC];
	struct hash peak;
	size_t i = 0;

	if (id == NULL || strlen(id) != AUDIT_LOG_ID)
		return -EBADMSG;
	snprintf(origin, sizeof(origin), AUDIT_ORIGIN "%s", id);
	if (key != NULL && audit_note_parse_key(key, strlen(key), origin,
	    named) < 0)
		return -EBADMSG;
	if (c->next != c->report->begin)
		return strcmp(origin, c->origin) != 0 ||
		    (key != NULL) != c->has_key || (key != NULL &&
		    memcmp(named, c->key, sizeof(named)) != 0) ? -EBADMSG :
		    check_claims(c, peaks);
	memcpy(c->origin, origin, sizeof(c->origin));
	if (key != NULL) {
		memcpy(c->key, named, sizeof(c->key));
		c->has_key = true;
		snprintf(c->report->key, sizeof(c->report->key), "%s", key);
	}
	c->tree.size = c->next;
	for (int bit = AUDIT_TREE_DEEPEST - 1; bit >= 0; bit--) {
		const char *hex;

		if (!(c->next >> bit & 1))
			continue;
		hex = js_as_str(js_at(peaks, i++));
		if (hex == NULL || hash_parse(hex, &peak) < 0)
			return -EBADMSG;
		c->tree.peaks[bit] = peak;
	}
	return 0;
}

/*
 * A record of the log's own: the first one, a checkpoint, a retention.
 * Returns 1 to go on, 0 at a fault.
 */
static int
check_checkpoint(struct check *c, const struct json *record)
{
	const char *text = js_get_str(record, "note");
	unsigned long long from = c->report->signed_to, to = c->next;
	struct audit_job *job;
	struct audit_note note;
	struct hash root;

	if (text == NULL || audit_note_parse(text, strlen(text), &note) < 0 ||
	    note.size != c->next || strcmp(note.origin, c->origin) != 0) {
		found(c, AUDIT_FORGED, c->next,
		    "it is no checkpoint of this log at this place");
		return 0;
	}
	audit_tree_root(&c->tree, &root);
	if (!is_same(&root, &note.root)) {
		found_at(c, AUDIT_EDITED, from, c->since_file, c->since_line,
		    "among records %llu to %llu are some that are not those "
		    "that were signed", from, to - 1);
		return 0;
	}
	if (!c->has_key) {
		found(c, AUDIT_FORGED, c->next, "no key was named for it");
		return 0;
	}
	job = MEM_PUSH(c->jobs.items, c->jobs.n, c->jobs.cap);
	job->text = mem_strdup(text);
	job->n = strlen(text);
	job->note = note;
	memcpy(job->key, c->key, sizeof(job->key));
	c->report->signed_to = note.size;
	c->mark = note.size + 1;
	job->seq = c->next;
	job->line = audit_walk_line(c->walk);
	snprintf(job->file, sizeof(job->file), "%s", audit_walk_file(c->walk));
	c->has_key = note.has_next;
	memcpy(c->key, note.next, sizeof(c->key));
	c->report->checkpoints++;
	return 1;
}

/* All signatures that wait. A bad one comes before any later fault. */
static int
check_signatures(struct check *c)
{
	const struct audit_job *bad = audit_jobs_run(&c->jobs);

	if (bad != NULL)
		found_at(c, AUDIT_FORGED, bad->seq, bad->file, bad->line,
		    "the checkpoint is not signed by the key of its epoch");
	audit_jobs_clear(&c->jobs);
	return bad == NULL;
}

/* The tree and the last hash, held against what was saved elsewhere. */
static int
check_anchors(struct check *c)
{
	const struct audit_anchor *a;
	struct hash root;

	for (; c->anchor < c->anchors.n; c->anchor++) {
		a = &c->anchors.items[c->anchor];
		if (a->size > c->tree.size)
			return 1;
		audit_tree_root(&c->tree, &root);
		if (a->size == c->tree.size &&
		    is_same(&a->hash, a->is_root ? &root : &c->head) &&
		    (!a->is_root || strcmp(a->origin, c->origin) == 0)) {
			c->report->anchored_to = a->size;
			continue;
		}
		if (a->size < c->report->begin)
			continue;	/* of records no longer kept */
		found(c, AUDIT_EDITED, a->is_root ? c->report->anchored_to :
		    a->size - 1, a->is_root && strcmp(a->origin, c->origin) ?
		    "the checkpoint saved elsewhere is of another log" :
		    a->is_root ? "among the records up to here are some that "
		    "are not those saved elsewhere" :
		    "the record is not the one that was anchored");
		return 0;
	}
	return 1;
}

static int
check_own(struct check *c, const struct audit_line *got, const char *line,
    size_t n)
{
	struct json *record;
	int64_t until;
	int r = 1;

	bool first = c->next == c->report->begin || is_type(got, "rotate");

	if (!first && !is_type(got, "checkpoint") &&
	    !is_type(got, "retention"))
		return 1;
	if (js_parse(line, n, &record) < 0) {
		found(c, AUDIT_MALFORMED, c->next, "not a record");
		return 0;
	}
	if (first && take_first(c, record) < 0) {
		found(c, AUDIT_MALFORMED, c->next, "it does not say which "
		    "log this is, or not what the files before it lead to");
		r = 0;
	} else if (c->next == c->report->begin && c->next > 0)
		r = check_anchors(c);
	else if (is_type(got, "checkpoint"))
		r = check_checkpoint(c, record);
	else if (is_type(got, "retention")) {
		until = js_get_num(record, "until");
		if (until > 0 && (uint64_t)until > c->until)
			c->until = (uint64_t)until;
	}
	js_free(record);
	return r;
}

/* The very first line: where does what is kept begin? */
static void
begin(struct check *c, const struct audit_line *got)
{
	c->next = c->report->begin = got->seq;
	c->report->signed_to = got->seq;
	c->mark = got->seq;
	c->head = got->prev;
}

/* One line. Returns 1 to go on, 0 at a fault, or -errno. */
static int
check_line(struct check *c, const char *line, size_t n, bool whole)
{
	struct audit_line got;
	struct hash leaf;
	const char *why;
	size_t column;
	int r;

	if (!whole && audit_walk_is_last_file(c->walk)) {
		found(c, AUDIT_TORN_TAIL, c->next,
		    "%zu bytes of an unfinished record", n);
		return 0;
	}
	if (!whole || audit_scan(line, n, &got, &why, &column) < 0) {
		if (!whole)
			found(c, AUDIT_MALFORMED, c->next,
			    "the file ends within a record");
		else
			found(c, AUDIT_MALFORMED, c->next, "column %zu: %s",
			    column, why);
		return 0;
	}
	audit_scan_leaf(line, n, &got, &leaf);
	if (!is_same(&leaf, &got.hash)) {
		found(c, AUDIT_EDITED, c->next,
		    "the record does not match its hash");
		return 0;
	}
	if (c->tree.size == 0 && c->next == 0 && is_type(&got, "rotate"))
		begin(c, &got);
	if (got.seq != c->next || !is_same(&got.prev, &c->head))
		return judge_order(c, &got);
	r = check_own(c, &got, line, n);
	if (r <= 0)
		return r;
	if (c->report->signed_to == c->next) {
		c->since_line = audit_walk_line(c->walk);
		snprintf(c->since_file, sizeof(c->since_file), "%s",
		    audit_walk_file(c->walk));
	}
	audit_tree_add(&c->tree, &leaf);
	c->next++;
	c->head = leaf;
	r = check_anchors(c);
	if (r > 0 && c->jobs.n >= AUDIT_JOBS_FULL)
		r = check_signatures(c);
	return r;
}

/* At the end of a log in which no record is wrong. */
static void
judge_end(struct check *c)
{
	struct audit_report *rep = c->report;
	const char *file = audit_walk_file(c->walk);
	uint64_t line = audit_walk_line(c->walk) + 1;

	if (c->next == rep->begin)
		found_at(c, AUDIT_TRUNCATED, c->next, file, 1,
		    "not even the first record is there");
	else if (rep->begin > c->until && !audit_walk_is_part(c->walk))
		found_at(c, AUDIT_REMOVED, 0, file, 1,
		    "records 0 to %llu are missing, and no record says that "
		    "their time was over", (unsigned long long)rep->begin - 1);
	else if (c->anchor < c->anchors.n)
		found_at(c, AUDIT_TRUNCATED, c->next, file, line,
		    "the log ends before record %llu, which was anchored",
		    (unsigned long long)
		    c->anchors.items[c->anchors.n - 1].size - 1);
	else if (rep->signer == AUDIT_SIGNER_DISAGREES)
		found_at(c, c->signer.signed_size > c->mark ?
		    AUDIT_TRUNCATED : AUDIT_EDITED, c->next, file, line,
		    c->signer.signed_size > c->mark ?
		    "the log ends before record %llu, which was signed" :
		    "what was signed up to record %llu was signed by another "
		    "key than the one beside the log",
		    (unsigned long long)c->signer.signed_size - 1);
}

/*
 * The signer was read before the log, so it cannot be ahead of it, however
 * many write meanwhile.
 */
static enum audit_signer_state
judge_signer(const struct check *c)
{
	uint8_t key[SIGN_PUBLIC];

	if (c->report->signer != AUDIT_SIGNER_AGREES)
		return c->report->signer;
	if (c->signer.signed_size < c->mark)
		return AUDIT_SIGNER_BEHIND;
	if (c->signer.tree.size == 0)
		return AUDIT_SIGNER_AGREES;
	sign_public(c->signer.seed, key);
	return c->signer.signed_size == c->mark && c->has_key &&
	    memcmp(key, c->key, sizeof(key)) == 0 ? AUDIT_SIGNER_AGREES :
	    AUDIT_SIGNER_DISAGREES;
}

static int
check_all(struct check *c)
{
	struct audit_report *rep = c->report;
	const char *line;
	bool whole;
	size_t n;
	int r;

	for (;;) {
		r = audit_walk_next(c->walk, &line, &n, &whole);
		if (r > 0)
			r = check_line(c, line, n, whole);
		else if (r == -EMSGSIZE) {
			found(c, AUDIT_MALFORMED, c->next,
			    "longer than a record may be");
			rep->fault_line++;
			r = 0;
		}
		if (r <= 0)
			break;
	}
	if (r < 0)
		return r;
	check_signatures(c);
	rep->records = c->next - rep->begin;
	rep->head = c->head;
	if (rep->fault == AUDIT_WHOLE || rep->fault == AUDIT_TORN_TAIL) {
		if (!audit_walk_is_part(c->walk))
			rep->signer = judge_signer(c);
		judge_end(c);
	}
	rep->anchored = rep->anchored_to > 0 && c->anchor == c->anchors.n;
	rep->keyed = c->anchors.key != NULL &&
	    strcmp(c->anchors.key, rep->key) == 0;
	if (c->anchors.key != NULL && !rep->keyed &&
	    (rep->fault == AUDIT_WHOLE || rep->fault == AUDIT_TORN_TAIL))
		found_at(c, AUDIT_FORGED, rep->begin,
		    audit_walk_file(c->walk), 1,
		    "the log begins with another key than the one given");
	return 0;
}

static enum audit_signer_state
read_signer(const char *path, struct audit_signer *ret)
{
	auto_free char *side = NULL;
	auto_fd int fd = -1;
	int r;

	if (asprintf(&side, "%s.d", path) < 0)
		return AUDIT_SIGNER_UNREADABLE;
	fd = open(side, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	r = fd < 0 ? -errno : audit_signer_load(fd, ret);
	return r == 0 ? AUDIT_SIGNER_AGREES : r == -ENOENT ?
	    AUDIT_SIGNER_ABSENT : AUDIT_SIGNER_UNREADABLE;
}

int
audit_verify(const char *path, const char *anchors, struct audit_report *ret)
{
	struct audit_report report = { .fault = AUDIT_WHOLE };
	struct check *c = mem_new(1, sizeof(*c));
	int r = 0;

	c->report = &report;
	if (anchors != NULL)
		r = audit_anchors_parse(anchors, &c->anchors);
	if (r == 0) {
		report.signer = read_signer(path, &c->signer);
		r = audit_walk_open(path, &c->walk);
	}
	if (r == 0)
		r = check_all(c);
	if (r == 0)
		*ret = report;
	audit_walk_free(c->walk);
	audit_anchors_free(&c->anchors);
	audit_jobs_free(&c->jobs);
	sign_wipe(&c->signer, sizeof(c->signer));
	free(c);
	return r;
}
