/*
 * From the bytes of one input to a verdict at the author's places.
 *
 * Plain Python goes to the gate and its verdict comes back as it is. For a
 * document of blocks or cells the gate judges
 *
 *	the program: all blocks in order, so that names carry over;
 *	each block alone, if there are several, but only for how it reads:
 *	whoever runs them one by one must not find code in what, read
 *	together, was the inside of a string, and whoever extracts one must
 *	not find a coding cookie in what was no first line;
 *	the program with what begins indented read apart: whoever runs the
 *	blocks one by one takes the indent off;
 *	an untagged fence beside tagged ones alone, and what is found counts
 *	only if that fence is Python at all.
 *
 * In a session, the program stands behind the accepted snippets.
 */
#include "check.h"

#include <stdarg.h>

#include "../../analyzer/gate.h"
#include "../../analyzer/submission.h"
#include "../../supervisor/base/clock.h"
#include "../../supervisor/base/fit.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/rules.h"
#include "../python/lacking.h"

#define NOTE_SHOWN	60	/* bytes of a note's place in its message */
#define NOTE_EXCERPT	400	/* bytes of its line */

struct judge {
	const struct check	*check;
	struct gate		*gate;
	struct lacking		 lacking;
	struct document		 doc;
	struct page		 page;
	/* The verdict that is put together; all it points to. */
	struct arena		*arena;
	struct verdict		 verdict;
	struct submission	*together;	/* with a session's modules */
	struct finding		*findings;
	struct admission	*admissions;
	size_t			 nfindings, findings_cap;
	size_t			 nadmissions, admissions_cap;
};

/* How places in a judged text lead back to the submission. */
struct origin {
	const struct document	*doc;	/* NULL: the text as submitted */
	size_t			 first;	/* the text's first line in the doc */
	size_t			 earlier;	/* lines of earlier snippets */
};

int
judge_new(const struct check *check, struct judge **ret)
{
	struct gate_options options = {
		.want_admissions = check->env.why_allowed,
		.granted = check->granted,
	};
	auto_free char *why = NULL;
	struct judge *j = mem_new(1, sizeof(*j));
	int r;

	j->check = check;
	j->gate = check->gate;
	*ret = j;
	if (j->gate != NULL)
		return 0;
	lacking_begin(&j->lacking, check->rules, check->python, &options);
	r = gate_new(check->rules, &options, &why, &j->gate);
	if (r < 0) {
		judge_free(j);
		cmd_error(check->cmd, "%s: the gate cannot use this table: %s",
		    check->table, why != NULL ? why : strerror(-r));
		return -1;
	}
	return 0;
}

static void
judge_reset(struct judge *j)
{
	frontend_free(&j->doc);
	page_free(&j->page);
	arena_free(j->arena);
	j->arena = NULL;
	j->verdict = (struct verdict){ .decision = DECISION_BLOCK };
	j->nfindings = j->nadmissions = 0;
}

void
judge_free(struct judge *j)
{
	if (j == NULL)
		return;
	judge_reset(j);
	if (j->check->gate == NULL)
		gate_free(j->gate);
	lacking_release(&j->lacking);
	free(j->findings);
	free(j->admissions);
	free(j);
}

static const char *
keep(struct judge *j, const char *s)
{
	return s == NULL ? "" : arena_strndup(j->arena, s, strlen(s));
}

static const char *
keepf(struct judge *j, const char *fmt, ...) PRINTF_LIKE(2, 3);

static const char *
keepf(struct judge *j, const char *fmt, ...)
{
	auto_buf struct buf text = BUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	buf_vaddf(&text, fmt, ap);
	va_end(ap);
	return keep(j, buf_str(&text));
}

/* A place of the judged text, taken back to where it was written. */
static void
place(const struct origin *from, uint32_t *cell, uint32_t *line,
    uint32_t *column)
{
	const struct frontend_line *l;
	size_t index;
	int64_t shifted;

	if (*line > from->earlier)
		*line -= (uint32_t)from->earlier;
	if (from->doc == NULL || from->doc->nlines == 0)
		return;
	index = from->first + (*line > 0 ? *line - 1 : 0);
	/* One beyond the end is where a missing token is reported. */
	if (index >= from->doc->nlines)
		index = from->doc->nlines - 1;
	l = &from->doc->lines[index];
	*cell = l->cell;
	*line = l->line;
	shifted = (int64_t)*column + l->shift;
	*column = shifted > 0 ? (uint32_t)shifted : 1;
}

