#include "review_shape.h"

#include <stdbool.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/hash.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"

#define NAMES	4096		/* buckets; beyond, names share a mark */

struct name {
	const char	*at;
	size_t		 n;
	unsigned	 order;
};

struct shape {
	const char	*p, *end;
	struct name	*names;
	unsigned	 nnames;
	bool		 after_string;
	struct buf	 out;
};

static bool
is_letter(unsigned char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
	    c >= 0x80;
}

static bool
is_digit(unsigned char c)
{
	return c >= '0' && c <= '9';
}

static bool
is_keyword(const char *at, size_t n)
{
	static const char *const words[] = {
		"False", "None", "True", "and", "as", "assert", "async",
		"await", "break", "class", "continue", "def", "del", "elif",
		"else", "except", "finally", "for", "from", "global", "if",
		"import", "in", "is", "lambda", "nonlocal", "not", "or",
		"pass", "raise", "return", "try", "while", "with", "yield",
	};

	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		if (strlen(words[i]) == n && memcmp(words[i], at, n) == 0)
			return true;
	return false;
}

static unsigned
order_of(struct shape *s, const char *at, size_t n)
{
	uint32_t h = 2166136261u;
	unsigned i, tries;

	for (size_t k = 0; k < n; k++)
		h = (h ^ (unsigned char)at[k]) * 16777619u;
	for (tries = 0; tries < 64; tries++) {
		i = (h + tries) % NAMES;
		if (s->names[i].at == NULL) {
			s->names[i].at = at;
			s->names[i].n = n;
			s->names[i].order = ++s->nnames;
			return s->nnames;
		}
		if (s->names[i].n == n && memcmp(s->names[i].at, at, n) == 0)
			return s->names[i].order;
	}
	return 0;
}

/* At an opening quote: go past the string's end, or the source's. */
static void
skip_string(struct shape *s)
{
	char quote = *s->p;
	bool triple = s->end - s->p >= 3 && s->p[1] == quote &&
	    s->p[2] == quote;

	s->p += triple ? 3 : 1;
	for (; s->p < s->end; s->p++) {
		if (*s->p == '\\') {
			if (s->p + 1 < s->end)
				s->p++;
			continue;
		}
		if (!triple && *s->p == '\n')
			return;
		if (*s->p != quote)
			continue;
		if (!triple) {
			s->p++;
			return;
		}
		if (s->end - s->p >= 3 && s->p[1] == quote &&
		    s->p[2] == quote) {
			s->p += 3;
			return;
		}
	}
}

static void
add_string(struct shape *s)
{
	skip_string(s);
	if (!s->after_string)
		buf_adds(&s->out, "$ ");
	s->after_string = true;
}

static void
add_word(struct shape *s)
{
	const char *at = s->p;
	size_t n;

	while (s->p < s->end && (is_letter((unsigned char)*s->p) ||
	    is_digit((unsigned char)*s->p)))
		s->p++;
	n = (size_t)(s->p - at);
	if (n <= 2 && s->p < s->end && (*s->p == '"' || *s->p == '\'') &&
	    strspn(at, "rRbBuUfFtT") >= n) {
		add_string(s);
		return;
	}
	s->after_string = false;
	if (is_keyword(at, n))
		buf_add(&s->out, at, n);
	else
		buf_addf(&s->out, "n%u", order_of(s, at, n));
	buf_addc(&s->out, ' ');
}

static void
add_number(struct shape *s)
{
	while (s->p < s->end && (is_letter((unsigned char)*s->p) ||
	    is_digit((unsigned char)*s->p) || *s->p == '.'))
		s->p++;
	s->after_string = false;
	buf_adds(&s->out, "0 ");
}

void
review_shape(const char *bytes, size_t n, struct hash *ret)
{
	struct shape s = { .p = bytes, .end = bytes + n, .out = BUF_INIT };
	unsigned char c;

	s.names = mem_new(NAMES, sizeof(*s.names));
	while (s.p < s.end) {
		c = (unsigned char)*s.p;
		if (c == '#') {
			while (s.p < s.end && *s.p != '\n')
				s.p++;
		} else if (c <= ' ' || c == '\\') {
			s.p++;
		} else if (c == '"' || c == '\'') {
			add_string(&s);
		} else if (is_letter(c)) {
			add_word(&s);
		} else if (is_digit(c) || (c == '.' && s.p + 1 < s.end &&
		    is_digit((unsigned char)s.p[1]))) {
			add_number(&s);
		} else {
			s.after_string = false;
			buf_addc(&s.out, *s.p++);
		}
	}
	hash_of(buf_str(&s.out), s.out.len, ret);
	buf_free(&s.out);
	free(s.names);
}
