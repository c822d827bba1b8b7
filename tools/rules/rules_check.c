/*
 * Does a table load, and does every row do what its examples say?
 *
 * A bad: line must be refused by its row, an ok: line must not be; whatever
 * other rows say about it does not matter. A model is looked at by leaving it
 * out: an ok: line must not be refused for it, a bad: line must be refused for
 * it where it names paths, and one line at least must be told otherwise. Its
 * name must be the one by which lists of members tell of it.
 *
 * Lines of rows that the gate judges go through the gate, lines of the others
 * are run under supervision.
 */
#include "../cmd_rules.h"

#include <fcntl.h>
#include <getopt.h>

#include "../../analyzer/gate.h"
#include "../../analyzer/findings/verdict.h"
#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/fdio.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/rules.h"
#include "../../supervisor/run/run.h"
#include "rules_text.h"

static int rules_check_run(int, char **);

const struct cmd_word rules_check = {
	.name = "check",
	.usage = "[--strict] [--no-run] [--json] [FILE|PROFILE...]",
	.summary = "load tables and judge their bad: and ok: lines",
	.help =
	"    --strict             each row that refuses needs a bad and an ok line\n"
	"    --no-run             leave out the lines that would have to be run\n"
	"    --json               as one document\n",
	.run = rules_check_run,
};

struct check {
	const char		*name;
	const struct ruleset	*rs;
	struct gate		*gate;
	struct ruleset		*copy;		/* of whose rows one is out */
	const char		*gate_why;	/* why there is none */
	bool			 strict, may_run, json;
	bool			 shipped;	/* a profile as it is */
	size_t			 judged, ran, skipped, failed;
	struct json		*errors;	/* with --json */
};

/* One fault of a row, where it stands. */
static void
fault(struct check *c, const struct rules_row *row, uint32_t line,
    const char *fmt, ...) PRINTF_LIKE(4, 5);

static void
fault(struct check *c, const struct rules_row *row, uint32_t line,
    const char *fmt, ...)
{
	auto_buf struct buf text = BUF_INIT, out = BUF_INIT;
	struct json *js;
	va_list ap;

	va_start(ap, fmt);
	buf_vaddf(&text, fmt, ap);
	va_end(ap);
	c->failed++;
	if (c->json) {
		js = js_obj();
		js_put_str(js, "file", rules_text(c->rs, row->file));
		js_put_num(js, "line", line);
		js_put_str(js, "rule", rules_text(c->rs, row->id));
		js_put_str(js, "message", buf_str(&text));
		js_add(c->errors, js);
		return;
	}
	buf_add_visible(&out, text.data, text.len);
	printf("%s:%u: error: %s\n", rules_text(c->rs, row->file), line,
	    buf_str(&out));
}

/*
 * Did this row refuse? A row without an id is looked at through the whole
 * verdict: it refused if anything did.
 */
static bool
refused_by_gate(const struct check *c, const struct rules_row *row,
    const struct verdict *v)
{
	const char *id = rules_text(c->rs, row->id);
	size_t i;

	if (*id == '\0')
		return v->decision != DECISION_ALLOW;
	for (i = 0; i < v->nfindings; i++) {
		if (strcmp(v->findings[i].rule, id) == 0)
			return true;
	}
	return false;
}

static void
add_found(struct buf *out, const struct verdict *v)
{
	size_t i;

	for (i = 0; i < v->nfindings && i < 4; i++)
		buf_addf(out, "%s%s %s", i > 0 ? "; " : "",
		    v->findings[i].rule, v->findings[i].message);
	if (v->nfindings == 0)
		buf_adds(out, "nothing");
}

