/*
 * Builtins of a replay that go through what they are given: in order, in
 * pairs, by a function. All is gone through at once, and what comes of it is
 * an iterator with those items.
 */
#include "replay_parts.h"

#include <string.h>

#include "../../supervisor/base/util.h"

#define SORTED_MAX	512

/* The item by the function that is given as `key`. */
static struct thing
key_of(struct replay *r, struct thing key, struct thing item)
{
	return key.kind == THING_UNKNOWN || key.kind == THING_NONE ? item :
	    replay_apply(r, key, &item, 1);
}

/* Are the names of what is given none but these? */
static bool
has_only(struct replay *r, const struct args *args, const char *one,
    const char *other)
{
	const char *name;
	size_t i;

	for (i = 0; i < args->nnames; i++) {
		name = names_text(r->j->names, args->names[i]);
		if ((strcmp(name, one) != 0 && strcmp(name, other) != 0) ||
		    args->by_name[i].kind == THING_UNKNOWN)
			return false;
	}
	return true;
}

struct thing
items_extreme(struct replay *r, const struct args *args, bool largest)
{
	struct thing list, best, key, at, other = thing_unknown();
	bool is_given = false;
	size_t i;
	int is;

	for (i = 0; i < args->nnames; i++)
		is_given |= strcmp(names_text(r->j->names, args->names[i]),
		    "default") == 0;
	if (!has_only(r, args, "key", "default"))
		return thing_doubtful(r);
	key = replay_named(r, args, "key");
	if (args->n > 1) {
		list = thing_new(r, THING_LIST, args->n);
		for (i = 0; i < args->n; i++)
			thing_push(r, list, args->v[i]);
	} else if (args->n == 0 || !yields_items(r, args->v[0], &list))
		return thing_doubtful(r);
	if (list.heap->n == 0) {
		if (!is_given)
			replay_raise(r, "ValueError");
		return replay_named(r, args, "default");
	}
	best = list.heap->v[0];
	other = key_of(r, key, best);
	for (i = 1; i < list.heap->n && r->flow == GOES_ON; i++) {
		at = key_of(r, key, list.heap->v[i]);
		is = replay_compare(r, largest ? ">" : "<", at, other);
		if (is < 0)
			return thing_unknown();
		if (is > 0) {
			best = list.heap->v[i];
			other = at;
		}
	}
	return best;
}

/* Where it belongs, behind those that are the same; below 0: not known. */
static int64_t
place_of(struct replay *r, const struct heap *keys, struct thing key,
    bool reverse)
{
	uint32_t first = 0, last = keys->n, middle;
	int is;

	while (first < last) {
		middle = first + (last - first) / 2;
		is = replay_compare(r, reverse ? ">" : "<", key,
		    keys->v[middle]);
		if (is < 0)
			return -1;
		if (is > 0)
			last = middle;
		else
			first = middle + 1;
	}
	return first;
}

static void
put_at(struct replay *r, struct thing list, size_t at, struct thing item)
{
	struct heap *heap = list.heap;

	thing_push(r, list, item);
	memmove(heap->v + at + 1, heap->v + at, (heap->n - 1 - at) *
	    sizeof(*heap->v));
	heap->v[at] = item;
	r->steps += heap->n / 64;
}

struct thing
thing_sorted(struct replay *r, struct thing t, const struct args *args)
{
	struct thing ret = thing_new(r, THING_LIST, 0), keys, key, by;
	struct thing reverse = replay_named(r, args, "reverse");
	double n = thing_length(r, t);
	bool down = reverse.kind != THING_UNKNOWN && thing_truth(r, reverse) >
	    0;
	int64_t at = 0;
	size_t i;

	by = replay_named(r, args, "key");
	if (!has_only(r, args, "key", "reverse") || !yields_items(r, t, &t) ||
	    t.heap->n > SORTED_MAX) {
		ret.heap->is_lost = true;
		ret.heap->length = n > 0 ? n : 0;
		if (args->named)
			thing_doubt(r);
		return ret;
	}
	keys = thing_new(r, THING_LIST, 0);
	for (i = 0; i < t.heap->n && at >= 0 && r->flow == GOES_ON; i++) {
		key = key_of(r, by, t.heap->v[i]);
		at = r->flow != GOES_ON ? -1 : place_of(r, keys.heap, key,
		    down);
		if (at < 0)
			break;
		put_at(r, keys, (size_t)at, key);
		put_at(r, ret, (size_t)at, t.heap->v[i]);
	}
	if (at < 0) {
		ret.heap->is_lost = true;
		ret.heap->length = t.heap->n;
	}
	return ret;
}

