/*
 * Builtins of a replay that give a number, a text or a container. Generators
 * are gone through at once, so what they give is a list.
 */
#include "replay_parts.h"

#include <stdlib.h>
#include <string.h>

#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "../fold/literal.h"

enum builtin {
	B_NONE = 0, B_ABS, B_ALL, B_ANY, B_BOOL, B_CALLABLE,
	B_DICT, B_DIVMOD,
	B_ENUMERATE, B_FILTER, B_FLOAT, B_FROZENSET, B_INT, B_LEN, B_LIST, B_MAP,
	B_MAX, B_MIN, B_NEXT, B_POW, B_PRINT, B_RANGE, B_REVERSED, B_ROUND, B_SET,
	B_SORTED, B_STR, B_SUM, B_TUPLE, B_ZIP, B_HARMLESS,
};

static const struct {
	char		 name[16];
	enum builtin	 is;
} builtins[] = {
	{ "abs", B_ABS }, { "all", B_ALL }, { "any", B_ANY },
	{ "bin", B_HARMLESS }, { "bool", B_BOOL },
	{ "callable", B_CALLABLE }, { "chr", B_HARMLESS },
	{ "dict", B_DICT }, { "divmod", B_DIVMOD },
	{ "enumerate", B_ENUMERATE }, { "filter", B_FILTER },
	{ "float", B_FLOAT },
	{ "frozenset", B_FROZENSET }, { "hash", B_HARMLESS },
	{ "id", B_HARMLESS }, { "int", B_INT }, { "isinstance", B_HARMLESS },
	{ "len", B_LEN }, { "list", B_LIST }, { "map", B_MAP },
	{ "max", B_MAX }, { "min", B_MIN }, { "next", B_NEXT },
 { "ord", B_HARMLESS }, { "pow", B_POW },
	{ "print", B_PRINT }, { "range", B_RANGE }, { "repr", B_HARMLESS },
	{ "reversed", B_REVERSED }, { "round", B_ROUND }, { "set", B_SET },
	{ "sorted", B_SORTED }, { "str", B_STR }, { "sum", B_SUM },
	{ "tuple", B_TUPLE }, { "type", B_HARMLESS }, { "zip", B_ZIP },
};

static enum builtin
builtin_of(const char *name)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(builtins); i++)
		if (strcmp(name, builtins[i].name) == 0)
			return builtins[i].is;
	return B_NONE;
}

static struct thing
to_int(struct replay *r, struct thing t)
{
	int64_t n;
	size_t i = 0;

	if (thing_is_whole(t))
		return thing_int(t.integer);
	if (t.kind == THING_FLOAT && t.real < 9e15 && t.real > -9e15)
		return thing_int((int64_t)t.real);
	if (t.kind != THING_TEXT || t.s == NULL)
		return thing_doubtful(r);
	if (t.n > 0 && (t.s[0] == '-' || t.s[0] == '+'))
		i = 1;
	if (literal_integer(t.s + i, t.n - i, &n) && strspn(t.s + i,
	    "0123456789") >= t.n - i)
		return thing_int(t.s[0] == '-' ? -n : n);
	/* Letters are no number, whatever else may be one. */
	for (i = 0; i < t.n; i++)
		if ((t.s[i] | 32) >= 'a' && (t.s[i] | 32) <= 'z') {
			replay_raise(r, "ValueError");
			return thing_unknown();
		}
	return thing_doubtful(r);
}

static struct thing
to_real(struct replay *r, struct thing t)
{
	size_t i;

	if (thing_is_number(t))
		return thing_real(thing_real_of(t));
	if (t.kind != THING_TEXT || t.s == NULL)
		return thing_doubtful(r);
	/* What is in no number, nor in infinity, e5 and the like. */
	for (i = 0; i < t.n; i++)
		if (strchr("0123456789.+-_ eEinftyaINFTYA\t\n\r", t.s[i]) ==
		    NULL) {
			replay_raise(r, "ValueError");
			break;
		}
	return thing_unknown();
}

struct thing
thing_to_text(struct replay *r, struct thing t)
{
	char text[32], *s;
	int n;

	if (t.kind == THING_TEXT)
		return t;
	if (t.kind != THING_INT)
		return thing_unknown();
	n = snprintf(text, sizeof(text), "%lld", (long long)t.integer);
	s = arena_alloc(r->j->arena, (size_t)n + 1);
	memcpy(s, text, (size_t)n);
	return thing_text(s, (size_t)n);
}

