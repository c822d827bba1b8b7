/*
 * What the files of the replay share: a small interpreter of the submission,
 * with what is known and nothing else. Private to these.
 */
#ifndef SALLYPORT_REPLAY_PARTS_H
#define SALLYPORT_REPLAY_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../judge.h"

enum thing_kind {
	THING_UNKNOWN = 0,
	THING_NONE,
	THING_BOOL,
	THING_INT,
	THING_FLOAT,
	THING_ABOVE,		/* a whole number: this one, or a larger one */
	THING_BELOW,		/* the same, or a smaller one */
	THING_LEAST,		/* any number from here on, or not one */
	THING_MOST,		/* up to here */
	THING_NUMBER,		/* any at all */
	THING_TEXT,		/* ASCII; without `s`, only its length */
	THING_BYTES,		/* the length alone */
	THING_FUNCTION,		/* node; n: which call of that around it */
	THING_CLASS,		/* node */
	THING_BUILTIN,		/* node: the identifier */
	THING_METHOD,		/* heap: the object and the function */
	THING_DECORATED,	/* the function; node: the first letter of how */
	/* From here on `heap` holds what it is made of. */
	THING_TUPLE,
	THING_RANGE,		/* first, last, step */
	THING_LIST,
	THING_SET,
	THING_DICT,		/* key, value, key, value */
	THING_OBJECT,		/* the same, of names; its class is `node` */
	THING_ITERATOR,		/* items: those that are left */
	THING_GENERATOR,	/* the function, and what it is called with */
	THING_ENDLESS,		/* items; the last `node` come for ever */
	THING_WAITER,		/* a lock, event, queue, task: see there */
};

struct thing {
	uint8_t		kind;
	uint32_t	n;
	union {
		int64_t		 integer;
		double		 real;
		const char	*s;
		struct heap	*heap;
		uint32_t	 node;
	};
};

static inline bool
thing_is_whole(struct thing t)
{
	return t.kind == THING_INT || t.kind == THING_BOOL;
}

static inline bool
thing_is_number(struct thing t)
{
	return thing_is_whole(t) || t.kind == THING_FLOAT;
}

/* A whole number of which one side is known. */
static inline bool
thing_is_bound(struct thing t)
{
	return t.kind == THING_ABOVE || t.kind == THING_BELOW;
}

static inline bool
thing_is_rough(struct thing t)
{
	return t.kind >= THING_LEAST && t.kind <= THING_NUMBER;
}

static inline double
thing_real_of(struct thing t)
{
	return t.kind == THING_FLOAT ? t.real : (double)t.integer;
}

struct heap {
	uint32_t	n, cap;
	uint32_t	logged;		/* in the journal, from 1; or 0 */
	uint32_t	looked;		/* when it was looked into last */
	uint32_t	born;		/* lost if before the replay's `lost` */
	uint32_t	made;		/* how many were before it */
	uint32_t	node;
	bool		is_lost, is_bag;
	double		length;		/* of what is lost: 0 if not known */
	double		had;		/* a bag: when the window began */
	double		times, kept;	/* how often it is made; bytes in it */
	bool		drains;		/* something is taken out of it */
	bool		ends;		/* lost, but for the last: v[0] */
	uint32_t	most;		/* a deque's maxlen; or 0 */
	struct thing	*missing;	/* a defaultdict's: what makes one */
	struct thing	*v;
};

enum flow {
	GOES_ON = 0,
	BREAKS,
	CONTINUES,
	RETURNS,
	RAISES,
	LEAVES,			/* a generator, whose user has enough of it */
	BLOCKS,			/* a thread, where it waits */
	IS_LOST,		/* out of steps, or not understood */
};

/* What was there before a write. */
struct entry {
	uint32_t	 binding;	/* or 0: of a heap */
	struct heap	*heap;
	struct thing	 old;		/* of a heap: a tuple, or unknown */
};

struct slot {
	struct thing	now;
	uint32_t	logged;
};

/* Literals and their things, which are worked out once. */
struct literals {
	struct thing	*v;
	uint32_t	 n, cap;
};

struct frame {
	uint32_t		 function, call;
	const struct thing	*args;
	size_t			 n;
};

