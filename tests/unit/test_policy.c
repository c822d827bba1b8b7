/* Which row decides, for paths, calls, endpoints; what Landlock is told. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "supervisor/base/buf.h"
#include "supervisor/base/mem.h"
#include "supervisor/base/rules.h"
#include "supervisor/base/util.h"
#include "supervisor/policy/policy.h"
#include "supervisor/run/run.h"

static const char table[] = "sallyport-rules 1\n"
    "default deny read R220 : no\n"
    "default deny write R221 : no\n"
    "default deny stat R222 : no\n"
    "default deny exec R310 : no\n"
    "default deny connect R410 : no\n"
    "default deny self R900 [kill] : no\n"
    "default deny syscall R100 : no\n"
    "allow read $PYTHON/** /usr/lib/** /etc/one /proc/self/maps\n"
    "deny read /usr/lib/secret/** R223 : secret\n"
    "allow read /usr/lib/secret/open/*\n"
    "deny read /usr/share/** R228 : shut\n"
    "deny read /quiet R224 [errno=ENOENT quiet] : not there\n"
    "allow read $WORK/** $INPUT/**\n"
    "allow write $WORK/** $HOME/**\n"
    "deny write $INPUT/** R225 : inputs\n"
    "deny read /grave R226 [kill] : grave\n"
    "allow syscall read\n"
    "inspect syscall openat R201 : x\n"
    "deny syscall seccomp R102 [kill] : x\n"
    "limit wall 5s memory 10M\n";

static const char *const trees[] = { "/opt/py/lib", NULL };
static const struct run_input inputs[] = {
	{ .file = "/x/data.csv", .name = "data.csv" } };

static struct ruleset *
rules(void)
{
	auto_buf struct buf errors = BUF_INIT;
	struct ruleset *loaded = NULL;

	if (rules_parse("t", table, sizeof(table) - 1, &errors, &loaded) < 0)
		fail_msg("%s", buf_str(&errors));
	return loaded;
}

static struct policy *
make(struct ruleset *loaded, struct run_options *opts)
{
	struct policy_dirs dirs = {
		.work = "/tmp/r/work", .home = "/tmp/r/home",
		.python_exe = "/opt/py/bin/python3", .python_trees = trees,
	};
	struct policy *policy = NULL;
	char *why = NULL;

	opts->rules = loaded;
	opts->inputs = inputs;
	opts->ninputs = 1;
	assert_int_equal(policy_new(opts, &dirs, &why, &policy), 0);
	return policy;
}

static void
check(const struct policy *policy, enum access access, const char *path,
    bool allowed, const char *rule)
{
	struct ruling r = policy_path(policy, access, path);

	if ((r.verb == RULES_ALLOW) != allowed)
		fail_msg("%s: %s", path, allowed ? "denied" : "allowed");
	if (!allowed && (r.rule == NULL || strcmp(r.rule, rule) != 0))
		fail_msg("%s: rule %s, not %s", path, r.rule, rule);
	if (!allowed)
		assert_true(r.err > 0);
}

static void
the_most_specific_row_decides(void **state)
{
	struct run_options opts = { 0 };
	struct ruleset *loaded = rules();
	struct policy *p = make(loaded, &opts);

	(void)state;
	check(p, ACCESS_READ, "/usr/lib/x", true, NULL);
	check(p, ACCESS_READ, "/usr/lib", true, NULL);
	check(p, ACCESS_READ, "/usr/libx", false, "R220");
	check(p, ACCESS_READ, "/usr/lib/secret/a", false, "R223");
	check(p, ACCESS_READ, "/usr/lib/secret/open/a", true, NULL);
	check(p, ACCESS_READ, "/usr/lib/secret/open/a/b", false, "R223");
	check(p, ACCESS_READ, "/etc/one", true, NULL);
	check(p, ACCESS_READ, "/etc/one/x", false, "R220");
	check(p, ACCESS_READ, "/etc/on", false, "R220");
	check(p, ACCESS_READ, "/opt/py/lib/a.py", true, NULL);
	check(p, ACCESS_READ, "/opt/py/bin/python3", true, NULL);
	check(p, ACCESS_READ, "/opt/py/bin/other", false, "R220");
	check(p, ACCESS_READ, "/", false, "R220");
	check(p, ACCESS_READ, "", false, "R220");
	assert_int_equal(policy_path(p, ACCESS_READ, "/quiet").err, ENOENT);
	assert_true(policy_path(p, ACCESS_READ, "/quiet").quiet);
	policy_free(p);
	rules_free(loaded);
}

static void
inputs_stay_and_folders_stay(void **state)
{
	struct run_options opts = { 0 };
	struct ruleset *loaded = rules();
	struct policy *p = make(loaded, &opts);

	(void)state;
	check(p, ACCESS_WRITE, "/tmp/r/work/new", true, NULL);
	check(p, ACCESS_WRITE, "/tmp/r/work/data.csv", false, "R225");
	check(p, ACCESS_WRITE, "/tmp/r/work/data.csv2", true, NULL);
	check(p, ACCESS_READ, "/tmp/r/work/data.csv", true, NULL);
	/* The folders themselves can be looked into, not removed. */
	check(p, ACCESS_READ, "/tmp/r/work", true, NULL);
	check(p, ACCESS_WRITE, "/tmp/r/work", false, "R221");
	check(p, ACCESS_WRITE, "/tmp/r", false, "R221");
	/* What leads there may be looked at, nothing beside it. */
	check(p, ACCESS_STAT, "/tmp/r", true, NULL);
	check(p, ACCESS_STAT, "/tmp/q", false, "R222");
	assert_true(policy_dir_may_change(p, "/tmp/r/work"));
	assert_true(policy_dir_may_change(p, "/tmp/r/work/a/b"));
	assert_false(policy_dir_may_change(p, "/usr/lib"));
	policy_free(p);
	rules_free(loaded);
}

