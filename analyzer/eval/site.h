/*
 * How calls stand in the source: what is called, and with which arguments,
 * where the call is plain and where it is handed over. Nodes are 0 for none.
 */
#ifndef SALLYPORT_SITE_H
#define SALLYPORT_SITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct judge;
struct rules_parameter;
struct value;

/*
 * A call as it stands, or one that another hands over: partial(f, x)(),
 * (lambda f, *a: f(*a))(f, x), [f(*a) for f, *a in [(f, x)]][0]. A tuple that
 * begins with a callable counts as one.
 */
struct site {
	uint32_t	callee;	/* 0: none */
	uint32_t	at;	/* the call or tuple with the arguments */
	uint32_t	shift;	/* how many stand before the first */
	uint32_t	bound;	/* the call of partial() that made it; or 0 */
	uint32_t	path;	/* what may be called: the first name; or 0 */
	const struct value *function;	/* the first of its own; or NULL */
};

/* The last few are kept: many rules ask of the same call. */
struct site site_of(struct judge *, uint32_t node);
/* The tuple of `[f(*a) for f, *a in [(f, x)]]`, also indexed. */
uint32_t site_tuple(const struct judge *, uint32_t node);
/* What may be called: the first name that is known, or "". */
const char *site_callee(struct judge *, uint32_t call);
/* The n-th argument, if it stands there plainly; the one of this name. */
uint32_t site_argument(struct judge *, uint32_t call, size_t n);
uint32_t site_keyword(struct judge *, uint32_t call, const char *name);
/* What this parameter gets, by its name or as the n-th argument. */
uint32_t site_parameter(struct judge *, uint32_t call,
    const struct rules_parameter *, size_t n);
/* The name of the method that is called, also one that getattr fetches. */
const char *site_method(struct judge *, uint32_t call,
    uint32_t *ret_object);
/*
 * The attribute that this is, and of what: x.name, getattr(x, "name"),
 * attrgetter("name")(x), (lambda o: o.name)(x); else "".
 */
const char *site_attribute(struct judge *, uint32_t node,
    uint32_t *ret_object);

#endif
