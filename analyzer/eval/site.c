/*
 * What a call calls: see site.h.
 */
#include "site.h"

#include <string.h>

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "eval.h"

uint32_t
site_called(struct judge *j, uint32_t node)
{
	const struct value *v = j->nodes[node].kind != NODE_CALL ? NULL :
	    vset_only(eval(j, node + 1), VALUE_PATH);

	return v != NULL ? v->name : 0;
}

const char *
site_callee(struct judge *j, uint32_t call)
{
	const struct vset *set = j->nodes[call].kind != NODE_CALL ?
	    &vset_none : eval(j, call + 1);
	size_t i;

	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind == VALUE_PATH)
			return names_text(j->names, set->v[i]->name);
	return "";
}

const char *
site_method(struct judge *j, uint32_t call)
{
	uint32_t callee = call + 1;

	while (j->nodes[callee].kind == NODE_PARENTHESIZED)
		callee++;
	return j->nodes[call].kind != NODE_CALL || j->nodes[callee].kind !=
	    NODE_ATTRIBUTE ? "" : names_text(j->names, j->nodes[tree_last(
	    j->nodes, callee)].name);
}
