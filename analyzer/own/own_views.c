/*
 * vars(x) and x.__dict__: a view of all attributes. What is only shown does no
 * harm whatever x is: of it comes text. Neither does what is taken out of it
 * when each value is an object of the submission's own, nor the view of one of
 * its classes, which nobody can write to.
 */
#include "own.h"

#include <string.h>

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../values/eval.h"

static bool is_own_class(struct judge *, uint32_t at);

/* The path that this call is of; NULL: it is none, or one of several. */
static const struct value *
called(struct judge *j, uint32_t call)
{
	return j->nodes[call].kind != NODE_CALL ? NULL :
	    vset_only(eval(j, call + 1), VALUE_PATH);
}

/* They make a text of it, and of what is in it. */
static bool
shows(const char *name)
{
	static const char all[][16] = { "ascii", "bool", "json.dump",
	    "json.dumps", "len", "pprint.pformat", "pprint.pp",
	    "pprint.pprint", "print", "repr", "str" };

	return IS_ONE_OF(name, all);
}

/*
 * What these classes do to each thing they find can be replaced, by a class of
 * one's own or in place.
 */
static bool
is_changed(struct judge *j, const char *name)
{
	uint32_t i, list;

	if (strchr(name, '.') == NULL)
		return false;
	if (own_first_named(j, "JSONEncoder") != 0 || own_first_named(j,
	    "PrettyPrinter") != 0)
		return true;
	for (i = own_first_of(j, KNOWN(getattr)); i != 0; i =
	    j->own_next[i]) {
		list = own_arguments_of(j, i);
		if (list == 0 || list + 1 == j->nodes[list].skip ||
		    eval(j, list + 1)->flags & VALUE_HAS_MODULE)
			return true;
	}
	return false;
}

/* They take the names out of it, and leave the values. */
static bool
takes_names(const char *name)
{
	static const char all[][16] = { "enumerate", "frozenset", "iter",
	    "list", "max", "min", "set", "sorted", "tuple" };

	return IS_ONE_OF(name, all);
}

/* json.dumps(x, default=f) calls f with what it finds; print's file a method. */
static bool
hands_nothing_on(const struct judge *j, uint32_t list)
{
	static const char plain[][16] = { "indent", "sort_keys", "end", "sep",
	    "ensure_ascii", "width", "depth", "reverse", "flush",
	    "separators", "compact" };
	uint32_t child;

	TREE_CHILDREN(j->nodes, list, child)
		if (j->nodes[child].kind == NODE_DICTIONARY_SPLAT ||
		    (j->nodes[child].kind == NODE_KEYWORD_ARGUMENT &&
		    !IS_ONE_OF(names_text(j->names, j->nodes[child + 1].name),
		    plain)))
			return false;
	return true;
}

