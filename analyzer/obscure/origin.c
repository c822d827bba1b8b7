#include "origin.h"

#include <string.h>

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../report.h"
#include "../values/eval.h"
#include "../values/site.h"
#include "obscure.h"

#define DEPTH_MAX	8	/* of what reads what reads a buffer */

static enum origin find_origin(struct judge *, const struct vset *,
    bool at_all, unsigned depth);

/* Has the submission been seen to write a file of this name? */
static bool
is_written(struct judge *j, const struct value *path, bool at_all)
{
	const struct strings *writes = &j->report->writes;
	size_t i;

	for (i = 0; i < writes->n; i++)
		if (value_is_text(path, writes->list[i]))
			return true;
	return at_all && named_is_written(j, path);
}


/* def load(name): open(name), and what name is given is written. */
static bool
is_handed_written(struct judge *j, uint32_t given)
{
	const struct vset *set = handed_over(j, given);
	size_t i;

	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind == VALUE_STR && is_written(j, set->v[i],
		    true))
			return true;
	return false;
}

/* __file__, sys.argv[0] */
static bool
names_itself(struct judge *j, uint32_t at)
{
	const struct value *v;

	if (j->nodes[at].kind == NODE_SUBSCRIPT) {
		v = vset_only(eval(j, tree_last(j->nodes, at)), VALUE_INT);
		if (v == NULL || v->integer != 0)
			return false;
		v = vset_only(eval(j, at + 1), VALUE_PATH);
		return v != NULL && strcmp(names_text(j->names, v->name),
		    "sys.argv") == 0;
	}
	return j->nodes[at].kind == NODE_IDENTIFIER &&
	    judge_is_named(j, at, "__file__") && judge_binding(j, at) == 0;
}

/* By what the call that made it was given first. */
static enum origin
origin_by_argument(struct judge *j, const char *made_by, uint32_t call,
    bool at_all, unsigned depth)
{
	uint32_t given = site_argument(j, call, 0);
	const struct vset *set = given == 0 ? &vset_none : eval(j, given);
	const struct value *v = vset_only(set, VALUE_STR);

	if (given == 0)
		return ORIGIN_OUTSIDE;
	if (strcmp(made_by, "sqlite3.connect") == 0)
		return v != NULL && value_is_text(v, ":memory:") ?
		    ORIGIN_DATABASE : ORIGIN_OUTSIDE;
	if (names_itself(j, given))
		return ORIGIN_OWN_TEXT;
	if (v != NULL)
		return is_written(j, v, at_all) ? ORIGIN_OWN_FILE :
		    ORIGIN_OUTSIDE;
	if (at_all && set->unknown && is_handed_written(j, given))
		return ORIGIN_OWN_FILE;
	return set->n == 1 && set->v[0]->kind == VALUE_RESULT ?
	    find_origin(j, set, at_all, depth + 1) : ORIGIN_OUTSIDE;
}

static enum origin
find_origin(struct judge *j, const struct vset *set, bool at_all,
    unsigned depth)
{
	const struct value *v = set->n > 0 ? set->v[0] : NULL;
	const char *name;

	/* open("x").read: what came of open("x"). */
	while (v != NULL && v->kind == VALUE_PATH)
		v = v->from;
	if (v == NULL || v->kind != VALUE_RESULT || depth > DEPTH_MAX)
		return ORIGIN_OUTSIDE;
	name = names_text(j->names, v->name);
	if (strcmp(name, "io.StringIO") == 0 || strcmp(name, "io.BytesIO") ==
	    0)
		return ORIGIN_MEMORY;
	/* Of a path. */
	if (v->text.bytes != NULL)
		return is_written(j, v, at_all) ? ORIGIN_OWN_FILE : ORIGIN_OUTSIDE;
	if (j->nodes[v->place].kind != NODE_CALL)
		return ORIGIN_OUTSIDE;
	if (v->from != NULL && v->from->kind == VALUE_PATH &&
	    v->from->from != NULL && v->from->from->kind == VALUE_RESULT)
		return find_origin(j, vset_one(j->arena, v->from), at_all,
		    depth + 1);
	return origin_by_argument(j, name, v->place, at_all, depth);
}

enum origin
origin_of(struct judge *j, const struct vset *set, bool at_all)
{
	return find_origin(j, set, at_all, 0);
}
