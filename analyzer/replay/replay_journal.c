/*
 * What changes is written into a journal, so that a loop can be asked whether
 * all of it came back to what it was, or goes on growing as it did.
 */
#include "replay_parts.h"

#include <string.h>

#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"

#define COPIED_MAX	64	/* items of a heap that are kept */
#define SAME_DEPTH	6

/* Nobody asks outside of loops. */
static bool
is_logged(const struct replay *r, uint32_t logged)
{
	return r->looping == 0 || logged > r->window;
}

static uint32_t
log_entry(struct replay *r, struct entry entry)
{
	struct entry *more;

	if (r->njournal == JOURNAL_MAX) {
		r->flow = IS_LOST;
		return 0;
	}
	if (r->njournal == r->journal_cap) {
		r->journal_cap = r->journal_cap == 0 ? 32 : r->journal_cap * 2;
		more = arena_alloc(r->j->arena, r->journal_cap *
		    sizeof(*more));
		if (r->njournal > 0)
			memcpy(more, r->journal, r->njournal * sizeof(*more));
		r->journal = more;
	}
	r->journal[r->njournal++] = entry;
	return r->base + r->njournal;
}

/* What was there before the first write within the innermost loop. */
void
thing_before_write(struct replay *r, struct heap *heap)
{
	struct entry entry = { .heap = heap };
	size_t i;

	/* What was made since then is compared where it is kept. */
	if (is_logged(r, heap->logged) || heap->made >= r->made_before)
		return;
	if (!heap->is_lost && heap->born >= r->lost && (r->ahead || heap->n <=
	    COPIED_MAX)) {
		entry.old = thing_new(r, THING_TUPLE, heap->n);
		for (i = 0; i < heap->n; i++)
			entry.old.heap->v[i] = heap->v[i];
		entry.old.heap->n = heap->n;
	}
	heap->logged = log_entry(r, entry);
}

void
slot_set(struct replay *r, uint32_t binding, struct thing value)
{
	struct slot *slot = &r->slots[binding];

	if (!is_logged(r, slot->logged))
		slot->logged = log_entry(r, (struct entry){
		    .binding = binding, .old = slot->now });
	slot->now = value;
}

/* The same, also where one is unknown: it was looked at by nobody. */
bool
thing_is_again(struct replay *r, struct thing a, struct thing b,
    unsigned depth)
{
	const struct heap *is, *was;
	struct thing last;
	size_t i;

	r->steps++;
	/* No more than it may have been. */
	if (thing_is_bound(b) && (a.kind == b.kind || a.kind == THING_INT))
		return b.kind == THING_ABOVE ? a.integer >= b.integer :
		    a.integer <= b.integer;
	if (thing_is_rough(b))
		return thing_is_some_number(a) && thing_is_as_rough(a, b);
	/* Whatever it was, no step depended on it. */
	if (b.kind == THING_UNKNOWN)
		return true;
	if (a.kind != b.kind || depth > SAME_DEPTH)
		return false;
	switch (a.kind) {
	case THING_NONE: case THING_BUILTIN:
		return true;
	case THING_BOOL: case THING_INT:
		return a.integer == b.integer;
	case THING_FLOAT:
		return memcmp(&a.real, &b.real, sizeof(a.real)) == 0;
	case THING_TEXT:
		return a.n == b.n && (a.s == b.s || (a.s != NULL &&
		    b.s != NULL && memcmp(a.s, b.s, a.n) == 0));
	case THING_BYTES:
		return a.n == b.n;
	case THING_CLASS:
		return a.node == b.node;
	case THING_FUNCTION:
		if (a.node != b.node || a.n == b.n)
			return a.node == b.node;
		if (thing_is_current(r, a) || thing_is_current(r, b))
			return false;
		was = replay_kept(r, b.n);
		is = replay_kept(r, a.n);
		if (is == NULL || was == NULL)
			return is == was;
		for (i = 0; i < is->n && i < was->n; i++)
			if (!thing_is_again(r, is->v[i], was->v[i], depth + 1))
				return false;
		return true;
	}
	if (a.heap == b.heap)
		return true;
	/* Any such list. */
	if (b.heap->is_lost && b.kind == THING_LIST && !b.heap->is_bag &&
	    !(b.heap->length > 0))
		return !b.heap->ends || (a.heap->born >= r->lost && thing_last(a,
		    &last) && thing_is_again(r, last, b.heap->v[0],
		    depth + 1));
	if (a.heap->is_lost && b.heap->is_lost)
		return a.heap->length > 0 && !(a.heap->length < b.heap->length)
		    && !(a.heap->length > b.heap->length);
	if (!thing_has_items(r, a) || !thing_has_items(r, b) ||
	    a.heap->n != b.heap->n || a.heap->node != b.heap->node)
		return false;
	for (i = 0; i < a.heap->n; i++)
		if (!thing_is_again(r, a.heap->v[i], b.heap->v[i], depth + 1))
			return false;
	return true;
}

