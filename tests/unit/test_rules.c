/* The table language: what loads, what it then decides, what is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "supervisor/base/buf.h"
#include "supervisor/base/hash.h"
#include "supervisor/base/rules.h"
#include "supervisor/base/rules_load.h"
#include "supervisor/base/syscalls.h"

#define FUZZ_NO_MAIN
#include "tests/fuzz/fuzz_rules.c"

#define HEAD	"sallyport-rules 1\n"

static struct ruleset *
load(const char *text)
{
	auto_buf struct buf errors = BUF_INIT, whole = BUF_INIT;
	struct ruleset *rs = NULL;

	buf_addf(&whole, HEAD "%s", text);
	if (rules_parse("t", whole.data, whole.len, &errors, &rs) < 0)
		print_message("%s", buf_str(&errors));
	assert_non_null(rs);
	return rs;
}

/* The text is refused, and the first error reads like this. */
static void
refuse(const char *text, const char *error)
{
	auto_buf struct buf errors = BUF_INIT, whole = BUF_INIT;
	struct ruleset *rs = NULL;

	buf_addf(&whole, HEAD "%s", text);
	assert_int_equal(rules_parse("t", whole.data, whole.len, &errors,
	    &rs), -EINVAL);
	assert_null(rs);
	if (strstr(buf_str(&errors), error) == NULL)
		print_message("wanted: %s\n got: %s", error, buf_str(&errors));
	assert_non_null(strstr(buf_str(&errors), error));
}

static const char *
decided(const struct ruleset *rs, enum rules_kind kind, const char *subject)
{
	const struct rules_row *row = rules_decide(rs, kind, subject);

	return row != NULL ? rules_verb_name(row->verb) : "none";
}

static void
exact_beats_pattern_and_longer_beats_shorter(void **state)
{
	struct ruleset *rs = load(
	    "default deny attr G300 : x\n"
	    "allow attr *\n"
	    "deny attr __*__ G301 : x\n"
	    "allow attr __init__\n"
	    "hold attr __i*__ G302 : x\n"
	    "default deny path G500 : x\n"
	    "allow path read:/etc/**\n"
	    "deny path read:/etc/shadow G501 : x\n"
	    "hold path read:/etc/s* G502 : x\n");

	(void)state;
	assert_string_equal(decided(rs, RULES_ATTR, "name"), "allow");
	assert_string_equal(decided(rs, RULES_ATTR, "__class__"), "deny");
	assert_string_equal(decided(rs, RULES_ATTR, "__init__"), "allow");
	assert_string_equal(decided(rs, RULES_ATTR, "__iter__"), "hold");
	assert_string_equal(decided(rs, RULES_PATH, "read:/etc/hosts"),
	    "allow");
	assert_string_equal(decided(rs, RULES_PATH, "read:/etc/shadow"),
	    "deny");
	assert_string_equal(decided(rs, RULES_PATH, "read:/etc/services"),
	    "hold");
	assert_string_equal(decided(rs, RULES_PATH, "read:/etc"), "allow");
	assert_string_equal(decided(rs, RULES_PATH, "read:/etcetera"), "deny");
	assert_string_equal(decided(rs, RULES_PATH, "write:/etc/x"), "deny");
	assert_string_equal(decided(rs, RULES_CALL, "eval"), "none");
	assert_null(rules_find(rs, RULES_PATH, "write:/etc/x"));
	rules_free(rs);
}

/* As many literal characters: the stricter verb, whatever the order. */
static void
equal_patterns_go_by_verb(void **state)
{
	struct ruleset *rs = load("allow attr ab*\nhold attr *ab G300 : x\n"
	    "deny attr a*b G301 : x\nallow attr x*\nhold attr *x G302 : x\n");

	(void)state;
	assert_string_equal(decided(rs, RULES_ATTR, "abab"), "deny");
	assert_string_equal(decided(rs, RULES_ATTR, "xox"), "hold");
	assert_string_equal(decided(rs, RULES_ATTR, "xo"), "allow");
	rules_free(rs);
}

