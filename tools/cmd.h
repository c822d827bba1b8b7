/*
 * One subcommand, one file: cmd_NAME.c defines `const struct cmd cmd_NAME`,
 * and main.c lists it.
 */
#ifndef SALLYPORT_CMD_H
#define SALLYPORT_CMD_H

#include <stdbool.h>

#include "../supervisor/base/util.h"

struct buf;
struct option;
struct ruleset;

/* What a command can be told to do: its first argument. */
struct cmd_word {
	const char	*name;
	const char	*usage;		/* after "sallyport COMMAND NAME " */
	const char	*summary;	/* one line of the help */
	const char	*help;		/* the options, for --help; or NULL */
	int		(*run)(int argc, char **argv);	/* argv[0] is NAME */
};

struct cmd {
	const char	*name;
	const char	*usage;		/* after "sallyport NAME " */
	/* Of a command that has several; NULL-terminated, or NULL. */
	const struct cmd_word *const *words;
	const char	*summary;	/* one line of the help */
	int		 failure;	/* exit status of usage and internal
					   errors: 2, or 125 for run and exec */
	int		(*run)(int argc, char **argv);	/* argv[0] is NAME */
	bool		 in_order;	/* what follows an operand is its own */
	const char	*help;		/* the options, for --help; or NULL */
	const char	*notes;		/* what all its words take; or NULL */
	/* Whose options it takes, and its own beside them; or NULL. */
	const struct cmd *takes;
	const char	*const *own;	/* NULL-terminated */
};

extern const struct cmd cmd_check, cmd_run, cmd_exec, cmd_explain, cmd_rules,
    cmd_policy, cmd_pool, cmd_serve, cmd_session, cmd_mcp, cmd_audit, cmd_review,
    cmd_doctor, cmd_python, cmd_complete;
/* All of them, NULL-terminated. */
#define CMD_N	15
extern const struct cmd *const cmd_all[CMD_N + 1];

/* "sallyport NAME: ..." to stderr as one line; control characters escaped. */
void cmd_error(const struct cmd *, const char *fmt, ...) PRINTF_LIKE(2, 3);
/* The same, then "usage: ..." of the word that runs; returns cmd->failure. */
int cmd_usage(const struct cmd *, const char *fmt, ...) PRINTF_LIKE(2, 3);
/* What the thread's last error said, behind "sallyport NAME: "; or "". */
const char *cmd_last_error(void);
/* Of this thread's errors nothing is printed, until it is false again. */
void cmd_quiet(bool);

/* For --help: of the word that runs, else of all; returns the exit status. */
int cmd_print_help(const struct cmd *);

/*
 * What `out` holds to standard output, which empties it; and whether all that
 * was printed has come through. Failure is complained of: 0 or -errno.
 */
int cmd_print(const struct cmd *, struct buf *out);
int cmd_flush(const struct cmd *);

/*
 * getopt_long for a command with long options only, with errors that say what
 * is wrong and what was probably meant. Returns an option's value, -1 behind
 * the last, or '?' after an error was printed: return cmd->failure then. An
 * option's value must not be 0. --help is answered here, and ends the
 * process.
 */
int cmd_getopt(const struct cmd *, int argc, char **argv,
    const struct option *longs);

/* The next cmd_getopt() prints the options that begin so, a line each, and ends
 * the process. */
void cmd_list_options(const char *so_far);

/* What argv[1] says; returns the exit status. */
int cmd_run_word(const struct cmd *, int argc, char **argv);
/* The word of that name, or NULL. */
const struct cmd_word *cmd_find_word(const struct cmd *, const char *name);

/* The word of a NULL-terminated list that was probably meant, or NULL. */
const char *cmd_nearest(const char *word, const char *const *words);

/*
 * The table a command works with: --rules FILE, else --profile P (a path only
 * if it contains '/'), else the profile minimal. Either may be NULL, not both
 * given. Errors are printed. Returns 0 or -1; a loaded table is released by
 * the process's end.
 */
int cmd_load_rules(const struct cmd *, const char *profile, const char *rules,
    const struct ruleset **ret);
/* The same, and the files it was made from: see rules_load_from(). */
int cmd_load_rules_from(const struct cmd *, const char *profile,
    const char *rules, struct buf *names, const struct ruleset **ret);

#endif
