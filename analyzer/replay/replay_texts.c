/*
 * Methods of a replay's texts. A text is ASCII here; of one that is too long
 * to be kept only the length is known, and of bytes never more.
 */
#include "replay_parts.h"

#include <string.h>

#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"

#define TEXT_MAX	4096
#define WIDTH_MAX	1e9	/* that is asked for */

enum method {
	M_NONE = 0, M_CAPITALIZE, M_CENTER, M_COUNT, M_ENCODE, M_ENDSWITH,
	M_FIND, M_INDEX, M_ISALNUM, M_ISALPHA, M_ISDIGIT, M_ISLOWER,
	M_ISSPACE, M_ISUPPER, M_JOIN, M_LJUST, M_LOWER, M_LSTRIP, M_PARTITION,
	M_PREFIX, M_REPLACE, M_RFIND, M_RJUST, M_RPARTITION, M_RSTRIP,
	M_SPLIT, M_SPLITLINES, M_STARTSWITH, M_STRIP, M_SUFFIX, M_SWAPCASE,
	M_TITLE, M_UPPER, M_ZFILL, M_HARMLESS,
};

static const struct {
	char		name[16];
	enum method	is;
	uint8_t		least, most;	/* arguments */
} methods[] = {
	{ "capitalize", M_CAPITALIZE, 0, 0 }, { "casefold", M_LOWER, 0, 0 },
	{ "center", M_CENTER, 1, 2 }, { "count", M_COUNT, 1, 1 },
	{ "encode", M_ENCODE, 0, 1 }, { "endswith", M_ENDSWITH, 1, 1 },
	{ "find", M_FIND, 1, 3 }, { "format", M_HARMLESS, 0, ARGS_MAX },
	{ "index", M_INDEX, 1, 2 }, { "isalnum", M_ISALNUM, 0, 0 },
	{ "isalpha", M_ISALPHA, 0, 0 }, { "isdecimal", M_ISDIGIT, 0, 0 },
	{ "isdigit", M_ISDIGIT, 0, 0 }, { "islower", M_ISLOWER, 0, 0 },
	{ "isnumeric", M_ISDIGIT, 0, 0 }, { "isspace", M_ISSPACE, 0, 0 },
	{ "isupper", M_ISUPPER, 0, 0 }, { "join", M_JOIN, 1, 1 },
	{ "ljust", M_LJUST, 1, 2 }, { "lower", M_LOWER, 0, 0 },
	{ "lstrip", M_LSTRIP, 0, 1 }, { "partition", M_PARTITION, 1, 1 },
	{ "removeprefix", M_PREFIX, 1, 1 }, { "removesuffix", M_SUFFIX, 1, 1 },
	{ "replace", M_REPLACE, 2, 3 }, { "rfind", M_RFIND, 1, 3 },
	{ "rjust", M_RJUST, 1, 2 }, { "rpartition", M_RPARTITION, 1, 1 },
	{ "rstrip", M_RSTRIP, 0, 1 }, { "split", M_SPLIT, 0, 2 },
	{ "splitlines", M_SPLITLINES, 0, 0 },
	{ "startswith", M_STARTSWITH, 1, 1 }, { "strip", M_STRIP, 0, 1 },
	{ "swapcase", M_SWAPCASE, 0, 0 }, { "title", M_TITLE, 0, 0 },
	{ "upper", M_UPPER, 0, 0 }, { "zfill", M_ZFILL, 1, 1 },
};

static bool
is_lower(char c)
{
	return c >= 'a' && c <= 'z';
}

static bool
is_upper(char c)
{
	return c >= 'A' && c <= 'Z';
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool
is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1c &&
	    c <= 0x1f);
}

static char
lower(char c)
{
	return is_upper(c) ? (char)(c | 32) : c;
}

static char
upper(char c)
{
	return is_lower(c) ? (char)(c & ~32) : c;
}

static struct thing
part(struct thing text, size_t from, size_t to)
{
	return thing_text(text.s + from, to - from);
}

/* Where it stands first, from here on; SIZE_MAX: nowhere. */
static size_t
find(struct thing text, struct thing what, size_t from)
{
	const char *at;

	if (from > text.n || what.n > text.n - from)
		return SIZE_MAX;
	if (what.n == 0)
		return from;
	at = memmem(text.s + from, text.n - from, what.s, what.n);
	return at == NULL ? SIZE_MAX : (size_t)(at - text.s);
}

static size_t
find_last(struct thing text, struct thing what)
{
	size_t at;

	if (what.n > text.n)
		return SIZE_MAX;
	for (at = text.n - what.n + 1; at-- > 0;)
		if (what.n == 0 || memcmp(text.s + at, what.s, what.n) == 0)
			return at;
	return SIZE_MAX;
}

