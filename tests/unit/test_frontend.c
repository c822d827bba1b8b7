/* Markdown and notebooks: what becomes the program, and what is noted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "supervisor/base/buf.h"
#include "tools/frontend/frontend.h"

#define FUZZ_NO_MAIN
#include "tests/fuzz/fuzz_frontend.c"

/*
 * The program with its empty lines left out, "aside:" before what is one,
 * then "|" and the notes as word@cell:line:column.
 */
static void
describe(const struct document *doc, struct buf *out)
{
	size_t i, k, start = 0, line = 0, block;

	for (i = 0; i < doc->program.len; i++) {
		if (doc->program.data[i] != '\n')
			continue;
		for (k = 0, block = SIZE_MAX; k < doc->nblocks; k++)
			if (line >= doc->blocks[k].first &&
			    line - doc->blocks[k].first < doc->blocks[k].count)
				block = k;
		if (i > start) {
			if (block != SIZE_MAX && doc->blocks[block].aside)
				buf_adds(out, "aside:");
			buf_add(out, doc->program.data + start, i + 1 - start);
		}
		start = i + 1;
		line++;
	}
	for (i = 0; i < doc->nnotes; i++)
		buf_addf(out, "|%s@%u:%u:%u", doc->notes[i].word,
		    doc->notes[i].cell, doc->notes[i].line,
		    doc->notes[i].column);
	/* One map entry a line, and as many lines shown as judged. */
	assert_int_equal(line, doc->nlines);
	for (i = k = 0; i < doc->shown.len; i++)
		k += doc->shown.data[i] == '\n';
	assert_int_equal(k, doc->nlines);
}

struct example {
	const char *text, *want;
};

static void
check_markdown(const struct example *e, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++) {
		struct document doc = { 0 };
		auto_buf struct buf got = BUF_INIT;

		frontend_markdown(e[i].text, strlen(e[i].text), &doc);
		describe(&doc, &got);
		if (strcmp(buf_str(&got), e[i].want) != 0)
			print_error("%s\n", e[i].text);
		assert_string_equal(buf_str(&got), e[i].want);
		frontend_free(&doc);
	}
}

static void
fences_as_commonmark_has_them(void **state)
{
	static const struct example e[] = {
		{ "```python\na\n```\n", "a\n" },
		{ "~~~py\na\n```\n~~~\n", "a\n```\n" },
		{ "`````python3 title=\"x\"\na\n```\n`````\n", "a\n```\n" },
		{ "``python\na\n``\n", "" },
		{ "   ```python\n   a\n     b\n c\n  ```\n", "a\n  b\nc\n" },
		{ "\t```python\na\n", "|markdown-hidden-fence@0:1:2" },
		{ "```PYTHON\na\n``` \t\n", "a\n" },
		{ "```{.python .x}\na\n```", "a\n" },
		{ "```pyth&#111;n\na\n```", "a\n" },
		{ "```bash\nls\n```\n\n```py\na\n```\n", "a\n" },
		{ "```python\r\na\r\n```\r\n", "a\r\n" },
		{ "\xef\xbb\xbf```python\na\n```\n", "a\n" },
		{ "text\n```python\na\n```\ntext\n", "a\n" },
		{ "```python a`b\nx\n", "" },
		/* Two blocks are two blocks. */
		{ "```py\na\n```\nx\n```py\nb\n```\n", "a\nb\n" },
	};

	(void)state;
	check_markdown(e, ARRAY_SIZE(e));
}

