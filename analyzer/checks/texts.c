/*
 * Texts that rows speak of. A text is only a text until something is handed it
 * that may look names up, open, run or send: what is only shown is not judged,
 * and a name of the interpreter's only where it is handed to such a thing. What
 * looks names up by itself, getattr() or format(), asks rows about attributes.
 */
#include "checks.h"

#include <string.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/util.h"
#include "../fold/foldcall.h"
#include "../judge.h"
#include "../symbols/regex.h"
#include "../eval/own.h"
#include "../findings/report.h"
#include "../eval/site.h"
#include "../eval/eval.h"
#include "../eval/signatures.h"

enum use {
	USE_SHOWN,	/* to a person; nothing gets it */
	USE_KEPT,	/* compared, bound, put into something */
	USE_HANDED,	/* to a callable that may do what it likes with it */
};

/* Methods of texts, lists, dicts, loggers and tests. */
static bool
method_keeps(struct judge *j, uint32_t callee)
{
	uint32_t name = j->nodes[callee].kind == NODE_ATTRIBUTE ?
	    tree_last_name(j->nodes, callee) : 0;

	return name != 0 && scopes_find(&j->scopes, 0, j->nodes[name].name) ==
	    0 && model_method_says(j, names_text(j->names,
	    j->nodes[name].name), RULES_KEEPS);
}

/* re.match(text, s): no group of it is this text. */
static bool
is_pattern(struct judge *j, uint32_t call, uint32_t argument)
{
	struct rules_model m;

	return argument == tree_last(j->nodes, call) + 1 && model_of(j,
	    site_callee(j, call), &m) && m.parameters[0].use ==
	    RULES_USE_PATTERN;
}

static enum use
use_of_argument(struct judge *j, uint32_t call, uint32_t argument)
{
	const struct vset *set;
	enum use use = USE_SHOWN;
	size_t i;

	if (j->nodes[call].kind != NODE_CALL)
		return USE_KEPT;	/* class A(x=text) */
	if (is_pattern(j, call, argument))
		return USE_SHOWN;
	if (tree_keyword(j->nodes, tree_last(j->nodes, call),
	    names_lookup(j->names, "file", 4)) != 0 || tree_child(j->nodes,
	    tree_last(j->nodes, call), NODE_DICTIONARY_SPLAT) != 0)
		use = USE_KEPT;		/* print(text, file=f) */
	set = eval(j, call + 1);
	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind == VALUE_METHOD || (set->v[i]->kind ==
		    VALUE_PATH && (facts_says(j->facts, set->v[i]->name,
		    RULES_KEEPS) || facts_is_exception(j->facts,
		    set->v[i]->name))))
			use = USE_KEPT;
		else if (set->v[i]->kind != VALUE_PATH ||
		    !facts_says(j->facts, set->v[i]->name, RULES_SHOWS))
			break;
	if (set->n > 0 && !set->unknown && i == set->n)
		return use;
	return method_keeps(j, call + 1) ? USE_KEPT : USE_HANDED;
}

bool
is_only_shown(struct judge *j, uint32_t call, uint32_t argument)
{
	return use_of_argument(j, call, argument) == USE_SHOWN;
}

/* "...".join(x), "...".format(x): the call; else 0. */
static uint32_t
made_by_method(const struct judge *j, uint32_t attribute)
{
	static const char names[][8] = { "center", "format", "join", "ljust",
	    "lower", "rjust", "strip", "title", "upper" };
	uint32_t call = j->nodes[attribute].parent;

	return j->nodes[call].kind == NODE_CALL && attribute == call + 1 &&
	    IS_ONE_OF(names_text(j->names, j->nodes[tree_last(j->nodes,
	    attribute)].name), names) ? call : 0;
}

/* Does the source read docstrings, patterns, or what it prints? */
static bool
reads_itself(struct judge *j)
{
	static const char words[][16] = { "__doc__", "doctest", "getdoc",
	    "pattern", "redirect_stdout", "stdout" };

	return !own_may_look(j) || OWN_MENTIONS(j, words);
}

static bool
is_own_object(struct judge *j, uint32_t node)
{
	return own_self(j, node) != 0 || vset_only(eval(j, node),
	    VALUE_OBJECT) != NULL;
}

