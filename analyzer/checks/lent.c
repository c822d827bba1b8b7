/*
 * A buffer that is only lent: readinto(self, b) may fill `b` until it
 * returns. Who keeps it, or a view of it, reads and writes memory that has
 * since become something else.
 */
#include "checks.h"

#include <string.h>

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../findings/report.h"
#include "../eval/eval.h"
#include "../eval/site.h"

#define NAMES_MAX	4	/* of names for one buffer */

static bool is_kept(struct judge *, uint32_t scope, uint32_t binding,
    unsigned depth);

/* What is given to these is filled, measured or copied; nothing else is. */
static bool
keeps(struct judge *j, uint32_t call)
{
	static const char functions[][16] = { "bool", "bytearray", "bytes",
	    "hash", "id", "isinstance", "len", "list", "max", "memoryview",
	    "min", "print", "range", "repr", "str", "sum", "tuple", "type" };
	static const char methods[][16] = { "pack_into", "readinto",
	    "readinto1", "recv_into", "recvfrom_into" };
	uint32_t callee = call + 1, object;

	if (j->nodes[callee].kind == NODE_IDENTIFIER)
		return !IS_ONE_OF(names_text(j->names, j->nodes[callee].name),
		    functions);
	return !IS_ONE_OF(site_method(j, call, &object), methods);
}

/* memoryview(b), and what a method such as cast() makes of a view. */
static bool
makes_view(const struct judge *j, uint32_t call)
{
	uint32_t name = tree_last_name(j->nodes, call + 1);

	return name != 0 && (judge_is_named(j, name, "memoryview") ||
	    judge_is_named(j, name, "cast"));
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
		case NODE_BOOLEAN:
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

/* with memoryview(b) as view: the name, or 0. */
static uint32_t
bound_to(const struct judge *j, uint32_t scope, uint32_t at)
{
	uint32_t binding, def;

	for (binding = j->scopes.list[scope].bindings; binding != 0;
	    binding = j->scopes.bindings[binding].sibling)
		for (def = j->scopes.bindings[binding].first; def != 0;
		    def = j->scopes.defs[def].next)
			if (j->scopes.defs[def].kind == DEF_VALUE &&
			    j->scopes.defs[def].expr == at)
				return binding;
	return 0;
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
	case NODE_AS_PATTERN:
		binding = bound_to(j, scope, parent);
		return binding == 0 || is_kept(j, scope, binding, depth + 1);
	case NODE_ARGUMENTS:
		return j->nodes[j->nodes[parent].parent].kind != NODE_CALL ||
		    keeps(j, j->nodes[parent].parent);
	case NODE_ASSERT:
	case NODE_BINARY:
	case NODE_COMPARISON:
	case NODE_DELETE:
	case NODE_EXPRESSION_STATEMENT:
	case NODE_FOR:
	case NODE_FOR_IN_CLAUSE:
	case NODE_IF:
	case NODE_INTERPOLATION:
	case NODE_NOT:
	case NODE_SUBSCRIPT:
	case NODE_WHILE:
		return false;
	case NODE_ATTRIBUTE:
		return at != parent + 1;
	default:
		return true;
	}
}

/* Is this within the function, and not in one of its own that may go on? */
static bool
runs_with(const struct judge *j, uint32_t scope, uint32_t at)
{
	uint32_t inner = j->nodes[at].scope;

	while (inner != scope && j->scopes.list[inner].kind ==
	    SCOPE_COMPREHENSION)
		inner = j->scopes.list[inner].parent;
	return inner == scope;
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
		    (!runs_with(j, scope, i) || goes_on(j, scope,
		    whole_view(j, i), depth)))
			return true;
	return false;
}

/* The function that stands behind this name: here, or by another name. */
static uint32_t
function_of(struct judge *j, uint32_t name)
{
	uint32_t parent = j->nodes[name].parent, value;
	const struct value *v;

	if (j->nodes[parent].kind == NODE_FUNCTION)
		return parent;
	if (j->nodes[parent].kind == NODE_ATTRIBUTE)
		parent = j->nodes[parent].parent;
	value = tree_last(j->nodes, parent);
	if (j->nodes[value].kind == NODE_LAMBDA)
		return value;
	v = vset_only(eval(j, value), VALUE_FUNCTION);
	return v == NULL ? 0 : v->node;
}

/* The first binding of this scope that it is given behind `self`; or 0. */
static uint32_t
buffer_of(const struct judge *j, uint32_t scope, uint32_t function,
    bool *ret_packed)
{
	const struct def *d;
	uint32_t i;

	for (i = j->scopes.list[scope].bindings; i != 0;
	    i = j->scopes.bindings[i].sibling) {
		d = &j->scopes.defs[j->scopes.bindings[i].first];
		while (d->kind != DEF_PARAMETER && d->kind != DEF_PACK &&
		    d->next != 0)
			d = &j->scopes.defs[d->next];
		*ret_packed = d->kind == DEF_PACK;
		if (d->owner == function && (d->kind == DEF_PACK ||
		    (d->kind == DEF_PARAMETER && d->index == 1)))
			return i;
	}
	return 0;
}

void
check_lent(struct judge *j, uint32_t name)
{
	uint32_t function = function_of(j, name), scope, buffer;
	bool kept = function == 0, packed = false;

	if (!kept) {
		scope = j->nodes[tree_last(j->nodes, function)].scope;
		buffer = buffer_of(j, scope, function, &packed);
		kept = packed || (buffer != 0 && is_kept(j, scope, buffer,
		    0));
	}
	if (kept)
		report_flow(j, FLOW_MEMORY_ADDRESS, name,
		    names_text(j->names, j->nodes[name].name), NULL);
}
