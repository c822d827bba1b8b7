/*
 * What an attribute of the submission's own records may be: the join of all
 * that its class says, all that calls of the class hand over, and all that is
 * stored in an attribute of that name, of whatever object. Whatever else could
 * write it is looked for in the whole source; if it is found, nothing is said.
 */
#include "own_records.h"

#include <string.h>

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../values/eval.h"
#include "own.h"

#define FAMILY_MAX	12

/* The classes that an object may be of; closed: also those made elsewhere. */
struct family {
	uint32_t	list[FAMILY_MAX];
	size_t		n;
	bool		closed;
};

static bool
add_class(struct judge *j, struct family *f, uint32_t class)
{
	size_t i;

	for (i = 0; i < f->n; i++)
		if (f->list[i] == class)
			return true;
	if (f->n == FAMILY_MAX || !record_is_one(j, class))
		return false;
	f->list[f->n++] = class;
	return true;
}

static bool
find_family(struct judge *j, uint32_t object, struct family *f)
{
	uint32_t class = own_self(j, object), i;
	const struct vset *set;
	size_t k;

	*f = (struct family){ .closed = class != 0 };
	if (class != 0) {
		for (i = 0; i < j->tree.n; i++)
			if (j->nodes[i].kind == NODE_CLASS &&
			    record_descends(j, i, class) &&
			    !add_class(j, f, i))
				return false;
		return true;
	}
	set = own_bounds(j, object);
	for (k = 0; set != NULL && k < set->n; k++)
		if ((set->v[k]->kind != VALUE_OBJECT &&
		    set->v[k]->kind != VALUE_CLASS) ||
		    set->v[k]->flags & VALUE_OPEN ||
		    !add_class(j, f, set->v[k]->node))
			return false;
	return f->n > 0;
}

/* Names by which objects are made or changed where no call shows it. */
static bool
writes_unseen(struct judge *j)
{
	static const char never[][24] = { "__annotations__",
	    "__dataclass_fields__", "__getattr__", "__getattribute__",
	    "__getstate__",
	    "__new__", "__reduce__", "__reduce_ex__", "__setattr__",
	    "__setstate__", "copy_location", "make_dataclass", "mock",
	    "namespace", "optparse", "patch", "update_wrapper" };
	static const char parses[][24] = { "parse_args",
	    "parse_known_args", "parse_intermixed_args" };
	uint32_t i, at;
	size_t k;

	if (OWN_MENTIONS(j, never))
		return true;
	/* parse_args(words, x) writes to x; so does an action of a parser. */
	for (k = 0; k < ARRAY_SIZE(parses); k++)
		for (i = own_first_named(j, parses[k]); i != 0;
		    i = j->own_next[i])
			if (!own_hands_one(j, j->nodes[j->nodes[
			    i].parent].parent))
				return true;
	if (own_first_named(j, "add_argument") != 0 && !own_is_only_done(j,
	    "add_argument"))
		return true;
	for (i = own_first_named(j, "__class__"); i != 0; i = j->own_next[i]) {
		at = j->nodes[j->nodes[i].parent].parent;
		if (j->nodes[at].kind != NODE_ATTRIBUTE ||
		    j->nodes[tree_last(j->nodes, at)].name !=
		    KNOWN(dunder_name))
			return true;
	}
	/* @wraps(f) over a function copies what f has to that function. */
	for (i = own_first_named(j, "wraps"); i != 0; i = j->own_next[i]) {
		for (at = j->nodes[i].parent; j->nodes[at].kind ==
		    NODE_ATTRIBUTE || j->nodes[at].kind == NODE_CALL;
		    at = j->nodes[at].parent)
			;
		if (j->nodes[at].kind == NODE_ALIASED_IMPORT ||
		    (j->nodes[at].kind != NODE_DECORATOR &&
		    j->nodes[at].kind != NODE_DOTTED_NAME))
			return true;
	}
	return false;
}

