/*
 * One look at the processes of a tree: what they hold that is granted by no
 * call. It trusts no name, and costs a bounded time and text: what could not be
 * looked at within that says so.
 */
#ifndef SALLYPORT_LOOK_H
#define SALLYPORT_LOOK_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct look_order {
	const pid_t	*tgids;		/* the processes, */
	const pid_t	*tids;		/* and a living thread of each */
	const unsigned	*forks;		/* and how often it was forked */
	size_t		 n;
	/* Nobody traces them, so nobody was told what they made: files without
	 * a name count, and one that is open nowhere for `most` bytes. */
	bool		 alone;
	int64_t		 most;
	/* Nothing of the tree runs: channels can be counted (buffers.h). */
	bool		 still;
	bool		 net;	/* some may be internet sockets */
};

struct look {
	int64_t	memory, disk;	/* bytes */
	int64_t	channels;	/* bytes that pipes and sockets may hold, and
				   what else is counted like them */
	int64_t	links;		/* of pieces to those they were forked from */
	bool	in_flight;	/* some may be on their way over a socket */
	int64_t	open_most;	/* descriptors of the process with the most */
	bool	spent;		/* there is more than a look may cost */
};

struct looker;			/* room for what was seen; one thread's */

struct looker *looker_new(void);
void looker_free(struct looker *);
/*
 * What the kernel keeps for the pieces of an address space, beyond what every
 * process may have: bytes; and how many links that is. Each piece has one to
 * every process it came from since the last exec, and as many as there are the
 * kernel has to undo when it ends them.
 */
#define LOOK_LINKS_MAX	(INT64_C(1) << 18)

struct look_pieces {
	int64_t	memory, links;
};

struct look_pieces look_pieces(pid_t tid, unsigned forks);
/* How many ranges of files they have locked, or more. */
int64_t look_locks(const struct look_order *);

void looker_look(struct looker *, const struct look_order *, struct look *ret);

#endif
