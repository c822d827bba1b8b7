#include "report.h"

#include <stdarg.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/mem.h"
#include "../fold/foldcall.h"
#include "../judge.h"

#define FINDINGS_MAX	200
#define STRINGS_MAX	1000
#define STRING_MAX	4096	/* no path is longer, and no name */
#define EXCERPT_MAX	400
#define CHAIN_MAX	12

void
report_reset(struct report *r)
{
	r->nfindings = r->nadmissions = 0;
	r->imports.n = r->reads.n = r->writes.n = r->hosts.n = 0;
	r->incomplete = r->processes = r->threads = false;
	r->running = NULL;
	r->callee = NULL;
}

bool
report_is_blocked(const struct report *r)
{
	size_t i;

	for (i = 0; i < r->nfindings; i++)
		if (r->findings[i].decision == DECISION_BLOCK)
			return true;
	return false;
}

void
report_release(struct report *r)
{
	free(r->findings);
	free(r->admissions);
	free(r->imports.list);
	free(r->reads.list);
	free(r->writes.list);
	free(r->hosts.list);
}

void
report_add(struct judge *j, struct strings *list, const char *s, size_t n)
{
	size_t i;

	for (i = 0; i < list->n && n <= STRING_MAX; i++)
		if (strlen(list->list[i]) == n &&
		    memcmp(list->list[i], s, n) == 0)
			return;
	if (list->n < STRINGS_MAX && n <= STRING_MAX)
		*MEM_PUSH(list->list, list->n, list->cap) =
		    arena_strndup(j->arena, s, n);
	else
		j->report->incomplete = true;
}

/* The lines the span lies in, whole, as long as they are not too long. */
static const char *
make_excerpt(struct judge *j, uint32_t start, uint32_t end)
{
	const struct source *s = &j->source;
	uint32_t from = start, to = end;

	while (from > 0 && s->bytes[from - 1] != '\n')
		from--;
	if (to > from && s->bytes[to - 1] == '\n')
		to--;
	while (to < s->n && s->bytes[to] != '\n')
		to++;
	if (to > from && s->bytes[to - 1] == '\r')
		to--;
	if (from == 0 && s->has_bom)
		from = start < 3 ? start : 3;
	if (to - from > EXCERPT_MAX)
		to = from + EXCERPT_MAX;
	while (to > from && to < s->n &&
	    ((unsigned char)s->bytes[to] & 0xc0) == 0x80)
		to--;
	return arena_strndup(j->arena, s->bytes + from, to - from);
}

static const struct running *
outermost(const struct running *r)
{
	while (r != NULL && r->outer != NULL)
		r = r->outer;
	return r;
}

/* A place in the text that `r` runs (NULL: in the submission). */
static void
place_step(struct judge *j, const struct running *r, uint32_t start,
    struct chain_step *step)
{
	const struct running *first = outermost(r);

	if (first == NULL) {
		source_place(&j->source, start, &step->line, &step->column);
		return;
	}
	source_place(&first->judge->source,
	    first->judge->nodes[first->place].start, &step->line,
	    &step->column);
	source_place(&j->source, start, &step->inner_line,
	    &step->inner_column);
	step->depth = r->depth;
}

/* A text that is shown; what is not known of it is three dots. */
static void
add_text(struct buf *b, const struct value *v)
{
	const char *s = v->text.bytes, *end, *gap;

	end = s + (v->text.n < 80 ? v->text.n : 80);
	while (v->kind != VALUE_STR && v->kind != VALUE_BYTES &&
	    (gap = memchr(s, FOLD_GAP, (size_t)(end - s))) != NULL) {
		buf_add_visible(b, s, (size_t)(gap - s));
		buf_adds(b, "...");
		s = gap + 1;
	}
	buf_add_visible(b, s, (size_t)(end - s));
}

