/*
 * sallyport audit: read the log, and say whether it is whole.
 */
#include "audit/audit_cmd.h"

#include <getopt.h>

#include "../supervisor/audit/audit.h"
#include "../supervisor/audit/audit_anchor.h"
#include "../supervisor/base/buf.h"
#include "../supervisor/base/fdio.h"
#include "../supervisor/base/json.h"
#include "../supervisor/base/mem.h"
#include "review/review.h"

#define ANCHORS_MAX	(64u << 20)

static const struct cmd_word *const words[] = {
	&audit_word_verify, &audit_word_show, &audit_word_tail,
	&audit_word_prove, &audit_word_export, &audit_word_checkpoint,
	&audit_word_repair, NULL
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

/*
 * One of the options that say what was saved elsewhere: `text` is its value,
 * or what its file holds. Each is looked at by itself, so that the one that is
 * wrong can be named.
 */
static int
add_saved(const char *option, const char *value, const char *text,
    struct buf *saved)
{
	bool is_key = strcmp(option, "--key") == 0, fits = false;
	struct audit_anchors got;

	if (text[strspn(text, " \n")] == '\0') {
		cmd_error(&cmd_audit, "%s '%s': the anchor is empty", option,
		    value);
		return -1;
	}
	if (audit_anchors_parse(text, &got) == 0) {
		fits = is_key ? got.key != NULL && got.n == 0 :
		    strcmp(option, "--anchor") != 0 || got.key == NULL;
		audit_anchors_free(&got);
	}
	if (fits) {
		buf_addf(saved, "%s\n", text);
		return 0;
	}
	cmd_error(&cmd_audit, "%s '%s': %s", option, value, is_key ?
	    "want the member key of the log's first record, NAME+ID+BASE64" :
	    strcmp(option, "--anchor") == 0 ?
	    "want SEQ:HASH, as verify prints a head" :
	    "holds something that is no head (SEQ:HASH), no checkpoint and "
	    "no key, or two keys");
	return -1;
}

static int
add_anchor_file(const char *file, struct buf *saved)
{
	auto_buf struct buf text = BUF_INIT;
	int r = fdio_read_file(file, ANCHORS_MAX, &text);

	if (r < 0) {
		cmd_error(&cmd_audit, "--anchor-file '%s': %s", file,
		    strerror(-r));
		return -1;
	}
	return add_saved("--anchor-file", file, buf_str(&text), saved);
}

static void
report_json(const char *path, const struct audit_report *rep,
    const struct audit_sources *sources, struct buf *out)
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
	js_put(head, "seq", rep->records > 0 ? js_num((int64_t)(rep->begin +
	    rep->records) - 1) : js_nul());
	js_put_str(head, "hash", rep->records > 0 ? hex : NULL);
	js_put(doc, "head", head);
	js_put_num(doc, "sources", (int64_t)sources->good);
	js_put_num(doc, "sources_missing", (int64_t)sources->missing);
	js_put(doc, "epoch", sources->epoch != NULL ?
	    js_copy(sources->epoch) : js_nul());
	js_put_str(doc, "fault", whole ? NULL : audit_fault_name(rep->fault));
	js_put(doc, "seq", whole ? js_nul() :
	    js_num((int64_t)rep->fault_seq));
	js_put_str(doc, "part", whole ? NULL : rep->fault_file);
	js_put(doc, "line", whole ? js_nul() :
	    js_num((int64_t)rep->fault_line));
	js_put_str(doc, "detail", whole ? NULL : rep->detail);
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

/* Each time, not once: what came before is not whole, and not forgotten. */
static void
report_epoch(const struct json *epoch, struct buf *out)
{
	if (epoch == NULL)
		return;
	buf_adds(out, "another log was here before, kept in ");
	review_add_visible(out, js_get_str(epoch, "kept"));
	buf_adds(out, ": ");
	review_add_visible(out, js_get_str(epoch, "detail"));
	buf_addc(out, '\n');
}

static int
run_verify(int argc, char **argv)
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
	struct audit_sources sources;
	struct audit_report rep;
	bool json = false;
	int c, r;

	while ((c = cmd_getopt(&cmd_audit, argc, argv, longs)) != -1) {
		switch (c) {
		case 'a':
		case 'k':
			if (add_saved(c == 'k' ? "--key" : "--anchor", optarg,
			    optarg, &saved) < 0)
				return cmd_audit.failure;
			break;
		case 'f':
			if (add_anchor_file(optarg, &saved) < 0)
				return cmd_audit.failure;
			break;
		case 'j':
			json = true;
			break;
		default:
			return cmd_audit.failure;
		}
	}
	if (audit_cmd_path(argc, argv, &path) < 0)
		return cmd_audit.failure;
	r = audit_verify(path, saved.len > 0 ? buf_str(&saved) : NULL, &rep);
	if (r == -EINVAL && saved.len > 0) {
		/* Each was well formed: only a second key spoils them all. */
		cmd_error(&cmd_audit, "--key, --anchor-file: two keys are "
		    "given, and a log has one first key");
		return cmd_audit.failure;
	}
	if (r == 0)
		r = audit_cmd_sources(path, &rep, &sources);
	if (r < 0) {
		cmd_error(&cmd_audit, "%s: %s", path, audit_why(r));
		return cmd_audit.failure;
	}
	if (json)
		report_json(path, &rep, &sources, &out);
	else {
		report_text(path, &rep, &out);
		if (sources.good + sources.missing > 0)
			buf_addf(&out, "sources: %llu are what was submitted, "
			    "%llu not kept beside the log\n",
			    (unsigned long long)sources.good,
			    (unsigned long long)sources.missing);
		report_epoch(sources.epoch, &out);
	}
	js_free(sources.epoch);
	if (audit_cmd_print(&out) < 0)
		return cmd_audit.failure;
	return rep.fault == AUDIT_WHOLE ? 0 : 1;
}

const struct cmd_word audit_word_verify = {
	.name = "verify",
	.usage = "[--anchor SEQ:HASH] [--anchor-file FILE] [--key KEY] "
	    "[--json] [LOG]",
	.summary = "name the first record that was edited, removed, reordered",
	.help =
	"    --anchor SEQ:HASH    a head that was saved elsewhere\n"
	"    --anchor-file FILE   heads, checkpoints or a key, saved elsewhere\n"
	"    --key KEY            the first key, as the first record has it\n"
	"    --json               as one document\n",
	.run = run_verify,
};

static int
run_audit(int argc, char **argv)
{
	return cmd_run_word(&cmd_audit, argc, argv);
}

const struct cmd cmd_audit = {
	.name = "audit",
	.usage = "verify|show|tail|prove|export|checkpoint|repair [OPTION...] [LOG]",
	.words = words,
	.summary = "the log: is it whole, and what does it say",
	.failure = 2,
	.run = run_audit,
};
