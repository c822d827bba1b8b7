/*
 * Names of attributes of which only a part is known: "visit_" + kind,
 * f"{kind}plot". Can the rest make a name of it that a row refuses?
 */
#include "checks.h"

#include <string.h>

#include "../../supervisor/base/util.h"
#include "../fold/foldcall.h"
#include "../judge.h"
#include "../eval/signatures.h"
#include "../findings/report.h"

#define MEMBERS_MIN	2	/* admitted ones that are named so */

struct affix {
	const char	*text;
	size_t		 n;
	bool		 ends;		/* the name ends so, else begins */
};

static struct affix
beginning(const struct value *v)
{
	const char *gap = memchr(v->text.bytes, FOLD_GAP, v->text.n);

	return (struct affix){ v->text.bytes, gap == NULL ? 0 :
	    (size_t)(gap - v->text.bytes), false };
}

static struct affix
ending(const struct value *v)
{
	const char *gap = memrchr(v->text.bytes, FOLD_GAP, v->text.n);
	size_t n = gap == NULL ? 0 : v->text.n - 1 -
	    (size_t)(gap - v->text.bytes);

	return (struct affix){ v->text.bytes + v->text.n - n, n, true };
}

static bool
is_inner(const struct affix *a)
{
	static const char inner[][8] = { "gi_", "cr_", "ag_", "tb_", "f_",
	    "co_", "func_", "im_" };
	size_t i, len;

	for (i = 0; i < ARRAY_SIZE(inner); i++) {
		len = strlen(inner[i]);
		if (memcmp(a->text, inner[i], a->n < len ? a->n : len) == 0)
			return true;
	}
	return false;
}

/* May the subject of a row, perhaps with stars, be a name with this part? */
static bool
fits(const struct affix *a, const char *subject)
{
	size_t k, n = strlen(subject);

	for (k = 0; k < a->n && k < n; k++) {
		char have = a->ends ? a->text[a->n - 1 - k] : a->text[k];
		char want = a->ends ? subject[n - 1 - k] : subject[k];

		if (want == '*')
			return k > 0;
		if (have != want)
			return false;
	}
	return k == a->n;
}

/*
 * A part that no internal's name has, and no name that a row refuses. To end
 * so, three letters must be known: two are little.
 */
static bool
is_harmless(struct judge *j, const struct affix *a)
{
	const struct rules_row *row;
	size_t i;

	if (a->n < (a->ends ? 3 : 2) || (a->ends ? a->text[a->n - 1] == '_' :
	    (a->text[0] == '_' && a->text[1] == '_') || is_inner(a)))
		return false;
	for (i = 0; i < rules_count(j->report->rules); i++) {
		row = rules_at(j->report->rules, i);
		if (row->kind != RULES_ATTR || row->is_default ||
		    row->verb == RULES_ALLOW || row->is_regex)
			continue;
		if (fits(a, rules_text(j->report->rules, row->subject)))
			return false;
	}
	return true;
}

bool
gap_is_harmless(struct judge *j, const struct value *v)
{
	struct affix begins, ends;

	if (v->kind != VALUE_PARTIAL)
		return false;
	begins = beginning(v);
	ends = ending(v);
	return is_harmless(j, &begins) || is_harmless(j, &ends);
}

static bool
has_affix(const struct affix *a, const char *name)
{
	size_t n = strlen(name);

	return n >= a->n && memcmp(a->ends ? name + n - a->n : name, a->text,
	    a->n) == 0;
}

/*
 * seaborn's *plot: members that are named so, several of them, and none that
 * opens files or takes what can do more than compute.
 */
