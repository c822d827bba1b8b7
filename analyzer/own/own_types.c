/*
 * What honest code does with things that are refused by name: it asks whether
 * a value is a function, or for the names of its parameters, looks for its own
 * functions by names that begin alike, closes the temporary file it has just
 * made, and has pandas work out a sum of columns.
 */
#include "own.h"

#include <string.h>

#include "../../supervisor/base/util.h"
#include "../fold/foldcall.h"
#include "../judge.h"
#include "../names/identifier.h"
#include "../values/eval.h"
#include "../values/eval_parts.h"

/* Types whose objects a program may be handed, and asks for. */
static const char asked_types[][24] = { "types.FunctionType",
	"types.LambdaType", "types.ModuleType", "types.CodeType",
	"types.CellType", "types.FrameType", "typing.ForwardRef" };

/* The letters between the two operands of a comparison. */
static bool
compares_by(const struct judge *j, uint32_t comparison, const char *letters)
{
	uint32_t left = comparison + 1, i = j->nodes[left].end;
	const char *s = j->source.bytes;

	if (tree_count(j->nodes, comparison) != 2)
		return false;
	for (; i < j->nodes[j->nodes[left].skip].start; i++)
		if (s[i] != ' ' && s[i] != *letters++)
			return false;
	return *letters == '\0';
}

/* `x is at`, `at is not x`: nobody else sees it. */
static bool
is_told_apart(const struct judge *j, uint32_t at)
{
	uint32_t parent = j->nodes[at].parent;

	return j->nodes[parent].kind == NODE_COMPARISON &&
	    (compares_by(j, parent, "is") || compares_by(j, parent, "isnot"));
}

/*
 * `x: at`, `-> at`, where nobody looks at annotations. Neither is it a part
 * of a call or an index there.
 */
static bool
is_annotation(struct judge *j, uint32_t at)
{
	static const char looks[][24] = { "__annotations__", "annotation",
	    "get_annotations", "get_type_hints", "return_annotation",
	    "__get_type_hints__", "__dict__", "vars", "signature", "locals",
	    "globals", "getmembers", "__type_params__", "dataclass",
	    "getfullargspec", "fields", "register" };
	uint32_t type = j->nodes[at].parent;

	return j->nodes[type].kind == NODE_TYPE && j->nodes[j->nodes[type]
	    .parent].kind != NODE_ASSIGNMENT && !OWN_MENTIONS(j, looks);
}

/* d[key], d.get(key), key in d: the keys of d are not handed out. */
static bool
is_looked_up(struct judge *j, uint32_t at)
{
	uint32_t parent = j->nodes[at].parent, call;

	switch (j->nodes[parent].kind) {
	case NODE_SUBSCRIPT:
		return at == parent + 1 && j->nodes[parent].role == ROLE_LOAD;
	case NODE_COMPARISON:
		return at != parent + 1 && compares_by(j, parent, "in") &&
		    eval_compares_plainly(j);
	case NODE_ATTRIBUTE:
		call = j->nodes[parent].parent;
		return at == parent + 1 && judge_is_named(j, tree_last(
		    j->nodes, parent), "get") && j->nodes[call].kind ==
		    NODE_CALL && parent == call + 1;
	default:
		return false;
	}
}

/* {HERE: x}.get(type(y)), or of a name that nobody goes through. */
static bool
is_key(struct judge *j, uint32_t at)
{
	uint32_t table = j->nodes[j->nodes[at].parent].parent, up, binding, i;

	if (j->nodes[j->nodes[at].parent].kind != NODE_PAIR ||
	    at != j->nodes[at].parent + 1 ||
	    j->nodes[table].kind != NODE_DICTIONARY)
		return false;
	up = j->nodes[table].parent;
	if (j->nodes[up].kind != NODE_ASSIGNMENT)
		return is_looked_up(j, table);
	binding = judge_binding(j, up + 1);
	if (tree_count(j->nodes, up) != 2 || binding == 0 ||
	    j->scopes.list[j->scopes.bindings[binding].scope].kind ==
	    SCOPE_CLASS || judge_only_def(j, up + 1) == NULL ||
	    own_first_of(j, KNOWN(globals)) != 0 ||
	    own_first_of(j, KNOWN(locals)) != 0 ||
	    own_first_of(j, KNOWN(vars)) != 0)
		return false;
	for (i = own_first_of(j, j->nodes[up + 1].name); i != 0;
	    i = j->own_next[i])
		if (j->nodes[i].role == ROLE_LOAD && judge_binding(j, i) ==
		    binding && !is_looked_up(j, i))
			return false;
	return true;
}

