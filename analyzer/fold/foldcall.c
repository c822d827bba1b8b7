/*
 * Calls that turn constants into constants: their arguments, and what it is
 * that is called. Functions are in foldcall_builtins.c, methods of str and bytes
 * in foldcall_text.c.
 */
#include "fold.h"

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "foldcall.h"
#include "foldcall_parts.h"
#include "foldtext.h"

static void
read_arguments(struct judge *j, uint32_t node, unsigned skip, struct call *c)
{
	uint32_t list = tree_last(j->nodes, node), child;

	c->j = j;
	c->node = node;
	if (j->nodes[list].kind == NODE_GENERATOR) {
		c->arg[c->n++] = j->ask->node(j, list);
		return;
	}
	TREE_CHILDREN(j->nodes, list, child) {
		if (skip > 0) {
			skip--;
			continue;
		}
		switch (j->nodes[child].kind) {
		case NODE_KEYWORD_ARGUMENT:
			if (c->nkeywords == FOLDCALL_ARGS_MAX) {
				c->odd = true;
				break;
			}
			c->keyword_name[c->nkeywords] =
			    j->nodes[child + 1].name;
			c->keyword[c->nkeywords++] = j->ask->node(j, child);
			break;
		case NODE_LIST_SPLAT: {
			const struct vset *const *spread;
			size_t n, i;

			spread = fold_elements(j, j->ask->node(j, child), &n);
			if (spread == NULL && c->n < FOLDCALL_ARGS_MAX) {
				c->arg[c->n++] = &vset_unknown;
				c->some = true;
				break;
			}
			if (spread == NULL || n > FOLDCALL_ARGS_MAX - c->n) {
				c->odd = true;
				break;
			}
			for (i = 0; i < n; i++)
				c->arg[c->n++] = spread[i];
			break;
		}
		case NODE_DICTIONARY_SPLAT:
			c->odd = true;
			break;
		default:
			if (c->n == FOLDCALL_ARGS_MAX)
				c->odd = true;
			else
				c->arg[c->n++] = j->ask->node(j, child);
		}
	}
}

/* The n-th argument, if it is one known value of this kind. */
const struct value *
foldcall_argument(const struct call *c, size_t n, enum value_kind kind)
{
	return n < c->n ? vset_only(c->arg[n], kind) : NULL;
}

bool
foldcall_text_argument(const struct call *c, size_t n, struct piece *ret)
{
	const struct value *v = foldcall_argument(c, n, VALUE_STR);

	if (v == NULL)
		v = foldcall_argument(c, n, VALUE_BYTES);
	if (v == NULL)
		return false;
	*ret = (struct piece){ v->text.bytes, v->text.n };
	return true;
}

const struct vset *
foldcall_finish(const struct call *c, enum value_kind kind, struct buf *out,
    int r)
{
	return r < 0 ? &vset_unknown : fold_text(c->j, kind, c->node, out);
}

/* The encoding: an argument or keyword, else UTF-8. */
bool
foldcall_read_encoding(const struct call *c, size_t n, struct piece *ret)
{
	size_t i;

	*ret = (struct piece){ "utf-8", 5 };
	for (i = 0; i < c->nkeywords; i++)
		if (c->keyword_name[i] == KNOWN(keyword_encoding)) {
			const struct value *v = vset_only(c->keyword[i],
			    VALUE_STR);

			if (v == NULL)
				return false;
			*ret = (struct piece){ v->text.bytes, v->text.n };
			return true;
		}
	return c->n <= n || foldcall_text_argument(c, n, ret);
}

static const struct vset *
method_get(const struct call *c)
{
	const struct vset *set = &vset_unknown;
	size_t i;

	if (c->self->kind != VALUE_DICT || c->n == 0)
		return &vset_unknown;
	for (i = 0; i < c->arg[0]->n; i++)
		set = vset_join(c->j->arena, set, fold_index(c->j, c->self,
		    c->arg[0]->v[i], c->node));
	if (c->arg[0]->unknown)
		for (i = 1; i < c->self->items.n; i += 2)
			set = vset_join(c->j->arena, set,
			    c->self->items.list[i]);
	for (i = 1; i < c->n; i++)
		set = vset_join(c->j->arena, set, c->arg[i]);
	return set;
}

