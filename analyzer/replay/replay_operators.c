/*
 * Operators of a replay, on values that are known. Whole numbers past 64 bits
 * are not; texts and lists that come to be long have a length alone.
 */
#include "replay_parts.h"

#include <string.h>

#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"

#define TEXT_MAX	4096
#define LONG_MAX	1e9
#define FAR		(INT64_MAX / 2)

static bool
is_sequence(struct thing t)
{
	return t.kind == THING_TEXT || t.kind == THING_BYTES ||
	    t.kind == THING_LIST || t.kind == THING_TUPLE;
}

static int64_t
power_of(int64_t base, int64_t exponent, bool *ret_over)
{
	int64_t all = 1;

	*ret_over = exponent < 0 || exponent > 64;
	for (; !*ret_over && exponent > 0; exponent--)
		*ret_over = __builtin_mul_overflow(all, base, &all);
	return all;
}

static struct thing
of_whole(struct replay *r, const char *op, int64_t a, int64_t b)
{
	int64_t n = 0;
	bool over = false;

	switch (op[0]) {
	case '+':
		over = __builtin_add_overflow(a, b, &n);
		break;
	case '-':
		over = __builtin_sub_overflow(a, b, &n);
		break;
	case '*':
		if (op[1] == '*')
			n = power_of(a, b, &over);
		else
			over = __builtin_mul_overflow(a, b, &n);
		break;
	case '/':
	case '%':
		if (b == 0) {
			replay_raise(r, "ZeroDivisionError");
			return thing_unknown();
		}
		if (op[0] == '/' && op[1] != '/')
			return thing_real((double)a / (double)b);
		if (b == -1) {
			n = op[0] == '%' ? 0 : a == INT64_MIN ? a : -a;
			over = op[0] != '%' && a == INT64_MIN;
			break;
		}
		n = a / b;
		if (a % b != 0 && (a < 0) != (b < 0))
			n--;
		if (op[0] == '%')
			n = a - n * b;
		break;
	case '<':
		over = b < 0 || b > 62 || a > INT64_MAX >> b ||
		    a < -(INT64_MAX >> b);
		n = over ? 0 : a * ((int64_t)1 << b);
		break;
	case '>':
		over = b < 0;
		n = b > 63 ? (a < 0 ? -1 : 0) : over ? 0 : a >> b;
		break;
	case '&':
		n = a & b;
		break;
	case '|':
		n = a | b;
		break;
	case '^':
		n = a ^ b;
		break;
	default:
		return thing_doubtful(r);
	}
	if (!over)
		return thing_int(n);
	/* Past 64 bits: on which side is known. */
	if (op[0] == '<' && a > 0 && b > 0)
		return thing_bound(THING_ABOVE, FAR);
	if (op[0] == '*' && (a > 0 || (op[1] == '*' && b > 0 && b % 2 == 0)) &&
	    b > 0)
		return thing_bound(THING_ABOVE, FAR);
	return op[0] == '+' || op[0] == '-' ? thing_bound(a > 0 ?
	    THING_ABOVE : THING_BELOW, a > 0 ? FAR : -FAR) : thing_unknown();
}

/* Numbers of which one side is known, as far as that stays so. */
static struct thing
of_bounds(const char *op, struct thing a, struct thing b)
{
	bool up = a.kind != THING_BELOW, other = b.kind != THING_BELOW;
	enum thing_kind kind = THING_ABOVE;
	bool over = false;
	int64_t n = 0;

	if (op[0] == '-' && thing_is_bound(b)) {
		b.kind = b.kind == THING_ABOVE ? THING_BELOW : THING_ABOVE;
		other = !other;
		b.integer = b.integer == INT64_MIN ? INT64_MAX : -b.integer;
	} else if (op[0] == '-')
		b.integer = b.integer == INT64_MIN ? INT64_MAX : -b.integer;
	if (thing_is_bound(a) && thing_is_bound(b) && up != other)
		return thing_unknown();
	if (a.kind == THING_BELOW || b.kind == THING_BELOW)
		kind = THING_BELOW;
	switch (op[0]) {
	case '+':
	case '-':
		over = __builtin_add_overflow(a.integer, b.integer, &n);
		break;
	case '*':
		if (a.integer < 0 || b.integer < 0 || kind == THING_BELOW ||
		    (!thing_is_bound(a) && a.integer == 0) ||
		    (!thing_is_bound(b) && b.integer == 0))
			return thing_unknown();
		if (op[1] == '*') {
			if (thing_is_bound(b) || b.integer < 1)
				return thing_unknown();
			n = power_of(a.integer, b.integer, &over);
		} else
			over = __builtin_mul_overflow(a.integer, b.integer,
			    &n);
		break;
	case '/':
		if (op[1] != '/' || thing_is_bound(b) || b.integer < 1 ||
		    a.integer < 0)
			return thing_unknown();
		n = a.integer / b.integer;
		break;
	default:
		return thing_unknown();
	}
	if (over && a.integer < 0 && b.integer < 0 && kind == THING_ABOVE)
		return thing_some_whole();
	if (over && a.integer > 0 && b.integer > 0 && kind == THING_BELOW)
		return thing_unknown();
	if (over)
		n = kind == THING_ABOVE ? FAR : -FAR;
	return thing_bound(kind, n);
}

