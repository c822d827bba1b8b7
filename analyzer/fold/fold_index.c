/*
 * Parts of constants: slices, subscripts, and comprehensions over them, with
 * what their rounds ask for again.
 * Every step is bounded; what exceeds a bound, or is not known, is unknown.
 */
#include "fold.h"

#include <string.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "foldcall.h"
#include "foldtext.h"

bool
fold_kept(const struct judge *j, uint32_t node, const struct vset *a,
    const struct vset *b, const struct vset **ret_made)
{
	const struct kept_fold *kept = &j->kept_folds[node %
	    ARRAY_SIZE(j->kept_folds)];

	if (kept->node != node || kept->a != a || kept->b != b)
		return false;
	*ret_made = kept->made;
	return true;
}

const struct vset *
fold_keep(struct judge *j, uint32_t node, const struct vset *a,
    const struct vset *b, const struct vset *made)
{
	if (j->overrides != NULL)
		j->kept_folds[node % ARRAY_SIZE(j->kept_folds)] =
		    (struct kept_fold){ node, a, b, made };
	return made;
}

/* The three parts of a slice, or NULL; false if one is there and not known. */
static bool
read_slice(struct judge *j, uint32_t node, const int64_t *part[3])
{
	uint32_t child = node + 1, at = j->nodes[node].start;
	uint32_t end = j->nodes[node].end;
	const struct vset *set;
	int index = 0;

	part[0] = part[1] = part[2] = NULL;
	while (at < end) {
		if (child < j->nodes[node].skip &&
		    at == j->nodes[child].start) {
			set = j->ask->node(j, child);
			if (j->nodes[child].kind == NODE_NONE)
				;
			else if (index > 2 || !vset_only(set, VALUE_INT))
				return false;
			else
				part[index] = &set->v[0]->integer;
			at = j->nodes[child].end;
			child = j->nodes[child].skip;
			continue;
		}
		if (j->source.bytes[at] == '#')
			while (at < end && j->source.bytes[at] != '\n')
				at++;
		if (at < end && j->source.bytes[at] == ':')
			index++;
		at++;
	}
	return true;
}

static const struct vset *
slice_value(struct judge *j, const struct value *v, uint32_t slice,
    uint32_t place)
{
	auto_buf struct buf out = BUF_INIT;
	const struct vset **list;
	const int64_t *part[3];
	int64_t step, i, n, from, to;
	size_t count = 0;

	if (!fold_is_text(v) &&
	    (v->kind != VALUE_LIST || v->flags & VALUE_OPEN)) {
		return v->kind != VALUE_LIST ? NULL : vset_one(j->arena, v);
	}
	if (!read_slice(j, slice, part))
		return v->kind == VALUE_LIST ? vset_with_unknown(j->arena,
		    vset_one(j->arena, v)) : NULL;
	step = part[2] != NULL ? *part[2] : 1;
	if (fold_is_text(v)) {
		if (foldtext_slice(fold_as_piece(v), v->kind == VALUE_BYTES,
		    part[0], part[1], step, &out) < 0)
			return NULL;
		return fold_text(j, (enum value_kind)v->kind, place, &out);
	}
	n = (int64_t)v->items.n;
	if (step == 0 || step < -n - 1 || step > n + 1)
		return vset_with_unknown(j->arena, vset_one(j->arena, v));
	foldtext_bounds(n, part[0], part[1], step, &from, &to);
	list = arena_alloc(j->arena, (v->items.n + 1) * sizeof(*list));
	for (i = from; step > 0 ? i < to : i > to; i += step)
		list[count++] = v->items.list[i];
	return fold_list(j, place, list, count, 0);
}

/* Is this set certainly this key, maybe, or not? 1, 0, -1. */
static int
matches_key(const struct vset *set, const struct value *key)
{
	const struct value *v;

	if (set->unknown || set->n != 1)
		return 0;
	v = set->v[0];
	if ((v->kind != VALUE_STR && v->kind != VALUE_INT &&
	    v->kind != VALUE_BYTES) || v->kind != key->kind)
		return v->kind == VALUE_STR || v->kind == VALUE_INT ||
		    v->kind == VALUE_BYTES ? -1 : 0;
	return v->kind == VALUE_INT ? (v->integer == key->integer ? 1 : -1) :
	    v->text.n == key->text.n && memcmp(v->text.bytes,
	    key->text.bytes, v->text.n) == 0 ? 1 : -1;
}

