/*
 * How large the things are that a loop changes: elements of texts and lists,
 * rows of tables, bits of numbers, as far as is known in this round.
 */
#include "growth_parts.h"

#include <math.h>	/* INFINITY */

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../obscure/obscure.h"
#include "../values/eval.h"
#include "../values/site.h"
#include "exhaust_parts.h"
#include "sizes_parts.h"

/* The logarithm, by straight lines between powers of two. */
double
amount_bits(double value)
{
	double n = 0;

	if (value > 0 && value < 1)
		return -amount_bits(1 / value);
	for (; value >= 2 && n < 1100; value /= 2)
		n++;
	return n + (value > 1 ? value - 1 : 0);
}

double
amount_two_to(double n)
{
	double value = 1;

	if (n > 1000)
		return INFINITY;
	for (; n >= 1; n--)
		value *= 2;
	for (; n < 0 && n > -60; n++)
		value /= 2;
	return n <= -60 ? 0 : value * (1 + n);
}

struct amount
amount_of_number(double value)
{
	return (struct amount){ NUMBER, amount_bits(value < 0 ? -value :
	    value) };
}

/* The largest of what this may be. */
static struct amount
of_values(struct judge *j, const struct vset *set, uint32_t loop)
{
	struct amount most = { UNKNOWN, 0 }, a;
	const char *name;
	size_t i;

	for (i = 0; i < set->n; i++) {
		const struct value *v = set->v[i];

		a = (struct amount){ UNKNOWN, 0 };
		switch (v->kind) {
		case VALUE_STR:
		case VALUE_BYTES:
			a = (struct amount){ SEQUENCE, (double)v->text.n };
			break;
		case VALUE_LIST:
		case VALUE_DICT:
			a = (struct amount){ SEQUENCE, (double)v->items.n };
			break;
		case VALUE_INT:
			a = amount_of_number((double)v->integer);
			break;
		case VALUE_RESULT:
			/* What the loop itself makes, it makes of that. */
			if (v->place >= loop && v->place <
			    j->nodes[loop].skip)
				break;
			name = names_text(j->names, v->name);
			if (strncmp(name, "fractions.Fraction", 18) == 0)
				a = (struct amount){ FRACTION, 2 };
			else if (strncmp(name, "numpy.", 6) == 0 ||
			    strncmp(name, "pandas.", 7) == 0)
				a = (struct amount){ ARRAY,
				    larger(size_of_node(j, v->place), 1) };
			break;
		}
		if (a.kind != UNKNOWN && (most.kind == UNKNOWN ||
		    a.n > most.n))
			most = a;
	}
	return most;
}

/* What the name stands for before the loop. */
static struct amount
at_first(struct growth *g, uint32_t node)
{
	struct judge *j = g->j;
	uint32_t binding = judge_binding(j, node), d;
	struct amount most = of_values(j, eval(j, node), g->loop), a;
	const char *text;
	size_t length;
	double value;

	if (most.kind == UNKNOWN)
		most = of_values(j, handed_at_first(j, node), g->loop);
	/* Each of many loops looks at all that a name of many ever is. */
	j->late |= deadline_is_over(&j->deadline);
	for (d = binding == 0 || j->late ? 0 :
	    j->scopes.bindings[binding].first; d != 0;
	    d = j->scopes.defs[d].next) {
		const struct def *def = &j->scopes.defs[d];

		if (def->kind != DEF_VALUE || def->steps != NULL ||
		    def->expr == 0 || (def->expr >= g->loop && def->expr <
		    j->nodes[g->loop].skip))
			continue;
		a = (struct amount){ SEQUENCE, size_of_node(j, def->expr) };
		if (a.n <= most.n || most.kind == ARRAY) {
			if (most.kind != UNKNOWN || !number_of_node(j,
			    def->expr, &value))
				continue;
			a = amount_of_number(value);
			text = judge_text(j, def->expr, &length);
			if (tree_first(j->nodes, def->expr, NODE_FLOAT) != 0 ||
			    memchr(text, '/', length) != NULL)
				a.kind = REAL;
		}
		most = a;
	}
	return most;
}

