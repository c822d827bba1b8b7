/* Paths: what os.path, pathlib and the like make of them, as far as known. */
#include "foldcall.h"

#include "../supervisor/base/buf.h"
#include "../supervisor/base/mem.h"
#include "../supervisor/base/util.h"
#include "foldcall_parts.h"
#include "judge.h"

static void
add_argument(struct buf *out, const struct call *c)
{
	const struct value *v = c->n == 1 ? vset_only(c->arg[0], VALUE_STR) :
	    NULL;

	if (v == NULL && c->n == 1)
		v = vset_only(c->arg[0], VALUE_PARTIAL);
	if (v != NULL)
		buf_add(out, v->text.bytes, v->text.n);
	else
		buf_addc(out, FOLD_GAP);
}

/*
 * with_name(), with_stem(), with_suffix(). A gap in the last part may hold
 * separators and dots, so that it stays one in what comes of it.
 */
const struct vset *
foldcall_path_beside(const struct call *c)
{
	const struct value *self = c->callee->from;
	auto_buf struct buf out = BUF_INIT;
	const char *s, *end, *base, *dot;
	bool has_gap;
	struct value *v;

	if (self == NULL || self->kind != VALUE_RESULT ||
	    self->name != KNOWN(pathlib_Path) || self->text.bytes == NULL ||
	    self->text.n > 4096)
		return NULL;
	s = self->text.bytes;
	end = s + self->text.n;
	base = memrchr(s, '/', self->text.n);
	base = base == NULL ? s : base + 1;
	has_gap = memchr(base, FOLD_GAP, (size_t)(end - base)) != NULL;
	dot = memrchr(base, '.', (size_t)(end - base));
	/* .profile and name. have none. */
	if (dot == NULL || dot == base || dot + 1 == end)
		dot = end;
	if (c->callee->name == KNOWN(path_with_suffix)) {
		buf_add(&out, s, (size_t)(dot - s));
		if (memchr(dot, FOLD_GAP, (size_t)(end - dot)) != NULL)
			buf_addc(&out, FOLD_GAP);
		add_argument(&out, c);
	} else {
		buf_add(&out, s, (size_t)(base - s));
		if (has_gap)
			buf_addc(&out, FOLD_GAP);
		add_argument(&out, c);
		if (c->callee->name == KNOWN(path_with_stem) && has_gap)
			buf_addc(&out, FOLD_GAP);
		else if (c->callee->name == KNOWN(path_with_stem))
			buf_add(&out, dot, (size_t)(end - dot));
	}
	v = value_new(c->j->arena, VALUE_RESULT, c->node);
	v->name = KNOWN(pathlib_Path);
	v->text.n = out.len;
	v->text.bytes = arena_strndup(c->j->arena, buf_str(&out), out.len);
	return vset_one(c->j->arena, v);
}

/*
 * A path as a text. Of one that leans on a folder nobody knows here, "." or
 * "~", the text is another at run time: it names a place, and its letters say
 * nothing. So does what was made of such a text.
 */
const struct vset *
foldcall_path_text(const struct call *c, const char *s, size_t n, unsigned made_of)
{
	bool leans = made_of == VALUE_PARTIAL || n == 0 || *s == '.' ||
	    *s == '~' || memmem(s, n, "//", 2) != NULL ||
	    memmem(s, n, "/.", 2) != NULL;

	return leans ? value_text(c->j->arena, VALUE_PARTIAL, c->node, s, n) :
	    fold_piece(c->j, c->node, s, n);
}

const struct vset *
foldcall_path_join(const struct call *c, const struct value *self, bool is_object)
{
	static const char gap_text[] = { FOLD_GAP };
	static const struct value gap = { .kind = VALUE_PARTIAL,
	    .text = { gap_text, 1 } };
	unsigned made_of = VALUE_STR;
	const struct vset *at;
	struct value *v;
	size_t i;

	v = value_new(c->j->arena, VALUE_RESULT, c->node);
	v->name = KNOWN(pathlib_Path);
	if (self != NULL)
		v->text = self->text;
	else if (c->n == 0) {
		v->text.bytes = ".";
		v->text.n = 1;
	}
	for (i = 0; i < c->n; i++) {
		const struct value *part = vset_only(c->arg[i], VALUE_STR);

		if (part == NULL)
			part = vset_only(c->arg[i], VALUE_PARTIAL);
		if (part == NULL)
			part = vset_only(c->arg[i], VALUE_RESULT);
		if (part == NULL || part->text.bytes == NULL ||
		    (part->kind == VALUE_RESULT &&
		    part->name != KNOWN(pathlib_Path)))
			part = &gap;
		if (part->kind == VALUE_PARTIAL)
			made_of = VALUE_PARTIAL;
		if (i == 0 && self == NULL) {
			v->text = part->text;
			continue;
		}
		at = fold_join_path(c->j, v, part, c->node);
		if (at == NULL)
			return &vset_unknown;
		v->text = at->v[0]->text;
	}
	if (is_object)
		return vset_one(c->j->arena, v);
	return made_of == VALUE_STR && c->n > 0 &&
	    vset_only(c->arg[0], VALUE_STR) != NULL ?
	    fold_piece(c->j, c->node, v->text.bytes, v->text.n) :
	    foldcall_path_text(c, v->text.bytes, v->text.n, made_of);
}

