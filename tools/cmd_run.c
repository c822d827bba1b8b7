/* sallyport run: judge a script, then run it under supervision. */
#include "run/run_common.h"

#include <getopt.h>
#include <sys/stat.h>

#include "../analyzer/gate.h"
#include "../analyzer/findings/verdict.h"
#include "../supervisor/audit/audit.h"
#include "../supervisor/base/buf.h"
#include "../supervisor/base/fdio.h"
#include "../supervisor/base/json.h"
#include "../supervisor/base/mem.h"
#include "approvals.h"
#include "check/check.h"
#include "format/format.h"
#include "python/lacking.h"
#include "run/run_auto.h"
#include "run/run_files.h"
#include "run/run_options.h"

static int
read_source(const char *operand, struct buf *out)
{
	auto_free char *name = mem_strdup(operand);
	struct check_input in = { .name = name, .root_fd = -1,
	    .is_stdin = strcmp(operand, "-") == 0 };
	const char *why = NULL;

	if (operand[0] == '\0')
		return cmd_usage(&cmd_run, "a FILE with an empty name");
	if (frontend_by_name(operand) != FRONTEND_PYTHON) {
		cmd_error(&cmd_run, "%s: a %s; run takes Python: save its code as a "
		    "file",
		    operand, frontend_by_name(operand) == FRONTEND_NOTEBOOK ?
		    "notebook" : "Markdown document");
		return cmd_run.failure;
	}
	if (check_read(&in, out, &why) == 0)
		return 0;
	cmd_error(&cmd_run, "%s: %s", in.is_stdin ? "standard input" : operand,
	    why);
	return cmd_run.failure;
}

/* Findings as `check` prints them. */
static void
print_findings(const struct run_setup *setup, const struct verdict *v)
{
	struct page page = { .bytes = v->bytes, .n = v->nbytes };
	const char *no_color = getenv("NO_COLOR");
	struct format_env env = {
		.rules = setup->opts.rules, .brief = true,
		.colour = isatty(STDERR_FILENO) &&
		    (no_color == NULL || no_color[0] == '\0'),
	};
	struct piece piece = { BUF_INIT, BUF_INIT };

	format_text.one(&env, v, &page, &piece);
	fdio_write_all(STDERR_FILENO, buf_str(&piece.body), piece.body.len);
	page_free(&page);
	buf_free(&piece.body);
	buf_free(&piece.extra);
}

/* Each file's bytes, by their hash. */
static int
store_files(struct run_setup *setup)
{
	const struct run_options *opts = &setup->opts;
	struct hash hash;
	size_t i;
	int r;

	hash_of(opts->script, opts->script_len, &hash);
	r = audit_store_code(setup->audit, &hash, opts->script,
	    opts->script_len);
	for (i = 0; i < opts->nmodules && r == 0; i++) {
		hash_of(opts->modules[i].bytes, opts->modules[i].n, &hash);
		r = audit_store_code(setup->audit, &hash,
		    opts->modules[i].bytes, opts->modules[i].n);
	}
	return r;
}

static int
record_submission(struct run_setup *setup, const struct verdict *v)
{
	struct json *body = js_obj();
	struct hash hash;
	char hex[HASH_HEX];
	int r;

	verdict_hash(v, &hash);
	hash_hex(&hash, hex);
	js_put_str(body, "name", v->name);
	js_put_str(body, "sha256", hex);
	js_put_num(body, "bytes", (int64_t)v->nbytes);
	if (setup->files != NULL)
		js_put(body, "files", run_files_list(setup));
	r = store_files(setup);
	if (r < 0) {
		js_free(body);
		return r;
	}
	return run_record(setup, "submission", body);
}

static int
record_verdict(struct run_setup *setup, const struct json *verdict)
{
	struct json *body = js_obj(), *grants;
	struct hash hash;
	char hex[HASH_HEX];
	int r = run_grants(setup, &grants);

	js_put(body, "grants", grants);
	js_put_str(body, "grants_hash", setup->grants_hash);
	if (r < 0) {
		js_free(body);
		return r;
	}
	rules_hash(setup->opts.rules, &hash);
	hash_hex(&hash, hex);
	js_put_str(body, "profile", rules_profile_name(setup->opts.rules));
	js_put_str(body, "policy", hex);
	js_put(body, "verdict", js_copy(verdict));
	standing_put_facts(setup->opts.rules, verdict, body);
	run_alert_judged(setup, verdict);
	return run_record(setup, "verdict", body);
}

