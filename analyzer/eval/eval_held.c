/*
 * What hands on a part of what it was given, one cannot say which:
 * max([f], key=g), next(h for h in x), [f].pop(), list(zip(a, b))[0][0],
 * itemgetter(n)(x); and attrgetter("name")(x), which is x.name.
 * Every answer leaves room for others; but a callable, module or path that
 * may come out is not lost to sight. Plain constants are left to others.
 */
#include "eval_parts.h"

#include <string.h>

#include "../../supervisor/base/util.h"
#include "../fold/fold.h"
#include "../judge.h"
#include "eval.h"

#define ARGUMENTS_MAX	8
#define SAME_MAX	32	/* possibilities that are copied */
#define VIEW_MAX	32	/* keys of a dict that is gone through */

enum held {
	HELD_NONE = 0,
	HELD_ONE,		/* an item of what is given */
	HELD_ANY,		/* one of the arguments, or of the only one's items */
	HELD_LIST,		/* their items, in some order */
	HELD_COUNTED,		/* (number, item), ... */
	HELD_ROWS,		/* (item of the first, item of the second), ... */
	HELD_SAME,		/* it, or a copy */
	HELD_WITHIN,		/* nullcontext(f): f, by `with` or by calling */
	/* of lists and dicts */
	HELD_VALUE,		/* a value, or the default; getitem(x, n) */
	HELD_VALUES,
	HELD_PAIR,		/* (key, value) */
	HELD_PAIRS,
	HELD_KEYS,
};

static enum held
held_by_call(uint32_t path)
{
	switch (path) {
	case KNOWN(next): case KNOWN(random_choice):
		return HELD_ONE;
	case KNOWN(max): case KNOWN(min):
		return HELD_ANY;
	case KNOWN(sorted): case KNOWN(iter): case KNOWN(filter):
	case KNOWN(deque): case KNOWN(chain): case KNOWN(cycle):
	case KNOWN(islice):
		return HELD_LIST;
	case KNOWN(enumerate):
		return HELD_COUNTED;
	case KNOWN(zip): case KNOWN(zip_longest):
		return HELD_ROWS;
	case KNOWN(getitem):
		return HELD_VALUE;
	case KNOWN(copy_copy): case KNOWN(copy_deepcopy):
		return HELD_SAME;
	case KNOWN(staticmethod): case KNOWN(nullcontext):
		return HELD_WITHIN;
	default:
		return HELD_NONE;
	}
}

static enum held
held_by_method(const char *name)
{
	static const struct { char name[16]; enum held held; } all[] = {
		{ "copy", HELD_SAME }, { "items", HELD_PAIRS },
		{ "keys", HELD_KEYS },
		{ "pop", HELD_VALUE }, { "popitem", HELD_PAIR },
		{ "popleft", HELD_VALUE }, { "setdefault", HELD_VALUE },
		{ "values", HELD_VALUES }, { "__getitem__", HELD_VALUE },
		{ "__iter__", HELD_VALUES }, { "__next__", HELD_VALUE },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(all); i++)
		if (strcmp(all[i].name, name) == 0)
			return all[i].held;
	return HELD_NONE;
}

/* Is anything in it more than a text or a number? */
static bool
holds_more(const struct vset *set)
{
	size_t i;

	for (i = 0; i < set->n; i++)
		switch (set->v[i]->kind) {
		case VALUE_NONE: case VALUE_INT: case VALUE_STR:
		case VALUE_BYTES: case VALUE_PARTIAL: case VALUE_SLICE:
			continue;
		default:
			return true;
		}
	return false;
}

static const struct vset *
items_of(struct judge *j, const struct vset *set, uint32_t place)
{
	const struct step item = { .kind = STEP_ITEM };

	return vset_with_unknown(j->arena, eval_steps(j, set, &item, place));
}

/* The keys or values of a dict; the items of a list. */
static const struct vset *
part_of(struct judge *j, const struct value *v, size_t part)
{
	size_t i, stride = v->kind == VALUE_DICT ? 2 : 1;
	const struct vset *set = &vset_unknown;

	for (i = v->kind == VALUE_DICT ? part : 0; i < v->items.n; i += stride)
		set = eval_join(j, set, v->items.list[i]);
	return set;
}

