/* `model` rows: what they may say, how it is read, and where they are wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "supervisor/base/buf.h"
#include "supervisor/base/hash.h"
#include "supervisor/base/rules.h"

#define HEAD	"sallyport-rules 2\n"

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

static void
refuse_whole(const char *text, const char *error)
{
	auto_buf struct buf errors = BUF_INIT;
	struct ruleset *rs = NULL;

	assert_int_equal(rules_parse("t", text, strlen(text), &errors, &rs),
	    -EINVAL);
	assert_null(rs);
	if (strstr(buf_str(&errors), error) == NULL)
		print_message("wanted: %s\n got: %s", error, buf_str(&errors));
	assert_non_null(strstr(buf_str(&errors), error));
}

static void
refuse(const char *text, const char *error)
{
	auto_buf struct buf whole = BUF_INIT;

	buf_addf(&whole, HEAD "%s", text);
	refuse_whole(buf_str(&whole), error);
}

static void
test_read(void **state)
{
	struct ruleset *rs = load("model a.copy(src, dst|to, *rest, key=)\t"
	    "src=read  dst|to=write rest=items key=python returns=src keeps "
	    "direct\n");
	const struct rules_parameter *p;
	struct rules_model m;

	(void)state;
	assert_false(rules_model(rs, "a.move", &m));
	assert_true(rules_model(rs, "a.copy", &m));
	p = m.parameters;
	assert_int_equal(m.n, 4);
	assert_memory_equal(p[0].name, "src", p[0].n);
	assert_int_equal(p[0].use, RULES_USE_READ);
	assert_memory_equal(p[1].name, "dst|to", p[1].n);
	assert_int_equal(p[1].use, RULES_USE_WRITE);
	assert_false(p[1].rest || p[1].keyword || p[1].self);
	assert_true(p[2].rest);
	assert_int_equal(p[2].use, RULES_USE_ITEMS);
	assert_true(p[3].keyword);
	assert_int_equal(p[3].use, RULES_USE_PYTHON);
	assert_int_equal(m.returns, RULES_GIVES_ARGUMENT);
	assert_int_equal(m.returned, 1);
	assert_int_equal(m.words, 1u << RULES_KEEPS | 1u << RULES_DIRECT);
	assert_true(m.places);
	rules_free(rs);
}

static void
test_names(void **state)
{
	struct ruleset *rs = load("set S = { .dial .call }\n"
	    "model $S .ring reaches\nmodel .touch(self) self=write\n"
	    "model a.** keeps\nmodel a.b.* converts\nmodel a.b.c(x)\n"
	    "model len returns=number\n");
	struct rules_model m;

	(void)state;
	assert_true(rules_model(rs, ".dial", &m));
	assert_int_equal(m.words, 1u << RULES_REACHES);
	assert_false(m.places);
	assert_true(rules_model(rs, ".ring", &m));
	assert_false(rules_model(rs, "ring", &m));
	assert_true(rules_model(rs, ".touch", &m));
	assert_true(m.parameters[0].self);
	assert_true(rules_model(rs, "a.x.y", &m));
	assert_int_equal(m.words, 1u << RULES_KEEPS);
	assert_true(rules_model(rs, "a.b.x", &m));
	assert_int_equal(m.words, 1u << RULES_CONVERTS);
	/* What a row says of nothing it says of all, and patterns do not. */
	assert_true(rules_model(rs, "a.b.c", &m));
	assert_int_equal(m.words, 0);
	assert_true(m.places);
	assert_true(rules_model(rs, "len", &m));
	assert_int_equal(m.returns, RULES_GIVES_NUMBER);
	assert_false(m.places);
	rules_free(rs);
}

