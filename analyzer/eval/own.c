/*
 * Objects of the submission's own classes, and what argparse returns: their
 * attributes are plain values, so that a view of all of them hands out
 * nothing that is not at hand already. Whatever is not seen to be so is not.
 */
#include "own.h"

#include <string.h>

#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "eval.h"
#include "site.h"

#define STEPS_MAX	8000000	/* nodes, in all looks over the source */

static bool is_plain_class(struct judge *, uint32_t class, unsigned depth);

/* Its own, a builtin that adds no internals, or what only hints at types. */
static bool
is_plain_base(struct judge *j, uint32_t base, unsigned depth)
{
	static const char hints[][32] = { "typing.Generic",
	    "typing.Protocol", "typing_extensions.Protocol" };
	bool generic = j->nodes[base].kind == NODE_SUBSCRIPT;
	const struct vset *set;
	size_t i;

	if (!generic && j->nodes[base].kind != NODE_IDENTIFIER &&
	    j->nodes[base].kind != NODE_ATTRIBUTE)
		return false;
	set = eval(j, base + generic);
	for (i = 0; i < set->n; i++) {
		const struct value *v = set->v[i];

		if (v->kind == VALUE_PATH && IS_ONE_OF(names_text(j->names,
		    v->name), hints))
			continue;
		if (generic || (v->kind == VALUE_CLASS ? !is_plain_class(j,
		    v->node, depth + 1) : v->kind != VALUE_PATH ||
		    (!facts_is_exception(j->facts, v->name) &&
		    v->name != KNOWN(dict) && v->name != KNOWN(list) &&
		    v->name != KNOWN(object) && v->name != KNOWN(abc_ABC))))
			return false;
	}
	return set->n > 0 && !set->unknown;
}

/* A class whose bases are plain. */
static bool
is_plain_class(struct judge *j, uint32_t class, unsigned depth)
{
	uint32_t list = tree_child(j->nodes, class, NODE_ARGUMENTS), base;

	if (depth > 8)
		return false;
	if (list != 0)
		TREE_CHILDREN(j->nodes, list, base)
			if (!is_plain_base(j, base, depth))
				return false;
	return true;
}

/* setattr(x, "name", json): the names of attributes do not show it. */
static bool
sets_what_is_followed(struct judge *j, uint32_t at)
{
	uint32_t callee = at, list, child;

	if (j->nodes[at].name != KNOWN(setattr) &&
	    j->nodes[at].name != KNOWN(setattr_name))
		return false;
	if (j->nodes[j->nodes[at].parent].kind == NODE_ATTRIBUTE)
		callee = j->nodes[at].parent;
	if (j->nodes[j->nodes[callee].parent].kind != NODE_CALL ||
	    callee != j->nodes[callee].parent + 1)
		return j->nodes[j->nodes[at].parent].kind != NODE_FUNCTION;
	list = tree_last(j->nodes, j->nodes[callee].parent);
	TREE_CHILDREN(j->nodes, list, child)
		if (eval(j, child)->flags & (VALUE_HAS_MODULE |
		    VALUE_HAS_SENSITIVE))
			return true;
	return false;
}

/* Did anything that must be followed go into an attribute, of any object? */
static bool
find_plain(struct judge *j)
{
	uint32_t i;

	for (i = 0; i < j->tree.n; i++)
		if (j->nodes[i].kind == NODE_IDENTIFIER &&
		    sets_what_is_followed(j, i))
			return false;

	for (i = 1; i < j->scopes.nbindings; i++)
		if (j->scopes.bindings[i].scope == 0 &&
		    (eval_binding(j, i)->flags & (VALUE_HAS_MODULE |
		    VALUE_HAS_SENSITIVE)))
			return false;
	return true;
}

static bool
attributes_are_plain(struct judge *j)
{
	if (j->own_plain == ANSWER_UNASKED)
		j->own_plain = find_plain(j) ? ANSWER_YES : ANSWER_NO;
	return j->own_plain == ANSWER_YES;
}

bool
own_may_look(struct judge *j)
{
	j->own_steps += j->tree.n;
	return j->own_steps < STEPS_MAX;
}

/*
 * Positional parameters that a call must give, the object itself included: as
 * many as there are, or as far as the one of this name (0: all); 0 if none has
 * it.
 */