static void
globs_stop_where_they_must(void **state)
{
	static const struct {
		const char *pattern, *subject;
		char sep;
		bool matches;
	} cases[] = {
		{ "a.*", "a.b", '.', true },
		{ "a.*", "a.b.c", '.', false },
		{ "a.**", "a.b.c", '.', true },
		{ "a.**", "a", '.', false },
		{ "**", "", '.', true },
		{ "**.b", "x.y.b", '.', true },
		{ "*.b", "x.y.b", '.', false },
		{ "/a/*", "/a/b", '/', true },
		{ "/a/*", "/a/b/c", '/', false },
		{ "/a/*", "/a", '/', false },
		{ "/a/**", "/a", '/', true },
		{ "/a/**", "/a/", '/', true },
		{ "/a/**", "/ab", '/', false },
		{ "/**", "/", '/', true },
		{ "/a/**/z", "/a/b/c/z", '/', true },
		{ "/a/**/z", "/a/b/c/y", '/', false },
		{ "/*/lib*/x", "/usr/lib64/x", '/', true },
		{ "/*/lib*/x", "/usr/local/lib/x", '/', false },
		{ "*_frame", "tb_frame", '.', true },
		{ "__*__", "____", '.', true },
		{ "__*__", "___", '.', false },
		{ "a*b*c", "aXbXbXc", '.', true },
		{ "a*b*c", "aXbXbX", '.', false },
		{ "**a*b", "a.a.xb", '.', false },
		{ "**a*b", "a.axb", '.', true },
		{ "", "", '.', true },
		{ "", "x", '.', false },
	};
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		bool got = rules_glob(cases[i].pattern, cases[i].subject,
		    cases[i].sep);

		if (got != cases[i].matches)
			print_message("%s on %s\n", cases[i].pattern,
			    cases[i].subject);
		assert_int_equal(got, cases[i].matches);
	}
}

static void
braces_are_the_members_of_a_module(void **state)
{
	struct ruleset *rs = load(
	    "set MORE = { dump\n  load }\n"
	    "default deny member G110 : x\n"
	    "allow import json { dumps loads\n"
	    "  # a comment\n"
	    "  $MORE tool.* }\n"
	    "allow import math\n");
	const struct rules_row *row = rules_find(rs, RULES_IMPORT, "json");

	(void)state;
	assert_true(row->has_members);
	assert_false(rules_find(rs, RULES_IMPORT, "math")->has_members);
	assert_string_equal(decided(rs, RULES_MEMBER, "json.dumps"), "allow");
	assert_string_equal(decided(rs, RULES_MEMBER, "json.load"), "allow");
	assert_string_equal(decided(rs, RULES_MEMBER, "json.codecs"), "deny");
	assert_string_equal(decided(rs, RULES_MEMBER, "json.tool.x"), "allow");
	assert_string_equal(decided(rs, RULES_MEMBER, "json.tool.x.y"),
	    "deny");
	rules_free(rs);
}

static void
rows_keep_what_they_say(void **state)
{
	struct ruleset *rs = load(
	    "deny syscall clone3 R101 [errno=ENOSYS quiet] : falls back\n"
	    "deny syscall seccomp R102 [kill] : would answer -> do not\n"
	    "deny attr mro G301 [class=escape severity=critical] : x: y\n"
	    "  bad: type(1).mro()\n"
	    "  ok:  colour = \"a : b -> c # d\"\n"
	    "  bad: match x:\n"
	    "    |     case object(mro=m): pass\n"
	    "deny string ~/a\\/b #{}/ G600 : x\n");
	const struct rules_row *row = rules_by_id(rs, "R101");

	(void)state;
	assert_int_equal(row->err, ENOSYS);
	assert_true(row->quiet && !row->kill);
	row = rules_by_id(rs, "R102");
	assert_true(row->kill);
	assert_string_equal(rules_text(rs, row->hint), "do not");
	row = rules_by_id(rs, "G301");
	assert_int_equal(row->class, RULES_ESCAPE);
	assert_int_equal(row->severity, RULES_CRITICAL);
	assert_int_equal(row->line, 4);
	assert_string_equal(rules_text(rs, row->file), "t");
	assert_string_equal(rules_text(rs, row->why), "x: y");
	assert_int_equal(row->nexamples, 3);
	assert_true(rules_example(rs, row, 0)->is_bad);
	assert_string_equal(rules_text(rs, rules_example(rs, row, 1)->text),
	    "colour = \"a : b -> c # d\"");
	assert_string_equal(rules_text(rs, rules_example(rs, row, 2)->text),
	    "match x:\n    case object(mro=m): pass");
	assert_null(rules_example(rs, row, 3));
	row = rules_by_id(rs, "G600");
	assert_true(row->is_regex);
	assert_string_equal(rules_text(rs, row->subject), "a\\/b #{}");
	assert_null(rules_by_id(rs, "G999"));
	rules_free(rs);
}

