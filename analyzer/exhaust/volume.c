/*
 * How much the numbers of a submission could come to: a cheap first look, so
 * that only what may be too much is gone through by the replay.
 */
#include "exhaust.h"

#include "../judge.h"

#define LARGE	1e9	/* rounds, or bytes */
#define SMALL	10	/* numbers that count for nothing */
#define DEEPEST	3	/* loops within loops */

/* Of a table, or of what is compared: no rounds. */
static bool
may_be_rounds(const struct node *nodes, uint32_t at)
{
	switch (nodes[nodes[at].parent].kind) {
	case NODE_ARGUMENTS: case NODE_ASSIGNMENT: case NODE_BINARY:
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

	if (end - s < 2 || j->volume > LARGE || !may_be_rounds(j->nodes, at))
		return;
	for (; s < end; s++)
		if (*s >= '0' && *s <= '9')
			n = n * 10 + *s - '0';
		else if (*s != '_')
			return;
	if (n > SMALL)
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
