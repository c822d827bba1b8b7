/*
 * Looking at names: stat, access, readlink, statfs, chdir and their kin.
 */
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../base/util.h"
#include "behalf.h"

#ifndef __NR_faccessat2
#define __NR_faccessat2 439
#endif

#define LOOK	CHECK_MASK(ACCESS_STAT)
#define AT_STAT_VALID	(AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT | \
    AT_EMPTY_PATH | AT_STATX_SYNC_TYPE)

static void
at_cwd(struct check *c)
{
	memset(c->out.arg, 0, sizeof(c->out.arg));
	c->out.arg[0] = (uint64_t)(int64_t)AT_FDCWD;
	c->out.arg[1] = check_put_path(c, 0);
}

/* fstat by another name: the descriptor's file was judged when it was
 * opened. */
static enum check_end
stat_fd(struct check *c, int fd, uint64_t buf)
{
	uint64_t ip = arch_ip(&c->task->regs);

	c->task->fstat_count = c->task->fstat_ip == ip ?
	    c->task->fstat_count + 1 : 1;
	c->task->fstat_ip = ip;
	memset(c->out.arg, 0, sizeof(c->out.arg));
	c->out.arg[0] = (uint64_t)(int64_t)fd;
	c->out.arg[1] = buf;
	return check_rewrite(c, __NR_fstat);
}

static enum check_end
stat_behalf(struct check *c, uint64_t buf, int flags)
{
	auto_fd int fd = -1;
	char link[64];
	struct stat st;
	int r;

	r = behalf_object(c, 0, flags & AT_SYMLINK_NOFOLLOW, &fd, link);
	if (r < 0)
		return check_answer(c, r);
	if (fstat(fd, &st) < 0)
		return check_answer(c, -errno);
	/* glibc's struct stat is the kernel's on 64 bits. */
	return check_give(c, buf, &st, sizeof(st), 0);
}

static enum check_end
stat_common(struct check *c, int arg, int dirfd, uint64_t buf, int flags)
{
	struct path *p = &c->wall->path[0];
	enum check_end end;
	int r;

	if (flags & ~AT_STAT_VALID)
		return check_answer(c, -EINVAL);
	r = check_read_raw(c, 0, arg);
	if (r < 0)
		return check_answer(c, r);
	if (c->wall->raw[0][0] == '\0' && (flags & AT_EMPTY_PATH) &&
	    dirfd != AT_FDCWD)
		return stat_fd(c, dirfd, buf);
	if (c->wall->raw[0][0] == '\0' && (flags & AT_EMPTY_PATH))
		memcpy(c->wall->raw[0], ".", 2);
	end = check_raw(c, 0, arg, dirfd, (flags & AT_SYMLINK_NOFOLLOW) ? 0 :
	    PATH_FOLLOW, LOOK);
	if (end != CHECK_RUN)
		return end;
	if (p->own_fd >= 0)
		return stat_fd(c, p->own_fd, buf);
	/* A slash behind the name would follow a link that comes late. */
	if (!p->parent_fixed || (p->slash && !p->fixed))
		return stat_behalf(c, buf, flags);
	at_cwd(c);
	c->out.arg[2] = buf;
	c->out.arg[3] = (uint64_t)(flags & ~AT_EMPTY_PATH) |
	    AT_SYMLINK_NOFOLLOW;
	return check_rewrite(c, __NR_newfstatat);
}

static enum check_end
on_newfstatat(struct check *c)
{
	return stat_common(c, 1, check_int(c, 0), c->in.arg[2],
	    check_int(c, 3));
}

#ifdef __NR_stat
static enum check_end
on_stat(struct check *c)
{
	return stat_common(c, 0, AT_FDCWD, c->in.arg[1], 0);
}

static enum check_end
on_lstat(struct check *c)
{
	return stat_common(c, 0, AT_FDCWD, c->in.arg[1],
	    AT_SYMLINK_NOFOLLOW);
}
#endif

