/*
 * The document of --json. What the code printed is never held: it goes from
 * the file that took it to standard output, piece by piece.
 */
#include "run_common.h"

#include <sys/mman.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/fdio.h"
#include "../../supervisor/base/fit.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/util.h"

#define DOCUMENT_MAX	((size_t)26 << 20)	/* of lists and long texts */

int
run_document_open(struct run_setup *setup)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(setup->logs); i++) {
		setup->logs[i] = memfd_create("output", MFD_CLOEXEC);
		if (setup->logs[i] >= 0) {
			if (!setup->stream || setup->gate != NULL)
				setup->opts.capture[i] = setup->logs[i];
			continue;
		}
		cmd_error(setup->cmd, "memfd_create: %s", strerror(errno));
		return setup->cmd->failure;
	}
	return 0;
}

/* The members of a run that never was. */
struct json *
run_empty_record(const char *status)
{
	static const char text[] = "{\"text\":null,\"results\":[],"
	    "\"truncated\":{\"stdout\":false,\"stderr\":false,"
	    "\"results\":false},"
	    "\"error\":null,\"exit_code\":null,\"signal\":null,"
	    "\"violations\":[],\"limit\":null,\"refusals\":[],"
	    "\"lookups\":[],"
	    "\"threads\":[],\"threads_left_out\":0,\"usage\":{\"wall_ms\":0,"
	    "\"cpu_ms\":0,\"max_rss_kib\":0,\"processes\":0,\"syscalls\":null,"
	    "\"stops\":0,\"bytes_written\":0,\"bytes_output\":0,"
	    "\"throttled_ms\":0},"
	    "\"files\":[],\"skipped\":[],\"isolation\":{\"tier\":null,"
	    "\"ptrace\":false,\"seccomp\":false,\"landlock_abi\":0,"
	    "\"guard\":false,\"missing\":[],\"cgroup\":null},"
	    "\"interpreter\":null,"
	    "\"promise\":null,\"auto\":null,\"explore\":null,"
	    "\"trace\":null,\"start\":null,\"start_why\":null,"
	    "\"left_out\":{}}";
	struct json *record;

	if (js_parse(text, sizeof(text) - 1, &record) < 0)
		abort();
	js_put_str(record, "status", status);
	return record;
}

static void
share_members(struct json *doc, const struct json *record,
    const char *const *members, size_t n)
{
	for (size_t i = 0; i < n; i++)
		js_put(doc, members[i], js_share(js_get(record, members[i])));
}

/* Those before `logs`, in the order of the contract. */
static struct json *
first_members(const struct run_setup *setup, const struct json *record,
    const struct json *verdict)
{
	static const char *const members[] = { "text", "results" };
	struct json *doc = js_obj();

	if (setup->stream)
		js_put_str(doc, "type", "document");
	js_put_str(doc, "schema", "sallyport/run/1");
	js_put_str(doc, "id", setup->id);
	js_put_str(doc, "label", setup->label);
	js_put_str(doc, "profile", setup->opts.rules != NULL ?
	    rules_profile_name(setup->opts.rules) : NULL);
	js_put(doc, "status", js_share(js_get(record, "status")));
	js_put(doc, "summary", run_summary(setup, record, verdict));
	share_members(doc, record, members, ARRAY_SIZE(members));
	return doc;
}

/* Those behind them. Takes the verdict over. */
static struct json *
other_members(const struct run_setup *setup, const struct json *record,
    struct json *verdict)
{
	static const char *const before[] = { "truncated", "error",
	    "exit_code", "signal" };
	static const char *const behind[] = { "lookups", "violations", "limit",
	    "refusals", "threads", "threads_left_out", "usage", "files",
	    "skipped", "isolation", "interpreter", "promise", "auto",
	    "explore", "trace", "start", "start_why", "left_out" };
	struct json *doc = js_obj(), *audit = js_obj();
	char hex[HASH_HEX];

