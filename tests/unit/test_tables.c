/*
 * What the shipped profiles say, asked of the tables alone: what no profile
 * may ever allow, what each must, and that every refusal explains itself.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "supervisor/base/rules.h"
#include "supervisor/base/util.h"

struct question {
	enum rules_kind	 kind;
	const char	*subject;
};

static const char *const profiles[] = { "minimal", "data", "extended" };

static const struct ruleset *
load(const char *profile)
{
	const struct ruleset *rules;

	assert_int_equal(rules_builtin(profile, &rules), 0);
	return rules;
}

static enum rules_verb
verb_of(const struct ruleset *rules, const struct question *q)
{
	const struct rules_row *row = rules_decide(rules, q->kind, q->subject);
	const char *last = strrchr(q->subject, '.'), *home;
	char module[80];

	/* What has no row of its own may stand in a list. */
	if (row == NULL || row->is_default || row->is_glob) {
		snprintf(module, sizeof(module), "%.*s", last == NULL ? 0 :
		    (int)(last - q->subject), q->subject);
		if ((q->kind == RULES_IMPORT && rules_lists_module(rules,
		    q->subject)) || (q->kind == RULES_MEMBER && last != NULL &&
		    rules_lists(rules, module, last + 1, &home)))
			return RULES_ALLOW;
	}
	return row != NULL ? (enum rules_verb)row->verb : RULES_DENY;
}

static void
expect(const char *profile, const struct question *q, size_t n,
    enum rules_verb verb)
{
	const struct ruleset *rules = load(profile);
	size_t i;

	for (i = 0; i < n; i++) {
		if (verb_of(rules, &q[i]) != verb)
			fail_msg("%s: %s %s: %s, not %s", profile,
			    rules_kind_name(q[i].kind), q[i].subject,
			    rules_verb_name(verb_of(rules, &q[i])),
			    rules_verb_name(verb));
	}
}

static const struct question never[] = {
	{ RULES_CALL, "eval" }, { RULES_CALL, "exec" },
	{ RULES_CALL, "compile" }, { RULES_CALL, "__import__" },
	{ RULES_CALL, "__builtins__" }, { RULES_CALL, "globals" },
	{ RULES_CALL, "breakpoint" }, { RULES_CALL, "a_new_builtin" },
	{ RULES_CALL, "sys.modules" }, { RULES_CALL, "sys._getframe" },
	{ RULES_CALL, "gc.get_objects" }, { RULES_CALL, "pickle.loads" },
	{ RULES_CALL, "typing.get_type_hints" },
	{ RULES_CALL, "numpy.load(allow_pickle)" },
	{ RULES_CALL, "pandas.eval" }, { RULES_CALL, "yaml.load" },
	{ RULES_IMPORT, "ctypes" }, { RULES_IMPORT, "importlib" },
	{ RULES_IMPORT, "importlib.util" }, { RULES_IMPORT, "builtins" },
	{ RULES_IMPORT, "posix" }, { RULES_IMPORT, "marshal" },
	{ RULES_IMPORT, "code" }, { RULES_IMPORT, "runpy" },
	{ RULES_IMPORT, "_socket" }, { RULES_IMPORT, "shelve" },
	{ RULES_MEMBER, "joblib.load" }, { RULES_IMPORT, "a_new_module" },
	{ RULES_IMPORT, "logging.config" },
	{ RULES_MEMBER, "json.codecs" }, { RULES_MEMBER, "random._os" },
	{ RULES_MEMBER, "enum.bltns" }, { RULES_MEMBER, "statistics.sys" },
	{ RULES_MEMBER, "typing.sys" }, { RULES_MEMBER, "os.dup2" },
	{ RULES_MEMBER, "os.execv" }, { RULES_MEMBER, "sys.meta_path" },
	{ RULES_MEMBER, "sys.path" },
	{ RULES_MEMBER, "sqlite3.dbapi2" },
	{ RULES_ATTR, "__globals__" }, { RULES_ATTR, "__builtins__" },
	{ RULES_ATTR, "__subclasses__" }, { RULES_ATTR, "__mro__" },
	{ RULES_ATTR, "mro" }, { RULES_ATTR, "__a_new_one__" },
	{ RULES_ATTR, "tb_frame" }, { RULES_ATTR, "f_back" },
	{ RULES_ATTR, "gi_frame" }, { RULES_ATTR, "__self__" },
	{ RULES_ATTR, "__code__" }, { RULES_ATTR, "__reduce_ex__" },
	{ RULES_ATTR, "enable_load_extension" },
	{ RULES_PATH, "read:/proc/self/environ" },
	{ RULES_PATH, "write:/proc/self/mem" },
	{ RULES_HOST, "169.254.169.254" },
	{ RULES_NAME, "__import__" },
};

