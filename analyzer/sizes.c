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

#define MANY		1e9	/* elements, bytes */
#define DIGITS		5e6	/* of a number */
#define TOO_LONG	2e10	/* steps: minutes, whatever they do */
#define LONG		1e9	/* steps that do something */

/*
 * Callables whose arguments are sizes: how many there may be at most, and
 * which parameters are multiplied (`s`); `q`: by itself, if no other is given.
 */
struct sizes {
	const char	*callee;
	double		 most;
	const char	*parameters;
};

static const struct sizes calls[] = {
	{ "asyncio.sleep", 86400, "delay:s" },
	{ "bytearray", 6e8, "source:s" },
	{ "bytes", 6e8, "source:s" },
	{ "concurrent.futures.ProcessPoolExecutor", 4096, "max_workers:s" },
	{ "concurrent.futures.ThreadPoolExecutor", 10000, "max_workers:s" },
	{ "decimal.Context", 1e8, "prec:s" },
	{ "hashlib.pbkdf2_hmac", 1e9, "name password salt iterations:s" },
	{ "hashlib.scrypt", 1e8, "password salt n:s r:s p:s" },
	{ "math.comb", 3e6, "n k:s" },
	{ "math.factorial", 2e6, "x:s" },
	{ "math.perm", 3e6, "n k:s" },
	{ "multiprocessing.Pool", 4096, "processes:s" },
	{ "numpy.arange", MANY, "start:s" },
	{ "numpy.bartlett", MANY, "M:s" },
	{ "numpy.blackman", MANY, "M:s" },
	{ "numpy.char.multiply", MANY, "a i:s" },
	{ "numpy.empty", MANY, "shape:s" },
	{ "numpy.eye", MANY, "N:q M:s" },
	{ "numpy.full", MANY, "shape:s" },
	{ "numpy.geomspace", MANY, "start stop num:s" },
	{ "numpy.hamming", MANY, "M:s" },
	{ "numpy.hanning", MANY, "M:s" },
	{ "numpy.identity", MANY, "n:q" },
	{ "numpy.indices", MANY, "dimensions:s" },
	{ "numpy.linspace", MANY, "start stop num:s" },
	{ "numpy.logspace", MANY, "start stop num:s" },
	{ "numpy.ones", MANY, "shape:s" },
	{ "numpy.pad", MANY, "array pad_width:s" },
	{ "numpy.random.bytes", MANY, "length:s" },
	{ "numpy.random.choice", MANY, "a size:s" },
	{ "numpy.random.exponential", MANY, "scale size:s" },
	{ "numpy.random.normal", MANY, "loc scale size:s" },
	{ "numpy.random.permutation", MANY, "x:s" },
	{ "numpy.random.poisson", MANY, "lam size:s" },
	{ "numpy.random.rand", MANY, "a:s b:s c:s d:s e:s f:s" },
	{ "numpy.random.randint", MANY, "low high size:s" },
	{ "numpy.random.randn", MANY, "a:s b:s c:s d:s e:s f:s" },
	{ "numpy.random.random", MANY, "size:s" },
	{ "numpy.random.standard_normal", MANY, "size:s" },
	{ "numpy.random.uniform", MANY, "low high size:s" },
	{ "numpy.repeat", MANY, "a repeats:s" },
	{ "numpy.resize", MANY, "a new_shape:s" },
	{ "numpy.tile", MANY, "A reps:s" },
	{ "numpy.tri", MANY, "N:q M:s" },
	{ "numpy.zeros", MANY, "shape:s" },
	{ "os.ftruncate", 1e11, "fd length:s" },
	{ "os.posix_fallocate", 1e11, "fd offset len:s" },
	{ "os.truncate", 1e11, "path length:s" },
	{ "os.urandom", MANY, "size:s" },
	{ "pandas.date_range", MANY, "start end periods:s" },
	{ "random.choices", MANY, "population weights cum_weights k:s" },
	{ "random.randbytes", MANY, "n:s" },
	{ "secrets.token_bytes", MANY, "nbytes:s" },
	{ "secrets.token_hex", MANY, "nbytes:s" },
	{ "time.sleep", 86400, "secs:s" },
};

