/*
 * Templates whose fields are named or counted: str.format, str.format_map,
 * string.Template. A field that is not known leaves a gap.
 */
#include "foldcall.h"

#include <ctype.h>
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

/* The same of the names in a dict, which is the first argument. */
static const struct vset *
given_in_dict(const struct call *c, const char *s, size_t n)
{
	const struct value *dict = foldcall_argument(c, 0, VALUE_DICT);
	struct value *key;
	const struct vset *set;

	if (dict == NULL || dict->flags & VALUE_OPEN)
		return &vset_unknown;
	key = value_new(c->j->arena, VALUE_STR, c->node);
	key->text.bytes = s;
	key->text.n = n;
	set = fold_lookup(dict, key);
	return set == NULL || set->n == 0 ? &vset_unknown : set;
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

static const struct vset *
finished(const struct call *c, struct buf *out, bool known)
{
	return fold_text(c->j, known ? VALUE_STR : VALUE_PARTIAL, c->node,
	    out);
}

/* What a field of this name is given; `next`: by its place, so far. */
typedef const struct vset *field_fn(const struct call *, const char *,
    size_t n, size_t *next);

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

/* {name} of the dict, and nothing else. */
static const struct vset *
given_by_key(const struct call *c, const char *s, size_t n, size_t *next)
{
	(void)next;
	return given_in_dict(c, s, n);
}

static const struct vset *
fill(const struct call *c, struct piece self, field_fn *given)
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
		known &= add_value(given(c, self.s + begin, i - begin, &next),
		    &out);
	}
	return finished(c, &out, known);
}

const struct vset *
foldcall_format(const struct call *c, struct piece self)
{
	return fill(c, self, given_by_field);
}

/* "{a}/{b}".format_map({"a": x}) */
const struct vset *
foldcall_format_map(const struct call *c, struct piece self)
{
	return c->n == 1 ? fill(c, self, given_by_key) : &vset_unknown;
}

bool
foldcall_is_of_template(const struct value *callee)
{
	return callee->from != NULL && callee->from->kind == VALUE_RESULT &&
	    callee->from->name == KNOWN(string_Template);
}

/* The text of string.Template("..."), whose method is called; or NULL. */
static const struct value *
template_of(const struct call *c)
{
	const struct value *made = c->callee->from;
	const char *method = strrchr(names_text(c->j->names, c->callee->name),
	    '.');
	struct judge *j = c->j;
	uint32_t text;

	if ((strcmp(method, ".substitute") != 0 && strcmp(method,
	    ".safe_substitute") != 0) ||
	    j->nodes[made->place].kind != NODE_CALL || scopes_find(&j->scopes,
	    0, names_lookup(j->names, "template", 8)))
		return NULL;
	text = tree_positional(j->nodes, made->place, 0);
	return text == 0 ? NULL : vset_only(j->ask->node(j, text), VALUE_STR);
}

static bool
begins_name(int c)
{
	return isalpha(c) || c == '_';
}

/* string.Template("$a/${b}").substitute({"a": x}, b=y) */
const struct vset *
foldcall_substitute(const struct call *c)
{
	const struct value *template = template_of(c);
	auto_buf struct buf out = BUF_INIT;
	const struct vset *set;
	const char *s;
	bool known = true, braces;
	size_t i, begin, n;

	if (template == NULL || c->n > 1)
		return &vset_unknown;
	s = template->text.bytes;
	n = template->text.n;
	for (i = 0; i < n; i++) {
		if (out.len > FOLD_MAX)
			return &vset_unknown;
		if (s[i] != '$') {
			buf_addc(&out, s[i]);
			continue;
		}
		if (++i < n && s[i] == '$') {
			buf_addc(&out, '$');
			continue;
		}
		braces = i < n && s[i] == '{';
		begin = i += braces;
		if (i >= n || !begins_name((unsigned char)s[i]))
			return &vset_unknown;
		while (i < n && (begins_name((unsigned char)s[i]) ||
		    isdigit((unsigned char)s[i])))
			i++;
		if (braces && (i >= n || s[i] != '}'))
			return &vset_unknown;
		set = given_by_name(c, s + begin, i - begin);
		if (set == &vset_unknown)
			set = given_in_dict(c, s + begin, i - begin);
		known &= add_value(set, &out);
		i -= !braces;
	}
	return finished(c, &out, known);
}
