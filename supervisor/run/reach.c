#include "reach.h"

#include <limits.h>
#include <sys/stat.h>
#include <sys/xattr.h>

#include "../base/buf.h"
#include "../base/mem.h"
#include "../base/util.h"
#include "../policy/policy.h"
#include "which.h"

#define LINKS_MAX	40	/* as many as the kernel follows */

/* An access list gives rights that the mode shows as the group's at most. */
static bool
uid_may_write(const char *path, const struct stat *st, uid_t uid)
{
	return st->st_uid == uid || which_may(st, uid, 0200) ||
	    ((st->st_mode & 0020) != 0 &&
	    getxattr(path, "system.posix_acl_access", NULL, 0) > 0);
}

/* May the run's uid give the name `at` in `folder` to something else? */
static bool
uid_may_replace(const struct reach *r, const char *folder, const char *at)
{
	struct stat st, entry;

	if (!r->own_uid || stat(folder, &st) < 0 ||
	    !uid_may_write(folder, &st, r->uid))
		return false;
	/* In /tmp only its owner may, and the folder's. */
	return !(st.st_mode & S_ISVTX) || st.st_uid == r->uid ||
	    lstat(at, &entry) < 0 || entry.st_uid == r->uid;
}

/* One name on the way: `at`, in the canonical `folder`. */
static bool
name_may_change(const struct reach *r, const char *folder, const char *at,
    struct buf *why)
{
	if (policy_path(r->policy, ACCESS_WRITE, at).verb == RULES_ALLOW)
		buf_addf(why, "may write %s", at);
	else if (uid_may_replace(r, folder, at))
		buf_addf(why, "has uid %u, which may write %s",
		    (unsigned)r->uid, folder);
	else
		return false;
	return true;
}

/* What is left of a path, its links spelled out as they are met. */
struct walk {
	struct buf	at;	/* canonical so far; "" is the root */
	char		*rest;
	int		 links;
};

static void
walk_release(struct walk *w)
{
	buf_free(&w->at);
	free(w->rest);
}

/* The link at w->at, which is its last part, leads on: -errno, or 0. */
static int
walk_link(struct walk *w, const char *rest)
{
	auto_buf struct buf next = BUF_INIT;
	char target[PATH_MAX];
	ssize_t n = readlink(buf_str(&w->at), target, sizeof(target));

	if (n < 0 || n == sizeof(target) || ++w->links > LINKS_MAX)
		return -ELOOP;
	buf_add(&next, target, (size_t)n);
	buf_addf(&next, "/%s", rest);
	w->at.len = target[0] == '/' ? 0 :
	    (size_t)(strrchr(buf_str(&w->at), '/') - w->at.data);
	if (w->at.data != NULL)
		w->at.data[w->at.len] = '\0';
	free(w->rest);
	w->rest = buf_steal(&next);
	return 0;
}

/* Many names share their way, and it is looked at once. */
static bool
is_known(const struct reach *r, const char *at)
{
	size_t i;

	for (i = 0; i < r->nknown; i++)
		if (strcmp(r->known[i], at) == 0)
			return true;
	return false;
}

static bool
walk_all(struct reach *r, struct walk *w, struct buf *why)
{
	char *part = w->rest;
	struct stat st;

	while (*(part += strspn(part, "/")) != '\0') {
		auto_free char *folder = NULL;
		size_t n = strcspn(part, "/");
		const char *rest = part + n;

		if (n == 1 && part[0] == '.') {
			part += n;
			continue;
		}
		if (n == 2 && strncmp(part, "..", 2) == 0) {
			char *slash = strrchr(buf_str(&w->at), '/');

			if (slash != NULL) {
				*slash = '\0';
				w->at.len = (size_t)(slash - w->at.data);
			}
			part += n;
			continue;
		}
		folder = mem_strdup(w->at.len > 0 ? buf_str(&w->at) : "/");
		buf_addc(&w->at, '/');
		buf_add(&w->at, part, n);
		part += n;
		if (is_known(r, buf_str(&w->at)))
			continue;
		if (name_may_change(r, folder, buf_str(&w->at), why))
			return true;
		/* What is not there yet has been asked about. */
		if (lstat(buf_str(&w->at), &st) < 0)
			return false;
		if (!S_ISLNK(st.st_mode)) {
			*MEM_PUSH(r->known, r->nknown, r->known_cap) =
			    mem_strdup(buf_str(&w->at));
			continue;
		}
		if (walk_link(w, rest) < 0)
			return false;
		part = w->rest;
	}
	if (!r->own_uid || stat(buf_str(&w->at), &st) < 0 ||
	    !uid_may_write(buf_str(&w->at), &st, r->uid))
		return false;
	buf_addf(why, "has uid %u, which may write it", (unsigned)r->uid);
	return true;
}

void
reach_release(struct reach *r)
{
	size_t i;

	for (i = 0; i < r->nknown; i++)
		free(r->known[i]);
	free(r->known);
}

bool
reach_may_change(struct reach *r, const char *path, struct buf *why)
{
	struct walk w __attribute__((cleanup(walk_release))) = { BUF_INIT, NULL,
	    0 };
	auto_free char *here = path[0] != '/' ? realpath(".", NULL) : NULL;
	auto_buf struct buf whole = BUF_INIT;

	if (here != NULL)
		buf_addf(&whole, "%s/", here);
	buf_adds(&whole, path);
	w.rest = buf_steal(&whole);
	return walk_all(r, &w, why);
}

bool
reach_may_change_below(const struct reach *r, const char *tree,
    struct buf *why)
{
	const char *row = policy_writes_below(r->policy, tree);

	if (row != NULL)
		buf_addf(why, "may write %s", row);
	return row != NULL;
}
