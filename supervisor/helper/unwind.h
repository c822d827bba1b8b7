/*
 * The native stack of a stopped task, by libunwind over its memory. The only
 * file that knows that library. Nothing is read from files: unwind tables and
 * symbols come from what is mapped.
 */
#ifndef SALLYPORT_UNWIND_H
#define SALLYPORT_UNWIND_H

#include <stddef.h>
#include <stdint.h>

struct evidence_regs;
struct remote;

#define UNWIND_FRAMES	256u

struct unwind_frame {
	uint64_t	offset;		/* in the module's file, as linked */
	char		module[128];	/* base name; "" if in no file */
	char		function[96];	/* only where a symbol covers it; or "" */
};

/* Before the jail: libunwind sets itself up with calls that it forbids. */
void unwind_prepare(void);

/*
 * At most `max` frames, innermost first; returns how many. Stops without an
 * error where the tables end or lead nowhere.
 */
size_t unwind_read(struct remote *, const struct evidence_regs *,
    struct unwind_frame *ret, size_t max);

#endif