static void
the_operator_outranks_but_what_is_shut_below(void **state)
{
	static const char *const reads[] = { "/usr/lib", "/usr/share", NULL };
	static const char *const execs[] = { "/bin/sh", NULL };
	static const char *const connects[] = { "127.0.0.1:80", "[0:0::1]:9",
	    "udp:[0:0::1]:53", NULL };
	struct run_options opts = { .reads = reads, .execs = execs,
	    .connects = connects };
	struct ruleset *loaded = rules();
	struct policy *p = make(loaded, &opts);
	auto_free char *sh = realpath("/bin/sh", NULL);
	struct ruling r;

	(void)state;
	check(p, ACCESS_READ, "/usr/lib/a", true, NULL);
	/* But what a row shuts below has to be named. */
	check(p, ACCESS_READ, "/usr/lib/secret/a", false, "R223");
	check(p, ACCESS_READ, "/usr/lib/secret/open/a", true, NULL);
	check(p, ACCESS_READ, "/usr/share/a", true, NULL);
	check(p, ACCESS_EXEC, sh, true, NULL);
	check(p, ACCESS_CONNECT, "127.0.0.1:80", true, NULL);
	check(p, ACCESS_CONNECT, "[::1]:9", true, NULL);
	check(p, ACCESS_CONNECT, "127.0.0.1:8", false, "R410");
	check(p, ACCESS_CONNECT, "127.0.0.1:800", false, "R410");
	check(p, ACCESS_CONNECT, "udp:127.0.0.1:80", false, "R410");
	check(p, ACCESS_CONNECT, "udp:[::1]:53", true, NULL);
	check(p, ACCESS_CONNECT, "[::1]:53", false, "R410");
	assert_true(policy_has_net(p, false) && policy_has_net(p, true));
	r = policy_self(p, "guard");
	assert_int_equal(r.verb, RULES_DENY);
	assert_true(r.kill);
	policy_free(p);
	rules_free(loaded);
}

static void
calls_and_limits(void **state)
{
	struct run_options opts = { .limits = { [RULES_WALL] = 7 } };
	struct ruleset *loaded = rules();
	struct policy *p = make(loaded, &opts);

	(void)state;
	assert_int_equal(policy_syscall(p, 0).verb, RULES_ALLOW);
	assert_int_equal(policy_syscall(p, 257).verb, RULES_INSPECT);
	assert_true(policy_syscall(p, 317).kill);
	assert_int_equal(policy_syscall(p, 1).verb, RULES_DENY);
	assert_int_equal(policy_syscall(p, 1).err, EPERM);
	assert_int_equal(policy_syscall(p, -1).err, ENOSYS);
	assert_int_equal(policy_syscall(p, 100000).verb, RULES_DENY);
	assert_int_equal(policy_limit(p, RULES_WALL), 7);
	assert_int_equal(policy_limit(p, RULES_MEMORY), 10 << 20);
	assert_int_equal(policy_limit(p, RULES_OPEN_FILES), 256);
	policy_free(p);
	rules_free(loaded);
}

static void
exploring_ends_nothing(void **state)
{
	struct run_options opts = { .explore = true };
	struct ruleset *loaded = rules();
	struct policy *p = make(loaded, &opts);

	(void)state;
	assert_int_equal(policy_syscall(p, 317).verb, RULES_DENY);
	assert_false(policy_syscall(p, 317).kill);
	check(p, ACCESS_READ, "/grave", false, "R226");
	assert_false(policy_path(p, ACCESS_READ, "/grave").kill);
	assert_false(policy_self(p, "guard").kill);
	policy_free(p);
	rules_free(loaded);
}

struct seen {
	unsigned work, lib, proc, one;
	size_t	 n;
};

