/*
 * How much an expression asks for, as far as constants say: elements of a
 * text, a list or an array, steps of loops within loops. Never worked out:
 * the numbers are multiplied, and compared with what no honest program asks.
 */
#include "exhaust.h"

#include <math.h>	/* INFINITY */
#include <stdlib.h>

#include "../../supervisor/base/util.h"
#include "../fold/fold.h"
#include "../judge.h"
#include "../places/signatures.h"
#include "../report.h"
#include "../values/eval.h"
#include "../values/site.h"
#include "exhaust_parts.h"
#include "shapes_parts.h"
#include "size_table.h"
#include "sizes_parts.h"
#include "trips_parts.h"

#define MANY		1e9	/* elements, bytes */
#define RANGES		4	/* of ranges of what other ranges give */
#define DIGITS		5e6	/* of a number */
#define BITS		1e8	/* of one that is worked out */
#define TOO_LONG	2e10	/* steps: minutes, whatever they do */

/* A number, or what it is on average over the rounds of the loop around. */
static bool
number_or_mean(struct judge *j, uint32_t node, double *ret)
{
	if (number_of(j, node, 0, ret))
		return true;
	*ret = trips_sum(j, node);
	return *ret > 0;
}

static double
steps_of_range(struct judge *j, uint32_t call)
{
	uint32_t first = site_argument(j, call, 0);
	uint32_t last = site_argument(j, call, 1);
	double a = 0, b, step = 1;

	if (first == 0)
		return 0;
	if (last == 0)
		return number_or_mean(j, first, &b) && b > 0 ? b : 0;
	if (!number_or_mean(j, first, &a) || !number_or_mean(j, last, &b))
		return 0;
	if (site_argument(j, call, 2) != 0 &&
	    (!number_of(j, site_argument(j, call, 2), 0, &step) || step == 0))
		return 0;
	return (b - a) / step > 0 ? (b - a) / step : 0;
}

/*
 * range(a, b, c): how many. What it is given begins anew, and may come back
 * here: x = range(len(x)).
 */
static double
range_size(struct judge *j, uint32_t call)
{
	double n;

	if (j->range_depth == RANGES)
		return 0;
	j->range_depth++;
	n = steps_of_range(j, call);
	j->range_depth--;
	return n;
}

/* (n, m): both, multiplied; *ret_n of them. 0: not known. */
static double
sides_of(struct judge *j, uint32_t node, unsigned depth, size_t *ret_n)
{
	struct shape shape;

	if (!shape_asked(j, node, depth, &shape))
		return 0;
	*ret_n = shape.n;
	return shape_size(&shape);
}

/* [a, b], {"x": a, "y": b}, [a] * 2: their elements, multiplied. */
static double
each_with_each(struct judge *j, uint32_t node, unsigned depth)
{
	double all = 1, n, times, i;
	uint32_t child;
	bool twice;

	if (j->nodes[node].kind == NODE_IDENTIFIER)
		node = only_definition(j, node);
	if (node == 0 || depth > DEPTH_MAX)
		return 0;
	if (j->nodes[node].kind == NODE_BINARY && operator_of(j, node,
	    &twice) == '*' && !twice && number_of(j, tree_last(j->nodes,
	    node), depth, &times)) {
		n = each_with_each(j, node + 1, depth + 1);
		for (i = 0; i < times && i < 64 && all < 1e18; i++)
			all *= n;
		return all;
	}
	if (j->nodes[node].kind != NODE_LIST && j->nodes[node].kind !=
	    NODE_TUPLE && j->nodes[node].kind != NODE_DICTIONARY)
		return 0;
	TREE_CHILDREN(j->nodes, node, child) {
		n = rows_of(j, j->nodes[child].kind == NODE_PAIR ? tree_last(
		    j->nodes, child) : child, depth + 1);
		all *= n > 1 ? n : 1;
	}
	return all;
}

/* itertools.product(a, b, repeat=2) */
static double
size_of_product(struct judge *j, uint32_t call, unsigned depth)
{
	uint32_t repeat = site_keyword(j, call, "repeat"), arg;
	double all = 1, once = 1, n = 1, i;
	size_t k;

	for (k = 0; (arg = site_argument(j, call, k)) != 0; k++)
		once *= rows_of(j, arg, depth + 1);
	if (repeat != 0 && !number_of(j, repeat, depth, &n))
		return 0;
	for (i = 0; i < n && i < 64 && all < 1e18; i++)
		all *= once;
	return all;
}

