/*
 * sys.argv, os.environ: what comes from outside, unless the submission has put
 * it there itself.
 */
#include "obscure_parts.h"

#include <string.h>

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../own/own.h"
#include "../values/eval.h"
#include "../values/eval_parts.h"

/*
 * What is put into this where it stands at `at`, and under which key (0: none,
 * or several); 0: nothing.
 */
static uint32_t
put_into(const struct judge *j, uint32_t at, uint32_t *ret_key)
{
	static const char methods[][16] = { "__setitem__", "append", "extend",
	    "insert", "setdefault", "update" };
	uint32_t parent = j->nodes[at].parent, list;

	*ret_key = 0;
	if (at != parent + 1)
		return 0;
	switch (j->nodes[parent].kind) {
	case NODE_SUBSCRIPT:
		if (j->nodes[parent].role != ROLE_STORE)
			return 0;
		*ret_key = tree_last(j->nodes, parent);
		parent = j->nodes[parent].parent;
		if (j->nodes[parent].kind != NODE_ASSIGNMENT &&
		    j->nodes[parent].kind != NODE_AUGMENTED)
			return 0;
		return tree_last(j->nodes, parent);
	case NODE_ASSIGNMENT:
	case NODE_AUGMENTED:
		return tree_last(j->nodes, parent);
	case NODE_ATTRIBUTE:
		list = tree_last(j->nodes, j->nodes[parent].parent);
		if (j->nodes[j->nodes[parent].parent].kind != NODE_CALL ||
		    !IS_ONE_OF(names_text(j->names, j->nodes[tree_last(
		    j->nodes, parent)].name), methods))
			return 0;
		if (!judge_is_named(j, tree_last(j->nodes, parent), "update"))
			*ret_key = list + 1 < j->nodes[list].skip ? list + 1 :
			    0;
		return list;
	default:
		return 0;
	}
}

/* May these two be the same? */
static bool
may_equal(struct judge *j, uint32_t one, uint32_t other)
{
	const struct value *a, *b;

	if (one == 0 || other == 0)
		return true;
	a = vset_only(eval(j, one), VALUE_STR);
	b = vset_only(eval(j, other), VALUE_STR);
	return a == NULL || b == NULL || value_same(a, b);
}

bool
query_put_there(struct query *q, const char *name, uint32_t key, bool number)
{
	struct judge *j = q->j;
	bool is_list = strcmp(name, "argv") == 0, found = false;
	uint32_t i, at, value, of, n = 0;

	for (i = own_first_named(j, name); i != 0 && !j->late;
	    i = j->own_next[i]) {
		/* Asked of each, and by each: that may be many times many. */
		if (++n % 64 == 0 && eval_has_no_time(j))
			break;
		at = i;
		if (j->nodes[j->nodes[i].parent].kind == NODE_ATTRIBUTE &&
		    i == tree_last(j->nodes, j->nodes[i].parent))
			at = j->nodes[i].parent;
		value = put_into(j, at, &of);
		if (value == 0 || (!is_list && !may_equal(j, key, of)))
			continue;
		if (j->nodes[value].kind == NODE_ARGUMENTS)
			query_children(q, value, number);
		else
			query_visit(q, value, number);
		found = true;
	}
	if (found)
		query_note(q, IS_MADE, number);
	return found;
}
