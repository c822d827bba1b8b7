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

/* Path("a/b.c").parent; NULL if it is another attribute. */
const struct vset *
fold_path_attribute(struct judge *j, const struct value *v, uint32_t name,
    uint32_t place)
{
	auto_buf struct buf up = BUF_INIT;

	if (v->name != KNOWN(pathlib_Path) || v->text.bytes == NULL ||
	    v->text.n == 0 || strcmp(names_text(j->names, name), "parent") != 0)
		return NULL;
	add_parent(&up, v->text.bytes, v->text.n);
	return path_object(j, place, up.data, up.len);
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
			part = &fold_gap;
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
