/*
 * sallyport audit: read the log, and say whether it is whole.
 */
#include "audit_cmd.h"

#include <getopt.h>

#include "../supervisor/audit.h"
#include "../supervisor/base/buf.h"
#include "../supervisor/base/fdio.h"
#include "../supervisor/base/json.h"
#include "../supervisor/base/mem.h"

static const struct {
	const char	*word;
	int		(*run)(int argc, char **argv);
} words[] = {
	{ "verify", audit_cmd_verify },
	{ "show", audit_cmd_show },
	{ "tail", audit_cmd_tail },
};

int
audit_cmd_path(int argc, char **argv, char **ret_path)
{
	int r;

	if (argc - optind > 1) {
		cmd_usage(&cmd_audit, "one log at a time: '%s' is one too "
		    "many", argv[optind + 1]);
		return -1;
	}
	if (argc - optind == 1) {
		*ret_path = mem_strdup(argv[optind]);
		return 0;
	}
	r = audit_default_path(ret_path);
	if (r < 0)
		cmd_error(&cmd_audit, "no log is named, and neither "
		    "SALLYPORT_AUDIT, XDG_STATE_HOME nor HOME says where one "
		    "is");
	return r < 0 ? -1 : 0;
}

int
audit_cmd_number(const char *option, const char *text, uint64_t *ret)
{
	uint64_t n = 0;
	const char *p = text;

	while (*p >= '0' && *p <= '9' && n < UINT64_C(1) << 53)
		n = n * 10 + (uint64_t)(*p++ - '0');
	if (p == text || *p != '\0') {
		cmd_usage(&cmd_audit, "%s takes a number, not '%s'", option,
		    text);
		return -1;
	}
	*ret = n;
	return 0;
}

int
audit_cmd_print(struct buf *out)
{
	int r = fdio_write_all(STDOUT_FILENO, buf_str(out), out->len);

	out->len = 0;
	if (r < 0)
		cmd_error(&cmd_audit, "standard output: %s", strerror(-r));
	return r;
}

/* The first line of a file in which a head was saved. */
static int
read_anchor(const char *file, struct buf *out)
{
	int r = fdio_read_file(file, 64 * 1024, out);

	if (r < 0) {
		cmd_error(&cmd_audit, "%s: %s", file, strerror(-r));
		return -1;
	}
	out->len = strcspn(buf_str(out), "\n");
	out->data[out->len] = '\0';
	return 0;
}

static void
report_json(const char *path, const struct audit_report *rep, struct buf *out)
{
	struct json *doc = js_obj(), *head = js_obj();
	bool whole = rep->fault == AUDIT_WHOLE;
	char hex[HASH_HEX];

	js_put_str(doc, "schema", "sallyport/audit-verify/1");
	js_put_str(doc, "file", path);
	js_put_flag(doc, "whole", whole);
	js_put_flag(doc, "anchored", rep->anchored != 0);
	js_put_num(doc, "records", (int64_t)rep->records);
	hash_hex(&rep->head, hex);
	if (rep->records > 0) {
		js_put_num(head, "seq", (int64_t)rep->records - 1);
		js_put_str(head, "hash", hex);
	}
	js_put(doc, "head", head);
	if (!whole) {
		js_put_str(doc, "fault", audit_fault_name(rep->fault));
		js_put_num(doc, "seq", (int64_t)rep->fault_seq);
		js_put_num(doc, "line", (int64_t)rep->fault_line);
		js_put_str(doc, "detail", rep->detail);
	}
	js_write(doc, out);
	buf_addc(out, '\n');
	js_free(doc);
}

