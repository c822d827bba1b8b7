/*
 * What the tree may use, counted without cgroups: exactly where a call can be
 * refused, by sampling where it cannot.
 *
 * The tracer calls the on_ functions at its stops; the watchdog thread samples
 * and kills. Every function is safe from both threads.
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
};

/*
 * May one more process or thread start? 0 or a positive errno (EAGAIN,
 * ENOMEM); then, as below, *ret says what was refused.
 */
int limits_on_clone(struct limits *, pid_t parent_tgid, bool shares_memory,
    struct limits_refusal *ret);
/* One that may, will not: the call came to nothing, or is made anew. */
void limits_on_no_clone(struct limits *);
void limits_on_new_task(struct limits *, pid_t tid, pid_t tgid, pid_t parent);
/*
 * `cpu`: if it was a process, the nanoseconds that it and the children it
 * waited for have used, as the kernel tells whoever reaps it; else 0.
 */
void limits_on_exit_task(struct limits *, pid_t tid, pid_t tgid, int64_t cpu);

/*
 * May `tgid` reserve `bytes` more (mmap, brk, mremap, shared or private)?
 * 0 or ENOMEM. Only reservations that the filter lets stop are asked about.
 */
int limits_on_reserve(struct limits *, pid_t tgid, uint64_t bytes,
    bool is_shared, struct limits_refusal *ret);

/* May the tree create or grow a file? 0 or ENOSPC. */
int limits_on_file(struct limits *, uint64_t bytes,
    struct limits_refusal *ret);

/* So much more (or less) in a file's attributes. */
void limits_on_attribute(struct limits *, int64_t more);

/* A file was to be `asked` bytes long, which no file may be: EFBIG. */
int limits_on_too_large(struct limits *, int64_t asked,
    struct limits_refusal *ret);

/*
 * May these O_PATH descriptors' files be passed over a socket? 0 or a positive
 * errno. Where it may, limits_on_passed once that is done, or given up.
 */
int limits_on_pass(struct limits *, const int *fds, unsigned n);
void limits_on_passed(struct limits *);

/* Nobody may search this folder from now on. */
void limits_on_shut(struct limits *, const char *folder);

/* This small file is about to lose its name, and may stay mapped. */
void limits_on_unlink(struct limits *, int fd);

/*
 * A process ended: the most memory it ever touched, as the kernel counted it.
 * Small pieces are refused in the kernel, where no call stops; that it came
 * within a sixteenth of what it was given is what there is to know of that.
 */
void limits_on_peak(struct limits *, pid_t tgid, int64_t bytes);

/* True once a limit was crossed that must end the run. */
bool limits_exceeded(const struct limits *);

/*
 * Once one was: sample, and say if memory or disk are further over their limit
 * than when that was first seen, by a thirty-second part of it. Who stops a
 * tree to look at it asks this, so as not to wait for a call that goes on
 * writing.
 */
bool limits_still_grows(struct limits *);

/* Cross one: `which` is an enum rules_limit. The watchdog is woken. */
void limits_exceed(struct limits *, int which, int64_t limit, int64_t used);

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

/* Kill every process of the tree that is known. */
void limits_kill(struct limits *);

/* After the tree is dead: also judges what it used since the last sample. */
void limits_usage(struct limits *, struct limits_usage *ret);

#endif