/* By the method's name alone. */
static const struct sizes methods[] = {
	{ "center", MANY, "width:s" },
	{ "expandtabs", 1e8, "tabsize:s" },
	{ "integers", MANY, "low high size:s" },
	{ "ljust", MANY, "width:s" },
	{ "normal", MANY, "loc scale size:s" },
	{ "randbytes", MANY, "n:s" },
	{ "random", MANY, "size:s" },
	{ "repeat", MANY, "repeats:s" },
	{ "rjust", MANY, "width:s" },
	{ "seek", 1e12, "offset:s" },
	{ "standard_normal", MANY, "size:s" },
	{ "to_bytes", MANY, "length:s" },
	{ "truncate", 1e11, "size:s" },
	{ "uniform", MANY, "low high size:s" },
	{ "zfill", MANY, "width:s" },
};

static int
compare(const void *key, const void *row)
{
	return strcmp(key, ((const struct sizes *)row)->callee);
}

static char
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

static bool number_of(struct judge *, uint32_t node, unsigned depth,
    double *ret);

static double
power(double base, double exponent)
{
	double all = 1;
	int i;

	for (i = 0; i < exponent && i < 1100 && all < 1e300; i++)
		all *= base;
	return all;
}

static uint32_t
only_value(const struct judge *j, uint32_t binding)
{
	const struct def *d;

	if (binding == 0 || j->scopes.bindings[binding].first == 0)
		return 0;
	d = &j->scopes.defs[j->scopes.bindings[binding].first];
	/* What a class binds, its objects have. */
	if (d->kind == DEF_BINDING && d->next == 0 && d->expr != binding)
		return only_value(j, d->expr);
	return d->next == 0 && d->kind == DEF_VALUE && d->steps == NULL ?
	    d->expr : 0;
}

uint32_t
only_definition(struct judge *j, uint32_t name)
{
	return only_value(j, scopes_resolve(&j->scopes, j->nodes[name].scope,
	    j->nodes[name].name));
}

/* A parameter: the largest number that a call of its function gives it. */
static bool
is_handed(struct judge *j, uint32_t name, unsigned depth, double *ret)
{
	uint32_t binding = scopes_resolve(&j->scopes, j->nodes[name].scope,
	    j->nodes[name].name);
	const struct vset *set;
	const struct def *d;
	bool found = false;
	double n;
	size_t i;

	d = binding == 0 ? NULL :
	    &j->scopes.defs[j->scopes.bindings[binding].first];
	if (d == NULL || d->kind != DEF_PARAMETER || d->next != 0)
		return false;
	if (d->expr != 0)
		found = number_of(j, d->expr, depth + 1, ret);
	set = handed_over(j, name);
	for (i = 0; i < set->n; i++) {
		n = (double)set->v[i]->integer;
		if (set->v[i]->kind != VALUE_INT || (found && n <= *ret))
			continue;
		*ret = n;
		found = true;
	}
	return found;
}

/* The number that this is, roughly; false if it is not known. */
static bool
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
	if (depth > DEPTH_MAX)
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
		list = endless_argument(j, node, 0);
		return strcmp(endless_callee(j, node), "int") == 0 &&
		    list != 0 && endless_argument(j, node, 1) == 0 &&
		    number_of(j, list, depth + 1, ret);
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
		case '<':
			*ret = a * power(2, b);
			return true;
		}
		return false;
	case NODE_IDENTIFIER:
		/* Of a name that is bound once, what it is bound to. */
		list = only_definition(j, node);
		return list != 0 ? number_of(j, list, depth + 1, ret) :
		    is_handed(j, node, depth, ret);
	case NODE_ATTRIBUTE:
		list = only_value(j, scopes_find(&j->scopes, 0, j->nodes[
		    tree_last(j->nodes, node)].name));
		return list != 0 && number_of(j, list, depth + 1, ret);
	default:
		return false;
	}
}

static double size_of(struct judge *, uint32_t node, unsigned depth);

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

