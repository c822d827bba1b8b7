/* What /proc prints, also where a tracee chose a part of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "supervisor/base/util.h"
#include "supervisor/tracer/proctext.h"

static bool
map_of(const char *line, struct proctext_map *ret)
{
	return proctext_map(line, strlen(line), ret);
}

static void
a_line_of_maps_is_read_whole(void **state)
{
	struct proctext_map m;

	(void)state;
	assert_true(map_of("7f01-7f02 rw-s 0000a000 fe:0a 247026          "
	    "          /a b/7f09-7f0a r-xp 00000000 00:00 0", &m));
	assert_int_equal(m.start, 0x7f01);
	assert_int_equal(m.end, 0x7f02);
	assert_int_equal(m.offset, 0xa000);
	assert_int_equal(m.major, 0xfe);
	assert_int_equal(m.minor, 0x0a);
	assert_int_equal(m.ino, 247026);
	assert_true(m.readable && m.writable && m.shared && !m.executable);
	assert_int_equal(m.name_len, strlen(m.name));
	assert_string_equal(m.name, "/a b/7f09-7f0a r-xp 00000000 00:00 0");
	assert_true(map_of("1-2 ---p 0 00:00 0 ", &m));
	assert_int_equal(m.name_len, 0);
}

static void
what_is_no_line_of_maps_is_refused(void **state)
{
	static const char bad[][64] = { "", "1-2", "/x 1-2 rw-p 0 00:00 0",
	    " 1-2 rw-p 0 00:00 0 ", "1-2 rw-p 0 00:00 0\n", "2-1 rw-p 0 0:0 0",
	    "1-2 rwp 0 00:00 0 ", "1-2 rw-x 0 00:00 0 ", "1-2 rw-p 0 00:00 0/x",
	    "1-2 rw-p 0 00:00 -1 ", "0x1-2 rw-p 0 00:00 0 ",
	    "11111111111111111-2 rw-p 0 00:00 0 ", "1-2 rw-p 0 00:00 ",
	    "1-2  rw-p 0 00:00 0 ", "Size:                  4 kB" };
	struct proctext_map m;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++)
		assert_false(map_of(bad[i], &m));
	assert_false(proctext_map("1-2 rw-p 0 00:00 0 /\0", 21, &m));
}

/* A file whose name, with its newlines spelled out, is longer than a line. */
static void
no_piece_of_a_name_is_a_line(void **state)
{
	char name[250], line[128];
	struct proctext_map m;
	struct stat st;
	unsigned found = 0;
	void *at;
	size_t n;
	FILE *f;
	int fd;

	(void)state;
	memset(name, '\n', 140);
	snprintf(name + 140, sizeof(name) - 140,
	    "\n1000-2000 rwxp 00000000 00:00 0 /forged");
	fd = memfd_create(name, MFD_CLOEXEC);
	assert_true(fd >= 0);
	assert_int_equal(ftruncate(fd, 4096), 0);
	assert_int_equal(fstat(fd, &st), 0);
	at = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
	assert_true(at != MAP_FAILED);
	f = fopen("/proc/self/maps", "re");
	assert_non_null(f);
	while (proctext_next(f, line, sizeof(line), &n)) {
		assert_true(proctext_map(line, n, &m));
		assert_int_not_equal(m.start, 0x1000);
		if (m.start != (uint64_t)(uintptr_t)at)
			continue;
		found++;
		assert_int_equal(m.ino, st.st_ino);
		assert_int_equal(makedev(m.major, m.minor), st.st_dev);
		assert_true(m.name_len >= 7 &&
		    memcmp(m.name, "/memfd:", 7) == 0);
	}
	assert_int_equal(found, 1);
	fclose(f);
	munmap(at, 4096);
	close(fd);
}

static void
a_key_begins_its_line(void **state)
{
	static const char text[] = "Name:\tPid:\t9\nxPid:\t8\nPid:\t7\nPid:\t6\n"
	    "Bad:\t-1\nWord:\t12x\nUmask:\t0027\nBig:\t99999999999999999999\n"
	    "Pss:      12 kB\nCut:\t12";
	size_t n = sizeof(text) - 1;
	int64_t v = -1;

	(void)state;
	assert_true(proctext_number(text, n, "Pid", &v));
	assert_int_equal(v, 7);
	assert_true(proctext_number(text, n, "Pss", &v));
	assert_int_equal(v, 12);
	assert_true(proctext_octal(text, n, "Umask", &v));
	assert_int_equal(v, 027);
	assert_false(proctext_number(text, n, "Pi", &v));
	assert_false(proctext_number(text, n, "Bad", &v));
	assert_false(proctext_number(text, n, "Word", &v));
	assert_false(proctext_number(text, n, "Big", &v));
	assert_false(proctext_number(text, n, "Cut", &v));
	assert_false(proctext_number(text, n, "None", &v));
}

static void
a_thread_may_be_called_anything(void **state)
{
	char text[1024], old[16];
	int64_t v = -1;
	size_t n;
	FILE *f;

	(void)state;
	prctl(PR_GET_NAME, old);
	prctl(PR_SET_NAME, "x) Z 1\nPid:\t1");
	f = fopen("/proc/thread-self/stat", "re");
	assert_non_null(f);
	n = fread(text, 1, sizeof(text), f);
	fclose(f);
	assert_true(proctext_stat(text, n, 3, &v));
	assert_int_equal(v, 'R');
	assert_true(proctext_stat(text, n, 4, &v));
	assert_int_equal(v, getppid());
	assert_false(proctext_stat(text, n, 2, &v));
	assert_false(proctext_stat(text, n, 99, &v));
	f = fopen("/proc/thread-self/status", "re");
	assert_non_null(f);
	n = fread(text, 1, sizeof(text), f);
	fclose(f);
	assert_true(proctext_number(text, n, "Pid", &v));
	assert_int_equal(v, getpid());
	prctl(PR_SET_NAME, old);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_line_of_maps_is_read_whole),
		cmocka_unit_test(what_is_no_line_of_maps_is_refused),
		cmocka_unit_test(no_piece_of_a_name_is_a_line),
		cmocka_unit_test(a_key_begins_its_line),
		cmocka_unit_test(a_thread_may_be_called_anything),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
