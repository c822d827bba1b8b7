/*
 * The log: JSON Lines, each line one record in RFC 8785 form, integers only.
 *
 *	{"hash":H(n),"prev":H(n-1),"seq":n,"time":...,"type":...,...}
 *
 * H is SHA-256(0x00 || canonical record without its own "hash"), which is the
 * leaf hash of RFC 6962, so that a hash tree can be laid over an old log.
 * Many processes append to one log; a lock on the file orders them. A line
 * torn by a crash is cut off by the next writer, which records that it did.
 * "seq" counts from 0, the record (type "log") that says which log this is.
 * "time" is milliseconds since 1970, "boot" since the machine started.
 *
 * Types that callers write: submission, verdict, intent, violation, outcome,
 * approval. All records of one run share the member "id".
 *
 * Settings, from the environment:
 *	SALLYPORT_AUDIT_SYNC	all, intent (the default), off: which records
 *				are on the disk before audit_append returns.
 *				"intent" means those after which something
 *				happens: intent and approval. Records that
 *				are not synced survive every crash but the
 *				machine's own.
 *	SALLYPORT_AUDIT_WAIT	seconds to wait for the lock, 10 unless set
 */
#ifndef SALLYPORT_AUDIT_H
#define SALLYPORT_AUDIT_H

#include <stddef.h>
#include <stdint.h>

#include "base/hash.h"

struct audit;
struct buf;
struct json;

/* --audit FILE, else $SALLYPORT_AUDIT, else the state folder. Caller frees. */
int audit_default_path(char **ret_path);

/*
 * Open for appending; parents of the default path are created (0700), the
 * file is 0600. Proves that it can be written, by reserving room: -ENOSPC,
 * -EACCES and the like come from here, before anything runs. audit_why() puts
 * an error into words. Not for use from two threads, nor on both sides of a
 * fork.
 */
int audit_open(const char *path, struct audit **ret);
void audit_close(struct audit *);		/* NULL is fine */

/* What a negative errno from this module means for a log; static text. */
const char *audit_why(int err);

/*
 * Append one record of `type`. `body` is an object whose members join the
 * record; it stays the caller's. Its members may not be named like the log's
 * own (hash prev seq time boot type). On success the record's place and hash are
 * returned (either may be NULL). On failure nothing of it remains in the log;
 * a record beyond 4 MiB is -EMSGSIZE.
 */
int audit_append(struct audit *, const char *type, const struct json *body,
    uint64_t *ret_seq, struct hash *ret_hash);

/* Keep the bytes of a submission by their hash, once, mode 0600. */
int audit_store_code(struct audit *, const struct hash *, const void *bytes,
    size_t n);

enum audit_fault {
	AUDIT_WHOLE = 0,
	AUDIT_TORN_TAIL,	/* last line incomplete; nothing else wrong */
	AUDIT_EDITED,		/* a record does not match its hash */
	AUDIT_REMOVED,		/* a sequence number is missing */
	AUDIT_REORDERED,	/* sequence or chain out of order */
	AUDIT_MALFORMED,	/* not a record, or not canonical */
	AUDIT_TRUNCATED,	/* shorter than the anchor says */
};

struct audit_report {
	enum audit_fault	fault;
	uint64_t		records;
	uint64_t		fault_seq;	/* first bad record */
	uint64_t		fault_line;
	char			detail[160];
	struct hash		head;		/* of the last good record */
	int			anchored;	/* the tail was compared with
						   something kept elsewhere */
};

/* "whole", "torn", "edited", "removed", "reordered", "malformed" ... */
const char *audit_fault_name(enum audit_fault);

/*
 * Check a whole log. `anchor` is NULL or "SEQ:HASH" saved earlier.
 * Returns 0 with *ret filled (the fault may be anything), or -errno if the
 * file cannot be read, -EINVAL if the anchor is none.
 */
int audit_verify(const char *path, const char *anchor,
    struct audit_report *ret);

#endif
