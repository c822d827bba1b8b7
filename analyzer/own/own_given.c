/*
 * Names of attributes that come from where honest code takes them: an option
 * of argparse that has choices, the name that Python hands to __getattr__.
 */
#include "own.h"

#include <string.h>

#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../values/eval.h"

/* "--agg-by": the attribute that argparse makes of it. */
static bool
is_option_for(const struct value *v, const char *attribute)
{
	const char *s = v->text.bytes;
	size_t n = v->text.n, i;

	while (n > 0 && *s == '-') {
		s++;
		n--;
	}
	if (strlen(attribute) != n)
		return false;
	for (i = 0; i < n; i++)
		if (attribute[i] != (s[i] == '-' ? '_' : s[i]))
			return false;
	return n > 0;
}

struct option {
	bool		 meant;		/* it, or some other option */
	bool		 several;	/* a list of them */
	uint32_t	 choices, preset;
};

/* nargs="?": one, or none. */
static bool
is_optional(struct judge *j, uint32_t nargs)
{
	const struct value *v = vset_only(eval(j, nargs), VALUE_STR);

	return v != NULL && v->text.n == 1 && v->text.bytes[0] == '?';
}

/* False: this may be anything. */
static bool
read_option(struct judge *j, uint32_t call, const char *attribute,
    struct option *o)
{
	uint32_t list = tree_last(j->nodes, call), child;

	*o = (struct option){ 0 };
	if (j->nodes[list].kind != NODE_ARGUMENTS)
		return false;
	TREE_CHILDREN(j->nodes, list, child) {
		bool keyword = j->nodes[child].kind == NODE_KEYWORD_ARGUMENT;
		uint32_t value = tree_last(j->nodes, child);
		const struct value *v;

		if (j->nodes[child].kind == NODE_COMMENT)
			continue;
		if (tree_is_splat(j->nodes, child) ||
		    j->nodes[child].kind == NODE_DICTIONARY_SPLAT)
			return false;
		if (keyword && judge_is_named(j, child + 1, "choices"))
			o->choices = value;
		else if (keyword && judge_is_named(j, child + 1, "default"))
			o->preset = value;
		else if (keyword && judge_is_named(j, child + 1, "nargs"))
			o->several = !is_optional(j, value);
		else if (!keyword || judge_is_named(j, child + 1, "dest")) {
			v = vset_only(eval(j, keyword ? value : child),
			    VALUE_STR);
			if (v == NULL)
				return false;
			o->meant |= is_option_for(v, attribute);
		}
	}
	if (!o->meant)
		return true;
	TREE_CHILDREN(j->nodes, list, child)
		if (j->nodes[child].kind == NODE_KEYWORD_ARGUMENT &&
		    !judge_is_named(j, child + 1, "choices") &&
		    !judge_is_named(j, child + 1, "default") &&
		    !judge_is_named(j, child + 1, "dest") &&
		    !judge_is_named(j, child + 1, "help") &&
		    !judge_is_named(j, child + 1, "metavar") &&
		    !judge_is_named(j, child + 1, "nargs") &&
		    !judge_is_named(j, child + 1, "required"))
			return false;
	return o->choices != 0;
}

bool
own_is_only_done(struct judge *j, const char *name)
{
	uint32_t i, parent, call;

	for (i = own_first_named(j, name); i != 0; i = j->own_next[i]) {
		parent = j->nodes[i].parent;
		call = j->nodes[parent].parent;
		if (j->nodes[parent].kind != NODE_ATTRIBUTE ||
		    i == parent + 1 || j->nodes[call].kind != NODE_CALL ||
		    parent != call + 1 ||
		    j->nodes[j->nodes[call].parent].kind !=
		    NODE_EXPRESSION_STATEMENT)
			return false;
	}
	return true;
}

/* The attribute that an option's call alone names, as one would; else 0. */
uint32_t
own_option_for(struct judge *j, uint32_t keyword)
{
	uint32_t list = j->nodes[keyword].parent, child, found = 0;
	uint32_t callee = j->nodes[list].parent + 1;
	char name[64];
	const char *s;
	size_t n, i;

	if (!judge_is_named(j, keyword + 1, "default") ||
	    j->nodes[list].kind != NODE_ARGUMENTS ||
	    j->nodes[callee].kind != NODE_ATTRIBUTE ||
	    !judge_is_named(j, tree_last(j->nodes, callee), "add_argument"))
		return 0;
	TREE_CHILDREN(j->nodes, list, child) {
		if (j->nodes[child].kind == NODE_KEYWORD_ARGUMENT &&
		    !judge_is_named(j, child + 1, "dest"))
			continue;
		if (found != 0 || j->nodes[child].kind != NODE_STRING ||
		    tree_first(j->nodes, child, NODE_INTERPOLATION) != 0)
			return 0;
		found = child;
	}
	if (found == 0 || vset_only(eval(j, found), VALUE_STR) == NULL)
		return 0;
	s = eval(j, found)->v[0]->text.bytes;
	n = eval(j, found)->v[0]->text.n;
	for (; n > 0 && *s == '-'; s++)
		n--;
	if (n == 0 || n >= sizeof(name))
		return 0;
	for (i = 0; i < n; i++)
		name[i] = s[i] == '-' ? '_' : s[i];
	return names_intern(j->names, name, n);
}