struct amount *
amount_of_name(struct growth *g, uint32_t node)
{
	uint32_t name = g->j->nodes[node].name;
	size_t i;

	for (i = 0; i < g->n; i++)
		if (g->names[i].name == name)
			return &g->names[i].now;
	if (g->n == NAMES_MAX)
		return NULL;
	g->names[i].name = name;
	g->names[i].now = (struct amount){ UNKNOWN, 0 };
	g->names[i].now = at_first(g, node);
	g->names[i].before = g->names[i].now.n;
	g->names[i].step = 0;
	g->n++;
	return &g->names[i].now;
}

/* Everything in a display, and in what that holds. */
static struct amount
content_of(struct growth *g, uint32_t node, unsigned depth)
{
	struct amount all = { SEQUENCE, 0 }, a;
	uint32_t child, value;

	TREE_CHILDREN(g->j->nodes, node, child) {
		value = g->j->nodes[child].kind == NODE_PAIR ||
		    g->j->nodes[child].kind == NODE_INTERPOLATION ?
		    child + 1 : child;
		if (g->j->nodes[child].kind == NODE_PAIR)
			value = tree_last(g->j->nodes, child);
		if (tree_is_splat(g->j->nodes, value) && value + 1 <
		    g->j->nodes[value].skip)
			value++;
		a = amount_of(g, value, depth);
		all.n += a.kind == SEQUENCE || a.kind == ARRAY ? larger(a.n, 1) :
		    a.kind == NUMBER ? larger(a.n / 64, 1) : 1;
		if (a.kind == ARRAY)
			all.kind = ARRAY;
	}
	return all;
}

/* Bits of two numbers, put together. */
static struct amount
of_numbers(struct amount a, struct amount b, const char *op)
{
	const struct amount lost = { UNKNOWN, 0 };

	switch (*op) {
	case '+':
		/* the bits of 2^a + 2^b */
		return (struct amount){ NUMBER, larger(a.n, b.n) +
		    amount_bits(1 + amount_two_to(a.n < b.n ? a.n - b.n :
		    b.n - a.n)) };
	case '*':
		if (op[1] != '*')
			return (struct amount){ NUMBER, a.n + b.n };
		return (struct amount){ NUMBER, b.n > 1000 ? INFINITY :
		    a.n * amount_two_to(b.n) };
	case '<':
		return (struct amount){ NUMBER, b.n > 1000 ? INFINITY :
		    a.n + amount_two_to(b.n) };
	case '-': case '|': case '^':
		return (struct amount){ NUMBER, larger(a.n, b.n) };
	case '&':
		return (struct amount){ NUMBER, smaller(a.n, b.n) };
	case '%':
		return (struct amount){ NUMBER, smaller(a.n, b.n) };
	case '/':
		return (struct amount){ NUMBER, op[1] == '/' ?
		    larger(a.n - b.n, 0) : a.n - b.n };
	case '>':
		return (struct amount){ NUMBER, larger(a.n - amount_two_to(
		    smaller(b.n, 60)), 0) };
	default:
		return lost;
	}
}

