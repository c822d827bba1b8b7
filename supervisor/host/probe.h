/*
 * Whether this host lets a wall be built: each by attempting what the wall
 * must do, or what it must refuse, never by asking for a version.
 *
 * Every probe returns 0 if it held, 1 if the host does not have it or the
 * forbidden act went through, and writes what happened to *ret_what (static
 * or strerror text; NULL is fine). None changes the calling process.
 */
#ifndef SALLYPORT_PROBE_H
#define SALLYPORT_PROBE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct probe {
	const char	*name;
	const char	*tried;		/* for a person */
	int		(*run)(const char **ret_what);
	int		 essential;	/* some tier falls with it */
};

/* All of them, in the order in which they are shown; NULL name ends. */
extern const struct probe probes[];

int probe_trace(const char **ret_what);		/* seize, read, rewrite, kill */
int probe_filter(const char **ret_what);	/* a filter's refusal bites */
int probe_guard(const char **ret_what);		/* sealed memory stays ours */
int probe_openat2(const char **ret_what);	/* refuses a symbolic link */
int probe_landlock(const char **ret_what);	/* a refused open is refused */

/*
 * What the first three and, if asked, the last of these attempt, all in one
 * child, as every run does at its start. True: everything was refused. False
 * does not say what was not; each alone does.
 */
bool probe_together(bool landlock);

#endif
