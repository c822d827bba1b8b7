/*
 * The values of a replay.
 */
#include "replay_parts.h"

#include <string.h>

#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"

#define COPIED_MAX	24	/* items of a heap that are looked into */
#define SAME_DEPTH	6

struct thing
thing_unknown(void)
{
	return (struct thing){ .kind = THING_UNKNOWN };
}

struct thing
thing_none(void)
{
	return (struct thing){ .kind = THING_NONE };
}

struct thing
thing_int(int64_t n)
{
	return (struct thing){ .kind = THING_INT, .integer = n };
}

struct thing
thing_bound(enum thing_kind kind, int64_t n)
{
	return (struct thing){ .kind = kind, .integer = n };
}

struct thing
thing_bool(bool is)
{
	return (struct thing){ .kind = THING_BOOL, .integer = is };
}

struct thing
thing_real(double n)
{
	return (struct thing){ .kind = THING_FLOAT, .real = n };
}

struct thing
thing_text(const char *s, size_t n)
{
	return (struct thing){ .kind = THING_TEXT, .n = (uint32_t)n, .s = s };
}

struct thing
thing_long_text(double length)
{
	return (struct thing){ .kind = THING_TEXT, .n = length < 4e9 ?
	    (uint32_t)length : UINT32_MAX, .s = NULL };
}

/* A buffer that is made here. */
struct thing
thing_buffer(struct replay *r, double length)
{
	struct thing ret = thing_bytes(length);

	ret.real = r->times;
	return ret;
}

struct thing
thing_bytes(double length)
{
	struct thing ret = thing_long_text(length);

	ret.kind = THING_BYTES;
	return ret;
}

bool
thing_is_heap(struct thing t)
{
	return t.kind >= THING_METHOD;
}

struct thing
thing_new(struct replay *r, enum thing_kind kind, size_t cap)
{
	struct heap *heap = arena_alloc(r->j->arena, sizeof(*heap));

	heap->cap = (uint32_t)cap;
	heap->born = r->clock;
	heap->made = r->made++;
	heap->times = r->times;
	heap->v = cap == 0 ? NULL : arena_alloc(r->j->arena,
	    cap * sizeof(*heap->v));
	r->steps += (uint32_t)cap / 8;
	return (struct thing){ .kind = kind, .heap = heap };
}

void
thing_doubt(struct replay *r)
{
	/* What has raised already does no more. */
	if (r->flow == GOES_ON)
		r->doubts++;
}

struct thing
thing_doubtful(struct replay *r)
{
	thing_doubt(r);
	return thing_unknown();
}

bool
thing_has_items(struct replay *r, struct thing t)
{
	if (!thing_is_heap(t))
		return false;
	t.heap->looked = ++r->reads;
	return !t.heap->is_lost && (t.kind <= THING_RANGE || t.heap->born >=
	    r->lost);
}

/* Are the names around a function those that it was made with? */
bool
thing_is_current(const struct replay *r, struct thing function)
{
	return r->serials[r->j->nodes[function.node].scope] == function.n;
}

/* ---- what is not known any more ---- */

void
thing_lose(struct replay *r, struct thing t, unsigned depth)
{
	struct thing item;
	size_t i;

	r->steps++;
	if (t.kind == THING_FUNCTION || t.kind == THING_CLASS ||
	    (t.kind == THING_OBJECT && depth == 0)) {
		/* Whoever has it may call it, now or later. */
		thing_lose_all(r);
		r->is_shared = true;
	}
	if (!thing_is_heap(t) || t.kind == THING_RANGE || t.heap->is_lost ||
	    depth > SAME_DEPTH)
		return;
	if (t.kind >= THING_LIST) {
		thing_before_write(r, t.heap);
		replay_drain(t.heap);
		t.heap->ends = false;
		t.heap->is_lost = true;
		t.heap->length = 0;
	}
	for (i = 0; i < t.heap->n && i < COPIED_MAX; i++) {
		item = t.heap->v[i];
		if (thing_is_heap(item) || item.kind == THING_FUNCTION)
			thing_lose(r, item, depth + 1);
	}
}

