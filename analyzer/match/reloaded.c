/*
 * What a submission saves and loads again:
 *
 *	joblib.dump(model, "model.joblib")
 *	again = joblib.load("model.joblib")
 *	twin = pickle.loads(pickle.dumps(again))
 *
 * A pickle runs what it names, so a row refuses its loader. Of this file it
 * is known who wrote it (saved.c): the submission, before, out of objects that
 * it has anyway; unless something else writes there. Whether anything may is
 * known when all has been seen, and where libraries write by themselves it
 * never is: so only submissions that use a few are asked about.
 */
#include "match.h"

#include <string.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../own/own.h"
#include "../places/places.h"
#include "../places/signatures.h"
#include "../read/tree.h"
#include "../report.h"
#include "../values/eval.h"
#include "calls_parts.h"
#include "saved.h"

#define RELOADED_MAX	16	/* each looks through the source */

/* What is written to or deleted. */
struct written {
	const struct written	*next;
	const char		*path;		/* NULL: not known by itself */
	uint32_t		 place;
};

/* A call that is a finding if anything else writes to its path. */
struct reloaded {
	const struct reloaded	*next;
	const struct rules_row	*row;
	const char		*subject;
	const struct value	*value;		/* or NULL */
	uint32_t		 place;
	const char		*path;		/* NULL: it is in memory */
	uint32_t		 saved_at;	/* the path's node, ... */
	uint32_t		 loaded_at;	/* ... and this one's */
};

/* What this call loads, if that can be; false: it is not known. */
static bool
find_saved(struct judge *j, uint32_t call, struct reloaded *one)
{
	const struct pickler *p = saved_pickler(j, call);
	auto_buf struct buf clean = BUF_INIT;
	const char *path;

	if (p == NULL)
		return false;
	if (p->medium == IN_MEMORY)
		return saved_loads_dumped(j, p, call);
	one->loaded_at = saved_loads(j, p, call);
	if (one->loaded_at == 0 || !saved_read_path(j, one->loaded_at, &clean))
		return false;
	path = clean.data + 1;
	if (path[0] == '/' || path[0] == '~' || strncmp(path, "..", 2) == 0)
		return false;
	one->saved_at = saved_before(j, p, call, path);
	one->path = arena_strndup(j->arena, path, clean.len - 1);
	return one->saved_at != 0;
}

/* The call alone that this name of the loader stands in; or 0. */
static uint32_t
call_of_name(const struct judge *j, uint32_t name)
{
	uint32_t at = name, call = j->nodes[at].parent;

	if (j->nodes[call].kind == NODE_ATTRIBUTE) {
		at = call;
		call = j->nodes[at].parent;
	}
	return j->nodes[call].kind == NODE_CALL && call + 1 == at ? call : 0;
}

static bool
note_reloaded(struct judge *j, struct reloaded one, uint32_t call)
{
	struct reloaded *noted;

	if (call == 0 || j->nreloaded == RELOADED_MAX ||
	    !find_saved(j, call, &one))
		return false;
	noted = arena_alloc(j->arena, sizeof(*noted));
	*noted = one;
	noted->next = j->reloaded;
	j->reloaded = noted;
	j->nreloaded++;
	return true;
}

/* from joblib import load: each use of that name. */
static bool
note_uses(struct judge *j, const struct reloaded *one, uint32_t dotted)
{
	uint32_t name = dotted + 1, binding = judge_binding(j, name), i;
	size_t before = j->nreloaded;

	/* `import load as x`: none of its uses is found. */
	if (j->nodes[j->nodes[dotted].parent].kind == NODE_ALIASED_IMPORT ||
	    binding == 0 || scopes_only_def(&j->scopes, binding) == NULL)
		return false;
	for (i = own_first_of(j, j->nodes[name].name); i != 0;
	    i = j->own_next[i])
		if (i != name && j->nodes[i].role != ROLE_NAME &&
		    (judge_binding(j, i) != binding ||
		    !note_reloaded(j, *one, call_of_name(j, i))))
			return false;
	return j->nreloaded > before;
}

