/*
 * Standing decisions: a person's word on named gate rules with constant
 * subjects, for code that nobody has seen yet. Records of the type "approval":
 *
 *	{"act":"stand","opens":[{"rule","subject"}],"profile","policy",
 *	 "agent" or "any_agent":true,"until","reason","user","uid","record"}
 *	{"act":"end","decision":HASH,"reason","user","uid"}
 *	{"act":"opened","id":RUN,"sha256","decisions":[HASH]}
 *
 * HASH is that of the record that stands. It opens what is held, never what is
 * blocked, and only findings of which all is known: the row names a module, a
 * callable, a path or a host, the message has it in full, and it is the one
 * that was decided, byte for byte. All that is held has to be opened, the
 * manifest has to be complete, and code that a person rejected stays rejected.
 * What a record lacks, or says beyond the bounds here, makes it none.
 */
#ifndef SALLYPORT_STANDING_H
#define SALLYPORT_STANDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../supervisor/base/hash.h"

#define STANDING_MOST_MS	(31 * 86400000LL)	/* that one holds */
#define STANDING_OPENS_MOST	200

struct approvals;
struct buf;
struct json;
struct ruleset;
struct run_setup;

struct standing {
	char		 hash[HASH_HEX];	/* of its record */
	char		 policy[HASH_HEX], profile[256];
	uint64_t	 seq;
	int64_t		 time, until;
	bool		 ended;			/* by a later record */
	size_t		 used;			/* by so many runs */
	char		*agent;			/* NULL: any */
	char		*reason, *user;
	struct json	*opens;
};

struct standings {
	struct standing	*items;		/* in the order of the log */
	size_t		 n, cap;
};

/* One record of the type "approval". */
void standing_take(struct standings *, const struct json *record);
void standing_free(struct standings *);

/* Of a verdict's JSON the held findings of which all is known, each once, for
 * its record: "constants":[{"rule","subject"}], if there are any. */
void standing_put_facts(const struct ruleset *, const struct json *verdict,
    struct json *record);
/* Is it one of the list? */
bool standing_has(const struct json *facts, const char *rule,
    const char *subject);

/*
 * Let a held submission run, if standing decisions open all of it: as
 * approvals_use() does, the log that was read is verified, the use recorded, and
 * the log read again. Then the findings of `verdict` name what opened them
 * ("opened_by"), and `note` says so. Otherwise `note` gets what is not opened,
 * if anything is; whatever goes wrong is a no.
 */
bool standing_use(struct run_setup *, const struct approvals *,
    const char *sha256, struct json *verdict, struct buf *note);

#endif
