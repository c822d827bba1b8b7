#include "path.h"
#include "path_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../base/mem.h"
#include "../base/util.h"
#include "../policy/policy.h"

#define LINKS_MAX	40	/* as the kernel's MAXSYMLINKS */
/* The kernel has no such bound: forty links of long ways would keep us busy for
 * seconds, and no name that is meant has so many parts. */
#define PARTS_MAX	8192
#define KNOWN_BITS	12
#define KNOWN_MAX	(1u << KNOWN_BITS)

/*
 * Names we have an opinion about. That one is a real directory, or no link,
 * may be remembered only where the tree cannot change it; that the tree may
 * change what is in a directory is the policy's and never changes.
 */
struct known {
	char		*name;
	uint8_t		 is_dir;
	uint8_t		 is_plain;	/* there, and no link */
	uint8_t		 fixed;		/* the directory's entries, and above */
};

struct paths {
	const struct policy	*policy;
	char			*cwd;		/* everybody's; or NULL */
	struct known		 known[KNOWN_MAX];
	size_t			 count;
};

/* One resolution under way. */
struct walk {
	struct paths	*paths;
	pid_t		 tid, tgid;
	unsigned	 flags;
	struct path	*p;
	int		 links, parts;
	size_t		 own;		/* how much of the rest the caller wrote,
					   behind the text of a link */
	char		 came[PATH_MAX];	/* the last alias, or "" */
	char		 rest[2 * PATH_MAX + 256];
};

int
paths_new(const struct policy *policy, struct paths **ret)
{
	*ret = mem_new(1, sizeof(**ret));
	(*ret)->policy = policy;
	return 0;
}

static void
forget_all(struct paths *ps)
{
	size_t i;

	for (i = 0; i < KNOWN_MAX; i++)
		free(ps->known[i].name);
	memset(ps->known, 0, sizeof(ps->known));
	ps->count = 0;
}

void
paths_free(struct paths *ps)
{
	if (ps == NULL)
		return;
	forget_all(ps);
	free(ps->cwd);
	free(ps);
}

static struct known *
find_known(struct paths *ps, const char *name, size_t len, bool add)
{
	uint64_t h = UINT64_C(0xcbf29ce484222325);
	struct known *k;
	size_t i;

	for (i = 0; i < len; i++)
		h = (h ^ (uint8_t)name[i]) * UINT64_C(0x100000001b3);
	h ^= h >> 29;
	for (i = 0; i < 32; i++) {
		k = &ps->known[(h + i) & (KNOWN_MAX - 1)];
		if (k->name == NULL)
			break;
		if (strncmp(k->name, name, len) == 0 && k->name[len] == '\0')
			return k;
	}
	if (!add)
		return NULL;
	/* A tracee may fill it with rubbish; then we start over. */
	if (i == 32 || ps->count >= KNOWN_MAX / 2) {
		forget_all(ps);
		return find_known(ps, name, len, true);
	}
	k->name = mem_strndup(name, len);
	ps->count++;
	return k;
}

/*
 * May the tree change the entries of directory `name`, or what leads to it?
 * fixed: 1 yes it may, 2 no. Asked once for each directory.
 */
static bool
dir_is_fixed(struct paths *ps, const char *name, size_t len)
{
	char copy[PATH_MAX];
	struct known *k;
	bool fixed;
	size_t up;

	if (len >= sizeof(copy))
		return false;
	k = find_known(ps, name, len, false);
	if (k != NULL && k->fixed != 0)
		return k->fixed == 2;
	memcpy(copy, name, len);
	copy[len] = '\0';
	fixed = !policy_dir_may_change(ps->policy, len == 0 ? "/" : copy);
	for (up = len; fixed && up > 0;) {
		while (up > 0 && copy[--up] != '/')
			;
		copy[up] = '\0';
		k = find_known(ps, copy, up, false);
		if (k != NULL && k->fixed != 0) {
			fixed = k->fixed == 2;
			break;
		}
		fixed = !policy_dir_may_change(ps->policy,
		    up == 0 ? "/" : copy);
	}
	k = find_known(ps, name, len, true);
	k->fixed = fixed ? 2 : 1;
	return fixed;
}

bool
path_is_fixed(struct paths *ps, const char *name)
{
	return dir_is_fixed(ps, name, path_parent_len(name, strlen(name)));
}

