/*
 * How calls stand in the source: see site.h.
 */
#include "site.h"

#include <string.h>

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "signatures.h"
#include "eval.h"

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

uint32_t
site_argument(struct judge *j, uint32_t call, size_t n)
{
	static const struct signature any = { .n = SIGNATURE_MAX };
	uint32_t node = n >= SIGNATURE_MAX ? 0 : signature_argument(j, call,
	    &any, n);

	return node == SIGNATURE_UNKNOWN ? 0 : node;
}

uint32_t
site_keyword(struct judge *j, uint32_t call, const char *name)
{
	return tree_keyword(j->nodes, tree_last(j->nodes, call), names_lookup(
	    j->names, name, strlen(name)));
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
