/*
 * The submission run in small, with what is known of it and nothing else: a
 * loop that comes back to where it was has no end. A branch that is not known
 * is taken to have gone either way; what it changes is lost sight of, and no
 * verdict rests on it. Bounded by steps, whatever the source.
 */
#include "replay.h"

#include <string.h>

#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "../exhaust/exhaust_parts.h"
#include "../report.h"
#include "replay_parts.h"

#define STEPS		5000
#define STEPS_SURE	15000	/* as long as nothing is in doubt */
#define STEPS_APART	1500	/* of a function that nobody called */
#define COST		1e12	/* expressions: days */

void
replay_huge(struct replay *r, uint32_t node, double size)
{
	(void)size;
	if (r->reported || r->probing || r->huge_at == 0)
		return;
	report_flow(r->j, FLOW_HUGE_RESULT, node != 0 ? node : r->huge_at,
	    "more each time", NULL);
	r->reported = true;
	r->flow = IS_LOST;
}

void
replay_raise(struct replay *r, const char *name)
{
	if (r->flow != GOES_ON)
		return;
	r->flow = RAISES;
	r->value = thing_text(name, strlen(name));
}

/* ---- what is lost sight of ---- */

static bool
is_only_read(const struct judge *j, uint32_t name)
{
	uint32_t parent = j->nodes[name].parent, above;

	above = j->nodes[parent].parent;
	switch (j->nodes[parent].kind) {
	case NODE_SUBSCRIPT:
		return j->nodes[parent].role == ROLE_LOAD && j->nodes[above]
		    .kind != NODE_ATTRIBUTE;
	case NODE_COMPARISON: case NODE_BINARY: case NODE_FOR:
	case NODE_FOR_IN_CLAUSE: case NODE_NOT: case NODE_BOOLEAN:
	case NODE_INTERPOLATION: case NODE_RETURN:
		return true;
	case NODE_ARGUMENTS:
		return j->nodes[above + 1].kind == NODE_IDENTIFIER &&
		    scopes_resolve(&j->scopes, j->nodes[above].scope,
		    j->nodes[above + 1].name) == 0;
	default:
		return false;
	}
}

void
replay_forget(struct replay *r, uint32_t node)
{
	const struct judge *j = r->j;
	uint32_t i, binding;
	struct thing now;

	r->doubts++;
	r->steps += (j->nodes[node].skip - node) / 32;
	for (i = node; i < j->nodes[node].skip; i++) {
		if (j->nodes[i].kind != NODE_IDENTIFIER ||
		    j->nodes[i].role == ROLE_NAME)
			continue;
		r->steps++;
		binding = replay_binding(r, i);
		if (binding == 0)
			continue;
		now = r->slots[binding].now;
		if (j->nodes[i].role != ROLE_LOAD)
			slot_set(r, binding, thing_unknown());
		else if (now.kind == THING_FUNCTION || now.kind ==
		    THING_CLASS)
			thing_lose_all(r);
		else if (thing_is_heap(now) && !is_only_read(j, i))
			thing_lose(r, now, 1);
	}
}

/* ---- branches ---- */

/* Not known whether it is done: once, for what is in it. */
static void
run_perhaps(struct replay *r, uint32_t block)
{
	r->doubts++;
	if (r->looping == 0 && !r->probing) {
		r->perhaps++;
		replay_block(r, block);
		r->perhaps--;
		r->passed += r->flow != GOES_ON && r->flow != RAISES;
		if (r->flow != IS_LOST)
			r->flow = GOES_ON;
	} else if (loop_may_be_left(r->j, block))
		r->passed++;
	replay_forget(r, block);
}

