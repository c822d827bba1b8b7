/*
 * Classes that are made by hand: a metaclass that is called, or one that adds
 * to what stands in a class's body. What names the fields of a dataclass
 * becomes code, and may come in so without its name being seen.
 */
#include "checks.h"

#include <string.h>

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../eval/own.h"
#include "../findings/report.h"
#include "../eval/eval.h"
#include "../eval/site.h"

#define BASES_DEEP	6

/* type, ABCMeta, or an own class below them. */
static bool
is_metaclass(struct judge *j, const struct value *v, unsigned depth)
{
	static const char metas[][16] = { "abc.ABCMeta", "enum.EnumMeta",
	    "enum.EnumType", "type" };
	uint32_t list, base;
	const struct vset *set;
	size_t i;

	if (v->kind == VALUE_PATH)
		return IS_ONE_OF(names_text(j->names, v->name), metas);
	if (v->kind != VALUE_CLASS || depth > BASES_DEEP)
		return false;
	list = tree_child(j->nodes, v->node, NODE_ARGUMENTS);
	if (list == 0)
		return false;
	TREE_CHILDREN(j->nodes, list, base) {
		if (j->nodes[base].kind == NODE_KEYWORD_ARGUMENT)
			continue;
		set = eval(j, base);
		for (i = 0; i < set->n; i++)
			if (is_metaclass(j, set->v[i], depth + 1))
				return true;
	}
	return false;
}

/* A.__class__, type(A): of a class, what made it. */
static bool
is_class_of_class(struct judge *j, uint32_t callee)
{
	uint32_t of = 0, list = tree_last(j->nodes, callee);

	if (j->nodes[callee].kind == NODE_ATTRIBUTE && j->nodes[list].name ==
	    KNOWN(dunder_class))
		of = callee + 1;
	if (site_called(j, callee) == KNOWN(type) && j->nodes[list].kind ==
	    NODE_ARGUMENTS && tree_count(j->nodes, list) == 1)
		of = list + 1;
	return of != 0 && vset_only(eval(j, of), VALUE_CLASS) != NULL;
}

void
check_class_made(struct judge *j, uint32_t call)
{
	uint32_t callee = call + 1, list = tree_last(j->nodes, call);
	const struct vset *set = eval(j, callee);
	bool makes = false;
	size_t i;

	if (j->nodes[list].kind != NODE_ARGUMENTS || tree_count(j->nodes,
	    list) < 3)
		return;
	for (i = 0; i < set->n && !makes; i++)
		makes = is_metaclass(j, set->v[i], 0) && (set->v[i]->kind !=
		    VALUE_PATH || set->v[i]->name != KNOWN(type));
	if (makes || is_class_of_class(j, callee))
		report_flow(j, FLOW_BUILDS_CLASS, call, "a metaclass", NULL);
}

bool
holds_hidden_key(const struct vset *set)
{
	size_t i, k;

	for (i = 0; i < set->n; i++)
		for (k = 0; set->v[i]->kind == VALUE_DICT && k + 1 <
		    set->v[i]->items.n; k += 2)
			if (set->v[i]->items.list[k]->unknown)
				return true;
	return false;
}

/* d[key] = {...}, {key: {...}}: under a name that nobody knows. */
static bool
stores_hidden(struct judge *j, uint32_t at)
{
	uint32_t up = j->nodes[at].parent, value;

	if (j->nodes[at].kind == NODE_PAIR) {
		up = at;
		value = at + 1;
	} else if (j->nodes[at].kind == NODE_SUBSCRIPT &&
	    j->nodes[at].role == ROLE_STORE &&
	    j->nodes[up].kind == NODE_ASSIGNMENT)
		value = tree_last(j->nodes, at);
	else
		return false;
	return eval(j, value)->unknown && vset_only(eval(j, tree_last(
	    j->nodes, up)), VALUE_DICT) != NULL;
}

void
check_metaclass(struct judge *j, uint32_t class)
{
	struct value self = { .kind = VALUE_CLASS, .node = class };
	uint32_t i;

	if (names_lookup(j->names, "dataclass", 9) == 0 || !is_metaclass(j,
	    &self, 0) || !own_may_look(j))
		return;
	for (i = tree_last(j->nodes, class); i < j->nodes[class].skip; i++)
		if (stores_hidden(j, i)) {
			report_flow(j, FLOW_BUILDS_CLASS, i, "a metaclass",
			    NULL);
			return;
		}
}
