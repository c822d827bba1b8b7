/*
 * How much an expression asks for, as far as constants say: elements of a
 * text, a list or an array, steps of loops within loops. Never worked out:
 * the numbers are multiplied, and compared with what no honest program asks.
 */
#include "check.h"

#include <math.h>	/* INFINITY */
#include <stdlib.h>

#include "../supervisor/base/util.h"
#include "endless_parts.h"
#include "judge.h"
#include "report.h"
#include "signatures.h"
#include "size_table.h"
#include "sizes_parts.h"

#define MANY		1e9	/* elements, bytes */
#define DIGITS		5e6	/* of a number */
#define BITS		1e8	/* of one that is worked out */
#define TOO_LONG	2e10	/* steps: minutes, whatever they do */

/* range(a, b, c): how many. */
static double
range_size(struct judge *j, uint32_t call)
{
	uint32_t first = endless_argument(j, call, 0);
	uint32_t last = endless_argument(j, call, 1);
	double a = 0, b, step = 1;

	if (first == 0)
		return 0;
	if (last == 0)
		return number_of(j, first, 0, &b) && b > 0 ? b : 0;
	if (!number_of(j, first, 0, &a) || !number_of(j, last, 0, &b))
		return 0;
	if (endless_argument(j, call, 2) != 0 &&
	    (!number_of(j, endless_argument(j, call, 2), 0, &step) || step == 0))
		return 0;
	return (b - a) / step > 0 ? (b - a) / step : 0;
}

/* The rows of an array: the first of its sides. */
static double
rows_of(struct judge *j, uint32_t node, unsigned depth)
{
	uint32_t shape;
	double n;

	if (j->nodes[node].kind == NODE_IDENTIFIER && only_definition(j,
	    node) != 0)
		node = only_definition(j, node);
	shape = strncmp(endless_callee(j, node), "numpy.", 6) != 0 ? 0 :
	    endless_argument(j, node, 0);
	if (shape != 0 && j->nodes[shape].kind == NODE_TUPLE)
		shape++;
	if (shape != 0 && number_of(j, shape, 0, &n))
		return n;
	return size_of(j, node, depth);
}

/* (n, m): both, multiplied; *ret_n of them. 0: not known. */
static double
sides_of(struct judge *j, uint32_t node, size_t *ret_n)
{
	const struct vset *const *sides = fold_elements(j, eval(j, node),
	    ret_n);
	double all = 1;
	size_t i;

	if (sides == NULL || vset_only(eval(j, node), VALUE_LIST) == NULL)
		return 0;
	for (i = 0; i < *ret_n; i++) {
		const struct value *v = vset_only(sides[i], VALUE_INT);

		if (v == NULL || v->integer < 1)
			return 0;
		all *= (double)v->integer;
	}
	return all;
}

/* What one parameter asks for; 0: not known. */
static double
asked_for(struct judge *j, uint32_t node, char use, unsigned depth,
    size_t *ret_n)
{
	uint32_t child;
	double n, all;

	*ret_n = 1;
	switch (use) {
	case 's':
	case 'q':
		return number_of(j, node, 0, &n) ? n : sides_of(j, node,
		    ret_n);
	case 'n':
		return number_of(j, node, 0, &n) ? n : size_of(j, node, depth);
	case 'r':
		return rows_of(j, node, depth);
	case 'w':
		n = rows_of(j, node, depth);
		return n * n;
	case 'm':
		all = 1;
		TREE_CHILDREN(j->nodes, node, child)
			all *= size_of(j, child, depth);
		return all;
	default:
		return size_of(j, node, depth);
	}
}

/* What the parameters of this row are given, multiplied; 0: not known. */
static double
product(struct judge *j, uint32_t call, const struct sizes *row,
    unsigned depth)
{
	struct signature sig;
	double all = 1, n;
	size_t i, count, given = 0;
	uint32_t node;
	bool square = false;
	char name[32];

	if (depth > DEPTH_MAX)
		return 0;
	signature_read(row->parameters, &sig);
	for (i = 0; i < sig.n; i++) {
		const struct parameter *p = &sig.parameters[i];

		if (p->use == 0)
			continue;
		snprintf(name, sizeof(name), "%.*s", p->n, p->name);
		node = endless_keyword(j, call, name);
		if (node == 0)
			node = endless_argument(j, call, i);
		if (node == 0)
			continue;
		n = asked_for(j, node, p->use, depth + 1, &count);
		if (n == 0 && p->use == 'f')
			continue;
		if (n == 0)
			return 0;
		square |= p->use == 'q' && count == 1;
		all *= n;
		given += count;
	}
	if (square && given == 1)
		all *= all;
	return given > 0 ? all : 0;
}