static const struct vset *
values_of(struct judge *j, const struct vset *set)
{
	const struct vset *all = &vset_unknown;
	size_t i;

	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind == VALUE_LIST ||
		    set->v[i]->kind == VALUE_DICT)
			all = eval_join(j, all, part_of(j, set->v[i], 1));
	return all;
}

/* A list of these, and maybe more. */
static const struct vset *
open_list(struct judge *j, uint32_t place, const struct vset *const *items,
    size_t n)
{
	return vset_with_unknown(j->arena, eval_listed(j, place, items, n,
	    VALUE_OPEN));
}

static const struct vset *
hand_on(struct judge *j, enum held held, uint32_t place,
    const struct vset *const *given, size_t n)
{
	const struct vset *items[ARGUMENTS_MAX], *row, *all = &vset_unknown;
	size_t i;

	if (held == HELD_WITHIN)
		return holds_more(given[0]) ? vset_with_unknown(j->arena,
		    given[0]) : NULL;
	for (i = 0; i < n; i++) {
		items[i] = held == HELD_VALUE ? values_of(j, given[i]) :
		    items_of(j, given[i], place);
		all = eval_join(j, all, items[i]);
	}
	for (i = 0; held == HELD_ANY && n > 1 && i < n; i++)
		all = eval_join(j, all, given[i]);
	if (!holds_more(all))
		return NULL;
	switch (held) {
	case HELD_ONE:
	case HELD_ANY:
		return all;
	case HELD_VALUE:
		return values_of(j, given[0]);
	case HELD_LIST:
		return open_list(j, place, &all, 1);
	case HELD_COUNTED:
		items[1] = items[0];
		items[0] = &vset_unknown;
		row = open_list(j, place, items, 2);
		return open_list(j, place, &row, 1);
	case HELD_ROWS:
		row = open_list(j, place, items, n);
		return open_list(j, place, &row, 1);
	default:
		/* x.a = copy(y.a) + [...], y.a = copy(x.a): larger each time. */
		return given[0]->n <= SAME_MAX || (given[0]->flags &
		    (VALUE_HAS_MODULE | VALUE_HAS_SENSITIVE)) != 0 ?
		    vset_with_unknown(j->arena, given[0]) : NULL;
	}
}

/* next((x for x in many if x.is_file()), None): one that it yields. */
static const struct vset *
next_of_generator(struct judge *j, uint32_t list)
{
	uint32_t first = j->nodes[list].kind == NODE_GENERATOR ? list :
	    list + 1, other;

	if (first >= j->nodes[list].skip ||
	    j->nodes[first].kind != NODE_GENERATOR)
		return NULL;
	other = j->nodes[first].skip;
	if (first == list || other >= j->nodes[list].skip)
		return eval(j, first + 1);
	return j->nodes[other].skip < j->nodes[list].skip ||
	    tree_is_splat(j->nodes, other) ? NULL :
	    eval_join(j, eval(j, first + 1), eval(j, other));
}

/* One of these; NULL: they are not all known, or no texts. */
static const struct vset *
one_of_texts(struct judge *j, const struct vset *list)
{
	size_t n;
	const struct vset *const *items = fold_elements(j, list, &n);
	const struct vset *set = items == NULL ? &vset_unknown :
	    vset_join_all(j->arena, items, n, 1);

	return vset_are_texts(set) ? set : NULL;
}

const struct vset *
eval_held_call(struct judge *j, uint32_t path, uint32_t call)
{
	uint32_t list = tree_last(j->nodes, call), child;
	const struct vset *given[ARGUMENTS_MAX], *set;
	enum held held = held_by_call(path);
	size_t n = 0, skip;

	if (path == KNOWN(next) && (set = next_of_generator(j, list)) != NULL)
		return set;
	if (held == HELD_NONE || (j->nodes[list].kind != NODE_ARGUMENTS &&
	    j->nodes[list].kind != NODE_GENERATOR))
		return NULL;
	if (j->nodes[list].kind == NODE_GENERATOR)
		given[n++] = eval(j, list);
	else TREE_CHILDREN(j->nodes, list, child) {
		if (j->nodes[child].kind == NODE_COMMENT ||
		    j->nodes[child].kind == NODE_KEYWORD_ARGUMENT)
			continue;
		if (n == ARGUMENTS_MAX)
			return NULL;
		set = eval(j, child);
		if (tree_is_splat(j->nodes, child))
			set = items_of(j, set, call);
		given[n++] = set;
	}
	skip = path == KNOWN(filter);
	if (n <= skip)
		return NULL;
	if (path == KNOWN(random_choice) && n == 1 && (set = one_of_texts(j,
	    given[0])) != NULL)
		return set;
	if (held == HELD_ONE || held == HELD_COUNTED || held == HELD_SAME ||
	    held == HELD_VALUE)
		n = 1;
	return hand_on(j, held, call, given + skip, n - skip);
}