static void
test_refused(void **state)
{
	(void)state;
	refuse("model a(x) y=read\n",
	    "t:2:12: error: 'y' is no parameter of it");
	refuse("model  a(x,\ty)   y=raed\n", "t:2:20: error: 'raed' is no use "
	    "of an argument; did you mean 'read'?");
	refuse("model a(x) x=", "t:2:12: error: 'x=' says nothing");
	refuse("model a(x) =read", "t:2:12: error: '=' is no parameter");
	refuse("model a(x", "t:2:8: error: '(' is not closed");
	refuse("model a(x, \xc3\xa9)", "'\xc3\xa9' stands where");
	refuse("model a(x) \xc3\xa9=read", "'\xc3\xa9' is no parameter");
	refuse("model a b keps\n", "a model is written");
	refuse("model a(x) keps\n", "t:2:12: error: 'keps' is no word of a "
	    "model; did you mean 'keeps'?");
	refuse("model a(x) x=read x=write\n", "'x' has been said already");
	refuse("model a(x) returns=y\n", "t:2:20: error: 'y' is neither a "
	    "parameter of it nor what a call gives");
	refuse("model a(x) returns=nubmer\n", "did you mean 'number'?");
	refuse("model a(x, y\n", "t:2:8: error: '(' is not closed");
	refuse("model a(1x)\n", "stands where a parameter's name");
	refuse("model a(x y)\n", "t:2:11: error: 'y' stands where ','");
	refuse("model a(x=, y)\n", "'y' stands behind what is passed by name");
	refuse("model a(x)keeps\n", "stands where a blank should");
	refuse("model a(a, b, c, d, e, f, g, h, i, j, k, l, m)\n",
	    "'m' is one parameter too many");
	refuse("model a\n", "a model is written");
	refuse("model keeps\n", "a model is written");
	refuse("model\n", "a model is written");
	refuse("model a(x) x=read : why\n", "a model is written");
	refuse("model a(x) { x }\n", "a model is written");
	refuse("model .a.b keeps\n", "a model is of a dotted name");
	refuse("model a..b keeps\n", "a model is of a dotted name");
	refuse("allow model a\n", "a model has no verb");
	refuse("default model a\n", "unknown verb 'model'");
	refuse("replace model a keeps\n", "no row about 'a' to replace");
	refuse_whole("sallyport-rules 1\nmodel a keeps\n",
	    "'model' needs a table that begins with: sallyport-rules 2");
}

static void
test_repeated(void **state)
{
	(void)state;
	refuse("model a(x) x=read\nmodel a(x) x=write\n",
	    "t:3:7: error: 'a' has another model at t:2");
	rules_free(load("model a(x) x=read\nmodel  a(x)  x=read\n"));
}

static void
test_bounds(void **state)
{
	auto_buf struct buf text = BUF_INIT;
	size_t i;

	(void)state;
	buf_adds(&text, "model a(");
	for (i = text.len; i < 199; i++)
		buf_addc(&text, 'x');
	buf_adds(&text, ")\n");
	rules_free(load(buf_str(&text)));
	text.len -= 2;
	buf_adds(&text, "x)\n");
	refuse(buf_str(&text), "a model is longer than 200 bytes");
}

/* The identity of a table: what its models mean, not how they stand there. */
static void
test_meaning(void **state)
{
	static const char *const same[] = { "model a(x, y) x=read\n",
	    "model   a(x,   y)\tx=read # so\n" };
	struct ruleset *rs[3] = { load(same[0]), load(same[1]),
	    load("model a(x, y) y=read\n") };
	struct hash hash[3];
	size_t i;

	(void)state;
	for (i = 0; i < 3; i++)
		rules_hash(rs[i], &hash[i]);
	assert_memory_equal(&hash[0], &hash[1], sizeof(hash[0]));
	assert_memory_not_equal(&hash[0], &hash[2], sizeof(hash[0]));
	for (i = 0; i < 3; i++)
		rules_free(rs[i]);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_read),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_repeated),
		cmocka_unit_test(test_bounds),
		cmocka_unit_test(test_meaning),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
