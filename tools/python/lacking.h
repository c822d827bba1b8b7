/*
 * Modules that an environment of a curated set does not have, told to the gate.
 */
#ifndef SALLYPORT_TOOLS_LACKING_H
#define SALLYPORT_TOOLS_LACKING_H

#include <stddef.h>

#include "../../supervisor/base/buf.h"

struct gate_options;
struct ruleset;

struct lacking {
	char		**names;	/* of its packages, in order, and of
					   modules; NULL-terminated */
	size_t		 n, cap, npackages;
	struct buf	 said;
};

/*
 * `python` is the interpreter that code will run with, or NULL: that of the
 * table's environment. If it is of a set, the gate's options get who knows what
 * is there. Zeroed before; released behind the gate.
 */
void lacking_begin(struct lacking *, const struct ruleset *, const char *python,
    struct gate_options *);
void lacking_release(struct lacking *);

/* That of the environment in `folder`; NULL for "". The caller's to free. */
char *lacking_python(const char *folder);

#endif