static const struct question always[] = {
	{ RULES_CALL, "print" }, { RULES_CALL, "open" },
	{ RULES_CALL, "getattr" }, { RULES_CALL, "ValueError" },
	{ RULES_CALL, "__name__" }, { RULES_CALL, "exit" },
	{ RULES_IMPORT, "math" }, { RULES_IMPORT, "json" },
	{ RULES_IMPORT, "os" }, { RULES_IMPORT, "sys" },
	{ RULES_IMPORT, "os.path" }, { RULES_IMPORT, "pathlib" },
	{ RULES_MEMBER, "json.dumps" }, { RULES_MEMBER, "os.listdir" },
	{ RULES_MEMBER, "os.environ" }, { RULES_MEMBER, "sys.argv" },
	{ RULES_MEMBER, "os.path.join" }, { RULES_MEMBER, "math.sqrt" },
	{ RULES_MEMBER, "collections.namedtuple" },
	{ RULES_MEMBER, "dataclasses.dataclass" },
	{ RULES_MEMBER, "itertools.batched" },
	{ RULES_ATTR, "x" }, { RULES_ATTR, "_private" },
	{ RULES_ATTR, "__mangled" }, { RULES_ATTR, "__name__" },
	{ RULES_ATTR, "__init__" }, { RULES_ATTR, "__class__" },
	{ RULES_PATH, "read:data.csv" }, { RULES_PATH, "write:out/a.txt" },
	{ RULES_PATH, "read:/dev/null" }, { RULES_PATH, "read:../in.csv" },
	{ RULES_STRING, "hello" },
};

static const struct question data_only[] = {
	{ RULES_IMPORT, "numpy" }, { RULES_IMPORT, "pandas" },
	{ RULES_IMPORT, "matplotlib.pyplot" }, { RULES_IMPORT, "threading" },
	{ RULES_IMPORT, "sqlite3" }, { RULES_MEMBER, "numpy.abs" },
	{ RULES_MEMBER, "pandas.read_csv" }, { RULES_MEMBER, "numpy.load" },
	{ RULES_MEMBER, "matplotlib.cm.viridis" },
	{ RULES_MEMBER, "threading.Thread" },
};

static const struct question approved[] = {
	{ RULES_IMPORT, "subprocess" }, { RULES_IMPORT, "socket" },
	{ RULES_IMPORT, "urllib.request" }, { RULES_IMPORT, "requests" },
	{ RULES_CALL, "os.system" }, { RULES_CALL, "os.execv" },
	{ RULES_CALL, "seaborn.load_dataset" }, { RULES_HOST, "example.org" },
};

/* In no list of the packages' names: a person decides. Calls have rows too. */
static const struct question unlisted[] = {
	{ RULES_MEMBER, "numpy.f2py" }, { RULES_MEMBER, "pandas.read_pickle" },
	{ RULES_MEMBER, "pandas.io" }, { RULES_MEMBER, "numpy.a_new_name" },
};

static void
test_never(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(profiles); i++)
		expect(profiles[i], never, ARRAY_SIZE(never), RULES_DENY);
	expect("minimal", unlisted, ARRAY_SIZE(unlisted), RULES_DENY);
	expect("data", unlisted, ARRAY_SIZE(unlisted), RULES_HOLD);
}

static void
test_always(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(profiles); i++)
		expect(profiles[i], always, ARRAY_SIZE(always), RULES_ALLOW);
}

static void
test_profiles_differ(void **state)
{
	(void)state;
	expect("minimal", data_only, ARRAY_SIZE(data_only), RULES_DENY);
	expect("data", data_only, ARRAY_SIZE(data_only), RULES_ALLOW);
	expect("extended", data_only, ARRAY_SIZE(data_only), RULES_ALLOW);
	expect("minimal", approved, ARRAY_SIZE(approved), RULES_DENY);
	expect("data", approved, ARRAY_SIZE(approved), RULES_DENY);
	expect("extended", approved, ARRAY_SIZE(approved), RULES_HOLD);
}

/* A model that is refused must learn what to do, a reviewer why. */
static void
check_explained(const struct ruleset *rules, const struct rules_row *row)
{
	const char *id = rules_text(rules, row->id);
	bool has_bad = false, has_ok = false;
	size_t i;

	if (*rules_text(rules, row->hint) == '\0')
		fail_msg("%s has no hint", id);
	for (i = 0; i < row->nexamples; i++) {
		if (rules_example(rules, row, i)->is_bad)
			has_bad = true;
		else
			has_ok = true;
	}
	if (!has_bad || !has_ok)
		fail_msg("%s lacks a bad: or an ok: line", id);
}

static void
test_explained(void **state)
{
	size_t i, k;

	(void)state;
	for (k = 0; k < 2; k++) {
		const struct ruleset *rules = load(profiles[k]);

		for (i = 0; i < rules_count(rules); i++) {
			const struct rules_row *row = rules_at(rules, i);

			if (row->kind >= RULES_IMPORT &&
			    row->kind <= RULES_HOST &&
			    row->verb != RULES_ALLOW)
				check_explained(rules, row);
		}
	}
}

/* A member that may be used and a call of it that may not: one is wrong. */
static void
test_members_and_calls_agree(void **state)
{
	const struct ruleset *rules = load("data");
	size_t i;

	(void)state;
	for (i = 0; i < rules_count(rules); i++) {
		const struct rules_row *row = rules_at(rules, i), *call;
		const char *name = rules_text(rules, row->subject);

		if (row->kind != RULES_MEMBER || row->verb != RULES_ALLOW ||
		    row->is_default)
			continue;
		call = rules_find(rules, RULES_CALL, name);
		if (call != NULL && call->verb == RULES_DENY)
			fail_msg("%s is a member, and %s denies it", name,
			    rules_text(rules, call->id));
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_never),
		cmocka_unit_test(test_always),
		cmocka_unit_test(test_profiles_differ),
		cmocka_unit_test(test_explained),
		cmocka_unit_test(test_members_and_calls_agree),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
