/*
 * Source bytes to a compact array of named nodes. The only module that knows
 * tree-sitter.
 *
 * The array is in preorder: the first child of node i is i + 1 (if that is
 * before nodes[i].skip), the next sibling of c is nodes[c].skip. Comments and
 * line continuations are left out, but looked at; punctuation is left out.
 */
#ifndef SALLYPORT_SYNTAX_H
#define SALLYPORT_SYNTAX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kinds.h"

#define SYNTAX_NODES_MAX	(1u << 20)	/* more are SYNTAX_NODES */

struct deadline;
struct names;
struct syntax;

struct node {
	uint32_t	start, end;	/* bytes */
	uint32_t	skip;		/* first node behind this one's subtree */
	uint32_t	parent;
	uint32_t	name;		/* identifiers: interned, else 0 */
	uint16_t	kind;		/* enum node_kind */
	uint16_t	scope;		/* set by scope.c */
	uint8_t		role;		/* enum node_role, set by scope.c */
	uint8_t		mark;		/* for the checks */
};

enum syntax_result {
	SYNTAX_ERROR = 0,	/* an ERROR or MISSING node */
	SYNTAX_OK,
	SYNTAX_TIMEOUT,
	SYNTAX_DEEP,
	SYNTAX_NODES,		/* too many nodes, or memory for them */
};

struct tree {
	struct node	*nodes;		/* the syntax's, until the next parse */
	uint32_t	 n;
	uint32_t	 error_start, error_end; /* unless SYNTAX_OK */
	bool		 missing;	/* the error is a MISSING token */
	/* Where CPython and this parser read differently; bytes. */
	uint32_t	 indent_start, indent_end;	/* empty if none */
	uint32_t	 space_start, space_end;
	uint32_t	 joined_start, joined_end;
	bool		 has_alias;	/* of a type, or what looks like it */
};

/* NULL, or what differs between kinds.h and the linked grammar. */
const char *syntax_verify(void);
const char *syntax_kind_name(unsigned kind);
bool syntax_is_kind(unsigned kind);		/* of kinds.h */

struct syntax *syntax_new(void);
void syntax_free(struct syntax *);

/*
 * Parse. `text` may be any bytes and need not be NUL-terminated; `ascii` says
 * that no byte of them is past 0x7f. Identifiers are interned into `names`, those
 * past ASCII in their normal form (see identifier.h).
 */
enum syntax_result syntax_parse(struct syntax *, const char *text, uint32_t n,
    bool ascii, struct deadline *, uint32_t max_depth, struct names *,
    struct tree *ret_tree);

/*
 * Of a source that is no Python: the end of the last token that may be read,
 * or UINT32_MAX where there is no time to find it.
 */
uint32_t syntax_stop(struct syntax *, const char *text, uint32_t n,
    bool ascii, struct deadline *, struct names *);

/*
 * Memory that the parse needed and the tree does not, until the next parse:
 * touching fresh memory is a good part of what a small submission costs.
 */
void *syntax_spare(struct syntax *, size_t *ret_n);

#endif