/* isinstance(x, HERE), isinstance(x, (HERE, ...)) */
static bool
is_asked_for(struct judge *j, uint32_t at)
{
	uint32_t parent = j->nodes[at].parent, call;
	const struct value *v;

	if (is_told_apart(j, at) || is_annotation(j, at) || is_key(j, at))
		return true;
	if (j->nodes[parent].kind == NODE_TUPLE) {
		at = parent;
		parent = j->nodes[at].parent;
		/* type(x) in (HERE, ...) */
		if (j->nodes[parent].kind == NODE_COMPARISON &&
		    at != parent + 1 && compares_by(j, parent, "in"))
			return eval_compares_plainly(j);
	}
	call = j->nodes[parent].parent;
	if (j->nodes[parent].kind != NODE_ARGUMENTS ||
	    j->nodes[call].kind != NODE_CALL || tree_count(j->nodes,
	    parent) != 2 || at != tree_last(j->nodes, parent) ||
	    tree_is_splat(j->nodes, parent + 1))
		return false;
	v = vset_only(eval(j, call + 1), VALUE_PATH);
	return v != NULL && v->name == KNOWN(isinstance);
}

bool
own_asked_type(struct judge *j, uint32_t attribute)
{
	const struct value *v = vset_only(eval(j, attribute), VALUE_PATH);

	return v != NULL && IS_ONE_OF(names_text(j->names, v->name),
	    asked_types) && is_asked_for(j, attribute);
}

bool
own_asked_import(struct judge *j, uint32_t node, const char *full)
{
	/* Called, and of what they give no more is asked than where it is. */
	static const char frames[][24] = { "inspect.currentframe",
	    "inspect.getframeinfo", "inspect.stack", "sys._getframe" };
	uint32_t i, name = j->nodes[node + 1].name;
	uint32_t path = names_lookup(j->names, full, strlen(full));
	bool frame = IS_ONE_OF(full, frames);

	if ((!frame && !IS_ONE_OF(full, asked_types)) || !own_may_look(j) ||
	    j->nodes[j->nodes[node].parent].kind == NODE_ALIASED_IMPORT ||
	    j->nodes[node + 1].kind != NODE_IDENTIFIER ||
	    j->nodes[node + 1].skip != j->nodes[node].skip ||
	    own_first_of(j, KNOWN(globals)) != 0 ||
	    own_first_of(j, KNOWN(locals)) != 0)
		return false;
	/* A module's attribute, and a class's, is read by others. */
	if (j->scopes.list[j->nodes[node].scope].kind == SCOPE_CLASS)
		return false;
	for (i = own_first_of(j, name); i != 0; i = j->own_next[i])
		if (j->nodes[i].role == ROLE_LOAD && !(frame ?
		    own_frame_is_asked(j, i, path) : is_asked_for(j, i)))
			return false;
	return true;
}

/* len(at) */
static bool
is_counted(struct judge *j, uint32_t at)
{
	uint32_t list = j->nodes[at].parent, call = j->nodes[list].parent;
	const struct value *v;

	if (j->nodes[list].kind != NODE_ARGUMENTS ||
	    j->nodes[call].kind != NODE_CALL || tree_count(j->nodes, list) != 1)
		return false;
	v = vset_only(eval(j, call + 1), VALUE_PATH);
	return v != NULL && v->name == KNOWN(len);
}

bool
own_harmless(struct judge *j, uint32_t attribute)
{
	const struct value *v = vset_only(eval(j, attribute), VALUE_PATH);
	uint32_t parent = j->nodes[attribute].parent;

	if (v == NULL)
		return false;
	switch (v->name) {
	case KNOWN(sys_modules):
		return is_counted(j, attribute) || (j->nodes[parent].kind ==
		    NODE_COMPARISON && attribute != parent + 1 &&
		    (compares_by(j, parent, "in") || compares_by(j, parent,
		    "notin")) && vset_only(eval(j, parent + 1), VALUE_STR) !=
		    NULL);
	case KNOWN(gc_get_objects):
	case KNOWN(gc_get_referrers):
	case KNOWN(gc_get_referents):
		return j->nodes[parent].kind == NODE_CALL && attribute ==
		    parent + 1 && is_counted(j, parent);
	case KNOWN(gc_garbage):
		return is_counted(j, attribute);
	case KNOWN(weakref_finalize):
		return own_runs_at_end(j, attribute);
	case KNOWN(getmembers):
		return own_members(j, attribute);
	case KNOWN(sys_getframe):
	case KNOWN(currentframe):
	case KNOWN(getframeinfo):
	case KNOWN(inspect_stack):
		return own_frame_is_asked(j, attribute, v->name);
	case KNOWN(yaml_load):
	case KNOWN(yaml_load_all):
		return own_safe_load(j, parent);
	default:
		return false;
	}
}