void
thing_lose_all(struct replay *r)
{
	const struct scopes *s = &r->j->scopes;
	uint32_t b;

	r->doubts++;
	r->lost = ++r->clock;
	for (b = s->list[1].bindings; b != 0; b = s->bindings[b].sibling) {
		r->steps++;
		if (r->slots[b].now.kind != THING_FUNCTION &&
		    r->slots[b].now.kind != THING_CLASS &&
		    !thing_is_heap(r->slots[b].now) &&
		    s->bindings[b].first != 0 && s->defs[
		    s->bindings[b].first].next != 0)
			slot_set(r, b, thing_unknown());
	}
}

/* Some list that ends with this. */
struct thing
thing_ending(struct replay *r, struct thing last)
{
	struct thing ret = thing_new(r, THING_LIST, 1);

	ret.heap->v[0] = last;
	ret.heap->is_lost = ret.heap->ends = true;
	return ret;
}

/* The last item of a list; false: it is not known. */
bool
thing_last(struct thing list, struct thing *ret)
{
	const struct heap *heap = list.heap;

	if (list.kind != THING_LIST || heap->is_bag || (heap->is_lost ?
	    !heap->ends : heap->n == 0))
		return false;
	*ret = heap->v[heap->is_lost ? 0 : heap->n - 1];
	return true;
}

/* ---- questions ---- */

/* 1, 0, or -1: not known. */
static int
same_otherwise(struct replay *r, struct thing a, struct thing b,
    unsigned depth)
{
	if (a.kind == THING_UNKNOWN || b.kind == THING_UNKNOWN ||
	    depth > SAME_DEPTH || (a.kind != b.kind && (a.kind ==
	    THING_BUILTIN || b.kind == THING_BUILTIN)))
		return -1;
	if (thing_is_number(a) && thing_is_number(b))
		return a.kind != THING_FLOAT && b.kind != THING_FLOAT ?
		    a.integer == b.integer : !(thing_real_of(a) < thing_real_of(b)) &&
		    !(thing_real_of(a) > thing_real_of(b)) && thing_real_of(a) <= thing_real_of(b);
	if (thing_is_some_number(a) && thing_is_some_number(b) &&
	    (thing_is_rough(a) || thing_is_rough(b) || (thing_is_bound(a) !=
	    thing_is_bound(b) && (a.kind == THING_FLOAT || b.kind ==
	    THING_FLOAT))))
		return thing_order(a, b) != 0 ? 0 : -1;
	if (thing_is_rough(a) || thing_is_rough(b))
		return a.kind == THING_OBJECT || b.kind == THING_OBJECT ? -1 :
		    0;
	if (thing_is_bound(a) || thing_is_bound(b)) {
		if (thing_is_bound(a) && b.kind == THING_INT)
			return (a.kind == THING_ABOVE ? b.integer < a.integer :
			    b.integer > a.integer) ? 0 : -1;
		if (thing_is_bound(b) && a.kind == THING_INT)
			return (b.kind == THING_ABOVE ? a.integer < b.integer :
			    a.integer > b.integer) ? 0 : -1;
		return a.kind == THING_NONE || b.kind == THING_NONE ||
		    a.kind == THING_TEXT || b.kind == THING_TEXT ? 0 : -1;
	}
	if (a.kind == THING_OBJECT || b.kind == THING_OBJECT) {
		return replay_object_same(r, a, b);
	}
	if (a.kind != b.kind)
		return 0;
	switch (a.kind) {
	case THING_NONE:
		return 1;
	case THING_TEXT:
		if (a.n != b.n)
			return 0;
		return a.s == NULL || b.s == NULL ? -1 :
		    memcmp(a.s, b.s, a.n) == 0;
	case THING_BYTES:
		return a.n != b.n ? 0 : -1;
	case THING_FUNCTION: case THING_CLASS: case THING_BUILTIN:
		return a.node == b.node ? 1 : -1;
	}
	return -1;
}