/* Of whole numbers, where each step is exact. */
static struct thing
power_of_real(double base, double exponent)
{
	double all = 1;

	if (!(base > -1e6 && base < 1e6) || !(exponent >= 0 && exponent < 16)
	    || base < (double)(int64_t)base || base > (double)(int64_t)base ||
	    exponent > (double)(int64_t)exponent)
		return thing_unknown();
	for (; exponent >= 1; exponent--)
		all *= base;
	return all < 9e15 && all > -9e15 ? thing_real(all) : thing_unknown();
}

static struct thing
of_real(struct replay *r, const char *op, double a, double b)
{
	switch (op[0]) {
	case '+':
		return thing_real(a + b);
	case '-':
		return thing_real(a - b);
	case '*':
		return op[1] == '*' ? power_of_real(a, b) : thing_real(a * b);
	case '/':
		if (!(b < 0) && !(b > 0)) {
			replay_raise(r, "ZeroDivisionError");
			return thing_unknown();
		}
		return op[1] == '/' ? thing_unknown() : thing_real(a / b);
	case '%':
		if (!(b < 0) && !(b > 0))
			replay_raise(r, "ZeroDivisionError");
		break;
	}
	return thing_unknown();
}

/* a + b, of two texts, or lists; a * n. */
static struct thing
joined(struct replay *r, struct thing a, struct thing b, double times)
{
	double all = thing_length(r, a) * times + (b.kind == THING_UNKNOWN ?
	    0 : thing_length(r, b));
	struct thing ret;
	char *s;
	size_t i, k, n = 0;

	if (thing_length(r, a) < 0 || (b.kind != THING_UNKNOWN &&
	    thing_length(r, b) < 0) || times < 0) {
		if (a.kind != THING_LIST)
			return thing_unknown();
		if (times <= 1 && b.kind == THING_LIST && thing_last(b, &ret))
			return thing_ending(r, ret);
		ret = thing_new(r, THING_LIST, 0);
		ret.heap->is_lost = true;
		return ret;
	}
	if (all > LONG_MAX)
		replay_huge(r, 0, all);
	if (a.kind == THING_BYTES)
		return thing_buffer(r, all);
	if (a.kind == THING_TEXT) {
		if (all > TEXT_MAX || a.s == NULL || (b.kind == THING_TEXT &&
		    b.s == NULL))
			return thing_long_text(all);
		s = arena_alloc(r->j->arena, (size_t)all + 1);
		r->steps += (uint32_t)all / 64;
		for (i = 0; i + 1 <= times; i++, n += a.n)
			if (a.n > 0)
				memcpy(s + n, a.s, a.n);
		if (b.kind == THING_TEXT && b.n > 0)
			memcpy(s + n, b.s, b.n);
		return thing_text(s, (size_t)all);
	}
	ret = thing_new(r, a.kind, all < ITEMS_MAX ? (size_t)all : 0);
	if (all > ITEMS_MAX || !thing_has_items(r, a) || (thing_is_heap(b) &&
	    !thing_has_items(r, b))) {
		ret.heap->is_lost = true;
		ret.heap->length = all;
		ret.heap->node = a.heap->node;
		ret.heap->kept = all * (a.heap->node != 0 ? 1 : 8);
		return ret;
	}
	for (i = 0; i + 1 <= times; i++)
		for (k = 0; k < a.heap->n; k++)
			thing_push(r, ret, a.heap->v[k]);
	if (thing_is_heap(b))
		for (k = 0; k < b.heap->n; k++)
			thing_push(r, ret, b.heap->v[k]);
	else	/* the same ones again and again */
		ret.heap->kept = 8 * all;
	return ret;
}

