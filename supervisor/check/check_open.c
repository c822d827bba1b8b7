/*
 * open, openat, openat2, creat: run as openat2(2) on the canonical name in the
 * slot, with no link followed on the way.
 */
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <sys/stat.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../base/util.h"
#include "behalf.h"
#include "../limits/buffers.h"
#include "../limits/limits.h"
#include "../tracer/tracee.h"

#define KERNEL_LARGEFILE	0100000		/* glibc's is 0 on 64 bits */

/* Flags that open(2) knows; it ignores others, openat2(2) does not. */
#define OPEN_VALID	(O_ACCMODE | O_CREAT | O_EXCL | O_NOCTTY | O_TRUNC | \
    O_APPEND | O_NDELAY | O_NONBLOCK | O_SYNC | O_DSYNC | O_ASYNC | \
    O_DIRECT | KERNEL_LARGEFILE | O_DIRECTORY | O_NOFOLLOW | O_NOATIME | \
    O_CLOEXEC | O_PATH | O_TMPFILE)
#define OPEN_PATH_VALID	(O_DIRECTORY | O_NOFOLLOW | O_PATH | O_CLOEXEC)
#define IS_TMPFILE(f)	(((f) & O_TMPFILE) == O_TMPFILE)

static unsigned
accesses(uint64_t flags)
{
	unsigned mask = 0;

	if ((flags & O_PATH) || IS_TMPFILE(flags))
		return CHECK_MASK(ACCESS_STAT);
	switch (flags & O_ACCMODE) {
	case O_RDONLY:
		mask = CHECK_MASK(ACCESS_READ);
		break;
	case O_WRONLY:
		mask = CHECK_MASK(ACCESS_WRITE);
		break;
	default:
		mask = CHECK_MASK(ACCESS_READ) | CHECK_MASK(ACCESS_WRITE);
	}
	if (flags & (O_CREAT | O_TRUNC))
		mask |= CHECK_MASK(ACCESS_WRITE);
	return mask;
}

/*
 * /dev/stdout, /proc/self/fd/N of a pipe, a socket, a memory file: another
 * descriptor of what the caller holds already. A sibling that puts another
 * file there meanwhile gets that one, which it had.
 */
static enum check_end
open_own(struct check *c, int fd, uint64_t flags)
{
	/* To the tree, no descriptor above its limit exists. */
	if (fd >= c->wall->reader_fd)
		return check_answer(c, -ENOENT);
	if (flags & (O_PATH | O_DIRECTORY))
		return check_answer(c, (flags & O_DIRECTORY) ? -ENOTDIR :
		    -EACCES);
	if ((flags & O_CREAT) && (flags & O_EXCL))
		return check_answer(c, -EEXIST);
	memset(c->out.arg, 0, sizeof(c->out.arg));
	c->out.arg[0] = (uint64_t)fd;
	c->out.arg[1] = (flags & O_CLOEXEC) ? F_DUPFD_CLOEXEC : F_DUPFD;
	return check_rewrite(c, __NR_fcntl);
}

/*
 * A file that never has a name is seen by no walk; file systems that have none
 * say so, too, and libraries make one and unlink it. It is judged as one that
 * is made in the folder; `end` is what looking for that came to.
 */
static enum check_end
open_tmpfile(struct check *c, const struct path *p, enum check_end end)
{
	char inside[PATH_MAX + 16];
	auto_fd int fd = -1;

	snprintf(inside, sizeof(inside), "%s/#tmpfile",
	    p->len == 1 ? "" : p->name);
	if (!check_access(c, ACCESS_WRITE, inside))
		return CHECK_DENY;
	if (end != CHECK_RUN)
		return end;
	fd = path_open_object(p, O_DIRECTORY);
	return check_answer(c, fd < 0 ? fd : -EOPNOTSUPP);
}

/*
 * A descriptor without rights (O_PATH) keeps a file, and no lease tells of it:
 * where the run can unlink, only folders have one, which are files that cannot
 * be; what else is asked for is opened for reading.
 */
static enum check_end
keep_counted(struct check *c, const struct path *p, uint64_t *flags)
{
	auto_fd int fd = path_open_object(p, 0);
	struct stat st;

	if (fd < 0 || fstat(fd, &st) < 0)
		return check_answer(c, fd < 0 ? fd : -errno);
	if (S_ISDIR(st.st_mode)) {
		*flags |= O_DIRECTORY;
		return CHECK_RUN;
	}
	/* Another process could put a file in its place; nobody else has its
	 * descriptors, and what was opened is looked at. */
	if (S_ISLNK(st.st_mode) && task_is_alone(&c->wall->tasks, c->task)) {
		c->task->after = AFTER_KEEP;
		return CHECK_RUN;
	}
	*flags = (*flags & ~(uint64_t)O_PATH) | O_NONBLOCK | O_NOCTTY;
	return check_access(c, ACCESS_READ, path_judged(p->name,
	    c->task->tgid, c->wall->judged[0])) ? CHECK_RUN : CHECK_DENY;
}

