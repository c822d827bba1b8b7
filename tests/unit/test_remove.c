/* Folders that hostile code filled are removed, and nothing else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <sys/stat.h>

#include "supervisor/base/util.h"
#include "supervisor/run/remove.h"

struct place {
	char	path[64];
	int	fd;		/* of path */
};

static int
remove_tree(int dir_fd, const char *name)
{
	int r = remove_inside(dir_fd, name);

	if (r == 0 && unlinkat(dir_fd, name, AT_REMOVEDIR) < 0 &&
	    errno != ENOENT)
		r = -errno;
	return r;
}

static void
place_make(struct place *p)
{
	snprintf(p->path, sizeof(p->path), "/tmp/sallyport-unit-XXXXXX");
	assert_non_null(mkdtemp(p->path));
	p->fd = open(p->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	assert_true(p->fd >= 0);
	assert_int_equal(mkdirat(p->fd, "t", 0700), 0);
}

static void
place_end(struct place *p)
{
	struct stat st;

	assert_int_equal(fstatat(p->fd, "t", &st, AT_SYMLINK_NOFOLLOW), -1);
	close(p->fd);
	assert_int_equal(rmdir(p->path), 0);
}

static void
touch(int fd, const char *name)
{
	int made = openat(fd, name, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);

	assert_true(made >= 0);
	close(made);
}

static void
a_very_deep_tree(void **state)
{
	struct place p;
	int at, next, i;

	(void)state;
	place_make(&p);
	at = openat(p.fd, "t", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	for (i = 0; i < 20000; i++) {
		assert_int_equal(mkdirat(at, "d", 0700), 0);
		next = openat(at, "d", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		assert_true(next >= 0);
		close(at);
		at = next;
	}
	touch(at, "bottom");
	close(at);
	assert_int_equal(remove_tree(p.fd, "t"), 0);
	place_end(&p);
}

static void
a_hundred_thousand_entries(void **state)
{
	struct place p;
	char name[32];
	int at, i;

	(void)state;
	place_make(&p);
	at = openat(p.fd, "t", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	for (i = 0; i < 100000; i++) {
		snprintf(name, sizeof(name), "%d", i);
		if (i % 10 == 0)
			assert_int_equal(mkdirat(at, name, 0700), 0);
		else
			assert_int_equal(symlinkat("x", at, name), 0);
	}
	close(at);
	assert_int_equal(remove_tree(p.fd, "t"), 0);
	place_end(&p);
}

static void
names_modes_and_links(void **state)
{
	static const char *const folders[] = { ".0", ".1", ".2", "\xff\n\x1b",
	    " ", "..." };
	struct place p;
	struct stat st;
	size_t i;
	int at, in;

	(void)state;
	place_make(&p);
	assert_int_equal(mkdirat(p.fd, "outside", 0700), 0);
	in = openat(p.fd, "outside", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	touch(in, "canary");
	close(in);
	at = openat(p.fd, "t", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	for (i = 0; i < ARRAY_SIZE(folders); i++) {
		assert_int_equal(mkdirat(at, folders[i], 0700), 0);
		in = openat(at, folders[i],
		    O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		assert_int_equal(mkdirat(in, ".0", 0700), 0);
		assert_int_equal(mkdirat(in, ".1", 0700), 0);
		touch(in, ".2");
		assert_int_equal(symlinkat("../../outside", in, "link"), 0);
		assert_int_equal(mkfifoat(in, "fifo", 0600), 0);
		assert_int_equal(fchmodat(in, ".0", 0, 0), 0);
		assert_int_equal(fchmod(in, 0), 0);
		close(in);
	}
	assert_int_equal(symlinkat("../outside", at, "link"), 0);
	assert_int_equal(fchmod(at, 0), 0);
	close(at);
	assert_int_equal(remove_tree(p.fd, "t"), 0);
	assert_int_equal(fstatat(p.fd, "outside/canary", &st, 0), 0);
	assert_int_equal(remove_tree(p.fd, "outside"), 0);
	place_end(&p);
}

static void
a_link_instead_of_the_folder(void **state)
{
	struct place p;
	struct stat st;

	(void)state;
	place_make(&p);
	assert_int_equal(mkdirat(p.fd, "outside", 0700), 0);
	assert_int_equal(symlinkat("outside", p.fd, "l"), 0);
	assert_true(remove_tree(p.fd, "l") < 0);
	assert_int_equal(fstatat(p.fd, "outside", &st, 0), 0);
	assert_int_equal(remove_tree(p.fd, "absent"), 0);
	unlinkat(p.fd, "l", 0);
	assert_int_equal(remove_tree(p.fd, "outside"), 0);
	assert_int_equal(remove_tree(p.fd, "t"), 0);
	place_end(&p);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_very_deep_tree),
		cmocka_unit_test(a_hundred_thousand_entries),
		cmocka_unit_test(names_modes_and_links),
		cmocka_unit_test(a_link_instead_of_the_folder),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