/* if, elif, else: all of them children of the first. */
static void
run_if(struct replay *r, uint32_t at)
{
	const struct node *nodes = r->j->nodes;
	uint32_t child = nodes[at + 1].skip, part = at, block;
	bool perhaps = false;
	int is;

	for (;;) {
		is = nodes[part].kind == NODE_ELSE ? 1 : thing_truth(r,
		    replay_eval(r, part + 1));
		if (r->flow != GOES_ON)
			return;
		block = nodes[part].kind == NODE_ELSE ? part + 1 :
		    nodes[part + 1].skip;
		perhaps |= is < 0;
		if (is != 0 && perhaps)
			run_perhaps(r, block);
		else if (is > 0)
			replay_block(r, block);
		if (is > 0 || r->flow != GOES_ON)
			return;
		if (part == at)
			child = nodes[block].skip;
		else
			child = nodes[part].skip;
		if (child >= nodes[at].skip)
			return;
		part = child;
	}
}

static const struct {
	char	name[24], of[24];
} errors[] = {
	{ "IndexError", "LookupError" }, { "JSONDecodeError", "ValueError" }, { "KeyError", "LookupError" },
	{ "RecursionError", "RuntimeError" },
	{ "ZeroDivisionError", "ArithmeticError" },
	{ "OverflowError", "ArithmeticError" },
	{ "FileNotFoundError", "OSError" }, { "PermissionError", "OSError" },
	{ "TimeoutError", "OSError" }, { "ConnectionError", "OSError" },
	{ "UnicodeDecodeError", "ValueError" },
};

int
replay_covers(struct replay *r, uint32_t node)
{
	const struct node *nodes = r->j->nodes;
	struct thing type, raised = r->value;
	const char *name;
	uint32_t child;
	size_t i;
	int is, all = 0;

	if (nodes[node].kind == NODE_TUPLE) {
		TREE_CHILDREN(nodes, node, child) {
			is = nodes[child].kind == NODE_TUPLE ? -1 :
			    replay_covers(r, child);
			if (is > 0)
				return 1;
			all = is < 0 ? -1 : all;
		}
		return all;
	}
	/* json.JSONDecodeError */
	if (nodes[node].kind == NODE_ATTRIBUTE && raised.kind == THING_TEXT &&
	    raised.s != NULL && strcmp(raised.s, names_text(r->j->names,
	    nodes[tree_last(nodes, node)].name)) == 0)
		return 1;
	if (nodes[node].kind != NODE_IDENTIFIER)
		return -1;
	type = replay_eval(r, node);
	if (type.kind == THING_CLASS)
		return raised.kind == THING_TEXT ? 0 : raised.kind ==
		    THING_CLASS && raised.node == type.node ? 1 : -1;
	name = names_text(r->j->names, nodes[node].name);
	if (type.kind != THING_BUILTIN || raised.kind == THING_UNKNOWN)
		return -1;
	if (raised.kind == THING_CLASS)
		return strcmp(name, "Exception") == 0 || strcmp(name,
		    "BaseException") == 0 ? 1 : -1;
	if (raised.s == NULL || strcmp(name, "BaseException") == 0)
		return 1;
	if (strcmp(raised.s, "SystemExit") == 0 || strcmp(raised.s,
	    "KeyboardInterrupt") == 0)
		return strcmp(raised.s, name) == 0;
	for (i = 0; i < ARRAY_SIZE(errors); i++)
		if (strcmp(errors[i].name, raised.s) == 0 &&
		    strcmp(errors[i].of, name) == 0)
			return 1;
	return strcmp(name, "Exception") == 0 || strcmp(raised.s, name) == 0;
}

static int
clause_covers(struct replay *r, uint32_t clause)
{
	const struct node *nodes = r->j->nodes;
	struct thing raised = r->value;
	uint32_t what = clause + 1;
	int is;

	if (nodes[what].kind == NODE_BLOCK)
		return 1;
	if (nodes[what].kind == NODE_AS_PATTERN)
		what++;
	r->flow = GOES_ON;
	is = replay_covers(r, what);
	if (r->flow == GOES_ON)
		r->flow = RAISES;
	r->value = raised;
	return is;
}

