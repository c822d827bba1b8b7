/*
 * What `run` and `exec` share: options, the log's records, the document.
 */
#ifndef SALLYPORT_RUN_COMMON_H
#define SALLYPORT_RUN_COMMON_H

#include <stdbool.h>
#include <stddef.h>

#include "../cmd.h"
#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/hash.h"
#include "../../supervisor/run/run.h"

struct audit;
struct output;
struct run_auto;
struct run_files;
struct json;

/* A NULL-terminated list that grows; items are borrowed. */
struct run_list {
	const char	**items;
	size_t		 n, cap;
};

#define RUN_READY_MAX	64
#define RUN_ZYGOTES_MAX	32

struct run_setup {
	const struct cmd	*cmd;
	struct run_options	 opts;
	const char		*profile, *rules;
	const char		*alert;		/* of --alert, or NULL */
	struct json		*judged;	/* for it: the verdict, or NULL */
	const char		*audit_path, *label, *agent, *user;
	bool			 json, stream;	/* --stream: json, too */
	int			 logs[2];	/* what it printed, for them */
	int64_t			 begun;		/* --stream: its clock; what */
	struct buf		 pieces[2];	/* is no whole character yet */
	bool			 is_auto;	/* --profile auto[:BASE] */
	struct run_auto		*narrow;	/* what came of it, or NULL */
	char			*table_names;	/* of files, see `tables` */
	struct run_list		 tables;
	struct run_list		 reads, writes, execs, connects, env;
	struct run_input	*inputs;
	size_t			 ninputs, inputs_cap;
	struct run_list		 module_words;	/* of --module */
	struct run_list		 preload;	/* of --preload, ended by NULL */
	unsigned		 nready, nzygotes;	/* of a pool; or 0 */
	int64_t			 pool_memory, shrink_ms;	/* or 0 */
	bool			 no_options;	/* of requests */
	bool			 until_eof;	/* --until-eof */
	bool			 status;	/* --status */
	const char		*main;		/* of --main */
	bool			 show;		/* --show */
	const char		*results;	/* of --results */
	int			 results_fd;	/* 0: not open */
	struct output		*gate;		/* of output; or NULL */
	bool			 gate_begun;	/* it was looked for */
	int			 held_fd;	/* 0: none; see run_gate.c */
	struct run_files	*files;		/* see run_files.h */
	bool			 main_is_kept;	/* with the files */
	struct run_list		 granted;	/* see run_granted() */
	char			*environment;	/* the table's interpreter, or NULL */
	struct run_list		 typed;		/* see opts.typed */
	char			**paths;	/* of options, canonical */
	size_t			 npaths, paths_cap;
	struct json		*given;		/* the options as recorded */
	char			 grants_hash[HASH_HEX];	/* set once judged */
	struct hash		 stdin_hash;	/* of opts.stdin_fd */
	struct hash		 python_hash;	/* set once judged */

	/* Filled by run_begin. */
	char			 id[33];
	struct audit		*audit;
	char			*log_path;
	uint64_t		 seq;
	struct hash		 hash;
	bool			 logged;	/* seq and hash are set */
	bool			 degraded;	/* runs below its profile */
	struct run_ready	*ready;		/* used for it; or NULL */
	/* Once judged: does another process run it? Then nothing is recorded. */
	bool			(*elsewhere)(const struct json *verdict,
				    void *arg);
	void			*elsewhere_arg;
	char			 session[33];	/* its id, or "" */
	const char		*tenant;	/* whose it is; or NULL, "" */
	unsigned		 cell;		/* the one at hand, or 0 */
	struct json		*cell_binds;	/* see run_grants.c; or NULL */
	bool			 printed;	/* the document is, or cannot be */
	bool			 ended;		/* and its reader has its end */
};

/*
 * Parse options up to the operands; optind stands at the first. Loads the
 * table. Returns 0, or an exit status after errors were printed.
 */
int run_parse(const struct cmd *, int argc, char **argv, struct run_setup *);
extern const char run_help_run[], run_help_exec[], run_help_pool[];
/* Everything but the table; also after run_parse failed. */
void run_release(struct run_setup *);

void run_list_add(struct run_list *, const char *item);

/* Make the id, open the log. 0 or an exit status. */
int run_begin(struct run_setup *);

/* Another id, of a cell. 0 or an exit status. */
int run_make_id(struct run_setup *);
/* What is done as a run goes on; how it ended: 0 or -errno. */
struct run_events run_events_of(struct run_setup *);
int run_record_outcome(struct run_setup *, const struct json *record);
/* What was submitted, and the verdict: 0 or -errno. */
struct verdict;
int run_record_judged(struct run_setup *, const struct verdict *,
    const struct json *verdict);

/*
 * run_alert.c: --alert. Its process, before the log at `log` is opened (0 or an
 * exit status); what was judged; how it ended, of the record and what the log
 * keeps of it. Of `check`: the verdict's record.
 */
int run_alert_start(struct run_setup *, const char *log);
void run_alert_judged(struct run_setup *, const struct json *verdict);
void run_alert_outcome(struct run_setup *, const struct json *record,
    const struct json *outcome);
void run_alert_verdict(const struct ruleset *, const struct json *record,
    uint64_t seq);

/* One record, with the members every record of a run has. 0 or -errno. */
int run_record(struct run_setup *, const char *type, struct json *body);
void run_put_members(const struct run_setup *, struct json *body);

