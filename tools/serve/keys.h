/*
 * Tenants: who may ask, by the hash of a key, and for how much.
 */
#ifndef SALLYPORT_SERVE_KEYS_H
#define SALLYPORT_SERVE_KEYS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "../../supervisor/base/hash.h"
#include "limits.h"

struct json;

struct tenant {
	char		*name;
	struct hash	 hash;		/* of its key */
	unsigned	 pool;		/* where its code runs: for ask() */
	unsigned	 number;	/* of the parent's pools that is */
	atomic_bool	 measures;	/* may see what is counted of all */
	atomic_bool	 gone;		/* out of the file: what it owns ends */
	struct limits	 limits;
	struct usage	*usage;
};

/* From what the parent read: {"keys":true,"tenants":[...]}. Without keys there
 * is one tenant, and any key is his. 0 or -EINVAL, and nothing changed.
 * Again: who stood there already stays who he is, with new limits; who is not
 * there now is gone. A tenant stays in memory, as what runs may still ask. */
int keys_load(const struct json *);
/* Whose key is it? NULL: nobody's. As long for each key of the same length. */
const struct tenant *keys_find(const char *key);
bool keys_are_needed(void);
/* Whose `pool` it is; NULL: nobody's. */
const struct tenant *keys_at(unsigned pool);

#endif
