/*
 * Names: what a tracee wrote, made into the one name that is judged and that
 * the kernel then walks.
 *
 * Canonical: absolute, no symbolic link, no dot part, no doubled or trailing
 * slash. Links are followed here, on our copy, opening nothing (readlink
 * only); the kernel is then told to follow none.
 */
#ifndef SALLYPORT_PATH_H
#define SALLYPORT_PATH_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct policy;
struct paths;

enum path_flags {
	PATH_FOLLOW = 1,	/* a link at the end is followed */
	PATH_NO_LINKS = 2,	/* the caller asked for RESOLVE_NO_SYMLINKS */
	PATH_LOOK = 4,		/* tell if there is a link at the end, too */
	PATH_PARENT = 8,	/* of calls that change a directory's entry:
				   a slash behind it follows no link */
	PATH_NO_MAGIC = 16,	/* RESOLVE_NO_MAGICLINKS */
};

enum path_last {
	PATH_NORMAL = 0,
	PATH_DOT,		/* ended in "." */
	PATH_DOTDOT,
	PATH_ROOT,		/* is "/" */
};

struct path {
	char		name[PATH_MAX];	/* canonical */
	size_t		len;
	enum path_last	last;
	bool		slash;		/* was written with a slash behind */
	bool		missing;	/* seen: nothing of this name */
	bool		is_link;	/* seen (PATH_LOOK) */
	bool		fixed;		/* the tree can change no part of it */
	bool		parent_fixed;	/* nor any part but the last */
	int		own_fd;		/* it is the caller's descriptor N
					   without a name; else -1 */
	bool		cut;		/* error: `name` is a guess, see below */
};

int paths_new(const struct policy *, struct paths **ret);
void paths_free(struct paths *);

/*
 * Every task of the tree is in `cwd` (canonical) until one moves: then, and
 * where the tree could rename it, each is asked of the kernel.
 */
void paths_begin_in(struct paths *, const char *cwd);
void paths_moved(struct paths *);

/*
 * Resolve `raw` as task `tid` of process `tgid` would, from `dirfd`.
 * Returns 0, or the negative errno the kernel would give. In that case
 * ret->cut is set and ret->name is the best guess of what was meant (links
 * beyond the failing part not followed), for judging whether the caller may
 * learn which error it was; an empty name if there is none.
 */
int path_resolve(struct paths *, pid_t tid, pid_t tgid, int dirfd,
    const char *raw, unsigned flags, struct path *ret);

/*
 * What a descriptor of the task refers to, as a name: 0 and the canonical
 * name, -EBADF, -ENOENT if it was deleted, -ENOTDIR if it has no name.
 */
int path_of_fd(pid_t tid, int fd, char ret[PATH_MAX]);

/*
 * The name as the policy knows it: /proc/TGID of the caller itself reads
 * /proc/self. Returns `name`, or `space`.
 */
const char *path_judged(const char *name, pid_t tgid, char space[PATH_MAX]);

/* True if no directory above `name` can be changed by the tree. */
bool path_is_fixed(struct paths *, const char *name);

/*
 * Open the directory that holds `p`, without a descriptor for reading it.
 * *ret_base points into p->name. Follows no link: -ELOOP if one was put there
 * since. The caller closes.
 */
int path_open_parent(const struct path *p, const char **ret_base);
/* The thing itself, O_PATH; never follows. */
int path_open_object(const struct path *p, int extra_flags);

/* True if openat2(2) works here. */
bool path_has_openat2(void);

#endif
