/*
 * For a person, as a good compiler reports:
 *
 *	answer.py:3:1: block[G201] escape/high: runs text as code
 *	  3 | e("1+1")
 *	    | ^^^^^^^^
 *	    = 1:5 `eval` the builtin eval
 *	    = 1:1 `e` eval
 *	    = hint: ast.literal_eval reads data
 *
 * Everything a submission controls passes through buf_add_visible.
 */
#include "format.h"

#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/redact.h"

#define WINDOW_BEFORE	70	/* code points shown before a place */
#define WINDOW_WIDTH	110	/* columns of source shown at most */
#define TAB_STOP	4
#define MASKED_MOST	(64u << 10)	/* of a line that is looked through */
#define GROUPED_FROM	100	/* findings: then the rules are counted, too */
#define STEP_SHOWN	80	/* bytes of a step's text */

enum paint { PLAIN = 0, BOLD, RED, YELLOW, CYAN, BLUE, GREEN };

static void
paint(const struct format_env *env, struct buf *out, enum paint colour)
{
	static const char *const codes[] = {
		[PLAIN] = "\033[0m", [BOLD] = "\033[1m",
		[RED] = "\033[1;31m", [YELLOW] = "\033[1;33m",
		[CYAN] = "\033[1;36m", [BLUE] = "\033[34m",
		[GREEN] = "\033[1;32m",
	};

	if (env->colour)
		buf_adds(out, codes[colour]);
}

static enum paint
paint_of(enum decision d)
{
	switch (d) {
	case DECISION_ALLOW:
		return CYAN;
	case DECISION_HOLD:
		return YELLOW;
	case DECISION_BLOCK:
		break;
	}
	return RED;
}

static void
add_visible(struct buf *out, const char *s)
{
	buf_add_visible(out, s, strlen(s));
}

static void
add_place(struct buf *out, uint32_t cell, uint32_t line, uint32_t column)
{
	if (cell > 0)
		buf_addf(out, "cell %u:", cell);
	buf_addf(out, "%u:%u", line, column);
}

/*
 * One code point at `s`, as it will stand on the terminal at column `at`.
 * Returns its length in bytes; *ret_width is how many columns it took.
 */
static size_t
add_code_point(struct buf *out, const char *s, size_t n, unsigned at,
    unsigned *ret_width)
{
	static const char blanks[] = "    ";
	size_t before = out->len, len;
	unsigned cp = 0;

	if (*s == '\t') {
		*ret_width = TAB_STOP - at % TAB_STOP;
		buf_add(out, blanks, *ret_width);
		return 1;
	}
	len = u8_decode(s, n, &cp);
	buf_add_visible(out, s, len > 0 ? len : 1);
	/* An escape stands for what it replaced, one column a character. */
	if (out->len - before != len || len == 0)
		*ret_width = (unsigned)(out->len - before);
	else
		*ret_width = page_width(cp);
	return len > 0 ? len : 1;
}

/* Where to begin, so that the place at `byte` is within the window. */
static size_t
window_start(const char *line, size_t byte)
{
	size_t back = 0;

	while (byte > 0 && back < WINDOW_BEFORE) {
		byte--;
		if (((unsigned char)line[byte] & 0xc0) != 0x80)
			back++;
	}
	return byte;
}

struct underline {
	unsigned	start, end;	/* columns on the terminal */
	bool		more;		/* goes on beyond what is shown */
};

/* The part of the line around a span, and where to underline it. */
static void
add_source(struct buf *out, struct page *page, const char *line, size_t n,
    const struct span *at, struct underline *ret)
{
	size_t byte = page_seek(page, line, n, at->column), i;
	uint32_t left = at->end_line > at->line ? UINT32_MAX :
	    at->end_column > at->column ? at->end_column - at->column : 1;
	unsigned column = 0, width;
	bool inside;

	*ret = (struct underline){ .more = at->end_line > at->line };
	i = window_start(line, byte);
	if (i > 0) {
		buf_adds(out, "...");
		column = 3;
	}
	while (i < n) {
		if (i == byte)
			ret->start = ret->end = column;
		if (column >= WINDOW_WIDTH) {
			buf_adds(out, "...");
			ret->more = ret->more || (i >= byte && left > 0);
			break;
		}
		inside = i >= byte && left > 0;
		left -= inside;
		i += add_code_point(out, line + i, n - i, column, &width);
		column += width;
		if (inside)
			ret->end = column;
	}
	if (byte >= n)
		ret->start = ret->end = column;
	if (ret->end <= ret->start)
		ret->end = ret->start + 1;
}

