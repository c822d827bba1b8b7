/*
 * Tests of `while` that stay true for reasons beyond what the body adds:
 * nothing in the loop changes what they ask, what they ask is always so, it
 * is a clock that has years to go, steps miss the number that is waited for,
 * or a list of work gets more than is taken from it.
 */
#include "loops_parts.h"

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../values/eval.h"
#include "../values/site.h"
#include "exhaust_parts.h"

#define A_DAY	86400
#define STEPS	20000

static bool
is_clock(struct judge *j, uint32_t node)
{
	static const char names[][32] = { "datetime.datetime.now",
	    "datetime.datetime.utcnow", "datetime.date.today", "time.monotonic",
	    "time.perf_counter", "time.process_time", "time.time" };

	while (j->nodes[node].kind == NODE_PARENTHESIZED)
		node++;
	return j->nodes[node].kind == NODE_CALL &&
	    IS_ONE_OF(site_callee(j, node), names);
}

/* A day or more, in seconds or as a timedelta. */
static bool
is_long(struct judge *j, uint32_t node)
{
	uint32_t arg;
	double n;

	if (j->nodes[node].kind == NODE_IDENTIFIER && only_definition(j,
	    node) != 0)
		node = only_definition(j, node);
	if (number_of_node(j, node, &n))
		return n >= A_DAY;
	if (strcmp(site_callee(j, node), "datetime.timedelta") != 0)
		return false;
	arg = site_keyword(j, node, "days");
	if (arg == 0)
		arg = site_argument(j, node, 0);
	if (arg == 0)
		arg = site_keyword(j, node, "weeks");
	if (arg != 0)
		return number_of_node(j, arg, &n) && n >= 1;
	arg = site_keyword(j, node, "hours");
	if (arg != 0)
		return number_of_node(j, arg, &n) && n >= 24;
	arg = site_keyword(j, node, "seconds");
	return arg != 0 && number_of_node(j, arg, &n) && n >= A_DAY;
}

/* clock() + a day */
static bool
is_far_off(struct judge *j, uint32_t node, bool *ret_now)
{
	uint32_t right;

	*ret_now = true;
	if (j->nodes[node].kind == NODE_IDENTIFIER) {
		*ret_now = false;
		node = only_definition(j, node);
	}
	if (node == 0 || j->nodes[node].kind != NODE_BINARY)
		return false;
	right = tree_last(j->nodes, node);
	if (site_operator(j, node + 1, right) != '+')
		return false;
	if (is_clock(j, node + 1))
		return *ret_now || is_long(j, right);
	return is_clock(j, right) && (*ret_now || is_long(j, node + 1));
}

/* clock() < end, clock() - start < a day */
static bool
waits_for_a_clock(struct judge *j, uint32_t left, char op, uint32_t right)
{
	bool now;

	if (op == '>') {
		uint32_t swapped = left;

		left = right;
		right = swapped;
		op = '<';
	}
	if (op != '<')
		return false;
	if (is_clock(j, left))
		return is_far_off(j, right, &now);
	while (j->nodes[left].kind == NODE_PARENTHESIZED)
		left++;
	return j->nodes[left].kind == NODE_BINARY && is_clock(j, left + 1) &&
	    site_operator(j, left + 1, tree_last(j->nodes, left)) == '-' &&
	    is_long(j, right);
}

/* abs(x) >= 0, random() < 2: so whatever comes out. */
static bool
is_within(struct judge *j, uint32_t left, const char *op, uint32_t right)
{
	const char *name = site_callee(j, left);
	bool random = strcmp(name, "random.random") == 0;
	bool negative;
	double n;

	if (name[0] == '\0' || (!random && strcmp(name, "abs") != 0 &&
	    strcmp(name, "len") != 0))
		return false;
	negative = j->source.bytes[j->nodes[right].start] == '-';
	if (!number_of_node(j, negative ? right + 1 : right, &n))
		return false;
	n = negative ? -n : n;
	switch (op[0]) {
	case '>':
		return n < 0 || (n <= 0 && op[1] == '=');
	case '!':
		return n < 0 || (random && n > 1);
	case '<':
		return random && n >= 1;
	default:
		return false;
	}
}

static bool
is_infinite(struct judge *j, uint32_t node)
{
	const struct value *v = vset_only(eval(j, node), VALUE_PATH);
	const char *name = v == NULL ? "" : names_text(j->names, v->name);
	uint32_t arg;

	if (strcmp(name, "math.inf") == 0 || strcmp(name, "numpy.inf") == 0)
		return true;
	if (strcmp(site_callee(j, node), "float") != 0)
		return false;
	arg = site_argument(j, node, 0);
	v = arg == 0 ? NULL : vset_only(eval(j, arg), VALUE_STR);
	return v != NULL && v->text.n >= 3 && (v->text.bytes[0] | 32) == 'i';
}