static void
hints_spell_out_their_sets(void **state)
{
	auto_buf struct buf text = BUF_INIT;
	struct ruleset *rs = load(
	    "set S = { b $T }\nset T = { c d }\n"
	    "default deny import G100 : x -> one of: $imports; not $S; $5\n"
	    "allow import zlib math os.path numpy numpy.linalg _x\n"
	    "deny read /etc/** R200 : x -> below $WORK\n");
	size_t i;

	(void)state;
	assert_string_equal(rules_text(rs, rules_by_id(rs, "G100")->hint),
	    "one of: math, numpy, os.path, zlib; not b, c, d; $5");
	assert_string_equal(rules_text(rs, rules_by_id(rs, "R200")->hint),
	    "below $WORK");
	rules_free(rs);

	rs = load("default deny import G100 : x -> a$(numpy:, b$)"
	    "$(!numpy: or c$)$(!os.path:, d$)$(os:, e$).\n"
	    "allow import numpy os.path\ndeny import os G101 : x\n");
	assert_string_equal(rules_text(rs, rules_by_id(rs, "G100")->hint),
	    "a, b.");
	rules_free(rs);

	buf_adds(&text, "default deny import G100 : x -> $imports\n"
	    "allow import");
	for (i = 0; i < 400; i++)
		buf_addf(&text, " module%zu", i);
	rs = load(buf_str(&text));
	assert_in_range(strlen(rules_text(rs, rules_by_id(rs, "G100")->hint)),
	    900, 1020);
	assert_non_null(strstr(rules_text(rs, rules_by_id(rs, "G100")->hint),
	    ", ..."));
	rules_free(rs);
}

/* What is taken from a shipped image is what loading the text gives. */
static void
variants_are_what_loading_gives(void **state)
{
	static const char text[] = "# mine\nsallyport-rules  1\n\n"
	    "judge reads  by landlock # less to judge\n"
	    "include \"extended.rules\"\n";
	const char *others[] = {
		"sallyport-rules 1\ninclude \"extended.rules\"\n",
		"sallyport-rules 1\njudge reads by landlock\n",
		"include \"extended.rules\"\njudge reads by landlock\n",
		"sallyport-rules 1\ninclude \"extended.rules\"\n"
		    "judge reads by landlock\nallow read /**\n",
		"sallyport-rules 1\ninclude \"shared/self.rules\"\n"
		    "judge reads by landlock\n",
	};
	struct buf errors = BUF_INIT;
	struct ruleset *fast, *slow;
	struct hash a, b;
	size_t i;

	(void)state;
	fast = rules_builtin_variant("/none/", "mine", text, strlen(text), NULL);
	assert_non_null(fast);
	assert_int_equal(rules_parse("mine.rules", text, strlen(text), &errors,
	    &slow), 0);
	rules_hash(fast, &a);
	rules_hash(slow, &b);
	assert_memory_equal(&a, &b, sizeof(a));
	assert_true(rules_judge_reads_by_landlock(fast));
	assert_string_equal(rules_profile_name(fast), "mine");
	assert_string_equal(rules_profile_name(slow), "mine");
	assert_int_equal(rules_count(fast), rules_count(slow));
	for (i = 0; i < rules_count(fast); i++) {
		assert_int_equal(rules_at(fast, i)->verb,
		    rules_at(slow, i)->verb);
		assert_string_equal(rules_text(fast, rules_at(fast,
		    i)->subject), rules_text(slow, rules_at(slow,
		    i)->subject));
	}
	rules_free(fast);
	rules_free(slow);
	for (i = 0; i < ARRAY_SIZE(others); i++)
		assert_null(rules_builtin_variant("/none/", "mine", others[i],
		    strlen(others[i]), NULL));
	buf_free(&errors);
}