const struct vset *
fold_lookup(const struct value *dict, const struct value *key)
{
	const struct vset *found = &vset_none;
	size_t i;
	int same;

	if (dict->flags & VALUE_OPEN)
		return NULL;
	for (i = 0; i < dict->items.n; i += 2) {
		same = matches_key(dict->items.list[i], key);
		if (same == 0)
			return NULL;
		if (same > 0)
			found = dict->items.list[i + 1];
	}
	return found;
}

static const struct vset *
all_items(struct judge *j, const struct value *v)
{
	return vset_with_unknown(j->arena, value_any(j->arena, v));
}

const struct vset *
fold_index(struct judge *j, const struct value *v, const struct value *key,
    uint32_t place)
{
	const struct vset *set = &vset_none;
	bool certain = !(v->flags & VALUE_OPEN);
	int64_t i;
	size_t k, n;

	if (v->kind == VALUE_DICT) {
		for (k = 0; k < v->items.n; k += 2) {
			int same = matches_key(v->items.list[k], key);

			/* A later pair with the same key wins. */
			if (same > 0 && certain)
				set = v->items.list[k + 1];
			else if (same >= 0)
				set = vset_join(j->arena, set,
				    v->items.list[k + 1]);
		}
		if (set->n == 0 && !set->unknown)
			return &vset_unknown;
		return certain ? set : vset_with_unknown(j->arena, set);
	}
	if (key->kind != VALUE_INT)
		return v->kind == VALUE_LIST ? all_items(j, v) :
		    &vset_unknown;
	i = key->integer;
	if (v->kind == VALUE_LIST) {
		if (i < 0)
			i += (int64_t)v->items.n;
		if (!certain || i < 0 || i >= (int64_t)v->items.n)
			return all_items(j, v);
		return v->items.list[i];
	}
	if (fold_is_text(v)) {
		auto_buf struct buf out = BUF_INIT;
		int64_t stop;

		n = foldtext_length(fold_as_piece(v), v->kind == VALUE_BYTES);
		if (i < -(int64_t)n || i >= (int64_t)n)
			return &vset_unknown;
		if (v->kind == VALUE_BYTES)
			return value_integer(j->arena, place, (unsigned char)
			    v->text.bytes[i < 0 ? i + (int64_t)n : i]);
		/* Of ASCII, where it lies. */
		if (n == v->text.n)
			return value_text(j->arena, VALUE_STR, place,
			    v->text.bytes + (i < 0 ? i + (int64_t)n : i), 1);
		stop = i + 1;
		foldtext_slice(fold_as_piece(v), false, &i,
		    stop == 0 ? NULL : &stop, 1, &out);
		return fold_text(j, VALUE_STR, place, &out);
	}
	return &vset_unknown;
}

const struct vset *
fold_subscript(struct judge *j, uint32_t node)
{
	uint32_t index = j->nodes[node + 1].skip;
	const struct vset *set, *keys, *result = &vset_none, *one;
	const struct vset *all[FOLD_COMBINATIONS + 1];
	size_t i, k;

	set = j->ask->node(j, node + 1);
	if (set->n == 0 || index >= j->nodes[node].skip)
		return NULL;
	if (set->unknown)
		result = &vset_unknown;
	keys = j->nodes[index].kind == NODE_SLICE ? NULL : j->ask->node(j, index);
	if (keys != NULL && fold_kept(j, node, set, keys, &one))
		return one;
	for (i = 0; i < set->n; i++) {
		const struct value *v = set->v[i];

		one = NULL;
		if (keys == NULL)
			one = slice_value(j, v, index, node);
		else if (v->kind == VALUE_LIST || v->kind == VALUE_DICT ||
		    fold_is_text(v)) {
			one = &vset_none;
			if (keys->unknown && !fold_is_text(v))
				one = all_items(j, v);
			else if (keys->unknown)
				one = &vset_unknown;
			if (keys->n > FOLD_COMBINATIONS)
				one = vset_with_unknown(j->arena, one);
			all[0] = one;
			for (k = 0; k < keys->n && k < FOLD_COMBINATIONS; k++)
				all[k + 1] = fold_index(j, v, keys->v[k],
				    node);
			one = vset_join_all(j->arena, all, k + 1, 1);
		}
		result = vset_join(j->arena, result,
		    one != NULL ? one : &vset_unknown);
	}
	return keys == NULL ? result : fold_keep(j, node, set, keys, result);
}

