/*
 * For scope.c: which of the things that bind a name reach a place. What comes
 * of it is asked by scopes_at().
 */
#ifndef SALLYPORT_REACH_H
#define SALLYPORT_REACH_H

struct def;
struct node;
struct scopes;

/* Sets what it covers, if anything. */
void reach_cover(const struct node *, struct def *);
/* When all that binds a name is known: see struct def's `version`. */
void reach_build(struct scopes *);

#endif
