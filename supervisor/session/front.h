/*
 * A session, in the process that owns its log and its folder: a run that stands
 * ready becomes one, and gets cells until it ends.
 */
#ifndef SALLYPORT_SESSION_FRONT_H
#define SALLYPORT_SESSION_FRONT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct json;
struct room_cell;
struct run_events;
struct run_options;
struct run_ready;

/* What it runs there: a zygote has it compiled. */
extern const char session_driver[];

/* Before: what of `opts`, which the run has, is a session's own. */
void session_options(struct run_options *);

/*
 * It begins, and is ready for a cell once session_hear() says so. After it
 * ended, the record is that of the whole.
 */
void session_begin(struct run_ready *, const struct run_events *);

/* After intent was written. 0 or -errno; the cell is said to have begun. */
int session_next(struct run_ready *, const struct room_cell *);

/* Did it say more already than was heard? Then its descriptor tells nothing. */
bool session_said_more(struct run_ready *);
/* Where that has something to hear: hear it. */
enum session_heard { SESSION_RUNS, SESSION_WAITS, SESSION_ENDED }
session_hear(struct run_ready *);

/* Why the session ended; before session_record(). NULL: who ended it knows. */
const char *session_why(struct run_ready *);

/* What the cell came to that is over, or the whole: as run_supervised(). */
void session_record(struct run_ready *, struct json **ret_record,
    int *ret_status);

/* Files, while no cell runs: see workdir_file(); all of them, as the document
 * lists them. */
struct json *session_files(struct run_ready *);
struct workdir;
struct workdir *session_workdir(struct run_ready *);

/* Of the cell that runs. The session: it ends, hear it. */
void session_interrupt(struct run_ready *);
void session_extend(struct run_ready *, int64_t wall_ms);
void session_end(struct run_ready *);

#endif
