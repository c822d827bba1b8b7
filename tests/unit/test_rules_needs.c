/*
 * What a pattern needs is never more than what it matches: random patterns
 * against random texts, with PCRE2 as the judge. And what keeps the shipped
 * patterns from being compiled for an ordinary text does.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "supervisor/base/rules_needs.h"
#include "supervisor/base/buf.h"
#include "supervisor/base/rules.h"
#include "supervisor/base/util.h"

static uint32_t state = 2463534242u;

static uint32_t
below(uint32_t n)
{
	state ^= state << 13;
	state ^= state >> 17;
	state ^= state << 5;
	return state % n;
}

static void
random_join(struct buf *out, const char *const *pieces, size_t n, size_t most)
{
	size_t i = 1 + below((uint32_t)most);

	for (out->len = 0; i > 0; i--)
		buf_adds(out, pieces[below((uint32_t)n)]);
}

static void
must_fit(const char *pattern, pcre2_code *code, struct rules_needs *needs,
    const char *text, size_t n)
{
	pcre2_match_data *data = pcre2_match_data_create(1, NULL);
	int rc = pcre2_match(code, (PCRE2_SPTR)text, n, 0, 0, data, NULL);

	if (rc >= 0 && !rules_needs_met(needs->list, needs->n, text, n,
	    rules_needs_bytes(text, n)))
		fail_msg("~/%s/ matches \"%s\", and its needs are not met",
		    pattern, text);
	pcre2_match_data_free(data);
}

/* Each is whole, so that most patterns made of them compile. */
static const char *const pieces[] = {
	"a", "b", "ab", "cd", "x", "\\.", "\\/", "\\{", "\\\\", ".", "^", "$",
	"\\s", "\\b", "\\w+", "[ab]", "[^a]", "[]a]", "[^]a]", "[a\\]b]",
	"[[:alpha:]]", "(", "(?:", "(?!", "(?=", "(?<!", "(?<=", "(?i)",
	"(?i:", "(?<n>", "(?#", "(?|", "(?>", "(*ACCEPT)", ")", ")", ")", ")",
	"|", "|", "|", "*", "+", "?", "??", "*+", "{0}", "{0,2}", "{2}", "{1,}",
	"{,2}", "{2,x}", "{", "}", "]", "\\Q", "\\E", "\\x61", "\\1", "\\K",
	"[\\Qa]\\E]", "[\\c]]", "\\c]", "-", " ",
};

static const char *const texts[] = {
	"a", "b", "ab", "cd", "x", ".", "/", "{", "}", "\\", "]", " ", "A",
	"-", "aa", "|", "{2,x}", "\n", "B", "Ab", "CD",
};

static void
test_never_too_much(void **unused)
{
	auto_buf struct buf pattern = BUF_INIT, text = BUF_INIT;
	struct rules_needs needs;
	PCRE2_SIZE offset;
	pcre2_code *code;
	unsigned i, k, compiled = 0, asked = 0;
	int error;

	(void)unused;
	for (i = 0; i < 60000; i++) {
		random_join(&pattern, pieces, ARRAY_SIZE(pieces), 9);
		code = pcre2_compile((PCRE2_SPTR)buf_str(&pattern),
		    PCRE2_ZERO_TERMINATED, PCRE2_NEVER_BACKSLASH_C |
		    PCRE2_DOLLAR_ENDONLY, &error, &offset, NULL);
		rules_needs_find(buf_str(&pattern), &needs);
		compiled += code != NULL;
		asked += code != NULL && needs.n > 0;
		for (k = 0; code != NULL && needs.n > 0 && k < 30; k++) {
			random_join(&text, texts, ARRAY_SIZE(texts), 7);
			must_fit(pattern.data, code, &needs, buf_str(&text),
			    text.len);
		}
		rules_needs_release(&needs);
		pcre2_code_free(code);
	}
	assert_true(compiled > 5000 && asked > 2000);
}

static void
test_finds_what_matters(void **unused)
{
	static const struct {
		const char	*pattern, *text;
		bool		 met;
	} rows[] = {
		{ "a(?:b|cd)e", "abe", true },
		{ "a(?:b|cd)e", "axe", false },
		{ "^read:(?:~|/root)/\\.ssh", "read:orders.csv", false },
		{ "^read:(?:~|/root)/\\.ssh", "read:/root/.ssh", true },
		{ "^read:(?:\\.\\./){2,}", "read:orders.csv", false },
		{ "^read:(?:\\.\\./){2,}", "read:a../b./", true },
		{ "^read:(?:\\.\\./){2,}", "read:a./b", false },
		{ "x(?:y)?z", "xz", true },
		{ "x(?:y)?z", "x", false },
		{ "(?:a|b*)c", "c", true },
		{ "q(?!r)s", "qs", true },
		{ "(?i)ab/", "AB/", true },
		{ "(?i)ab/", "ab", false },
		{ "(?i)ab/", "/", false },
		{ "(?i)AB/|cd", "xaBx/", false },
		{ "(?i)AB/|cd", "ac/d", false },
		{ "(?i)AB/|cd", "Cd", true },
		{ "x(?i:ab)c", "xABc", true },
		{ "x(?i:ab)c", "xABC", false },
		{ "(?i)\xc3\xa9:", "\xc3\x89:", true },
	};
	struct rules_needs needs;
	size_t i, n;

	(void)unused;
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		rules_needs_find(rows[i].pattern, &needs);
		n = strlen(rows[i].text);
		assert_int_equal(rules_needs_met(needs.list, needs.n, rows[i].text, n,
		    rules_needs_bytes(rows[i].text, n)), rows[i].met);
		rules_needs_release(&needs);
	}
}

/* Every shipped pattern is understood, and none asks to see ordinary text. */
static void
test_shipped(void **unused)
{
	const char *const *name = rules_builtin_names();
	const struct rules_row *row;
	const struct ruleset *rules;
	const struct rules_need *needs;
	const char *text;
	size_t i, n, nneeds;

	(void)unused;
	for (; *name != NULL; name++) {
		assert_int_equal(rules_builtin(*name, &rules), 0);
		for (i = 0; (row = rules_regex(rules, i, &needs,
		    &nneeds)) != NULL; i++) {
			text = row->kind == RULES_PATH ? "write:out.csv" :
			    "\032 (\032), \032 rows: 3.5 % of {name}\n";
			n = strlen(text);
			if (nneeds == 0 || rules_needs_met(needs, nneeds, text,
			    n, rules_needs_bytes(text, n)))
				fail_msg("~/%s/ would be compiled for \"%s\"",
				    rules_text(rules, row->subject), text);
		}
		/* A table for programs has nothing of a source. */
		assert_true(i > 5 || rules_default(rules, RULES_NODE) == NULL);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_never_too_much),
		cmocka_unit_test(test_finds_what_matters),
		cmocka_unit_test(test_shipped),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
