/*
 * What CPython does not take, though the parser did: a finding for each.
 */
#ifndef SALLYPORT_REFUSED_H
#define SALLYPORT_REFUSED_H

#include <stdint.h>

struct judge;

/* Wants the tree and its scopes. */
void check_refused(struct judge *);

/*
 * This is no Python, from `stop` on (see errors.h). It is told at the
 * place that CPython tells, or where that is not known, at the other one.
 */
void refused_syntax(struct judge *, uint32_t stop, uint32_t start,
    uint32_t end);

#endif
