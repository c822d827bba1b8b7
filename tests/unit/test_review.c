/* The reviewer's desk: who may run what, and records nobody sane wrote. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <ftw.h>
#include <getopt.h>

#include "supervisor/audit/audit.h"
#include "supervisor/base/fdio.h"
#include "supervisor/base/util.h"

#define FUZZ_NO_MAIN
#include "tests/fuzz/fuzz_review.c"

#define A "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define B "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
#define C "cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc"
#define D "dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd"
#define E "eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee"
#define FAR "4000000000000"	/* ms: the year 2096 */

#define KEY "\"sha256\":\"" A "\",\"policy\":\"" B "\",\"profile\":\"minimal\"," \
    "\"grants_hash\":\"" C "\""
#define RECORD(act, more) "{\"type\":\"approval\",\"seq\":1,\"time\":1000," \
    "\"hash\":\"" D "\",\"act\":\"" act "\"," more "}"
#define APPROVE(until, scope) RECORD("approve", KEY ",\"until\":" until \
    ",\"scope\":\"" scope "\",\"reason\":\"r\",\"user\":\"u\"")

static void
take(struct approvals *all, const char *text)
{
	struct json *record;

	assert_int_equal(js_parse(text, strlen(text), &record), 0);
	approvals_take(all, record);
	js_free(record);
}

/* Under these records, may `run` (NULL: one to come) go ahead? */
static bool
may(const char *const *records, const char *run)
{
	auto_buf struct buf why = BUF_INIT;
	struct approvals all = { 0 };
	struct approval_key key;
	bool found;

	for (; *records != NULL; records++)
		take(&all, *records);
	assert_true(approval_key_make(&key, A, B, "minimal", C));
	found = approvals_find(&all, &key, run, &why) != NULL;
	assert_int_equal(found, why.len == 0);
	approvals_free(&all);
	return found;
}

#define MAY(...) may((const char *const []){ __VA_ARGS__, NULL }, NULL)

static void
a_key_is_four_things(void **state)
{
	struct approval_key key, other;
	char name[300];

	(void)state;
	memset(name, 'p', sizeof(name));
	name[299] = '\0';
	assert_true(approval_key_make(&key, A, B, "p", C));
	assert_true(approval_key_make(&other, A, B, "p", D));
	assert_false(approval_key_same(&key, &other));
	assert_true(approval_key_make(&other, A, B, "q", C));
	assert_false(approval_key_same(&key, &other));
	assert_true(approval_key_make(&other, A, D, "p", C));
	assert_false(approval_key_same(&key, &other));
	assert_true(approval_key_make(&other, D, B, "p", C));
	assert_false(approval_key_same(&key, &other));
	assert_true(approval_key_make(&other, A, B, "p", C));
	assert_true(approval_key_same(&key, &other));
	assert_false(approval_key_make(&key, NULL, B, "p", C));
	assert_false(approval_key_make(&key, A, NULL, "p", C));
	assert_false(approval_key_make(&key, A, B, NULL, C));
	assert_false(approval_key_make(&key, A, B, "p", NULL));
	assert_false(approval_key_make(&key, A, B, "p", ""));
	assert_false(approval_key_make(&key, A "a", B, "p", C));
	assert_false(approval_key_make(&key, "zz", B, "p", C));
	assert_false(approval_key_make(&key, A, B, name, C));
	assert_true(approval_key_same(&key, &other));
}

static void
what_an_approval_is_worth(void **state)
{
	(void)state;
	assert_true(MAY(APPROVE(FAR, "hash")));
	assert_true(MAY(APPROVE(FAR, "once")));
	assert_false(MAY(APPROVE("1", "hash")));
	assert_false(MAY(APPROVE("0", "hash")));
	assert_false(MAY(APPROVE("-1", "hash")));
	assert_false(MAY(APPROVE("\"" FAR "\"", "hash")));
	assert_false(MAY(APPROVE("null", "hash")));
	assert_false(MAY(APPROVE("[" FAR "]", "hash")));
	assert_false(MAY(RECORD("approve", KEY ",\"scope\":\"hash\"")));
	assert_false(MAY(RECORD("approve", KEY ",\"until\":" FAR)));
	assert_false(MAY(RECORD("APPROVE", KEY ",\"scope\":\"hash\",\"until\":"
	    FAR)));
	assert_false(MAY("{}", "{\"type\":\"approval\"}",
	    "{\"type\":7,\"act\":[]}", "{\"type\":\"approval\",\"act\":null}"));
	/* What the first three were is not enough. */
	assert_false(MAY(RECORD("approve", "\"sha256\":\"" A "\",\"policy\":\""
	    B "\",\"profile\":\"minimal\",\"scope\":\"hash\",\"until\":" FAR)));
	assert_false(MAY(RECORD("approve", "\"sha256\":\"" A "\",\"policy\":\""
	    B "\",\"profile\":\"minimal\",\"grants_hash\":\"" D "\","
	    "\"scope\":\"hash\",\"until\":" FAR)));
}

