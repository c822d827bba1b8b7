/*
 * What the files about amounts ask each other, one step deeper each time.
 * Amounts are doubles, since most are too large for an int64_t. Private to
 * exhaust/.
 */
#ifndef SALLYPORT_SIZES_PARTS_H
#define SALLYPORT_SIZES_PARTS_H

#include <stdbool.h>
#include <stdint.h>

struct def;
struct judge;
struct sizes;

/* What calls hand to a parameter: see handing_next(). */
struct handing {
	const struct def *parameter;	/* NULL: it is none */
	uint32_t	 use, preset;
	unsigned	 n;
};

/* How many elements this has; 0: not known, or none. */
double size_of(struct judge *, uint32_t node, unsigned depth);
/* The number that this is, roughly; false if it is not known. */
bool number_of(struct judge *, uint32_t node, unsigned depth, double *ret);
/* So deep into what something is made of: false if that took too long. */
bool sizes_have_time(struct judge *, unsigned depth);
double square_root(double);
/* How many are gone through by who iterates: the rows of an array. */
double rows_of(struct judge *, uint32_t node, unsigned depth);
/* What an attribute is bound to everywhere; what a call's function returns. */
uint32_t only_attribute(const struct judge *, uint32_t attribute);
uint32_t only_returned(struct judge *, uint32_t call);
/*
 * handing.c: the arguments that calls give for this name, and its default:
 * node by node, then 0. Each begin wants its end.
 */
void handing_begin(struct judge *, uint32_t name, struct handing *);
uint32_t handing_next(struct judge *, struct handing *);
void handing_end(struct judge *);
/* bombs.c: format(x, ">9999999999") */
void check_format(struct judge *, uint32_t specifier);
/* sizes.c: what this call asks for, by its row; 0: not known. */
double size_asked(struct judge *, uint32_t call, const struct sizes *);
/*
 * tables.c: the rows of a merge, of tables that have n and m of them, or as
 * many as is known; 0: not known.
 */
double size_merged(struct judge *, uint32_t call, uint32_t left,
    uint32_t right, double n, double m, unsigned depth);
double size_of_merge(struct judge *, uint32_t call, uint32_t left,
    uint32_t right, unsigned depth);
/* Of what this function or method of pandas gives; of df.pivot(). */
double size_of_table(struct judge *, uint32_t call, const char *name,
    unsigned depth);
double size_of_pivot(struct judge *, uint32_t call, uint32_t table);
/* spans.c: of date_range(); of what fills up an index; 0: not known. */
double seconds_of_delta(struct judge *, uint32_t node, unsigned depth);
double moments_of_range(struct judge *, uint32_t call);
double moments_filled(struct judge *, uint32_t call, uint32_t object);
/* tolls.c: what is done too often; by callable's or method's name. */
void check_toll(struct judge *, uint32_t call, const struct sizes *,
    const char *name);
void check_matrix_product(struct judge *, uint32_t at, uint32_t left,
    uint32_t right);
/* The first character of a binary operator; is it doubled? */
char operator_of(const struct judge *, uint32_t binary, bool *ret_twice);

#endif
