/*
 * Changing what a directory holds: unlink, rename, link, symlink, mkdir,
 * mknod. None of them follows a link at the end, so where only the last part
 * can change, the name in the slot is safe; below that, on behalf. What may
 * take the last name from a file always is, so that it is known what becomes
 * of it.
 */
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../base/util.h"
#include "behalf.h"
#include "../limits/buffers.h"
#include "../limits/limits.h"

#define CHANGE	CHECK_MASK(ACCESS_WRITE)

/* The name of what is to be made: new, and the tree may grow by so much. */
static enum check_end
new_name(struct check *c, int arg, int dirfd, uint64_t bytes)
{
	enum check_end end = check_name(c, 0, arg, dirfd, PATH_PARENT, CHANGE);
	int r;

	if (end == CHECK_DENY && check_is_there(c))
		return check_answer(c, -EEXIST);
	if (end != CHECK_RUN)
		return end;
	if (c->wall->path[0].last != PATH_NORMAL)
		return check_answer(c, -EEXIST);
	end = check_name_room(c, 0);
	if (end != CHECK_RUN)
		return end;
	r = limits_on_file(c->wall->limits, bytes, &c->refused);
	return r > 0 ? check_answer(c, -r) : CHECK_RUN;
}

/* It was made on behalf, or was not. */
static enum check_end
made(struct check *c, long r)
{
	if (r == 0)
		limits_on_name(c->wall->limits, NULL, true);
	return check_answer(c, r);
}

/*
 * The file that a change is to take a name from: a descriptor (O_PATH), or -1
 * where there is none. *ret_others: it has more names than that.
 */
static int
file_of(const struct path *p, bool *ret_others)
{
	int fd = path_open_object(p, 0);
	struct stat st;

	*ret_others = false;
	if (fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode)) {
		*ret_others = st.st_nlink > 1;
		return fd;
	}
	if (fd >= 0)
		close(fd);
	return -1;
}

/*
 * No walk through folders counts it any more: if anybody has it open, the
 * limits do. One of another owner was there before the run, and nobody tells
 * who has it: it counts if the run may write it. `fd` is closed.
 */