/* numpy.arange(a, b, step), otherwise what the table says. */
static double
made_by(struct judge *j, uint32_t call, const struct sizes *row,
    unsigned depth)
{
	uint32_t index;
	double n;

	if (strcmp(row->callee, "numpy.arange") == 0)
		return range_size(j, call);
	n = product(j, call, row, depth);
	if (n > 0 || strncmp(row->callee, "pandas.", 7) != 0)
		return n;
	index = endless_keyword(j, call, "index");
	return index == 0 ? 0 : size_of(j, index, depth + 1);
}

static double
size_of_call(struct judge *j, uint32_t call, unsigned depth)
{
	const char *name = endless_callee(j, call);
	const struct sizes *row;

	if (name[0] == '\0')
		return 0;
	if (strcmp(name, "range") == 0)
		return range_size(j, call);
	row = sizes_of_callable(name);
	/* What gives what it is asked for: not sleep, nor a number. */
	return row == NULL || (strncmp(name, "numpy.", 6) != 0 &&
	    strncmp(name, "math.", 5) == 0) || strcmp(name, "time.sleep") ==
	    0 || strcmp(name, "asyncio.sleep") == 0 ? 0 :
	    made_by(j, call, row, depth + 1);
}

/* Which side of `x[:, None]` is new, from 1; 0: none. */
static unsigned
new_side(const struct judge *j, uint32_t subscript)
{
	unsigned side = 1;
	size_t n, i;
	const char *s;

	if (j->nodes[subscript].kind != NODE_SUBSCRIPT ||
	    j->nodes[subscript + 1].kind != NODE_IDENTIFIER)
		return 0;
	s = judge_text(j, subscript, &n);
	for (i = j->nodes[subscript + 1].end - j->nodes[subscript].start;
	    i + 4 < n; i++)
		if (s[i] == ',')
			side++;
		else if (memcmp(s + i, "None", 4) == 0 || (i + 7 < n &&
		    memcmp(s + i, "newaxis", 7) == 0))
			return side;
	return 0;
}

/* x[:, None] and y[None, :], put together: each with each. */
static double
broadcast_size(struct judge *j, uint32_t left, uint32_t right, unsigned depth)
{
	unsigned l = new_side(j, left), r = l == 0 ? 0 : new_side(j, right);

	return r == 0 || l == r ? 0 : rows_of(j, left + 1, depth) *
	    rows_of(j, right + 1, depth);
}

/* The steps of `for a in x for b in y`; 0: not known. */
static double
steps_of(struct judge *j, uint32_t comprehension, bool *ret_chooses,
    unsigned depth)
{
	uint32_t child;
	double all = 1, n;

	*ret_chooses = false;
	TREE_CHILDREN(j->nodes, comprehension, child)
		switch (j->nodes[child].kind) {
		case NODE_FOR_IN_CLAUSE:
			n = size_of(j, tree_last(j->nodes, child), depth + 1);
			if (n <= 0)
				return 0;
			all *= n;
			break;
		case NODE_IF_CLAUSE:
			*ret_chooses = true;
			break;
		}
	return all;
}

