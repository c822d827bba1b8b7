/*
 * A memory file, or shared memory, which is one without a descriptor: made by
 * several calls of the task, in place of memfd_create or mmap.
 *
 *	memfd_create -> open again -> [ mmap -> close ] or [ dup3 ] -> close
 *
 * Opened again because the kernel counts the open files of an inode (and tells
 * by a lease that there is none) but for the one memfd_create makes. That one is
 * gone before any other thread could have got hold of it: they stand still.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../base/util.h"
#include "calls.h"
#include "../check/check.h"
#include "../limits/limits.h"
#include "tracee.h"
#include "loop_parts.h"

struct making {
	struct loop		*loop;
	struct task		*task;
	struct injection	 in;
	long			 made, open;	/* its descriptors */
	int			 ours;		/* for reading */
};

static long
call(struct making *m, long nr, uint64_t a, uint64_t b, uint64_t c,
    uint64_t d, uint64_t e, uint64_t f)
{
	const uint64_t arg[6] = { a, b, c, d, e, f };
	long got;
	int r = loop_inject(m->loop, m->task, &m->in, nr, arg, &got);

	return r < 0 ? r : got;
}

/* Ours of what the task has just made; `bytes` long, if it is to be mapped. */
static int
take_hold(struct making *m, uint64_t bytes)
{
	auto_fd int writer = -1;
	char link[64];

	snprintf(link, sizeof(link), "/proc/%d/fd/%ld", (int)m->task->tid,
	    m->made);
	m->ours = open(link, O_RDONLY | O_CLOEXEC);
	if (m->ours < 0)
		return -errno;
	if (bytes == 0)
		return 0;
	writer = open(link, O_RDWR | O_CLOEXEC);
	if (writer < 0 || ftruncate(writer, (off_t)bytes) < 0)
		return -errno;
	return 0;
}

static long
map_it(struct making *m, const struct check *c)
{
	long at = call(m, __NR_mmap, c->in.arg[0], c->in.arg[1], c->in.arg[2],
	    c->in.arg[3] & ~(uint64_t)MAP_ANONYMOUS, (uint64_t)m->open, 0);

	call(m, __NR_close, (uint64_t)m->open, 0, 0, 0, 0, 0);
	call(m, __NR_close, (uint64_t)m->made, 0, 0, 0, 0, 0);
	return at;
}

static long
give_it(struct making *m, const struct check *c)
{
	uint64_t flags = (c->in.arg[1] & MFD_CLOEXEC) ? O_CLOEXEC : 0;
	long r = call(m, __NR_dup3, (uint64_t)m->open, (uint64_t)m->made,
	    flags, 0, 0, 0);

	call(m, __NR_close, (uint64_t)m->open, 0, 0, 0, 0, 0);
	return r;
}

/* What the call at hand returns. */
static long
make(struct making *m, struct check *c)
{
	bool is_map = c->in.nr == __NR_mmap;
	char *name = c->slot->path[0];
	uint64_t at = GUARD_AT(m->task->slot, path);
	long r;

	memcpy(name, "shared", sizeof("shared"));
	m->made = call(m, __NR_memfd_create, is_map ? at : c->in.arg[0],
	    is_map ? MFD_CLOEXEC : c->in.arg[1], 0, 0, 0, 0);
	if (m->made < 0)
		return m->made;
	snprintf(name, GUARD_PATH, "/proc/thread-self/fd/%ld",
	    m->made);
	r = take_hold(m, c->object);
	m->open = r < 0 ? r : call(m, __NR_openat,
	    (uint64_t)(int64_t)AT_FDCWD, at, O_RDWR | O_CLOEXEC, 0, 0, 0);
	if (m->open < 0) {
		call(m, __NR_close, (uint64_t)m->made, 0, 0, 0, 0, 0);
		return m->open;
	}
	return is_map ? map_it(m, c) : give_it(m, c);
}

void
loop_make_object(struct loop *l, struct task *t, struct check *c)
{
	struct making m = { .loop = l, .task = t, .ours = -1 };
	long result = -ENOMEM;
	int r;

	if (!loop_still(l, t, t->tgid))
		return;
	arch_call_skip(&t->regs, result);
	r = arch_regs_set(t->tid, &t->regs);
	if (r == 0)
		r = loop_inject_begin(l, t, &m.in);
	if (r == 0) {
		result = make(&m, c);
		/* To the program it is one call, which had no memory. */
		if (c->in.nr == __NR_mmap && (result == -EMFILE ||
		    result == -ENFILE))
			result = -ENOMEM;
		r = t->is_gone ? -ESRCH : loop_inject_end(t, &m.in, result);
	}
	if (m.ours >= 0 && result >= 0)
		limits_on_object(l->wall.limits, m.ours, c->object);
	else if (m.ours >= 0)
		close(m.ours);
	if (l->config->calls != NULL)
		calls_return(l->config->calls, &t->traced, t->tid, result);
	t->in_call = false;
	if (r == 0)
		loop_resume(l, t, 0);
	else if (r != -ESRCH)
		loop_fail(l, r, "making shared memory");
}
