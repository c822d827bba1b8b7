/*
 * Builtins of a replay that give a number, a text or a container.
 */
#include "replay_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"

enum builtin {
	B_NONE = 0, B_ABS, B_ALL, B_ANY, B_BOOL, B_BYTEARRAY, B_BYTES,
	B_CALLABLE, B_CHR, B_DICT,
	B_DIVMOD, B_ENUMERATE, B_FILTER, B_FLOAT, B_FROZENSET, B_INT,
	B_ISINSTANCE, B_ITER, B_LEN, B_LIST, B_MAP, B_MAX, B_MIN, B_NEXT, B_ORD,
	B_POW, B_PRINT, B_RANGE, B_REVERSED, B_ROUND, B_SET, B_SORTED, B_STR,
	B_SUM, B_TUPLE, B_ZIP, B_HARMLESS,
};

static const struct {
	char		 name[16];
	enum builtin	 is;
	bool		 takes_names;
} builtins[] = {	/* in order */
	{ "abs", B_ABS, false }, { "all", B_ALL, false },
	{ "any", B_ANY, false }, { "bin", B_HARMLESS, false },
	{ "bool", B_BOOL, false }, { "bytearray", B_BYTEARRAY, false },
	{ "bytes", B_BYTES, false }, { "callable", B_CALLABLE, false },
	{ "chr", B_CHR, false }, { "dict", B_DICT, false },
	{ "divmod", B_DIVMOD, false }, { "enumerate", B_ENUMERATE, true },
	{ "filter", B_FILTER, false }, { "float", B_FLOAT, false },
	{ "frozenset", B_FROZENSET, false }, { "hash", B_HARMLESS, false },
	{ "id", B_HARMLESS, false }, { "int", B_INT, false },
	{ "isinstance", B_ISINSTANCE, false }, { "iter", B_ITER, false },
	{ "len", B_LEN, false }, { "list", B_LIST, false },
	{ "map", B_MAP, false }, { "max", B_MAX, true },
	{ "min", B_MIN, true }, { "next", B_NEXT, false },
	{ "ord", B_ORD, false }, { "pow", B_POW, false },
	{ "print", B_PRINT, true }, { "range", B_RANGE, false },
	{ "repr", B_HARMLESS, false }, { "reversed", B_REVERSED, false },
	{ "round", B_ROUND, false }, { "set", B_SET, false },
	{ "sorted", B_SORTED, true }, { "str", B_STR, false },
	{ "sum", B_SUM, false }, { "tuple", B_TUPLE, false },
	{ "type", B_HARMLESS, false }, { "zip", B_ZIP, false },
};

/* round(2.675, 2): as it is printed, which is rounded the same way. */
static struct thing
rounded(struct thing t, const struct args *args)
{
	char text[64];
	double x = t.real;

	if (thing_is_whole(t) && args->n == 1)
		return t;
	if (t.kind != THING_FLOAT || args->n > 2 || !(x < 1e15 && x > -1e15) ||
	    (args->n == 2 && (args->v[1].kind != THING_INT ||
	    args->v[1].integer < 0 || args->v[1].integer > 15)))
		return thing_unknown();
	snprintf(text, sizeof(text), "%.*f", args->n == 2 ?
	    (int)args->v[1].integer : 0, x);
	x = strtod(text, NULL);
	return args->n == 2 ? thing_real(x) : thing_int((int64_t)x);
}

static struct thing
character(struct replay *r, struct thing t)
{
	char *s = arena_alloc(r->j->arena, 2);

	if (t.kind != THING_INT || t.integer < 0 || t.integer > 0x7e)
		return thing_is_number(t) ? thing_unknown() :
		    thing_doubtful(r);
	s[0] = (char)t.integer;
	return thing_text(s, 1);
}

