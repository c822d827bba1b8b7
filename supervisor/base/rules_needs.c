#include "rules_needs.h"

#include <ctype.h>

#include "mem.h"
#include "util.h"

#define MAX_DEPTH	16
#define MAX_WAYS	64	/* of one alternation */

const uint8_t rules_needs_bit[256] = {
	[' '] = 63, ['!'] = 1, ['"'] = 2, ['#'] = 3, ['$'] = 4, ['%'] = 5,
	['&'] = 6, ['\''] = 7, ['('] = 8, [')'] = 9, ['*'] = 10, ['+'] = 11,
	[','] = 12, ['-'] = 13, ['.'] = 14, ['/'] = 15, [':'] = 16, [';'] = 17,
	['<'] = 18, ['='] = 19, ['>'] = 20, ['?'] = 21, ['@'] = 22, ['['] = 23,
	['\\'] = 24, [']'] = 25, ['^'] = 26, ['_'] = 27, ['`'] = 28, ['{'] = 29,
	['|'] = 30, ['}'] = 31, ['~'] = 32, ['0' ... '9'] = 33,
	['A' ... 'H'] = 34, ['I' ... 'P'] = 35, ['Q' ... 'Z'] = 36,
	['a'] = 37, ['b'] = 38, ['c'] = 39, ['d'] = 40, ['e'] = 41, ['f'] = 42,
	['g'] = 43, ['h'] = 44, ['i'] = 45, ['j'] = 46, ['k'] = 47, ['l'] = 48,
	['m'] = 49, ['n'] = 50, ['o'] = 51, ['p'] = 52, ['q'] = 53, ['r'] = 54,
	['s'] = 55, ['t'] = 56, ['u'] = 57, ['v'] = 58, ['w'] = 59, ['x'] = 60,
	['y'] = 61, ['z'] = 62,
};

/*
 * A pattern is a sequence of items, or several behind `|`. Of a sequence, each
 * literal run must occur, and one branch of each group. So a sequence needs
 *
 *	all of its bytes, and its longest run		(one way)
 *	the longest run of every group of one branch	(a clause each)
 *	one way of every group in it			(a clause each)
 *
 * and a group of several branches needs one way for each; what the groups
 * within a branch need adds bytes only where they have one branch.
 */
struct reader {
	const char	*at;
	bool		 lost;		/* something that is not understood */
	bool		 folds;		/* a letter stands for two */
	unsigned	 depth;
};

struct way {
	uint64_t	 bytes;
	size_t		 n;
	bool		 folds;
	char		 literal[RULES_NEED_LITERAL];
};

/* The ways of the groups of a sequence are appended as clauses. */
struct sequence {
	struct way	 whole;
	struct rules_needs	 clauses;
};

static void read_group(struct reader *, struct sequence *);

/* What may stand behind an item. */
struct quantifier {
	bool	may_be_none, repeats;
};

static struct quantifier
read_quantifier(struct reader *r)
{
	static const char digits[] = "0123456789";
	struct quantifier q = { false, false };
	const char *s = r->at, *end;

	switch (*s) {
	case '*':
	case '?':
		q.may_be_none = true;
		s++;
		break;
	case '+':
		q.repeats = true;
		s++;
		break;
	case '{':
		/* Anything but {n}, {n,} and {n,m} is text to some releases. */
		end = s + 1 + strspn(s + 1, digits);
		if (end > s + 1 && *end == ',')
			end += 1 + strspn(end + 1, digits);
		if (end == s + 1 || *end != '}') {
			r->lost = true;
			return q;
		}
		q.may_be_none = s[1] == '0';
		q.repeats = true;
		s = end + 1;
		break;
	default:
		return q;
	}
	if (*s == '?' || *s == '+')
		s++;
	r->at = s;
	/* Two in a row is an error, which compiling tells. */
	if (*s == '*' || *s == '+' || *s == '?' || *s == '{')
		r->lost = true;
	return q;
}

/* Over a class, from its bracket. */
static void
skip_class(struct reader *r)
{
	const char *s = r->at + 1;

	if (*s == '^')
		s++;
	if (*s == ']')
		s++;
	for (; *s != ']'; s++) {
		if (*s == '\\' && isalnum((unsigned char)*++s) &&
		    strchr("sSdDwWnrtf", *s) == NULL)
			break;
		if (*s == '\0' || (*s == '[' && s[1] != '\0' &&
		    strchr(":.=", s[1]) != NULL))
			break;
	}
	/* After \Q, and in \c], a bracket closes nothing. */
	if (*s != ']') {
		r->lost = true;
		return;
	}
	r->at = s + 1;
}

