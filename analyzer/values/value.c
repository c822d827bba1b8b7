#include "value.h"

#include <sys/random.h>

#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"

/* So many possibilities for a constant are as good as none. */
#define CONSTANTS_MAX	64
#define SET_MAX		256
#define DEPTH_MAX	4	/* of containers in containers */

const struct vset vset_unknown = { .unknown = true };
const struct vset vset_none = { 0 };

/* What may be dropped for `unknown` without hiding anything. */
static bool
is_plain(const struct value *v)
{
	return (v->flags & (VALUE_HAS_MODULE | VALUE_HAS_SENSITIVE |
	    VALUE_NAMESPACE)) == 0 && v->kind != VALUE_FUNCTION &&
	    v->kind != VALUE_CLASS;
}

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
	set->holds_more = !is_plain(v);
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

const struct vset *
value_bool(struct arena *arena, uint32_t place, bool is_true)
{
	struct value *v = value_new(arena, VALUE_INT, place);

	v->integer = is_true;
	v->name = 1;
	return vset_one(arena, v);
}

static bool
is_container(const struct value *v)
{
	return v->kind == VALUE_LIST || v->kind == VALUE_DICT;
}

static uint64_t
random_seed(void)
{
	uint64_t seed;

	if (getrandom(&seed, sizeof(seed), 0) != sizeof(seed))
		abort();
	return seed | 1;
}

static uint64_t
mix(uint64_t h, uint64_t v)
{
	h = (h ^ v) * 0x9e3779b97f4a7c15u;
	return h ^ h >> 29;
}

static uint64_t set_hash(const struct vset *);

/*
 * Containers are compared by this alone; texts and numbers also as they are.
 * Kept in the value, which is the same whatever it says.
 */
static uint64_t
value_hash(const struct value *v)
{
	static __thread uint64_t seed;	/* a judgement stays in its thread */
	uint64_t h;
	size_t i;

	if (v->hash != 0)
		return v->hash;
	/* Nobody who writes a submission knows this. */
	if (seed == 0)
		seed = random_seed();
	h = mix(seed, (uint64_t)v->kind << 8 | v->flags);
	h = mix(h, (uint64_t)v->name << 32 | v->node);
	switch (v->kind) {
	case VALUE_INT:
		h = mix(h, (uint64_t)v->integer);
		break;
	case VALUE_STR:
	case VALUE_BYTES:
	case VALUE_PARTIAL:
	case VALUE_RESULT:
		for (i = 0; i < v->text.n; i++)
			h = mix(h, (unsigned char)v->text.bytes[i]);
		break;
	case VALUE_LIST:
	case VALUE_DICT:
	case VALUE_METHOD:
		for (i = 0; i < v->items.n; i++)
			h = mix(h, set_hash(v->items.list[i]));
		break;
	}
	((struct value *)(uintptr_t)v)->hash = h | 1;
	return v->hash;
}

static uint64_t
set_hash(const struct vset *set)
{
	uint64_t h = 0x5bd1e995u + set->unknown;
	size_t i;

	if (set->hash != 0 || set->n == 0)
		return set->n == 0 ? h : set->hash;
	for (i = 0; i < set->n; i++)
		h += value_hash(set->v[i]) * 0xff51afd7ed558ccdu;
	((struct vset *)(uintptr_t)set)->hash = h | 1;
	return set->hash;
}

bool
value_same(const struct value *a, const struct value *b)
{
	if (a == b)
		return true;
	if (a->kind != b->kind || a->name != b->name || a->node != b->node ||
	    a->flags != b->flags || value_hash(a) != value_hash(b))
		return false;
	switch (a->kind) {
	case VALUE_INT:
		return a->integer == b->integer;
	case VALUE_STR:
	case VALUE_BYTES:
	case VALUE_PARTIAL:
	case VALUE_RESULT:
		return a->text.n == b->text.n && (a->text.n == 0 ||
		    memcmp(a->text.bytes, b->text.bytes, a->text.n) == 0);
	default:
		return true;
	}
}

