/*
 * JSON with a budget of bytes. What is too long for it is cut, and what was
 * left out is counted and hashed, so that it can still be proved: this is the
 * one way in which records, documents and events are bounded, whatever a
 * program made their lists of.
 *
 *	"left_out": { PATH: {"count":N,"sha256":H}, PATH: {"bytes":N,...} }
 *
 * PATH names a list or a text by the members that lead there ("promise.used.
 * reads"). Of a list the first items are kept, whole; H is of the canonical
 * form of each other one with a newline behind it. Of a text the beginning is
 * kept, with "[clipped:N]" behind it; H is of the N bytes that followed.
 */
#ifndef SALLYPORT_FIT_H
#define SALLYPORT_FIT_H

#include <stddef.h>
#include <stdint.h>

#include "hash.h"

struct json;

/* Of one violation, thread or refusal, with its stacks. */
#define FIT_ITEM	(32u * 1024)

/*
 * A copy of `doc` (an object) whose lists and long texts take no more than
 * `budget` bytes in canonical form, or NULL if they take no more as they are.
 * Those that are short stay whole; the long ones share what is left. A
 * `left_out` that is there already is carried on: the earlier note of a list
 * that is cut again is its last item.
 * What is neither list nor text is not bounded. The caller's to free.
 */
struct json *fit_json(const struct json *doc, size_t budget);

/* The same of what the caller hands over; it gets back the one that fits. */
struct json *fit_owned(struct json *doc, size_t budget);

/* How much of a text is kept: `most` bytes, less what a character is cut by. */
size_t fit_cut(const char *text, size_t n, size_t most);

/* A text of at most `most` bytes, and "[clipped:N]" for the N that follow. */
struct json *fit_text(const char *text, size_t most);

/* Items that a list has no room for, one after the other. Zeroed: none. */
struct fit_rest {
	int64_t			count;
	struct hash_state	hash;
};

void fit_leave(struct fit_rest *, const struct json *item);
/* {"count","sha256"}; the rest is used up. */
struct json *fit_note(struct fit_rest *);

/*
 * A list that never grows beyond a budget: of each item that has no room in
 * it, and of all behind that one, only the rest knows. `items` is the caller's.
 */
#define FIT_COST	256u

struct fit_list {
	struct json	*items;
	size_t		 budget;	/* bytes, FIT_COST more for each item */
	struct fit_rest	 rest;
};

/* Takes the item over. */
void fit_add(struct fit_list *, struct json *item);

#endif