static void
run_try(struct replay *r, uint32_t at)
{
	const struct node *nodes = r->j->nodes;
	uint32_t child, doubts = r->doubts;
	struct thing raised, value;
	enum flow flow;
	int is;

	replay_block(r, at + 1);
	TREE_CHILDREN(nodes, at, child) {
		if (nodes[child].kind == NODE_ELSE && r->flow == GOES_ON)
			replay_block(r, child + 1);
		/* What may have been raised, may have come here. */
		if (nodes[child].kind == NODE_EXCEPT && r->flow != RAISES &&
		    doubts != r->doubts && r->flow != IS_LOST && r->flow !=
		    BLOCKS) {
			flow = r->flow;
			value = r->value;
			r->flow = GOES_ON;
			replay_forget(r, child);
			r->flow = flow;
			r->value = value;
		}
		if (nodes[child].kind != NODE_EXCEPT || r->flow != RAISES)
			continue;
		is = clause_covers(r, child);
		if (is < 0) {
			r->flow = GOES_ON;
			run_perhaps(r, tree_last(nodes, child));
			break;
		}
		if (is == 0)
			continue;
		raised = r->handled;
		r->handled = r->value;
		r->flow = GOES_ON;
		if (nodes[child + 1].kind == NODE_AS_PATTERN)
			replay_forget(r, tree_last(nodes, child + 1)),
			    r->doubts--;
		replay_block(r, tree_last(nodes, child));
		r->handled = raised;
		break;
	}
	child = tree_last(nodes, at);
	if (nodes[child].kind == NODE_FINALLY && r->flow != IS_LOST &&
	    r->flow != BLOCKS) {
		flow = r->flow;
		value = r->value;
		r->flow = GOES_ON;
		replay_block(r, child + 1);
		if (r->flow == GOES_ON) {
			r->flow = flow;
			r->value = value;
		}
	}
}

static void
run_raise(struct replay *r, uint32_t at)
{
	const struct node *nodes = r->j->nodes;
	uint32_t what = at + 1;
	struct thing t = thing_unknown();

	if (what >= nodes[at].skip) {
		t = r->handled;
	} else {
		if (nodes[what].kind == NODE_CALL)
			what++;
		if (nodes[what].kind == NODE_IDENTIFIER)
			t = replay_eval(r, what);
		if (t.kind == THING_BUILTIN)
			t = thing_text(names_text(r->j->names,
			    nodes[what].name), names_length(r->j->names,
			    nodes[what].name));
		else if (t.kind != THING_CLASS)
			t = thing_unknown();
	}
	if (r->flow != GOES_ON)
		return;
	r->flow = RAISES;
	r->value = t;
}

/* ---- statements ---- */

static void
run_assignment(struct replay *r, uint32_t at)
{
	const struct node *nodes = r->j->nodes;
	uint32_t right = tree_last(nodes, at), target;
	struct thing value;

	/* x: int; a record's x: int = 0 is done when one is made. */
	if (nodes[right].kind == NODE_TYPE || (nodes[nodes[at + 1].skip]
	    .kind == NODE_TYPE && replay_is_record(r, nodes[nodes[nodes[
	    at].parent].parent].parent)))
		return;
	/* a = b = value */
	for (target = right; nodes[target].kind == NODE_ASSIGNMENT; target =
	    tree_last(nodes, target))
		;
	value = replay_eval(r, target);
	for (; r->flow == GOES_ON && nodes[at].kind == NODE_ASSIGNMENT; at =
	    tree_last(nodes, at))
		replay_bind(r, at + 1, value);
}