static struct chain_step
make_step(struct judge *j, const struct running *r, const struct value *v)
{
	static const char *const facts[] = {
		[VALUE_MODULE] = "module ", [VALUE_PATH] = "",
		[VALUE_RESULT] = "result of ",
	};
	struct chain_step step = { 0 };
	auto_buf struct buf b = BUF_INIT;
	const char *text;
	size_t n;

	place_step(j, r, j->nodes[v->place].start, &step);
	text = judge_text(j, v->place, &n);
	if (v->from != NULL && v->kind != VALUE_RESULT &&
	    j->nodes[v->place].kind == NODE_IDENTIFIER)
		buf_addc(&b, '.');
	buf_add(&b, text, n < 80 ? n : 80);
	step.text = arena_strndup(j->arena, buf_str(&b), b.len);
	b.len = 0;
	switch (v->kind) {
	case VALUE_MODULE:
	case VALUE_PATH:
	case VALUE_RESULT:
		buf_adds(&b, facts[v->kind]);
		buf_adds(&b, names_text(j->names, v->name));
		break;
	case VALUE_STR:
	case VALUE_BYTES:
	case VALUE_PARTIAL:
		buf_adds(&b, v->kind == VALUE_BYTES ? "bytes " :
		    v->kind == VALUE_STR ? "text " : "text that begins ");
		add_text(&b, v);
		if (v->text.n > 80)
			buf_adds(&b, "...");
		break;
	default:
		buf_adds(&b, "value");
	}
	step.fact = arena_strndup(j->arena, buf_str(&b), b.len);
	return step;
}

/* Steps to be, the last one first. */
struct chain {
	struct {
		struct judge		*judge;
		const struct running	*running;
		const struct value	*value;
	}	steps[CHAIN_MAX];
	size_t	n;
};

static void
follow(struct chain *c, struct judge *j, const struct running *r,
    const struct value *v)
{
	for (; v != NULL && c->n < CHAIN_MAX; v = v->from, c->n++) {
		c->steps[c->n].judge = j;
		c->steps[c->n].running = r;
		c->steps[c->n].value = v;
	}
}

void
report_chain(struct judge *j, const struct value *value, struct finding *f)
{
	const struct running *r = j->report->running;
	struct chain c = { .n = 0 };
	struct chain_step *steps;
	size_t i;

	follow(&c, j, r, value);
	follow(&c, j, r, j->report->callee);
	for (; r != NULL; r = r->outer)
		follow(&c, r->judge, r->outer, r->text);
	if (c.n == 0)
		return;
	steps = arena_alloc(j->arena, c.n * sizeof(*steps));
	for (i = 0; i < c.n; i++)
		steps[c.n - 1 - i] = make_step(c.steps[i].judge,
		    c.steps[i].running, c.steps[i].value);
	f->chain = steps;
	f->nchain = c.n;
}

/*
 * Where a text that is run reports: its own place goes into the message, the
 * finding lies where the submission runs it.
 */
static void
place_in_text(const struct running *r, const struct span *inner,
    struct buf *message)
{
	buf_addf(message, " (line %u, column %u of a text that is run",
	    inner->line, inner->column);
	if (r->depth > 1)
		buf_addf(message, " by a text, %u deep", r->depth);
	buf_addc(message, ')');
}

static enum rules_severity
severity_of(const struct rules_row *row)
{
	if (row->severity != RULES_SEVERITY_UNSET)
		return (enum rules_severity)row->severity;
	return row->verb == RULES_ALLOW ? RULES_LOW :
	    row->verb == RULES_HOLD ? RULES_MEDIUM : RULES_HIGH;
}

/* What is in no list may be misspelt: the nearest name that is comes first. */
static const char *
hint_of(struct judge *j, const struct rules_row *row, const char *subject)
{
	const char *hint = rules_text(j->report->rules, row->hint);
	auto_buf struct buf b = BUF_INIT;

	if ((row->kind != RULES_MEMBER && row->kind != RULES_IMPORT) ||
	    (!row->is_default && (row->kind != RULES_MEMBER ||
	    !row->is_glob)) ||
	    !rules_nearest(j->report->rules, subject, &b))
		return hint;
	buf_addf(&b, " is the nearest name that is allowed; %s", hint);
	return arena_strndup(j->arena, buf_str(&b), b.len);
}

