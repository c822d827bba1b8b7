/*
 * What is handed to Python so that it makes or calls something later: what
 * __reduce__ returns, a class made by type(), a function for the end. Where
 * each part of it is the submission's own, nothing comes of it that a class
 * statement or a call could not do.
 */
#include "own.h"

#include <string.h>

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../values/eval.h"

/* type(self), self.__class__, or an own class by its name. */
static bool
is_class_of_its_own(struct judge *j, uint32_t at, uint32_t function)
{
	const struct value *v = vset_only(eval(j, at), VALUE_CLASS);
	const struct def *d;
	uint32_t self = 0, list = tree_last(j->nodes, at);

	if (v != NULL)
		return own_class(j, v->node);
	if (j->nodes[at].kind == NODE_ATTRIBUTE && j->nodes[list].name ==
	    KNOWN(dunder_class))
		self = at + 1;
	v = j->nodes[at].kind != NODE_CALL ? NULL : vset_only(eval(j, at + 1),
	    VALUE_PATH);
	if (v != NULL && v->name == KNOWN(type) && j->nodes[list].kind ==
	    NODE_ARGUMENTS && tree_count(j->nodes, list) == 1)
		self = list + 1;
	d = self == 0 ? NULL : judge_only_def(j, self);
	return d != NULL && d->kind == DEF_PARAMETER && d->index == 0 &&
	    d->owner == function;
}

/*
 * def __reduce__(self): return type(self), (self.a, self.b): unpickling and
 * copying call the class, as everybody may. No state, which nobody would see
 * becoming attributes.
 */
bool
own_reduces_to_own(struct judge *j, uint32_t name)
{
	uint32_t function = j->nodes[name].parent, body, class, at, def;
	const struct scope *scope;

	body = j->nodes[function].parent;
	class = j->nodes[body].parent;
	if (j->nodes[function].kind != NODE_FUNCTION || name != tree_first(
	    j->nodes, function, NODE_IDENTIFIER) || j->nodes[body].kind !=
	    NODE_BLOCK || j->nodes[class].kind != NODE_CLASS ||
	    !own_class(j, class))
		return false;
	scope = &j->scopes.list[j->nodes[tree_last(j->nodes, function)].scope];
	if (scope->node != function || scope->yields || scope->returns == 0)
		return false;
	for (def = scope->returns; def != 0; def = j->scopes.defs[def].next) {
		at = j->scopes.defs[def].expr;
		if ((j->nodes[at].kind != NODE_TUPLE && j->nodes[at].kind !=
		    NODE_EXPRESSION_LIST) || tree_count(j->nodes, at) != 2 ||
		    tree_is_splat(j->nodes, at + 1) || tree_is_splat(j->nodes,
		    j->nodes[at + 1].skip) || !is_class_of_its_own(j, at + 1,
		    function))
			return false;
	}
	return true;
}

static bool
are_methods(struct judge *j, uint32_t binding, unsigned depth)
{
	const struct def *d;
	uint32_t def = j->scopes.bindings[binding].first;

	if (def == 0 || depth > 2)
		return false;
	for (; def != 0; def = d->next) {
		d = &j->scopes.defs[def];
		if (d->kind == DEF_BINDING ? !are_methods(j, d->expr, depth +
		    1) : d->kind != DEF_FUNCTION || !own_is_undecorated(j,
		    d->node))
			return false;
	}
	return true;
}

/* self.name, where methods alone have that name. */
static bool
is_own_method(struct judge *j, uint32_t attribute)
{
	uint32_t name = j->nodes[tree_last(j->nodes, attribute)].name, index;

	index = scopes_find(&j->scopes, 0, name);
	return index != 0 && !names_is_dunder(names_text(j->names, name),
	    names_length(j->names, name)) && own_self(j, attribute + 1) != 0 &&
	    are_methods(j, index, 0) && own_texts_are_plain(j) &&
	    !own_reached_by_name(j, name, REACH_CHANGES);
}

/* Nothing but functions of the submission's own; or print. */
static bool
is_own_function(struct judge *j, uint32_t at)
{
	const struct vset *set = eval(j, at);
	size_t i;

	if (j->nodes[at].kind == NODE_ATTRIBUTE)
		return is_own_method(j, at);
	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind != VALUE_FUNCTION &&
		    (set->v[i]->kind != VALUE_PATH || set->v[i]->name !=
		    KNOWN(print)))
			return false;
	return set->n > 0 && !set->unknown;
}