/* What the parameters of this row are given, multiplied; 0: not known. */
static double
product(struct judge *j, uint32_t call, const struct sizes *row)
{
	struct signature sig;
	const struct vset *const *sides;
	double all = 1, n;
	size_t i, k, count, given = 0;
	uint32_t node, square = 0;
	char name[32];

	signature_read(row->parameters, &sig);
	for (i = 0; i < sig.n; i++) {
		if (sig.parameters[i].use == 0)
			continue;
		snprintf(name, sizeof(name), "%.*s", sig.parameters[i].n,
		    sig.parameters[i].name);
		node = endless_keyword(j, call, name);
		if (node == 0)
			node = endless_argument(j, call, i);
		if (node == 0)
			continue;
		if (number_of(j, node, 0, &n)) {
			if (sig.parameters[i].use == 'q')
				square = node;
			all *= n;
			given++;
			continue;
		}
		/* A shape: of bytes([1, 2]), these are the elements. */
		sides = strncmp(row->callee, "numpy.", 6) != 0 &&
		    strchr("nrsu", row->callee[0]) == NULL ? NULL :
		    fold_elements(j, eval(j, node), &count);
		if (sides == NULL || vset_only(eval(j, node), VALUE_LIST) ==
		    NULL)
			return 0;
		for (k = 0; k < count; k++) {
			const struct value *v = vset_only(sides[k],
			    VALUE_INT);

			if (v == NULL || v->integer < 1)
				return 0;
			all *= (double)v->integer;
		}
		given += count;
	}
	if (square != 0 && given == 1)
		all *= all;
	return given > 0 ? all : 0;
}

static const struct sizes *
sizes_of(const char *callee)
{
	return bsearch(callee, calls, ARRAY_SIZE(calls), sizeof(calls[0]),
	    compare);
}

/* numpy.arange(a, b, step), otherwise what the table says. */
static double
made_by(struct judge *j, uint32_t call, const struct sizes *row)
{
	if (strcmp(row->callee, "numpy.arange") == 0)
		return range_size(j, call);
	return product(j, call, row);
}

