/*
 * Changing what a file is said to be: mode, owner, times, length, extended
 * attributes; by name or by descriptor. All on behalf, on a descriptor of our
 * own: rare calls, few of which can be told not to follow a link.
 *
 * The calls on a descriptor are judged too: one that was opened for reading
 * would else change a file that may only be read.
 */
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/xattr.h>
#include <unistd.h>
#include <utime.h>

#include "../base/mem.h"
#include "../base/util.h"
#include "behalf.h"
#include "../limits/limits.h"
#include "../tracer/tracee.h"

#ifndef __NR_fchmodat2
#define __NR_fchmodat2 452
#endif

#define CHANGE	CHECK_MASK(ACCESS_WRITE)
#define XATTR_KEPT	512	/* of the kernel's for each, and its name */
#define XATTR_MAX	65536u		/* XATTR_SIZE_MAX, XATTR_LIST_MAX */
#define AT_VALID	(AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH)

/* The thing to change, held by us. */
struct object {
	int	fd;
	char	link[64];	/* leads to it, whatever it is */
};

static void
object_close(struct object *o)
{
	if (o->fd >= 0)
		close(o->fd);
}

#define auto_object __attribute__((cleanup(object_close)))
#define OBJECT_INIT { -1, "" }

enum check_end
check_object(struct check *c, int fd, unsigned mask)
{
	char name[PATH_MAX], space[PATH_MAX];
	const char *judged;
	struct stat st;
	unsigned a;
	size_t n;
	int r;

	r = path_of_fd((pid_t)syscall(SYS_gettid), fd, name);
	n = strlen(name);
	if (r == -ENOTDIR || (r == -ENOENT && fstat(fd, &st) == 0 &&
	    strncmp(name, "/memfd:", 7) == 0 && st.st_nlink == 0))
		return CHECK_RUN;	/* pipes and the like: nobody else's */
	if (r == -ENOENT && n > 10)
		name[n - 10] = '\0';	/* deleted: by the name it had */
	else if (r < 0)
		return check_answer(c, r);
	judged = path_judged(name, c->task->tgid, space);
	snprintf(c->space, sizeof(c->space), "%s", name);
	c->judged[0] = c->space;
	for (a = 0; a < ACCESS_NKINDS; a++)
		if ((mask & CHECK_MASK(a)) && !check_access(c, (enum access)a,
		    judged))
			return CHECK_DENY;
	return CHECK_RUN;
}

/* By the caller's descriptor. */
static enum check_end
take_fd(struct check *c, int fd, unsigned mask, struct object *o)
{
	char link[64];

	/* To the tree, none above its limit exists. */
	if (fd < 0 || fd >= c->wall->reader_fd)
		return check_answer(c, -EBADF);
	snprintf(link, sizeof(link), "/proc/%d/fd/%d", (int)c->task->tid, fd);
	o->fd = open(link, O_PATH | O_CLOEXEC);
	if (o->fd < 0)
		return check_answer(c, errno == ENOENT ? -EBADF : -errno);
	snprintf(o->link, sizeof(o->link), "/proc/self/fd/%d", o->fd);
	return check_object(c, o->fd, mask);
}

/* By name. */
static enum check_end
take_name(struct check *c, int arg, int dirfd, bool follow, unsigned mask,
    struct object *o)
{
	enum check_end end;
	int r;

	end = check_name(c, 0, arg, dirfd, follow ? PATH_FOLLOW : PATH_LOOK,
	    mask);
	if (end == CHECK_DENY && check_is_missing(c))
		return check_answer(c, -ENOENT);
	if (end != CHECK_RUN)
		return end;
	if (c->wall->path[0].own_fd >= 0)
		return take_fd(c, c->wall->path[0].own_fd, mask, o);
	r = behalf_object(c, 0, !follow, &o->fd, o->link);
	return r < 0 ? check_answer(c, r) : CHECK_RUN;
}

/* Where the caller is. */
static enum check_end
take_cwd(struct check *c, unsigned mask, struct object *o)
{
	enum check_end end;
	int r;

	memcpy(c->wall->raw[0], ".", 2);
	end = check_raw(c, 0, 1, AT_FDCWD, PATH_FOLLOW, mask);
	if (end != CHECK_RUN)
		return end;
	r = behalf_object(c, 0, false, &o->fd, o->link);
	return r < 0 ? check_answer(c, r) : CHECK_RUN;
}

