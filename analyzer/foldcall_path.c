/* What a Path's methods give that lies beside it. */
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
