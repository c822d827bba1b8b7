/*
 * Statements into rows: sets spelled out, every subject checked for its kind,
 * ids and subjects unique, hints complete.
 */
#include "rules_resolve.h"

#include "buf.h"
#include "json.h"
#include "mem.h"
#include "rules_image.h"
#include "schema.h"
#include "util.h"

static uint32_t *
table_slot(struct rules_resolver *rv, const struct rules_draft *draft)
{
	struct rules_table *t = &rv->by_subject;
	uint32_t h = rules_image_hash((uint32_t)draft->row.kind << 1 |
	    draft->row.is_regex, draft->subject, strlen(draft->subject));
	size_t i;

	for (i = h & t->mask; t->slots[i] != 0; i = (i + 1) & t->mask) {
		const struct rules_draft *old =
		    &rv->out->rows[t->slots[i] - 1];

		if (old->row.kind == draft->row.kind &&
		    old->row.is_regex == draft->row.is_regex &&
		    strcmp(old->subject, draft->subject) == 0)
			break;
	}
	return &t->slots[i];
}

static void
table_grow(struct rules_resolver *rv)
{
	struct rules_table *t = &rv->by_subject;
	size_t want = t->slots == NULL ? 1024 : (t->mask + 1) * 2, i;

	if (t->slots != NULL && t->used * 2 <= t->mask)
		return;
	free(t->slots);
	t->slots = mem_new(want, sizeof(*t->slots));
	t->mask = want - 1;
	for (i = 0; i < rv->out->nrows; i++) {
		if (!rv->out->rows[i].row.is_default)
			*table_slot(rv, &rv->out->rows[i]) = (uint32_t)i + 1;
	}
}

static const char *
verb_past(unsigned verb)
{
	static const char *const past[] = {
		[RULES_DENY] = "denied", [RULES_INSPECT] = "inspected",
		[RULES_HOLD] = "held", [RULES_ALLOW] = "allowed",
	};

	return verb < ARRAY_SIZE(past) ? past[verb] : "unknown";
}

static bool
same_decision(const struct rules_draft *a, const struct rules_draft *b)
{
	return a->row.class == b->row.class && a->row.err == b->row.err &&
	    a->row.severity == b->row.severity &&
	    a->row.quiet == b->row.quiet && a->row.kill == b->row.kill &&
	    a->row.lookup == b->row.lookup &&
	    a->row.type == b->row.type && a->row.most == b->row.most &&
	    (a->row.kind != RULES_MODEL || strcmp(a->why, b->why) == 0) &&
	    strcmp(a->id, b->id) == 0;
}

/* A second row for a subject: the same again, or a contradiction. */
static void
check_repeat(struct rules_resolver *rv, const struct rules_draft *old,
    const struct rules_draft *draft)
{
	struct rules_diag *diag = &rv->load->diag;
	const char *what = draft->row.is_default ? "the default" :
	    draft->subject, *file = old->place.file->name;

	if (old->row.verb != draft->row.verb)
		rules_diag_error(diag, &draft->place, "'%s' is %s here and %s "
		    "at %s:%u", what, verb_past(draft->row.verb),
		    verb_past(old->row.verb), file, old->row.line);
	else if (old->row.has_members != draft->row.has_members)
		rules_diag_error(diag, &draft->place, "'%s' is allowed %s "
		    "here and %s at %s:%u", what, draft->row.has_members ?
		    "by members" : "as a whole", draft->row.has_members ?
		    "as a whole" : "by members", file, old->row.line);
	else if (!same_decision(old, draft))
		rules_diag_error(diag, &draft->place, "'%s' has another %s at "
		    "%s:%u", what, old->row.kind == RULES_MODEL ? "model" :
		    "id or other attributes", file, old->row.line);
}

/*
 * `replace`: the row takes the place of one that an included file has. What
 * shows how that one worked is no example of this table any more.
 */
