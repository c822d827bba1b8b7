/*
 * Classes as records: the fields that @dataclass and NamedTuple read off a
 * class's annotations, which argument of a call gives which of them, and all
 * calls in the source that make such an object. What cannot be told for
 * certain of a class makes it no record.
 */
#include "own_records.h"

#include <string.h>

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../values/eval.h"
#include "own.h"

#define FIELDS_MAX	48
#define BASES_DEEP	6

struct fields {
	uint32_t	name[FIELDS_MAX];
	bool		by_keyword[FIELDS_MAX];
	size_t		n;
};

static const char *
path_of(struct judge *j, uint32_t node)
{
	const struct value *v = vset_only(eval(j, node), VALUE_PATH);

	return v == NULL ? "" : names_text(j->names, v->name);
}

/* The classes of one's own that a class is made of; false: others, too. */
struct bases {
	uint32_t	list[4];
	size_t		n;
	bool		named_tuple;
};

static bool
find_bases(struct judge *j, uint32_t class, struct bases *ret)
{
	static const char plain[][16] = { "object", "abc.ABC",
	    "typing.Generic", "typing.Protocol" };
	uint32_t child, base;
	const struct value *v;

	*ret = (struct bases){ 0 };
	TREE_CHILDREN(j->nodes, class, child) {
		if (j->nodes[child].kind != NODE_ARGUMENTS)
			continue;
		TREE_CHILDREN(j->nodes, child, base) {
			bool generic = j->nodes[base].kind == NODE_SUBSCRIPT;
			const char *path;

			if (j->nodes[base].kind == NODE_KEYWORD_ARGUMENT)
				return false;
			path = path_of(j, generic ? base + 1 : base);
			if (IS_ONE_OF(path, plain))
				continue;
			if (!generic && strcmp(path, "typing.NamedTuple") ==
			    0) {
				ret->named_tuple = true;
				continue;
			}
			v = generic ? NULL : vset_only(eval(j, base),
			    VALUE_CLASS);
			if (v == NULL || ret->n == ARRAY_SIZE(ret->list))
				return false;
			ret->list[ret->n++] = v->node;
		}
	}
	return true;
}

static bool
is_record(struct judge *j, uint32_t class, unsigned depth)
{
	struct bases bases;
	size_t i;

	if (depth > BASES_DEEP || !find_bases(j, class, &bases))
		return false;
	for (i = 0; i < bases.n; i++)
		if (!is_record(j, bases.list[i], depth + 1))
			return false;
	return true;
}

bool
record_is_one(struct judge *j, uint32_t class)
{
	return is_record(j, class, 0);
}

static bool
descends(struct judge *j, uint32_t class, uint32_t from, unsigned depth)
{
	struct bases bases;
	size_t i;

	if (class == from)
		return true;
	if (depth > BASES_DEEP || !find_bases(j, class, &bases))
		return true;
	for (i = 0; i < bases.n; i++)
		if (descends(j, bases.list[i], from, depth + 1))
			return true;
	return false;
}

bool
record_descends(struct judge *j, uint32_t class, uint32_t from)
{
	return descends(j, class, from, 0);
}

/* @dataclass, @dataclass(...): of which fields are given by keyword alone. */
static bool
is_dataclass(struct judge *j, uint32_t class, bool *ret_by_keyword)
{
	uint32_t at = j->nodes[class].parent, child, list, option;
	bool found = false;

	*ret_by_keyword = false;
	if (j->nodes[at].kind != NODE_DECORATED)
		return false;
	TREE_CHILDREN(j->nodes, at, child) {
		bool call = j->nodes[child + 1].kind == NODE_CALL;

		if (j->nodes[child].kind != NODE_DECORATOR || strcmp(path_of(j,
		    child + 1 + call), "dataclasses.dataclass") != 0)
			continue;
		found = true;
		list = call ? tree_last(j->nodes, child + 1) : 0;
		for (option = list + 1; call && option < j->nodes[list].skip;
		    option = j->nodes[option].skip)
			if (j->nodes[option].kind == NODE_KEYWORD_ARGUMENT &&
			    judge_is_named(j, option + 1, "kw_only"))
				*ret_by_keyword = true;
	}
	return found;
}

