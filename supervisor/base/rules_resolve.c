/*
 * Statements into rows: sets spelled out, every subject checked for its kind,
 * ids and subjects unique, hints complete.
 */
#include "rules_load.h"

#include "buf.h"
#include "mem.h"
#include "rules_image.h"
#include "syscalls.h"
#include "util.h"

/* An index by string, for what may be there only once. */
struct table {
	uint32_t	*slots;		/* row + 1 */
	size_t		 mask, used;
};

struct resolver {
	struct rules_load	*load;
	struct rules_drafts	*out;
	struct table		 by_subject;
	const char		**set_names;
	const char		*allowed[RULES_NKINDS];	/* $imports ... */
	unsigned		 steps;		/* words walked */
	bool			 full;		/* too many rows or words */
};

static const char *const path_variables[] = {
	"PYTHON", "INPUT", "WORK", "HOME", NULL
};

bool
rules_is_path_variable(const char *name, size_t n)
{
	size_t i;

	for (i = 0; path_variables[i] != NULL; i++) {
		if (strlen(path_variables[i]) == n &&
		    memcmp(path_variables[i], name, n) == 0)
			return true;
	}
	return false;
}

static bool
is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool
is_name_char(char c)
{
	return is_letter(c) || (c >= '0' && c <= '9');
}

/* a.b.c, each part of name characters and stars; `n` bytes of it. */
static bool
is_dotted(const char *s, size_t n)
{
	bool at_start = true;
	size_t i;

	for (i = 0; i < n; i++) {
		if (s[i] == '.') {
			if (at_start)
				return false;
			at_start = true;
		} else if (s[i] == '*' || (at_start ? is_letter(s[i]) :
		    is_name_char(s[i]))) {
			at_start = false;
		} else {
			return false;
		}
	}
	return n > 0 && !at_start;
}

static bool
is_fixed_word(const char *s)
{
	/* Some of the kernel's names begin with _. */
	if ((*s < 'a' || *s > 'z') && *s != '_')
		return false;
	for (; *s != '\0'; s++) {
		if ((*s < 'a' || *s > 'z') && (*s < '0' || *s > '9') &&
		    *s != '-' && *s != '_' && *s != '*')
			return false;
	}
	return true;
}

/* name, name(keyword) or name(keyword=text) */
static const char *
check_call(const char *s)
{
	const char *open = strchr(s, '(');
	size_t n = open != NULL ? (size_t)(open - s) : strlen(s), k;

	if (!is_dotted(s, n))
		return "a call is a dotted name such as os.system";
	if (open == NULL)
		return NULL;
	for (k = 1; is_name_char(open[k]); k++)
		continue;
	if (k == 1 || (open[k] != '=' && open[k] != ')') ||
	    s[strlen(s) - 1] != ')' || (open[k] == ')' && open[k + 1] != '\0'))
		return "what a call passes is written name(keyword) or "
		    "name(keyword=text)";
	return NULL;
}

static const char *
check_file(const char *s)
{
	const char *p = s;

	if (*p == '$') {
		size_t n = 0;

		while (is_name_char(p[1 + n]))
			n++;
		if (!rules_is_path_variable(p + 1, n))
			return "a path begins with /, $PYTHON, $INPUT, $WORK "
			    "or $HOME";
		p += 1 + n;
		if (*p == '\0')
			return NULL;
	}
	if (*p != '/')
		return "a path begins with /, $PYTHON, $INPUT, $WORK or $HOME";
	if (strcmp(p, "/") == 0)
		return p == s ? NULL : "a path has no trailing slash; "
		    "write /** for what lies below";
	for (; *p != '\0'; p++) {
		if (*p != '/')
			continue;
		if (p[1] == '/')
			return "a path has no empty part";
		if (p[1] == '\0')
			return "a path has no trailing slash; write /** for "
			    "what lies below";
		if (p[1] == '.' && (p[2] == '/' || p[2] == '\0' ||
		    (p[2] == '.' && (p[3] == '/' || p[3] == '\0'))))
			return "a path has no part . or ..";
	}
	return NULL;
}

