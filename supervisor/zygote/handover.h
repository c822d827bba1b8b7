/*
 * A child of a traced zygote goes to another tracer.
 *
 *	family		its supervisor traces the zygote (`give`)
 *	  zygote	forks when asked, having loaded its modules
 *	  job		its supervisor takes the child (`take`), as it stands
 *			before its first instruction
 *
 * One after another: the job's supervisor sends what the child is to have as
 * its descriptors, the zygote forks, its tracer stops the child, lets it go
 * and tells its number; the job's supervisor seizes it. Between the two the
 * child stands still, and executes nothing.
 */
#ifndef SALLYPORT_HANDOVER_H
#define SALLYPORT_HANDOVER_H

#include <stdatomic.h>
#include <stddef.h>
#include <sys/types.h>

/*
 * What a child is handed, in this order, below the highest number that it may
 * have: at HANDOVER_FIRST(most) and up.
 */
enum {
	HANDOVER_STDIN = 0, HANDOVER_STDOUT, HANDOVER_STDERR, HANDOVER_SCRIPT,
	HANDOVER_REPORT, HANDOVER_GUARD, HANDOVER_WAY, HANDOVER_LANDLOCK,
	HANDOVER_CWD,
	HANDOVER_N
};
#define HANDOVER_FIRST(most)	((int)(most) - HANDOVER_N)

/* Bytes of argv and environment that go with them. */
#define HANDOVER_BYTES	(128u << 10)
#define HANDOVER_MS	10000	/* that a fork may take, on the busiest host */
#define HANDOVER_SIGNAL	SIGALRM	/* ends a family whose zygote took longer */

struct handover {
	atomic_uint	*wanted;	/* children; shared by all of them */
	int		 ask, serve;	/* to the zygote, which has the other */
	int		 told[2];	/* numbers of children, by its tracer */
	int		 turn;		/* a file whose lock is the turn to ask */
	pid_t		 heirs;		/* it and those below may trace them */
};

/* A message with descriptors (-1: none, which repeats another): 0 or -errno. Its
 * bytes, 0 at the end, or -errno; the descriptors close on exec. */
int handover_send(int sock, const int *fds, unsigned nfds, const void *bytes,
    size_t n);
ssize_t handover_receive(int sock, int *fds, unsigned nfds, void *bytes,
    size_t size);

/* In the process that all of them descend from, which is `heirs`. 0, -errno. */
int handover_new(struct handover *ret);
/* There, once the zygote's tracer has been forked: the ends that are its. */
void handover_part(struct handover *);

/*
 * Have a child made, with `fds` (-1: none) and `n` bytes for it. Its number, or
 * -errno; -EPIPE: the zygote is gone; -ETIMEDOUT: it made none.
 */
pid_t handover_ask(const struct handover *, const int fds[HANDOVER_N],
    const void *bytes, size_t n);

/* By the zygote's tracer: is a child wanted? It was made, and is told of. */
int handover_wanted(const struct handover *);
int handover_give(const struct handover *, pid_t child);

#endif
