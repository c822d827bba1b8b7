/*
 * What is the submission's own, and can do nothing else, where the table
 * refuses by name alone: os.close() of a temporary file, __getattr__ that hands
 * on what it was asked for.
 */
#include "own.h"

#include <string.h>

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "eval.h"
#include "signatures.h"
#include "site.h"

/* The first of what tempfile.mkstemp() returned, and nothing else. */
static bool
is_temporary(struct judge *j, uint32_t at)
{
	struct rules_model m;
	uint32_t index, def;

	index = judge_binding(j, at);
	def = index != 0 ? j->scopes.bindings[index].first : 0;
	if (def == 0)
		return false;
	for (; def != 0; def = j->scopes.defs[def].next) {
		const struct def *d = &j->scopes.defs[def];

		if (d->kind != DEF_VALUE || d->steps == NULL ||
		    d->steps->kind != STEP_INDEX || d->steps->n != 0 ||
		    d->steps->before != NULL || !model_of(j, names_text(
		    j->names, site_called(j, d->expr)), &m) ||
		    m.returns != RULES_GIVES_DESCRIPTOR)
			return false;
	}
	return true;
}

bool
own_temporary(struct judge *j, uint32_t attribute)
{
	struct rules_model m;
	uint32_t call = j->nodes[attribute].parent;
	uint32_t list = tree_last(j->nodes, call);

	return attribute == call + 1 && j->nodes[list].kind ==
	    NODE_ARGUMENTS && list + 1 < j->nodes[list].skip &&
	    model_of(j, names_text(j->names, site_called(j, call)), &m) &&
	    m.parameters[0].use == RULES_USE_DESCRIPTOR &&
	    is_temporary(j, list + 1);
}

/*
 * `def __getattr__(self, name): return getattr(self._x, name)`: what is asked
 * for stands where it is asked, and is judged there.
 */
bool
own_delegated(struct judge *j, uint32_t call, uint32_t name)
{
	uint32_t index, i, function, title;
	const struct def *d;

	index = judge_binding(j, name);
	d = scopes_only_def(&j->scopes, index);
	if (d == NULL || !own_may_look(j) ||
	    j->nodes[j->nodes[call].parent].kind != NODE_RETURN)
		return false;
	function = d->owner;
	if (d->kind != DEF_PARAMETER || d->index != 1 ||
	    d->expr != 0 || j->nodes[function].kind != NODE_FUNCTION ||
	    j->nodes[name].scope != j->scopes.bindings[index].scope ||
	    j->scopes.list[j->nodes[function].scope].kind != SCOPE_CLASS ||
	    j->nodes[j->nodes[function].parent].kind == NODE_DECORATED)
		return false;
	title = tree_first(j->nodes, function, NODE_IDENTIFIER);
	if (!judge_is_named(j, title, "__getattr__") && j->nodes[title].name !=
	    KNOWN(getattr_name))
		return false;
	/* Nobody but Python calls it, and it has no other name. */
	for (i = own_first_of(j, j->nodes[title].name); i != 0;
	    i = j->own_next[i])
		if (j->nodes[j->nodes[i].parent].kind != NODE_FUNCTION)
			return false;
	for (i = own_first_of(j, j->nodes[name].name); i != 0;
	    i = j->own_next[i])
		if (i != d->node && j->nodes[i].role != ROLE_LOAD &&
		    j->nodes[i].role != ROLE_NAME &&
		    judge_binding(j, i) == index)
			return false;
	return true;
}

/* One of the submission's classes, all of which are looked at, or no text. */
static bool
base_is_no_text(struct judge *j, uint32_t base)
{
	const struct vset *set;
	size_t i;

	switch (j->nodes[base].kind) {
	case NODE_KEYWORD_ARGUMENT:
		if (!judge_is_named(j, base + 1, "metaclass"))
			return true;
		base = tree_last(j->nodes, base);
		break;
	case NODE_SUBSCRIPT:		/* Generic[T] */
		base++;
		break;
	}
	set = eval(j, base);
	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind != VALUE_CLASS &&
		    (set->v[i]->kind != VALUE_PATH ||
		    !facts_says(j->facts, set->v[i]->name, RULES_TEXTLESS)))
			return false;
	return set->n > 0 && !set->unknown;
}

/* Is no object of this class a text that is equal to another one? */
bool
own_class_is_no_text(struct judge *j, uint32_t class)
{
	uint32_t child, base;

	if (own_class(j, class))
		return true;
	TREE_CHILDREN(j->nodes, class, child) {
		if (j->nodes[child].kind != NODE_ARGUMENTS)
			continue;
		TREE_CHILDREN(j->nodes, child, base)
			if (!base_is_no_text(j, base))
				return false;
	}
	return true;
}

bool
own_texts_are_plain(struct judge *j)
{
	uint32_t i;

	for (i = 0; i < j->tree.n; i++)
		if (j->nodes[i].kind == NODE_CLASS &&
		    !own_class_is_no_text(j, i))
			return false;
	return true;
}