bool
check_kept(const struct task *t, long result)
{
	struct stat st;
	char link[64];

	snprintf(link, sizeof(link), "/proc/%d/fd/%ld", (int)t->tid, result);
	return result < 0 || (stat(link, &st) == 0 && !S_ISREG(st.st_mode));
}

/* The kernel keeps the longest line of a text below /proc while it is open. */
static enum check_end
keep_text(struct check *c, const struct path *p)
{
	const char *name = strrchr(p->name, '/');
	int r;

	if (strncmp(p->name, "/proc/", 6) != 0)
		return CHECK_RUN;
	r = limits_on_channels(c->wall->limits, 1,
	    strcmp(name, "/maps") == 0 || strcmp(name, "/smaps") == 0 ?
	    BUFFERS_NAMES : BUFFERS_TEXT, false, &c->refused);
	return r > 0 ? check_answer(c, -r) : CHECK_RUN;
}

/*
 * An input that is opened for reading and for writing: sqlite3 and others try
 * that first, and take what they get. Nothing was changed or emptied.
 */
static void
ask_both(struct check *c, uint64_t flags)
{
	if (c->ruling.input && (flags & O_ACCMODE) == O_RDWR &&
	    !(flags & (O_TRUNC | O_APPEND)))
		c->ruling.lookup = true;
}

/* Who follows no link at the end has not looked whether it is there. */
static bool
may_make(const struct path *p, uint64_t flags)
{
	return (flags & O_CREAT) && (p->missing ||
	    (flags & (O_EXCL | O_NOFOLLOW)));
}

/*
 * May it make the file? Where it is there, at the limit, it is opened as it is:
 * who has siblings could see it go meanwhile.
 */
static enum check_end
make_room(struct check *c, const struct path *p, uint64_t *flags)
{
	bool excl = *flags & O_EXCL;
	enum check_end end;

	if (!may_make(p, *flags) && (!(*flags & O_CREAT) ||
	    c->wall->tasks.count == 1))
		return CHECK_RUN;
	end = check_name_room(c, 0);
	if (end == CHECK_RUN) {
		limits_on_name(c->wall->limits, NULL, false);
		c->task->naming = true;
	} else if (c->answer == -EEXIST && !excl) {
		*flags &= ~(uint64_t)O_CREAT;
		end = CHECK_RUN;
	}
	return end;
}

/*
 * The names in a folder that may be looked at and not read: what is on the way
 * to a file is listed by whoever looks for others (an interpreter for modules
 * beside its script), and goes on.
 */
static void
ask_names(struct check *c, uint64_t flags)
{
	const struct path *p = &c->wall->path[0];
	char space[PATH_MAX];

	if ((flags & O_DIRECTORY) && c->err == EACCES && !p->cut &&
	    policy_path(c->wall->policy, ACCESS_READ, path_judged(p->name,
	    c->task->tgid, space)).lookup)
		c->ruling.lookup = true;
}

static enum check_end
open_common(struct check *c, int arg, int dirfd, const struct guard_how *how,
    bool is_openat2)
{
	struct path *p = &c->wall->path[0];
	uint64_t flags = how->flags;
	unsigned walk = PATH_FOLLOW, mask;
	enum check_end end;
	int r;

	/* The kernel says so since 6.4, and did nothing sensible before. */
	if ((flags & (O_CREAT | O_DIRECTORY)) == (O_CREAT | O_DIRECTORY) &&
	    !(flags & O_PATH) && !IS_TMPFILE(flags))
		return check_answer(c, -EINVAL);
	if ((flags & O_NOFOLLOW) ||
	    (flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL))
		walk = 0;
	if (how->resolve & RESOLVE_NO_SYMLINKS)
		walk |= PATH_NO_LINKS;
	if (how->resolve & RESOLVE_NO_MAGICLINKS)
		walk |= PATH_NO_MAGIC;
	mask = accesses(flags);
	end = check_name(c, 0, arg, dirfd, walk, mask);
	if (IS_TMPFILE(flags) && p->own_fd < 0 &&
	    (end == CHECK_RUN || end == CHECK_DENY))
		return open_tmpfile(c, p, end);
	if (end == CHECK_DENY) {
		ask_both(c, flags);
		ask_names(c, flags);
	}
	if (end != CHECK_RUN)
		return end;
	if (p->own_fd >= 0)
		return open_own(c, p->own_fd, flags);
	if ((flags & O_PATH) && !p->fixed) {
		end = keep_counted(c, p, &flags);
		if (end != CHECK_RUN)
			return end;
	}
	if (!(flags & O_PATH)) {
		end = keep_text(c, p);
		if (end != CHECK_RUN)
			return end;
	}
	if (mask & CHECK_MASK(ACCESS_WRITE)) {
		end = make_room(c, p, &flags);
		if (end != CHECK_RUN)
			return end;
		r = limits_on_file(c->wall->limits, IS_TMPFILE(flags) ||
		    may_make(p, flags) ? LIMITS_ENTRY : 0, &c->refused);
		if (r > 0)
			return check_answer(c, -r);
	}
	/* "x/." is no name that ends in a slash. */
	if (p->last != PATH_NORMAL)
		p->slash = false;
	memset(c->out.arg, 0, sizeof(c->out.arg));
	c->out.arg[0] = (uint64_t)(int64_t)AT_FDCWD;
	c->out.arg[1] = check_put_path(c, 0);
	if (!path_has_openat2()) {
		/* Landlock must be there then (tier C). */
		c->out.arg[2] = flags | O_NOFOLLOW;
		c->out.arg[3] = behalf_file_mode((unsigned)how->mode);
		return check_rewrite(c, __NR_openat);
	}
	c->slot->how = *how;
	c->slot->how.flags = flags;
	c->slot->how.mode = (flags & O_CREAT) || IS_TMPFILE(flags) ?
	    behalf_file_mode((unsigned)how->mode) : 0;
	c->slot->how.resolve |= RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
	if (!is_openat2 && !(flags & O_PATH))
		c->slot->how.flags |= KERNEL_LARGEFILE;
	c->out.arg[2] = GUARD_AT(c->task->slot, how);
	c->out.arg[3] = sizeof(struct guard_how);
	return check_rewrite(c, __NR_openat2);
}

