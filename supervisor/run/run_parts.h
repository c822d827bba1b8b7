/*
 * The parts of the front process:
 *
 *	run		signals, the supervisor's fork, following what it says
 *	run_prepare	who, what, where: all that must be there before
 *	run_release	and all that of it is no more needed
 *	run_record	what came of it, as the run document
 */
#ifndef SALLYPORT_RUN_PARTS_H
#define SALLYPORT_RUN_PARTS_H

#include "../base/buf.h"
#include "../base/util.h"
#include "../policy/policy.h"
#include "program.h"
#include "python.h"
#include "reach.h"
#include "run.h"

struct cgroup;
struct room;
struct workdir;

/* Exit statuses of the contract. */
enum {
	STATUS_LIMIT = 124, STATUS_FAILED = 125, STATUS_DENIED = 126,
	STATUS_NOT_FOUND = 127, STATUS_SIGNALED = 128,
};

struct run {
	const struct run_options	*opts;
	const struct run_events		*events;
	uid_t				 uid;
	int				 uid_fd;	/* holds it; or -1 */
	struct workdir			*workdir;
	struct python			 python;
	struct program			 program;
	struct cgroup			*cgroup;	/* or NULL */
	struct policy			*policy;
	struct policy_dirs		 dirs;
	struct reach			 reach;
	char				*why;		/* nothing ran: why */
	int				 why_status;
	char				**argv, **env;
	int				 script_fd, stdin_fd, output_fd;
	int				 stdin_flags;	/* of the caller's, as passed */
	const struct family		*family;	/* who has its supervisor,
							   or NULL: we */
	pid_t				 supervisor;
	int				 events_fd, go_fd;
	int				 output[2], writer[2];	/* -1: not
							   through us */
	struct json			*isolation, *interpreter, *end, *results;
	struct json			**violations;	/* as they came */
	size_t				 nviolations, violations_cap;
	int				 log_error;
	struct buf			 said;		/* no whole line yet */
	size_t				 heard;		/* bytes */
	struct room			*room;		/* a session's */
	bool				 loads, loaded;	/* a zygote's */
};

/* Nothing is open yet. */
#define RUN_INIT { .script_fd = -1, .stdin_fd = -1, .events_fd = -1, \
    .go_fd = -1, .output_fd = -1, .uid_fd = -1, .output = { -1, -1 }, \
    .writer = { -1, -1 }, .said = BUF_INIT }

/*
 * The first reason why nothing runs, or why the run failed, is the one that is
 * reported. Both return -EINVAL.
 */
int run_refuse(struct run *, int status, char *why);	/* takes `why` */
int run_refusef(struct run *, int status, const char *fmt, ...)
    PRINTF_LIKE(3, 4);

/* 0, or -EINVAL after run_refuse. *ret_cwd is the caller's. */
int run_prepare(struct run *, bool (*stop)(void), char **ret_cwd);
/*
 * Of a run whose policy and folders are made elsewhere, with `of`'s
 * interpreter: its arguments and environment.
 */
struct supervise_config;
void run_later_args(const struct run *of, const struct run_options *,
    const struct policy_dirs *, struct policy *, struct supervise_config *ret);

/* With opts.later: what it is to run, which is known now. Once. 0, or -EINVAL
 * after run_refuse. */
int run_give_script(struct run *);
/* run_script.c: what the interpreter runs first; what it reads from the script's
 * descriptor; Python's list of the texts that it compiles when they are needed. */
extern const char run_bootstrap[];
void run_add_script(const struct run *, struct buf *);
void run_add_parts(struct buf *);
void run_unprepare(struct run *);

/*
 * run.c, for session/front: the run that stands ready; let it begin, by this
 * byte; one read of what its supervisor says (false: no more comes); the signal
 * that came, or 0; write down that a cell is about to run, 0 or -errno.
 */
struct run_ready;
struct run *run_of_ready(struct run_ready *);
void run_let_begin(struct run *, char word);
bool run_hear(struct run *);
bool run_said_more(const struct run *);	/* which no descriptor tells */
int run_caught(void);
int run_cell_intent(struct run *);
void run_close(int *fd);	/* unless it is -1, which it is then */

/* Collects and removes what was left, first: the tree must be dead.
 * `caught`: the signal that ended it, or 0. */
struct json *run_build_record(struct run *, int caught, int *ret_status);

#endif
