/*
 * What is printed, and where it goes that is not the terminal: a buffer that
 * is sys.stdout for a while, an own object with a method write().
 */
#include "obscure_parts.h"

#include <string.h>

#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../own/own.h"
#include "../values/eval.h"
#include "../values/eval_parts.h"
#include "obscure.h"

/* print(x, file=y), redirect_stdout(y), csv.writer(y), sys.stdout = y */
static bool
is_print_target(struct judge *j, uint32_t at)
{
	static const char streams[][8] = { "stderr", "stdout" };
	uint32_t parent = j->nodes[at].parent;

	if (j->nodes[parent].kind == NODE_KEYWORD_ARGUMENT)
		parent = j->nodes[parent].parent;
	if (j->nodes[parent].kind == NODE_ARGUMENTS)
		return vset_only(eval(j, j->nodes[parent].parent + 1),
		    VALUE_PATH) != NULL;
	if (j->nodes[parent].kind != NODE_ASSIGNMENT ||
	    at != tree_last(j->nodes, parent))
		return false;
	while (j->nodes[parent].kind == NODE_ASSIGNMENT) {
		if (j->nodes[parent + 1].kind == NODE_ATTRIBUTE &&
		    IS_ONE_OF(names_text(j->names, j->nodes[tree_last(
		    j->nodes, parent + 1)].name), streams))
			return true;
		parent = j->nodes[parent].parent;
	}
	return false;
}

/* sys.stdout = x, and what is printed then goes there. */
bool
query_stream_is_turned(struct judge *j)
{
	static const char streams[][8] = { "stderr", "stdout" };
	uint32_t i;
	size_t k;

	for (k = 0; k < ARRAY_SIZE(streams); k++)
		for (i = own_first_named(j, streams[k]); i != 0;
		    i = j->own_next[i])
			if (j->nodes[j->nodes[i].parent].role == ROLE_STORE)
				return true;
	return false;
}

bool
query_is_stream(struct judge *j, uint32_t at)
{
	static const char streams[][16] = { "sys.stderr", "sys.stdout" };
	const struct value *module = j->nodes[at].kind != NODE_ATTRIBUTE ?
	    NULL : vset_only(eval(j, at + 1), VALUE_MODULE);

	return module != NULL && IS_ONE_OF(names_text(j->names, facts_join(
	    j->facts, module->name, j->nodes[tree_last(j->nodes, at)].name)),
	    streams) && query_stream_is_turned(j);
}

/* x.write = y, write=y, and write = y in a class: the name stands at `at`. */
static uint32_t
becomes_write(const struct judge *j, uint32_t at)
{
	uint32_t parent = j->nodes[at].parent;

	if (j->nodes[parent].kind == NODE_ATTRIBUTE && at == tree_last(
	    j->nodes, parent)) {
		at = parent;
		parent = j->nodes[at].parent;
	}
	return at == parent + 1 && (j->nodes[parent].kind ==
	    NODE_ASSIGNMENT || j->nodes[parent].kind ==
	    NODE_KEYWORD_ARGUMENT) ? tree_last(j->nodes, parent) : 0;
}

enum {
	PRINTED_TO = 1,		/* a class: so is an object of it */
	IS_WRITE = 2,		/* a function, or what stands for one */
};

/* The classes of what is handed to a library, or is a stream. */
static void
find_targets(struct judge *j)
{
	const struct vset *set;
	uint32_t i;
	size_t k;

	for (i = 0; i < j->tree.n && !j->late; i++) {
		if ((j->nodes[i].kind != NODE_IDENTIFIER &&
		    j->nodes[i].kind != NODE_CALL &&
		    j->nodes[i].kind != NODE_ATTRIBUTE) ||
		    !is_print_target(j, i))
			continue;
		set = eval(j, i);
		for (k = 0; k < set->n; k++)
			if (set->v[k]->kind == VALUE_OBJECT)
				j->printed[set->v[k]->node] |= PRINTED_TO;
	}
}

/* All of it once: parameters are many. */
static const uint8_t *
find_printed(struct judge *j)
{
	const struct vset *set;
	uint32_t i, at;
	size_t k;

	if (j->printed != NULL)
		return j->printed;
	j->printed = arena_alloc(j->arena, j->tree.n + 1);
	memset(j->printed, 0, j->tree.n + 1);
	if (own_first_named(j, "write") == 0 && own_first_named(j,
	    "writelines") == 0)
		return j->printed;
	for (i = own_first_named(j, "write"); i != 0; i = j->own_next[i]) {
		at = becomes_write(j, i);
		if (at == 0)
			continue;
		j->printed[at] |= IS_WRITE;
		set = eval(j, at);
		for (k = 0; k < set->n; k++)
			if (set->v[k]->kind == VALUE_FUNCTION)
				j->printed[set->v[k]->node] |= IS_WRITE;
	}
	find_targets(j);
	return j->printed;
}

bool
query_stands_for_write(struct judge *j, uint32_t value)
{
	return find_printed(j)[value] & IS_WRITE;
}

bool
query_is_printed(struct judge *j, const struct def *d)
{
	uint32_t scope = j->nodes[d->owner].scope, child;
	const uint8_t *printed = find_printed(j);

	if (d->owner >= j->tree.n)
		return false;
	if (printed[d->owner] & IS_WRITE)
		return true;
	if (j->scopes.list[scope].kind != SCOPE_CLASS || d->index != 1 ||
	    !(printed[j->scopes.list[scope].node] & PRINTED_TO))
		return false;
	TREE_CHILDREN(j->nodes, d->owner, child)
		if (j->nodes[child].kind == NODE_IDENTIFIER)
			return judge_is_named(j, child, "write") ||
			    judge_is_named(j, child, "writelines");
	return false;
}