bool
check_reloaded(struct judge *j, const struct rules_row *row,
    const char *subject, uint32_t place, const struct value *value)
{
	struct reloaded one = { .row = row, .subject = subject,
	    .value = value, .place = place };
	const struct value *loader = value;

	/* What the loaded object is asked for: `.load`, of `.load.predict`. */
	for (; loader != NULL; loader = loader->from)
		if (loader->kind == VALUE_PATH && saved_is_reader(names_text(
		    j->names, loader->name)))
			break;
	if (loader == NULL)
		return false;
	if (j->nodes[loader->place].kind == NODE_DOTTED_NAME)
		return note_uses(j, &one, loader->place);
	return note_reloaded(j, one, call_of_name(j, loader->place));
}

static void
note_write(struct judge *j, const char *path, uint32_t place)
{
	struct written *one;

	if (names_lookup(j->names, "joblib", 6) == 0 &&
	    names_lookup(j->names, "pickle", 6) == 0 &&
	    names_lookup(j->names, "read_pickle", 11) == 0)
		return;
	one = arena_alloc(j->arena, sizeof(*one));
	one->next = j->written;
	one->path = path == NULL ? NULL : arena_strndup(j->arena, path,
	    strlen(path));
	one->place = place;
	j->written = one;
}

void
reloaded_note_write(struct judge *j, const char *path, uint32_t place)
{
	note_write(j, path, place);
}

void
reloaded_note_unknown(struct judge *j, uint32_t place)
{
	note_write(j, NULL, place);
}

/* Libraries whose writers are all known by the paths that they are given. */
static bool
uses_others(const struct judge *j)
{
	static const char known[][16] = { "__future__", "argparse",
	    "collections", "copy", "csv", "dataclasses", "datetime",
	    "decimal", "functools", "glob", "hashlib", "heapq", "io",
	    "itertools", "joblib", "json",
	    "logging", "math", "matplotlib", "numpy", "os", "pandas",
	    "pathlib", "pickle", "pprint", "random", "re", "scipy",
	    "seaborn", "sklearn", "statistics", "string", "sys", "textwrap",
	    "time", "typing", "warnings" };
	char root[16];
	size_t i, n;

	for (i = 0; i < j->report->imports.n; i++) {
		const char *name = j->report->imports.list[i];

		n = strcspn(name, ".");
		/* logging.handlers move files. */
		if (n >= sizeof(root) || strncmp(name, "logging.", 8) == 0)
			return true;
		memcpy(root, name, n);
		root[n] = '\0';
		if (!IS_ONE_OF(root, known))
			return true;
	}
	return false;
}

/*
 * A pickle has classes by their names, which may stand for others by the time
 * it is loaded. So there are none of the submission's own but plain ones.
 */
static bool
makes_classes(struct judge *j)
{
	static const char makers[][16] = { "NamedTuple", "NewType",
	    "TypedDict", "__class__", "make_dataclass", "namedtuple" };
	uint32_t i, list;

	/* type(x) makes none. */
	for (i = own_first_named(j, "type"); i != 0; i = j->own_next[i]) {
		if (j->nodes[j->nodes[i].parent].kind == NODE_KEYWORD_ARGUMENT &&
		    i == j->nodes[i].parent + 1)
			continue;
		list = own_arguments_of(j, i);
		if (list == 0 || !own_hands_one(j, j->nodes[list].parent))
			return true;
	}
	return OWN_MENTIONS(j, makers);
}

/* Names between underscores with which no class says how it is pickled. */
static bool
has_hooks(struct judge *j)
{
	static const char harmless[][16] = { "__call__", "__doc__",
	    "__file__", "__future__", "__init__", "__len__", "__main__",
	    "__name__", "__post_init__", "__repr__", "__str__",
	    "__version__" };
	/* These fill in others. */
	static const char others[][16] = { "delattr", "setattr" };
	uint32_t i;

	for (i = 0; i < j->tree.n; i++)
		if (j->nodes[i].kind == NODE_IDENTIFIER) {
			const char *name = names_text(j->names,
			    j->nodes[i].name);

			if (name[0] == '_' && name[1] == '_' &&
			    (!IS_ONE_OF(name, harmless) || j->nodes[
			    j->nodes[i].parent].role == ROLE_STORE))
				return true;
		}
	return OWN_MENTIONS(j, others);
}