/* A character as it is, or -1 for what stands for several or none. */
static int
read_escape(struct reader *r)
{
	char c = r->at[1];

	if (c == '\0' || (isalnum((unsigned char)c) &&
	    strchr("sSdDwWbBAzZnrtf", c) == NULL)) {
		r->lost = true;
		return -1;
	}
	r->at += 2;
	return isalnum((unsigned char)c) ? -1 : (unsigned char)c;
}

static void
end_run(struct way *run, struct way *whole)
{
	whole->bytes |= run->bytes;
	if (run->n > whole->n) {
		memcpy(whole->literal, run->literal, run->n);
		whole->n = run->n;
		whole->folds = run->folds;
	}
	run->bytes = 0;
	run->n = 0;
	run->folds = false;
}

/* Whether a letter stands for its large form, too. */
static bool
is_small(int c)
{
	return c >= 'a' && c <= 'z';
}

static int
small(int c)
{
	return c >= 'A' && c <= 'Z' ? c | 0x20 : c;
}

static void
add_character(struct way *run, int c, bool folds, struct quantifier q,
    struct way *whole)
{
	c = folds ? small(c) : c;
	if (q.may_be_none) {
		end_run(run, whole);
		return;
	}
	if (run->n == RULES_NEED_LITERAL)
		end_run(run, whole);
	run->literal[run->n++] = (char)c;
	run->folds = run->folds || folds;
	if (!folds || !is_small(c))
		run->bytes |= 1ull << rules_needs_bit[(unsigned char)c];
	if (q.repeats)
		end_run(run, whole);
}

/* Until `|`, `)` or the end. */
static void
read_sequence(struct reader *r, struct sequence *ret)
{
	struct way run = { 0 };
	struct quantifier q;
	int c;

	while (!r->lost && *r->at != '\0' && *r->at != '|' && *r->at != ')') {
		switch (*r->at) {
		case '(':
			end_run(&run, &ret->whole);
			read_group(r, ret);
			continue;
		case '[':
			skip_class(r);
			c = -1;
			break;
		case '\\':
			c = read_escape(r);
			break;
		case '*':
		case '+':
		case '?':
		case '{':
			r->lost = true;
			return;
		default:
			c = strchr(".^$", *r->at) != NULL ? -1 :
			    (unsigned char)*r->at;
			r->at++;
		}
		if (r->lost)
			return;
		if (r->folds && c >= 0x80)
			c = -1;
		q = read_quantifier(r);
		if (c < 0)
			end_run(&run, &ret->whole);
		else
			add_character(&run, c, r->folds, q, &ret->whole);
	}
	end_run(&run, &ret->whole);
}

static void
add_way(struct rules_needs *clauses, const struct way *way, bool last)
{
	struct rules_need *need = MEM_PUSH(clauses->list, clauses->n, clauses->cap);

	need->bytes = way->bytes;
	need->n = (uint8_t)way->n;
	need->folds = way->folds;
	need->last = last;
	memcpy(need->literal, way->literal, way->n);
}

/*
 * The branches up to the closing parenthesis or the end. One branch alone is
 * part of the sequence around it; of several, each needs something, or the
 * whole needs nothing.
 */
static void
read_branches(struct reader *r, struct sequence *outer)
{
	struct rules_needs ways = { 0 };
	struct sequence part;
	bool any = true;
	size_t n = 0, i;

	for (;;) {
		part = (struct sequence){ 0 };
		read_sequence(r, &part);
		if (*r->at != '|' && n == 0) {
			end_run(&part.whole, &outer->whole);
			for (i = 0; i < part.clauses.n; i++)
				*MEM_PUSH(outer->clauses.list,
				    outer->clauses.n, outer->clauses.cap) =
				    part.clauses.list[i];
			rules_needs_release(&part.clauses);
			break;
		}
		any = any && part.whole.n != 0;
		add_way(&ways, &part.whole, *r->at != '|');
		rules_needs_release(&part.clauses);
		if (++n > MAX_WAYS)
			r->lost = true;
		if (r->lost || *r->at != '|')
			break;
		r->at++;
	}
	for (i = 0; i < ways.n && any && !r->lost; i++)
		*MEM_PUSH(outer->clauses.list, outer->clauses.n,
		    outer->clauses.cap) = ways.list[i];
	rules_needs_release(&ways);
}

