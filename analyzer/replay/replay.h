/*
 * The submission gone through with what is known of it, to find loops that
 * come back to where they were and calls that come to too many.
 */
#ifndef SALLYPORT_REPLAY_H
#define SALLYPORT_REPLAY_H

struct judge;

/* Bounded in steps; a finding is the only thing that comes of it. */
void check_replay(struct judge *);

#endif
