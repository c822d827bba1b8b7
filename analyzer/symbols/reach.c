/*
 * Which of the things that bind a name reach a place that reads it.
 *
 * What stands directly in a block covers what follows it there: whoever comes
 * to that place has passed it, and nothing from before it is left. What lies
 * between, in branches and loops, may have bound the name once more.
 */
#include "reach.h"

#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "../syntax/tree.h"
#include "scope.h"

#define LOOKED_MAX	200	/* definitions of one name, for one place */

static void
set_cover(struct def *d, uint32_t from, uint32_t to, uint32_t block)
{
	d->from = from;
	d->to = to;
	d->block = block;
}

/* The block of this statement. */
static void
cover_block(struct def *d, const struct node *nodes, uint32_t at)
{
	uint32_t block = tree_child(nodes, at, NODE_BLOCK);

	if (block != 0)
		set_cover(d, block, nodes[block].skip, block + 1);
}

/* Behind the last pattern of a case: all of them bind before its guard. */
static uint32_t
behind_patterns(const struct node *nodes, uint32_t at)
{
	uint32_t child, end = at + 1;

	TREE_CHILDREN(nodes, at, child)
		if (nodes[child].kind == NODE_CASE_PATTERN)
			end = nodes[child].skip;
	return end;
}

void
reach_cover(const struct node *nodes, struct def *d)
{
	uint32_t at = d->node, parent, from = 0;

	if (d->kind == DEF_PARAMETER || d->kind == DEF_PACK) {
		cover_block(d, nodes, d->owner);
		return;
	}
	if (nodes[at].kind == NODE_FUNCTION && nodes[nodes[at].parent].kind !=
	    NODE_DECORATED)
		/* Its own body runs when its name is bound already. */
		from = tree_child(nodes, at, NODE_BLOCK);
	for (;; at = parent) {
		parent = nodes[at].parent;
		switch (nodes[parent].kind) {
		case NODE_MODULE:
		case NODE_BLOCK:
			set_cover(d, from != 0 ? from : nodes[at].skip,
			    nodes[parent].skip, parent + 1);
			return;
		case NODE_IF:
			if (at != parent + 1)
				return;
			from = nodes[at].skip;
			continue;
		case NODE_ELIF:
			if (at == parent + 1)
				set_cover(d, nodes[at].skip, nodes[
				    nodes[parent].parent].skip, 0);
			return;
		case NODE_WHILE:
			if (at == parent + 1)
				set_cover(d, nodes[at].skip,
				    nodes[parent].skip, 0);
			return;
		case NODE_FOR:
			if (at != parent + 1)
				return;
			/* fall through */
		case NODE_WITH:
		case NODE_EXCEPT:
			cover_block(d, nodes, parent);
			return;
		case NODE_CASE:
			set_cover(d, behind_patterns(nodes, parent),
			    nodes[parent].skip, 0);
			return;
		case NODE_ASSIGNMENT:
			if (at != parent + 1 && nodes[at].kind !=
			    NODE_ASSIGNMENT)
				return;
			continue;
		case NODE_COMPARISON:
			if (at != parent + 1)
				return;	/* `a < b < (c := d)` */
			continue;
		case NODE_EXPRESSION_STATEMENT:
		case NODE_NAMED_EXPRESSION:
		case NODE_PARENTHESIZED:
		case NODE_NOT:
		case NODE_DECORATED:
		case NODE_IMPORT_STATEMENT:
		case NODE_IMPORT_FROM:
		case NODE_ALIASED_IMPORT:
		case NODE_DOTTED_NAME:
		case NODE_PATTERN_LIST:
		case NODE_TUPLE_PATTERN:
		case NODE_LIST_PATTERN:
		case NODE_TUPLE:
		case NODE_LIST:
		case NODE_LIST_SPLAT_PATTERN:
		case NODE_AS_PATTERN_TARGET:
		case NODE_AS_PATTERN:
		case NODE_WITH_ITEM:
		case NODE_WITH_CLAUSE:
		case NODE_CASE_PATTERN:
		case NODE_UNION_PATTERN:
		case NODE_DICT_PATTERN:
		case NODE_KEYWORD_PATTERN:
		case NODE_SPLAT_PATTERN:
		case NODE_CLASS_PATTERN:
			continue;
		default:
			return;
		}
	}
}

/*
 * Is the name bound after all that its statement reads? Not in x = y[x] = z,
 * nor in `x: f(x) = z`.
 */
static bool
is_bound_last(const struct node *nodes, const struct def *d)
{
	uint32_t at = nodes[d->node].parent, child;

	switch (d->kind) {
	case DEF_FUNCTION:
	case DEF_CLASS:
	case DEF_IMPORT:
	case DEF_IMPORT_AS:
	case DEF_FROM:
		return true;
	default:
		break;
	}
	if (nodes[at].kind == NODE_PATTERN_LIST) {
		TREE_CHILDREN(nodes, at, child)
			if (nodes[child].kind != NODE_IDENTIFIER)
				return false;
		at = nodes[at].parent;
	}
	return nodes[at].kind == NODE_ASSIGNMENT &&
	    nodes[nodes[at].parent].kind == NODE_EXPRESSION_STATEMENT &&
	    nodes[tree_last(nodes, at)].kind != NODE_ASSIGNMENT &&
	    tree_child(nodes, at, NODE_TYPE) == 0;
}

