/*
 * Constants: literals, and what all folding makes values with. Operators are
 * in fold_binary.c, subscripts and comprehensions in fold_index.c, calls in
 * foldcall.c.
 * Every step is bounded; what exceeds a bound, or is not known, is unknown,
 * and it is the sink's business to refuse that.
 */
#include "fold.h"

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "foldcall.h"
#include "foldtext.h"
#include "../syntax/literal.h"

#define KEYS_MAX	128

const struct vset *
fold_text(struct judge *j, enum value_kind kind, uint32_t place,
    struct buf *b)
{
	/* What it took to make, and will take to make again. */
	j->work += (uint32_t)(b->len / 64);
	if (b->len > FOLD_MAX)
		return &vset_unknown;
	return value_text(j->arena, kind, place,
	    arena_strndup(j->arena, buf_str(b), b->len), b->len);
}

/* A text, or part of one: it may have gaps. */
const struct vset *
fold_piece(struct judge *j, uint32_t place, const char *s, size_t n)
{
	return value_text(j->arena, memchr(s, FOLD_GAP, n) != NULL ?
	    VALUE_PARTIAL : VALUE_STR, place, s, n);
}

bool
fold_is_text(const struct value *v)
{
	return v->kind == VALUE_STR || v->kind == VALUE_BYTES;
}

struct piece
fold_as_piece(const struct value *v)
{
	return (struct piece){ v->text.bytes, v->text.n };
}

bool
fold_write(const struct value *v, struct buf *out)
{
	if (v->kind == VALUE_STR)
		buf_add(out, v->text.bytes, v->text.n);
	else if (v->kind == VALUE_INT && v->name != 0)
		buf_adds(out, v->integer ? "True" : "False");
	else if (v->kind == VALUE_INT)
		buf_addf(out, "%lld", (long long)v->integer);
	else
		return false;
	return true;
}

/* The conversions of numbers: c, d and i, x; in templates of both kinds. */
bool
fold_write_number(const struct value *v, char how, bool bytes, struct buf *out)
{
	if (v->kind != VALUE_INT)
		return false;
	if (how == 'd' || how == 'i')
		buf_addf(out, "%lld", (long long)v->integer);
	else if (v->integer < 0 || v->integer > (bytes ? 0xff : 0x10ffff))
		return false;
	else if (how == 'x')
		buf_addf(out, "%llx", (long long)v->integer);
	else if (bytes)
		buf_addc(out, (char)v->integer);
	else
		literal_add(out, (unsigned)v->integer);
	return true;
}

bool
fold_is_path_class(uint32_t name)
{
	return name == KNOWN(pathlib_Path) || name == KNOWN(pathlib_PurePath) ||
	    name == KNOWN(pathlib_PosixPath);
}

/* One {}: false if nothing is known of what it writes. */
static bool
write_interpolation(struct judge *j, uint32_t at, struct buf *out,
    bool *ret_known)
{
	const struct value *v;
	const struct vset *set;
	uint32_t child, n = 0;
	size_t len;
	const char *text;
	char spec = 0;

	TREE_CHILDREN(j->nodes, at, child) {
		text = judge_text(j, child, &len);
		if (n++ == 0)
			continue;
		if (j->nodes[child].kind == NODE_TYPE_CONVERSION && len == 2 &&
		    text[1] == 's')
			continue;
		if (j->nodes[child].kind == NODE_FORMAT_SPECIFIER &&
		    len == 2 && strchr("csdx", text[1]) != NULL) {
			spec = text[1];
			continue;
		}
		return false;
	}
	/* `{x=}` writes the source too. */
	text = judge_text(j, at, &len);
	if (n == 0 || out->len > FOLD_MAX || (j->nodes[at + 1].end < j->nodes[at].end &&
	    memchr(j->source.bytes + j->nodes[at + 1].end, '=',
	    j->nodes[at].end - j->nodes[at + 1].end) != NULL))
		return false;
	set = j->ask->node(j, at + 1);
	if (set->n != 1 || set->unknown)
		return false;
	v = set->v[0];
	if (spec != 0 && spec != 's')
		return fold_write_number(v, spec, false, out);
	/* Of a folder that nobody knows here, or a text with gaps, the rest. */
	if (v->kind == VALUE_PARTIAL || (v->kind == VALUE_RESULT &&
	    fold_is_path_class(v->name) && v->text.bytes != NULL)) {
		*ret_known = false;
		buf_add(out, v->text.bytes, v->text.n);
		return true;
	}
	return fold_write(v, out);
}

void
fold_add_gap(struct buf *out)
{
	if (out->len == 0 || out->data[out->len - 1] != FOLD_GAP)
		buf_addc(out, FOLD_GAP);
}

