/*
 * Names made canonical, on a small tree of our own: what is followed, what is
 * refused, what is remembered, and what is said of each.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "supervisor/base/buf.h"
#include "supervisor/base/rules.h"
#include "supervisor/check/path.h"
#include "supervisor/policy/policy.h"
#include "supervisor/run/run.h"

static char top[PATH_MAX], work[PATH_MAX + 8];
static struct policy *policy;
static struct paths *paths;
static struct path got;

/* What `raw` leads to, with the tree's top written as "T". */
static const char *
resolve(const char *raw, unsigned flags, int *ret_r)
{
	static char text[2 * PATH_MAX];
	char full[2 * PATH_MAX];
	size_t n = strlen(top);

	if (strncmp(raw, "T", 1) == 0) {
		snprintf(full, sizeof(full), "%s%s", top, raw + 1);
		raw = full;
	}
	*ret_r = path_resolve(paths, getpid(), getpid(), AT_FDCWD, raw, flags,
	    &got);
	if (strncmp(got.name, top, n) == 0 &&
	    (got.name[n] == '/' || got.name[n] == '\0'))
		snprintf(text, sizeof(text), "T%s", got.name + n);
	else
		snprintf(text, sizeof(text), "%s", got.name);
	return text;
}

static void
expect(const char *raw, unsigned flags, int r, const char *name)
{
	int is;
	const char *text = resolve(raw, flags, &is);

	if (is != r || strcmp(text, name) != 0)
		fail_msg("%s: %d %s, not %d %s", raw, is, text, r, name);
	/* Once more: what was remembered says the same. */
	text = resolve(raw, flags, &is);
	assert_int_equal(is, r);
	assert_string_equal(text, name);
}

static void
links_are_followed(void **state)
{
	(void)state;
	expect("T/fixed/f", PATH_FOLLOW, 0, "T/fixed/f");
	expect("T/fixed/l", PATH_FOLLOW, 0, "T/fixed/f");
	expect("T/fixed/l", 0, 0, "T/fixed/l");
	expect("T/fixed/dl/f", 0, 0, "T/fixed/d/f");
	expect("T/fixed/dl/../f", 0, 0, "T/fixed/f");
	expect("T/fixed/abs", PATH_FOLLOW, 0, "T/fixed/d/f");
	expect("T/fixed/chain", PATH_FOLLOW, 0, "T/fixed/f");
	expect("T/job/d/up/f", PATH_FOLLOW, 0, "T/job/f");
	expect("/", PATH_FOLLOW, 0, "/");
	expect("/..", PATH_FOLLOW, 0, "/");
	assert_int_equal(got.last, PATH_DOTDOT);
	expect("//", PATH_FOLLOW, 0, "/");
	assert_int_equal(got.last, PATH_ROOT);
}

static void
errors_are_the_kernels(void **state)
{
	(void)state;
	expect("T/fixed/loop", PATH_FOLLOW, -ELOOP, "T/fixed/loop");
	expect("T/fixed/loop", 0, 0, "T/fixed/loop");
	expect("T/fixed/f/x", 0, 0, "T/fixed/f/x");
	expect("T/fixed/f/x", PATH_FOLLOW, -ENOTDIR, "T/fixed/f/x");
	expect("T/fixed/f/..", PATH_FOLLOW, -ENOTDIR, "T/fixed");
	expect("T/fixed/f/.", PATH_FOLLOW, -ENOTDIR, "T/fixed/f");
	expect("T/none/x", PATH_FOLLOW, -ENOENT, "T/none/x");
	expect("T/none/../fixed", PATH_FOLLOW, -ENOENT, "T/fixed");
	expect("", PATH_FOLLOW, -ENOENT, "");
	expect("T/fixed/l", PATH_FOLLOW | PATH_NO_LINKS, -ELOOP,
	    "T/fixed/l");
}

static void
what_is_missing_is_said(void **state)
{
	(void)state;
	expect("T/fixed/new", PATH_FOLLOW, 0, "T/fixed/new");
	assert_true(got.missing);
	expect("T/fixed/dangling", PATH_FOLLOW, 0, "T/fixed/nowhere");
	assert_true(got.missing);
	expect("T/fixed/f", PATH_FOLLOW, 0, "T/fixed/f");
	assert_false(got.missing);
	expect("T/fixed/l", PATH_LOOK, 0, "T/fixed/l");
	assert_true(got.is_link);
}

static void
slashes_are_kept_apart(void **state)
{
	(void)state;
	expect("T/fixed/d/", 0, 0, "T/fixed/d");
	assert_true(got.slash);
	expect("T//fixed///d", 0, 0, "T/fixed/d");
	assert_false(got.slash);
	/* A slash follows a link, but for calls that change the entry. */
	expect("T/fixed/dl/", 0, 0, "T/fixed/d");
	expect("T/fixed/dl/", PATH_PARENT, 0, "T/fixed/dl");
	expect("T/fixed/d/.", 0, 0, "T/fixed/d");
	assert_int_equal(got.last, PATH_DOT);
}

