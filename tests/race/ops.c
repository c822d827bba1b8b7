/*
 * The calls. An attempt is won by the forbidden effect itself: the secret
 * read, the forbidden file changed, the forbidden socket reached. Calls that
 * change things are looked after by the name of the forbidden thing, which
 * their table lets the run look at.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/xattr.h>
#include <unistd.h>
#include <utime.h>

#include "race.h"

#ifndef SYS_fchmodat2
#define SYS_fchmodat2 452
#endif
#define PROC_MAGIC	0x9fa0
#define LOOK_EACH	64
#define NOREPLACE	1

struct scene scene;
struct targets targets;

static struct open_how how;
static struct stat before;

#define P	(scene.path)
#define D	(scene.dir)

/* Attempts that came to something: nothing is proven by calls that fail. */
long
counted(long result)
{
	scene.done += result >= 0;
	return result;
}

/* Look at the forbidden folder's `name`; 0 if it is there. */
static int
look(const char *name, struct stat *st)
{
	char full[800];

	snprintf(full, sizeof(full), "%s/%s", scene.bad, name);
	return (int)syscall(SYS_newfstatat, AT_FDCWD, full, st,
	    AT_SYMLINK_NOFOLLOW, 0, BYPASS);
}

static void
mend_now(void)
{
	if (scene.control)
		mend(scene.bad, "SECRET", 0777);
}

/*
 * Supervised, whatever stays is looked for now and then, and after the run from
 * outside: a look costs as much as an attempt.
 */
static int
is_due(void)
{
	static unsigned n;

	return scene.control || ++n % LOOK_EACH == 0;
}

/* Has the forbidden file changed since we looked? */
static int
has_changed(long result)
{
	struct stat st;

	if (result < 0 || !is_due() || look(scene.op->object, &st) < 0 ||
	    (st.st_ctim.tv_sec == before.st_ctim.tv_sec &&
	    st.st_ctim.tv_nsec == before.st_ctim.tv_nsec))
		return 0;
	before = st;
	return 1;
}

/*
 * A thing was made, or is there already: where it may not be? Elsewhere it is
 * removed; that, too, can fail while folders are exchanged.
 */
int
is_made(long result, int flag)
{
	char full[800];
	struct stat st;

	if ((result < 0 && errno != EEXIST) || syscall(SYS_unlinkat, scene.good, scene.name, flag,
	    0, 0, BYPASS) == 0 || look("n", &st) < 0)
		return 0;
	snprintf(full, sizeof(full), "%s/n", scene.bad);
	if (scene.control)
		syscall(SYS_unlinkat, AT_FDCWD, full, flag, 0, 0, BYPASS);
	return 1;
}

/* What may be taken away, again; 0 if it was. */
static int
put_back(void)
{
	long fd;

	if (strcmp(scene.op->object, "e") == 0)
		return (int)syscall(SYS_mkdirat, scene.good, scene.name, 0777,
		    0, 0, BYPASS);
	fd = syscall(SYS_openat, scene.good, scene.name,
	    O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666, 0, BYPASS);
	return fd < 0 ? -1 : close((int)fd);
}

/*
 * Was the forbidden thing taken away? What may be taken is put back; that can
 * fail while folders are exchanged, so also when it is missed.
 */
static int
is_gone(long result)
{
	struct stat st;

	if (result < 0) {
		if (errno == ENOENT)
			put_back();
		return 0;
	}
	if (put_back() == 0 || look(scene.op->object, &st) == 0)
		return 0;
	mend_now();
	return 1;
}

/* 1 if `fd` reads as the secret; closes it. */
static int
is_secret(long fd)
{
	char text[8] = "";
	int win;

	if (fd < 0)
		return 0;
	win = read((int)fd, text, 6) == 6 && memcmp(text, "SECRET", 6) == 0;
	close((int)fd);
	return win;
}

#define TRY(name_)	static int try_##name_(void)

TRY(open) { return is_secret(counted(syscall(SYS_open, P, O_RDONLY))); }
TRY(openat) { return is_secret(counted(syscall(SYS_openat, D, P, O_RDONLY))); }

