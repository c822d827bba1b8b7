/*
 * Loops that go on whatever their tests say: is there anything in the body,
 * or in what it calls, that could end them?
 */
#include "exhaust_parts.h"

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../own/own.h"
#include "../report.h"
#include "../values/eval.h"
#include "../values/site.h"
#include "loops_parts.h"

#define CALLS_MAX	3	/* own functions that call each other */

/* What of the nodes below is looked for. */
struct ending {
	uint32_t	loop;		/* that may end; 0: a function */
	bool		yields;		/* who is given something may stop */
	unsigned	depth;		/* of own functions that are called */
};

static bool leaves(struct judge *, uint32_t node, const struct ending *);

/* Methods of whatever object that raise nothing an honest loop ends by. */
static bool
is_harmless(const char *name)
{
	static const char names[][16] = { "add", "appendleft", "append",
	    "astype", "b64decode", "center", "chdir", "choice", "choices",
	    "clear", "close", "copy", "count", "critical", "cumsum",
	    "debug", "decode", "digest", "discard", "dot", "encode",
	    "endswith", "error", "execute", "extend", "extendleft",
	    "figure", "fillna", "flush", "format", "gauss", "getvalue",
	    "hexdigest", "info", "insert", "integers", "is_set", "items",
	    "join", "keys", "ljust", "log", "lower", "makedirs", "mean",
	    "mkdir", "move_to_end", "normal", "plot", "put", "randbytes",
	    "randint", "random", "replace", "reshape", "reverse", "rjust",
	    "rotate", "sample", "scatter", "seek", "set", "setdefault",
	    "shuffle", "sort", "split", "splitlines", "start", "startswith",
	    "std", "strip", "submit", "sum", "title", "touch", "transpose",
	    "truncate", "uniform", "union", "update", "upper", "values",
	    "warning", "write", "write_bytes", "write_text", "writelines",
	    "writerow", "zfill" };

	return IS_ONE_OF(name, names);
}

/* Of a library: what ends the program, or raises at the end of something. */
static bool
ends_by_name(const char *path)
{
	static const char names[][24] = { "_exit", "abort", "accept",
	    "anext", "check_call", "check_output", "connect", "exit", "get",
	    "get_nowait", "heappop", "heapreplace", "index", "input",
	    "kill", "load", "loads", "next", "pop", "popitem", "popleft",
	    "quit", "raise_for_status", "raise_signal", "recv", "recvfrom",
	    "remove", "result", "run", "select", "send", "throw",
	    "wait_for" };
	const char *dot = strrchr(path, '.');

	return IS_ONE_OF(dot != NULL ? dot + 1 : path, names);
}

/* except:, except Exception, suppress(Exception): whatever an error is. */
static bool
is_any_error(struct judge *j, uint32_t node)
{
	const struct value *v = vset_only(eval(j, node), VALUE_PATH);
	const char *name = v == NULL ? "" : names_text(j->names, v->name);

	return strcmp(name, "Exception") == 0 ||
	    strcmp(name, "BaseException") == 0;
}

static bool
catches_all(struct judge *j, uint32_t try, uint32_t raised)
{
	uint32_t child, what;

	TREE_CHILDREN(j->nodes, try, child) {
		if (j->nodes[child].kind != NODE_EXCEPT)
			continue;
		what = child + 1;
		if (j->nodes[what].kind == NODE_BLOCK ||
		    is_any_error(j, what))
			return true;
		/* raise E, raise E(...) */
		if (raised == 0)
			continue;
		if (j->nodes[raised].kind == NODE_CALL)
			raised++;
		if (j->nodes[raised].kind == NODE_IDENTIFIER &&
		    judge_is_name(j, what, j->nodes[raised].name))
			return true;
	}
	return false;
}

/* Does what is raised here stay below `top`? */
static bool
is_caught(struct judge *j, uint32_t node, uint32_t top, uint32_t raised)
{
	uint32_t within = node, at = j->nodes[node].parent, item;

	for (; at > top; within = at, at = j->nodes[at].parent) {
		if (j->nodes[at].kind == NODE_TRY && within == at + 1 &&
		    catches_all(j, at, raised))
			return true;
		if (j->nodes[at].kind != NODE_WITH)
			continue;
		item = tree_first(j->nodes, at + 1, NODE_CALL);
		if (item != 0 && within != at + 1 && strcmp(site_callee(j,
		    item), "contextlib.suppress") == 0 &&
		    site_argument(j, item, 0) != 0 &&
		    is_any_error(j, site_argument(j, item, 0)))
			return true;
	}
	return false;
}

