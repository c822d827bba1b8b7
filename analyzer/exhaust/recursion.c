/*
 * Functions that call themselves: again and again whatever happens, also by
 * way of each other; in more calls for each step than anybody waits for.
 */
#include "exhaust.h"

#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../own/own.h"
#include "../report.h"
#include "../values/eval.h"
#include "../values/site.h"
#include "exhaust_parts.h"

#define TOO_DEEP	48	/* steps, each of which takes twice as long */
#define SIDES		4	/* arguments that are looked at */

/* Is there anything in this function that could end what it starts again? */
static bool
has_condition(struct judge *j, uint32_t function)
{
	uint32_t i;

	for (i = function + 1; i < j->nodes[function].skip; i++)
		if (loop_is_condition(j, i) || j->nodes[i].kind == NODE_COMPARISON ||
		    j->nodes[i].kind == NODE_SUBSCRIPT)
			return true;
	return false;
}

/* Is this value a function that the node stands in? */
static bool
is_around(const struct judge *j, uint32_t node, const struct vset *set)
{
	size_t i;

	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind == VALUE_FUNCTION && set->v[i]->node <
		    node && node < j->nodes[set->v[i]->node].skip)
			return true;
	return false;
}

/* Is a node below a branch that may not be taken? */
static bool
is_below_choice(struct judge *j, uint32_t node, uint32_t function)
{
	uint32_t at, within;

	for (within = node, at = j->nodes[node].parent; at != function;
	    within = at, at = j->nodes[at].parent)
		switch (j->nodes[at].kind) {
		case NODE_IF:
		case NODE_ELIF:
		case NODE_WHILE:
		case NODE_BOOLEAN:
			/* What is asked first is always asked. */
			if (within != at + 1)
				return true;
			break;
		case NODE_CONDITIONAL:
			if (within == at + 1 || within == tree_last(j->nodes,
			    at))
				return true;
			break;
		case NODE_ELSE: case NODE_CASE: case NODE_EXCEPT:
		case NODE_LAMBDA: case NODE_CLASS: case NODE_FUNCTION:
		case NODE_FOR:
		case NODE_LIST_COMPREHENSION: case NODE_GENERATOR:
		case NODE_SET_COMPREHENSION:
		case NODE_DICTIONARY_COMPREHENSION:
			return true;
		}
	return false;
}

/* Is this done whenever the function is called? */
static bool
is_always_done(struct judge *j, uint32_t node, uint32_t function)
{
	uint32_t i;

	if (is_below_choice(j, node, function))
		return false;
	j->work += (node - function) / 64;
	for (i = function; i < node; i++)
		switch (j->nodes[i].kind) {
		case NODE_RETURN:
		case NODE_RAISE:
		case NODE_AWAIT:
		case NODE_YIELD:
		case NODE_ASSERT:
		case NODE_SUBSCRIPT:
			if (j->nodes[i].skip <= node || (j->nodes[i].kind !=
			    NODE_RETURN && j->nodes[i].kind != NODE_AWAIT))
				return false;
			break;
		case NODE_CALL:
			/* One around it comes after it. */
			if (j->nodes[i].skip <= node && site_function(j, i)
			    == NULL && call_may_end(j, i))
				return false;
			break;
		}
	return true;
}

static uint32_t
function_around(const struct judge *j, uint32_t node)
{
	for (node = j->nodes[node].parent; node != 0 &&
	    j->nodes[node].kind != NODE_LAMBDA &&
	    j->nodes[node].kind != NODE_FUNCTION; node = j->nodes[node].parent)
		;
	return node;
}

/* Is it what its name stands for: no decorator that may give another one? */
static bool
stands_for_itself(struct judge *j, uint32_t function)
{
	static const char keeps[][16] = { "cache", "classmethod", "lru_cache",
	    "staticmethod" };
	uint32_t above = j->nodes[function].parent, i;

	if (j->nodes[above].kind != NODE_DECORATED)
		return true;
	for (i = above; i < function; i++)
		if (j->nodes[i].kind == NODE_IDENTIFIER && IS_ONE_OF(names_text(
		    j->names, j->nodes[i].name), keeps))
			return tree_count(j->nodes, above) == 2;
	return false;
}

