/*
 * A call that takes more steps than a replay has: the same with smaller
 * arguments, each a little larger than the one before, tells how many calls
 * it comes to.
 */
#include "replay_parts.h"

#include "../../supervisor/base/util.h"
#include "../report.h"

#define STEPS		3000	/* of one that is tried; the first few: 5 times */
#define SIZES		24	/* that are tried */
#define KEPT_MAX	12	/* of what is small: it is left whole */
#define TOO_LONG	2e10	/* steps that nobody waits for */

static double
extent(struct replay *r, struct thing t)
{
	return t.kind == THING_INT ? (double)t.integer : thing_length(r, t);
}

/* As it is, but no larger than this; what is small beside others, stays. */
static struct thing
cut(struct replay *r, struct thing t, uint32_t size, double largest,
    double *ret_least)
{
	double n = extent(r, t);
	struct thing items, ret;
	uint32_t i;

	if (n <= size || t.kind == THING_DICT || (n <= KEPT_MAX && n * 8 <
	    largest))
		return t;
	if (*ret_least > n || *ret_least < 1)
		*ret_least = n;
	if (t.kind == THING_INT)
		return thing_int(size);
	if (t.kind == THING_TEXT)
		return t.s == NULL ? t : thing_text(t.s, size);
	if (t.kind == THING_RANGE) {
		ret = thing_new(r, THING_RANGE, 3);
		thing_push(r, ret, t.heap->v[0]);
		thing_push(r, ret, thing_int(t.heap->v[0].integer + size *
		    t.heap->v[2].integer));
		thing_push(r, ret, t.heap->v[2]);
		return ret;
	}
	if (!thing_items(r, t, &items))
		return t;
	ret = thing_new(r, t.kind, size);
	for (i = 0; i < size; i++)
		thing_push(r, ret, items.heap->v[i]);
	return ret;
}

/* x to the n, without the library's. */
static double
power(double x, double n)
{
	double all = 1;

	for (; n >= 1 && all < 1e300; n--)
		all *= x;
	return all;
}

/*
 * What the steps of the last sizes come to at `size`: as many times more in
 * each, if that did not become less from one to the next; else by a power.
 */
static double
expected(const double *steps, uint32_t n, double size)
{
	double now, before;
	double degree = 0;

	if (n < 4)
		return 0;
	/* Few of them: each must be twice the one before. */
	if (n < 6) {
		now = steps[n - 1] / steps[n - 2];
		before = steps[n - 2] / steps[n - 3];
		return now < 2 || now < before * 0.7 ? 0 : steps[n - 1] *
		    power(now < before ? now : before, size - n);
	}
	now = steps[n - 1] / steps[n - 3];
	before = steps[n - 3] / steps[n - 5];
	if (now < 1.3)
		return 0;
	if (now >= before * 0.9)
		return steps[n - 1] * power(now, (size - n) / 2);
	while (degree < 12 && power((double)n / (n - 2), 2 * degree + 1) <
	    now * now)
		degree++;
	return steps[n - 1] * power(size / n, degree);
}

/* The outermost of those that call the same function again. */
static bool
begins_recursion(const struct replay *r, uint32_t at)
{
	uint32_t function = r->frames[at].function, i;
	bool again = false;

	for (i = 0; i < r->deepest; i++)
		if (i != at && r->frames[i].function == function) {
			if (i < at)
				return false;
			again = true;
		}
	return again;
}

void
replay_probe(struct replay *r)
{
	const struct frame frame = r->frames[r->nframes - 1];
	struct replay small;
	struct thing ret, items;
	struct thing args[8];
	double steps[SIZES], least = 0, largest = 0;
	uint32_t size, i;

	if (r->nframes > r->deepest)
		r->deepest = r->nframes;
	if (r->probing || r->reported || frame.n > ARRAY_SIZE(args) ||
	    frame.n == 0 || !begins_recursion(r, r->nframes - 1))
		return;
	r->deepest = 0;
	for (i = 0; i < frame.n; i++)
		if (extent(r, frame.args[i]) > largest)
			largest = extent(r, frame.args[i]);
	for (size = 1; size <= SIZES; size++) {
		small = *r;
		small.probing = true;
		small.flow = GOES_ON;
		small.steps = small.nest = small.nframes = 0;
		small.looping = small.doubts = small.deepest = 0;
		small.limit = size <= 4 ? 5 * STEPS : STEPS;
		least = 0;
		for (i = 0; i < frame.n; i++)
			args[i] = cut(&small, frame.args[i], size, largest,
			    &least);
		small.hook = NULL;
		ret = replay_function(&small, frame.function, 0, args, frame.n,
		    0);
		if (ret.kind == THING_GENERATOR)
			yields_items(&small, ret, &items);
		r->steps += small.steps;
		r->serial = small.serial;
		if (least < 1 || small.flow == IS_LOST || small.doubts > 0)
			break;
		steps[size - 1] = small.steps;
	}
	/* As large as it is: nothing to say. */
	if (least >= 1 && expected(steps, size - 1, least) >=
	    TOO_LONG) {
		report_flow(r->j, FLOW_ENDLESS_LOOP, frame.call != 0 ?
		    frame.call : frame.function, "a call of itself", NULL);
		r->reported = true;
		return;
	}
	/* What was only too deep is left aside. */
	if (r->steps <= r->limit) {
		r->flow = GOES_ON;
		replay_forget(r, frame.function);
	}
}
