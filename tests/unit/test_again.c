/* With which arguments the interpreter may be started again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "supervisor/base/util.h"
#include "supervisor/check/check_again.h"

#define WORDS	8

static const char *const good[][WORDS] = {
	{ "p", "-I", "-B", "-c", "from multiprocessing.spawn import spawn_main;"
	    " spawn_main(tracker_fd=5, pipe_handle=7)",
	    "--multiprocessing-fork" },
	{ "p", "-c", "from multiprocessing.resource_tracker import main;"
	    "main(3)" },
	{ "p", "-c", "from multiprocessing.forkserver import main; main(8, 9, "
	    "['__main__', 'a\\'b'], **{'sys_path': ['/usr/lib', ''], "
	    "'main_path': \"/it's\"})" },
	{ "p", "-I", "-Wignore", "-X", "dev", "-c",
	    "from multiprocessing.resource_tracker import main;main(3)" },
	{ "p", "-m", "joblib.externals.loky.backend.popen_loky_posix",
	    "--pipe", "7" },
};

static const char *const bad[][WORDS] = {
	{ "p" }, { "p", "-" }, { "p", "x.py" }, { "p", "-c" },
	{ "p", "-c", "print(1)" }, { "p", "-m", "site" },
	{ "p", "-i", "-c", "from multiprocessing.resource_tracker import main;"
	    "main(3)" },
	{ "p", "-X", "pycache_prefix=x", "-c",
	    "from multiprocessing.resource_tracker import main;main(3)" },
	{ "p", "-c", "from multiprocessing.resource_tracker import main;main" },
	{ "p", "-c", "from multiprocessing.resource_tracker import main;"
	    "main(3);print(1)" },
	{ "p", "-c", "from multiprocessing.resource_tracker import main;"
	    "main(3)\nprint(1)" },
	{ "p", "-c", "from multiprocessing.resource_tracker import main;"
	    "main(print(1))" },
	{ "p", "-c", "from multiprocessing.resource_tracker import main;"
	    "main(f'{print(1)}')" },
	{ "p", "-c", "from multiprocessing.resource_tracker import main;"
	    "main('a\\\\'+print(1)+'')" },
	{ "p", "-c", "from multiprocessing.resource_tracker import main;"
	    "main('a)" },
	{ "p", "-c", "from multiprocessing.resource_tracker import main;"
	    "main('a\\" },
	{ "p", "-c", "from multiprocessing.resource_tracker import main;"
	    "main(x)" },
	{ "p", "-c", "from multiprocessing.resource_tracker import main;"
	    "main(a == 1)" },
	{ "p", "-c", "from multiprocessing.resource_tracker import main;"
	    "main([1].x)" },
	{ "p", "-c", "from multiprocessing.resource_tracker import main;"
	    "main(1)#\n)" },
	{ "p", "-c", "from multiprocessing.resource_tracker import main;"
	    "main('''a'1''',print(1),'''1'1''')" },
	{ "p", "-c", "from multiprocessing.resource_tracker import main;"
	    "main(\"\"\"a\"1\"\"\",print(1),\"\"\"1\"1\"\"\")" },
	{ "p", "-c", "from multiprocessing.resource_tracker import main;"
	    "main(1or 2)" },
	{ "p", "-c", "from multiprocessing.resource_tracker import main;"
	    "main(1if 2else 3)" },
	/* A bare -W takes the next word, and the text is then a file. */
	{ "p", "-W", "-c", "from multiprocessing.resource_tracker import main;"
	    "main(3)" },
	{ "p", "-W", "-X", "dev", "-c",
	    "from multiprocessing.resource_tracker import main;main(3)" },
	{ "p", "-m", "joblib.externals.loky.backend.popen_loky_posix.x" },
};

static size_t
count(const char *const *words)
{
	size_t n = 0;

	while (n < WORDS && words[n] != NULL)
		n++;
	return n;
}

static void
test_forms(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(good); i++)
		if (!check_again_may(good[i], count(good[i])))
			fail_msg("refused: %s", good[i][2]);
	for (i = 0; i < ARRAY_SIZE(bad); i++)
		if (check_again_may(bad[i], count(bad[i])))
			fail_msg("let through: number %zu", i);
	assert_false(check_again_may(NULL, 0));
}

int
main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_forms) };

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