/* slots=True adds how it is loaded: by setattr, which properties hear of. */
static bool
gives_slots(const struct judge *j, uint32_t call)
{
	static const char harmless[][12] = { "eq", "frozen", "init",
	    "kw_only", "order", "repr", "unsafe_hash" };
	uint32_t child;

	TREE_CHILDREN(j->nodes, tree_last(j->nodes, call), child)
		if (j->nodes[child].kind != NODE_KEYWORD_ARGUMENT ||
		    !IS_ONE_OF(names_text(j->names, j->nodes[child + 1].name),
		    harmless))
			return true;
	return false;
}

/* Decorated by dataclass alone, or by what dataclass(...) makes? */
static bool
is_dataclass(struct judge *j, uint32_t decorated)
{
	static const char name[] = "dataclasses.dataclass";
	uint32_t by = decorated + 2;
	const struct value *v;

	if (j->nodes[decorated].kind != NODE_DECORATED ||
	    tree_count(j->nodes, decorated) != 2)
		return false;
	if (j->nodes[by].kind == NODE_CALL)
		return saved_calls(j, by, name) && !gives_slots(j, by);
	v = vset_only(eval(j, by), VALUE_PATH);
	return v != NULL && strcmp(names_text(j->names, v->name), name) == 0;
}

/* A class of the module's that stays what its name stands for. */
static bool
keeps_name(struct judge *j, uint32_t class)
{
	uint32_t name = tree_first(j->nodes, class, NODE_IDENTIFIER), i;
	uint32_t around = j->nodes[class].parent;
	const struct def *d = scopes_only_def(&j->scopes, scopes_resolve(
	    &j->scopes, j->nodes[class].scope, j->nodes[name].name));

	if (is_dataclass(j, around))
		around = j->nodes[around].parent;
	if (j->nodes[around].kind != NODE_MODULE || d == NULL ||
	    d->kind != DEF_CLASS || d->node != class)
		return false;
	for (i = own_first_of(j, j->nodes[name].name); i != 0;
	    i = j->own_next[i])
		if (i != name && j->nodes[i].role != ROLE_LOAD &&
		    j->nodes[i].role != ROLE_NAME)
			return false;
	return true;
}

/* sklearn.base.BaseEstimator and the like; the module holds more by accident. */
static bool
is_mixin(const char *name)
{
	static const char module[] = "sklearn.base.", suffix[] = "Mixin";
	size_t n = strlen(name), skip = sizeof(module) - 1;

	if (strncmp(name, module, skip) != 0 || strchr(name + skip, '.'))
		return false;
	return strcmp(name + skip, "BaseEstimator") == 0 ||
	    (n > skip + sizeof(suffix) && strcmp(name + n - sizeof(suffix) + 1,
	    suffix) == 0);
}

/* Made of these, or of classes of the submission's own, or of nothing? */
static bool
has_plain_bases(struct judge *j, uint32_t class)
{
	uint32_t list = tree_child(j->nodes, class, NODE_ARGUMENTS), base;
	const struct vset *set;

	if (list == 0)
		return true;
	TREE_CHILDREN(j->nodes, list, base) {
		set = eval(j, base);
		if (vset_only(set, VALUE_CLASS) != NULL)
			continue;
		if (vset_only(set, VALUE_PATH) == NULL || !is_mixin(
		    names_text(j->names, set->v[0]->name)))
			return false;
	}
	return true;
}

/* @lru_cache(...) above a `def`, whose own name it takes. */
static bool
is_decorator(const struct judge *j, uint32_t at)
{
	uint32_t parent = j->nodes[at].parent;

	if (j->nodes[parent].kind == NODE_CALL && at == parent + 1)
		parent = j->nodes[parent].parent;
	return j->nodes[parent].kind == NODE_DECORATOR;
}

/*
 * What makes things that are pickled by a name the source gives: a text of its
 * own, or what another object says that it is called.
 */
static bool
gives_names(struct judge *j)
{
	static const char never[][32] = { "argparse.Namespace",
	    "functools.partialmethod", "functools.update_wrapper",
	    "functools.wraps", "typing.NewType", "typing.ParamSpec",
	    "typing.TypeVar", "typing.TypeVarTuple" };
	static const char above[][32] = { "functools.cache",
	    "functools.lru_cache", "functools.singledispatch",
	    "functools.singledispatchmethod" };
	const struct value *v;
	const char *name;
	uint32_t i;

	for (i = 0; i < j->tree.n; i++) {
		if ((j->nodes[i].kind != NODE_IDENTIFIER &&
		    j->nodes[i].kind != NODE_ATTRIBUTE) ||
		    j->nodes[i].role != ROLE_LOAD)
			continue;
		v = vset_only(eval(j, i), VALUE_PATH);
		name = v == NULL ? "" : names_text(j->names, v->name);
		if (IS_ONE_OF(name, never) || (IS_ONE_OF(name, above) &&
		    !is_decorator(j, i)))
			return true;
	}
	return false;
}

