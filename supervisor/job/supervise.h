/*
 * The supervisor process: from its fork to its end.
 *
 * It talks to the front over one pipe, a JSON object a line:
 *
 *	{"event":"ready","isolation":{...}}	then waits for a byte on `go`
 *	{"event":"violation","violation":{...}}	as it happens, once
 *	{"event":"result","result":{...}}	of a script, as it comes
 *	{"event":"end",...}			what there is to say: of the
 *						violations, how often each was
 *
 * The byte lets the tree begin. Over the same pipe the front says later that
 * the user stopped it, lets it go on, or that it is to end.
 */
#ifndef SALLYPORT_SUPERVISE_H
#define SALLYPORT_SUPERVISE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "../policy/policy.h"

struct handover;
struct run_options;

/*
 * The tree of a session begins by another byte. Once it is ready, and after
 * each cell, {"event":"cell",...} has the members of "end"; the front's words
 * are then the next cell, and of one that runs, to interrupt it, or to let it
 * run so many milliseconds from its beginning, which follow.
 */
enum { SUPERVISE_SESSION = 's', SUPERVISE_CELL = 'c',
    SUPERVISE_INTERRUPT = 'i', SUPERVISE_EXTEND = 'x' };
enum { SUPERVISE_GO = '!', SUPERVISE_HOLD = 'h', SUPERVISE_GO_ON = 'g',
    SUPERVISE_END = 'e' };

/* In `argv` of a script: its folder. Where nobody makes anything of names, it
 * is told its real one. */
#define SUPERVISE_CODE	8

struct supervise_config {
	const struct run_options	*opts;
	const struct policy		*policy;
	const struct policy_dirs	*dirs;
	uid_t				 uid;
	int				 uid_fd;	/* holds the uid as this
							   run's alone; or -1 */
	pid_t				 front;
	const char			*exe, *cwd;
	char *const			*argv, *const *env;
	int				 events_fd, go_fd;
	int				 out[2];	/* gets the output */
	int				 stdin_fd;
	int				 script_fd;	/* -1: a program */
	int				 lock_fd;
	int				 cgroup_fd;	/* joins it; or -1 */
	bool				 cgroup_cpus;	/* it holds --cpus */
	int64_t				 disk_before;
	const struct handover		*give;	/* it is a zygote; or NULL */
	const struct handover		*take;	/* its first process is a
						   zygote's child; or NULL */
};

void supervise(const struct supervise_config *) __attribute__((noreturn));

/*
 * A process that others of one uid and one Landlock domain descend from: the
 * zygote's supervisor, and those of its jobs. Landlock lets a process trace
 * only what is in its own domain, or below. The zygote's policy must allow all
 * that the jobs' do.
 */
struct supervise_jobs {
	/* Wait for one; false: there are no more. Then in its own process: what
	 * it is (uid and `take` are filled in), or false; and in this one. */
	bool	(*next)(void *arg);
	bool	(*describe)(struct supervise_config *ret, void *arg);
	void	(*forget)(void *arg);
	void	*arg;
	const int *keep;	/* descriptors for these */
	size_t	 nkeep;
};

void supervise_family(const struct supervise_config *zygote,
    const struct supervise_jobs *) __attribute__((noreturn));

#endif