static bool
names_members(struct judge *j, const char *module, const struct affix *a)
{
	const char *name, *home, *full;
	size_t i, n = strlen(module), members = 0;
	struct member m;

	if (a->n < 3 || !is_harmless(j, a))
		return false;
	for (i = 0; i < rules_count(j->report->rules); i++) {
		const struct rules_row *row = rules_at(j->report->rules, i);
		const char *subject = rules_text(j->report->rules,
		    row->subject);

		if ((row->kind != RULES_MEMBER && row->kind != RULES_CALL) ||
		    strncmp(subject, module, n) != 0 || subject[n] != '.' ||
		    strchr(subject + n + 1, '.') != NULL ||
		    !has_affix(a, subject + n + 1))
			continue;
		if (row->verb != RULES_ALLOW || signature_of(j, subject,
		    NULL) || facts_has_keywords(j->facts, names_intern(
		    j->names, subject, strlen(subject))))
			return false;
		members += row->kind == RULES_MEMBER;
	}
	for (i = 0; (name = rules_listed(j->report->rules, module, i,
	    &home)) != NULL; i++) {
		if (!has_affix(a, name))
			continue;
		m = facts_member(j->facts, names_intern(j->names, module, n),
		    names_intern(j->names, name, strlen(name)));
		full = names_text(j->names, m.full);
		if (m.verb != RULES_ALLOW || m.is_module || signature_of(j,
		    full, NULL) || facts_has_keywords(j->facts, m.full))
			return false;
		members++;
	}
	return members >= MEMBERS_MIN;
}

bool
gap_names_members(struct judge *j, const struct vset *object,
    const struct value *v)
{
	struct affix begins, ends;
	const char *module;
	size_t i;

	if (v->kind != VALUE_PARTIAL || object->unknown)
		return false;
	begins = beginning(v);
	ends = ending(v);
	for (i = 0; i < object->n; i++) {
		if (object->v[i]->kind != VALUE_MODULE)
			return false;
		module = names_text(j->names, object->v[i]->name);
		if (!names_members(j, module, &begins) &&
		    !names_members(j, module, &ends))
			return false;
	}
	return object->n > 0;
}

static bool
admits(struct judge *j, const struct value *module, const struct value *name)
{
	return facts_member(j->facts, module->name, names_intern(j->names,
	    name->text.bytes, name->text.n)).verb == RULES_ALLOW;
}

static bool
is_one_package(struct judge *j, const struct vset *modules)
{
	const char *first, *name;
	size_t i, n;

	if (modules->unknown || modules->n < 2)
		return false;
	for (i = 0; i < modules->n; i++) {
		if (modules->v[i]->kind != VALUE_MODULE)
			return false;
		first = names_text(j->names, modules->v[0]->name);
		name = names_text(j->names, modules->v[i]->name);
		n = strcspn(first, ".");
		if (strcspn(name, ".") != n || strncmp(first, name, n) != 0 ||
		    facts_is_stdlib(j->facts, names_intern(j->names, first,
		    n)))
			return false;
	}
	return true;
}

/*
 * A table pairs modules of one package with names: (linear_model, "Ridge"),
 * (svm, "SVR"). Taken crosswise, most of the names are no members at all. The
 * modules that have this one, if each name has its module and each module its
 * name; what is refused in so many words stays.
 */
const struct vset *
paired_modules(struct judge *j, const struct vset *modules,
    const struct vset *names, const struct value *name)
{
	const struct vset *kept = &vset_none;
	size_t i, k;

	if (names->unknown || names->n < 2 || !is_one_package(j, modules))
		return modules;
	for (i = 0; i < modules->n; i++) {
		const struct value *v = modules->v[i];
		const struct member m = facts_member(j->facts, v->name,
		    names_intern(j->names, name->text.bytes, name->text.n));

		for (k = 0; k < names->n && (names->v[k]->kind != VALUE_STR ||
		    !admits(j, v, names->v[k])); k++)
			;
		if (k == names->n)
			return modules;
		if (m.verb == RULES_ALLOW || (m.row != NULL &&
		    !m.row->is_default))
			kept = vset_join(j->arena, kept, vset_one(j->arena, v));
	}
	return kept->n > 0 ? kept : modules;
}
