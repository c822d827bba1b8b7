/*
 * The callables whose arguments are sizes. Private to sizes.c, shapes.c
 * and tolls.c.
 */
#ifndef SALLYPORT_SIZE_TABLE_H
#define SALLYPORT_SIZE_TABLE_H

/* What is summed up over all rounds of the loops around: see tolls.c. */
enum toll {
	TOLL_NONE = 0,
	TOLL_SECONDS,
	TOLL_BYTES,
	TOLL_FILES,	/* one each, with so many bytes */
	TOLL_WORK,	/* operations on numbers */
};

/*
 * How many there may be at most, and which parameters are multiplied. A
 * letter behind the name says what of it counts:
 *   s  the number that it is, or the sides of a shape
 *   q  the number; squared, if no other is given
 *   n  the number; of what is none, its elements
 *   e  its elements; f the same, where not knowing them is no matter
 *   r  its rows; w their square
 *   m  the elements of each of its elements, multiplied
 *   k  the number; 1 if it is not known
 *   c  its sides, multiplied with the least of them
 *   l  the last of its sides, if it has more than one
 *   o  the elements of the object whose method it is: stands first
 * With a toll, the first number is what one of them costs.
 */
struct sizes {
	char		callee[48];
	double		most;
	char		parameters[40];
	enum toll	toll;
};

/* By dotted name; by a method's name alone. NULL if it has no row. */
const struct sizes *sizes_of_callable(const char *callee);
const struct sizes *sizes_of_method(const char *method);

#endif
