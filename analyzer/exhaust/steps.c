/*
 * Loops of more steps than anybody waits for: within each other, by way of
 * the functions that they call, or because each step waits or starts
 * something.
 */
#include "exhaust_parts.h"

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../report.h"
#include "../values/eval.h"
#include "../values/site.h"
#include "sizes_parts.h"

#define LONG		1e9	/* steps that do something */

bool
loop_may_end(struct judge *j, uint32_t loop)
{
	return loop_may_be_left(j, loop) ||
	    tree_first(j->nodes, loop, NODE_AWAIT) != 0;
}

bool
loop_may_be_left(struct judge *j, uint32_t loop)
{
	const struct value *v;
	uint32_t i;

	for (i = loop; i < j->nodes[loop].skip; i++)
		switch (j->nodes[i].kind) {
		case NODE_BREAK: case NODE_RETURN: case NODE_RAISE:
		case NODE_YIELD:
			return true;
		case NODE_ASSERT:
			v = vset_only(eval(j, i + 1), VALUE_INT);
			if (v == NULL || v->integer == 0)
				return true;
			break;
		}
	return false;
}

/* Does this call start a thread or a process? */
static bool
starts_one(struct judge *j, uint32_t call)
{
	static const char starters[][24] = { "threading.Thread",
	    "threading.Timer", "multiprocessing.Process", "os.fork",
	    "subprocess.Popen" };
	const char *name = site_callee(j, call);

	return IS_ONE_OF(name, starters);
}

/* Does the function go through `range(2, n)`, of a parameter of its? */
static bool
goes_up_to(struct judge *j, uint32_t function)
{
	uint32_t i, over, last, binding;

	for (i = function; i < j->nodes[function].skip; i++) {
		if (j->nodes[i].kind != NODE_FOR)
			continue;
		over = j->nodes[i + 1].skip;
		if (strcmp(site_callee(j, over), "range") != 0)
			continue;
		last = site_argument(j, over, 1);
		if (last == 0)
			last = site_argument(j, over, 0);
		if (last == 0 || j->nodes[last].kind != NODE_IDENTIFIER)
			continue;
		binding = judge_binding(j, last);
		if (binding != 0 && j->scopes.defs[j->scopes.bindings[
		    binding].first].kind == DEF_PARAMETER)
			return true;
	}
	return false;
}

/* [n for n in range(10**7) if is_prime(n)], with as many steps in it. */
void
check_work(struct judge *j, uint32_t at, double steps)
{
	const struct value *v;
	uint32_t i, arg;

	for (i = at; steps >= 1e6 && i < j->nodes[at].skip; i++) {
		v = j->nodes[i].kind != NODE_CALL ? NULL :
		    site_function(j, i);
		arg = v == NULL ? 0 : site_argument(j, i, 0);
		if (arg == 0 || j->nodes[arg].kind != NODE_IDENTIFIER ||
		    !goes_up_to(j, v->node))
			continue;
		report_flow(j, FLOW_ENDLESS_LOOP, i, "as many steps in each",
		    NULL);
		return;
	}
}

/* Is this one of several loops within each other, or in a loop at all? */
static bool
is_in_loop(const struct judge *j, uint32_t node)
{
	for (; node != 0 && j->nodes[node].kind != NODE_FUNCTION;
	    node = j->nodes[node].parent)
		if (j->nodes[node].kind == NODE_WHILE ||
		    j->nodes[node].kind == NODE_FOR)
			return true;
	return false;
}

/* A hash that begins with ten zeros or more, looked for in a loop. */
void
check_search_for_zeros(struct judge *j, uint32_t call)
{
	uint32_t arg = site_argument(j, call, 0);
	const struct vset *set = arg == 0 ? &vset_none : eval(j, arg);
	const struct value *v;
	size_t i;

	if (set->n != 1 || (set->v[0]->kind != VALUE_STR &&
	    set->v[0]->kind != VALUE_BYTES) || !is_in_loop(j, call))
		return;
	v = set->v[0];
	for (i = 0; i < v->text.n; i++)
		if (v->text.bytes[i] != (v->kind == VALUE_STR ? '0' : '\0'))
			return;
	if (v->text.n >= (v->kind == VALUE_STR ? 10 : 5))
		report_flow(j, FLOW_ENDLESS_LOOP, call, "so many zeros", v);
}

/* What each step of a loop does, where there are many. */
static bool
check_each_step(struct judge *j, uint32_t loop, double steps)
{
	uint32_t i;

	for (i = loop; i < j->nodes[loop].skip; i++) {
		if (j->nodes[i].kind != NODE_CALL)
			continue;
		if (steps >= 5000 && starts_one(j, i)) {
			report_flow(j, FLOW_HUGE_RESULT, loop,
			    "so many of them", NULL);
			return true;
		}
	}
	check_work(j, loop, steps);
	return false;
}

/* Loops within loops, each of so many steps that nothing ends before. */
void
check_steps(struct judge *j, uint32_t loop)
{
	uint32_t at, outermost = loop;
	double all, n;

	all = rows_of(j, j->nodes[loop + 1].skip, 0);
	/* None that is looked for is among the first of so many. */
	if (all > 1e15 && strcmp(site_callee(j, j->nodes[loop + 1].skip),
	    "itertools.product") == 0) {
		report_flow(j, FLOW_ENDLESS_LOOP, loop, "for", NULL);
		return;
	}
	if (all >= 1000 && check_each_step(j, loop, all))
		return;
	for (at = j->nodes[loop].parent; all > 1 && at != 0 &&
	    j->nodes[at].kind != NODE_FUNCTION; at = j->nodes[at].parent) {
		if (j->nodes[at].kind == NODE_IF || j->nodes[at].kind ==
		    NODE_TRY || j->nodes[at].kind == NODE_WHILE)
			break;
		if (j->nodes[at].kind != NODE_FOR)
			continue;
		n = rows_of(j, j->nodes[at + 1].skip, 0);
		if (n <= 0)
			break;
		/* Said of the inner one already? */
		outermost = at;
		all *= n;
	}
	if (all >= LONG && !loop_may_end(j, outermost))
		report_flow(j, FLOW_ENDLESS_LOOP, loop, "for", NULL);
}
