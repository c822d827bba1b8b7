/* Functions: builtins, base64, binascii, codecs, os.path, pathlib. */
#include "fold.h"

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../syntax/literal.h"
#include "foldcall.h"
#include "foldcall_parts.h"
#include "foldtext.h"

#define DECODED_STEP	64	/* bytes read and made in a step of work */

/* All that is decoded counts as work. */
static int
decode(const struct call *c, struct piece p, enum foldtext_codec codec,
    struct buf *out)
{
	int r;

	r = foldtext_codec(p, codec, out);
	c->j->work += (uint32_t)((p.n + out->len) / DECODED_STEP);
	return r;
}

static const struct vset *
decode_with(const struct call *c, enum foldtext_codec codec,
    enum value_kind kind)
{
	auto_buf struct buf out = BUF_INIT;
	struct piece p;

	/* Another argument: another alphabet, or another head. */
	if (c->n > (codec == CODEC_HEX ? 2 : 1) ||
	    !foldcall_text_argument(c, 0, &p) || p.n > FOLD_MAX)
		return &vset_unknown;
	return foldcall_finish(c, kind, &out, decode(c, p, codec, &out));
}

static const struct vset *
call_bytes(const struct call *c)
{
	auto_buf struct buf out = BUF_INIT;
	const struct vset *const *list;
	struct piece p, encoding;
	size_t n, i;
	unsigned parent = c->j->nodes[c->j->nodes[c->node].parent].kind;

	/* One that has a name may be changed later. */
	if (c->callee != NULL && c->callee->name == KNOWN(bytearray) &&
	    parent != NODE_ATTRIBUTE && parent != NODE_ARGUMENTS &&
	    parent != NODE_SUBSCRIPT)
		return &vset_unknown;
	if (c->n == 0)
		return c->nkeywords > 0 ? &vset_unknown :
		    fold_text(c->j, VALUE_BYTES, c->node, &out);
	if (foldcall_argument(c, 0, VALUE_STR) != NULL) {
		if (!foldcall_text_argument(c, 0, &p) ||
		    !foldcall_read_encoding(c, 1, &encoding))
			return &vset_unknown;
		return foldcall_finish(c, VALUE_BYTES, &out,
		    foldtext_encode(p, encoding, &out));
	}
	list = fold_elements(c->j, c->arg[0], &n);
	if (list == NULL || n > FOLDCALL_LIST_MAX)
		return &vset_unknown;
	for (i = 0; i < n; i++) {
		const struct value *v = vset_only(list[i], VALUE_INT);

		if (v == NULL || v->integer < 0 || v->integer > 255)
			return &vset_unknown;
		buf_addc(&out, (char)v->integer);
	}
	return fold_text(c->j, VALUE_BYTES, c->node, &out);
}

static const struct vset *
call_str(const struct call *c)
{
	auto_buf struct buf out = BUF_INIT;
	const struct value *v;
	struct piece p, encoding;

	if (c->n == 0)
		return c->nkeywords > 0 ? &vset_unknown :
		    fold_text(c->j, VALUE_STR, c->node, &out);
	if (c->arg[0]->n != 1 || c->arg[0]->unknown)
		return &vset_unknown;
	v = c->arg[0]->v[0];
	if (v->kind == VALUE_BYTES && (c->n > 1 || c->nkeywords > 0)) {
		if (!foldcall_text_argument(c, 0, &p) ||
		    !foldcall_read_encoding(c, 1, &encoding))
			return &vset_unknown;
		return foldcall_finish(c, VALUE_STR, &out,
		    foldtext_decode(p, encoding, &out));
	}
	if (v->kind == VALUE_STR)
		return vset_one(c->j->arena, v);
	if (v->kind == VALUE_INT)
		fold_write(v, &out);
	else if (v->kind == VALUE_RESULT && v->text.bytes != NULL)
		return foldcall_path_text(c, v->text.bytes, v->text.n, v->kind);
	else if (v->kind == VALUE_PARTIAL)
		return vset_one(c->j->arena, v);
	else
		return &vset_unknown;
	return fold_text(c->j, VALUE_STR, c->node, &out);
}

static const struct vset *
call_chr(const struct call *c)
{
	auto_buf struct buf out = BUF_INIT;
	const struct value *v = foldcall_argument(c, 0, VALUE_INT);

	if (v == NULL || v->integer < 0 || v->integer > 0x10ffff)
		return &vset_unknown;
	literal_add(&out, (unsigned)v->integer);
	return fold_text(c->j, VALUE_STR, c->node, &out);
}