static void
add_gutter(const struct format_env *env, struct buf *out, unsigned width,
    const char *mark)
{
	paint(env, out, BLUE);
	buf_addf(out, "  %*s %s ", (int)width, "", mark);
	paint(env, out, PLAIN);
}

static void
add_excerpt(const struct format_env *env, struct buf *out, struct page *page,
    const struct finding *f, unsigned width)
{
	auto_free char *masked = NULL;
	struct underline mark;
	const char *line;
	unsigned i;
	size_t n;

	if (!page_line(page, f->span.cell, f->span.line, &line, &n))
		return;
	if (n > 0 && n <= MASKED_MOST) {
		masked = mem_new(1, n);
		memcpy(masked, line, n);
		/* The page remembers where it was in its own lines only. */
		if (redact_mask(masked, n)) {
			page->seek_line = NULL;
			line = masked;
		}
	}
	paint(env, out, BLUE);
	buf_addf(out, "  %*u | ", (int)width, f->span.line);
	paint(env, out, PLAIN);
	add_source(out, page, line, n, &f->span, &mark);
	if (line == masked)
		page->seek_line = NULL;
	buf_addc(out, '\n');
	add_gutter(env, out, width, "|");
	for (i = 0; i < mark.start; i++)
		buf_addc(out, ' ');
	paint(env, out, paint_of(f->decision));
	for (i = mark.start; i < mark.end; i++)
		buf_addc(out, '^');
	if (mark.more)
		buf_adds(out, "...");
	paint(env, out, PLAIN);
	buf_addc(out, '\n');
}

static void
add_step(const struct format_env *env, struct buf *out,
    const struct chain_step *step, unsigned width)
{
	auto_buf struct buf clean = BUF_INIT;
	const char *text = redact_shown(step->text != NULL ? step->text : "",
	    &clean);
	size_t n = strlen(text), shown = n;

	add_gutter(env, out, width, "=");
	add_place(out, step->cell, step->line, step->column);
	if (step->depth > 0) {
		if (step->depth > 1)
			buf_addf(out, " in text %u, ", step->depth);
		else
			buf_adds(out, " in the text, ");
		add_place(out, 0, step->inner_line, step->inner_column);
	}
	if (n > 0) {
		if (shown > STEP_SHOWN)
			shown = STEP_SHOWN;
		while (shown < n && shown > 0 &&
		    ((unsigned char)text[shown] & 0xc0) == 0x80)
			shown--;
		buf_adds(out, " `");
		buf_add_visible(out, text, shown);
		buf_adds(out, shown < n ? "...`" : "`");
	}
	if (step->fact != NULL && step->fact[0] != '\0') {
		buf_addc(out, ' ');
		add_visible(out, redact_shown(step->fact, &clean));
	}
	buf_addc(out, '\n');
}

static void
add_finding(const struct format_env *env, struct buf *out, const char *name,
    struct page *page, const struct finding *f)
{
	auto_buf struct buf clean = BUF_INIT;
	unsigned width = 1, rest;
	size_t i;

	for (rest = f->span.line; rest >= 10; rest /= 10)
		width++;
	paint(env, out, BOLD);
	add_visible(out, name);
	buf_addc(out, ':');
	add_place(out, f->span.cell, f->span.line, f->span.column);
	buf_adds(out, ": ");
	paint(env, out, paint_of(f->decision));
	buf_addf(out, "%s[%s]", decision_name(f->decision), f->rule);
	paint(env, out, PLAIN);
	buf_addf(out, " %s/%s: ", rules_class_name(f->class),
	    rules_severity_name(f->severity));
	paint(env, out, BOLD);
	add_visible(out, redact_shown(f->message, &clean));
	paint(env, out, PLAIN);
	buf_addc(out, '\n');
	add_excerpt(env, out, page, f, width);
	for (i = 0; i < f->nchain; i++)
		add_step(env, out, &f->chain[i], width);
	if (f->hint != NULL && f->hint[0] != '\0') {
		add_gutter(env, out, width, "=");
		paint(env, out, GREEN);
		buf_adds(out, "hint:");
		paint(env, out, PLAIN);
		buf_addc(out, ' ');
		add_visible(out, f->hint);
		buf_addc(out, '\n');
	}
}