static uint32_t
count_required(const struct judge *j, uint32_t function, uint32_t name)
{
	uint32_t child, parameter, at, n = 0;

	TREE_CHILDREN(j->nodes, function, child) {
		if (j->nodes[child].kind != NODE_PARAMETERS)
			continue;
		TREE_CHILDREN(j->nodes, child, parameter) {
			at = parameter;
			if (j->nodes[at].kind == NODE_TYPED_PARAMETER)
				at++;
			if (j->nodes[at].kind != NODE_IDENTIFIER)
				break;
			n++;
			if (name != 0 && j->nodes[at].name == name)
				return n;
		}
	}
	return name == 0 ? n : 0;
}

/* Could the object itself be among the arguments, and all that must be? */
static bool
hands_too_much(const struct judge *j, uint32_t call, uint32_t function,
    uint32_t required)
{
	uint32_t list = tree_last(j->nodes, call), child, n = 0;

	if (j->nodes[list].kind != NODE_ARGUMENTS)
		return true;
	TREE_CHILDREN(j->nodes, list, child) {
		if (tree_is_splat(j->nodes, child) ||
		    j->nodes[child].kind == NODE_DICTIONARY_SPLAT)
			return true;
		if (j->nodes[child].kind == NODE_KEYWORD_ARGUMENT)
			n += count_required(j, function,
			    j->nodes[child + 1].name) != 0;
		else
			n++;
	}
	return n >= required;
}

/*
 * May a text be the name by which this method is fetched? Names that are not
 * known are refused, or no dunders.
 */
static bool
is_fetched_by_text(struct judge *j, const char *name)
{
	static const char others[][20] = { "attrgetter", "fget",
	    "getattr_static", "methodcaller", "__getattribute__" };
	uint32_t i, call, list, child;
	const struct vset *set;
	size_t k;

	if (!names_is_dunder(name, strlen(name)) || OWN_MENTIONS(j, others))
		return true;
	for (i = own_first_of(j, KNOWN(getattr)); i != 0;
	    i = j->own_next[i]) {
		call = j->nodes[i].parent;
		list = j->nodes[call].kind != NODE_CALL || i != call + 1 ? 0 :
		    tree_last(j->nodes, call);
		if (list == 0 || j->nodes[list].kind != NODE_ARGUMENTS)
			return true;
		TREE_CHILDREN(j->nodes, list, child) {
			if (tree_is_splat(j->nodes, child) ||
			    j->nodes[child].kind == NODE_DICTIONARY_SPLAT)
				return true;
			set = eval(j, child);
			for (k = 0; k < set->n; k++)
				if (set->v[k]->kind == VALUE_PARTIAL ||
				    (set->v[k]->kind == VALUE_STR &&
				    value_is_text(set->v[k], name)))
					return true;
		}
	}
	return false;
}

/* Are attributes reached otherwise than by their names? */
static bool
has_fetchers(struct judge *j)
{
	static const uint32_t fetchers[] = { KNOWN(getattr),
	    KNOWN(getattr_name), KNOWN(attrgetter_name),
	    KNOWN(methodcaller_name), KNOWN(fget) };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(fetchers); i++)
		if (own_first_of(j, fetchers[i]) != 0)
			return true;
	return false;
}

/*
 * Is this method only ever called on an object? Class.method(other) would
 * make `self` something else, and so could whoever gets the function itself.
 */
static bool
is_only_called(struct judge *j, uint32_t function, uint32_t name,
    uint32_t class_scope)
{
	uint32_t required = count_required(j, function, 0), i, parent;
	const char *text = names_text(j->names, name);
	size_t n = names_length(j->names, name);

	/* _Class__name is another name for it. */
	if (n > 2 && text[0] == '_' && text[1] == '_' &&
	    !(text[n - 1] == '_' && text[n - 2] == '_'))
		return false;
	if (has_fetchers(j) && is_fetched_by_text(j, text))
		return false;
	for (i = own_first_of(j, name); i != 0; i = j->own_next[i]) {
		const struct node *node = &j->nodes[i];

		j->work++;
		parent = node->parent;
		if (node->role == ROLE_LOAD) {
			if (node->scope == class_scope)
				return false;
			continue;
		}
		if (j->nodes[parent].kind == NODE_KEYWORD_PATTERN)
			return false;
		if (j->nodes[parent].kind != NODE_ATTRIBUTE ||
		    i == parent + 1)
			continue;
		/* A method that is handed on, of one object. */
		if (vset_only(eval(j, parent + 1), VALUE_OBJECT) != NULL)
			continue;
		if (j->nodes[j->nodes[parent].parent].kind != NODE_CALL ||
		    parent != j->nodes[parent].parent + 1 ||
		    hands_too_much(j, j->nodes[parent].parent, function,
		    required))
			return false;
	}
	return true;
}