void
paths_begin_in(struct paths *ps, const char *cwd)
{
	/* What moves somebody must stop. */
	if (policy_syscall(ps->policy, __NR_chdir).verb != RULES_ALLOW &&
	    policy_syscall(ps->policy, __NR_fchdir).verb != RULES_ALLOW &&
	    path_is_fixed(ps, cwd))
		ps->cwd = mem_strdup(cwd);
}

void
paths_moved(struct paths *ps)
{
	free(ps->cwd);
	ps->cwd = NULL;
}

/*
 * Below /proc/N of a thread of ours? What the kernel shows us there, it shows
 * to nobody else: whose descriptors lead where, for one.
 */
static bool
is_of_ours(const struct walk *w, const char *name)
{
	char own[64];
	char *end;
	long n;

	if (strncmp(name, "/proc/", 6) != 0 || w->tgid == getpid())
		return false;
	n = strtol(name + 6, &end, 10);
	if (end == name + 6 || *end != '/')
		return false;
	snprintf(own, sizeof(own), "/proc/self/task/%ld", n);
	return access(own, F_OK) == 0;
}

/*
 * readlink of the entry `name` (canonical parent). Where the tree could put
 * something else in the place of the parent, that is opened without following
 * links, so that one slipped in meanwhile cannot make us look elsewhere.
 */
static ssize_t
look(struct walk *w, const char *name, size_t len, char *out, size_t size)
{
	size_t up = path_parent_len(name, len);
	char dir[PATH_MAX];
	auto_fd int fd = -1;
	ssize_t n;

	if (is_of_ours(w, name))
		return -EACCES;
	if (up == 0 || dir_is_fixed(w->paths, name, path_parent_len(name, up))) {
		n = readlink(name, out, size);
		return n < 0 ? -errno : n;
	}
	memcpy(dir, name, up);
	dir[up] = '\0';
	fd = path_open_nolinks(dir, O_DIRECTORY);
	if (fd < 0)
		return fd;
	n = readlinkat(fd, name + up + 1, out, size);
	return n < 0 ? -errno : n;
}

static void
learn_dir(struct walk *w, size_t len)
{
	if (len > 0 && dir_is_fixed(w->paths, w->p->name,
	    path_parent_len(w->p->name, len)) &&
	    strncmp(w->p->name, "/proc/", 6) != 0)
		find_known(w->paths, w->p->name, len, true)->is_dir = 1;
}

/* `len` bytes of the name are there, and no link. */
static void
learn_plain(struct walk *w, size_t len)
{
	if (dir_is_fixed(w->paths, w->p->name, path_parent_len(w->p->name, len)) &&
	    strncmp(w->p->name, "/proc/", 6) != 0)
		find_known(w->paths, w->p->name, len, true)->is_plain = 1;
}

/* Is what we have so far a directory that may be searched? 0 or -errno. */
static int
need_dir(struct walk *w)
{
	struct path *p = w->p;
	struct known *k;
	char c;
	ssize_t r;

	if (p->len == 0)
		return 0;
	k = find_known(w->paths, p->name, p->len, false);
	if (k != NULL && k->is_dir)
		return 0;
	if (p->len + 3 > PATH_MAX)
		return -ENAMETOOLONG;
	memcpy(p->name + p->len, "/.", 3);
	r = look(w, p->name, p->len + 2, &c, 1);
	p->name[p->len] = '\0';
	if (r != -EINVAL)
		return r < 0 ? (int)r : -ENOTDIR;
	learn_dir(w, p->len);
	return 0;
}

/* Links that ask who looks, in the kernel: "self" and "thread-self" of /proc. */
static bool
own_link(struct walk *w, const char *part, size_t n, char *out, size_t size)
{
	if (strcmp(w->p->name, "/proc") != 0)
		return false;
	if (n == 4 && memcmp(part, "self", 4) == 0)
		snprintf(out, size, "%d", (int)w->tgid);
	else if (n == 11 && memcmp(part, "thread-self", 11) == 0)
		snprintf(out, size, "%d/task/%d", (int)w->tgid, (int)w->tid);
	else
		return false;
	return true;
}

/*
 * A link below /proc whose text is no name: a pipe, a socket, a memory file,
 * something deleted. Only the caller's own descriptors get further.
 */