static enum use
use_of(struct judge *j, uint32_t at)
{
	enum use shown = USE_SHOWN;
	uint32_t parent;

	for (;; at = parent) {
		parent = j->nodes[at].parent;
		switch (j->nodes[parent].kind) {
		case NODE_EXPRESSION_STATEMENT:
			return reads_itself(j) ? USE_KEPT : shown;
		case NODE_NAMED_EXPRESSION:
			shown = USE_KEPT;
			break;
		case NODE_ATTRIBUTE:
			if (at != parent + 1)
				return USE_KEPT;
			parent = made_by_method(j, parent);
			if (parent == 0)
				return USE_KEPT;
			break;
		case NODE_ARGUMENTS: {
			enum use use = use_of_argument(j,
			    j->nodes[parent].parent, at);

			return use == USE_SHOWN && reads_itself(j) ?
			    USE_KEPT : use == USE_SHOWN ? shown : use;
		}
		case NODE_ASSIGNMENT:
			return j->nodes[parent + 1].kind == NODE_ATTRIBUTE &&
			    !is_own_object(j, parent + 2) ? USE_HANDED :
			    USE_KEPT;
		case NODE_BINARY:
		case NODE_BOOLEAN:
		case NODE_CONCATENATED_STRING:
		case NODE_CONDITIONAL:
		case NODE_DICTIONARY:
		case NODE_DICTIONARY_SPLAT:
		case NODE_EXPRESSION_LIST:
		case NODE_GENERATOR:
		case NODE_INTERPOLATION:
		case NODE_KEYWORD_ARGUMENT:
		case NODE_LIST:
		case NODE_LIST_COMPREHENSION:
		case NODE_LIST_SPLAT:
		case NODE_PAIR:
		case NODE_PARENTHESIZED:
		case NODE_SET:
		case NODE_STRING:
		case NODE_TUPLE:
			break;
		default:
			return USE_KEPT;
		}
	}
}

/* The stricter of an exact row's and a pattern's; NULL: none refuses it. */
static const struct rules_row *
row_of(struct judge *j, enum rules_kind kind, const struct value *v)
{
	const struct rules_row *row;
	char text[256];

	if ((v->kind != VALUE_STR && v->kind != VALUE_BYTES && v->kind !=
	    VALUE_PARTIAL) || v->text.n == 0)
		return NULL;
	/* Of a text that only begins known, the beginning is judged. */
	if (v->text.n < sizeof(text) && v->kind != VALUE_PARTIAL) {
		memcpy(text, v->text.bytes, v->text.n);
		text[v->text.n] = '\0';
		row = strlen(text) == v->text.n ? rules_find(
		    j->report->rules, kind, text) : NULL;
		if (row != NULL && row->verb != RULES_ALLOW)
			return row;
	}
	row = regexes_find(j->regexes, kind, v->text.bytes, v->text.n);
	return row != NULL && row->verb != RULES_ALLOW ? row : NULL;
}

static void
check_text_of(struct judge *j, enum rules_kind kind, const struct value *v,
    uint32_t place, bool always)
{
	const struct rules_row *row = row_of(j, kind, v);
	auto_buf struct buf shown = BUF_INIT;
	enum use use;
	size_t i;

	if (row == NULL)
		return;
	use = always ? USE_HANDED : use_of(j, place);
	if (use == USE_SHOWN || (kind == RULES_NAME && use != USE_HANDED))
		return;
	buf_add(&shown, v->text.bytes, v->text.n < 256 ? v->text.n : 100);
	for (i = 0; v->kind == VALUE_PARTIAL && i < shown.len; i++)
		if (shown.data[i] == FOLD_GAP)
			shown.data[i] = '?';
	report_row(j, row, rules_kind_name(kind), buf_str(&shown), place, v);
}

void
check_string(struct judge *j, const struct value *v, uint32_t place)
{
	check_text_of(j, RULES_STRING, v, place, true);
}

void
check_word(struct judge *j, const char *text, uint32_t place)
{
	check_string(j, value_text(j->arena, VALUE_STR, place, text,
	    strlen(text))->v[0], place);
}

void
check_string_here(struct judge *j, const struct value *v, uint32_t place)
{
	if ((v->kind == VALUE_STR || v->kind == VALUE_BYTES) &&
	    value_is_text(v, "__annotations__"))
		check_annotations_text(j, place);
	check_text_of(j, RULES_STRING, v, place, false);
	check_text_of(j, RULES_NAME, v, place, false);
}

/* Of a value that was made elsewhere; what is made here is judged here. */
static void
check_value_handed(struct judge *j, const struct value *v, uint32_t node)
{
	const struct vset *inside;
	size_t i;

	if (v->place < node || v->place >= j->nodes[node].skip)
		check_text_of(j, RULES_NAME, v, node, true);
	if (v->kind != VALUE_LIST && v->kind != VALUE_DICT)
		return;
	inside = value_inside(j->arena, v);
	for (i = 0; i < inside->n; i++)
		if (inside->v[i]->kind == VALUE_STR)
			check_value_handed(j, inside->v[i], node);
}

void
check_text_handed(struct judge *j, uint32_t node)
{
	const struct vset *set = j->nodes[node].kind == NODE_STRING ?
	    &vset_none : eval(j, node);
	size_t i;

	for (i = 0; i < set->n; i++)
		check_value_handed(j, set->v[i], node);
}

void
check_texts_handed(struct judge *j, uint32_t call)
{
	uint32_t list = tree_last(j->nodes, call), child;

	if (j->nodes[list].kind != NODE_ARGUMENTS || use_of_argument(j,
	    call, 0) != USE_HANDED)
		return;
	TREE_CHILDREN(j->nodes, list, child)
		check_text_handed(j, j->nodes[child].kind ==
		    NODE_KEYWORD_ARGUMENT ? tree_last(j->nodes, child) :
		    tree_is_splat(j->nodes, child) || j->nodes[child].kind ==
		    NODE_DICTIONARY_SPLAT ? child + 1 : child);
}