static void
fences_in_quotes_and_lists(void **state)
{
	static const struct example e[] = {
		{ "> ```py\n> a\n>  b\n> ```\n", "a\n b\n" },
		{ ">```py\n>a\n>```\n", "a\n" },
		{ "- ```py\n  a\n  ```\n", "a\n" },
		{ "1. x\n\n   ```py\n   a\n\n     b\n   ```\n", "a\n  b\n" },
		{ "10) ```py\n    a\n    ```\n", "a\n" },
		{ "> - > ```py\n>   > a\n>   > ```\n", "a\n" },
		{ "- a\n  - b\n\n    ```py\n    c\n    ```\n", "c\n" },
		{ "* a\n\n  ```py\n\tb\n  ```\n", "  b\n" },
		{ "- - -\n```py\na\n```\n", "a\n" },
		{ "text\n2. ```py\n   a\n", "|markdown-hidden-fence@0:2:4" },
		{ "text\n1. ```py\n   a\n   ```\n", "a\n" },
		{ "- a\n2. ```py\n   b\n   ```\n", "b\n" },
		/* The end of its container ends a fence, and closes nothing. */
		{ "> ```py\n> a\n\nb\n", "a\n|markdown-unclosed-fence@0:1:3" },
		{ "- ```py\n  a\nb\n", "a\n|markdown-unclosed-fence@0:1:3" },
		{ "```py\na\n", "a\n|markdown-unclosed-fence@0:1:1" },
	};

	(void)state;
	check_markdown(e, ARRAY_SIZE(e));
}

static void
untagged_fences_are_python_if_alone(void **state)
{
	static const struct example e[] = {
		{ "```\na\n```\n", "a\n" },
		{ "```sh\nls\n```\n```\na\n```\n", "a\n" },
		{ "```py\na\n```\n```\nb\n```\n", "a\naside:b\n" },
		{ "```\nb\n```\n```py\na\n```\n", "aside:b\na\n" },
		{ "prose only, `code` and\n\n    indented\n", "" },
	};

	(void)state;
	check_markdown(e, ARRAY_SIZE(e));
}

static void
transcripts_give_what_was_typed(void **state)
{
	static const struct example e[] = {
		{ "```pycon\n>>> a\n1\n>>> if b:\n...     c\n...\n2\n```\n",
		    "a\nif b:\n    c\n" },
	};

	(void)state;
	check_markdown(e, ARRAY_SIZE(e));
}

static void
what_cruder_readers_take_is_noted(void **state)
{
	static const struct example e[] = {
		{ "x ```python\nevil()\n", "|markdown-hidden-fence@0:1:3" },
		{ "x ```python evil()``` y\n", "" },
		{ "<!--\n```text\n-->\n```python\na\n```\n",
		    "|markdown-hidden-fence@0:4:1" },
		{ "````md\n```python\na\n```\n````\n",
		    "|markdown-hidden-fence@0:2:1" },
		{ "x\xe2\x80\xa8```python\xe2\x80\xa8"
		    "evil()\xe2\x80\xa8```\n",
		    "|markdown-hidden-fence@0:1:3" },
		{ "x\r```python\revil()\r```\n", "|markdown-line-end@0:1:2"
		    "|markdown-hidden-fence@0:1:3" },
		{ "\xc3\xa9 ~~~ python\n", "|markdown-hidden-fence@0:1:3" },
	};

	(void)state;
	check_markdown(e, ARRAY_SIZE(e));
}