TRY(openat2)
{
	struct open_how plain = { .flags = O_RDONLY };

	return is_secret(counted(syscall(SYS_openat2, D, P, &plain, sizeof(plain))));
}

/* The name may be read, not written; the structure says which is wanted. */
TRY(how)
{
	long fd = counted(syscall(SYS_openat2, AT_FDCWD, P, &how, sizeof(how)));
	int win;

	if (fd < 0)
		return 0;
	win = (fcntl((int)fd, F_GETFL) & O_ACCMODE) != O_RDONLY;
	close((int)fd);
	return win;
}

static int
is_forbidden_file(long fd)
{
	struct stat st;
	int win;

	if (fd < 0)
		return 0;
	/* Not as libc calls it, which is a call with a name. */
	win = syscall(SYS_fstat, fd, &st) == 0 && st.st_ino == before.st_ino &&
	    st.st_dev == before.st_dev;
	close((int)fd);
	return win;
}

TRY(write) { return is_forbidden_file(counted(syscall(SYS_open, P, O_WRONLY))); }
TRY(writeat) { return is_forbidden_file(counted(syscall(SYS_openat, D, P, O_RDWR))); }
TRY(creat) { return is_forbidden_file(counted(syscall(SYS_creat, P, 0666))); }

static int
close_made(long fd)
{
	if (fd >= 0)
		close((int)fd);
	return is_made(fd, 0);
}

TRY(create)
{
	return close_made(counted(syscall(SYS_open, P, O_CREAT | O_EXCL | O_WRONLY,
	    0666)));
}

TRY(createat)
{
	return close_made(counted(syscall(SYS_openat, D, P, O_CREAT | O_EXCL |
	    O_WRONLY, 0666)));
}

/* The secret is 6 bytes, the other file 2. */
#define STAT(name_, call_) \
TRY(name_) \
{ \
	struct stat st; \
	return (call_) == 0 && st.st_size == 6; \
}

STAT(stat, counted(syscall(SYS_stat, P, &st)))
STAT(lstat, counted(syscall(SYS_lstat, P, &st)))
STAT(newfstatat, counted(syscall(SYS_newfstatat, D, P, &st, 0)))

TRY(statx)
{
	struct statx st;

	return counted(syscall(SYS_statx, D, P, 0, STATX_SIZE, &st)) == 0 &&
	    st.stx_size == 6;
}

/* The forbidden one alone may be executed; the other says so. */
static int
may_run(long result)
{
	scene.done += result < 0 && errno == EACCES;
	return result == 0;
}
TRY(access) { return may_run(syscall(SYS_access, P, X_OK)); }
TRY(faccessat) { return may_run(syscall(SYS_faccessat, D, P, X_OK)); }
TRY(faccessat2) { return may_run(syscall(SYS_faccessat2, D, P, X_OK, 0)); }

static int
is_secret_text(const char *text, long n)
{
	return n == 6 && memcmp(text, "SECRET", 6) == 0;
}

TRY(readlink)
{
	char text[64];

	return is_secret_text(text, counted(syscall(SYS_readlink, P, text, 63)));
}

TRY(readlinkat)
{
	char text[64];

	return is_secret_text(text, counted(syscall(SYS_readlinkat, D, P, text, 63)));
}

TRY(statfs)
{
	struct statfs fs;

	return counted(syscall(SYS_statfs, P, &fs)) == 0 && fs.f_type == PROC_MAGIC;
}

/*
 * The current directory grants nothing by itself: what counts is to use what
 * is there.
 */
TRY(chdir)
{
	char cwd[800] = "", want[800];
	long fd = -1;

	if (counted(syscall(SYS_chdir, P)) < 0)
		return 0;
	snprintf(want, sizeof(want), "%s/%s", scene.bad, scene.op->object);
	if (syscall(SYS_getcwd, cwd, sizeof(cwd)) > 0 &&
	    strcmp(cwd, want) == 0)
		fd = syscall(SYS_openat, AT_FDCWD, ".", O_RDONLY | O_CLOEXEC,
		    0, 0, BYPASS);
	if (fd >= 0)
		close((int)fd);
	syscall(SYS_fchdir, scene.home);
	return fd >= 0;
}

