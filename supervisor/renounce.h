/*
 * System calls that the supervisor never makes once the tree runs, given up
 * for good and by all its threads: whoever took it over by hostile memory,
 * names or stacks could not use them either. (What it may do to files and
 * signals is bounded by its user, by Landlock and by having no capability.)
 */
#ifndef SALLYPORT_RENOUNCE_H
#define SALLYPORT_RENOUNCE_H

/*
 * A call of the list ends the process, and so the tree. Call it once the
 * child exists, which would inherit it. Needs no_new_privs. 0 or -errno.
 */
int renounce(void);

#endif