/* a | b, a - b, a & b, of sets. */
static struct thing
of_sets(struct replay *r, char op, struct thing a, struct thing b)
{
	struct thing ret = thing_new(r, THING_SET, 0);
	size_t i;

	if (!thing_has_items(r, a) || !thing_has_items(r, b) ||
	    strchr("|-&", op) == NULL)
		return thing_unknown();
	for (i = 0; i < a.heap->n; i++)
		if (op == '|' || (thing_find(r, b, a.heap->v[i]) != NULL) ==
		    (op == '&'))
			thing_push(r, ret, a.heap->v[i]);
	for (i = 0; op == '|' && i < b.heap->n; i++)
		if (thing_find(r, a, b.heap->v[i]) == NULL)
			thing_push(r, ret, b.heap->v[i]);
	return ret;
}

struct thing
replay_binary(struct replay *r, const char *op, struct thing a,
    struct thing b)
{
	struct thing ret;

	if (a.kind == THING_OBJECT || b.kind == THING_OBJECT)
		return replay_object_operator(r, op, a, b, &ret) ? ret :
		    thing_doubtful(r);
	if (thing_is_whole(a) && thing_is_whole(b))
		return of_whole(r, op, a.integer, b.integer);
	if (thing_is_number(a) && thing_is_number(b))
		return of_real(r, op, thing_real_of(a), thing_real_of(b));
	if ((thing_is_bound(a) || a.kind == THING_INT) &&
	    (thing_is_bound(b) || b.kind == THING_INT)) {
		ret = of_bounds(op, a, b);
		if (ret.kind != THING_UNKNOWN)
			return ret;
	}
	if (thing_is_some_number(a) && thing_is_some_number(b))
		return replay_rough(r, op, a, b);
	if (a.kind == THING_SET && b.kind == THING_SET)
		return of_sets(r, op[0], a, b);
	if (a.kind == THING_TEXT && op[0] == '%')
		return thing_unknown();
	if (op[0] == '+' && a.kind == b.kind && is_sequence(a))
		return joined(r, a, b, 1);
	if (op[0] == '*' && op[1] != '*' && thing_is_whole(b) &&
	    is_sequence(a))
		return joined(r, a, thing_unknown(), b.integer < 0 ? 0 :
		    (double)b.integer);
	if (op[0] == '*' && op[1] != '*' && thing_is_whole(a) &&
	    is_sequence(b))
		return joined(r, b, thing_unknown(), a.integer < 0 ? 0 :
		    (double)a.integer);
	/* A number and what is not known: division alone may raise. */
	if ((thing_is_number(a) && op[0] != '/' && op[0] != '%') || (thing_is_number(b) &&
	    thing_real_of(b) > 0))
		return thing_unknown();
	return thing_doubtful(r);
}

/* ---- comparisons ---- */

static int
ordered(struct replay *r, struct thing a, struct thing b)
{
	size_t i, n;
	int is;

	if (thing_is_whole(a) && thing_is_whole(b))
		return a.integer < b.integer ? -1 : a.integer > b.integer;
	if (thing_is_number(a) && thing_is_number(b))
		return thing_real_of(a) < thing_real_of(b) ? -1 : thing_real_of(a) > thing_real_of(b);
	if (a.kind == THING_TEXT && b.kind == THING_TEXT && a.s != NULL &&
	    b.s != NULL) {
		n = a.n < b.n ? a.n : b.n;
		is = n == 0 ? 0 : memcmp(a.s, b.s, n);
		return is != 0 ? (is < 0 ? -1 : 1) : a.n < b.n ? -1 :
		    a.n > b.n;
	}
	if ((thing_is_bound(a) && (b.kind == THING_INT || thing_is_bound(b)))
	    || (thing_is_bound(b) && a.kind == THING_INT)) {
		if (a.kind != THING_BELOW && b.kind != THING_ABOVE &&
		    a.integer > b.integer)
			return 1;
		return a.kind != THING_ABOVE && b.kind != THING_BELOW &&
		    a.integer < b.integer ? -1 : 3;
	}
	if (thing_is_some_number(a) && thing_is_some_number(b)) {
		is = thing_order(a, b);
		return is == 0 ? 3 : is;
	}
	if (a.kind != b.kind || (a.kind != THING_TUPLE && a.kind !=
	    THING_LIST) || !thing_has_items(r, a) || !thing_has_items(r, b))
		return 2;
	for (i = 0; i < a.heap->n && i < b.heap->n; i++) {
		if (++r->nest > NEST_MAX)
			replay_lost(r);
		is = r->flow == GOES_ON ? ordered(r, a.heap->v[i],
		    b.heap->v[i]) : 2;
		r->nest--;
		if (is != 0)
			return is;
	}
	return a.heap->n < b.heap->n ? -1 : a.heap->n > b.heap->n;
}

