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

#define ANCHORS_MAX	(64u << 20)

static const struct cmd_word words[] = {
	{ "verify", audit_cmd_verify },
	{ "show", audit_cmd_show },
	{ "tail", audit_cmd_tail },
	{ "prove", audit_cmd_prove },
	{ "export", audit_cmd_export },
	{ "checkpoint", audit_cmd_checkpoint },
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
	return cmd_print(&cmd_audit, out);
}

/* What was saved in a file: heads, checkpoints, a key. */
static int
add_anchor_file(const char *file, struct buf *out)
{
	int r = fdio_read_file(file, ANCHORS_MAX, out);

	if (r < 0) {
		cmd_error(&cmd_audit, "%s: %s", file, strerror(-r));
		return -1;
	}
	buf_addc(out, '\n');
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
	js_put_num(doc, "anchored_to", (int64_t)rep->anchored_to);
	js_put_num(doc, "begin", (int64_t)rep->begin);
	js_put_num(doc, "records", (int64_t)rep->records);
	js_put_num(doc, "checkpoints", (int64_t)rep->checkpoints);
	js_put_num(doc, "signed_to", (int64_t)rep->signed_to);
	js_put_str(doc, "signer", audit_signer_name(rep->signer));
	js_put_str(doc, "key", rep->key[0] != '\0' ? rep->key : NULL);
	js_put_flag(doc, "key_given", rep->keyed != 0);
	hash_hex(&rep->head, hex);
	if (rep->records > 0) {
		js_put_num(head, "seq",
		    (int64_t)(rep->begin + rep->records) - 1);
		js_put_str(head, "hash", hex);
	}
	js_put(doc, "head", head);
	if (!whole) {
		js_put_str(doc, "fault", audit_fault_name(rep->fault));
		js_put_num(doc, "seq", (int64_t)rep->fault_seq);
		js_put_str(doc, "part", rep->fault_file);
		js_put_num(doc, "line", (int64_t)rep->fault_line);
		js_put_str(doc, "detail", rep->detail);
	}
	js_write(doc, out);
	buf_addc(out, '\n');
	js_free(doc);
}

static void
report_state(const struct audit_report *rep, struct buf *out)
{
	unsigned long long end = rep->begin + rep->records;
	char hex[HASH_HEX];

	hash_hex(&rep->head, hex);
	if (rep->records > 0)
		buf_addf(out, "head: %llu:%s\n", end - 1, hex);
	if (rep->begin > 0)
		buf_addf(out, "begins with record %llu: the ones before it "
		    "are not kept\n", (unsigned long long)rep->begin);
	if (rep->checkpoints > 0)
		buf_addf(out, "signed: %llu checkpoint%s, up to record %llu; "
		    "%llu after it; the key beside the log %s\n",
		    (unsigned long long)rep->checkpoints,
		    rep->checkpoints == 1 ? "" : "s",
		    (unsigned long long)rep->signed_to - 1,
		    end - rep->signed_to,
		    rep->signer == AUDIT_SIGNER_ABSENT ? "is absent" :
		    rep->signer == AUDIT_SIGNER_UNREADABLE ?
		    "cannot be read" : audit_signer_name(rep->signer));
	else
		buf_adds(out, "not signed: no checkpoint\n");
	if (rep->anchored)
		buf_addf(out, "anchored up to record %llu: it holds all that "
		    "was saved elsewhere\n",
		    (unsigned long long)rep->anchored_to - 1);
	else
		buf_adds(out, "unanchored: nothing saved elsewhere was "
		    "compared, so a log cut back together with its key, or "
		    "made anew, would not show\n");
}

