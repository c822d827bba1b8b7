#include "behind.h"

#include <string.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "../fold/foldcall.h"
#include "../judge.h"

/*
 * Does this begin like a path to elsewhere, or a URL? A slash begins much
 * else, too: the rest of a path, an option, a comment.
 */
static bool
leads_elsewhere(const char *s, size_t n, bool is_place)
{
	static const char roots[] = " boot dev etc home lib lib64 media "
	    "mnt opt private proc root run srv sys tmp usr var Users "
	    "Library ";
	char name[16];
	size_t i;

	if (n < 2 || memchr(s, '\n', n) != NULL)
		return n == 1 && s[0] == '~' && is_place;
	/* Of an address, its path; "file://" is one as it is. */
	if (n > 6 && memcmp(s, "file:", 5) == 0 && s[6] != '/') {
		s += 5;
		n -= 5;
	}
	if (s[0] != '/')
		return s[0] == '~' || s[0] == '.' ||
		    memmem(s, n < 24 ? n : 24, "://", 3) != NULL ||
		    memmem(s, n, "/../", 4) != NULL;
	for (i = 1; i < n && s[i] != '/' && i < sizeof(name) - 2; i++)
		name[i] = s[i];
	name[0] = name[i] = ' ';
	return (i == n || s[i] == '/') && memmem(roots, sizeof(roots) - 1,
	    name, i + 1) != NULL;
}

void
behind_add(struct judge *j, struct behind *b, unsigned around, uint32_t at,
    const char *s, size_t n, const struct value *from)
{
	static const char gap[] = { FOLD_GAP };
	auto_buf struct buf text = BUF_INIT;
	struct value *v;

	/* One that may be the first is that, and what stands behind others. */
	if (around & MAY_BEGIN) {
		around &= ~(unsigned)MAY_BEGIN;
		if (n > 0 && (s[0] == '/' || s[0] == '~') &&
		    around & AFTER_SOMETHING)
			behind_add(j, b, around & ~(unsigned)AFTER_SOMETHING,
			    at, s, n, from);
	}
	/* Behind a slash a path begins anew; `x + "/.ssh"` does not. */
	if (n > 0 && (s[0] == '/' || s[0] == '~'))
		around &= ~(unsigned)AFTER_SLASH;
	if (b->n == BEHIND_MAX || (around & AFTER_SOMETHING ? n < 2 ||
	    (s[0] != '.' && (s[0] != '/' || s[1] != '.')) :
	    !leads_elsewhere(s, n, from != NULL && from->kind ==
	    VALUE_RESULT)))
		return;
	if (around & (AFTER_SOMETHING | AFTER_SLASH))
		buf_add(&text, gap, 1);
	if (around & AFTER_SLASH)
		buf_addc(&text, '/');
	buf_add(&text, s, n);
	if (around & BEFORE_SOMETHING) {
		buf_addc(&text, '/');
		buf_add(&text, gap, 1);
	}
	v = value_new(j->arena, around != 0 ? VALUE_PARTIAL : VALUE_STR, at);
	v->text.bytes = arena_strndup(j->arena, text.data, text.len);
	v->text.n = text.len;
	v->from = from;
	behind_keep(b, v);
}

void
behind_keep(struct behind *b, const struct value *v)
{
	if (b->n < BEHIND_MAX)
		b->list[b->n++] = v;
}

/* Does what another text is put in for end right before this? */
static bool
is_field(const char *s, size_t from, const char *end)
{
	if (end > s + from && end[-1] == FOLD_GAP)
		return true;
	return from > 0 && (end == s + from ? s[from - 1] == '}' :
	    end == s + from + 1 && s[from - 1] == ')');
}

void
behind_add_parts(struct judge *j, struct behind *b, unsigned around,
    uint32_t at, const char *s, size_t n)
{
	static const char ends[] = " \t\r\n'\"=,;|<>()[]{}";
	size_t i, from = 0;
	const char *below;

	for (i = 0; i <= n && b->n < BEHIND_MAX; i++)
		if (i == n || strchr(ends, s[i]) != NULL) {
			if (i > from + 1 && (s[from] == '/' ||
			    s[from] == '~' || (s[from] == '.' &&
			    s[from + 1] == '.')))
				behind_add(j, b, 0, at, s + from, i - from,
				    NULL);
			else if (i > from + 1 && s[from] == '.' &&
			    around != 0)
				behind_add(j, b, around, at, s + from,
				    i - from, NULL);
			/* "%(home)s/.x", "${home}/.x", and what is a gap. */
			below = memmem(s + from, i - from, "/.", 2);
			if (below != NULL && is_field(s, from, below))
				behind_add(j, b, AFTER_SOMETHING, at, below,
				    (size_t)(s + i - below), NULL);
			from = i + 1;
		}
}

static bool
is_of_library(const char *full)
{
	static const char names[][24] = { "sys.base_prefix",
	    "sys.exec_prefix", "sys.base_exec_prefix", "sys.executable",
	    "sys.prefix" };
	const char *dot = strrchr(full, '.');

	return (dot != NULL && strcmp(dot, ".__file__") == 0) ||
	    IS_ONE_OF(full, names);
}

void
behind_add_library(struct judge *j, struct behind *b, unsigned around,
    uint32_t at, const char *full)
{
	static const char library[] = "/usr/lib/python3/";

	if (is_of_library(full))
		behind_add(j, b, around, at, library, sizeof(library) - 1,
		    NULL);
}