static bool
is_undone(struct replay *r, const struct entry *entry)
{
	const struct heap *heap = entry->heap, *old = entry->old.heap;
	size_t i;

	if (entry->binding != 0)
		return thing_is_again(r, r->slots[entry->binding].now, entry->old,
		    0) || replay_is_idle(r, entry->binding);
	if (heap->made >= r->made_before)
		return true;
	if (heap->is_bag)
		return heap->length >= heap->had;
	/* Only filled, and nobody looks into it. */
	if (heap->looked <= r->reads_before)
		return true;
	if (entry->old.kind != THING_TUPLE || heap->is_lost || heap->born <
	    r->lost || heap->n != old->n)
		return false;
	for (i = 0; i < heap->n; i++)
		if (!thing_is_again(r, heap->v[i], old->v[i], 0))
			return false;
	return true;
}

/* The first entry from here on that is of the same place: maybe this one. */
static uint32_t
first_of_place(const struct replay *r, uint32_t from, uint32_t i)
{
	uint32_t k = from;

	while (k < i && (r->journal[k].binding != r->journal[i].binding ||
	    r->journal[k].heap != r->journal[i].heap))
		k++;
	return k;
}

/* Of several writes to one place in the window, the first counts. */
bool
journal_is_undone(struct replay *r)
{
	uint32_t i, k, from = r->window - r->base;

	for (i = from; i < r->njournal; i++) {
		k = first_of_place(r, from, i);
		r->steps += 1 + (k - from) / 8;
		if (k == i && !is_undone(r, &r->journal[i]))
			return false;
		if (r->steps > r->limit)
			return false;
	}
	return true;
}

/* Any that goes on as it did from the one to the other. */
static struct thing
widened(struct replay *r, struct thing now, struct thing old, unsigned depth)
{
	struct heap *a, *b;
	struct thing ret;
	size_t i;

	r->steps++;
	if (now.kind == THING_INT && old.kind == THING_INT)
		return now.integer == old.integer ? now : thing_bound(
		    now.integer > old.integer ? THING_ABOVE : THING_BELOW,
		    now.integer);
	if (now.kind == THING_FLOAT && old.kind == THING_FLOAT)
		return now.real > old.real ? thing_rough(THING_LEAST,
		    now.real) : now.real < old.real ? thing_rough(THING_MOST,
		    now.real) : thing_is_again(r, now, old, 0) ? now :
		    thing_rough(THING_NUMBER, 0);
	if (now.kind == THING_FUNCTION && old.kind == THING_FUNCTION &&
	    now.node == old.node && now.n != old.n) {
		a = replay_kept(r, now.n);
		b = replay_kept(r, old.n);
	} else if (now.kind == THING_TUPLE && old.kind == THING_TUPLE &&
	    thing_has_items(r, now) && thing_has_items(r, old)) {
		a = now.heap;
		b = old.heap;
	} else
		return thing_is_again(r, now, old, 0) ? now :
		    thing_joined(now, old);
	if (a == NULL || b == NULL || a->n != b->n || depth > SAME_DEPTH)
		return thing_unknown();
	ret = thing_new(r, THING_TUPLE, a->n);
	for (i = 0; i < a->n; i++)
		thing_push(r, ret, widened(r, a->v[i], b->v[i], depth + 1));
	if (now.kind == THING_TUPLE)
		return ret;
	now.n = ++r->serial;
	replay_keep(r, now.n, ret.heap);
	return now;
}

