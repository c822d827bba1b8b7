/*
 * The sides of arrays, as far as constants say: what makes one, what goes by
 * element and stretches sides of one to others, what indexing adds. A side
 * that is not known makes the shape unknown; a slice is taken for the whole.
 */
#include "shapes_parts.h"

#include <string.h>

#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "../fold/fold.h"
#include "../judge.h"
#include "../places/signatures.h"
#include "../values/eval.h"
#include "../values/site.h"
#include "exhaust_parts.h"
#include "size_table.h"
#include "sizes_parts.h"

/* How much may be asked of one submission, and more for a larger one. */
#define WORK_LEAST	20000
#define WORK_BY_NODE	8
#define DEFINITIONS_MAX	8	/* of one name */

bool
sizes_have_time(struct judge *j, unsigned depth)
{
	/* What stands there plainly costs nothing. */
	return depth < 3 || ++j->size_steps <= WORK_LEAST + WORK_BY_NODE *
	    j->tree.n;
}

double
shape_size(const struct shape *s)
{
	double all = 1;
	size_t i;

	for (i = 0; i < s->n; i++)
		all *= s->side[i];
	return s->n == 0 ? 0 : all;
}

static bool
one_side(struct shape *ret, double n)
{
	if (n <= 0)
		return false;
	*ret = (struct shape){ .n = 1, .side = { n } };
	return true;
}

static bool
add_side(struct shape *ret, double n)
{
	if (ret->n == SIDES_MAX || n <= 0)
		return false;
	ret->side[ret->n++] = n;
	return true;
}

static bool
two_sides(struct shape *ret, double n, double m)
{
	*ret = (struct shape){ 0 };
	return add_side(ret, n) && add_side(ret, m);
}

/* As numpy does: the last sides are put beside each other, one is stretched. */
static void
broadcast(struct shape *all, const struct shape *other)
{
	struct shape a = *all, b = *other, c = { 0 };
	size_t i;

	c.n = a.n > b.n ? a.n : b.n;
	for (i = 1; i <= c.n; i++) {
		double l = i <= a.n ? a.side[a.n - i] : 1;
		double r = i <= b.n ? b.side[b.n - i] : 1;

		c.side[c.n - i] = l > r ? l : r;
	}
	*all = c;
}

/* All of these that are known, by element; false if none is. */
static bool
broadcast_children(struct judge *j, uint32_t list, unsigned depth,
    struct shape *ret)
{
	struct shape one;
	uint32_t child;
	bool known = false;

	*ret = (struct shape){ 0 };
	TREE_CHILDREN(j->nodes, list, child)
		if (j->nodes[child].kind != NODE_KEYWORD_ARGUMENT &&
		    shape_of(j, child, depth, &one)) {
			broadcast(ret, &one);
			known = true;
		}
	return known;
}

/* a @ b: the inner sides fall away. */
static bool
matrix_product(const struct shape *a, const struct shape *b, struct shape *ret)
{
	size_t i;

	*ret = (struct shape){ 0 };
	if (a->n == 0 || b->n == 0)
		return false;
	for (i = 0; i + 1 < a->n; i++)
		ret->side[ret->n++] = a->side[i];
	if (b->n > 1 && ret->n < SIDES_MAX)
		ret->side[ret->n++] = b->side[b->n - 1];
	return ret->n > 0;
}

static bool
reversed(struct shape *s)
{
	size_t i;

	for (i = 0; i < s->n / 2; i++) {
		double side = s->side[i];

		s->side[i] = s->side[s->n - 1 - i];
		s->side[s->n - 1 - i] = side;
	}
	return true;
}

static bool
is_none(const struct judge *j, uint32_t node)
{
	size_t n;
	const char *s = judge_text(j, node, &n);

	return (n == 4 && memcmp(s, "None", 4) == 0) ||
	    (n >= 7 && memcmp(s + n - 7, "newaxis", 7) == 0);
}

