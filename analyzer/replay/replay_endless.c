/*
 * Iterators of a replay that have no end: some first items, and what all
 * others are like. Asked for one that there is not, they are asked for ever.
 */
#include "replay_parts.h"

#include <string.h>

#include "../../supervisor/base/util.h"
#include "../report.h"
#include "../values/site.h"

#define FIRST	40	/* items of count() as they are */

/* So many of the items, the last ones, come again and again. */
static uint32_t
tails_of(struct thing endless)
{
	return endless.heap->node;
}

bool
endless_is_known(struct replay *r, struct thing t)
{
	return t.kind == THING_ENDLESS && thing_has_items(r, t);
}

static struct thing
never(struct replay *r)
{
	if (!r->probing && !r->reported) {
		report_flow(r->j, FLOW_ENDLESS_LOOP, r->here,
		    "what never comes", NULL);
		r->reported = true;
	}
	return replay_lost(r);
}

static struct thing
make_count(struct replay *r, const struct args *args)
{
	struct thing ret = thing_new(r, THING_ENDLESS, FIRST + 1);
	int64_t at = args->n > 0 ? args->v[0].integer : 0;
	int64_t step = args->n > 1 ? args->v[1].integer : 1;
	size_t i;

	for (i = 0; i < args->n; i++)
		if (args->v[i].kind != THING_INT || args->v[i].integer > 1e9 ||
		    args->v[i].integer < -1e9)
			return thing_unknown();
	for (i = 0; i < FIRST; i++, at += step)
		thing_push(r, ret, thing_int(at));
	thing_push(r, ret, step == 0 ? thing_int(at) : thing_bound(step > 0 ?
	    THING_ABOVE : THING_BELOW, at));
	ret.heap->node = 1;
	return ret;
}

/* itertools.count, cycle and repeat. */
bool
endless_make(struct replay *r, const char *name, const struct args *args,
    struct thing *ret)
{
	struct thing items;

	*ret = thing_unknown();
	if (args->named)
		return false;
	if (strcmp(name, "itertools.count") == 0 && args->n < 3) {
		*ret = make_count(r, args);
		return true;
	}
	if (args->n != 1)
		return false;
	if (strcmp(name, "itertools.repeat") == 0) {
		*ret = thing_new(r, THING_ENDLESS, 1);
		thing_push(r, *ret, args->v[0]);
		ret->heap->node = 1;
		return true;
	}
	if (strcmp(name, "itertools.cycle") != 0 || !thing_items(r,
	    args->v[0], &items) || items.heap->n == 0)
		return false;
	*ret = thing_copy(r, items, THING_ENDLESS);
	ret->heap->node = ret->heap->n;
	return true;
}

struct thing
endless_ways(struct replay *r, uint32_t call, const char *name,
    const struct args *args)
{
	struct thing ret = thing_new(r, THING_LIST, 0), given;
	double n = args->n == 0 ? -1 : thing_length(r, args->v[0]), all = 1, k;
	bool product = strcmp(name, "itertools.product") == 0;
	bool ordered = strcmp(name, "itertools.permutations") == 0;
	uint32_t repeat = site_keyword(r->j, call, "repeat");
	size_t i;

	ret.heap->is_lost = true;
	given = repeat != 0 ? replay_eval(r, repeat) : args->n > 1 && !product ?
	    args->v[1] : thing_int(product ? 1 : (int64_t)n);
	if (n < 0 || n > 1e6 || given.kind != THING_INT || given.integer < 0 ||
	    given.integer > 1000)
		return ret;
	for (i = 1; product && i < args->n; i++) {
		k = thing_length(r, args->v[i]);
		if (k < 0)
			return ret;
		n *= k;
	}
	for (k = 0; k < (double)given.integer && all < 1e18; k++)
		all *= product ? n : name[22] == '_' ? (n + k) / (k + 1) :
		    ordered ? n - k : (n - k) / (k + 1);
	ret.heap->length = all;
	return ret;
}

/* What is taken out of it is gone: it is followed no further. */
void
endless_take(struct replay *r, struct thing endless)
{
	thing_before_write(r, endless.heap);
	endless.heap->is_lost = true;
	endless.heap->length = 0;
}

/* map(f, x), filter(f, x) */
struct thing
endless_mapped(struct replay *r, struct thing function, struct thing over,
    bool filters)
{
	struct thing ret = thing_new(r, THING_ENDLESS, 0), item;
	uint32_t doubts = r->doubts, n = over.heap->n;
	uint32_t tails = n - tails_of(over), i;
	int is;

	if (function.kind != THING_FUNCTION)
		return thing_doubtful(r);
	for (i = 0; i < n && r->flow == GOES_ON; i++) {
		item = replay_function(r, function.node, 0, &over.heap->v[i],
		    1, 0);
		is = filters ? thing_truth(r, item) : 1;
		if (is < 0)
			return thing_doubtful(r);
		if (is == 0)
			continue;
		thing_push(r, ret, filters ? over.heap->v[i] : item);
		ret.heap->node += i >= tails;
	}
	endless_take(r, over);
	return doubts == r->doubts ? ret : thing_unknown();
}

struct thing
endless_enumerated(struct replay *r, struct thing over)
{
	struct thing ret = thing_new(r, THING_ENDLESS, 0);
	uint32_t i, n = over.heap->n, tails = n - tails_of(over);

	for (i = 0; i < n; i++)
		thing_push(r, ret, thing_pair(r, i < tails ? thing_int(i) :
		    thing_bound(THING_ABOVE, tails), over.heap->v[i]));
	ret.heap->node = tails_of(over);
	endless_take(r, over);
	return ret;
}

struct thing
endless_next(struct replay *r, struct thing over)
{
	struct heap *heap = over.heap;
	struct thing first;

	if (heap->n == 0)
		return never(r);
	first = heap->v[0];
	thing_before_write(r, heap);
	if (heap->n > tails_of(over)) {
		memmove(heap->v, heap->v + 1, (heap->n - 1) *
		    sizeof(*heap->v));
		heap->n--;
	} else if (heap->n > 1) {
		memmove(heap->v, heap->v + 1, (heap->n - 1) *
		    sizeof(*heap->v));
		heap->v[heap->n - 1] = first;
	}
	r->steps += heap->n / 16;
	return first;
}

/* any, all: is there one that counts as `want`? 1; -1: not known. */
int
endless_some(struct replay *r, struct thing over, bool want)
{
	uint32_t i;
	int is;

	for (i = 0; i < over.heap->n; i++) {
		is = thing_truth(r, over.heap->v[i]);
		if (is < 0 || is == (int)want)
			return is < 0 ? -1 : 1;
	}
	never(r);
	return -1;
}

int
endless_holds(struct replay *r, struct thing over, struct thing item)
{
	struct heap *heap = over.heap;
	uint32_t i;
	int is;

	for (i = 0; i < heap->n; i++) {
		is = thing_same(r, heap->v[i], item, 0);
		if (is == 0)
			continue;
		if (is < 0 || i >= heap->n - heap->node) {
			endless_take(r, over);
			return is;
		}
		/* Those before it are gone with it. */
		thing_before_write(r, heap);
		heap->n -= i + 1;
		memmove(heap->v, heap->v + i + 1, heap->n * sizeof(*heap->v));
		return is;
	}
	never(r);
	return -1;
}
