/*
 * Where the text of a cell lies: at the beginning of the file that a session's
 * script comes from. The front writes it while the tree stands still, by a
 * mapping that it alone has; the tree, and all others, can only read.
 *
 *	a line: ' ', or '!' once it is interrupted; number, milliseconds of the
 *	clock, of the processor; is its context to begin anew; bytes of the
 *	environment, of the context's name, of the cell's, of the code
 *	NAME=VALUE, 0, ...; the names, each with 0; the code
 */
#ifndef SALLYPORT_ROOM_H
#define SALLYPORT_ROOM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ROOM_BYTES	(2u << 20)
#define ROOM_CODE	(1u << 20)	/* the gate reads no more, either */
#define ROOM_HEAD	128

/* What of a session has bounds; milliseconds. Zeroed: as it comes. */
struct session_bounds {
	unsigned	most;		/* sessions at a time */
	unsigned	cells;		/* of each */
	int64_t		idle_ms;	/* without a cell, then it ends */
	int64_t		grace_ms;	/* for what was interrupted */
	int64_t		wall_ms, cpu_ms;	/* of all cells together */
	int64_t		cell_ms;	/* of one, as --time or beyond */
};

struct room_cell {
	unsigned	 number;
	int64_t		 wall_ms, cpu_ms;
	bool		 fresh;
	const char	*env, *context, *name, *code;	/* names end in 0 */
	size_t		 nenv, ncode;
};

/*
 * The front's side. The file `fd` gets its room, and behind it the script's
 * bytes, where who reads it begins; from then on nobody writes into it but by
 * room_put(). Both: 0 or -errno, room_put() -EFBIG for more than there is room.
 */
struct room;
struct room *room_new(void);
int room_fill(struct room *, int fd, const void *script, size_t n);
int room_put(struct room *, const struct room_cell *);
void room_interrupt(struct room *);	/* heard before its code begins */
void room_free(struct room *);		/* NULL is fine */

/* The supervisor's: what lies there; its bytes are the caller's by `env`. */
int room_read(int fd, struct room_cell *ret);

#endif
