/*
 * typing.get_type_hints() runs the texts in annotations as code, and what they
 * name comes back as a value. Where each annotation of the submission is made
 * of types alone, and nothing else may have written one, there is nothing to
 * run: neither is what it is asked about of any matter.
 */
#include "match.h"

#include <ctype.h>
#include <string.h>

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../names/identifier.h"
#include "../own/own.h"
#include "../report.h"
#include "../values/eval.h"

#define DEPTH_MAX	12	/* of aliases of aliases */

static bool is_type(struct judge *, uint32_t node, unsigned depth);
static bool binding_is_type(struct judge *, uint32_t binding, unsigned depth);

/* May an attribute of that name be written by a name that is a value? */
static bool
is_reached(struct judge *j, uint32_t name)
{
	return !j->hints_unreached && own_reached_by_name(j, name,
	    REACH_WRITES);
}

/* Builtin types; exceptions are types too. */
static bool
is_builtin_type(struct judge *j, uint32_t name)
{
	static const char types[][16] = { "None", "bool", "bytearray",
	    "bytes", "complex", "dict", "float", "frozenset", "int", "list",
	    "memoryview", "object", "range", "set", "slice", "str", "tuple",
	    "type" };

	return IS_ONE_OF(names_text(j->names, name), types) ||
	    facts_is_exception(j->facts, name);
}

/* What a module of the table holds: a class, by the way it is written. */
static bool
path_is_type(struct judge *j, const struct value *v)
{
	static const char lower[][16] = { "array.array", "collections.",
	    "contextlib.", "datetime.", "numpy.", "re." };
	const char *name = names_text(j->names, v->name);
	const char *last = strrchr(name, '.');
	size_t i;

	if (v->flags & (VALUE_REFUSED | VALUE_HAS_MODULE |
	    VALUE_HAS_SENSITIVE))
		return false;
	if (last == NULL)
		return is_builtin_type(j, v->name);
	if (isupper((unsigned char)last[1]))
		return true;
	for (i = 0; i < ARRAY_SIZE(lower) && last[1] != '_'; i++)
		if (strncmp(name, lower[i], strlen(lower[i])) == 0)
			return true;
	return false;
}

static bool
are_paths_of_types(struct judge *j, const struct vset *set)
{
	size_t i;

	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind == VALUE_PATH ?
		    !path_is_type(j, set->v[i]) :
		    set->v[i]->kind != VALUE_CLASS &&
		    set->v[i]->kind != VALUE_NONE)
			return false;
	return set->n > 0 && !set->unknown;
}

/*
 * Is what a decorator of this class returns the class itself, or a function?
 * With `made`, the decorator is what the function returns.
 */
static bool
gives_it_back(struct judge *j, uint32_t function, bool made)
{
	uint32_t i, def;

	for (i = 1; i < j->scopes.n; i++)
		if (j->scopes.list[i].node == function)
			break;
	if (i == j->scopes.n || j->scopes.list[i].yields ||
	    j->nodes[function].kind != NODE_FUNCTION)
		return false;
	for (def = j->scopes.list[i].returns; def != 0;
	    def = j->scopes.defs[def].next) {
		const struct def *d = judge_only_def(j,
		    j->scopes.defs[def].expr);

		if (j->scopes.defs[def].steps != NULL || d == NULL)
			return false;
		if (made ? d->kind != DEF_FUNCTION || !gives_it_back(j,
		    d->node, false) : d->kind != DEF_PARAMETER ||
		    d->owner != function || d->index != 0)
			return false;
	}
	return true;
}

static bool
is_plain_class(struct judge *j, uint32_t class)
{
	uint32_t decorated = j->nodes[class].parent, child;
	const struct value *v;
	bool made;

	if (j->nodes[decorated].kind != NODE_DECORATED)
		return true;
	TREE_CHILDREN(j->nodes, decorated, child) {
		if (j->nodes[child].kind != NODE_DECORATOR)
			continue;
		made = j->nodes[child + 1].kind == NODE_CALL;
		v = vset_only(eval(j, child + 1 + made), VALUE_PATH);
		if (v != NULL && strchr(names_text(j->names, v->name), '.') !=
		    NULL)
			continue;
		v = vset_only(eval(j, child + 1 + made), VALUE_FUNCTION);
		if (v == NULL || !gives_it_back(j, v->node, made))
			return false;
	}
	return true;
}