static struct thing
cased(struct replay *r, struct thing text, enum method which)
{
	char *s = arena_alloc(r->j->arena, text.n + 1), c;
	bool first = true;
	size_t i;

	for (i = 0; i < text.n; i++) {
		c = text.s[i];
		if (which == M_TITLE || which == M_CAPITALIZE)
			c = first ? upper(c) : lower(c);
		else
			c = which == M_UPPER ? upper(c) : which == M_LOWER ?
			    lower(c) : is_lower(c) ? upper(c) : lower(c);
		first = which == M_TITLE && !is_lower(c) && !is_upper(c);
		s[i] = c;
	}
	return thing_text(s, text.n);
}

/* Are all of it such characters, and is there one? */
static bool
consists(struct thing text, enum method which)
{
	bool letter, some = false;
	size_t i;
	char c;

	for (i = 0; i < text.n; i++) {
		c = text.s[i];
		letter = is_lower(c) || is_upper(c);
		switch (which) {
		case M_ISDIGIT:
			some = is_digit(c);
			break;
		case M_ISALPHA:
			some = letter;
			break;
		case M_ISALNUM:
			some = letter || is_digit(c);
			break;
		case M_ISSPACE:
			some = is_space(c);
			break;
		default:	/* isupper, islower: of the letters */
			if (!letter)
				continue;
			some = is_upper(c) == (which == M_ISUPPER);
		}
		if (!some)
			return false;
	}
	return some;
}

static struct thing
stripped(struct thing text, enum method which, const struct args *args)
{
	struct thing set = args->n > 0 ? args->v[0] : thing_none();
	size_t from = 0, to = text.n;

#define GOES(c) (set.kind == THING_TEXT ? set.n > 0 && memchr(set.s, c, \
    set.n) != NULL : is_space(c))
	while (which != M_RSTRIP && from < to && GOES(text.s[from]))
		from++;
	while (which != M_LSTRIP && to > from && GOES(text.s[to - 1]))
		to--;
#undef GOES
	return part(text, from, to);
}

/* How long a text of this width comes to be. */
static struct thing
padded(struct replay *r, struct thing text, enum method which,
    const struct args *args)
{
	struct thing fill = args->n > 1 ? args->v[1] : thing_text(
	    which == M_ZFILL ? "0" : " ", 1);
	double width;
	size_t left, n, i = 0;
	char *s;

	if (!thing_is_whole(args->v[0]))
		return args->v[0].kind == THING_UNKNOWN ? thing_unknown() :
		    thing_doubtful(r);
	width = (double)args->v[0].integer;
	if (width <= text.n)
		return text;
	if (width > WIDTH_MAX)
		replay_huge(r, 0, width);
	if (text.s == NULL || width > TEXT_MAX || fill.kind != THING_TEXT ||
	    fill.n != 1 || fill.s == NULL)
		return text.kind == THING_BYTES ? thing_bytes(width) :
		    thing_long_text(width);
	n = (size_t)width;
	left = which == M_LJUST ? 0 : which != M_CENTER ? n - text.n :
	    (n - text.n) / 2 + ((n - text.n) & n & 1);
	s = arena_alloc(r->j->arena, n + 1);
	/* The sign stays in front of the zeros. */
	if (which == M_ZFILL && text.n > 0 && (text.s[0] == '-' ||
	    text.s[0] == '+'))
		s[i++] = text.s[0];
	memset(s + i, fill.s[0], n - i);
	memcpy(s + left + i, text.s + i, text.n - i);
	r->steps += (uint32_t)n / 64;
	return thing_text(s, n);
}

static struct thing
split(struct replay *r, struct thing text, const struct args *args)
{
	struct thing sep = args->n > 0 ? args->v[0] : thing_none();
	struct thing ret = thing_new(r, THING_LIST, 0);
	int64_t most = args->n > 1 ? args->v[1].integer : -1;
	size_t from = 0, to;

	if (sep.kind == THING_NONE)
		for (;;) {
			while (from < text.n && is_space(text.s[from]))
				from++;
			if (from == text.n)
				return ret;
			to = from;
			while (to < text.n && (!is_space(text.s[to]) ||
			    most == 0))
				to++;
			most--;
			thing_push(r, ret, part(text, from, to));
			from = to;
		}
	while (most-- != 0 && (to = find(text, sep, from)) != SIZE_MAX) {
		thing_push(r, ret, part(text, from, to));
		from = to + sep.n;
	}
	thing_push(r, ret, part(text, from, text.n));
	return ret;
}

static struct thing
lines_of(struct replay *r, struct thing text)
{
	struct thing ret = thing_new(r, THING_LIST, 0);
	size_t from = 0, i;
	char c;

	for (i = 0; i < text.n; i++) {
		c = text.s[i];
		if ((c < '\n' || c > '\r') && (c < 0x1c || c > 0x1e))
			continue;
		thing_push(r, ret, part(text, from, i));
		if (c == '\r' && i + 1 < text.n && text.s[i + 1] == '\n')
			i++;
		from = i + 1;
	}
	if (from < text.n)
		thing_push(r, ret, part(text, from, text.n));
	return ret;
}

