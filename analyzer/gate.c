#include "gate.h"

#include "../supervisor/base/buf.h"
#include "../supervisor/base/mem.h"
#include "../supervisor/base/stack.h"
#include "../supervisor/base/util.h"
#include "syntax/literal.h"
#include "judge.h"
#include "checks/checks.h"
#include "source/identifier.h"
#include "symbols/regex.h"
#include "syntax/errors.h"
#include "grammar/refused.h"
#include "findings/report.h"
#include "submission.h"
#include "eval/eval.h"

#define DEADLINE_MS	800	/* leaves time to report within 1 s */
#define MAX_BYTES	(1u << 20)
#define NAMES_MAX	60000
#define LEVELS		4	/* the submission, and texts in texts */

struct gate {
	const struct ruleset	*rules;
	struct gate_options	 options;
	struct names		*names;
	struct facts		*facts;
	struct regexes		*regexes;
	struct syntax		*syntax[LEVELS];
	struct judge		 judges[LEVELS];
	struct report		 report;
	struct arena		*arena;
	struct verdict		 verdict;
	unsigned		 level;
	bool			 is_read;	/* there are scopes */
	bool			 shares;	/* one deadline for all: */
	int64_t			 begun_ns;	/* of this thread's time */
	int64_t			 elsewhere_ns;	/* of other threads' */
};

/* The shipped tables are checked by the tests; others at every start. */
static bool
is_shipped(const struct ruleset *rules)
{
	const char *const *name = rules_builtin_names();
	const struct ruleset *shipped;

	for (; *name != NULL; name++)
		if (rules_builtin(*name, &shipped) == 0 && shipped == rules)
			return true;
	return false;
}

int
gate_new(const struct ruleset *rules, const struct gate_options *options,
    char **ret_why, struct gate **ret)
{
	struct gate *g = mem_new(1, sizeof(*g));
	const char *wrong;
	struct buf why = BUF_INIT;

	g->rules = rules;
	if (options != NULL)
		g->options = *options;
	if (g->options.deadline_ms == 0)
		g->options.deadline_ms = DEADLINE_MS;
	if (g->options.max_bytes == 0)
		g->options.max_bytes = MAX_BYTES;
	g->names = names_new();
	g->facts = facts_new(rules, g->names);
	g->regexes = regexes_new(rules);
	g->syntax[0] = syntax_new();
	g->report.rules = rules;
	g->report.want_admissions = g->options.want_admissions;
	g->report.options = &g->options;
	/* What is shipped is checked by tests/unit/test_gate_shipped.c. */
	if (rules_default(rules, RULES_NODE) != NULL && is_shipped(rules)) {
		*ret = g;
		return 0;
	}
	wrong = syntax_verify();
	if (rules_default(rules, RULES_NODE) == NULL)
		buf_adds(&why, "the table has no rows about source: it is for "
		    "exec; a whole one includes \"minimal.rules\" or the "
		    "tables of shared/, see sallyport-rules(5)");
	else if (wrong != NULL)
		buf_addf(&why, "the grammar differs from the one this was "
		    "built for: %s", wrong);
	else if ((wrong = facts_missing(g->facts)) != NULL)
		buf_addf(&why, "the table has no row for '%s': "
		    "a whole table includes \"minimal.rules\" or the tables "
		    "of shared/, see sallyport-rules(5)", wrong);
	if (why.len > 0) {
		*ret_why = buf_steal(&why);
		gate_free(g);
		return -EINVAL;
	}
	if (regexes_check(g->regexes, ret_why) < 0) {
		gate_free(g);
		return -EINVAL;
	}
	*ret = g;
	return 0;
}

void
gate_free(struct gate *g)
{
	size_t i;

	if (g == NULL)
		return;
	for (i = 0; i < LEVELS; i++) {
		syntax_free(g->syntax[i]);
		source_release(&g->judges[i].source);
		scopes_release(&g->judges[i].scopes);
		eval_release(&g->judges[i]);
	}
	report_release(&g->report);
	regexes_free(g->regexes);
	facts_free(g->facts);
	names_free(g->names);
	arena_free(g->arena);
	free(g);
}

static void
on_source(void *arg, enum source_word word, uint32_t start, uint32_t end)
{
	if (word == SOURCE_TOO_DEEP)
		report_bound(arg, word, start, end, "more than %d brackets "
		    "are open here", SOURCE_OPEN_MAX);
	else
		report_source(arg, word, start, end);
}

