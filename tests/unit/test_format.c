/* Verdicts made by hand, in every form: what a gate would seldom say too. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analyzer/findings/verdict.h"
#include "supervisor/base/json.h"
#include "tools/format/format.h"

static void
decisions_fail_closed(void **state)
{
	static const enum decision all[] = {
		DECISION_BLOCK, DECISION_HOLD, DECISION_ALLOW, 7
	};
	struct verdict zero;
	size_t i, k;

	(void)state;
	memset(&zero, 0, sizeof(zero));
	assert_string_equal(decision_name(zero.decision), "block");
	assert_string_equal(decision_name(7), "block");
	assert_int_equal(decision_of(RULES_INSPECT), DECISION_BLOCK);
	assert_int_equal(decision_of(9), DECISION_BLOCK);
	for (i = 0; i < ARRAY_SIZE(all); i++) {
		for (k = 0; k < ARRAY_SIZE(all); k++) {
			bool held = all[i] == DECISION_HOLD ||
			    all[k] == DECISION_HOLD;
			bool grave = (all[i] != DECISION_HOLD &&
			    all[i] != DECISION_ALLOW) ||
			    (all[k] != DECISION_HOLD &&
			    all[k] != DECISION_ALLOW);

			assert_string_equal(decision_name(decision_join(all[i],
			    all[k])), grave ? "block" : held ? "hold" :
			    "allow");
		}
	}
}

/* Columns on a terminal, of lines with tabs, wide and invisible characters. */
static void
underlines_what_is_meant(void **state)
{
	static const struct {
		const char	*line;
		struct span	 at;
		const char	*shown, *mark;
	} e[] = {
		{ "x = eval(1)", { 1, 5, 1, 9, 0, 0, 0 },
		    "x = eval(1)", "    ^^^^" },
		{ "\tx\ty", { 1, 4, 1, 5, 0, 0, 0 }, "    x   y",
		    "        ^" },
		{ "\xe6\xbc\xa2\xe5\xad\x97 y", { 1, 4, 1, 5, 0, 0, 0 },
		    "\xe6\xbc\xa2\xe5\xad\x97 y", "     ^" },
		{ "\xe6\xbc\xa2z", { 1, 1, 1, 2, 0, 0, 0 },
		    "\xe6\xbc\xa2z", "^^" },
		{ "e\xcc\x81y", { 1, 3, 1, 4, 0, 0, 0 }, "e\xcc\x81y", " ^" },
		{ "\x1b[0mx", { 1, 5, 1, 6, 0, 0, 0 }, "\\x1b[0mx",
		    "       ^" },
		{ "\xffx", { 1, 2, 1, 3, 0, 0, 0 }, "\\xffx", "    ^" },
		{ "\xe2\x80\xae" "x", { 1, 2, 1, 3, 0, 0, 0 }, "\\u{202e}x",
		    "        ^" },
		/* An empty span, one past the end, one over lines. */
		{ "ab", { 1, 2, 1, 2, 0, 0, 0 }, "ab", " ^" },
		{ "ab", { 1, 9, 1, 9, 0, 0, 0 }, "ab", "  ^" },
		{ "", { 1, 1, 1, 1, 0, 0, 0 }, "", "^" },
		{ "ab", { 1, 2, 3, 1, 0, 0, 0 }, "ab", " ^..." },
		{ "ab", { 1, 2, 1, UINT32_MAX, 0, 0, 0 }, "ab", " ^" },
	};
	struct format_env env = { .brief = true };
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(e); i++) {
		struct finding f = { .rule = "G1", .message = "m",
		    .hint = "", .span = e[i].at };
		struct verdict v = { .name = "n", .findings = &f,
		    .nfindings = 1 };
		auto_buf struct buf all = BUF_INIT, want = BUF_INIT;
		struct piece piece = { BUF_INIT, BUF_INIT };
		struct page page = { 0 };

		buf_adds(&all, e[i].line);
		buf_adds(&all, "\nsecond\nthird\n");
		page.bytes = all.data;
		page.n = all.len;
		format_text.one(&env, &v, &page, &piece);
		buf_addf(&want, "n:1:%u: block[G1] capability/%s: m\n"
		    "  1 | %s\n    | %s\n", e[i].at.column,
		    rules_severity_name(RULES_SEVERITY_UNSET), e[i].shown,
		    e[i].mark);
		assert_string_equal(buf_str(&piece.body), buf_str(&want));
		buf_free(&piece.body);
		page_free(&page);
	}
}

