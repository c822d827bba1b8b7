#include "run_where.h"

#include "run_common.h"

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/line.h"

#define SHOWN	8u	/* threads, refusals; the log has all */

void
run_add_visible(struct buf *out, const char *s)
{
	if (s != NULL)
		buf_add_visible(out, s, strlen(s));
}

/* The line of the submission, if it is the one that ran. */
static const char *
source_line(const struct run_setup *setup, const char *file, int64_t line,
    size_t *ret_n)
{
	const struct run_options *opts = &setup->opts;
	size_t i;

	if (file == NULL || opts->script_name == NULL)
		return NULL;
	if (opts->script != NULL && strcmp(file, opts->script_name) == 0)
		return line_at(opts->script, opts->script_len, line, ret_n);
	for (i = 0; i < opts->nmodules; i++)
		if (strcmp(file, opts->modules[i].given) == 0)
			return line_at(opts->modules[i].bytes,
			    opts->modules[i].n, line, ret_n);
	return NULL;
}

/* The bytes of the next code point. */
static size_t
point(const char *p, size_t n)
{
	size_t i = 1;

	while (i < n && ((unsigned char)p[i] & 0xc0) == 0x80)
		i++;
	return i;
}

/*
 * Carets below the columns, which count code points; without columns (before
 * CPython 3.11) one, where the line begins.
 */
static void
add_carets(struct buf *out, const char *line, size_t n, int64_t from,
    int64_t to)
{
	int64_t column = 1;
	size_t i = 0;

	if (from <= 0) {
		for (; i < n && (line[i] == ' ' || line[i] == '\t'); i++)
			from = (int64_t)i + 2;
		from = from <= 0 ? 1 : from;
	}
	if (to <= from)
		to = from + 1;
	buf_adds(out, "    | ");
	for (i = 0; i < n && column < to; column++) {
		auto_buf struct buf shown = BUF_INIT;
		size_t len = point(line + i, n - i), k;

		/* As wide as it was shown, escaped or not. */
		if (line[i] == '\t')
			buf_addc(&shown, '\t');
		else
			buf_add_visible(&shown, line + i, len);
		if (column < from && line[i] == '\t')
			buf_addc(out, '\t');
		else
			for (k = 0; k < shown.len; k += point(shown.data + k,
			    shown.len - k))
				buf_addc(out, column < from ? ' ' : '^');
		i += len;
	}
	buf_addc(out, '\n');
}

void
run_add_place(struct buf *out, const struct run_setup *setup,
    const struct json *frame)
{
	const char *file = js_get_str(frame, "file"), *line;
	size_t n;

	if (frame == NULL)
		return;
	buf_adds(out, "    ");
	run_add_visible(out, file);
	buf_addf(out, ":%lld in ", (long long)js_get_num(frame, "line"));
	run_add_visible(out, js_get_str(frame, "function"));
	buf_addc(out, '\n');
	line = source_line(setup, file, js_get_num(frame, "line"), &n);
	if (line == NULL)
		return;
	buf_adds(out, "    | ");
	buf_add_visible(out, line, n);
	buf_addc(out, '\n');
	add_carets(out, line, n, js_get_num(frame, "column"),
	    js_get_num(frame, "end_column"));
}

/* A name from a log may be any. */
static enum rules_form
form_of(const char *name)
{
	int i;

	for (i = 0; i < RULES_NLIMITS; i++)
		if (strcmp(rules_limit_name((enum rules_limit)i), name) == 0)
			return rules_limit_form((enum rules_limit)i);
	return RULES_FORM_SIZE;
}

void
run_add_amount(struct buf *out, const char *name, int64_t n)
{
	enum rules_form form = form_of(name);

	if (form == RULES_FORM_TIME || form == RULES_FORM_PART)
		buf_addf(out, "%lld.%03lld%s", (long long)(n / 1000),
		    (long long)(n % 1000), form == RULES_FORM_TIME ? " s" : "");
	else if (form == RULES_FORM_COUNT)
		buf_addf(out, "%lld", (long long)n);
	else if (n >= 1 << 20 && n % (1 << 20) == 0)
		buf_addf(out, "%lld MiB", (long long)(n >> 20));
	else if (n >= 1 << 20)
		buf_addf(out, "%.1f MiB", (double)n / (1 << 20));
	else if (n >= 1 << 10 && n % (1 << 10) == 0)
		buf_addf(out, "%lld KiB", (long long)(n >> 10));
	else
		buf_addf(out, "%lld byte%s", (long long)n, n == 1 ? "" : "s");
}

/*
 *	thread 4711 of process 4700, in futex:
 *	    hello.py:4 in main
 *	    | lock.acquire()
 *	      ^^^^^^^^^^^^^^
 */
