/*
 * The options of `run` and `exec`, and what an approval binds of each: a
 * function of run_grants.c. One that binds nothing says so by bind_nothing,
 * and why.
 */
#ifndef SALLYPORT_RUN_OPTIONS_H
#define SALLYPORT_RUN_OPTIONS_H

#include <getopt.h>
#include <stdbool.h>

#include "../../supervisor/base/rules.h"

#define RUN_OPTIONS(X) \
	/* The table is part of what is approved, beside the options. */ \
	X(PROFILE, "profile", required_argument, bind_nothing) \
	X(RULES, "rules", required_argument, bind_nothing) \
	X(TIME, "time", required_argument, bind_limit) \
	X(CPU, "cpu", required_argument, bind_limit) \
	X(MEMORY, "memory", required_argument, bind_limit) \
	X(OUTPUT_LIMIT, "output-limit", required_argument, bind_limit) \
	X(DISK, "disk", required_argument, bind_limit) \
	X(PROCESSES, "processes", required_argument, bind_limit) \
	X(OPEN_FILES, "open-files", required_argument, bind_limit) \
	X(FILE_SIZE, "file-size", required_argument, bind_limit) \
	X(FILES, "files", required_argument, bind_limit) \
	X(CPUS, "cpus", required_argument, bind_limit) \
	X(IO, "io", required_argument, bind_limit) \
	X(READ, "read", required_argument, bind_reads) \
	X(WRITE, "write", required_argument, bind_writes) \
	X(ALLOW_EXEC, "allow-exec", required_argument, bind_execs) \
	X(CONNECT, "connect", required_argument, bind_connects) \
	X(INPUT, "input", required_argument, bind_inputs) \
	X(OUTPUT, "output", required_argument, bind_output) \
	X(OVERWRITE, "overwrite", no_argument, bind_overwrite) \
	X(CHDIR, "chdir", required_argument, bind_chdir) \
	X(ENV, "env", required_argument, bind_env) \
	X(MODULE, "module", required_argument, bind_modules) \
	X(MAIN, "main", required_argument, bind_main) \
	X(PYTHON, "python", required_argument, bind_python) \
	X(CGROUP, "cgroup", required_argument, bind_cgroup) \
	X(UID, "uid", required_argument, bind_uid) \
	X(UID_RANGE, "uid-range", required_argument, bind_uid_range) \
	X(DEGRADED, "degraded", no_argument, bind_degraded) \
	X(EXPLORE, "explore", no_argument, bind_explore) \
	/* What is written down and shown, not what the run may or does. */ \
	X(RESULTS, "results", required_argument, bind_nothing) \
	X(SHOW, "show", no_argument, bind_nothing) \
	X(TRACE, "trace", no_argument, bind_nothing) \
	X(AUDIT, "audit", required_argument, bind_nothing) \
	X(ID, "id", required_argument, bind_nothing) \
	X(AGENT, "agent", required_argument, bind_nothing) \
	X(USER, "user", required_argument, bind_nothing) \
	X(ALERT, "alert", required_argument, bind_nothing) \
	X(JSON, "json", no_argument, bind_nothing) \
	/* Of a pool: how it keeps runs ready; the interpreter is bound. */ \
	X(PRELOAD, "preload", required_argument, bind_nothing) \
	X(READY, "ready", required_argument, bind_nothing) \
	X(STATUS, "status", no_argument, bind_nothing) \
	X(NO_OPTIONS, "no-options", no_argument, bind_nothing) \
	X(UNTIL_EOF, "until-eof", no_argument, bind_nothing) \
	X(ZYGOTES, "zygotes", required_argument, bind_nothing) \
	X(POOL_MEMORY, "pool-memory", required_argument, bind_nothing) \
	X(SHRINK, "shrink", required_argument, bind_nothing) \
	X(SESSIONS, "sessions", required_argument, bind_nothing) \
	X(CELLS, "cells", required_argument, bind_nothing) \
	X(CELL_TIME, "cell-time", required_argument, bind_nothing) \
	X(SESSION_TIME, "session-time", required_argument, bind_nothing) \
	X(SESSION_IDLE, "session-idle", required_argument, bind_nothing) \
	X(GRACE, "grace", required_argument, bind_nothing) \
	X(STREAM, "stream", no_argument, bind_nothing)

enum run_option {
	OPT_BEFORE = 255,	/* from here on no character */
#define RUN_OPTION(option_, name_, has_, bind_) OPT_##option_,
	RUN_OPTIONS(RUN_OPTION)
#undef RUN_OPTION
};

/* False if it is the option of no limit. */
bool run_option_limit(enum run_option, enum rules_limit *ret);

/* The option of the limit of this name, without its dashes. */
const char *run_option_of_limit(const char *limit);

/*
 * The option of ours that this word is, as getopt_long(3) would take it, or
 * NULL; and whether its value is the next word.
 */
const char *run_option_named(const char *word, bool *ret_value_follows);

#endif
