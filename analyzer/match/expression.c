/*
 * Texts that pandas evaluates: df.query(text), df.eval(text). They call
 * functions and read attributes, so one may run only if it is known in full,
 * or if all that is not known of it are numbers.
 */
#include "match.h"

#include <stdio.h>
#include <string.h>

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../names/identifier.h"
#include "../own/own.h"
#include "../places/places.h"
#include "../places/signatures.h"
#include "../report.h"
#include "../values/eval.h"

#define STEPS_MAX	512	/* nodes looked at for one text */
#define NAMES_MAX	16	/* that stand for one another */

struct asked {
	unsigned	steps, n;
	uint32_t	open[NAMES_MAX];	/* bindings that are gone into */
};

/* Is it a number, or `text`, a text made of what is known and of numbers? */
static bool is_known(struct judge *, struct asked *, uint32_t node, bool text);

/* Each child from this one on; a star hides what there is. */
static bool
are_known(struct judge *j, struct asked *k, uint32_t parent, uint32_t first,
    bool text)
{
	uint32_t child;

	for (child = first; child < j->nodes[parent].skip;
	    child = j->nodes[child].skip)
		if (j->nodes[child].kind != NODE_COMMENT && !is_known(j, k,
		    j->nodes[child].kind == NODE_KEYWORD_ARGUMENT ?
		    tree_last(j->nodes, child) : child, text))
			return false;
	return true;
}

/*
 * f"{x:.2f}": of what is no number this is an error, unless a class here says
 * itself what it looks like.
 */
static bool
is_formed_as_number(struct judge *j, uint32_t form)
{
	size_t n;
	const char *s = judge_text(j, form, &n);

	return j->nodes[form].kind == NODE_FORMAT_SPECIFIER && n > 1 &&
	    strchr("defgEFG%", s[n - 1]) != NULL &&
	    own_first_named(j, "__format__") == 0;
}

/* f"{a}{b:.2f}", with no field in the form of another. */
static bool
fields_are_known(struct judge *j, struct asked *k, uint32_t string)
{
	uint32_t child, field;

	TREE_CHILDREN(j->nodes, string, child) {
		if (j->nodes[child].kind != NODE_INTERPOLATION)
			continue;
		for (field = j->nodes[child + 1].skip; field <
		    j->nodes[child].skip; field++)
			if (j->nodes[field].kind == NODE_FORMAT_EXPRESSION ||
			    j->nodes[field].kind == NODE_INTERPOLATION)
				return false;
		if (!is_formed_as_number(j, tree_last(j->nodes, child)) &&
		    !is_known(j, k, child + 1, true))
			return false;
	}
	return true;
}

/* Whatever these are given, a number comes of it. */
static bool
gives_number(const char *name, bool *ret_of_numbers)
{
	static const char all[][24] = { "int", "float", "len", "random.gauss",
	    "random.randint", "random.random", "random.randrange",
	    "random.uniform", "time.time" };
	static const char of_numbers[][8] = { "abs", "max", "min", "pow",
	    "round", "sum" };

	*ret_of_numbers = IS_ONE_OF(name, of_numbers) ||
	    strncmp(name, "math.", 5) == 0;
	return *ret_of_numbers || IS_ONE_OF(name, all);
}

/* str(n), "{}".format(n), " and ".join([text, text]); or a number. */
static bool
call_is_known(struct judge *j, struct asked *k, uint32_t call, bool text)
{
	static const char texts[][8] = { "str", "repr", "format" };
	uint32_t callee = call + 1, list = tree_last(j->nodes, call);
	const struct value *v = vset_only(eval(j, callee), VALUE_PATH);
	const char *name = v == NULL ? "" : names_text(j->names, v->name);
	bool of_numbers, format;

	if (j->nodes[list].kind != NODE_ARGUMENTS)
		return false;
	if (gives_number(name, &of_numbers))
		return !of_numbers || are_known(j, k, list, list + 1, false);
	if (!text)
		return false;
	if (IS_ONE_OF(name, texts))
		return are_known(j, k, list, list + 1, true);
	if (j->nodes[callee].kind != NODE_ATTRIBUTE || !vset_are_texts(eval(j,
	    callee + 1)))
		return false;
	format = judge_is_named(j, tree_last(j->nodes, callee), "format");
	return (format || judge_is_named(j, tree_last(j->nodes, callee),
	    "join")) && are_known(j, k, list, list + 1, true);
}

