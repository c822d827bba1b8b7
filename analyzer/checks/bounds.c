/*
 * Constants that ask for more memory or time than any run has, seen before
 * they run and never worked out here; and a loop that nothing leaves, which is
 * a note. All else that only exhausts is left to the limits of the run.
 */
#include "checks.h"

#include "../judge.h"
#include "../findings/report.h"
#include "../eval/eval.h"

#define MANY		1000000000	/* elements, or bits */
#define POWER_BITS	200000000	/* of what a power gives */

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

/* The bits of a number, rounded up. */
static int64_t
bits_of(int64_t n)
{
	int64_t bits = 0;

	for (n = n < 0 ? -n : n; n > 0; n >>= 1)
		bits++;
	return bits;
}

/* 9**9**9: the right side is worked out, or is itself too much. */
static bool
is_huge_power(struct judge *j, uint32_t left, uint32_t right)
{
	int64_t a, b;

	return constant_int(j, left, &a) && constant_int(j, right, &b) &&
	    b > 0 && (a > 1 || a < -1) && b > POWER_BITS / bits_of(a);
}

void
check_huge(struct judge *j, uint32_t at)
{
	uint32_t left = at + 1, right = tree_last(j->nodes, at);
	const char *op = j->source.bytes + j->nodes[left].end;
	const char *end = j->source.bytes + j->nodes[right].start;
	int64_t n;
	bool huge = false;

	while (op < end && (*op == ' ' || *op == '\t'))
		op++;
	if (end - op >= 2 && op[0] == '*' && op[1] == '*')
		huge = is_huge_power(j, left, right);
	else if (end - op >= 2 && op[0] == '<' && op[1] == '<')
		huge = constant_int(j, right, &n) && n > MANY;
	else if (end > op && op[0] == '*')
		huge = (constant_int(j, right, &n) && n > MANY &&
		    is_sequence(j, left)) || (constant_int(j, left, &n) &&
		    n > MANY && is_sequence(j, right));
	if (huge)
		report_flow(j, FLOW_HUGE_RESULT, at, "a constant", NULL);
}

static bool
is_true(struct judge *j, uint32_t node)
{
	int64_t n;

	return j->nodes[node].kind == NODE_TRUE ||
	    (constant_int(j, node, &n) && n != 0);
}

void
check_endless(struct judge *j, uint32_t loop)
{
	uint32_t i;

	if (!is_true(j, loop + 1))
		return;
	for (i = loop + 1; i < j->nodes[loop].skip; i++)
		switch (j->nodes[i].kind) {
		case NODE_AWAIT:
		case NODE_BREAK:
		case NODE_RAISE:
		case NODE_RETURN:
		case NODE_YIELD:
			return;
		}
	report_flow(j, FLOW_ENDLESS_LOOP, loop, "while", NULL);
}