/* x[:, None, 0]: a side more, a side less; what is not seen through stays. */
static bool
indexed(struct judge *j, uint32_t subscript, unsigned depth,
    struct shape *ret)
{
	uint32_t child, at = j->nodes[subscript + 1].skip;
	struct shape of;
	size_t k = 0, indices;
	double n;

	if (!shape_of(j, subscript + 1, depth, &of))
		return false;
	if (tree_count(j->nodes, subscript) == 2 && j->nodes[at].kind ==
	    NODE_TUPLE)
		subscript = at;
	*ret = (struct shape){ 0 };
	indices = 0;
	TREE_CHILDREN(j->nodes, subscript, child)
		indices += child >= at && !is_none(j, child) &&
		    j->nodes[child].kind != NODE_ELLIPSIS;
	TREE_CHILDREN(j->nodes, subscript, child) {
		if (child < at)
			continue;	/* what is indexed */
		if (is_none(j, child)) {
			if (!add_side(ret, 1))
				return false;
			continue;
		}
		if (j->nodes[child].kind == NODE_ELLIPSIS) {
			for (; k + indices < of.n; k++)
				if (!add_side(ret, of.side[k]))
					return false;
			continue;
		}
		if (indices > 0)
			indices--;
		if (k == of.n)
			return false;
		if (j->nodes[child].kind == NODE_SLICE) {
			if (tree_count(j->nodes, child) > 0)
				return false;
			if (!add_side(ret, of.side[k]))
				return false;
		} else if (!number_of(j, child, depth, &n))
			return false;
		k++;
	}
	for (; k < of.n; k++)
		if (!add_side(ret, of.side[k]))
			return false;
	return ret->n > 0;
}

/* (n, -1): the side that is left over. */
static bool
reshaped(struct judge *j, uint32_t list, uint32_t first, double all,
    unsigned depth, struct shape *ret)
{
	uint32_t child;
	double n, known = 1;
	size_t open = SIDES_MAX;

	*ret = (struct shape){ 0 };
	if (first != 0 && (j->nodes[first].kind == NODE_TUPLE ||
	    j->nodes[first].kind == NODE_LIST)) {
		list = first;
		first = first + 1;
	}
	TREE_CHILDREN(j->nodes, list, child) {
		if (child < first || j->nodes[child].kind ==
		    NODE_KEYWORD_ARGUMENT)
			continue;
		if (!number_of(j, child, depth, &n) || ret->n == SIDES_MAX)
			return false;
		if (n < 0)
			open = ret->n;
		else
			known *= n;
		ret->side[ret->n++] = n;
	}
	if (open < ret->n)
		ret->side[open] = known > 0 ? all / known : 0;
	return ret->n > 0 && shape_size(ret) > 0;
}

bool
shape_asked(struct judge *j, uint32_t node, unsigned depth, struct shape *ret)
{
	const struct vset *const *sides;
	uint32_t child = 0;
	size_t n, i;
	double side;

	*ret = (struct shape){ 0 };
	if (depth > DEPTH_MAX)
		return false;
	if (number_of(j, node, depth, &side))
		return one_side(ret, side);
	switch (j->nodes[node].kind) {
	case NODE_PARENTHESIZED:
		return shape_asked(j, node + 1, depth + 1, ret);
	case NODE_IDENTIFIER:
		child = only_definition(j, node);
		if (child != 0 && shape_asked(j, child, depth + 1, ret))
			return true;
		break;
	case NODE_ATTRIBUTE:
		if (judge_is_named(j, tree_last(j->nodes, node), "shape"))
			return shape_of(j, node + 1, depth + 1, ret);
		break;
	case NODE_TUPLE:
	case NODE_LIST:
		TREE_CHILDREN(j->nodes, node, child)
			if (!number_of(j, child, depth + 1, &side) ||
			    !add_side(ret, side))
				return false;
		return ret->n > 0;
	}
	*ret = (struct shape){ 0 };
	sides = fold_elements(j, eval(j, node), &n);
	if (sides == NULL || vset_only(eval(j, node), VALUE_LIST) == NULL)
		return false;
	for (i = 0; i < n; i++) {
		const struct value *v = vset_only(sides[i], VALUE_INT);

		if (v == NULL || !add_side(ret, (double)v->integer))
			return false;
	}
	return ret->n > 0;
}

