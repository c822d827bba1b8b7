/* What `run` and `exec` write down and say. */
#include "run_auto.h"
#include "run_common.h"
#include "run_explore.h"
#include "run_options.h"
#include "run_where.h"

#include <signal.h>
#include <sys/random.h>

#include "../alert/alert.h"
#include "../../supervisor/audit/audit.h"
#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/fdio.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/mem.h"

#define TEXT_VIOLATIONS	20	/* shown to a person; the log has all */
#define TEXT_SKIPPED	5

int
run_make_id(struct run_setup *setup)
{
	uint8_t random[16];
	size_t i;

	if (getrandom(random, sizeof(random), 0) != sizeof(random)) {
		cmd_error(setup->cmd, "no randomness: %s", strerror(errno));
		return setup->cmd->failure;
	}
	for (i = 0; i < sizeof(random); i++)
		snprintf(setup->id + 2 * i, 3, "%02x", random[i]);
	return 0;
}

int
run_begin(struct run_setup *setup)
{
	auto_free char *path = NULL;
	int r = run_make_id(setup);

	if (r != 0)
		return r;
	if (setup->audit_path != NULL)
		path = mem_strdup(setup->audit_path);
	else {
		r = audit_default_path(&path);
		if (r < 0) {
			cmd_error(setup->cmd, "no place for the log: %s; "
			    "--audit FILE names one", r == -ENOENT ?
			    "HOME names no folder" : audit_why(r));
			return setup->cmd->failure;
		}
	}
	r = run_alert_start(setup, path);
	if (r != 0)
		return r;
	r = audit_open(path, &setup->audit);
	if (r < 0) {
		cmd_error(setup->cmd, "%s: the log cannot be written: %s; "
		    "nothing was run%s", path, audit_why(r),
		    setup->audit_path == NULL ? " (--audit FILE names another)" :
		    "");
		return setup->cmd->failure;
	}
	setup->log_path = steal_ptr(&path);
	setup->opts.log = setup->log_path;
	setup->opts.anchor = audit_anchor_path(setup->audit);
	return 0;
}

void
run_put_members(const struct run_setup *setup, struct json *body)
{
	js_put_str(body, "id", setup->id);
	if (setup->label != NULL)
		js_put_str(body, "label", setup->label);
	if (setup->agent != NULL)
		js_put_str(body, "agent", setup->agent);
	if (setup->user != NULL)
		js_put_str(body, "user", setup->user);
	js_put_str(body, "command", setup->cmd->name);
	if (setup->degraded)
		js_put_flag(body, "degraded", true);
	if (setup->session[0] != '\0')
		js_put_str(body, "session", setup->session);
	if (setup->cell > 0)
		js_put_num(body, "cell", setup->cell);
}

int
run_record(struct run_setup *setup, const char *type, struct json *body)
{
	int r;

	run_put_members(setup, body);
	r = audit_append(setup->audit, type, body, &setup->seq, &setup->hash);
	if (r == 0)
		setup->logged = true;
	js_free(body);
	return r;
}

/* Is the interpreter as the last run in this log found it? Said where not. */
static int
note_interpreter(struct run_setup *setup, struct json *body)
{
	const char *path = js_get_str(js_get(body, "interpreter"), "path");
	struct json *interpreter;
	bool changed;
	int r;

	if (path == NULL)
		return 0;
	r = audit_note_interpreter(setup->audit, path, js_get_str(
	    js_get(body, "interpreter"), "fingerprint"), &changed);
	if (r < 0)
		return r;
	/* `path` is the body's, and goes with what is put in its place. */
	if (changed)
		cmd_error(setup->cmd, "note: %s, its library's folders or its "
		    ".pth files changed since the last run in this log", path);
	interpreter = js_copy(js_get(body, "interpreter"));
	js_put_flag(interpreter, "changed", changed);
	js_put(body, "interpreter", interpreter);
	return 0;
}

static int
on_intent(const struct json *facts, void *arg)
{
	struct run_setup *setup = arg;
	struct json *body = js_copy(facts), *argv = js_arr();
	struct hash hash;
	char hex[HASH_HEX];
	size_t i;
	int r;

	setup->degraded = js_get_flag(facts, "degraded");
	rules_hash(setup->opts.rules, &hash);
	hash_hex(&hash, hex);
	js_put_str(body, "profile", rules_profile_name(setup->opts.rules));
	js_put_str(body, "policy", hex);
	js_put(body, "options", js_copy(setup->given));
	r = note_interpreter(setup, body);
	if (r < 0) {
		js_free(body);
		return r;
	}
	if (setup->opts.script_name != NULL) {
		hash_of(setup->opts.script, setup->opts.script_len, &hash);
		hash_hex(&hash, hex);
		js_put_str(body, "name", setup->opts.script_name);
		js_put_str(body, "sha256", hex);
	}
	for (i = 0; setup->opts.argv != NULL && setup->opts.argv[i] != NULL;
	    i++)
		js_add(argv, js_str(setup->opts.argv[i]));
	js_put(body, "argv", argv);
	return run_record(setup, "intent", body);
}

