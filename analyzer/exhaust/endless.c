/*
 * What never ends: an iterator without an end that is taken as a whole.
 */
#include "exhaust.h"

#include "../../supervisor/base/util.h"
#include "../fold/fold.h"
#include "../judge.h"
#include "../report.h"
#include "../values/eval.h"
#include "../values/site.h"
#include "exhaust_parts.h"

/* iter(f, end), where f gives one constant, and that is not the end. */
static bool
never_meets(struct judge *j, uint32_t function, uint32_t end)
{
	static const char zero[][8] = { "int", "float", "bool", "complex" };
	static const char empty[][8] = { "str", "list", "dict", "tuple",
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
	/* iter(lambda: len(x), -1) */
	if (want->v[0]->kind == VALUE_INT && want->v[0]->integer < 0 &&
	    strcmp(site_callee(j, tree_last(j->nodes, v->node)),
	    "len") == 0)
		return true;
	got = eval_call_function(j, v->node, NULL, 0);
	return !got->unknown && got->n == 1 &&
	    (got->v[0]->kind == VALUE_INT || got->v[0]->kind == VALUE_STR ||
	    got->v[0]->kind == VALUE_NONE) &&
	    (want->v[0]->kind == VALUE_INT || want->v[0]->kind == VALUE_STR ||
	    want->v[0]->kind == VALUE_NONE) && !value_same(got->v[0],
	    want->v[0]);
}

/* How many elements this has; 0: not known. */
int64_t
endless_count(struct judge *j, uint32_t node)
{
	size_t n;
	double size;

	if (strcmp(site_callee(j, node), "range") != 0 &&
	    fold_elements(j, eval(j, node), &n) != NULL)
		return (int64_t)n;
	size = size_of_node(j, node);
	return size < 1e18 ? (int64_t)size : (int64_t)1e18;
}

double
endless_choices(struct judge *j, uint32_t call, const char *name)
{
	bool ordered = strcmp(name, "itertools.permutations") == 0;
	bool again = strlen(name) > 22 && !ordered;
	uint32_t r = site_argument(j, call, 1), over = site_argument(j, call, 0);
	const struct value *v = r == 0 ? NULL : vset_only(eval(j, r),
	    VALUE_INT);
	int64_t n = over == 0 ? 0 : endless_count(j, over), i, of;
	double all = 1;

	of = v != NULL ? v->integer : r == 0 && ordered ? n : 0;
	/* for r in range(n + 1): all there are */
	if (v == NULL && r != 0 && number_at_most(j, r, &all) && all >= 1 &&
	    all < 1e15)
		of = (int64_t)(again || ordered || all < (double)n / 2 ? all :
		    (double)n / 2);
	all = 1;
	if (of > n && !again)
		return 0;
	for (i = 0; i < of && i < 1000 && all < 1e18; i++)
		all *= ordered ? (double)(n - i) : again ?
		    (double)(n + i) / (double)(i + 1) :
		    (double)(n - i) / (double)(i + 1);
	return n > 0 && of > 0 ? all : 0;
}

/* itertools.product and the like: far more than can be gone through? */
static bool
is_too_many(struct judge *j, uint32_t call, const char *name)
{
	uint32_t repeat = site_keyword(j, call, "repeat"), arg;
	double most = 1;
	int64_t all = 1, n, i;
	size_t k;

	if (strcmp(name, "range") == 0)
		return endless_count(j, call) > TOO_MANY;
	if (strncmp(name, "itertools.combinations", 22) == 0 ||
	    strcmp(name, "itertools.permutations") == 0)
		return endless_choices(j, call, name) > TOO_MANY;
	if (strcmp(name, "itertools.product") != 0)
		return false;
	if (repeat != 0 && !number_at_most(j, repeat, &most))
		return false;
	for (k = 0; (arg = site_argument(j, call, k)) != 0; k++)
		for (i = 0; i < most; i++) {
			n = endless_count(j, arg);
			if (n < 2 && all <= TOO_MANY)
				break;
			if (all > TOO_MANY)
				return true;
			if (__builtin_mul_overflow(all, n, &all))
				return true;
		}
	return all > TOO_MANY;
}

/* The method of this name that a class defines itself; or 0. */
static uint32_t
method_of(const struct judge *j, uint32_t class, const char *name)
{
	uint32_t i;

	for (i = class + 1; i < j->nodes[class].skip; i++)
		if (j->nodes[i].kind == NODE_FUNCTION) {
			if (judge_is_named(j, i + 1, name))
				return i;
			i = j->nodes[i].skip - 1;
		}
	return 0;
}

/*
 * A generator of the submission's own that nothing ends: one loop, or one
 * that goes on with another of itself.
 */
static bool
yields_for_ever(struct judge *j, uint32_t function)
{
	uint32_t i, yield = 0;

	if (!j->scopes.list[j->nodes[tree_last(j->nodes, function)].scope]
	    .yields)
		return false;
	for (i = function + 1; i < j->nodes[function].skip; i++)
		switch (j->nodes[i].kind) {
		case NODE_WHILE:
		case NODE_FOR:
			return loop_yields_for_ever(j, i);
		case NODE_YIELD:
			yield = i;
			break;
		case NODE_CALL:
			/* def f(n): yield n; yield from f(n + 1) */
			if (yield != 0 && i == yield + 1 && site_function(j,
			    i) != NULL && site_function(j, i)->node ==
			    function && memcmp(j->source.bytes +
			    j->nodes[yield].start, "yield from", 10) == 0)
				return true;
			if (call_may_end(j, i))
				return false;
			break;
		case NODE_RETURN: case NODE_RAISE: case NODE_TRY:
		case NODE_IF: case NODE_MATCH:
			return false;
		}
	return false;
}

/* An object of a class of its own whose iterator never stops. */
static bool
iterates_for_ever(struct judge *j, uint32_t class)
{
	uint32_t next = method_of(j, class, "__next__");
	uint32_t iter = method_of(j, class, "__iter__"), i;

	if (iter != 0 && next == 0)
		return yields_for_ever(j, iter);
	if (next == 0 && method_of(j, class, "__len__") == 0)
		next = method_of(j, class, "__getitem__");
	if (next == 0 || function_may_raise(j, next))
		return false;
	/* What may lie beyond the end of a list raises too. */
	for (i = next; i < j->nodes[next].skip; i++)
		if (j->nodes[i].kind == NODE_SUBSCRIPT)
			return false;
	return true;
}

/* A call of a generator, or of such a class. */
static bool
makes_endless(struct judge *j, uint32_t call)
{
	const struct value *function = site_function(j, call);
	const struct vset *set;

	if (function != NULL)
		return j->nodes[function->node].kind == NODE_FUNCTION &&
		    yields_for_ever(j, function->node);
	if (j->nodes[call].kind != NODE_CALL)
		return false;
	set = eval(j, call + 1);
	return set->n == 1 && set->v[0]->kind == VALUE_CLASS &&
	    iterates_for_ever(j, set->v[0]->node);
}

/* a, b = tee(endless) */
static bool
is_teed(struct judge *j, uint32_t name, unsigned depth)
{
	const struct def *d = judge_only_def(j, name);
	uint32_t arg;

	if (d == NULL || d->kind != DEF_VALUE || d->expr == 0 ||
	    d->steps == NULL || strcmp(site_callee(j, d->expr),
	    "itertools.tee") != 0)
		return false;
	arg = site_argument(j, d->expr, 0);
	return arg != 0 && endless_is(j, arg, depth + 1);
}

/* `... for x in endless`; a later clause may be empty, and end nothing. */
static bool
goes_over_endless(struct judge *j, uint32_t comprehension, unsigned depth)
{
	uint32_t child;

	TREE_CHILDREN(j->nodes, comprehension, child)
		if (j->nodes[child].kind == NODE_FOR_IN_CLAUSE)
			return endless_is(j, tree_last(j->nodes, child),
			    depth);
	return false;
}

/* islice(x, stop), islice(x, start, stop) */
static double
goes_on_to(struct judge *j, uint32_t call)
{
	uint32_t stop = site_argument(j, call, 2);
	double n;

	if (stop == 0)
		stop = site_argument(j, call, 1);
	return number_of_node(j, stop, &n) ? n : 0;
}

bool
endless_is(struct judge *j, uint32_t node, unsigned depth)
{
	static const char through[][24] = { "map", "enumerate", "iter",
	    "filter", "itertools.accumulate", "itertools.starmap",
	    "itertools.filterfalse", "itertools.pairwise",
	    "itertools.dropwhile", "itertools.batched" };
	static const char longest[][24] = { "heapq.merge", "itertools.chain",
	    "itertools.zip_longest" };
	const struct vset *set;
	const char *name;
	uint32_t first, second;
	size_t k;

	while (j->nodes[node].kind == NODE_PARENTHESIZED)
		node++;
	if (depth > DEPTH_MAX)
		return false;
	if (j->nodes[node].kind == NODE_GENERATOR)
		return goes_over_endless(j, node, depth + 1);
	if (site_tuple(j, node) != 0)
		node = site_tuple(j, node);
	if (j->nodes[node].kind == NODE_IDENTIFIER) {
		/* What a name stands for, where that was made. */
		set = eval(j, node);
		if (!set->unknown && set->n == 1 &&
		    set->v[0]->kind == VALUE_OBJECT)
			return iterates_for_ever(j, set->v[0]->node);
		if (set->unknown || set->n != 1)
			return is_teed(j, node, depth);
		if (set->v[0]->kind !=
		    VALUE_RESULT || set->v[0]->place == node ||
		    j->nodes[set->v[0]->place].kind != NODE_CALL)
			return false;
		node = set->v[0]->place;
	}
	name = site_callee(j, node);
	if (name[0] == '\0')
		return makes_endless(j, node);
	first = site_argument(j, node, 0);
	second = site_argument(j, node, 1);
	if (strcmp(name, "itertools.count") == 0 || is_too_many(j, node, name))
		return true;
	if (strcmp(name, "itertools.cycle") == 0)
		return first != 0;
	if (strcmp(name, "itertools.repeat") == 0)
		return first != 0 && second == 0 && site_keyword(j, node,
		    "times") == 0;
	if (strcmp(name, "itertools.islice") == 0)
		return second != 0 && goes_on_to(j, node) > TOO_MANY &&
		    endless_is(j, first, depth + 1);
	if (strcmp(name, "itertools.chain.from_iterable") == 0)
		return first != 0 && (endless_is(j, first, depth + 1) ||
		    (j->nodes[first].kind == NODE_GENERATOR &&
		    endless_is(j, first + 1, depth + 1)));
	if (strcmp(name, "iter") == 0 && second != 0)
		return never_meets(j, first, second);
	if (IS_ONE_OF(name, longest)) {
		for (k = 0; (first = site_argument(j, node, k)) != 0; k++)
			if (endless_is(j, first, depth + 1))
				return true;
		return false;
	}
	if (strcmp(name, "zip") == 0 || (strcmp(name, "map") == 0 &&
	    site_argument(j, node, 2) != 0)) {
		/* As long as the shortest. */
		k = name[0] == 'm';
		for (; (first = site_argument(j, node, k)) != 0; k++)
			if (!endless_is(j, first, depth + 1))
				return false;
		return k > 1u;
	}
	if (!IS_ONE_OF(name, through) || first == 0)
		return false;
	/* The function comes first, if there is one. */
	if (strcmp(name, "map") == 0 || strncmp(name, "filter", 6) == 0 ||
	    strcmp(name, "itertools.starmap") == 0 ||
	    strcmp(name, "itertools.filterfalse") == 0 ||
	    strcmp(name, "itertools.dropwhile") == 0)
		first = second;
	return first != 0 && endless_is(j, first, depth + 1);
}

/* any(x > 9 for x in ...) ends where the answer is found, as a loop may. */
static uint32_t
asked_whole(struct judge *j, uint32_t call)
{
	uint32_t arg = site_argument(j, call, 0), i;

	if (arg == 0 || j->nodes[arg].kind != NODE_GENERATOR ||
	    j->nodes[arg + 1].kind != NODE_COMPARISON)
		return arg;
	for (i = arg + 1; i < j->nodes[arg + 1].skip; i++)
		if (j->nodes[i].kind == NODE_IDENTIFIER)
			return 0;
	return arg;
}

/* The argument that this call goes through to its end; else 0. */
static uint32_t
taken_whole(struct judge *j, uint32_t call)
{
	static const char others[][40] = { "dict.fromkeys", "numpy.fromiter",
	    "statistics.median", "statistics.stdev",
	    "collections.OrderedDict", "collections.OrderedDict.fromkeys" };
	static const char second[][16] = { "heapq.nlargest",
	    "heapq.nsmallest" };
	static const char methods[][16] = { "update", "extend",
	    "extendleft", "union", "writelines", "fromkeys" };
	struct site site = site_of(j, call);
	uint32_t object;

	if (j->nodes[call].kind == NODE_CALL && strcmp(site_method(j,
	    call, &object), "join") == 0)
		return site_argument(j, call, 0);
	switch (site.path) {
	case KNOWN(reduce):
		return site_argument(j, call, 1);
	case KNOWN(list): case KNOWN(tuple): case KNOWN(set):
	case KNOWN(frozenset): case KNOWN(sorted): case KNOWN(dict):
	case KNOWN(bytes): case KNOWN(bytearray): case KNOWN(sum):
	case KNOWN(max): case KNOWN(min): case KNOWN(Counter):
	case KNOWN(math_prod): case KNOWN(math_fsum):
	case KNOWN(statistics_mean): case KNOWN(statistics_fmean):
	case KNOWN(str_join): case KNOWN(deque):
		return site_argument(j, call, 0);
	case 0:
		return j->nodes[call].kind == NODE_CALL &&
		    IS_ONE_OF(site_method(j, call, &object), methods) ?
		    site_argument(j, call, 0) : 0;
	case KNOWN(any): case KNOWN(all):
		return asked_whole(j, call);
	default:
		if (IS_ONE_OF(names_text(j->names, site.path), second))
			return site_argument(j, call, 1);
		return IS_ONE_OF(names_text(j->names, site.path),
		    others) || (j->nodes[call].kind == NODE_CALL &&
		    IS_ONE_OF(site_method(j, call, &object),
		    methods)) ? site_argument(j, call, 0) : 0;
	}
}

/* list(endless), sum(...), "".join(...), [x for x in endless], *endless */
void
check_taken_whole(struct judge *j, uint32_t at)
{
	uint32_t arg;

	switch (j->nodes[at].kind) {
	case NODE_LIST_SPLAT:
		if (endless_is(j, at + 1, 0))
			break;
		return;
	case NODE_TUPLE:
	case NODE_CALL:
		/* `[*f()]` comes as a call of `*f`. */
		if (j->nodes[at].kind == NODE_CALL &&
		    j->nodes[at + 1].kind == NODE_LIST_SPLAT &&
		    endless_is(j, at, 0))
			break;
		arg = taken_whole(j, at);
		if (arg != 0 && endless_is(j, arg, 0))
			break;
		return;
	case NODE_COMPARISON:
		/* `x in endless`; a range is asked, not gone through */
		arg = tree_last(j->nodes, at);
		if (tree_count(j->nodes, at) == 2 &&
		    strchr("in", site_operator(j, at + 1, arg)) != NULL &&
		    strcmp(site_callee(j, arg), "range") != 0 &&
		    endless_is(j, arg, 0))
			break;
		return;
	case NODE_LIST_SPLAT_PATTERN:
		/* a, *b = endless */
		for (arg = at; j->nodes[arg].kind == NODE_LIST_SPLAT_PATTERN ||
		    j->nodes[arg].kind == NODE_PATTERN_LIST ||
		    j->nodes[arg].kind == NODE_LIST_PATTERN ||
		    j->nodes[arg].kind == NODE_TUPLE_PATTERN;
		    arg = j->nodes[arg].parent)
			;
		if (j->nodes[arg].kind == NODE_ASSIGNMENT && endless_is(j,
		    tree_last(j->nodes, arg), 0))
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
