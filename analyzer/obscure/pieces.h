/*
 * Texts of which an expression is put together that a library evaluates, or
 * that names a method: `df.query(row.left + row.right)`. In which order they
 * stand cannot be known; what they hold can.
 */
#ifndef SALLYPORT_PIECES_H
#define SALLYPORT_PIECES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct judge;

enum {
	PIECE_OPEN = 1,		/* "@limit": more of the name may follow */
	PIECE_LEADS = 2,	/* "@pd.io": into something */
	PIECE_STEPS = 4,	/* ".os", "pd.": goes on, or lets another */
	PIECE_CALLS = 8,	/* "system(": and is no way of a column */
	PIECE_OPENS_CALL = 16,	/* "('id')" */
	PIECE_INTERNAL = 32,	/* "@__x", ".__x" */
	PIECE_WRITES = 64,	/* ".to_csv(", "_csv(" */
	PIECE_NAMES_FILE = 128,	/* "to_csv": a method that takes a path */
	PIECE_SETTING = 256,	/* "usetex", "animation.", "module:" */
	PIECE_DOTTED = 512,	/* "package.name", ".name", and no file's */
};

/* What one text holds; `letters`: in an order that is not kept. */
unsigned pieces_of(const char *, size_t n, bool letters);
/* What the texts behind this expression hold. */
unsigned pieces_behind(struct judge *, uint32_t node);
/* Put together in some order, may they call what is no function of a column? */
bool pieces_may_call(unsigned pieces);

#endif