enum annotated { IS_FIELD, IS_NO_FIELD, IS_STAR, IS_UNCLEAR };

/* What an annotation makes of the name: by what it begins with. */
static enum annotated
annotated_as(struct judge *j, uint32_t type)
{
	static const char others[][32] = { "typing.ClassVar",
	    "typing_extensions.ClassVar", "dataclasses.InitVar",
	    "dataclasses.KW_ONLY" };
	const struct vset *set;
	uint32_t at = type + 1;
	size_t i;

	while (j->nodes[at].kind == NODE_GENERIC_TYPE ||
	    j->nodes[at].kind == NODE_SUBSCRIPT ||
	    j->nodes[at].kind == NODE_BINARY ||
	    j->nodes[at].kind == NODE_UNION_TYPE ||
	    j->nodes[at].kind == NODE_TYPE)
		at++;
	if (j->nodes[at].kind == NODE_NONE)
		return IS_FIELD;
	if (j->nodes[at].kind != NODE_IDENTIFIER &&
	    j->nodes[at].kind != NODE_ATTRIBUTE &&
	    j->nodes[at].kind != NODE_MEMBER_TYPE)
		return IS_UNCLEAR;
	set = eval(j, at);
	if (set->unknown || set->n == 0)
		return IS_UNCLEAR;
	if (strcmp(path_of(j, at), others[0]) == 0)
		return IS_NO_FIELD;
	if (strcmp(path_of(j, at), others[3]) == 0)
		return IS_STAR;
	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind != VALUE_CLASS &&
		    set->v[i]->kind != VALUE_MODULE && (set->v[i]->kind !=
		    VALUE_PATH || IS_ONE_OF(names_text(j->names,
		    set->v[i]->name), others)))
			return IS_UNCLEAR;
	return IS_FIELD;
}

/* field(...) with what changes how the field is given: init, kw_only. */
static bool
is_special(struct judge *j, uint32_t value)
{
	static const char plain[][16] = { "default", "default_factory",
	    "repr", "compare", "hash", "metadata" };
	uint32_t list, child;

	if (j->nodes[value].kind != NODE_CALL ||
	    strcmp(path_of(j, value + 1), "dataclasses.field") != 0)
		return false;
	list = tree_last(j->nodes, value);
	TREE_CHILDREN(j->nodes, list, child)
		if (j->nodes[child].kind != NODE_KEYWORD_ARGUMENT ||
		    !IS_ONE_OF(names_text(j->names, j->nodes[child + 1].name),
		    plain))
			return true;
	return false;
}

static bool
add_field(struct judge *j, struct fields *f, uint32_t assignment,
    bool *by_keyword)
{
	uint32_t name = j->nodes[assignment + 1].name;
	uint32_t type = tree_first(j->nodes, assignment, NODE_TYPE);
	size_t i;

	switch (annotated_as(j, type)) {
	case IS_NO_FIELD:
		return true;
	case IS_STAR:
		*by_keyword = true;
		return true;
	case IS_UNCLEAR:
		return false;
	case IS_FIELD:
		break;
	}
	if (j->nodes[assignment + 1].kind != NODE_IDENTIFIER ||
	    f->n == FIELDS_MAX || is_special(j, tree_last(j->nodes,
	    assignment)))
		return false;
	for (i = 0; i < f->n && f->name[i] != name; i++)
		;
	f->name[i] = name;
	f->by_keyword[i] = *by_keyword;
	f->n += i == f->n;
	return true;
}

/* The fields of a class in the order of its constructor's parameters. */
static bool
collect(struct judge *j, uint32_t class, struct fields *f, unsigned depth)
{
	uint32_t body = tree_last(j->nodes, class), i, parent;
	struct bases bases;
	bool by_keyword;
	size_t k;

	if (depth > BASES_DEEP || !find_bases(j, class, &bases))
		return false;
	/* Several bases with fields: in what order? */
	for (k = 0; k < bases.n; k++)
		if ((f->n > 0 && k > 0) || !collect(j, bases.list[k], f,
		    depth + 1))
			return false;
	if (!is_dataclass(j, class, &by_keyword) && !bases.named_tuple)
		return true;
	for (i = body + 1; i < j->nodes[body].skip; i++) {
		parent = j->nodes[i].parent;
		if (j->nodes[i].kind != NODE_ASSIGNMENT ||
		    j->nodes[i].scope != j->nodes[body + 1].scope ||
		    tree_first(j->nodes, i, NODE_TYPE) == 0)
			continue;
		/* Under an `if`, it is one, or not. */
		if (j->nodes[parent].parent != body ||
		    !add_field(j, f, i, &by_keyword))
			return false;
	}
	return true;
}

