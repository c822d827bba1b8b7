#include "value.h"

#include "../supervisor/base/mem.h"
#include "../supervisor/base/util.h"

/* So many possibilities for a constant are as good as none. */
#define CONSTANTS_MAX	64
#define SET_MAX		256
#define DEPTH_MAX	4	/* of containers in containers */

const struct vset vset_unknown = { .unknown = true };
const struct vset vset_none = { 0 };

struct value *
value_new(struct arena *arena, enum value_kind kind, uint32_t place)
{
	struct value *v = arena_alloc(arena, sizeof(*v));

	v->kind = (uint8_t)kind;
	v->place = place;
	return v;
}

const struct vset *
vset_one(struct arena *arena, const struct value *v)
{
	struct vset *set = arena_alloc(arena, sizeof(*set) + sizeof(v));

	set->n = 1;
	set->flags = v->flags;
	set->v[0] = v;
	return set;
}

const struct vset *
value_text(struct arena *arena, enum value_kind kind, uint32_t place,
    const char *bytes, size_t n)
{
	struct value *v = value_new(arena, kind, place);

	v->text.bytes = bytes;
	v->text.n = n;
	return vset_one(arena, v);
}

const struct vset *
value_integer(struct arena *arena, uint32_t place, int64_t integer)
{
	struct value *v = value_new(arena, VALUE_INT, place);

	v->integer = integer;
	return vset_one(arena, v);
}

bool
value_same(const struct value *a, const struct value *b)
{
	size_t i;

	if (a == b)
		return true;
	if (a->kind != b->kind || a->name != b->name || a->node != b->node ||
	    a->flags != b->flags)
		return false;
	switch (a->kind) {
	case VALUE_INT:
		return a->integer == b->integer;
	case VALUE_STR:
	case VALUE_BYTES:
	case VALUE_PARTIAL:
		return a->text.n == b->text.n &&
		    memcmp(a->text.bytes, b->text.bytes, a->text.n) == 0;
	case VALUE_LIST:
	case VALUE_DICT:
	case VALUE_METHOD:
		if (a->items.n != b->items.n)
			return false;
		for (i = 0; i < a->items.n; i++)
			if (!vset_same(a->items.list[i], b->items.list[i]))
				return false;
		return true;
	default:
		return true;
	}
}

/* Everything in the set but containers, and what those hold. */
static const struct vset *
leaves(struct arena *arena, const struct vset *set)
{
	const struct vset *all = &vset_unknown;
	size_t i, k;

	for (i = 0; i < set->n; i++) {
		const struct value *v = set->v[i];

		if (v->kind == VALUE_LIST || v->kind == VALUE_DICT)
			for (k = 0; k < v->items.n; k++)
				all = vset_join(arena, all,
				    leaves(arena, v->items.list[k]));
		else
			all = vset_join(arena, all, vset_one(arena, v));
	}
	return all;
}

void
value_settle(struct arena *arena, struct value *v)
{
	const struct vset *all = &vset_unknown;
	size_t i, k, stride;

	v->depth = 1;
	for (i = 0; i < v->items.n; i++)
		for (k = 0; k < v->items.list[i]->n; k++)
			if (v->items.list[i]->v[k]->depth >= v->depth)
				v->depth = (uint8_t)(v->depth + 1);
	if (v->depth <= DEPTH_MAX)
		return;
	for (i = 0; i < v->items.n; i++)
		all = vset_join(arena, all, leaves(arena, v->items.list[i]));
	stride = v->kind == VALUE_DICT ? 2 : 1;
	v->items.list = arena_alloc(arena, stride * sizeof(all));
	for (i = 0; i < stride; i++)
		v->items.list[i] = all;
	v->items.n = stride;
	v->flags |= VALUE_OPEN;
	v->depth = 1;
}

bool
vset_same(const struct vset *a, const struct vset *b)
{
	size_t i, j;

	if (a == b)
		return true;
	if (a->n != b->n || a->unknown != b->unknown)
		return false;
	for (i = 0; i < a->n; i++) {
		for (j = 0; j < b->n; j++)
			if (value_same(a->v[i], b->v[j]))
				break;
		if (j == b->n)
			return false;
	}
	return true;
}