static int
on_violation(const struct json *violation, void *arg)
{
	struct json *body = js_obj();
	struct run_setup *setup = arg;

	js_put(body, "violation", run_with_option(setup, violation));
	run_stream_violation(setup, js_get(body, "violation"));
	return run_record(setup, "violation", body);
}

/* Members of the record that the log keeps of how a run ended. */
int
run_record_outcome(struct run_setup *setup, const struct json *record)
{
	static const char *const members[] = { "status", "exit_code", "signal",
	    "error", "limit", "usage", "truncated", "files", "skipped",
	    "isolation", "start", "start_why", "trace", "promise", "auto", "explore", "threads",
	    "threads_left_out", "refusals", "lookups", "left_out" };
	struct json *body = js_obj();
	const struct json *violations = js_get(record, "violations");
	struct json *kept;
	int64_t count = 0;
	size_t i;
	int r;

	for (i = 0; i < ARRAY_SIZE(members); i++)
		js_put(body, members[i], js_share(js_get(record, members[i])));
	if (js_get(record, "output") != NULL)
		js_put(body, "output", js_share(js_get(record, "output")));
	/* Of a session: how it came to end. */
	if (js_get(record, "why") != NULL)
		js_put(body, "why", js_share(js_get(record, "why")));
	for (i = 0; i < js_len(violations); i++)
		count += js_get_num(js_at(violations, i), "count");
	js_put_num(body, "violations", count);
	kept = alert_is_on() ? js_copy(body) : NULL;
	r = run_record(setup, "outcome", body);
	if (r == 0 && kept != NULL)
		run_alert_outcome(setup, record, kept);
	js_free(kept);
	return r;
}

struct argument_text {
	struct buf	*out;
	bool		 any;
};

static void
add_argument(const char *key, const struct json *value, void *arg)
{
	struct argument_text *text = arg;
	auto_buf struct buf json = BUF_INIT;
	const char *s = js_as_str(value);

	buf_adds(text->out, text->any ? ", " : "");
	text->any = true;
	if (s != NULL) {
		buf_addf(text->out, "%s=\"", key);
		run_add_visible(text->out, s);
		buf_addc(text->out, '"');
		return;
	}
	js_write(value, &json);
	buf_addf(text->out, "%s=", key);
	buf_add_visible(text->out, json.data, json.len);
}

/*
 *	denied: openat(path="/etc/shadow", ...) = EACCES, 3 times
 *	    hello.py:4 in main
 *	    | open("/etc/shadow")
 *	      ^^^^^^^^^^^^^^^^^^^
 *	    R200: not among the files of this profile
 *	    instead: give it with --input
 */
static void
add_violation(struct buf *out, const struct run_setup *setup,
    const struct json *v)
{
	const char *err = js_get_str(v, "errno"), *s;
	const struct json *frame = js_at(js_get(v, "python"), 0);
	struct argument_text text = { .out = out };
	int64_t count = js_get_num(v, "count");

	buf_adds(out, "denied: ");
	run_add_visible(out, js_get_str(v, "syscall"));
	buf_addc(out, '(');
	js_each(js_get(v, "arguments"), add_argument, &text);
	buf_addf(out, ") %s%s", err != NULL ? "= " : "and ended the run",
	    err != NULL ? err : "");
	if (count > 1)
		buf_addf(out, ", %lld times", (long long)count);
	buf_addc(out, '\n');
	run_add_place(out, setup, frame);
	if (frame == NULL && setup->opts.script_name != NULL &&
	    js_get_str(v, "python_why") != NULL) {
		buf_adds(out, "    place unknown: ");
		run_add_visible(out, js_get_str(v, "python_why"));
		buf_addc(out, '\n');
	}
	buf_adds(out, "    ");
	s = js_get_str(v, "rule");
	if (s != NULL && s[0] != '\0') {
		run_add_visible(out, s);
		buf_adds(out, ": ");
	}
	run_add_visible(out, js_get_str(v, "message"));
	buf_addc(out, '\n');
	s = js_get_str(v, "hint");
	if (s != NULL && s[0] != '\0') {
		buf_adds(out, "    instead: ");
		run_add_visible(out, s);
		buf_addc(out, '\n');
	}
	run_add_option(out, v);
}