/* How many elements this has; 0: not known, or none. */
double
size_of(struct judge *j, uint32_t node, unsigned depth)
{
	const struct vset *set;
	uint32_t left = node + 1, right, child;
	double n, all;
	bool twice, chooses;

	if (depth > DEPTH_MAX)
		return 0;
	switch (j->nodes[node].kind) {
	case NODE_PARENTHESIZED:
		return size_of(j, left, depth + 1);
	case NODE_CALL:
	case NODE_SUBSCRIPT:
		return size_of_call(j, node, depth);
	case NODE_LIST_COMPREHENSION:
	case NODE_GENERATOR:
		all = steps_of(j, node, &chooses, depth);
		n = size_of(j, left, depth + 1);
		return chooses ? 0 : all * (n > 1 ? n : 1);
	case NODE_BINARY:
		right = tree_last(j->nodes, node);
		switch (operator_of(j, node, &twice)) {
		case '*':
			if (twice)
				return 0;
			all = broadcast_size(j, left, right, depth + 1);
			if (all > 0)
				return all;
			all = size_of(j, left, depth + 1);
			if (all > 0)
				return number_of(j, right, 0, &n) && n > 0 ?
				    all * n : 0;
			all = size_of(j, right, depth + 1);
			return all > 0 && number_of(j, left, 0, &n) && n > 0 ?
			    all * n : 0;
		case '+':
			n = broadcast_size(j, left, right, depth + 1);
			return n > 0 ? n : size_of(j, left, depth + 1) +
			    size_of(j, right, depth + 1);
		case '-':
		case '/':
			return broadcast_size(j, left, right, depth + 1);
		}
		return 0;
	case NODE_LIST:
	case NODE_TUPLE:
		all = 0;
		TREE_CHILDREN(j->nodes, node, child) {
			n = size_of(j, child, depth + 1);
			all += n > 1 ? n : 1;
		}
		return all;
	case NODE_DICTIONARY:
		/* Of a table: as many rows as its longest column. */
		all = 0;
		TREE_CHILDREN(j->nodes, node, child) {
			n = size_of(j, tree_last(j->nodes, child), depth + 1);
			all = n > all ? n : all;
		}
		return all;
	case NODE_IDENTIFIER:
		set = eval(j, node);
		if (!set->unknown && set->n == 1 && (set->v[0]->kind ==
		    VALUE_STR || set->v[0]->kind == VALUE_BYTES))
			return (double)set->v[0]->text.n;
		child = only_definition(j, node);
		return child == 0 ? 0 : size_of(j, child, depth + 1);
	default:
		set = eval(j, node);
		if (set->unknown || set->n != 1)
			return 0;
		if (set->v[0]->kind == VALUE_STR ||
		    set->v[0]->kind == VALUE_BYTES)
			return (double)set->v[0]->text.n;
		return set->v[0]->kind == VALUE_LIST ?
		    (double)set->v[0]->items.n : 0;
	}
}

double
size_of_node(struct judge *j, uint32_t node)
{
	return size_of(j, node, 0);
}

/* pow(a, b), without a modulus: its bits. */
static double
power_size(struct judge *j, uint32_t call)
{
	uint32_t base = endless_argument(j, call, 0);
	uint32_t exponent = endless_argument(j, call, 1);
	double a, b, bits = 0;

	if (exponent == 0 || endless_argument(j, call, 2) != 0 ||
	    endless_keyword(j, call, "mod") != 0 || !number_of(j, base, 0,
	    &a) || !number_of(j, exponent, 0, &b))
		return 0;
	for (a = a < 0 ? -a : a; a >= 2; a /= 2)
		bits++;
	return b * bits;
}

/* getcontext().prec = 10**9 */
void
check_size_assigned(struct judge *j, uint32_t attribute, const char *name)
{
	uint32_t parent = j->nodes[attribute].parent;
	double n;

	if (strcmp(name, "prec") == 0 && j->nodes[parent].kind ==
	    NODE_ASSIGNMENT && number_of(j, tree_last(j->nodes, parent), 0,
	    &n) && n > DIGITS)
		report_flow(j, FLOW_HUGE_RESULT, parent, "so many digits",
		    NULL);
}

/* sum(Fraction(1, n) for n in range(...)): each longer than the one before. */
static bool
sums_fractions(struct judge *j, uint32_t node)
{
	bool chooses;

	return j->nodes[node].kind == NODE_GENERATOR && strcmp(
	    endless_callee(j, node + 1), "fractions.Fraction") == 0 &&
	    steps_of(j, node, &chooses, 0) >= 1e6;
}

/* struct.pack("99999999999x") */
static bool
has_long_count(struct judge *j, uint32_t node)
{
	const struct value *v = vset_only(eval(j, node), VALUE_STR);
	size_t i, digits = 0;

	for (i = 0; v != NULL && i < v->text.n && digits < 10; i++)
		digits = v->text.bytes[i] >= '0' && v->text.bytes[i] <= '9' ?
		    digits + 1 : 0;
	return digits >= 10;
}

