/* The log: its canonical lines, its chain, and what may be one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <ftw.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "supervisor/audit/audit.h"
#include "supervisor/audit/audit_scan.h"
#include "supervisor/base/buf.h"
#include "supervisor/base/fdio.h"
#include "supervisor/base/json.h"
#include "supervisor/base/mem.h"
#include "supervisor/base/util.h"

static char folder[] = "/tmp/test_audit.XXXXXX";

static const char *
path_of(const char *name)
{
	static char path[256];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	return path;
}

static int
remove_one(const char *path, const struct stat *st, int flag, struct FTW *at)
{
	(void)st;
	(void)flag;
	(void)at;
	return remove(path);
}

static void
remove_log(const char *name)
{
	char side[300];

	unlink(path_of(name));
	snprintf(side, sizeof(side), "%s.d", path_of(name));
	nftw(side, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* A log of `n` records beside its first; signed if it is closed. */
static void
make_log_of(const char *name, int n, bool closed)
{
	struct json *body = js_obj();
	struct audit *a = NULL;

	remove_log(name);
	assert_int_equal(audit_open(path_of(name), &a), 0);
	for (int i = 0; i < n; i++) {
		js_put_num(body, "n", i);
		js_put_str(body, "text", "caf\xc3\xa9 \"\\\n\x01 \xff");
		assert_int_equal(audit_append(a, "outcome", body, NULL, NULL),
		    0);
	}
	if (closed)
		audit_close(a);
	js_free(body);
}

/* So many records, and a checkpoint behind them. */
static void
make_log(const char *name, int n)
{
	make_log_of(name, n, true);
}

/* A writer that was killed before it could sign. */
static void
make_unsigned_log(const char *name, int n)
{
	int status;
	pid_t pid = fork();

	if (pid == 0) {
		make_log_of(name, n, false);
		_exit(0);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
}

static void
slurp(const char *name, struct buf *out)
{
	assert_int_equal(fdio_read_file(path_of(name), 1 << 24, out), 0);
}

static void
spit(const char *name, const void *bytes, size_t n)
{
	auto_fd int fd = open(path_of(name),
	    O_WRONLY | O_CREAT | O_TRUNC, 0600);

	assert_true(fd >= 0);
	assert_int_equal(fdio_write_all(fd, bytes, n), 0);
}

static struct audit_report
verify(const char *name, const char *anchor)
{
	struct audit_report rep;

	assert_int_equal(audit_verify(path_of(name), anchor, &rep), 0);
	return rep;
}

/* `body` with the members that every record has. */
static int
scans(const char *body)
{
	auto_buf struct buf b = BUF_INIT;
	struct audit_line line;

	buf_addf(&b, "{%s\"hash\":\"%064d\",\"prev\":\"%064d\",\"seq\":7,"
	    "\"time\":-1,\"type\":\"x.y\"}", body, 0, 0);
	return audit_scan(b.data, b.len, &line, NULL, NULL);
}

static void
only_the_canonical_form_is_a_record(void **state)
{
	static const char *const good[] = {
		"", "\"\":0,", "\"a\":-1,", "\"a\":9007199254740991,",
		"\"a\":[],\"b\":{},", "\"a\":[1,[true,false,null]],",
		"\"a\":\"\\b\\f\\n\\r\\t\\\"\\\\\\u0000\\u001f\x7f/\",",
		"\"\\n\":1,\"\\r\":2,\" \":3,",
		"\"a\":{\"\xf0\x9f\x90\x8d\":1,\"\xee\x80\x80\":2},",
		"\"a\":1,\"aa\":2,\"b\":3,",
	};
	static const char *const bad[] = {
		" ", "\"a\" :1,", "\"a\": 1,", "\"a\":1 ,", "\"a\":01,",
		"\"a\":-0,", "\"a\":1.0,", "\"a\":1e3,", "\"a\":+1,",
		"\"a\":9007199254740992,", "\"a\":99999999999999999999999,",
		"\"a\":\"\\/\",", "\"a\":\"\\u0041\",", "\"a\":\"\\u001F\",",
		"\"a\":\"\\u000a\",", "\"a\":\"\\u0008\",", "\"a\":\"\\x41\",",
		"\"a\":\"\\ud800\",", "\"a\":\"\xff\",", "\"a\":\"\xc0\x80\",",
		"\"a\":\"\xed\xa0\x80\",", "\"a\":\"\x01\",", "\"a\":\"\t\",",
		"\"a\":1,\"a\":1,", "\"b\":1,\"a\":1,", "\"aa\":1,\"a\":1,",
		"\"a\":{\"\xee\x80\x80\":1,\"\xf0\x9f\x90\x8d\":2},",
		"\"\\r\":1,\"\\n\":2,", "\"a\":tru,", "\"a\":nul,",
		"\"a\":NaN,", "\"a\":[1,],", "\"a\":{\"b\":1,},", "\"a\":,",
		"a:1,", "\"a\":[,],", "\"z\":1,",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(good); i++)
		if (scans(good[i]) != 0)
			fail_msg("refused: %s", good[i]);
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++)
		if (scans(bad[i]) == 0)
			fail_msg("taken: %s", bad[i]);
}