static void
report_text(const char *path, const struct audit_report *rep, struct buf *out)
{
	const char *slash = strrchr(path, '/');

	buf_add_visible(out, path, strlen(path));
	if (rep->fault == AUDIT_WHOLE) {
		buf_addf(out, ": whole: %llu record%s\n",
		    (unsigned long long)rep->records,
		    rep->records == 1 ? "" : "s");
	} else {
		buf_addf(out, ": %s: record %llu, ",
		    audit_fault_name(rep->fault),
		    (unsigned long long)rep->fault_seq);
		if (strcmp(rep->fault_file, slash ? slash + 1 : path) != 0) {
			buf_add_visible(out, rep->fault_file,
			    strlen(rep->fault_file));
			buf_adds(out, " ");
		}
		buf_addf(out, "line %llu: %s\n",
		    (unsigned long long)rep->fault_line, rep->detail);
	}
	report_state(rep, out);
}

int
audit_cmd_verify(int argc, char **argv)
{
	static const struct option longs[] = {
		{ "anchor", required_argument, NULL, 'a' },
		{ "anchor-file", required_argument, NULL, 'f' },
		{ "key", required_argument, NULL, 'k' },
		{ "json", no_argument, NULL, 'j' },
		{ NULL, 0, NULL, 0 }
	};
	auto_buf struct buf saved = BUF_INIT, out = BUF_INIT;
	auto_free char *path = NULL;
	struct audit_report rep;
	bool json = false, given = false;
	int c, r;

	while ((c = cmd_getopt(&cmd_audit, argc, argv, longs)) != -1) {
		switch (c) {
		case 'a':
		case 'k':
			buf_addf(&saved, "%s\n", optarg);
			given = true;
			break;
		case 'f':
			if (add_anchor_file(optarg, &saved) < 0)
				return cmd_audit.failure;
			given = true;
			break;
		case 'j':
			json = true;
			break;
		default:
			return cmd_audit.failure;
		}
	}
	if (given && strspn(buf_str(&saved), "\n") == saved.len) {
		cmd_error(&cmd_audit, "the anchor is empty");
		return cmd_audit.failure;
	}
	if (audit_cmd_path(argc, argv, &path) < 0)
		return cmd_audit.failure;
	r = audit_verify(path, given ? buf_str(&saved) : NULL, &rep);
	if (r == -EINVAL && given) {
		cmd_error(&cmd_audit, "no anchor: SEQ:HASH is one, as verify "
		    "prints it, a checkpoint, and a key as in the first "
		    "record");
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
	return cmd_run_word(&cmd_audit, words, ARRAY_SIZE(words), argc, argv);
}

const struct cmd cmd_audit = {
	.name = "audit",
	.usage = "verify|show|tail|prove|export|checkpoint [OPTION...] [FILE]",
	.summary = "the log: is it whole, and what does it say",
	.failure = 2,
	.run = run_audit,
	.help =
	"  verify   name the first record that was edited, removed, reordered\n"
	"    --anchor SEQ:HASH    a head that was saved elsewhere\n"
	"    --anchor-file FILE   heads, checkpoints or a key, saved elsewhere\n"
	"    --key KEY            the first key, as the first record has it\n"
	"    --json\n"
	"  show     records, oldest first\n"
	"    --seq N[-M]          these alone; one record is shown in full\n"
	"    --run ID             of one run\n"
	"    --type TYPE          of one type\n"
	"    --json               as they stand in the log\n"
	"  tail     the last records\n"
	"    -n N                 how many; 10\n"
	"    -f                   and those that come, as they come\n"
	"    --json               as they stand in the log\n"
	"  prove    SEQ: that a record is under a checkpoint, as a tlog-proof\n"
	"    --size N             under the checkpoint of N records; the last\n"
	"  export   records for a collector\n"
	"    --format ocsf|jsonl  events of that schema, or as they stand\n"
	"    --from SEQ           from that record on\n"
	"  checkpoint   sign what is not signed yet, and print the checkpoint\n"
	"    --all                all that are in the log, as they stand\n"
	"    -- PROGRAM [ARG...]  give it to a program's standard input instead\n",
};
