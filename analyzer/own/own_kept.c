/*
 * Classes whose objects stay with the submission: made by calls of the class,
 * kept under names, and used by their attributes alone. No library gets hold
 * of such an object, so that what calls its methods stands in the source: what
 * they are handed can be gathered.
 */
#include "own.h"

#include <string.h>

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../values/eval.h"

#define CHAIN_MAX	6	/* methods that return self, in each other */

static bool object_is_kept(struct judge *, uint32_t node, unsigned depth);

/* x.name, and no class's: the object of it. */
static bool
is_object_of(const struct judge *j, uint32_t at)
{
	uint32_t parent = j->nodes[at].parent;

	return j->nodes[parent].kind == NODE_ATTRIBUTE && at == parent + 1;
}

/*
 * An argument of a builtin that reads or writes its attributes, or calls what
 * stands between underscores.
 */
static bool
is_looked_at(const struct judge *j, uint32_t at)
{
	static const char looks[][16] = { "getattr", "setattr", "hasattr",
	    "isinstance", "len", "str", "repr", "print", "vars", "bool" };
	uint32_t parent = j->nodes[at].parent, callee;

	if (j->nodes[parent].kind == NODE_INTERPOLATION)
		return true;
	callee = j->nodes[parent].parent + 1;
	return j->nodes[parent].kind == NODE_ARGUMENTS &&
	    j->nodes[callee].kind == NODE_IDENTIFIER &&
	    (at == parent + 1 || j->nodes[callee].name == KNOWN(print)) &&
	    judge_binding(j, callee) == 0 && IS_ONE_OF(names_text(j->names,
	    j->nodes[callee].name), looks);
}

/* Each time this name is read, it is for an attribute of what it stands for. */
static bool
name_is_kept(struct judge *j, uint32_t at)
{
	uint32_t binding = judge_binding(j, at);
	uint32_t i;

	if (binding == 0 || !own_may_look(j))
		return false;
	/* A module's and a class's names are attributes, too. */
	if (j->scopes.list[j->scopes.bindings[binding].scope].kind ==
	    SCOPE_CLASS)
		return false;
	for (i = own_first_of(j, j->nodes[at].name); i != 0;
	    i = j->own_next[i])
		if (j->nodes[i].role == ROLE_LOAD && judge_binding(j, i) ==
		    binding && !is_object_of(j, i) && !is_looked_at(j, i))
			return false;
	return true;
}

/* Each mention of the attribute is a call, and what it gives is kept. */
static bool
results_are_kept(struct judge *j, uint32_t name, unsigned depth)
{
	uint32_t i, parent, call;

	for (i = own_first_of(j, name); i != 0; i = j->own_next[i]) {
		parent = j->nodes[i].parent;
		call = j->nodes[parent].parent;
		if (j->nodes[parent].kind != NODE_ATTRIBUTE ||
		    i == parent + 1)
			continue;
		if (j->nodes[call].kind != NODE_CALL || parent != call + 1 ||
		    !object_is_kept(j, call, depth + 1))
			return false;
	}
	return true;
}

/* The object that this expression gives is used by its attributes alone. */
static bool
object_is_kept(struct judge *j, uint32_t node, unsigned depth)
{
	uint32_t parent = j->nodes[node].parent;

	while (j->nodes[parent].kind == NODE_PARENTHESIZED) {
		node = parent;
		parent = j->nodes[node].parent;
	}
	if (depth > CHAIN_MAX)
		return false;
	switch (j->nodes[parent].kind) {
	case NODE_EXPRESSION_STATEMENT:
		return true;
	case NODE_ATTRIBUTE:
		return node == parent + 1;
	case NODE_ASSIGNMENT:
		return node == tree_last(j->nodes, parent) &&
		    node != parent + 1 && name_is_kept(j, parent + 1);
	default:
		return false;
	}
}

