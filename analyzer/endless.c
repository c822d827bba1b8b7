/*
 * What never ends: an iterator without an end that is taken as a whole, a
 * loop over what it makes longer, a condition that stays true because the
 * body only grows what it asks, a function that calls itself with ever more.
 */
#include "check.h"

#include "../supervisor/base/util.h"
#include "judge.h"
#include "report.h"
#include "signatures.h"

#define DEPTH_MAX	16
#define TOO_MANY	20000000000LL	/* elements: minutes, or all memory */

/* What may be called: the first name that is known, or none. */
static const char *
callee_of(struct judge *j, uint32_t call)
{
	const struct vset *set = j->nodes[call].kind != NODE_CALL ? &vset_none :
	    eval(j, call + 1);
	size_t i;

	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind == VALUE_PATH)
			return names_text(j->names, set->v[i]->name);
	return "";
}

/* The n-th argument, if it stands there plainly; else 0. */
static uint32_t
argument(const struct judge *j, uint32_t call, size_t n)
{
	static const struct signature any = { .n = SIGNATURE_MAX };
	uint32_t node = signature_argument(j, call, &any, n);

	return node == SIGNATURE_UNKNOWN ? 0 : node;
}

static uint32_t
keyword(const struct judge *j, uint32_t call, const char *name)
{
	uint32_t list = tree_last(j->nodes, call), child;

	if (j->nodes[list].kind != NODE_ARGUMENTS)
		return 0;
	TREE_CHILDREN(j->nodes, list, child)
		if (j->nodes[child].kind == NODE_KEYWORD_ARGUMENT &&
		    strcmp(names_text(j->names, j->nodes[child + 1].name),
		    name) == 0)
			return tree_last(j->nodes, child);
	return 0;
}

/* iter(f, end), where f gives one constant, and that is not the end. */
static bool
never_meets(struct judge *j, uint32_t function, uint32_t end)
{
	static const char *const zero[] = { "int", "float", "bool", "complex" };
	static const char *const empty[] = { "str", "list", "dict", "tuple",
	    "set", "bytes" };
	const struct vset *f = eval(j, function), *want = eval(j, end), *got;
	const struct value *v = vset_only(f, VALUE_PATH);
	const char *name;

	if (want->unknown || want->n != 1)
		return false;
	if (v != NULL) {
		name = names_text(j->names, v->name);
		if (IS_ONE_OF(name, zero))
			return want->v[0]->kind != VALUE_INT ||
			    want->v[0]->integer != 0;
		return IS_ONE_OF(name, empty) &&
		    (want->v[0]->kind == VALUE_INT ||
		    want->v[0]->kind == VALUE_NONE);
	}
	v = vset_only(f, VALUE_FUNCTION);
	if (v == NULL)
		return false;
	got = eval_call_function(j, v->node, NULL, 0);
	return !got->unknown && got->n == 1 &&
	    (got->v[0]->kind == VALUE_INT || got->v[0]->kind == VALUE_STR) &&
	    (want->v[0]->kind == VALUE_INT || want->v[0]->kind == VALUE_STR ||
	    want->v[0]->kind == VALUE_NONE) && !value_same(got->v[0],
	    want->v[0]);
}

/* How many elements range(...) or a display has; 0: not known. */
static int64_t
count_of(struct judge *j, uint32_t node)
{
	const struct value *last;
	uint32_t arg;
	size_t n;

	if (strcmp(callee_of(j, node), "range") != 0)
		return fold_elements(j, eval(j, node), &n) != NULL ?
		    (int64_t)n : 0;
	arg = argument(j, node, 1);
	if (argument(j, node, 2) != 0)
		return 0;
	last = vset_only(eval(j, arg != 0 ? arg : argument(j, node, 0)),
	    VALUE_INT);
	return last == NULL || last->integer < 0 ? 0 : last->integer;
}

