/*
 * Reservations that the filter lets stop, code from files, and the guard's
 * own range where the kernel cannot seal it.
 */
#include "check.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "../base/mem.h"
#include "../base/util.h"
#include "../policy/filter.h"
#include "../limits/limits.h"
#include "../tracer/proctext.h"

#ifndef MAP_DROPPABLE
#define MAP_DROPPABLE 0x08
#endif
#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25
#endif
#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

static enum check_end
reserve(struct check *c, uint64_t bytes)
{
	int r;

	if (bytes < FILTER_PIECE)
		return CHECK_RUN;
	r = limits_on_reserve(c->wall->limits, c->task->tgid, bytes,
	    &c->refused);
	return r > 0 ? check_answer(c, -r) : CHECK_RUN;
}

/*
 * Shared memory is an object: what is in it stays when nobody looks at it, and
 * counts from the first call on, whatever may be done with it.
 */
static enum check_end
make_object(struct check *c, uint64_t bytes)
{
	int r = limits_may_object(c->wall->limits, bytes, &c->refused);

	c->object = bytes;
	return r > 0 ? check_answer(c, -r) : CHECK_OBJECT;
}

/*
 * Code comes from files that the run may read and cannot change. A sibling
 * could put another file under the descriptor before the kernel looks at it,
 * so unless there is none, what was mapped is looked at again afterwards.
 */
static enum check_end
map_code(struct check *c, int fd)
{
	char name[PATH_MAX], space[PATH_MAX];
	int r = path_of_fd(c->task->tid, fd, name);

	if (r == -EBADF)
		return check_answer(c, r);
	snprintf(c->space, sizeof(c->space), "%s", name);
	c->judged[4] = c->space;
	if (r < 0 || !path_is_fixed(c->wall->paths, name))
		return check_deny(c);
	if (!check_access(c, ACCESS_READ, path_judged(name, c->task->tgid,
	    space)))
		return CHECK_DENY;
	if (!task_is_alone(&c->wall->tasks, c->task)) {
		free(c->task->code);
		c->task->code = mem_strdup(name);
		c->task->after = AFTER_MAP_CODE;
	}
	return CHECK_RUN;
}

bool
check_mapped(struct wall *wall, struct task *t, long result)
{
	char name[48], line[PATH_MAX + 256];
	struct proctext_map map;
	bool same = false;
	size_t n;
	FILE *f;

	(void)wall;
	if (result < 0 && result > -4096)
		return true;
	snprintf(name, sizeof(name), "/proc/%d/maps", (int)t->tid);
	f = fopen(name, "re");
	if (f == NULL)
		return true;	/* gone, and its memory with it */
	/* Neighbouring maps of one file are merged: any range around it. */
	while (!same && proctext_next(f, line, sizeof(line), &n))
		same = proctext_map(line, n, &map) &&
		    (uint64_t)result >= map.start &&
		    (uint64_t)result < map.end &&
		    map.name_len == strlen(t->code) &&
		    memcmp(map.name, t->code, map.name_len) == 0;
	fclose(f);
	return same;
}

static enum check_end
on_mmap(struct check *c)
{
	uint64_t addr = c->in.arg[0], len = c->in.arg[1];
	uint64_t prot = c->in.arg[2], flags = c->in.arg[3];
	bool is_anon = flags & MAP_ANONYMOUS;
	enum check_end end;

	if ((flags & (MAP_FIXED | MAP_FIXED_NOREPLACE)) &&
	    guard_touches(addr, len))
		return check_deny_self(c, "guard");
	if ((prot & PROT_EXEC) && !policy_makes_code(c->wall->policy)) {
		if (is_anon || (prot & PROT_WRITE))
			return check_deny(c);
		end = map_code(c, check_int(c, 4));
		if (end != CHECK_RUN)
			return end;
	}
	/* What RLIMIT_DATA does not count: their pages, and what may be a
	 * stack. */
	if (flags & (MAP_HUGETLB | MAP_GROWSDOWN))
		return check_answer(c, -ENOMEM);
	/* As the kernel answers: that is for files. */
	if (is_anon && (flags & MAP_TYPE) == MAP_SHARED_VALIDATE)
		return check_answer(c, -EINVAL);
	if ((flags & MAP_TYPE) != MAP_PRIVATE &&
	    (flags & MAP_TYPE) != MAP_DROPPABLE)
		return is_anon && len > 0 ? make_object(c, len) : CHECK_RUN;
	/* What nobody can touch reserves nothing yet: thread stacks and
	 * arenas begin so, and are counted when they are opened. */
	if (prot == PROT_NONE || (!is_anon && !(prot & PROT_WRITE)))
		return CHECK_RUN;
	return reserve(c, len);
}

static enum check_end
on_mprotect(struct check *c)
{
	if (guard_touches(c->in.arg[0], c->in.arg[1]))
		return check_deny_self(c, "guard");
	if ((c->in.arg[2] & PROT_EXEC) &&
	    !policy_makes_code(c->wall->policy))
		return check_deny(c);
	if (c->in.arg[2] & PROT_WRITE)
		return reserve(c, c->in.arg[1]);
	limits_on_closed(c->wall->limits, c->task->tgid);
	return CHECK_RUN;
}

#ifndef MFD_HUGETLB
#define MFD_HUGETLB 4u
#endif

static enum check_end
on_memfd_create(struct check *c)
{
	/* As above. */
	if (c->in.arg[1] & MFD_HUGETLB)
		return check_answer(c, -ENOMEM);
	return make_object(c, 0);
}

static enum check_end
on_mremap(struct check *c)
{
	uint64_t old = c->in.arg[1], new = c->in.arg[2];

	if (guard_touches(c->in.arg[0], old) ||
	    ((c->in.arg[3] & MREMAP_FIXED) &&
	    guard_touches(c->in.arg[4], new)))
		return check_deny_self(c, "guard");
	return new > old ? reserve(c, new - old) : CHECK_RUN;
}

/* munmap, most of madvise: they stop only where the guard is not sealed. */
static enum check_end
on_range(struct check *c)
{
	if (guard_touches(c->in.arg[0], c->in.arg[1]))
		return check_deny_self(c, "guard");
	/* It fills what nobody may write with pages (as before Linux 6.1). */
	return c->in.nr == __NR_madvise && check_int(c, 2) == MADV_COLLAPSE ?
	    check_answer(c, -EINVAL) : CHECK_RUN;
}

const struct check_entry check_memory_calls[] = {
	{ __NR_memfd_create, on_memfd_create },
	{ __NR_mmap, on_mmap },
	{ __NR_mprotect, on_mprotect },
	{ __NR_pkey_mprotect, on_mprotect },
	{ __NR_mremap, on_mremap },
	{ __NR_munmap, on_range },
	{ __NR_madvise, on_range },
	{ 0, NULL }
};
