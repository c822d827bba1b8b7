/*
 * What a class of the submission's own inherits of a library's: who makes one,
 * or calls super().__init__(), calls what the library opens files with.
 */
#include "places.h"

#include <string.h>

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../values/eval.h"
#include "../values/site.h"
#include "signatures.h"

#define BASES_MAX	16	/* classes looked at for one call */

/* Has the class's body a method that is called when one is made? */
static bool
makes_itself(const struct judge *j, uint32_t class)
{
	static const char names[][12] = { "__init__", "__new__" };
	uint32_t body = tree_last(j->nodes, class), name;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(names) && body + 1 < j->nodes[body].skip;
	    i++) {
		name = names_lookup(j->names, names[i], strlen(names[i]));
		if (name != 0 && scopes_find(&j->scopes, j->nodes[body +
		    1].scope, name) != 0)
			return true;
	}
	return false;
}

static bool
is_path_class(const char *name)
{
	static const char names[][24] = { "pathlib.Path", "pathlib.PosixPath" };

	return IS_ONE_OF(name, names);
}

/* What this library class does with what it is made of. */
static void
check_made(struct judge *j, uint32_t call, const struct value *class)
{
	const char *name = names_text(j->names, class->name);
	uint32_t first;

	if (!is_path_class(name)) {
		check_places(j, call, name, class, false);
		return;
	}
	/* What is done to the path is out of sight: at least it is read. */
	first = site_argument(j, call, 0);
	if (first != 0)
		check_place(j, 'r', eval(j, first), NULL, first);
}

static void
check_bases(struct judge *j, uint32_t call, uint32_t class, unsigned *seen)
{
	uint32_t list = tree_child(j->nodes, class, NODE_ARGUMENTS), child;
	const struct vset *set;
	size_t i;

	if (++*seen > BASES_MAX || list == 0)
		return;
	TREE_CHILDREN(j->nodes, list, child) {
		if (j->nodes[child].kind == NODE_KEYWORD_ARGUMENT)
			continue;
		set = eval(j, child);
		for (i = 0; i < set->n; i++)
			if (set->v[i]->kind == VALUE_PATH)
				check_made(j, call, set->v[i]);
			else if (set->v[i]->kind == VALUE_CLASS &&
			    !makes_itself(j, set->v[i]->node))
				check_bases(j, call, set->v[i]->node, seen);
	}
}

/* FileHandler.__init__(self, path): the first stands for the object. */
static void
check_unbound(struct judge *j, uint32_t call, const char *class)
{
	const struct signature *found = signature_of(class);
	struct signature sig;
	uint32_t node;
	size_t i;

	if (found == NULL)
		return;
	sig = *found;
	for (i = 0; i < sig.n; i++) {
		const struct parameter *p = &sig.parameters[i];

		if (p->use == 0 || strchr("rwdo", p->use) == NULL || p->self)
			continue;
		node = site_parameter(j, call, p, i + 1);
		if (node != 0)
			check_place(j, p->use, eval(j, node), p->use == 'o' ?
			    &vset_unknown : NULL, node);
	}
}

/* The class in whose method this stands; or 0. */
static uint32_t
class_around(const struct judge *j, uint32_t at)
{
	while (at != 0 && j->nodes[at].kind != NODE_CLASS)
		at = j->nodes[at].parent;
	return at;
}

void
check_inherited(struct judge *j, uint32_t call, const struct vset *callees)
{
	uint32_t callee = call + 1, name, class;
	const struct value *v;
	unsigned seen = 0;
	size_t i;

	for (i = 0; i < callees->n; i++)
		if (callees->v[i]->kind == VALUE_CLASS &&
		    !makes_itself(j, callees->v[i]->node))
			check_bases(j, call, callees->v[i]->node, &seen);
	if (j->nodes[callee].kind != NODE_ATTRIBUTE)
		return;
	name = tree_last(j->nodes, callee);
	if (names_text(j->names, j->nodes[name].name)[0] != '_' ||
	    (!judge_is_named(j, name, "__init__") &&
	    !judge_is_named(j, name, "__new__")))
		return;
	if (j->nodes[callee + 1].kind == NODE_CALL &&
	    judge_is_named(j, callee + 2, "super")) {
		class = class_around(j, call);
		if (class != 0)
			check_bases(j, call, class, &seen);
		return;
	}
	v = vset_only(eval(j, callee + 1), VALUE_PATH);
	if (v != NULL)
		check_unbound(j, call, names_text(j->names, v->name));
}
