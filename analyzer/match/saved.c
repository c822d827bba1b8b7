/*
 * Where a submission has saved what it loads:
 *
 *	joblib.dump(model, path)
 *	with open(path, "wb") as f:
 *		pickle.dump(model, f)
 *
 * Such a statement stands before the one that loads, in the same block or one
 * around it, by itself or in a function of the submission's own that is called
 * there. Where that runs, this has come to its end.
 */
#include "saved.h"

#include <string.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../own/own.h"
#include "../places/signatures.h"
#include "../read/tree.h"
#include "../values/eval.h"
#include "calls_parts.h"

#define CALLS_MAX	4	/* functions, each called by the one before */

static const struct pickler picklers[] = {
	{ "joblib.load", "joblib.dump", BY_PATH },
	{ "pickle.load", "pickle.dump", BY_FILE },
	{ "pickle.loads", "pickle.dumps", IN_MEMORY },
	{ "pandas.read_pickle", "to_pickle", BY_METHOD },
};

static uint32_t saves(struct judge *, const struct pickler *,
    uint32_t statement, const char *path, unsigned depth);

bool
saved_calls(struct judge *j, uint32_t call, const char *name)
{
	const struct value *v = vset_only(eval(j, call + 1), VALUE_PATH);

	return v != NULL && strcmp(names_text(j->names, v->name), name) == 0;
}

static bool
is_path_of(const struct judge *j, const struct value *v)
{
	static const char module[] = "pathlib.";

	return v->kind == VALUE_STR || (v->kind == VALUE_RESULT &&
	    v->text.bytes != NULL && strncmp(names_text(j->names, v->name),
	    module, sizeof(module) - 1) == 0);
}

/* All that it may be: a parameter, what all calls give. */
static const struct vset *
bounds_of(struct judge *j, uint32_t node)
{
	const struct vset *set = value_of(j, node);

	if (set->unknown && node != 0 && node != SIGNATURE_UNKNOWN)
		set = own_bounds(j, node);
	return set == NULL ? &vset_unknown : set;
}

static bool
is_clean(const struct value *v, const char *path, struct buf *out)
{
	if (memchr(v->text.bytes, '\0', v->text.n) != NULL)
		return false;
	signature_clean_path(v->text.bytes, v->text.n, "", out);
	return path == NULL || strcmp(out->data + 1, path) == 0;
}

bool
saved_read_path(struct judge *j, uint32_t node, struct buf *out)
{
	const struct vset *set = bounds_of(j, node);

	return set->n == 1 && !set->unknown && is_path_of(j, set->v[0]) &&
	    is_clean(set->v[0], NULL, out);
}

bool
saved_may_be_path(struct judge *j, uint32_t node, const char *path)
{
	const struct vset *set = value_of(j, node);
	size_t i;

	for (i = 0; i < set->n; i++) {
		auto_buf struct buf clean = BUF_INIT;

		if (is_path_of(j, set->v[i]) && is_clean(set->v[i], path,
		    &clean))
			return true;
	}
	return false;
}

bool
saved_may_be_at(const char *written, const char *path)
{
	return strncmp(written, path, strcspn(written, "?")) == 0 ||
	    strchr("/~.", written[0]) != NULL;
}

bool
saved_may_be_in(struct judge *j, uint32_t node, const char *path)
{
	const struct vset *set = bounds_of(j, node);
	size_t i;

	for (i = 0; i < set->n; i++) {
		auto_buf struct buf clean = BUF_INIT;

		if (!is_path_of(j, set->v[i]) || !is_clean(set->v[i], NULL,
		    &clean) || saved_may_be_at(clean.data + 1, path))
			return true;
	}
	return set->unknown || set->n == 0;
}

static bool
is_path(struct judge *j, uint32_t node, const char *path)
{
	auto_buf struct buf clean = BUF_INIT;

	/* Behind the colon: no mode stands in front of it. */
	return saved_read_path(j, node, &clean) &&
	    strcmp(clean.data + 1, path) == 0;
}