/* Is `at`, and with it what it holds, made a text of, or only its names? */
bool
own_view_is_shown(struct judge *j, uint32_t at)
{
	const struct node *nodes = j->nodes;
	const struct value *v;
	bool itself = true;	/* not something that holds it */
	uint32_t parent, up;
	const char *name;

	for (;; at = parent) {
		parent = nodes[at].parent;
		switch (nodes[parent].kind) {
		case NODE_INTERPOLATION:
		case NODE_EXPRESSION_STATEMENT:
		case NODE_IF:
		case NODE_ASSERT:
			return true;
		case NODE_ARGUMENTS:
			v = called(j, nodes[parent].parent);
			if (v == NULL || !hands_nothing_on(j, parent))
				return false;
			name = names_text(j->names, v->name);
			return (shows(name) && !is_changed(j, name)) ||
			    (itself && takes_names(name));
		case NODE_ATTRIBUTE:
			up = nodes[parent].parent;
			return itself && at == parent + 1 && judge_is_named(j,
			    tree_last(nodes, parent), "keys") &&
			    nodes[up].kind == NODE_CALL && parent == up + 1;
		case NODE_FOR:
		case NODE_FOR_IN_CLAUSE:
			return itself && at != parent + 1;
		case NODE_COMPARISON:	/* "name" in vars(x) */
			if (!itself || tree_count(nodes, parent) != 2 ||
			    at != tree_last(nodes, parent))
				return false;
			for (up = nodes[parent + 1].end;
			    j->source.bytes[up] == ' '; up++)
				;
			return memcmp(j->source.bytes + up, "in ", 3) == 0 ||
			    memcmp(j->source.bytes + up, "not ", 4) == 0;
		case NODE_LIST:
		case NODE_TUPLE:
		case NODE_LIST_COMPREHENSION:
		case NODE_GENERATOR:
		case NODE_DICTIONARY:
		case NODE_PAIR:
			itself = false;
			continue;
		case NODE_DICTIONARY_SPLAT:	/* {**vars(x), "a": 1} */
			if (nodes[nodes[parent].parent].kind !=
			    NODE_DICTIONARY)
				return false;
			continue;
		case NODE_PARENTHESIZED:
		case NODE_CONDITIONAL:
			continue;
		default:
			return false;
		}
	}
}

/* A class that only decorators of a library's have seen: dataclass. */
static bool
is_bare_class(struct judge *j, uint32_t class)
{
	uint32_t decorated = j->nodes[class].parent, child;
	const struct value *v;

	if (j->nodes[decorated].kind != NODE_DECORATED)
		return true;
	TREE_CHILDREN(j->nodes, decorated, child) {
		if (j->nodes[child].kind != NODE_DECORATOR)
			continue;
		v = vset_only(eval(j, child + 1 + (j->nodes[child + 1].kind ==
		    NODE_CALL)), VALUE_PATH);
		if (v == NULL || strchr(names_text(j->names, v->name), '.') ==
		    NULL)
			return false;
	}
	return true;
}

/*
 * Is every object of this class one that the submission made? None that says
 * of itself what is one of it.
 */
static bool
is_exact_class(struct judge *j, uint32_t class, unsigned depth)
{
	uint32_t child, base;
	const struct value *v;

	if (depth > 8 || !is_bare_class(j, class))
		return false;
	TREE_CHILDREN(j->nodes, class, child) {
		if (j->nodes[child].kind != NODE_ARGUMENTS)
			continue;
		TREE_CHILDREN(j->nodes, child, base) {
			if (j->nodes[base].kind == NODE_COMMENT)
				continue;
			v = eval(j, base)->n == 1 && !eval(j, base)->unknown ?
			    eval(j, base)->v[0] : NULL;
			if (v == NULL || (v->kind == VALUE_CLASS ?
			    !is_exact_class(j, v->node, depth + 1) :
			    v->kind != VALUE_PATH ||
			    v->name != KNOWN(object)))
				return false;
		}
	}
	return own_first_named(j, "__instancecheck__") == 0;
}

/* self.__class__, type(self): of such a class, and so are those below it. */
static bool
is_class_of_self(struct judge *j, uint32_t node)
{
	static const char other[][16] = { "ABC", "ABCMeta", "Protocol" };
	const struct value *v = called(j, node);
	uint32_t object = 0, class;

	if (j->nodes[node].kind == NODE_ATTRIBUTE && j->nodes[tree_last(
	    j->nodes, node)].name == KNOWN(dunder_class))
		object = node + 1;
	else if (v != NULL && v->name == KNOWN(type) && tree_count(j->nodes,
	    tree_last(j->nodes, node)) == 1)
		object = tree_last(j->nodes, node) + 1;
	class = object == 0 ? 0 : own_self(j, object);
	return class != 0 && is_exact_class(j, class, 0) && !OWN_MENTIONS(j,
	    other);
}