uint32_t
own_self(struct judge *j, uint32_t at)
{
	const struct def *d = judge_only_def(j, at);
	uint32_t function, body, class, decorator = 0, child, name = 0;

	if (d == NULL || d->kind != DEF_PARAMETER || d->index != 0 ||
	    d->expr != 0 || j->nodes[d->owner].kind != NODE_FUNCTION)
		return 0;
	function = d->owner;
	body = j->nodes[function].parent;
	if (j->nodes[body].kind == NODE_DECORATED) {
		TREE_CHILDREN(j->nodes, body, child)
			if (j->nodes[child].kind == NODE_DECORATOR) {
				if (decorator != 0 ||
				    j->nodes[child + 1].kind !=
				    NODE_IDENTIFIER)
					return 0;
				decorator = child + 1;
			}
		body = j->nodes[body].parent;
	}
	class = j->nodes[body].parent;
	if (j->nodes[body].kind != NODE_BLOCK ||
	    j->nodes[class].kind != NODE_CLASS ||
	    !is_plain_class(j, class, 0))
		return 0;
	if (decorator != 0) {
		const struct value *v = vset_only(eval(j, decorator),
		    VALUE_PATH);

		if (v == NULL || v->name != KNOWN(property))
			return 0;
	}
	TREE_CHILDREN(j->nodes, function, child)
		if (j->nodes[child].kind == NODE_IDENTIFIER) {
			name = j->nodes[child].name;
			break;
		}
	return name != 0 && name != KNOWN(dunder_new) &&
	    name != KNOWN(dunder_init_subclass) &&
	    name != KNOWN(dunder_class_getitem) && is_only_called(j, function,
	    name, j->nodes[function].scope) ? class : 0;
}

/* parser.parse_args(), and SimpleNamespace(...). */
static bool
is_namespace_call(struct judge *j, uint32_t call)
{
	uint32_t callee = call + 1;
	const struct value *v;

	if (j->nodes[call].kind != NODE_CALL)
		return false;
	if (vset_only(eval(j, callee), VALUE_PATH) != NULL)
		return site_called(j, call) == KNOWN(SimpleNamespace);
	if (j->nodes[callee].kind != NODE_ATTRIBUTE ||
	    j->nodes[tree_last(j->nodes, callee)].name != KNOWN(parse_args))
		return false;
	if (scopes_find(&j->scopes, 0, KNOWN(parse_args)) != 0)
		return false;
	v = vset_only(eval(j, callee + 1), VALUE_RESULT);
	return v != NULL && v->name == KNOWN(ArgumentParser);
}

/* What such a call gave, by its name or as it stands. */
static bool
is_namespace(struct judge *j, uint32_t at)
{
	uint32_t index, def;

	if (j->nodes[at].kind != NODE_IDENTIFIER)
		return is_namespace_call(j, at);
	index = judge_binding(j, at);
	def = index == 0 ? 0 : j->scopes.bindings[index].first;
	if (def == 0)
		return false;
	for (; def != 0; def = j->scopes.defs[def].next)
		if (j->scopes.defs[def].kind != DEF_VALUE ||
		    j->scopes.defs[def].steps != NULL ||
		    !is_namespace_call(j, j->scopes.defs[def].expr))
			return false;
	return true;
}

bool
own_class(struct judge *j, uint32_t class)
{
	return is_plain_class(j, class, 0);
}

/*
 * json.dumps(x, default=lambda o: o.__dict__): what is looked at goes into a
 * text, and nowhere else.
 */
