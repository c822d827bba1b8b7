/*
 * What a script tells of itself, read as it comes from a pipe that its first
 * process holds: results, and the exception it died of. Whoever runs there can
 * write anything into it, so it is believed nothing: it says what the results
 * and the error are, and nothing of how the run ended. What is no frame, too
 * long, too much or too late is dropped, and `truncated` says so.
 *
 * A frame is a letter, four bytes of length (the lowest first), and that many:
 *
 *	R	a result: parts, each a byte (which representation), four bytes
 *		of length and the text of it
 *	M	the value of the last expression, likewise; once
 *	U	what is to stand in the place of the last result that was given
 *		the same display_id since the beginning or results_renew():
 *		where there is none, it is one
 *	E	name, value and traceback of an exception, NUL between them
 *	T	something was not told
 *	Z	the end
 */
#ifndef SALLYPORT_RESULTS_H
#define SALLYPORT_RESULTS_H

#include <stdbool.h>
#include <stddef.h>

#define RESULTS_MOST	256u		/* of a run */
#define RESULTS_FRAME	(8u << 20)	/* bytes of one */
#define RESULTS_BYTES	(16u << 20)	/* of all, as they are said */
#define RESULTS_VALUES	(256u << 10)	/* of all, in what is JSON */
#define RESULTS_UPDATES	1024u		/* that are said as they come */
#define RESULTS_ID	256u		/* bytes of a display_id */

struct json;
struct results;

/*
 * `on_result` gets each as it is complete and owns it, with its place: one that
 * was there already gets what stands there now. Without `wanted` there is none.
 * Called by whoever calls results_take; of too many updates the last ones come
 * at the end alone.
 */
struct results *results_new(bool wanted,
    void (*on_result)(struct json *result, size_t at, void *arg), void *arg);

/* The next bytes of the pipe; `arg` is a struct results. False: no more of
 * them, whoever sends that much lies. */
bool results_take(const char *bytes, size_t n, void *arg);

/* As if none had come, while nobody writes: the error, likewise. */
struct json *results_renew(struct results *, bool *ret_truncated);

/* Once nobody writes any more. The error is the caller's to free, null if none
 * was told. Frees all else. */
struct json *results_finish(struct results *, bool *ret_truncated);

#endif