/* One literal, appended; a gap where it is not known. */
static void
write_string(struct judge *j, uint32_t at, struct buf *out, bool *ret_bytes,
    bool *ret_known)
{
	const struct node *nodes = j->nodes;
	struct literal_prefix prefix;
	uint32_t child, from, end;
	size_t n;
	const char *text;

	text = judge_text(j, at + 1, &n);
	literal_read_prefix(text, n, &prefix);
	*ret_bytes = prefix.bytes;
	from = nodes[at + 1].end;
	/* A raw string's last backslashes come as part of its end. */
	end = nodes[at].end - prefix.quotes;
	TREE_CHILDREN(nodes, at, child) {
		if (nodes[child].kind != NODE_INTERPOLATION)
			continue;
		if (nodes[child].start > from && !literal_decode(&prefix,
		    j->source.bytes + from, nodes[child].start - from, out)) {
			*ret_known = false;
			fold_add_gap(out);
		}
		from = nodes[child].end;
		if (!write_interpolation(j, child, out, ret_known)) {
			*ret_known = false;
			fold_add_gap(out);
		}
	}
	if (end > from && !literal_decode(&prefix, j->source.bytes + from,
	    end - from, out)) {
		*ret_known = false;
		fold_add_gap(out);
	}
}

const struct vset *
fold_string(struct judge *j, uint32_t node)
{
	auto_buf struct buf out = BUF_INIT;
	bool bytes = false, known = true;
	size_t n;
	uint32_t child;
	const char *text;

	if (j->nodes[node].kind == NODE_STRING) {
		/* Most are plain: take the bytes as they lie there. */
		text = judge_text(j, node, &n);
		if (j->nodes[node + 1].skip == node + 2 && n >= 2 &&
		    (text[0] == '"' || text[0] == '\'')) {
			uint32_t from = j->nodes[node + 1].end;
			uint32_t quotes = from - j->nodes[node].start;

			text = j->source.bytes + from;
			n = j->nodes[node].end - quotes - from;
			if (memchr(text, '\\', n) == NULL &&
			    memchr(text, '\r', n) == NULL)
				return value_text(j->arena, VALUE_STR, node,
				    text, n);
		}
		write_string(j, node, &out, &bytes, &known);
	} else {
		TREE_CHILDREN(j->nodes, node, child)
			if (j->nodes[child].kind == NODE_STRING)
				write_string(j, child, &out, &bytes, &known);
	}
	if (!known && bytes)
		return &vset_unknown;
	return fold_text(j, !known ? VALUE_PARTIAL : bytes ? VALUE_BYTES :
	    VALUE_STR, node, &out);
}

const struct vset *
fold_list(struct judge *j, uint32_t place, const struct vset **list, size_t n,
    unsigned flags)
{
	return value_holding(j->arena, VALUE_LIST, place, list, n, flags);
}

/* A dict in which no key comes again: it has as many elements as pairs. */
static bool
has_distinct_keys(const struct value *dict)
{
	const struct value *a, *b;
	size_t i, k;

	if (dict->flags & VALUE_OPEN || dict->items.n > 2 * KEYS_MAX)
		return false;
	for (i = 0; i < dict->items.n; i += 2) {
		if (dict->items.list[i]->n != 1 ||
		    dict->items.list[i]->unknown)
			return false;
		a = dict->items.list[i]->v[0];
		for (k = 0; k < i; k += 2) {
			b = dict->items.list[k]->v[0];
			/* True is the same key as 1. */
			if (value_same(a, b) || (a->kind == VALUE_INT &&
			    b->kind == VALUE_INT && a->integer == b->integer))
				return false;
		}
	}
	return true;
}

const struct vset *const *
fold_elements(struct judge *j, const struct vset *set, size_t *ret_n)
{
	const struct vset **list;
	const struct value *v;
	size_t i, n = 0, len;
	unsigned cp;

	if (set->n != 1 || set->unknown)
		return NULL;
	v = set->v[0];
	if (v->kind == VALUE_LIST &&
	    !(v->flags & (VALUE_OPEN | VALUE_UNORDERED))) {
		*ret_n = v->items.n;
		return v->items.list;
	}
	if (v->kind == VALUE_DICT) {
		if (!has_distinct_keys(v))
			return NULL;
		list = arena_alloc(j->arena, (v->items.n / 2 + 1) *
		    sizeof(*list));
		for (i = 0; i < v->items.n; i += 2)
			list[n++] = v->items.list[i];
		*ret_n = n;
		return list;
	}
	if (!fold_is_text(v) || v->text.n > FOLD_ELEMENTS_MAX)
		return NULL;
	list = arena_alloc(j->arena, (v->text.n + 1) * sizeof(*list));
	for (i = 0; i < v->text.n; ) {
		if (v->kind == VALUE_BYTES) {
			list[n++] = value_integer(j->arena, v->place,
			    (unsigned char)v->text.bytes[i++]);
			continue;
		}
		len = literal_next(v->text.bytes + i, v->text.n - i, &cp);
		list[n++] = value_text(j->arena, VALUE_STR, v->place,
		    v->text.bytes + i, len);
		i += len;
	}
	*ret_n = n;
	return list;
}
