/*
 * What the files of this room ask each other: what has no end, what ends a
 * loop, and the checks that go by node. Private to exhaust/ and replay/.
 */
#ifndef SALLYPORT_ENDLESS_PARTS_H
#define SALLYPORT_ENDLESS_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct judge;
struct value;

#define DEPTH_MAX	16
#define TOO_MANY	20000000000LL	/* elements: minutes, or all memory */

/* endless.c: has this no end, or one that nobody lives to see? */
bool endless_is(struct judge *, uint32_t node, unsigned depth);
/* How many elements this has; 0: not known. */
int64_t endless_count(struct judge *, uint32_t node);
/* sizes.c: the same, where it is too many for a count. */
double size_of_node(struct judge *, uint32_t node);
/* numbers.c: the number that this is; false if it is not known. */
bool number_of_node(struct judge *, uint32_t node, double *ret);
/* The same, or the largest that a loop gives it. */
bool number_at_most(struct judge *, uint32_t node, double *ret);
/* What a name that is bound only once is bound to; else 0. */
uint32_t only_definition(struct judge *, uint32_t name);
/* loops.c: does anything depend on what happens before this is done? */
bool loop_is_condition(struct judge *, uint32_t node);
/* steps.c: is there anything in the loop that leaves it, or its function? */
bool loop_may_be_left(struct judge *, uint32_t loop);
/* The same, or an `await`: others run meanwhile, and may end it. */
bool loop_may_end(struct judge *, uint32_t loop);
/* Loops within loops, each of so many steps. */
void check_steps(struct judge *, uint32_t loop);
/* As many steps again in each; a hash that begins with zeros. */
void check_work(struct judge *, uint32_t at, double steps);
void check_search_for_zeros(struct judge *, uint32_t call);
/*
 * endings.c: may this call, or this function, raise something or end the
 * program? Does a loop go on as long as somebody asks for what it yields?
 */
bool call_may_end(struct judge *, uint32_t call);
bool function_may_raise(struct judge *, uint32_t function);
bool loop_yields_for_ever(struct judge *, uint32_t loop);
/* Does something end what goes on, in the background or after a while? */
bool loop_is_ended_from_outside(struct judge *);
/* growth.c: what a loop, or a reduction, makes larger each time. */
void check_growth(struct judge *, uint32_t loop);
void check_growth_of_reduce(struct judge *, uint32_t call,
    const char *callee);
#endif