/*
 * By name, or, where AT_EMPTY_PATH permits it, by the descriptor itself. What
 * the flag says of a name that is not empty: nothing.
 */
static enum check_end
take(struct check *c, int arg, int dirfd, int flags, unsigned mask,
    struct object *o)
{
	int r = 0;

	if (arg >= 0 && (flags & AT_EMPTY_PATH)) {
		r = check_read_raw(c, 0, arg);
		if (r == 0 && c->wall->raw[0][0] == '\0') {
			if (dirfd == AT_FDCWD)
				return take_cwd(c, mask, o);
			arg = -1;
		}
	}
	if (r < 0)
		return check_answer(c, r);
	return arg < 0 ? take_fd(c, dirfd, mask, o) : take_name(c, arg, dirfd,
	    !(flags & AT_SYMLINK_NOFOLLOW), mask, o);
}

static enum check_end
chmod_common(struct check *c, int arg, int dirfd, unsigned mode, int flags)
{
	auto_object struct object o = OBJECT_INIT;
	enum check_end end;
	struct stat st;

	if (flags & ~AT_VALID)
		return check_answer(c, -EINVAL);
	end = take(c, arg, dirfd, flags, CHANGE, &o);
	if (end != CHECK_RUN)
		return end;
	if (arg >= 0 && fstat(o.fd, &st) == 0 && S_ISLNK(st.st_mode))
		return check_answer(c, -EOPNOTSUPP);
	if (fstat(o.fd, &st) < 0)
		return check_answer(c, -errno);
	if (S_ISDIR(st.st_mode))
		mode = behalf_folder_mode(mode);
	else if (behalf_file_mode(mode & 07777) != (mode & 07777))
		return check_deny(c);
	return check_answer(c, behalf_result(chmod(o.link, mode & 07777)));
}

static enum check_end
on_fchmod(struct check *c)
{
	return chmod_common(c, -1, check_int(c, 0), (unsigned)c->in.arg[1],
	    0);
}

static enum check_end
on_fchmodat(struct check *c)
{
	return chmod_common(c, 1, check_int(c, 0), (unsigned)c->in.arg[2], 0);
}

static enum check_end
on_fchmodat2(struct check *c)
{
	return chmod_common(c, 1, check_int(c, 0), (unsigned)c->in.arg[2],
	    check_int(c, 3));
}

static enum check_end
chown_common(struct check *c, int arg, int dirfd, int first, int flags)
{
	auto_object struct object o = OBJECT_INIT;
	enum check_end end;

	if (flags & ~AT_VALID)
		return check_answer(c, -EINVAL);
	end = take(c, arg, dirfd, flags, CHANGE, &o);
	if (end != CHECK_RUN)
		return end;
	return check_answer(c, behalf_result(fchownat(o.fd, "",
	    (uid_t)c->in.arg[first], (gid_t)c->in.arg[first + 1],
	    AT_EMPTY_PATH)));
}

static enum check_end
on_fchown(struct check *c)
{
	return chown_common(c, -1, check_int(c, 0), 1, 0);
}

static enum check_end
on_fchownat(struct check *c)
{
	return chown_common(c, 1, check_int(c, 0), 2, check_int(c, 4));
}

/* `ts` NULL: now. */
static enum check_end
set_times(struct check *c, int arg, int dirfd, const struct timespec *ts,
    int flags)
{
	auto_object struct object o = OBJECT_INIT;
	enum check_end end;

	end = take(c, arg, dirfd, flags, CHANGE, &o);
	if (end != CHECK_RUN)
		return end;
	/* The link jumps to the thing, be it a symbolic link itself. */
	return check_answer(c, behalf_result(utimensat(AT_FDCWD, o.link, ts,
	    0)));
}

static enum check_end
on_utimensat(struct check *c)
{
	int flags = check_int(c, 3), arg = c->in.arg[1] == 0 ? -1 : 1, r;
	struct timespec ts[2];

	if (flags & ~AT_VALID || (arg < 0 && flags != 0))
		return check_answer(c, -EINVAL);
	if (c->in.arg[2] != 0) {
		r = tracee_read(c->task->tid, c->in.arg[2], ts, sizeof(ts));
		if (r < 0)
			return check_answer(c, r);
	}
	return set_times(c, arg, check_int(c, 0), c->in.arg[2] != 0 ? ts :
	    NULL, flags);
}

