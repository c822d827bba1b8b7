/*
 * Patterns that the parser takes and CPython does not: names bound twice,
 * cases that nothing reaches. The parser has no node for `_`.
 */
#include "refused_parts.h"

#include "../../supervisor/base/util.h"
#include "../syntax/literal.h"
#include "../syntax/tree.h"

#define NAMES_MAX	64	/* more are not compared */

struct bound {
	uint32_t	names[NAMES_MAX];
	size_t		n;
};

static bool is_bad_pattern(const struct judge *j, uint32_t at,
    struct bound *bound);

static bool
has_bound(const struct bound *bound, uint32_t name)
{
	size_t i;

	for (i = 0; i < bound->n; i++)
		if (bound->names[i] == name)
			return true;
	return false;
}

/* False if it is bound already. */
static bool
bind(struct bound *bound, uint32_t name)
{
	if (has_bound(bound, name))
		return false;
	if (bound->n < NAMES_MAX)
		bound->names[bound->n++] = name;
	return true;
}

/* A `_` between these bytes, where the parser has no node. */
static bool
has_wildcard(const struct judge *j, uint32_t from, uint32_t to)
{
	return refused_has(j, from, to, '_') && !refused_has(j, from, to, '#');
}

/* Does this take whatever comes? */
static bool
takes_all(const struct judge *j, uint32_t at)
{
	uint32_t last;

	for (;;) {
		last = tree_last(j->nodes, at);
		switch (j->nodes[at].kind) {
		case NODE_CASE_PATTERN:
			if (last == at)
				return refused_is(j, at, "_");
			if (last != at + 1)
				return false;
			break;
		case NODE_DOTTED_NAME:
			return last == at + 1;
		case NODE_TUPLE_PATTERN:
			if (last == at || last != at + 1 || refused_has(j,
			    j->nodes[last].end, j->nodes[at].end, ','))
				return false;
			break;
		case NODE_AS_PATTERN:
			last = at + 1;
			break;
		case NODE_UNION_PATTERN:
			if (last == at || j->nodes[last].end !=
			    j->nodes[at].end)
				return has_wildcard(j, j->nodes[at].end - 1,
				    j->nodes[at].end);
			break;
		default:
			return false;
		}
		at = last;
	}
}

/* Every alternative but the last may fail, and all bind the same names. */
static bool
is_bad_union(const struct judge *j, uint32_t at, struct bound *outer)
{
	struct bound first = { .n = 0 }, next;
	uint32_t child, gap = j->nodes[at].start, end = j->nodes[at].end;
	bool any = false;
	size_t i;

	TREE_CHILDREN(j->nodes, at, child) {
		if (has_wildcard(j, gap, j->nodes[child].start))
			return true;
		gap = j->nodes[child].end;
		if (gap != end && takes_all(j, child))
			return true;
		next.n = 0;
		if (is_bad_pattern(j, child, &next))
			return true;
		if (!any)
			first = next;
		any = true;
		if (first.n != next.n)
			return true;
		for (i = 0; i < next.n; i++)
			if (!has_bound(&first, next.names[i]))
				return true;
	}
	if (has_wildcard(j, gap, end) && (first.n > 0 || !has_wildcard(j,
	    end - 1, end) || memchr(j->source.bytes + gap, '_', end - gap) !=
	    j->source.bytes + end - 1))
		return true;
	for (i = 0; i < first.n; i++)
		if (!bind(outer, first.names[i]))
			return true;
	return false;
}

static bool
is_bad_sequence(const struct judge *j, uint32_t at, struct bound *bound)
{
	uint32_t child, star = 0;

	TREE_CHILDREN(j->nodes, at, child) {
		if (j->nodes[child].kind == NODE_CASE_PATTERN &&
		    j->nodes[child + 1].kind == NODE_SPLAT_PATTERN &&
		    child + 1 < j->nodes[child].skip) {
			if (star != 0)
				return true;
			star = child;
		}
		if (is_bad_pattern(j, child, bound))
			return true;
	}
	return star == at + 1 && tree_last(j->nodes, at) == star &&
	    j->nodes[at].kind == NODE_TUPLE_PATTERN &&
	    !refused_has(j, j->nodes[star].end, j->nodes[at].end, ',');
}

/* Literals of one text; signs are no part of the nodes. */
static bool
are_same_keys(const struct judge *j, uint32_t a, uint32_t b)
{
	size_t n, k;
	const char *s = judge_text(j, a, &n), *t = judge_text(j, b, &k);

	return j->nodes[a].kind == j->nodes[b].kind && n == k &&
	    memcmp(s, t, n) == 0;
}

static bool
is_negative(const struct judge *j, uint32_t number)
{
	uint32_t i = j->nodes[number].start;

	while (i > 0 && j->source.bytes[i - 1] == ' ')
		i--;
	return i > 0 && j->source.bytes[i - 1] == '-';
}

