#include "settings_text.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

#include "../../supervisor/base/buf.h"
#include "../fold/foldcall.h"

#define REFERENCES_MAX	200
#define TEXT_MAX	(16 * 1024)

/* A piece of the text. */
struct span {
	const char	*s;
	size_t		 n;
};

struct reference {
	struct span	whole, section, key;
};

static struct span
trimmed(struct span t)
{
	while (t.n > 0 && (t.s[0] == ' ' || t.s[0] == '\t')) {
		t.s++;
		t.n--;
	}
	while (t.n > 0 && strchr(" \t\r", t.s[t.n - 1]) != NULL)
		t.n--;
	return t;
}

static bool
same(struct span a, struct span b)
{
	return a.n == b.n && strncasecmp(a.s, b.s, a.n) == 0;
}

/* The line that begins here; it ends at the end of the text at the latest. */
static struct span
line_at(const char *s, const char *end)
{
	const char *to = memchr(s, '\n', (size_t)(end - s));

	return (struct span){ s, (size_t)((to == NULL ? end : to) - s) };
}

/* `[name]`, or nothing. */
static struct span
header(struct span line)
{
	line = trimmed(line);
	if (line.n < 2 || line.s[0] != '[' || line.s[line.n - 1] != ']')
		return (struct span){ NULL, 0 };
	return (struct span){ line.s + 1, line.n - 2 };
}

/* The section that `at` stands in. */
static struct span
section_of(struct span text, const char *at)
{
	struct span section = { NULL, 0 }, found, line;
	const char *s;

	for (s = text.s; s < at; s = line.s + line.n + 1) {
		line = line_at(s, text.s + text.n);
		found = header(line);
		if (found.s != NULL)
			section = found;
	}
	return section;
}

/* `${` up to `}`, or `%(` up to `)s`, whichever begins first. */
static bool
find_reference(struct span text, struct reference *ret)
{
	const char *end = text.s + text.n, *at, *to, *colon;
	bool dollar;

	for (at = text.s; at + 2 < end; at++) {
		dollar = at[0] == '$' && at[1] == '{';
		if (!dollar && (at[0] != '%' || at[1] != '('))
			continue;
		to = memchr(at, dollar ? '}' : ')', (size_t)(end - at));
		if (to == NULL || memchr(at, '\n', (size_t)(to - at)) != NULL)
			continue;
		ret->key = (struct span){ at + 2, (size_t)(to - at) - 2 };
		ret->section = section_of(text, at);
		colon = !dollar ? NULL : memchr(ret->key.s, ':', ret->key.n);
		if (colon != NULL) {
			ret->section = (struct span){ ret->key.s,
			    (size_t)(colon - ret->key.s) };
			ret->key.s = colon + 1;
			ret->key.n -= ret->section.n + 1;
		}
		to += dollar || to + 1 == end || to[1] != 's' ? 1 : 2;
		ret->whole = (struct span){ at, (size_t)(to - at) };
		return true;
	}
	return false;
}

/* What the text says of it: there, or in any section. */
static struct span
value_of_key(struct span text, const struct reference *r)
{
	static const char gap[] = { FOLD_GAP };
	struct span found = { gap, 1 }, section = { NULL, 0 }, line, head;
	const char *s, *end = text.s + text.n;
	size_t i;

	for (s = text.s; s < end; s = line.s + line.n + 1) {
		line = line_at(s, end);
		head = header(line);
		if (head.s != NULL) {
			section = head;
			continue;
		}
		for (i = 0; i < line.n && line.s[i] != '=' &&
		    line.s[i] != ':'; i++)
			;
		if (i == line.n || !same(trimmed((struct span){ line.s, i }),
		    r->key))
			continue;
		if (found.s == gap || same(section, r->section))
			found = trimmed((struct span){ line.s + i + 1,
			    line.n - i - 1 });
		if (same(section, r->section))
			break;
	}
	return found;
}

enum settings
settings_expand(const char *s, size_t n, struct buf *ret)
{
	auto_buf struct buf now = BUF_INIT;
	struct span value, text;
	struct reference r;
	unsigned i;

	buf_add(&now, s, n);
	for (i = 0; i < REFERENCES_MAX && (i == 0 || now.len < TEXT_MAX);
	    i++) {
		text = (struct span){ now.data, now.len };
		if (!find_reference(text, &r))
			break;
		value = value_of_key(text, &r);
		ret->len = 0;
		buf_add(ret, text.s, (size_t)(r.whole.s - text.s));
		buf_add(ret, value.s, value.n);
		buf_add(ret, r.whole.s + r.whole.n, (size_t)(text.s + text.n -
		    (r.whole.s + r.whole.n)));
		now.len = 0;
		buf_add(&now, ret->data, ret->len);
	}
	if (i == 0)
		return SETTINGS_PLAIN;
	return i < REFERENCES_MAX && now.len < TEXT_MAX ? SETTINGS_EXPANDED :
	    SETTINGS_TOO_MANY;
}