static void
add_thread(struct buf *out, const struct run_setup *setup,
    const struct json *thread)
{
	const char *call = js_get_str(thread, "call");
	const char *why = js_get_str(thread, "python_why");
	const struct json *inner = js_get(thread, "innermost");
	int64_t pid = js_get_num(thread, "pid");
	int64_t tid = js_get_num(thread, "tid");

	if (pid == tid)
		buf_addf(out, "process %lld, ", (long long)pid);
	else
		buf_addf(out, "thread %lld of process %lld, ", (long long)tid,
		    (long long)pid);
	buf_addf(out, "%s%s:\n", call != NULL ? "in " : why != NULL ? "running" :
	    "computing", call != NULL ? call : "");
	if (js_is_obj(inner)) {
		buf_adds(out, "    in ");
		run_add_visible(out, js_get_str(inner, "file"));
		buf_addf(out, ":%lld (", (long long)js_get_num(inner, "line"));
		run_add_visible(out, js_get_str(inner, "function"));
		buf_adds(out, ")\n");
	}
	run_add_place(out, setup, js_at(js_get(thread, "python"), 0));
	if (why != NULL) {
		buf_adds(out, "    place unknown: ");
		run_add_visible(out, why);
		buf_addc(out, '\n');
	}
}

/* The first of a list. */
static void
add_some(struct buf *out, const struct run_setup *setup,
    const struct json *list, void (*add)(struct buf *,
    const struct run_setup *, const struct json *))
{
	size_t i, n = js_len(list);

	for (i = 0; i < n && i < SHOWN; i++)
		add(out, setup, js_at(list, i));
	if (n > SHOWN)
		buf_addf(out, "and %zu more; the log has them under id %s\n",
		    n - SHOWN, setup->id);
}

void
run_add_threads(struct buf *out, const struct run_setup *setup,
    const struct json *threads)
{
	add_some(out, setup, threads, add_thread);
}

/*
 *	refused: mmap of 1025 MiB = ENOMEM: the limit of memory is 512 MiB,
 *	in use were 9.2 MiB
 */
static void
add_refusal(struct buf *out, const struct run_setup *setup,
    const struct json *r)
{
	const char *call = js_get_str(r, "syscall");
	const char *name = js_get_str(r, "limit");
	int64_t asked = js_get_num(r, "asked"), count = js_get_num(r, "count");

	if (name == NULL)
		return;
	buf_addf(out, "refused: %s", call != NULL ? call : "a call");
	if (asked > 0) {
		buf_adds(out, " of ");
		run_add_amount(out, name, asked);
	}
	buf_addf(out, " = %s", js_get_str(r, "errno"));
	if (count > 1)
		buf_addf(out, ", %lld times", (long long)count);
	buf_addf(out, ": the limit of %s is ", name);
	run_add_amount(out, name, js_get_num(r, "max"));
	if (js_get_num(r, "used") >= 1 << 20)
		buf_addf(out, ", in use were %.1f MiB", (double)js_get_num(r,
		    "used") / (1 << 20));
	else if (js_get_num(r, "used") > 0) {
		buf_adds(out, ", in use were ");
		run_add_amount(out, name, js_get_num(r, "used"));
	}
	run_add_twice(out, r);
	buf_addc(out, '\n');
	run_add_place(out, setup, js_at(js_get(r, "python"), 0));
}

void
run_add_twice(struct buf *out, const struct json *refusal)
{
	if (js_get_flag(refusal, "forked"))
		buf_adds(out, "; what a process had when it forked counts "
		    "twice, as both may change it");
}

void
run_add_refusals(struct buf *out, const struct run_setup *setup,
    const struct json *refusals)
{
	add_some(out, setup, refusals, add_refusal);
}

void
run_add_option(struct buf *out, const struct json *denied)
{
	const char *option = js_get_str(denied, "option");

	if (option == NULL)
		return;
	buf_adds(out, "    permitted by: ");
	run_add_visible(out, option);
	buf_addc(out, '\n');
}

/*
 *	not there: socket(AF_INET SOCK_STREAM), 3 times
 *	    hello.py:3
 *	    no such endpoint is declared
 *	    instead: declare it with --connect ADDR:PORT
 */
static void
add_lookup(struct buf *out, const struct run_setup *setup,
    const struct json *l)
{
	int64_t line = js_get_num(l, "line"), count = js_get_num(l, "count");
	const char *hint = js_get_str(l, "hint");

	(void)setup;
	buf_adds(out, run_lookup_is_input(l) ? "only to be read: " :
	    "not there: ");
	run_add_visible(out, js_get_str(l, "call"));
	buf_addc(out, '(');
	run_add_visible(out, js_get_str(l, "name"));
	buf_addc(out, ')');
	if (count > 1)
		buf_addf(out, ", %lld times", (long long)count);
	buf_addc(out, '\n');
	if (line > 0) {
		buf_adds(out, "    ");
		run_add_visible(out, js_get_str(l, "file"));
		buf_addf(out, ":%lld\n", (long long)line);
	}
	buf_adds(out, "    ");
	run_add_visible(out, js_get_str(l, "message"));
	buf_addc(out, '\n');
	if (hint != NULL && hint[0] != '\0') {
		buf_adds(out, "    instead: ");
		run_add_visible(out, hint);
		buf_addc(out, '\n');
	}
	run_add_option(out, l);
}

void
run_add_lookups(struct buf *out, const struct run_setup *setup,
    const struct json *record)
{
	const struct json *error = js_get(record, "error"), *one;

	/* Of Python it is known what it died of; the rest only distracts. */
	if (!js_is_obj(error)) {
		add_some(out, setup, js_get(record, "lookups"), add_lookup);
		return;
	}
	one = run_lookup_of_error(record);
	if (one != NULL)
		add_lookup(out, setup, one);
}