/* Does it depend on the target what the element is? */
static bool
names_target(const struct judge *j, uint32_t element, uint32_t target)
{
	uint32_t i;

	for (i = element; i < j->nodes[element].skip; i++)
		if (judge_is_name(j, i, j->nodes[target].name))
			return true;
	return false;
}

#define TARGETS_MAX	4	/* for a, b in ... */

struct targets {
	struct override		 list[TARGETS_MAX];
	size_t			 n;
	bool			 row;	/* several, or one in brackets */
	bool			 same;	/* none is in the element */
};

/* The names of `for a in` and `for a, b in`, and nothing else. */
static bool
read_targets(const struct judge *j, uint32_t target, uint32_t element,
    struct targets *t)
{
	uint32_t at = target, end = j->nodes[target].skip;

	*t = (struct targets){ .same = true };
	t->row = j->nodes[target].kind == NODE_PATTERN_LIST ||
	    j->nodes[target].kind == NODE_TUPLE_PATTERN;
	for (at += t->row; at < end; at++) {
		uint32_t binding = j->nodes[at].kind != NODE_IDENTIFIER ? 0 :
		    scopes_find(&j->scopes, j->nodes[at].scope,
		    j->nodes[at].name);

		if (binding == 0 || t->n == TARGETS_MAX)
			return false;
		t->same &= !names_target(j, element, at);
		t->list[t->n++].binding = binding;
	}
	return t->n > 0;
}

/* The targets' values in this round. */
static bool
set_targets(struct judge *j, struct targets *t, const struct vset *item)
{
	const struct vset *const *items = &item;
	size_t n = 1, i;

	if (t->row) {
		items = fold_elements(j, item, &n);
		if (items == NULL || n != t->n)
			return false;
	}
	for (i = 0; i < n; i++) {
		t->list[i].value = items[i];
		t->list[i].next = i > 0 ? &t->list[i - 1] : j->overrides;
	}
	return true;
}

/* Round after round; NULL: not each is known. */
static const struct vset *
fold_rounds(struct judge *j, uint32_t node, uint32_t clause)
{
	uint32_t target = clause + 1, iterable = j->nodes[target].skip;
	const struct vset *const *elements;
	const struct vset **list;
	struct targets t;
	size_t n, i;

	if (!read_targets(j, target, node + 1, &t))
		return NULL;
	elements = fold_elements(j, j->ask->node(j, iterable), &n);
	if (elements == NULL || n > 512 || j->folding >= 10000)
		return NULL;
	list = arena_alloc(j->arena, (n + 1) * sizeof(*list));
	for (i = 0; i < n; i++) {
		if (!set_targets(j, &t, elements[i]))
			return NULL;
		list[i] = i > 0 && t.same ? list[0] :
		    j->ask->given(j, &t.list[t.n - 1], node + 1);
	}
	return fold_list(j, node, list, n, n > 1 && j->nodes[node].kind ==
	    NODE_SET_COMPREHENSION ? VALUE_UNORDERED : 0);
}

const struct vset *
fold_comprehension(struct judge *j, uint32_t node)
{
	uint32_t clause = j->nodes[node + 1].skip;
	const struct vset **body, *set = NULL;

	if (j->nodes[clause].kind == NODE_FOR_IN_CLAUSE &&
	    tree_count(j->nodes, node) == 2)
		set = fold_rounds(j, node, clause);
	if (set != NULL)
		return set;
	body = arena_alloc(j->arena, sizeof(*body));
	*body = j->ask->node(j, node + 1);
	return fold_list(j, node, body, 1, VALUE_OPEN);
}

#define MERGED_MAX	512

const struct vset **
fold_both(struct judge *j, const struct value *a, const struct value *b)
{
	const struct vset **list = arena_alloc(j->arena, (a->items.n +
	    b->items.n + 1) * sizeof(*list));

	/* Of list() there is no list. */
	if (a->items.n > 0)
		memcpy(list, a->items.list, a->items.n * sizeof(*list));
	if (b->items.n > 0)
		memcpy(list + a->items.n, b->items.list, b->items.n *
		    sizeof(*list));
	return list;
}

const struct vset *
fold_merge(struct judge *j, const struct value *a, const struct value *b,
    uint32_t place)
{
	return a->items.n + b->items.n > MERGED_MAX ? NULL : value_holding(
	    j->arena, VALUE_DICT, place, fold_both(j, a, b), a->items.n +
	    b->items.n, (a->flags | b->flags) & VALUE_OPEN);
}