/* isinstance(name, C), the first thing that a condition asks. */
static bool
asks_for_own(struct judge *j, uint32_t condition, uint32_t binding)
{
	const struct value *v;
	uint32_t list;

	while (j->nodes[condition].kind == NODE_PARENTHESIZED ||
	    (j->nodes[condition].kind == NODE_BOOLEAN && memcmp(
	    j->source.bytes + j->nodes[condition + 1].end, " and ", 5) == 0))
		condition++;
	v = called(j, condition);
	if (v == NULL || v->name != KNOWN(isinstance))
		return false;
	list = tree_last(j->nodes, condition);
	if (j->nodes[list].kind != NODE_ARGUMENTS || tree_count(j->nodes,
	    list) != 2 || judge_binding(j, list + 1) != binding)
		return false;
	list = tree_last(j->nodes, list);
	v = vset_only(eval(j, list), VALUE_CLASS);
	return v != NULL ? is_exact_class(j, v->node, 0) :
	    is_class_of_self(j, list);
}

/* if not isinstance(other, C): return NotImplemented */
static bool
turns_others_away(struct judge *j, uint32_t statement, uint32_t binding)
{
	uint32_t body, last;

	if (j->nodes[statement].kind != NODE_IF ||
	    j->nodes[statement + 1].kind != NODE_NOT ||
	    !asks_for_own(j, statement + 2, binding) ||
	    j->nodes[statement + 2].kind != NODE_CALL)
		return false;
	body = tree_last(j->nodes, statement);
	last = j->nodes[body].kind == NODE_BLOCK ? tree_last(j->nodes, body) :
	    0;
	return last != 0 && (j->nodes[last].kind == NODE_RETURN ||
	    j->nodes[last].kind == NODE_RAISE);
}

bool
own_guarded_object(struct judge *j, uint32_t at)
{
	const struct def *d = judge_only_def(j, at);
	uint32_t binding = judge_binding(j, at), parent, child;

	if (d == NULL || d->kind != DEF_PARAMETER ||
	    j->nodes[d->owner].kind != NODE_FUNCTION ||
	    j->scopes.bindings[binding].flags & BINDING_DELETED)
		return false;
	for (; at != d->owner && at != 0; at = parent) {
		parent = j->nodes[at].parent;
		switch (j->nodes[parent].kind) {
		case NODE_BOOLEAN:
			if (at != parent + 1 && memcmp(j->source.bytes +
			    j->nodes[parent + 1].end, " and ", 5) == 0 &&
			    asks_for_own(j, parent + 1, binding))
				return true;
			break;
		case NODE_IF:
			if (at != parent + 1 && at == j->nodes[parent +
			    1].skip && asks_for_own(j, parent + 1, binding))
				return true;
			break;
		case NODE_BLOCK:
			TREE_CHILDREN(j->nodes, parent, child) {
				if (child == at)
					break;
				if (turns_others_away(j, child, binding))
					return true;
			}
			break;
		case NODE_LAMBDA:
		case NODE_CLASS:
			return false;
		}
	}
	return false;
}

/* new = object.__new__(type(self)), cls.__new__(cls): of one's own class. */
bool
own_bare_object(struct judge *j, uint32_t at)
{
	const struct def *d = judge_only_def(j, at);
	uint32_t callee, list;

	if (d == NULL || d->kind != DEF_VALUE || d->steps != NULL ||
	    j->nodes[d->expr].kind != NODE_CALL ||
	    scopes_find(&j->scopes, 0, KNOWN(dunder_new)) != 0)
		return false;
	callee = d->expr + 1;
	list = tree_last(j->nodes, d->expr);
	if (j->nodes[callee].kind != NODE_ATTRIBUTE ||
	    j->nodes[tree_last(j->nodes, callee)].name != KNOWN(dunder_new) ||
	    j->nodes[list].kind != NODE_ARGUMENTS ||
	    tree_count(j->nodes, list) != 1)
		return false;
	return is_class_of_self(j, list + 1) || is_own_class(j, list + 1);
}

