/*
 * Constants that ask for more memory or time than any honest program: seen
 * before they run, and never worked out here.
 */
#include "exhaust.h"

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../own/own.h"
#include "../report.h"
#include "../values/eval.h"
#include "exhaust_parts.h"
#include "loops_parts.h"
#include "sizes_parts.h"

#define MANY	1000000000	/* elements, or bits */
#define POWER_BITS	200000000	/* of what a power gives */
#define MANY_BITS	10000000	/* of what has some hundred itself */

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

/* int(...): not a float, whatever its value. */
static bool
is_whole_number(struct judge *j, uint32_t node)
{
	const struct value *v = j->nodes[node].kind != NODE_CALL ? NULL :
	    vset_only(eval(j, node + 1), VALUE_PATH);

	return v != NULL && v->name == KNOWN(int);
}

/* format(x, ">9999999999") */
void
check_format(struct judge *j, uint32_t specifier)
{
	const struct value *v = vset_only(eval(j, specifier), VALUE_STR);
	char digits[16];
	size_t i, n = 0;
	int64_t width;
	uint32_t child;

	for (i = 0; v != NULL && i < v->text.n && n < sizeof(digits) - 1; i++)
		if (v->text.bytes[i] >= '0' && v->text.bytes[i] <= '9')
			digits[n++] = v->text.bytes[i];
		else if (n > 0)
			break;
	TREE_CHILDREN(j->nodes, specifier, child)
		if (j->nodes[child].kind == NODE_INTERPOLATION && constant_int(
		    j, child + 1, &width) && width > MANY)
			n = sizeof(digits);
	if (n > 9)
		report_flow(j, FLOW_HUGE_RESULT, specifier, "a width", NULL);
}

/* `%9999999999d`, `{:>9999999999}`: digits behind what begins a field. */
bool
asks_for_width(const char *s, size_t n, char begin)
{
	size_t i, digits;

	for (i = 0; i < n; i++) {
		if (s[i] != begin)
			continue;
		while (i + 1 < n && strchr("+-# <>=^.", s[i + 1]) != NULL)
			i++;
		for (digits = 0; i + 1 < n && s[i + 1] >= '0' && s[i + 1] <=
		    '9'; i++)
			digits += digits > 0 || s[i + 1] != '0';
		if (digits > 8)
			return true;
	}
	return false;
}

/* f"{x:{10**10}}": a width that was worked out. */
void
check_width(struct judge *j, uint32_t specifier)
{
	const char *s;
	uint32_t child;
	size_t n;
	double width;

	s = judge_text(j, specifier, &n);
	TREE_CHILDREN(j->nodes, specifier, child)
		if (number_of_node(j, child + 1, &width) && width > MANY)
			break;
	if (child < j->nodes[specifier].skip || asks_for_width(s, n, ':'))
		report_flow(j, FLOW_HUGE_RESULT, specifier, "a width", NULL);
}

/* `"%.*f" % (10**9, x)`: a width that stands among the values. */
static bool
has_huge_item(struct judge *j, uint32_t tuple)
{
	uint32_t child;
	int64_t n;

	if (j->nodes[tuple].kind == NODE_TUPLE)
		TREE_CHILDREN(j->nodes, tuple, child)
			if (constant_int(j, child, &n) && n >= MANY / 2)
				return true;
	return false;
}

static void
check_huge(struct judge *j, uint32_t at)
{
	uint32_t left = at + 1, right = tree_last(j->nodes, at);
	const char *op = j->source.bytes + j->nodes[left].end;
	const char *end = j->source.bytes + j->nodes[right].start;
	const struct value *text;
	int64_t a, b;
	bool huge = false;

	while (op < end && (*op == ' ' || *op == '\t'))
		op++;
	if (end - op >= 2 && op[0] == '*' && op[1] == '*')
		huge = constant_int(j, right, &b) && b > 0 &&
		    (constant_int(j, left, &a) ? (a > 1 || a < -1) &&
		    b > POWER_BITS / bits_of(a) : b > MANY_BITS &&
		    is_whole_number(j, left));
	else if (end - op >= 2 && op[0] == '<' && op[1] == '<')
		huge = constant_int(j, right, &b) && b > MANY;
	else if (end > op && op[0] == '*')
		huge = (constant_int(j, right, &b) && b > MANY &&
		    is_sequence(j, left)) || (constant_int(j, left, &a) &&
		    a > MANY && is_sequence(j, right));
	else if (end > op && op[0] == '%') {
		text = vset_only(eval(j, left), VALUE_STR);
		huge = text != NULL && (asks_for_width(text->text.bytes,
		    text->text.n, '%') || (memchr(text->text.bytes, '*',
		    text->text.n) != NULL && has_huge_item(j, right)));
	}
	if (huge)
		report_flow(j, FLOW_HUGE_RESULT, at, "a constant", NULL);
}

/* for x in todo: todo.append(y) */
static bool
goes_over_more(struct judge *j, uint32_t loop)
{
	uint32_t over, i, parent;

	if (j->nodes[loop].kind != NODE_FOR)
		return false;
	over = j->nodes[loop + 1].skip;
	if (j->nodes[over].kind != NODE_IDENTIFIER)
		return false;
	for (i = own_first_of(j, j->nodes[over].name); i != 0;
	    i = j->own_next[i]) {
		parent = j->nodes[i].parent;
		if (i > over && i < j->nodes[loop].skip && i == parent + 1 &&
		    j->nodes[parent].kind == NODE_ATTRIBUTE && j->nodes[
		    j->nodes[parent].parent].kind == NODE_CALL)
			return true;
	}
	return false;
}

/* for ...: text = "".join(rules[c] for c in text) */
static bool
joins_itself(struct judge *j, uint32_t loop)
{
	uint32_t body = j->nodes[j->nodes[loop + 1].skip].skip, child, i, right;

	if (names_lookup(j->names, "join", 4) == 0)
		return false;
	TREE_CHILDREN(j->nodes, body, child) {
		if (j->nodes[child].kind != NODE_EXPRESSION_STATEMENT ||
		    j->nodes[child + 1].kind != NODE_ASSIGNMENT ||
		    j->nodes[child + 2].kind != NODE_IDENTIFIER)
			continue;
		right = tree_last(j->nodes, child + 1);
		if (j->nodes[right].kind != NODE_CALL)
			continue;
		for (i = right; i < j->nodes[right].skip; i++)
			if (judge_is_name(j, i, j->nodes[child + 2].name))
				return true;
	}
	return false;
}

void
check_bomb(struct judge *j, uint32_t at)
{
	if (j->nodes[at].kind == NODE_FOR)
		check_steps(j, at);
	if (j->nodes[at].kind == NODE_WHILE || goes_over_more(j, at) ||
	    (j->nodes[at].kind == NODE_FOR && joins_itself(j, at)))
		j->wants_replay = true;
	if (j->nodes[at].kind == NODE_WHILE || j->nodes[at].kind == NODE_FOR) {
		check_growth(j, at);
		check_endless(j, at);
		return;
	}
	check_huge(j, at);
	check_size(j, at);
}