/* Does nothing that mentions this name change the list that it stands for? */
static bool
list_stays(struct judge *j, uint32_t name)
{
	uint32_t i, binding = judge_binding(j, name);

	for (i = own_first_of(j, j->nodes[name].name); i != 0;
	    i = j->own_next[i])
		if (j->nodes[i].role == ROLE_LOAD && judge_binding(j, i) ==
		    binding && !eval_only_looks(j, i))
			return false;
	return true;
}

/* What a loop takes out of this: of a display, its elements; a range. */
static bool
items_are_known(struct judge *j, struct asked *k, uint32_t node, bool text)
{
	const struct value *v;

	if (j->nodes[node].kind == NODE_IDENTIFIER && !list_stays(j, node))
		return false;
	node = judge_behind_name(j, node);
	if (j->nodes[node].kind == NODE_LIST ||
	    j->nodes[node].kind == NODE_TUPLE)
		return are_known(j, k, node, node + 1, text);
	v = j->nodes[node].kind != NODE_CALL ? NULL : vset_only(eval(j, node +
	    1), VALUE_PATH);
	return v != NULL && v->name == KNOWN(range);
}

static bool
def_is_known(struct judge *j, struct asked *k, const struct def *d, bool text)
{
	const struct step *step = d->steps;
	const struct value *v;
	uint32_t expr;

	switch (d->kind) {
	case DEF_AUGMENTED:
		return is_known(j, k, tree_last(j->nodes, d->node), text);
	case DEF_VALUE:
		break;
	default:
		return false;
	}
	expr = judge_assigned(j, d);
	if (expr != 0)	/* A list may be filled later. */
		return j->nodes[expr].kind != NODE_LIST &&
		    j->nodes[expr].kind != NODE_LIST_COMPREHENSION &&
		    is_known(j, k, expr, text);
	if (step->kind == STEP_ITEM && step->before == NULL)
		return items_are_known(j, k, d->expr, text);
	/* for i, x in enumerate(...): the first of them */
	v = j->nodes[d->expr].kind != NODE_CALL ? NULL : vset_only(eval(j,
	    d->expr + 1), VALUE_PATH);
	return v != NULL && v->name == KNOWN(enumerate) && step->kind ==
	    STEP_INDEX && step->n == 0 && step->before != NULL &&
	    step->before->kind == STEP_ITEM && step->before->before == NULL;
}

/* All that a name is bound to; what is being asked of it already is so. */
static bool
name_is_known(struct judge *j, struct asked *k, uint32_t node, bool text)
{
	uint32_t binding = judge_binding(j, node), at;
	bool known = binding != 0 && k->n < NAMES_MAX;
	unsigned i;

	for (i = 0; i < k->n; i++)
		if (k->open[i] == binding)
			return true;
	if (!known || j->scopes.bindings[binding].flags &
	    (BINDING_GLOBAL | BINDING_NONLOCAL))
		return false;
	k->open[k->n++] = binding;
	at = j->scopes.bindings[binding].first;
	known = at != 0;
	for (; at != 0 && known; at = j->scopes.defs[at].next)
		known = def_is_known(j, k, &j->scopes.defs[at], text);
	k->n--;
	return known;
}

static bool
are_numbers(const struct vset *set, bool text)
{
	size_t i;

	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind != VALUE_INT && (!text ||
		    set->v[i]->kind != VALUE_STR))
			return false;
	return set->n > 0 && !set->unknown;
}