static void
what_may_change_is_known(void **state)
{
	(void)state;
	expect("T/fixed/d/f", PATH_FOLLOW, 0, "T/fixed/d/f");
	assert_true(got.fixed);
	/* The entries of the work folder may change, it itself may not. */
	expect("T/job", PATH_FOLLOW, 0, "T/job");
	assert_true(got.fixed);
	expect("T/job/f", PATH_FOLLOW, 0, "T/job/f");
	assert_false(got.fixed);
	assert_true(got.parent_fixed);
	expect("T/job/d/f", PATH_FOLLOW, 0, "T/job/d/f");
	assert_false(got.fixed);
	assert_false(got.parent_fixed);
}

/* Below what may change nothing is remembered. */
static void
changes_are_seen(void **state)
{
	char name[2 * PATH_MAX];

	(void)state;
	expect("T/job/d/f", PATH_FOLLOW, 0, "T/job/d/f");
	snprintf(name, sizeof(name), "%s/d/f", work);
	assert_int_equal(unlink(name), 0);
	assert_int_equal(symlink("../f", name), 0);
	expect("T/job/d/f", PATH_FOLLOW, 0, "T/job/f");
	assert_int_equal(unlink(name), 0);
	expect("T/job/d/f", PATH_FOLLOW, 0, "T/job/d/f");
	assert_true(got.missing);
}

static void
own_proc_is_the_callers(void **state)
{
	char own[64], space[PATH_MAX];

	(void)state;
	snprintf(own, sizeof(own), "/proc/%d/status", (int)getpid());
	expect("/proc/self/status", PATH_FOLLOW, 0, own);
	assert_string_equal(path_judged(own, getpid(), space),
	    "/proc/self/status");
	assert_string_equal(path_judged("/proc/1/status", getpid(), space),
	    "/proc/1/status");
	snprintf(own, sizeof(own), "/proc/%d0/status", (int)getpid());
	assert_string_equal(path_judged(own, getpid(), space), own);
	/* The root and the current directory, through their links. */
	expect("/proc/self/root/etc/passwd", PATH_FOLLOW, 0, "/etc/passwd");
	expect("/proc/self/cwd/fixed/f", PATH_FOLLOW, 0, "T/fixed/f");
	expect("/proc/self", 0, 0, "/proc/self");
}

static void
nameless_descriptors_are_told(void **state)
{
	char name[64], text[64];
	int fd[2], r;

	(void)state;
	assert_int_equal(pipe(fd), 0);
	snprintf(name, sizeof(name), "/proc/self/fd/%d", fd[0]);
	resolve(name, PATH_FOLLOW, &r);
	assert_int_equal(r, 0);
	assert_int_equal(got.own_fd, fd[0]);
	/* Not those of another. */
	snprintf(name, sizeof(name), "/proc/%d/fd/%d", (int)getpid(), fd[0]);
	r = path_resolve(paths, 1, 1, AT_FDCWD, name, PATH_FOLLOW, &got);
	assert_int_equal(r, -EACCES);
	snprintf(name, sizeof(name), "/proc/self/fd/%d/x", fd[0]);
	resolve(name, PATH_FOLLOW, &r);
	assert_int_equal(r, -ENOTDIR);
	snprintf(text, sizeof(text), "/dev/fd/%d", fd[1]);
	resolve(text, PATH_FOLLOW, &r);
	assert_int_equal(got.own_fd, fd[1]);
	close(fd[0]);
	close(fd[1]);
}

static void
descriptors_have_names(void **state)
{
	char name[PATH_MAX], full[2 * PATH_MAX];
	int fd;

	(void)state;
	snprintf(full, sizeof(full), "%s/gone (deleted)", work);
	assert_int_equal(mkdir(full, 0755), 0);
	fd = open(full, O_RDONLY | O_DIRECTORY);
	/* A name may end like that, and be there. */
	assert_int_equal(path_of_fd(getpid(), fd, name), 0);
	assert_string_equal(name, full);
	assert_int_equal(rmdir(full), 0);
	assert_int_equal(path_of_fd(getpid(), fd, name), -ENOENT);
	/* Another in its place is not it. */
	assert_int_equal(mkdir(full, 0755), 0);
	assert_int_equal(path_of_fd(getpid(), fd, name), -ENOENT);
	close(fd);
	assert_int_equal(path_of_fd(getpid(), fd, name), -EBADF);
	assert_int_equal(path_of_fd(getpid(), -1, name), -EBADF);
}