static void
add_finding(struct judge *j, const struct rules_row *row, const char *subject,
    const char *measured, uint32_t start, uint32_t end,
    const struct value *value, uint32_t node)
{
	struct report *r = j->report;
	auto_buf struct buf b = BUF_INIT;
	const char *why = "no row allows this";
	struct finding *f;
	struct judge *in = j;
	const struct running *first = outermost(r->running);
	struct span span = { 0 };
	size_t i, n;

	source_span(&j->source, start, end, &span);
	if (row != NULL)
		why = rules_text(r->rules, row->why);
	n = strlen(subject);
	buf_addc(&b, '`');
	buf_add_visible(&b, subject, n < 120 ? n : 120);
	if (n > 120)
		buf_adds(&b, "...");
	buf_adds(&b, "`: ");
	buf_adds(&b, why);
	if (measured != NULL)
		buf_addf(&b, " (%s)", measured);
	if (first != NULL) {
		place_in_text(r->running, &span, &b);
		in = first->judge;
		start = in->nodes[first->place].start;
		end = in->nodes[first->place].end;
		source_span(&in->source, start, end, &span);
	}
	for (i = 0; i < r->nfindings; i++)
		if (r->findings[i].span.byte == span.byte &&
		    strcmp(r->findings[i].message, buf_str(&b)) == 0)
			return;
	if (r->nfindings > FINDINGS_MAX)
		return;
	/* What is not shown may be worse than all that is. */
	if (r->nfindings == FINDINGS_MAX) {
		row = facts_source(j->facts, SOURCE_TOO_MANY);
		b.len = 0;
		buf_addf(&b, "`too-many-findings`: %s (%d are kept)", row == NULL ?
		    why : rules_text(r->rules, row->why), FINDINGS_MAX);
		value = NULL;
	}
	f = MEM_PUSH(r->findings, r->nfindings, r->findings_cap);
	f->rule = row != NULL ? rules_text(r->rules, row->id) : "G000";
	f->hint = row != NULL ? hint_of(j, row, subject) : "";
	f->class = row != NULL ? (enum rules_class)row->class : RULES_ESCAPE;
	f->severity = row != NULL ? severity_of(row) : RULES_CRITICAL;
	f->decision = row == NULL ? DECISION_BLOCK : decision_of(
	    (enum rules_verb)row->verb);
	f->message = arena_strndup(j->arena, buf_str(&b), b.len);
	f->span = span;
	f->excerpt = make_excerpt(in, start, end);
	f->origin = first == NULL ? node : 0;
	f->chain = NULL;
	f->nchain = 0;
	report_chain(j, value, f);
}

static void
add_admission(struct judge *j, const struct rules_row *row, const char *kind,
    const char *subject, uint32_t start)
{
	struct report *r = j->report;
	auto_buf struct buf b = BUF_INIT;
	struct admission *a;

	if (!r->want_admissions)
		return;
	a = MEM_PUSH(r->admissions, r->nadmissions, r->admissions_cap);
	buf_addf(&b, "%s ", kind);
	buf_add_visible(&b, subject, strlen(subject));
	a->subject = arena_strndup(j->arena, buf_str(&b), b.len);
	a->rule = rules_text(r->rules, row->id);
	b.len = 0;
	buf_addf(&b, "%s:%u", rules_text(r->rules, row->file), row->line);
	a->row = arena_strndup(j->arena, buf_str(&b), b.len);
	source_place(&j->source, start, &a->line, &a->column);
}

bool
report_row(struct judge *j, const struct rules_row *row, const char *kind,
    const char *subject, uint32_t node, const struct value *value)
{
	if (row != NULL && row->verb == RULES_ALLOW) {
		add_admission(j, row, kind, subject, j->nodes[node].start);
		return true;
	}
	add_finding(j, row, subject, NULL, j->nodes[node].start,
	    j->nodes[node].end, value, node);
	return false;
}

void
report_spared(struct judge *j, const struct rules_row *row, const char *kind,
    const char *subject, uint32_t node)
{
	if (row != NULL)
		add_admission(j, row, kind, subject, j->nodes[node].start);
}

