/*
 * Variables of the environment: all of them at once, or one whose name is
 * hidden. What is asked for by its name is a text like any other.
 */
#include "checks.h"

#include <string.h>

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "resources.h"
#include "../eval/signatures.h"
#include "../findings/report.h"
#include "../eval/eval.h"
#include "../eval/provenance.h"

/*
 * A name, whose uses are seen. What a class body binds may be read by what
 * makes the class: an enumeration, a metaclass.
 */
static bool
target_is_followed(const struct judge *j, uint32_t target)
{
	const struct scope *scope = &j->scopes.list[j->nodes[target].scope];

	return j->nodes[target].kind == NODE_IDENTIFIER &&
	    (scope->kind != SCOPE_CLASS || tree_child(j->nodes, scope->node,
	    NODE_ARGUMENTS) == 0);
}

/*
 * os.environ as a whole, not one variable of it. Another name for it is
 * looked at where that is used.
 */
void
check_environment(struct judge *j, uint32_t at, const struct vset *set)
{
	uint32_t parent = j->nodes[at].parent;
	size_t i;

	switch (j->nodes[parent].kind) {
	case NODE_ATTRIBUTE:
	case NODE_COMPARISON:
		return;
	case NODE_SUBSCRIPT:
		if (at == parent + 1)
			return;
		break;
	case NODE_ASSIGNMENT:
		if (target_is_followed(j, parent + 1))
			return;
		break;
	}
	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind == VALUE_PATH &&
		    set->v[i]->name == KNOWN(os_environ))
			report_flow(j, FLOW_WHOLE_ENVIRONMENT, at,
			    "os.environ", set->v[i]);
}

/* os.environ.update(LD_PRELOAD=x): a text like any other. */
void
check_variables_updated(struct judge *j, uint32_t call)
{
	uint32_t list = tree_last(j->nodes, call), child;

	TREE_CHILDREN(j->nodes, list, child)
		if (j->nodes[child].kind == NODE_KEYWORD_ARGUMENT)
			check_word(j, names_text(j->names, j->nodes[child + 1]
			    .name), child);
}

void
check_variable(struct judge *j, uint32_t name)
{
	const struct vset *set;
	size_t i;

	if (name == 0 || name == SIGNATURE_UNKNOWN)
		return;
	set = eval(j, name);
	for (i = 0; i < set->n && set->v[i]->kind == VALUE_STR; i++)
		;
	if ((set->unknown || i < set->n || i == 0) && is_computed(j, name))
		report_flow(j, FLOW_COMPUTED_VARIABLE, name, "a variable",
		    NULL);
}
