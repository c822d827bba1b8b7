/*
 * What a loop makes of the things it changes: its body is gone through some
 * rounds with sizes alone, elements of texts and lists, bits of numbers. What
 * is not known is taken to stay as it is, or is lost sight of.
 */
#include "check.h"

#include <math.h>	/* INFINITY */

#include "../supervisor/base/util.h"
#include "endless_parts.h"
#include "judge.h"
#include "report.h"

#define MANY		1e9	/* elements, or bits */
#define DIGIT_STEPS	1.5e11	/* of all digits of a number in all rounds */
#define ROUNDS		100
#define NAMES_MAX	12
#define WORK_MAX	4000	/* expressions */

enum kind {
	UNKNOWN = 0,
	SEQUENCE,	/* elements, with those of what is in it */
	ARRAY,		/* the same; operators go by element */
	NUMBER,		/* whole: bits */
	FRACTION,	/* bits of both parts */
};

struct amount {
	enum kind	kind;
	double		n;
};

struct growth {
	struct judge	*j;
	uint32_t	 loop;		/* what is bound below is changed */
	unsigned	 work;
	size_t		 n;
	struct {
		uint32_t	name;
		struct amount	now;
		double		before, step;
	} names[NAMES_MAX];
};

static struct amount amount_of(struct growth *, uint32_t node,
    unsigned depth);

static double larger(double a, double b) { return a > b ? a : b; }
static double smaller(double a, double b) { return a < b ? a : b; }

/* The logarithm, by straight lines between powers of two. */
static double
bits(double value)
{
	double n = 0;

	for (; value >= 2 && n < 1100; value /= 2)
		n++;
	return n + (value > 1 ? value - 1 : 0);
}

static double
two_to(double n)
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

static struct amount
number(double value)
{
	return (struct amount){ NUMBER, bits(value < 0 ? -value : value) };
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
			a = number((double)v->integer);
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
	uint32_t binding = scopes_resolve(&j->scopes, j->nodes[node].scope,
	    j->nodes[node].name), d;
	struct amount most = of_values(j, eval(j, node), g->loop), a;
	double value;

	if (most.kind == UNKNOWN)
		most = of_values(j, handed_at_first(j, node), g->loop);
	for (d = binding == 0 ? 0 : j->scopes.bindings[binding].first; d != 0;
	    d = j->scopes.defs[d].next) {
		const struct def *def = &j->scopes.defs[d];

		if (def->kind != DEF_VALUE || def->steps != NULL ||
		    def->expr == 0 || (def->expr >= g->loop && def->expr <
		    j->nodes[g->loop].skip))
			continue;
		a = (struct amount){ SEQUENCE, size_of_node(j, def->expr) };
		if (a.n <= most.n || most.kind == ARRAY) {
			if (most.kind != UNKNOWN || j->nodes[def->expr].kind ==
			    NODE_FLOAT || !number_of_node(j, def->expr,
			    &value))
				continue;
			a = number(value);
		}
		most = a;
	}
	return most;
}

static struct amount *
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

