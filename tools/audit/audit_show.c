/*
 * sallyport audit show, tail: records for a person, or as they stand.
 */
#include "audit_cmd.h"

#include <fcntl.h>
#include <getopt.h>
#include <sys/stat.h>

#include "../../supervisor/audit/audit.h"
#include "../../supervisor/audit/audit_file.h"
#include "../../supervisor/audit/audit_reader.h"
#include "../../supervisor/audit/audit_walk.h"
#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/json.h"
#include "../review/review.h"

#define RUN_LEAST	6		/* characters of a run's id */
#define PREVIEW		60		/* bytes of a string in a line */
#define DEEPEST		32		/* levels shown below each other */
#define PRINT_AT	(64u * 1024)
#define POLL_NS		200000000

struct filter {
	uint64_t	 first, last;
	const char	*run, *type;
	bool		 json, full, follow;
	uint64_t	 seen;		/* last sequence number read */
	uint64_t	 shown;		/* records that were wanted */
};

static void
add_time(int64_t ms, struct buf *out)
{
	time_t seconds = (time_t)(ms / 1000 - (ms % 1000 < 0));
	struct tm tm;
	char text[32];

	if (gmtime_r(&seconds, &tm) == NULL ||
	    strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S", &tm) == 0) {
		buf_addf(out, "%lld ms", (long long)ms);
		return;
	}
	buf_addf(out, "%s.%03dZ", text,
	    (int)(ms - (int64_t)seconds * 1000));
}

static bool
is_own(const char *key)
{
	static const char own[][8] = {
		"seq", "time", "boot", "type", "prev", "hash", "id",
	};

	return IS_ONE_OF(key, own);
}

static void
add_string(const char *s, size_t most, struct buf *out)
{
	size_t n = strlen(s), cut = n;

	if (n > most)
		for (cut = most; cut > 0 && (s[cut] & 0xc0) == 0x80; cut--)
			;
	buf_add_visible(out, s, cut);
	if (cut < n)
		buf_adds(out, "...");
}

static void
add_short(const char *key, const struct json *value, void *arg)
{
	struct buf *out = arg;

	/* On one line only what there is. */
	if (is_own(key) || js_is_null(value) ||
	    (js_is_arr(value) && js_len(value) == 0))
		return;
	buf_addc(out, ' ');
	add_string(key, PREVIEW, out);
	buf_addc(out, '=');
	if (js_as_str(value) != NULL)
		add_string(js_as_str(value), PREVIEW, out);
	else if (js_is_obj(value))
		buf_addf(out, "{%zu}", js_len(value));
	else if (js_is_arr(value))
		buf_addf(out, "[%zu]", js_len(value));
	else
		js_write(value, out);
}

/* " R236 openat(path="/etc/x") = EACCES at task.py:4 in load" */
static void
add_violation(const struct json *v, struct buf *out)
{
	const struct json *frame = js_at(js_get(v, "python"), 0);

	buf_addc(out, ' ');
	review_add_visible(out, js_get_str(v, "rule"));
	buf_addc(out, ' ');
	review_add_call(out, v);
	if (frame == NULL)
		return;
	buf_adds(out, " at ");
	review_add_frame(out, frame);
}

static void
add_record(const struct json *record, struct buf *out)
{
	const char *id = js_get_str(record, "id");

	buf_addf(out, "%6lld  ", (long long)js_get_num(record, "seq"));
	add_time(js_get_num(record, "time"), out);
	buf_addf(out, "  %-10s", js_get_str(record, "type"));
	if (id != NULL) {
		buf_addc(out, ' ');
		add_string(id, PREVIEW, out);
	}
	if (js_is_obj(js_get(record, "violation")))
		add_violation(js_get(record, "violation"), out);
	else
		js_each(record, add_short, out);
	buf_addc(out, '\n');
}

struct nesting {
	struct buf	*out;
	int		 depth;
};

static void add_full(const char *key, const struct json *value, void *arg);

static void
add_value(const struct json *value, struct nesting *at)
{
	struct nesting inner = { at->out, at->depth + 1 };
	char index[32];

	if (js_as_str(value) != NULL)
		buf_add_visible(at->out, js_as_str(value),
		    strlen(js_as_str(value)));
	else if ((!js_is_obj(value) && !js_is_arr(value)) ||
	    js_len(value) == 0 || inner.depth > DEEPEST)
		js_write(value, at->out);
	else {
		buf_addc(at->out, '\n');
		if (js_is_obj(value))
			js_each(value, add_full, &inner);
		for (size_t i = 0; js_is_arr(value) && i < js_len(value);
		    i++) {
			snprintf(index, sizeof(index), "%zu", i);
			add_full(index, js_at(value, i), &inner);
		}
		return;
	}
	buf_addc(at->out, '\n');
}