/*
 * Syntax this grammar does not have yet, as far as it can be told: a default
 * for a type parameter, or a literal with a prefix newer than the grammar.
 */
static bool
looks_newer(const struct source *s, uint32_t at)
{
	uint32_t from = at, to = at;
	const char *line, *open;
	size_t n;

	while (from > 0 && s->bytes[from - 1] != '\n')
		from--;
	while (to < s->n && s->bytes[to] != '\n')
		to++;
	line = s->bytes + from;
	n = to - from;
	while (n > 0 && (*line == ' ' || *line == '\t'))
		line++, n--;
	if (n < 6 || (memcmp(line, "class ", 6) != 0 &&
	    memcmp(line, "def ", 4) != 0 && memcmp(line, "type ", 5) != 0))
		return false;
	open = memchr(line, '[', n);
	if (open == NULL || memchr(line, '(', (size_t)(open - line)) != NULL)
		return false;
	return memchr(open, '=', n - (size_t)(open - line)) != NULL;
}

/* A name past ASCII: as CPython takes it, and none that looks like another. */
static void
check_name(struct judge *j, uint32_t at)
{
	const struct node *node = &j->nodes[at];
	const char *text, *name = names_text(j->names, node->name);
	size_t n, len = names_length(j->names, node->name), k;

	text = judge_text(j, at, &n);
	for (k = 0; k < n && (unsigned char)text[k] < 0x80; k++)
		;
	if (k == n)
		return;
	if (len > 0 && identifier_is_disguised(name, len))
		report_source(j, SOURCE_NON_ASCII_NAME, node->start,
		    node->end);
	if (!identifier_is_valid(text, n))
		report_source(j, SOURCE_SYNTAX_ERROR, node->start, node->end);
	else if (len == 0)
		report_bound(j, SOURCE_TOO_COMPLEX, node->start, node->end,
		    "a name past ASCII has at most %d bytes", IDENTIFIER_MAX);
	else if (identifier_misleads(name, len))
		report_source(j, SOURCE_READ_OTHERWISE, node->start,
		    node->end);
}

/* Identifiers past ASCII, and literals with Python 2 forms. */
static void
check_tokens(struct judge *j)
{
	struct literal_prefix prefix;
	const char *text;
	uint32_t i;
	size_t n;

	for (i = 0; i < j->tree.n; i++)
		switch (j->nodes[i].kind) {
		case NODE_IDENTIFIER:
			if (!j->source.ascii)
				check_name(j, i);
			break;
		case NODE_STRING_START:
			text = judge_text(j, i, &n);
			literal_read_prefix(text, n, &prefix);
			if (prefix.python2)
				report_source(j, SOURCE_NOT_PYTHON3,
				    j->nodes[i].start, j->nodes[i].end);
			break;
		case NODE_AS_PATTERN:
			if (j->nodes[tree_last(j->nodes, i)].kind ==
			    NODE_AS_PATTERN_TARGET &&
			    tree_as_value(j->nodes, i) == 0)
				report_source(j, SOURCE_READ_OTHERWISE,
				    j->nodes[i].start, j->nodes[i].end);
			break;
		case NODE_TYPE_ALIAS:
			if (!tree_is_type_alias(j->nodes, i,
			    j->source.bytes))
				report_source(j, SOURCE_READ_OTHERWISE,
				    j->nodes[i].start, j->nodes[i].end);
			break;
		case NODE_PRINT_STATEMENT:
		case NODE_EXEC_STATEMENT:
			report_source(j, SOURCE_NOT_PYTHON3,
			    j->nodes[i].start, j->nodes[i].end);
			break;
		}
}

static void
report_late(struct judge *j)
{
	report_bound(j, SOURCE_DEADLINE, 0, 0, "%u ms of processor time are "
	    "allowed", j->gate->options.deadline_ms);
}

/* What the parser reads otherwise may be no Python at all. */
static void
report_misread(struct judge *j, enum source_word word, uint32_t start,
    uint32_t end)
{
	struct error error;

	if (errors_find(j->source.bytes, j->source.n, ERRORS_NOWHERE, &error))
		refused_syntax(j, ERRORS_NOWHERE, start, end);
	else
		report_source(j, word, start, end);
}

