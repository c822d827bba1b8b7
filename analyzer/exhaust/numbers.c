/*
 * The number that an expression is, roughly, where the evaluator's own do not
 * reach: larger than 64 bits, a parameter that some call gives, a name of a
 * loop. Never worked out in full.
 */
#include "exhaust_parts.h"

#include <math.h>	/* INFINITY */
#include <stdlib.h>

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../obscure/obscure.h"
#include "../values/eval.h"
#include "../values/site.h"
#include "shapes_parts.h"
#include "sizes_parts.h"

char
operator_of(const struct judge *j, uint32_t binary, bool *ret_twice)
{
	const char *s = j->source.bytes + j->nodes[binary + 1].end;
	const char *end = j->source.bytes +
	    j->nodes[tree_last(j->nodes, binary)].start;

	while (s < end && (*s == ' ' || *s == '\t' || *s == ')'))
		s++;
	*ret_twice = end - s > 1 && s[0] == s[1];
	return s < end ? *s : ' ';
}

double
square_root(double n)
{
	double root = n > 1 ? n : 1;
	int i;

	/* By halves at first, so large numbers take longer. */
	for (i = 0; i < 600 && root * root > n * 1.000001; i++)
		root = (root + n / root) / 2;
	return root;
}

static double
power(double base, double exponent)
{
	double all = 1;
	int i;

	if (exponent > 0.49 && exponent < 0.51)
		return square_root(base);

	for (i = 0; i < exponent && i < 1100 && all < 1e300; i++)
		all *= base;
	return all;
}

/* start, stop = 0, 10**10 */
static uint32_t
unpacked(const struct judge *j, const struct def *d)
{
	uint32_t child, n = d->steps->n, found = 0;

	if (d->steps->kind != STEP_INDEX || d->steps->before != NULL ||
	    d->expr == 0 || (j->nodes[d->expr].kind != NODE_EXPRESSION_LIST &&
	    j->nodes[d->expr].kind != NODE_TUPLE))
		return 0;
	TREE_CHILDREN(j->nodes, d->expr, child) {
		if (tree_is_splat(j->nodes, child))
			return 0;
		if (n-- == 0)
			found = child;
	}
	return found;
}

static uint32_t
only_value(const struct judge *j, uint32_t binding)
{
	const struct def *d = scopes_only_def(&j->scopes, binding);

	if (d == NULL)
		return 0;
	/* What a class binds, its objects have. */
	if (d->kind == DEF_BINDING && d->expr != binding)
		return only_value(j, d->expr);
	if (d->kind != DEF_VALUE)
		return 0;
	return d->steps == NULL ? d->expr : unpacked(j, d);
}

uint32_t
only_definition(struct judge *j, uint32_t name)
{
	return only_value(j, judge_binding(j, name));
}

uint32_t
only_attribute(const struct judge *j, uint32_t attribute)
{
	return j->nodes[attribute].kind != NODE_ATTRIBUTE ? 0 : only_value(j,
	    scopes_find(&j->scopes, 0, j->nodes[tree_last(j->nodes,
	    attribute)].name));
}

uint32_t
only_returned(struct judge *j, uint32_t call)
{
	const struct value *f = site_function(j, call);
	const struct scope *scope;
	uint32_t d;

	if (f == NULL || j->nodes[f->node].kind != NODE_FUNCTION)
		return 0;
	scope = &j->scopes.list[j->nodes[tree_last(j->nodes, f->node)].scope];
	d = scope->returns;
	return d == 0 || scope->yields || j->scopes.defs[d].next != 0 ? 0 :
	    j->scopes.defs[d].expr;
}

