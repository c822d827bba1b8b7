/*
 * What the analyzer's modules share while one submission is judged. Private
 * to analyzer/.
 */
#ifndef SALLYPORT_JUDGE_H
#define SALLYPORT_JUDGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "deadline.h"
#include "symbols/facts.h"
#include "symbols/known.h"
#include "source/names.h"
#include "symbols/scope.h"
#include "source/source.h"
#include "syntax/syntax.h"
#include "syntax/tree.h"
#include "values/value.h"

struct arena;
struct fold_ask;
struct gate;
struct regexes;
struct report;

/*
 * A name that has this value for the while: a parameter in a folded call, the
 * target of a folded comprehension.
 */
struct override {
	uint32_t		 binding;
	const struct vset	*value;
	const struct override	*next;
	uint32_t		 node;	/* an expression, not a name */
};

/* What a local of a folded call has, while what is given to it stays. */
struct kept_local {
	uint32_t		 binding, frame;	/* 0: none */
	const struct vset	*set;
};

/* What a node made of two operands while names had other values. */
struct kept_fold {
	uint32_t		 node;		/* 0: none */
	const struct vset	*a, *b, *made;
};

/* A question about the whole source, asked once. */
enum answer { ANSWER_UNASKED = 0, ANSWER_NO, ANSWER_YES };

/*
 * Everything about one submission. What is allocated in the arena goes with
 * it; a list with a cap is kept for the next submission and freed by
 * eval_release(). eval_reset() clears the rest.
 */
struct judge {
	struct gate		*gate;
	struct facts		*facts;
	struct names		*names;
	struct arena		*arena;
	struct report		*report;
	struct regexes		*regexes;
	/* The text of a cell, or code in a text: it may be indented whole. */
	bool			 may_be_indented;
	/* gate.c's: a folded text that will run as code, judged like all. */
	void			(*judge_again)(struct judge *,
				    const struct value *text, uint32_t place);
	struct source		 source;
	struct tree		 tree;
	struct node		*nodes;		/* the tree's */
	struct scopes		 scopes;

	/* Values that were asked for, by node; NULL: not yet. */
	const struct vset	**memo;
	const struct vset	**own_memo;	/* where the parser lent none */
	size_t			 memo_cap;
	void			*spare;		/* lent by the parser */
	size_t			 nspare;	/* bytes */

	/* Names that have another value for the while: see struct override. */
	const struct override	*overrides;
	uint8_t			*overridden;	/* by scope: how many */
	size_t			 overridden_cap;
	bool			 exposed_known;	/* BINDING_EXPOSED is set */
	uint8_t			 operands_taken; /* eval_operands.c's */

	/* Bindings that are being worked out, outermost first: eval_names.c */
	uint32_t		*open;
	size_t			 open_cap;
	uint32_t		 binding_depth;	/* how many */
	uint32_t		 lowest;	/* the outermost that was asked
						   again meanwhile */
	uint32_t		 epoch;		/* changes with any value */
	uint32_t		 round;		/* of all of them so far */

	const struct fold_ask	*ask;		/* what folding asks of eval/ */

	/* Bounds on work. */
	uint32_t		 depth;		/* of expressions */
	uint32_t		 calls;		/* of own functions, nested */
	struct kept_local	 kept_locals[8];
	struct kept_fold	 kept_folds[8];
	uint32_t		 frame;		/* changes with overrides */
	uint32_t		 frames;	/* so far */
	uint32_t		 cuts;		/* answers that were cut short */
	const char		*stack;		/* where it stood at first */
	uint32_t		 work;		/* steps so far */
	uint32_t		 folding;	/* of these, in folded calls */
	uint32_t		 next_look;	/* at the clock: a `work` */
	struct deadline		 deadline;
	bool			 too_complex, late;

	/* checks/textcode.c */
	uint32_t		 examples;	/* a call that runs them; 0 */

	/* own/: what is said of the whole source */
	enum answer		 own_plain;
	enum answer		 dispatches;	/* annotations.c's */
	uint32_t		*own_first;	/* identifiers, by hash of name */
	uint32_t		*own_next;	/* of the same name */
	uint32_t		 own_mask;
	uint64_t		 own_steps;	/* own_may_look()'s */
};

static inline const char *
judge_text(const struct judge *j, uint32_t node, size_t *ret_n)
{
	*ret_n = j->nodes[node].end - j->nodes[node].start;
	return j->source.bytes + j->nodes[node].start;
}

/* The binding that an identifier refers to; 0: none, or it is no identifier. */
static inline uint32_t
judge_binding(const struct judge *j, uint32_t node)
{
	return j->nodes[node].kind != NODE_IDENTIFIER ? 0 : scopes_resolve(
	    &j->scopes, j->nodes[node].scope, j->nodes[node].name);
}

/* The one thing that gives this name a value; NULL: none does, or several. */
static inline const struct def *
judge_only_def(const struct judge *j, uint32_t node)
{
	return scopes_only_def(&j->scopes, judge_binding(j, node));
}

/*
 * The expression that the name of this definition gets: all of it, or the n-th
 * of `a, b = x, []`; 0: only what another gives, taken apart.
 */
static inline uint32_t
judge_assigned(const struct judge *j, const struct def *d)
{
	uint32_t child, n = 0;

	if (d->steps == NULL)
		return d->expr;
	if (d->steps->kind != STEP_INDEX || d->steps->before != NULL ||
	    j->nodes[d->expr].kind != NODE_EXPRESSION_LIST)
		return 0;
	TREE_CHILDREN(j->nodes, d->expr, child)
		if (tree_is_splat(j->nodes, child))
			return 0;
		else if (n++ == d->steps->n)
			return child;
	return 0;
}

/* What a name alone stands for, all of it; of anything else, itself. */
static inline uint32_t
judge_behind_name(const struct judge *j, uint32_t node)
{
	const struct def *d = j->nodes[node].kind == NODE_IDENTIFIER ?
	    judge_only_def(j, node) : NULL;

	return d != NULL && d->kind == DEF_VALUE && d->steps == NULL ?
	    d->expr : node;
}

/* Is this the name, and nothing around it? */
static inline bool
judge_is_name(const struct judge *j, uint32_t node, uint32_t name)
{
	return j->nodes[node].kind == NODE_IDENTIFIER &&
	    j->nodes[node].name == name;
}

/* The same, of a name that the gate writes out: "__init__". */
static inline bool
judge_is_named(const struct judge *j, uint32_t node, const char *name)
{
	return strcmp(names_text(j->names, j->nodes[node].name), name) == 0;
}

/* Do these letters ("notin") stand between its first two, and spaces? */
static inline bool
judge_operates(const struct judge *j, uint32_t node, const char *letters)
{
	const struct node *left = &j->nodes[node + 1];
	const char *s = j->source.bytes;
	uint32_t i;

	for (i = left->end; i < j->nodes[left->skip].start; i++)
		if (s[i] != ' ' && s[i] != *letters++)
			return false;
	return *letters == '\0';
}

#endif