/* A row for a system call that nobody knows would never be looked up. */
static bool
is_syscall(struct rules_load *load, const struct rules_stmt *stmt,
    const struct rules_token *place, const char *s)
{
	auto_buf struct buf near = BUF_INIT;
	const char **names;
	size_t i, n = syscall_count();

	if (syscall_by_name(s) != NULL)
		return true;
	names = mem_new(n + 1, sizeof(*names));
	for (i = 0; i < n; i++) {
		names[i] = syscall_at(i)->name;
		if (rules_glob(s, names[i], '.'))
			break;
	}
	if (i == n) {
		rules_diag_suggest(&near, s, names);
		rules_error_at(load, stmt->file, place, "no system call of "
		    "Linux %s is called '%s'%s", syscall_kernel(), s,
		    buf_str(&near));
	}
	free(names);
	return i < n;
}

/* What is wrong with a subject of this kind, or NULL. */
static const char *
check_subject(enum rules_kind kind, const char *s)
{
	switch (kind) {
	case RULES_IMPORT:
		return is_dotted(s, strlen(s)) ? NULL :
		    "a module is a dotted name";
	case RULES_MEMBER:
		return is_dotted(s, strlen(s)) && strchr(s, '.') != NULL ?
		    NULL : "a member is written module.name";
	case RULES_CALL:
		return check_call(s);
	case RULES_ATTR:
		return is_dotted(s, strlen(s)) && strchr(s, '.') == NULL ?
		    NULL : "an attribute is one name, without a dot";
	case RULES_SOURCE:
	case RULES_FLOW:
	case RULES_SELF:
	case RULES_NODE:
	case RULES_SYSCALL:
		return is_fixed_word(s) || (kind == RULES_NODE &&
		    is_dotted(s, strlen(s)) && strchr(s, '.') == NULL) ? NULL :
		    "expected a word of small letters, digits, - and _";
	case RULES_PATH:
		return strncmp(s, "read:", 5) == 0 ||
		    strncmp(s, "write:", 6) == 0 ||
		    strncmp(s, "delete:", 7) == 0 ? NULL :
		    "a path in source is written read:PATH, write:PATH or "
		    "delete:PATH";
	case RULES_READ:
	case RULES_WRITE:
	case RULES_STAT:
	case RULES_EXEC:
		return check_file(s);
	case RULES_CONNECT:
	case RULES_BIND:
		return strchr(s, ':') != NULL ? NULL :
		    "an endpoint is written address:port or unix:/path";
	default:
		return NULL;
	}
}

static uint32_t *
table_slot(struct resolver *rv, const struct rules_draft *draft)
{
	struct table *t = &rv->by_subject;
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
table_grow(struct resolver *rv)
{
	struct table *t = &rv->by_subject;
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
	    strcmp(a->id, b->id) == 0;
}

/* A second row for a subject: the same again, or a contradiction. */
static void
check_repeat(struct resolver *rv, const struct rules_draft *old,
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
		rules_diag_error(diag, &draft->place, "'%s' has another id or "
		    "other attributes at %s:%u", what, file, old->row.line);
}

static void
add_draft(struct resolver *rv, const struct rules_draft *draft)
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
				check_repeat(rv, &out->rows[i], draft);
				return;
			}
		}
	} else {
		table_grow(rv);
		slot = table_slot(rv, draft);
		if (*slot != 0) {
			check_repeat(rv, &out->rows[*slot - 1], draft);
			return;
		}
		*slot = (uint32_t)out->nrows + 1;
		rv->by_subject.used++;
	}
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
	d.row.err = (int16_t)stmt->err;
	d.row.line = stmt->line;
	d.row.examples = (uint32_t)stmt->examples;
	d.row.nexamples = (uint32_t)stmt->nexamples;
	return d;
}

static struct rules_set *
find_set(struct resolver *rv, const char *name)
{
	size_t i;

	for (i = 0; i < rv->load->nsets; i++) {
		if (strcmp(rv->load->sets[i].name.text, name) == 0)
			return &rv->load->sets[i];
	}
	return NULL;
}

/* Words with the sets among them spelled out, each handed to `fn`. */
struct walk {
	void			(*fn)(struct resolver *, struct walk *,
				    const struct rules_token *place,
				    const struct rules_token *word);
	const struct rules_stmt	*stmt;
	const struct rules_file	*file;	/* where the places are */
	struct buf		*text;
};

static void
walk_words(struct resolver *rv, struct walk *w, const struct rules_token *words,
    size_t n, const struct rules_token *place, unsigned depth)
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
		for (len = 0; is_name_char(s[1 + len]); len++)
			continue;
		if (rules_is_path_variable(s + 1, len) || s[1 + len] == '/') {
			w->fn(rv, w, at, word);
			continue;
		}
		set = find_set(rv, s + 1);
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
			walk_words(rv, w, set->words, set->nwords, at,
			    depth + 1);
			set->open = false;
		}
	}
}

