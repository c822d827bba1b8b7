/*
 * What decides about a run lies out of its reach: the interpreter and its
 * library, the tables, the log and what it is held against.
 */
#ifndef SALLYPORT_REACH_H
#define SALLYPORT_REACH_H

#include <stdbool.h>
#include <sys/types.h>

struct buf;
struct policy;

struct reach {
	const struct policy	*policy;
	uid_t			 uid;
	bool			 own_uid;	/* the run's, not the caller's:
						   then modes and owners count */
	/* Folders and files on the way that were found out of its reach. */
	char			**known;
	size_t			 nknown, known_cap;
};

/* What was learned; the policy stays the caller's. */
void reach_release(struct reach *);

/*
 * Could the run change what `path` stands for, by any of its names: as given,
 * each link on the way, the real one? Also by renaming a folder on the way. It
 * need not exist; then making it counts. Where the run has the caller's uid,
 * what it may write is what the policy says; else also what the modes let that
 * uid do, whoever's run it was or will be.
 * If so `why` gets the reason, as it stands behind "the run ".
 */
bool reach_may_change(struct reach *, const char *path, struct buf *why);

/* The same of all that lies in the folder `tree`, as far as the policy says. */
bool reach_may_change_below(const struct reach *, const char *tree,
    struct buf *why);

#endif