/* open(path, mode), path.open(mode): the path's node; or 0. */
static uint32_t
opens(struct judge *j, uint32_t call, const char *mode)
{
	const struct value *v;
	uint32_t path, list;
	bool method;

	if (j->nodes[call].kind != NODE_CALL)
		return 0;
	list = tree_last(j->nodes, call);
	method = j->nodes[call + 1].kind == NODE_ATTRIBUTE;
	if (tree_count(j->nodes, list) != (method ? 1 : 2))
		return 0;
	v = vset_only(value_of(j, positional(j, call, method ? 0 : 1)),
	    VALUE_STR);
	if (v == NULL || !value_is_text(v, mode))
		return 0;
	if (!method)
		return saved_calls(j, call, "open") ? positional(j, call, 0) :
		    0;
	path = call + 2;
	v = vset_only(bounds_of(j, path), VALUE_RESULT);
	return v != NULL && is_path_of(j, v) && strcmp(names_text(j->names,
	    j->nodes[tree_last(j->nodes, call + 1)].name), "open") == 0 ?
	    path : 0;
}

/* `with x as f:` of one thing and one name: the name; or 0. */
static uint32_t
only_name(const struct judge *j, uint32_t with, uint32_t *ret_value)
{
	uint32_t body = tree_last(j->nodes, with), i, item = 0, name;

	for (i = with + 1; i < body; i++)
		if (j->nodes[i].kind == NODE_WITH_ITEM) {
			if (item != 0)
				return 0;
			item = i;
		}
	if (item == 0 || j->nodes[item + 1].kind != NODE_AS_PATTERN)
		return 0;
	*ret_value = item + 2;
	name = tree_last(j->nodes, item + 1);
	return j->nodes[name].kind == NODE_AS_PATTERN_TARGET &&
	    j->nodes[name + 1].kind == NODE_IDENTIFIER &&
	    tree_count(j->nodes, name) == 1 ? name + 1 : 0;
}

/* Is this use of a file within a `with` of the function's that names it? */
static bool
is_within_own(const struct judge *j, uint32_t at, uint32_t binding)
{
	uint32_t value, name;

	for (; at != 0; at = j->nodes[at].parent)
		switch (j->nodes[at].kind) {
		case NODE_FUNCTION:
		case NODE_LAMBDA:
		case NODE_CLASS:
			return false;
		case NODE_WITH:
			name = only_name(j, at, &value);
			if (name != 0 && judge_binding(j, name) == binding)
				return true;
		}
	return false;
}

/*
 * Is the file that `with` opens under this name only handed to these, within
 * it? A function could also use it, or put another one there by `global f`.
 */
static bool
is_only_for(struct judge *j, uint32_t with, uint32_t name, const char *callee,
    size_t position)
{
	uint32_t binding = judge_binding(j, name), i, parent;

	for (i = own_first_of(j, j->nodes[name].name); i != 0;
	    i = j->own_next[i]) {
		parent = j->nodes[i].parent;
		if (j->nodes[parent].kind == NODE_GLOBAL ||
		    j->nodes[parent].kind == NODE_NONLOCAL)
			return false;
		if (i == name || j->nodes[i].role == ROLE_NAME)
			continue;
		if (i < with || i >= j->nodes[with].skip) {
			if (j->nodes[i].role == ROLE_LOAD && judge_binding(j,
			    i) == binding && !is_within_own(j, i, binding))
				return false;
			continue;
		}
		if (j->nodes[i].role != ROLE_LOAD ||
		    j->nodes[parent].kind != NODE_ARGUMENTS ||
		    positional(j, j->nodes[parent].parent, position) != i ||
		    !saved_calls(j, j->nodes[parent].parent, callee))
			return false;
	}
	return true;
}

