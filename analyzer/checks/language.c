/*
 * Texts that a method takes for code of its own, whatever it is called on:
 * expressions, SQL, the name of a module or of another method.
 */
#include "resources.h"

#include <string.h>

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../eval/own.h"
#include "../findings/report.h"
#include "../eval/eval.h"
#include "../eval/provenance.h"
#include "../eval/signatures.h"

/* attrgetter("n"), partial(f, 2): a function, however it is made. */
static bool
is_function(struct judge *j, const struct vset *set)
{
	struct rules_model m;
	const struct value *v = vset_only(set, VALUE_RESULT);

	return v != NULL && model_of(j, names_text(j->names, v->name), &m) &&
	    m.returns == RULES_GIVES_FUNCTION;
}

bool
language_takes_code(const struct judge *j, const char *method)
{
	struct rules_model m;

	return model_of_method(j, method, &m) &&
	    (model_parameter(&m, RULES_USE_CODE) < m.n ||
	    model_parameter(&m, RULES_USE_EXPRESSION) < m.n);
}

/* An interpreter of the submission's own has a method eval(), too. */
static bool
is_own_method(struct judge *j, uint32_t callee)
{
	const struct vset *set;

	if (j->nodes[callee].kind != NODE_ATTRIBUTE || scopes_find(&j->scopes,
	    0, j->nodes[tree_last(j->nodes, callee)].name) == 0)
		return false;
	set = eval(j, callee + 1);
	return set->n == 0 || own_are(j, set, VALUE_OBJECT);
}

static void
check_code(struct judge *j, uint32_t node, const char *method)
{
	const struct vset *set = eval(j, node);

	if ((place_is_unsure(set) || vset_only(set, VALUE_DICT) != NULL) &&
	    !is_function(j, set) && is_spelled(j, node))
		report_flow(j, FLOW_TEXT_AS_CODE, node, method, NULL);
}

/*
 * Text that a method takes for code of its own: SQL, an expression, the name
 * of a module. Known texts are judged where they are written.
 */
void
check_language(struct judge *j, uint32_t call, const char *method)
{
	uint32_t list = tree_last(j->nodes, call), first = list + 1;

	if (!language_takes_code(j, method) ||
	    j->nodes[list].kind != NODE_ARGUMENTS ||
	    first >= j->nodes[list].skip || is_own_method(j, call + 1))
		return;
	check_code(j, first, method);
}