static int
see(const char *path, unsigned mask, void *arg)
{
	struct seen *seen = arg;

	seen->n++;
	if (strcmp(path, "/tmp/r/work") == 0)
		seen->work |= mask;
	if (strcmp(path, "/usr/lib") == 0)
		seen->lib |= mask;
	if (strcmp(path, "/proc") == 0)
		seen->proc |= mask;
	if (strcmp(path, "/etc/one") == 0)
		seen->one |= mask;
	assert_null(strchr(path, '*'));
	assert_null(strchr(path, '$'));
	return 0;
}

static void
trees_are_united(void **state)
{
	struct run_options opts = { 0 };
	struct ruleset *loaded = rules();
	struct policy *p = make(loaded, &opts);
	struct seen seen = { 0 };

	(void)state;
	assert_int_equal(policy_each_tree(p, false, see, &seen), 0);
	assert_int_equal(seen.work & 3, 1u << ACCESS_READ | 1u << ACCESS_WRITE);
	assert_int_equal(seen.lib & 3, 1u << ACCESS_READ);
	assert_int_equal(seen.proc & 3, 1u << ACCESS_READ);
	assert_int_equal(seen.one & 3, 1u << ACCESS_READ);
	policy_free(p);
	rules_free(loaded);
}

static const char *const words[] = { "a", "b", "ab", "*", "a*", "*b", "**" };

static unsigned
below(unsigned n)
{
	static uint64_t seed = 42;

	seed = seed * UINT64_C(6364136223846793005) +
	    UINT64_C(1442695040888963407);
	return (unsigned)(seed >> 33) % n;
}

static void
random_path(struct buf *b, size_t kinds, unsigned most)
{
	unsigned n = 1 + below(most);

	while (n-- > 0)
		buf_addf(b, "/%s", words[below((unsigned)kinds)]);
}

/* A table of a few rows of which no two are alike. */
static struct ruleset *
random_rules(void)
{
	auto_buf struct buf text = BUF_INIT, errors = BUF_INIT;
	struct ruleset *loaded = NULL;
	unsigned n, i;

	for (;;) {
		text.len = errors.len = 0;
		buf_addf(&text, "sallyport-rules 1\n%s",
		    below(4) == 0 ? "default allow read\n" :
		    "default deny read R900 : no\n");
		n = 1 + below(6);
		for (i = 0; i < n; i++) {
			bool allows = below(2) == 0;

			buf_addf(&text, "%s read ", allows ? "allow" : "deny");
			random_path(&text, ARRAY_SIZE(words), 4);
			buf_addf(&text, allows ? "\n" : " R%u : no\n", 901 + i);
		}
		if (rules_parse("t", text.data, text.len, &errors,
		    &loaded) == 0)
			return loaded;
	}
}

/* Whatever lies below: no name gives what the one before did not. */
static void
another_name_grants_no_more(void **state)
{
	unsigned tables, i, j, may = 0, more = 0;

	(void)state;
	for (tables = 0; tables < 3000; tables++) {
		struct run_options opts = { .rules = random_rules() };
		struct policy_dirs dirs = { .work = "/w", .home = "/w" };
		struct policy *p = NULL;
		char *why = NULL;

		assert_int_equal(policy_new(&opts, &dirs, &why, &p), 0);
		for (i = 0; i < 10; i++) {
			auto_buf struct buf from = BUF_INIT, to = BUF_INIT;
			struct ruling r;
			bool ok;

			random_path(&from, 3, 3);
			random_path(&to, 3, 3);
			ok = policy_may_rename(p, 1u << ACCESS_READ,
			    buf_str(&from), buf_str(&to), true, &r);
			may += ok;
			assert_true(ok || r.verb != RULES_ALLOW);
			for (j = 0; j < 40; j++) {
				auto_buf struct buf was = BUF_INIT;
				auto_buf struct buf is = BUF_INIT;
				auto_buf struct buf rest = BUF_INIT;
				bool grants;

				if (j > 0)
					random_path(&rest, 3, 3);
				buf_addf(&was, "%s%s", buf_str(&from),
				    buf_str(&rest));
				buf_addf(&is, "%s%s", buf_str(&to),
				    buf_str(&rest));
				grants = policy_path(p, ACCESS_READ,
				    buf_str(&is)).verb == RULES_ALLOW &&
				    policy_path(p, ACCESS_READ,
				    buf_str(&was)).verb != RULES_ALLOW;
				more += grants && !ok;
				if (grants && ok)
					fail_msg("%s -> %s", buf_str(&was),
					    buf_str(&is));
			}
		}
		policy_free(p);
		rules_free((struct ruleset *)(uintptr_t)opts.rules);
	}
	/* Neither everything nor nothing was tried. */
	assert_true(may > 1000 && more > 1000);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_most_specific_row_decides),
		cmocka_unit_test(inputs_stay_and_folders_stay),
		cmocka_unit_test(the_operator_outranks_but_what_is_shut_below),
		cmocka_unit_test(calls_and_limits),
		cmocka_unit_test(exploring_ends_nothing),
		cmocka_unit_test(trees_are_united),
		cmocka_unit_test(another_name_grants_no_more),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