static void
judge_example(struct check *c, const struct rules_row *row,
    const struct rules_example *ex)
{
	auto_buf struct buf source = BUF_INIT, found = BUF_INIT;
	const char *text = rules_text(c->rs, ex->text);
	const char *id = rules_text(c->rs, row->id);
	const struct verdict *v;
	bool refused;

	if (c->gate == NULL) {
		c->skipped++;
		return;
	}
	buf_addf(&source, "%s\n", text);
	v = gate_judge(c->gate, "example.py", source.data, source.len);
	c->judged++;
	refused = refused_by_gate(c, row, v);
	if (refused == (bool)ex->is_bad)
		return;
	add_found(&found, v);
	if (ex->is_bad)
		fault(c, row, ex->line, "%s does not refuse its bad: line "
		    "(found: %s): %s", *id ? id : "the gate", buf_str(&found),
		    text);
	else
		fault(c, row, ex->line, "%s refuses its ok: line (found: "
		    "%s): %s", *id ? id : "the gate", buf_str(&found), text);
}

/* What is refused, and where: a word for each; and what the manifest tells. */
static void
add_refusals(struct buf *out, struct buf *told, struct gate *gate,
    const char *text)
{
	auto_buf struct buf source = BUF_INIT;
	const struct verdict *v;
	size_t i;

	buf_addf(&source, "%s\n", text);
	v = gate_judge(gate, "example.py", source.data, source.len);
	for (i = 0; i < v->nfindings; i++)
		if (v->findings[i].decision != DECISION_ALLOW)
			buf_addf(out, " %s@%u:%u", v->findings[i].rule,
			    v->findings[i].span.line,
			    v->findings[i].span.column);
	buf_addc(out, ' ');
	buf_addf(told, "%s%d%d%d %zu %zu %zu", buf_str(out),
	    v->manifest.complete, v->manifest.processes, v->manifest.threads,
	    v->manifest.nreads, v->manifest.nwrites, v->manifest.nhosts);
}

/* Is each word of the one in the other? */
static bool
has_all(const char *words, const char *in)
{
	auto_buf struct buf word = BUF_INIT;
	size_t n;

	for (; words[1] != '\0'; words += n) {
		n = 1 + strcspn(words + 1, " ");
		word.len = 0;
		buf_add(&word, words, n);
		buf_addc(&word, ' ');
		if (strstr(in, buf_str(&word)) == NULL)
			return false;
	}
	return true;
}

/* Do other rows refuse all of a line, as its module is in no table? */
static bool
is_foreign(const struct check *c, const char *refusals)
{
	char id[5] = "";
	const struct rules_row *row;

	for (; refusals[1] != '\0'; refusals += 1 + strcspn(refusals + 1,
	    " ")) {
		snprintf(id, sizeof(id), "%s", refusals + 1);
		row = rules_by_id(c->rs, id);
		if (row != NULL && (row->kind == RULES_IMPORT || row->kind ==
		    RULES_MEMBER))
			return true;
	}
	return false;
}

/*
 * A name that lists of members tell as another is judged by that one: a model of
 * it says nothing, but for texts that are evaluated.
 */
static void
check_told(struct check *c, const struct rules_row *row,
    const struct rules_model *model)
{
	const char *name = rules_text(c->rs, row->subject), *part, *home;
	auto_buf struct buf told = BUF_INIT, next = BUF_INIT;

	if (*name == '.' || model->words & 1u << RULES_PLAIN)
		return;
	buf_add(&told, name, strcspn(name, "."));
	for (part = strchr(name, '.'); part != NULL; part = strchr(part + 1,
	    '.')) {
		next.len = 0;
		buf_add(&next, part + 1, strcspn(part + 1, "."));
		if (rules_lists(c->rs, buf_str(&told), buf_str(&next),
		    &home) && *home != '\0')
			told.len = 0, buf_adds(&told, home);
		else
			buf_addf(&told, ".%s", buf_str(&next));
	}
	if (strcmp(buf_str(&told), name) != 0)
		fault(c, row, row->line, "the model of '%s' says nothing: "
		    "lists tell it as %s", name, buf_str(&told));
}