/* The call, if that is all of this statement; or 0. */
static uint32_t
only_call(const struct judge *j, uint32_t statement)
{
	uint32_t call = statement + 1;

	if (j->nodes[statement].kind != NODE_EXPRESSION_STATEMENT)
		return 0;
	if (j->nodes[call].kind == NODE_ASSIGNMENT)
		call = tree_last(j->nodes, call);
	return j->nodes[call].kind == NODE_CALL && j->nodes[call].skip ==
	    j->nodes[statement].skip ? call : 0;
}

/* with open(path, "wb") as f: pickle.dump(x, f) */
static uint32_t
saves_opened(struct judge *j, const struct pickler *p, uint32_t with,
    const char *path)
{
	uint32_t name, value, at, statement, call;

	name = only_name(j, with, &value);
	if (name == 0)
		return 0;
	at = opens(j, value, "wb");
	if (at == 0 || !is_path(j, at, path) || !is_only_for(j, with, name,
	    p->writer, 1))
		return 0;
	TREE_CHILDREN(j->nodes, tree_last(j->nodes, with), statement) {
		call = only_call(j, statement);
		if (call != 0 && saved_calls(j, call, p->writer) &&
		    judge_binding(j, positional(j, call, 1)) ==
		    judge_binding(j, name))
			return at;
	}
	return 0;
}

/* A call of a function that is defined once: it; or 0. */
static uint32_t
own_callee(struct judge *j, uint32_t call)
{
	const struct value *v;

	if (j->nodes[call + 1].kind != NODE_IDENTIFIER)
		return 0;
	v = vset_only(eval(j, call + 1), VALUE_FUNCTION);
	return v != NULL && own_is_plain_function(j, v->node) ? v->node : 0;
}

/* Does all of it run when it is called? */
static bool
runs_when_called(const struct judge *j, uint32_t function)
{
	return tree_first(j->nodes, function, NODE_YIELD) == 0 &&
	    strncmp(j->source.bytes + j->nodes[function].start, "async",
	    5) != 0;
}

static uint32_t
saves_in_function(struct judge *j, const struct pickler *p, uint32_t call,
    const char *path, unsigned depth)
{
	uint32_t function, statement, found;

	function = depth == CALLS_MAX ? 0 : own_callee(j, call);
	if (function == 0 || !runs_when_called(j, function))
		return 0;
	TREE_CHILDREN(j->nodes, tree_last(j->nodes, function), statement) {
		found = saves(j, p, statement, path, depth + 1);
		if (found != 0)
			return found;
		if (tree_first(j->nodes, statement, NODE_RETURN) != 0)
			return 0;
	}
	return 0;
}

/*
 * frame.to_pickle(path): the path's node; or 0. A class of the submission's
 * own might have one, and what has a name nobody sees would be another.
 */
static uint32_t
saved_by_method(struct judge *j, const struct pickler *p, uint32_t call)
{
	uint32_t name, parent, i;

	if (j->nodes[call + 1].kind != NODE_ATTRIBUTE ||
	    tree_count(j->nodes, tree_last(j->nodes, call)) != 1)
		return 0;
	name = j->nodes[tree_last(j->nodes, call + 1)].name;
	if (strcmp(names_text(j->names, name), p->writer) != 0)
		return 0;
	for (i = own_first_of(j, name); i != 0; i = j->own_next[i]) {
		parent = j->nodes[i].parent;
		if (j->nodes[parent].kind != NODE_ATTRIBUTE ||
		    i == parent + 1 || j->nodes[parent].role != ROLE_LOAD)
			return 0;
	}
	return positional(j, call, 0);
}

/* The path's node in a statement that saves to it whenever it runs; or 0. */
static uint32_t
saves(struct judge *j, const struct pickler *p, uint32_t statement,
    const char *path, unsigned depth)
{
	uint32_t call = only_call(j, statement), argument;

	if (p->medium == BY_FILE && j->nodes[statement].kind == NODE_WITH)
		return saves_opened(j, p, statement, path);
	if (call == 0)
		return 0;
	argument = p->medium == BY_METHOD ? saved_by_method(j, p, call) :
	    p->medium == BY_PATH && saved_calls(j, call, p->writer) ?
	    positional(j, call, 1) : 0;
	if (argument == 0)
		return saves_in_function(j, p, call, path, depth);
	return is_path(j, argument, path) ? argument : 0;
}

