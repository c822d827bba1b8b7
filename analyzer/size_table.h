/*
 * The callables whose arguments are sizes. Private to sizes.c and steps.c.
 */
#ifndef SALLYPORT_SIZE_TABLE_H
#define SALLYPORT_SIZE_TABLE_H

/*
 * How many there may be at most, and which parameters are multiplied. A
 * letter behind the name says what of it counts:
 *   s  the number that it is, or the sides of a shape
 *   q  the number; squared, if no other is given
 *   n  the number; of what is none, its elements
 *   e  its elements; f the same, where not knowing them is no matter
 *   r  its rows; w their square
 *   m  the elements of each of its elements
 */
struct sizes {
	char	callee[48];
	double	most;
	char	parameters[40];
};

/* By dotted name; by a method's name alone. NULL if it has no row. */
const struct sizes *sizes_of_callable(const char *callee);
const struct sizes *sizes_of_method(const char *method);

#endif
