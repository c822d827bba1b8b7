/*
 * sallyport audit export: the log for collectors. jsonl is the records as
 * they stand; ocsf is one event of the Open Cybersecurity Schema Framework
 * (1.4.0) for each, with the record itself under "unmapped".
 */
#include "audit_cmd.h"

#include <getopt.h>

#include "../../supervisor/audit/audit.h"
#include "../../supervisor/audit/audit_walk.h"
#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/json.h"

#ifndef SALLYPORT_VERSION
#define SALLYPORT_VERSION "0.0.0"
#endif

#define OCSF_VERSION	"1.4.0"
#define PRINT_AT	(64u * 1024)

enum { BASE_EVENT = 0, PROCESS_ACTIVITY = 1007, DETECTION_FINDING = 2004 };
enum { OTHER = 99, LAUNCH = 1, TERMINATE = 2, CREATE = 1 };
enum { INFORMATIONAL = 1, LOW, MEDIUM, HIGH, CRITICAL };
enum { ALLOWED = 1, DENIED = 2, NEITHER = 99 };

struct sought {
	const char		*key;
	const struct json	*found;
};

static void
look_inside(const char *key, const struct json *value, void *arg)
{
	struct sought *s = arg;

	(void)key;
	if (s->found == NULL && js_is_obj(value))
		s->found = js_get(value, s->key);
}

/* A member of the record, or of an object right inside it. */
static const struct json *
find(const struct json *record, const char *key)
{
	struct sought s = { key, js_get(record, key) };

	if (s.found == NULL)
		js_each(record, look_inside, &s);
	return s.found;
}

static const char *
find_str(const struct json *record, const char *key)
{
	const struct json *value = find(record, key);

	return value == NULL ? NULL : js_as_str(value);
}

static bool
is(const char *text, const char *word)
{
	return text != NULL && strcmp(text, word) == 0;
}

static int
severity_of(const char *word, int otherwise)
{
	static const char *const words[] = {
		"low", "medium", "high", "critical",
	};

	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		if (is(word, words[i]))
			return LOW + (int)i;
	return otherwise;
}

static void
put_metadata(struct json *event, const struct json *record, const char *log)
{
	struct json *metadata = js_obj(), *product = js_obj();
	auto_buf struct buf uid = BUF_INIT;

	js_put_str(product, "name", "Sallyport");
	js_put_str(product, "vendor_name", "Sallyport");
	js_put_str(product, "version", SALLYPORT_VERSION);
	js_put(metadata, "product", product);
	js_put_str(metadata, "version", OCSF_VERSION);
	js_put_num(metadata, "sequence", js_get_num(record, "seq"));
	buf_addf(&uid, "%s:%lld", log,
	    (long long)js_get_num(record, "seq"));
	js_put_str(metadata, "uid", uid.data);
	if (js_get_str(record, "id") != NULL)
		js_put_str(metadata, "correlation_uid",
		    js_get_str(record, "id"));
	js_put(event, "metadata", metadata);
}

static void
put_class(struct json *event, int class, int activity, int severity)
{
	js_put_num(event, "category_uid", class / 1000);
	js_put_num(event, "class_uid", class);
	js_put_num(event, "activity_id", activity);
	js_put_num(event, "type_uid", class * 100 + activity);
	js_put_num(event, "severity_id", severity);
}

/* The profile "security_control" brings what was done about it. */
static void
put_action(struct json *event, int action)
{
	struct json *profiles = js_arr(), *metadata;

	js_put_num(event, "action_id", action);
	js_put_num(event, "disposition_id",
	    action == ALLOWED ? 1 : action == DENIED ? 2 : 99);
	js_add(profiles, js_str("security_control"));
	metadata = js_copy(js_get(event, "metadata"));
	js_put(metadata, "profiles", profiles);
	js_put(event, "metadata", metadata);
}

static void
put_finding(struct json *event, const struct json *record, const char *title)
{
	struct json *info = js_obj();
	const char *rule = find_str(record, "rule");

	js_put_str(info, "title", title);
	js_put_str(info, "uid", js_get_str(record, "hash"));
	js_put_num(info, "created_time", js_get_num(record, "time"));
	if (rule != NULL) {
		struct json *types = js_arr();

		js_add(types, js_str(rule));
		js_put(info, "types", types);
	}
	js_put(event, "finding_info", info);
}

static void
map_verdict(struct json *event, const struct json *record)
{
	const char *decision = find_str(record, "decision");
	bool allow = is(decision, "allow"), hold = is(decision, "hold");
	auto_buf struct buf title = BUF_INIT;
	const char *name = find_str(record, "name");

	put_class(event, DETECTION_FINDING, CREATE,
	    allow ? INFORMATIONAL : hold ? MEDIUM : HIGH);
	put_action(event, allow ? ALLOWED : hold ? NEITHER : DENIED);
	buf_addf(&title, "gate: %s %s", decision != NULL ? decision : "block",
	    name != NULL ? name : "a submission");
	put_finding(event, record, title.data);
	js_put_str(event, "message", title.data);
}

static void
map_violation(struct json *event, const struct json *record)
{
	const char *message = find_str(record, "message");
	const char *call = find_str(record, "syscall");
	auto_buf struct buf title = BUF_INIT;

	put_class(event, DETECTION_FINDING, CREATE,
	    severity_of(find_str(record, "severity"), HIGH));
	put_action(event, DENIED);
	buf_addf(&title, "supervisor: denied %s",
	    call != NULL ? call : "an act");
	put_finding(event, record, title.data);
	js_put_str(event, "message", message != NULL ? message : title.data);
}