/* Path("~"), Path("."): what home() and cwd() give, near enough. */
const struct vset *
foldcall_path_fixed(const struct call *c, const char *path, bool is_object)
{
	struct value *v;

	if (!is_object)
		return value_text(c->j->arena, VALUE_PARTIAL, c->node, path,
		    strlen(path));
	v = value_new(c->j->arena, VALUE_RESULT, c->node);
	v->name = KNOWN(pathlib_Path);
	v->text.bytes = path;
	v->text.n = strlen(path);
	return vset_one(c->j->arena, v);
}

/* What os.path.abspath() and the like give: the same place by another name. */
const struct vset *
foldcall_path_same(const struct call *c, const struct value *v)
{
	const char *s = v->text.bytes;
	size_t n = v->text.n;
	struct value *path;

	if (v->kind == VALUE_STR || v->kind == VALUE_PARTIAL)
		return value_text(c->j->arena, VALUE_PARTIAL, c->node, s, n);
	if (v->kind != VALUE_RESULT || v->name != KNOWN(pathlib_Path) ||
	    s == NULL || (n > 0 && strchr("./~", *s) != NULL))
		return vset_one(c->j->arena, v);
	path = value_new(c->j->arena, VALUE_RESULT, c->node);
	path->name = KNOWN(pathlib_Path);
	path->text.n = n + 2;
	path->text.bytes = arena_alloc(c->j->arena, n + 3);
	snprintf((char *)path->text.bytes, n + 3, "./%.*s", (int)n, s);
	return vset_one(c->j->arena, path);
}

/* Methods of a Path that give another. */
const struct vset *
foldcall_path_method(const struct call *c)
{
	const struct value *self = c->callee->from;

	if (self == NULL || self->kind != VALUE_RESULT ||
	    self->name != KNOWN(pathlib_Path) || self->text.bytes == NULL)
		return NULL;
	if (c->callee->name == KNOWN(path_joinpath))
		return foldcall_path_join(c, self, true);
	return foldcall_path_same(c, self);
}

/*
 * dirname, basename, split, splitext. Of a text without a separator the folder
 * is not said: abspath() was taken for its argument.
 */
const struct vset *
foldcall_path_split(const struct call *c, uint32_t path)
{
	struct arena *arena = c->j->arena;
	const struct vset **pair;
	const struct value *v;
	const char *cut, *base, *s;
	size_t n;

	v = c->n == 1 ? foldcall_argument(c, 0, VALUE_STR) : NULL;
	if (v == NULL && c->n == 1)
		v = foldcall_argument(c, 0, VALUE_RESULT);
	if (v == NULL && c->n == 1)
		v = foldcall_argument(c, 0, VALUE_PARTIAL);
	if (v == NULL || v->text.bytes == NULL ||
	    memchr(v->text.bytes, FOLD_GAP, v->text.n) != NULL)
		return &vset_unknown;
	s = v->text.bytes;
	n = v->text.n;
	cut = memrchr(s, '/', n);
	base = cut != NULL ? cut + 1 : s;
	pair = arena_alloc(arena, 2 * sizeof(*pair));
	if (path == KNOWN(path_splitext)) {
		cut = memrchr(base, '.', (size_t)(s + n - base));
		if (cut == NULL || cut == base)
			cut = s + n;
		pair[0] = v->kind == VALUE_STR ? value_text(arena, VALUE_STR,
		    c->node, s, (size_t)(cut - s)) :
		    foldcall_path_text(c, s, (size_t)(cut - s), v->kind);
		pair[1] = value_text(arena, VALUE_STR, c->node, cut,
		    (size_t)(s + n - cut));
		return fold_list(c->j, c->node, pair, 2);
	}
	pair[1] = v->kind == VALUE_STR ? value_text(arena, VALUE_STR, c->node,
	    base, (size_t)(s + n - base)) :
	    foldcall_path_text(c, base, (size_t)(s + n - base), VALUE_STR);
	if (path == KNOWN(path_basename))
		return pair[1];
	if (cut == NULL)
		return &vset_unknown;
	n = cut == s ? 1 : (size_t)(cut - s);
	pair[0] = v->kind == VALUE_STR ? value_text(arena, VALUE_STR, c->node,
	    s, n) : foldcall_path_text(c, s, n, v->kind);
	return path == KNOWN(path_dirname) ? pair[0] :
	    fold_list(c->j, c->node, pair, 2);
}