static int same_rows(struct replay *, const struct thing *,
    const struct thing *, unsigned depth);

/* Numbers and rows of them are most of what is compared. */
static inline int
same(struct replay *r, const struct thing *a, const struct thing *b,
    unsigned depth)
{
	/* Four of them are as much work as one expression. */
	r->steps += ++r->compared % 4 == 0;
	return a->kind == THING_INT && b->kind == THING_INT ? a->integer ==
	    b->integer : same_rows(r, a, b, depth);
}

static int
same_rows(struct replay *r, const struct thing *a, const struct thing *b,
    unsigned depth)
{
	size_t i;
	int is;

	if (a->kind != b->kind || depth > SAME_DEPTH ||
	    (a->kind != THING_TUPLE && a->kind != THING_LIST))
		return same_otherwise(r, *a, *b, depth);
	if (!thing_has_items(r, *a) || !thing_has_items(r, *b))
		return -1;
	if (a->heap->n != b->heap->n)
		return 0;
	for (i = 0; i < a->heap->n; i++) {
		is = same(r, &a->heap->v[i], &b->heap->v[i], depth + 1);
		if (is != 1)
			return is;
	}
	return 1;
}

int
thing_same(struct replay *r, struct thing a, struct thing b, unsigned depth)
{
	return same(r, &a, &b, depth);
}

double
thing_length(struct replay *r, struct thing t)
{
	int64_t first, last, step;

	switch (t.kind) {
	case THING_TEXT: case THING_BYTES:
		return t.n;
	case THING_RANGE:
		first = t.heap->v[0].integer;
		last = t.heap->v[1].integer;
		step = t.heap->v[2].integer;
		if (step > 0)
			return first >= last ? 0 : ((double)last -
			    (double)first + (double)step - 1) / (double)step;
		return first <= last ? 0 : ((double)first - (double)last -
		    (double)step - 1) / -(double)step;
	case THING_TUPLE: case THING_LIST: case THING_SET:
		return thing_has_items(r, t) ? (double)t.heap->n :
		    t.heap->is_bag ? -1 : t.heap->born >= r->lost && t.heap->length > 0 ?
		    t.heap->length : -1;
	case THING_ITERATOR:
		return t.heap->is_lost && t.heap->length > 0 ?
		    t.heap->length : -1;
	case THING_DICT:
		return thing_has_items(r, t) ? (double)(t.heap->n / 2) : -1;
	default:
		return -1;
	}
}

int
thing_truth(struct replay *r, struct thing t)
{
	double n;

	switch (t.kind) {
	case THING_NONE:
		return 0;
	case THING_BOOL: case THING_INT:
		return t.integer != 0;
	case THING_FLOAT:
		return t.real < 0 || t.real > 0;
	case THING_ABOVE:
		return t.integer > 0 ? 1 : -1;
	case THING_BELOW:
		return t.integer < 0 ? 1 : -1;
	case THING_LEAST:
		return t.real > 0 ? 1 : -1;
	case THING_MOST:
		return t.real < 0 ? 1 : -1;
	case THING_FUNCTION: case THING_CLASS: case THING_METHOD:
	case THING_BUILTIN: case THING_ITERATOR: case THING_GENERATOR:
		return 1;
	case THING_OBJECT:
		return replay_object_truth(r, t);
	}
	if (t.kind == THING_LIST && t.heap->is_bag && t.heap->length >= 1)
		return 1;
	n = thing_length(r, t);
	return n < 0 ? -1 : n >= 1;
}

/* ---- containers ---- */