/* sys.modules[__name__]: what globals() hands out, and nothing more. */
bool
own_module_itself(struct judge *j, uint32_t attribute)
{
	uint32_t entry = j->nodes[attribute].parent, key;
	const struct value *v;

	key = tree_last(j->nodes, entry);
	if (j->nodes[entry].kind != NODE_SUBSCRIPT || attribute != entry + 1 ||
	    j->nodes[key].kind != NODE_IDENTIFIER ||
	    j->nodes[key].name != KNOWN(dunder_name) ||
	    judge_binding(j, key) != 0)
		return false;
	v = vset_only(eval(j, attribute), VALUE_PATH);
	return v != NULL && v->name == KNOWN(sys_modules);
}

/* at.__class__.__name__, type(at).__name__ */
static bool
names_its_class(struct judge *j, uint32_t at)
{
	uint32_t up = j->nodes[at].parent, list = up;
	const struct value *v;

	if (j->nodes[up].kind == NODE_ARGUMENTS) {
		up = j->nodes[up].parent;
		v = j->nodes[up].kind != NODE_CALL || tree_count(j->nodes,
		    list) != 1 ? NULL : vset_only(eval(j, up + 1), VALUE_PATH);
		if (v == NULL || v->name != KNOWN(type))
			return false;
	} else if (j->nodes[up].kind != NODE_ATTRIBUTE || j->nodes[tree_last(
	    j->nodes, up)].name != KNOWN(dunder_class))
		return false;
	at = up;
	up = j->nodes[at].parent;
	return j->nodes[up].kind == NODE_ATTRIBUTE && at == up + 1 &&
	    (j->nodes[tree_last(j->nodes, up)].name == KNOWN(dunder_name) ||
	    j->nodes[tree_last(j->nodes, up)].name == KNOWN(dunder_qualname));
}

bool
own_only_shown_owner(struct judge *j, uint32_t attribute)
{
	return j->nodes[tree_last(j->nodes, attribute)].name ==
	    KNOWN(dunder_self) && (is_told_apart(j, attribute) ||
	    names_its_class(j, attribute));
}

/* The name that a function takes first, and nothing else. */
static bool
is_first_parameter(struct judge *j, uint32_t at)
{
	const struct def *d = judge_only_def(j, at);

	return d != NULL && d->kind == DEF_PARAMETER && d->index == 0 &&
	    j->nodes[d->owner].kind == NODE_FUNCTION;
}

/*
 * object.__getattribute__(self, "_x") is self._x, and judged as that where
 * calls are; so is the method's own way to what it was asked for. Honest code
 * asks this of no other object.
 */
bool
own_getattribute(struct judge *j, uint32_t attribute)
{
	uint32_t call = j->nodes[attribute].parent, list;
	const struct value *v;

	list = tree_last(j->nodes, call);
	if (j->nodes[tree_last(j->nodes, attribute)].name !=
	    KNOWN(getattr_name) || j->nodes[call].kind != NODE_CALL ||
	    attribute != call + 1 || j->nodes[list].kind != NODE_ARGUMENTS ||
	    list + 1 == j->nodes[list].skip || tree_is_splat(j->nodes, list +
	    1))
		return false;
	v = vset_only(eval(j, attribute), VALUE_PATH);
	if (v != NULL && (v->name == KNOWN(object_getattribute) ||
	    v->name == KNOWN(type_getattribute)))
		return tree_count(j->nodes, list) == 2 &&
		    is_first_parameter(j, list + 1);
	v = vset_only(eval(j, attribute + 1), VALUE_RESULT);
	return v != NULL && v->name == KNOWN(super_name) &&
	    tree_count(j->nodes, list) == 1 && own_delegated(j, call, list +
	    1);
}

/* The first of what tempfile.mkstemp() returned, and nothing else. */
static bool
is_temporary(struct judge *j, uint32_t at)
{
	uint32_t index, def;

	index = judge_binding(j, at);
	def = index != 0 ? j->scopes.bindings[index].first : 0;
	if (def == 0)
		return false;
	for (; def != 0; def = j->scopes.defs[def].next) {
		const struct def *d = &j->scopes.defs[def];
		const struct value *v;

		if (d->kind != DEF_VALUE || d->steps == NULL ||
		    d->steps->kind != STEP_INDEX || d->steps->n != 0 ||
		    d->steps->before != NULL ||
		    j->nodes[d->expr].kind != NODE_CALL)
			return false;
		v = vset_only(eval(j, d->expr + 1), VALUE_PATH);
		if (v == NULL || strcmp(names_text(j->names, v->name),
		    "tempfile.mkstemp") != 0)
			return false;
	}
	return true;
}