static void
limits_and_tier(void **state)
{
	struct ruleset *rs = load("limit wall 1500ms cpu 2m memory 512M\n"
	    "limit open_files 64 cpus 0.5 io 1G files 9\n"
	    "require tier B\njudge reads by landlock\n");

	(void)state;
	assert_int_equal(rules_limit(rs, RULES_WALL), 1500);
	assert_int_equal(rules_limit(rs, RULES_CPU), 120000);
	assert_int_equal(rules_limit(rs, RULES_MEMORY), 512 << 20);
	assert_int_equal(rules_limit(rs, RULES_OPEN_FILES), 64);
	assert_int_equal(rules_limit(rs, RULES_CPUS), 500);
	assert_int_equal(rules_limit(rs, RULES_IO), 1 << 30);
	assert_int_equal(rules_limit(rs, RULES_FILES), 9);
	assert_int_equal(rules_limit(rs, RULES_DISK), -1);
	assert_int_equal(rules_tier(rs), 'B');
	assert_true(rules_judge_reads_by_landlock(rs));
	rules_free(rs);
	rs = load("");
	assert_int_equal(rules_tier(rs), 'D');
	assert_null(rules_decide(rs, RULES_SYSCALL, "read"));
	rules_free(rs);
}

static void
contradictions_are_refused(void **state)
{
	(void)state;
	refuse("allow import os\ndeny import os G100 : x\n",
	    "t:3:13: error: 'os' is denied here and allowed at t:2");
	refuse("default allow attr\ndefault deny attr G100 : x\n",
	    "'the default' is denied here and allowed at t:2");
	refuse("allow import os\nallow import os { path }\n",
	    "'os' is allowed by members here and as a whole at t:2");
	refuse("deny import a G100 : x\ndeny import a G101 : x\n",
	    "'a' has another id or other attributes at t:2");
	refuse("deny import a G100 : x\ndeny import b G100 : x\n",
	    "G100 is the id of the row at t:2");
	refuse("retired G100 : was x\ndeny import b G100 : x\n",
	    "G100 is retired at t:2");
	refuse("limit wall 1s\nlimit wall 2s\n", "'wall' differs");
	/* The same again is no contradiction. */
	rules_free(load("allow import os\nallow import os math\n"
	    "limit wall 1s\nlimit wall 1s\n"));
}

static void
what_refuses_has_an_id_and_a_reason(void **state)
{
	(void)state;
	refuse("deny import os : x\n", "needs an id");
	refuse("hold call open : x\n", "needs an id");
	refuse("default deny import\n", "needs an id");
	refuse("deny import os G100\n", "says why");
	refuse("deny import os R100 : x\n", "ids G000 to G999");
	refuse("deny syscall read G100 : x\n", "ids R000 to R999");
	rules_free(load("deny import os X100 : mine\n"));
}

static void
kinds_and_verbs_that_do_not_go_together(void **state)
{
	(void)state;
	refuse("inspect read /x\n", "only a syscall can be inspected");
	refuse("hold exec /x R100 : x\n", "nothing can be held");
	refuse("deny import a { b } G100 : x\n", "braces list the members");
	refuse("allow import a b { c }\n", "exactly one module");
	refuse("allow import a* { c }\n", "exactly one module");
	refuse("deny import a G100 [errno=EPERM] : x\n",
	    "is for rows that the supervisor judges");
	refuse("deny syscall read R100 [kill quiet] : x\n",
	    "always recorded");
	refuse("allow syscall read [quiet]\n", "for rows that deny");
	refuse("allow call ~/x/\n", "a pattern ~/.../ is for string, name");
	refuse("allow syscall opnat\n", "did you mean 'openat'?");
	refuse("set S = { ~/x/ }\nallow import a { $S }\n",
	    "a member is a name");
	rules_free(load("set S = { ~/x/ y }\nallow string $S\n"));
	refuse("allow attr a.b\n", "without a dot");
	refuse("allow read etc/x\n", "a path begins with /");
	refuse("allow read /etc/\n", "no trailing slash");
	refuse("allow read /etc/../x\n", "no part . or ..");
	refuse("allow read $WROK/x\n", "a path begins with /");
	refuse("allow path /x\n", "read:PATH");
	refuse("allow connect host\n", "address:port");
	refuse("allow import $NOPE\n", "no set is called 'NOPE'");
	refuse("set A = { $B }\nset B = { $A }\nallow import $A\n",
	    "contains itself");
}

