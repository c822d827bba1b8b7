/* The log's tree, its signatures, and what is kept out of its text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "supervisor/base/redact.h"
#include "supervisor/audit/audit_anchor.h"
#include "supervisor/audit/audit_impl.h"
#include "supervisor/audit/audit_note.h"
#include "supervisor/audit/audit_parts.h"
#include "supervisor/audit/audit_tree.h"
#include "supervisor/base/buf.h"
#include "supervisor/base/mem.h"
#include "supervisor/base/sign.h"
#include "supervisor/base/util.h"

static void
unhex(const char *hex, uint8_t *ret)
{
	unsigned byte;

	for (; *hex != '\0'; hex += 2) {
		assert_int_equal(sscanf(hex, "%2x", &byte), 1);
		*ret++ = (uint8_t)byte;
	}
}

/* RFC 8032, section 7.1, tests 1 and 3. */
static void
signatures_are_ed25519(void **state)
{
	static const struct {
		const char *seed, *key, *text, *signature;
	} cases[] = {
		{ "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031"
		  "cae7f60", "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325"
		  "af021a68f707511a", "",
		  "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224"
		  "901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141"
		  "438e7a100b" },
		{ "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0"
		  "b4458f7", "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac"
		  "5deb911548908025", "af82",
		  "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5"
		  "ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027be"
		  "ceea1ec40a" },
	};
	uint8_t seed[32], key[32], want[32], text[2], made[64], good[64];

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		size_t n = strlen(cases[i].text) / 2;

		unhex(cases[i].seed, seed);
		unhex(cases[i].key, want);
		unhex(cases[i].text, text);
		unhex(cases[i].signature, good);
		sign_public(seed, key);
		assert_memory_equal(key, want, 32);
		sign_make(seed, text, n, made);
		assert_memory_equal(made, good, 64);
		assert_true(sign_is_good(key, text, n, made));
		made[7] ^= 1;
		assert_false(sign_is_good(key, text, n, made));
	}
}

static void
the_next_seed_is_another(void **state)
{
	uint8_t one[32] = { 1 }, two[32], three[32], again[32];

	(void)state;
	sign_next_seed(one, two);
	sign_next_seed(two, three);
	sign_next_seed(one, again);
	assert_memory_equal(two, again, 32);
	assert_memory_not_equal(one, two, 32);
	assert_memory_not_equal(two, three, 32);
}

/*
 * The leaves and roots that implementations of RFC 6962 share: leaf i is the
 * i-th of these strings.
 */
static const char *const leaves[] = {
	"", "00", "10", "2021", "3031", "40414243", "5051525354555657",
	"606162636465666768696a6b6c6d6e6f",
};
static const char *const roots[] = {
	"6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
	"fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
	"aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
	"d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
	"4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
	"76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
	"ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
	"5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
};

static void
make_leaf(size_t i, struct hash *ret)
{
	uint8_t bytes[1 + 16] = { 0 };

	unhex(leaves[i % 8], bytes + 1);
	hash_of(bytes, 1 + strlen(leaves[i % 8]) / 2, ret);
}

static void
roots_are_those_of_rfc_6962(void **state)
{
	struct audit_tree t = { 0 };
	struct hash leaf, root;
	char hex[HASH_HEX];

	(void)state;
	audit_tree_root(&t, &root);
	hash_hex(&root, hex);
	assert_string_equal(hex, "e3b0c44298fc1c149afbf4c8996fb924"
	    "27ae41e4649b934ca495991b7852b855");
	for (size_t i = 0; i < ARRAY_SIZE(leaves); i++) {
		make_leaf(i, &leaf);
		audit_tree_add(&t, &leaf);
		audit_tree_root(&t, &root);
		hash_hex(&root, hex);
		assert_string_equal(hex, roots[i]);
	}
}

