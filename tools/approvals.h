/*
 * A person's word on held submissions, as the log has it. All three are
 * records of the type "approval":
 *
 *	{"act":"approve",KEY,"grants":[],"scope":"once"|"hash","until",
 *	 "reason","user","uid"}
 *	{"act":"reject",KEY,"reason","user","uid"}
 *	{"act":"use",KEY,"id":RUN,"approval":HASH}
 *
 * KEY is "sha256", "policy", "profile" and "grants_hash": the code, the table,
 * its name, and all else that the run depends on (run_grants): arguments,
 * input, options. "until" is in milliseconds since 1970; "approval" is the hash
 * of the record that approves. An approval holds for exactly its four, until
 * its time has come, it was used (scope "once"), or a later record rejects
 * the first three. A record that lacks one of them approves nothing.
 *
 * The log orders everything: of two runs that use one approval at once, the
 * one whose record comes first has it.
 */
#ifndef SALLYPORT_APPROVALS_H
#define SALLYPORT_APPROVALS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "standing.h"
#include "../supervisor/base/hash.h"

struct audit;
struct buf;
struct json;
struct run_setup;

enum approval_act { APPROVAL_NONE = 0, APPROVAL_REJECT, APPROVAL_APPROVE,
	APPROVAL_USE };

/* What is approved; hashes in hexadecimal. */
struct approval_key {
	char	sha256[HASH_HEX], policy[HASH_HEX], grants[HASH_HEX];
	char	profile[256];
};

struct approval {
	enum approval_act	 act;
	struct approval_key	 key;
	uint64_t		 seq;
	int64_t			 time, until;
	bool			 once;
	bool			 revoked;	/* by a later rejection */
	char			 hash[HASH_HEX];	/* of its record */
	char			 of[HASH_HEX];	/* a use: the approval's */
	char			 run[40];	/* a use: the run's id */
	char			 used_by[40];	/* the first use */
	char			*reason, *user;
};

struct approvals {
	struct approval	*items;		/* in the order of the log */
	size_t		 n, cap;
	int64_t		 latest;	/* the log's latest time */
	struct standings standing;
};

/*
 * The hash of what an approval binds, or of a value in it that may be short,
 * in hexadecimal. 0 or -errno.
 */
int grants_hash_value(struct audit *, const void *bytes, size_t n,
    char ret_hex[HASH_HEX]);

/* One record of the log, of any type. */
void approvals_take(struct approvals *, const struct json *record);
void approvals_free(struct approvals *);
/* All of a log. 0 or -errno; what was read is to be freed either way. */
int approvals_read(const char *path, struct approvals *);
/* Is the log whole, and signed beyond this record? If not, `note` says so. */
bool approvals_is_whole(const char *path, uint64_t seq, struct buf *note);
/* Was the last word on this code a no? */
bool approvals_rejects(const struct approvals *, const char *sha256,
    const char *policy, const char *profile);

/*
 * False, and *ret stays as it is, if a part is missing, longer than it may
 * be, or no hash.
 */
bool approval_key_make(struct approval_key *ret, const char *sha256,
    const char *policy, const char *profile, const char *grants);
/* The members of a record, and back. */
bool approval_key_read(struct approval_key *ret, const struct json *record);
void approval_key_put(const struct approval_key *, struct json *record);
bool approval_key_same(const struct approval_key *,
    const struct approval_key *);

/*
 * Now, in milliseconds; no earlier than the log's latest record: a clock that
 * was put back revives nothing.
 */
int64_t approvals_now(const struct approvals *);

/*
 * The approval under which `run` (NULL: a run to come) may go ahead, or NULL;
 * then `why` says what is there instead.
 */
const struct approval *approvals_find(const struct approvals *,
    const struct approval_key *, const char *run, struct buf *why);

/*
 * Let a held submission run, if a person approved it: the log that was read is
 * verified, the use recorded, and the log read again. True if it may run;
 * `note` then says by whom, otherwise why not. Whatever goes wrong is a no.
 */
bool approvals_use(struct run_setup *, const struct approvals *,
    const char *sha256, struct buf *note);

#endif
