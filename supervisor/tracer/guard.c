#include "guard.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../base/mem.h"
#include "../base/util.h"

#ifndef F_SEAL_FUTURE_WRITE
#define F_SEAL_FUTURE_WRITE 0x0010
#endif
#ifndef MFD_EXEC
#define MFD_EXEC 0x0010U
#endif
#ifndef __NR_mseal
#define __NR_mseal 462		/* the same number everywhere */
#endif

_Static_assert(sizeof(struct guard_slot) == 12288, "three pages");
_Static_assert(GUARD_CODE % 65536 == 0, "the code ends on any page size");

struct guard {
	int		 writer, reader;
	uint8_t		*map;
	size_t		 stub_size;
	uint8_t		 used[GUARD_SLOTS];
	int		 next;
	uint8_t		 exec_used[GUARD_EXEC_AREAS];
};

bool
guard_has_mseal(void)
{
	static int known;
	long page = sysconf(_SC_PAGESIZE);
	void *p;

	if (known != 0)
		return known > 0;
	known = -1;
	p = mmap(NULL, (size_t)page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS,
	    -1, 0);
	if (p == MAP_FAILED)
		return false;
	if (syscall(__NR_mseal, p, (size_t)page, 0UL) != 0) {
		munmap(p, (size_t)page);
		return false;
	}
	/* The page stays: that it cannot be unmapped is the proof. */
	if (munmap(p, (size_t)page) != 0 && errno == EPERM)
		known = 1;
	return known > 0;
}

static int
open_file(struct guard *g)
{
	char name[64];

	/* MFD_EXEC (6.3) keeps vm.memfd_noexec from refusing the code. */
	g->writer = memfd_create("sallyport-guard", MFD_CLOEXEC |
	    MFD_ALLOW_SEALING | MFD_EXEC);
	if (g->writer < 0 && errno == EINVAL)
		g->writer = memfd_create("sallyport-guard", MFD_CLOEXEC |
		    MFD_ALLOW_SEALING);
	if (g->writer < 0 || ftruncate(g->writer, GUARD_SIZE) < 0)
		return -errno;
	g->map = mmap(NULL, GUARD_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED,
	    g->writer, 0);
	if (g->map == MAP_FAILED) {
		g->map = NULL;
		return -errno;
	}
	if (fcntl(g->writer, F_ADD_SEALS, F_SEAL_FUTURE_WRITE | F_SEAL_SHRINK |
	    F_SEAL_GROW | F_SEAL_SEAL) < 0)
		return -errno;
	snprintf(name, sizeof(name), "/proc/self/fd/%d", g->writer);
	g->reader = open(name, O_RDONLY | O_CLOEXEC);
	return g->reader < 0 ? -errno : 0;
}

int
guard_new(struct guard **ret)
{
	struct guard *g = mem_new(1, sizeof(*g));
	uint8_t probe[ARCH_STUB_SIZE];
	int r;

	g->writer = g->reader = -1;
	r = open_file(g);
	if (r < 0) {
		guard_free(g);
		return r;
	}
	g->stub_size = arch_stub_write(probe, arch_guard_base,
	    guard_at(0, 0));
	*ret = g;
	return 0;
}

void
guard_free(struct guard *g)
{
	if (g == NULL)
		return;
	if (g->map != NULL)
		munmap(g->map, GUARD_SIZE);
	if (g->writer >= 0)
		close(g->writer);
	if (g->reader >= 0)
		close(g->reader);
	free(g);
}

int
guard_reader_fd(const struct guard *g)
{
	return g->reader;
}

int
guard_take(struct guard *g)
{
	int i, n;
	uint8_t *stub;

	for (n = 0; n < GUARD_SLOTS; n++) {
		i = (g->next + n) % GUARD_SLOTS;
		if (g->used[i])
			continue;
		g->used[i] = 1;
		/* Low slots again first: touched pages stay few. */
		g->next = 0;
		stub = g->map + (size_t)i * ARCH_STUB_SIZE;
		if (g->stub_size > 0 && stub[0] == 0)
			arch_stub_write(stub, guard_stub(g, i),
			    guard_at(i, 0));
		return i;
	}
	return -EAGAIN;
}

void
guard_give(struct guard *g, int slot)
{
	if (slot >= 0)
		g->used[slot] = 0;
}

struct guard_slot *
guard_slot(const struct guard *g, int slot)
{
	return (struct guard_slot *)(void *)(g->map + GUARD_CODE +
	    (size_t)slot * sizeof(struct guard_slot));
}

uint64_t
guard_at(int slot, size_t offset)
{
	return arch_guard_base + GUARD_CODE +
	    (uint64_t)slot * sizeof(struct guard_slot) + offset;
}

uint64_t
guard_stub(const struct guard *g, int slot)
{
	return g->stub_size == 0 ? 0 :
	    arch_guard_base + (uint64_t)slot * ARCH_STUB_SIZE;
}

int
guard_in_stub(const struct guard *g, int slot, uint64_t ip)
{
	uint64_t at = arch_guard_base + (uint64_t)slot * ARCH_STUB_SIZE;

	if (g->stub_size == 0 || slot < 0 || ip < at ||
	    ip >= at + g->stub_size)
		return -1;
	return (int)(ip - at);
}

bool
guard_touches(uint64_t addr, uint64_t n)
{
	uint64_t end = addr + n;

	/* A page of slack: lengths round up. An overflow touches. */
	return end < addr || (addr < arch_guard_base + GUARD_SIZE + 65536 &&
	    end + 65536 > arch_guard_base);
}

int
guard_exec_take(struct guard *g)
{
	int i;

	for (i = 0; i < GUARD_EXEC_AREAS; i++) {
		if (g->exec_used[i])
			continue;
		g->exec_used[i] = 1;
		return i;
	}
	return -EAGAIN;
}

void
guard_exec_give(struct guard *g, int area)
{
	if (area >= 0)
		g->exec_used[area] = 0;
}

char *
guard_exec_area(const struct guard *g, int area)
{
	return (char *)(g->map + GUARD_CODE + (size_t)GUARD_SLOTS *
	    sizeof(struct guard_slot) + (size_t)area * GUARD_EXEC_SIZE);
}

uint64_t
guard_exec_at(int area)
{
	return arch_guard_base + GUARD_CODE + (uint64_t)GUARD_SLOTS *
	    sizeof(struct guard_slot) + (uint64_t)area * GUARD_EXEC_SIZE;
}