/* Every leaf of every small tree, from every beginning that is still kept. */
static void
every_path_leads_to_the_root(void **state)
{
	enum { MOST = 40 };
	struct audit_tree whole = { 0 }, starts[MOST + 1] = { { 0 } };
	struct hash leaf, root, way[64], own, wrong;
	struct audit_path *p;
	size_t n;

	(void)state;
	for (size_t size = 1; size <= MOST; size++) {
		make_leaf(size - 1, &leaf);
		audit_tree_add(&whole, &leaf);
		starts[size] = whole;
		audit_tree_root(&whole, &root);
		for (size_t at = 0; at < size; at++)
		for (size_t start = 0; start <= at; start++) {
			assert_int_equal(audit_path_new(&starts[start], at,
			    size, &p), 0);
			for (size_t i = start; i < size; i++) {
				if (start < size && i == size - 1 && size > 1 &&
				    at != i)
					assert_int_equal(audit_path_count(p,
					    &n), -ENODATA);
				make_leaf(i, &leaf);
				audit_path_feed(p, &leaf);
			}
			assert_int_equal(audit_path_count(p, &n), 0);
			for (size_t i = 0; i < n; i++)
				audit_path_at(p, i, &way[i]);
			make_leaf(at, &own);
			assert_int_equal(audit_path_check(&own, at, size, way,
			    n, &root), 0);
			make_leaf(at + 1, &wrong);
			assert_true(audit_path_check(&wrong, at, size, way, n,
			    &root) < 0);
			assert_true(audit_path_check(&own, size, size, way, n,
			    &root) < 0);
			assert_true(n == 0 || audit_path_check(&own, at, size,
			    way, n - 1, &root) < 0);
			audit_path_free(p);
		}
	}
	assert_int_equal(audit_path_new(&starts[3], 2, 5, &p), -EINVAL);
	assert_int_equal(audit_path_new(&starts[0], 5, 5, &p), -EINVAL);
}

static void
notes_are_read_strictly(void **state)
{
	static const struct { const char *from, *to; } edits[] = {
		{ "example.com/x\n4", "example.com/x\n04" },
		{ "example.com/x\n4", "example.com/x\n4 " },
		{ "example.com/x\n4", "example.com/x\n-4" },
		{ "example.com/x\n4", "example.com/x\n" },
		{ "example.com/x\n4", "example com/x\n4" },
		{ "example.com/x\n4", "example+com/x\n4" },
		{ "example.com/x\n4", "\n4" },
		{ "example.com/x\n4", "exa\tmple.com/x\n4" },
		{ "example.com/x\n4", "exa\xffmple.com/x\n4" },
		{ "=\nnext-key", "\nnext-key" },
		{ "=\nnext-key", "=\n\nnext-key" },
		{ "next-key e", "next-key f" },
		{ "\n\n", "\n" },
		{ "\n\n\xe2\x80\x94 ", "\n\n- " },
		{ "\n\n\xe2\x80\x94 ", "\n\nx\n\xe2\x80\x94 " },
	};
	uint8_t seed[32] = { 7 }, next[32], key[32], other[32];
	auto_buf struct buf note = BUF_INIT, edited = BUF_INIT;
	struct audit_note got;
	struct hash root;
	char *at;

	(void)state;
	hash_of("x", 1, &root);
	sign_public(seed, key);
	sign_next_seed(seed, next);
	sign_public(next, other);
	audit_note_make("example.com/x", 4, &root, other, seed, &note);
	assert_int_equal(audit_note_parse(note.data, note.len, &got), 0);
	assert_string_equal(got.origin, "example.com/x");
	assert_int_equal(got.size, 4);
	assert_true(got.has_next);
	assert_memory_equal(got.next, other, 32);
	assert_memory_equal(&got.root, &root, sizeof(root));
	assert_true(audit_note_is_signed(note.data, note.len, &got, key));
	assert_false(audit_note_is_signed(note.data, note.len, &got, other));
	/* A witness's line beside it, before or behind, does no harm. */
	buf_add(&edited, note.data, got.text + 1);
	buf_adds(&edited, "\xe2\x80\x94 w.example AAAA\n");
	buf_adds(&edited, note.data + got.text + 1);
	assert_int_equal(audit_note_parse(edited.data, edited.len, &got), 0);
	assert_true(audit_note_is_signed(edited.data, edited.len, &got, key));
	for (size_t i = 0; i < ARRAY_SIZE(edits); i++) {
		at = strstr(note.data, edits[i].from);
		assert_non_null(at);
		edited.len = 0;
		buf_add(&edited, note.data, (size_t)(at - note.data));
		buf_adds(&edited, edits[i].to);
		buf_adds(&edited, at + strlen(edits[i].from));
		if (audit_note_parse(edited.data, edited.len, &got) == 0)
			fail_msg("taken: %s", edited.data);
	}
	for (size_t n = 0; n < note.len; n++)
		assert_true(audit_note_parse(note.data, n, &got) < 0 ||
		    n == note.len);
	for (size_t i = 0; i < note.len; i++) {
		note.data[i] ^= 1;
		assert_true(audit_note_parse(note.data, note.len, &got) < 0 ||
		    !audit_note_is_signed(note.data, note.len, &got, key));
		note.data[i] ^= 1;
	}
}