/* `self` in each method: its attributes, or handed back to who keeps it. */
static bool
self_is_kept(struct judge *j, uint32_t class, uint32_t function)
{
	uint32_t name = tree_first(j->nodes, function, NODE_IDENTIFIER);
	uint32_t i, parent, self, list = 0;
	uint32_t binding, child;

	TREE_CHILDREN(j->nodes, function, child)
		if (j->nodes[child].kind == NODE_PARAMETERS)
			list = child;
	self = list != 0 && list + 1 < j->nodes[list].skip ? list + 1 : 0;
	/* Without one, or with a decorator that is no property, who knows. */
	if (self == 0)
		return true;
	if (j->nodes[self].kind != NODE_IDENTIFIER)
		return false;
	binding = scopes_find(&j->scopes, j->nodes[tree_last(j->nodes,
	    function)].scope, j->nodes[self].name);
	for (i = function; binding != 0 && i < j->nodes[function].skip; i++) {
		if (j->nodes[i].kind != NODE_IDENTIFIER ||
		    j->nodes[i].role != ROLE_LOAD || j->nodes[i].name !=
		    j->nodes[self].name || judge_binding(j, i) != binding ||
		    is_object_of(j, i) || is_looked_at(j, i))
			continue;
		parent = j->nodes[i].parent;
		if (j->nodes[parent].kind != NODE_RETURN ||
		    !results_are_kept(j, j->nodes[name].name, 0))
			return false;
	}
	return binding != 0 && class != 0;
}

/* A name behind which nothing is: self.__class__.__name__ is a text. */
static bool
only_classes_are_named(struct judge *j)
{
	static const char others[][16] = { "__class__", "__dict__",
	    "__self__", "__func__", "__mro__", "__subclasses__" };
	uint32_t i, parent, outer;
	size_t k;

	for (k = 0; k < sizeof(others) / sizeof(others[0]); k++)
		for (i = own_first_of(j, names_lookup(j->names, others[k],
		    strlen(others[k]))); i != 0; i = j->own_next[i]) {
			parent = j->nodes[i].parent;
			outer = j->nodes[parent].parent;
			if (k > 0 || j->nodes[parent].kind != NODE_ATTRIBUTE ||
			    j->nodes[outer].kind != NODE_ATTRIBUTE ||
			    parent != outer + 1 || j->nodes[tree_last(
			    j->nodes, outer)].name != KNOWN(dunder_name))
				return false;
		}
	return true;
}

/* Every mention of the class makes an object that is kept. */
static bool
class_is_kept(struct judge *j, uint32_t class)
{
	uint32_t name = tree_first(j->nodes, class, NODE_IDENTIFIER);
	uint32_t i, parent, body;
	const struct value *v;

	if (name == 0 || !own_class(j, class) || !only_classes_are_named(j) ||
	    j->scopes.list[j->nodes[class].scope].kind == SCOPE_CLASS)
		return false;
	for (i = own_first_of(j, j->nodes[name].name); i != 0;
	    i = j->own_next[i]) {
		parent = j->nodes[i].parent;
		if (i == name || j->nodes[i].role == ROLE_NAME ||
		    j->nodes[parent].kind == NODE_TYPE)
			continue;
		v = j->nodes[i].role != ROLE_LOAD ? NULL :
		    vset_only(eval(j, i), VALUE_CLASS);
		if (v == NULL || v->node != class)
			return false;
		/* Class.CONSTANT; but no method without an object. */
		if (is_object_of(j, i)) {
			const struct vset *set = eval(j, parent);
			size_t k;

			for (k = 0; k < set->n; k++)
				if (set->v[k]->kind == VALUE_FUNCTION)
					return false;
			if (set->n == 0)
				return false;
			continue;
		}
		if (j->nodes[parent].kind != NODE_CALL || i != parent + 1 ||
		    !object_is_kept(j, parent, 0))
			return false;
	}
	body = tree_last(j->nodes, class);
	for (i = body + 1; i < j->nodes[body].skip; i++)
		if (j->nodes[i].kind == NODE_FUNCTION &&
		    j->nodes[i].scope == j->nodes[body + 1].scope &&
		    !self_is_kept(j, class, i))
			return false;
	return true;
}

uint32_t
own_kept_class(struct judge *j, uint32_t function)
{
	uint32_t body = j->nodes[function].parent, class;

	class = j->nodes[body].parent;
	if (j->nodes[function].kind != NODE_FUNCTION ||
	    j->nodes[body].kind != NODE_BLOCK ||
	    j->nodes[class].kind != NODE_CLASS || !own_may_look(j))
		return 0;
	return class_is_kept(j, class) ? class : 0;
}

bool
own_kept_self(struct judge *j, uint32_t at)
{
	const struct def *d = judge_only_def(j, at);

	return d != NULL && d->kind == DEF_PARAMETER && d->index == 0 &&
	    d->expr == 0 && own_kept_class(j, d->owner) != 0;
}
