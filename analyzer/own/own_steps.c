/*
 * getattr(self, name), whatever the name is: one step from an object of the
 * submission's own leads to what the submission gave it, to its own methods,
 * its class, or what every object has. None of these is dangerous by itself,
 * and each step further is looked at where it stands: names that are written
 * by the table, others by being refused.
 *
 * What other answers rest on is that nobody reaches a thing by a name that is
 * not known. So this is asked last, and they ask own_step_is_taken(): after
 * it, attributes may be written (through __dict__), classes be called, methods
 * be handed anything. Who has hooks of which others take it for granted that
 * Python alone calls them (__get__, __getattr__) takes no such step.
 */
#include "own.h"

#include <string.h>

#include "../../supervisor/base/util.h"
#include "../fold/foldcall.h"
#include "../judge.h"
#include "../values/eval.h"
#include "../values/eval_parts.h"
#include "own_records.h"

/* Own classes all the way up: no exception, no container. */
static bool
is_rootless(struct judge *j, uint32_t class, unsigned depth)
{
	static const char bare[][16] = { "object", "abc.ABC" };
	uint32_t list = tree_child(j->nodes, class, NODE_ARGUMENTS), base;
	const struct vset *set;
	size_t i;

	if (depth > 8)
		return false;
	if (list == 0)
		return true;
	TREE_CHILDREN(j->nodes, list, base) {
		if (j->nodes[base].kind == NODE_COMMENT)
			continue;
		set = eval(j, base);
		for (i = 0; i < set->n; i++)
			if (set->v[i]->kind == VALUE_CLASS ? !is_rootless(j,
			    set->v[i]->node, depth + 1) :
			    set->v[i]->kind != VALUE_PATH || !IS_ONE_OF(
			    names_text(j->names, set->v[i]->name), bare))
				return false;
		if (set->n == 0 || set->unknown)
			return false;
	}
	return true;
}

/* Is this class, or one above or below it, one that Python asks? */
static bool
is_asked(struct judge *j, uint32_t class)
{
	static const char hooks[][16] = { "__get__", "__set__",
	    "__set_name__", "__delete__" };
	uint32_t i, other;
	size_t k;

	for (k = 0; k < ARRAY_SIZE(hooks); k++)
		for (i = own_first_named(j, hooks[k]); i != 0;
		    i = j->own_next[i]) {
			for (other = i; other != 0 && j->nodes[other].kind !=
			    NODE_CLASS; other = j->nodes[other].parent)
				;
			if (other == 0 || other == class || record_descends(j,
			    other, class) || record_descends(j, class, other))
				return true;
		}
	return false;
}

/* self.__annotations__: no annotation names what must be followed. */
static bool
find_plain_annotations(struct judge *j)
{
	uint32_t i, at;
	const struct vset *set;
	size_t k;

	if (!own_may_look(j))
		return false;
	for (i = 0; i < j->tree.n; i++) {
		if (j->nodes[i].kind != NODE_TYPE)
			continue;
		for (at = i + 1; at < j->nodes[i].skip; at++) {
			if (j->nodes[at].kind != NODE_IDENTIFIER &&
			    j->nodes[at].kind != NODE_ATTRIBUTE)
				continue;
			set = eval(j, at);
			if (set->flags & VALUE_HAS_SENSITIVE || (set->flags &
			    VALUE_HAS_MODULE && j->nodes[j->nodes[at].parent]
			    .kind != NODE_ATTRIBUTE))
				return false;
			for (k = 0; k < set->n; k++)
				if (set->v[k]->flags & VALUE_REFUSED ||
				    (set->v[k]->kind == VALUE_PATH &&
				    strncmp(names_text(j->names,
				    set->v[k]->name), "types.", 6) == 0))
					return false;
		}
	}
	return true;
}

static bool
annotations_are_plain(struct judge *j)
{
	if (j->own_annotations == ANSWER_UNASKED)
		j->own_annotations = find_plain_annotations(j) ? ANSWER_YES :
		    ANSWER_NO;
	return j->own_annotations == ANSWER_YES;
}

/*
 * By the way it is written. What is called at once is a method that nobody
 * sees called.
 */
