/* A decision that stands, as the desk makes it: see standing.h. */
#ifndef SALLYPORT_REVIEW_STANDING_H
#define SALLYPORT_REVIEW_STANDING_H

#include "review.h"

#define REVIEW_STAND_RULES	64

/* The options of review approve --scope rule. */
struct review_stand {
	const char	*rules[REVIEW_STAND_RULES];	/* RULE[=SUBJECT] */
	size_t		 n;
	const char	*agent;
	bool		 any_agent;
};
#define REVIEW_STAND_OPTIONS \
	{ "rule", required_argument, NULL, 'R' }, \
	{ "agent", required_argument, NULL, 'g' }, \
	{ "any-agent", no_argument, NULL, 'G' }

void review_standing_take(struct review_stand *, const char *rule);
/* 0 or an exit status, said. */
int review_standing_check(const struct review_stand *, bool by_rule);
/* What is the decision's own in the record, of an entry that is filled. 0 or an
 * exit status, said. */
int review_standing_fill(const struct review_log *,
    const struct review_entry *filled, const struct review_stand *,
    int64_t until_ms, struct json *body);
void review_standing_report(const struct json *body, uint64_t seq,
    struct buf *out);
/* The one whose hash begins so; NULL: none, or several. */
const struct standing *review_standing_find(const struct review_log *,
    const char *id);

#endif