/* isinstance(x, (int, str)): 1, 0; -1: not known. */
static int
is_instance(struct replay *r, struct thing t, struct thing type)
{
	static const struct {
		char	name[16];
		uint8_t	kind, other;
	} types[] = {
		{ "bool", THING_BOOL, THING_BOOL },
		{ "bytes", THING_BYTES, THING_BYTES },
		{ "float", THING_FLOAT, THING_FLOAT },
		{ "int", THING_INT, THING_BOOL },
		{ "str", THING_TEXT, THING_TEXT },
		{ "tuple", THING_TUPLE, THING_TUPLE },
	};
	const char *name;
	int is, all = 0;
	size_t i;

	if (type.kind == THING_TUPLE && thing_has_items(r, type)) {
		for (i = 0; i < type.heap->n; i++) {
			is = type.heap->v[i].kind == THING_TUPLE ? -1 :
			    is_instance(r, t, type.heap->v[i]);
			if (is > 0)
				return 1;
			all = is < 0 ? -1 : all;
		}
		return all;
	}
	if (t.kind == THING_UNKNOWN || thing_is_bound(t) || thing_is_rough(t))
		return -1;
	if (type.kind == THING_CLASS)
		return t.kind != THING_OBJECT ? 0 : t.heap->node ==
		    type.node ? 1 : -1;
	if (type.kind != THING_BUILTIN)
		return -1;
	name = names_text(r->j->names, r->j->nodes[type.node].name);
	for (i = 0; i < ARRAY_SIZE(types); i++)
		if (strcmp(name, types[i].name) == 0)
			return t.kind == types[i].kind || t.kind ==
			    types[i].other ? 1 : t.kind == THING_OBJECT ? -1 :
			    0;
	return -1;
}

/* dict(), dict(pairs), dict(a=1) */
static struct thing
make_dict(struct replay *r, const struct args *args)
{
	struct thing ret = thing_new(r, THING_DICT, 0), items, pair;
	size_t i;

	ret.heap->is_lost = args->n > 1 || args->named;
	if (args->n == 0 || ret.heap->is_lost)
		return ret;
	if (args->v[0].kind == THING_DICT) {
		ret = thing_copy(r, args->v[0], THING_DICT);
		return ret;
	}
	if (!thing_items(r, args->v[0], &items)) {
		ret.heap->is_lost = true;
		return ret;
	}
	for (i = 0; i < items.heap->n && !ret.heap->is_lost; i++) {
		pair = items.heap->v[i];
		if ((pair.kind != THING_TUPLE && pair.kind != THING_LIST) ||
		    !thing_has_items(r, pair) || pair.heap->n != 2)
			ret.heap->is_lost = true;
		else
			thing_put(r, ret, pair.heap->v[0], pair.heap->v[1]);
	}
	return ret;
}