/* weakref.finalize(self, close, name) */
bool
own_runs_at_end(struct judge *j, uint32_t callee)
{
	uint32_t call = j->nodes[callee].parent, list = tree_last(j->nodes,
	    call), function;

	if (j->nodes[call].kind != NODE_CALL || callee != call + 1 ||
	    j->nodes[list].kind != NODE_ARGUMENTS || list + 1 >=
	    j->nodes[list].skip || tree_is_splat(j->nodes, list + 1))
		return false;
	function = j->nodes[list + 1].skip;
	return function < j->nodes[list].skip && !tree_is_splat(j->nodes,
	    function) && is_own_function(j, function);
}

/* An own class, object or an exception: what class statements build on. */
static bool
is_base(struct judge *j, uint32_t at)
{
	const struct vset *set = eval(j, at);
	size_t i;

	for (i = 0; i < set->n; i++)
		if (!(set->v[i]->kind == VALUE_CLASS && own_class(j,
		    set->v[i]->node)) && !(set->v[i]->kind == VALUE_PATH &&
		    (set->v[i]->name == KNOWN(object) ||
		    facts_is_exception(j->facts, set->v[i]->name))))
			return false;
	return set->n > 0 && !set->unknown;
}

/*
 * "area": an attribute that no class or statement of the source gives, and
 * none that Python asks for, so that nothing has been said of it.
 */
static bool
is_new_attribute(struct judge *j, const struct value *v)
{
	uint32_t name;

	if (v == NULL || v->text.n == 0)
		return false;
	if (value_is_text(v, "__doc__"))
		return true;
	name = names_intern(j->names, v->text.bytes, v->text.n);
	return v->text.bytes[0] != '_' && memchr(v->text.bytes, '\0',
	    v->text.n) == NULL && scopes_find(&j->scopes, 0, name) == 0 &&
	    name != KNOWN(readinto) && name != KNOWN(readinto1) &&
	    name != KNOWN(isidentifier) && facts_attr(j->facts, name) !=
	    NULL && facts_attr(j->facts, name)->verb == RULES_ALLOW;
}

bool
own_plain_namespace(struct judge *j, uint32_t dict)
{
	/* Libraries ask these of what they are given. */
	static const char asked[][16] = { "convert", "default", "emit",
	    "filter", "find_class", "format", "fromutc", "keys", "mro",
	    "persistent_load", "read", "readline", "readlines", "tzname",
	    "utcoffset", "write" };
	uint32_t pair;
	const struct value *v;

	if (j->nodes[dict].kind != NODE_DICTIONARY)
		return false;
	TREE_CHILDREN(j->nodes, dict, pair) {
		if (j->nodes[pair].kind == NODE_COMMENT)
			continue;
		v = j->nodes[pair].kind != NODE_PAIR ? NULL :
		    vset_only(eval(j, pair + 1), VALUE_STR);
		if (!is_new_attribute(j, v) || eval(j, tree_last(j->nodes,
		    pair))->flags & (VALUE_HAS_MODULE | VALUE_HAS_SENSITIVE))
			return false;
		if (IS_ONE_OF(names_text(j->names, names_intern(j->names,
		    v->text.bytes, v->text.n)), asked))
			return false;
	}
	return true;
}

bool
own_builds_class(struct judge *j, uint32_t call)
{
	uint32_t list = tree_last(j->nodes, call), bases, base, child;

	/* find_reach() knows it by its name. */
	if (j->nodes[call + 1].kind != NODE_IDENTIFIER || j->nodes[call +
	    1].name != KNOWN(type) || j->nodes[list].kind != NODE_ARGUMENTS ||
	    tree_count(j->nodes, list) != 3)
		return false;
	TREE_CHILDREN(j->nodes, list, child)
		if (j->nodes[child].kind == NODE_KEYWORD_ARGUMENT ||
		    j->nodes[child].kind == NODE_COMMENT ||
		    tree_is_splat(j->nodes, child))
			return false;
	bases = j->nodes[list + 1].skip;
	if (j->nodes[bases].kind != NODE_TUPLE)
		return false;
	TREE_CHILDREN(j->nodes, bases, base)
		if (j->nodes[base].kind != NODE_COMMENT && !is_base(j, base))
			return false;
	return own_plain_namespace(j, tree_last(j->nodes, list));
}
