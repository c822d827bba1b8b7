/*
 * What a submission saves and loads again:
 *
 *	joblib.dump(model, "model.joblib")
 *	again = joblib.load("model.joblib")
 *
 * A pickle runs what it names, so a row refuses its loader. Of this file it
 * is known who wrote it: the submission, a statement before, out of objects
 * that it has anyway; unless something else writes there. Whether anything may
 * is known when all has been seen, and where libraries write by themselves it
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

#define RELOADED_MAX	16	/* each looks through the source */

static const char reader[] = "joblib.load", writer[] = "joblib.dump";

/* A path that is written to or deleted. */
struct written {
	const struct written	*next;
	const char		*path;
	uint32_t		 place;
};

/* A call that is a finding if anything else writes to its path. */
struct reloaded {
	const struct reloaded	*next;
	const struct rules_row	*row;
	const char		*subject;
	const struct value	*value;		/* or NULL */
	uint32_t		 place;
	const char		*path;
	uint32_t		 call;
	uint32_t		 saved_at;	/* the path's node */
};

/* The one path that stands here, in the form of the report; false if none. */
static bool
read_path(struct judge *j, uint32_t node, struct buf *out)
{
	const struct value *v = vset_only(value_of(j, node), VALUE_STR);

	if (v == NULL || memchr(v->text.bytes, '\0', v->text.n) != NULL)
		return false;
	signature_clean_path(v->text.bytes, v->text.n, "", out);
	return true;
}

/* Is it this one? Behind the colon: no mode stands in front of it. */
static bool
is_path(struct judge *j, uint32_t node, const char *path)
{
	auto_buf struct buf clean = BUF_INIT;

	return read_path(j, node, &clean) && strcmp(clean.data + 1, path) == 0;
}

/* Is what is called the library's function of that name, and no other? */
static bool
calls_library(struct judge *j, uint32_t call, const char *name)
{
	const struct value *v = vset_only(eval(j, call + 1), VALUE_PATH);

	return v != NULL && strcmp(names_text(j->names, v->name), name) == 0;
}

/* joblib.dump(x, path): the node of this path, else 0. */
static uint32_t
is_saving(struct judge *j, uint32_t statement, const char *path)
{
	uint32_t call = statement + 1, argument;

	if (j->nodes[statement].kind != NODE_EXPRESSION_STATEMENT ||
	    j->nodes[call].kind != NODE_CALL ||
	    j->nodes[call].skip != j->nodes[statement].skip ||
	    !calls_library(j, call, writer))
		return 0;
	argument = positional(j, call, 1);
	return is_path(j, argument, path) ? argument : 0;
}

/*
 * The path's node in a statement of the same block, before the one that the
 * call is in: where that runs, this has come to its end.
 */
static uint32_t
saved_before(struct judge *j, uint32_t call, const char *path)
{
	uint32_t at, parent, statement, found;

	for (at = call; at != 0; at = parent) {
		parent = j->nodes[at].parent;
		if (j->nodes[parent].kind == NODE_FUNCTION ||
		    j->nodes[parent].kind == NODE_LAMBDA ||
		    j->nodes[parent].kind == NODE_CLASS)
			return 0;
		if (j->nodes[parent].kind != NODE_BLOCK &&
		    j->nodes[parent].kind != NODE_MODULE)
			continue;
		TREE_CHILDREN(j->nodes, parent, statement) {
			if (statement >= at)
				break;
			found = is_saving(j, statement, path);
			if (found != 0)
				return found;
		}
	}
	return 0;
}

static bool
has_keyword(const struct judge *j, uint32_t call)
{
	return tree_first(j->nodes, tree_last(j->nodes, call),
	    NODE_KEYWORD_ARGUMENT) != 0;
}

bool
check_reloaded(struct judge *j, const struct rules_row *row,
    const char *subject, uint32_t place, const struct value *value)
{
	auto_buf struct buf clean = BUF_INIT;
	const struct value *loader = value;
	struct reloaded *one;
	const char *path;
	uint32_t call, at;

	/* What the loaded object is asked for: `.load`, of `.load.predict`. */
	for (; loader != NULL; loader = loader->from)
		if (loader->kind == VALUE_PATH && strcmp(names_text(j->names,
		    loader->name), reader) == 0)
			break;
	if (loader == NULL)
		return false;
	/* joblib.load(...), and nothing else that this name may stand in. */
	at = j->nodes[loader->place].parent;
	call = j->nodes[at].parent;
	if (j->nodes[at].kind != NODE_ATTRIBUTE || call + 1 != at ||
	    j->nodes[call].kind != NODE_CALL ||
	    j->nreloaded == RELOADED_MAX ||
	    positional(j, call, 1) != 0 || has_keyword(j, call))
		return false;
	if (!read_path(j, positional(j, call, 0), &clean))
		return false;
	path = clean.data + 1;
	if (path[0] == '/' || path[0] == '~' || strncmp(path, "..", 2) == 0)
		return false;
	at = saved_before(j, call, path);
	if (at == 0)
		return false;
	one = arena_alloc(j->arena, sizeof(*one));
	one->next = j->reloaded;
	one->row = row;
	one->subject = subject;
	one->value = value;
	one->place = place;
	one->path = arena_strndup(j->arena, path, clean.len - 1);
	one->call = call;
	one->saved_at = at;
	j->reloaded = one;
	j->nreloaded++;
	return true;
}