/* itertools.product and the like: far more than can be gone through? */
static bool
is_too_many(struct judge *j, uint32_t call, const char *name)
{
	uint32_t repeat = keyword(j, call, "repeat"), arg;
	const struct value *times = repeat == 0 ? NULL : vset_only(eval(j,
	    repeat), VALUE_INT);
	int64_t all = 1, n, i;
	size_t k;

	if (strcmp(name, "range") == 0)
		return count_of(j, call) > TOO_MANY;
	if (strcmp(name, "itertools.permutations") == 0) {
		n = argument(j, call, 1) == 0 && argument(j, call, 0) != 0 ?
		    count_of(j, argument(j, call, 0)) : 0;
		return n > 14;
	}
	if (strcmp(name, "itertools.product") != 0 ||
	    (repeat != 0 && times == NULL))
		return false;
	for (k = 0; (arg = argument(j, call, k)) != 0; k++)
		for (i = 0; i < (times != NULL ? times->integer : 1); i++) {
			n = count_of(j, arg);
			if (n < 2 && all <= TOO_MANY)
				break;
			if (all > TOO_MANY)
				return true;
			if (__builtin_mul_overflow(all, n, &all))
				return true;
		}
	return all > TOO_MANY;
}

/* A generator of the submission's own, whose only loop nothing ends. */
static bool
yields_for_ever(struct judge *j, uint32_t call)
{
	const struct value *v = j->nodes[call].kind != NODE_CALL ? NULL :
	    vset_only(eval(j, call + 1), VALUE_FUNCTION);
	bool yields = false;
	uint32_t i, loop = 0;

	if (v == NULL)
		return false;
	for (i = v->node; i < j->nodes[v->node].skip; i++)
		switch (j->nodes[i].kind) {
		case NODE_WHILE:
			if (loop != 0 || !condition_stays_true(j, i))
				return false;
			loop = i;
			break;
		case NODE_YIELD:
			yields |= loop != 0 && i < j->nodes[loop].skip;
			break;
		case NODE_BREAK: case NODE_RETURN: case NODE_RAISE:
		case NODE_TRY: case NODE_CALL: case NODE_SUBSCRIPT:
		case NODE_ASSERT: case NODE_LAMBDA: case NODE_AWAIT:
			return false;
		}
	return yields;
}

static bool is_endless(struct judge *, uint32_t node, unsigned depth);

/* `... for x in endless`; a later clause may be empty, and end nothing. */
static bool
goes_over_endless(struct judge *j, uint32_t comprehension, unsigned depth)
{
	uint32_t child;

	TREE_CHILDREN(j->nodes, comprehension, child)
		if (j->nodes[child].kind == NODE_FOR_IN_CLAUSE)
			return is_endless(j, tree_last(j->nodes, child),
			    depth);
	return false;
}

static bool
is_endless(struct judge *j, uint32_t node, unsigned depth)
{
	static const char *const through[] = { "map", "enumerate", "iter",
	    "filter", "itertools.accumulate", "itertools.starmap",
	    "itertools.chain", "itertools.filterfalse", "itertools.pairwise",
	    "itertools.dropwhile" };
	const struct vset *set;
	const char *name;
	uint32_t first, second;

	while (j->nodes[node].kind == NODE_PARENTHESIZED)
		node++;
	if (depth > DEPTH_MAX)
		return false;
	if (j->nodes[node].kind == NODE_GENERATOR)
		return goes_over_endless(j, node, depth + 1);
	if (j->nodes[node].kind == NODE_IDENTIFIER) {
		/* What a name stands for, where that was made. */
		set = eval(j, node);
		if (set->unknown || set->n != 1 || set->v[0]->kind !=
		    VALUE_RESULT || set->v[0]->place == node ||
		    j->nodes[set->v[0]->place].kind != NODE_CALL)
			return false;
		node = set->v[0]->place;
	}
	name = callee_of(j, node);
	if (name[0] == '\0')
		return yields_for_ever(j, node);
	first = argument(j, node, 0);
	second = argument(j, node, 1);
	if (strcmp(name, "itertools.count") == 0 || is_too_many(j, node, name))
		return true;
	if (strcmp(name, "itertools.cycle") == 0)
		return first != 0;
	if (strcmp(name, "itertools.repeat") == 0)
		return first != 0 && second == 0 && keyword(j, node,
		    "times") == 0;
	if (strcmp(name, "iter") == 0 && second != 0)
		return never_meets(j, first, second);
	if (strcmp(name, "zip") == 0 || (strcmp(name, "map") == 0 &&
	    argument(j, node, 2) != 0))
		return false;
	if (!IS_ONE_OF(name, through) || first == 0)
		return false;
	/* The function comes first, if there is one. */
	if (strcmp(name, "map") == 0 || strncmp(name, "filter", 6) == 0 ||
	    strcmp(name, "itertools.starmap") == 0 ||
	    strcmp(name, "itertools.filterfalse") == 0 ||
	    strcmp(name, "itertools.dropwhile") == 0)
		first = second;
	return first != 0 && is_endless(j, first, depth + 1);
}