struct thing
thing_copy(struct replay *r, struct thing t, enum thing_kind kind)
{
	struct thing ret = thing_new(r, kind, 0);
	double n = thing_length(r, t);
	size_t i;

	if (!thing_items(r, t, &t)) {
		ret.heap->is_lost = true;
		ret.heap->length = n > 0 && kind != THING_SET ? n : 0;
		return ret;
	}
	for (i = 0; i < t.heap->n; i++)
		if (kind != THING_SET || thing_find(r, ret, t.heap->v[i]) ==
		    NULL)
			thing_push(r, ret, t.heap->v[i]);
	return ret;
}

static struct thing
make_range(struct replay *r, const struct args *args)
{
	struct thing ret = thing_new(r, THING_RANGE, 3);
	size_t i;

	for (i = 0; i < args->n; i++)
		if (!thing_is_whole(args->v[i]) && (args->n > 2 || i + 1 !=
		    args->n || args->v[i].kind != THING_ABOVE))
			return thing_doubtful(r);
	if (args->n < 1 || args->n > 3 || (args->n == 3 &&
	    args->v[2].integer == 0))
		return thing_doubtful(r);
	thing_push(r, ret, args->n == 1 ? thing_int(0) : args->v[0]);
	/* At least so many. */
	thing_push(r, ret, thing_int(args->v[args->n == 1 ? 0 : 1].integer));
	thing_push(r, ret, args->n == 3 ? args->v[2] : thing_int(1));
	return ret;
}

/* The largest or the smallest, of numbers or texts. */
static struct thing
extreme(struct replay *r, const struct args *args, bool largest)
{
	struct thing list, best, is;
	size_t i;

	if (args->n > 1) {
		list = thing_new(r, THING_LIST, args->n);
		for (i = 0; i < args->n; i++)
			thing_push(r, list, args->v[i]);
	} else if (args->n == 0 || !thing_items(r, args->v[0], &list))
		return thing_doubtful(r);
	if (list.heap->n == 0) {
		replay_raise(r, "ValueError");
		return thing_unknown();
	}
	best = list.heap->v[0];
	for (i = 1; i < list.heap->n; i++) {
		struct thing t = list.heap->v[i];

		r->steps++;
		if (!thing_is_whole(t) || !thing_is_whole(best))
			return thing_unknown();
		is = thing_bool(largest ? t.integer > best.integer :
		    t.integer < best.integer);
		if (is.integer)
			best = t;
	}
	return best;
}

/* any, all: -1 if not known. */
static int
some(struct replay *r, struct thing list, bool want)
{
	bool unknown = false;
	size_t i;
	int is;

	if (endless_is_known(r, list))
		return endless_some(r, list, want);
	if (!thing_items(r, list, &list))
		return -1;
	for (i = 0; i < list.heap->n; i++) {
		is = thing_truth(r, list.heap->v[i]);
		if (is == (int)want)
			return 1;
		unknown |= is < 0;
	}
	return unknown ? -1 : 0;
}

static int
by_number(const void *a, const void *b)
{
	int64_t x = ((const struct thing *)a)->integer;
	int64_t y = ((const struct thing *)b)->integer;

	return x < y ? -1 : x > y;
}

struct thing
thing_sorted(struct replay *r, struct thing t, bool named)
{
	struct thing ret = thing_copy(r, t, THING_LIST);
	size_t i;

	if (ret.heap->is_lost)
		return ret;
	for (i = 0; i < ret.heap->n; i++)
		if (!thing_is_whole(ret.heap->v[i]) || named) {
			ret.heap->is_lost = true;
			ret.heap->length = ret.heap->n;
			return ret;
		}
	if (ret.heap->n > 0)
		qsort(ret.heap->v, ret.heap->n, sizeof(*ret.heap->v),
		    by_number);
	return ret;
}

struct thing
thing_pair(struct replay *r, struct thing a, struct thing b)
{
	struct thing ret = thing_new(r, THING_TUPLE, 2);

	thing_push(r, ret, a);
	thing_push(r, ret, b);
	return ret;
}

/* enumerate(x), zip(a, b), as lists. */
static struct thing
paired(struct replay *r, const struct args *args, bool counts)
{
	struct thing a, b, ret = thing_new(r, THING_LIST, 0);
	size_t i;

	if (args->n != (counts ? 1 : 2) || args->named || !thing_items(r,
	    args->v[args->n - 1], &b) || (!counts && !thing_items(r,
	    args->v[0], &a)))
		return thing_doubtful(r);
	for (i = 0; i < b.heap->n && (counts || i < a.heap->n); i++)
		thing_push(r, ret, thing_pair(r, counts ? thing_int((int64_t)i)
		    : a.heap->v[i], b.heap->v[i]));
	return ret;
}

