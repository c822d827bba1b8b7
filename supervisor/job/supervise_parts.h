/*
 * The supervisor process, between its files: supervise.c has the order of its
 * steps, family.c what several of one zygote share.
 */
#ifndef SALLYPORT_SUPERVISE_PARTS_H
#define SALLYPORT_SUPERVISE_PARTS_H

#include "../host/isolation.h"
#include "../tracer/loop.h"
#include "supervise.h"

struct cells;
struct drain_stats;
struct launch_config;

struct supervisor {
	const struct supervise_config	*cfg;
	struct isolation		 iso;
	bool				 alone;		/* tier D */
	int				 child_rules;	/* Landlock, or -1 */
	struct results			*results;	/* of a script */
	struct outbox			*outbox;
	struct recorder			*recorder;
	struct limits			*limits;
	struct guard			*guard;
	struct filter			*filter;
	struct launch			*launch;
	pid_t				 taken;		/* instead of it; or 0 */
	struct drain			*drain;
	struct feed			*feed;
	struct used			*used;		/* not alone */
	struct calls			*calls;		/* --trace, or NULL */
	struct cells			*cells;		/* of what a zygote gave */
	int				 way[2];	/* inet_way_new */
	struct loop_result		 result;
	const char			*step;		/* where the start failed */
	bool				 grouped;	/* in the cgroup */
	struct throttle			*throttle;	/* or NULL */
	int64_t				 throttled_ms;	/* by us */
};

/* One word for the front: an event without members. */
void supervise_say(struct supervisor *, const char *event);
/* Tell the front that nothing will come of it, and end. */
void supervise_fail(struct supervisor *, const char *doing, int err)
    __attribute__((noreturn));
void supervise_fail_why(struct supervisor *, const char *why, int err)
    __attribute__((noreturn));

/* What came of it: of a run, or of a cell. */
void supervise_tell_end(struct supervisor *, int64_t wall_ms,
    const struct drain_stats *output);

/* supervise_confine.c: and whether its Landlock rules are to say exactly what
 * the policy says. */
void supervise_confine(struct supervisor *);
bool supervise_is_exact(const struct policy *);

/* All until it is confined; what a fork does not inherit, again; the rest. */
void supervise_begin(struct supervisor *, const int *keep, size_t nkeep);
void supervise_settle(struct supervisor *, pid_t parent);
void supervise_rest(struct supervisor *) __attribute__((noreturn));

/* family.c: the first process comes from a zygote, with what launch would give
 * it: ->taken. 0 or -errno. */
int supervise_take(struct supervisor *, const struct launch_config *);
/* What that one is to run is known now: so is evidence. */
void supervise_learn(struct supervisor *);

#endif