static void
report_refusal(struct judge *j, enum syntax_result r)
{
	const struct tree *t = &j->tree;

	switch (r) {
	case SYNTAX_OK:
		break;
	case SYNTAX_ERROR:
		if (looks_newer(&j->source, t->error_start))
			report_source(j, SOURCE_NEWER_SYNTAX, t->error_start,
			    t->error_end);
		else
			refused_syntax(j, syntax_stop(j->gate->syntax[
			    j->gate->level], j->source.bytes, j->source.n,
			    j->source.ascii, &j->deadline, j->names),
			    t->error_start, t->error_end);
		break;
	case SYNTAX_TIMEOUT:
		report_late(j);
		break;
	case SYNTAX_DEEP:
		report_bound(j, SOURCE_TOO_DEEP, t->error_start,
		    t->error_end, "more than %d levels of syntax",
		    NODE_MAX_DEPTH - 1);
		break;
	case SYNTAX_NODES:
		report_bound(j, SOURCE_TOO_COMPLEX, t->error_start,
		    t->error_end, "at most %u pieces of syntax are read",
		    SYNTAX_NODES_MAX);
		break;
	}
}

/* Returns whether all of it was looked at. */
static bool
judge_source(struct gate *g, struct judge *j, const char *bytes, uint32_t n)
{
	/* A text that runs, or a part of a document, declares no charset. */
	bool declares = g->level == 0 && !g->shares;
	enum syntax_result r;

	if (!source_open(&j->source, declares ? j->arena : NULL, bytes, n,
	    on_source, j))
		return false;
	bytes = j->source.bytes;
	r = syntax_parse(g->syntax[g->level], bytes, j->source.n,
	    j->source.ascii, &j->deadline, NODE_MAX_DEPTH - 1, j->names,
	    &j->tree);
	j->nodes = j->tree.nodes;
	if (r != SYNTAX_OK) {
		report_refusal(j, r);
		return false;
	}
	if (j->tree.indent_end != 0)
		report_misread(j, SOURCE_ODD_INDENT, j->tree.indent_start,
		    j->tree.indent_end);
	if (j->tree.space_end != 0)
		report_source(j, SOURCE_ODD_SPACE, j->tree.space_start,
		    j->tree.space_end);
	if (j->tree.joined_end != 0)
		report_misread(j, SOURCE_READ_OTHERWISE,
		    j->tree.joined_start, j->tree.joined_end);
	check_tokens(j);
	if (!scopes_build(&j->scopes, &j->tree, bytes, j->arena)) {
		report_source(j, SOURCE_TOO_COMPLEX, 0, 0);
		return false;
	}
	g->is_read |= g->level == 0;
	j->spare = syntax_spare(g->syntax[g->level], &j->nspare);
	eval_reset(j);
	/* The arena lives as long as the outermost tree. */
	if (g->level == 0)
		arena_lend(j->arena, j->spare, j->nspare);
	check_refused(j);
	check_tree(j);
	if (j->late)
		report_late(j);
	else if (j->too_complex)
		report_source(j, SOURCE_TOO_COMPLEX, 0, 0);
	return !j->late && !j->too_complex;
}

static void judge_text_again(struct judge *, const struct value *, uint32_t);

static void
prepare(struct gate *g, struct judge *j, struct deadline deadline)
{
	size_t n = strlen(g->verdict.name);

	j->gate = g;
	j->facts = g->facts;
	j->names = g->names;
	j->regexes = g->regexes;
	j->report = &g->report;
	j->arena = g->arena;
	j->stack = g->judges[0].stack;
	j->deadline = deadline;
	j->may_be_indented = j != &g->judges[0] || n < 4 ||
	    strcmp(g->verdict.name + n - 3, ".py") != 0;
	j->judge_again = judge_text_again;
}

static void
judge_text_again(struct judge *outer, const struct value *text,
    uint32_t place)
{
	struct gate *g = outer->gate;
	const struct running *saved = g->report.running;
	const struct running running = { outer, place,
	    saved == NULL ? 1 : saved->depth + 1, text, saved };
	struct judge *j;

	if (g->level + 1 == LEVELS) {
		report_flow(outer, FLOW_CODE_NESTED, place, "exec", text);
		return;
	}
	g->report.running = &running;
	g->level++;
	if (g->syntax[g->level] == NULL)
		g->syntax[g->level] = syntax_new();
	j = &g->judges[g->level];
	prepare(g, j, outer->deadline);
	if (!judge_source(g, j, text->text.bytes, (uint32_t)text->text.n))
		g->report.incomplete = true;
	g->level--;
	g->report.running = saved;
	outer->next_look = 0;	/* whatever time that took */
}