/* The name of the method that is called, also one that getattr fetches. */
static const char *
method_of(struct judge *j, uint32_t call, uint32_t *ret_object)
{
	uint32_t callee = call + 1;
	const struct value *v;
	const char *name;
	bool getter;

	*ret_object = 0;
	if (j->nodes[callee].kind == NODE_ATTRIBUTE) {
		*ret_object = callee + 1;
		return names_text(j->names, j->nodes[tree_last(j->nodes,
		    callee)].name);
	}
	/* getattr(x, "append")(1), attrgetter("append")(x)(1) */
	name = callee_of(j, callee);
	getter = j->nodes[callee].kind == NODE_CALL && strcmp(callee_of(j,
	    callee + 1), "operator.attrgetter") == 0;
	if (!getter && strcmp(name, "getattr") != 0)
		return "";
	*ret_object = argument(j, callee, 0);
	callee = getter ? argument(j, callee + 1, 0) : argument(j, callee, 1);
	v = callee == 0 ? NULL : vset_only(eval(j, callee), VALUE_STR);
	return v == NULL ? "" : names_text(j->names, names_intern(j->names,
	    v->text.bytes, v->text.n));
}

/* The argument that this call goes through to its end; else 0. */
static uint32_t
taken_whole(struct judge *j, uint32_t call)
{
	const struct vset *set = eval(j, call + 1);
	uint32_t object;
	size_t i = 0;

	if (j->nodes[call + 1].kind == NODE_ATTRIBUTE && strcmp(method_of(j,
	    call, &object), "join") == 0)
		return argument(j, call, 0);
	while (i < set->n && set->v[i]->kind != VALUE_PATH)
		i++;
	switch (i < set->n ? set->v[i]->name : 0) {
	case KNOWN(deque):
		if (argument(j, call, 1) != 0 || keyword(j, call, "maxlen"))
			return 0;
		return argument(j, call, 0);
	case KNOWN(reduce):
		return argument(j, call, 1);
	case KNOWN(list): case KNOWN(tuple): case KNOWN(set):
	case KNOWN(frozenset): case KNOWN(sorted): case KNOWN(dict):
	case KNOWN(bytes): case KNOWN(bytearray): case KNOWN(sum):
	case KNOWN(max): case KNOWN(min): case KNOWN(Counter):
	case KNOWN(math_prod): case KNOWN(math_fsum):
	case KNOWN(statistics_mean): case KNOWN(statistics_fmean):
	case KNOWN(str_join):
		return argument(j, call, 0);
	default:
		return 0;
	}
}

/* list(endless), sum(...), "".join(...), [x for x in endless], *endless */
void
check_taken_whole(struct judge *j, uint32_t at)
{
	uint32_t arg;

	switch (j->nodes[at].kind) {
	case NODE_LIST_SPLAT:
		if (is_endless(j, at + 1, 0))
			break;
		return;
	case NODE_CALL:
		/* `[*f()]` comes as a call of `*f`. */
		if (j->nodes[at + 1].kind == NODE_LIST_SPLAT &&
		    is_endless(j, at, 0))
			break;
		arg = taken_whole(j, at);
		if (arg != 0 && is_endless(j, arg, 0))
			break;
		return;
	default:
		if (goes_over_endless(j, at, 0))
			break;
		return;
	}
	report_flow(j, FLOW_ENDLESS_LOOP, at, "what has no end, as a whole",
	    NULL);
}

