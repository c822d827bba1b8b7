/*
 * The secret that signs checkpoints, and how far it has signed.
 *
 * It lies beside the log, in FILE.d/signer, and changes with every checkpoint:
 * the next seed is a hash of this one, which is then overwritten in place. Who
 * steals it can sign what comes, but nothing that came before, and cannot go
 * back: the log below `tree.size` is fixed by signatures no one can make any
 * more.
 *
 * The state may be older than the log (a crash lost its last write): the
 * records in between are read, and the seed moved on past each checkpoint.
 */
#ifndef SALLYPORT_AUDIT_SIGNER_H
#define SALLYPORT_AUDIT_SIGNER_H

#include <sys/types.h>

#include "audit_tree.h"
#include "../base/sign.h"

#define AUDIT_LOG_ID	32		/* hexadecimal digits */

struct audit_signer {
	char			id[AUDIT_LOG_ID + 1];
	uint64_t		first;	/* first record of the file in which */
	uint64_t		offset;	/* the next one begins here */
	struct hash		head;	/* of the record before it */
	struct audit_tree	tree;	/* of all records up to there */
	uint64_t		signed_size;	/* the last checkpoint's place,
						   counted with it */
	uint8_t			seed[SIGN_SEED];
};

/* A new one, in the folder `side`, on the disk when this returns. */
int audit_signer_create(int side, const struct audit_signer *);
/* -ENOENT, -EPERM if others may read it, -EBADMSG if it is damaged. */
int audit_signer_load(int side, struct audit_signer *ret);
/* Over the old one, byte for byte. */
int audit_signer_store(int side, const struct audit_signer *);

/*
 * Read on to the log's present end: `fd` is the present file, whose first
 * record is `first`, and `dir` and `name` its place, in case part of the way
 * lies in full files. -EKEYREJECTED when the log does not continue what was
 * signed: it was cut back, replaced, or rewritten.
 */
int audit_signer_catch_up(struct audit_signer *, int dir, const char *name,
    int fd, uint64_t first);

#endif