/* Nobody else will remove it. */
static void
report_left(const struct run_setup *setup, const struct json *skipped)
{
	const struct json *last = js_at(skipped, js_len(skipped) - 1);
	const char *path = js_get_str(last, "path");

	if (path != NULL && path[0] == '/')
		cmd_error(setup->cmd, "%s %s", path, js_get_str(last, "why"));
}

/* Files that --output was to copy and that are not there now. */
static void
report_skipped(const struct run_setup *setup, const struct json *skipped)
{
	size_t i, n = js_len(skipped), said = 0;

	for (i = 0; i < n && setup->opts.output != NULL; i++) {
		const struct json *file = js_at(skipped, i);
		const char *path = js_get_str(file, "path");

		/* The folder itself is no file; report_left says it. */
		if (path[0] != '/' && said++ < TEXT_SKIPPED)
			cmd_error(setup->cmd, "not copied: %s: %s",
			    path, js_get_str(file, "why"));
	}
	if (said > TEXT_SKIPPED)
		cmd_error(setup->cmd, "not copied: %zu more; the log names "
		    "them under id %s", said - TEXT_SKIPPED, setup->id);
}

/* As a shell says it; of what ended at a limit or by policy that is said. */
static void
report_signal(const struct run_setup *setup, const struct json *record)
{
	int sig = (int)js_get_num(record, "signal");
	const char *status = js_get_str(record, "status");

	if (sig > 0 && strcmp(status, "failed") == 0)
		cmd_error(setup->cmd, "died of signal %d (%s)", sig,
		    strsignal(sig));
}

/*
 * A program that was given the name of a file of the caller's folder does not
 * find it in the run's own, and cannot say why.
 */
static void
report_missed(const struct run_setup *setup)
{
	char *const *word = setup->opts.argv;
	size_t i;

	if (setup->cmd != &cmd_exec || setup->opts.chdir != NULL ||
	    word == NULL || word[0] == NULL)
		return;
	while (*++word != NULL) {
		if ((*word)[0] == '/' || (*word)[0] == '-' ||
		    access(*word, F_OK) < 0)
			continue;
		for (i = 0; i < setup->ninputs; i++)
			if (strcmp(setup->inputs[i].name, *word) == 0)
				break;
		if (i < setup->ninputs)
			continue;
		cmd_error(setup->cmd, "'%s' lies in your folder, and the run "
		    "began in an empty one: --input puts a file there, "
		    "--chdir . --read . begins here", *word);
		return;
	}
}

static void
report_text(struct run_setup *setup, const struct json *record, int status)
{
	auto_buf struct buf out = BUF_INIT, line = BUF_INIT;
	const struct json *violations = js_get(record, "violations");
	const struct json *limit = js_get(record, "limit");
	const struct json *error = js_get(record, "error");
	const char *word = js_get_str(record, "status"), *name, *value;
	size_t i, n = js_len(violations);
	bool refused = word != NULL && strcmp(word, "error") == 0;

	size_t shown = setup->opts.explore ? SIZE_MAX : TEXT_VIOLATIONS;

	for (i = 0; i < n && i < shown; i++)
		add_violation(&out, setup, js_at(violations, i));
	if (n > shown)
		buf_addf(&out, "and %zu more; the log has them under id %s\n",
		    n - shown, setup->id);
	run_explore_text(&out, record);
	if (word != NULL && strcmp(word, "completed") != 0) {
		run_add_refusals(&out, setup, js_get(record, "refusals"));
		run_add_lookups(&out, setup, record);
	}
	run_add_threads(&out, setup, js_get(record, "threads"));
	fdio_write_all(STDERR_FILENO, buf_str(&out), out.len);
	name = js_get_str(limit, "name");
	if (status == 124 && name != NULL) {
		buf_addf(&line, "ended at its limit of ");
		run_add_amount(&line, name, js_get_num(limit, "limit"));
		buf_addf(&line, " (%s)", name);
		/* Of what is sampled, how late that was. */
		if (strcmp(name, "io") == 0) {
			buf_adds(&line, ", having used ");
			run_add_amount(&line, name, js_get_num(limit, "used"));
		}
		buf_addf(&line, "; --%s raises it", run_option_of_limit(name));
		cmd_error(setup->cmd, "%s", buf_str(&line));
	} else if (word != NULL && strcmp(word, "denied") == 0)
		cmd_error(setup->cmd, "ended by policy");
	else if (refused && (value = js_get_str(error, "value")) != NULL)
		cmd_error(setup->cmd, "%s", value);
	if (word != NULL && strcmp(word, "failed") == 0)
		report_missed(setup);
	report_signal(setup, record);
	if (setup->opts.trace && js_is_obj(js_get(record, "trace")))
		cmd_error(setup->cmd, "traced: sallyport review timeline %s%s%s",
		    setup->id, setup->audit_path != NULL ? " --audit " : "",
		    setup->audit_path != NULL ? setup->audit_path : "");
}

