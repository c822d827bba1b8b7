/*
 * Judging one system call that stopped on its way in.
 *
 * A family is one file, check_FAMILY.c, with a table of calls and what
 * judges them. A check decides on copies only: what it read from the tracee
 * once, what it put into the task's guard slot. What the kernel will act on
 * must be registers, the slot, or nothing that matters to the judgement.
 */
#ifndef SALLYPORT_CHECK_H
#define SALLYPORT_CHECK_H

#include <stdbool.h>
#include <stdint.h>

#include "../arch/arch.h"
#include "../tracer/guard.h"
#include "../limits/limits.h"
#include "../policy/policy.h"
#include "../tracer/task.h"

/* Zeroed: denied. */
enum check_end {
	CHECK_DENY = 0,		/* ->ruling says why, ->err which errno */
	CHECK_RUN,		/* as it is: nothing in memory matters */
	CHECK_REWRITE,		/* run ->out instead, then restore */
	CHECK_ANSWER,		/* run nothing, return ->answer */
	CHECK_WAIT,		/* hold the task; look again later */
	CHECK_OBJECT,		/* make a memory file of ->object bytes, in
				   place of memfd_create or a shared mmap */
};

struct check {
	struct wall		*wall;
	struct task		*task;
	struct guard_slot	*slot;
	struct arch_call	 in, out;
	long			 answer;
	uint64_t		 object;
	struct ruling		 ruling;
	int			 err;		/* positive */
	struct limits_refusal	 refused;	/* with CHECK_ANSWER: why */
	const char		*lookup;	/* or what is not there for the
						   run; ->ruling says why */
	/* What was judged, for the record: by argument, or NULL. Each stands
	 * in the wall's buffers. */
	const char		*judged[6];
	char			 space[PATH_MAX + 16];
};

typedef enum check_end check_fn(struct check *);

struct check_entry {
	long		 nr;
	check_fn	*fn;
};

/* Each family's table, ended by a NULL fn. */
extern const struct check_entry check_open_calls[], check_stat_calls[],
    check_path_calls[], check_attr_calls[], check_exec_calls[],
    check_net_calls[], check_memory_calls[], check_process_calls[],
    check_fd_calls[], check_lock_calls[], check_grow_calls[];

#define CHECK_CALLS	512	/* every listed number is below this */

/* Nothing is decided of ->in yet. */
void check_begin(struct check *);

/* What judges this native number, or NULL. */
check_fn *check_find(long nr);
/*
 * Before it does: a call that makes a descriptor where all that the limit
 * allows are in use is refused here, since the kernel's own refusal would be
 * seen by nobody.
 */
enum check_end check_room(struct check *);

/* The ways to end. */
enum check_end check_answer(struct check *, long result);
/*
 * `n` bytes into the caller's memory, then `result`; -EFAULT if they cannot be
 * written there. They are copied: the slot is free for them, or not touched.
 */
enum check_end check_give(struct check *, uint64_t to, const void *bytes,
    size_t n, long result);
/* By the call's own row. */
enum check_end check_deny(struct check *);
/* By a `self` row: an attack on the supervisor. */
enum check_end check_deny_self(struct check *, const char *word);
enum check_end check_rewrite(struct check *, long nr);

/* True if allowed; else ->ruling and ->err are set. */
bool check_access(struct check *, enum access, const char *name);

#define CHECK_MASK(a)	(1u << (a))

/*
 * What our descriptor `fd` (O_PATH will do) leads to, for every access of the
 * mask, by the name it has, or had. CHECK_RUN: go on.
 */
enum check_end check_object(struct check *, int fd, unsigned access_mask);

/*
 * Read the path argument `arg`, resolve it from `dirfd` (path_flags), judge it
 * for every access of the mask. `which` (0 or 1) names the wall's buffers that
 * then hold it. CHECK_RUN: go on. Otherwise the end to return.
 */
enum check_end check_name(struct check *, int which, int arg, int dirfd,
    unsigned flags, unsigned access_mask);
/* The same for a name already read into wall->raw[which]. */
enum check_end check_raw(struct check *, int which, int arg, int dirfd,
    unsigned flags, unsigned access_mask);
/* 0 or the negative errno of reading argument `arg` into raw[which]. */
int check_read_raw(struct check *, int which, int arg);

/*
 * After a refusal of the name in path[0]: what is there cannot be made, and
 * what is missing cannot be changed, whoever asks; programs go by that. Told
 * only of what may be looked at.
 */
bool check_is_there(struct check *);
bool check_is_missing(struct check *);

/* The resolved name into the slot, with its slash; the tracee's address. */
uint64_t check_put_path(struct check *, int which);

/*
 * A name that is to be made in path[`which`]: CHECK_RUN, there is room for one
 * more; then the call tells limits_on_name, or lets it be made unseen. What is
 * there already is EEXIST.
 */
enum check_end check_name_room(struct check *, int which);
enum check_end check_name_unseen(struct check *, long nr);

/* Violations' arguments as JSON; check_decode.c. */
struct json *check_decode(const struct check *);

/*
 * After a call returned: is the code now mapped at `result` from the file that
 * was judged? Tell a lone message as sendmmsg does; the number of a socket that
 * was handed over.
 */
bool check_mapped(struct wall *, struct task *, long result);
/* Was it the file that was judged which the task has locked? */
bool check_locked(const struct task *, long result);
/* Is it no file that was opened without rights in place of a link? */
bool check_kept(const struct task *, long result);
void check_sent(struct wall *, struct task *);
void check_took(struct wall *, struct task *);

/* An int argument, as the kernel truncates it. */
static inline int
check_int(const struct check *c, int arg)
{
	return (int)c->in.arg[arg];
}

#endif