static void
replace_draft(struct rules_resolver *rv, struct rules_draft *old,
    const struct rules_draft *draft)
{
	const struct rules_stmt *stmt = old != NULL ? old->stmt : NULL;
	size_t i;

	if (old == NULL) {
		/* Its members are new, and need not replace any. */
		rules_diag_error(&rv->load->diag, &draft->place, "there is no "
		    "row about '%s' to replace; leave 'replace' out",
		    draft->row.is_default ? "the default" : draft->subject);
	} else if (stmt->replaces || stmt->file == draft->place.file) {
		rules_diag_error(&rv->load->diag, &draft->place, "only a row "
		    "of an included table is replaced, once; there is one at "
		    "%s:%u", old->place.file->name, old->row.line);
	} else {
		*old = *draft;
		for (i = 0; i < rv->out->nrows; i++)
			if (rv->out->rows[i].stmt == stmt)
				rv->out->rows[i].row.nexamples = 0;
	}
}

/* A row for a subject that has one. */
static void
meet_draft(struct rules_resolver *rv, struct rules_draft *old,
    const struct rules_draft *draft)
{
	if (draft->stmt->replaces && old->stmt != draft->stmt)
		replace_draft(rv, old, draft);
	else
		check_repeat(rv, old, draft);
}

static void
add_draft(struct rules_resolver *rv, const struct rules_draft *draft)
{
	struct rules_drafts *out = rv->out;
	uint32_t *slot;
	size_t i;

	if (out->nrows >= RULES_MAX_ROWS) {
		if (!rv->full)
			rules_diag_error(&rv->load->diag, &draft->place,
			    "more than %d rows", RULES_MAX_ROWS);
		rv->full = true;
		return;
	}
	if (draft->row.is_default) {
		for (i = 0; i < out->nrows; i++) {
			if (out->rows[i].row.is_default &&
			    out->rows[i].row.kind == draft->row.kind) {
				meet_draft(rv, &out->rows[i], draft);
				return;
			}
		}
	} else {
		table_grow(rv);
		slot = table_slot(rv, draft);
		if (*slot != 0) {
			meet_draft(rv, &out->rows[*slot - 1], draft);
			return;
		}
		*slot = (uint32_t)out->nrows + 1;
		rv->by_subject.used++;
	}
	if (draft->stmt->replaces && draft->row.kind != RULES_MEMBER)
		replace_draft(rv, NULL, draft);
	*MEM_PUSH(out->rows, out->nrows, out->cap) = *draft;
}

static struct rules_draft
draft_of(const struct rules_stmt *stmt, const struct rules_token *tok)
{
	struct rules_draft d = { .stmt = stmt, .subject = "",
	    .id = stmt->id != NULL ? stmt->id->text : "",
	    .why = stmt->why, .hint = stmt->hint,
	    .place = { stmt->file, tok != NULL ? tok->off : stmt->off,
	        tok != NULL ? tok->len : stmt->len } };

	d.row.verb = (uint8_t)stmt->verb;
	d.row.kind = (uint8_t)stmt->kind;
	d.row.class = stmt->class;
	d.row.severity = stmt->severity;
	d.row.is_default = stmt->is_default;
	d.row.has_members = stmt->has_members;
	d.row.quiet = stmt->quiet;
	d.row.kill = stmt->kill;
	d.row.lookup = stmt->lookup;
	d.row.type = stmt->type;
	d.row.most = stmt->most;
	d.row.err = (int16_t)stmt->err;
	d.row.line = stmt->line;
	d.row.examples = (uint32_t)stmt->examples;
	d.row.nexamples = (uint32_t)stmt->nexamples;
	return d;
}

struct rules_set *
rules_find_set(struct rules_resolver *rv, const char *name)
{
	size_t i;

	for (i = 0; i < rv->load->nsets; i++) {
		if (strcmp(rv->load->sets[i].name.text, name) == 0)
			return &rv->load->sets[i];
	}
	return NULL;
}

