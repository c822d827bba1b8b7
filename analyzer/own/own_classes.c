/*
 * What honest code asks of classes: which are below an own one, which above
 * any object it is handed, and marks of its own between two underscores.
 */
#include "own.h"

#include <string.h>

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../values/eval.h"

const struct vset *
own_all_classes(struct judge *j)
{
	const struct vset *all = &vset_none;
	struct value *v;
	uint32_t i;

	for (i = 0; i < j->tree.n && own_may_look(j); i++) {
		if (j->nodes[i].kind != NODE_CLASS)
			continue;
		v = value_new(j->arena, VALUE_CLASS, i);
		v->node = i;
		all = vset_join(j->arena, all, vset_one(j->arena, v));
	}
	return all;
}

/* Classes of the submission's own, whatever it is; all below them are, too. */
static bool
are_own_classes(const struct vset *set)
{
	size_t i;

	for (i = 0; set != NULL && i < set->n; i++)
		if (set->v[i]->kind != VALUE_CLASS)
			return false;
	return set != NULL && set->n > 0 && !set->unknown;
}

/* `self` of an __init__ that runs when objects are made, and by super(). */
static uint32_t
class_being_made(struct judge *j, uint32_t at)
{
	const struct def *d = judge_only_def(j, at);
	uint32_t i, name, parent, class;

	if (d == NULL || d->kind != DEF_PARAMETER || d->index != 0 ||
	    j->nodes[d->owner].kind != NODE_FUNCTION ||
	    !judge_is_named(j, d->owner + 1, "__init__"))
		return 0;
	class = j->nodes[j->nodes[d->owner].parent].parent;
	if (j->nodes[class].kind != NODE_CLASS || !own_class(j, class))
		return 0;
	name = j->nodes[d->owner + 1].name;
	for (i = own_first_of(j, name); i != 0; i = j->own_next[i]) {
		parent = j->nodes[i].parent;
		if (j->nodes[parent].kind != NODE_FUNCTION &&
		    (j->nodes[parent].kind != NODE_ATTRIBUTE ||
		    j->nodes[parent + 1].kind != NODE_CALL ||
		    !judge_is_named(j, parent + 2, "super")))
			return 0;
	}
	return own_named_by_text(j, name) ? 0 : class;
}

uint32_t
own_class_of_made(struct judge *j, uint32_t at)
{
	uint32_t class = own_self(j, at);

	return class != 0 ? class : class_being_made(j, at);
}

/*
 * May a class answer __subclasses__ itself? Attributes of objects, `self` of
 * their methods, are no class's.
 */
static bool
is_answered_here(struct judge *j)
{
	static const char others[][16] = { "__setattr__", "__dict__", "vars",
	    "locals", "globals" };
	uint32_t i, list;

	if (scopes_find(&j->scopes, 0, KNOWN(dunder_subclasses)) != 0)
		return true;
	if (!own_reached_by_name(j, KNOWN(dunder_subclasses), REACH_WRITES))
		return false;
	if (OWN_MENTIONS(j, others))
		return true;
	for (i = own_first_of(j, KNOWN(setattr)); i != 0;
	    i = j->own_next[i]) {
		list = own_arguments_of(j, i);
		if (list == 0 || list + 1 >= j->nodes[list].skip ||
		    own_class_of_made(j, list + 1) == 0)
			return true;
	}
	return false;
}

bool
own_subclasses(struct judge *j, uint32_t attribute)
{
	uint32_t call = j->nodes[attribute].parent;
	uint32_t list = tree_last(j->nodes, call), at = attribute + 1;

	/* Who answers himself may name any class. */
	return j->nodes[call].kind == NODE_CALL && attribute == call + 1 &&
	    j->nodes[list].kind == NODE_ARGUMENTS &&
	    j->nodes[list].skip == list + 1 &&
	    !is_answered_here(j) &&
	    (own_class_of_self(j, at, true) != 0 ||
	    are_own_classes(own_bounds(j, at)) || own_walks(j, at));
}

static bool
is_shown_name(const struct judge *j, uint32_t object)
{
	uint32_t parent = j->nodes[object].parent, name;

	if (j->nodes[parent].kind != NODE_ATTRIBUTE || object != parent + 1)
		return false;
	name = j->nodes[tree_last(j->nodes, parent)].name;
	return name == KNOWN(dunder_name) || name == KNOWN(dunder_qualname);
}