static void
depth_is_bounded(void **state)
{
	auto_buf struct buf b = BUF_INIT;

	(void)state;
	for (int levels = 60; levels < 70; levels++) {
		b.len = 0;
		buf_adds(&b, "\"a\":");
		for (int i = 0; i < levels; i++)
			buf_addc(&b, '[');
		for (int i = 0; i < levels; i++)
			buf_addc(&b, ']');
		buf_addc(&b, ',');
		/* The record itself is one level. */
		assert_int_equal(scans(b.data),
		    levels + 1 <= AUDIT_DEPTH_MAX ? 0 : -EBADMSG);
	}
}

/* What js_canonical writes, the scanner takes. */
static void
writer_and_scanner_agree(void **state)
{
	struct json *o = js_obj();
	auto_buf struct buf b = BUF_INIT;
	struct audit_line line;
	char zeros[HASH_HEX];
	unsigned seed = 1;

	(void)state;
	memset(zeros, '0', sizeof(zeros));
	zeros[HASH_HEX - 1] = '\0';
	js_put_str(o, "hash", zeros);
	js_put_str(o, "prev", zeros);
	js_put_num(o, "seq", 1);
	js_put_num(o, "time", 1);
	js_put_str(o, "type", "t");
	for (int i = 0; i < 4000; i++) {
		char key[8], text[16];

		for (size_t k = 0; k < sizeof(key); k++) {
			seed = seed * 1664525 + 1013904223;
			key[k] = (char)(seed >> 24);
		}
		/* Keys are text; values may be any bytes. */
		memcpy(text, key, sizeof(key));
		memset(text + sizeof(key), 0, sizeof(text) - sizeof(key));
		if (u8_valid(key, 3) && memchr(key, 0, 3) == NULL) {
			key[3] = '\0';
			js_put_text(o, key, text, sizeof(text));
		} else
			js_put_text(o, "zz", text, sizeof(text));
		b.len = 0;
		if (i % 100 == 0) {
			assert_int_equal(js_canonical(o, &b), 0);
			assert_int_equal(audit_scan(b.data, b.len, &line,
			    NULL, NULL), 0);
		}
	}
	js_free(o);
}

static void
records_are_chained(void **state)
{
	struct audit_report rep;
	char anchor[128], hex[HASH_HEX];

	(void)state;
	make_log("chain", 8);
	rep = verify("chain", NULL);
	assert_int_equal(rep.fault, AUDIT_WHOLE);
	assert_int_equal(rep.records, 10);
	assert_int_equal(rep.anchored, 0);
	hash_hex(&rep.head, hex);
	snprintf(anchor, sizeof(anchor), "9:%s", hex);
	rep = verify("chain", anchor);
	assert_int_equal(rep.fault, AUDIT_WHOLE);
	assert_int_equal(rep.anchored, 1);
	anchor[0] = '8';
	assert_int_equal(verify("chain", anchor).fault, AUDIT_EDITED);
	snprintf(anchor, sizeof(anchor), "10:%s", hex);
	assert_int_equal(verify("chain", anchor).fault, AUDIT_TRUNCATED);
}

/* Every byte of a log, changed: the record it lies in is named. */
static void
every_changed_byte_is_found(void **state)
{
	auto_buf struct buf whole = BUF_INIT;
	struct audit_report rep;
	uint64_t record = 0;

	(void)state;
	make_log("bytes", 4);
	slurp("bytes", &whole);
	for (size_t i = 0; i < whole.len; i++) {
		char was = whole.data[i];

		whole.data[i] = (char)(was ^ 1);
		spit("edited", whole.data, whole.len);
		rep = verify("edited", NULL);
		assert_int_not_equal(rep.fault, AUDIT_WHOLE);
		if (was != '\n' && rep.fault_seq != record)
			fail_msg("byte %zu of record %d: named %d", i,
			    (int)record, (int)rep.fault_seq);
		whole.data[i] = was;
		record += was == '\n';
	}
}

