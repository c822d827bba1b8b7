/*
 * What CPython does not take, though the parser did: a finding for each.
 */
#ifndef SALLYPORT_REFUSED_H
#define SALLYPORT_REFUSED_H

struct judge;

/* Wants the tree and its scopes. */
void check_refused(struct judge *);

#endif
