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
 * approval. All records of one run share the member "id". The log's own types
 * are refused: log, repair, checkpoint, rotate, retention, unanchored.
 *
 * Settings, from the environment:
 *	SALLYPORT_AUDIT_SYNC	all, intent (the default), off: which records
 *				are on the disk before audit_append returns.
 *				"intent" means those after which something
 *				happens: intent, approval, and checkpoints,
 *				with all before them. Records that are not
 *				synced survive every crash but the machine's
 *				own. With "off", such a crash may leave a log
 *				that takes no more records.
 *	SALLYPORT_AUDIT_WAIT	seconds to wait for the lock, 30 unless set
 *	SALLYPORT_AUDIT_ROTATE	size at which a file is full, or off; 64M
 *	SALLYPORT_AUDIT_KEEP	full files to keep; all unless set
 *	SALLYPORT_AUDIT_ANCHOR	a file elsewhere that gets every checkpoint
 *	SALLYPORT_AUDIT_JOURNAL	on, or a socket: mirror records to journald
 *
 * Beside FILE lies the folder FILE.d: submissions by hash, the key, the secret
 * under which short values are hashed (audit_keyed_hash), and what interpreters
 * looked like. Every writer signs what is not signed yet when it closes the log, and every 256 records:
 * a record "checkpoint" with a signed tree head (audit_note.h). Each is signed
 * by a key of its own, named in the one before; the secret of a checkpoint is
 * gone once the next could be made (audit_signer.h).
 */
#ifndef SALLYPORT_AUDIT_H
#define SALLYPORT_AUDIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../base/hash.h"

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

/*
 * What a negative errno from this module means for a log; valid until the next
 * call on this thread.
 */
const char *audit_why(int err);

/*
 * Append one record of `type`. `body` is an object whose members join the
 * record; it stays the caller's. Its members may not be named like the log's
 * own (hash prev seq time boot type). On success the record's place and hash
 * are returned (either may be NULL). On failure nothing of it remains in the
 * log, unless what failed was the sync (-EIO and the like): then it is there,
 * but may not be on the disk. An intent, violation or outcome beyond 2 MiB is
 * cut (base/fit.h: its lists share 1 MiB), so that there always is one;
 * another record beyond 4 MiB is -EMSGSIZE.
 */
int audit_append(struct audit *, const char *type, const struct json *body,
    uint64_t *ret_seq, struct hash *ret_hash);

/*
 * Sign what is not signed yet, now rather than when the log is closed.
 * Nothing to sign is no error.
 */
int audit_checkpoint(struct audit *);

/*
 * Keep the bytes of a submission by their hash, once, mode 0600. This one may
 * be called from several threads.
 */
int audit_store_code(struct audit *, const struct hash *, const void *bytes,
    size_t n);

/*
 * A new folder beside the log for what a run gave out and a table does not let
 * pass yet, FILE.d/held/ID, mode 0700; there are AUDIT_HELD_MOST at most:
 * -EDQUOT. It is held once the document lies in it; until then it is whose
 * descriptor this is, and may go once that is closed. Then, with all that lies
 * in it: remove it.
 */
#define AUDIT_HELD_MOST		256
#define AUDIT_HELD_DOCUMENT	"document.json"
int audit_held_create(struct audit *, const char *id, int *ret_fd);
int audit_held_remove(struct audit *, const char *id);

/* The file that gets every checkpoint, or NULL; as long as the log is open. */
const char *audit_anchor_path(const struct audit *);

/*
 * What an interpreter looked like (`fingerprint`, in hexadecimal) is kept
 * beside the log, by its path: *ret_changed if it was another the last time.
 */
int audit_note_interpreter(struct audit *, const char *path,
    const char *fingerprint, bool *ret_changed);

/*
 * A new file beside the log for the calls of one run, FILE.d/calls/ID, mode
 * 0600; *ret_fd may be read, too.
 */
int audit_calls_create(struct audit *, const char *id, int *ret_fd);

/*
 * A hash of what may be short or known in part (values of the environment,
 * arguments, standard input, a PIN in a file), fit to be recorded: a HMAC
 * under FILE.d/secret, which no run can read and no record holds. Who has the
 * log alone cannot try values until one fits. Equal bytes with equal `label`
 * have equal hashes in one log, and never in two logs; with another label they
 * have another hash, so that no kind of value can be matched with another.
 * `label` is a constant of the caller's that names the kind ("grants").
 * A lost secret is made anew: what was hashed before then matches nothing.
 * Returns 0, or the -errno for which there is no secret (-EPERM: others may
 * read it, -EBADMSG: it is no secret): leave the hash out then, and let what
 * hangs on it fail. From several threads, as audit_store_code().
 */
int audit_keyed_hash(struct audit *, const char *label, const void *bytes,
    size_t n, struct hash *ret);

enum audit_fault {
	AUDIT_WHOLE = 0,
	AUDIT_TORN_TAIL,	/* last line incomplete; nothing else wrong */
	AUDIT_EDITED,		/* a record is not what it was: it does not
				   match its hash, what follows it, or what
				   was signed */
	AUDIT_REMOVED,		/* a sequence number is missing */
	AUDIT_REORDERED,	/* sequence or chain out of order */
	AUDIT_MALFORMED,	/* not a record, or not canonical */
	AUDIT_TRUNCATED,	/* shorter than the anchor says, or the key */
	AUDIT_FORGED,		/* a checkpoint not signed by its key */
};

/* "whole", "torn", "edited", "removed", "reordered", "malformed" ... */
const char *audit_fault_name(enum audit_fault);

/* The key beside the log, held against it. A rolled-back log disagrees. */
enum audit_signer_state {
	AUDIT_SIGNER_ABSENT = 0,	/* none there */
	AUDIT_SIGNER_UNREADABLE,	/* not for us to read, or damaged */
	AUDIT_SIGNER_AGREES,
	AUDIT_SIGNER_BEHIND,		/* a crash made it older than the log */
	AUDIT_SIGNER_DISAGREES,		/* then there is a fault, too */
};
const char *audit_signer_name(enum audit_signer_state);

struct audit_report {
	enum audit_fault	fault;
	uint64_t		records;	/* good ones */
	uint64_t		fault_seq;	/* first bad record */
	uint64_t		fault_line;	/* in this file, of the log's */
	char			fault_file[256];
	char			detail[240];
	struct hash		head;		/* of the last good record */
	int			anchored;	/* all that was given fits */
	uint64_t		anchored_to;	/* records up to the last one */
	int			keyed;		/* the first key is as given */
	uint64_t		begin;		/* first record still kept */
	uint64_t		checkpoints;
	uint64_t		signed_to;	/* records under a signature */
	enum audit_signer_state	signer;
	char			key[256];	/* the first one that is there */
};

/*
 * Check a whole log, through its full files (or, given the name of a full
 * file, that one alone). `anchors` is NULL or what was saved elsewhere, each
 * on lines of its own: "SEQ:HASH", checkpoints, the log's first key.
 * Returns 0 with *ret filled (the fault may be anything), or -errno if a
 * file cannot be read, -EINVAL if an anchor is none.
 */
int audit_verify(const char *path, const char *anchors,
    struct audit_report *ret);

#endif