static int
nameless(struct walk *w, const char *name, bool is_end)
{
	char own[64];
	size_t n;
	char *end;
	long fd;

	n = (size_t)snprintf(own, sizeof(own), "/proc/%d/fd/", (int)w->tgid);
	if (strncmp(name, own, n) != 0) {
		n = (size_t)snprintf(own, sizeof(own), "/proc/%d/task/%d/fd/",
		    (int)w->tgid, (int)w->tid);
		if (strncmp(name, own, n) != 0)
			return -EACCES;
	}
	if (!is_end)
		return -ENOTDIR;
	fd = strtol(name + n, &end, 10);
	if (*end != '\0' || fd < 0 || fd > INT_MAX)
		return -EACCES;
	w->p->own_fd = (int)fd;
	return 0;
}

/* Of what is there, links jump; "/proc/mounts" is one like any other. */
static bool
is_below_process(const char *name)
{
	size_t n;

	if (strncmp(name, "/proc/", 6) != 0)
		return false;
	n = strspn(name + 6, "0123456789");
	return n > 0 && name[6 + n] == '/';
}

/*
 * A name that no row shows is not looked at: what is there must not be told,
 * neither by the answer nor by its time. A link that the tree cannot make is
 * the host's word: where it leads, we look.
 */
static bool
may_look(const struct walk *w, const char *name, const char *rest)
{
	char space[PATH_MAX];

	return strlen(rest) > w->own || policy_shows(w->paths->policy,
	    path_judged(name, w->tgid, space));
}

/* Put a link's text before what is left to walk. */
static int
put_before(struct walk *w, const char *text, size_t n, const char *left)
{
	size_t m = strlen(left);

	if (n == 0)
		return -ENOENT;
	if (n + m + 2 > sizeof(w->rest))
		return -ENAMETOOLONG;
	memmove(w->rest + n, left, m + 1);
	memcpy(w->rest, text, n);
	if (text[0] == '/') {
		w->p->len = 0;
		w->p->name[0] = '\0';
	}
	return 0;
}

/*
 * The name so far, of `len` bytes with its last part, may be an alias: of that
 * there is nothing to look at. True if it is, or if one lies below it.
 */
static bool
step_alias(struct walk *w, size_t len, const char *rest)
{
	struct path *p = w->p;
	const char *target;
	bool above;

	target = policy_alias(w->paths->policy, p->name, rest, &above);
	if (target == NULL && !(above && rest[strspn(rest, "/")] != '\0'))
		return false;
	if (target == NULL) {
		p->len = len;
		return true;
	}
	memcpy(w->came, p->name, len + 1);
	p->len = strlen(target);
	memcpy(p->name, target, p->len + 1);
	return true;
}

/*
 * Who has a folder open that an alias leads to, and asks there for what is
 * called something below that alias, means that, as by the whole name.
 */
static void
step_beside(struct walk *w, const char *part)
{
	const struct policy *policy = w->paths->policy;
	const char *alias = policy_alias_of(policy, w->p->name);

	if (alias == NULL || !policy_keeps(policy, alias, part))
		return;
	w->p->len = strlen(alias);
	memcpy(w->p->name, alias, w->p->len + 1);
}

/* One part that is neither "." nor "..". *rest moves on. */
static int
step(struct walk *w, const char *part, size_t n, const char **rest)
{
	struct path *p = w->p;
	char text[PATH_MAX];
	const struct known *k;
	bool is_end = (*rest)[strspn(*rest, "/")] == '\0';
	bool follow = !is_end || (w->flags & PATH_FOLLOW) ||
	    ((*rest)[0] == '/' && !(w->flags & PATH_PARENT));
	size_t len, left;
	ssize_t r;
	bool fixed;

	step_beside(w, part);
	len = p->len + 1 + n;
	if (len >= PATH_MAX)
		return -ENAMETOOLONG;
	if (own_link(w, part, n, text, sizeof(text)) && follow) {
		r = (ssize_t)strlen(text);
	} else {
		p->name[p->len] = '/';
		memcpy(p->name + p->len + 1, part, n);
		p->name[len] = '\0';
		if (step_alias(w, len, *rest))
			return 0;
		k = find_known(w->paths, p->name, len, false);
		if (k != NULL && (k->is_dir || (k->is_plain && is_end))) {
			p->len = len;
			return 0;
		}
		if (!follow && !(w->flags & PATH_LOOK)) {
			p->len = len;
			return 0;
		}
		if (!may_look(w, p->name, part)) {
			p->name[p->len] = '\0';
			return -ENOENT;
		}
		r = look(w, p->name, len, text, sizeof(text));
		if (!follow && (r >= 0 || r == -ENAMETOOLONG)) {
			p->is_link = r >= 0;
			p->len = len;
			return 0;
		}
		if (r == -ENOENT && is_end) {
			p->missing = true;
			p->len = len;
			return 0;
		}
		if (r >= 0 && is_below_process(p->name)) {
			if (w->flags & PATH_NO_MAGIC)
				return -ELOOP;
			if (text[0] != '/' || path_is_deleted(text, (size_t)r)) {
				p->len = len;
				return nameless(w, p->name, is_end);
			}
		}
		if (r == -EINVAL) {
			if (p->len > 0)
				learn_dir(w, p->len);
			p->len = len;
			if (is_end)
				learn_plain(w, len);
			return 0;
		}
		p->name[p->len] = '\0';
	}
	if (r < 0)
		return (int)r;
	if (r == PATH_MAX)
		return -ENAMETOOLONG;
	if (++w->links > LINKS_MAX || (w->flags & PATH_NO_LINKS))
		return -ELOOP;
	left = strlen(*rest);
	fixed = dir_is_fixed(w->paths, p->name, p->len);
	r = put_before(w, text, (size_t)r, *rest);
	if (!fixed)
		w->own = strlen(w->rest);
	else if (left < w->own)
		w->own = left;
	if (r == 0)
		*rest = w->rest;
	return (int)r;
}

