/*
 * Numbers of a replay: out of texts and into them, and what math makes of
 * them, where each result is the one that CPython has.
 */
#include "replay_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "../fold/literal.h"

#define EXACT_MAX	9e15	/* whole numbers that a float holds */
#define WIDTH_MAX	1e9
#define TEXT_MAX	4096

static bool
is_nan(double x)
{
	return __builtin_isnan(x);
}

/* ---- out of texts ---- */

struct thing
thing_to_int(struct replay *r, struct thing t)
{
	int64_t n;
	size_t i = 0;

	if (thing_is_whole(t))
		return thing_int(t.integer);
	if (thing_is_bound(t))
		return t;
	if (t.kind == THING_FLOAT && t.real < EXACT_MAX && t.real > -EXACT_MAX)
		return thing_int((int64_t)t.real);
	if (t.kind == THING_FLOAT && is_nan(t.real))
		replay_raise(r, "ValueError");
	if (t.kind == THING_FLOAT && __builtin_isinf(t.real))
		replay_raise(r, "OverflowError");
	if (t.kind == THING_NONE || (thing_is_heap(t) && t.kind !=
	    THING_OBJECT))
		replay_raise(r, "TypeError");
	if (t.kind != THING_TEXT || t.s == NULL)
		return thing_doubtful(r);
	if (t.n > 0 && (t.s[0] == '-' || t.s[0] == '+'))
		i = 1;
	if (t.n > i && t.s[i] >= '1' && t.s[i] <= '9' && literal_integer(
	    t.s + i, t.n - i, &n) && strspn(t.s + i, "0123456789") >= t.n - i)
		return thing_int(t.s[0] == '-' ? -n : n);
	if (t.n == i + 1 && t.s[i] == '0')
		return thing_int(0);
	/* Letters are no number, whatever else may be one; nor is nothing. */
	for (i = 0; i < t.n; i++)
		if ((t.s[i] | 32) >= 'a' && (t.s[i] | 32) <= 'z')
			break;
	if (i < t.n || t.n == 0) {
		replay_raise(r, "ValueError");
		return thing_unknown();
	}
	return thing_doubtful(r);
}

struct thing
thing_to_real(struct replay *r, struct thing t)
{
	char text[64], *end;
	double real;
	size_t i, n = t.n;

	if (thing_is_number(t))
		return thing_real(thing_real_of(t));
	if (thing_is_rough(t) || thing_is_bound(t))
		return thing_is_rough(t) ? t : thing_rough(t.kind ==
		    THING_ABOVE ? THING_LEAST : THING_MOST, (double)t.integer);
	if (t.kind == THING_NONE)
		replay_raise(r, "TypeError");
	if (t.kind != THING_TEXT || t.s == NULL)
		return thing_doubtful(r);
	/* What is in no number, nor in infinity, e5 and the like. */
	for (i = 0; i < t.n; i++)
		if (t.s[i] == '\0' || strchr("0123456789.+-_ eEinftyaINFTYA"
		    "\t\n\r", t.s[i]) == NULL) {
			replay_raise(r, "ValueError");
			return thing_unknown();
		}
	for (i = 0; i < t.n && strchr(" \t\r\n", t.s[i]) != NULL; i++)
		n--;
	while (n > 0 && strchr(" \t\r\n", t.s[i + n - 1]) != NULL)
		n--;
	if (n >= sizeof(text) || memchr(t.s + i, '_', n) != NULL)
		return thing_doubtful(r);
	memcpy(text, t.s + i, n);
	text[n] = '\0';
	real = strtod(text, &end);
	if (n > 0 && *end == '\0')
		return thing_real(real);
	replay_raise(r, "ValueError");
	return thing_unknown();
}

/* ---- into texts ---- */

static struct thing
kept(struct replay *r, const char *text, size_t n)
{
	char *s = arena_alloc(r->j->arena, n + 1);

	memcpy(s, text, n);
	return thing_text(s, n);
}