static void
report_text(const char *path, const struct audit_report *rep, struct buf *out)
{
	unsigned long long last = (unsigned long long)rep->records - 1;
	char hex[HASH_HEX];

	buf_add_visible(out, path, strlen(path));
	if (rep->fault != AUDIT_WHOLE)
		buf_addf(out, ": %s: record %llu, line %llu: %s\n",
		    audit_fault_name(rep->fault),
		    (unsigned long long)rep->fault_seq,
		    (unsigned long long)rep->fault_line, rep->detail);
	else
		buf_addf(out, ": whole: %llu records\n", last + 1);
	hash_hex(&rep->head, hex);
	if (rep->records > 0)
		buf_addf(out, "head: %llu:%s\n", last, hex);
	if (rep->anchored)
		buf_adds(out, "anchored: it holds what was saved elsewhere\n");
	else
		buf_adds(out, "unanchored: records cut off the end would not "
		    "show; save the head elsewhere, and give it with "
		    "--anchor\n");
}

int
audit_cmd_verify(int argc, char **argv)
{
	static const struct option longs[] = {
		{ "anchor", required_argument, NULL, 'a' },
		{ "anchor-file", required_argument, NULL, 'f' },
		{ "json", no_argument, NULL, 'j' },
		{ NULL, 0, NULL, 0 }
	};
	auto_buf struct buf saved = BUF_INIT, out = BUF_INIT;
	auto_free char *path = NULL;
	const char *anchor = NULL, *file = NULL;
	struct audit_report rep;
	bool json = false;
	int c, r;

	while ((c = cmd_getopt(&cmd_audit, argc, argv, longs)) != -1) {
		switch (c) {
		case 'a':
			anchor = optarg;
			break;
		case 'f':
			file = optarg;
			break;
		case 'j':
			json = true;
			break;
		default:
			return cmd_audit.failure;
		}
	}
	if (anchor != NULL && file != NULL)
		return cmd_usage(&cmd_audit, "--anchor and --anchor-file "
		    "exclude each other");
	if (file != NULL && read_anchor(file, &saved) < 0)
		return cmd_audit.failure;
	if (file != NULL)
		anchor = buf_str(&saved);
	if (audit_cmd_path(argc, argv, &path) < 0)
		return cmd_audit.failure;
	r = audit_verify(path, anchor, &rep);
	if (r == -EINVAL && anchor != NULL) {
		cmd_error(&cmd_audit, "'%s' is no anchor: SEQ:HASH is, as "
		    "verify prints it", anchor);
		return cmd_audit.failure;
	}
	if (r < 0) {
		cmd_error(&cmd_audit, "%s: %s", path, audit_why(r));
		return cmd_audit.failure;
	}
	if (json)
		report_json(path, &rep, &out);
	else
		report_text(path, &rep, &out);
	if (audit_cmd_print(&out) < 0)
		return cmd_audit.failure;
	return rep.fault == AUDIT_WHOLE ? 0 : 1;
}

static int
run_audit(int argc, char **argv)
{
	const char *names[ARRAY_SIZE(words) + 1] = { NULL }, *near;

	if (argc < 2)
		return cmd_usage(&cmd_audit, "what should it do?");
	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		names[i] = words[i].word;
		if (strcmp(argv[1], words[i].word) == 0)
			return words[i].run(argc - 1, argv + 1);
	}
	near = cmd_nearest(argv[1], names);
	return near != NULL ?
	    cmd_usage(&cmd_audit, "no '%s'; did you mean %s?", argv[1], near) :
	    cmd_usage(&cmd_audit, "no '%s'", argv[1]);
}

const struct cmd cmd_audit = {
	.name = "audit",
	.usage = "verify|show|tail [OPTION...] [FILE]",
	.summary = "the log: is it whole, and what does it say",
	.failure = 2,
	.run = run_audit,
	.help =
	"  verify   name the first record that was edited, removed, reordered\n"
	"    --anchor SEQ:HASH    a head that was saved elsewhere\n"
	"    --anchor-file FILE   the same, the first line of a file\n"
	"    --json\n"
	"  show     records, oldest first\n"
	"    --seq N[-M]          these alone; one record is shown in full\n"
	"    --run ID             of one run\n"
	"    --type TYPE          of one type\n"
	"    --json               as they stand in the log\n"
	"  tail     the last records\n"
	"    -n N                 how many; 10\n"
	"    -f                   and those that come, as they come\n"
	"    --json               as they stand in the log\n",
};