/* With --trace: the file for the calls, before it starts (0 or an exit
 * status); what the record says of it. */
int run_trace_open(struct run_setup *);
void run_trace_finish(struct run_setup *, struct json *record);

/*
 * run_grants.c: what an approval of this run would bind; its hash goes to the
 * setup. *ret_shown is the caller's to free: the list without secrets. The log
 * must be open. 0 or -errno.
 */
int run_grants(struct run_setup *, struct json **ret_shown);
/*
 * Before, for code that needs an approval: read the inputs, and standard input
 * to its end, of which the run then gets exactly what was read. 0 or an exit
 * status.
 */
int run_grants_read(struct run_setup *);

/*
 * run_paths.c: from here on the options of paths say where these lead, which
 * is what is hashed, judged and used.
 */
void run_paths(struct run_setup *);
/* What --read and --write let it read, absolute: as it was typed, and where
 * that leads. Ended by NULL; the setup's. Code may name the file either way. */
const char *const *run_granted(const struct run_setup *);

/* Add the member `promise`: what was used, beside what the verdict (may be
 * NULL) declared; null if nothing ran. */
void run_promise(struct json *record, const struct json *verdict);

/*
 * Run what opts says, recording as it goes, and report it: the document with
 * --json, else violations and what ended the run, on stderr. `verdict` (may be
 * NULL) is taken over. Returns the exit status; dies of a signal that was
 * caught meanwhile.
 */
int run_and_report(struct run_setup *, struct json *verdict);

/* cmd_run.c: a person's word on what is held; `note` says what it is, or that
 * there is none. `verdict` is its JSON: see standing_use(). */
bool run_is_approved(struct run_setup *, const struct verdict *,
    struct json *verdict, struct buf *note);
/* Judge opts.script and run it, unless it is refused. */
#define RUN_ELSEWHERE	(-1)
struct gate;
int run_submission(struct run_setup *, struct gate *);

/*
 * run_document.c: what --json prints. Before the run: files for what the code
 * prints, 0 or an exit status. After it: the document of the record, and of
 * `verdict` (may be NULL), which is taken over; 0 or -errno, said.
 */
int run_document_open(struct run_setup *);
struct json *run_empty_record(const char *status);	/* nothing ran */
struct json *run_failure_record(void);	/* by the last error said */
int run_print_document(struct run_setup *, const struct json *record,
    struct json *verdict);
/* The same to a descriptor. 0 or -errno. */
int run_write_document(struct run_setup *, int to, const struct json *record,
    struct json *verdict);
/* Of a pool: whoever waits for the end of it need not for what is left to do. */
void run_document_end(struct run_setup *);

/*
 * run_stream.c: lines before the document, as things happen. Nobody may read
 * them any more: then they end, and so does what the code may print.
 */
void run_stream_begin(struct run_setup *, struct run_events *);
void run_stream_end(struct run_setup *);
/* What was printed and is kept already. False: nobody reads it. */
bool run_stream_output(struct run_setup *, int stream, const char *bytes,
    size_t n);
/* How many of the last bytes may be the beginning of a character. */
size_t run_cut_character(const char *bytes, size_t n);
/* A line that says how much of each was not sent as it came. */
void run_stream_left_out(const struct json *members);
void run_stream_violation(const struct run_setup *,
    const struct json *violation);
/* With an output gate: all that is told as it happens, once it may pass. */
void run_stream_late(struct run_setup *, const struct json *record);

/*
 * run_gate.c: where the table has rows of output, or NULL. Nothing was found
 * yet.
 */
struct output *run_gate_open(struct run_setup *);
/*
 * Before the run: 0 or an exit
 * status. After it, and before anything of it is said: *record as it may pass,
 * or what says that it is held; *ret_status is 126 then. `verdict` stays the
 * caller's, and may be NULL.
 */
int run_gate_begin(struct run_setup *);
void run_gate(struct run_setup *, struct json **record,
    const struct json *verdict, int *ret_status);
/* What was printed, on ours: without --json. */
void run_gate_print(struct run_setup *);
void run_gate_end(struct run_setup *);

/*
 * run_results.c: before the run, the folder of --results (0 or an exit status);
 * behind it, the files there and what --show prints (0 or -errno, said).
 */
int run_results_open(struct run_setup *);
int run_results(struct run_setup *, const struct json *record);

/* run_summary.c: at most 600 characters for a model that is to go on. */
struct json *run_summary(const struct run_setup *, const struct json *record,
    const struct json *verdict);
/* Of the lookups of a failed run the one that its error is about, or NULL; it
 * stays the record's. */
const struct json *run_lookup_of_error(const struct json *record);
/* Is it an input that was opened for writing, too? Else nothing is there. */
bool run_lookup_is_input(const struct json *lookup);

/*
 * The document of something that was not run: `status` blocked or held.
 * With --json it is printed. Returns the exit status.
 */
int run_refused(struct run_setup *, const char *status, struct json *verdict);

/* The outcome of what was submitted but cannot be run: the last error that was
 * said. 0 or -errno. */
int run_record_failure(struct run_setup *);

/*
 * With --json, whatever came of it is a document: if `exit_status` is a
 * failure before there was one, print one with the last error that was said.
 */
void run_failed(struct run_setup *, int exit_status);

#endif
