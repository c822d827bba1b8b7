#include "pieces.h"

#include <ctype.h>
#include <string.h>

#include "../../supervisor/base/util.h"
#include "../fold/foldcall.h"
#include "../places/signatures.h"

/* What else stands between two texts when they are one. */
static const char separators[] = "\n\t,;|\"'`";

/*
 * What is called in an honest expression: a column's own methods and those of
 * its .str and .dt, functions that numexpr has, words of the language.
 */
static const char harmless[][16] = {
	"abs", "all", "and", "any", "arccos", "arccosh", "arcsin", "arcsinh",
	"arctan", "arctan2", "arctanh", "astype", "between", "capitalize",
	"ceil", "clip", "contains", "cos", "cosh", "count", "cumsum",
	"date", "day_name", "diff", "duplicated", "endswith", "eq", "exp",
	"expm1", "ffill", "fillna", "find", "floor", "fullmatch", "ge", "gt",
	"in", "isalnum", "isalpha", "isdigit", "isin", "islower", "isna",
	"isnull", "isnumeric", "isspace", "isupper", "le", "len", "log",
	"log10", "log1p", "lower", "lstrip", "lt", "match", "max", "mean",
	"median", "min", "mod", "mode", "month_name", "ne", "normalize",
	"not", "notna", "notnull", "nunique", "or", "pct_change", "quantile",
	"rank", "replace", "round", "rstrip", "shift", "sin", "sinh", "slice",
	"sqrt", "startswith", "std", "strftime", "strip", "sum", "tan",
	"tanh", "title", "upper", "var",
};

static bool
is_word(int c)
{
	return isalnum(c) || c == '_' || (c & 0x80) != 0;
}

/* The name that ends before this place is one of those above. */
static bool
is_harmless(const char *s, size_t end)
{
	char name[16];
	size_t from = end;

	while (from > 0 && is_word((unsigned char)s[from - 1]))
		from--;
	if (end - from == 0 || end - from >= sizeof(name))
		return false;
	memcpy(name, s + from, end - from);
	name[end - from] = '\0';
	return IS_ONE_OF(name, harmless);
}

/* From the "@" on: "@df.price.mean()" is no way out. */
static unsigned
of_name(const char *s, size_t n, size_t at)
{
	size_t i = at + 1;
	bool steps = false;

	while (i < n && (is_word((unsigned char)s[i]) || s[i] == '.'))
		steps |= s[i++] == '.';
	if (i < n && s[i] == '(' && is_harmless(s, i))
		return 0;
	if (i + 1 < n && s[at + 1] == '_' && s[at + 2] == '_')
		return PIECE_INTERNAL;
	if (steps)
		return PIECE_LEADS;
	return i == n || s[i] == FOLD_GAP ? PIECE_OPEN : 0;
}

/* "a.to_csv(", or how such a name may end: "_csv(". */
static bool
writes_file(const char *s, size_t end)
{
	size_t from = end;

	while (from > 0 && is_word((unsigned char)s[from - 1]))
		from--;
	return (from == 0 || s[from - 1] == FOLD_GAP ? s[from] == '_' :
	    s[from - 1] == '.') && (s[from] == '_' || (end - from > 3 &&
	    memcmp(s + from, "to_", 3) == 0));
}

static unsigned
of_call(const char *s, size_t at)
{
	/* Or "{f}(", of a template. */
	if (at == 0 || s[at - 1] == FOLD_GAP || s[at - 1] == '}')
		return PIECE_OPENS_CALL;
	if (!is_word((unsigned char)s[at - 1]) || is_harmless(s, at))
		return 0;
	return PIECE_CALLS | (writes_file(s, at) ? PIECE_WRITES : 0);
}

/* "pd.compat", ".os", "pd.": no number, and no call of a column's own. */
static bool
steps_on(const char *s, size_t n, size_t dot)
{
	bool before = dot > 0 && isalpha((unsigned char)s[dot - 1]);
	bool after = dot + 1 < n && isalpha((unsigned char)s[dot + 1]);
	size_t i = dot;

	if (!(before && after) && !(dot == 0 && (after || n == 1)) &&
	    !(before && dot + 1 == n))
		return false;
	while (i < n && (is_word((unsigned char)s[i]) || s[i] == '.'))
		i++;
	return i == n || s[i] != '(' || !is_harmless(s, i);
}

/* "to_csv", and "to_", behind which the rest may come. */
static bool
names_file(const char *s, size_t n)
{
	char name[24];

	if (n < 3 || n >= sizeof(name) || memcmp(s, "to_", 3) != 0)
		return false;
	memcpy(name, s, n);
	name[n] = '\0';
	return n == 3 || s[3] == FOLD_GAP || signature_of_method(name) != NULL;
}

static unsigned
of_part(const char *s, size_t n)
{
	unsigned found = 0;
	size_t i;

	for (i = 0; i < n; i++)
		switch (s[i]) {
		case '@':
			found |= of_name(s, n, i);
			break;
		case '(':
			found |= of_call(s, i);
			break;
		case '.':
			found |= steps_on(s, n, i) ? PIECE_STEPS : 0;
			if (i + 2 < n && s[i + 1] == '_' && s[i + 2] == '_')
				found |= PIECE_INTERNAL;
			break;
		}
	return found | (names_file(s, n) ? PIECE_NAMES_FILE : 0);
}

/* The end of a dotted name; a style's file, or one below a folder, has none. */
static bool
is_dotted(const char *s, size_t n)
{
	static const char ending[] = "mplstyle";
	const char *dot = memrchr(s, '.', n);
	size_t len, i;

	if (dot == NULL || memchr(s, '/', n) != NULL)
		return false;
	len = (size_t)(s + n - ++dot);
	for (i = 0; i < len && is_word((unsigned char)dot[i]); i++)
		;
	return len > 0 && i == len && isalpha((unsigned char)dot[0]) &&
	    (len != sizeof(ending) - 1 || memcmp(dot, ending, len) != 0);
}

/* What makes matplotlib or pandas run a program or import a module. */
static bool
names_setting(const char *s, size_t n)
{
	static const char all[][16] = { "usetex", "texsystem", "preamble",
	    "animation.", "module:", "backend", "webagg", "_path" };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(all); i++)
		if (memmem(s, n, all[i], strlen(all[i])) != NULL)
			return true;
	return false;
}

unsigned
pieces_of(const char *s, size_t n, bool letters)
{
	unsigned found = 0;
	size_t i, from = 0;

	for (i = 0; i <= n; i++)
		if (i == n || strchr(separators, s[i]) != NULL) {
			if (i > from)
				found |= of_part(s + from, i - from);
			from = i + 1;
		}
	found |= is_dotted(s, n) ? PIECE_DOTTED : 0;
	found |= names_setting(s, n) ? PIECE_SETTING : 0;
	if (letters && memchr(s, '@', n) != NULL)
		found |= PIECE_OPEN | PIECE_LEADS;
	if (letters && memchr(s, '(', n) != NULL)
		found |= PIECE_CALLS;
	return found;
}

bool
pieces_may_call(unsigned pieces)
{
	const unsigned call = PIECE_CALLS | PIECE_OPENS_CALL;

	if (pieces & PIECE_INTERNAL)
		return true;
	if (pieces & PIECE_WRITES)
		return true;
	if (pieces & PIECE_LEADS)
		return (pieces & call) != 0;
	return pieces & PIECE_OPEN && (pieces & PIECE_CALLS ||
	    (pieces & PIECE_OPENS_CALL && pieces & PIECE_STEPS));
}