void
rules_walk_words(struct rules_resolver *rv, struct rules_walk *w,
    const struct rules_token *words, size_t n,
    const struct rules_token *place, unsigned depth)
{
	struct rules_set *set;
	size_t i;

	for (i = 0; i < n && !rules_diag_full(&rv->load->diag) && !rv->full;
	    i++) {
		const struct rules_token *word = &words[i];
		const struct rules_token *at = place ? place : word;
		const char *s = word->text;
		size_t len;

		if (++rv->steps > RULES_MAX_STEPS) {
			rules_error_at(rv->load, w->file, at,
			    "sets are spelled out to too many words");
			rv->full = true;
			return;
		}
		if (word->type != RULES_TOK_WORD || s[0] != '$') {
			w->fn(rv, w, at, word);
			continue;
		}
		for (len = 0; rules_is_name_char(s[1 + len]); len++)
			continue;
		if (rules_is_path_variable(s + 1, len) || s[1 + len] == '/') {
			w->fn(rv, w, at, word);
			continue;
		}
		set = rules_find_set(rv, s + 1);
		if (set == NULL) {
			auto_buf struct buf hint = BUF_INIT;

			rules_diag_suggest(&hint, s + 1, rv->set_names);
			rules_error_at(rv->load, w->file, at,
			    "no set is called '%s'%s", s + 1, buf_str(&hint));
		} else if (set->open || depth >= RULES_MAX_DEPTH) {
			rules_error_at(rv->load, w->file, at, "set %s %s",
			    s + 1, set->open ? "contains itself" :
			    "is nested too deep");
		} else {
			set->open = true;
			rules_walk_words(rv, w, set->words, set->nwords, at,
			    depth + 1);
			set->open = false;
		}
	}
}

/* What the file says is the subject: another schema is another policy. */
static const char *
read_schema(struct rules_resolver *rv, const struct rules_draft *d,
    const char *name, const struct rules_token *place)
{
	const struct rules_file *from = d->stmt->file, *file;
	auto_buf struct buf why = BUF_INIT, text = BUF_INIT;
	struct json *schema = NULL;

	file = rules_load_beside(rv->load, from, name, place);
	if (file == NULL)
		return NULL;
	if (js_parse(file->text, file->n, &schema) < 0)
		buf_adds(&why, "it is not one document of JSON");
	else if (schema_is(schema, &why))
		js_write(schema, &text);
	js_free(schema);
	if (text.len > RULES_MAX_SCHEMA)
		buf_adds(&why, "it is larger than 64 KiB");
	if (why.len == 0)
		return arena_strndup(rv->load->arena, text.data, text.len);
	rules_error_at(rv->load, from, place, "schema '%s': %s", name,
	    why.data);
	return NULL;
}

static void
finish_draft(struct rules_resolver *rv, struct rules_draft *d, const char *s,
    bool is_regex, const struct rules_token *place)
{
	const char *wrong = NULL;

	if (*s == '\0')
		wrong = "a subject is not empty";
	else if (strlen(s) > RULES_MAX_SUBJECT)
		wrong = "a subject is at most 1024 bytes";
	else if (!is_regex)
		wrong = rules_subject_fault(d->row.kind, s);
	else if (d->row.kind != RULES_STRING && d->row.kind != RULES_NAME &&
	    d->row.kind != RULES_PATH && d->row.kind != RULES_HOST &&
	    d->row.kind != RULES_LEFT_TEXT)
		wrong = "a pattern ~/.../ is for string, name, path, host "
		    "and output";
	if (wrong != NULL) {
		rules_error_at(rv->load, d->stmt->file, place, "'%s': %s", s,
		    wrong);
		return;
	}
	if (d->row.kind == RULES_SYSCALL &&
	    !rules_subject_syscall(rv->load, d->stmt, place, s))
		return;
	d->subject = s;
	d->row.is_regex = is_regex;
	d->row.is_glob = !is_regex && strchr(s, '*') != NULL;
	if (d->row.kind == RULES_LEFT_RESULT) {
		d->subject = read_schema(rv, d, s, place);
		d->row.is_glob = false;
	}
	if (d->subject != NULL)
		add_draft(rv, d);
}

static void
add_subject(struct rules_resolver *rv, struct rules_walk *w,
    const struct rules_token *place, const struct rules_token *word)
{
	struct rules_draft d = draft_of(w->stmt, place);

	finish_draft(rv, &d, word->text, word->type == RULES_TOK_REGEX, place);
}