#ifdef __NR_utimes
static enum check_end
timevals(struct check *c, int arg, int dirfd)
{
	struct timeval tv[2];
	struct timespec ts[2];
	uint64_t at = c->in.arg[arg < 0 ? 2 : arg + 1];
	int r, i;

	if (at == 0)
		return set_times(c, arg, dirfd, NULL, 0);
	r = tracee_read(c->task->tid, at, tv, sizeof(tv));
	if (r < 0)
		return check_answer(c, r);
	for (i = 0; i < 2; i++) {
		if (tv[i].tv_usec < 0 || tv[i].tv_usec >= 1000000)
			return check_answer(c, -EINVAL);
		ts[i].tv_sec = tv[i].tv_sec;
		ts[i].tv_nsec = tv[i].tv_usec * 1000;
	}
	return set_times(c, arg, dirfd, ts, 0);
}

static enum check_end
on_utimes(struct check *c)
{
	return timevals(c, 0, AT_FDCWD);
}

static enum check_end
on_futimesat(struct check *c)
{
	return timevals(c, c->in.arg[1] == 0 ? -1 : 1, check_int(c, 0));
}

static enum check_end
on_utime(struct check *c)
{
	struct utimbuf ut;
	struct timespec ts[2] = { { 0 } };
	int r;

	if (c->in.arg[1] == 0)
		return set_times(c, 0, AT_FDCWD, NULL, 0);
	r = tracee_read(c->task->tid, c->in.arg[1], &ut, sizeof(ut));
	if (r < 0)
		return check_answer(c, r);
	ts[0].tv_sec = ut.actime;
	ts[1].tv_sec = ut.modtime;
	return set_times(c, 0, AT_FDCWD, ts, 0);
}

static enum check_end
on_chmod(struct check *c)
{
	return chmod_common(c, 0, AT_FDCWD, (unsigned)c->in.arg[1], 0);
}

static enum check_end
on_chown(struct check *c)
{
	return chown_common(c, 0, AT_FDCWD, 1, 0);
}

static enum check_end
on_lchown(struct check *c)
{
	return chown_common(c, 0, AT_FDCWD, 1, AT_SYMLINK_NOFOLLOW);
}
#endif

static enum check_end
on_truncate(struct check *c)
{
	auto_object struct object o = OBJECT_INIT;
	int64_t length = (int64_t)c->in.arg[1], most;
	enum check_end end;
	struct stat st;
	int r;

	if (length < 0)
		return check_answer(c, -EINVAL);
	end = take_name(c, 0, AT_FDCWD, true, CHANGE, &o);
	if (end != CHECK_RUN)
		return end;
	/* The kernel would look at our limits, not at the caller's. */
	most = policy_limit(c->wall->policy, RULES_FILE_SIZE);
	if (most > 0 && length > most)
		return check_answer(c, -limits_on_too_large(
		    c->wall->limits, length, &c->refused));
	r = fstat(o.fd, &st) < 0 || length <= st.st_size ? 0 :
	    limits_on_file(c->wall->limits, (uint64_t)(length - st.st_size),
	    &c->refused);
	if (r > 0)
		return check_answer(c, -r);
	return check_answer(c, behalf_result(truncate(o.link, length)));
}

/* Which of the calls on extended attributes this is. */
static enum check_end
xattr_object(struct check *c, int how, unsigned mask, struct object *o)
{
	if (how == 2)
		return take_fd(c, check_int(c, 0), mask, o);
	return take_name(c, 0, AT_FDCWD, how == 0, mask, o);
}

/*
 * An access list is a mode by another name, and one of a folder's is that of
 * all that is made there: no file system of a run's has any, of any kind.
 */
static bool
is_access_list(const char *name)
{
	return strncmp(name, "system.", 7) == 0;
}

/* Its name: 0 or the negative errno. */
static int
xattr_name(struct check *c, char name[256])
{
	ssize_t n = tracee_read_str(c->task->tid, c->in.arg[1], name, 256);

	if (n == 0 || n == -ENAMETOOLONG)
		return -ERANGE;
	return n < 0 ? (int)n : 0;
}