/*
 * items() and keys() of a dict that is known to its last key: a list of them.
 * All are texts.
 */
static const struct vset *
whole_view(struct judge *j, const struct value *dict, bool pairs,
    uint32_t call)
{
	const struct vset *const *keys, *items[VIEW_MAX];
	uint32_t list = tree_last(j->nodes, call);
	size_t i, n;

	if (dict->kind != VALUE_DICT || dict->items.n == 0 ||
	    dict->items.n > 2 * VIEW_MAX ||
	    j->nodes[list].kind != NODE_ARGUMENTS ||
	    j->nodes[list].skip != list + 1)
		return NULL;
	keys = fold_elements(j, vset_one(j->arena, dict), &n);
	if (keys == NULL)
		return NULL;
	for (i = 0; i < n; i++) {
		if (vset_only(keys[i], VALUE_STR) == NULL)
			return NULL;
		/* A key and its value stand together in the dict. */
		items[i] = pairs ? eval_listed(j, keys[i]->v[0]->place,
		    dict->items.list + 2 * i, 2, VALUE_FIXED) : keys[i];
	}
	return eval_listed(j, call, items, n, 0);
}

const struct vset *
eval_held_method(struct judge *j, const struct value *self, const char *name,
    uint32_t call)
{
	enum held held = self->kind == VALUE_LIST || self->kind == VALUE_DICT ?
	    held_by_method(name) : HELD_NONE;
	const struct vset *pair[2], *set;
	uint32_t other;

	if (held == HELD_NONE)
		return &vset_unknown;
	set = held == HELD_PAIRS || held == HELD_KEYS ? whole_view(j, self,
	    held == HELD_PAIRS, call) : NULL;
	if (set != NULL)
		return set;
	pair[0] = part_of(j, self, 0);
	pair[1] = part_of(j, self, 1);
	other = held == HELD_VALUE ? tree_positional(j->nodes, call, 1) : 0;
	if (other != 0)
		pair[1] = eval_join(j, pair[1], eval(j, other));
	if (!holds_more(pair[1]))
		return &vset_unknown;
	switch (held) {
	case HELD_KEYS:
		return &vset_unknown;
	case HELD_SAME:
		return vset_with_unknown(j->arena, vset_one(j->arena, self));
	case HELD_VALUE:
		return pair[1];
	case HELD_VALUES:
		return open_list(j, call, &pair[1], 1);
	default:
		set = open_list(j, call, pair, 2);
		return held == HELD_PAIR ? set : open_list(j, call, &set, 1);
	}
}

const struct vset *
eval_held_getter(struct judge *j, const struct value *getter, uint32_t call)
{
	uint32_t object = tree_positional(j->nodes, call, 0), name;
	const struct value *path;

	if (object == 0)
		return &vset_unknown;
	if (getter->name == KNOWN(itemgetter))
		return values_of(j, eval(j, object));
	name = j->nodes[getter->place].kind != NODE_CALL ? 0 :
	    tree_positional(j->nodes, getter->place, 0);
	path = name == 0 || tree_positional(j->nodes, getter->place, 1) != 0 ? NULL :
	    vset_only(eval(j, name), VALUE_STR);
	if (path == NULL || memchr(path->text.bytes, '.', path->text.n))
		return &vset_unknown;
	return vset_with_unknown(j->arena, eval_attribute(j, eval(j, object),
	    names_intern(j->names, path->text.bytes, path->text.n), call));
}