/* A parameter: the largest number that a call of its function gives it. */
static bool
is_handed(struct judge *j, uint32_t name, unsigned depth, double *ret)
{
	const struct def *d = judge_only_def(j, name);
	const struct vset *set;
	struct handing handing;
	uint32_t node;
	bool found = false;
	double n;
	size_t i;

	if (d == NULL || d->kind != DEF_PARAMETER)
		return false;
	set = handed_over(j, name);
	for (i = 0; i < set->n; i++) {
		n = (double)set->v[i]->integer;
		if (set->v[i]->kind != VALUE_INT || (found && n <= *ret))
			continue;
		*ret = n;
		found = true;
	}
	if (d->expr != 0 && number_of(j, d->expr, depth + 1, &n) && (!found ||
	    n > *ret)) {
		*ret = n;
		found = true;
	}
	/* What is no number of the evaluator's. */
	if (set->n > 0 && !set->unknown)
		return found;
	handing_begin(j, name, &handing);
	while ((node = handing_next(j, &handing)) != 0) {
		if (!number_of(j, node, depth + 4, &n) || (found && n <= *ret))
			continue;
		*ret = n;
		found = true;
	}
	handing_end(j);
	return found;
}

/* max(a, b), min(a, b): of those that are known. */
static bool
choice_of(struct judge *j, uint32_t call, bool largest, unsigned depth,
    double *ret)
{
	uint32_t arg;
	size_t i, known = 0;
	double n;

	for (i = 0; (arg = site_argument(j, call, i)) != 0; i++) {
		if (!number_of(j, arg, depth, &n))
			continue;
		if (known++ == 0 || (largest ? n > *ret : n < *ret))
			*ret = n;
	}
	return i > 1 && known > 0;
}

/* int(x), isqrt(x), len(x), max(x, y), pow(x, y) */
static bool
number_of_call(struct judge *j, uint32_t call, unsigned depth, double *ret)
{
	static const char same[][16] = { "abs", "float", "int",
	    "math.ceil", "math.fabs", "math.floor", "numpy.float64",
	    "numpy.int64", "round" };
	const char *name = site_callee(j, call);
	uint32_t arg = site_argument(j, call, 0), object;
	double n;

	if (strcmp(site_method(j, call, &object), "total_seconds") == 0 &&
	    object != 0) {
		*ret = seconds_of_delta(j, object, depth + 1);
		return *ret > 0;
	}
	if (name[0] == '\0') {
		arg = only_returned(j, call);
		return arg != 0 && number_of(j, arg, depth + 2, ret);
	}
	if (arg == 0)
		return false;
	if (strcmp(name, "max") == 0 || strcmp(name, "min") == 0)
		return choice_of(j, call, name[1] == 'a', depth, ret);
	if (strcmp(name, "pow") == 0 || strcmp(name, "math.pow") == 0) {
		if (!number_of(j, arg, depth, ret) ||
		    (arg = site_argument(j, call, 1)) == 0 ||
		    site_argument(j, call, 2) != 0 ||
		    !number_of(j, arg, depth, &n))
			return false;
		*ret = power(*ret, n);
		return true;
	}
	if (strcmp(name, "round") != 0 && site_argument(j, call, 1) != 0)
		return false;
	if (strcmp(name, "len") == 0) {
		*ret = rows_of(j, arg, depth);
		return *ret > 0;
	}
	if (strcmp(name, "math.isqrt") == 0 || strcmp(name, "math.sqrt") == 0) {
		if (!number_of(j, arg, depth, ret) || *ret < 0)
			return false;
		*ret = square_root(*ret);
		return true;
	}
	return IS_ONE_OF(name, same) && number_of(j, arg, depth, ret);
}

/* x.size, x.shape[1]: of an array. */
static bool
number_of_shape(struct judge *j, uint32_t attribute, uint32_t index,
    unsigned depth, double *ret)
{
	const char *name = names_text(j->names, j->nodes[tree_last(j->nodes,
	    attribute)].name);
	struct shape shape;
	double n = 0;

	if (strcmp(name, index != 0 ? "shape" : "size") != 0 ||
	    !shape_of(j, attribute + 1, depth, &shape))
		return false;
	if (index == 0)
		*ret = shape_size(&shape);
	else if (number_of(j, index, depth, &n) && n >= 0 &&
	    n < (double)shape.n)
		*ret = shape.side[(size_t)n];
	else
		return false;
	return true;
}