void
thing_push(struct replay *r, struct thing list, struct thing item)
{
	struct heap *heap = list.heap;
	struct thing *v;

	r->steps++;
	if (heap->is_bag)
		r->doubts++;
	if (list.kind == THING_LIST || list.kind == THING_ITERATOR)
		replay_keep_item(r, heap, item);
	if (heap->most > 0 && !heap->is_lost && heap->n == heap->most)
		memmove(heap->v, heap->v + 1, --heap->n * sizeof(*v));
	if (heap->is_lost) {
		if (heap->length > 0)
			heap->length++;
		if (heap->ends)
			heap->v[0] = item;
		return;
	}
	if (heap->n == ITEMS_MAX) {
		heap->is_lost = true;
		heap->length = list.kind == THING_DICT ? 0 : heap->n + 1;
		return;
	}
	if (heap->n == heap->cap) {
		heap->cap = heap->cap < 4 ? 4 : heap->cap * 2;
		v = arena_alloc(r->j->arena, heap->cap * sizeof(*v));
		if (heap->n > 0)
			memcpy(v, heap->v, heap->n * sizeof(*v));
		r->steps += heap->cap / 8;
		heap->v = v;
	}
	heap->v[heap->n++] = item;
}

/* A list of so many, that are filled in at once: nobody keeps it. */
static struct thing *
begin_items(struct replay *r, size_t n, struct thing *ret_list)
{
	*ret_list = thing_new(r, THING_LIST, n);
	ret_list->heap->n = (uint32_t)n;
	r->steps += (uint32_t)n;
	return ret_list->heap->v;
}

bool
thing_items(struct replay *r, struct thing t, struct thing *ret_list)
{
	double n = thing_length(r, t);
	struct thing *v;
	size_t i;

	if (t.kind == THING_ITERATOR && thing_has_items(r, t)) {
		/* They are gone through but once. */
		thing_before_write(r, t.heap);
		v = begin_items(r, t.heap->n, ret_list);
		if (t.heap->n > 0)
			memcpy(v, t.heap->v, t.heap->n * sizeof(*v));
		t.heap->n = 0;
		return true;
	}
	if (t.kind == THING_OBJECT)
		return replay_object_items(r, t, ret_list);
	if (n < 0 || n > ITEMS_MAX)
		return false;
	switch (t.kind) {
	case THING_TUPLE: case THING_LIST: case THING_SET:
		if (!thing_has_items(r, t))
			return false;
		*ret_list = t;
		return true;
	case THING_TEXT:
		if (t.s == NULL)
			return false;
		v = begin_items(r, t.n, ret_list);
		for (i = 0; i < t.n; i++)
			v[i] = thing_text(t.s + i, 1);
		return true;
	case THING_RANGE:
		v = begin_items(r, (size_t)n, ret_list);
		for (i = 0; i < (size_t)n; i++)
			v[i] = thing_int(t.heap->v[0].integer + (int64_t)i *
			    t.heap->v[2].integer);
		return true;
	case THING_DICT:
		v = begin_items(r, t.heap->n / 2, ret_list);
		for (i = 0; i < t.heap->n / 2; i++)
			v[i] = t.heap->v[2 * i];
		return true;
	default:
		return false;
	}
}

/* The value of a key; NULL: there is none, or with a doubt, not known. */
struct thing *
thing_find(struct replay *r, struct thing dict, struct thing key)
{
	struct heap *heap = dict.heap;
	size_t i, step = dict.kind == THING_SET ? 1 : 2;
	int is;

	for (i = 0; i < heap->n; i += step) {
		is = same(r, &heap->v[i], &key, 0);
		if (is < 0)
			r->doubts++;
		if (is > 0)
			return &heap->v[i + step - 1];
	}
	return NULL;
}

void
thing_put(struct replay *r, struct thing dict, struct thing key,
    struct thing value)
{
	struct thing *at;

	if (dict.heap->is_lost || dict.heap->born < r->lost)
		return;
	thing_before_write(r, dict.heap);
	at = thing_find(r, dict, key);
	if (at != NULL) {
		*at = value;
		return;
	}
	thing_push(r, dict, key);
	if (dict.kind != THING_SET)
		thing_push(r, dict, value);
}
