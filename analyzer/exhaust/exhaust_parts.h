/*
 * What the files of this room ask each other, by the file that answers.
 * Private to exhaust/ and replay/.
 */
#ifndef SALLYPORT_EXHAUST_PARTS_H
#define SALLYPORT_EXHAUST_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct judge;

#define DEPTH_MAX	16	/* of what an amount is made of */
#define TOO_MANY	20000000000LL	/* elements: minutes, or all memory */

/* endless.c */

/* Has this no end, or one that nobody lives to see? */
bool endless_is(struct judge *, uint32_t node, unsigned depth);
/* How many elements this has; 0: not known. */
int64_t endless_count(struct judge *, uint32_t node);
/*
 * What this call of itertools.permutations, or of one of its combinations,
 * gives: the ways to choose r of n. 0: not known.
 */
double endless_choices(struct judge *, uint32_t call, const char *callee);

/* sizes.c: the same, where it is too many for a count. */
double size_of_node(struct judge *, uint32_t node);

/* numbers.c */

/* The number that this is; false if it is not known. */
bool number_of_node(struct judge *, uint32_t node, double *ret);
/* The same, or the largest that a loop gives it. */
bool number_at_most(struct judge *, uint32_t node, double *ret);
/* What a name that is bound only once is bound to; else 0. */
uint32_t only_definition(struct judge *, uint32_t name);

/*
 * loops.c: does it depend on something that is not known whether what stands
 * below this node is done: an `if`, a `try`, a loop over anything?
 */
bool loop_is_condition(struct judge *, uint32_t node);

/* steps.c */

/* Is there anything in the loop that leaves it, or its function? */
bool loop_may_be_left(struct judge *, uint32_t loop);
/* The same, or an `await`: others run meanwhile, and may end it. */
bool loop_may_end(struct judge *, uint32_t loop);
/* Loops within loops, which come to too many steps. */
void check_steps(struct judge *, uint32_t loop);
/* Each of `steps` calls what has as many steps again. */
void check_work(struct judge *, uint32_t at, double steps);
/* A hash that begins with many zeros, looked for in a loop. */
void check_search_for_zeros(struct judge *, uint32_t call);

/* endings.c */

/* May this call, or this function, raise something or end the program? */
bool call_may_end(struct judge *, uint32_t call);
bool function_may_raise(struct judge *, uint32_t function);
/* Does it go on as long as somebody asks for what it yields? */
bool loop_yields_for_ever(struct judge *, uint32_t loop);
/* Does something end what goes on, in the background or after a while? */
bool loop_is_ended_from_outside(struct judge *);

/* growth.c: what a loop, or a reduction, makes larger each time. */
void check_growth(struct judge *, uint32_t loop);
void check_growth_of_reduce(struct judge *, uint32_t call,
    const char *callee);

#endif