/* `json { dumps }` also makes the row: allow member json.dumps. */
static void
add_member(struct rules_resolver *rv, struct rules_walk *w,
    const struct rules_token *place, const struct rules_token *word)
{
	struct rules_draft d = draft_of(w->stmt, place);
	auto_buf struct buf name = BUF_INIT;

	if (word->type == RULES_TOK_REGEX) {
		rules_error_at(rv->load, w->file, place, "a member is a name, "
		    "not a pattern ~/.../");
		return;
	}
	d.row.verb = RULES_ALLOW;
	d.row.kind = RULES_MEMBER;
	d.row.has_members = false;
	d.row.line = place->line;
	d.row.nexamples = 0;
	buf_addf(&name, "%s.%s", w->stmt->subjects[0].text, word->text);
	finish_draft(rv, &d, arena_strndup(rv->load->arena, buf_str(&name),
	    name.len), false, place);
}

static void
resolve_stmt(struct rules_resolver *rv, const struct rules_stmt *stmt)
{
	struct rules_walk w = { .fn = add_subject, .stmt = stmt,
	    .file = stmt->file };

	if (stmt->is_default) {
		struct rules_draft d = draft_of(stmt, NULL);

		add_draft(rv, &d);
		return;
	}
	if (stmt->has_members && stmt->nsubjects != 1)
		return;			/* reported where it stands */
	if (stmt->has_members && (stmt->subjects[0].text[0] == '$' ||
	    strchr(stmt->subjects[0].text, '*') != NULL)) {
		rules_error_at(rv->load, stmt->file, &stmt->subjects[0],
		    "braces belong to exactly one module");
		return;
	}
	rules_walk_words(rv, &w, stmt->subjects, stmt->nsubjects, NULL, 0);
	w.fn = add_member;
	rules_walk_words(rv, &w, stmt->members, stmt->nmembers, NULL, 0);
}

static int
compare_ids(const void *a, const void *b)
{
	const struct rules_stmt *const *x = a, *const *y = b;

	return strcmp((*x)->id->text, (*y)->id->text);
}

/* Every id once, and none that was retired. */
static void
check_ids(struct rules_resolver *rv)
{
	struct rules_load *load = rv->load;
	struct rules_stmt **sorted;
	size_t n = 0, i, k;

	sorted = mem_new(load->nstmts, sizeof(*sorted));
	for (i = 0; i < load->nstmts; i++) {
		struct rules_stmt *stmt = &load->stmts[i];

		if (stmt->id == NULL)
			continue;
		sorted[n++] = stmt;
		for (k = 0; k < load->nretired; k++) {
			if (strcmp(load->retired[k].id.text,
			    stmt->id->text) != 0)
				continue;
			rules_error_at(load, stmt->file, stmt->id, "%s is "
			    "retired at %s:%u and cannot be used again",
			    stmt->id->text, load->retired[k].file->name,
			    load->retired[k].id.line);
		}
	}
	qsort(sorted, n, sizeof(*sorted), compare_ids);
	for (i = 1; i < n; i++) {
		if (compare_ids(&sorted[i - 1], &sorted[i]) == 0)
			rules_error_at(load, sorted[i]->file, sorted[i]->id,
			    "%s is the id of the row at %s:%u",
			    sorted[i]->id->text, sorted[i - 1]->file->name,
			    sorted[i - 1]->line);
	}
	free(sorted);
}

void
rules_resolve(struct rules_load *load, struct rules_drafts *ret)
{
	struct rules_resolver rv = { .load = load, .out = ret };
	size_t i;

	rv.set_names = mem_new(load->nsets + 1, sizeof(*rv.set_names));
	for (i = 0; i < load->nsets; i++)
		rv.set_names[i] = load->sets[i].name.text;
	check_ids(&rv);
	for (i = 0; i < load->nstmts && !rules_diag_full(&load->diag); i++)
		if (!load->stmts[i].replaces)
			resolve_stmt(&rv, &load->stmts[i]);
	for (i = 0; i < load->nstmts && !rules_diag_full(&load->diag); i++)
		if (load->stmts[i].replaces)
			resolve_stmt(&rv, &load->stmts[i]);
	rules_resolve_listed(load);
	rules_resolve_hints(&rv);
	free(rv.set_names);
	free(rv.by_subject.slots);
}
