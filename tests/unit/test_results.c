/* What comes down the channel of results, cut anywhere, and what is no frame. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "supervisor/base/buf.h"
#include "supervisor/base/json.h"
#include "supervisor/job/results.h"

struct seen {
	struct json	*list, *error;
	bool		 truncated;
	unsigned	 told;
};

static void
on_result(struct json *result, size_t at, void *arg)
{
	struct seen *seen = arg;

	seen->told++;
	assert_true(at <= js_len(seen->list));
	if (at < js_len(seen->list))
		js_set(seen->list, at, result);
	else
		js_add(seen->list, result);
}

/* Fed in pieces of `step` bytes. */
static struct seen
feed(const struct buf *bytes, size_t step, bool wanted)
{
	struct seen seen = { .list = js_arr() };
	struct results *res = results_new(wanted, on_result, &seen);
	size_t at, n;

	for (at = 0; at < bytes->len; at += n) {
		n = bytes->len - at < step ? bytes->len - at : step;
		if (!results_take(bytes->data + at, n, res))
			break;
	}
	seen.error = results_finish(res, &seen.truncated);
	return seen;
}

static void
forget(struct seen *seen)
{
	js_free(seen->list);
	js_free(seen->error);
}

static void
add_length(struct buf *out, size_t n)
{
	for (int i = 0; i < 4; i++)
		buf_addc(out, (char)(n >> 8 * i & 0xff));
}

static void
add_part(struct buf *out, char which, const char *text)
{
	buf_addc(out, which);
	add_length(out, strlen(text));
	buf_adds(out, text);
}

static void
add_frame(struct buf *out, char kind, const struct buf *parts)
{
	buf_addc(out, kind);
	add_length(out, parts->len);
	buf_add(out, parts->data, parts->len);
}

static void
add_all(struct buf *out)
{
	auto_buf struct buf parts = BUF_INIT, more = BUF_INIT;
	auto_buf struct buf error = BUF_INIT, none = BUF_INIT;

	add_part(&parts, 0, "text");
	add_part(&parts, 5, "iVBORw==");
	add_part(&parts, 8, "{\"a\":[1,0.1,2.0,1e300]}");
	add_frame(out, 'R', &parts);
	add_part(&more, 0, "42");
	add_frame(out, 'M', &more);
	buf_add(&error, "E\0why\0trace", sizeof("E\0why\0trace") - 1);
	add_frame(out, 'E', &error);
	add_frame(out, 'Z', &none);
}

static void
whole_wherever_it_is_cut(void **state)
{
	auto_buf struct buf bytes = BUF_INIT;
	size_t step;

	(void)state;
	add_all(&bytes);
	for (step = 1; step <= bytes.len; step++) {
		auto_buf struct buf text = BUF_INIT;
		struct seen seen = feed(&bytes, step, true);

		assert_int_equal(js_len(seen.list), 2);
		assert_false(seen.truncated);
		assert_string_equal(js_get_str(seen.error, "value"), "why");
		js_write(js_get(js_at(seen.list, 0), "json"), &text);
		assert_string_equal(buf_str(&text),
		    "{\"a\":[1,0.1,2.0,1e+300]}");
		assert_true(js_get_flag(js_at(seen.list, 1),
		    "is_main_result"));
		forget(&seen);
	}
}

static void
nothing_that_nobody_wants(void **state)
{
	auto_buf struct buf bytes = BUF_INIT;
	struct seen seen;

	(void)state;
	add_all(&bytes);
	seen = feed(&bytes, 7, false);
	assert_int_equal(js_len(seen.list), 0);
	assert_true(seen.truncated);
	assert_string_equal(js_get_str(seen.error, "name"), "E");
	forget(&seen);
}

static void
cut_short_is_truncated(void **state)
{
	auto_buf struct buf bytes = BUF_INIT;
	size_t n;

	(void)state;
	add_all(&bytes);
	for (n = 1; n < bytes.len; n++) {
		struct buf part = { bytes.data, n, n };
		struct seen seen = feed(&part, 5, true);

		assert_true(js_len(seen.list) <= 2);
		/* Between two frames nobody can tell. */
		if (js_len(seen.list) == 0)
			assert_true(seen.truncated);
		forget(&seen);
	}
}

/* Changed at random: no more than is allowed, and no crash. */
static void
whatever_comes(void **state)
{
	unsigned seed = 7;
	int turn, i;

	(void)state;
	for (turn = 0; turn < 20000; turn++) {
		auto_buf struct buf bytes = BUF_INIT;
		struct seen seen;

		add_all(&bytes);
		add_all(&bytes);
		for (i = 0; i < 1 + turn % 5; i++)
			bytes.data[(size_t)rand_r(&seed) % bytes.len] =
			    (char)rand_r(&seed);
		seen = feed(&bytes, 1 + (size_t)rand_r(&seed) % 40, true);
		assert_true(js_len(seen.list) <= 4);
		forget(&seen);
	}
}