/* The examples of the model at row `i`, which has `n` names. */
static void
judge_model(struct check *c, size_t i, size_t n)
{
	struct rules_row *out = (struct rules_row *)rules_at(c->copy, i);
	const struct rules_row *row = rules_at(c->rs, i);
	const struct rules_example *ex;
	struct gate *other = NULL;
	struct rules_model model;
	bool shown = false, foreign;
	char *why = NULL;
	size_t k;

	rules_model(c->rs, rules_text(c->rs, row->subject), &model);
	for (k = 0; k < n; k++)
		check_told(c, row + k, &model);
	/* What a gate has asked its table, it does not ask again. */
	if (gate_new(c->copy, NULL, &why, &other) < 0) {
		free(why);
		return;
	}
	for (k = 0; k < n; k++)
		out[k].kind = RULES_KIND_NONE, out[k].subject = 0;

	for (k = 0; (ex = rules_example(c->rs, row, k)) != NULL; k++) {
		auto_buf struct buf with = BUF_INIT, without = BUF_INIT;
		auto_buf struct buf told = BUF_INIT, untold = BUF_INIT;
		const char *text = rules_text(c->rs, ex->text);

		add_refusals(&with, &told, c->gate, text);
		add_refusals(&without, &untold, other, text);
		c->judged++;
		foreign = is_foreign(c, buf_str(&with));
		shown |= foreign || strcmp(told.data, untold.data) != 0;
		if (ex->is_bad && (with.len == 1 || (model.places && !foreign &&
		    has_all(buf_str(&with), buf_str(&without)))))
			fault(c, row, ex->line, "the model of '%s' does "
			    "not refuse its bad: line: %s", rules_text(c->rs,
			    row->subject), text);
		if (!ex->is_bad && !has_all(buf_str(&with),
		    buf_str(&without)))
			fault(c, row, ex->line, "the model of '%s' refuses "
			    "its ok: line:%s: %s", rules_text(c->rs,
			    row->subject), buf_str(&with), text);
	}
	gate_free(other);
	memcpy(out, row, n * sizeof(*row));
	if (k > 0 && !shown)
		fault(c, row, row->line, "no line shows what the model of "
		    "'%s' changes", rules_text(c->rs, row->subject));
	if (k == 0 && c->strict)
		fault(c, row, row->line, "the model of '%s' has no bad: and "
		    "no ok: line", rules_text(c->rs, row->subject));
}

static bool
refused_at_run(const struct check *c, const struct rules_row *row,
    const struct json *record)
{
	static const char *const lists[] = { "violations", "lookups" };
	const char *id = rules_text(c->rs, row->id), *rule;
	const struct json *all;
	size_t i, k;

	for (k = 0; k < ARRAY_SIZE(lists); k++) {
		all = js_get(record, lists[k]);
		for (i = 0; i < js_len(all); i++) {
			rule = js_get_str(js_at(all, i), "rule");
			if (*id == '\0' || (rule != NULL &&
			    strcmp(rule, id) == 0))
				return true;
		}
	}
	return false;
}

static void
add_violations(struct buf *out, const struct json *record)
{
	const struct json *all = js_get(record, "violations"), *one;
	size_t i;

	for (i = 0; i < js_len(all) && i < 4; i++) {
		one = js_at(all, i);
		buf_addf(out, "%s%s %s", i > 0 ? "; " : "",
		    js_get_str(one, "rule"), js_get_str(one, "syscall"));
	}
	if (js_len(all) == 0)
		buf_addf(out, "nothing, and the run %s",
		    js_get_str(record, "status"));
}

static const char *
run_why(const struct json *record)
{
	const char *why = js_get_str(js_get(record, "error"), "value");

	return why != NULL ? why : "it does not say why";
}