static void
add_full(const char *key, const struct json *value, void *arg)
{
	struct nesting *at = arg;
	size_t start;

	if (at->depth == 0 && strcmp(key, "time") == 0) {
		buf_adds(at->out, "time        ");
		add_time(js_as_num(value), at->out);
		buf_addc(at->out, '\n');
		return;
	}
	for (int i = 0; i < at->depth; i++)
		buf_adds(at->out, "  ");
	start = at->out->len;
	buf_add_visible(at->out, key, strlen(key));
	do
		buf_addc(at->out, ' ');
	while (at->out->len - start < 12);
	add_value(value, at);
}

/* All that it holds, below each other. */
static void
add_block(const struct json *record, struct buf *out)
{
	struct nesting top = { out, 0 };

	js_each(record, add_full, &top);
}

/* The id itself, or enough of its beginning. */
static bool
is_run(const char *id, const char *wanted)
{
	size_t n = strlen(wanted);

	return id != NULL && (strcmp(id, wanted) == 0 ||
	    (n >= RUN_LEAST && strncmp(id, wanted, n) == 0));
}

/* A line of the log, if it is wanted. What is no record is shown as such. */
static void
add_line(struct filter *f, const char *line, size_t n, struct buf *out)
{
	struct json *record = NULL;
	const char *type, *id;
	uint64_t seq;

	if (js_parse(line, n, &record) < 0 || !js_is_obj(record) ||
	    js_get_str(record, "type") == NULL) {
		if (f->run == NULL && f->type == NULL && !f->json) {
			buf_adds(out, "     ?  no record: ");
			buf_add_visible(out, line, n < 200 ? n : 200);
			buf_addc(out, '\n');
		}
		js_free(record);
		return;
	}
	seq = (uint64_t)js_get_num(record, "seq");
	type = js_get_str(record, "type");
	id = js_get_str(record, "id");
	f->seen = seq;
	if (seq < f->first || seq > f->last ||
	    (f->type != NULL && strcmp(f->type, type) != 0) ||
	    (f->run != NULL && !is_run(id, f->run))) {
		js_free(record);
		return;
	}
	f->shown++;
	if (f->json) {
		buf_add(out, line, n);
		buf_addc(out, '\n');
	} else if (f->full)
		add_block(record, out);
	else
		add_record(record, out);
	js_free(record);
}

/* All that the reader gives. 0, or -1 when it was complained. */
static int
print_rest(const char *path, struct audit_reader *rd, struct filter *f)
{
	auto_buf struct buf out = BUF_INIT;
	const char *line;
	bool whole;
	size_t n;
	int r;

	while ((r = audit_reader_next(rd, &line, &n, &whole)) > 0) {
		if (!whole && f->follow) {
			audit_reader_back(rd, n);
			r = 0;
			break;
		}
		add_line(f, line, n, &out);
		if (out.len >= PRINT_AT && audit_cmd_print(&out) < 0)
			return -1;
	}
	if (audit_cmd_print(&out) < 0)
		return -1;
	if (r == -EMSGSIZE)
		cmd_error(&cmd_audit, "%s: line %llu is longer than a record "
		    "may be", path, (unsigned long long)rd->line + 1);
	else if (r < 0)
		cmd_error(&cmd_audit, "%s: %s", path, audit_why(r));
	return r < 0 ? -1 : 0;
}

/* The same through all files of a log. */
static int
print_walk(const char *path, struct audit_walk *walk, struct filter *f)
{
	auto_buf struct buf out = BUF_INIT;
	const char *line;
	bool whole;
	size_t n;
	int r;

	while ((r = audit_walk_next(walk, &line, &n, &whole)) > 0) {
		add_line(f, line, n, &out);
		if (out.len >= PRINT_AT && audit_cmd_print(&out) < 0)
			return -1;
	}
	if (audit_cmd_print(&out) < 0)
		return -1;
	if (r < 0)
		cmd_error(&cmd_audit, "%s: %s, line %llu: %s", path,
		    audit_walk_file(walk),
		    (unsigned long long)audit_walk_line(walk) + 1,
		    audit_why(r));
	return r < 0 ? -1 : 0;
}

static int
open_log(const char *path, int *ret_fd)
{
	int r = audit_file_open_read(path, ret_fd);

	if (r < 0)
		cmd_error(&cmd_audit, "%s: %s", path, audit_why(r));
	return r;
}