/*
 * "hidden/.." leads to where anybody may be, and whether it does would tell
 * what "hidden" is: such a name ends there, for the judge to refuse, before
 * anyone looks.
 */
static bool
may_leave(struct walk *w)
{
	struct path *p = w->p;
	char space[PATH_MAX];

	if (p->len == 0 || policy_path(w->paths->policy, ACCESS_STAT,
	    path_judged(p->name, w->tgid, space)).verb == RULES_ALLOW)
		return true;
	p->cut = true;
	return false;
}

/*
 * ".." of a folder that is known by an alias leads to what that lies in: by the
 * one that led here, or the first.
 */
static void
step_up(struct walk *w)
{
	const struct policy *policy = w->paths->policy;
	const char *alias = policy_alias_of(policy, w->p->name);
	struct path *p = w->p;
	const char *target = w->came[0] == '\0' ? NULL :
	    policy_alias(policy, w->came, "", &(bool){ false });
	bool above;

	if (target != NULL && strcmp(target, p->name) == 0)
		alias = w->came;
	if (alias != NULL) {
		p->len = strlen(alias);
		memcpy(p->name, alias, p->len + 1);
	}
	p->len = path_parent_len(p->name, p->len);
	p->name[p->len] = '\0';
	if (alias != NULL)
		alias = policy_alias(policy, p->name, "", &above);
	if (alias != NULL) {
		p->len = strlen(alias);
		memcpy(p->name, alias, p->len + 1);
	}
}

/* The parts of the rest, until it ends. */
static int
walk_parts(struct walk *w, const char *rest)
{
	struct path *p = w->p;
	const char *part;
	size_t n;
	int r;

	for (;;) {
		n = strspn(rest, "/");
		p->slash = n > 0 && rest[n] == '\0' && p->len > 0;
		rest += n;
		n = strcspn(rest, "/");
		if (n == 0)
			return 0;
		part = rest;
		rest += n;
		p->missing = p->is_link = false;
		if (++w->parts > PARTS_MAX) {
			r = -ELOOP;
		} else if (n == 1 && part[0] == '.') {
			r = need_dir(w);
			p->last = PATH_DOT;
		} else if (n == 2 && part[0] == '.' && part[1] == '.') {
			if (!may_leave(w))
				return -EACCES;
			r = need_dir(w);
			if (r == 0)
				step_up(w);
			p->last = PATH_DOTDOT;
		} else {
			p->last = PATH_NORMAL;
			r = step(w, part, n, &rest);
		}
		if (r < 0) {
			/* What is left, for the guess. */
			if (part < w->rest || part >= w->rest +
			    sizeof(w->rest))
				snprintf(w->rest, sizeof(w->rest), "%s",
				    part);
			else if (part != w->rest)
				memmove(w->rest, part, strlen(part) + 1);
			return r;
		}
	}
}