enum waiter {
	WAITER_EVENT = 0,
	WAITER_LOCK,
	WAITER_OWNED,		/* a lock that its owner may take again */
	WAITER_BARRIER,
	WAITER_QUEUE,
	WAITER_TASK,		/* a thread, coroutine or future */
	WAITER_GROUP,		/* of tasks */
	WAITER_POOL,		/* of threads */
	WAITER_UNFINISHED,	/* a queue's join() */
	WAITER_ROOM,		/* a full queue's put() */
	WAITER_CONDITION,
	WAITER_NOTIFIED,	/* once more than by then */
};

#define TASKS_MAX	16

enum total { TOTAL_ASLEEP = 0, TOTAL_WRITTEN, TOTAL_KEPT, TOTALS };

#define FRAMES		32
#define ITEMS_MAX	4096
#define JOURNAL_MAX	4096
#define NEST_MAX	600	/* expressions and blocks */

/* What is done with each item that a generator gives. */
struct hook {
	struct hook	*outer;
	uint32_t	 loop;		/* gone through by this `for`; or 0: */
	struct thing	 list;		/* put there */
	uint32_t	 scope, serial;	/* gone through by itself: the names */
	struct thing	 names;		/* of whoever does that */
	bool		 is_left;	/* and how: */
	enum flow	 left;
	struct thing	 value;
};

struct replay {
	struct judge	*j;
	struct hook	*hook;		/* of the innermost generator */
	bool		 generates;	/* the function that is entered next */
	uint32_t	 steps, limit;
	uint32_t	 sure;		/* the limit, if nothing is in doubt */
	uint32_t	 calls;
	uint32_t	 doubts;	/* what may have gone another way */
	uint32_t	 clock, lost;	/* of heaps: which are not known */
	uint32_t	 made, made_before;	/* the first of the window */
	uint32_t	 nest;
	bool		 probing;	/* with smaller arguments */
	bool		 ahead;		/* with what all later rounds may have */
	uint32_t	 choice, taken;	/* out of a bag */
	bool		 changed;	/* what may be in it */
	bool		 exactly;	/* numbers in it are not joined */
	bool		 extended;	/* the limit, to look at each */
	uint32_t	 looked_exactly;
	bool		 reported, is_shared;
	uint32_t	 deepest;	/* frames, when it was lost */
	uint32_t	 reads, reads_before;
	double		 cost, times;
	double		 totals[TOTALS];
	double		 latest;	/* that something is put off to */
	/* Those that were started; what they wait for where they stopped. */
	struct thing	 pending[TASKS_MAX], stuck[TASKS_MAX];
	uint32_t	 npending, nstuck;
	uint32_t	 inside;	/* of such a one */
	bool		 strangers;	/* others, who may do anything */
	bool		 at_once;	/* what is started, goes first */
	bool		 started;	/* something was */
	bool		 runs_task;	/* the function that is entered next */
	bool		 drains;	/* something takes out of lists */
	uint32_t	 compared;
	uint32_t	 writing;	/* what generators give */
	uint32_t	 perhaps;	/* branches that may not be gone */
	uint32_t	 passed;	/* of those, which would have left */
	enum flow	 flow;
	struct thing	 value;		/* returned, or raised */
	struct slot	*slots;		/* by binding */
	uint32_t	*bindings;	/* by node, from 1; 0: not asked; */
	struct literals	*literals;	/* of literals: which of these */
	uint32_t	*serials;	/* by scope */
	uint32_t	 serial;
	struct heap	**kept;		/* by serial: what its names were */
	uint32_t	 kept_cap;
	bool		*is_around;	/* by scope: a function stands in it */
	struct thing	*defaults;	/* by def: of parameters */
	struct thing	 handled;	/* by the `except` around */
	struct entry	*journal;
	uint32_t	 njournal, journal_cap;
	uint32_t	 base;		/* what stood before is dropped */
	struct thing	 over;		/* what the innermost `for` asks */
	/* Of the innermost `while`: where its window begins, and what was. */
	uint32_t	 looping, loop, window, doubts_before, calls_before;
	uint32_t	 huge_at;	/* the outermost; 0: in none */
	uint32_t	 here;		/* the innermost call or comparison */
	struct frame	 frames[FRAMES];
	uint32_t	 nframes;
	uint8_t		*entered;	/* by scope */
};

#define ARGS_MAX	8

