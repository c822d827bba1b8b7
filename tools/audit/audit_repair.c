/*
 * sallyport audit repair: a log that takes no more records, or is not whole, is
 * kept as it is, and a new one begins.
 */
#include "audit_cmd.h"

#include <getopt.h>

#include "../../supervisor/audit/audit.h"
#include "../../supervisor/audit/audit_epoch.h"
#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/mem.h"

/* NULL: it is whole, and takes records. */
static const char *
why_not(const char *path, const struct audit_report *rep)
{
	struct audit *a;
	int r;

	if (rep->fault != AUDIT_WHOLE)
		return rep->detail;
	r = audit_open(path, &a);
	if (r < 0)
		return audit_why(r);
	audit_close(a);
	return NULL;
}

/* What is wrong with it, as the new log will say; NULL: nothing is. */
static struct json *
find_fault(const char *path, const struct audit_report *rep)
{
	const char *detail = why_not(path, rep);
	struct json *body;
	char head[HASH_HEX];

	if (detail == NULL)
		return NULL;
	body = js_obj();
	hash_hex(&rep->head, head);
	js_put_str(body, "fault", rep->fault != AUDIT_WHOLE ?
	    audit_fault_name(rep->fault) : NULL);
	js_put_str(body, "detail", detail);
	js_put_num(body, "records", (int64_t)rep->records);
	js_put_str(body, "head", rep->records > 0 ? head : NULL);
	return body;
}

static int
run_repair(int argc, char **argv)
{
	static const struct option longs[] = {
		{ "new-epoch", no_argument, NULL, 'n' },
		{ NULL, 0, NULL, 0 }
	};
	auto_free char *path = NULL, *kept = NULL;
	auto_buf struct buf out = BUF_INIT;
	struct audit_report rep;
	bool asked = false;
	struct json *body;
	int c, r;

	while ((c = cmd_getopt(&cmd_audit, argc, argv, longs)) != -1) {
		if (c != 'n')
			return cmd_audit.failure;
		asked = true;
	}
	if (audit_cmd_path(argc, argv, &path) < 0)
		return cmd_audit.failure;
	if (!asked)
		return cmd_usage(&cmd_audit, "repair changes no record; "
		    "--new-epoch keeps this log as it is and begins another");
	r = audit_verify(path, NULL, &rep);
	if (r < 0) {
		cmd_error(&cmd_audit, "%s: %s", path, audit_why(r));
		return cmd_audit.failure;
	}
	body = find_fault(path, &rep);
	if (body == NULL) {
		cmd_error(&cmd_audit, "%s: whole, and it takes records: there "
		    "is nothing to repair", path);
		return 1;
	}
	r = audit_epoch_begin(path, body, &kept);
	js_free(body);
	if (kept != NULL) {
		buf_adds(&out, "kept as it was: ");
		buf_add_visible(&out, kept, strlen(kept));
		buf_addc(&out, '\n');
	}
	if (r == 0) {
		buf_add_visible(&out, path, strlen(path));
		buf_adds(&out, ": a new log, which says so; approvals of the "
		    "old one hold no more, and what is saved of heads and keys "
		    "elsewhere begins anew\n");
	}
	if (audit_cmd_print(&out) < 0)
		return cmd_audit.failure;
	if (r < 0)
		cmd_error(&cmd_audit, "%s: no new log could be begun: %s",
		    path, audit_why(r));
	return r < 0 ? cmd_audit.failure : 0;
}

const struct cmd_word audit_word_repair = {
	.name = "repair",
	.usage = "--new-epoch [LOG]",
	.summary = "keep a log that is not whole as it is, and begin another",
	.help =
	"    --new-epoch          what it does; without, nothing\n",
	.run = run_repair,
};