/* Append what was not walked, by its letters alone. */
static void
guess(struct walk *w)
{
	struct path *p = w->p;
	const char *rest = w->rest;
	size_t n;

	p->cut = true;
	for (;;) {
		rest += strspn(rest, "/");
		n = strcspn(rest, "/");
		if (n == 0)
			break;
		if (n == 2 && rest[0] == '.' && rest[1] == '.') {
			if (!may_leave(w))
				break;
			p->len = path_parent_len(p->name, p->len);
		} else if (n != 1 || rest[0] != '.') {
			if (p->len + n + 2 > PATH_MAX)
				break;
			p->name[p->len] = '/';
			memcpy(p->name + p->len + 1, rest, n);
			p->len += n + 1;
		}
		p->name[p->len] = '\0';
		rest += n;
	}
}

/* Where a relative name begins. */
static int
begin_at(struct walk *w, int dirfd)
{
	struct path *p = w->p;
	int r = 0;

	if (dirfd == AT_FDCWD && w->paths->cwd != NULL)
		memcpy(p->name, w->paths->cwd, strlen(w->paths->cwd) + 1);
	else
		r = path_of_fd(w->tid, dirfd, p->name);
	if (r < 0)
		return r;
	p->len = strlen(p->name);
	if (p->len == 1)
		p->len = 0;
	p->name[p->len] = '\0';
	return 0;
}

/*
 * A name that begins with the canonical name of a directory known to be one
 * for good needs no walk but its last part's. Returns what is left.
 */
static const char *
skip_known(struct walk *w, const char *raw)
{
	size_t len = strlen(raw), up = path_parent_len(raw, len);
	const struct known *k;

	if (up == 0 || up + 1 == len || up >= PATH_MAX)
		return raw;
	k = find_known(w->paths, raw, up, false);
	if (k == NULL || !k->is_dir)
		return raw;
	memcpy(w->p->name, raw, up);
	w->p->name[up] = '\0';
	w->p->len = up;
	return raw + up;
}

int
path_resolve(struct paths *ps, pid_t tid, pid_t tgid, int dirfd,
    const char *raw, unsigned flags, struct path *ret)
{
	struct walk w;
	int r;

	w.paths = ps;
	w.tid = tid;
	w.tgid = tgid;
	w.flags = flags;
	w.p = ret;
	w.links = w.parts = 0;
	w.own = strlen(raw);
	w.rest[0] = w.came[0] = '\0';
	memset(&ret->len, 0, sizeof(*ret) - offsetof(struct path, len));
	ret->own_fd = -1;
	ret->name[0] = '\0';
	if (raw[0] == '\0') {
		ret->cut = true;
		return -ENOENT;
	}
	if (raw[0] != '/') {
		r = begin_at(&w, dirfd);
		if (r < 0) {
			ret->cut = true;
			ret->name[0] = '\0';
			return r;
		}
		r = need_dir(&w);
		if (r < 0) {
			snprintf(w.rest, sizeof(w.rest), "%s", raw);
			guess(&w);
			return r;
		}
	} else if (!policy_is_aliased(ps->policy, raw)) {
		raw = skip_known(&w, raw);
	}
	r = walk_parts(&w, raw);
	if (r < 0 && !ret->cut)
		guess(&w);
	if (ret->len == 0) {
		memcpy(ret->name, "/", 2);
		ret->len = 1;
		if (ret->last == PATH_NORMAL)
			ret->last = PATH_ROOT;
		ret->fixed = ret->parent_fixed = true;
		return r;
	}
	ret->parent_fixed = dir_is_fixed(ps, ret->name,
	    path_parent_len(ret->name, ret->len));
	/*
	 * parent_fixed speaks of the entries of the parent. What must hold
	 * still for the last part alone to be in doubt is one level up.
	 */
	ret->fixed = ret->parent_fixed;
	if (!ret->fixed) {
		size_t up = path_parent_len(ret->name, ret->len);

		ret->parent_fixed = up == 0 || dir_is_fixed(ps, ret->name,
		    path_parent_len(ret->name, up));
	}
	return r;
}

const char *
path_judged(const char *name, pid_t tgid, char space[PATH_MAX])
{
	char own[32];
	int n;

	if (strncmp(name, "/proc/", 6) != 0)
		return name;
	n = snprintf(own, sizeof(own), "/proc/%d", (int)tgid);
	if (strncmp(name, own, (size_t)n) != 0 ||
	    (name[n] != '/' && name[n] != '\0'))
		return name;
	snprintf(space, PATH_MAX, "/proc/self%s", name + n);
	return space;
}