struct judging {
	struct gate	*gate;
	pthread_t	 caller;
	uint64_t	 left_ms;
	const char	*bytes;
	uint32_t	 n;
};

static void
judge_on_stack(void *arg)
{
	const struct judging *judging = arg;
	struct gate *g = judging->gate;
	bool is_other = !pthread_equal(judging->caller, pthread_self());
	int64_t begin = 0;

	/* A deadline counts the time of the thread that judges. */
	if (is_other) {
		begin = clock_ns(CLOCK_THREAD_CPUTIME_ID);
		g->judges[0].deadline = deadline_in(judging->left_ms);
		regexes_begin(g->regexes, &g->judges[0].deadline);
	}
	g->judges[0].stack = __builtin_frame_address(0);
	if (!judge_source(g, &g->judges[0], judging->bytes, judging->n))
		g->report.incomplete = true;
	if (is_other)
		g->elsewhere_ns += clock_ns(CLOCK_THREAD_CPUTIME_ID) - begin;
}

void
gate_share_deadline(struct gate *g, bool share, int64_t spent_ns)
{
	g->shares = share;
	g->elsewhere_ns = 0;
	if (share)
		g->begun_ns = clock_ns(CLOCK_THREAD_CPUTIME_ID) - spent_ns;
}

/* What a judgement costs besides judging counts too: there may be many. */
static uint64_t
time_left(const struct gate *g)
{
	int64_t spent;

	if (!g->shares)
		return g->options.deadline_ms;
	spent = (clock_ns(CLOCK_THREAD_CPUTIME_ID) - g->begun_ns +
	    g->elsewhere_ns) / 1000000;
	return spent < g->options.deadline_ms ?
	    g->options.deadline_ms - (uint64_t)spent : 0;
}

/* Nothing of the source is looked at. */
static void
look_at_nothing(struct judge *j)
{
	j->report->incomplete = true;
	j->source.bytes = "";
	j->source.n = 0;
	source_open(&j->source, NULL, "", 0, on_source, j);
}

const struct verdict *
gate_judge(struct gate *g, const char *name, const void *bytes, size_t n)
{
	struct judge *j = &g->judges[0];
	uint64_t left_ms = time_left(g);
	struct deadline deadline = deadline_in(left_ms);

	if (names_count(g->names) > NAMES_MAX) {
		names_reset(g->names);
		facts_reset(g->facts);
	}
	names_begin(g->names);
	if (g->arena == NULL)
		g->arena = arena_new();
	arena_reset(g->arena);
	g->level = 0;
	g->is_read = false;
	g->verdict = (struct verdict){ 0 };
	report_reset(&g->report);
	g->verdict.name = arena_strndup(g->arena, name, strlen(name));
	prepare(g, j, deadline);
	regexes_begin(g->regexes, &deadline);
	g->verdict.bytes = bytes;
	g->verdict.nbytes = n;
	g->verdict.text = bytes;
	g->verdict.ntext = n;
	if (n > g->options.max_bytes) {
		look_at_nothing(j);
		report_bound(j, SOURCE_TOO_LARGE, 0, 0, "%zu bytes; at most "
		    "%u are read", n, g->options.max_bytes);
	} else if (left_ms == 0) {
		look_at_nothing(j);
		report_late(j);
	} else if (stack_call(judge_on_stack, &(struct judging){ g,
	    pthread_self(), left_ms, bytes, (uint32_t)n }) < 0) {
		look_at_nothing(j);
		report_source(j, SOURCE_TOO_COMPLEX, 0, 0);
	} else {
		g->verdict.text = j->source.bytes;
		g->verdict.ntext = j->source.n;
	}
	report_finish(j, &g->verdict);
	return &g->verdict;
}

void
gate_submission(struct gate *g, const struct submission *together)
{
	facts_submission(g->facts, together);
}

struct judge *
gate_inside(struct gate *g)
{
	return g->is_read ? &g->judges[0] : NULL;
}