static void
run_example(struct check *c, const struct rules_row *row,
    const struct rules_example *ex)
{
	auto_buf struct buf source = BUF_INIT, found = BUF_INIT;
	const char *text = rules_text(c->rs, ex->text), *status;
	const char *id = rules_text(c->rs, row->id);
	auto_fd int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
	struct run_options options = { .rules = c->rs, .uid = (uid_t)-1,
	    .degraded = true, .capture = { nowhere, nowhere },
	    .stdin_null = true,
	    .script_name = "example.py", .argv = (char *[]){ NULL } };
	struct run_events events = { 0 };
	struct json *record = NULL;
	int r, exit_status, signal;
	bool refused;

	if (!c->may_run) {
		c->skipped++;
		return;
	}
	buf_addf(&source, "%s\n", text);
	options.script = source.data;
	options.script_len = source.len;
	options.limits[RULES_WALL] = 10 * 1000;
	r = run_supervised(&options, &events, &record, &exit_status, &signal);
	if (r < 0) {
		fault(c, row, ex->line, "could not be run: %s", strerror(-r));
		return;
	}
	c->ran++;
	status = js_get_str(record, "status");
	refused = refused_at_run(c, row, record);
	add_violations(&found, record);
	if (status == NULL || strcmp(status, "error") == 0)
		fault(c, row, ex->line, "could not be run: %s: %s",
		    run_why(record), text);
	else if (refused && !ex->is_bad)
		fault(c, row, ex->line, "%s refuses its ok: line (found: %s): "
		    "%s", *id ? id : "a rule", buf_str(&found), text);
	else if (!refused && ex->is_bad && !row->quiet)
		fault(c, row, ex->line, "%s does not refuse its bad: line "
		    "(found: %s): %s", *id ? id : "any row",
		    buf_str(&found), text);
	js_free(record);
}

/*
 * Must this row show what it means? Not if no line of a table could: `source`
 * is about bytes that no table may hold, or about whole documents; what
 * reaches a row of `flow` depends on the calls that a profile allows; nothing
 * reaches the default of `node`. The gate's unit tests have these.
 */
static bool
needs_examples(const struct rules_row *row)
{
	if (row->verb != RULES_DENY && row->verb != RULES_HOLD)
		return false;
	switch (row->kind) {
	case RULES_SOURCE:
	case RULES_FLOW:
		return false;
	case RULES_NODE:
		return !row->is_default;
	default:
		return rules_row_is_gate(row);
	}
}

static void
check_line(struct check *c, const struct rules_row *row)
{
	const struct rules_example *ex;
	size_t i, bad = 0, ok = 0;

	for (i = 0; (ex = rules_example(c->rs, row, i)) != NULL; i++) {
		ex->is_bad ? bad++ : ok++;
		if (rules_row_is_gate(row))
			judge_example(c, row, ex);
		else
			run_example(c, row, ex);
	}
	if (!c->strict || (bad > 0 && ok > 0) || !needs_examples(row))
		return;
	fault(c, row, row->line, "%s has no %s line", rules_text(c->rs,
	    row->id), bad == 0 ? "bad:" : "ok:");
}

/* Where a shared table stands alone, the rows the gate needs are missing. */
static bool
is_part(const char *name)
{
	return strncmp(name, "shared/", 7) == 0 ||
	    strstr(name, "/shared/") != NULL;
}

static void
open_gate(struct check *c)
{
	char *why = NULL;
	const void *image;
	size_t size;
	int r;

	r = gate_new(c->rs, NULL, &why, &c->gate);
	if (r == 0) {
		image = rules_image(c->rs, &size);
		c->copy = mem_new(1, size);
		memcpy(c->copy, image, size);
		return;
	}
	c->gate = NULL;
	if (is_part(c->name)) {
		c->gate_why = "it is a part of a table";
	} else if (rules_default(c->rs, RULES_NODE) == NULL) {
		c->gate_why = "it is for exec";
	} else {
		c->failed++;
		printf("%s: error: the gate refuses it: %s\n", c->name,
		    why != NULL ? why : strerror(-r));
	}
	free(why);
}

static void
check_table(struct check *c)
{
	size_t i, n;

	open_gate(c);
	for (i = 0; i < rules_count(c->rs); i += n) {
		n = rules_line_rows(c->rs, i);
		if (rules_at(c->rs, i)->kind != RULES_MODEL)
			check_line(c, rules_at(c->rs, i));
		else if (c->gate != NULL && (c->shipped || !is_part(
		    rules_text(c->rs, rules_at(c->rs, i)->file))))
			judge_model(c, i, n);
	}
	gate_free(c->gate);
	rules_free(c->copy);
	if (c->json)
		return;
	printf("%s: %zu rows, %zu examples judged, %zu run, %zu not, %zu "
	    "fault%s%s%s\n", c->name, rules_count(c->rs), c->judged, c->ran,
	    c->skipped, c->failed, c->failed == 1 ? "" : "s",
	    c->gate_why != NULL ? "; not judged: " : "",
	    c->gate_why != NULL ? c->gate_why : "");
}