/* Handler.setFormatter(x, y) of a library: writes to x by its own names. */
static bool
is_borrowed_method(struct judge *j, uint32_t attribute)
{
	static const char makes[][16] = { "from_", "fromkeys", "now",
	    "today", "home", "cwd", "fit", "mro" };
	const struct vset *set = eval(j, attribute);
	size_t i, k;

	for (i = 0; i < set->n; i++) {
		const struct value *v = set->v[i];
		const char *name, *last, *class;

		if (v->kind != VALUE_PATH || (v->from != NULL &&
		    v->from->kind == VALUE_RESULT))
			continue;
		name = names_text(j->names, v->name);
		last = strrchr(name, '.');
		if (last == NULL)
			continue;
		for (class = last; class > name && class[-1] != '.'; class--)
			;
		if (class == name || class[0] < 'A' || class[0] > 'Z')
			continue;
		for (k = 0; k < ARRAY_SIZE(makes) && strncmp(last + 1,
		    makes[k], strlen(makes[k])) != 0; k++)
			;
		if (k == ARRAY_SIZE(makes))
			return true;
	}
	return false;
}

static bool
find_unseen(struct judge *j)
{
	uint32_t i;

	if (writes_unseen(j))
		return true;
	for (i = 0; i < j->tree.n; i++)
		if (j->nodes[i].kind == NODE_ATTRIBUTE &&
		    j->nodes[i].role == ROLE_LOAD && is_borrowed_method(j, i))
			return true;
	return false;
}

static bool
fields_are_shown(struct judge *j)
{
	if (j->own_shown == ANSWER_UNASKED) {
		if (!own_may_look(j))
			return false;
		j->own_shown = find_unseen(j) ? ANSWER_NO : ANSWER_YES;
	}
	return j->own_shown == ANSWER_YES;
}

/* An empty container, or an object of this class. */
static const struct vset *
made(struct judge *j, enum value_kind kind, uint32_t place, uint32_t class)
{
	struct value *v = value_new(j->arena, kind, place);

	v->node = class;
	if (kind != VALUE_OBJECT)
		value_settle(j->arena, v);
	return vset_one(j->arena, v);
}

/* field(default=x), field(default_factory=f): what it gives; else nothing. */
static const struct vset *
default_of(struct judge *j, uint32_t call)
{
	uint32_t list = tree_last(j->nodes, call), child, value, returned;
	const struct vset *all = &vset_none, *set;
	const struct value *v;
	const char *name;

	TREE_CHILDREN(j->nodes, list, child) {
		if (j->nodes[child].kind != NODE_KEYWORD_ARGUMENT)
			return NULL;
		name = names_text(j->names, j->nodes[child + 1].name);
		value = tree_last(j->nodes, child);
		if (strcmp(name, "default") == 0)
			set = own_bounds(j, value);
		else if (strcmp(name, "default_factory") == 0) {
			v = eval(j, value)->n == 1 ? eval(j, value)->v[0] :
			    NULL;
			returned = tree_last(j->nodes, value);
			if (j->nodes[value].kind == NODE_LAMBDA)
				set = own_bounds(j, returned);
			else if (v != NULL && v->kind == VALUE_PATH &&
			    (v->name == KNOWN(list) || v->name == KNOWN(dict) ||
			    v->name == KNOWN(tuple) || v->name == KNOWN(set)))
				set = made(j, v->name == KNOWN(dict) ?
				    VALUE_DICT : VALUE_LIST, value, 0);
			else if (v != NULL && v->kind == VALUE_CLASS)
				set = made(j, VALUE_OBJECT, value, v->node);
			else
				return NULL;
		} else
			continue;
		if (set == NULL)
			return NULL;
		all = vset_join(j->arena, all, set);
	}
	return all;
}

static const struct vset *
stored_by(struct judge *j, const struct def *d)
{
	const struct value *v;

	if (d->kind == DEF_VALUE && d->steps == NULL &&
	    j->nodes[d->expr].kind == NODE_CALL) {
		v = vset_only(eval(j, d->expr + 1), VALUE_PATH);
		if (v != NULL && strcmp(names_text(j->names, v->name),
		    "dataclasses.field") == 0)
			return default_of(j, d->expr);
	}
	return own_defined(j, d);
}

/* All that statements give to the attribute, also in the bodies of classes. */
static const struct vset *
stored(struct judge *j, uint32_t binding)
{
	uint32_t def = j->scopes.bindings[binding].first;
	const struct vset *all = &vset_none, *set;

	for (; def != 0; def = j->scopes.defs[def].next) {
		struct def d = j->scopes.defs[def];

		set = d.kind == DEF_BINDING ? stored(j, d.expr) :
		    stored_by(j, &d);
		if (set == NULL)
			return NULL;
		all = vset_join(j->arena, all, set);
	}
	return all;
}