/* The log knows that it is later than the clock says. */
static void
a_clock_put_back_revives_nothing(void **state)
{
	(void)state;
	assert_true(MAY(APPROVE("3999999999999", "hash")));
	assert_false(MAY(APPROVE("3999999999999", "hash"),
	    "{\"type\":\"outcome\",\"time\":4000000000000}"));
	assert_false(MAY("{\"type\":\"outcome\",\"time\":4000000000000}",
	    APPROVE("3999999999999", "hash")));
	assert_true(MAY(APPROVE("4000000000001", "hash"),
	    "{\"type\":\"outcome\",\"time\":4000000000000}"));
}

#define USE(run) RECORD("use", KEY ",\"approval\":\"" D "\",\"id\":\"" run "\"")

static void
once_is_once(void **state)
{
	const char *const used[] = { APPROVE(FAR, "once"), USE("one"),
	    USE("two"), NULL };
	const char *const odd[] = { APPROVE(FAR, "onec"), USE("one"), NULL };
	const char *const other[] = { APPROVE(FAR, "once"), RECORD("use", KEY
	    ",\"approval\":\"" E "\",\"id\":\"one\""), NULL };

	(void)state;
	assert_true(may(used, "one"));
	assert_false(may(used, "two"));
	assert_false(may(used, NULL));
	assert_false(may(used, ""));
	/* A scope that is not understood is no wider. */
	assert_false(may(odd, "two"));
	/* The use of another approval does not use up this one. */
	assert_true(may(other, "two"));
	assert_true(MAY(APPROVE(FAR, "hash"), USE("one")));
	/* A use without its approval is none. */
	assert_false(MAY(USE("one")));
}

static void
a_rejection_takes_back(void **state)
{
	static const char reject[] = RECORD("reject", KEY);
	static const char others[] = RECORD("reject", "\"sha256\":\"" A "\","
	    "\"policy\":\"" B "\",\"profile\":\"minimal\",\"grants_hash\":\""
	    E "\"");
	static const char elsewhere[] = RECORD("reject", "\"sha256\":\"" E
	    "\",\"policy\":\"" B "\",\"profile\":\"minimal\","
	    "\"grants_hash\":\"" C "\"");

	(void)state;
	assert_false(MAY(APPROVE(FAR, "hash"), reject));
	assert_false(MAY(APPROVE(FAR, "hash"), others));
	assert_true(MAY(APPROVE(FAR, "hash"), elsewhere));
	assert_true(MAY(reject, APPROVE(FAR, "hash")));
	assert_true(MAY(APPROVE(FAR, "hash"), reject, APPROVE(FAR, "hash")));
}

static char folder[] = "/tmp/test_review.XXXXXX";

static int
remove_one(const char *path, const struct stat *st, int flag, struct FTW *at)
{
	(void)st;
	(void)flag;
	(void)at;
	return remove(path);
}