/* numpy.zeros((n, m)), numpy.random.rand(n, m), numpy.eye(n). */
static bool
made_by_row(struct judge *j, uint32_t call, const struct sizes *row,
    unsigned depth, struct shape *ret)
{
	struct signature sig;
	struct shape one;
	char name[32];
	uint32_t node;
	size_t i, k;
	bool square = false;

	*ret = (struct shape){ 0 };
	signature_read(row->parameters, &sig);
	for (i = 0; i < sig.n; i++) {
		const struct parameter *p = &sig.parameters[i];

		if (p->use == 0)
			continue;
		snprintf(name, sizeof(name), "%.*s", p->n, p->name);
		node = site_keyword(j, call, name);
		if (node == 0)
			node = site_argument(j, call, i);
		if (node == 0)
			continue;
		if ((p->use != 's' && p->use != 'q') || !shape_asked(j, node,
		    depth, &one))
			return false;
		for (k = 0; k < one.n; k++)
			if (!add_side(ret, one.side[k]))
				return false;
		square |= p->use == 'q' && one.n == 1;
	}
	return ret->n > 0 && (!square || ret->n > 1 || add_side(ret,
	    ret->side[0]));
}

/* What goes by element, or gives back as much as it is given. */
static bool
goes_by_element(const char *name)
{
	static const char all[][24] = { "abs", "absolute", "add", "angle",
	    "arctan", "arctan2", "argsort", "array", "asarray",
	    "ascontiguousarray", "astype", "cbrt", "ceil", "clip", "conj",
	    "copy", "cos", "cosh", "cumprod", "cumsum", "deg2rad", "divide",
	    "equal", "exp", "expm1", "exp2", "flip", "float32", "float64",
	    "floor", "fft.fft", "fft.fft2", "fft.ifft", "fmod", "greater",
	    "hypot", "imag", "isnan", "less", "linalg.cholesky",
	    "linalg.expm", "linalg.inv", "linalg.pinv", "log", "log10",
	    "log1p", "log2", "logical_and", "logical_not", "logical_or",
	    "logaddexp", "maximum", "minimum", "mod", "multiply",
	    "nan_to_num", "negative", "ones_like", "power", "radians", "real",
	    "rint", "roll", "round", "sign", "sin", "sinc", "sinh", "sort",
	    "sqrt", "square", "subtract", "tan", "tanh", "true_divide",
	    "to_numpy", "where", "zeros_like" };

	return IS_ONE_OF(name, all);
}

static double
rows(struct judge *j, uint32_t node, unsigned depth)
{
	struct shape s;

	return node == 0 ? 0 : shape_of(j, node, depth, &s) ? s.side[0] :
	    size_of(j, node, depth);
}

