/*
 * Paths that calls of the submission's own functions hand over: judged where
 * they are used, and each as if it stood there.
 */
#include "places.h"

#include "../judge.h"
#include "../obscure/obscure.h"
#include "../own/own.h"
#include "../read/tree.h"
#include "../values/eval.h"

void
check_handed(struct judge *j, char use, uint32_t node,
    const struct vset *mode)
{
	const struct vset *set;
	size_t i;

	if (!eval(j, node)->unknown)
		return;
	set = handed_over(j, node);
	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind == VALUE_STR ||
		    (set->v[i]->kind == VALUE_RESULT &&
		    set->v[i]->text.bytes != NULL))
			check_place(j, use, vset_one(j->arena, set->v[i]),
			    mode, node);
}

/* path.parent.mkdir(): of the path that is called a method of. */
static uint32_t
path_at(const struct judge *j, uint32_t place)
{
	uint32_t parent = j->nodes[place].parent;

	return j->nodes[place].kind == NODE_ATTRIBUTE &&
	    j->nodes[parent].kind == NODE_CALL && place == parent + 1 ?
	    place + 1 : place;
}

bool
check_all_handed(struct judge *j, char use, uint32_t place,
    const struct vset *mode)
{
	const struct vset *all = own_bounds(j, path_at(j, place));

	if (all == NULL || place_is_unsure(all) || all->v[0]->kind ==
	    VALUE_PATH)
		return false;
	check_place(j, use, all, mode, place);
	return true;
}