#define XATTR(name_) \
TRY(name_) \
{ \
	char text[64]; \
	return is_secret_text(text, counted(syscall(SYS_##name_, P, "user.race", \
	    text, sizeof(text)))); \
}
XATTR(getxattr)
XATTR(lgetxattr)

static int
lists_secret(long nr)
{
	char text[256];
	long n = counted(syscall(nr, P, text, sizeof(text)));

	return n > 0 && memmem(text, (size_t)n, "user.secret", 11) != NULL;
}
TRY(listxattr) { return lists_secret(SYS_listxattr); }
TRY(llistxattr) { return lists_secret(SYS_llistxattr); }

#define CHANGED(name_, call_) \
TRY(name_) { return has_changed(call_); }
#define MADE(name_, call_, flag_) \
TRY(name_) { return is_made((call_), flag_); }
#define GONE(name_, call_) \
TRY(name_) { return is_gone(call_); }

GONE(unlink, counted(syscall(SYS_unlink, P)))
GONE(unlinkat, counted(syscall(SYS_unlinkat, D, P, 0)))
GONE(rmdir, counted(syscall(SYS_rmdir, P)))
GONE(rmdirat, counted(syscall(SYS_unlinkat, D, P, AT_REMOVEDIR)))
MADE(mkdir, counted(syscall(SYS_mkdir, P, 0777)), AT_REMOVEDIR)
MADE(mkdirat, counted(syscall(SYS_mkdirat, D, P, 0777)), AT_REMOVEDIR)
MADE(mknod, counted(syscall(SYS_mknod, P, S_IFIFO | 0666, 0)), 0)
MADE(mknodat, counted(syscall(SYS_mknodat, D, P, S_IFREG | 0666, 0)), 0)
MADE(symlink, counted(syscall(SYS_symlink, "t", P)), 0)
MADE(symlinkat, counted(syscall(SYS_symlinkat, "t", D, P)), 0)

/* A name of our own, beside the folder that may be used. */
static const char *
spare(void)
{
	static char full[800];

	snprintf(full, sizeof(full), "%s/pa/k", scene.canary);
	return full;
}

static void
put_spare(void)
{
	long fd = syscall(SYS_openat, AT_FDCWD, spare(), O_CREAT | O_WRONLY |
	    O_CLOEXEC, 0666, 0, BYPASS);

	if (fd >= 0)
		close((int)fd);
}

static void
drop_spare(void)
{
	syscall(SYS_unlinkat, AT_FDCWD, spare(), 0, 0, 0, BYPASS);
}

/* A second name for the forbidden file, which changes its times too. */
static int
is_linked(long result)
{
	struct stat st;
	int win;

	if (result < 0)
		return 0;
	win = is_due() && syscall(SYS_newfstatat, AT_FDCWD, spare(), &st,
	    AT_SYMLINK_NOFOLLOW, 0, BYPASS) == 0 &&
	    st.st_ino == before.st_ino && st.st_dev == before.st_dev;
	drop_spare();
	return win;
}

TRY(link_old) { return is_linked(counted(syscall(SYS_link, P, spare()))); }
TRY(linkat_old)
{
	return is_linked(counted(syscall(SYS_linkat, D, P, AT_FDCWD, spare(), 0)));
}
TRY(linkat_follow)
{
	return is_linked(counted(syscall(SYS_linkat, D, P, AT_FDCWD, spare(),
	    AT_SYMLINK_FOLLOW)));
}

/* The spare name stays, unless it never was. */
static long
from_spare(long result)
{
	if (result < 0 && errno == ENOENT)
		put_spare();
	return counted(result);
}
MADE(link_new, from_spare(syscall(SYS_link, spare(), P)), 0)
MADE(linkat_new, from_spare(syscall(SYS_linkat, AT_FDCWD, spare(), D, P, 0)),
    0)

