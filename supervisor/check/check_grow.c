/*
 * Calls on descriptors that make files longer without writing, or hand whole
 * pages on: a descriptor says little of what it is, as siblings may exchange
 * it, so what matters is decided by registers alone, or by the worse case.
 */
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/falloc.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../base/util.h"
#include "../limits/limits.h"

/* The caller's descriptor: 0, or the negative errno. */
static int
look_at(struct check *c, int arg, struct stat *st)
{
	int fd = check_int(c, arg);
	char link[64];

	if (fd < 0 || fd >= c->wall->reader_fd)
		return -EBADF;
	snprintf(link, sizeof(link), "/proc/%d/fd/%d", (int)c->task->tid, fd);
	return stat(link, st) == 0 ? 0 : errno == ENOENT ? -EBADF : -errno;
}

/* Files in memory all lie on one device, the guard's, too. */
static bool
is_in_memory(const struct check *c, const struct stat *st)
{
	struct stat guard;

	return fstat(guard_reader_fd(c->wall->guard), &guard) == 0 &&
	    st->st_dev == guard.st_dev;
}

/* A file is to be `end` bytes long at least, `more` of them new. */
static enum check_end
grow(struct check *c, const struct stat *st, int64_t end, int64_t more)
{
	int64_t most = policy_limit(c->wall->policy, RULES_FILE_SIZE);
	bool alone = task_is_alone(&c->wall->tasks, c->task);
	bool memory = is_in_memory(c, st);
	int r = 0;

	if (most > 0 && end > most)
		r = limits_on_too_large(c->wall->limits, end, &c->refused);
	if (r == 0 && (memory || !alone))
		r = limits_on_memory_file(c->wall->limits,
		    (uint64_t)more, &c->refused);
	if (r == 0 && (!memory || !alone))
		r = limits_on_file(c->wall->limits, (uint64_t)more,
		    &c->refused);
	return r > 0 ? check_answer(c, -r) : CHECK_RUN;
}

static enum check_end
on_ftruncate(struct check *c)
{
	int64_t length = (int64_t)c->in.arg[1];
	struct stat st;
	int r = look_at(c, 0, &st);

	if (r < 0)
		return check_answer(c, r);
	/* It makes a hole: what is told of the size need not be exact. */
	return length > st.st_size ? grow(c, &st, length,
	    length - st.st_size) : CHECK_RUN;
}

/*
 * Room behind a file's end, and pieces moved there, know no limit on its size
 * in the kernel. What has room already is counted again: no call tells how
 * much of a range that is.
 */
static enum check_end
on_fallocate(struct check *c)
{
	int mode = check_int(c, 1);
	int64_t at = (int64_t)c->in.arg[2], n = (int64_t)c->in.arg[3], end;
	struct stat st;
	int r = look_at(c, 0, &st);

	if (r < 0)
		return check_answer(c, r);
	if (at < 0 || n <= 0)
		return check_answer(c, -EINVAL);
	if (mode & FALLOC_FL_INSERT_RANGE)
		return check_answer(c, -EOPNOTSUPP);
	/* These give back. */
	if (mode & (FALLOC_FL_PUNCH_HOLE | FALLOC_FL_COLLAPSE_RANGE))
		return CHECK_RUN;
	if (__builtin_add_overflow(at, n, &end))
		return check_answer(c, -EFBIG);
	return grow(c, &st, end, n);
}

/*
 * To a pipe or a socket it would hand pages, each of which keeps all of what
 * it is a piece of, 2 MiB for a byte; no limit counts that. Callers write
 * instead (EINVAL). Between files it copies; where a sibling could put a pipe
 * into their place, by the call that copies between files only.
 */
static enum check_end
on_sendfile(struct check *c)
{
	struct stat st;
	int r = look_at(c, 0, &st);

	if (r < 0)
		return check_answer(c, r);
	if (!S_ISREG(st.st_mode))
		return check_answer(c, -EINVAL);
	if (task_is_alone(&c->wall->tasks, c->task))
		return CHECK_RUN;
	memset(c->out.arg, 0, sizeof(c->out.arg));
	c->out.arg[0] = c->in.arg[1];
	c->out.arg[1] = c->in.arg[2];
	c->out.arg[2] = c->in.arg[0];
	c->out.arg[4] = c->in.arg[3];
	return check_rewrite(c, __NR_copy_file_range);
}

const struct check_entry check_grow_calls[] = {
	{ __NR_ftruncate, on_ftruncate },
	{ __NR_fallocate, on_fallocate },
	{ __NR_sendfile, on_sendfile },
	{ 0, NULL }
};
