/*
 * A buffer that is only lent: readinto(self, b) may fill `b` until it
 * returns. Who keeps it, or a view of it, reads and writes memory that has
 * since become something else.
 */
#include "match.h"

#include <string.h>

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../report.h"
#include "../values/site.h"

#define NAMES_MAX	4	/* of names for one buffer */

static bool is_kept(struct judge *, uint32_t scope, uint32_t binding,
    unsigned depth);

/* What is given to these is kept by whatever they are methods of. */
static bool
keeps(struct judge *j, uint32_t call)
{
	static const char all[][16] = { "__setitem__", "add", "append",
	    "appendleft", "extend", "extendleft", "heappush", "insert",
	    "insort", "push", "put", "put_nowait", "send", "set", "setattr",
	    "setdefault", "setitem", "update" };
	uint32_t callee = call + 1, object;

	if (j->nodes[callee].kind == NODE_IDENTIFIER)
		return IS_ONE_OF(names_text(j->names, j->nodes[callee].name),
		    all);
	return IS_ONE_OF(site_method(j, call, &object), all);
}

/* memoryview(b), and what a method such as cast() makes of a view. */
static bool
makes_view(const struct judge *j, uint32_t call)
{
	uint32_t callee = call + 1;

	if (j->nodes[callee].kind == NODE_ATTRIBUTE)
		callee = tree_last(j->nodes, callee);
	return j->nodes[callee].kind == NODE_IDENTIFIER &&
	    (strcmp(names_text(j->names, j->nodes[callee].name),
	    "memoryview") == 0 || strcmp(names_text(j->names,
	    j->nodes[callee].name), "cast") == 0);
}

/* The largest expression around this that is still a view of the buffer. */
static uint32_t
whole_view(const struct judge *j, uint32_t at)
{
	uint32_t parent;

	for (;; at = parent) {
		parent = j->nodes[at].parent;
		switch (j->nodes[parent].kind) {
		case NODE_PARENTHESIZED:
		case NODE_CONDITIONAL:
		case NODE_NAMED_EXPRESSION:
			continue;
		case NODE_SUBSCRIPT:
			if (at == parent + 1 && j->nodes[parent].role ==
			    ROLE_LOAD && tree_first(j->nodes, parent,
			    NODE_SLICE) != 0)
				continue;
			return at;
		case NODE_ATTRIBUTE:
			if (j->nodes[j->nodes[parent].parent].kind ==
			    NODE_CALL && makes_view(j,
			    j->nodes[parent].parent))
				continue;
			return at;
		case NODE_ARGUMENTS:
			if (j->nodes[j->nodes[parent].parent].kind ==
			    NODE_CALL && makes_view(j,
			    j->nodes[parent].parent))
				continue;
			return at;
		case NODE_CALL:
			if (makes_view(j, parent))
				continue;
			return at;
		default:
			return at;
		}
	}
}

static bool
goes_on(struct judge *j, uint32_t scope, uint32_t at, unsigned depth)
{
	uint32_t parent = j->nodes[at].parent, binding;

	switch (j->nodes[parent].kind) {
	case NODE_ASSIGNMENT:
		if (at == parent + 1)
			return false;
		binding = judge_binding(j, parent + 1);
		return binding == 0 || j->scopes.bindings[binding].scope !=
		    scope || is_kept(j, scope, binding, depth + 1);
	case NODE_ARGUMENTS:
		return j->nodes[j->nodes[parent].parent].kind == NODE_CALL &&
		    keeps(j, j->nodes[parent].parent);
	case NODE_LIST:
	case NODE_TUPLE:
	case NODE_SET:
	case NODE_PAIR:
	case NODE_LAMBDA:
	case NODE_YIELD:
		return true;
	default:
		return false;
	}
}

static bool
is_kept(struct judge *j, uint32_t scope, uint32_t binding, unsigned depth)
{
	uint32_t function = j->scopes.list[scope].node, i;

	if (depth > NAMES_MAX)
		return true;
	for (i = function; i < j->nodes[function].skip; i++)
		if (j->nodes[i].kind == NODE_IDENTIFIER && j->nodes[i].role ==
		    ROLE_LOAD && judge_binding(j, i) == binding &&
		    goes_on(j, scope, whole_view(j, i), depth))
			return true;
	return false;
}

void
check_lent(struct judge *j, uint32_t name)
{
	uint32_t function = j->nodes[name].parent, scope, i;
	const struct def *d;

	if (j->nodes[function].kind == NODE_ASSIGNMENT)
		function = tree_last(j->nodes, function);
	if (j->nodes[function].kind != NODE_FUNCTION &&
	    j->nodes[function].kind != NODE_LAMBDA)
		return;
	scope = j->nodes[tree_last(j->nodes, function)].scope;
	for (i = j->scopes.list[scope].bindings; i != 0;
	    i = j->scopes.bindings[i].sibling) {
		d = &j->scopes.defs[j->scopes.bindings[i].first];
		while (d->kind != DEF_PARAMETER && d->next != 0)
			d = &j->scopes.defs[d->next];
		if (d->kind == DEF_PARAMETER && d->owner == function &&
		    d->index == 1 && is_kept(j, scope, i, 0))
			report_flow(j, FLOW_MEMORY_ADDRESS, name,
			    names_text(j->names, j->nodes[name].name), NULL);
	}
}
