#include "own_uid.h"

#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "../base/buf.h"
#include "../base/fdio.h"
#include "../base/util.h"

/* Root's alone: whoever could open a file here could hold a uid. */
#define FOLDER		"/run/sallyport"

/* A subordinate range of `file`, "name:first:count", that meets ours? */
static bool
is_lent(const char *file, uid_t first, uid_t last, char **ret_why)
{
	auto_buf struct buf text = BUF_INIT;
	char *line, *save = NULL;
	unsigned long long from, n;

	if (fdio_read_file(file, 1 << 20, &text) < 0 || text.data == NULL)
		return false;
	for (line = strtok_r(text.data, "\n", &save); line != NULL;
	    line = strtok_r(NULL, "\n", &save)) {
		const char *colon = strchr(line, ':');

		if (line[0] == '#' || colon == NULL ||
		    sscanf(colon, ":%llu:%llu", &from, &n) != 2 || n == 0 ||
		    from > last || from + n - 1 < first)
			continue;
		buf_why(ret_why, EINVAL, "%s lends some of them to %.*s", file,
		    (int)(colon - line), line);
		return true;
	}
	return false;
}

/* Whoever is of the host's has files there. */
static bool
is_of_the_hosts(uid_t first, uid_t last, char **ret_why)
{
	FILE *users = fopen("/etc/passwd", "re");
	FILE *groups = fopen("/etc/group", "re");
	const struct passwd *pw = NULL;
	const struct group *gr = NULL;

	while (users != NULL && (pw = fgetpwent(users)) != NULL &&
	    (pw->pw_uid < first || pw->pw_uid > last))
		;
	while (groups != NULL && (gr = fgetgrent(groups)) != NULL &&
	    (gr->gr_gid < first || gr->gr_gid > last))
		;
	if (pw != NULL)
		buf_why(ret_why, EINVAL, "%u is the user %s",
		    (unsigned)pw->pw_uid, pw->pw_name);
	else if (gr != NULL)
		buf_why(ret_why, EINVAL, "%u is the group %s",
		    (unsigned)gr->gr_gid, gr->gr_name);
	if (users != NULL)
		fclose(users);
	if (groups != NULL)
		fclose(groups);
	return pw != NULL || gr != NULL ||
	    is_lent("/etc/subuid", first, last, ret_why) ||
	    is_lent("/etc/subgid", first, last, ret_why);
}

static int
open_folder(char **ret_why)
{
	struct stat st;
	int fd;

	if (mkdir(FOLDER, 0700) < 0 && errno != EEXIST)
		return buf_why(ret_why, errno, "%s: %s", FOLDER,
		    strerror(errno));
	fd = open(FOLDER, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0 || fstat(fd, &st) < 0)
		return buf_why(ret_why, errno, "%s: %s", FOLDER,
		    strerror(errno));
	if (st.st_uid == 0 && (st.st_mode & 077) == 0)
		return fd;
	close(fd);
	return buf_why(ret_why, EPERM, "%s must be root's and closed to "
	    "others (mode 0700)", FOLDER);
}

/* Does a process have it, be it a dead one that nobody waited for? Asked of
 * the kernel: who owns /proc/PID says nothing of one that cannot be traced. */
static bool
is_in_use(uid_t uid)
{
	errno = 0;
	return getpriority(PRIO_USER, uid) != -1 || errno != ESRCH;
}

/*
 * Users and groups may also come from elsewhere than files, by libraries that
 * a program without any cannot load: the host's own program knows.
 */
static bool
is_known(const char *database, const char *name)
{
	char *const argv[] = { "getent", (char *)(uintptr_t)database,
	    (char *)(uintptr_t)name, NULL };
	char *const env[] = { NULL };
	posix_spawn_file_actions_t actions;
	int status = 0, r;
	pid_t pid;

	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null",
	    O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null",
	    O_WRONLY, 0);
	r = posix_spawn(&pid, "/usr/bin/getent", &actions, NULL, argv, env);
	posix_spawn_file_actions_destroy(&actions);
	if (r != 0)
		return false;		/* then there are the files only */
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int
own_uid_take(uid_t first, uid_t last, uid_t *ret_uid, int *ret_fd,
    char **ret_why)
{
	auto_fd int folder = -1;
	char name[16];
	uid_t uid;

	if (is_of_the_hosts(first, last, ret_why))
		return -EINVAL;
	folder = open_folder(ret_why);
	if (folder < 0)
		return folder;
	for (uid = first;; uid++) {
		auto_fd int fd = -1;

		snprintf(name, sizeof(name), "%u", (unsigned)uid);
		fd = openat(folder, name, O_RDWR | O_CREAT | O_NOFOLLOW |
		    O_CLOEXEC, 0600);
		if (fd < 0)
			return buf_why(ret_why, errno, "%s/%s: %s", FOLDER,
			    name, strerror(errno));
		if (flock(fd, LOCK_EX | LOCK_NB) == 0 && !is_in_use(uid)) {
			if (is_known("passwd", name) ||
			    is_known("group", name))
				return buf_why(ret_why, EINVAL,
				    "%s is a user or a group of the host's",
				    name);
			*ret_uid = uid;
			*ret_fd = fd;
			fd = -1;
			return 0;
		}
		if (uid == last)
			return buf_why(ret_why, EBUSY, "each of them is "
			    "another run's, or a process has it; wait for one "
			    "to end, or give a wider range");
	}
}
