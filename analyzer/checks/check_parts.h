/* Between check.c, which walks the tree, and names.c. */
#ifndef SALLYPORT_CHECK_PARTS_H
#define SALLYPORT_CHECK_PARTS_H

#include <stdbool.h>
#include <stdint.h>

#include "../../supervisor/base/rules.h"

struct judge;
struct value;
struct vset;

static inline bool
check_allows(const struct rules_row *row)
{
	return row != NULL && row->verb == RULES_ALLOW;
}

/* settings.c: False or None, as it is written. */
bool is_switched_off(const struct judge *, uint32_t node);

/* check.c: does a row about exactly this callable admit it? */
bool check_callable(struct judge *, uint32_t path, uint32_t place,
    const struct value *);

/* names.c: what is used as a value and must not get out of sight. */
void check_escape(struct judge *j, uint32_t at, const struct vset *set);
void check_name_read(struct judge *j, uint32_t at, uint32_t name);
void check_bound_name(struct judge *j, uint32_t at);
void check_stored_name(struct judge *j, uint32_t at);

#endif
