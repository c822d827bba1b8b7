/*
 * What a replay writes: the bytes of texts, of rows, of what is dumped whole.
 */
#include "replay_parts.h"

#include "../../supervisor/base/util.h"

#define SOME	64	/* of the items that are looked into */
#define FIELD	5	/* bytes, if it is not known */
#define LINE	40	/* the same, of one of many */

static double written(struct replay *, struct thing, unsigned depth);

/* Of all its items, by those that are known. */
static double
of_items(struct replay *r, struct thing t, unsigned depth)
{
	double n = thing_length(r, t), all = 0;
	const struct heap *heap = t.heap;
	size_t i;

	if (!thing_is_heap(t) || n < 0)
		return 0;
	if (!thing_has_items(r, t) || t.kind == THING_RANGE)
		return n * (heap->kept > n * LINE ? heap->kept / n : LINE);
	for (i = 0; i < heap->n && i < SOME; i++)
		all += written(r, heap->v[i], depth + 1);
	return i == 0 ? 0 : all * (double)heap->n / (double)i;
}

static double
written(struct replay *r, struct thing t, unsigned depth)
{
	switch (t.kind) {
	case THING_TEXT: case THING_BYTES:
		return t.n;
	case THING_TUPLE: case THING_LIST: case THING_ITERATOR:
	case THING_RANGE:
		return depth > 3 ? FIELD : of_items(r, t, depth);
	}
	return FIELD;
}

/* All items of a generator, gone through for what they come to. */
static void
write_items(struct replay *r, struct thing t)
{
	struct thing list;

	if (t.kind != THING_GENERATOR)
		replay_add(r, TOTAL_WRITTEN, written(r, t, 0));
	else {
		r->writing++;
		if (!yields_items(r, t, &list))
			thing_doubt(r);
		r->writing--;
	}
}

/* pickle.dump(x, f), json.dump(x, f) */
void
replay_dumps(struct replay *r, struct thing t)
{
	double times = r->times, n;

	/* All of it, however old it is. */
	r->times = 0;
	n = thing_size(r, t, 0);
	r->times = times;
	replay_add(r, TOTAL_WRITTEN, n > 0 ? n : 0);
}

bool
replay_writes(struct replay *r, uint32_t call, const char *method)
{
	static const char one[][16] = { "write", "writerow" };
	static const char more[][16] = { "executemany", "writelines",
	    "writerows" };
	uint32_t list = tree_last(r->j->nodes, call);
	struct args args;

	if (!IS_ONE_OF(method, one) && !IS_ONE_OF(method, more))
		return false;
	if (!replay_args(r, list, &args) || args.n == 0)
		return true;
	r->here = call;
	write_items(r, args.v[args.n - 1]);
	return true;
}