bool
own_looks_like_step(struct judge *j, uint32_t call, uint32_t object)
{
	uint32_t up = j->nodes[call].parent;
	const struct def *d;

	if (j->nodes[object].kind != NODE_IDENTIFIER ||
	    j->nodes[call].kind != NODE_CALL || j->nodes[call + 1].kind !=
	    NODE_IDENTIFIER || j->nodes[call + 1].name != KNOWN(getattr) ||
	    (j->nodes[up].kind == NODE_CALL && call == up + 1))
		return false;
	d = judge_only_def(j, object);
	return d != NULL && d->kind == DEF_PARAMETER && d->index == 0;
}

bool
own_one_step(struct judge *j, uint32_t call, uint32_t object)
{
	static const char hooks[][20] = { "__getattr__", "__getattribute__",
	    "__instancecheck__" };
	uint32_t class;

	if (!own_looks_like_step(j, call, object) || OWN_MENTIONS(j, hooks))
		return false;
	class = own_self(j, object);
	return class != 0 && is_rootless(j, class, 0) && !is_asked(j, class) &&
	    own_holds_values(j, object) && annotations_are_plain(j);
}

bool
own_name_is_harmless(struct judge *j, uint32_t call, uint32_t object,
    uint32_t name)
{
	return own_field_name(j, object, name) ||
	    (own_delegated(j, call, name) &&
	    !(eval(j, object)->flags & VALUE_HAS_MODULE)) ||
	    (own_described(j, object) && own_private_name(j, name)) ||
	    own_public_name(j, call, object, name) ||
	    own_row(j, call, object);
}

/* Texts, or such as begin with a letter: "on_" + name. */
static bool
begins_harmlessly(const struct vset *set)
{
	size_t i;

	for (i = 0; set != NULL && i < set->n; i++)
		if (set->v[i]->kind != VALUE_STR && (set->v[i]->text.n == 0 ||
		    set->v[i]->text.bytes[0] == FOLD_GAP ||
		    set->v[i]->text.bytes[0] == '_'))
			return false;
	return set != NULL;
}

bool
own_step_is_taken(struct judge *j, uint32_t name)
{
	uint32_t list = own_arguments_of(j, name), call, argument;
	bool fixed = true;

	if (list == 0 || tree_count(j->nodes, list) < 2 ||
	    tree_is_splat(j->nodes, list + 1))
		return false;
	if (eval_has_no_time(j))
		return true;
	/* What stands before it is looked through for tests of the name. */
	j->work += 16;
	call = j->nodes[list].parent;
	argument = j->nodes[list + 1].skip;
	/* One that own_one_step() does not let through is refused. */
	return own_looks_like_step(j, call, list + 1) && own_texts(j, eval(j,
	    argument), false, &fixed) == NULL && !own_is_shown(j, call) &&
	    !begins_harmlessly(own_bounded_name(j, argument)) &&
	    !own_name_is_harmless(j, call, list + 1, argument);
}

bool
own_takes_steps(struct judge *j)
{
	uint32_t i;

	for (i = own_first_of(j, KNOWN(getattr)); i != 0; i = j->own_next[i])
		if (own_step_is_taken(j, i))
			return true;
	return false;
}

bool
own_members(struct judge *j, uint32_t callee)
{
	static const char hooks[][20] = { "__getattr__", "__getattribute__",
	    "__instancecheck__", "__setattr__", "__delattr__" };
	uint32_t call = j->nodes[callee].parent, list = tree_last(j->nodes,
	    call), by, class;
	const struct value *v;

	if (j->nodes[call].kind != NODE_CALL || callee != call + 1 ||
	    j->nodes[callee].kind != NODE_ATTRIBUTE || j->nodes[list].kind !=
	    NODE_ARGUMENTS || tree_count(j->nodes, list) != 2 ||
	    j->nodes[list + 1].kind != NODE_IDENTIFIER || OWN_MENTIONS(j,
	    hooks))
		return false;
	by = j->nodes[list + 1].skip;
	if (j->nodes[by].kind == NODE_KEYWORD_ARGUMENT) {
		if (!judge_is_named(j, by + 1, "predicate"))
			return false;
		by = tree_last(j->nodes, by);
	}
	v = tree_is_splat(j->nodes, by) ? NULL : vset_only(eval(j, by),
	    VALUE_PATH);
	class = own_self(j, list + 1);
	return v != NULL && strcmp(names_text(j->names, v->name),
	    "inspect.ismethod") == 0 && class != 0 && is_rootless(j, class,
	    0) && !is_asked(j, class) && own_holds_values(j, list + 1);
}
