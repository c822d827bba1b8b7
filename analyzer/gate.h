/*
 * The first door: source bytes in, verdict out.
 *
 *	bytes -> decode and lexical checks -> parse -> resolve names
 *	      -> match against the table -> verdict + manifest
 *
 * Nothing here prints, reads a file or runs anything. What cannot be read as
 * CPython would read it is refused with a finding, never guessed.
 */
#ifndef SALLYPORT_GATE_H
#define SALLYPORT_GATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gate;
struct ruleset;
struct session;
struct verdict;

struct gate_options {
	uint32_t	deadline_ms;	/* 0: the default, 800 of CPU time */
	uint32_t	max_bytes;	/* 0: the default, 1 MiB */
	bool		want_admissions;

	/* Absolute paths, ended by NULL, or NULL: the operator lets the run
	 * read what lies there, so that reading it is not held. It may still
	 * be denied. They must outlive the gate. */
	const char *const *granted;

	/* NULL; or says of a top-level module, which the submission does not
	 * have itself, that it is not there, and what is: a text that lives
	 * until the next question. NULL: it is there. */
	const char *(*lacks)(const char *module, void *arg);
	void *lacks_arg;
};

/*
 * A judge for one table; the ruleset must outlive it. Not shared between
 * threads: one for each. Returns 0; -EINVAL if the table holds a regular
 * expression that does not compile (*ret_why then says which, the caller's to
 * free) or lacks a row the gate cannot do without.
 */
int gate_new(const struct ruleset *, const struct gate_options *,
    char **ret_why, struct gate **ret);
void gate_free(struct gate *);			/* NULL is fine */

/*
 * Judge one submission. `name` is used in the verdict only. The verdict and
 * all it points to belong to the gate, until the next call or gate_free.
 * Never fails: what goes wrong inside is a finding that blocks.
 */
const struct verdict *gate_judge(struct gate *, const char *name,
    const void *bytes, size_t n);

/*
 * From here on all judgements share one deadline, for they are of parts of one
 * submission, which took the caller some time already, and is text: a part may
 * not declare another charset. With false, each is of its own again.
 */
void gate_share_deadline(struct gate *, bool share, int64_t spent_ns);

#endif