static struct thing
parted(struct replay *r, struct thing text, struct thing by, bool last)
{
	struct thing ret = thing_new(r, THING_TUPLE, 3);
	size_t at = last ? find_last(text, by) : find(text, by, 0);
	struct thing none = thing_text("", 0);

	if (at == SIZE_MAX) {
		thing_push(r, ret, last ? none : text);
		thing_push(r, ret, none);
		thing_push(r, ret, last ? text : none);
		return ret;
	}
	thing_push(r, ret, part(text, 0, at));
	thing_push(r, ret, by);
	thing_push(r, ret, part(text, at + by.n, text.n));
	return ret;
}

static struct thing
joined(struct replay *r, struct thing by, struct thing items)
{
	double all = 0;
	bool known = by.s != NULL;
	size_t i, n = 0;
	struct thing t;
	char *s;

	if (!yields_items(r, items, &items))
		return thing_length(r, items) < 0 ? thing_unknown() :
		    thing_doubtful(r);
	for (i = 0; i < items.heap->n; i++) {
		t = items.heap->v[i];
		if (t.kind != by.kind)
			return t.kind == THING_UNKNOWN ? thing_unknown() :
			    thing_doubtful(r);
		all += t.n + (i > 0 ? by.n : 0);
		known &= t.s != NULL;
	}
	if (all > WIDTH_MAX)
		replay_huge(r, 0, all);
	if (by.kind == THING_BYTES)
		return thing_bytes(all);
	if (!known || all > TEXT_MAX)
		return thing_long_text(all);
	s = arena_alloc(r->j->arena, (size_t)all + 1);
	for (i = 0; i < items.heap->n; i++) {
		t = items.heap->v[i];
		if (i > 0 && by.n > 0)
			memcpy(s + n, by.s, by.n);
		n += i > 0 ? by.n : 0;
		if (t.n > 0)
			memcpy(s + n, t.s, t.n);
		n += t.n;
	}
	r->steps += (uint32_t)all / 64;
	return thing_text(s, n);
}

/* How often it stands there, none of them over another. */
static size_t
count_of(struct thing text, struct thing what)
{
	size_t at, n = 0;

	if (what.n == 1)
		for (at = 0; at < text.n; at++)
			n += text.s[at] == what.s[0];
	else
		for (at = 0; (at = find(text, what, at)) != SIZE_MAX; at +=
		    what.n)
			n++;
	return n;
}

static struct thing
replaced(struct replay *r, struct thing text, const struct args *args)
{
	struct thing old = args->v[0], new = args->v[1];
	size_t at, from = 0, n = 0, count;
	double all;
	char *s;

	if (old.n == 0)
		return thing_unknown();
	count = count_of(text, old);
	all = (double)text.n + (double)count * ((double)new.n - old.n);
	if (all > WIDTH_MAX)
		replay_huge(r, 0, all);
	if (new.s == NULL || all > TEXT_MAX * 4)
		return thing_long_text(all);
	s = arena_alloc(r->j->arena, (size_t)all + 1);
	while ((at = find(text, old, from)) != SIZE_MAX) {
		while (from < at)
			s[n++] = text.s[from++];
		if (new.n > 0)
			memcpy(s + n, new.s, new.n);
		n += new.n;
		from = at + old.n;
	}
	if (text.n > from)
		memcpy(s + n, text.s + from, text.n - from);
	r->steps += (uint32_t)all / 64;
	return thing_text(s, (size_t)all);
}

/* Also of a tuple: any of them. */
static int
has_end(struct replay *r, struct thing text, struct thing end, bool first)
{
	size_t i;
	int is;

	if (end.kind == THING_TUPLE && thing_has_items(r, end)) {
		for (i = 0; i < end.heap->n; i++) {
			is = end.heap->v[i].kind != THING_TEXT ? -1 : has_end(r,
			    text, end.heap->v[i], first);
			if (is != 0)
				return is;
		}
		return 0;
	}
	if (end.kind != THING_TEXT || end.s == NULL)
		return -1;
	return end.n <= text.n && (end.n == 0 || memcmp(first ? text.s :
	    text.s + text.n - end.n, end.s, end.n) == 0);
}

