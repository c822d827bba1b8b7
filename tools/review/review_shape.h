/*
 * The shape of a submission: what stays of Python source when all is folded
 * away that tries of one snippet differ in. For grouping rows in a queue, and
 * for nothing else: nothing is ever approved by its shape.
 *
 * Dropped:  comments, white space, line ends, backslashed line ends.
 * Folded:   a string of any prefix and any quotes to one mark, and strings
 *	     beside each other to one; a number to one mark.
 * Renamed:  identifiers to the order in which they first appear, so that
 *	     renaming changes nothing while swapping two names does.
 * Kept:     keywords, operators, brackets.
 */
#ifndef SALLYPORT_REVIEW_SHAPE_H
#define SALLYPORT_REVIEW_SHAPE_H

#include <stddef.h>

struct hash;

/* Any bytes will do, Python or not. */
void review_shape(const char *bytes, size_t n, struct hash *ret);

#endif
