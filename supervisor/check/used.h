/*
 * What the tree was allowed to use, each thing once: noted where a name is
 * judged, so that it costs no stop. A name that was allowed need not be there.
 */
#ifndef SALLYPORT_USED_H
#define SALLYPORT_USED_H

#include <stdbool.h>

#include "../policy/policy.h"

/* Things, and bytes of names; beyond, `complete` is false. */
#define USED_MAX	2048
#define USED_BYTES	(128u * 1024)

struct json;
struct used;

struct used *used_new(void);
void used_renew(struct used *);		/* nothing was */
/* `used` may be NULL. */
void used_note(struct used *, enum access, const char *name);

/*
 * {"complete","modules","reads","writes","hosts","programs"}, sorted. Below
 * the work folder names are relative. Files of the interpreter's own trees
 * are not listed as reads: those that are modules are, by the name of their
 * package; nor are the system's libraries and what the loader and libc look
 * at by themselves. The caller's to free.
 */
struct json *used_json(struct used *, const struct policy_dirs *);

#endif
