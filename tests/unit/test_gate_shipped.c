/*
 * A start looks neither at the grammar nor for missing rows when a table is
 * one that was compiled in: this is where those two are held instead, and the
 * regular expressions with them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "analyzer/symbols/facts.h"
#include "analyzer/source/names.h"
#include "analyzer/symbols/regex.h"
#include "analyzer/syntax/syntax.h"
#include "supervisor/base/rules.h"

static void
test_grammar(void **state)
{
	const char *wrong = syntax_verify();

	(void)state;
	if (wrong != NULL)
		fail_msg("kinds.h and the grammar differ: %s", wrong);
}

static void
test_profiles(void **state)
{
	const char *const *name = rules_builtin_names();
	const struct ruleset *rules;
	const char *missing;
	unsigned n = 0;

	(void)state;
	for (; *name != NULL; name++, n++) {
		struct names *names;
		struct regexes *regexes;
		struct facts *facts;
		char *why = NULL;

		assert_int_equal(rules_builtin(*name, &rules), 0);
		/* One for exec has no gate. */
		if (rules_default(rules, RULES_NODE) == NULL)
			continue;
		names = names_new();
		facts = facts_new(rules, names);
		missing = facts_missing(facts);
		if (missing != NULL)
			fail_msg("%s has no row for '%s'", *name, missing);
		regexes = regexes_new(rules);
		if (regexes_check(regexes, &why) < 0)
			fail_msg("%s: %s", *name, why);
		free(why);
		regexes_free(regexes);
		facts_free(facts);
		names_free(names);
	}
	assert_true(n >= 3);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_grammar),
		cmocka_unit_test(test_profiles),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