/* The number that this is, roughly; false if it is not known. */
bool
number_of(struct judge *j, uint32_t node, unsigned depth, double *ret)
{
	const struct vset *set = eval(j, node);
	const struct value *v = vset_only(set, VALUE_INT);
	double a, b;
	bool twice;
	uint32_t list;

	if (v != NULL) {
		*ret = (double)v->integer;
		return true;
	}
	if (depth > DEPTH_MAX || !sizes_have_time(j, depth))
		return false;
	switch (j->nodes[node].kind) {
	case NODE_INTEGER:
	case NODE_FLOAT: {
		char text[64];
		size_t n, i, k;
		const char *s = judge_text(j, node, &n);

		for (i = k = 0; i < n && k < sizeof(text) - 1; i++)
			if (s[i] != '_')
				text[k++] = s[i];
		text[k] = '\0';
		*ret = strtod(text, NULL);
		return true;
	}
	case NODE_PARENTHESIZED:
		return number_of(j, node + 1, depth + 1, ret);
	case NODE_CALL:
		return number_of_call(j, node, depth + 1, ret);
	case NODE_UNARY:
		if (j->source.bytes[j->nodes[node].start] == '~' ||
		    !number_of(j, tree_last(j->nodes, node), depth + 1, ret))
			return false;
		if (j->source.bytes[j->nodes[node].start] == '-')
			*ret = -*ret;
		return true;
	case NODE_SUBSCRIPT:
		list = j->nodes[node + 1].skip;
		return j->nodes[node + 1].kind == NODE_ATTRIBUTE &&
		    list < j->nodes[node].skip && number_of_shape(j, node + 1,
		    list, depth + 1, ret);
	case NODE_BINARY:
		if (!number_of(j, node + 1, depth + 1, &a) ||
		    !number_of(j, tree_last(j->nodes, node), depth + 1, &b))
			return false;
		switch (operator_of(j, node, &twice)) {
		case '*':
			*ret = twice ? power(a, b) : a * b;
			return true;
		case '+':
			*ret = a + b;
			return true;
		case '-':
			*ret = a - b;
			return true;
		case '/':
			*ret = b == 0 ? 0 : a / b;
			return b != 0;
		case '<':
			*ret = a * power(2, b);
			return true;
		}
		return false;
	case NODE_IDENTIFIER:
		if (j->assumed != 0 && judge_binding(j, node) == j->assumed) {
			*ret = j->assumed_value;
			return true;
		}
		/* Of a name that is bound once, what it is bound to. */
		list = only_definition(j, node);
		return list != 0 ? number_of(j, list, depth + 1, ret) :
		    is_handed(j, node, depth, ret);
	case NODE_ATTRIBUTE:
		list = only_attribute(j, node);
		return list != 0 ? number_of(j, list, depth + 1, ret) :
		    number_of_shape(j, node, 0, depth + 1, ret);
	default:
		return false;
	}
}

/* The largest of several numbers that are all known. */
static bool
largest_of(const struct vset *set, double *ret)
{
	size_t i;

	*ret = -INFINITY;
	for (i = 0; i < set->n && set->v[i]->kind == VALUE_INT; i++)
		if ((double)set->v[i]->integer > *ret)
			*ret = (double)set->v[i]->integer;
	return i > 0 && i == set->n && !set->unknown;
}

/* The largest that `for name in range(...)`, or in (a, b), gives the name. */
bool
number_at_most(struct judge *j, uint32_t node, double *ret)
{
	const struct def *d = judge_only_def(j, node);
	uint32_t last;

	if (number_of(j, node, 0, ret))
		return true;
	if (d == NULL || d->kind != DEF_VALUE || d->steps == NULL ||
	    d->steps->kind != STEP_ITEM || d->steps->before != NULL ||
	    d->expr == 0)
		return false;
	if (strcmp(site_callee(j, d->expr), "range") != 0)
		return largest_of(eval(j, node), ret);
	last = site_argument(j, d->expr, 1);
	if (last == 0)
		last = site_argument(j, d->expr, 0);
	if (last == 0 || !number_of(j, last, 0, ret))
		return false;
	*ret -= 1;
	return true;
}

bool
number_of_node(struct judge *j, uint32_t node, double *ret)
{
	return number_of(j, node, 0, ret);
}
