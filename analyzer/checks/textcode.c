/*
 * Library functions that run text as code while honest programs call them:
 * doctest.testmod runs the examples in docstrings, timeit runs strings but
 * takes functions as well. Both are judged like the code they are; what is not
 * known of them is a finding.
 */
#include "checks.h"

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "../fold/fold.h"
#include "../judge.h"
#include "../source/identifier.h"
#include "../eval/own.h"
#include "../eval/signatures.h"
#include "../findings/report.h"
#include "../eval/eval.h"

/*
 * One line of a docstring: an example's first line (">>> code"), or another
 * ("... code") if one is open. False if it is neither. As doctest reads it:
 * tabs count as blanks, the indentation before the mark is dropped.
 */
static bool
add_example_line(const char *s, size_t n, bool open, struct buf *code)
{
	size_t i = 0;

	while (i < n && (s[i] == ' ' || s[i] == '\t'))
		i++;
	if (n - i < 3 || (memcmp(s + i, ">>>", 3) != 0 &&
	    !(open && memcmp(s + i, "...", 3) == 0)))
		return false;
	i += 3;
	if (i < n && s[i] == ' ')
		i++;
	buf_add(code, s + i, n - i);
	buf_addc(code, '\n');
	return true;
}

/* The code of all examples in a text; nothing added if it has none. */
static void
extract_examples(const char *s, size_t n, struct buf *code)
{
	const char *end = s + n, *nl;
	bool open = false;

	for (; s < end; s = nl + 1) {
		nl = memchr(s, '\n', (size_t)(end - s));
		if (nl == NULL)
			nl = end;
		open = add_example_line(s, (size_t)(nl - s), open, code);
	}
}

/* Does this store to `__doc__` or `__test__`, of whatever object? */
static bool
stores_examples(const struct judge *j, uint32_t target)
{
	uint32_t name = j->nodes[target].kind == NODE_ATTRIBUTE ?
	    tree_last(j->nodes, target) : target;

	return j->nodes[name].kind == NODE_IDENTIFIER &&
	    (j->nodes[name].name == KNOWN(dunder_doc) ||
	    j->nodes[name].name == KNOWN(dunder_test));
}

bool
makes_one_of(struct judge *j, uint32_t callee, const char *name,
    unsigned depth)
{
	const struct vset *set = eval(j, callee);
	uint32_t list, base;
	size_t i;

	for (i = 0; i < set->n; i++) {
		const struct value *v = set->v[i];

		if (v->kind == VALUE_PATH && strstr(names_text(j->names,
		    v->name), name) != NULL)
			return true;
		list = v->kind == VALUE_CLASS ? tree_child(j->nodes, v->node,
		    NODE_ARGUMENTS) : 0;
		if (list != 0)
			TREE_CHILDREN(j->nodes, list, base)
				if (depth > 0 && makes_one_of(j, base, name,
				    depth - 1))
					return true;
	}
	return false;
}

/* "__doc__" as a text; property(f, doc=text). */
static bool
may_store_examples(struct judge *j, uint32_t at)
{
	const struct vset *set;
	size_t i;

	switch (j->nodes[at].kind) {
	case NODE_IDENTIFIER:
		return j->nodes[at].role == ROLE_NAME &&
		    j->nodes[j->nodes[at].parent].kind ==
		    NODE_KEYWORD_ARGUMENT && (judge_is_named(j, at, "doc") ||
		    judge_is_named(j, at, "__doc__"));
	case NODE_CALL:
		return tree_count(j->nodes, tree_last(j->nodes, at)) > 3 &&
		    makes_one_of(j, at + 1, "property", 4);
	case NODE_STRING:
	case NODE_CONCATENATED_STRING:
		set = eval(j, at);
		for (i = 0; i < set->n; i++)
			if (set->v[i]->kind == VALUE_STR && (value_is_text(
			    set->v[i], "__doc__") || value_is_text(set->v[i],
			    "__test__")))
				return true;
		return false;
	default:
		return (j->nodes[at].role == ROLE_STORE || j->nodes[at].kind ==
		    NODE_ATTRIBUTE) && j->nodes[at].role != ROLE_LOAD &&
		    stores_examples(j, at);
	}
}