/* What open(2) makes of its arguments before it looks at the name. */
static enum check_end
open_classic(struct check *c, int arg, int dirfd, uint64_t flags,
    uint64_t mode)
{
	struct guard_how how = { 0 };

	how.flags = (uint32_t)flags & OPEN_VALID;
	if (how.flags & O_PATH)
		how.flags &= OPEN_PATH_VALID;
	if ((how.flags & O_CREAT) || IS_TMPFILE(how.flags))
		how.mode = mode & 07777;
	return open_common(c, arg, dirfd, &how, false);
}

#ifdef __NR_open
static enum check_end
on_open(struct check *c)
{
	return open_classic(c, 0, AT_FDCWD, c->in.arg[1], c->in.arg[2]);
}

static enum check_end
on_creat(struct check *c)
{
	return open_classic(c, 0, AT_FDCWD, O_CREAT | O_WRONLY | O_TRUNC,
	    c->in.arg[1]);
}
#endif

static enum check_end
on_openat(struct check *c)
{
	return open_classic(c, 1, check_int(c, 0), c->in.arg[2],
	    c->in.arg[3]);
}

static enum check_end
on_openat2(struct check *c)
{
	struct guard_how how;
	uint8_t more[256];
	uint64_t size = c->in.arg[3];
	size_t i;
	int r;

	if (size < sizeof(how))
		return check_answer(c, -EINVAL);
	if (size > 4096)
		return check_answer(c, -E2BIG);
	r = tracee_read(c->task->tid, c->in.arg[2], &how, sizeof(how));
	if (r < 0)
		return check_answer(c, r);
	for (size -= sizeof(how); size > 0; size -= i) {
		uint64_t at = c->in.arg[2] + c->in.arg[3] - size;
		size_t n = size < sizeof(more) ? (size_t)size : sizeof(more);

		r = tracee_read(c->task->tid, at, more, n);
		if (r < 0)
			return check_answer(c, r);
		for (i = 0; i < n; i++)
			if (more[i] != 0)
				return check_answer(c, -E2BIG);
	}
	/* Scoped lookups would need the caller's directory held still. */
	if (how.resolve & (RESOLVE_BENEATH | RESOLVE_IN_ROOT |
	    RESOLVE_NO_XDEV))
		return check_answer(c, -ENOSYS);
	if (how.resolve & RESOLVE_CACHED)
		return check_answer(c, -EAGAIN);
	if ((how.resolve & ~(uint64_t)(RESOLVE_NO_SYMLINKS |
	    RESOLVE_NO_MAGICLINKS | RESOLVE_NO_XDEV)) ||
	    (how.flags & ~(uint64_t)OPEN_VALID) ||
	    (how.mode & ~(uint64_t)((how.flags & O_CREAT) ||
	    IS_TMPFILE(how.flags) ? 07777 : 0)))
		return check_answer(c, -EINVAL);
	return open_common(c, 1, check_int(c, 0), &how, true);
}

const struct check_entry check_open_calls[] = {
#ifdef __NR_open
	{ __NR_open, on_open },
	{ __NR_creat, on_creat },
#endif
	{ __NR_openat, on_openat },
	{ __NR_openat2, on_openat2 },
	{ 0, NULL }
};