struct run_events
run_events_of(struct run_setup *setup)
{
	return (struct run_events){ .intent = on_intent,
	    .violation = on_violation, .arg = setup };
}

int
run_and_report(struct run_setup *setup, struct json *verdict)
{
	struct run_events events = run_events_of(setup);
	struct json *record;
	int status = setup->cmd->failure, signo = 0, r;

	r = run_trace_open(setup);
	if (r == 0)
		r = run_results_open(setup);
	if (r == 0)
		r = run_gate_begin(setup);
	if (r == 0 && (setup->json || setup->gate != NULL) &&
	    setup->ready == NULL)
		r = run_document_open(setup);
	if (r != 0) {
		js_free(verdict);
		run_gate_end(setup);
		audit_close(setup->audit);
		setup->audit = NULL;
		return r;
	}
	setup->opts.once = true;
	run_stream_begin(setup, &events);
	r = setup->ready != NULL ? run_ready_use(setup->ready,
	    &events, &record, &status, &signo) :
	    run_supervised(&setup->opts, &events, &record, &status, &signo);
	run_stream_end(setup);
	if (r < 0) {
		js_free(verdict);
		run_gate_end(setup);
		cmd_error(setup->cmd, "%s", strerror(-r));
		return setup->cmd->failure;
	}
	run_add_options(setup, record);
	run_trace_finish(setup, record);
	run_promise(record, verdict);
	run_auto_note(setup, record);
	run_explore_note(setup, record);
	run_gate(setup, &record, verdict, &status);
	r = run_record_outcome(setup, record);
	if (r < 0) {
		status = setup->cmd->failure;
		js_put_str(record, "status", "error");
		js_put(record, "error", run_own_error("the outcome could not "
		    "be logged"));
		cmd_error(setup->cmd, "the outcome could not be logged: %s",
		    audit_why(r));
	}
	report_left(setup, js_get(record, "skipped"));
	report_skipped(setup, js_get(record, "skipped"));
	if (run_results(setup, record) < 0)
		status = setup->cmd->failure;
	if (setup->gate != NULL && setup->stream)
		run_stream_late(setup, record);
	if (setup->gate != NULL && !setup->json)
		run_gate_print(setup);
	if (setup->json) {
		if (run_print_document(setup, record, verdict) < 0)
			status = setup->cmd->failure;
		run_document_end(setup);
	} else {
		report_text(setup, record, status);
		js_free(verdict);
	}
	js_free(record);
	run_gate_end(setup);
	audit_close(setup->audit);
	setup->audit = NULL;
	if (signo != 0) {
		signal(signo, SIG_DFL);
		raise(signo);
	}
	return status;
}

int
run_refused(struct run_setup *setup, const char *status, struct json *verdict)
{
	struct json *record = run_empty_record(status);
	int r = run_record_outcome(setup, record), result = 126;

	if (r < 0) {
		cmd_error(setup->cmd, "the outcome could not be logged: %s",
		    audit_why(r));
		result = setup->cmd->failure;
	}
	if (setup->json) {
		if (run_print_document(setup, record, verdict) < 0)
			result = setup->cmd->failure;
	} else
		js_free(verdict);
	js_free(record);
	audit_close(setup->audit);
	setup->audit = NULL;
	return result;
}

/* Of what ended before it began, by the last error that was said. */
struct json *
run_failure_record(void)
{
	struct json *record = run_empty_record("error");

	js_put(record, "error", run_own_error(cmd_last_error()));
	return record;
}

int
run_record_failure(struct run_setup *setup)
{
	struct json *record = run_failure_record();
	int r = run_record_outcome(setup, record);

	js_free(record);
	return r;
}

void
run_failed(struct run_setup *setup, int exit_status)
{
	struct json *record;

	if (exit_status == 0 || !setup->json || setup->printed)
		return;
	record = run_failure_record();
	if (setup->id[0] == '\0')
		run_make_id(setup);
	run_print_document(setup, record, NULL);
	js_free(record);
}