/* `c.__name__ for c in at`: only its name, wherever c is read. */
static bool
only_names_are_read(const struct judge *j, uint32_t at)
{
	uint32_t clause = j->nodes[at].parent, body, i;

	if (at == clause + 1 || j->nodes[clause + 1].kind != NODE_IDENTIFIER)
		return false;
	body = j->nodes[clause].kind == NODE_FOR ? clause :
	    j->nodes[clause].parent;
	/* A loop's name lives on behind it. */
	if (j->nodes[clause].kind == NODE_FOR)
		body = 0;
	for (i = body; i < j->nodes[body].skip; i++)
		if (i != clause + 1 && j->nodes[i].kind == NODE_IDENTIFIER &&
		    j->nodes[i].name == j->nodes[clause + 1].name &&
		    j->nodes[i].role != ROLE_NAME && !is_shown_name(j, i))
			return false;
	return true;
}

/* The object whose class this is: x of type(x) and x.__class__; else itself. */
static uint32_t
behind_class(struct judge *j, uint32_t at)
{
	const struct value *v;

	for (;;) {
		while (j->nodes[at].kind == NODE_PARENTHESIZED)
			at++;
		if (j->nodes[at].kind == NODE_ATTRIBUTE && j->nodes[
		    tree_last(j->nodes, at)].name == KNOWN(dunder_class)) {
			at++;
			continue;
		}
		v = j->nodes[at].kind != NODE_CALL ? NULL :
		    vset_only(eval(j, at + 1), VALUE_PATH);
		if (v == NULL || v->name != KNOWN(type) || tree_count(
		    j->nodes, tree_last(j->nodes, at)) != 1)
			return at;
		at = tree_last(j->nodes, at) + 1;
	}
}

/* Nothing above it but own classes and builtin ones, and what describes. */
static bool
is_above_known(struct judge *j, uint32_t class, unsigned depth)
{
	static const char plain[][24] = { "abc.", "collections.", "enum.",
	    "typing." };
	uint32_t child, list = 0, base;
	const struct value *v;
	size_t i;

	TREE_CHILDREN(j->nodes, class, child)
		if (j->nodes[child].kind == NODE_ARGUMENTS)
			list = child;
	if (list == 0)
		return true;
	TREE_CHILDREN(j->nodes, list, base) {
		if (j->nodes[base].kind == NODE_KEYWORD_ARGUMENT ||
		    j->nodes[base].kind == NODE_COMMENT)
			continue;
		v = vset_only(eval(j, j->nodes[base].kind == NODE_SUBSCRIPT ?
		    base + 1 : base), VALUE_CLASS);
		if (v != NULL && depth < 8 && is_above_known(j, v->node,
		    depth + 1))
			continue;
		v = vset_only(eval(j, j->nodes[base].kind == NODE_SUBSCRIPT ?
		    base + 1 : base), VALUE_PATH);
		if (v == NULL)
			return false;
		for (i = 0; i < ARRAY_SIZE(plain) && strncmp(names_text(
		    j->names, v->name), plain[i], strlen(plain[i])) != 0; i++)
			;
		if (i == ARRAY_SIZE(plain) && !facts_is_builtin(j->facts,
		    v->name))
			return false;
	}
	return true;
}

/*
 * Is this an own object, its class, or something handed in of which nothing
 * is known? Then what is above it has a name of its own, `object` among them.
 */
static bool
may_be_own(struct judge *j, uint32_t at)
{
	const struct vset *set;
	size_t i;

	at = behind_class(j, at);
	if (j->nodes[at].kind != NODE_IDENTIFIER &&
	    j->nodes[at].kind != NODE_ATTRIBUTE &&
	    j->nodes[at].kind != NODE_SUBSCRIPT)
		return false;
	set = eval(j, at);
	for (i = 0; i < set->n; i++)
		switch (set->v[i]->kind) {
		case VALUE_CLASS:
		case VALUE_OBJECT:
			if (!is_above_known(j, set->v[i]->node, 0))
				return false;
			break;
		case VALUE_RESULT:	/* cls = super().__new__(...) */
			if (strcmp(names_text(j->names, set->v[i]->name),
			    "super.__new__") != 0)
				return false;
			break;
		default:
			return false;
		}
	return true;
}

/* at[1](...), at[0][1](...): makes an object of a class above. */
static bool
is_called(const struct judge *j, uint32_t at)
{
	uint32_t parent = j->nodes[at].parent;

	while (j->nodes[parent].kind == NODE_PARENTHESIZED ||
	    (j->nodes[parent].kind == NODE_SUBSCRIPT && at == parent + 1)) {
		at = parent;
		parent = j->nodes[at].parent;
	}
	return j->nodes[parent].kind == NODE_CALL && at == parent + 1;
}

