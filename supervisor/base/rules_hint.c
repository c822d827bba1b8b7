/*
 * Hints with their sets spelled out.
 */
#include "rules_resolve.h"

#include "buf.h"
#include "mem.h"

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
list_word(struct rules_resolver *rv, struct rules_walk *w,
    const struct rules_token *place, const struct rules_token *word)
{
	(void)rv;
	(void)place;
	list_name(w->text, word->text);
}

/* $imports: what the rows of a kind allow, sorted, without inner modules. */
static const char *
list_allowed(struct rules_resolver *rv, enum rules_kind kind)
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
	qsort(names, n, sizeof(*names), util_compare_texts);
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
error_in_hint(struct rules_resolver *rv, const struct rules_stmt *stmt,
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
spell_name(struct rules_resolver *rv, const struct rules_stmt *stmt,
    const char *name, size_t n, struct buf *out)
{
	auto_buf struct buf word = BUF_INIT, list = BUF_INIT;
	enum rules_kind kind;
	struct rules_set *set;

	buf_add(&word, name, n);
	kind = kind_of_plural(buf_str(&word));
	set = rules_find_set(rv, buf_str(&word));
	if (rules_is_path_variable(name, n)) {
		buf_addf(out, "$%s", buf_str(&word));
	} else if (kind != RULES_KIND_NONE) {
		buf_adds(out, list_allowed(rv, kind));
	} else if (set != NULL) {
		struct rules_walk w = { .fn = list_word, .file = set->file,
		    .text = &list };

		set->open = true;
		rules_walk_words(rv, &w, set->words, set->nwords, &set->name, 0);
		set->open = false;
		buf_adds(out, buf_str(&list));
	} else {
		error_in_hint(rv, stmt, buf_str(&word));
	}
}

static bool
allows_module(const struct rules_resolver *rv, const char *name, size_t n)
{
	size_t i;

	for (i = 0; i < rv->out->nrows; i++) {
		const struct rules_draft *d = &rv->out->rows[i];

		if (d->row.kind == RULES_IMPORT &&
		    d->row.verb == RULES_ALLOW && !d->row.is_default &&
		    strlen(d->subject) == n && memcmp(d->subject, name, n) == 0)
			return true;
	}
	return false;
}

/*
 * $(numpy:text$) stands only where numpy may be imported, $(!numpy:text$)
 * only where not. `s` is at the text's beginning; returns where it goes on.
 */
static const char *
spell_condition(struct rules_resolver *rv, const struct rules_stmt *stmt,
    const char *s, struct buf *out)
{
	struct rules_place place = { stmt->file, stmt->hint_off,
	    stmt->hint_len };
	bool wanted = *s != '!';
	const char *name = s + !wanted, *text, *end;
	size_t n = strspn(name, "abcdefghijklmnopqrstuvwxyz"
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.");

	text = name + n + 1;
	end = n > 0 && name[n] == ':' ? strstr(text, "$)") : NULL;
	if (end == NULL) {
		rules_diag_error(&rv->load->diag, &place,
		    "'$(' in a hint goes on as '$(module:text$)'");
		return s;
	}
	if (allows_module(rv, name, n) == wanted)
		buf_add(out, text, (size_t)(end - text));
	return end + 2;
}

/* Modules that hints lead to, and those that are also words of English. */
static const char libraries[][16] = { "csv", "dataclasses", "datetime",
    "functools", "itertools", "json", "math", "numpy", "os", "pandas",
    "pathlib", "re", "scipy", "shutil", "sklearn", "sqlite3", "statsmodels",
    "sys", "tomllib", "urllib", "yaml", "zipfile" };
static const char also_words[][16] = { "ast", "copy", "doctest", "gc",
    "inspect", "logging", "operator", "platform", "random", "statistics",
    "tempfile", "threading", "time", "timeit", "traceback", "unittest" };

/* Does this part of a hint lead to a module that the table does not allow? */
static bool
names_refused(const struct rules_resolver *rv, const char *s, const char *end)
{
	char name[16];
	size_t n;

	while (s < end) {
		for (n = 0; s + n < end && rules_is_name_char(s[n]); n++)
			;
		if (n == 0) {
			s++;
			continue;
		}
		if (n < sizeof(name)) {
			memcpy(name, s, n);
			name[n] = '\0';
			if ((IS_ONE_OF(name, libraries) || (s[n] == '.' &&
			    rules_is_letter(s[n + 1]) &&
			    IS_ONE_OF(name, also_words))) &&
			    !allows_module(rv, name, n))
				return true;
		}
		/* What follows a dot is no module. */
		for (s += n; s < end && *s == '.' && rules_is_letter(s[1]); )
			for (s++; s < end && rules_is_name_char(*s); s++)
				;
	}
	return false;
}

/*
 * A shared row says what helps where all is allowed that it speaks of. Of a
 * smaller table it must not promise more: what is not so is left out, part by
 * part, and where nothing remains, the list of what is allowed stands there.
 */
static void
keep_true_parts(struct rules_resolver *rv, struct buf *hint)
{
	auto_buf struct buf kept = BUF_INIT;
	const char *s = buf_str(hint), *end;

	if (!names_refused(rv, s, s + hint->len))
		return;
	for (; *s != '\0'; s = *end == '\0' ? end : end + 2) {
		end = strstr(s, "; ");
		end = end != NULL ? end : s + strlen(s);
		if (names_refused(rv, s, end))
			continue;
		buf_adds(&kept, kept.len > 0 ? "; " : "");
		buf_add(&kept, s, (size_t)(end - s));
	}
	if (kept.len == 0)
		buf_addf(&kept, "the profile allows: %s",
		    list_allowed(rv, RULES_IMPORT));
	hint->len = 0;
	buf_add(hint, kept.data, kept.len);
}

static const char *
spell_hint(struct rules_resolver *rv, const struct rules_stmt *stmt)
{
	auto_buf struct buf out = BUF_INIT;
	const char *s = stmt->hint, *mark;
	size_t n;

	while ((mark = strchr(s, '$')) != NULL) {
		buf_add(&out, s, (size_t)(mark - s));
		if (mark[1] == '(') {
			s = spell_condition(rv, stmt, mark + 2, &out);
			continue;
		}
		for (n = 0; rules_is_name_char(mark[1 + n]); n++)
			continue;
		if (n == 0 || !rules_is_letter(mark[1]))
			buf_add(&out, mark, n = 1);
		else
			spell_name(rv, stmt, mark + 1, n++, &out);
		s = mark + n;
	}
	buf_adds(&out, s);
	/* What the table itself says is its author's word. */
	if (stmt->file != rv->load->files[0] &&
	    strstr(stmt->hint, "$imports") == NULL)
		keep_true_parts(rv, &out);
	if (out.len > RULES_MAX_HINT) {
		struct rules_place place = { stmt->file, stmt->hint_off,
		    stmt->hint_len };

		rules_diag_error(&rv->load->diag, &place, "hint is longer "
		    "than %d bytes", RULES_MAX_HINT);
	}
	return arena_strndup(rv->load->arena, buf_str(&out), out.len);
}

void
rules_resolve_hints(struct rules_resolver *rv)
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