/* TypeVar("T"), NewType("Id", int), namedtuple(...): nothing of it is run. */
static bool
makes_type(struct judge *j, uint32_t call)
{
	static const char makers[][32] = { "typing.TypeVar",
	    "typing.ParamSpec", "typing.TypeVarTuple", "typing.NewType",
	    "typing_extensions.TypeVar", "typing_extensions.ParamSpec",
	    "collections.namedtuple", "enum.Enum", "enum.IntEnum",
	    "enum.Flag" };
	const struct value *v = j->nodes[call].kind != NODE_CALL ? NULL :
	    vset_only(eval(j, call + 1), VALUE_PATH);

	return v != NULL && IS_ONE_OF(names_text(j->names, v->name), makers);
}

static bool
are_types(struct judge *j, uint32_t binding, unsigned depth)
{
	uint32_t def = j->scopes.bindings[binding].first;
	uint32_t parent;
	struct def d;

	for (; def != 0; def = d.next) {
		d = j->scopes.defs[def];
		switch (d.kind) {
		case DEF_CLASS:
			if (!is_plain_class(j, d.node))
				return false;
			break;
		case DEF_FROM:
			if (!are_paths_of_types(j, eval_binding(j, binding)))
				return false;
			break;
		case DEF_BINDING:
			if (!binding_is_type(j, d.expr, depth + 1))
				return false;
			break;
		case DEF_VALUE:
			/* What an object itself holds is no name. */
			parent = j->nodes[d.node].parent;
			if (j->scopes.bindings[binding].scope == 0 &&
			    j->nodes[parent].kind == NODE_ATTRIBUTE &&
			    own_self(j, parent + 1) != 0)
				break;
			if (d.steps != NULL || (!makes_type(j, d.expr) &&
			    !is_type(j, d.expr, depth + 1)))
				return false;
			break;
		default:
			return false;
		}
	}
	return true;
}

/*
 * Is all that is bound to the name a type? What says itself what it is, as in
 * Json = dict[str, "Json"], is one if the rest is.
 */
static bool
binding_is_type(struct judge *j, uint32_t binding, unsigned depth)
{
	size_t i;
	bool good;

	for (i = 0; i < j->nhints_open; i++)
		if (j->hints_open[i] == binding)
			return true;
	if (depth > DEPTH_MAX || i == ARRAY_SIZE(j->hints_open))
		return false;
	j->hints_open[j->nhints_open++] = binding;
	good = are_types(j, binding, depth);
	j->nhints_open--;
	return good;
}

/*
 * A name in an annotation. Those of the module and of classes are looked up
 * anew by what runs a text; `resolved` is what it stands for where it is, or
 * 0.
 */
static bool
name_is_type(struct judge *j, uint32_t name, uint32_t resolved,
    unsigned depth)
{
	bool bound = resolved != 0;
	uint32_t i;

	if (resolved != 0 && !binding_is_type(j, resolved, depth + 1))
		return false;
	for (i = 1; i < j->scopes.nbindings; i++) {
		uint32_t scope = j->scopes.bindings[i].scope;

		if (j->scopes.bindings[i].name != name || i == resolved ||
		    (scope > 1 && j->scopes.list[scope].kind != SCOPE_CLASS))
			continue;
		if (!binding_is_type(j, i, depth + 1))
			return false;
		bound |= scope == 1;
	}
	return (bound || is_builtin_type(j, name)) && !is_reached(j, name);
}