static const struct value *
keyword_text(struct judge *j, uint32_t call, const char *name)
{
	uint32_t node = endless_keyword(j, call, name);

	return node == 0 ? NULL : vset_only(eval(j, node), VALUE_STR);
}

static bool
is_text(const struct value *v, const char *text)
{
	return v != NULL && v->text.n == strlen(text) && memcmp(v->text.bytes,
	    text, v->text.n) == 0;
}

/* The column of this name that a table is made with: its values; or 0. */
static uint32_t
column_of(struct judge *j, uint32_t table, const struct value *name)
{
	uint32_t dict, pair;

	if (j->nodes[table].kind == NODE_IDENTIFIER)
		table = only_definition(j, table);
	dict = table == 0 || strcmp(endless_callee(j, table),
	    "pandas.DataFrame") != 0 ? 0 : endless_argument(j, table, 0);
	if (dict == 0 || j->nodes[dict].kind != NODE_DICTIONARY)
		return 0;
	TREE_CHILDREN(j->nodes, dict, pair) {
		const struct value *v = vset_only(eval(j, pair + 1),
		    VALUE_STR);

		if (v != NULL && value_same(v, name))
			return tree_last(j->nodes, pair);
	}
	return 0;
}

/* [1, 2] * 1000: how many different ones there can be; 0: not known. */
static double
kinds_in(const struct judge *j, uint32_t column)
{
	return column != 0 && j->nodes[column].kind == NODE_BINARY &&
	    j->nodes[column + 1].kind == NODE_LIST ?
	    tree_count(j->nodes, column + 1) : 0;
}

/* Each row with each: how="cross", or a column of few different values. */
static double
merged_size(struct judge *j, uint32_t call, uint32_t left, uint32_t right)
{
	const struct value *on = keyword_text(j, call, "on");
	double rows, kinds = 0;

	if (left == 0 || right == 0)
		return 0;
	rows = size_of(j, left, 0) * size_of(j, right, 0);
	if (is_text(keyword_text(j, call, "how"), "cross"))
		return rows;
	if (on != NULL && rows > 0)
		kinds = kinds_in(j, column_of(j, left, on));
	return kinds > 0 && kinds_in(j, column_of(j, right, on)) > 0 ?
	    rows / kinds : 0;
}

/* date_range("1900-01-01", "2200-01-01", freq="us") */
static bool
spans_ages(struct judge *j, uint32_t call)
{
	static const struct {
		const char	*freq;
		int		 years;
	} all[] = { { "ns", 1 }, { "N", 1 }, { "us", 1 }, { "U", 1 },
	    { "ms", 1 }, { "L", 1 }, { "s", 32 }, { "S", 32 } };
	const struct value *freq = keyword_text(j, call, "freq"), *v;
	int years[2] = { 0, 0 };
	uint32_t arg;
	size_t i, k;

	for (i = 0; freq != NULL && i < 2; i++) {
		arg = endless_argument(j, call, i);
		if (arg == 0)
			arg = endless_keyword(j, call, i == 0 ? "start" :
			    "end");
		v = arg == 0 ? NULL : vset_only(eval(j, arg), VALUE_STR);
		for (k = 0; v != NULL && k < 4 && k < v->text.n; k++)
			years[i] = years[i] * 10 + v->text.bytes[k] - '0';
		if (v == NULL)
			return false;
	}
	for (i = 0; freq != NULL && i < ARRAY_SIZE(all); i++)
		if (is_text(freq, all[i].freq))
			return years[1] - years[0] >= all[i].years;
	return false;
}

