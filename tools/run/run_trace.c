/* What `run --trace` and `exec --trace` keep beside the log. */
#include "run_common.h"

#include "../../supervisor/audit/audit.h"
#include "../../supervisor/base/json.h"

int
run_trace_open(struct run_setup *setup)
{
	int r;

	if (!setup->opts.trace)
		return 0;
	r = audit_calls_create(setup->audit, setup->id,
	    &setup->opts.trace_fd);
	if (r == 0)
		return 0;
	cmd_error(setup->cmd, "--trace: beside the log: %s; nothing was run",
	    audit_why(r));
	return setup->cmd->failure;
}

/* Of the bytes as they are now; the log then holds them to it. */
void
run_trace_finish(struct run_setup *setup, struct json *record)
{
	const struct json *have = js_get(record, "trace");
	struct json *trace;
	struct hash hash;
	char hex[HASH_HEX];
	int64_t size;

	if (!setup->opts.trace)
		return;
	trace = js_is_obj(have) ? js_copy(have) : js_obj();
	if (!js_is_obj(have)) {
		js_put_num(trace, "calls", 0);
		js_put_num(trace, "lost", 0);
		js_put_flag(trace, "truncated", false);
	}
	size = hash_fd(setup->opts.trace_fd, &hash);
	if (size >= 0)
		hash_hex(&hash, hex);
	js_put_num(trace, "bytes", size < 0 ? 0 : size);
	js_put_str(trace, "sha256", size < 0 ? NULL : hex);
	js_put(record, "trace", trace);
	close(setup->opts.trace_fd);
}