/* The method, of a text and arguments that are known. */
static struct thing
call(struct replay *r, struct thing text, enum method which,
    const struct args *args)
{
	struct thing a = args->n > 0 ? args->v[0] : thing_none();
	size_t at;
	int is;

	switch (which) {
	case M_CAPITALIZE: case M_LOWER: case M_SWAPCASE: case M_TITLE:
	case M_UPPER:
		return cased(r, text, which);
	case M_ENCODE:
		return thing_bytes(text.n);
	case M_ISALNUM: case M_ISALPHA: case M_ISDIGIT: case M_ISLOWER:
	case M_ISSPACE: case M_ISUPPER:
		return thing_bool(consists(text, which));
	case M_LSTRIP: case M_RSTRIP: case M_STRIP:
		return stripped(text, which, args);
	case M_SPLIT:
		if (a.kind == THING_TEXT && a.n == 0)
			break;
		return split(r, text, args);
	case M_SPLITLINES:
		return lines_of(r, text);
	case M_STARTSWITH: case M_ENDSWITH:
		is = has_end(r, text, a, which == M_STARTSWITH);
		return is < 0 ? thing_unknown() : thing_bool(is > 0);
	case M_REPLACE:
		return args->n == 2 ? replaced(r, text, args) :
		    thing_unknown();
	default:
		break;
	}
	if (a.kind != THING_TEXT)
		return thing_doubtful(r);
	switch (which) {
	case M_COUNT:
		if (a.n == 0)
			return thing_int((int64_t)text.n + 1);
		return thing_int((int64_t)count_of(text, a));
	case M_FIND: case M_INDEX:
		if (args->n > 1 && args->v[1].integer < 0)
			break;
		if (args->n > 2 && args->v[2].integer < 0)
			break;
		if (args->n > 2 && args->v[2].integer < (int64_t)text.n)
			text.n = (uint32_t)args->v[2].integer;
		at = find(text, a, args->n > 1 ? (size_t)args->v[1].integer :
		    0);
		if (at == SIZE_MAX && which == M_INDEX) {
			replay_raise(r, "ValueError");
			break;
		}
		return thing_int(at == SIZE_MAX ? -1 : (int64_t)at);
	case M_RFIND:
		if (args->n > 1 && args->v[1].integer != 0)
			break;
		if (args->n > 2 && args->v[2].integer < 0)
			break;
		if (args->n > 2 && args->v[2].integer < (int64_t)text.n)
			text.n = (uint32_t)args->v[2].integer;
		at = find_last(text, a);
		return thing_int(at == SIZE_MAX ? -1 : (int64_t)at);
	case M_PARTITION: case M_RPARTITION:
		return a.n == 0 ? thing_doubtful(r) : parted(r, text, a,
		    which == M_RPARTITION);
	case M_PREFIX:
		return has_end(r, text, a, true) > 0 ? part(text, a.n, text.n)
		    : text;
	case M_SUFFIX:
		return has_end(r, text, a, false) > 0 ? part(text, 0, text.n -
		    a.n) : text;
	default:
		break;
	}
	return thing_doubtful(r);
}

/* Is what it is given of the kinds that each of them takes, and known? */
static bool
is_known(struct thing text, const struct args *args)
{
	size_t i;

	if (text.s == NULL && text.n > 0)
		return false;
	for (i = 0; i < args->n; i++)
		if (args->v[i].kind == THING_UNKNOWN || (args->v[i].kind ==
		    THING_TEXT && args->v[i].s == NULL) || (i > 0 &&
		    args->v[i].kind != THING_TEXT && !thing_is_whole(
		    args->v[i])))
			return false;
	return true;
}

struct thing
replay_text_method(struct replay *r, struct thing text, const char *name,
    const struct args *args)
{
	enum method which = M_NONE;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(methods); i++)
		if (name[0] == methods[i].name[0] && strcmp(name,
		    methods[i].name) == 0 && args->n >= methods[i].least &&
		    args->n <= methods[i].most)
			which = methods[i].is;
	if (which == M_NONE)
		return thing_doubtful(r);
	if (which == M_JOIN)
		return joined(r, text, args->v[0]);
	r->steps += text.n / 64;
	if (which == M_LJUST || which == M_RJUST || which == M_CENTER ||
	    which == M_ZFILL)
		return padded(r, text, which, args);
	if (which == M_HARMLESS || text.kind == THING_BYTES)
		return thing_unknown();
	/* Growing: by how much, is known of a short text alone. */
	if (which == M_REPLACE && args->n == 2 && text.s != NULL &&
	    args->v[0].kind == THING_TEXT && args->v[1].kind == THING_TEXT &&
	    args->v[0].s != NULL)
		return replaced(r, text, args);
	if (is_known(text, args))
		return call(r, text, which, args);
	switch (which) {
	case M_LOWER: case M_UPPER: case M_SWAPCASE: case M_TITLE:
	case M_CAPITALIZE:
		return text;
	case M_ENCODE:
		return thing_bytes(text.n);
	case M_INDEX:	/* may raise */
		return thing_doubtful(r);
	default:
		return thing_unknown();
	}
}