static bool
is_earlier(const struct origin *from, uint32_t line)
{
	return line <= from->earlier;
}

static struct chain_step *
keep_chain(struct judge *j, const struct origin *from,
    const struct finding *f, size_t *ret_n)
{
	const struct session *session = j->check->session;
	struct chain_step *chain, *step;
	size_t i, snippet, line;

	/* One more, for the place of a finding in an earlier snippet. */
	chain = arena_alloc(j->arena, (f->nchain + 1) * sizeof(*chain));
	for (i = 0; i < f->nchain; i++) {
		step = &chain[i];
		*step = f->chain[i];
		step->text = keep(j, step->text);
		step->fact = keep(j, step->fact);
		if (!is_earlier(from, step->line)) {
			place(from, &step->cell, &step->line, &step->column);
			continue;
		}
		snippet = session_find_line(session, step->line, &line);
		step->fact = keepf(j, "%s (snippet %zu of the session, line "
		    "%zu)", step->fact, snippet, line);
		step->line = step->column = 1;
	}
	*ret_n = f->nchain;
	return chain;
}

/*
 * What this snippet made of an earlier one: it lies in the new part where the
 * chain first touches it, else at its beginning.
 */
static void
place_earlier(struct judge *j, const struct origin *from,
    const struct finding *f, struct finding *copy, struct chain_step *chain)
{
	size_t snippet, line, i;

	snippet = session_find_line(j->check->session, f->span.line, &line);
	chain[f->nchain] = (struct chain_step){
		.line = 1, .column = 1, .text = copy->excerpt,
		.fact = keepf(j, "is reached in snippet %zu of the session, "
		    "line %zu", snippet, line),
	};
	copy->nchain++;
	copy->span = (struct span){ 1, 1, 1, 2, 0, 1, 0 };
	for (i = 0; i < f->nchain; i++) {
		if (is_earlier(from, f->chain[i].line))
			continue;
		copy->span.cell = chain[i].cell;
		copy->span.line = copy->span.end_line = chain[i].line;
		copy->span.column = chain[i].column;
		copy->span.end_column = chain[i].column + 1;
		return;
	}
}

static void
take_finding(struct judge *j, const struct origin *from,
    const struct finding *f)
{
	struct finding *copy;
	struct chain_step *chain;
	uint32_t cell;

	copy = MEM_PUSH(j->findings, j->nfindings, j->findings_cap);
	*copy = *f;
	copy->message = keep(j, f->message);
	copy->hint = keep(j, f->hint);
	copy->excerpt = keep(j, f->excerpt);
	copy->rule = keep(j, f->rule);
	chain = keep_chain(j, from, f, &copy->nchain);
	copy->chain = chain;
	if (is_earlier(from, f->span.line)) {
		place_earlier(j, from, f, copy, chain);
		return;
	}
	place(from, &copy->span.cell, &copy->span.line, &copy->span.column);
	cell = copy->span.cell;
	place(from, &cell, &copy->span.end_line, &copy->span.end_column);
}

static const char **
keep_strings(struct judge *j, const char **strings, size_t n)
{
	const char **copy = arena_alloc(j->arena, n * sizeof(*copy));
	size_t i;

	for (i = 0; i < n; i++)
		copy[i] = keep(j, strings[i]);
	return copy;
}

/* What only the judgement of the whole program knows. */
static void
take_program(struct judge *j, const struct origin *from,
    const struct verdict *v)
{
	struct manifest *m = &j->verdict.manifest;
	struct admission *a;
	size_t i;

	j->verdict.decision = v->decision;
	*m = v->manifest;
	m->imports = keep_strings(j, m->imports, m->nimports);
	m->reads = keep_strings(j, m->reads, m->nreads);
	m->writes = keep_strings(j, m->writes, m->nwrites);
	m->hosts = keep_strings(j, m->hosts, m->nhosts);
	for (i = 0; i < v->nadmissions; i++) {
		if (is_earlier(from, v->admissions[i].line))
			continue;
		a = MEM_PUSH(j->admissions, j->nadmissions,
		    j->admissions_cap);
		*a = v->admissions[i];
		a->subject = keep(j, a->subject);
		a->rule = keep(j, a->rule);
		a->row = keep(j, a->row);
		place(from, &a->cell, &a->line, &a->column);
	}
	for (i = 0; i < v->nfindings; i++)
		if (!is_earlier(from, v->findings[i].span.line) ||
		    v->findings[i].decision != DECISION_ALLOW)
			take_finding(j, from, &v->findings[i]);
}