/*
 * `while x != 1.0: x += 0.1`: taken step by step, as CPython's floats are
 * ours.
 */
static bool
steps_past(struct judge *j, uint32_t left, uint32_t right, uint32_t body)
{
	double at, end, step = 0, by;
	uint32_t i, parent, name, value;
	bool known = false;
	char op = ' ';
	unsigned n;
	uint32_t binding, d;

	if (j->nodes[left].kind != NODE_IDENTIFIER || !number_of_node(j, right,
	    &end))
		return false;
	name = j->nodes[left].name;
	binding = scopes_resolve(&j->scopes, j->nodes[left].scope, name);
	for (d = binding == 0 ? 0 : j->scopes.bindings[binding].first; d != 0;
	    d = j->scopes.defs[d].next) {
		const struct def *def = &j->scopes.defs[d];

		if (def->kind == DEF_AUGMENTED)
			continue;
		if (def->kind != DEF_VALUE || def->steps != NULL || known ||
		    !number_of_node(j, def->expr, &at))
			return false;
		known = true;
	}
	for (i = body; i < j->nodes[body].skip; i++) {
		if (!judge_is_name(j, i, name) ||
		    j->nodes[i].role == ROLE_LOAD)
			continue;
		parent = j->nodes[i].parent;
		value = tree_last(j->nodes, parent);
		if (j->nodes[parent].kind != NODE_AUGMENTED || op != ' ' ||
		    !number_of_node(j, value, &by) || by <= 0)
			return false;
		op = site_operator(j, i, value);
		if (op != '+' && op != '-')
			return false;
		step = op == '+' ? by : -by;
	}
	if (!known || op == ' ')
		return false;
	for (n = 0; n < STEPS && (step > 0 ? at <= end : at >= end); n++) {
		if (!(at < end) && !(at > end))
			return false;
		at += step;
	}
	j->work += n / 16;
	return n < STEPS;
}

/* Is this a plain number, text or None whatever happens? */
static bool
is_immutable(const struct vset *set)
{
	size_t i;

	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind != VALUE_INT && set->v[i]->kind !=
		    VALUE_STR && set->v[i]->kind != VALUE_BYTES &&
		    set->v[i]->kind != VALUE_NONE)
			return false;
	return !set->unknown && set->n > 0;
}

/* Is the name bound where the test stands, and nowhere in the loop? */
static bool
is_left_alone(struct judge *j, uint32_t name, uint32_t loop)
{
	uint32_t binding = scopes_find(&j->scopes, j->nodes[name].scope,
	    j->nodes[name].name), d;
	double n;

	if (binding == 0 || j->scopes.bindings[binding].flags != 0)
		return false;
	for (d = j->scopes.bindings[binding].first; d != 0;
	    d = j->scopes.defs[d].next) {
		const struct def *def = &j->scopes.defs[d];

		if (def->kind != DEF_VALUE && def->kind != DEF_PARAMETER)
			return false;
		if (j->nodes[def->node].scope != j->nodes[name].scope ||
		    (def->node >= loop && def->node < j->nodes[loop].skip))
			return false;
		if (def->kind == DEF_VALUE && (def->steps != NULL ||
		    (!is_immutable(eval(j, def->expr)) && !number_of_node(j,
		    def->expr, &n))))
			return false;
	}
	return true;
}

/* `while i < 10: print(i)`: nothing that the test asks changes. */
static bool
is_fixed(struct judge *j, uint32_t test, uint32_t loop)
{
	const struct vset *set;
	bool any = false;
	uint32_t i, left, right;

	if (j->nodes[test].kind != NODE_COMPARISON ||
	    tree_count(j->nodes, test) != 2)
		return false;
	left = test + 1;
	right = tree_last(j->nodes, test);
	/* An order: of numbers, or texts. */
	if (strchr("<>=!", site_operator(j, left, right)) == NULL)
		return false;
	for (i = left; i < j->nodes[test].skip; i++)
		switch (j->nodes[i].kind) {
		case NODE_BINARY: case NODE_UNARY: case NODE_PARENTHESIZED:
		case NODE_INTEGER: case NODE_FLOAT:
			break;
		case NODE_IDENTIFIER:
			if (!is_left_alone(j, i, loop))
				return false;
			set = eval(j, i);
			/* What it may be handed is a number on one side. */
			any |= is_immutable(set) || j->nodes[i == left ?
			    right : left].kind == NODE_INTEGER;
			break;
		default:
			return false;
		}
	return any;
}

