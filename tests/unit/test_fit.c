/* JSON with a budget: what is kept, and that the rest can be proved. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "supervisor/base/buf.h"
#include "supervisor/base/fit.h"
#include "supervisor/base/json.h"
#include "supervisor/base/mem.h"
#include "supervisor/base/util.h"

static size_t
length(const struct json *json)
{
	auto_buf struct buf text = BUF_INIT;

	assert_int_equal(js_canonical(json, &text), 0);
	return text.len;
}

static struct json *
list_of(const char *item, int n)
{
	struct json *list = js_arr();

	while (n-- > 0)
		js_add(list, js_str(item));
	return list;
}

static void
what_fits_is_left_alone(void **state)
{
	struct json *doc = js_obj();

	(void)state;
	js_put(doc, "list", list_of("some text", 100));
	js_put_str(doc, "status", "completed");
	assert_null(fit_json(doc, 2000));
	doc = fit_owned(doc, 2000);
	assert_null(js_get(doc, "left_out"));
	js_free(doc);
}

static void
a_list_keeps_its_beginning(void **state)
{
	static const char rest[] = "\"a\\nb\"\n\"a\\nb\"\n";
	struct json *doc = js_obj(), *inner = js_obj(), *fitted;
	const struct json *note;
	char hex[HASH_HEX];
	struct hash hash;

	(void)state;
	/* Six bytes each, two brackets, commas between. */
	js_put(inner, "names", list_of("a\nb", 10));
	js_put(doc, "used", inner);
	js_put_num(doc, "exit_code", 7);
	fitted = fit_json(doc, 60);
	assert_non_null(fitted);
	assert_int_equal(js_len(js_get(js_get(fitted, "used"), "names")), 8);
	assert_int_equal(js_get_num(fitted, "exit_code"), 7);
	note = js_get(js_get(fitted, "left_out"), "used.names");
	assert_int_equal(js_get_num(note, "count"), 2);
	hash_of(rest, strlen(rest), &hash);
	hash_hex(&hash, hex);
	assert_string_equal(js_get_str(note, "sha256"), hex);
	js_free(doc);

	/* Cut again, the note says how many in all. */
	fitted = fit_owned(fitted, 30);
	note = js_get(js_get(fitted, "left_out"), "used.names");
	assert_int_equal(js_len(js_get(js_get(fitted, "used"), "names")) +
	    (size_t)js_get_num(note, "count"), 10);
	fitted = fit_owned(fitted, 0);
	note = js_get(js_get(fitted, "left_out"), "used.names");
	assert_int_equal(js_get_num(note, "count"), 10);
	js_free(fitted);
}

static void
the_short_ones_stay_whole(void **state)
{
	struct json *doc = js_obj();

	(void)state;
	js_put(doc, "long", list_of("0123456789", 100000));
	js_put(doc, "longer", list_of("0123456789", 200000));
	js_put(doc, "short", list_of("0123456789", 1000));
	doc = fit_owned(doc, 100000);
	assert_int_equal(js_len(js_get(doc, "short")), 1000);
	assert_in_range(js_len(js_get(doc, "long")), 3000, 4000);
	assert_int_equal(js_len(js_get(doc, "long")),
	    js_len(js_get(doc, "longer")));
	assert_in_range(length(doc), 90000, 101000);
	js_free(doc);
}

/* Whatever it is made of, what is told stays within what was given. */
static void
texts_and_odd_things_are_bounded(void **state)
{
	struct json *doc = js_obj(), *odd = js_obj(), *deep = js_obj();
	auto_buf struct buf text = BUF_INIT;
	char key[16];
	size_t n;

	(void)state;
	for (int i = 0; i < 100000; i++)
		buf_adds(&text, "\1\xc3\xa4");
	js_put_str(doc, "value", buf_str(&text));
	js_put_str(odd, "name", "x");
	for (int i = 0; i < 10000; i++) {
		snprintf(key, sizeof(key), "k%d", i);
		js_put_num(odd, key, i);
	}
	js_put(doc, "odd", odd);
	for (int i = 0; i < 1000; i++) {
		struct json *outer = js_obj();

		js_put(outer, "in", deep);
		deep = outer;
	}
	js_put(doc, "deep", deep);
	doc = fit_owned(doc, 3000);
	assert_in_range(length(doc), 500, 5000);
	assert_true(js_is_null(js_get(doc, "odd")));
	assert_non_null(strstr(js_get_str(doc, "value"), "[clipped:"));
	js_as_text(js_get(doc, "value"), &n);
	assert_true(u8_valid(js_get_str(doc, "value"), n));
	js_free(doc);
}

static void
a_text_is_clipped_at_a_character(void **state)
{
	struct json *text = fit_text("\xc3\xa4\xc3\xa4\xc3\xa4", 3);

	(void)state;
	assert_string_equal(js_as_str(text), "\xc3\xa4[clipped:4]");
	js_free(text);
	text = fit_text("abc", 3);
	assert_string_equal(js_as_str(text), "abc");
	js_free(text);
	text = fit_text(NULL, 3);
	assert_true(js_is_null(text));
	js_free(text);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_fits_is_left_alone),
		cmocka_unit_test(a_list_keeps_its_beginning),
		cmocka_unit_test(the_short_ones_stay_whole),
		cmocka_unit_test(texts_and_odd_things_are_bounded),
		cmocka_unit_test(a_text_is_clipped_at_a_character),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