static bool
is_refused(const struct verdict *v)
{
	size_t i;

	for (i = 0; i < v->nfindings; i++)
		if (v->findings[i].class == RULES_SYNTAX &&
		    v->findings[i].decision != DECISION_ALLOW)
			return true;
	return v->nfindings == 0 && v->decision != DECISION_ALLOW;
}

/*
 * Is this about how the text is read, rather than what it does? Such a finding
 * depends on where the text begins: a coding cookie is one in the first two
 * lines only.
 */
static bool
is_about_reading(const struct judge *j, const struct finding *f)
{
	const struct rules_row *row = rules_by_id(j->check->rules, f->rule);

	return f->decision != DECISION_ALLOW && (f->class == RULES_SYNTAX ||
	    row == NULL || row->kind == RULES_SOURCE);
}

bool
judge_reads_ill(const struct judge *j, const struct verdict *v)
{
	size_t i;

	for (i = 0; i < v->nfindings; i++)
		if (is_about_reading(j, &v->findings[i]))
			return true;
	return v->nfindings == 0 && v->decision != DECISION_ALLOW;
}

static const struct verdict *
judge_block(struct judge *j, const struct frontend_block *block)
{
	return gate_judge(j->gate, "", j->doc.program.data + block->byte,
	    block->end_byte - block->byte);
}

/* A lone block is the program, unless it begins otherwise than that does. */
static bool
may_begin_otherwise(const struct document *doc,
    const struct frontend_block *block)
{
	const char *s = doc->program.data + block->byte;
	const char *end = memchr(s, '\n', block->end_byte - block->byte);

	if (end != NULL)
		end = memchr(end + 1, '\n', (size_t)(doc->program.data +
		    block->end_byte - end - 1));
	return memmem(s, end != NULL ? (size_t)(end - s) :
	    block->end_byte - block->byte, "coding", 6) != NULL;
}

/* Each block has to read well by itself, too. */
static void
judge_blocks(struct judge *j)
{
	const struct frontend_block *block;
	const struct verdict *v;
	struct origin from = { .doc = &j->doc };
	size_t i, k, n = 0;

	for (i = 0; i < j->doc.nblocks; i++)
		n += !j->doc.blocks[i].aside;
	for (i = 0; i < j->doc.nblocks; i++) {
		block = &j->doc.blocks[i];
		if (block->aside ||
		    (n == 1 && !may_begin_otherwise(&j->doc, block)))
			continue;
		v = judge_block(j, block);
		if (!judge_reads_ill(j, v))
			continue;
		from.first = block->first;
		j->verdict.decision = decision_join(j->verdict.decision,
		    v->decision);
		for (k = 0; k < v->nfindings; k++)
			if (is_about_reading(j, &v->findings[k]))
				take_finding(j, &from, &v->findings[k]);
		/* One is enough, and refusals may be slow. */
		return;
	}
}

static bool
is_too_much(const struct verdict *v)
{
	size_t i;

	for (i = 0; i < v->nfindings; i++)
		if (v->findings[i].class == RULES_RESOURCE &&
		    v->findings[i].decision != DECISION_ALLOW)
			return true;
	return false;
}

static void
judge_asides(struct judge *j)
{
	struct frontend_block *block;
	const struct verdict *v;
	struct origin from = { .doc = &j->doc };
	size_t i, k;

	for (i = 0; i < j->doc.nblocks; i++) {
		block = &j->doc.blocks[i];
		if (!block->aside)
			continue;
		v = judge_block(j, block);
		if (is_refused(v))
			continue;
		/* Python after all: its notes count too. */
		block->aside = false;
		from.first = block->first;
		j->verdict.decision = decision_join(j->verdict.decision,
		    v->decision);
		for (k = 0; k < v->nfindings; k++)
			take_finding(j, &from, &v->findings[k]);
		/* What takes too long is refused, and so is the rest. */
		if (is_too_much(v))
			return;
	}
}

/* What stands between prompts and is Python is part of the program. */
static void
admit_output(struct judge *j)
{
	size_t i;

	for (i = 0; i < j->doc.nblocks; i++)
		if (j->doc.blocks[i].output)
			j->doc.blocks[i].aside = is_refused(judge_block(j,
			    &j->doc.blocks[i]));
}