/* The method of this name, if the class has one alone; 0: it has not. */
static uint32_t
only_method(struct judge *j, uint32_t class, const char *method)
{
	uint32_t i, above, found = 0;

	for (i = class + 1; i < j->nodes[class].skip; i++) {
		if (j->nodes[i].kind != NODE_FUNCTION ||
		    !judge_is_named(j, i + 1, method))
			continue;
		/* Not one within a method of it. */
		above = j->nodes[i].parent;
		if (j->nodes[above].kind == NODE_DECORATED)
			above = j->nodes[above].parent;
		if (j->nodes[above].parent != class)
			continue;
		if (found != 0 || !stands_for_itself(j, i))
			return 0;
		found = i;
	}
	/* self.run = run */
	for (i = own_first_named(j, method); i != 0; i = j->own_next[i]) {
		above = j->nodes[i].parent;
		if (j->nodes[above].kind == NODE_ATTRIBUTE && i != above +
		    1 && j->nodes[above].role != ROLE_LOAD)
			return 0;
	}
	return found;
}

/* self.m() in a class that defines m; f(). 0: none of its own. */
static uint32_t
own_callee(struct judge *j, uint32_t call)
{
	const struct value *v = site_function(j, call);
	uint32_t class, object;
	const struct vset *set;
	const char *method;

	/* super().f() is another one. */
	if (v != NULL && j->nodes[call + 1].kind == NODE_IDENTIFIER) {
		set = eval(j, call + 1);
		return set->n == 1 && !set->unknown && (j->nodes[v->node].kind
		    == NODE_LAMBDA || stands_for_itself(j, v->node)) ?
		    v->node : 0;
	}
	method = site_method(j, call, &object);
	class = object == 0 || method[0] == '\0' ||
	    j->nodes[object].kind != NODE_IDENTIFIER ? 0 : own_self(j, object);
	return class == 0 ? 0 : only_method(j, class, method);
}

/* Does calling `from` always come to call `to`? */
static bool
always_calls(struct judge *j, uint32_t from, uint32_t to, unsigned depth)
{
	uint32_t i, callee;

	if (j->scopes.list[j->nodes[tree_last(j->nodes, from)].scope].yields)
		return false;
	j->work += (j->nodes[from].skip - from) / 64;
	for (i = from + 1; i < j->nodes[from].skip; i++) {
		if (j->nodes[i].kind != NODE_CALL)
			continue;
		callee = own_callee(j, i);
		if (callee == 0 || (callee != to && (depth == 0 ||
		    callee == from)) || !is_always_done(j, i, from))
			continue;
		if (callee == to || always_calls(j, callee, to, depth - 1))
			return true;
	}
	return false;
}

/* Is RecursionError, or whatever is raised, caught within the function? */
static bool
is_tried_again(const struct judge *j, uint32_t call, uint32_t function)
{
	for (; call > function; call = j->nodes[call].parent)
		if (j->nodes[call].kind == NODE_TRY)
			return true;
	return false;
}

/* Does the submission speak of what ends a recursion? */
static bool
knows_the_limit(struct judge *j)
{
	return own_first_named(j, "RecursionError") != 0;
}

/*
 * CPython ends this after a thousand calls, which is shown to students; not
 * where the limit is raised, or where each call is tried once more.
 */
static bool
recurses_for_ever(struct judge *j, uint32_t call, uint32_t function)
{
	uint32_t callee = own_callee(j, call);

	if (callee == 0 || (callee != function && callee < call) ||
	    j->nodes[callee].kind == NODE_LAMBDA || j->nodes[function].kind ==
	    NODE_LAMBDA || !is_always_done(j, call, function) ||
	    (callee != function && !always_calls(j, callee, function, 2)))
		return false;
	if (callee == function && j->scopes.list[j->nodes[tree_last(j->nodes,
	    function)].scope].yields)
		return false;
	return j->deep_recursion || is_tried_again(j, call, function) ||
	    !knows_the_limit(j);
}

/* An object that makes another as it goes; getattr that asks itself. */
static bool
asks_itself(struct judge *j, uint32_t call, uint32_t function)
{
	const char *name = j->nodes[function].kind != NODE_FUNCTION ? "" :
	    names_text(j->names, j->nodes[function + 1].name);
	const struct vset *set;
	uint32_t first;

	if (strncmp(name, "__", 2) != 0)
		return false;
	if (strcmp(name, "__getattr__") == 0 ||
	    strcmp(name, "__getattribute__") == 0) {
		first = strcmp(site_callee(j, call), "getattr") != 0 ? 0 :
		    site_argument(j, call, 0);
		return first != 0 && own_self(j, first) != 0 &&
		    is_tried_again(j, call, function) &&
		    is_always_done(j, call, function);
	}
	if (strcmp(name, "__del__") != 0 && strcmp(name, "__init__") != 0)
		return false;
	set = eval(j, call + 1);
	return set->n == 1 && set->v[0]->kind == VALUE_CLASS &&
	    set->v[0]->node < function && function <
	    j->nodes[set->v[0]->node].skip && is_always_done(j, call,
	    function);
}

