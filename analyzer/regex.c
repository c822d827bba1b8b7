/*
 * PCRE2's match limit bounds one start position, not the search, so subjects
 * are capped as well: what lies beyond the cap is looked at in pieces.
 */
#include "regex.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <time.h>

#include "../supervisor/base/buf.h"
#include "../supervisor/base/mem.h"
#include "../supervisor/base/rules.h"
#include "../supervisor/base/util.h"

#define MATCH_LIMIT	20000
#define PIECE		4096
#define OVERLAP		512

struct pattern {
	const struct rules_row	*row;
	const char		*text;
	pcre2_code		*code;		/* NULL: not yet */
	char			 literal[24];	/* must occur; "" if unknown */
	size_t			 nliteral;
};

struct regexes {
	struct pattern		*list;
	size_t			 n, cap;
	bool			 has[RULES_NKINDS];
	pcre2_match_context	*context;
	pcre2_match_data	*data;
	uint64_t		 deadline_ns;
};

/* A group or class to step over, from its opening; the byte behind it. */
static size_t
skip_group(const char *p, size_t i)
{
	char close = p[i] == '[' ? ']' : ')';
	size_t depth = 0, start = i;

	for (; p[i] != '\0'; i++) {
		if (p[i] == '\\' && p[i + 1] != '\0')
			i++;
		else if (close == ')' && p[i] == '[')
			i = skip_group(p, i) - 1;
		else if (close == ')' && p[i] == '(')
			depth++;
		else if (p[i] == close && (close == ')' || i > start + 1)) {
			if (close == ']' || --depth == 0)
				return i + 1;
		}
	}
	return i;
}

/*
 * The longest run of plain characters that every match must hold. Patterns
 * with an alternation outside of groups, or with flags, have none.
 */
static void
find_literal(struct pattern *p)
{
	const char *s = p->text;
	char run[sizeof(p->literal)];
	size_t i = 0, n = 0;

	if (strstr(s, "(?i") != NULL || strstr(s, "(?x") != NULL)
		return;
	for (;;) {
		char c = s[i];
		size_t next = i + 1;
		bool plain = false;

		if (c == '|') {
			p->nliteral = 0;
			return;
		}
		if (c == '(' || c == '[')
			next = skip_group(s, i);
		else if (c == '{' && strchr(s + i, '}') != NULL)
			next = (size_t)(strchr(s + i, '}') - s) + 1;
		else if (c == '\\' && s[i + 1] != '\0') {
			c = s[i + 1];
			next = i + 2;
			plain = strchr("./-_\\[](){}*+?^$|", c) != NULL;
		} else
			plain = c != '\0' && strchr(".^$*+?{", c) == NULL;
		/* What may be left out is not certain. */
		if (plain && (s[next] == '*' || s[next] == '?' ||
		    s[next] == '{'))
			plain = false;
		if (plain && n < sizeof(run) - 1)
			run[n++] = c;
		if (!plain || s[next] == '\0' || s[next] == '+') {
			if (n > p->nliteral) {
				memcpy(p->literal, run, n);
				p->nliteral = n;
			}
			n = 0;
		}
		if (s[i] == '\0' || s[next] == '\0')
			return;
		i = next;
	}
}

struct regexes *
regexes_new(const struct ruleset *rules)
{
	struct regexes *r = mem_new(1, sizeof(*r));
	const struct rules_row *row;
	struct pattern *p;
	size_t i;

	for (i = 0; i < rules_count(rules); i++) {
		row = rules_at(rules, i);
		if (!row->is_regex || row->kind >= RULES_NKINDS)
			continue;
		p = MEM_PUSH(r->list, r->n, r->cap);
		p->row = row;
		p->text = rules_text(rules, row->subject);
		find_literal(p);
		r->has[row->kind] = true;
	}
	return r;
}

void
regexes_free(struct regexes *r)
{
	size_t i;

	if (r == NULL)
		return;
	for (i = 0; i < r->n; i++)
		pcre2_code_free(r->list[i].code);
	pcre2_match_data_free(r->data);
	pcre2_match_context_free(r->context);
	free(r->list);
	free(r);
}

bool
regexes_has(const struct regexes *r, unsigned kind)
{
	return kind < RULES_NKINDS && r->has[kind];
}

static pcre2_code *
compile(const struct pattern *p, int *ret_error, size_t *ret_offset)
{
	PCRE2_SIZE offset = 0;
	pcre2_code *code;

	code = pcre2_compile((PCRE2_SPTR)p->text, PCRE2_ZERO_TERMINATED,
	    PCRE2_NEVER_BACKSLASH_C | PCRE2_DOLLAR_ENDONLY, ret_error,
	    &offset, NULL);
	*ret_offset = offset;
	return code;
}

int
regexes_check(struct regexes *r, char **ret_why)
{
	PCRE2_UCHAR text[128];
	size_t i, offset;
	int error;

	for (i = 0; i < r->n; i++) {
		struct buf why = BUF_INIT;

		r->list[i].code = compile(&r->list[i], &error, &offset);
		if (r->list[i].code != NULL)
			continue;
		pcre2_get_error_message(error, text, sizeof(text));
		buf_addf(&why, "the pattern ~/%s/ does not compile: %s at "
		    "offset %zu", r->list[i].text, text, offset);
		*ret_why = buf_steal(&why);
		return -EINVAL;
	}
	return 0;
}

void
regexes_begin(struct regexes *r, uint64_t deadline_ns)
{
	r->deadline_ns = deadline_ns;
}

static bool
is_late(const struct regexes *r)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec >
	    r->deadline_ns;
}

static bool
matches(struct regexes *r, struct pattern *p, const char *s, size_t n)
{
	size_t at, piece, offset, count = 0;
	int rc;

	if (p->nliteral > 0 && memmem(s, n, p->literal, p->nliteral) == NULL)
		return false;
	if (p->code == NULL)
		p->code = compile(p, &rc, &offset);
	if (p->code == NULL)
		return true;		/* refused at start; deny here too */
	if (r->context == NULL) {
		r->context = pcre2_match_context_create(NULL);
		r->data = pcre2_match_data_create(1, NULL);
		if (r->context == NULL || r->data == NULL)
			return true;
		pcre2_set_match_limit(r->context, MATCH_LIMIT);
		pcre2_set_heap_limit(r->context, 1024);
	}
	for (at = 0; at == 0 || at < n; at += PIECE - OVERLAP) {
		piece = n - at < PIECE ? n - at : PIECE;
		rc = pcre2_match(p->code, (PCRE2_SPTR)(s + at), piece, 0,
		    (at > 0 ? PCRE2_NOTBOL : 0) | (at + piece < n ?
		    PCRE2_NOTEOL : 0), r->data, r->context);
		if (rc != PCRE2_ERROR_NOMATCH)
			return true;	/* a limit reached is a match */
		if (at + piece == n)
			break;
		if (++count % 8 == 0 && is_late(r))
			return true;
	}
	return false;
}

const struct rules_row *
regexes_find(struct regexes *r, unsigned kind, const char *s, size_t n)
{
	static const uint8_t rank[] = { [RULES_DENY] = 3, [RULES_HOLD] = 2,
	    [RULES_INSPECT] = 2, [RULES_ALLOW] = 1 };
	const struct rules_row *best = NULL;
	size_t i;

	if (!regexes_has(r, kind))
		return NULL;
	for (i = 0; i < r->n; i++) {
		struct pattern *p = &r->list[i];

		if (p->row->kind != kind ||
		    (best != NULL && rank[p->row->verb] <= rank[best->verb]))
			continue;
		if (matches(r, p, s, n))
			best = p->row;
	}
	return best;
}