bool
own_temporary(struct judge *j, uint32_t attribute)
{
	static const char calls[][16] = { "os.close", "os.fdopen",
	    "os.fstat", "os.write" };
	uint32_t call = j->nodes[attribute].parent, list;
	const struct value *v;

	list = tree_last(j->nodes, call);
	if (j->nodes[call].kind != NODE_CALL || attribute != call + 1 ||
	    j->nodes[list].kind != NODE_ARGUMENTS ||
	    list + 1 >= j->nodes[list].skip)
		return false;
	v = vset_only(eval(j, attribute), VALUE_PATH);
	return v != NULL && IS_ONE_OF(names_text(j->names, v->name), calls) &&
	    is_temporary(j, list + 1);
}

/* f.__code__.co_varnames: names and numbers, and no way further inside. */
bool
own_code_fact(struct judge *j, uint32_t attribute)
{
	static const char facts[][24] = { "co_argcount", "co_firstlineno",
	    "co_flags", "co_kwonlyargcount", "co_name", "co_nlocals",
	    "co_posonlyargcount", "co_qualname", "co_varnames" };
	uint32_t fact = attribute, code = attribute + 1;
	const char *name = names_text(j->names, j->nodes[tree_last(j->nodes,
	    attribute)].name);

	if (strcmp(name, "__code__") == 0) {
		fact = j->nodes[attribute].parent;
		code = attribute;
	}
	return j->nodes[fact].kind == NODE_ATTRIBUTE && code == fact + 1 &&
	    j->nodes[fact].role == ROLE_LOAD &&
	    IS_ONE_OF(names_text(j->names, j->nodes[tree_last(j->nodes,
	    fact)].name), facts) && j->nodes[code].kind == NODE_ATTRIBUTE &&
	    judge_is_named(j, tree_last(j->nodes, code), "__code__");
}

/* May this key of globals() be none but a name of these, of own things? */
static bool
begins_own_names(struct judge *j, const struct value *key)
{
	const char *gap = key->kind != VALUE_PARTIAL ? NULL :
	    memchr(key->text.bytes, FOLD_GAP, key->text.n);
	size_t n = gap == NULL ? 0 : (size_t)(gap - key->text.bytes), found = 0;
	const struct vset *set;
	uint32_t i;

	if (n < 3 || key->text.bytes[0] == '_')
		return false;
	for (i = 1; i < j->scopes.nbindings; i++) {
		if (j->scopes.bindings[i].scope != 1 || strncmp(names_text(
		    j->names, j->scopes.bindings[i].name), key->text.bytes,
		    n) != 0)
			continue;
		set = eval_binding(j, i);
		if (set->n != 1 || set->v[0]->kind != VALUE_FUNCTION)
			return false;
		found++;
	}
	return found > 0;
}

bool
own_globals(struct judge *j, uint32_t at)
{
	uint32_t call = j->nodes[at].parent, entry = j->nodes[call].parent;
	uint32_t key = tree_last(j->nodes, entry), list;
	const struct vset *set;
	size_t i;

	if (j->nodes[call].kind != NODE_CALL || at != call + 1 ||
	    call != entry + 1 || j->scopes.list[1].stars != 0)
		return false;
	if (j->nodes[entry].kind == NODE_ATTRIBUTE) {
		list = tree_last(j->nodes, j->nodes[entry].parent);
		if (j->nodes[key].name != names_lookup(j->names, "get", 3) ||
		    j->nodes[j->nodes[entry].parent].kind != NODE_CALL ||
		    entry != j->nodes[entry].parent + 1 ||
		    j->nodes[list].kind != NODE_ARGUMENTS ||
		    list + 1 >= j->nodes[list].skip)
			return false;
		key = list + 1;
	} else if (j->nodes[entry].kind != NODE_SUBSCRIPT ||
	    j->nodes[entry].role != ROLE_LOAD)
		return false;
	set = eval(j, key);
	for (i = 0; i < set->n; i++)
		if (!begins_own_names(j, set->v[i]))
			return false;
	return set->n > 0 && !set->unknown;
}

/*
 * "df.a + 2 * df.b": words and operators, and no calls. A word that begins a
 * chain is a name of the program's that holds no module and nothing sensitive;
 * one behind a dot, an attribute that could be written out.
 */
