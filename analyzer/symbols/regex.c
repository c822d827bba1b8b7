/*
 * PCRE2's match limit bounds one start position, not the search, so subjects
 * are capped as well: what lies beyond the cap is looked at in pieces.
 */
#include "regex.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/rules.h"
#include "../../supervisor/base/rules_needs.h"
#include "../../supervisor/base/util.h"
#include "../deadline.h"

#define MATCH_LIMIT	20000
#define PIECE		4096
#define OVERLAP		512

struct pattern {
	uint64_t		 always;	/* bytes of every match */
	const struct rules_row	*row;
	const char		*text;
	pcre2_code		*code;		/* NULL: not yet */
	const struct rules_need	*needs;		/* of every match */
	size_t			 nneeds;
};

struct regexes {
	struct pattern		*list;
	size_t			 n;
	/* Those of a kind stand together: from here to where the next begin. */
	size_t			 from[RULES_NKINDS + 1];
	pcre2_match_context	*context;
	pcre2_match_data	*data;
	struct deadline		 deadline;
};

struct regexes *
regexes_new(const struct ruleset *rules)
{
	struct regexes *r = mem_new(1, sizeof(*r));
	const struct rules_row *row;
	const struct rules_need *needs;
	struct pattern *p;
	size_t i, n, next[RULES_NKINDS];

	for (i = 0; (row = rules_regex(rules, i, &needs, &n)) != NULL; i++)
		if (row->kind < RULES_NKINDS)
			r->from[row->kind + 1]++;
	for (i = 0; i < RULES_NKINDS; i++) {
		next[i] = r->from[i];
		r->from[i + 1] += r->from[i];
	}
	r->n = r->from[RULES_NKINDS];
	r->list = mem_new(r->n, sizeof(*r->list));
	for (i = 0; (row = rules_regex(rules, i, &needs, &n)) != NULL; i++) {
		if (row->kind >= RULES_NKINDS)
			continue;
		p = &r->list[next[row->kind]++];
		p->row = row;
		p->always = rules_needs_always(needs, n);
		p->needs = needs;
		p->nneeds = n;
		p->text = rules_text(rules, row->subject);
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
regexes_begin(struct regexes *r, const struct deadline *deadline)
{
	r->deadline = *deadline;
}

static bool
matches(struct regexes *r, struct pattern *p, const char *s, size_t n,
    uint64_t bytes)
{
	size_t at, piece, offset, count = 0;
	int rc;

	if (!rules_needs_met(p->needs, p->nneeds, s, n, bytes))
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
		/* With what stands before the piece: it may be looked at. */
		rc = pcre2_match(p->code, (PCRE2_SPTR)s, at + piece, at,
		    at + piece < n ? PCRE2_NOTEOL : 0, r->data, r->context);
		if (rc != PCRE2_ERROR_NOMATCH)
			return true;	/* a limit reached is a match */
		if (at + piece == n)
			break;
		if (++count % 8 == 0 && deadline_is_over(&r->deadline))
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
	uint64_t bytes;
	size_t i;

	if (kind >= RULES_NKINDS || r->from[kind] == r->from[kind + 1])
		return NULL;
	bytes = rules_needs_bytes(s, n);
	for (i = r->from[kind]; i < r->from[kind + 1]; i++) {
		struct pattern *p = &r->list[i];

		if ((p->always & ~bytes) != 0 ||
		    (best != NULL && rank[p->row->verb] <= rank[best->verb]))
			continue;
		if (matches(r, p, s, n, bytes))
			best = p->row;
	}
	return best;
}