static struct thing
summed(struct replay *r, const struct args *args)
{
	struct thing list, all = args->n == 2 ? args->v[1] : thing_int(0);
	size_t i;

	if (args->n == 0 || !thing_items(r, args->v[0], &list))
		return thing_doubtful(r);
	for (i = 0; i < list.heap->n && r->flow == GOES_ON; i++) {
		r->steps++;
		all = replay_binary(r, "+", all, list.heap->v[i]);
	}
	return all;
}

static struct thing
call_builtin(struct replay *r, enum builtin which, const struct args *args)
{
	struct thing a = args->n > 0 ? args->v[0] : thing_unknown(), ret;
	double n;
	int is;

	switch (which) {
	case B_ABS:
		if (thing_is_whole(a) && a.integer != INT64_MIN)
			return thing_int(a.integer < 0 ? -a.integer :
			    a.integer);
		return a.kind == THING_FLOAT ? thing_real(a.real < 0 ?
		    -a.real : a.real) : thing_unknown();
	case B_ALL:
	case B_ANY:
		is = some(r, a, which == B_ANY);
		return is < 0 ? thing_unknown() : thing_bool(is ==
		    (which == B_ANY));
	case B_BOOL:
		is = args->n == 0 ? 0 : thing_truth(r, a);
		return is < 0 ? thing_unknown() : thing_bool(is > 0);
	case B_CALLABLE:
		return a.kind == THING_UNKNOWN || a.kind == THING_OBJECT ?
		    thing_unknown() : thing_bool(a.kind >= THING_FUNCTION &&
		    a.kind <= THING_METHOD);
	case B_DICT:
		ret = thing_new(r, THING_DICT, 0);
		ret.heap->is_lost = args->n > 0 || args->named;
		return ret;
	case B_DIVMOD:
		if (args->n != 2)
			return thing_doubtful(r);
		ret = replay_binary(r, "//", a, args->v[1]);
		return thing_pair(r, ret, replay_binary(r, "%", a, args->v[1]));
	case B_FILTER:
	case B_MAP:
		return args->n == 2 && endless_is_known(r, args->v[1]) ?
		    endless_mapped(r, a, args->v[1], which == B_FILTER) :
		    thing_doubtful(r);
	case B_NEXT:
		return args->n == 1 && endless_is_known(r, a) ?
		    endless_next(r, a) : thing_doubtful(r);
	case B_ENUMERATE:
	case B_ZIP:
		if (args->n == 1 && endless_is_known(r, a))
			return endless_enumerated(r, a);
		return paired(r, args, which == B_ENUMERATE);
	case B_FLOAT:
		return to_real(r, a);
	case B_INT:
		return args->n == 0 ? thing_int(0) : args->n > 1 ?
		    thing_doubtful(r) : to_int(r, a);
	case B_LEN:
		n = thing_length(r, a);
		return n < 0 || n > 9e15 ? thing_unknown() :
		    thing_int((int64_t)n);
	case B_LIST:
	case B_TUPLE:
	case B_SET:
	case B_FROZENSET:
		return args->n == 0 ? thing_new(r, which == B_LIST ?
		    THING_LIST : which == B_TUPLE ? THING_TUPLE : THING_SET, 0)
		    : thing_copy(r, a, which == B_LIST ? THING_LIST : which ==
		    B_TUPLE ? THING_TUPLE : THING_SET);
	case B_REVERSED:
		return thing_doubtful(r);
	case B_MAX:
	case B_MIN:
		return args->named ? thing_doubtful(r) : extreme(r, args,
		    which == B_MAX);
	case B_POW:
		return args->n == 2 ? replay_binary(r, "**", a, args->v[1]) :
		    thing_doubtful(r);
	case B_PRINT:
		return thing_none();
	case B_RANGE:
		return make_range(r, args);
	case B_ROUND:
		return thing_is_whole(a) && args->n == 1 ? a : thing_unknown();
	case B_SORTED:
		return thing_sorted(r, a, args->named);
	case B_STR:
		return args->n == 1 ? thing_to_text(r, a) : thing_unknown();
	case B_SUM:
		return summed(r, args);
	case B_HARMLESS:
		return thing_unknown();
	default:
		return thing_doubtful(r);
	}
}

bool
replay_builtin(struct replay *r, const char *name, const struct args *args,
    struct thing *ret)
{
	enum builtin which = builtin_of(name);

	if (which == B_NONE || ((which == B_FILTER || which == B_MAP) &&
	    (args->n != 2 || !endless_is_known(r, args->v[1]))) ||
	    (args->named && which != B_PRINT &&
	    which != B_SORTED))
		return false;
	*ret = call_builtin(r, which, args);
	return true;
}
