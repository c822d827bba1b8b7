/*
 * What endless.c, loops.c and sizes.c share: calls as they stand, and what
 * has no end. Private to these.
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

/*
 * A call as it stands, or one that another hands over: partial(f, x)(),
 * (lambda f, *a: f(*a))(f, x), [f(*a) for f, *a in [(f, x)]][0]. A tuple that
 * begins with a callable counts as one.
 */
struct site {
	uint32_t	callee;	/* 0: none */
	uint32_t	at;	/* the call or tuple with the arguments */
	uint32_t	shift;	/* how many stand before the first */
	uint32_t	path;	/* what may be called: the first name; or 0 */
	const struct value *function;	/* the first of its own; or NULL */
};

/* Looked at once: what each rule about a call asks again, it is told. */
void endless_site(struct judge *, uint32_t node, struct site *ret);
/* The tuple of `[f(*a) for f, *a in [(f, x)]]`, also indexed; else 0. */
uint32_t endless_tuple(const struct judge *, uint32_t node);
/* What may be called: the first name that is known, or "". */
const char *endless_callee(struct judge *, uint32_t call);
/* The n-th argument, if it stands there plainly; else 0. Of this name: 0. */
uint32_t endless_argument(struct judge *, uint32_t call, size_t n);
uint32_t endless_keyword(struct judge *, uint32_t call, const char *name);
/* The name of the method that is called, also one that getattr fetches. */
const char *endless_method(struct judge *, uint32_t call,
    uint32_t *ret_object);
/*
 * The attribute that this is, and of what: x.name, getattr(x, "name"),
 * attrgetter("name")(x), (lambda o: o.name)(x); else "".
 */
const char *endless_attribute(struct judge *, uint32_t node,
    uint32_t *ret_object);
/* The first character of what stands between two operands. */
char endless_operator(const struct judge *, uint32_t left, uint32_t right);
bool endless_is_name(const struct judge *, uint32_t node, uint32_t name);
/* The function of the submission's own that is called, or NULL. */
const struct value *endless_called(struct judge *, uint32_t call);
/* How many elements this has; 0: not known. */
int64_t endless_count(struct judge *, uint32_t node);
/* Has this no end, or one that nobody lives to see? */
bool endless_is(struct judge *, uint32_t node, unsigned depth);
/* How many elements this has; 0: not known. The number that it is. */
double size_of_node(struct judge *, uint32_t node);
bool number_of_node(struct judge *, uint32_t node, double *ret);
/* The same, or the largest that a loop gives it. */
bool number_at_most(struct judge *, uint32_t node, double *ret);
/* What a name that is bound only once is bound to; else 0. */
uint32_t only_definition(struct judge *, uint32_t name);
/* Anything that may end a loop, or the function it stands in? */
bool loop_may_end(struct judge *, uint32_t loop);
/* steps.c: loops within loops, each of so many steps. */
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
/* Does it depend on something whether what stands below this is done? */
bool endless_is_condition(struct judge *, uint32_t node);

#endif
