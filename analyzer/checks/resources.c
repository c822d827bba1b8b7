/*
 * Paths and hosts that a submission names, by what is done to them. Which
 * argument of a call is one: resource_calls.c.
 */
#include "resources.h"

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/util.h"
#include "../fold/foldcall.h"
#include "../gate.h"
#include "../judge.h"
#include "checks.h"
#include "../symbols/regex.h"
#include "../findings/report.h"
#include "../eval/eval.h"
#include "../eval/signatures.h"
#include "url.h"

/* The stricter of an exact row, a pattern's and a regular expression's. */
static const struct rules_row *
decide_text(struct judge *j, enum rules_kind kind, const char *s, size_t n)
{
	const struct rules_row *row = rules_find(j->report->rules, kind, s);
	const struct rules_row *regex;

	if (row != NULL && !row->is_glob)
		return row;
	regex = regexes_find(j->regexes, kind, s, n);
	if (row == NULL)
		return regex != NULL ? regex :
		    rules_default(j->report->rules, kind);
	if (regex == NULL || row->verb == RULES_DENY)
		return row;
	return regex->verb == RULES_DENY || regex->verb == RULES_HOLD ?
	    regex : row;
}

/* Does it lie in what the operator lets the run read? */
static bool
is_granted(const struct judge *j, const char *mode, const char *path)
{
	const char *const *g = j->report->options->granted;

	if (g == NULL || strcmp(mode, "read") != 0 || path[0] != '/' ||
	    strstr(path, "/..") != NULL)
		return false;
	for (; *g != NULL; g++)
		if (util_is_below(path, *g))
			return true;
	return false;
}

/* In a folder of the run, by a name that the table gives it? */
static bool
is_in_own_folder(const struct judge *j, const char *path)
{
	const struct rules_alias *alias;
	const char *name;
	size_t i;

	if (strstr(path, "/..") != NULL)
		return false;
	for (i = 0; (alias = rules_alias(j->report->rules, i)) != NULL; i++) {
		name = rules_text(j->report->rules, alias->name);
		if (util_is_below(path, name))
			return true;
	}
	return false;
}

/* A path that is used so: "read", "write", "delete". */
static void
check_path(struct judge *j, const char *mode, const struct value *v,
    uint32_t place)
{
	const struct rules_row *row;
	auto_buf struct buf subject = BUF_INIT, local = BUF_INIT;
	const char *path = v->text.bytes;
	size_t n = v->text.n;
	bool gaps = false;
	char *gap;

	if (memchr(path, '\0', n) != NULL) {
		report_flow(j, FLOW_UNKNOWN_PATH, place, "a path with NUL", v);
		return;
	}
	if (url_path(path, n, &local)) {
		path = local.data;
		n = local.len;
	}
	signature_clean_path(path, n, mode, &subject);
	/* In a pattern it stands for a letter; below, for what is not known. */
	for (gap = subject.data; (gap = strchr(gap, '?')) != NULL;)
		*gap = '*';
	for (gap = subject.data; (gap = strchr(gap, FOLD_GAP)) != NULL;) {
		*gap = '?';
		gaps = true;
	}
	row = decide_text(j, RULES_PATH, buf_str(&subject), subject.len);
	if (!is_in_own_folder(j, subject.data + strlen(mode) + 1) &&
	    (row == NULL || row->verb != RULES_HOLD ||
	    !is_granted(j, mode, subject.data + strlen(mode) + 1)))
		report_row(j, row, "path", buf_str(&subject), place, v);
	if (gaps)
		j->report->incomplete = true;
	else
		report_add(j, mode[0] == 'r' ? &j->report->reads :
		    &j->report->writes, subject.data + strlen(mode) + 1,
		    subject.len - strlen(mode) - 1);
}

/* The host of a URL, or the bare text. */
static void
check_host(struct judge *j, const struct value *v, uint32_t place)
{
	auto_buf struct buf host = BUF_INIT;
	const char *s = v->text.bytes, *end = s + v->text.n, *at, *p;
	char *gap;

	for (p = s; p + 3 <= end; p++)
		if (memcmp(p, "://", 3) == 0) {
			s = p + 3;
			break;
		}
	for (p = s; p < end && strchr("/?#", *p) == NULL; p++)
		;
	end = p;
	for (at = s; at < end; at++)
		if (*at == '@')
			s = at + 1;
	if (end == s || memchr(s, '\0', (size_t)(end - s)) != NULL)
		return;
	buf_add(&host, s, (size_t)(end - s));
	for (gap = host.data; (gap = strchr(gap, FOLD_GAP)) != NULL;)
		*gap = '?';
	report_row(j, decide_text(j, RULES_HOST, buf_str(&host), host.len),
	    "host", buf_str(&host), place, v);
	if (memchr(s, FOLD_GAP, (size_t)(end - s)) != NULL)
		j->report->incomplete = true;
	else
		report_add(j, &j->report->hosts, host.data, host.len);
}

static const struct value *
text_of(const struct value *v)
{
	switch (v->kind) {
	case VALUE_STR:
	case VALUE_BYTES:
	case VALUE_PARTIAL:
		return v;
	case VALUE_RESULT:
		return v->text.bytes != NULL ? v : NULL;
	default:
		return NULL;
	}
}