static bool
test_is_always_so(struct judge *j, uint32_t test, uint32_t loop)
{
	uint32_t left = test + 1, right = tree_last(j->nodes, test);
	uint32_t body = loop_body(j, loop);
	const char *op;
	int64_t step;

	while (j->nodes[test].kind == NODE_PARENTHESIZED)
		test++;
	if (j->nodes[test].kind != NODE_COMPARISON || tree_count(j->nodes,
	    test) != 2)
		return false;
	op = j->source.bytes + j->nodes[left].end;
	while (*op == ' ' || *op == ')')
		op++;
	if (waits_for_a_clock(j, left, *op, right) ||
	    is_within(j, left, op, right))
		return true;
	if (j->nodes[left].kind == NODE_IDENTIFIER && judge_is_name(j,
	    right, j->nodes[left].name))
		return op[1] == '=' && op[0] != '!';
	if (*op == '<' && j->nodes[left].kind == NODE_IDENTIFIER &&
	    is_infinite(j, right))
		return loop_only_counts(j, body, j->nodes[left].name, '+',
		    &step);
	if (*op == '!' && steps_past(j, left, right, body))
		return true;
	return is_fixed(j, test, loop);
}

/* ---- work that never becomes less ---- */

/* How many of these things this call takes (negative) or gives; 0: none. */
static int
taken_or_given(struct judge *j, uint32_t call, uint32_t name)
{
	static const char gives[][16] = { "append", "appendleft", "put",
	    "add", "push", "insert" };
	static const char takes[][16] = { "pop", "popleft", "get",
	    "popitem", "get_nowait" };
	const char *callee = site_callee(j, call), *method;
	uint32_t object, first = site_argument(j, call, 0);

	if (first != 0 && judge_is_name(j, first, name)) {
		if (strcmp(callee, "heapq.heappush") == 0)
			return 1;
		if (strcmp(callee, "heapq.heappop") == 0)
			return -1;
	}
	method = site_method(j, call, &object);
	if (object == 0 || !judge_is_name(j, object, name))
		return 0;
	if (IS_ONE_OF(method, takes))
		return -1;
	if (strcmp(method, "extend") == 0 && first != 0)
		return (j->nodes[first].kind == NODE_LIST ||
		    j->nodes[first].kind == NODE_TUPLE) ?
		    (int)tree_count(j->nodes, first) : 0;
	return IS_ONE_OF(method, gives) ? 1 : 0;
}

/* The name of `while q:`, `while len(q) > 0:`, `while not q.empty():`. */
static uint32_t
list_of_work(struct judge *j, uint32_t test)
{
	uint32_t object;

	while (j->nodes[test].kind == NODE_PARENTHESIZED)
		test++;
	if (j->nodes[test].kind == NODE_COMPARISON)
		test++;
	if (j->nodes[test].kind == NODE_NOT && strcmp(site_method(j,
	    test + 1, &object), "empty") == 0)
		test = object;
	else if (strcmp(site_callee(j, test), "len") == 0)
		test = site_argument(j, test, 0);
	return test != 0 && j->nodes[test].kind == NODE_IDENTIFIER ?
	    j->nodes[test].name : 0;
}

/* Is this done in each round, neither under a condition nor more often? */
static bool
is_done_each_round(struct judge *j, uint32_t node, uint32_t body)
{
	uint32_t at;

	for (at = j->nodes[node].parent; at != body; at = j->nodes[at].parent)
		if (j->nodes[at].kind == NODE_BLOCK ||
		    j->nodes[at].kind == NODE_LAMBDA || (j->nodes[at].kind ==
		    NODE_GENERATOR && site_tuple(j, at) == 0) ||
		    loop_is_condition(j, at))
			return false;
	return true;
}

/* More than once a round, perhaps. */
static bool
is_repeated(const struct judge *j, uint32_t node, uint32_t body)
{
	uint32_t at;

	for (at = j->nodes[node].parent; at != body; at = j->nodes[at].parent)
		if (j->nodes[at].kind == NODE_FOR ||
		    j->nodes[at].kind == NODE_WHILE ||
		    j->nodes[at].kind == NODE_LIST_COMPREHENSION ||
		    j->nodes[at].kind == NODE_GENERATOR)
			return true;
	return false;
}

