/*
 * How the gate reads a source: names and their scopes, attributes, calls,
 * keywords, strings, numbers. `--dump` prints that for sources on standard
 * input, each behind its length in decimal and a newline; tests/differential
 * compares it with what CPython reads.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analyzer/syntax/literal.h"
#include "analyzer/judge.h"
#include "analyzer/findings/report.h"
#include "analyzer/eval/eval.h"
#include "supervisor/base/buf.h"
#include "supervisor/base/fdio.h"
#include "supervisor/base/mem.h"

struct reading {
	struct judge	 judge;
	struct report	 report;
	struct syntax	*syntax;
	struct buf	*out;
	bool		 refused;
};

static void
on_source(void *arg, enum source_word word, uint32_t start, uint32_t end)
{
	(void)word;
	(void)start;
	(void)end;
	((struct reading *)arg)->refused = true;
}

/* The scopes around, as in "f.A.<lambda>.<comp>". */
static void
add_scope(struct reading *r, uint32_t scope)
{
	const struct judge *j = &r->judge;
	const struct scope *s = &j->scopes.list[scope];
	uint32_t child;

	if (s->parent == 0)
		return;
	add_scope(r, s->parent);
	if (s->kind == SCOPE_COMPREHENSION)
		buf_adds(r->out, "<comp>");
	else if (j->nodes[s->node].kind == NODE_LAMBDA)
		buf_adds(r->out, "<lambda>");
	else
		TREE_CHILDREN(j->nodes, s->node, child)
			if (j->nodes[child].kind == NODE_IDENTIFIER) {
				buf_adds(r->out, names_text(j->names,
				    j->nodes[child].name));
				break;
			}
	buf_addc(r->out, '.');
}

static void
event(struct reading *r, char kind, uint32_t at, const char *s, size_t n)
{
	size_t i;

	buf_addc(r->out, kind);
	buf_addc(r->out, ' ');
	if (kind != 'V' && kind != 'n') {
		add_scope(r, r->judge.nodes[at].scope);
		buf_add(r->out, s, n);
	} else
		for (i = 0; i < n; i++)
			buf_addf(r->out, "%02x", (unsigned char)s[i]);
	buf_addc(r->out, '\n');
}

static void
name_event(struct reading *r, char kind, uint32_t at)
{
	const char *s = names_text(r->judge.names, r->judge.nodes[at].name);

	event(r, kind, at, s, strlen(s));
}

static void
dump_identifier(struct reading *r, uint32_t at)
{
	const struct node *n = &r->judge.nodes[at];
	unsigned parent = r->judge.nodes[n->parent].kind;

	switch (n->role) {
	case ROLE_LOAD:
		if (parent != NODE_AS_PATTERN || r->judge.nodes[tree_last(
		    r->judge.nodes, n->parent)].kind == NODE_AS_PATTERN_TARGET)
			name_event(r, 'L', at);
		break;
	case ROLE_STORE:
		name_event(r, 'S', at);
		break;
	case ROLE_DELETE:
		name_event(r, 'D', at);
		break;
	case ROLE_NAME:
		if (parent == NODE_GLOBAL || parent == NODE_NONLOCAL)
			name_event(r, 'G', at);
		else if (parent == NODE_KEYWORD_ARGUMENT)
			name_event(r, 'K', at);
		else if (parent == NODE_KEYWORD_PATTERN)
			name_event(r, 'P', at);
		else if (parent == NODE_ASSIGNMENT)
			name_event(r, 'S', at);
		break;
	}
}

/* What is called: a name, .attribute, or something else. */
static void
dump_callee(struct reading *r, uint32_t call)
{
	const struct node *nodes = r->judge.nodes;
	uint32_t at = call + 1;

	while (nodes[at].kind == NODE_PARENTHESIZED ||
	    nodes[at].kind == NODE_LIST_SPLAT)
		at++;
	if (nodes[at].kind == NODE_IDENTIFIER)
		name_event(r, 'C', at);
	else if (nodes[at].kind == NODE_ATTRIBUTE)
		name_event(r, 'c', tree_last(nodes, at));
	else
		event(r, 'C', at, "?", 1);
}

static void
dump_attribute(struct reading *r, uint32_t at)
{
	static const char kinds[] = { [ROLE_LOAD] = 'a', [ROLE_STORE] = 's',
	    [ROLE_DELETE] = 'd', [ROLE_NAME] = '!' };

	name_event(r, kinds[r->judge.nodes[at].role],
	    tree_last(r->judge.nodes, at));
}