bool
record_place(struct judge *j, uint32_t class, uint32_t field,
    struct record_place *ret)
{
	struct fields f = { .n = 0 };
	size_t i, position = 0;

	if (!collect(j, class, &f, 0))
		return false;
	*ret = (struct record_place){ .name = field };
	for (i = 0; i < f.n; i++) {
		if (f.name[i] == field) {
			ret->is_field = true;
			ret->position = f.by_keyword[i] ? RECORD_BY_NAME :
			    position;
		}
		position += !f.by_keyword[i];
	}
	return true;
}

const struct vset *
record_add_names(struct judge *j, uint32_t class, uint32_t place,
    const struct vset *all)
{
	struct fields f = { .n = 0 };
	const char *name;
	size_t i;

	if (!collect(j, class, &f, 0))
		return NULL;
	for (i = 0; i < f.n; i++) {
		name = names_text(j->names, f.name[i]);
		all = vset_join(j->arena, all, value_text(j->arena, VALUE_STR,
		    place, name, strlen(name)));
	}
	return all;
}

static bool
binds(struct judge *j, uint32_t class, const char *name)
{
	uint32_t body = tree_last(j->nodes, class);

	return body + 1 < j->nodes[body].skip && scopes_find(&j->scopes,
	    j->nodes[body + 1].scope, names_lookup(j->names, name,
	    strlen(name))) != 0;
}

/* The class that says what a call of this one does: __init__, @dataclass. */
static uint32_t
maker_of(struct judge *j, uint32_t class, unsigned depth)
{
	struct bases bases;
	uint32_t found;
	bool by_keyword;
	size_t i;

	if (binds(j, class, "__init__") || is_dataclass(j, class,
	    &by_keyword) || depth > BASES_DEEP || !find_bases(j, class, &bases) ||
	    bases.named_tuple)
		return class;
	for (i = 0; i < bases.n; i++) {
		found = maker_of(j, bases.list[i], depth + 1);
		if (found != 0)
			return found;
	}
	return 0;
}

/* Is one of the classes that this call may call made by `maker`? */
static bool
calls_maker(struct judge *j, uint32_t callee, uint32_t maker)
{
	const struct vset *set = eval(j, callee);
	size_t i;

	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind == VALUE_CLASS && maker_of(j,
		    set->v[i]->node, 0) == maker)
			return true;
	return false;
}

static uint32_t
first_argument(const struct judge *j, uint32_t call)
{
	uint32_t list = tree_last(j->nodes, call);

	return j->nodes[list].kind == NODE_ARGUMENTS && list + 1 <
	    j->nodes[list].skip ? list + 1 : 0;
}

static uint32_t
class_around(const struct judge *j, uint32_t node)
{
	for (; node != 0 && j->nodes[node].kind != NODE_CLASS;
	    node = j->nodes[node].parent)
		;
	return node;
}

/* Does some class have both among those it is made of? */
static bool
may_lead_to(struct judge *j, uint32_t class, uint32_t maker)
{
	uint32_t i;

	for (i = 0; i < j->tree.n; i++)
		if (j->nodes[i].kind == NODE_CLASS && record_descends(j, i,
		    class) && record_descends(j, i, maker))
			return true;
	return false;
}

