/*
 * What amounts.c and growth.c share: how large the things are that a loop
 * changes. Numbers count as well, by their bits: 2**1000 has 1000, and takes
 * that much room. Private to these.
 */
#ifndef SALLYPORT_GROWTH_PARTS_H
#define SALLYPORT_GROWTH_PARTS_H

#include <stddef.h>
#include <stdint.h>

struct judge;

#define NAMES_MAX	12
#define WORK_MAX	4000	/* expressions */

enum amount_kind {
	UNKNOWN = 0,
	SEQUENCE,	/* elements, with those of what is in it */
	ARRAY,		/* the same; operators go by element */
	NUMBER,		/* whole: bits */
	REAL,		/* the same; takes no more room */
	FRACTION,	/* bits of both parts */
};

struct amount {
	enum amount_kind kind;
	double		 n;
};

struct growth {
	struct judge	*j;
	uint32_t	 loop;		/* what is bound below is changed */
	unsigned	 work;		/* expressions so far */
	double		 slept;		/* seconds, in this round */
	size_t		 n;
	struct {
		uint32_t	name;
		struct amount	now;
		double		before;	/* its n, at the end of the last
					   round that was judged */
		double		step;	/* how much that was more then */
	} names[NAMES_MAX];
};

static inline double larger(double a, double b) { return a > b ? a : b; }
static inline double smaller(double a, double b) { return a < b ? a : b; }

/* The logarithm, by straight lines between powers of two; and back. */
double amount_bits(double value);
double amount_two_to(double bits);
struct amount amount_of_number(double value);
/* Of an expression, with what its names stand for by now. */
struct amount amount_of(struct growth *, uint32_t node, unsigned depth);
/* `left op right`, also of `left op= right`. */
struct amount amount_of_operator(struct growth *, uint32_t left,
    uint32_t right, unsigned depth);
/* What the name stands for by now; NULL: too many names. */
struct amount *amount_of_name(struct growth *, uint32_t node);

#endif