static void
dump_string(struct reading *r, uint32_t at)
{
	const struct vset *set;

	if (r->judge.nodes[r->judge.nodes[at].parent].kind ==
	    NODE_CONCATENATED_STRING)
		return;
	set = eval(&r->judge, at);
	if (set->n == 1)
		event(r, 'V', at, set->v[0]->text.bytes, set->v[0]->text.n);
	else
		event(r, 'V', at, "", 0);
}

static void
dump_dotted(struct reading *r, uint32_t at, bool import)
{
	const struct node *nodes = r->judge.nodes;
	struct buf name = BUF_INIT;
	uint32_t child;

	if (!import) {
		/* A value of a pattern. */
		TREE_CHILDREN(nodes, at, child)
			if (nodes[child].role != ROLE_STORE)
				name_event(r, child == at + 1 ? 'L' : 'a',
				    child);
		return;
	}
	TREE_CHILDREN(nodes, at, child) {
		if (name.len > 0)
			buf_addc(&name, '.');
		buf_adds(&name, names_text(r->judge.names,
		    nodes[child].name));
	}
	event(r, 'I', at, buf_str(&name), name.len);
	buf_free(&name);
}

static void
dump_node(struct reading *r, uint32_t at)
{
	const struct node *nodes = r->judge.nodes;
	unsigned parent = nodes[nodes[at].parent].kind;
	int64_t number;
	const char *text;
	size_t n;

	switch (nodes[at].kind) {
	case NODE_IDENTIFIER:
		if (parent != NODE_DOTTED_NAME || nodes[at].role == ROLE_STORE)
			dump_identifier(r, at);
		break;
	case NODE_ATTRIBUTE:
	case NODE_MEMBER_TYPE:
		dump_attribute(r, at);
		break;
	case NODE_CALL:
		dump_callee(r, at);
		break;
	case NODE_STRING:
	case NODE_CONCATENATED_STRING:
		dump_string(r, at);
		break;
	case NODE_DOTTED_NAME:
		dump_dotted(r, at, parent == NODE_IMPORT_STATEMENT ||
		    parent == NODE_IMPORT_FROM || parent ==
		    NODE_FUTURE_IMPORT || parent == NODE_ALIASED_IMPORT ||
		    parent == NODE_RELATIVE_IMPORT);
		break;
	case NODE_WILDCARD_IMPORT:
		event(r, 'I', at, "*", 1);
		break;
	case NODE_INTEGER:
		text = judge_text(&r->judge, at, &n);
		if (literal_integer(text, n, &number)) {
			char digits[32];

			n = (size_t)snprintf(digits, sizeof(digits), "%lld",
			    (long long)number);
			event(r, 'n', at, digits, n);
		}
		break;
	case NODE_AS_PATTERN:
		if (nodes[tree_last(nodes, at)].kind ==
		    NODE_AS_PATTERN_TARGET && tree_as_value(nodes, at) == 0)
			r->refused = true;
		break;
	case NODE_TYPE_ALIAS:
		if (!tree_is_type_alias(nodes, at, r->judge.source.bytes))
			r->refused = true;
		break;
	case NODE_PRINT_STATEMENT:
	case NODE_EXEC_STATEMENT:
	case NODE_CHEVRON:
		r->refused = true;
		break;
	case NODE_STRING_START: {
		struct literal_prefix prefix;

		text = judge_text(&r->judge, at, &n);
		literal_read_prefix(text, n, &prefix);
		r->refused |= prefix.python2;
		break;
	}
	}
}

