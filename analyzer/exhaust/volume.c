/*
 * How much the numbers of a submission could come to: a cheap first look, so
 * that only what may be too much is gone through by the replay.
 */
#include "exhaust.h"

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../values/eval.h"
#include "../values/site.h"

#define LARGE	1e9	/* rounds, or bytes */
#define SMALL	10	/* numbers that count for nothing */
#define SMALL_MORE	100	/* the same, added to something */
#define DEEPEST	3	/* loops within loops */

/* Numbers in, and none out: what only shows them, or makes bytes of them. */
static bool
is_for_show(struct judge *j, uint32_t call)
{
	static const char all[][16] = { "print", "struct.pack" };
	const struct value *v = j->nodes[call].kind != NODE_CALL ? NULL :
	    vset_only(eval(j, call + 1), VALUE_PATH);

	return v != NULL && IS_ONE_OF(names_text(j->names, v->name), all);
}

/* (x * 31 % 256, 0): the rest, in a table. */
static bool
is_rest_in_table(const struct judge *j, uint32_t at)
{
	const struct node *nodes = j->nodes;
	bool is_rest = false;
	char operator;

	for (; nodes[nodes[at].parent].kind == NODE_BINARY || nodes[nodes[
	    at].parent].kind == NODE_PARENTHESIZED; at = nodes[at].parent) {
		if (nodes[nodes[at].parent].kind != NODE_BINARY)
			continue;
		operator = site_operator(j, nodes[at].parent + 1,
		    tree_last(nodes, nodes[at].parent));
		/* What a rest is multiplied with counts, and it with that. */
		is_rest = operator == '%' || operator == '&' || (is_rest &&
		    (operator == '+' || operator == '-'));
	}
	return is_rest && (nodes[nodes[at].parent].kind == NODE_TUPLE ||
	    nodes[nodes[at].parent].kind == NODE_LIST);
}

/* x + 54: as good as x. */
static bool
is_little_more(const struct judge *j, uint32_t at, double n)
{
	uint32_t sum = j->nodes[at].parent, other = sum + 1, last;
	char operator;

	if (n >= SMALL_MORE)
		return false;
	last = tree_last(j->nodes, sum);
	operator = site_operator(j, other, last);
	if (other == at)
		other = last;
	return (operator == '+' || operator == '-') &&
	    j->nodes[other].kind != NODE_INTEGER;
}

/* Of a table, or of what is compared: no rounds. */
static bool
may_be_rounds(struct judge *j, uint32_t at, double n)
{
	const struct node *nodes = j->nodes;
	uint32_t parent = nodes[at].parent;

	switch (nodes[parent].kind) {
	case NODE_ARGUMENTS:
		return !is_for_show(j, nodes[parent].parent);
	case NODE_BINARY:
		return !is_little_more(j, at, n) && !is_rest_in_table(j, at);
	case NODE_ASSIGNMENT:
	case NODE_DEFAULT_PARAMETER: case NODE_EXPRESSION_LIST:
	case NODE_KEYWORD_ARGUMENT: case NODE_TYPED_DEFAULT_PARAMETER:
		return true;
	default:
		return false;
	}
}

void
check_volume(struct judge *j, uint32_t at)
{
	const char *s = j->source.bytes + j->nodes[at].start;
	const char *end = j->source.bytes + j->nodes[at].end;
	double n = 0;

	if (end - s < 2 || j->volume > LARGE)
		return;
	for (; s < end; s++)
		if (*s >= '0' && *s <= '9')
			n = n * 10 + *s - '0';
		else if (*s != '_')
			return;
	if (n > SMALL && may_be_rounds(j, at, n))
		j->volume *= n;
}

/* The loops that stand in each other, clauses of comprehensions included. */
static unsigned
depth_of_loops(const struct judge *j)
{
	uint32_t i, at;
	unsigned depth, deepest = 0;

	for (i = 0; i < j->tree.n && deepest < DEEPEST; i++) {
		if (j->nodes[i].kind != NODE_FOR && j->nodes[i].kind !=
		    NODE_FOR_IN_CLAUSE)
			continue;
		for (depth = 0, at = i; at != 0; at = j->nodes[at].parent)
			depth += j->nodes[at].kind == NODE_FOR ||
			    j->nodes[at].kind == NODE_FOR_IN_CLAUSE ||
			    j->nodes[at].kind == NODE_LIST_COMPREHENSION ||
			    j->nodes[at].kind == NODE_GENERATOR;
		deepest = depth > deepest ? depth : deepest;
	}
	return deepest;
}

bool
volume_is_large(const struct judge *j)
{
	unsigned depth = depth_of_loops(j), i;
	double all = j->volume;

	for (i = 1; i < depth; i++)
		all *= j->volume;
	return depth > 0 && all > LARGE;
}