struct amount
amount_of_operator(struct growth *g, uint32_t left, uint32_t right,
    unsigned depth)
{
	struct judge *j = g->j;
	const char *op = j->source.bytes + j->nodes[left].end;
	struct amount a = amount_of(g, left, depth);
	struct amount b = amount_of(g, right, depth);
	const struct amount lost = { UNKNOWN, 0 };
	double times;
	bool real;

	while (*op == ' ' || *op == ')')
		op++;
	if (a.kind == ARRAY || b.kind == ARRAY)
		return (struct amount){ ARRAY, larger(a.kind == ARRAY ? a.n : 1,
		    b.kind == ARRAY ? b.n : 1) };
	if (a.kind == SEQUENCE || b.kind == SEQUENCE) {
		/* Nothing but an array has a power. */
		if (*op == '*' && op[1] == '*')
			return (struct amount){ ARRAY, larger(a.n, b.n) };
		if (*op == '+')	/* what is not known adds at least nothing */
			return (struct amount){ SEQUENCE, (a.kind == SEQUENCE ?
			    a.n : 0) + (b.kind == SEQUENCE ? b.n : 0) };
		if (*op == '*' && b.kind != SEQUENCE)
			return number_of_node(j, right, &times) && times > 0 ?
			    (struct amount){ SEQUENCE, a.n * times } : lost;
		if (*op == '*' && a.kind != SEQUENCE)
			return number_of_node(j, left, &times) && times > 0 ?
			    (struct amount){ SEQUENCE, b.n * times } : lost;
		if (*op != '%' || a.kind != SEQUENCE)
			return lost;
		if (j->nodes[right].kind == NODE_TUPLE)
			b = content_of(g, right, depth);
		return (struct amount){ SEQUENCE, a.n + b.n };
	}
	if (a.kind == UNKNOWN || b.kind == UNKNOWN)
		return lost;
	if (a.kind == FRACTION || b.kind == FRACTION)
		return strchr("+-*", *op) != NULL && op[1] != '*' ?
		    (struct amount){ FRACTION, a.n + b.n } : lost;
	real = a.kind == REAL || b.kind == REAL || (*op == '/' && op[1] !=
	    '/');
	a.kind = b.kind = NUMBER;
	a = of_numbers(a, b, op);
	if (real && a.kind == NUMBER)
		a.kind = REAL;
	return a;
}

/* How often `what` stands in `text`. */
static double
times_in(struct judge *j, uint32_t text, uint32_t what)
{
	const struct value *t = vset_only(eval(j, text), VALUE_STR);
	const struct value *w = vset_only(eval(j, what), VALUE_STR);
	double n = 0;
	size_t i;

	if (t == NULL || w == NULL || w->text.n == 0)
		return 0;
	for (i = 0; i + w->text.n <= t->text.n; i++)
		if (memcmp(t->text.bytes + i, w->text.bytes, w->text.n) == 0) {
			n++;
			i += w->text.n - 1;
		}
	return n;
}

/* Of `a`, with each `from` in it replaced by `to`. */
static struct amount
replaced(struct growth *g, struct amount a, uint32_t from, uint32_t to,
    unsigned depth)
{
	double times;

	if (a.kind != SEQUENCE || from == 0 || to == 0)
		return (struct amount){ UNKNOWN, 0 };
	times = times_in(g->j, to, from);
	if (times > 0)
		a.n = larger(a.n, 1) * times;
	else if (vset_only(eval(g->j, to), VALUE_STR) == NULL)
		a.n += amount_of(g, to, depth).n;
	return a;
}

/* a.merge(b): as many rows as the keys say; not known: no fewer. */
static struct amount
merged(struct growth *g, uint32_t call, uint32_t left, uint32_t right,
    unsigned depth)
{
	struct amount a = amount_of(g, left, depth);
	struct amount b = amount_of(g, right, depth);
	double n;

	if (a.kind == UNKNOWN || b.kind == UNKNOWN)
		return a;
	n = size_merged(g->j, call, left, right, a.n, b.n, 0);
	return (struct amount){ ARRAY, larger(n, a.n) };
}

