/*
 * Texts that pandas evaluates: df.query(text), df.eval(text). They call
 * functions and read attributes, so one may run only if it is known in full,
 * or if all that is not known of it are numbers.
 */
#include "checks.h"

#include <stdio.h>
#include <string.h>

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../source/identifier.h"
#include "../eval/own.h"
#include "resources.h"
#include "../eval/signatures.h"
#include "../eval/site.h"
#include "../findings/report.h"
#include "../eval/eval.h"

/* What an expression is to be made of, each of them also of those before. */
enum made {
	OF_NUMBERS,
	OF_KNOWN,	/* texts that are known, and numbers in them */
	OF_PLAIN,	/* any texts, and what holds such: no object leads on */
};

#define STEPS_MAX	512	/* nodes looked at for one text */
#define NAMES_MAX	16	/* that stand for one another */

struct asked {
	unsigned	steps, n;
	uint32_t	open[NAMES_MAX];	/* bindings that are gone into */
};

static bool is_made(struct judge *, struct asked *, uint32_t node, enum made);

/* Each child from this one on; a star hides what there is. */
static bool
are_made(struct judge *j, struct asked *k, uint32_t parent, uint32_t first,
    enum made of)
{
	uint32_t child;

	for (child = first; child < j->nodes[parent].skip;
	    child = j->nodes[child].skip)
		if (!is_made(j, k, j->nodes[child].kind ==
		    NODE_KEYWORD_ARGUMENT ? tree_last(j->nodes, child) : child,
		    of))
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
fields_are_made(struct judge *j, struct asked *k, uint32_t string)
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
		    !is_made(j, k, child + 1, OF_KNOWN))
			return false;
	}
	return true;
}

/* What is read, and what libraries make of that: texts, lists, dicts. */
static bool
gives_plain(struct judge *j, uint32_t callee, char gives)
{
	uint32_t method = j->nodes[callee].kind == NODE_ATTRIBUTE ?
	    tree_last_name(j->nodes, callee) : 0;
	struct rules_model m;

	return gives == RULES_GIVES_DATA || gives == RULES_GIVES_FILE ||
	    (method != 0 && model_of_method(j, names_text(j->names,
	    j->nodes[method].name), &m) && m.returns == RULES_GIVES_DATA &&
	    scopes_find(&j->scopes, 0, j->nodes[method].name) == 0);
}

/* str(n), "{}".format(n), " and ".join([text, text]); or a number. */
static bool
call_is_made(struct judge *j, struct asked *k, uint32_t call, enum made of)
{
	static const char texts[][8] = { "str", "repr", "format" };
	uint32_t callee = call + 1, list = tree_last(j->nodes, call);
	const char *name = names_text(j->names, site_called(j, call));
	struct rules_model m;
	char gives = model_of(j, name, &m) ? m.returns : 0;
	bool format;

	if (gives == RULES_GIVES_NUMBER)
		return true;
	if (gives == RULES_GIVES_COMPUTED)
		return are_made(j, k, list, list + 1, OF_NUMBERS);
	if (of == OF_NUMBERS)
		return false;
	if (IS_ONE_OF(name, texts))	/* of class Text(str) perhaps that */
		return (of == OF_PLAIN && own_texts_are_plain(j)) ||
		    are_made(j, k, list, list + 1, of);
	if (of == OF_PLAIN && gives_plain(j, callee, gives))
		return are_made(j, k, list, list + 1, OF_PLAIN);
	if (j->nodes[callee].kind != NODE_ATTRIBUTE)
		return false;
	if (of == OF_PLAIN)
		return is_made(j, k, callee + 1, of) && are_made(j, k, list,
		    list + 1, of);
	format = judge_is_named(j, tree_last(j->nodes, callee), "format");
	return (format || judge_is_named(j, tree_last(j->nodes, callee),
	    "join")) && vset_are_texts(eval(j, callee + 1)) && are_made(j, k,
	    list, list + 1, of);
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
items_are_made(struct judge *j, struct asked *k, uint32_t node, enum made of)
{
	if (of == OF_PLAIN)
		return is_made(j, k, node, of);
	if (j->nodes[node].kind == NODE_IDENTIFIER && !list_stays(j, node))
		return false;
	node = judge_behind_name(j, node);
	if (j->nodes[node].kind == NODE_LIST ||
	    j->nodes[node].kind == NODE_TUPLE)
		return are_made(j, k, node, node + 1, of);
	return site_called(j, node) == KNOWN(range);
}

static bool
is_filled(const struct judge *j, uint32_t node)
{
	switch (j->nodes[node].kind) {
	case NODE_DICTIONARY:
	case NODE_LIST:
	case NODE_LIST_COMPREHENSION:
		return true;
	default:
		return false;
	}
}

static bool
def_is_made(struct judge *j, struct asked *k, const struct def *d, enum made of)
{
	const struct step *step = d->steps;
	uint32_t expr;

	switch (d->kind) {
	case DEF_AUGMENTED:
		return is_made(j, k, tree_last(j->nodes, d->node), of);
	case DEF_VALUE:
		break;
	default:
		return false;
	}
	expr = judge_assigned(j, d);
	if (expr != 0)	/* What may be filled later is no text. */
		return (!is_filled(j, expr) || (of == OF_PLAIN && list_stays(
		    j, d->node))) && is_made(j, k, expr, of);
	if (of == OF_PLAIN || (step->kind == STEP_ITEM && step->before ==
	    NULL))
		return items_are_made(j, k, d->expr, of);
	/* for i, x in enumerate(...): the first of them */
	return site_called(j, d->expr) == KNOWN(enumerate) && step->kind ==
	    STEP_INDEX && step->n == 0 && step->before != NULL &&
	    step->before->kind == STEP_ITEM && step->before->before == NULL;
}

/* All that a name is bound to; what is being asked of it already is so. */
static bool
name_is_made(struct judge *j, struct asked *k, uint32_t node, enum made of)
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
		known = def_is_made(j, k, &j->scopes.defs[at], of);
	k->n--;
	return known;
}

