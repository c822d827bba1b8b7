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
	size_t		shift;	/* how many stand before the first */
};

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
/* The first character of what stands between two operands. */
char endless_operator(const struct judge *, uint32_t left, uint32_t right);
bool endless_is_name(const struct judge *, uint32_t node, uint32_t name);
/* How many elements range(...) or a display has; 0: not known. */
int64_t endless_count(struct judge *, uint32_t node);
/* Has this no end, or one that nobody lives to see? */
bool endless_is(struct judge *, uint32_t node, unsigned depth);
/* Does it depend on something whether what stands below this is done? */
bool endless_is_condition(struct judge *, uint32_t node);

#endif