/* items() and keys() of a dict that is known to its last key, a text. */
static const struct vset *
method_view(const struct call *c, bool pairs)
{
	const struct vset *const *keys, **items;
	size_t i, n;

	keys = c->self->kind != VALUE_DICT || c->n > 0 ? NULL :
	    fold_elements(c->j, vset_one(c->j->arena, c->self), &n);
	if (keys == NULL || n == 0)
		return &vset_unknown;
	items = arena_alloc(c->j->arena, n * sizeof(*items));
	for (i = 0; i < n; i++) {
		if (vset_only(keys[i], VALUE_STR) == NULL)
			return &vset_unknown;
		/* A key and its value stand together in the dict. */
		items[i] = pairs ? fold_list(c->j, keys[i]->v[0]->place,
		    c->self->items.list + 2 * i, 2, VALUE_FIXED) : keys[i];
	}
	return fold_list(c->j, c->node, items, n, 0);
}

/*
 * Arguments with a few known values each: one call for every combination of
 * the first that has several, the others as they are.
 */
static const struct vset *
spread_call(struct call *c, uint32_t path, enum method method)
{
	const struct vset *set = &vset_none, *one, *all;
	size_t i, k;

	for (i = 0; i < c->n; i++)
		if (c->arg[i]->n > 1 || (c->arg[i]->n == 1 &&
		    c->arg[i]->unknown))
			break;
	if (i < c->n && c->arg[i]->n <= 16 && path != KNOWN(dict) &&
	    method != METHOD_GET) {
		all = c->arg[i];
		for (k = 0; k < all->n; k++) {
			c->arg[i] = vset_one(c->j->arena, all->v[k]);
			one = spread_call(c, path, method);
			if (one == NULL)
				return NULL;
			set = vset_join(c->j->arena, set, one);
			if (++c->j->folding > 15000)
				return &vset_unknown;
		}
		c->arg[i] = all;
		return all->unknown ? vset_with_unknown(c->j->arena, set) :
		    set;
	}
	if (path != 0)
		return foldcall_builtin(c, path);
	if (method == METHOD_GET)
		return method_get(c);
	if (method == METHOD_ITEMS || method == METHOD_KEYS)
		return method_view(c, method == METHOD_ITEMS);
	if (c->self->kind != VALUE_STR && c->self->kind != VALUE_BYTES)
		return &vset_unknown;
	return foldcall_on_text(c, method);
}

/* str.join("", x) is "".join(x). */
static enum method
unbound_method(struct judge *j, uint32_t path)
{
	const char *name = names_text(j->names, path);

	if (strncmp(name, "str.", 4) == 0)
		return foldcall_find_method(name + 4);
	if (strncmp(name, "bytes.", 6) == 0)
		return foldcall_find_method(name + 6);
	return METHOD_NONE;
}

/* Any other would go unseen, and may decide what comes of it. */
static bool
reads_keywords(uint32_t path, enum method method)
{
	switch (path) {
	case 0:
		return method == METHOD_FORMAT || method == METHOD_ENCODE ||
		    method == METHOD_DECODE;
	case KNOWN(dict): case KNOWN(str): case KNOWN(bytes):
	case KNOWN(bytearray): case KNOWN(codecs_decode):
	case KNOWN(codecs_encode): case KNOWN(path_resolve):
	case KNOWN(path_realpath):
		return true;
	default:
		return false;
	}
}

const struct vset *
fold_call(struct judge *j, const struct value *callee, uint32_t node,
    unsigned skip)
{
	struct call c = { .callee = callee };
	enum method method = METHOD_NONE;
	uint32_t path = 0;

	if (callee->kind == VALUE_PATH) {
		path = callee->name;
		if (path >= KNOWN_FOLDED_END) {
			method = unbound_method(j, path);
			if (method == METHOD_NONE)
				return NULL;
			path = 0;
		}
	} else {
		method = foldcall_find_method(names_text(j->names,
		    callee->name));
		if (callee->items.list[0]->n != 1)
			return &vset_unknown;
		if (method == METHOD_NONE)
			return &vset_unknown;
		c.self = callee->items.list[0]->v[0];
	}
	read_arguments(j, node, skip, &c);
	/* What is joined to a path is below it, however many parts it has. */
	c.odd |= c.some && path != KNOWN(path_join);
	if (c.odd && path != KNOWN(dict))
		return path != 0 && (path == KNOWN(pathlib_Path)) ?
		    NULL : &vset_unknown;
	if (c.nkeywords > 0 && !reads_keywords(path, method))
		return &vset_unknown;
	if (path == 0 && c.self == NULL) {
		if (c.n == 0 || c.arg[0]->n != 1 || c.arg[0]->unknown)
			return &vset_unknown;
		c.self = c.arg[0]->v[0];
		c.n--;
		memmove(c.arg, c.arg + 1, c.n * sizeof(c.arg[0]));
	}
	return spread_call(&c, path, method);
}
