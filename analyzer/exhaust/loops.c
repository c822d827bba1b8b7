/*
 * Loops that never end: over what they make longer, or with a condition that
 * stays true because the body only grows what it asks, or counts away.
 */
#include "exhaust_parts.h"

#include "../../supervisor/base/util.h"
#include "../fold/fold.h"
#include "../judge.h"
#include "../values/eval.h"
#include "../values/site.h"
#include "loops_parts.h"

static bool
grows_by_name(const char *method)
{
	static const char names[][16] = { "append", "extend", "insert",
	    "appendleft", "extendleft", "add", "update", "write" };

	return IS_ONE_OF(method, names);
}

/* A test that does not depend on anything. */
static bool
is_constant(struct judge *j, uint32_t node)
{
	const struct vset *set;

	switch (j->nodes[node].kind) {
	case NODE_TRUE: case NODE_FALSE: case NODE_NONE:
		return true;
	}
	set = eval(j, node);
	return !set->unknown && set->n == 1 && set->v[0]->kind == VALUE_INT;
}

/* Does it depend on something whether what stands below this is done? */
bool
loop_is_condition(struct judge *j, uint32_t at)
{
	size_t n;

	switch (j->nodes[at].kind) {
	case NODE_IF:
	case NODE_ELIF:
	case NODE_WHILE:
	case NODE_BOOLEAN:
	case NODE_IF_CLAUSE:
		return !is_constant(j, at + 1);
	case NODE_CONDITIONAL:
		return !is_constant(j, j->nodes[at + 1].skip);
	case NODE_FOR:
		return fold_elements(j, eval(j, j->nodes[at + 1].skip), &n) ==
		    NULL;
	case NODE_FOR_IN_CLAUSE:
		return fold_elements(j, eval(j, tree_last(j->nodes, at)),
		    &n) == NULL;
	case NODE_TRY:
	case NODE_MATCH:
	case NODE_FUNCTION:
	case NODE_RAISE:
	case NODE_YIELD:
		return true;
	default:
		return false;
	}
}

/* `x.append(...)`, which is done whenever the body is. */
static bool
is_growing_call(struct judge *j, uint32_t call, uint32_t name, uint32_t body)
{
	uint32_t object, at;
	const char *method;

	if (j->nodes[call].kind != NODE_CALL &&
	    j->nodes[call].kind != NODE_TUPLE)
		return false;
	method = site_method(j, call, &object);
	if (object == 0 || j->nodes[object].kind != NODE_IDENTIFIER ||
	    j->nodes[object].name != name || !grows_by_name(method))
		return false;
	for (at = call; at > body; at = j->nodes[at].parent)
		if (loop_is_condition(j, at) || j->nodes[at].kind ==
		    NODE_GENERATOR || (j->nodes[at].kind ==
		    NODE_LIST_COMPREHENSION && site_tuple(j, at) == 0))
			return false;
	return true;
}

bool
loop_has_no_end(struct judge *j, uint32_t loop)
{
	uint32_t over, body, i;

	/* `for target in over:`, and no else */
	over = j->nodes[loop + 1].skip;
	body = j->nodes[over].skip;
	if (tree_count(j->nodes, loop) != 3 ||
	    j->nodes[body].kind != NODE_BLOCK)
		return false;
	if (endless_is(j, over, 0))
		return true;
	if (j->nodes[over].kind != NODE_IDENTIFIER)
		return false;
	for (i = body; i < j->nodes[body].skip; i++)
		if (is_growing_call(j, i, j->nodes[over].name, body))
			return true;
	return false;
}

/* x + x, x * 2, and the texts and lists that may be added. */
static bool
makes_longer(struct judge *j, uint32_t binary, uint32_t left, uint32_t name)
{
	uint32_t right = tree_last(j->nodes, binary);
	const struct vset *set;

	if (left != 0 && !judge_is_name(j, left, name))
		return false;
	if (judge_is_name(j, right, name))
		return true;
	set = eval(j, right);
	if (set->unknown || set->n != 1)
		return false;
	switch (site_operator(j, left != 0 ? left : binary + 1, right)) {
	case '*':
		return set->v[0]->kind == VALUE_INT && set->v[0]->integer > 1;
	case '+':
		return (set->v[0]->kind == VALUE_STR ||
		    set->v[0]->kind == VALUE_BYTES) && set->v[0]->text.n > 0;
	default:
		return false;
	}
}

/* 3 * n + 1, n * n + n: of a positive number, a larger one. */
static bool
makes_larger(struct judge *j, uint32_t node, uint32_t name, unsigned depth)
{
	const struct value *v = vset_only(eval(j, node), VALUE_INT);
	uint32_t right = tree_last(j->nodes, node);

	if (judge_is_name(j, node, name) || (v != NULL && v->integer > 0))
		return true;
	if (depth > DEPTH_MAX)
		return false;
	if (j->nodes[node].kind == NODE_PARENTHESIZED)
		return makes_larger(j, node + 1, name, depth + 1);
	return j->nodes[node].kind == NODE_BINARY &&
	    strchr("+*", site_operator(j, node + 1, right)) != NULL &&
	    makes_larger(j, node + 1, name, depth + 1) &&
	    makes_larger(j, right, name, depth + 1);
}