/*
 * Examples see the names of the submission, and so does the judge: all of
 * them behind all of it, as one source.
 */
void
check_examples_together(struct judge *j)
{
	auto_buf struct buf code = BUF_INIT;
	const struct vset *set;
	struct value *text;
	uint32_t i;
	size_t n, k;

	buf_add(&code, j->source.bytes, j->source.n);
	buf_addc(&code, '\n');
	n = code.len;
	for (i = 0; i < j->tree.n; i++) {
		if (j->nodes[i].kind != NODE_STRING &&
		    j->nodes[i].kind != NODE_CONCATENATED_STRING)
			continue;
		set = eval(j, i);
		for (k = 0; k < set->n; k++)
			if (set->v[k]->kind == VALUE_STR)
				extract_examples(set->v[k]->text.bytes,
				    set->v[k]->text.n, &code);
		i = j->nodes[i].skip - 1;
	}
	if (code.len == n)
		return;
	text = value_new(j->arena, VALUE_STR, j->examples);
	text->flags = VALUE_NAMESPACE;
	text->text.bytes = arena_strndup(j->arena, code.data, code.len);
	text->text.n = code.len;
	j->judge_again(j, text, j->examples);
}

/* Is this such a source already? */
static bool
are_together(const struct judge *j)
{
	const struct running *r = j->report->running;

	return r != NULL && r->text->flags & VALUE_NAMESPACE;
}

/* doctest.testmod(): the examples in docstrings, and in nothing else. */
void
check_examples(struct judge *j, uint32_t call)
{
	uint32_t i;

	if (are_together(j))
		return;
	j->examples = call;
	for (i = 0; i < j->tree.n; i++)
		if (may_store_examples(j, i))
			report_flow(j, FLOW_TEXT_AS_CODE, call,
			    "doctest.testmod", NULL);
}

/* What cannot be text. */
static bool
is_callable(struct judge *j, const struct value *v)
{
	switch (v->kind) {
	case VALUE_OBJECT:
		return own_class_is_no_text(j, v->node);
	case VALUE_FUNCTION:
	case VALUE_CLASS:
	case VALUE_METHOD:
	case VALUE_PATH:
		return true;
	default:
		return false;
	}
}

/*
 * Text for timeit runs among that module's own names. Those that are modules
 * are imported for the judge; with any other there is nothing to judge by. What
 * reaches out of the program has no business in a text: a person decides.
 */
static bool
names_are_its_own(const char *s, size_t n, bool *ret_modules)
{
	static const char modules[][16] = { "gc", "itertools", "sys",
	    "time" };
	static const char others[][16] = { "Timer", "timeit", "repeat",
	    "main", "reindent", "template", "default_timer", "default_number",
	    "default_repeat", "dummy_src_name", "open", "os", "io", "pathlib",
	    "shutil", "tempfile", "input" };
	char word[32];
	size_t i, k;

	for (i = 0; i < n; i += k + (k == 0)) {
		for (k = 0; i + k < n && identifier_is_plain(s[i + k]); k++)
			if (k < sizeof(word) - 1)
				word[k] = s[i + k];
		if ((s[i] & 0x80) != 0)
			return false;
		if (k == 0 || k >= sizeof(word))
			continue;
		word[k] = '\0';
		if ((word[0] == '_' && k > 1) || IS_ONE_OF(word, others))
			return false;
		*ret_modules |= IS_ONE_OF(word, modules);
	}
	return true;
}

