/* Paths: what os.path, pathlib and the like make of them, as far as known. */
#include "foldcall.h"

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "foldcall_parts.h"

/*
 * What cwd(), resolve() and the like give begins so, and no other path does:
 * it is absolute when it runs, and nobody knows its letters here.
 */
#define HERE		"./"
#define PARTS_MAX	32
#define ABOVE_MAX	4	/* of a folder nobody knows, and then the root */

/* The script, which a run has in its own folder. */
static const struct value script = { .kind = VALUE_PARTIAL,
    .text = { HERE "__main__.py", sizeof(HERE "__main__.py") - 1 } };

static bool
begins_here(const char *s, size_t n)
{
	return n >= 2 && memcmp(s, HERE, 2) == 0;
}

/* The only text or path that an argument is; NULL if that is not known. */
static const struct value *
known_part(const struct vset *set)
{
	const struct value *v = set->n == 1 && !set->unknown ? set->v[0] :
	    NULL;

	if (v == NULL)
		return NULL;
	switch (v->kind) {
	case VALUE_STR:
	case VALUE_PARTIAL:
		return v;
	case VALUE_RESULT:
		return v->name == KNOWN(pathlib_Path) &&
		    v->text.bytes != NULL ? v : NULL;
	case VALUE_PATH:
		return v->name == KNOWN(dunder_file) ? &script : NULL;
	default:
		return NULL;
	}
}

/* The folder that this lies in, as pathlib has it. */
static void
add_parent(struct buf *out, const char *s, size_t n)
{
	const char *slash = memrchr(s, '/', n);
	const char *base = slash == NULL ? s : slash + 1;
	size_t len = (size_t)(s + n - base);

	if (memchr(base, FOLD_GAP, len) != NULL)
		buf_add(out, s, n);	/* may be several parts */
	else if (n == 1 && *s == '~')
		buf_adds(out, "/home");
	else if (begins_here(s, n) && (len == 0 ||
	    (len == 2 && memcmp(base, "..", 2) == 0))) {
		buf_add(out, s, n);
		buf_adds(out, len == 0 ? ".." : "/..");
	} else if (slash == s || (slash == s + 1 && *s == '.'))
		buf_add(out, s, (size_t)(slash + 1 - s));
	else if (slash != NULL)
		buf_add(out, s, (size_t)(slash - s));
	else
		buf_addc(out, '.');
}

static const struct vset *
path_object(struct judge *j, uint32_t place, const char *s, size_t n)
{
	struct value *v = value_new(j->arena, VALUE_RESULT, place);

	v->name = KNOWN(pathlib_Path);
	v->text.n = n;
	v->text.bytes = arena_strndup(j->arena, s, n);
	return vset_one(j->arena, v);
}

/* A tuple of which there may be more in the middle: see fold_index. */
static const struct vset *
open_list(struct judge *j, uint32_t name, uint32_t place,
    const struct vset **list, size_t n)
{
	struct value *v = value_new(j->arena, VALUE_LIST, place);

	v->name = name;
	v->flags = VALUE_OPEN | VALUE_FIXED;
	v->items.list = list;
	v->items.n = n;
	value_settle(j->arena, v);
	return vset_one(j->arena, v);
}

/* All folders around it; of what begins in one nobody knows, some, and "/". */
static const struct vset *
path_parents(struct judge *j, const char *s, size_t n, uint32_t place)
{
	const struct vset **list = arena_alloc(j->arena, PARTS_MAX *
	    sizeof(*list));
	auto_buf struct buf at = BUF_INIT;
	bool here = begins_here(s, n);
	size_t k = 0, above = 0;

	buf_add(&at, s, n);
	while (k < PARTS_MAX - 1 && above < ABOVE_MAX) {
		auto_buf struct buf up = BUF_INIT;

		add_parent(&up, at.data, at.len);
		if (up.len == at.len &&
		    memcmp(up.data, at.data, at.len) == 0)
			break;
		above += here && up.len > at.len;
		list[k++] = path_object(j, place, up.data, up.len);
		buf_free(&at);
		buf_add(&at, up.data, up.len);
	}
	if (!here && k < PARTS_MAX - 1 && *s != '~' &&
	    memchr(s, FOLD_GAP, n) == NULL)
		return fold_flagged(j, fold_list(j, place, list, k),
		    VALUE_FIXED);
	list[k++] = path_object(j, place, "/", 1);
	return open_list(j, KNOWN(path_parents), place, list, k);
}

static const struct vset *
path_parts(struct judge *j, const char *s, size_t n, uint32_t place)
{
	const struct vset **list = arena_alloc(j->arena, PARTS_MAX *
	    sizeof(*list));
	bool here = begins_here(s, n) || *s == '~';
	uint32_t known = KNOWN(path_parts);
	size_t k = 0, i = here, end;

	if (here || *s == '/')
		list[k++] = fold_piece(j, place, "/", 1);
	for (; i < n && k < PARTS_MAX - 1; i = end + 1) {
		for (end = i; end < n && s[end] != '/'; end++)
			;
		if (memchr(s + i, FOLD_GAP, end - i) != NULL)
			known = 0;
		else if (end > i)
			list[k++] = fold_piece(j, place, s + i, end - i);
	}
	if (i < n)
		known = 0;
	return here || known == 0 ? open_list(j, known, place, list, k) :
	    fold_flagged(j, fold_list(j, place, list, k), VALUE_FIXED);
}