static const struct vset *
call_ord(const struct call *c)
{
	struct piece p;
	unsigned cp;

	if (!foldcall_text_argument(c, 0, &p) || p.n == 0)
		return &vset_unknown;
	if (foldcall_argument(c, 0, VALUE_BYTES) != NULL)
		cp = (unsigned char)p.s[0];
	else if (literal_next(p.s, p.n, &cp) != p.n)
		return &vset_unknown;
	return value_integer(c->j->arena, c->node, cp);
}

static const struct vset *
call_int(const struct call *c)
{
	const struct value *v, *base = foldcall_argument(c, 1, VALUE_INT);
	int64_t value = 0, b = base != NULL ? base->integer : 10;
	struct piece p;
	size_t i = 0;
	bool minus;

	v = foldcall_argument(c, 0, VALUE_INT);
	if (v != NULL)
		return vset_one(c->j->arena, v);
	if (!foldcall_text_argument(c, 0, &p) || (c->n > 1 && base == NULL))
		return &vset_unknown;
	p = foldtext_strip(p, NULL, true, true);
	minus = p.n > 0 && p.s[0] == '-';
	i += p.n > 0 && (p.s[0] == '-' || p.s[0] == '+');
	if (p.n - i > 2 && p.s[i] == '0' &&
	    ((b == 16 && (p.s[i + 1] | 0x20) == 'x') ||
	    (b == 8 && (p.s[i + 1] | 0x20) == 'o') ||
	    (b == 2 && (p.s[i + 1] | 0x20) == 'b')))
		i += 2;
	if (i == p.n || b < 2 || b > 36)
		return &vset_unknown;
	for (; i < p.n; i++) {
		int64_t digit = literal_digit(p.s[i]);

		if (p.s[i] == '_')
			continue;
		if (digit >= b || value > (INT64_MAX - digit) / b)
			return &vset_unknown;
		value = value * b + digit;
	}
	return value_integer(c->j->arena, c->node, minus ? -value : value);
}

static const struct vset *
call_range(const struct call *c)
{
	const struct value *a = foldcall_argument(c, 0, VALUE_INT);
	const struct value *b = foldcall_argument(c, 1, VALUE_INT);
	const struct value *s = foldcall_argument(c, 2, VALUE_INT);
	int64_t start = 0, stop, step = 1, i;
	const struct vset **list;
	size_t n = 0;

	if (a == NULL || (c->n > 1 && b == NULL) || (c->n > 2 && s == NULL))
		return &vset_unknown;
	stop = b != NULL ? b->integer : a->integer;
	start = b != NULL ? a->integer : 0;
	step = s != NULL ? s->integer : 1;
	if (step == 0 || start > 1 << 24 || start < -(1 << 24) ||
	    stop > 1 << 24 || stop < -(1 << 24) || step > 1 << 24 ||
	    step < -(1 << 24) || (stop - start) / step > 512)
		return &vset_unknown;
	list = arena_room(c->j->arena, 514 * sizeof(*list));
	for (i = start; step > 0 ? i < stop : i > stop; i += step)
		list[n++] = value_integer(c->j->arena, c->node, i);
	return fold_list(c->j, c->node, list, n, 0);
}

/* list(x), tuple(x), reversed(x), sorted(x): the elements, in some order. */
static const struct vset *
call_list(const struct call *c, bool backwards, unsigned flags)
{
	static const struct step item = { .kind = STEP_ITEM };
	const struct vset *const *list;
	const struct vset **copy;
	size_t n, i;

	if (c->n == 0)
		return fold_list(c->j, c->node, NULL, 0, flags);
	list = fold_elements(c->j, c->arg[0], &n);
	if (list == NULL) {
		/* What it may hold is kept, in any place. */
		copy = arena_alloc(c->j->arena, sizeof(*copy));
		copy[0] = c->j->ask->steps(c->j, c->arg[0], &item, c->node);
		return fold_list(c->j, c->node, copy, 1, flags | VALUE_OPEN);
	}
	copy = arena_alloc(c->j->arena, (n + 1) * sizeof(*copy));
	for (i = 0; i < n; i++)
		copy[i] = list[backwards ? n - 1 - i : i];
	return fold_list(c->j, c->node, copy, n, flags);
}