/* Records as they may come from a log that somebody else wrote. */
static const char *const bodies[] = {
	"{\"id\":\"%d\",\"name\":\"\\u001b[2J\\u202e\",\"command\":\"run\"}",
	"{\"id\":\"%d\",\"profile\":\"p\",\"policy\":\"" B "\",\"grants\":{},"
	"\"grants_hash\":\"" C "\",\"verdict\":{\"name\":\"<script>x\","
	"\"sha256\":\"" A "\",\"decision\":\"hold\",\"findings\":[{\"rule\":"
	"\"G1\",\"decision\":\"hold\",\"severity\":\"high\",\"line\":-1,"
	"\"column\":9007199254740991,\"end_line\":9007199254740991,"
	"\"end_column\":-5,\"chain\":[1,{},{\"line\":\"x\"}],"
	"\"excerpt\":\"\\u0000\\u0007\"}]}}",
	"{\"id\":\"%d\",\"verdict\":{\"decision\":\"block\",\"sha256\":7,"
	"\"findings\":{\"a\":1}}}",
	"{\"id\":\"%d\",\"verdict\":[[[[]]]],\"profile\":[],\"policy\":{}}",
	"{\"id\":\"%d\",\"verdict\":{\"name\":[],\"decision\":\"block\","
	"\"sha256\":\"../../../../etc/passwd\",\"findings\":[null,7,\"x\"]}}",
	"{\"id\":\"%d\",\"violation\":{\"syscall\":\"\\u001b\",\"arguments\":"
	"[1],\"rule\":null,\"python\":[{\"file\":1}],\"native\":{},"
	"\"count\":-9}}",
	"{\"id\":\"%d\",\"status\":{},\"usage\":{\"wall_ms\":-7},\"files\":"
	"[1,{\"path\":\"<b>\",\"size\":\"x\"}],\"limit\":[],\"trace\":"
	"{\"sha256\":\"" A "\"},\"promise\":7,\"threads\":7,\"refusals\":{}}",
	"{\"id\":\"%d\",\"executable\":7,\"limits\":[],\"options\":\"x\"}",
	"{\"id\":\"%d\",\"act\":\"approve\",\"sha256\":\"" A "\",\"until\":"
	"-9007199254740991,\"reason\":{},\"user\":[],\"scope\":1}",
	"{\"id\":\"%d\",\"act\":\"\\u001b\",\"sha256\":\"" A "\"}",
};
static const char *const types[] = { "submission", "verdict", "violation",
    "outcome", "intent", "approval" };

/* Any of `bodies` under any type, and lines that are no records at all. */
static void
write_odd_log(const char *path)
{
	static const char junk[] = "not a record\n{\"hash\":7}\n\xff\xfe\n\n"
	    "{\"hash\":\"" A "\"}\n";
	struct audit *log;
	struct json *body;
	char text[2048], *huge;
	size_t i, k;
	int fd, n = 0;

	assert_int_equal(audit_open(path, &log), 0);
	for (i = 0; i < ARRAY_SIZE(types); i++) {
		for (k = 0; k < ARRAY_SIZE(bodies); k++) {
			snprintf(text, sizeof(text), bodies[k],
			    1000000 + n++ / 3);
			assert_int_equal(js_parse(text, strlen(text), &body),
			    0);
			assert_int_equal(audit_append(log, types[i], body,
			    NULL, NULL), 0);
			js_free(body);
		}
	}
	audit_close(log);
	fd = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
	assert_true(fd >= 0);
	assert_int_equal(fdio_write_all(fd, junk, sizeof(junk)), 0);
	huge = mem_new(1, 6u << 20);
	memset(huge, '{', 6u << 20);
	assert_int_equal(fdio_write_all(fd, huge, 6u << 20), 0);
	free(huge);
	close(fd);
}