/* Its setup and its statement, as timeit joins them; false: it is not known. */
static bool
judge_timed(struct judge *j, const struct value *setup,
    const struct value *stmt, uint32_t call)
{
	static const char modules[] = "import gc, itertools, sys, time\n";
	const struct value *parts[] = { setup, stmt };
	auto_buf struct buf code = BUF_INIT, all = BUF_INIT;
	struct value *text;
	bool wants_modules = false;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(parts); i++)
		if (parts[i] != NULL) {
			buf_add(&code, parts[i]->text.bytes,
			    parts[i]->text.n);
			buf_addc(&code, '\n');
		}
	if (!names_are_its_own(code.data, code.len, &wants_modules))
		return false;
	if (wants_modules)
		buf_adds(&all, modules);
	buf_add(&all, code.data, code.len);
	text = value_new(j->arena, VALUE_STR, call);
	text->from = stmt != NULL ? stmt : setup;
	text->text.bytes = arena_strndup(j->arena, all.data, all.len);
	text->text.n = all.len;
	j->judge_again(j, text, call);
	return true;
}

void
check_timed(struct judge *j, uint32_t call, const char *callee,
    const struct rules_model *sig)
{
	const struct value *texts[2] = { NULL, NULL };
	bool known = true;
	size_t n, i;

	if (model_parameter(sig, RULES_USE_PYTHON) != 0)
		return;
	for (n = 0; n < 2; n++) {
		uint32_t node = signature_argument(j, call, sig, n);
		const struct vset *set = node == SIGNATURE_UNKNOWN ?
		    &vset_unknown : node == 0 ? NULL : eval(j, node);

		if (set == NULL)
			continue;
		texts[n] = vset_only(set, VALUE_STR);
		if (texts[n] != NULL)
			continue;
		known &= !set->unknown && set->n > 0;
		for (i = 0; i < set->n; i++)
			known &= is_callable(j, set->v[i]);
	}
	if (texts[0] != NULL || texts[1] != NULL) {
		n = model_parameter(sig, RULES_USE_NAMES);
		known &= n < sig->n && signature_argument(j, call, sig, n) ==
		    0;
		known = known && judge_timed(j, texts[1], texts[0], call);
	}
	if (!known)
		report_flow(j, FLOW_TEXT_AS_CODE, call, callee, NULL);
}

/* Is each mention of sys.argv one that leaves it as it was given? */
static bool
words_are_kept(struct judge *j)
{
	uint32_t i, at;

	for (i = own_first_named(j, "argv"); i != 0; i = j->own_next[i]) {
		at = j->nodes[i].parent;
		if (j->nodes[at].kind != NODE_ATTRIBUTE || i == at + 1)
			at = i;
		if (j->nodes[at].role == ROLE_NAME)
			continue;
		if (j->nodes[at].role != ROLE_LOAD || !eval_only_looks(j, at))
			return false;
	}
	return true;
}

/* unittest.main(argv=["x", "os.abort"]): names of what is imported and run. */
void
check_tests(struct judge *j, uint32_t call)
{
	static const struct rules_model main = { .n = 3, .parameters[2] = {
	    .name = "argv", .n = 4 } };
	uint32_t node = signature_argument(j, call, &main, 2);
	const struct vset *const *items;
	const struct value *v;
	size_t n, i;

	items = node == 0 || node == SIGNATURE_UNKNOWN ? NULL :
	    fold_elements(j, eval(j, node), &n);
	for (i = 1; items != NULL && i < n; i++) {
		v = vset_only(items[i], VALUE_STR);
		if (v == NULL || (v->text.n > 0 && v->text.bytes[0] != '-'))
			report_flow(j, FLOW_UNKNOWN_MODULE, node, "argv", v);
	}
	if (node == 0 ? !words_are_kept(j) : items == NULL && node !=
	    SIGNATURE_UNKNOWN && j->nodes[node].kind == NODE_CALL)
		report_flow(j, FLOW_UNKNOWN_MODULE, node == 0 ? call : node,
		    "argv", NULL);
}