struct args {
	struct thing	v[ARGS_MAX];
	size_t		n;
	bool		named;		/* some by keyword */
	uint32_t	names[4];	/* these */
	struct thing	by_name[4];
	size_t		nnames;
};

/* replay_things.c: values, what changes them, what was there before. */
struct thing thing_int(int64_t);
struct thing thing_real(double);
struct thing thing_bool(bool);
struct thing thing_none(void);
struct thing thing_unknown(void);
struct thing thing_bound(enum thing_kind, int64_t);
struct thing thing_long_text(double length);
struct thing thing_text(const char *s, size_t n);
struct thing thing_bytes(double length);
struct thing thing_buffer(struct replay *, double length);
struct thing thing_new(struct replay *, enum thing_kind, size_t cap);
/* -1: not known. */
int thing_truth(struct replay *, struct thing);
int thing_same(struct replay *, struct thing, struct thing, unsigned depth);
double thing_length(struct replay *, struct thing);	/* below 0: unknown */
bool thing_is_heap(struct thing);
struct thing thing_ending(struct replay *, struct thing last);
bool thing_last(struct thing list, struct thing *ret);
bool thing_is_current(const struct replay *, struct thing function);
/* Its items are known. */
bool thing_has_items(struct replay *, struct thing);
void thing_push(struct replay *, struct thing list, struct thing);
void thing_before_write(struct replay *, struct heap *);
void thing_lose(struct replay *, struct thing, unsigned depth);
void thing_lose_all(struct replay *);
/* The items of what can be gone through, or false. */
bool thing_items(struct replay *, struct thing, struct thing *ret_list);
struct thing *thing_find(struct replay *, struct thing dict, struct thing key);
void thing_put(struct replay *, struct thing dict, struct thing key,
    struct thing value);
void slot_set(struct replay *, uint32_t binding, struct thing);
/* Is all as it was when the window began? */
bool journal_is_undone(struct replay *);
/* The same, or one of those that it may be; of what nobody looked at: both. */
bool thing_is_again(struct replay *, struct thing, struct thing may_be,
    unsigned depth);
/*
 * What only grew, or shrank, since then may be any such number from now on.
 * With a bag: of the first list that grew, any of its items may come next.
 */
void journal_widen(struct replay *, uint32_t from, uint32_t to,
    struct heap **ret_bag);
/* What names hold that changed in the window, is not known; false: none. */
bool journal_loosen(struct replay *);
/* All is as it was there; what is not known any more, is lost. */
void journal_undo(struct replay *, uint32_t to);

/*
 * replay_bags.c: lists of which it is known what may be in them, and how many
 * there are at least.
 */
bool bag_make(struct replay *, struct heap *, uint32_t from,
    const struct heap *past, uint32_t npast);
struct thing bag_method(struct replay *, struct thing bag,
    const char *method, const struct args *);
/* replay_bounds.c: numbers that are not known, but where they are. */
bool thing_is_some_number(struct thing);
struct thing thing_some_whole(void);
struct thing thing_rough(enum thing_kind, double);
struct thing replay_rough(struct replay *, const char *op, struct thing,
    struct thing);
int thing_order(struct thing, struct thing);
struct thing thing_without_sign(struct thing);
struct thing thing_negated(struct thing);
bool thing_is_as_rough(struct thing, struct thing may_be);
struct thing thing_joined(struct thing, struct thing);
/*
 * replay_letters.c: of a comprehension over a text, by letter, what its
 * element is; NULL: not this one. False: not known yet, to be worked out
 * between a mark and letter_keep().
 */
#define LETTERS	128

struct letter {
	struct thing	value;
	double		cost;
	uint32_t	steps;		/* 0: not known */
};

struct letter_mark {
	uint32_t	steps, doubts, calls, n;
	double		cost;
};

struct letter *letters_begin(struct replay *, uint32_t comprehension,
    struct thing over);
bool letter_take(struct replay *, const struct letter *, struct thing ret);
struct letter_mark letter_mark(const struct replay *, struct thing ret);
void letter_keep(const struct replay *, struct letter *, struct thing ret,
    const struct letter_mark *);