/* x + x, x * 2, x ** x: twice as much, of one and the same name. */
static bool
doubles(struct judge *j, uint32_t node)
{
	uint32_t right = tree_last(j->nodes, node);
	char op;

	if (j->nodes[node].kind != NODE_BINARY ||
	    j->nodes[node + 1].kind != NODE_IDENTIFIER)
		return false;
	op = site_operator(j, node + 1, right);
	return strchr("+*", op) != NULL && (judge_is_name(j, right,
	    j->nodes[node + 1].name) || (op == '*' && vset_only(eval(j,
	    right), VALUE_INT) != NULL));
}

/* A function further down, which speaks of the one that the call is in? */
static bool
calls_back(struct judge *j, uint32_t call, uint32_t function)
{
	const struct value *v = site_function(j, call);
	uint32_t i;

	if (v == NULL || v->node < call || j->nodes[function].kind !=
	    NODE_FUNCTION)
		return false;
	j->work += (j->nodes[v->node].skip - v->node) / 64;
	for (i = v->node; i < j->nodes[v->node].skip; i++)
		if (judge_is_name(j, i, j->nodes[function + 1].name))
			return true;
	return false;
}

/*
 * A function that unconditionally calls itself, or a parameter that it hands
 * itself on to, with twice as much; or starts itself again in a thread.
 */
void
check_self_call(struct judge *j, uint32_t call)
{
	static const char starters[][24] = { "threading.Thread",
	    "threading.Timer", "multiprocessing.Process" };
	const char *name = site_callee(j, call);
	uint32_t function, list = tree_last(j->nodes, call), child;
	uint32_t target, callee = call + 1, outer = 0;
	bool again, grows = false;

	function = function_around(j, call);
	if (function == 0 || j->nodes[list].kind != NODE_ARGUMENTS)
		return;
	if (IS_ONE_OF(name, starters)) {
		target = site_keyword(j, call, "target");
		if (target == 0)
			target = site_argument(j, call, 1);
		for (outer = function; outer != 0 && j->nodes[outer].kind !=
		    NODE_FUNCTION; outer = j->nodes[outer].parent)
			;
		if (target != 0 && outer != 0 && is_around(j, call, eval(j,
		    target)) && !has_condition(j, outer))
			report_flow(j, FLOW_ENDLESS_LOOP, call, name, NULL);
		return;
	}
	if (recurses_for_ever(j, call, function) ||
	    asks_itself(j, call, function)) {
		report_flow(j, FLOW_ENDLESS_LOOP, call, "a call of itself",
		    NULL);
		return;
	}
	if (j->nodes[callee].kind != NODE_IDENTIFIER)
		return;
	again = is_around(j, call, eval(j, callee));
	j->wants_replay |= again || calls_back(j, call, function);
	if (again && j->deep_recursion && !has_condition(j, function)) {
		report_flow(j, FLOW_ENDLESS_LOOP, call, "a call of itself",
		    NULL);
		return;
	}
	TREE_CHILDREN(j->nodes, list, child) {
		again |= j->nodes[function].kind == NODE_LAMBDA &&
		    judge_is_name(j, child, j->nodes[callee].name);
		grows |= doubles(j, child);
	}
	if (again && grows && !has_condition(j, function))
		report_flow(j, FLOW_ENDLESS_LOOP, call, "a call of itself",
		    NULL);
}

/* `n - 1`, `n + 1`, of a name: '-', '+', or 0. */
static char
is_a_little_off(struct judge *j, uint32_t node)
{
	uint32_t right = tree_last(j->nodes, node);
	const struct value *v;
	const char *s;
	size_t n;
	char op;

	/* x[1:], x[:-1]: of what is as long as a number is large */
	s = judge_text(j, node, &n);
	if (j->nodes[node].kind == NODE_SUBSCRIPT && n > 5 && (memcmp(s + n -
	    4, "[1:]", 4) == 0 || memcmp(s + n - 5, "[:-1]", 5) == 0))
		return '-';

	if (j->nodes[node].kind != NODE_BINARY ||
	    j->nodes[node + 1].kind != NODE_IDENTIFIER)
		return 0;
	op = site_operator(j, node + 1, right);
	v = vset_only(eval(j, right), VALUE_INT);
	return v != NULL && v->integer > 0 && v->integer < 4 &&
	    (op == '-' || op == '+') ? op : 0;
}

/* What is done whenever its block is: the block; else 0. */
static uint32_t
block_of(const struct judge *j, uint32_t node)
{
	for (; node != 0; node = j->nodes[node].parent)
		switch (j->nodes[node].kind) {
		case NODE_BLOCK:
			return node;
		case NODE_CONDITIONAL:
			/* One of two: told apart by which. */
			return j->nodes[node].skip;
		case NODE_BOOLEAN:
		case NODE_LAMBDA:
			return 0;
		}
	return 0;
}

