/*
 * Between the parse and the texts that it is given a second time.
 */
#ifndef SALLYPORT_SYNTAX_PARTS_H
#define SALLYPORT_SYNTAX_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MAX_INDENT	1000

struct frame;
struct names;
struct node;
struct pool;
struct progress;
struct tree;

struct syntax {
	struct pool	*pool;
	struct node	*nodes;
	size_t		 nnodes, cap;
	struct frame	*stack;
	size_t		 depth, stack_cap;
	char		*blanked;
	size_t		 blanked_cap;
	const char	*bytes;		/* of the source that is read */
	struct progress	*progress;	/* followed, if any */
};

/*
 * The text with what the parser reads otherwise than CPython written so that
 * it cannot, of the same length, by the tree that was just read; it lies in
 * `blanked`. NULL: there is no such thing.
 */
const char *respell_types(struct syntax *, const char *text, uint32_t n);
/*
 * No comments, and all that is within brackets in one line: the parser takes a
 * line that is indented less for the end of a block. A star before what is no
 * name, `*"ab",` or `*(x, y), z`, as the sign that may stand there; `match [x]:`,
 * which it takes for an annotation, as `match (x):`.
 */
const char *respell_layout(struct syntax *, const char *text, uint32_t n);
/* False: what was respelt stands elsewhere in the tree than it should. */
bool respell_restore_layout(struct syntax *, uint32_t n);

/* In the tree of `text`: what the source, `bytes`, says there. */
void respell_restore_types(struct syntax *, const char *bytes,
    const char *text, struct names *);
/* Did a filler become a name, where there was no format? */
bool respell_has_odd_name(const struct tree *, const char *bytes,
    const char *text);

#endif