static void
after_unlink(struct check *c, int fd, bool was_made)
{
	char link[40];
	struct stat st;
	bool gone, own;
	int ours;

	if (fd < 0)
		return;
	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	gone = fstat(fd, &st) == 0 && st.st_nlink == 0;
	own = gone && st.st_uid == geteuid();
	if (!gone || (!own && faccessat(AT_FDCWD, link, W_OK,
	    AT_EACCESS) < 0)) {
		close(fd);
		return;
	}
	ours = open(link, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (ours < 0 && own && errno == EACCES && chmod(link, 0600) == 0)
		ours = open(link, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	limits_on_unlinked(c->wall->limits, ours >= 0 ? ours : fd, own,
	    was_made);
	if (ours >= 0)
		close(fd);
}

static enum check_end
unlink_common(struct check *c, int arg, int dirfd, int flags)
{
	struct path *p = &c->wall->path[0];
	char base[GUARD_PATH];
	auto_fd int dir = -1;
	enum check_end end;
	bool moves = false, was_made = false, had;
	struct stat st;
	long r;
	int fd;

	if (flags & ~AT_REMOVEDIR)
		return check_answer(c, -EINVAL);
	end = check_name(c, 0, arg, dirfd, PATH_PARENT, CHANGE);
	if (end == CHECK_DENY && check_is_missing(c))
		return check_answer(c, -ENOENT);
	if (end != CHECK_RUN)
		return end;
	if (p->last == PATH_ROOT)
		return check_answer(c, (flags & AT_REMOVEDIR) ? -EBUSY :
		    -EISDIR);
	if (p->last == PATH_DOT)
		return check_answer(c, (flags & AT_REMOVEDIR) ? -EINVAL :
		    -EISDIR);
	if (p->last == PATH_DOTDOT)
		return check_answer(c, (flags & AT_REMOVEDIR) ? -ENOTEMPTY :
		    -EISDIR);
	dir = behalf_parent(c, 0, base);
	if (dir < 0)
		return check_answer(c, dir);
	fd = (flags & AT_REMOVEDIR) || p->slash ? -1 : file_of(p, &moves);
	/* By a link made before, that is a move. */
	if (moves)
		limits_names_begin(c->wall->limits);
	had = fstatat(dir, base, &st, AT_SYMLINK_NOFOLLOW) == 0;
	r = behalf_result(unlinkat(dir, base, flags));
	if (moves)
		limits_names_end(c->wall->limits);
	if (r == 0 && had)
		was_made = limits_on_name_gone(c->wall->limits, &st);
	after_unlink(c, fd, was_made);
	return check_answer(c, r);
}

static enum check_end
on_unlinkat(struct check *c)
{
	return unlink_common(c, 1, check_int(c, 0), check_int(c, 2));
}

#ifdef __NR_unlink
static enum check_end
on_unlink(struct check *c)
{
	return unlink_common(c, 0, AT_FDCWD, 0);
}

static enum check_end
on_rmdir(struct check *c)
{
	return unlink_common(c, 0, AT_FDCWD, AT_REMOVEDIR);
}
#endif

/* mkdir and mknod; `dev` is of mknod only. */
static enum check_end
make_common(struct check *c, int arg, int dirfd, bool is_dir, unsigned mode,
    unsigned dev)
{
	struct path *p = &c->wall->path[0];
	char base[GUARD_PATH];
	auto_fd int dir = -1;
	enum check_end end;
	long mask;
	int r;

	if (!is_dir && S_ISDIR(mode))
		return check_answer(c, -EPERM);
	if (!is_dir && (mode & S_IFMT) != 0 && !S_ISREG(mode) &&
	    !S_ISFIFO(mode) && !S_ISSOCK(mode) && !S_ISCHR(mode) &&
	    !S_ISBLK(mode))
		return check_answer(c, -EINVAL);
	if (!is_dir)
		mode = behalf_file_mode(mode);
	/* Device nodes need a capability that nothing here has. */
	if (!is_dir && (S_ISCHR(mode) || S_ISBLK(mode)))
		return check_deny(c);
	end = new_name(c, arg, dirfd, is_dir ? LIMITS_FOLDER : LIMITS_ENTRY);
	if (end != CHECK_RUN)
		return end;
	/* Anybody may open it at any time, and fill it. */
	r = !is_dir && S_ISFIFO(mode) ? limits_on_channels(c->wall->limits, 1,
	    BUFFERS_PIPE, true, &c->refused) : 0;
	if (r > 0)
		return check_answer(c, -r);
	if (p->parent_fixed && !is_dir) {
		memset(c->out.arg, 0, sizeof(c->out.arg));
		c->out.arg[0] = (uint64_t)(int64_t)AT_FDCWD;
		c->out.arg[1] = check_put_path(c, 0);
		c->out.arg[2] = mode;
		c->out.arg[3] = dev;
		return check_name_unseen(c, __NR_mknodat);
	}
	mask = behalf_umask(c);
	if (mask < 0)
		return check_answer(c, mask);
	dir = behalf_parent(c, 0, base);
	if (dir < 0)
		return check_answer(c, dir);
	/* A sibling could change the mask meanwhile, were it not made by us. */
	if (is_dir)
		return made(c, behalf_result(mkdirat(dir, base,
		    behalf_folder_mode(mode & ~(unsigned)mask))));
	return made(c, behalf_result(mknodat(dir, base,
	    mode & ~(unsigned)mask, dev)));
}

static enum check_end
on_mkdirat(struct check *c)
{
	return make_common(c, 1, check_int(c, 0), true,
	    (unsigned)c->in.arg[2] & 07777, 0);
}

static enum check_end
on_mknodat(struct check *c)
{
	return make_common(c, 1, check_int(c, 0), false,
	    (unsigned)c->in.arg[2] & 0177777, (unsigned)c->in.arg[3]);
}

#ifdef __NR_mkdir
static enum check_end
on_mkdir(struct check *c)
{
	return make_common(c, 0, AT_FDCWD, true,
	    (unsigned)c->in.arg[1] & 07777, 0);
}

static enum check_end
on_mknod(struct check *c)
{
	return make_common(c, 0, AT_FDCWD, false,
	    (unsigned)c->in.arg[1] & 0177777, (unsigned)c->in.arg[2]);
}
#endif

/* A link's text grants nothing: it is judged whenever it is walked. */
static enum check_end
symlink_common(struct check *c, int arg, int dirfd)
{
	struct path *p = &c->wall->path[0];
	char base[GUARD_PATH];
	auto_fd int dir = -1;
	enum check_end end;
	int r;

	r = check_read_raw(c, 1, 0);
	if (r < 0)
		return check_answer(c, r);
	if (c->wall->raw[1][0] == '\0')
		return check_answer(c, -ENOENT);
	/* A long text has a block of its own. */
	end = new_name(c, arg, dirfd, strlen(c->wall->raw[1]) < 60 ?
	    LIMITS_ENTRY : LIMITS_FOLDER);
	if (end != CHECK_RUN)
		return end;
	if (p->parent_fixed) {
		memcpy(c->slot->path[1], c->wall->raw[1],
		    strlen(c->wall->raw[1]) + 1);
		memset(c->out.arg, 0, sizeof(c->out.arg));
		c->out.arg[0] = GUARD_AT(c->task->slot, path) + GUARD_PATH;
		c->out.arg[1] = (uint64_t)(int64_t)AT_FDCWD;
		c->out.arg[2] = check_put_path(c, 0);
		return check_name_unseen(c, __NR_symlinkat);
	}
	dir = behalf_parent(c, 0, base);
	if (dir < 0)
		return check_answer(c, dir);
	return made(c, behalf_result(symlinkat(c->wall->raw[1], dir, base)));
}

static enum check_end
on_symlinkat(struct check *c)
{
	return symlink_common(c, 2, check_int(c, 1));
}

#ifdef __NR_symlink
static enum check_end
on_symlink(struct check *c)
{
	return symlink_common(c, 1, AT_FDCWD);
}
#endif

/* A name that leads to no socket, nor to a folder that may hold one? */
static bool
is_plain(const struct path *p)
{
	auto_fd int fd = path_open_object(p, 0);
	struct stat st;

	return fd == -ENOENT || (fd >= 0 && fstat(fd, &st) == 0 &&
	    !S_ISSOCK(st.st_mode) && !S_ISDIR(st.st_mode));
}

/*
 * Another name is another way in: it may grant nothing that the first does not.
 * What is there may be exchanged for a folder meanwhile, so a name that may be
 * a folder's (`below`) is judged as one.
 */
static bool
may_be_called(struct check *c, const struct path *from, const struct path *to,
    bool below)
{
	const unsigned files = CHECK_MASK(ACCESS_READ) | CHANGE |
	    CHECK_MASK(ACCESS_STAT) | CHECK_MASK(ACCESS_EXEC);
	const struct policy *policy = c->wall->policy;

	if (policy_may_rename(policy, files, from->name, to->name, below,
	    &c->ruling) && (policy_may_rename(policy,
	    CHECK_MASK(ACCESS_CONNECT), from->name, to->name, below,
	    &c->ruling) || is_plain(from)))
		return true;
	/* What is to be moved is there. */
	c->err = c->ruling.err > 0 && !c->ruling.lookup ? c->ruling.err :
	    EACCES;
	c->ruling.lookup = false;
	return false;
}

static enum check_end
link_common(struct check *c, int old, int olddir, int new, int newdir,
    int flags)
{
	struct path *from = &c->wall->path[0], *to = &c->wall->path[1];
	char old_base[GUARD_PATH], new_base[GUARD_PATH];
	auto_fd int old_fd = -1, new_fd = -1;
	enum check_end end;
	struct stat st;
	int r;

	if (flags & ~(AT_SYMLINK_FOLLOW | AT_EMPTY_PATH))
		return check_answer(c, -EINVAL);
	if (flags & AT_EMPTY_PATH)
		return check_deny(c);
	end = check_name(c, 0, old, olddir, (flags & AT_SYMLINK_FOLLOW) ?
	    PATH_FOLLOW : 0, CHANGE);
	if (end != CHECK_RUN)
		return end;
	/* A name for an unnamed file: which one could be changed meanwhile. */
	if (from->own_fd >= 0)
		return check_deny(c);
	end = check_name(c, 1, new, newdir, PATH_PARENT, CHANGE);
	if (end != CHECK_RUN)
		return end;
	if (to->last != PATH_NORMAL)
		return check_answer(c, -EEXIST);
	if (from->last == PATH_ROOT)
		return check_answer(c, -EPERM);
	if (!may_be_called(c, from, to, false))
		return CHECK_DENY;
	end = check_name_room(c, 1);
	if (end != CHECK_RUN)
		return end;
	r = limits_on_file(c->wall->limits, LIMITS_ENTRY, &c->refused);
	if (r > 0)
		return check_answer(c, -r);
	old_fd = behalf_parent(c, 0, old_base);
	if (old_fd < 0)
		return check_answer(c, old_fd);
	new_fd = behalf_parent(c, 1, new_base);
	if (new_fd < 0)
		return check_answer(c, new_fd);
	limits_names_begin(c->wall->limits);
	r = behalf_result(linkat(old_fd, old_base, new_fd, new_base, 0));
	limits_names_end(c->wall->limits);
	if (r == 0)
		limits_on_name(c->wall->limits, fstatat(new_fd, new_base, &st,
		    AT_SYMLINK_NOFOLLOW) == 0 ? &st : NULL, true);
	return check_answer(c, r);
}

static enum check_end
on_linkat(struct check *c)
{
	return link_common(c, 1, check_int(c, 0), 3, check_int(c, 2),
	    check_int(c, 4));
}

static enum check_end
rename_common(struct check *c, int old, int olddir, int new, int newdir,
    unsigned flags)
{
	struct path *from = &c->wall->path[0], *to = &c->wall->path[1];
	char old_base[GUARD_PATH], new_base[GUARD_PATH];
	auto_fd int old_fd = -1, new_fd = -1;
	enum check_end end;
	bool others, was_made = false, replaces;
	struct stat st, moved;
	long r;
	int fd;

	/* Not: RENAME_WHITEOUT, which makes a device. */
	if ((flags & ~3u) || flags == (RENAME_EXCHANGE | RENAME_NOREPLACE))
		return check_answer(c, -EINVAL);
	end = check_name(c, 0, old, olddir, PATH_PARENT | PATH_LOOK, CHANGE);
	if (end == CHECK_DENY && check_is_missing(c))
		return check_answer(c, -ENOENT);
	if (end != CHECK_RUN)
		return end;
	end = check_name(c, 1, new, newdir, PATH_PARENT, CHANGE);
	if (end != CHECK_RUN)
		return end;
	if (from->last != PATH_NORMAL || to->last != PATH_NORMAL)
		return check_answer(c, (flags & 1) &&
		    to->last != PATH_NORMAL ? -EEXIST : -EBUSY);
	if (!may_be_called(c, from, to, true) || ((flags & RENAME_EXCHANGE) &&
	    !may_be_called(c, to, from, true)))
		return CHECK_DENY;
	old_fd = behalf_parent(c, 0, old_base);
	if (old_fd < 0)
		return check_answer(c, old_fd);
	new_fd = behalf_parent(c, 1, new_base);
	if (new_fd < 0)
		return check_answer(c, new_fd);
	fd = flags == 0 && !to->slash ? file_of(to, &others) : -1;
	/* Two names of the same thing both stay. */
	replaces = flags == 0 && fstatat(new_fd, new_base, &st,
	    AT_SYMLINK_NOFOLLOW) == 0 && fstatat(old_fd, old_base, &moved,
	    AT_SYMLINK_NOFOLLOW) == 0 && (st.st_ino != moved.st_ino ||
	    st.st_dev != moved.st_dev);
	limits_names_begin(c->wall->limits);
	r = behalf_result(renameat2(old_fd, old_base, new_fd, new_base,
	    flags));
	limits_names_end(c->wall->limits);
	if (r == 0 && replaces)
		was_made = limits_on_name_gone(c->wall->limits, &st);
	after_unlink(c, fd, was_made);
	return check_answer(c, r);
}

#ifdef __NR_renameat
static enum check_end
on_renameat(struct check *c)
{
	return rename_common(c, 1, check_int(c, 0), 3, check_int(c, 2), 0);
}
#endif

static enum check_end
on_renameat2(struct check *c)
{
	return rename_common(c, 1, check_int(c, 0), 3, check_int(c, 2),
	    (unsigned)c->in.arg[4]);
}

#ifdef __NR_rename
static enum check_end
on_link(struct check *c)
{
	return link_common(c, 0, AT_FDCWD, 1, AT_FDCWD, 0);
}

static enum check_end
on_rename(struct check *c)
{
	return rename_common(c, 0, AT_FDCWD, 1, AT_FDCWD, 0);
}
#endif

const struct check_entry check_path_calls[] = {
#ifdef __NR_unlink
	{ __NR_unlink, on_unlink },
	{ __NR_rmdir, on_rmdir },
	{ __NR_mkdir, on_mkdir },
	{ __NR_mknod, on_mknod },
	{ __NR_symlink, on_symlink },
	{ __NR_link, on_link },
	{ __NR_rename, on_rename },
#endif
	{ __NR_unlinkat, on_unlinkat },
	{ __NR_mkdirat, on_mkdirat },
	{ __NR_mknodat, on_mknodat },
	{ __NR_symlinkat, on_symlinkat },
	{ __NR_linkat, on_linkat },
#ifdef __NR_renameat
	{ __NR_renameat, on_renameat },
#endif
	{ __NR_renameat2, on_renameat2 },
	{ 0, NULL }
};
