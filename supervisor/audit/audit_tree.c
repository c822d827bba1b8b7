#include "audit_tree.h"

#include "../base/mem.h"
#include "../base/util.h"

static void
hash_node(const struct hash *left, const struct hash *right, struct hash *ret)
{
	unsigned char both[1 + 2 * HASH_BYTES] = { 1 };

	memcpy(both + 1, left, HASH_BYTES);
	memcpy(both + 1 + HASH_BYTES, right, HASH_BYTES);
	hash_of(both, sizeof(both), ret);
}

void
audit_tree_add(struct audit_tree *t, const struct hash *leaf)
{
	struct hash carry = *leaf;
	int i;

	for (i = 0; t->size >> i & 1; i++)
		hash_node(&t->peaks[i], &carry, &carry);
	t->peaks[i] = carry;
	t->size++;
}

void
audit_tree_root(const struct audit_tree *t, struct hash *ret)
{
	int i = 0;

	if (t->size == 0) {
		hash_of("", 0, ret);
		return;
	}
	while (!(t->size >> i & 1))
		i++;
	*ret = t->peaks[i];
	for (i++; i < AUDIT_TREE_DEEPEST; i++)
		if (t->size >> i & 1)
			hash_node(&t->peaks[i], ret, ret);
}

/* A sibling on the way: the leaves from `first` to `end`. */
struct sibling {
	uint64_t		first, end;
	struct audit_tree	tree;
};

struct audit_path {
	uint64_t	 next;		/* index of the leaf to come */
	size_t		 n;
	struct sibling	*current;
	struct sibling	 siblings[AUDIT_TREE_DEEPEST];	/* top first */
};

static struct sibling *
find_sibling(struct audit_path *p, uint64_t index)
{
	for (size_t i = 0; i < p->n; i++)
		if (index >= p->siblings[i].first &&
		    index < p->siblings[i].end)
			return &p->siblings[i];
	return NULL;
}

/*
 * Each full subtree of the right edge lies within one sibling: it is aligned
 * to its size, and so are they; the leaf itself comes later than all of it.
 */
static void
take_start(struct audit_path *p, const struct audit_tree *start)
{
	uint64_t first = 0;
	struct sibling *s;

	for (int i = AUDIT_TREE_DEEPEST - 1; i >= 0; i--) {
		if (!(start->size >> i & 1))
			continue;
		s = find_sibling(p, first);
		if (s != NULL) {
			s->tree.peaks[i] = start->peaks[i];
			s->tree.size += UINT64_C(1) << i;
		}
		first += UINT64_C(1) << i;
	}
}

int
audit_path_new(const struct audit_tree *start, uint64_t index, uint64_t size,
    struct audit_path **ret)
{
	uint64_t low = 0, high = size, half;
	struct audit_path *p;
	struct sibling *s;

	if (index < start->size || index >= size || size > INT64_MAX)
		return -EINVAL;
	p = mem_new(1, sizeof(*p));
	p->next = start->size;
	while (high - low > 1) {
		for (half = 1; half * 2 < high - low; half *= 2)
			;
		s = &p->siblings[p->n++];
		if (index < low + half) {
			s->first = low + half;
			s->end = high;
			high = low + half;
		} else {
			s->first = low;
			s->end = low + half;
			low = low + half;
		}
	}
	take_start(p, start);
	*ret = p;
	return 0;
}

void
audit_path_free(struct audit_path *p)
{
	free(p);
}

void
audit_path_feed(struct audit_path *p, const struct hash *leaf)
{
	struct sibling *s = p->current;

	if (s == NULL || p->next < s->first || p->next >= s->end)
		s = p->current = find_sibling(p, p->next);
	if (s != NULL)
		audit_tree_add(&s->tree, leaf);
	p->next++;
}

int
audit_path_count(const struct audit_path *p, size_t *ret_n)
{
	for (size_t i = 0; i < p->n; i++)
		if (p->siblings[i].tree.size !=
		    p->siblings[i].end - p->siblings[i].first)
			return -ENODATA;
	*ret_n = p->n;
	return 0;
}

void
audit_path_at(const struct audit_path *p, size_t i, struct hash *ret)
{
	audit_tree_root(&p->siblings[p->n - 1 - i].tree, ret);
}

int
audit_path_check(const struct hash *leaf, uint64_t index, uint64_t size,
    const struct hash *path, size_t n, const struct hash *root)
{
	uint64_t fn = index, sn = size - 1;
	struct hash r = *leaf;

	if (index >= size)
		return -EINVAL;
	for (size_t i = 0; i < n; i++) {
		if (sn == 0)
			return -EBADMSG;
		if ((fn & 1) || fn == sn) {
			hash_node(&path[i], &r, &r);
			while (!(fn & 1) && fn != 0) {
				fn >>= 1;
				sn >>= 1;
			}
		} else
			hash_node(&r, &path[i], &r);
		fn >>= 1;
		sn >>= 1;
	}
	return sn == 0 && memcmp(&r, root, sizeof(r)) == 0 ? 0 : -EBADMSG;
}