/* What open()'s mode does: "r", "w", or both. */
static void
open_modes(const struct vset *mode, bool *ret_reads, bool *ret_writes)
{
	size_t i, k;

	*ret_reads = mode == NULL;
	*ret_writes = false;
	if (mode == NULL)
		return;
	if (mode->unknown || mode->n == 0)
		*ret_reads = *ret_writes = true;
	for (i = 0; i < mode->n; i++) {
		const struct value *v = mode->v[i];
		bool writes = v->kind != VALUE_STR;

		/* Of os.open: O_RDONLY is no flag at all. */
		if ((v->kind == VALUE_INT && v->integer == 0) ||
		    (v->kind == VALUE_PATH && v->name == KNOWN(os_O_RDONLY)))
			writes = false;

		for (k = 0; v->kind == VALUE_STR && k < v->text.n; k++) {
			writes |= strchr("wax+", v->text.bytes[k]) != NULL;
			*ret_reads |= strchr("r+", v->text.bytes[k]) != NULL;
		}
		*ret_writes |= writes;
		*ret_reads |= !writes;
	}
}

/* Is there something in these that a path may be, and that is not known? */
bool
place_is_unsure(const struct vset *set)
{
	size_t i;

	for (i = 0; i < set->n; i++)
		switch (set->v[i]->kind) {
		case VALUE_OBJECT:
			return true;
		case VALUE_PARTIAL:
		case VALUE_RESULT:
			if (set->v[i]->text.bytes == NULL || memchr(
			    set->v[i]->text.bytes, FOLD_GAP,
			    set->v[i]->text.n) != NULL)
				return true;
		}
	return set->unknown || set->n == 0;
}

/* What is open already names no place; where it was opened did. */
static bool
is_open_file(const struct judge *j, const struct value *v)
{
	struct rules_model m;

	return (v->kind == VALUE_RESULT || v->kind == VALUE_PATH) &&
	    model_of(j, names_text(j->names, v->name), &m) && m.returns ==
	    RULES_GIVES_FILE;
}

/*
 * sqlite3.connect("file:/x?mode=ro", uri=True). Of two modes the last counts,
 * and letters may be in code: then it is not said.
 */
static bool
is_for_reading(const struct value *v)
{
	static const char mode[] = "mode=";
	const char *s = v->text.bytes, *end = s + v->text.n, *query, *at;

	/* f"file:{path}?mode=ro" is one with gaps, by kind, and has none. */
	if ((v->kind != VALUE_STR && v->kind != VALUE_PARTIAL) ||
	    v->text.n < 5 || memcmp(s, "file:", 5) != 0 ||
	    memchr(s, FOLD_GAP, v->text.n) != NULL ||
	    (query = memchr(s, '?', v->text.n)) == NULL ||
	    memchr(query, '%', (size_t)(end - query)) != NULL ||
	    memchr(s, '#', v->text.n) != NULL ||
	    memchr(s, '\0', v->text.n) != NULL)
		return false;
	at = memmem(query, (size_t)(end - query), mode, sizeof(mode) - 1);
	if (at == NULL || (at[-1] != '?' && at[-1] != '&'))
		return false;
	at += sizeof(mode) - 1;
	return end - at >= 2 && memcmp(at, "ro", 2) == 0 &&
	    (end - at == 2 || at[2] == '&') &&
	    memmem(at, (size_t)(end - at), mode, sizeof(mode) - 1) == NULL;
}

/* A text, maybe with gaps, that becomes a path, by what is done to it. */
static void
check_use(struct judge *j, char use, const struct vset *mode,
    const struct value *v, uint32_t place)
{
	bool reads, writes;

	open_modes(mode, &reads, &writes);
	if (use == RULES_USE_WRITE && is_for_reading(v))
		use = RULES_USE_READ;
	if (use == RULES_USE_READ || (use == RULES_USE_OPEN && reads))
		check_path(j, "read", v, place);
	if (use == RULES_USE_WRITE || (use == RULES_USE_OPEN && writes))
		check_path(j, "write", v, place);
	if (use == RULES_USE_DELETE)
		check_path(j, "delete", v, place);
}

void
check_place(struct judge *j, char use, const struct vset *set,
    const struct vset *mode, uint32_t place)
{
	size_t i;

	if (set->unknown || set->n == 0) {
		j->report->incomplete = true;
		report_flow(j, FLOW_UNKNOWN_PATH, place, "a path", NULL);
	}
	for (i = 0; i < set->n; i++) {
		const struct value *v = text_of(set->v[i]);

		if (set->v[i]->kind == VALUE_LIST) {
			size_t k;

			for (k = 0; k < set->v[i]->items.n; k++)
				check_place(j, use, set->v[i]->items.list[k],
				    mode, place);
			continue;
		}
		if (v == NULL) {
			if (set->v[i]->kind == VALUE_INT &&
			    use == RULES_USE_OPEN)
				report_flow(j, FLOW_BARE_DESCRIPTOR, place,
				    "a number", set->v[i]);
			j->report->incomplete |=
			    set->v[i]->kind != VALUE_INT &&
			    set->v[i]->kind != VALUE_NONE &&
			    !is_open_file(j, set->v[i]);
			continue;
		}
		if (use == RULES_USE_HOST ||
		    url_is_remote(v->text.bytes, v->text.n)) {
			check_host(j, v, place);
			continue;
		}
		check_use(j, use, mode, v, place);
	}
}