static bool
is_for_json(struct judge *j, uint32_t at)
{
	uint32_t lambda = j->nodes[at].parent, called, index;

	do
		lambda = j->nodes[lambda].parent;
	while (j->nodes[lambda].kind == NODE_CONDITIONAL ||
	    j->nodes[lambda].kind == NODE_PARENTHESIZED);
	index = judge_binding(j, at);
	if (index == 0 || j->nodes[lambda].kind != NODE_LAMBDA ||
	    j->scopes.list[j->scopes.bindings[index].scope].node != lambda ||
	    j->nodes[j->nodes[lambda].parent].kind != NODE_KEYWORD_ARGUMENT ||
	    !judge_is_named(j, j->nodes[lambda].parent + 1, "default"))
		return false;
	called = site_called(j, j->nodes[j->nodes[j->nodes[lambda].parent]
	    .parent].parent);
	return called == KNOWN(json_dumps) || called == KNOWN(json_dump);
}

bool
own_are(struct judge *j, const struct vset *set, enum value_kind kind)
{
	size_t i;

	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind != kind || !is_plain_class(j,
		    set->v[i]->node, 0))
			return false;
	return set->n > 0 && !set->unknown;
}

/* An object of a class of one's own; what __new__ returns may be anything. */
static bool
is_own_object(struct judge *j, uint32_t at)
{
	return scopes_find(&j->scopes, 0, KNOWN(dunder_new)) == 0 && own_are(j,
	    eval(j, at), VALUE_OBJECT);
}

bool
own_is_plain(struct judge *j, uint32_t at)
{
	return (is_namespace(j, at) || own_self(j, at) != 0 ||
	    is_own_object(j, at) || is_for_json(j, at)) &&
	    attributes_are_plain(j);
}

/* print(vars(x)), f"{x.__dict__}", len(vars(x)): a text, names, a number. */
static bool
is_only_shown(struct judge *j, uint32_t at, uint32_t object)
{
	static const char shows[][8] = { "len", "list", "print", "repr",
	    "set", "sorted", "str" };
	uint32_t parent = j->nodes[at].parent;

	if (eval(j, object)->flags & VALUE_HAS_MODULE)
		return false;
	if (j->nodes[parent].kind == NODE_INTERPOLATION)
		return true;
	return j->nodes[parent].kind == NODE_ARGUMENTS && tree_first(j->nodes,
	    parent, NODE_KEYWORD_ARGUMENT) == 0 && IS_ONE_OF(names_text(
	    j->names, site_called(j, j->nodes[parent].parent)), shows);
}

/* globals(): is it asked for the names in it alone, or printed? */
static bool
is_asked_for_names(struct judge *j, uint32_t call)
{
	uint32_t at = call, parent = j->nodes[at].parent;

	if (j->nodes[parent].kind == NODE_ATTRIBUTE && judge_is_named(j,
	    tree_last(j->nodes, parent), "keys") && j->nodes[j->nodes[parent]
	    .parent].kind == NODE_CALL && at == parent + 1) {
		at = j->nodes[parent].parent;
		parent = j->nodes[at].parent;
	}
	switch (j->nodes[parent].kind) {
	case NODE_FOR:
	case NODE_FOR_IN_CLAUSE:
		return at != parent + 1;
	case NODE_COMPARISON:
		return at == tree_last(j->nodes, parent) &&
		    tree_count(j->nodes, parent) == 2 &&
		    (judge_operates(j, parent, "in") || judge_operates(j, parent,
		    "notin"));
	default:
		return is_only_shown(j, at, at);
	}
}

bool
own_vars(struct judge *j, uint32_t call)
{
	uint32_t list = tree_last(j->nodes, call), arg = list + 1;

	if (j->nodes[call].kind == NODE_CALL && arg == j->nodes[list].skip)
		return is_asked_for_names(j, call);
	return j->nodes[call].kind == NODE_CALL &&
	    j->nodes[list].kind == NODE_ARGUMENTS &&
	    arg < j->nodes[list].skip &&
	    j->nodes[arg].skip == j->nodes[list].skip &&
	    !tree_is_splat(j->nodes, arg) && (is_only_shown(j, call, arg) ||
	    own_is_plain(j, arg));
}

bool
own_dict(struct judge *j, uint32_t attribute)
{
	return is_only_shown(j, attribute, attribute + 1) ||
	    own_is_plain(j, attribute + 1);
}
