/*
 * Names out of a folder, os.listdir("."). What lies there is from outside; but
 * a submission that makes files or folders there itself has its own names
 * back, which it may have chosen so that "/" and a few of them are a path.
 */
#include "obscure_parts.h"

#include <string.h>

#include "../../supervisor/base/util.h"
#include "../fold/foldcall.h"
#include "../judge.h"
#include "../own/own.h"
#include "../places/signatures.h"
#include "../read/tree.h"
#include "../values/eval.h"
#include "../values/eval_parts.h"
#include "../values/site.h"
#include "obscure.h"

/* What lists a folder; the first character says what it is given. */
static const struct lister { char name[16], gives; } listers[] = {
	{ "glob", 'p' }, { "glob.glob", 'p' }, { "glob.iglob", 'p' },
	{ "iterdir", 'p' }, { "os.fwalk", 'p' }, { "os.listdir", 'n' },
	{ "os.scandir", 'p' }, { "os.walk", 'p' }, { "rglob", 'p' },
	{ "walk", 'p' },
};

static const struct lister *
find_lister(const char *name)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(listers); i++)
		if (util_compare(name, listers[i].name) == 0)
			return &listers[i];
	return NULL;
}

/* Of a pattern, the folder in front of it. */
static size_t
without_pattern(const char *s, size_t n)
{
	size_t i, end = 0;

	for (i = 0; i < n && memchr("*?[", s[i], 3) == NULL; i++)
		if (s[i] == '/')
			end = i + 1;
	return i == n ? n : end;
}

/* x[0] of what os.getcwd() gave: "./", and the rest of it. */
static bool
is_work_folder(const struct value *v)
{
	return v->kind == VALUE_PARTIAL && v->text.n >= 2 &&
	    memcmp(v->text.bytes, "./", 2) == 0 && memchr(v->text.bytes,
	    FOLD_GAP, v->text.n) == NULL;
}

/* False if nothing is known of where it is. */
static bool
may_be_own(struct judge *j, const struct vset *set, bool pattern,
    bool *ret_own)
{
	bool known = false;
	size_t i, n;

	*ret_own = false;
	for (i = 0; i < set->n; i++) {
		const struct value *v = set->v[i];

		if (v->kind == VALUE_NONE) {
			*ret_own |= named_is_below(j, ".", 1);
			known = true;
			continue;
		}
		if (v->text.bytes == NULL || (v->kind != VALUE_STR &&
		    v->kind != VALUE_BYTES && v->kind != VALUE_RESULT &&
		    !is_work_folder(v)) || memchr(v->text.bytes, FOLD_GAP,
		    v->text.n) != NULL)
			continue;
		n = pattern ? without_pattern(v->text.bytes, v->text.n) :
		    v->text.n;
		*ret_own |= named_is_below(j, v->text.bytes, n);
		known = true;
	}
	return known;
}

bool
query_lists_own(struct query *q, uint32_t call, const char *name,
    uint32_t object, uint32_t *ret_folder)
{
	static const char moves[][8] = { "chdir", "fchdir" };
	struct judge *j = q->j;
	bool of_object = strchr(name, '.') == NULL, own, known;
	const struct lister *one = find_lister(name);
	const struct vset *set;
	uint32_t folder;

	*ret_folder = 0;
	/* os.path.abspath(x): where it is says the folder, not its name. */
	if (one == NULL || q->whole || !named_any(j))
		return false;
	folder = of_object ? object : site_argument(j, call, 0);
	if (folder == 0 && (of_object || tree_count(j->nodes, tree_last(
	    j->nodes, call)) > 0))
		return true;
	if (folder == 0)
		return OWN_MENTIONS(j, moves) || named_is_below(j, ".", 1);
	set = eval(j, folder);
	if (set->unknown)
		set = vset_join(j->arena, set, handed_over(j, folder));
	known = may_be_own(j, set, strncmp(name, "glob.", 5) == 0, &own);
	/* What was asked of a person leads to what is there. */
	if (!known && one->gives == 'p' && !q->last_name)
		*ret_folder = folder;
	return !known || own || OWN_MENTIONS(j, moves);
}

bool
query_is_listed(struct judge *j, uint32_t at)
{
	const struct def *d = j->nodes[at].kind == NODE_IDENTIFIER ?
	    judge_only_def(j, at) : NULL;
	const struct lister *one;
	const struct value *v;

	if (d == NULL || d->kind != DEF_VALUE || d->expr == 0)
		return false;
	at = d->expr;
	v = j->nodes[at].kind != NODE_CALL ? NULL : vset_only(eval(j, at + 1),
	    VALUE_PATH);
	if (v != NULL && strcmp(names_text(j->names, v->name), "sorted") == 0)
		at = site_argument(j, at, 0);
	if (v == NULL || at == 0 || j->nodes[at].kind != NODE_CALL)
		return false;
	v = vset_only(eval(j, at + 1), VALUE_PATH);
	one = v == NULL ? NULL : find_lister(names_text(j->names, v->name));
	return one != NULL && strchr(one->name, '.') != NULL;
}
