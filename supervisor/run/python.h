/*
 * The interpreter a script runs under: a real one, behind whatever stands
 * first on PATH, that the run's uid can execute.
 */
#ifndef SALLYPORT_PYTHON_H
#define SALLYPORT_PYTHON_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct hash;

struct python_list {
	char	**items;	/* NULL-terminated once it was found; or NULL */
	size_t	 n, cap;
};

struct python {
	char	*exe;		/* canonical: what is executed */
	char	*argv0;		/* what it is called: a virtual environment's
				   interpreter knows itself by that name */
	struct python_list trees;	/* what $PYTHON stands for */
	struct python_list ways;	/* the names by which it was found, as
					   they were given */
	struct python_list keys;	/* files and folders that decide what
					   it does before a script runs */
	char	*version;	/* "3.11", "3.13t": as its folders have it */
	struct python_list sites;	/* folders of packages, the
					   environment's before its base's */
	struct python_list tops;	/* its prefix and environment: a name of
					   it, the real one, and so on */
	struct python_list moved;	/* by what names the run sees its copy:
					   a name, where that lies, and so on */
};

/* Is this a name that interpreters have: python, python3, python3.13t? */
bool python_is_name(const char *path);

/*
 * `wanted` is a name on PATH, a path, or NULL for python3. Nothing is run, and
 * what is no interpreter by its layout is none: a script that starts one, say.
 * Where root asks for a uid that cannot reach it, a copy of it is found if there
 * is one (python_copy.h).
 * Returns 0; -ENOEXEC if it is none; or another -errno if there is no such
 * program for `uid`; with *ret_why saying what was tried (caller frees).
 */
int python_find(const char *wanted, uid_t uid, char **ret_why,
    struct python *ret);
void python_release(struct python *);

/*
 * What its keys are now: files by number, size and times, folders likewise,
 * which knows of each name that came or went. Not what packages hold.
 */
void python_fingerprint(const struct python *, struct hash *ret);

#endif