/* "N" or "N-M" */
static int
parse_range(char *text, struct filter *f)
{
	char *dash = strchr(text, '-');

	if (dash != NULL)
		*dash = '\0';
	if (audit_cmd_number("--seq", text, &f->first) < 0)
		return -1;
	f->last = f->first;
	if (dash != NULL && audit_cmd_number("--seq", dash + 1, &f->last) < 0)
		return -1;
	f->full = dash == NULL;
	return 0;
}

static int
run_show(int argc, char **argv)
{
	static const struct option longs[] = {
		{ "seq", required_argument, NULL, 's' },
		{ "run", required_argument, NULL, 'r' },
		{ "type", required_argument, NULL, 't' },
		{ "json", no_argument, NULL, 'j' },
		{ NULL, 0, NULL, 0 }
	};
	struct filter f = { .last = UINT64_MAX };
	struct audit_walk *walk;
	auto_free char *path = NULL;
	int c, r;

	while ((c = cmd_getopt(&cmd_audit, argc, argv, longs)) != -1) {
		switch (c) {
		case 's':
			if (parse_range(optarg, &f) < 0)
				return cmd_audit.failure;
			break;
		case 'r':
			f.run = optarg;
			break;
		case 't':
			f.type = optarg;
			break;
		case 'j':
			f.json = true;
			break;
		default:
			return cmd_audit.failure;
		}
	}
	if (audit_cmd_path(argc, argv, &path) < 0)
		return cmd_audit.failure;
	r = audit_walk_open(path, &walk);
	if (r < 0) {
		cmd_error(&cmd_audit, "%s: %s", path, audit_why(r));
		return cmd_audit.failure;
	}
	r = print_walk(path, walk, &f);
	audit_walk_free(walk);
	if (r < 0)
		return cmd_audit.failure;
	if (f.shown > 0 || (f.run == NULL && f.type == NULL &&
	    f.first == 0 && f.last == UINT64_MAX))
		return 0;
	cmd_error(&cmd_audit, "%s: no record matches%s", path,
	    f.type != NULL ? "; types are log, submission, verdict, "
	    "intent, violation, outcome, approval, checkpoint, repair, "
	    "rotate, retention, unanchored" : "");
	return 1;
}

const struct cmd_word audit_word_show = {
	.name = "show",
	.usage = "[--seq N[-M]] [--run ID] [--type TYPE] [--json] [LOG]",
	.summary = "records, oldest first",
	.help =
	"    --seq N[-M]          these alone; one record is shown in full\n"
	"    --run ID             of one run\n"
	"    --type TYPE          of one type\n"
	"    --json               as they stand in the log\n",
	.run = run_show,
};

/*
 * Where the last *n lines before `end` begin; *n becomes how many more are
 * wanted from the file before this one.
 */
static int
find_lines(int fd, off_t end, uint64_t *n, off_t *ret)
{
	char block[8192];
	off_t at = end;
	size_t size;
	int r;

	*ret = at;
	while (at > 0 && *n > 0) {
		size = at < (off_t)sizeof(block) ? (size_t)at : sizeof(block);
		r = audit_file_read(fd, at - (off_t)size, block, size);
		if (r < 0)
			return r;
		for (; size > 0 && *n > 0; size--, at--)
			/* The newline at the very end closes the last line. */
			if (block[size - 1] == '\n' && at != end && --*n == 0)
				*ret = at;
	}
	if (*n > 0 && end > 0) {
		--*n;		/* the line at the beginning */
		*ret = 0;
	}
	return 0;
}

/*
 * The last `n` lines that stand in full files, of the `n` that the present
 * one has too few of.
 */
static int
print_earlier(const char *path, uint64_t n, struct filter *f)
{
	auto_buf struct buf out = BUF_INIT;
	struct audit_walk *walk;
	uint64_t lines = 0, skip;
	const char *line;
	bool whole;
	size_t len;
	int r;

	for (int pass = 0; pass < 2; pass++) {
		skip = lines > n ? lines - n : 0;
		r = audit_walk_open(path, &walk);
		if (r < 0)
			return r;
		while ((r = audit_walk_next(walk, &line, &len, &whole)) > 0 &&
		    !audit_walk_is_last_file(walk)) {
			if (pass == 0)
				lines++;
			else if (skip > 0)
				skip--;
			else
				add_line(f, line, len, &out);
		}
		audit_walk_free(walk);
		if (r < 0)
			return r;
	}
	return audit_cmd_print(&out);
}

