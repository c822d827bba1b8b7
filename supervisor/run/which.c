#include "which.h"

#include "../base/buf.h"
#include "../base/mem.h"
#include "../base/util.h"

bool
which_may(const struct stat *st, uid_t uid, mode_t bits)
{
	if (uid == 0)
		return (st->st_mode & (bits | bits >> 3 | bits >> 6)) != 0;
	if (st->st_uid == uid)
		return (st->st_mode & bits) == bits;
	if (st->st_gid == uid)
		return (st->st_mode & bits >> 3) == bits >> 3;
	return (st->st_mode & bits >> 6) == bits >> 6;
}

/* Read and execute a program, or list and enter a folder. */
static bool
may_use(const char *canonical, uid_t uid, mode_t type)
{
	auto_free char *part = mem_strdup(canonical);
	struct stat st;
	char *slash = part;

	/* As ourselves the kernel knows best (access lists and all). */
	if (uid == geteuid())
		return access(canonical, R_OK | X_OK) == 0 &&
		    stat(canonical, &st) == 0 && (st.st_mode & S_IFMT) == type;
	while ((slash = strchr(slash + 1, '/')) != NULL) {
		*slash = '\0';
		if (stat(part, &st) < 0 || !which_may(&st, uid, 0100))
			return false;
		*slash = '/';
	}
	return stat(canonical, &st) == 0 && (st.st_mode & S_IFMT) == type &&
	    which_may(&st, uid, 0500);
}

bool
which_may_enter(const char *canonical, uid_t uid)
{
	return may_use(canonical, uid, S_IFDIR);
}

static int
try_path(const char *path, uid_t uid, char **ret_path, char **ret_real)
{
	auto_free char *real = realpath(path, NULL);

	if (real == NULL)
		return -errno;
	if (!may_use(real, uid, S_IFREG))
		return -EACCES;
	if (ret_path != NULL)
		*ret_path = mem_strdup(path);
	if (ret_real != NULL)
		*ret_real = steal_ptr(&real);
	return 0;
}

int
which_find(const char *name, uid_t uid, const char *skip, char **ret_path,
    char **ret_real, struct buf *tried)
{
	const char *path = getenv("PATH"), *p, *end;
	int r, err = -ENOENT;

	if (strchr(name, '/') != NULL)
		return try_path(name, uid, ret_path, ret_real);
	if (path == NULL || path[0] == '\0')
		path = "/usr/local/bin:/usr/bin:/bin";
	for (p = path; ; p = end + 1) {
		auto_free char *folder = NULL;
		auto_buf struct buf b = BUF_INIT;

		end = strchrnul(p, ':');
		folder = mem_strndup(p, (size_t)(end - p));
		/* An empty or relative part means wherever we stand: no. */
		if (p[0] == '/' && (skip == NULL || strcmp(folder, skip) != 0)) {
			buf_addf(&b, "%s/%s", folder, name);
			r = try_path(buf_str(&b), uid, ret_path, ret_real);
			if (r == 0)
				return 0;
			if (r != -ENOENT && r != -ENOTDIR) {
				err = r;
				if (tried != NULL)
					buf_addf(tried, "; %s: uid %u may not "
					    "execute it", buf_str(&b),
					    (unsigned)uid);
			}
		}
		if (*end == '\0')
			return err;
	}
}
