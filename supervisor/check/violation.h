/*
 * One refused act of the tree, decoded while the task is stopped.
 * Repeats (same call, same rule, same first argument and place) are counted,
 * not listed: count says how many.
 */
#ifndef SALLYPORT_VIOLATION_H
#define SALLYPORT_VIOLATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct json;
struct limits_refusal;
struct recorder;
struct ruling;

struct violation {
	const char		*syscall;
	struct json		*arguments;	/* name -> decoded value; taken */
	const struct ruling	*ruling;
	int			 err;		/* positive; 0 if it killed */
	pid_t			 tid;
	struct json		*python;	/* frames or NULL; taken */
	const char		*python_why;	/* "unknown" because ... or NULL */
	struct json		*native;	/* or NULL; taken */
};

/* Add one; the recorder bounds how many distinct ones it keeps. */
void recorder_violation(struct recorder *, struct violation *);

/*
 * A call that a limit refused: of `v` its name and place. Repeats (same call,
 * limit and place, about as much) are counted, with the most that was asked.
 */
void recorder_refusal(struct recorder *, struct violation *,
    const struct limits_refusal *);

/*
 * Something that does not exist for this run was asked for (`name`): by whom,
 * and the ruling that says so. No violation. Kept are 200, by call and name and
 * line, as far as they are short; the rest is counted. True once: with the
 * first one beyond them.
 */
bool recorder_lookup(struct recorder *, struct violation *, const char *name);
/* Is it of use to know from where the next one comes? */
bool recorder_places_lookup(const struct recorder *);

/* A limit was crossed or refused at: the first one is the run's `limit`. */
void recorder_limit(struct recorder *, int which, int64_t limit, int64_t used);

#endif