struct gathered {
	struct record_place	 place;
	const struct vset	*all;
};

static bool
add_made(struct judge *j, void *context, uint32_t call, unsigned skip)
{
	struct gathered *g = context;

	return own_add_argument(j, call, skip, &g->place, false, &g->all);
}

/* What the calls that make an object of the class, or begin one, hand over. */
static bool
add_given(struct judge *j, uint32_t class, bool closed, struct gathered *g)
{
	uint32_t i;

	for (i = 0; i < j->tree.n; i++) {
		if (j->nodes[i].kind != NODE_CLASS || !record_descends(j,
		    class, i) || record_makes_itself(j, i) ||
		    record_maker(j, i) != i)
			continue;
		if (!record_place(j, i, g->place.name, &g->place))
			return false;
		if (g->place.is_field && ((closed && !record_is_closed(j,
		    class)) || !record_each_made(j, i, add_made, g)))
			return false;
	}
	return true;
}

static const struct vset *
given(struct judge *j, const struct family *f, uint32_t name)
{
	struct gathered g = { .place.name = name, .all = &vset_none };
	size_t i;

	for (i = 0; i < f->n; i++)
		if (!add_given(j, f->list[i], f->closed, &g))
			return NULL;
	return g.all;
}

/* Replaced in a copy, which may be `self` then: replace(x, how="y"). */
static bool
may_be_replaced(struct judge *j, uint32_t name)
{
	static const char replaces[][16] = { "replace", "_replace",
	    "_make" };
	uint32_t i, at, list, child;
	size_t k;

	for (k = 0; k < ARRAY_SIZE(replaces); k++)
		for (i = own_first_named(j, replaces[k]); i != 0;
		    i = j->own_next[i]) {
			at = j->nodes[i].parent;
			if (k == 2)
				return true;
			if (j->nodes[at].kind == NODE_DOTTED_NAME &&
			    j->nodes[j->nodes[at].parent].kind !=
			    NODE_ALIASED_IMPORT)
				continue;
			if (j->nodes[at].kind == NODE_ATTRIBUTE)
				at = j->nodes[at].parent;
			if (j->nodes[at].kind != NODE_CALL)
				return true;
			list = tree_last(j->nodes, at);
			if (j->nodes[list].kind != NODE_ARGUMENTS)
				return true;
			TREE_CHILDREN(j->nodes, list, child)
				if (j->nodes[child].kind ==
				    NODE_DICTIONARY_SPLAT || (j->nodes[
				    child].kind == NODE_KEYWORD_ARGUMENT &&
				    j->nodes[child + 1].name == name))
					return true;
		}
	return false;
}

const struct vset *
own_field(struct judge *j, uint32_t at)
{
	uint32_t last = tree_last(j->nodes, at), name, binding;
	const struct vset *set, *all;
	struct family f;
	const char *text;
	size_t i;

	if (j->nodes[at].kind != NODE_ATTRIBUTE ||
	    j->nodes[at].role != ROLE_LOAD)
		return NULL;
	name = j->nodes[last].name;
	text = names_text(j->names, name);
	binding = scopes_find(&j->scopes, 0, name);
	if ((text[0] == '_' && text[1] == '_') || strstr(text, "lineno") !=
	    NULL || strstr(text, "col_offset") != NULL || !own_may_look(j) ||
	    !find_family(j, at + 1, &f) || !fields_are_shown(j))
		return NULL;
	all = binding == 0 ? &vset_none : stored(j, binding);
	if (all == NULL || (f.closed && may_be_replaced(j, name)))
		return NULL;
	set = given(j, &f, name);
	if (set == NULL)
		return NULL;
	all = vset_join(j->arena, all, set);
	if (all->n == 0 || all->unknown)
		return NULL;
	/* A number that counts stays one; a text does not stay the same. */
	for (i = 0; i < all->n && all->v[i]->kind == VALUE_INT; i++)
		;
	if (i < all->n && own_is_augmented(j, name))
		return NULL;
	for (i = 0; i < all->n; i++)
		if (all->v[i]->kind == VALUE_LIST ||
		    all->v[i]->kind == VALUE_DICT)
			break;
	return own_reached_by_name(j, name, i < all->n ? REACH_CHANGES :
	    REACH_WRITES) || (i < all->n && !eval_keeps_attribute(j, name,
	    all)) ? NULL : all;
}