void
check_size_of_call(struct judge *j, uint32_t call)
{
	const char *callee = endless_callee(j, call);
	const struct sizes *row;
	double n;

	if (callee[0] == '\0')
		return;
	row = sizes_of_callable(callee);
	if (strcmp(callee, "functools.reduce") == 0 || strcmp(callee,
	    "itertools.accumulate") == 0 || strcmp(callee, "math.prod") == 0)
		check_growth_of_reduce(j, call, callee);

	if (strcmp(callee, "sys.setrecursionlimit") == 0 &&
	    endless_argument(j, call, 0) != 0 && number_of(j,
	    endless_argument(j, call, 0), 0, &n) && n > 1e5)
		j->deep = true;
	if (row != NULL)
		n = made_by(j, call, row, 0) > row->most || (strcmp(callee,
		    "pandas.date_range") == 0 && spans_ages(j, call)) ?
		    INFINITY : 0;
	else if (strcmp(callee, "int") == 0)
		n = endless_argument(j, call, 0) != 0 && size_of(j,
		    endless_argument(j, call, 0), 0) > DIGITS ? INFINITY : 0;
	else if (strcmp(callee, "sum") == 0 || strncmp(callee, "struct.",
	    7) == 0)
		n = endless_argument(j, call, 0) != 0 && (callee[1] == 'u' ?
		    sums_fractions(j, endless_argument(j, call, 0)) :
		    has_long_count(j, endless_argument(j, call, 0))) ?
		    INFINITY : 0;
	else if (strcmp(callee, "pandas.merge") == 0)
		n = merged_size(j, call, endless_argument(j, call, 0),
		    endless_argument(j, call, 1));
	else if (strcmp(callee, "pow") == 0)
		n = power_size(j, call) > BITS ? INFINITY : 0;
	else
		return;
	if (n >= MANY && strcmp(callee, "enumerate") != 0 &&
	    strcmp(callee, "reversed") != 0)
		report_flow(j, FLOW_HUGE_RESULT, call, callee, NULL);
}

/* s.join(x), s.replace("a", x), of sizes that are known. */
static double
size_of_method(struct judge *j, uint32_t call, const char *method)
{
	uint32_t object, first = endless_argument(j, call, 0), second;
	double n;

	endless_method(j, call, &object);
	if (object == 0 || first == 0)
		return 0;
	if (strcmp(method, "join") == 0) {
		n = size_of(j, object, 0);
		return (n > 1 ? n : 1) * size_of(j, first, 0);
	}
	if (strcmp(method, "reindex") == 0 || strcmp(method, "extend") == 0 ||
	    strcmp(method, "update") == 0)
		return size_of(j, first, 0);
	if (strcmp(method, "merge") == 0)
		return merged_size(j, call, object, first);
	second = strcmp(method, "replace") == 0 ? endless_argument(j, call, 1) : 0;
	if (second == 0 || size_of(j, first, 0) != 1)
		return 0;
	return size_of(j, object, 0) * size_of(j, second, 0);
}

void
check_size_of_method(struct judge *j, uint32_t call, const char *method)
{
	const struct sizes *row = sizes_of_method(method);

	if (strcmp(method, "startswith") == 0)
		check_search_for_zeros(j, call);
	if (row != NULL ? product(j, call, row, 0) > row->most :
	    size_of_method(j, call, method) >= MANY)
		report_flow(j, FLOW_HUGE_RESULT, call, method, NULL);
}

/* Steps within steps, also of what an element is made with. */
static double
work_of(struct judge *j, uint32_t node, unsigned depth)
{
	double all = 0, n;
	bool chooses;
	uint32_t i;

	for (i = node; depth < 4 && i < j->nodes[node].skip; i++)
		switch (j->nodes[i].kind) {
		case NODE_LIST_COMPREHENSION:
		case NODE_SET_COMPREHENSION:
		case NODE_DICTIONARY_COMPREHENSION:
		case NODE_GENERATOR:
			n = work_of(j, i + 1, depth + 1);
			n = steps_of(j, i, &chooses, 0) * (n > 1 ? n : 1);
			all = n > all ? n : all;
			i = j->nodes[i].skip - 1;
			break;
		}
	return all;
}

/* A comprehension; a sequence times a number. */
void
check_size(struct judge *j, uint32_t at)
{
	uint32_t parent = j->nodes[at].parent;
	bool chooses;

	while (j->nodes[parent].kind == NODE_PARENTHESIZED)
		parent = j->nodes[parent].parent;
	/* Said of the whole. */
	if (j->nodes[parent].kind == NODE_BINARY)
		return;
	if (j->nodes[at].kind != NODE_BINARY)
		check_work(j, at, steps_of(j, at, &chooses, 0));
	if (j->nodes[at].kind == NODE_BINARY ?
	    size_of(j, at, 0) > MANY :
	    steps_of(j, at, &chooses, 0) > (chooses ? TOO_LONG : MANY) ||
	    size_of(j, at, 0) >= MANY || work_of(j, at, 0) > TOO_LONG)
		report_flow(j, FLOW_HUGE_RESULT, at, "all of it", NULL);
}
