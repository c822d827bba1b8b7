/*
 * The parts of `sallyport pool`:
 *
 *	pool		judges nothing, runs nothing: keeps runs ready, and knows
 *			where a request belongs that came to another's worker
 *	  kinds		what is asked for: the pool's options, and more
 *	  zygotes	one for each tenant, kind and set of modules
 *	  worker	one run: made ready, waits for a client, judges, runs,
 *			answers with the document of `run --json`, and ends
 *	  cold		a worker of one request, without anything made ready
 *	  places	who waits, and who runs
 *
 * Whoever stands ready takes what comes, and judges it. If it imports what
 * another zygote has loaded, is another tenant's, or asks for more than what
 * stands ready has, it goes to the pool as a wish: to a run that stands ready
 * there, or to a cold one.
 */
#ifndef SALLYPORT_POOL_H
#define SALLYPORT_POOL_H

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "../../supervisor/base/hash.h"
#include "../python/lacking.h"
#include "../run/run_common.h"
#include "../session/wire.h"

struct family;
struct gate;
struct json;
struct seats;

#define POOL_SETS	2	/* of modules: none; those of --preload */
#define POOL_TENANT	65	/* bytes of its name, with its end */
#define POOL_OPTIONS	1024	/* bytes of a kind's key; who has more, runs
				   cold */
#define POOL_KINDS	(RUN_ZYGOTES_MAX + 1)
#define POOL_PLACES	256	/* besides sessions */
#define POOL_BUSY_MS	20	/* who runs for longer is not waited for */
#define POOL_LOST	1	/* a worker's status: what it made is gone, and
				   did not say why */
#define POOL_WISHES	256	/* that wait; more run cold, or are refused */

enum place_state {
	PLACE_FREE = 0, PLACE_MAKING, PLACE_READY,
	PLACE_CLAIMED,		/* by the pool: it gets a request, or ends */
	PLACE_BUSY
};

struct place_shared {
	atomic_int	state;		/* enum place_state */
	_Atomic int64_t	since;		/* it is so; milliseconds */
};

/* What workers and pool all have. */
struct pool_shared {
	_Atomic int64_t		said;	/* when, that there is no log; or 0 */
	struct place_shared	places[];
};

struct place {
	pid_t			 pid;		/* 0: free */
	int			 zygote;	/* -1: cold */
	int			 sock;		/* to it; or -1 */
	bool			 was_ready, retired;
};

/*
 * What runs are made from besides a tenant: the pool's options, and what a request
 * adds to them. The first is the pool's own.
 */
struct kind {
	char			*key;		/* JSON of what is added; NULL */
	struct run_setup	*setup;		/* NULL: was asked for once */
	struct gate		*gate;
	struct lacking		*lacking;
	char			**argv;
	const char *const	*sets[POOL_SETS];	/* of modules */
	unsigned		 nsets;
	int64_t			 asked;		/* last; milliseconds */
	bool			 broken;	/* none can stand ready for it */
};

enum zygote_state { ZYGOTE_NONE = 0, ZYGOTE_LOADING, ZYGOTE_LOADED,
    ZYGOTE_LEAVING };

struct zygote {
	enum zygote_state	 state;
	char			 tenant[POOL_TENANT];
	size_t			 kind;
	unsigned		 set;
	struct family		*family;
	struct hash		 stamp;		/* of what it has loaded */
	int64_t			 stamp_due;	/* its files are looked at then */
	int64_t			 used;		/* last; milliseconds */
	unsigned		 failures;	/* in a row, of it or its runs */
	int64_t			 not_before;	/* so nothing is started */
};

/* A request that the pool is to place. */
struct wish {
	int		 client, text;		/* descriptors */
	int64_t		 since;
	struct wish_head {
		unsigned	set;
		char		tenant[POOL_TENANT];
		char		options[POOL_OPTIONS];	/* a kind's key */
		bool		status, opens, checks;
		char		why_cold[256];	/* it must run so; or "" */
	} head;
};