static const struct vset *
apply(const struct call *c, const struct vset *function,
    const struct vset *value)
{
	struct call inner = { .j = c->j, .node = c->node };

	if (function->n != 1 || function->unknown)
		return &vset_unknown;
	if (function->v[0]->kind == VALUE_FUNCTION)
		return c->j->ask->function(c->j, function->v[0]->node, &value,
		    1);
	inner.arg[inner.n++] = value;
	if (function->v[0]->kind != VALUE_PATH)
		return &vset_unknown;
	switch (function->v[0]->name) {
	case KNOWN(chr): return call_chr(&inner);
	case KNOWN(ord): return call_ord(&inner);
	case KNOWN(int): return call_int(&inner);
	case KNOWN(str): return call_str(&inner);
	default: return &vset_unknown;
	}
}

static const struct vset *
call_map(const struct call *c)
{
	const struct vset *const *list;
	const struct vset **made;
	size_t n, i;

	if (c->n != 2)
		return &vset_unknown;
	list = fold_elements(c->j, c->arg[1], &n);
	if (list == NULL || n > 512)
		return &vset_unknown;
	made = arena_alloc(c->j->arena, (n + 1) * sizeof(*made));
	for (i = 0; i < n; i++)
		made[i] = apply(c, c->arg[0], list[i]);
	return fold_list(c->j, c->node, made, n, 0);
}

static const struct vset *
call_codec(const struct call *c, bool decoding)
{
	auto_buf struct buf out = BUF_INIT;
	enum foldtext_codec codec;
	struct piece p, name;

	if (!foldcall_text_argument(c, 0, &p) || p.n > FOLD_MAX ||
	    !foldcall_read_encoding(c, 1, &name))
		return &vset_unknown;
	if (foldtext_find_codec(name, &codec)) {
		if (codec == CODEC_ROT13)
			return foldcall_finish(c, VALUE_STR, &out,
			    decode(c, p, codec, &out));
		return decoding ? foldcall_finish(c, VALUE_BYTES, &out,
		    decode(c, p, codec, &out)) : &vset_unknown;
	}
	return decoding ? foldcall_finish(c, VALUE_STR, &out,
	    foldtext_decode(p, name, &out)) :
	    foldcall_finish(c, VALUE_BYTES, &out,
	    foldtext_encode(p, name, &out));
}

/* dict(x): what dict(enumerate(y)) holds is under keys that nobody looks at. */
static const struct vset *
dict_of(const struct call *c, const struct vset *from)
{
	const struct step item = { .kind = STEP_ITEM };
	const struct step second = { .kind = STEP_INDEX, .n = 1,
	    .before = &item };
	const struct vset **list;

	if (vset_only(from, VALUE_DICT) != NULL)
		return from;
	list = arena_alloc(c->j->arena, 2 * sizeof(*list));
	list[0] = &vset_unknown;
	list[1] = c->j->ask->steps(c->j, from, &second, c->node);
	return value_holding(c->j->arena, VALUE_DICT, c->node, list, 2,
	    VALUE_OPEN);
}

static const struct vset *
call_dict(const struct call *c)
{
	const struct vset **list = arena_alloc(c->j->arena, (2 *
	    c->nkeywords + 1) * sizeof(*list)), *made, *merged;
	size_t i;

	for (i = 0; i < c->nkeywords; i++) {
		list[2 * i] = value_text(c->j->arena, VALUE_STR, c->node,
		    names_text(c->j->names, c->keyword_name[i]),
		    names_length(c->j->names, c->keyword_name[i]));
		list[2 * i + 1] = c->keyword[i];
	}
	made = value_holding(c->j->arena, VALUE_DICT, c->node, list, 2 *
	    c->nkeywords, c->n > 1 || c->odd ? VALUE_OPEN : 0);
	if (c->n != 1)
		return made;
	merged = fold_merge(c->j, dict_of(c, c->arg[0])->v[0], made->v[0],
	    c->node);
	return merged != NULL ? merged : value_holding(c->j->arena, VALUE_DICT,
	    c->node, list, 2 * c->nkeywords, VALUE_OPEN);
}

#define ROWS_MAX	64