static void
run_augmented(struct replay *r, uint32_t at)
{
	const struct node *nodes = r->j->nodes;
	uint32_t right = tree_last(nodes, at);
	struct thing left = replay_eval(r, at + 1), with, sum;
	const char *op = r->j->source.bytes + nodes[at + 1].end;

	with = replay_eval(r, right);
	if (r->flow != GOES_ON)
		return;
	while (*op == ' ' || *op == '\t')
		op++;
	/* A list, set or dict changes in its place. */
	if (left.kind == THING_LIST && *op == '+') {
		thing_before_write(r, left.heap);
		if (left.heap->is_bag) {
			bag_method(r, left, "extend", &(struct args){ .v = {
			    with }, .n = 1 });
			return;
		}
		replay_keep_more(r, left.heap, thing_length(r, with));
		sum = replay_binary(r, "+", left, with.kind == THING_TUPLE ?
		    (struct thing){ .kind = THING_LIST, .heap = with.heap } :
		    with);
		if (sum.kind == THING_LIST && !sum.heap->is_lost) {
			left.heap->v = sum.heap->v;
			left.heap->n = sum.heap->n;
			left.heap->cap = sum.heap->cap;
		} else {
			left.heap->is_lost = true;
			left.heap->length = sum.kind == THING_LIST ?
			    sum.heap->length : 0;
		}
		return;
	}
	if (thing_is_heap(left) && left.kind != THING_TUPLE) {
		thing_lose(r, left, 1);
		r->doubts++;
		return;
	}
	sum = replay_binary(r, op, left, with);
	if (r->flow == GOES_ON)
		replay_bind(r, at + 1, sum);
}

static void
run_delete(struct replay *r, uint32_t at)
{
	const struct node *nodes = r->j->nodes;
	uint32_t what = at + 1, index;
	struct thing of, key, *item;

	if (nodes[what].kind != NODE_SUBSCRIPT || nodes[what].skip !=
	    nodes[at].skip) {
		replay_forget(r, at);
		return;
	}
	of = replay_eval(r, what + 1);
	index = nodes[what + 1].skip;
	key = nodes[index].kind == NODE_SLICE ? thing_unknown() :
	    replay_eval(r, index);
	if (r->flow != GOES_ON)
		return;
	if (of.kind != THING_DICT || !thing_has_items(r, of) ||
	    key.kind == THING_UNKNOWN) {
		thing_lose(r, of, 1);
		r->doubts++;
		return;
	}
	item = thing_find(r, of, key);
	if (item == NULL) {
		replay_raise(r, "KeyError");
		return;
	}
	thing_before_write(r, of.heap);
	memmove(item - 1, item + 1, (size_t)(of.heap->v + of.heap->n - item -
	    1) * sizeof(*item));
	of.heap->n -= 2;
}

static void
run_definition(struct replay *r, uint32_t at)
{
	const struct node *nodes = r->j->nodes;
	uint32_t binding = scopes_resolve(&r->j->scopes, nodes[at].scope,
	    nodes[at + 1].name);

	if (binding == 0)
		return;
	if (nodes[at].kind == NODE_FUNCTION) {
		slot_set(r, binding, (struct thing){ .kind = THING_FUNCTION,
		    .node = at, .n = r->serials[nodes[at].scope] });
		return;
	}
	replay_block(r, tree_last(nodes, at));
	slot_set(r, binding, (struct thing){ .kind = THING_CLASS,
	    .node = at });
}

/*
 * Of the decorators those that keep what they are given, or hand it on in a
 * way that is known: @property, @staticmethod, @dataclass.
 */
static void
run_decorated(struct replay *r, uint32_t at)
{
	const struct node *nodes = r->j->nodes;
	uint32_t what = tree_last(nodes, at), binding, name;
	struct thing made = thing_unknown();
	const char *by = "";

	run_definition(r, what);
	binding = scopes_resolve(&r->j->scopes, nodes[what].scope,
	    nodes[what + 1].name);
	if (binding == 0)
		return;
	name = at + 2;
	if (tree_count(nodes, at) == 2 && nodes[name].kind == NODE_IDENTIFIER)
		by = names_text(r->j->names, nodes[name].name);
	if (nodes[what].kind == NODE_CLASS && replay_is_record(r, what) &&
	    tree_count(nodes, at) == 2)
		return;
	if (strcmp(by, "property") == 0 || strcmp(by, "staticmethod") == 0 ||
	    strcmp(by, "classmethod") == 0) {
		made = thing_new(r, THING_DECORATED, 1);
		thing_push(r, made, r->slots[binding].now);
		made.heap->node = (uint32_t)by[0];
	}
	slot_set(r, binding, made);
}