/* From its parenthesis; what it needs goes to the sequence it stands in. */
static void
read_group(struct reader *r, struct sequence *outer)
{
	struct sequence inner = { 0 };
	bool looks = false, folds = r->folds;
	size_t i;

	r->at++;
	if (*r->at == '*' || ++r->depth > MAX_DEPTH) {
		r->lost = true;
		return;
	}
	if (strncmp(r->at, "?i:", 3) == 0) {
		r->folds = true;
		r->at += 3;
	} else if (*r->at == '?') {
		looks = r->at[1] != ':';
		if (strncmp(r->at, "?<", 2) == 0 && r->at[2] != '!' &&
		    r->at[2] != '=')
			r->lost = true;
		else if (r->at[1] == '\0' ||
		    strchr(":!=<", r->at[1]) == NULL)
			r->lost = true;
		if (r->lost)
			return;
		r->at += r->at[1] == '<' ? 3 : 2;
	}
	read_branches(r, &inner);
	if (*r->at != ')')
		r->lost = true;
	else
		r->at++;
	/* What is only looked at, or may be left out, is not needed. */
	if (!r->lost && !read_quantifier(r).may_be_none && !looks) {
		/* The sequence keeps the longer of two runs alone. */
		if (inner.whole.n > 1)
			add_way(&outer->clauses, &inner.whole, true);
		end_run(&inner.whole, &outer->whole);
		for (i = 0; i < inner.clauses.n; i++)
			*MEM_PUSH(outer->clauses.list, outer->clauses.n,
			    outer->clauses.cap) = inner.clauses.list[i];
	}
	rules_needs_release(&inner.clauses);
	r->folds = folds;
	r->depth--;
}

/* The bytes that no match can be without: what the ways of a clause share. */
static uint64_t
bytes_of_all(const struct rules_needs *needs)
{
	uint64_t all = 0, shared = UINT64_MAX;
	size_t i;

	for (i = 0; i < needs->n; i++) {
		shared &= needs->list[i].bytes;
		if (!needs->list[i].last)
			continue;
		all |= shared;
		shared = UINT64_MAX;
	}
	return all;
}

/* A clause of bytes alone goes first: most texts end there. */
static void
add_quick_clause(struct rules_needs *needs)
{
	struct way way = { .bytes = bytes_of_all(needs) };
	struct rules_need quick;

	if (way.bytes == 0)
		return;
	add_way(needs, &way, true);
	quick = needs->list[needs->n - 1];
	memmove(needs->list + 1, needs->list,
	    (needs->n - 1) * sizeof(*needs->list));
	needs->list[0] = quick;
}

void
rules_needs_find(const char *pattern, struct rules_needs *ret)
{
	struct reader r = { .at = pattern };
	struct sequence all = { 0 };

	*ret = (struct rules_needs){ 0 };
	if (strncmp(pattern, "(?i)", 4) == 0) {
		r.folds = true;
		r.at += 4;
	}
	read_branches(&r, &all);
	if (r.lost || *r.at != '\0') {
		rules_needs_release(&all.clauses);
		return;
	}
	if (all.whole.n != 0)
		add_way(&all.clauses, &all.whole, true);
	add_quick_clause(&all.clauses);
	*ret = all.clauses;
}

void
rules_needs_release(struct rules_needs *needs)
{
	free(needs->list);
	*needs = (struct rules_needs){ 0 };
}

/* Is there each of its letters, small or large? */
static bool
may_hold_folded(const struct rules_need *need, uint64_t bytes)
{
	uint64_t any;
	size_t i;
	int c;

	for (i = 0; i < need->n; i++) {
		c = (unsigned char)need->literal[i];
		any = 1ull << rules_needs_bit[c];
		if (is_small(c))
			any |= 1ull << rules_needs_bit[c & ~0x20];
		if ((any & bytes) == 0)
			return false;
	}
	return true;
}

static bool
holds(const char *s, size_t n, const struct rules_need *need, uint64_t bytes)
{
	size_t at, i;

	if (!need->folds)
		return memmem(s, n, need->literal, need->n) != NULL;
	if (!may_hold_folded(need, bytes))
		return false;
	for (at = 0; at + need->n <= n; at++) {
		for (i = 0; i < need->n; i++)
			if (small(s[at + i]) != need->literal[i])
				break;
		if (i == need->n)
			return true;
	}
	return false;
}

uint64_t
rules_needs_always(const struct rules_need *needs, size_t nneeds)
{
	uint64_t always = 0, of_clause = UINT64_MAX;
	size_t i;

	for (i = 0; i < nneeds; i++) {
		of_clause &= needs[i].bytes;
		if (!needs[i].last)
			continue;
		always |= of_clause;
		of_clause = UINT64_MAX;
	}
	return always;
}

bool
rules_needs_met(const struct rules_need *needs, size_t nneeds, const char *s,
    size_t n, uint64_t bytes)
{
	const struct rules_need *need;
	bool met = false;
	size_t i;

	for (i = 0; i < nneeds; i++) {
		need = &needs[i];
		if (!met && (need->bytes & ~bytes) == 0)
			met = need->n == 0 || holds(s, n, need, bytes);
		if (!need->last)
			continue;
		if (!met)
			return false;
		met = false;
	}
	return true;
}
