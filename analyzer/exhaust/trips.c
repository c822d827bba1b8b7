/*
 * How often what stands in a loop is done: the rounds of that loop and of
 * those around it, also around the calls of the function it stands in. What
 * depends on a condition, or may be left early, is taken to be done once.
 */
#include "trips_parts.h"

#include <math.h>	/* INFINITY */
#include <string.h>

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../obscure/obscure.h"
#include "../values/eval.h"
#include "../values/site.h"
#include "exhaust_parts.h"
#include "loops_parts.h"
#include "sizes_parts.h"

#define CALLERS_MAX	8	/* calls of one function that are looked at */
#define OUTWARD_MAX	3	/* functions that call each other */
#define SAMPLES		64	/* of a sum over numbers */

/* What writes ends when there is no room left: no end to wait for. */
static bool
goes_on_writing(struct judge *j, uint32_t loop)
{
	static const char writes[][16] = { "flush", "fsync", "mkdir",
	    "tell", "touch", "write", "write_bytes", "write_text",
	    "writelines", "writestr" };
	static const char makes[][16] = { "open", "os.fsync", "os.urandom",
	    "os.write", "print" };
	uint32_t i, object;

	for (i = loop; i < j->nodes[loop].skip; i++)
		if (j->nodes[i].kind == NODE_CALL && !IS_ONE_OF(
		    site_method(j, i, &object), writes) && !IS_ONE_OF(
		    site_callee(j, i), makes) && (call_may_end(j, i) ||
		    (site_callee(j, i)[0] == '\0' && site_function(j,
		    i) == NULL) || strcmp(site_callee(j, i),
		    "time.sleep") == 0))
			return false;
	return true;
}

/* The only thing that changes this name in the loop: `i += 2`. */
static uint32_t
only_change(const struct judge *j, uint32_t binding, uint32_t loop,
    uint32_t *ret_first)
{
	uint32_t d, change = 0;

	*ret_first = 0;
	for (d = j->scopes.bindings[binding].first; d != 0;
	    d = j->scopes.defs[d].next) {
		const struct def *def = &j->scopes.defs[d];

		bool within = def->expr > loop && def->expr <
		    j->nodes[loop].skip;

		if (within && change == 0 && (def->kind == DEF_AUGMENTED ||
		    (def->kind == DEF_VALUE && def->steps == NULL &&
		    j->nodes[def->expr].kind == NODE_BINARY &&
		    judge_is_name(j, def->expr + 1,
		    j->scopes.bindings[binding].name))))
			change = def->expr;
		else if (def->kind == DEF_VALUE && *ret_first == 0 &&
		    def->expr != 0 && def->expr < loop && def->steps == NULL)
			*ret_first = def->expr;
		else
			return 0;
	}
	return change;
}

/* while i < n: ... i += 1 */
static double
counted(struct judge *j, uint32_t loop)
{
	uint32_t test = loop + 1, name = test + 1, binding, change, first;
	uint32_t statement;
	double a, b, step;
	char op;

	if (j->nodes[test].kind != NODE_COMPARISON || tree_count(j->nodes,
	    test) != 2 || j->nodes[name].kind != NODE_IDENTIFIER)
		return 0;
	binding = judge_binding(j, name);
	op = site_operator(j, name, tree_last(j->nodes, test));
	change = binding == 0 || (op != '<' && op != '>') ? 0 :
	    only_change(j, binding, loop, &first);
	if (change == 0 || first == 0)
		return 0;
	statement = j->nodes[change].parent;
	if (j->nodes[change].kind == NODE_BINARY)
		statement = j->nodes[statement].parent;
	if (j->nodes[statement].parent != tree_last(j->nodes, loop) ||
	    !number_of(j, first, 0, &a) ||
	    !number_of(j, tree_last(j->nodes, test), 0, &b) ||
	    !number_of(j, tree_last(j->nodes, change), 0, &step))
		return 0;
	if (site_operator(j, change + 1, tree_last(j->nodes, change)) !=
	    (op == '<' ? '+' : '-') || step <= 0)
		return 0;
	a = (op == '<' ? b - a : a - b) / step;
	return a > 0 ? a : 0;
}

double
trips_of(struct judge *j, uint32_t loop)
{
	if (j->nodes[loop].kind == NODE_FOR)
		return rows_of(j, j->nodes[loop + 1].skip, 0);
	if (condition_stays_true(j, loop))
		return goes_on_writing(j, loop) ? INFINITY : 0;
	return counted(j, loop);
}