void
journal_widen(struct replay *r, uint32_t from, uint32_t to,
    struct heap **ret_bag)
{
	const struct entry *entry;
	struct heap *heap, *old;
	uint32_t i;
	size_t k;

	for (i = from - r->base; i < to - r->base && r->flow == GOES_ON; i++) {
		entry = &r->journal[i];
		r->steps++;
		if (entry->binding != 0) {
			slot_set(r, entry->binding, widened(r, r->slots[
			    entry->binding].now, entry->old, 0));
			continue;
		}
		heap = entry->heap;
		old = entry->old.kind == THING_TUPLE ? entry->old.heap : NULL;
		if (old == NULL || heap->is_lost || heap->born < r->lost)
			continue;
		thing_before_write(r, heap);
		entry = &r->journal[i];
		if (heap->n == old->n)
			for (k = 0; k < heap->n; k++)
				heap->v[k] = widened(r, heap->v[k], old->v[k],
				    0);
		else if (ret_bag != NULL && *ret_bag == NULL && heap->n >
		    old->n && bag_make(r, heap, 0, old, old->n))
			*ret_bag = heap;
	}
}

#define LOOSENED_MAX	8

/* What was left otherwise than it was found: of its kind, and not known. */
static struct thing
loosened(struct replay *r, const struct entry *entry)
{
	const struct heap *heap = entry->heap, *old = entry->old.heap;
	struct thing ret;
	size_t i;

	if (entry->binding != 0)
		return thing_joined(r->slots[entry->binding].now, entry->old);
	if (entry->old.kind != THING_TUPLE || heap->is_lost || heap->born <
	    r->lost || heap->n != old->n)
		return thing_unknown();
	ret = thing_new(r, THING_TUPLE, heap->n);
	for (i = 0; i < heap->n; i++)
		thing_push(r, ret, thing_is_again(r, heap->v[i], old->v[i],
		    0) ? old->v[i] : thing_joined(heap->v[i], old->v[i]));
	return ret;
}

static void
set_loose(struct replay *r, const struct entry *place, struct thing value)
{
	if (place->binding != 0) {
		slot_set(r, place->binding, value);
		return;
	}
	thing_before_write(r, place->heap);
	if (value.kind == THING_TUPLE)
		memcpy(place->heap->v, value.heap->v, value.heap->n *
		    sizeof(value));
	else {
		place->heap->is_lost = true;
		place->heap->length = 0;
	}
}

bool
journal_loosen(struct replay *r)
{
	struct entry loose[LOOSENED_MAX];
	struct thing values[LOOSENED_MAX];
	const struct entry *entry;
	uint32_t n = 0, i, from = r->window - r->base;

	for (i = from; i < r->njournal; i++) {
		entry = &r->journal[i];
		r->steps++;
		if (first_of_place(r, from, i) < i || is_undone(r, entry))
			continue;
		if (n == LOOSENED_MAX || (entry->binding == 0 &&
		    entry->heap->is_bag))
			return false;
		values[n] = loosened(r, entry);
		loose[n++] = *entry;
	}
	journal_undo(r, r->window);
	for (i = 0; i < n; i++)
		set_loose(r, &loose[i], values[i]);
	r->window = r->base + r->njournal;
	return n > 0 && r->flow == GOES_ON;
}

void
journal_undo(struct replay *r, uint32_t to)
{
	struct entry *entry;
	struct heap *heap, *old;

	while (r->njournal > to - r->base) {
		entry = &r->journal[--r->njournal];
		r->steps++;
		if (entry->binding != 0) {
			r->slots[entry->binding].now = entry->old;
			r->slots[entry->binding].logged = 0;
			continue;
		}
		heap = entry->heap;
		heap->logged = 0;
		if (entry->old.kind != THING_TUPLE) {
			heap->length = heap->is_bag ? heap->had : 0;
			heap->is_lost = true;
			continue;
		}
		old = entry->old.heap;
		if (heap->cap < old->n) {
			heap->v = arena_alloc(r->j->arena, old->n *
			    sizeof(*heap->v));
			heap->cap = old->n;
		}
		if (old->n > 0)
			memcpy(heap->v, old->v, old->n * sizeof(*heap->v));
		heap->n = old->n;
		heap->is_lost = heap->is_bag = false;
	}
}