static enum check_end
statx_behalf(struct check *c, int flags, unsigned mask, uint64_t buf)
{
	auto_fd int fd = -1;
	char link[64];
	struct statx stx;
	int r;

	r = behalf_object(c, 0, flags & AT_SYMLINK_NOFOLLOW, &fd, link);
	if (r < 0)
		return check_answer(c, r);
	if (statx(fd, "", (flags & AT_STATX_SYNC_TYPE) | AT_EMPTY_PATH, mask,
	    &stx) < 0)
		return check_answer(c, -errno);
	return check_give(c, buf, &stx, sizeof(stx), 0);
}

static enum check_end
on_statx(struct check *c)
{
	struct path *p = &c->wall->path[0];
	int dirfd = check_int(c, 0), flags = check_int(c, 2), r;
	unsigned mask = (unsigned)c->in.arg[3];
	uint64_t path = c->in.arg[1], buf = c->in.arg[4];
	enum check_end end;

	if ((flags & ~AT_STAT_VALID) || (mask & 0x80000000u) ||
	    (flags & AT_STATX_SYNC_TYPE) == AT_STATX_SYNC_TYPE)
		return check_answer(c, -EINVAL);
	/* NULL with AT_EMPTY_PATH means the descriptor (6.11). */
	c->wall->raw[0][0] = '\0';
	r = path == 0 && (flags & AT_EMPTY_PATH) ? 0 :
	    check_read_raw(c, 0, 1);
	if (r < 0)
		return check_answer(c, r);
	if (c->wall->raw[0][0] == '\0' && (flags & AT_EMPTY_PATH)) {
		if (dirfd == AT_FDCWD)
			memcpy(c->wall->raw[0], ".", 2);
		else {
			c->slot->path[0][0] = '\0';
			c->out.arg[1] = GUARD_AT(c->task->slot, path);
			return check_rewrite(c, __NR_statx);
		}
	}
	end = check_raw(c, 0, 1, dirfd, (flags & AT_SYMLINK_NOFOLLOW) ? 0 :
	    PATH_FOLLOW, LOOK);
	if (end != CHECK_RUN)
		return end;
	if (p->own_fd >= 0) {
		c->slot->path[0][0] = '\0';
		c->out.arg[0] = (uint64_t)p->own_fd;
		c->out.arg[1] = GUARD_AT(c->task->slot, path);
		c->out.arg[2] = (uint64_t)flags | AT_EMPTY_PATH;
		return check_rewrite(c, __NR_statx);
	}
	if (!p->parent_fixed || (p->slash && !p->fixed))
		return statx_behalf(c, flags, mask, buf);
	c->out.arg[0] = (uint64_t)(int64_t)AT_FDCWD;
	c->out.arg[1] = check_put_path(c, 0);
	c->out.arg[2] = (uint64_t)(flags & ~AT_EMPTY_PATH) |
	    AT_SYMLINK_NOFOLLOW;
	return check_rewrite(c, __NR_statx);
}

static enum check_end
access_common(struct check *c, int arg, int dirfd, int mode, int flags)
{
	struct path *p = &c->wall->path[0];
	auto_fd int fd = -1;
	enum check_end end;
	char link[64];
	int r;

	if ((flags & ~(AT_SYMLINK_NOFOLLOW | AT_EACCESS | AT_EMPTY_PATH)) ||
	    (mode & ~7))
		return check_answer(c, -EINVAL);
	r = check_read_raw(c, 0, arg);
	if (r < 0)
		return check_answer(c, r);
	if (c->wall->raw[0][0] == '\0' && (flags & AT_EMPTY_PATH)) {
		c->slot->path[0][0] = '\0';
		c->out.arg[1] = GUARD_AT(c->task->slot, path);
		return check_rewrite(c, __NR_faccessat2);
	}
	end = check_raw(c, 0, arg, dirfd, (flags & AT_SYMLINK_NOFOLLOW) ? 0 :
	    PATH_FOLLOW, LOOK);
	if (end != CHECK_RUN)
		return end;
	if (p->own_fd >= 0) {
		c->slot->path[0][0] = '\0';
		memset(c->out.arg, 0, sizeof(c->out.arg));
		c->out.arg[0] = (uint64_t)p->own_fd;
		c->out.arg[1] = GUARD_AT(c->task->slot, path);
		c->out.arg[2] = (uint64_t)mode;
		c->out.arg[3] = AT_EMPTY_PATH;
		return check_rewrite(c, __NR_faccessat2);
	}
	/* Of an input the mode does not tell. */
	if ((mode & W_OK) && !p->missing && policy_path(c->wall->policy,
	    ACCESS_WRITE, p->name).input)
		return check_answer(c, -EACCES);
	if (!p->parent_fixed || (p->slash && !p->fixed)) {
		r = behalf_object(c, 0, flags & AT_SYMLINK_NOFOLLOW, &fd, link);
		if (r < 0)
			return check_answer(c, r);
		r = faccessat(AT_FDCWD, link, mode, 0);
		return check_answer(c, behalf_result(r));
	}
	at_cwd(c);
	c->out.arg[2] = (uint64_t)mode;
	c->out.arg[3] = (uint64_t)flags | AT_SYMLINK_NOFOLLOW;
	return check_rewrite(c, __NR_faccessat2);
}