static void
run_assert(struct replay *r, uint32_t at)
{
	int is = thing_truth(r, replay_eval(r, at + 1));

	if (is < 0)
		r->doubts++;
	if (is == 0)
		replay_raise(r, "AssertionError");
}

void
replay_statement(struct replay *r, uint32_t at)
{
	const struct node *nodes = r->j->nodes;
	struct thing t;

	switch (nodes[at].kind) {
	case NODE_EXPRESSION_STATEMENT:
		if (nodes[at + 1].kind == NODE_ASSIGNMENT)
			run_assignment(r, at + 1);
		else if (nodes[at + 1].kind == NODE_AUGMENTED)
			run_augmented(r, at + 1);
		else
			replay_eval(r, at + 1);
		break;
	case NODE_IF:
		run_if(r, at);
		break;
	case NODE_WHILE:
		replay_while(r, at);
		break;
	case NODE_FOR:
		if (r->j->source.bytes[nodes[at].start] == 'a')
			replay_forget(r, at);	/* async for */
		else
			replay_for(r, at);
		break;
	case NODE_ELSE:
		replay_block(r, at + 1);
		break;
	case NODE_TRY:
		run_try(r, at);
		break;
	case NODE_WITH:
		replay_with(r, at);
		break;
	case NODE_FUNCTION:
	case NODE_CLASS:
		run_definition(r, at);
		break;
	case NODE_DECORATED:
		run_decorated(r, at);
		break;
	case NODE_RETURN:
		t = at + 1 < nodes[at].skip ? replay_eval(r, at + 1) :
		    thing_none();
		if (r->flow == GOES_ON) {
			r->flow = RETURNS;
			r->value = t;
		}
		break;
	case NODE_RAISE:
		run_raise(r, at);
		break;
	case NODE_BREAK:
		r->flow = BREAKS;
		break;
	case NODE_CONTINUE:
		r->flow = CONTINUES;
		break;
	case NODE_DELETE:
		run_delete(r, at);
		break;
	case NODE_ASSERT:
		run_assert(r, at);
		break;
	case NODE_PASS:
	case NODE_GLOBAL:
	case NODE_NONLOCAL:
	case NODE_IMPORT_STATEMENT:
	case NODE_IMPORT_FROM:
	case NODE_FUTURE_IMPORT:
		break;
	default:
		replay_forget(r, at);
	}
}

void
replay_block(struct replay *r, uint32_t block)
{
	uint32_t child;

	if (r->nest > NEST_MAX)
		r->flow = IS_LOST;
	r->nest += 2;
	TREE_CHILDREN(r->j->nodes, block, child) {
		if (r->flow != GOES_ON)
			break;
		replay_statement(r, child);
		if (++r->steps > r->limit)
			r->flow = IS_LOST;
	}
	r->nest -= 2;
}

/* ---- functions that nobody called ---- */

/* What others may set: fields that are bound elsewhere, too. */
static void
forget_fields(struct replay *r, struct thing object, uint32_t init,
    uint32_t function)
{
	const struct judge *j = r->j;
	struct thing *field;
	uint32_t i;

	r->steps += j->tree.n / 64;
	for (i = 1; i < j->tree.n; i++) {
		if (j->nodes[i].kind != NODE_ATTRIBUTE || j->nodes[i].role ==
		    ROLE_LOAD || (i > init && i < j->nodes[init].skip) ||
		    (i > function && i < j->nodes[function].skip))
			continue;
		field = thing_find(r, object, thing_int(j->nodes[tree_last(
		    j->nodes, i)].name));
		if (field != NULL)
			*field = thing_unknown();
	}
	for (i = 1; i < object.heap->n; i += 2)
		if (thing_is_heap(object.heap->v[i]))
			object.heap->v[i] = thing_unknown();
}

