/*
 * "/".join(parts + sys.argv[1:]): what comes from outside may be nothing at
 * all, and then the rest is the path. The items that are known, one behind the
 * other, are a text like any other that stands behind the path.
 */
#include "obscure_parts.h"

#include <string.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "../fold/foldcall.h"
#include "../judge.h"
#include "../places/places.h"
#include "../values/eval.h"
#include "behind.h"

#define ITEMS_DEEP	8	/* displays in displays, by a star */
#define CHANGES_MAX	64

struct joined {
	struct query	*q;
	struct buf	*text;
	size_t		 n;	/* items so far */
};

static void
add_separator(struct joined *to)
{
	const struct value *sep = to->q->joined;

	if (to->n++ > 0)
		buf_add(to->text, sep->text.bytes, sep->text.n);
}

static bool
add_text(struct joined *to, const struct value *v)
{
	const char *gap = v->kind != VALUE_PARTIAL ? NULL :
	    memchr(v->text.bytes, FOLD_GAP, v->text.n);

	if (to->text->len + v->text.n > 4096)
		return false;
	add_separator(to);
	buf_add(to->text, v->text.bytes, gap == NULL ? v->text.n :
	    (size_t)(gap - v->text.bytes));
	return gap == NULL;
}

/* False where the text ends: the rest is not known. */
static bool
add_item(struct joined *to, uint32_t at)
{
	static const enum value_kind kinds[] = { VALUE_STR, VALUE_BYTES,
	    VALUE_PARTIAL };
	const struct vset *set = eval(to->q->j, at);
	const struct value *v = NULL;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(kinds) && v == NULL; i++)
		v = vset_only(set, kinds[i]);
	if (v != NULL)
		return add_text(to, v);
	add_separator(to);
	buf_addc(to->text, FOLD_GAP);
	return false;
}

static bool
add_items(struct joined *to, uint32_t list, unsigned depth)
{
	const struct judge *j = to->q->j;
	uint32_t child;

	if ((j->nodes[list].kind != NODE_LIST && j->nodes[list].kind !=
	    NODE_TUPLE && j->nodes[list].kind != NODE_EXPRESSION_LIST) ||
	    depth == ITEMS_DEEP)
		return true;
	TREE_CHILDREN(j->nodes, list, child)
		if (tree_is_splat(j->nodes, child) ? !add_items(to, child + 1,
		    depth + 1) : !add_item(to, child))
			return false;
	return true;
}

static void
keep(struct joined *to, uint32_t at)
{
	struct query *q = to->q;
	const char *s = to->text->data;

	if (to->n < 2 || to->text->len == 0)
		return;
	/* "/" and what nobody knows: no folder that has a name. */
	if (to->text->len == 2 && s[0] == '/' && s[1] == FOLD_GAP) {
		struct value *v = value_new(q->j->arena, VALUE_PARTIAL, at);

		v->text.bytes = arena_strndup(q->j->arena, s, 2);
		v->text.n = 2;
		behind_keep(q->behind, v);
		return;
	}
	if (s[to->text->len - 1] == FOLD_GAP)
		to->text->data[--to->text->len] = '\0';
	behind_add(q->j, q->behind, q->joined_around, at, to->text->data,
	    to->text->len, NULL);
	check_string(q->j, value_text(q->j->arena, VALUE_STR, at,
	    to->text->data, to->text->len)->v[0], at);
}

void
query_joined_items(struct query *q, uint32_t list)
{
	auto_buf struct buf text = BUF_INIT;
	struct joined to = { q, &text, 0 };

	add_items(&to, list, 0);
	keep(&to, list);
}

/* f(x) for x in [...]: what x may be, one after the other. */
void
query_joined_values(struct query *q, uint32_t at, const struct vset *set)
{
	auto_buf struct buf text = BUF_INIT;
	struct joined to = { q, &text, 0 };
	size_t i;

	for (i = 0; i < set->n; i++)
		if ((set->v[i]->kind != VALUE_STR && set->v[i]->kind !=
		    VALUE_BYTES) || !add_text(&to, set->v[i]))
			return;
	keep(&to, at);
}

/* x.append(y), x.extend([y]), x += [y] */
static bool
add_change(struct joined *to, uint32_t at)
{
	const struct judge *j = to->q->j;
	uint32_t call = j->nodes[at].parent, name, list;

	if (j->nodes[at].kind == NODE_AUGMENTED)
		return add_items(to, tree_last(j->nodes, at), 0);
	if (j->nodes[at].kind != NODE_ATTRIBUTE || j->nodes[call].kind !=
	    NODE_CALL)
		return true;
	name = tree_last(j->nodes, at);
	list = tree_last(j->nodes, call);
	if (list + 1 >= j->nodes[list].skip)
		return true;
	if (judge_is_named(j, name, "append"))
		return add_item(to, list + 1);
	return !judge_is_named(j, name, "extend") || add_items(to, list + 1,
	    0);
}

void
query_joined_binding(struct query *q, uint32_t index)
{
	struct judge *j = q->j;
	auto_buf struct buf text = BUF_INIT;
	struct joined to = { q, &text, 0 };
	uint32_t def, use, changes[CHANGES_MAX], place = 0;
	size_t n = 0;

	for (use = j->first_change[index]; use != 0 && n < CHANGES_MAX;
	    use = j->uses[use - 1].next)
		changes[n++] = j->uses[use - 1].node;
	if (n == 0)
		return;
	for (def = j->scopes.bindings[index].first; def != 0;
	    def = j->scopes.defs[def].next)
		if (j->scopes.defs[def].kind == DEF_VALUE &&
		    j->scopes.defs[def].steps == NULL)
			add_items(&to, place = j->scopes.defs[def].expr, 0);
	/* The last one stands first. */
	while (n > 0 && add_change(&to, changes[n - 1]))
		n--;
	if (place != 0)
		keep(&to, place);
}
