/*
 * Locks on files. Whoever else uses a file waits for its locks, so the run has
 * them on files that it may write. Of one that it may only read, a shared lock
 * is granted in word only: programs take one before they read (sqlite3, HDF5)
 * and go on as they would alone; the other is refused, as the kernel refuses
 * it to descriptors that cannot write.
 */
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../base/util.h"
#include "behalf.h"
#include "../limits/buffers.h"
#include "../limits/limits.h"
#include "../tracer/tracee.h"

/*
 * Ranges that the tree may have locked: each is memory of the kernel's, and a
 * line to read for whoever counts them. One call makes two more at most.
 */
#define RANGES_MAX	4096

/*
 * Is it a file of the run's? CHECK_RUN: yes. CHECK_DENY: no, and why not.
 * `fd` is a descriptor of ours.
 */
static enum check_end
judge(struct check *c, int fd)
{
	enum check_end end = check_object(c, fd, CHECK_MASK(ACCESS_WRITE));
	struct stat st;

	if (end == CHECK_RUN && (fstat(fd, &st) < 0 || S_ISCHR(st.st_mode) ||
	    S_ISBLK(st.st_mode)))
		return check_deny(c);
	return end;
}

/* What becomes of a lock on a file that is not the run's. */
static enum check_end
refuse(struct check *c, bool is_shared)
{
	if (is_shared)
		return check_answer(c, 0);
	c->err = EBADF;
	return CHECK_DENY;
}

/*
 * The caller's descriptor as one of ours. Where it has siblings and the lock
 * stays with the open file, one that they cannot exchange, if the host lets us
 * have it (*ret_same). Negative errno.
 */
static int
hold(struct check *c, bool of_open_file, bool *ret_same)
{
	char link[64];
	int fd = check_int(c, 0), r = -ENOSYS;

	*ret_same = false;
	/* To the tree, none above its limit exists. */
	if (fd < 0 || fd >= c->wall->reader_fd)
		return -EBADF;
	if (of_open_file && !task_is_alone(&c->wall->tasks, c->task))
		r = behalf_descriptor(c, fd);
	*ret_same = r >= 0;
	if (r >= 0 || r == -EBADF)
		return r;
	snprintf(link, sizeof(link), "/proc/%d/fd/%d", (int)c->task->tid, fd);
	r = open(link, O_PATH | O_CLOEXEC);
	return r < 0 ? (errno == ENOENT ? -EBADF : -errno) : r;
}

static enum check_end
on_flock(struct check *c)
{
	int op = check_int(c, 1);
	enum check_end end;
	auto_fd int fd = -1;
	bool same;
	long r;

	if ((op & ~LOCK_NB) != LOCK_SH && (op & ~LOCK_NB) != LOCK_EX)
		return CHECK_RUN;	/* unlocks, or is none */
	fd = hold(c, true, &same);
	if (fd < 0)
		return check_answer(c, fd);
	end = judge(c, fd);
	if (end == CHECK_DENY)
		return refuse(c, (op & ~LOCK_NB) == LOCK_SH);
	if (end != CHECK_RUN || !same)
		return end;
	r = behalf_result(flock(fd, op | LOCK_NB));
	return r == -EWOULDBLOCK && !(op & LOCK_NB) ? behalf_wait(c, 0) :
	    check_answer(c, r);
}

/* May the tree have one more? Counted anew whenever it could be too many. */
static bool
has_room(struct wall *wall)
{
	if (wall->locks + 2 > RANGES_MAX)
		wall->locks = limits_locks(wall->limits);
	wall->locks += 2;
	return wall->locks <= RANGES_MAX;
}

/*
 * The lock of a process, where siblings may exchange the descriptor: whether
 * it was the same file's is seen afterwards, as such a lock is lost when the
 * descriptor is. What the lock is lies in the slot.
 */
static enum check_end
lock_watched(struct check *c, int fd, const struct flock *lock)
{
	struct stat st;

	if (fstat(fd, &st) < 0)
		return check_answer(c, -errno);
	memcpy(c->slot->addr, lock, sizeof(*lock));
	c->out.arg[2] = GUARD_AT(c->task->slot, addr);
	c->task->after = AFTER_LOCK;
	c->task->after_arg[0] = st.st_dev;
	c->task->after_arg[1] = st.st_ino;
	return check_rewrite(c, c->in.nr);
}

bool
check_locked(const struct task *t, long result)
{
	struct stat st;
	char link[64];

	snprintf(link, sizeof(link), "/proc/%d/fd/%d", (int)t->tid,
	    (int)t->save.arg[0]);
	return result < 0 || stat(link, &st) < 0 ||
	    (st.st_dev == t->after_arg[0] && st.st_ino == t->after_arg[1]);
}

static enum check_end
on_lock(struct check *c, int cmd)
{
	bool of_open_file = cmd == F_OFD_SETLK || cmd == F_OFD_SETLKW, same;
	struct flock lock;
	auto_fd int fd = -1;
	enum check_end end;
	long r;

	fd = hold(c, of_open_file, &same);
	if (fd < 0)
		return check_answer(c, fd);
	r = tracee_read(c->task->tid, c->in.arg[2], &lock, sizeof(lock));
	if (r < 0)
		return check_answer(c, r);
	if (lock.l_type != F_UNLCK) {
		end = judge(c, fd);
		if (end == CHECK_DENY)
			return refuse(c, lock.l_type == F_RDLCK);
		if (end != CHECK_RUN)
			return end;
	}
	/* To unlock all of a file makes none. */
	if (!(lock.l_type == F_UNLCK && lock.l_whence == SEEK_SET &&
	    lock.l_start == 0 && lock.l_len == 0) && !has_room(c->wall)) {
		check_deny(c);
		c->err = ENOLCK;
		return CHECK_DENY;
	}
	if (task_is_alone(&c->wall->tasks, c->task))
		return CHECK_RUN;
	if (!same)
		return lock_watched(c, fd, &lock);
	r = behalf_result(fcntl(fd, F_OFD_SETLK, &lock));
	return r == -EAGAIN && cmd == F_OFD_SETLKW ? behalf_wait(c, 0) :
	    check_answer(c, r);
}

static enum check_end
on_fcntl(struct check *c)
{
	int cmd = check_int(c, 1);

	if (check_int(c, 0) == c->wall->reader_fd)
		return check_answer(c, -EBADF);
	switch (cmd) {
	case F_SETLK:
	case F_SETLKW:
	case F_OFD_SETLK:
	case F_OFD_SETLKW:
		return on_lock(c, cmd);
	case F_SETFL:
		/* As where the file's device knows nothing of O_DIRECT. */
		return ((unsigned)c->in.arg[2] & O_DIRECT) ? check_answer(c,
		    -EINVAL) : CHECK_RUN;
	case F_SETPIPE_SZ:
		/* As beyond the host's own maximum. */
		return (unsigned)c->in.arg[2] <= BUFFERS_PIPE ? CHECK_RUN :
		    check_answer(c, -EPERM);
	default:
		return check_deny(c);
	}
}

const struct check_entry check_lock_calls[] = {
	{ __NR_flock, on_flock },
	{ __NR_fcntl, on_fcntl },
	{ 0, NULL }
};