struct pool {
	struct run_setup	 setup;
	int			 argc;		/* of its options */
	char			**argv;
	struct gate		*gate;
	struct lacking		 lacking;
	struct kind		 kinds[POOL_KINDS];
	char			*root;		/* where its runs have theirs */
	int			 root_fd;
	const char		*path;		/* of the socket */
	int			 listener, signals;
	int			 wake;		/* timerfd: a run goes on for long */
	int			 wishes[2];	/* from workers, to the pool */
	char			*sessions;	/* their sockets' folder */
	struct seats		*seats;
	sigset_t		 awaited, before;	/* blocked; what was */
	struct zygote		 zygotes[RUN_ZYGOTES_MAX];
	unsigned		 nzygotes;	/* there may be */
	struct place		*places;
	struct pool_shared	*shared;	/* of as many */
	size_t			 nplaces;
	struct wish		 waiting[POOL_WISHES];
	size_t			 nwaiting;
	bool			 said_ready, pressed;
	bool			 left;	/* by who started it: --until-eof */
	int64_t			 looked;
	int64_t			 held_kib;	/* at the last look; -1: unknown */
	int64_t			 weigh_due;	/* and the next */
};

/* places.c: a worker for a zygote, or (-1) one that runs `wish` cold; false,
 * said: there is no process for it. */
bool places_start(struct pool *, int zygote, const struct wish *);
void places_fill(struct pool *);
unsigned places_count(const struct pool *, int zygote, enum place_state);
/* Give it to one that stands ready there; false: none does. */
bool places_hand(struct pool *, int zygote, const struct wish *);
/* One is soon ready there (-1: anywhere), before a cold start that begins now would
 * be. */
bool places_come(const struct pool *, int zygote);
/* As many as are too many, or all, of those that stand ready there. */
void places_retire(struct pool *, int zygote, unsigned keep);
/* One ended: was it of a place? */
bool places_left(struct pool *, pid_t, int status);
void places_end(struct pool *);

/* kinds.c: the pool's own, once its gate is there. */
void kinds_begin(struct pool *);
/* With these options as well: 0, or an exit status, said. */
int kinds_parse(struct pool *, const struct json *options, struct kind *ret);
/* The one of this key; POOL_KINDS: there is none (yet) that can stand ready. */
size_t kinds_find(struct pool *, const char *key);
void kinds_end(struct pool *);

/* zygotes.c */
int zygotes_begin(struct pool *);	/* 0 or an exit status */
/* The one for this, or -1; if there is none, one begins, unless *ret_why
 * (static) says that none can. */
int zygotes_find(struct pool *, const char *tenant, size_t kind, unsigned set,
    const char **ret_why);
void zygotes_hear(struct pool *, int zygote);
/* It was this one's process: 0, or an exit status for the pool; else 1. */
int zygotes_left(struct pool *, pid_t, int status);
unsigned zygotes_want(const struct pool *, int zygote);
/* What was used of late, what changed, what there is room for. */
void zygotes_look(struct pool *);
/* Of itself or a run: why (or NULL) is said once; the longer it took to tell, the
 * later it is tried again. */
void zygotes_failed(struct zygote *, int64_t took, const char *why);
struct json *zygotes_json(const struct pool *);
void zygotes_end(struct pool *);
/* Of code that imports these. */
unsigned zygotes_set(const struct kind *, const struct json *imports);

/* worker.c: in processes of their own: exit statuses. */
int worker_run(struct pool *, unsigned place, int zygote, int sock);
int worker_cold(struct pool *, const struct wish *);

/* cmd_pool.c: what is of one run, and what a family has one of: 0 or an exit
 * status. */
int pool_check_options(const struct run_setup *);

/* wishes.c: from a worker to the pool (0 or -errno); taken there, placed. */
int wishes_send(const struct pool *, struct wire_peer *,
    const struct wish_head *);
void wishes_take(struct pool *);
void wishes_place(struct pool *);
void wishes_close(struct pool *);	/* in a process that has no use for them */

#endif
