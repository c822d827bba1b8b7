/*
 * What must be readable and executable so that one program can run.
 */
#ifndef SALLYPORT_PROGRAM_H
#define SALLYPORT_PROGRAM_H

#include <stdbool.h>

#include "python.h"

struct policy;

struct program {
	char		*exe;		/* canonical: what is executed */
	char		*argv0;		/* or NULL: as the caller called it */
	char		*called;	/* absolute: by what name it was found */
	/* Of a script, by which it is started: as its header spells it. */
	char		*word, *argument;	/* either may be NULL */
	/* What headers name, canonical, or NULL: a claim, see below. */
	char		*interpreter;	/* of a script */
	char		*loader;	/* of the ELF file that runs then */
	bool		 is_python;	/* then `python` says where it is */
	struct python	 python;
};

/*
 * 0, -ENOENT, -EACCES, or -ENOEXEC when it is no program, with *ret_why
 * saying so (the caller's to free).
 */
int program_find(const char *name, uid_t uid, char **ret_why,
    struct program *ret);
/* The same for a file that was found already. */
int program_of(const char *exe, char **ret_why, struct program *ret);
void program_release(struct program *);

/*
 * Does what its headers name fit: does it lie with the program, in a tree of
 * the system, or where the rows or the operator let the run read or execute it
 * anyhow? 0, or -EACCES with *ret_why.
 */
int program_check(const struct program *, const struct policy *,
    char **ret_why);

#endif