static struct json *
table_json(const struct check *c, const char *text)
{
	struct json *js = js_obj();

	js_put_str(js, "name", c->name);
	js_put_flag(js, "loaded", c->rs != NULL);
	js_put_num(js, "rows", c->rs != NULL ? (int64_t)rules_count(c->rs) : 0);
	js_put_num(js, "judged", (int64_t)c->judged);
	js_put_num(js, "run", (int64_t)c->ran);
	js_put_num(js, "not_judged", (int64_t)c->skipped);
	js_put_str(js, "text", text);
	js_put(js, "errors", c->errors);
	return js;
}

/* One table: of a file, or a shipped profile. Returns 0, 1 or 2. */
static int
check_one(struct check *c, struct json *tables)
{
	auto_buf struct buf errors = BUF_INIT;
	struct ruleset *loaded = NULL;
	int r = 0;

	c->errors = c->json ? js_arr() : NULL;
	if (c->rs == NULL) {
		r = rules_load(c->name, &errors, &loaded);
		c->rs = loaded;
	}
	if (r == 0)
		check_table(c);
	else if (!c->json)
		fdio_write_all(STDOUT_FILENO, errors.data, errors.len);
	if (c->json)
		js_add(tables, table_json(c, buf_str(&errors)));
	rules_free(loaded);
	if (r < 0)
		return r == -EINVAL || r == -EFBIG ? 1 : 2;
	return c->failed > 0;
}

static int
check_all(struct check *how, char **files, size_t n, struct json *tables)
{
	const char *const *names = rules_builtin_names();
	int status = 0, one;
	struct check c;
	size_t i;

	for (i = 0; n == 0 ? names[i] != NULL : i < n; i++) {
		c = *how;
		c.name = n == 0 ? names[i] : files[i];
		if (n == 0 && rules_builtin(names[i], &c.rs) < 0)
			return 2;
		/* A file of a profile's name goes before the profile. */
		if (n > 0 && access(files[i], F_OK) < 0)
			rules_builtin(files[i], &c.rs);
		c.strict |= n == 0;
		/* What a table says of paths changes what models show. */
		c.shipped = c.rs != NULL;
		fflush(stdout);
		one = check_one(&c, tables);
		if (one > status)
			status = one;
	}
	return status;
}

static int
rules_check_run(int argc, char **argv)
{
	enum { STRICT = 1, NO_RUN, JSON };
	static const struct option longs[] = {
		{ "strict", no_argument, NULL, STRICT },
		{ "no-run", no_argument, NULL, NO_RUN },
		{ "json", no_argument, NULL, JSON },
		{ NULL, 0, NULL, 0 }
	};
	struct check how = { .may_run = true };
	struct json *doc = js_obj(), *tables = js_arr();
	int c, status;

	js_put_str(doc, "schema", "sallyport/rules-check/1");
	js_put(doc, "tables", tables);
	while ((c = cmd_getopt(&cmd_rules, argc, argv, longs)) != -1) {
		switch (c) {
		case STRICT:
			how.strict = true;
			break;
		case NO_RUN:
			how.may_run = false;
			break;
		case JSON:
			how.json = true;
			break;
		default:
			js_free(doc);
			return 2;
		}
	}
	status = check_all(&how, argv + optind, (size_t)(argc - optind),
	    tables);
	if (how.json) {
		auto_buf struct buf out = BUF_INIT;

		js_write(doc, &out);
		puts(buf_str(&out));
	}
	js_free(doc);
	return cmd_flush(&cmd_rules) == 0 ? status : 2;
}
