/*
 * Methods of a replay's lists, sets and dicts.
 */
#include "replay_parts.h"

#include <string.h>

#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"

static struct thing
take(struct replay *r, struct heap *heap, size_t at)
{
	struct thing ret = heap->v[at];

	replay_drain(heap);
	memmove(heap->v + at, heap->v + at + 1, (heap->n - at - 1) *
	    sizeof(*heap->v));
	heap->n--;
	r->steps++;
	return ret;
}

static struct thing
raised(struct replay *r, const char *name)
{
	replay_raise(r, name);
	return thing_unknown();
}

static void
put_at(struct replay *r, struct thing list, int64_t at, struct thing item)
{
	struct heap *heap = list.heap;

	thing_push(r, list, item);
	if (heap->is_lost)
		return;
	if (at < 0)
		at = at + heap->n - 1 < 0 ? 0 : at + heap->n - 1;
	if (at >= heap->n)
		return;
	memmove(heap->v + at + 1, heap->v + at, (heap->n - 1 - (size_t)at) *
	    sizeof(*heap->v));
	heap->v[at] = item;
	r->steps += heap->n / 32;
}

static struct thing
extend(struct replay *r, struct thing list, struct thing with)
{
	double n = thing_length(r, with), had = list.heap->is_lost ?
	    thing_length(r, list) : list.heap->n;
	struct thing items;
	size_t i, count;

	if (had >= 0 && n >= 0 && had + n > 1e9)
		replay_huge(r, 0, had + n);
	if (!yields_items(r, with, &items) || list.heap->is_lost) {
		replay_keep_more(r, list.heap, n > 0 ? n : 0);
		list.heap->is_lost = true;
		list.heap->length = had >= 0 && n >= 0 ? had + n : 0;
		return n < 0 && with.kind < THING_TUPLE ? thing_doubtful(r) :
		    thing_none();
	}
	count = items.heap->n;
	for (i = 0; i < count; i++)
		thing_push(r, list, items.heap->v[i]);
	return thing_none();
}

/* deque.rotate(n) */
static void
rotate(struct replay *r, struct heap *heap, struct thing by)
{
	struct thing *turned;
	int64_t n = heap->n, k;

	if (!thing_is_whole(by)) {
		heap->is_lost = true;
		heap->length = heap->n;
		thing_doubt(r);
		return;
	}
	if (n < 2)
		return;
	turned = arena_alloc(r->j->arena, heap->n * sizeof(*turned));
	for (k = 0; k < n; k++)
		turned[((k + by.integer) % n + n) % n] = heap->v[k];
	heap->v = turned;
	heap->cap = heap->n;
	r->steps += heap->n / 16;
}

static struct thing
of_list(struct replay *r, struct thing list, const char *method,
    const struct args *args)
{
	struct heap *heap = list.heap;
	struct thing ret;
	int64_t at;
	size_t i;
	int is;

	if (strcmp(method, "copy") == 0)
		return thing_copy(r, list, THING_LIST);
	thing_before_write(r, heap);
	if (heap->is_bag)
		return bag_method(r, list, method, args);
	if (strcmp(method, "append") == 0 && args->n == 1) {
		thing_push(r, list, args->v[0]);
		return thing_none();
	}
	if (strcmp(method, "extend") == 0 && args->n == 1)
		return extend(r, list, args->v[0]);
	if (strcmp(method, "clear") == 0) {
		replay_drain(heap);
		heap->n = 0;
		heap->is_lost = false;
		heap->born = r->clock;
		return thing_none();
	}
	if (!thing_has_items(r, list))
		return thing_doubtful(r);
	if (strcmp(method, "rotate") == 0 && args->n < 2) {
		rotate(r, heap, args->n == 0 ? thing_int(1) : args->v[0]);
		return thing_none();
	}
	if (strcmp(method, "appendleft") == 0 && args->n == 1) {
		if (heap->most > 0 && heap->n == heap->most)
			heap->n--;
		put_at(r, list, 0, args->v[0]);
		return thing_none();
	}
	if (strcmp(method, "insert") == 0 && args->n == 2 && thing_is_whole(
	    args->v[0])) {
		put_at(r, list, args->v[0].integer, args->v[1]);
		return thing_none();
	}
	if (strcmp(method, "pop") == 0 || strcmp(method, "popleft") == 0) {
		at = method[3] != '\0' ? 0 : args->n == 1 && thing_is_whole(
		    args->v[0]) ? args->v[0].integer : args->n == 0 ? -1 :
		    INT64_MAX;
		if (at < 0)
			at += heap->n;
		if (at < 0 || at >= heap->n)
			return at == INT64_MAX ? thing_doubtful(r) : raised(r,
			    "IndexError");
		return take(r, heap, (size_t)at);
	}
	if ((strcmp(method, "remove") == 0 || strcmp(method, "index") == 0 ||
	    strcmp(method, "count") == 0) && args->n == 1) {
		at = 0;
		for (i = 0; i < heap->n; i++) {
			is = thing_same(r, heap->v[i], args->v[0], 0);
			if (is < 0)
				break;
			at += is;
			if (is == 0 || method[0] == 'c')
				continue;
			if (method[0] == 'r')
				take(r, heap, i);
			return method[0] == 'r' ? thing_none() :
			    thing_int((int64_t)i);
		}
		if (method[0] == 'c' && i == heap->n)
			return thing_int(at);
		return i == heap->n ? raised(r, "ValueError") : thing_doubtful(r);
	}
	if (strcmp(method, "sort") == 0) {
		ret = thing_sorted(r, list, args);
		heap->is_lost = ret.heap->is_lost;
		heap->length = ret.heap->length;
		if (!heap->is_lost) {
			heap->v = ret.heap->v;
			heap->cap = ret.heap->cap;
		}
		return thing_none();
	}
	if (strcmp(method, "reverse") == 0) {
		for (i = 0; i < heap->n / 2; i++) {
			ret = heap->v[i];
			heap->v[i] = heap->v[heap->n - 1 - i];
			heap->v[heap->n - 1 - i] = ret;
		}
		r->steps += heap->n / 16;
		return thing_none();
	}
	thing_lose(r, list, 1);
	return thing_doubtful(r);
}