int
run_record_judged(struct run_setup *setup, const struct verdict *v,
    const struct json *verdict)
{
	int r = record_submission(setup, v);

	return r == 0 ? record_verdict(setup, verdict) : r;
}

bool
run_is_approved(struct run_setup *setup, const struct verdict *v,
    struct json *verdict, struct buf *note)
{
	auto_buf struct buf own = BUF_INIT;
	struct approvals all = { 0 };
	struct hash hash;
	char hex[HASH_HEX];
	int r = approvals_read(setup->log_path, &all);
	bool may = false;

	verdict_hash(v, &hash);
	hash_hex(&hash, hex);
	if (r < 0)
		buf_addf(note, "the log cannot be read: %s", audit_why(r));
	else if (standing_use(setup, &all, hex, verdict, note))
		may = true;
	else {
		may = approvals_use(setup, &all, hex, &own);
		if (may)
			note->len = 0;
		buf_add(note, buf_str(&own), own.len);
	}
	approvals_free(&all);
	return may;
}

/* The same, said to who reads along. */
static bool
is_approved(struct run_setup *setup, const struct verdict *v,
    struct json *verdict)
{
	auto_buf struct buf note = BUF_INIT;
	bool may = run_is_approved(setup, v, verdict, &note);

	if (!setup->json)
		cmd_error(&cmd_run, may ? "held, but %s" :
		    "held: %s", buf_str(&note));
	return may;
}

/* 0, or an exit status. *ret_json is the caller's. */
static int
judge(struct run_setup *setup, struct gate *gate, const struct verdict **ret,
    struct json **ret_json)
{
	if (setup->files != NULL)
		return run_files_judge(setup, gate, setup->json ? NULL :
		    print_findings, ret, ret_json);
	*ret = gate_judge(gate, setup->opts.script_name, setup->opts.script,
	    setup->opts.script_len);
	*ret_json = verdict_json(*ret);
	if (!setup->json)
		print_findings(setup, *ret);
	return 0;
}

/* A module that lies beside the script is none of the run, unless it is given. */
static void
tell_of_siblings(const struct run_setup *setup, const struct verdict *v)
{
	const char *script = setup->opts.script_name;
	const char *base = strrchr(script, '/');
	auto_buf struct buf path = BUF_INIT;
	size_t i, folder = base != NULL ? (size_t)(base - script) + 1 : 0;

	if (setup->files != NULL || setup->opts.stdin_null)
		return;
	for (i = 0; i < v->manifest.nimports; i++) {
		path.len = 0;
		buf_add(&path, script, folder);
		buf_adds(&path, v->manifest.imports[i]);
		buf_adds(&path, ".py");
		if (strchr(v->manifest.imports[i], '.') == NULL &&
		    access(buf_str(&path), F_OK) == 0)
			cmd_error(&cmd_run, "%s lies beside the script, and is "
			    "given along by --module %s", buf_str(&path),
			    buf_str(&path));
	}
}

int
run_submission(struct run_setup *setup, struct gate *gate)
{
	const struct verdict *v;
	struct json *json;
	int r = judge(setup, gate, &v, &json), unread = 0;

	if (r != 0)
		return r;
	if (setup->elsewhere != NULL &&
	    setup->elsewhere(json, setup->elsewhere_arg)) {
		js_free(json);
		return RUN_ELSEWHERE;
	}
	/* It is on record before anything is waited for that may never come. */
	r = record_submission(setup, v);
	if (r == 0 && v->decision == DECISION_HOLD)
		unread = run_grants_read(setup);
	/* What was not read is bound as nothing: no run is ever like that. */
	if (r == 0)
		r = record_verdict(setup, json);
	if (r == 0 && unread != 0)
		r = run_record_failure(setup);
	if (r < 0)
		cmd_error(&cmd_run, "the log cannot be written: %s; nothing "
		    "was run", audit_why(r));
	if (r < 0 || unread != 0) {
		js_free(json);
		return r < 0 ? cmd_run.failure : unread;
	}
	if (v->decision == DECISION_ALLOW ||
	    (v->decision == DECISION_HOLD && is_approved(setup, v, json))) {
		run_auto_narrow(setup, v);
		return run_and_report(setup, json);
	}
	if (!setup->json && v->decision != DECISION_HOLD) {
		cmd_error(&cmd_run, "blocked under profile %s; nothing was run",
		    rules_profile_name(setup->opts.rules));
		tell_of_siblings(setup, v);
	}
	return run_refused(setup, v->decision == DECISION_HOLD ? "held" :
	    "blocked", json);
}