static void
read_source(struct reading *r, const char *bytes, size_t n)
{
	struct judge *j = &r->judge;
	enum syntax_result parsed;
	uint32_t i;

	arena_free(j->arena);
	j->arena = arena_new();
	r->refused = false;
	if (!source_open(&j->source, j->arena, bytes, (uint32_t)n, on_source,
	    r) ||
	    r->refused) {
		buf_adds(r->out, "R source\n");
		return;
	}
	bytes = j->source.bytes;
	parsed = syntax_parse(r->syntax, bytes, j->source.n, j->source.ascii,
	    &j->deadline, NODE_MAX_DEPTH - 1, j->names, &j->tree);
	j->nodes = j->tree.nodes;
	if (parsed != SYNTAX_OK || j->tree.indent_end != 0 ||
	    j->tree.space_end != 0 || j->tree.joined_end != 0 || !scopes_build(&j->scopes, &j->tree,
	    bytes, j->arena)) {
		buf_addf(r->out, "R %s\n", parsed != SYNTAX_OK ? "syntax" :
		    j->tree.indent_end != 0 ? "indent" :
		    j->tree.joined_end != 0 ? "joined" : "space");
		return;
	}
	eval_reset(j);
	for (i = 0; i < j->tree.n; i++)
		dump_node(r, i);
	if (r->refused)
		buf_adds(r->out, "R python2\n");
}

static void
open_reading(struct reading *r, struct buf *out)
{
	const struct ruleset *rules;

	*r = (struct reading){ .out = out };
	assert_int_equal(rules_builtin("minimal", &rules), 0);
	r->syntax = syntax_new();
	r->report.rules = rules;
	r->judge.report = &r->report;
	r->judge.names = names_new();
	r->judge.facts = facts_new(rules, r->judge.names);
	r->judge.deadline = (struct deadline){ INT64_MAX, INT64_MAX, 0 };
}

static void
close_reading(struct reading *r)
{
	source_release(&r->judge.source);
	scopes_release(&r->judge.scopes);
	eval_release(&r->judge);
	facts_free(r->judge.facts);
	names_free(r->judge.names);
	arena_free(r->judge.arena);
	syntax_free(r->syntax);
}

static int
dump(void)
{
	struct buf in = BUF_INIT, out = BUF_INIT;
	struct reading r;
	size_t at = 0, n;
	char *end;

	if (fdio_read_all(STDIN_FILENO, 1u << 30, &in) < 0)
		return 1;
	open_reading(&r, &out);
	while (at < in.len) {
		n = strtoul(in.data + at, &end, 10);
		at = (size_t)(end + 1 - in.data);
		if (*end != '\n' || n > in.len - at)
			return 1;
		read_source(&r, in.data + at, n);
		buf_adds(&out, "=\n");
		at += n;
		if (names_count(r.judge.names) > 50000) {
			names_reset(r.judge.names);
			facts_reset(r.judge.facts);
		}
	}
	fwrite(out.data, 1, out.len, stdout);
	close_reading(&r);
	buf_free(&in);
	buf_free(&out);
	return fflush(stdout) == 0 ? 0 : 1;
}

/* Source and what is read in it, as lines of --dump. */
static const struct { const char *source, *events; } readings[] = {
	/* The star takes its callee with it. */
	{ "[*eval(x)]\n", "C eval\nL eval\nL x\n" },
	{ "return_ = *a.b(1), 2\n", "S return_\nc b\na b\nL a\nn 31\nn 32\n" },
	/* A type alias that is none. */
	{ "type(x).a = 1\n", "s a\nC type\nL type\nL x\nn 31\n" },
	{ "case = a.b\n", "S case\na b\nL a\n" },
	{ "match x:\n case A.b: pass\n case c: c\n",
	  "L x\nL A\na b\nS c\nL c\n" },
	{ "f = lambda a=b: [c for c in d]\n",
	  "S f\nS <lambda>.a\nL b\nL <lambda>.<comp>.c\nS <lambda>.<comp>.c\n"
	  "L <lambda>.d\n" },
	{ "class A(B):\n x: int = 0\n", "S A\nL B\nS A.x\nL A.int\nn 30\n" },
	{ "x = '\\x6f\\163' \"\\u0020\"\n", "S x\nV 6f7320\n" },
	{ "x = rb'\\x'\n", "S x\nV 5c78\n" },
};

static void
sources_are_read_as_python_reads_them(void **state)
{
	struct buf out = BUF_INIT;
	struct reading r;
	size_t i;

	(void)state;
	open_reading(&r, &out);
	for (i = 0; i < ARRAY_SIZE(readings); i++) {
		out.len = 0;
		read_source(&r, readings[i].source,
		    strlen(readings[i].source));
		assert_string_equal(buf_str(&out), readings[i].events);
	}
	close_reading(&r);
	buf_free(&out);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sources_are_read_as_python_reads_them),
	};

	if (argc == 2 && strcmp(argv[1], "--dump") == 0)
		return dump();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