static bool
is_sum(struct judge *j, const char *s, size_t n, uint32_t scope,
    uint32_t place)
{
	const struct vset *set;
	size_t i, from, k;

	for (i = 0; i < n; i++) {
		if (!identifier_is_plain(s[i])) {
			if (strchr(" \n.,+-*/%<>=!&|~()[]", s[i]) == NULL)
				return false;
			continue;
		}
		for (from = i; i < n && identifier_is_plain(s[i]); i++)
			;
		for (k = i; k < n && (s[k] == ' ' || s[k] == '\n'); k++)
			;
		if (k < n && s[k] == '(' && !((i - from == 3 && memcmp(s +
		    from, "and", 3) == 0) || (i - from == 2 && memcmp(s +
		    from, "or", 2) == 0)))
			return false;
		k = from;
		while (k > 0 && (s[k - 1] == ' ' || s[k - 1] == '\n'))
			k--;
		if (k > 0 && s[k - 1] == '.') {
			const struct rules_row *row = facts_attr(j->facts,
			    names_intern(j->names, s + from, i - from));

			if (row == NULL || row->verb != RULES_ALLOW)
				return false;
		} else if (s[from] > '9') {
			set = eval_name(j, scope, names_intern(j->names, s +
			    from, i - from), place);
			for (k = 0; k < set->n; k++)
				if (set->v[k]->kind == VALUE_MODULE ||
				    set->v[k]->kind == VALUE_PATH ||
				    set->v[k]->kind == VALUE_FUNCTION ||
				    set->v[k]->kind == VALUE_CLASS)
					return false;
			if (set->flags & (VALUE_HAS_MODULE |
			    VALUE_HAS_SENSITIVE))
				return false;
		}
		i--;
	}
	return true;
}

bool
own_sum(struct judge *j, uint32_t attribute)
{
	static const char plain[][8] = { "engine", "inplace", "parser",
	    "target" };
	uint32_t call = j->nodes[attribute].parent, list, child;
	const struct value *v = vset_only(eval(j, attribute), VALUE_PATH);

	list = tree_last(j->nodes, call);
	if (v == NULL || strcmp(names_text(j->names, v->name),
	    "pandas.eval") != 0 || j->nodes[call].kind != NODE_CALL ||
	    attribute != call + 1 || j->nodes[list].kind != NODE_ARGUMENTS ||
	    list + 1 >= j->nodes[list].skip)
		return false;
	for (child = j->nodes[list + 1].skip; child < j->nodes[list].skip;
	    child = j->nodes[child].skip)
		if (j->nodes[child].kind != NODE_KEYWORD_ARGUMENT ||
		    !IS_ONE_OF(names_text(j->names, j->nodes[child + 1].name),
		    plain))
			return false;
	v = vset_only(eval(j, list + 1), VALUE_STR);
	return v != NULL && v->text.n > 0 && is_sum(j, v->text.bytes,
	    v->text.n, j->nodes[call].scope, call);
}

/*
 * Bases that make no text of an object. What makes one of attributes or keys
 * anything else is of no matter here.
 */
static bool
is_no_text(const char *base)
{
	static const char exact[][32] = { "type", "tuple", "set",
	    "frozenset", "int", "float", "complex", "enum.Enum",
	    "enum.IntEnum", "enum.Flag", "enum.IntFlag", "abc.ABC",
	    "abc.ABCMeta", "collections.OrderedDict",
	    "collections.defaultdict", "collections.Counter",
	    "collections.UserDict", "collections.UserList",
	    "collections.deque", "unittest.TestCase", "json.JSONEncoder",
	    "json.JSONDecoder", "threading.Thread", "html.parser.HTMLParser",
	    "argparse.Action", "argparse.Namespace",
	    "argparse.ArgumentParser", "ast.NodeVisitor",
	    "ast.NodeTransformer", "csv.Dialect", "csv.excel",
	    "types.SimpleNamespace", "random.Random", "pandas.DataFrame",
	    "pandas.Series", "numpy.ndarray", "typing.Protocol",
	    "typing.Generic", "typing.NamedTuple", "typing.TypedDict",
	    "typing_extensions.Protocol", "typing_extensions.TypedDict" };
	static const char within[][24] = { "collections.abc.", "logging.",
	    "contextlib.", "sklearn.base." };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(within); i++)
		if (strncmp(base, within[i], strlen(within[i])) == 0)
			return true;
	return IS_ONE_OF(base, exact);
}

/* One of the submission's classes, all of which are looked at, or no text. */
static bool
base_is_no_text(struct judge *j, uint32_t base)
{
	const struct vset *set;
	size_t i;

	switch (j->nodes[base].kind) {
	case NODE_COMMENT:
		return true;
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
		    !is_no_text(names_text(j->names, set->v[i]->name))))
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
