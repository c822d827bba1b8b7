/*
 * The Python stack of a stopped thread, read from CPython's own structures
 * without its cooperation: 3.7 to 3.13, default builds, by tables of offsets.
 *
 * Either the whole stack is known, or it is unknown and `why` says so: a part
 * is never given as the whole.
 */
#ifndef SALLYPORT_PYFRAMES_H
#define SALLYPORT_PYFRAMES_H

#include <stddef.h>
#include <stdint.h>

struct remote;

#define PYFRAMES_MAX	1000u	/* CPython's own recursion limit */

/*
 * Columns are bytes from the line's beginning, from CPython 3.11 on; -1 where
 * none is known, as is an end on another line.
 */
struct pyframe {
	char		*file, *function;	/* raw bytes, NUL-terminated */
	uint32_t	 line;			/* 0: the code has no line here */
	int32_t		 column, end_column;
};

/*
 * The words that the answer hangs on, as they were: as long as they are the
 * same, so is the stack, and nothing needs to be parsed to see that.
 */
#define PYFRAMES_WORDS	256u

struct pyframes_word {
	uint64_t	addr, value;
};

struct pystack {
	struct pyframe	*frames;		/* innermost first */
	size_t		 nframes, cap;
	const char	*why;			/* static; NULL if known */
	int		 version;		/* 0x030b for 3.11; 0: none found */
	struct pyframes_word words[PYFRAMES_WORDS];
	size_t		 nwords;		/* 0: too many */
};

/*
 * Read the stack of the thread whose thread pointer (fs_base on x86-64) is
 * given. Never fails: see `why`. Release with pyframes_free.
 */
void pyframes_read(struct remote *, uint64_t thread_pointer,
    struct pystack *ret);
void pyframes_free(struct pystack *);

#endif