/* What one parameter asks for; 0: not known. */
static double
asked_for(struct judge *j, uint32_t node, char use, unsigned depth,
    size_t *ret_n)
{
	struct shape shape;
	double n;
	size_t i;

	*ret_n = 1;
	switch (use) {
	case 's':
	case 'q':
		return sides_of(j, node, depth, ret_n);
	case 'n':
		return number_of(j, node, 0, &n) ? n : size_of(j, node, depth);
	case 'r':
		return rows_of(j, node, depth);
	case 'w':
		n = rows_of(j, node, depth);
		return n * n;
	case 'm':
		return each_with_each(j, node, depth);
	case 'k':
		return number_of(j, node, depth, &n) && n > 1 ? n : 1;
	case 'c':
	case 'l':
		if (!shape_of(j, node, depth, &shape))
			return 0;
		if (use == 'l')
			return shape.n > 1 ? shape.side[shape.n - 1] : 1;
		n = shape.side[0];
		for (i = 1; i < shape.n; i++)
			n = shape.side[i] < n ? shape.side[i] : n;
		return shape_size(&shape) * n;
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
	size_t i, count, given = 0, shift = 0;
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
		if (p->use == 'o') {
			site_method(j, call, &node);
			shift = 1;
		} else {
			snprintf(name, sizeof(name), "%.*s", p->n, p->name);
			node = site_keyword(j, call, name);
			if (node == 0)
				node = site_argument(j, call, i - shift);
		}
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

double
size_asked(struct judge *j, uint32_t call, const struct sizes *row)
{
	return product(j, call, row, 0);
}

/* numpy.arange(a, b, step), otherwise what the table says. */
static double
made_by(struct judge *j, uint32_t call, const struct sizes *row,
    unsigned depth)
{
	uint32_t index;
	double n;

	if (util_compare(row->callee, "numpy.arange") == 0)
		return range_size(j, call);
	n = product(j, call, row, depth);
	if (n == 0 && util_compare(row->callee, "pandas.date_range") == 0)
		return moments_of_range(j, call);
	if (n > 0 || strncmp(row->callee, "pandas.", 7) != 0)
		return n;
	index = site_keyword(j, call, "index");
	return index == 0 ? 0 : size_of(j, index, depth + 1);
}

static double
size_of_call(struct judge *j, uint32_t call, unsigned depth)
{
	const char *name = site_callee(j, call);
	const struct sizes *row;
	double n;

	if (name[0] == '\0') {
		call = only_returned(j, call);
		return call == 0 ? 0 : size_of(j, call, depth + 2);
	}
	if (util_compare(name, "range") == 0)
		return range_size(j, call);
	if (util_compare(name, "itertools.product") == 0)
		return size_of_product(j, call, depth);
	if (strncmp(name, "itertools.combinations", 22) == 0 ||
	    util_compare(name, "itertools.permutations") == 0)
		return endless_choices(j, call, name);
	if (strncmp(name, "pandas.", 7) == 0) {
		n = size_of_table(j, call, name, depth + 1);
		if (n > 0)
			return n;
	}
	row = sizes_of_callable(name);
	/* What gives what it is asked for: no number, nor what has a toll. */
	return row == NULL || row->toll != TOLL_NONE || (strncmp(name,
	    "numpy.", 6) != 0 && strncmp(name, "math.", 5) == 0) ? 0 :
	    made_by(j, call, row, depth + 1);
}

/* All of an array; 0: not known. */
static double
size_of_array(struct judge *j, uint32_t node, unsigned depth)
{
	struct shape shape;

	return shape_of(j, node, depth, &shape) ? shape_size(&shape) : 0;
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
			n = rows_of(j, tree_last(j->nodes, child), depth + 1);
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

/*
 * The rows of an array: the first of its sides; of a list its elements, not
 * what these hold.
 */
double
rows_of(struct judge *j, uint32_t node, unsigned depth)
{
	struct shape shape;
	uint32_t right;
	size_t count;
	double n, times;
	bool other;

	if (depth > DEPTH_MAX || !sizes_have_time(j, depth))
		return 0;
	if (shape_of(j, node, depth, &shape))
		return shape.side[0];
	if (vset_only(eval(j, node), VALUE_LIST) != NULL &&
	    fold_elements(j, eval(j, node), &count) != NULL)
		return (double)count;
	switch (j->nodes[node].kind) {
	case NODE_PARENTHESIZED:
		return rows_of(j, node + 1, depth + 1);
	case NODE_IDENTIFIER:
		right = only_definition(j, node);
		return right != 0 ? rows_of(j, right, depth + 1) : size_of(j,
		    node, depth);
	case NODE_LIST: case NODE_TUPLE: case NODE_SET:
		return tree_count(j->nodes, node);
	case NODE_LIST_COMPREHENSION: case NODE_GENERATOR:
		n = steps_of(j, node, &other, depth + 1);
		return other ? 0 : n;
	case NODE_BINARY:
		right = tree_last(j->nodes, node);
		n = rows_of(j, node + 1, depth + 1);
		if (operator_of(j, node, &other) != '*' || n <= 0)
			break;
		return number_of(j, right, depth + 1, &times) && times > 0 ?
		    n * times : 0;
	}
	return size_of(j, node, depth);
}

/* A parameter: the largest that a call gives it. */
static double
size_handed(struct judge *j, uint32_t name, unsigned depth)
{
	struct handing handing;
	double most = 0, n;
	uint32_t node;

	handing_begin(j, name, &handing);
	while ((node = handing_next(j, &handing)) != 0) {
		n = size_of(j, node, depth + 4);
		most = n > most ? n : most;
	}
	handing_end(j);
	return most;
}

/* How many elements this has; 0: not known, or none. */
double
size_of(struct judge *j, uint32_t node, unsigned depth)
{
	const struct vset *set;
	uint32_t left = node + 1, right, child;
	double n, all;
	bool twice, chooses;

	if (depth > DEPTH_MAX || !sizes_have_time(j, depth))
		return 0;
	switch (j->nodes[node].kind) {
	case NODE_PARENTHESIZED:
		return size_of(j, left, depth + 1);
	case NODE_CALL:
	case NODE_SUBSCRIPT:
		n = size_of_call(j, node, depth);
		return n > 0 ? n : size_of_array(j, node, depth);
	case NODE_COMPARISON:
		return size_of_array(j, node, depth);
	case NODE_ATTRIBUTE:
		child = only_attribute(j, node);
		n = child == 0 ? 0 : size_of(j, child, depth + 2);
		return n > 0 ? n : size_of_array(j, node, depth);
	case NODE_LIST_COMPREHENSION:
	case NODE_DICTIONARY_COMPREHENSION:
	case NODE_GENERATOR:
		all = steps_of(j, node, &chooses, depth);
		n = size_of(j, j->nodes[left].kind == NODE_PAIR ?
		    tree_last(j->nodes, left) : left, depth + 1);
		return chooses ? 0 : all * (n > 1 ? n : 1);
	case NODE_BINARY:
		right = tree_last(j->nodes, node);
		n = size_of_array(j, node, depth);
		if (n > 0)
			return n;
		switch (operator_of(j, node, &twice)) {
		case '*':
			if (twice)
				return 0;
			all = size_of(j, left, depth + 1);
			if (all > 0)
				return number_of(j, right, 0, &n) && n > 0 ?
				    all * n : 0;
			all = size_of(j, right, depth + 1);
			return all > 0 && number_of(j, left, 0, &n) && n > 0 ?
			    all * n : 0;
		case '+':
			return size_of(j, left, depth + 1) + size_of(j, right,
			    depth + 1);
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
		n = child == 0 ? 0 : size_of(j, child, depth + 1);
		if (n > 0)
			return n;
		n = size_of_array(j, node, depth + 1);
		return n > 0 ? n : size_handed(j, node, depth);
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
	uint32_t base = site_argument(j, call, 0);
	uint32_t exponent = site_argument(j, call, 1);
	double a, b, bits = 0;

	if (exponent == 0 || site_argument(j, call, 2) != 0 ||
	    site_keyword(j, call, "mod") != 0 || !number_of(j, base, 0,
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

	if (util_compare(name, "prec") == 0 && j->nodes[parent].kind ==
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

	return j->nodes[node].kind == NODE_GENERATOR && util_compare(
	    site_callee(j, node + 1), "fractions.Fraction") == 0 &&
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

void
check_size_of_call(struct judge *j, uint32_t call)
{
	const char *callee = site_callee(j, call);
	const struct sizes *row;
	double n;

	if (callee[0] == '\0')
		return;
	row = sizes_of_callable(callee);
	if (util_compare(callee, "functools.reduce") == 0 || util_compare(callee,
	    "itertools.accumulate") == 0 || util_compare(callee, "math.prod") == 0)
		check_growth_of_reduce(j, call, callee);

	if (util_compare(callee, "sys.setrecursionlimit") == 0 &&
	    site_argument(j, call, 0) != 0 && number_of(j,
	    site_argument(j, call, 0), 0, &n) && n > 1e5)
		j->deep_recursion = true;
	if (row != NULL && row->toll != TOLL_NONE) {
		check_toll(j, call, row, callee);
		return;
	}
	if (row != NULL) {
		n = made_by(j, call, row, 0);
		n = n > row->most || (n == 0 && size_of_array(j, call, 0) >
		    MANY) ? INFINITY : 0;
	}
	else if (util_compare(callee, "int") == 0)
		n = site_argument(j, call, 0) != 0 && size_of(j,
		    site_argument(j, call, 0), 0) > DIGITS ? INFINITY : 0;
	else if (util_compare(callee, "sum") == 0 || strncmp(callee, "struct.",
	    7) == 0)
		n = site_argument(j, call, 0) != 0 && (callee[1] == 'u' ?
		    sums_fractions(j, site_argument(j, call, 0)) :
		    has_long_count(j, site_argument(j, call, 0))) ?
		    INFINITY : 0;
	else if (strncmp(callee, "pandas.", 7) == 0 || strncmp(callee,
	    "numpy.", 6) == 0)
		n = size_of(j, call, 0);
	else if (util_compare(callee, "format") == 0) {
		if (site_argument(j, call, 1) != 0)
			check_format(j, site_argument(j, call, 1));
		return;
	} else if (util_compare(callee, "pow") == 0)
		n = power_size(j, call) > BITS ? INFINITY : 0;
	else
		return;
	if (n >= MANY && util_compare(callee, "enumerate") != 0 &&
	    util_compare(callee, "reversed") != 0)
		report_flow(j, FLOW_HUGE_RESULT, call, callee, NULL);
}

/* s.join(x), s.replace("a", x), of sizes that are known. */
static double
size_of_method(struct judge *j, uint32_t call, const char *method)
{
	uint32_t object, first = site_argument(j, call, 0), second;
	double n;

	site_method(j, call, &object);
	if (strncmp(method, "pivot", 5) == 0)
		return size_of_pivot(j, call, object);
	if (object == 0 || first == 0)
		return 0;
	if (util_compare(method, "merge") == 0)	/* of a table: it has a name */
		return site_callee(j, call)[0] != '\0' ? 0 :
		    size_of_merge(j, call, object, first, 0);
	if (util_compare(method, "join") == 0) {
		n = size_of(j, object, 0);
		return (n > 1 ? n : 1) * size_of(j, first, 0);
	}
	if (util_compare(method, "reindex") == 0 || util_compare(method,
	    "extend") == 0 || util_compare(method, "update") == 0)
		return size_of(j, first, 0);
	if (util_compare(method, "resample") == 0 || util_compare(method,
	    "asfreq") == 0)
		return moments_filled(j, call, object);
	second = util_compare(method, "replace") == 0 ? site_argument(j, call,
	    1) : 0;
	if (second == 0 || size_of(j, first, 0) != 1)
		return 0;
	return size_of(j, object, 0) * size_of(j, second, 0);
}

void
check_size_of_method(struct judge *j, uint32_t call, const char *method)
{
	const struct sizes *row = sizes_of_method(method);

	if (util_compare(method, "startswith") == 0)
		check_search_for_zeros(j, call);
	/* Of what has a row by its full name, that is looked at. */
	if (row != NULL && sizes_of_callable(site_callee(j, call)) != NULL)
		return;
	if (row != NULL && row->toll != TOLL_NONE) {
		check_toll(j, call, row, method);
		return;
	}
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

/* x[:, None] == y: each with each. */
void
check_size_of_comparison(struct judge *j, uint32_t at)
{
	if (size_of_array(j, at, 0) > MANY)
		report_flow(j, FLOW_HUGE_RESULT, at, "all of it", NULL);
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
	if (j->nodes[at].kind == NODE_BINARY && site_operator(j, at + 1,
	    tree_last(j->nodes, at)) == '@')
		check_matrix_product(j, at, at + 1, tree_last(j->nodes, at));
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
