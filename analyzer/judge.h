/*
 * What the analyzer's modules share while one submission is judged. Private
 * to analyzer/.
 */
#ifndef SALLYPORT_JUDGE_H
#define SALLYPORT_JUDGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "deadline.h"
#include "names/facts.h"
#include "names/known.h"
#include "names/names.h"
#include "names/scope.h"
#include "read/source.h"
#include "read/syntax.h"
#include "read/tree.h"
#include "values/site.h"
#include "values/value.h"

struct arena;
struct asked;
struct gate;
struct looking;
struct question;
struct regexes;
struct report;

/* A name that has this value for the while: a folded call or comprehension. */
struct override {
	uint32_t		 binding;
	const struct vset	*value;
	const struct override	*next;
	uint32_t		 node;	/* of an expression, instead of a name */
};

/*
 * A call of an own function, or one that it is given to; what changes the
 * thing that a name stands for.
 */
struct use {
	uint32_t	node, next;
	bool		given;
};

/* A look by a name that is not known yet, taken not to reach `target`. */
struct owed {
	uint32_t	argument, target;
};

/* What an expression may be, once nothing is owed for it any more. */
struct settled {
	uint32_t		 node;
	const struct vset	*set;
};

/* A call, as site.c saw it. */
struct looked {
	uint32_t	node;	/* 0: none */
	struct site	site;
};

struct judge {
	struct gate		*gate;
	struct facts		*facts;
	struct names		*names;
	struct arena		*arena;
	struct report		*report;
	struct regexes		*regexes;
	struct source		 source;
	struct tree		 tree;
	struct node		*nodes;
	struct scopes		 scopes;

	/* The evaluator's. */
	const struct vset	**memo;		/* by node */
	const struct vset	**own_memo;
	size_t			 memo_cap;
	void			*spare;		/* lent by the parser */
	size_t			 nspare;
	const struct override	*overrides;
	uint8_t			*overridden;	/* by scope: counts */
	size_t			 overridden_cap;
	bool			 exposed_known;
	uint8_t			 operands_taken;	/* eval_operands.c's */
	uint32_t		 lowest;	/* cycle met: least depth */
	uint32_t		 binding_depth, epoch;
	uint32_t		*open;		/* bindings, by depth */
	size_t			 open_cap;
	uint32_t		 depth, calls;
	const char		*stack;		/* where it stood at first */
	uint32_t		 work, folding, next_look;
	struct deadline		 deadline;
	bool			 too_complex, late;
	struct looked		 looked[8];	/* by node, the last ones */
	bool			 has_slow_pattern;	/* waits.c's: said so */
	bool			 deep;		/* raises the recursion limit far */
	bool			 wants_replay;	/* has what that may tell more of */
	bool			 exhausts;	/* a finding says so */
	uint8_t			 ranging;	/* sizes.c's: ranges within each other */
	/* What sizes.c and its like asked so far; a name's value for a while. */
	uint32_t		 sizing, handing, handed, assumed;
	double			 assumed_value;

	/* loose.c's */
	const struct loose	*loose;		/* paths of the host */
	size_t			 nloose;
	uint8_t			 loose_uses;	/* of operands */

	/* own.c's: asked once, and identifiers by their names. */
	enum { OWN_UNASKED = 0, OWN_NO, OWN_YES } own_plain, own_by_name,
	    own_texts, own_shown, dispatches;
	/* endings.c's and recursion.c's: does the source say so somewhere? */
	enum { SAYS_UNASKED = 0, SAYS_NO, SAYS_YES } says_when_to_end,
	    says_recursion_error, has_arrays;
	uint32_t		 yielding[8];	/* loops, while endings.c asks */
	size_t			 nyielding;
	uint32_t		*own_first, *own_next;
	uint32_t		 own_nfirst;
	uint32_t		*own_reach;	/* own_names.c's; NULL: unasked */
	uint32_t		 own_nreach;
	struct question		*own_questions;	/* own_names.c's */
	struct asked		*own_asked;	/* own_bounds.c's */
	struct owed		*own_owed;
	struct settled		*own_settled;
	size_t			 own_nowed, own_owed_cap;
	size_t			 own_nsettled, own_settled_cap;
	uint32_t		 own_nested, own_folding;
	uint64_t		 own_steps;
	struct looking		*own_looking;	/* own_params.c's */

	/* uses.c's: lists, by function node and by binding; obscure.c's. */
	struct use		*uses;
	size_t			 nuses, uses_cap;
	uint32_t		*first_use, *first_change;
	uint8_t			*seen;		/* nothing, between queries */
	size_t			 seen_cap;
	uint32_t		*marked;	/* what a query has seen */
	size_t			 nmarked, marked_cap;
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

/* Is this the name, and nothing around it? */
static inline bool
judge_is_name(const struct judge *j, uint32_t node, uint32_t name)
{
	return j->nodes[node].kind == NODE_IDENTIFIER &&
	    j->nodes[node].name == name;
}

/* gate.c: a folded text that will run as code, judged like a submission. */
void judge_text_again(struct judge *, const struct value *text,
    uint32_t place);

/* Is this such a text, or no *.py? Cells and blocks are put into line first. */
bool judge_may_be_indented(const struct judge *);

#endif