static bool
has_odd_classes(struct judge *j)
{
	uint32_t i;

	for (i = 0; i < j->tree.n; i++)
		switch (j->nodes[i].kind) {
		case NODE_CLASS:
			if (!keeps_name(j, i) || !has_plain_bases(j, i))
				return true;
			break;
		case NODE_WILDCARD_IMPORT:	/* may bind any name */
			return true;
		}
	return has_hooks(j) || gives_names(j);
}

/* The call, if this is the name in x.name(...); or 0. */
static uint32_t
call_of_method(const struct judge *j, uint32_t name)
{
	uint32_t attribute = j->nodes[name].parent, call;

	call = j->nodes[attribute].parent;
	return j->nodes[attribute].kind == NODE_ATTRIBUTE &&
	    name != attribute + 1 && j->nodes[call].kind == NODE_CALL &&
	    attribute == call + 1 && j->nodes[tree_last(j->nodes,
	    call)].kind == NODE_ARGUMENTS ? call : 0;
}

/*
 * Path.rename(target), os.replace(src, dst): but text.replace(a, b), and
 * df.rename(columns={...}), which gives no target.
 */
static bool
is_no_move(struct judge *j, uint32_t name)
{
	static const char of_tables[][8] = { "axis", "columns", "copy",
	    "index", "inplace", "level", "mapper" };
	uint32_t call = call_of_method(j, name), child;
	size_t given = 0, k;
	const struct vset *of;

	if (call == 0)
		return false;
	of = eval(j, call + 2);
	for (k = 0; k < of->n; k++)
		if (of->v[k]->kind == VALUE_MODULE ||
		    of->v[k]->kind == VALUE_PATH)
			return false;
	TREE_CHILDREN(j->nodes, tree_last(j->nodes, call), child)
		if (j->nodes[child].kind == NODE_KEYWORD_ARGUMENT) {
			if (!IS_ONE_OF(names_text(j->names,
			    j->nodes[child + 1].name), of_tables))
				return false;
		} else if (j->nodes[child].kind == NODE_DICTIONARY_SPLAT ||
		    tree_is_splat(j->nodes, child))
			return false;
		else if (j->nodes[child].kind != NODE_COMMENT)
			given++;
	return given != 1;
}

/*
 * Names of what puts one file in the place of another, writes under a name of
 * its own, or fetches such by a text.
 */
static bool
moves_files(struct judge *j)
{
	static const char names[][20] = { "__dict__", "__getattribute__",
	    "attrgetter", "canvas", "chdir", "fchdir", "getattr", "globals",
	    "handlers", "hardlink_to", "link", "link_to", "locals",
	    "methodcaller", "renames", "symlink", "symlink_to", "vars" };
	static const char also_of_texts[][8] = { "rename", "replace" };
	uint32_t i;
	size_t k;

	for (k = 0; k < ARRAY_SIZE(also_of_texts); k++)
		for (i = own_first_named(j, also_of_texts[k]); i != 0;
		    i = j->own_next[i])
			if (!is_no_move(j, i))
				return true;
	return OWN_MENTIONS(j, names);
}

/* out.mkdir(), os.remove(old): no file comes to be. */
static bool
makes_no_file(struct judge *j, uint32_t place)
{
	static const char methods[][12] = { "makedirs", "mkdir", "remove",
	    "rmdir", "unlink" };
	static const char paths[] = "os.path.";
	uint32_t call, name, i;
	const struct value *v;

	/* os.makedirs(os.path.dirname(path)) */
	if (j->nodes[place].kind == NODE_CALL) {
		v = vset_only(eval(j, place + 1), VALUE_PATH);
		if (v == NULL || strncmp(names_text(j->names, v->name), paths,
		    sizeof(paths) - 1) != 0)
			return false;
		place = j->nodes[place].parent;
	}
	for (call = place; call != 0 && j->nodes[call].kind != NODE_CALL;)
		call = j->nodes[call].parent;
	name = tree_last_name(j->nodes, call + 1);
	if (name == 0 || !IS_ONE_OF(names_text(j->names, j->nodes[name].name),
	    methods))
		return false;
	/* Nothing else is called so. */
	for (i = own_first_of(j, j->nodes[name].name); i != 0;
	    i = j->own_next[i])
		if (call_of_method(j, i) == 0)
			return false;
	return true;
}

