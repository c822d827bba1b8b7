/*
 * Methods of str and bytes, called on constants. The transformations
 * themselves are foldtext.c's; here arguments become theirs.
 */
#include "foldcall.h"

#include <string.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../values/work.h"
#include "fold.h"
#include "foldcall_parts.h"
#include "foldtext.h"
#include "../syntax/literal.h"

#define TEXT_STEP	64	/* bytes gone through in a step of work */

static const struct vset *
method_join(const struct call *c, struct piece self)
{
	auto_buf struct buf out = BUF_INIT;
	const struct vset *const *list;
	const struct value *v;
	bool known = true;
	size_t n, i;

	list = c->n == 1 ? fold_elements(c->j, c->arg[0], &n) : NULL;
	if (list == NULL)
		return &vset_unknown;
	for (i = 0; i < n; i++) {
		v = list[i]->n == 1 && !list[i]->unknown ? list[i]->v[0] :
		    NULL;
		if (i > 0)
			buf_add(&out, self.s, self.n);
		if (out.len > FOLD_MAX)
			return &vset_unknown;
		if (v == NULL || v->kind != c->self->kind) {
			known = false;
			fold_add_gap(&out);
		} else
			buf_add(&out, v->text.bytes, v->text.n);
	}
	if (!known && c->self->kind != VALUE_STR)
		return &vset_unknown;
	return fold_text(c->j, known ? (enum value_kind)c->self->kind :
	    VALUE_PARTIAL, c->node, &out);
}

/* str.maketrans(a, b): a dict from code point to code point. */
const struct vset *
foldcall_maketrans(const struct call *c)
{
	struct piece from, to;
	struct value *v = value_new(c->j->arena, VALUE_DICT, c->node);
	size_t i, k;
	unsigned a, b;

	if (c->n != 2 || !foldcall_text_argument(c, 0, &from) ||
	    !foldcall_text_argument(c, 1, &to) || from.n > 512 || to.n > 512)
		return &vset_unknown;
	v->items.list = arena_alloc(c->j->arena, (2 * from.n + 1) *
	    sizeof(*v->items.list));
	for (i = k = 0; i < from.n && k < to.n; ) {
		i += literal_next(from.s + i, from.n - i, &a);
		k += literal_next(to.s + k, to.n - k, &b);
		v->items.list[v->items.n++] = value_integer(c->j->arena,
		    c->node, a);
		v->items.list[v->items.n++] = value_integer(c->j->arena,
		    c->node, b);
	}
	return vset_one(c->j->arena, v);
}

static const struct vset *
method_translate(const struct call *c, struct piece self)
{
	auto_buf struct buf out = BUF_INIT;
	const struct value *table = foldcall_argument(c, 0, VALUE_DICT), *to;
	const struct vset *set;
	struct value *key;
	size_t i, len;
	unsigned cp;

	if (table == NULL || self.n > FOLDCALL_LIST_MAX)
		return &vset_unknown;
	for (i = 0; i < self.n; i += len) {
		len = literal_next(self.s + i, self.n - i, &cp);
		key = value_new(c->j->arena, VALUE_INT, c->node);
		key->integer = cp;
		if (out.len > FOLD_MAX || work_is_over(c->j))
			return &vset_unknown;
		set = fold_lookup(table, key);
		if (set == &vset_none) {
			buf_add(&out, self.s + i, len);
			continue;
		}
		if (set == NULL || set->unknown || set->n != 1)
			return &vset_unknown;
		to = set->v[0];
		if (to->kind == VALUE_INT && to->integer >= 0 &&
		    to->integer <= 0x10ffff)
			literal_add(&out, (unsigned)to->integer);
		else if (to->kind == VALUE_STR)
			buf_add(&out, to->text.bytes, to->text.n);
		else if (to->kind != VALUE_NONE)
			return &vset_unknown;
	}
	return fold_text(c->j, VALUE_STR, c->node, &out);
}

/* None that only one of str and bytes, or only Unicode, takes for a space. */
static bool
has_plain_spaces(struct piece p, enum value_kind kind)
{
	size_t i;

	for (i = 0; i < p.n; i++)
		if (p.s[i] >= 0x1c && p.s[i] <= 0x1f)
			return false;
	return kind == VALUE_BYTES || foldtext_is_ascii(p);
}