/* cls, of a class method of a class of the submission's own. */
static bool
is_own_cls(struct judge *j, uint32_t at)
{
	const struct def *d = judge_only_def(j, at);
	uint32_t decorated, class;
	const struct value *v;

	if (d == NULL || d->kind != DEF_PARAMETER || d->index != 0 ||
	    d->expr != 0 || j->nodes[d->owner].kind != NODE_FUNCTION ||
	    j->scopes.list[j->nodes[d->owner].scope].kind != SCOPE_CLASS)
		return false;
	decorated = j->nodes[d->owner].parent;
	class = j->scopes.list[j->nodes[d->owner].scope].node;
	if (j->nodes[decorated].kind != NODE_DECORATED ||
	    j->nodes[decorated + 1].skip != d->owner || !own_class(j, class))
		return false;
	v = vset_only(eval(j, decorated + 2), VALUE_PATH);
	return v != NULL && strcmp(names_text(j->names, v->name),
	    "classmethod") == 0;
}

/* [c.__name__ for c in x.__mro__]: nothing but what they are called. */
static bool
is_only_named(struct judge *j, uint32_t at)
{
	uint32_t clause = j->nodes[at].parent, binding, i, up;

	binding = judge_binding(j, clause + 1);
	if (j->nodes[clause].kind != NODE_FOR_IN_CLAUSE || at == clause + 1 ||
	    binding == 0)
		return false;
	for (i = own_first_of(j, j->nodes[clause + 1].name); i != 0;
	    i = j->own_next[i]) {
		up = j->nodes[i].parent;
		if (i == clause + 1 || judge_binding(j, i) != binding)
			continue;
		if (j->nodes[up].kind != NODE_ATTRIBUTE || i != up + 1 ||
		    !judge_is_named(j, tree_last(j->nodes, up), "__name__"))
			return false;
	}
	return true;
}

bool
own_lineage(struct judge *j, uint32_t attribute)
{
	static const char names[][16] = { "__bases__", "__mro__",
	    "__subclasses__", "mro" };
	const char *name = names_text(j->names, j->nodes[tree_last(j->nodes,
	    attribute)].name);

	return IS_ONE_OF(name, names) && (is_own_cls(j, attribute + 1) ||
	    (strcmp(name, "__mro__") == 0 && is_only_named(j, attribute)) ||
	    own_are(j, eval(j, attribute + 1), VALUE_CLASS));
}

bool
own_attribute(struct judge *j, uint32_t attribute)
{
	uint32_t name = j->nodes[tree_last(j->nodes, attribute)].name;
	uint32_t binding = scopes_find(&j->scopes, 0, name);

	return binding != 0 && facts_is_stdlib(j->facts, name) &&
	    own_self(j, attribute + 1) != 0 && !(eval_binding(j, binding)->
	    flags & (VALUE_HAS_MODULE | VALUE_HAS_SENSITIVE));
}

bool
own_only_asks(struct judge *j, uint32_t name)
{
	uint32_t i, at, list, call;

	if (own_is_reached_otherwise(j))
		return false;
	for (i = own_first_of(j, name); i != 0; i = j->own_next[i]) {
		if (j->nodes[i].role != ROLE_LOAD)
			continue;
		at = j->nodes[j->nodes[i].parent].kind == NODE_TUPLE ?
		    j->nodes[i].parent : i;
		list = j->nodes[at].parent;
		call = j->nodes[list].parent;
		if (j->nodes[list].kind != NODE_ARGUMENTS ||
		    at != tree_last(j->nodes, list) || at == list + 1 ||
		    !judge_is_name(j, call + 1, KNOWN(isinstance)) ||
		    judge_binding(j, call + 1) != 0)
			return false;
	}
	return true;
}

bool
own_is_label(struct judge *j, uint32_t at)
{
	static const char ends[][16] = { "co_argcount", "co_filename",
	    "co_firstlineno", "co_name", "co_qualname", "f_lineno" };
	static const char steps[][12] = { "__code__", "f_code", "tb_frame" };
	const char *name = names_text(j->names, j->nodes[tree_last(j->nodes,
	    at)].name);

	while (IS_ONE_OF(name, steps) && j->nodes[at].role == ROLE_LOAD &&
	    j->nodes[j->nodes[at].parent].kind == NODE_ATTRIBUTE) {
		at = j->nodes[at].parent;
		name = names_text(j->names, j->nodes[tree_last(j->nodes,
		    at)].name);
	}
	return IS_ONE_OF(name, ends) && j->nodes[at].role == ROLE_LOAD &&
	    (j->nodes[at + 1].kind != NODE_ATTRIBUTE || IS_ONE_OF(names_text(
	    j->names, j->nodes[tree_last(j->nodes, at + 1)].name), steps));
}