static bool
grows_by_name(const char *method)
{
	static const char *const names[] = { "append", "extend", "insert",
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
static bool
is_condition(struct judge *j, uint32_t at)
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

	if (j->nodes[call].kind != NODE_CALL)
		return false;
	method = method_of(j, call, &object);
	if (object == 0 || j->nodes[object].kind != NODE_IDENTIFIER ||
	    j->nodes[object].name != name || !grows_by_name(method))
		return false;
	for (at = call; at > body; at = j->nodes[at].parent)
		if (is_condition(j, at) || j->nodes[at].kind ==
		    NODE_LIST_COMPREHENSION || j->nodes[at].kind ==
		    NODE_GENERATOR)
			return false;
	return true;
}

static bool
is_name(const struct judge *j, uint32_t node, uint32_t name)
{
	return j->nodes[node].kind == NODE_IDENTIFIER &&
	    j->nodes[node].name == name;
}

/* `for _ in range(60): text = text + text`, of a text or a list. */
static void
check_doubling(struct judge *j, uint32_t loop)
{
	uint32_t over = j->nodes[loop + 1].skip, body = j->nodes[over].skip;
	uint32_t child, at, right;
	const struct vset *set;
	size_t i;

	if (j->nodes[body].kind != NODE_BLOCK || count_of(j, over) < 40)
		return;
	TREE_CHILDREN(j->nodes, body, child) {
		at = child + 1;
		right = tree_last(j->nodes, at);
		if (j->nodes[child].kind != NODE_EXPRESSION_STATEMENT ||
		    (j->nodes[at].kind != NODE_ASSIGNMENT &&
		    j->nodes[at].kind != NODE_AUGMENTED) ||
		    j->nodes[at + 1].kind != NODE_IDENTIFIER)
			continue;
		if (j->nodes[at].kind == NODE_AUGMENTED ?
		    !is_name(j, right, j->nodes[at + 1].name) :
		    j->nodes[right].kind != NODE_BINARY ||
		    !is_name(j, right + 1, j->nodes[at + 1].name) ||
		    !is_name(j, tree_last(j->nodes, right),
		    j->nodes[at + 1].name))
			continue;
		set = eval(j, j->nodes[at].kind == NODE_AUGMENTED ? right :
		    right + 1);
		for (i = 0; i < set->n; i++)
			if (set->v[i]->kind == VALUE_STR ||
			    set->v[i]->kind == VALUE_BYTES ||
			    set->v[i]->kind == VALUE_LIST) {
				report_flow(j, FLOW_HUGE_RESULT, at,
				    "twice as much each time", NULL);
				return;
			}
	}
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
	check_doubling(j, loop);
	if (is_endless(j, over, 0))
		return true;
	if (j->nodes[over].kind != NODE_IDENTIFIER)
		return false;
	for (i = body; i < j->nodes[body].skip; i++)
		if (is_growing_call(j, i, j->nodes[over].name, body))
			return true;
	return false;
}

static char
operator_between(const struct judge *j, uint32_t left, uint32_t right)
{
	const char *s = j->source.bytes + j->nodes[left].end;
	const char *end = j->source.bytes + j->nodes[right].start;

	while (s < end && (*s == ' ' || *s == '\t'))
		s++;
	return s < end ? *s : ' ';
}

/* x + x, x * 2, and the texts and lists that may be added. */
static bool
makes_longer(struct judge *j, uint32_t binary, uint32_t left, uint32_t name)
{
	uint32_t right = tree_last(j->nodes, binary);
	const struct vset *set;

	if (left != 0 && !is_name(j, left, name))
		return false;
	if (is_name(j, right, name))
		return true;
	set = eval(j, right);
	if (set->unknown || set->n != 1)
		return false;
	switch (operator_between(j, left != 0 ? left : binary + 1, right)) {
	case '*':
		return set->v[0]->kind == VALUE_INT && set->v[0]->integer > 1;
	case '+':
		return (set->v[0]->kind == VALUE_STR ||
		    set->v[0]->kind == VALUE_BYTES) && set->v[0]->text.n > 0;
	default:
		return false;
	}
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
		if (!is_name(j, i, name) || j->nodes[i].role == ROLE_LOAD ||
		    j->nodes[i].role == ROLE_NAME)
			continue;
		parent = j->nodes[i].parent;
		right = tree_last(j->nodes, parent);
		if (j->nodes[parent].kind == NODE_AUGMENTED) {
			if (!makes_longer(j, parent, 0, name) ||
			    operator_between(j, i, right) == '-')
				return false;
		} else if (j->nodes[parent].kind != NODE_ASSIGNMENT ||
		    j->nodes[right].kind != NODE_BINARY ||
		    operator_between(j, right + 1, tree_last(j->nodes,
		    right)) == '-' || !makes_longer(j, right, right + 1, name))
			return false;
		grows = true;
	}
	return grows;
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
		return j->nodes[left].kind == NODE_FALSE ||
		    j->nodes[left].kind == NODE_NONE;
	case NODE_BOOLEAN:
		op = operator_between(j, left, right);
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
	case NODE_IDENTIFIER:
		return only_lengthens(j, body, j->nodes[test].name);
	case NODE_COMPARISON:
		v = vset_only(eval(j, right), VALUE_INT);
		return tree_count(j->nodes, test) == 2 && v != NULL &&
		    v->integer == 0 && strchr(">!",
		    operator_between(j, left, right)) != NULL &&
		    strcmp(callee_of(j, left), "len") == 0 &&
		    argument(j, left, 0) != 0 &&
		    j->nodes[argument(j, left, 0)].kind == NODE_IDENTIFIER &&
		    only_lengthens(j, body, j->nodes[argument(j, left,
		    0)].name);
	default:
		return false;
	}
}

