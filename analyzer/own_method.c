/*
 * Is `.name` of this object a function that its own class defines, and nothing
 * else? Then what a library's method of that name would do is not asked.
 */
#include "check.h"

#include "judge.h"

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

/* Its class, if it is an object of one of the submission's own; else 0. */
static uint32_t
class_of(struct judge *j, uint32_t object)
{
	const struct value *v = vset_only(eval(j, object), VALUE_OBJECT);

	if (v == NULL)
		return own_self(j, object);
	/* What __new__ returns may be anything. */
	return scopes_find(&j->scopes, 0, KNOWN(dunder_new)) == 0 ?
	    v->node : 0;
}

bool
own_method(struct judge *j, uint32_t object, uint32_t name)
{
	uint32_t index = scopes_find(&j->scopes, 0, name), class;
	const char *s = names_text(j->names, name);
	const struct vset *set;
	size_t i;

	if (index == 0 || (s[0] == '_' && s[1] == '_') || !own_may_look(j))
		return false;
	/* Whatever object has an attribute of this name, it is a function. */
	set = eval_binding(j, index);
	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind != VALUE_FUNCTION)
			return false;
	if (set->unknown || set->n == 0 || !own_texts_are_plain(j))
		return false;
	class = class_of(j, object);
	return class != 0 && class_defines(j, class, name, 0) &&
	    !own_reached_by_name(j, name, true);
}
