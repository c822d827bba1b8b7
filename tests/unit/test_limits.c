/* What limits count between two looks, of which there is none here. */
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "supervisor/base/buf.h"
#include "supervisor/base/rules.h"
#include "supervisor/base/util.h"
#include "supervisor/limits/limits.h"
#include "supervisor/policy/policy.h"
#include "supervisor/job/recorder.h"
#include "supervisor/run/run.h"

#define MOST	(10 << 20)
#define EACH	60000

static const char table[] = "sallyport-rules 1\n"
    "limit wall 5s memory 10M disk 10M\n";

struct made {
	struct ruleset	*rules;
	struct policy	*policy;
	struct limits	*limits;
	struct recorder	*recorder;
};

static void
ignore(const struct json *violation, void *arg)
{
	(void)violation;
	(void)arg;
}

static int
begin(void **state)
{
	static struct made made;
	auto_buf struct buf errors = BUF_INIT;
	struct policy_dirs dirs = { .work = "/nothing/work",
	    .home = "/nothing/home", .python_exe = "/nothing/python3" };
	struct run_options opts = { 0 };
	struct limits_config cfg = { .work = dirs.work, .home = dirs.home };
	char *why = NULL;

	if (rules_parse("t", table, sizeof(table) - 1, &errors,
	    &made.rules) < 0)
		fail_msg("%s", buf_str(&errors));
	opts.rules = made.rules;
	assert_int_equal(policy_new(&opts, &dirs, &why, &made.policy), 0);
	cfg.policy = made.policy;
	/* One for all tests: a recorder lasts as long as its process. */
	if (made.recorder == NULL)
		made.recorder = recorder_new(false, ignore, NULL);
	cfg.recorder = made.recorder;
	assert_int_equal(limits_new(&cfg, &made.limits), 0);
	*state = &made;
	return 0;
}

static int
end(void **state)
{
	struct made *made = *state;

	limits_free(made->limits);
	policy_free(made->policy);
	rules_free(made->rules);
	return 0;
}

static int
attribute(struct limits *limits, int64_t more)
{
	struct limits_refusal refusal;

	return limits_on_attribute(limits, more, &refusal);
}

static void
attributes_that_go_are_not_kept(void **state)
{
	struct limits *limits = ((struct made *)*state)->limits;
	int i;

	for (i = 0; i < 20 * MOST / EACH; i++) {
		assert_int_equal(attribute(limits, EACH), 0);
		assert_int_equal(attribute(limits, -EACH), 0);
	}
}

static void
attributes_that_stay_are_refused(void **state)
{
	struct limits *limits = ((struct made *)*state)->limits;
	int i;

	for (i = 0; i < MOST / EACH; i++)
		assert_int_equal(attribute(limits, EACH), 0);
	assert_int_equal(attribute(limits, EACH), ENOSPC);
	assert_int_equal(attribute(limits, -EACH), 0);
	assert_int_equal(attribute(limits, EACH), 0);
	assert_int_equal(attribute(limits, EACH), ENOSPC);
}

/* Those of a zygote: the tree that they are of counts them. */
static void
children_of_other_trees_are_not_kept(void **state)
{
	struct limits *limits = ((struct made *)*state)->limits;
	char *const argv[] = { (char[]){ "sleep" }, (char[]){ "60" }, NULL };
	struct limits_refusal refusal;
	pid_t pid;
	int i, err = 0;

	/* A small one: under a sanitizer this process is beyond any limit. */
	assert_int_equal(posix_spawnp(&pid, "sleep", NULL, NULL, argv, NULL),
	    0);
	limits_on_new_task(limits, pid, pid, 0);
	for (i = 0; i < 20000 && err == 0; i++) {
		err = limits_on_clone(limits, pid, false, &refusal);
		limits_on_no_child(limits, pid);
	}
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	assert_int_equal(err, 0);
}

/* The run would gain room by removing them, and none of it was its own. */
static void
attributes_of_others_are_no_gain(void **state)
{
	struct limits *limits = ((struct made *)*state)->limits;
	int i;

	for (i = 0; i < MOST / EACH; i++)
		assert_int_equal(attribute(limits, -EACH), 0);
	for (i = 0; i < MOST / EACH; i++)
		assert_int_equal(attribute(limits, EACH), 0);
	assert_int_equal(attribute(limits, EACH), ENOSPC);
}

#define TEST(fn)	cmocka_unit_test_setup_teardown(fn, begin, end)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(attributes_that_go_are_not_kept),
		TEST(attributes_that_stay_are_refused),
		TEST(children_of_other_trees_are_not_kept),
		TEST(attributes_of_others_are_no_gain),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