static struct amount
of_operator(struct growth *g, uint32_t left, uint32_t right, unsigned depth)
{
	struct judge *j = g->j;
	const char *op = j->source.bytes + j->nodes[left].end;
	struct amount a = amount_of(g, left, depth);
	struct amount b = amount_of(g, right, depth);
	const struct amount lost = { UNKNOWN, 0 };
	double times;

	while (*op == ' ' || *op == ')')
		op++;
	if (a.kind == ARRAY || b.kind == ARRAY)
		return (struct amount){ ARRAY, larger(a.kind == ARRAY ? a.n : 1,
		    b.kind == ARRAY ? b.n : 1) };
	if (a.kind == SEQUENCE || b.kind == SEQUENCE) {
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
	switch (*op) {
	case '+':
		/* the bits of 2^a + 2^b */
		return (struct amount){ NUMBER, larger(a.n, b.n) +
		    bits(1 + two_to(a.n < b.n ? a.n - b.n : b.n - a.n)) };
	case '*':
		if (op[1] != '*')
			return (struct amount){ NUMBER, a.n + b.n };
		return (struct amount){ NUMBER, b.n > 1000 ? INFINITY :
		    a.n * two_to(b.n) };
	case '<':
		return (struct amount){ NUMBER, b.n > 1000 ? INFINITY :
		    a.n + two_to(b.n) };
	case '-': case '|': case '^':
		return (struct amount){ NUMBER, larger(a.n, b.n) };
	case '&':
		return (struct amount){ NUMBER, smaller(a.n, b.n) };
	case '%':
		return (struct amount){ NUMBER, smaller(a.n, b.n) };
	case '/':
		return op[1] == '/' ? (struct amount){ NUMBER,
		    larger(a.n - b.n, 0) } : lost;
	case '>':
		return (struct amount){ NUMBER, larger(a.n - two_to(smaller(b.n,
		    60)), 0) };
	default:
		return lost;
	}
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

static struct amount
of_method(struct growth *g, uint32_t call, unsigned depth)
{
	static const char *const keep[] = { "astype", "copy", "decode",
	    "encode", "flatten", "lower", "ravel", "reshape", "rstrip",
	    "strip", "swapcase", "title", "to_numpy", "tolist", "upper" };
	struct judge *j = g->j;
	uint32_t object, first = endless_argument(j, call, 0);
	const char *method = endless_method(j, call, &object);
	struct amount a, b;

	if (object == 0)
		return (struct amount){ UNKNOWN, 0 };
	if (strcmp(method, "replace") == 0)
		return replaced(g, amount_of(g, object, depth), first,
		    endless_argument(j, call, 1), depth);
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
	static const char *const keep[] = { "abs", "base64.b16encode",
	    "base64.b32encode", "base64.b64encode", "binascii.hexlify",
	    "bytearray", "bytes",
	    "copy.copy", "copy.deepcopy", "dict", "int", "json.dumps",
	    "json.loads", "list", "numpy.array", "numpy.asarray", "repr",
	    "sorted", "str", "tuple" };
	static const char *const joins[] = { "itertools.chain",
	    "numpy.append", "numpy.concatenate", "numpy.dstack",
	    "numpy.hstack", "numpy.stack", "numpy.vstack",
	    "pandas.concat" };
	static const char *const multiplies[] = { "numpy.kron",
	    "numpy.multiply.outer", "numpy.outer" };
	static const char *const times[] = { "numpy.repeat", "numpy.tile" };
	struct judge *j = g->j;
	const char *name = endless_callee(j, call);
	uint32_t first = endless_argument(j, call, 0);
	uint32_t second = endless_argument(j, call, 1);
	struct amount a = { UNKNOWN, 0 }, b;
	double n;

	if (name[0] == '\0')
		return of_method(g, call, depth);
	if (first == 0)
		return a;
	if (strcmp(name, "re.sub") == 0)
		return replaced(g, endless_argument(j, call, 2) == 0 ? a :
		    amount_of(g, endless_argument(j, call, 2), depth), first,
		    second, depth);
	if (strcmp(name, "fractions.Fraction") == 0)
		return (struct amount){ FRACTION, 2 };
	if (IS_ONE_OF(name, keep)) {
		a = amount_of(g, first, depth);
		if (a.kind == NUMBER && strcmp(name, "int") != 0 &&
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
	return of_method(g, call, depth);
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

static struct amount
amount_of(struct growth *g, uint32_t node, unsigned depth)
{
	const struct amount lost = { UNKNOWN, 0 };
	struct judge *j = g->j;
	struct amount *named, a, b;
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
		return of_operator(g, node + 1, tree_last(j->nodes, node),
		    depth);
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

/* What is bound below this is not followed any more. */
static void
lose(struct growth *g, uint32_t node)
{
	static const char *const shrinks[] = { "clear", "pop", "popitem",
	    "popleft", "remove" };
	struct judge *j = g->j;
	struct amount *named;
	uint32_t i, object;

	for (i = node; i < j->nodes[node].skip; i++) {
		object = i;
		if (j->nodes[i].kind == NODE_CALL && !IS_ONE_OF(
		    endless_method(j, i, &object), shrinks))
			continue;
		if (object == 0 || j->nodes[object].kind != NODE_IDENTIFIER ||
		    (object == i && j->nodes[i].role != ROLE_STORE &&
		    j->nodes[i].role != ROLE_DELETE))
			continue;
		named = amount_of_name(g, object);
		if (named != NULL)
			*named = (struct amount){ UNKNOWN, 0 };
	}
}

static void
bind(struct growth *g, uint32_t name, struct amount a)
{
	struct amount *named = amount_of_name(g, name);

	if (named != NULL)
		*named = a;
}

/* table[i % 10]: a key that may have come before. */
static bool
is_reused(struct judge *j, uint32_t subscript)
{
	return j->nodes[j->nodes[subscript + 1].skip].kind != NODE_IDENTIFIER;
}

static void
run_assignment(struct growth *g, uint32_t at)
{
	struct judge *j = g->j;
	uint32_t left = at + 1, right = tree_last(j->nodes, at), l, r;
	struct amount parts[8], *named;
	size_t n = 0, k = 0;

	if (j->nodes[left].kind == NODE_IDENTIFIER) {
		bind(g, left, j->nodes[at].kind == NODE_AUGMENTED ?
		    of_operator(g, left, right, 0) : amount_of(g, right, 0));
		return;
	}
	/* table[i] = [0] * 1000 */
	if (j->nodes[left].kind == NODE_SUBSCRIPT &&
	    j->nodes[left + 1].kind == NODE_IDENTIFIER &&
	    j->nodes[at].kind == NODE_ASSIGNMENT &&
	    j->nodes[right].kind != NODE_IDENTIFIER) {
		parts[0] = amount_of(g, right, 0);
		named = amount_of_name(g, left + 1);
		if (named != NULL && named->kind == SEQUENCE &&
		    parts[0].kind == SEQUENCE && !is_reused(j, left))
			named->n += parts[0].n;
		return;
	}
	/* a, b = b, a + b */
	if ((j->nodes[left].kind != NODE_PATTERN_LIST &&
	    j->nodes[left].kind != NODE_TUPLE_PATTERN) ||
	    (j->nodes[right].kind != NODE_EXPRESSION_LIST &&
	    j->nodes[right].kind != NODE_TUPLE) || tree_count(j->nodes,
	    left) != tree_count(j->nodes, right) || tree_count(j->nodes,
	    left) > ARRAY_SIZE(parts)) {
		lose(g, left);
		return;
	}
	TREE_CHILDREN(j->nodes, right, r)
		parts[n++] = amount_of(g, r, 0);
	TREE_CHILDREN(j->nodes, left, l) {
		if (j->nodes[l].kind == NODE_IDENTIFIER)
			bind(g, l, parts[k]);
		k++;
	}
}

static void
run_method(struct growth *g, uint32_t call)
{
	static const char *const one[] = { "append", "add", "appendleft",
	    "insert" };
	static const char *const all[] = { "extend", "extendleft", "update" };
	struct judge *j = g->j;
	uint32_t object, what;
	const char *method = endless_method(j, call, &object);
	struct amount *named, a;

	if (object == 0 || j->nodes[object].kind != NODE_IDENTIFIER)
		return;
	what = endless_argument(j, call, strcmp(method, "insert") == 0);
	if (what == 0 || (!IS_ONE_OF(method, one) && !IS_ONE_OF(method,
	    all))) {
		lose(g, call);
		return;
	}
	a = amount_of(g, what, 0);
	named = amount_of_name(g, object);
	if (named == NULL || named->kind != SEQUENCE)
		return;
	if (IS_ONE_OF(method, all)) {
		named->n += a.kind == SEQUENCE || a.kind == ARRAY ? a.n : 0;
		return;
	}
	/* Another name for the same thing takes no room. */
	named->n += a.kind == SEQUENCE && j->nodes[what].kind !=
	    NODE_IDENTIFIER && j->nodes[what].kind != NODE_STRING ?
	    larger(a.n, 1) : 1;
}

/* Those that are called whatever happens. */
static void
run_methods(struct growth *g, uint32_t statement)
{
	struct judge *j = g->j;
	uint32_t i;

	for (i = statement; i < j->nodes[statement].skip; i++)
		switch (j->nodes[i].kind) {
		case NODE_CALL:
			run_method(g, i);
			break;
		case NODE_LAMBDA:
			i = j->nodes[i].skip - 1;
			break;
		}
}

static void
run_block(struct growth *g, uint32_t block, unsigned depth)
{
	struct judge *j = g->j;
	uint32_t child, at, over;
	int64_t i, n;

	g->work++;
	TREE_CHILDREN(j->nodes, block, child) {
		at = child + 1;
		switch (j->nodes[child].kind) {
		case NODE_EXPRESSION_STATEMENT:
			if (j->nodes[at].kind == NODE_ASSIGNMENT ||
			    j->nodes[at].kind == NODE_AUGMENTED)
				run_assignment(g, at);
			else
				run_methods(g, child);
			break;
		case NODE_ASSERT:
			run_methods(g, child);
			break;
		case NODE_FOR:
			over = j->nodes[at].skip;
			n = endless_count(j, over);
			if (n > 0 && depth < 2 && tree_count(j->nodes,
			    child) == 3) {
				for (i = 0; i < n && g->work < WORK_MAX; i++)
					run_block(g, j->nodes[over].skip,
					    depth + 1);
				break;
			}
			/* fall through */
		default:
			lose(g, child);
		}
	}
}

/* After a round: 1 too much; -1 nothing will ever come of it; else 0. */
static int
judge_round(struct growth *g, double rounds, double left)
{
	bool steady = true;
	double step, before, last;
	size_t i;

	for (i = 0; i < g->n; i++) {
		const struct amount *a = &g->names[i].now;

		if (a->kind == UNKNOWN)
			continue;
		if (a->n > MANY)
			return 1;
		step = a->n - g->names[i].before;
		before = g->names[i].step;
		g->names[i].before = a->n;
		g->names[i].step = step;
		if (step < 0.3 && step <= before)
			continue;	/* as sums of small numbers do */
		if (step < before * 0.999 || step > before * 1.001 + 1e-6) {
			steady = false;
			continue;
		}
		/* From here on as much in each round. */
		last = a->n + left * step;
		if (last > MANY && step > 0)
			return 1;
		if ((a->kind == NUMBER || a->kind == FRACTION) && step > 0.1 &&
		    rounds * last / 60 > DIGIT_STEPS)
			return 1;
	}
	return steady ? -1 : 0;
}

/* A target that goes over numbers. */
static void
bind_target(struct growth *g, uint32_t target, uint32_t over)
{
	if (g->j->nodes[target].kind == NODE_IDENTIFIER)
		bind(g, target, strcmp(endless_callee(g->j, over), "range") ==
		    0 ? number((double)endless_count(g->j, over)) :
		    (struct amount){ UNKNOWN, 0 });
	else
		lose(g, target);
}

/* for _ in range(60): text = text + text */
void
check_growth(struct judge *j, uint32_t loop)
{
	uint32_t over = j->nodes[loop + 1].skip, body = j->nodes[over].skip;
	struct growth g;
	double rounds;
	int i, verdict;

	rounds = (double)endless_count(j, over);
	if (j->nodes[body].kind != NODE_BLOCK || rounds < 3 ||
	    loop_may_end(j, loop) || tree_first(j->nodes, body,
	    NODE_CONTINUE) != 0)
		return;
	g.j = j;
	g.loop = loop;
	g.work = 0;
	g.n = 0;
	for (i = 1; i <= rounds && i <= ROUNDS && g.work < WORK_MAX; i++) {
		bind_target(&g, loop + 1, over);
		run_block(&g, body, 0);
		verdict = judge_round(&g, rounds, rounds - i);
		if (verdict > 0) {
			report_flow(j, FLOW_HUGE_RESULT, loop,
			    "more each time", NULL);
			return;
		}
		if (verdict < 0 && i > 2)
			return;
	}
}

/* reduce(lambda a, b: a + a, range(60), "x"), accumulate(..., lambda) */
void
check_growth_of_reduce(struct judge *j, uint32_t call, const char *callee)
{
	bool reduces = strcmp(callee, "functools.reduce") == 0;
	uint32_t over = endless_argument(j, call, reduces), name, names;
	uint32_t start = endless_argument(j, call, 2), function;
	struct growth g = { .j = j, .loop = call };
	const struct vset *set;
	const struct value *v;
	bool multiplies = false;
	double rounds;
	size_t k;
	int i, verdict;

	function = reduces || strcmp(callee, "math.prod") == 0 ?
	    endless_argument(j, call, 0) : endless_argument(j, call, 1);
	if (strcmp(callee, "math.prod") == 0)
		over = function;
	rounds = over == 0 ? 0 : (double)endless_count(j, over);
	if (rounds < 3 || function == 0)
		return;
	set = eval(j, function);
	for (k = 0; k < set->n; k++)
		multiplies |= set->v[k]->kind == VALUE_PATH && strcmp(
		    names_text(j->names, set->v[k]->name), "operator.mul") ==
		    0;
	if (over == function || multiplies) {
		if (rounds * rounds * bits(rounds) / 60 > DIGIT_STEPS &&
		    strcmp(endless_callee(j, over), "range") == 0)
			report_flow(j, FLOW_HUGE_RESULT, call, callee, NULL);
		return;
	}
	v = vset_only(eval(j, function), VALUE_FUNCTION);
	if (v == NULL || j->nodes[v->node].kind != NODE_LAMBDA ||
	    tree_count(j->nodes, v->node) != 2)
		return;
	names = v->node + 1;
	name = names + 1;
	if (tree_count(j->nodes, names) != 2 || j->nodes[name].kind !=
	    NODE_IDENTIFIER || j->nodes[name + 1].kind != NODE_IDENTIFIER)
		return;
	bind(&g, name, start != 0 ? amount_of(&g, start, 0) : number(2));
	for (i = 1; i <= rounds && i <= ROUNDS && g.work < WORK_MAX; i++) {
		bind_target(&g, name + 1, over);
		bind(&g, name, amount_of(&g, tree_last(j->nodes, v->node), 0));
		verdict = judge_round(&g, rounds, rounds - i);
		if (verdict > 0) {
			report_flow(j, FLOW_HUGE_RESULT, call,
			    "more each time", NULL);
			return;
		}
		if (verdict < 0 && i > 2)
			return;
	}
}