/* `while q: n = q.pop(); q.append(2 * n); q.append(2 * n + 1)` */
bool
condition_is_fed(struct judge *j, uint32_t loop)
{
	uint32_t name = list_of_work(j, loop + 1), body = loop_body(j, loop);
	uint32_t i, at, right;
	int given = 0, taken = 0, n;

	/* What comes behind a `continue` is not done in each round. */
	if (name == 0 || loop_may_end(j, loop) || tree_first(j->nodes, body,
	    NODE_CONTINUE) != 0)
		return false;
	for (i = body; i < j->nodes[body].skip; i++) {
		if (!judge_is_name(j, i, name))
			continue;
		at = j->nodes[i].parent;
		if (j->nodes[at].kind == NODE_SUBSCRIPT && j->nodes[at].role ==
		    ROLE_LOAD)
			continue;
		if (j->nodes[at].kind == NODE_AUGMENTED && i == at + 1) {
			/* q += [a, b] */
			right = tree_last(j->nodes, at);
			if (site_operator(j, i, right) != '+' ||
			    j->nodes[right].kind != NODE_LIST)
				return false;
			if (is_done_each_round(j, at, body))
				given += (int)tree_count(j->nodes, right);
			continue;
		}
		while (j->nodes[at].kind == NODE_ATTRIBUTE ||
		    j->nodes[at].kind == NODE_ARGUMENTS)
			at = j->nodes[at].parent;
		/* getattr(q, "append")(n) */
		if (at == j->nodes[at].parent + 1 && j->nodes[j->nodes[
		    at].parent].kind == NODE_CALL)
			at = j->nodes[at].parent;
		if (j->nodes[at].kind != NODE_CALL)
			return false;
		n = taken_or_given(j, at, name);
		if (n == 0 && strcmp(site_callee(j, at), "len") != 0 &&
		    strcmp(site_callee(j, at), "print") != 0)
			return false;
		if (n < 0) {
			if (is_repeated(j, at, body))
				return false;
			taken -= n;
		} else if (is_done_each_round(j, at, body))
			given += n;
	}
	return taken > 0 && given >= taken;
}

/* while xs != sorted(xs): random.shuffle(xs) */
static bool
only_shuffles(struct judge *j, uint32_t test, uint32_t body)
{
	uint32_t i, list;
	const char *name, *asks;
	bool sorted = false;

	for (i = test; i < j->nodes[test].skip; i++) {
		asks = j->nodes[i].kind != NODE_IDENTIFIER ? "" :
		    names_text(j->names, j->nodes[i].name);
		sorted |= strstr(asks, "sorted") != NULL;
	}
	for (i = body; sorted && i < j->nodes[body].skip; i++) {
		name = j->nodes[i].kind != NODE_CALL ? "" :
		    site_callee(j, i);
		list = strcmp(name, "random.shuffle") != 0 ? 0 :
		    site_argument(j, i, 0);
		if (list != 0 && size_of_node(j, list) >= 13)
			return true;
	}
	return false;
}

/* while sha256(x).hexdigest() != "9f86d0...": one in 2^128 */
static bool
looks_for_a_hash(struct judge *j, uint32_t test)
{
	uint32_t left = test + 1, right = tree_last(j->nodes, test), object;
	const struct value *v;
	const char *method;

	if (j->nodes[test].kind != NODE_COMPARISON ||
	    tree_count(j->nodes, test) != 2 ||
	    site_operator(j, left, right) != '!')
		return false;
	method = site_method(j, left, &object);
	v = vset_only(eval(j, right), VALUE_STR);
	return strcmp(method, "hexdigest") == 0 && (v == NULL ?
	    size_of_node(j, right) >= 32 : v->text.n >= 32);
}

/* `while i * i <= n: i += 1`, of a number of more than 80 bits. */
bool
condition_is_far(struct judge *j, uint32_t loop)
{
	uint32_t test = loop + 1, left = test + 1, right, by;
	int64_t step;
	double n;

	if (j->nodes[test].kind != NODE_COMPARISON || tree_count(j->nodes,
	    test) != 2 || j->nodes[left].kind != NODE_BINARY)
		return false;
	right = tree_last(j->nodes, test);
	by = tree_last(j->nodes, left);
	return site_operator(j, left, right) == '<' &&
	    j->nodes[left + 1].kind == NODE_IDENTIFIER &&
	    site_operator(j, left + 1, by) == '*' &&
	    loop_only_counts(j, loop_body(j, loop), j->nodes[left + 1].name,
	    '+', &step) && number_of_node(j, right, &n) && n / (double)step /
	    (double)step > 1e24;
}

bool
condition_never_fails(struct judge *j, uint32_t loop)
{
	uint32_t test = loop + 1, body = loop_body(j, loop);

	switch (j->nodes[test].kind) {
	case NODE_BOOLEAN:
		/* One of several is enough of `or`. */
		if (site_operator(j, test + 1, tree_last(j->nodes, test)) ==
		    'o' && (test_is_always_so(j, test + 1, loop) ||
		    test_is_always_so(j, tree_last(j->nodes, test), loop)))
			return true;
		break;
	default:
		if (test_is_always_so(j, test, loop) ||
		    looks_for_a_hash(j, test))
			return true;
	}
	return only_shuffles(j, test, body);
}