static bool
holds(const struct vset *set, const struct value *v)
{
	size_t i;

	for (i = 0; i < set->n; i++)
		if (value_same(set->v[i], v))
			return true;
	return false;
}

/* What may be dropped for `unknown` without hiding anything. */
static bool
is_plain(const struct value *v)
{
	return (v->flags & (VALUE_HAS_MODULE | VALUE_HAS_SENSITIVE |
	    VALUE_NAMESPACE)) == 0 && v->kind != VALUE_FUNCTION &&
	    v->kind != VALUE_CLASS;
}

static bool
is_container(const struct value *v)
{
	return v->kind == VALUE_LIST || v->kind == VALUE_DICT;
}

/* Two states of what one display makes, as one. */
static const struct value *
merge(struct arena *arena, const struct value *a, const struct value *b)
{
	struct value *v = arena_alloc(arena, sizeof(*v));
	const struct vset *all = &vset_unknown;
	size_t i, stride = a->kind == VALUE_DICT ? 2 : 1;

	*v = *a;
	v->flags |= b->flags;
	if (a->items.n == b->items.n) {
		v->items.list = arena_alloc(arena, (a->items.n + 1) *
		    sizeof(all));
		for (i = 0; i < a->items.n; i++)
			v->items.list[i] = vset_join(arena, a->items.list[i],
			    b->items.list[i]);
	} else {
		for (i = 0; i < a->items.n; i++)
			all = vset_join(arena, all, a->items.list[i]);
		for (i = 0; i < b->items.n; i++)
			all = vset_join(arena, all, b->items.list[i]);
		v->items.list = arena_alloc(arena, stride * sizeof(all));
		for (i = 0; i < stride; i++)
			v->items.list[i] = all;
		v->items.n = stride;
		v->flags |= VALUE_OPEN;
	}
	value_settle(arena, v);
	return v;
}

const struct vset *
vset_join(struct arena *arena, const struct vset *a, const struct vset *b)
{
	struct vset *set;
	size_t i, plain = 0;

	if (a == b || (b->n == 0 && b->unknown <= a->unknown))
		return a;
	if (a->n == 0 && a->unknown <= b->unknown)
		return b;
	if (a->n == 0 && b->n == 0)
		return &vset_unknown;
	set = arena_alloc(arena, sizeof(*set) +
	    ((size_t)a->n + b->n) * sizeof(set->v[0]));
	set->unknown = a->unknown || b->unknown;
	for (i = 0; i < (size_t)a->n + b->n; i++) {
		const struct value *v = i < a->n ? a->v[i] : b->v[i - a->n];

		if (i >= a->n && holds(a, v))
			continue;
		if (i >= a->n && is_container(v)) {
			size_t k;

			for (k = 0; k < set->n; k++)
				if (set->v[k]->kind == v->kind &&
				    set->v[k]->place == v->place)
					break;
			if (k < set->n) {
				set->v[k] = merge(arena, set->v[k], v);
				set->flags |= set->v[k]->flags;
				continue;
			}
		}
		if (is_plain(v) && ++plain > CONSTANTS_MAX) {
			set->unknown = true;
			continue;
		}
		if (set->n >= SET_MAX) {
			set->unknown = true;
			continue;
		}
		set->v[set->n++] = v;
		set->flags |= v->flags;
	}
	return set;
}

const struct vset *
vset_with_unknown(struct arena *arena, const struct vset *set)
{
	struct vset *copy;
	size_t size = sizeof(*set) + set->n * sizeof(set->v[0]);

	if (set->unknown)
		return set;
	if (set->n == 0)
		return &vset_unknown;
	copy = arena_alloc(arena, size);
	memcpy(copy, set, size);
	copy->unknown = true;
	return copy;
}

const struct value *
vset_only(const struct vset *set, enum value_kind kind)
{
	return set->n == 1 && !set->unknown && set->v[0]->kind == kind ?
	    set->v[0] : NULL;
}
