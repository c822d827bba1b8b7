/*
 * Constants that ask for more memory or time than any honest program: seen
 * before they run, and never worked out here.
 */
#include "check.h"

#include "judge.h"
#include "report.h"

#define MANY	1000000000	/* elements, or bits */

static bool
constant_int(struct judge *j, uint32_t node, int64_t *ret)
{
	const struct value *v = vset_only(eval(j, node), VALUE_INT);

	if (v == NULL)
		return false;
	*ret = v->integer;
	return true;
}

static bool
is_sequence(struct judge *j, uint32_t node)
{
	const struct vset *set = eval(j, node);

	return set->n == 1 && !set->unknown && (
	    ((set->v[0]->kind == VALUE_STR || set->v[0]->kind == VALUE_BYTES)
	    && set->v[0]->text.n > 0) ||
	    (set->v[0]->kind == VALUE_LIST && set->v[0]->items.n > 0));
}

/* The bits of a positive number, rounded up. */
static int64_t
bits_of(int64_t n)
{
	int64_t bits = 0;

	for (n = n < 0 ? -n : n; n > 0; n >>= 1)
		bits++;
	return bits;
}

static void
check_huge(struct judge *j, uint32_t at)
{
	uint32_t left = at + 1, right = tree_last(j->nodes, at);
	const char *op = j->source.bytes + j->nodes[left].end;
	const char *end = j->source.bytes + j->nodes[right].start;
	int64_t a, b;
	bool huge = false;

	while (op < end && (*op == ' ' || *op == '\t'))
		op++;
	if (end - op >= 2 && op[0] == '*' && op[1] == '*')
		huge = constant_int(j, right, &b) && b > 0 &&
		    constant_int(j, left, &a) && (a > 1 || a < -1) &&
		    b > MANY / bits_of(a);
	else if (end - op >= 2 && op[0] == '<' && op[1] == '<')
		huge = constant_int(j, right, &b) && b > MANY;
	else if (end > op && op[0] == '*')
		huge = (constant_int(j, right, &b) && b > MANY &&
		    is_sequence(j, left)) || (constant_int(j, left, &a) &&
		    a > MANY && is_sequence(j, right));
	if (huge)
		report_flow(j, FLOW_HUGE_RESULT, at, "a constant", NULL);
}

/* `while True:` whose body does nothing that could ever end it. */
static void
check_endless(struct judge *j, uint32_t at)
{
	uint32_t i;
	int64_t n;

	if (j->nodes[at + 1].kind != NODE_TRUE &&
	    !(j->nodes[at + 1].kind == NODE_INTEGER &&
	    constant_int(j, at + 1, &n) && n != 0))
		return;
	for (i = at + 2; i < j->nodes[at].skip; i++)
		switch (j->nodes[i].kind) {
		case NODE_PASS:
		case NODE_CONTINUE:
		case NODE_BLOCK:
		case NODE_ELLIPSIS:
		case NODE_COMMENT:
		case NODE_EXPRESSION_STATEMENT:
			break;
		default:
			return;
		}
	report_flow(j, FLOW_ENDLESS_LOOP, at, "while True", NULL);
}

void
check_bomb(struct judge *j, uint32_t at)
{
	if (j->nodes[at].kind == NODE_WHILE)
		check_endless(j, at);
	else
		check_huge(j, at);
}