#ifdef __NR_access
static enum check_end
on_access(struct check *c)
{
	return access_common(c, 0, AT_FDCWD, check_int(c, 1), 0);
}
#endif

static enum check_end
on_faccessat(struct check *c)
{
	return access_common(c, 1, check_int(c, 0), check_int(c, 2), 0);
}

static enum check_end
on_faccessat2(struct check *c)
{
	return access_common(c, 1, check_int(c, 0), check_int(c, 2),
	    check_int(c, 3));
}

/* What the kernel would name by this link of /proc, by its alias, or NULL;
 * the caller's to free. */
static char *
told_name(struct check *c, const char *link)
{
	static const char gone[] = " (deleted)";
	const ssize_t length = sizeof(gone) - 1;
	char text[PATH_MAX];
	struct stat there, named;
	ssize_t n = readlink(link, text, sizeof(text) - 1);

	if (n <= 0)
		return NULL;
	text[n] = '\0';
	/* What is gone has no name; but something may be called so. */
	if (n > length && strcmp(text + n - length, gone) == 0 &&
	    (stat(link, &there) < 0 || lstat(text, &named) < 0 ||
	    there.st_dev != named.st_dev || there.st_ino != named.st_ino))
		return NULL;
	return policy_name_shown(c->wall->policy, text);
}

/* Where it is gone, or out of reach, the kernel says so. */
static enum check_end
on_getcwd(struct check *c)
{
	auto_free char *name = NULL;
	char link[32];
	size_t n;

	snprintf(link, sizeof(link), "/proc/%d/cwd", (int)c->task->tid);
	name = told_name(c, link);
	n = name != NULL ? strlen(name) + 1 : 0;
	if (n == 0)
		return CHECK_RUN;
	if (c->in.arg[1] < n)
		return check_answer(c, -ERANGE);
	return check_give(c, c->in.arg[0], name, n, (long)n);
}

static enum check_end
readlink_common(struct check *c, int arg, int dirfd, uint64_t buf, int size)
{
	struct path *p = &c->wall->path[0];
	auto_free char *told = NULL;
	char text[PATH_MAX];
	auto_fd int fd = -1;
	enum check_end end;
	ssize_t n;
	int r;

	if (size <= 0)
		return check_answer(c, -EINVAL);
	r = check_read_raw(c, 0, arg);
	if (r < 0)
		return check_answer(c, r);
	if (c->wall->raw[0][0] == '\0' && dirfd != AT_FDCWD) {
		/* The link itself, opened by O_PATH|O_NOFOLLOW before. */
		c->slot->path[0][0] = '\0';
		c->out.arg[0] = (uint64_t)(int64_t)dirfd;
		c->out.arg[1] = GUARD_AT(c->task->slot, path);
		c->out.arg[2] = buf;
		c->out.arg[3] = (uint64_t)size;
		return check_rewrite(c, __NR_readlinkat);
	}
	end = check_raw(c, 0, arg, dirfd, 0, LOOK);
	if (end != CHECK_RUN)
		return end;
	if (!p->parent_fixed || (p->slash && !p->fixed)) {
		fd = path_open_object(p, p->slash ? O_DIRECTORY : 0);
		if (fd < 0)
			return check_answer(c, fd);
		n = readlinkat(fd, "", text, sizeof(text));
		/* "" on what is no link is ENOENT; by its name, EINVAL. */
		if (n < 0)
			return check_answer(c, errno == ENOENT ? -EINVAL :
			    -errno);
		n = n > size ? size : n;
		return check_give(c, buf, text, (size_t)n, n);
	}
	told = strncmp(p->name, "/proc/", 6) == 0 ? told_name(c, p->name) :
	    NULL;
	if (told != NULL) {
		n = (ssize_t)strlen(told);
		n = n > size ? size : n;
		return check_give(c, buf, told, (size_t)n, n);
	}
	at_cwd(c);
	c->out.arg[2] = buf;
	c->out.arg[3] = (uint64_t)size;
	/* "/proc/self" reads as who asks: the link itself is as given. */
	return check_rewrite(c, __NR_readlinkat);
}