/* Whatever a submission holds: no control character but the line end. */
static void
nothing_hostile_comes_out(void **state)
{
	static const char bad[] = "a\x1b]0;x\x07\r\n\x7f\xc2\x9b" "31m"
	    "\xe2\x80\xae\xff::error::<script>\"'\\";
	struct chain_step step = { 1, 1, bad, bad, 0, 2, 3, 4 };
	struct finding f = { .rule = "G1", .message = bad, .hint = bad,
	    .excerpt = bad, .chain = &step, .nchain = 1,
	    .span = { 1, 1, 1, 2, 0, 1, 0 } };
	struct admission a = { bad, "", bad, 1, 1, 0 };
	struct verdict v = { .name = bad, .findings = &f, .nfindings = 1,
	    .admissions = &a, .nadmissions = 1 };
	struct format_error error = { bad, bad };
	struct totals totals = { .errors = &error, .nerrors = 1,
	    .submissions = 1 };
	struct format_env env = { .why_allowed = true };
	size_t i, k, len;
	unsigned cp;

	(void)state;
	assert_int_equal(rules_builtin("minimal", &env.rules), 0);
	for (i = 0; format_names[i] != NULL; i++) {
		const struct format *format = format_find(format_names[i]);
		struct page page = { .bytes = bad, .n = sizeof(bad) - 1 };
		struct piece piece = { BUF_INIT, BUF_INIT };
		auto_buf struct buf out = BUF_INIT;
		struct json *parsed;

		format->one(&env, &v, &page, &piece);
		if (format->begin != NULL)
			format->begin(&env, &totals, &out);
		buf_add(&out, piece.body.data, piece.body.len);
		if (format->end != NULL)
			format->end(&env, &totals, &piece, 1, &out);
		for (k = 0; k < out.len; k += len) {
			len = u8_decode(out.data + k, out.len - k, &cp);
			assert_true(len > 0);
			assert_true(cp == '\n' || u8_visible(cp));
		}
		if (!format->streams) {
			assert_int_equal(js_parse(out.data, out.len, &parsed),
			    0);
			js_free(parsed);
		}
		buf_free(&piece.body);
		buf_free(&piece.extra);
		page_free(&page);
	}
}

/* A workflow command ends with its line: one a finding, none smuggled in. */
static void
workflow_commands_cannot_be_forged(void **state)
{
	struct finding f = { .rule = "G1", .hint = "h",
	    .message = "50%\n::error::x", .span = { 2, 3, 2, 5, 0, 1, 0 } };
	struct verdict v = { .name = "a,b:c\n%.py", .findings = &f,
	    .nfindings = 1 };
	struct format_env env = { .brief = true };
	struct piece piece = { BUF_INIT, BUF_INIT };
	struct page page = { .bytes = "", .n = 0 };
	auto_buf struct buf want = BUF_INIT;

	(void)state;
	buf_addf(&want, "::error file=a%%2Cb%%3Ac\\n%%25.py,line=2,endLine=2,"
	    "col=3,endColumn=5,title=G1 (capability/%s)::50%%25\\n::error::x"
	    "%%0Ah\n", rules_severity_name(RULES_SEVERITY_UNSET));
	format_github.one(&env, &v, &page, &piece);
	assert_string_equal(buf_str(&piece.body), buf_str(&want));
	buf_free(&piece.body);
	page_free(&page);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(decisions_fail_closed),
		cmocka_unit_test(underlines_what_is_meant),
		cmocka_unit_test(nothing_hostile_comes_out),
		cmocka_unit_test(workflow_commands_cannot_be_forged),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