/* What a command prints; no byte of it may act. */
static int
review(const char *path, const char *const *words)
{
	char out[200];
	auto_buf struct buf text = BUF_INIT;
	char *argv[12] = { (char *)"review" };
	int argc = 1, saved[2], fd, r;

	snprintf(out, sizeof(out), "%s/out", folder);
	while (*words != NULL)
		argv[argc++] = (char *)(uintptr_t)*words++;
	argv[argc++] = (char *)"--audit";
	argv[argc++] = (char *)(uintptr_t)path;
	fflush(NULL);
	fd = open(out, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	assert_true(fd >= 0);
	for (int i = 0; i < 2; i++) {
		saved[i] = dup(i + 1);
		dup2(fd, i + 1);
	}
	optind = 0;
	r = cmd_review.run(argc, argv);
	fflush(NULL);
	for (int i = 0; i < 2; i++) {
		dup2(saved[i], i + 1);
		close(saved[i]);
	}
	close(fd);
	assert_int_equal(fdio_read_file(out, 64u << 20, &text), 0);
	for (size_t i = 0; i < text.len; i++)
		if ((unsigned char)text.data[i] < ' ' && text.data[i] != '\n')
			fail_msg("%s: a control character: %.80s", argv[1],
			    text.data + (i < 40 ? 0 : i - 40));
	return r;
}

#define REVIEW(path, ...) review(path, (const char *const []){ __VA_ARGS__, NULL })

static void
odd_records_are_shown_or_refused(void **state)
{
	char path[200], id[32], page[200];

	(void)state;
	snprintf(path, sizeof(path), "%s/odd.jsonl", folder);
	snprintf(page, sizeof(page), "%s/page.html", folder);
	write_odd_log(path);
	assert_int_equal(REVIEW(path, "list", "--all"), 0);
	assert_int_equal(REVIEW(path, "list", "--json"), 0);
	assert_int_equal(REVIEW(path, "report", "--html", "-"), 0);
	assert_int_equal(REVIEW(path, "report", "--html", page), 0);
	for (int i = 0; i < 21; i++) {
		snprintf(id, sizeof(id), "%d", 1000000 + i);
		assert_in_range(REVIEW(path, "show", id), 0, 2);
		assert_in_range(REVIEW(path, "show", "--json", id), 0, 2);
		assert_in_range(REVIEW(path, "timeline", id), 1, 2);
		assert_in_range(REVIEW(path, "report", "--html", "-", id), 0,
		    2);
		/* Nothing is decided on a log that is not whole. */
		assert_int_equal(REVIEW(path, "approve", id, "--reason", "r",
		    "--until", "1h"), 2);
	}
	assert_in_range(REVIEW(path, "show", A), 0, 2);
	assert_int_equal(REVIEW(folder, "list"), 2);
	assert_int_equal(REVIEW("/dev/null", "show", A), 2);
}

/* Each mutation is judged by the fuzzer's own checks, which abort. */
static void
mutated_input_acts_nowhere(void **state)
{
	static const char calls[] = "sallyport-calls 1 x86_64\n"
	    "p 0 10 10 0\nx 5 10 /usr/bin/python3\nc 6 700 10 0 3 1 - 4096\n"
	    "p 8 11 10 10\np 9 12 12 10\nc 8 90000 11 257 -13 -100 - 0 0\n"
	    "c 9 1 12 59 ?\ne 20 12 256\ne 30 11 9\nend 3 0\n";
	const char *seeds[ARRAY_SIZE(bodies) + 4];
	auto_buf struct buf changed = BUF_INIT;
	uint32_t seed = 11;
	size_t n = 0, i, k;

	(void)state;
	for (; n < ARRAY_SIZE(bodies); n++)
		seeds[n] = bodies[n];
	seeds[n++] = calls;
	seeds[n++] = APPROVE(FAR, "hash");
	seeds[n++] = "{\"type\":\"violation\",\"time\":5,\"violation\":"
	    "{\"syscall\":\"openat\",\"arguments\":{\"path\":\"<img>\"},"
	    "\"errno\":\"EACCES\",\"python\":[{\"file\":\"a\",\"line\":1,"
	    "\"function\":\"<script>\"}]}}";
	seeds[n++] = "import os\n# x\ndef f(): return 'a' \"b\" 0x1f\n";
	for (i = 0; i < n; i++) {
		for (k = 0; k < 1500; k++) {
			fuzz_mutate(seeds[i], strlen(seeds[i]), &seed,
			    &changed);
			LLVMFuzzerTestOneInput((uint8_t *)changed.data,
			    changed.len);
		}
	}
}

/* One line of a megabyte, all of it a finding; bytes that are no text. */
static void
long_lines_stay_cheap(void **state)
{
	static const char finding[] = "[{\"line\":1,\"column\":1,\"end_line\":"
	    "1,\"end_column\":1000000,\"decision\":\"block\"}]";
	auto_buf struct buf page = BUF_INIT;
	const struct page_notes none = { 0 };
	struct json *findings;
	char *line = mem_new(1, 1u << 20);

	(void)state;
	assert_int_equal(js_parse(finding, strlen(finding), &findings), 0);
	memset(line, '<', 1u << 20);
	page_source(&page, 1, 0, line, 1u << 20, findings, &none);
	assert_true(page.len < 64u << 10);
	assert_non_null(strstr(page.data, "more bytes of this line"));
	page.len = 0;
	memset(line, 0xff, 1u << 20);
	page_source(&page, 1, 0, line, 1u << 20, findings, &none);
	is_inert(&page);
	free(line);
	js_free(findings);
}

static int
begin(void **state)
{
	(void)state;
	return mkdtemp(folder) == NULL;
}

static int
end(void **state)
{
	(void)state;
	nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_key_is_four_things),
		cmocka_unit_test(what_an_approval_is_worth),
		cmocka_unit_test(a_clock_put_back_revives_nothing),
		cmocka_unit_test(once_is_once),
		cmocka_unit_test(a_rejection_takes_back),
		cmocka_unit_test(odd_records_are_shown_or_refused),
		cmocka_unit_test(mutated_input_acts_nowhere),
		cmocka_unit_test(long_lines_stay_cheap),
	};

	return cmocka_run_group_tests(tests, begin, end);
}