/* repr(0.1): the fewest digits that give the same number again. */
static struct thing
real_to_text(struct replay *r, double x)
{
	char digits[40], text[48];
	int precision, exponent, count, n = 0, i, at;

	if (is_nan(x))
		return thing_text("nan", 3);
	if (__builtin_isinf(x))
		return x < 0 ? thing_text("-inf", 4) : thing_text("inf", 3);
	for (precision = 0; precision < 17; precision++) {
		snprintf(digits, sizeof(digits), "%.*e", precision, x);
		if (memcmp(&(double){ strtod(digits, NULL) }, &x, sizeof(x)) ==
		    0)
			break;
	}
	exponent = (int)strtol(strchr(digits, 'e') + 1, NULL, 10);
	i = digits[0] == '-';
	if (exponent < -4 || exponent >= 16)
		return kept(r, digits, strlen(digits));
	/* The digits alone, then the point where it belongs. */
	count = (int)strcspn(digits + i, "e");
	if (count > 1)
		memmove(digits + i + 1, digits + i + 2, (size_t)--count - 1);
	if (i > 0)
		text[n++] = '-';
	if (exponent < 0)
		text[n++] = '0';
	for (at = exponent < 0 ? exponent + 1 : 0; at <= exponent || at < count;
	    at++) {
		if (at == exponent + 1)
			text[n++] = '.';
		text[n++] = at < 0 || at >= count ? '0' : digits[i + at];
	}
	if (exponent + 1 >= count) {
		text[n++] = '.';
		text[n++] = '0';
	}
	return kept(r, text, (size_t)n);
}

struct thing
thing_to_text(struct replay *r, struct thing t)
{
	char text[32];
	size_t at = sizeof(text);
	uint64_t rest;

	switch (t.kind) {
	case THING_TEXT:
		return t;
	case THING_NONE:
		return thing_text("None", 4);
	case THING_BOOL:
		return t.integer ? thing_text("True", 4) : thing_text("False",
		    5);
	case THING_INT:
		rest = t.integer < 0 ? -(uint64_t)t.integer :
		    (uint64_t)t.integer;
		do
			text[--at] = (char)('0' + rest % 10);
		while ((rest /= 10) > 0);
		if (t.integer < 0)
			text[--at] = '-';
		return kept(r, text + at, sizeof(text) - at);
	case THING_FLOAT:
		return real_to_text(r, t.real);
	default:
		return thing_unknown();
	}
}

