/*
 * Is `.name` of this object a function that its own class defines, and nothing
 * else? Then what a library's method of that name would do is not asked.
 */
#include "own.h"

#include <string.h>

#include "../judge.h"
#include "../values/eval.h"

/* Does the class, or one of its own bases, say what this name is? */
static bool
class_defines(struct judge *j, uint32_t class, uint32_t name, unsigned depth)
{
	uint32_t body = tree_last(j->nodes, class), child, base;
	size_t i;

	if (depth > 8)
		return false;
	if (j->nodes[body].kind == NODE_BLOCK && body + 1 <
	    j->nodes[body].skip && scopes_find(&j->scopes,
	    j->nodes[body + 1].scope, name) != 0)
		return true;
	TREE_CHILDREN(j->nodes, class, child) {
		if (j->nodes[child].kind != NODE_ARGUMENTS)
			continue;
		TREE_CHILDREN(j->nodes, child, base) {
			const struct vset *set = eval(j, base);

			for (i = 0; i < set->n; i++)
				if (set->v[i]->kind == VALUE_CLASS &&
				    class_defines(j, set->v[i]->node, name,
				    depth + 1))
					return true;
		}
	}
	return false;
}

/* Nothing but a `def` says what this is, and one in each class. */
static bool
is_defined_once(struct judge *j, uint32_t class, const char *name)
{
	uint32_t i, n = 0;

	for (i = own_first_named(j, name); i != 0; i = j->own_next[i]) {
		if (j->nodes[j->nodes[i].parent].kind != NODE_FUNCTION)
			return false;
		n += i > class && i < j->nodes[class].skip;
	}
	return n == 1 && !own_reached_by_name(j, names_lookup(j->names, name,
	    strlen(name)), REACH_WRITES);
}

/* `def __enter__(self): ...; return self`, and no other return. */
static bool
enters_itself(struct judge *j, uint32_t class)
{
	uint32_t i, child, def, self = 0;
	const struct scope *scope;
	const struct def *d;

	if (!is_defined_once(j, class, "__enter__"))
		return false;
	for (i = class; i < j->nodes[class].skip; i++) {
		if (j->nodes[i].kind != NODE_FUNCTION || j->nodes[
		    j->nodes[i].parent].kind == NODE_DECORATED ||
		    !judge_is_named(j, i + 1, "__enter__"))
			continue;
		TREE_CHILDREN(j->nodes, i, child)
			if (j->nodes[child].kind == NODE_PARAMETERS &&
			    tree_count(j->nodes, child) == 1)
				self = child + 1;
		scope = &j->scopes.list[j->nodes[tree_last(j->nodes,
		    i)].scope];
		def = scope->returns;
		if (self == 0 || def == 0 || scope->node != i ||
		    j->scopes.defs[def].next != 0)
			return false;
		def = j->scopes.defs[def].expr;
		if (j->nodes[def].kind != NODE_IDENTIFIER ||
		    j->nodes[self].kind != NODE_IDENTIFIER ||
		    j->nodes[def].name != j->nodes[self].name)
			return false;
		d = judge_only_def(j, def);
		return d != NULL && d->owner == i;
	}
	return false;
}

/* with Own() as x: the class, if that is what x is; else 0. */
static uint32_t
entered_class(struct judge *j, uint32_t object)
{
	const struct def *d = judge_only_def(j, object);
	const struct value *v;

	if (d == NULL || d->kind != DEF_VALUE || d->steps == NULL ||
	    d->steps->kind != STEP_ENTER || d->steps->before != NULL)
		return 0;
	v = vset_only(eval(j, d->expr), VALUE_OBJECT);
	return v != NULL && own_class(j, v->node) &&
	    enters_itself(j, v->node) ? v->node : 0;
}

/* Its class, if it is an object of one of the submission's own; else 0. */
static uint32_t
class_of(struct judge *j, uint32_t object)
{
	const struct value *v = vset_only(eval(j, object), VALUE_OBJECT);

	uint32_t entered = v != NULL ? 0 : entered_class(j, object);

	if (v == NULL && entered == 0)
		return own_self(j, object);
	/* What __new__ returns may be anything. */
	return scopes_find(&j->scopes, 0, KNOWN(dunder_new)) == 0 ?
	    (v != NULL ? v->node : entered) : 0;
}

/* Whatever object has an attribute of this name, it is a function. */
static bool
names_functions(struct judge *j, uint32_t name)
{
	uint32_t index = scopes_find(&j->scopes, 0, name);
	const char *s = names_text(j->names, name);
	const struct vset *set;
	size_t i;

	if (index == 0 || (s[0] == '_' && s[1] == '_') || !own_may_look(j))
		return false;
	set = eval_binding(j, index);
	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind != VALUE_FUNCTION)
			return false;
	return !set->unknown && set->n > 0 && own_texts_are_plain(j);
}

bool
own_method(struct judge *j, uint32_t object, uint32_t name)
{
	uint32_t class;

	if (!names_functions(j, name))
		return false;
	class = class_of(j, object);
	return class != 0 && class_defines(j, class, name, 0) &&
	    !own_reached_by_name(j, name, REACH_CHANGES);
}

bool
own_called_method(struct judge *j, uint32_t attribute, uint32_t name)
{
	uint32_t call = j->nodes[attribute].parent;
	const struct vset *set;
	size_t i;

	if (j->nodes[call].kind != NODE_CALL || attribute != call + 1 ||
	    !names_functions(j, name))
		return false;
	set = eval(j, attribute + 1);
	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind != VALUE_OBJECT)
			return false;
	return !own_reached_by_name(j, name, REACH_WRITES);
}