static void
bounds_are_held(void **state)
{
	auto_buf struct buf text = BUF_INIT, errors = BUF_INIT;
	struct ruleset *rs = NULL;
	size_t i, n;

	(void)state;
	/* Eight sets of sixteen sets each would be 4 thousand million words. */
	buf_adds(&text, HEAD);
	for (i = 0; i < 8; i++) {
		buf_addf(&text, "set S%zu = {", i);
		for (n = 0; n < 16; n++)
			buf_addf(&text, i < 7 ? " $S%zu" : " a%zu", i + 1);
		buf_adds(&text, " }\n");
	}
	buf_adds(&text, "allow import $S0\n");
	assert_int_equal(rules_parse("t", text.data, text.len, &errors, &rs),
	    -EINVAL);
	assert_non_null(strstr(errors.data, "too many words"));

	text.len = errors.len = 0;
	buf_adds(&text, HEAD "allow string ");
	for (i = 0; i < 5000; i++)
		buf_addc(&text, 'x');
	assert_int_equal(rules_parse("t", text.data, text.len, &errors, &rs),
	    -EINVAL);
	assert_non_null(strstr(errors.data, "longer than 4096 bytes"));

	text.len = errors.len = 0;
	buf_adds(&text, HEAD);
	for (i = 0; i < 140000; i++)
		buf_addf(&text, "allow attr a%zu\n", i);
	assert_int_equal(rules_parse("t", text.data, text.len, &errors, &rs),
	    -EFBIG);

	text.len = errors.len = 0;
	buf_adds(&text, HEAD "set S = {");
	for (i = 0; i < 70000; i++)
		buf_addf(&text, "%s a%zu", i % 100 ? "" : "\n", i);
	buf_adds(&text, "}\nallow attr $S\n");
	assert_int_equal(rules_parse("t", text.data, text.len, &errors, &rs),
	    -EINVAL);
	assert_non_null(strstr(errors.data, "more than 65536 rows"));

	text.len = errors.len = 0;
	buf_adds(&text, HEAD);
	for (i = 0; i < 50; i++)
		buf_adds(&text, "oops\n");
	assert_int_equal(rules_parse("t", text.data, text.len, &errors, &rs),
	    -EINVAL);
	for (i = n = 0; i < errors.len; i++)
		n += strncmp(errors.data + i, ": error: ", 9) == 0;
	assert_int_equal(n, 21);	/* and one that says it is enough */
}

static void
odd_bytes_are_refused(void **state)
{
	auto_buf struct buf errors = BUF_INIT;
	struct ruleset *rs = NULL;

	(void)state;
	refuse("allow import a\r\n", "t:2:15: error: carriage return");
	refuse("allow import \xff\n", "byte 0xff is not UTF-8");
	refuse("allow import \x1b[0m\n", "control character U+001B");
	assert_int_equal(rules_parse("t", HEAD "\0", sizeof(HEAD), &errors,
	    &rs), -EINVAL);
	assert_non_null(strstr(errors.data, "control character U+0000"));
	errors.len = 0;
	assert_int_equal(rules_parse("t", "", 0, &errors, &rs), -EINVAL);
	assert_non_null(strstr(errors.data, "empty table"));
	errors.len = 0;
	assert_int_equal(rules_parse("t", "sallyport-rules 3\n", 18, &errors,
	    &rs), -EINVAL);
	assert_non_null(strstr(errors.data, "version '3' is not known"));
}

