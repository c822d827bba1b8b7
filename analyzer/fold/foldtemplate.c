/*
 * Templates of str.format, whose fields are named or counted. A field that is
 * not known leaves a gap.
 */
#include "foldcall.h"

#include <string.h>

#include "../../supervisor/base/buf.h"
#include "../judge.h"
#include "fold.h"
#include "foldcall_parts.h"
#include "foldtext.h"
#include "../syntax/literal.h"

static const struct vset *
given_by_name(const struct call *c, const char *s, size_t n)
{
	size_t k;

	for (k = 0; k < c->nkeywords; k++)
		if (names_length(c->j->names, c->keyword_name[k]) == n &&
		    memcmp(names_text(c->j->names, c->keyword_name[k]), s,
		    n) == 0)
			return c->keyword[k];
	return &vset_unknown;
}

/* False if it left a gap. */
static bool
add_value(const struct vset *set, struct buf *out)
{
	if (set->n == 1 && !set->unknown && fold_write(set->v[0], out))
		return true;
	fold_add_gap(out);
	return false;
}

/* {}, {0} and {name} with constants; anything else is not known. */
static const struct vset *
given_by_field(const struct call *c, const char *s, size_t n, size_t *next)
{
	int64_t index;

	if (n == 0)
		return *next < c->n ? c->arg[(*next)++] : &vset_unknown;
	if (strchr(":!.[", s[0]) != NULL) {
		++*next;
		return &vset_unknown;
	}
	if (literal_integer(s, n, &index))
		return (uint64_t)index < c->n ? c->arg[index] : &vset_unknown;
	return given_by_name(c, s, n);
}

const struct vset *
foldcall_format(const struct call *c, struct piece self)
{
	auto_buf struct buf out = BUF_INIT;
	size_t i, next = 0, begin;
	bool known = true;

	for (i = 0; i < self.n; i++) {
		if (out.len > FOLD_MAX)
			return &vset_unknown;
		if (self.s[i] != '{' && self.s[i] != '}') {
			buf_addc(&out, self.s[i]);
			continue;
		}
		if (i + 1 < self.n && self.s[i + 1] == self.s[i]) {
			buf_addc(&out, self.s[i++]);
			continue;
		}
		begin = ++i;
		while (i < self.n && self.s[i] != '}' && self.s[i] != '{')
			i++;
		/* A field in a field takes arguments too. */
		if (i < self.n && self.s[i] == '{')
			return &vset_unknown;
		known &= add_value(given_by_field(c, self.s + begin,
		    i - begin, &next), &out);
	}
	return fold_text(c->j, known ? VALUE_STR : VALUE_PARTIAL, c->node,
	    &out);
}