static struct amount
of_method(struct growth *g, uint32_t call, unsigned depth)
{
	static const char keep[][16] = { "add_prefix", "add_suffix",
	    "assign", "astype", "copy", "decode", "encode", "fillna",
	    "flatten", "lower", "ravel", "rename", "reset_index", "reshape",
	    "rstrip", "sort_values", "strip", "swapcase", "title",
	    "to_numpy", "tolist", "translate", "upper" };
	struct judge *j = g->j;
	uint32_t object, first = site_argument(j, call, 0);
	const char *method = site_method(j, call, &object);
	struct amount a, b;

	if (object == 0)
		return (struct amount){ UNKNOWN, 0 };
	if (strcmp(method, "merge") == 0 && first != 0)
		return merged(g, call, object, first, depth);
	if (strcmp(method, "replace") == 0)
		return replaced(g, amount_of(g, object, depth), first,
		    site_argument(j, call, 1), depth);
	if (strcmp(method, "format") == 0)
		return content_of(g, tree_last(j->nodes, call), depth);
	if (strcmp(method, "join") == 0 && first != 0) {
		a = amount_of(g, object, depth);
		b = amount_of(g, first, depth);
		if (b.kind != SEQUENCE)
			return (struct amount){ UNKNOWN, 0 };
		if (a.kind == SEQUENCE && (j->nodes[first].kind == NODE_LIST ||
		    j->nodes[first].kind == NODE_TUPLE))
			b.n += a.n * (tree_count(j->nodes, first) - 1);
		else if (a.kind == SEQUENCE)
			b.n += a.n * larger(b.n - 1, 0);
		return b;
	}
	if (IS_ONE_OF(method, keep))
		return amount_of(g, object, depth);
	return (struct amount){ UNKNOWN, 0 };
}

static struct amount
of_call(struct growth *g, uint32_t call, unsigned depth)
{
	static const char keep[][24] = { "abs", "base64.b16encode",
	    "base64.b32encode", "base64.b64encode", "binascii.hexlify",
	    "bytearray", "bytes",
	    "copy.copy", "copy.deepcopy", "dict", "int", "json.dumps",
	    "json.loads", "list", "numpy.array", "numpy.asarray", "repr",
	    "sorted", "str", "tuple" };
	static const char joins[][24] = { "itertools.chain",
	    "numpy.append", "numpy.concatenate", "numpy.dstack",
	    "numpy.hstack", "numpy.stack", "numpy.vstack",
	    "pandas.concat" };
	static const char multiplies[][24] = { "numpy.kron",
	    "numpy.multiply.outer", "numpy.outer" };
	static const char times[][16] = { "numpy.repeat", "numpy.tile" };
	static const char bounds[][16] = { "max", "min", "random.uniform" };
	struct judge *j = g->j;
	const char *name = site_callee(j, call);
	uint32_t first = site_argument(j, call, 0);
	uint32_t second = site_argument(j, call, 1);
	struct amount a = { UNKNOWN, 0 }, b;
	double n;

	if (name[0] == '\0')
		return of_method(g, call, depth);
	if (first == 0)
		return of_method(g, call, depth);
	if (strcmp(name, "re.sub") == 0)
		return replaced(g, site_argument(j, call, 2) == 0 ? a :
		    amount_of(g, site_argument(j, call, 2), depth), first,
		    second, depth);
	if (strcmp(name, "fractions.Fraction") == 0)
		return (struct amount){ FRACTION, 2 };
	if (IS_ONE_OF(name, keep)) {
		a = amount_of(g, first, depth);
		if (a.kind == NUMBER && strncmp(name, "byte", 4) == 0)
			a = (struct amount){ SEQUENCE, amount_two_to(a.n) };
		else if (a.kind == NUMBER && strcmp(name, "int") != 0 &&
		    strcmp(name, "abs") != 0)
			a = (struct amount){ SEQUENCE, a.n * 0.3 };
		return a;
	}
	if (IS_ONE_OF(name, joins)) {
		a = second != 0 && j->nodes[second].kind !=
		    NODE_KEYWORD_ARGUMENT ? content_of(g, tree_last(j->nodes,
		    call), depth) : amount_of(g, first, depth);
		if (a.kind != UNKNOWN && name[0] != 'i')
			a.kind = ARRAY;
		return a;
	}
	if (strcmp(name, "pandas.merge") == 0 && second != 0)
		return merged(g, call, first, second, depth);
	if (second != 0 && IS_ONE_OF(name, bounds)) {
		a = amount_of(g, first, depth);
		b = amount_of(g, second, depth);
		if (a.kind != NUMBER && a.kind != REAL)
			return b;
		if (b.kind != NUMBER && b.kind != REAL)
			return a;
		return (name[1] == 'i') == (a.n < b.n) ? a : b;
	}
	if (second != 0 && IS_ONE_OF(name, multiplies)) {
		a = amount_of(g, first, depth);
		b = amount_of(g, second, depth);
		return a.kind == UNKNOWN || b.kind == UNKNOWN ?
		    (struct amount){ UNKNOWN, 0 } :
		    (struct amount){ ARRAY, a.n * b.n };
	}
	if (second != 0 && IS_ONE_OF(name, times) && number_of_node(j, second,
	    &n)) {
		a = amount_of(g, first, depth);
		return a.kind == UNKNOWN ? a :
		    (struct amount){ ARRAY, a.n * larger(n, 1) };
	}
	a = of_method(g, call, depth);
	n = a.kind != UNKNOWN ? 0 : size_of_node(j, call);
	if (n > 1)
		a = (struct amount){ strncmp(name, "numpy.", 6) == 0 ||
		    strncmp(name, "pandas.", 7) == 0 ? ARRAY : SEQUENCE, n };
	return a;
}