/* 1, 0; -1: not known. */
static int
is_within(struct replay *r, struct thing item, struct thing in)
{
	struct thing list;
	size_t i;
	int is;

	if (in.kind == THING_TEXT && item.kind == THING_TEXT) {
		if (in.s == NULL || item.s == NULL)
			return -1;
		return item.n == 0 || (in.n >= item.n && memmem(in.s, in.n,
		    item.s, item.n) != NULL);
	}
	if (in.kind == THING_OBJECT && replay_ask(r, in, "__contains__",
	    &item, 1, &list))
		return list.kind == THING_OBJECT ? -1 : thing_truth(r, list);
	if (endless_is_known(r, in))
		return endless_holds(r, in, item);
	if (in.kind == THING_RANGE && thing_is_whole(item) &&
	    in.heap->v[2].integer == 1)
		return item.integer >= in.heap->v[0].integer &&
		    item.integer < in.heap->v[1].integer;
	if (in.kind == THING_DICT ? !thing_has_items(r, in) :
	    !thing_items(r, in, &list))
		return -1;
	if (in.kind == THING_DICT)
		list = in;
	for (i = 0; i < list.heap->n; i += in.kind == THING_DICT ? 2 : 1) {
		is = thing_same(r, list.heap->v[i], item, 0);
		if (is == 0)
			continue;
		/* Those behind it are left. */
		if (in.kind == THING_ITERATOR)
			in.heap->is_lost = true;
		return is;
	}
	return 0;
}

/* a <= b, a < b and the other way round, of sets. */
static int
subset(struct replay *r, const char *op, struct thing a, struct thing b)
{
	struct thing small = op[0] == '<' ? a : b, large = op[0] == '<' ? b : a;
	size_t i;
	int is;

	if (!thing_has_items(r, a) || !thing_has_items(r, b))
		return -1;
	if (op[1] != '=' && small.heap->n >= large.heap->n)
		return 0;
	for (i = 0; i < small.heap->n; i++) {
		is = is_within(r, small.heap->v[i], large);
		if (is <= 0)
			return is;
	}
	return 1;
}

static bool
begins(const char *op, const char *word)
{
	return strncmp(op, word, strlen(word)) == 0;
}

/* 1, 0; -1: not known. */
int
replay_compare(struct replay *r, const char *op, struct thing a, struct thing b)
{
	int is;

	if (op[0] == 'i' && op[1] == 's') {
		bool not = begins(op, "is not");

		if (a.kind == THING_UNKNOWN || b.kind == THING_UNKNOWN)
			return -1;
		if (thing_is_some_number(a) && thing_is_some_number(b))
			return -1;
		if (a.kind != b.kind)
			return not;
		is = a.kind == THING_NONE ? 1 : a.kind == THING_BOOL ?
		    a.integer == b.integer : thing_is_heap(a) ? a.heap ==
		    b.heap : -1;
		return is < 0 ? -1 : is != not;
	}
	if (op[0] == 'i' || op[0] == 'n') {
		is = is_within(r, a, b);
		if (is < 0 && b.kind != THING_UNKNOWN && !thing_is_heap(b))
			thing_doubt(r);
		return is < 0 ? -1 : is != (op[0] == 'n');
	}
	if (op[0] == '=' || op[0] == '!') {
		is = thing_same(r, a, b, 0);
		return is < 0 ? -1 : is != (op[0] == '!');
	}
	if (a.kind == THING_OBJECT || b.kind == THING_OBJECT) {
		struct thing than;

		if (!replay_object_operator(r, op, a, b, &than) ||
		    than.kind == THING_OBJECT)
			thing_doubt(r);
		else
			return thing_truth(r, than);
		return -1;
	}
	if (a.kind == THING_SET && b.kind == THING_SET)
		return subset(r, op, a, b);
	is = ordered(r, a, b);
	if (is > 1) {
		r->doubts += is == 2;
		return -1;
	}
	/* What is no number is neither less nor more. */
	if (is == 0 && thing_is_number(a) && thing_is_number(b) && !(thing_real_of(a) <=
	    thing_real_of(b)))
		return 0;
	return op[0] == '<' ? (op[1] == '=' ? is <= 0 : is < 0) :
	    (op[1] == '=' ? is >= 0 : is > 0);
}