static void
keys_match_their_ids(void **state)
{
	auto_buf struct buf text = BUF_INIT;
	uint8_t key[32] = { 9 }, got[32];

	(void)state;
	audit_note_key("example.com/x", key, &text);
	assert_int_equal(audit_note_parse_key(text.data, text.len,
	    "example.com/x", got), 0);
	assert_memory_equal(got, key, 32);
	assert_int_equal(audit_note_parse_key(text.data, text.len,
	    "example.com/y", got), -EINVAL);
	for (size_t i = 0; i < text.len; i++) {
		text.data[i] ^= 1;
		assert_int_equal(audit_note_parse_key(text.data, text.len,
		    "example.com/x", got), -EINVAL);
		text.data[i] ^= 1;
	}
}

static void
anchors_are_all_or_nothing(void **state)
{
	static const char *const bad[] = {
		"x", "1:", ":", "1:0", "-1:", "a+b+c", "1:"
		"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015a",
		"9007199254740992:"
		"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
		"example.com/x\n4\nAAAA\n\n\xe2\x80\x94 x AAAA\n",
	};
	struct audit_anchors a;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++)
		assert_int_equal(audit_anchors_parse(bad[i], &a), -EINVAL);
	assert_int_equal(audit_anchors_parse("\n\n7:ba7816bf8f01cfea414140de5d"
	    "ae2223b00361a396177a9cb410ff61f20015ad\n\n3:ba7816bf8f01cfea41414"
	    "0de5dae2223b00361a396177a9cb410ff61f20015ad", &a), 0);
	assert_int_equal(a.n, 2);
	assert_int_equal(a.items[0].size, 4);
	assert_int_equal(a.items[1].size, 8);
	audit_anchors_free(&a);
}