/* f"{value:>{width}.2f}" */
struct thing
thing_format(struct replay *r, struct thing t, struct thing spec)
{
	const char *s = spec.s, *end = spec.s + spec.n;
	char fill = ' ', align = '\0', text[64];
	double width = 0, precision = -1;
	struct thing ret;
	size_t left, n;
	char *to;

	if (spec.kind != THING_TEXT || spec.s == NULL)
		return thing_unknown();
	if (end - s > 1 && strchr("<>^", s[1]) != NULL && s[1] != '\0')
		fill = *s++;
	if (s < end && strchr("<>^", *s) != NULL && *s != '\0')
		align = *s++;
	if (s < end && *s == '0' && align == '\0') {
		fill = '0';
		align = t.kind == THING_TEXT ? '<' : '=';
	}
	for (; s < end && *s >= '0' && *s <= '9'; s++)
		width = width * 10 + *s - '0';
	if (s < end && *s == '.')
		for (s++, precision = 0; s < end && *s >= '0' && *s <= '9';
		    s++)
			precision = precision * 10 + *s - '0';
	if (width > WIDTH_MAX || precision > WIDTH_MAX)
		replay_huge(r, 0, width);
	if (s == end || (end - s == 1 && ((*s == 'd' && thing_is_whole(t)) ||
	    (*s == 's' && t.kind == THING_TEXT))))
		ret = s == end && t.kind == THING_BOOL ? thing_unknown() :
		    thing_to_text(r, thing_is_whole(t) ? thing_int(t.integer) :
		    t);
	else if (end - s == 1 && *s == 'f' && thing_is_number(t) && precision <
	    20 && thing_real_of(t) < 1e15 && thing_real_of(t) > -1e15) {
		snprintf(text, sizeof(text), "%.*f", precision < 0 ? 6 :
		    (int)precision, thing_real_of(t));
		ret = kept(r, text, strlen(text));
		precision = -1;
	} else
		ret = thing_unknown();
	if (align == '=' && ret.kind == THING_TEXT && ret.s != NULL &&
	    precision < 0 && ret.n < width && width < TEXT_MAX) {
		/* -007 */
		n = (size_t)width;
		left = ret.n > 0 && ret.s[0] == '-';
		to = arena_alloc(r->j->arena, n + 1);
		memset(to, '0', n);
		memcpy(to, ret.s, left);
		memcpy(to + n - (ret.n - left), ret.s + left, ret.n - left);
		return thing_text(to, n);
	}
	if (ret.kind != THING_TEXT || precision >= 0 || align == '=' ||
	    ret.n >= width)
		return ret.kind == THING_TEXT && precision < 0 && ret.n >=
		    width ? ret : width > TEXT_MAX ? thing_long_text(width) :
		    thing_unknown();
	if (ret.s == NULL || width > TEXT_MAX)
		return thing_long_text(width);
	n = (size_t)width;
	if (align == '\0')
		align = t.kind == THING_TEXT || t.kind == THING_NONE ? '<' :
		    '>';
	left = align == '<' ? 0 : align == '>' ? n - ret.n : (n - ret.n) / 2;
	to = arena_alloc(r->j->arena, n + 1);
	memset(to, fill, n);
	memcpy(to + left, ret.s, ret.n);
	return thing_text(to, n);
}

/* ---- math ---- */

/* Down, to what a whole number of 64 bits holds. */
static struct thing
whole(struct replay *r, struct thing t, bool up)
{
	double x = t.real;
	int64_t n;

	if (thing_is_whole(t))
		return thing_int(t.integer);
	if (t.kind != THING_FLOAT)
		return thing_doubtful(r);
	if (!(x < EXACT_MAX && x > -EXACT_MAX))
		return thing_to_int(r, t);
	n = (int64_t)x;
	if (!up && (double)n > x)
		n--;
	if (up && (double)n < x)
		n++;
	return thing_int(n);
}

static struct thing
divisor(struct replay *r, struct thing a, struct thing b)
{
	int64_t x = a.integer, y = b.integer, rest;

	if (!thing_is_whole(a) || !thing_is_whole(b) || x == INT64_MIN ||
	    y == INT64_MIN)
		return thing_doubtful(r);
	for (; y != 0; x = y, y = rest)
		rest = x % y;
	return thing_int(x < 0 ? -x : x);
}

/* Of whole numbers: the root, without what is behind the point. */
static int64_t
root(int64_t n)
{
	int64_t x = (int64_t)__builtin_sqrt((double)n);

	while (x > 0 && x > n / x)
		x--;
	while (x + 1 <= n / (x + 1))
		x++;
	return x;
}

