/*
 * --alert COMMAND: a program of the operator's that gets the record of each
 * submission that matters, as JSON on standard input.
 *
 *	command's process  --socket-->	process of ours  --fork-->  COMMAND
 *	  (judges, supervises)		  (made first)
 *
 * Ours is made before the log is opened and anything runs, and holds nothing
 * but its end of the socket; who sends never waits. COMMAND is split at
 * blanks, without quotes; no shell reads it. It gets nothing of ours: no
 * descriptor but a sealed file as standard input, /dev/null as the other two,
 * an environment of PATH and LANG, the folder /, a session of its own, and the
 * uid that runs get. It and what it left behind is killed after ALERT_TIME_MS.
 *
 * Of one log, ALERT_MOST are started in ALERT_WINDOW_MS; what is left out is
 * counted in FILE.d/alerts, and the next one says how many ("left_out"). The
 * log has a record of the type "alert" where one failed, and where the first
 * of a window is left out.
 */
#ifndef SALLYPORT_ALERT_H
#define SALLYPORT_ALERT_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#define ALERT_TIME_MS	10000
#define ALERT_MOST	20
#define ALERT_WINDOW_MS	60000
#define ALERT_BYTES	(48u * 1024)	/* of one record's lists and texts */

struct buf;
struct json;

/* NULL, or what is wrong with a command. */
const char *alert_fault(const char *command);

/*
 * Make the process, once; later calls do nothing, nor does one without a
 * command (NULL or ""). `log` is where failures are recorded. 0 or -errno.
 */
int alert_start(const char *command, const char *log, uid_t uid);
/* Is there one? */
bool alert_is_on(void);
/* Tell it. Never waits: what it has no room for is counted. */
void alert_send(const struct json *record);

/* alert_command.c: run it once. NULL, or why it failed, in `why`. */
const char *alert_command(char *const *argv, uid_t uid, const char *bytes,
    size_t n, struct buf *why);

/*
 * alert_bound.c: may one be started at this time (milliseconds since 1970)?
 * `lost` more were left out before. *ret_left is how many were since the last
 * one that started; of what is left out, whether it is the first of its window
 * goes to *ret_first. 1, 0, or -errno.
 */
int alert_bound(const char *log, int64_t now, uint64_t lost,
    uint64_t *ret_left, bool *ret_first);
/* So many more were left out. */
void alert_count(const char *log, uint64_t lost);

#endif