static void
secrets_are_kept_out(void **state)
{
	static const struct { const char *in, *out; } cases[] = {
		{ "key = 'AKIAIOSFODNN7EXAMPLE'", "key = '[redacted:20]'" },
		{ "x ghp_0123456789abcdefghijABCDEFGHIJ012345 y",
		  "x [redacted:40] y" },
		{ "password = \"hunter2\"", "password = \"[redacted:7]\"" },
		{ "DB_PASSWORD=s3cr3tvalue", "DB_PASSWORD=[redacted:11]" },
		{ "os.environ['API_KEY'] = 'abc'",
		  "os.environ['API_KEY'] = '[redacted:3]'" },
		{ "{\"token\": \"abcdef\", \"n\": 1}",
		  "{\"token\": \"[redacted:6]\", \"n\": 1}" },
		{ "postgres://joe:pa55@db/x", "postgres://joe:[redacted:4]@db/x" },
		{ "Authorization: Bearer abcdefghijklmnopqrstuvwx",
		  "Authorization: [redacted:31]" },
		{ "a -----BEGIN RSA PRIVATE KEY-----\nMII\n-----END RSA PRIVATE "
		  "KEY----- b", "a [redacted:36]-----END RSA PRIVATE KEY----- b" },
		{ "-----BEGIN OPENSSH PRIVATE KEY-----\nabc",
		  "[redacted:39]" },
		{ "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.AAAAAAAAAAAAAAAA",
		  "[redacted:53]" },
		{ "k = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'",
		  "k = '[redacted:40]'" },
		{ "/in/BwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyAhIiMkJSYnKCkq",
		  "[redacted:52]" },
		{ "https:/joe:pa55word@db/x", "https:/joe:[redacted:8]@db/x" },
		{ "x \"password: \\\"correct horse\\\"\"",
		  "x \"password: \\\"[redacted:13]\\\"\"" },
		{ "{\\\"token\\\": \\\"abcdef\\\"}",
		  "{\\\"token\\\": \\\"[redacted:6]\\\"}" },
		{ "x AccountKey=a2tra2tra2tra2s9PQ==;y",
		  "x AccountKey=[redacted:20];y" },
		{ "PGPASS=hunter2x9", "PGPASS=[redacted:9]" },
		{ "/cb?access_token=abcdef0123&a=1",
		  "/cb?access_token=[redacted:10]&a=1" },
		{ "123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1",
		  "[redacted:45]" },
		{ "SK0123456789abcdef0123456789abcdef", "[redacted:34]" },
		{ "hooks.slack.com/services/T00000000/B00000000/XXXXXXXX",
		  "[redacted:53]" },
		/* Cut by whoever made the preview. */
		{ "key = 'ghp_0123456789abcdefghij", "key = '[redacted:24]" },
		{ "mysql --password x -h db", "mysql --password [redacted:1] -h db" },
		{ "tool --api-key 'ab c'", "tool --api-key '[redacted:4]'" },
		{ "Authorization: Bearer x", "Authorization: [redacted:8]" },
		{ "{\"password\": 1234}", "{\"password\": [redacted:4]}" },
		{ "{\"pin\": \"12\"}", "{\"pin\": \"[redacted:2]\"}" },
		{ "/a?password=x&b=1", "/a?password=[redacted:1]&b=1" },
		{ "ftp://joe:p@ss@host/x", "ftp://joe:[redacted:4]@host/x" },
	};
	static const char *const plain[] = {
		"", "token = tokenizer.next()", "password == other",
		"def check_password(password):", "import secrets",
		"sha256 ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410",
		"https://example.com:8080/a@b", "sk-learn", "print(token)",
		"for token in tokens: pass", "a task-force", "-----BEGIN "
		"CERTIFICATE-----", "secret", "compass = bearing1",
		"/usr/lib/python3/dist-packages/matplotlib/backends/backend_agg.py",
		"/home/ada/Documents/Project2024/QuarterlyReportForTheBoard.csv",
		"from sklearn.model_selection import GridSearchCV, train_test_split",
		"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
		"std::vector<std::pair<int, std::string>>", "C:\\Users\\Ada",
		"2026-11-21T12:00:00Z", "http://[::1]:8080/a", "12345678:30",
	};
	auto_buf struct buf out = BUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		out.len = 0;
		assert_true(redact_text(cases[i].in, strlen(cases[i].in),
		    &out));
		assert_string_equal(out.data, cases[i].out);
	}
	for (size_t i = 0; i < ARRAY_SIZE(plain); i++)
		if (redact_text(plain[i], strlen(plain[i]), &out))
			fail_msg("redacted: %s", plain[i]);
	assert_true(redact_is_name("db_password"));
	assert_false(redact_is_name("key"));
	assert_false(redact_is_name("sha256"));
}

static void
full_files_are_known_by_name(void **state)
{
	char name[AUDIT_PART_NAME];
	char big[400];

	(void)state;
	assert_int_equal(audit_parts_name("log", 42, name), 0);
	assert_string_equal(name, "log.000000000042");
	assert_true(audit_parts_is_full(name));
	assert_false(audit_parts_is_full("log"));
	assert_false(audit_parts_is_full("log.00000000004x"));
	assert_false(audit_parts_is_full(".000000000042"));
	memset(big, 'x', sizeof(big) - 1);
	big[sizeof(big) - 1] = '\0';
	assert_int_equal(audit_parts_name(big, 1, name), -ENAMETOOLONG);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(signatures_are_ed25519),
		cmocka_unit_test(the_next_seed_is_another),
		cmocka_unit_test(roots_are_those_of_rfc_6962),
		cmocka_unit_test(every_path_leads_to_the_root),
		cmocka_unit_test(notes_are_read_strictly),
		cmocka_unit_test(keys_match_their_ids),
		cmocka_unit_test(anchors_are_all_or_nothing),
		cmocka_unit_test(secrets_are_kept_out),
		cmocka_unit_test(full_files_are_known_by_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
