/*
 * Whether a package is there: find_spec("numpy") is not None. A name without a
 * dot is only looked for; one with a dot imports what stands before it. The
 * answer, which could load what it found, must only be shown.
 */
#include "own.h"

#include <string.h>

#include "../judge.h"
#include "../values/value.h"

bool
own_asks_if_there(struct judge *j, uint32_t callee)
{
	uint32_t call = j->nodes[callee].parent, list;
	const struct vset *set;
	size_t i;

	list = tree_last(j->nodes, call);
	if (j->nodes[call].kind != NODE_CALL || callee != call + 1 ||
	    j->nodes[list].kind != NODE_ARGUMENTS ||
	    tree_count(j->nodes, list) != 1 ||
	    tree_is_splat(j->nodes, list + 1) ||
	    j->nodes[list + 1].kind == NODE_DICTIONARY_SPLAT ||
	    j->nodes[list + 1].kind == NODE_KEYWORD_ARGUMENT)
		return false;
	set = own_bounds(j, list + 1);
	if (set == NULL || set->unknown || !vset_are_texts(set))
		return false;
	for (i = 0; i < set->n; i++)
		if (memchr(set->v[i]->text.bytes, '.', set->v[i]->text.n) !=
		    NULL)
			return false;
	return own_is_shown(j, call);
}
