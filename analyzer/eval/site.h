/*
 * How calls stand in the source: what is called, and with which arguments.
 * Nodes are 0 for none.
 */
#ifndef SALLYPORT_SITE_H
#define SALLYPORT_SITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct judge;

/* What may be called: the first name that is known, or "". */
const char *site_callee(struct judge *, uint32_t call);
/* The n-th argument, if it stands there plainly; the one of this name. */
uint32_t site_argument(struct judge *, uint32_t call, size_t n);
uint32_t site_keyword(struct judge *, uint32_t call, const char *name);
/* The name of the method that is called, or "". */
const char *site_method(struct judge *, uint32_t call);

#endif
