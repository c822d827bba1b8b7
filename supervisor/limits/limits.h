/*
 * The ledger: what the tree may use, counted without cgroups. README.md has its
 * model: for each thing that can hold memory or disk, which call grants it or
 * which look sees it.
 *
 * The tracer calls the on_ functions at its stops; the watchdog thread looks
 * and kills. Every function is safe from both threads, and none of those the
 * tracer calls waits for a look.
 */
#ifndef SALLYPORT_LIMITS_H
#define SALLYPORT_LIMITS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct limits;
struct policy;
struct recorder;

struct limits_config {
	const struct policy	*policy;
	struct recorder		*recorder;
	const char		*work, *home;
	int64_t			 disk_before;	/* bytes of the inputs there */
	bool			 alone;		/* no tracer tells us of tasks:
						   they are looked for */
};

struct limits_usage {
	int64_t	cpu_ms, max_rss_kib, bytes_written, tasks_peak;
	int64_t	near_memory;		/* see limits_on_peak(); 0: none */
};

int limits_new(const struct limits_config *, struct limits **ret);
void limits_free(struct limits *);

/* What was refused, and how far that was from what is left. */
struct limits_refusal {
	int	err;			/* positive; 0: nothing was */
	int	which;			/* enum rules_limit */
	int64_t	limit, used, asked;	/* asked 0: any more at all */
	bool	forked;		/* memory counts in two processes */
};

/* It stands: the run met this limit, unless it met another before. */
void limits_refused(struct limits *, const struct limits_refusal *);

/*
 * May one more process or thread start? 0 or a positive errno (EAGAIN,
 * ENOMEM); then, as below, *ret says what was refused.
 */
int limits_on_clone(struct limits *, pid_t parent_tgid, bool shares_memory,
    struct limits_refusal *ret);
/* One that may, will not: the call came to nothing, or is made anew. */
void limits_on_no_clone(struct limits *);
/*
 * The same where the child is another tree's, or none came: what was counted for
 * the copy of `parent_tgid` is given back. No look at the tree would do that: a
 * zygote's is not looked at.
 */
void limits_on_no_child(struct limits *, pid_t parent_tgid);
void limits_on_new_task(struct limits *, pid_t tid, pid_t tgid, pid_t parent);
/* It has memory of its own now. */
void limits_on_exec(struct limits *, pid_t tgid);
/*
 * `cpu`: if it was a process, the nanoseconds that it and the children it
 * waited for have used, as the kernel tells whoever reaps it; else 0.
 */
void limits_on_exit_task(struct limits *, pid_t tid, pid_t tgid, int64_t cpu);

/*
 * Where there is a limit on bytes read and written: thread `tid` is about to
 * end. Thread `from` execs, and becomes `tid`, whose thread is gone.
 */
bool limits_counts_io(const struct limits *);
void limits_on_last_io(struct limits *, pid_t tid);
void limits_on_thread_exec(struct limits *, pid_t from, pid_t tid);

/*
 * May `tgid` reserve `bytes` more of private memory (mmap, brk, mremap)? 0 or
 * ENOMEM. Only reservations that the filter lets stop are asked about.
 */
int limits_on_reserve(struct limits *, pid_t tgid, uint64_t bytes,
    struct limits_refusal *ret);

/*
 * May `tgid` become a program that begins with `bytes` of it, instead of what
 * it has? 0 or ENOMEM.
 */
int limits_on_image(struct limits *, pid_t tgid, uint64_t bytes,
    struct limits_refusal *ret);

/*
 * The first program is about to begin with `bytes` of it. Were that too much,
 * the kernel would kill it before its first instruction, without a word: the
 * run ends by the limit. What lies in its folders now, it did not make.
 */
void limits_on_first(struct limits *, uint64_t bytes);

/*
 * Private memory was closed to writing, and is about to be: RLIMIT_DATA counts
 * it no longer, so what `tgid` holds beyond that is taken from its lease.
 */
void limits_on_closed(struct limits *, pid_t tgid);

/*
 * May there be one more memory file (an object), which is `bytes` long from
 * the start? 0 or ENOMEM. Where it may, limits_on_object takes `fd`, which was
 * opened for reading: it counts until nobody else has it.
 */
int limits_may_object(struct limits *, uint64_t bytes,
    struct limits_refusal *ret);
void limits_on_object(struct limits *, int fd, uint64_t bytes);

/*
 * May there be `n` more pipes, sockets or the like that can hold `bytes` each
 * (buffers.h)? 0 or ENOMEM. `lasting`: they count until the run ends, as no
 * look finds them.
 */
int limits_on_channels(struct limits *, unsigned n, int64_t bytes,
    bool lasting, struct limits_refusal *ret);
