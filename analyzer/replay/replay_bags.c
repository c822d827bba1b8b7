/*
 * A bag: a list of which it is known what may be in it, and how many there
 * are at least. What is done with each of them shows whether it is ever
 * empty: a queue that is fed as fast as it is worked off.
 */
#include "replay_parts.h"

#include <string.h>

#include "../../supervisor/base/mem.h"

#define KINDS_MAX	40	/* of items in one, if they are not joined; */
#define JOINED_MAX	16	/* if they are */
#define NESTED_MAX	4

/*
 * What is this or that, but for numbers that are larger. Of one that is past:
 * what grew since then may be larger yet.
 */
static bool
join(struct replay *r, struct thing a, struct thing b, bool is_past,
    unsigned depth, struct thing *ret)
{
	struct thing item, all;
	size_t i;

	r->steps++;
	if (!r->exactly && (a.kind == THING_INT || a.kind == THING_ABOVE) &&
	    b.kind == THING_INT) {
		*ret = a.kind == THING_INT && a.integer == b.integer ? a :
		    thing_bound(THING_ABOVE, a.integer < b.integer ||
		    is_past ? a.integer : b.integer);
		return !is_past || a.integer >= b.integer;
	}
	if (a.kind == THING_TUPLE && b.kind == THING_TUPLE && depth <
	    NESTED_MAX && thing_has_items(r, a) && thing_has_items(r, b) &&
	    a.heap->n == b.heap->n) {
		all = thing_new(r, THING_TUPLE, a.heap->n);
		for (i = 0; i < a.heap->n; i++) {
			if (!join(r, a.heap->v[i], b.heap->v[i], is_past,
			    depth + 1, &item))
				return false;
			thing_push(r, all, item);
		}
		*ret = all;
		return true;
	}
	/* path, path + [x] */
	if (r->exactly && a.kind == THING_LIST && b.kind == THING_LIST &&
	    a.heap->born >= r->lost && b.heap->born >= r->lost && thing_last(a,
	    &item) && thing_last(b, &all) && !thing_is_again(r, b, a, 0)) {
		*ret = thing_ending(r, item);
		if (thing_is_again(r, all, item, 0))
			return true;
		*ret = a;
		return false;
	}
	*ret = a;
	return thing_is_again(r, b, a, 0);
}

/*
 * Of the items from there on, and what was in it before. False: there are too
 * many kinds of them.
 */
bool
bag_make(struct replay *r, struct heap *heap, uint32_t from,
    const struct heap *past, uint32_t npast)
{
	struct thing kinds[KINDS_MAX];
	uint32_t n = 0, i, k;

	for (i = from; i < heap->n; i++) {
		for (k = 0; k < n; k++)
			if (join(r, kinds[k], heap->v[i], false, 0, &kinds[k]))
				break;
		if (k < n)
			continue;
		if (n == (r->exactly ? KINDS_MAX : JOINED_MAX))
			return false;
		kinds[n++] = heap->v[i];
	}
	if (n == 0)
		return false;
	for (i = 0; !r->exactly && i < npast; i++)
		for (k = 0; k < n; k++)
			if (join(r, kinds[k], past->v[i], true, 0, &kinds[k]))
				break;
	heap->length = heap->had = heap->n - from;
	heap->v = arena_alloc(r->j->arena, sizeof(kinds));
	memcpy(heap->v, kinds, n * sizeof(*heap->v));
	heap->n = n;
	heap->cap = KINDS_MAX;
	heap->is_lost = heap->is_bag = true;
	return true;
}

/* What is new in it, too, may come next: then all is to be done once more. */
static void
bag_put(struct replay *r, struct heap *bag, struct thing item)
{
	uint32_t i;

	bag->length++;
	for (i = 0; i < bag->n; i++)
		if (thing_is_again(r, item, bag->v[i], 0))
			return;
	for (i = 0; i < bag->n; i++)
		if (join(r, bag->v[i], item, false, 0, &bag->v[i])) {
			r->changed = true;
			return;
		}
	if (bag->n == KINDS_MAX)
		thing_doubt(r);
	else
		bag->v[bag->n++] = item;
}

struct thing
bag_method(struct replay *r, struct thing bag, const char *method,
    const struct args *args)
{
	struct thing items;
	size_t i;

	if (strncmp(method, "append", 6) == 0 && args->n == 1) {
		bag_put(r, bag.heap, args->v[0]);
		return thing_none();
	}
	if (strncmp(method, "extend", 6) == 0 && args->n == 1 && thing_items(r,
	    args->v[0], &items)) {
		for (i = 0; i < items.heap->n; i++)
			bag_put(r, bag.heap, items.heap->v[i]);
		return thing_none();
	}
	if (strncmp(method, "pop", 3) == 0 && r->taken++ == 0 &&
	    bag.heap->length >= 1 && r->choice < bag.heap->n) {
		bag.heap->length--;
		return bag.heap->v[r->choice];
	}
	return thing_doubtful(r);
}