/*
 * {k: v for k, v in vars(x).items() if isinstance(v, C)}: of what x may hold,
 * only own objects are seen.
 */
static bool
is_filtered(struct judge *j, uint32_t view)
{
	uint32_t method = j->nodes[view].parent, call, clause, all, i, target;
	uint32_t binding, condition;
	bool items;

	call = j->nodes[method].parent;
	clause = j->nodes[call].parent;
	if (j->nodes[method].kind != NODE_ATTRIBUTE || view != method + 1 ||
	    j->nodes[call].kind != NODE_CALL || method != call + 1 ||
	    j->nodes[clause].kind != NODE_FOR_IN_CLAUSE || call == clause + 1)
		return false;
	items = judge_is_named(j, tree_last(j->nodes, method), "items");
	if (!items && !judge_is_named(j, tree_last(j->nodes, method),
	    "values"))
		return false;
	target = clause + 1;
	if (items) {
		if ((j->nodes[target].kind != NODE_PATTERN_LIST &&
		    j->nodes[target].kind != NODE_TUPLE) || tree_count(
		    j->nodes, target) != 2)
			return false;
		target = tree_last(j->nodes, target);
	}
	binding = judge_binding(j, target);
	condition = j->nodes[clause].skip;
	all = j->nodes[clause].parent;
	if (binding == 0 || scopes_only_def(&j->scopes, binding) == NULL ||
	    condition >= j->nodes[all].skip ||
	    j->nodes[condition].kind != NODE_IF_CLAUSE)
		return false;
	/* The name stands for nothing else within: no lambda keeps it. */
	for (i = all; i < j->nodes[all].skip; i++)
		if (j->nodes[i].kind == NODE_LAMBDA ||
		    j->nodes[i].kind == NODE_NAMED_EXPRESSION)
			return false;
	return asks_for_own(j, condition + 1, binding);
}

/* cls of a class method, of __init_subclass__; an own class by its name. */
static bool
is_own_class(struct judge *j, uint32_t at)
{
	const struct value *v = vset_only(eval(j, at), VALUE_CLASS);
	const struct def *d;
	uint32_t i, class;

	if (v != NULL)
		return own_class(j, v->node);
	if (own_class_of_self(j, at, true) != 0)
		return true;
	d = judge_only_def(j, at);
	if (d == NULL || d->kind != DEF_PARAMETER || d->index != 0 ||
	    j->nodes[d->owner].kind != NODE_FUNCTION ||
	    j->nodes[tree_first(j->nodes, d->owner, NODE_IDENTIFIER)].name !=
	    KNOWN(dunder_init_subclass))
		return false;
	class = j->nodes[j->nodes[d->owner].parent].parent;
	if (j->nodes[class].kind != NODE_CLASS || !own_class(j, class))
		return false;
	/* Called by Python, and by super() only. */
	for (i = own_first_of(j, KNOWN(dunder_init_subclass)); i != 0;
	    i = j->own_next[i]) {
		uint32_t parent = j->nodes[i].parent;
		const struct value *of;

		if (j->nodes[parent].kind != NODE_ATTRIBUTE)
			continue;
		of = vset_only(eval(j, parent + 1), VALUE_RESULT);
		if (of == NULL || of->name != KNOWN(super_name))
			return false;
	}
	return !own_reached_by_name(j, KNOWN(dunder_init_subclass),
	    REACH_READS);
}

/* Is the dict that stands here only read, or made smaller? */
static bool
is_taken_from(struct judge *j, uint32_t at)
{
	static const char methods[][8] = { "copy", "get", "items", "keys",
	    "pop", "values" };
	uint32_t parent = j->nodes[at].parent;

	switch (j->nodes[parent].kind) {
	case NODE_ATTRIBUTE:
		return at == parent + 1 && j->nodes[j->nodes[parent].parent]
		    .kind == NODE_CALL && parent == j->nodes[parent].parent +
		    1 && IS_ONE_OF(names_text(j->names, j->nodes[tree_last(
		    j->nodes, parent)].name), methods);
	case NODE_SUBSCRIPT:
		return at == parent + 1 && j->nodes[parent].role !=
		    ROLE_STORE;
	case NODE_DICTIONARY_SPLAT:
		return true;
	default:
		return eval_only_looks(j, at) || own_view_is_shown(j, at);
	}
}