/* What saved_before() looks for, from one call on to those of its function. */
struct search {
	const struct pickler	*pickler;
	const char		*path;
	unsigned		 depth;
	uint32_t		 found;		/* the path's node */
};

static bool search_before(struct judge *, struct search *, uint32_t call);

static bool
visit_call(struct judge *j, void *context, uint32_t call)
{
	struct search *s = context;
	uint32_t found = s->found;

	/* One place saves for all of them. */
	return search_before(j, s, call) && (found == 0 || found == s->found);
}

static bool
search_before(struct judge *j, struct search *s, uint32_t call)
{
	uint32_t at, parent, statement, found;
	bool all;

	for (at = call; at != 0; at = parent) {
		parent = j->nodes[at].parent;
		switch (j->nodes[parent].kind) {
		case NODE_FUNCTION:
			if (s->depth == CALLS_MAX)
				return false;
			s->depth++;
			all = own_each_call(j, parent, visit_call, s) &&
			    s->found != 0;
			s->depth--;
			return all;
		case NODE_LAMBDA:
		case NODE_CLASS:
			return false;
		case NODE_BLOCK:
		case NODE_MODULE:
			TREE_CHILDREN(j->nodes, parent, statement) {
				if (statement >= at)
					break;
				found = saves(j, s->pickler, statement,
				    s->path, 0);
				if (found != 0) {
					s->found = found;
					return true;
				}
			}
		}
	}
	return false;
}

uint32_t
saved_before(struct judge *j, const struct pickler *p, uint32_t call,
    const char *path)
{
	struct search s = { .pickler = p, .path = path };

	return search_before(j, &s, call) ? s.found : 0;
}

bool
saved_is_reader(const char *name)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(picklers); i++)
		if (strcmp(picklers[i].reader, name) == 0)
			return true;
	return false;
}

const struct pickler *
saved_pickler(struct judge *j, uint32_t call)
{
	size_t i;

	if (j->nodes[call].kind != NODE_CALL || tree_count(j->nodes,
	    tree_last(j->nodes, call)) != 1 || positional(j, call, 0) == 0)
		return NULL;
	for (i = 0; i < ARRAY_SIZE(picklers); i++)
		if (saved_calls(j, call, picklers[i].reader))
			return &picklers[i];
	return NULL;
}

bool
saved_loads_dumped(struct judge *j, const struct pickler *p, uint32_t call)
{
	const struct value *v = vset_only(value_of(j, positional(j, call, 0)),
	    VALUE_RESULT);

	return v != NULL && strcmp(names_text(j->names, v->name), p->writer) ==
	    0;
}

uint32_t
saved_loads(struct judge *j, const struct pickler *p, uint32_t call)
{
	uint32_t argument = positional(j, call, 0), at, name, value;

	if (p->medium != BY_FILE)
		return argument;
	if (argument == SIGNATURE_UNKNOWN ||
	    j->nodes[argument].kind != NODE_IDENTIFIER)
		return 0;
	for (at = call; at != 0; at = j->nodes[at].parent) {
		if (j->nodes[at].kind == NODE_FUNCTION ||
		    j->nodes[at].kind == NODE_LAMBDA ||
		    j->nodes[at].kind == NODE_CLASS ||
		    tree_is_comprehension(j->nodes, at))
			return 0;
		if (j->nodes[at].kind != NODE_WITH)
			continue;
		name = only_name(j, at, &value);
		if (name != 0 && judge_binding(j, name) ==
		    judge_binding(j, argument))
			return is_only_for(j, at, name, p->reader, 0) ?
			    opens(j, value, "rb") : 0;
	}
	return 0;
}
