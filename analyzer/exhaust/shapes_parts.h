/*
 * shapes.c: the sides of arrays. Private to what asks for sizes.
 */
#ifndef SALLYPORT_SHAPES_PARTS_H
#define SALLYPORT_SHAPES_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct judge;

#define SIDES_MAX	6

struct shape {
	size_t	n;
	double	side[SIDES_MAX];
};

/* The sides of the array that this makes; false if they are not known. */
bool shape_of(struct judge *, uint32_t node, unsigned depth, struct shape *);
/* What is given as a shape: n, (n, m), x.shape. */
bool shape_asked(struct judge *, uint32_t node, unsigned depth,
    struct shape *);
/* All of it; 0: not known. */
double shape_size(const struct shape *);

#endif