/* What a call of numpy's or scipy's makes of the arrays it is given. */
static bool
made_by_library(struct judge *j, uint32_t call, const char *name,
    unsigned depth, struct shape *ret)
{
	const char *last = strchr(name, '.') + 1;
	const char *dot = strrchr(name, '.');
	uint32_t first = site_argument(j, call, 0);
	uint32_t second = site_argument(j, call, 1), flag;
	const struct value *v;
	struct shape a, b;
	size_t i;

	if (first == 0)
		return false;
	if (goes_by_element(last))
		return broadcast_children(j, tree_last(j->nodes, call), depth,
		    ret);
	if (util_compare(dot, ".outer") == 0) {
		if (second == 0 || !shape_of(j, first, depth, &a) ||
		    !shape_of(j, second, depth, &b))
			return false;
		if (util_compare(last, "outer") == 0)
			return two_sides(ret, shape_size(&a), shape_size(&b));
		*ret = a;
		for (i = 0; i < b.n; i++)
			if (!add_side(ret, b.side[i]))
				return false;
		return true;
	}
	if (util_compare(dot, ".cdist") == 0 || util_compare(dot,
	    ".distance_matrix") == 0)
		return two_sides(ret, rows(j, first, depth), rows(j, second,
		    depth));
	if (!shape_of(j, first, depth, &a))
		return false;
	*ret = a;
	if (util_compare(last, "dot") == 0 || util_compare(last, "matmul") == 0)
		return second != 0 && shape_of(j, second, depth, &b) &&
		    matrix_product(&a, &b, ret);
	if (util_compare(last, "transpose") == 0)
		return reversed(ret);
	if (util_compare(last, "ravel") == 0)
		return one_side(ret, shape_size(&a));
	if (util_compare(last, "reshape") == 0)
		return second != 0 && reshaped(j, tree_last(j->nodes, call),
		    second, shape_size(&a), depth, ret);
	if (util_compare(last, "broadcast_to") == 0)
		return second != 0 && shape_asked(j, second, depth, ret);
	if (util_compare(last, "corrcoef") == 0 || util_compare(last, "cov") ==
	    0) {
		flag = site_keyword(j, call, "rowvar");
		v = flag == 0 ? NULL : vset_only(eval(j, flag), VALUE_INT);
		i = v != NULL && v->integer == 0 ? a.n - 1 : 0;
		return two_sides(ret, a.side[i], a.side[i]);
	}
	if (util_compare(dot, ".pdist") == 0)
		return one_side(ret, a.side[0] * a.side[0] / 2);
	if (util_compare(dot, ".squareform") == 0 && a.n == 1) {
		double n = square_root(2 * a.side[0]);

		return two_sides(ret, n, n);
	}
	return false;
}

/* x.reshape(-1, 1), x.dot(y), x.astype(float) */
static bool
made_by_method(struct judge *j, uint32_t call, unsigned depth,
    struct shape *ret)
{
	uint32_t object, first = site_argument(j, call, 0);
	const char *method = site_method(j, call, &object);
	const struct sizes *row = sizes_of_method(method);
	struct shape a, b;

	if (object == 0)
		return false;
	if (row != NULL && util_compare(method, "repeat") != 0)
		return made_by_row(j, call, row, depth, ret);
	if (!goes_by_element(method) && util_compare(method, "dot") != 0 &&
	    util_compare(method, "reshape") != 0 &&
	    util_compare(method, "ravel") != 0 &&
	    util_compare(method, "flatten") != 0 &&
	    util_compare(method, "transpose") != 0)
		return false;
	if (!shape_of(j, object, depth, &a))
		return false;
	*ret = a;
	if (util_compare(method, "reshape") == 0)
		return first != 0 && reshaped(j, tree_last(j->nodes, call),
		    first, shape_size(&a), depth, ret);
	if (util_compare(method, "ravel") == 0 || util_compare(method,
	    "flatten") == 0)
		return one_side(ret, shape_size(&a));
	if (util_compare(method, "transpose") == 0)
		return reversed(ret);
	return util_compare(method, "dot") != 0 || (first != 0 && shape_of(j,
	    first, depth, &b) && matrix_product(&a, &b, ret));
}

static bool
shape_of_call(struct judge *j, uint32_t call, unsigned depth,
    struct shape *ret)
{
	const char *name = site_callee(j, call);
	const struct sizes *row;
	bool library = strncmp(name, "numpy.", 6) == 0 || strncmp(name,
	    "scipy.", 6) == 0;

	if (library && made_by_library(j, call, name, depth, ret))
		return true;
	row = library ? sizes_of_callable(name) : NULL;
	if (row != NULL)
		return made_by_row(j, call, row, depth, ret) || one_side(ret,
		    size_of(j, call, depth));
	if (name[0] == '\0' && only_returned(j, call) != 0)
		return shape_of(j, only_returned(j, call), depth + 2, ret);
	return (name[0] == '\0' || library) && made_by_method(j, call, depth,
	    ret);
}