static void
ipython_is_noted_and_replaced(void **state)
{
	static const struct example e[] = {
		{ "```py\n!pip install x\nimport x\n```\n",
		    "pass\nimport x\n|notebook-shell@0:2:1" },
		{ "```py\nif a:\n    %run b.py\n```\n",
		    "if a:\n    pass\n|notebook-magic@0:3:5" },
		{ "```py\na = (b\n % c)\n```\n", "a = (b\n % c)\n" },
		{ "```py\na = '''\n!x\n%y\n'''\n```\n",
		    "a = '''\n!x\n%y\n'''\n" },
		{ "```py\na = \\\n%b\n```\n", "a = \\\n%b\n" },
		{ "```py\na = !ls\nb != c\n```\n",
		    "a = None\nb != c\n|notebook-shell@0:2:5" },
		{ "```py\na = b %c\n```\n", "a = b %c\n" },
		{ "```py\ndf.head?\nx = '?'\ny # ?\n```\n",
		    "pass\nx = '?'\ny # ?\n|notebook-help@0:2:1" },
		{ "```py\n?df\n```\n", "pass\n|notebook-help@0:2:1" },
		{ "```py\n!ls \\\n -l\na\n```\n",
		    "pass\na\n|notebook-shell@0:2:1" },
		{ "```py\n%matplotlib inline\n```\n",
		    "pass\n|notebook-plotting@0:2:1" },
		{ "```py\n%matplotlib inline; x\n```\n",
		    "pass\n|notebook-magic@0:2:1" },
		{ "```py\n%config InlineBackend.a = 'b2'\n"
		    "%config InlineBackend.a = f()\n```\n", "pass\npass\n"
		    "|notebook-plotting@0:2:1|notebook-magic@0:3:1" },
		{ "```py\n%timeit -n 3 -r2 f(x)\n```\n",
		    "f(x)\n|notebook-timing@0:2:1" },
		{ "```py\n\n%%bash\nls\n```\n", "|notebook-shell@0:3:1" },
		{ "```py\n%%time\nf()\n```\n", "f()\n|notebook-timing@0:2:1" },
		{ "```py\n%%js\nf()\n```\n", "|notebook-cell-magic@0:2:1" },
		{ "```py\na\n%%js\n```\n", "a\npass\n|notebook-magic@0:3:1" },
		{ "```py\nx = \"a\\\"!\"\n!b\n```\n",
		    "x = \"a\\\"!\"\npass\n|notebook-shell@0:3:1" },
	};

	(void)state;
	check_markdown(e, ARRAY_SIZE(e));
}

static void
places_are_the_documents(void **state)
{
	static const char text[] = "x\n> ```py\n>\t\xc3\xa9\n> ```\n";
	struct document doc = { 0 };

	(void)state;
	frontend_markdown(text, strlen(text), &doc);
	assert_string_equal(buf_str(&doc.program), "\n\n  \xc3\xa9\n\n");
	/* One column of the tab's three belongs to the quote. */
	assert_int_equal(doc.lines[2].line, 3);
	assert_int_equal(3 + doc.lines[2].shift, 3);
	assert_int_equal(frontend_find_line(&doc, 0, 3), 2);
	assert_true(frontend_find_line(&doc, 0, 9) == SIZE_MAX);
	frontend_free(&doc);
}

