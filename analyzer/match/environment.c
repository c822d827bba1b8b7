/*
 * Variables of the environment: all of them at once, or one whose name is
 * hidden. What is asked for by its name is a text like any other.
 */
#include "match.h"

#include <string.h>

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../obscure/obscure.h"
#include "../places/places.h"
#include "../places/signatures.h"
#include "../report.h"
#include "../values/eval.h"

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

/* os.environ["TMPDIR"] = "/srv": libraries write there from then on. */
void
check_variable_set(struct judge *j, uint32_t subscript, uint32_t key)
{
	static const char folders[][8] = { "HOME", "TEMP", "TMP", "TMPDIR" };
	uint32_t assignment = j->nodes[subscript].parent, value;
	const struct value *v = vset_only(eval(j, key), VALUE_STR);
	char name[8];

	if (j->nodes[assignment].kind == NODE_ASSIGNMENT)
		loose_note_variable(j, eval(j, key), eval(j, tree_last(
		    j->nodes, assignment)), tree_last(j->nodes, assignment));
	if (v == NULL)
		check_variable(j, key);
	/* The name of a module, which matplotlib imports. */
	if (v != NULL && value_is_text(v, "MPLBACKEND") &&
	    is_obscure(j, tree_last(j->nodes, assignment)))
		report_flow(j, FLOW_TEXT_AS_CODE, key, "MPLBACKEND", v);
	if (v == NULL || v->text.n >= sizeof(name) ||
	    j->nodes[assignment].kind != NODE_ASSIGNMENT)
		return;
	memcpy(name, v->text.bytes, v->text.n);
	name[v->text.n] = '\0';
	value = tree_last(j->nodes, assignment);
	if (IS_ONE_OF(name, folders))
		check_place(j, 'w', eval(j, value), NULL, value);
}

void
check_variable(struct judge *j, uint32_t name)
{
	const struct vset *set;
	size_t i;

	if (name == 0 || name == SIGNATURE_UNKNOWN)
		return;
	set = eval(j, name);
	j->variables_read = j->variables_read == NULL ? set :
	    vset_join(j->arena, j->variables_read, set);
	for (i = 0; i < set->n && set->v[i]->kind == VALUE_STR; i++)
		;
	if ((set->unknown || i < set->n || i == 0) && is_obscure_name(j, name))
		report_flow(j, FLOW_COMPUTED_VARIABLE, name, "a variable",
		    NULL);
}