/* X, Y = meshgrid(a, b); u, s, vt = svd(x) */
static bool
part_of(struct judge *j, uint32_t call, uint32_t n, unsigned depth,
    struct shape *ret)
{
	static const struct {
		char		callee[24];
		uint32_t	vector;		/* this part has one side */
	} all[] = { { "numpy.linalg.eig", 0 }, { "numpy.linalg.eigh", 0 },
	    { "numpy.linalg.qr", 2 }, { "numpy.linalg.svd", 1 },
	    { "scipy.linalg.eig", 0 }, { "scipy.linalg.eigh", 0 },
	    { "scipy.linalg.qr", 2 }, { "scipy.linalg.svd", 1 } };
	const char *name;
	struct shape one;
	uint32_t arg;
	size_t i;

	if (j->nodes[call].kind == NODE_TUPLE ||
	    j->nodes[call].kind == NODE_EXPRESSION_LIST) {
		TREE_CHILDREN(j->nodes, call, arg)
			if (n-- == 0)
				return shape_of(j, arg, depth, ret);
		return false;
	}
	if (j->nodes[call].kind != NODE_CALL)
		return false;
	name = site_callee(j, call);
	*ret = (struct shape){ 0 };
	if (util_compare(name, "numpy.meshgrid") == 0) {
		for (i = 0; (arg = site_argument(j, call, i)) != 0; i++)
			if (!add_side(ret, rows(j, arg, depth)))
				return false;
		return ret->n > 1;
	}
	if (util_compare(name, "numpy.ix_") == 0) {
		for (i = 0; (arg = site_argument(j, call, i)) != 0; i++)
			if (!add_side(ret, i == n ? rows(j, arg, depth) : 1))
				return false;
		return i > n;
	}
	/* Samples and what is known of each; those to train and to test by. */
	if (strncmp(name, "sklearn.datasets.make_", 22) == 0) {
		double rows = 100, columns = 20;

		arg = site_keyword(j, call, "n_samples");
		arg = arg != 0 ? arg : site_argument(j, call, 0);
		if (arg != 0 && !number_of(j, arg, depth, &rows))
			return false;
		arg = site_keyword(j, call, "n_features");
		if (arg != 0 && !number_of(j, arg, depth, &columns))
			return false;
		return n == 0 ? two_sides(ret, rows, columns) :
		    one_side(ret, rows);
	}
	if (util_compare(name,
	    "sklearn.model_selection.train_test_split") == 0) {
		arg = site_argument(j, call, n / 2);
		return arg != 0 && shape_of(j, arg, depth, ret);
	}
	arg = site_argument(j, call, 0);
	for (i = 0; arg != 0 && i < ARRAY_SIZE(all); i++)
		if (util_compare(all[i].callee, name) == 0)
			return shape_of(j, arg, depth, &one) && (n ==
			    all[i].vector ? one_side(ret, one.side[0]) :
			    two_sides(ret, one.side[0], one.side[0]));
	return false;
}

/* The first of what it is bound to that says: later rounds keep to it. */
static bool
shape_of_name(struct judge *j, uint32_t name, unsigned depth,
    struct shape *ret)
{
	uint32_t binding = judge_binding(j, name), d, node;
	struct handing handing;
	unsigned looked = 0;

	for (d = binding == 0 ? 0 : j->scopes.bindings[binding].first; d != 0 &&
	    looked++ < DEFINITIONS_MAX; d = j->scopes.defs[d].next) {
		const struct def *def = &j->scopes.defs[d];

		if (def->kind == DEF_PARAMETER) {
			handing_begin(j, name, &handing);
			while ((node = handing_next(j, &handing)) != 0)
				if (shape_of(j, node, depth + 4, ret)) {
					handing_end(j);
					return true;
				}
			handing_end(j);
		}
		if (def->kind != DEF_VALUE || def->expr == 0)
			continue;
		if (def->steps == NULL ? shape_of(j, def->expr, depth + 2,
		    ret) : def->steps->kind == STEP_INDEX &&
		    def->steps->before == NULL && part_of(j, def->expr,
		    def->steps->n, depth + 2, ret))
			return true;
	}
	return false;
}