static double
size_of_call(struct judge *j, uint32_t call, unsigned depth)
{
	static const char *const keep[] = { "list", "tuple", "sorted", "set",
	    "frozenset", "dict", "numpy.array", "numpy.asarray", "bytes",
	    "bytearray", "pandas.Series", "pandas.DataFrame", "reversed",
	    "zlib.compress", "zlib.decompress", "bz2.compress",
	    "bz2.decompress", "lzma.compress", "lzma.decompress",
	    "gzip.compress", "gzip.decompress", "array.array", "enumerate" };
	static const char *const times[] = { "numpy.outer", "numpy.kron",
	    "numpy.meshgrid", "numpy.multiply.outer", "numpy.add.outer",
	    "pandas.MultiIndex.from_product" };
	const char *name = endless_callee(j, call);
	const struct sizes *row;
	double all = 1, n;
	uint32_t child;
	size_t i;

	if (name[0] == '\0')
		return 0;
	if (strcmp(name, "range") == 0)
		return range_size(j, call);
	row = sizes_of(name);
	if (row != NULL && strncmp(name, "numpy.", 6) == 0)
		return made_by(j, call, row);
	if (IS_ONE_OF(name, keep)) {
		child = endless_argument(j, call,
		    strcmp(name, "array.array") == 0);
		if (child == 0 && strncmp(name, "pandas.", 7) == 0)
			child = endless_keyword(j, call, "index");
		return child == 0 ? 0 : size_of(j, child, depth + 1);
	}
	if (!IS_ONE_OF(name, times))
		return 0;
	for (i = 0; (child = endless_argument(j, call, i)) != 0; i++) {
		n = size_of(j, child, depth + 1);
		if (n <= 0)
			return 0;
		all *= n;
	}
	return i > 1 ? all : 0;
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
static double
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
			all = size_of(j, left, depth + 1);
			if (all > 0)
				return number_of(j, right, 0, &n) && n > 0 ?
				    all * n : 0;
			all = size_of(j, right, depth + 1);
			return all > 0 && number_of(j, left, 0, &n) && n > 0 ?
			    all * n : 0;
		case '+':
			return size_of(j, left, depth + 1) +
			    size_of(j, right, depth + 1);
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

/* pow(a, b), without a modulus: its bits. */
static double
power_size(struct judge *j, uint32_t call)
{
	uint32_t base = endless_argument(j, call, 0);
	uint32_t exponent = endless_argument(j, call, 1);
	double a, b;

	return exponent != 0 && endless_argument(j, call, 2) == 0 &&
	    endless_keyword(j, call, "mod") == 0 && number_of(j, base, 0,
	    &a) && number_of(j, exponent, 0, &b) && (a > 1 || a < -1) ? b : 0;
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

void
check_size_of_call(struct judge *j, uint32_t call)
{
	const char *callee = endless_callee(j, call);
	const struct sizes *row = sizes_of(callee);
	double n;

	if (strcmp(callee, "sys.setrecursionlimit") == 0 &&
	    endless_argument(j, call, 0) != 0 && number_of(j,
	    endless_argument(j, call, 0), 0, &n) && n > 1e5)
		j->deep = true;
	if (row != NULL)
		n = made_by(j, call, row) > row->most ? INFINITY : 0;
	else if (strcmp(callee, "int") == 0)
		n = endless_argument(j, call, 0) != 0 && size_of(j,
		    endless_argument(j, call, 0), 0) > DIGITS ? INFINITY : 0;
	else if (strcmp(callee, "pow") == 0)
		n = power_size(j, call);
	else
		n = size_of_call(j, call, 0);
	if (n >= MANY && strcmp(callee, "range") != 0 &&
	    strcmp(callee, "enumerate") != 0 &&
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
	second = strcmp(method, "replace") == 0 ? endless_argument(j, call, 1) : 0;
	if (second == 0 || size_of(j, first, 0) != 1)
		return 0;
	return size_of(j, object, 0) * size_of(j, second, 0);
}

void
check_size_of_method(struct judge *j, uint32_t call, const char *method)
{
	const struct sizes *row = bsearch(method, methods,
	    ARRAY_SIZE(methods), sizeof(methods[0]), compare);

	if (row != NULL ? product(j, call, row) > row->most :
	    size_of_method(j, call, method) >= MANY)
		report_flow(j, FLOW_HUGE_RESULT, call, method, NULL);
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
	if (j->nodes[at].kind == NODE_BINARY ?
	    size_of(j, at, 0) > MANY :
	    steps_of(j, at, &chooses, 0) > (chooses ? TOO_LONG : MANY) ||
	    size_of(j, at, 0) >= MANY)
		report_flow(j, FLOW_HUGE_RESULT, at, "all of it", NULL);
}

/* Anything that may end a loop, or the function it stands in. */
static bool
may_end(const struct judge *j, uint32_t loop)
{
	uint32_t i;

	for (i = loop; i < j->nodes[loop].skip; i++)
		switch (j->nodes[i].kind) {
		case NODE_BREAK: case NODE_RETURN: case NODE_RAISE:
		case NODE_YIELD: case NODE_AWAIT: case NODE_ASSERT:
			return true;
		}
	return false;
}

/* Does this call start a thread or a process? */
static bool
starts_one(struct judge *j, uint32_t call)
{
	static const char *const starters[] = { "threading.Thread",
	    "threading.Timer", "multiprocessing.Process", "os.fork",
	    "subprocess.Popen" };
	const char *name = endless_callee(j, call);

	return IS_ONE_OF(name, starters);
}

/* Loops within loops, each of so many steps that nothing ends before. */
void
check_steps(struct judge *j, uint32_t loop)
{
	uint32_t at, outermost = loop, i = 0;
	double all, n;

	all = size_of(j, j->nodes[loop + 1].skip, 0);
	if (all >= 5000)
		for (i = loop; i < j->nodes[loop].skip; i++)
			if (j->nodes[i].kind == NODE_CALL && starts_one(j, i))
				break;
	if (all >= 5000 && i < j->nodes[loop].skip) {
		report_flow(j, FLOW_HUGE_RESULT, loop, "so many of them",
		    NULL);
		return;
	}
	for (at = j->nodes[loop].parent; all > 1 && at != 0 &&
	    j->nodes[at].kind != NODE_FUNCTION; at = j->nodes[at].parent) {
		if (j->nodes[at].kind == NODE_IF || j->nodes[at].kind ==
		    NODE_TRY || j->nodes[at].kind == NODE_WHILE)
			break;
		if (j->nodes[at].kind != NODE_FOR)
			continue;
		n = size_of(j, j->nodes[at + 1].skip, 0);
		if (n <= 0)
			break;
		/* Said of the inner one already? */
		outermost = at;
		all *= n;
	}
	if (all >= LONG && !may_end(j, outermost))
		report_flow(j, FLOW_ENDLESS_LOOP, loop, "for", NULL);
}
