/*
 * What the files of `sallyport review` share: the log as a reviewer sees it,
 * one entry for each time something was submitted or run.
 */
#ifndef SALLYPORT_REVIEW_H
#define SALLYPORT_REVIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../approvals.h"
#include "../cmd.h"
#include "../../supervisor/audit/audit.h"
#include "../../supervisor/base/hash.h"

struct arena;
struct buf;
struct json;

enum review_state {
	REVIEW_OPEN = 0,	/* nobody has decided */
	REVIEW_APPROVED,
	REVIEW_REJECTED,
	REVIEW_SPENT,		/* approved, and used or expired */
};

/* Why it is in the queue. */
enum review_kind {
	REVIEW_NO = 0,		/* it is not: ran, or failed by itself */
	REVIEW_HOLD,
	REVIEW_BLOCK,
	REVIEW_VIOLATION,	/* a call was denied; a lookup is none */
	REVIEW_LIMIT,		/* ended at a limit */
};

struct review_entry {
	const char	*id;		/* the run's, or "" (check) */
	char		 hash[HASH_HEX];	/* of its first record */
	uint64_t	 seq;
	int64_t		 time;
	const char	*command, *name, *sha256, *profile, *policy;
	const char	*grants_hash;	/* "": before there were any */
	const char	*agent, *user, *label;
	const char	*decision;	/* "allow" "hold" "block"; "" (exec) */
	const char	*status;	/* of the outcome, or "" */
	/* Of the first violation, the limit, or the gravest finding. */
	const char	*rule, *message;
	int		 severity;	/* enum rules_severity */
	uint32_t	 violations;
	bool		 released, withheld;	/* its output, by a person */
	uint64_t	 met;		/* record of the latest, or its end */
	bool		 wanted;
	bool		 opened;	/* by decisions that stand */

	/* Filled by review_fill for the entries that are wanted. */
	struct json	*verdict, *intent, *outcome;
	struct json	*events;	/* records of violations, approvals */
};

struct review_log {
	char			*path;
	struct arena		*arena;
	struct review_entry	*items;		/* in the order of the log */
	size_t			 n, cap;
	uint32_t		*table;		/* ids to items, by hash */
	size_t			 table_size;
	struct audit_report	 rep;		/* if rep_err is 0 */
	int			 rep_err;
	struct approvals	 approvals;
};

/*
 * 0, or an exit status after complaining. Of a log that is not whole it is
 * said here, before anything of it is shown. Released with review_close.
 */
int review_open(const char *path, struct review_log *);
void review_close(struct review_log *);
/* Read the log again for what the wanted entries have. 0 or an exit status. */
int review_fill(struct review_log *);

/*
 * The entry that an id of a run, or the start of one or of a hash (the
 * code's, or the record's) means: 4 characters at least. What stands for several
 * is refused; `to_decide`, unless an approval would bind the same for all.
 * NULL after complaining.
 */
struct review_entry *review_find(struct review_log *, const char *id,
    bool to_decide);

/* What a person decided about exactly this; *ret may be NULL. */
bool review_key(const struct review_entry *, struct approval_key *ret);
enum review_state review_state(const struct review_log *,
    const struct review_entry *, const struct approval **ret);
const char *review_state_name(enum review_state);
/* What is in the queue, for list, page and all else. */
enum review_kind review_kind(const struct review_entry *);
const char *review_kind_name(enum review_kind);

/* Does what it gave out lie beside the log, for a person to decide? */
bool review_holds_output(const struct review_log *,
    const struct review_entry *);

/* The stored source, verified. 0 or -errno; -EBADMSG: not those bytes. */
int review_code(const struct review_log *, const char *sha256,
    struct buf *out);

/* Tries of one snippet under one rule. */
struct review_group {
	const char		*rule;
	char			 shape[HASH_HEX];
	struct review_entry	**tries;	/* oldest first */
	size_t			 n, cap;
	size_t			 codes;		/* different ones among them */
	size_t			 open;		/* nobody decided about */
	struct review_entry	*last;		/* of those open, else of all */
	int64_t			 first_ms, last_ms;
};

/* What of the queue is asked for; all zero: all of it. */
struct review_filter {
	int64_t		 since;
	bool		 held, denied;	/* denied: all that is not held */
	const char	*rule, *agent;
};
#define REVIEW_FILTER_OPTIONS \
	{ "since", required_argument, NULL, 's' }, \
	{ "held", no_argument, NULL, 'H' }, \
	{ "denied", no_argument, NULL, 'D' }, \
	{ "rule", required_argument, NULL, 'R' }, \
	{ "agent", required_argument, NULL, 'g' }
#define REVIEW_FILTER_USAGE \
	"[--since TIME] [--held|--denied] [--rule RULE] [--agent NAME]"
#define REVIEW_FILTER_HELP \
	"    --since TIME         submitted since\n" \
	"    --held               what an approval lets run\n" \
	"    --denied             what the gate, a rule or a limit stopped\n" \
	"    --rule RULE          by this rule, as G204 or R236\n" \
	"    --agent NAME         from this agent\n"
/* What getopt_long gave. 0 or an exit status. */
int review_filter_take(struct review_filter *, int c);

/* Gravest first, then newest. Released with review_groups_free. */
struct review_group *review_groups(struct review_log *,
    const struct review_filter *, size_t *ret_n);
void review_groups_free(struct review_group *, size_t n);

/*
 * A moment: "30m" "12h" "7d" from now (`ahead`) or ago, or in UTC
 * "2026-11-30", "2026-11-30T12:00", "2026-11-30T12:00:30Z". 0 or -EINVAL.
 */
int review_parse_time(const char *text, bool ahead, int64_t *ret_ms);
/* "2026-11-21 09:23:49Z" */
void review_add_time(int64_t ms, struct buf *out);
void review_add_visible(struct buf *out, const char *s);	/* NULL: "" */
void review_add_start(struct buf *out, const char *s);	/* of a hash, an id */

/* review_text.c: one line each, fit for a terminal. */
void review_add_members(struct buf *, const struct json *object);
/* What an approval binds: "option time 9000, ..." */
void review_add_bound(struct buf *, const struct json *grants);
/* "write:/etc/x in line 4, ...": what the wall refuses, approved or not. */
void review_add_unpermitted(struct buf *, const struct review_entry *filled);
void review_add_call(struct buf *, const struct json *violation);
void review_add_frame(struct buf *, const struct json *frame);
void review_add_thread(struct buf *, const struct json *thread);
void review_add_refusal(struct buf *, const struct json *refusal);
/* "a, b"; "true"; of false, null and an empty list nothing. */
#define REVIEW_LIST_MOST	40
void review_add_list(struct buf *, const struct json *value);
/* The members of a promise's parts, in the order they are shown. */
extern const char *const review_promises[];
/*
 * What was used of a limit, -1 if nobody counted; *ret_ended: it ended the
 * run, or a call was refused for it.
 */
int64_t review_used(const struct review_entry *, const char *limit,
    bool *ret_ended);

/* Write to standard output and empty; 0 or an exit status. */
int review_print(struct buf *out);
/* The log that is meant: `given` or the default; NULL after complaining. */
char *review_path(const char *given);

extern const struct cmd_word review_word_list, review_word_show,
    review_word_approve, review_word_output, review_word_reject,
    review_word_report, review_word_timeline, review_word_standing;

#endif
