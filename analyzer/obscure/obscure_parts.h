/*
 * One query: from a use backwards to everything that may be in the text, each
 * node once. Between the files of obscure/ only.
 */
#ifndef SALLYPORT_OBSCURE_PARTS_H
#define SALLYPORT_OBSCURE_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "manners.h"

struct behind;
struct judge;
struct vset;

enum {
	FROM_OUTSIDE = 1,	/* depends on what is no constant */
	HAS_SLASH = 2,		/* could hold a path's separator */
	IS_MADE = 4,		/* put together, not only chosen */
	IS_SPELLED = 8,		/* out of numbers: chr(), bytes([...]) */
	HAS_UNDERSCORE = 16,	/* could hold what internal names begin with */
	HAS_TEXT = 32,		/* a text that is known is part of it */
	HAS_INNER = 64,		/* a separator that stands among its letters */
	/* These only while a question is asked: see query_run(). */
	OWN_NAMES = 256,	/* out of a folder: see listed.c */
	HAS_LEAD = 512,		/* a separator that may come first */
	NO_LEAD = 1024,		/* to query_note(): it does not */
};

/* How something was looked at, in judge.seen. */
enum {
	SEEN = 1,
	SEEN_AS_NUMBER = 2,
	SEEN_QUIETLY = 4,
	SEEN_WHOLE = 8,		/* a class: with the values in its body */
	SEEN_BY_LETTERS = 16,
	SEEN_IN_PART = 32,	/* what is left out may count elsewhere */
	SEEN_CHANGES = 64,	/* a binding: only what changes it */
};

/* Where a text may lie that is asked for again: see hidden.c. */
enum {
	LIES_IN_FILE = 1,
	LIES_AT_OTHER_END = 2,	/* of a connection, a queue */
	LIES_IN_LIBRARY = 4,	/* which hands it to a function of one's own */
	LIES_IN_OBJECT = 8,
	LIES_IN_OWN_FILE = 16,	/* of which all is known that is written */
};

/* A part of a text that may be hidden by itself: see hidden.c. */
enum query_role {
	PART_FIRST,		/* nothing stands before it */
	PART_BEHIND,
	PART_GIVEN,		/* to a library's call, out of which it may come */
};

struct query_part {
	uint32_t	 node;
	enum query_role	 role;
};

struct query {
	struct judge	*j;
	unsigned	 found;		/* FROM_OUTSIDE and the like */
	/*
	 * judge.seen holds nodes, nodes that only a number depends on, then
	 * bindings, then names of attributes: where each of these begins.
	 */
	size_t		 numbers, bindings, attributes;
	unsigned	 depth;
	/* What stands around the part in the whole text: see behind.h. */
	unsigned	 around;
	struct behind	*behind;	/* NULL: nobody asks for the texts */
	/* What "/".join() puts between the items that are looked at. */
	const struct value *joined;
	unsigned	 joined_around;
	bool		 quiet;		/* only the texts are of interest */
	bool		 of_member;	/* an attribute of it, not all of it */
	bool		 letters;	/* its letters are moved about */
	bool		 last_name;	/* of a path, without its folder */
	bool		 whole;		/* a path, and where that is */
	bool		 cut;		/* a part of it may be all */
	bool		 has_source;	/* it is to be seen what is outside */
	bool		 has_nowhere;	/* see behind.h */
	bool		 any_outside;	/* one such part is the answer */
	bool		 is_part;	/* see hidden.c */
	bool		 piece;		/* see hidden.c */
	bool		 in_order;	/* a name is what bound it last */
	unsigned	 asks;		/* LIES_IN_FILE and the like */
	struct query_part *part;
	size_t		 nparts, parts_cap;
};