#ifdef __NR_readlink
static enum check_end
on_readlink(struct check *c)
{
	return readlink_common(c, 0, AT_FDCWD, c->in.arg[1],
	    check_int(c, 2));
}
#endif

static enum check_end
on_readlinkat(struct check *c)
{
	return readlink_common(c, 1, check_int(c, 0), c->in.arg[2],
	    check_int(c, 3));
}

static enum check_end
on_statfs(struct check *c)
{
	struct path *p = &c->wall->path[0];
	auto_fd int fd = -1;
	struct statfs sf;
	char link[64];
	enum check_end end;
	int r;

	end = check_name(c, 0, 0, AT_FDCWD, PATH_FOLLOW, LOOK);
	if (end != CHECK_RUN)
		return end;
	if (p->own_fd >= 0) {
		c->out.arg[0] = (uint64_t)p->own_fd;
		return check_rewrite(c, __NR_fstatfs);
	}
	if (p->fixed) {
		c->out.arg[0] = check_put_path(c, 0);
		return check_rewrite(c, __NR_statfs);
	}
	r = behalf_object(c, 0, false, &fd, link);
	if (r < 0)
		return check_answer(c, r);
	if (fstatfs(fd, &sf) < 0)
		return check_answer(c, -errno);
	return check_give(c, c->in.arg[1], &sf, sizeof(sf), 0);
}

/*
 * The current directory grants nothing: every relative name is judged from
 * where the task is at that moment. But where others could put a link on the
 * way, arriving would tell what is where it leads.
 */
static enum check_end
on_chdir(struct check *c)
{
	enum check_end end;

	paths_moved(c->wall->paths);
	end = check_name(c, 0, 0, AT_FDCWD, PATH_FOLLOW, LOOK);
	if (end != CHECK_RUN)
		return end;
	if (c->wall->path[0].own_fd >= 0)
		return check_answer(c, -ENOTDIR);
	if (c->wall->path[0].fixed || c->wall->tasks.count == 1 ||
	    !path_has_openat2()) {
		c->out.arg[0] = check_put_path(c, 0);
		return check_rewrite(c, __NR_chdir);
	}
	c->slot->how = (struct guard_how){
		.flags = O_PATH | O_DIRECTORY | O_CLOEXEC,
		.resolve = RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS,
	};
	at_cwd(c);
	c->out.arg[2] = GUARD_AT(c->task->slot, how);
	c->out.arg[3] = sizeof(c->slot->how);
	c->task->after = AFTER_MOVE;
	return check_rewrite(c, __NR_openat2);
}

/* To what was judged when it was opened. We only mind that somebody moves. */
static enum check_end
on_fchdir(struct check *c)
{
	paths_moved(c->wall->paths);
	return CHECK_RUN;
}

const struct check_entry check_stat_calls[] = {
#ifdef __NR_stat
	{ __NR_stat, on_stat },
	{ __NR_lstat, on_lstat },
	{ __NR_access, on_access },
	{ __NR_readlink, on_readlink },
#endif
	{ __NR_newfstatat, on_newfstatat },
	{ __NR_statx, on_statx },
	{ __NR_faccessat, on_faccessat },
	{ __NR_faccessat2, on_faccessat2 },
	{ __NR_readlinkat, on_readlinkat },
	{ __NR_statfs, on_statfs },
	{ __NR_chdir, on_chdir },
	{ __NR_fchdir, on_fchdir },
	{ __NR_getcwd, on_getcwd },
	{ 0, NULL }
};