/* A writer died after any number of bytes: the next one mends the log. */
static void
torn_tail_is_mended(void **state)
{
	auto_buf struct buf whole = BUF_INIT, line = BUF_INIT;
	auto_buf struct buf signer = BUF_INIT;
	struct json *body = js_obj();
	struct audit_report rep;
	size_t last;

	(void)state;
	make_unsigned_log("torn", 3);
	slurp("torn", &whole);
	slurp("torn.d/signer", &signer);
	last = whole.len - 1;
	while (whole.data[last - 1] != '\n')
		last--;
	for (size_t n = last; n < whole.len; n++) {
		struct audit *a = NULL;
		uint64_t seq;
		bool kept = n == whole.len - 1;

		spit("torn", whole.data, n);
		spit("torn.d/signer", signer.data, signer.len);
		rep = verify("torn", NULL);
		assert_int_equal(rep.fault,
		    n == last ? AUDIT_WHOLE : AUDIT_TORN_TAIL);
		assert_int_equal(audit_open(path_of("torn"), &a), 0);
		assert_int_equal(audit_append(a, "outcome", body, &seq, NULL),
		    0);
		assert_int_equal(seq, n == last ? 3 : kept ? 5 : 4);
		audit_close(a);
		assert_int_equal(verify("torn", NULL).fault, AUDIT_WHOLE);
		line.len = 0;
		slurp("torn", &line);
		assert_int_equal(strstr(line.data, "\"repair\"") != NULL,
		    n != last);
	}
	js_free(body);
}

static void
damaged_end_takes_no_record(void **state)
{
	auto_buf struct buf whole = BUF_INIT;
	struct audit *a = NULL;

	(void)state;
	make_log("damaged", 3);
	slurp("damaged", &whole);
	whole.data[whole.len - 20] ^= 1;
	spit("damaged", whole.data, whole.len);
	assert_int_equal(audit_open(path_of("damaged"), &a), -EBADMSG);
	spit("damaged", "no log\n", 7);
	assert_int_equal(audit_open(path_of("damaged"), &a), -EBADMSG);
}

static void
only_a_file_of_ours_is_a_log(void **state)
{
	struct audit *a = NULL;
	char link[256];

	(void)state;
	assert_int_equal(audit_open(folder, &a), -EISDIR);
	assert_int_equal(audit_open("", &a), -ENOENT);
	assert_int_equal(audit_open(path_of("none/log"), &a), -ENOENT);
	assert_int_equal(mkfifo(path_of("fifo"), 0600), 0);
	assert_int_equal(audit_open(path_of("fifo"), &a), -EINVAL);
	assert_int_equal(audit_open("/dev/null", &a), -EINVAL);
	make_log("target", 1);
	snprintf(link, sizeof(link), "%s/link", folder);
	assert_int_equal(symlink(path_of("target"), link), 0);
	assert_int_equal(audit_open(link, &a), -ELOOP);
	chmod(path_of("target"), 0602);
	assert_int_equal(audit_open(path_of("target"), &a), -EPERM);
	chmod(path_of("target"), 0600);
	if (geteuid() == 0) {
		assert_int_equal(chown(path_of("target"), 65534, 0), 0);
		assert_int_equal(audit_open(path_of("target"), &a), -EPERM);
	}
}

static void
bad_records_are_refused(void **state)
{
	struct json *body = js_obj(), *deep = js_num(1);
	struct audit *a = NULL;
	char *big = mem_new(AUDIT_LINE_MAX + 1, 1);

	(void)state;
	make_log("refuse", 0);
	assert_int_equal(audit_open(path_of("refuse"), &a), 0);
	js_put_num(body, "seq", 3);
	assert_int_equal(audit_append(a, "x", body, NULL, NULL), -EINVAL);
	js_free(body);
	body = js_obj();
	assert_int_equal(audit_append(a, "", body, NULL, NULL), -EINVAL);
	assert_int_equal(audit_append(a, "a\"b", body, NULL, NULL), -EINVAL);
	for (int i = 0; i < 100; i++) {
		struct json *outer = js_arr();

		js_add(outer, deep);
		deep = outer;
	}
	js_put(body, "deep", deep);
	assert_int_equal(audit_append(a, "x", body, NULL, NULL), -EINVAL);
	memset(big, 'x', AUDIT_LINE_MAX);
	js_put_str(body, "deep", big);
	assert_int_equal(audit_append(a, "x", body, NULL, NULL), -EMSGSIZE);
	js_put_num(body, "deep", INT64_MAX);
	assert_int_equal(audit_append(a, "x", body, NULL, NULL), 0);
	assert_int_equal(verify("refuse", NULL).records, 3);
	audit_close(a);
	js_free(body);
	free(big);
}