/* Fields that were made or renamed otherwise than in a class. */
static bool
fields_are_as_written(struct judge *j, uint32_t name)
{
	uint32_t i;

	for (i = 0; i < j->tree.n; i++) {
		const char *s = names_text(j->names, j->nodes[i].name);
		uint32_t parent = j->nodes[i].parent;

		if (j->nodes[i].kind != NODE_IDENTIFIER)
			continue;
		if (strcmp(s, "make_dataclass") == 0 ||
		    strcmp(s, "__dataclass_fields__") == 0 ||
		    (strncmp(s, "__", 2) == 0 &&
		    j->nodes[parent].kind == NODE_ASSIGNMENT &&
		    tree_first(j->nodes, parent, NODE_TYPE) != 0))
			return false;
		if (j->nodes[i].name == name &&
		    j->nodes[parent].kind == NODE_ATTRIBUTE &&
		    i != parent + 1 && j->nodes[parent].role != ROLE_LOAD &&
		    own_self(j, parent + 1) == 0)
			return false;
		switch (j->nodes[i].name) {
		case KNOWN(vars): case KNOWN(dunder_dict):
			if (own_only_shown(j, i))
				break;
			return false;
		case KNOWN(setattr): case KNOWN(setattr_name):
		case KNOWN(locals):
			return false;
		}
	}
	return true;
}

/* for f in dataclasses.fields(x): the x of this statement about f; or 0. */
static uint32_t
listed_fields(struct judge *j, const struct def *d)
{
	uint32_t list;
	const struct value *v;

	if (d->kind != DEF_VALUE || d->steps == NULL ||
	    d->steps->kind != STEP_ITEM || d->steps->before != NULL ||
	    j->nodes[d->expr].kind != NODE_CALL)
		return 0;
	list = tree_last(j->nodes, d->expr);
	v = vset_only(eval(j, d->expr + 1), VALUE_PATH);
	return v == NULL || strcmp(names_text(j->names, v->name),
	    "dataclasses.fields") != 0 || j->nodes[list].kind !=
	    NODE_ARGUMENTS || tree_count(j->nodes, list) != 1 ? 0 : list + 1;
}

/* The statements that bind the f of `f.name`; 0: it is no such attribute. */
static uint32_t
field_of_name(struct judge *j, uint32_t at)
{
	uint32_t last = tree_last(j->nodes, at), binding;

	if (j->nodes[at].kind != NODE_ATTRIBUTE ||
	    j->nodes[last].name != names_lookup(j->names, "name", 4) ||
	    !own_may_look(j))
		return 0;
	binding = judge_binding(j, at + 1);
	return binding == 0 ? 0 : j->scopes.bindings[binding].first;
}

/* `f.name` for f in dataclasses.fields(x), of that same x. */
bool
own_field_name(struct judge *j, uint32_t object, uint32_t name)
{
	uint32_t def = field_of_name(j, name), of = judge_binding(j, object), x;
	const struct def *only = scopes_only_def(&j->scopes, of);
	struct def d;

	if (def == 0 || only == NULL || only->kind != DEF_PARAMETER)
		return false;
	for (; def != 0; def = d.next) {
		d = j->scopes.defs[def];
		x = listed_fields(j, &d);
		if (x == 0 || judge_binding(j, x) != of)
			return false;
	}
	return fields_are_as_written(j, j->nodes[tree_last(j->nodes,
	    name)].name);
}

/* The same as texts: of classes, or objects of them, that are known. */
const struct vset *
own_field_names(struct judge *j, uint32_t at)
{
	uint32_t def = field_of_name(j, at), x;
	const struct vset *all = &vset_none;
	struct family f;
	struct def d;
	size_t i;

	for (; def != 0 && all != NULL; def = d.next) {
		d = j->scopes.defs[def];
		x = listed_fields(j, &d);
		if (x == 0 || !find_family(j, x, &f))
			return NULL;
		for (i = 0; i < f.n && all != NULL; i++)
			all = record_add_names(j, f.list[i], at, all);
	}
	return all == NULL || all->n == 0 || !fields_are_shown(j) ||
	    !fields_are_as_written(j, j->nodes[tree_last(j->nodes,
	    at)].name) ? NULL : all;
}