/* replay_totals.c: so much more, times the rounds of the loops around. */
void replay_add(struct replay *, enum total, double n);
double thing_size(struct replay *, struct thing, unsigned depth);
void replay_keep_more(struct replay *, struct heap *list, double bytes);
void replay_keep_item(struct replay *, struct heap *list, struct thing item);
void replay_drain(struct heap *);
void replay_asleep_until(struct replay *, struct thing when);

/* What gives this may raise something, or do what is not known. */
void thing_doubt(struct replay *);
struct thing thing_doubtful(struct replay *);

/* replay_operators.c; a comparison: 1, 0; -1 if it is not known. */
struct thing replay_binary(struct replay *, const char *op, struct thing,
    struct thing);
int replay_compare(struct replay *, const char *op, struct thing,
    struct thing);

/* replay_eval.c */
/* The binding of the name at this node; 0: a builtin, or not known. */
uint32_t replay_binding(struct replay *, uint32_t node);
struct thing replay_eval(struct replay *, uint32_t node);
/* Ends all of it: out of steps, or not understood. */
struct thing replay_lost(struct replay *);

/* replay_places.c */
struct thing replay_subscript(struct replay *, uint32_t node);
struct thing replay_attribute(struct replay *, struct thing, uint32_t name,
    bool *ret_found);
void replay_bind(struct replay *, uint32_t target, struct thing);
/* What an own class, or one that it is made of, calls by this name. */
bool replay_member(struct replay *, uint32_t class, uint32_t name,
    unsigned depth, struct thing *ret);
bool replay_class_is_plain(struct replay *, uint32_t class, unsigned depth);

/* The argument of this name; unknown where there is none. */
struct thing replay_named(struct replay *, const struct args *,
    const char *name);
/* Whatever may be called, with these; list: of a call's arguments, or 0. */
struct thing replay_apply(struct replay *, struct thing callee,
    const struct thing *args, size_t n);

/*
 * replay_objects.c: of own classes. `replay_ask` calls the method of this
 * name, if there is one.
 */
bool replay_special(struct replay *, struct thing object, const char *name,
    struct thing *ret);
bool replay_ask(struct replay *, struct thing object, const char *name,
    const struct thing *args, size_t n, struct thing *ret);
int replay_object_truth(struct replay *, struct thing);
int replay_object_same(struct replay *, struct thing, struct thing);
bool replay_object_operator(struct replay *, const char *op, struct thing,
    struct thing, struct thing *ret);
bool replay_object_items(struct replay *, struct thing object,
    struct thing *ret_list);
bool replay_is_record(struct replay *, uint32_t class);
/* Are its fields those that stand in it, each given when it is made? */
bool replay_record_is_plain(struct replay *, uint32_t class);
struct thing replay_record(struct replay *, uint32_t class,
    const struct args *);

/* replay_builtins.c; false: not one of those it knows. */
bool replay_builtin(struct replay *, const char *name, const struct args *,
    struct thing *ret);
struct thing thing_copy(struct replay *, struct thing, enum thing_kind);
struct thing thing_sorted(struct replay *, struct thing, const struct args *);
struct thing thing_pair(struct replay *, struct thing, struct thing);

/* replay_items.c: what goes through items. */
struct thing items_extreme(struct replay *, const struct args *,
    bool largest);
struct thing items_mapped(struct replay *, const struct args *,
    bool filters);
struct thing items_counted(struct replay *, const struct args *);
struct thing items_zipped(struct replay *, const struct args *);
struct thing items_reversed(struct replay *, struct thing);
struct thing items_next(struct replay *, const struct args *);

/* replay_numbers.c: numbers and texts; what math makes of them. */
struct thing thing_to_int(struct replay *, struct thing);
struct thing thing_to_real(struct replay *, struct thing);
struct thing thing_to_text(struct replay *, struct thing);
struct thing thing_format(struct replay *, struct thing, struct thing spec);
bool replay_math(struct replay *, const char *name, const struct args *,
    struct thing *ret);
bool replay_math_constant(const char *name, struct thing *ret);

/*
 * replay_endless.c: iterators without an end. The items of one that is known;
 * 1, 0 or -1, not known, from those that ask.
 */
bool endless_is_known(struct replay *, struct thing);
bool endless_make(struct replay *, const char *name, const struct args *,
    struct thing *ret);
void endless_take(struct replay *, struct thing);
/* itertools.product and the like: a list of which only the length is known. */
struct thing endless_ways(struct replay *, uint32_t call, const char *name,
    const struct args *);
