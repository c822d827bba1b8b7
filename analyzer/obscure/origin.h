/*
 * Where a library's object gets what is read out of it, for who asks whether a
 * text comes from outside (obscure.c): some of them give back what the
 * submission has put there itself.
 */
#ifndef SALLYPORT_ORIGIN_H
#define SALLYPORT_ORIGIN_H

#include <stdbool.h>

struct judge;
struct vset;

enum origin {
	ORIGIN_OUTSIDE = 0,	/* or nobody knows */
	ORIGIN_MEMORY,		/* io.BytesIO and what reads one */
	ORIGIN_DATABASE,	/* sqlite3.connect(":memory:") */
	ORIGIN_OWN_FILE,	/* a file that the submission writes */
	ORIGIN_OWN_TEXT,	/* the submission's own source */
};

/*
 * Of an object, or of a method of one. `at_all`: a file that is written counts
 * wherever in the source that is done, also further down.
 */
enum origin origin_of(struct judge *, const struct vset *, bool at_all);

#endif