bool
own_lists_choices(struct judge *j, uint32_t keyword)
{
	uint32_t callee = j->nodes[j->nodes[keyword].parent].parent + 1, i;

	if (!judge_is_named(j, keyword + 1, "choices") ||
	    j->nodes[callee].kind != NODE_ATTRIBUTE ||
	    !judge_is_named(j, tree_last(j->nodes, callee), "add_argument"))
		return false;
	for (i = own_first_named(j, "choices"); i != 0; i = j->own_next[i])
		if (j->nodes[j->nodes[i].parent].kind == NODE_ATTRIBUTE)
			return false;
	return own_is_only_done(j, "add_argument");
}

bool
own_hands_one(const struct judge *j, uint32_t call)
{
	uint32_t list = tree_last(j->nodes, call);

	return j->nodes[call].kind == NODE_CALL &&
	    (tree_count(j->nodes, list) == 0 || (tree_count(j->nodes, list) ==
	    1 && !tree_is_splat(j->nodes, list + 1) &&
	    j->nodes[list + 1].kind != NODE_DICTIONARY_SPLAT));
}

/* Nothing reaches a parser's options but add_argument. */
static bool
options_are_as_added(struct judge *j)
{
	static const char none[][32] = { "Namespace", "SimpleNamespace",
	    "_action_groups", "_actions", "_add_action", "_check_value",
	    "_defaults", "_get_value", "_get_values",
	    "_mutually_exclusive_groups", "_option_string_actions",
	    "_optionals", "_positionals", "_registries", "_subparsers",
	    "add_subparsers", "argument_default", "namespace", "register",
	    "set_defaults" };
	uint32_t i;

	if (OWN_MENTIONS(j, none))
		return false;
	for (i = own_first_named(j, "choices"); i != 0; i = j->own_next[i])
		if (j->nodes[j->nodes[i].parent].kind == NODE_ATTRIBUTE)
			return false;
	/* parse_args(words, namespace) gives back what it was given. */
	for (i = own_first_named(j, "parse_args"); i != 0; i = j->own_next[i])
		if (!own_hands_one(j, j->nodes[j->nodes[i].parent].parent))
			return false;
	return own_is_only_done(j, "add_argument") && !own_reached_by_name(j,
	    names_intern(j->names, "add_argument", 12), REACH_READS);
}

/* Nobody puts anything into a list that an attribute of this name holds. */
static bool
is_only_looked_at(struct judge *j, uint32_t name)
{
	uint32_t i, parent;

	for (i = own_first_of(j, name); i != 0; i = j->own_next[i]) {
		parent = j->nodes[i].parent;
		if (j->nodes[parent].kind == NODE_ATTRIBUTE &&
		    i != parent + 1 && !eval_only_looks(j, parent))
			return false;
	}
	return true;
}

/* A list of some of these. */
static const struct vset *
list_of(struct judge *j, const struct vset *texts, uint32_t place)
{
	struct value *v = value_new(j->arena, VALUE_LIST, place);

	v->items.list = arena_alloc(j->arena, sizeof(*v->items.list));
	v->items.list[0] = texts;
	v->items.n = 1;
	v->flags = VALUE_UNORDERED;
	value_settle(j->arena, v);
	return vset_one(j->arena, v);
}

static const struct vset *
texts_of(struct judge *j, uint32_t node, bool elements, bool *ret_fixed)
{
	const struct vset *set = own_bounds(j, node);

	return own_texts(j, set != NULL ? set : eval(j, node), elements,
	    ret_fixed);
}

const struct vset *
own_choice(struct judge *j, uint32_t at)
{
	uint32_t last = tree_last(j->nodes, at), i;
	const struct vset *all = &vset_none, *set;
	struct option o;
	bool fixed = true, several = false, list;
	const char *name;

	if (j->nodes[at].kind != NODE_ATTRIBUTE ||
	    j->nodes[at].role != ROLE_LOAD || !own_namespace(j, at + 1))
		return NULL;
	name = names_text(j->names, j->nodes[last].name);
	if (scopes_find(&j->scopes, 0, j->nodes[last].name) != 0 ||
	    !own_may_look(j) || !options_are_as_added(j) ||
	    own_reached_by_name(j, j->nodes[last].name,
	    REACH_CHANGES))
		return NULL;
	for (i = own_first_named(j, "add_argument"); i != 0;
	    i = j->own_next[i]) {
		uint32_t call = j->nodes[j->nodes[i].parent].parent;

		if (!read_option(j, call, name, &o))
			return NULL;
		if (!o.meant)
			continue;
		set = texts_of(j, o.choices, true, &fixed);
		if (set == NULL)
			return NULL;
		all = vset_join(j->arena, all, o.several ? list_of(j, set,
		    o.choices) : set);
		several |= o.several;
		/* What is preset need not be one of the choices. */
		if (o.preset == 0 || j->nodes[o.preset].kind == NODE_NONE)
			continue;
		list = o.several && vset_only(eval(j, o.preset), VALUE_STR) ==
		    NULL;
		set = texts_of(j, o.preset, list, &fixed);
		if (set == NULL)
			return NULL;
		all = vset_join(j->arena, all, list ? list_of(j, set,
		    o.preset) : set);
	}
	return all->n == 0 || all->unknown || (several &&
	    !is_only_looked_at(j, j->nodes[last].name)) ? NULL : all;
}

