/*
 * Annotations: what asks for the types of a function, as singledispatch does,
 * runs the texts in them as code. And what makes methods out of the names in
 * them, as dataclass does, runs the names.
 */
#include "checks.h"

#include <string.h>

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../eval/own.h"
#include "../findings/report.h"
#include "../eval/eval.h"

/* Is there something in this file that runs them without saying so? */
static bool
annotations_are_run(struct judge *j)
{
	uint32_t i;

	if (j->dispatches == ANSWER_UNASKED) {
		j->dispatches = ANSWER_NO;
		for (i = 0; i < j->tree.n; i++)
			if (j->nodes[i].kind == NODE_IDENTIFIER &&
			    (j->nodes[i].name == KNOWN(singledispatch) ||
			    j->nodes[i].name == KNOWN(singledispatchmethod)))
				j->dispatches = ANSWER_YES;
	}
	return j->dispatches == ANSWER_YES;
}

/* Types, and no text that would be run for one. */
static bool
are_types(const struct vset *set)
{
	size_t i;

	for (i = 0; i < set->n; i++)
		switch (set->v[i]->kind) {
		case VALUE_CLASS:
		case VALUE_PATH:
		case VALUE_MODULE:
		case VALUE_RESULT:
		case VALUE_NONE:
			break;
		default:
			return false;
		}
	return !set->unknown && set->n > 0;
}

static bool
has_plain_annotations(struct judge *j, uint32_t function)
{
	uint32_t end = tree_last(j->nodes, function), i, type_end = 0;

	for (i = function + 1; i < end; i++) {
		if (j->nodes[i].kind == NODE_TYPE && i >= type_end)
			type_end = j->nodes[i].skip;
		if (i >= type_end)
			continue;
		switch (j->nodes[i].kind) {
		case NODE_IDENTIFIER:
			if (j->nodes[i].role == ROLE_LOAD &&
			    !are_types(eval(j, i)))
				return false;
			break;
		case NODE_ATTRIBUTE:
		case NODE_MEMBER_TYPE:
			if (!are_types(eval(j, i)))
				return false;
			break;
		case NODE_STRING:
		case NODE_CALL:
		case NODE_LAMBDA:
			return false;
		}
	}
	return true;
}

/* f.register(g) runs what annotates g; f.register(int) does not. */
void
check_register(struct judge *j, uint32_t at)
{
	uint32_t parent = j->nodes[at].parent, last, list;
	bool good = false;

	if (!annotations_are_run(j))
		return;
	switch (j->nodes[parent].kind) {
	case NODE_DECORATOR:
		last = tree_last(j->nodes, j->nodes[parent].parent);
		good = j->nodes[last].kind == NODE_CLASS ||
		    (j->nodes[last].kind == NODE_FUNCTION &&
		    has_plain_annotations(j, last));
		break;
	case NODE_CALL:
		list = tree_last(j->nodes, parent);
		good = at == parent + 1 && tree_count(j->nodes, list) > 0 &&
		    are_types(eval(j, list + 1));
		break;
	}
	if (!good)
		report_flow(j, FLOW_TEXT_AS_CODE, at, "register", NULL);
}

/* Is what holds the fields' names only looked at, where it stands at `at`? */
static bool
is_looked_at(struct judge *j, uint32_t at)
{
	uint32_t parent = j->nodes[at].parent;

	if (j->nodes[at].role == ROLE_STORE)
		return false;
	switch (j->nodes[parent].kind) {
	case NODE_ASSIGNMENT:
	case NODE_RETURN:
		return at != parent + 1;
	case NODE_ARGUMENTS:
		return eval_only_looks(j, at) || vset_only(eval(j,
		    j->nodes[parent].parent + 1), VALUE_PATH) != NULL;
	default:
		return eval_only_looks(j, at);
	}
}

/*
 * A class body says what its fields are called; who writes them into
 * `__annotations__` by hand may call them anything, also "a,*,b=f()".
 */
void
check_annotations_changed(struct judge *j, uint32_t name)
{
	uint32_t parent = j->nodes[name].parent;
	bool bare = j->nodes[parent].kind != NODE_ATTRIBUTE ||
	    name == parent + 1;

	if (j->nodes[parent].kind == NODE_KEYWORD_ARGUMENT ||
	    !is_looked_at(j, bare ? name : parent))
		report_flow(j, FLOW_BUILDS_CLASS, name, "__annotations__",
		    NULL);
}

/* body["__annotations__"] = ..., {"__annotations__": ...} */
void
check_annotations_text(struct judge *j, uint32_t at)
{
	uint32_t parent = j->nodes[at].parent, callee;
	bool changed = false;

	switch (j->nodes[parent].kind) {
	case NODE_PAIR:
		changed = at == parent + 1;
		break;
	case NODE_SUBSCRIPT:
		changed = at != parent + 1 && !is_looked_at(j, parent);
		break;
	case NODE_ASSIGNMENT:
		changed = true;
		break;
	case NODE_ARGUMENTS:
		callee = tree_last_name(j->nodes, j->nodes[parent].parent + 1);
		changed = callee == 0 || strstr(names_text(j->names,
		    j->nodes[callee].name), "set") != NULL;
		break;
	}
	if (changed)
		report_flow(j, FLOW_BUILDS_CLASS, at, "__annotations__",
		    NULL);
}

void
check_field_class(struct judge *j, uint32_t class)
{
	uint32_t list, base;

	if (names_lookup(j->names, "Field", 5) == 0 ||
	    (list = tree_child(j->nodes, class, NODE_ARGUMENTS)) == 0)
		return;
	TREE_CHILDREN(j->nodes, list, base)
		if (makes_one_of(j, base, "dataclasses.Field", 0))
			report_flow(j, FLOW_BUILDS_CLASS, base,
			    "dataclasses.Field", NULL);
}

/* fields(C)[0].name = "a,*,b=f()": what derives from C makes code of it. */
void
check_field_renamed(struct judge *j, uint32_t at, uint32_t object)
{
	static const char fields[][24] = { "Field", "__dataclass_fields__",
	    "fields" };

	if (names_lookup(j->names, "dataclass", 9) != 0 && OWN_MENTIONS(j,
	    fields) && own_self(j, object) == 0 && vset_only(eval(j, object),
	    VALUE_OBJECT) == NULL)
		report_flow(j, FLOW_BUILDS_CLASS, at, "name", NULL);
}
