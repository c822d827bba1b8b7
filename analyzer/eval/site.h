/*
 * What a call in the source calls.
 */
#ifndef SALLYPORT_SITE_H
#define SALLYPORT_SITE_H

#include <stdint.h>

struct judge;

/* The one thing that this node is a call of, by its name; 0: it is none. */
uint32_t site_called(struct judge *, uint32_t node);
/* What may be called: the first name that is known, or "". */
const char *site_callee(struct judge *, uint32_t call);
/* The name of the method that is called, or "". */
const char *site_method(struct judge *, uint32_t call);

#endif