/* ns = vars(args); ns.pop("x") */
static bool
name_is_taken_from(struct judge *j, uint32_t target)
{
	uint32_t binding = judge_binding(j, target), i;

	if (binding == 0 || judge_only_def(j, target) == NULL ||
	    j->scopes.list[j->scopes.bindings[binding].scope].kind ==
	    SCOPE_CLASS)
		return false;
	for (i = own_first_of(j, j->nodes[target].name); i != 0;
	    i = j->own_next[i])
		if (j->nodes[i].role == ROLE_LOAD && judge_binding(j, i) ==
		    binding && !is_taken_from(j, i))
			return false;
	return true;
}

bool
own_views_are_taken_from(struct judge *j)
{
	uint32_t names[] = { KNOWN(vars), KNOWN(dunder_dict) }, i, view, up;
	size_t k;

	for (k = 0; k < ARRAY_SIZE(names); k++)
		for (i = own_first_of(j, names[k]); i != 0;
		    i = j->own_next[i]) {
			view = j->nodes[i].parent;
			up = j->nodes[view].parent;
			/* vars by another name, vars() of the names here */
			if (k == 0 ? j->nodes[view].kind != NODE_CALL ||
			    i != view + 1 || tree_count(j->nodes, tree_last(
			    j->nodes, view)) != 1 :
			    j->nodes[view].kind != NODE_ATTRIBUTE ||
			    i == view + 1 || j->nodes[view].role != ROLE_LOAD)
				return false;
			if (!is_taken_from(j, view) && (j->nodes[up].kind !=
			    NODE_ASSIGNMENT || j->nodes[up + 1].kind !=
			    NODE_IDENTIFIER || view != tree_last(j->nodes,
			    up) || !name_is_taken_from(j, up + 1)))
				return false;
		}
	return true;
}

bool
own_view(struct judge *j, uint32_t view, uint32_t object)
{
	const struct vset *set = eval(j, object);
	size_t i;

	if (!own_may_look(j))
		return false;
	if (is_filtered(j, view))
		return true;
	if (set->flags & (VALUE_HAS_MODULE | VALUE_HAS_SENSITIVE))
		return false;
	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind == VALUE_PATH || (set->v[i]->kind ==
		    VALUE_RESULT && set->v[i]->name != KNOWN(
		    logging_make_record)))
			return false;
	return own_view_is_shown(j, view) || is_own_class(j, object);
}

bool
own_view_of_class(struct judge *j, uint32_t name)
{
	uint32_t view = j->nodes[name].parent, object = view + 1;
	const struct vset *set;
	size_t i;

	if (j->nodes[name].name == KNOWN(locals) || j->nodes[name].name ==
	    KNOWN(globals) || own_is_shown(j, view) ||
	    own_view_is_shown(j, view))
		return false;
	if (j->nodes[name].name == KNOWN(vars)) {
		object = own_arguments_of(j, name);
		if (object == 0 || tree_count(j->nodes, object) != 1)
			return true;
		object++;
	} else if (j->nodes[view].kind != NODE_ATTRIBUTE || name == object)
		return true;
	set = eval(j, object);
	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind != VALUE_OBJECT)
			break;
	return !((i > 0 && i == set->n && !set->unknown) ||
	    own_namespace(j, object) || own_self(j, object) != 0 ||
	    own_described(j, object) || own_guarded_object(j, object) ||
	    own_bare_object(j, object) || is_filtered(j, view));
}
