/*
 * Less than the table allows: what one submission was seen to need. Nothing
 * here ever permits; it is asked about what the table has allowed already.
 * The operator's options outrank it as they outrank the table.
 */
#ifndef SALLYPORT_NARROW_H
#define SALLYPORT_NARROW_H

#include <stdbool.h>

#include "policy.h"

/* What stays as the table has it; of files, those that are named. */
struct narrow {
	bool	 threads, processes, network;
	bool	 home;		/* may write below its home folder; what is for
				   a while there, it always may */
	bool	 work;		/* may write all of its work folder */
	/* As the code spells them; NULL-terminated, or NULL. */
	const char *const *reads, *const *writes;
};

struct narrowed;

/* Relative names begin in the work folder; the policy knows aliases. */
struct narrowed *narrow_new(const struct narrow *, const struct policy_dirs *,
    const struct policy *);
void narrow_free(struct narrowed *);		/* NULL is fine */

/*
 * NULL if what the table allows stays allowed; else the word of the table's
 * `self` rows that says why not. `n` may be NULL: all stays.
 */
const char *narrow_path(const struct narrowed *n, enum access,
    const char *canonical);
const char *narrow_task(const struct narrowed *n, bool is_thread);
const char *narrow_syscall(const struct narrowed *n, const char *name);

#endif