/* A file size limit stands for a full disk: an error, and nothing remains. */
static void
failed_write_leaves_nothing(void **state)
{
	struct rlimit was, tight;
	struct json *body = js_obj();
	struct audit *a = NULL;
	struct stat st;
	char *big = mem_new(8192, 1);

	(void)state;
	memset(big, 'x', 8191);
	js_put_str(body, "big", big);
	make_log("full", 2);
	assert_int_equal(audit_open(path_of("full"), &a), 0);
	assert_int_equal(stat(path_of("full"), &st), 0);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &was), 0);
	tight = was;
	tight.rlim_cur = (rlim_t)st.st_size + 100;
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &tight), 0);
	assert_int_equal(audit_append(a, "x", body, NULL, NULL), -EFBIG);
	audit_close(a);
	assert_int_equal(audit_open(path_of("full"), &a), -EFBIG);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &was), 0);
	assert_int_equal(verify("full", NULL).fault, AUDIT_WHOLE);
	assert_int_equal(verify("full", NULL).records, 4);
	js_free(body);
	free(big);
}

static void
moved_log_is_noticed(void **state)
{
	struct json *body = js_obj();
	struct audit *a = NULL;
	char away[256];

	(void)state;
	make_log("moved", 1);
	assert_int_equal(audit_open(path_of("moved"), &a), 0);
	snprintf(away, sizeof(away), "%s/away", folder);
	assert_int_equal(rename(path_of("moved"), away), 0);
	assert_int_equal(audit_append(a, "x", body, NULL, NULL), -ESTALE);
	make_log("moved", 1);
	assert_int_equal(audit_append(a, "x", body, NULL, NULL), -ESTALE);
	audit_close(a);
	js_free(body);
}

static void
code_is_kept_once_and_privately(void **state)
{
	struct audit *a = NULL;
	struct hash h;
	struct stat st;
	char hex[HASH_HEX], path[400];
	auto_buf struct buf b = BUF_INIT;

	(void)state;
	make_log("code", 0);
	hash_of("print(1)\n", 9, &h);
	hash_hex(&h, hex);
	assert_int_equal(audit_open(path_of("code"), &a), 0);
	assert_int_equal(audit_store_code(a, &h, "print(1)\n", 9), 0);
	snprintf(path, sizeof(path), "%s.d/code/%.2s/%s", path_of("code"),
	    hex, hex);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0600);
	assert_int_equal(audit_store_code(a, &h, "print(1)\n", 9), 0);
	/* A file someone else put there does not serve. */
	assert_int_equal(truncate(path, 3), 0);
	assert_int_equal(audit_store_code(a, &h, "print(1)\n", 9), 0);
	assert_int_equal(fdio_read_file(path, 100, &b), 0);
	assert_string_equal(buf_str(&b), "print(1)\n");
	audit_close(a);
}

/* Equal for equal bytes of one kind in one log, and in no other way. */
static void
short_values_are_hashed_with_a_key(void **state)
{
	struct audit *a, *b, *other;
	struct hash one, two;
	struct stat st;

	(void)state;
	assert_int_equal(audit_open(path_of("keyed"), &a), 0);
	assert_int_equal(audit_open(path_of("other"), &other), 0);
	assert_int_equal(audit_keyed_hash(a, "pin", "1234", 4, &one), 0);
	hash_of("1234", 4, &two);
	assert_memory_not_equal(&one, &two, sizeof(one));
	assert_int_equal(audit_keyed_hash(a, "pins", "1234", 4, &two), 0);
	assert_memory_not_equal(&one, &two, sizeof(one));
	assert_int_equal(audit_keyed_hash(other, "pin", "1234", 4, &two), 0);
	assert_memory_not_equal(&one, &two, sizeof(one));
	audit_close(other);
	assert_int_equal(audit_open(path_of("keyed"), &b), 0);
	assert_int_equal(audit_keyed_hash(b, "pin", "1234", 4, &two), 0);
	assert_memory_equal(&one, &two, sizeof(one));
	audit_close(b);
	assert_int_equal(stat(path_of("keyed.d/secret"), &st), 0);
	assert_int_equal(st.st_mode & 07777, 0600);
	chmod(path_of("keyed.d/secret"), 0644);
	assert_int_equal(audit_keyed_hash(a, "pin", "1", 1, &two), -EPERM);
	chmod(path_of("keyed.d/secret"), 0600);
	assert_int_equal(truncate(path_of("keyed.d/secret"), 31), 0);
	assert_int_equal(audit_keyed_hash(a, "pin", "1", 1, &two), -EBADMSG);
	assert_int_equal(unlink(path_of("keyed.d/secret")), 0);
	assert_int_equal(audit_keyed_hash(a, "pin", "1", 1, &two), -ENOKEY);
	audit_close(a);
	assert_int_equal(audit_open(path_of("keyed"), &a), 0);
	assert_int_equal(audit_keyed_hash(a, "pin", "1234", 4, &two), 0);
	assert_memory_not_equal(&one, &two, sizeof(one));
	audit_close(a);
}