/* zip(x, y), enumerate(x): rows of what is known; NULL: not each is. */
static const struct vset *
call_rows(const struct call *c, bool counts)
{
	const struct vset *const *list[FOLDCALL_ARGS_MAX];
	const struct vset **rows, **row;
	size_t least = ROWS_MAX + 1, n, i, k;

	if (c->n == 0 || (counts && c->n != 1))
		return NULL;
	for (i = 0; i < c->n; i++) {
		list[i] = fold_elements(c->j, c->arg[i], &n);
		if (list[i] == NULL)
			return NULL;
		least = n < least ? n : least;
	}
	if (least > ROWS_MAX)
		return NULL;
	rows = arena_alloc(c->j->arena, (least + 1) * sizeof(*rows));
	for (k = 0; k < least; k++) {
		row = arena_alloc(c->j->arena, (c->n + 1) * sizeof(*row));
		if (counts)
			row[0] = value_integer(c->j->arena, c->node,
			    (int64_t)k);
		for (i = 0; i < c->n; i++)
			row[i + counts] = list[i][k];
		rows[k] = fold_list(c->j, c->node, row, c->n + counts,
		    VALUE_FIXED);
	}
	return fold_list(c->j, c->node, rows, least, 0);
}

/* random.choice(["a", "b"]): one of these texts. */
static const struct vset *
call_choice(const struct call *c)
{
	size_t n;
	const struct vset *const *items = c->n != 1 ? NULL : fold_elements(c->j,
	    c->arg[0], &n);
	const struct vset *set = items == NULL ? &vset_unknown :
	    vset_join_all(c->j->arena, items, n, 1);

	return vset_are_texts(set) ? set : NULL;
}

const struct vset *
foldcall_builtin(const struct call *c, uint32_t path)
{
	switch (path) {
	case KNOWN(chr): return call_chr(c);
	case KNOWN(ord): return call_ord(c);
	case KNOWN(int): return call_int(c);
	case KNOWN(str): return call_str(c);
	case KNOWN(bytes):
	case KNOWN(bytearray): return call_bytes(c);
	case KNOWN(range): return call_range(c);
	case KNOWN(list): return call_list(c, false, 0);
	case KNOWN(tuple): return call_list(c, false, VALUE_FIXED);
	case KNOWN(set):
	case KNOWN(frozenset): return call_list(c, false, VALUE_UNORDERED);
	case KNOWN(reversed): return call_list(c, true, 0);
	case KNOWN(random_choice): return call_choice(c);
	case KNOWN(map): return call_map(c);
	case KNOWN(dict): return call_dict(c);
	case KNOWN(bytes_fromhex):
	case KNOWN(bytearray_fromhex):
	case KNOWN(unhexlify):
	case KNOWN(a2b_hex):
	case KNOWN(b16decode): return decode_with(c, CODEC_HEX, VALUE_BYTES);
	case KNOWN(b64decode):
	case KNOWN(b64std):
	case KNOWN(a2b_base64):
		return decode_with(c, CODEC_BASE64, VALUE_BYTES);
	case KNOWN(b64url):
		return decode_with(c, CODEC_BASE64URL, VALUE_BYTES);
	case KNOWN(b32decode):
		return decode_with(c, CODEC_BASE32, VALUE_BYTES);
	case KNOWN(codecs_decode): return call_codec(c, true);
	case KNOWN(codecs_encode): return call_codec(c, false);
	case KNOWN(zip):
	case KNOWN(enumerate): return call_rows(c, path == KNOWN(enumerate));
	case KNOWN(str_maketrans): return foldcall_maketrans(c);
	case KNOWN(path_join): return foldcall_path_join(c, NULL, false);
	case KNOWN(path_home): return foldcall_path_fixed(c, "~", true);
	case KNOWN(path_cwd): return foldcall_path_fixed(c, "./", true);
	case KNOWN(getcwd): return foldcall_path_fixed(c, "./", false);
	case KNOWN(gettempdir): return foldcall_path_fixed(c, "/tmp/private", false);
	case KNOWN(path_joinpath):
	case KNOWN(path_as_posix):
	case KNOWN(path_resolve):
	case KNOWN(path_absolute):
	case KNOWN(path_expand): return foldcall_path_method(c);
	case KNOWN(fspath):
		return c->n != 1 ? &vset_unknown : foldcall_argument(c, 0,
		    VALUE_BYTES) != NULL ? c->arg[0] : call_str(c);
	case KNOWN(path_expanduser):
	case KNOWN(path_realpath):
	case KNOWN(path_normpath):
	case KNOWN(path_abspath):
		return c->n != 1 ? &vset_unknown : foldcall_path_same(c,
		    c->arg[0], path == KNOWN(path_realpath) ||
		    path == KNOWN(path_abspath));
	case KNOWN(pathlib_Path):
	case KNOWN(pathlib_PurePath):
	case KNOWN(pathlib_PosixPath): return foldcall_path_join(c, NULL, true);
	default:
		return NULL;
	}
}