/* The program: the document's text with its asides left out. */
static void
add_program(const struct document *doc, struct buf *out)
{
	const struct frontend_block *block;
	size_t i, k, done = 0;

	for (i = 0; i < doc->nblocks; i++) {
		block = &doc->blocks[i];
		if (!block->aside)
			continue;
		buf_add(out, doc->program.data + done, block->byte - done);
		for (k = 0; k < block->count; k++)
			buf_addc(out, '\n');
		done = block->end_byte;
	}
	if (doc->program.len > done)
		buf_add(out, doc->program.data + done,
		    doc->program.len - done);
}

static bool
lies_in_aside(const struct document *doc, const struct frontend_note *note)
{
	size_t index = frontend_find_line(doc, note->cell, note->line);
	size_t low = 0, high = doc->nblocks, middle;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (index < doc->blocks[middle].first)
			high = middle;
		else if (index - doc->blocks[middle].first >=
		    doc->blocks[middle].count)
			low = middle + 1;
		else
			return doc->blocks[middle].aside;
	}
	return false;
}

/* A note becomes what its row says; without a row it blocks. */
static void
take_note(struct judge *j, const struct frontend_note *note)
{
	const struct ruleset *rules = j->check->rules;
	const struct rules_row *row;
	struct finding *f;
	size_t n = strlen(note->text), shown;
	const char *quote = strchr(note->text, '`') != NULL ? "\"" : "`";
	const char *line;

	row = rules_decide(rules, RULES_SOURCE, note->word);
	if (row != NULL && row->verb == RULES_ALLOW)
		return;
	shown = fit_cut(note->text, n, NOTE_SHOWN);
	f = MEM_PUSH(j->findings, j->nfindings, j->findings_cap);
	f->decision = DECISION_BLOCK;
	f->rule = "G900";
	f->class = RULES_SYNTAX;
	f->severity = RULES_HIGH;
	f->hint = "";
	f->message = note->word;
	if (row != NULL) {
		f->decision = decision_of(row->verb);
		f->rule = rules_text(rules, row->id);
		f->class = row->class;
		f->severity = row->severity != RULES_SEVERITY_UNSET ?
		    row->severity : f->decision == DECISION_HOLD ?
		    RULES_MEDIUM : RULES_HIGH;
		f->hint = rules_text(rules, row->hint);
		f->message = rules_text(rules, row->why);
	}
	if (n > 0)
		f->message = keepf(j, "%s%.*s%s%s: %s", quote, (int)shown,
		    note->text, shown < n ? "..." : "", quote, f->message);
	f->span = (struct span){ .cell = note->cell, .line = note->line,
	    .column = note->column, .end_line = note->line,
	    .end_column = note->end_column };
	f->excerpt = "";
	if (page_line(&j->page, note->cell, note->line, &line, &n))
		f->excerpt = arena_strndup(j->arena, line,
		    fit_cut(line, n, NOTE_EXCERPT));
	j->verdict.decision = decision_join(j->verdict.decision, f->decision);
	j->verdict.manifest.complete = false;
}

static void
take_notes(struct judge *j)
{
	size_t i;

	for (i = 0; i < j->doc.nnotes; i++) {
		const struct frontend_note *note = &j->doc.notes[i];

		/* Output in a bare fence may look like a magic. */
		if (strncmp(note->word, "notebook-", 9) == 0 &&
		    !j->doc.has_cells && lies_in_aside(&j->doc, note))
			continue;
		take_note(j, note);
	}
}

static int
compare_findings(const void *left, const void *right)
{
	const struct finding *a = left, *b = right;

	if (a->span.cell != b->span.cell)
		return a->span.cell < b->span.cell ? -1 : 1;
	if (a->span.line != b->span.line)
		return a->span.line < b->span.line ? -1 : 1;
	if (a->span.column != b->span.column)
		return a->span.column < b->span.column ? -1 : 1;
	if (a->span.end_line != b->span.end_line)
		return a->span.end_line < b->span.end_line ? -1 : 1;
	if (a->span.end_column != b->span.end_column)
		return a->span.end_column < b->span.end_column ? -1 : 1;
	if (strcmp(a->rule, b->rule) != 0)
		return strcmp(a->rule, b->rule);
	return strcmp(a->message, b->message);
}