/* hasattr(x, "name"), everywhere, of names that anybody may read. */
static bool
only_plain_is_asked(struct judge *j)
{
	uint32_t i, list, call;
	const struct rules_row *row;
	const struct value *v;

	for (i = own_first_of(j, KNOWN(hasattr)); i != 0; i = j->own_next[i]) {
		call = j->nodes[i].parent;
		list = tree_last(j->nodes, call);
		if (j->nodes[call].kind != NODE_CALL || i != call + 1 ||
		    j->nodes[list].kind != NODE_ARGUMENTS ||
		    tree_count(j->nodes, list) != 2)
			return false;
		v = vset_only(eval(j, tree_last(j->nodes, list)), VALUE_STR);
		row = v == NULL ? NULL : facts_attr(j->facts, names_intern(
		    j->names, v->text.bytes, v->text.n));
		if (row == NULL || row->verb != RULES_ALLOW)
			return false;
	}
	return true;
}

/* Returned, called, or asked whether it is a function. */
static bool
is_passed_on(struct judge *j, uint32_t at)
{
	static const char asks[][24] = { "callable", "isinstance",
	    "functools.wraps" };
	uint32_t parent = j->nodes[at].parent, call;
	const struct value *v;

	if (j->nodes[parent].kind == NODE_RETURN ||
	    (j->nodes[parent].kind == NODE_CALL && at == parent + 1))
		return true;
	call = j->nodes[parent].parent;
	if (j->nodes[parent].kind != NODE_ARGUMENTS || at != parent + 1 ||
	    j->nodes[call].kind != NODE_CALL)
		return false;
	v = vset_only(eval(j, call + 1), VALUE_PATH);
	return v != NULL && IS_ONE_OF(names_text(j->names, v->name), asks);
}

/*
 * The answer is returned at once; or called, also by a name that is good for
 * nothing else. Then hasattr(x, name) calls the method too, and lets go of
 * what is returned: those names must be harmless as well.
 */
static bool
is_let_go(struct judge *j, uint32_t call)
{
	uint32_t parent = j->nodes[call].parent, binding, i;

	if (j->nodes[parent].kind == NODE_RETURN)
		return true;
	if (j->nodes[parent].kind != NODE_ASSIGNMENT)
		return is_passed_on(j, call) && only_plain_is_asked(j);
	binding = judge_binding(j, parent + 1);
	if (binding == 0 || j->scopes.list[j->scopes.bindings[binding].scope]
	    .kind != SCOPE_FUNCTION)
		return false;
	for (i = own_first_of(j, j->nodes[parent + 1].name); i != 0;
	    i = j->own_next[i])
		if (j->nodes[i].role == ROLE_LOAD && judge_binding(j, i) ==
		    binding && !is_passed_on(j, i))
			return false;
	return only_plain_is_asked(j);
}

/* The method itself, or object's or super()'s of that name. */
static bool
is_own_or_above(struct judge *j, uint32_t mention)
{
	uint32_t parent = j->nodes[mention].parent;
	const struct vset *set;

	if (j->nodes[parent].kind == NODE_FUNCTION)
		return true;
	if (j->nodes[parent].kind != NODE_ATTRIBUTE || mention == parent + 1)
		return false;
	set = eval(j, parent + 1);
	return set->n == 1 && !set->unknown &&
	    ((set->v[0]->kind == VALUE_PATH && set->v[0]->name ==
	    KNOWN(object)) || (set->v[0]->kind == VALUE_RESULT &&
	    set->v[0]->name == KNOWN(super_name)));
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
	if (d == NULL || !own_may_look(j) || !is_let_go(j, call))
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
		if (!is_own_or_above(j, i))
			return false;
	for (i = own_first_of(j, j->nodes[name].name); i != 0;
	    i = j->own_next[i])
		if (i != d->node && j->nodes[i].role != ROLE_LOAD &&
		    j->nodes[i].role != ROLE_NAME &&
		    judge_binding(j, i) == index)
			return false;
	return true;
}