static void
run_apart(struct replay *r, uint32_t function)
{
	const struct judge *j = r->j;
	uint32_t class = j->nodes[j->nodes[function].parent].parent;
	uint32_t name = names_lookup(j->names, "__init__", 8);
	struct thing object = thing_unknown(), init;

	r->limit = r->sure = r->steps + STEPS_APART;
	r->flow = GOES_ON;
	r->nest = r->nframes = 0;
	r->is_shared = false;
	thing_lose_all(r);
	if (j->nodes[class].kind == NODE_CLASS && replay_class_is_plain(r,
	    class, 0)) {
		object = thing_new(r, THING_OBJECT, 8);
		object.heap->node = class;
		if (name != 0 && replay_member(r, class, name, 0, &init) &&
		    init.kind == THING_FUNCTION) {
			replay_function(r, init.node, 0, &object, 1, 0);
			r->flow = GOES_ON;
			forget_fields(r, object, init.node, function);
		}
		if (r->is_shared)
			return;
	}
	replay_function(r, function, 0, &object, object.kind ==
	    THING_OBJECT, 0);
}

/* Whoever runs besides may change what a loop waits for. */
static bool
runs_besides(struct judge *j)
{
	static const char modules[][16] = { "asyncio", "concurrent",
	    "multiprocessing", "signal", "threading", "tkinter" };
	uint32_t i;

	for (i = 0; i < j->tree.n; i++)
		if (j->nodes[i].kind == NODE_IDENTIFIER && IS_ONE_OF(
		    names_text(j->names, j->nodes[i].name), modules))
			return true;
	return false;
}

static struct replay
begin(struct judge *j)
{
	struct replay r = { .j = j, .limit = STEPS, .sure =
	    STEPS_SURE, .times = 1 };
	uint32_t i;

	r.slots = arena_alloc(j->arena, j->scopes.nbindings *
	    sizeof(*r.slots));
	r.serials = arena_alloc(j->arena, j->scopes.n * sizeof(*r.serials));
	r.entered = arena_alloc(j->arena, j->scopes.n);
	r.is_around = arena_alloc(j->arena, j->scopes.n *
	    sizeof(*r.is_around));
	for (i = 0; i < j->scopes.n; i++)
		if (j->scopes.list[i].kind == SCOPE_FUNCTION)
			r.is_around[j->scopes.list[i].parent] = true;
	r.defaults = arena_alloc(j->arena, j->scopes.ndefs *
	    sizeof(*r.defaults));
	r.bindings = arena_alloc(j->arena, j->tree.n * sizeof(*r.bindings));
	r.literals = arena_alloc(j->arena, sizeof(*r.literals));
	return r;
}

/* Threads that were begun may have been as far as they come by then. */
static bool
begins_threads(const struct replay *r)
{
	return r->started && !r->reported && names_lookup(r->j->names,
	    "threading", 9) != 0;
}

void
check_replay(struct judge *j)
{
	struct replay r = begin(j);
	uint32_t i, scope;

	replay_block(&r, 0);
	if (!r.reported && r.cost > COST)
		report_flow(j, FLOW_ENDLESS_LOOP, 0, "for", NULL);
	if (begins_threads(&r) && !(r.cost > COST)) {
		r = begin(j);
		r.at_once = true;
		replay_block(&r, 0);
		return;
	}
	if (r.reported || r.cost > COST || runs_besides(j))
		return;
	for (i = 0; i < j->tree.n && !r.reported && r.steps < 4 * STEPS; i++) {
		if (j->nodes[i].kind != NODE_FUNCTION)
			continue;
		scope = j->nodes[tree_last(j->nodes, i)].scope;
		if (!r.entered[scope] && j->nodes[i].scope == (j->nodes[
		    j->nodes[j->nodes[i].parent].parent].kind == NODE_CLASS ?
		    j->nodes[i].scope : 1) && tree_first(j->nodes, i,
		    NODE_WHILE) != 0)
			run_apart(&r, i);
	}
}
