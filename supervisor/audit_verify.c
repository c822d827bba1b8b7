#include "audit.h"

#include "audit_file.h"
#include "audit_reader.h"
#include "audit_scan.h"
#include "base/buf.h"
#include "base/util.h"

struct anchor {
	bool		is_set, is_met;
	uint64_t	seq;
	struct hash	hash;
};

struct check {
	struct audit_reader	 reader;
	struct audit_report	*report;
	struct anchor		 anchor;
	uint64_t		 next;	/* the sequence number to come */
	struct hash		 head;	/* what it must be chained to */
};

const char *
audit_fault_name(enum audit_fault fault)
{
	switch (fault) {
	case AUDIT_WHOLE:
		return "whole";
	case AUDIT_TORN_TAIL:
		return "torn";
	case AUDIT_EDITED:
		return "edited";
	case AUDIT_REMOVED:
		return "removed";
	case AUDIT_REORDERED:
		return "reordered";
	case AUDIT_MALFORMED:
		return "malformed";
	case AUDIT_TRUNCATED:
		return "truncated";
	}
	return "unknown";
}

/* "SEQ:HASH", both in their one spelling. */
static int
parse_anchor(const char *text, struct anchor *ret)
{
	struct anchor a = { .is_set = true };
	const char *p = text;

	while (*p >= '0' && *p <= '9') {
		a.seq = a.seq * 10 + (uint64_t)(*p++ - '0');
		if (a.seq > (uint64_t)AUDIT_NUM_MAX)
			return -EINVAL;
	}
	if (p == text || *p != ':' || hash_parse(p + 1, &a.hash) < 0)
		return -EINVAL;
	*ret = a;
	return 0;
}

static void PRINTF_LIKE(5, 6)
found(struct check *c, enum audit_fault fault, uint64_t seq, uint64_t line,
    const char *fmt, ...)
{
	struct audit_report *rep = c->report;
	va_list ap;

	rep->fault = fault;
	rep->fault_seq = seq;
	rep->fault_line = line;
	va_start(ap, fmt);
	vsnprintf(rep->detail, sizeof(rep->detail), fmt, ap);
	va_end(ap);
}

static bool
is_same(const struct hash *a, const struct hash *b)
{
	return memcmp(a, b, sizeof(*a)) == 0;
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
	while ((r = audit_reader_next(&c->reader, &line, &n, &whole)) > 0) {
		if (audit_scan(line, n, &got, NULL, NULL) < 0 ||
		    got.seq != c->next || !is_same(&got.prev, &c->head))
			continue;
		audit_scan_leaf(line, n, &got, &leaf);
		if (!is_same(&leaf, &got.hash))
			continue;
		*ret_line = c->reader.line;
		return 0;
	}
	return r == -EMSGSIZE ? 0 : r;
}

/* A record that is whole in itself, but not the one that comes next. */
static int
judge_order(struct check *c, const struct audit_line *got)
{
	uint64_t here = c->reader.line, there;
	unsigned long long seq = got->seq, next = c->next;
	int r;

	if (got->seq == c->next && c->next == 0) {
		found(c, AUDIT_MALFORMED, 0, here,
		    "the first record is chained to another");
		return 0;
	}
	if (got->seq == c->next) {
		found(c, AUDIT_EDITED, c->next - 1, here - 1,
		    "records %llu and %llu do not belong together: %llu was "
		    "replaced, or what follows comes from elsewhere",
		    next - 1, next, next - 1);
		return 0;
	}
	if (got->seq < c->next) {
		found(c, AUDIT_REORDERED, got->seq, here,
		    "record %llu stands where %llu should", seq, next);
		return 0;
	}
	r = look_ahead(c, &there);
	if (r < 0)
		return r;
	if (there > 0)
		found(c, AUDIT_REORDERED, c->next, here,
		    "record %llu stands here; %llu follows only on line %llu",
		    seq, next, (unsigned long long)there);
	else if (seq - next == 1)
		found(c, AUDIT_REMOVED, c->next, here,
		    "record %llu is missing", next);
	else
		found(c, AUDIT_REMOVED, c->next, here,
		    "records %llu to %llu are missing", next, seq - 1);
	return 0;
}

/* One line. Returns 1 to go on, 0 at a fault, or -errno. */
static int
check_line(struct check *c, const char *line, size_t n, bool whole)
{
	struct audit_line got;
	struct hash leaf;
	const char *why;
	size_t column;

	if (!whole) {
		found(c, AUDIT_TORN_TAIL, c->next, c->reader.line,
		    "%zu bytes of an unfinished record", n);
		return 0;
	}
	if (audit_scan(line, n, &got, &why, &column) < 0) {
		found(c, AUDIT_MALFORMED, c->next, c->reader.line,
		    "column %zu: %s", column, why);
		return 0;
	}
	audit_scan_leaf(line, n, &got, &leaf);
	if (!is_same(&leaf, &got.hash)) {
		found(c, AUDIT_EDITED, c->next, c->reader.line,
		    "the record does not match its hash");
		return 0;
	}
	if (got.seq != c->next || !is_same(&got.prev, &c->head))
		return judge_order(c, &got);
	if (c->anchor.is_set && c->anchor.seq == got.seq) {
		if (!is_same(&c->anchor.hash, &leaf)) {
			found(c, AUDIT_EDITED, got.seq, c->reader.line,
			    "the record is not the one that was anchored");
			return 0;
		}
		c->anchor.is_met = true;
	}
	c->next++;
	c->head = leaf;
	return 1;
}

static int
check_all(struct check *c)
{
	const char *line;
	bool whole;
	size_t n;
	int r;

	for (;;) {
		r = audit_reader_next(&c->reader, &line, &n, &whole);
		if (r > 0)
			r = check_line(c, line, n, whole);
		else if (r == -EMSGSIZE) {
			found(c, AUDIT_MALFORMED, c->next, c->reader.line + 1,
			    "longer than a record may be");
			r = 0;
		}
		if (r <= 0)
			break;
	}
	c->report->records = c->next;
	c->report->head = c->head;
	c->report->anchored = c->anchor.is_met;
	if (r == 0 && c->anchor.is_set && !c->anchor.is_met &&
	    (c->report->fault == AUDIT_WHOLE ||
	    c->report->fault == AUDIT_TORN_TAIL))
		found(c, AUDIT_TRUNCATED, c->next, c->reader.line + 1,
		    "the log ends before record %llu, which was anchored",
		    (unsigned long long)c->anchor.seq);
	else if (r == 0 && c->report->fault == AUDIT_WHOLE && c->next == 0)
		found(c, AUDIT_TRUNCATED, 0, 1,
		    "not even the first record is there");
	return r;
}

int
audit_verify(const char *path, const char *anchor, struct audit_report *ret)
{
	struct audit_report report = { .fault = AUDIT_WHOLE };
	struct check c = { .report = &report };
	auto_fd int fd = -1;
	int r = 0;

	if (anchor != NULL)
		r = parse_anchor(anchor, &c.anchor);
	if (r == 0)
		r = audit_file_open_read(path, &fd);
	if (r == 0)
		r = audit_reader_init(&c.reader, fd, 0);
	if (r < 0)
		return r;
	r = check_all(&c);
	audit_reader_free(&c.reader);
	if (r == 0)
		*ret = report;
	return r;
}