bool
own_bases(struct judge *j, uint32_t attribute)
{
	uint32_t at = attribute, name, parent;

	name = j->nodes[tree_last(j->nodes, attribute)].name;
	if (j->nodes[attribute].role != ROLE_LOAD || (name != KNOWN(mro) &&
	    name != KNOWN(dunder_mro) && name != KNOWN(dunder_base) &&
	    name != KNOWN(dunder_bases)))
		return false;
	parent = j->nodes[at].parent;
	if (name == KNOWN(mro)) {
		if (j->nodes[parent].kind != NODE_CALL || at != parent + 1)
			return false;
		at = parent;
		parent = j->nodes[at].parent;
	}
	if (!is_called(j, at) && may_be_own(j, attribute + 1))
		return true;
	if (name == KNOWN(dunder_base))
		return is_shown_name(j, at);
	switch (j->nodes[parent].kind) {
	case NODE_SUBSCRIPT:
		return at == parent + 1 && is_shown_name(j, parent);
	case NODE_FOR:
	case NODE_FOR_IN_CLAUSE:
		return only_names_are_read(j, at);
	default:
		return false;
	}
}

/* "visit_" + x, f"on_{x}": as it is written, for eval() asks this, too. */
static bool
begins_as_public(struct judge *j, uint32_t at)
{
	const char *s;
	size_t n, i;

	for (at = judge_behind_name(j, at); j->nodes[at].kind ==
	    NODE_PARENTHESIZED || j->nodes[at].kind == NODE_BINARY ||
	    j->nodes[at].kind == NODE_CONCATENATED_STRING; at++)
		;
	if (j->nodes[at].kind != NODE_STRING)
		return false;
	s = judge_text(j, at, &n);
	for (i = 0; i < n && s[i] != '"' && s[i] != '\''; i++)
		;
	while (i < n && (s[i] == '"' || s[i] == '\''))
		i++;
	return i + 1 < n && strchr("{\\%", s[i]) == NULL && (s[i] != '_' ||
	    strchr("_{\\%\"'", s[i + 1]) == NULL);
}

/* setattr(C, name, f): a class gets a method whose name nobody knows. */
static bool
fills_class(struct judge *j, uint32_t setattr)
{
	uint32_t list = own_arguments_of(j, setattr), binding, def;

	if (list == 0 || tree_count(j->nodes, list) != 3 || tree_is_splat(
	    j->nodes, list + 1))
		return list == 0;
	if (j->nodes[list + 1].kind != NODE_IDENTIFIER ||
	    begins_as_public(j, j->nodes[list + 1].skip))
		return false;
	binding = judge_binding(j, list + 1);
	def = binding == 0 ? 0 : j->scopes.bindings[binding].first;
	for (; def != 0; def = j->scopes.defs[def].next)
		if (j->scopes.defs[def].kind == DEF_CLASS)
			return true;
	return judge_is_named(j, list + 1, "cls");
}

static bool
find_filled(struct judge *j)
{
	static const char maker[][16] = { "make_dataclass" };
	static const char given[][16] = { "namespace" };
	uint32_t i;

	if (OWN_MENTIONS(j, maker) && OWN_MENTIONS(j, given))
		return true;
	for (i = own_first_of(j, KNOWN(setattr)); i != 0; i = j->own_next[i])
		if (j->nodes[j->nodes[i].parent].kind == NODE_CALL &&
		    fills_class(j, i))
			return true;
	return false;
}

bool
own_answers(struct judge *j, const char *hook)
{
	uint32_t name = names_lookup(j->names, hook, strlen(hook));

	if (name != 0 && scopes_find(&j->scopes, 0, name) != 0)
		return true;
	if (j->own_filled == ANSWER_UNASKED)
		j->own_filled = find_filled(j) ? ANSWER_YES : ANSWER_NO;
	return j->own_filled == ANSWER_YES;
}

bool
own_mark(struct judge *j, const struct rules_row *row, uint32_t name)
{
	/* Whatever a table says of them: these are the interpreter's. */
	static const char inside[][24] = { "__annotate__", "__base__",
	    "__bases__", "__build_class__", "__builtins__", "__class__",
	    "__closure__", "__code__", "__defaults__", "__delattr__",
	    "__delete__", "__dict__", "__dir__", "__forward_code__",
	    "__forward_globals__", "__func__", "__get__", "__getattr__",
	    "__getattribute__", "__getstate__", "__globals__", "__import__",
	    "__kwdefaults__", "__loader__", "__main__", "__mro__",
	    "__objclass__", "__orig_bases__", "__path__", "__pyx_capi__",
	    "__reduce__", "__reduce_ex__", "__self__", "__self_class__",
	    "__set__", "__setattr__", "__setstate__", "__signature__",
	    "__spec__", "__subclasses__", "__thisclass__",
	    "__type_params__", "__wrapped__" };

	return row != NULL && row->is_glob && scopes_find(&j->scopes, 0,
	    name) != 0 && !IS_ONE_OF(names_text(j->names, name), inside);
}
