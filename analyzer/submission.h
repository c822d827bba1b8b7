/*
 * A submission of several files: its modules import one another. Each file is
 * judged in its own namespace. What the others may take from it is what it
 * defines, not what it imports; and that is judged as if it were handed to
 * somebody unknown, which is what it comes to.
 */
#ifndef SALLYPORT_SUBMISSION_H
#define SALLYPORT_SUBMISSION_H

#include <stdbool.h>
#include <stddef.h>

struct facts;
struct gate;
struct ruleset;
struct submission;
struct verdict;

struct submission_file {
	const char	*name;		/* as it is imported: pkg/part.py */
	const char	*given;		/* in the verdict */
	const void	*bytes;
	size_t		 n;
};

/*
 * Files and bytes stay the caller's and must live on. A __main__.py that is in
 * no package, and the file `main` (`n`: none), are nobody's to import.
 * Returns 0; or -EINVAL with *ret_why (the caller's to free) if two names are of
 * one module, or one would hide a module of the standard library or of the
 * table.
 */
int submission_new(struct gate *, const struct ruleset *,
    const struct submission_file *, size_t n, size_t main, char **ret_why,
    struct submission **ret);
/* Can it be imported by this name: part.py, pkg/part.py, in ASCII? */
bool submission_is_module(const char *name);
void submission_free(struct submission *);		/* NULL is fine */

/* Judge the file `i`; as gate_judge(). From any thread, with a gate of its
 * own for the same table. */
const struct verdict *submission_judge(const struct submission *, struct gate *,
    size_t i);

/* gate.c: from here on these modules are there too; NULL: none. */
void gate_submission(struct gate *, const struct submission *);
/* What was judged last, if it was read whole; else NULL. */
struct judge *gate_inside(struct gate *);

#endif