/* "dict[str, Node] | None", "pd.DataFrame": names, and what joins them. */
static bool
text_is_type(struct judge *j, const char *s, size_t n, uint32_t place,
    unsigned depth)
{
	const struct vset *set = NULL;
	size_t i, from;
	bool dot = false;

	for (i = 0; i < n; i++) {
		uint32_t name, binding;

		if (!identifier_is_plain(s[i])) {
			if (strchr(" ,|[].'\"", s[i]) == NULL ||
			    (s[i] == '.' && (set == NULL || dot)))
				return false;
			dot = s[i] == '.';
			if (!dot && set != NULL && !are_paths_of_types(j, set))
				return false;
			if (!dot)
				set = NULL;
			continue;
		}
		for (from = i; i < n && identifier_is_plain(s[i]); i++)
			;
		name = names_intern(j->names, s + from, i - from);
		binding = scopes_find(&j->scopes, 1, name);
		if (dot) {
			if (s[from] == '_')
				return false;
			set = eval_attribute(j, set, name, place);
		} else if (i < n && s[i] == '.') {
			if (binding == 0)
				return false;
			set = eval_binding(j, binding);
			/* A module, and nothing that is the submission's. */
			if (vset_only(set, VALUE_MODULE) == NULL ||
			    is_reached(j, name))
				return false;
		} else if (!name_is_type(j, name, 0, depth))
			return false;
		i--;
		dot = false;
	}
	return !dot && (set == NULL || are_paths_of_types(j, set));
}

static bool
all_are_types(struct judge *j, uint32_t parent, uint32_t from, unsigned depth)
{
	uint32_t child;

	for (child = from; child < j->nodes[parent].skip;
	    child = j->nodes[child].skip)
		if (!is_type(j, child, depth))
			return false;
	return true;
}

/* Literal["a"] keeps its texts; of Annotated[T, "a"] the first part is T. */
static bool
are_arguments(struct judge *j, uint32_t node, unsigned depth)
{
	const struct value *v = vset_only(eval(j, node + 1), VALUE_PATH);
	const char *name = v == NULL ? NULL : strrchr(names_text(j->names,
	    v->name), '.');
	uint32_t first = j->nodes[node + 1].skip;

	if (name != NULL && strcmp(name, ".Literal") == 0)
		return true;
	if (j->nodes[first].kind == NODE_TYPE_PARAMETER)
		first++;
	if (name != NULL && strcmp(name, ".Annotated") == 0) {
		while (j->nodes[first].kind == NODE_TUPLE ||
		    j->nodes[first].kind == NODE_EXPRESSION_LIST)
			first++;
		return is_type(j, first, depth);
	}
	return all_are_types(j, node, first, depth);
}

static bool
is_type(struct judge *j, uint32_t node, unsigned depth)
{
	const struct vset *set;
	const char *s;
	size_t n;

	if (depth > DEPTH_MAX)
		return false;
	switch (j->nodes[node].kind) {
	case NODE_NONE:
	case NODE_ELLIPSIS:
	case NODE_COMMENT:
		return true;
	case NODE_IDENTIFIER:
		return name_is_type(j, j->nodes[node].name, judge_binding(j,
		    node), depth + 1);
	case NODE_ATTRIBUTE:
	case NODE_MEMBER_TYPE:
		s = names_text(j->names, j->nodes[tree_last(j->nodes,
		    node)].name);
		return s[0] != '_' && are_paths_of_types(j, eval(j, node)) &&
		    !is_reached(j, j->nodes[tree_last(j->nodes, node)].name);
	case NODE_STRING:
	case NODE_CONCATENATED_STRING:
		set = eval(j, node);
		return vset_only(set, VALUE_STR) != NULL && text_is_type(j,
		    set->v[0]->text.bytes, set->v[0]->text.n, node, depth +
		    1);
	case NODE_SUBSCRIPT:
	case NODE_GENERIC_TYPE:
		/* What a class of another kind gives for x[y] may be a text. */
		set = eval(j, node + 1);
		for (n = 0; n < set->n; n++)
			if (set->v[n]->kind == VALUE_CLASS &&
			    !own_class(j, set->v[n]->node))
				return false;
		return is_type(j, node + 1, depth + 1) && are_arguments(j,
		    node, depth + 1);
	case NODE_BINARY:
		s = j->source.bytes + j->nodes[node + 1].end;
		n = j->nodes[tree_last(j->nodes, node)].start -
		    j->nodes[node + 1].end;
		if (memchr(s, '|', n) == NULL)
			return false;
		return all_are_types(j, node, node + 1, depth + 1);
	case NODE_TYPE:
	case NODE_TYPE_PARAMETER:
	case NODE_UNION_TYPE:
	case NODE_LIST:
	case NODE_TUPLE:
	case NODE_PARENTHESIZED:
	case NODE_EXPRESSION_LIST:
		return all_are_types(j, node, node + 1, depth + 1);
	default:
		return false;
	}
}

