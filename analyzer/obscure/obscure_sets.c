#include "obscure_sets.h"

#include <string.h>

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../values/eval.h"

bool
set_is_known(const struct vset *set)
{
	size_t i;

	if (set->unknown || set->n == 0)
		return false;
	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind != VALUE_STR &&
		    set->v[i]->kind != VALUE_BYTES &&
		    set->v[i]->kind != VALUE_INT &&
		    set->v[i]->kind != VALUE_NONE)
			return false;
	return true;
}

bool
set_holds_function(const struct vset *set)
{
	size_t i;

	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind == VALUE_FUNCTION ||
		    set->v[i]->kind == VALUE_PATH)
			return true;
	return false;
}

/* Nothing but lists and dicts: an index chooses, and makes nothing new. */
bool
set_holds_container(const struct vset *set)
{
	size_t i;

	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind != VALUE_LIST &&
		    set->v[i]->kind != VALUE_DICT)
			return false;
	return set->n > 0;
}

/* x["text"] of an own class, Literal["text"]: the text may come out. */
bool
set_answers_by_text(const struct vset *set)
{
	size_t i;

	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind == VALUE_OBJECT ||
		    set->v[i]->kind == VALUE_CLASS ||
		    set->v[i]->kind == VALUE_PATH)
			return true;
	return false;
}

/* A connection to a database: no text comes out of it as it is. */
bool
set_is_connection(struct judge *j, const struct vset *set)
{
	size_t i;

	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind != VALUE_RESULT || strcmp(names_text(
		    j->names, set->v[i]->name), "sqlite3.connect") != 0)
			return false;
	return set->n > 0 && !set->unknown;
}

/* "  ", which strip() takes away again. */
bool
set_is_blank(const struct vset *set)
{
	const struct value *v = vset_only(set, VALUE_STR);
	size_t i;

	for (i = 0; v != NULL && i < v->text.n; i++)
		if (v->text.bytes[i] != ' ' && v->text.bytes[i] != '\n')
			return false;
	return v != NULL;
}

/*
 * Letters of a text that names a place: str(Path.cwd())[0] is a slash, or
 * whatever the host's folders are called.
 */
bool
set_gives_letters(struct judge *j, const struct vset *set, uint32_t at)
{
	static const char all[][16] = { "enumerate", "iter", "list", "max",
	    "min", "reversed", "set", "sorted", "tuple", "zip", "join" };
	uint32_t parent = j->nodes[at].parent, callee;
	const struct value *v;
	size_t i;

	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind == VALUE_PARTIAL &&
		    set->v[i]->text.n > 0 &&
		    strchr("./~", set->v[i]->text.bytes[0]) != NULL)
			break;
	if (i == set->n)
		return false;
	switch (j->nodes[parent].kind) {
	case NODE_SUBSCRIPT:
	case NODE_ATTRIBUTE:
		return at == parent + 1;
	case NODE_LIST_SPLAT:
	case NODE_FOR:
	case NODE_FOR_IN_CLAUSE:
		return true;
	case NODE_ARGUMENTS:
		callee = j->nodes[parent].parent + 1;
		/* os.path.join(x) takes nothing apart. */
		v = vset_only(eval(j, callee), VALUE_PATH);
		if (v != NULL && strcmp(names_text(j->names, v->name),
		    "os.path.join") == 0)
			return false;
		callee = tree_last_name(j->nodes, callee);
		return callee != 0 && IS_ONE_OF(names_text(j->names,
		    j->nodes[callee].name), all);
	default:
		return false;
	}
}

bool
set_is_own(const struct vset *set)
{
	size_t i;

	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind == VALUE_OBJECT ||
		    set->v[i]->kind == VALUE_CLASS)
			return true;
	return false;
}