bool
vset_same(const struct vset *a, const struct vset *b)
{
	return a == b || (a->n == b->n && a->unknown == b->unknown &&
	    set_hash(a) == set_hash(b));
}

const struct vset *
value_inside(struct arena *arena, const struct value *v)
{
	const struct vset *all = &vset_unknown;
	size_t i, k;

	if (!is_container(v))
		return &vset_none;
	if (v->inside != NULL)
		return v->inside;
	for (i = 0; i < v->items.n; i++) {
		const struct vset *item = v->items.list[i];

		all = vset_join(arena, all, item);
		for (k = 0; k < item->n; k++)
			if (is_container(item->v[k]))
				all = vset_join(arena, all,
				    value_inside(arena, item->v[k]));
	}
	((struct value *)(uintptr_t)v)->inside = all;
	return all;
}

/* Of those in the set, the ones that are no containers. */
static const struct vset *
leaves(struct arena *arena, const struct vset *set)
{
	const struct vset *all = &vset_unknown;
	size_t i;

	for (i = 0; i < set->n; i++)
		if (!is_container(set->v[i]))
			all = vset_join(arena, all,
			    vset_one(arena, set->v[i]));
	return all;
}

void
value_settle(struct arena *arena, struct value *v)
{
	const struct vset *all = &vset_unknown;
	size_t i, k, stride;

	v->depth = 1;
	for (i = 0; i < v->items.n; i++)
		for (k = 0; k < v->items.list[i]->n; k++) {
			const struct value *item = v->items.list[i]->v[k];

			if (item->depth >= v->depth)
				v->depth = (uint8_t)(item->depth + 1);
			if (is_container(item) &&
			    (!(item->flags & VALUE_FIXED) ||
			    item->flags & VALUE_CHANGES))
				v->flags |= VALUE_CHANGES;
		}
	if (v->depth <= DEPTH_MAX)
		return;
	all = leaves(arena, value_inside(arena, v));
	v->inside = NULL;
	stride = v->kind == VALUE_DICT ? 2 : 1;
	v->items.list = arena_alloc(arena, stride * sizeof(all));
	for (i = 0; i < stride; i++)
		v->items.list[i] = all;
	v->items.n = stride;
	v->flags |= VALUE_OPEN;
	v->depth = 1;
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

/* Two states of what one display makes, as one. */
static const struct value *
merge(struct arena *arena, const struct value *a, const struct value *b)
{
	struct value *v = arena_alloc(arena, sizeof(*v));
	const struct vset *all = &vset_unknown;
	size_t i, stride = a->kind == VALUE_DICT ? 2 : 1;

	*v = *a;
	v->hash = 0;
	v->inside = NULL;
	v->flags |= b->flags;
	if (a->items.n == b->items.n && a->depth == 1 && b->depth == 1) {
		v->items.list = arena_alloc(arena, (a->items.n + 1) *
		    sizeof(all));
		for (i = 0; i < a->items.n; i++)
			v->items.list[i] = vset_join(arena, a->items.list[i],
			    b->items.list[i]);
	} else {
		all = vset_join(arena, leaves(arena, value_inside(arena, a)),
		    leaves(arena, value_inside(arena, b)));
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
	if (a->full && !b->holds_more)
		return a;
	if (b->unknown <= a->unknown) {
		for (i = 0; i < b->n && holds(a, b->v[i]); i++)
			;
		if (i == b->n)
			return a;
	}
	set = arena_alloc(arena, sizeof(*set) +
	    ((size_t)a->n + b->n) * sizeof(set->v[0]));
	set->unknown = a->unknown || b->unknown;
	set->full = a->full || b->full;
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
			set->unknown = set->full = true;
			continue;
		}
		set->holds_more |= !is_plain(v);
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
	copy->hash = 0;
	copy->unknown = true;
	return copy;
}

const struct value *
vset_only(const struct vset *set, enum value_kind kind)
{
	return set->n == 1 && !set->unknown && set->v[0]->kind == kind ?
	    set->v[0] : NULL;
}