/* super().__init__(...), Base.__init__(self, ...) */
static bool
each_init(struct judge *j, uint32_t maker, record_visit visit, void *context)
{
	uint32_t i, at, call, object, around;
	const struct value *v;

	if (own_reached_by_name(j, names_intern(j->names, "__init__", 8),
	    REACH_READS))
		return false;
	for (i = own_first_named(j, "__init__"); i != 0; i = j->own_next[i]) {
		at = j->nodes[i].parent;
		if (j->nodes[at].kind == NODE_FUNCTION)
			continue;
		call = j->nodes[at].parent;
		object = at + 1;
		if (j->nodes[at].kind != NODE_ATTRIBUTE || i == object ||
		    j->nodes[call].kind != NODE_CALL || at != call + 1)
			return false;
		if (j->nodes[object].kind == NODE_CALL && strcmp(path_of(j,
		    object + 1), "super") == 0 && tree_count(j->nodes,
		    tree_last(j->nodes, object)) == 0) {
			around = class_around(j, at);
			if (around == 0 || around == maker || !may_lead_to(j,
			    around, maker))
				continue;
			if (!visit(j, context, call, 0))
				return false;
			continue;
		}
		v = vset_only(eval(j, object), VALUE_CLASS);
		if (v == NULL)
			return false;
		if (maker_of(j, v->node, 0) == maker && !visit(j, context,
		    call, 1))
			return false;
	}
	return true;
}

static bool
is_classmethod(struct judge *j, uint32_t function)
{
	uint32_t at = j->nodes[function].parent, child;

	if (j->nodes[at].kind != NODE_DECORATED)
		return false;
	TREE_CHILDREN(j->nodes, at, child)
		if (j->nodes[child].kind == NODE_DECORATOR && strcmp(path_of(j,
		    child + 1), "classmethod") == 0)
			return true;
	return false;
}

/* `cls` of a classmethod: the class around it; else 0. */
static uint32_t
class_of_cls(struct judge *j, uint32_t at)
{
	uint32_t binding = judge_binding(j, at);
	const struct def *d = binding == 0 ? NULL :
	    &j->scopes.defs[j->scopes.bindings[binding].first];

	return d == NULL || d->kind != DEF_PARAMETER || d->index != 0 ||
	    !is_classmethod(j, d->owner) ? 0 : class_around(j, d->owner);
}

/* type(x)(...), cls(...): of some class whose name is not written there. */
static bool
may_call_maker(struct judge *j, uint32_t callee, uint32_t maker)
{
	uint32_t class = class_of_cls(j, callee);

	return class != 0 ? may_lead_to(j, class, maker) :
	    j->nodes[callee].kind == NODE_CALL && strcmp(path_of(j, callee +
	    1), "type") == 0;
}

static bool
is_partial(struct judge *j, uint32_t call)
{
	const struct vset *set = eval(j, call + 1);
	size_t i;

	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind == VALUE_PATH && set->v[i]->name ==
		    KNOWN(partial))
			return true;
	return false;
}

bool
record_each_made(struct judge *j, uint32_t maker, record_visit visit,
    void *context)
{
	uint32_t i, first;

	if (!own_may_look(j))
		return false;
	for (i = 0; i < j->tree.n; i++) {
		if (j->nodes[i].kind != NODE_CALL)
			continue;
		if ((calls_maker(j, i + 1, maker) || may_call_maker(j, i + 1,
		    maker)) && !visit(j, context, i, 0))
			return false;
		first = is_partial(j, i) ? first_argument(j, i) : 0;
		/* p.keywords is a dict that anybody may change. */
		if (first != 0 && calls_maker(j, first, maker) &&
		    (own_first_named(j, "keywords") != 0 || !visit(j,
		    context, i, 1)))
			return false;
	}
	return each_init(j, maker, visit, context);
}

/* x: C, -> list[C]: nothing comes of it, but for who asks for annotations. */
static bool
is_annotation(const struct judge *j, uint32_t at)
{
	for (; at != 0 && j->nodes[at].kind != NODE_BLOCK &&
	    j->nodes[at].kind != NODE_CALL; at = j->nodes[at].parent)
		if (j->nodes[at].kind == NODE_TYPE)
			return true;
	return false;
}