/* [f(c) for c in x]: as many as x, each as large as it is known to be. */
static struct amount
of_comprehension(struct growth *g, uint32_t node, unsigned depth)
{
	struct judge *j = g->j;
	uint32_t clause = tree_last(j->nodes, node);
	struct amount over, element;
	double n;

	if (j->nodes[clause].kind != NODE_FOR_IN_CLAUSE || tree_count(j->nodes,
	    node) != 2)
		return (struct amount){ UNKNOWN, 0 };
	n = (double)endless_count(j, tree_last(j->nodes, clause));
	if (n <= 0) {
		over = amount_of(g, tree_last(j->nodes, clause), depth);
		if (over.kind != SEQUENCE)
			return (struct amount){ UNKNOWN, 0 };
		n = over.n;
	}
	element = amount_of(g, node + 1, depth);
	return (struct amount){ SEQUENCE, n * (element.kind == SEQUENCE ?
	    larger(element.n, 1) : 1) };
}

struct amount
amount_of(struct growth *g, uint32_t node, unsigned depth)
{
	const struct amount lost = { UNKNOWN, 0 };
	struct judge *j = g->j;
	struct amount *named, a, b;
	double value;
	size_t n;
	const char *s;

	if (++depth > DEPTH_MAX || ++g->work > WORK_MAX)
		return lost;
	switch (j->nodes[node].kind) {
	case NODE_IDENTIFIER:
		named = amount_of_name(g, node);
		return named == NULL ? lost : *named;
	case NODE_PARENTHESIZED:
	case NODE_LIST_SPLAT:
		return amount_of(g, node + 1, depth);
	case NODE_BINARY:
		return amount_of_operator(g, node + 1, tree_last(j->nodes,
		    node), depth);
	case NODE_LIST:
	case NODE_TUPLE:
	case NODE_SET:
	case NODE_DICTIONARY:
	case NODE_EXPRESSION_LIST:
		return content_of(g, node, depth);
	case NODE_STRING:
		if (tree_first(j->nodes, node, NODE_INTERPOLATION) != 0)
			return content_of(g, node, depth);
		break;
	case NODE_CALL:
		a = of_call(g, node, depth);
		if (a.kind != UNKNOWN)
			return a;
		break;
	case NODE_FLOAT:
		if (!number_of_node(j, node, &value))
			break;
		a = amount_of_number(value);
		a.kind = REAL;
		return a;
	case NODE_LIST_COMPREHENSION:
	case NODE_GENERATOR:
		return of_comprehension(g, node, depth);
	case NODE_CONDITIONAL:
		a = amount_of(g, node + 1, depth);
		b = amount_of(g, tree_last(j->nodes, node), depth);
		return a.kind != b.kind ? lost : a.n < b.n ? a : b;
	case NODE_SUBSCRIPT:
		/* x[:], x[::-1] */
		s = judge_text(j, node, &n);
		if (n > 3 && (memcmp(s + n - 3, "[:]", 3) == 0 || (n > 6 &&
		    memcmp(s + n - 6, "[::-1]", 6) == 0)))
			return amount_of(g, node + 1, depth);
		return lost;
	}
	return of_values(j, eval(j, node), g->loop);
}
