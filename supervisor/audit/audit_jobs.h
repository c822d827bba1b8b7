/*
 * Signatures to be checked, by all processors: one takes fifty microseconds,
 * and a log of a million records may hold a few hundred thousand.
 */
#ifndef SALLYPORT_AUDIT_JOBS_H
#define SALLYPORT_AUDIT_JOBS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "audit_note.h"

struct audit_job {
	char			*text;		/* the note; owned */
	size_t			 n;
	struct audit_note	 note;
	uint8_t			 key[SIGN_PUBLIC];
	uint64_t		 seq, line;	/* of its record */
	char			 file[256];
	bool			 good;
};

struct audit_jobs {
	struct audit_job	*items;
	size_t			 n, cap;
};

#define AUDIT_JOBS_FULL	2048

/* Check all; the first bad one, or NULL. */
const struct audit_job *audit_jobs_run(struct audit_jobs *);
/* Empty it, for the next lot. */
void audit_jobs_clear(struct audit_jobs *);
void audit_jobs_free(struct audit_jobs *);

#endif
