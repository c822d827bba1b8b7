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

/*
 * Texts and paths, each of them whole; else NULL. `path = Path(path)` makes
 * one of a text; what only a path has, .parent, the text does not have.
 */
static const struct vset *
only_known(struct judge *j, const struct vset *set)
{
	const struct vset *known = &vset_none;
	size_t i;

	for (i = 0; i < set->n; i++)
		switch (set->v[i]->kind) {
		case VALUE_STR:
		case VALUE_RESULT:
			known = vset_join(j->arena, known, vset_one(j->arena,
			    set->v[i]));
			break;
		case VALUE_METHOD:
			if (set->v[i]->from != NULL &&
			    set->v[i]->from->kind == VALUE_STR)
				break;
			/* FALLTHROUGH */
		default:
			return NULL;
		}
	return set->unknown || place_is_unsure(known) ? NULL : known;
}

bool
check_all_handed(struct judge *j, char use, uint32_t place,
    const struct vset *mode)
{
	const struct vset *all = own_bounds(j, path_at(j, place));

	if (all != NULL)
		all = only_known(j, all);
	if (all == NULL)
		return false;
	check_place(j, use, all, mode, place);
	return true;
}
