/*
 * What was saved elsewhere, to hold a log against.
 */
#ifndef SALLYPORT_AUDIT_ANCHOR_H
#define SALLYPORT_AUDIT_ANCHOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "audit_note.h"
#include "../base/hash.h"
#include "../base/sign.h"

struct audit_anchor {
	uint64_t	size;		/* records up to it, itself counted */
	bool		is_root;	/* else the hash of the last of them */
	struct hash	hash;
	char		origin[AUDIT_ORIGIN_MAX];	/* of a checkpoint, else "" */
};

struct audit_anchors {
	struct audit_anchor	*items;		/* by size */
	size_t			 n, cap;
	char			*key;		/* the log's first, or NULL */
};

/*
 * SEQ:HASH, checkpoints, and a key NAME+ID+BASE64, in any number and order,
 * each on lines of its own. -EINVAL if anything else is among them, or two
 * keys.
 */
int audit_anchors_parse(const char *text, struct audit_anchors *ret);
void audit_anchors_free(struct audit_anchors *);

#endif
