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
vset_integers(struct arena *arena, uint32_t place, const int64_t *all,
    size_t n, bool unknown)
{
	uint8_t slots[2 * CONSTANTS_MAX] = { 0 };	/* from 1 */
	struct vset *set;
	struct value *v;
	size_t i, slot;

	if (n == 0)
		return unknown ? &vset_unknown : &vset_none;
	if (n == 1 && !unknown)
		return value_integer(arena, place, all[0]);
	set = arena_alloc(arena, sizeof(*set) + n * sizeof(set->v[0]));
	set->unknown = unknown;
	for (i = 0; i < n; i++) {
		slot = (size_t)((uint64_t)all[i] * 0x9e3779b97f4a7c15u >> 57);
		while (slots[slot] != 0 && set->v[slots[slot] - 1]->integer !=
		    all[i])
			slot = (slot + 1) % sizeof(slots);
		if (slots[slot] != 0)
			continue;
		v = value_new(arena, VALUE_INT, place);
		v->integer = all[i];
		set->v[set->n++] = v;
		slots[slot] = (uint8_t)set->n;
	}
	return set;
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

/* Nobody who writes a submission knows these. A judgement has one thread. */
static __thread uint64_t seed, factor;

static uint64_t
mix(uint64_t h, uint64_t v)
{
	unsigned __int128 product = (unsigned __int128)(h ^ v) * factor;

	return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static uint64_t
mix_bytes(uint64_t h, const char *s, size_t n)
{
	uint64_t word;

	for (h = mix(h, n); n > sizeof(word); n -= sizeof(word)) {
		memcpy(&word, s, sizeof(word));
		h = mix(h, word);
		s += sizeof(word);
	}
	word = 0;
	if (n > 0)
		memcpy(&word, s, n);
	return mix(h, word);
}

static uint64_t set_hash(const struct vset *);

/*
 * Containers are compared by this alone; texts and numbers also as they are.
 * Kept in the value, which is the same whatever it says.
 */
static uint64_t
value_hash(const struct value *v)
{
	uint64_t h;
	size_t i;

	if (v->hash != 0)
		return v->hash;
	if (seed == 0) {
		seed = random_seed();
		factor = random_seed();
	}
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
		h = mix_bytes(h, v->text.bytes, v->text.n);
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
	const struct vset **all, *item;
	size_t i, k, n = 1;

	if (!is_container(v))
		return &vset_none;
	if (v->inside != NULL)
		return v->inside;
	for (i = 0; i < v->items.n; i++)
		n += 1 + v->items.list[i]->n;
	all = arena_alloc(arena, n * sizeof(*all));
	all[0] = &vset_unknown;
	for (i = 0, n = 1; i < v->items.n; i++) {
		item = v->items.list[i];
		all[n++] = item;
		for (k = 0; k < item->n; k++)
			if (is_container(item->v[k]))
				all[n++] = value_inside(arena, item->v[k]);
	}
	((struct value *)(uintptr_t)v)->inside = vset_join_all(arena, all, n,
	    1);
	return v->inside;
}

static bool
holds(const struct vset *set, const struct value *v)
{
	const struct value *w;
	size_t i;

	for (i = 0; i < set->n; i++) {
		w = set->v[i];
		if ((w->hash == v->hash || w->hash == 0 || v->hash == 0) &&
		    value_same(w, v))
			return true;
	}
	return false;
}

bool
vset_holds_more(const struct vset *set, const struct vset *than)
{
	size_t i;

	if (than->n == 0)
		return set->holds_more;
	for (i = 0; set->holds_more && i < set->n; i++)
		if (!is_plain(set->v[i]) && !holds(than, set->v[i]))
			return true;
	return false;
}

const struct vset *
value_any(struct arena *arena, const struct value *v)
{
	const struct vset *set = v->any;
	size_t skip = v->kind == VALUE_DICT;

	if (set == NULL && v->items.n > 0)
		set = vset_join_all(arena, v->items.list + skip, v->items.n -
		    skip, 1 + skip);
	((struct value *)(uintptr_t)v)->any = set;
	return set != NULL ? set : &vset_none;
}

#define COMPARED_MAX	8	/* values that are looked for one by one */
#define SLOTS		1024	/* a power of two, far above SET_MAX */

/* A set that is being put together. */
struct gathered {
	struct vset	*set;
	size_t		 plain;
	bool		 is_indexed;
	uint16_t	 slots[SLOTS];	/* by hash, from 1; if indexed */
};

static void
index_value(struct gathered *g, uint64_t hash, size_t k)
{
	size_t slot = hash % SLOTS;

	while (g->slots[slot] != 0)
		slot = (slot + 1) % SLOTS;
	g->slots[slot] = (uint16_t)(k + 1);
}

static bool
has_gathered(const struct gathered *g, const struct value *v)
{
	size_t slot;

	if (!g->is_indexed)
		return holds(g->set, v);
	for (slot = value_hash(v) % SLOTS; g->slots[slot] != 0;
	    slot = (slot + 1) % SLOTS)
		if (value_same(g->set->v[g->slots[slot] - 1], v))
			return true;
	return false;
}

/* One that is not among them. */
static void
gather(struct gathered *g, const struct value *v)
{
	struct vset *set = g->set;

	if (is_plain(v) && ++g->plain > CONSTANTS_MAX) {
		set->unknown = set->full = true;
		return;
	}
	set->holds_more |= !is_plain(v);
	if (set->n >= SET_MAX) {
		set->unknown = true;
		return;
	}
	if (g->is_indexed)
		index_value(g, value_hash(v), set->n);
	set->v[set->n++] = v;
	set->flags |= v->flags;
}

/* These, and room for so many more. */
static void
gather_begin(struct arena *arena, struct gathered *g, const struct vset *a,
    size_t more)
{
	size_t i;

	g->set = arena_alloc(arena, sizeof(*a) + (a->n + more) *
	    sizeof(a->v[0]));
	memcpy(g->set, a, sizeof(*a) + a->n * sizeof(a->v[0]));
	g->set->hash = 0;
	g->plain = a->n;
	for (i = 0; a->holds_more && i < a->n; i++)
		g->plain -= !is_plain(a->v[i]);
	g->is_indexed = more > COMPARED_MAX;
	if (!g->is_indexed)
		return;
	memset(g->slots, 0, sizeof(g->slots));
	for (i = 0; i < a->n; i++)
		index_value(g, value_hash(a->v[i]), i);
}

/* Of those in the set, the ones that are no containers. */
static const struct vset *
leaves(struct arena *arena, const struct vset *set)
{
	struct gathered g;
	size_t i;

	gather_begin(arena, &g, &vset_unknown, set->n);
	for (i = 0; i < set->n; i++)
		if (!is_container(set->v[i]))
			gather(&g, set->v[i]);
	return g.set;
}

struct value *
value_copy(struct arena *arena, const struct value *v)
{
	struct value *copy = arena_alloc(arena, sizeof(*copy));

	*copy = *v;
	copy->hash = 0;
	copy->inside = copy->any = NULL;
	return copy;
}

void
value_hide(struct arena *arena, struct value *v, const struct vset *inside)
{
	v->items.n = v->kind == VALUE_DICT ? 2 : 1;
	v->items.list = arena_alloc(arena, 2 * sizeof(inside));
	v->items.list[0] = v->items.list[1] = inside;
	v->inside = v->any = NULL;
	v->flags |= VALUE_OPEN;
}

void
value_settle(struct arena *arena, struct value *v)
{
	size_t i, k;

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
	value_hide(arena, v, leaves(arena, value_inside(arena, v)));
	v->depth = 1;
}

const struct vset *
value_holding(struct arena *arena, enum value_kind kind, uint32_t place,
    const struct vset **list, size_t n, unsigned flags)
{
	struct value *v = value_new(arena, kind, place);
	size_t i;

	v->items.list = list;
	v->items.n = n;
	for (i = 0; i < n; i++)
		flags |= list[i]->flags & (VALUE_HAS_MODULE |
		    VALUE_HAS_SENSITIVE);
	v->flags = (uint8_t)flags;
	value_settle(arena, v);
	return vset_one(arena, v);
}

/* Two states of what one display makes, as one. */
static const struct value *
merge(struct arena *arena, const struct value *a, const struct value *b)
{
	struct value *v = value_copy(arena, a);
	size_t i;

	v->flags |= b->flags;
	if (a->items.n == b->items.n && a->depth == 1 && b->depth == 1) {
		v->items.list = arena_alloc(arena, (a->items.n + 1) *
		    sizeof(*v->items.list));
		for (i = 0; i < a->items.n; i++)
			v->items.list[i] = vset_join(arena, a->items.list[i],
			    b->items.list[i]);
	} else
		value_hide(arena, v, vset_join(arena, leaves(arena,
		    value_inside(arena, a)), leaves(arena, value_inside(arena,
		    b))));
	value_settle(arena, v);
	return v;
}

/* What one display makes, is one. */
static bool
is_merged(struct arena *arena, struct vset *set, const struct value *v)
{
	size_t k;

	for (k = 0; k < set->n; k++)
		if (set->v[k]->kind == v->kind &&
		    set->v[k]->place == v->place) {
			set->v[k] = merge(arena, set->v[k], v);
			set->flags |= set->v[k]->flags;
			return true;
		}
	return false;
}

static void
gather_all(struct arena *arena, struct gathered *g, const struct vset *b)
{
	size_t i;

	g->set->unknown |= b->unknown;
	for (i = 0; i < b->n; i++)
		if (!has_gathered(g, b->v[i]) && !(is_container(b->v[i]) &&
		    is_merged(arena, g->set, b->v[i])))
			gather(g, b->v[i]);
}

static bool
holds_all(const struct vset *a, const struct vset *b)
{
	size_t i;

	for (i = 0; i < b->n; i++)
		if (!holds(a, b->v[i]))
			return false;
	return true;
}

const struct vset *
vset_join(struct arena *arena, const struct vset *a, const struct vset *b)
{
	struct gathered g;

	if (a == b || (b->n == 0 && b->unknown <= a->unknown))
		return a;
	if (a->n == 0 && a->unknown <= b->unknown)
		return b;
	if (a->n == 0 && b->n == 0)
		return &vset_unknown;
	if (a->full && !b->holds_more)
		return a;
	if (b->unknown <= a->unknown && holds_all(a, b))
		return a;
	gather_begin(arena, &g, a, b->n);
	g.set->full |= b->full;
	gather_all(arena, &g, b);
	return g.set;
}

const struct vset *
vset_join_all(struct arena *arena, const struct vset *const *sets, size_t n,
    size_t stride)
{
	const struct vset *all = n == 0 ? &vset_none : sets[0];
	struct gathered g;
	size_t i, total = 0;

	for (i = 0; i < n; i += stride)
		total += sets[i]->n;
	if (total <= COMPARED_MAX) {
		for (i = stride; i < n; i += stride)
			all = vset_join(arena, all, sets[i]);
		return all;
	}
	gather_begin(arena, &g, all, total);
	for (i = stride; i < n; i += stride)
		if (!g.set->full || sets[i]->holds_more) {
			g.set->full |= sets[i]->full;
			gather_all(arena, &g, sets[i]);
		}
	return g.set;
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

bool
value_is_text(const struct value *v, const char *text)
{
	return v->text.n == strlen(text) && memcmp(v->text.bytes, text,
	    v->text.n) == 0;
}

bool
vset_are_texts(const struct vset *set)
{
	size_t i;

	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind != VALUE_STR)
			return false;
	return set->n > 0 && !set->unknown;
}

const struct value *
vset_only(const struct vset *set, enum value_kind kind)
{
	return set->n == 1 && !set->unknown && set->v[0]->kind == kind ?
	    set->v[0] : NULL;
}
