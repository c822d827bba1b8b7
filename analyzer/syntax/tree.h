/*
 * Small steps on the node array, and how the parser's tree is to be read
 * where it differs from Python's.
 */
#ifndef SALLYPORT_TREE_H
#define SALLYPORT_TREE_H

#include <stdbool.h>
#include <stdint.h>

#include "syntax.h"

/* Deeper trees are refused, so what recurses over one is bounded. */
#define NODE_MAX_DEPTH	1200

#define TREE_CHILDREN(nodes, parent, child) \
	for ((child) = (parent) + 1; (child) < (nodes)[parent].skip; \
	    (child) = (nodes)[child].skip)

/* The last child, or the node itself if it has none. */
static inline uint32_t
tree_last(const struct node *nodes, uint32_t parent)
{
	uint32_t child, last = parent;

	TREE_CHILDREN(nodes, parent, child)
		last = child;
	return last;
}

static inline uint32_t
tree_count(const struct node *nodes, uint32_t parent)
{
	uint32_t child, n = 0;

	TREE_CHILDREN(nodes, parent, child)
		n++;
	return n;
}

/* The first node of this kind in the subtree, in document order; or 0. */
static inline uint32_t
tree_first(const struct node *nodes, uint32_t parent, unsigned kind)
{
	uint32_t i;

	for (i = parent; i < nodes[parent].skip; i++)
		if (nodes[i].kind == kind)
			return i;
	return 0;
}

/* The first child of this kind; or 0. */
static inline uint32_t
tree_child(const struct node *nodes, uint32_t parent, unsigned kind)
{
	uint32_t child;

	TREE_CHILDREN(nodes, parent, child)
		if (nodes[child].kind == kind)
			return child;
	return 0;
}

static inline bool
tree_is_comprehension(const struct node *nodes, uint32_t at)
{
	switch (nodes[at].kind) {
	case NODE_LIST_COMPREHENSION:
	case NODE_SET_COMPREHENSION:
	case NODE_DICTIONARY_COMPREHENSION:
	case NODE_GENERATOR:
		return true;
	default:
		return false;
	}
}

/* `c` of a.b.c, and of c: the identifier that ends it; or 0. */
static inline uint32_t
tree_last_name(const struct node *nodes, uint32_t at)
{
	if (nodes[at].kind == NODE_ATTRIBUTE)
		at = tree_last(nodes, at);
	return nodes[at].kind == NODE_IDENTIFIER ? at : 0;
}

/* What a call's arguments give to this name: `name=value`; or 0. */
uint32_t tree_keyword(const struct node *, uint32_t arguments, uint32_t name);
/* The n-th positional argument of a call; 0 if there is none for certain. */
uint32_t tree_positional(const struct node *, uint32_t call, uint32_t n);

/*
 * The parser also takes `type(x).a = v` and `type` on a line of its own for a
 * type alias: the real thing has a name on the left, maybe with parameters.
 */
bool tree_is_type_alias(const struct node *, uint32_t at, const char *text);

/*
 * What an `as` in a with item or except clause names: the parser lets it bind
 * tighter than `x if y else z`, which CPython does not. Returns the node of
 * the whole expression, or 0 where the two differ in more.
 */
uint32_t tree_as_value(const struct node *, uint32_t as_pattern);

/* Is this element of a display or a list of expressions starred? */
static inline bool
tree_is_splat(const struct node *nodes, uint32_t at)
{
	return nodes[at].kind == NODE_LIST_SPLAT ||
	    nodes[at].kind == NODE_LIST_SPLAT_PATTERN;
}

/*
 * The parser lets a star bind tighter than calls and operators: `[*f(x)]`
 * comes as a call of `*f`. Puts this one around what it is of, and returns
 * where it is then.
 */
uint32_t tree_lift_star(struct node *, uint32_t at);

/* Is it the first part of what CPython takes the star to be around? */
static inline bool
tree_is_low_star(const struct node *nodes, uint32_t at)
{
	if (at != nodes[at].parent + 1)
		return false;
	switch (nodes[nodes[at].parent].kind) {
	case NODE_CALL:
	case NODE_ATTRIBUTE:
	case NODE_SUBSCRIPT:
	case NODE_BINARY:
	case NODE_COMPARISON:
	case NODE_BOOLEAN:
	case NODE_CONDITIONAL:
		return true;
	default:
		return false;
	}
}

#endif