/* False if it was marked so before. */
bool query_mark(struct query *, size_t at, uint8_t with);
/* False if this was looked at before, in this way or one that sees more. */
bool query_enter(struct query *, size_t at, bool number);
void query_note(struct query *, unsigned what, bool number);
/* Of a part that Python or a library hands over. */
void query_note_nowhere(struct query *, bool number);
/* Of what a callable of this manner gives. */
void query_note_manner(struct query *, enum manner, bool number);

/*
 * Adds to query.found what the text owes to this node. `number`: only a number
 * that the text is made with depends on it, an index or a width. A number has
 * no letters, so of all there is to note, only "from outside" counts.
 */
void query_visit(struct query *, uint32_t node, bool number);
void query_children(struct query *, uint32_t node, bool number);
/* Texts that are known; `inside`: each of their letters counts. */
void query_known(struct query *, const struct vset *, bool inside,
    bool number);

/* Can a text be spelled out of numbers at all? */
bool query_may_spell(struct judge *);
/* All of a question. */
void query_run(struct judge *, uint32_t node, struct query *);

/*
 * hidden.c: a part of a path that did not fold; what a call gives to a library
 * that tells what nobody knows, and may as well tell that.
 */
void query_note_part(struct query *, uint32_t node, const struct vset *,
    bool number);
/* `callee`: 0, where an attribute is set. */
void query_note_call(struct query *, uint32_t callee, uint32_t given);
/*
 * Is one of those hidden, though something else is from outside? Or may it be
 * such a text that lay out of sight in between?
 */
bool query_is_hidden(const struct query *);

/* obscure_names.c: what a definition, an attribute, a name gives. */
void query_function(struct query *, uint32_t function, bool number);
void query_class(struct query *, uint32_t class, bool number);
void query_name(struct query *, uint32_t identifier, bool number);
void query_binding(struct query *, uint32_t binding, bool number);

/* obscure_members.c: what stands at `at` is this attribute of `object`. */
void query_member(struct query *, uint32_t at, uint32_t object,
    uint32_t member, bool number);

/* obscure_caught.c: the name behind `except E as`. */
struct def;
void query_caught(struct query *, const struct def *, bool number);

/*
 * obscure.c: for query.behind, if this is os.environ["HOME"]; `around`: what
 * stands around it.
 */
void query_keep_home(struct query *, uint32_t node, unsigned around);

/* obscure_calls.c */
void query_call(struct query *, uint32_t call, bool number);
/* getattr(x, "name", other) and the like; false if it is none of these. */
bool query_fetched(struct query *, uint32_t call, bool number);

/* joined.c: of query.joined, the items of a display, of a name's list. */
void query_joined_items(struct query *, uint32_t list);
void query_joined_values(struct query *, uint32_t at, const struct vset *);
void query_joined_binding(struct query *, uint32_t binding);

/*
 * fed.c: of a method that a library's parser calls, what that was fed; false
 * if it is none, or nothing is to be seen.
 */
bool query_fed(struct query *, uint32_t function, bool number);

/*
 * listed.c: does this call list a folder, os.listdir(), whose names the
 * submission gives itself? In *ret_folder what says which folder, if that
 * counts as well; else 0.
 */
bool query_lists_own(struct query *, uint32_t call, const char *name,
    uint32_t object, uint32_t *ret_folder);
/* A name that holds a path, or the name of one, out of such a call alone. */
bool query_is_listed(struct judge *, uint32_t identifier);

/* printed.c: is sys.stdout or sys.stderr something else for a while? */
bool query_stream_is_turned(struct judge *);
/* Is this one of the two, and that is so? */
bool query_is_stream(struct judge *, uint32_t node);
/* x.write = got.append: is this what is printed to x goes to? */
bool query_stands_for_write(struct judge *, uint32_t value);
/* May a library or print() hand this parameter what is printed? */
bool query_is_printed(struct judge *, const struct def *);

/*
 * outside.c: what the submission has put into this, sys.argv or os.environ, or
 * under this key of it (0: any); false if nothing.
 */
bool query_put_there(struct query *, const char *name, uint32_t key,
    bool number);

#endif