static bool
are_values_made(const struct vset *set, enum made of)
{
	size_t i;

	for (i = 0; i < set->n; i++)
		switch (set->v[i]->kind) {
		case VALUE_INT:
			break;
		case VALUE_STR:
			if (of == OF_NUMBERS)
				return false;
			break;
		case VALUE_NONE:
		case VALUE_BYTES:
		case VALUE_PARTIAL:
			if (of != OF_PLAIN)
				return false;
			break;
		default:
			return false;
		}
	return set->n > 0 && !set->unknown;
}

static bool
is_made(struct judge *j, struct asked *k, uint32_t node, enum made of)
{
	if (k->steps++ > STEPS_MAX)
		return false;
	if (are_values_made(eval(j, node), of))
		return true;
	switch (j->nodes[node].kind) {
	case NODE_FLOAT:
	case NODE_INTEGER:
		return true;
	case NODE_UNARY:
		return is_made(j, k, node + 1, OF_NUMBERS);
	case NODE_PARENTHESIZED:
		return is_made(j, k, node + 1, of);
	case NODE_BINARY:
		/* A text and a number: "a" * 3, "%d" % 3; both are known. */
	case NODE_BOOLEAN:
		return are_made(j, k, node, node + 1, of);
	case NODE_CONDITIONAL:
		return is_made(j, k, node + 1, of) && is_made(j, k,
		    tree_last(j->nodes, node), of);
	case NODE_CALL:
		return j->nodes[tree_last(j->nodes, node)].kind ==
		    NODE_ARGUMENTS && call_is_made(j, k, node, of);
	case NODE_IDENTIFIER:
		return name_is_made(j, k, node, of);
	}
	if (of == OF_NUMBERS)
		return false;
	switch (j->nodes[node].kind) {
	case NODE_TUPLE:
	case NODE_LIST:
	case NODE_CONCATENATED_STRING:
		return are_made(j, k, node, node + 1, of);
	case NODE_GENERATOR:
	case NODE_LIST_COMPREHENSION:
		return is_made(j, k, node + 1, of);
	case NODE_STRING:
		return of == OF_PLAIN || fields_are_made(j, k, node);
	case NODE_DICTIONARY:
		return of == OF_PLAIN && are_made(j, k, node, node + 1, of);
	case NODE_PAIR:
		return is_made(j, k, tree_last(j->nodes, node), of);
	case NODE_SUBSCRIPT:
	case NODE_LIST_SPLAT:
	case NODE_DICTIONARY_SPLAT:
		return of == OF_PLAIN && is_made(j, k, node + 1, of);
	default:
		return false;
	}
}

bool
is_plain(struct judge *j, uint32_t node)
{
	struct asked k = { .n = 0 };

	return is_made(j, &k, node, OF_PLAIN);
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
calls_more(const struct judge *j, const struct value *v)
{
	static const char operators[][4] = { "", "and", "in", "not", "or" };
	bool names = memchr(v->text.bytes, '@', v->text.n) != NULL;
	char word[64];
	size_t i;

	for (i = 0; i < v->text.n; i++) {
		if (v->text.bytes[i] != '(')
			continue;
		word_before(v->text.bytes, i, word, sizeof(word));
		if (IS_ONE_OF(word, operators) || model_method_says(j, word,
		    RULES_PLAIN))
			continue;
		if (names || signature_of(j, word, true, NULL))
			return true;
	}
	return false;
}

static bool
call_more(const struct judge *j, const struct vset *set)
{
	size_t i;

	for (i = 0; i < set->n; i++)
		if ((set->v[i]->kind == VALUE_STR || set->v[i]->kind ==
		    VALUE_PARTIAL) && calls_more(j, set->v[i]))
			return true;
	return false;
}

/* A text that is evaluated; also what calls of its function make of it. */
static bool
may_run(struct judge *j, uint32_t node)
{
	struct asked k = { .n = 0 };
	const struct vset *set = eval(j, node), *given;
	bool uncalled = false;
	size_t i;

	if (call_more(j, set))
		return false;
	if (vset_are_texts(set) || (set->n > 0 &&
	    !set->unknown && is_made(j, &k, node, OF_KNOWN)))
		return true;
	given = own_given(j, node, &uncalled);
	j->report->incomplete |= uncalled;
	if (!vset_are_texts(given))
		return uncalled;
	for (i = 0; i < given->n; i++)
		check_string(j, given->v[i], node);
	return !call_more(j, given);
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
	const struct strings *imports = &j->report->imports;
	char top[16];
	size_t i;

	struct rules_model m;

	if (!model_of_method(j, method, &m) || model_parameter(&m,
	    RULES_USE_EXPRESSION) == RULES_MODEL_MAX)
		return false;
	for (i = 0; i < imports->n; i++)
		if (snprintf(top, sizeof(top), "%.*s", (int)strcspn(
		    imports->list[i], "."), imports->list[i]) > 0 &&
		    model_says(j, top, RULES_FRAMES))
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
	static const struct rules_model query = { .n = 1,
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

/* map(df.eval, [text]): what it will be handed is not looked at. */
void
check_expressions_behind(struct judge *j, uint32_t callee)
{
	if (!is_no_frame(j, callee))
		report_flow(j, FLOW_UNKNOWN_EXPRESSION, callee,
		    "an expression", NULL);
}