/* What was renamed goes back to where it may be, if that is free. */
static int
renamed(long result)
{
	if (result == 0 && syscall(SYS_renameat2, AT_FDCWD, spare(),
	    scene.good, scene.name, NOREPLACE, BYPASS) == 0)
		return 0;
	if (result == 0)
		drop_spare();
	return is_gone(result);
}
TRY(rename_old) { return renamed(counted(syscall(SYS_rename, P, spare()))); }
TRY(renameat_old)
{
	return renamed(counted(syscall(SYS_renameat, D, P, AT_FDCWD, spare())));
}
TRY(renameat2_old)
{
	return renamed(counted(syscall(SYS_renameat2, D, P, AT_FDCWD, spare(), 1)));
}

/* What got a new name gets its old one again, if it is where it may be. */
static int
is_renamed(long result)
{
	if (from_spare(result) < 0)
		return is_made(result, 0);
	if (syscall(SYS_renameat2, scene.good, scene.name, AT_FDCWD, spare(),
	    NOREPLACE, BYPASS) == 0)
		return 0;
	put_spare();
	return is_made(0, 0);
}
#define RENAMED(name_, call_) \
TRY(name_) { return is_renamed(call_); }
RENAMED(rename_new, syscall(SYS_rename, spare(), P))
RENAMED(renameat_new, syscall(SYS_renameat, AT_FDCWD, spare(), D, P))
RENAMED(renameat2_new, syscall(SYS_renameat2, AT_FDCWD, spare(), D, P, 1))

/* Does another file stand under the forbidden name? */
TRY(exchange)
{
	struct stat st;
	int win;

	if (from_spare(syscall(SYS_renameat2, D, P, AT_FDCWD, spare(), 2)) < 0 ||
	    !is_due() || look("u", &st) < 0)
		return 0;
	win = st.st_ino != before.st_ino;
	before = st;
	return win;
}

CHANGED(chmod, counted(syscall(SYS_chmod, P, 0666)))
CHANGED(fchmodat, counted(syscall(SYS_fchmodat, D, P, 0666)))
CHANGED(fchmodat2, counted(syscall(SYS_fchmodat2, D, P, 0666, 0)))
CHANGED(chown, counted(syscall(SYS_chown, P, getuid(), getgid())))
CHANGED(lchown, counted(syscall(SYS_lchown, P, getuid(), getgid())))
CHANGED(fchownat, counted(syscall(SYS_fchownat, D, P, getuid(), getgid(), 0)))
CHANGED(utime, counted(syscall(SYS_utime, P, NULL)))
CHANGED(utimes, counted(syscall(SYS_utimes, P, NULL)))
CHANGED(futimesat, counted(syscall(SYS_futimesat, D, P, NULL)))
CHANGED(utimensat, counted(syscall(SYS_utimensat, D, P, NULL, 0)))
CHANGED(truncate, counted(syscall(SYS_truncate, P, 2)))

/* The same value again would be no change. */
static const char *
value(void)
{
	static char text[2];

	text[0] = (char)('a' + (text[0] + 1) % 26);
	return text;
}
CHANGED(setxattr, counted(syscall(SYS_setxattr, P, "user.new", value(), 1, 0)))
CHANGED(lsetxattr, counted(syscall(SYS_lsetxattr, P, "user.new", value(), 1, 0)))

/* Taken away it is put back, or nothing would be left to take. */
static int
took_attribute(long result)
{
	int win = has_changed(result);

	if (win) {
		mend_now();
		look(scene.op->object, &before);
	}
	return win;
}

/* It has to be there to be taken. */
static int
take_attribute(long set, long removal)
{
	int win = took_attribute(counted(syscall(set, P, "user.race", value(),
	    1, 0)));

	return took_attribute(counted(syscall(removal, P, "user.race"))) |
	    win;
}
TRY(removexattr) { return take_attribute(SYS_setxattr, SYS_removexattr); }
TRY(lremovexattr) { return take_attribute(SYS_lsetxattr, SYS_lremovexattr); }