/* ... for a in x for b in y; 0 if some are left out. */
static double
clauses_of(struct judge *j, uint32_t comprehension)
{
	double all = 1, n;
	uint32_t child;

	TREE_CHILDREN(j->nodes, comprehension, child)
		if (j->nodes[child].kind == NODE_FOR_IN_CLAUSE) {
			n = rows_of(j, tree_last(j->nodes, child), 0);
			all *= n > 1 ? n : 1;
		} else if (j->nodes[child].kind == NODE_IF_CLAUSE)
			return 0;
	return all;
}

/* The most that any of the calls of this function is done. */
static double
trips_of_calls(struct judge *j, uint32_t function, unsigned outward)
{
	double most = 1, n;
	unsigned looked = 0;
	uint32_t use;

	if (outward == OUTWARD_MAX || j->scopes.list[j->nodes[tree_last(
	    j->nodes, function)].scope].yields)
		return 1;
	if (j->first_use == NULL)
		uses_find(j);
	for (use = j->first_use[function]; use != 0 && looked++ < CALLERS_MAX;
	    use = j->uses[use - 1].next) {
		if (j->uses[use - 1].given)
			continue;
		n = trips_around(j, j->uses[use - 1].node, true, outward + 1);
		most = n > most ? n : most;
	}
	return most;
}

double
trips_around(struct judge *j, uint32_t node, bool through_calls,
    unsigned outward)
{
	double all = 1, n;
	uint32_t at = node, from;

	for (;;) {
		from = at;
		at = j->nodes[at].parent;
		if (at == 0)
			return all;
		switch (j->nodes[at].kind) {
		case NODE_IF:
		case NODE_CONDITIONAL:
		case NODE_MATCH:
		case NODE_LAMBDA:
		case NODE_CLASS:
			return all;
		case NODE_TRY:
			/* What handles errors is not the rule. */
			if (from != at + 1)
				return all;
			break;
		case NODE_FUNCTION:
			return through_calls ? all * trips_of_calls(j, at,
			    outward) : all;
		case NODE_FOR:
		case NODE_WHILE:
			if (j->nodes[from].kind != NODE_BLOCK)
				break;
			n = loop_may_be_left(j, at) ? 1 : trips_of(j, at);
			all *= n > 1 ? n : 1;
			break;
		case NODE_LIST_COMPREHENSION:
		case NODE_SET_COMPREHENSION:
		case NODE_DICTIONARY_COMPREHENSION:
		case NODE_GENERATOR:
			if (from != at + 1)
				break;
			n = clauses_of(j, at);
			if (n == 0)
				return all;
			all *= n;
			break;
		}
	}
}

/* The `for i in range(...)` that the names in this come from; or 0. */
static uint32_t
loop_behind(struct judge *j, uint32_t node, uint32_t *ret_binding)
{
	uint32_t i, binding, at;

	for (i = node; i < j->nodes[node].skip; i++) {
		binding = judge_binding(j, i);
		for (at = binding == 0 ? 0 : j->nodes[node].parent; at != 0 &&
		    j->nodes[at].kind != NODE_FUNCTION;
		    at = j->nodes[at].parent)
			if (j->nodes[at].kind == NODE_FOR && judge_is_name(j,
			    at + 1, j->nodes[i].name) && strcmp(site_callee(
			    j, j->nodes[at + 1].skip), "range") == 0) {
				*ret_binding = binding;
				return at;
			}
	}
	return 0;
}

double
trips_sum(struct judge *j, uint32_t node)
{
	uint32_t binding = 0, loop = loop_behind(j, node, &binding), over, arg;
	double all = 0, trips, first = 0, step = 1, n;
	const struct vset *set;
	unsigned i, samples;

	if (number_of(j, node, 0, &n))
		return n;
	set = eval(j, node);
	for (i = 0; i < set->n && set->v[i]->kind == VALUE_INT; i++)
		all += (double)set->v[i]->integer;
	if (i > 0 && i == set->n && !set->unknown)
		return all / i;
	all = 0;
	trips = loop == 0 ? 0 : trips_of(j, loop);
	if (trips < 1 || j->assumed != 0)
		return 0;
	over = j->nodes[loop + 1].skip;
	arg = site_argument(j, over, 0);
	if (site_argument(j, over, 1) != 0 && !number_of(j, arg, 0, &first)) {
		/* for b in range(a, ...), where a is of a loop itself */
		first = trips_sum(j, arg);
		if (first <= 0)
			return 0;
	}
	arg = site_argument(j, over, 2);
	if (arg != 0 && !number_of(j, arg, 0, &step))
		return 0;
	samples = trips < SAMPLES ? (unsigned)trips : SAMPLES;
	j->assumed = binding;
	for (i = 0; i < samples; i++) {
		j->assumed_value = first + step * (samples < SAMPLES ? i :
		    (i + 0.5) * trips / samples);
		all += number_of(j, node, 0, &n) && n > 0 ? n : 0;
	}
	j->assumed = 0;
	/* The mean of a round. */
	return all / samples;
}
