/*
 * Which of the statements that bind a name are the ones whose value it has at
 * one place: of `for x in a: f(x)` and `for x in b: g(x)`, each its own.
 *
 * A statement binds for certain what stands behind it in the same block, and
 * the head of a loop what stands in its body: whatever bound the name before
 * is forgotten there. What is bound in between counts as well, and in a loop
 * around the place also what is bound further down. Only names are spoken of
 * that nobody binds from elsewhere: no inner function, no namespace.
 */
#include "own.h"

#include "../judge.h"
#include "../values/eval_parts.h"

/* What is seen of a binding: the nodes from..to. */
struct sight {
	uint32_t	from, to;
};

static bool
is_within(const struct judge *j, uint32_t at, uint32_t outer)
{
	return at >= outer && at < j->nodes[outer].skip;
}

/* The whole target that this name is a part of: `(a, *b)`. */
static uint32_t
whole_target(const struct judge *j, uint32_t at)
{
	for (;; at = j->nodes[at].parent)
		switch (j->nodes[j->nodes[at].parent].kind) {
		case NODE_EXPRESSION_LIST:
		case NODE_LIST:
		case NODE_LIST_PATTERN:
		case NODE_LIST_SPLAT_PATTERN:
		case NODE_PARENTHESIZED:
		case NODE_PATTERN_LIST:
		case NODE_TUPLE:
		case NODE_TUPLE_PATTERN:
			continue;
		default:
			return at;
		}
}

/* The assignment or loop that this is the target of; or 0. */
static uint32_t
statement_of(const struct judge *j, const struct def *d)
{
	uint32_t at = whole_target(j, d->node), parent = j->nodes[at].parent;

	if ((j->nodes[parent].kind != NODE_ASSIGNMENT &&
	    j->nodes[parent].kind != NODE_FOR) || at != parent + 1)
		return 0;
	/* a = b = x */
	while (j->nodes[parent].kind == NODE_ASSIGNMENT && j->nodes[j->nodes[
	    parent].parent].kind == NODE_ASSIGNMENT)
		parent = j->nodes[parent].parent;
	return parent;
}

/* Where the name has the value of this for certain, or one bound since. */
static bool
find_sight(const struct judge *j, const struct def *d, struct sight *ret)
{
	uint32_t at = d->kind == DEF_VALUE ? statement_of(j, d) : 0, block;

	if (at == 0)
		return false;
	if (j->nodes[at].kind == NODE_FOR) {
		block = tree_child(j->nodes, at, NODE_BLOCK);
		if (block == 0)
			return false;
		*ret = (struct sight){ block, j->nodes[block].skip };
		return true;
	}
	at = j->nodes[at].parent;
	block = j->nodes[at].parent;
	if (j->nodes[at].kind != NODE_EXPRESSION_STATEMENT ||
	    (j->nodes[block].kind != NODE_BLOCK &&
	    j->nodes[block].kind != NODE_MODULE))
		return false;
	*ret = (struct sight){ j->nodes[at].skip, j->nodes[block].skip };
	return true;
}

/* Is it read at once where it stands, in the scope of this binding? */
static bool
is_read_in(const struct judge *j, uint32_t at, uint32_t scope)
{
	uint32_t in = j->nodes[at].scope;

	/* A generator reads it whenever it is asked. */
	while (in != scope && j->scopes.list[in].kind == SCOPE_COMPREHENSION &&
	    j->nodes[j->scopes.list[in].node].kind != NODE_GENERATOR)
		in = j->scopes.list[in].parent;
	return in == scope;
}

/*
 * The outermost loop that goes round between the node `from` and this place;
 * or 0.
 */
static uint32_t
loop_since(const struct judge *j, uint32_t at, uint32_t from)
{
	uint32_t parent, loop = 0;

	for (parent = j->nodes[at].parent; parent > from;
	    at = parent, parent = j->nodes[at].parent)
		/* What a `for` goes through is worked out once. */
		if (j->nodes[parent].kind == NODE_WHILE ||
		    (j->nodes[parent].kind == NODE_FOR &&
		    at != j->nodes[parent + 1].skip))
			loop = parent;
	return loop;
}

/* x = f(x), for x in x.items(): does it bind the name only behind this? */
static bool
binds_afterwards(const struct judge *j, const struct def *d, uint32_t at)
{
	return d->node > at || ((d->kind == DEF_VALUE ||
	    d->kind == DEF_AUGMENTED) && is_within(j, at, d->expr));
}

/* a[x] = (x := y), x if (x := y) else z: not in the order of the source. */
static bool
is_out_of_order(const struct judge *j, const struct def *d)
{
	return j->nodes[j->nodes[d->node].parent].kind ==
	    NODE_NAMED_EXPRESSION;
}

/*
 * The definitions that the name at this place may have its value from; false:
 * any. All of them stand before it.
 */
static bool
find_reaching(struct judge *j, uint32_t at, uint32_t *list, size_t *ret_n)
{
	const struct binding *b = &j->scopes.bindings[judge_binding(j, at)];
	uint32_t def, last = 0, loop, looked = 0;
	struct sight sight;

	if (j->scopes.defs[b->first].next == 0 ||
	    b->flags & (BINDING_DELETED | BINDING_GLOBAL | BINDING_NONLOCAL) ||
	    !is_read_in(j, at, b->scope))
		return false;
	for (def = b->first; def != 0; def = j->scopes.defs[def].next) {
		const struct def *d = &j->scopes.defs[def];

		/* There may be as many of them as there are lines. */
		if ((++looked % 64 == 0 && eval_has_no_time(j)) ||
		    d->kind == DEF_BINDING ||
		    j->nodes[d->node].scope != b->scope)
			return false;
		if (find_sight(j, d, &sight) && at >= sight.from &&
		    at < sight.to && (last == 0 ||
		    d->node > j->scopes.defs[last].node))
			last = def;
	}
	if (last == 0 || !own_binds_in_sight(j, b->scope))
		return false;
	loop = loop_since(j, at, j->scopes.defs[last].node);
	list[0] = last;
	*ret_n = 1;
	for (def = b->first; def != 0; def = j->scopes.defs[def].next) {
		const struct def *d = &j->scopes.defs[def];

		if (def == last || d->node <= j->scopes.defs[last].node)
			continue;
		if (is_out_of_order(j, d))
			return false;
		if (binds_afterwards(j, d, at)) {
			if (loop != 0 && is_within(j, d->node, loop))
				return false;
			continue;
		}
		if (d->kind != DEF_VALUE || *ret_n == OWN_REACHING_MAX)
			return false;
		list[(*ret_n)++] = def;
	}
	return true;
}

size_t
own_reaching(struct judge *j, uint32_t name, uint32_t list[OWN_REACHING_MAX])
{
	size_t n;

	return judge_binding(j, name) != 0 && find_reaching(j, name, list, &n) ?
	    n : 0;
}