static bool
is_folder(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* What follows the script is its own; an option of ours there would be lost
 * without a word. */
static int
take_arguments(struct run_setup *setup, const char *operand, char **argv)
{
	bool follows = false;
	const char *name, *value;
	size_t i;

	setup->opts.argv = argv;
	for (i = 0; argv[i] != NULL && strcmp(argv[i], "--") != 0; i++) {
		name = run_option_named(argv[i], &follows);
		if (name == NULL)
			continue;
		value = follows && argv[i + 1] != NULL ? argv[i + 1] : "";
		return cmd_usage(&cmd_run, "%s stands after %s: "
		    "`sallyport run %s%s%s %s` if it is sallyport's, "
		    "`sallyport run %s -- %s%s%s` if it is the script's",
		    argv[i], operand, argv[i], *value ? " " : "", value,
		    operand, operand, argv[i], *value ? " " : "", value);
	}
	if (argv[0] != NULL && strcmp(argv[0], "--") == 0)
		setup->opts.argv++;
	return 0;
}

/* What is left of the command line: the script, and what it is given. */
static int
take_operands(struct run_setup *setup, int argc, char **argv,
    struct buf *source)
{
	const char *operand = argv[optind];
	int r;

	if (optind >= argc)
		return cmd_usage(&cmd_run, "no script: give a file, or - for "
		    "standard input");
	r = take_arguments(setup, operand, argv + optind + 1);
	if (r != 0)
		return r;
	if (is_folder(operand)) {
		if (setup->module_words.n > 0)
			return cmd_usage(&cmd_run, "--module: of a folder "
			    "all *.py are given");
		r = run_files_read_folder(setup, operand);
		return r != 0 ? r : run_files_check_inputs(setup);
	}
	if (setup->main != NULL)
		return cmd_usage(&cmd_run, "--main: %s is no folder", operand);
	setup->opts.stdin_null = strcmp(operand, "-") == 0;
	setup->opts.script_name = setup->opts.stdin_null ? "<stdin>" :
	    operand;
	r = read_source(operand, source);
	if (r != 0)
		return r;
	setup->opts.script = buf_str(source);
	setup->opts.script_len = source->len;
	r = run_files_read_modules(setup);
	return r != 0 ? r : run_files_check_inputs(setup);
}

static int
run_run(int argc, char **argv)
{
	struct run_setup setup = { 0 };
	auto_buf struct buf source = BUF_INIT;
	auto_free char *why = NULL;
	struct gate_options options = { 0 };
	struct lacking lacking = { 0 };
	struct gate *gate = NULL;
	int r = run_parse(&cmd_run, argc, argv, &setup);

	if (r == 0)
		r = take_operands(&setup, argc, argv, &source);
	if (r == 0) {
		options.granted = run_granted(&setup);
		lacking_begin(&lacking, setup.opts.rules, setup.opts.python,
		    &options);
	}
	if (r == 0 && gate_new(setup.opts.rules, &options, &why, &gate) < 0) {
		cmd_error(&cmd_run, "the gate cannot use this table: %s",
		    why != NULL ? why : "unknown reason");
		r = cmd_run.failure;
	}
	if (r == 0)
		r = run_begin(&setup);
	if (r == 0)
		r = run_submission(&setup, gate);
	gate_free(gate);
	lacking_release(&lacking);
	run_failed(&setup, r);
	run_release(&setup);
	return r;
}

const struct cmd cmd_run = {
	.name = "run",
	.usage = "[options] [--json] FILE|FOLDER|- [ARG...]",
	.summary = "judge a script, then run it supervised",
	.failure = 125,
	.in_order = true,
	.run = run_run,
	.help = run_help_run,
};