static void
no_more_than_is_allowed(void **state)
{
	auto_buf struct buf frame = BUF_INIT, bytes = BUF_INIT;
	auto_buf struct buf text = BUF_INIT;
	struct seen seen;
	size_t i, n = 0;

	(void)state;
	for (i = 0; i < 5u << 20; i++)
		buf_addc(&text, '\x01');	/* six times that in JSON */
	add_part(&frame, 0, buf_str(&text));
	for (i = 0; i < 3; i++)
		add_frame(&bytes, 'R', &frame);
	seen = feed(&bytes, 1 << 16, true);
	assert_int_equal(js_len(seen.list), 0);
	assert_true(seen.truncated);
	forget(&seen);

	buf_free(&bytes);
	frame.len = 0;
	add_part(&frame, 0, "x");
	for (i = 0; i < 2 * RESULTS_MOST; i++)
		add_frame(&bytes, 'R', &frame);
	seen = feed(&bytes, 1 << 16, true);
	assert_int_equal(js_len(seen.list), RESULTS_MOST);
	assert_true(seen.truncated);
	forget(&seen);

	buf_free(&bytes);
	frame.len = 0;
	while (frame.len < 1 << 20)
		add_part(&frame, 0, "noise");
	while (n < 200u << 20)
		add_frame(&bytes, 'Q', &frame), n += frame.len;
	seen = feed(&bytes, 1 << 16, true);
	assert_true(seen.truncated);
	forget(&seen);
}

#define ID	13	/* the part of a display_id */

static void
add_shown(struct buf *out, char kind, const char *id, const char *text)
{
	auto_buf struct buf parts = BUF_INIT;

	add_part(&parts, 0, text);
	if (id != NULL)
		add_part(&parts, ID, id);
	add_frame(out, kind, &parts);
}

static void
assert_texts(const struct seen *seen, const char *want)
{
	auto_buf struct buf all = BUF_INIT;
	size_t i;

	for (i = 0; i < js_len(seen->list); i++)
		buf_addf(&all, "%s ", js_get_str(js_at(seen->list, i),
		    "text"));
	assert_string_equal(buf_str(&all), want);
}

static void
what_is_updated_stands_where_it_stood(void **state)
{
	auto_buf struct buf bytes = BUF_INIT;
	struct seen seen;

	(void)state;
	add_shown(&bytes, 'R', "a", "a1");
	add_shown(&bytes, 'R', NULL, "x");
	add_shown(&bytes, 'R', "b", "b1");
	add_shown(&bytes, 'U', "a", "a2");
	add_shown(&bytes, 'R', "a", "a3");
	add_shown(&bytes, 'U', "a", "a4");
	add_shown(&bytes, 'U', "none", "n1");
	add_shown(&bytes, 'U', "none", "n2");
	add_shown(&bytes, 'U', NULL, "y");
	seen = feed(&bytes, 3, true);
	assert_texts(&seen, "a2 x b1 a4 n2 y ");
	assert_false(seen.truncated);
	forget(&seen);
}

/* Of more than are told the last is told; what was replaced counts for nothing. */
static void
updates_have_their_bound(void **state)
{
	auto_buf struct buf bytes = BUF_INIT, text = BUF_INIT;
	struct seen seen;
	size_t i;

	(void)state;
	for (i = 0; i < 2 * RESULTS_MOST; i++)
		add_shown(&bytes, 'R', "a", "r");
	for (i = 0; i < 20 * RESULTS_UPDATES; i++)
		add_shown(&bytes, 'U', "a", "u");
	add_shown(&bytes, 'U', "a", "last");
	add_shown(&bytes, 'U', "other", "lost");
	seen = feed(&bytes, 1 << 16, true);
	assert_int_equal(js_len(seen.list), RESULTS_MOST);
	assert_int_equal(seen.told, RESULTS_MOST + RESULTS_UPDATES + 1);
	assert_string_equal(js_get_str(js_at(seen.list, RESULTS_MOST - 1),
	    "text"), "last");
	assert_true(seen.truncated);
	forget(&seen);

	buf_free(&bytes);
	for (i = 0; i < 6u << 20; i++)
		buf_addc(&text, 'x');
	add_shown(&bytes, 'R', "a", "r");
	for (i = 0; i < 5; i++)
		add_shown(&bytes, 'U', "a", buf_str(&text));
	add_shown(&bytes, 'R', NULL, buf_str(&text));
	seen = feed(&bytes, 1 << 16, true);
	assert_int_equal(js_len(seen.list), 2);
	assert_false(seen.truncated);
	forget(&seen);

	buf_free(&bytes);
	text.len = 0;
	for (i = 0; i <= RESULTS_ID; i++)
		buf_addc(&text, 'x');
	add_shown(&bytes, 'R', buf_str(&text), "long");
	add_shown(&bytes, 'R', "", "none");
	seen = feed(&bytes, 1 << 16, true);
	assert_int_equal(js_len(seen.list), 0);
	assert_true(seen.truncated);
	forget(&seen);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(whole_wherever_it_is_cut),
		cmocka_unit_test(nothing_that_nobody_wants),
		cmocka_unit_test(cut_short_is_truncated),
		cmocka_unit_test(whatever_comes),
		cmocka_unit_test(no_more_than_is_allowed),
		cmocka_unit_test(what_is_updated_stands_where_it_stood),
		cmocka_unit_test(updates_have_their_bound),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
