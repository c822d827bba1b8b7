/*
 * What a call may need that the manifest cannot tell: it is then not complete,
 * and `--profile auto` holds no run to it. Nothing here is a finding.
 */
#include "resources.h"

#include "../judge.h"
#include "../findings/report.h"
#include "../eval/eval.h"
#include "../eval/signatures.h"

/* Something a row holds or refuses, or a method of what came of it. */
static bool
is_untold(struct judge *j, const struct value *v)
{
	const char *name, *dot;

	if (v->kind != VALUE_PATH && v->kind != VALUE_MODULE)
		return false;
	name = names_text(j->names, v->name);
	if (v->from != NULL && v->from->kind == VALUE_RESULT) {
		dot = strrchr(name, '.');
		return dot != NULL && model_method_says(j, dot + 1,
		    RULES_REACHES) && !signature_of(j, name, false, NULL);
	}
	return v->flags & VALUE_REFUSED && !signature_of(j, name, false, NULL);
}

/* `cls`, in a method. */
static bool
is_own_class(const struct judge *j, uint32_t callee)
{
	const struct def *d = judge_only_def(j, callee);

	return d != NULL && d->kind == DEF_PARAMETER && d->index == 0 && j->scopes.list[j->nodes[d->owner].scope].kind ==
	    SCOPE_CLASS && judge_is_named(j, callee, "cls");
}

void
check_untold(struct judge *j, uint32_t callee)
{
	const struct vset *set = eval(j, callee);
	size_t i;

	for (i = 0; i < set->n && !j->report->incomplete; i++)
		j->report->incomplete = is_untold(j, set->v[i]);
	if (set->n > 0 || j->report->incomplete)
		return;
	j->report->incomplete = j->nodes[callee].kind == NODE_ATTRIBUTE ?
	    model_method_says(j, names_text(j->names, j->nodes[tree_last(
	    j->nodes, callee)].name), RULES_REACHES) : !is_own_class(j, callee);
}