/* math.fsum, as long as no more parts than these are left over. */
static struct thing
exact_sum(struct replay *r, struct thing list)
{
	double parts[16], x, y, high, low, rough = 0;
	bool has_nan = false;
	size_t n = 0, i, k, at;

	if (!thing_items(r, list, &list))
		return thing_doubtful(r);
	for (i = 0; i < list.heap->n; i++) {
		if (!thing_is_number(list.heap->v[i]))
			return thing_unknown();
		x = thing_real_of(list.heap->v[i]);
		rough += x;
		has_nan |= is_nan(x);
		r->steps++;
		for (k = at = 0; k < n; k++) {
			y = parts[k];
			if (__builtin_fabs(x) < __builtin_fabs(y)) {
				low = x;
				x = y;
				y = low;
			}
			high = x + y;
			low = y - (high - x);
			if (low < 0 || low > 0)
				parts[at++] = low;
			x = high;
		}
		n = at;
		if (n == ARRAY_SIZE(parts))
			return thing_unknown();
		parts[n++] = x;
	}
	if (!has_nan && !__builtin_isfinite(rough))
		return thing_doubtful(r);
	if (is_nan(rough) || n < 2)
		return thing_real(is_nan(rough) ? rough : n == 0 ? 0 :
		    parts[0]);
	/* Rounded once: where that is not plain, it is left. */
	x = parts[--n];
	while (n > 0) {
		high = x + parts[n - 1];
		low = parts[n - 1] - (high - x);
		x = high;
		n--;
		if (low < 0 || low > 0) {
			if (n > 0 && ((low < 0) == (parts[n - 1] < 0)) &&
			    !((x + low * 2) - x < low * 2) &&
			    !((x + low * 2) - x > low * 2))
				return thing_unknown();
			break;
		}
	}
	return thing_real(x);
}

static bool
is_function(const char *name, const char *of, const struct args *args,
    size_t n)
{
	return strcmp(name, of) == 0 && args->n == n && !args->named;
}

/* What takes any number, and gives one that other machines round otherwise. */
static bool
is_smooth(const char *name)
{
	static const char all[][8] = { "atan", "atan2", "cos", "exp",
	    "degrees", "hypot", "radians", "sin", "tan", "tanh" };

	return IS_ONE_OF(name, all);
}

bool
replay_math(struct replay *r, const char *name, const struct args *args,
    struct thing *ret)
{
	struct thing a = args->v[0];

	if (strncmp(name, "math.", 5) != 0)
		return false;
	name += 5;
	if (is_function(name, "floor", args, 1) || is_function(name, "trunc",
	    args, 1) || is_function(name, "ceil", args, 1))
		*ret = name[0] == 't' ? thing_to_int(r, a) : whole(r, a,
		    name[0] == 'c');
	else if (is_function(name, "gcd", args, 2))
		*ret = divisor(r, a, args->v[1]);
	else if (is_function(name, "isqrt", args, 1) && thing_is_whole(a) &&
	    a.integer >= 0)
		*ret = thing_int(root(a.integer));
	else if (is_function(name, "fsum", args, 1))
		*ret = exact_sum(r, a);
	else if (is_smooth(name) && !args->named)
		*ret = thing_rough(THING_NUMBER, 0);
	else if (args->n != 1 || args->named || !thing_is_number(a))
		return false;
	else if (strcmp(name, "sqrt") == 0) {
		if (thing_real_of(a) < 0)
			replay_raise(r, "ValueError");
		else
			*ret = thing_real(__builtin_sqrt(thing_real_of(a)));
	} else if (strcmp(name, "fabs") == 0)
		*ret = thing_real(__builtin_fabs(thing_real_of(a)));
	else if (strcmp(name, "isnan") == 0)
		*ret = thing_bool(is_nan(thing_real_of(a)));
	else if (strcmp(name, "isinf") == 0)
		*ret = thing_bool(__builtin_isinf(thing_real_of(a)));
	else if (strcmp(name, "isfinite") == 0)
		*ret = thing_bool(__builtin_isfinite(thing_real_of(a)));
	else
		return false;
	return true;
}

/* What math holds by this name. */
bool
replay_math_constant(const char *name, struct thing *ret)
{
	static const struct {
		char	name[16];
		double	is;
	} all[] = {
		{ "math.e", 2.718281828459045 }, { "math.inf", __builtin_inf() },
		{ "math.nan", __builtin_nan("") },
		{ "math.pi", 3.141592653589793 },
		{ "math.tau", 6.283185307179586 },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(all); i++)
		if (strcmp(name, all[i].name) == 0) {
			*ret = thing_real(all[i].is);
			return true;
		}
	return false;
}
