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
#include "../eval/site.h"

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

/* A folder that libraries write to, from then on. */
static bool
names_folder(const struct value *name)
{
	static const char folders[][24] = { "HOME", "JOBLIB_TEMP_FOLDER",
	    "SCIKIT_LEARN_DATA", "SEABORN_DATA", "TEMP", "TMP", "TMPDIR" };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(folders); i++)
		if (value_is_text(name, folders[i]))
			return true;
	return false;
}

/* A variable of this name becomes one of these. */
static void
check_variable_is(struct judge *j, const struct value *name,
    const struct vset *set, uint32_t place)
{
	if (name == NULL || name->kind != VALUE_STR)
		return;
	if (names_folder(name))
		check_place(j, RULES_USE_WRITE, set, NULL, place);
	/* platform.processor() runs the `uname` that is found first. */
	if (value_is_text(name, "PATH"))
		report_flow(j, FLOW_SEARCH_PATH, place, "PATH", name);
}

/* TMP in update(TMP=x) */
static const struct value *
name_as_text(struct judge *j, uint32_t node)
{
	uint32_t name = j->nodes[node].name;

	return value_text(j->arena, VALUE_STR, node, names_text(j->names,
	    name), names_length(j->names, name))->v[0];
}

/* os.environ["TMPDIR"] = "/srv" */
void
check_variable_set(struct judge *j, uint32_t subscript, uint32_t key)
{
	uint32_t statement = j->nodes[subscript].parent, value;
	const struct value *v = vset_only(eval(j, key), VALUE_STR);

	if (v == NULL)
		check_variable(j, key);
	if (j->nodes[statement].kind == NODE_DELETE)
		return;
	value = tree_last(j->nodes, statement);
	check_variable_is(j, v, eval(j, value), value);
}

/* os.environ.update({"HOME": x}, TMP=y) */
void
check_variables_updated(struct judge *j, uint32_t call)
{
	uint32_t list = tree_last(j->nodes, call), child;
	const struct vset *set;
	size_t i, k;

	TREE_CHILDREN(j->nodes, list, child) {
		if (j->nodes[child].kind == NODE_KEYWORD_ARGUMENT) {
			check_string(j, name_as_text(j, child + 1), child);
			check_variable_is(j, name_as_text(j, child + 1),
			    eval(j, tree_last(j->nodes, child)), child);
			continue;
		}
		set = eval(j, j->nodes[child].kind == NODE_DICTIONARY_SPLAT ?
		    child + 1 : child);
		for (i = 0; i < set->n; i++)
			for (k = 0; set->v[i]->kind == VALUE_DICT && k + 1 <
			    set->v[i]->items.n; k += 2)
				check_variable_is(j, vset_only(
				    set->v[i]->items.list[k], VALUE_STR),
				    set->v[i]->items.list[k + 1], child);
	}
}

/* os.environ.setdefault("HOME", x) */
void
check_variable_default(struct judge *j, uint32_t call)
{
	uint32_t name = site_argument(j, call, 0);
	uint32_t value = site_argument(j, call, 1);

	if (name != 0 && vset_only(eval(j, name), VALUE_STR) == NULL)
		check_variable(j, name);
	if (name != 0 && value != 0)
		check_variable_is(j, vset_only(eval(j, name), VALUE_STR),
		    eval(j, value), value);
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