static void
notebooks_of_both_formats(void **state)
{
	static const struct example e[] = {
		{ "{\"nbformat\":4,\"cells\":[]}", "" },
		{ "{\"nbformat\":4,\"cells\":[{\"cell_type\":\"markdown\","
		    "\"source\":\"x\"},{\"cell_type\":\"code\",\"source\":"
		    "[\"a\\n\",\"b\"]},{\"cell_type\":\"code\",\"source\":"
		    "\"!c\"}]}", "a\nb\npass\n|notebook-shell@3:1:1" },
		{ "{\"nbformat\":3,\"worksheets\":[{\"cells\":[{\"cell_type\":"
		    "\"code\",\"input\":[\"a\"]}]},{\"cells\":[{\"cell_type\":"
		    "\"code\",\"input\":\"b?\"}]}]}",
		    "a\npass\n|notebook-help@2:1:1" },
		{ "{\"nbformat\":4,\"cells\":[{\"cell_type\":\"code\","
		    "\"source\":\"a\\u0000b\"}]}", "a\0b\n" },
	}, bad[] = {
		{ "", "" }, { "[]", "" }, { "{\"cells\":[]}", "" },
		{ "{\"nbformat\":4,\"nbformat\":3,\"cells\":[]}", "" },
		{ "{\"nbformat\":5,\"cells\":[]}", "" },
		{ "{\"nbformat\":4.0,\"cells\":[]}", "" },
		{ "{\"nbformat\":4,\"worksheets\":[]}", "" },
		{ "{\"nbformat\":3,\"cells\":[]}", "" },
		{ "{\"nbformat\":4,\"cells\":[],\"worksheets\":[]}", "" },
		{ "{\"nbformat\":4,\"cells\":[7]}", "" },
		{ "{\"nbformat\":4,\"cells\":[{\"source\":\"x\"}]}", "" },
		{ "{\"nbformat\":4,\"cells\":[{\"cell_type\":\"Code\","
		    "\"source\":\"x\"}]}", "" },
		{ "{\"nbformat\":4,\"cells\":[{\"cell_type\":\"code\"}]}", "" },
		{ "{\"nbformat\":4,\"cells\":[{\"cell_type\":\"code\","
		    "\"source\":[1]}]}", "" },
		{ "{\"nbformat\":4,\"cells\":[{\"cell_type\":\"code\","
		    "\"source\":\"x\",\"input\":\"y\"}]}", "" },
		{ "{\"nbformat\":4,\"cells\":[]} x", "" },
		{ "\xef\xbb\xbf{\"nbformat\":4,\"cells\":[]}", "" },
	};
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(e) + ARRAY_SIZE(bad); i++) {
		const struct example *x = i < ARRAY_SIZE(e) ? &e[i] :
		    &bad[i - ARRAY_SIZE(e)];
		struct document doc = { 0 };
		auto_buf struct buf got = BUF_INIT;

		frontend_notebook(x->text, strlen(x->text), &doc);
		describe(&doc, &got);
		if (i < ARRAY_SIZE(e)) {
			assert_string_equal(buf_str(&got), x->want);
		} else {
			assert_true(doc.nnotes > 0);
			assert_string_equal(doc.notes[0].word,
			    "notebook-malformed");
		}
		frontend_free(&doc);
	}
}

/* What stands behind a NUL is code as well. */
static void
nul_hides_nothing_in_a_notebook(void **state)
{
	static const char text[] = "{\"nbformat\":4,\"cells\":[{\"cell_type\":"
	    "\"code\",\"source\":\"a\\u0000b\"}]}";
	struct document doc = { 0 };

	(void)state;
	frontend_notebook(text, strlen(text), &doc);
	assert_int_equal(doc.blocks[0].end_byte - doc.blocks[0].byte, 4);
	assert_memory_equal(doc.program.data, "a\0b\n", 4);
	frontend_free(&doc);
}

/* Each mutation is judged by the fuzzer's own checks, which abort. */
static void
mutated_documents_stay_in_step(void **state)
{
	static const char *const seeds[] = {
		"# T\n\n```python\nx = 1\n!ls\n```\n> ~~~py\n>\ty?\n> ~~~\n"
		"1. a\n\n   ```\n   z\n   ```\n<!--\n```python\n-->\n",
		"{\"nbformat\":4,\"cells\":[{\"cell_type\":\"code\","
		"\"source\":[\"%time f()\\n\",\"a = !ls\"]}]}",
	};
	auto_buf struct buf changed = BUF_INIT;
	uint32_t seed = 7;
	size_t i, k;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(seeds); i++) {
		for (k = 0; k < 20000; k++) {
			fuzz_mutate(seeds[i], strlen(seeds[i]), &seed,
			    &changed);
			LLVMFuzzerTestOneInput((uint8_t *)changed.data,
			    changed.len);
		}
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fences_as_commonmark_has_them),
		cmocka_unit_test(fences_in_quotes_and_lists),
		cmocka_unit_test(untagged_fences_are_python_if_alone),
		cmocka_unit_test(transcripts_give_what_was_typed),
		cmocka_unit_test(what_cruder_readers_take_is_noted),
		cmocka_unit_test(ipython_is_noted_and_replaced),
		cmocka_unit_test(places_are_the_documents),
		cmocka_unit_test(notebooks_of_both_formats),
		cmocka_unit_test(nul_hides_nothing_in_a_notebook),
		cmocka_unit_test(mutated_documents_stay_in_step),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
