/*
 * Words that the parser takes and CPython does not: numbers and strings.
 */
#include "refused_parts.h"

#include <ctype.h>

#include "../../supervisor/base/util.h"
#include "../syntax/literal.h"
#include "../syntax/tree.h"

/* 1_.4, 1e_1, 1__0: an underscore stands between two digits. */
static bool
has_odd_underscore(const char *s, size_t n)
{
	bool based = n > 1 && s[0] == '0' && strchr("xXoObB", s[1]) != NULL;
	size_t i;

	for (i = 1; i < n; i++)
		if (s[i] == '_' && (i + 1 == n ||
		    !(based ? isxdigit : isdigit)((unsigned char)s[i + 1]) ||
		    (!(based ? isxdigit : isdigit)((unsigned char)s[i - 1]) &&
		    !(based && i == 2))))
			return true;
	return false;
}

/* 0777, 1L, 0_7, 1_; and 0or x, which begins like an octal number. */
bool
refused_number(const struct judge *j, uint32_t at)
{
	size_t n, i;
	const char *s = judge_text(j, at, &n);
	bool zeros = n > 1 && s[0] == '0' && strchr("xXoObB", s[1]) == NULL;

	/* One digit is most of them. */
	if (n == 1)
		return s[0] == '0' && j->nodes[at].end + 1 < j->source.n &&
		    strchr("oObBxX", s[1]) != NULL;
	if (n == 0 || s[n - 1] == '_' || s[n - 1] == 'l' || s[n - 1] == 'L')
		return true;
	if (memchr(s, '_', n) != NULL && has_odd_underscore(s, n))
		return true;
	if (!zeros || s[n - 1] == 'j' || s[n - 1] == 'J' ||
	    j->nodes[at].kind == NODE_FLOAT)
		return false;
	for (i = 1; i < n; i++)
		if (s[i] != '0' && s[i] != '_')
			return s[i] >= '1' && s[i] <= '9';
	return false;
}

/* The letters of a prefix, small; what is not here is no prefix. */
static const char prefixes[][8] = { "", "r", "b", "u", "f", "br", "rb",
    "fr", "rf", "t", "tr", "rt" };

static bool
is_bad_prefix(const char *s, size_t n)
{
	char small[4] = { 0 };
	size_t i;

	for (i = 0; i < n && isalpha((unsigned char)s[i]); i++) {
		if (i == sizeof(small) - 1)
			return true;
		small[i] = (char)(s[i] | 0x20);
	}
	for (i = 0; i < ARRAY_SIZE(prefixes); i++)
		if (strcmp(small, prefixes[i]) == 0)
			return false;
	return true;
}

/* Escapes that are begun and not ended; bytes past ASCII. */
bool
refused_string(const struct judge *j, uint32_t at)
{
	struct literal_prefix prefix;
	size_t n, i, k, want;
	const char *s;

	s = judge_text(j, at + 1, &n);
	/* Most have none. */
	if (isalpha((unsigned char)s[0]) && is_bad_prefix(s, n))
		return true;
	literal_read_prefix(s, n, &prefix);
	if (tree_first(j->nodes, at, NODE_INTERPOLATION) != 0)
		return false;
	s = judge_text(j, at, &n);
	for (i = 0; i < n; i++) {
		if (prefix.bytes && (unsigned char)s[i] >= 0x80)
			return true;
		if (s[i] != '\\' || prefix.raw || i + 1 >= n)
			continue;
		want = s[++i] == 'x' ? 2 : prefix.bytes ? 0 : s[i] == 'u' ? 4 :
		    s[i] == 'U' ? 8 : 0;
		if (s[i] == 'N' && !prefix.bytes &&
		    (i + 2 >= n || s[i + 1] != '{' || s[i + 2] == '}' ||
		    memchr(s + i, '}', n - i) == NULL))
			return true;
		for (k = 1; k <= want; k++)
			if (i + k >= n || strchr("0123456789abcdefABCDEF",
			    s[i + k]) == NULL)
				return true;
		if (want == 8 && (s[i + 1] != '0' || s[i + 2] != '0' ||
		    (s[i + 3] != '0' && memcmp(s + i + 3, "10", 2) != 0)))
			return true;
	}
	return false;
}

/* "a" b"b" */
bool
refused_concatenation(const struct judge *j, uint32_t at)
{
	struct literal_prefix prefix;
	bool bytes = false, text = false;
	uint32_t child;
	size_t n;
	const char *s;

	TREE_CHILDREN(j->nodes, at, child) {
		if (j->nodes[child].kind != NODE_STRING)
			continue;
		s = judge_text(j, child + 1, &n);
		literal_read_prefix(s, n, &prefix);
		*(prefix.bytes ? &bytes : &text) = true;
	}
	return bytes && text;
}
