/*
 * Names and texts that honest code takes from elsewhere, of which enough is
 * known all the same: what a person types, a constant's name in capitals, the
 * columns of a row.
 */
#include "own.h"

#include <string.h>

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../read/tree.h"
#include "../values/eval.h"

/* Does an option's keyword leave what is typed as it is, or say what it is? */
static bool
option_is_plain(struct judge *j, uint32_t keyword)
{
	const char *name = names_text(j->names, j->nodes[keyword + 1].name);
	const struct vset *set = eval(j, tree_last(j->nodes, keyword));
	const struct value *v;
	size_t i;

	if (strcmp(name, "type") == 0) {
		v = vset_only(set, VALUE_PATH);
		return v != NULL && facts_is_builtin(j->facts, v->name);
	}
	if (strcmp(name, "action") == 0)
		return vset_only(set, VALUE_STR) != NULL;
	if (strcmp(name, "default") != 0 && strcmp(name, "const") != 0)
		return true;
	/* A text that is written down is judged where it stands. */
	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind != VALUE_STR &&
		    set->v[i]->kind != VALUE_INT &&
		    set->v[i]->kind != VALUE_NONE &&
		    set->v[i]->kind != VALUE_LIST)
			return false;
	return set->n > 0 && !set->unknown;
}

/* Is the list of what was typed only read, wherever it is named? */
static bool
line_is_read(struct judge *j)
{
	uint32_t i, at;

	for (i = own_first_named(j, "argv"); i != 0; i = j->own_next[i]) {
		at = i;
		if (j->nodes[j->nodes[at].parent].kind == NODE_ATTRIBUTE)
			at = j->nodes[at].parent;
		if (j->nodes[at].role != ROLE_LOAD && at != i)
			return false;
		/* sys.argv[1:], len(sys.argv), parse_args(argv) */
		at = j->nodes[at].parent;
		if (j->nodes[at].kind == NODE_ATTRIBUTE ||
		    (j->nodes[at].kind == NODE_SUBSCRIPT &&
		    j->nodes[at].role != ROLE_LOAD))
			return false;
	}
	return true;
}

static bool
is_line(struct judge *j, uint32_t at)
{
	const struct value *v = j->nodes[at].kind != NODE_SUBSCRIPT ? NULL :
	    vset_only(eval(j, at + 1), VALUE_PATH);
	uint32_t child;

	/* What is written down is judged where it stands. */
	if (j->nodes[at].kind == NODE_LIST) {
		TREE_CHILDREN(j->nodes, at, child)
			if (j->nodes[child].kind != NODE_COMMENT &&
			    vset_only(eval(j, child), VALUE_STR) == NULL)
				return false;
		return true;
	}
	return j->nodes[at].kind == NODE_NONE || (v != NULL && strcmp(
	    names_text(j->names, v->name), "sys.argv") == 0);
}

#define LINES_MAX	4	/* functions that hand it on to each other */

/*
 * parse_args(sys.argv[1:]), parse_args(argv): of a function that is called
 * with such a list, or with nothing where its parameter is None then.
 */
static bool
stands_for_line(struct judge *j, uint32_t at, unsigned depth)
{
	const struct def *d = judge_only_def(j, at);
	uint32_t i, list;

	if (j->nodes[at].kind != NODE_IDENTIFIER)
		return is_line(j, at);
	if (d == NULL || d->kind != DEF_PARAMETER || d->index != 0 ||
	    depth > LINES_MAX || j->nodes[d->owner].kind != NODE_FUNCTION ||
	    (d->expr != 0 && j->nodes[d->expr].kind != NODE_NONE))
		return false;
	at = tree_first(j->nodes, d->owner, NODE_IDENTIFIER);
	for (i = own_first_of(j, j->nodes[at].name); i != 0;
	    i = j->own_next[i]) {
		if (i == at)
			continue;
		list = tree_last(j->nodes, j->nodes[i].parent);
		if (j->nodes[j->nodes[i].parent].kind != NODE_CALL || i !=
		    j->nodes[i].parent + 1 || j->nodes[list].kind !=
		    NODE_ARGUMENTS || tree_count(j->nodes, list) > 1 ||
		    (list + 1 < j->nodes[list].skip && !stands_for_line(j,
		    list + 1, depth + 1)))
			return false;
	}
	return true;
}

bool
own_line_is_typed(struct judge *j)
{
	static const char none[][24] = { "Namespace", "SimpleNamespace",
	    "argument_default", "namespace", "parse_known_args", "register",
	    "set_defaults", "_actions", "_defaults" };
	uint32_t i, list, child;

	if (OWN_MENTIONS(j, none))
		return false;
	for (i = own_first_named(j, "parse_args"); i != 0; i = j->own_next[i]) {
		list = tree_last(j->nodes, j->nodes[j->nodes[i].parent].parent);
		TREE_CHILDREN(j->nodes, list, child)
			if (!stands_for_line(j, child, 0))
				return false;
	}
	for (i = own_first_named(j, "add_argument"); i != 0;
	    i = j->own_next[i]) {
		list = tree_last(j->nodes, j->nodes[j->nodes[i].parent].parent);
		if (j->nodes[list].kind != NODE_ARGUMENTS)
			return false;
		TREE_CHILDREN(j->nodes, list, child)
			if (j->nodes[child].kind == NODE_DICTIONARY_SPLAT ||
			    (j->nodes[child].kind == NODE_KEYWORD_ARGUMENT &&
			    !option_is_plain(j, child)))
				return false;
	}
	return line_is_read(j) && own_is_only_done(j, "add_argument");
}