static void
finish_draft(struct resolver *rv, struct rules_draft *d, const char *s,
    bool is_regex, const struct rules_token *place)
{
	const char *wrong = NULL;

	if (*s == '\0')
		wrong = "a subject is not empty";
	else if (strlen(s) > RULES_MAX_SUBJECT)
		wrong = "a subject is at most 1024 bytes";
	else if (!is_regex)
		wrong = check_subject(d->row.kind, s);
	else if (d->row.kind != RULES_STRING && d->row.kind != RULES_PATH &&
	    d->row.kind != RULES_HOST)
		wrong = "a pattern ~/.../ is for string, path and host";
	if (wrong != NULL) {
		rules_error_at(rv->load, d->stmt->file, place, "'%s': %s", s,
		    wrong);
		return;
	}
	if (d->row.kind == RULES_SYSCALL &&
	    !is_syscall(rv->load, d->stmt, place, s))
		return;
	d->subject = s;
	d->row.is_regex = is_regex;
	d->row.is_glob = !is_regex && strchr(s, '*') != NULL;
	add_draft(rv, d);
}

static void
add_subject(struct resolver *rv, struct walk *w,
    const struct rules_token *place, const struct rules_token *word)
{
	struct rules_draft d = draft_of(w->stmt, place);

	finish_draft(rv, &d, word->text, word->type == RULES_TOK_REGEX, place);
}