/* What hands out a class otherwise than by its name. */
static bool
classes_are_named(struct judge *j)
{
	static const char others[][16] = { "__subclasses__", "__bases__",
	    "__base__", "__mro__", "mro", "get_type_hints", "annotation",
	    "inspect", "__reduce__", "__reduce_ex__" };
	uint32_t i, at, outer;

	if (OWN_MENTIONS(j, others) || own_takes_steps(j))
		return false;
	for (i = own_first_named(j, "type"); i != 0; i = j->own_next[i]) {
		at = j->nodes[i].parent;
		/* fields(x)[0].type is a class. */
		if (j->nodes[at].kind == NODE_ATTRIBUTE && i != at + 1)
			return false;
		if (j->nodes[i].role != ROLE_LOAD || is_annotation(j, i))
			continue;
		outer = j->nodes[at].parent;
		if (j->nodes[at].kind != NODE_CALL || i != at + 1 ||
		    !(j->nodes[outer].kind == NODE_COMPARISON ||
		    (j->nodes[outer].kind == NODE_CALL && at == outer + 1) ||
		    (j->nodes[outer].kind == NODE_ATTRIBUTE &&
		    judge_is_named(j, tree_last(j->nodes, outer),
		    "__name__"))))
			return false;
	}
	/* x.__class__(y) makes one; x.__class__.__name__ is a text. */
	for (i = own_first_named(j, "__class__"); i != 0; i = j->own_next[i]) {
		at = j->nodes[i].parent;
		outer = j->nodes[at].parent;
		if (j->nodes[at].kind != NODE_ATTRIBUTE ||
		    j->nodes[outer].kind != NODE_ATTRIBUTE ||
		    at != outer + 1 || !judge_is_named(j, tree_last(j->nodes,
		    outer), "__name__"))
			return false;
	}
	return true;
}

/* Where a class is asked for, and no object of it is made unseen. */
static bool
is_harmless(struct judge *j, uint32_t at)
{
	static const char asks[][24] = { "isinstance", "issubclass",
	    "dataclasses.fields" };
	uint32_t parent = j->nodes[at].parent, outer;

	if (j->nodes[parent].kind == NODE_TUPLE) {
		at = parent;
		parent = j->nodes[at].parent;
		return j->nodes[parent].kind == NODE_ARGUMENTS &&
		    IS_ONE_OF(path_of(j, j->nodes[parent].parent + 1), asks);
	}
	outer = j->nodes[parent].parent;
	switch (j->nodes[parent].kind) {
	case NODE_CALL:
		return at == parent + 1;
	case NODE_COMPARISON:
	case NODE_ATTRIBUTE:
		return true;
	case NODE_ARGUMENTS:
		if (j->nodes[outer].kind == NODE_CLASS)
			return true;
		return j->nodes[outer].kind == NODE_CALL &&
		    (IS_ONE_OF(path_of(j, outer + 1), asks) ||
		    (is_partial(j, outer) && at == parent + 1));
	case NODE_KEYWORD_ARGUMENT:
		outer = j->nodes[outer].parent;
		return j->nodes[outer].kind == NODE_CALL && strcmp(path_of(j,
		    outer + 1), "dataclasses.field") == 0;
	default:
		return false;
	}
}

bool
record_is_closed(struct judge *j, uint32_t class)
{
	uint32_t name = tree_first(j->nodes, class, NODE_IDENTIFIER);
	uint32_t i, around, binding;
	const struct value *v;

	if (name == 0 || j->scopes.list[j->nodes[class].scope].kind ==
	    SCOPE_CLASS || !own_may_look(j) || !classes_are_named(j))
		return false;
	for (i = own_first_of(j, j->nodes[name].name); i != 0;
	    i = j->own_next[i]) {
		if (i == name || j->nodes[i].role == ROLE_NAME ||
		    is_annotation(j, i))
			continue;
		v = j->nodes[i].role != ROLE_LOAD ? NULL :
		    vset_only(eval(j, i), VALUE_CLASS);
		if (v == NULL || v->node != class || !is_harmless(j, i))
			return false;
	}
	/* `cls`, in methods of it and of those it is made of. */
	for (i = 0; i < j->tree.n; i++) {
		if (j->nodes[i].kind != NODE_IDENTIFIER ||
		    j->nodes[i].role != ROLE_LOAD)
			continue;
		binding = judge_binding(j, i);
		if (binding == 0 || j->scopes.defs[j->scopes.bindings[
		    binding].first].kind != DEF_PARAMETER)
			continue;
		around = class_of_cls(j, i);
		if (around != 0 && record_descends(j, class, around) &&
		    !is_harmless(j, i))
			return false;
	}
	return true;
}

uint32_t
record_maker(struct judge *j, uint32_t class)
{
	return maker_of(j, class, 0);
}

bool
record_makes_itself(struct judge *j, uint32_t class)
{
	return binds(j, class, "__init__");
}
