/*
 * What a loop makes of the things it changes: its body is gone through some
 * rounds with sizes alone (see amounts.c). What is not known is taken to stay
 * as it is, or is lost sight of.
 */
#include "exhaust_parts.h"

#include <math.h>	/* isinf() */

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../report.h"
#include "../values/eval.h"
#include "../values/site.h"
#include "growth_parts.h"
#include "loops_parts.h"
#include "trips_parts.h"

#define MANY		1e9	/* elements, or bits */
#define DIGIT_STEPS	1.5e11	/* of all digits of a number in all rounds */
#define ROUNDS		100
#define ASLEEP		3600	/* seconds */

/* What is bound below this is not followed any more. */
static void
lose(struct growth *g, uint32_t node)
{
	static const char shrinks[][8] = { "clear", "pop", "popitem",
	    "popleft", "remove" };
	struct judge *j = g->j;
	struct amount *named;
	uint32_t i, object;

	for (i = node; i < j->nodes[node].skip; i++) {
		object = i;
		if (j->nodes[i].kind == NODE_CALL && !IS_ONE_OF(
		    site_method(j, i, &object), shrinks))
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
		    amount_of_operator(g, left, right, 0) :
		    amount_of(g, right, 0));
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

/* Is this made anew in each round, not another name for the same thing? */
static bool
is_fresh(struct growth *g, uint32_t what)
{
	struct judge *j = g->j;
	uint32_t made = what;

	if (j->nodes[what].kind == NODE_IDENTIFIER) {
		made = only_definition(j, what);
		if (made <= g->loop ||
		    made >= j->nodes[g->loop].skip)
			return false;
	}
	return j->nodes[made].kind != NODE_IDENTIFIER &&
	    j->nodes[made].kind != NODE_STRING;
}

static void
run_method(struct growth *g, uint32_t call)
{
	static const char one[][16] = { "append", "add", "appendleft",
	    "insert" };
	static const char all[][16] = { "extend", "extendleft", "update" };
	struct judge *j = g->j;
	uint32_t object, what;
	const char *method = site_method(j, call, &object);
	struct amount *named, a;

	if (util_compare(site_callee(j, call), "time.sleep") == 0) {
		what = site_argument(j, call, 0);
		/* What stays the same is tolls.c's. */
		if (what == 0 || trips_sum(j, what) > 0)
			return;
		a = amount_of(g, what, 0);
		if (a.kind == NUMBER || a.kind == REAL)
			g->slept += amount_two_to(a.n);
		return;
	}
	if (object == 0 || j->nodes[object].kind != NODE_IDENTIFIER)
		return;
	what = site_argument(j, call, util_compare(method, "insert") == 0);
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
	named->n += (a.kind == SEQUENCE || a.kind == ARRAY) && is_fresh(g,
	    what) ? larger(a.n, 1) : 1;
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

		if (a->kind == UNKNOWN || a->kind == REAL) {
			steady &= g->slept == 0;
			continue;
		}
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
		bind(g, target, strcmp(site_callee(g->j, over), "range") ==
		    0 ? amount_of_number((double)endless_count(g->j, over)) :
		    (struct amount){ UNKNOWN, 0 });
	else
		lose(g, target);
}

/* for _ in range(60): text = text + text; delay *= 2, and so long a sleep */
void
check_growth(struct judge *j, uint32_t loop)
{
	uint32_t over = j->nodes[loop + 1].skip, body;
	bool is_for = j->nodes[loop].kind == NODE_FOR;
	struct growth g = { .j = j, .loop = loop };
	double rounds, asleep = 0;
	int i, verdict = 0;

	body = is_for ? j->nodes[over].skip : loop_body(j, loop);
	if (j->nodes[body].kind != NODE_BLOCK || loop_may_end(j, loop) ||
	    tree_first(j->nodes, body, NODE_CONTINUE) != 0)
		return;
	rounds = is_for ? (double)endless_count(j, over) : trips_of(j, loop);
	if (rounds < 3 || isinf(rounds))
		return;		/* what has no end is endings.c's */
	for (i = 1; i <= rounds && i <= ROUNDS && g.work < WORK_MAX; i++) {
		if (is_for)
			bind_target(&g, loop + 1, over);
		g.slept = 0;
		run_block(&g, body, 0);
		asleep += g.slept;
		verdict = judge_round(&g, rounds, rounds - i);
		if (verdict > 0)
			break;
		if (verdict < 0 && i > 2)
			break;
	}
	if (verdict > 0)
		report_flow(j, FLOW_HUGE_RESULT, loop, "more each time", NULL);
	else if (g.slept > 0 && asleep + g.slept * larger(rounds - i, 0) >
	    ASLEEP)
		report_flow(j, FLOW_HUGE_RESULT, loop,
		    "so long a time asleep", NULL);
}

/* reduce(lambda a, b: a + a, range(60), "x"), accumulate(..., lambda) */
void
check_growth_of_reduce(struct judge *j, uint32_t call, const char *callee)
{
	bool reduces = strcmp(callee, "functools.reduce") == 0;
	uint32_t over = site_argument(j, call, reduces), name, names;
	uint32_t start = site_argument(j, call, 2), function;
	struct growth g = { .j = j, .loop = call };
	const struct vset *set;
	const struct value *v;
	bool multiplies = false;
	double rounds;
	size_t k;
	int i, verdict;

	function = reduces || strcmp(callee, "math.prod") == 0 ?
	    site_argument(j, call, 0) : site_argument(j, call, 1);
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
		if (rounds * rounds * amount_bits(rounds) / 60 > DIGIT_STEPS &&
		    strcmp(site_callee(j, over), "range") == 0)
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
	bind(&g, name, start != 0 ? amount_of(&g, start, 0) :
	    amount_of_number(2));
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
