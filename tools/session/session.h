/*
 * A session of a pool: the worker that was asked for one becomes it, and
 * listens at a socket of its own until it ends.
 *
 *	serve	who asks for what; the session's beginning and end
 *	cell	a cell judged, run and answered
 *	habits	what is written in notebooks and is no Python
 *	command	programs that are run beside them, as commands.py does it
 *	files	what lies in its folder
 *	seats	how many there are
 *
 * A request is, as the pool's, a line of JSON with `do` (run interrupt extend
 * restart status put get files remove close) and, with `bytes`, so many bytes.
 * A run with "fresh":true restarts its context first. One that comes while
 * another runs waits for its turn, at most `wait_ms`, if too many do not, and so
 * does a request about files or a restart that says `wait_ms`; who leaves
 * meanwhile is not served. With "attended":true it is interrupted once who
 * asked for it has left.
 */
#ifndef SALLYPORT_TOOLS_SESSION_H
#define SALLYPORT_TOOLS_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../../supervisor/base/hash.h"
#include "../check/check.h"
#include "../run/run_common.h"
#include "wire.h"

struct json;
struct seats;

#define SESSION_CONTEXTS 16
#define SESSION_CLIENTS	16	/* at once */
#define SESSION_WAITING	8	/* of them, for the cell that runs */
#define SESSIONS	".sessions/"	/* behind the pool's socket: a folder */

/* A namespace of its own, and what was accepted there. */
struct cell_context {
	char		*name;		/* "": where none is named; NULL: none */
	struct session	*accepted;
	bool		 fresh;		/* no cell ran there yet */
};

struct cell_session {
	struct run_setup	*setup;
	struct run_ready	*ready;
	struct run_events	 events;
	struct check		 check;
	struct judge		*judge;
	struct cell_context	 contexts[SESSION_CONTEXTS];
	struct cell_context	*context;	/* of the cell at hand */
	char			*folder, *path;	/* of its socket */
	char			*label;		/* of the cell, or NULL */
	const char		*pool_label;	/* of those without */
	int			 listener;
	int			 nothing;	/* /dev/null */
	unsigned		 cells;		/* that came */
	uint64_t		 turns;		/* that were waited for */
	int64_t			 wall_ms, cpu_ms;	/* left of all */
	int64_t			 since;		/* idle; milliseconds */
	const char		*why;		/* it ends; or NULL */
	bool			 ended;		/* its tree did */
	struct wire_peer	 clients[SESSION_CLIENTS];
	struct wire_peer	*closer;	/* who waits for that; or NULL */
	const char		*refusal;	/* see session_refuse() */

	/* Files that it may import; by path, what lay there last. */
	struct submission_file	*modules;
	size_t			 nmodules, modules_cap;
	struct json		*known;
	struct hash		 put;	/* of all that was put and removed */

	/* The cell that runs. */
	bool			 runs;
	bool			 is_command;	/* not gated */
	bool			 yields;	/* to whatever is asked */
	struct json		*verdict;
	char			*name;
	bool			 is_named;	/* by who asked for it */
	struct buf		 code;
	int64_t			 asked_ms;	/* of the clock; or 0 */
	int64_t			 may_ms;	/* of the clock */
	struct wire_peer	*asker;		/* who waits for it; or NULL */
	off_t			 streamed[2];	/* of its output */
	size_t			 unshown;	/* results he was too slow for */
	void			(*show)(const struct json *result, bool updates,
				    void *arg);
};

/* serve.c: in the worker. Answers `client`, taken over, judges by the pool's gate,
 * and returns once the session is
 * over: an exit status. */
int session_serve(struct run_setup *, struct run_ready *, struct seats *,
    const char *folder, const struct wire_peer *client, struct gate *);
/* Before there are workers: the folder, empty. 0 or an exit status. */
int session_folder(const struct cmd *, const char *pool, char **ret);
/* Once nobody is there: it goes, with what killed sessions left there. */
void session_leave(const char *pool);
/* Where what is not given has its value. */
void session_defaults(struct session_bounds *);

/*
 * cell.c: one that came from `peer`: it is refused, or runs until cell_over().
 * The last one ended with the session, which `why` says.
 */
void cell_begin(struct cell_session *, struct wire_peer *);
/* Who waited for it is gone. */
void cell_forget_asker(struct cell_session *);
void cell_over(struct cell_session *, const char *why);
/* The context of this request begins anew with its next cell, and takes no place
 * until then. */
void cell_restart(struct cell_session *, const struct json *head);
void cell_release(struct cell_context *);
/* While it runs: what it printed to who reads it as it comes. */
void cell_pump(struct cell_session *);

/*
 * Of an error its kind, for programs: "busy", what cannot be while a cell runs,
 * or while none does; "missing", a file that is not there; else "request".
 * Returns `error`.
 */
const char *session_refuse(struct cell_session *, const char *kind,
    const char *error);

/*
 * habits.c: the code of a cell, without the indent that all its lines have, and
 * with Python for lines that begin with ! and %.
 */
void habits_code(struct buf *out, const char *code, size_t n);

/*
 * command.c: a request's `command`, of the texts cmd, args, cwd and envs, is a
 * program that runs as the cell does. With `do` it is about programs that stay:
 * start attend signal input, with what commands.py makes of its members. Is it
 * one; does it stay, in a namespace of its own; does it end once anything else
 * is asked of the session; and the code that runs it.
 */
bool command_is(const struct json *head);
bool command_stays(const struct json *head);
bool command_yields(const struct json *head);
void command_code(struct buf *out, const struct json *head);

/*
 * files.c: put, get, files, remove: false if it is none of these. Else what is
 * wrong with it, or NULL; get and files have answered then. Of a record, once a cell is over: leave those files that are new or changed.
 */
bool files_is(const char *what);
bool files_serve(struct cell_session *, const char *what,
    struct wire_peer *, const char **ret_error);
void files_note(struct cell_session *, struct json *record);
void files_free(struct cell_session *);

#endif