/* The path itself, or `path.open` of path.open("wb"). */
static bool
is_saving(const struct judge *j, const struct reloaded *one, uint32_t place)
{
	return place == one->saved_at || (j->nodes[place].kind ==
	    NODE_ATTRIBUTE && place + 1 == one->saved_at);
}

static bool
is_written_elsewhere(struct judge *j, const struct reloaded *one)
{
	const struct written *w;
	uint32_t at;

	for (w = j->written; w != NULL; w = w->next) {
		if (is_saving(j, one, w->place) || makes_no_file(j, w->place))
			continue;
		/* path.write_text(): to what that is a method of. */
		at = j->nodes[w->place].kind == NODE_ATTRIBUTE &&
		    j->nodes[j->nodes[w->place].parent].kind == NODE_CALL &&
		    w->place == j->nodes[w->place].parent + 1 ? w->place + 1 :
		    w->place;
		if (w->path != NULL ? saved_may_be_at(w->path, one->path) :
		    saved_may_be_in(j, at, one->path))
			return true;
	}
	return false;
}

#define USES_DEEP	8

/* A path that is followed, and the names that it has gone to. */
struct follow {
	const struct reloaded	*one;
	uint32_t		 names[USES_DEEP];
	size_t			 n;
};

static bool is_plain_use(struct judge *, struct follow *, uint32_t node);

/* What has the path by this name does nothing with it that is not seen. */
static bool
is_plain_name(struct judge *j, struct follow *f, uint32_t binding)
{
	uint32_t i;
	size_t k;

	if (binding == 0)
		return false;
	for (k = 0; k < f->n; k++)
		if (f->names[k] == binding)
			return true;	/* path = Path(path) */
	if (f->n == USES_DEEP)
		return false;
	f->names[f->n++] = binding;
	for (i = own_first_of(j, j->scopes.bindings[binding].name); i != 0;
	    i = j->own_next[i])
		if (j->nodes[i].role == ROLE_LOAD && judge_binding(j, i) ==
		    binding && !is_plain_use(j, f, i))
			return false;
	return true;
}

/* The library's function that is called, unless somebody stores another one. */
static const struct value *
callee_of(struct judge *j, uint32_t call)
{
	const struct vset *set = eval(j, call + 1);
	uint32_t name = j->nodes[call + 1].kind != NODE_ATTRIBUTE ? 0 :
	    j->nodes[tree_last(j->nodes, call + 1)].name;

	return set->n == 1 && set->v[0]->kind == VALUE_PATH &&
	    (!set->unknown || (name != 0 && scopes_find(&j->scopes, 0,
	    name) == 0)) ? set->v[0] : NULL;
}

/* Is this path handed to what only looks, or makes another of it? */
static bool
is_plain_argument(struct judge *j, struct follow *f, uint32_t node)
{
	static const char shows[][20] = { "print", "os.path.getsize",
	    "os.path.exists", "os.path.isfile", "os.path.abspath",
	    "os.path.basename", "os.path.dirname", "os.remove", "os.unlink" };
	static const char error[] = "Error", logging[] = "logging.";
	static const char logs[][12] = { "critical", "debug", "error",
	    "exception", "info", "warning" };
	static const char makes[][20] = { "pathlib.Path", "str", "os.fspath",
	    "os.path.join" };
	uint32_t call = j->nodes[j->nodes[node].parent].parent;
	const struct value *callee;
	const char *name;
	size_t n;

	if (node == f->one->saved_at || node == f->one->loaded_at)
		return true;
	if (j->nodes[call].kind != NODE_CALL)
		return false;
	callee = callee_of(j, call);
	if (callee == NULL)
		return is_plain_name(j, f, own_parameter_for(j, node));
	name = names_text(j->names, callee->name);
	n = strlen(name);
	if (strchr(name, '.') == NULL && n > strlen(error) &&
	    strcmp(name + n - strlen(error), error) == 0)
		return true;
	if (strncmp(name, logging, strlen(logging)) == 0)
		return IS_ONE_OF(strrchr(name, '.') + 1, logs);
	return IS_ONE_OF(name, shows) || (IS_ONE_OF(name, makes) &&
	    is_plain_use(j, f, call));
}