/*
 * After memory, a name or a task was refused: might a look at a tree that stands
 * still find that less is held than was granted? It is worth it only now and
 * then. Once it does, limits_recount looks (for names limits_recount_names; of
 * tasks, what ended is heard), and the call may be judged again.
 */
bool limits_may_recount(struct limits *, const struct limits_refusal *);
void limits_recount(struct limits *);

/*
 * What a new name in a folder costs at least (the kernel keeps a kilobyte and a
 * half for it, and a file system half of one), and a new folder.
 */
#define LIMITS_ENTRY	2048
#define LIMITS_FOLDER	(4096 + LIMITS_ENTRY)

/*
 * May there be one more name in a folder? 0 or ENOSPC. Where it may and there
 * is one, limits_on_name counts it: `linked` is what it leads to, if that had a
 * name before, or NULL. Not `sure`: what the call comes to is not seen, and it
 * counts until limits_recount_names, while which `coming` such calls may still
 * be under way.
 */
struct stat;
int limits_may_name(struct limits *, struct limits_refusal *ret);
void limits_on_name(struct limits *, const struct stat *linked, bool sure);
void limits_recount_names(struct limits *, unsigned coming);
/* One is gone: `st` as before that. True if the run made what it led to. */
bool limits_on_name_gone(struct limits *, const struct stat *st);

/* May the tree create or grow a file? 0 or ENOSPC. */
int limits_on_file(struct limits *, uint64_t bytes,
    struct limits_refusal *ret);

/* The like of a memory file that is there already. 0 or ENOMEM. */
int limits_on_memory_file(struct limits *, uint64_t bytes,
    struct limits_refusal *ret);

/* How many ranges of files the tree has locked: by a look, now. */
int64_t limits_locks(struct limits *);

/*
 * Is the limit on the size of files that the kernel holds process `tgid` to
 * ours, and not a smaller one of its own choice?
 */
bool limits_is_file_size(struct limits *, pid_t tgid);

/*
 * May there be `more` bytes in a file's attributes? 0 or ENOSPC. Fewer always
 * may; tell of more that came to nothing as of fewer.
 */
int limits_on_attribute(struct limits *, int64_t more,
    struct limits_refusal *ret);

/* A file was to be `asked` bytes long, which no file may be: EFBIG. */
int limits_on_too_large(struct limits *, int64_t asked,
    struct limits_refusal *ret);

/*
 * A file lost its last name. `fd`, ours and opened for reading (or O_PATH where
 * it cannot be), becomes an object if anybody still has it: `own`, or nobody
 * can tell, and it does while there is room for one more. `made`: by the run.
 */
void limits_on_unlinked(struct limits *, int fd, bool own, bool made);

/*
 * Around a change of names in the run's folders, which a walk through them must
 * not miss half of.
 */
void limits_names_begin(struct limits *);
void limits_names_end(struct limits *);

/*
 * In tier D a process ended: the most memory it ever touched, as the kernel
 * counted it. Nothing stops there; that it came within a sixteenth of what it
 * was given is what there is to know of what the kernel refused it.
 */
void limits_on_peak(struct limits *, pid_t tgid, int64_t bytes);

/* True once a limit was crossed that must end the run. */
bool limits_exceeded(const struct limits *);

/*
 * Once one was: is memory or disk further over its limit, at the last sample,
 * than when that was first seen, by a thirty-second part of it? Who stops a
 * tree to look at it asks this, so as not to wait for a call that goes on
 * writing.
 */
bool limits_still_grows(struct limits *);

/* Cross one: `which` is an enum rules_limit. Who waits for it is woken. */
void limits_exceed(struct limits *, int which, int64_t limit, int64_t used);

/*
 * What is used of the processors, up to `cpu_ms`, counts from now on, in that
 * limit and in limits_usage().
 */
void limits_count_anew(struct limits *, int64_t cpu_ms);
/* Nanoseconds of processor time until now. */
int64_t limits_cpu(struct limits *);
/* Threads that ran since this was asked last; at most `max`. */
unsigned limits_ran(struct limits *, pid_t *ret, unsigned max);

/*
 * Look at what the tree uses now. Returns the milliseconds after which to look
 * again: 100 while nothing grows, less while something does.
 */
int limits_sample(struct limits *);

/*
 * Readable when something began that may grow fast (a file was made, shared
 * memory reserved) and the last look is a while ago: look now.
 */
int limits_wake_fd(const struct limits *);
void limits_wake(struct limits *);
/* Readable once a limit was crossed that must end the run. */
int limits_end_fd(const struct limits *);

/* Kill every process of the tree that is known. */
void limits_kill(struct limits *);

/* Who they are: at most `max` of them. Returns how many. */
unsigned limits_processes(struct limits *, pid_t *ret, unsigned max);

/* After the tree is dead: also judges what it used since the last sample. */
void limits_usage(struct limits *, struct limits_usage *ret);

#endif
