/*
 * Where a text came from that was folded out of others: for who reads a
 * finding's chain, nothing is decided by it.
 */
#include "foldcall.h"
#include "foldcall_parts.h"
#include "../judge.h"

void
fold_note_origin(struct judge *j, const struct vset *made,
    const struct vset *part, uint32_t node)
{
	const struct value *from;
	struct value *v;

	if (made->n != 1 || part->n != 1 || !fold_is_text(made->v[0]) ||
	    made->v[0]->from != NULL || made->v[0]->place != node)
		return;
	from = part->v[0];
	while (from->kind == VALUE_LIST && from->items.n > 0 &&
	    from->items.list[0]->n == 1)
		from = from->items.list[0]->v[0];
	/* A single letter is one of a text that was taken apart. */
	if (!fold_is_text(from) || (from != part->v[0] && from->text.n < 2) ||
	    (from->place >= node && from->place < j->nodes[node].skip))
		return;
	/* It was made a moment ago, and is not shared yet. */
	v = (struct value *)(uintptr_t)made->v[0];
	v->from = from;
}

const struct vset *
foldcall_note_origins(const struct call *c, const struct vset *made)
{
	size_t i;

	if (made == NULL || made->n != 1)
		return made;
	if (c->callee->kind == VALUE_METHOD)
		fold_note_origin(c->j, made, c->callee->items.list[0],
		    c->node);
	for (i = 0; i < c->n; i++)
		fold_note_origin(c->j, made, c->arg[i], c->node);
	return made;
}
