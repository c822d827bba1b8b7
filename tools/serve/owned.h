/*
 * What belongs to a tenant, and is not there for any other one. A list is its
 * file's own, and under that file's lock; what hangs in it begins with this.
 */
#ifndef SALLYPORT_SERVE_OWNED_H
#define SALLYPORT_SERVE_OWNED_H

#include <stddef.h>

#define OWNED_ID	33		/* bytes of an id, with its NUL */

struct json;
struct tenant;

struct owned {
	struct owned		*next;
	const struct tenant	*tenant;
	char			 id[OWNED_ID];
};

/* 128 random bits in hexadecimal: who was not told it does not guess it. */
void owned_new_id(char ret[OWNED_ID]);
void owned_add(struct owned **list, struct owned *);
/* Where the tenant's of this id hangs; or NULL. */
struct owned **owned_find(struct owned **list, const struct tenant *,
    const char *id);
/* What hangs there is the caller's. */
void *owned_take(struct owned **at);
/* The ids of a tenant's, an array, the caller's. */
struct json *owned_ids(const struct owned *list, const struct tenant *);

#endif