/* The root of what begins where nobody knows is no secret, nor of others. */
static const struct vset *
path_root(struct judge *j, const char *s, size_t n, uint32_t place)
{
	const struct vset *root = fold_piece(j, place, "/", 1);

	if (*s == '/' || begins_here(s, n))
		return root;
	root = vset_join(j->arena, root, fold_piece(j, place, "", 0));
	return *s == FOLD_GAP || *s == '~' ? root :
	    fold_piece(j, place, "", 0);
}

/* Path("a/b.c").parent, .name, .parts; NULL if it is another. */
const struct vset *
fold_path_attribute(struct judge *j, const struct value *v, uint32_t name,
    uint32_t place)
{
	const char *s = v->text.bytes, *slash, *dot;
	const char *which = names_text(j->names, name);
	size_t n = v->text.n;

	if (v->name != KNOWN(pathlib_Path) || s == NULL || n == 0)
		return NULL;
	if (strcmp(which, "parent") == 0) {
		auto_buf struct buf up = BUF_INIT;

		add_parent(&up, s, n);
		return path_object(j, place, up.data, up.len);
	}
	if (strcmp(which, "parents") == 0)
		return path_parents(j, s, n, place);
	if (strcmp(which, "parts") == 0)
		return path_parts(j, s, n, place);
	if (strcmp(which, "anchor") == 0 || strcmp(which, "root") == 0)
		return path_root(j, s, n, place);
	if (strcmp(which, "drive") == 0)
		return fold_piece(j, place, "", 0);
	slash = memrchr(s, '/', n);
	if (slash != NULL) {
		n -= (size_t)(slash + 1 - s);
		s = slash + 1;
	}
	dot = memrchr(s, '.', n);
	if (strcmp(which, "suffix") == 0)
		return fold_piece(j, place, dot != NULL ? dot : s,
		    dot != NULL ? n - (size_t)(dot - s) : 0);
	if (strcmp(which, "stem") == 0)
		return fold_piece(j, place, s, dot != NULL && dot > s ?
		    (size_t)(dot - s) : n);
	if (strcmp(which, "name") == 0)
		return fold_piece(j, place, s, n);
	return NULL;
}

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
	return path_object(c->j, c->node, buf_str(&out), out.len);
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

/* Path("./a/") is Path("a"). */
static const struct value *
plain_part(const struct call *c, const struct value *part)
{
	const char *s = part->text.bytes;
	size_t n = part->text.n;

	while (n >= 2 && s[0] == '.' && s[1] == '/')
		for (s++, n--; n > 0 && *s == '/'; s++, n--)
			;
	while (n > 1 && s[n - 1] == '/')
		n--;
	if (n == part->text.n)
		return part;
	return value_text(c->j->arena, VALUE_STR, part->place,
	    n > 0 ? s : ".", n > 0 ? n : 1)->v[0];
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
		const struct value *part = known_part(c->arg[i]);

		if (part == NULL)
			part = &gap;
		if (part->kind == VALUE_PARTIAL)
			made_of = VALUE_PARTIAL;
		else if (part->kind == VALUE_STR && is_object)
			part = plain_part(c, part);
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

/* What home() and cwd() give, near enough: "~", HERE. */
const struct vset *
foldcall_path_fixed(const struct call *c, const char *path, bool is_object)
{
	return is_object ? path_object(c->j, c->node, path, strlen(path)) :
	    value_text(c->j->arena, VALUE_PARTIAL, c->node, path,
	    strlen(path));
}

/*
 * What os.path.abspath() and the like give: the same place by another name.
 * What leans on the run's folder begins there.
 */
const struct vset *
foldcall_path_same(const struct call *c, const struct vset *of, bool is_whole)
{
	const struct value *v = known_part(of);
	auto_buf struct buf out = BUF_INIT;
	const char *s;
	size_t n;

	if (v == NULL)
		return of->n == 1 && !of->unknown &&
		    (of->v[0]->kind == VALUE_RESULT ||
		    of->v[0]->kind == VALUE_BYTES) ? of : &vset_unknown;
	s = v->text.bytes;
	n = v->text.n;
	if (is_whole && !begins_here(s, n) && (n == 0 ||
	    (*s != '/' && *s != '~' && *s != FOLD_GAP))) {
		buf_adds(&out, HERE);
		if (n != 1 || *s != '.')
			buf_add(&out, s, n);
	} else
		buf_add(&out, s, n);
	return v->kind == VALUE_RESULT ?
	    path_object(c->j, c->node, buf_str(&out), out.len) :
	    value_text(c->j->arena, VALUE_PARTIAL, c->node, arena_strndup(
	    c->j->arena, buf_str(&out), out.len), out.len);
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
	if (c->callee->name == KNOWN(path_as_posix))
		return foldcall_path_text(c, self->text.bytes, self->text.n,
		    self->kind);
	return foldcall_path_same(c, vset_one(c->j->arena, self),
	    c->callee->name != KNOWN(path_expand));
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

	v = c->n == 1 ? known_part(c->arg[0]) : NULL;
	if (v == NULL || memchr(v->text.bytes, FOLD_GAP, v->text.n) != NULL)
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
	if (begins_here(s, n) && v->kind != VALUE_STR) {
		auto_buf struct buf up = BUF_INIT;

		add_parent(&up, s, n);
		pair[0] = value_text(arena, VALUE_PARTIAL, c->node,
		    arena_strndup(arena, buf_str(&up), up.len), up.len);
	} else if (cut == NULL)
		return &vset_unknown;
	else {
		n = cut == s ? 1 : (size_t)(cut - s);
		pair[0] = v->kind == VALUE_STR ? value_text(arena, VALUE_STR,
		    c->node, s, n) : foldcall_path_text(c, s, n, v->kind);
	}
	return path == KNOWN(path_dirname) ? pair[0] :
	    fold_list(c->j, c->node, pair, 2);
}