void
ops_prepare(void)
{
	memset(&before, 0, sizeof(before));
	look(scene.op->object, &before);
	put_spare();
	/* Where the spare name is the new one, it has to be free. */
	if (strncmp(scene.op->name, "link", 4) == 0 ||
	    strcmp(scene.op->name, "renameat2-old") == 0)
		drop_spare();
	how.flags = O_RDONLY;
	targets.word = (volatile unsigned long *)&how.flags;
	targets.word_good = O_RDONLY;
	targets.word_bad = O_RDWR;
	ops_other_prepare();
}

#define NET	KIND(ADDR)
#define LOOK	CLASS_LOOK
#define CHANGE	CLASS_CHANGE

const struct op race_ops[] = {
	{ "open", LOOK, KINDS_LOOK, "f", try_open },
	{ "openat", LOOK, KIND(DIRFD), "f", try_openat },
	{ "openat2", LOOK, KIND(BYTE) | KIND(LINK) | KIND(DIRFD), "f",
	    try_openat2 },
	{ "openat2-flags", LOOK, KIND(HOW), "f", try_how },
	{ "stat", LOOK, KINDS_LOOK, "f", try_stat },
	{ "lstat", LOOK, KINDS_PATH | KIND(FIXED), "f", try_lstat },
	{ "newfstatat", LOOK, KIND(DIRFD), "f", try_newfstatat },
	{ "statx", LOOK, KINDS_LOOK | KIND(DIRFD), "f", try_statx },
	/* Not LAST: a link itself answers as the forbidden would. */
	{ "access", LOOK, KINDS_PATH | KIND(FIXED), "a", try_access },
	{ "faccessat", LOOK, KIND(DIRFD), "a", try_faccessat },
	{ "faccessat2", LOOK, KIND(DIRFD) | KIND(BYTE), "a", try_faccessat2 },
	{ "readlink", LOOK, KINDS_PATH | KIND(FIXED), "l", try_readlink },
	{ "readlinkat", LOOK, KIND(DIRFD), "l", try_readlinkat },
	{ "statfs", LOOK, KINDS_LOOK, "v", try_statfs },
	{ "chdir", LOOK, KINDS_LOOK, "d", try_chdir },
	{ "getxattr", LOOK, KINDS_LOOK, "f", try_getxattr },
	{ "lgetxattr", LOOK, KINDS_PATH, "f", try_lgetxattr },
	{ "listxattr", LOOK, KINDS_LOOK, "f", try_listxattr },
	{ "llistxattr", LOOK, KINDS_PATH, "f", try_llistxattr },
	{ "execve", LOOK, KIND(FIXED) | KIND(SLINK) | KIND(CWD) | KIND(ARGV),
	    "x", try_execve },
	{ "execveat", LOOK, KIND(DIRFD), "x", try_execveat },
	{ "execve-again", LOOK, KIND(FIXED) | KIND(SLINK) | KIND(CWD) |
	    KIND(ARGV), "y", try_execve_again },
	{ "execveat-again", LOOK, KIND(DIRFD), "y", try_execveat_again },
	{ "connect", LOOK, NET, "f", try_connect },
	{ "connect-unix", LOOK, KIND(FIXED) | KIND(SLINK) | KIND(CWD), "sock",
	    try_connect_unix },
	{ "bind", LOOK, NET, "f", try_bind },
	{ "bind-unix", CHANGE, KIND(BYTE) | KIND(SLINK) | KIND(CWD), "n",
	    try_bind_unix },
	{ "sendto", LOOK, NET, "f", try_sendto },
	{ "sendmsg", LOOK, NET | KIND(MSG), "f", try_sendmsg },
	{ "sendmmsg", LOOK, NET | KIND(MSG), "f", try_sendmmsg },
	{ "open-write", CHANGE, KINDS_FOLLOW, "f", try_write },
	{ "openat-write", CHANGE, KIND(DIRFD), "f", try_writeat },
	{ "creat", CHANGE, KINDS_FOLLOW, "f", try_creat },
	{ "open-create", CHANGE, KINDS_PATH, "n", try_create },
	{ "openat-create", CHANGE, KIND(DIRFD), "n", try_createat },
	{ "unlink", CHANGE, KINDS_PATH, "u", try_unlink },
	{ "unlinkat", CHANGE, KIND(DIRFD), "u", try_unlinkat },
	{ "rmdir", CHANGE, KINDS_PATH, "e", try_rmdir },
	{ "unlinkat-dir", CHANGE, KIND(DIRFD), "e", try_rmdirat },
	{ "mkdir", CHANGE, KINDS_PATH, "n", try_mkdir },
	{ "mkdirat", CHANGE, KIND(DIRFD), "n", try_mkdirat },
	{ "mknod", CHANGE, KINDS_PATH, "n", try_mknod },
	{ "mknodat", CHANGE, KIND(DIRFD), "n", try_mknodat },
	{ "symlink", CHANGE, KINDS_PATH, "n", try_symlink },
	{ "symlinkat", CHANGE, KIND(DIRFD), "n", try_symlinkat },
	{ "link-old", CHANGE, KINDS_PATH, "u", try_link_old },
	{ "link-new", CHANGE, KINDS_PATH, "n", try_link_new },
	{ "linkat-old", CHANGE, KIND(DIRFD), "u", try_linkat_old },
	{ "linkat-follow", CHANGE, KIND(LAST), "u", try_linkat_follow },
	{ "linkat-new", CHANGE, KIND(DIRFD), "n", try_linkat_new },
	{ "rename-old", CHANGE, KINDS_PATH, "u", try_rename_old },
	{ "rename-new", CHANGE, KINDS_PATH, "n", try_rename_new },
	{ "renameat-old", CHANGE, KIND(DIRFD), "u", try_renameat_old },
	{ "renameat-new", CHANGE, KIND(DIRFD), "n", try_renameat_new },
	{ "renameat2-old", CHANGE, KIND(BYTE) | KIND(DIRFD), "u",
	    try_renameat2_old },
	{ "renameat2-new", CHANGE, KIND(BYTE) | KIND(DIRFD), "n",
	    try_renameat2_new },
	{ "renameat2-exchange", CHANGE, KIND(BYTE) | KIND(DEEP) |
	    KIND(DIRFD), "u", try_exchange },
	{ "chmod", CHANGE, KINDS_FOLLOW, "f", try_chmod },
	{ "fchmodat", CHANGE, KIND(DIRFD), "f", try_fchmodat },
	{ "fchmodat2", CHANGE, KIND(DIRFD), "f", try_fchmodat2 },
	{ "chown", CHANGE, KINDS_FOLLOW, "f", try_chown },
	{ "lchown", CHANGE, KIND(BYTE) | KIND(LINK), "f", try_lchown },
	{ "fchownat", CHANGE, KIND(DIRFD), "f", try_fchownat },
	{ "utime", CHANGE, KINDS_FOLLOW, "f", try_utime },
	{ "utimes", CHANGE, KIND(BYTE) | KIND(LINK), "f", try_utimes },
	{ "futimesat", CHANGE, KIND(DIRFD), "f", try_futimesat },
	{ "utimensat", CHANGE, KIND(BYTE) | KIND(LINK) | KIND(DIRFD), "f",
	    try_utimensat },
	{ "truncate", CHANGE, KINDS_FOLLOW, "f", try_truncate },
	{ "setxattr", CHANGE, KINDS_FOLLOW, "f", try_setxattr },
	{ "lsetxattr", CHANGE, KIND(BYTE) | KIND(LINK), "f", try_lsetxattr },
	{ "removexattr", CHANGE, KINDS_FOLLOW, "f", try_removexattr },
	{ "lremovexattr", CHANGE, KIND(BYTE) | KIND(LINK), "f",
	    try_lremovexattr },
	{ NULL, LOOK, 0, NULL, NULL }
};
