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

struct pyframe {
	char		*file, *function;	/* raw bytes, NUL-terminated */
	uint32_t	 line;			/* 0: the code has no line here */
};

struct pystack {
	struct pyframe	*frames;		/* innermost first */
	size_t		 nframes, cap;
	const char	*why;			/* static; NULL if known */
	int		 version;		/* 0x030b for 3.11; 0: none found */
};

/*
 * Read the stack of the thread whose thread pointer (fs_base on x86-64) is
 * given. Never fails: see `why`. Release with pyframes_free.
 */
void pyframes_read(struct remote *, uint64_t thread_pointer,
    struct pystack *ret);
void pyframes_free(struct pystack *);

#endif
