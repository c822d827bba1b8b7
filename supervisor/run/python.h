/*
 * The interpreter a script runs under: a real one, behind whatever stands
 * first on PATH, that the run's uid can execute.
 */
#ifndef SALLYPORT_PYTHON_H
#define SALLYPORT_PYTHON_H

#include <sys/types.h>

struct python {
	char	*exe;		/* canonical: what is executed */
	char	*argv0;		/* what it is called: a virtual environment's
				   interpreter knows itself by that name */
	char	**trees;	/* NULL-terminated: what $PYTHON stands for */
	size_t	 ntrees, trees_cap;
};

/*
 * `wanted` is a name on PATH, a path, or NULL for python3. A wrapper such as
 * a version manager's shim is asked once, as `uid`, where the interpreter is;
 * an interpreter whose library lies where it should is not asked at all.
 * Returns 0, or -errno with *ret_why saying what was tried (caller frees).
 */
int python_find(const char *wanted, uid_t uid, char **ret_why,
    struct python *ret);
void python_release(struct python *);

/*
 * The program a name stands for: itself if it has a slash, else by PATH, and
 * only where `uid` may execute it. Canonical; the caller's to free.
 * -ENOENT or -EACCES.
 */
int python_which(const char *name, uid_t uid, char **ret_path);

#endif