struct thing endless_mapped(struct replay *, struct thing function,
    struct thing over, bool filters);
struct thing endless_enumerated(struct replay *, struct thing over);
struct thing endless_next(struct replay *, struct thing over);
int endless_some(struct replay *, struct thing over, bool want);
int endless_holds(struct replay *, struct thing over, struct thing item);

/* replay_methods.c: of a list, set or dict; replay_texts.c: of a text. */
struct thing replay_method(struct replay *, struct thing, const char *method,
    const struct args *);
struct thing replay_text_method(struct replay *, struct thing text,
    const char *method, const struct args *);

/* replay_calls.c */
struct thing replay_call(struct replay *, uint32_t call);
/* The arguments of a call; false: not all of them are known. */
bool replay_args(struct replay *, uint32_t list, struct args *);
#define WATCHED	3	/* names of one loop */

/* What a loop binds anew, and how long it was after the last rounds. */
struct growing {
	uint32_t	names[WATCHED], n;
	double		length[WATCHED], ratio[WATCHED];
};

/* replay_growth.c: before the first round, and after each. */
void growth_watch(struct replay *, uint32_t body, struct growing *);
void growth_ask(struct replay *, struct growing *, double left);
/* replay.c: does this exception's name cover what was raised? -1: not known. */
int replay_covers(struct replay *, uint32_t node);
/* replay_with.c */
void replay_with(struct replay *, uint32_t at);
/* replay_waits.c */
bool replay_make_waiter(struct replay *, const char *name,
    const struct args *, struct thing *ret);
struct thing replay_coroutine(struct replay *, struct thing function,
    const struct thing *args, size_t n);
struct thing replay_waiter_method(struct replay *, struct thing waiter,
    const char *method, const struct args *);
struct thing replay_start(struct replay *, struct thing what,
    struct thing by);
/* One that somebody else is to set. */
struct thing replay_future(struct replay *);
struct thing replay_gather(struct replay *, const struct args *);
struct thing replay_await(struct replay *, struct thing);
void replay_enter(struct replay *, struct thing waiter, bool leaves);
void replay_let_go_on(struct replay *);
/* Nobody else is there, who may do something. */
bool replay_is_alone(const struct replay *);
/* replay_writes.c: does a method of this name write what it is given? */
bool replay_writes(struct replay *, uint32_t call, const char *method);
void replay_dumps(struct replay *, struct thing);
/* replay_library.c: false: not one of those it knows. */
bool replay_library(struct replay *, uint32_t call, struct thing *ret);
/* The value of the keyword argument of this name; or 0. */
uint32_t replay_keyword(struct replay *, uint32_t list, const char *name);
struct thing replay_function(struct replay *, uint32_t function,
    uint32_t call, const struct thing *args, size_t n, uint32_t list);

/*
 * The names of a call that is over, for the functions that were made in it;
 * NULL: not known.
 */
struct heap *replay_kept(const struct replay *, uint32_t serial);
void replay_keep(struct replay *, uint32_t serial, struct heap *);

/* replay_loops.c */
void replay_while(struct replay *, uint32_t loop);
void replay_for(struct replay *, uint32_t loop);
/* Can no test of the loop depend on what this name holds? */
bool replay_is_idle(struct replay *, uint32_t binding);

/* One round of a `for`; false when it was the last. */
bool replay_round(struct replay *, uint32_t loop, struct thing item);

/*
 * replay_yields.c: generators. The items of what is gone through to its end,
 * a generator or other; a `for` over one.
 */
struct thing yields_make(struct replay *, struct thing function,
    const struct thing *args, size_t n);
bool yields_items(struct replay *, struct thing, struct thing *ret_list);
bool yields_for(struct replay *, uint32_t loop, struct thing over,
    bool *ret_goes_on);
struct thing replay_yield(struct replay *, uint32_t node);

/* replay.c: statements. */
void replay_statement(struct replay *, uint32_t at);
void replay_block(struct replay *, uint32_t block);
void replay_forget(struct replay *, uint32_t node);
void replay_raise(struct replay *, const char *name);
void replay_huge(struct replay *, uint32_t node, double size);

/* replay_probe.c: is the innermost call, which was lost, out of proportion? */
void replay_probe(struct replay *);

#endif
