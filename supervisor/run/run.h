/*
 * The second door: run a program as an unprivileged process tree and judge
 * every system call it makes.
 *
 *	front process          reads inputs, owns the log, writes copies
 *	  supervisor process   same uid as the run; ptrace, drains, limits
 *	    tracees            the submission
 *	  keeper process       same uid; reads and removes what was left
 *
 * The front may be root: it opens nothing that a tracee made, and parses
 * nothing beyond the keeper's messages and the supervisor's own record. A
 * death of the front kills both (parent-death signal), a death of the
 * supervisor kills the tree (PTRACE_O_EXITKILL).
 */
#ifndef SALLYPORT_RUN_H
#define SALLYPORT_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "../base/hash.h"
#include "../base/rules.h"
#include "../session/room.h"

struct json;
struct narrow;

struct run_input {
	const char	*file;		/* as given */
	const char	*name;		/* in the work folder */
	bool		 bound;		/* it must hold the bytes of `hash` */
	struct hash	 hash;
};

/* One more file of the submission, beside the script. */
struct run_module {
	const char	*name;		/* in the folder of the code: as it is
					   imported, pkg/part.py */
	const char	*given;		/* in tracebacks and records */
	const void	*bytes;
	size_t		 n;
};

/* The operator's word, over what the table says. Zeroed: the table alone. */
struct run_options {
	const struct ruleset	*rules;
	const struct narrow	*narrow;	/* less than they say; or NULL */
	int64_t			 limits[RULES_NLIMITS];	/* 0: the table's */
	const char *const	*reads, *const *writes;	/* NULL-terminated */
	const char *const	*execs, *const *connects;
	const char *const	*env;			/* NAME=VALUE */
	const struct run_input	*inputs;
	size_t			 ninputs;
	const char		*output;	/* copy the work folder's files */
	bool			 overwrite;	/* over regular files there */
	int			 stage_fd;	/* a folder that gets them
						   first; 0: none */
	const char		*chdir;
	bool			 canonical;	/* so are these paths: one that
						   leads elsewhere is refused */
	const char *const	*typed;		/* what they were before: absolute
						   names that lead to them */
	const char		*python;	/* NULL: found */
	const struct hash	*python_hash;	/* its fingerprint when it was
						   judged; NULL: any */
	uid_t			 uid;		/* (uid_t)-1: 65534 as root */
	uid_t			 uid_first, uid_last;	/* or else one of these
						   of its own; 0: none */
	const char		*cgroup;	/* where to make one; NULL: as
						   the host offers, "none" */
	bool			 degraded, trace, explore;
	bool			 results;	/* of a script, are wanted */
	int			 trace_fd;	/* where, with trace */
	/* What the run may not be able to change; each may be NULL. */
	const char		*log;		/* nor read */
	const char		*anchor;	/* the log is held against it */
	const char *const	*tables;	/* files the rules were read
						   from, or looked for in */
	int			 capture[2];	/* files that get its output and
						   errors; 0: ours do */
	bool			 stdin_null;
	int			 stdin_fd;	/* instead of ours; 0: ours */
	const char		*base;		/* where its folder is made;
						   NULL: where there is room */
	bool			 later;		/* what to run is not known yet */
	const char		*cold_why;	/* none that stood ready was
						   used; or NULL */
	struct session_bounds	 session;
	bool			 once;		/* this process runs no other:
						   it gives up the rest */

	/* What to run: a script's bytes, or a program. */
	const char		*script_name;	/* in tracebacks; NULL: program */
	const void		*script;
	size_t			 script_len;
	const char		*script_file;	/* as a module's name; NULL:
						   by script_name */
	const struct run_module	*modules;
	size_t			 nmodules;
	char *const		*argv;		/* script: its arguments only */
};

/*
 * Called in the front process, in order: once before anything untrusted
 * starts (refusing stops the run), then for each violation as it happens.
 * Returns 0, or a negative errno, upon which the tree is killed and the run
 * ends with status "error".
 */
struct run_events {
	int	(*intent)(const struct json *facts, void *arg);
	int	(*violation)(const struct json *violation, void *arg);
	/* What came on stream 0 or 1, instead of on a descriptor, as it
	 * comes; false if nobody wants more of it. May be NULL. */
	bool	(*output)(int stream, const char *bytes, size_t n, void *arg);
	/* A result of a script, as it comes: a new one, or what stands now in
	 * the place of one that was told with its display_id. May be NULL. */
	void	(*result)(const struct json *result, bool updates, void *arg);
	void	*arg;
};

/* As whom a script runs where no option says it: nobody, for root. */
uid_t run_uid_default(void);

/*
 * Run it. *ret_record is the result document without what only the caller
 * knows (id, label, verdict, logs, audit); the caller's to free. *ret_status is the
 * exit status of the contract.
 * Returns 0 whenever there is a record, even one that says why nothing ran.
 * SIGINT and SIGTERM end the tree; *ret_signal is then the signal to raise
 * again once everything is recorded, else 0.
 */
int run_supervised(const struct run_options *, const struct run_events *,
    struct json **ret_record, int *ret_status, int *ret_signal);

/* A record's `error` where it is ours, not the code's. */
struct json *run_own_error(const char *why);

/*
 * A run that stands ready: its folder is made, its supervisor has its first
 * process, a zygote's child that has loaded its modules, and it waits for a
 * script. `opts` (with `later`, and what the family has) and what they name must
 * live as long; before use, set in them what is known now: script, script_name,
 * argv. -EINVAL, or -EINTR by a signal, with *ret_why, the caller's to free, or
 * NULL: the family is gone.
 */
struct family;
struct run_ready;
int run_ready_new(const struct run_options *opts, const struct family *,
    struct run_ready **ret, char **ret_why);
/* Once, as run_supervised(); but what it left is removed by the next. */
int run_ready_use(struct run_ready *, const struct run_events *,
    struct json **ret_record, int *ret_status, int *ret_signal);
/* Its interpreter: as it was named, the file, and what it looked like then. */
void run_ready_python(const struct run_ready *, const char **ret_argv0,
    const char **ret_exe, const char **ret_fingerprint);
/* Where its supervisor is heard: before it is used, only when that has died. */
int run_ready_fd(const struct run_ready *);
void run_ready_free(struct run_ready *);	/* used or not */
/* While one waits, this process was told to end. */
bool run_ready_is_over(void);

#endif