/* In order, each once. */
static void
settle_findings(struct judge *j)
{
	size_t i, n = 0;

	if (j->nfindings > 1)
		qsort(j->findings, j->nfindings, sizeof(*j->findings),
		    compare_findings);
	for (i = 0; i < j->nfindings; i++)
		if (i == 0 || compare_findings(&j->findings[i],
		    &j->findings[n - 1]) != 0)
			j->findings[n++] = j->findings[i];
	j->nfindings = n;
	j->verdict.findings = j->findings;
	j->verdict.nfindings = n;
	if (j->check->env.why_allowed) {
		j->verdict.admissions = j->admissions != NULL ?
		    j->admissions : arena_alloc(j->arena, 1);
		j->verdict.nadmissions = j->nadmissions;
	}
}

static size_t
count_lines(const struct buf *text)
{
	size_t n = 0, i;

	for (i = 0; i < text->len; i++)
		n += text->data[i] == '\n';
	return n;
}

/* Behind others, it would be read as part of the last of them. */
static void
refuse_indent(struct judge *j, const struct document *doc,
    const char *program, const char *at)
{
	const struct origin from = { .doc = doc };
	struct frontend_note note = { .word = "syntax-error", .line = 1,
	    .text = (char []){ "unexpected indent" } };
	const char *line = program, *end;

	while ((end = memchr(line, '\n', (size_t)(at - line))) != NULL) {
		line = end + 1;
		note.line++;
	}
	note.column = (uint32_t)(at - line) + 1;
	place(&from, &note.cell, &note.line, &note.column);
	note.end_column = note.column + 1;
	take_note(j, &note);
}

/* The session's text and its modules, as one submission; NULL: it cannot be
 * one, and blocks. */
static const struct verdict *
judge_with_files(struct judge *j, const char *name, const struct buf *text)
{
	size_t n = j->check->nfiles;
	struct submission_file *files = arena_alloc(j->arena, (n + 1) *
	    sizeof(*files));
	struct frontend_note note = { .word = "syntax-error", .line = 1,
	    .column = 1, .end_column = 2 };
	auto_free char *why = NULL;

	files[0] = (struct submission_file){ "main.py", name, text->data,
	    text->len };
	memcpy(files + 1, j->check->files, n * sizeof(*files));
	if (submission_new(j->gate, j->check->rules, files, n + 1, 0, &why,
	    &j->together) == 0)
		return submission_judge(j->together, j->gate, 0);
	note.text = why;
	take_note(j, &note);
	j->verdict.decision = DECISION_BLOCK;
	return NULL;
}

/* What is wrong with a module is wrong with who may import it. */
static void
take_file(struct judge *j, size_t i)
{
	const struct verdict *v = submission_judge(j->together, j->gate, i);
	const char *name = j->check->files[i - 1].given;
	struct finding *copy;
	size_t k;

	j->verdict.decision = decision_join(j->verdict.decision, v->decision);
	j->verdict.manifest.complete &= v->manifest.complete;
	for (k = 0; k < v->nfindings; k++) {
		const struct finding *f = &v->findings[k];

		copy = MEM_PUSH(j->findings, j->nfindings, j->findings_cap);
		*copy = *f;
		copy->message = keepf(j, "%s:%u: %s", name, f->span.line,
		    f->message);
		copy->hint = keep(j, f->hint);
		copy->excerpt = keep(j, f->excerpt);
		copy->rule = keep(j, f->rule);
		copy->chain = NULL;
		copy->nchain = 0;
		copy->span = (struct span){ 1, 1, 1, 2, 0, 1, 0 };
	}
}

/* A program behind the accepted snippets of a session: a cell, whatever it is
 * called, which may await at its top and import from __future__. */
static void
judge_in_session(struct judge *j, const char *program, size_t n,
    const struct document *doc)
{
	static const char name[] = "<cell>";
	const struct buf *before = session_text(j->check->session);
	const char *indented = joined_indent(program, n);
	auto_buf struct buf all = BUF_INIT;
	struct origin from = { .doc = doc };
	const struct verdict *v;
	size_t i;
	bool ill;

	/* By itself first: nothing may hide in what came before. */
	v = gate_judge(j->gate, name, program, n);
	ill = judge_reads_ill(j, v);
	if (!ill && (before->len > 0 || j->check->nfiles > 0)) {
		buf_add(&all, before->data, before->len);
		buf_add(&all, program, n);
		from.earlier = count_lines(before);
		v = j->check->nfiles == 0 ? gate_judge(j->gate, name, all.data,
		    all.len) : judge_with_files(j, name, &all);
	}
	if (v != NULL)
		take_program(j, &from, v);
	for (i = 0; !ill && i < j->check->nfiles && v != NULL; i++)
		take_file(j, i + 1);
	submission_free(j->together);
	j->together = NULL;
	if (indented != NULL && !ill)
		refuse_indent(j, doc, program, indented);
}