/* `json { dumps }` also makes the row: allow member json.dumps. */
static void
add_member(struct resolver *rv, struct walk *w,
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
resolve_stmt(struct resolver *rv, const struct rules_stmt *stmt)
{
	struct walk w = { .fn = add_subject, .stmt = stmt,
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
	walk_words(rv, &w, stmt->subjects, stmt->nsubjects, NULL, 0);
	w.fn = add_member;
	walk_words(rv, &w, stmt->members, stmt->nmembers, NULL, 0);
}

static int
compare_ids(const void *a, const void *b)
{
	const struct rules_stmt *const *x = a, *const *y = b;

	return strcmp((*x)->id->text, (*y)->id->text);
}

/* Every id once, and none that was retired. */
static void
check_ids(struct resolver *rv)
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

/* One more name of a list in a hint, as long as there is room. */
static void
list_name(struct buf *out, const char *name)
{
	static const char more[] = ", ...";
	size_t n = sizeof(more) - 1;

	if (out->len >= n && strcmp(out->data + out->len - n, more) == 0)
		return;
	if (out->len + strlen(name) + 2 + n > RULES_MAX_LIST) {
		buf_adds(out, more);
		return;
	}
	if (out->len > 0)
		buf_adds(out, ", ");
	buf_adds(out, name);
}

static void
list_word(struct resolver *rv, struct walk *w,
    const struct rules_token *place, const struct rules_token *word)
{
	(void)rv;
	(void)place;
	list_name(w->text, word->text);
}

static int
compare_names(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* $imports: what the rows of a kind allow, sorted, without inner modules. */
static const char *
list_allowed(struct resolver *rv, enum rules_kind kind)
{
	auto_buf struct buf out = BUF_INIT;
	const char **names;
	size_t n = 0, i, k;

	if (rv->allowed[kind] != NULL)
		return rv->allowed[kind];
	names = mem_new(rv->out->nrows, sizeof(*names));
	for (i = 0; i < rv->out->nrows; i++) {
		const struct rules_draft *d = &rv->out->rows[i];

		if (d->row.kind == kind && d->row.verb == RULES_ALLOW &&
		    !d->row.is_default && !d->row.is_regex &&
		    d->subject[0] != '_')
			names[n++] = d->subject;
	}
	qsort(names, n, sizeof(*names), compare_names);
	for (i = k = 0; i < n; i++) {
		size_t len = strlen(names[k]);

		if (kind == RULES_IMPORT && i > 0 &&
		    strncmp(names[k], names[i], len) == 0 &&
		    names[i][len] == '.')
			continue;
		k = i;
		list_name(&out, names[i]);
	}
	free(names);
	if (n == 0)
		buf_adds(&out, "none");
	rv->allowed[kind] = arena_strndup(rv->load->arena, buf_str(&out),
	    out.len);
	return rv->allowed[kind];
}

/* The kind whose plural this is, or RULES_KIND_NONE. */
static enum rules_kind
kind_of_plural(const char *name)
{
	size_t n = strlen(name);
	int kind;

	for (kind = RULES_SOURCE; kind < RULES_NKINDS; kind++) {
		const char *k = rules_kind_name(kind);

		if (n == strlen(k) + 1 && name[n - 1] == 's' &&
		    memcmp(name, k, n - 1) == 0)
			return kind;
	}
	return RULES_KIND_NONE;
}

static void
error_in_hint(struct resolver *rv, const struct rules_stmt *stmt,
    const char *name)
{
	static const char *const often[] = {
		"imports", "calls", "attrs", "members", "syscalls", NULL
	};
	auto_buf struct buf near = BUF_INIT;
	struct rules_place place = { stmt->file, stmt->hint_off,
	    stmt->hint_len };

	rules_diag_suggest(&near, name, rv->set_names);
	if (near.len == 0)
		rules_diag_suggest(&near, name, often);
	rules_diag_error(&rv->load->diag, &place,
	    "the hint names '$%s', which is nothing%s", name, buf_str(&near));
}

static void
spell_name(struct resolver *rv, const struct rules_stmt *stmt,
    const char *name, size_t n, struct buf *out)
{
	auto_buf struct buf word = BUF_INIT, list = BUF_INIT;
	enum rules_kind kind;
	struct rules_set *set;

	buf_add(&word, name, n);
	kind = kind_of_plural(buf_str(&word));
	set = find_set(rv, buf_str(&word));
	if (rules_is_path_variable(name, n)) {
		buf_addf(out, "$%s", buf_str(&word));
	} else if (kind != RULES_KIND_NONE) {
		buf_adds(out, list_allowed(rv, kind));
	} else if (set != NULL) {
		struct walk w = { .fn = list_word, .file = set->file,
		    .text = &list };

		set->open = true;
		walk_words(rv, &w, set->words, set->nwords, &set->name, 0);
		set->open = false;
		buf_adds(out, buf_str(&list));
	} else {
		error_in_hint(rv, stmt, buf_str(&word));
	}
}

static const char *
spell_hint(struct resolver *rv, const struct rules_stmt *stmt)
{
	auto_buf struct buf out = BUF_INIT;
	const char *s = stmt->hint, *mark;
	size_t n;

	if (strchr(s, '$') == NULL && strlen(s) <= RULES_MAX_HINT)
		return s;
	while ((mark = strchr(s, '$')) != NULL) {
		buf_add(&out, s, (size_t)(mark - s));
		for (n = 0; is_name_char(mark[1 + n]); n++)
			continue;
		if (n == 0 || !is_letter(mark[1]))
			buf_add(&out, mark, n = 1);
		else
			spell_name(rv, stmt, mark + 1, n++, &out);
		s = mark + n;
	}
	buf_adds(&out, s);
	if (out.len > RULES_MAX_HINT) {
		struct rules_place place = { stmt->file, stmt->hint_off,
		    stmt->hint_len };

		rules_diag_error(&rv->load->diag, &place, "hint is longer "
		    "than %d bytes", RULES_MAX_HINT);
	}
	return arena_strndup(rv->load->arena, buf_str(&out), out.len);
}

static void
resolve_hints(struct resolver *rv)
{
	const struct rules_stmt *last = NULL;
	const char *hint = "";
	size_t i;

	for (i = 0; i < rv->out->nrows; i++) {
		struct rules_draft *d = &rv->out->rows[i];

		if (d->stmt != last) {
			last = d->stmt;
			hint = spell_hint(rv, last);
		}
		d->hint = hint;
	}
}

void
rules_resolve(struct rules_load *load, struct rules_drafts *ret)
{
	struct resolver rv = { .load = load, .out = ret };
	size_t i;

	rv.set_names = mem_new(load->nsets + 1, sizeof(*rv.set_names));
	for (i = 0; i < load->nsets; i++)
		rv.set_names[i] = load->sets[i].name.text;
	check_ids(&rv);
	for (i = 0; i < load->nstmts && !rules_diag_full(&load->diag); i++)
		resolve_stmt(&rv, &load->stmts[i]);
	resolve_hints(&rv);
	free(rv.set_names);
	free(rv.by_subject.slots);
}
