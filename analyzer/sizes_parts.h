/*
 * What sizes.c and numbers.c ask each other, one step deeper each time.
 * Private to these.
 */
#ifndef SALLYPORT_SIZES_PARTS_H
#define SALLYPORT_SIZES_PARTS_H

#include <stdbool.h>
#include <stdint.h>

struct judge;

/* How many elements this has; 0: not known, or none. */
double size_of(struct judge *, uint32_t node, unsigned depth);
/* The number that this is, roughly; false if it is not known. */
bool number_of(struct judge *, uint32_t node, unsigned depth, double *ret);
/* The first character of a binary operator; is it doubled? */
char operator_of(const struct judge *, uint32_t binary, bool *ret_twice);

#endif
