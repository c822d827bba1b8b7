/*
 * The hash tree of RFC 6962 section 2.1 over the records' hashes, held as its
 * right edge: at most 64 hashes, whatever the size.
 *
 *	peaks[i] is the root of a full subtree of 2^i leaves, there if bit i
 *	of `size` is set; the highest holds the oldest leaves.
 */
#ifndef SALLYPORT_AUDIT_TREE_H
#define SALLYPORT_AUDIT_TREE_H

#include <stddef.h>
#include <stdint.h>

#include "../base/hash.h"

#define AUDIT_TREE_DEEPEST	64

struct audit_tree {
	uint64_t	size;
	struct hash	peaks[AUDIT_TREE_DEEPEST];
};

void audit_tree_add(struct audit_tree *, const struct hash *leaf);
void audit_tree_root(const struct audit_tree *, struct hash *ret);

/*
 * The proof that leaf `index` is in the tree of `size` leaves: the siblings on
 * its way to the root, lowest first. Made in one pass over the leaves.
 */
struct audit_path;

/*
 * `start` is the tree before the first leaf that will be fed: empty, or of
 * the records that are no longer kept. -EINVAL unless
 * start->size <= index < size.
 */
int audit_path_new(const struct audit_tree *start, uint64_t index,
    uint64_t size, struct audit_path **ret);
void audit_path_free(struct audit_path *);	/* NULL is fine */
/* Leaves in order, from start->size to size - 1. */
void audit_path_feed(struct audit_path *, const struct hash *leaf);
/* How many siblings, and each; -ENODATA if leaves are missing. */
int audit_path_count(const struct audit_path *, size_t *ret_n);
void audit_path_at(const struct audit_path *, size_t i, struct hash *ret);

/* RFC 9162 section 2.1.3.2: does this path lead from `leaf` to `root`? */
int audit_path_check(const struct hash *leaf, uint64_t index, uint64_t size,
    const struct hash *path, size_t n, const struct hash *root);

#endif