static void
same_meaning(const char *a, const char *b, bool same)
{
	struct ruleset *x = load(a), *y = load(b);
	struct hash hx, hy;

	rules_hash(x, &hx);
	rules_hash(y, &hy);
	assert_int_equal(memcmp(&hx, &hy, sizeof(hx)) == 0, same);
	rules_free(x);
	rules_free(y);
}

static void
hash_is_of_the_meaning(void **state)
{
	(void)state;
	same_meaning("allow import a\ndeny attr b G300 : x\n",
	    "# c\ndeny attr b G300 : other words -> h\n  bad: x\n"
	    "set A = { a }\nallow import $A\n", true);
	same_meaning("allow import a\n", "allow import b\n", false);
	same_meaning("allow import a\n", "allow attr a\n", false);
	same_meaning("limit wall 1s\n", "limit wall 2s\n", false);
	same_meaning("deny attr b G300 : x\n", "deny attr b G301 : x\n",
	    false);
	same_meaning("deny syscall read R300 : x\n",
	    "deny syscall read R300 [errno=EIO] : x\n", false);
}

static void
shipped_tables_are_there(void **state)
{
	const char *const *names = rules_builtin_names();
	const struct ruleset *rs;
	struct ruleset *loaded;
	auto_buf struct buf errors = BUF_INIT, text = BUF_INIT;
	struct hash a, b;
	size_t i, n;

	(void)state;
	assert_int_equal(rules_builtin("nope", &rs), -ENOENT);
	assert_null(rules_builtin_file("nope", &n));
	for (i = 0; names[i] != NULL; i++) {
		assert_int_equal(rules_builtin(names[i], &rs), 0);
		assert_string_equal(rules_profile_name(rs), names[i]);
		/* From its text again, through the compiled-in includes. */
		text.len = 0;
		buf_addf(&text, "%s.rules", names[i]);
		assert_non_null(rules_builtin_file(buf_str(&text), &n));
		assert_int_equal(rules_parse(names[i], rules_builtin_file(
		    buf_str(&text), &n), n, &errors, &loaded), 0);
		rules_hash(rs, &a);
		rules_hash(loaded, &b);
		assert_memory_equal(&a, &b, sizeof(a));
		look_up_everything(rs);
		rules_free(loaded);
	}
	assert_true(i >= 3);
}

static void
system_calls_are_known_by_number_and_name(void **state)
{
	const struct syscall_row *row = syscall_by_name("renameat2");
	size_t i;
	int abi;

	(void)state;
	assert_ptr_equal(syscall_by_number(SYSCALL_X86_64, 316), row);
	assert_ptr_equal(syscall_by_number(SYSCALL_AARCH64, 276), row);
	assert_int_equal(row->nargs, 5);
	assert_string_equal(row->args[3].name, "newpath");
	assert_int_equal(row->args[3].kind, SYSCALL_PATH);
	assert_int_equal(row->args[3].path, SYSCALL_PATH_CREATE);
	assert_true(row->args[3].nofollow);
	assert_int_equal(row->args[3].dirfd, 2);
	assert_int_equal(syscall_by_name("openat")->args[1].dirfd, 0);
	assert_int_equal(syscall_by_name("open")->args[0].dirfd, -1);
	assert_int_equal(syscall_by_name("open")->nr[SYSCALL_AARCH64], -1);
	assert_null(syscall_by_name("nope"));
	assert_null(syscall_by_number(SYSCALL_X86_64, -1));
	assert_null(syscall_by_number(SYSCALL_X86_64, 100000));
	assert_int_equal(syscall_last(SYSCALL_X86_64), 469);
	for (i = 0; i < syscall_count(); i++) {
		row = syscall_at(i);
		assert_ptr_equal(syscall_by_name(row->name), row);
		for (abi = 0; abi < SYSCALL_NABIS; abi++) {
			if (row->nr[abi] >= 0)
				assert_ptr_equal(syscall_by_number(abi,
				    row->nr[abi]), row);
		}
	}
}

