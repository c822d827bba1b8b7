/*
 * What obscure.c asks of the values that an expression may have.
 */
#ifndef SALLYPORT_OBSCURE_SETS_H
#define SALLYPORT_OBSCURE_SETS_H

#include <stdbool.h>

struct judge;
struct vset;

/* Nothing but texts and numbers that are known. */
bool set_is_known(const struct vset *);
bool set_holds_function(const struct vset *);
/* A method of io.StringIO or io.BytesIO. */
bool set_is_of_memory(const struct judge *, const struct vset *method);
bool set_holds_container(const struct vset *);
bool set_is_connection(struct judge *, const struct vset *);
bool set_is_blank(const struct vset *);

#endif