/* path.exists(), path.parent */
static bool
is_plain_attribute(struct judge *j, const struct reloaded *one,
    uint32_t attribute)
{
	static const char harmless[][8] = { "exists", "is_file", "name",
	    "parent", "stat", "stem", "suffix", "unlink" };
	uint32_t object = attribute + 1;

	return object == one->saved_at || object == one->loaded_at ||
	    IS_ONE_OF(names_text(j->names, j->nodes[tree_last(j->nodes,
	    attribute)].name), harmless);
}

static bool
visit_returned(struct judge *j, void *context, uint32_t call)
{
	return is_plain_use(j, context, call);
}

/* return path: of what each call gives. */
static bool
is_plain_return(struct judge *j, struct follow *f, uint32_t at)
{
	while (at != 0 && j->nodes[at].kind != NODE_FUNCTION &&
	    j->nodes[at].kind != NODE_LAMBDA)
		at = j->nodes[at].parent;
	return at != 0 && own_each_call(j, at, visit_returned, f);
}

/*
 * Is this path shown here, saved to or loaded, or does it go where each use of
 * it is seen? Whoever else got it might write there.
 */
static bool
is_plain_use(struct judge *j, struct follow *f, uint32_t node)
{
	uint32_t parent = j->nodes[node].parent;

	switch (j->nodes[parent].kind) {
	case NODE_COMPARISON:
	case NODE_EXPRESSION_STATEMENT:
		return true;
	case NODE_INTERPOLATION:
		/* What is known is found where the text stands. */
		return !eval(j, node)->unknown || is_plain_use(j, f,
		    j->nodes[parent].parent);
	case NODE_DEFAULT_PARAMETER:
	case NODE_TYPED_DEFAULT_PARAMETER:
		return is_plain_name(j, f, judge_binding(j, parent + 1));
	case NODE_ASSIGNMENT:
		return j->nodes[parent + 1].kind == NODE_IDENTIFIER &&
		    is_plain_name(j, f, judge_binding(j, parent + 1));
	case NODE_ARGUMENTS:
		return is_plain_argument(j, f, node);
	case NODE_KEYWORD_ARGUMENT:
		return is_plain_name(j, f, own_parameter_for(j, parent));
	case NODE_RETURN:
		return is_plain_return(j, f, parent);
	case NODE_ATTRIBUTE:
		return is_plain_attribute(j, f->one, parent);
	default:
		return false;
	}
}

/* Nobody else gets to see the path. */
static bool
is_handed_elsewhere(struct judge *j, const struct reloaded *one)
{
	uint32_t i;

	for (i = 0; i < j->tree.n; i++)
		switch (j->nodes[i].kind) {
		case NODE_IDENTIFIER:
			if (j->nodes[i].role != ROLE_LOAD)
				break;
			/* fallthrough */
		case NODE_ATTRIBUTE:
		case NODE_BINARY:
		case NODE_CALL:
		case NODE_CONCATENATED_STRING:
		case NODE_STRING:
		case NODE_SUBSCRIPT:
			if (saved_may_be_path(j, i, one->path) &&
			    !is_plain_use(j, &(struct follow){ .one = one },
			    i))
				return true;
		}
	return false;
}

void
check_reloads(struct judge *j)
{
	bool unsure = report_is_blocked(j->report) || uses_others(j) ||
	    makes_classes(j) || has_odd_classes(j);
	bool lost = unsure || moves_files(j);
	const struct reloaded *one;

	for (one = j->reloaded; one != NULL; one = one->next) {
		lost = lost || (one->path != NULL &&
		    (is_written_elsewhere(j, one) ||
		    is_handed_elsewhere(j, one)));
		if (one->path == NULL ? unsure : lost)
			report_row(j, one->row, "call", one->subject,
			    one->place, one->value);
		else
			report_spared(j, one->row, "call", one->subject,
			    one->place);
	}
}