/* Annotations, or what is looked up for them, that no class or def shows. */
static bool
are_written_unseen(struct judge *j)
{
	static const char makes[][24] = { "ForwardRef", "make_dataclass",
	    "__prepare__", "__annotate__", "__class_getitem__", "__or__",
	    "__ror__", "__getattr__", "__getattribute__", "__globals__",
	    "__wrapped__", "new_class", "__type_params__", "__reduce__",
	    "__reduce_ex__", "__setstate__" };
	static const char names[][16] = { "__module__", "__annotations__" };
	static const char forms[][16] = { "NamedTuple", "TypedDict" };
	uint32_t i, parent;
	const char *s, *end = j->source.bytes + j->source.n;
	size_t k, n;

	if (OWN_MENTIONS(j, makes) || j->scopes.list[1].stars != 0)
		return true;
	for (k = 0; k < ARRAY_SIZE(names); k++) {
		n = strlen(names[k]);
		for (i = own_first_named(j, names[k]); i != 0;
		    i = j->own_next[i]) {
			parent = j->nodes[i].parent;
			if (j->nodes[parent].kind != NODE_ATTRIBUTE ||
			    i == parent + 1 || j->nodes[parent].role !=
			    ROLE_LOAD || !eval_only_looks(j, parent))
				return true;
		}
		/* In a text: a key of a namespace, or an attribute's name. */
		for (s = j->source.bytes; (s = memmem(s, (size_t)(end - s),
		    names[k], n)) != NULL; s += n)
			if (s == j->source.bytes || s[-1] != '.')
				return true;
		if (is_reached(j, names_intern(j->names, names[k], n)))
			return true;
	}
	for (k = 0; k < ARRAY_SIZE(forms); k++)
		for (i = own_first_named(j, forms[k]); i != 0;
		    i = j->own_next[i]) {
			parent = j->nodes[i].parent;
			if (j->nodes[parent].kind == NODE_ATTRIBUTE)
				parent = j->nodes[parent].parent;
			/* As a base, in an annotation, imported. */
			if (j->nodes[parent].kind != NODE_DOTTED_NAME &&
			    j->nodes[parent].kind != NODE_TYPE &&
			    (j->nodes[parent].kind != NODE_ARGUMENTS ||
			    j->nodes[j->nodes[parent].parent].kind !=
			    NODE_CLASS))
				return true;
		}
	/* type.__new__(mcs, name, bases, namespace) */
	for (i = own_first_named(j, "__new__"); i != 0; i = j->own_next[i]) {
		parent = j->nodes[i].parent;
		if (j->nodes[parent].kind == NODE_ATTRIBUTE && tree_count(
		    j->nodes, tree_last(j->nodes, j->nodes[parent].parent)) > 2)
			return true;
	}
	return false;
}

/* get_type_hints(x), and no names to look things up in besides. */
static bool
is_plain_call(struct judge *j, uint32_t callee)
{
	uint32_t call = j->nodes[callee].parent, list, child, n = 0;

	if (j->nodes[call].kind != NODE_CALL || callee != call + 1)
		return false;
	list = tree_last(j->nodes, call);
	if (j->nodes[list].kind != NODE_ARGUMENTS)
		return false;
	TREE_CHILDREN(j->nodes, list, child) {
		if (j->nodes[child].kind == NODE_KEYWORD_ARGUMENT ?
		    !judge_is_named(j, child + 1, "include_extras") &&
		    !judge_is_named(j, child + 1, "obj") :
		    tree_is_splat(j->nodes, child) || n++ > 0 ||
		    j->nodes[child].kind == NODE_DICTIONARY_SPLAT)
			return false;
	}
	return true;
}