static void
add_source(struct judge *j, enum source_word word, uint32_t start,
    uint32_t end, const char *measured)
{
	/* gate_new() takes no table that lacks it. */
	const struct rules_row *row = facts_source(j->facts, word);

	if (row->verb != RULES_ALLOW)
		add_finding(j, row, rules_text(j->report->rules, row->subject),
		    measured, start, end, NULL, 0);
}

void
report_source(struct judge *j, enum source_word word, uint32_t start,
    uint32_t end)
{
	add_source(j, word, start, end, NULL);
}

void
report_bound(struct judge *j, enum source_word word, uint32_t start,
    uint32_t end, const char *fmt, ...)
{
	auto_buf struct buf measured = BUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	buf_vaddf(&measured, fmt, ap);
	va_end(ap);
	add_source(j, word, start, end, buf_str(&measured));
}

bool
report_flow(struct judge *j, enum flow_word word, uint32_t node,
    const char *subject, const struct value *value)
{
	const struct rules_row *row = facts_flow(j->facts, word);

	/* A note: it stops nothing. */
	if (row != NULL && row->verb == RULES_ALLOW &&
	    rules_text(j->report->rules, row->id)[0] != '\0') {
		add_finding(j, row, subject, NULL, j->nodes[node].start,
		    j->nodes[node].end, value, node);
		return true;
	}
	return report_row(j, row, "flow", subject, node, value);
}

void
report_flow_more(struct judge *j, enum flow_word word, uint32_t node,
    const char *subject, const char *more)
{
	add_finding(j, facts_flow(j->facts, word), subject, more,
	    j->nodes[node].start, j->nodes[node].end, NULL, node);
}

static int
compare_findings(const void *left, const void *right)
{
	const struct finding *a = left, *b = right;
	int r;

	if (a->span.byte != b->span.byte)
		return a->span.byte < b->span.byte ? -1 : 1;
	if (a->span.end_byte != b->span.end_byte)
		return a->span.end_byte < b->span.end_byte ? -1 : 1;
	r = strcmp(a->rule, b->rule);
	return r != 0 ? r : strcmp(a->message, b->message);
}

static int
compare_admissions(const void *left, const void *right)
{
	const struct admission *a = left, *b = right;

	if (a->line != b->line)
		return a->line < b->line ? -1 : 1;
	if (a->column != b->column)
		return a->column < b->column ? -1 : 1;
	return strcmp(a->subject, b->subject);
}

static void
sort_strings(const struct strings *s, const char ***ret, size_t *ret_n)
{
	if (s->n > 1)
		qsort(s->list, s->n, sizeof(*s->list), util_compare_texts);
	*ret = s->list;
	*ret_n = s->n;
}

void
report_finish(struct judge *j, struct verdict *v)
{
	static const struct admission none;
	struct report *r = j->report;
	size_t i;

	if (r->nfindings > 1)
		qsort(r->findings, r->nfindings, sizeof(*r->findings),
		    compare_findings);
	if (r->nadmissions > 1)
		qsort(r->admissions, r->nadmissions, sizeof(*r->admissions),
		    compare_admissions);
	v->decision = DECISION_ALLOW;
	for (i = 0; i < r->nfindings; i++)
		if (r->findings[i].decision < v->decision)
			v->decision = r->findings[i].decision;
	v->findings = r->findings;
	v->nfindings = r->nfindings;
	if (r->want_admissions)
		v->admissions = r->admissions != NULL ? r->admissions :
		    &none;
	v->nadmissions = r->nadmissions;
	sort_strings(&r->imports, &v->manifest.imports, &v->manifest.nimports);
	sort_strings(&r->reads, &v->manifest.reads, &v->manifest.nreads);
	sort_strings(&r->writes, &v->manifest.writes, &v->manifest.nwrites);
	sort_strings(&r->hosts, &v->manifest.hosts, &v->manifest.nhosts);
	v->manifest.complete = !r->incomplete;
	v->manifest.processes = r->processes;
	v->manifest.threads = r->threads;
}