static void
add_admission(struct buf *out, const char *name, const struct admission *a)
{
	add_visible(out, name);
	buf_addc(out, ':');
	add_place(out, a->cell, a->line, a->column);
	buf_adds(out, ": allow");
	if (a->rule != NULL && a->rule[0] != '\0')
		buf_addf(out, "[%s]", a->rule);
	buf_addc(out, ' ');
	add_visible(out, a->subject);
	buf_adds(out, " (");
	add_visible(out, a->row);
	buf_adds(out, ")\n");
}

static void
text_one(const struct format_env *env, const struct verdict *v,
    struct page *page, struct piece *ret)
{
	size_t i;

	for (i = 0; i < v->nfindings; i++)
		add_finding(env, &ret->body, v->name, page, &v->findings[i]);
	if (v->nfindings == 0 && v->decision != DECISION_ALLOW) {
		add_visible(&ret->body, v->name);
		buf_addf(&ret->body, ": %s\n", decision_name(v->decision));
	}
	if (env->why_allowed)
		for (i = 0; i < v->nadmissions; i++)
			add_admission(&ret->body, v->name, &v->admissions[i]);
}

static void
add_count(struct buf *out, size_t n, const char *what, const char *glue)
{
	if (n > 0)
		buf_addf(out, "%s%zu %s", glue, n, what);
}

static int
compare_counts(const void *left, const void *right)
{
	const struct format_rule *a = left, *b = right;

	if (a->findings != b->findings)
		return a->findings < b->findings ? 1 : -1;
	return strcmp(a->id, b->id);
}

/* Of very many findings: which rules, the most frequent first. */
static void
add_rules(const struct format_env *env, const struct totals *t,
    struct buf *out)
{
	const struct rules_row *row;
	const struct format_rule *rule;
	size_t i;

	qsort(t->rules, t->nrules, sizeof(*t->rules), compare_counts);
	buf_adds(out, "findings   files  rule\n");
	for (i = 0; i < t->nrules; i++) {
		rule = &t->rules[i];
		row = rules_by_id(env->rules, rule->id);
		buf_addf(out, "%8zu %7zu  %s%s", rule->findings, rule->files,
		    rule->id, row != NULL ? " " : "");
		if (row != NULL)
			add_visible(out, rules_text(env->rules, row->why));
		buf_addc(out, '\n');
	}
}

/* "3 files: 1 block, 2 allow; 4 findings; 1 not judged" */
static void
text_end(const struct format_env *env, const struct totals *t,
    const struct piece *pieces UNUSED, size_t npieces UNUSED, struct buf *out)
{
	static const enum decision order[] = {
		DECISION_BLOCK, DECISION_HOLD, DECISION_ALLOW
	};
	size_t i, all = 0;
	bool first = true;

	for (i = 0; i < ARRAY_SIZE(order); i++)
		all += t->findings[order[i]];
	if (t->submissions == 0 || (env->brief && all == 0 && t->left_out == 0 &&
	    t->by_decision[DECISION_ALLOW] == t->submissions))
		return;
	if (all >= GROUPED_FROM)
		add_rules(env, t, out);
	buf_addf(out, "%zu file%s:", t->submissions,
	    t->submissions == 1 ? "" : "s");
	for (i = 0; i < ARRAY_SIZE(order); i++) {
		if (t->by_decision[order[i]] == 0)
			continue;
		buf_adds(out, first ? " " : ", ");
		first = false;
		paint(env, out, order[i] == DECISION_ALLOW ? GREEN :
		    paint_of(order[i]));
		buf_addf(out, "%zu %s", t->by_decision[order[i]],
		    decision_name(order[i]));
		paint(env, out, PLAIN);
	}
	add_count(out, all, all == 1 ? "finding" : "findings", "; ");
	add_count(out, t->left_out, "left out", "; ");
	add_count(out, t->nerrors, "not judged", "; ");
	buf_addc(out, '\n');
}

const struct format format_text = {
	.name = "text",
	.streams = true,
	.separator = "",
	.one = text_one,
	.end = text_end,
};