static bool
is_bad_mapping(const struct judge *j, uint32_t at, struct bound *bound)
{
	uint32_t child, other, n = 0;

	TREE_CHILDREN(j->nodes, at, child) {
		n++;
		switch (j->nodes[child].kind) {
		case NODE_SPLAT_PATTERN:
			/* **_, and what stands behind the rest */
			if (child + 1 == j->nodes[child].skip ||
			    j->nodes[child].skip < j->nodes[at].skip)
				return true;
			break;
		case NODE_STRING:
		case NODE_INTEGER:
		case NODE_FLOAT:
		case NODE_NONE:
		case NODE_TRUE:
		case NODE_FALSE:
			for (other = at + 1; other < child &&
			    n < NAMES_MAX && !is_negative(j, child);
			    other = j->nodes[other].skip)
				if (!is_negative(j, other) &&
				    are_same_keys(j, other, child))
					return true;
			break;
		case NODE_DOTTED_NAME:
			/* A key is looked up, never bound. */
			if (tree_last(j->nodes, child) == child + 1)
				return true;
			continue;
		}
		if (is_bad_pattern(j, child, bound))
			return true;
	}
	return false;
}

/* The `a` of `a=...`, or of `a=... as b`; 0: no such. */
static uint32_t
keyword_of(const struct judge *j, uint32_t at)
{
	while (at + 1 < j->nodes[at].skip &&
	    (j->nodes[at].kind == NODE_CASE_PATTERN ||
	    j->nodes[at].kind == NODE_AS_PATTERN))
		at++;
	return j->nodes[at].kind == NODE_KEYWORD_PATTERN ? at + 1 : 0;
}

static bool
is_bad_class(const struct judge *j, uint32_t at, struct bound *bound)
{
	uint32_t child, name;
	struct bound keywords = { .n = 0 };

	for (child = j->nodes[at + 1].skip; child < j->nodes[at].skip;
	    child = j->nodes[child].skip) {
		name = keyword_of(j, child);
		if (name != 0 ? !bind(&keywords, j->nodes[name].name) :
		    keywords.n > 0)
			return true;
		if (child + 1 < j->nodes[child].skip &&
		    j->nodes[child + 1].kind == NODE_SPLAT_PATTERN)
			return true;
		if (is_bad_pattern(j, child, bound))
			return true;
	}
	return false;
}

static bool
is_imaginary(const struct judge *j, uint32_t number)
{
	return (j->source.bytes[j->nodes[number].end - 1] | 0x20) == 'j';
}

static bool
is_bad_pattern(const struct judge *j, uint32_t at, struct bound *bound)
{
	uint32_t child, last = tree_last(j->nodes, at);
	struct literal_prefix prefix;
	const char *s;
	size_t n;

	switch (j->nodes[at].kind) {
	case NODE_DOTTED_NAME:
		return last == at + 1 && !bind(bound, j->nodes[last].name);
	case NODE_SPLAT_PATTERN:
		return last != at && !bind(bound, j->nodes[last].name);
	case NODE_AS_PATTERN:
		return refused_is(j, last, "_") ||
		    is_bad_pattern(j, at + 1, bound) ||
		    !bind(bound, j->nodes[last].name);
	case NODE_UNION_PATTERN:
		return is_bad_union(j, at, bound);
	case NODE_LIST_PATTERN:
	case NODE_TUPLE_PATTERN:
		return is_bad_sequence(j, at, bound);
	case NODE_DICT_PATTERN:
		return is_bad_mapping(j, at, bound);
	case NODE_CLASS_PATTERN:
		return is_bad_class(j, at, bound);
	case NODE_COMPLEX_PATTERN:
		return is_imaginary(j, at + 1) || !is_imaginary(j, last);
	case NODE_STRING:
		s = judge_text(j, at + 1, &n);
		literal_read_prefix(s, n, &prefix);
		return prefix.format;
	case NODE_CASE_PATTERN:
		TREE_CHILDREN(j->nodes, at, child)
			if (is_bad_pattern(j, child, bound))
				return true;
		return false;
	case NODE_KEYWORD_PATTERN:
		for (child = j->nodes[at + 1].skip; child < j->nodes[at].skip;
		    child = j->nodes[child].skip)
			if (is_bad_pattern(j, child, bound))
				return true;
		return false;
	default:
		return false;
	}
}

bool
refused_case(const struct judge *j, uint32_t at)
{
	struct bound bound = { .n = 0 };
	uint32_t child, stars = 0;

	TREE_CHILDREN(j->nodes, at, child) {
		if (j->nodes[child].kind != NODE_CASE_PATTERN)
			break;
		if (child + 1 < j->nodes[child].skip &&
		    j->nodes[child + 1].kind == NODE_SPLAT_PATTERN)
			stars++;
		if (stars > 1 || is_bad_pattern(j, child, &bound))
			return true;
	}
	/* case *a: one star is no sequence without a comma. */
	return stars == 1 && j->nodes[at + 1].skip == child && child <
	    j->nodes[at].skip && !refused_has(j, j->nodes[at + 1].end,
	    j->nodes[child].start, ',');
}

/* A case that takes all, and others behind it. */
bool
refused_match(const struct judge *j, uint32_t at)
{
	uint32_t block = tree_last(j->nodes, at), child, next;

	TREE_CHILDREN(j->nodes, block, child) {
		next = j->nodes[child + 1].skip;
		if (j->nodes[child].kind == NODE_CASE &&
		    j->nodes[child].skip < j->nodes[block].skip &&
		    next < j->nodes[child].skip &&
		    j->nodes[next].kind == NODE_BLOCK &&
		    takes_all(j, child + 1) && !refused_has(j,
		    j->nodes[child + 1].end, j->nodes[next].start, ','))
			return true;
	}
	return false;
}