/* "x y", ["x", "y"]: is this none of the names, for certain? */
static bool
names_others(struct judge *j, uint32_t argument, const char *name)
{
	const struct vset *set = eval(j, argument);
	bool fixed = true;
	size_t i, n = strlen(name);

	set = own_texts(j, set, set->n > 0 && set->v[0]->kind == VALUE_LIST,
	    &fixed);
	for (i = 0; set != NULL && i < set->n; i++)
		if (set->v[i]->text.n >= n && memmem(set->v[i]->text.bytes,
		    set->v[i]->text.n, name, n) != NULL)
			return false;
	return set != NULL;
}

/* namedtuple("P", "x y"): has what is made so an attribute of this name? */
static bool
may_be_made(struct judge *j, const char *name)
{
	static const char makers[][16] = { "NamedTuple", "make_dataclass",
	    "namedtuple" };
	uint32_t i, at, list, fields;
	size_t k;

	for (k = 0; k < ARRAY_SIZE(makers); k++)
		for (i = own_first_named(j, makers[k]); i != 0;
		    i = j->own_next[i]) {
			at = j->nodes[j->nodes[i].parent].kind ==
			    NODE_ATTRIBUTE ? j->nodes[i].parent : i;
			list = own_arguments_of(j, at);
			if (list == 0 || list + 1 >= j->nodes[list].skip)
				continue;
			fields = j->nodes[list + 1].skip;
			if (tree_is_splat(j->nodes, list + 1) || fields >=
			    j->nodes[list].skip || tree_is_splat(j->nodes,
			    fields) || !names_others(j, j->nodes[fields].kind
			    == NODE_KEYWORD_ARGUMENT ? tree_last(j->nodes,
			    fields) : fields, name))
				return true;
		}
	return false;
}

/* Each mention of the name calls a method, and nobody here has one of it. */
static bool
is_only_a_librarys(struct judge *j, uint32_t method)
{
	static const char none[][24] = { "__getattr__", "__getattribute__",
	    "SimpleNamespace", "Namespace", "Mock", "MagicMock" };
	uint32_t i, parent;

	if (OWN_MENTIONS(j, none))
		return false;
	for (i = own_first_of(j, method); i != 0; i = j->own_next[i]) {
		parent = j->nodes[i].parent;
		if (j->nodes[parent].kind != NODE_ATTRIBUTE ||
		    i == parent + 1 || j->nodes[parent].role != ROLE_LOAD)
			return false;
	}
	return !may_be_made(j, names_text(j->names, method)) &&
	    !own_reached_by_name(j, method, REACH_WRITES);
}

/* What a name that is bound once, plainly, is bound to; else itself. */
static uint32_t
behind_name(struct judge *j, uint32_t at)
{
	const struct def *d = judge_only_def(j, at);

	return d == NULL || d->kind != DEF_VALUE || d->steps != NULL ? at :
	    d->expr;
}

/* `x.method()`, of a name that only libraries' objects have. */
static bool
is_call_of(struct judge *j, uint32_t at, const char *method)
{
	uint32_t callee = at + 1, last;

	if (j->nodes[at].kind != NODE_CALL ||
	    j->nodes[callee].kind != NODE_ATTRIBUTE)
		return false;
	last = tree_last(j->nodes, callee);
	return judge_is_named(j, last, method) && own_may_look(j) &&
	    is_only_a_librarys(j, j->nodes[last].name);
}

bool
own_capitals(struct judge *j, uint32_t name)
{
	uint32_t at = behind_name(j, name);

	return is_call_of(j, at, "upper") && tree_count(
	    j->nodes, tree_last(j->nodes, at)) == 0;
}

bool
own_row(struct judge *j, uint32_t call, uint32_t object)
{
	uint32_t parent = j->nodes[call].parent, binding, def;

	binding = judge_binding(j, object);
	def = binding == 0 ? 0 : j->scopes.bindings[binding].first;
	if (def == 0 || (j->nodes[parent].kind == NODE_CALL && call ==
	    parent + 1))
		return false;
	for (; def != 0; def = j->scopes.defs[def].next) {
		const struct def *d = &j->scopes.defs[def];

		if (d->kind != DEF_VALUE || d->steps == NULL ||
		    d->steps->kind != STEP_ITEM || d->steps->before != NULL ||
		    !is_call_of(j, d->expr, "itertuples"))
			return false;
	}
	return true;
}

bool
own_safe_load(struct judge *j, uint32_t call)
{
	static const char safe[][24] = { "yaml.SafeLoader",
	    "yaml.CSafeLoader", "yaml.BaseLoader", "yaml.CBaseLoader" };
	uint32_t list = tree_last(j->nodes, call), loader;
	const struct value *v;

	if (j->nodes[call].kind != NODE_CALL || j->nodes[list].kind !=
	    NODE_ARGUMENTS || tree_count(j->nodes, list) != 2 ||
	    tree_is_splat(j->nodes, list + 1) || j->nodes[list + 1].kind ==
	    NODE_KEYWORD_ARGUMENT)
		return false;
	loader = j->nodes[list + 1].skip;
	if (j->nodes[loader].kind == NODE_KEYWORD_ARGUMENT) {
		if (!judge_is_named(j, loader + 1, "Loader"))
			return false;
		loader = tree_last(j->nodes, loader);
	}
	v = vset_only(eval(j, loader), VALUE_PATH);
	return v != NULL && IS_ONE_OF(names_text(j->names, v->name), safe);
}