void
reloaded_note_write(struct judge *j, const char *path, uint32_t place)
{
	struct written *one;

	if (names_lookup(j->names, "joblib", 6) == 0)
		return;
	one = arena_alloc(j->arena, sizeof(*one));
	one->next = j->written;
	one->path = arena_strndup(j->arena, path, strlen(path));
	one->place = place;
	j->written = one;
}

/* Libraries whose writers are all known by the paths that they are given. */
static bool
uses_others(const struct judge *j)
{
	static const char known[][16] = { "__future__", "argparse",
	    "collections", "csv", "dataclasses", "datetime", "functools",
	    "itertools", "joblib", "json", "logging", "math", "matplotlib",
	    "numpy", "os", "pandas", "pathlib", "pprint", "random", "re",
	    "scipy", "seaborn", "sklearn", "statistics", "string", "sys",
	    "textwrap", "time", "typing", "warnings" };
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
	    "TypedDict", "__class__", "make_dataclass", "namedtuple", "type" };

	return OWN_MENTIONS(j, makers);
}

/* Names between underscores with which no class says how it is pickled. */
static bool
has_hooks(struct judge *j)
{
	static const char harmless[][16] = { "__call__", "__file__",
	    "__future__", "__init__", "__len__", "__main__", "__name__",
	    "__post_init__", "__repr__", "__str__" };
	/* These fill in others, or change what a class is called. */
	static const char others[][16] = { "delattr", "setattr",
	    "update_wrapper", "wraps" };
	uint32_t i;

	for (i = 0; i < j->tree.n; i++)
		if (j->nodes[i].kind == NODE_IDENTIFIER) {
			const char *name = names_text(j->names,
			    j->nodes[i].name);

			if (name[0] == '_' && name[1] == '_' &&
			    !IS_ONE_OF(name, harmless))
				return true;
		}
	return OWN_MENTIONS(j, others);
}

/* A class of the module's that stays what its name stands for. */
static bool
keeps_name(struct judge *j, uint32_t class)
{
	uint32_t name = tree_first(j->nodes, class, NODE_IDENTIFIER), i;
	const struct def *d = scopes_only_def(&j->scopes, scopes_resolve(
	    &j->scopes, j->nodes[class].scope, j->nodes[name].name));

	if (j->nodes[j->nodes[class].parent].kind != NODE_MODULE ||
	    d == NULL || d->kind != DEF_CLASS || d->node != class)
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

static bool
has_odd_classes(struct judge *j)
{
	bool any = false, star = false;
	uint32_t i;

	for (i = 0; i < j->tree.n; i++)
		switch (j->nodes[i].kind) {
		case NODE_CLASS:
			if (!keeps_name(j, i) || !has_plain_bases(j, i))
				return true;
			any = true;
			break;
		case NODE_WILDCARD_IMPORT:	/* may bind any name */
			star = true;
		}
	return any && (star || has_hooks(j));
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
	    "methodcaller", "rename", "renames", "replace", "symlink",
	    "symlink_to", "vars" };

	return OWN_MENTIONS(j, names);
}

/*
 * "out/m": also to "out" (a copy into the folder), and to "out/" (some writers
 * add to a name what they like). An absolute path may be the same file.
 */
static bool
is_written_elsewhere(const struct judge *j, const struct reloaded *one)
{
	const struct written *w;

	for (w = j->written; w != NULL; w = w->next)
		if (w->place != one->saved_at &&
		    (strncmp(w->path, one->path, strlen(w->path)) == 0 ||
		    w->path[0] == '/' || w->path[0] == '~' ||
		    w->path[0] == '.'))
			return true;
	return false;
}

/* Is this path shown here, bound to a name, or what is saved to and loaded? */
static bool
is_plain_use(struct judge *j, const struct reloaded *one, uint32_t node)
{
	static const char shows[][20] = { "print", "os.path.getsize",
	    "os.path.exists", "os.path.isfile", "os.path.abspath",
	    "os.path.basename" };
	uint32_t parent = j->nodes[node].parent, call;
	const struct value *callee;

	switch (j->nodes[parent].kind) {
	case NODE_INTERPOLATION:
		return true;
	case NODE_ASSIGNMENT:
		return j->nodes[parent + 1].kind == NODE_IDENTIFIER;
	case NODE_ARGUMENTS:
		call = j->nodes[parent].parent;
		if (node == one->saved_at || call == one->call)
			return true;
		callee = vset_only(eval(j, call + 1), VALUE_PATH);
		return callee != NULL && IS_ONE_OF(names_text(j->names,
		    callee->name), shows);
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
			if (is_path(j, i, one->path) &&
			    !is_plain_use(j, one, i))
				return true;
		}
	return false;
}

void
check_reloads(struct judge *j)
{
	bool unsure = report_is_blocked(j->report) || loose_may_write(j) ||
	    uses_others(j) || makes_classes(j) || has_odd_classes(j) ||
	    moves_files(j);
	const struct reloaded *one;

	for (one = j->reloaded; one != NULL; one = one->next) {
		unsure = unsure || is_written_elsewhere(j, one) ||
		    is_handed_elsewhere(j, one);
		if (unsure)
			report_row(j, one->row, "call", one->subject,
			    one->place, one->value);
		else
			report_spared(j, one->row, "call", one->subject,
			    one->place);
	}
}