/* Does the body do nothing to the name but make it longer, and does so? */
static bool
only_lengthens(struct judge *j, uint32_t body, uint32_t name)
{
	uint32_t i, parent, right;
	bool grows = false;

	for (i = body; i < j->nodes[body].skip; i++) {
		if (is_growing_call(j, i, name, body))
			grows = true;
		if (!judge_is_name(j, i, name) || j->nodes[i].role == ROLE_LOAD ||
		    j->nodes[i].role == ROLE_NAME)
			continue;
		parent = j->nodes[i].parent;
		right = tree_last(j->nodes, parent);
		if (j->nodes[parent].kind == NODE_AUGMENTED) {
			if (!makes_longer(j, parent, 0, name) ||
			    site_operator(j, i, right) == '-')
				return false;
		} else if (j->nodes[parent].kind != NODE_ASSIGNMENT ||
		    j->nodes[right].kind != NODE_BINARY ||
		    (!makes_larger(j, right, name, 0) &&
		    (site_operator(j, right + 1, tree_last(j->nodes,
		    right)) == '-' || !makes_longer(j, right, right + 1,
		    name))))
			return false;
		grows = true;
	}
	return grows;
}

/* Is every value that this may have one that counts as `want`? */
static bool
always(struct judge *j, uint32_t node, bool want)
{
	const struct vset *set = eval(j, node);
	bool is = true;
	size_t i;

	for (i = 0; i < set->n; i++) {
		const struct value *v = set->v[i];

		switch (v->kind) {
		case VALUE_INT:
			is = v->integer != 0;
			break;
		case VALUE_STR:
		case VALUE_BYTES:
			is = v->text.n > 0;
			break;
		case VALUE_NONE:
			is = false;
			break;
		case VALUE_FUNCTION:
		case VALUE_CLASS:
			is = true;
			break;
		default:
			return false;
		}
		if (is != want)
			return false;
	}
	return set->n > 0 && !set->unknown && !set->full;
}

bool
loop_only_counts(struct judge *j, uint32_t body, uint32_t name, char sign,
    int64_t *ret_most)
{
	const struct value *v;
	uint32_t i, parent, right;
	char op;

	*ret_most = 0;
	for (i = body; i < j->nodes[body].skip; i++) {
		if (!judge_is_name(j, i, name) || j->nodes[i].role == ROLE_LOAD ||
		    j->nodes[i].role == ROLE_NAME)
			continue;
		parent = j->nodes[i].parent;
		right = tree_last(j->nodes, parent);
		v = vset_only(eval(j, right), VALUE_INT);
		op = site_operator(j, i, right);
		if (j->nodes[parent].kind == NODE_ASSIGNMENT &&
		    j->nodes[right].kind == NODE_BINARY &&
		    judge_is_name(j, right + 1, name)) {
			v = vset_only(eval(j, tree_last(j->nodes, right)),
			    VALUE_INT);
			op = site_operator(j, right + 1,
			    tree_last(j->nodes, right));
		} else if (j->nodes[parent].kind != NODE_AUGMENTED)
			return false;
		if (v == NULL || v->integer < 1 || op != sign)
			return false;
		if (v->integer > *ret_most)
			*ret_most = v->integer;
	}
	return *ret_most > 0;
}

/* The number that a name is bound to first, where it is not counted on. */
static bool
begins_at(struct judge *j, uint32_t name, int64_t *ret)
{
	uint32_t binding = judge_binding(j, name), d;

	for (d = binding == 0 ? 0 : j->scopes.bindings[binding].first; d != 0;
	    d = j->scopes.defs[d].next) {
		const struct def *def = &j->scopes.defs[d];
		const struct value *v = def->kind != DEF_VALUE ||
		    def->expr == 0 ? NULL : vset_only(eval(j, def->expr),
		    VALUE_INT);

		if (v != NULL) {
			*ret = v->integer;
			return true;
		}
	}
	return false;
}

/* `while i > -1: i += 1`, `while i < 10**15: i += 1` from a small i. */
static bool
counts_away(struct judge *j, uint32_t test, uint32_t body)
{
	uint32_t left = test + 1, right = tree_last(j->nodes, test);
	const struct value *v = vset_only(eval(j, right), VALUE_INT);
	int64_t step, from;
	uint32_t name;
	char op;

	if (tree_count(j->nodes, test) != 2 || v == NULL ||
	    j->nodes[left].kind != NODE_IDENTIFIER)
		return false;
	name = j->nodes[left].name;
	op = site_operator(j, left, right);
	if (op == '>')
		return loop_only_counts(j, body, name, '+', &step);
	if (op == '!')
		return loop_only_counts(j, body, name, '+', &step) &&
		    begins_at(j, left, &from) && from > v->integer;
	if (op != '<')
		return false;
	if (loop_only_counts(j, body, name, '-', &step))
		return true;
	if (!loop_only_counts(j, body, name, '+', &step) ||
	    v->integer / step < TOO_MANY)
		return false;
	return begins_at(j, left, &from) && from < v->integer / 2;
}

