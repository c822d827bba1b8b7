/*
 * Classes of the submission's own as records. Private to own_*.c.
 */
#ifndef SALLYPORT_OWN_RECORDS_H
#define SALLYPORT_OWN_RECORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct judge;
struct vset;

#define RECORD_BY_NAME	SIZE_MAX	/* no position gives it */

/* Which argument of a constructor gives a field. */
struct record_place {
	uint32_t	name;
	size_t		position;
	bool		is_field;	/* of @dataclass or NamedTuple */
	uint32_t	itself;		/* a binding that adds nothing; or 0 */
};

/* A call that makes one; its first `skip` arguments are not the class's. */
typedef bool (*record_visit)(struct judge *, void *context, uint32_t call,
    unsigned skip);

/* Made of the submission's own classes alone, and of nothing that adds any? */
bool record_is_one(struct judge *, uint32_t class);
bool record_descends(struct judge *, uint32_t class, uint32_t from);
/* False: which arguments give its fields is not certain. */
bool record_place(struct judge *, uint32_t class, uint32_t field,
    struct record_place *ret);

/* Joins the names of its fields to `all`; NULL: they are not certain. */
const struct vset *record_add_names(struct judge *, uint32_t class,
    uint32_t place, const struct vset *all);

/* The class whose __init__, written or made, a call of this one runs; or 0. */
uint32_t record_maker(struct judge *, uint32_t class);
/* Is that __init__ written out? */
bool record_makes_itself(struct judge *, uint32_t class);
/*
 * Each call in the source that runs it. False: the visitor said so, or one
 * might be hidden.
 */
bool record_each_made(struct judge *, uint32_t maker, record_visit, void *);

/*
 * Does every object of the class come from those calls, and no library get
 * the class?
 */
bool record_is_closed(struct judge *, uint32_t class);

/*
 * own_params.c: what a call hands to the parameter at a position, or of a
 * name, of a function that is given all but the first `skip` arguments. Joins
 * it to *all; false if that is not known. `needed`: there is no default.
 */
bool own_add_argument(struct judge *, uint32_t call, unsigned skip,
    const struct record_place *, bool needed, const struct vset **all);

#endif