/*
 * What a place has that all[k] covers: it, and all behind it as far as the
 * next one of its block, for which the place asks if it comes later.
 */
static void
make_version(struct scopes *s, uint32_t base, const uint32_t *all, size_t n,
    size_t k)
{
	const uint32_t found = all[k];
	const struct def cover = s->defs[found];
	uint32_t end = cover.to, next = 0, at, scope, version;
	struct binding *b;
	size_t i;

	/* [a] | [a, b]: the last of what covers the same is the one found. */
	if (k + 1 < n && s->defs[all[k + 1]].from == cover.from &&
	    s->defs[all[k + 1]].to == cover.to)
		return;
	/* Each part of a subject may be what a pattern captures. */
	while (k > 0 && cover.block == 0 && s->defs[all[k - 1]].from ==
	    cover.from && s->defs[all[k - 1]].to == cover.to)
		k--;
	for (i = k + 1; i < n && next == 0 && s->defs[all[i]].node < end; i++)
		if (cover.block != 0 && s->defs[all[i]].block == cover.block &&
		    s->defs[all[i]].from > cover.from) {
			next = all[i];
			end = s->defs[next].from;
		}
	scope = s->bindings[base].scope;
	at = cover.block == 0 ? 0 : cover.block - 1;
	s->defs[found].is_last = next == 0 && cover.block != 0 &&
	    (at == 0 || s->nodes[at].parent == s->list[scope].node);
	if (next != 0 && !is_bound_last(s->nodes, &s->defs[next]))
		next = 0;
	for (i = k; i < n && s->defs[all[i]].node < end; i++)
		;
	if (k == 0 && i == n && next == 0)
		return;
	b = MEM_PUSH(s->bindings, s->nversions, s->bindings_cap);
	version = (uint32_t)s->nversions - 1;
	*b = s->bindings[base];
	b->first = 0;
	b->flags &= (uint8_t)~BINDING_DELETED;
	s->defs[found].version = version;
	while (i-- > k) {
		const struct def d = s->defs[all[i]];
		struct def *copy;

		if (d.kind == DEF_DELETED && d.node != cover.node)
			b->flags |= BINDING_DELETED;
		if (d.kind == DEF_DELETED || all[i] == next)
			continue;
		copy = MEM_PUSH(s->defs, s->ndefs, s->defs_cap);
		*copy = d;
		copy->next = b->first;
		b->first = (uint32_t)s->ndefs - 1;
	}
}

void
reach_build(struct scopes *s)
{
	auto_free uint32_t *all = NULL;
	size_t n, k, cap = 0;
	uint32_t i, def, deleted;

	s->nversions = s->nbindings;
	for (i = 1; i < s->nbindings; i++) {
		const struct binding *b = &s->bindings[i];

		def = b->first;
		deleted = b->deletions;
		if (b->scope == 0 || b->flags & BINDING_ELSEWHERE ||
		    def == 0 || (s->defs[def].next == 0 && deleted == 0))
			continue;
		/* Both lists begin with the last. */
		for (n = 0; def != 0 || deleted != 0;) {
			uint32_t *last = def == 0 || (deleted != 0 &&
			    s->defs[deleted].node >= s->defs[def].node) ?
			    &deleted : &def;

			*MEM_PUSH(all, n, cap) = *last;
			*last = s->defs[*last].next;
		}
		for (k = 0; k < n / 2; k++) {
			def = all[k];
			all[k] = all[n - 1 - k];
			all[n - 1 - k] = def;
		}
		for (k = 0; k < n; k++)
			if (s->defs[all[k]].to != 0)
				make_version(s, i, all, n, k);
	}
}

/* Does it run as part of what stands around it, and only then? */
static bool
runs_on_the_spot(const struct scopes *s, uint32_t scope, uint32_t outer)
{
	for (; scope != outer; scope = s->list[scope].parent)
		if (s->list[scope].kind != SCOPE_COMPREHENSION ||
		    s->nodes[s->list[scope].node].kind == NODE_GENERATOR)
			return false;
	return true;
}

struct reached
scopes_at(const struct scopes *s, uint32_t index, uint32_t scope,
    uint32_t place)
{
	const struct binding *b = &s->bindings[index];
	struct reached r = { .binding = index };
	const struct def *d;
	uint32_t def = b->flags & BINDING_ELSEWHERE ? 0 : b->first;
	int looked = 0;

	for (; def != 0 && looked < LOOKED_MAX; def = d->next, looked++) {
		d = &s->defs[def];
		if (place < d->from || place >= d->to)
			continue;
		if (d->version != 0 && (d->is_last || runs_on_the_spot(s,
		    scope, b->scope)))
			r.binding = d->version;
		r.certain = !(s->bindings[r.binding].flags & BINDING_DELETED);
		r.from = d->from;
		break;
	}
	return r;
}