/* 1 < 2, None is None: of constants alone. */
static bool
is_true_comparison(struct judge *j, uint32_t left, uint32_t right)
{
	const struct vset *l = eval(j, left), *r = eval(j, right);
	const char *op = j->source.bytes + j->nodes[left].end;
	int64_t a, b;

	while (*op == ' ')
		op++;
	if (l->unknown || r->unknown || l->n != 1 || r->n != 1)
		return false;
	if (j->nodes[left].kind == NODE_IDENTIFIER ||
	    j->nodes[right].kind == NODE_IDENTIFIER)
		return false;
	if (op[0] == 'i' && op[1] == 's' && op[2] == ' ')
		return memcmp(op, "is not", 6) != 0 &&
		    j->nodes[left].kind == j->nodes[right].kind &&
		    (j->nodes[left].kind == NODE_NONE ||
		    j->nodes[left].kind == NODE_TRUE ||
		    j->nodes[left].kind == NODE_FALSE);
	if (l->v[0]->kind != VALUE_INT || r->v[0]->kind != VALUE_INT)
		return op[0] == '=' && (l->v[0]->kind == VALUE_STR ||
		    l->v[0]->kind == VALUE_BYTES) &&
		    value_same(l->v[0], r->v[0]);
	a = l->v[0]->integer;
	b = r->v[0]->integer;
	switch (op[0]) {
	case '<':
		return op[1] == '=' ? a <= b : a < b;
	case '>':
		return op[1] == '=' ? a >= b : a > b;
	case '=':
		return a == b;
	case '!':
		return a != b;
	default:
		return false;
	}
}

/* Is this so whatever happens, as long as the body of the loop goes on? */
static bool
stays_true(struct judge *j, uint32_t test, uint32_t body, unsigned depth)
{
	const struct vset *set;
	uint32_t left = test + 1, right = tree_last(j->nodes, test);
	const struct value *v;
	char op;

	if (depth > DEPTH_MAX)
		return false;
	switch (j->nodes[test].kind) {
	case NODE_TRUE:
		return true;
	case NODE_PARENTHESIZED:
		return stays_true(j, left, body, depth + 1);
	case NODE_NOT:
		return always(j, left, false);
	case NODE_BOOLEAN:
		op = site_operator(j, left, right);
		return op == 'o' ? stays_true(j, left, body, depth + 1) ||
		    stays_true(j, right, body, depth + 1) :
		    stays_true(j, left, body, depth + 1) &&
		    stays_true(j, right, body, depth + 1);
	case NODE_INTEGER:
	case NODE_STRING:
		set = eval(j, test);
		return !set->unknown && set->n == 1 &&
		    (set->v[0]->kind == VALUE_INT ? set->v[0]->integer != 0 :
		    set->v[0]->kind == VALUE_STR && set->v[0]->text.n > 0);
	case NODE_TUPLE:
	case NODE_LIST:
	case NODE_SET:
	case NODE_DICTIONARY:
		/* Not empty, unless all of it is starred. */
		return tree_count(j->nodes, test) > 0 &&
		    !tree_is_splat(j->nodes, left) &&
		    j->nodes[left].kind != NODE_DICTIONARY_SPLAT;
	case NODE_LAMBDA:
		return true;
	case NODE_NAMED_EXPRESSION:
		return always(j, right, true);
	case NODE_IDENTIFIER:
		return only_lengthens(j, body, j->nodes[test].name) ||
		    always(j, test, true);
	case NODE_COMPARISON:
		if (counts_away(j, test, body) ||
		    (tree_count(j->nodes, test) == 2 &&
		    is_true_comparison(j, left, right)))
			return true;
		v = vset_only(eval(j, right), VALUE_INT);
		/* len(x) < 10**12: more than there is memory for */
		if (tree_count(j->nodes, test) == 2 && v != NULL &&
		    v->integer >= 1000000000 && strcmp(site_callee(j, left),
		    "len") == 0 && site_operator(j, left, right) == '<')
			return true;
		return tree_count(j->nodes, test) == 2 && v != NULL &&
		    v->integer == 0 && strchr(">!",
		    site_operator(j, left, right)) != NULL &&
		    strcmp(site_callee(j, left), "len") == 0 &&
		    site_argument(j, left, 0) != 0 &&
		    j->nodes[site_argument(j, left, 0)].kind == NODE_IDENTIFIER &&
		    only_lengthens(j, body, j->nodes[site_argument(j, left,
		    0)].name);
	default:
		return always(j, test, true);
	}
}

uint32_t
loop_body(const struct judge *j, uint32_t loop)
{
	return j->nodes[loop + 1].skip;
}

bool
condition_stays_true(struct judge *j, uint32_t loop)
{
	return stays_true(j, loop + 1, loop_body(j, loop), 0) ||
	    condition_never_fails(j, loop);
}