/* Those of it that are not there yet. */
static struct thing
join_set(struct replay *r, struct thing set, struct thing with)
{
	struct thing items;
	size_t i;

	if (!yields_items(r, with, &items)) {
		thing_lose(r, set, 1);
		return with.kind == THING_OBJECT || with.kind ==
		    THING_GENERATOR ? thing_doubtful(r) : thing_none();
	}
	for (i = 0; i < items.heap->n; i++)
		if (items.heap->v[i].kind == THING_UNKNOWN) {
			thing_lose(r, set, 1);
			break;
		} else if (thing_find(r, set, items.heap->v[i]) == NULL)
			thing_push(r, set, items.heap->v[i]);
	return thing_none();
}

static struct thing
of_set(struct replay *r, struct thing set, const char *method,
    const struct args *args)
{
	struct thing *at;
	bool removes = strcmp(method, "remove") == 0 || strcmp(method,
	    "discard") == 0;

	if (strcmp(method, "copy") == 0)
		return thing_copy(r, set, THING_SET);
	thing_before_write(r, set.heap);
	if (strcmp(method, "update") == 0 && thing_has_items(r, set) &&
	    args->n == 1 && args->v[0].kind >= THING_TUPLE)
		return join_set(r, set, args->v[0]);
	if (!thing_has_items(r, set) || args->n != 1 || (strcmp(method,
	    "add") != 0 && !removes) || args->v[0].kind == THING_UNKNOWN) {
		thing_lose(r, set, 1);
		return strcmp(method, "add") == 0 ? thing_none() :
		    thing_doubtful(r);
	}
	at = thing_find(r, set, args->v[0]);
	if (!removes) {
		if (at == NULL)
			thing_push(r, set, args->v[0]);
	} else if (at != NULL)
		take(r, set.heap, (size_t)(at - set.heap->v));
	else if (method[0] == 'r')
		return raised(r, "KeyError");
	return thing_none();
}

static struct thing
of_dict(struct replay *r, struct thing dict, const char *method,
    const struct args *args)
{
	struct heap *heap = dict.heap;
	struct thing *at, ret, none = args->n > 1 ? args->v[1] : thing_none();
	bool items = strcmp(method, "items") == 0;
	size_t i;

	if (!thing_has_items(r, dict))
		return strcmp(method, "get") == 0 ? thing_unknown() :
		    thing_doubtful(r);
	if (items || strcmp(method, "values") == 0 || strcmp(method,
	    "keys") == 0) {
		ret = thing_new(r, THING_LIST, heap->n / 2);
		for (i = 0; i < heap->n; i += 2)
			thing_push(r, ret, items ? thing_pair(r, heap->v[i],
			    heap->v[i + 1]) : heap->v[i + (method[0] == 'v')]);
		return ret;
	}
	if (args->n > 0 && args->v[0].kind != THING_UNKNOWN && (strcmp(method,
	    "get") == 0 || strcmp(method, "setdefault") == 0 ||
	    strcmp(method, "pop") == 0)) {
		at = thing_find(r, dict, args->v[0]);
		if (method[0] == 'g' || (method[0] == 's' && at != NULL))
			return at == NULL ? none : *at;
		if (method[0] == 's') {
			thing_put(r, dict, args->v[0], none);
			return none;
		}
		if (at == NULL)
			return args->n > 1 ? none : raised(r, "KeyError");
		thing_before_write(r, heap);
		ret = *at;
		take(r, heap, (size_t)(at - heap->v));
		take(r, heap, (size_t)(at - heap->v) - 1);
		return ret;
	}
	if (strcmp(method, "update") == 0 && args->n == 1 &&
	    args->v[0].kind == THING_DICT && heap->node == 0 &&
	    thing_has_items(r, args->v[0])) {
		for (i = 0; i < args->v[0].heap->n; i += 2)
			thing_put(r, dict, args->v[0].heap->v[i],
			    args->v[0].heap->v[i + 1]);
		return thing_none();
	}
	thing_lose(r, dict, 1);
	return thing_doubtful(r);
}

struct thing
replay_method(struct replay *r, struct thing object, const char *method,
    const struct args *args)
{
	switch (object.kind) {
	case THING_LIST:
		return of_list(r, object, method, args);
	case THING_SET:
		return of_set(r, object, method, args);
	case THING_DICT:
		return of_dict(r, object, method, args);
	case THING_TEXT: case THING_BYTES:
		return replay_text_method(r, object, method, args);
	default:
		return thing_doubtful(r);
	}
}