/* Each block that begins indented, without its indent. */
static void
judge_apart(struct judge *j, const struct origin *from, const char *name,
    const struct buf *program)
{
	auto_buf struct buf apart = BUF_INIT;
	const struct verdict *v;
	size_t i;

	if (!joined_apart(&j->doc, program, &apart))
		return;
	v = gate_judge(j->gate, name, buf_str(&apart), apart.len);
	/* Then it goes on with the block before, and nobody runs it alone. */
	if (is_refused(v))
		return;
	j->verdict.decision = decision_join(j->verdict.decision, v->decision);
	for (i = 0; i < v->nfindings; i++)
		take_finding(j, from, &v->findings[i]);
}

static void
judge_document(struct judge *j, const struct check_input *input,
    int64_t begun_ns)
{
	auto_buf struct buf program = BUF_INIT;
	struct origin from = { .doc = &j->doc };
	const struct verdict *v;
	struct frontend_line top = { .line = 1 };

	if (j->doc.nblocks == 0 && j->doc.nnotes == 0 && !j->doc.has_cells) {
		/* Below a directory, prose is no submission. */
		if (input->root_fd < 0)
			frontend_add_note(&j->doc, "markdown-no-code", top, 1,
			    "", 0);
	}
	gate_share_deadline(j->gate, true,
	    clock_ns(CLOCK_THREAD_CPUTIME_ID) - begun_ns);
	admit_output(j);
	add_program(&j->doc, &program);
	if (j->check->session != NULL) {
		judge_in_session(j, buf_str(&program),
		    program.len, &j->doc);
	} else {
		v = gate_judge(j->gate, input->name, buf_str(&program),
		    program.len);
		take_program(j, &from, v);
		judge_apart(j, &from, input->name, &program);
	}
	if (!is_refused(&(struct verdict){ .findings = j->findings,
	    .nfindings = j->nfindings, .decision = j->verdict.decision }))
		judge_blocks(j);
	judge_asides(j);
	gate_share_deadline(j->gate, false, 0);
	take_notes(j);
	settle_findings(j);
	if (j->check->session != NULL &&
	    j->verdict.decision == DECISION_ALLOW)
		session_keep(j->check->session, buf_str(&program),
		    program.len);
}

/* A byte order mark is no column, neither here nor in an editor. */
static void
show_text(struct judge *j, const char *text, size_t n)
{
	size_t marked = n >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;

	j->page.bytes = text + marked;
	j->page.n = n - marked;
}

const struct verdict *
judge_submission(struct judge *j, const struct check_input *input,
    const char *bytes, size_t n, struct page **ret_page)
{
	enum frontend as = j->check->as;
	const struct verdict *v;
	int64_t begun_ns;

	judge_reset(j);
	*ret_page = &j->page;
	if (as == FRONTEND_AUTO)
		as = frontend_by_name(input->name);
	if (as == FRONTEND_PYTHON && j->check->session == NULL) {
		v = check_together_judge(j->check->together, j->gate, input);
		if (v == NULL)
			v = gate_judge(j->gate, input->name, bytes, n);
		show_text(j, v->text, v->ntext);
		return v;
	}
	show_text(j, bytes, n);
	j->arena = arena_new();
	j->verdict.name = input->name;
	j->verdict.bytes = bytes;
	j->verdict.nbytes = n;
	if (as == FRONTEND_PYTHON) {
		gate_share_deadline(j->gate, true, 0);
		judge_in_session(j, bytes, n, NULL);
		gate_share_deadline(j->gate, false, 0);
		settle_findings(j);
		if (j->verdict.decision == DECISION_ALLOW)
			session_keep(j->check->session, bytes, n);
		return &j->verdict;
	}
	begun_ns = clock_ns(CLOCK_THREAD_CPUTIME_ID);
	if (as == FRONTEND_MARKDOWN)
		frontend_markdown(bytes, n, &j->doc);
	else
		frontend_notebook(bytes, n, &j->doc);
	j->page = (struct page){ .bytes = buf_str(&j->doc.shown),
	    .n = j->doc.shown.len, .doc = &j->doc };
	judge_document(j, input, begun_ns);
	return &j->verdict;
}
