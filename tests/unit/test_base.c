/* The few modules all else stands on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "supervisor/base/buf.h"
#include "supervisor/base/fdio.h"
#include "supervisor/base/hash.h"
#include "supervisor/base/json.h"
#include "supervisor/base/line.h"
#include "supervisor/base/mem.h"

static void
visible_escapes_what_drives_a_terminal(void **state)
{
	auto_buf struct buf b = BUF_INIT;
	static const char raw[] = "a\x1b]0;x\x07\n\xff\xe2\x80\xae\xc3\xa9";

	(void)state;
	buf_add_visible(&b, raw, sizeof(raw) - 1);
	assert_string_equal(buf_str(&b),
	    "a\\x1b]0;x\\x07\\n\\xff\\u{202e}\xc3\xa9");
}

static void
utf8_refuses_what_is_none(void **state)
{
	static const struct { const char *s; size_t n; } bad[] = {
		{ "\xc0\x80", 2 }, { "\xed\xa0\x80", 3 }, { "\xf4\x90\x80\x80", 4 },
		{ "\xe2\x82", 2 }, { "\x80", 1 }, { "\xf8\x88\x80\x80\x80", 5 },
	};
	unsigned cp = 0;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++)
		assert_int_equal(u8_decode(bad[i].s, bad[i].n, NULL), 0);
	assert_int_equal(u8_decode("\xf0\x9f\x90\x8d", 4, &cp), 4);
	assert_int_equal(cp, 0x1f40d);
}

static void
canonical_sorts_and_keeps_bytes(void **state)
{
	struct json *o = js_obj(), *again;
	auto_buf struct buf one = BUF_INIT, two = BUF_INIT;

	(void)state;
	/* U+1F40D sorts before U+FB01 by UTF-16 code units. */
	js_put_num(o, "\xef\xac\x81", 1);
	js_put_num(o, "\xf0\x9f\x90\x8d", 2);
	js_put_text(o, "a", "x\xff\x01\n\"", 5);
	assert_int_equal(js_canonical(o, &one), 0);
	assert_string_equal(one.data, "{\"a\":\"x\\\\xff\\u0001\\n\\\"\","
	    "\"\xf0\x9f\x90\x8d\":2,\"\xef\xac\x81\":1}");
	assert_int_equal(js_parse(one.data, one.len, &again), 0);
	assert_int_equal(js_canonical(again, &two), 0);
	assert_string_equal(one.data, two.data);
	js_free(o);
	js_free(again);
	o = js_text("\x7f\xe2\x80\xae\xf3\xa0\x80\x81\xc3\xa9", 10);
	two.len = 0;
	js_write(o, &two);
	assert_string_equal(two.data, "\"\\u007f\\u202e\\udb40\\udc01\xc3\xa9\"");
	two.len = 0;
	assert_int_equal(js_canonical(o, &two), 0);
	assert_string_equal(two.data,
	    "\"\x7f\xe2\x80\xae\xf3\xa0\x80\x81\xc3\xa9\"");
	js_free(o);
	assert_int_equal(js_parse("{\"a\":1,\"a\":2}", 13, &again), -EINVAL);
}

static void
sealed_file_cannot_be_changed(void **state)
{
	auto_buf struct buf b = BUF_INIT;
	char path[64];
	int fd = -1, again;

	(void)state;
	assert_int_equal(fdio_sealed("t", "abc", 3, &fd), 0);
	assert_true(write(fd, "x", 1) < 0);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	assert_int_equal(fdio_read_all(fd, 2, &b), -EFBIG);
	assert_string_equal(buf_str(&b), "ab");
	again = truncate(path, 0);
	assert_int_equal(again, -1);
	close(fd);
}

static void
hash_is_sha256(void **state)
{
	struct hash h, back;
	char hex[HASH_HEX];

	(void)state;
	hash_of("abc", 3, &h);
	hash_hex(&h, hex);
	assert_string_equal(hex, "ba7816bf8f01cfea414140de5dae2223"
	    "b00361a396177a9cb410ff61f20015ad");
	assert_int_equal(hash_parse(hex, &back), 0);
	assert_memory_equal(&h, &back, sizeof(h));
	assert_int_equal(hash_parse("zz", &back), -EINVAL);
}

static void
arena_is_zeroed_and_aligned(void **state)
{
	struct arena *a = arena_new();

	(void)state;
	for (size_t n = 1; n < 200000; n = n * 3 + 1) {
		char *p = arena_alloc(a, n);

		assert_int_equal((uintptr_t)p % 16, 0);
		assert_int_equal(p[0] | p[n - 1], 0);
		memset(p, 0xff, n);
	}
	arena_free(a);
}

static void
line_is_counted_as_python_does(void **state)
{
	static const struct {
		const char	*text;
		int64_t		 line;
		const char	*want;
	} cases[] = {
		{ "a\nbc\n", 1, "a" }, { "a\nbc\n", 2, "bc" },
		{ "a\nbc\n", 3, NULL }, { "a\nbc", 2, "bc" },
		{ "a\n\nb", 2, "" }, { "a", 0, NULL }, { "a", -1, NULL },
		{ "", 1, NULL }, { "\xef\xbb\xbf" "a\nb", 1, "a" },
		{ "\xef\xbb\xbf" "a\nb", 2, "b" },
	};
	const char *got;
	size_t i, n;

	(void)state;
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		got = line_at(cases[i].text, strlen(cases[i].text),
		    cases[i].line, &n);
		assert_true((got == NULL) == (cases[i].want == NULL));
		if (got != NULL) {
			assert_int_equal(n, strlen(cases[i].want));
			assert_memory_equal(got, cases[i].want, n);
		}
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(visible_escapes_what_drives_a_terminal),
		cmocka_unit_test(utf8_refuses_what_is_none),
		cmocka_unit_test(canonical_sorts_and_keeps_bytes),
		cmocka_unit_test(sealed_file_cannot_be_changed),
		cmocka_unit_test(hash_is_sha256),
		cmocka_unit_test(arena_is_zeroed_and_aligned),
		cmocka_unit_test(line_is_counted_as_python_does),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