static void
map_process(struct json *event, const struct json *record, bool starts)
{
	struct json *process = js_obj(), *actor = js_obj();
	struct json *device = js_obj(), *user = js_obj();
	const struct json *code = find(record, "exit_code");
	const char *name = find_str(record, "executable");
	const char *who = find_str(record, "user");
	const char *status = find_str(record, "status");

	put_class(event, PROCESS_ACTIVITY, starts ? LAUNCH : TERMINATE,
	    starts || is(status, "completed") ? INFORMATIONAL : MEDIUM);
	js_put_str(process, "name", name != NULL ? name : "submission");
	js_put_str(user, "name", who != NULL ? who : "unknown");
	js_put(actor, "user", user);
	js_put_num(device, "type_id", 0);
	js_put(event, "process", process);
	js_put(event, "actor", actor);
	js_put(event, "device", device);
	if (!starts && code != NULL && js_is_num(code))
		js_put_num(event, "exit_code", js_as_num(code));
	if (!starts && status != NULL)
		js_put_str(event, "status_detail", status);
	js_put_str(event, "message", starts ? "run starts" : "run ended");
}

static struct json *
make_event(const struct json *record, const char *log)
{
	const char *type = js_get_str(record, "type");
	struct json *event = js_obj();
	auto_buf struct buf text = BUF_INIT;

	put_metadata(event, record, log);
	js_put_num(event, "time", js_get_num(record, "time"));
	if (is(type, "verdict"))
		map_verdict(event, record);
	else if (is(type, "violation"))
		map_violation(event, record);
	else if (is(type, "intent") || is(type, "outcome"))
		map_process(event, record, is(type, "intent"));
	else {
		put_class(event, BASE_EVENT, OTHER, INFORMATIONAL);
		js_put_str(event, "activity_name", type);
		buf_addf(&text, "sallyport %s", type);
		js_put_str(event, "message", text.data);
	}
	js_put(event, "unmapped", js_copy(record));
	return event;
}

struct export {
	bool		 ocsf;
	uint64_t	 from;
	char		 log[64];	/* its id */
};

static void
export_line(struct export *x, const char *line, size_t n, struct buf *out)
{
	struct json *record = NULL, *event;

	if (js_parse(line, n, &record) < 0 || !js_is_obj(record) ||
	    js_get_str(record, "type") == NULL) {
		js_free(record);
		return;
	}
	if (js_get_str(record, "log") != NULL)
		snprintf(x->log, sizeof(x->log), "%s",
		    js_get_str(record, "log"));
	if ((uint64_t)js_get_num(record, "seq") < x->from) {
		js_free(record);
		return;
	}
	if (x->ocsf) {
		event = make_event(record, x->log);
		js_write(event, out);
		js_free(event);
	} else
		buf_add(out, line, n);
	buf_addc(out, '\n');
	js_free(record);
}

static int
export_all(const char *path, struct export *x)
{
	auto_buf struct buf out = BUF_INIT;
	struct audit_walk *walk;
	const char *line;
	bool whole;
	size_t n;
	int r = audit_walk_open(path, &walk);

	if (r < 0) {
		cmd_error(&cmd_audit, "%s: %s", path, audit_why(r));
		return -1;
	}
	while ((r = audit_walk_next(walk, &line, &n, &whole)) > 0) {
		if (whole)
			export_line(x, line, n, &out);
		if (out.len >= PRINT_AT && audit_cmd_print(&out) < 0)
			break;
	}
	if (r < 0)
		cmd_error(&cmd_audit, "%s: %s, line %llu: %s", path,
		    audit_walk_file(walk),
		    (unsigned long long)audit_walk_line(walk) + 1,
		    audit_why(r));
	audit_walk_free(walk);
	return r != 0 || audit_cmd_print(&out) < 0 ? -1 : 0;
}

static int
run_export(int argc, char **argv)
{
	static const struct option longs[] = {
		{ "format", required_argument, NULL, 'f' },
		{ "from", required_argument, NULL, 's' },
		{ NULL, 0, NULL, 0 }
	};
	struct export x = { .log = "unknown" };
	auto_free char *path = NULL;
	int c;

	while ((c = cmd_getopt(&cmd_audit, argc, argv, longs)) != -1) {
		switch (c) {
		case 'f':
			x.ocsf = is(optarg, "ocsf");
			if (x.ocsf || is(optarg, "jsonl"))
				break;
			return cmd_usage(&cmd_audit, "--format is ocsf or "
			    "jsonl, not '%s'", optarg);
		case 's':
			if (audit_cmd_number("--from", optarg, &x.from) < 0)
				return cmd_audit.failure;
			break;
		default:
			return cmd_audit.failure;
		}
	}
	if (audit_cmd_path(argc, argv, &path) < 0)
		return cmd_audit.failure;
	return export_all(path, &x) < 0 ? cmd_audit.failure : 0;
}

const struct cmd_word audit_word_export = {
	.name = "export",
	.usage = "[--format jsonl|ocsf] [--from SEQ] [LOG]",
	.summary = "records for a collector",
	.help =
	"    --format ocsf|jsonl  events of that schema, or as they stand\n"
	"    --from SEQ           from that record on\n",
	.run = run_export,
};
