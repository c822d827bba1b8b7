/*
 * Scopes, the names bound in them, and every place that binds one. Built in
 * one pass over the nodes, which also sets each node's scope and role.
 */
#ifndef SALLYPORT_SCOPE_H
#define SALLYPORT_SCOPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../syntax/syntax.h"

struct arena;
struct value;
struct vset;

/* How the node is used. The default is a value that is read. */
enum node_role {
	ROLE_LOAD = 0,
	ROLE_STORE,
	ROLE_DELETE,
	ROLE_NAME,	/* no expression: keyword, attribute, import part */
};

enum scope_kind {
	SCOPE_MODULE = 0,
	SCOPE_FUNCTION,		/* also lambda */
	SCOPE_CLASS,
	SCOPE_COMPREHENSION,
};

struct scope {
	enum scope_kind	 kind;
	uint32_t	 parent, node;
	uint32_t	 returns;	/* list of defs: the return values */
	uint32_t	 stars;		/* list of defs: star imports */
	uint32_t	 bindings;	/* list of them: what it binds */
	bool		 yields;
};

/*
 * What is taken out of a value on its way to a name: in
 * `for (a, *b) in x`, `b` gets REST 1 of ITEM of x.
 */
enum step_kind {
	STEP_INDEX,		/* the n-th element */
	STEP_REST,		/* a list of those from the n-th on, less `cut` */
	STEP_LAST,		/* the n-th element from the end, at least 1 */
	STEP_ITEM,		/* any element: iteration */
	STEP_ENTER,		/* what a context manager gives */
	STEP_INSIDE,		/* anything in it, however deep: patterns */
};

struct step {
	enum step_kind		 kind;
	uint32_t		 n, cut;
	const struct step	*before;	/* done first */
};

enum def_kind {
	DEF_VALUE,	/* expr through steps */
	DEF_AUGMENTED,	/* node is the augmented assignment */
	DEF_IMPORT,	/* node is the dotted_name; `import a.b`: binds a */
	DEF_IMPORT_AS,	/* node is the dotted_name, bound as a whole */
	DEF_FROM,	/* node is the dotted_name, expr the import statement */
	DEF_STAR,	/* expr is the import statement */
	DEF_FUNCTION,	/* node is the definition */
	DEF_CLASS,
	DEF_PARAMETER,	/* node is the name, expr the default or 0 */
	DEF_PACK,	/* *args or **kwargs */
	DEF_UNKNOWN,	/* except ... as, type parameters */
	DEF_RETURN,
	DEF_BINDING,	/* whatever binding number `expr` has */
	DEF_DELETED,	/* del, and what an except clause does at its end */
};

#define PARAMETER_BY_NAME	11	/* behind a star; no call has so many */

struct def {
	enum def_kind		 kind;
	uint32_t		 node;	/* the bound identifier, or see above */
	uint32_t		 expr;
	uint32_t		 next;
	uint32_t		 owner;	/* of parameters: the function node */
	uint32_t		 index;	/* of parameters: from which position
						   arguments reach it;
						   PARAMETER_BY_NAME: from none */
	const struct step	*steps;
	/* Nodes that are only reached past it; to: 0 if none are known. */
	uint32_t		 from, to, block;
	uint32_t		 version; /* a binding: what they may have; 0:
						   all that the name gets */
	bool			 is_last; /* so has each function behind it */
};

enum binding_flag {
	BINDING_GLOBAL = 1,	/* declared so: look in the module */
	BINDING_NONLOCAL = 2,	/* declared so: look further out */
	BINDING_DELETED = 4,	/* somewhere */
	BINDING_EXPOSED = 8,	/* others may change what it holds */
	BINDING_EXPOSED_PARTS = 16,	/* or what that holds */
	BINDING_ELSEWHERE = 32,	/* bound by what may run at any time */
	BINDING_PARAMETER = 64,	/* one of its defs is that */
};

struct binding {
	uint32_t		 name, scope;
	uint32_t		 first;		/* defs */
	uint32_t		 sibling;	/* the next of its scope; or 0 */
	uint32_t		 deletions;	/* defs */
	uint8_t			 flags;
	/* For the evaluator: see eval_binding. */
	uint8_t			 state, busy, rounds;
	bool			 is_settled;	/* with its cycle */
	uint32_t		 depth, round, head;
	const struct vset	*value;
	const struct vset	*closed, *opened; /* eval_exposed(): of, gave */
};

struct scopes {
	struct scope	*list;
	size_t		 n, cap;
	struct binding	*bindings;	/* from 1 */
	size_t		 nbindings, bindings_cap;
	size_t		 nversions;	/* behind the bindings, see struct def */
	struct def	*defs;		/* from 1 */
	size_t		 ndefs, defs_cap;
	uint32_t	*slots;
	uint32_t	 mask;
	struct arena	*arena;
	struct node	*nodes;
	const char	*text;
	struct scope_end *open;		/* of those around, while building */
	size_t		 nopen, open_cap;
	bool		 too_many;
};

/*
 * Module scope is number 1. Number 0 holds what is stored in attributes, of
 * whatever object, and what classes bind. False if there are too many scopes.
 */
bool scopes_build(struct scopes *, const struct tree *, const char *text,
    struct arena *);
void scopes_release(struct scopes *);

/* The one thing that gives this binding a value; NULL: none does, or several. */
static inline const struct def *
scopes_only_def(const struct scopes *s, uint32_t binding)
{
	uint32_t first = binding == 0 ? 0 : s->bindings[binding].first;

	return first == 0 || s->defs[first].next != 0 ? NULL :
	    &s->defs[first];
}

/* x += y, of this binding? */
static inline bool
scopes_is_augmented(const struct scopes *s, uint32_t binding)
{
	uint32_t def;

	for (def = s->bindings[binding].first; def != 0;
	    def = s->defs[def].next)
		if (s->defs[def].kind == DEF_AUGMENTED)
			return true;
	return false;
}

/* The binding a name has in exactly this scope, or 0. */
uint32_t scopes_find(const struct scopes *, uint32_t scope, uint32_t name);
/* The binding a name in this scope refers to, or 0: builtin or unknown. */
uint32_t scopes_resolve(const struct scopes *, uint32_t scope, uint32_t name);
/* What a name is where it is read. */
struct reached {
	uint32_t	binding;	/* the name's, or a version of it */
	uint32_t	from;		/* since this node; if certain */
	bool		certain;	/* that it is bound */
};

/* `place`: a node of this scope, which reads the binding's name. */
struct reached scopes_at(const struct scopes *, uint32_t binding,
    uint32_t scope, uint32_t place);

#endif