/* type(x), x.__class__, a class of one's own: no object with attributes. */
static bool
is_certain_class(struct judge *j, uint32_t node)
{
	const struct value *v;

	switch (j->nodes[node].kind) {
	case NODE_CALL:
		v = vset_only(eval(j, node + 1), VALUE_PATH);
		return v != NULL && v->name == KNOWN(type);
	case NODE_ATTRIBUTE:
		return j->nodes[tree_last(j->nodes, node)].name ==
		    KNOWN(dunder_class);
	default:
		return vset_only(eval(j, node), VALUE_CLASS) != NULL ||
		    own_class_of_self(j, node, true) != 0;
	}
}

/*
 * Nothing writes by such a name. Or setattr(self, name, x) does, to an object,
 * and what is asked about are classes: it matters to none of them.
 */
static bool
writes_to_objects(struct judge *j)
{
	uint32_t i, call, list;

	if (own_first_of(j, KNOWN(setattr_name)) != 0 ||
	    own_first_of(j, KNOWN(locals)) != 0 ||
	    own_first_of(j, KNOWN(globals)) != 0)
		return false;
	if (own_first_of(j, KNOWN(setattr)) == 0 &&
	    own_views_are_taken_from(j))
		return true;
	for (i = own_first_of(j, KNOWN(setattr)); i != 0; i =
	    j->own_next[i]) {
		list = own_arguments_of(j, i);
		if (list == 0 || tree_count(j->nodes, list) != 3 ||
		    own_self(j, list + 1) == 0)
			return false;
	}
	for (i = own_first_named(j, "get_type_hints"); i != 0;
	    i = j->own_next[i]) {
		call = j->nodes[i].parent;
		if (j->nodes[call].kind == NODE_DOTTED_NAME)
			continue;
		if (j->nodes[call].kind == NODE_ATTRIBUTE)
			call = j->nodes[call].parent;
		if (!is_certain_class(j, tree_last(j->nodes, call) + 1))
			return false;
	}
	return true;
}

static bool
find_plain(struct judge *j)
{
	uint32_t i;

	j->hints_unreached = writes_to_objects(j);
	/* What a text runs has the annotations of what runs it. */
	if (j->report->running != NULL || are_written_unseen(j))
		return false;
	for (i = 0; i < j->tree.n; i++)
		if (j->nodes[i].kind == NODE_TYPE) {
			if (!is_type(j, i, 0))
				return false;
			i = j->nodes[i].skip - 1;
		}
	return true;
}

bool
check_hints(struct judge *j, uint32_t place)
{
	uint32_t i, parent;

	if (!own_may_look(j) || j->nodes[place].kind == NODE_STRING ||
	    own_takes_steps(j))
		return false;
	for (i = own_first_named(j, "get_type_hints"); i != 0;
	    i = j->own_next[i]) {
		parent = j->nodes[i].parent;
		switch (j->nodes[parent].kind) {
		case NODE_DOTTED_NAME:	/* imported, under its own name */
			if (j->nodes[j->nodes[parent].parent].kind ==
			    NODE_IMPORT_FROM && j->scopes.list[j->nodes[
			    i].scope].kind != SCOPE_CLASS)
				continue;
			return false;
		case NODE_ATTRIBUTE:
			if (i != parent + 1 && is_plain_call(j, parent))
				continue;
			return false;
		default:
			if (!is_plain_call(j, i))
				return false;
		}
	}
	if (j->hints == ANSWER_UNASKED)
		j->hints = find_plain(j) ? ANSWER_YES : ANSWER_NO;
	return j->hints == ANSWER_YES;
}