bool
condition_stays_true(struct judge *j, uint32_t loop)
{
	return stays_true(j, loop + 1, tree_last(j->nodes, loop), 0);
}

/* Is there anything in this function that could end what it starts again? */
static bool
has_condition(struct judge *j, uint32_t function)
{
	uint32_t i;

	for (i = function + 1; i < j->nodes[function].skip; i++)
		if (is_condition(j, i) || j->nodes[i].kind == NODE_COMPARISON ||
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

/* x + x, x * 2, x ** x: twice as much, of one and the same name. */
static bool
doubles(struct judge *j, uint32_t node)
{
	uint32_t right = tree_last(j->nodes, node);
	char op;

	if (j->nodes[node].kind != NODE_BINARY ||
	    j->nodes[node + 1].kind != NODE_IDENTIFIER)
		return false;
	op = operator_between(j, node + 1, right);
	return strchr("+*", op) != NULL && (is_name(j, right,
	    j->nodes[node + 1].name) || (op == '*' && vset_only(eval(j,
	    right), VALUE_INT) != NULL));
}

/*
 * A function that unconditionally calls itself, or a parameter that it hands
 * itself on to, with twice as much; or starts itself again in a thread.
 */
void
check_self_call(struct judge *j, uint32_t call)
{
	static const char *const starters[] = { "threading.Thread",
	    "threading.Timer", "multiprocessing.Process" };
	const char *name = callee_of(j, call);
	uint32_t function, list = tree_last(j->nodes, call), child;
	uint32_t target, callee = call + 1, outer = 0;
	bool again, grows = false;

	for (function = j->nodes[call].parent; function != 0 &&
	    j->nodes[function].kind != NODE_LAMBDA &&
	    j->nodes[function].kind != NODE_FUNCTION;
	    function = j->nodes[function].parent)
		;
	if (function == 0 || j->nodes[list].kind != NODE_ARGUMENTS)
		return;
	if (IS_ONE_OF(name, starters)) {
		target = keyword(j, call, "target");
		if (target == 0)
			target = argument(j, call, 1);
		for (outer = function; outer != 0 && j->nodes[outer].kind !=
		    NODE_FUNCTION; outer = j->nodes[outer].parent)
			;
		if (target != 0 && outer != 0 && is_around(j, call, eval(j,
		    target)) && !has_condition(j, outer))
			report_flow(j, FLOW_ENDLESS_LOOP, call, name, NULL);
		return;
	}
	if (j->nodes[callee].kind != NODE_IDENTIFIER)
		return;
	again = is_around(j, call, eval(j, callee));
	TREE_CHILDREN(j->nodes, list, child) {
		again |= j->nodes[function].kind == NODE_LAMBDA &&
		    is_name(j, child, j->nodes[callee].name);
		grows |= doubles(j, child);
	}
	if (again && grows && !has_condition(j, function))
		report_flow(j, FLOW_ENDLESS_LOOP, call, "a call of itself",
		    NULL);
}