/* A number, or the elements of a list: how often it can become less. */
static double
steps_in(struct judge *j, uint32_t arg)
{
	double n;

	return number_at_most(j, arg, &n) ? n : size_of_node(j, arg);
}

/* Which of its own arguments the call of itself takes a little further. */
static uint32_t
argument_that_moves(struct judge *j, uint32_t call, char *ret_sign,
    size_t *ret_n)
{
	uint32_t arg;

	for (*ret_n = 0; (arg = site_argument(j, call, *ret_n)) != 0;
	    (*ret_n)++) {
		*ret_sign = is_a_little_off(j, arg);
		if (*ret_sign != 0)
			return arg;
	}
	return 0;
}

/* ack(m - 1, ack(m, n - 1)) */
static bool
nests_itself(struct judge *j, uint32_t call, uint32_t function)
{
	uint32_t arg = site_argument(j, call, 1);

	return arg != 0 && j->nodes[arg].kind == NODE_CALL &&
	    site_function(j, arg) != NULL && site_function(j, arg)->node ==
	    function;
}

static bool
calls_itself(struct judge *j, uint32_t function)
{
	uint32_t scope = j->nodes[tree_last(j->nodes, function)].scope, i;
	const struct value *own;

	if (j->self_calls == NULL)
		j->self_calls = arena_alloc(j->arena, j->scopes.n);
	if (j->self_calls[scope] != ANSWER_UNASKED)
		return j->self_calls[scope] == ANSWER_YES;
	j->self_calls[scope] = ANSWER_NO;
	j->work += (j->nodes[function].skip - function) / 32;
	for (i = function; i < j->nodes[function].skip; i++) {
		own = j->nodes[i].kind != NODE_CALL ? NULL :
		    site_function(j, i);
		if (own == NULL || own->node != function)
			continue;
		j->self_calls[scope] = ANSWER_YES;
		return true;
	}
	return false;
}

/*
 * fib(200), where fib calls itself twice with a little less, and remembers
 * nothing: twice as long for each step.
 */
void
check_explosion(struct judge *j, uint32_t call)
{
	const struct value *v = site_function(j, call), *own;
	double sides[SIDES] = { 0 }, all = 0;
	bool moves[SIDES] = { false }, large, deep, nested = false;
	uint32_t i, block, seen = 0, given;
	unsigned times = 0;
	size_t n, k;
	char sign;

	if (v == NULL || j->nodes[v->node].kind != NODE_FUNCTION ||
	    j->nodes[j->nodes[v->node].parent].kind == NODE_DECORATED ||
	    (call > v->node && call < j->nodes[v->node].skip) ||
	    !calls_itself(j, v->node))
		return;
	/* Only numbers and lists that may be large are worth a look. */
	for (k = 0; k < SIDES && (given = site_argument(j, call, k)) != 0;
	    k++) {
		sides[k] = steps_in(j, given);
		all += sides[k];
	}
	large = all >= TOO_DEEP;
	deep = sides[0] >= 4;
	if (!large && !deep)
		return;
	j->work += (j->nodes[v->node].skip - v->node) / 32;
	for (i = v->node; i < j->nodes[v->node].skip; i++) {
		if (j->nodes[i].kind == NODE_DICTIONARY ||
		    j->nodes[i].kind == NODE_SET)
			return;		/* what it may remember by */
		if (j->nodes[i].kind == NODE_SUBSCRIPT &&
		    (j->nodes[i].role == ROLE_STORE || j->nodes[j->nodes[
		    i].parent].kind == NODE_RETURN))
			return;
		own = j->nodes[i].kind != NODE_CALL ? NULL :
		    site_function(j, i);
		if (own == NULL || own->node != v->node)
			continue;
		if (deep && nests_itself(j, i, v->node)) {
			nested = true;
			times++;
			break;
		}
		if (argument_that_moves(j, i, &sign, &n) == 0 || n >= SIDES)
			continue;
		/* What counts up, up to another number, or a list's length. */
		moves[n] = true;
		for (k = 0; sign == '+' && k < SIDES; k++)
			moves[k] = true;
		block = block_of(j, i);
		if (block != 0 && block == seen)
			times++;
		seen = block;
	}
	for (k = 0, all = 0; k < SIDES; k++)
		all += moves[k] ? sides[k] : 0;
	if (times > 0 && (all >= TOO_DEEP || (deep && nested)))
		report_flow(j, FLOW_ENDLESS_LOOP, call, "twice as many calls "
		    "for each step", NULL);
}