	share_members(doc, record, before, ARRAY_SIZE(before));
	js_put(doc, "verdict", verdict != NULL ? verdict : js_nul());
	share_members(doc, record, behind, ARRAY_SIZE(behind));
	if (js_get(record, "output") != NULL)
		js_put(doc, "output", js_share(js_get(record, "output")));
	if (js_get(record, "session") != NULL) {
		js_put(doc, "session", js_share(js_get(record, "session")));
		js_put_num(doc, "cell", setup->cell);
	}
	hash_hex(&setup->hash, hex);
	js_put(audit, "seq", setup->logged ? js_num((int64_t)setup->seq) :
	    js_nul());
	js_put(audit, "hash", setup->logged ? js_str(hex) : js_nul());
	js_put(doc, "audit", audit);
	return fit_owned(doc, DOCUMENT_MAX);
}

/* A list of lines, one string for each, its newline included. */
struct lines {
	struct buf	out;
	bool		any, within;	/* of them; a string that is open */
};

static void
add_lines(struct lines *lines, const char *bytes, size_t n)
{
	const char *newline;
	size_t len;

	for (; n > 0; bytes += len, n -= len) {
		newline = memchr(bytes, '\n', n);
		len = newline != NULL ? (size_t)(newline + 1 - bytes) : n;
		if (!lines->within)
			buf_adds(&lines->out, lines->any ? ",\"" : "\"");
		lines->any = true;
		js_write_part(bytes, len, &lines->out);
		lines->within = newline == NULL;
		if (!lines->within)
			buf_addc(&lines->out, '"');
	}
}

size_t
run_cut_character(const char *bytes, size_t n)
{
	unsigned char c;
	size_t back;

	for (back = 1; back <= 3 && back <= n; back++) {
		c = (unsigned char)bytes[n - back];
		if (c >= 0xc0)
			return back < 2u + (c >= 0xe0) + (c >= 0xf0) ? back : 0;
		if (c < 0x80)
			break;
	}
	return 0;
}

static int
print_lines(int to, int fd)
{
	struct lines lines = { .out = BUF_INIT };
	char block[65536];
	size_t kept = 0, have;
	off_t at = 0;
	ssize_t n;
	int r;

	do {
		n = fd > 0 ? pread(fd, block + kept, sizeof(block) - kept,
		    at) : 0;
		at += n > 0 ? n : 0;
		have = kept + (n > 0 ? (size_t)n : 0);
		kept = n > 0 ? run_cut_character(block, have) : 0;
		add_lines(&lines, block, have - kept);
		memmove(block, block + have - kept, kept);
		if (n <= 0 && lines.within)
			buf_addc(&lines.out, '"');
		r = fdio_write_all(to, buf_str(&lines.out),
		    lines.out.len);
		lines.out.len = 0;
	} while (r == 0 && n > 0);
	buf_free(&lines.out);
	return r;
}

/* `skip` bytes less at the one end, `drop` at the other. */
static int
print_part(int to, const struct json *part, size_t skip, size_t drop)
{
	auto_buf struct buf out = BUF_INIT;

	js_write(part, &out);
	return fdio_write_all(to, out.data + skip,
	    out.len - skip - drop);
}

static int
print_text(int to, const char *text)
{
	return fdio_write_all(to, text, strlen(text));
}

int
run_write_document(struct run_setup *setup, int to, const struct json *record,
    struct json *verdict)
{
	struct json *first = first_members(setup, record, verdict);
	struct json *other = other_members(setup, record, verdict);
	int r;

	r = print_part(to, first, 0, strlen("}"));
	if (r == 0)
		r = print_text(to, ",\"logs\":{\"stdout\":[");
	if (r == 0)
		r = print_lines(to, setup->logs[0]);
	if (r == 0)
		r = print_text(to, "],\"stderr\":[");
	if (r == 0)
		r = print_lines(to, setup->logs[1]);
	if (r == 0)
		r = print_text(to, "]},");
	if (r == 0)
		r = print_part(to, other, strlen("{"), 0);
	if (r == 0)
		r = print_text(to, "\n");
	js_free(first);
	js_free(other);
	return r;
}

int
run_print_document(struct run_setup *setup, const struct json *record,
    struct json *verdict)
{
	int r;

	setup->printed = true;
	r = run_write_document(setup, STDOUT_FILENO, record, verdict);
	if (r < 0)
		cmd_error(setup->cmd, "standard output: %s", strerror(-r));
	return r;
}

void
run_document_end(struct run_setup *setup)
{
	if (setup->ready != NULL && !setup->ended)
		close(STDOUT_FILENO);
	setup->ended = true;
}
