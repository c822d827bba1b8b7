/*
 * What lies around Python: a Markdown answer, a notebook. A front end finds
 * the Python in it and hands the gate one program, with a map from each line
 * of that program back to where its author wrote it.
 *
 * Reading is fail-closed: whatever a laxer reader might take for Python that
 * the front end does not, becomes a note, and notes block or hold.
 */
#ifndef SALLYPORT_FRONTEND_H
#define SALLYPORT_FRONTEND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../../supervisor/base/buf.h"

/* A document beyond these is refused; the gate takes far less Python. */
#define FRONTEND_MAX_LINES	1000000
#define FRONTEND_MAX_NOTES	10000

enum frontend {
	FRONTEND_AUTO = 0,	/* by the name's extension, else Python */
	FRONTEND_PYTHON,
	FRONTEND_MARKDOWN,
	FRONTEND_NOTEBOOK,
};

/* One line of the program. */
struct frontend_line {
	uint32_t	cell, line;	/* where it was written */
	int32_t		shift;		/* column there = here + shift */
};

/* A fenced block or a cell: lines [first, first + count) of the program. */
struct frontend_block {
	size_t		first, count;
	size_t		byte, end_byte;	/* the same in the program's text */
	uint32_t	cell, line;	/* where it begins */
	bool		aside;		/* judged alone, not part of the
					   program: see frontend_markdown.c */
	bool		output;		/* so, if it is no Python */
};

/* Something only the front end can see. `word` is the subject of a source
 * row of rules/shared/frontends.rules. */
struct frontend_note {
	const char	*word;
	uint32_t	 cell, line, column, end_column;
	char		*text;		/* the place, for the message */
};

struct document {
	struct buf		 program;
	struct buf		 shown;	/* the same lines as written */
	struct frontend_line	*lines;
	struct frontend_block	*blocks;
	struct frontend_note	*notes;
	size_t			 nlines, nblocks, nnotes;
	size_t			 lines_cap, blocks_cap, notes_cap;
	bool			 has_cells;
	bool			 full;	/* too much: refused, reading stopped */
};

void frontend_free(struct document *);		/* zeroed is fine */

enum frontend frontend_by_name(const char *name);

/*
 * Read `bytes` into a zeroed document. What cannot be read is a note, so
 * that these do not fail.
 */
void frontend_markdown(const char *bytes, size_t n, struct document *);
void frontend_notebook(const char *bytes, size_t n, struct document *);

/* The program's line (from 0) of a place, or SIZE_MAX. */
size_t frontend_find_line(const struct document *, uint32_t cell,
    uint32_t line);

/* For the front ends themselves. */

/* How far a block was read: to tell `%magic` from `a = (b\n % c)`. */
struct frontend_lexer {
	char		quote;		/* of the string we are in, or 0 */
	bool		triple;
	bool		joined;		/* the line before ended in '\' */
	bool		escaped;	/* the line is part of a magic's */
	bool		started;	/* something but blanks was seen */
	bool		alone;		/* a cell's only line */
	bool		skip_rest;	/* a cell magic took the whole cell */
	unsigned	depth;		/* of open brackets */
};

void frontend_begin_block(struct document *, struct frontend_lexer *,
    uint32_t cell, uint32_t line);
void frontend_end_block(struct document *);
/*
 * Add one line of Python, without its line end, in which IPython's escapes
 * are replaced by something harmless and noted. `written` is the line as it
 * stands in the submission; `shift` as in struct frontend_line.
 */
void frontend_add_code(struct document *, struct frontend_lexer *,
    const char *code, size_t n, const char *written, size_t nwritten,
    struct frontend_line);
/* Add a line as it is; `code` is what the gate will see of it. */
void frontend_add_line(struct document *, const char *code, size_t n,
    const char *written, size_t nwritten, struct frontend_line);
/* Add a line that is not Python; the program has an empty one there. */
void frontend_add_prose(struct document *, const char *written, size_t n,
    struct frontend_line);
void frontend_add_note(struct document *, const char *word,
    struct frontend_line, uint32_t column, const char *text, size_t n);

#endif
