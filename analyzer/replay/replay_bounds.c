/*
 * Numbers of a replay that are not known, but from where on or up to where
 * they are: of whole ones exactly, of others as spans.
 */
#include "replay_parts.h"

#include "../../supervisor/base/util.h"

#define FAR	(INT64_MAX / 2)	/* as a bound: none */

struct span {
	double	low, high;
	bool	whole;
};

bool
thing_is_some_number(struct thing t)
{
	return thing_is_number(t) || thing_is_bound(t) ||
	    thing_is_rough(t);
}

struct thing
thing_some_whole(void)
{
	return thing_bound(THING_ABOVE, -FAR);
}

struct thing
thing_rough(enum thing_kind kind, double real)
{
	return (struct thing){ .kind = kind, .real = real };
}

static struct span
span_of(struct thing t)
{
	struct span ret = { -__builtin_inf(), __builtin_inf(), false };

	ret.whole = thing_is_whole(t) || thing_is_bound(t);
	if (thing_is_number(t))
		ret.low = ret.high = thing_real_of(t);
	else if (t.kind == THING_ABOVE && t.integer > -FAR)
		ret.low = (double)t.integer;
	else if (t.kind == THING_BELOW && t.integer < FAR)
		ret.high = (double)t.integer;
	else if (t.kind == THING_LEAST)
		ret.low = t.real;
	else if (t.kind == THING_MOST)
		ret.high = t.real;
	return ret;
}

static bool
is_known(double bound)
{
	return bound > -9e15 && bound < 9e15;
}

static struct thing
thing_of_span(struct span s)
{
	if (s.whole)
		return is_known(s.low) ? thing_bound(THING_ABOVE,
		    (int64_t)s.low) : is_known(s.high) ?
		    thing_bound(THING_BELOW, (int64_t)s.high + 1) :
		    thing_some_whole();
	if (s.low > -__builtin_inf())
		return thing_rough(THING_LEAST, s.low);
	return s.high < __builtin_inf() ? thing_rough(THING_MOST, s.high) :
	    thing_rough(THING_NUMBER, 0);
}

/* As operators make them of floats: never less for what is more. */
static struct span
multiplied(struct span a, struct span b)
{
	struct span ret = { -__builtin_inf(), __builtin_inf(), a.whole &&
	    b.whole };

	if (!(b.low >= b.high))
		return a.low >= a.high ? multiplied(b, a) : a.low >= 0 &&
		    b.low >= 0 ? (struct span){ a.low * b.low, ret.high,
		    ret.whole } : ret;
	if (b.low > 0)
		return (struct span){ a.low * b.low, a.high * b.low,
		    ret.whole };
	if (b.low < 0)
		return (struct span){ a.high * b.low, a.low * b.low,
		    ret.whole };
	return ret;
}

static struct thing
divided(struct replay *r, char op, bool floors, struct span a, struct span b)
{
	struct span ret = { -__builtin_inf(), __builtin_inf(), a.whole &&
	    b.whole && (floors || op == '%') };

	if (!(b.low > 0) && !(b.high < 0))
		thing_doubt(r);
	else if (op == '%' && b.low > 0)
		ret.low = 0;
	else if (op == '/' && b.low > 0 && b.low >= b.high) {
		ret.low = a.low / b.low - (floors && !(a.low >= 0));
		ret.high = a.high / b.low;
		if (floors && a.low >= 0)
			ret.low = (double)(int64_t)(is_known(ret.low) ?
			    ret.low : 0);
	} else if (op == '/' && b.low > 0 && a.low >= 0)
		ret.low = 0;
	return thing_of_span(ret);
}

struct thing
replay_rough(struct replay *r, const char *op, struct thing left,
    struct thing right)
{
	struct span a = span_of(left), b = span_of(right);
	struct span ret = { 0, 0, a.whole && b.whole };

	switch (op[0]) {
	case '+':
		ret.low = a.low + b.low;
		ret.high = a.high + b.high;
		break;
	case '-':
		ret.low = a.low - b.high;
		ret.high = a.high - b.low;
		break;
	case '*':
		if (op[1] == '*') {
			thing_doubt(r);
			return thing_rough(THING_NUMBER, 0);
		}
		ret = multiplied(a, b);
		break;
	case '/':
	case '%':
		return divided(r, op[0], op[1] == '/', a, b);
	default:
		if (!ret.whole || op[0] == '<')
			thing_doubt(r);
		return ret.whole ? thing_some_whole() : thing_unknown();
	}
	/* What is infinite less what is infinite. */
	if (!(ret.low <= ret.high))
		return thing_rough(THING_NUMBER, 0);
	return thing_of_span(ret);
}

/* 1, -1; 0: either. */
int
thing_order(struct thing left, struct thing right)
{
	struct span a = span_of(left), b = span_of(right);

	return a.low > b.high ? 1 : a.high < b.low ? -1 : 0;
}

struct thing
thing_without_sign(struct thing t)
{
	struct span s = span_of(t);

	return s.low >= 0 ? t : s.whole ? thing_bound(THING_ABOVE, 0) :
	    thing_rough(THING_LEAST, 0);
}

struct thing
thing_negated(struct thing t)
{
	struct span s = span_of(t);

	return thing_of_span((struct span){ -s.high, -s.low, s.whole });
}

/* No more than `may_be` may be. */
bool
thing_is_as_rough(struct thing t, struct thing may_be)
{
	struct span a = span_of(t), b = span_of(may_be);

	return a.low >= b.low && a.high <= b.high;
}

/* Whatever both of them may be: of a kind, but not known. */
struct thing
thing_joined(struct thing a, struct thing b)
{
	if (!thing_is_some_number(a) || !thing_is_some_number(b))
		return thing_unknown();
	return span_of(a).whole && span_of(b).whole ? thing_some_whole() :
	    thing_rough(THING_NUMBER, 0);
}