static void
amounts_are_read_strictly(void **state)
{
	int64_t v;

	(void)state;
	assert_int_equal(rules_parse_time("30s", &v), 0);
	assert_int_equal(v, 30000);
	assert_int_equal(rules_parse_time("30", &v), -EINVAL);
	assert_int_equal(rules_parse_time("s", &v), -EINVAL);
	assert_int_equal(rules_parse_time("-1s", &v), -EINVAL);
	assert_int_equal(rules_parse_size("1G", &v), 0);
	assert_int_equal(v, 1 << 30);
	assert_int_equal(rules_parse_size("12", &v), 0);
	assert_int_equal(rules_parse_size("1k", &v), -EINVAL);
	assert_int_equal(rules_parse_amount(RULES_FORM_PART, "2", &v), 0);
	assert_int_equal(v, 2000);
	assert_int_equal(rules_parse_amount(RULES_FORM_PART, "0.25", &v), 0);
	assert_int_equal(v, 250);
	assert_int_equal(rules_parse_amount(RULES_FORM_PART, ".0019", &v), 0);
	assert_int_equal(v, 1);
	assert_int_equal(rules_parse_amount(RULES_FORM_PART, "0.0009", &v),
	    -EINVAL);
	assert_int_equal(rules_parse_size("9999999999999G", &v), -EINVAL);
	assert_int_equal(rules_parse_size("99999999999999999999", &v),
	    -EINVAL);
}

static void
mutated_tables_never_crash(void **state)
{
	static const char small[] = HEAD
	    "default deny import G100 : x -> $imports $S\n"
	    "set S = { a b.c \"d e\" $T }\nset T = { t }\n"
	    "allow import json { dumps\n  loads $S }\n"
	    "deny attr __*__ *_x G301 [class=escape severity=low] : why -> h\n"
	    "  bad: x.y\n  ok:  z\n  | w\n"
	    "deny string ~/a[b]/ G600 : s\n"
	    "deny syscall clone3 R100 [errno=ENOSYS quiet] : z\n"
	    "allow read $WORK/** /usr/*/lib\nretired G999 : r\n"
	    "include \"shared/source.rules\"\nlimit wall 1s cpu 2s\n"
	    "require tier A\njudge reads by landlock\n";
	auto_buf struct buf changed = BUF_INIT;
	uint32_t seed = 20240917;
	size_t n;
	const char *text = rules_builtin_file("shared/internals.rules", &n);
	int i;

	(void)state;
	for (i = 0; i < 20000; i++) {
		fuzz_mutate(small, sizeof(small) - 1, &seed, &changed);
		LLVMFuzzerTestOneInput((uint8_t *)changed.data, changed.len);
	}
	assert_non_null(text);
	for (i = 0; i < 500; i++) {
		fuzz_mutate(text, n, &seed, &changed);
		LLVMFuzzerTestOneInput((uint8_t *)changed.data, changed.len);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(exact_beats_pattern_and_longer_beats_shorter),
		cmocka_unit_test(equal_patterns_go_by_verb),
		cmocka_unit_test(globs_stop_where_they_must),
		cmocka_unit_test(braces_are_the_members_of_a_module),
		cmocka_unit_test(rows_keep_what_they_say),
		cmocka_unit_test(hints_spell_out_their_sets),
		cmocka_unit_test(limits_and_tier),
		cmocka_unit_test(contradictions_are_refused),
		cmocka_unit_test(what_refuses_has_an_id_and_a_reason),
		cmocka_unit_test(kinds_and_verbs_that_do_not_go_together),
		cmocka_unit_test(bounds_are_held),
		cmocka_unit_test(odd_bytes_are_refused),
		cmocka_unit_test(hash_is_of_the_meaning),
		cmocka_unit_test(shipped_tables_are_there),
		cmocka_unit_test(system_calls_are_known_by_number_and_name),
		cmocka_unit_test(amounts_are_read_strictly),
		cmocka_unit_test(variants_are_what_loading_gives),
		cmocka_unit_test(mutated_tables_never_crash),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
