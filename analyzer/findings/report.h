/*
 * What the judge found: findings, what the code will need, and which rows
 * admitted what. Private to analyzer/.
 */
#ifndef SALLYPORT_REPORT_H
#define SALLYPORT_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../../supervisor/base/util.h"
#include "verdict.h"
#include "words.h"

struct judge;
struct ruleset;
struct value;

struct strings {
	const char	**list;
	size_t		 n, cap;
};

/* A text that was folded and is judged: who runs it, and where. */
struct running {
	struct judge		*judge;		/* of what runs it */
	uint32_t		 place;		/* node there */
	uint32_t		 depth;		/* 1: the submission runs it */
	const struct value	*text;
	const struct running	*outer;		/* if that is such a text too */
};

struct report {
	const struct ruleset	*rules;
	struct finding		*findings;
	size_t			 nfindings, findings_cap;
	struct strings		 imports, reads, writes, hosts;
	bool			 incomplete, processes, threads;
	bool			 want_admissions;
	const struct gate_options *options;
	struct admission	*admissions;
	size_t			 nadmissions, admissions_cap;
	const struct running	*running;	/* NULL: the submission itself */
	/* What is called, if it came to be elsewhere: chains begin there. */
	const struct value	*callee;
};

void report_reset(struct report *);
/* Is there a finding that blocks? */
bool report_is_blocked(const struct report *);
void report_release(struct report *);

/*
 * A row has decided about `subject` at this node: a finding if it is not
 * allowed, else an admission if those are wanted. `value` (may be NULL) is
 * where the chain begins. A NULL row blocks. Returns whether it was allowed.
 */
bool report_row(struct judge *, const struct rules_row *, const char *kind,
    const char *subject, uint32_t node, const struct value *value);
/*
 * This row refuses `subject` in general, but not as it stands here: told among
 * the admissions, with the row's id.
 */
void report_spared(struct judge *, const struct rules_row *, const char *kind,
    const char *subject, uint32_t node);
/* The same for bytes of the source, before there are nodes. */
void report_source(struct judge *, enum source_word, uint32_t start,
    uint32_t end);
/* Beyond a bound: the message ends with what was measured, and the bound. */
void report_bound(struct judge *, enum source_word, uint32_t start,
    uint32_t end, const char *fmt, ...) PRINTF_LIKE(5, 6);
bool report_flow(struct judge *, enum flow_word, uint32_t node,
    const char *subject, const struct value *value);

/* The same, with what else is known of it at the end of the message. */
void report_flow_more(struct judge *, enum flow_word, uint32_t node,
    const char *subject, const char *more);

/* A finding's chain: how this value came about. */
void report_chain(struct judge *, const struct value *, struct finding *);
/*
 * walk.c: what was refused is walked on from, and comes to this: the finding
 * that refused it shows the longest such way.
 */
void report_walk(struct judge *, const struct value *end);

void report_add(struct judge *, struct strings *, const char *s, size_t n);
/* Sort, drop repeats, and fill the verdict in. */
void report_finish(struct judge *, struct verdict *);

#endif