struct thing
thing_copy(struct replay *r, struct thing t, enum thing_kind kind)
{
	struct thing ret = thing_new(r, kind, 0);
	double n = thing_length(r, t);
	size_t i;

	if (kind == THING_DICT ? !thing_has_items(r, t) : !yields_items(r, t,
	    &t)) {
		ret.heap->is_lost = true;
		ret.heap->length = n > 0 && kind != THING_SET && kind != THING_DICT ? n
		    : 0;
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

struct thing
thing_pair(struct replay *r, struct thing a, struct thing b)
{
	struct thing ret = thing_new(r, THING_TUPLE, 2);

	thing_push(r, ret, a);
	thing_push(r, ret, b);
	return ret;
}

static struct thing
summed(struct replay *r, const struct args *args)
{
	struct thing list, all = args->n == 2 ? args->v[1] : thing_int(0);
	size_t i;

	if (args->n == 0 || !yields_items(r, args->v[0], &list))
		return thing_doubtful(r);
	for (i = 0; i < list.heap->n && r->flow == GOES_ON; i++) {
		r->steps++;
		all = replay_binary(r, "+", all, list.heap->v[i]);
	}
	return all;
}

/* bytes(n), bytearray(b"..."); the latter is a list of numbers. */
static struct thing
make_bytes(struct replay *r, struct thing of, bool stays)
{
	double n = thing_is_whole(of) ? (double)of.integer :
	    thing_length(r, of);
	struct thing ret;

	if (n < 0)
		return thing_doubtful(r);
	if (n > 1e9)
		replay_huge(r, 0, n);
	if (stays)
		return thing_buffer(r, n);
	ret = thing_new(r, THING_LIST, 0);
	ret.heap->node = 1;
	ret.heap->is_lost = n > 0;
	ret.heap->length = ret.heap->kept = n;
	return ret;
}

static struct thing
call_builtin(struct replay *r, enum builtin which, const struct args *args)
{
	struct thing a = args->n > 0 ? args->v[0] : thing_unknown(), ret;
	double n;
	size_t i;
	int is;

	switch (which) {
	case B_ABS:
		if (thing_is_whole(a) && a.integer != INT64_MIN)
			return thing_int(a.integer < 0 ? -a.integer :
			    a.integer);
		if (a.kind != THING_FLOAT)
			return thing_is_some_number(a) ?
			    thing_without_sign(a) : thing_unknown();
		return thing_real(a.real < 0 ? -a.real : a.real);
	case B_ALL:
	case B_ANY:
		is = some(r, a, which == B_ANY);
		return is < 0 ? thing_unknown() : thing_bool(is ==
		    (which == B_ANY));
	case B_BOOL:
		is = args->n == 0 ? 0 : thing_truth(r, a);
		return is < 0 ? thing_unknown() : thing_bool(is > 0);
	case B_BYTES:
	case B_BYTEARRAY:
		return args->n > 1 ? thing_doubtful(r) : make_bytes(r,
		    args->n == 0 ? thing_int(0) : a, which == B_BYTES);
	case B_CALLABLE:
		return a.kind == THING_UNKNOWN || a.kind == THING_OBJECT ?
		    thing_unknown() : thing_bool(a.kind >= THING_FUNCTION &&
		    a.kind <= THING_METHOD);
	case B_CHR:
		return character(r, a);
	case B_DICT:
		return make_dict(r, args);
	case B_DIVMOD:
		if (args->n != 2)
			return thing_doubtful(r);
		ret = replay_binary(r, "//", a, args->v[1]);
		return thing_pair(r, ret, replay_binary(r, "%", a, args->v[1]));
	case B_FILTER:
	case B_MAP:
		if (args->n == 2 && endless_is_known(r, args->v[1]))
			return endless_mapped(r, a, args->v[1], which ==
			    B_FILTER);
		return items_mapped(r, args, which == B_FILTER);
	case B_ISINSTANCE:
		is = args->n != 2 ? -1 : is_instance(r, a, args->v[1]);
		return is < 0 ? thing_unknown() : thing_bool(is > 0);
	case B_ITER:
		return args->n != 1 ? thing_doubtful(r) : endless_is_known(r,
		    a) || a.kind == THING_ITERATOR || a.kind ==
		    THING_GENERATOR ? a : thing_copy(r, a,
		    THING_ITERATOR);
	case B_NEXT:
		return args->n == 1 && endless_is_known(r, a) ?
		    endless_next(r, a) : items_next(r, args);
	case B_ENUMERATE:
		return args->n == 1 && !args->named && endless_is_known(r,
		    a) ? endless_enumerated(r, a) : items_counted(r, args);
	case B_ZIP:
		return items_zipped(r, args);
	case B_ORD:
		return a.kind == THING_TEXT && a.n == 1 && a.s != NULL ?
		    thing_int(a.s[0]) : a.kind == THING_TEXT && a.s == NULL ?
		    thing_unknown() : thing_doubtful(r);
	case B_FLOAT:
		return thing_to_real(r, a);
	case B_INT:
		return args->n == 0 ? thing_int(0) : args->n > 1 ?
		    thing_doubtful(r) : thing_to_int(r, a);
	case B_LEN:
		if (a.kind == THING_OBJECT && replay_ask(r, a, "__len__", NULL,
		    0, &ret))
			return ret;
		if (a.kind == THING_LIST && a.heap->is_bag)
			return thing_bound(THING_ABOVE,
			    (int64_t)a.heap->length);
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
		return items_reversed(r, a);
	case B_MAX:
	case B_MIN:
		return items_extreme(r, args, which == B_MAX);
	case B_POW:
		return args->n == 2 ? replay_binary(r, "**", a, args->v[1]) :
		    thing_doubtful(r);
	case B_PRINT:
		for (i = 0; i < args->n; i++)
			replay_add(r, TOTAL_WRITTEN, 1 + (args->v[i].kind ==
			    THING_TEXT ? args->v[i].n : 4));
		return thing_none();
	case B_RANGE:
		return make_range(r, args);
	case B_ROUND:
		return rounded(a, args);
	case B_SORTED:
		return thing_sorted(r, a, args);
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
	size_t from = 0, to = ARRAY_SIZE(builtins), i = 0;
	int order = 1;

	while (order != 0 && from < to) {
		i = (from + to) / 2;
		order = util_compare(name, builtins[i].name);
		if (order < 0)
			to = i;
		else
			from = i + 1;
	}
	if (order != 0 || (args->named && !builtins[i].takes_names))
		return false;
	*ret = call_builtin(r, builtins[i].is, args);
	return true;
}