static enum check_end
xattr_change(struct check *c, int how, bool is_set)
{
	auto_object struct object o = OBJECT_INIT;
	auto_free char *value = NULL;
	uint64_t size = is_set ? c->in.arg[3] : 0;
	char name[256];
	enum check_end end;
	int64_t had, more;
	long result;
	ssize_t n;
	int r;

	if (is_set && (c->in.arg[4] & ~(uint64_t)(XATTR_CREATE |
	    XATTR_REPLACE)))
		return check_answer(c, -EINVAL);
	n = xattr_name(c, name);
	if (n < 0)
		return check_answer(c, n);
	if (is_access_list(name))
		return check_answer(c, -EOPNOTSUPP);
	if (size > XATTR_MAX)
		return check_answer(c, -E2BIG);
	value = mem_new(size + 1, 1);
	r = is_set ? tracee_read(c->task->tid, c->in.arg[2], value, size) : 0;
	if (r < 0)
		return check_answer(c, r);
	end = xattr_object(c, how, CHANGE, &o);
	if (end != CHECK_RUN)
		return end;
	n = getxattr(o.link, name, NULL, 0);
	had = n < 0 ? 0 : n + XATTR_KEPT;
	more = (is_set ? (int64_t)size + XATTR_KEPT : 0) - had;
	r = more > 0 ? limits_on_attribute(c->wall->limits, more,
	    &c->refused) : 0;
	if (r > 0)
		return check_answer(c, -r);
	result = is_set ? behalf_result(setxattr(o.link, name, value, size,
	    check_int(c, 4))) : behalf_result(removexattr(o.link, name));
	if ((result == 0) == (more < 0))
		limits_on_attribute(c->wall->limits, more < 0 ? more : -more,
		    &c->refused);
	return check_answer(c, result);
}

static enum check_end
xattr_look(struct check *c, int how, bool is_list)
{
	auto_object struct object o = OBJECT_INIT;
	auto_free char *value = NULL;
	uint64_t at = c->in.arg[is_list ? 1 : 2];
	uint64_t size = c->in.arg[is_list ? 2 : 3];
	char name[256] = "";
	enum check_end end;
	ssize_t n = 0;

	if (!is_list)
		n = xattr_name(c, name);
	if (n < 0)
		return check_answer(c, n);
	if (size > XATTR_MAX)
		size = XATTR_MAX;
	end = xattr_object(c, how, CHECK_MASK(ACCESS_STAT), &o);
	if (end != CHECK_RUN)
		return end;
	value = mem_new(size + 1, 1);
	n = is_list ? listxattr(o.link, value, size) :
	    getxattr(o.link, name, value, size);
	if (n < 0)
		return check_answer(c, -errno);
	return check_give(c, at, value, size > 0 ? (size_t)n : 0, n);
}

#define XATTR(call, how, fn, arg) \
static enum check_end \
on_##call(struct check *c) \
{ \
	return fn(c, how, arg); \
}

XATTR(setxattr, 0, xattr_change, true)
XATTR(lsetxattr, 1, xattr_change, true)
XATTR(fsetxattr, 2, xattr_change, true)
XATTR(removexattr, 0, xattr_change, false)
XATTR(lremovexattr, 1, xattr_change, false)
XATTR(fremovexattr, 2, xattr_change, false)
XATTR(getxattr, 0, xattr_look, false)
XATTR(lgetxattr, 1, xattr_look, false)
XATTR(listxattr, 0, xattr_look, true)
XATTR(llistxattr, 1, xattr_look, true)

const struct check_entry check_attr_calls[] = {
#ifdef __NR_utimes
	{ __NR_chmod, on_chmod },
	{ __NR_chown, on_chown },
	{ __NR_lchown, on_lchown },
	{ __NR_utime, on_utime },
	{ __NR_utimes, on_utimes },
	{ __NR_futimesat, on_futimesat },
#endif
	{ __NR_fchmod, on_fchmod },
	{ __NR_fchmodat, on_fchmodat },
	{ __NR_fchmodat2, on_fchmodat2 },
	{ __NR_fchown, on_fchown },
	{ __NR_fchownat, on_fchownat },
	{ __NR_utimensat, on_utimensat },
	{ __NR_truncate, on_truncate },
	{ __NR_setxattr, on_setxattr },
	{ __NR_lsetxattr, on_lsetxattr },
	{ __NR_fsetxattr, on_fsetxattr },
	{ __NR_removexattr, on_removexattr },
	{ __NR_lremovexattr, on_lremovexattr },
	{ __NR_fremovexattr, on_fremovexattr },
	{ __NR_getxattr, on_getxattr },
	{ __NR_lgetxattr, on_lgetxattr },
	{ __NR_listxattr, on_listxattr },
	{ __NR_llistxattr, on_llistxattr },
	{ 0, NULL }
};