/* May this call raise something, or end the program? */
static bool
call_leaves(struct judge *j, uint32_t call, unsigned depth)
{
	const struct ending inner = { .depth = depth + 1 };
	const struct vset *set;
	struct site site = site_of(j, call);
	const struct def *d;
	const char *name;
	uint32_t object, own;

	if (site.function != NULL)
		return depth >= CALLS_MAX || leaves(j, site.function->node,
		    &inner);
	/* input() whose answer nobody looks at ends nothing. */
	if (site.path != 0)
		return ends_by_name(names_text(j->names, site.path)) &&
		    (j->nodes[j->nodes[call].parent].kind ==
		    NODE_ASSIGNMENT || strcmp(names_text(j->names,
		    site.path), "input") != 0);
	name = site_method(j, call, &object);
	if (is_harmless(name))
		return false;
	set = site.callee == 0 ? &vset_none : eval(j, site.callee);
	if (set->n == 1 && set->v[0]->kind == VALUE_CLASS)
		return tree_first(j->nodes, set->v[0]->node, NODE_RAISE) != 0;
	/* A method of the submission's own, by its name alone. */
	own = name[0] == '\0' ? 0 : scopes_find(&j->scopes, 0,
	    names_intern(j->names, name, strlen(name)));
	d = scopes_only_def(&j->scopes, own);
	if (d != NULL && d->kind == DEF_BINDING)
		d = &j->scopes.defs[j->scopes.bindings[d->expr].first];
	return d == NULL || depth >= CALLS_MAX || d->kind != DEF_FUNCTION ||
	    leaves(j, d->node, &inner);
}

static uint32_t
loop_around(const struct judge *j, uint32_t node)
{
	for (node = j->nodes[node].parent; node != 0 &&
	    j->nodes[node].kind != NODE_FOR &&
	    j->nodes[node].kind != NODE_WHILE; node = j->nodes[node].parent)
		;
	return node;
}

/* Awaits nothing but sleep, in what is run to its end. */
static bool
is_run_to_its_end(struct judge *j, uint32_t await)
{
	uint32_t function = await, i;
	const char *name;

	if (strcmp(site_callee(j, await + 1), "asyncio.sleep") != 0 ||
	    !own_may_look(j))
		return false;
	while (function != 0 && j->nodes[function].kind != NODE_FUNCTION)
		function = j->nodes[function].parent;
	if (function == 0)
		return false;
	/* Nobody else has it: no task of it that is cancelled. */
	for (i = 0; i < j->tree.n; i++) {
		if (j->nodes[i].kind != NODE_CALL ||
		    i == j->nodes[await + 1].parent)
			continue;
		name = site_callee(j, i);
		if (strncmp(name, "asyncio.", 8) == 0 &&
		    strcmp(name, "asyncio.run") != 0 &&
		    strcmp(name, "asyncio.sleep") != 0)
			return false;
	}
	return true;
}

/* Does something below this node end the loop, or raise? */
static bool
leaves(struct judge *j, uint32_t node, const struct ending *ending)
{
	uint32_t loop = ending->loop, top = loop != 0 ? loop : node;
	uint32_t i, raised;
	const struct value *v;

	for (i = node + 1; i < j->nodes[node].skip; i++)
		switch (j->nodes[i].kind) {
		case NODE_FUNCTION:
		case NODE_CLASS:
		case NODE_LAMBDA:
			i = j->nodes[i].skip - 1;
			break;
		case NODE_BREAK:
			if (loop != 0 && loop_around(j, i) == loop)
				return true;
			break;
		case NODE_RETURN:
			if (loop != 0)
				return true;
			break;
		case NODE_YIELD:
			if (ending->yields)
				return true;
			break;
		case NODE_AWAIT:
			if (!is_run_to_its_end(j, i))
				return true;
			break;
		case NODE_RAISE:
			raised = i + 1 < j->nodes[i].skip ? i + 1 : 0;
			if (!is_caught(j, i, top, raised))
				return true;
			break;
		case NODE_DELETE:
			if (!is_caught(j, i, top, 0))
				return true;
			break;
		case NODE_ASSERT:
			v = vset_only(eval(j, i + 1), VALUE_INT);
			if (v == NULL || v->integer == 0)
				return true;
			break;
		case NODE_LIST_COMPREHENSION:
			/* What it calls stands in the tuple. */
			if (site_tuple(j, i) == 0)
				break;
			i = site_tuple(j, i);
			/* fall through */
		case NODE_CALL:
			if (call_leaves(j, i, ending->depth) &&
			    !is_caught(j, i, top, 0))
				return true;
			break;
		}
	return false;
}