static bool
is_known(struct judge *j, struct asked *k, uint32_t node, bool text)
{
	if (k->steps++ > STEPS_MAX)
		return false;
	if (are_numbers(eval(j, node), text))
		return true;
	switch (j->nodes[node].kind) {
	case NODE_FLOAT:
	case NODE_INTEGER:
		return true;
	case NODE_PARENTHESIZED:
		return is_known(j, k, node + 1, text);
	case NODE_UNARY:
		return is_known(j, k, node + 1, false);
	case NODE_BINARY:
		/* A text and a number: "a" * 3, "%d" % 3; both are known. */
		return are_known(j, k, node, node + 1, text);
	case NODE_TUPLE:
	case NODE_LIST:
		return text && are_known(j, k, node, node + 1, true);
	case NODE_GENERATOR:
	case NODE_LIST_COMPREHENSION:
		return text && is_known(j, k, node + 1, true);
	case NODE_CONDITIONAL:
		return is_known(j, k, node + 1, text) && is_known(j, k,
		    tree_last(j->nodes, node), text);
	case NODE_BOOLEAN:
		return are_known(j, k, node, node + 1, text);
	case NODE_STRING:
		return text && fields_are_known(j, k, node);
	case NODE_CONCATENATED_STRING:
		return text && are_known(j, k, node, node + 1, true);
	case NODE_CALL:
		return call_is_known(j, k, node, text);
	case NODE_IDENTIFIER:
		return name_is_known(j, k, node, text);
	default:
		return false;
	}
}

/* The word in front of this place, and blanks. */
static void
word_before(const char *s, size_t at, char *word, size_t size)
{
	size_t from;

	while (at > 0 && s[at - 1] == ' ')
		at--;
	for (from = at; from > 0 && identifier_is_plain(s[from - 1]); from--)
		;
	snprintf(word, size, "%.*s", (int)(at - from), s + from);
}

/*
 * "a.to_csv('x') == 1", a method that names a file; "a.map(@names.append)", one
 * that may take a function, beside what the submission has.
 */
static bool
calls_more(const struct value *v)
{
	static const char plain[][16] = { "", "abs", "and", "astype",
	    "between", "clip", "contains", "count", "diff", "endswith",
	    "fillna", "in", "isin", "isna", "isnull", "len", "lower", "max",
	    "mean", "median", "min", "not", "notna", "notnull", "or",
	    "quantile", "round", "shift", "startswith", "std", "strip", "sum",
	    "upper", "var" };
	bool names = memchr(v->text.bytes, '@', v->text.n) != NULL;
	char word[64];
	size_t i;

	for (i = 0; i < v->text.n; i++) {
		if (v->text.bytes[i] != '(')
			continue;
		word_before(v->text.bytes, i, word, sizeof(word));
		if (IS_ONE_OF(word, plain))
			continue;
		if (names || signature_of_method(word) != NULL)
			return true;
	}
	return false;
}

static bool
call_more(const struct vset *set)
{
	size_t i;

	for (i = 0; i < set->n; i++)
		if ((set->v[i]->kind == VALUE_STR || set->v[i]->kind ==
		    VALUE_PARTIAL) && calls_more(set->v[i]))
			return true;
	return false;
}

/* What is no text whatever else it may be: points, a function, None. */
static bool
is_no_text(struct judge *j, uint32_t node, const struct vset *set)
{
	size_t i;

	switch (j->nodes[node].kind) {
	case NODE_LIST:
	case NODE_TUPLE:
	case NODE_DICTIONARY:
	case NODE_LAMBDA:
		return true;
	}
	for (i = 0; i < set->n; i++)
		switch (set->v[i]->kind) {
		case VALUE_STR:
		case VALUE_BYTES:
		case VALUE_PARTIAL:
		case VALUE_RESULT:
		case VALUE_PATH:
			return false;
		case VALUE_OBJECT:
			if (!own_class_is_no_text(j, set->v[i]->node))
				return false;
		}
	return set->n > 0 && !set->unknown;
}

/* A text that is evaluated; also what calls of its function make of it. */
static bool
may_run(struct judge *j, uint32_t node)
{
	struct asked k = { .n = 0 };
	const struct vset *set = eval(j, node), *given;
	bool uncalled = false;
	size_t i;

	if (call_more(set))
		return false;
	if (vset_are_texts(set) || is_no_text(j, node, set) || (set->n > 0 &&
	    !set->unknown && is_known(j, &k, node, true)))
		return true;
	given = own_given(j, node, &uncalled);
	j->report->incomplete |= uncalled;
	if (!vset_are_texts(given))
		return uncalled;
	for (i = 0; i < given->n; i++)
		check_string(j, given->v[i], node);
	return !call_more(given);
}