static int
set_up(void **state)
{
	(void)state;
	unsetenv("SALLYPORT_AUDIT_SYNC");
	return mkdtemp(folder) == NULL;
}

static int
tear_down(void **state)
{
	(void)state;
	return nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static int64_t
now_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/*
 * test_audit write LOG COUNT [TYPE]: append so many records, and print what
 * each took in microseconds. For the suite of the command, and for figures.
 */
static int
write_records(const char *path, const char *count, const char *type)
{
	struct json *body = js_obj();
	struct audit *a = NULL;
	int64_t start;
	uint64_t seq;
	int r = audit_open(path, &a);

	/* What is printed was acknowledged, whenever we are killed. */
	setvbuf(stdout, NULL, _IOLBF, 0);
	js_put_num(body, "writer", getpid());
	js_put_str(body, "id", "r-test");
	js_put_str(body, "message", "a record of about the usual length, such "
	    "as a verdict with one finding has, or a run's outcome: status, "
	    "usage, limits, what was skipped, and why it was");
	for (long i = 0; r == 0 && i < strtol(count, NULL, 10); i++) {
		js_put_num(body, "n", i);
		start = now_us();
		r = audit_append(a, type, body, &seq, NULL);
		printf("%lld\n", (long long)(now_us() - start));
	}
	if (r < 0)
		fprintf(stderr, "%s: %s\n", path, audit_why(r));
	audit_close(a);
	js_free(body);
	return r < 0 ? -r : 0;
}

/*
 * test_audit cycle LOG COUNT: as so many runs do it, open the log, append
 * four records, close; print what open, the records, and close took.
 */
static int
cycle(const char *path, const char *count)
{
	struct json *body = js_obj();
	struct audit *a = NULL;
	int64_t t[4];
	int r = 0;

	js_put_str(body, "message", "a record of about the usual length");
	for (long i = 0; r == 0 && i < strtol(count, NULL, 10); i++) {
		t[0] = now_us();
		r = audit_open(path, &a);
		t[1] = now_us();
		for (int k = 0; r == 0 && k < 4; k++)
			r = audit_append(a, k == 2 ? "intent" : "outcome",
			    body, NULL, NULL);
		t[2] = now_us();
		if (r == 0)
			audit_close(a);
		t[3] = now_us();
		printf("%lld %lld %lld\n", (long long)(t[1] - t[0]),
		    (long long)(t[2] - t[1]), (long long)(t[3] - t[2]));
	}
	js_free(body);
	return r < 0 ? -r : 0;
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_the_canonical_form_is_a_record),
		cmocka_unit_test(depth_is_bounded),
		cmocka_unit_test(writer_and_scanner_agree),
		cmocka_unit_test(records_are_chained),
		cmocka_unit_test(every_changed_byte_is_found),
		cmocka_unit_test(torn_tail_is_mended),
		cmocka_unit_test(damaged_end_takes_no_record),
		cmocka_unit_test(only_a_file_of_ours_is_a_log),
		cmocka_unit_test(bad_records_are_refused),
		cmocka_unit_test(failed_write_leaves_nothing),
		cmocka_unit_test(moved_log_is_noticed),
		cmocka_unit_test(code_is_kept_once_and_privately),
		cmocka_unit_test(short_values_are_hashed_with_a_key),
	};

	if (argc >= 4 && strcmp(argv[1], "write") == 0)
		return write_records(argv[2], argv[3],
		    argc > 4 ? argv[4] : "outcome");
	if (argc == 4 && strcmp(argv[1], "cycle") == 0)
		return cycle(argv[2], argv[3]);
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
