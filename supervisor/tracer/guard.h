/*
 * Memory that the supervisor writes and no tracee can: the name checked there
 * is the name the kernel then uses.
 *
 * One sealed memory file, writable here, read-only and shared in every
 * tracee, a slot for each task (by tid: tasks may share memory).
 *
 *	arch_guard_base		code	one restore stub for each slot (r-x)
 *	+ GUARD_CODE		slots	struct guard_slot (r--)
 *	+ ...			exec	a few areas for argument vectors (r--)
 *
 * Sealed against further writable mappings (5.1) and mapped shared, so that
 * not even /proc/self/mem writes it (a private read-only page would do), then
 * mseal(2)ed in place (6.10); without that, the filter stops every call that
 * could change the mapping.
 */
#ifndef SALLYPORT_GUARD_H
#define SALLYPORT_GUARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

#include "../arch/arch.h"

/*
 * The read-only descriptor waits in the tree's processes for the next exec
 * under the number policy_limit(RULES_OPEN_FILES): the first one above
 * RLIMIT_NOFILE, so that no call of the tree is ever given it or may make
 * it anew; the filter keeps the tree from closing it.
 */

#define GUARD_SLOTS	2048
#define GUARD_PATH	4352		/* PATH_MAX, and room for a slash */
#define GUARD_EXEC_AREAS 4
#define GUARD_EXEC_SIZE	(3u << 20)	/* ARG_MAX is 2 MiB */

struct guard_how {
	uint64_t	flags, mode, resolve;
};

struct guard_slot {
	struct arch_save	save;		/* first: the stub reads it */
	struct guard_how	how;
	struct msghdr		msg;
	uint8_t			addr[128];
	uint8_t			pad[512 - sizeof(struct arch_save) -
	    sizeof(struct guard_how) - sizeof(struct msghdr) - 128];
	char			path[2][GUARD_PATH];
	uint8_t			rest[12288 - 512 - 2 * GUARD_PATH];
};

/* What fits behind the fixed parts of a slot. */
#define GUARD_ROOM	(sizeof(struct guard_slot) - \
    offsetof(struct guard_slot, path))

#define GUARD_CODE	((size_t)GUARD_SLOTS * ARCH_STUB_SIZE)
#define GUARD_DATA	((size_t)GUARD_SLOTS * sizeof(struct guard_slot) + \
    (size_t)GUARD_EXEC_AREAS * GUARD_EXEC_SIZE)
#define GUARD_MAP_FLAGS	(0x01 | 0x100000) /* SHARED, FIXED_NOREPLACE */
#define GUARD_SIZE	(GUARD_CODE + GUARD_DATA)

struct guard;

int guard_new(struct guard **ret);
void guard_free(struct guard *);
int guard_reader_fd(const struct guard *);	/* stays the guard's */

/* True if this kernel seals mappings; proven by trying (once). */
bool guard_has_mseal(void);

/* A slot for one task; -EAGAIN if none is left. */
int guard_take(struct guard *);
void guard_give(struct guard *, int slot);

struct guard_slot *guard_slot(const struct guard *, int slot);	/* ours */
uint64_t guard_at(int slot, size_t offset);	/* the tracee's address */
#define GUARD_AT(slot, member) \
	guard_at((slot), offsetof(struct guard_slot, member))

/* The tracee's address of the slot's stub; 0 if this machine has none. */
uint64_t guard_stub(const struct guard *, int slot);
/* If `ip` lies in the slot's stub: its offset there, else -1. */
int guard_in_stub(const struct guard *, int slot, uint64_t ip);
/* Does [addr, addr + n) touch the guard in a tracee? */
bool guard_touches(uint64_t addr, uint64_t n);

/* An area for exec's arguments: -EAGAIN if all are in use. */
int guard_exec_take(struct guard *);
void guard_exec_give(struct guard *, int area);
char *guard_exec_area(const struct guard *, int area);
uint64_t guard_exec_at(int area);

#endif