static bool
is_replaced(const char *path, int fd)
{
	struct stat named, open_one;

	return stat(path, &named) == 0 && fstat(fd, &open_one) == 0 &&
	    (named.st_dev != open_one.st_dev ||
	    named.st_ino != open_one.st_ino);
}

/*
 * More than one rotation may have passed while we napped: the records up to
 * the first one of the file that `rd` is at.
 */
static int
print_skipped(const char *path, struct audit_reader *rd, struct filter *f)
{
	struct filter gap = *f;
	struct audit_walk *walk;
	const char *line;
	struct json *first;
	uint64_t seq = 0;
	bool whole;
	size_t n;
	int r = audit_reader_next(rd, &line, &n, &whole);

	if (r <= 0)
		return r;
	if (js_parse(line, n, &first) == 0) {
		seq = (uint64_t)js_get_num(first, "seq");
		js_free(first);
	}
	rd->at = 0;
	rd->have = rd->used = 0;
	rd->line = 0;
	if (seq <= f->seen + 1)
		return 0;
	gap.first = f->seen + 1;
	gap.last = seq - 1;
	r = audit_walk_open(path, &walk);
	if (r < 0)
		return r;
	r = print_walk(path, walk, &gap);
	audit_walk_free(walk);
	return r;
}

/*
 * Until a signal ends it. Looked at five times a second: that costs nothing,
 * and works on file systems that tell no one of changes.
 */
static int
follow(const char *path, int *fd, struct audit_reader *rd, struct filter *f)
{
	const struct timespec nap = { 0, POLL_NS };
	bool replaced;
	int r;

	for (;;) {
		nanosleep(&nap, NULL);
		/* Asked first, so that nothing of the old file is missed. */
		replaced = is_replaced(path, *fd);
		r = audit_reader_extend(rd);
		if (r < 0) {
			cmd_error(&cmd_audit, "%s: %s", path, audit_why(r));
			return r;
		}
		if (rd->limit < rd->at) {
			cmd_error(&cmd_audit, "%s: became shorter", path);
			return -EBADMSG;
		}
		if (print_rest(path, rd, f) < 0)
			return -EIO;
		if (!replaced)
			continue;
		audit_reader_free(rd);
		close(*fd);
		*fd = -1;
		if (open_log(path, fd) < 0 ||
		    audit_reader_init(rd, *fd, 0) < 0 ||
		    print_skipped(path, rd, f) < 0 ||
		    print_rest(path, rd, f) < 0)
			return -EIO;
	}
}

static int
run_tail(int argc, char **argv)
{
	static const struct option longs[] = {
		{ "lines", required_argument, NULL, 'n' },
		{ "follow", no_argument, NULL, 'f' },
		{ "json", no_argument, NULL, 'j' },
		{ NULL, 0, NULL, 0 }
	};
	static char lines[] = "--lines", follows[] = "--follow";
	struct filter f = { .last = UINT64_MAX };
	struct audit_reader rd;
	auto_free char *path = NULL;
	auto_fd int fd = -1;
	uint64_t n = 10;
	off_t from;
	int c, r;

	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "-n") == 0)
			argv[i] = lines;
		else if (strcmp(argv[i], "-f") == 0)
			argv[i] = follows;
	}
	while ((c = cmd_getopt(&cmd_audit, argc, argv, longs)) != -1) {
		switch (c) {
		case 'n':
			if (audit_cmd_number("-n", optarg, &n) < 0)
				return cmd_audit.failure;
			break;
		case 'f':
			f.follow = true;
			break;
		case 'j':
			f.json = true;
			break;
		default:
			return cmd_audit.failure;
		}
	}
	if (audit_cmd_path(argc, argv, &path) < 0 || open_log(path, &fd) < 0)
		return cmd_audit.failure;
	r = audit_reader_init(&rd, fd, 0);
	if (r == 0)
		r = find_lines(fd, rd.limit, &n, &from);
	if (r == 0 && n > 0)
		r = print_earlier(path, n, &f);
	if (r < 0) {
		cmd_error(&cmd_audit, "%s: %s", path, audit_why(r));
		return cmd_audit.failure;
	}
	rd.at = from;
	r = print_rest(path, &rd, &f);
	if (r == 0 && f.follow)
		r = follow(path, &fd, &rd, &f);
	audit_reader_free(&rd);
	return r < 0 ? cmd_audit.failure : 0;
}

const struct cmd_word audit_word_tail = {
	.name = "tail",
	.usage = "[-n N] [-f] [--json] [LOG]",
	.summary = "the last records",
	.help =
	"    -n N                 how many; 10\n"
	"    -f                   and those that come, as they come\n"
	"    --json               as they stand in the log\n",
	.run = run_tail,
};