static const struct vset *
method_split(const struct call *c, struct piece self)
{
	const struct vset **list;
	enum value_kind kind = (enum value_kind)c->self->kind;
	struct piece sep = { " ", 1 };
	size_t i, begin = 0, n = 0;
	bool spaces = c->n == 0;

	if (c->n > 1 || self.n > FOLDCALL_LIST_MAX ||
	    (c->n == 1 && !foldcall_text_argument(c, 0, &sep)) ||
	    sep.n == 0 || (spaces && !has_plain_spaces(self, kind)))
		return &vset_unknown;
	list = arena_alloc(c->j->arena, (self.n + 2) * sizeof(*list));
	for (i = 0; i <= self.n; i++) {
		bool ends = i == self.n || (spaces ? self.s[i] != '\0' &&
		    strchr(" \t\n\r\f\v", self.s[i]) != NULL :
		    self.n - i >= sep.n &&
		    memcmp(self.s + i, sep.s, sep.n) == 0);

		if (!ends)
			continue;
		if (!spaces || i > begin)
			list[n++] = value_text(c->j->arena, kind, c->node,
			    self.s + begin, i - begin);
		if (i < self.n)
			i += sep.n - 1;
		begin = i + 1;
	}
	return fold_list(c->j, c->node, list, n, 0);
}

enum method
foldcall_find_method(const char *name)
{
	static const struct { const char *name; enum method method; } all[] = {
		{ "join", METHOD_JOIN }, { "replace", METHOD_REPLACE },
		{ "lower", METHOD_LOWER }, { "upper", METHOD_UPPER },
		{ "strip", METHOD_STRIP }, { "lstrip", METHOD_LSTRIP },
		{ "rstrip", METHOD_RSTRIP },
		{ "translate", METHOD_TRANSLATE }, { "format", METHOD_FORMAT },
		{ "split", METHOD_SPLIT }, { "encode", METHOD_ENCODE },
		{ "decode", METHOD_DECODE },
		{ "get", METHOD_GET }, { "casefold", METHOD_CASEFOLD },
		{ "items", METHOD_ITEMS }, { "keys", METHOD_KEYS },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(all); i++)
		if (strcmp(all[i].name, name) == 0)
			return all[i].method;
	return METHOD_NONE;
}

const struct vset *
foldcall_on_text(const struct call *c, enum method method)
{
	auto_buf struct buf out = BUF_INIT;
	struct piece self = { c->self->text.bytes, c->self->text.n };
	enum value_kind kind = (enum value_kind)c->self->kind;
	const struct value *count;
	struct piece a, b;
	bool has_a = foldcall_text_argument(c, 0, &a);

	/* A long text takes its time, however short the result. */
	c->j->work += (uint32_t)(self.n / TEXT_STEP);
	switch (method) {
	case METHOD_JOIN: return method_join(c, self);
	case METHOD_FORMAT: return foldcall_format(c, self);
	case METHOD_TRANSLATE: return method_translate(c, self);
	case METHOD_SPLIT: return method_split(c, self);
	case METHOD_REPLACE:
		count = foldcall_argument(c, 2, VALUE_INT);
		if (!has_a || !foldcall_text_argument(c, 1, &b) ||
		    (c->n > 2 && count == NULL))
			return &vset_unknown;
		return foldcall_finish(c, kind, &out, foldtext_replace(self, a,
		    b, count != NULL ? count->integer : -1, &out));
	case METHOD_CASEFOLD:
	case METHOD_LOWER:
		return foldcall_finish(c, kind, &out,
		    foldtext_case(self, CASE_LOWER, &out));
	case METHOD_UPPER:
		return foldcall_finish(c, kind, &out,
		    foldtext_case(self, CASE_UPPER, &out));
	case METHOD_STRIP:
	case METHOD_LSTRIP:
	case METHOD_RSTRIP:
		/* Byte by byte is wrong where a character is several. */
		if (c->n > 0 ? !has_a || (kind == VALUE_STR &&
		    !foldtext_is_ascii(a)) : !has_plain_spaces(self, kind))
			return &vset_unknown;
		self = foldtext_strip(self, c->n > 0 ? &a : NULL,
		    method != METHOD_RSTRIP, method != METHOD_LSTRIP);
		return value_text(c->j->arena, kind, c->node, self.s, self.n);
	case METHOD_ENCODE:
		if (!foldcall_read_encoding(c, 0, &a))
			return &vset_unknown;
		return foldcall_finish(c, VALUE_BYTES, &out,
		    foldtext_encode(self, a, &out));
	case METHOD_DECODE:
		if (!foldcall_read_encoding(c, 0, &a))
			return &vset_unknown;
		return foldcall_finish(c, VALUE_STR, &out,
		    foldtext_decode(self, a, &out));
	default:
		return &vset_unknown;
	}
}