/* map(f, x), filter(f, x) */
struct thing
items_mapped(struct replay *r, const struct args *args, bool filters)
{
	struct thing ret = thing_new(r, THING_ITERATOR, 0), list, item;
	size_t i;
	int is;

	if (args->n != 2 || !thing_items(r, args->v[1], &list))
		return thing_doubtful(r);
	for (i = 0; i < list.heap->n && r->flow == GOES_ON; i++) {
		item = args->v[0].kind == THING_NONE ? list.heap->v[i] :
		    replay_apply(r, args->v[0], &list.heap->v[i], 1);
		is = filters ? thing_truth(r, item) : 1;
		if (is < 0)
			return thing_doubtful(r);
		if (is > 0)
			thing_push(r, ret, filters ? list.heap->v[i] : item);
	}
	return ret;
}

struct thing
items_counted(struct replay *r, const struct args *args)
{
	struct thing ret = thing_new(r, THING_ITERATOR, 0), list, first;
	size_t i;

	first = args->n > 1 ? args->v[1] : args->named ? replay_named(r, args,
	    "start") : thing_int(0);
	if (args->n < 1 || args->n > 2 || !thing_is_whole(first) ||
	    !thing_items(r, args->v[0], &list))
		return thing_doubtful(r);
	for (i = 0; i < list.heap->n; i++)
		thing_push(r, ret, thing_pair(r, thing_int(first.integer +
		    (int64_t)i), list.heap->v[i]));
	return ret;
}

struct thing
items_zipped(struct replay *r, const struct args *args)
{
	struct thing ret = thing_new(r, THING_ITERATOR, 0), tuple;
	struct thing lists[ARGS_MAX];
	size_t i, k, n = SIZE_MAX;

	for (k = 0; k < args->n; k++) {
		if (!thing_items(r, args->v[k], &lists[k]))
			return thing_doubtful(r);
		if (lists[k].heap->n < n)
			n = lists[k].heap->n;
	}
	for (i = 0; args->n > 0 && i < n; i++) {
		tuple = thing_new(r, THING_TUPLE, args->n);
		for (k = 0; k < args->n; k++)
			thing_push(r, tuple, lists[k].heap->v[i]);
		thing_push(r, ret, tuple);
	}
	return ret;
}

struct thing
items_reversed(struct replay *r, struct thing t)
{
	struct thing ret = thing_new(r, THING_ITERATOR, 0), list;
	size_t i;

	if (t.kind == THING_SET || t.kind == THING_ITERATOR || !thing_items(r,
	    t, &list))
		return thing_doubtful(r);
	for (i = list.heap->n; i-- > 0;)
		thing_push(r, ret, list.heap->v[i]);
	return ret;
}

struct thing
items_next(struct replay *r, const struct args *args)
{
	struct thing of = args->n > 0 ? args->v[0] : thing_unknown(), ret;

	if (of.kind != THING_ITERATOR || args->n > 2 || !thing_has_items(r,
	    of))
		return thing_doubtful(r);
	if (of.heap->n == 0) {
		if (args->n == 1)
			replay_raise(r, "StopIteration");
		return args->n == 1 ? thing_unknown() : args->v[1];
	}
	thing_before_write(r, of.heap);
	ret = of.heap->v[0];
	of.heap->n--;
	memmove(of.heap->v, of.heap->v + 1, of.heap->n * sizeof(ret));
	r->steps += of.heap->n / 64;
	return ret;
}