/* Does the body do nothing at all, so that no error can be the end? */
static bool
is_idle(const struct judge *j, uint32_t loop)
{
	uint32_t i;

	for (i = j->nodes[loop].kind == NODE_FOR ? tree_last(j->nodes, loop) :
	    j->nodes[loop + 1].skip; i < j->nodes[loop].skip; i++)
		switch (j->nodes[i].kind) {
		case NODE_PASS:
		case NODE_CONTINUE:
		case NODE_BLOCK:
		case NODE_ELLIPSIS:
		case NODE_COMMENT:
		case NODE_EXPRESSION_STATEMENT:
			break;
		default:
			return false;
		}
	return true;
}

/* Something that ends what goes on in the background, or after a while. */
bool
loop_is_ended_from_outside(struct judge *j)
{
	static const char names[][16] = { "daemon", "setDaemon", "alarm",
	    "setitimer", "terminate" };

	/* A replay asks in each round. */
	if (j->says_when_to_end == ANSWER_UNASKED)
		j->says_when_to_end = OWN_MENTIONS(j, names) ? ANSWER_YES :
		    ANSWER_NO;
	return j->says_when_to_end == ANSWER_YES;
}

bool
call_may_end(struct judge *j, uint32_t call)
{
	return call_leaves(j, call, 0);
}

bool
function_may_raise(struct judge *j, uint32_t function)
{
	const struct ending ending = { 0 };

	return leaves(j, function, &ending);
}

/* Generators that go over each other lead back to a loop that is asked about. */
bool
loop_yields_for_ever(struct judge *j, uint32_t loop)
{
	const struct ending ending = { .loop = loop };
	bool endless;
	size_t i;

	if (tree_first(j->nodes, loop, NODE_YIELD) == 0 ||
	    j->nyielding == ARRAY_SIZE(j->yielding))
		return false;
	for (i = 0; i < j->nyielding; i++)
		if (j->yielding[i] == loop)
			return false;
	j->yielding[j->nyielding++] = loop;
	endless = (j->nodes[loop].kind == NODE_FOR ? loop_has_no_end(j, loop) :
	    condition_stays_true(j, loop)) && !leaves(j, loop, &ending);
	j->nyielding--;
	return endless;
}

void
check_endless(struct judge *j, uint32_t loop)
{
	const struct ending ending = { .loop = loop, .yields = true };
	bool is_for = j->nodes[loop].kind == NODE_FOR;
	uint32_t within, parent;

	if (!is_for && (condition_is_fed(j, loop) ||
	    condition_is_far(j, loop))) {
		report_flow(j, FLOW_ENDLESS_LOOP, loop, "while", NULL);
		return;
	}
	if (!(is_for ? loop_has_no_end(j, loop) :
	    condition_stays_true(j, loop)))
		return;
	/* What handles errors covers its own body only. */
	for (within = parent = loop; parent != 0 &&
	    j->nodes[parent].kind != NODE_FUNCTION &&
	    (j->nodes[parent].kind != NODE_TRY || within != parent + 1);
	    parent = j->nodes[within].parent)
		within = parent;
	if (j->nodes[parent].kind == NODE_TRY ? !is_idle(j, loop) :
	    leaves(j, is_for ? tree_last(j->nodes, loop) : loop, &ending) ||
	    loop_is_ended_from_outside(j))
		return;
	report_flow(j, FLOW_ENDLESS_LOOP, loop, is_for ? "for" : "while True",
	    NULL);
}