/*
 * An object of the submission's own; a tree of points: what is no frame has its
 * own query().
 */
static bool
is_no_frame(struct judge *j, uint32_t callee)
{
	const struct vset *set;
	size_t i;

	if (j->nodes[callee].kind != NODE_ATTRIBUTE)
		return false;
	set = eval(j, callee + 1);
	for (i = 0; i < set->n; i++) {
		const struct value *v = set->v[i];
		const char *name = names_text(j->names, v->name);

		if (v->kind == VALUE_OBJECT ? !own_class(j, v->node) :
		    v->kind != VALUE_RESULT ||
		    (strncmp(name, "scipy.spatial.", 14) != 0 &&
		    strncmp(name, "sklearn.neighbors.", 18) != 0))
			return false;
	}
	return (set->n > 0 && !set->unknown) || own_self(j, callee + 1) != 0;
}

/* Of a frame; these libraries hand some out. */
bool
evaluates_text(struct judge *j, const char *method)
{
	static const char makers[][16] = { "networkx", "pandas", "plotly",
	    "polars", "pyarrow", "seaborn", "sklearn", "statsmodels" };
	const struct strings *imports = &j->report->imports;
	char top[16];
	size_t i;

	if (util_compare(method, "query") != 0 && util_compare(method,
	    "eval") != 0)
		return false;
	for (i = 0; i < imports->n; i++)
		if (snprintf(top, sizeof(top), "%.*s", (int)strcspn(
		    imports->list[i], "."), imports->list[i]) > 0 &&
		    IS_ONE_OF(top, makers))
			return true;
	return false;
}

static void
check_expression_text(struct judge *j, uint32_t node)
{
	if (!may_run(j, node))
		report_flow(j, FLOW_UNKNOWN_EXPRESSION, node, "an expression",
		    NULL);
}

void
check_expression(struct judge *j, uint32_t call, uint32_t callee)
{
	static const struct signature query = { .n = 1,
	    .parameters = { { .name = "expr", .n = 4 } } };
	uint32_t node = signature_argument(j, call, &query, 0);

	if (node == 0 || is_no_frame(j, callee))
		return;
	if (node == SIGNATURE_UNKNOWN)
		report_flow(j, FLOW_UNKNOWN_EXPRESSION, call, "an expression",
		    NULL);
	else
		check_expression_text(j, node);
}

/* A text, or what goes through texts, one after the other. */
static void
check_handed_text(struct judge *j, uint32_t node)
{
	const struct vset *set = eval(j, node);
	bool known = true;
	uint32_t child;
	size_t i;

	if (tree_is_comprehension(j->nodes, node)) {
		check_expression_text(j, node + 1);
		return;
	}
	if (j->nodes[node].kind == NODE_LIST ||
	    j->nodes[node].kind == NODE_TUPLE) {
		TREE_CHILDREN(j->nodes, node, child)
			check_expression_text(j, child);
		return;
	}
	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind == VALUE_LIST)
			known &= !(set->v[i]->flags & VALUE_OPEN) &&
			    vset_are_texts(value_any(j->arena, set->v[i]));
	if (!known || !may_run(j, node))
		report_flow(j, FLOW_UNKNOWN_EXPRESSION, node, "an expression",
		    NULL);
}

/* map(df.eval, [text]), pool.submit(df.query, text): `callee` is handed on. */
void
check_expressions_behind(struct judge *j, uint32_t callee)
{
	uint32_t list = j->nodes[callee].parent, at;

	if (is_no_frame(j, callee))
		return;
	for (at = j->nodes[callee].skip; at < j->nodes[list].skip;
	    at = j->nodes[at].skip)
		check_handed_text(j, j->nodes[at].kind ==
		    NODE_KEYWORD_ARGUMENT ? tree_last(j->nodes, at) : at);
}