static void
odd_names_pass_through(void **state)
{
	char raw[PATH_MAX];
	int r;

	(void)state;
	expect("T/job/new\nline", PATH_FOLLOW, 0, "T/job/new\nline");
	expect("T/job/\xff\xfe", PATH_FOLLOW, 0, "T/job/\xff\xfe");
	memset(raw, '/', sizeof(raw));
	raw[sizeof(raw) - 1] = '\0';
	resolve(raw, PATH_FOLLOW, &r);
	assert_int_equal(r, 0);
	assert_string_equal(got.name, "/");
	memset(raw, 'x', 4000);
	raw[0] = '/';
	raw[4000] = '\0';
	resolve(raw, PATH_FOLLOW, &r);
	assert_int_equal(r, -ENAMETOOLONG);
}

/* What may not be looked at does not say by its ".." that it is there. */
static void
hidden_folders_end_the_name(void **state)
{
	(void)state;
	expect("/usr/lib/../bin", PATH_FOLLOW, -EACCES, "/usr/lib");
	expect("/usr/bin/../lib/os-release", 0, 0, "/usr/lib/os-release");
}

/* More names than the memory of them holds. */
static void
memory_is_bounded(void **state)
{
	char raw[64];
	int i, r;

	(void)state;
	for (i = 0; i < 20000; i++) {
		snprintf(raw, sizeof(raw), "/usr/x%d/y", i);
		resolve(raw, PATH_FOLLOW, &r);
		assert_int_equal(r, -ENOENT);
	}
	expect("T/fixed/chain", PATH_FOLLOW, 0, "T/fixed/f");
}

static void
link_to(const char *target, const char *name)
{
	char full[2 * PATH_MAX];

	snprintf(full, sizeof(full), "%s/%s", top, name);
	assert_int_equal(symlink(target, full), 0);
}

static void
make(const char *name, bool is_dir)
{
	char full[2 * PATH_MAX];
	int fd;

	snprintf(full, sizeof(full), "%s/%s", top, name);
	if (is_dir) {
		assert_int_equal(mkdir(full, 0755), 0);
		return;
	}
	fd = open(full, O_CREAT | O_WRONLY, 0644);
	assert_true(fd >= 0);
	close(fd);
}

static int
set_up(void **state)
{
	static const char text[] = "sallyport-rules 1\n"
	    "default deny write X100 : no\n"
	    "default deny stat X101 : no\n"
	    "allow stat /**\n"
	    "deny stat /usr/lib X102 : hidden\n"
	    "allow write $WORK/**\n";
	static struct ruleset *table;
	struct run_options opts = { .uid = (uid_t)-1 };
	struct policy_dirs dirs = { .work = work, .home = work };
	struct buf errors = BUF_INIT;
	char name[PATH_MAX] = "/tmp/test-path-XXXXXX", full[2 * PATH_MAX];
	char *why = NULL;

	(void)state;
	if (mkdtemp(name) == NULL || realpath(name, top) == NULL)
		return -1;
	snprintf(work, sizeof(work), "%s/job", top);
	make("fixed", true);
	make("fixed/d", true);
	make("fixed/d/f", false);
	make("fixed/f", false);
	link_to("f", "fixed/l");
	link_to("d", "fixed/dl");
	link_to("l", "fixed/chain");
	link_to("loop", "fixed/loop");
	link_to("nowhere", "fixed/dangling");
	snprintf(full, sizeof(full), "%s/fixed/d/f", top);
	link_to(full, "fixed/abs");
	make("job", true);
	make("job/d", true);
	make("job/f", false);
	make("job/d/f", false);
	link_to("..", "job/d/up");
	if (chdir(top) < 0 || rules_parse("test", text, sizeof(text) - 1,
	    &errors, &table) < 0) {
		fprintf(stderr, "%s", buf_str(&errors));
		return -1;
	}
	opts.rules = table;
	if (policy_new(&opts, &dirs, &why, &policy) < 0)
		return -1;
	return paths_new(policy, &paths);
}

static int
tear_down(void **state)
{
	static const char *const names[] = { "fixed/abs", "fixed/dangling",
	    "fixed/loop", "fixed/chain", "fixed/dl", "fixed/l", "fixed/f",
	    "fixed/d/f", "fixed/d", "fixed", "job/d/up", "job/d/f",
	    "job/d", "job/f", "job/gone (deleted)", "job" };
	size_t i;

	(void)state;
	paths_free(paths);
	policy_free(policy);
	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		remove(names[i]);
	return rmdir(top);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(links_are_followed),
		cmocka_unit_test(errors_are_the_kernels),
		cmocka_unit_test(what_is_missing_is_said),
		cmocka_unit_test(slashes_are_kept_apart),
		cmocka_unit_test(what_may_change_is_known),
		cmocka_unit_test(own_proc_is_the_callers),
		cmocka_unit_test(nameless_descriptors_are_told),
		cmocka_unit_test(descriptors_have_names),
		cmocka_unit_test(odd_names_pass_through),
		cmocka_unit_test(changes_are_seen),
		cmocka_unit_test(hidden_folders_end_the_name),
		cmocka_unit_test(memory_is_bounded),
	};

	return cmocka_run_group_tests_name("path", tests, set_up, tear_down);
}