/* Does the source name a library of arrays? Most do not. */
static bool
has_arrays(struct judge *j)
{
	if (j->has_arrays == ANSWER_UNASKED)
		j->has_arrays = names_lookup(j->names, "numpy", 5) != 0 ||
		    names_lookup(j->names, "scipy", 5) != 0 ||
		    names_lookup(j->names, "sklearn", 7) != 0 ? ANSWER_YES :
		    ANSWER_NO;
	return j->has_arrays == ANSWER_YES;
}

static bool
shape_of_kind(struct judge *j, uint32_t node, unsigned depth,
    struct shape *ret)
{
	uint32_t right;
	struct shape a, b;
	const char *name;
	bool l, r;

	switch (j->nodes[node].kind) {
	case NODE_IDENTIFIER:
		return shape_of_name(j, node, depth, ret);
	case NODE_PARENTHESIZED:
		return shape_of(j, node + 1, depth, ret);
	case NODE_UNARY:
		return shape_of(j, tree_last(j->nodes, node), depth, ret);
	case NODE_CALL:
		return shape_of_call(j, node, depth, ret);
	case NODE_SUBSCRIPT:
		return indexed(j, node, depth, ret);
	case NODE_COMPARISON:
		return broadcast_children(j, node, depth, ret);
	case NODE_ATTRIBUTE:
		name = names_text(j->names, j->nodes[tree_last(j->nodes,
		    node)].name);
		right = only_attribute(j, node);
		if (right != 0)
			return shape_of(j, right, depth + 2, ret);
		return (util_compare(name, "T") == 0 || util_compare(name,
		    "real") == 0 || util_compare(name, "imag") == 0) &&
		    shape_of(j, node + 1, depth, ret) && (name[0] != 'T' ||
		    reversed(ret));
	case NODE_BINARY:
		right = tree_last(j->nodes, node);
		l = shape_of(j, node + 1, depth, &a);
		r = shape_of(j, right, depth, &b);
		if (site_operator(j, node + 1, right) == '@')
			return l && r && matrix_product(&a, &b, ret);
		if (!l && !r)
			return false;
		*ret = l ? a : b;
		if (l && r)
			broadcast(ret, &b);
		return true;
	case NODE_CONDITIONAL:
		return shape_of(j, node + 1, depth, ret) ||
		    shape_of(j, tree_last(j->nodes, node), depth, ret);
	default:
		return false;
	}
}

/* What was found lately: the checks ask for the same again and again. */
struct kept_shape {
	uint32_t	node;		/* 0: none */
	uint8_t		depth, range_depth;
	bool		known;
	struct shape	shape;
};

#define KEPT		64

bool
shape_of(struct judge *j, uint32_t node, unsigned depth, struct shape *ret)
{
	struct kept_shape *kept;
	struct shape shape = { 0 };
	bool known;

	if (!has_arrays(j) || ++depth > DEPTH_MAX || !sizes_have_time(j,
	    depth))
		return false;
	/* What else an answer rests on: nothing of it may be set. */
	if (j->assumed != 0 || j->handing_depth != 0 || j->nyielding != 0 ||
	    j->overrides != NULL || j->binding_depth != 0)
		return shape_of_kind(j, node, depth, ret);
	if (j->kept_shapes == NULL)
		j->kept_shapes = arena_alloc(j->arena, KEPT *
		    sizeof(*j->kept_shapes));
	kept = &j->kept_shapes[node % KEPT];
	if (kept->node != node || kept->depth != depth || kept->range_depth !=
	    j->range_depth) {
		known = shape_of_kind(j, node, depth, &shape);
		*kept = (struct kept_shape){ node, (uint8_t)depth,
		    j->range_depth, known, shape };
	}
	if (kept->known)
		*ret = kept->shape;
	return kept->known;
}
